//! Games of the ladder between connected engines and bots.

use super::*;

/// Settings under which games of the ladder follow one another.
fn ladder() -> EngineOptions {
    let (ladder_games, ladder_time) = (1, Duration::from_millis(50));
    EngineOptions { ladder_games, ladder_time, ladder_every: ladder_time, ..patient() }
}

impl House {
    async fn engines(&self) -> EngineList {
        self.site.get("/api/engines").await.ok().read()
    }

    /// Waits until the ladder has this many games.
    async fn games(&self, count: usize) -> EngineList {
        let mut list = self.engines().await;
        until("games of the ladder end", async || {
            list = self.engines().await;
            list.games.len() >= count
        })
        .await;
        list
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connected_engines_play_for_ratings() {
    let house = House::new(ladder()).await;
    let empty = house.engines().await;
    assert_eq!((empty.engines.len(), empty.games.len(), empty.is_ladder_on), (0, 0, true));
    let (rook, pawn) = (house.token("Rook", None).await, house.token("Pawn", None).await);
    let unrated = house.engines().await.engines;
    assert!(
        unrated.iter().all(|line| !line.is_connected && line.standing.is_none()),
        "{unrated:?}"
    );
    let playing = [house.engine(&rook).await.play(), house.engine(&pawn).await.play()];
    let list = house.games(3).await;
    let rated: Vec<_> = list.engines.iter().filter_map(|line| line.standing).collect();
    assert!(rated.len() >= 2 && rated.is_sorted_by(|a, b| a.rating >= b.rating), "{list:?}");
    assert!(rated.iter().all(|it| it.games == it.wins + it.draws + it.losses && it.margin > 0));
    let connected: Vec<_> = list.engines.iter().filter(|line| line.is_connected).collect();
    assert!(connected.iter().any(|line| line.level == "engine:Rook" && !line.program.is_empty()));
    for game in &list.games {
        assert_eq!(game.forfeited, None);
        assert!(game.levels.iter().any(|level| level.starts_with("engine:")), "{game:?}");
        let record = house.site.get(&format!("/api/engines/games/{}", game.id)).await.ok().text();
        let record = Record::parse(&record).expect("a record");
        assert_eq!(record.result(), Some(&game.points[..]));
        assert_eq!(record.player(Seat::FIRST), Some(&*game.levels[0]));
    }
    let missing = house.site.get("/api/engines/games/999999").await;
    missing.problem(StatusCode::NOT_FOUND, ProblemCode::NotFound);
    playing.iter().for_each(JoinHandle::abort);

    // Ratings survive a restart, and a revoked engine disappears.
    house.revoke("Pawn").await;
    let house = house.restart(quick()).await;
    let after = house.engines().await;
    assert!(after.games.len() >= 3 && !after.is_ladder_on);
    let levels: Vec<_> = after.engines.iter().map(|line| &*line.level).collect();
    assert!(levels.contains(&"engine:Rook") && !levels.contains(&"engine:Pawn"), "{levels:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_that_fails_forfeits_its_game_of_the_ladder() {
    let options = EngineOptions { overrun: Duration::from_millis(400), ..ladder() };
    let house = House::new(options).await;
    let token = house.token("Rook", None).await;
    let mut engine = house.engine(&token).await;
    engine.play_until(3).await;
    engine.say("move P77,77r0").await;
    assert!(engine.error().await.starts_with("illegal"));
    let list = house.games(1).await;
    let game = &list.games[0];
    let seat = usize::from(game.forfeited.expect("forfeited"));
    assert_eq!(game.levels[seat], "engine:Rook");
    let line = list.engines.iter().find(|line| line.level == "engine:Rook").expect("listed");
    assert_eq!(line.standing.map(|it| (it.games, it.losses)), Some((1, 1)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_that_thinks_offline_gains_no_time() {
    let options = EngineOptions { overrun: Duration::from_millis(400), ..ladder() };
    let house = House::new(options).await;
    let token = house.token("Rook", None).await;
    let mut engine = house.engine(&token).await;
    engine.play_until(3).await;
    // It knows the position, and is back while a table would still wait for it.
    drop(engine);
    tokio::time::sleep(2 * options.overrun).await;
    let playing = house.engine(&token).await.play();
    let list = house.games(1).await;
    let game = list.games.last().expect("a game");
    let seat = usize::from(game.forfeited.expect("forfeited"));
    assert_eq!((game.id, &*game.levels[seat]), (1, "engine:Rook"));
    playing.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_the_ladder_does_not_count_after_its_token_is_revoked() {
    let house = House::new(ladder()).await;
    let (rook, pawn) = (house.token("Rook", None).await, house.token("Pawn", None).await);
    let mut engine = house.engine(&rook).await;
    engine.play_until(4).await;
    assert!(house.engines().await.engines.iter().any(|line| line.is_playing));
    house.revoke("Rook").await;
    let (code, reason) = engine.end().await;
    assert_eq!((code, reason.starts_with("revoked")), (4401, true), "{reason}");
    // The ladder goes on with the other engine, so the game in question is over.
    let playing = house.engine(&pawn).await.play();
    let list = house.games(2).await;
    let is_rook = |level: &String| level == "engine:Rook";
    assert!(!list.games.iter().flat_map(|game| &game.levels).any(is_rook), "{list:?}");
    assert!(!list.engines.iter().any(|line| is_rook(&line.level)), "{list:?}");
    let standings = house.site.store.engines().expect("accounts").standings().await;
    assert!(!standings.expect("readable").iter().any(|it| is_rook(&it.player)));
    playing.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_of_the_ladder_is_finished_although_a_table_invites_the_engine() {
    let house = House::new(ladder()).await;
    let token = house.token("Rook", None).await;
    let mut engine = house.engine(&token).await;
    engine.play_until(4).await;
    // In the middle of a game of the ladder its author invites it to a table.
    let table = house.table("Rook").await;
    engine.answer("go").await;
    let playing = engine.play();
    let record = house.over_at(&table).await;
    assert!(!record.contains("weaker"), "the engine played all of its turns: {record}");
    let list = house.games(1).await;
    let game = list.games.last().expect("a game");
    assert_eq!((game.id, game.forfeited), (1, None), "the game went on");
    assert!(game.levels.contains(&"engine:Rook".to_owned()));
    playing.abort();
}
