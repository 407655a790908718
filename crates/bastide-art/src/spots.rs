//! Anchors of figures: a point for every segment of a tile, and the size of a figure there. Figures
//! stay upright, so the anchors differ between rotations.
//!
//! A figure does not touch a wall, another figure of its tile, or a side of the tile.

use std::cell::Cell;
use std::sync::LazyLock;

use bastide::{Axis, FigureKind, Rotation, SegmentIndex, Terrain, TileKind};

use crate::figures;
use crate::geom::{Point, TILE, distance_to, middle, pt};
use crate::plan::{Mark, Plan, Sign, WALL, is_ground, is_line, meeting_radius};
use crate::pose::{Disc, Pose};
use crate::region::Shape;
use crate::sheet::is_yard;
use crate::svg::Frame;

/// Position and size of a figure.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Anchor {
    /// Centre of the figure.
    pub at: Point,
    /// Its scale; `1` if there is enough space.
    pub scale: f64,
}

impl Anchor {
    fn turned(self, rotation: Rotation) -> Anchor {
        Anchor { at: self.at.turned(rotation), ..self }
    }
}

/// Requirements on a point.
#[derive(Clone, Copy, Debug)]
struct Wish {
    scale: f64,
    /// Minimum distance to walls and other figures.
    margin: f64,
    taste: Taste,
}

/// Whether marks of the tile must stay visible.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Taste {
    /// The figure hides no mark of the tile.
    Fine,
    /// No requirement.
    Plain,
}

/// Requirements from strict to lenient: a point that meets one meets all that follow. Better
/// positions come before smaller figures.
const WISHES: [Wish; 15] = [
    Wish { scale: 1.0, margin: 8.0, taste: Taste::Fine },
    Wish { scale: 1.0, margin: 4.5, taste: Taste::Fine },
    Wish { scale: 1.0, margin: 2.5, taste: Taste::Fine },
    Wish { scale: 1.0, margin: 1.0, taste: Taste::Fine },
    Wish { scale: 1.0, margin: 1.0, taste: Taste::Plain },
    Wish { scale: 1.0, margin: 0.3, taste: Taste::Plain },
    Wish { scale: 0.94, margin: 0.3, taste: Taste::Plain },
    Wish { scale: 0.88, margin: 0.3, taste: Taste::Plain },
    Wish { scale: 0.83, margin: 0.3, taste: Taste::Plain },
    Wish { scale: 0.78, margin: 0.3, taste: Taste::Plain },
    Wish { scale: 0.74, margin: 0.3, taste: Taste::Plain },
    Wish { scale: 0.7, margin: 0.3, taste: Taste::Plain },
    Wish { scale: 0.66, margin: 0.3, taste: Taste::Plain },
    Wish { scale: 0.63, margin: 0.3, taste: Taste::Plain },
    Wish { scale: 0.6, margin: 0.3, taste: Taste::Plain },
];

/// Returns the anchors of a tile kind, by slot, in a rotation. If there is a bridge, its anchor
/// comes last.
pub(crate) fn anchors(
    kind: &TileKind,
    plan: &Plan,
    hits: &[Shape],
    rotation: Rotation,
    bridge: Option<Axis>,
) -> Vec<Anchor> {
    let marks: Vec<(Point, f64)> = printed(plan).map(|m| (m.at, m.sign.radius() * 0.8)).collect();
    let arranged = |marks| arranged(kind, plan, hits, rotation, bridge, marks);
    if marks.is_empty() {
        return arranged(marks);
    }
    // Figures hide no mark that an expansion prints, unless they would not fit.
    let found = arranged(marks);
    if found.iter().all(|anchor| anchor.scale > LEAST) { found } else { arranged(Vec::new()) }
}

/// Iterates over the marks that expansions print on a tile.
fn printed(plan: &Plan) -> impl Iterator<Item = &Mark> {
    plan.marks.iter().filter(|mark| matches!(mark.sign, Sign::Printed(_)))
}

