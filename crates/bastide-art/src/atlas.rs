//! Plans, hit areas and anchors, computed once per tile kind.

use std::sync::OnceLock;

use bastide::{
    Axis, Board, Cell, Laid, Rotation, SegmentId, SegmentIndex, SegmentRef, Terrain, TileId,
    TileSet,
};

use crate::geom::{Curve, Point, TILE, inward, middle, pt};
use crate::plan::Plan;
use crate::region::{self, Shape};
use crate::spots::{self, Anchor};

/// Number of drawing variants of a tile kind.
pub(crate) const VARIANTS: usize = 4;

/// Geometry of a tile set. Each part is computed on first use and cached.
///
/// ```
/// use bastide::{Rotation, sets};
/// use bastide_art::Atlas;
/// let atlas = Atlas::new(sets::base());
/// let cap = sets::base().find("E").expect("the base set has a cap");
/// let hits = atlas.hit_areas(cap, Rotation::NONE);
/// assert_eq!(hits.len(), 2, "a city and a field");
/// let knight = atlas.anchors(cap, Rotation::NONE)[0].at;
/// assert!(hits[0].holds(knight) && !hits[1].holds(knight));
/// ```
#[derive(Debug)]
pub struct Atlas<'a> {
    tiles: &'a TileSet,
    plans: Vec<OnceLock<Box<Plan>>>,
    hits: Vec<OnceLock<Vec<Shape>>>,
    grounds: Vec<OnceLock<Vec<(SegmentIndex, Shape)>>>,
    anchors: Vec<OnceLock<Vec<Anchor>>>,
}

/// Returns the north-west corner of a cell in board space.
pub fn origin(cell: Cell) -> Point {
    pt(f64::from(cell.x) * TILE, f64::from(cell.y) * TILE)
}

impl<'a> Atlas<'a> {
    /// Creates an atlas of a tile set.
    pub fn new(tiles: &'a TileSet) -> Atlas<'a> {
        let number = tiles.kinds.len() * VARIANTS * Rotation::ALL.len();
        let plans = (0..number).map(|_| OnceLock::new()).collect();
        let hits = (0..tiles.kinds.len() * VARIANTS).map(|_| OnceLock::new()).collect();
        let grounds = (0..tiles.kinds.len() * VARIANTS).map(|_| OnceLock::new()).collect();
        let anchors = (0..tiles.kinds.len() * 4).map(|_| OnceLock::new()).collect();
        Atlas { tiles, plans, hits, grounds, anchors }
    }

    /// Returns the tile set.
    pub fn tiles(&self) -> &'a TileSet {
        self.tiles
    }

    /// Returns the plan of a tile kind in a rotation.
    pub fn plan(&self, kind: TileId, rotation: Rotation, variant: usize) -> &Plan {
        let variant = variant % VARIANTS;
        let turns = usize::from(rotation.quarter_turns());
        let index = (usize::from(kind.0) * VARIANTS + variant) * 4 + turns;
        self.plans[index].get_or_init(|| {
            let plan = if rotation == Rotation::NONE {
                Plan::new(self.tiles.kind(kind), variant as u8)
            } else {
                self.plan(kind, Rotation::NONE, variant).turned(rotation)
            };
            Box::new(plan)
        })
    }

    /// Returns the unrotated hit areas of a tile kind.
    fn hits(&self, kind: TileId, variant: usize) -> &[Shape] {
        let variant = variant % VARIANTS;
        self.hits[usize::from(kind.0) * VARIANTS + variant].get_or_init(|| {
            let plan = self.plan(kind, Rotation::NONE, variant);
            region::hits(self.tiles.kind(kind), plan)
        })
    }

    /// Returns the area of a field on the board, including the marks standing on it: a monastery
    /// has its own hit area, but is drawn within its field.
    fn ground(&self, laid: &Laid, slot: SegmentIndex) -> Shape {
        let variant = crate::map::seed(laid.cell) as usize % VARIANTS;
        let grounds =
            self.grounds[usize::from(laid.kind.0) * VARIANTS + variant].get_or_init(|| {
                let plan = self.plan(laid.kind, Rotation::NONE, variant);
                region::grounds(self.tiles.kind(laid.kind), plan)
            });
        let own = grounds.iter().find(|(owner, _)| *owner == slot);
        own.map_or(Shape::default(), |(_, shape)| shape.moved(laid.rotation, origin(laid.cell)))
    }

    /// Returns the anchors of a tile kind in a rotation. All variants share them.
    fn turned_anchors(&self, kind: TileId, rotation: Rotation) -> &[Anchor] {
        let turns = usize::from(rotation.quarter_turns());
        self.anchors[usize::from(kind.0) * 4 + turns].get_or_init(|| {
            let plan = self.plan(kind, Rotation::NONE, 0);
            spots::anchors(self.tiles.kind(kind), plan, self.hits(kind, 0), rotation, None)
        })
    }

