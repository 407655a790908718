//! The square grid: cells, edges, corners, the twelve ports of a tile, and rotations.
//!
//! `x` grows to the east and `y` to the south, as in screen coordinates. Everything around a tile
//! is numbered clockwise from the north.

use core::fmt;

/// Coordinates of a tile on the board. Ordered by row, then by column.
///
/// ```
/// use bastide::{Cell, Edge};
/// let cell = Cell::new(2, 0); // two columns east of the start
/// assert_eq!(cell.step(Edge::North), Cell::new(2, -1));
/// assert_eq!(cell.to_string(), "2,0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cell {
    /// Row; grows to the south.
    pub y: i8,
    /// Column; grows to the east.
    pub x: i8,
}

impl Cell {
    /// The origin, where the start tile is laid.
    pub const ORIGIN: Cell = Cell { y: 0, x: 0 };

    /// Returns the cell in column `x` and row `y`.
    #[inline]
    pub const fn new(x: i8, y: i8) -> Cell {
        Cell { y, x }
    }

    /// Returns an integer with the same order as `Cell` that is faster to compare.
    #[inline]
    pub(crate) const fn key(self) -> u16 {
        u16::from_be_bytes([self.y as u8 ^ 0x80, self.x as u8 ^ 0x80])
    }

    /// Returns the cell with this [`key`](Cell::key).
    #[inline]
    pub(crate) const fn from_key(key: u16) -> Cell {
        let [y, x] = key.to_be_bytes();
        Cell { y: (y ^ 0x80) as i8, x: (x ^ 0x80) as i8 }
    }

    /// Returns the adjacent cell on the other side of `edge`.
    #[inline]
    pub const fn step(self, edge: Edge) -> Cell {
        let (dx, dy) = edge.delta();
        self.offset(dx, dy)
    }

    /// Returns the cell `dx` columns to the east and `dy` rows to the south. Wraps on overflow.
    #[inline]
    pub const fn offset(self, dx: i8, dy: i8) -> Cell {
        Cell { y: self.y.wrapping_add(dy), x: self.x.wrapping_add(dx) }
    }

    /// Returns the eight cells around this one, clockwise from the north.
    ///
    /// ```
    /// use bastide::Cell;
    /// let ring = Cell::ORIGIN.ring();
    /// assert_eq!((ring[0], ring[1]), (Cell::new(0, -1), Cell::new(1, -1)));
    /// assert!(ring.iter().all(|&cell| cell.is_beside(Cell::ORIGIN)));
    /// ```
    pub fn ring(self) -> [Cell; 8] {
        RING.map(|(dx, dy)| self.offset(dx, dy))
    }

    /// Returns true if `other` is one of the eight cells around this one.
    #[inline]
    pub const fn is_beside(self, other: Cell) -> bool {
        let dx = self.x.wrapping_sub(other.x).wrapping_add(1) as u8;
        let dy = self.y.wrapping_sub(other.y).wrapping_add(1) as u8;
        dx <= 2 && dy <= 2 && !(dx == 1 && dy == 1)
    }

    /// Returns the cell after rotating the board by `turn` about the origin.
    pub const fn turned(self, turn: Rotation) -> Cell {
        match turn.quarter_turns() {
            0 => self,
            1 => Cell::new(-self.y, self.x),
            2 => Cell::new(-self.x, -self.y),
            _ => Cell::new(self.y, -self.x),
        }
    }
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

const RING: [(i8, i8); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

/// One of the four sides of a tile.
///
/// ```
/// use bastide::{Edge, Rotation};
/// assert_eq!(Edge::North.turned(Rotation::new(1)), Edge::East);
/// assert_eq!(Edge::East.opposite(), Edge::West);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[repr(u8)]
pub enum Edge {
    /// The upper side.
    North,
    /// The right side.
    East,
    /// The lower side.
    South,
    /// The left side.
    West,
}

impl Edge {
    /// All sides, clockwise from the north.
    pub const ALL: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

    /// Returns the side with this clockwise index, modulo four.
    #[inline]
    pub const fn from_index(index: u8) -> Edge {
        Edge::ALL[(index & 3) as usize]
    }

    /// Returns the opposite side, which is also the adjacent side of the neighbouring tile.
    #[inline]
    pub const fn opposite(self) -> Edge {
        Edge::from_index(self as u8 + 2)
    }

    /// Returns the side after rotating the tile.
    #[inline]
    pub const fn turned(self, by: Rotation) -> Edge {
        Edge::from_index(self as u8 + by.0)
    }

    /// Returns the side after mirroring the tile, with west and east swapped.
    #[inline]
    pub const fn mirrored(self) -> Edge {
        match self {
            Edge::North | Edge::South => self,
            Edge::East | Edge::West => self.opposite(),
        }
    }

    /// Returns the axis through this side and its opposite.
    #[inline]
    pub const fn axis(self) -> Axis {
        match self {
            Edge::North | Edge::South => Axis::NorthSouth,
            Edge::East | Edge::West => Axis::EastWest,
        }
    }

    /// Returns the offset `(dx, dy)` of a step across this side.
    #[inline]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Edge::North => (0, -1),
            Edge::East => (1, 0),
            Edge::South => (0, 1),
            Edge::West => (-1, 0),
        }
    }

