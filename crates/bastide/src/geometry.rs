//! The square grid: cells, edges, the twelve ports of a tile, turning.
//!
//! `x` grows to the east and `y` to the south, as on a screen. Everything that
//! goes round a tile goes clockwise from the north.

use core::fmt;

/// A place on the board where one tile fits. Ordered by row, then column.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Cell {
    /// Row; grows to the south.
    pub y: i8,
    /// Column; grows to the east.
    pub x: i8,
}

impl Cell {
    /// The origin, where the start tile lies.
    pub const ORIGIN: Cell = Cell { y: 0, x: 0 };

    /// The cell in column `x` and row `y`.
    #[inline]
    pub const fn new(x: i8, y: i8) -> Cell {
        Cell { y, x }
    }

    /// A number that orders cells as they are ordered, quicker to compare.
    #[inline]
    pub(crate) const fn key(self) -> u16 {
        u16::from_be_bytes([self.y as u8 ^ 0x80, self.x as u8 ^ 0x80])
    }

    /// The cell on the other side of `edge`.
    #[inline]
    pub const fn step(self, edge: Edge) -> Cell {
        let (dx, dy) = edge.delta();
        self.offset(dx, dy)
    }

    /// The cell `dx` columns to the east and `dy` rows to the south.
    #[inline]
    pub const fn offset(self, dx: i8, dy: i8) -> Cell {
        Cell { y: self.y.wrapping_add(dy), x: self.x.wrapping_add(dx) }
    }

    /// The eight cells around this one, clockwise from the north.
    pub fn ring(self) -> [Cell; 8] {
        RING.map(|(dx, dy)| self.offset(dx, dy))
    }

    /// Whether `other` is one of the eight cells around this one.
    #[inline]
    pub const fn is_beside(self, other: Cell) -> bool {
        let dx = self.x.wrapping_sub(other.x).wrapping_add(1) as u8;
        let dy = self.y.wrapping_sub(other.y).wrapping_add(1) as u8;
        dx <= 2 && dy <= 2 && !(dx == 1 && dy == 1)
    }

    /// This cell after turning the whole board by `turn` about the origin.
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
    /// All four, clockwise from the north.
    pub const ALL: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

    /// The side with this clockwise number; counted modulo four.
    #[inline]
    pub const fn from_index(index: u8) -> Edge {
        Edge::ALL[(index & 3) as usize]
    }

    /// The side across the tile, which is also the neighbour's side that
    /// lies against this one.
    #[inline]
    pub const fn opposite(self) -> Edge {
        Edge::from_index(self as u8 + 2)
    }

    /// Where this side comes to lie when the tile is turned.
    #[inline]
    pub const fn turned(self, by: Rotation) -> Edge {
        Edge::from_index(self as u8 + by.0)
    }

    /// This side as seen in a mirror, with west and east swapped.
    #[inline]
    pub const fn mirrored(self) -> Edge {
        match self {
            Edge::North | Edge::South => self,
            Edge::East | Edge::West => self.opposite(),
        }
    }

    /// The line this side and its opposite lie on.
    #[inline]
    pub const fn axis(self) -> Axis {
        match self {
            Edge::North | Edge::South => Axis::NorthSouth,
            Edge::East | Edge::West => Axis::EastWest,
        }
    }

    /// `(dx, dy)` of one step over this side.
    #[inline]
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Edge::North => (0, -1),
            Edge::East => (1, 0),
            Edge::South => (0, 1),
            Edge::West => (-1, 0),
        }
    }

    /// The letter used in tile files and notation.
    pub const fn letter(self) -> char {
        match self {
            Edge::North => 'N',
            Edge::East => 'E',
            Edge::South => 'S',
            Edge::West => 'W',
        }
    }

    /// The side named by a letter of [`Edge::letter`].
    pub fn from_letter(letter: char) -> Option<Edge> {
        Edge::ALL.into_iter().find(|e| e.letter() == letter)
    }
}

/// Clockwise quarter turns of a tile: 0 to 3.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Rotation(u8);

impl Rotation {
    /// All four, from none to three quarter turns.
    pub const ALL: [Rotation; 4] = [Rotation(0), Rotation(1), Rotation(2), Rotation(3)];
    /// Not turned.
    pub const NONE: Rotation = Rotation(0);

    /// A number of clockwise quarter turns; counted modulo four.
    #[inline]
    pub const fn new(quarter_turns: u8) -> Rotation {
        Rotation(quarter_turns & 3)
    }

    /// How many clockwise quarter turns: 0 to 3.
    #[inline]
    pub const fn quarter_turns(self) -> u8 {
        self.0
    }

    /// This turn followed by another.
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

/// One of the twelve places where segments leave a tile: three a side,
/// clockwise, `N1 N2 N3 E1 … W3`.
///
/// A road leaves through a middle port, a city through all three of a side,
/// fields through the rest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Port(u8);

impl Port {
    /// How many ports a tile has.
    pub const COUNT: usize = 12;

    /// The port of `edge` in clockwise position `third`: 0, 1 or 2.
    #[inline]
    pub const fn new(edge: Edge, third: u8) -> Port {
        debug_assert!(third < 3);
        Port(edge as u8 * 3 + third)
    }

    /// The middle port of a side.
    #[inline]
    pub const fn middle(edge: Edge) -> Port {
        Port::new(edge, 1)
    }

    /// All twelve in clockwise order.
    pub fn all() -> impl Iterator<Item = Port> {
        (0..Port::COUNT as u8).map(Port)
    }

    /// Clockwise number, 0 to 11.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The side this port lies on.
    #[inline]
    pub const fn edge(self) -> Edge {
        Edge::from_index(self.0 / 3)
    }