    /// Returns the hit area of each segment of a tile kind, by slot, in a rotation. The areas cover
    /// the tile and do not overlap.
    pub fn hit_areas(&self, kind: TileId, rotation: Rotation) -> Vec<Shape> {
        let hits = self.hits(kind, 0);
        hits.iter().map(|hit| hit.moved(rotation, pt(0.0, 0.0))).collect()
    }

    /// Returns the anchor of each segment of a tile kind, by slot, in a rotation. A figure drawn at
    /// its anchor's scale touches no wall, no other figure on the tile and no side of the tile.
    pub fn anchors(&self, kind: TileId, rotation: Rotation) -> Vec<Anchor> {
        self.turned_anchors(kind, rotation).to_vec()
    }

    /// Returns the anchors of a tile with a bridge. The bridge has the slot after the tile's own
    /// slots.
    pub fn bridged_anchors(&self, kind: TileId, rotation: Rotation, over: Axis) -> Vec<Anchor> {
        let plan = self.plan(kind, Rotation::NONE, 0);
        spots::anchors(self.tiles.kind(kind), plan, self.hits(kind, 0), rotation, Some(over))
    }

    /// Returns the anchor of a segment of the board, in board space.
    pub fn anchor(&self, board: &Board, site: SegmentRef) -> Option<Anchor> {
        let laid = board.tile_at(site.cell)?;
        let slot = usize::from(site.slot.0);
        let anchor = match laid.bridge {
            Some(axis) => *self.bridged_anchors(laid.kind, laid.rotation, axis).get(slot)?,
            None => *self.turned_anchors(laid.kind, laid.rotation).get(slot)?,
        };
        Some(Anchor { at: anchor.at.plus(origin(site.cell)), ..anchor })
    }

    /// Returns the area of one segment of the board as it is drawn, in board space. A bridge has
    /// the slot after the tile's own slots.
    ///
    /// # Panics
    /// Panics if the tile has no such slot.
    pub fn part(&self, board: &Board, laid: &Laid, slot: SegmentIndex) -> Shape {
        let by = origin(laid.cell);
        if let (Some(axis), true) = (laid.bridge, slot == board.bridge_slot(laid)) {
            return Shape::stroke(&bridge(axis), 7.0).moved(Rotation::NONE, by);
        }
        let hits = self.hits(laid.kind, crate::map::seed(laid.cell) as usize);
        hits[usize::from(slot.0)].moved(laid.rotation, by)
    }

    /// Returns the outline of the whole feature a segment belongs to, in board space.
    pub fn feature(&self, board: &Board, segment: SegmentId) -> Shape {
        let root = board.root(segment);
        let mut parts = Vec::new();
        for laid in board.laid() {
            for slot in (0..board.slots(laid)).map(SegmentIndex) {
                if board.root(board.segment(laid, slot)) == root {
                    parts.push(self.part(board, laid, slot));
                }
            }
        }
        Shape::union(&parts)
    }

    /// Returns the outlines of all features of a terrain, each with one of its segments.
    pub fn features(&self, board: &Board, terrain: Terrain) -> Vec<(SegmentId, Shape)> {
        outlines(board, terrain, |laid, slot| self.part(board, laid, slot))
    }

    /// Returns the outlines of all fields, including the marks standing on them, each with one of
    /// its segments.
    pub(crate) fn fields(&self, board: &Board) -> Vec<(SegmentId, Shape)> {
        outlines(board, Terrain::Field, |laid, slot| self.ground(laid, slot))
    }
}

/// Returns the outlines of all features of a terrain, as the union of the areas given by `part`.
fn outlines(
    board: &Board,
    terrain: Terrain,
    part: impl Fn(&Laid, SegmentIndex) -> Shape,
) -> Vec<(SegmentId, Shape)> {
    let mut groups: Vec<(SegmentId, Vec<Shape>)> = Vec::new();
    for laid in board.laid() {
        for slot in (0..board.slots(laid)).map(SegmentIndex) {
            let segment = board.segment(laid, slot);
            if board.feature(segment).terrain != terrain {
                continue;
            }
            let root = board.root(segment);
            let part = part(laid, slot);
            match groups.iter_mut().find(|(known, _)| *known == root) {
                Some((_, parts)) => parts.push(part),
                None => groups.push((root, vec![part])),
            }
        }
    }
    groups.into_iter().map(|(root, parts)| (root, Shape::union(&parts))).collect()
}

/// Returns the centre line of a bridge across a whole tile.
pub(crate) fn bridge(axis: Axis) -> Curve {
    let [a, b] = axis.edges();
    let (from, to) = (middle(a), middle(b));
    Curve::from(from).line(from.toward(inward(a), 50.0)).line(to)
}
