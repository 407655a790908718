//! The interface common to all games: the [`Game`] trait, set-ups, and [`AnyGame`].

use core::fmt;

use crate::action::{Action, Target};
use crate::bag::Bag;
use crate::board::Board;
use crate::error::{IllegalAction, Illegality, SetupError};
use crate::event::{EventSink, Scoring, Tally};
use crate::features::SegmentId;
use crate::figure::{FigureKind, Hand};
use crate::land::{Land, LandRules};
use crate::notation::Notation;
use crate::seat::{BySeat, Seat, SeatSet};
use crate::sets::OwnSets;
use crate::stronghold::{Stronghold, StrongholdRules};
use crate::tile::TileId;

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

    /// Plays an action without checking it. The action must be legal; otherwise the state becomes
    /// invalid or this function panics.
    fn play_unchecked(&mut self, action: Action, sink: &mut impl EventSink);

    /// Returns the current scores.
    fn scores(&self) -> &BySeat<i32>;

    /// Plays an action and sends its events to `sink`.
    ///
    /// # Errors
    /// Returns an [`IllegalAction`] if the action is illegal; the state is then unchanged.
    fn play(&mut self, action: Action, sink: &mut impl EventSink) -> Result<(), IllegalAction> {
        self.check(action).map_err(|why| IllegalAction { action, why })?;
        self.play_unchecked(action, sink);
        Ok(())
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

/// Rules of a game: its family and options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rules {
    /// A landscape that grows from a start tile.
    Land(LandRules),
    /// Tiles laid inside a fixed wall, for two players.
    Stronghold(StrongholdRules),
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rules::Land(rules) => rules.fmt(f),
            Rules::Stronghold(rules) => rules.fmt(f),
        }
    }
}

/// Configuration of a new game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// Number of players.
    pub seats: u8,
    /// Index of the first player, from 0 (SETUP-4: chosen at random by the host).
    pub first: u8,
    /// If present, the bag holds exactly these tiles, by name. The order of the list is ignored.
    pub deck: Option<Vec<Box<str>>>,
    /// Custom tile sets that replace the built-in ones.
    pub sets: Option<OwnSets>,
}

impl Setup {
    /// Creates a set-up for `seats` players in which the first seat begins.
    pub const fn new(rules: Rules, seats: u8) -> Setup {
        Setup { rules, seats, first: 0, deck: None, sets: None }
    }
}

/// A game of any family, for hosts that support all of them.
#[derive(PartialEq, Eq, Debug)]
pub enum AnyGame {
    /// A landscape that grows from a start tile.
    Land(Land),
    /// Tiles laid inside a fixed wall, for two players.
    Stronghold(Stronghold),
}

impl AnyGame {
    /// Creates a game in which no tile has been drawn.
    ///
    /// # Errors
    /// Returns a [`SetupError`] that lists all problems of the set-up.
    pub fn new(setup: &Setup) -> Result<AnyGame, SetupError> {
        match &setup.rules {
            Rules::Land(rules) => Land::new(rules, setup).map(AnyGame::Land),
            Rules::Stronghold(rules) => Stronghold::new(rules, setup).map(AnyGame::Stronghold),
        }
    }

    /// Returns the board.
    pub fn board(&self) -> &Board {
        match self {
            AnyGame::Land(land) => land.board(),
            AnyGame::Stronghold(stronghold) => stronghold.board(),
        }
    }

    /// Returns the tiles not yet drawn.
    pub fn bag(&self) -> &Bag {
        match self {
            AnyGame::Land(land) => land.bag(),
            AnyGame::Stronghold(stronghold) => stronghold.bag(),
        }
    }

    /// Returns the figures in each player's supply.
    pub fn hands(&self) -> &BySeat<Hand> {
        match self {
            AnyGame::Land(land) => land.hands(),
            AnyGame::Stronghold(stronghold) => stronghold.hands(),
        }
    }

    /// Returns true if the players have figures of this kind.
    pub fn has_kind(&self, kind: FigureKind) -> bool {
        match self {
            AnyGame::Land(land) => land.has_kind(kind),
            AnyGame::Stronghold(_) => kind == FigureKind::MEEPLE,
        }
    }

    /// Returns the tile that has been drawn but not yet laid.
    pub fn drawn(&self) -> Option<TileId> {
        match self {
            AnyGame::Land(land) => land.drawn(),
            AnyGame::Stronghold(stronghold) => stronghold.drawn(),
        }
    }

