//! The wheel: a disc of six sectors with their crown spaces, and the pig.

use bastide::{CROWN, Cell, Figure, FigureSpot, Sector, TileUse};

use crate::board::{LabelAnchor, SPOT_INK, SPOT_PAPER, Size, View, Window, figure_colours};
use crate::canvas::{Canvas, Ch, Rgb, Style};
use crate::words;

/// Colour of each sector, clockwise from Fortune.
const SECTORS: [Rgb; 6] = [
    Rgb(222, 190, 104),
    Rgb(204, 142, 116),
    Rgb(216, 196, 160),
    Rgb(150, 172, 196),
    Rgb(178, 152, 190),
    Rgb(158, 176, 128),
];
const RIM: Rgb = Rgb(92, 62, 38);
const INK: Rgb = Rgb(40, 26, 10);
const PIG: Rgb = Rgb(255, 158, 176);

/// Fraction of the radius at which the rim begins.
const HUB: f32 = 0.94;
/// Angle of a sector in degrees. Fortune lies to the east, so it begins 60° clockwise of north.
const SLICE: f32 = 60.0;

/// Draws the wheel with the pig, figures and labels, if the game has one.
pub(crate) fn draw_block(
    view: &View<'_>,
    canvas: &mut Canvas,
    window: &Window,
    size: Size,
    style: Style,
) {
    let Some(pig) = super::pig(view.game) else { return };
    let laid = view.board().laid().iter();
    let block = laid.filter(|laid| view.board().kind_of(laid).usage == TileUse::Patch);
    let block: Vec<Cell> = block.map(|laid| laid.cell).collect();
    let labels = view.labels.iter().filter_map(|(place, text)| match place {
        LabelAnchor::FigureSpot(FigureSpot::Piece(CROWN, space)) => Some((*space, text.as_str())),
        LabelAnchor::FigureSpot(_) | LabelAnchor::Point(..) => None,
    });
    let standing = Standing { pig, figures: view.board().figures(), labels: labels.collect() };
    if let Some(disc) = Disc::inside(&block, |cell| window.corner(cell, size), size) {
        disc.draw(canvas, &standing, style);
    }
}

/// Draws the wheel inside a block of cells as it is at the start of a game.
pub(crate) fn draw_empty_block(
    canvas: &mut Canvas,
    cells: &[Cell],
    window: &Window,
    size: Size,
    style: Style,
) {
    let standing = Standing { pig: Sector::Fortune, figures: &[], labels: Vec::new() };
    if let Some(disc) = Disc::inside(cells, |cell| window.corner(cell, size), size) {
        disc.draw(canvas, &standing, style);
    }
}

/// Position and size of the wheel on the canvas.
struct Disc {
    centre: (f32, f32),
    radius: (f32, f32),
}

/// Pieces and labels on the wheel.
struct Standing<'a> {
    /// Sector of the pig.
    pig: Sector,
    /// All figures of the board.
    figures: &'a [Figure],
    /// Crown spaces with labels.
    labels: Vec<(u8, &'a str)>,
}

impl Disc {
    /// Returns the disc inside a block of cells of the given size, positioned by `corner`. Returns
    /// `None` if there is no room.
    fn inside(
        block: &[Cell],
        corner: impl Fn(Cell) -> (usize, usize),
        Size { width, height }: Size,
    ) -> Option<Disc> {
        let corners: Vec<_> = block.iter().map(|&cell| corner(cell)).collect();
        let left = corners.iter().map(|c| c.0).min()?;
        let top = corners.iter().map(|c| c.1).min()?;
        let across = corners.iter().map(|c| c.0).max()? + width - left;
        let down = corners.iter().map(|c| c.1).max()? + height - top;
        // A margin of two fifths of a cell stays free on all sides.
        let radius = |span: usize, cell: usize| span as f32 / 2.0 - 0.4 * cell as f32;
        let radius = (radius(across, width), radius(down, height));
        let centre = (left as f32 + across as f32 / 2.0, top as f32 + down as f32 / 2.0);
        (across >= 3 * width && down >= 3 * height).then_some(Disc { centre, radius })
    }

    /// Draws the wheel with everything on it.
    fn draw(&self, canvas: &mut Canvas, standing: &Standing<'_>, style: Style) {
        self.draw_ground(canvas, standing.pig, style);
        for sector in Sector::ALL {
            self.draw_sector(canvas, sector, standing, style);
        }
    }

    /// Returns the distance of a point from the centre, as a fraction of the radius, and its
    /// sector.
    fn polar(&self, x: f32, y: f32) -> (f32, Sector) {
        let (dx, dy) = ((x - self.centre.0) / self.radius.0, (y - self.centre.1) / self.radius.1);
        let bearing = dx.atan2(-dy).to_degrees().rem_euclid(360.0);
        let steps = (bearing / SLICE) as u8 + 5;
        (dx.hypot(dy), Sector::Fortune.ahead(steps % 6))
    }

    /// Returns the point in direction `bearing`, clockwise from north, at the fraction `out` of the
    /// radius.
    fn point(&self, bearing: f32, out: f32) -> (f32, f32) {
        let (sin, cos) = bearing.to_radians().sin_cos();
        (self.centre.0 + self.radius.0 * out * sin, self.centre.1 - self.radius.1 * out * cos)
    }

