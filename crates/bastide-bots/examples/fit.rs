//! Fits the evaluator's weights to rollouts: the differences between the evaluations of turns of the
//! same position should equal the differences between the results of games continued from them.
//!
//! `fit make FILE POSITIONS [SEED] [RULES] [SEATS]` appends positions of games between bots. Of each,
//! the best turns by evaluation and some others are continued to the end of the game by one-ply play,
//! all on the same tile orders.
//!
//! `fit weights FILE [START]` fits the weights to four fifths of the positions by damped Gauss-Newton
//! steps with numeric derivatives, and reports the remaining error and the value of the chosen turns
//! on the others. `ONLY=free0,city` fits only these weights.

#![expect(clippy::disallowed_methods, reason = "fitting need not be reproducible to the last bit")]

use std::fmt::Write as _;
use std::fs::{OpenOptions, read_to_string};
use std::io::Write as _;

use bastide::{Actor, AnyGame, BySeat, Game, LandRules, Rules, Seat, Setup};
use bastide_bots::{
    Bot, Budget, Character, Judge, Noisy, OnePly, Options, Rival, Strong, Turn, Weights, lead,
    perform,
};
use bastide_host::Dice;

/// Turns of a position with the best evaluations, and others, that are continued.
const BEST: usize = 6;
const OTHERS: usize = 3;
/// Games continued from each turn.
const ROLLOUTS: u64 = 24;
/// Positions taken from a game of 72 tiles, on average.
const PER_GAME: usize = 14;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let arg = |at: usize| args.get(at).map(String::as_str);
    let number = |at: usize, usual: u64| arg(at).map_or(usual, |n| n.parse().expect("a number"));
    let file = arg(1).expect("a file");
    match arg(0) {
        Some("make") => {
            let rules = arg(4).unwrap_or("base,fields").parse().expect("rules");
            make(file, number(2, 1000), number(3, 1), rules, number(5, 2) as u8);
        }
        Some("weights") => fit(file, arg(2)),
        _ => panic!("make or weights"),
    }
}

/// Appends positions to a file, one on each line: rules and seats, the actions so far, and turns
/// with the final leads of their continuations, all separated by `;`.
fn make(file: &str, positions: u64, seed: u64, rules: LandRules, seats: u8) {
    let mut out = OpenOptions::new().create(true).append(true).open(file).expect("a file");
    let setup = Setup::new(Rules::Land(rules), seats);
    let (mut judge, mut policy) = (Judge::new(Character::Plain), OnePly::default());
    let (mut made, mut number) = (0, 0);
    while made < positions {
        number += 1;
        let mut dice = Dice::new(seed, number);
        let mut game = AnyGame::new(&setup).expect("the mix is possible");
        let mut bots: Vec<Box<dyn Bot>> = Seat::all(seats)
            .map(|seat| -> Box<dyn Bot> {
                let bot_seed = dice.below_u64(u64::MAX);
                match (number % 3, seat.index() as u64 % 2 == number / 3 % 2) {
                    (0, _) => Box::new(Strong::new(bot_seed, Character::Plain, Options::default())),
                    (1, true) => Box::new(Rival::new(bot_seed)),
                    _ => Box::new(Noisy::new(bot_seed, Character::Plain, 0.7)),
                }
            })
            .collect();
        let mut tokens = String::new();
        loop {
            let actions: Turn = match game.to_act() {
                Actor::Nobody => break,
                Actor::Chance => [dice.chance(&game)].into_iter().collect(),
                Actor::Seat(seat) => {
                    if dice.below(72) < PER_GAME
                        && let Some(turns) = sample(&game, &mut judge, &mut policy, &mut dice)
                    {
                        writeln!(out, "{rules} {seats};{tokens}{turns}").expect("space is left");
                        made += 1;
                    }
                    bots[seat.index()].choose_turn(&game, Budget::Nodes(6000))
                }
            };
            for action in actions {
                let _ = write!(tokens, "{} ", game.notation().show(action));
                game.play(action).expect("bots play by the rules");
            }
        }
    }
}

