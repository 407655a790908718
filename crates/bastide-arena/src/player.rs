//! Players of a contest: built-in bots, external programs, and any other implementation.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bastide::{Action, AnyGame, Seat, Setup};
use bastide_bots::{Bot, Budget, Spec, Stepwise, TimeControl};

use crate::clock::Clock;

/// Error that ends a player's participation in a game: it loses by forfeit.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct PlayerError(pub String);

/// A participant in one game.
pub trait Player: Send {
    /// Called when a game begins.
    ///
    /// # Errors
    /// Returns an error if the player cannot take part.
    fn begin(&mut self, _setup: &Setup, _seat: Seat) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Called after each action: a chance action, one of another player, or one of this player.
    ///
    /// # Errors
    /// Returns an error if the player cannot follow the game.
    fn played(&mut self, _action: Action) -> Result<(), PlayerError> {
        Ok(())
    }

    /// Chooses an action. The player's seat is to act.
    ///
    /// # Errors
    /// Returns an error if the player has no answer.
    fn choose(&mut self, game: &AnyGame, budget: Budget) -> Result<Action, PlayerError>;

    /// Chooses an action in a game with clocks, of which `clock` is the player's. By default
    /// [`TimeControl`] divides the time among the turns, and `budget` is the most for one decision.
    ///
    /// # Errors
    /// Returns an error if the player has no answer.
    fn choose_by_clock(
        &mut self,
        game: &AnyGame,
        budget: Budget,
        clock: TimeControl,
    ) -> Result<Action, PlayerError> {
        self.choose(game, clock.limit(game, budget))
    }

    /// Returns the number of states searched for the last choice, if known.
    fn nodes(&self) -> Option<u64> {
        None
    }

    /// Returns the clock that measures this player's thinking.
    fn clock(&self) -> Clock {
        Clock::Thread
    }
}

/// A participant in a contest; creates a [`Player`] for each game.
pub trait Entrant: Sync {
    /// Returns the name used in reports and logs.
    fn name(&self) -> String;

    /// Returns the search budget per decision.
    fn budget(&self) -> Budget;

    /// Returns true if the entrant plays games with this set-up.
    ///
    /// # Errors
    /// Returns an error if the entrant cannot be asked, for example because a program does not
    /// start.
    fn plays(&self, _setup: &Setup) -> Result<bool, PlayerError> {
        Ok(true)
    }

    /// Creates a player whose random numbers are derived from `seed`.
    ///
    /// # Errors
    /// Returns an error if the player cannot be created, for example because a program does not
    /// start.
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
        Ok(Box::new(BotPlayer::new(self.build(seed))))
    }
}

/// A bot as a player. A bot that panics loses its game; the run continues.
pub struct BotPlayer {
    bot: Stepwise<Box<dyn Bot + Send>>,
    /// True if the last choice continued a turn without a search.
    was_decided: bool,
}

impl BotPlayer {
    /// Creates a player that plays as `bot`.
    pub fn new(bot: Box<dyn Bot + Send>) -> BotPlayer {
        BotPlayer { bot: Stepwise::new(bot), was_decided: false }
    }
}

impl Player for BotPlayer {
    fn choose(&mut self, game: &AnyGame, budget: Budget) -> Result<Action, PlayerError> {
        self.was_decided = self.bot.has_decided(game);
        // The bot is not used after a panic, so its possibly broken state is never observed.
        let choice = catch_unwind(AssertUnwindSafe(|| self.bot.choose(game, budget)));
        choice.map_err(|panic| {
            let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
            let text = text.or_else(|| panic.downcast_ref::<String>().cloned());
            PlayerError(format!("panicked: {}", text.unwrap_or_default()))
        })
    }

    fn nodes(&self) -> Option<u64> {
        let nodes = self.bot.bot().insight()?.nodes;
        Some(if self.was_decided { 0 } else { nodes })
    }
}
