//! Scores, supplies and the tiles left, for commands that show a game.

use bastide::{AnyGame, BySeat, FigureKind, Game, Module, Scoring, Seat, Terrain};

use crate::board::seat_colours;
use crate::canvas::Style;
use crate::extras;
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

/// The buildings left and where the pig is, if the game has any: "in supply:
/// 11 bridges, 6 castles; the pig stands on Tax".
pub(crate) fn common(game: &AnyGame) -> Option<String> {
    let supplies = extras::supplies(game);
    let supplies: Vec<String> =
        supplies.iter().map(|&(name, left)| words::count(u32::from(left), name)).collect();
    let supplies = (!supplies.is_empty()).then(|| format!("in supply: {}", supplies.join(", ")));
    let pig = extras::pig(game).map(|at| format!("the pig stands on {}", words::sector(at)));
    let parts: Vec<String> = [supplies, pig].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// What the signs on a board mean.
pub(crate) fn legend(game: &AnyGame, names: &Names, style: Style) -> String {
    let seats: Vec<String> = Seat::all(game.seats())
        .map(|seat| format!("{} {}", words::initial(seat), names.of(seat)))
        .collect();
    let has = |module| extras::land(game).is_some_and(|land| land.rules().has(module));
    let mut roles = vec!["k knight", "h highwayman"];
    roles.extend(has(Module::Fields).then_some("f farmer"));
    roles.push("m monk");
    roles.extend(has(Module::Abbot).then_some("a abbot"));
    roles.extend(has(Module::Castles).then_some("l lady"));
    let mut signs = vec![format!("{} shield", style.pick('◆', '*'))];
    let kinds = &game.board().tiles().kinds;
    let has_garden = kinds.iter().any(|k| k.segments.iter().any(|s| s.terrain == Terrain::Garden));
    signs.extend(has_garden.then(|| format!("{} garden", style.pick('✿', '%'))));
    let planks = if style.ascii { "= H" } else { "═ ║" };
    signs.extend(has(Module::Bridges).then(|| format!("{planks} bridge")));
    let tower = if style.ascii { "nn" } else { "▙▟" };
    signs.extend(has(Module::Castles).then(|| format!("{tower} castle")));
    signs.extend(has(Module::Barns).then(|| "/\\ barn".to_owned()));
    signs.extend(has(Module::Wheel).then(|| format!("{} crown space", style.pick('♔', '^'))));
    format!("{}; {}; {}", seats.join(", "), roles.join(", "), signs.join(", "))
}
