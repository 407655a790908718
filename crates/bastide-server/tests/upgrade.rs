//! Databases of released schemas, opened by the current code.
//!
//! `fixtures/schema-N.*` are never changed; `examples/fixture.rs` writes the fixture of the current
//! schema before it is released.
#![allow(clippy::unwrap_used)]

use std::path::{Path, PathBuf};

use bastide_protocol::{Command, NewSeat, Phase, Proposal, ServerMsg, TableView};
use bastide_server::config::ServeArgs;
use bastide_server::doctor::{self, Finding};
use bastide_server::store::{Location, Mark, OpenError, Stage, TableId, open};
use bastide_server::{Credentials, Hub, HubOptions};
use bastide_testing::{Cluster, Scratch};
use clap::{Args as _, FromArgMatches as _};
use serde::Deserialize;

#[derive(Deserialize)]
struct Expected {
    tables: Vec<Known>,
}

/// A table of a fixture and its expected values.
#[derive(Deserialize)]
struct Known {
    what: String,
    id: String,
    tokens: Vec<String>,
    seq: u64,
    revision: u32,
    phase: Phase,
    is_listed: bool,
    scores: Vec<i32>,
    actions: usize,
    record: Option<String>,
}

/// Returns the paths of all fixtures without their extension, oldest schema first.
fn fixtures() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut stems: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .map(|path| path.with_extension(""))
        .collect();
    stems.sort();
    assert!(!stems.is_empty(), "there are fixtures");
    stems
}

fn expected(stem: &Path) -> Expected {
    let text = std::fs::read_to_string(stem.with_extension("json")).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn copy(stem: &Path, scratch: &Scratch) -> Location {
    let file = scratch.join("bastide.db");
    std::fs::copy(stem.with_extension("db"), &file).unwrap();
    Location::Sqlite(file)
}

async fn restore(stem: &Path) -> Location {
    let url = Cluster::shared().database().await.unwrap();
    let name = url.rsplit('/').next().unwrap();
    let sql = std::fs::read_to_string(stem.with_extension("sql")).unwrap();
    Cluster::shared().execute(name, &sql).await.unwrap();
    Location::Postgres(url)
}

/// Starts a hub without bots and clocks, so that tables do not change on their own.
async fn quiet(location: &Location) -> Hub {
    let options = HubOptions { runs_background: false, ..HubOptions::default() };
    Hub::start(open(location).await.unwrap(), options).await.unwrap()
}

fn credentials(token: &str) -> Credentials<'_> {
    Credentials { token: Some(token), ..Credentials::default() }
}

async fn view(hub: &Hub, known: &Known) -> TableView {
    hub.view(&known.id, credentials(&known.tokens[0])).await.unwrap()
}

/// Opens a fixture, compares every table with its expected values, continues the games, and reopens
/// it.
async fn check(stem: &Path, location: Location) {
    let Expected { tables } = expected(stem);
    let hub = quiet(&location).await;
    for known in &tables {
        check_table(&hub, known).await;
    }
    check_lists(&hub, &tables).await;
    let find = |what: &str| tables.iter().find(|known| known.what == what).unwrap();
    for what in ["busy", "rematch", "go_on"] {
        play_on(&hub, find(what)).await;
    }
    let free = find("open");
    let seat = NewSeat { seat: None, name: "Clara".to_owned(), salt: None, salt_commitment: None };
    let clara = hub.sit(&free.id, seat).await.unwrap();
    let begun = hub.view(&free.id, credentials(&clara.token)).await.unwrap();
    assert!(matches!(begun.phase, Phase::Playing), "the last free seat begins the game");
    let grown = view(&hub, find("busy")).await;
    hub.shutdown().await;

    // Reopened with bots and clocks: the continued game is there.
    let hub = Hub::start(open(&location).await.unwrap(), HubOptions::default()).await.unwrap();
    let again = view(&hub, find("busy")).await;
    assert_eq!((again.seq, again.game.actions), (grown.seq, grown.game.actions));
    // Clocks do not run while no server is running, so the game is not over.
    let clocked = view(&hub, find("clocked")).await;
    assert!(matches!(clocked.phase, Phase::Playing), "{:?}", clocked.phase);
    let clock = clocked.clock.expect("it is played with a clock");
    assert!(clock.running.is_some(), "{clock:?}");
    hub.shutdown().await;
}

