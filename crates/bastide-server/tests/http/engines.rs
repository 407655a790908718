//! Engines over real WebSockets, well-behaved and otherwise.

mod ladder;

use std::net::SocketAddr;
use std::time::Duration;

use axum::http::StatusCode;
use bastide::Seat;
use bastide_engine::{Server, serve};
use bastide_host::Record;
use bastide_protocol::{EngineList, Occupant, Phase, ProblemCode, Seated, TableView};
use bastide_server::admin::{Admin, AdminAnswer, AdminRequest};
use bastide_server::http::{HttpConfig, RateLimits};
use bastide_server::store::{Location, StoredEngine};
use bastide_server::{EngineOptions, HubOptions};
use bastide_testing::{PATIENCE, Scratch, until};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::{Value, json};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::support::Site;

/// A listening server.
struct House {
    site: Site,
    address: SocketAddr,
    scratch: Scratch,
}

/// Settings under which an engine that fails is replaced quickly, and without a ladder.
fn quick() -> EngineOptions {
    EngineOptions {
        move_time: Duration::from_millis(50),
        overrun: Duration::from_millis(400),
        reconnect: Duration::from_millis(200),
        ladder_games: 0,
        ..EngineOptions::default()
    }
}

/// Settings under which every test ends before an engine is replaced.
fn patient() -> EngineOptions {
    let overrun = Duration::from_secs(60);
    EngineOptions { overrun, reconnect: overrun, deadline: 2 * overrun, ..quick() }
}

impl House {
    async fn new(engines: EngineOptions) -> House {
        House::over(Scratch::new("engines").expect("a folder"), engines).await
    }

    async fn over(scratch: Scratch, engines: EngineOptions) -> House {
        let location = Location::Sqlite(scratch.join("bastide.db"));
        let config = HttpConfig { rate_limits: RateLimits::Off, ..HttpConfig::default() };
        let options = HubOptions { engines, ..HubOptions::default() };
        let site = Site::over(&location, config, options).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = site.router.clone();
        tokio::spawn(async move { axum::serve(listener, router).await });
        House { site, address, scratch }
    }

    async fn admin(&self, request: AdminRequest) -> AdminAnswer {
        Admin::new(self.site.app.hub().clone()).run(request).await.expect("it is done")
    }

    /// Issues a token.
    async fn token(&self, name: &str, lasts: Option<i64>) -> String {
        let (name, note) = (name.to_owned(), String::new());
        let added = self.admin(AdminRequest::AddEngine { name, lasts, note }).await;
        let AdminAnswer::EngineAdded { token, .. } = added else { panic!("{added:?}") };
        token
    }

    async fn revoke(&self, name: &str) {
        self.admin(AdminRequest::RevokeEngine { name: name.to_owned() }).await;
    }

    async fn connect(&self, token: &str) -> Result<Engine, Error> {
        let url = format!("ws://{}/engine", self.address);
        let mut request = url.into_client_request().expect("a request");
        let header = format!("Bearer {token}").parse().expect("a header");
        request.headers_mut().insert("authorization", header);
        let (socket, _) = connect_async(request).await?;
        let mut brain = Server::default();
        answers(&mut brain, "set bot greedy");
        Ok(Engine { socket, brain, asked: 0 })
    }

    /// Connects an engine, and waits until people can invite it.
    async fn engine(&self, token: &str) -> Engine {
        let mut engine = self.connect(token).await.expect("a connection");
        engine.answer_next().await;
        engine
    }

    /// Creates a table for the engine and an easy bot, which play without people.
    async fn table(&self, engine: &str) -> Seated {
        let seats = json!([{ "kind": "bot", "level": format!("engine:{engine}") },
            { "kind": "bot", "level": "beginner" }]);
        let new = json!({ "game": "land", "rules": "base", "seats": seats,
            "first": { "kind": "seat", "seat": 0 }, "stand_in": "easy" });
        let mut made = None;
        until("the engine can be invited", async || {
            let answer = self.site.post("/api/tables", &new).await;
            let is_made = answer.status == StatusCode::CREATED;
            made = is_made.then(|| answer.read());
            is_made
        })
        .await;
        made.expect("a table")
    }

    async fn view(&self, table: &Seated) -> TableView {
        self.site.get(&format!("/api/tables/{}", table.table)).await.ok().read()
    }

    async fn revision(&self, table: &Seated) -> u32 {
        self.view(table).await.revision
    }

