//! Positions of the marks on a tile: monasteries, gardens, shields, wells, markets, wheel icons and
//! what expansions print.

use bastide::{MARKET, MarkKind, SHIELD, SegmentIndex, Terrain, WELL};

use super::{Layout, Plan, WALL, is_line};
use crate::expansions;
use crate::geom::{Point, distance_to, pt};
use crate::region;

/// Kind of mark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sign {
    Monastery,
    Garden,
    Shield,
    Well,
    Market,
    /// A wheel icon with its number (WHEEL-3).
    Icon(u8),
    /// A mark that an expansion prints.
    Printed(MarkKind),
}

impl Sign {
    /// Returns its radius.
    pub(crate) fn radius(self) -> f64 {
        match self {
            Sign::Monastery => 17.0,
            Sign::Garden => 11.5,
            Sign::Shield => 7.0,
            Sign::Well => 5.0,
            Sign::Market => 9.0,
            Sign::Icon(_) => 8.0,
            Sign::Printed(kind) => expansions::mark(kind).map_or(8.0, |art| art.radius),
        }
    }
}

/// A mark on a tile.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    pub(crate) sign: Sign,
    pub(crate) at: Point,
    /// Index of its segment, if any.
    pub(crate) slot: Option<SegmentIndex>,
}

/// Finds a position for every mark.
pub(super) fn place(plan: &mut Plan, layout: &Layout<'_>) {
    for (slot, segment) in layout.kind.slots() {
        let slot_ = Some(slot);
        match segment.terrain {
            Terrain::Monastery => {
                let at = layout.monastery().unwrap_or(Point::HUB);
                plan.marks.push(Mark { sign: Sign::Monastery, at, slot: slot_ });
            }
            Terrain::Garden => {
                let at = free(plan, Sign::Garden.radius(), |p| plan.area_at(p).is_none());
                plan.marks.push(Mark { sign: Sign::Garden, at, slot: slot_ });
            }
            Terrain::Field
            | Terrain::Road
            | Terrain::City
            | Terrain::River
            | Terrain::Path
            | Terrain::Tower
            | Terrain::House
            | Terrain::Courtyard => {}
        }
    }
    let marks = layout.kind.slots().map(|(slot, segment)| (slot, segment.marks));
    for (slot, mark) in marks.flat_map(|(slot, marks)| marks.iter().map(move |m| (slot, m))) {
        let (sign, at) = match mark {
            SHIELD => {
                let inside = |p| plan.area_at(p).is_some_and(|area| area.slot == slot);
                (Sign::Shield, free(plan, Sign::Shield.radius() + 6.0, inside))
            }
            WELL => {
                let line = plan.lines.iter().find(|line| line.slot == slot);
                let middle = |line: &super::Line| match layout.sides(slot).len() {
                    2 => line.curve.at(0.5),
                    _ => Point::HUB,
                };
                (Sign::Well, line.map_or(Point::HUB, middle))
            }
            MARKET => {
                let inside = region::ground_points(layout.kind, plan, slot);
                (Sign::Market, free(plan, Sign::Market.radius() + 3.0, inside))
            }
            _ if expansions::mark(mark).is_none() => continue,
            _ => {
                let sign = Sign::Printed(mark);
                let at = if is_line(mark.terrain()) {
                    beside(plan, slot, sign.radius() + 2.0)
                } else {
                    let inside = |p| plan.area_at(p).is_some_and(|area| area.slot == slot);
                    free(plan, sign.radius() + 4.0, inside)
                };
                (sign, at)
            }
        };
        plan.marks.push(Mark { sign, at, slot: Some(slot) });
    }
    if layout.kind.icon > 0 {
        let sign = Sign::Icon(layout.kind.icon);
        let at = free(plan, sign.radius() + 4.0, |p| plan.area_at(p).is_none());
        plan.marks.push(Mark { sign, at, slot: None });
    }
}

/// Returns a point with free space next to the line in `slot`, farther from all others.
fn beside(plan: &Plan, slot: SegmentIndex, wanted: f64) -> Point {
    let far = |p: Point, is_own: bool| {
        let lines = plan.lines.iter().filter(|line| (line.slot == slot) == is_own);
        lines.map(|line| distance_to(&line.flat, p)).fold(f64::INFINITY, f64::min)
    };
    let taste = |p: Point| {
        let own = far(p, true);
        -0.15 * own - 0.5 * (own + 14.0 - far(p, false)).max(0.0)
    };
    best(plan, wanted, |p| plan.area_at(p).is_none(), taste)
}

/// Returns the point with the most free space, capped at `wanted`; ties go to the point nearest to
/// the centre.
fn free(plan: &Plan, wanted: f64, is_inside: impl Fn(Point) -> bool) -> Point {
    best(plan, wanted, is_inside, |_| 0.0)
}

/// Returns the point with the most free space, capped at `wanted`, plus `taste`.
fn best(
    plan: &Plan,
    wanted: f64,
    is_inside: impl Fn(Point) -> bool,
    taste: impl Fn(Point) -> f64,
) -> Point {
    let mut best = (f64::NEG_INFINITY, Point::HUB);
    for row in 1..25 {
        for column in 1..25 {
            let p = pt(f64::from(column) * 4.0, f64::from(row) * 4.0);
            if !is_inside(p) {
                continue;
            }
            let border = p.x.min(p.y).min(100.0 - p.x).min(100.0 - p.y) - WALL;
            let room = plan.room(p).min(border).min(wanted);
            let score = room - 0.02 * p.distance(Point::HUB) + taste(p);
            if score > best.0 {
                best = (score, p);
            }
        }
    }
    best.1
}
