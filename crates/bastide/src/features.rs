//! Features: connected segments, stored in flat arrays.
//!
//! A union–find forest over segments, with union by size and without path compression, so that
//! finding a root needs no `&mut` and takes only a few steps.
//!
//! Tile counts are not additive: two stretches of a road can be on the same tile and be joined
//! elsewhere (ROAD-3, CITY-2). A feature therefore stores the *set* of its tiles as bits, and a
//! union is a bitwise or. Boards with more tiles than a feature has bits keep the sets in
//! [`SetRows`].

use crate::mark::{MarkKind, Marks};
use crate::seat::BySeat;
use crate::set_rows::SetRows;
use crate::tile::{Blank, Terrain, TileKind};
use alloc::boxed::Box;
use alloc::vec;

/// Index of a segment on the board: tiles in the order they were laid, segments in slot order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SegmentId(pub(crate) u16);

impl SegmentId {
    /// Returns the index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Index of a tile on the board, in the order they were laid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TileIndex(pub(crate) u16);

impl TileIndex {
    /// Maximum number of tiles on a board, including the start.
    pub const CAPACITY: usize = 320;

    /// Returns the index, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of tiles on the board, or on a large board the number of its members.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TileBits([u64; 2]);

impl TileBits {
    /// Number of members that can be distinguished. The last bit is [`TileBits::COUNTED`].
    pub(crate) const CAPACITY: usize = 127;

    /// Set in the second word if the first word is the number of members, which are in
    /// [`SetRows`].
    const COUNTED: u64 = 1 << 63;

    /// Creates a set whose `count` members are in [`SetRows`].
    fn counted(count: u32) -> TileBits {
        TileBits([u64::from(count), TileBits::COUNTED])
    }

    #[inline]
    fn is_counted(self) -> bool {
        self.0[1] & TileBits::COUNTED != 0
    }

    /// Creates a set with a single tile.
    #[inline]
    pub(crate) fn of(tile: TileIndex) -> TileBits {
        let mut bits = [0; 2];
        bits[tile.index() >> 6 & 1] = 1 << (tile.0 & 63);
        TileBits(bits)
    }

    /// Creates a set from the bits of `low`, shifted left by `by`.
    #[inline]
    pub(crate) fn shifted(low: u16, by: u32) -> TileBits {
        let bits = u128::from(low).wrapping_shl(by);
        TileBits([bits as u64, (bits >> 64) as u64])
    }

    /// Returns the set as the bits of an integer.
    #[inline]
    fn bits(self) -> u128 {
        u128::from(self.0[1]) << 64 | u128::from(self.0[0])
    }

    #[inline]
    fn add(&mut self, other: TileBits) {
        self.0[0] |= other.0[0];
        self.0[1] |= other.0[1];
    }

    /// Returns the number of tiles in the set.
    #[inline]
    pub(crate) fn len(self) -> u32 {
        if self.is_counted() {
            return self.0[0] as u32;
        }
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Iterates over the tiles in the order they were laid.
    #[inline]
    pub(crate) fn iter(self) -> impl Iterator<Item = usize> {
        let [mut low, mut high] = self.0;
        core::iter::from_fn(move || {
            let (word, base) = if low != 0 { (&mut low, 0) } else { (&mut high, 64) };
            if *word == 0 {
                return None;
            }
            let bit = word.trailing_zeros() as usize;
            *word &= *word - 1;
            Some(base + bit)
        })
    }
}

/// Aggregated data of a feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// The tiles the feature is on, not counting bridges. For a field, whose size is never scored
    /// (FIELD-7), the city parts it borders.
    pub(crate) tiles: TileBits,
    /// Number of ports that lead to an empty cell; for a monastery or garden, number of empty cells
    /// around it. The feature is complete at 0.
    pub open: u16,
    /// Terrain of the feature.
    pub terrain: Terrain,
    /// Number of segments, or 255 if there are more, as there can be in fields. Rules compare it with
    /// small numbers only (CASTLE-1), and as the weight in the union it need not be exact.
    pub parts: u8,
    /// Number of marks of each kind of the terrain.
    pub marks: Marks,
    /// Strength of the figures on the feature in a majority, by owner: the number of figures,
    /// unless some have a strength other than 1.
    pub strength: BySeat<u8>,
    /// Next segment on the way to the root, or the own index for a root. The other fields describe
    /// the whole feature only at its root.
    parent: u16,
}

impl Feature {
    /// Creates a feature of a single segment that is not joined to any other and not on any tile.
    pub(crate) const fn new(terrain: Terrain, open: u16, marks: Marks) -> Feature {
        let (tiles, strength) = (TileBits([0; 2]), BySeat::splat(0));
        Feature { tiles, open, terrain, parts: 1, marks, strength, parent: 0 }
    }

    /// Returns true if the feature is complete.
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.open == 0
    }

