//! Kinds of figures and the supply of a player.
//!
//! A kind is an index into the table of all kinds, to which an expansion adds a row. Code outside
//! the expansion reads the row instead of naming the kind.

use core::hash::{Hash, Hasher};
use core::ops::{Index, IndexMut};

use crate::kind::registry_kind;
use crate::piece::PieceKind;
use crate::registry;
use crate::tile::Terrain;

/// Kind of a figure.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FigureKind(u8);

/// A row of the table of figure kinds.
#[derive(Debug)]
pub struct FigureSpec {
    /// Lower-case name.
    pub name: &'static str,
    /// First character of the token that deploys it (`docs/notation.md`).
    pub letter: char,
    /// Number of figures it counts as in a majority. A kind with strength 0 claims nothing: it is
    /// placed on a feature on which its owner has a figure that counts.
    pub strength: u8,
    /// True if it is placed wherever a meeple can be placed.
    pub is_meeple: bool,
    /// Name of its role wherever it stands; `None` if the role depends on the terrain.
    pub role: Option<&'static str>,
    /// Terrains on which only this kind can be placed.
    pub own_terrains: &'static [Terrain],
}

registry_kind!(FigureKind, FigureSpec, FIGURES);

impl FigureKind {
    /// An ordinary meeple or follower.
    pub const MEEPLE: FigureKind = FigureKind(0);

    /// Strength of each kind, next to each other for fast access.
    const STRENGTHS: [u8; FigureKind::COUNT] = {
        let (mut strengths, mut at) = ([0; FigureKind::COUNT], 0);
        while at < strengths.len() {
            strengths[at] = registry::FIGURES[at].strength;
            at += 1;
        }
        strengths
    };

    /// Returns the number of figures it counts as in a majority.
    #[inline]
    pub const fn strength(self) -> u8 {
        FigureKind::STRENGTHS[self.index()]
    }

    /// Returns true if a figure of this kind claims the feature it is placed on.
    ///
    /// ```
    /// use bastide::FigureKind;
    /// assert!(FigureKind::MEEPLE.claims());
    /// ```
    #[inline]
    pub const fn claims(self) -> bool {
        self.strength() > 0
    }

    /// Returns true if a figure of this kind is placed wherever a meeple can be placed.
    #[inline]
    pub const fn is_meeple(self) -> bool {
        self.spec().is_meeple
    }

    /// Returns the kind that is deployed by tokens beginning with `letter`.
    pub fn from_letter(letter: char) -> Option<FigureKind> {
        FigureKind::ALL.into_iter().find(|kind| kind.spec().letter == letter)
    }

    /// Returns the role of a figure of this kind that no terrain determines.
    pub(crate) const fn role(self) -> &'static str {
        match self.spec().role {
            Some(role) => role,
            None => FigureKind::MEEPLE.name(),
        }
    }

    /// Returns the role of a figure of this kind on a terrain.
    pub const fn role_on(self, terrain: Terrain) -> &'static str {
        match self.spec().role {
            Some(role) => role,
            None => terrain.role(),
        }
    }

    /// Returns the kind of figure that claims a terrain: the only one that can be placed there, or
    /// a meeple.
    pub fn claiming(terrain: Terrain) -> FigureKind {
        let owns = |kind: &FigureKind| kind.spec().own_terrains.contains(&terrain);
        FigureKind::ALL.into_iter().find(owns).unwrap_or(FigureKind::MEEPLE)
    }
}

/// Iterates over the names of all roles of figures; some occur more than once.
pub fn roles() -> impl Iterator<Item = &'static str> {
    let by_terrain = Terrain::ALL.into_iter().map(Terrain::role);
    let by_figure = FigureKind::ALL.into_iter().filter_map(|kind| kind.spec().role);
    let by_piece = PieceKind::ALL.into_iter().filter_map(|kind| kind.spec().role);
    by_terrain.chain(by_figure).chain(by_piece)
}

/// A player's supply: the number of figures of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Hand([u8; FigureKind::COUNT]);

/// Hashes two kinds, and of the others those that are there: there were two when the first
/// fingerprints of states were recorded.
impl Hash for Hand {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let (first, others) = self.0.split_at(2);
        first.hash(state);
        for (kind, count) in (2_u8..).zip(others).filter(|&(_, &count)| count > 0) {
            (kind, count).hash(state);
        }
    }
}

impl Hand {
    /// Iterates over the kinds in the table and the number of figures of each.
    pub fn iter(&self) -> impl Iterator<Item = (FigureKind, u8)> {
        FigureKind::ALL.into_iter().zip(self.0)
    }

    /// Returns the number of figures of all kinds.
    pub fn total(&self) -> u32 {
        self.0.iter().map(|&count| u32::from(count)).sum()
    }
}

impl Index<FigureKind> for Hand {
    type Output = u8;
    #[inline]
    fn index(&self, kind: FigureKind) -> &u8 {
        &self.0[kind.index()]
    }
}

impl IndexMut<FigureKind> for Hand {
    #[inline]
    fn index_mut(&mut self, kind: FigureKind) -> &mut u8 {
        &mut self.0[kind.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_letters_are_unique() {
        for (n, kind) in FigureKind::ALL.into_iter().enumerate() {
            assert_eq!(kind.index(), n);
            assert_eq!(FigureKind::from_name(kind.name()), Some(kind));
            assert_eq!(FigureKind::from_letter(kind.spec().letter), Some(kind));
            // The other letters that begin a token.
            assert!(!"DTPRSU.".contains(kind.spec().letter));
        }
    }
}
