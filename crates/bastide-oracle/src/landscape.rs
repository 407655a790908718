//! The laid tiles, and the placements of further ones.

use bastide::{Axis, Cell, Edge, Port, Rotation, SegmentIndex, Terrain, TileId, TileSet};

use crate::printed::Printed;

/// A laid tile, or a possible placement.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Lying {
    /// Kind of the tile.
    pub tile: TileId,
    /// Rotation of the tile.
    pub rotation: Rotation,
    /// Axis of the bridge on it, if any.
    pub bridge: Option<Axis>,
}

/// The tiles on the board.
#[derive(Clone, Debug)]
pub struct Landscape {
    printed: Printed,
    /// The laid tiles, in order.
    laid: Vec<(Cell, Lying)>,
    /// For each possible cell, the index of its tile.
    sheet: Vec<Option<u16>>,
    /// True if the board ends 31 cells away from the start: a limit of the engine, not a rule.
    has_edge: bool,
}

impl Landscape {
    /// Creates an empty board for tiles of this set.
    pub fn new(set: TileSet) -> Landscape {
        let has_edge = has_edge(&set);
        let printed = Printed::new(set);
        Landscape { printed, laid: Vec::new(), sheet: vec![None; 256 * 256], has_edge }
    }

    /// Returns the tile kinds.
    pub fn set(&self) -> &TileSet {
        self.printed.set()
    }

    /// Returns the laid tiles, in order.
    pub fn laid(&self) -> &[(Cell, Lying)] {
        &self.laid
    }

    /// Lays a tile without checking that it fits.
    pub fn lay(&mut self, cell: Cell, lying: Lying) {
        self.sheet[square(cell)] = Some(self.laid.len() as u16);
        self.laid.push((cell, lying));
    }

    /// Lays the initial patch of the set, if it has one (WHEEL-1).
    pub fn lay_block(&mut self) {
        let cells = self.set().patch.as_ref().map_or(Vec::new(), |block| block.cells.clone());
        for (cell, tile, rotation) in cells {
            self.lay(cell, Lying { tile, rotation, bridge: None });
        }
    }

    /// Returns the index of the tile in a cell, in the order of laying.
    pub fn number_at(&self, cell: Cell) -> Option<usize> {
        self.sheet[square(cell)].map(usize::from)
    }

    /// Returns the tile in a cell.
    pub fn at(&self, cell: Cell) -> Option<Lying> {
        let number = self.number_at(cell)?;
        Some(self.laid[number].1)
    }

    /// Returns the number of bridges on the board.
    pub fn overlays(&self) -> u8 {
        self.laid.iter().filter(|(_, lying)| lying.bridge.is_some()).count() as u8
    }

    /// Returns the slot of a bridge, which is the one after the printed segments.
    pub fn bridge_slot(&self, tile: TileId) -> SegmentIndex {
        SegmentIndex(self.set().kind(tile).segments.len() as u8)
    }

    /// Returns the segment of a tile at a port. A bridge covers the middle of the two sides at its
    /// ends (BRIDGE-3).
    pub fn slot_at(&self, lying: Lying, port: Port) -> Option<SegmentIndex> {
        let edge = port.edge();
        if lying.bridge == Some(edge.axis()) && port == Port::middle(edge) {
            return Some(self.bridge_slot(lying.tile));
        }
        self.printed.slot_at(lying.tile, lying.rotation, port)
    }

    /// Returns the terrain of a segment of a tile.
    pub fn terrain(&self, tile: TileId, slot: SegmentIndex) -> Terrain {
        if slot == self.bridge_slot(tile) {
            return Terrain::Road;
        }
        self.set().kind(tile).segment(slot).terrain
    }

    /// Returns the terrain of a tile at a port.
    pub fn terrain_at(&self, lying: Lying, port: Port) -> Option<Terrain> {
        let slot = self.slot_at(lying, port)?;
        Some(self.terrain(lying.tile, slot))
    }

    /// Returns how many of the eight cells around a cell hold a tile.
    pub fn tiles_around(&self, cell: Cell) -> u32 {
        let mut count = 0;
        for dy in [-1, 0, 1] {
            for dx in [-1, 0, 1] {
                let is_itself = dx == 0 && dy == 0;
                if !is_itself && self.at(cell.offset(dx, dy)).is_some() {
                    count += 1;
                }
            }
        }
        count
    }

    /// Returns all placements of a tile without a bridge. Of rotations that look the same, only the
    /// smallest is included.
    pub fn places(&self, tile: TileId) -> Vec<(Cell, Lying)> {
        let mut places = self.thinkable(tile);
        places.retain(|&(cell, lying)| self.fits(cell, lying));
        places
    }

    /// Returns all placements of a tile next to others, whether or not it fits.
    pub(crate) fn thinkable(&self, tile: TileId) -> Vec<(Cell, Lying)> {
        let rotations = self.printed.different_rotations(tile);
        let mut ways = Vec::new();
        for cell in self.cells_beside_tiles() {
            for &rotation in &rotations {
                ways.push((cell, Lying { tile, rotation, bridge: None }));
            }
        }
        ways
    }

