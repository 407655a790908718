//! One tile as a small block of characters.

use bastide::{Edge, Mark, Rotation, Slot, Terrain, TileKind};

use super::chart::{Chart, Point};
use crate::canvas::{Canvas, Ch, Rgb, Style};

/// How many characters a tile takes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Size {
    /// Roomy: about square in most typefaces.
    pub(crate) const LARGE: Size = Size { width: 11, height: 5 };
    /// For boards that would not fit otherwise.
    pub(crate) const SMALL: Size = Size { width: 5, height: 3 };
}

/// Neighbouring tiles differ a little, so that one sees where each ends.
const FIELD: [Rgb; 2] = [Rgb(104, 150, 70), Rgb(116, 162, 80)];
const CITY: [Rgb; 2] = [Rgb(190, 146, 98), Rgb(202, 158, 108)];
const RIVER: [Rgb; 2] = [Rgb(62, 118, 172), Rgb(68, 126, 182)];
const FOAM: Rgb = Rgb(150, 196, 230);
const ROAD: Rgb = Rgb(250, 244, 226);
const VILLAGE: Rgb = Rgb(104, 44, 30);
const ROOF: Rgb = Rgb(158, 52, 40);
const WALL: Rgb = Rgb(244, 234, 214);
const BLOSSOM: Rgb = Rgb(255, 176, 214);
const SHIELD: Rgb = Rgb(24, 56, 150);

/// A tile ready to be put on a board.
pub(crate) struct Picture<'a> {
    /// The characters.
    pub(crate) canvas: Canvas,
    chart: Chart<'a>,
    kind: &'a TileKind,
    size: Size,
    /// For each character, the sides its road leads to.
    strokes: Vec<u8>,
    /// Where monasteries and gardens stand, found before anything is drawn.
    buildings: Vec<(Slot, (usize, usize))>,
    /// Characters that already carry a sign of their own.
    taken: Vec<bool>,
}

