//! The example of an engine online in `python/examples` against a server.

use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use bastide_protocol::{FirstSeat, NewTable, SeatPlan, Seated};
use bastide_testing::http::{self, Request};
use bastide_testing::{skip, until};
use serde_json::Value;

use crate::{on_file, program, table};

/// Environment variable with a Python that has the package; otherwise that of `cargo xtask python`.
const PYTHON: &str = "BASTIDE_PYTHON";

/// Returns the path of a Python in which the package and its extra `online` are installed.
fn python() -> Option<PathBuf> {
    let target = program().parent()?.parent()?;
    let python = std::env::var_os(PYTHON)
        .map_or_else(|| target.join("python").join("bin").join("python"), PathBuf::from);
    let mut command = Command::new(&python);
    command.args(["-c", "import bastide.online, websockets.sync.client"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success()).then_some(python)
}

/// A program that is killed with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs `bastide admin` on the running server.
async fn admin(folder: &Path, words: &'static [&'static str]) -> Value {
    let mut command = Command::new(program());
    command.args(["admin", "--json", "--data-dir"]).arg(folder).args(words);
    command.env_remove("BASTIDE_DATABASE");
    let output = tokio::task::spawn_blocking(move || command.output()).await.expect("no panic");
    let output = output.expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_python_example_plays_a_whole_game_on_a_server() {
    let Some(python) = python() else {
        skip(
            "the Python package is not installed, so its example did not play on a server",
            "cargo xtask python, or set BASTIDE_PYTHON",
        );
        return;
    };
    let (server, scratch) = on_file().await;
    let (folder, host) = (scratch.path(), server.address());
    let added = admin(folder, &["add-engine", "Miller"]).await;
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../python/examples/online.py");
    let mut command = Command::new(python);
    command.arg(example).arg(format!("http://{host}"));
    command.env("BASTIDE_TOKEN", added["token"].as_str().expect("a token"));
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut engine = Running(command.spawn().expect("it starts"));

    let bot = |level: &str| SeatPlan::Bot { level: level.to_owned() };
    let plan = table(vec![bot("engine:Miller"), bot("beginner")]);
    let plan = NewTable { first: FirstSeat::Seat { seat: 0 }, ..plan };
    let mut made = None;
    until("the example can be invited", async || {
        made = http::post::<Seated>(host, "/api/tables", None, &plan).await.ok();
        made.is_some()
    })
    .await;
    let table = made.expect("a table").table;
    let path = format!("/api/tables/{table}");
    until("the game ends", async || {
        let view: Value = http::get(host, &path, None).await.expect("a view");
        view["phase"]["kind"] == "over"
    })
    .await;
    let record = Request::get(&format!("{path}/record")).send(host).await.expect("a record").text();
    assert!(record.contains("engine:Miller"), "{record}");
    assert!(!record.contains("weaker"), "the example played all of its turns: {record}");

    // A revoked token ends the program with the reason.
    admin(folder, &["revoke-engine", "Miller"]).await;
    until("the example ends", async || engine.0.try_wait().expect("a child").is_some()).await;
    let mut told = String::new();
    let mut errors = engine.0.stderr.take().expect("piped");
    errors.read_to_string(&mut told).expect("text");
    assert!(told.contains("PermissionError") && told.contains("revoked"), "{told}");
    assert!(!told.contains("error illegal"), "{told}");
}
