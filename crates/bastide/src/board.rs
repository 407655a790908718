//! The board: laid tiles, the features they form and the figures on them.
//!
//! Both game families share this type. They differ only in their [`Joints`], the table of how two
//! terrains meet along a side.

use alloc::boxed::Box;
use alloc::sync::Arc;
use arrayvec::ArrayVec;

use crate::capacity::Capacity;
use crate::features::{Feature, Features, SegmentId, TileBits, TileIndex};
use crate::fixed_vec::FixedVec;
use crate::frontier::{Frontier, Opening};
use crate::geometry::{Axis, Cell, Edge, Port, Rotation};
use crate::grid::{Content, Grid, GridIndex};
use crate::joints::{Fits, Joints};
use crate::tile::{Patch, SegmentIndex, SegmentRef, Side, Terrain, TileId, TileKind, TileSet};

mod figures;
mod laying;

pub use figures::{Figure, FigureSpot};

/// A tile on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Laid {
    /// Cell of the tile.
    pub cell: Cell,
    /// Kind of the tile.
    pub kind: TileId,
    /// Rotation of the tile.
    pub rotation: Rotation,
    /// Axis of the bridge on the tile, if any.
    pub bridge: Option<Axis>,
    first: u16,
}

impl Default for Laid {
    fn default() -> Laid {
        Laid {
            cell: Cell::ORIGIN,
            kind: TileId(0),
            rotation: Rotation::NONE,
            bridge: None,
            first: 0,
        }
    }
}

/// The reason a tile does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// The cell already holds a tile.
    CellTaken,
    /// No tile is adjacent along a side.
    NotAdjacent,
    /// The terrain on this side does not match the adjacent tile.
    EdgeClash(Edge),
}

/// An incomplete monastery or garden.
#[derive(Clone, Copy, Debug, Default)]
struct Ring {
    /// [`Cell::key`] of its tile.
    key: u16,
    segment: u16,
}

/// Features completed by a tile: those of its own segments and those next to it.
pub(crate) type Completed = ArrayVec<SegmentId, 32>;

/// Immutable data of a game, shared by all copies.
#[derive(Debug)]
struct Shared {
    tiles: TileSet,
    joints: Joints,
    /// For each kind, the rotations that fit, indexed by the code of the opening.
    fits: Box<[Fits]>,
}

/// The board of a game in progress.
///
/// ```
/// use bastide::{Cell, Game, Land, LandRules, SegmentIndex, Setup, Terrain};
/// let game = Land::new(&Setup::new(LandRules::default(), 2))?;
/// let board = game.board();
/// let start = board.tile_at(Cell::ORIGIN).expect("the start tile");
/// let city = board.feature(board.segment(start, SegmentIndex(0)));
/// assert_eq!((city.terrain, city.size(), city.is_complete()), (Terrain::City, 1, false));
/// assert_eq!(board.frontier().len(), 4); // cells where a tile could go
/// # Ok::<(), bastide::SetupError>(())
/// ```
#[derive(Debug)]
pub struct Board {
    shared: Arc<Shared>,
    grid: Grid,
    laid: FixedVec<Laid>,
    frontier: Frontier,
    features: Features,
    /// Segment of each city part, in the order they were laid. A field stores the parts it borders
    /// as a set of indices into this list.
    cities: FixedVec<u16>,
    rings: FixedVec<Ring>,
    figures: FixedVec<Figure>,
    /// Spots on pieces whose figures still count for the feature of a segment (BARN-6).
    anchors: ArrayVec<(FigureSpot, SegmentRef), 8>,
    /// Features completed by the last tile other than those of its own segments.
    finished: ArrayVec<SegmentId, 20>,
}

impl Board {
    /// Creates an empty board with the capacities in `capacity`.
    pub fn new(tiles: TileSet, joints: Joints, capacity: &Capacity) -> Board {
        let fits = tiles.kinds.iter().map(|kind| joints.fits(kind)).collect();
        let mut grid = Grid::new();
        if capacity.is_large() {
            grid.put_edge();
        }
        Board {
            shared: Arc::new(Shared { tiles, joints, fits }),
            grid,
            laid: FixedVec::with_capacity(capacity.tiles),
            // A tile fills one opening and adds at most three.
            frontier: Frontier::with_capacity(2 * capacity.tiles + 3),
            features: Features::new(capacity.segments, capacity.set_rows()),
            cities: FixedVec::with_capacity(capacity.cities),
            rings: FixedVec::with_capacity(capacity.segments.min(2 * capacity.tiles)),
            figures: FixedVec::with_capacity(capacity.figures),
            anchors: ArrayVec::new(),
            finished: ArrayVec::new(),
        }
    }

