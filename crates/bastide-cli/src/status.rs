//! Scores, supplies and the tiles left, for commands that show a game.

use bastide::{AnyGame, BySeat, FigureKind, Game, Scoring, Seat};

use crate::board::seat_colours;
use crate::canvas::Style;
use crate::words::{self, Names};

/// One line a player: colour, name, points, figures at hand.
pub(crate) fn scoreboard(game: &AnyGame, names: &Names, style: Style) -> Vec<String> {
    let widest = Seat::all(game.seats()).map(|seat| names.of(seat).chars().count()).max();
    let widest = widest.unwrap_or(0);
    let line = |seat: Seat| {
        let (ink, paper) = seat_colours(seat);
        let badge = style.paint(&format!(" {} ", words::initial(seat)), Some(ink), Some(paper));
        let hand = game.hands()[seat];
        let abbot = match hand[FigureKind::Abbot] {
            0 => "",
            _ => ", abbot",
        };
        let turn =
            if game.turn() == seat && !game.is_over() { style.pick('▸', '>') } else { ' ' };
        let meeples = words::count(u32::from(hand[FigureKind::Meeple]), "meeple");
        let name = format!("{:<widest$}", names.of(seat));
        format!("{turn}{badge} {name} {:>4}   {meeples}{abbot}", game.scores()[seat])
    };
    Seat::all(game.seats()).map(line).collect()
}

/// Everything that would score if the game ended now.
pub(crate) fn prospects(game: &AnyGame) -> Vec<Scoring> {
    let mut all = Vec::new();
    game.prospects(|scoring| all.push(scoring));
    all
}

/// Everybody's points if the game ended now.
pub(crate) fn if_ended_now(game: &AnyGame) -> BySeat<i32> {
    let mut scores = *game.scores();
    for scoring in prospects(game) {
        scoring.winners.iter().for_each(|seat| scores[seat] += scoring.tally.total());
    }
    scores
}

/// The tiles left, by kind: "4 × V  3 × U".
pub(crate) fn tiles_left(game: &AnyGame) -> String {
    let tiles = game.board().tiles();
    let kinds = tiles.iter().filter(|(id, _)| game.bag().count(*id) > 0);
    let parts: Vec<String> =
        kinds.map(|(id, kind)| format!("{} × {}", game.bag().count(id), kind.name)).collect();
    parts.join("  ")
}

/// What the signs on a board mean.
pub(crate) fn legend(game: &AnyGame, names: &Names, style: Style) -> String {
    let seats: Vec<String> = Seat::all(game.seats())
        .map(|seat| format!("{} {}", words::initial(seat), names.of(seat)))
        .collect();
    let shield = style.pick('◆', '*');
    let garden = style.pick('✿', '%');
    format!(
        "{}; k knight, h highwayman, f farmer, m monk, a abbot; {shield} shield, {garden} garden",
        seats.join(", ")
    )
}
