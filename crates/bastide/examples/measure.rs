//! The workload of the instruction benchmarks (`cargo xtask bench`). It is run under callgrind with
//! two different counts; the difference is the cost of the work alone.
//!
//! Usage: `measure games|listing|copy|clone COUNT [RULES] [SEATS]`, where `RULES` are those of the
//! Land family or `stronghold`.

use std::hint::black_box;
use std::time::Instant;

use bastide::{
    Action, Actor, Bag, Game, Land, LandRules, Rules, Setup, Stronghold, StrongholdRules, TileId,
};

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

/// The operations measured on a game of either family.
trait Measured: Game {
    fn bag(&self) -> &Bag;
    fn drawn(&self) -> Option<TileId>;
    fn footprint(&self) -> usize;

    /// Returns a random chance action.
    fn chance(&self, dice: &mut Dice) -> Action {
        draw(self.bag(), dice)
    }
}

impl Measured for Land {
    fn bag(&self) -> &Bag {
        self.bag()
    }
    fn drawn(&self) -> Option<TileId> {
        self.drawn()
    }
    fn footprint(&self) -> usize {
        self.footprint()
    }
}

impl Measured for Stronghold {
    fn bag(&self) -> &Bag {
        self.bag()
    }
    fn drawn(&self) -> Option<TileId> {
        self.drawn()
    }
    fn footprint(&self) -> usize {
        self.footprint()
    }

    fn chance(&self, dice: &mut Dice) -> Action {
        if self.revealing().is_some() {
            let mut at = dice.below(self.unseen_tokens().map(|(_, n)| usize::from(n)).sum());
            for (token, n) in self.unseen_tokens() {
                if at < usize::from(n) {
                    return Action::Reveal(token);
                }
                at -= usize::from(n);
            }
        }
        draw(self.bag(), dice)
    }
}

fn draw(bag: &Bag, dice: &mut Dice) -> Action {
    let at = dice.below(bag.next_left() as usize);
    Action::Draw(bag.nth(at as u32).expect("the bag is not empty"))
}

/// Plays randomly until `stop` returns true: a uniform placement, then a uniform choice among all
/// figure options and passing.
fn play<G: Measured>(
    game: &mut G,
    dice: &mut Dice,
    actions: &mut Vec<Action>,
    stop: impl Fn(&G) -> bool,
) {
    while !stop(game) {
        let action = match game.to_act() {
            Actor::Nobody => return,
            Actor::Chance => game.chance(dice),
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
    let rules = args.next().unwrap_or_else(|| LandRules::default().to_string());
    let seats = args.next().and_then(|a| a.parse().ok()).unwrap_or(2);
    println!("{what} {rules} for {seats}");
    if rules == StrongholdRules.to_string() {
        let setup = Setup::new(Rules::Stronghold(StrongholdRules), seats);
        measure(&what, count, &Stronghold::new(&StrongholdRules, &setup).expect("a set-up"));
    } else {
        let rules: LandRules = rules.parse().expect("rules");
        let setup = Setup::new(Rules::Land(rules), seats);
        measure(&what, count, &Land::new(&rules, &setup).expect("a set-up"));
    }
}

fn measure<G: Measured>(what: &str, count: u32, fresh: &G) {
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
    println!("{} bytes a state, {} actions in the last list", game.footprint(), actions.len());
    println!(
        "{:.1} points a game and seat",
        f64::from(points) / f64::from(count.max(1)) / f64::from(game.seats())
    );
}
