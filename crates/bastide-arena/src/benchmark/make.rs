//! Makes suites: plays games, and values all turns of some of their positions.
//!
//! Exact values follow from the rules alone. The games of endgames are played by `greedy`, which
//! does not use the evaluator either, so a suite of endgames changes only with the rules. Middle
//! games are played and rolled out with the evaluator.

use bastide::{Action, Actor, AnyGame, BySeat, Game, LandRules, Rules, Setup, StrongholdRules};
use bastide_bots::{
    Bot, Budget, Evaluator, Greedy, Kind, OnePly, Spec, lead, perform, solve_turns,
};
use bastide_host::{Dice, Recorder, position};

use super::number::hundredths;
use super::{
    ExactLoss, Finalist, Puzzle, Question, SampledLoss, Suite, SuiteGame, SuiteKind, Values,
    classic_mixes,
};

/// Parameters of a suite.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Making {
    /// Kind of positions.
    pub kind: SuiteKind,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of games to play. Games without a suitable position are left out.
    pub games: usize,
    /// Number of rollouts of each of the best turns, for middle games.
    pub rollouts: usize,
}

impl Making {
    /// Returns the parameters of the built-in suites.
    pub const fn usual(kind: SuiteKind) -> Making {
        let games = match kind {
            SuiteKind::Endgames => 1333,
            SuiteKind::Middles => 113,
        };
        Making { kind, seed: 1, games, rollouts: 240 }
    }
}

/// Makes a suite, and calls `done` with its games so far after each game. The same parameters give
/// the same suite, unless the rules have changed or, for middle games, the evaluator. A suite of
/// more games begins with one of fewer.
///
/// # Errors
/// Returns the first error of `done`, which ends the work.
pub fn make<E>(making: &Making, mut done: impl FnMut(&Suite) -> Result<(), E>) -> Result<Suite, E> {
    let plan = Plan::new(making);
    let mut suite = Suite { kind: making.kind, games: Vec::new() };
    for number in 0..making.games {
        let task = plan.task(number);
        let made = match making.kind {
            SuiteKind::Endgames => endgame(&task),
            SuiteKind::Middles => middle(&task, making.rollouts),
        };
        suite.games.extend(made);
        done(&suite)?;
    }
    Ok(suite)
}

// --- The games -------------------------------------------------------------------------------

/// Each game with a number that is one less than a multiple of this has a mix that
/// [`LandRules::all_mixes`] leaves out.
const PERIOD: usize = 4;

/// First stream of the random numbers of these games.
const OTHERS: u64 = 1 << 32;

/// The games of a suite.
struct Plan {
    making: Making,
    /// Every usual mix for two, some for more players, and The Castle.
    usual: Vec<Setup>,
    /// The same for the mixes that [`LandRules::all_mixes`] leaves out, without The Castle.
    others: Vec<Setup>,
    /// The base game with fields, which is played most.
    common: Setup,
}

/// A game to be played.
#[derive(Clone)]
struct Task<'a> {
    setup: &'a Setup,
    /// Number from which the length of a game or the phases of its positions follow.
    round: usize,
    dice: Dice,
}

impl Plan {
    fn new(making: &Making) -> Plan {
        let mut others = setups(classic_mixes().iter().copied());
        // The usual games have enough of The Castle.
        others.retain(|setup| matches!(setup.rules, Rules::Land(_)));
        let usual = setups(LandRules::all_mixes());
        let common = Setup::new(Rules::Land(LandRules::default()), 2);
        Plan { making: *making, usual, others, common }
    }

    fn task(&self, number: usize) -> Task<'_> {
        let Plan { making, usual, others, common } = self;
        let dice = |stream| Dice::new(making.seed, stream);
        let at = number / PERIOD;
        if number % PERIOD == PERIOD - 1 {
            let setup = &others[at * STRIDE % others.len()];
            return Task { setup, round: at / 2, dice: dice(OTHERS + at as u64) };
        }
        let number = number - at;
        let (setup, round) = match making.kind {
            SuiteKind::Endgames => (&usual[number % usual.len()], number / usual.len()),
            SuiteKind::Middles if number.is_multiple_of(2) => (common, number / 2),
            SuiteKind::Middles => (&usual[number / 2 * STRIDE % usual.len()], number / 2),
        };
        Task { setup, round, dice: dice(number as u64) }
    }
}

