//! Tests of other programs that access the database file of a running server.

use std::process::Command as Process;

use bastide_protocol::TableView;
use bastide_testing::{Scratch, Server, http};

use crate::client::TestClient;
use crate::{hot_seat, make, program};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_second_server_is_refused_even_without_the_lock_file() {
    let scratch = Scratch::new("second").expect("room");
    let mut server = Server::on_file(program(), scratch.path()).expect("a port");
    server.start().await.expect("it starts");
    std::fs::remove_file(scratch.join("bastide.db.lock")).expect("it is there");
    let link = Scratch::new("link").expect("room");
    std::os::unix::fs::symlink(scratch.join("bastide.db"), link.join("bastide.db"))
        .expect("a link");
    for directory in [scratch.path(), link.path()] {
        let mut second = Process::new(program());
        second.args(["serve", "--listen", "127.0.0.1:0", "--data-dir"]).arg(directory);
        let output = second.output().expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && said.contains("in use by another process"), "{said}");
    }
    let mut backup = Process::new(program());
    backup.arg("backup").arg(scratch.join("copy.db")).arg("--data-dir").arg(scratch.path());
    let output = backup.output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Another program that opens and closes the file must not close it as the last connection: it
/// would remove the write-ahead log, and all later writes of the server would be lost with the
/// process.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_program_that_reads_the_file_loses_nothing() {
    let scratch = Scratch::new("look").expect("room");
    let mut server = Server::on_file(program(), scratch.path()).expect("a port");
    server.start().await.expect("it starts");
    let at = server.address();
    let seated = make(at, &hot_seat()).await.expect("a table");
    let other = rusqlite::Connection::open(scratch.join("bastide.db")).expect("it opens");
    let count: i64 =
        other.query_row("select count(*) from fact", [], |row| row.get(0)).expect("it reads");
    assert!(count > 0);
    other.close().expect("it closes");
    assert!(scratch.join("bastide.db-wal").exists(), "the log of the server is still there");
    let mut client = TestClient::connect_seated(at, &seated).await;
    let command = client.nth_move(0).expect("our turn");
    let done = client.act(command).await.expect("saved");
    server.kill();
    server.start().await.expect("it starts again");
    let path = format!("/api/tables/{}", seated.table);
    let view: TableView = http::get(at, &path, None).await.expect("the table");
    assert_eq!(view.seq, done.seq, "what was acknowledged is there");
}
