//! The Wheel of Fortune: a disc of six painted sectors on its block, with crown spaces and the pig.

use bastide::{AnyGame, Edge, Game, Land, Port, Sector, Terrain, TileUse};

use crate::geom::{Curve, Point, inward, pt, short};
use crate::ground::put;
use crate::letters::Text;
use crate::pieces::{Drawing, Icon, PieceArt};
use crate::theme::Palette;

pub(super) const PIECE: PieceArt = PieceArt {
    icon: Icon { symbol: "crown", size: 50, view_box: "3 3 44 44" },
    figure: Point::ORIGIN,
};

pub(super) const DRAWINGS: &[Drawing] = &[
    Drawing {
        name: "pig",
        id: "pi",
        definition: "<ellipse class='sh' cx='2' cy='6' rx='13' ry='3'/><path class='i' d='M-7 1h3v5h-3zM4 1h3v5H4z'/><path class='pg' d='M-11-2C-11-8-4-9 0-8.6 3-9 6-8.6 8-7L9.4-9.6 11.4-6.2C13.4-5 13.6-3 14.6-2.4V1.4L11 2C9 4.6 4 4.6 0 4.6-6 4.6-11 3-11-2Z'/>\
      <path class='wh' d='M-10-3C-9-7-4-8 0-7.6-2-6-8-6-10-3Z'/><path class='k kk' d='M-11-2C-11-8-4-9 0-8.6 3-9 6-8.6 8-7L9.4-9.6 11.4-6.2C13.4-5 13.6-3 14.6-2.4V1.4L11 2C9 4.6 4 4.6 0 4.6-6 4.6-11 3-11-2ZM-11-3q-3-1-2-3t2 0'/><circle class='i' cx='9.6' cy='-3.6' r='.9'/><path class='i' d='M13-1.4h.8v1.6H13z'/>",
    },
    Drawing {
        name: "crown",
        id: "cr",
        definition: "<path class='go' d='M-6 4L-7.4-4-3-.8 0-6 3-.8 7.4-4 6 4Z'/><path class='k kk' d='M-6 4L-7.4-4-3-.8 0-6 3-.8 7.4-4 6 4Z'/><circle class='r0' cy='1.6' r='1'/>",
    },
];

/// Pictures of the sectors: a clover, coins, an ear of corn, a storm cloud, a flame, a skull.
const PICTURES: [&str; 6] = [
    "<path class='t1' d='M0 0C-9-1-9-11-2-8-2-15 8-13 2-6 10-9 11 1 2 1-1 4-4 3 0 0Z'/><path class='k kk' d='M0 0C-9-1-9-11-2-8-2-15 8-13 2-6 10-9 11 1 2 1M0 0Q2 6-3 11'/>",
    "<path class='go' d='M-10 7a7 3 0 1 0 14 0v-3a7 3 0 1 0-14 0zM-4-1a7 3 0 1 0 14 0v-3a7 3 0 1 0-14 0z'/><path class='k kk' d='M-10 4a7 3 0 1 0 14 0a7 3 0 1 0-14 0v3a7 3 0 1 0 14 0v-3M-4-4a7 3 0 1 0 14 0a7 3 0 1 0-14 0v3a7 3 0 1 0 14 0v-3'/>",
    "<path class='go' d='M0-12q4 3 0 7q-4-4 0-7M-1-5q-6-1-5 5q6 0 5-5M1-5q6-1 5 5q-6 0-5-5M-1 1q-6-1-5 5q6 0 5-5M1 1q6-1 5 5q-6 0-5-5'/><path class='k kk' d='M0-12q4 3 0 7q-4-4 0-7M-1-5q-6-1-5 5q6 0 5-5M1-5q6-1 5 5q-6 0-5-5M-1 1q-6-1-5 5q6 0 5-5M1 1q6-1 5 5q-6 0-5-5M0-4V12'/>",
    "<path class='p1' d='M-9 1c-6 0-6-8 0-8 1-6 10-6 11-1 7-2 9 8 2 9z'/><path class='k kk' d='M-9 1c-6 0-6-8 0-8 1-6 10-6 11-1 7-2 9 8 2 9z'/><path class='go' d='M0 1L-4 7H-1L-3 13 4 5H1L3 1z'/><path class='k' d='M0 1L-4 7H-1L-3 13 4 5H1L3 1z'/>",
    "<path class='r1' d='M0 11C-9 11-9 2-5-2-4 1-2 1-2-1-3-6 1-9 1-12 7-8 4-3 6 0 7-1 7-3 7-4 11 3 8 11 0 11Z'/><path class='go' d='M0 11C-4 11-4 6-1 3 0 5 2 5 2 3 5 6 4 11 0 11Z'/><path class='k kk' d='M0 11C-9 11-9 2-5-2-4 1-2 1-2-1-3-6 1-9 1-12 7-8 4-3 6 0 7-1 7-3 7-4 11 3 8 11 0 11Z'/>",
    "<path class='p1' d='M-9-2C-9-14 9-14 9-2 9 2 7 3 6 4V9H-6V4C-7 3-9 2-9-2Z'/><path class='i' d='M-6-2a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0M.8-2a2.6 2.6 0 1 0 5.2 0a2.6 2.6 0 1 0-5.2 0M0 1L1.6 4H-1.6Z'/><path class='k kk' d='M-9-2C-9-14 9-14 9-2 9 2 7 3 6 4V9H-6V4C-7 3-9 2-9-2ZM-2 9V6M2 9V6'/>",
];

