//! Bots: computer players that use only public information.

mod clock;
mod eval;
mod exact;
mod greedy;
mod judge;
mod noisy;
mod pause;
mod planner;
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

pub use eval::{Character, Evaluator, StrongholdWeights, Taste, Weights};
pub use greedy::Greedy;
pub use judge::Judge;
pub use noisy::Noisy;
pub use pause::Pause;
pub use quick::{OnePly, Quick};
pub use random::Random;
pub use rank::{Look, Ranked, rank};
pub use reasons::{Reason, Worth, reasons};
pub use spec::{Kind, Spec, SpecError};
pub use strong::{Options, Strong};
pub use turns::{Afterstate, Turns};

/// Limit on the work a bot may do for one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Maximum number of states evaluated. Gives the same choice on every machine.
    Nodes(u64),
    /// Maximum thinking time, for live play.
    Time(Duration),
}

/// A computer player.
///
/// ```
/// use bastide::{Action, AnyGame, Game, LandRules, Setup};
/// use bastide_bots::{Bot, Budget};
///
/// /// Always plays the first legal action.
/// struct First;
///
/// impl Bot for First {
///     fn choose(&mut self, game: &AnyGame, _: Budget) -> Action {
///         game.actions()[0]
///     }
/// }
///
/// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// game.play(game.notation().parse("DV")?)?;
/// let action = First.choose(&game, Budget::Nodes(1));
/// assert!(game.play(action).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bot {
    /// Returns the action to play now. Precondition: a seat has to act.
    fn choose(&mut self, game: &AnyGame, budget: Budget) -> Action;

    /// Replaces the random generator and discards any stored plan. Bots without randomness ignore
    /// this.
    fn reseed(&mut self, _dice: Dice) {}

    /// Sets a callback that is called between slices of all further searches. Bots that decide
    /// within one slice may ignore it.
    fn pause_with(&mut self, _pause: Box<dyn Pause>) {}

    /// Returns details of the last decision, if the bot records them.
    fn insight(&self) -> Option<Insight> {
        None
    }
}

/// Details of a decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Insight {
    /// Number of states evaluated.
    pub nodes: u64,
    /// Expected final result: points of the bot's seat minus those of the best opponent.
    pub value: f32,
    /// Expected line of play, starting with the chosen action.
    pub line: Vec<Action>,
}
