//! Appearances of figures. Like kinds of figures, they are rows of a table to which expansions add.

use std::fmt;

use bastide::{FigureKind, FigureSpot, PieceKind, Terrain};

use crate::expansions;
use crate::geom::{Point, pt};

/// Appearance of a figure, by its role.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pose(u8);

/// A row of the table of poses.
pub(crate) struct PoseSpec {
    /// Lower-case name of the role.
    pub(crate) name: &'static str,
    /// Id of the drawing.
    pub(crate) drawing: &'static str,
    /// Outline of the body.
    pub(crate) body: &'static Body,
    /// Attributes it carries, drawn in ink.
    pub(crate) more: &'static str,
    /// Area it covers: the body, including its pale rim, and the attributes.
    pub(crate) discs: [&'static [Disc]; 2],
    /// True if the figure lies on its side.
    pub(crate) is_lying: bool,
    /// True if it shows the glyph of its colour twice.
    pub(crate) is_double: bool,
}

/// Outline of a body.
#[derive(PartialEq, Eq)]
pub(crate) struct Body {
    /// Id of the outline.
    pub(crate) id: &'static str,
    /// The path.
    pub(crate) path: &'static str,
}

/// Part of the area covered by a figure, relative to its centre.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    pub(crate) at: Point,
    pub(crate) radius: f64,
}

pub(crate) const fn disc(x: f64, y: f64, radius: f64) -> Disc {
    Disc { at: pt(x, y), radius }
}

/// A standing figure, with feet at 11.4 and head at -13.
const MEEPLE: Body = Body {
    id: "mb",
    path: "M0-13a5 5 0 0 1 4.6 7C10-5 14-2.5 14 0c0 2-4 2.4-7 2.4C8 6 10 8 10 10c0 1-.6 1.4-1.6 1.4H2.4L0 7-2.4 11.4H-8.4c-1 0-1.6-.4-1.6-1.4c0-2 2-4 3-7.6c-3 0-7-.4-7-2.4c0-2.5 4-5 9.4-6A5 5 0 0 1 0-13Z",
};

const MEEPLE_AREA: &[Disc] = &[
    disc(0.0, -8.2, 6.7),
    disc(0.0, -1.5, 7.4),
    disc(-9.6, -1.0, 6.0),
    disc(9.6, -1.0, 6.0),
    disc(0.0, 4.4, 7.6),
    disc(-6.4, 7.8, 6.1),
    disc(6.4, 7.8, 6.1),
];

/// Area of a figure in a wide robe.
pub(crate) const ROBE_AREA: &[Disc] = &[
    disc(0.0, -12.6, 5.8),
    disc(0.0, -5.4, 7.6),
    disc(-3.4, 2.0, 9.6),
    disc(3.4, 2.0, 9.6),
    disc(-8.2, 7.8, 6.3),
    disc(8.2, 7.8, 6.3),
    disc(-11.0, 9.8, 4.2),
    disc(11.0, 9.8, 4.2),
];

/// Returns the row of a meeple with attributes.
pub(crate) const fn meeple(
    name: &'static str,
    drawing: &'static str,
    more: &'static str,
    area: &'static [Disc],
) -> PoseSpec {
    PoseSpec {
        name,
        drawing,
        body: &MEEPLE,
        more,
        discs: [MEEPLE_AREA, area],
        is_lying: false,
        is_double: false,
    }
}

