//! Records, scenes, positions, and verification of draws.

use axum::http::{Method, StatusCode};
use bastide::{Actor, Game, LandRules, Rules, Setup};
use bastide_host::{Dealer, Match, Record, Seed};
use bastide_protocol::{
    BotList, Occupant, PositionView, ProblemCode, ReviewView, Scene, Scenes, Verdict,
};
use serde_json::json;

use crate::support::Site;

/// Plays a complete game, whose record contains the seed.
fn played() -> Record {
    let dealer = Dealer::seeded(Seed::from_number(7), "table 1");
    let setup = Setup::new(Rules::Land(LandRules::default()), 2);
    let mut current = Match::new(setup, dealer).expect("a game");
    let mut actions = Vec::new();
    while let Actor::Seat(seat) = current.game().to_act() {
        actions.clear();
        current.game().legal_actions(&mut actions);
        current.play(seat, actions[actions.len() / 2]).expect("legal");
    }
    current.record().clone()
}

#[tokio::test]
async fn a_tables_record_is_the_game_without_its_secret() {
    let site = Site::new().await;
    let table = site.table().await;
    let path = format!("/api/tables/{}/record", table.table);
    let text = site.get(&path).await.ok();
    assert_eq!(text.header("content-type"), "text/plain; charset=utf-8");
    let record = Record::parse(&text.text()).expect("a record");
    assert_eq!(record.setup().seats, 2);
    assert!(record.commitment().is_some() && record.seed().is_none());
    let json = site.get(&format!("{path}?format=json")).await.ok();
    assert_eq!(Record::from_json(&json.text()), Ok(record));
    site.get(&format!("{path}?format=xml"))
        .await
        .problem(StatusCode::BAD_REQUEST, ProblemCode::Malformed);

    let path = format!("/api/tables/{}/verify", table.table);
    let verdict: Verdict = site.ask(Method::POST, &path).send().await.ok().read();
    assert!(!verdict.is_verified && verdict.seed.is_none() && !verdict.is_finished);
    assert!(verdict.reason.is_some_and(|reason| reason.contains("seed")));
}

#[tokio::test]
async fn an_uploaded_record_is_checked() {
    let site = Site::new().await;
    let record = played();
    let check = |text: String| {
        let asking = site.ask(Method::POST, "/api/verify").header("content-type", "text/plain");
        asking.body(text).send()
    };
    for text in [record.to_text(), record.to_json()] {
        let verdict: Verdict = check(text).await.ok().read();
        assert!(verdict.is_verified && verdict.is_finished && verdict.reason.is_none());
        assert_eq!(verdict.draws, record.actions().iter().filter(|a| a.is_chance()).count());
    }
    let forged = record.to_text().replace(
        &format!("seed {}", Seed::from_number(7)),
        &format!("seed {}", Seed::from_number(8)),
    );
    let verdict: Verdict = check(forged).await.ok().read();
    assert!(!verdict.is_verified, "another seed");
    let cut: String = record.to_text().lines().take(1).collect();
    check(cut).await.problem(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::BadRecord);
    let bad = record.to_text().lines().take(3).chain(["P9,9r0"]).collect::<Vec<_>>().join("\n");
    let problem =
        check(bad).await.problem(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::BadRecord);
    assert_eq!(problem.line, Some(4), "{}", problem.message);
}

#[tokio::test]
async fn scenes_show_the_game_action_by_action() {
    let site = Site::new().await;
    let record = played();
    let all = record.actions().len();
    for actions in [0, 1, all / 2, all] {
        let body = json!({ "record": record.to_text(), "actions": actions });
        let scene: Scene = site.post("/api/records/scene", &body).await.ok().read();
        let game = record.state_after(actions);
        assert_eq!((scene.actions, scene.of), (actions, all));
        assert_eq!(scene.game.laid.len(), game.board().laid().len());
        assert_eq!(scene.game.tiles_left, game.bag().left());
    }
    let last: Scene =
        site.post("/api/records/scene", &json!({ "record": record.to_text() })).await.ok().read();
    assert_eq!(last.game.scores, record.result().expect("it is over"));
    let beyond = json!({ "record": record.to_text(), "actions": all + 1 });
    let answer = site.post("/api/records/scene", &beyond).await;
    answer.problem(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::BadRecord);
}

