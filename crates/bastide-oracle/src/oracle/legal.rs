//! Legal actions.

use bastide::{
    Action, Cell, FigureKind, SegmentIndex, SegmentRef, Target, Terrain, TileId, TileUse,
};

use super::expansions::claims;
use super::{Oracle, Step};
use crate::landscape::Lying;

impl Oracle {
    /// Returns all legal actions, in ascending order.
    pub fn legal_actions(&self) -> Vec<Action> {
        let mut actions = match &self.step {
            Step::Draw => self.next_tiles().into_iter().map(Action::Draw).collect(),
            Step::Respond(_, waiting) => {
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
        self.change_places(tile, &mut places);
        places
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
            if self.may_come_back(figure) {
                actions.push(Action::Recall(figure.spot));
            }
        }
        actions
    }

    /// Returns all deployments of a figure after a tile was laid here.
    fn targets(&self, cell: Cell, figure: FigureKind) -> Vec<Target> {
        let mut targets = Vec::new();
        for slot in self.printed_slots(cell) {
            if self.may_enter(figure, SegmentRef { cell, slot }) {
                targets.push(Target::Segment(slot));
            }
        }
        targets.extend(self.added_targets(cell, figure));
        targets
    }

    /// Returns true if a figure can be placed on this segment of the tile just laid.
    pub(super) fn may_enter(&self, figure: FigureKind, site: SegmentRef) -> bool {
        let feature = self.feature_at(site);
        // MEEPLE-4; a figure that claims nothing joins one of its owner that does (BUILDER-1,
        // HOG-1).
        let is_free = match claims(figure) {
            true => !feature.is_occupied(),
            false => feature.figures[self.turn] > 0,
        };
        self.may_stand_on(figure, feature.terrain) && !self.is_closed(site) && is_free
    }

    /// Returns true if this kind of figure can stand on a terrain (MEEPLE-3, RIVER-5).
    pub(super) fn may_stand_on(&self, figure: FigureKind, terrain: Terrain) -> bool {
        match (figure, terrain) {
            (FigureKind::MEEPLE, Terrain::Road | Terrain::City | Terrain::Monastery) => true,
            (other, terrain) => self.may_stand(other, terrain),
        }
    }

    /// Returns the slots of the printed segments of the tile in a cell.
    pub(super) fn printed_slots(&self, cell: Cell) -> Vec<SegmentIndex> {
        let lying = self.land.at(cell).expect("the tile just laid");
        self.land.set().kind(lying.tile).slots().map(|(slot, _)| slot).collect()
    }
}