/// Returns the final leads after some turns of a position, or `None` if there is no choice.
fn sample(
    game: &AnyGame,
    judge: &mut Judge,
    policy: &mut OnePly,
    dice: &mut Dice,
) -> Option<String> {
    let (seat, seats) = (game.turn(), game.seats());
    let mut found: Vec<(f32, Turn)> = Vec::new();
    judge.each_turn(game, |actions, values| {
        found.push((lead(values, seats, seat), actions.iter().copied().collect()));
    });
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut kept: Vec<Turn> = found.iter().take(BEST).map(|(_, turn)| turn.clone()).collect();
    let rest = found.get(BEST..30.min(found.len())).unwrap_or_default();
    kept.extend(
        rest.chunks(rest.len().div_ceil(OTHERS).max(1))
            .map(|some| some[dice.below(some.len())].1.clone()),
    );
    if kept.len() < 3 {
        return None;
    }
    let (seed, mut text) = (dice.below_u64(u64::MAX), String::new());
    for turn in kept {
        let shown: Vec<_> =
            turn.iter().map(|&action| game.notation().show(action).to_string()).collect();
        let _ = write!(text, ";{}:", shown.join(" "));
        for number in 0..ROLLOUTS {
            let mut end = game.clone();
            perform(&mut end, &turn);
            let mut draws = Dice::new(seed, number);
            loop {
                match end.to_act() {
                    Actor::Nobody => break,
                    Actor::Chance => {
                        let draw = draws.chance(&end);
                        end.play_unchecked(draw);
                    }
                    Actor::Seat(_) => {
                        let turn = policy.choose_turn(&end, Budget::Nodes(1));
                        perform(&mut end, &turn);
                    }
                }
            }
            let scores = BySeat(end.scores().0.map(|score| score as f32));
            let _ = write!(text, "{} ", lead(&scores, seats, seat));
        }
    }
    Some(text)
}

/// A position with the results of some of its turns.
struct Position {
    game: AnyGame,
    /// Number of each turn in the order of [`Judge::each_turn`].
    turns: Vec<usize>,
    /// Mean final lead after each turn, less the mean of all.
    leads: Vec<f64>,
    /// Square of the standard error of these, on average.
    noise: f64,
}

/// Reads a line of the file.
fn read(line: &str) -> Position {
    let mut fields = line.split(';');
    let (rules, seats) = fields.next().and_then(|f| f.split_once(' ')).expect("rules and seats");
    let rules = Rules::Land(rules.parse().expect("rules"));
    let setup = Setup::new(rules, seats.parse().expect("a number"));
    let mut game = AnyGame::new(&setup).expect("the mix is possible");
    for token in fields.next().expect("actions").split_whitespace() {
        let action = game.notation().parse(token).expect("an action");
        game.play_unchecked(action);
    }
    let mut all = Vec::new();
    Judge::new(Character::Plain).each_turn(&game, |actions, _| {
        let shown = actions.iter().map(|&action| game.notation().show(action).to_string());
        all.push(shown.collect::<Vec<_>>().join(" "));
    });
    let (mut turns, mut results) = (Vec::new(), Vec::new());
    for field in fields {
        let (turn, leads) = field.split_once(':').expect("a turn and its results");
        turns.push(all.iter().position(|shown| shown == turn).expect("a turn of the position"));
        let leads = leads.split_whitespace().map(|lead| lead.parse().expect("a number"));
        results.push(leads.collect::<Vec<f64>>());
    }
    let mean =
        |numbers: &mut dyn Iterator<Item = f64>, count: usize| numbers.sum::<f64>() / count as f64;
    let count = results[0].len();
    // The effect of a tile order on all turns alike is not noise.
    for at in 0..count {
        let luck = mean(&mut results.iter().map(|leads| leads[at]), results.len());
        results.iter_mut().for_each(|leads| leads[at] -= luck);
    }
    let leads: Vec<f64> = results.iter().map(|r| mean(&mut r.iter().copied(), count)).collect();
    let spread = |(leads, center): (&Vec<f64>, &f64)| {
        mean(&mut leads.iter().map(|lead| (lead - center) * (lead - center)), count - 1)
    };
    let noise = mean(&mut results.iter().zip(&leads).map(spread), leads.len()) / count as f64;
    Position { game, turns, leads, noise }
}

