//! Laying a tile: its segments join those of the adjacent tiles, and the frontier moves on.

use super::{Board, Laid, Ring, Shared, side};
use crate::features::{Feature, Features, SegmentId, TileIndex};
use crate::frontier::{Code, Face};
use crate::geometry::{Axis, Cell, Edge, Port, Rotation};
use crate::grid::{Content, Grid, GridIndex};
use crate::joints::Joint;
use crate::mark::{MarkKind, Marks};
use crate::tile::{Side, Terrain, TileId};

impl Board {
    /// Lays a tile and joins its segments with the adjacent ones. The tile must fit.
    ///
    /// # Panics
    /// Panics if the capacity of the board is exceeded.
    #[inline]
    pub fn lay(
        &mut self,
        cell: Cell,
        kind: TileId,
        rotation: Rotation,
        bridge: Option<Axis>,
    ) -> TileIndex {
        if self.is_large() {
            self.lay_as::<true>(cell, kind, rotation, bridge)
        } else {
            self.lay_as::<false>(cell, kind, rotation, bridge)
        }
    }

    /// Lays a tile. `IS_LARGE` is a type parameter, so that other boards do not pay for large ones.
    fn lay_as<const IS_LARGE: bool>(
        &mut self,
        cell: Cell,
        kind: TileId,
        rotation: Rotation,
        bridge: Option<Axis>,
    ) -> TileIndex {
        let index = TileIndex(self.laid.len() as u16);
        let tile = Laid { cell, kind, rotation, bridge, first: self.features.len() };
        self.finished.clear();
        self.push_segments::<IS_LARGE>(index, &tile);
        self.laid.push(tile);
        let place = GridIndex::of(cell);
        self.grid.put::<IS_LARGE>(place, index);
        let (codes, overlays) = self.codes(&tile);
        let mut face = |edge: Edge| {
            let content = self.grid.at(place.step(edge));
            if content == Content::Empty {
                let overlays = overlays & 1 << edge.opposite() as u8;
                return Some(Face { code: codes[edge as usize], overlays });
            }
            self.meet::<IS_LARGE>(&tile, edge, content);
            None
        };
        let faces = [face(Edge::North), face(Edge::East), face(Edge::South), face(Edge::West)];
        self.frontier.lay(cell, faces);
        self.close_rings(cell);
        index
    }

    /// Adds the segments of the new tile, each as a separate feature.
    #[inline]
    fn push_segments<const IS_LARGE: bool>(&mut self, index: TileIndex, tile: &Laid) {
        let Board { shared, grid, features, cities, rings, .. } = self;
        let kind = shared.tiles.kind(tile.kind);
        let city_base = cities.len();
        features.push_tile(kind.blanks(), index, city_base);
        for slot in kind.cities().iter() {
            cities.push(tile.first + u16::from(slot.0));
        }
        for slot in kind.ringed().iter() {
            let segment = SegmentId(tile.first + u16::from(slot.0));
            let open = empty_around::<IS_LARGE>(grid, tile.cell);
            features.at_mut(segment).open = open;
            if open > 0 {
                rings.push(Ring { key: tile.cell.key(), segment: segment.0 });
            }
        }
        if IS_LARGE {
            features.set_members(kind, tile.first, index, city_base);
        }
        if let Some(axis) = tile.bridge {
            for edge in axis.edges() {
                if let Some(slot) = kind.owner(tile.rotation, Port::middle(edge)) {
                    features.close(SegmentId(tile.first + u16::from(slot.0)), 1);
                }
            }
            features.push(Feature::new(Terrain::Road, 2, Marks::one(MarkKind::OVERLAY)));
        }
    }

    /// Returns, for each edge of a tile, the code that its side adds to the opening beyond it, and
    /// the edges at the ends of its bridge as a bit set.
    #[inline]
    fn codes(&self, tile: &Laid) -> ([Code; 4], u8) {
        let mut codes = self.kind_of(tile).codes(tile.rotation);
        let mut overlays = 0;
        for edge in tile.bridge.into_iter().flat_map(Axis::edges) {
            let class = Terrain::Road.class().unwrap_or(Side::BLIND);
            codes[edge as usize] = Code::of(edge.opposite(), class);
            overlays |= 1 << edge as u8;
        }
        (codes, overlays)
    }

