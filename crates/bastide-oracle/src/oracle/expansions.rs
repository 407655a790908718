//! The expansions, and the only place of the oracle that knows all of them.

mod abbot;
mod barns;
mod bridges;
mod castles;
mod river;
mod wheel;

use bastide::{
    ABBOT, Action, BARN, BuildSite, CASTLE, CROWN, Cell, Corner, Expansion, FigureKind, FigureSpot,
    LandRules, PieceKind, Sector, SegmentRef, Target, Terrain, TileId, TileUse,
};

pub use barns::{field_corner, meeting};
pub use river::Course;

use super::{Oracle, Standing};
use crate::analysis::Feature;
use crate::landscape::{Landscape, Lying};

/// Visible state of the expansions.
#[derive(Clone, Debug)]
pub(super) struct ExpansionState {
    castles: Vec<SegmentRef>,
    barns: Vec<(Cell, Corner)>,
    pig: Sector,
}

impl Default for ExpansionState {
    fn default() -> ExpansionState {
        // WHEEL-3: the pig starts on Fortune.
        ExpansionState { castles: Vec::new(), barns: Vec::new(), pig: Sector::Fortune }
    }
}

/// What is on the board before the first turn.
pub(super) enum Start {
    Tile(TileId),
    /// The block of the tile set.
    Block,
}

/// Returns the start of a game (SETUP-3, RIVER-1, WHEEL-1).
pub(super) fn start(rules: &LandRules, land: &Landscape) -> Start {
    if rules.has(Expansion::Wheel) {
        return Start::Block;
    }
    let kinds = &land.set().kinds;
    let start = if rules.has(Expansion::River) {
        kinds.iter().position(|kind| kind.usage == TileUse::Spring)
    } else {
        kinds.iter().position(|kind| kind.is_start)
    };
    Start::Tile(TileId(start.expect("every game has a start tile") as u8))
}

/// Returns the points that expansions add to the value of a feature.
pub(super) fn added_points(feature: &Feature) -> i32 {
    if feature.terrain == Terrain::Road { bridges::points(feature) } else { 0 }
}

/// The building built this turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Building {
    Bridge,
    /// The castle with this number.
    Castle(u8),
    Barn,
}

impl Oracle {
    /// Returns the number of figures of a kind that each player owns because of an expansion.
    pub(super) fn added_figures(&self, kind: FigureKind) -> u8 {
        if kind == ABBOT { self.abbots() } else { 0 }
    }

    /// Adds the placements that only an expansion allows, and removes those it forbids.
    pub(super) fn change_places(&self, tile: TileId, places: &mut Vec<(Cell, Lying)>) {
        self.add_bridged_places(tile, places);
        self.keep_to_the_river(tile, places);
    }

    /// Returns all pieces that can be built with the tile in this cell.
    pub(super) fn building_actions(&self, cell: Cell) -> Vec<Action> {
        let mut actions = Vec::new();
        //
        if self.built.is_none() {
            self.add_castles(cell, &mut actions);
            self.add_barns(cell, &mut actions);
        }
        actions
    }

    /// Builds a piece with the tile in this cell.
    pub(super) fn build(&mut self, cell: Cell, action: Action) {
        match action {
            Action::Build { piece: CASTLE, site: BuildSite::Segment(slot) } => {
                self.build_castle(SegmentRef { cell, slot });
            }
            Action::Build { piece: BARN, site: BuildSite::Corner { corner, figure } } => {
                self.build_barn(cell, corner, figure);
            }
            _ => panic!("{action:?} is unknown here"),
        }
    }

    /// Returns true if an expansion allows this kind of figure on a terrain.
    pub(super) fn may_stand(&self, figure: FigureKind, terrain: Terrain) -> bool {
        match (figure, terrain) {
            // FIELD-2
            (FigureKind::MEEPLE, Terrain::Field) => self.rules.has(Expansion::Fields),
            (ABBOT, _) => abbot::may_stand(terrain),
            (_, _) => false,
        }
    }

    /// Returns true if an expansion forbids figures on this segment.
    pub(super) fn is_closed(&self, site: SegmentRef) -> bool {
        self.is_beneath_a_castle(site)
    }

    /// Returns the deployments of a figure that are not on a printed segment of the tile just laid.
    pub(super) fn added_targets(&self, cell: Cell, figure: FigureKind) -> Vec<Target> {
        let mut targets = Vec::new();
        if self.may_enter_bridge(cell, figure) {
            targets.push(Target::Built(PieceKind::OVERLAY));
        }
        if figure == FigureKind::MEEPLE {
            if self.has_free_castle() {
                targets.push(Target::Built(CASTLE));
            }
            targets.extend(self.free_crowns().map(|space| Target::Space(CROWN, space)));
        }
        targets
    }

    /// Returns the spot of a deployment that is not on a printed segment of the tile just laid.
    pub(super) fn added_spot(&self, cell: Cell, target: Target) -> FigureSpot {
        match target {
            Target::Built(PieceKind::OVERLAY) => FigureSpot::Segment(self.bridge_site(cell)),
            Target::Built(CASTLE) => {
                FigureSpot::Piece(CASTLE, self.expansions.castles.len() as u8 - 1)
            }
            Target::Space(CROWN, space) => FigureSpot::Piece(CROWN, space),
            _ => panic!("{target:?} is unknown here"),
        }
    }

    /// Returns true if a figure can be recalled instead of placing one.
    pub(super) fn may_come_back(&self, figure: &Standing) -> bool {
        match figure.spot {
            FigureSpot::Segment(_) => figure.kind == ABBOT,
            FigureSpot::Piece(CASTLE, number) => self.may_leave_castle(number),
            FigureSpot::Piece(..) => false,
        }
    }

    /// Returns the points for the recall of a figure, which is still on the board.
    pub(super) fn recall_points(&self, spot: FigureSpot) -> i32 {
        match spot {
            FigureSpot::Segment(site) => self.abbots_points(site),
            FigureSpot::Piece(CASTLE, _) => self.knights_and_ladies(),
            FigureSpot::Piece(..) => panic!("figures on {spot:?} cannot be taken back"),
        }
    }

    /// Returns the segment that counts as the ground of a figure on a piece.
    pub(super) fn ground_of_piece(&self, spot: FigureSpot) -> Option<SegmentRef> {
        match spot {
            FigureSpot::Piece(BARN, number) => self.barn_ground(number),
            // CASTLE-10: castles and crown spaces are not part of any feature.
            _ => None,
        }
    }
}