impl<'a> Picture<'a> {
    /// Draws a tile; `is_light` picks one of two shades.
    pub(crate) fn new(
        kind: &'a TileKind,
        rotation: Rotation,
        size: Size,
        style: Style,
        is_light: bool,
    ) -> Picture<'a> {
        let room = size.width * size.height;
        let mut picture = Picture {
            canvas: Canvas::new(size.width, size.height),
            chart: Chart::new(kind, rotation),
            kind,
            size,
            strokes: vec![0; room],
            buildings: Vec::new(),
            taken: vec![false; room],
        };
        picture.trace_roads();
        picture.buildings = picture.sites();
        picture.draw_ground(style, usize::from(is_light));
        picture.draw_roads(style);
        picture.draw_marks(style);
        picture
    }

    /// Where to write `width` characters about a segment: its column and row.
    pub(crate) fn anchor(&self, slot: Slot, width: usize) -> (usize, usize) {
        let segment = self.kind.segment(slot);
        if segment.terrain == Terrain::Road {
            return self.on_road(slot, width);
        }
        if segment.terrain.is_ringed() {
            let (x, y) = self.building(slot);
            let beside = x + if segment.terrain == Terrain::Garden { 1 } else { 2 };
            let last = self.size.width - width;
            let is_free = |&(x, y): &(usize, usize)| {
                let fits = x <= last && y < self.size.height;
                fits && self.strokes[y * self.size.width + x..][..width].iter().all(|&s| s == 0)
            };
            // To the right of it, or below or above if something is there.
            let places = [(beside, y), (x.min(last), y + 1), (x.min(last), y.saturating_sub(1))];
            return places.into_iter().find(is_free).unwrap_or((x.min(last), y));
        }
        let clear = |x: usize, y: usize| {
            let is_own = self.chart.at(self.point(x, y)) == Some(slot);
            let at = y * self.size.width + x;
            let is_free = self.strokes[at] == 0 && !self.taken[at];
            (is_own && is_free).then(|| self.chart.clearance(self.point(x, y)))
        };
        let heart = self.chart.heart(slot);
        let mut best = (-1.0, self.fallback(slot, width));
        for y in 0..self.size.height {
            for x in 0..=self.size.width - width {
                // As much as possible on the segment, then deep inside it,
                // then near its middle.
                let room: Vec<f32> = (x..x + width).filter_map(|x| clear(x, y)).collect();
                let deep = room.iter().copied().fold(1.0, f32::min);
                let (left, right) = (self.point(x, y), self.point(x + width - 1, y));
                let off = (left.0 + right.0) / 2.0 - heart.0;
                let far = off * off + (left.1 - heart.1) * (left.1 - heart.1);
                let worth = room.len() as f32 * 4.0 + deep - 0.2 * far;
                if !room.is_empty() && worth > best.0 + 1e-5 {
                    best = (worth, (x, y));
                }
            }
        }
        best.1
    }

    /// Beside the first port, for a segment too small to be seen.
    fn fallback(&self, slot: Slot, width: usize) -> (usize, usize) {
        let edge = self.chart.sides(self.kind.segment(slot)).first().copied();
        let (x, y) = self.place(edge.map_or((0.5, 0.5), super::chart::middle_of));
        (x.min(self.size.width - width), y)
    }

    fn on_road(&self, slot: Slot, width: usize) -> (usize, usize) {
        let steps = self.steps(slot);
        let is_through = self.chart.sides(self.kind.segment(slot)).len() > 1;
        // A road that ends here is named on its own arm, not at the crossing.
        let at = if is_through { steps.len() / 2 } else { (steps.len() - 1) / 2 };
        let (x, y) = steps.get(at).copied().unwrap_or((0, 0));
        let is_flat = steps.first().is_some_and(|&(_, row)| row == y) && !is_through;
        let x = if is_flat { x.saturating_sub(width / 2) } else { x };
        (x.min(self.size.width - width), y)
    }

    // --- Where things are ------------------------------------------------------

    fn point(&self, x: usize, y: usize) -> Point {
        ((x as f32 + 0.5) / self.size.width as f32, (y as f32 + 0.5) / self.size.height as f32)
    }

    fn place(&self, (x, y): Point) -> (usize, usize) {
        let step = |v: f32, n: usize| ((v * n as f32) as usize).min(n - 1);
        (step(x, self.size.width), step(y, self.size.height))
    }

    /// The characters a road runs over, from end to end.
    fn steps(&self, slot: Slot) -> Vec<(usize, usize)> {
        let mut steps = Vec::new();
        for leg in self.chart.course(slot).windows(2) {
            let ((mut x, mut y), to) = (self.place(leg[0]), self.place(leg[1]));
            loop {
                if steps.last() != Some(&(x, y)) {
                    steps.push((x, y));
                }
                if (x, y) == to {
                    break;
                }
                x = towards(x, to.0);
                y = towards(y, to.1);
            }
        }
        let is_city = |&(x, y): &(usize, usize)| {
            let under = self.chart.ground(self.point(x, y));
            under.is_some_and(|slot| self.chart.terrain(slot) == Terrain::City)
        };
        // It ends at the gate, but is never hidden altogether.
        let visible = steps.iter().position(is_city).unwrap_or(steps.len()).max(1);
        steps.truncate(visible);
        steps
    }

    fn trace_roads(&mut self) {
        let roads: Vec<Slot> = self.slots_of(Terrain::Road).collect();
        for slot in roads {
            let steps = self.steps(slot);
            let sides = self.chart.sides(self.kind.segment(slot));
            let ends = [steps.first().zip(sides.first()), steps.last().zip(sides.get(1))];
            for (&(x, y), &edge) in ends.into_iter().flatten() {
                self.strokes[y * self.size.width + x] |= 1 << edge as u8;
            }
            for pair in steps.windows(2) {
                let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
                let there = match (bx > ax, bx < ax, by > ay) {
                    (true, _, _) => Edge::East,
                    (_, true, _) => Edge::West,
                    (_, _, true) => Edge::South,
                    (_, _, false) => Edge::North,
                };
                self.strokes[ay * self.size.width + ax] |= 1 << there as u8;
                self.strokes[by * self.size.width + bx] |= 1 << there.opposite() as u8;
            }
        }
    }

    fn slots_of(&self, terrain: Terrain) -> impl Iterator<Item = Slot> + use<'a> {
        self.kind.slots().filter(move |(_, s)| s.terrain == terrain).map(|(slot, _)| slot)
    }

    /// The middle of each monastery and garden.
    fn sites(&self) -> Vec<(Slot, (usize, usize))> {
        let clear = |&(x, y): &(usize, usize)| self.chart.clearance(self.point(x, y));
        // A garden lies in the widest field.
        let fields = self.slots_of(Terrain::Field).map(|field| self.anchor(field, 1));
        let meadow = fields.max_by(|a, b| clear(a).total_cmp(&clear(b))).unwrap_or((0, 0));
        let monasteries = self.slots_of(Terrain::Monastery);
        let gardens = self.slots_of(Terrain::Garden).map(|slot| (slot, meadow));
        monasteries
            .map(|slot| (slot, self.place(self.chart.building(slot))))
            .chain(gardens)
            .collect()
    }

    fn building(&self, slot: Slot) -> (usize, usize) {
        let found = self.buildings.iter().find(|(known, _)| *known == slot);
        found.map_or((0, 0), |&(_, at)| at)
    }

    // --- Drawing --------------------------------------------------------------

    fn draw_ground(&mut self, style: Style, shade: usize) {
        let Size { width, height } = self.size;
        for y in 0..height {
            for x in 0..width {
                let (across, down) = self.point(x, y);
                let ground = |dy: f32| {
                    let slot = self.chart.ground((across, down + dy / height as f32));
                    slot.map_or(Terrain::Field, |slot| self.chart.terrain(slot))
                };
                let (upper, middle, lower) = (ground(-0.25), ground(0.0), ground(0.25));
                let is_smooth = style.colour.is_some() && !style.ascii;
                let has_stroke = self.strokes[y * width + x] != 0;
                let ch = if is_smooth && upper != lower && !has_stroke {
                    let (ink, paper) = (colour(upper, shade), colour(lower, shade));
                    Ch { sign: '▀', ink: Some(ink), paper: Some(paper), bold: false }
                } else {
                    let is_corner = (x == 0 || x + 1 == width) && (y == 0 || y + 1 == height);
                    texture(middle, style, shade, is_corner)
                };
                if let Some(place) = self.canvas.at(x, y) {
                    *place = ch;
                }
            }
        }
    }

    fn draw_roads(&mut self, style: Style) {
        let roads: Vec<Slot> = self.slots_of(Terrain::Road).collect();
        for (at, &stroke) in self.strokes.iter().enumerate().filter(|(_, stroke)| **stroke != 0) {
            let (x, y) = (at % self.size.width, at / self.size.width);
            let enders = roads.iter().filter(|&&road| {
                let ends_here = self.steps(road).last() == Some(&(x, y));
                ends_here && self.chart.sides(self.kind.segment(road)).len() == 1
            });
            let is_crossing = enders.count() > 1;
            let sign = if is_crossing {
                style.pick('■', 'o')
            } else if style.ascii {
                ASCII_LINES[usize::from(stroke)]
            } else {
                LINES[usize::from(stroke)]
            };
            let ink = if is_crossing { VILLAGE } else { ROAD };
            self.canvas.write(x, y, sign.encode_utf8(&mut [0; 4]), Some(ink), None);
        }
    }

    fn draw_marks(&mut self, style: Style) {
        let is_large = self.size == Size::LARGE;
        let shields = self.kind.slots().filter(|(_, s)| s.mark == Some(Mark::Shield));
        for (slot, _) in shields {
            let at = self.anchor(slot, 1);
            let sign = style.pick('◆', '*');
            self.sign(at, sign.encode_utf8(&mut [0; 4]), SHIELD, None);
        }
        for slot in self.slots_of(Terrain::Garden) {
            let at = self.building(slot);
            self.reserve(slot);
            self.sign(at, style.pick('✿', '%').encode_utf8(&mut [0; 4]), BLOSSOM, None);
        }
        for slot in self.slots_of(Terrain::Monastery) {
            let (x, y) = self.building(slot);
            self.reserve(slot);
            if style.colour.is_some() && !style.ascii && is_large && y > 0 {
                self.sign((x - 1, y - 1), "▗█▖", ROOF, None);
                self.sign((x - 1, y), " † ", ROOF, Some(WALL));
            } else {
                let text = if style.ascii { "[+]" } else { "[†]" };
                self.sign((x - 1, y), text, ROOF, Some(WALL));
            }
        }
    }

    /// Keeps room for the figure or number beside a sign.
    fn reserve(&mut self, slot: Slot) {
        for width in [1, 2] {
            let (x, y) = self.anchor(slot, width);
            self.taken[y * self.size.width + x..][..width].fill(true);
        }
    }

    fn sign(&mut self, (x, y): (usize, usize), text: &str, ink: Rgb, paper: Option<Rgb>) {
        for i in 0..text.chars().count() {
            self.taken[y * self.size.width + x + i] = true;
        }
        self.canvas.write(x, y, text, Some(ink), paper);
    }
}

