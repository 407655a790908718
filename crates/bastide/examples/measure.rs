//! The work whose instructions are counted (`cargo xtask bench`): run it
//! under callgrind with two counts and subtract, and only the work is left.
//!
//! `measure games|listing|copy|clone COUNT [RULES] [SEATS]`

use std::hint::black_box;
use std::time::Instant;

use bastide::{Action, Actor, Game, Land, LandRules, Rules, Setup};

/// A small generator of our own, so that the measured games never change.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((u128::from(self.0) * n as u128) >> 64) as usize
    }
}

/// Random play: a uniform placement, then a uniform choice among the figure
/// options and none. Stops early when `stop` says so.
fn play(game: &mut Land, dice: &mut Dice, actions: &mut Vec<Action>, stop: impl Fn(&Land) -> bool) {
    while !stop(game) {
        let action = match game.to_act() {
            Actor::Nobody => return,
            Actor::Chance => {
                let at = dice.below(game.bag().next_left() as usize);
                Action::Draw(game.bag().nth(at as u32).expect("the bag is not empty"))
            }
            Actor::Seat(_) => {
                actions.clear();
                game.legal_actions(actions);
                actions[dice.below(actions.len())]
            }
        };
        game.play_unchecked(action, &mut ());
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let what = args.next().unwrap_or_else(|| "games".to_owned());
    let count: u32 = args.next().and_then(|a| a.parse().ok()).unwrap_or(1);
    let rules: LandRules =
        args.next().map_or(Ok(LandRules::default()), |a| a.parse()).expect("rules");
    let seats = args.next().and_then(|a| a.parse().ok()).unwrap_or(2);

    let fresh = Land::new(&rules, &Setup::new(Rules::Land(rules), seats)).expect("a set-up");
    let mut game = fresh.clone();
    let mut actions: Vec<Action> = Vec::with_capacity(512);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    // A late position: six tiles to come and a tile in hand.
    let is_late = |game: &Land| game.bag().left() <= 6 && game.drawn().is_some();
    if what != "games" {
        play(&mut game, &mut dice, &mut actions, is_late);
    }
    let mut points = 0;
    let mut copy = game.clone();
    let began = Instant::now();
    for _ in 0..count {
        match what.as_str() {
            "games" => {
                game.clone_from(&fresh);
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
            other => panic!("nothing to measure is called '{other}'"),
        }
    }
    let nanos = began.elapsed().as_nanos() as f64 / f64::from(count.max(1));
    println!("{what} {rules} for {seats}: {count} times, {nanos:.0} ns each");
    println!("{} bytes a state, {} actions in the last list", game.footprint(), actions.len());
    println!(
        "{:.1} points a game and seat",
        f64::from(points) / f64::from(count.max(1)) / f64::from(seats)
    );
}
