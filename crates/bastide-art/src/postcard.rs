//! Postcards: a map with frame, title, compass, players and scores.

use std::fmt::Write as _;

use bastide::{AnyGame, Game, Good, Seat, Traders};

use crate::atlas::{Atlas, origin};
use crate::expansions;
use crate::figures;
use crate::geom::{Point, pt, short};
use crate::letters::Text;
use crate::map::{self, Look};
use crate::pose::Pose;
use crate::stronghold;
use crate::svg::{self, Frame};
use crate::theme::{Detail, Palette};
use crate::track;

/// Texts of a postcard.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Card {
    /// Headline.
    pub title: String,
    /// Smaller line below the headline.
    pub subtitle: String,
    /// Names of the players by seat; players without a name are called by their colour.
    pub names: Vec<String>,
}

/// Maximum length of a name in characters.
const LONGEST: usize = 40;

/// Draws a game as a postcard.
pub fn postcard(game: &AnyGame, atlas: &Atlas<'_>, look: &Look, card: &Card) -> String {
    Sheet::around(game).draw(game, atlas, look, card)
}

/// Draws a game on a postcard with space for `whole`, a later state of the same game, so that
/// successive drawings align.
pub fn postcard_within(
    game: &AnyGame,
    whole: &AnyGame,
    atlas: &Atlas<'_>,
    look: &Look,
    card: &Card,
) -> String {
    Sheet::around(whole).draw(game, atlas, look, card)
}

/// Layout of a postcard.
struct Sheet {
    /// Area of the map.
    map: Frame,
    /// Area of the whole card.
    whole: Frame,
    /// Scale of letters and frame.
    unit: f64,
    compass: Option<Point>,
}

impl Sheet {
    fn around(game: &AnyGame) -> Sheet {
        let mut map = map::bounds(game).grown(46.0);
        let seats = f64::from(game.seats());
        for _ in 0..2 {
            let unit = Sheet::unit(map);
            let wanted = (seats * 215.0 + 40.0).max(640.0) * unit;
            if map.width < wanted {
                map.x -= (wanted - map.width) / 2.0;
                map.width = wanted;
            }
        }
        let unit = Sheet::unit(map);
        let whole = Frame {
            x: map.x,
            y: map.y - 124.0 * unit,
            width: map.width,
            height: map.height + (228.0 + track_height(game) + goods_height(game)) * unit,
        };
        let whole = whole.grown(44.0 * unit);
        let compass = compass_point(game, map, unit);
        Sheet { map, whole, unit, compass }
    }

    /// Returns the scale of letters, which grows with the map so that a card is equally legible at
    /// any size.
    fn unit(map: Frame) -> f64 {
        (map.width.max(map.height) / 1150.0).clamp(0.42, 3.0)
    }

    fn draw(&self, game: &AnyGame, atlas: &Atlas<'_>, look: &Look, card: &Card) -> String {
        let palette = look.theme.palette();
        let mut out = String::with_capacity(350_000);
        svg::open(&mut out, self.whole, &describe(game, look, card), look.theme);
        paper(&mut out, self.whole, palette);
        self.draw_graticule(&mut out, palette);
        if let Some(at) = self.compass {
            compass(&mut out, at, self.unit, palette);
        }
        map::write(&mut out, game, atlas, look);
        self.draw_frame(&mut out, palette);
        self.draw_title(&mut out, card, palette);
        if track::is_drawn(game) {
            let Frame { x, y, width, height } = self.map;
            let side = 20.0 * self.unit;
            let (y, height) = (y + height, track::HEIGHT * self.unit);
            let frame = Frame { x: x + side, y, width: width - 2.0 * side, height };
            track::write(&mut out, game, frame, self.unit, look);
        }
        self.draw_players(&mut out, game, look, card);
        svg::close(&mut out);
        out
    }

    fn draw_graticule(&self, out: &mut String, palette: &Palette) {
        let Frame { x, y, width, height } = self.map;
        let mut data = String::new();
        let step = 200.0;
        let mut line = (x / step).ceil() * step;
        while line < x + width {
            let _ = write!(data, "M{} {}v{}", short(line), short(y), short(height));
            line += step;
        }
        line = (y / step).ceil() * step;
        while line < y + height {
            let _ = write!(data, "M{} {}h{}", short(x), short(line), short(width));
            line += step;
        }
        let _ = write!(
            out,
            "<path d='{data}' fill='none' stroke='{}' stroke-width='1' opacity='.7'/>",
            palette.table_line
        );
    }

