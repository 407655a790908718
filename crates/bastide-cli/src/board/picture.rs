//! Text rendering of a single tile.

use bastide::{Axis, Edge, MARKET, Rotation, SHIELD, SegmentIndex, Terrain, TileKind, WELL};

use super::chart::{Chart, Point, is_built, is_line, middle_of};
use super::ground::{colour, texture};
use crate::canvas::{Canvas, Ch, Rgb, Style};
use crate::expansions;

/// Size of a tile in characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Size {
    pub(crate) width: usize,
    pub(crate) height: usize,
}

impl Size {
    /// Large: about square in most fonts.
    pub(crate) const LARGE: Size = Size { width: 11, height: 5 };
    /// Small: for boards that would otherwise be too wide.
    pub(crate) const SMALL: Size = Size { width: 5, height: 3 };
}

const ROAD: Rgb = Rgb(250, 244, 226);
const VILLAGE: Rgb = Rgb(104, 44, 30);
const ROOF: Rgb = Rgb(158, 52, 40);
const WALL: Rgb = Rgb(244, 234, 214);
const BLOSSOM: Rgb = Rgb(255, 176, 214);
const PLANKS: Rgb = Rgb(122, 82, 46);
const SHIELD_COLOUR: Rgb = Rgb(24, 56, 150);
const SQUARE: Rgb = Rgb(62, 50, 36);
const WELL_COLOUR: Rgb = Rgb(150, 220, 255);
const WATER: Rgb = Rgb(28, 70, 116);
const MARKET_COLOUR: Rgb = Rgb(255, 226, 110);
const STALL: Rgb = Rgb(96, 60, 28);

/// A tile as it is placed.
#[derive(Clone, Copy)]
pub(crate) struct Lie<'a> {
    /// The kind of tile.
    pub(crate) kind: &'a TileKind,
    /// Its rotation.
    pub(crate) rotation: Rotation,
    /// The bridge across it.
    pub(crate) bridge: Option<Axis>,
}

impl<'a> Lie<'a> {
    /// Returns a tile without rotation or bridge.
    pub(crate) const fn plain(kind: &'a TileKind) -> Lie<'a> {
        Lie { kind, rotation: Rotation::NONE, bridge: None }
    }
}

/// Use of a character.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Free,
    /// Shows a mark that must stay visible.
    Sign,
    /// Decorates a mark and may be hidden.
    Wall,
    /// Reserved for the figure on this slot.
    Kept(SegmentIndex),
}

/// A rendered tile.
pub(crate) struct Picture<'a> {
    /// The characters.
    pub(crate) canvas: Canvas,
    chart: Chart<'a>,
    kind: &'a TileKind,
    bridge: Option<Axis>,
    size: Size,
    /// For each character, the sides to which its road leads, as bits.
    strokes: Vec<u8>,
    /// Positions of monasteries and gardens, computed before drawing.
    buildings: Vec<(SegmentIndex, (usize, usize))>,
    uses: Vec<Use>,
}

