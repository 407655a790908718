//! Benchmark workload of `cargo xtask bench`: evaluates every whole turn of late positions, as all
//! searches do.
//!
//! `judge COUNT [RULES] [SEATS] [POSITIONS]` evaluates at least `COUNT` states after a turn, in
//! positions that one-ply play reaches with six tiles left. A few positions are enough to count
//! instructions. To measure wall time use many: with few positions, caches and branch prediction
//! make it twice as fast as in a search.

use std::hint::black_box;
use std::time::Instant;

use bastide::{Actor, AnyGame, Game, LandRules, Rules, Setup};
use bastide_bots::{Budget, Character, Judge, OnePly, Stepwise, Weights};
use bastide_host::Dice;

/// Returns weights that never change, so that all versions evaluate the same positions.
fn fixed() -> Weights {
    Weights {
        free: [-17.4, -4.8, -0.9, 2.1, 3.7, 5.3, 3.8, 4.6],
        horizon: 10.5,
        road_draws: 0.027,
        city_draws: 0.047,
        farm_draws: 0.032,
        ring_draws: 0.014,
        road_joins: 0.1,
        city_joins: 0.2,
        field_joins: 0.0,
        patience: 0.88,
        comes_back: 0.86,
        far_cell: 0.45,
        growth: -0.31,
        ..Weights::default()
    }
}

/// Returns a position with six tiles left in the bag and a tile drawn.
fn late(setup: &Setup, number: u64) -> AnyGame {
    let mut game = AnyGame::new(setup).expect("a set-up");
    let mut bot = Stepwise::new(OnePly::new(Character::Given(fixed())));
    let (mut dice, mut actions) = (Dice::new(number, 1), Vec::new());
    loop {
        let mut action = dice.act(&game, &mut actions).expect("six tiles are left");
        if let Actor::Seat(_) = game.to_act() {
            if game.bag().left() <= 6 {
                return game;
            }
            action = bot.choose(&game, Budget::Nodes(1));
        }
        game.play_unchecked(action);
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let count: u64 = args.next().and_then(|a| a.parse().ok()).unwrap_or(1_000_000);
    let rules = args.next().map_or(Ok(LandRules::default()), |a| a.parse()).expect("rules");
    let seats = args.next().and_then(|a| a.parse().ok()).unwrap_or(2);
    let positions = args.next().and_then(|a| a.parse().ok()).unwrap_or(1024);
    let setup = Setup::new(Rules::Land(rules), seats);
    let positions: Vec<AnyGame> = (0..positions).map(|number| late(&setup, number)).collect();
    let mut judge = Judge::new(Character::Plain);
    let (mut judged, mut best) = (0_u64, f32::MIN);
    let began = Instant::now();
    for game in positions.iter().cycle() {
        judge.each_turn(black_box(game), |_, values| {
            judged += 1;
            best = best.max(black_box(values).0[0]);
        });
        if judged >= count {
            break;
        }
    }
    let nanos = began.elapsed().as_nanos() as f64 / judged as f64;
    println!("{judged} afterstates of {} late positions, {rules} for {seats}", positions.len());
    println!("{nanos:.0} ns each, {:.2} million a second", 1000.0 / nanos);
    println!("at best {best:.1} points");
}
