//! The wall of a game of the Stronghold family: stones, start areas, the score track with its
//! markers, and the corner towers with their tokens.
//!
//! It lies outside the cells: the stones first, then the numbers of the track.

use bastide::{
    AnyGame, Cell, Colour, CornerTower, Edge, FigureSpot, Game, MARKET, Seat, Stronghold, Terrain,
    TileKind, Wall,
};

use super::ground::texture;
use super::{Badge, Size, Window, figure_colours, is_light};
use crate::canvas::{Canvas, Ch, Rgb, Style};
use crate::{family, words};

/// Alternating shades of stones.
const STONES: [Rgb; 2] = [Rgb(126, 124, 120), Rgb(142, 140, 135)];
const TRACK: Rgb = Rgb(62, 60, 58);
const NUMBER: Rgb = Rgb(206, 202, 192);
const TOWER: Rgb = Rgb(92, 88, 84);
const TOWER_INK: Rgb = Rgb(255, 244, 214);
const TOKEN: Rgb = Rgb(255, 196, 58);
const TAKEN: Rgb = Rgb(150, 144, 134);
const GROUND: [Rgb; 2] = [Rgb(40, 44, 38), Rgb(46, 50, 44)];
const GRASS: Rgb = Rgb(96, 102, 90);
const PATH: Rgb = Rgb(250, 244, 226);
const MARKET_COLOUR: Rgb = Rgb(255, 226, 110);
const STALL: Rgb = Rgb(96, 60, 28);

/// The wall of a game, to be drawn.
pub(super) struct Bulwark<'a> {
    game: &'a Stronghold,
    window: &'a Window,
    size: Size,
}

/// A rectangle of characters on the canvas.
#[derive(Clone, Copy)]
struct Patch {
    x: usize,
    y: usize,
    width: usize,
    height: usize,
}

impl Patch {
    fn places(self) -> impl Iterator<Item = (usize, usize)> {
        (self.y..self.y + self.height)
            .flat_map(move |y| (self.x..self.x + self.width).map(move |x| (x, y)))
    }

    fn overlaps(self, other: Patch) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }
}

/// A side of an enclosed cell along which the wall runs.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Side {
    cell: Cell,
    edge: Edge,
}

impl Side {
    /// Returns its start and end, clockwise around the enclosed area.
    fn ends(self) -> [Cell; 2] {
        let Cell { x, y } = self.cell;
        let corner = |dx: i8, dy: i8| Cell::new(x + dx, y + dy);
        match self.edge {
            Edge::North => [corner(0, 0), corner(1, 0)],
            Edge::East => [corner(1, 0), corner(1, 1)],
            Edge::South => [corner(1, 1), corner(0, 1)],
            Edge::West => [corner(0, 1), corner(0, 0)],
        }
    }
}

/// Direction around the enclosed area.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Clockwise,
    Against,
}

/// Thickness of the stones, and width and height of stones and track together.
const fn thickness(size: Size) -> usize {
    if size.width == Size::LARGE.width { 2 } else { 1 }
}

const fn band(size: Size) -> (usize, usize) {
    if size.width == Size::LARGE.width { (5, 2) } else { (3, 2) }
}

