//! Games against `rival`, which joins its figures with the features of its opponent: a yardstick for
//! how well bots see such contests.

use std::ops::ControlFlow;

use bastide::{LandRules, Rules, Setup};
use bastide_arena::benchmark::OPPONENTS;
use bastide_arena::{Arena, Entrant, GameResult, Played, Report};
use bastide_bots::Spec;

/// Measured on the same decks when this test was written: 85.9 % and +22.5 points; without contests
/// (`road_joins`, `city_joins` and `field_joins` of the weights 0) 73.4 % (66.6 to 80.6) and +15.0
/// (11.3 to 18.8). The limits lie between the two, each about two standard errors from both.
/// `hard`, with ten times the nodes and ten times the time, shows the same difference less clearly:
/// docs/bots.md has 91 to 94 % against the rival, and 93.3 % with and 87.1 % without contests.
///
/// The games are reproducible, so only a change of the evaluator or of a search can fail this test.
/// Then play `bastide arena hard rival --decks 200` with both versions: if the new one is not worse,
/// 80 decks were too few, and the limits may be lowered.
#[test]
fn strong_sees_the_threats_of_the_rival() {
    let bots: [Spec; 2] = ["strong@3000n", "rival"].map(|name| name.parse().expect("a bot"));
    let setup = Setup::new(Rules::Land(LandRules::default()), 2);
    let entrants = bots.iter().map(|bot| bot as &dyn Entrant).collect();
    let arena = Arena::new(setup, entrants, 1).expect("a contest");
    let mut games: Vec<GameResult> = Vec::new();
    let keep = |played: Played| {
        games.push(played.game);
        Ok::<_, ()>(ControlFlow::Continue(()))
    };
    arena.run(&arena.contest.games(0..80), 2, keep).expect("nothing fails");
    let pair = &Report::new(&arena.contest, &games).pairs[0];
    assert!(pair.score.mean > 0.80, "{pair:?}");
    assert!(pair.margin.mean > 18.5, "{pair:?}");
}

#[test]
fn every_benchmark_plays_the_rival() {
    assert!(OPPONENTS.contains(&"rival"));
}
