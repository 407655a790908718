//! Checks that stepping the wall clock during games neither ends nor freezes them.

use std::time::Duration;

use bastide_protocol::{Command, Ending, NewTable, Phase, Seated, ServerMsg, TableView};
use bastide_server::{Credentials, Hub};
use bastide_sim::Sandbox;
use serde_json::{Value, from_value, json};
use tokio::time::sleep;

const HOUR: i64 = 3_600_000;

fn plan(seats: &Value, clock: Option<u32>) -> NewTable {
    let clock = clock.map(|seconds| json!({ "kind": "live", "seconds": seconds, "increment": 0 }));
    let table = json!({
        "game": "land", "rules": "base", "seats": seats, "clock": clock,
        "first": { "kind": "seat", "seat": 0 },
    });
    from_value(table).expect("a table can be made like this")
}

async fn make(hub: &Hub, seats: Value, clock: Option<u32>) -> Seated {
    hub.create(plan(&seats, clock)).await.expect("possible")
}

fn people() -> Value {
    json!([{ "kind": "me", "name": "Ann" }, { "kind": "me", "name": "Ben" }])
}

fn with_bot() -> Value {
    json!([{ "kind": "me", "name": "Ann" }, { "kind": "bot", "level": "beginner" }])
}

fn bots() -> Value {
    json!([{ "kind": "bot", "level": "beginner" }, { "kind": "bot", "level": "beginner" }])
}

async fn view(hub: &Hub, seated: &Seated) -> TableView {
    let credentials = Credentials { token: Some(&seated.token), ..Credentials::default() };
    hub.view(&seated.table, credentials).await.expect("a view")
}

/// Returns the milliseconds left on the running clock.
async fn left(hub: &Hub, seated: &Seated) -> i64 {
    let clock = view(hub, seated).await.clock.expect("a clock");
    clock.left[usize::from(clock.running.expect("it runs"))]
}

async fn is_playing(hub: &Hub, seated: &Seated) -> bool {
    view(hub, seated).await.phase == Phase::Playing
}

async fn is_timed_out(hub: &Hub, seated: &Seated) -> bool {
    matches!(view(hub, seated).await.phase, Phase::Over { ending: Ending::TimedOut, .. })
}

/// Makes the first offered move.
async fn play(hub: &Hub, seated: &Seated, id: &str) {
    let credentials = Credentials { token: Some(&seated.token), ..Credentials::default() };
    let watch = hub.watch(&seated.table, credentials, None).await.expect("a watch");
    let ServerMsg::Welcome { table, offers, .. } = watch.welcome else { panic!("welcome first") };
    let offers = offers.expect("it is their turn");
    let actions = vec![offers.offers[0].action.clone()];
    let command = Command::Play { seat: offers.seat, revision: table.revision, actions };
    hub.act(&seated.table, credentials, id, command).await.expect("offered");
}

async fn seconds(count: u64) {
    sleep(Duration::from_secs(count)).await;
}

#[tokio::test(start_paused = true)]
async fn a_clock_step_of_two_hours_neither_ends_nor_freezes_a_game() {
    for step in [2 * HOUR, -2 * HOUR] {
        let sandbox = Sandbox::new();
        let process = sandbox.start().await.expect("it starts");
        let hub = &process.hub;
        let (timed, bot) =
            (make(hub, people(), Some(60)).await, make(hub, with_bot(), Some(600)).await);
        seconds(10).await;
        sandbox.step(step);
        seconds(30).await;
        assert!(is_playing(hub, &timed).await, "{step} ended a game");
        let rest = left(hub, &timed).await;
        assert!((18_500..=20_500).contains(&rest), "{rest} ms of 60 s are left after 40 s");
        // Leases are held and bots act.
        assert_eq!(hub.stats().shards, 64);
        for move_number in 0..6 {
            if view(hub, &bot).await.game.to_act == Some(0) {
                play(hub, &bot, &format!("m{move_number}")).await;
            }
            seconds(2).await;
        }
        assert!(hub.stats().bot_moves > 0, "{step} stopped the bots");
        assert!(is_playing(hub, &bot).await);
        seconds(10).await;
        assert!(is_timed_out(hub, &timed).await, "{step} froze a clock");
    }
}

