//! Which tile lies where, and where another one fits.

use std::collections::{BTreeMap, BTreeSet};

use bastide::{Cell, Edge, Mark, Port, PortSet, Rotation, Slot, Terrain, TileId, TileSet};

/// The tiles on the table.
#[derive(Clone, Debug)]
pub struct Landscape {
    set: TileSet,
    laid: BTreeMap<Cell, (TileId, Rotation)>,
}

/// What somebody sees at one port of a tile: the terrain, the mark on it, how
/// far the same piece of terrain reaches, and which cities it lies against.
type Glimpse = Option<(Terrain, Option<Mark>, PortSet, PortSet)>;

impl Landscape {
    /// A table without tiles, for tiles of this set.
    pub fn new(set: TileSet) -> Landscape {
        Landscape { set, laid: BTreeMap::new() }
    }

    /// The kinds of tile there are.
    pub fn set(&self) -> &TileSet {
        &self.set
    }

    /// The tiles on the table.
    pub fn laid(&self) -> &BTreeMap<Cell, (TileId, Rotation)> {
        &self.laid
    }

    /// Lays a tile, whether it fits or not.
    pub fn lay(&mut self, cell: Cell, tile: TileId, rotation: Rotation) {
        self.laid.insert(cell, (tile, rotation));
    }

    /// Which segment a turned tile shows at a port. What lies at this port
    /// now was printed at the port that turning has moved here.
    pub fn slot_at(&self, tile: TileId, rotation: Rotation, port: Port) -> Option<Slot> {
        let back = Rotation::new(4 - rotation.quarter_turns());
        let printed = port.turned(back);
        let segments = &self.set.kind(tile).segments;
        let number = segments.iter().position(|segment| segment.ports.contains(printed))?;
        Some(Slot(number as u8))
    }

    /// Which terrain a turned tile shows at a port.
    pub fn terrain_at(&self, tile: TileId, rotation: Rotation, port: Port) -> Option<Terrain> {
        let slot = self.slot_at(tile, rotation, port)?;
        Some(self.set.kind(tile).segment(slot).terrain)
    }

    /// How many of the eight cells around a cell hold a tile.
    pub fn tiles_around(&self, cell: Cell) -> u32 {
        let mut count = 0;
        for dy in [-1, 0, 1] {
            for dx in [-1, 0, 1] {
                let is_itself = dx == 0 && dy == 0;
                if !is_itself && self.laid.contains_key(&cell.offset(dx, dy)) {
                    count += 1;
                }
            }
        }
        count
    }

    /// Everywhere a tile fits, each way it can be turned; of turns that look
    /// the same, only the smallest.
    pub fn places(&self, tile: TileId) -> Vec<(Cell, Rotation)> {
        let rotations = self.different_rotations(tile);
        let mut places = Vec::new();
        for cell in self.cells_beside_tiles() {
            let neighbours = self.neighbours(cell);
            for &rotation in &rotations {
                if self.fits(tile, rotation, &neighbours) {
                    places.push((cell, rotation));
                }
            }
        }
        places
    }

    /// The empty cells that touch a tile along a side (TILE-1).
    fn cells_beside_tiles(&self) -> BTreeSet<Cell> {
        let mut cells = BTreeSet::new();
        for cell in self.laid.keys() {
            for edge in Edge::ALL {
                let beside = cell.step(edge);
                if !self.laid.contains_key(&beside) {
                    cells.insert(beside);
                }
            }
        }
        cells
    }

    /// The tiles along the sides of a cell.
    fn neighbours(&self, cell: Cell) -> Vec<(Edge, TileId, Rotation)> {
        let mut neighbours = Vec::new();
        for edge in Edge::ALL {
            if let Some(&(tile, rotation)) = self.laid.get(&cell.step(edge)) {
                neighbours.push((edge, tile, rotation));
            }
        }
        neighbours
    }

    /// Whether all three ports of each side continue what lies there (TILE-2).
    fn fits(
        &self,
        tile: TileId,
        rotation: Rotation,
        neighbours: &[(Edge, TileId, Rotation)],
    ) -> bool {
        for &(edge, other, other_rotation) in neighbours {
            for third in 0..3 {
                let port = Port::new(edge, third);
                let mine = self.terrain_at(tile, rotation, port);
                let theirs = self.terrain_at(other, other_rotation, port.facing());
                if mine != theirs {
                    return false;
                }
            }
        }
        true
    }

    /// The ways to turn a tile that look different (TILE-3).
    fn different_rotations(&self, tile: TileId) -> Vec<Rotation> {
        let mut different = Vec::new();
        let mut pictures = Vec::new();
        for rotation in Rotation::ALL {
            let picture = self.picture(tile, rotation);
            if !pictures.contains(&picture) {
                pictures.push(picture);
                different.push(rotation);
            }
        }
        different
    }

