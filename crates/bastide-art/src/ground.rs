//! The ground of a map, drawn layer by layer across all tiles, so that nothing is cut off at tile
//! borders.

use bastide::Terrain;

use crate::geom::{Curve, Point, distance_to, number, pt, short};
use crate::plan::{Mark, Meeting, Plan, Sign, meeting_radius};
use crate::scenery::{Scenery, Stand};
use crate::theme::{Detail, Palette};

/// Path data of each ground layer, and the objects standing on the ground.
#[derive(Default, Debug)]
pub(crate) struct Ground {
    /// Prefix that distinguishes the ids of several grounds in one document.
    series: String,
    /// True if the land itself is drawn elsewhere.
    is_symbol: bool,
    land: String,
    yards: String,
    roads: String,
    rivers: String,
    paths: String,
    cities: String,
    houses: String,
    towers: String,
    walls: String,
    pools: Vec<(Point, f64)>,
    spans: Vec<(Point, Point)>,
    meetings: Vec<(Meeting, Point)>,
    icons: Vec<(u8, Point)>,
    flat: Vec<Stand>,
    /// Upright objects, unsorted.
    pub(crate) upright: Vec<Stand>,
}

/// A tile to be added to a ground.
pub(crate) struct Lying<'a> {
    /// Its plan, rotated as it lies.
    pub(crate) plan: &'a Plan,
    /// Its north-west corner.
    pub(crate) at: Point,
    /// True if it lies inside a wall.
    pub(crate) is_yard: bool,
    /// Seed of its scenery.
    pub(crate) seed: u64,
}

impl Ground {
    /// Creates an additional ground of a document.
    pub(crate) fn another(series: &str) -> Ground {
        Ground { series: series.to_owned(), ..Ground::default() }
    }

    /// Creates the ground of a tile symbol, whose grass is drawn elsewhere.
    pub(crate) fn of_symbol(name: &str) -> Ground {
        Ground { is_symbol: true, ..Ground::another(name) }
    }

    /// Adds a tile.
    pub(crate) fn add(&mut self, lying: &Lying<'_>, detail: Detail) {
        let Lying { plan, at, is_yard, seed } = *lying;
        let land = if is_yard { &mut self.yards } else { &mut self.land };
        land.push('M');
        number(land, at.x);
        land.push(' ');
        number(land, at.y);
        land.push_str("h100v100h-100z");
        for line in &plan.lines {
            let layer = match line.terrain {
                Terrain::River => &mut self.rivers,
                Terrain::Path => &mut self.paths,
                _ => &mut self.roads,
            };
            line.curve.write(layer, at);
        }
        for area in &plan.areas {
            let layer = match area.terrain {
                Terrain::House => &mut self.houses,
                Terrain::Tower => &mut self.towers,
                _ => &mut self.cities,
            };
            area.outline.write(layer, at);
            layer.push('Z');
            for wall in &area.walls {
                wall.write(&mut self.walls, at);
            }
        }
        self.pools.extend(plan.pools.iter().map(|pool| (pool.at.plus(at), pool.radius)));
        self.spans.extend(plan.spans.iter().map(|span| (span.at.plus(at), span.along)));
        self.meetings.extend(plan.meeting.map(|(what, point)| (what, point.plus(at))));
        self.icons.extend(plan.marks.iter().filter_map(|mark: &Mark| match mark.sign {
            Sign::Icon(number) => Some((number, mark.at.plus(at))),
            _ => None,
        }));
        let scenery = Scenery::of(plan, is_yard, detail, seed, at);
        self.flat.extend(scenery.flat);
        self.upright.extend(scenery.upright);
    }

    /// Adds a piece of road that does not belong to a tile.
    pub(crate) fn add_road(&mut self, curve: &Curve) {
        curve.write(&mut self.roads, pt(0.0, 0.0));
    }

    /// Adds a straight wall with its towers that does not belong to a tile, and removes upright
    /// objects in its way.
    pub(crate) fn add_wall(&mut self, from: Point, to: Point) {
        let is_under = |stand: &Stand| {
            let p = stand.at.minus(pt(0.0, 2.0));
            distance_to(&[from, to], p) < 5.0 && stand.name != "tw"
        };
        self.upright.retain(|stand| !is_under(stand));
        Curve::from(from).line(to).write(&mut self.walls, pt(0.0, 0.0));
        let tower = |at: Point| Stand { at: at.plus(pt(0.0, 2.0)), name: "tw", class: "" };
        self.upright.extend([tower(from), tower(to)]);
    }

