//! Text rendering of a board: tiles, figures, buildings, numbered spots, coordinates.

mod chart;
mod ground;
mod picture;
mod pieces;
mod wall;

use bastide::sets::OwnSets;
use bastide::{
    AnyGame, Board, Cell, Colour, Corner, Figure, FigureSpot, Game, Rules, SegmentIndex, Setup,
    StrongholdRules, TileSet, TileUse,
};

use crate::canvas::{Canvas, Rgb, Style};
use crate::{expansions, family, words};

use picture::Picture;
pub(crate) use picture::{Lie, Size};
use pieces::Piece;
use wall::Bulwark;

const FAINT: Rgb = Rgb(140, 140, 140);
pub(crate) const SPOT_INK: Rgb = Rgb(255, 221, 87);
pub(crate) const SPOT_PAPER: Rgb = Rgb(58, 58, 58);
const LABEL_PAPER: Rgb = Rgb(30, 30, 30);
const FRAME: Rgb = Rgb(255, 255, 255);

/// Columns for the row numbers on either side.
const MARGIN: usize = 5;

/// A legal empty cell to display.
#[derive(Clone, Debug)]
pub(crate) struct Offer {
    /// The cell.
    pub(crate) cell: Cell,
    /// The text drawn in it.
    pub(crate) text: String,
    /// True if a tile can only be placed there with a bridge.
    pub(crate) needs_bridge: bool,
}

/// A place on the board that can carry a label.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LabelAnchor {
    /// A position of a figure.
    FigureSpot(FigureSpot),
    /// A corner of a tile.
    Point(Cell, Corner),
}

/// Contents of a picture of a board.
pub(crate) struct View<'a> {
    /// The game.
    pub(crate) game: &'a AnyGame,
    /// Empty cells with labels.
    pub(crate) offers: Vec<Offer>,
    /// Places with labels.
    pub(crate) labels: Vec<(LabelAnchor, String)>,
    /// The highlighted cell.
    pub(crate) highlight: Option<Cell>,
    /// Size of a tile; by default as large as the width allows.
    pub(crate) size: Option<Size>,
}

/// A short text with its colours.
struct Badge {
    text: String,
    ink: Rgb,
    paper: Rgb,
}

impl<'a> View<'a> {
    /// Creates a view of the board in which only the last tile is highlighted.
    pub(crate) fn new(game: &'a AnyGame) -> View<'a> {
        let board = game.board();
        let last = board.laid().last().filter(|_| board.laid().len() > 1);
        // Tiles of the initial layout are not highlighted.
        let last = last.filter(|laid| board.kind_of(laid).usage != TileUse::Patch);
        let highlight = last.map(|laid| laid.cell);
        View { game, offers: Vec::new(), labels: Vec::new(), highlight, size: None }
    }

    /// Renders the picture as lines of text.
    pub(crate) fn lines(&self, style: Style) -> Vec<String> {
        let size = self.size.unwrap_or_else(|| {
            let fits = self.window(Size::LARGE).sheet(Size::LARGE).0 <= style.width;
            if fits { Size::LARGE } else { Size::SMALL }
        });
        let window = self.window(size);
        let (width, height) = window.sheet(size);
        let mut canvas = Canvas::new(width, height);
        self.draw_border(&mut canvas, &window, size);
        if let Some(game) = family::stronghold(self.game) {
            Bulwark::new(game, &window, size).draw(&mut canvas, style);
        }
        let pieces = pieces::all(self.game, &window, size);
        for laid in self.board().laid() {
            self.draw_tile(&mut canvas, &window, laid.cell, &pieces, size, style);
        }
        expansions::draw_block(self, &mut canvas, &window, size, style);
        for piece in &pieces {
            piece.draw(&mut canvas, self.badge_on(piece.spot, style).as_ref(), style);
        }
        for (place, text) in &self.labels {
            if let LabelAnchor::Point(cell, corner) = *place {
                pieces::draw_offer(&mut canvas, window.point(cell, corner, size), text);
            }
        }
        for offer in &self.offers {
            draw_offer(&mut canvas, window.corner(offer.cell, size), offer, size, style);
        }
        canvas.lines(style)
    }

    pub(crate) fn board(&self) -> &'a Board {
        self.game.board()
    }

