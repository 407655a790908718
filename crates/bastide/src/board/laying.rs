//! Laying a tile: its segments join those of the adjacent tiles, and the frontier moves on.

use super::{Board, Laid, Ring, Shared, side};
use crate::features::{Feature, Features, SegmentId, TileIndex};
use crate::frontier::Face;
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
        let faces = Edge::ALL.map(|edge| {
            let content = self.grid.at(place.step(edge));
            if content == Content::Empty {
                let side = side(self.kind_of(&tile), &tile, edge);
                return Some(Face { class: side.class, is_overlay: bridge == Some(edge.axis()) });
            }
            self.meet::<IS_LARGE>(&tile, edge, content);
            None
        });
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
                rings.push(Ring { cell: tile.cell, segment: segment.0 });
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
        let mut at = 0;
        while let Some(next) = self.rings[at..].iter().position(|ring| ring.cell.is_beside(cell)) {
            at += next;
            let segment = SegmentId(self.rings[at].segment);
            let feature = self.features.of_mut(segment);
            feature.open -= 1;
            if feature.open > 0 {
                at += 1;
                continue;
            }
            self.rings.remove(at);
            if !self.finished.contains(&segment) {
                self.finished.push(segment);
            }
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
