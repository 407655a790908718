//! Barns, and the points where four tiles meet.

use bastide::{
    Action, BARN, BuildSite, Cell, Corner, Expansion, FigureSpot, SegmentRef, Terrain, TileUse,
};

use super::{Building, claims};
use crate::analysis::Analysis;
use crate::landscape::Landscape;
use crate::oracle::{Oracle, Standing};

impl Oracle {
    /// Returns the number of barns left, or `None` if the game is played without barns.
    pub fn barns_left(&self) -> Option<u8> {
        self.rules.has(Expansion::Barns).then(|| 6 - self.expansions.barns.len() as u8)
    }

    /// Returns the barns in order of construction, each as a tile and its corner.
    pub fn barns(&self) -> &[(Cell, Corner)] {
        &self.expansions.barns
    }

    /// Adds the barns that can be built with the tile in this cell.
    pub(super) fn add_barns(&self, cell: Cell, actions: &mut Vec<Action>) {
        if self.barns_left().is_some_and(|left| left > 0) {
            for corner in Corner::ALL {
                for figure in self.farmers_for_barn(cell, corner) {
                    let site = BuildSite::Corner { corner, figure };
                    actions.push(Action::Build { piece: BARN, site });
                }
            }
        }
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
                && claims(figure.kind)
                && field.sites.contains(&site)
            {
                farmers.push(site);
            }
        }
        farmers
    }

    /// BARN-1, BARN-4: the farmer moves into the barn immediately.
    pub(super) fn build_barn(&mut self, cell: Cell, corner: Corner, farmer: SegmentRef) {
        let number = self.expansions.barns.len() as u8;
        self.expansions.barns.push((cell, corner));
        for figure in &mut self.figures {
            if figure.spot == FigureSpot::Segment(farmer) {
                figure.spot = FigureSpot::Piece(BARN, number);
            }
        }
        self.built = Some(Building::Barn);
    }

    /// BARN-6: a figure in a barn still belongs to its field.
    pub(super) fn barn_ground(&self, number: u8) -> Option<SegmentRef> {
        let (cell, corner) = self.expansions.barns[usize::from(number)];
        field_corner(&self.land, cell, corner)
    }

    /// BARN-5: 1 point for each farmer on the board, of any player, including those in barns. Scored
    /// before all other points of the turn.
    pub(in crate::oracle) fn score_building(&mut self) {
        if self.built == Some(Building::Barn) {
            let is_farmer =
                |f: &&Standing| claims(f.kind) && self.terrain_under(f) == Some(Terrain::Field);
            self.scores[self.turn] += self.figures.iter().filter(is_farmer).count() as i32;
        }
    }
}

/// Returns the four cells that meet at a corner of a cell, each with its own corner at that point.
pub fn meeting(cell: Cell, corner: Corner) -> [(Cell, Corner); 4] {
    // The cell to the south-east of the point.
    let below_right = match corner {
        Corner::NorthWest => cell,
        Corner::NorthEast => cell.offset(1, 0),
        Corner::SouthEast => cell.offset(1, 1),
        Corner::SouthWest => cell.offset(0, 1),
    };
    [
        (below_right, Corner::NorthWest),
        (below_right.offset(-1, 0), Corner::NorthEast),
        (below_right.offset(-1, -1), Corner::SouthEast),
        (below_right.offset(0, -1), Corner::SouthWest),
    ]
}

/// Returns the field segment that fills a corner, if four laid tiles meet there and all show the
/// same field and nothing else (BARN-1 to BARN-3).
pub(crate) fn barn_site(
    land: &Landscape,
    analysis: &Analysis,
    cell: Cell,
    corner: Corner,
) -> Option<SegmentRef> {
    let mut sites = Vec::new();
    for (cell, corner) in meeting(cell, corner) {
        sites.push(field_corner(land, cell, corner)?);
    }
    let field = analysis.number_at(land, sites[0]);
    let is_one_field = sites.iter().all(|&site| analysis.number_at(land, site) == field);
    let own = sites.into_iter().find(|site| site.cell == cell);
    own.filter(|_| is_one_field)
}

/// Returns the field in a corner of a laid tile, if there is nothing else (BARN-2). Bridges do not
/// interfere: they end in the middle of a side (BRIDGE-9).
pub fn field_corner(land: &Landscape, cell: Cell, corner: Corner) -> Option<SegmentRef> {
    let lying = land.at(cell)?;
    let kind = land.set().kind(lying.tile);
    let [before, after] = corner.ports().map(|port| land.slot_at(lying, port));
    let slot = match (before, after) {
        // The same segment on both sides of the corner.
        (Some(one), Some(other)) if one == other => one,
        // A city wall, a road or a river separates them.
        (Some(_), Some(_)) => return None,
        // A cell of the patch has inner sides without segments.
        (Some(slot), None) | (None, Some(slot)) if kind.usage == TileUse::Patch => slot,
        (Some(_), None) | (None, Some(_)) | (None, None) => return None,
    };
    // A segment can reach into the corner without having a port there.
    let is_spoilt = kind.segments.iter().any(|segment| {
        segment.terrain != Terrain::Field
            && segment.corner.is_some_and(|at| at.turned(lying.rotation) == corner)
    });
    let is_field = land.terrain(lying.tile, slot) == Terrain::Field;
    (is_field && !is_spoilt).then_some(SegmentRef { cell, slot })
}

