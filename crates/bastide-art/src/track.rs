//! The score track of the land game as a strip: spaces 0 to 50, with each player's marker and
//! completed laps (SETUP-5).

use std::fmt::Write as _;

use bastide::{AnyGame, Game, Seat, track_space};

use crate::geom::{pt, short};
use crate::letters::Text;
use crate::map::Look;
use crate::stronghold;
use crate::svg::Frame;

/// Number of spaces, including 0.
const SPACES: u32 = 51;

/// Height of the strip with its numbers and markers, in units of a card.
pub(crate) const HEIGHT: f64 = 74.0;

/// Height of the spaces, and their distance from the top of the strip.
const ROW: f64 = 20.0;
const ABOVE: f64 = 30.0;

/// Returns true if a game has a separate track; in Stronghold it runs along the wall.
pub(crate) fn is_drawn(game: &AnyGame) -> bool {
    matches!(game, AnyGame::Land(_))
}

/// A marker on the strip.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Marker {
    seat: Seat,
    space: u32,
    laps: u32,
    /// Number of markers below it on the same space.
    level: usize,
}

fn markers(game: &AnyGame) -> Vec<Marker> {
    let mut markers: Vec<Marker> = Vec::new();
    for (seat, &score) in game.scores().iter(game.seats()) {
        let (space, laps) = track_space(score);
        let level = markers.iter().filter(|other| other.space == space).count();
        markers.push(Marker { seat, space, laps, level });
    }
    markers
}

/// Draws the strip into `frame`; letters and markers scale with `unit`.
pub(crate) fn write(out: &mut String, game: &AnyGame, frame: Frame, unit: f64, look: &Look) {
    let palette = look.theme.palette();
    let u = unit;
    let step = frame.width / f64::from(SPACES);
    let (top, low) = (frame.y + ABOVE * u, frame.y + (ABOVE + ROW) * u);
    let left = |space: u32| frame.x + step * f64::from(space);
    let (mut filled, mut lines) = (String::new(), String::new());
    for space in 0..SPACES {
        // Every fifth space is shaded to make counting easier.
        if space % 5 == 0 {
            let (x, y, w, h) = (short(left(space)), short(top), short(step), short(ROW * u));
            let _ = write!(filled, "M{x} {y}h{w}v{h}h-{w}z");
            let number = space.to_string();
            Text::new(&number, 9.5 * u)
                .spacing(1.0)
                .centred()
                .colour(palette.faint)
                .write(out, pt(left(space) + step / 2.0, low + 15.0 * u));
        }
        if space > 0 {
            let _ = write!(lines, "M{} {}v{}", short(left(space)), short(top), short(ROW * u));
        }
    }
    let row = Frame { x: frame.x, y: top, width: frame.width, height: ROW * u };
    let _ = write!(
        out,
        "<path d='{filled}' fill='{line}'/><path d='{lines}' stroke='{line}' stroke-width='{thin}'/>\
         <path d='{}' fill='none' stroke='{}' stroke-width='{}'/>",
        row.path(),
        palette.faint,
        short(1.2 * u),
        line = palette.table_line,
        thin = short(1.4 * u),
    );
    let markers = markers(game);
    for &Marker { seat, space, laps, level } in &markers {
        let at = pt(left(space) + step / 2.0, top + (ROW / 2.0 - 13.0 * level as f64) * u);
        let _ = write!(
            out,
            "<g transform='translate({} {})scale({})'>",
            short(at.x),
            short(at.y),
            short(u)
        );
        stronghold::marker(out, look.seats[seat], pt(0.0, 0.0));
        out.push_str("</g>");
        if laps > 0 {
            let text = format!("+{}", laps * (SPACES - 1));
            let text = Text::new(&text, 9.5 * u).spacing(0.8).colour(palette.text);
            // Above a marker that is alone on its space; otherwise next to it, on the side with
            // more space.
            let is_alone = markers.iter().filter(|other| other.space == space).count() == 1;
            let pen = match space > SPACES / 2 {
                _ if is_alone => pt(at.x - text.width() / 2.0, top - 5.0 * u),
                true => pt(at.x - 11.0 * u - text.width(), at.y + 4.0 * u),
                false => pt(at.x + 11.0 * u, at.y + 4.0 * u),
            };
            text.write(out, pen);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bastide::{LandRules, Rules, Setup};

    #[test]
    fn markers_on_one_space_are_stacked() {
        let game = AnyGame::new(&Setup::new(Rules::Land(LandRules::default()), 3)).expect("a game");
        let levels: Vec<_> = markers(&game).iter().map(|m| (m.space, m.laps, m.level)).collect();
        assert_eq!(levels, [(0, 0, 0), (0, 0, 1), (0, 0, 2)]);
        assert!(is_drawn(&game));
    }
}
