//! Layout of a tile: a [`Plan`] has the curves of roads, rivers and walls and the positions of
//! marks and buildings, but not their appearance.
//!
//! Everything is derived from segments and ports; no tile kind is handled specially.

mod lines;
mod marks;
mod walls;

use bastide::{Axis, Edge, Port, Rotation, SegmentIndex, Terrain, TileKind};

use crate::geom::{Curve, Point, distance_to, holds, middle};

pub(crate) use marks::{Mark, Sign};

/// A road, a river or a path on a tile, or one arm of it.
#[derive(Clone, Debug)]
pub struct Line {
    /// Index of its segment.
    pub slot: SegmentIndex,
    /// Its terrain.
    pub terrain: Terrain,
    /// Its centre line.
    pub curve: Curve,
    pub(crate) flat: Vec<Point>,
}

impl Line {
    fn new(slot: SegmentIndex, terrain: Terrain, curve: Curve) -> Line {
        let flat = curve.flatten();
        Line { slot, terrain, curve, flat }
    }

    /// Returns the distance from its centre line to its edge.
    pub(crate) fn half_width(&self) -> f64 {
        half_width(self.terrain)
    }
}

/// Returns the distance from the centre line of a linear terrain to its edge.
pub(crate) const fn half_width(terrain: Terrain) -> f64 {
    match terrain {
        Terrain::River => 10.5,
        Terrain::Path => 7.0,
        Terrain::Road
        | Terrain::Field
        | Terrain::City
        | Terrain::Monastery
        | Terrain::Garden
        | Terrain::Tower
        | Terrain::House
        | Terrain::Courtyard => 5.5,
    }
}

/// Half the thickness of a wall.
pub(crate) const WALL: f64 = 3.3;

/// A city, a tower or a house, with its outline and walls.
#[derive(Clone, Debug)]
pub struct Area {
    /// Index of its segment.
    pub slot: SegmentIndex,
    /// Its terrain.
    pub terrain: Terrain,
    /// Its outline, along sides of the tile and walls.
    pub outline: Curve,
    /// Its walls, from corner to corner of the tile.
    pub walls: Vec<Curve>,
    pub(crate) ring: Vec<Point>,
    pub(crate) flats: Vec<Vec<Point>>,
}

impl Area {
    fn new(slot: SegmentIndex, terrain: Terrain, outline: Curve, walls: Vec<Curve>) -> Area {
        let ring = outline.flatten();
        let flats = walls.iter().map(Curve::flatten).collect();
        Area { slot, terrain, outline, walls, ring, flats }
    }
}

/// An opening where a line passes through a wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gate {
    pub(crate) at: Point,
    /// Outward direction.
    pub(crate) out: Point,
    /// Terrain the wall belongs to.
    pub(crate) terrain: Terrain,
}

/// Kind of junction where several lines end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Meeting {
    Crossing,
    Village,
    Square,
}

/// Standing water at the end of a river.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pool {
    pub(crate) at: Point,
    pub(crate) radius: f64,
}

/// A printed road over a river.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) at: Point,
    /// Direction of the road.
    pub(crate) along: Point,
}

/// Layout of a tile.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Roads, rivers and paths.
    pub lines: Vec<Line>,
    /// Cities, towers and houses.
    pub areas: Vec<Area>,
    pub(crate) gates: Vec<Gate>,
    pub(crate) meeting: Option<(Meeting, Point)>,
    pub(crate) pools: Vec<Pool>,
    pub(crate) spans: Vec<Span>,
    pub(crate) marks: Vec<Mark>,
}

impl Plan {
    /// Creates the plan of an unrotated tile kind. Variants differ in how straight roads bend.
    pub fn new(kind: &TileKind, variant: u8) -> Plan {
        let layout = Layout::new(kind);
        let areas = walls::areas(&layout);
        let mut plan = Plan {
            lines: Vec::new(),
            areas,
            gates: Vec::new(),
            meeting: None,
            pools: Vec::new(),
            spans: Vec::new(),
            marks: Vec::new(),
        };
        lines::lay(&mut plan, &layout, 0);
        marks::place(&mut plan, &layout);
        if variant != 0 {
            // Marks are the same in all variants, because figures stand on some of them.
            plan.lines.clear();
            plan.gates.clear();
            plan.pools.clear();
            lines::lay(&mut plan, &layout, variant);
        }
        plan
    }

    /// Returns the plan of the rotated tile.
    #[must_use]
    pub fn turned(&self, by: Rotation) -> Plan {
        if by == Rotation::NONE {
            return self.clone();
        }
        let away = |v: Point| v.plus(Point::HUB).turned(by).minus(Point::HUB);
        let turn = |line: &Line| Line::new(line.slot, line.terrain, line.curve.turned(by));
        let area = |a: &Area| {
            let walls = a.walls.iter().map(|wall| wall.turned(by)).collect();
            Area::new(a.slot, a.terrain, a.outline.turned(by), walls)
        };
        let gate = |g: &Gate| Gate { at: g.at.turned(by), out: away(g.out), ..*g };
        let span = |s: &Span| Span { at: s.at.turned(by), along: away(s.along) };
        Plan {
            lines: self.lines.iter().map(turn).collect(),
            areas: self.areas.iter().map(area).collect(),
            gates: self.gates.iter().map(gate).collect(),
            meeting: self.meeting.map(|(what, at)| (what, at.turned(by))),
            pools: self.pools.iter().map(|p| Pool { at: p.at.turned(by), ..*p }).collect(),
            spans: self.spans.iter().map(span).collect(),
            marks: self.marks.iter().map(|m| Mark { at: m.at.turned(by), ..*m }).collect(),
        }
    }

