//! The wall around a Stronghold board, its score track, start areas and corner towers, and the
//! pieces on them.

use bastide::{
    Cell, Colour, CornerTower, Edge, Game, Laid, MARKET, Seat, Stronghold, Wall, WallToken,
};

use crate::atlas::{Atlas, origin};
use crate::geom::{Point, inward, middle, pt, short};
use crate::ground::{Ground, Lying, put};
use crate::letters::Text;
use crate::map::Look;
use crate::plan::is_walled;
use crate::region::Shape;
use crate::svg::Frame;
use crate::theme::Palette;

/// Thickness of the wall including start areas, and width of the track.
const THICK: f64 = 36.0;
const TRACK: f64 = 27.0;
/// Depth of start areas within the wall.
const DEEP: f64 = THICK - 3.0;

/// Offsets of the two spaces on a corner tower from its centre.
const ASIDE: [f64; 2] = [-9.5, 9.5];
const RISE: f64 = -8.0;
/// Offset of the token on a corner tower.
const TOKEN: Point = pt(0.0, 6.4);

/// Returns the area of the wall and everything inside.
pub(crate) fn bounds(wall: &Wall) -> Frame {
    let (width, height) = (f64::from(wall.width()) * 100.0, f64::from(wall.height()) * 100.0);
    Frame { x: 0.0, y: 0.0, width, height }.grown(THICK + TRACK + 14.0)
}

/// Returns the outline of the inside, clockwise, with a vertex for every unit.
fn outline(wall: &Wall) -> Vec<Cell> {
    let mut sides: Vec<(Cell, Cell)> = Vec::new();
    for cell in wall.cells() {
        for edge in Edge::ALL {
            if wall.contains(cell.step(edge)) {
                continue;
            }
            let at = |dx: i8, dy: i8| Cell::new(cell.x + dx, cell.y + dy);
            sides.push(match edge {
                Edge::North => (at(0, 0), at(1, 0)),
                Edge::East => (at(1, 0), at(1, 1)),
                Edge::South => (at(1, 1), at(0, 1)),
                Edge::West => (at(0, 1), at(0, 0)),
            });
        }
    }
    let Some(&(start, _)) = sides.first() else { return Vec::new() };
    let mut path = vec![start];
    let mut here = start;
    while let Some(next) = sides.iter().position(|(from, _)| *from == here) {
        here = sides.swap_remove(next).1;
        if here == start {
            break;
        }
        path.push(here);
    }
    path
}

fn vertex(cell: Cell) -> Point {
    origin(cell)
}

/// Returns the position of a corner tower, outside its corner.
fn tower_point(wall: &Wall, tower: &CornerTower) -> Point {
    let mut away = pt(0.0, 0.0);
    for (dx, dy) in [(-1i8, -1i8), (0, -1), (-1, 0), (0, 0)] {
        if !wall.contains(tower.vertex.offset(dx, dy)) {
            away = away.plus(pt(f64::from(dx) + 0.5, f64::from(dy) + 0.5));
        }
    }
    let sign = |n: f64| if n < 0.0 { -1.0 } else { 1.0 };
    let out = pt(sign(away.x), sign(away.y));
    vertex(tower.vertex).toward(out, (THICK + TRACK) * 0.52)
}

/// Returns true if the outline turns inwards at a tower, where only one cell is outside.
fn is_inner(wall: &Wall, tower: &CornerTower) -> bool {
    let around = [(-1, -1), (0, -1), (-1, 0), (0, 0)];
    let outside = around.iter().filter(|&&(dx, dy)| !wall.contains(tower.vertex.offset(dx, dy)));
    outside.count() == 1
}