impl<'a> Bulwark<'a> {
    /// Creates the wall of a game for a window.
    pub(super) fn new(game: &'a Stronghold, window: &'a Window, size: Size) -> Bulwark<'a> {
        Bulwark { game, window, size }
    }

    /// Returns a window of the whole enclosed area, with room for the wall.
    pub(super) fn window(wall: &Wall, size: Size) -> Window {
        let last = |length: u8| i32::from(length) - 1;
        Window { x: (0, last(wall.width())), y: (0, last(wall.height())), pad: band(size) }
    }

    /// Draws the wall and the empty cells inside it.
    pub(super) fn draw(&self, canvas: &mut Canvas, style: Style) {
        let sides: Vec<Side> = self.sides().collect();
        for &side in &sides {
            fill(canvas, self.track(side), ' ', TRACK);
        }
        for vertex in self.vertices() {
            self.draw_corner(canvas, vertex, style);
        }
        for &side in &sides {
            let is_row = matches!(side.edge, Edge::North | Edge::South);
            let ascii = if is_row { '=' } else { '|' };
            lay_stones(canvas, self.stones(side), plain(style, style.pick('█', ascii)));
        }
        for laid in self.game.board().laid() {
            if !self.game.wall().contains(laid.cell) {
                let kind = self.game.board().kind_of(laid);
                let shown = |edge: &Edge| kind.side(laid.rotation, *edge).is_some();
                if let Some(edge) = Edge::ALL.into_iter().find(shown) {
                    let side = Side { cell: laid.cell.step(edge), edge: edge.opposite() };
                    self.draw_start(canvas, side, kind, style);
                }
            }
        }
        self.draw_track(canvas, &sides, style);
        for (at, corner) in self.game.wall().corners().iter().enumerate() {
            self.draw_tower(canvas, corner, self.game.has_token(at as u8), style);
        }
        for cell in self.game.wall().cells() {
            self.draw_ground(canvas, cell, style);
        }
    }

    // --- Geometry --------------------------------------------------------------

    fn sides(&self) -> impl Iterator<Item = Side> {
        let wall = self.game.wall();
        let all = wall.cells().flat_map(|cell| Edge::ALL.map(|edge| Side { cell, edge }));
        all.filter(|side| !wall.contains(side.cell.step(side.edge)))
    }

    fn vertices(&self) -> impl Iterator<Item = Cell> + use<> {
        let (width, height) = (self.game.wall().width() as i8, self.game.wall().height() as i8);
        (0..=height).flat_map(move |y| (0..=width).map(move |x| Cell::new(x, y)))
    }

    /// Returns the characters of a cell.
    fn patch(&self, cell: Cell) -> Patch {
        let (x, y) = self.window.corner(cell, self.size);
        Patch { x, y, width: self.size.width, height: self.size.height }
    }

    /// Returns the stones along a side.
    fn stones(&self, Side { cell, edge }: Side) -> Patch {
        let inside = self.patch(cell);
        let Patch { x, y, width, height } = inside;
        let thick = thickness(self.size);
        match edge {
            Edge::North => Patch { y: y - 1, height: 1, ..inside },
            Edge::South => Patch { y: y + height, height: 1, ..inside },
            Edge::West => Patch { x: x - thick, width: thick, ..inside },
            Edge::East => Patch { x: x + width, width: thick, ..inside },
        }
    }

    /// Returns the track along a side.
    fn track(&self, side: Side) -> Patch {
        let stones = self.stones(side);
        let Patch { x, y, width, .. } = stones;
        let beyond = band(self.size).0 - width.min(band(self.size).0);
        match side.edge {
            Edge::North => Patch { y: y - 1, ..stones },
            Edge::South => Patch { y: y + 1, ..stones },
            Edge::West => Patch { x: x - beyond, width: beyond, ..stones },
            Edge::East => Patch { x: x + width, width: beyond, ..stones },
        }
    }

    /// Returns the direction to the outside at a corner of the outline, as steps to the east and to
    /// the south, and whether the corner is convex.
    fn outside(&self, Cell { x, y }: Cell) -> Option<(i8, i8, bool)> {
        let quarters = [(-1, -1), (0, -1), (0, 0), (-1, 0)];
        let is_inside = |&(dx, dy): &(i8, i8)| self.game.wall().contains(Cell::new(x + dx, y + dy));
        let inside: Vec<(i8, i8)> = quarters.into_iter().filter(is_inside).collect();
        match *inside.as_slice() {
            // Opposite to the single enclosed cell.
            [(dx, dy)] => Some((-1 - dx, -1 - dy, true)),
            [a, b] if a.0 != b.0 && a.1 != b.1 => Some((a.0, b.1, true)),
            [_, _, _] => {
                let free = quarters.into_iter().find(|quarter| !is_inside(quarter))?;
                Some((free.0, free.1, false))
            }
            _ => None,
        }
    }

    /// Returns the rectangle of a corner tower.
    fn block(&self, vertex: Cell) -> Option<Patch> {
        let (dx, dy, _) = self.outside(vertex)?;
        let (x, y) = self.window.corner(vertex, self.size);
        let (width, height) = band(self.size);
        let (x, y) = (if dx < 0 { x - width } else { x }, if dy < 0 { y - height } else { y });
        Some(Patch { x, y, width, height })
    }

    // --- The track ---------------------------------------------------------------

    /// Returns the sides from one corner of the outline to another, clockwise; all sides if both
    /// are the same.
    fn run(sides: &[Side], from: Cell, to: Cell) -> Option<Vec<Side>> {
        let mut run = Vec::new();
        let mut at = from;
        while run.len() <= sides.len() {
            let next = sides.iter().find(|side| side.ends()[0] == at && !run.contains(*side))?;
            run.push(*next);
            at = next.ends()[1];
            if at == to {
                return Some(run);
            }
        }
        None
    }

    /// Returns the direction of the track, and for each corner tower in order the sides from it to
    /// the next one. Returns `None` if the towers are not in order.
    fn runs(sides: &[Side], towers: &[CornerTower]) -> Option<(Way, Vec<Vec<Side>>)> {
        let next = towers.iter().cycle().skip(1);
        let pairs: Vec<(Cell, Cell)> =
            towers.iter().zip(next).map(|(a, b)| (a.vertex, b.vertex)).collect();
        let start = pairs.first()?.0;
        let round = Bulwark::run(sides, start, start)?.len();
        [Way::Clockwise, Way::Against].into_iter().find_map(|way| {
            let run = |&(a, b): &(Cell, Cell)| match way {
                Way::Clockwise => Bulwark::run(sides, a, b),
                Way::Against => {
                    Bulwark::run(sides, b, a).map(|run| run.into_iter().rev().collect())
                }
            };
            let runs: Vec<Vec<Side>> = pairs.iter().map(run).collect::<Option<_>>()?;
            let is_whole = runs.iter().map(Vec::len).sum::<usize>() == round;
            is_whole.then_some((way, runs))
        })
    }

    /// Draws the numbers along the wall and the markers on them.
    fn draw_track(&self, canvas: &mut Canvas, sides: &[Side], style: Style) {
        let wall = self.game.wall();
        let mut towers = wall.corners().to_vec();
        towers.sort_by_key(|tower| tower.spaces[0]);
        let Some((way, runs)) = Bulwark::runs(sides, &towers) else { return };
        let blocks: Vec<Patch> = towers.iter().filter_map(|t| self.block(t.vertex)).collect();
        for (at, run) in runs.iter().enumerate() {
            let (first, next) = (towers[at].spaces[1], towers[(at + 1) % towers.len()].spaces[0]);
            let free = (next + wall.track() - first - 1) % wall.track();
            let spots = self.spots(way, run, &blocks);
            let mut last = None;
            for n in 0..free {
                let space = (first + 1 + n) % wall.track();
                let index = (2 * usize::from(n) + 1) * spots.len() / (2 * usize::from(free));
                let Some(&(x, y, is_row)) = spots.get(index) else { continue };
                let markers = self.markers(space, style);
                let digits = format!("{:>2}", space % 100);
                let text = if is_row && self.size == Size::SMALL { &digits[1..] } else { &digits };
                let place = if is_row { x } else { y };
                let room = if is_row { text.len() + 1 } else { 1 };
                let is_crowded = last.is_some_and(|last: usize| last.abs_diff(place) < room);
                if !markers.is_empty() {
                    put_markers(canvas, (x, y), &markers);
                } else if !is_crowded {
                    canvas.write(x, y, text, Some(NUMBER), None);
                }
                last = Some(place);
            }
        }
    }

    /// Returns the positions along these sides at which a number can begin, and whether they lie in
    /// a row.
    fn spots(&self, way: Way, run: &[Side], blocks: &[Patch]) -> Vec<(usize, usize, bool)> {
        let mut spots = Vec::new();
        for &side in run {
            let track = self.track(side);
            let is_row = matches!(side.edge, Edge::North | Edge::South);
            let column = match side.edge {
                Edge::East => track.x,
                Edge::North | Edge::South | Edge::West => (track.x + track.width).saturating_sub(2),
            };
            let mut here: Vec<(usize, usize, bool)> = match is_row {
                true => (track.x..track.x + track.width).map(|x| (x, track.y, true)).collect(),
                false => (track.y..track.y + track.height).map(|y| (column, y, false)).collect(),
            };
            if matches!(side.edge, Edge::South | Edge::West) != (way == Way::Against) {
                here.reverse();
            }
            let is_free = |&(x, y, _): &(usize, usize, bool)| {
                // Two characters: room for two markers, or for a digit and a gap.
                let text = Patch { x, y, width: 2, height: 1 };
                !blocks.iter().any(|block| block.overlaps(text))
            };
            spots.extend(here.into_iter().filter(is_free));
        }
        spots
    }

    /// Returns the colours of the markers on a space.
    fn markers(&self, space: u16, style: Style) -> Vec<Colour> {
        let here = Seat::all(2).filter(|&seat| self.game.space(seat) == space);
        here.map(|seat| style.seats[seat]).collect()
    }

    // --- Drawing --------------------------------------------------------------

    /// Fills a convex corner of the outline with stones.
    fn draw_corner(&self, canvas: &mut Canvas, vertex: Cell, style: Style) {
        let (Some((dx, dy, true)), Some(block)) = (self.outside(vertex), self.block(vertex)) else {
            return;
        };
        fill(canvas, block, ' ', TRACK);
        let thick = thickness(self.size);
        let x = if dx < 0 { block.x + block.width - thick } else { block.x };
        let y = if dy < 0 { block.y + block.height - 1 } else { block.y };
        let stones = Patch { x, y, width: thick, height: 1 };
        lay_stones(canvas, stones, plain(style, style.pick('█', '+')));
    }

    /// Draws the part of a start area that faces inwards.
    fn draw_start(&self, canvas: &mut Canvas, side: Side, kind: &TileKind, style: Style) {
        let Some(segment) = kind.segments.first() else { return };
        let stones = self.stones(side);
        for (x, y) in stones.places() {
            if let Some(ch) = canvas.at(x, y) {
                *ch = texture(segment.terrain, style, 1, false);
            }
        }
        let (x, y) = (stones.x + stones.width / 2, stones.y + stones.height / 2);
        let is_row = stones.height == 1;
        let line = match is_row {
            true => style.pick('┃', '|').to_string(),
            false => style.pick('━', '-').to_string().repeat(stones.width),
        };
        let left = if is_row { x } else { stones.x };
        if segment.terrain == Terrain::Path {
            canvas.write(left, y, &line, Some(PATH), None);
        }
        if segment.marks.contains(MARKET) {
            canvas.write(
                left,
                y,
                &style.pick('¤', '$').to_string(),
                Some(MARKET_COLOUR),
                Some(STALL),
            );
        }
    }

    /// Draws the two spaces of a corner tower, and its token if it has not been taken.
    fn draw_tower(&self, canvas: &mut Canvas, tower: &CornerTower, has_token: bool, style: Style) {
        let Some(block) = self.block(tower.vertex) else { return };
        fill(canvas, block, ' ', TOWER);
        let Patch { x, y, .. } = block;
        let [a, b] = tower.spaces.map(|space| space % 100);
        let places = match self.size == Size::LARGE {
            true => {
                canvas.write(x, y, &format!("{a:>2}/{b:<2}"), Some(TOWER_INK), None);
                [(x, y), (x + 3, y)]
            }
            false => {
                canvas.write(x, y, &format!("{a:>2}"), Some(TOWER_INK), None);
                canvas.write(x, y + 1, &format!("{b:>2}"), Some(TOWER_INK), None);
                [(x, y), (x, y + 1)]
            }
        };
        for (space, place) in tower.spaces.into_iter().zip(places) {
            let markers = self.markers(space, style);
            if !markers.is_empty() {
                put_markers(canvas, place, &markers);
            }
        }
        // S-TOKEN-2: some towers never have a token.
        let (sign, ink) = match (tower.has_token, has_token) {
            (false, _) => return,
            (true, true) => (style.pick('●', '*'), TOKEN),
            (true, false) => (style.pick('·', '.'), TAKEN),
        };
        let at = if self.size == Size::LARGE { (x + 2, y + 1) } else { (x + 2, y) };
        canvas.write(at.0, at.1, &sign.to_string(), Some(ink), None);
    }

    fn draw_ground(&self, canvas: &mut Canvas, cell: Cell, style: Style) {
        let patch = self.patch(cell);
        fill(canvas, patch, ' ', GROUND[usize::from(is_light(cell))]);
        let (x, y) = (patch.x + patch.width / 2, patch.y + patch.height / 2);
        canvas.write(x, y, &style.pick('·', '.').to_string(), Some(GRASS), None);
    }
}