    /// Returns the badge of a spot: its label, its keep, or its figure.
    fn badge_on(&self, spot: FigureSpot, style: Style) -> Option<Badge> {
        let label = self.labels.iter().find(|(place, _)| *place == LabelAnchor::FigureSpot(spot));
        let label =
            label.map(|(_, text)| Badge { text: text.clone(), ink: SPOT_INK, paper: LABEL_PAPER });
        let keep = || wall::keep_badge(self.game, spot, style);
        let figure = || self.board().figure_at(spot).map(|figure| badge(self.game, figure, style));
        label.or_else(keep).or_else(figure)
    }

    fn window(&self, size: Size) -> Window {
        if let Some(game) = family::stronghold(self.game) {
            return Bulwark::window(game.wall(), size);
        }
        let laid = self.board().laid().iter().map(|laid| laid.cell);
        let mut window = Window { x: (0, 0), y: (0, 0), pad: (0, 0) };
        for cell in laid.chain(self.offers.iter().map(|offer| offer.cell)) {
            let (x, y) = (i32::from(cell.x), i32::from(cell.y));
            window.x = (window.x.0.min(x), window.x.1.max(x));
            window.y = (window.y.0.min(y), window.y.1.max(y));
        }
        window
    }

    fn draw_border(&self, canvas: &mut Canvas, window: &Window, size: Size) {
        for x in window.x.0..=window.x.1 {
            let text = x.to_string();
            let left = MARGIN + window.pad.0 + (x - window.x.0) as usize * size.width;
            let at = left + (size.width - text.len().min(size.width)) / 2;
            for row in [0, window.sheet(size).1 - 1] {
                canvas.write(at, row, &text, Some(FAINT), None);
            }
        }
        for y in window.y.0..=window.y.1 {
            let text = y.to_string();
            let top = 1 + window.pad.1;
            let row = top + (y - window.y.0) as usize * size.height + size.height / 2;
            canvas.write(MARGIN - 1 - text.len(), row, &text, Some(FAINT), None);
            let right = window.sheet(size).0 - MARGIN + 1;
            canvas.write(right, row, &text, Some(FAINT), None);
        }
    }

    fn draw_tile(
        &self,
        canvas: &mut Canvas,
        window: &Window,
        cell: Cell,
        pieces: &[Piece],
        size: Size,
        style: Style,
    ) {
        let Some(laid) = self.board().tile_at(cell) else { return };
        let kind = self.board().kind_of(laid);
        // Start areas are drawn as a part of the wall.
        if family::stronghold(self.game).is_some() && kind.usage == TileUse::Patch {
            return;
        }
        let (left, top) = window.corner(cell, size);
        let lie = Lie { kind, rotation: laid.rotation, bridge: laid.bridge };
        let mut picture = Picture::new(lie, size, style, is_light(cell));
        if self.highlight == Some(cell) {
            frame(&mut picture.canvas, size, style);
        }
        for (x, y) in pieces.iter().flat_map(Piece::covered) {
            let is_here = (left..left + size.width).contains(&x);
            if is_here && (top..top + size.height).contains(&y) {
                picture.keep_clear(x - left, y - top);
            }
        }
        for slot in (0..self.board().slots(laid)).map(SegmentIndex) {
            let spot = FigureSpot::Segment(bastide::SegmentRef { cell, slot });
            if let Some(Badge { text, ink, paper }) = self.badge_on(spot, style) {
                let (x, y) = picture.anchor(slot, text.chars().count());
                picture.canvas.write(x, y, &text, Some(ink), Some(paper));
            }
        }
        canvas.stamp(left, top, &picture.canvas);
    }
}

