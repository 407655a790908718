//! The table of how sides meet (join, close or clash), and the placements of each tile kind derived
//! from it.

use crate::frontier::Code;
use crate::geometry::{Edge, Rotation};
use crate::tile::{Side, Terrain, TileKind};

/// The effect of two ports meeting.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joint {
    /// The segments become part of the same feature.
    Join,
    /// The segments bound each other.
    Close,
    /// The segments must not meet.
    Clash,
}

/// The table of how sides meet, for a game family.
///
/// A side is identified by the class of its middle port. The flanks of a line are the same on both
/// meeting sides, so a table of classes is sufficient.
///
/// ```
/// use bastide::{Board, Capacity, Cell, Joint, Joints, Rotation, Terrain, TileSet};
/// let set = TileSet::parse("set tiny\ntile A x2\n  city N\n  field E S W  borders 0\n")?;
/// let equal = |a, b| if a == b { Joint::Join } else { Joint::Clash };
/// let joints = Joints::new(&[Terrain::City, Terrain::Field], equal);
/// let (tile, capacity) = (set.find("A").expect("a tile"), Capacity::of(&set, 0, 0));
/// let mut board = Board::new(set, joints, &capacity);
/// board.lay(Cell::ORIGIN, tile, Rotation::NONE, None);
/// board.lay(Cell::new(0, -1), tile, Rotation::new(2), None);
/// let city = board.segments().next().expect("a segment");
/// assert!(board.feature(city).is_complete());
/// # Ok::<(), bastide::TileFileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Joints {
    table: [[Joint; Joints::CLASSES]; Joints::CLASSES],
}

impl Joints {
    /// Four classes and the blind side of a patch cell, which closes everything.
    const CLASSES: usize = Side::BLIND as usize + 1;

    /// Creates the table from a rule such as "equal terrains join, all others clash", applied to
    /// the terrains of a family.
    pub fn new(terrains: &[Terrain], joint: impl Fn(Terrain, Terrain) -> Joint) -> Joints {
        let mut table = [[Joint::Close; Joints::CLASSES]; Joints::CLASSES];
        for &a in terrains {
            for &b in terrains {
                if let (Some(class), Some(other)) = (a.class(), b.class()) {
                    table[usize::from(class)][usize::from(other)] = joint(a, b);
                }
            }
        }
        Joints { table }
    }

    /// Returns the effect of two sides meeting.
    #[inline]
    pub(crate) fn of(&self, side: Side, facing: Side) -> Joint {
        self.table[usize::from(side.class)][usize::from(facing.class)]
    }

    /// Returns the first side of a rotated tile that clashes with its adjacent side.
    pub(crate) fn clash(&self, kind: &TileKind, rotation: Rotation, code: Code) -> Option<Edge> {
        Edge::ALL.into_iter().find(|&edge| {
            code.class(edge).is_some_and(|class| !self.accepts(kind, rotation, edge, class))
        })
    }

    /// Returns, for each code, the distinct rotations in which the tile fits.
    pub(crate) fn fits(&self, kind: &TileKind) -> Fits {
        let mut fits = [0; Code::COUNT];
        for rotation in Rotation::ALL.into_iter().filter(|&r| kind.is_distinct(r)) {
            let accepts = |edge, class| self.accepts(kind, rotation, edge, class);
            Code::each(accepts, |code| fits[code.index()] |= 1 << rotation.quarter_turns());
        }
        fits
    }

    /// Returns true if a side of a rotated tile can meet a side of this class.
    pub(crate) fn accepts(
        &self,
        kind: &TileKind,
        rotation: Rotation,
        edge: Edge,
        class: u8,
    ) -> bool {
        let mine = kind.side_at(rotation, edge).class;
        self.table[usize::from(mine)][usize::from(class)] != Joint::Clash
    }
}

/// For each code, a bit mask of rotations.
pub type Fits = [u8; Code::COUNT];