    /// What a turned tile looks like, port by port. Monasteries and gardens
    /// are in the middle and look the same from everywhere.
    fn picture(&self, tile: TileId, rotation: Rotation) -> Vec<Glimpse> {
        let kind = self.set.kind(tile);
        let mut picture = Vec::new();
        for port in Port::all() {
            let glimpse = self.slot_at(tile, rotation, port).map(|slot| {
                let segment = kind.segment(slot);
                let mut cities = PortSet::EMPTY;
                for city in segment.borders.iter() {
                    cities = cities.union(kind.segment(city).ports.turned(rotation));
                }
                (segment.terrain, segment.mark, segment.ports.turned(rotation), cities)
            });
            picture.push(glimpse);
        }
        picture
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The landscape of lines like `D 0,0 r0`.
    pub(crate) fn landscape(set: &TileSet, text: &str) -> Landscape {
        let mut land = Landscape::new(set.clone());
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let words: Vec<_> = line.split(' ').collect();
            let [name, at, turns] = words[..] else { panic!("not three words: {line}") };
            let (x, y) = at.split_once(',').expect("two coordinates");
            let cell = Cell::new(x.parse().unwrap(), y.parse().unwrap());
            let turns = turns.strip_prefix('r').expect("a rotation").parse().unwrap();
            land.lay(cell, set.find(name).expect(name), Rotation::new(turns));
        }
        land
    }

    /// Everywhere a tile fits, as `x,yr0 x,yr1 …`.
    fn places(land: &Landscape, name: &str) -> String {
        let tile = land.set().find(name).expect(name);
        let places = land.places(tile);
        let words: Vec<_> = places.iter().map(|(cell, turn)| format!("{cell}{turn}")).collect();
        words.join(" ")
    }

    #[test]
    fn terrain_continues_along_every_shared_side() {
        // The start tile: city to the north, road from west to east.
        let land = landscape(bastide::sets::base(), "D 0,0 r0");
        // TILE-2, TILE-3: C is all city and fits at the city, whichever way.
        assert_eq!(places(&land, "C"), "0,-1r0");
        // B is all field and fits only in the south; E, a city cap, also over
        // the city, and there with its cap down.
        assert_eq!(places(&land, "B"), "0,1r0");
        assert_eq!(places(&land, "E"), "0,-1r2 0,1r1 0,1r2 0,1r3");
        // V curves from south to west: one arm at either end of the road, or
        // none at the field. U, straight, has only two ways to lie.
        assert_eq!(places(&land, "V"), "-1,0r2 -1,0r3 1,0r0 1,0r1 0,1r0 0,1r3");
        assert_eq!(places(&land, "U"), "-1,0r1 1,0r1 0,1r1");
    }

    #[test]
    fn a_tile_must_fit_on_all_sides_and_touch_one() {
        // A hole at 1,1 with road to its north and field to its west.
        let land = landscape(
            bastide::sets::base(),
            "V 1,0 r0
             B 0,1 r0",
        );
        let tile = land.set().find("U").expect("a straight road");
        let here: Vec<_> =
            land.places(tile).into_iter().filter(|p| p.0 == Cell::new(1, 1)).collect();
        assert_eq!(here, [(Cell::new(1, 1), Rotation::NONE)]);
        // TILE-1: 0,0 touches both; a corner alone is not enough.
        let monastery = land.set().find("B").expect("a monastery");
        let cells: Vec<_> = land.places(monastery).into_iter().map(|p| p.0).collect();
        assert!(!cells.contains(&Cell::new(2, 1)), "2,1 meets 1,0 at a corner only");
        assert!(cells.contains(&Cell::new(1, -1)));
    }

    #[test]
    fn turns_that_look_the_same_are_one() {
        let land = Landscape::new(bastide::sets::base().clone());
        for (name, ways) in [("B", 1), ("C", 1), ("X", 1), ("F", 2), ("H", 2), ("U", 2)] {
            let tile = land.set().find(name).expect(name);
            assert_eq!(land.different_rotations(tile).len(), ways, "{name}");
        }
        for name in ["A", "D", "E", "I", "J", "K", "L", "M", "O", "Q", "S", "V", "W"] {
            let tile = land.set().find(name).expect(name);
            assert_eq!(land.different_rotations(tile).len(), 4, "{name}");
        }
    }

    #[test]
    fn neighbours_are_counted_round_the_corner() {
        let land = landscape(
            bastide::sets::base(),
            "B 0,0 r0
             B 1,1 r0
             B -1,0 r0
             B 2,0 r0",
        );
        assert_eq!(land.tiles_around(Cell::ORIGIN), 2);
        assert_eq!(land.tiles_around(Cell::new(0, 1)), 3);
    }
}
