//! Mining of puzzles: games between bots, and the positions in which one turn is clearly best.

use bastide::{Action, Actor, AnyGame, Game, Seat, Setup};
use bastide_bots::{Bot, Budget, Kind, Spec};
use bastide_host::{Dice, Recorder, position};

use super::{Proof, Puzzle, PuzzleGame, Theme, Wrong};
use crate::search::{Assessment, assess, fingerprint_after};

/// Parameters of mining.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mining {
    /// Seed of all random numbers.
    pub seed: u64,
    /// Number of states evaluated for a proof.
    pub nodes: u64,
}

/// Fraction of the budget of a proof with which positions are screened.
const SCREENING: u64 = 100;
/// Smallest loss of the second-best turn, in thousandths of a point.
const GAP: i64 = 1_500;
/// Number of standard errors by which the second-best turn must be worse.
const CERTAIN: i64 = 3;
/// Maximum number of puzzles of a game, so that they differ.
const MOST: usize = 2;
/// Number of turns at the beginning in which hardly any turn is best.
const OPENING: u32 = 8;

/// Divisor of the budget for The Castle, whose states take longer to evaluate.
const SLOW: u64 = 5;

/// Bots whose attempts determine the first rating of a puzzle.
const SOLVERS: [&str; 10] = [
    "beginner",
    "beginner",
    "easy",
    "easy",
    "normal",
    "normal",
    "greedy",
    "oneply",
    "strong@3000n",
    "strong@30000n",
];

/// Plays game `number` and returns its puzzles. The same parameters give the same puzzles. Ids are
/// those of the game, and unique among the games of one seed.
pub fn mine_game(mining: &Mining, number: u64) -> Vec<Puzzle> {
    let kind = PuzzleGame::CYCLE[(number % PuzzleGame::CYCLE.len() as u64) as usize];
    let slow = if kind == PuzzleGame::Castle { SLOW } else { 1 };
    let mining = &Mining { nodes: mining.nodes / slow, ..*mining };
    let mut dice = Dice::new(mining.seed, number);
    let Ok(rules) = kind.rules().parse::<bastide::Rules>() else { return Vec::new() };
    let Ok(mut recorder) = Recorder::new(Setup::new(rules, 2)) else { return Vec::new() };
    let spec = Spec { kind: Kind::Normal, budget: Kind::Normal.usual_budget() };
    let mut bots = [(); 2].map(|()| spec.build(dice.below_u64(u64::MAX)));
    let whole = recorder.game().bag().left();
    let mut found: Vec<Puzzle> = Vec::new();
    loop {
        let actions = match recorder.game().to_act() {
            Actor::Nobody => return found,
            Actor::Chance => vec![dice.chance(recorder.game())],
            Actor::Seat(seat) => {
                let game = recorder.game();
                let is_late = game.bag().left() + OPENING < whole && game.drawn().is_some();
                if is_late
                    && found.len() < MOST
                    && let Some(mut puzzle) = examine(game, seat, kind, mining, &mut dice)
                    && found.iter().all(|other| other.themes != puzzle.themes)
                {
                    puzzle.position = position::encode(recorder.record());
                    puzzle.id = format!("{kind}-{number}{}", ["a", "b"][found.len() % 2]);
                    found.push(puzzle);
                }
                bots[seat.index()].choose_turn(recorder.game(), spec.budget).to_vec()
            }
        };
        for action in actions {
            if recorder.play(action).is_err() {
                return found;
            }
        }
    }
}

/// Returns the puzzle of a position, without its id and encoding, if one turn is clearly the best
/// and not obvious.
fn examine(
    game: &AnyGame,
    seat: Seat,
    kind: PuzzleGame,
    mining: &Mining,
    dice: &mut Dice,
) -> Option<Puzzle> {
    let seed = dice.below_u64(u64::MAX);
    let is_last = game.bag().left() <= 3;
    if !is_last {
        let first = assess(game, None, mining.nodes / SCREENING, seed)?;
        let second = first.turns.get(1)?;
        if second.lost < GAP {
            return None;
        }
        let best = &first.turns[0].actions;
        // A turn that simple bots find is not a puzzle.
        let is_obvious =
            |bot: &&str| attempt(bot, game, seed) == Some(fingerprint_after(game, best));
        if ["greedy", "oneply"].iter().all(is_obvious) {
            return None;
        }
    }
    let proof = assess(game, None, mining.nodes, seed ^ 1)?;
    let [best, others @ ..] = &proof.turns[..] else { return None };
    if !is_unique(&proof) || others.is_empty() {
        return None;
    }
    // Many positions are examined, so some pass by chance. Rollouts with other random numbers must
    // agree.
    if !proof.is_exact {
        let again = assess(game, None, mining.nodes, seed ^ 2)?;
        let is_same = again.turns.first().is_some_and(|turn| turn.actions == best.actions);
        if !is_same || !is_unique(&again) {
            return None;
        }
    }
    let turns: Vec<Vec<Action>> = others.iter().map(|turn| turn.actions.clone()).collect();
    let themes = Theme::of(game, seat, &best.actions, &turns);
    let solution = Some(fingerprint_after(game, &best.actions));
    let failures =
        (seed..).zip(SOLVERS).filter(|&(seed, bot)| attempt(bot, game, seed) != solution).count();
    // Most players would find it too.
    if themes.is_empty() || failures < 3 {
        return None;
    }
    let tokens = |actions: &[Action]| -> Vec<String> {
        actions.iter().map(|&action| game.notation().show(action).to_string()).collect()
    };
    let wrong = others.iter().map(|turn| Wrong {
        lost: turn.lost,
        error: turn.error,
        actions: tokens(&turn.actions),
    });
    Some(Puzzle {
        id: String::new(),
        game: kind,
        themes,
        proof: if proof.is_exact { Proof::Exact } else { Proof::Rollouts(mining.nodes) },
        rating: 900 + 110 * failures as u32,
        position: String::new(),
        solution: tokens(&best.actions),
        wrong: wrong.collect(),
    })
}

/// Returns true if all other turns are worse for certain.
pub(crate) fn is_unique(proof: &Assessment) -> bool {
    let is_worse = |turn: &crate::search::Alternative| match proof.is_exact {
        true => !turn.is_equal && turn.lost >= 1_000,
        false => turn.lost >= GAP && turn.lost > CERTAIN * turn.error,
    };
    proof.turns.iter().skip(1).all(is_worse)
}

/// Returns the state after the turn of a bot, as a fingerprint.
fn attempt(bot: &str, game: &AnyGame, seed: u64) -> Option<u64> {
    let spec: Spec = bot.parse().ok()?;
    let budget = match spec.budget {
        Budget::Nodes(nodes) => Budget::Nodes(nodes),
        Budget::Time(_) => Budget::Nodes(30_000),
    };
    let (mut bot, mut state, seat) = (spec.build(seed), game.clone(), game.to_act());
    while state.to_act() == seat && state.turn() == game.turn() {
        for action in bot.choose_turn(&state, budget) {
            state.play_unchecked(action);
        }
        if state.drawn().is_some() {
            break;
        }
    }
    Some(state.fingerprint())
}