impl<'a> Picture<'a> {
    /// Renders a tile; `is_light` selects one of two shades.
    pub(crate) fn new(lie: Lie<'a>, size: Size, style: Style, is_light: bool) -> Picture<'a> {
        let room = size.width * size.height;
        let mut picture = Picture {
            canvas: Canvas::new(size.width, size.height),
            chart: Chart::new(lie.kind, lie.rotation),
            kind: lie.kind,
            bridge: lie.bridge,
            size,
            strokes: vec![0; room],
            buildings: Vec::new(),
            uses: vec![Use::Free; room],
        };
        picture.trace_roads();
        picture.buildings = picture.sites();
        picture.draw_ground(style, usize::from(is_light));
        picture.draw_roads(style);
        picture.draw_bridge(style);
        picture.draw_marks(style);
        picture
    }

    /// Returns the column and row at which to write `width` characters about a segment. The slot
    /// after the printed ones is the bridge.
    pub(crate) fn anchor(&self, slot: SegmentIndex, width: usize) -> (usize, usize) {
        let Some(segment) = self.kind.segments.get(usize::from(slot.0)) else {
            return self.on_bridge(width);
        };
        if is_line(segment.terrain) {
            return self.on_road(slot, width);
        }
        if segment.terrain.is_ringed() {
            let beside = self.beside_building(slot, width);
            return beside.unwrap_or_else(|| self.near_building(slot, width));
        }
        let heart = self.chart.heart(slot);
        let mut best = (f32::MIN, self.fallback(slot, width));
        for y in 0..self.size.height {
            for x in 0..=self.size.width - width {
                // Criteria in this order: hide nothing, lie on the segment, deep inside it, near
                // its centroid.
                let own: Vec<f32> = (x..x + width).filter_map(|x| self.depth(slot, x, y)).collect();
                let blocked = (x..x + width).filter(|&x| !self.is_free(slot, x, y)).count();
                let deep = own.iter().copied().fold(1.0, f32::min);
                let (left, right) = (self.point(x, y), self.point(x + width - 1, y));
                let off = (left.0 + right.0) / 2.0 - heart.0;
                let far = off * off + (left.1 - heart.1) * (left.1 - heart.1);
                let lost = (blocked * 6 + self.hidden((x, y), width) * 4) as f32;
                let worth = own.len() as f32 * 4.0 - lost + deep - 0.2 * far;
                if !own.is_empty() && worth > best.0 + 1e-5 {
                    best = (worth, (x, y));
                }
            }
        }
        best.1
    }

    /// Keeps figures off a character, because something else is drawn there.
    pub(crate) fn keep_clear(&mut self, x: usize, y: usize) {
        self.uses[y * self.size.width + x] = Use::Sign;
    }

    /// Returns true if a figure of `slot` at this character hides nothing.
    fn is_free(&self, slot: SegmentIndex, x: usize, y: usize) -> bool {
        let at = y * self.size.width + x;
        let is_mine = matches!(self.uses[at], Use::Free) || self.uses[at] == Use::Kept(slot);
        is_mine && self.strokes[at] == 0 && !self.is_on_deck(x, y)
    }

    /// Returns the depth of a character inside a segment, or `None` if it is outside or would hide
    /// a drawing.
    fn depth(&self, slot: SegmentIndex, x: usize, y: usize) -> Option<f32> {
        let at = y * self.size.width + x;
        let is_own = self.chart.at(self.point(x, y)) == Some(slot);
        let is_drawn = self.strokes[at] != 0 || self.hidden((x, y), 1) > 0;
        let is_seen = is_own && !is_drawn && !self.is_on_deck(x, y);
        is_seen.then(|| self.chart.clearance(self.point(x, y)))
    }

    /// Returns a free position beside a monastery or garden: to the right, below, above, or to the
    /// left.
    fn beside_building(&self, slot: SegmentIndex, width: usize) -> Option<(usize, usize)> {
        let (x, y) = self.building(slot);
        let half = if self.is_bracketed(slot) { 2 } else { 1 };
        let last = self.size.width - width;
        let mut places = vec![(x + half, y), (x.min(last), y + 1)];
        places.extend(y.checked_sub(1).map(|above| (x.min(last), above)));
        places.extend((x + 1).checked_sub(half + width).map(|left| (left, y)));
        places.into_iter().find(|&at| self.has_room(slot, at, width))
    }

    /// Returns the free position nearest to a monastery or garden.
    fn near_building(&self, slot: SegmentIndex, width: usize) -> (usize, usize) {
        let (x, y) = self.building(slot);
        let last = self.size.width - width;
        let all = (0..self.size.height).flat_map(|y| (0..=last).map(move |x| (x, y)));
        let free = all.filter(|&at| self.has_room(slot, at, width));
        let far = |&(column, row): &(usize, usize)| column.abs_diff(x) + 2 * row.abs_diff(y);
        free.min_by_key(far).unwrap_or((x.min(last), y))
    }

    fn has_room(&self, slot: SegmentIndex, (x, y): (usize, usize), width: usize) -> bool {
        let fits = x + width <= self.size.width && y < self.size.height;
        fits && (x..x + width).all(|x| self.is_free(slot, x, y))
    }

    /// Returns the position at the first port, for a segment too small to be visible.
    fn fallback(&self, slot: SegmentIndex, width: usize) -> (usize, usize) {
        let (x, y) = self.place(self.chart.ports(slot).next().unwrap_or((0.5, 0.5)));
        (x.min(self.size.width - width), y)
    }

    fn on_road(&self, slot: SegmentIndex, width: usize) -> (usize, usize) {
        let mut steps = self.steps(slot);
        let arms = self.chart.sides(slot).len();
        let is_through = arms > 1;
        // A label under a bridge or behind a mark would be invisible.
        let is_sign = |x: usize, y: usize| self.uses[y * self.size.width + x] == Use::Sign;
        steps.retain(|&(x, y)| !self.is_on_deck(x, y) && !is_sign(x, y));
        steps.retain(|&at| Some(at) != self.underpass(slot));
        // At a junction, near its centre.
        if arms > 2 {
            let (x, y) = self.place((0.5, 0.5));
            steps.sort_by_key(|&at| at.0.abs_diff(x) + 2 * at.1.abs_diff(y));
            steps.truncate(1);
        }
        // A road that ends here is labelled on its own arm, not at the junction.
        let at = if is_through { steps.len() / 2 } else { steps.len().saturating_sub(1) / 2 };
        let (x, y) = steps.get(at).copied().unwrap_or((0, 0));
        let is_flat = steps.first().is_some_and(|&(_, row)| row == y) && !is_through;
        let last = self.size.width - width;
        let wanted = (if is_flat { x.saturating_sub(width / 2) } else { x }).min(last);
        // Shifted horizontally rather than over a mark.
        let lefts = std::iter::once(wanted).chain(0..=last);
        let lefts = lefts.filter(|left| (*left..left + width).contains(&x));
        (lefts.min_by_key(|&left| self.hidden((left, y), width)).unwrap_or(wanted), y)
    }

    /// Returns the middle of the bridge, or the nearest position that hides no mark.
    fn on_bridge(&self, width: usize) -> (usize, usize) {
        let (x, y) = (self.size.width / 2, self.size.height / 2);
        let is_flat = self.bridge == Some(Axis::EastWest);
        let first = if is_flat { x + 1 - width.div_ceil(2) } else { x };
        let rows = [y, y - 1, y + 1];
        let lefts = [first, (x + 1).saturating_sub(width)];
        let places = rows.iter().flat_map(|&row| lefts.map(|left| (left, row)));
        let on_deck = places.filter(|&(_, row)| !is_flat || row == y);
        on_deck.min_by_key(|&at| self.hidden(at, width)).unwrap_or((first, y))
    }

    /// Returns the cost of hiding these characters. The cross of a monastery costs more than its
    /// walls.
    fn hidden(&self, (x, y): (usize, usize), width: usize) -> usize {
        let here = &self.uses[y * self.size.width + x..][..width];
        here.iter().map(|u| if *u == Use::Sign { 4 } else { usize::from(*u == Use::Wall) }).sum()
    }

    // --- Geometry --------------------------------------------------------------

    fn point(&self, x: usize, y: usize) -> Point {
        ((x as f32 + 0.5) / self.size.width as f32, (y as f32 + 0.5) / self.size.height as f32)
    }

    fn place(&self, (x, y): Point) -> (usize, usize) {
        let step = |v: f32, n: usize| ((v * n as f32) as usize).min(n - 1);
        (step(x, self.size.width), step(y, self.size.height))
    }

    /// Returns the characters of a road, from end to end.
    fn steps(&self, slot: SegmentIndex) -> Vec<(usize, usize)> {
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
            under.is_some_and(|slot| is_built(self.chart.terrain(slot)))
        };
        // A road ends at the gate, but at least one character stays visible.
        let visible = steps.iter().position(is_city).unwrap_or(steps.len()).max(1);
        steps.truncate(visible);
        steps
    }

