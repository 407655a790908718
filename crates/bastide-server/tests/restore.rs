//! A restored backup never deals tiles that players have already seen.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::sync::Arc;

use bastide::Game;
use bastide_host::{Record, verify};
use bastide_protocol::{Command, NewTable, SeatPlan, Seated, TableEventKind};
use bastide_server::store::sqlite::backup;
use bastide_server::store::{Location, Store, open};
use bastide_server::{Credentials, Hub, HubOptions};
use bastide_testing::{Cluster, Scratch};

fn hot_seat() -> NewTable {
    let me = |name: &str| SeatPlan::Me { name: name.to_owned() };
    NewTable::new("base", vec![me("Ann"), me("Ben")])
}

async fn start(location: &Location, after_restore: bool) -> Hub {
    let store: Arc<dyn Store> = open(location).await.unwrap();
    Hub::start(store, HubOptions { after_restore, ..HubOptions::default() }).await.unwrap()
}

/// Plays the first legal action until the game has `draws` draws or is over.
async fn play_to(hub: &Hub, seated: &Seated, draws: usize) -> Record {
    let credentials = Credentials { token: Some(&seated.token), ..Credentials::default() };
    for number in 0.. {
        let record = hub.record(&seated.table).await.unwrap();
        let game = record.game();
        if record.draws() >= draws || game.is_over() {
            return record;
        }
        let view = hub.view(&seated.table, credentials).await.unwrap();
        let seat = view.game.to_act.unwrap();
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        let actions = vec![game.notation().show(legal[0]).to_string()];
        let command = Command::Play { seat, revision: view.revision, actions };
        let id = format!("{draws}-{number}");
        hub.act(&seated.table, credentials, &id, command).await.unwrap();
    }
    unreachable!("a game ends")
}

fn draws(record: &Record) -> Vec<String> {
    let chance = record.actions().iter().filter(|action| action.is_chance());
    chance.map(|&action| record.notation().show(action).to_string()).collect()
}

/// Checks that the games before and after the restore diverge at the time of the backup, and that
/// the reseeding is announced and verifiable.
async fn check_parted(hub: &Hub, seated: &Seated, seen: &Record, known: usize) {
    let record = play_to(hub, seated, usize::MAX).await;
    assert_eq!(draws(&record)[..known], draws(seen)[..known], "drawn before the backup");
    assert_ne!(draws(&record)[known..seen.draws()], draws(seen)[known..], "not dealt again");
    let verified = verify(&record).unwrap();
    assert_eq!(verified.reseeds, 1);
    let view = hub.view(&seated.table, Credentials::default()).await.unwrap();
    let is_told =
        |what: &TableEventKind| matches!(what, TableEventKind::Reseeded { commitment: Some(_) });
    assert_eq!(view.events.iter().filter(|event| is_told(&event.what)).count(), 1);
}

fn file(path: &Path) -> Location {
    Location::Sqlite(path.to_owned())
}

#[tokio::test]
async fn a_restored_backup_continues_with_new_draws() {
    let scratch = Scratch::new("restore").unwrap();
    let (first, copy) = (scratch.join("first.db"), scratch.join("copy.db"));
    let hub = start(&file(&first), false).await;
    let seated = hub.create(hot_seat()).await.unwrap();
    let known = play_to(&hub, &seated, 10).await.draws();
    backup(&first, &copy).unwrap();
    let seen = play_to(&hub, &seated, 40).await;
    hub.shutdown().await;

    // An ordinary restart changes nothing.
    let again = start(&file(&first), false).await;
    let whole = play_to(&again, &seated, usize::MAX).await;
    assert_eq!(verify(&whole).unwrap().reseeds, 0);
    again.shutdown().await;

    let restored = start(&file(&copy), false).await;
    play_to(&restored, &seated, 20).await;
    restored.shutdown().await;
    // A new table belongs to the new epoch, and a second start does not begin another epoch.
    let restored = start(&file(&copy), false).await;
    let fresh = restored.create(hot_seat()).await.unwrap();
    let fresh = play_to(&restored, &fresh, usize::MAX).await;
    assert_eq!(verify(&fresh).unwrap().reseeds, 0);
    check_parted(&restored, &seated, &seen, known).await;
    restored.shutdown().await;
}

#[tokio::test]
async fn a_restore_by_other_means_is_declared_to_the_server() {
    let location = Location::Postgres(Cluster::shared().database().await.unwrap());
    let hub = start(&location, false).await;
    let seated = hub.create(hot_seat()).await.unwrap();
    let known = play_to(&hub, &seated, 10).await.draws();
    let seen = play_to(&hub, &seated, 10).await;
    hub.shutdown().await;
    let restored = start(&location, true).await;
    let record = play_to(&restored, &seated, usize::MAX).await;
    assert_eq!(draws(&record)[..known], draws(&seen)[..known]);
    assert_eq!(verify(&record).unwrap().reseeds, 1);
    restored.shutdown().await;
}
