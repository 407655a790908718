//! Curves of roads, rivers and paths: they enter at right angles through the middle of a side and
//! run to another side, a gate, a monastery or a junction.

use bastide::{Edge, SegmentIndex, Terrain};

use super::{Gate, Layout, Line, Meeting, Plan, Pool, Span, is_line, is_walled};
use crate::geom::{Curve, Point, distance_to, inward, middle};

/// Adds all lines of a tile.
pub(super) fn lay(plan: &mut Plan, layout: &Layout<'_>, variant: u8) {
    let slots = layout.slots(is_line);
    // Lines that run through come first, because others end on them.
    for &slot in &slots {
        if let [a, b] = *layout.sides(slot) {
            let terrain = layout.kind.segment(slot).terrain;
            let curve = through(layout, a, b, variant);
            plan.lines.push(Line::new(slot, terrain, curve));
        }
    }
    for &slot in &slots {
        let sides = layout.sides(slot);
        match *sides {
            [] | [_, _] => {}
            [edge] => end(plan, layout, slot, edge),
            _ => {
                let terrain = layout.kind.segment(slot).terrain;
                for edge in sides {
                    plan.lines.push(Line::new(slot, terrain, straight(edge, Point::HUB)));
                }
            }
        }
    }
    plan.meeting = meeting(plan, layout);
    cross(plan);
}

/// Returns a curve from side to side.
fn through(layout: &Layout<'_>, a: Edge, b: Edge, variant: u8) -> Curve {
    let (from, to) = (middle(a), middle(b));
    if a.opposite() != b {
        // A quarter circle.
        let k = 27.6;
        return Curve::from(from).cubic(from.toward(inward(a), k), to.toward(inward(b), k), to);
    }
    let aside = inward(a).right();
    // It avoids a monastery, and bends slightly where nothing prevents it.
    let mut bend = match layout.monastery() {
        Some(at) => -17.0 * at.minus(Point::HUB).dot(aside).signum(),
        None => 0.0,
    };
    let mut sway = 0.0;
    let is_free = layout.kind.touches.is_empty();
    let has_walls = !layout.slots(is_walled).is_empty();
    if bend == 0.0 && is_free {
        let most = if has_walls { 2.0 } else { 5.0 };
        sway = [0.0, 1.0, -1.0, 0.55][usize::from(variant % 4)] * most;
        if variant % 4 == 3 && !has_walls {
            (sway, bend) = (0.0, 6.0);
        }
    }
    if sway == 0.0 && bend == 0.0 {
        return Curve::from(from).line(to);
    }
    // Through the centre or past it, always at right angles to the sides.
    let waist = Point::HUB.toward(aside, bend);
    let lean = inward(a).times(18.0).toward(aside, sway);
    Curve::from(from).cubic(from.toward(inward(a), 24.0), waist.minus(lean), waist).cubic(
        waist.plus(lean),
        to.toward(inward(b), 24.0),
        to,
    )
}

/// Returns a curve from a side to a point, straight if possible.
fn straight(edge: Edge, to: Point) -> Curve {
    let from = middle(edge);
    let aside = to.minus(from).dot(inward(edge).right());
    if aside.abs() < 0.5 {
        return Curve::from(from).line(to);
    }
    let reach = from.distance(to) * 0.45;
    let back = from.toward(inward(edge), reach).minus(to).unit();
    Curve::from(from).cubic(from.toward(inward(edge), reach), to.toward(back, reach * 0.6), to)
}

/// Adds a line that enters at a side and ends on the tile.
fn end(plan: &mut Plan, layout: &Layout<'_>, slot: SegmentIndex, edge: Edge) {
    let terrain = layout.kind.segment(slot).terrain;
    // A road that also ends at other roads meets them first; lanes lead from there to the gates.
    let walled: Vec<SegmentIndex> = layout.touching(slot, is_walled).collect();
    if !walled.is_empty() && layout.touching(slot, |t| t == terrain).next().is_some() {
        plan.lines.push(Line::new(slot, terrain, straight(edge, Point::HUB)));
        let gates = walled.into_iter().filter_map(|area| gate(plan, area, Point::HUB));
        for gate in gates.collect::<Vec<_>>() {
            plan.lines.push(Line::new(slot, terrain, Curve::from(Point::HUB).line(gate.at)));
            plan.gates.push(gate);
        }
        return;
    }
    let gates = walled.into_iter().find_map(|area| gate(plan, area, middle(edge)));
    if let Some(gate) = gates {
        let (from, reach) = (middle(edge), middle(edge).distance(gate.at) * 0.42);
        let aside = gate.at.minus(from).dot(inward(edge).right()).abs();
        let curve = if aside < 1.0 {
            Curve::from(from).line(gate.at)
        } else {
            let c = from.toward(inward(edge), reach);
            Curve::from(from).cubic(c, gate.at.toward(gate.out, reach), gate.at)
        };
        plan.lines.push(Line::new(slot, terrain, curve));
        plan.gates.push(gate);
        return;
    }
    let is_monastery = |t| t == Terrain::Monastery;
    if layout.touching(slot, is_monastery).next().is_some() {
        let to = layout.monastery().unwrap_or(Point::HUB);
        plan.lines.push(Line::new(slot, terrain, straight(edge, to)));
        return;
    }
    if terrain == Terrain::River {
        return end_river(plan, layout, slot, edge);
    }
    let to = host(plan, layout, slot).unwrap_or(Point::HUB);
    plan.lines.push(Line::new(slot, terrain, straight(edge, to)));
}

