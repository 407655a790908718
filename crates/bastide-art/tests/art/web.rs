//! Checks that a page composed of sprites looks like a map.

use bastide::{AnyGame, Game, SeatColours, TileUse};
use bastide_art::{
    Atlas, Frame, Level, Look, Piece, Theme, backdrop, bounds, map, origin, pieces, pieces_sprite,
    pixels, sprite,
};

use crate::wellformed::check;
use crate::{MIXES, played, played_until};

/// Non-default colours, so that seats cannot be confused with colours.
fn colours() -> SeatColours {
    "white,black".parse().expect("colours")
}

/// Composes a page as the web client does: both sprites and all uses of their symbols.
fn page(game: &AnyGame, theme: Theme) -> String {
    let board = game.board();
    let atlas = Atlas::new(board.tiles());
    let Frame { x, y, width, height } = bounds(game);
    // The same margin as a map.
    let (x, y, width, height) = (x - 36.0, y - 36.0, width + 72.0, height + 72.0);
    let mut out = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='{x} {y} {width} {height}'>{}{}{}",
        sprite(board.tiles(), theme),
        pieces_sprite(theme),
        backdrop(game, theme)
    );
    let ground = match game {
        AnyGame::Land(_) => "gp",
        AnyGame::Stronghold(_) => "yp",
    };
    let laid: Vec<_> =
        board.laid().iter().filter(|laid| board.kind_of(laid).usage != TileUse::Patch).collect();
    for tile in &laid {
        let at = origin(tile.cell);
        out += &format!("<path d='M{} {}h100v100h-100z' fill='url(#{ground})'/>", at.x, at.y);
    }
    let tiles = |suffix: &str| -> String {
        let place = |tile: &&bastide::Laid| {
            let at = origin(tile.cell);
            let turns = tile.rotation.quarter_turns();
            let name = format!("{}-{turns}{suffix}", board.kind_of(tile).name);
            format!("<use href='#{name}' x='{}' y='{}' width='100' height='100'/>", at.x, at.y)
        };
        let mut rows = laid.clone();
        rows.sort_by_key(|tile| tile.cell.y);
        rows.iter().map(place).collect()
    };
    let all = pieces(game, &atlas, &colours());
    let put = |level: Level| -> String {
        let place = |Piece { symbol, at, size, .. }: &Piece| {
            let (x, y) = (at.x, at.y);
            format!("<use href='#{symbol}' x='{x}' y='{y}' width='{size}' height='{size}'/>")
        };
        all.iter().filter(|piece| piece.level == level).map(place).collect()
    };
    out += &tiles("");
    out += &put(Level::Ground);
    out += &tiles("u");
    out += &put(Level::Above);
    out + "</svg>"
}

#[test]
fn a_page_uses_only_symbols_of_the_sprites() {
    for (rules, seats) in MIXES {
        let game = played(rules, seats, 4);
        for theme in Theme::ALL {
            check(&page(&game, theme));
        }
    }
}

#[test]
fn a_page_shows_the_pieces_where_a_map_shows_them() {
    const WIDE: u32 = 900;
    for (rules, seats) in MIXES {
        let game = played_until(rules, seats, 4, 45);
        let atlas = Atlas::new(game.board().tiles());
        let look = Look { theme: Theme::Print, seats: colours(), ..Look::default() };
        let drawn = pixels(&map(&game, &atlas, &look), WIDE).expect("a picture");
        let shown = pixels(&page(&game, Theme::Print), WIDE).expect("a picture");
        assert_eq!((drawn.width, drawn.height), (shown.width, shown.height), "{rules}");
        let left = bounds(&game);
        let scale = f64::from(drawn.width) / (left.width + 72.0);
        let (mut compared, mut walls) = (0, (0, 0));
        for Piece { symbol, at, size, .. } in pieces(&game, &atlas, &colours()) {
            // The symbol of a wheel sector is mostly transparent.
            if symbol.starts_with("wheel") {
                continue;
            }
            // The middle of the box, which contains the drawing; a wall is narrow.
            let is_wall = symbol.starts_with("wall");
            let inset = if is_wall { 0.47 } else { 0.3 };
            let along = |from: f64| {
                let pixel = |n: f64| (n.max(0.0) * scale) as usize;
                pixel(from + size * inset)..pixel(from + size * (1.0 - inset))
            };
            let (columns, rows) = (along(at.x - left.x + 36.0), along(at.y - left.y + 36.0));
            let (mut same, mut all) = (0, 0);
            for row in rows {
                for column in columns.clone() {
                    let start = (row * drawn.width as usize + column) * 4;
                    let (a, b) = (&drawn.data[start..start + 3], &shown.data[start..start + 3]);
                    same += usize::from(a.iter().zip(b).all(|(a, b)| a.abs_diff(*b) < 40));
                    all += 1;
                }
            }
            // On a page, houses may stand in front of a wall where a map has none.
            if is_wall {
                walls = (walls.0 + same, walls.1 + all);
                continue;
            }
            assert!(same * 10 > all * 8, "{rules}: {same} of {all} pixels of {symbol} at {at:?}");
            compared += 1;
        }
        assert!(walls.0 * 10 >= walls.1 * 7, "{rules}: {walls:?} pixels of walls");
        assert!(compared > 3, "{rules}: only {compared} pieces");
    }
}

/// Only names of sectors are rotated around the hub.
#[test]
fn sector_names_are_left_to_the_page() {
    let game = played_until("wheel", 2, 1, 20);
    let names = |svg: &str| svg.matches("translate(200 200)rotate(").count();
    let printed = map(&game, &Atlas::new(game.board().tiles()), &Look::default());
    let page = backdrop(&game, Theme::Light) + &pieces_sprite(Theme::Light);
    assert_eq!((names(&printed), names(&page)), (6, 0));
}