/// Margin of the block around the wheel.
const MARGIN: f64 = 38.0;

/// A wheel on the board.
#[derive(Clone, Copy, Debug)]
struct Disc {
    centre: Point,
    /// Its radius.
    radius: f64,
}

/// Width of the block of the wheel.
const BLOCK: f64 = 400.0;

impl Disc {
    /// The wheel on a block at the origin.
    const ALONE: Disc = Disc { centre: pt(BLOCK / 2.0, BLOCK / 2.0), radius: BLOCK / 2.0 - MARGIN };

    /// Returns the north-west corner and the width of the block that contains it.
    fn block(self) -> (Point, f64) {
        let half = self.radius + MARGIN;
        (self.centre.minus(pt(half, half)), 2.0 * half)
    }

    /// Returns the point at distance `out` in a direction, in degrees clockwise from north.
    fn polar(self, bearing: f64, out: f64) -> Point {
        let (sin, cos) = bearing.to_radians().sin_cos();
        self.centre.plus(pt(out * sin, -out * cos))
    }

    fn ring(self, out: &mut String, radius: f64, attributes: &str) {
        let (x, y) = (short(self.centre.x), short(self.centre.y));
        out.push_str(&format!("<circle cx='{x}' cy='{y}' r='{}' {attributes}/>", short(radius)));
    }

    /// Returns the radius of the painted part.
    fn inner(self) -> f64 {
        self.radius - 9.0
    }

    /// Returns the outline of a sector as path data.
    fn sector(self, sector: Sector) -> String {
        let (middle, inner) = (bearing(sector), self.inner());
        let (a, b) = (self.polar(middle - 30.0, inner), self.polar(middle + 30.0, inner));
        format!(
            "M{} {}L{} {}A{r} {r} 0 0 1 {} {}Z",
            short(self.centre.x),
            short(self.centre.y),
            short(a.x),
            short(a.y),
            short(b.x),
            short(b.y),
            r = short(inner)
        )
    }

    /// Returns the position of a crown space.
    fn crown(self, space: u8) -> Option<Point> {
        let sector = Sector::ALL.into_iter().find(|sector| sector.crowns().contains(&space))?;
        let spaces = sector.crowns();
        let aside = match spaces.len() {
            1 => 0.0,
            _ => (f64::from(space - spaces.start) - 0.5) * 27.0,
        };
        Some(self.polar(bearing(sector) + aside, self.radius * 0.73))
    }
}

/// Returns the wheel of a game.
fn disc(game: &AnyGame) -> Option<Disc> {
    let AnyGame::Land(land) = game else { return None };
    land.wheel()?;
    let board = game.board();
    let cells = board.laid().iter().filter(|laid| board.kind_of(laid).usage == TileUse::Patch);
    let (mut low, mut high) = (pt(f64::MAX, f64::MAX), pt(f64::MIN, f64::MIN));
    for laid in cells {
        let at = crate::atlas::origin(laid.cell);
        low = pt(low.x.min(at.x), low.y.min(at.y));
        high = pt(high.x.max(at.x + 100.0), high.y.max(at.y + 100.0));
    }
    let radius = (high.x - low.x).min(high.y - low.y) / 2.0 - MARGIN;
    (radius > 60.0).then(|| Disc { centre: low.plus(high).times(0.5), radius })
}

/// Returns the bearing of the middle of a sector; Fortune lies to the east.
fn bearing(sector: Sector) -> f64 {
    90.0 + 60.0 * f64::from(sector as u8)
}

