//! Bots: players that see only what a player sees.

mod casual;
mod clock;
mod eval;
mod exact;
mod greedy;
mod judge;
mod pause;
mod planner;
mod puct;
mod quick;
mod random;
mod rank;
mod reasons;
mod spec;
mod strong;
mod turns;

use std::time::Duration;

use bastide::{Action, AnyGame};
use bastide_host::Dice;

pub use casual::Casual;
pub use eval::{Character, Evaluator, StrongholdWeights, Taste, Weights};
pub use greedy::Greedy;
pub use judge::Judge;
pub use pause::Pause;
pub use puct::{Puct, PuctOptions};
pub use quick::{OnePly, Quick};
pub use random::Random;
pub use rank::{Look, Ranked, rank};
pub use reasons::{Reason, Worth, reasons};
pub use spec::{Kind, Spec, SpecError};
pub use strong::{Options, Strong};
pub use turns::{Afterstate, Turns};

/// How much a bot may think about one action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// So many states looked at: the same choice on every machine.
    Nodes(u64),
    /// So long, for live play.
    Time(Duration),
}

/// A player.
pub trait Bot {
    /// What to do now. The game is not over and a seat is to act.
    fn choose(&mut self, game: &AnyGame, budget: Budget) -> Action;

    /// Throws other dice from now on, forgetting whatever was thought before.
    /// A bot without dice need not care.
    fn reseed(&mut self, _dice: Dice) {}

    /// Calls `pause` between slices of all further searches. A bot that
    /// decides within a slice need not.
    fn pause_with(&mut self, _pause: Box<dyn Pause>) {}

    /// What it thought when it last chose, if it keeps that.
    fn insight(&self) -> Option<Insight> {
        None
    }
}

/// What a bot thought when it chose.
#[derive(Clone, PartialEq, Debug)]
pub struct Insight {
    /// How many states it looked at.
    pub nodes: u64,
    /// What it expects in the end: its seat's points less the best other's.
    pub value: f32,
    /// What it thinks will be played, its choice first.
    pub line: Vec<Action>,
}
