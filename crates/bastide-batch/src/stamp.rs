//! Drawings of tiles into observation planes, computed once for each kind and rotation.

use bastide::{Edge, Port, Rotation, SegmentIndex, Terrain, TileId, TileKind, TileSet};

/// Planes of the class of a side: for classes 1 to 3, a plane for each of the four sides.
pub(crate) const CLASSES: usize = 1;
/// Planes of two sides that belong to the same feature within the tile.
pub(crate) const JOINED: usize = CLASSES + 12;
/// Plane of the terrain in the middle of the tile, if it has no port.
pub(crate) const CENTRE: usize = JOINED + PAIRS.len();
/// Plane of the number of marks.
pub(crate) const MARKS: usize = CENTRE + 1;
/// Plane of the kind of the tile.
pub(crate) const KIND: usize = MARKS + 1;
/// Plane of its rotation.
pub(crate) const ROTATION: usize = KIND + 1;
/// Number of planes that a tile determines.
pub(crate) const TILE_PLANES: usize = ROTATION + 1;

/// Pairs of sides.
const PAIRS: [(Edge, Edge); 6] = [
    (Edge::North, Edge::East),
    (Edge::North, Edge::South),
    (Edge::North, Edge::West),
    (Edge::East, Edge::South),
    (Edge::East, Edge::West),
    (Edge::South, Edge::West),
];

/// Values of a tile, as used in the scalars: classes of its sides, joined sides, centre, marks.
pub(crate) const SUMMARY: usize = 4 + PAIRS.len() + 2;

/// Drawings of all tiles of a game.
#[derive(Clone, Debug)]
pub(crate) struct Stamps {
    /// By kind and rotation, the planes that are not zero and their values.
    stamps: Vec<Vec<(u8, u8)>>,
    /// By kind, its values for the scalars, not rotated.
    summaries: Vec<[f32; SUMMARY]>,
}

impl Stamps {
    pub(crate) fn new(tiles: &TileSet) -> Stamps {
        let mut stamps = Vec::new();
        let mut summaries = Vec::new();
        for (id, kind) in tiles.iter() {
            stamps.extend(Rotation::ALL.map(|rotation| stamp(id, kind, rotation)));
            summaries.push(summary(kind));
        }
        Stamps { stamps, summaries }
    }

    pub(crate) fn kinds(&self) -> usize {
        self.summaries.len()
    }

    pub(crate) fn of(&self, kind: TileId, rotation: Rotation) -> &[(u8, u8)] {
        &self.stamps[usize::from(kind.0) * 4 + usize::from(rotation.quarter_turns())]
    }

    pub(crate) fn summary(&self, kind: TileId) -> &[f32; SUMMARY] {
        &self.summaries[usize::from(kind.0)]
    }
}

fn stamp(id: TileId, kind: &TileKind, rotation: Rotation) -> Vec<(u8, u8)> {
    let mut found = vec![(0, 1)];
    for (side, edge) in Edge::ALL.into_iter().enumerate() {
        let class = usize::from(kind.class(rotation, edge).unwrap_or(0));
        if class > 0 {
            found.push(((CLASSES + (class - 1) * 4 + side) as u8, 1));
        }
    }
    for (pair, is_joined) in joined(kind, rotation).into_iter().enumerate() {
        if is_joined {
            found.push(((JOINED + pair) as u8, 1));
        }
    }
    let (centre, marks) = (centre(kind), marks(kind));
    let more = [(CENTRE, centre), (MARKS, marks), (KIND, id.0.saturating_add(1))];
    found.extend(more.into_iter().filter(|more| more.1 > 0).map(|(plane, n)| (plane as u8, n)));
    found.push((ROTATION as u8, rotation.quarter_turns() + 1));
    found
}

fn summary(kind: &TileKind) -> [f32; SUMMARY] {
    let mut values = [0.0; SUMMARY];
    for (side, edge) in Edge::ALL.into_iter().enumerate() {
        values[side] = f32::from(kind.class(Rotation::NONE, edge).unwrap_or(0));
    }
    for (pair, is_joined) in joined(kind, Rotation::NONE).into_iter().enumerate() {
        values[4 + pair] = f32::from(u8::from(is_joined));
    }
    values[4 + PAIRS.len()] = f32::from(centre(kind));
    values[4 + PAIRS.len() + 1] = f32::from(marks(kind));
    values
}

/// Returns, for each pair of sides, whether their middle ports belong to the same segment.
fn joined(kind: &TileKind, rotation: Rotation) -> [bool; PAIRS.len()] {
    let owner = |edge: Edge| -> Option<SegmentIndex> { kind.owner(rotation, Port::middle(edge)) };
    PAIRS.map(|(one, other)| owner(one).is_some() && owner(one) == owner(other))
}

/// Returns the number of the terrain without ports, from 1, or 0 if there is none.
fn centre(kind: &TileKind) -> u8 {
    let inner = kind.segments.iter().find(|segment| segment.ports.is_empty());
    inner.map_or(0, |segment| terrain_number(segment.terrain))
}

/// Returns the number of a terrain, from 1.
pub(crate) fn terrain_number(terrain: Terrain) -> u8 {
    let at = Terrain::ALL.into_iter().position(|other| other == terrain);
    at.map_or(0, |at| at as u8 + 1)
}

fn marks(kind: &TileKind) -> u8 {
    let count: usize = kind.segments.iter().map(|segment| segment.marks.iter().count()).sum();
    count.min(255) as u8
}
