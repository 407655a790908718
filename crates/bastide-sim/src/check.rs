//! Invariants that must hold at the end of a run.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bastide_protocol::{Occupant, TableView};
use bastide_server::Credentials;
use bastide_server::store::Peers;
use serde_json::Value;

use crate::connection::lock;
use crate::ledger::Ledger;
use crate::world::{Process, World};

/// Maximum by which a clock may run ahead of simulated time: the slew, and the time between
/// deciding and applying a fact.
const SLACK: Duration = Duration::from_secs(2);

/// Maximum delay until a due table is found, in milliseconds: the polling interval plus the latency
/// of the database.
const LATE: i64 = 4_000;

/// Time difference between processes that the server attributes to clock skew.
const SKEW: i64 = 60_000;

/// A fact of a log, parsed without the server's types.
struct Fact {
    seq: u64,
    id: Option<String>,
    kind: String,
    body: Value,
    applied: Duration,
}

/// Compares everything that clients were sent with the log, and the log with the state of every
/// process. Returns the violations.
pub(crate) async fn check(world: &Arc<World>) -> Vec<String> {
    let mut wrong = std::mem::take(&mut world.network.disk().violations);
    let logs = logs(world, &mut wrong);
    {
        let mut ledger = lock(&world.ledger);
        wrong.append(&mut ledger.violations);
        check_commands(&ledger, &logs, &mut wrong);
        check_clocks(&ledger, &logs, &mut wrong);
    }
    let Some(fresh) = world.process(false).await else {
        wrong.push("no process can be started although all faults are repaired".to_owned());
        return wrong;
    };
    for table in logs.keys() {
        check_table(world, &fresh, table, &mut wrong).await;
    }
    wrong
}

/// Returns true if a bot or a clock is overdue.
pub(crate) fn is_anything_late(world: &Arc<World>) -> bool {
    let disk = world.network.disk();
    let Peers::Alive(time) = disk.peers("") else { return true };
    let mut rows = disk.tables.values().map(|logged| &logged.row);
    rows.any(|row| {
        let is_later = row.updated > time.now + SKEW;
        row.due.is_some_and(|due| is_later || due + LATE < time.now)
    })
}

fn logs(world: &Arc<World>, wrong: &mut Vec<String>) -> BTreeMap<String, Vec<Fact>> {
    let disk = world.network.disk();
    let mut logs = BTreeMap::new();
    for (id, logged) in &disk.tables {
        let mut facts = Vec::new();
        for (number, (stored, &applied)) in (1..).zip(logged.facts.iter().zip(&logged.applied)) {
            if stored.seq != number {
                wrong.push(format!("table {id}: fact {number} is missing"));
            }
            let entry: Value = serde_json::from_str(&stored.body).unwrap_or_default();
            let text = |value: &Value| value.as_str().map(str::to_owned);
            facts.push(Fact {
                seq: stored.seq,
                id: text(&entry["id"]),
                kind: text(&entry["fact"]["kind"]).unwrap_or_default(),
                body: entry["fact"].clone(),
                applied,
            });
        }
        logs.insert(id.to_string(), facts);
    }
    logs
}

/// Checks that every acknowledged command is in the log exactly once, at the acknowledged position
/// and for the right seat, and that no refused command is.
fn check_commands(ledger: &Ledger, logs: &BTreeMap<String, Vec<Fact>>, wrong: &mut Vec<String>) {
    for made in &ledger.made {
        if !logs.contains_key(&made.table) {
            wrong.push(format!("table {} was acknowledged and is lost", made.table));
        }
    }
    let find = |table: &str, id: &str| -> Vec<&Fact> {
        let suffix = format!(".{id}");
        let log = logs.get(table).map(Vec::as_slice).unwrap_or_default();
        let is_it = |fact: &&Fact| fact.id.as_deref().is_some_and(|known| known.ends_with(&suffix));
        log.iter().filter(is_it).collect()
    };
    for ack in &ledger.acks {
        let (table, id) = (&ack.table, &ack.id);
        match find(table, id)[..] {
            [] => wrong.push(format!("table {table}: {id} was acknowledged and is lost")),
            [fact] => {
                if fact.seq != ack.done.seq {
                    let (said, is) = (ack.done.seq, fact.seq);
                    wrong.push(format!("table {table}: {id} is fact {is}, acknowledged as {said}"));
                }
                let seat = fact.body["seat"].as_u64();
                let is_of_another =
                    seat.is_some_and(|seat| ack.seat.is_some_and(|own| u64::from(own) != seat));
                if is_of_another && matches!(fact.kind.as_str(), "played" | "resigned" | "left") {
                    wrong.push(format!("table {table}: {id} acted for seat {seat:?}"));
                }
            }
            [_, _, ..] => wrong.push(format!("table {table}: {id} was carried out twice")),
        }
    }
    for (table, id) in &ledger.refused {
        if !find(table, id).is_empty() {
            wrong.push(format!("table {table}: {id} was refused and carried out"));
        }
    }
    for (table, log) in logs {
        let mut ids: Vec<&String> = log.iter().filter_map(|fact| fact.id.as_ref()).collect();
        let count = ids.len();
        ids.sort();
        ids.dedup();
        if ids.len() != count {
            wrong.push(format!("table {table}: an id is in the log twice"));
        }
    }
}