/// Returns the position of each space of the track.
fn spaces(wall: &Wall) -> Vec<Option<Point>> {
    let mut points: Vec<Option<Point>> = vec![None; usize::from(wall.track())];
    let path = outline(wall);
    let mut towers: Vec<&CornerTower> = wall.corners().iter().collect();
    towers.sort_by_key(|tower| tower.spaces[0]);
    let index = |tower: &CornerTower| path.iter().position(|v| *v == tower.vertex);
    let steps = |a: &CornerTower, b: &CornerTower| {
        let (a, b) = (index(a)?, index(b)?);
        Some((b + path.len() - a) % path.len())
    };
    let pairs = || towers.iter().zip(towers.iter().cycle().skip(1)).map(|(a, b)| (*a, *b));
    let round: usize = pairs().filter_map(|(a, b)| steps(a, b)).sum();
    let is_clockwise = round == path.len() || towers.len() == 1;
    for (tower, next) in pairs() {
        let at = tower_point(wall, tower);
        for (space, dx) in tower.spaces.into_iter().zip(ASIDE) {
            if let Some(point) = points.get_mut(usize::from(space)) {
                *point = Some(at.plus(pt(dx, RISE)));
            }
        }
        let Some(start) = index(tower) else { continue };
        let length = if is_clockwise { steps(tower, next) } else { steps(next, tower) };
        // A single tower has the whole outline to itself.
        let Some(length) = length.map(|steps| if steps == 0 { path.len() } else { steps }) else {
            continue;
        };
        let track = usize::from(wall.track());
        let first = usize::from(tower.spaces[1]) + 1;
        let between = (usize::from(next.spaces[0]) + track - first) % track;
        // The track is longer around an outer corner and shorter around an inner one.
        let room = |tower: &CornerTower| if is_inner(wall, tower) { 73.0 } else { 8.0 };
        let (margin, last) = (room(tower), room(next));
        let span = length as f64 * 100.0 - margin - last;
        for n in 0..between {
            let along = margin + span * (n as f64 + 0.5) / between as f64;
            let step = (along / 100.0).clamp(0.0, (length - 1) as f64) as usize;
            let rest = along / 100.0 - step as f64;
            let vertex_at = |n: usize| {
                let n = if is_clockwise { start + n } else { start + 2 * path.len() - n };
                vertex(path[n % path.len()])
            };
            let (a, b) = (vertex_at(step), vertex_at(step + 1));
            let direction = b.minus(a).unit();
            let out = direction.right().times(if is_clockwise { -1.0 } else { 1.0 });
            let at = a.toward(b.minus(a), rest).toward(out, THICK + TRACK / 2.0);
            points[(first + n) % track] = Some(at);
        }
    }
    points
}

/// Draws the wall and the track, and the empty ground inside.
pub(crate) fn write_wall(out: &mut String, game: &Stronghold, palette: &Palette) {
    let wall = game.wall();
    let mut data = String::new();
    for (n, cell) in outline(wall).into_iter().enumerate() {
        let Point { x, y } = vertex(cell);
        data += &format!("{}{} {}", if n == 0 { 'M' } else { 'L' }, short(x), short(y));
    }
    data.push('Z');
    let [stone, mid, dark] = palette.stone;
    let ink = palette.ink;
    let mut stroke = |colour: &str, half: f64, more: &str| {
        out.push_str(&format!(
            "<path d='{data}' fill='none' stroke='{colour}' stroke-width='{}' \
             stroke-linejoin='miter' stroke-miterlimit='3' {more}/>",
            short(half * 2.0)
        ));
    };
    let all = THICK + TRACK;
    stroke(ink, all + 6.0, "opacity='.16' transform='translate(6 9)'");
    stroke(ink, all + 1.2, "");
    stroke(palette.plaster[0], all, "");
    stroke(palette.plaster[1], all - 3.0, "opacity='.5'");
    stroke(ink, THICK + 1.4, "");
    stroke(dark, THICK, "");
    stroke(mid, THICK - 4.0, "");
    stroke(stone, THICK - 4.0, "stroke-dasharray='9 6'");
    stroke(ink, THICK - 12.0, "opacity='.55'");
    stroke(mid, THICK - 13.2, "");
    stroke(stone, THICK - 17.0, "stroke-dasharray='15 1.2' opacity='.8'");
    stroke(ink, 6.4, "");
    out.push_str(&format!("<path d='{data}' fill='{}'/>", palette.grass[0]));
    out.push_str(&format!("<path d='{data}' fill='url(#gp)'/>"));
    let mut grid = String::new();
    for cell in wall.cells() {
        let Point { x, y } = origin(cell);
        grid += &Frame { x, y, width: 100.0, height: 100.0 }.path();
    }
    out.push_str(&format!("<path d='{grid}' class='k' opacity='.18'/>"));
    write_track(out, game, palette);
}

