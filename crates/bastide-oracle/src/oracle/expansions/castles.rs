//! Castles and ladies.

use bastide::{
    Action, BuildSite, CASTLE, Cell, Expansion, FigureKind, FigureSpot, SegmentRef, Terrain,
};

use super::{Building, claims};
use crate::oracle::Oracle;

impl Oracle {
    /// Returns the number of castles left, or `None` if the game is played without castles.
    pub fn castles_left(&self) -> Option<u8> {
        self.rules.has(Expansion::Castles).then(|| 6 - self.expansions.castles.len() as u8)
    }

    /// Returns the castles in order of construction, each as a segment of its city.
    pub fn castles(&self) -> &[SegmentRef] {
        &self.expansions.castles
    }

    /// Adds the castles that can be built with the tile in this cell.
    pub(super) fn add_castles(&self, cell: Cell, actions: &mut Vec<Action>) {
        if self.castles_left().is_some_and(|left| left > 0) {
            for slot in self.printed_slots(cell) {
                if self.may_build_castle(SegmentRef { cell, slot }) {
                    actions.push(Action::Build { piece: CASTLE, site: BuildSite::Segment(slot) });
                }
            }
        }
    }

    /// CASTLE-1, CASTLE-3, INN-9. A complete city on the tile just laid was completed by it.
    fn may_build_castle(&self, site: SegmentRef) -> bool {
        let city = self.feature_at(site);
        let is_in_it =
            |figure: FigureSpot| city.sites.iter().any(|&part| figure == FigureSpot::Segment(part));
        city.terrain == Terrain::City
            && city.is_complete()
            && city.sites.len() == 2
            && self.figures.iter().all(|f| !is_in_it(f.spot) || f.kind == FigureKind::MEEPLE)
    }

    /// CASTLE-1, CASTLE-2: a meeple in the city becomes a lady.
    pub(super) fn build_castle(&mut self, site: SegmentRef) {
        let number = self.expansions.castles.len() as u8;
        let city = self.feature_at(site).sites.clone();
        for figure in &mut self.figures {
            if let FigureSpot::Segment(part) = figure.spot
                && city.contains(&part)
            {
                figure.spot = FigureSpot::Piece(CASTLE, number);
            }
        }
        self.expansions.castles.push(site);
        self.built = Some(Building::Castle(number));
    }

    /// CASTLE-4: no figure can be placed in the city below a castle.
    pub(super) fn is_beneath_a_castle(&self, site: SegmentRef) -> bool {
        let feature = self.feature_at(site);
        self.expansions.castles.iter().any(|castle| feature.sites.contains(castle))
    }

    /// CASTLE-4: a meeple can be placed on the castle built this turn.
    pub(super) fn has_free_castle(&self) -> bool {
        matches!(self.built, Some(Building::Castle(number))
            if self.figure_on(FigureSpot::Piece(CASTLE, number)).is_none())
    }

    /// CASTLE-6, CASTLE-8
    pub(super) fn may_leave_castle(&self, number: u8) -> bool {
        self.built != Some(Building::Castle(number))
    }

    /// CASTLE-7: 1 point for each knight and each lady on the board, of any player.
    pub(super) fn knights_and_ladies(&self) -> i32 {
        let mut count = 0;
        for figure in &self.figures {
            let is_lady = matches!(figure.spot, FigureSpot::Piece(CASTLE, _));
            let is_knight =
                claims(figure.kind) && self.terrain_under(figure) == Some(Terrain::City);
            if is_lady || is_knight {
                count += 1;
            }
        }
        count
    }
}