    /// Returns the distance from a point to the nearest line, wall, water or mark; negative inside
    /// one of them.
    pub(crate) fn room(&self, p: Point) -> f64 {
        let mut room = f64::INFINITY;
        for line in &self.lines {
            room = room.min(distance_to(&line.flat, p) - line.half_width());
        }
        for flat in self.areas.iter().flat_map(|area| &area.flats) {
            room = room.min(distance_to(flat, p) - WALL);
        }
        for pool in &self.pools {
            room = room.min(pool.at.distance(p) - pool.radius);
        }
        for mark in &self.marks {
            room = room.min(mark.at.distance(p) - mark.sign.radius());
        }
        if let Some((what, at)) = self.meeting {
            room = room.min(at.distance(p) - meeting_radius(what));
        }
        room
    }

    /// Returns the city, tower or house that contains a point.
    pub(crate) fn area_at(&self, p: Point) -> Option<&Area> {
        self.areas.iter().find(|area| holds(&area.ring, p))
    }
}

/// Returns the radius of a junction.
pub(crate) const fn meeting_radius(what: Meeting) -> f64 {
    match what {
        Meeting::Crossing => 8.0,
        Meeting::Village => 13.0,
        Meeting::Square => 12.0,
    }
}

/// A tile kind with the queries needed for its layout.
pub(crate) struct Layout<'a> {
    pub(crate) kind: &'a TileKind,
}

impl<'a> Layout<'a> {
    fn new(kind: &'a TileKind) -> Layout<'a> {
        Layout { kind }
    }

    /// Returns the sides whose middle port belongs to a segment.
    pub(crate) fn sides(&self, slot: SegmentIndex) -> Vec<Edge> {
        let ports = self.kind.segment(slot).ports;
        Edge::ALL.into_iter().filter(|&edge| ports.contains(Port::middle(edge))).collect()
    }

    /// Returns the segments of matching terrain that touch a segment.
    pub(crate) fn touching(
        &self,
        slot: SegmentIndex,
        is_wanted: impl Fn(Terrain) -> bool,
    ) -> impl Iterator<Item = SegmentIndex> {
        let touches = self.kind.touches.iter();
        touches
            .filter_map(move |&(a, b)| match slot {
                _ if a == slot => Some(b),
                _ if b == slot => Some(a),
                _ => None,
            })
            .filter(move |&other| is_wanted(self.kind.segment(other).terrain))
    }

    /// Returns true if two segments enclose a field that reaches no side of the tile.
    pub(crate) fn encloses(&self, a: SegmentIndex, b: SegmentIndex) -> bool {
        let mut fields = self.kind.segments.iter().filter(|segment| is_ground(segment.terrain));
        fields.any(|field| {
            field.ports.is_empty() && field.borders.contains(a) && field.borders.contains(b)
        })
    }

    /// Returns the slots of matching terrain.
    pub(crate) fn slots(&self, is_wanted: impl Fn(Terrain) -> bool) -> Vec<SegmentIndex> {
        let all = self.kind.slots().filter(|(_, segment)| is_wanted(segment.terrain));
        all.map(|(slot, _)| slot).collect()
    }

    /// Returns the position of a monastery, if there is one: the centre, unless a road or river
    /// passes through it.
    pub(crate) fn monastery(&self) -> Option<Point> {
        let slot = *self.slots(|t| t == Terrain::Monastery).first()?;
        let is_passing = |&other: &SegmentIndex| {
            let touches = self.touching(other, |t| t == Terrain::Monastery).next().is_some();
            !touches && !self.sides(other).is_empty()
        };
        let Some(passing) = self.slots(is_line).into_iter().find(is_passing) else {
            return Some(Point::HUB);
        };
        // A road that leads to it comes from the other bank.
        let lane = self.touching(slot, is_line).next();
        let from = lane.and_then(|lane| self.sides(lane).first().copied());
        let sides = self.sides(passing);
        let away = match (&*sides, from) {
            (_, Some(edge)) => Point::HUB.minus(middle(edge)),
            ([only], None) => Point::HUB.minus(middle(*only)),
            ([a, b], None) if a.opposite() == *b => match a.axis() {
                Axis::NorthSouth => middle(Edge::West).minus(Point::HUB),
                Axis::EastWest => middle(Edge::North).minus(Point::HUB),
            },
            (several, None) => {
                let sum = several
                    .iter()
                    .fold(Point::default(), |sum, &edge| sum.plus(Point::HUB.minus(middle(edge))));
                sum.times(0.6)
            }
        };
        Some(Point::HUB.toward(away, 0.5))
    }
}

/// Returns true for linear terrains.
pub(crate) const fn is_line(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Road | Terrain::River | Terrain::Path)
}

/// Returns true for walled terrains.
pub(crate) const fn is_walled(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::City | Terrain::Tower | Terrain::House)
}

/// Returns true for terrains that fill the space between all others.
pub(crate) const fn is_ground(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Field | Terrain::Courtyard)
}