fn write_track(out: &mut String, game: &Stronghold, palette: &Palette) {
    let wall = game.wall();
    for (space, point) in spaces(wall).into_iter().enumerate() {
        let Some(at) = point.filter(|_| wall.corner_at(space as u16).is_none()) else { continue };
        let is_ten = space % 10 == 0;
        let fill = if is_ten { palette.gold } else { palette.plaster[0] };
        out.push_str(&format!(
            "<circle cx='{}' cy='{}' r='10.4' fill='{fill}' stroke='{}' stroke-width='.8'/>",
            short(at.x),
            short(at.y),
            palette.ink
        ));
        let text = space.to_string();
        Text::new(&text, 9.0).weight(1.5).spacing(1.8).centred().write(out, at.plus(pt(0.0, 4.5)));
    }
}

/// Returns the sides where a tower or house is closed by a different adjacent feature (S-TILE-4),
/// from corner to corner.
pub(crate) fn closings(game: &Stronghold) -> Vec<(Point, Point)> {
    let board = game.board();
    let mut sides = Vec::new();
    let side = |laid: &Laid, edge: Edge| board.kind_of(laid).side(laid.rotation, edge);
    for laid in board.laid() {
        for edge in [Edge::East, Edge::South] {
            // Start areas have one side; at the others there is the wall.
            let other = board.tile_at(laid.cell.step(edge));
            let there = other.and_then(|other| side(other, edge.opposite()));
            let (Some(here), Some(there)) = (side(laid, edge), there) else { continue };
            if here != there && (is_walled(here) || is_walled(there)) {
                let at = middle(edge).plus(origin(laid.cell));
                let aside = inward(edge).right().times(50.0);
                sides.push((at.minus(aside), at.plus(aside)));
            }
        }
    }
    sides
}

/// Returns the area of a start area in the wall, and its open side.
fn start_frame(game: &Stronghold, laid: &Laid) -> Option<(Frame, Edge)> {
    let kind = game.board().kind_of(laid);
    let edge = Edge::ALL.into_iter().find(|&e| kind.side(laid.rotation, e).is_some())?;
    let (a, into) = (middle(edge).plus(origin(laid.cell)), inward(edge));
    let aside = into.right().times(50.0);
    let frame = Frame { x: a.x, y: a.y, width: 0.0, height: 0.0 };
    Some((frame.with(a.plus(aside)).with(a.minus(aside)).with(a.toward(into, DEEP)), edge))
}

/// Returns the patches in the wall.
fn starts(game: &Stronghold) -> impl Iterator<Item = &Laid> {
    game.board().laid().iter().filter(|laid| !game.wall().contains(laid.cell))
}

/// Returns the whole area that features can cover: the inside of the wall and the start areas.
pub(crate) fn ground(game: &Stronghold) -> Shape {
    let square = |f: Frame| {
        let (x, y) = (f.x + f.width, f.y + f.height);
        Shape::ring(vec![pt(f.x, f.y), pt(x, f.y), pt(x, y), pt(f.x, y)])
    };
    let inside = Shape::ring(outline(game.wall()).into_iter().map(vertex).collect());
    let frames = starts(game).filter_map(|laid| start_frame(game, laid));
    let mut shapes: Vec<Shape> = frames.map(|(frame, _)| square(frame)).collect();
    shapes.push(inside);
    Shape::union(&shapes)
}

/// Draws the start areas into the wall.
pub(crate) fn write_starts(
    out: &mut String,
    game: &Stronghold,
    atlas: &Atlas<'_>,
    palette: &Palette,
) {
    let board = game.board();
    let (mut ground, mut clip, mut frames) = (Ground::another("s"), String::new(), Vec::new());
    let mut markets = Vec::new();
    for laid in starts(game) {
        let kind = board.kind_of(laid);
        let Some((frame, edge)) = start_frame(game, laid) else { continue };
        let at = origin(laid.cell);
        clip += &frame.path();
        frames.push(frame);
        let plan = atlas.plan(laid.kind, laid.rotation, 0);
        let seed = crate::map::seed(laid.cell);
        ground.add(&Lying { plan, at, is_yard: true, seed }, palette.detail);
        let has_market = kind.segments.iter().any(|s| s.marks.contains(MARKET));
        if has_market {
            markets.push(middle(edge).plus(at).toward(inward(edge), DEEP / 2.0));
        }
    }
    out.push_str(&format!(
        "<clipPath id='sc'><path d='{clip}'/></clipPath><g clip-path='url(#sc)'>"
    ));
    ground.write(out);
    out.push_str("</g>");
    out.push_str(&format!("<path d='{clip}' class='k' style='stroke-width:1.4'/>"));
    ground.upright.retain(|stand| {
        let inside = |f: &Frame| {
            let (x, y) = (stand.at.x - f.x, stand.at.y - f.y);
            x > 4.0 && x < f.width - 4.0 && y > 8.0 && y < f.height + 1.0
        };
        !matches!(stand.name, "tw" | "ma") && frames.iter().any(inside)
    });
    ground.write_upright(out);
    for at in markets {
        put(out, "ma", "", at);
    }
}

