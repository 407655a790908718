//! Checks that bots do not lose on time, with simulated time. A time source is installed once in a
//! process, so this test has a file to itself.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bastide::{Actor, AnyGame, Game, LandRules, Rules, Setup, StrongholdRules};
use bastide_bots::{Bot, Budget, Kind, Spec, TimeControl, set_time_source};
use bastide_host::Dice;

/// Simulated microseconds since the start.
static MICROS: AtomicU64 = AtomicU64::new(0);

/// Simulated microseconds of a rollout.
static ROLLOUT: AtomicU64 = AtomicU64::new(2000);

/// Lets the time of a rollout pass: a search asks for the time after each of them.
fn now() -> Duration {
    let rollout = ROLLOUT.load(Ordering::Relaxed);
    Duration::from_micros(MICROS.fetch_add(rollout, Ordering::Relaxed))
}

/// Plays a game of `strong` against itself with one clock for each seat, and returns the time of
/// each turn. `lag` is the time that passes after each search before the clock stops.
fn play(setup: &Setup, clock: TimeControl, lag: Duration) -> Vec<Duration> {
    let mut game = AnyGame::new(setup).expect("the built-in games");
    let (mut dice, mut turns) = (Dice::new(1, 1), Vec::new());
    let mut clocks = vec![clock; usize::from(setup.seats)];
    let spec = Spec { kind: Kind::Strong, budget: Budget::Nodes(1) };
    let mut bots: Vec<Box<dyn Bot + Send>> = clocks.iter().map(|_| spec.build(1)).collect();
    while !game.is_over() {
        let Actor::Seat(seat) = game.to_act() else {
            let action = dice.chance(&game);
            game.play(action).expect("chance plays by the rules");
            continue;
        };
        let before = Duration::from_micros(MICROS.load(Ordering::Relaxed));
        let own = &mut clocks[seat.index()];
        for action in bots[seat.index()].choose_turn(&game, own.budget(&game)) {
            game.play(action).expect("bots play by the rules");
        }
        let used = Duration::from_micros(MICROS.load(Ordering::Relaxed)) - before + lag;
        let (left, number) = (own.left, turns.len());
        let has_ended = game.to_act() != Actor::Seat(seat);
        assert!(own.charge(used, has_ended), "{}: turn {number}, {left:?}", setup.rules);
        turns.push(used);
    }
    turns
}

#[test]
fn clocks_never_run_out_and_time_goes_where_it_matters() {
    assert!(set_time_source(now), "the first source is installed");
    let mix = |text: &str| Rules::Land(text.parse::<LandRules>().expect("a mix"));
    let setups = [
        Setup::new(mix("base,fields"), 2),
        Setup::new(mix("wheel,fields,abbot,barns"), 4),
        Setup::new(Rules::Stronghold(StrongholdRules), 2),
    ];
    for setup in &setups {
        for (clock, lag) in [("6s", 0), ("3s", 10), ("1s+20ms", 10), ("3s+40ms", 15)] {
            let clock: TimeControl = clock.parse().expect("a clock");
            let turns = play(setup, clock, Duration::from_millis(lag));
            let all = turns.iter().sum::<Duration>().as_secs_f32();
            let increments = clock.increment * turns.len() as u32;
            let given = clock.left * u32::from(setup.seats) + increments;
            assert!(all > 0.4 * given.as_secs_f32(), "{} {clock}: {all} s", setup.rules);
        }
    }
    // With more time, searches end early if the best turn is clear; others get the time.
    ROLLOUT.store(500, Ordering::Relaxed);
    let mut turns = play(&setups[0], "30s".parse().expect("a clock"), Duration::ZERO);
    turns.sort_unstable();
    let [short, long] = [1, 7].map(|part| turns[turns.len() * part / 8]);
    assert!(2 * long > 3 * short, "{turns:?}");
}
