//! Where figures stand: a point for every segment of a tile, and how large a
//! figure may be there. Figures stay upright, so a tile that is turned has
//! other points.
//!
//! No figure touches a wall, another figure of its tile, or a side.

use std::cell::Cell;
use std::sync::LazyLock;

use bastide::{Axis, FigureKind, Rotation, Slot, Terrain, TileKind};

use crate::figures::{self, Disc, Pose};
use crate::geom::{Point, TILE, distance_to, middle, pt};
use crate::plan::{Plan, WALL, is_ground, is_line, meeting_radius};
use crate::region::Shape;
use crate::sheet::is_yard;
use crate::svg::Frame;

/// Where a figure stands, and how large it may be there.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Anchor {
    /// The middle of the figure.
    pub at: Point,
    /// Its size: `1` where there is room.
    pub scale: f64,
}

impl Anchor {
    fn turned(self, rotation: Rotation) -> Anchor {
        Anchor { at: self.at.turned(rotation), ..self }
    }
}

/// What is asked of a point.
#[derive(Clone, Copy, Debug)]
struct Wish {
    scale: f64,
    /// How far from walls and others.
    margin: f64,
    taste: Taste,
}

/// Whether a point has to look good too.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Taste {
    /// Nothing is covered that says what a tile is.
    Fine,
    /// Anything will do.
    Plain,
}

/// From the best to the least: a point that has one has all that follow. Better points come
/// before smaller figures.
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

/// The anchors of a kind of tile, by slot, as it lies when turned. If there is
/// a bridge over it, the bridge comes last.
pub(crate) fn anchors(
    kind: &TileKind,
    plan: &Plan,
    hits: &[Shape],
    rotation: Rotation,
    bridge: Option<Axis>,
) -> Vec<Anchor> {
    // Inside a wall there may be another one on each side.
    let finder = Finder::new(plan, if is_yard(kind) { WALL } else { 0.0 });
    let mut seekers: Vec<Seeker<'_>> =
        kind.slots().map(|(slot, _)| Seeker::new(kind, plan, hits, slot, rotation)).collect();
    seekers.extend(bridge.map(|axis| Seeker::crossing(axis, rotation)));
    // What has least choice comes first.
    let mut order: Vec<usize> = (0..seekers.len()).collect();
    order.sort_by(|&a, &b| seekers[a].choice.total_cmp(&seekers[b].choice));
    let mut best = finder.settle(&seekers, &order, 1.0);
    if best.iter().all(|anchor| anchor.scale == 1.0) {
        return best.into_iter().map(|anchor| anchor.turned(rotation)).collect();
    }
    // On a crowded tile whoever could be larger alone chooses first, or all shrink a little.
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

/// The smallest figure counts most.
fn worth(anchors: &[Anchor]) -> f64 {
    let scales = || anchors.iter().map(|anchor| anchor.scale);
    let least = scales().fold(1.0, f64::min);
    let weight = if least > LEAST { 12.0 } else { -100.0 };
    least * weight + scales().sum::<f64>()
}

/// The scale of a figure that has no room at all.
const LEAST: f64 = 0.5;

/// Everything that may stand on a segment, about one point, as the tile sees
/// it before it is turned. Nothing stands in a river.
fn body(kind: &TileKind, slot: Slot, rotation: Rotation) -> Vec<Disc> {
    let terrain = kind.segment(slot).terrain;
    let mut discs = match terrain {
        Terrain::River => Vec::new(),
        _ => figures::discs(Pose::on(FigureKind::Meeple, terrain)).to_vec(),
    };
    if terrain.is_ringed() {
        discs.extend_from_slice(figures::discs(Pose::Abbot));
    }
    unturned(&discs, rotation)
}

/// A body as its tile sees it before it is turned.
fn unturned(discs: &[Disc], rotation: Rotation) -> Vec<Disc> {
    let back = opposite(rotation);
    let turn = |at: Point| at.plus(Point::HUB).turned(back).minus(Point::HUB);
    discs.iter().map(|disc| Disc { at: turn(disc.at), ..*disc }).collect()
}

/// What takes a turn back.
fn opposite(rotation: Rotation) -> Rotation {
    Rotation::new((4 - rotation.quarter_turns()) % 4)
}

/// A segment that looks for a place.
struct Seeker<'a> {
    body: Vec<Disc>,
    /// How far its body reaches, and to the north-west and the south-east.
    reach: f64,
    low: Point,
    high: Point,
    points: Vec<Point>,
    /// What of the tile is its own; nothing if its points are.
    hit: Option<&'a Shape>,
    /// Whether it wants room to all sides of its ground.
    is_ground: bool,
    /// What it would rather not cover: about a point, so far.
    marks: Vec<(Point, f64)>,
    /// How much choice it has.
    choice: f64,
    /// What is known of each point.
    known: Vec<Known>,
}