/// Checks that no clock runs out before as much simulated time has passed since the game began,
/// unless a restart made the time unknown.
fn check_clocks(ledger: &Ledger, logs: &BTreeMap<String, Vec<Fact>>, wrong: &mut Vec<String>) {
    for made in &ledger.made {
        let Some(seconds) = made.clock else { continue };
        let log = logs.get(&made.table).map(Vec::as_slice).unwrap_or_default();
        let find = |kind: &str| log.iter().find(|fact| fact.kind == kind);
        let (Some(began), Some(out)) = (find("began"), find("timed_out")) else { continue };
        let passed = out.applied.saturating_sub(began.applied) + SLACK;
        if find("clock_resumed").is_none() && passed < Duration::from_secs(u64::from(seconds)) {
            wrong.push(format!(
                "table {}: {seconds} s ran out in {passed:?} of simulated time",
                made.table
            ));
        }
    }
}

/// Checks that every process has the state of a table that its log yields, that no client was sent
/// anything else, and that no bot is waiting.
async fn check_table(world: &Arc<World>, fresh: &Process, table: &str, wrong: &mut Vec<String>) {
    let watcher = Credentials::default();
    let (mut replayed, mut differences) = (None, Vec::new());
    // A clock may run out between two views or just before them; the views are then equal later,
    // after the bots have acted.
    for _ in 0..3 {
        let view = match fresh.hub.view(table, watcher).await {
            Ok(view) => view,
            Err(problem) => {
                let why = problem.message;
                wrong.push(format!("table {table}: its log cannot be replayed: {why}"));
                return;
            }
        };
        differences.clear();
        for process in world.running() {
            match process.hub.view(table, watcher).await {
                Ok(other) => differences.extend(difference(&view, &other).map(str::to_owned)),
                Err(problem) => differences.push(problem.message),
            }
        }
        let is_settled = differences.is_empty() && !is_bot_to_act(&view);
        replayed = Some(view);
        if is_settled {
            break;
        }
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
    let Some(replayed) = replayed else { return };
    for what in differences {
        wrong.push(format!("table {table}: a process disagrees with the log: {what}"));
    }
    let ledger = lock(&world.ledger);
    for event in &replayed.events {
        if ledger.events.get(&(table.to_owned(), event.seq)).is_some_and(|told| told != event) {
            wrong.push(format!(
                "table {table}: event {} was published with a different content",
                event.seq
            ));
        }
    }
    if is_bot_to_act(&replayed) {
        wrong.push(format!("table {table}: a bot does not act"));
    }
    let due = world
        .network
        .disk()
        .tables
        .iter()
        .find(|(id, _)| *id.0 == *table)
        .and_then(|(_, logged)| logged.row.due);
    let now = replayed.clock.as_ref().map(|clock| clock.at);
    if due.zip(now).is_some_and(|(due, now)| due + LATE < now) {
        wrong.push(format!("table {table}: a clock has run out and nothing happens"));
    }
}

/// Returns true if a game waits for a bot.
fn is_bot_to_act(view: &TableView) -> bool {
    let seat = view.game.to_act.and_then(|seat| view.seats.get(usize::from(seat)));
    matches!(view.phase, bastide_protocol::Phase::Playing)
        && seat.is_some_and(|seat| matches!(seat.who, Occupant::Bot { .. }))
}

/// Returns the first difference between two views of a table, ignoring presence and time.
fn difference(one: &TableView, other: &TableView) -> Option<&'static str> {
    let is_same_clock = match (&one.clock, &other.clock) {
        (Some(one), Some(other)) => one.running == other.running,
        (None, None) => true,
        (Some(_), None) | (None, Some(_)) => false,
    };
    let parts = [
        ("seq", one.seq == other.seq),
        ("revision", one.revision == other.revision),
        ("phase", one.phase == other.phase),
        ("proposal", one.proposal == other.proposal),
        ("rematch", one.rematch == other.rematch),
        ("clock", is_same_clock),
        ("game", one.game == other.game),
        ("events", one.events == other.events),
    ];
    parts.into_iter().find(|(_, is_same)| !is_same).map(|(name, _)| name)
}