    /// Joins or closes a side of the new tile that faces a tile or a wall. Not inlined: most sides
    /// face an empty cell.
    #[inline(never)]
    fn meet<const IS_LARGE: bool>(&mut self, tile: &Laid, edge: Edge, content: Content) {
        let Board { shared, laid, features, finished, .. } = self;
        let Shared { tiles, joints, .. } = &**shared;
        let side = side(tiles.kind(tile.kind), tile, edge);
        let Content::Tile(key) = content else {
            // Nothing ends at the edge of a large board.
            if !IS_LARGE {
                close(features, tile.first, side, |_| ());
            }
            return;
        };
        let mut other = &laid[key.first().index()];
        if IS_LARGE && other.cell != tile.cell.step(edge) {
            other = &laid[key.second().index()];
        }
        let facing = super::side(tiles.kind(other.kind), other, edge.opposite());
        match joints.of(side, facing) {
            Joint::Join => join::<IS_LARGE>(features, (tile.first, side), (other.first, facing)),
            Joint::Close => {
                close(features, tile.first, side, |_| ());
                close(features, other.first, facing, |segment| {
                    if !finished.contains(&segment) {
                        finished.push(segment);
                    }
                });
            }
            Joint::Clash => debug_assert!(false, "the tile was checked to fit"),
        }
    }

    /// Decrements the number of empty neighbours of the monasteries and gardens around `cell`.
    #[inline(always)]
    fn close_rings(&mut self, cell: Cell) {
        let Board { rings, features, finished, .. } = self;
        let first = cell.offset(-1, -1).key();
        let mut is_any_closed = false;
        for ring in rings.iter() {
            // The cells around `cell` and itself are three times three keys.
            let offset = ring.key.wrapping_sub(first);
            if offset < 0x300 && offset & 0xff < 3 && ring.key != cell.key() {
                let segment = SegmentId(ring.segment);
                let feature = features.of_mut(segment);
                feature.open -= 1;
                if feature.open == 0 {
                    is_any_closed = true;
                    if !finished.contains(&segment) {
                        finished.push(segment);
                    }
                }
            }
        }
        if is_any_closed {
            rings.retain(|ring| !features.of(SegmentId(ring.segment)).is_complete());
        }
    }
}

/// Returns how many of the eight neighbouring cells are empty; cells past the edge of a large board
/// are. Not inlined: otherwise the eight places would be computed for each tile, although few tiles
/// need them.
#[inline(never)]
fn empty_around<const IS_LARGE: bool>(grid: &Grid, cell: Cell) -> u16 {
    let is_empty = |c: &&Cell| match grid.at(GridIndex::of(**c)) {
        Content::Empty => true,
        Content::Wall => IS_LARGE,
        Content::Tile(_) => false,
    };
    cell.ring().iter().filter(is_empty).count() as u16
}

/// Joins two sides of the same class: whole sides once, lines with their flanks port by port. Ports
/// are numbered clockwise, so the first port of one side meets the last of the other.
#[inline]
fn join<const IS_LARGE: bool>(
    features: &mut Features,
    (first, side): (u16, Side),
    (other, facing): (u16, Side),
) {
    let mut touch = |third: usize, ports: u16| {
        let a = SegmentId(first + u16::from(side.slots[third]));
        let b = SegmentId(other + u16::from(facing.slots[2 - third]));
        features.join::<IS_LARGE>(a, b, ports);
    };
    if side.is_whole() && facing.is_whole() {
        touch(1, 3);
    } else {
        (0..3).for_each(|third| touch(third, 1));
    }
}

/// Closes the ports of a side that meets a boundary.
fn close(features: &mut Features, first: u16, side: Side, mut closed: impl FnMut(SegmentId)) {
    if side.class != Side::BLIND {
        for slot in side.slots {
            let segment = SegmentId(first + u16::from(slot));
            features.close(segment, 1);
            closed(segment);
        }
    }
}
