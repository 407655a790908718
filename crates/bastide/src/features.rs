//! Features: segments that grew together, in flat arrays.
//!
//! A union–find forest over segments. Unions go by size and paths are never
//! compressed, so that finding needs no `&mut` and stays a handful of steps.
//!
//! Tile counts are not additive: two stretches of one road may lie on one
//! tile and be joined far away from it (ROAD-3, CITY-2). So a feature keeps
//! the *set* of its tiles, as bits, and a union is an `or`.

use crate::seat::BySeat;
use crate::tile::Terrain;

/// The number of a segment on the board: tiles in the order they were laid,
/// segments in slot order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SegmentId(pub(crate) u16);

impl SegmentId {
    /// The number, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// The number of a tile on the board, in the order they were laid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TileIndex(pub(crate) u8);

impl TileIndex {
    /// How many tiles a board can hold. The start counts.
    pub const CAPACITY: usize = 127;

    /// The number, from 0.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of tiles on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TileBits([u64; 2]);

impl TileBits {
    /// The set of one tile.
    #[inline]
    pub(crate) fn of(tile: TileIndex) -> TileBits {
        let mut bits = [0; 2];
        bits[tile.index() >> 6] = 1 << (tile.0 & 63);
        TileBits(bits)
    }

    /// A few low bits, moved up by `by`.
    #[inline]
    pub(crate) fn shifted(low: u16, by: u32) -> TileBits {
        let bits = u128::from(low) << by;
        TileBits([bits as u64, (bits >> 64) as u64])
    }

    /// All of them as the bits of one number.
    #[inline]
    fn bits(self) -> u128 {
        u128::from(self.0[1]) << 64 | u128::from(self.0[0])
    }

    #[inline]
    fn add(&mut self, other: TileBits) {
        self.0[0] |= other.0[0];
        self.0[1] |= other.0[1];
    }

    /// How many tiles there are in it.
    #[inline]
    pub fn len(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Whether there is no tile in it.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == [0; 2]
    }

    /// The tiles in the order they were laid.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = TileIndex> {
        let [mut low, mut high] = self.0;
        core::iter::from_fn(move || {
            let (word, base) = if low != 0 { (&mut low, 0) } else { (&mut high, 64) };
            if *word == 0 {
                return None;
            }
            let bit = word.trailing_zeros() as u8;
            *word &= *word - 1;
            Some(TileIndex(base + bit))
        })
    }
}

/// What is known of a whole feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Feature {
    /// The tiles that show it; overlays (bridges) do not count. For a field,
    /// whose size nobody asks for (FIELD-7), the city parts it borders.
    pub(crate) tiles: TileBits,
    /// Ports that lead to an empty cell; for a monastery or garden, empty
    /// cells around it. A feature is complete at 0.
    pub open: u16,
    /// What it is made of.
    pub terrain: Terrain,
    /// How many segments grew together.
    pub parts: u8,
    /// Shields of a city, wells of a path, markets of a courtyard, bridges
    /// of a road.
    pub marks: u8,
    /// Figures standing on it, by owner.
    pub figures: BySeat<u8>,
    /// The next segment on the way to the root; a root's own number. What
    /// is above holds for the whole feature only at its root.
    parent: u16,
}

impl Feature {
    /// One segment that has met nothing yet and lies on no tile.
    pub(crate) const fn new(terrain: Terrain, open: u16, marks: u8) -> Feature {
        let (tiles, figures) = (TileBits([0; 2]), BySeat::splat(0));
        Feature { tiles, open, terrain, parts: 1, marks, figures, parent: 0 }
    }

    /// Whether nothing is missing any more.
    #[inline]
    pub fn is_complete(&self) -> bool {
        self.open == 0
    }

    /// How many tiles show it, each counted once (ROAD-3, CITY-2).
    #[inline]
    pub fn size(&self) -> u32 {
        debug_assert_ne!(self.terrain, Terrain::Field);
        self.tiles.len()
    }

    /// The tiles that show it, as bits in the order they were laid.
    #[inline]
    pub fn shown_on(&self) -> u128 {
        debug_assert_ne!(self.terrain, Terrain::Field);
        self.tiles.bits()
    }

    /// The numbers of the city parts a field borders, as bits.
    #[inline]
    pub fn borders(&self) -> u128 {
        debug_assert_eq!(self.terrain, Terrain::Field);
        self.tiles.bits()
    }

    /// Whether any figure stands on it.
    #[inline]
    pub fn is_occupied(&self) -> bool {
        self.figures != BySeat::splat(0)
    }
}

