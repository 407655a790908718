//! Decorative scenery without meaning for the game: houses in cities, trees and ploughed land in
//! fields.
//!
//! Objects are placed on a jittered lattice that divides a tile evenly, so that their spacing is
//! the same within a tile and across its sides.

use std::f64::consts::FRAC_PI_2;

use bastide::Terrain;

use crate::expansions;
use crate::geom::{Point, Scatter, distance_to, holds, pt};
use crate::plan::{Meeting, Plan, Sign};
use crate::symbols::HOUSE_KINDS;
use crate::theme::Detail;

/// A drawing at a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand {
    pub(crate) at: Point,
    /// Id of the drawing.
    pub(crate) name: &'static str,
    /// CSS class that colours it; may be empty.
    pub(crate) class: &'static str,
}

/// Objects drawn flat on the ground and objects standing on it.
#[derive(Default, Debug)]
pub(crate) struct Scenery {
    pub(crate) flat: Vec<Stand>,
    pub(crate) upright: Vec<Stand>,
}

const HOUSES: [&str; HOUSE_KINDS] = ["h0", "h1", "h2", "h3", "h4", "h5"];
const ROOFS: [&str; 4] = ["r0", "r1", "r2", "r3"];
const TREES: [&str; 5] = ["t0", "t1", "t2", "t3", "t4"];
const GREENS: [&str; 3] = ["t0", "t1", "t2"];
const TRIFLES: [&str; 5] = ["g0", "g1", "g2", "g3", "g4"];
const STRIPS: [&str; 3] = ["f0", "f1", "f2"];

impl Scenery {
    /// Creates the scenery of a rotated tile, translated by `by`.
    pub(crate) fn of(plan: &Plan, is_yard: bool, detail: Detail, seed: u64, by: Point) -> Scenery {
        let mut scenery = Scenery::default();
        let mut dice = Scatter::new(seed);
        scenery.build_walls(plan);
        scenery.build_areas(plan, &mut dice);
        scenery.build_meeting(plan, &mut dice);
        scenery.put_marks(plan);
        let bare = if is_yard { Detail::Bare } else { detail };
        match bare {
            Detail::Rich => scenery.plant(plan, &mut dice),
            Detail::Sparse => scenery.plant_few(plan, &mut dice),
            Detail::Bare if is_yard && detail == Detail::Rich => {
                scenery.plant_yard(plan, &mut dice);
            }
            Detail::Bare => {}
        }
        for stand in scenery.flat.iter_mut().chain(&mut scenery.upright) {
            stand.at = stand.at.plus(by);
        }
        scenery
    }

    fn stand(&mut self, at: Point, name: &'static str, class: &'static str) {
        self.upright.push(Stand { at, name, class });
    }

    /// Adds towers where walls meet, and gatehouses.
    fn build_walls(&mut self, plan: &Plan) {
        for area in &plan.areas {
            for wall in &area.walls {
                for end in [wall.start(), wall.end()] {
                    self.stand(end.plus(pt(0.0, 2.0)), "tw", "");
                }
            }
        }
        for gate in plan.gates.iter().filter(|gate| gate.terrain == Terrain::City) {
            self.stand(gate.at.plus(pt(0.0, 2.6)), "gt", "");
        }
    }

    fn build_areas(&mut self, plan: &Plan, dice: &mut Scatter) {
        if plan.areas.iter().any(|area| area.terrain == Terrain::City) {
            self.build_city(plan, dice);
        }
        let built = self.upright.len();
        for (terrain, across, down, high) in
            [(Terrain::House, 5, 6, 5.0), (Terrain::Tower, 4, 5, 8.0)]
        {
            if !plan.areas.iter().any(|area| area.terrain == terrain) {
                continue;
            }
            for (p, n) in lattice(across, down, 0.25, 12.0, dice) {
                let foot = p.plus(pt(0.0, high));
                let inside = plan.area_at(p).is_some_and(|area| area.terrain == terrain);
                if inside && plan.room(p) > 7.0 && foot.y < 96.0 {
                    self.build(terrain, foot, n);
                }
            }
        }
        // Ensures that every area has at least one building.
        for area in plan.areas.iter().filter(|area| area.terrain != Terrain::City) {
            let is_built = |stand: &Stand| holds(&area.ring, stand.at.minus(pt(0.0, 6.0)));
            if !self.upright[built..].iter().any(is_built) {
                let sum = area.ring.iter().fold(Point::default(), |sum, p| sum.plus(*p));
                let middle = sum.times(1.0 / area.ring.len() as f64);
                let high = if area.terrain == Terrain::Tower { 8.0 } else { 5.0 };
                self.build(area.terrain, middle.plus(pt(0.0, high)), usize::from(area.slot.0));
            }
        }
    }

