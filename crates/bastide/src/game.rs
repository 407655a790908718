//! The one outer contract of every game: who acts, what is legal, play it,
//! what happened.

use core::fmt;

use crate::action::{Action, Berth};
use crate::bag::Bag;
use crate::board::Board;
use crate::error::{IllegalAction, Illegality, SetupError};
use crate::event::{EventSink, Scoring, Tally};
use crate::features::SegmentId;
use crate::land::{Land, LandRules};
use crate::notation::Notation;
use crate::seat::{BySeat, FigureKind, Hand, Seat, SeatSet};
use crate::sets::OwnSets;
use crate::stronghold::{Stronghold, StrongholdRules};
use crate::tile::TileId;

/// Who is to act. Not always the one whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Actor {
    /// A player.
    Seat(Seat),
    /// The next action is drawn at random.
    Chance,
    /// The game is over.
    Nobody,
}

/// How a finished game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Final points.
    pub scores: BySeat<i32>,
    /// Everybody with the most points (END-5).
    pub winners: SeatSet,
}

/// A game in play.
pub trait Game: Clone {
    /// Who is to act.
    fn to_act(&self) -> Actor;

    /// Whose turn it is.
    fn turn(&self) -> Seat;

    /// How many players there are.
    fn seats(&self) -> u8;

    /// Appends what can be done now, ascending and without repeats. Nothing
    /// only if the game is over.
    fn legal_actions(&self, out: &mut Vec<Action>);

    /// Whether an action is legal, without listing all of them.
    ///
    /// # Errors
    /// Says why it is not.
    fn check(&self, action: Action) -> Result<(), Illegality>;

    /// At a chance node, appends what can happen and how many equally likely
    /// ways there are for each.
    fn chances(&self, out: &mut Vec<(Action, u32)>);

    /// Plays an action that is known to be legal; with any other the state
    /// is worthless afterwards, or this panics.
    fn play_unchecked(&mut self, action: Action, sink: &mut impl EventSink);

    /// Points so far.
    fn scores(&self) -> &BySeat<i32>;

    /// Plays an action.
    ///
    /// # Errors
    /// If it is not legal; then nothing has changed.
    fn play(&mut self, action: Action, sink: &mut impl EventSink) -> Result<(), IllegalAction> {
        self.check(action).map_err(|why| IllegalAction { action, why })?;
        self.play_unchecked(action, sink);
        Ok(())
    }

    /// Whether the game is over.
    fn is_over(&self) -> bool {
        self.to_act() == Actor::Nobody
    }

    /// How it ended, once it has.
    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| Outcome {
            scores: *self.scores(),
            winners: winners(self.scores(), self.seats()),
        })
    }
}

/// Everybody with the most points; a tie for first is a shared win (END-5).
pub(crate) fn winners(scores: &BySeat<i32>, seats: u8) -> SeatSet {
    let best = scores.iter(seats).map(|(_, &points)| points).max();
    Seat::all(seats).filter(|&seat| Some(scores[seat]) == best).collect()
}

/// Which game is played, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rules {
    /// A landscape that grows from a start.
    Land(LandRules),
    /// Tiles inside a wall, for two.
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

/// Everything a game needs to be told before it begins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The rules.
    pub rules: Rules,
    /// How many players there are.
    pub seats: u8,
    /// Who begins, counted from 0 (SETUP-4: chosen at random by the host).
    pub first: u8,
    /// If given, exactly these tiles are in the bag, by name. In which order
    /// they come is not the game's business.
    pub deck: Option<Vec<Box<str>>>,
    /// Tiles of one's own instead of the built-in ones.
    pub sets: Option<OwnSets>,
}

impl Setup {
    /// A game by these rules for so many players, the first of whom begins.
    pub const fn new(rules: Rules, seats: u8) -> Setup {
        Setup { rules, seats, first: 0, deck: None, sets: None }
    }
}

/// A game of any family, for hosts that do not care which.
#[derive(PartialEq, Eq, Debug)]
pub enum AnyGame {
    /// A landscape that grows from a start.
    Land(Land),
    /// Tiles inside a wall, for two.
    Stronghold(Stronghold),
}

impl AnyGame {
    /// A new game, with nothing drawn yet.
    ///
    /// # Errors
    /// Lists everything that is wrong with the set-up.
    pub fn new(setup: &Setup) -> Result<AnyGame, SetupError> {
        match &setup.rules {
            Rules::Land(rules) => Land::new(rules, setup).map(AnyGame::Land),
            Rules::Stronghold(rules) => Stronghold::new(rules, setup).map(AnyGame::Stronghold),
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        match self {
            AnyGame::Land(land) => land.board(),
            AnyGame::Stronghold(stronghold) => stronghold.board(),
        }
    }

    /// The tiles not yet drawn.
    pub fn bag(&self) -> &Bag {
        match self {
            AnyGame::Land(land) => land.bag(),
            AnyGame::Stronghold(stronghold) => stronghold.bag(),
        }
    }

    /// What each player has in supply.
    pub fn hands(&self) -> &BySeat<Hand> {
        match self {
            AnyGame::Land(land) => land.hands(),
            AnyGame::Stronghold(stronghold) => stronghold.hands(),
        }
    }

    /// The tile drawn and not yet laid.
    pub fn drawn(&self) -> Option<TileId> {
        match self {
            AnyGame::Land(land) => land.drawn(),
            AnyGame::Stronghold(stronghold) => stronghold.drawn(),
        }
    }

    /// Calls `found` with what each feature that holds figures would give if
    /// the game ended now. Nothing once it has ended.
    pub fn prospects(&self, found: impl FnMut(Scoring)) {
        match self {
            AnyGame::Land(land) => land.prospects(found),
            AnyGame::Stronghold(stronghold) => stronghold.prospects(found),
        }
    }

    /// What a feature is worth as it stands, whoever has figures on it. Inside
    /// a wall, as if it were complete: there nothing else gives points.
    pub fn worth(&self, segment: SegmentId) -> Tally {
        match self {
            AnyGame::Land(land) => land.worth(segment),
            AnyGame::Stronghold(stronghold) => stronghold.worth(segment),
        }
    }

    /// Why `figure` could not go to `berth` if the drawn tile were laid by `placement`, or `None`
    /// if it could. Games skip the choice of a figure where there is none, so that playing on
    /// does not tell.
    pub fn figure_refusal(
        &self,
        placement: Action,
        figure: FigureKind,
        berth: Berth,
    ) -> Option<Illegality> {
        let checked = match self {
            AnyGame::Land(land) => land.check_figure_after(placement, figure, berth),
            AnyGame::Stronghold(game) => game.check_figure_after(placement, figure, berth),
        };
        checked.err()
    }

    /// How this game's actions are written.
    pub fn notation(&self) -> Notation<'_> {
        Notation::new(self.board().tiles())
    }

    /// A number that tells states apart, the same on every machine.
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

    /// Copies into the room that is there, as the families do.
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