/// Renders the initial block of a set on an empty board.
pub(crate) fn block_lines(set: &TileSet, style: Style) -> Option<Vec<String>> {
    let patch = set.patch.as_ref().filter(|_| set.name != bastide::sets::stronghold().name)?;
    let size = Size::LARGE;
    let x = |cell: &Cell| i32::from(cell.x);
    let y = |cell: &Cell| i32::from(cell.y);
    let cells: Vec<Cell> = patch.cells.iter().map(|(cell, ..)| *cell).collect();
    let window = Window {
        x: (cells.iter().map(x).min()?, cells.iter().map(x).max()?),
        y: (cells.iter().map(y).min()?, cells.iter().map(y).max()?),
        pad: (0, 0),
    };
    let mut canvas =
        Canvas::new(window.columns() * size.width + MARGIN, window.rows() * size.height + 1);
    for &(cell, id, rotation) in &patch.cells {
        let lie = Lie { rotation, ..Lie::plain(set.kind(id)) };
        let (left, top) = window.corner(cell, size);
        canvas.stamp(left, top, &Picture::new(lie, size, style, is_light(cell)).canvas);
    }
    expansions::draw_empty_block(&mut canvas, &cells, &window, size, style);
    Some(canvas.lines(style))
}

/// Renders the empty wall of The Castle. Returns `None` if the set-up is invalid.
pub(crate) fn wall_lines(own: Option<&OwnSets>, style: Style) -> Option<Vec<String>> {
    let mut setup = Setup::new(Rules::Stronghold(StrongholdRules), 2);
    setup.sets = own.cloned();
    let game = AnyGame::new(&setup).ok()?;
    Some(View { size: Some(Size::SMALL), ..View::new(&game) }.lines(style))
}

/// Renders a single tile, with labels on its `slots`.
pub(crate) fn tile_lines(
    lie: Lie<'_>,
    slots: &[(SegmentIndex, String)],
    style: Style,
) -> Vec<String> {
    let mut picture = Picture::new(lie, Size::LARGE, style, false);
    for (slot, text) in slots {
        let (x, y) = picture.anchor(*slot, text.len());
        picture.canvas.write(x, y, text, Some(SPOT_INK), Some(LABEL_PAPER));
    }
    let Size { width, height } = Size::LARGE;
    let mut framed = Canvas::new(width + 2, height + 2);
    let rim = |corners: [char; 2], line: char| {
        let line: String = std::iter::repeat_n(line, width).collect();
        format!("{}{line}{}", corners[0], corners[1])
    };
    let (top, bottom) =
        if style.ascii { (['+', '+'], ['+', '+']) } else { (['┌', '┐'], ['└', '┘']) };
    let line = style.pick('─', '-');
    framed.write(0, 0, &rim(top, line), Some(FAINT), None);
    framed.write(0, height + 1, &rim(bottom, line), Some(FAINT), None);
    for row in 1..=height {
        let side = style.pick('│', '|').to_string();
        framed.write(0, row, &side, Some(FAINT), None);
        framed.write(width + 1, row, &side, Some(FAINT), None);
    }
    framed.stamp(1, 1, &picture.canvas);
    framed.lines(style)
}

/// Returns the text colour and the background colour of figures of a colour.
pub(crate) fn figure_colours(colour: Colour) -> (Rgb, Rgb) {
    const COLOURS: [(Rgb, Rgb); Colour::ALL.len()] = [
        (Rgb(255, 255, 255), Rgb(200, 30, 36)),
        (Rgb(255, 255, 255), Rgb(30, 78, 200)),
        (Rgb(255, 255, 255), Rgb(0, 92, 58)),
        (Rgb(40, 30, 0), Rgb(250, 212, 48)),
        (Rgb(255, 255, 255), Rgb(22, 22, 26)),
        (Rgb(22, 22, 26), Rgb(255, 255, 255)),
    ];
    COLOURS[colour.index()]
}