/// Step through a list of set-ups. Coprime to the numbers of set-ups, so that all of them occur.
const STRIDE: usize = 37;

/// Returns every mix for two, some for more players, and The Castle.
fn setups(mixes: impl Iterator<Item = LandRules>) -> Vec<Setup> {
    let mut setups = Vec::new();
    for (at, mix) in mixes.enumerate() {
        setups.push(Setup::new(Rules::Land(mix), 2));
        if at % 4 == 0 {
            setups.push(Setup::new(Rules::Land(mix), 3 + (at / 4 % 3) as u8));
        }
        if at % 8 == 0 {
            setups.push(Setup::new(Rules::Stronghold(StrongholdRules), 2));
        }
    }
    setups
}

/// Plays a game and calls `visit` with the number of actions before each position in which a tile
/// is laid. Returns the record up to the last of these positions that was kept.
fn play(
    setup: &Setup,
    bot: &mut dyn Bot,
    dice: &mut Dice,
    mut visit: impl FnMut(&Question) -> Option<Values>,
) -> Option<SuiteGame> {
    let mut recorder = Recorder::new(setup.clone()).ok()?;
    let mut game = SuiteGame { position: String::new(), line: 0, puzzles: Vec::new() };
    loop {
        let action = match recorder.game().to_act() {
            Actor::Nobody => break,
            Actor::Chance => dice.chance(recorder.game()),
            Actor::Seat(_) => {
                if let Some(question) = Question::new(recorder.game().clone())
                    && let Some(values) = visit(&question)
                {
                    game.position = position::encode(recorder.record());
                    let at = recorder.record().actions().len();
                    game.puzzles.push(Puzzle { at, line: 0, values });
                }
                bot.choose_turn(recorder.game(), Budget::Nodes(1)).first().copied()?
            }
        };
        recorder.play(action).ok()?;
    }
    (!game.puzzles.is_empty()).then_some(game)
}

// --- Endgames --------------------------------------------------------------------------------

/// Maximum number of states evaluated for a position, by the number of tiles left. States of The
/// Castle take longer and count [`SLOW`] times.
const LIMITS: [u64; 5] = [1_000_000, 1_000_000, 1_500_000, 1_000_000, 700_000];
const SLOW: u64 = 10;

/// Tiles of a short game. Its small board has fewer turns, so that more tiles can be solved.
const SHORT: usize = 8;

/// Plays a game and solves its last positions.
fn endgame(task: &Task<'_>) -> Option<SuiteGame> {
    let Task { setup, round, mut dice } = task.clone();
    let setup = if round % 2 == 1 { shortened(setup, &mut dice) } else { setup.clone() };
    let is_slow = matches!(setup.rules, Rules::Stronghold(_));
    let mut bot = Greedy::new(dice.below_u64(u64::MAX));
    play(&setup, &mut bot, &mut dice, |question| {
        let left = question.game.bag().left() as usize;
        let limit = LIMITS.get(left)?;
        let turns = solve_turns(&question.game, limit / if is_slow { SLOW } else { 1 })?;
        let best = turns.iter().max_by(|a, b| {
            (hundredths(a.win * 100.0), a.lead)
                .partial_cmp(&(hundredths(b.win * 100.0), b.lead))
                .unwrap_or(core::cmp::Ordering::Equal)
        })?;
        let losses: Vec<ExactLoss> = turns
            .iter()
            .map(|turn| ExactLoss {
                points: hundredths(best.lead - turn.lead),
                win: hundredths((best.win - turn.win) * 100.0),
            })
            .collect();
        // Without a difference there is nothing to decide.
        losses.iter().any(|loss| *loss != losses[0]).then_some(Values::Exact(losses))
    })
}

/// Returns the same game with a few random tiles, if its tiles form a single pile.
fn shortened(setup: &Setup, dice: &mut Dice) -> Setup {
    let Ok(game) = AnyGame::new(setup) else { return setup.clone() };
    if game.bag().piles().count() != 1 {
        return setup.clone();
    }
    let kinds = game.board().tiles();
    let mut names: Vec<String> = Vec::new();
    for (tile, count) in game.bag().next() {
        names.extend((0..count).map(|_| kinds.kind(tile).name.to_string()));
    }
    let deck: Vec<String> =
        (0..SHORT.min(names.len())).map(|_| names.swap_remove(dice.below(names.len()))).collect();
    let short = setup.clone().with_deck(deck.iter().map(String::as_str));
    if AnyGame::new(&short).is_ok() { short } else { setup.clone() }
}

