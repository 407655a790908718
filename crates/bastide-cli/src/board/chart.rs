//! Areas of the segments of a tile, on a fine grid derived from the ports.
//!
//! Tile data describes where segments leave a tile, not their shape. The chart uses the
//! conventional shapes: cities, towers and houses bulge in from their sides, roads and paths run
//! through the middle, rivers bend around a corner, and fields and courtyards fill the rest.

use bastide::{Corner, Edge, Port, Rotation, Segment, SegmentIndex, Terrain, TileKind, TileUse};

/// Number of samples along each side.
const FINE: usize = 40;
/// Depth of a city with a single side, as a fraction of the tile; the second value applies if the
/// city touches a river, the third if an enclosed field or a lane needs room.
const BULGE: f32 = 0.38;
const TO_BANK: f32 = 0.44;
const SHALLOW: f32 = 0.29;
/// Depth of a city with a single side inside the bay of another city, and depth of this bay. The
/// field between them is visible even on a small tile.
const NESTED: f32 = 0.19;
const BAY: f32 = 0.45;
/// Half the width of a city's arm to a corner, at its base.
const ARM: f32 = 0.13;
/// Half the width of a river and of a road.
const RIVER: f32 = 0.11;
const ROAD: f32 = 0.03;
/// Curvature of the inner border of a city on two adjacent sides.
const HOLLOW: f32 = 0.8;

/// Returns true if a terrain fills its sides from the border inwards.
pub(super) const fn is_built(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::City | Terrain::Tower | Terrain::House)
}

/// Returns true if a terrain is drawn as a line.
pub(super) const fn is_line(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Road | Terrain::Path)
}

/// Returns true if a terrain fills the area that other terrains leave free.
const fn is_open(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Field | Terrain::Courtyard)
}

/// A point on a tile: fractions from 0 to 1, to the east and to the south.
pub(crate) type Point = (f32, f32);

const MIDDLE: Point = (0.5, 0.5);

/// The areas of a rotated tile.
pub(crate) struct Chart<'a> {
    kind: &'a TileKind,
    rotation: Rotation,
    /// For each slot, the sides through which it leaves the rotated tile.
    sides: Vec<Vec<Edge>>,
    /// For each slot, the polyline of its road, or empty.
    courses: Vec<Vec<Point>>,
    /// For each side, the depth of a city that has only this side.
    reaches: [f32; 4],
    /// For each side, the depth to which other cities recede from it.
    bays: [f32; 4],
    samples: Vec<Option<SegmentIndex>>,
}

