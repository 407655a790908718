//! The board: laid tiles, the features they form, the figures on them.
//!
//! Both families share it. What differs is a table of [`Joints`]: how two
//! terrains meet along a side.

use std::sync::Arc;

use arrayvec::ArrayVec;

use crate::features::{Feature, Features, SegmentId, TileBits, TileIndex};
use crate::flat::Flat;
use crate::frontier::{Face, Frontier, Opening};
use crate::geometry::{Axis, Cell, Edge, Port, Rotation};
use crate::grid::{Content, Grid, Place};
use crate::joints::{Fits, Joint, Joints};
use crate::room::Room;
use crate::seat::{FigureKind, Seat};
use crate::tile::{Patch, Side, Site, Slot, Terrain, TileId, TileKind, TileSet};

/// A tile on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Laid {
    /// Where it lies.
    pub cell: Cell,
    /// Which kind of tile it is.
    pub kind: TileId,
    /// How it is turned.
    pub rotation: Rotation,
    /// The bridge across it, if there is one.
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

/// Where a figure stands. A spot holds one figure, so it is its address.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Spot {
    /// On a segment of a tile.
    Segment(Site),
    /// On the castle built as the n-th.
    Castle(u8),
    /// In the barn built as the n-th.
    Barn(u8),
    /// On a crown space of the wheel.
    Crown(u8),
}

/// A figure on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Figure {
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub kind: FigureKind,
    /// Where it stands.
    pub spot: Spot,
}

impl Default for Figure {
    fn default() -> Figure {
        Figure { seat: Seat::FIRST, kind: FigureKind::Meeple, spot: Spot::Crown(0) }
    }
}

/// Why a tile does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// A tile lies there already.
    CellTaken,
    /// No tile lies along any side.
    NotAdjacent,
    /// What is on this side may not meet what lies there.
    EdgeClash(Edge),
}

/// A monastery or garden that still lacks neighbours.
#[derive(Clone, Copy, Debug, Default)]
struct Ring {
    cell: Cell,
    segment: u16,
}

/// Features that a tile completed: its own segments and what lies beside it.
pub(crate) type Completed = ArrayVec<SegmentId, 32>;

/// The facts of a game that never change.
#[derive(Debug)]
struct Shared {
    tiles: TileSet,
    joints: Joints,
    /// Where each kind fits, by the code of the opening.
    fits: Box<[Fits]>,
}

/// The board of a game in play.
#[derive(Debug)]
pub struct Board {
    shared: Arc<Shared>,
    grid: Grid,
    laid: Flat<Laid>,
    frontier: Frontier,
    features: Features,
    /// The segment of each city part, in the order they were laid: a field
    /// keeps the parts it borders as a set of these numbers.
    cities: Flat<u16>,
    rings: Flat<Ring>,
    figures: Flat<Figure>,
    /// The field segment each barn stands on: a figure in a barn still
    /// counts for it (BARN-6).
    barns: ArrayVec<Site, 8>,
    /// What the last tile completed beyond its own segments.
    finished: ArrayVec<SegmentId, 20>,
}

impl Board {
    /// An empty board.
    pub fn new(tiles: TileSet, joints: Joints, room: &Room) -> Board {
        let fits = tiles.kinds.iter().map(|kind| joints.fits(kind)).collect();
        Board {
            shared: Arc::new(Shared { tiles, joints, fits }),
            grid: Grid::new(),
            laid: Flat::with_capacity(room.tiles),
            // A tile takes one opening away and adds three at most.
            frontier: Frontier::with_capacity(2 * room.tiles + 3),
            features: Features::new(room.segments),
            cities: Flat::with_capacity(room.cities),
            rings: Flat::with_capacity(room.segments.min(2 * room.tiles)),
            figures: Flat::with_capacity(room.figures),
            barns: ArrayVec::new(),
            finished: ArrayVec::new(),
        }
    }

    // --- What lies where -------------------------------------------------

    /// The kinds of tile this game is played with.
    #[inline]
    pub fn tiles(&self) -> &TileSet {
        &self.shared.tiles
    }

    /// The tiles on the board, in the order they were laid.
    #[inline]
    pub fn laid(&self) -> &[Laid] {
        &self.laid
    }

