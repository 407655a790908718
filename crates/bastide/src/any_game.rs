//! A game of any family.

use crate::action::{Action, Target};
use crate::bag::Bag;
use crate::board::Board;
use crate::error::{Illegality, SetupError};
use crate::event::{EventSink, Scoring, Tally};
use crate::features::SegmentId;
use crate::figure::{FigureKind, Hand};
use crate::game::{Actor, Game};
use crate::land::Land;
use crate::seat::{BySeat, Seat};
use crate::setup::{Rules, Setup};
use crate::stronghold::Stronghold;
use crate::tile::TileId;
use alloc::vec::Vec;

/// A game of any family, for hosts that support all of them.
///
/// ```
/// use bastide::{AnyGame, Game, Rules, Setup};
/// for rules in ["base,fields,river", "stronghold"] {
///     let rules: Rules = rules.parse()?;
///     let game = AnyGame::new(&Setup::new(rules, 2))?;
///     assert!(game.bag().left() > 50);
/// }
/// # Ok::<(), bastide::SetupError>(())
/// ```
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
    pub fn new<R: Clone + Into<Rules>>(setup: &Setup<R>) -> Result<AnyGame, SetupError> {
        match setup.rules.clone().into() {
            Rules::Land(rules) => Land::new(&setup.with_rules(rules)).map(AnyGame::Land),
            Rules::Stronghold(rules) => {
                Stronghold::new(&setup.with_rules(rules)).map(AnyGame::Stronghold)
            }
        }
    }

    /// Returns true if the players have figures of this kind.
    pub fn has_kind(&self, kind: FigureKind) -> bool {
        match self {
            AnyGame::Land(land) => land.has_kind(kind),
            AnyGame::Stronghold(_) => kind == FigureKind::MEEPLE,
        }
    }

    /// Calls `found` with the score each occupied feature would give if the game ended now. Does
    /// nothing once the game is over.
    ///
    /// ```
    /// use bastide::{AnyGame, Game, LandRules, Setup};
    /// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
    /// for token in ["DV", "P1,0r0", "M0"] {
    ///     game.play(game.notation().parse(token)?)?;
    /// }
    /// let mut points = 0;
    /// game.prospects(|scoring| points += scoring.tally.total());
    /// assert_eq!(points, 2); // an open road of two tiles
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prospects(&self, found: impl FnMut(Scoring)) {
        match self {
            AnyGame::Land(land) => land.prospects(found),
            AnyGame::Stronghold(stronghold) => stronghold.prospects(found),
        }
    }

    /// Returns the current value of a feature, regardless of its figures. In Stronghold, where
    /// incomplete features score nothing, returns its value as if it were complete.
    ///
    /// ```
    /// use bastide::{AnyGame, Game, LandRules, Setup};
    /// let game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
    /// let city = game.board().segments().next().expect("the start tile has a city");
    /// assert_eq!(game.worth(city).total(), 1); // incomplete: one point for its tile
    /// # Ok::<(), bastide::SetupError>(())
    /// ```
    pub fn worth(&self, segment: SegmentId) -> Tally {
        match self {
            AnyGame::Land(land) => land.worth(segment),
            AnyGame::Stronghold(stronghold) => stronghold.worth(segment),
        }
    }

    /// Returns the value of a feature once its `more` open cells hold tiles and it is complete,
    /// regardless of its figures. Returns `None` if its terrain is not scored on completion.
    ///
    /// ```
    /// use bastide::{AnyGame, Game, LandRules, Setup};
    /// let game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
    /// let city = game.board().segments().next().expect("the start tile has a city");
    /// let worth = game.worth_complete(city, 1).expect("cities are completed");
    /// assert_eq!(worth.total(), 4); // two tiles, two points each
    /// # Ok::<(), bastide::SetupError>(())
    /// ```
    pub fn worth_complete(&self, segment: SegmentId, more: u32) -> Option<Tally> {
        match self {
            AnyGame::Land(land) => land.worth_complete(segment, more),
            AnyGame::Stronghold(stronghold) => stronghold.worth_complete(segment, more),
        }
    }

    /// Returns why `figure` could not be deployed to `target` if the drawn tile were laid by
    /// `placement`, or `None` if it could. Playing the placement does not answer this, because
    /// games skip the deployment step if no deployment is legal.
    ///
    /// ```
    /// use bastide::{AnyGame, Action, FigureKind, Game, Illegality, LandRules, SegmentIndex, Setup, Target};
    /// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
    /// for token in ["DV", "P1,0r0", "M0", "DV"] {
    ///     game.play(game.notation().parse(token)?)?;
    /// }
    /// let place = game.notation().parse("P1,1r1")?; // continues the road of the first player
    /// let road = Target::Segment(SegmentIndex(0));
    /// let refusal = game.figure_refusal(place, FigureKind::ALL[0], road);
    /// assert_eq!(refusal, Some(Illegality::Occupied));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
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

    fn scores(&self) -> &BySeat<i32> {
        match self {
            AnyGame::Land(land) => land.scores(),
            AnyGame::Stronghold(stronghold) => stronghold.scores(),
        }
    }

    fn board(&self) -> &Board {
        match self {
            AnyGame::Land(land) => land.board(),
            AnyGame::Stronghold(stronghold) => stronghold.board(),
        }
    }

    fn bag(&self) -> &Bag {
        match self {
            AnyGame::Land(land) => land.bag(),
            AnyGame::Stronghold(stronghold) => stronghold.bag(),
        }
    }

    fn hands(&self) -> &BySeat<Hand> {
        match self {
            AnyGame::Land(land) => land.hands(),
            AnyGame::Stronghold(stronghold) => stronghold.hands(),
        }
    }

    fn drawn(&self) -> Option<TileId> {
        match self {
            AnyGame::Land(land) => land.drawn(),
            AnyGame::Stronghold(stronghold) => stronghold.drawn(),
        }
    }

    fn fingerprint(&self) -> u64 {
        match self {
            AnyGame::Land(land) => land.fingerprint(),
            AnyGame::Stronghold(stronghold) => stronghold.fingerprint(),
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

    fn chance_count(&self) -> u32 {
        match self {
            AnyGame::Land(land) => land.chance_count(),
            AnyGame::Stronghold(stronghold) => stronghold.chance_count(),
        }
    }

    fn nth_chance(&self, n: u32) -> Option<(Action, u32)> {
        match self {
            AnyGame::Land(land) => land.nth_chance(n),
            AnyGame::Stronghold(stronghold) => stronghold.nth_chance(n),
        }
    }

    fn play_unchecked_with(&mut self, action: Action, sink: &mut impl EventSink) {
        match self {
            AnyGame::Land(land) => land.play_unchecked_with(action, sink),
            AnyGame::Stronghold(stronghold) => stronghold.play_unchecked_with(action, sink),
        }
    }
}
