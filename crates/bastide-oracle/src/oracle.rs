//! The oracle for the Land family: a whole game, evaluated from its visible state.
//!
//! This file contains the state and its queries. Legal actions are in `oracle/legal.rs`, the steps
//! of a turn in `oracle/turn.rs`, the wheel in `oracle/wheel.rs` and the scoring in
//! `oracle/points.rs`.

mod legal;
mod points;
#[cfg(test)]
mod tests;
mod turn;
mod wheel;

use bastide::{
    ABBOT, Actor, AnyGame, BARN, BySeat, Cell, Corner, Expansion, FigureKind, FigureSpot, Game,
    LandRules, Rotation, Rules, Seat, SeatSet, Sector, SegmentRef, Setup, Terrain, TileId, TileUse,
};

use crate::analysis::{Analysis, Feature};
use crate::barn::field_corner;
use crate::landscape::{Landscape, Lying};

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
    Plague(TileId, Vec<Seat>),
    /// The tile is laid in one of these placements.
    Place(Vec<(Cell, Lying)>),
    /// A castle or a barn can be built with the tile in this cell.
    Build(Cell),
    /// A figure can be placed on the tile in this cell.
    Deploy(Cell),
    /// The game is over.
    Over,
}

/// The building built this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Building {
    Bridge,
    /// The castle with this number.
    Castle(u8),
    Barn,
}

/// A game of the Land family, implemented directly from the rules.
#[derive(Clone, Debug)]
pub struct Oracle {
    rules: LandRules,
    seats: u8,
    turn: Seat,
    step: Step,
    land: Landscape,
    /// Features of the landscape, recomputed whenever a tile is laid.
    analysis: Analysis,
    figures: Vec<Standing>,
    bag: Vec<u8>,
    scores: BySeat<i32>,
    built: Option<Building>,
    castles: Vec<SegmentRef>,
    barns: Vec<(Cell, Corner)>,
    pig: Sector,
}

impl Oracle {
    /// Creates a game. The tile kinds, and the number of each in the bag, are taken from the
    /// engine: they are data, not rules.
    ///
    /// # Panics
    /// Panics if the set-up is invalid or of another family.
    pub fn new(setup: &Setup) -> Oracle {
        let game = AnyGame::new(setup).expect("a set-up that can be played");
        let Rules::Land(rules) = setup.rules else {
            panic!("this oracle knows the Land family only");
        };
        let mut land = Landscape::new(game.board().tiles().clone());
        if rules.has(Expansion::Wheel) {
            // WHEEL-1
            land.lay_block();
        } else {
            // SETUP-3, RIVER-1
            let kinds = &land.set().kinds;
            let start = if rules.has(Expansion::River) {
                kinds.iter().position(|kind| kind.usage == TileUse::Spring)
            } else {
                kinds.iter().position(|kind| kind.is_start)
            };
            let tile = TileId(start.expect("every game has a start tile") as u8);
            land.lay(Cell::ORIGIN, Lying { tile, rotation: Rotation::NONE, bridge: None });
        }
        Oracle {
            rules,
            seats: setup.seats,
            turn: Seat::new(setup.first).expect("a seat at the table"),
            step: Step::Draw,
            analysis: Analysis::of(&land),
            land,
            figures: Vec::new(),
            bag: game.bag().counts().to_vec(),
            scores: BySeat::splat(0),
            built: None,
            castles: Vec::new(),
            barns: Vec::new(),
            // WHEEL-3
            pig: Sector::Fortune,
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

    /// Returns the player whose turn it is.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Returns the party to act next.
    pub fn to_act(&self) -> Actor {
        match &self.step {
            Step::Draw => Actor::Chance,
            Step::Plague(_, waiting) => Actor::Seat(waiting[0]),
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
            // ABBOT-1
            ABBOT => u8::from(self.rules.has(Expansion::Abbot)),
            _ => 0,
        };
        let standing = self.figures.iter().filter(|f| f.seat == seat && f.kind == kind);
        owned - standing.count() as u8
    }

    /// Returns the number of bridges left, or `None` if the game is played without bridges.
    pub fn bridges_left(&self) -> Option<u8> {
        self.rules.has(Expansion::Bridges).then(|| 12 - self.land.bridges())
    }

    /// Returns the number of castles left, or `None` if the game is played without castles.
    pub fn castles_left(&self) -> Option<u8> {
        self.rules.has(Expansion::Castles).then(|| 6 - self.castles.len() as u8)
    }

    /// Returns the number of barns left, or `None` if the game is played without barns.
    pub fn barns_left(&self) -> Option<u8> {
        self.rules.has(Expansion::Barns).then(|| 6 - self.barns.len() as u8)
    }

    /// Returns the castles in order of construction, each as a segment of its city.
    pub fn castles(&self) -> &[SegmentRef] {
        &self.castles
    }

    /// Returns the barns in order of construction, each as a tile and its corner.
    pub fn barns(&self) -> &[(Cell, Corner)] {
        &self.barns
    }

    /// Returns the sector the pig is on, or `None` if the game is played without the wheel.
    pub fn pig(&self) -> Option<Sector> {
        self.rules.has(Expansion::Wheel).then_some(self.pig)
    }

    /// Returns the figure on a spot.
    pub fn figure_on(&self, spot: FigureSpot) -> Option<&Standing> {
        self.figures.iter().find(|figure| figure.spot == spot)
    }

    /// Returns the segment a figure stands on. A figure in a barn still belongs to its field
    /// (BARN-6); castles and crown spaces are not part of any feature (CASTLE-10).
    fn ground(&self, figure: &Standing) -> Option<SegmentRef> {
        match figure.spot {
            FigureSpot::Segment(site) => Some(site),
            FigureSpot::Piece(BARN, number) => {
                let (cell, corner) = self.barns[usize::from(number)];
                field_corner(&self.land, cell, corner)
            }
            FigureSpot::Piece(..) => None,
        }
    }

    /// Returns the feature a figure stands on.
    fn feature_under(&self, figure: &Standing) -> Option<&Feature> {
        self.ground(figure).map(|site| self.feature_at(site))
    }

    /// Returns the terrain a figure stands on, if it is on a feature. A figure on a city is a
    /// knight, on a field or in a barn a farmer, on a monastery a monk (WHEEL-X-3: an abbot too).
    fn terrain_under(&self, figure: &Standing) -> Option<Terrain> {
        self.feature_under(figure).map(|feature| feature.terrain)
    }

    /// Updates the figures of all features.
    fn count_figures(&mut self) {
        let mut grounds = Vec::new();
        for figure in &self.figures {
            if let Some(site) = self.ground(figure) {
                grounds.push((site, figure.seat));
            }
        }
        self.analysis.count_figures(&self.land, grounds.into_iter());
    }
}
