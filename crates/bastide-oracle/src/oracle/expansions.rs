//! The expansions, and the only place of the oracle that knows all of them.

mod abbot;
mod barns;
mod bridges;
mod castles;
mod inns;
mod river;
mod traders;
mod wheel;

use bastide::{
    ABBOT, Action, BARN, BUILDER, BuildSite, CASTLE, CROWN, Cell, Corner, Expansion, FigureKind,
    FigureSpot, HOG, LARGE, LandRules, PieceKind, Seat, Sector, SegmentRef, Target, Terrain,
    TileId, TileUse,
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
    traders: traders::Traders,
}

impl Default for ExpansionState {
    fn default() -> ExpansionState {
        // WHEEL-3: the pig starts on Fortune.
        let (castles, barns, traders) = Default::default();
        ExpansionState { castles, barns, pig: Sector::Fortune, traders }
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

/// Returns the value of a feature if an expansion replaces it.
pub(super) fn replaced_points(feature: &Feature) -> Option<i32> {
    inns::points(feature)
}

/// Returns the number of meeples that a figure counts as in a majority: 0 if it claims nothing.
/// The table of the engine is not used here.
pub(crate) fn strength(kind: FigureKind) -> u8 {
    match kind {
        // INN-3
        LARGE => 2,
        // BUILDER-2, HOG-2
        _ if traders::is_companion(kind) => 0,
        _ => 1,
    }
}

/// Returns true if a figure can claim a feature and counts as one of the figures there.
pub(crate) fn claims(kind: FigureKind) -> bool {
    strength(kind) > 0
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
        match kind {
            ABBOT => self.abbots(),
            LARGE => self.large_meeples(),
            BUILDER => self.builders(),
            HOG => self.hogs(),
            _ => 0,
        }
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
            // INN-2
            (LARGE, _) => self.may_stand_on(FigureKind::MEEPLE, terrain),
            (_, _) => traders::may_stand(figure, terrain),
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
        // CASTLE-4, INN-9: an ordinary meeple.
        if figure == FigureKind::MEEPLE && self.has_free_castle() {
            targets.push(Target::Built(CASTLE));
        }
        // WHEEL-CROWN-1, INN-2, INN-10
        if figure == FigureKind::MEEPLE || figure == LARGE {
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

    /// Called when a tile was laid in a cell.
    pub(super) fn after_place(&mut self, cell: Cell) {
        self.watch_builder(cell);
    }

    /// Called when figures have left the board.
    pub(super) fn after_return(&mut self) {
        self.send_companions_home();
    }

    /// Called in step 3, with the cell of the tile just laid.
    pub(super) fn after_scoring(&mut self, cell: Cell) {
        self.take_goods(cell);
    }

    /// Returns the points for a feature that only this player gets.
    pub(super) fn own_points(&self, feature: &Feature, seat: Seat) -> i32 {
        if feature.terrain == Terrain::Field { self.hog_points(feature, seat) } else { 0 }
    }

    /// Returns the player of the next turn.
    pub(super) fn next_turn(&mut self) -> Seat {
        if self.begin_second_turn() { self.turn } else { self.next_seat(self.turn) }
    }

    /// Scores what is not a feature at the end of the game.
    pub(super) fn score_last(&mut self) {
        self.score_goods();
    }
}