/// Draws the corner towers.
pub(crate) fn write_towers(out: &mut String, wall: &Wall, palette: &Palette) {
    for tower in wall.corners() {
        let at = tower_point(wall, tower);
        let (x, y) = (short(at.x), short(at.y));
        let [stone, mid, _] = palette.stone;
        out.push_str(&format!(
            "<circle class='sh' cx='{x}' cy='{y}' r='29' transform='translate(4 6)'/>\
             <circle cx='{x}' cy='{y}' r='28' fill='{mid}' stroke='{ink}' stroke-width='1.4'/>\
             <circle cx='{x}' cy='{y}' r='25' fill='none' stroke='{stone}' stroke-width='5' \
             stroke-dasharray='7.2 4.02'/><circle cx='{x}' cy='{y}' r='21.4' fill='{paper}' \
             stroke='{ink}' stroke-width='.9'/>",
            ink = palette.ink,
            paper = palette.plaster[0],
        ));
        // Each number is at the position of its marker, so that the other number stays legible.
        for (space, aside) in tower.spaces.into_iter().zip(ASIDE) {
            let text = space.to_string();
            let number = Text::new(&text, 8.0).weight(1.4).spacing(1.6).centred();
            number.write(out, at.plus(pt(aside, RISE + 4.0)));
        }
        Text::new("·", 6.6).weight(1.6).centred().write(out, at.plus(pt(0.0, RISE + 3.3)));
        if tower.has_token {
            let at = at.plus(TOKEN);
            out.push_str(&format!(
                "<circle cx='{}' cy='{}' r='8' class='k' stroke-dasharray='2 2' opacity='.5'/>",
                short(at.x),
                short(at.y)
            ));
        }
    }
}

/// Returns the positions of the tokens left on the wall.
pub(crate) fn tokens(game: &Stronghold) -> Vec<Point> {
    let all = towers(game.wall()).into_iter().enumerate();
    all.filter(|(n, _)| game.has_token(*n as u8)).map(|(_, at)| at).collect()
}

/// Returns the point of the token on each corner tower, in the order of the wall's corners.
pub(crate) fn towers(wall: &Wall) -> Vec<Point> {
    wall.corners().iter().map(|tower| tower_point(wall, tower).plus(TOKEN)).collect()
}

/// Returns the points of the players' markers on the track, offset if both share a space.
pub(crate) fn markers(game: &Stronghold) -> Vec<(Seat, Point)> {
    let places = spaces(game.wall());
    let is_shared = game.space(Seat::FIRST) == game.space(Seat::FIRST.next(2));
    let place = |seat: Seat| {
        let at = places.get(usize::from(game.space(seat))).copied().flatten()?;
        let shift = match is_shared {
            true if seat == Seat::FIRST => -4.0,
            true => 4.0,
            false => 0.0,
        };
        Some((seat, at.plus(pt(shift, shift))))
    };
    Seat::all(2).filter_map(place).collect()
}

/// Returns the points of the players' keeps.
pub(crate) fn keeps(game: &Stronghold, atlas: &Atlas<'_>) -> Vec<(Seat, Point)> {
    let place = |seat: Seat| {
        let keep = game.keep(seat)?;
        Some((seat, atlas.anchor(game.board(), keep.site)?.at))
    };
    Seat::all(2).filter_map(place).collect()
}

/// Draws the tokens on the wall, the keeps and the players' markers.
pub(crate) fn write_pieces(out: &mut String, game: &Stronghold, atlas: &Atlas<'_>, look: &Look) {
    let (palette, colours) = (look.theme.palette(), look.seats);
    tokens(game).into_iter().for_each(|at| token(out, None, at, 9.0, palette));
    keeps(game, atlas).into_iter().for_each(|(seat, at)| keep(out, colours[seat], at));
    markers(game).into_iter().for_each(|(seat, at)| marker(out, colours[seat], at));
}

