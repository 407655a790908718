//! A whole game, played by looking at the table.
//!
//! Here is what lies on the table and what anybody can see there. What may be
//! done next is in `oracle/legal.rs`, how a turn goes in `oracle/turn.rs`, the
//! wheel in `oracle/wheel.rs` and the points in `oracle/points.rs`.

mod legal;
mod points;
#[cfg(test)]
mod tests;
mod turn;
mod wheel;

use bastide::{
    Actor, AnyGame, BySeat, Cell, Corner, FigureKind, LandRules, Module, Role, Rotation, Rules,
    Seat, SeatSet, Sector, Setup, Site, Spot, Terrain, TileId,
};

use crate::barn::field_corner;
use crate::landscape::{Landscape, Lying};
use crate::survey::{Feature, Survey};

/// A figure on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Standing {
    /// Where it stands.
    pub spot: Spot,
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub kind: FigureKind,
}

/// What is to be done next (TURN-1).
#[derive(Clone, Debug)]
enum Step {
    /// A tile is drawn.
    Draw,
    /// This tile was drawn, and the first of these players takes a figure
    /// back, then the next (WHEEL-PLAGUE-2).
    Plague(TileId, Vec<Seat>),
    /// The tile is laid in one of these places.
    Place(Vec<(Cell, Lying)>),
    /// A castle or a barn may be built with the tile in this cell.
    Build(Cell),
    /// A figure may be placed on the tile in this cell.
    Deploy(Cell),
    /// Nothing: the game is over.
    Over,
}

/// What was built this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Building {
    Bridge,
    /// The castle of this number.
    Castle(u8),
    Barn,
}

/// A game of the Land family, as anybody could referee it with the rules in
/// one hand.
#[derive(Clone, Debug)]
pub struct Oracle {
    rules: LandRules,
    seats: u8,
    turn: Seat,
    step: Step,
    land: Landscape,
    /// What a look at the landscape shows; everything is looked at again when
    /// a tile is laid.
    survey: Survey,
    figures: Vec<Standing>,
    bag: Vec<u8>,
    scores: BySeat<i32>,
    built: Option<Building>,
    castles: Vec<Site>,
    barns: Vec<(Cell, Corner)>,
    pig: Sector,
}

