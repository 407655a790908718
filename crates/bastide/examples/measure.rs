//! The workload of the instruction benchmarks (`cargo xtask bench`). It is run under callgrind with
//! two different counts; the difference is the cost of the work alone.
//!
//! Usage: `measure games|listing|copy|clone COUNT [RULES] [SEATS]`, where `RULES` are those of the
//! Land family or `stronghold`.

use std::hint::black_box;
use std::time::Instant;

use bastide::{Action, Actor, Game, Land, LandRules, Rules, Setup, Stronghold};

/// A local random number generator, so that the measured games never change.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * n as u128) >> 64) as usize
    }
}

/// Plays randomly until `stop` returns true: a uniform placement, then a uniform choice among all
/// figure options and passing.
fn play<G: Game>(
    game: &mut G,
    dice: &mut Dice,
    actions: &mut Vec<Action>,
    stop: impl Fn(&G) -> bool,
) {
    while !stop(game) {
        let action = match game.to_act() {
            Actor::Nobody => return,
            Actor::Chance => {
                let n = dice.below(game.chance_count() as usize) as u32;
                game.nth_chance(n).expect("one of the cases").0
            }
            Actor::Seat(_) => {
                actions.clear();
                game.legal_actions(actions);
                actions[dice.below(actions.len())]
            }
        };
        game.play_unchecked(action);
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap_or_else(|| "games".to_owned());
    let count: u32 = args.next().and_then(|a| a.parse().ok()).unwrap_or(1);
    let rules = args.next().unwrap_or_else(|| LandRules::default().to_string());
    let seats = args.next().and_then(|a| a.parse().ok()).unwrap_or(2);
    println!("{what} {rules} for {seats}");
    match rules.parse().expect("rules") {
        Rules::Land(rules) => {
            let game = Land::new(&Setup::new(rules, seats)).expect("a set-up");
            measure(&what, count, &game, Land::footprint);
        }
        Rules::Stronghold(rules) => {
            let game = Stronghold::new(&Setup::new(rules, seats)).expect("a set-up");
            measure(&what, count, &game, Stronghold::footprint);
        }
    }
}

fn measure<G: Game>(what: &str, count: u32, fresh: &G, footprint: impl Fn(&G) -> usize) {
    let mut game = fresh.clone();
    let mut actions: Vec<Action> = Vec::with_capacity(512);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    // A late position: at most six tiles left and a drawn tile to place.
    let is_late = |game: &G| game.bag().left() <= 6 && game.drawn().is_some();
    if what != "games" {
        play(&mut game, &mut dice, &mut actions, is_late);
    }
    let mut points = 0;
    let mut copy = game.clone();
    let began = Instant::now();
    for _ in 0..count {
        match what {
            "games" => {
                game.clone_from(fresh);
                play(&mut game, &mut dice, &mut actions, |_| false);
                points += game.scores().0.iter().sum::<i32>();
            }
            "listing" => {
                actions.clear();
                black_box(&game).legal_actions(&mut actions);
                black_box(&actions);
            }
            "copy" => copy.clone_from(black_box(&game)),
            "clone" => drop(black_box(game.clone())),
            other => panic!("unknown measurement '{other}'"),
        }
    }
    let nanos = began.elapsed().as_nanos() as f64 / f64::from(count.max(1));
    println!("{count} times, {nanos:.0} ns each");
    println!("{} bytes a state, {} actions in the last list", footprint(&game), actions.len());
    println!(
        "{:.1} points a game and seat",
        f64::from(points) / f64::from(count.max(1)) / f64::from(game.seats())
    );
}