    /// Removes all objects at points where `is_taken` returns true.
    pub(crate) fn clear(&mut self, is_taken: impl Fn(Point) -> bool) {
        self.flat.retain(|stand| !is_taken(stand.at));
        self.upright.retain(|stand| !is_taken(stand.at));
    }

    /// Writes everything that lies flat on the ground.
    pub(crate) fn write(&self, out: &mut String) {
        if !self.is_symbol {
            fill(out, &self.land, "fill='url(#gp)'");
            fill(out, &self.yards, "fill='url(#yp)'");
        }
        // A darker tint along edges, as in hand-coloured maps.
        let is_land = !self.land.is_empty();
        let tints = [(&self.roads, "17"), (&self.rivers, "33"), (&self.walls, "18")];
        let tints = tints.into_iter().filter(|_| is_land);
        for (data, width) in tints {
            if !data.is_empty() {
                stroke(out, data, &format!("class='gt' stroke-width='{width}'"));
            }
        }
        for stand in &self.flat {
            place(out, stand);
        }
        self.write_rivers(out);
        layers(out, &self.name("r"), &self.roads, &["l0", "l1", "l2", "l3"]);
        layers(out, &self.name("p"), &self.paths, &["b0", "b1", "b2"]);
        self.write_meetings(out);
        for &(at, along) in &self.spans {
            span(out, at, along);
        }
        fill(out, &self.cities, "fill='url(#cp)'");
        fill(out, &self.houses, "fill='url(#hp)'");
        fill(out, &self.towers, "fill='url(#tp)'");
        self.write_walls(out);
        for &(number, at) in &self.icons {
            put(out, "ic", "", at);
            crate::letters::Text::new(&number.to_string(), 6.4)
                .centred()
                .write(out, at.plus(pt(0.0, 2.9)));
        }
    }

    fn write_rivers(&self, out: &mut String) {
        if self.rivers.is_empty() {
            return;
        }
        let blob = |out: &mut String, grow: f64, class: &str| {
            for &(at, radius) in &self.pools {
                let mut data = String::new();
                shore(at, radius, grow).write(&mut data, pt(0.0, 0.0));
                out.push_str(&format!("<path class='{class}' d='{data}Z'/>"));
            }
        };
        let name = self.name("v");
        out.push_str(&format!("<defs><path id='{name}' d='"));
        out.push_str(&self.rivers);
        out.push_str("'/></defs>");
        let bands = [("v0", "i", 0.7), ("v1", "vb", 0.0), ("v2", "vd", -1.8), ("v3", "vs", -4.4)];
        for (line, pool, grow) in bands {
            out.push_str(&format!("<use href='#{name}' class='{line}'/>"));
            // The current is not drawn within pools.
            if line == "v3" {
                out.push_str(&format!("<use href='#{name}' class='v4'/>"));
            }
            blob(out, grow, pool);
        }
        for &(at, radius) in &self.pools {
            let wave = |y: f64, w: f64| {
                let (x, y) = (short(at.x - w), short(at.y + y));
                let w = short(w);
                format!("<path class='vf' d='M{x} {y}q{w} -2 {w} 0t{w} 0'/>")
            };
            out.push_str(&wave(-radius * 0.25, radius * 0.3));
            out.push_str(&wave(radius * 0.2, radius * 0.42));
        }
    }

    fn write_meetings(&self, out: &mut String) {
        for &(what, at) in &self.meetings {
            let radius = meeting_radius(what);
            match what {
                Meeting::Crossing => {
                    disc(out, "i", at, radius);
                    disc(out, "re", at, radius - 0.8);
                    disc(out, "rf", at, radius - 2.4);
                    disc(out, "gr", at, radius - 4.6);
                    disc(out, "k", at, radius - 4.6);
                }
                Meeting::Village => {
                    disc(out, "rf", at, 6.4);
                }
                Meeting::Square => {
                    disc(out, "i", at, radius);
                    disc(out, "pv", at, radius - 0.8);
                    for r in [radius - 3.4, radius - 6.2, radius - 9.0] {
                        disc(out, "pj", at, r);
                    }
                }
            }
        }
    }

    fn write_walls(&self, out: &mut String) {
        if self.walls.is_empty() {
            return;
        }
        let name = self.name("w");
        out.push_str(&format!("<defs><path id='{name}' d='{}'/></defs>", self.walls));
        // The shadow to the south-east, then the face, then the wall walk on top.
        let layers = [
            ("w0", " x='1.8' y='3.2'"),
            ("w1", " y='2.6'"),
            ("w2", " y='2.6'"),
            ("w1", ""),
            ("w3", ""),
            ("w4", ""),
            ("w5", ""),
        ];
        for (class, by) in layers {
            out.push_str(&format!("<use href='#{name}' class='{class}'{by}/>"));
        }
    }