    /// Draws a double frame with a scale around the card, and a line around the map.
    fn draw_frame(&self, out: &mut String, palette: &Palette) {
        let u = self.unit;
        let outer = self.whole.grown(-16.0 * u);
        let inner = self.whole.grown(-26.0 * u);
        let (text, faint) = (palette.text, palette.faint);
        let mut bars = String::new();
        let mut bar = |from: Point, along: Point, length: f64| {
            let count = ((length / (46.0 * u)).round() as usize | 1).max(3);
            let step = length / count as f64;
            for n in (0..count).step_by(2) {
                let a = from.toward(along, step * n as f64);
                let b = a.toward(along, step);
                let _ =
                    write!(bars, "M{} {}L{} {}", short(a.x), short(a.y), short(b.x), short(b.y));
            }
        };
        let half = 5.0 * u;
        let (left, top) = (inner.x - half, inner.y - half);
        let (right, low) = (inner.x + inner.width + half, inner.y + inner.height + half);
        bar(pt(inner.x, top), pt(1.0, 0.0), inner.width);
        bar(pt(inner.x, low), pt(1.0, 0.0), inner.width);
        bar(pt(left, inner.y), pt(0.0, 1.0), inner.height);
        bar(pt(right, inner.y), pt(0.0, 1.0), inner.height);
        let _ = write!(
            out,
            "<path d='{}' fill='none' stroke='{text}' stroke-width='{}'/><path d='{}' fill='none' \
             stroke='{text}' stroke-width='{}'/><path d='{bars}' stroke='{text}' stroke-width='{}'/>\
             <path d='{}' fill='none' stroke='{faint}' stroke-width='{}'/>",
            outer.path(),
            short(2.6 * u),
            inner.path(),
            short(1.2 * u),
            short(4.4 * u),
            self.map.path(),
            short(1.2 * u),
        );
    }

    fn draw_title(&self, out: &mut String, card: &Card, palette: &Palette) {
        let u = self.unit;
        let centre = self.map.x + self.map.width / 2.0;
        let base = self.map.y - 62.0 * u;
        let title: String = card.title.chars().take(60).collect();
        let width = self.map.width * 0.72;
        let size = fit(&title, 40.0 * u, width, 5.0);
        let text = Text::new(&title, size).spacing(5.0).weight(0.92).centred().colour(palette.text);
        let half = text.width() / 2.0 + 26.0 * u;
        text.write(out, pt(centre, base));
        let reach = self.map.width / 2.0 - 20.0 * u;
        for side in [-1.0, 1.0] {
            let y = base - size * 0.45;
            let (a, b) = (centre + side * half, centre + side * reach);
            if (b - a) * side > 20.0 * u {
                let _ = write!(
                    out,
                    "<path d='M{} {y}H{}' stroke='{c}' stroke-width='{w}'/><path d='M{} {y}l{d}-{d} {d} {d} -{d} {d}z' fill='{c}'/>",
                    short(a + side * 10.0 * u),
                    short(b),
                    short(a - if side > 0.0 { 0.0 } else { 10.0 * u }),
                    y = short(y),
                    c = palette.text,
                    w = short(1.2 * u),
                    d = short(5.0 * u),
                );
            }
        }
        let subtitle: String = card.subtitle.chars().take(90).collect();
        let size = fit(&subtitle, 15.0 * u, self.map.width * 0.9, 3.0);
        Text::new(&subtitle, size)
            .spacing(3.0)
            .centred()
            .colour(palette.faint)
            .write(out, pt(centre, base + 36.0 * u));
    }