    // --- Queries: tiles and figures ------------------------------------------

    /// Returns true if a feature has fewer bits than the board could have tiles or city parts (see
    /// [`Capacity::is_large`]). Such a board ends 31 columns and rows away from the origin.
    #[inline]
    pub fn is_large(&self) -> bool {
        self.features.is_large()
    }

    /// Returns the tile kinds of this game.
    #[inline]
    pub fn tiles(&self) -> &TileSet {
        &self.shared.tiles
    }

    /// Returns the tiles on the board, in the order they were laid.
    #[inline]
    pub fn laid(&self) -> &[Laid] {
        &self.laid
    }

    /// Returns the empty cells adjacent to laid tiles, sorted by row and column.
    #[inline]
    pub fn frontier(&self) -> &[Opening] {
        self.frontier.openings()
    }

    /// Returns the figures on the board, in the order they were placed.
    #[inline]
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// Returns the tile in `cell`.
    #[inline]
    pub fn tile_at(&self, cell: Cell) -> Option<&Laid> {
        self.index_at(cell).map(|tile| &self.laid[tile.index()])
    }

    /// Returns the index of the tile in `cell`.
    #[inline]
    pub fn index_at(&self, cell: Cell) -> Option<TileIndex> {
        match self.grid.at(GridIndex::of(cell)) {
            // Distant cells can share a place in the grid, so compare the cell of the tile.
            Content::Tile(key) if self.laid[key.first().index()].cell == cell => Some(key.first()),
            Content::Tile(key) => self.second_at(cell, key.second()),
            Content::Wall | Content::Empty => None,
        }
    }

    #[cold]
    fn second_at(&self, cell: Cell, tile: TileIndex) -> Option<TileIndex> {
        let is_here = self.laid.get(tile.index()).is_some_and(|laid| laid.cell == cell);
        is_here.then_some(tile)
    }

    /// Returns the figure on `spot`.
    pub fn figure_at(&self, spot: FigureSpot) -> Option<&Figure> {
        self.figures.iter().find(|f| f.spot == spot)
    }

    /// Returns the tile with this index.
    #[inline]
    pub fn tile(&self, tile: TileIndex) -> &Laid {
        &self.laid[tile.index()]
    }

    /// Returns the kind of a laid tile.
    #[inline]
    pub fn kind_of(&self, tile: &Laid) -> &TileKind {
        self.shared.tiles.kind(tile.kind)
    }

    // --- Segments and features -------------------------------------------

    /// Returns the segment in `slot` of a laid tile. A bridge uses the slot after the segments of
    /// the tile.
    #[inline]
    pub fn segment(&self, tile: &Laid, slot: SegmentIndex) -> SegmentId {
        SegmentId(tile.first + u16::from(slot.0))
    }

    /// Returns the slot of a bridge on this tile, whether or not it has one.
    #[inline]
    pub fn bridge_slot(&self, tile: &Laid) -> SegmentIndex {
        SegmentIndex(self.kind_of(tile).segments.len() as u8)
    }

    /// Returns the number of slots of a laid tile, including its bridge.
    #[inline]
    pub fn slots(&self, tile: &Laid) -> u8 {
        self.kind_of(tile).segments.len() as u8 + u8::from(tile.bridge.is_some())
    }

    /// Returns the segment at `site`, if there is one.
    #[inline]
    pub fn segment_at(&self, site: SegmentRef) -> Option<SegmentId> {
        let tile = self.tile_at(site.cell)?;
        (site.slot.0 < self.slots(tile)).then(|| self.segment(tile, site.slot))
    }

    /// Returns the site of a segment.
    pub fn site(&self, segment: SegmentId) -> SegmentRef {
        let after = self.laid.partition_point(|tile| tile.first <= segment.0);
        // Tiles without segments share `first` with the next tile; the last tile that starts at or
        // before the segment owns it.
        let tile = &self.laid[after - 1];
        SegmentRef { cell: tile.cell, slot: SegmentIndex((segment.0 - tile.first) as u8) }
    }

    /// Returns the segment that represents the feature of `segment`.
    #[inline]
    pub fn root(&self, segment: SegmentId) -> SegmentId {
        self.features.root(segment)
    }

    /// Returns the feature that `segment` belongs to.
    #[inline]
    pub fn feature(&self, segment: SegmentId) -> &Feature {
        self.features.of(segment)
    }