    /// The empty cells beside laid tiles, by row and column.
    #[inline]
    pub fn frontier(&self) -> &[Opening] {
        self.frontier.openings()
    }

    /// The figures on the board, in the order they were placed.
    #[inline]
    pub fn figures(&self) -> &[Figure] {
        &self.figures
    }

    /// The tile in a cell.
    pub fn tile_at(&self, cell: Cell) -> Option<&Laid> {
        self.index_at(cell).map(|tile| &self.laid[tile.index()])
    }

    /// The number of the tile in a cell.
    #[inline]
    pub fn index_at(&self, cell: Cell) -> Option<TileIndex> {
        match self.grid.at(Place::of(cell)) {
            // Far away cells share a place; only one of them is the tile's.
            Content::Tile(tile) if self.laid[tile.index()].cell == cell => Some(tile),
            Content::Tile(_) | Content::Wall | Content::Empty => None,
        }
    }

    /// The figure on a spot.
    pub fn figure_at(&self, spot: Spot) -> Option<&Figure> {
        self.figures.iter().find(|f| f.spot == spot)
    }

    /// The tile with this number.
    #[inline]
    pub fn tile(&self, tile: TileIndex) -> &Laid {
        &self.laid[tile.index()]
    }

    /// The kind of a laid tile.
    #[inline]
    pub fn kind_of(&self, tile: &Laid) -> &TileKind {
        self.shared.tiles.kind(tile.kind)
    }

    // --- Segments and features -------------------------------------------

    /// The segment in a slot of a laid tile. A bridge is in the slot after
    /// the tile's own segments.
    #[inline]
    pub fn segment(&self, tile: &Laid, slot: Slot) -> SegmentId {
        SegmentId(tile.first + u16::from(slot.0))
    }

    /// The slot of a tile's bridge, whether or not it has one.
    #[inline]
    pub fn bridge_slot(&self, tile: &Laid) -> Slot {
        Slot(self.kind_of(tile).segments.len() as u8)
    }

    /// How many slots a laid tile has, its bridge counted.
    #[inline]
    pub fn slots(&self, tile: &Laid) -> u8 {
        self.kind_of(tile).segments.len() as u8 + u8::from(tile.bridge.is_some())
    }

    /// The segment at a site, if there is one.
    #[inline]
    pub fn segment_at(&self, site: Site) -> Option<SegmentId> {
        let tile = self.tile_at(site.cell)?;
        (site.slot.0 < self.slots(tile)).then(|| self.segment(tile, site.slot))
    }

    /// Where a segment lies.
    pub fn site(&self, segment: SegmentId) -> Site {
        let after = self.laid.partition_point(|tile| tile.first <= segment.0);
        // Tiles without segments share `first` with the next; the last one
        // that starts at or before the segment is its own.
        let tile = &self.laid[after - 1];
        Site { cell: tile.cell, slot: Slot((segment.0 - tile.first) as u8) }
    }

    /// The segment that stands for the whole feature.
    #[inline]
    pub fn root(&self, segment: SegmentId) -> SegmentId {
        self.features.root(segment)
    }

    /// The feature a segment belongs to.
    #[inline]
    pub fn feature(&self, segment: SegmentId) -> &Feature {
        self.features.of(segment)
    }

    /// All segments on the board.
    pub fn segments(&self) -> impl Iterator<Item = SegmentId> {
        (0..self.features.len()).map(SegmentId)
    }

    /// The segment that leaves a laid tile through a port.
    #[inline]
    pub fn owner(&self, tile: &Laid, port: Port) -> Option<SegmentId> {
        let slot = side(self.kind_of(tile), tile, port.edge()).slots[usize::from(port.third())];
        (slot < self.slots(tile)).then(|| self.segment(tile, Slot(slot)))
    }

    /// How many city parts there are on the board. They are numbered in the
    /// order they were laid.
    #[inline]
    pub fn city_parts(&self) -> usize {
        self.cities.len()
    }

    /// The city that the n-th city part belongs to, by its root.
    #[inline]
    pub fn city_of_part(&self, part: usize) -> SegmentId {
        self.features.root(SegmentId(self.cities[part]))
    }