/// Returns the position of a crown space.
pub(crate) fn crown(game: &AnyGame, space: u8) -> Option<Point> {
    disc(game)?.crown(space)
}

/// Returns a predicate that is true for points on the wheel or too close to it for scenery.
pub(crate) fn covers(game: &AnyGame) -> impl Fn(Point) -> bool {
    let disc = disc(game);
    move |p| disc.is_some_and(|disc| disc.centre.distance(p) < disc.radius + 9.0)
}

/// Returns the last stretches of the block's roads, from the middle of their cells to the wheel,
/// where they end (WHEEL-2).
pub(crate) fn lanes(game: &AnyGame) -> Vec<Curve> {
    let Some(Disc { centre, radius }) = disc(game) else { return Vec::new() };
    let board = game.board();
    let mut lanes = Vec::new();
    for laid in board.laid().iter().filter(|laid| board.kind_of(laid).usage == TileUse::Patch) {
        let roads = board.kind_of(laid).slots().filter(|(_, s)| s.terrain == Terrain::Road);
        let from = crate::atlas::origin(laid.cell).plus(Point::HUB);
        let out = centre.minus(from);
        if roads.count() > 0 && out.length() > radius {
            let ports = board.kind_of(laid).segments.iter().find(|s| s.terrain == Terrain::Road);
            let edge = Edge::ALL.into_iter().find(|&edge| {
                ports.is_some_and(|s| s.ports.turned(laid.rotation).contains(Port::middle(edge)))
            });
            let ahead = edge.map_or(out.unit(), inward);
            let to = from.toward(out.unit(), out.length() - radius + 4.0);
            let bend = to.toward(out.unit(), -20.0);
            lanes.push(Curve::from(from).cubic(from.toward(ahead, 22.0), bend, to));
        }
    }
    lanes
}

/// Returns true if the game has a wheel.
pub(crate) fn has_block(game: &AnyGame) -> bool {
    disc(game).is_some()
}

/// Returns the symbols for pages, each with its id, size and drawing: the wheel alone, and what the
/// pig on a sector adds to it.
pub(crate) fn block_symbols(palette: &Palette) -> Vec<(String, f64, String)> {
    let mut drawing = String::new();
    write_disc(&mut drawing, Disc::ALONE, None, palette);
    let mut symbols = vec![("wheel".to_owned(), BLOCK, drawing)];
    symbols.extend(Sector::ALL.map(|sector| {
        let mut drawing = String::new();
        write_turn(&mut drawing, Disc::ALONE, sector);
        (symbol(sector), BLOCK, drawing)
    }));
    symbols
}

/// Draws the wheel of a game without the pig and the names of its sectors.
pub(crate) fn write_empty_block(out: &mut String, game: &AnyGame, palette: &Palette) {
    if let Some(disc) = disc(game) {
        write_disc(out, disc, None, palette);
    }
}

/// Returns the symbol id of the wheel with the pig on a sector.
fn symbol(sector: Sector) -> String {
    format!("wheel-{}", sector.name())
}

/// Returns the symbol, the middle and half the size of the wheel of a game.
pub(crate) fn block_symbol(game: &AnyGame, land: &Land) -> Option<(String, Point, f64)> {
    let (disc, wheel) = (disc(game)?, land.wheel()?);
    let (corner, size) = disc.block();
    let half = size / 2.0;
    Some((symbol(wheel.pig()), corner.plus(pt(half, half)), half))
}

/// Draws the wheel of a game, with the sector of the pig highlighted.
pub(crate) fn write(out: &mut String, game: &AnyGame, palette: &Palette) {
    let (Some(disc), AnyGame::Land(land)) = (disc(game), game) else { return };
    write_disc(out, disc, land.wheel().map(bastide::Wheel::pig), palette);
    for sector in Sector::ALL {
        write_name(out, disc, sector);
    }
}

