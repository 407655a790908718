//! Points, curves and polygons in tile space: a tile is 100 units wide, y grows to the south.

use std::fmt::Write as _;

use bastide::{Corner, Edge, Rotation};

/// Width of a tile.
pub const TILE: f64 = 100.0;

/// A point or a vector.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// Distance east.
    pub x: f64,
    /// Distance south.
    pub y: f64,
}

/// Creates a point.
pub(crate) const fn pt(x: f64, y: f64) -> Point {
    Point { x, y }
}

impl Point {
    /// Centre of a tile.
    pub(crate) const HUB: Point = pt(50.0, 50.0);

    /// The origin.
    pub(crate) const ORIGIN: Point = pt(0.0, 0.0);

    pub(crate) fn plus(self, other: Point) -> Point {
        pt(self.x + other.x, self.y + other.y)
    }

    pub(crate) fn minus(self, other: Point) -> Point {
        pt(self.x - other.x, self.y - other.y)
    }

    pub(crate) fn times(self, by: f64) -> Point {
        pt(self.x * by, self.y * by)
    }

    /// Returns the point at distance `by` in a direction.
    pub(crate) fn toward(self, direction: Point, by: f64) -> Point {
        self.plus(direction.times(by))
    }

    pub(crate) fn length(self) -> f64 {
        // Not `hypot`: this is accurate enough, much faster, and gives the same result on all
        // platforms.
        self.dot(self).sqrt()
    }

    /// Returns the distance to another point.
    pub fn distance(self, other: Point) -> f64 {
        self.minus(other).length()
    }

    /// Returns the unit vector in the same direction.
    pub(crate) fn unit(self) -> Point {
        let length = self.length();
        if length < 1e-9 { pt(0.0, 0.0) } else { self.times(1.0 / length) }
    }

    /// Returns the vector rotated a quarter turn clockwise.
    pub(crate) fn right(self) -> Point {
        pt(-self.y, self.x)
    }

    pub(crate) fn dot(self, other: Point) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Returns the point after its tile is rotated.
    #[must_use]
    pub fn turned(self, rotation: Rotation) -> Point {
        match rotation.quarter_turns() {
            0 => self,
            1 => pt(TILE - self.y, self.x),
            2 => pt(TILE - self.x, TILE - self.y),
            _ => pt(self.y, TILE - self.x),
        }
    }
}

/// Returns the midpoint of a side.
pub(crate) const fn middle(edge: Edge) -> Point {
    match edge {
        Edge::North => pt(50.0, 0.0),
        Edge::East => pt(100.0, 50.0),
        Edge::South => pt(50.0, 100.0),
        Edge::West => pt(0.0, 50.0),
    }
}

/// Returns the unit vector from a side into the tile.
pub(crate) const fn inward(edge: Edge) -> Point {
    match edge {
        Edge::North => pt(0.0, 1.0),
        Edge::East => pt(-1.0, 0.0),
        Edge::South => pt(0.0, -1.0),
        Edge::West => pt(1.0, 0.0),
    }
}

/// Returns the position of a corner.
pub(crate) const fn corner(corner: Corner) -> Point {
    match corner {
        Corner::NorthEast => pt(100.0, 0.0),
        Corner::SouthEast => pt(100.0, 100.0),
        Corner::SouthWest => pt(0.0, 100.0),
        Corner::NorthWest => pt(0.0, 0.0),
    }
}

/// A segment of a curve.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Step {
    Line(Point),
    Cubic(Point, Point, Point),
}

/// A curve of straight lines and cubic Béziers.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    start: Point,
    steps: Vec<Step>,
}

impl Curve {
    /// Creates an empty curve that starts at a point.
    pub(crate) fn from(start: Point) -> Curve {
        Curve { start, steps: Vec::with_capacity(4) }
    }

    /// Appends a straight line.
    #[must_use]
    pub(crate) fn line(mut self, to: Point) -> Curve {
        self.steps.push(Step::Line(to));
        self
    }

    /// Appends a cubic Bézier.
    #[must_use]
    pub(crate) fn cubic(mut self, a: Point, b: Point, to: Point) -> Curve {
        self.steps.push(Step::Cubic(a, b, to));
        self
    }

    /// Appends another curve, which starts at the end of this one.
    #[must_use]
    pub(crate) fn then(mut self, other: &Curve) -> Curve {
        self.steps.extend_from_slice(&other.steps);
        self
    }

    /// Returns the start point.
    pub fn start(&self) -> Point {
        self.start
    }

    /// Returns the end point.
    pub fn end(&self) -> Point {
        self.steps.last().map_or(self.start, |step| match *step {
            Step::Line(to) | Step::Cubic(_, _, to) => to,
        })
    }

    fn map(&self, f: impl Fn(Point) -> Point) -> Curve {
        let step = |step: &Step| match *step {
            Step::Line(to) => Step::Line(f(to)),
            Step::Cubic(a, b, to) => Step::Cubic(f(a), f(b), f(to)),
        };
        Curve { start: f(self.start), steps: self.steps.iter().map(step).collect() }
    }

    /// Returns the curve after its tile is rotated.
    #[must_use]
    pub(crate) fn turned(&self, rotation: Rotation) -> Curve {
        if rotation == Rotation::NONE { self.clone() } else { self.map(|p| p.turned(rotation)) }
    }

    /// Returns the point at a fraction of the curve, where all steps count equally.
    pub(crate) fn at(&self, share: f64) -> Point {
        let along = share.clamp(0.0, 1.0) * self.steps.len() as f64;
        let index = (along as usize).min(self.steps.len().saturating_sub(1));
        let mut from = self.start;
        for (n, step) in self.steps.iter().enumerate() {
            if n == index {
                return evaluate(from, step, along - index as f64);
            }
            from = match *step {
                Step::Line(to) | Step::Cubic(_, _, to) => to,
            };
        }
        self.start
    }