    fn trace_roads(&mut self) {
        let roads: Vec<SegmentIndex> = self.lines().collect();
        for slot in roads {
            let steps = self.steps(slot);
            for &edge in self.chart.sides(slot) {
                let end = self.place(middle_of(edge));
                if steps.contains(&end) {
                    self.strokes[end.1 * self.size.width + end.0] |= 1 << edge as u8;
                }
            }
            for pair in steps.windows(2) {
                let ((ax, ay), (bx, by)) = (pair[0], pair[1]);
                let there = match (bx > ax, bx < ax, by > ay) {
                    (true, _, _) => Edge::East,
                    (_, true, _) => Edge::West,
                    (_, _, true) => Edge::South,
                    (_, _, false) => Edge::North,
                };
                for (at, to) in [((ax, ay), there), ((bx, by), there.opposite())] {
                    if Some(at) != self.underpass(slot) {
                        self.strokes[at.1 * self.size.width + at.0] |= 1 << to as u8;
                    }
                }
            }
        }
    }

    /// Returns the character at which a road passes below another one, if it does.
    fn underpass(&self, slot: SegmentIndex) -> Option<(usize, usize)> {
        let [_, lower] = self.chart.crossing()?;
        (slot == lower).then(|| self.place((0.5, 0.5)))
    }