    /// The cities a field borders, each once, by their roots (FIELD-5).
    #[inline]
    pub fn cities(&self, field: &Feature) -> ArrayVec<SegmentId, 128> {
        debug_assert_eq!(field.terrain, Terrain::Field);
        let mut cities = ArrayVec::new();
        for part in field.tiles.iter() {
            let city = self.features.root(SegmentId(self.cities[part.index()]));
            if !cities.contains(&city) {
                cities.push(city);
            }
        }
        cities
    }

    /// How many complete cities a field borders (FIELD-6).
    #[inline]
    pub fn complete_cities(&self, field: &Feature) -> u32 {
        let is_complete = |city: &&SegmentId| self.features.at(**city).is_complete();
        self.cities(field).iter().filter(is_complete).count() as u32
    }

    // --- Laying tiles -----------------------------------------------------

    /// The opening at a cell.
    ///
    /// # Errors
    /// If it is not empty or not beside a tile.
    #[inline]
    pub fn opening(&self, cell: Cell) -> Result<&Opening, Misfit> {
        self.frontier.get(cell).ok_or_else(|| {
            let is_taken = self.index_at(cell).is_some();
            if is_taken { Misfit::CellTaken } else { Misfit::NotAdjacent }
        })
    }

    /// Whether a tile fits, all sides matched as usual.
    ///
    /// # Errors
    /// Says why it does not.
    pub fn check_fit(&self, cell: Cell, kind: &TileKind, rotation: Rotation) -> Result<(), Misfit> {
        let opening = self.opening(cell)?;
        match self.shared.joints.clash(kind, rotation, opening.code) {
            None => Ok(()),
            Some(edge) => Err(Misfit::EdgeClash(edge)),
        }
    }

    /// How sides meet here.
    pub(crate) fn joints(&self) -> &Joints {
        &self.shared.joints
    }

    /// The distinct turns in which a tile fits an opening, as a mask with
    /// bit `n` for `n` quarter turns.
    #[inline]
    pub fn fits(&self, kind: TileId) -> &Fits {
        &self.shared.fits[usize::from(kind.0)]
    }

    /// Calls `found` with each place where a tile fits, in order, until it
    /// returns `false`. Whether all were seen.
    #[inline]
    pub(crate) fn each_fit(
        &self,
        kind: TileId,
        mut found: impl FnMut(Cell, Rotation) -> bool,
    ) -> bool {
        let fits = self.fits(kind);
        for opening in self.frontier() {
            let mut turns = fits[opening.code.index()];
            while turns != 0 {
                let rotation = Rotation::new(turns.trailing_zeros() as u8);
                turns &= turns - 1;
                if !found(opening.cell, rotation) {
                    return false;
                }
            }
        }
        true
    }

    /// Marks a cell as outside: nothing is laid there, and it closes
    /// whatever lies against it.
    pub fn wall_off(&mut self, cell: Cell) {
        self.grid.put_wall(Place::of(cell));
        self.frontier.forget(cell);
    }

    /// Lays out a patch.
    pub fn lay_patch(&mut self, patch: &Patch) {
        for &(cell, kind, rotation) in &patch.cells {
            self.lay(cell, kind, rotation, None);
        }
        for &(a, b) in &patch.links {
            if let (Some(a), Some(b)) = (self.segment_at(a), self.segment_at(b)) {
                self.features.join(a, b, 0);
            }
        }
    }