    fn draw_ground(&self, canvas: &mut Canvas, pig: Sector, style: Style) {
        let columns = self.range(self.centre.0, self.radius.0);
        for (x, y) in self
            .range(self.centre.1, self.radius.1)
            .flat_map(|y| columns.clone().map(move |x| (x, y)))
        {
            let Some(ch) = canvas.at(x, y) else { continue };
            let at = |dy: f32| self.polar(x as f32 + 0.5, y as f32 + dy);
            let is_smooth = style.colour.is_some() && !style.ascii;
            if is_smooth {
                let paint = |(out, sector): (f32, Sector)| match out {
                    _ if out > 1.0 => None,
                    _ if out > HUB => Some(RIM),
                    _ => Some(paper(sector, pig)),
                };
                let (upper, lower) = (paint(at(0.25)), paint(at(0.75)));
                *ch = match (upper.or(ch.paper), lower.or(ch.paper)) {
                    _ if upper.is_none() && lower.is_none() => *ch,
                    (above, below) if above == below => Ch { paper: above, ..Ch::BLANK },
                    (ink, paper) => Ch { sign: '▀', ink, paper, bold: false },
                };
                continue;
            }
            let (out, sector) = at(0.5);
            if out > 1.0 {
                continue;
            }
            // Dots mark the borders of sectors.
            let (dx, dy) = (1.0 / self.radius.0, 1.0 / self.radius.1);
            let is_rim = out > 1.0 - dx.hypot(dy) * 0.75;
            let beside = [(0.5, 0.0), (-0.5, 0.0), (0.0, 0.5), (0.0, -0.5)];
            let is_spoke = beside
                .iter()
                .any(|(ax, ay)| self.polar(x as f32 + 0.5 + ax, y as f32 + 0.5 + ay).1 != sector);
            let sign = match (is_rim, is_spoke) {
                (true, _) => style.pick('▒', ':'),
                (false, true) => style.pick('·', '.'),
                (false, false) => ' ',
            };
            let paper = if is_rim { RIM } else { self::paper(sector, pig) };
            *ch = Ch { sign, ink: Some(INK), paper: Some(paper), bold: false };
        }
    }

    fn range(&self, centre: f32, radius: f32) -> std::ops::Range<usize> {
        (centre - radius).max(0.0) as usize..(centre + radius).ceil() as usize
    }

    fn draw_sector(
        &self,
        canvas: &mut Canvas,
        sector: Sector,
        standing: &Standing<'_>,
        style: Style,
    ) {
        let is_large = self.radius.0 > 12.0;
        let name = title(sector, is_large);
        let bearing = SLICE * 1.5 + SLICE * f32::from(sector as u8);
        let (x, y) = self.point(bearing, 0.56);
        let (across, down) = (x - self.centre.0, y - self.centre.1);
        // In the sectors beside the centre there is no room for the pig above or below the name.
        let is_beside = down.abs() < 1.0;
        let (row, pig_row) = match is_beside {
            true => (y - 1.0, y),
            false => (y, y - down.signum()),
        };
        let reach = across.abs().max(name.len() as f32 / 2.0 + 0.6);
        let centred = |text: &str, reach: f32| {
            let x = self.centre.0 + across.signum() * reach - text.len() as f32 / 2.0;
            x.round().max(0.0) as usize
        };
        canvas.write(centred(name, reach), row as usize, name, Some(INK), None);
        if standing.pig == sector {
            let text = if is_large { " PIG " } else { "PIG" };
            let reach = if is_beside { reach } else { across.abs() };
            canvas.write(centred(text, reach), pig_row as usize, text, Some(INK), Some(PIG));
        }
        let crowns = sector.crowns();
        let spread = if crowns.len() == 2 { [-14.0, 14.0] } else { [0.0, 0.0] };
        for (space, turn) in crowns.zip(spread) {
            let (x, y) = self.point(bearing + turn, 0.83);
            self.draw_crown(canvas, (x, y), space, standing, style);
        }
    }

    fn draw_crown(
        &self,
        canvas: &mut Canvas,
        (x, y): (f32, f32),
        space: u8,
        standing: &Standing<'_>,
        style: Style,
    ) {
        let crown = style.pick('♔', '^');
        let label = standing.labels.iter().find(|(at, _)| *at == space);
        let figure = standing.figures.iter().find(|f| f.spot == FigureSpot::Piece(CROWN, space));
        let (text, ink, paper) = match (label, figure) {
            (Some((_, text)), _) => ((*text).to_owned(), SPOT_INK, Some(SPOT_PAPER)),
            (None, Some(figure)) => {
                let colour = style.seats[figure.seat];
                let (ink, paper) = figure_colours(colour);
                (format!("{}{crown}", words::initial(colour)), ink, Some(paper))
            }
            (None, None) => (crown.to_string(), INK, None),
        };
        let width = text.chars().count() as f32;
        let left = (x - width / 2.0).round().max(0.0) as usize;
        canvas.write(left, y as usize, &text, Some(ink), paper);
    }
}

/// Returns the colour of a sector, which is brighter if the pig is on it.
fn paper(sector: Sector, pig: Sector) -> Rgb {
    let Rgb(r, g, b) = SECTORS[sector as usize];
    let lift = |v: u8| if sector == pig { v.saturating_add(26) } else { v };
    Rgb(lift(r), lift(g), lift(b))
}

fn title(sector: Sector, is_large: bool) -> &'static str {
    let name = super::sector(sector);
    if is_large { name } else { &name[..3] }
}
