//! Compares the stored data with the answers that clients received.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use bastide::Game;
use bastide_host::Record;
use bastide_protocol::{Command, Phase, TableEventKind, TableView, ViewBuilder};
use bastide_testing::http::{self, Request};

use crate::player::Player;

/// Result of a verification.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Found {
    pub(crate) tables: usize,
    pub(crate) moves: usize,
    pub(crate) lines: usize,
    pub(crate) finished: usize,
    pub(crate) connections: u32,
    pub(crate) repeats: u32,
    pub(crate) rescued: u32,
}

/// Verifies everything that was sent to these players.
pub(crate) async fn verify(server: SocketAddr, players: &[Player]) -> Found {
    let mut found = Found::default();
    let mut tables: BTreeMap<&str, Vec<&Player>> = BTreeMap::new();
    for player in players {
        tables.entry(&player.table).or_default().push(player);
        found.connections += player.connections;
        found.repeats += player.repeats;
        found.rescued += player.rescued;
    }
    for (id, players) in tables {
        let path = format!("/api/tables/{id}");
        let view: TableView = http::get(server, &path, None).await.expect("the table is there");
        let text = Request::get(&format!("{path}/record")).send(server).await.expect("an answer");
        assert_eq!(text.status, 200, "{}", text.text());
        let record = Record::parse(&text.text()).expect("a record");
        found.tables += 1;
        promises(&view, &players, &mut found);
        replay(&view, &record);
        if matches!(view.phase, Phase::Over { .. }) {
            found.finished += 1;
            bastide_host::verify(&record).expect("the draws are those of the seed");
        }
    }
    found
}

/// Checks that every received event and every answered command is stored exactly once, and nothing
/// else.
fn promises(view: &TableView, players: &[&Player], found: &mut Found) {
    let id = &view.id;
    let numbers: Vec<u64> = view.events.iter().map(|event| event.seq).collect();
    let all: Vec<u64> = (1..=view.seq).collect();
    assert_eq!(numbers, all, "table {id}: no gaps, nothing twice");
    for player in players {
        for (seq, told) in &player.seen {
            let kept = view.events.get(*seq as usize - 1).expect("what was told is kept");
            assert_eq!(kept, told, "table {id}: what was told is what is kept");
        }
    }
    let mut moved = BTreeMap::new();
    let mut said = BTreeMap::new();
    for event in &view.events {
        match &event.what {
            TableEventKind::Moved { seat, actions, revision, .. } => {
                let before = moved.insert(*revision, (event.seq, *seat, actions));
                assert!(before.is_none(), "table {id}: revision {revision} twice");
            }
            TableEventKind::Said { text, .. } => {
                let before = said.insert(text.clone(), event.seq);
                assert!(before.is_none(), "table {id}: {text} was said twice");
            }
            _ => {}
        }
    }
    for acked in players.iter().flat_map(|player| player.answered.values()) {
        let done = &acked.done;
        match &acked.command {
            Command::Play { seat, revision, actions } => {
                let kept = moved.remove(&(revision + 1));
                let (seq, by, all) = kept.expect("an acknowledged move is kept");
                assert_eq!(by, *seat, "table {id}");
                assert!(all.starts_with(actions), "table {id}: {all:?} is not {actions:?}");
                // The end of the game is a separate event.
                assert!((seq..=seq + 1).contains(&done.seq), "table {id}: {done:?} at {seq}");
                found.moves += 1;
            }
            Command::Say { text } => {
                assert_eq!(said.remove(text), Some(done.seq), "table {id}: {text}");
                found.lines += 1;
            }
            other => panic!("players do not do this: {other:?}"),
        }
    }
    assert!(moved.is_empty(), "table {id}: moves were made but not acknowledged: {moved:?}");
    assert!(said.is_empty(), "table {id}: messages were sent but not acknowledged: {said:?}");
}

/// Checks that the record, the events and the view describe the same game.
fn replay(view: &TableView, record: &Record) {
    let told = view.events.iter().filter_map(|event| match &event.what {
        TableEventKind::Moved { actions, .. } => Some(actions.iter()),
        _ => None,
    });
    let told: Vec<&String> = told.flatten().collect();
    let drawn = record.actions().len() - told.len();
    let mut game = record.state_after(drawn);
    for text in told {
        let action = game.notation().parse(text).expect("an action");
        game.play(action).expect("legal");
    }
    let replayed = record.game();
    assert_eq!(game.fingerprint(), replayed.fingerprint(), "table {}", view.id);
    let views = ViewBuilder::of(&replayed);
    let actions = record.actions().len();
    let seen = views.game(&replayed, actions, view.game.turns as usize, view.aid);
    assert!(seen == *view.game, "table {}: not what its record says", view.id);
}