    /// Iterates over all segments on the board.
    pub fn segments(&self) -> impl Iterator<Item = SegmentId> {
        (0..self.features.len()).map(SegmentId)
    }

    /// Returns the segment that leaves a laid tile through `port`.
    #[inline]
    pub fn owner(&self, tile: &Laid, port: Port) -> Option<SegmentId> {
        let slot = side(self.kind_of(tile), tile, port.edge()).slots[usize::from(port.third())];
        (slot < self.slots(tile)).then(|| self.segment(tile, SegmentIndex(slot)))
    }

    /// Returns the number of city parts on the board. They are numbered in the order they were
    /// laid.
    #[inline]
    pub fn city_parts(&self) -> usize {
        self.cities.len()
    }

    /// Returns the root of the city that the given city part belongs to.
    #[inline]
    pub fn city_of_part(&self, part: usize) -> SegmentId {
        self.features.root(SegmentId(self.cities[part]))
    }

    /// Calls `found` with the root of each city that a field borders, once per city (FIELD-5).
    #[inline]
    pub fn each_city(&self, field: &Feature, mut found: impl FnMut(SegmentId)) {
        debug_assert_eq!(field.terrain, Terrain::Field);
        if self.is_large() {
            let parts = self.features.members(field).map(|part| self.city_of_part(part));
            let mut cities: ArrayVec<SegmentId, { Capacity::CITIES }> = parts.collect();
            cities.sort_unstable();
            for (at, &city) in cities.iter().enumerate() {
                if at == 0 || cities[at - 1] != city {
                    found(city);
                }
            }
            return;
        }
        let mut cities: ArrayVec<SegmentId, { TileBits::CAPACITY }> = ArrayVec::new();
        for part in field.tiles.iter() {
            let city = self.city_of_part(part);
            if !cities.contains(&city) {
                cities.push(city);
                found(city);
            }
        }
    }

    /// Returns the number of complete cities a field borders (FIELD-6).
    #[inline]
    pub fn complete_cities(&self, field: &Feature) -> u32 {
        let mut count = 0;
        self.each_city(field, |city| count += u32::from(self.features.at(city).is_complete()));
        count
    }

    // --- Laying tiles -----------------------------------------------------

    /// Returns the opening at `cell`.
    ///
    /// # Errors
    /// Returns a [`Misfit`] if the cell is occupied or not adjacent to a tile.
    #[inline]
    pub fn opening(&self, cell: Cell) -> Result<&Opening, Misfit> {
        self.frontier.get(cell).ok_or_else(|| {
            let is_taken = self.index_at(cell).is_some();
            if is_taken { Misfit::CellTaken } else { Misfit::NotAdjacent }
        })
    }

    /// Checks that a tile fits at `cell` with all sides matching.
    ///
    /// # Errors
    /// Returns the reason it does not fit.
    pub fn check_fit(&self, cell: Cell, kind: &TileKind, rotation: Rotation) -> Result<(), Misfit> {
        let opening = self.opening(cell)?;
        match self.shared.joints.clash(kind, rotation, opening.code) {
            None => Ok(()),
            Some(edge) => Err(Misfit::EdgeClash(edge)),
        }
    }

    /// Returns the table of how sides meet.
    pub(crate) fn joints(&self) -> &Joints {
        &self.shared.joints
    }

    /// Returns, for each [`Code`](crate::Code) of an opening, the distinct rotations in which
    /// `kind` fits: a mask with bit `n` set for `n` quarter turns.
    #[inline]
    pub fn fits(&self, kind: TileId) -> &Fits {
        &self.shared.fits[usize::from(kind.0)]
    }

    /// Calls `found` with each fitting placement of `kind`, in order, until it returns `false`.
    /// Returns true if all placements were visited.
    #[inline]
    pub(crate) fn each_fit(
        &self,
        kind: TileId,
        mut found: impl FnMut(Cell, Rotation) -> bool,
    ) -> bool {
        let fits = self.fits(kind);
        let mut visit = |&Opening { cell, code, .. }: &Opening| {
            Rotation::all_in(fits[code.index()], |rotation| found(cell, rotation))
        };
        // Two at a time, because the loop itself takes a third of the instructions of an opening.
        let (pairs, rest) = self.frontier().as_chunks();
        pairs.iter().all(|[first, second]| visit(first) && visit(second)) && rest.iter().all(visit)
    }