#[tokio::test]
async fn scenes_of_a_table_are_consecutive() {
    let site = Site::new().await;
    let table = site.table().await;
    let base = format!("/api/tables/{}/scenes", table.table);
    // Chance has drawn the first tile.
    let all: Scenes = site.get(&base).await.ok().read();
    assert_eq!(all.scenes.iter().map(|scene| scene.actions).collect::<Vec<_>>(), [0, 1]);
    assert_eq!(all.events.len(), 2);
    assert!(all.events[0].is_empty() && !all.events[1].is_empty());
    let one: Scenes = site.get(&format!("{base}?from=1&to=1")).await.ok().read();
    assert_eq!((&one.scenes[..], &one.events[..]), (&all.scenes[1..], &all.events[1..]));
    let none: Scenes = site.get(&format!("{base}?from=9")).await.ok().read();
    assert!(none.scenes.is_empty() && none.events.is_empty());
    let scene: Scene = site.get(&format!("{base}/1")).await.ok().read();
    assert_eq!(scene, all.scenes[1]);
    let beyond = site.get(&format!("{base}/2")).await;
    beyond.problem(StatusCode::NOT_FOUND, ProblemCode::NotFound);
}

#[tokio::test]
async fn scenes_of_a_record_are_consecutive() {
    let site = Site::new().await;
    let record = played();
    let all = record.actions().len();
    let ask = |record: String, from: usize, to: usize| {
        let body = json!({ "record": record, "from": from, "to": to });
        let site = &site;
        async move { site.post("/api/records/scenes", &body).await }
    };
    let turns = record.turns().scan(0, |end, turn| {
        *end += turn.len();
        Some(*end)
    });
    let ends: Vec<usize> = turns.collect();
    for text in [record.to_text(), record.to_json()] {
        let some: Scenes = ask(text, 5, 7).await.ok().read();
        assert_eq!(some.scenes.iter().map(|scene| scene.actions).collect::<Vec<_>>(), [5, 6, 7]);
        assert_eq!(some.scenes[2].game.laid.len(), record.state_after(7).board().laid().len());
        assert!(some.outline.is_over);
        assert_eq!(some.outline.stops.first(), Some(&0));
        assert_eq!(some.outline.stops[1..], ends);
    }
    let last: Scenes = ask(record.to_text(), 0, 10_000).await.ok().read();
    assert_eq!(last.scenes.len(), 64, "no more are sent at once");
    let none: Scenes = ask(record.to_text(), all + 1, all + 1).await.ok().read();
    assert!(none.scenes.is_empty() && none.outline == last.outline);

    ask(record.to_text(), 0, 10_001).await.problem(StatusCode::BAD_REQUEST, ProblemCode::Malformed);
    ask("bastide 1".into(), 0, 1)
        .await
        .problem(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::BadRecord);
}

#[tokio::test]
async fn a_review_of_a_record_adds_up() {
    let site = Site::new().await;
    let record = "bastide 1\ngame land rules=base,fields seats=2 deck=V,E\n\
        DV P1,0r0 M0\nDE P0,-1r2 .\n";
    let review: ReviewView =
        site.post("/api/records/review", &json!({ "record": record })).await.ok().read();
    assert_eq!((review.steps.len(), review.is_over), (2, true));
    assert_eq!(review.end.margin, [2000, -2000], "a road of two tiles");
    for player in &review.players {
        assert_eq!(player.start + player.luck + player.skill, player.margin);
    }
    assert_eq!(review.steps[1].lost, 4000, "a city without a knight");
    site.post("/api/records/review", &json!({ "record": "bastide 1" }))
        .await
        .problem(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::BadRecord);
}