    /// Calls `found` with the score each occupied feature would give if the game ended now. Does
    /// nothing once the game is over.
    pub fn prospects(&self, found: impl FnMut(Scoring)) {
        match self {
            AnyGame::Land(land) => land.prospects(found),
            AnyGame::Stronghold(stronghold) => stronghold.prospects(found),
        }
    }

    /// Returns the current value of a feature, regardless of its figures. In Stronghold, where
    /// incomplete features score nothing, returns its value as if it were complete.
    pub fn worth(&self, segment: SegmentId) -> Tally {
        match self {
            AnyGame::Land(land) => land.worth(segment),
            AnyGame::Stronghold(stronghold) => stronghold.worth(segment),
        }
    }

    /// Returns why `figure` could not be deployed to `target` if the drawn tile were laid by
    /// `placement`, or `None` if it could. Playing the placement does not answer this, because
    /// games skip the deployment step if no deployment is legal.
    pub fn figure_refusal(
        &self,
        placement: Action,
        figure: FigureKind,
        target: Target,
    ) -> Option<Illegality> {
        let checked = match self {
            AnyGame::Land(land) => land.check_figure_after(placement, figure, target),
            AnyGame::Stronghold(game) => game.check_figure_after(placement, figure, target),
        };
        checked.err()
    }

    /// Returns the notation of the actions of this game.
    pub fn notation(&self) -> Notation<'_> {
        Notation::new(self.board().tiles())
    }

    /// Returns a hash of the state that is identical on all platforms.
    pub fn fingerprint(&self) -> u64 {
        match self {
            AnyGame::Land(land) => land.fingerprint(),
            AnyGame::Stronghold(stronghold) => stronghold.fingerprint(),
        }
    }
}

impl Clone for AnyGame {
    fn clone(&self) -> AnyGame {
        match self {
            AnyGame::Land(land) => AnyGame::Land(land.clone()),
            AnyGame::Stronghold(stronghold) => AnyGame::Stronghold(stronghold.clone()),
        }
    }

    /// Reuses the existing allocations if both games are of the same family.
    fn clone_from(&mut self, source: &AnyGame) {
        match (self, source) {
            (AnyGame::Land(land), AnyGame::Land(source)) => land.clone_from(source),
            (AnyGame::Stronghold(stronghold), AnyGame::Stronghold(source)) => {
                stronghold.clone_from(source);
            }
            (other, AnyGame::Land(_) | AnyGame::Stronghold(_)) => *other = source.clone(),
        }
    }
}

impl Game for AnyGame {
    fn to_act(&self) -> Actor {
        match self {
            AnyGame::Land(land) => land.to_act(),
            AnyGame::Stronghold(stronghold) => stronghold.to_act(),
        }
    }

    fn turn(&self) -> Seat {
        match self {
            AnyGame::Land(land) => land.turn(),
            AnyGame::Stronghold(stronghold) => stronghold.turn(),
        }
    }

    fn seats(&self) -> u8 {
        match self {
            AnyGame::Land(land) => land.seats(),
            AnyGame::Stronghold(stronghold) => stronghold.seats(),
        }
    }

    fn legal_actions(&self, out: &mut Vec<Action>) {
        match self {
            AnyGame::Land(land) => land.legal_actions(out),
            AnyGame::Stronghold(stronghold) => stronghold.legal_actions(out),
        }
    }

    fn check(&self, action: Action) -> Result<(), Illegality> {
        match self {
            AnyGame::Land(land) => land.check(action),
            AnyGame::Stronghold(stronghold) => stronghold.check(action),
        }
    }

    fn chances(&self, out: &mut Vec<(Action, u32)>) {
        match self {
            AnyGame::Land(land) => land.chances(out),
            AnyGame::Stronghold(stronghold) => stronghold.chances(out),
        }
    }

    fn play_unchecked(&mut self, action: Action, sink: &mut impl EventSink) {
        match self {
            AnyGame::Land(land) => land.play_unchecked(action, sink),
            AnyGame::Stronghold(stronghold) => stronghold.play_unchecked(action, sink),
        }
    }

    fn scores(&self) -> &BySeat<i32> {
        match self {
            AnyGame::Land(land) => land.scores(),
            AnyGame::Stronghold(stronghold) => stronghold.scores(),
        }
    }
}