impl Oracle {
    /// A new game. The kinds of tile, and how many of each are in the bag, are
    /// those the engine starts with: they are data, not judgement.
    ///
    /// # Panics
    /// If no game can be set up so.
    pub fn new(setup: &Setup) -> Oracle {
        let game = AnyGame::new(setup).expect("a set-up that can be played");
        let Rules::Land(rules) = setup.rules else {
            panic!("this oracle knows the Land family only");
        };
        let mut land = Landscape::new(game.board().tiles().clone());
        if rules.has(Module::Wheel) {
            // WHEEL-1
            land.lay_block();
        } else {
            // SETUP-3, RIVER-1
            let kinds = &land.set().kinds;
            let start = if rules.has(Module::River) {
                kinds.iter().position(|kind| kind.role == Role::Spring)
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
            survey: Survey::of(&land),
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

    /// The tiles on the table.
    pub fn landscape(&self) -> &Landscape {
        &self.land
    }

    /// All features, with the figures on them.
    pub fn features(&self) -> &[Feature] {
        self.survey.features()
    }

    /// The feature a segment belongs to.
    pub fn feature_at(&self, site: Site) -> &Feature {
        self.survey.feature_at(&self.land, site)
    }

    /// The figures on the table, by where they stand.
    pub fn figures(&self) -> Vec<Standing> {
        let mut figures = self.figures.clone();
        figures.sort();
        figures
    }

    /// How many tiles of each kind are left.
    pub fn bag(&self) -> &[u8] {
        &self.bag
    }

    /// Points so far.
    pub fn scores(&self) -> &BySeat<i32> {
        &self.scores
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Who is to act.
    pub fn to_act(&self) -> Actor {
        match &self.step {
            Step::Draw => Actor::Chance,
            Step::Plague(_, waiting) => Actor::Seat(waiting[0]),
            Step::Place(_) | Step::Build(_) | Step::Deploy(_) => Actor::Seat(self.turn),
            Step::Over => Actor::Nobody,
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.step, Step::Over)
    }

    /// Everybody with the most points (END-5).
    pub fn winners(&self) -> SeatSet {
        let nobody_has_more = |&seat: &Seat| {
            Seat::all(self.seats).all(|other| self.scores[other] <= self.scores[seat])
        };
        Seat::all(self.seats).filter(nobody_has_more).collect()
    }

    /// How many figures of a kind a player has off the table: all they own
    /// but those that stand on it.
    pub fn supply(&self, seat: Seat, kind: FigureKind) -> u8 {
        if seat.index() >= usize::from(self.seats) {
            return 0;
        }
        let owned = match kind {
            // SETUP-2
            FigureKind::Meeple => 7,
            // ABBOT-1
            FigureKind::Abbot => u8::from(self.rules.has(Module::Abbot)),
        };
        let standing = self.figures.iter().filter(|f| f.seat == seat && f.kind == kind);
        owned - standing.count() as u8
    }

    /// How many bridges are left, if there are bridges.
    pub fn bridges_left(&self) -> Option<u8> {
        self.rules.has(Module::Bridges).then(|| 12 - self.land.bridges())
    }

    /// How many castles are left, if there are castles.
    pub fn castles_left(&self) -> Option<u8> {
        self.rules.has(Module::Castles).then(|| 6 - self.castles.len() as u8)
    }

    /// How many barns are left, if there are barns.
    pub fn barns_left(&self) -> Option<u8> {
        self.rules.has(Module::Barns).then(|| 6 - self.barns.len() as u8)
    }

    /// The castles in the order they were built: a part of the city of each.
    pub fn castles(&self) -> &[Site] {
        &self.castles
    }

    /// The barns in the order they were built: a tile and its corner.
    pub fn barns(&self) -> &[(Cell, Corner)] {
        &self.barns
    }

    /// Where the pig is, if there is a wheel.
    pub fn pig(&self) -> Option<Sector> {
        self.rules.has(Module::Wheel).then_some(self.pig)
    }

    /// Who stands on a spot.
    pub fn figure_on(&self, spot: Spot) -> Option<&Standing> {
        self.figures.iter().find(|figure| figure.spot == spot)
    }

    /// The segment a figure stands on. In a barn it still lies on its field
    /// (BARN-6); castles and crown spaces are no part of any feature
    /// (CASTLE-10).
    fn ground(&self, figure: &Standing) -> Option<Site> {
        match figure.spot {
            Spot::Segment(site) => Some(site),
            Spot::Barn(number) => {
                let (cell, corner) = self.barns[usize::from(number)];
                field_corner(&self.land, cell, corner)
            }
            Spot::Castle(_) | Spot::Crown(_) => None,
        }
    }

    /// The feature a figure stands on.
    fn feature_under(&self, figure: &Standing) -> Option<&Feature> {
        self.ground(figure).map(|site| self.feature_at(site))
    }

    /// What a figure stands on is made of, if it stands on any feature.
    /// Whoever stands on a city is a knight, on a field or in a barn a farmer,
    /// on a monastery a monk (WHEEL-X-3: an abbot too).
    fn terrain_under(&self, figure: &Standing) -> Option<Terrain> {
        self.feature_under(figure).map(|feature| feature.terrain)
    }

    /// Lets the survey know of all figures again.
    fn count_figures(&mut self) {
        let mut grounds = Vec::new();
        for figure in &self.figures {
            if let Some(site) = self.ground(figure) {
                grounds.push((site, figure.seat));
            }
        }
        self.survey.count_figures(&self.land, grounds.into_iter());
    }
}