    /// Returns the letter used in tile files and notation.
    pub const fn letter(self) -> char {
        match self {
            Edge::North => 'N',
            Edge::East => 'E',
            Edge::South => 'S',
            Edge::West => 'W',
        }
    }

    /// Returns the side with this [`letter`](Edge::letter).
    pub fn from_letter(letter: char) -> Option<Edge> {
        Edge::ALL.into_iter().find(|e| e.letter() == letter)
    }
}

/// Rotation of a tile by 0 to 3 clockwise quarter turns.
///
/// ```
/// use bastide::Rotation;
/// let turn = Rotation::new(3).then(Rotation::new(2));
/// assert_eq!(turn, Rotation::new(1));
/// assert_eq!(turn.to_string(), "r1");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Rotation(u8);

impl Rotation {
    /// All rotations, from 0 to 3 quarter turns.
    pub const ALL: [Rotation; 4] = [Rotation(0), Rotation(1), Rotation(2), Rotation(3)];
    /// No rotation.
    pub const NONE: Rotation = Rotation(0);

    /// Creates a rotation from a number of clockwise quarter turns, modulo four.
    #[inline]
    pub const fn new(quarter_turns: u8) -> Rotation {
        Rotation(quarter_turns & 3)
    }

    /// Calls `found` with each rotation in a mask (bit `n` for `n` quarter turns), in order, until it
    /// returns `false`. Returns true if all were visited.
    #[inline]
    pub(crate) fn all_in(mask: u8, mut found: impl FnMut(Rotation) -> bool) -> bool {
        // A word, because arithmetic with single bytes takes more instructions.
        let mut turns = u32::from(mask);
        while turns != 0 {
            if !found(Rotation::new(turns.trailing_zeros() as u8)) {
                return false;
            }
            turns &= turns - 1;
        }
        true
    }

    /// Returns the number of clockwise quarter turns, 0 to 3.
    #[inline]
    pub const fn quarter_turns(self) -> u8 {
        self.0
    }

    /// Returns this rotation followed by `other`.
    #[inline]
    pub const fn then(self, other: Rotation) -> Rotation {
        Rotation::new(self.0 + other.0)
    }
}

impl fmt::Display for Rotation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}", self.0)
    }
}

/// One of the twelve positions where segments leave a tile, three per side, clockwise: `N1 N2 N3 E1
/// … W3`.
///
/// Roads use a middle port, cities all three ports of a side, and fields the remaining ports.
///
/// ```
/// use bastide::{Edge, Port};
/// let port = Port::new(Edge::North, 0);
/// assert_eq!((port.to_string(), port.facing().to_string()), ("N1".into(), "S3".into()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Port(u8);

impl Port {
    /// Number of ports of a tile.
    pub const COUNT: usize = 12;

    /// Returns the port of `edge` at clockwise position `third`: 0, 1 or 2.
    #[inline]
    pub const fn new(edge: Edge, third: u8) -> Port {
        debug_assert!(third < 3);
        Port(edge as u8 * 3 + third)
    }

    /// Returns the middle port of a side.
    #[inline]
    pub const fn middle(edge: Edge) -> Port {
        Port::new(edge, 1)
    }

    /// Iterates over all ports in clockwise order.
    pub fn all() -> impl Iterator<Item = Port> {
        (0..Port::COUNT as u8).map(Port)
    }

    /// Returns the clockwise index, 0 to 11.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the side this port is on.
    #[inline]
    pub const fn edge(self) -> Edge {
        Edge::from_index(self.0 / 3)
    }

    /// Returns the clockwise position on its side: 0, 1 or 2.
    #[inline]
    pub const fn third(self) -> u8 {
        self.0 % 3
    }

    /// Returns the port of the neighbouring tile that meets this one.
    #[inline]
    pub const fn facing(self) -> Port {
        Port::new(self.edge().opposite(), 2 - self.third())
    }

    /// Returns the port after mirroring the tile, with west and east swapped.
    #[inline]
    pub const fn mirrored(self) -> Port {
        Port::new(self.edge().mirrored(), 2 - self.third())
    }

    /// Returns the port after rotating the tile.
    #[inline]
    pub const fn turned(self, by: Rotation) -> Port {
        Port((self.0 + 3 * by.0) % 12)
    }
}

