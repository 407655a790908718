//! Where figures stand: a point for every segment of a tile, with room for a
//! figure around it.

use std::sync::LazyLock;

use bastide::{Slot, Terrain, TileKind};

use crate::geom::{Point, distance_to, pt};
use crate::plan::{Plan, WALL, is_line, meeting_radius};
use crate::region::Shape;

/// How much room a figure has around its anchor: no wall and no other anchor
/// is nearer than that.
pub const ELBOW: f64 = 7.0;

/// Where a figure stands, and how large it may be there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Anchor {
    /// The middle of the figure.
    pub at: Point,
    /// Its size: `1` where there is room.
    pub scale: f64,
}

/// The anchors of a kind of tile, by slot, unturned.
pub(crate) fn anchors(kind: &TileKind, plan: &Plan, hits: &[Shape]) -> Vec<Point> {
    let mut anchors: Vec<Option<Point>> = vec![None; kind.segments.len()];
    for mark in &plan.marks {
        let is_ringed = |slot: Slot| kind.segment(slot).terrain.is_ringed();
        if let Some(slot) = mark.slot.filter(|&slot| is_ringed(slot)) {
            anchors[usize::from(slot.0)] = Some(mark.at);
        }
    }
    // What has least choice comes first.
    let mut order: Vec<Slot> = kind.slots().map(|(slot, _)| slot).collect();
    order.sort_by(|a, b| {
        let size = |slot: &Slot| {
            let is_narrow = is_line(kind.segment(*slot).terrain);
            let size = hits[usize::from(slot.0)].size();
            if is_narrow { size - 20_000.0 } else { size }
        };
        size(a).total_cmp(&size(b))
    });
    for slot in order {
        let index = usize::from(slot.0);
        if anchors[index].is_none() {
            let taken: Vec<Point> = anchors.iter().copied().flatten().collect();
            anchors[index] = Some(best(kind, plan, &hits[index], slot, &taken));
        }
    }
    anchors.into_iter().map(|at| at.unwrap_or(Point::HUB)).collect()
}

/// The best point of a segment.
fn best(kind: &TileKind, plan: &Plan, hit: &Shape, slot: Slot, taken: &[Point]) -> Point {
    let terrain = kind.segment(slot).terrain;
    let is_narrow = is_line(terrain);
    let candidates: Vec<Point> = if is_narrow {
        let own = plan.lines.iter().filter(|line| line.slot == slot);
        own.flat_map(|line| (4..=36).map(|n| line.curve.at(f64::from(n) / 40.0))).collect()
    } else {
        GRID.clone()
    };
    let wanted = if terrain == Terrain::Field { 15.0 } else { 13.0 };
    let mut found: Option<(f64, Point)> = None;
    for p in candidates {
        // Points without a chance are left as soon as that shows; what takes long comes last.
        let score = |room: f64| room.min(wanted) - 0.01 * p.distance(Point::HUB);
        let is_beaten = |room: f64| found.is_some_and(|(best, _)| score(room) < best);
        if is_beaten(wanted) {
            continue;
        }
        let border = p.x.min(p.y).min(TILE - p.x).min(TILE - p.y);
        let others = taken.iter().map(|other| other.distance(p) - ELBOW);
        let mut room = others.fold(border + 1.0, f64::min);
        if is_narrow {
            let meeting = plan.meeting.map(|(what, at)| at.distance(p) - meeting_radius(what));
            room = room.min(meeting.unwrap_or(f64::INFINITY) + 4.0);
            let over = plan.spans.iter().map(|span| span.at.distance(p) - 4.0);
            room = over.fold(room, f64::min);
        } else {
            let marks = plan.marks.iter().map(|m| m.at.distance(p) - m.sign.radius() * 0.8);
            room = marks.fold(room, f64::min);
        }
        if is_beaten(room) || !(is_narrow || hit.holds(p)) {
            continue;
        }
        let walls = plan.areas.iter().flat_map(|area| &area.flats);
        room = walls.map(|flat| distance_to(flat, p) - WALL).fold(room, f64::min);
        if !is_narrow && !is_beaten(room) {
            room = room.min(hit.edge_distance(p));
        }
        if !is_beaten(room) {
            found = Some((score(room), p));
        }
    }
    found.map_or(Point::HUB, |(_, p)| p)
}

const TILE: f64 = crate::geom::TILE;

/// Points all over a tile, those near the middle first: they are preferred, so
/// most of the others need no look.
static GRID: LazyLock<Vec<Point>> = LazyLock::new(|| {
    let rows = (1..33).flat_map(|row| (1..33).map(move |column| (column, row)));
    let at = |(column, row)| pt(f64::from(column) * 3.0 + 0.5, f64::from(row) * 3.0 + 0.5);
    let mut points: Vec<Point> = rows.map(at).collect();
    points.sort_by(|a, b| a.distance(Point::HUB).total_cmp(&b.distance(Point::HUB)));
    points
});
