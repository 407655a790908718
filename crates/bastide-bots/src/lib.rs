//! Bots: players that see only what a player sees.

mod eval;
mod quick;
mod turns;

use std::time::Duration;

use bastide::{Action, AnyGame};

pub use eval::{Evaluator, Weights};
pub use quick::{OnePly, Quick};
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
}