/// Returns the evaluations of the turns of all positions, less their mean in each.
fn judge_all(positions: &[Position], weights: Weights) -> Vec<Vec<f64>> {
    let mut judge = Judge::new(Character::Given(weights));
    let mut all = Vec::new();
    positions
        .iter()
        .map(|position| {
            let (seat, seats) = (position.game.turn(), position.game.seats());
            all.clear();
            judge.each_turn(&position.game, |_, values| all.push(lead(values, seats, seat)));
            let mut leads: Vec<f64> =
                position.turns.iter().map(|&turn| f64::from(all[turn])).collect();
            let mean = leads.iter().sum::<f64>() / leads.len() as f64;
            leads.iter_mut().for_each(|lead| *lead -= mean);
            leads
        })
        .collect()
}

/// Squared error of an evaluation that more rollouts would not remove.
const MODEL: f64 = 3.0;

/// Returns the weighted squared error per turn.
fn error(positions: &[Position], values: &[Vec<f64>]) -> f64 {
    let (mut error, mut count) = (0.0, 0.0);
    for (position, values) in positions.iter().zip(values) {
        for (value, lead) in values.iter().zip(&position.leads) {
            error += (value - lead) * (value - lead) / (position.noise + MODEL);
            count += 1.0;
        }
    }
    error / count
}

/// Returns how much better the turns chosen by `values` are than those chosen by `others`, and the
/// standard error of that.
fn gain(positions: &[Position], values: &[Vec<f64>], others: &[Vec<f64>]) -> (f64, f64) {
    let best = |values: &[f64]| {
        let better = |&a: &usize, &b: &usize| values[a].total_cmp(&values[b]).then(b.cmp(&a));
        (0..values.len()).max_by(better).unwrap_or(0)
    };
    let (mut sum, mut squares) = (0.0, 0.0);
    for ((position, values), others) in positions.iter().zip(values).zip(others) {
        let gain = position.leads[best(values)] - position.leads[best(others)];
        sum += gain;
        squares += gain * gain;
    }
    let count = positions.len() as f64;
    let mean = sum / count;
    (mean, ((squares / count - mean * mean) / count).sqrt())
}