    /// Returns the number of marks of this kind; 0 if the feature has another terrain.
    ///
    /// ```
    /// use bastide::{Cell, Game, Land, LandRules, LandSetup, SHIELD, SegmentIndex};
    /// let game = Land::new(&LandSetup::new(LandRules::default(), 2))?;
    /// let start = game.board().tile_at(Cell::ORIGIN).expect("the start tile");
    /// let city = game.board().feature(game.board().segment(start, SegmentIndex(0)));
    /// assert_eq!(city.count(SHIELD), 0);
    /// # Ok::<(), bastide::SetupError>(())
    /// ```
    #[inline]
    pub fn count(&self, mark: MarkKind) -> u32 {
        if self.terrain == mark.terrain() { self.marks.count(mark) } else { 0 }
    }

    /// Returns the number of tiles the feature is on, each counted once (ROAD-3, CITY-2).
    #[inline]
    pub fn size(&self) -> u32 {
        debug_assert_ne!(self.terrain, Terrain::Field);
        self.tiles.len()
    }

    /// Returns the tiles the feature is on, as bits indexed by [`TileIndex`]. Meaningless on a
    /// [large](crate::Board::is_large) board.
    #[inline]
    pub fn shown_on(&self) -> u128 {
        debug_assert!(self.terrain != Terrain::Field && !self.tiles.is_counted());
        self.tiles.bits()
    }

    /// Returns the city parts a field borders, as bits indexed by part. Meaningless on a
    /// [large](crate::Board::is_large) board.
    #[inline]
    pub fn borders(&self) -> u128 {
        debug_assert!(self.terrain == Terrain::Field && !self.tiles.is_counted());
        self.tiles.bits()
    }

    /// Returns true if the feature is claimed: there is a figure on it that counts in a majority.
    #[inline]
    pub fn is_occupied(&self) -> bool {
        self.strength != BySeat::splat(0)
    }
}

/// The union–find forest of segments.
#[derive(Debug)]
pub(crate) struct Features {
    nodes: Box<[Feature]>,
    len: u16,
    /// The sets of the features of a large board.
    rows: Option<Box<SetRows>>,
}

impl Features {
    /// Creates a forest with a fixed capacity; it never reallocates. `rows` has a row for each
    /// segment of a large board.
    pub(crate) fn new(capacity: usize, rows: Option<SetRows>) -> Features {
        Features {
            nodes: vec![Feature::new(Terrain::Field, 0, Marks::NONE); capacity].into(),
            len: 0,
            rows: rows.map(Box::new),
        }
    }

    /// Returns true if the sets of features are in rows.
    #[inline]
    pub(crate) fn is_large(&self) -> bool {
        self.rows.is_some()
    }

    /// Sets the tiles, or the city parts of fields, of the segments of a new tile on a large board.
    /// Its first segment is `first`, and its city parts are numbered from `city_base`.
    pub(crate) fn set_members(
        &mut self,
        kind: &TileKind,
        first: u16,
        tile: TileIndex,
        city_base: usize,
    ) {
        let Some(rows) = &mut self.rows else { return };
        for (at, blank) in (usize::from(first)..).zip(kind.blanks()) {
            rows.clear(at);
            if blank.feature.terrain == Terrain::Field {
                let ranks = (0..16).filter(|rank| blank.border_ranks >> rank & 1 == 1);
                ranks.for_each(|rank| rows.insert(at, city_base + rank));
            } else {
                rows.insert(at, tile.index());
            }
            self.nodes[at].tiles = TileBits::counted(rows.len(at));
        }
    }

    /// Iterates over the tiles of a feature of a large board, or the city parts of a field.
    pub(crate) fn members(&self, feature: &Feature) -> impl Iterator<Item = usize> {
        let rows = self.rows.iter();
        rows.flat_map(|rows| rows.members(usize::from(feature.parent)))
    }

    pub(crate) fn len(&self) -> u16 {
        self.len
    }

    /// Adds the segments of a new tile, each as a separate feature. Its city parts are numbered from
    /// `city_base`.
    #[inline]
    pub(crate) fn push_tile(&mut self, blanks: &[Blank], tile: TileIndex, city_base: usize) {
        let tiles = TileBits::of(tile);
        let nodes = &mut self.nodes[usize::from(self.len)..][..blanks.len()];
        for ((node, blank), id) in nodes.iter_mut().zip(blanks).zip(self.len..) {
            *node = blank.feature;
            node.parent = id;
            node.tiles = match blank.feature.terrain {
                Terrain::Field => TileBits::shifted(blank.border_ranks, city_base as u32),
                _ => tiles,
            };
        }
        self.len += blanks.len() as u16;
    }

    /// Adds a segment as a separate feature.
    #[inline]
    pub(crate) fn push(&mut self, feature: Feature) -> SegmentId {
        let id = self.len;
        self.nodes[usize::from(id)] = Feature { parent: id, ..feature };
        self.len += 1;
        SegmentId(id)
    }

