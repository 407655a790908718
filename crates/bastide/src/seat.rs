//! Seats at the table, what they hold, and small maps from seats.

use core::fmt;
use core::ops::{Index, IndexMut};

/// A player's place at the table, counted clockwise from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// The most players any game seats (SETUP-1).
    pub const MOST: usize = 5;
    /// The first seat.
    pub const FIRST: Seat = Seat(0);

    /// The seat with this number, if a table can have it.
    pub const fn new(index: u8) -> Option<Seat> {
        if (index as usize) < Seat::MOST { Some(Seat(index)) } else { None }
    }

    /// Its number, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The next seat clockwise at a table for `seats`.
    #[inline]
    #[must_use]
    pub const fn next(self, seats: u8) -> Seat {
        let next = self.0 + 1;
        Seat(if next >= seats { 0 } else { next })
    }

    /// The seats of a table for `seats`, in order.
    #[inline]
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..seats.min(Seat::MOST as u8)).map(Seat)
    }

    /// The colour its figures have unless the table says otherwise.
    pub const fn colour(self) -> Colour {
        Colour::ALL[self.0 as usize]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.colour().name())
    }
}

/// The five colours of SETUP-1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Colour {
    Red,
    Blue,
    Green,
    Yellow,
    Black,
}

impl Colour {
    /// All five, in the order seats take them.
    pub const ALL: [Colour; 5] =
        [Colour::Red, Colour::Blue, Colour::Green, Colour::Yellow, Colour::Black];

    /// The lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Yellow => "yellow",
            Colour::Black => "black",
        }
    }
}

/// One value for each seat.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct BySeat<T>(pub [T; Seat::MOST]);

impl<T: Copy> BySeat<T> {
    /// The same value for every seat.
    #[inline]
    pub const fn splat(value: T) -> BySeat<T> {
        BySeat([value; Seat::MOST])
    }
}

impl<T> BySeat<T> {
    /// Seats with their values, for a table of `seats`.
    pub fn iter(&self, seats: u8) -> impl Iterator<Item = (Seat, &T)> {
        Seat::all(seats).zip(&self.0)
    }
}

impl BySeat<u8> {
    #[inline]
    pub(crate) fn add(&mut self, other: &BySeat<u8>) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }

    /// The seats with the most, none if all have 0 (MAJ-1, MAJ-2).
    #[inline]
    pub fn leaders(&self) -> SeatSet {
        let most = self.0.iter().copied().max().unwrap_or(0);
        let mut leaders = SeatSet::default();
        for (index, &count) in self.0.iter().enumerate() {
            if count == most && most > 0 {
                leaders.0 |= 1 << index;
            }
        }
        leaders
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// A set of seats.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// The set of one seat.
    #[inline]
    pub const fn of(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Whether the seat is in it.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// How many seats there are in it.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether there is no seat in it.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The seats in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(Seat::MOST as u8).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::default(), |set, seat| SeatSet(set.0 | 1 << seat.0))
    }
}

/// The kinds of figure a player may own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum FigureKind {
    /// An ordinary meeple or follower.
    Meeple,
    /// The abbot (ABBOT-1).
    Abbot,
}

impl FigureKind {
    /// All kinds.
    pub const ALL: [FigureKind; 2] = [FigureKind::Meeple, FigureKind::Abbot];

    /// The lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            FigureKind::Meeple => "meeple",
            FigureKind::Abbot => "abbot",
        }
    }
}

/// A player's supply: a number for each kind of figure.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Hand([u8; FigureKind::ALL.len()]);

impl Index<FigureKind> for Hand {
    type Output = u8;
    #[inline]
    fn index(&self, kind: FigureKind) -> &u8 {
        &self.0[kind as usize]
    }
}

impl IndexMut<FigureKind> for Hand {
    #[inline]
    fn index_mut(&mut self, kind: FigureKind) -> &mut u8 {
        &mut self.0[kind as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn leaders_are_all_who_tie_for_most() {
        let leaders = |counts| BySeat(counts).leaders().iter().map(Seat::index).collect::<Vec<_>>();
        assert_eq!(leaders([0, 0, 0, 0, 0]), []);
        assert_eq!(leaders([2, 1, 0, 0, 0]), [0]);
        assert_eq!(leaders([1, 0, 1, 0, 1]), [0, 2, 4]);
    }

    #[test]
    fn play_goes_round_the_table() {
        let last = Seat::new(2).expect("a seat");
        assert_eq!(last.next(3), Seat::FIRST);
        assert_eq!(last.next(5).index(), 3);
        assert_eq!(Seat::new(5), None);
    }

    #[test]
    fn colours_are_those_of_the_box() {
        // SETUP-1
        let mut names: Vec<_> = Colour::ALL.iter().map(|c| c.name()).collect();
        names.sort_unstable();
        assert_eq!(names, ["black", "blue", "green", "red", "yellow"]);
    }
}