    /// Returns the slots of roads and paths.
    fn lines(&self) -> impl Iterator<Item = SegmentIndex> + use<'a> {
        self.kind.slots().filter(|(_, s)| is_line(s.terrain)).map(|(slot, _)| slot)
    }

    fn slots_of(&self, terrain: Terrain) -> impl Iterator<Item = SegmentIndex> + use<'a> {
        self.kind.slots().filter(move |(_, s)| s.terrain == terrain).map(|(slot, _)| slot)
    }

    /// Returns the position of each monastery and garden.
    fn sites(&self) -> Vec<(SegmentIndex, (usize, usize))> {
        let clear = |&(x, y): &(usize, usize)| self.chart.clearance(self.point(x, y));
        // A garden lies in the widest field.
        let meadow = || {
            let fields = self.slots_of(Terrain::Field).map(|field| self.anchor(field, 1));
            fields.max_by(|a, b| clear(a).total_cmp(&clear(b))).unwrap_or((0, 0))
        };
        let monasteries = self.slots_of(Terrain::Monastery);
        let gardens = self.slots_of(Terrain::Garden).map(|slot| (slot, meadow()));
        // Moves to the side of a bridge, where there is no road.
        let aside = |(x, y): (usize, usize)| {
            let step = self.size.width / 4 + 1;
            let places = match self.bridge.filter(|_| self.is_on_deck(x, y)) {
                Some(Axis::EastWest) => [(x, y - 1), (x, y + 1)],
                Some(Axis::NorthSouth) => [(x + step, y), (x - step, y)],
                None => [(x, y); 2],
            };
            let is_free = |&(x, y): &(usize, usize)| self.strokes[y * self.size.width + x] == 0;
            places.into_iter().find(is_free).unwrap_or(places[0])
        };
        monasteries
            .map(|slot| (slot, aside(self.place(self.chart.building(slot)))))
            .chain(gardens)
            .collect()
    }

    /// Returns true if the bridge covers a character.
    fn is_on_deck(&self, x: usize, y: usize) -> bool {
        match self.bridge {
            None => false,
            Some(Axis::NorthSouth) => x == self.size.width / 2,
            Some(Axis::EastWest) => y == self.size.height / 2,
        }
    }

    fn building(&self, slot: SegmentIndex) -> (usize, usize) {
        let found = self.buildings.iter().find(|(known, _)| *known == slot);
        found.map_or((0, 0), |&(_, at)| at)
    }

    // --- Drawing --------------------------------------------------------------

    fn draw_ground(&mut self, style: Style, shade: usize) {
        let Size { width, height } = self.size;
        let is_walled = |terrain| matches!(terrain, Terrain::Courtyard | Terrain::Path);
        let has_court = self.kind.segments.iter().any(|s| is_walled(s.terrain));
        let open = if has_court { Terrain::Courtyard } else { Terrain::Field };
        for y in 0..height {
            for x in 0..width {
                let (across, down) = self.point(x, y);
                let ground = |dy: f32| {
                    let slot = self.chart.ground((across, down + dy / height as f32));
                    slot.map_or(open, |slot| self.chart.terrain(slot))
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
        let roads: Vec<(Vec<(usize, usize)>, bool)> =
            self.lines().map(|road| (self.steps(road), self.chart.sides(road).len() > 1)).collect();
        for (at, &stroke) in self.strokes.iter().enumerate().filter(|(_, stroke)| **stroke != 0) {
            let here = (at % self.size.width, at / self.size.width);
            let lines = if style.ascii { ASCII_LINES } else { LINES };
            let sign = lines[usize::from(stroke)];
            self.canvas.write(here.0, here.1, sign.encode_utf8(&mut [0; 4]), Some(ROAD), None);
        }
        for (steps, is_through) in &roads {
            let Some(&end) = steps.last().filter(|_| !is_through) else { continue };
            let passes = |other: &&(Vec<_>, bool)| other.1 && other.0.contains(&end);
            let ends = |other: &&(Vec<_>, bool)| !other.1 && other.0.last() == Some(&end);
            let is_passed = roads.iter().any(|road| passes(&road));
            // A junction at which several roads end is drawn as a village.
            if !self.kind.has_village && roads.iter().filter(ends).count() < 2 {
                continue;
            }
            // A road that passes through the village does not end there: the houses are drawn on
            // the arm that does.
            let (x, y) = if is_passed { steps[steps.len().saturating_sub(2)] } else { end };
            let sign = style.pick('■', 'o');
            // S-PATH-1: paths end at a square.
            let is_square = self.slots_of(Terrain::Path).next().is_some();
            let ink = if is_square { SQUARE } else { VILLAGE };
            self.canvas.write(x, y, sign.encode_utf8(&mut [0; 4]), Some(ink), None);
        }
    }

    fn draw_bridge(&mut self, style: Style) {
        let Some(axis) = self.bridge else { return };
        let sign = match axis {
            Axis::NorthSouth => style.pick('║', 'H'),
            Axis::EastWest => style.pick('═', '='),
        };
        for (x, y) in (0..self.size.height).flat_map(|y| (0..self.size.width).map(move |x| (x, y)))
        {
            if self.is_on_deck(x, y) {
                self.canvas.write(x, y, sign.encode_utf8(&mut [0; 4]), Some(ROAD), Some(PLANKS));
            }
        }
    }

    fn draw_marks(&mut self, style: Style) {
        let is_large = self.size == Size::LARGE;
        let shields = self.kind.slots().filter(|(_, s)| s.marks.contains(SHIELD));
        for (slot, _) in shields {
            let at = self.anchor(slot, 1);
            let sign = style.pick('◆', '*');
            self.sign(at, sign.encode_utf8(&mut [0; 4]), SHIELD_COLOUR, None);
        }
        for (mark, sign, ascii, ink) in expansions::MARKS {
            for (slot, segment) in self.kind.slots().filter(|(_, s)| s.marks.contains(mark)) {
                // On a small tile the sign of a road lies at its side, so that a figure has room.
                let side = self.steps(slot).first().copied();
                let side = side.filter(|_| !is_large && is_line(segment.terrain));
                let at = side.unwrap_or_else(|| self.anchor(slot, 1));
                self.sign(at, style.pick(sign, ascii).encode_utf8(&mut [0; 4]), ink, None);
            }
        }
        // S-PATH-3: a well lies in the middle of its path.
        if self.kind.segments.iter().any(|s| s.marks.contains(WELL)) {
            let at = self.place((0.5, 0.5));
            self.sign(at, style.pick('○', '@').encode_utf8(&mut [0; 4]), WELL_COLOUR, Some(WATER));
        }
        for (slot, _) in self.kind.slots().filter(|(_, s)| s.marks.contains(MARKET)) {
            let at = self.anchor(slot, 1);
            self.sign(
                at,
                style.pick('¤', '$').encode_utf8(&mut [0; 4]),
                MARKET_COLOUR,
                Some(STALL),
            );
        }
        for slot in self.slots_of(Terrain::Garden) {
            let at = self.building(slot);
            self.sign(at, style.pick('✿', '%').encode_utf8(&mut [0; 4]), BLOSSOM, None);
            self.reserve(slot);
        }
        for slot in self.slots_of(Terrain::Monastery) {
            let (x, y) = self.building(slot);
            let has_roof = style.colour.is_some() && !style.ascii && is_large && y > 0;
            if !self.is_bracketed(slot) {
                let sign = style.pick('†', '+');
                self.sign((x, y), sign.encode_utf8(&mut [0; 4]), ROOF, Some(WALL));
            } else if has_roof && !self.is_on_deck(x, y - 1) {
                self.sign((x - 1, y - 1), "▗█▖", ROOF, None);
                self.walled((x, y), " † ", Some(WALL));
            } else {
                let text = if style.ascii { "[+]" } else { "[†]" };
                self.walled((x, y), text, Some(WALL));
            }
            self.reserve(slot);
        }
    }

    /// Returns true if there is room for the walls of a monastery beside its cross.
    fn is_bracketed(&self, slot: SegmentIndex) -> bool {
        let (x, y) = self.building(slot);
        let is_road_end = self.kind.touches.iter().any(|&(a, b)| a == slot || b == slot);
        let is_open = |x: usize| {
            let has_road = self.strokes[y * self.size.width + x] != 0;
            (!has_road || is_road_end) && !self.is_on_deck(x, y)
        };
        self.kind.segment(slot).terrain == Terrain::Monastery
            && x > 0
            && x + 1 < self.size.width
            && (x - 1..=x + 1).all(is_open)
    }

    /// Reserves room for a figure or number beside a mark.
    fn reserve(&mut self, slot: SegmentIndex) {
        for width in [1, 2] {
            let Some((x, y)) = self.beside_building(slot, width) else { continue };
            let room = &mut self.uses[y * self.size.width + x..][..width];
            room.iter_mut().filter(|u| **u == Use::Free).for_each(|u| *u = Use::Kept(slot));
        }
    }

    fn sign(&mut self, (x, y): (usize, usize), text: &str, ink: Rgb, paper: Option<Rgb>) {
        for i in 0..text.chars().count() {
            self.keep_clear(x + i, y);
        }
        self.canvas.write(x, y, text, Some(ink), paper);
    }

    /// Draws a three-character mark whose outer characters may be hidden.
    fn walled(&mut self, (x, y): (usize, usize), text: &str, paper: Option<Rgb>) {
        self.sign((x - 1, y), text, ROOF, paper);
        for side in [x - 1, x + 1] {
            self.uses[y * self.size.width + side] = Use::Wall;
        }
    }
}

/// Line characters, indexed by the sides to which a line leads: north 1, east 2, south 4, west 8.
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

#[cfg(test)]
mod tests {
    use super::*;
    use bastide::{MarkKind, TileUse};

    /// All tiles in all rotations, without and with a bridge.
    fn all_lies() -> impl Iterator<Item = Lie<'static>> {
        let kinds = bastide::sets::all().into_iter().flat_map(bastide::TileSet::iter);
        let kinds = kinds.filter(|(_, kind)| kind.usage != TileUse::Patch);
        let turned = kinds.flat_map(|(_, kind)| Rotation::ALL.map(|rotation| (kind, rotation)));
        turned.flat_map(|(kind, rotation)| {
            let bridges = Axis::ALL.into_iter().filter(move |&a| kind.is_open_field(rotation, a));
            let bridges = std::iter::once(None).chain(bridges.map(Some));
            bridges.map(move |bridge| Lie { kind, rotation, bridge })
        })
    }

    /// The only tile with two roads to the same city and a garden: on 15 characters, a figure in its
    /// garden and one in the field around it share a place.
    fn is_crowded(lie: &Lie<'_>, size: Size) -> bool {
        size == Size::SMALL && lie.kind.name.to_string() == "TH"
    }

    fn name(lie: &Lie<'_>, size: Size) -> String {
        let bridge = lie.bridge.map_or(' ', Axis::symbol);
        format!("{} {}{bridge} {} wide", lie.kind.name, lie.rotation, size.width)
    }

    fn slots(lie: &Lie<'_>) -> impl Iterator<Item = SegmentIndex> {
        (0..lie.kind.segments.len() as u8 + u8::from(lie.bridge.is_some())).map(SegmentIndex)
    }

    /// Shields, gardens and monasteries are relevant for scoring, so a figure must not hide them.
    #[test]
    fn a_figure_hides_no_mark() {
        for (lie, size) in all_lies().flat_map(|lie| [Size::LARGE, Size::SMALL].map(|s| (lie, s))) {
            if is_crowded(&lie, size) {
                continue;
            }
            let marks = |picture: &Picture<'_>| {
                let text = picture.canvas.lines(Style::PLAIN).concat();
                text.chars().filter(|sign| "◆✿†○¤⌂wgc".contains(*sign)).count()
            };
            let segments = &lie.kind.segments;
            let marks_of = |s: &bastide::Segment| {
                MarkKind::ALL.into_iter().filter(|&kind| s.marks.contains(kind)).count()
            };
            let wanted = segments.iter().map(marks_of).sum::<usize>()
                + segments.iter().filter(|s| s.terrain.is_ringed()).count();
            for slot in slots(&lie) {
                let mut picture = Picture::new(lie, size, Style::PLAIN, false);
                let (x, y) = picture.anchor(slot, 2);
                picture.canvas.write(x, y, "Rx", None, None);
                assert_eq!(marks(&picture), wanted, "{} slot {}", name(&lie, size), slot.0);
            }
        }
    }

    /// The position of a figure must show the segment on which it stands.
    #[test]
    fn figures_on_different_slots_have_different_positions() {
        for lie in all_lies() {
            // A small tile has no room for two letters on seven slots.
            for (size, width) in [(Size::LARGE, 2), (Size::SMALL, 1)] {
                if is_crowded(&lie, size) {
                    continue;
                }
                let picture = Picture::new(lie, size, Style::PLAIN, false);
                // RIVER-5: figures cannot stand on a river.
                let is_river = |slot: &SegmentIndex| {
                    let segment = lie.kind.segments.get(usize::from(slot.0));
                    segment.is_some_and(|s| s.terrain == Terrain::River)
                };
                let slots = slots(&lie).filter(|slot| size == Size::LARGE || !is_river(slot));
                let all: Vec<_> = slots.map(|slot| picture.anchor(slot, width)).collect();
                let mut places = all.clone();
                places.sort_unstable();
                places.dedup();
                assert_eq!(places.len(), all.len(), "{} {all:?}", name(&lie, size));
            }
        }
    }

    /// BRIDGE-10: everything under a bridge remains visible.
    #[test]
    fn a_bridge_runs_from_side_to_side() {
        for lie in all_lies() {
            let Some(axis) = lie.bridge else { continue };
            for (size, length) in [(Size::LARGE, [5, 11]), (Size::SMALL, [3, 5])] {
                let picture = Picture::new(lie, size, Style::PLAIN, false);
                let text = picture.canvas.lines(Style::PLAIN).concat();
                let planks = text.chars().filter(|sign| "║═".contains(*sign)).count();
                assert_eq!(planks, length[axis as usize], "{}", name(&lie, size));
            }
        }
    }
}
