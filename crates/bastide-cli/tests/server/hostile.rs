//! Tests of hostile clients: foreign origins, seats of other players, deceptive names, and
//! excessive use.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bastide_protocol::{
    ClientMsg, Command, NewSeat, Problem, ProblemCode, SeatPlan, Seated, ServerMsg, TableView,
};
use bastide_testing::http::{self, Reply, Request};
use bastide_testing::{Dial, PATIENCE, Socket, check_time, hello};

use crate::client::TestClient;
use crate::{for_strangers, hot_seat, make, me, on_file, table};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_from_other_origins_are_refused() {
    let (server, _data) = on_file().await;
    let at = server.address();
    let own = format!("http://{at}");
    let near = [
        "https://evil.example".to_owned(),
        "null".to_owned(),
        format!("http://{at}.evil.example"),
        format!("http://evil.example#{at}"),
        format!("http://user@{at}"),
        format!("http://127.0.0.1:{}", at.port() ^ 1),
        "http://127.0.0.1".to_owned(),
        format!("file://{at}"),
    ];
    for origin in &near {
        let dial = Dial { origin: Some(origin), ..Dial::default() };
        let error = Socket::open(at, dial).await.expect_err("no socket");
        assert!(error.to_string().starts_with("403"), "{origin}: {error}");
        let body = serde_json::to_vec(&hot_seat()).expect("JSON");
        let headers = [("origin", origin.as_str())];
        let reply = Request::post("/api/tables", &body).with_headers(&headers).send(at).await;
        assert_eq!(reply.expect("an answer").status, 403, "{origin}");
    }
    let dial = Dial { origin: Some(&own), ..Dial::default() };
    Socket::open(at, dial).await.expect("our own page gets one").close().await;
}