    /// Returns the empty cells adjacent to a tile along a side (TILE-1).
    fn cells_beside_tiles(&self) -> Vec<Cell> {
        let mut cells = Vec::new();
        for (cell, _) in &self.laid {
            for edge in Edge::ALL {
                let beside = cell.step(edge);
                if self.at(beside).is_none() {
                    cells.push(beside);
                }
            }
        }
        cells.sort();
        cells.dedup();
        if self.has_edge {
            cells.retain(|cell| cell.x.abs() <= 31 && cell.y.abs() <= 31);
        }
        cells
    }

    /// Returns true if all three ports of each side match the adjacent tile (TILE-2).
    pub(crate) fn fits(&self, cell: Cell, lying: Lying) -> bool {
        Port::all().all(|port| {
            let Some(other) = self.at(cell.step(port.edge())) else { return true };
            self.terrain_at(lying, port) == self.terrain_at(other, port.facing())
        })
    }
}

/// Returns true if the board of a set has an edge: it is for more than 127 tiles or city parts.
fn has_edge(set: &TileSet) -> bool {
    let (mut tiles, mut cities) = (0, 0);
    let kinds = set.kinds.iter().map(|kind| (kind, usize::from(kind.count)));
    let patch = set.patch.iter().flat_map(|patch| patch.cells.iter());
    for (kind, copies) in kinds.chain(patch.map(|&(_, tile, _)| (set.kind(tile), 1))) {
        let parts = kind.segments.iter().filter(|segment| segment.terrain == Terrain::City);
        tiles += copies;
        cities += copies * parts.count();
    }
    tiles > 127 || cities > 127
}

/// Returns the index of a cell in the sheet.
fn square(cell: Cell) -> usize {
    let row = usize::from(cell.y as u8);
    let column = usize::from(cell.x as u8);
    256 * row + column
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Parses a landscape from lines like `D 0,0 r0` or, with a bridge, `U 0,0 r0|`.
    pub(crate) fn landscape(set: &TileSet, text: &str) -> Landscape {
        let mut land = Landscape::new(set.clone());
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            let words: Vec<_> = line.split(' ').collect();
            let [name, at, turns] = words[..] else { panic!("not three words: {line}") };
            let (x, y) = at.split_once(',').expect("two coordinates");
            let cell = Cell::new(x.parse().unwrap(), y.parse().unwrap());
            let bridge = Axis::ALL.into_iter().find(|axis| turns.ends_with(axis.symbol()));
            let turns = turns.strip_prefix('r').expect("a rotation")[..1].parse().unwrap();
            let (tile, rotation) = (set.find(name).expect(name), Rotation::new(turns));
            land.lay(cell, Lying { tile, rotation, bridge });
        }
        land
    }

    /// Formats placements as `x,yr0 x,yr1| …`.
    pub(crate) fn show(places: &[(Cell, Lying)]) -> String {
        let word = |&(cell, lying): &(Cell, Lying)| {
            let bridge = lying.bridge.map(Axis::symbol).into_iter().collect::<String>();
            format!("{cell}{}{bridge}", lying.rotation)
        };
        places.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// Returns all placements of a tile.
    fn places(land: &Landscape, name: &str) -> String {
        let tile = land.set().find(name).expect(name);
        let places = land.places(tile);
        show(&places)
    }

    #[test]
    fn terrain_continues_along_every_shared_side() {
        // The start tile: city in the north, road from west to east.
        let land = landscape(bastide::sets::base(), "D 0,0 r0");
        // TILE-2, TILE-3: C is all city and fits at the city, in any rotation.
        assert_eq!(places(&land, "C"), "0,-1r0");
        // B is all field and fits only in the south; E, a city cap, also fits at the city with its
        // cap facing it.
        assert_eq!(places(&land, "B"), "0,1r0");
        assert_eq!(places(&land, "E"), "0,-1r2 0,1r1 0,1r2 0,1r3");
        // V curves from south to west: one arm at either end of the road, or neither at the field.
        // U is straight and has only two distinct rotations.
        assert_eq!(places(&land, "V"), "-1,0r2 -1,0r3 1,0r0 1,0r1 0,1r0 0,1r3");
        assert_eq!(places(&land, "U"), "-1,0r1 1,0r1 0,1r1");
    }

    #[test]
    fn a_tile_must_fit_on_all_sides_and_touch_one() {
        // A gap at 1,1 with road in the north and field in the west.
        let land = landscape(
            bastide::sets::base(),
            "V 1,0 r0
             B 0,1 r0",
        );
        let tile = land.set().find("U").expect("a straight road");
        let here: Vec<_> =
            land.places(tile).into_iter().filter(|p| p.0 == Cell::new(1, 1)).collect();
        assert_eq!(show(&here), "1,1r0");
        // TILE-1: 0,0 is adjacent to both; a common corner is not enough.
        let monastery = land.set().find("B").expect("a monastery");
        let cells: Vec<_> = land.places(monastery).into_iter().map(|p| p.0).collect();
        assert!(!cells.contains(&Cell::new(2, 1)), "2,1 meets 1,0 at a corner only");
        assert!(cells.contains(&Cell::new(1, -1)));
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