fn fit(file: &str, start: Option<&str>) {
    let text = read_to_string(file).expect("a file");
    let positions: Vec<Position> = text.lines().map(read).collect();
    // Positions of the same game stay together.
    let (held, used) = positions.split_at(positions.len() / 5);
    let AnyGame::Land(land) = &used[0].game else { panic!("a land game") };
    let mut weights = Weights::tuned(land.rules());
    if let Some(start) = start {
        for ((_, weight), text) in weights.named().into_iter().zip(start.split(',')) {
            *weight = text.trim().parse().expect("a number");
        }
    }
    let only = std::env::var("ONLY").ok();
    let is_fitted = |name: &str| only.as_deref().is_none_or(|o| o.split(',').any(|n| n == name));
    let names: Vec<&str> = weights.named().into_iter().map(|(name, _)| name).collect();
    // Derivatives and steps are in units of these.
    let reaches: Vec<f32> = weights
        .named()
        .into_iter()
        .map(|(name, weight)| {
            if name.contains("growth") || name == "back" {
                0.2
            } else {
                (weight.abs() / 10.0).max(0.002)
            }
        })
        .collect();
    println!("{} positions to fit, {} held out", used.len(), held.len());
    let noise = |p: &Position| p.noise / (p.noise + MODEL);
    let noise = positions.iter().map(noise).sum::<f64>() / positions.len() as f64;
    println!("error by noise alone: {noise:.4}");
    let began = weights;
    show(held, used, began, began);
    let mut damping = 1.0;
    let mut values = judge_all(used, weights);
    let mut least = error(used, &values);
    for _ in 0..12 {
        let moved = |at: usize, by: f32| {
            let mut moved = weights;
            *moved.named()[at].1 += by;
            moved
        };
        let fitted: Vec<usize> = (0..names.len()).filter(|&at| is_fitted(names[at])).collect();
        let slopes: Vec<Vec<f64>> = fitted
            .iter()
            .map(|&at| {
                let [up, down] = [1.0, -1.0]
                    .map(|way| judge_all(used, moved(at, way * reaches[at]).clamped()).concat());
                up.iter().zip(&down).map(|(up, down)| (up - down) / 2.0).collect()
            })
            .collect();
        let mut off = Vec::new();
        let mut trust = Vec::new();
        for (position, values) in used.iter().zip(&values) {
            for (value, lead) in values.iter().zip(&position.leads) {
                off.push(lead - value);
                trust.push(1.0 / (position.noise + MODEL));
            }
        }
        let dot = |a: &[f64], b: &[f64]| -> f64 {
            a.iter().zip(b).zip(&trust).map(|((a, b), trust)| a * b * trust).sum()
        };
        let better = loop {
            let count = fitted.len();
            let mut rows: Vec<Vec<f64>> = (0..count)
                .map(|i| {
                    let mut row: Vec<f64> =
                        (0..count).map(|j| dot(&slopes[i], &slopes[j])).collect();
                    row[i] += damping;
                    row.push(dot(&slopes[i], &off));
                    row
                })
                .collect();
            let step = solve(&mut rows);
            let mut tried = weights;
            for (&at, step) in fitted.iter().zip(&step) {
                *tried.named()[at].1 += *step as f32 * reaches[at];
            }
            let tried = tried.clamped();
            let tried_values = judge_all(used, tried);
            let tried_error = error(used, &tried_values);
            if tried_error < least {
                let gain = least - tried_error;
                (weights, values, least) = (tried, tried_values, tried_error);
                damping = (damping / 10.0).max(0.1);
                break gain > 1e-5;
            }
            damping *= 10.0;
            if damping > 1e9 {
                break false;
            }
        };
        if !better {
            break;
        }
    }
    for (at, (name, weight)) in weights.named().into_iter().enumerate() {
        if is_fitted(name) && reaches[at] > 0.0 {
            print!("{name} {weight:.4}, ");
        }
    }
    println!();
    show(held, used, weights, began);
    let list: Vec<_> = weights.named().into_iter().map(|(_, w)| format!("{w:.4}")).collect();
    println!("{}", list.join(","));
}

/// Prints the error with some weights, and how much better they choose than those before.
fn show(held: &[Position], used: &[Position], weights: Weights, began: Weights) {
    for (name, positions) in [("fitted", used), ("held out", held)] {
        let [values, others] = [weights, began].map(|weights| judge_all(positions, weights));
        let (gain, doubt) = gain(positions, &values, &others);
        let error = error(positions, &values);
        println!("{name}: error {error:.4}, chosen turns {gain:+.3} ± {doubt:.3} points");
    }
}

/// Solves linear equations, one in each row with its right side last, by elimination.
fn solve(rows: &mut [Vec<f64>]) -> Vec<f64> {
    let count = rows.len();
    for at in 0..count {
        let best = (at..count).max_by(|&a, &b| rows[a][at].abs().total_cmp(&rows[b][at].abs()));
        rows.swap(at, best.expect("rows"));
        let pivot = rows[at].clone();
        for (other, row) in rows.iter_mut().enumerate() {
            if other != at {
                let factor = row[at] / pivot[at];
                row.iter_mut().zip(&pivot).for_each(|(number, pivot)| *number -= factor * pivot);
            }
        }
    }
    (0..count).map(|at| rows[at][count] / rows[at][at]).collect()
}
