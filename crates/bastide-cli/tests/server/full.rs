//! Tests of a disk that fills up: chat and new tables are refused early; on a full disk no command
//! is acknowledged that cannot be stored, reads continue, and the server recovers once there is
//! space.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command as Process;
use std::time::{Duration, Instant};

use bastide_protocol::{ClientMsg, Command, ProblemCode, ServerMsg, TableView};
use bastide_testing::http::{self, Request};
use bastide_testing::{PATIENCE, Scratch, Server, check_time};

use crate::client::TestClient;
use crate::{hot_seat, make, program};

/// A small in-memory file system, unmounted on drop.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Mounts a file system, which requires root; returns `None` for other users.
    fn mount(at: &Path, size: &str) -> Option<SmallDisk> {
        let status = fs::read_to_string("/proc/self/status").expect("Linux");
        let is_root = status.lines().any(|line| line.starts_with("Uid:\t0\t"));
        if !is_root {
            bastide_testing::skip(
                "a full disk needs a small file system, which only root may mount",
                "run the tests as root",
            );
            return None;
        }
        fs::create_dir(at).expect("a directory");
        let mut mount = Process::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size},mode=700"), "tmpfs"]).arg(at);
        let mounted = mount.status().expect("mount is installed");
        assert!(mounted.success(), "root cannot mount a tmpfs here: nothing would be tested");
        Some(SmallDisk(at.to_owned()))
    }

    /// Fills all free space.
    fn fill(&self) {
        let (mut ballast, mut piece) = (Vec::new(), vec![7; 64 << 10]);
        while !piece.is_empty() {
            ballast.extend_from_slice(&piece);
            let mut is_full = false;
            // The server may use the space of the failed attempt, so a second one can fail as well.
            while fs::write(self.0.join("ballast"), &ballast).is_err() {
                is_full = true;
                assert!(ballast.len() > piece.len(), "another file fills the disk");
                ballast.truncate(ballast.len() - piece.len());
            }
            if is_full {
                piece.truncate(piece.len() / 2);
            }
        }
    }

    /// Uses up `bytes` bytes.
    fn take(&self, bytes: usize) {
        fs::write(self.0.join("ballast"), vec![7; bytes]).expect("there is room");
    }

    /// Frees the space.
    fn clear(&self) {
        fs::remove_file(self.0.join("ballast")).expect("it was there");
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // Lazy unmount: it takes effect once all open files are closed.
        let _ = Process::new("umount").arg("-l").arg(&self.0).status();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_is_reported_and_survived() {
    let scratch = Scratch::new("disk").expect("room");
    let Some(disk) = SmallDisk::mount(&scratch.join("small"), "3m") else { return };
    let directory = disk.0.to_string_lossy();
    // Without a reserve, so that the disk becomes completely full.
    let arguments = ["--data-dir", &directory, "--rate-limits", "off", "--min-free-space", "0"];
    let mut server = Server::new(program(), &arguments).expect("a port");
    server.start().await.expect("it starts");
    let at = server.address();
    let seated = make(at, &hot_seat()).await.expect("a table");
    let mut client = TestClient::connect_seated(at, &seated).await;
    let command = client.nth_move(0).expect("our turn");
    client.act(command).await.expect("there is room");
    let path = format!("/api/tables/{}", seated.table);

    disk.fill();
    // Writes that fit into the rest of a page still succeed.
    let mut kept = client.seq;
    let refused = loop {
        match client.act(Command::Say { text: "x".repeat(300) }).await {
            Ok(done) => kept = done.seq,
            Err(problem) => break problem,
        }
        assert!(kept < 10_000, "the disk is never full");
    };
    assert_eq!(refused.code, ProblemCode::NotSaved, "{refused:?}");
    let ready = Request::get("/readyz").send(at).await.expect("an answer");
    assert_eq!(ready.status, 503, "health is red: {}", ready.text());
    assert!(ready.text().contains("full"), "and says why: {}", ready.text());
    let alive = Request::get("/healthz").send(at).await.expect("an answer");
    assert_eq!(alive.status, 200, "it need not be started again");
    let view: TableView = http::get(at, &path, None).await.expect("reading goes on");
    assert_eq!(view.seq, kept, "what was refused is not there");
    let made = make(at, &hot_seat()).await.expect_err("no new tables");
    assert!(made.to_string().contains("server/not_saved"), "{made}");
    let command = client.nth_move(0).expect("still our turn");
    let say = ClientMsg::Do { id: "again".to_owned(), command };
    client.socket.say(&say).await.expect("sent");
    let answer = |message| match message {
        ServerMsg::Done { id, done } if id == "again" => Some(Ok(done)),
        ServerMsg::Refused { id, problem } if id == "again" => Some(Err(problem)),
        _ => None,
    };
    let first = client.socket.await_msg(answer).await.expect("an answer");
    assert_eq!(first.expect_err("no room").code, ProblemCode::NotSaved);

    disk.clear();
    let begun = Instant::now();
    server.ready().await.expect("it notices that there is room");
    check_time("recovery from a full disk", begun.elapsed(), Duration::from_secs(8));
    // The same command with the same id now succeeds.
    client.socket.say(&say).await.expect("sent");
    let second = client.socket.await_msg(answer).await.expect("an answer").expect("room");
    assert_eq!(second.seq, kept + 1);
    // Everything survives a crash.
    server.kill();
    server.start().await.expect("it starts again");
    let view: TableView = http::get(at, &path, None).await.expect("the table");
    assert_eq!(view.seq, kept + 1);
    assert!(!server.log().contains("panicked"), "{}", server.log());
    drop(server);
}

/// Waits until the readiness text matches `wanted`; the status must always be 200.
async fn degraded(at: std::net::SocketAddr, wanted: impl Fn(&str) -> bool) {
    let begun = Instant::now();
    loop {
        let ready = Request::get("/readyz").send(at).await.expect("an answer");
        assert_eq!(ready.status, 200, "running games go on: {}", ready.text());
        if wanted(&ready.text()) {
            return;
        }
        assert!(begun.elapsed() < PATIENCE, "{}", ready.text());
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn below_the_reserve_moves_are_saved_and_nothing_else() {
    let scratch = Scratch::new("reserve").expect("room");
    let Some(disk) = SmallDisk::mount(&scratch.join("small"), "32m") else { return };
    let directory = disk.0.to_string_lossy();
    let arguments = ["--data-dir", &directory, "--rate-limits", "off", "--min-free-space", "8MiB"];
    let mut server = Server::new(program(), &arguments).expect("a port");
    server.start().await.expect("it starts");
    let at = server.address();
    let seated = make(at, &hot_seat()).await.expect("a table");
    let mut client = TestClient::connect_seated(at, &seated).await;
    client.act(Command::Say { text: "room".to_owned() }).await.expect("there is room");

    disk.take(26 << 20);
    degraded(at, |text| text.contains("degraded: disk space is low")).await;
    let refused = client.act(Command::Say { text: "no room".to_owned() }).await;
    assert_eq!(refused.expect_err("no chat").code, ProblemCode::LowSpace);
    let body = serde_json::to_vec(&hot_seat()).expect("JSON");
    let made = Request::post("/api/tables", &body).send(at).await.expect("an answer");
    assert_eq!(made.status, 507, "{}", made.text());
    assert!(made.text().contains("server/low_space"), "{}", made.text());
    for number in 0..5 {
        let command = client.nth_move(number).expect("our turn");
        client.act(command).await.expect("moves are saved");
    }
    let metrics = Request::get("/metrics").send(at).await.expect("an answer").text();
    assert!(metrics.contains("bastide_disk_space_low 1"), "{metrics}");

    disk.clear();
    degraded(at, |text| text == "ok\n").await;
    client.act(Command::Say { text: "room".to_owned() }).await.expect("there is room again");
    make(at, &hot_seat()).await.expect("and new tables");
}
