//! Sends arbitrary messages to a table: each is answered or rejected, none causes a panic, and the
//! table can always be restored from its log.
#![no_main]

use std::sync::Arc;

use bastide_protocol::{
    ClientMsg, Command, NewTable, Occupant, ProblemCode, Seated, ServerMsg, TableView,
};
use bastide_server::store::MemoryStore;
use bastide_server::{Credentials, Hub, HubOptions};
use libfuzzer_sys::fuzz_target;
use tokio::runtime::{Builder, Runtime};

/// Tables of several kinds, each with all seats held by one client or open.
const TABLES: [&str; 5] = [
    r#"{"game":"land","rules":"base,fields","seats":[{"kind":"me","name":"A"},{"kind":"me","name":"B"}],"undo":"past_draws","aid":"coach"}"#,
    r#"{"game":"stronghold","seats":[{"kind":"me","name":"A"},{"kind":"me","name":"B"}]}"#,
    r#"{"game":"land","rules":"wheel,fields,bridges,castles,barns","seats":[{"kind":"me","name":"A"},{"kind":"me","name":"B"},{"kind":"me","name":"C"}],"clock":{"kind":"live","seconds":60,"increment":5}}"#,
    r#"{"game":"land","rules":"base,river","seats":[{"kind":"me","name":"A"},{"kind":"open"}],"aid":"none"}"#,
    r#"{"game":"land","rules":"base,fields,inns,traders","seats":[{"kind":"me","name":"A"},{"kind":"me","name":"B"},{"kind":"me","name":"C"},{"kind":"me","name":"D"},{"kind":"me","name":"E"},{"kind":"me","name":"F"}]}"#,
];

/// Creates a runtime for each input; dropping it ends all tasks of the hub.
fn runtime() -> Runtime {
    Builder::new_current_thread().enable_all().build().expect("a runtime")
}

/// Returns the seat to act, the revision and the legal actions.
async fn offers(hub: &Hub, seated: &Seated) -> Option<(u8, u32, Vec<String>)> {
    let caller = Credentials { token: Some(&seated.token), ..Credentials::default() };
    let watch = hub.watch(&seated.table, caller, None).await.expect("a table to look at");
    let ServerMsg::Welcome { table, offers, .. } = watch.welcome else { return None };
    let offers = offers?;
    let actions = offers.offers.into_iter().map(|offer| offer.action).collect();
    Some((offers.seat, table.revision, actions))
}

/// Removes the presence of clients from a view, since it is not in the log.
fn away(mut view: TableView) -> TableView {
    view.watchers = 0;
    for seat in &mut view.seats {
        if let Occupant::Person { is_here, .. } = &mut seat.who {
            *is_here = false;
        }
    }
    view
}

/// Runs an input. Each line is a message as JSON, or `!` and the number of a legal action, so that
/// games make progress.
async fn talk(text: &str) {
    let options = HubOptions {
        max_tables_in_memory: 16,
        bot_threads: 1,
        runs_background: false,
        ..HubOptions::default()
    };
    let store = Arc::new(MemoryStore::default());
    let hub = Hub::start(store.clone(), options.clone()).await.expect("nothing to fail");
    let mut lines = text.lines().take(64);
    let kind = lines.next().map_or(0, str::len) % TABLES.len();
    let new: NewTable = serde_json::from_str(TABLES[kind]).expect("a table");
    let seated = hub.create(new).await.expect("a table");
    for (number, line) in lines.enumerate() {
        let message = match line.strip_prefix('!').and_then(|number| number.parse::<usize>().ok()) {
            Some(choice) => {
                let Some((seat, revision, actions)) = offers(&hub, &seated).await else { continue };
                let actions = vec![actions[choice % actions.len()].clone()];
                let command = Command::Play { seat, revision, actions };
                ClientMsg::Do { id: format!("!{number}"), command }
            }
            None => match serde_json::from_str(line) {
                Ok(message) => message,
                Err(_) => continue,
            },
        };
        let caller =
            Credentials { token: Some(&seated.token), name: Some("W"), ..Credentials::default() };
        let problem = match message {
            ClientMsg::Do { id, command } => {
                let done = hub.act(&seated.table, caller, &id, command.clone()).await;
                if done.is_ok() {
                    let again = hub.act(&seated.table, caller, &id, command).await;
                    assert_eq!(done, again, "the same again gets the same answer");
                }
                done.err()
            }
            // Hints are slow and tested elsewhere.
            ClientMsg::Ask { question: bastide_protocol::Question::Hint, .. } => None,
            ClientMsg::Ask { question, .. } => {
                hub.ask(&seated.table, caller, &question).await.err()
            }
            ClientMsg::Hello { .. } => None,
        };
        if let Some(problem) = problem {
            let is_ours = matches!(problem.code, ProblemCode::Internal | ProblemCode::Quarantined);
            assert!(!is_ours, "{problem:?}");
        }
    }
    // The log alone restores the same table.
    let caller = Credentials { token: Some(&seated.token), ..Credentials::default() };
    let before = away(hub.view(&seated.table, caller).await.expect("a table"));
    hub.shutdown().await;
    let hub = Hub::start(store, options).await.expect("nothing to fail");
    let mut after = away(hub.view(&seated.table, caller).await.expect("the same table"));
    // The state of the clocks depends on the time of the query.
    after.clock.clone_from(&before.clock);
    assert_eq!(after, before);
    hub.shutdown().await;
}

fuzz_target!(|bytes: &[u8]| {
    if let Ok(text) = std::str::from_utf8(bytes) {
        runtime().block_on(talk(text));
    }
});