/// The forest of segments.
#[derive(Debug)]
pub(crate) struct Features {
    nodes: Box<[Feature]>,
    len: u16,
}

impl Features {
    /// Room for exactly `capacity` segments; none is allocated later.
    pub(crate) fn new(capacity: usize) -> Features {
        Features { nodes: vec![Feature::new(Terrain::Field, 0, 0); capacity].into(), len: 0 }
    }

    pub(crate) fn len(&self) -> u16 {
        self.len
    }

    /// A new segment, a feature of its own.
    #[inline]
    pub(crate) fn push(&mut self, feature: Feature) -> SegmentId {
        let id = self.len;
        self.nodes[usize::from(id)] = Feature { parent: id, ..feature };
        self.len += 1;
        SegmentId(id)
    }

    /// The segment that stands for the whole feature.
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

    /// What is known of a feature, by its root.
    #[inline]
    pub(crate) fn at(&self, root: SegmentId) -> &Feature {
        &self.nodes[root.index()]
    }

    /// The same, to change it.
    #[inline]
    pub(crate) fn at_mut(&mut self, root: SegmentId) -> &mut Feature {
        &mut self.nodes[root.index()]
    }

    /// What is known of the feature this segment belongs to.
    #[inline]
    pub(crate) fn of(&self, segment: SegmentId) -> &Feature {
        &self.nodes[self.root(segment).index()]
    }

    /// The same, to change it.
    #[inline]
    pub(crate) fn of_mut(&mut self, segment: SegmentId) -> &mut Feature {
        &mut self.nodes[self.root(segment).index()]
    }

    /// Two segments have met along `ports` ports and are one feature now.
    #[inline]
    pub(crate) fn join(&mut self, a: SegmentId, b: SegmentId, ports: u16) {
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
        whole.marks = whole.marks.saturating_add(joined.marks);
        if joined.is_occupied() {
            whole.figures.add(&joined.figures);
        }
    }

    /// A segment has met something that bounds it along `ports` ports.
    #[inline]
    pub(crate) fn close(&mut self, segment: SegmentId, ports: u16) {
        self.of_mut(segment).open -= ports;
    }

    pub(crate) fn heap(&self) -> usize {
        size_of_val(&*self.nodes)
    }
}

impl Clone for Features {
    fn clone(&self) -> Features {
        Features { nodes: self.nodes.clone(), len: self.len }
    }

    fn clone_from(&mut self, source: &Features) {
        if self.nodes.len() == source.nodes.len() {
            // What lies beyond `len` is never read.
            let len = usize::from(source.len);
            self.nodes[..len].copy_from_slice(&source.nodes[..len]);
            self.len = source.len;
        } else {
            *self = source.clone();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn road(tile: u8, open: u16) -> Feature {
        Feature { tiles: TileBits::of(TileIndex(tile)), ..Feature::new(Terrain::Road, open, 0) }
    }

    #[test]
    fn a_tile_shared_by_both_sides_counts_once() {
        // ROAD-3: two stretches on tile 0, joined far away over tiles 1 to 3.
        let mut features = Features::new(8);
        let (a, b) = (features.push(road(0, 2)), features.push(road(0, 2)));
        let far: Vec<_> = (1..4).map(|tile| features.push(road(tile, 2))).collect();
        features.join(a, far[0], 1);
        features.join(far[0], far[1], 1);
        features.join(far[1], far[2], 1);
        assert_eq!(features.of(a).tiles.len(), 4);
        features.join(far[2], b, 1);
        assert_eq!(features.of(b).tiles.len(), 4, "five segments on four tiles");
        assert_eq!(features.of(b).open, 2);
        features.join(a, b, 1);
        assert!(features.of(a).is_complete(), "a loop is complete (ROAD-2)");
    }

    #[test]
    fn closing_takes_ports_without_joining() {
        let mut features = Features::new(2);
        let (a, b) = (features.push(road(0, 1)), features.push(road(1, 1)));
        features.close(a, 1);
        features.close(b, 1);
        assert!(features.of(a).is_complete());
        assert_ne!(features.root(a), features.root(b));
    }

    #[test]
    fn tile_bits_reach_over_both_words() {
        let mut bits = TileBits::of(TileIndex(3));
        bits.add(TileBits::of(TileIndex(100)));
        assert_eq!(bits.len(), 2);
        assert_eq!(bits.iter().collect::<Vec<_>>(), [TileIndex(3), TileIndex(100)]);
    }
}