async fn check_table(hub: &Hub, known: &Known) {
    let what = &known.what;
    for token in &known.tokens {
        let view = hub.view(&known.id, credentials(token)).await.unwrap();
        assert!(!view.yours.is_empty(), "{what}: the token still gives a seat");
        assert_eq!((view.seq, view.revision), (known.seq, known.revision), "{what}");
        assert_eq!(view.phase, known.phase, "{what}");
        assert_eq!(view.game.scores, known.scores, "{what}");
        assert_eq!(view.game.actions, known.actions, "{what}");
    }
    let record = hub.record(&known.id).await.ok().map(|record| record.to_text());
    assert_eq!(record, known.record, "{what}");
}

async fn check_lists(hub: &Hub, tables: &[Known]) {
    let stage_of = |phase: &Phase| match phase {
        Phase::Open => Stage::Open,
        Phase::Playing => Stage::Playing,
        Phase::Over { .. } => Stage::Over,
    };
    for stage in Stage::ALL {
        let behind = Some(Mark { updated: i64::MAX, id: TableId::default() });
        let listed = hub.list(stage, behind, 100).await.unwrap();
        for known in tables {
            let is_here = listed.iter().any(|line| line.id == known.id);
            let should = known.is_listed && stage_of(&known.phase) == stage;
            assert_eq!(is_here, should, "{} among the {} tables", known.what, stage.name());
        }
    }
}

