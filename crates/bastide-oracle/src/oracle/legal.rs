//! Legal actions.

use bastide::{
    ABBOT, Action, BARN, BRIDGE, BuildSite, CASTLE, CROWN, Cell, Corner, Expansion, FigureKind,
    FigureSpot, SegmentIndex, SegmentRef, Target, Terrain, TileId, TileUse,
};

use super::wheel::CROWN_SPACES;
use super::{Building, Oracle, Step};
use crate::barn::barn_site;
use crate::landscape::Lying;
use crate::river::Course;

impl Oracle {
    /// Returns all legal actions, in ascending order.
    pub fn legal_actions(&self) -> Vec<Action> {
        let mut actions = match &self.step {
            Step::Draw => self.next_tiles().into_iter().map(Action::Draw).collect(),
            Step::Plague(_, waiting) => {
                self.on_the_land(waiting[0]).into_iter().map(Action::Recall).collect()
            }
            Step::Place(places) => {
                let mut actions = Vec::new();
                for &(cell, Lying { rotation, bridge, .. }) in places {
                    actions.push(Action::Place { cell, rotation, bridge });
                }
                actions
            }
            Step::Build(cell) => {
                let mut actions = self.building_actions(*cell);
                actions.push(Action::Pass);
                actions
            }
            Step::Deploy(cell) => {
                let mut actions = self.figure_actions(*cell);
                actions.push(Action::Pass);
                actions
            }
            Step::Over => Vec::new(),
        };
        actions.sort();
        actions
    }

    /// Returns the possible chance actions, each with the number of equally likely cases that lead
    /// to it; empty if a player is to act.
    pub fn chances(&self) -> Vec<(Action, u32)> {
        let mut chances = Vec::new();
        if matches!(self.step, Step::Draw) {
            for tile in self.next_tiles() {
                chances.push((Action::Draw(tile), u32::from(self.bag[usize::from(tile.0)])));
            }
        }
        chances
    }

    /// RIVER-2: first the streams, then the lake, then all other tiles.
    fn next_tiles(&self) -> Vec<TileId> {
        for role in [TileUse::Stream, TileUse::Lake, TileUse::Stack] {
            let kinds = self.land.set().iter();
            let here = kinds
                .filter(|(tile, kind)| kind.usage == role && self.bag[usize::from(tile.0)] > 0);
            let tiles: Vec<TileId> = here.map(|(tile, _)| tile).collect();
            if !tiles.is_empty() {
                return tiles;
            }
        }
        Vec::new()
    }

    /// Returns all legal placements of the tile.
    pub(super) fn places(&self, tile: TileId) -> Vec<(Cell, Lying)> {
        let mut places = self.land.places(tile);
        // BRIDGE-1: only while bridges are left.
        if self.bridges_left().is_some_and(|left| left > 0) {
            places.extend(self.land.bridged_places(tile));
        }
        if matches!(self.land.set().kind(tile).usage, TileUse::Stream | TileUse::Lake) {
            let course = Course::from_spring(&self.land, Cell::ORIGIN);
            places.retain(|&(cell, lying)| {
                course.is_some_and(|course| course.allows(&self.land, cell, lying))
            });
        }
        places
    }

    /// Returns all castles and barns that can be built with the tile in this cell.
    pub(super) fn building_actions(&self, cell: Cell) -> Vec<Action> {
        let mut actions = Vec::new();
        //
        if self.built.is_some() {
            return actions;
        }
        if self.castles_left().is_some_and(|left| left > 0) {
            for slot in self.printed_slots(cell) {
                if self.may_build_castle(SegmentRef { cell, slot }) {
                    actions.push(Action::Build { piece: CASTLE, site: BuildSite::Segment(slot) });
                }
            }
        }
        if self.barns_left().is_some_and(|left| left > 0) {
            for corner in Corner::ALL {
                for farmer in self.farmers_for_barn(cell, corner) {
                    actions.push(Action::Build {
                        piece: BARN,
                        site: BuildSite::Corner { corner, figure: farmer },
                    });
                }
            }
        }
        actions
    }

    /// CASTLE-1, CASTLE-3. A complete city on the tile just laid was completed by it.
    fn may_build_castle(&self, site: SegmentRef) -> bool {
        let city = self.feature_at(site);
        let is_in_it =
            |figure: FigureSpot| city.sites.iter().any(|&part| figure == FigureSpot::Segment(part));
        city.terrain == Terrain::City
            && city.is_complete()
            && city.sites.len() == 2
            && self.figures.iter().all(|f| !is_in_it(f.spot) || f.kind == FigureKind::MEEPLE)
    }