/// Sends a command and returns the code of its refusal.
async fn refusal(client: &mut TestClient, command: Command) -> ProblemCode {
    client.act(command).await.expect_err("it is refused").code
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn players_act_only_for_their_own_seat_in_their_own_turn() {
    let (server, _data) = on_file().await;
    let at = server.address();
    let ann = make(at, &table(vec![me("Ann"), SeatPlan::Open])).await.expect("a table");
    let seat = NewSeat { seat: None, name: "Ben".to_owned(), salt: None, salt_commitment: None };
    let path = format!("/api/tables/{}/seats", ann.table);
    let ben: Seated = http::post(at, &path, None, &seat).await.expect("a seat");
    let taken: Result<Seated, _> = http::post(at, &path, None, &seat).await;
    assert!(taken.expect_err("no seat is left").to_string().starts_with("409"));

    let mut first = TestClient::connect_seated(at, &ann).await;
    let mut second = TestClient::connect_seated(at, &ben).await;
    let mut watcher = TestClient::connect(at, &ann.table, None, None).await.expect("a welcome");
    assert!(watcher.offers.is_none() && second.offers.is_none());
    let Some(Command::Play { revision, actions, .. }) = first.nth_move(0) else { panic!("a move") };
    let play = |seat: u8, revision: u32, actions: &[&str]| Command::Play {
        seat,
        revision,
        actions: actions.iter().map(|&action| action.to_owned()).collect(),
    };
    let legal = actions[0].as_str();
    assert_eq!(refusal(&mut second, play(0, revision, &[legal])).await, ProblemCode::NotYours);
    assert_eq!(refusal(&mut watcher, play(0, revision, &[legal])).await, ProblemCode::NotYours);
    assert_eq!(refusal(&mut second, play(1, revision, &[legal])).await, ProblemCode::NotYourTurn);
    assert_eq!(refusal(&mut first, play(7, revision, &[legal])).await, ProblemCode::NotYours);
    let stale = [revision - 1, revision + 1, u32::MAX];
    for revision in stale {
        let code = refusal(&mut first, play(0, revision, &[legal])).await;
        assert_eq!(code, ProblemCode::StaleRevision);
    }
    assert_eq!(refusal(&mut first, play(0, revision, &[])).await, ProblemCode::Unreadable);
    assert_eq!(refusal(&mut first, play(0, revision, &["x"])).await, ProblemCode::Unreadable);
    let far = play(0, revision, &["P99,99r0"]);
    assert_eq!(refusal(&mut first, far).await, ProblemCode::Illegal);
    // Players cannot draw tiles.
    assert_eq!(refusal(&mut first, play(0, revision, &["DE"])).await, ProblemCode::Illegal);
    assert_eq!(first.revision, revision, "nothing has changed");
    let command = play(0, revision, &[legal]);
    first.act(command.clone()).await.expect("legal");
    assert_eq!(refusal(&mut first, command).await, ProblemCode::StaleRevision);

    // A token is valid for its table only, and an invalid token does not admit a spectator.
    let other = make(at, &hot_seat()).await.expect("a table");
    for token in [other.token.as_str(), "", "0", &ann.token[1..], &ann.token.to_uppercase()] {
        let Err(problem) = TestClient::connect(at, &ann.table, Some(token), None).await else {
            panic!("{token} gave something");
        };
        assert_eq!(problem.code, ProblemCode::BadToken);
        let path = format!("/api/tables/{}", ann.table);
        let reply = Request::get(&path).with_token(token).send(at).await.expect("an answer");
        assert_eq!(reply.status, 401, "{token}: {}", reply.text());
        assert!(!reply.text().contains("Ann"), "nothing is told");
    }
    let Err(problem) = TestClient::connect(at, "aaaaaaaaaaaa", None, None).await else {
        panic!("there is no such table");
    };
    assert_eq!(problem.code, ProblemCode::NoSuchTable);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn deceptive_names_are_refused() {
    let (server, _data) = on_file().await;
    let at = server.address();
    let long = "x".repeat(10_000);
    let marks = format!("Z{}", "\u{301}".repeat(40));
    let hostile = [
        "\u{202e}nnA",
        "Ann\u{200b}",
        "Ann\u{0}",
        "\u{1b}[31mAnn",
        "A\nn\u{7}",
        "\u{2066}Ann\u{2069}",
        "\u{feff}Ann",
        "\u{e0041}Ann",
        &long,
        &marks,
    ];
    for name in hostile {
        let body = serde_json::to_vec(&table(vec![me(name), me("Ben")])).expect("JSON");
        let reply = Request::post("/api/tables", &body).send(at).await.expect("an answer");
        assert_eq!(reply.status, 422, "{name:?}: {}", reply.text());
        assert_eq!(reply.json::<Problem>().expect("a problem").code, ProblemCode::BadName);
    }
    // Visible characters are allowed in names and are only text: clients receive them as JSON,
    // which browsers do not interpret as a page.
    let names = ["<img src=x onerror=a()>", "'; drop table--", "{{7*7}}", "Анна 🏰"];
    for name in names {
        let seated = make(at, &table(vec![me(name), me("Ben")])).await.expect("a table");
        let path = format!("/api/tables/{}", seated.table);
        let reply = Request::get(&path).send(at).await.expect("an answer");
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        let view: TableView = reply.json().expect("a table");
        assert!(format!("{:?}", view.seats).contains(name), "{name}: {:?}", view.seats);
        let card = Request::get(&format!("{path}/postcard.svg")).send(at).await.expect("one");
        assert!(!card.text().contains("<img"), "{name} is text in pictures too");
        let record = Request::get(&format!("{path}/record")).send(at).await.expect("one");
        let kind = record.header("content-type").unwrap_or_default();
        assert!(kind.starts_with("text/plain"), "{kind}");
        bastide_host::Record::parse(&record.text()).expect("a record whatever the name");
    }
    // The same for chat.
    let seated = make(at, &hot_seat()).await.expect("a table");
    let mut client = TestClient::connect_seated(at, &seated).await;
    for text in ["", "\u{202e}abc", "a\u{0}", &"y".repeat(301)] {
        let code = refusal(&mut client, Command::Say { text: text.to_owned() }).await;
        assert_eq!(code, ProblemCode::BadText, "{text:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_flood_is_stopped_and_others_are_served() {
    let (server, _data) = for_strangers().await;
    let at = server.address();
    let seated = make(at, &hot_seat()).await.expect("a table");
    // A client floods a socket without waiting for answers.
    let mut flood = Socket::open(at, Dial::default()).await.expect("a socket");
    flood.say(&hello(&seated.table, Some(&seated.token), None)).await.expect("sent");
    for number in 0..300 {
        let command = Command::Say { text: format!("line {number}") };
        flood.say(&ClientMsg::Do { id: number.to_string(), command }).await.expect("sent");
    }
    let (mut done, mut refused) = (0, 0);
    while done + refused < 300 {
        match flood.hear_within(PATIENCE).await.expect("all are answered") {
            ServerMsg::Done { .. } => done += 1,
            ServerMsg::Refused { problem, .. } => {
                assert_eq!(problem.code, ProblemCode::TooMany);
                refused += 1;
            }
            _ => {}
        }
    }
    println!("of 300 lines {done} were said");
    assert!(done >= 5 && refused >= 200, "{done} done, {refused} refused");

    // A client creates tables without limit.
    let body = serde_json::to_vec(&hot_seat()).expect("JSON");
    let elsewhere: SocketAddr = "127.0.0.7:0".parse().expect("an address");
    let mut last: Option<Reply> = None;
    for _ in 0..60 {
        let request = Request::post("/api/tables", &body);
        let reply = request.send_from(at, Some(elsewhere)).await.expect("an answer");
        assert!(matches!(reply.status, 201 | 429), "{}", reply.text());
        last = Some(reply);
    }
    let last = last.expect("an answer");
    assert_eq!(last.status, 429, "it is enough at some point");
    assert!(last.header("retry-after").is_some_and(|wait| wait.parse::<u32>().is_ok()));
    assert_eq!(last.json::<Problem>().expect("a problem").code, ProblemCode::TooMany);

    // Other clients are not affected.
    let begun = Instant::now();
    let other = make(at, &hot_seat()).await.expect("another address may");
    let mut client = TestClient::connect_seated(at, &other).await;
    let command = client.nth_move(0).expect("our turn");
    client.act(command).await.expect("done");
    check_time("another client's turn during a flood", begun.elapsed(), Duration::from_secs(2));
}
