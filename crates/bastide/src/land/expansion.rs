//! The table of expansions, and sets of them.
//!
//! An expansion is a row of the table: its slice (`expansions/NAME.rs`) defines the row, and
//! `expansions.rs` lists the slices.

use super::expansions;
use super::rules::LandRules;
use crate::error::SetupProblem;
use crate::figure::FigureKind;
use crate::piece::PieceKind;
use crate::tile::Terrain;

pub use super::expansions::Expansion;

/// A row of the table of expansions.
#[derive(Debug)]
pub struct ExpansionSpec {
    /// Lower-case name, used in rules and records.
    pub name: &'static str,
    /// Bit of the expansion in the key of a position (`docs/notation.md`), at most 14. Bits are
    /// never reused for another purpose; 3, 8 and 15 have other purposes.
    pub key_bit: u8,
    /// Expansion whose tiles it adds, itself or another; `None` if it has none.
    pub tiles: Option<Expansion>,
    /// True if its tiles replace those of the base game.
    pub replaces_base: bool,
    /// True if the game does not begin with the start tile of the base game. Two such expansions
    /// exclude each other.
    pub replaces_start: bool,
    /// Returns the problem if both sets of tiles are asked for.
    pub(super) base_conflict: fn() -> SetupProblem,
    /// Maximum number of players with this expansion, if it raises that of the base game.
    pub seats: Option<u8>,
    /// Figures each player gets, and where they can be placed.
    pub figures: &'static [FigureSupply],
    /// Kinds of pieces it adds.
    pub pieces: &'static [PieceKind],
    /// Returns the reason why no game can have these rules, which include the expansion.
    pub(super) conflict: fn(&LandRules) -> Option<SetupProblem>,
    /// Returns the reason why no new game can have these rules, although there are records of games
    /// that have.
    pub(super) new_conflict: fn(&LandRules) -> Option<SetupProblem>,
}

impl ExpansionSpec {
    /// A row without tiles, figures and pieces, for expansions to fill in the rest.
    pub(super) const fn named(name: &'static str, key_bit: u8) -> ExpansionSpec {
        ExpansionSpec {
            name,
            key_bit,
            tiles: None,
            replaces_base: false,
            replaces_start: false,
            base_conflict: || SetupProblem::mix("two-sets", "choose one of the two sets of tiles"),
            seats: None,
            figures: &[],
            pieces: &[],
            conflict: |_| None,
            new_conflict: |_| None,
        }
    }
}

/// Figures of one kind that the base game or an expansion gives to each player.
#[derive(Debug)]
pub struct FigureSupply {
    /// Kind of the figures.
    pub kind: FigureKind,
    /// Number of figures; 0 if the kind only gets more terrains.
    pub count: u8,
    /// Terrains on which this kind can be placed. A kind that is a meeple is also placed on those
    /// of meeples.
    pub terrains: &'static [Terrain],
    /// The expansion without which players do not get the figures, if any.
    pub with: Option<Expansion>,
}

impl Expansion {
    /// Returns the row of the expansion.
    pub const fn spec(self) -> &'static ExpansionSpec {
        expansions::EXPANSIONS[self as usize]
    }

    /// Returns the lower-case name used in rules and records.
    pub const fn name(self) -> &'static str {
        self.spec().name
    }

    /// Returns the expansion called `name`.
    pub fn from_name(name: &str) -> Option<Expansion> {
        Expansion::ALL.into_iter().find(|expansion| expansion.name() == name)
    }
}

/// A set of expansions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ExpansionSet(u32);

impl ExpansionSet {
    /// Creates a set of the given expansions.
    pub const fn of(expansions: &[Expansion]) -> ExpansionSet {
        let mut set = ExpansionSet(0);
        let mut at = 0;
        while at < expansions.len() {
            set = set.with(expansions[at]);
            at += 1;
        }
        set
    }

    /// Returns the set with `expansion` added.
    #[must_use]
    pub const fn with(self, expansion: Expansion) -> ExpansionSet {
        ExpansionSet(self.0 | 1 << expansion as u8)
    }

    /// Returns true if the set contains `expansion`.
    #[inline]
    pub const fn contains(self, expansion: Expansion) -> bool {
        self.0 >> expansion as u8 & 1 == 1
    }

    /// Iterates over the expansions in the set, in rulebook order.
    pub fn iter(self) -> impl Iterator<Item = Expansion> {
        Expansion::ALL.into_iter().filter(move |&expansion| self.contains(expansion))
    }

    /// Iterates over all possible sets.
    pub fn all_subsets() -> impl Iterator<Item = ExpansionSet> {
        (0..1 << Expansion::ALL.len()).map(ExpansionSet)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_bits_are_unique() {
        for expansion in Expansion::ALL {
            assert_eq!(Expansion::from_name(expansion.name()), Some(expansion));
            let bit = expansion.spec().key_bit;
            let same = |other: &Expansion| other.spec().key_bit == bit;
            assert_eq!(Expansion::ALL.iter().filter(|other| same(other)).count(), 1);
        }
    }
}
