//! Drawings a web page needs besides tiles to display a game: a sprite of pieces, their positions,
//! and the backdrop.
//!
//! A page draws in this order: the [`backdrop`], grass, the ground of all tiles, pieces of
//! [`Level::Ground`], upright objects of all tiles, and the other pieces in the order returned by
//! [`pieces`].

use std::fmt::Write as _;

use bastide::{
    AnyGame, Axis, Colour, Game, PieceKind, SeatColours, Stronghold, TileUse, WallToken,
};

use crate::atlas::{Atlas, VARIANTS, origin};
use crate::expansions;
use crate::figures;
use crate::geom::{Point, pt, short};
use crate::ground::{Ground, Lying};
use crate::map;
use crate::pieces as built;
use crate::pose::Pose;
use crate::scenery::Stand;
use crate::stronghold;
use crate::svg::{self, Definitions, Frame};
use crate::symbols;
use crate::theme::Theme;

/// Drawing layer of a piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Level {
    /// On the ground, below upright objects of tiles.
    Ground,
    /// Above all tiles.
    Above,
}

/// Returns the walls where buildings close each other: their symbols in [`pieces_sprite`], and the
/// midpoints of their sides.
pub fn closing_walls(game: &Stronghold) -> Vec<(&'static str, Point)> {
    let wall = |(a, b): (Point, Point)| {
        let axis = if a.y == b.y { Axis::EastWest } else { Axis::NorthSouth };
        (along(axis)[1], a.plus(b).times(0.5))
    };
    stronghold::closings(game).into_iter().map(wall).collect()
}

/// An object on the board other than a tile.
#[derive(Clone, PartialEq, Debug)]
pub struct Piece {
    /// Id of its symbol in [`pieces_sprite`].
    pub symbol: String,
    /// North-west corner of its square box, in board space.
    pub at: Point,
    /// Width of the box.
    pub size: f64,
    /// Its drawing layer.
    pub level: Level,
}

/// Half the width of the boxes of centred symbols, in units of their drawing.
const FIGURE: f64 = 25.0;
const TOKEN: f64 = 12.0;

/// Draws the sprite of all pieces.
///
/// ```
/// let svg = bastide_art::pieces_sprite(bastide_art::Theme::Light);
/// assert!(svg.contains("<symbol id='knight0'"));
/// ```
pub fn pieces_sprite(theme: Theme) -> String {
    let palette = theme.palette();
    let mut out = String::with_capacity(60_000);
    let frame = Frame { x: 0.0, y: 0.0, width: 100.0, height: 100.0 };
    svg::open_with(&mut out, frame, "Pieces", theme, Definitions::Pieces);
    let middle = pt(0.0, 0.0);
    for colour in Colour::ALL {
        let n = colour.index();
        for pose in Pose::ALL {
            let name = format!("{}{n}", pose.name());
            about(&mut out, &name, FIGURE, |out| figures::write(out, colour, pose, middle, 1.0));
        }
        about(&mut out, &format!("marker{n}"), TOKEN, |out| {
            stronghold::marker(out, colour, middle);
        });
        about(&mut out, &format!("keep{n}"), FIGURE, |out| stronghold::keep(out, colour, middle));
    }
    for drawing in expansions::drawings() {
        about(&mut out, drawing.name, FIGURE, |out| {
            let _ = write!(out, "<use href='#{}'/>", drawing.id);
        });
    }
    // Inlined, because the sprite of pieces does not define the drawings of tiles.
    for art in expansions::marks() {
        about(&mut out, art.kind.name(), FIGURE, |out| out.push_str(art.definition));
    }
    about(&mut out, "token", TOKEN, |out| stronghold::token(out, None, middle, 9.0, palette));
    for token in (1..=9).filter_map(WallToken::new) {
        about(&mut out, &format!("token{}", token.kind()), TOKEN, |out| {
            stronghold::token(out, Some(token), middle, 9.0, palette);
        });
    }
    for axis in [Axis::EastWest, Axis::NorthSouth] {
        let [bridge, wall] = along(axis);
        square(&mut out, bridge, 100.0, |out| {
            expansions::write_overlay(out, middle, axis, palette);
        });
        square(&mut out, wall, 100.0, |out| {
            let mut ground = Ground::of_symbol(wall);
            let (from, to) = match axis {
                Axis::EastWest => (pt(0.0, 50.0), pt(100.0, 50.0)),
                Axis::NorthSouth => (pt(50.0, 0.0), pt(50.0, 100.0)),
            };
            ground.add_wall(from, to);
            ground.write(out);
            // Inlined, because the sprite of pieces does not define the drawings of tiles.
            for Stand { at, name, .. } in ground.upright {
                let (x, y, tower) = (short(at.x), short(at.y), symbols::drawing(name));
                let _ = write!(out, "<g transform='translate({x} {y})'>{tower}</g>");
            }
        });
    }
    for (name, size, drawing) in expansions::block_symbols(palette) {
        square(&mut out, &name, size, |out| out.push_str(&drawing));
    }
    square(&mut out, "cell-legal", 100.0, |out| map::legal(out, middle, palette));
    square(&mut out, "cell-dead", 100.0, |out| map::dead(out, middle, palette));
    square(&mut out, "cell-last", 100.0, |out| map::last(out, middle));
    svg::close(&mut out);
    out
}

