//! The interface common to all games: the [`Game`] trait.

use crate::action::Action;
use crate::error::{IllegalAction, Illegality};
use crate::event::EventSink;
use crate::seat::{BySeat, Seat, SeatSet};

/// The party to act next. Not necessarily the player whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A player.
    Seat(Seat),
    /// Chance: the next action is drawn at random.
    Chance,
    /// None: the game is over.
    Nobody,
}

/// Result of a finished game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Final scores.
    pub scores: BySeat<i32>,
    /// The players with the most points (END-5).
    pub winners: SeatSet,
}

/// A game in progress.
pub trait Game: Clone {
    /// Returns the party to act next.
    fn to_act(&self) -> Actor;

    /// Returns the player whose turn it is.
    fn turn(&self) -> Seat;

    /// Returns the number of players.
    fn seats(&self) -> u8;

    /// Appends all legal actions to `out`, in ascending order and without duplicates. Appends
    /// nothing exactly if the game is over.
    fn legal_actions(&self, out: &mut Vec<Action>);

    /// Checks that an action is legal without listing all legal actions.
    ///
    /// # Errors
    /// Returns the reason the action is illegal.
    fn check(&self, action: Action) -> Result<(), Illegality>;

    /// Appends the possible outcomes of a chance node to `out`, each with its weight: the number of
    /// equally likely cases that lead to it. Appends nothing if chance is not to act.
    fn chances(&self, out: &mut Vec<(Action, u32)>);

    /// Plays an action without checking it and sends its events to `sink`. The action must be legal;
    /// otherwise the state becomes invalid or this function panics.
    fn play_unchecked_with(&mut self, action: Action, sink: &mut impl EventSink);

    /// Returns the current scores.
    fn scores(&self) -> &BySeat<i32>;

    /// Plays an action. [`Game::play_with`] also reports what happens.
    ///
    /// # Errors
    /// Returns an [`IllegalAction`] if the action is illegal; the state is then unchanged.
    fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.play_with(action, &mut ())
    }

    /// Plays an action and sends its events to `sink`.
    ///
    /// # Errors
    /// Returns an [`IllegalAction`] if the action is illegal; the state is then unchanged.
    fn play_with(
        &mut self,
        action: Action,
        sink: &mut impl EventSink,
    ) -> Result<(), IllegalAction> {
        self.check(action).map_err(|why| IllegalAction { action, why })?;
        self.play_unchecked_with(action, sink);
        Ok(())
    }

    /// Plays an action without checking it. The action must be legal; otherwise the state becomes
    /// invalid or this function panics.
    #[inline]
    fn play_unchecked(&mut self, action: Action) {
        self.play_unchecked_with(action, &mut ());
    }

    /// Returns true if the game is over.
    fn is_over(&self) -> bool {
        self.to_act() == Actor::Nobody
    }

    /// Returns the result, or `None` if the game is not over.
    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome {
            scores: *self.scores(),
            winners: winners(self.scores(), self.seats()),
        })
    }
}

/// Returns the players with the highest score; a tie for first place is a shared win (END-5).
pub(crate) fn winners(scores: &BySeat<i32>, seats: u8) -> SeatSet {
    let best = scores.iter(seats).map(|(_, &points)| points).max();
    Seat::all(seats).filter(|&seat| Some(scores[seat]) == best).collect()
}
