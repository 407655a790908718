//! Areas of the segments of a tile as polygons: hit areas for a pointer, and the parts of the
//! outlines of features.

use bastide::{Edge, PortSet, Rotation, SegmentIndex, Terrain, TileKind, TileUse};
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::single::SingleFloatOverlay;

use crate::geom::{Curve, Point, TILE, coordinates, distance_to, holds, inward, middle, pt};
use crate::plan::{Line, Plan, Sign, is_ground};

type Ring = Vec<[f64; 2]>;
type Rings = Vec<Vec<Ring>>;

/// An area bounded by rings, including holes; may have several parts.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Shape {
    rings: Vec<Vec<Point>>,
}

impl Shape {
    fn of(parts: Rings) -> Shape {
        // Snaps to a fine grid, so that points on the side of a tile stay there and join those of
        // the neighbouring tile.
        let snap = |n: f64| (n * 256.0).round() / 256.0;
        let ring = |ring: Ring| ring.into_iter().map(|[x, y]| pt(snap(x), snap(y))).collect();
        Shape { rings: parts.into_iter().flatten().map(ring).collect() }
    }

    fn resource(&self) -> Vec<Ring> {
        self.rings.iter().map(|ring| ring.iter().map(|p| [p.x, p.y]).collect()).collect()
    }

    /// Creates a shape from a single ring of points. All outer rings have the same orientation, so
    /// that overlapping shapes do not cancel out.
    pub(crate) fn ring(mut points: Vec<Point>) -> Shape {
        if turn(&points) < 0.0 {
            points.reverse();
        }
        Shape { rings: vec![points] }
    }

    /// Creates a disc.
    pub(crate) fn disc(at: Point, radius: f64) -> Shape {
        let angle = |n: i32| f64::from(n) * std::f64::consts::TAU / 24.0;
        let point = |n| at.plus(pt(angle(n).cos() * radius, angle(n).sin() * radius));
        Shape::ring((0..24).map(point).collect())
    }

    /// Creates the area within `half` of a curve, with square ends.
    pub(crate) fn stroke(curve: &Curve, half: f64) -> Shape {
        let flat = curve.flatten();
        let normal = |n: usize| {
            let (a, b) = (flat[n.saturating_sub(1)], flat[(n + 1).min(flat.len() - 1)]);
            b.minus(a).unit().right()
        };
        let side = |by: f64| -> Vec<Point> {
            (0..flat.len()).map(|n| flat[n].toward(normal(n), by)).collect()
        };
        let mut ring = side(half);
        ring.extend(side(-half).into_iter().rev());
        Shape::ring(ring)
    }

    /// Returns the rings that bound it, including holes.
    pub fn rings(&self) -> &[Vec<Point>] {
        &self.rings
    }

    /// Returns true if it has no area.
    pub fn is_empty(&self) -> bool {
        self.rings.is_empty()
    }

    /// Returns true if it contains a point.
    pub fn holds(&self, p: Point) -> bool {
        self.rings.iter().filter(|ring| holds(ring, p)).count() % 2 == 1
    }

    /// Returns the distance from a point to its border.
    pub(crate) fn edge_distance(&self, p: Point) -> f64 {
        let ring = |ring: &Vec<Point>| match (ring.first(), ring.last()) {
            (Some(&first), Some(&last)) => distance_to(ring, p).min(distance_to(&[last, first], p)),
            _ => f64::INFINITY,
        };
        self.rings.iter().map(ring).fold(f64::INFINITY, f64::min)
    }

    /// Returns its area.
    pub fn size(&self) -> f64 {
        self.rings.iter().map(|ring| turn(ring)).sum::<f64>().abs()
    }

    /// Returns the shape after its tile is rotated and translated by `by`.
    #[must_use]
    pub fn moved(&self, rotation: Rotation, by: Point) -> Shape {
        let ring = |ring: &Vec<Point>| ring.iter().map(|p| p.turned(rotation).plus(by)).collect();
        Shape { rings: self.rings.iter().map(ring).collect() }
    }

    /// Returns the union of several shapes.
    pub fn union(shapes: &[Shape]) -> Shape {
        let all: Vec<Vec<Ring>> = shapes.iter().map(Shape::resource).collect();
        let none: Vec<Vec<Ring>> = Vec::new();
        Shape::of(all.overlay(&none, OverlayRule::Subject, FillRule::NonZero))
    }

    /// Returns the difference of two shapes.
    #[must_use]
    pub fn minus(&self, other: &Shape) -> Shape {
        if other.is_empty() {
            return self.clone();
        }
        let result =
            self.resource().overlay(&other.resource(), OverlayRule::Difference, FillRule::NonZero);
        Shape::of(result)
    }

    /// Returns the intersection of two shapes.
    #[must_use]
    pub fn and(&self, other: &Shape) -> Shape {
        let result =
            self.resource().overlay(&other.resource(), OverlayRule::Intersect, FillRule::NonZero);
        Shape::of(result)
    }