/// Draws a wheel, with sector `lit` highlighted. The names of the sectors are added by the caller,
/// in the user's language.
fn write_disc(out: &mut String, disc: Disc, lit: Option<Sector>, palette: &Palette) {
    let (radius, inner) = (disc.radius, disc.inner());
    let [wood, lighter] = palette.wood;
    disc.ring(out, radius + 4.0, "class='sh' transform='translate(4 6)'");
    disc.ring(out, radius, &format!("fill='{wood}' stroke='{}' stroke-width='1.4'", palette.ink));
    disc.ring(out, radius - 4.0, &format!("fill='none' stroke='{lighter}' stroke-width='2.4'"));
    for sector in Sector::ALL {
        out.push_str(&format!(
            "<path d='{}' fill='{}' stroke='{}' stroke-width='1.2'/>",
            disc.sector(sector),
            colour(sector, palette),
            palette.ink,
        ));
    }
    if let Some(sector) = lit {
        write_light(out, disc, sector);
    }
    disc.ring(out, inner - 6.0, "fill='none' class='k' opacity='.5'");
    rivets(out, disc);
    for sector in Sector::ALL {
        let at = disc.polar(bearing(sector), inner * 0.3);
        out.push_str(&format!(
            "<g transform='translate({} {})scale(1.4)'>{}</g>",
            short(at.x),
            short(at.y),
            PICTURES[sector as usize]
        ));
    }
    disc.ring(out, 15.0, "class='s2'");
    disc.ring(out, 15.0, "class='k kk'");
    disc.ring(out, 9.0, "class='s1'");
    disc.ring(out, 9.0, "class='k'");
    disc.ring(out, 2.6, "class='i'");
    for at in (0..9).filter_map(|space| disc.crown(space)) {
        out.push_str(&format!(
            "<circle cx='{0}' cy='{1}' r='14.5' class='p1'/><circle cx='{0}' cy='{1}' r='14.5' class='k kk'/>\
             <circle cx='{0}' cy='{1}' r='12.4' class='k' opacity='.5'/>",
            short(at.x),
            short(at.y)
        ));
        put(out, "cr", "", at);
    }
}

/// Colours of the sectors, clockwise from Fortune.
const COLOURS: [&str; 6] = ["#dfbe68", "#cf9274", "#dac79e", "#96acc4", "#b298be", "#9eb080"];

fn colour(sector: Sector, palette: &Palette) -> &'static str {
    match (palette.saves_ink, sector as usize) {
        (false, at) => COLOURS[at],
        (true, at) if at % 2 == 0 => "#ffffff",
        (true, _) => "#e2e2e2",
    }
}

/// Highlights a sector.
fn write_light(out: &mut String, disc: Disc, sector: Sector) {
    out.push_str(&format!("<path d='{}' fill='#fff' opacity='.3'/>", disc.sector(sector)));
}

fn rivets(out: &mut String, disc: Disc) {
    for n in 0..36 {
        let at = disc.polar(f64::from(n) * 10.0 + 5.0, disc.radius - 4.5);
        out.push_str(&format!(
            "<circle class='go' cx='{}' cy='{}' r='1'/>",
            short(at.x),
            short(at.y)
        ));
    }
}

fn write_name(out: &mut String, disc: Disc, sector: Sector) {
    let (middle, inner) = (bearing(sector), disc.inner());
    // Names run along the rim and are never upside down.
    let is_low = (middle.rem_euclid(360.0) - 180.0).abs() < 89.0;
    let (turn, down) = if is_low { (middle + 180.0, inner - 9.0) } else { (middle, -inner + 15.0) };
    out.push_str(&format!(
        "<g transform='translate({} {})rotate({turn})'>",
        short(disc.centre.x),
        short(disc.centre.y)
    ));
    let name = sector.name().to_uppercase();
    Text::new(&name, 7.0).weight(1.1).spacing(3.2).centred().write(out, pt(0.0, down));
    out.push_str("</g>");
}

/// Draws the pig on its sector, above everything else there.
pub(crate) fn write_pig(out: &mut String, game: &AnyGame) {
    let (Some(disc), AnyGame::Land(land)) = (disc(game), game) else { return };
    if let Some(wheel) = land.wheel() {
        write_pig_on(out, disc, wheel.pig());
    }
}

/// Returns the point of the pig on a sector of the game's wheel.
pub fn pig_point(game: &AnyGame, sector: Sector) -> Option<Point> {
    disc(game).map(|disc| pig(disc, sector))
}

/// Returns the position of the pig on a sector.
fn pig(disc: Disc, sector: Sector) -> Point {
    disc.polar(bearing(sector), disc.radius * 0.53)
}

fn write_pig_on(out: &mut String, disc: Disc, sector: Sector) {
    let at = pig(disc, sector);
    out.push_str(&format!(
        "<g transform='translate({} {})scale(1.2)'><use href='#pi'/></g>",
        short(at.x),
        short(at.y)
    ));
}

/// Highlights a sector and draws the pig on it.
fn write_turn(out: &mut String, disc: Disc, sector: Sector) {
    write_light(out, disc, sector);
    write_pig_on(out, disc, sector);
}