/// Returns the symbol ids of a bridge and of a wall along an axis.
const fn along(axis: Axis) -> [&'static str; 2] {
    match axis {
        Axis::EastWest => ["bridge-ew", "wall-ew"],
        Axis::NorthSouth => ["bridge-ns", "wall-ns"],
    }
}

/// Writes a symbol centred in its box.
fn about(out: &mut String, name: &str, half: f64, draw: impl FnOnce(&mut String)) {
    let wide = 2.0 * half;
    let _ = write!(
        out,
        "<symbol id='{name}' viewBox='-{half} -{half} {wide} {wide}' overflow='visible'>"
    );
    draw(out);
    out.push_str("</symbol>");
}

/// Writes a symbol that covers whole cells.
fn square(out: &mut String, name: &str, size: f64, draw: impl FnOnce(&mut String)) {
    let _ = write!(out, "<symbol id='{name}' viewBox='0 0 {size} {size}' overflow='visible'>");
    draw(out);
    out.push_str("</symbol>");
}

/// Returns all pieces on the board of a game, in drawing order.
///
/// ```
/// use bastide::{AnyGame, Game, SeatColours, Setup, StrongholdRules};
/// use bastide_art::{Atlas, pieces};
/// let game = AnyGame::new(&Setup::new(StrongholdRules, 2))?;
/// let atlas = Atlas::new(game.board().tiles());
/// let all = pieces(&game, &atlas, &SeatColours::default());
/// let markers = all.into_iter().filter(|p| p.symbol.starts_with("marker"));
/// assert_eq!(markers.count(), 2, "both players start on the track");
/// # Ok::<(), bastide::SetupError>(())
/// ```
pub fn pieces(game: &AnyGame, atlas: &Atlas<'_>, colours: &SeatColours) -> Vec<Piece> {
    let mut all = Vec::new();
    let mut add = |symbol: &str, at: Point, half: f64, level: Level| {
        let corner = at.minus(pt(half, half));
        all.push(Piece { symbol: symbol.to_owned(), at: corner, size: 2.0 * half, level });
    };
    if let AnyGame::Stronghold(game) = game {
        for (symbol, middle) in closing_walls(game) {
            add(symbol, middle, 50.0, Level::Ground);
        }
    }
    let mut standing: Vec<(&str, Point)> = PieceKind::ALL
        .into_iter()
        .flat_map(|kind| built::points(game, kind).into_iter().map(move |at| (kind.name(), at)))
        .collect();
    standing.sort_by(|a, b| a.1.y.total_cmp(&b.1.y));
    standing.iter().for_each(|(name, at)| add(name, *at, FIGURE, Level::Above));
    for laid in game.board().laid() {
        if let Some(axis) = laid.bridge {
            add(along(axis)[0], origin(laid.cell).plus(Point::HUB), 50.0, Level::Above);
        }
    }
    match game {
        AnyGame::Land(land) => {
            if let Some((symbol, middle, half)) = expansions::block_symbol(game, land) {
                add(&symbol, middle, half, Level::Above);
            }
        }
        AnyGame::Stronghold(game) => {
            for at in stronghold::tokens(game) {
                add("token", at, TOKEN, Level::Above);
            }
            for (seat, at) in stronghold::keeps(game, atlas) {
                add(&format!("keep{}", colours[seat].index()), at, FIGURE, Level::Above);
            }
            for (seat, at) in stronghold::markers(game) {
                add(&format!("marker{}", colours[seat].index()), at, TOKEN, Level::Above);
            }
        }
    }
    for (anchor, figure) in map::standing(game, atlas) {
        let name =
            format!("{}{}", map::pose(game.board(), figure).name(), colours[figure.seat].index());
        add(&name, anchor.at, FIGURE * figures::SCALE * anchor.scale, Level::Above);
    }
    all
}

/// Draws the parts below all tiles that do not change during a game: the wall with its towers,
/// score track and start areas, or the block of the wheel. Returns an SVG fragment for a page that
/// contains both sprites; empty if the game has no such parts. Patches are included, so a page
/// draws no tiles there. It contains no text, so that the page can add text in the user's language.
pub fn backdrop(game: &AnyGame, theme: Theme) -> String {
    let mut out = String::new();
    match game {
        AnyGame::Land(_) => write_block(&mut out, game, theme),
        AnyGame::Stronghold(game) => write_stronghold(&mut out, game, theme),
    }
    out
}

fn write_block(out: &mut String, game: &AnyGame, theme: Theme) {
    if !expansions::has_block(game) {
        return;
    }
    let (palette, board) = (theme.palette(), game.board());
    let atlas = Atlas::new(board.tiles());
    let mut ground = Ground::another("b");
    for laid in board.laid().iter().filter(|laid| board.kind_of(laid).usage == TileUse::Patch) {
        let seed = map::seed(laid.cell);
        let plan = atlas.plan(laid.kind, laid.rotation, seed as usize % VARIANTS);
        let lying = Lying { plan, at: origin(laid.cell), is_yard: false, seed };
        ground.add(&lying, palette.detail);
    }
    expansions::lanes(game).iter().for_each(|lane| ground.add_road(lane));
    ground.clear(expansions::covers(game));
    ground.write(out);
    expansions::write_empty_block(out, game, palette);
    ground.write_upright(out);
}

fn write_stronghold(out: &mut String, game: &Stronghold, theme: Theme) {
    let palette = theme.palette();
    stronghold::write_wall(out, game, palette);
    stronghold::write_starts(out, game, &Atlas::new(game.board().tiles()), palette);
    stronghold::write_towers(out, game.wall(), palette);
}