    /// Returns the segment that represents the feature of `segment`.
    #[inline]
    pub(crate) fn root(&self, segment: SegmentId) -> SegmentId {
        let mut at = segment.0;
        loop {
            let up = self.nodes[usize::from(at)].parent;
            if up == at {
                return SegmentId(at);
            }
            at = up;
        }
    }

    /// Returns the feature with this root.
    #[inline]
    pub(crate) fn at(&self, root: SegmentId) -> &Feature {
        &self.nodes[root.index()]
    }

    /// Returns a mutable reference to the feature with this root.
    #[inline]
    pub(crate) fn at_mut(&mut self, root: SegmentId) -> &mut Feature {
        &mut self.nodes[root.index()]
    }

    /// Returns the feature that `segment` belongs to.
    #[inline]
    pub(crate) fn of(&self, segment: SegmentId) -> &Feature {
        &self.nodes[self.root(segment).index()]
    }

    /// Returns a mutable reference to the feature that `segment` belongs to.
    #[inline]
    pub(crate) fn of_mut(&mut self, segment: SegmentId) -> &mut Feature {
        &mut self.nodes[self.root(segment).index()]
    }

    /// Joins two segments that meet at `ports` ports.
    #[inline]
    pub(crate) fn join<const IS_LARGE: bool>(&mut self, a: SegmentId, b: SegmentId, ports: u16) {
        let (a, b) = (self.root(a).index(), self.root(b).index());
        if a == b {
            self.nodes[a].open -= 2 * ports;
            return;
        }
        let is_larger = self.nodes[a].parts >= self.nodes[b].parts;
        let (stays, goes) = if is_larger { (a, b) } else { (b, a) };
        let joined = self.nodes[goes];
        self.nodes[goes].parent = stays as u16;
        let whole = &mut self.nodes[stays];
        whole.tiles.add(joined.tiles);
        whole.open = whole.open + joined.open - 2 * ports;
        whole.parts = whole.parts.saturating_add(joined.parts);
        whole.marks += joined.marks;
        if joined.is_occupied() {
            whole.strength.add(&joined.strength);
        }
        if IS_LARGE && let Some(rows) = &mut self.rows {
            rows.unite(stays, goes);
            whole.tiles = TileBits::counted(rows.len(stays));
        }
    }

    /// Closes `ports` ports of a segment that meet a boundary.
    #[inline]
    pub(crate) fn close(&mut self, segment: SegmentId, ports: u16) {
        self.of_mut(segment).open -= ports;
    }

    pub(crate) fn heap(&self) -> usize {
        size_of_val(&*self.nodes) + self.rows.as_ref().map_or(0, |rows| rows.heap())
    }
}

impl Clone for Features {
    fn clone(&self) -> Features {
        Features { nodes: self.nodes.clone(), len: self.len, rows: self.rows.clone() }
    }

    fn clone_from(&mut self, source: &Features) {
        if self.nodes.len() == source.nodes.len() {
            // Elements beyond `len` are never read.
            let len = usize::from(source.len);
            self.nodes[..len].copy_from_slice(&source.nodes[..len]);
            self.len = source.len;
            self.rows.clone_from(&source.rows);
        } else {
            *self = source.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn road(tile: u16, open: u16) -> Feature {
        Feature {
            tiles: TileBits::of(TileIndex(tile)),
            ..Feature::new(Terrain::Road, open, Marks::NONE)
        }
    }

    #[test]
    fn a_tile_shared_by_both_sides_counts_once() {
        // ROAD-3: two stretches on tile 0, joined elsewhere over tiles 1 to 3.
        let mut features = Features::new(8, None);
        let (a, b) = (features.push(road(0, 2)), features.push(road(0, 2)));
        let far: Vec<_> = (1..4).map(|tile| features.push(road(tile, 2))).collect();
        features.join::<false>(a, far[0], 1);
        features.join::<false>(far[0], far[1], 1);
        features.join::<false>(far[1], far[2], 1);
        assert_eq!(features.of(a).tiles.len(), 4);
        features.join::<false>(far[2], b, 1);
        assert_eq!(features.of(b).tiles.len(), 4, "five segments on four tiles");
        assert_eq!(features.of(b).open, 2);
        features.join::<false>(a, b, 1);
        assert!(features.of(a).is_complete(), "a loop is complete (ROAD-2)");
    }

    #[test]
    fn closing_takes_ports_without_joining() {
        let mut features = Features::new(2, None);
        let (a, b) = (features.push(road(0, 1)), features.push(road(1, 1)));
        features.close(a, 1);
        features.close(b, 1);
        assert!(features.of(a).is_complete());
        assert_ne!(features.root(a), features.root(b));
    }

    #[test]
    fn tile_bits_use_both_words() {
        let mut bits = TileBits::of(TileIndex(3));
        bits.add(TileBits::of(TileIndex(100)));
        assert_eq!(bits.len(), 2);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [3, 100]);
    }
}