/// Returns the anchors of a tile kind if figures keep away from `marks`, each with its radius.
fn arranged(
    kind: &TileKind,
    plan: &Plan,
    hits: &[Shape],
    rotation: Rotation,
    bridge: Option<Axis>,
    marks: Vec<(Point, f64)>,
) -> Vec<Anchor> {
    // In Stronghold a wall may be added at each side.
    let finder = Finder::new(plan, if is_yard(kind) { WALL } else { 0.0 }, marks);
    let mut seekers: Vec<Seeker<'_>> =
        kind.slots().map(|(slot, _)| Seeker::new(kind, plan, hits, slot, rotation)).collect();
    seekers.extend(bridge.map(|axis| Seeker::crossing(axis, rotation)));
    // Segments with the fewest candidate points come first.
    let mut order: Vec<usize> = (0..seekers.len()).collect();
    order.sort_by(|&a, &b| seekers[a].choice.total_cmp(&seekers[b].choice));
    let mut best = finder.settle(&seekers, &order, 1.0);
    if best.iter().all(|anchor| anchor.scale == 1.0) {
        return best.into_iter().map(|anchor| anchor.turned(rotation)).collect();
    }
    // On a crowded tile, either figures that could be larger on their own choose first, or all
    // shrink a little.
    let alone: Vec<f64> = seekers.iter().map(|seeker| finder.alone(seeker).scale).collect();
    let mut last = best.clone();
    for most in [1.0, 0.88, 0.78, 0.7, 0.63] {
        for _ in 0..seekers.len() {
            let lack = |n: usize| alone[n].min(most) - last[n].scale;
            let worst = (0..order.len()).max_by(|&a, &b| lack(a).total_cmp(&lack(b)));
            let Some(worst) = worst.filter(|&n| lack(n) > 0.0) else { break };
            order.retain(|&n| n != worst);
            order.insert(0, worst);
            last = finder.settle(&seekers, &order, most);
            finder.grow(&seekers, &mut last);
            if worth(&last) > worth(&best) {
                best.clone_from(&last);
            }
        }
    }
    best.into_iter().map(|anchor| anchor.turned(rotation)).collect()
}

/// Returns the quality of a placement; the smallest figure counts most.
fn worth(anchors: &[Anchor]) -> f64 {
    let scales = || anchors.iter().map(|anchor| anchor.scale);
    let least = scales().fold(1.0, f64::min);
    let weight = if least > LEAST { 12.0 } else { -100.0 };
    least * weight + scales().sum::<f64>()
}

/// Scale of a figure that does not fit at all.
const LEAST: f64 = 0.5;

/// Returns the area of all figures that may stand on a segment, in the frame of the unrotated tile.
/// Rivers have none.
fn body(kind: &TileKind, slot: SegmentIndex, rotation: Rotation) -> Vec<Disc> {
    let terrain = kind.segment(slot).terrain;
    let mut discs = match terrain {
        Terrain::River => Vec::new(),
        _ => figures::discs(Pose::on(FigureKind::MEEPLE, terrain)).to_vec(),
    };
    if terrain.is_ringed() {
        let is_other = |kind: &FigureKind| kind.claims() && kind.spec().role.is_some();
        let others = FigureKind::ALL.into_iter().filter(is_other);
        others.for_each(|kind| discs.extend_from_slice(figures::discs(Pose::in_supply(kind))));
    }
    unturned(&discs, rotation)
}

/// Rotates a body into the frame of the unrotated tile.
fn unturned(discs: &[Disc], rotation: Rotation) -> Vec<Disc> {
    let back = opposite(rotation);
    let turn = |at: Point| at.plus(Point::HUB).turned(back).minus(Point::HUB);
    discs.iter().map(|disc| Disc { at: turn(disc.at), ..*disc }).collect()
}

/// Returns the inverse rotation.
fn opposite(rotation: Rotation) -> Rotation {
    Rotation::new((4 - rotation.quarter_turns()) % 4)
}