const STANDING: PoseSpec = meeple("meeple", "m0", "", &[]);
const LYING: PoseSpec = PoseSpec { is_lying: true, ..meeple("farmer", "m0", "", &[]) };
const HERALD: PoseSpec = meeple(
    "herald",
    "m3",
    "<path class='mk' d='M11 0L15.4-10.4'/><path class='go' d='M15.4-10.4l-2.4-4.4 6.2 1.8z'/>\
     <path class='mk' d='M15.4-10.4l-2.4-4.4 6.2 1.8z'/>",
    &[disc(13.6, -6.6, 3.0), disc(15.8, -12.6, 4.0)],
);
const KNIGHT: PoseSpec = meeple(
    "knight",
    "m4",
    "<path class='mk' style='stroke-width:1.8' d='M13 11V-16'/><path class='p1' d='M13-16l5.4 2.2-5.4 2.2z'/>\
     <path class='mk' d='M13-16l5.4 2.2-5.4 2.2z'/>",
    &[disc(13.0, 8.6, 3.2), disc(12.4, 4.4, 3.0), disc(13.2, -8.4, 3.0), disc(14.6, -13.6, 4.0)],
);
const SQUIRE: PoseSpec = meeple(
    "squire",
    "m5",
    "<path class='mk' style='stroke-width:2.6' d='M12.6 1V-13'/><path d='M12.6 0V-12.4' \
     stroke='#e8e8ea' stroke-width='1.2'/><path class='mk' style='stroke-width:1.6' d='M9.8-1.4h5.6'/>",
    &[disc(12.6, -7.4, 2.6), disc(12.6, -11.4, 2.9)],
);
const MERCHANT: PoseSpec = meeple(
    "merchant",
    "m6",
    "<path class='p2' d='M7.4 3.4C5 9.6 9 11.8 11.8 11.4 16 11.6 16.8 7.6 14 4L12.8 2H9.2Z'/>\
     <path class='mk' d='M7.4 3.4C5 9.6 9 11.8 11.8 11.4 16 11.6 16.8 7.6 14 4L12.8 2H9.2ZM9 3h4.4'/>",
    &[disc(11.4, 7.0, 5.4)],
);

/// Rows of the table. Expansions after the first two have theirs in `expansions.rs`.
const ROWS: [&PoseSpec; 12] = [
    &STANDING,
    &LYING,
    expansions::POSES[0],
    expansions::POSES[1],
    &HERALD,
    &KNIGHT,
    &SQUIRE,
    &MERCHANT,
    expansions::POSES[2],
    expansions::POSES[3],
    expansions::POSES[4],
    expansions::POSES[5],
];

impl Pose {
    /// Standing, on a road, in a city or in a monastery.
    pub const STANDING: Pose = Pose(0);

    /// All poses.
    pub const ALL: [Pose; ROWS.len()] = {
        let mut all = [Pose::STANDING; ROWS.len()];
        let mut at = 0;
        while at < all.len() {
            all[at] = Pose(at as u8);
            at += 1;
        }
        all
    };

    pub(crate) const fn spec(self) -> &'static PoseSpec {
        ROWS[self.0 as usize]
    }

    /// Returns the index of the pose in the table.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the lower-case name of the role.
    pub const fn name(self) -> &'static str {
        self.spec().name
    }

    /// Returns the pose called `name`, or a standing figure.
    fn named(name: &str) -> Pose {
        Pose::ALL.into_iter().find(|pose| pose.name() == name).unwrap_or(Pose::STANDING)
    }

    /// Returns the pose of a figure on a terrain.
    pub fn on(kind: FigureKind, terrain: Terrain) -> Pose {
        let pose = match terrain {
            _ if kind.spec().role.is_some() => Pose::named(kind.role_on(terrain)),
            // A knight in a city of the land has no lance.
            Terrain::City => Pose::STANDING,
            _ => Pose::named(terrain.role()),
        };
        pose.of(kind)
    }

    /// Returns the pose as a figure of this kind takes it: a large meeple has its own.
    fn of(self, kind: FigureKind) -> Pose {
        match (kind.strength() > 1, self.spec().is_lying) {
            (false, _) => self,
            (true, false) => Pose::named("large"),
            (true, true) => Pose::named("large-farmer"),
        }
    }

    /// Returns the pose of a figure on a piece.
    pub(crate) fn on_piece(piece: PieceKind) -> Pose {
        let role = piece.spec().role.filter(|&role| role != Terrain::Field.role());
        role.map_or(Pose::STANDING, Pose::named)
    }

    /// Returns the pose of a figure in a player's supply.
    pub fn in_supply(kind: FigureKind) -> Pose {
        Pose::on(kind, Terrain::Road)
    }

    /// Returns the pose of a figure on a spot; `terrain` is that of a segment.
    pub(crate) fn at(kind: FigureKind, spot: FigureSpot, terrain: Option<Terrain>) -> Pose {
        match spot {
            FigureSpot::Segment(_) => Pose::on(kind, terrain.unwrap_or(Terrain::Road)),
            FigureSpot::Piece(piece, _) => Pose::on_piece(piece).of(kind),
        }
    }
}

impl fmt::Debug for Pose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