impl fmt::Display for Port {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.edge().letter(), self.third() + 1)
    }
}

/// A set of ports, stored as a 12-bit mask.
///
/// ```
/// use bastide::{Edge, Port, PortSet, Rotation};
/// let bend = PortSet::EMPTY.with(Port::middle(Edge::South)).with(Port::middle(Edge::West));
/// assert_eq!(bend.to_string(), "S2 W2");
/// assert_eq!(bend.turned(Rotation::new(1)).to_string(), "N2 W2");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PortSet(u16);

impl PortSet {
    /// The empty set, as for a monastery or a garden.
    pub const EMPTY: PortSet = PortSet(0);
    /// The set of all twelve ports.
    pub const FULL: PortSet = PortSet(0xfff);

    /// Returns the set of the three ports of a side.
    #[inline]
    pub const fn of_edge(edge: Edge) -> PortSet {
        PortSet(0b111 << (3 * edge as u16))
    }

    /// Returns true if the set contains `port`.
    #[inline]
    pub const fn contains(self, port: Port) -> bool {
        self.0 >> port.0 & 1 == 1
    }

    /// Returns the set with `port` added.
    #[inline]
    #[must_use]
    pub const fn with(self, port: Port) -> PortSet {
        PortSet(self.0 | 1 << port.0)
    }

    /// Returns the union of both sets.
    #[inline]
    #[must_use]
    pub const fn union(self, other: PortSet) -> PortSet {
        PortSet(self.0 | other.0)
    }

    /// Returns the intersection of both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: PortSet) -> PortSet {
        PortSet(self.0 & other.0)
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of ports in the set.
    #[inline]
    pub const fn len(self) -> u16 {
        self.0.count_ones() as u16
    }

    /// Returns the set after rotating the tile: a 12-bit rotation by three bits per quarter turn.
    #[inline]
    #[must_use]
    pub const fn turned(self, by: Rotation) -> PortSet {
        let n = 3 * by.0 as u16;
        PortSet((self.0 << n | self.0 >> (12 - n)) & 0xfff)
    }

    /// Iterates over the ports in clockwise order.
    pub fn iter(self) -> impl Iterator<Item = Port> {
        Port::all().filter(move |&p| self.contains(p))
    }
}

impl FromIterator<Port> for PortSet {
    fn from_iter<I: IntoIterator<Item = Port>>(ports: I) -> PortSet {
        ports.into_iter().fold(PortSet::EMPTY, PortSet::with)
    }
}

/// Formats complete sides as their letter, for example `N E1 E3`.
impl fmt::Display for PortSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut space = "";
        for edge in Edge::ALL {
            let here = self.intersection(PortSet::of_edge(edge));
            if here == PortSet::of_edge(edge) {
                write!(f, "{space}{}", edge.letter())?;
                space = " ";
            } else {
                for port in here.iter() {
                    write!(f, "{space}{port}")?;
                    space = " ";
                }
            }
        }
        Ok(())
    }
}

impl fmt::Debug for PortSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PortSet({self})")
    }
}

/// A straight line across a tile.
///
/// ```
/// use bastide::{Axis, Edge};
/// assert_eq!(Edge::South.axis(), Axis::NorthSouth);
/// assert_eq!(Axis::NorthSouth.across().symbol(), '-');
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Axis {
    /// From north to south.
    NorthSouth,
    /// From east to west.
    EastWest,
}

impl Axis {
    /// Both axes.
    pub const ALL: [Axis; 2] = [Axis::NorthSouth, Axis::EastWest];

    /// Returns the two sides at its ends.
    #[inline]
    pub const fn edges(self) -> [Edge; 2] {
        match self {
            Axis::NorthSouth => [Edge::North, Edge::South],
            Axis::EastWest => [Edge::East, Edge::West],
        }
    }

    /// Returns the other axis.
    #[inline]
    pub const fn across(self) -> Axis {
        match self {
            Axis::NorthSouth => Axis::EastWest,
            Axis::EastWest => Axis::NorthSouth,
        }
    }

    /// Returns the axis after rotating the board.
    pub const fn turned(self, by: Rotation) -> Axis {
        if by.0 & 1 == 0 { self } else { self.across() }
    }

    /// Returns the name: `ns` or `ew`.
    pub const fn name(self) -> &'static str {
        match self {
            Axis::NorthSouth => "ns",
            Axis::EastWest => "ew",
        }
    }

    /// Returns the symbol used in notation, `|` or `-`.
    pub const fn symbol(self) -> char {
        match self {
            Axis::NorthSouth => '|',
            Axis::EastWest => '-',
        }
    }
}