#[cfg(test)]
mod tests {
    use bastide::{SegmentIndex, sets};

    use super::*;
    use crate::landscape::tests::landscape;

    /// Returns the corners of the cell 0,0 where a barn can be built.
    fn corners(land: &Landscape) -> String {
        let analysis = Analysis::of(land);
        let can_stand =
            |corner: &Corner| barn_site(land, &analysis, Cell::ORIGIN, *corner).is_some();
        let corners = Corner::ALL.into_iter().filter(can_stand);
        corners.map(Corner::letters).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn four_tiles_meet_at_a_point() {
        let from_above = meeting(Cell::new(3, 4), Corner::SouthWest);
        let from_below = meeting(Cell::new(2, 5), Corner::NorthEast);
        assert_eq!(from_above, from_below);
        assert!(from_above.contains(&(Cell::new(3, 4), Corner::SouthWest)));
        assert!(from_above.contains(&(Cell::new(2, 4), Corner::SouthEast)));
    }

    #[test]
    fn a_barn_needs_four_corners_of_field() {
        // BARN-1: three monasteries are not enough, four are.
        let three = "B 0,0 r0\nB 1,0 r0\nB 1,1 r0\n";
        assert_eq!(corners(&landscape(sets::base(), three)), "");
        assert_eq!(corners(&landscape(sets::base(), &format!("{three}B 0,1 r0"))), "se");
        // BARN-2, X-EX-4: a city in one of the corners prevents a barn, and so does the wall along
        // its side.
        for turns in ["r0", "r1", "r2", "r3"] {
            let land = landscape(sets::base(), &format!("{three}E 0,1 {turns}"));
            let is_open = turns == "r2" || turns == "r3";
            assert_eq!(corners(&land), if is_open { "se" } else { "" }, "{turns}");
        }
        // A road through the middle of a side does not interfere.
        assert_eq!(corners(&landscape(sets::base(), &format!("{three}U 0,1 r0"))), "se");
    }

    #[test]
    fn a_city_may_reach_a_corner_from_within() {
        // The city of XL reaches its north-east corner, with field on both sides.
        let land = landscape(sets::bridges(), "XL 0,0 r0");
        let here = |corner| field_corner(&land, Cell::ORIGIN, corner);
        assert_eq!(here(Corner::NorthEast), None);
        assert_eq!(
            here(Corner::SouthEast),
            Some(SegmentRef { cell: Cell::ORIGIN, slot: SegmentIndex(4) })
        );
        // The west is city.
        assert_eq!(here(Corner::SouthWest), None);
        let land = landscape(sets::bridges(), "XL 0,0 r2");
        assert_eq!(field_corner(&land, Cell::ORIGIN, Corner::SouthWest), None);
        assert!(field_corner(&land, Cell::ORIGIN, Corner::NorthWest).is_some());
    }

    #[test]
    fn cells_of_the_block_show_their_outer_sides() {
        let mut land = landscape(sets::wheel(), "");
        land.lay_block();
        let here = |x, y, corner| field_corner(&land, Cell::new(x, y), corner).is_some();
        // In the north there is field, then a road with field on both sides.
        assert!(here(1, 0, Corner::NorthEast));
        assert!(here(2, 0, Corner::NorthWest));
        assert!(here(2, 0, Corner::NorthEast));
        // The corner city, and the city in the east of the north-east cell.
        assert!(!here(0, 0, Corner::NorthEast));
        assert!(!here(3, 0, Corner::NorthEast));
        assert!(here(3, 0, Corner::NorthWest));
        // The south-east corner is field on both sides; the wheel has no field.
        assert!(here(3, 3, Corner::SouthEast));
        assert!(!here(1, 1, Corner::NorthWest));
    }

    #[test]
    fn a_river_leaves_corners_it_does_not_reach_free() {
        // BARN-2: river tiles count like any other.
        let land = landscape(
            sets::river(),
            "RA 0,0 r0
             RD 0,1 r0",
        );
        assert!(field_corner(&land, Cell::new(0, 1), Corner::NorthEast).is_some());
        assert!(field_corner(&land, Cell::new(0, 1), Corner::SouthWest).is_some());
    }
}