/// By the sides a line leads to: north 1, east 2, south 4, west 8.
const LINES: [char; 16] =
    [' ', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'];
const ASCII_LINES: [char; 16] =
    [' ', '|', '-', '+', '|', '|', '+', '+', '-', '+', '-', '+', '+', '+', '+', '+'];

fn towards(from: usize, to: usize) -> usize {
    match from.cmp(&to) {
        std::cmp::Ordering::Less => from + 1,
        std::cmp::Ordering::Equal => from,
        std::cmp::Ordering::Greater => from - 1,
    }
}

/// What ground looks like. Without colour, dots at the corners show where a
/// tile with nothing but field ends.
fn texture(ground: Terrain, style: Style, shade: usize, is_corner: bool) -> Ch {
    let is_plain = style.colour.is_none();
    let sign = match ground {
        Terrain::City if is_plain => style.pick('░', '#'),
        Terrain::River => style.pick('≈', '~'),
        _ if is_plain && is_corner => style.pick('·', '.'),
        _ => ' ',
    };
    Ch { sign, ink: Some(FOAM), paper: Some(colour(ground, shade)), bold: false }
}

fn colour(ground: Terrain, shade: usize) -> Rgb {
    match ground {
        Terrain::City => CITY[shade],
        Terrain::River => RIVER[shade],
        _ => FIELD[shade],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Style = Style { colour: None, ascii: false, width: 80 };

    /// Shields, gardens and monasteries count for points, so a figure on the
    /// tile must not hide them.
    #[test]
    fn a_figure_hides_no_mark() {
        for (_, kind) in bastide::sets::all().iter().flat_map(|set| set.iter()) {
            for rotation in Rotation::ALL {
                let marks = |picture: &Picture<'_>| {
                    let text = picture.canvas.lines(PLAIN).concat();
                    text.chars().filter(|sign| "◆✿†".contains(*sign)).count()
                };
                let wanted = kind.segments.iter().filter(|s| s.mark.is_some()).count()
                    + kind.segments.iter().filter(|s| s.terrain.is_ringed()).count();
                for (slot, _) in kind.slots() {
                    let mut picture = Picture::new(kind, rotation, Size::LARGE, PLAIN, false);
                    let (x, y) = picture.anchor(slot, 2);
                    picture.canvas.write(x, y, "Rx", None, None);
                    assert_eq!(marks(&picture), wanted, "{} {rotation} slot {}", kind.name, slot.0);
                }
            }
        }
    }

    /// One must see from where a figure stands what it stands on.
    #[test]
    fn figures_on_different_slots_stand_in_different_places() {
        for (_, kind) in bastide::sets::all().iter().flat_map(|set| set.iter()) {
            for rotation in Rotation::ALL {
                // A small tile is too small for two letters on seven slots.
                for (size, width) in [(Size::LARGE, 2), (Size::SMALL, 1)] {
                    let picture = Picture::new(kind, rotation, size, PLAIN, false);
                    let mut places: Vec<_> =
                        kind.slots().map(|(slot, _)| picture.anchor(slot, width)).collect();
                    places.sort_unstable();
                    places.dedup();
                    assert_eq!(places.len(), kind.segments.len(), "{} {rotation}", kind.name);
                }
            }
        }
    }
}
