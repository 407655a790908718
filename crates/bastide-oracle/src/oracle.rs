//! The oracle for the Land family: a whole game, evaluated from its visible state.
//!
//! This file contains the state and its queries. Legal actions are in `oracle/legal.rs`, the steps
//! of a turn in `oracle/turn.rs`, the scoring in `oracle/points.rs`, and what expansions add in
//! `oracle/expansions`.

pub(crate) mod expansions;
mod legal;
mod points;
#[cfg(test)]
mod tests;
mod turn;

use bastide::{
    Actor, AnyGame, BySeat, Cell, FigureKind, FigureSpot, Game, LandRules, Rotation, Rules, Seat,
    SeatSet, SegmentRef, Setup, Terrain, TileId,
};

use crate::analysis::{Analysis, Feature};
use crate::landscape::{Landscape, Lying};
use expansions::{Building, ExpansionState, Start};

/// A figure on the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Standing {
    /// Position of the figure.
    pub spot: FigureSpot,
    /// Owner of the figure.
    pub seat: Seat,
    /// Kind of the figure.
    pub kind: FigureKind,
}

/// The next step of the turn (TURN-1).
#[derive(Clone, Debug)]
enum Step {
    /// A tile is drawn.
    Draw,
    /// This tile was drawn, and these players each take a figure back, in order (WHEEL-PLAGUE-2).
    Respond(TileId, Vec<Seat>),
    /// The tile is laid in one of these placements.
    Place(Vec<(Cell, Lying)>),
    /// A piece can be built with the tile in this cell.
    Build(Cell),
    /// A figure can be placed on the tile in this cell.
    Deploy(Cell),
    /// The game is over.
    Over,
}

/// A game of the Land family, implemented directly from the rules.
#[derive(Clone, Debug)]
pub struct Oracle {
    rules: LandRules,
    seats: u8,
    turn: Seat,
    /// Number of turns that have ended.
    turns: u32,
    step: Step,
    land: Landscape,
    /// Features of the landscape, recomputed whenever a tile is laid.
    analysis: Analysis,
    figures: Vec<Standing>,
    bag: Vec<u8>,
    scores: BySeat<i32>,
    built: Option<Building>,
    expansions: ExpansionState,
}

impl Oracle {
    /// Creates a game. The tile kinds, and the number of each in the bag, are taken from the
    /// engine: they are data, not rules.
    ///
    /// # Panics
    /// Panics if the set-up is invalid or of another family.
    pub fn new(setup: &Setup) -> Oracle {
        Oracle::beside(&AnyGame::new(setup).expect("a set-up that can be played"), setup)
    }

    /// Creates the game that `game` is at its start, for set-ups that the engine would refuse.
    ///
    /// # Panics
    /// Panics if the set-up is of another family.
    pub fn beside(game: &AnyGame, setup: &Setup) -> Oracle {
        let Rules::Land(rules) = setup.rules else {
            panic!("this oracle knows the Land family only");
        };
        let mut land = Landscape::new(game.board().tiles().clone());
        match expansions::start(&rules, &land) {
            Start::Block => land.lay_block(),
            Start::Tile(tile) => {
                land.lay(Cell::ORIGIN, Lying { tile, rotation: Rotation::NONE, bridge: None });
            }
        }
        Oracle {
            rules,
            seats: setup.seats,
            turn: Seat::new(setup.first).expect("a seat at the table"),
            turns: 0,
            step: Step::Draw,
            analysis: Analysis::of(&land),
            land,
            figures: Vec::new(),
            bag: game.bag().counts().to_vec(),
            scores: BySeat::splat(0),
            built: None,
            expansions: ExpansionState::default(),
        }
    }

    /// Returns the laid tiles.
    pub fn landscape(&self) -> &Landscape {
        &self.land
    }

    /// Returns all features, with the figures on them.
    pub fn features(&self) -> &[Feature] {
        self.analysis.features()
    }

    /// Returns the feature a segment belongs to.
    pub fn feature_at(&self, site: SegmentRef) -> &Feature {
        self.analysis.feature_at(&self.land, site)
    }

    /// Returns the figures on the board, sorted by position.
    pub fn figures(&self) -> Vec<Standing> {
        let mut figures = self.figures.clone();
        figures.sort();
        figures
    }

    /// Returns the number of tiles left of each kind.
    pub fn bag(&self) -> &[u8] {
        &self.bag
    }

    /// Returns the current scores.
    pub fn scores(&self) -> &BySeat<i32> {
        &self.scores
    }

    /// Returns the number of players.
    pub fn seats(&self) -> u8 {
        self.seats
    }

    /// Returns the player whose turn it is.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Returns the number of turns before the one in progress. A player can have several turns in
    /// a row.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// Returns the party to act next.
    pub fn to_act(&self) -> Actor {
        match &self.step {
            Step::Draw => Actor::Chance,
            Step::Respond(_, waiting) => Actor::Seat(waiting[0]),
            Step::Place(_) | Step::Build(_) | Step::Deploy(_) => Actor::Seat(self.turn),
            Step::Over => Actor::Nobody,
        }
    }

    /// Returns true if the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.step, Step::Over)
    }

    /// Returns the players with the most points (END-5).
    pub fn winners(&self) -> SeatSet {
        let nobody_has_more = |&seat: &Seat| {
            Seat::all(self.seats).all(|other| self.scores[other] <= self.scores[seat])
        };
        Seat::all(self.seats).filter(nobody_has_more).collect()
    }

    /// Returns the number of figures of a kind in a player's supply: all figures of the player that
    /// are not on the board.
    pub fn supply(&self, seat: Seat, kind: FigureKind) -> u8 {
        if seat.index() >= usize::from(self.seats) {
            return 0;
        }
        let owned = match kind {
            // SETUP-2
            FigureKind::MEEPLE => 7,
            other => self.added_figures(other),
        };
        let standing = self.figures.iter().filter(|f| f.seat == seat && f.kind == kind);
        owned - standing.count() as u8
    }

    /// Returns the figure on a spot.
    pub fn figure_on(&self, spot: FigureSpot) -> Option<&Standing> {
        self.figures.iter().find(|figure| figure.spot == spot)
    }

    /// Returns the segment a figure stands on.
    fn ground(&self, figure: &Standing) -> Option<SegmentRef> {
        match figure.spot {
            FigureSpot::Segment(site) => Some(site),
            piece @ FigureSpot::Piece(..) => self.ground_of_piece(piece),
        }
    }

    /// Returns the feature a figure stands on.
    fn feature_under(&self, figure: &Standing) -> Option<&Feature> {
        self.ground(figure).map(|site| self.feature_at(site))
    }

    /// Returns the terrain a figure stands on, if it is on a feature. A figure on a city is a
    /// knight, on a field or in a barn a farmer, on a monastery a monk, of any kind (WHEEL-X-3).
    fn terrain_under(&self, figure: &Standing) -> Option<Terrain> {
        self.feature_under(figure).map(|feature| feature.terrain)
    }

    /// Updates the figures of all features.
    fn count_figures(&mut self) {
        let mut grounds = Vec::new();
        for figure in &self.figures {
            if let Some(site) = self.ground(figure) {
                grounds.push((site, figure.seat, figure.kind));
            }
        }
        self.analysis.count_figures(&self.land, grounds.into_iter());
    }
}