/// A segment whose anchor is being searched.
struct Seeker<'a> {
    body: Vec<Disc>,
    /// Radius of its body; `low` and `high` are the corners of its bounding box.
    reach: f64,
    low: Point,
    high: Point,
    points: Vec<Point>,
    /// Hit area of the segment; `None` if all candidate points belong to it.
    hit: Option<&'a Shape>,
    /// True if it should keep a distance from the border of its area.
    is_ground: bool,
    /// Marks it should not cover, each with a minimum distance.
    marks: Vec<(Point, f64)>,
    /// Measure of its freedom of choice; lower values are placed first.
    choice: f64,
    /// Cached data of each candidate point.
    known: Vec<Known>,
}

/// Cached results for a candidate point, without regard to other figures.
#[derive(Clone)]
struct Known {
    /// Number of leading requirements it is known to fail.
    lacks: Cell<u8>,
    /// Index of the first requirement it is known to meet.
    has: Cell<u8>,
    /// Cached: distance to the nearest wall, NaN if not computed.
    wall: Cell<f64>,
    /// Cached: true if a figure placed here hides no mark of the tile.
    is_fine: Cell<Option<bool>>,
}

impl Known {
    fn nothing() -> Known {
        Known {
            lacks: Cell::new(0),
            has: Cell::new(WISHES.len() as u8),
            wall: Cell::new(f64::NAN),
            is_fine: Cell::new(None),
        }
    }
}

impl<'a> Seeker<'a> {
    fn new(
        kind: &TileKind,
        plan: &Plan,
        hits: &'a [Shape],
        slot: SegmentIndex,
        rotation: Rotation,
    ) -> Seeker<'a> {
        let terrain = kind.segment(slot).terrain;
        let hit = &hits[usize::from(slot.0)];
        let own = plan.marks.iter().find(|mark| mark.slot == Some(slot));
        let mut marks: Vec<(Point, f64)> = Vec::new();
        let far = |mark: &Mark| (mark.at, mark.sign.radius() * 0.8 + 10.0);
        let (points, choice) = match own.filter(|_| terrain.is_ringed()) {
            Some(mark) => (near(mark.at), -40_000.0),
            None if is_line(terrain) => {
                marks.extend(plan.spans.iter().map(|span| (span.at, 13.0)));
                marks.extend(plan.meeting.map(|(what, at)| (at, meeting_radius(what) + 6.0)));
                marks.extend(printed(plan).map(far));
                (along(plan, slot), hit.size() - 20_000.0)
            }
            None => {
                marks.extend(plan.marks.iter().map(far));
                let grid = if hit.size() < 2000.0 { &FINE } else { &COARSE };
                (within(grid, hit), hit.size())
            }
        };
        let body = body(kind, slot, rotation);
        let is_ground = is_ground(terrain);
        Seeker { hit: Some(hit), is_ground, marks, choice, ..Seeker::on(points, body) }
    }

    /// Creates a seeker for a figure on a bridge.
    fn crossing(axis: Axis, rotation: Rotation) -> Seeker<'a> {
        let [a, b] = axis.edges().map(|edge| middle(edge).turned(opposite(rotation)));
        let mut points: Vec<Point> =
            (10..=90).map(|n| a.toward(b.minus(a), f64::from(n) / 100.0)).collect();
        points.sort_by(|a, b| a.distance(Point::HUB).total_cmp(&b.distance(Point::HUB)));
        let body = unturned(figures::discs(Pose::STANDING), rotation);
        Seeker { choice: -30_000.0, ..Seeker::on(points, body) }
    }

    /// Creates a seeker for a figure that may stand on any of `points`.
    fn on(points: Vec<Point>, body: Vec<Disc>) -> Seeker<'a> {
        let reach = body.iter().map(|disc| disc.at.length() + disc.radius).fold(0.0, f64::max);
        let known = vec![Known::nothing(); points.len()];
        let mut low = Point::default();
        let mut high = low;
        for Disc { at, radius } in &body {
            low = pt(low.x.min(at.x - radius), low.y.min(at.y - radius));
            high = pt(high.x.max(at.x + radius), high.y.max(at.y + radius));
        }
        Seeker {
            reach,
            low,
            high,
            hit: None,
            is_ground: false,
            marks: Vec::new(),
            choice: 0.0,
            known,
            points,
            body,
        }
    }

    /// Returns true if a point belongs to the segment.
    fn owns(&self, p: Point) -> bool {
        self.hit.is_none_or(|hit| hit.holds(p))
    }

    /// Returns a fallback anchor for a figure that does not fit anywhere.
    fn last(&self) -> Anchor {
        let own = self.points.iter().copied().find(|&p| self.owns(p));
        Anchor { at: own.unwrap_or(Point::HUB), scale: LEAST }
    }

    fn is_fine(&self, p: Point) -> bool {
        self.marks.iter().all(|(at, far)| at.distance(p) >= *far)
            && (!self.is_ground || self.hit.is_none_or(|hit| hit.edge_distance(p) >= 8.0))
    }

    /// Returns the parts of its body at a point, scaled by `size`.
    fn placed(&self, p: Point, size: f64) -> impl Iterator<Item = (Point, f64)> {
        self.body.iter().map(move |disc| (p.toward(disc.at, size), disc.radius * size))
    }
}