/// Returns the badge of a player's keep on a spot.
pub(super) fn keep_badge(game: &AnyGame, spot: FigureSpot, style: Style) -> Option<Badge> {
    let stronghold = family::stronghold(game)?;
    let stands = |seat: &Seat| {
        stronghold.keep(*seat).is_some_and(|keep| FigureSpot::Segment(keep.site) == spot)
    };
    let seat = Seat::all(2).find(stands)?;
    let colour = style.seats[seat];
    let (ink, paper) = figure_colours(colour);
    Some(Badge {
        text: format!("{}{}", words::initial(colour), style.pick('♜', 'K')), ink, paper
    })
}

/// Draws one or two markers in two characters.
fn put_markers(canvas: &mut Canvas, (x, y): (usize, usize), colours: &[Colour]) {
    if let [only] = *colours {
        let (ink, paper) = figure_colours(only);
        let text = format!("{} ", words::initial(only));
        return canvas.write(x, y, &text, Some(ink), Some(paper));
    }
    for (n, &colour) in colours.iter().enumerate() {
        let (ink, paper) = figure_colours(colour);
        canvas.write(x + n, y, &words::initial(colour).to_string(), Some(ink), Some(paper));
    }
}

/// Returns `sign` for output without colour, otherwise a blank.
fn plain(style: Style, sign: char) -> char {
    if style.colour.is_some() { ' ' } else { sign }
}

fn lay_stones(canvas: &mut Canvas, patch: Patch, sign: char) {
    for (x, y) in patch.places() {
        if let Some(ch) = canvas.at(x, y) {
            let paper = STONES[(x / 2 + y) % 2];
            *ch = Ch { sign, ink: None, paper: Some(paper), bold: false };
        }
    }
}

fn fill(canvas: &mut Canvas, patch: Patch, sign: char, paper: Rgb) {
    for (x, y) in patch.places() {
        if let Some(ch) = canvas.at(x, y) {
            *ch = Ch { sign, ink: None, paper: Some(paper), bold: false };
        }
    }
}