/// One of the four corners of a tile.
///
/// ```
/// use bastide::{Corner, Rotation};
/// assert_eq!(Corner::from_letters("se"), Some(Corner::SouthEast));
/// assert_eq!(Corner::SouthEast.turned(Rotation::new(1)), Corner::SouthWest);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[repr(u8)]
pub enum Corner {
    /// Upper right.
    NorthEast,
    /// Lower right.
    SouthEast,
    /// Lower left.
    SouthWest,
    /// Upper left.
    NorthWest,
}

impl Corner {
    /// All corners, clockwise from the north-east.
    pub const ALL: [Corner; 4] =
        [Corner::NorthEast, Corner::SouthEast, Corner::SouthWest, Corner::NorthWest];

    /// Returns the two ports next to the corner, in clockwise order.
    #[inline]
    pub const fn ports(self) -> [Port; 2] {
        let edge = Edge::from_index(self as u8);
        [Port::new(edge, 2), Port::new(Edge::from_index(self as u8 + 1), 0)]
    }

    /// Returns the corner after rotating the tile.
    pub const fn turned(self, by: Rotation) -> Corner {
        Corner::ALL[((self as u8 + by.0) & 3) as usize]
    }

    /// Returns the corner after mirroring the tile, with west and east swapped.
    pub const fn mirrored(self) -> Corner {
        match self {
            Corner::NorthEast => Corner::NorthWest,
            Corner::SouthEast => Corner::SouthWest,
            Corner::SouthWest => Corner::SouthEast,
            Corner::NorthWest => Corner::NorthEast,
        }
    }

    /// Returns the two letters used in tile files and notation.
    pub const fn letters(self) -> &'static str {
        match self {
            Corner::NorthEast => "ne",
            Corner::SouthEast => "se",
            Corner::SouthWest => "sw",
            Corner::NorthWest => "nw",
        }
    }

    /// Returns the corner with these [`letters`](Corner::letters).
    pub fn from_letters(letters: &str) -> Option<Corner> {
        Corner::ALL.into_iter().find(|c| c.letters() == letters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facing_ports_meet_and_turning_keeps_them_so() {
        for port in Port::all() {
            assert_eq!(port.facing().facing(), port);
            for by in Rotation::ALL {
                assert_eq!(port.turned(by).facing(), port.facing().turned(by));
                assert_eq!(
                    PortSet::EMPTY.with(port).turned(by),
                    PortSet::EMPTY.with(port.turned(by))
                );
            }
        }
        assert_eq!(Port::new(Edge::North, 0).facing(), Port::new(Edge::South, 2));
    }

    #[test]
    fn mirroring_reverses_the_rotation() {
        for port in Port::all() {
            assert_eq!(port.mirrored().mirrored(), port);
            assert_eq!(port.mirrored().facing(), port.facing().mirrored());
            for turns in 0..4 {
                let (by, back) = (Rotation::new(turns), Rotation::new(4 - turns));
                assert_eq!(port.turned(by).mirrored(), port.mirrored().turned(back));
            }
        }
        for corner in Corner::ALL {
            let ports = corner.ports().map(Port::mirrored);
            assert_eq!([ports[1], ports[0]], corner.mirrored().ports());
        }
    }

    #[test]
    fn turning_a_cell_turns_its_steps() {
        let cell = Cell::new(3, -2);
        for by in Rotation::ALL {
            for edge in Edge::ALL {
                assert_eq!(cell.step(edge).turned(by), cell.turned(by).step(edge.turned(by)));
            }
        }
        assert_eq!(Cell::new(1, 0).turned(Rotation::new(1)), Cell::new(0, 1));
    }

    #[test]
    fn the_order_of_keys_is_that_of_cells() {
        let mut cells: Vec<_> = [(0, 0), (1, -1), (-1, 0), (-128, 127), (127, -128)]
            .map(|(x, y)| Cell::new(x, y))
            .into();
        cells.sort_unstable();
        assert!(cells.is_sorted_by_key(|c| c.key()));
    }

    #[test]
    fn the_ring_consists_of_adjacent_cells() {
        let centre = Cell::new(-1, 4);
        for dy in -3..=3 {
            for dx in -3..=3 {
                let other = centre.offset(dx, dy);
                assert_eq!(centre.ring().contains(&other), centre.is_beside(other), "{other}");
            }
        }
    }

    #[test]
    fn corners_lie_between_their_ports() {
        for corner in Corner::ALL {
            let [a, b] = corner.ports();
            assert_eq!((a.index() + 1) % 12, b.index());
            assert_eq!(Corner::from_letters(corner.letters()), Some(corner));
        }
        assert_eq!(Corner::SouthEast.turned(Rotation::new(2)), Corner::NorthWest);
    }

    #[test]
    fn port_sets_print_whole_sides_by_letter() {
        let set = PortSet::of_edge(Edge::East).with(Port::new(Edge::South, 0));
        assert_eq!(set.to_string(), "E S1");
    }
}
