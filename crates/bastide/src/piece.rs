//! Pieces other than tiles and figures: buildings of a common supply and spaces that hold figures.
//!
//! Like figure kinds, piece kinds are rows of a table to which expansions add.

use crate::geometry::{Cell, Corner};
use crate::kind::registry_kind;
use crate::tile::{SegmentIndex, SegmentRef};

/// Kind of a piece.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PieceKind(u8);

/// A row of the table of piece kinds.
#[derive(Debug)]
pub struct PieceSpec {
    /// Lower-case singular name.
    pub name: &'static str,
    /// Lower-case plural name.
    pub plural: &'static str,
    /// Number of pieces in the common supply; for spaces, the number of spaces.
    pub supply: u8,
    /// First character of the token that builds it, if a token of its own does.
    pub build: Option<char>,
    /// First character of a target on it: a figure can be deployed there.
    pub target: Option<TargetForm>,
    /// First character of a spot on it: it holds a figure that is not on a segment.
    pub spot: Option<char>,
    /// Role of an ordinary figure on it, if it has one of its own.
    pub role: Option<&'static str>,
}

/// Form of the targets on pieces of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TargetForm {
    /// The piece built this turn, written as this character.
    Built(char),
    /// Any of the numbered spaces, written as this character and the number.
    Space(char),
}

registry_kind!(PieceKind, PieceSpec, PIECES);

impl PieceKind {
    /// Returns true if the pieces are spaces of the board from the beginning; all others are built.
    pub const fn is_space(self) -> bool {
        matches!(self.spec().target, Some(TargetForm::Space(_)))
    }

    /// The kind whose pieces are placed together with a tile and become a segment of it.
    pub const OVERLAY: PieceKind = {
        let mut row = 0;
        while !PieceKind(row).is_overlay() {
            row += 1;
        }
        PieceKind(row)
    };

    const fn is_overlay(self) -> bool {
        self.spec().build.is_none() && matches!(self.spec().target, Some(TargetForm::Built(_)))
    }
}

/// Where a piece is built, relative to the tile laid this turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum BuildSite {
    /// On a segment of the tile.
    Segment(SegmentIndex),
    /// At a corner of the tile; a figure on the board moves in.
    Corner {
        /// The corner.
        corner: Corner,
        /// Position of the figure that moves in.
        figure: SegmentRef,
    },
}

/// Location of a piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum PieceLocation {
    /// On the feature of this segment.
    Segment(SegmentRef),
    /// At a corner of the tile in this cell.
    Corner(Cell, Corner),
}

/// A piece on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Piece {
    /// Kind of the piece.
    pub kind: PieceKind,
    /// Number of the piece among those of its kind, in order of construction.
    pub number: u8,
    /// Where it stands.
    pub location: PieceLocation,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_letters_are_unique() {
        let specs = || PieceKind::ALL.into_iter().map(PieceKind::spec);
        for kind in PieceKind::ALL {
            assert_eq!(PieceKind::from_name(kind.name()), Some(kind));
        }
        let is_unique = |letters: Vec<char>| {
            let mut sorted = letters.clone();
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len() == letters.len()
        };
        assert!(is_unique(specs().filter_map(|spec| spec.build).collect()));
        assert!(is_unique(specs().filter_map(|spec| spec.spot).collect()));
        let targets = specs().filter_map(|spec| spec.target).map(|target| match target {
            TargetForm::Built(letter) | TargetForm::Space(letter) => letter,
        });
        assert!(is_unique(targets.collect()));
    }
}