    /// Clockwise position on its side: 0, 1 or 2.
    #[inline]
    pub const fn third(self) -> u8 {
        self.0 % 3
    }

    /// The port of the neighbouring tile that lies against this one.
    #[inline]
    pub const fn facing(self) -> Port {
        Port::new(self.edge().opposite(), 2 - self.third())
    }

    /// This port as seen in a mirror, with west and east swapped.
    #[inline]
    pub const fn mirrored(self) -> Port {
        Port::new(self.edge().mirrored(), 2 - self.third())
    }

    /// Where this port comes to lie when the tile is turned.
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

/// A set of ports, as a mask of twelve bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct PortSet(u16);

impl PortSet {
    /// No port at all: a monastery or a garden.
    pub const EMPTY: PortSet = PortSet(0);
    /// All twelve.
    pub const FULL: PortSet = PortSet(0xfff);

    /// The three ports of a side.
    #[inline]
    pub const fn of_edge(edge: Edge) -> PortSet {
        PortSet(0b111 << (3 * edge as u16))
    }

    /// Whether the port is in the set.
    #[inline]
    pub const fn contains(self, port: Port) -> bool {
        self.0 >> port.0 & 1 == 1
    }

    /// The set with one more port.
    #[inline]
    #[must_use]
    pub const fn with(self, port: Port) -> PortSet {
        PortSet(self.0 | 1 << port.0)
    }

    /// Ports in either set.
    #[inline]
    #[must_use]
    pub const fn union(self, other: PortSet) -> PortSet {
        PortSet(self.0 | other.0)
    }

    /// Ports in both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: PortSet) -> PortSet {
        PortSet(self.0 & other.0)
    }

    /// Whether there is no port in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many ports there are in it.
    #[inline]
    pub const fn len(self) -> u16 {
        self.0.count_ones() as u16
    }

    /// The set turned with its tile: a rotation of twelve bits by three a
    /// quarter turn.
    #[inline]
    #[must_use]
    pub const fn turned(self, by: Rotation) -> PortSet {
        let n = 3 * by.0 as u16;
        PortSet((self.0 << n | self.0 >> (12 - n)) & 0xfff)
    }

    /// The ports in clockwise order.
    pub fn iter(self) -> impl Iterator<Item = Port> {
        Port::all().filter(move |&p| self.contains(p))
    }
}

impl FromIterator<Port> for PortSet {
    fn from_iter<I: IntoIterator<Item = Port>>(ports: I) -> PortSet {
        ports.into_iter().fold(PortSet::EMPTY, PortSet::with)
    }
}

/// Whole sides are written as their letter: `N E1 E3`.
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Axis {
    /// Up and down.
    NorthSouth,
    /// Left and right.
    EastWest,
}

impl Axis {
    /// Both.
    pub const ALL: [Axis; 2] = [Axis::NorthSouth, Axis::EastWest];

    /// The two sides it runs between.
    #[inline]
    pub const fn edges(self) -> [Edge; 2] {
        match self {
            Axis::NorthSouth => [Edge::North, Edge::South],
            Axis::EastWest => [Edge::East, Edge::West],
        }
    }

    /// The other one.
    #[inline]
    pub const fn across(self) -> Axis {
        match self {
            Axis::NorthSouth => Axis::EastWest,
            Axis::EastWest => Axis::NorthSouth,
        }
    }

    /// Where it comes to lie when the board is turned.
    pub const fn turned(self, by: Rotation) -> Axis {
        if by.0 & 1 == 0 { self } else { self.across() }
    }

    /// `|` or `-`, as in notation.
    pub const fn symbol(self) -> char {
        match self {
            Axis::NorthSouth => '|',
            Axis::EastWest => '-',
        }
    }
}

/// One of the four corner points of a tile.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
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
    /// All four, clockwise from the north-east.
    pub const ALL: [Corner; 4] =
        [Corner::NorthEast, Corner::SouthEast, Corner::SouthWest, Corner::NorthWest];

    /// The two ports beside it, in clockwise order.
    #[inline]
    pub const fn ports(self) -> [Port; 2] {
        let edge = Edge::from_index(self as u8);
        [Port::new(edge, 2), Port::new(Edge::from_index(self as u8 + 1), 0)]
    }

    /// Where it comes to lie when the tile is turned.
    pub const fn turned(self, by: Rotation) -> Corner {
        Corner::ALL[((self as u8 + by.0) & 3) as usize]
    }

    /// This corner as seen in a mirror, with west and east swapped.
    pub const fn mirrored(self) -> Corner {
        match self {
            Corner::NorthEast => Corner::NorthWest,
            Corner::SouthEast => Corner::SouthWest,
            Corner::SouthWest => Corner::SouthEast,
            Corner::NorthWest => Corner::NorthEast,
        }
    }

    /// The two letters used in tile files and notation.
    pub const fn letters(self) -> &'static str {
        match self {
            Corner::NorthEast => "ne",
            Corner::SouthEast => "se",
            Corner::SouthWest => "sw",
            Corner::NorthWest => "nw",
        }
    }

    /// The corner named by [`Corner::letters`].
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
    fn a_mirror_turns_the_other_way_round() {
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
    fn keys_order_cells() {
        let mut cells: Vec<_> = [(0, 0), (1, -1), (-1, 0), (-128, 127), (127, -128)]
            .map(|(x, y)| Cell::new(x, y))
            .into();
        cells.sort_unstable();
        assert!(cells.is_sorted_by_key(|c| c.key()));
    }

    #[test]
    fn the_ring_is_what_is_beside() {
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