/// Returns the badge of a figure: the initials of its colour and its role. `Rk` is red's knight, `RK`
/// a large meeple as a knight.
fn badge(game: &AnyGame, figure: &Figure, style: Style) -> Badge {
    let role = words::role_letter(figure.kind, words::role_at(game, figure.kind, figure.spot));
    let colour = style.seats[figure.seat];
    let (ink, paper) = figure_colours(colour);
    Badge { text: format!("{}{role}", words::initial(colour)), ink, paper }
}

fn is_light(cell: Cell) -> bool {
    (i32::from(cell.x) + i32::from(cell.y)) % 2 == 0
}

fn frame(canvas: &mut Canvas, size: Size, style: Style) {
    let (right, below) = (size.width - 1, size.height - 1);
    let corners = [(0, 0, '┏'), (right, 0, '┓'), (0, below, '┗'), (right, below, '┛')];
    for (x, y, sign) in corners {
        canvas.write(x, y, &style.pick(sign, '+').to_string(), Some(FRAME), None);
    }
}

fn draw_offer(
    canvas: &mut Canvas,
    (x, y): (usize, usize),
    offer: &Offer,
    size: Size,
    style: Style,
) {
    let (left, right) = (x, x + size.width - 1);
    let (above, below) = (y, y + size.height - 1);
    for row in above..=below {
        for column in left..=right {
            if let Some(ch) = canvas.at(column, row) {
                ch.paper = Some(SPOT_PAPER);
            }
        }
    }
    let dot = style.pick('·', '.').to_string();
    for (column, row) in [(left, above), (right, above), (left, below), (right, below)] {
        canvas.write(column, row, &dot, Some(FAINT), None);
    }
    let is_large = size == Size::LARGE;
    let mut write = |text: &str, row: usize, ink: Rgb| {
        let at = left + (size.width - text.chars().count().min(size.width)) / 2;
        canvas.write(at, row, text, Some(ink), None);
    };
    let text = if is_large { format!("[{}]", offer.text) } else { offer.text.clone() };
    write(&text, y + size.height / 2, SPOT_INK);
    if offer.needs_bridge {
        let planks = style.pick('═', '=').to_string();
        let note = if is_large { "bridge".to_owned() } else { planks.repeat(3) };
        write(&note, y + size.height / 2 + 1, FAINT);
    }
}

/// The visible columns and rows, first and last.
pub(crate) struct Window {
    x: (i32, i32),
    y: (i32, i32),
    /// Blank characters on all sides, horizontally and vertically.
    pad: (usize, usize),
}

impl Window {
    fn columns(&self) -> usize {
        (self.x.1 - self.x.0 + 1) as usize
    }

    fn rows(&self) -> usize {
        (self.y.1 - self.y.0 + 1) as usize
    }

    /// Returns the size of the canvas, including the coordinates on all sides.
    fn sheet(&self, size: Size) -> (usize, usize) {
        let width = self.columns() * size.width + 2 * (MARGIN + self.pad.0);
        (width, self.rows() * size.height + 2 * (1 + self.pad.1))
    }

    /// Returns the upper left character of a cell on the canvas.
    pub(crate) fn corner(&self, cell: Cell, size: Size) -> (usize, usize) {
        let column = (i32::from(cell.x) - self.x.0) as usize;
        let row = (i32::from(cell.y) - self.y.0) as usize;
        (MARGIN + self.pad.0 + column * size.width, 1 + self.pad.1 + row * size.height)
    }

    /// Returns the upper left of the four characters around a corner of a tile.
    fn point(&self, cell: Cell, corner: Corner, size: Size) -> (usize, usize) {
        let (x, y) = self.corner(cell, size);
        let (east, south) = match corner {
            Corner::NorthEast => (1, 0),
            Corner::SouthEast => (1, 1),
            Corner::SouthWest => (0, 1),
            Corner::NorthWest => (0, 0),
        };
        ((x + east * size.width).saturating_sub(1), (y + south * size.height).saturating_sub(1))
    }
}