    /// Marks a cell as outside the playing area: no tile can be laid there, and features that reach
    /// it are closed on that side.
    pub fn wall_off(&mut self, cell: Cell) {
        self.grid.put_wall(GridIndex::of(cell));
        self.frontier.forget(cell);
    }

    /// Lays a patch and joins its linked segments.
    pub fn lay_patch(&mut self, patch: &Patch) {
        for &(cell, kind, rotation) in &patch.cells {
            self.lay(cell, kind, rotation, None);
        }
        for &(a, b) in &patch.links {
            if let (Some(a), Some(b)) = (self.segment_at(a), self.segment_at(b)) {
                match self.is_large() {
                    true => self.features.join::<true>(a, b, 0),
                    false => self.features.join::<false>(a, b, 0),
                }
            }
        }
    }

    /// Calls `found` with the root of each occupied feature other than a field that was completed by
    /// the last tile, until it returns `false`. Some are visited more than once. Returns true if all
    /// were visited.
    #[inline]
    fn each_completed(&self, mut found: impl FnMut(SegmentId) -> bool) -> bool {
        let Some(tile) = self.laid.last() else { return true };
        let mut visit = |segment| {
            let root = self.features.root(segment);
            let feature = self.features.at(root);
            !(feature.is_complete() && feature.is_occupied()) || found(root)
        };
        self.kind_of(tile).bounded().iter().all(|slot| visit(self.segment(tile, slot)))
            && (tile.bridge.is_none() || visit(self.segment(tile, self.bridge_slot(tile))))
            && self.finished.iter().all(|&segment| visit(segment))
    }

    /// Returns true if the last tile completed an occupied feature other than a field.
    #[inline]
    pub(crate) fn has_completed(&self) -> bool {
        !self.each_completed(|_| false)
    }

    /// Returns the roots of the occupied features other than fields that were completed by the last
    /// tile, without duplicates.
    pub(crate) fn completed(&self) -> Completed {
        let mut out = Completed::new();
        self.each_completed(|root| {
            if !out.contains(&root) {
                out.push(root);
            }
            true
        });
        out
    }

    /// Iterates over the segments the last tile may have completed: its own in slot order, then the
    /// adjacent ones it bounds.
    #[inline]
    pub(crate) fn touched(&self) -> impl Iterator<Item = SegmentId> {
        let slots = self
            .laid
            .last()
            .map_or(0..0, |tile| tile.first..tile.first + u16::from(self.slots(tile)));
        slots.map(SegmentId).chain(self.finished.iter().copied())
    }

    /// Returns the number of heap bytes used, without the data shared by all copies.
    pub(crate) fn heap(&self) -> usize {
        Grid::HEAP
            + self.laid.heap()
            + self.frontier.heap()
            + self.features.heap()
            + self.cities.heap()
            + self.rings.heap()
            + self.figures.heap()
    }
}

/// Returns a side of a laid tile. A bridge replaces the middle ports of its axis.
#[inline]
fn side(kind: &TileKind, tile: &Laid, edge: Edge) -> Side {
    let mut side = kind.side_at(tile.rotation, edge);
    if tile.bridge == Some(edge.axis()) {
        side.slots[1] = kind.segments.len() as u8;
        side.class = Terrain::Road.class().unwrap_or(Side::BLIND);
    }
    side
}

impl Clone for Board {
    fn clone(&self) -> Board {
        Board {
            shared: Arc::clone(&self.shared),
            grid: self.grid.clone(),
            laid: self.laid.clone(),
            frontier: self.frontier.clone(),
            features: self.features.clone(),
            cities: self.cities.clone(),
            rings: self.rings.clone(),
            figures: self.figures.clone(),
            anchors: self.anchors.clone(),
            finished: self.finished.clone(),
        }
    }

    fn clone_from(&mut self, source: &Board) {
        // Destructured, so that adding a field without copying it is a compile error.
        let Board {
            shared,
            grid,
            laid,
            frontier,
            features,
            cities,
            rings,
            figures,
            anchors,
            finished,
        } = source;
        if !Arc::ptr_eq(&self.shared, shared) {
            self.shared = Arc::clone(shared);
        }
        self.grid.clone_from(grid);
        self.laid.clone_from(laid);
        self.frontier.clone_from(frontier);
        self.features.clone_from(features);
        self.cities.clone_from(cities);
        self.rings.clone_from(rings);
        self.figures.clone_from(figures);
        self.anchors.clone_from(anchors);
        self.finished.clone_from(finished);
    }
}