    fn name(&self, layer: &str) -> String {
        format!("x{}{layer}", self.series)
    }

    /// Writes the upright objects, northernmost first.
    pub(crate) fn write_upright(&mut self, out: &mut String) {
        sort(&mut self.upright);
        for stand in &self.upright {
            place(out, stand);
        }
    }
}

/// Returns the slightly irregular outline of a pool.
fn shore(at: Point, radius: f64, grow: f64) -> Curve {
    const COUNT: usize = 9;
    let mut dice = crate::geom::Scatter::new((at.x * 3.0 + at.y * 7.0) as i64 as u64);
    let points: Vec<Point> = (0..COUNT)
        .map(|n| {
            let angle = n as f64 * std::f64::consts::TAU / COUNT as f64;
            let out = radius * dice.between(0.84, 1.12) + grow;
            at.plus(pt(angle.cos() * out, angle.sin() * out * 0.9))
        })
        .collect();
    let point = |n: usize| points[n % COUNT];
    let mut curve = Curve::from(point(0));
    for n in 0..COUNT {
        let (before, here) = (point(n + COUNT - 1), point(n));
        let (next, after) = (point(n + 1), point(n + 2));
        let a = here.toward(next.minus(before), 1.0 / 6.0);
        let b = next.toward(after.minus(here), -1.0 / 6.0);
        curve = curve.cubic(a, b, next);
    }
    curve
}

/// Sorts from north to south, and removes towers that two tiles place at the same point.
pub(crate) fn sort(stands: &mut Vec<Stand>) {
    stands.sort_by(|a, b| a.at.y.total_cmp(&b.at.y).then(a.at.x.total_cmp(&b.at.x)));
    stands.dedup_by(|a, b| a.at == b.at && a.name == b.name);
}

/// Writes the background patterns, which are continuous across the whole board.
pub(crate) fn patterns(out: &mut String, palette: &Palette) {
    let is_rich = palette.detail == Detail::Rich;
    out.push_str("<pattern id='gp' width='400' height='400' patternUnits='userSpaceOnUse'><path class='gr' d='M0 0h400v400h-400z'/>");
    if is_rich {
        blots(out, 400.0, 90, &["gl", "gd", "gl"], 7);
        blades(out, 400.0, 150);
    }
    out.push_str("</pattern>");
    out.push_str("<pattern id='cp' width='18' height='14' patternUnits='userSpaceOnUse'><path class='cg' d='M0 0h18v14h-18z'/>");
    if palette.detail != Detail::Bare {
        out.push_str("<path class='cc' opacity='.55' d='M0 3.5h7M9 3.5h9M0 10.5h12M14 10.5h4M4.5 0v3.5M13.5 3.5v7M3 3.5V7M9 7v3.5M0 7h8M11 7h7M6 10.5V14M15 10.5V14'/>");
    }
    out.push_str("</pattern>");
    out.push_str("<pattern id='yp' width='40' height='34' patternUnits='userSpaceOnUse'><path class='yg' d='M0 0h40v34h-40z'/><path class='yp' d='M3 5q1-1 2 0M14 2q1-1 2 0M25 8q1-1 2 0M35 4q1-1 2 0M8 14q1-1 2 0M19 18q1-1 2 0M31 16q1-1 2 0M2 24q1-1 2 0M13 28q1-1 2 0M24 26q1-1 2 0M36 29q1-1 2 0'/></pattern>");
    out.push_str("<pattern id='hp' width='16' height='12' patternUnits='userSpaceOnUse'><path class='r1' d='M0 0h16v12h-16z'/><path class='wh' d='M0 0h16v12h-16z'/><path class='k' opacity='.35' d='M0 6h16M0 12h16M4 0v6M12 6v6'/></pattern>");
    out.push_str("<pattern id='tp' width='18' height='14' patternUnits='userSpaceOnUse'><path class='a1' d='M0 0h18v14h-18z'/><path class='wh' d='M0 0h18v14h-18z'/><path class='k' opacity='.35' d='M0 7h18M0 14h18M5 0v7M14 7v7'/></pattern>");
}