    /// Lays a tile that fits, and joins what meets.
    ///
    /// # Panics
    /// If the board has no room left.
    pub fn lay(
        &mut self,
        cell: Cell,
        kind_id: TileId,
        rotation: Rotation,
        bridge: Option<Axis>,
    ) -> TileIndex {
        let index = TileIndex(self.laid.len() as u8);
        let tile = Laid { cell, kind: kind_id, rotation, bridge, first: self.features.len() };
        self.finished.clear();
        self.push_segments(index, &tile);
        self.laid.push(tile);

        let Board { shared, grid, laid, frontier, features, finished, .. } = self;
        let Shared { tiles, joints, .. } = &**shared;
        let kind = tiles.kind(kind_id);
        let place = Place::of(cell);
        grid.put(place, index);
        let mut faces = [None; 4];
        for edge in Edge::ALL {
            let side = side(kind, &tile, edge);
            match grid.at(place.step(edge)) {
                Content::Empty => {
                    let is_overlay = bridge == Some(edge.axis());
                    faces[edge as usize] = Some(Face { class: side.class, is_overlay });
                }
                Content::Wall => close(features, tile.first, side, |_| ()),
                Content::Tile(neighbour) => {
                    let other = &laid[neighbour.index()];
                    let facing = self::side(tiles.kind(other.kind), other, edge.opposite());
                    match joints.of(side, facing) {
                        Joint::Join => join(features, (tile.first, side), (other.first, facing)),
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
            }
        }
        frontier.lay(cell, faces);
        self.close_rings(cell);
        index
    }

    /// The new tile's segments, each a feature of its own so far.
    #[inline]
    fn push_segments(&mut self, index: TileIndex, tile: &Laid) {
        let Board { shared, grid, features, cities, rings, .. } = self;
        let kind = shared.tiles.kind(tile.kind);
        let city_base = cities.len() as u32;
        for blank in kind.blanks() {
            let mut feature = blank.feature;
            feature.tiles = TileBits::of(index);
            match feature.terrain {
                Terrain::Field => {
                    feature.tiles = TileBits::shifted(blank.border_ranks, city_base);
                }
                Terrain::City => cities.push(features.len()),
                Terrain::Monastery | Terrain::Garden => {
                    feature.open = empty_around(grid, tile.cell);
                    if feature.open > 0 {
                        rings.push(Ring { cell: tile.cell, segment: features.len() });
                    }
                }
                Terrain::Road
                | Terrain::River
                | Terrain::Path
                | Terrain::Tower
                | Terrain::House
                | Terrain::Courtyard => {}
            }
            features.push(feature);
        }
        if let Some(axis) = tile.bridge {
            for edge in axis.edges() {
                if let Some(slot) = kind.owner(tile.rotation, Port::middle(edge)) {
                    features.close(SegmentId(tile.first + u16::from(slot.0)), 1);
                }
            }
            features.push(Feature::new(Terrain::Road, 2, 1));
        }
    }

    /// Monasteries and gardens beside `cell` have one empty neighbour less.
    #[inline]
    fn close_rings(&mut self, cell: Cell) {
        let mut at = 0;
        while let Some(&ring) = self.rings.get(at) {
            at += 1;
            if ring.cell.is_beside(cell) {
                let segment = SegmentId(ring.segment);
                let feature = self.features.of_mut(segment);
                feature.open -= 1;
                if feature.open == 0 {
                    at -= 1;
                    self.rings.remove(at);
                    if !self.finished.contains(&segment) {
                        self.finished.push(segment);
                    }
                }
            }
        }
    }

    /// The features the last tile completed, each once, by their roots; only
    /// those that hold figures and whose terrain is `wanted`.
    #[inline]
    pub(crate) fn completed(&self, wanted: impl Fn(Terrain) -> bool) -> Completed {
        let mut out = Completed::new();
        let Some(tile) = self.laid.last() else { return out };
        let mut note = |segment| {
            let root = self.features.root(segment);
            let feature = self.features.at(root);
            if feature.is_complete() && feature.is_occupied() && !out.contains(&root) {
                out.push(root);
            }
        };
        for (slot, segment) in self.kind_of(tile).slots() {
            if wanted(segment.terrain) {
                note(self.segment(tile, slot));
            }
        }
        if tile.bridge.is_some() {
            note(self.segment(tile, self.bridge_slot(tile)));
        }
        self.finished.iter().for_each(|&segment| note(segment));
        out
    }

    /// The segments the last tile may have completed: its own in slot order,
    /// then those beside it that it bounds.
    #[inline]
    pub(crate) fn touched(&self) -> impl Iterator<Item = SegmentId> {
        let slots = self
            .laid
            .last()
            .map_or(0..0, |tile| tile.first..tile.first + u16::from(self.slots(tile)));
        slots.map(SegmentId).chain(self.finished.iter().copied())
    }

    // --- Figures ------------------------------------------------------------

    /// Puts a figure on a spot; where that is part of a feature, it counts.
    #[inline]
    pub(crate) fn put_figure(&mut self, figure: Figure) {
        if let Some(root) = self.root_of(&figure) {
            self.features.at_mut(root).figures[figure.seat] += 1;
        }
        self.figures.push(figure);
    }

    /// Moves the `at`-th figure to another spot; what stood first stays first.
    pub(crate) fn move_figure(&mut self, at: usize, to: Spot) {
        let mut figure = self.figures[at];
        if let Some(root) = self.root_of(&figure) {
            self.features.at_mut(root).figures[figure.seat] -= 1;
        }
        figure.spot = to;
        if let Some(root) = self.root_of(&figure) {
            self.features.at_mut(root).figures[figure.seat] += 1;
        }
        self.figures[at] = figure;
    }

    /// Takes the `at`-th figure off the board.
    #[inline]
    pub(crate) fn take_figure(&mut self, at: usize) -> Figure {
        let figure = self.figures.remove(at);
        if let Some(root) = self.root_of(&figure) {
            self.features.at_mut(root).figures[figure.seat] -= 1;
        }
        figure
    }

    /// The feature a figure stands on, by its root.
    #[inline]
    pub fn root_of(&self, figure: &Figure) -> Option<SegmentId> {
        let site = match figure.spot {
            Spot::Segment(site) => site,
            Spot::Barn(n) => *self.barns.get(usize::from(n))?,
            Spot::Castle(_) | Spot::Crown(_) => return None,
        };
        self.segment_at(site).map(|segment| self.features.root(segment))
    }

    /// A new barn on a field; its number.
    pub(crate) fn add_barn(&mut self, field: Site) -> u8 {
        self.barns.push(field);
        self.barns.len() as u8 - 1
    }

    /// Bytes held on the heap; what all copies share is not counted.
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

/// How many of the eight cells around one are empty. Not inlined: the eight
/// places would be worked out for every tile, and few need them.
#[inline(never)]
fn empty_around(grid: &Grid, cell: Cell) -> u16 {
    let is_empty = |c: &&Cell| grid.at(Place::of(**c)) == Content::Empty;
    cell.ring().iter().filter(is_empty).count() as u16
}

/// A side of a laid tile. An overlay takes the middle ports of its axis.
#[inline]
fn side(kind: &TileKind, tile: &Laid, edge: Edge) -> Side {
    let mut side = kind.side_at(tile.rotation, edge);
    if tile.bridge == Some(edge.axis()) {
        side.slots[1] = kind.segments.len() as u8;
        side.class = Terrain::Road.class().unwrap_or(Side::BLIND);
    }
    side
}

/// Two sides of one class meet: a whole side once, a line with its flanks
/// port by port. Going round clockwise, the first port meets the last.
#[inline]
fn join(features: &mut Features, (first, side): (u16, Side), (other, facing): (u16, Side)) {
    let mut touch = |third: usize, ports: u16| {
        let a = SegmentId(first + u16::from(side.slots[third]));
        let b = SegmentId(other + u16::from(facing.slots[2 - third]));
        features.join(a, b, ports);
    };
    if side.is_whole() && facing.is_whole() {
        touch(1, 3);
    } else {
        (0..3).for_each(|third| touch(third, 1));
    }
}

/// A side meets something that bounds it.
fn close(features: &mut Features, first: u16, side: Side, mut closed: impl FnMut(SegmentId)) {
    if side.class != Side::BLIND {
        for slot in side.slots {
            let segment = SegmentId(first + u16::from(slot));
            features.close(segment, 1);
            closed(segment);
        }
    }
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
            barns: self.barns.clone(),
            finished: self.finished.clone(),
        }
    }

    fn clone_from(&mut self, source: &Board) {
        // Destructured, so that a new field cannot be forgotten here.
        let Board {
            shared,
            grid,
            laid,
            frontier,
            features,
            cities,
            rings,
            figures,
            barns,
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
        self.barns.clone_from(barns);
        self.finished.clone_from(finished);
    }
}
