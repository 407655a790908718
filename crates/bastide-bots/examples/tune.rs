//! Tunes the evaluator's weights by self-play (SPSA): two sets of weights, offset from the current
//! ones in opposite random directions, play the same decks from both seats, and the weights move
//! towards the winner.
//!
//! `cargo run --release --example tune -- [STEPS] [DECKS] [NODES] [RULES] [START]`
//!
//! Several mixes separated by `;` are tuned together: decks are assigned to them in turn. `START`
//! is a list of numbers in the order of [`Weights::named`]; by default, tuning starts with the
//! bots' weights for the first mix. With 0 steps, the weights `START` only play against those.

#![expect(clippy::disallowed_methods, reason = "tuning need not be reproducible to the last bit")]

use std::thread;

use bastide::{Actor, AnyGame, Game, LandRules, Rules, Setup};
use bastide_bots::{Bot, Budget, Character, OnePly, Options, Stepwise, Strong, Weights};
use bastide_host::{Dealer, Dice, Seed};

/// Returns the initial perturbation of a weight, in proportion to its usual value.
fn reach_of(name: &str, usual: f32) -> f32 {
    match name {
        // Probabilities per draw are small numbers.
        "road" | "city" | "farm" | "ring" => 0.015,
        "roadjoin" | "cityjoin" => 0.05,
        _ => (usual.abs() / 4.0).clamp(0.1, 2.0),
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let mut number = |usual: u64| args.next().map_or(usual, |text| text.parse().expect("a number"));
    let (steps, decks, nodes) = (number(100), number(1000), number(1));
    let rules = args.next().unwrap_or_else(|| "base,fields".to_owned());
    let rules: Vec<LandRules> = rules.split(';').map(|mix| mix.parse().expect("rules")).collect();
    let mut tuned = Weights::tuned(&rules[0]);
    let named: Vec<(&str, f32)> = tuned.named().into_iter().map(|(n, w)| (n, *w)).collect();
    let reaches: Vec<f32> = named.iter().map(|&(name, usual)| reach_of(name, usual)).collect();
    let mut at: Vec<f32> = named.iter().map(|&(_, usual)| usual).collect();
    if let Some(start) = args.next() {
        for (number, text) in at.iter_mut().zip(start.split(',')) {
            *number = text.trim().parse().expect("a number");
        }
    }
    let began = weights(&at);
    // `ONLY=lady,crown` tunes only these weights.
    let only = std::env::var("ONLY").ok();
    let is_tuned = |name: &str| only.as_deref().is_none_or(|o| o.split(',').any(|n| n == name));
    let is_tuned = |&(name, _): &(&str, f32)| if is_tuned(name) { 1.0 } else { 0.0 };
    let moves: Vec<f32> = named.iter().map(is_tuned).collect();
    let mut sum = vec![0.0; at.len()];
    for step in 0..steps {
        let mut dice = Dice::new(step, 77);
        let sign = |&moves: &f32| if dice.below(2) == 0 { moves } else { -moves };
        let signs: Vec<f32> = moves.iter().map(sign).collect();
        // As SPSA prescribes, step sizes shrink faster than perturbations.
        let reach = 1.0 / (1.0 + step as f32).powf(0.101);
        let gain = 0.06 / (1.0 + 0.1 * steps as f32 + step as f32).powf(0.602)
            * (0.1 * steps as f32).powf(0.602);
        let side = |way: f32| {
            let moved = |n: usize| at[n] + way * signs[n] * reaches[n] * reach;
            weights(&(0..at.len()).map(moved).collect::<Vec<_>>())
        };
        let margin = duel([side(1.0), side(-1.0)], &rules, step * decks, decks, nodes);
        for n in 0..at.len() {
            at[n] += gain * margin * signs[n] * reaches[n] / reach;
            if step >= steps / 2 {
                sum[n] += at[n] / (steps - steps / 2) as f32;
            }
        }
        if (step + 1) % 10 == 0 {
            let shown: Vec<_> = at.iter().map(|n| format!("{n:.3}")).collect();
            println!("{:4} {margin:6.2}  {}", step + 1, shown.join(", "));
        }
    }
    // Without steps, the weights given are compared with those in use.
    let (last, began) = if steps == 0 { (at, tuned) } else { (sum, began) };
    let shown: Vec<_> = last.iter().map(|n| format!("{n:.4}")).collect();
    println!("mean of the second half: {}", shown.join(", "));
    let fresh = 1_000_000;
    let margin = duel([weights(&last), began], &rules, fresh, 4 * decks, nodes);
    println!("against the weights it began with, on fresh decks: {margin:.2} points");
}

/// Returns weights with these values, in the order of [`Weights::named`].
fn weights(values: &[f32]) -> Weights {
    let mut weights = Weights::default();
    for ((_, weight), value) in weights.named().into_iter().zip(values) {
        *weight = *value;
    }
    weights.clamped()
}

/// Returns the average margin of the first weights over the second, in points per game.
fn duel(weights: [Weights; 2], rules: &[LandRules], from: u64, decks: u64, nodes: u64) -> f32 {
    let threads = thread::available_parallelism().map_or(1, usize::from) as u64;
    let threads = std::env::var("THREADS").map_or(threads, |n| n.parse().expect("a number"));
    let work = |thread: u64| {
        let decks = (from..from + decks).filter(move |deck| deck % threads == thread);
        decks
            .map(|deck| play(weights, rules[deck as usize % rules.len()], deck, nodes))
            .sum::<f32>()
    };
    let total: f32 = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|n| scope.spawn(move || work(n))).collect();
        workers.into_iter().map(|worker| worker.join().expect("bots play legal games")).sum()
    });
    total / decks as f32
}

/// Returns the margin of the first weights on a deck, averaged over both seatings.
fn play(weights: [Weights; 2], rules: LandRules, deck: u64, nodes: u64) -> f32 {
    let mut margin = 0.0;
    for seating in [[0, 1], [1, 0]] {
        let mut dealer = Dealer::seeded(Seed::from_number(deck), "tune");
        let mut game =
            AnyGame::new(&Setup::new(Rules::Land(rules), 2)).expect("the mix is possible");
        let mut bots = seating.map(|which: usize| {
            let character = Character::Given(weights[which]);
            let bot: Box<dyn Bot> = match nodes {
                1 => Box::new(OnePly::new(character)),
                _ => Box::new(Strong::new(deck, character, Options::default())),
            };
            Stepwise::new(bot)
        });
        loop {
            let action = match game.to_act() {
                Actor::Nobody => break,
                Actor::Chance => dealer.deal(&game).expect("tiles are left"),
                Actor::Seat(seat) => bots[seat.index()].choose(&game, Budget::Nodes(nodes)),
            };
            game.play(action).expect("bots play by the rules");
        }
        let ahead = game.scores().0[0] - game.scores().0[1];
        margin += if seating[0] == 0 { ahead as f32 } else { -ahead as f32 } / 2.0;
    }
    margin
}