/// Finds anchors on a tile.
struct Finder {
    walls: Vec<Vec<Point>>,
    /// Minimum distance of figures from the sides.
    side: f64,
    /// Marks that figures do not touch, each with its radius.
    marks: Vec<(Point, f64)>,
}

impl Finder {
    fn new(plan: &Plan, side: f64, marks: Vec<(Point, f64)>) -> Finder {
        let walls = plan.areas.iter().flat_map(|area| area.flats.iter().cloned()).collect();
        Finder { walls, side, marks }
    }

    /// Places all figures in the given order, none larger than `most`.
    fn settle(&self, seekers: &[Seeker<'_>], order: &[usize], most: f64) -> Vec<Anchor> {
        let mut anchors = vec![Anchor { at: Point::HUB, scale: 1.0 }; seekers.len()];
        let mut taken: Vec<(Anchor, &[Disc])> = Vec::new();
        for &n in order {
            let seeker = &seekers[n];
            anchors[n] = self.best(seeker, &taken, most).unwrap_or_else(|| seeker.last());
            if !seeker.body.is_empty() {
                taken.push((anchors[n], &seeker.body));
            }
        }
        anchors
    }

    /// Enlarges each figure as far as the others allow.
    fn grow(&self, seekers: &[Seeker<'_>], anchors: &mut [Anchor]) {
        for n in 0..seekers.len() {
            if anchors[n].scale == 1.0 {
                continue;
            }
            let others = anchors.iter().zip(seekers).enumerate().filter(|(m, _)| *m != n);
            let taken: Vec<(Anchor, &[Disc])> =
                others.map(|(_, (anchor, seeker))| (*anchor, &*seeker.body)).collect();
            let found = self.best(&seekers[n], &taken, 1.0);
            if let Some(larger) = found.filter(|found| found.scale > anchors[n].scale) {
                anchors[n] = larger;
            }
        }
    }

    /// Returns the best anchor without regard to other figures.
    fn alone(&self, seeker: &Seeker<'_>) -> Anchor {
        self.best(seeker, &[], 1.0).unwrap_or_else(|| seeker.last())
    }

    /// Returns the first candidate point that meets the strictest possible requirement.
    fn best(&self, seeker: &Seeker<'_>, taken: &[(Anchor, &[Disc])], most: f64) -> Option<Anchor> {
        let fitting = |(rank, wish): (usize, &Wish)| {
            let fits = |n: &usize| {
                self.suits(seeker, *n, rank as u8)
                    && is_free(seeker, seeker.points[*n], *wish, taken)
            };
            let found = (0..seeker.points.len()).find(fits)?;
            Some(Anchor { at: seeker.points[found], scale: wish.scale })
        };
        WISHES.iter().enumerate().filter(|(_, wish)| wish.scale <= most).find_map(fitting)
    }

    /// Returns true if a point meets a requirement without regard to other figures.
    fn suits(&self, seeker: &Seeker<'_>, n: usize, rank: u8) -> bool {
        let known = &seeker.known[n];
        let (lacks, has) = (known.lacks.get(), known.has.get());
        if rank < lacks || rank >= has {
            return rank >= has;
        }
        let (p, wish) = (seeker.points[n], WISHES[usize::from(rank)]);
        let is_new = lacks == 0 && usize::from(has) == WISHES.len();
        if is_new && !seeker.owns(p) {
            known.lacks.set(u8::MAX);
            known.has.set(u8::MAX);
            return false;
        }
        let is_fine = || {
            let fine = known.is_fine.get().unwrap_or_else(|| seeker.is_fine(p));
            known.is_fine.set(Some(fine));
            fine
        };
        let suits = self.is_clear(seeker, n, wish) && (wish.taste == Taste::Plain || is_fine());
        if suits {
            known.has.set(rank);
        } else {
            known.lacks.set(rank + 1);
        }
        suits
    }

    /// Returns true if a figure does not touch walls or sides.
    fn is_clear(&self, seeker: &Seeker<'_>, n: usize, wish: Wish) -> bool {
        let (p, known) = (seeker.points[n], &seeker.known[n]);
        let size = wish.scale * figures::SCALE;
        let side = self.side + wish.margin.min(1.0);
        let (low, high) = (p.toward(seeker.low, size), p.toward(seeker.high, size));
        if low.x.min(low.y) < side || high.x.max(high.y) > TILE - side {
            return false;
        }
        let is_off = |(at, radius): &(Point, f64)| {
            seeker.placed(p, size).all(|(part, wide)| at.distance(part) >= radius + wide)
        };
        if !self.marks.iter().all(is_off) {
            return false;
        }
        if known.wall.get().is_nan() {
            known.wall.set(self.wall_distance(p));
        }
        // Most points are so close to a wall or so far away that the exact test is not needed.
        let (wall, least) = (known.wall.get(), WALL + wish.margin);
        wall >= seeker.reach * size + least
            || (wall >= SLIM * size + least
                && seeker
                    .placed(p, size)
                    .all(|(at, radius)| self.wall_distance(at) >= radius + least))
    }

    fn wall_distance(&self, p: Point) -> f64 {
        self.walls.iter().map(|wall| distance_to(wall, p)).fold(f64::INFINITY, f64::min)
    }
}

/// Inner radius of every figure.
const SLIM: f64 = 9.0;

/// Returns true if a figure does not touch other figures.
fn is_free(seeker: &Seeker<'_>, p: Point, wish: Wish, taken: &[(Anchor, &[Disc])]) -> bool {
    let size = wish.scale * figures::SCALE;
    taken.iter().all(|(anchor, body)| {
        let other = anchor.scale * figures::SCALE;
        let apart = anchor.at.distance(p) - wish.margin;
        // Bounds on the size of any figure, so that the exact test is rarely needed.
        if apart < SLIM * (size + other) || apart > 22.0 * (size + other) {
            return apart > SLIM * (size + other);
        }
        seeker.placed(p, size).all(|(at, radius)| {
            body.iter().all(|disc| {
                let far = anchor.at.toward(disc.at, other).distance(at);
                far >= radius + disc.radius * other + wish.margin
            })
        })
    })
}

/// Returns points around `at`, nearest first.
fn near(at: Point) -> Vec<Point> {
    let steps =
        (-3..=3).flat_map(|y| (-3..=3).map(move |x| pt(f64::from(x) * 2.5, f64::from(y) * 2.5)));
    let mut points: Vec<Point> = steps.map(|by| at.plus(by)).collect();
    points.sort_by(|a, b| a.distance(at).total_cmp(&b.distance(at)));
    points
}

/// Returns the points within the bounding box of a shape.
fn within(points: &[Point], shape: &Shape) -> Vec<Point> {
    let mut frame = Frame { x: TILE, y: TILE, width: -TILE, height: -TILE };
    for &p in shape.rings().iter().flatten() {
        frame = frame.with(p);
    }
    let is_inside = |p: &&Point| {
        (0.0..=frame.width).contains(&(p.x - frame.x))
            && (0.0..=frame.height).contains(&(p.y - frame.y))
    };
    points.iter().filter(is_inside).copied().collect()
}

/// Returns points on a road, those nearest to the centre of the tile first, then points next to it.
fn along(plan: &Plan, slot: SegmentIndex) -> Vec<Point> {
    let lines = plan.lines.iter().filter(|line| line.slot == slot);
    let mut way: Vec<(Point, Point)> = Vec::new();
    for line in lines {
        let steps: Vec<Point> = (2..=38).map(|n| line.curve.at(f64::from(n) / 40.0)).collect();
        way.extend(steps.windows(3).map(|w| (w[1], w[2].minus(w[0]).unit().right())));
    }
    way.sort_by(|a, b| a.0.distance(Point::HUB).total_cmp(&b.0.distance(Point::HUB)));
    let beside = |by: f64| way.iter().map(move |(at, aside)| at.toward(*aside, by));
    [0.0, 3.0, -3.0, 5.5, -5.5].into_iter().flat_map(beside).collect()
}

/// Returns a grid of points on a tile, nearest to the centre first. These are preferred, so most of
/// the others are never tested.
fn grid(step: f64) -> Vec<Point> {
    let number = (TILE / step) as i32;
    let rows = (2..number - 1).flat_map(|row| (2..number - 1).map(move |column| (column, row)));
    let at = |(column, row)| pt(f64::from(column) * step + 0.3, f64::from(row) * step + 0.3);
    let mut points: Vec<Point> = rows.map(at).collect();
    points.sort_by(|a, b| a.distance(Point::HUB).total_cmp(&b.distance(Point::HUB)));
    points
}

static FINE: LazyLock<Vec<Point>> = LazyLock::new(|| grid(2.0));
static COARSE: LazyLock<Vec<Point>> = LazyLock::new(|| grid(4.0));

#[cfg(test)]
mod tests {
    use bastide::{TileUse, sets};

    use super::*;
    use crate::atlas::Atlas;

    /// Returns the share of a mark that a figure on a segment hides.
    fn hidden(mark: &Mark, anchor: Anchor, body: &[Disc]) -> f64 {
        let size = anchor.scale * figures::SCALE;
        let is_hidden = |p: &Point| {
            body.iter()
                .any(|disc| anchor.at.toward(disc.at, size).distance(*p) < disc.radius * size)
        };
        let radius = mark.sign.radius();
        let points: Vec<Point> =
            grid(1.0).into_iter().filter(|p| p.distance(mark.at) < radius).collect();
        points.iter().filter(|p| is_hidden(p)).count() as f64 / points.len() as f64
    }

    #[test]
    fn figures_leave_inns_cathedrals_and_goods_visible() {
        let (mut marks, mut wrong) = (0, Vec::new());
        for set in sets::all() {
            let atlas = Atlas::new(set);
            for (id, kind) in set.iter().filter(|(_, kind)| kind.usage != TileUse::Patch) {
                for rotation in Rotation::ALL {
                    let plan = atlas.plan(id, rotation, 0);
                    for mark in printed(plan) {
                        marks += 1;
                        for ((slot, _), anchor) in kind.slots().zip(atlas.anchors(id, rotation)) {
                            let share = hidden(mark, anchor, &body(kind, slot, Rotation::NONE));
                            if share > 0.25 {
                                let turns = rotation.quarter_turns();
                                wrong.push(format!(
                                    "{} {turns} slot {}: {share:.2}",
                                    kind.name, slot.0
                                ));
                            }
                        }
                    }
                }
            }
        }
        // Inns, cathedrals and goods of all tiles, in four rotations.
        assert_eq!(marks, (6 + 1 + 20) * 4);
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }
}