    fn draw_players(&self, out: &mut String, game: &AnyGame, look: &Look, card: &Card) {
        let (u, palette) = (self.unit, look.theme.palette());
        let seats = game.seats();
        let winners = game.outcome().map(|outcome| outcome.winners);
        let column = self.map.width / f64::from(seats);
        let base = self.map.y + self.map.height + (62.0 + track_height(game)) * u;
        let names: Vec<String> = Seat::all(seats).map(|seat| name(card, look, seat)).collect();
        let (size, labels) = labels(&names, u, column - 62.0 * u);
        for (seat, lines) in Seat::all(seats).zip(&labels) {
            let left = self.map.x + column * seat.index() as f64;
            let score = game.scores()[seat].to_string();
            let points = Text::new(&score, 30.0 * u).weight(1.05).spacing(2.4).colour(palette.text);
            let text = |line| Text::new(line, size).spacing(2.4).colour(palette.text);
            let wide = lines.iter().map(|line| text(line).width()).fold(points.width(), f64::max);
            let total = 52.0 * u + wide;
            let start = left + ((column - total) / 2.0).max(4.0 * u);
            let at = pt(start + 18.0 * u, base - 14.0 * u);
            figures::write(out, look.seats[seat], Pose::STANDING, at, 1.45 * u);
            for (n, line) in lines.iter().rev().enumerate() {
                let up = 26.0 * u + n as f64 * size * 1.35;
                text(line).write(out, pt(start + 48.0 * u, base - up));
            }
            let pen = pt(start + 48.0 * u, base + 14.0 * u);
            let after = points.width();
            points.write(out, pen);
            let has_won = winners.is_some_and(|winners| winners.contains(seat));
            if has_won {
                let _ = write!(
                    out,
                    "<g transform='translate({} {})scale({})'><use href='#cr'/></g>",
                    short(pen.x + after + 22.0 * u),
                    short(pen.y - 14.0 * u),
                    short(1.7 * u)
                );
            }
            let after = pen.x + after + if has_won { 62.0 } else { 30.0 } * u;
            let room = left + column - after;
            self.draw_tokens(out, game, seat, (pt(after, pen.y - 12.0 * u), room), palette);
            let goods = pt(start + 18.0 * u, base + 46.0 * u);
            self.draw_goods(out, game, seat, goods, palette.text);
        }
    }

    fn draw_tokens(
        &self,
        out: &mut String,
        game: &AnyGame,
        seat: Seat,
        (at, room): (Point, f64),
        palette: &Palette,
    ) {
        let AnyGame::Stronghold(game) = game else { return };
        let held = game.purse(seat).iter();
        let all: Vec<_> =
            held.flat_map(|(token, number)| (0..number).map(move |_| token)).collect();
        // Many tokens overlap.
        let step = (room / all.len() as f64).min(37.0 * self.unit);
        for (n, token) in all.into_iter().enumerate() {
            let at = at.plus(pt(n as f64 * step, 0.0));
            stronghold::token(out, Some(token), at, 16.5 * self.unit, palette);
        }
    }

    /// Draws the goods of a player below the points, each with its number.
    fn draw_goods(&self, out: &mut String, game: &AnyGame, seat: Seat, at: Point, text: &str) {
        let Some(traders) = traders(game) else { return };
        let u = self.unit;
        let held = Good::ALL.map(|good| (good, traders.goods(seat).count(good)));
        let held = held.into_iter().filter(|&(_, number)| number > 0);
        for (n, (good, number)) in held.enumerate() {
            let Some(art) = expansions::mark(good.mark()) else { continue };
            let at = at.plus(pt(n as f64 * 54.0 * u, 0.0));
            let _ = write!(
                out,
                "<g transform='translate({} {})scale({})'><use href='#{}'/></g>",
                short(at.x),
                short(at.y),
                short(1.4 * u),
                art.id
            );
            Text::new(&number.to_string(), 17.0 * u)
                .weight(1.05)
                .colour(text)
                .write(out, at.plus(pt(19.0 * u, 8.0 * u)));
        }
    }
}

/// Returns the goods of a game.
fn traders(game: &AnyGame) -> Option<Traders> {
    match game {
        AnyGame::Land(land) => land.traders(),
        AnyGame::Stronghold(_) => None,
    }
}

/// Returns the height of the players' goods below their points, in units.
fn goods_height(game: &AnyGame) -> f64 {
    if traders(game).is_some() { 40.0 } else { 0.0 }
}

/// Returns the height of the score track below the map, in units.
fn track_height(game: &AnyGame) -> f64 {
    if track::is_drawn(game) { track::HEIGHT } else { 0.0 }
}