    /// Returns it as path data.
    pub fn path(&self) -> String {
        let mut out = String::new();
        for ring in &self.rings {
            for (n, &p) in ring.iter().enumerate() {
                out.push(if n == 0 { 'M' } else { 'L' });
                coordinates(&mut out, p);
            }
            out.push('Z');
        }
        out
    }
}

/// Returns the signed area of a ring, negative for the opposite orientation.
fn turn(ring: &[Point]) -> f64 {
    let next = ring.iter().cycle().skip(1);
    ring.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>() / 2.0
}

/// Returns the area of a whole tile.
fn square() -> Shape {
    Shape::ring(vec![pt(0.0, 0.0), pt(100.0, 0.0), pt(100.0, 100.0), pt(0.0, 100.0)])
}

/// Half the width of a line's hit area. Wider than the line is drawn, for touch input.
pub(crate) const REACH: f64 = 7.0;

/// Returns the areas left by lines, walls and water, by the field or courtyard they belong to.
pub(crate) fn grounds(kind: &TileKind, plan: &Plan) -> Vec<(SegmentIndex, Shape)> {
    let rest = square().minus(&Shape::union(&solid(kind, plan)));
    assign(kind, &rest)
}

/// Returns the areas of lines, walls and water, which may overlap.
fn solid(kind: &TileKind, plan: &Plan) -> Vec<Shape> {
    let mut solid: Vec<Shape> =
        plan.areas.iter().map(|area| Shape::ring(area.ring.clone())).collect();
    // On a patch, a line continues to the object at the other side.
    let more = if kind.usage == TileUse::Patch { 60.0 } else { 4.0 };
    let strokes = plan.lines.iter().map(|line| stroke(line, more));
    solid.extend(strokes);
    solid.extend(plan.pools.iter().map(|pool| Shape::disc(pool.at, pool.radius)));
    solid
}

/// Number of grid points in a row and in a column of [`ground_points`].
const GRID: usize = 101;

/// Returns a function that is true for points in the field or courtyard `slot`, rounded to units.
/// The same area as in [`grounds`], as points instead of polygons: sprites need no more, and the
/// module for browsers that draws them does without polygon arithmetic.
pub(crate) fn ground_points(
    kind: &TileKind,
    plan: &Plan,
    slot: SegmentIndex,
) -> impl Fn(Point) -> bool {
    let solid = solid(kind, plan);
    let point = |at: usize| pt((at % GRID) as f64, (at / GRID) as f64);
    // A point on the side of the tile may lie on the border of an area.
    let is_within = |p: Point| [p.x, p.y].iter().all(|n| (1.0..=99.0).contains(n));
    let is_free = |at: usize| {
        let p = point(at);
        is_within(p) && !solid.iter().any(|shape| shape.holds(p))
    };
    let free: Vec<bool> = (0..GRID * GRID).map(is_free).collect();
    let reached = |ports: PortSet| flood(&free, probes(ports).filter_map(grid_index));
    let ports = kind.segments[usize::from(slot.0)].ports;
    let own = if ports.is_empty() {
        // A field of a patch without ports takes what no other field touches.
        let fields = kind.slots().filter(|(_, segment)| is_ground(segment.terrain));
        let others = reached(fields.flat_map(|(_, segment)| segment.ports.iter()).collect());
        free.iter().zip(others).map(|(&free, other)| free && !other).collect()
    } else {
        reached(ports)
    };
    move |p| grid_index(p).is_some_and(|at| own[at])
}

/// Returns the index of the grid point nearest to `p`, or `None` outside the tile.
fn grid_index(p: Point) -> Option<usize> {
    let (x, y) = (p.x.round(), p.y.round());
    let is_inside = [x, y].iter().all(|n| (0.0..GRID as f64).contains(n));
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // checked above
    is_inside.then(|| y as usize * GRID + x as usize)
}

/// Marks the points that are connected with `starts` by free points.
fn flood(free: &[bool], starts: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut reached = vec![false; free.len()];
    let mut open: Vec<usize> = starts.collect();
    while let Some(at) = open.pop() {
        if !free[at] || std::mem::replace(&mut reached[at], true) {
            continue;
        }
        let (x, y) = (at % GRID, at / GRID);
        open.extend((x > 0).then(|| at - 1));
        open.extend((x + 1 < GRID).then(|| at + 1));
        open.extend((y > 0).then(|| at - GRID));
        open.extend((y + 1 < GRID).then(|| at + GRID));
    }
    reached
}

/// Returns the area of a line, extended at both ends: by a little beyond the tile, to leave no
/// sliver along the side, and by `more` into the object it ends at.
fn stroke(line: &Line, more: f64) -> Shape {
    let half = if line.terrain == Terrain::River { line.half_width() } else { REACH };
    let is_inside = |p: Point| [p.x, p.y].iter().all(|n| (1.0..=99.0).contains(n));
    let (start, end) = (line.curve.start(), line.curve.end());
    let more = if is_inside(end) { more } else { 3.0 };
    let before = start.toward(line.curve.direction(0.0), -3.0);
    let after = end.toward(line.curve.direction(1.0), more);
    Shape::stroke(&Curve::from(before).line(start).then(&line.curve).line(after), half)
}