    /// Returns the sites of the player's farmers that could move into a barn at this corner, if it
    /// can be built (BARN-3, BARN-6).
    fn farmers_for_barn(&self, cell: Cell, corner: Corner) -> Vec<SegmentRef> {
        let Some(barn) = barn_site(&self.land, &self.analysis, cell, corner) else {
            return Vec::new();
        };
        let field = self.feature_at(barn);
        let mut farmers = Vec::new();
        for figure in &self.figures {
            if let FigureSpot::Segment(site) = figure.spot
                && figure.seat == self.turn
                && field.sites.contains(&site)
            {
                farmers.push(site);
            }
        }
        farmers
    }

    /// Returns all actions with figures after a tile was laid here.
    pub(super) fn figure_actions(&self, cell: Cell) -> Vec<Action> {
        let mut actions = Vec::new();
        for figure in FigureKind::ALL {
            // TURN-4, MEEPLE-2
            if self.supply(self.turn, figure) > 0 {
                for target in self.targets(cell, figure) {
                    actions.push(Action::Deploy { figure, target });
                }
            }
        }
        for figure in self.figures.iter().filter(|figure| figure.seat == self.turn) {
            let may_come_back = match figure.spot {
                // ABBOT-6
                FigureSpot::Segment(_) => figure.kind == ABBOT,
                // CASTLE-6, CASTLE-8
                FigureSpot::Piece(CASTLE, number) => self.built != Some(Building::Castle(number)),
                FigureSpot::Piece(..) => false,
            };
            if may_come_back {
                actions.push(Action::Recall(figure.spot));
            }
        }
        actions
    }

    /// Returns all deployments of a figure after a tile was laid here.
    fn targets(&self, cell: Cell, figure: FigureKind) -> Vec<Target> {
        let mut targets = Vec::new();
        let lying = self.land.at(cell).expect("the tile just laid");
        for slot in self.printed_slots(cell) {
            if self.may_enter(figure, SegmentRef { cell, slot }) {
                targets.push(Target::Segment(slot));
            }
        }
        // BRIDGE-10
        let slot = self.land.bridge_slot(lying.tile);
        if lying.bridge.is_some() && self.may_enter(figure, SegmentRef { cell, slot }) {
            targets.push(Target::Built(BRIDGE));
        }
        if figure == FigureKind::MEEPLE {
            // CASTLE-4
            if let Some(Building::Castle(number)) = self.built
                && self.figure_on(FigureSpot::Piece(CASTLE, number)).is_none()
            {
                targets.push(Target::Built(CASTLE));
            }
            // WHEEL-CROWN-1, WHEEL-X-3
            if self.rules.has(Expansion::Wheel) {
                let is_free =
                    |&space: &u8| self.figure_on(FigureSpot::Piece(CROWN, space)).is_none();
                targets.extend(
                    (0..CROWN_SPACES).filter(is_free).map(|space| Target::Space(CROWN, space)),
                );
            }
        }
        targets
    }

    /// Returns true if a figure can be placed on this segment of the tile just laid.
    fn may_enter(&self, figure: FigureKind, site: SegmentRef) -> bool {
        let feature = self.feature_at(site);
        // MEEPLE-3, RIVER-5, ABBOT-3, ABBOT-4
        let may_stand = match (figure, feature.terrain) {
            (FigureKind::MEEPLE, Terrain::Road | Terrain::City | Terrain::Monastery) => true,
            (FigureKind::MEEPLE, Terrain::Field) => self.rules.has(Expansion::Fields),
            (ABBOT, Terrain::Monastery | Terrain::Garden) => true,
            _ => false,
        };
        // CASTLE-4: no figure can be placed in the city below a castle.
        let is_beneath = self.castles.iter().any(|castle| feature.sites.contains(castle));
        // MEEPLE-4
        may_stand && !is_beneath && !feature.is_occupied()
    }

    /// Returns the slots of the printed segments of the tile in a cell.
    fn printed_slots(&self, cell: Cell) -> Vec<SegmentIndex> {
        let lying = self.land.at(cell).expect("the tile just laid");
        self.land.set().kind(lying.tile).slots().map(|(slot, _)| slot).collect()
    }
}