/// Breaks names into labels of one common size: one line each, or two lines if one would be too
/// small. Names are truncated only if that is not enough.
fn labels(names: &[String], unit: f64, room: f64) -> (f64, Vec<Vec<String>>) {
    let (large, least) = (16.0 * unit, 10.0 * unit);
    let fits = |line: &str, size: f64| Text::new(line, size).spacing(2.4).width() <= room;
    let all = |lines: &[Vec<String>]| {
        let sizes = lines.iter().flatten().map(|line| fit(line, large, room, 2.4));
        sizes.fold(large, f64::min)
    };
    let mut lines: Vec<Vec<String>> = names.iter().map(|name| vec![name.clone()]).collect();
    let one = all(&lines);
    if one >= 13.0 * unit {
        return (one, lines);
    }
    // Two lines do not fit in large letters.
    let size = 12.0 * unit;
    for (name, lines) in names.iter().zip(&mut lines) {
        if !fits(name, size) {
            *lines = broken(name);
        }
    }
    let size = all(&lines).clamp(least, size);
    for line in lines.iter_mut().flatten() {
        while !fits(line, size) && line.chars().count() > 2 {
            let mut kept = line.trim_end_matches('…').to_owned();
            kept.pop();
            *line = format!("{}…", kept.trim_end());
        }
    }
    (size, lines)
}

/// Breaks a name into two lines of similar length at a space.
fn broken(name: &str) -> Vec<String> {
    let longer = |at: &usize| (*at).max(name.len() - at);
    let spaces = name.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at);
    match spaces.min_by_key(longer) {
        Some(at) => vec![name[..at].to_owned(), name[at..].trim_start().to_owned()],
        None => vec![name.to_owned()],
    }
}

/// Returns the display name of a player, truncated to `LONGEST`.
fn name(card: &Card, look: &Look, seat: Seat) -> String {
    let given = card.names.get(seat.index()).map(|name| name.trim()).filter(|n| !n.is_empty());
    match given {
        Some(name) => name.chars().take(LONGEST).collect(),
        None => {
            let colour = look.seats[seat].name();
            let mut letters = colour.chars();
            letters.next().map_or(String::new(), |c| c.to_uppercase().chain(letters).collect())
        }
    }
}

/// Returns the largest size up to `size` at which a text fits `width`.
fn fit(text: &str, size: f64, width: f64, spacing: f64) -> f64 {
    let wide = Text::new(text, size).spacing(spacing).width();
    if wide > width { size * width / wide } else { size }
}

/// Returns a text description of the card, for screen readers.
fn describe(game: &AnyGame, look: &Look, card: &Card) -> String {
    let player = |seat: Seat| format!("{} {}", name(card, look, seat), game.scores()[seat]);
    let players: Vec<String> = Seat::all(game.seats()).map(player).collect();
    format!("{}. {}. {}", card.title, card.subtitle, players.join(", "))
}

/// Draws the background: textured paper, or a plain sheet.
pub(crate) fn paper(out: &mut String, frame: Frame, palette: &Palette) {
    let path = frame.path();
    let _ = write!(out, "<path fill='{}' d='{path}'/>", palette.table);
    if palette.detail == Detail::Rich {
        let _ = write!(
            out,
            "<pattern id='pp' width='260' height='220' patternUnits='userSpaceOnUse'><g fill='{line}'>",
            line = palette.table_line
        );
        let mut dice = crate::geom::Scatter::new(77);
        for _ in 0..26 {
            let (x, y) = (dice.between(20.0, 240.0), dice.between(12.0, 208.0));
            let (rx, ry) = (dice.between(6.0, 34.0), dice.between(4.0, 18.0));
            let rx = rx.min(x).min(260.0 - x);
            let ry = ry.min(y).min(220.0 - y);
            let _ = write!(
                out,
                "<ellipse cx='{}' cy='{}' rx='{}' ry='{}' opacity='.06'/>",
                short(x),
                short(y),
                short(rx),
                short(ry)
            );
        }
        let _ = write!(
            out,
            "</g><path fill='none' stroke='{}' stroke-width='.5' opacity='.35' d='",
            palette.faint
        );
        for _ in 0..70 {
            let (x, y) = (dice.between(2.0, 252.0), dice.between(2.0, 216.0));
            let _ = write!(
                out,
                "M{} {}q{} {} {} {}",
                short(x),
                short(y),
                short(dice.between(-1.5, 1.5)),
                short(dice.between(-1.5, 1.5)),
                short(dice.between(-3.0, 3.0)),
                short(dice.between(-2.0, 2.0))
            );
        }
        let _ = write!(out, "'/></pattern><path fill='url(#pp)' d='{path}'/>");
    }
}

