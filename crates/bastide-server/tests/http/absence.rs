//! A bot never replaces a connected player: over real WebSockets, to one process and to two that
//! share a database.

use std::net::SocketAddr;
use std::time::Duration;

use axum::http::{Method, StatusCode};
use bastide_protocol::{Command, Occupant, ProblemCode, Proposal, Seated, ServerMsg, TableView};
use bastide_server::HubOptions;
use bastide_server::http::{HttpConfig, RateLimits};
use bastide_server::store::Location;
use bastide_testing::{Cluster, Scratch, Socket};
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::support::Site;

/// A listening process.
struct Process {
    site: Site,
    address: SocketAddr,
}

impl Process {
    async fn new(location: &Location, options: HubOptions) -> Process {
        let config = HttpConfig { rate_limits: RateLimits::Off, ..HttpConfig::default() };
        let site = Site::over(location, config, options).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("an address");
        let router = site.router.clone();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Process { site, address }
    }

    /// Starts a game of Ann, who created the table, and Ben.
    async fn game(&self, clock: &Value) -> (Seated, Seated) {
        let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "open" }]);
        let new = json!({ "game": "land", "rules": "base", "seats": seats, "clock": clock,
            "first": { "kind": "seat", "seat": 0 }, "stand_in": "hard" });
        let ann: Seated = self.site.post("/api/tables", &new).await.is(StatusCode::CREATED).read();
        let path = format!("/api/tables/{}/seats", ann.table);
        let ben = self.site.post(&path, &json!({ "name": "Ben" })).await;
        (ann, ben.is(StatusCode::CREATED).read())
    }

    async fn view(&self, table: &str) -> TableView {
        self.site.get(&format!("/api/tables/{table}")).await.ok().read()
    }

    /// Waits until the view satisfies a condition, and returns it.
    async fn view_when(&self, table: &str, is_so: impl Fn(&TableView) -> bool) -> TableView {
        for _ in 0..12_000 {
            let view = self.view(table).await;
            if is_so(&view) {
                return view;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the table never gets there");
    }

    async fn connect(&self, seated: &Seated) -> Socket {
        let token = Some(seated.token.as_str());
        let mut socket =
            Socket::hello(self.address, &seated.table, token, None).await.expect("a socket");
        let welcome = |message| matches!(message, ServerMsg::Welcome { .. }).then_some(());
        socket.await_msg(welcome).await.expect("a welcome");
        socket
    }
}

/// Proposes a bot for seat 1 and returns the code of the rejection.
async fn propose(socket: &mut Socket, id: &str) -> ProblemCode {
    let what = Proposal::Bot { seat: 1, level: "beginner".to_owned() };
    socket.command(id, Command::Propose { seat: 0, what }).await.expect("sent");
    let refused = socket.await_msg(|message| match message {
        ServerMsg::Refused { problem, .. } => Some(problem.code),
        ServerMsg::Done { .. } => panic!("a bot took the seat of a person"),
        _ => None,
    });
    refused.await.expect("an answer")
}

fn is_person(view: &TableView, seat: usize) -> bool {
    matches!(view.seats[seat].who, Occupant::Person { .. })
}

fn is_away(view: &TableView) -> bool {
    view.seats[1].away.is_some()
}

fn sqlite(scratch: &Scratch) -> Location {
    Location::Sqlite(scratch.join("bastide.db"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connected_player_is_not_replaced() {
    let scratch = Scratch::new("absence").expect("room");
    let grace = Some(Duration::from_millis(200));
    let options = HubOptions { absence_grace: grace, ..HubOptions::default() };
    let process = Process::new(&sqlite(&scratch), options).await;
    let (ann, ben) = process.game(&Value::Null).await;
    let mut anns = process.connect(&ann).await;
    let bens = process.connect(&ben).await;
    for id in ["a", "b", "c"] {
        assert_eq!(propose(&mut anns, id).await, ProblemCode::NotAway);
    }
    let view = process.view(&ann.table).await;
    assert!(is_person(&view, 1) && !is_away(&view), "nothing is recorded");
    assert_eq!(view.stand_in, "hard");

    // One of two connections is closed: still connected.
    let second = process.connect(&ben).await;
    bens.close().await;
    assert_eq!(propose(&mut anns, "d").await, ProblemCode::NotAway);

    // The last connection is closed: the absence is recorded, but too recent.
    second.close().await;
    let view = process.view_when(&ann.table, is_away).await;
    let away = view.seats[1].away.expect("away");
    assert_eq!(away.bot_from - away.since, 5 * 60 * 1000);
    assert_eq!(propose(&mut anns, "e").await, ProblemCode::NotAway);
    assert!(is_person(&process.view(&ann.table).await, 1));

    // The player returns, which all clients are notified of.
    let bens = process.connect(&ben).await;
    process.view_when(&ann.table, |view| !is_away(view)).await;
    assert_eq!(propose(&mut anns, "f").await, ProblemCode::NotAway);
    bens.close().await;
    process.view_when(&ann.table, is_away).await;

    // A plain HTTP request of the player also ends the absence.
    let path = format!("/api/tables/{}", ann.table);
    process.site.ask(Method::GET, &path).token(&ben.token).send().await.ok();
    process.view_when(&ann.table, |view| !is_away(view)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_player_connected_to_another_process_is_not_replaced() {
    let url = Cluster::shared().database().await.expect("a database");
    let location = Location::Postgres(url);
    let grace = Some(Duration::from_millis(200));
    let options = || HubOptions { absence_grace: grace, ..HubOptions::default() };
    let one = Process::new(&location, options()).await;
    let other = Process::new(&location, options()).await;
    let (ann, ben) = one.game(&Value::Null).await;
    let mut anns = one.connect(&ann).await;
    let bens = other.connect(&ben).await;
    // The first process does not see Ben's connection. It records an absence that starts now, which
    // the other process corrects immediately.
    for id in ["a", "b", "c"] {
        assert_eq!(propose(&mut anns, id).await, ProblemCode::NotAway);
        one.view_when(&ann.table, |view| !is_away(view)).await;
        assert!(is_person(&one.view(&ann.table).await, 1));
    }
    // Ben is connected to both processes and disconnects from the first.
    let second = one.connect(&ben).await;
    second.close().await;
    assert_eq!(propose(&mut anns, "d").await, ProblemCode::NotAway);
    one.view_when(&ann.table, |view| !is_away(view)).await;
    // Both connections are closed: both processes agree.
    bens.close().await;
    one.view_when(&ann.table, is_away).await;
    other.view_when(&ann.table, is_away).await;
    assert_eq!(propose(&mut anns, "e").await, ProblemCode::NotAway);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_after_the_flag_needs_no_background_task() {
    let scratch = Scratch::new("flag").expect("room");
    let options = HubOptions { runs_background: false, ..HubOptions::default() };
    let process = Process::new(&sqlite(&scratch), options).await;
    let (ann, ben) = process.game(&json!({ "kind": "live", "seconds": 10, "increment": 0 })).await;
    let mut anns = process.connect(&ann).await;
    let view = process
        .view_when(&ann.table, |view| view.clock.as_ref().is_some_and(|clock| clock.left[0] == 0));
    let view = view.await;
    assert_eq!(view.game.to_act, Some(0), "no background task ends the game");
    let play = Command::Play { seat: 0, revision: view.revision, actions: vec![".".to_owned()] };
    anns.command("late", play).await.expect("sent");
    let refused = anns.await_msg(|message| match message {
        ServerMsg::Refused { problem, .. } => Some(problem.code),
        ServerMsg::Done { .. } => panic!("a move after the flag"),
        _ => None,
    });
    assert_eq!(refused.await.expect("an answer"), ProblemCode::OutOfTime);
    let path = format!("/api/tables/{}", ann.table);
    let view: TableView =
        process.site.ask(Method::GET, &path).token(&ben.token).send().await.ok().read();
    let winners = match view.phase {
        bastide_protocol::Phase::Over { winners, .. } => winners,
        other => panic!("{other:?}"),
    };
    assert_eq!(winners, [1]);
}
