//! Tests of the server as a separate process: crashes, races, floods and invalid input.

mod admin;
mod client;
#[cfg(unix)]
mod drain;
mod durable;
mod engines;
#[cfg(unix)]
mod file;
mod frames;
mod full;
mod hostile;
mod leases;
mod once;
mod player;
mod requests;
mod slow;
#[cfg(unix)]
mod tls;
mod verify;

use std::io;
use std::net::SocketAddr;
use std::path::Path;

use bastide_protocol::{FirstSeat, NewTable, SeatPlan, Seated};
use bastide_testing::{Cluster, Scratch, Server, http};

/// Returns the path of the program under test.
fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_bastide"))
}

/// Starts a server with an SQLite database in a temporary directory.
async fn on_file() -> (Server, Scratch) {
    let scratch = Scratch::new("data").expect("room");
    let mut server = Server::on_file(program(), scratch.path()).expect("a port");
    server.start().await.expect("it starts");
    (server, scratch)
}

/// Starts a server with an SQLite database and the default limits for unknown clients.
async fn for_strangers() -> (Server, Scratch) {
    let scratch = Scratch::new("data").expect("room");
    let directory = scratch.path().to_string_lossy();
    let mut server = Server::new(program(), &["--data-dir", &directory]).expect("a port");
    server.start().await.expect("it starts");
    (server, scratch)
}

/// Starts several servers with one PostgreSQL database.
async fn on_postgres(count: usize) -> Vec<Server> {
    let database = Cluster::shared().database().await.expect("a database");
    let mut servers = Vec::new();
    for _ in 0..count {
        let mut server = Server::on_postgres(program(), &database).expect("a port");
        server.start().await.expect("it starts");
        servers.push(server);
    }
    servers
}

/// Returns a new table of the base game with these seats; the first seat begins.
fn table(seats: Vec<SeatPlan>) -> NewTable {
    NewTable { first: FirstSeat::Seat { seat: 0 }, ..NewTable::new("base,fields", seats) }
}

/// Returns a seat for the creator of the table.
fn me(name: &str) -> SeatPlan {
    SeatPlan::Me { name: name.to_owned() }
}

/// Returns a new table for two players who share one client.
fn hot_seat() -> NewTable {
    table(vec![me("Ann"), me("Ben")])
}

/// Creates a table.
async fn make(server: SocketAddr, new: &NewTable) -> io::Result<Seated> {
    http::post(server, "/api/tables", None, new).await
}
