//! The interface common to all games: the [`Game`] trait.

use crate::action::Action;
use crate::bag::Bag;
use crate::board::Board;
use crate::error::{IllegalAction, Illegality};
use crate::event::EventSink;
use crate::figure::Hand;
use crate::notation::Notation;
use crate::seat::{BySeat, Seat, SeatSet};
use crate::tile::TileId;
use alloc::vec::Vec;

/// The party to act next. Not necessarily the player whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
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
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// Final scores.
    pub scores: BySeat<i32>,
    /// The players with the most points (END-5).
    pub winners: SeatSet,
}

/// A game in progress: who acts, what is legal, what lies on the table.
///
/// Code that is generic over `Game` works with a [`Land`](crate::Land), a
/// [`Stronghold`](crate::Stronghold) and an [`AnyGame`](crate::AnyGame):
///
/// ```
/// use bastide::{Actor, Game, Land, LandRules, Setup};
///
/// /// Plays the first legal action until the game is over.
/// fn finish(game: &mut impl Game) {
///     while let Some(&action) = game.actions().first() {
///         game.play_unchecked(action);
///     }
/// }
///
/// let mut game = Land::new(&Setup::new(LandRules::default(), 2).with_deck(["V", "V", "W"]))?;
/// finish(&mut game);
/// assert_eq!(game.to_act(), Actor::Nobody);
/// assert_eq!(game.board().laid().len(), 4); // with the start tile
/// # Ok::<(), bastide::SetupError>(())
/// ```
pub trait Game: Clone {
    /// Returns the party to act next.
    fn to_act(&self) -> Actor;

    /// Returns the player whose turn it is.
    fn turn(&self) -> Seat;

    /// Returns the number of players.
    fn seats(&self) -> u8;

    /// Returns the current scores.
    fn scores(&self) -> &BySeat<i32>;

    /// Returns the board.
    fn board(&self) -> &Board;

    /// Returns the tiles not yet drawn.
    fn bag(&self) -> &Bag;

    /// Returns the figures in each player's supply.
    fn hands(&self) -> &BySeat<Hand>;

    /// Returns the tile that has been drawn but not yet laid. It is public (TURN-2, S-TURN-1).
    fn drawn(&self) -> Option<TileId>;

    /// Returns a hash of the state that is identical on all platforms.
    ///
    /// ```
    /// use bastide::{AnyGame, Game, Land, LandRules, Setup};
    /// let setup = Setup::new(LandRules::default(), 2);
    /// let (land, any) = (Land::new(&setup)?, AnyGame::new(&setup)?);
    /// assert_eq!(land.fingerprint(), any.fingerprint());
    /// # Ok::<(), bastide::SetupError>(())
    /// ```
    fn fingerprint(&self) -> u64;

    /// Appends all legal actions to `out`, in ascending order and without duplicates. Appends
    /// nothing exactly if the game is over.
    ///
    /// ```
    /// use bastide::{Game, Land, LandRules, Setup};
    /// let game = Land::new(&Setup::new(LandRules::default(), 2).with_deck(["E", "V", "V"]))?;
    /// let mut actions = Vec::with_capacity(256); // reused between positions
    /// game.legal_actions(&mut actions);
    /// assert_eq!(actions.len(), 2); // draw E or draw V
    /// # Ok::<(), bastide::SetupError>(())
    /// ```
    fn legal_actions(&self, out: &mut Vec<Action>);

    /// Checks that an action is legal without listing all legal actions.
    ///
    /// ```
    /// use bastide::{Action, Cell, Game, Illegality, Land, LandRules, Rotation, Setup};
    /// let mut game = Land::new(&Setup::new(LandRules::default(), 2))?;
    /// game.play(game.notation().parse("DV")?)?;
    /// let far = Action::Place { cell: Cell::new(5, 5), rotation: Rotation::NONE, bridge: None };
    /// assert_eq!(game.check(far), Err(Illegality::NotAdjacent));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns the reason the action is illegal.
    fn check(&self, action: Action) -> Result<(), Illegality>;

    /// Returns the number of equally likely cases of a chance node, such as the tiles that can be
    /// drawn, counting copies. Returns 0 if chance is not to act.
    fn chance_count(&self) -> u32;