/// Draws a keep centred at a point, with its owner's marker above it.
pub(crate) fn keep(out: &mut String, colour: Colour, at: Point) {
    out.push_str(&format!(
        "<g transform='translate({} {})scale(.95)'><use href='#ca'/></g>",
        short(at.x),
        short(at.y + 6.0)
    ));
    marker(out, colour, at.plus(pt(0.0, -13.0)));
}

/// Draws a disc in a player's colour, with its glyph.
pub(crate) fn marker(out: &mut String, colour: Colour, at: Point) {
    let n = colour.index();
    out.push_str(&format!(
        "<g transform='translate({} {})'><circle class='ms' r='8.6' cx='1.4' cy='2'/><circle class='mh' r='7.4'/>\
         <circle class='u{n}' r='7.6'/><circle class='mk' r='7.6'/><use href='#y{n}' class='y{n}'/></g>",
        short(at.x),
        short(at.y)
    ));
}

/// Draws a wall token centred at a point, face up or face down.
pub(crate) fn token(
    out: &mut String,
    face: Option<WallToken>,
    at: Point,
    radius: f64,
    palette: &Palette,
) {
    let (x, y) = (short(at.x), short(at.y));
    let ink = palette.ink;
    let scale = short_scale(radius / 9.0);
    out.push_str(&format!("<g transform='translate({x} {y})scale({scale})'>"));
    match face {
        None => out.push_str(&format!(
            "<circle class='sh' r='9' cx='1' cy='1.6'/><circle r='9' fill='{back}' stroke='{ink}' \
             stroke-width='.9'/><circle r='7' fill='none' stroke='{stamp}' stroke-width='.8'/>\
             <path fill='{stamp}' d='M-4 3.4V-3.6h1.8v1.4h1.4v-1.4H.8v1.4h1.4v-1.4H4v7Z'/>",
            back = palette.back[0],
            stamp = palette.back[1],
        )),
        Some(token) => {
            out.push_str(&format!(
                "<circle class='sh' r='9' cx='1' cy='1.6'/><circle r='9' class='p1'/>\
                 <circle r='9' fill='none' stroke='{ink}' stroke-width='.9'/>"
            ));
            picture(out, token);
        }
    }
    out.push_str("</g>");
}

fn short_scale(value: f64) -> String {
    format!("{}", (value * 100.0).round() / 100.0)
}

