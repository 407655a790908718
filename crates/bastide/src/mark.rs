//! Kinds of marks and their counts on a feature.
//!
//! A mark is a symbol that a feature counts in addition to its tiles, such as a shield in a city.
//! Like figure kinds, mark kinds are rows of a table to which expansions add.

use core::ops::AddAssign;

use crate::kind::registry_kind;
use crate::registry;
use crate::tile::Terrain;

/// Kind of a mark.
///
/// ```
/// use bastide::{MarkKind, SHIELD, Terrain};
/// assert_eq!(MarkKind::from_name("shield"), Some(SHIELD));
/// assert_eq!(SHIELD.terrain(), Terrain::City);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MarkKind(u8);

/// A row of the table of mark kinds.
#[derive(Debug)]
pub struct MarkSpec {
    /// Lower-case name, used in tile files.
    pub name: &'static str,
    /// The only terrain that has this mark.
    pub terrain: Terrain,
    /// True if the mark is printed on tiles; false if a piece on the tile is the mark.
    pub is_printed: bool,
    /// Width of its counter in bits. All counters of a terrain together have [`Marks::BITS`] bits.
    pub bits: u8,
}

registry_kind!(MarkKind, MarkSpec, MARKS);

impl MarkKind {
    /// Position of the counter of each kind among those of its terrain.
    const SHIFTS: [u8; MarkKind::COUNT] = {
        let (mut shifts, mut at) = ([0; MarkKind::COUNT], 0);
        while at < shifts.len() {
            let mut before = 0;
            while before < at {
                if registry::MARKS[before].terrain as u8 == registry::MARKS[at].terrain as u8 {
                    shifts[at] += registry::MARKS[before].bits;
                }
                before += 1;
            }
            assert!(shifts[at] + registry::MARKS[at].bits <= Marks::BITS, "too many marks");
            at += 1;
        }
        shifts
    };

    /// The kind that a piece on a tile is, rather than a printed symbol.
    pub const OVERLAY: MarkKind = {
        let mut row = 0;
        while registry::MARKS[row].is_printed {
            row += 1;
        }
        MarkKind(row as u8)
    };

    /// Returns the only terrain that has this mark.
    #[inline]
    pub const fn terrain(self) -> Terrain {
        self.spec().terrain
    }

    /// Returns the largest number of marks of this kind that a feature can count.
    pub const fn most(self) -> u32 {
        (1 << self.spec().bits) - 1
    }
}

/// A set of mark kinds, such as those printed on a segment.
///
/// ```
/// use bastide::{MarkSet, SHIELD};
/// let set = MarkSet::EMPTY.with(SHIELD);
/// assert!(set.contains(SHIELD));
/// assert_eq!(set.iter().collect::<Vec<_>>(), [SHIELD]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct MarkSet(u32);

impl MarkSet {
    /// The empty set.
    pub const EMPTY: MarkSet = MarkSet(0);

    /// Returns the set with `kind` added.
    #[must_use]
    pub const fn with(self, kind: MarkKind) -> MarkSet {
        MarkSet(self.0 | 1 << kind.0)
    }

    /// Returns true if the set contains `kind`.
    #[inline]
    pub const fn contains(self, kind: MarkKind) -> bool {
        self.0 >> kind.0 & 1 == 1
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the kinds in the order of the table.
    pub fn iter(self) -> impl Iterator<Item = MarkKind> {
        MarkKind::ALL.into_iter().filter(move |&kind| self.contains(kind))
    }
}

/// Number of marks of each kind on a feature.
///
/// A single integer, so that joining two features takes one addition. A feature has one terrain, so
/// only the kinds of that terrain have a counter in it: the counts of marks of other terrains are
/// meaningless.
///
/// ```
/// use bastide::{MarkSet, Marks, SHIELD};
/// let mut marks = Marks::of(MarkSet::EMPTY.with(SHIELD));
/// marks += marks;
/// assert_eq!(marks.count(SHIELD), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Marks(u32);

impl Marks {
    /// Width of all counters of a terrain in bits.
    pub const BITS: u8 = 32;
    /// No marks.
    pub const NONE: Marks = Marks(0);

    /// Returns the counts of one mark of each kind in `set`; all must have the same terrain.
    #[inline]
    pub fn of(set: MarkSet) -> Marks {
        // Most segments have no marks.
        if set.is_empty() {
            return Marks::NONE;
        }
        set.iter().fold(Marks::NONE, |Marks(sum), kind| Marks(sum + Marks::one(kind).0))
    }

    /// Returns the count of a single mark.
    #[inline]
    pub const fn one(kind: MarkKind) -> Marks {
        Marks(1 << MarkKind::SHIFTS[kind.index()])
    }

    /// Returns the number of marks of this kind, which must belong to the terrain of the feature.
    #[inline]
    pub const fn count(self, kind: MarkKind) -> u32 {
        self.0 >> MarkKind::SHIFTS[kind.index()] & kind.most()
    }
}

impl AddAssign for Marks {
    #[inline]
    fn add_assign(&mut self, other: Marks) {
        // `Capacity` rejects tile sets with more marks than a counter holds.
        self.0 += other.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        for (n, kind) in MarkKind::ALL.into_iter().enumerate() {
            assert_eq!(kind.index(), n);
            assert_eq!(MarkKind::from_name(kind.name()), Some(kind));
        }
    }

    #[test]
    fn counters_of_a_terrain_do_not_overlap() {
        for kind in MarkKind::ALL {
            let mut marks = Marks::NONE;
            for _ in 0..kind.most() {
                marks += Marks::one(kind);
            }
            for other in MarkKind::ALL.into_iter().filter(|k| k.terrain() == kind.terrain()) {
                let wanted = if other == kind { kind.most() } else { 0 };
                assert_eq!(marks.count(other), wanted, "{kind:?} and {other:?}");
            }
        }
    }
}