#[tokio::test]
async fn a_record_lists_its_players_and_turns() {
    let site = Site::new().await;
    let outline = |record: &str| {
        let body = json!({ "record": record, "from": 0, "to": 0 });
        let site = &site;
        async move { site.post("/api/records/scenes", &body).await.ok().read::<Scenes>().outline }
    };
    let running = "bastide 1\ngame land rules=base seats=3 player1=Ann%20B players=x,Bob\n\
        DV P1,0r0 M0 # a road\nDE P0,-1r2 .\nDU";
    let found = outline(running).await;
    assert_eq!(found.stops, [0, 3, 6], "a turn that has only begun shows nothing");
    assert!(!found.is_over);
    let person = |name: &str| Occupant::Person { name: name.to_owned(), is_here: true };
    let who: Vec<Occupant> = found.seats.iter().map(|seat| seat.who.clone()).collect();
    assert_eq!(who, [person("Ann B"), person("Bob"), Occupant::Nobody]);
    assert_eq!(found.seats[2].colour, bastide_protocol::Colour::Green);
    let laid = running.replace("DU", "DU P-1,0r1");
    assert_eq!(outline(&laid).await.stops, [0, 3, 6, 8]);
    let bot = outline(&running.replace("Ann%20B", "normal")).await;
    assert!(matches!(&bot.seats[0].who, Occupant::Bot { level, .. } if level == "normal"));
}

#[tokio::test]
async fn positions_can_be_encoded_and_fetched() {
    let site = Site::new().await;
    let record = played();
    let body = json!({ "record": record.to_text(), "actions": 20 });
    let named: PositionView = site.post("/api/positions", &body).await.ok().read();
    let path = format!("/api/positions/{}", named.position);
    let found: PositionView = site.get(&path).await.ok().read();
    assert_eq!(named, found);
    let read = Record::parse(&found.record).expect("a record");
    assert_eq!(read.game().fingerprint(), record.state_after(20).fingerprint());
    assert_eq!(found.scene.actions, 20);
}

#[tokio::test]
async fn positions_can_be_embedded() {
    let site = Site::new().await;
    let body = json!({ "record": played().to_text(), "actions": 20 });
    let named: PositionView = site.post("/api/positions", &body).await.ok().read();
    let page = format!("/embed/{}", named.position);
    let link = site.get(&page).await.header("link").to_owned();
    let asked = link.split(['<', '>']).nth(1).expect("a link");
    let asked = &asked[asked.find("/api/").expect("a path")..];
    let embedding: serde_json::Value = site.get(&format!("{asked}&maxwidth=300")).await.ok().read();
    assert_eq!((&embedding["type"], &embedding["width"]), (&json!("rich"), &json!(300)));
    assert!(embedding["html"].as_str().is_some_and(|html| html.contains(&page)), "{embedding}");
    // A page with variations is described too, although the server cannot read them.
    let at = asked.find("%2Fembed").expect("the page");
    let analysis = |text: &str| format!("{}%2Fembed%23z%3D{text}", &asked[..at]);
    let embedding: serde_json::Value = site.get(&analysis("aZ-_9")).await.ok().read();
    let html = embedding["html"].as_str().expect("a frame");
    assert!(html.contains("/embed#z=aZ-_9\" width=\"640\""), "{html}");
    let longest = "a".repeat(32_768);
    site.get(&analysis(&longest)).await.ok();
    for url in [
        "/api/oembed?url=https://elsewhere.example/embed/1abc".to_owned(),
        "/api/oembed?url=nothing".to_owned(),
        analysis(""),
        analysis("a%22"),
        analysis("%3Cb%3E"),
        analysis(&(longest + "a")),
        analysis("aZ").replace("z%3D", "y%3D"),
        analysis("aZ").replace("%2Fembed", "%2Fanalysis"),
    ] {
        let answer = site.get(&url).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{url:.120}");
    }
    let other = site.get(&format!("{asked}&format=xml")).await;
    other.problem(StatusCode::BAD_REQUEST, ProblemCode::Malformed);
    let damaged = site.get(&asked.replace("embed%2F1", "embed%2F12")).await;
    assert_eq!(damaged.status, StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn bots_are_listed_easiest_first() {
    let list: BotList = Site::new().await.get("/api/bots").await.ok().read();
    let names: Vec<&str> = list.bots.iter().map(|bot| bot.level.as_str()).collect();
    assert_eq!(names[..5], ["beginner", "easy", "normal", "hard", "master"]);
    assert!(names.contains(&"farmer"));
}
