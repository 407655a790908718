//! Bots: computer players that use only public information.

mod clock;
mod eval;
mod exact;
#[doc(hidden)]
pub mod golden;
mod greedy;
mod judge;
mod math;
mod noisy;
mod novice;
mod pause;
mod planner;
mod quick;
mod random;
mod rank;
mod reasons;
mod rival;
mod spec;
mod stepwise;
mod stop;
mod strong;
mod time_control;
mod turns;

use std::time::Duration;

use arrayvec::ArrayVec;
use bastide::{Action, AnyGame};
use bastide_host::Dice;

pub use clock::set_time_source;
pub use eval::*;
pub use exact::{SolvedTurn, solve_turns};
pub use greedy::Greedy;
pub use judge::Judge;
pub use noisy::Noisy;
pub use novice::{Mistakes, Novice};
pub use pause::Pause;
pub use planner::perform;
pub use quick::{OnePly, Quick};
pub use random::Random;
pub use rank::{Look, Ranked, rank};
pub use reasons::{Reason, Worth, reasons};
pub use rival::Rival;
pub use spec::{Kind, Spec, SpecError};
pub use stepwise::Stepwise;
pub use stop::stoppable;
pub use strong::{Options, Strong, draw_stratified};
pub use time_control::TimeControl;
pub use turns::{Afterstate, Turns};

use turns::MOST_STEPS;

/// Limit on the work a bot may do for one decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Budget {
    /// Maximum number of states evaluated. Gives the same choice on every machine.
    Nodes(u64),
    /// Maximum thinking time, for live play. See [`set_time_source`] for targets without a clock.
    Time(Duration),
}

/// Actions that a seat plays before chance or another seat acts.
pub type Turn = ArrayVec<Action, MOST_STEPS>;

/// A computer player.
///
/// ```
/// use bastide::{AnyGame, Game, LandRules, Setup};
/// use bastide_bots::{Bot, Budget, Turn};
///
/// /// Always plays the first legal action.
/// struct First;
///
/// impl Bot for First {
///     fn choose_turn(&mut self, game: &AnyGame, _: Budget) -> Turn {
///         game.actions().into_iter().take(1).collect()
///     }
/// }
///
/// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// game.play(game.notation().parse("DV")?)?;
/// for action in First.choose_turn(&game, Budget::Nodes(1)) {
///     game.play(action)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Bot {
    /// Returns the actions that the seat to act plays now, at least one: the rest of its turn, or
    /// the part of it that is decided now. If the seat is still to act afterwards, it is asked
    /// again. [`Stepwise`] returns single actions. Precondition: a seat has to act.
    fn choose_turn(&mut self, game: &AnyGame, budget: Budget) -> Turn;

    /// Replaces the random generator. Returns false if the bot has none: its decisions depend only
    /// on the game and the budget.
    fn reseed(&mut self, _dice: Dice) -> bool {
        false
    }

    /// Sets a callback that is called between slices of all further searches. Bots that decide
    /// within one slice may ignore it.
    fn pause_with(&mut self, _pause: Box<dyn Pause>) {}

    /// Returns details of the last decision, if the bot records them.
    fn insight(&self) -> Option<Insight> {
        None
    }
}

impl<B: Bot + ?Sized> Bot for Box<B> {
    fn choose_turn(&mut self, game: &AnyGame, budget: Budget) -> Turn {
        (**self).choose_turn(game, budget)
    }

    fn reseed(&mut self, dice: Dice) -> bool {
        (**self).reseed(dice)
    }

    fn pause_with(&mut self, pause: Box<dyn Pause>) {
        (**self).pause_with(pause);
    }

    fn insight(&self) -> Option<Insight> {
        (**self).insight()
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