    /// Returns the direction at a fraction of the curve.
    pub(crate) fn direction(&self, share: f64) -> Point {
        self.at((share + 0.01).min(1.0)).minus(self.at((share - 0.01).max(0.0))).unit()
    }

    /// Approximates the curve by short straight lines.
    pub fn flatten(&self) -> Vec<Point> {
        let mut points = vec![self.start];
        let mut from = self.start;
        for step in &self.steps {
            match *step {
                Step::Line(to) => {
                    points.push(to);
                    from = to;
                }
                Step::Cubic(_, _, to) => {
                    points.extend((1..=12).map(|n| evaluate(from, step, f64::from(n) / 12.0)));
                    from = to;
                }
            }
        }
        points
    }

    /// Writes the curve as path data, translated by `by`.
    pub(crate) fn write(&self, out: &mut String, by: Point) {
        out.push('M');
        coordinates(out, self.start.plus(by));
        for step in &self.steps {
            match *step {
                Step::Line(to) => {
                    out.push('L');
                    coordinates(out, to.plus(by));
                }
                Step::Cubic(a, b, to) => {
                    out.push('C');
                    coordinates(out, a.plus(by));
                    out.push(' ');
                    coordinates(out, b.plus(by));
                    out.push(' ');
                    coordinates(out, to.plus(by));
                }
            }
        }
    }
}

fn evaluate(from: Point, step: &Step, t: f64) -> Point {
    match *step {
        Step::Line(to) => from.times(1.0 - t).plus(to.times(t)),
        Step::Cubic(a, b, to) => {
            let s = 1.0 - t;
            let (p, q) = (from.times(s * s * s), a.times(3.0 * s * s * t));
            p.plus(q).plus(b.times(3.0 * s * t * t)).plus(to.times(t * t * t))
        }
    }
}

/// Writes a coordinate pair as path data.
pub(crate) fn coordinates(out: &mut String, p: Point) {
    number(out, p.x);
    if p.y >= -0.05 {
        out.push(' ');
    }
    number(out, p.y);
}

/// Writes a number with at most one decimal, in its shortest form.
pub(crate) fn number(out: &mut String, value: f64) {
    let tenths = (value * 10.0).round() as i64;
    if tenths < 0 {
        out.push('-');
    }
    let (whole, rest) = (tenths.unsigned_abs() / 10, tenths.unsigned_abs() % 10);
    if whole > 0 || rest == 0 {
        let _ = write!(out, "{whole}");
    }
    if rest > 0 {
        out.push('.');
        out.push(char::from(b'0' + rest as u8));
    }
}

/// Returns a number with at most one decimal, in its shortest form.
pub(crate) fn short(value: f64) -> String {
    let mut out = String::new();
    number(&mut out, value);
    out
}

/// Returns the distance from a point to a polyline.
pub(crate) fn distance_to(line: &[Point], p: Point) -> f64 {
    let pieces = line.windows(2).map(|pair| {
        let (a, b) = (pair[0], pair[1]);
        let ab = b.minus(a);
        let t = (p.minus(a).dot(ab) / ab.dot(ab).max(1e-9)).clamp(0.0, 1.0);
        let d = p.minus(a.toward(ab, t));
        d.dot(d)
    });
    pieces.fold(f64::INFINITY, f64::min).sqrt()
}

/// Returns true if a closed ring contains a point, by the even-odd rule.
pub(crate) fn holds(ring: &[Point], p: Point) -> bool {
    let mut inside = false;
    let mut last = ring.len().wrapping_sub(1);
    for (n, &a) in ring.iter().enumerate() {
        let b = ring[last];
        if (a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x {
            inside = !inside;
        }
        last = n;
    }
    inside
}

/// A deterministic pseudo-random number generator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scatter(u64);

impl Scatter {
    /// Creates a generator; each seed has its own sequence.
    pub(crate) fn new(seed: u64) -> Scatter {
        Scatter(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a number from 0 to 1.
    pub(crate) fn share(&mut self) -> f64 {
        (self.next() >> 40) as f64 / (1u64 << 24) as f64
    }

    /// Returns a number between `low` and `high`.
    pub(crate) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }

    /// Returns an integer below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.share() * end as f64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_printed_in_short_form() {
        let cases =
            [(0.0, "0"), (0.04, "0"), (-0.5, "-.5"), (12.34, "12.3"), (-7.0, "-7"), (0.96, "1")];
        for (value, text) in cases {
            assert_eq!(short(value), text);
        }
        let mut out = String::new();
        coordinates(&mut out, pt(1.0, -2.5));
        assert_eq!(out, "1-2.5");
    }

    #[test]
    fn turning_moves_north_to_east() {
        let turn = Rotation::new(1);
        for edge in Edge::ALL {
            assert_eq!(middle(edge).turned(turn), middle(edge.turned(turn)));
        }
        for c in Corner::ALL {
            assert_eq!(corner(c).turned(turn), corner(c.turned(turn)));
        }
    }

    #[test]
    fn points_inside_a_ring_are_found() {
        let ring = [pt(0.0, 0.0), pt(10.0, 0.0), pt(10.0, 10.0), pt(0.0, 10.0)];
        assert!(holds(&ring, pt(5.0, 5.0)));
        assert!(!holds(&ring, pt(11.0, 5.0)));
        assert!((distance_to(&ring, pt(5.0, -3.0)) - 3.0).abs() < 1e-9);
    }
}
