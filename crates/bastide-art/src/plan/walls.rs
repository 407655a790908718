//! Walls of cities, towers and houses: they run from corner to corner along every stretch of the
//! tile's border that is not their own.

use bastide::{Corner, Edge, Rotation, SegmentIndex, Terrain};

use super::{Area, Layout, is_line, is_walled};
use crate::geom::{Curve, Point, corner, middle};

/// Returns the cities, towers and houses of a tile.
pub(super) fn areas(layout: &Layout<'_>) -> Vec<Area> {
    let slots = layout.slots(is_walled);
    slots.into_iter().filter_map(|slot| area(layout, slot)).collect()
}

/// Returns the corner after a side, clockwise.
fn after(edge: Edge) -> Corner {
    Corner::ALL[edge as usize]
}

fn next(edge: Edge) -> Edge {
    edge.turned(Rotation::new(1))
}

fn area(layout: &Layout<'_>, slot: SegmentIndex) -> Option<Area> {
    let segment = layout.kind.segment(slot);
    let own = layout.sides(slot);
    let first = *own.iter().find(|edge| !own.contains(&next(**edge))).or(own.first())?;
    // Once around the tile, from the end of an own side.
    let start = corner(after(first));
    let (mut outline, mut walls) = (Curve::from(start), Vec::new());
    let mut edge = next(first);
    let mut run: Vec<Edge> = Vec::new();
    let mut from = start;
    for _ in Edge::ALL {
        let to = corner(after(edge));
        if own.contains(&edge) {
            outline = outline.line(to);
            from = to;
        } else {
            run.push(edge);
            let is_end = own.contains(&next(edge)) || segment.corner == Some(after(edge));
            if is_end {
                let wall = wall(layout, slot, from, to, &run);
                outline = outline.then(&wall);
                walls.push(wall);
                run.clear();
                from = to;
            }
        }
        edge = next(edge);
    }
    Some(Area::new(slot, segment.terrain, outline, walls))
}

/// Returns the wall along a run of sides that belong to others.
fn wall(layout: &Layout<'_>, slot: SegmentIndex, from: Point, to: Point, run: &[Edge]) -> Curve {
    let along = to.minus(from).unit();
    let span = from.distance(to);
    match run.len() {
        // A bay: the wall bends inwards from this side.
        1 => {
            let deep = bay_depth(layout, slot, run[0]) / 0.75;
            let inward = Point::HUB.minus(middle(run[0])).unit();
            // Two bays that meet in a corner leave it at smaller angles.
            let own = layout.kind.segment(slot).corner.filter(|_| layout.sides(slot).len() == 2);
            let at = |end: Point| match own {
                Some(own) if corner(own) == end => (0.48, 34.0_f64.min(deep)),
                _ => (0.2, deep),
            };
            let ((ax, ay), (bx, by)) = (at(from), at(to));
            let a = from.toward(along, span * ax).toward(inward, ay);
            let b = to.toward(along, -span * bx).toward(inward, by);
            Curve::from(from).cubic(a, b, to)
        }
        // From corner to corner across the tile.
        2 => {
            let inside = layout.kind.segment(slot);
            let outer = corner(after(run[0]));
            let into = Point::HUB.minus(outer).unit();
            let bend = if let Some(other) = facing(layout, slot, run) {
                if layout.encloses(slot, other) { 17.0 } else { 0.0 }
            } else if inside.corner.is_some() {
                -9.0
            } else {
                12.0
            };
            if bend == 0.0 {
                return Curve::from(from).line(to);
            }
            let a = from.toward(along, span * 0.33).toward(into, bend);
            let b = to.toward(along, -span * 0.33).toward(into, bend);
            Curve::from(from).cubic(a, b, to)
        }
        // A cap: the wall bulges from its only side.
        _ => {
            let own = layout.sides(slot).first().copied().unwrap_or(Edge::North);
            let inward = Point::HUB.minus(middle(own)).unit();
            let is_at_bank = layout.touching(slot, |t| t == Terrain::River).next().is_some();
            // It leaves space for a field between it and the city across the tile.
            let is_low = layout.slots(is_walled).into_iter().any(|other| {
                layout.sides(other).len() == 2
                    && layout.encloses(slot, other)
                    && layout.sides(other)[0].opposite() == layout.sides(other)[1]
            });
            // Next to another wall it leaves the corner at a smaller angle.
            let (first, last) = (run[0], run[run.len() - 1]);
            let reach = |edge: Edge| {
                let is_narrow = layout.kind.side(Rotation::NONE, edge).is_some_and(is_walled);
                match (is_narrow, is_at_bank) {
                    (true, _) if is_low => (0.41, 30.0),
                    (true, _) => (0.41, 33.5),
                    (false, true) => (0.24, 56.0),
                    (false, false) => (0.15, 40.0),
                }
            };
            let ((ax, ay), (bx, by)) = (reach(first), reach(last));
            let a = from.toward(along, span * ax).toward(inward, ay);
            let b = to.toward(along, -span * bx).toward(inward, by);
            Curve::from(from).cubic(a, b, to)
        }
    }
}

/// Returns the other walled segment that has all sides of `run`, if there is one: unless they
/// enclose a field, both share the wall.
fn facing(layout: &Layout<'_>, slot: SegmentIndex, run: &[Edge]) -> Option<SegmentIndex> {
    let others = layout.slots(is_walled).into_iter().filter(|other| *other != slot);
    others.into_iter().find(|&other| {
        let sides = layout.sides(other);
        sides.len() == run.len() && run.iter().all(|edge| sides.contains(edge))
    })
}

/// Returns the depth of a bay, which is larger if it contains something.
fn bay_depth(layout: &Layout<'_>, slot: SegmentIndex, edge: Edge) -> f64 {
    let has_lane = layout.slots(is_line).iter().any(|&line| layout.sides(line).contains(&edge));
    let has_garden = !layout.slots(|t| t == Terrain::Garden).is_empty();
    let is_across = layout.sides(slot).len() == 2;
    // Two bays that meet in a corner are narrow there.
    let is_pinched = layout.kind.segment(slot).corner.is_some() && layout.sides(slot).len() == 2;
    let encloses = |edge: Edge| {
        facing(layout, slot, &[edge]).is_some_and(|other| layout.encloses(slot, other))
    };
    match () {
        () if encloses(edge) => 46.0,
        () if encloses(edge.opposite()) => 20.0,
        () if has_garden && !is_across => 33.0,
        () if is_pinched && has_lane => 38.0,
        () if is_pinched => 30.0,
        () if has_lane => 31.0,
        // A merchant must fit into it, and a wall may close the side.
        () if layout.kind.segment(slot).terrain != Terrain::City => 30.0,
        () if layout.kind.segment(slot).corner.is_some() => 22.0,
        () => 25.0,
    }
}
