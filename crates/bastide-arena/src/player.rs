//! Whoever plays: our bots, outside programs, anything that can fail.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bastide::{Action, AnyGame, Seat, Setup};
use bastide_bots::{Bot, Budget, Spec};

use crate::clock::Clock;

/// Why a player cannot go on: it loses the game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct PlayerError(pub String);

/// Somebody at the table, for one game.
pub trait Player: Send {
    /// A game begins.
    ///
    /// # Errors
    /// If the player cannot take part.
    fn begin(&mut self, _setup: &Setup, _seat: Seat) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Something was played, by chance, by another or by this very player.
    ///
    /// # Errors
    /// If the player cannot follow.
    fn played(&mut self, _action: Action) -> Result<(), PlayerError> {
        Ok(())
    }

    /// What to do now. The player's seat is to act.
    ///
    /// # Errors
    /// If the player has no answer.
    fn choose(&mut self, game: &AnyGame, budget: Budget) -> Result<Action, PlayerError>;

    /// How its thinking is measured.
    fn clock(&self) -> Clock {
        Clock::Thread
    }
}

/// Somebody who takes part in a contest: makes a player for each game.
pub trait Entrant: Sync {
    /// What it is called in reports and logs.
    fn name(&self) -> String;

    /// How much it may think about each decision.
    fn budget(&self) -> Budget;

    /// A player whose dice are thrown from the seed.
    ///
    /// # Errors
    /// If there is none: a program that does not start.
    fn player(&self, seed: u64) -> Result<Box<dyn Player>, PlayerError>;
}

impl Entrant for Spec {
    fn name(&self) -> String {
        self.to_string()
    }

    fn budget(&self) -> Budget {
        self.budget
    }

    fn player(&self, seed: u64) -> Result<Box<dyn Player>, PlayerError> {
        Ok(Box::new(BotPlayer(self.build(seed))))
    }
}

/// A bot as a player. One that panics loses its game, not the whole run.
pub struct BotPlayer(pub Box<dyn Bot + Send>);

impl Player for BotPlayer {
    fn choose(&mut self, game: &AnyGame, budget: Budget) -> Result<Action, PlayerError> {
        // The bot is not asked again after a panic, so nobody sees it broken.
        let choice = catch_unwind(AssertUnwindSafe(|| self.0.choose(game, budget)));
        choice.map_err(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            PlayerError(format!("panicked: {}", text.unwrap_or_default()))
        })
    }
}
