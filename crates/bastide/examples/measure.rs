//! Plays random games, for instruction counts: run it under callgrind with
//! two numbers of games and subtract (`cargo xtask bench` does).
//!
//! `measure GAMES [RULES] [SEATS]`

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

fn main() {
    let mut args = std::env::args().skip(1);
    let games: u32 = args.next().and_then(|a| a.parse().ok()).unwrap_or(1);
    let rules: LandRules =
        args.next().map_or(Ok(LandRules::default()), |a| a.parse()).expect("rules");
    let seats = args.next().and_then(|a| a.parse().ok()).unwrap_or(2);
    let fresh = Land::new(&rules, &Setup::new(Rules::Land(rules), seats)).expect("a set-up");
    let mut game = fresh.clone();
    let mut actions: Vec<Action> = Vec::with_capacity(512);
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut total = 0;
    let began = std::time::Instant::now();
    for _ in 0..games {
        game.clone_from(&fresh);
        loop {
            let action = match game.to_act() {
                Actor::Nobody => break,
                Actor::Chance => {
                    let at = dice.below(game.bag().next_left() as usize);
                    Action::Draw(game.bag().nth(at as u32).expect("the bag is not empty"))
                }
                Actor::Seat(_) => {
                    actions.clear();
                    game.legal_actions(&mut actions);
                    actions[dice.below(actions.len())]
                }
            };
            game.play_unchecked(action, &mut ());
        }
        total += game.scores().0.iter().sum::<i32>();
    }
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{games} games, {:.1} points a seat, {:.0} games/s, {} bytes a state",
        f64::from(total) / f64::from(games) / f64::from(seats),
        f64::from(games) / seconds,
        game.footprint(),
    );
}
