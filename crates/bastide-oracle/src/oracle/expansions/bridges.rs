//! Bridges: placements of a tile with a bridge on it.

use bastide::{
    Axis, BRIDGE_MARK, Cell, Edge, Expansion, FigureKind, Port, SegmentRef, Terrain, TileId,
};

use crate::analysis::Feature;
use crate::landscape::{Landscape, Lying};
use crate::oracle::Oracle;

/// BRIDGE-8: returns the points that bridges add to a road.
pub(super) fn points(road: &Feature) -> i32 {
    let each = if road.is_complete() { 3 } else { 1 };
    each * road.count(BRIDGE_MARK) as i32
}

impl Oracle {
    /// Returns the number of bridges left, or `None` if the game is played without bridges.
    pub fn bridges_left(&self) -> Option<u8> {
        self.rules.has(Expansion::Bridges).then(|| 12 - self.land.overlays())
    }

    /// BRIDGE-1: only while bridges are left.
    pub(super) fn add_bridged_places(&self, tile: TileId, places: &mut Vec<(Cell, Lying)>) {
        if self.bridges_left().is_some_and(|left| left > 0) {
            places.extend(self.land.bridged_places(tile));
        }
    }

    /// Returns the segment of the bridge on the tile in this cell.
    pub(super) fn bridge_site(&self, cell: Cell) -> SegmentRef {
        let lying = self.land.at(cell).expect("the tile just laid");
        SegmentRef { cell, slot: self.land.bridge_slot(lying.tile) }
    }

    /// BRIDGE-10
    pub(super) fn may_enter_bridge(&self, cell: Cell, figure: FigureKind) -> bool {
        let lying = self.land.at(cell).expect("the tile just laid");
        lying.bridge.is_some() && self.may_enter(figure, self.bridge_site(cell))
    }
}

impl Landscape {
    /// Returns all placements of a tile with a bridge, regardless of the supply of bridges.
    pub fn bridged_places(&self, tile: TileId) -> Vec<(Cell, Lying)> {
        let mut places = Vec::new();
        for (cell, plain) in self.thinkable(tile) {
            for axis in Axis::ALL {
                if self.can_bridge(cell, plain, axis) {
                    places.push((cell, Lying { bridge: Some(axis), ..plain }));
                }
            }
        }
        places
    }

    /// Returns true if this placement can have a bridge along `axis`.
    fn can_bridge(&self, cell: Cell, plain: Lying, axis: Axis) -> bool {
        let bridged = Lying { bridge: Some(axis), ..plain };
        let [one, other] = axis.edges();
        // BRIDGE-1: two opposite sides are only field, and a road continues at one of them.
        self.is_all_field(plain, one)
            && self.is_all_field(plain, other)
            && (self.is_road_end(cell, one) || self.is_road_end(cell, other))
            // BRIDGE-2, BRIDGE-4: with the bridge everything matches, so the other two sides match
            // without one, and the far side of the bridge is adjacent to an empty cell or a road.
            && self.fits(cell, bridged)
            // BRIDGE-5
            && !self.is_bridge_end(cell, one)
            && !self.is_bridge_end(cell, other)
    }

    /// Returns true if a side of a tile is only field.
    fn is_all_field(&self, lying: Lying, edge: Edge) -> bool {
        [0, 1, 2]
            .into_iter()
            .all(|third| self.terrain_at(lying, Port::new(edge, third)) == Some(Terrain::Field))
    }

    /// Returns true if a road reaches this empty cell across `edge`. Cells of the patch are like
    /// any other (BRIDGE-11).
    fn is_road_end(&self, cell: Cell, edge: Edge) -> bool {
        let port = Port::middle(edge).facing();
        let neighbour = self.at(cell.step(edge));
        neighbour.is_some_and(|there| self.terrain_at(there, port) == Some(Terrain::Road))
    }

    /// Returns true if a bridge reaches this empty cell across `edge`.
    fn is_bridge_end(&self, cell: Cell, edge: Edge) -> bool {
        let neighbour = self.at(cell.step(edge));
        neighbour.is_some_and(|there| there.bridge == Some(edge.axis()))
    }
}

#[cfg(test)]
mod tests {
    use bastide::sets;

    use super::*;
    use crate::landscape::tests::{landscape, show};

    fn bridged(land: &Landscape, name: &str) -> String {
        show(&land.bridged_places(land.set().find(name).expect(name)))
    }

    #[test]
    fn a_bridge_carries_a_road_over_fields() {
        // The start tile: city in the north, road from west to east.
        let land = landscape(sets::base(), "D 0,0 r0");
        // BRIDGE-1: a tile with field on all sides, at either end of the road.
        assert_eq!(bridged(&land, "B"), "-1,0r0- 1,0r0-");
        // BRIDGE-10: a straight road can run under the bridge, at a right angle to it.
        assert_eq!(bridged(&land, "U"), "-1,0r0- 1,0r0-");
        // Two caps with field between them. A curve has no opposite sides of field.
        assert_eq!(bridged(&land, "H"), "-1,0r0- 1,0r0-");
        assert_eq!(bridged(&land, "V"), "");
        // With three sides of field, the cap can face north or south.
        assert_eq!(bridged(&land, "E"), "-1,0r0- -1,0r2- 1,0r0- 1,0r2-");
    }

    #[test]
    fn the_far_side_needs_a_road_or_nothing() {
        // A gap between two roads takes a bridge; one between a road and the field of a monastery
        // does not (BRIDGE-4).
        let gap = |east: &str| {
            let land = landscape(sets::base(), &format!("U 0,0 r1\n{east}"));
            let places = bridged(&land, "B");
            places.split(' ').filter(|place| place.starts_with("1,0")).count()
        };
        assert_eq!((gap("U 2,0 r1"), gap("B 2,0 r0"), gap("C 2,0 r0")), (1, 0, 0));
    }

    #[test]
    fn one_tile_takes_one_bridge() {
        // BRIDGE-2: roads from the west and from the north would need two bridges.
        let land = landscape(
            sets::base(),
            "U 0,1 r1
             U 1,0 r0",
        );
        let here = |name| {
            let places = bridged(&land, name);
            places.split(' ').filter(|p| p.starts_with("1,1")).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(here("B"), "");
        // A straight road passes under the bridge: one axis matches without it.
        assert_eq!(here("U"), "1,1r0- 1,1r1|");
    }

    #[test]
    fn bridges_never_touch_end_to_end() {
        let land = landscape(
            sets::base(),
            "D 0,0 r0
             B 1,0 r0-",
        );
        // BRIDGE-5: no second bridge continues where the first one ends.
        assert_eq!(bridged(&land, "B"), "-1,0r0-");
        // BRIDGE-6: a road does.
        let straight = land.set().find("U").expect("a straight road");
        assert!(show(&land.places(straight)).contains("2,0r1"));
        // Bridges can be side by side.
        let land = landscape(
            sets::base(),
            "U 0,0 r1
             B 1,0 r0-
             U 0,1 r1",
        );
        assert!(bridged(&land, "B").contains("1,1r0-"));
    }
}
