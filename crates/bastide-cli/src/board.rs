//! The board as text: tiles, figures, numbered spots, coordinates.

mod chart;
mod picture;

use bastide::{Board, Cell, Figure, Rotation, Seat, Site, Slot, Spot, Terrain, TileKind};

use crate::canvas::{Canvas, Rgb, Style};
use crate::words;

use picture::Picture;
pub(crate) use picture::Size;

const FAINT: Rgb = Rgb(140, 140, 140);
const SPOT_INK: Rgb = Rgb(255, 221, 87);
const SPOT_PAPER: Rgb = Rgb(58, 58, 58);
const LABEL_PAPER: Rgb = Rgb(30, 30, 30);
const FRAME: Rgb = Rgb(255, 255, 255);

/// Columns for the row numbers on either side.
const MARGIN: usize = 5;

/// What is to be seen of a board.
pub(crate) struct View<'a> {
    /// The board.
    pub(crate) board: &'a Board,
    /// Empty cells with something written in them.
    pub(crate) spots: Vec<(Cell, String)>,
    /// Segments with something written on them.
    pub(crate) labels: Vec<(Site, String)>,
    /// The cell that catches the eye.
    pub(crate) highlight: Option<Cell>,
    /// How large a tile is; by default as large as the width allows.
    pub(crate) size: Option<Size>,
}

impl<'a> View<'a> {
    /// The board with its last tile highlighted and nothing else.
    pub(crate) fn new(board: &'a Board) -> View<'a> {
        let highlight = board.laid().last().filter(|_| board.laid().len() > 1).map(|l| l.cell);
        View { board, spots: Vec::new(), labels: Vec::new(), highlight, size: None }
    }

    /// The lines of the picture.
    pub(crate) fn lines(&self, style: Style) -> Vec<String> {
        let window = self.window();
        let size = self.size.unwrap_or_else(|| {
            let needed = window.columns() * Size::LARGE.width + 2 * MARGIN;
            if needed <= style.width { Size::LARGE } else { Size::SMALL }
        });
        let width = window.columns() * size.width + 2 * MARGIN;
        let mut canvas = Canvas::new(width, window.rows() * size.height + 2);
        self.draw_border(&mut canvas, &window, size);
        for laid in self.board.laid() {
            let at = window.corner(laid.cell, size);
            self.draw_tile(&mut canvas, at, laid.cell, size, style);
        }
        for (cell, text) in &self.spots {
            draw_spot(&mut canvas, window.corner(*cell, size), text, size, style);
        }
        canvas.lines(style)
    }

    fn window(&self) -> Window {
        let laid = self.board.laid().iter().map(|laid| laid.cell);
        let mut window = Window { x: (0, 0), y: (0, 0) };
        for cell in laid.chain(self.spots.iter().map(|(cell, _)| *cell)) {
            let (x, y) = (i32::from(cell.x), i32::from(cell.y));
            window.x = (window.x.0.min(x), window.x.1.max(x));
            window.y = (window.y.0.min(y), window.y.1.max(y));
        }
        window
    }

    fn draw_border(&self, canvas: &mut Canvas, window: &Window, size: Size) {
        for x in window.x.0..=window.x.1 {
            let text = x.to_string();
            let left = MARGIN + (x - window.x.0) as usize * size.width;
            let at = left + (size.width - text.len().min(size.width)) / 2;
            for row in [0, 1 + window.rows() * size.height] {
                canvas.write(at, row, &text, Some(FAINT), None);
            }
        }
        for y in window.y.0..=window.y.1 {
            let text = y.to_string();
            let row = 1 + (y - window.y.0) as usize * size.height + size.height / 2;
            canvas.write(MARGIN - 1 - text.len(), row, &text, Some(FAINT), None);
            canvas.write(MARGIN + window.columns() * size.width + 1, row, &text, Some(FAINT), None);
        }
    }

    fn draw_tile(
        &self,
        canvas: &mut Canvas,
        (x, y): (usize, usize),
        cell: Cell,
        size: Size,
        style: Style,
    ) {
        let Some(laid) = self.board.tile_at(cell) else { return };
        let kind = self.board.kind_of(laid);
        let mut picture = Picture::new(kind, laid.rotation, size, style, is_light(cell));
        if self.highlight == Some(cell) {
            frame(&mut picture.canvas, size, style);
        }
        let on_tile = |figure: &&Figure| matches!(figure.spot, Spot::Segment(s) if s.cell == cell);
        for figure in self.board.figures().iter().filter(on_tile) {
            let Spot::Segment(site) = figure.spot else { continue };
            let terrain = kind.segment(site.slot).terrain;
            let text = badge(figure, terrain);
            let (ink, paper) = seat_colours(figure.seat);
            let (left, row) = picture.anchor(site.slot, text.len());
            picture.canvas.write(left, row, &text, Some(ink), Some(paper));
        }
        for (site, text) in self.labels.iter().filter(|(site, _)| site.cell == cell) {
            let (left, row) = picture.anchor(site.slot, text.len());
            picture.canvas.write(left, row, text, Some(SPOT_INK), Some(LABEL_PAPER));
        }
        canvas.stamp(x, y, &picture.canvas);
    }
}

/// A tile by itself, with its slots numbered if wanted.
pub(crate) fn tile_lines(
    kind: &TileKind,
    rotation: Rotation,
    slots: &[(Slot, String)],
    style: Style,
) -> Vec<String> {
    let mut picture = Picture::new(kind, rotation, Size::LARGE, style, false);
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

/// The colours of a seat's figures: of the writing, and behind it.
pub(crate) fn seat_colours(seat: Seat) -> (Rgb, Rgb) {
    const COLOURS: [(Rgb, Rgb); Seat::MOST] = [
        (Rgb(255, 255, 255), Rgb(200, 30, 36)),
        (Rgb(255, 255, 255), Rgb(30, 78, 200)),
        (Rgb(255, 255, 255), Rgb(0, 92, 58)),
        (Rgb(40, 30, 0), Rgb(250, 212, 48)),
        (Rgb(255, 255, 255), Rgb(22, 22, 26)),
    ];
    COLOURS[seat.index()]
}

/// Whose figure and what it is, in two letters: `Rk` is red's knight.
fn badge(figure: &Figure, terrain: Terrain) -> String {
    let role = words::role(figure.kind, terrain).chars().next().unwrap_or('?');
    format!("{}{role}", words::initial(figure.seat))
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

fn draw_spot(canvas: &mut Canvas, (x, y): (usize, usize), text: &str, size: Size, style: Style) {
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
    let boxed = format!("[{text}]");
    let text = if size == Size::LARGE { &boxed } else { text };
    let at = left + (size.width - text.len().min(size.width)) / 2;
    canvas.write(at, y + size.height / 2, text, Some(SPOT_INK), None);
}

/// The columns and rows that are shown, first and last.
struct Window {
    x: (i32, i32),
    y: (i32, i32),
}

impl Window {
    fn columns(&self) -> usize {
        (self.x.1 - self.x.0 + 1) as usize
    }

    fn rows(&self) -> usize {
        (self.y.1 - self.y.0 + 1) as usize
    }

    /// Where on the sheet a cell begins.
    fn corner(&self, cell: Cell, size: Size) -> (usize, usize) {
        let column = (i32::from(cell.x) - self.x.0) as usize;
        let row = (i32::from(cell.y) - self.y.0) as usize;
        (MARGIN + column * size.width, 1 + row * size.height)
    }
}
