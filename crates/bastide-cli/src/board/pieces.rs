//! Buildings on the board, between two tiles or where four tiles meet.

use bastide::{AnyGame, Board, Edge, FigureSpot, Game, PieceLocation, Port, SegmentRef};

use super::{Badge, SPOT_INK, SPOT_PAPER, Size, Window};
use crate::canvas::{Canvas, Style};
use crate::expansions::{self, PieceTexts};
use crate::family;

/// A small building of two rows.
pub(super) struct Piece {
    /// Its spot, as used by figures and labels.
    pub(super) spot: FigureSpot,
    /// Its upper left character on the canvas.
    at: (usize, usize),
    /// Its width in characters.
    width: usize,
    texts: &'static PieceTexts,
}

impl Piece {
    /// Returns the characters that it covers.
    pub(super) fn covered(&self) -> impl Iterator<Item = (usize, usize)> {
        let (x, y) = self.at;
        let width = self.width;
        (y..y + 2).flat_map(move |y| (x..x + width).map(move |x| (x, y)))
    }

    /// Draws the building with its badge: a figure or a number.
    pub(super) fn draw(&self, canvas: &mut Canvas, badge: Option<&Badge>, style: Style) {
        let (x, y) = self.at;
        let roof = if style.ascii { self.texts.ascii } else { self.texts.sign };
        let (ink, paper) = self.texts.colours;
        canvas.write(x, y, &roof.repeat(self.width / 2), Some(ink), Some(paper));
        let walls = if self.width == 4 { "[  ]" } else { "[]" };
        canvas.write(x, y + 1, walls, Some(ink), Some(paper));
        if let Some(Badge { text, ink, paper }) = badge {
            let inside = x + self.width / 2 - 1;
            canvas.write(inside, y + 1, text, Some(*ink), Some(*paper));
        }
    }
}

/// Returns all buildings, in the order in which they were built.
pub(super) fn all(game: &AnyGame, window: &Window, size: Size) -> Vec<Piece> {
    let Some(land) = family::land(game) else { return Vec::new() };
    let draw = |piece: bastide::Piece| {
        let spot = FigureSpot::Piece(piece.kind, piece.number);
        let texts = expansions::piece(piece.kind);
        match piece.location {
            PieceLocation::Segment(site) => {
                let (x, y) = border(game.board(), site, window, size);
                let width = if texts.is_wide && size == Size::LARGE { 4 } else { 2 };
                let at = (x.saturating_sub(width / 2), y.saturating_sub(1));
                Piece { spot, at, width, texts }
            }
            PieceLocation::Corner(cell, corner) => {
                Piece { spot, at: window.point(cell, corner, size), width: 2, texts }
            }
        }
    };
    land.pieces().map(draw).collect()
}

/// Returns the midpoint of the border between the two segments of a feature that carries a building: the first character to
/// the right of it and below it.
fn border(board: &Board, site: SegmentRef, window: &Window, size: Size) -> (usize, usize) {
    let (x, y) = window.corner(site.cell, size);
    let (half, middle) = (size.width.div_ceil(2), size.height / 2);
    let is_own = |edge: &Edge| {
        let tile = board.tile_at(site.cell);
        let owner = tile.and_then(|tile| board.owner(tile, Port::middle(*edge)));
        owner.is_some_and(|owner| board.site(owner) == site)
    };
    match Edge::ALL.into_iter().find(is_own) {
        Some(Edge::North) => (x + half, y),
        Some(Edge::South) => (x + half, y + size.height),
        Some(Edge::West) => (x, y + middle),
        Some(Edge::East) => (x + size.width, y + middle),
        None => (x + half, y + middle),
    }
}

/// Draws a building that can be built at a corner.
pub(super) fn draw_offer(canvas: &mut Canvas, (x, y): (usize, usize), text: &str) {
    canvas.write(x, y, "/\\", Some(SPOT_INK), Some(SPOT_PAPER));
    canvas.write(x, y + 1, &format!("{text:^2}"), Some(SPOT_INK), Some(SPOT_PAPER));
}
