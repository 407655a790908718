//! The course of the river, followed from its spring.

use bastide::{Cell, Edge, Port, Terrain, TileId, TileUse};

use crate::landscape::{Landscape, Lying};
use crate::oracle::Oracle;

impl Oracle {
    /// RIVER-3, RIVER-4: tiles of the river continue it.
    pub(super) fn keep_to_the_river(&self, tile: TileId, places: &mut Vec<(Cell, Lying)>) {
        if matches!(self.land.set().kind(tile).usage, TileUse::Stream | TileUse::Lake) {
            let course = Course::from_spring(&self.land, Cell::ORIGIN);
            places.retain(|&(cell, lying)| {
                course.is_some_and(|course| course.allows(&self.land, cell, lying))
            });
        }
    }
}

/// The open end of a river that has not reached its lake.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Course {
    /// The empty cell it flows into.
    pub mouth: Cell,
    /// Its direction of flow there.
    pub heading: Edge,
    /// Direction of its last turn: 1 to the right, -1 to the left, 0 if it has not turned yet.
    pub last_turn: i8,
}

impl Course {
    /// Follows the river from the spring in this cell. Returns `None` if there is no spring or the
    /// river has reached its lake.
    pub fn from_spring(land: &Landscape, spring: Cell) -> Option<Course> {
        let mut heading = river_sides(land, land.at(spring)?).first().copied()?;
        let mut cell = spring.step(heading);
        let mut last_turn = 0;
        while let Some(lying) = land.at(cell) {
            let way_on = way_on(land, lying, heading)?;
            let turn = turn(heading, way_on);
            if turn != 0 {
                last_turn = turn;
            }
            heading = way_on;
            cell = cell.step(heading);
        }
        Some(Course { mouth: cell, heading, last_turn })
    }

    /// Returns true if a placement of a river tile continues the river (RIVER-3) without turning to
    /// the same side twice in a row (RIVER-4).
    pub fn allows(&self, land: &Landscape, cell: Cell, lying: Lying) -> bool {
        let sides = river_sides(land, lying);
        if cell != self.mouth || !sides.contains(&self.heading.opposite()) {
            return false;
        }
        match way_on(land, lying, self.heading) {
            Some(way_on) => {
                let turn = turn(self.heading, way_on);
                turn == 0 || turn != self.last_turn
            }
            // The lake.
            None => true,
        }
    }
}

/// Returns the sides of a rotated tile that show river.
fn river_sides(land: &Landscape, lying: Lying) -> Vec<Edge> {
    let is_river =
        |edge: &Edge| land.terrain_at(lying, Port::middle(*edge)) == Some(Terrain::River);
    Edge::ALL.into_iter().filter(is_river).collect()
}

/// Returns the side through which a river that enters a tile in direction `heading` leaves it.
fn way_on(land: &Landscape, lying: Lying, heading: Edge) -> Option<Edge> {
    river_sides(land, lying).into_iter().find(|&side| side != heading.opposite())
}

/// Returns 1 for a turn to the right, -1 to the left, 0 for straight ahead. `y` grows to the south,
/// so east to south is a turn to the right.
fn turn(before: Edge, after: Edge) -> i8 {
    let (a, b) = (before.delta(), after.delta());
    a.0 * b.1 - a.1 * b.0
}

#[cfg(test)]
mod tests {
    use bastide::sets;

    use super::*;
    use crate::landscape::tests::{landscape, show};

    fn allowed(land: &Landscape, name: &str) -> String {
        let tile = land.set().find(name).expect(name);
        let course = Course::from_spring(land, Cell::ORIGIN).expect("a river");
        let mut places = land.places(tile);
        places.retain(|&(cell, lying)| course.allows(land, cell, lying));
        show(&places)
    }

    #[test]
    fn the_river_continues_at_its_open_end() {
        let land = landscape(sets::river(), "RA 0,0 r0");
        // RIVER-3: the field of the spring matches the fields of other tiles, but the river
        // continues in the south.
        assert_eq!(allowed(&land, "RD"), "0,1r0");
        assert_eq!(allowed(&land, "RG"), "0,1r0 0,1r1");
        assert_eq!(allowed(&land, "RL"), "0,1r0");
    }

    #[test]
    fn turns_alternate_even_with_straight_tiles_between() {
        // South, then left to the east, then straight ahead.
        let land = landscape(
            sets::river(),
            "RA 0,0 r0
             RG 0,1 r1
             RD 1,1 r1",
        );
        let course = Course::from_spring(&land, Cell::ORIGIN).expect("a river");
        assert_eq!(course, Course { mouth: Cell::new(2, 1), heading: Edge::East, last_turn: -1 });
        // RIVER-4: RJ connects east and south. Entered from the west, it turns right to the south
        // when rotated once; left, to the north, is illegal.
        assert_eq!(allowed(&land, "RJ"), "2,1r1");
        assert_eq!(allowed(&land, "RD"), "2,1r1");
    }

    #[test]
    fn the_lake_ends_the_river() {
        let land = landscape(
            sets::river(),
            "RA 0,0 r0
             RL 0,1 r0",
        );
        assert_eq!(Course::from_spring(&land, Cell::ORIGIN), None);
    }
}