// --- Middle games ----------------------------------------------------------------------------

/// Stages of the estimation: the divisor of the number of rollouts, and the number of turns that
/// remain afterwards.
const STAGES: [(usize, usize); 3] = [(15, 24), (4, 6), (1, 6)];

/// Bots whose turns are compared by all rollouts too. The evaluation and few rollouts do not find
/// every good turn, and a bot that finds one would seem to lose points by it.
const ADVISERS: [&str; 2] = ["strong@30000n", "strong@1000000n"];

/// Weight of the evaluation of a turn, in rollouts: its error is about that of 24 rollouts. It
/// protects good turns with few rollouts from bad luck.
const TRUST: f64 = 24.0;

/// Plays a game and estimates the values of all turns in two of its positions.
fn middle(task: &Task<'_>, rollouts: usize) -> Option<SuiteGame> {
    let Task { setup, round, mut dice } = task.clone();
    let bot = Spec { kind: Kind::Normal, budget: Kind::Normal.usual_budget() };
    let mut bot = bot.build(dice.below_u64(u64::MAX));
    let whole = AnyGame::new(setup).ok()?.bag().left();
    // Sixths of the tiles left: two of early, middle and late.
    let sixths = [[5, 3], [3, 1], [5, 1]][round % 3];
    let mut wanted: Vec<u32> = sixths.iter().map(|n| whole * n / 6).collect();
    let rollout_seed = dice.below_u64(u64::MAX);
    let mut evaluator = Evaluator::default();
    play(setup, &mut bot, &mut dice, |question| {
        let left = question.game.bag().left();
        if wanted.first().is_none_or(|&most| left > most) || question.turns.len() < 2 {
            return None;
        }
        wanted.remove(0);
        evaluator.prepare(&question.game);
        // Other rollouts take many times as long.
        let is_fast = evaluator.is_incremental(&question.game);
        let rollouts = if is_fast { rollouts } else { rollouts / 8 };
        let seed = rollout_seed ^ u64::from(left);
        let advised: Vec<usize> =
            ADVISERS.iter().filter_map(|bot| advice(bot, question, seed)).collect();
        Some(sampled(question, rollouts, seed, &advised))
    })
}

/// Returns the index of the turn that a bot chooses.
fn advice(bot: &str, question: &Question, seed: u64) -> Option<usize> {
    let spec: Spec = bot.parse().ok()?;
    let mut bot = spec.build(seed);
    let (mut game, mut turn) = (question.game.clone(), Vec::new());
    while game.to_act() == Actor::Seat(question.seat) && game.turn() == question.seat {
        let action = *bot.choose_turn(&game, spec.budget).first()?;
        game.play(action).ok()?;
        turn.push(action);
    }
    question.turns.iter().position(|listed| *listed == turn)
}