    fn build(&mut self, terrain: Terrain, foot: Point, n: usize) {
        match terrain {
            Terrain::House => self.stand(foot, "ho", ROOFS[n % 4]),
            _ => self.stand(foot, "to", ""),
        }
    }

    fn build_city(&mut self, plan: &Plan, dice: &mut Scatter) {
        for (p, n) in lattice(7, 9, 0.3, 8.8, dice) {
            let is_city = plan.area_at(p).is_some_and(|area| area.terrain == Terrain::City);
            if !is_city {
                continue;
            }
            let room = plan.room(p);
            let foot = p.plus(pt(0.0, 3.5));
            if room < 5.0 || foot.y > 97.0 || foot.y < 9.4 {
                continue;
            }
            match n % 100 {
                0..8 => self.stand(foot, TREES[n % 2], GREENS[n % 3]),
                8..14 => {}
                // Tall buildings keep a distance from the northern side.
                14..20 if room > 12.0 && foot.y > 18.0 => self.stand(foot, "h5", ROOFS[n % 4]),
                _ if foot.y < 13.0 => self.stand(foot, HOUSES[n / 7 % 3], ROOFS[n / 3 % 4]),
                _ => self.stand(foot, HOUSES[n / 7 % 5], ROOFS[n / 3 % 4]),
            }
        }
    }

    fn build_meeting(&mut self, plan: &Plan, dice: &mut Scatter) {
        let Some((what, at)) = plan.meeting else { return };
        match what {
            Meeting::Village => {
                // Between four lanes there is space for one house each, farther out.
                let arms = plan.lines.iter().filter(|line| line.terrain == Terrain::Road).count();
                let (number, first, step, sway, wide) = match arms {
                    0..4 => (9, 0.0, 0.698, 0.25, 1.0),
                    _ => (4, 0.5, FRAC_PI_2, 0.06, 1.25),
                };
                for n in 0..number {
                    let angle = (f64::from(n) + first + dice.between(-sway, sway)) * step;
                    let p = at.plus(pt(angle.cos() * 13.0, angle.sin() * 10.5).times(wide));
                    let lines = plan.lines.iter();
                    let near = lines.map(|line| distance_to(&line.flat, p) - line.half_width());
                    if near.fold(f64::INFINITY, f64::min) > 2.2 {
                        let pick = dice.below(60);
                        self.stand(p.plus(pt(0.0, 3.6)), HOUSES[pick % 5], ROOFS[pick % 4]);
                    }
                }
            }
            Meeting::Crossing => {
                self.stand(at.plus(pt(0.0, 2.4)), "t1", GREENS[dice.below(3)]);
            }
            Meeting::Square => {}
        }
    }

    fn put_marks(&mut self, plan: &Plan) {
        for mark in &plan.marks {
            let (name, down) = match mark.sign {
                Sign::Monastery => ("mo", 3.0),
                Sign::Garden => ("ga", 0.5),
                Sign::Shield => ("sd", 0.0),
                Sign::Well => ("we", 1.5),
                Sign::Market => ("ma", 0.0),
                Sign::Icon(_) => continue,
                Sign::Printed(kind) => match expansions::mark(kind) {
                    Some(art) => (art.id, art.down),
                    None => continue,
                },
            };
            self.stand(mark.at.plus(pt(0.0, down)), name, "");
        }
    }