/// What is known of a point as long as nobody else is there.
#[derive(Clone)]
struct Known {
    /// How many wishes it does not have.
    lacks: Cell<u8>,
    /// From which wish on it has them.
    has: Cell<u8>,
    /// How far it is from a wall, once somebody asked.
    wall: Cell<f64>,
    /// Whether nothing is covered there that says what the tile is, once somebody asked.
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
        slot: Slot,
        rotation: Rotation,
    ) -> Seeker<'a> {
        let terrain = kind.segment(slot).terrain;
        let hit = &hits[usize::from(slot.0)];
        let own = plan.marks.iter().find(|mark| mark.slot == Some(slot));
        let mut marks: Vec<(Point, f64)> = Vec::new();
        let (points, choice) = match own.filter(|_| terrain.is_ringed()) {
            Some(mark) => (near(mark.at), -40_000.0),
            None if is_line(terrain) => {
                marks.extend(plan.spans.iter().map(|span| (span.at, 13.0)));
                marks.extend(plan.meeting.map(|(what, at)| (at, meeting_radius(what) + 6.0)));
                (along(plan, slot), hit.size() - 20_000.0)
            }
            None => {
                marks.extend(plan.marks.iter().map(|m| (m.at, m.sign.radius() * 0.8 + 10.0)));
                let grid = if hit.size() < 2000.0 { &FINE } else { &COARSE };
                (within(grid, hit), hit.size())
            }
        };
        let body = body(kind, slot, rotation);
        let is_ground = is_ground(terrain);
        Seeker { hit: Some(hit), is_ground, marks, choice, ..Seeker::on(points, body) }
    }

    /// Somebody on a bridge.
    fn crossing(axis: Axis, rotation: Rotation) -> Seeker<'a> {
        let [a, b] = axis.edges().map(|edge| middle(edge).turned(opposite(rotation)));
        let mut points: Vec<Point> =
            (10..=90).map(|n| a.toward(b.minus(a), f64::from(n) / 100.0)).collect();
        points.sort_by(|a, b| a.distance(Point::HUB).total_cmp(&b.distance(Point::HUB)));
        let body = unturned(figures::discs(Pose::Standing), rotation);
        Seeker { choice: -30_000.0, ..Seeker::on(points, body) }
    }

    /// Something that may stand on any of these points.
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

    /// Whether a point is the segment's own.
    fn owns(&self, p: Point) -> bool {
        self.hit.is_none_or(|hit| hit.holds(p))
    }

    /// Any point of its own, where there is no room at all.
    fn last(&self) -> Anchor {
        let own = self.points.iter().copied().find(|&p| self.owns(p));
        Anchor { at: own.unwrap_or(Point::HUB), scale: LEAST }
    }

    fn is_fine(&self, p: Point) -> bool {
        self.marks.iter().all(|(at, far)| at.distance(p) >= *far)
            && (!self.is_ground || self.hit.is_none_or(|hit| hit.edge_distance(p) >= 8.0))
    }

    /// Its parts at a point, in some size.
    fn placed(&self, p: Point, size: f64) -> impl Iterator<Item = (Point, f64)> {
        self.body.iter().map(move |disc| (p.toward(disc.at, size), disc.radius * size))
    }
}

/// Finds places on a tile.
struct Finder {
    walls: Vec<Vec<Point>>,
    /// How far from the sides figures stay.
    side: f64,
}

impl Finder {
    fn new(plan: &Plan, side: f64) -> Finder {
        let walls = plan.areas.iter().flat_map(|area| area.flats.iter().cloned()).collect();
        Finder { walls, side }
    }

    /// A place for everybody, the first in order first, none larger than that.
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

    /// Gives everybody the largest place that the others leave.
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

    /// The best place if nobody else is there.
    fn alone(&self, seeker: &Seeker<'_>) -> Anchor {
        self.best(seeker, &[], 1.0).unwrap_or_else(|| seeker.last())
    }

    /// The first point that has what is wished, for the best wish that any has.
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

    /// Whether a point has what is wished as long as nobody else is there.
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

    /// Whether a figure is clear of walls and sides.
    fn is_clear(&self, seeker: &Seeker<'_>, n: usize, wish: Wish) -> bool {
        let (p, known) = (seeker.points[n], &seeker.known[n]);
        let size = wish.scale * figures::SCALE;
        let side = self.side + wish.margin.min(1.0);
        let (low, high) = (p.toward(seeker.low, size), p.toward(seeker.high, size));
        if low.x.min(low.y) < side || high.x.max(high.y) > TILE - side {
            return false;
        }
        if known.wall.get().is_nan() {
            known.wall.set(self.wall_distance(p));
        }
        // Most points are so near to a wall or so far away that no more has to be known.
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

/// So far any figure reaches to all sides.
const SLIM: f64 = 9.0;

/// Whether a figure is clear of others.
fn is_free(seeker: &Seeker<'_>, p: Point, wish: Wish, taken: &[(Anchor, &[Disc])]) -> bool {
    let size = wish.scale * figures::SCALE;
    taken.iter().all(|(anchor, body)| {
        let other = anchor.scale * figures::SCALE;
        let apart = anchor.at.distance(p) - wish.margin;
        // No figure is smaller or larger than that.
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

/// Points about another, the nearest first.
fn near(at: Point) -> Vec<Point> {
    let steps =
        (-3..=3).flat_map(|y| (-3..=3).map(move |x| pt(f64::from(x) * 2.5, f64::from(y) * 2.5)));
    let mut points: Vec<Point> = steps.map(|by| at.plus(by)).collect();
    points.sort_by(|a, b| a.distance(at).total_cmp(&b.distance(at)));
    points
}

/// Those points that may lie in a shape.
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

/// Points on a road, the middle of the tile first, then beside it.
fn along(plan: &Plan, slot: Slot) -> Vec<Point> {
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

/// Points all over a tile, those near the middle first: they are preferred, so
/// most of the others need no look.
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