    /// Waits for the end of a game, and returns its record.
    async fn over_at(&self, table: &Seated) -> String {
        let mut view = self.view(table).await;
        until("the game ends", async || {
            view = self.view(table).await;
            matches!(view.phase, Phase::Over { .. })
        })
        .await;
        self.site.get(&format!("/api/tables/{}/record", table.table)).await.ok().text()
    }

    /// Stops the server, and starts another one with the same database.
    async fn restart(self, engines: EngineOptions) -> House {
        self.site.app.begin_closing();
        self.site.app.hub().shutdown().await;
        House::over(self.scratch, engines).await
    }
}

/// An engine over a WebSocket, with a bot of this program as its brain.
struct Engine {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    brain: Server,
    /// Number of `go` commands.
    asked: u32,
}

/// Returns the answers of the brain to one line.
fn answers(brain: &mut Server, line: &str) -> String {
    let mut out = Vec::new();
    serve(brain, line.as_bytes(), &mut out).expect("memory");
    String::from_utf8(out).expect("text")
}

impl Engine {
    /// Receives the next line; `Err` with code and reason once the server has closed the connection.
    async fn hear(&mut self) -> Result<String, (u16, String)> {
        loop {
            let next = timeout(PATIENCE, self.socket.next()).await.expect("an answer in time");
            match next {
                Some(Ok(Message::Text(text))) => return Ok(text.to_string()),
                Some(Ok(Message::Close(Some(frame)))) => {
                    return Err((frame.code.into(), frame.reason.to_string()));
                }
                Some(Ok(Message::Close(None)) | Err(_)) | None => return Err((0, String::new())),
                Some(Ok(_)) => {}
            }
        }
    }

    async fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).await.expect("the server reads");
    }

    /// Answers the next line, and returns it.
    async fn answer_next(&mut self) -> String {
        let line = self.hear().await.expect("a line");
        self.answer(&line).await;
        line
    }

    async fn answer(&mut self, line: &str) {
        let said = answers(&mut self.brain, line);
        if !said.is_empty() {
            self.say(&said).await;
        }
    }

    /// Answers until the server asks for the `n`th action, which is not answered.
    async fn play_until(&mut self, n: u32) {
        loop {
            let line = self.hear().await.expect("a line");
            if line.starts_with("go") {
                self.asked += 1;
                if self.asked == n {
                    return;
                }
            }
            self.answer(&line).await;
        }
    }

    /// Answers until the connection ends.
    fn play(mut self) -> JoinHandle<(u16, String)> {
        tokio::spawn(async move {
            loop {
                match self.hear().await {
                    Ok(line) => self.answer(&line).await,
                    Err(end) => return end,
                }
            }
        })
    }

    /// Waits for the reason of a failure.
    async fn error(&mut self) -> String {
        loop {
            let line = self.hear().await.expect("a line");
            if let Some(error) = line.strip_prefix("# error ") {
                return error.to_owned();
            }
        }
    }

    /// Waits for the end of the connection.
    async fn end(&mut self) -> (u16, String) {
        loop {
            if let Err(end) = self.hear().await {
                return end;
            }
        }
    }
}

