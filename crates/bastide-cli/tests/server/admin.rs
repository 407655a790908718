//! Tests of `bastide admin` with and without a running server.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Command;

use bastide_protocol::{ProblemCode, ServerMsg};
use bastide_testing::http::Request;
use bastide_testing::{Cluster, Dial, Server, Socket, hello, until};
use serde_json::{Value, json};

use crate::{hot_seat, make, me, on_file, program, table};

/// Result of a run of `bastide admin`.
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

impl Ended {
    #[track_caller]
    fn ok(self) -> Value {
        assert_eq!(self.code, Some(0), "{}{}", self.out, self.err);
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error} in {}", self.out))
    }

    #[track_caller]
    fn fails(&self, code: i32, text: &str) {
        assert_eq!(self.code, Some(code), "{}{}", self.out, self.err);
        assert!(self.err.contains(text), "{}", self.err);
    }
}

/// Location of the tables, as flags.
struct Location(Vec<String>);

impl Location {
    fn file(directory: &Path) -> Location {
        Location(vec!["--data-dir".to_owned(), directory.display().to_string()])
    }

    fn postgres(url: &str) -> Location {
        Location(vec!["--database".to_owned(), url.to_owned()])
    }

    async fn admin(&self, words: &[&str]) -> Ended {
        let mut command = Command::new(program());
        command.args(["admin", "--json"]).args(&self.0).args(words);
        command.env_remove("BASTIDE_DATA_DIR").env_remove("BASTIDE_DATABASE");
        command.stdin(std::process::Stdio::null());
        let output = tokio::task::spawn_blocking(move || command.output()).await;
        let output = output.expect("no panic").expect("it runs");
        Ended {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// Returns a loopback address that differs from that of other clients.
fn other() -> Option<SocketAddr> {
    Some("127.0.0.9:0".parse().expect("an address"))
}

async fn status_from_other(server: SocketAddr) -> u16 {
    Request::get("/api/bots").send_from(server, other()).await.expect("an answer").status
}

/// Waits for the message with the reason for closing a socket.
async fn closing(socket: &mut Socket) -> ProblemCode {
    let closing = socket.await_msg(|message| match message {
        ServerMsg::Closing { problem, retry_after: None } => Some(problem.code),
        _ => None,
    });
    closing.await.expect("it is told why")
}

async fn watch(server: SocketAddr, table: &str, from: Option<SocketAddr>) -> Socket {
    let dial = Dial { from, ..Dial::default() };
    let mut socket = Socket::open(server, dial).await.expect("a socket");
    socket.say(&hello(table, None, None)).await.expect("it reads");
    let welcome =
        socket.await_msg(|message| matches!(message, ServerMsg::Welcome { .. }).then_some(()));
    welcome.await.expect("a welcome");
    socket
}

/// Tests everything that does not need a second server.
async fn moderate(server: SocketAddr, place: &Location) {
    let open = bastide_protocol::SeatPlan::Open;
    let game = make(server, &hot_seat()).await.expect("a table").table;
    let waiting = make(server, &table(vec![me("Ann"), open])).await.expect("a table").table;

    let list = place.admin(&["list"]).await.ok();
    assert_eq!(list["of"], 2, "{list}");
    let playing = place.admin(&["list", "--stage", "playing", "--min-facts", "2"]).await.ok();
    assert_eq!(playing["tables"][0]["table"], game.as_str(), "{playing}");
    assert_eq!(playing["tables"][0]["seats"], json!(["Ann", "Ben"]));
    for none in [["--older-than", "1h"], ["--min-facts", "900"]] {
        assert_eq!(place.admin(&["list", none[0], none[1]]).await.ok()["of"], 0, "{none:?}");
    }
    assert_eq!(place.admin(&["list", "--damaged"]).await.ok()["of"], 0);
    place.admin(&["list", "--stage", "lost"]).await.fails(2, "invalid value");
    let show = place.admin(&["show", &game]).await.ok();
    assert_eq!((&show["kinds"]["made"], &show["kinds"]["began"]), (&json!(1), &json!(1)), "{show}");
    place.admin(&["show", "aaaaaaaaaaaa"]).await.fails(1, "no such table");
    place.admin(&["show", "../../etc"]).await.fails(1, "12 letters");

    let none = place.admin(&["engines"]).await.ok();
    assert_eq!(none, json!({ "engines": [] }));
    let added = place.admin(&["add-engine", " Rook ", "--note", "by Ann"]).await.ok();
    let token = added["token"].as_str().expect("a token").to_owned();
    assert!(token.starts_with("bastide-engine-") && token.len() > 64, "{token}");
    assert_eq!(
        (&added["engine"]["name"], &added["engine"]["is_valid"]),
        (&json!("Rook"), &json!(true))
    );
    place.admin(&["add-engine", "Rook"]).await.fails(2, "revoke it first");
    place.admin(&["add-engine", "R00K"]).await.fails(2, "too similar");
    place.admin(&["add-engine", "master"]).await.fails(2, "too similar to that of a bot");
    place.admin(&["add-engine", "a\u{202e}b"]).await.fails(2, "invalid name");
    place.admin(&["add-engine", "Brief", "--for", "0h"]).await.fails(2, "invalid duration");
    let listed = place.admin(&["engines"]).await;
    assert!(!listed.out.contains(&token), "tokens are not stored");
    assert_eq!(listed.ok()["engines"][0]["note"], "by Ann");
    assert_eq!(place.admin(&["revoke-engine", "Rook"]).await.ok()["done"], true);
    place.admin(&["revoke-engine", "Rook"]).await.fails(1, "no engine Rook");
    assert_eq!(place.admin(&["engines"]).await.ok()["engines"][0]["is_valid"], false);
    assert_ne!(place.admin(&["add-engine", "Rook"]).await.ok()["token"], token.as_str());
    place.admin(&["remove-engine", "Rook"]).await.fails(2, "not a terminal");
    assert_eq!(place.admin(&["remove-engine", "Rook", "--yes"]).await.ok()["done"], true);
    assert_eq!(place.admin(&["engines"]).await.ok(), json!({ "engines": [] }));
    place.admin(&["remove-engine", "Rook", "--yes"]).await.fails(1, "no engine Rook");

    // A ban closes the open sockets of its network and no others.
    let mut banned = watch(server, &game, other()).await;
    let mut spared = watch(server, &game, None).await;
    assert_eq!(status_from_other(server).await, 200);
    let ban = place.admin(&["ban", "127.0.0.9/32", "--for", "7d", "--reason", "spam"]).await.ok();
    assert_eq!(ban["net"], "127.0.0.9/32");
    assert_eq!(closing(&mut banned).await, ProblemCode::Banned);
    assert_eq!(status_from_other(server).await, 403);
    assert_eq!(place.admin(&["bans"]).await.ok()["bans"][0]["reason"], "spam");
    place.admin(&["ban", "0.0.0.0/0"]).await.fails(2, "too wide");
    place.admin(&["ban", "127.0.0.9", "--for", "soon"]).await.fails(2, "7d");
    place.admin(&["unban", "127.0.0.9"]).await.ok();
    place.admin(&["unban", "127.0.0.9"]).await.fails(1, "not banned");
    until("the ban is lifted", async || status_from_other(server).await == 200).await;

    // Clients that watch a table are notified when it is closed or deleted.
    place.admin(&["close", &game, "--reason", "abuse"]).await.fails(2, "not a terminal");
    place.admin(&["close", &game, "--yes", "--reason", ""]).await.fails(2, "invalid reason");
    place.admin(&["close", &game, "--yes", "--reason", "abuse"]).await.ok();
    assert_eq!(closing(&mut spared).await, ProblemCode::TableClosed);
    assert_eq!(place.admin(&["show", &game]).await.ok()["closed"], "abuse");
    let mut watcher = watch(server, &waiting, None).await;
    place.admin(&["delete", &waiting]).await.fails(2, "not a terminal");
    place.admin(&["delete", &waiting, "--yes"]).await.ok();
    assert_eq!(closing(&mut watcher).await, ProblemCode::NoSuchTable);
    place.admin(&["delete", &waiting, "--yes"]).await.fails(1, "no table");
    let gone = Request::get(&format!("/api/tables/{waiting}")).send(server).await;
    assert_eq!(gone.expect("an answer").status, 404);

    let body = json!({ "whom": { "kind": "seat", "seat": 1 }, "reason": "rude" }).to_string();
    let path = format!("/api/tables/{game}/reports");
    let taken = Request::post(&path, body.as_bytes()).send(server).await.expect("an answer");
    assert_eq!(taken.status, 201, "{}", taken.text());
    let reports = place.admin(&["reports", "--table", &game]).await.ok();
    assert_eq!(reports["reports"][0]["name"], "Ben", "{reports}");
    let id = reports["reports"][0]["id"].to_string();
    place.admin(&["reports", "--resolve", &id]).await.ok();
    place.admin(&["reports", "--resolve", &id]).await.fails(1, "no report");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_operator_moderates_through_the_socket_and_the_database() {
    let (mut server, scratch) = on_file().await;
    let place = Location::file(scratch.path());
    moderate(server.address(), &place).await;
    use std::os::unix::fs::PermissionsExt as _;
    let socket = scratch.path().join("admin.sock");
    let mode = std::fs::metadata(&socket).expect("a socket").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    // A killed server leaves its socket file behind; the tables are then opened directly.
    server.kill();
    assert!(socket.exists(), "a killed server does not delete it");
    assert_eq!(place.admin(&["list"]).await.ok()["of"], 1);
    place.admin(&["ban", "127.0.0.9"]).await.ok();
    server.start().await.expect("it starts");
    assert_eq!(status_from_other(server.address()).await, 403, "bans are kept");
    let (status, _) = server.stop().await.expect("it ends");
    assert_eq!(status.code(), Some(0), "it ended by itself: {status}");
    assert!(!socket.exists(), "it is deleted");
    let empty = bastide_testing::Scratch::new("none").expect("room");
    Location::file(empty.path()).admin(&["list"]).await.fails(2, "no tables");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn servers_that_share_a_database_apply_operator_commands() {
    let database = Cluster::shared().database().await.expect("a database");
    let mut servers = Vec::new();
    for _ in 0..2 {
        let mut server = Server::on_postgres(program(), &database).expect("a port");
        server.start().await.expect("it starts");
        servers.push(server);
    }
    let place = Location::postgres(&database);
    moderate(servers[0].address(), &place).await;
    let game = make(servers[0].address(), &hot_seat()).await.expect("a table").table;
    let mut sockets = Vec::new();
    for server in &servers {
        sockets.push(watch(server.address(), &game, other()).await);
    }
    place.admin(&["ban", "127.0.0.0/28"]).await.ok();
    for socket in &mut sockets {
        assert_eq!(closing(socket).await, ProblemCode::Banned);
    }
    place.admin(&["unban", "127.0.0.0/28"]).await.ok();
    for server in &servers {
        let address = server.address();
        until("the ban is lifted", async || status_from_other(address).await == 200).await;
    }
    let mut sockets = Vec::new();
    for server in &servers {
        sockets.push(watch(server.address(), &game, None).await);
    }
    place.admin(&["delete", &game, "--yes"]).await.ok();
    for socket in &mut sockets {
        assert_eq!(closing(socket).await, ProblemCode::NoSuchTable);
    }
    let wrong = Location::postgres("mysql://host/x").admin(&["list"]).await;
    wrong.fails(2, "not a PostgreSQL URL");
}
