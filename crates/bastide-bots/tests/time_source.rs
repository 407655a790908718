//! Checks that an installed time source replaces the clock of the system. A source is installed once
//! in a process, so this test has a file to itself.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bastide::{AnyGame, Game, LandRules, Setup};
use bastide_bots::{Budget, Kind, Spec, set_time_source};

/// Number of calls of [`now`].
static CALLS: AtomicU64 = AtomicU64::new(0);

/// A clock that advances by a millisecond at each call.
fn now() -> Duration {
    Duration::from_millis(CALLS.fetch_add(1, Ordering::Relaxed))
}

#[test]
fn budgets_in_time_use_the_installed_source() {
    assert!(set_time_source(now), "the first source is installed");
    assert!(!set_time_source(|| Duration::ZERO), "there is one already");
    let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2)).expect("the base game");
    game.play(game.notation().parse("DV").expect("a tile")).expect("it is in the bag");
    for kind in Kind::ALL {
        let spec = Spec { kind, budget: Budget::Nodes(500) };
        spec.build(1).choose_turn(&game, spec.budget);
    }
    assert_eq!(CALLS.load(Ordering::Relaxed), 0, "nodes do not use the time");
    // The search ends because the source says so: real time plays no part.
    let mut nodes = Vec::new();
    for millis in [10, 100, 100] {
        let mut bot = Spec { kind: Kind::Strong, budget: Budget::Nodes(1) }.build(1);
        let before = CALLS.load(Ordering::Relaxed);
        bot.choose_turn(&game, Budget::Time(Duration::from_millis(millis)));
        let calls = CALLS.load(Ordering::Relaxed) - before;
        assert!((millis..millis + 9).contains(&calls), "{calls} calls in {millis} ms");
        nodes.push(bot.insight().expect("a search").nodes);
    }
    assert!(nodes[0] < nodes[1] && nodes[1] == nodes[2], "{nodes:?}");
}