/// Returns the point where a line ends on one that runs through.
fn host(plan: &Plan, layout: &Layout<'_>, slot: SegmentIndex) -> Option<Point> {
    let terrain = layout.kind.segment(slot).terrain;
    let mut others = layout.touching(slot, |t| t == terrain);
    let host = others.find(|&other| layout.sides(other).len() == 2)?;
    plan.lines.iter().find(|line| line.slot == host).map(|line| line.curve.at(0.5))
}

/// Adds the end of a river: a spring, possibly below a road, or a lake.
fn end_river(plan: &mut Plan, layout: &Layout<'_>, slot: SegmentIndex, edge: Edge) {
    let over = layout.touching(slot, |t| t == Terrain::Road).next();
    let over = over.and_then(|road| plan.lines.iter().find(|line| line.slot == road));
    if let Some(road) = over {
        let to = road.curve.at(0.5);
        plan.lines.push(Line::new(slot, Terrain::River, straight(edge, to)));
        return;
    }
    let is_lake = layout.kind.usage == bastide::TileUse::Lake;
    // A monastery next to it takes half of the tile.
    let at = match layout.monastery() {
        Some(_) => Point::HUB.toward(inward(edge), -14.0),
        None => Point::HUB.toward(inward(edge), if is_lake { 4.0 } else { 2.0 }),
    };
    let radius = match (is_lake, layout.monastery()) {
        (true, None) => 29.0,
        (true, Some(_)) => 21.0,
        (false, _) => 15.0,
    };
    plan.lines.push(Line::new(slot, Terrain::River, straight(edge, at)));
    plan.pools.push(Pool { at, radius });
}

/// Returns the gate where a line from a point meets a wall best.
fn gate(plan: &Plan, area: SegmentIndex, from: Point) -> Option<Gate> {
    let area = plan.areas.iter().find(|a| a.slot == area)?;
    let mut best: Option<(f64, Gate)> = None;
    for wall in &area.walls {
        for n in 0..=20 {
            let share = 0.25 + 0.025 * f64::from(n);
            let at = wall.at(share);
            let normal = wall.direction(share).right();
            let out = if normal.dot(from.minus(at)) < 0.0 { normal.times(-1.0) } else { normal };
            let facing = out.dot(from.minus(at).unit());
            let walls = plan.areas.iter().flat_map(|a| &a.flats);
            let others = walls.filter(|flat| flat.first() != Some(&wall.start()));
            let near = others.map(|flat| distance_to(flat, at)).fold(f64::INFINITY, f64::min);
            let cost = from.distance(at)
                + 30.0 * (1.0 - facing)
                + 60.0 * (share - 0.5).abs()
                + 3.0 * (16.0 - near).max(0.0);
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, Gate { at, out, terrain: area.terrain }));
            }
        }
    }
    best.map(|(_, gate)| gate)
}

/// Returns the junction where several lines end.
fn meeting(plan: &Plan, layout: &Layout<'_>) -> Option<(Meeting, Point)> {
    let ends = |slot: &SegmentIndex| {
        layout.kind.segment(*slot).terrain != Terrain::River
            && layout.sides(*slot).len() == 1
            && layout.touching(*slot, is_walled).next().is_none()
    };
    let ending: Vec<SegmentIndex> = layout.slots(is_line).into_iter().filter(ends).collect();
    let first = *ending.first()?;
    let at = plan.lines.iter().find(|line| line.slot == first)?.curve.end();
    if layout.kind.has_village {
        return Some((Meeting::Village, at));
    }
    let terrain = layout.kind.segment(first).terrain;
    layout.touching(first, |t| t == terrain).next()?;
    match terrain {
        Terrain::Path => Some((Meeting::Square, at)),
        _ => Some((Meeting::Crossing, at)),
    }
}

/// Adds printed bridges where a road crosses a river or another road.
fn cross(plan: &mut Plan) {
    let is_side = |p: Point| [p.x, p.y].iter().any(|n| !(0.5..=99.5).contains(n));
    let is_through = |line: &Line| is_side(line.curve.start()) && is_side(line.curve.end());
    let mut spans = Vec::new();
    for road in plan.lines.iter().filter(|line| line.terrain == Terrain::Road) {
        let is_under = |line: &&Line| match line.terrain {
            Terrain::River => true,
            Terrain::Road => line.slot > road.slot && is_through(line) && is_through(road),
            _ => false,
        };
        for river in plan.lines.iter().filter(is_under) {
            let near = |n: &usize| {
                let p = road.curve.at(*n as f64 / 40.0);
                distance_to(&river.flat, p)
            };
            let best = (0..=40usize).min_by(|a, b| near(a).total_cmp(&near(b)));
            if let Some(n) = best.filter(|n| near(n) < 2.0) {
                let share = n as f64 / 40.0;
                let (at, along) = (road.curve.at(share), road.curve.direction(share));
                spans.push(Span { at, along });
            }
        }
    }
    plan.spans = spans;
}
