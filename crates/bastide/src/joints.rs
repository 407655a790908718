//! How sides meet: what joins, what closes, what clashes, and from that where
//! each kind of tile fits.

use crate::frontier::Code;
use crate::geometry::{Edge, Rotation};
use crate::tile::{Side, Terrain, TileKind};

/// What happens where two ports meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Joint {
    /// They become one feature.
    Join,
    /// They bound each other.
    Close,
    /// They may not meet.
    Clash,
}

/// How sides meet, for one family of games.
///
/// A side is known by the class of its middle port, and what flanks a line
/// is the same on both sides of a meeting, so a table of classes is enough.
#[derive(Clone, Debug)]
pub struct Joints {
    table: [[Joint; Joints::CLASSES]; Joints::CLASSES],
}

impl Joints {
    /// Four classes and the blind side of a patch, which bounds everything.
    const CLASSES: usize = Side::BLIND as usize + 1;

    /// The table of a rule such as "equal joins, else clash" among the
    /// terrains of a family.
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

    /// What happens where two sides meet.
    #[inline]
    pub(crate) fn of(&self, side: Side, facing: Side) -> Joint {
        self.table[usize::from(side.class)][usize::from(facing.class)]
    }

    /// The first side of a turned tile that may not meet what lies there.
    pub(crate) fn clash(&self, kind: &TileKind, rotation: Rotation, code: Code) -> Option<Edge> {
        Edge::ALL.into_iter().find(|&edge| {
            code.class(edge).is_some_and(|class| !self.accepts(kind, rotation, edge, class))
        })
    }

    /// For each code, the distinct turns in which a tile fits there.
    pub(crate) fn fits(&self, kind: &TileKind) -> Fits {
        let mut fits = [0; Code::COUNT];
        for rotation in Rotation::ALL.into_iter().filter(|&r| kind.is_distinct(r)) {
            let accepts = |edge, class| self.accepts(kind, rotation, edge, class);
            Code::each(accepts, |code| fits[code.index()] |= 1 << rotation.quarter_turns());
        }
        fits
    }

    /// Whether a side of a turned tile may meet a side of this class.
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

/// For each code, a mask of turns.
pub type Fits = [u8; Code::COUNT];
