//! Bots that are asked for one action at a time.

use bastide::{Action, AnyGame, Game};
use bastide_host::Dice;

use crate::{Bot, Budget, Turn};

/// A bot for callers that need single actions, such as a protocol with one action per request. The
/// bot is asked once per turn; the other actions of the turn are kept.
///
/// ```
/// use bastide::{Actor, AnyGame, Game, LandRules, Setup};
/// use bastide_bots::{Budget, OnePly, Stepwise};
/// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// game.play(game.notation().parse("DV")?)?;
/// let mut bot = Stepwise::new(OnePly::default());
/// while let Actor::Seat(_) = game.to_act() {
///     game.play(bot.choose(&game, Budget::Nodes(1)))?;
/// }
/// assert_eq!(game.to_act(), Actor::Chance);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Stepwise<B> {
    bot: B,
    /// Fingerprint of the state in which `rest` begins.
    state: u64,
    /// Actions of the turn that were not asked for yet.
    rest: Turn,
}

impl<B: Bot> Stepwise<B> {
    /// Wraps a bot.
    pub fn new(bot: B) -> Stepwise<B> {
        Stepwise { bot, state: 0, rest: Turn::new() }
    }

    /// Returns the bot.
    pub fn bot(&self) -> &B {
        &self.bot
    }

    /// Returns true if the turn chosen before continues in this state, so that the bot is not asked
    /// again.
    pub fn has_decided(&self, game: &AnyGame) -> bool {
        !self.rest.is_empty() && self.state == game.fingerprint()
    }

    /// Returns the actions that follow the last one returned, in the same turn.
    pub fn rest(&self) -> &[Action] {
        &self.rest
    }

    /// Returns the action to play now. Precondition: a seat has to act.
    pub fn choose(&mut self, game: &AnyGame, budget: Budget) -> Action {
        let mut turn = match self.has_decided(game) {
            true => std::mem::take(&mut self.rest),
            false => self.bot.choose_turn(game, budget),
        };
        let Some(action) = turn.pop_at(0) else { return Action::Pass };
        if !turn.is_empty() {
            let mut next = game.clone();
            next.play_unchecked(action);
            self.state = next.fingerprint();
        }
        self.rest = turn;
        action
    }

    /// Replaces the random generator, and discards the rest of the turn unless the bot has none.
    pub fn reseed(&mut self, dice: Dice) {
        if self.bot.reseed(dice) {
            self.rest.clear();
        }
    }
}