#[tokio::test(start_paused = true)]
async fn after_a_restart_no_clock_is_frozen_and_none_runs_out_at_once() {
    for step in [2 * HOUR, -2 * HOUR] {
        let sandbox = Sandbox::new();
        let process = sandbox.start().await.expect("it starts");
        let timed = make(&process.hub, people(), Some(90)).await;
        let rich = make(&process.hub, people(), Some(14_400)).await;
        seconds(20).await;
        process.kill();
        sandbox.step(step);
        seconds(5).await;
        let process = sandbox.start().await.expect("it starts");
        let hub = &process.hub;
        seconds(10).await;
        assert!(is_playing(hub, &timed).await, "{step} and a restart ended a game");
        assert!(is_playing(hub, &rich).await);
        let rest = left(hub, &timed).await;
        assert!((45_000..=80_500).contains(&rest), "{rest} ms are left, {step}");
        seconds(40).await;
        assert!(is_playing(hub, &timed).await, "{step} ended a game too soon");
        seconds(45).await;
        assert!(is_timed_out(hub, &timed).await, "{step} and a restart froze a clock");
        play(hub, &rich, "m").await;
        // The wall clock is used again.
        let updated = sandbox.row(&rich.table).expect("its row").updated;
        assert!((updated - sandbox.wall()).abs() < 1_000, "{step}");
    }
}

#[tokio::test(start_paused = true)]
async fn bots_continue_after_a_clock_set_back_before_a_restart() {
    let sandbox = Sandbox::new();
    let process = sandbox.start().await.expect("it starts");
    let table = make(&process.hub, bots(), None).await;
    sleep(Duration::from_millis(300)).await;
    process.kill();
    let before = sandbox.row(&table.table).expect("its row");
    assert!(before.due.is_some(), "a bot is to act");
    sandbox.step(-2 * HOUR);
    seconds(8).await;
    let process = sandbox.start().await.expect("it starts");
    seconds(30).await;
    let after = sandbox.row(&table.table).expect("its row");
    assert!(after.last > before.last + 10, "{} facts, then {}", before.last, after.last);
    assert_eq!(after.due, None, "the game is over");
    drop(process);
}

#[tokio::test(start_paused = true)]
async fn processes_agree_on_the_time_whatever_the_wall_clock_shows() {
    for step in [2 * HOUR, -2 * HOUR] {
        let sandbox = Sandbox::new();
        let old = sandbox.start().await.expect("it starts");
        let timed = make(&old.hub, people(), Some(600)).await;
        let began = tokio::time::Instant::now();
        // Starting a process may include waiting for others, so the elapsed time is measured.
        let is_right = |rest: i64| {
            let passed = i64::try_from(began.elapsed().as_millis()).expect("a short test");
            (600_000 - passed - 1_500..=600_000 - passed + 500).contains(&rest)
        };
        seconds(20).await;
        sandbox.step(step);
        // One process joins immediately, before the others have noticed the step, one later.
        let early = sandbox.start().await.expect("it starts");
        seconds(5).await;
        let late = sandbox.start().await.expect("it starts");
        seconds(5).await;
        for hub in [&old.hub, &early.hub, &late.hub] {
            let rest = left(hub, &timed).await;
            assert!(is_right(rest), "{rest} ms are left after {:?}", began.elapsed());
        }
        // The oldest process dies; the others keep its time.
        old.kill();
        seconds(20).await;
        play(&late.hub, &timed, "m").await;
        let rest = view(&early.hub, &timed).await.clock.expect("a clock").left[0];
        assert!(is_right(rest), "{rest} ms are left after {:?}", began.elapsed());
        assert!(early.hub.stats().shards + late.hub.stats().shards >= 64, "all shards are held");
    }
}