impl<'a> Chart<'a> {
    /// Computes the chart of a rotated tile.
    pub(crate) fn new(kind: &'a TileKind, rotation: Rotation) -> Chart<'a> {
        let leaves = |segment: &Segment, edge: &Edge| {
            segment.ports.turned(rotation).contains(Port::middle(*edge))
        };
        let sides = |segment| Edge::ALL.into_iter().filter(|edge| leaves(segment, edge)).collect();
        let mut chart = Chart {
            kind,
            rotation,
            sides: kind.segments.iter().map(sides).collect(),
            courses: Vec::new(),
            reaches: [BULGE; 4],
            bays: [BULGE; 4],
            samples: vec![None; FINE * FINE],
        };
        chart.shape_cities();
        chart.courses = kind.slots().map(|(slot, _)| chart.trace(slot)).collect();
        for at in 0..FINE * FINE {
            let point = sample(at);
            chart.samples[at] = chart
                .ground(point)
                .filter(|&slot| is_built(chart.terrain(slot)))
                .or_else(|| chart.road_at(point))
                .or_else(|| chart.ground(point));
        }
        chart.flood_fields();
        chart.fill_enclosed();
        chart.fill_pockets();
        chart
    }

    /// Returns the segment at a point.
    pub(crate) fn at(&self, point: Point) -> Option<SegmentIndex> {
        self.samples[index(point)]
    }

    /// Returns the terrain of a segment.
    pub(crate) fn terrain(&self, slot: SegmentIndex) -> Terrain {
        self.kind.segment(slot).terrain
    }

    /// Returns the building or river at a point, ignoring roads that cross it.
    pub(crate) fn ground(&self, point: Point) -> Option<SegmentIndex> {
        let is_river = |terrain| terrain == Terrain::River;
        self.slots_of(is_built)
            .find(|(slot, s)| self.is_in_city(*slot, s, point))
            .or_else(|| self.slots_of(is_river).find(|(slot, _)| self.is_in_river(*slot, point)))
            .map(|(slot, _)| slot)
            .or_else(|| {
                // A tile may consist of two buildings without any other area between them.
                let is_full = self.kind.segments.iter().all(|s| is_built(s.terrain));
                self.nearest_building(point).filter(|_| is_full)
            })
    }

    /// Returns the building whose side is nearest.
    fn nearest_building(&self, point: Point) -> Option<SegmentIndex> {
        let far = |slot: SegmentIndex| {
            let sides = self.sides(slot).iter();
            sides.map(|&edge| depth(edge, point).0).fold(1.0, f32::min)
        };
        let nearest = self.slots_of(is_built).min_by(|a, b| far(a.0).total_cmp(&far(b.0)));
        nearest.map(|(slot, _)| slot)
    }

    fn slots_of(
        &self,
        is_wanted: fn(Terrain) -> bool,
    ) -> impl Iterator<Item = (SegmentIndex, &Segment)> {
        self.kind.slots().filter(move |(_, s)| is_wanted(s.terrain))
    }

    /// Returns the squared distance of a point to the nearest sample of another segment or to the
    /// border.
    pub(crate) fn clearance(&self, point: Point) -> f32 {
        let own = self.at(point);
        let border = point.0.min(1.0 - point.0).min(point.1.min(1.0 - point.1));
        let others = (0..FINE * FINE).filter(|&at| self.samples[at] != own);
        others.map(|at| square(sample(at), point)).fold(border * border, f32::min)
    }

    /// Returns the centroid of a segment, which may lie outside its area.
    pub(crate) fn heart(&self, slot: SegmentIndex) -> Point {
        let own = (0..FINE * FINE).filter(|&at| self.samples[at] == Some(slot)).map(sample);
        let (n, x, y) = own.fold((0.0, 0.0, 0.0), |(n, x, y), p| (n + 1.0, x + p.0, y + p.1));
        if n > 0.0 { (x / n, y / n) } else { MIDDLE }
    }

    /// Returns the sides through which a segment leaves the rotated tile.
    pub(crate) fn sides(&self, slot: SegmentIndex) -> &[Edge] {
        &self.sides[usize::from(slot.0)]
    }

    /// Returns the points next to the ports of a segment of the rotated tile.
    pub(crate) fn ports(&self, slot: SegmentIndex) -> impl Iterator<Item = Point> {
        self.kind.segment(slot).ports.turned(self.rotation).iter().map(just_inside)
    }

    /// Returns the polyline of a road, from end to end.
    pub(crate) fn course(&self, slot: SegmentIndex) -> &[Point] {
        &self.courses[usize::from(slot.0)]
    }

    /// Returns the lanes of a road: the stubs from its junction to the gates of the cities that it
    /// touches. They separate fields, but they are not part of the road (INN-5).
    pub(crate) fn lanes(&self, slot: SegmentIndex) -> impl Iterator<Item = [Point; 2]> {
        let walled = self.touched(slot).filter(move |_| self.has_junction(slot));
        let walled = walled.filter(|&other| is_built(self.terrain(other)));
        walled.filter_map(|city| Some([MIDDLE, middle_of(*self.sides(city).first()?)]))
    }

    /// Returns true if a road ends at another road.
    fn has_junction(&self, slot: SegmentIndex) -> bool {
        let is_end = is_line(self.terrain(slot)) && self.sides(slot).len() == 1;
        is_end && self.touched(slot).any(|other| is_line(self.terrain(other)))
    }

    /// Returns the roads that cross on a bridge, the upper one first.
    pub(crate) fn crossing(&self) -> Option<[SegmentIndex; 2]> {
        let is_straight = |(slot, _): &(SegmentIndex, _)| matches!(*self.sides(*slot), [a, b] if a.opposite() == b);
        let mut straight = self.slots_of(is_line).filter(is_straight).map(|(slot, _)| slot);
        Some([straight.next()?, straight.next()?])
    }

    fn trace(&self, slot: SegmentIndex) -> Vec<Point> {
        match *self.sides(slot) {
            _ if !is_line(self.terrain(slot)) => Vec::new(),
            [a, b] if self.is_evading(slot) => {
                // Avoids the middle, on the side of its own corner.
                let (p, q) = (middle_of(a), middle_of(b));
                let (before, after) = (towards(p, MIDDLE, 0.6), towards(q, MIDDLE, 0.6));
                let nook = (before.0 + after.0 - 0.5, before.1 + after.1 - 0.5);
                vec![p, before, nook, after, q]
            }
            [a, b] => vec![middle_of(a), MIDDLE, middle_of(b)],
            [a] => self.dead_end(slot, a),
            // A junction: the line goes out and back on each arm except the last.
            _ => {
                let mut course: Vec<Point> =
                    self.sides(slot).iter().flat_map(|&edge| [middle_of(edge), MIDDLE]).collect();
                course.pop();
                course
            }
        }
    }

    /// Returns true if a road bend shares the tile with another bend, so that both have to avoid
    /// the middle.
    fn is_evading(&self, slot: SegmentIndex) -> bool {
        let is_bend = |slot: SegmentIndex| matches!(*self.sides(slot), [a, b] if a.opposite() != b);
        let mut roads = self.slots_of(is_line);
        is_bend(slot) && roads.any(|(other, _)| other != slot && is_bend(other))
    }

    /// Returns the polyline of a road that enters through `edge` and ends on the tile.
    fn dead_end(&self, slot: SegmentIndex, edge: Edge) -> Vec<Point> {
        let from = middle_of(edge);
        if self.kind.usage == TileUse::Patch {
            return self.to_rim(edge);
        }
        if self.has_junction(slot) {
            return vec![from, MIDDLE];
        }
        for other in self.touched(slot) {
            match self.terrain(other) {
                Terrain::City | Terrain::Tower | Terrain::House => {
                    return self.to_gate(slot, edge, other);
                }
                Terrain::Monastery => return vec![from, self.building(other)],
                _ => {}
            }
        }
        vec![from, MIDDLE]
    }

    /// Runs straight to the city if possible; otherwise turns, before the middle if another road
    /// occupies the middle.
    fn to_gate(&self, slot: SegmentIndex, edge: Edge, city: SegmentIndex) -> Vec<Point> {
        let (from, ahead) = (middle_of(edge), middle_of(edge.opposite()));
        let mut steps = (0..FINE).map(|i| towards(from, ahead, i as f32 / FINE as f32));
        let first = steps.find_map(|point| Some((point, self.ground(point)?)));
        // The first of several roads to the same city runs straight.
        let is_earlier = |other: SegmentIndex| other < slot && is_line(self.terrain(other));
        let is_second = self.ground(MIDDLE).is_none() && self.touched(city).any(is_earlier);
        if let Some((gate, other)) = first
            && other == city
            && !is_second
        {
            return vec![from, gate];
        }
        let is_through = |other: SegmentIndex| {
            other != slot && is_line(self.terrain(other)) && self.sides(other).len() > 1
        };
        let is_busy = is_second || self.kind.slots().any(|(other, _)| is_through(other));
        let bend = towards(from, MIDDLE, if is_busy { 0.6 } else { 1.0 });
        let mut aside = self.sides(city).iter().filter(|&&side| side != edge.opposite());
        let gate = aside.next().or(self.sides(city).first());
        let gate = gate.map_or(MIDDLE, |&side| middle_of(side));
        let (dx, dy) = (gate.0 - MIDDLE.0, gate.1 - MIDDLE.1);
        vec![from, bend, (bend.0 + dx, bend.1 + dy)]
    }

    /// Runs to the inner side of a block: across the tile, or around the bend on a corner tile.
    fn to_rim(&self, edge: Edge) -> Vec<Point> {
        let from = middle_of(edge);
        let is_blind = |edge: &Edge| self.kind.owner(self.rotation, Port::middle(*edge)).is_none();
        let beside = [1, 3].map(|turns| edge.turned(Rotation::new(turns)));
        match *beside.into_iter().filter(is_blind).collect::<Vec<_>>().as_slice() {
            [inner] => {
                let bend = towards(from, MIDDLE, 1.6);
                let (dx, dy) = inner.delta();
                vec![from, bend, (bend.0 + 0.5 * f32::from(dx), bend.1 + 0.5 * f32::from(dy))]
            }
            _ => vec![from, middle_of(edge.opposite())],
        }
    }

    /// Returns the segments that touch this one without being connected to it.
    fn touched(&self, slot: SegmentIndex) -> impl Iterator<Item = SegmentIndex> {
        self.kind.touches.iter().filter_map(move |&(a, b)| match slot {
            _ if a == slot => Some(b),
            _ if b == slot => Some(a),
            _ => None,
        })
    }

    /// Returns the position of a monastery: the middle, or beside a river or a road that occupies
    /// the middle.
    pub(crate) fn building(&self, slot: SegmentIndex) -> Point {
        let of = |terrain| self.kind.slots().find(move |(_, s)| s.terrain == terrain);
        let is_mine =
            |(other, _): &(SegmentIndex, &Segment)| self.touched(slot).any(|t| t == *other);
        let road = of(Terrain::Road);
        let aside = |(slot, _): (SegmentIndex, &Segment)| {
            let (x, y) = self.sides(slot).first().map_or(MIDDLE, |&edge| middle_of(edge));
            (0.5 - 0.56 * (x - 0.5), 0.5 - 0.56 * (y - 0.5))
        };
        match (of(Terrain::River), road) {
            // On the side opposite to its own road, or else to the river.
            (Some(river), _) => aside(road.filter(is_mine).unwrap_or(river)),
            (None, Some((passing, _))) if !road.is_some_and(|r| is_mine(&r)) => {
                // To the left of a road that passes without ending here.
                let along = self.sides(passing).first().copied().unwrap_or(Edge::East);
                let (dx, dy) = along.turned(Rotation::new(3)).delta();
                (0.5 + 0.28 * f32::from(dx), 0.5 + 0.28 * f32::from(dy))
            }
            (None, _) => MIDDLE,
        }
    }

    fn road_at(&self, point: Point) -> Option<SegmentIndex> {
        let is_here = |slot: SegmentIndex| {
            self.course(slot).windows(2).any(|w| is_near(w[0], w[1], point, ROAD))
                || self.lanes(slot).any(|[from, to]| is_near(from, to, point, ROAD))
        };
        let mut roads = self.slots_of(is_line);
        roads.find(|&(slot, _)| is_here(slot)).map(|(slot, _)| slot)
    }

    /// Determines the depths of cities and of the bays between them.
    fn shape_cities(&mut self) {
        let slots = || self.slots_of(is_built);
        let mut shapes = Vec::new();
        for (slot, _) in slots() {
            let [side] = *self.sides(slot) else { continue };
            let is_beside =
                |slot: SegmentIndex| self.enclosed().any(|(_, field)| field.borders.contains(slot));
            let has_lane = || self.touched(slot).any(|road| self.has_junction(road));
            // It lies in the bay of another city if only a field without ports separates them.
            let is_around = |other: SegmentIndex| {
                let mut between = self.enclosed().map(|(_, field)| &field.borders);
                self.recedes(other) && between.any(|b| b.contains(slot) && b.contains(other))
            };
            let shape = match () {
                () if self.touched(slot).any(|other| self.terrain(other) == Terrain::River) => {
                    (TO_BANK, BULGE)
                }
                () if slots().any(|(other, _)| is_around(other)) => (NESTED, BAY),
                () if is_beside(slot) || has_lane() => (SHALLOW, BULGE),
                () => (BULGE, BULGE),
            };
            shapes.push((side, shape));
        }
        for (side, (reach, bay)) in shapes {
            self.reaches[side as usize] = reach;
            self.bays[side as usize] = bay;
        }
    }

    /// Returns true if a city covers the whole tile except for bays at the sides of others.
    fn recedes(&self, slot: SegmentIndex) -> bool {
        match *self.sides(slot) {
            [] | [_] => false,
            [a, b] if a.opposite() != b => self.kind.segment(slot).corner.is_some(),
            _ => true,
        }
    }

    fn is_in_city(&self, slot: SegmentIndex, segment: &Segment, point: Point) -> bool {
        let sides = self.sides(slot);
        let is_in_arm = |corner: Corner| {
            let corner = point_of(corner.turned(self.rotation));
            let from = match *sides {
                [only] => towards(middle_of(only), MIDDLE, 0.3),
                _ => towards((1.0 - corner.0, 1.0 - corner.1), corner, 0.3),
            };
            is_in_wedge(from, corner, point)
        };
        let is_out = |edge: Edge| {
            !sides.contains(&edge) && is_in_bulge(edge, self.bays[edge as usize], point)
        };
        let is_within = match *sides {
            [] => false,
            [only] => is_in_bulge(only, self.reaches[only as usize], point),
            [a, b] if !self.recedes(slot) => {
                let ((p, _), (q, _)) = (depth(a, point), depth(b, point));
                p * q + HOLLOW * (p + q) < HOLLOW
            }
            _ => !Edge::ALL.into_iter().any(is_out),
        };
        is_within || segment.corner.is_some_and(is_in_arm)
    }

    fn is_in_river(&self, slot: SegmentIndex, point: Point) -> bool {
        match *self.sides(slot) {
            [a, b] if a.opposite() == b => is_near(middle_of(a), middle_of(b), point, RIVER),
            [a, b] => {
                // A bend: a quarter circle around the corner between the two sides.
                let (p, q) = (middle_of(a), middle_of(b));
                let corner = (p.0 + q.0 - 0.5, p.1 + q.1 - 0.5);
                let far = square(corner, point);
                (0.5 - RIVER).powi(2) < far && far < (0.5 + RIVER).powi(2)
            }
            [a] => {
                let is_bridged = self.kind.touches.iter().any(|&(x, y)| x == slot || y == slot);
                let is_pond = !is_bridged && square(MIDDLE, point) < 0.045;
                is_pond || is_near(middle_of(a), MIDDLE, point, RIVER)
            }
            _ => false,
        }
    }

    /// Assigns areas that no courtyard reaches to the nearest building.
    fn fill_pockets(&mut self) {
        for at in (0..FINE * FINE).filter(|&at| self.samples[at].is_none()).collect::<Vec<_>>() {
            self.samples[at] = self.nearest_building(sample(at));
        }
    }

    /// Returns the fields and courtyards without ports.
    fn enclosed(&self) -> impl Iterator<Item = (SegmentIndex, &Segment)> {
        self.slots_of(is_open).filter(|(_, segment)| segment.ports.is_empty())
    }

    /// Flood-fills fields from their ports over the remaining area.
    fn flood_fields(&mut self) {
        for (slot, segment) in self.kind.slots().filter(|(_, s)| is_open(s.terrain)) {
            let ports = segment.ports.turned(self.rotation);
            let area = self.gap(ports.iter().map(|port| index(just_inside(port))).collect());
            self.assign(&area, slot);
        }
    }

    /// Assigns each area that no port leads to, to the enclosed field whose borders match its
    /// neighbours best.
    fn fill_enclosed(&mut self) {
        if self.enclosed().next().is_none() {
            return;
        }
        while let Some(start) = self.samples.iter().position(Option::is_none) {
            let area = self.gap(vec![start]);
            let neighbours: Vec<SegmentIndex> =
                area.iter().flat_map(|&at| beside(at)).filter_map(|at| self.samples[at]).collect();
            let matches = |field: &Segment| {
                let cities = self.slots_of(is_built).map(|(city, _)| city);
                cities.filter(|c| field.borders.contains(*c) == neighbours.contains(c)).count()
            };
            let best = self.enclosed().max_by_key(|(_, field)| matches(field));
            let Some((slot, _)) = best else { return };
            self.assign(&area, slot);
        }
    }

    /// Returns the samples without a segment that are connected with `open`.
    fn gap(&self, mut open: Vec<usize>) -> Vec<usize> {
        let mut is_known = vec![false; FINE * FINE];
        let mut area = Vec::new();
        while let Some(at) = open.pop() {
            if self.samples[at].is_none() && !std::mem::replace(&mut is_known[at], true) {
                area.push(at);
                open.extend(beside(at));
            }
        }
        area
    }

    fn assign(&mut self, area: &[usize], slot: SegmentIndex) {
        for &at in area {
            self.samples[at] = Some(slot);
        }
    }
}

/// Returns the samples to the left and right, above and below.
fn beside(at: usize) -> impl Iterator<Item = usize> {
    let (x, y) = (at % FINE, at / FINE);
    let (west, east) = ((x > 0).then(|| at - 1), (x + 1 < FINE).then_some(at + 1));
    let (north, south) = ((y > 0).then(|| at - FINE), (y + 1 < FINE).then_some(at + FINE));
    [west, east, north, south].into_iter().flatten()
}

fn sample(at: usize) -> Point {
    let middle = |i: usize| (i as f32 + 0.5) / FINE as f32;
    (middle(at % FINE), middle(at / FINE))
}

fn index((x, y): Point) -> usize {
    let step = |v: f32| ((v * FINE as f32) as usize).min(FINE - 1);
    step(y) * FINE + step(x)
}

fn square((ax, ay): Point, (bx, by): Point) -> f32 {
    (ax - bx) * (ax - bx) + (ay - by) * (ay - by)
}

/// Returns the midpoint of a side.
pub(crate) fn middle_of(edge: Edge) -> Point {
    let (dx, dy) = edge.delta();
    (0.5 + 0.5 * f32::from(dx), 0.5 + 0.5 * f32::from(dy))
}

/// Interpolates between two points.
fn towards((ax, ay): Point, (bx, by): Point, share: f32) -> Point {
    (ax + share * (bx - ax), ay + share * (by - ay))
}

/// Returns the position of a corner.
fn point_of(corner: Corner) -> Point {
    match corner {
        Corner::NorthEast => (1.0, 0.0),
        Corner::SouthEast => (1.0, 1.0),
        Corner::SouthWest => (0.0, 1.0),
        Corner::NorthWest => (0.0, 0.0),
    }
}

/// Returns a point on the tile next to a port.
fn just_inside(port: Port) -> Point {
    let along = (2.0 * f32::from(port.third()) + 1.0) / 6.0;
    match port.edge() {
        Edge::North => (along, 0.0),
        Edge::East => (1.0, along),
        Edge::South => (1.0 - along, 1.0),
        Edge::West => (0.0, 1.0 - along),
    }
}

/// Returns the distance of a point from a side, and its position along the side.
fn depth(edge: Edge, (x, y): Point) -> (f32, f32) {
    match edge {
        Edge::North => (y, x),
        Edge::East => (1.0 - x, y),
        Edge::South => (1.0 - y, x),
        Edge::West => (x, y),
    }
}

fn is_in_bulge(edge: Edge, reach: f32, point: Point) -> bool {
    let (deep, along) = depth(edge, point);
    let off = 2.0 * along - 1.0;
    deep < reach * (1.0 - off * off)
}

/// Returns true if a point is in the tapering arm between `from` and `corner`.
fn is_in_wedge(from: Point, corner: Point, point: Point) -> bool {
    let (dx, dy) = (corner.0 - from.0, corner.1 - from.1);
    let (px, py) = (point.0 - from.0, point.1 - from.1);
    let along = (px * dx + py * dy) / (dx * dx + dy * dy);
    let off = (px * dy - py * dx).abs() / (dx * dx + dy * dy).sqrt();
    (0.0..=1.0).contains(&along) && off < ARM * (1.0 - along) + ROAD
}

/// Returns true if a point is within `width` of an axis-parallel line.
fn is_near((ax, ay): Point, (bx, by): Point, (x, y): Point, width: f32) -> bool {
    let within = |v: f32, a: f32, b: f32| a.min(b) - width < v && v < a.max(b) + width;
    within(x, ax, bx) && within(y, ay, by)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For every rotation, each segment with ports has an area, and the area at each port belongs
    /// to the owner of the port.
    #[test]
    fn every_port_leads_to_its_segment() {
        for (set, (_, kind)) in
            bastide::sets::all().iter().flat_map(|s| s.iter().map(move |k| (s, k)))
        {
            for rotation in Rotation::ALL {
                let chart = Chart::new(kind, rotation);
                for port in Port::all() {
                    let found = chart.at(just_inside(port));
                    let owner = kind.owner(rotation, port);
                    // The blind side of a block has no ports.
                    assert_eq!(
                        found,
                        owner.or(found),
                        "{} {} {rotation} {port}",
                        set.name,
                        kind.name
                    );
                }
            }
        }
    }

    #[test]
    fn every_sample_belongs_to_a_segment() {
        let kinds = bastide::sets::all().into_iter().flat_map(bastide::TileSet::iter);
        for (_, kind) in kinds.filter(|(_, kind)| kind.usage != TileUse::Patch) {
            let chart = Chart::new(kind, Rotation::NONE);
            let gaps = chart.samples.iter().filter(|s| s.is_none()).count();
            assert_eq!(gaps, 0, "samples of {} without a segment", kind.name);
        }
    }

    /// FIELD-1: roads and rivers separate fields, and the drawing must show it.
    #[test]
    fn a_road_separates_the_fields_beside_it() {
        let set = bastide::sets::base();
        let straight = set.kind(set.find("U").expect("a straight road"));
        let chart = Chart::new(straight, Rotation::NONE);
        let (west, east) = (chart.at((0.2, 0.5)), chart.at((0.8, 0.5)));
        assert_eq!((west, east), (Some(SegmentIndex(2)), Some(SegmentIndex(1))));
        assert_eq!(chart.at((0.5, 0.5)), Some(SegmentIndex(0)));
    }
}