    /// Returns the action of case `n` of a chance node and its weight, the number of cases that
    /// lead to it. Cases with the same action are consecutive and actions ascend. Returns `None` if
    /// `n` is not less than [`Game::chance_count`].
    ///
    /// ```
    /// use bastide::{Game, Land, LandRules, Setup};
    /// let game = Land::new(&Setup::new(LandRules::default(), 2).with_deck(["V", "E", "V"]))?;
    /// assert_eq!(game.chance_count(), 3);
    /// let die = 1; // a uniform random number below 3
    /// let (draw, weight) = game.nth_chance(die).expect("a case");
    /// assert_eq!(game.notation().show(draw).to_string(), "DV");
    /// assert_eq!(weight, 2);
    /// # Ok::<(), bastide::SetupError>(())
    /// ```
    fn nth_chance(&self, n: u32) -> Option<(Action, u32)>;

    /// Plays an action without checking it and sends its events to `sink`. The action must be legal;
    /// otherwise the state becomes invalid or this function panics.
    fn play_unchecked_with(&mut self, action: Action, sink: &mut impl EventSink);

    // The methods below follow from those above and are not overridden.

    /// Returns all legal actions, in ascending order. [`Game::legal_actions`] reuses a vector.
    fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        actions
    }

    /// Iterates over the distinct actions of a chance node with their weights, in ascending order.
    /// Empty if chance is not to act.
    ///
    /// ```
    /// use bastide::{Game, Land, LandRules, Setup};
    /// let game = Land::new(&Setup::new(LandRules::default(), 2).with_deck(["V", "E", "V"]))?;
    /// let weights: Vec<u32> = game.chances().map(|(_, weight)| weight).collect();
    /// assert_eq!(weights, [1, 2]);
    /// # Ok::<(), bastide::SetupError>(())
    /// ```
    #[inline]
    fn chances(&self) -> impl Iterator<Item = (Action, u32)> {
        let mut n = 0;
        core::iter::from_fn(move || {
            let chance = self.nth_chance(n)?;
            n += chance.1;
            Some(chance)
        })
    }

    /// Plays an action. [`Game::play_with`] also reports what happens.
    ///
    /// # Errors
    /// Returns an [`IllegalAction`] if the action is illegal; the state is then unchanged.
    ///
    /// ```
    /// use bastide::{Action, Game, Illegality, Land, LandRules, Setup};
    /// let mut game = Land::new(&Setup::new(LandRules::default(), 2))?;
    /// let error = game.play(Action::Pass).expect_err("a tile must be drawn first");
    /// assert_eq!(error.why, Illegality::ChanceActs);
    /// # Ok::<(), bastide::SetupError>(())
    /// ```
    fn play(&mut self, action: Action) -> Result<(), IllegalAction> {
        self.play_with(action, &mut ())
    }

    /// Plays an action and sends its events to `sink`.
    ///
    /// # Errors
    /// Returns an [`IllegalAction`] if the action is illegal; the state is then unchanged.
    ///
    /// ```
    /// use bastide::{Event, Game, Land, LandRules, Setup};
    /// let mut game = Land::new(&Setup::new(LandRules::default(), 2))?;
    /// let (mut events, draw) = (Vec::new(), game.actions()[0]);
    /// game.play_with(draw, &mut events)?;
    /// assert!(matches!(events[..], [Event::TileDrawn { .. }]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    /// Returns the notation of the actions of this game.
    ///
    /// ```
    /// use bastide::{Game, Land, LandRules, Setup};
    /// let mut game = Land::new(&Setup::new(LandRules::default(), 2))?;
    /// for token in ["DV", "P1,0r0", "M0"] {
    ///     game.play(game.notation().parse(token)?)?;
    /// }
    /// assert_eq!(game.turn().index(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn notation(&self) -> Notation<'_> {
        Notation::new(self.board().tiles())
    }

    /// Returns true if the game is over.
    fn is_over(&self) -> bool {
        self.to_act() == Actor::Nobody
    }

    /// Returns the result, or `None` if the game is not over.
    ///
    /// ```
    /// use bastide::{Game, Land, LandRules, Setup};
    /// let mut game = Land::new(&Setup::new(LandRules::default(), 2).with_deck(["V"]))?;
    /// for token in ["DV", "P1,0r0", "M0"] {
    ///     assert_eq!(game.outcome(), None);
    ///     game.play(game.notation().parse(token)?)?;
    /// }
    /// let outcome = game.outcome().expect("the last tile is laid");
    /// assert_eq!(outcome.scores.0[..2], [2, 0]); // a road of two tiles
    /// assert_eq!(outcome.winners.len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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