/// Values all turns of a position by rollouts to the end of the game, with common tile orders. The
/// `advised` turns are among the finalists.
fn sampled(question: &Question, rollouts: usize, seed: u64, advised: &[usize]) -> Values {
    let Question { game, seat, turns } = question;
    let start = |turn: &Vec<Action>| {
        let mut start = game.clone();
        perform(&mut start, turn);
        start
    };
    let starts: Vec<AnyGame> = turns.iter().map(start).collect();
    let mut evaluator = Evaluator::default();
    let mut value = |start: &AnyGame| {
        evaluator.prepare(start);
        f64::from(evaluator.lead(start, *seat))
    };
    let priors: Vec<f64> = starts.iter().map(&mut value).collect();
    let mut results: Vec<Vec<f64>> = vec![Vec::new(); turns.len()];
    let mut policy = OnePly::default();
    let mut entered: Vec<usize> = (0..turns.len()).collect();
    let mut state = game.clone();
    for (divisor, kept) in STAGES {
        for &turn in &entered {
            // At least two, for a standard error.
            for number in results[turn].len()..(rollouts / divisor).max(2) {
                state.clone_from(&starts[turn]);
                finish(&mut state, &mut policy, Dice::new(seed, number as u64));
                let scores = BySeat(state.scores().0.map(|points| points as f32));
                results[turn].push(f64::from(lead(&scores, state.seats(), *seat)));
            }
        }
        let score = |turn: usize| trusted(mean(&results[turn]), results[turn].len(), priors[turn]);
        entered.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
        let dropped = entered.split_off(kept.min(entered.len()));
        entered.extend(dropped.iter().filter(|turn| advised.contains(turn)));
    }
    // A turn that was kept by advice alone may be the best of all.
    let score = |turn: usize| trusted(mean(&results[turn]), results[turn].len(), priors[turn]);
    entered.sort_by(|&a, &b| score(b).total_cmp(&score(a)));
    let reference = entered[0];
    let behind = |turn: usize| {
        let pairs = results[turn].iter().zip(&results[reference]);
        pairs.map(|(own, best)| best - own).collect::<Vec<f64>>()
    };
    let losses = (0..turns.len()).map(|turn| {
        let behind = behind(turn);
        let (points, count) = (mean(&behind), behind.len());
        let squares = behind.iter().map(|loss| (loss - points).powi(2)).sum::<f64>();
        let error = (squares / (count as f64 - 1.0) / (count as f64 + TRUST)).sqrt();
        let points = trusted(points, count, priors[reference] - priors[turn]);
        SampledLoss { points: hundredths(points), error: hundredths(error).unsigned_abs() }
    });
    let finals = entered.iter().map(|&turn| {
        let behind = behind(turn);
        let half = |from: usize| {
            let half: Vec<f64> = behind.iter().skip(from).step_by(2).copied().collect();
            hundredths(mean(&half))
        };
        Finalist { turn, halves: [half(0), half(1)] }
    });
    Values::Sampled { turns: losses.collect(), finals: finals.collect() }
}

/// Returns the mean of `count` rollouts and the evaluation, which counts as [`TRUST`] rollouts.
fn trusted(mean: f64, count: usize, prior: f64) -> f64 {
    (mean * count as f64 + prior * TRUST) / (count as f64 + TRUST)
}

/// Plays to the end of the game with the best afterstate of each seat.
fn finish(game: &mut AnyGame, policy: &mut OnePly, mut dice: Dice) {
    loop {
        match game.to_act() {
            Actor::Nobody => return,
            Actor::Chance => {
                let action = dice.chance(game);
                game.play_unchecked(action);
            }
            Actor::Seat(_) => {
                let turn = policy.choose_turn(game, Budget::Nodes(1));
                perform(game, &turn);
            }
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::group;
    use super::*;

    #[test]
    fn every_fourth_game_has_a_mix_of_its_own() {
        for kind in SuiteKind::ALL {
            let making = Making::usual(kind);
            let plan = Plan::new(&making);
            let (mut usual, mut others) = (BTreeSet::new(), BTreeSet::new());
            let mut streams = BTreeSet::new();
            for number in 0..making.games {
                let mut task = plan.task(number);
                let mixes = if number % 4 == 3 { &mut others } else { &mut usual };
                mixes.insert(task.setup.rules.to_string());
                streams.insert(task.dice.below_u64(u64::MAX));
            }
            assert!(others.is_disjoint(&usual), "a mix is in both lists");
            assert_eq!(streams.len(), making.games, "two games have the same random numbers");
            if kind == SuiteKind::Endgames {
                // And The Castle.
                assert_eq!(usual.len(), LandRules::all_mixes().count() + 1);
                let count = LandRules::every_mix().count() - LandRules::all_mixes().count();
                assert_eq!(others.len(), count, "each mix has a game");
            }
        }
    }

    #[test]
    fn endgames_of_mixes_that_are_left_out_can_be_read() {
        let making = Making::usual(SuiteKind::Endgames);
        let plan = Plan::new(&making);
        // The first whole and the first short one of these games.
        let made = [3, 11].map(|number| endgame(&plan.task(number)).expect("positions"));
        let suite = Suite { kind: making.kind, games: made.to_vec() };
        let read: Suite = suite.to_string().parse().expect("a suite");
        for game in read.games {
            let record = game.record().expect("a position");
            assert_eq!(group(record.setup()), "classic");
            for puzzle in &game.puzzles {
                puzzle.open(&record).expect("values of this position");
            }
        }
    }
}