fn refused(connected: Result<Engine, Error>) -> StatusCode {
    match connected {
        Err(Error::Http(answer)) => answer.status(),
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("connected"),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_plays_a_whole_game() {
    let house = House::new(patient()).await;
    let token = house.token("Rook", None).await;
    let playing = house.engine(&token).await.play();
    let table = house.table("Rook").await;
    let seats = house.view(&table).await.seats;
    let level = "engine:Rook".to_owned();
    assert_eq!(seats[0].who, Occupant::Bot { level, instead_of: None }, "it is seen to be one");
    let record = house.over_at(&table).await;
    assert!(record.contains("engine:Rook"), "{record}");
    assert!(!record.contains("weaker"), "the engine played all of its turns: {record}");
    assert!(!house.view(&table).await.seats[0].is_weaker);
    house.revoke("Rook").await;
    let (code, reason) = playing.await.expect("no panic");
    assert_eq!(code, 4401, "{reason}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_valid_tokens_connect() {
    let house = House::new(quick()).await;
    let token = house.token("Rook", None).await;
    let brief = house.token("Brief", Some(1)).await;
    let table = house.site.table().await;
    until("the token has expired", async || house.connect(&brief).await.is_err()).await;
    for wrong in ["", "nonsense", &brief, &table.token, &token[..token.len() - 1]] {
        assert_eq!(refused(house.connect(wrong).await), StatusCode::UNAUTHORIZED, "{wrong}");
    }
    let plain = house.site.get("/engine").await;
    plain.problem(StatusCode::UNAUTHORIZED, ProblemCode::BadToken);
    // The token of an engine holds no seat.
    let path = format!("/api/tables/{}", table.table);
    let view = house.site.ask(axum::http::Method::GET, &path).token(&token).send().await;
    view.problem(StatusCode::UNAUTHORIZED, ProblemCode::BadToken);
    let mut engine = house.engine(&token).await;
    house.revoke("Rook").await;
    assert_eq!(engine.end().await.0, 4401);
    assert_eq!(refused(house.connect(&token).await), StatusCode::UNAUTHORIZED);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_connected_engines_are_invited() {
    let house = House::new(patient()).await;
    let token = house.token("Rook", None).await;
    let new = |level: &str, rules: &str| {
        let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "bot", "level": level }]);
        json!({ "game": "land", "rules": rules, "seats": seats })
    };
    let post = async |new: Value| house.site.post("/api/tables", &new).await;
    for level in ["engine:Rook", "engine:", "engine:Pawn"] {
        let answer = post(new(level, "base")).await;
        answer.problem(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::BadSetup);
    }
    let mut engine = house.connect(&token).await.expect("a connection");
    assert_eq!(engine.hear().await.as_deref(), Ok("hello 1"));
    engine.say("name mine\nplays land seats=2..2 rules=base\nready 1").await;
    let invited = async || post(new("engine:Rook", "base")).await.status == StatusCode::CREATED;
    until("it can be invited", invited).await;
    let answer = post(new("engine:Rook", "base,fields")).await;
    answer.problem(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::BadSetup);
    let ann = json!({ "game": "land", "rules": "base", "seats": [
        { "kind": "me", "name": "R00k" }, { "kind": "bot", "level": "engine:Rook" }] });
    post(ann).await.problem(StatusCode::CONFLICT, ProblemCode::NameTaken);
    let ann = json!({ "game": "land", "rules": "base", "seats": [
        { "kind": "me", "name": "engine:Ann" }, { "kind": "bot", "level": "easy" }] });
    post(ann).await.problem(StatusCode::CONFLICT, ProblemCode::NameTaken);

    // The creator of an open table invites it like a bot.
    let open = house.site.open_table().await;
    let path = format!("/api/tables/{}/do", open.table);
    let set = json!({ "id": "1", "command":
        { "kind": "set_bot", "seat": 1, "level": "engine:Rook" } });
    let asking = house.site.ask(axum::http::Method::POST, &path);
    asking.token(&open.token).json(&set).send().await.ok();
    assert!(matches!(&house.view(&open).await.seats[1].who,
        Occupant::Bot { level, .. } if level == "engine:Rook"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_revoked_engine_is_replaced_in_the_middle_of_a_game() {
    let house = House::new(patient()).await;
    let token = house.token("Rook", None).await;
    let mut engine = house.engine(&token).await;
    let table = house.table("Rook").await;
    engine.play_until(5).await;
    let before = house.revision(&table).await;
    house.revoke("Rook").await;
    let (code, reason) = engine.end().await;
    assert_eq!((code, reason.starts_with("revoked")), (4401, true), "{reason}");
    let record = house.over_at(&table).await;
    assert!(record.contains("weaker"), "a bot played on: {record}");
    assert!(house.revision(&table).await > before && before > 2, "no move was lost");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_new_token_does_not_revive_connections_of_the_old_one() {
    let house = House::new(patient()).await;
    let token = house.token("Rook", None).await;
    let mut engine = house.engine(&token).await;
    // Another process revokes the token and issues a new one, which this one sees as one change.
    let store = house.site.store.engines().expect("accounts");
    let known = store.engines().await.expect("readable").remove(0);
    assert!(store.revoke_engine("Rook", known.created + 1).await.expect("writable"));
    let other = StoredEngine { token: "0".repeat(64), created: known.created + 2, ..known };
    assert!(store.add_engine(other).await.expect("writable"));
    let (code, reason) = engine.end().await;
    assert_eq!(code, 4401, "{reason}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_removed_engine_is_disconnected_and_its_name_is_free() {
    let house = House::new(quick()).await;
    let token = house.token("Rook", None).await;
    let mut engine = house.engine(&token).await;
    house.admin(AdminRequest::RemoveEngine { name: "Rook".to_owned() }).await;
    assert_eq!(engine.end().await.0, 4401);
    assert_eq!(refused(house.connect(&token).await), StatusCode::UNAUTHORIZED);
    house.token("Rook", None).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_latest_connection_of_a_token_plays() {
    let house = House::new(patient()).await;
    let token = house.token("Rook", None).await;
    let mut first = house.engine(&token).await;
    let table = house.table("Rook").await;
    first.play_until(3).await;
    let second = house.engine(&token).await.play();
    let (code, reason) = first.end().await;
    assert_eq!(code, 4409, "{reason}");
    let record = house.over_at(&table).await;
    assert!(!record.contains("weaker"), "the second one went on: {record}");
    second.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn answers_without_a_question_change_nothing() {
    let house = House::new(patient()).await;
    let (rook, pawn) = (house.token("Rook", None).await, house.token("Pawn", None).await);
    let mut idle = house.engine(&pawn).await;
    let mut engine = house.engine(&rook).await;
    let table = house.table("Rook").await;
    engine.play_until(1).await;
    // Another engine answers in its place, and is told what it did.
    let before = house.view(&table).await;
    for _ in 0..4 {
        idle.say("move P1,0r0").await;
        let error = idle.error().await;
        assert!(error.starts_with("unasked: 'move P1,0r0'"), "{error}");
    }
    idle.say("ok").await;
    let (code, reason) = idle.end().await;
    assert_eq!(code, 4400, "{reason}");
    assert_eq!(house.view(&table).await.seq, before.seq);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_illegal_move_costs_the_turn_but_not_the_connection() {
    let house = House::new(patient()).await;
    let token = house.token("Rook", None).await;
    let mut engine = house.engine(&token).await;
    let table = house.table("Rook").await;
    for (at, bad) in [(1, "move P99,99r0"), (2, "move banana"), (3, "error I give up")] {
        // A turn has at most two actions, so that one is played between two bad ones.
        engine.asked = 0;
        engine.play_until(3).await;
        engine.say(bad).await;
        let error = engine.error().await;
        let code = if at == 3 { "refused" } else { "illegal" };
        assert!(error.starts_with(code), "{error}");
    }
    let playing = engine.play();
    let record = house.over_at(&table).await;
    assert!(record.contains("weaker"), "a bot played three turns: {record}");
    assert!(!playing.is_finished(), "the engine played the others");
    playing.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_that_fails_again_and_again_is_not_asked_any_more() {
    let house = House::new(patient()).await;
    let token = house.token("Rook", None).await;
    let mut engine = house.engine(&token).await;
    let table = house.table("Rook").await;
    for _ in 0..3 {
        engine.asked = 0;
        engine.play_until(1).await;
        engine.say("move banana").await;
        assert!(engine.error().await.starts_with("illegal"));
    }
    // It gets no further question until the end of this game, and then those of another one.
    let record = house.over_at(&table).await;
    assert!(record.contains("weaker"), "a bot played on: {record}");
    assert!(house.view(&table).await.seats[0].is_weaker, "and people see that it does");
    let next = house.table("Rook").await;
    let line = engine.hear().await.expect("a line");
    assert!(line.starts_with("game"), "{line}");
    engine.answer(&line).await;
    let playing = engine.play();
    let record = house.over_at(&next).await;
    assert!(!record.contains("weaker"), "it plays the next game: {record}");
    playing.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_has_a_deadline_whatever_the_engine_does() {
    let deadline = Duration::from_millis(300);
    let house = House::new(EngineOptions { deadline, ..patient() }).await;
    let tokens = [house.token("Silent", None).await, house.token("Away", None).await];
    let mut silent = house.engine(&tokens[0]).await;
    let mut away = house.engine(&tokens[1]).await;
    let tables = [house.table("Silent").await, house.table("Away").await];
    silent.play_until(3).await;
    away.play_until(3).await;
    // One does not answer; the other disconnects, and the table would wait for its return.
    drop(away);
    for table in &tables {
        let record = house.over_at(table).await;
        assert!(record.contains("weaker"), "a bot played on: {record}");
    }
    drop(silent);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_plays_at_a_limited_number_of_tables() {
    let house = House::new(EngineOptions { tables: 2, ..patient() }).await;
    let token = house.token("Rook", None).await;
    let mut engine = house.engine(&token).await;
    let tables = [house.table("Rook").await, house.table("Rook").await];
    let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "bot", "level": "engine:Rook" }]);
    let new = json!({ "game": "land", "rules": "base", "seats": seats });
    let third = house.site.post("/api/tables", &new).await;
    let told = third.problem(StatusCode::SERVICE_UNAVAILABLE, ProblemCode::Busy);
    assert!(told.message.contains("Rook plays at 2 tables"), "{told:?}");
    let open = house.site.open_table().await;
    let set = json!({ "id": "1", "command":
        { "kind": "set_bot", "seat": 1, "level": "engine:Rook" } });
    let path = format!("/api/tables/{}/do", open.table);
    let asking = house.site.ask(axum::http::Method::POST, &path).token(&open.token).json(&set);
    asking.send().await.problem(StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::BadSetup);
    engine.play_until(1).await;
    engine.answer("go").await;
    let playing = engine.play();
    for table in &tables {
        house.over_at(table).await;
    }
    house.site.post("/api/tables", &new).await.is(StatusCode::CREATED);
    playing.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn silence_and_nonsense_end_the_connection_and_not_the_game() {
    let house = House::new(quick()).await;
    let long = "x".repeat(70_000);
    let flood = "info nodes 1\n".repeat(1_200);
    let cases: [(&str, Option<&str>, u16); 5] = [
        ("Silent", None, 4408),
        ("Garbler", Some("I am a teapot"), 4400),
        ("Wrong", Some("ready 1"), 4400),
        ("Long", Some(&long), 1009),
        ("Flood", Some(&flood), 4429),
    ];
    for (name, said, expected) in cases {
        let token = house.token(name, None).await;
        let mut engine = house.engine(&token).await;
        let table = house.table(name).await;
        engine.play_until(3).await;
        if let Some(said) = said {
            engine.say(said).await;
        }
        let (code, reason) = engine.end().await;
        assert_eq!(code, expected, "{name}: {reason}");
        let record = house.over_at(&table).await;
        assert!(record.contains("weaker"), "{name}: a bot played on: {record}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_without_a_meaning_are_limited() {
    let house = House::new(patient()).await;
    let ping = Message::Ping(Vec::new().into());
    let (empty, comment) = (Message::text(""), Message::text("# thinking"));
    for (name, message) in [("Pinger", ping), ("Empty", empty), ("Commenter", comment)] {
        let token = house.token(name, None).await;
        let mut engine = house.engine(&token).await;
        for _ in 0..=1_000 {
            engine.socket.send(message.clone()).await.expect("the server reads");
        }
        let (code, reason) = engine.end().await;
        assert_eq!(code, 4429, "{name}: {reason}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bad_greeting_ends_the_connection() {
    let config = HttpConfig { hello: Duration::from_millis(300), ..HttpConfig::default() };
    let site = Site::with(config).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address");
    let router = site.router.clone();
    tokio::spawn(async move { axum::serve(listener, router).await });
    let house = House { site, address, scratch: Scratch::new("unused").expect("a folder") };
    let token = house.token("Rook", None).await;
    for (said, expected) in
        [(None, 4408), (Some("ready 2"), 4400), (Some("GET / HTTP/1.1"), 4400), (Some("ok"), 4400)]
    {
        let mut engine = house.connect(&token).await.expect("a connection");
        if let Some(said) = said {
            engine.say(said).await;
        }
        assert_eq!(engine.end().await.0, expected, "{said:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_that_reconnects_goes_on() {
    let house = House::new(patient()).await;
    let token = house.token("Rook", None).await;
    let mut engine = house.engine(&token).await;
    let table = house.table("Rook").await;
    for _ in 0..3 {
        engine.play_until(4).await;
        drop(engine);
        engine = house.engine(&token).await;
    }
    let playing = engine.play();
    let record = house.over_at(&table).await;
    assert!(!record.contains("weaker"), "it played all of its turns: {record}");
    playing.abort();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_engine_goes_on_after_a_restart_of_the_server() {
    let house = House::new(patient()).await;
    let token = house.token("Rook", None).await;
    let mut engine = house.engine(&token).await;
    let table = house.table("Rook").await;
    engine.play_until(5).await;
    let before = house.site.get(&format!("/api/tables/{}/record", table.table)).await.ok().text();
    let house = house.restart(patient()).await;
    let (code, reason) = engine.end().await;
    assert_eq!(code, 1012, "{reason}");
    let playing = house.engine(&token).await.play();
    let record = house.over_at(&table).await;
    let moves = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with('D'));
        lines.map(str::to_owned).collect()
    };
    let (before, after) = (moves(&before), moves(&record));
    assert!(before.len() > 1 && after.len() > before.len(), "{record}");
    assert_eq!(before[..before.len() - 1], after[..before.len() - 1], "no move was lost");
    assert!(!record.contains("weaker"), "the engine went on: {record}");
    playing.abort();
}
