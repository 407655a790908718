//! Invariants of drawings.

mod colours;
mod figures;
mod geometry;
mod goldens;
mod seams;
mod web;
mod wellformed;

use bastide::{Actor, AnyGame, Game, LandRules, Rules, Setup, StrongholdRules};
use bastide_bots::{Budget, Spec};
use bastide_host::{Dealer, Match, Seed};

/// Plays a whole game with simple bots.
fn played(rules: &str, seats: u8, seed: u64) -> AnyGame {
    played_until(rules, seats, seed, usize::MAX)
}

/// Plays a game with simple bots until `tiles` tiles are placed.
fn played_until(rules: &str, seats: u8, seed: u64, tiles: usize) -> AnyGame {
    let rules = match rules {
        "stronghold" => Rules::Stronghold(StrongholdRules),
        _ => Rules::Land(rules.parse::<LandRules>().expect("known rules")),
    };
    let dealer = Dealer::seeded(Seed::from_number(seed), "art");
    let mut current = Match::new(Setup::new(rules, seats), dealer).expect("a good set-up");
    let mut bot = "random".parse::<Spec>().expect("a known bot").build(seed);
    while let Actor::Seat(seat) = current.game().to_act() {
        if current.game().board().laid().len() >= tiles {
            break;
        }
        for action in bot.choose_turn(current.game(), Budget::Nodes(1)) {
            current.play(seat, action).expect("bots play by the rules");
        }
    }
    current.game().clone()
}

/// One game of every kind.
const MIXES: [(&str, u8); 6] = [
    ("base,fields,river,abbot,bridges,castles,barns", 3),
    ("base,fields,river=2021", 5),
    ("wheel,fields,castles,bridges", 4),
    ("stronghold", 2),
    ("base,fields,inns,traders", 6),
    ("wheel,fields,inns,traders,bridges,castles,barns", 3),
];