/// Returns an empty corner of the map for the compass.
fn compass_point(game: &AnyGame, map: Frame, unit: f64) -> Option<Point> {
    let half = 84.0 * unit;
    let xs = [map.x + half, map.x + map.width - half];
    let ys = [map.y + half, map.y + map.height - half];
    let corners = [(1, 1), (0, 1), (1, 0), (0, 0)].map(|(x, y): (usize, usize)| pt(xs[x], ys[y]));
    let cells: Vec<Point> = match game {
        AnyGame::Land(_) => game.board().laid().iter().map(|laid| origin(laid.cell)).collect(),
        AnyGame::Stronghold(game) => game.wall().cells().map(origin).collect(),
    };
    let margin = match game {
        AnyGame::Land(_) => 34.0,
        AnyGame::Stronghold(_) => 80.0,
    };
    let is_free = |at: &Point| {
        let near = |cell: &Point| {
            let away = |a: f64, b: f64| (a - b - 50.0).abs() < half + 50.0 + margin - 14.0;
            away(at.x, cell.x) && away(at.y, cell.y)
        };
        !cells.iter().any(near)
    };
    corners.into_iter().find(is_free)
}

/// Draws a compass rose with eight points.
fn compass(out: &mut String, at: Point, unit: f64, palette: &Palette) {
    let (text, table, faint) = (palette.text, palette.table, palette.faint);
    let _ = write!(
        out,
        "<g transform='translate({} {})scale({})'><circle r='50' fill='none' stroke='{faint}' stroke-width='1'/>\
         <circle r='46' fill='none' stroke='{faint}' stroke-width='.6' stroke-dasharray='1 3.02'/><circle r='22' \
         fill='none' stroke='{faint}' stroke-width='.8'/>",
        short(at.x),
        short(at.y + 6.0 * unit),
        (unit * 100.0).round() / 100.0
    );
    for turn in [45, 135, 225, 315] {
        let _ = write!(
            out,
            "<g transform='rotate({turn})'><path d='M0-40L5-9 0 0Z' fill='{table}' stroke='{faint}' stroke-width='.8'/>\
             <path d='M0-40L-5-9 0 0Z' fill='{faint}' stroke='{faint}' stroke-width='.8'/></g>"
        );
    }
    for turn in [0, 90, 180, 270] {
        let _ = write!(
            out,
            "<g transform='rotate({turn})'><path d='M0-58L7-8 0 0Z' fill='{table}' stroke='{text}' stroke-width='.9'/>\
             <path d='M0-58L-7-8 0 0Z' fill='{text}' stroke='{text}' stroke-width='.9'/></g>"
        );
    }
    Text::new("N", 13.0).weight(1.1).centred().colour(text).write(out, pt(0.0, -63.0));
    out.push_str("</g>");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_share_a_size_and_stay_in_their_columns() {
        let wide = |line: &String, size: f64| Text::new(line, size).spacing(2.4).width();
        let check = |names: &[&str], lines: &[usize]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            let (size, labels) = labels(&names, 1.0, 150.0);
            assert!((10.0..=16.0).contains(&size), "{size}");
            assert_eq!(labels.iter().map(Vec::len).collect::<Vec<_>>(), lines);
            assert!(labels.iter().flatten().all(|line| wide(line, size) <= 150.0), "{labels:?}");
            labels
        };
        check(&["Ann", "Ben"], &[1, 1]);
        let labels = check(&["Wilhelmina van der Westhuizen", "Ben"], &[2, 1]);
        assert_eq!(labels[0].join(" "), "Wilhelmina van der Westhuizen");
        let labels = check(&["Donaudampfschifffahrtsgesellschaft"], &[1]);
        assert!(labels[0][0].starts_with("Donau") && labels[0][0].ends_with('…'), "{labels:?}");
    }
}