/// Declines a pending proposal, chats, and plays ten actions.
async fn play_on(hub: &Hub, known: &Known) {
    let act = async |token: &str, id: String, command| {
        hub.act(&known.id, credentials(token), &id, command).await.unwrap();
    };
    let before = view(hub, known).await;
    if let Some(pending) = &before.proposal {
        assert_eq!(pending.what, Proposal::Undo);
        let seat = before.yours[0];
        act(&known.tokens[0], "old".to_owned(), Command::Reply { seat, agree: false }).await;
    }
    act(&known.tokens[0], "new".to_owned(), Command::Say { text: "still here".to_owned() }).await;
    let mut played = 0;
    while played < 10 {
        for token in &known.tokens {
            let watch = hub.watch(&known.id, credentials(token), None).await.unwrap();
            let ServerMsg::Welcome { offers, table, .. } = watch.welcome else { panic!("welcome") };
            let Some(offers) = offers else { continue };
            let actions = vec![offers.offers[0].action.clone()];
            let play = Command::Play { seat: offers.seat, revision: table.revision, actions };
            act(token, format!("p{played}"), play).await;
            played += 1;
        }
    }
    let after = view(hub, known).await;
    assert!(after.game.actions >= known.actions + 10, "{}", known.what);
    hub.record(&known.id).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_released_schema_opens_in_sqlite() {
    for stem in fixtures() {
        let scratch = Scratch::new("upgrade").unwrap();
        let location = copy(&stem, &scratch);
        check(&stem, location).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_released_schema_opens_in_postgresql() {
    for stem in fixtures() {
        let location = restore(&stem).await;
        check(&stem, location).await;
    }
}

/// Returns the schema version that this program writes.
fn newest(file: &Path) -> i64 {
    let database = rusqlite::Connection::open(file).unwrap();
    database.query_row("select max(version) from schema_version", [], |row| row.get(0)).unwrap()
}

fn check_refusal(refused: Result<(), OpenError>, what: &str, known: i64) {
    let error = refused.expect_err("a newer schema is refused");
    assert!(matches!(error, OpenError::Newer { .. }), "{error}");
    let text = error.to_string();
    assert!(text.starts_with(what), "{text}");
    let rest = format!(
        "was written by a newer version (schema {}; this program supports up to {known}): \
         update this program, or restore a backup from before the update",
        known + 1
    );
    assert!(text.ends_with(&rest), "{text}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_newer_schema_is_refused_and_not_modified() {
    let stem = fixtures().pop().unwrap();
    let scratch = Scratch::new("upgrade").unwrap();
    let file = copy(&stem, &scratch);
    let Location::Sqlite(path) = file.clone() else { panic!("a file") };
    open(&file).await.unwrap().close().await;
    let known = newest(&path);
    let later = format!("insert into schema_version (version, applied) values ({}, 0)", known + 1);
    rusqlite::Connection::open(&path).unwrap().execute(&later, []).unwrap();
    check_refusal(open(&file).await.map(drop), &path.display().to_string(), known);
    assert_eq!(newest(&path), known + 1, "nothing was changed");

    let database = restore(&stem).await;
    open(&database).await.unwrap().close().await;
    let Location::Postgres(url) = &database else { panic!("a URL") };
    let name = url.rsplit('/').next().unwrap();
    Cluster::shared().execute(name, &later).await.unwrap();
    check_refusal(open(&database).await.map(drop), "127.0.0.1:", known);
}

/// Returns the result of `bastide doctor` about the database, by its flags.
async fn diagnosis(flags: &[&str]) -> Vec<Finding> {
    let command = ServeArgs::augment_args(clap::Command::new("serve"));
    let words = ["serve", "--listen", "127.0.0.1:0"].iter().chain(flags);
    let args = ServeArgs::from_arg_matches(&command.get_matches_from(words)).unwrap();
    doctor::examine(&args).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_upgrades_no_file() {
    for stem in fixtures() {
        let scratch = Scratch::new("upgrade").unwrap();
        let Location::Sqlite(path) = copy(&stem, &scratch) else { panic!("a file") };
        let before = std::fs::read(&path).unwrap();
        let findings = diagnosis(&["--data-dir", &scratch.path().display().to_string()]).await;
        let tables = findings.iter().find(|finding| finding.subject == "tables").unwrap();
        assert!(
            stem.ends_with(format!("schema-{}", newest(&path))),
            "{} was upgraded",
            stem.display()
        );
        let is_old = tables.found.contains("the server upgrades it");
        assert_eq!(is_old, tables.state == doctor::State::Doubtful, "{tables:?}");
        assert_eq!(is_old, !tables.found.contains("the current schema"), "{tables:?}");
        assert!(std::fs::read(&path).unwrap() == before, "the file was changed");
        let names: Vec<_> = std::fs::read_dir(scratch.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name())
            .collect();
        assert_eq!(names, ["bastide.db"], "no file was created");
    }
    // The oldest is reported as such.
    assert!(fixtures()[0].ends_with("schema-1"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_upgrades_no_database() {
    let stem = fixtures().remove(0);
    let Location::Postgres(url) = restore(&stem).await else { panic!("a URL") };
    let findings = diagnosis(&["--database", &url, "--partitions", "8"]).await;
    let of = |subject| findings.iter().find(|finding| finding.subject == subject).unwrap();
    assert!(of("database").found.contains("has schema 1; the server upgrades"), "{findings:?}");
    assert_eq!(of("partitions").state, doctor::State::Doubtful, "{findings:?}");
    let name = url.rsplit('/').next().unwrap();
    let check = "do $$ begin
        if (select max(version) from schema_version) <> 1 then raise 'upgraded'; end if;
        if exists (select 1 from pg_inherits where inhparent = 'fact'::regclass) then raise 'divided'; end if;
    end $$";
    Cluster::shared().execute(name, check).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_doctor_reports_a_database_in_which_it_cannot_write() {
    let Location::Postgres(url) = restore(&fixtures()[0]).await else { panic!("a URL") };
    let name = url.rsplit('/').next().unwrap();
    let close = format!("alter database \"{name}\" set default_transaction_read_only = on");
    Cluster::shared().execute(name, &close).await.unwrap();
    let findings = diagnosis(&["--database", &url]).await;
    let database = findings.iter().find(|finding| finding.subject == "database").unwrap();
    assert_eq!(database.state, doctor::State::Wrong, "{database:?}");
    assert!(database.found.contains("read-only"), "{database:?}");
}