/// Writes light and dark blots that tile without a seam.
fn blots(out: &mut String, side: f64, count: usize, classes: &[&str], seed: u64) {
    let mut dice = crate::geom::Scatter::new(seed);
    for n in 0..count {
        let at = pt(dice.between(0.0, side), dice.between(0.0, side));
        let (rx, ry) = (dice.between(12.0, 46.0), dice.between(8.0, 26.0));
        for dx in [-side, 0.0, side] {
            for dy in [-side, 0.0, side] {
                let p = at.plus(pt(dx, dy));
                let is_seen = p.x > -rx && p.x < side + rx && p.y > -ry && p.y < side + ry;
                if is_seen {
                    out.push_str(&format!(
                        "<ellipse class='{}' opacity='.24'",
                        classes[n % classes.len()]
                    ));
                    attributes(out, &[("cx", p.x), ("cy", p.y), ("rx", rx), ("ry", ry)]);
                    out.push_str("/>");
                }
            }
        }
    }
}

fn blades(out: &mut String, side: f64, count: usize) {
    let mut dice = crate::geom::Scatter::new(11);
    out.push_str("<path class='gb' opacity='.45' d='");
    for _ in 0..count {
        let p = pt(dice.between(4.0, side - 4.0), dice.between(4.0, side - 4.0));
        out.push('M');
        crate::geom::coordinates(out, p);
        out.push_str(["q.8-1.6.4-2.6m1.2 2.6q.3-1.6.9-2.1", "v-2", "q.4-1.6 1.2-2"][dice.below(3)]);
    }
    out.push_str("'/>");
}

fn fill(out: &mut String, data: &str, attributes: &str) {
    if !data.is_empty() {
        out.push_str(&format!("<path {attributes} d='{data}'/>"));
    }
}

fn stroke(out: &mut String, data: &str, attributes: &str) {
    fill(out, data, attributes);
}

/// Draws one curve several times, each narrower than the last.
fn layers(out: &mut String, id: &str, data: &str, classes: &[&str]) {
    if data.is_empty() {
        return;
    }
    out.push_str(&format!("<defs><path id='{id}' d='{data}'/></defs>"));
    for class in classes {
        out.push_str(&format!("<use href='#{id}' class='{class}'/>"));
    }
}

fn disc(out: &mut String, class: &str, at: Point, radius: f64) {
    out.push_str(&format!("<circle class='{class}'"));
    attributes(out, &[("cx", at.x), ("cy", at.y), ("r", radius)]);
    out.push_str("/>");
}

/// Draws a stone bridge that carries a printed road over a river.
fn span(out: &mut String, at: Point, along: Point) {
    let aside = along.right();
    let corner = |a: f64, b: f64| at.toward(along, a).toward(aside, b);
    let deck = |half: f64, long: f64| {
        let mut data = String::new();
        Curve::from(corner(-long, -half))
            .line(corner(long, -half))
            .line(corner(long, half))
            .line(corner(-long, half))
            .write(&mut data, pt(0.0, 0.0));
        data + "Z"
    };
    let rail = |side: f64| {
        let mut data = String::new();
        Curve::from(corner(-14.5, side * 8.6))
            .cubic(corner(-9.0, side * 5.8), corner(9.0, side * 5.8), corner(14.5, side * 8.6))
            .write(&mut data, pt(0.0, 0.0));
        data
    };
    out.push_str(&format!("<path class='sh' transform='translate(2 3)' d='{}'/>", deck(7.0, 13.0)));
    out.push_str(&format!("<path class='re' d='{}'/>", deck(5.6, 13.4)));
    out.push_str(&format!("<path class='rf' d='{}'/>", deck(4.0, 13.4)));
    let mut joints = String::new();
    for n in -4..=4 {
        let along = f64::from(n) * 3.0;
        Curve::from(corner(along, -5.0)).line(corner(along, 5.0)).write(&mut joints, pt(0.0, 0.0));
    }
    out.push_str(&format!("<path class='k' opacity='.35' d='{joints}'/>"));
    for side in [-1.0, 1.0] {
        let d = rail(side);
        out.push_str(&format!(
            "<path d='{d}' class='k' style='stroke-width:4.2'/><path d='{d}' class='rl'/>"
        ));
    }
}

pub(crate) fn attributes(out: &mut String, list: &[(&str, f64)]) {
    for (name, value) in list {
        out.push(' ');
        out.push_str(name);
        out.push_str("='");
        number(out, *value);
        out.push('\'');
    }
}

/// Writes a drawing at its position.
pub(crate) fn place(out: &mut String, stand: &Stand) {
    put(out, stand.name, stand.class, stand.at);
}

/// Writes a drawing by its id.
pub(crate) fn put(out: &mut String, name: &str, class: &str, at: Point) {
    out.push_str("<use href='#");
    out.push_str(name);
    out.push('\'');
    if !class.is_empty() {
        out.push_str(" class='");
        out.push_str(class);
        out.push('\'');
    }
    attributes(out, &[("x", at.x), ("y", at.y)]);
    out.push_str("/>");
}