/// Draws the symbol of a token kind.
fn picture(out: &mut String, token: WallToken) {
    const TOWER: &str = "<path class='a1' d='M-4-2L0-7 4-2ZM-3-2H3V4H-3Z'/><path class='k' d='M-4-2L0-7 4-2ZM-3-2V4H3V-2'/>";
    const HOUSE: &str = "<path class='r0' d='M-5-1L0-6 5-1Z'/><path class='p2' d='M-4-1H4V4H-4Z'/><path class='k' d='M-5-1L0-6 5-1ZM-4-1V4H4V-1'/>";
    const PATH: &str = "<path class='pv' d='M-3 5L-1.4-6H1.4L3 5Z'/><path class='k' d='M-3 5L-1.4-6H1.4L3 5ZM-2.6 2.4h5.2M-2.1-.6h4.2M-1.8-3.4h3.6'/>";
    const CRACK: &str = "<path class='k' stroke-dasharray='1.4 1' d='M-6.4 5.6H6.4'/>";
    // Inlined, because the sprite of pieces does not define the drawings of tiles.
    let small =
        |name: &str, by: &str| format!("<g transform='{by}'>{}</g>", crate::symbols::drawing(name));
    let (market, keep) =
        (small("ma", "scale(.62)translate(0 -3)"), small("ca", "scale(.34)translate(0 -2)"));
    let (drawing, text) = match token.kind() {
        1 => (
            "<path class='k' style='stroke-width:1.5' d='M4.6-2.6A5.4 5.4 0 1 0 5.4 1.4'/><path class='i' d='M6.6-5.6L5.6-.4 1.6-3.6Z'/>",
            "",
        ),
        2 => (TOWER, "×2"),
        3 => (HOUSE, "×2"),
        4 => (PATH, ""),
        5 => (TOWER, "+"),
        6 => (HOUSE, "+"),
        7 => (&*market, "4"),
        8 => (&*keep, "+2"),
        _ => ("", "5"),
    };
    // The symbol is shrunk if there is also a number.
    match (drawing, text) {
        ("", _) | (_, "") => out.push_str(drawing),
        _ => out.push_str(&format!("<g transform='translate(-3.1 -.3)scale(.76)'>{drawing}</g>")),
    }
    if matches!(token.kind(), 4..=6) {
        out.push_str(CRACK);
    }
    match token.kind() {
        9 => Text::new(text, 9.0).weight(1.3).centred().write(out, pt(0.0, 4.5)),
        _ if !text.is_empty() => {
            Text::new(text, 4.6).weight(1.3).centred().write(out, pt(4.3, 2.8));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_space_of_the_track_has_its_own_position() {
        // S-SETUP-2
        let wall = bastide::sets::stronghold_wall();
        let places: Vec<Point> = spaces(wall).into_iter().flatten().collect();
        assert_eq!(places.len(), 100);
        for (n, a) in places.iter().enumerate() {
            let is_tower = |n: usize| wall.corner_at(n as u16).is_some();
            for (m, b) in places.iter().enumerate().skip(n + 1) {
                let least = if is_tower(n) && is_tower(m) { 18.0 } else { 20.0 };
                assert!(a.distance(*b) > least, "{n} and {m} are {} apart", a.distance(*b));
            }
            let inside = Cell::new((a.x / 100.0).floor() as i8, (a.y / 100.0).floor() as i8);
            assert!(!wall.contains(inside), "{n} is inside the wall");
        }
    }

    #[test]
    fn edges_that_close_a_building_are_drawn_as_walls() {
        // S-TILE-4
        let game = bastide::AnyGame::new(&bastide::Setup::new(
            bastide::Rules::Stronghold(bastide::StrongholdRules),
            2,
        ));
        let Ok(bastide::AnyGame::Stronghold(mut game)) = game else { panic!("a good set-up") };
        let mut actions = Vec::new();
        for step in 0usize.. {
            use bastide::Game as _;
            actions.clear();
            game.legal_actions(&mut actions);
            if actions.is_empty() {
                break;
            }
            game.play(actions[step * 7919 % actions.len()]).expect("a legal action");
        }
        let (board, walls) = (game.board(), closings(&game));
        let terrain = |cell: Cell, edge: Edge| {
            let laid = board.tile_at(cell)?;
            board.kind_of(laid).side(laid.rotation, edge)
        };
        let (mut closed, mut open, mut starts) = (0, 0, 0);
        for cell in game.wall().cells() {
            for edge in Edge::ALL {
                let sides = (terrain(cell, edge), terrain(cell.step(edge), edge.opposite()));
                let (Some(own), Some(other)) = sides else { continue };
                if !is_walled(own) && !is_walled(other) {
                    continue;
                }
                let half = origin(cell).plus(middle(edge));
                let number = walls.iter().filter(|(a, b)| a.plus(*b).times(0.5) == half).count();
                let wanted = usize::from(own != other);
                assert_eq!(number, wanted, "{own} and {other} at {cell}");
                // Sides between two cells are visited twice.
                let is_start = !game.wall().contains(cell.step(edge));
                closed += if is_start { 2 * wanted } else { wanted };
                open += usize::from(own == other);
                starts += usize::from(is_start);
            }
        }
        assert_eq!(closed / 2, walls.len(), "all walls close something");
        assert!(walls.len() > 5 && open > 5 && starts > 0, "{closed} {open} {starts}");
    }

    #[test]
    fn small_and_mirrored_walls_have_a_track() {
        let lone = Wall::parse("wall tiny\nrow ##\ntrack 9\ncorner 0,0 0 1 bare\n");
        let lone = lone.expect("a wall with one tower");
        assert_eq!(spaces(&lone).into_iter().flatten().count(), 9);
        let mirrored = bastide::sets::stronghold_wall().mirrored();
        assert_eq!(spaces(&mirrored).into_iter().flatten().count(), 100);
        let bare = Wall::parse("wall bare\nrow #\ntrack 5\n").expect("a wall without towers");
        assert_eq!(spaces(&bare).into_iter().flatten().count(), 0);
    }
}