/// Assigns each part of the remaining area to the field whose ports it touches.
fn assign(kind: &TileKind, rest: &Shape) -> Vec<(SegmentIndex, Shape)> {
    let fields = || kind.slots().filter(|(_, segment)| is_ground(segment.terrain));
    let mut grounds: Vec<(SegmentIndex, Vec<Shape>)> =
        fields().map(|(slot, _)| (slot, Vec::new())).collect();
    let parts =
        rest.resource().overlay(&Vec::<Vec<Ring>>::new(), OverlayRule::Subject, FillRule::EvenOdd);
    for part in parts {
        let shape = Shape::of(vec![part]);
        let is_owner = |(_, segment): &(SegmentIndex, &bastide::Segment)| {
            probes(segment.ports).any(|p| shape.holds(p))
        };
        let owner = fields().find(is_owner).map(|(slot, _)| slot);
        // A field of a patch without ports takes the parts that no other field touches.
        let stray = || fields().find(|(_, s)| s.ports.is_empty()).map(|(slot, _)| slot);
        let owner = owner.or_else(stray);
        let entry = grounds.iter_mut().find(|(slot, _)| Some(*slot) == owner);
        if let Some((_, shapes)) = entry {
            shapes.push(shape);
        }
    }
    let join = |(slot, shapes): (SegmentIndex, Vec<Shape>)| {
        let rings = shapes.into_iter().flat_map(|shape| shape.rings).collect();
        (slot, Shape { rings })
    };
    grounds.into_iter().map(join).collect()
}

/// Returns points just inside a tile at its ports.
fn probes(ports: PortSet) -> impl Iterator<Item = Point> {
    let third = |port: bastide::Port| {
        let edge: Edge = port.edge();
        let clockwise = inward(edge).right().times(-1.0);
        let along = [-26.0, 0.0, 26.0][usize::from(port.third())];
        middle(edge).toward(clockwise, along).toward(inward(edge), 0.7)
    };
    ports.iter().map(third)
}

/// Returns the hit area of each segment of an unrotated tile, by slot. The areas cover the tile and
/// do not overlap.
pub(crate) fn hits(kind: &TileKind, plan: &Plan) -> Vec<Shape> {
    let mut hits = vec![Shape::default(); kind.segments.len()];
    let mut taken: Vec<Shape> = Vec::new();
    let mut claim = |hits: &mut Vec<Shape>, slot: SegmentIndex, shapes: &[Shape]| {
        let free = Shape::union(shapes).and(&square()).minus(&Shape::union(&taken));
        taken.push(free.clone());
        let entry = &mut hits[usize::from(slot.0)];
        let both = [std::mem::take(entry), free];
        *entry = Shape::union(&both);
    };
    for mark in &plan.marks {
        if let (Sign::Monastery | Sign::Garden, Some(slot)) = (mark.sign, mark.slot) {
            let radius = mark.sign.radius() - 2.0;
            claim(&mut hits, slot, &[Shape::disc(mark.at, radius)]);
        }
    }
    for area in &plan.areas {
        claim(&mut hits, area.slot, &[Shape::ring(area.ring.clone())]);
    }
    // Roads before rivers, because they cross on bridges.
    for is_river in [false, true] {
        for line in plan.lines.iter().filter(|l| (l.terrain == Terrain::River) == is_river) {
            let mut shapes = vec![stroke(line, 4.0)];
            if is_river {
                shapes.extend(plan.pools.iter().map(|pool| Shape::disc(pool.at, pool.radius)));
            }
            claim(&mut hits, line.slot, &shapes);
        }
    }
    let taken = Shape::union(&taken);
    for (slot, shape) in grounds(kind, plan) {
        hits[usize::from(slot.0)] = shape.minus(&taken);
    }
    // A patch is partly covered by the object it belongs to.
    if kind.usage != TileUse::Patch {
        give_rest(&mut hits);
    }
    hits
}

/// Assigns slivers that no field touches, such as those where walls meet in a corner, to the
/// nearest segment.
fn give_rest(hits: &mut [Shape]) {
    let sum: f64 = hits.iter().map(Shape::size).sum();
    if sum > TILE * TILE - 0.5 {
        return;
    }
    let rest = square().minus(&Shape::union(hits));
    for ring in rest.rings {
        let sum = ring.iter().fold(Point::default(), |sum, p| sum.plus(*p));
        let middle = sum.times(1.0 / ring.len() as f64);
        let far = |hit: &&mut Shape| hit.edge_distance(middle);
        if let Some(nearest) = hits.iter_mut().min_by(|a, b| far(a).total_cmp(&far(b))) {
            *nearest = Shape::union(&[std::mem::take(nearest), Shape::ring(ring)]);
        }
    }
}
