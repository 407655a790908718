//! Tests of engine accounts and of the ladder for all stores.

use bastide_server::store::{StoreError, StoredEngine, StoredEngineGame, StoredStanding};

use crate::backends::Backend;

fn engine(name: &str, token: &str, created: i64) -> StoredEngine {
    let (expires, revoked) = (None, None);
    let note = format!("of {name}");
    StoredEngine { name: name.to_owned(), token: token.to_owned(), note, created, expires, revoked }
}

pub(crate) async fn engine_accounts_are_added_replaced_and_revoked(place: &Backend) {
    let store = place.open().await;
    let engines = store.engines().unwrap();
    assert_eq!(engines.engines().await.unwrap(), []);
    assert!(engines.add_engine(engine("Rook", "a", 1)).await.unwrap());
    let brief = StoredEngine { expires: Some(9), ..engine("Brief", "b", 2) };
    assert!(engines.add_engine(brief.clone()).await.unwrap());
    assert_eq!(engines.engines().await.unwrap(), [brief.clone(), engine("Rook", "a", 1)]);

    assert!(!engines.add_engine(engine("Rook", "c", 3)).await.unwrap(), "its token is valid");
    assert!(!engines.add_engine(engine("Brief", "c", 8)).await.unwrap(), "not expired yet");
    assert!(engines.add_engine(engine("Brief", "c", 9)).await.unwrap(), "expired");
    assert!(!engines.revoke_engine("Pawn", 4).await.unwrap(), "there is no such engine");
    assert!(engines.revoke_engine("Rook", 4).await.unwrap());
    assert!(!engines.revoke_engine("Rook", 5).await.unwrap(), "revoked already");
    let revoked = StoredEngine { revoked: Some(4), ..engine("Rook", "a", 1) };
    assert_eq!(engines.engines().await.unwrap(), [engine("Brief", "c", 9), revoked]);
    assert!(engines.add_engine(engine("Rook", "d", 6)).await.unwrap(), "a new token");
    assert!(engines.add_engine(engine("Pawn", "e", 7)).await.unwrap());
    assert!(engines.remove_engine("Pawn").await.unwrap());
    assert!(!engines.remove_engine("Pawn").await.unwrap(), "there is no such engine");

    store.close().await;
    let again = place.open().await;
    let kept = again.engines().unwrap().engines().await.unwrap();
    assert_eq!(kept, [engine("Brief", "c", 9), engine("Rook", "d", 6)]);
}

fn standing(player: &str, rating: f64, games: u32) -> StoredStanding {
    let (wins, draws, losses) = (games, 0, 0);
    let (deviation, volatility) = (120.5, 0.06);
    let player = player.to_owned();
    StoredStanding { player, rating, deviation, volatility, games, wins, draws, losses }
}

fn game(at: i64, forfeited: Option<u8>) -> StoredEngineGame {
    StoredEngineGame {
        id: 0,
        at,
        players: ["engine:Rook".to_owned(), "normal".to_owned()],
        points: [80, -3],
        ending: if forfeited.is_some() { "timeout" } else { "played" }.to_owned(),
        forfeited,
        record: format!("record {at}"),
    }
}

pub(crate) async fn games_of_the_ladder_are_saved_with_their_ratings(place: &Backend) {
    let store = place.open().await;
    let engines = store.engines().unwrap();
    assert_eq!(engines.standings().await.unwrap(), []);
    assert_eq!(engines.engine_games(5).await.unwrap(), []);
    assert!(engines.add_engine(engine("Rook", "r", 1)).await.unwrap());
    for number in 1..=5_u32 {
        let pair = [standing("engine:Rook", 1500.25, number), standing("normal", 1600.5, number)];
        let forfeited = (number == 5).then_some(1);
        assert!(engines.add_engine_game(game(number.into(), forfeited), pair, 3).await.unwrap());
    }
    let expected = [standing("normal", 1600.5, 5), standing("engine:Rook", 1500.25, 5)];
    assert_eq!(engines.standings().await.unwrap(), expected, "best first");
    let games = engines.engine_games(2).await.unwrap();
    let brief = |at, forfeited| StoredEngineGame { record: String::new(), ..game(at, forfeited) };
    let without_id: Vec<_> =
        games.iter().map(|game| StoredEngineGame { id: 0, ..game.clone() }).collect();
    assert_eq!(without_id, [brief(5, Some(1)), brief(4, None)], "newest first");
    assert_eq!(engines.engine_games(9).await.unwrap().len(), 3, "older ones were deleted");
    let whole = engines.engine_game(games[1].id).await.unwrap().unwrap();
    assert_eq!(whole, StoredEngineGame { id: games[1].id, ..game(4, None) });
    assert_eq!(engines.engine_game(1_000_000).await.unwrap(), None);
    let pawn = [standing("engine:Pawn", 1.0, 1), standing("normal", 1600.5, 6)];
    engines.add_engine(engine("Pawn", "p", 1)).await.unwrap();
    let players = ["engine:Pawn".to_owned(), "normal".to_owned()];
    let of_pawn = |at| StoredEngineGame { players: players.clone(), ..game(at, None) };
    assert!(engines.add_engine_game(of_pawn(6), pawn, 9).await.unwrap());
    assert!(engines.remove_engine("Pawn").await.unwrap());
    let expected = [standing("normal", 1600.5, 6), standing("engine:Rook", 1500.25, 5)];
    assert_eq!(engines.standings().await.unwrap(), expected, "its rating is gone");
    assert_eq!(engines.engine_games(9).await.unwrap().len(), 4, "its game is kept");
    let late = [standing("engine:Pawn", 1.0, 1), standing("normal", 1.0, 7)];
    assert!(!engines.add_engine_game(of_pawn(7), late, 9).await.unwrap(), "it was removed before");
    assert_eq!(engines.standings().await.unwrap(), expected, "it has no rating again");
    assert_eq!(engines.engine_games(9).await.unwrap().len(), 4);
    if let Backend::Database(..) = place {
        let late = [standing("engine:Rook", 1.0, 5), standing("normal", 1.0, 5)];
        let error = engines.add_engine_game(game(9, None), late, 3).await.unwrap_err();
        assert_eq!(error, StoreError::Conflict, "another process was first");
        assert_eq!(engines.standings().await.unwrap(), expected);
    }
}