    /// Adds woods, ploughed land, single trees, tufts and sheep.
    fn plant(&mut self, plan: &Plan, dice: &mut Scatter) {
        let mut taken: Vec<(Point, f64)> = Vec::new();
        for _ in 0..7 {
            let p = pt(dice.between(14.0, 86.0), dice.between(12.0, 90.0));
            let is_free = taken.iter().all(|(at, r)| at.distance(p) > r + 13.0);
            if taken.len() < 2 && is_free && plan.room(p) > 13.5 && plan.area_at(p).is_none() {
                self.flat.push(Stand { at: p, name: STRIPS[dice.below(3)], class: "" });
                taken.push((p, 13.5));
            }
        }
        let woods: Vec<Point> = (0..2 + dice.below(2))
            .map(|_| pt(dice.between(0.0, 100.0), dice.between(0.0, 100.0)))
            .collect();
        for (p, n) in lattice(11, 13, 0.42, 6.0, dice) {
            let foot = p.plus(pt(0.0, 2.5));
            if plan.room(p) < 3.4 || foot.y > 97.6 || foot.y < 10.0 || plan.area_at(p).is_some() {
                continue;
            }
            if taken.iter().any(|(at, radius)| at.distance(p) < radius + 1.0) {
                continue;
            }
            let near = woods.iter().map(|wood| wood.distance(p)).fold(f64::INFINITY, f64::min);
            let is_wood = near < 17.0;
            match n % 100 {
                0..78 if is_wood => {
                    self.stand(foot, TREES[[0, 1, 0, 2, 1, 0, 2][n / 5 % 7]], GREENS[n / 7 % 3]);
                }
                0..4 => self.stand(foot, TREES[n / 11 % 5], GREENS[n / 7 % 3]),
                4..7 => self.stand(foot, "t4", GREENS[n / 7 % 3]),
                7..20 => self.flat.push(Stand { at: foot, name: TRIFLES[n / 5 % 2], class: "" }),
                20..22 => self.flat.push(Stand { at: foot, name: "g2", class: "" }),
                22..24 if plan.room(p) > 6.0 => self.stand(foot, TRIFLES[3 + n / 9 % 2], ""),
                _ => {}
            }
        }
    }

    /// Adds a few trees where there is much space.
    fn plant_few(&mut self, plan: &Plan, dice: &mut Scatter) {
        for (p, n) in lattice(6, 6, 0.3, 8.0, dice) {
            if n % 7 == 0 && plan.room(p) > 5.0 && plan.area_at(p).is_none() {
                self.stand(p.plus(pt(0.0, 3.0)), TREES[n / 7 % 3], GREENS[n % 3]);
            }
        }
    }

    fn plant_yard(&mut self, plan: &Plan, dice: &mut Scatter) {
        for (p, n) in lattice(7, 8, 0.35, 7.0, dice) {
            let foot = p.plus(pt(0.0, 2.5));
            if plan.room(p) < 3.5 || foot.y > 97.6 || plan.area_at(p).is_some() {
                continue;
            }
            match n % 100 {
                0..7 => self.stand(foot, TREES[n / 11 % 2], GREENS[n / 7 % 3]),
                7..12 => self.stand(foot, "t4", GREENS[n / 7 % 3]),
                12..22 => self.flat.push(Stand { at: foot, name: "g0", class: "" }),
                _ => {}
            }
        }
    }
}

/// Returns the points of a jittered lattice, each with a random number, outside the western and
/// eastern margins. Every other row is shifted.
fn lattice(
    across: u32,
    down: u32,
    jitter: f64,
    margin: f64,
    dice: &mut Scatter,
) -> impl Iterator<Item = (Point, usize)> {
    let (width, height) = (100.0 / f64::from(across), 100.0 / f64::from(down));
    let mut points = Vec::with_capacity((across * down) as usize);
    for row in 0..down {
        let shift = if row % 2 == 0 { 0.36 } else { 0.64 };
        for column in 0..across {
            let dx = dice.between(-jitter, jitter) * 0.6;
            let dy = dice.between(-jitter, jitter);
            let x = (f64::from(column) + shift + dx) * width;
            let y = (f64::from(row) + 0.5 + dy) * height;
            let x = x.clamp(margin, 100.0 - margin);
            points.push((pt(x, y), dice.below(10_000)));
        }
    }
    points.into_iter()
}
