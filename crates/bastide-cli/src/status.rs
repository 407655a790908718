//! Scores, supplies and remaining tiles, for commands that show a game.

use bastide::{
    AnyGame, BySeat, Event, FigureKind, Game, PieceKind, Scoring, Seat, Stronghold, Terrain,
    TileId, TileKind, WallToken,
};

use crate::board::figure_colours;
use crate::canvas::Style;
use crate::words::{self, Names};
use crate::{expansions, family};

/// Formats one line per player: colour, name, points, figures in supply; and one for tokens, if
/// there are any.
pub(crate) fn scoreboard(game: &AnyGame, names: &Names, style: Style) -> Vec<String> {
    let widest = Seat::all(game.seats()).map(|seat| names.of(seat).chars().count()).max();
    let widest = widest.unwrap_or(0);
    let line = |seat: Seat| {
        let colour = style.seats[seat];
        let (ink, paper) = figure_colours(colour);
        let badge = style.paint(&format!(" {} ", words::initial(colour)), Some(ink), Some(paper));
        let hand = game.hands()[seat];
        let others: String = hand
            .iter()
            .filter(|&(kind, count)| kind != FigureKind::MEEPLE && count > 0)
            .map(|(kind, count)| match count {
                1 => format!(", {}", expansions::figure(kind)),
                _ => format!(", {}", words::count(u32::from(count), expansions::figure(kind))),
            })
            .collect();
        let turn =
            if game.turn() == seat && !game.is_over() { style.pick('▸', '>') } else { ' ' };
        let noun = if family::stronghold(game).is_some() { "follower" } else { "meeple" };
        let meeples = words::count(u32::from(hand[FigureKind::MEEPLE]), noun);
        let name = format!("{:<widest$}", names.of(seat));
        let keep = family::stronghold(game).and_then(|game| game.keep(seat));
        let keep = keep.map(|keep| format!(", keep of {}", keep.size)).unwrap_or_default();
        let held = expansions::holding(game, seat);
        let held = held.map(|held| format!("; {held}")).unwrap_or_default();
        format!("{turn}{badge} {name} {:>4}   {meeples}{others}{keep}{held}", game.scores()[seat])
    };
    let held = |seat: Seat| family::stronghold(game).and_then(|game| tokens(game, seat));
    Seat::all(game.seats()).flat_map(|seat| [Some(line(seat)), held(seat)]).flatten().collect()
}

/// Formats the tokens of a player, those for use during play first: "tokens: 2 a tower counts
/// double (ready); at the end 9 five points".
fn tokens(game: &Stronghold, seat: Seat) -> Option<String> {
    let purse = game.purse(seat);
    let all = || {
        let kinds = purse.iter();
        kinds.flat_map(|(token, held)| (0..held).map(move |n| (token, n < purse.usable(token))))
    };
    let name = |token: WallToken| format!("{} {}", token.kind(), words::token(token));
    if game.is_over() {
        let left: Vec<String> = all().map(|(token, _)| name(token)).collect();
        return (!left.is_empty()).then(|| format!("       tokens left: {}", left.join(", ")));
    }
    let in_play = all().filter(|(token, _)| words::is_for_play(*token));
    // S-TOKEN-3
    let in_play: Vec<String> = in_play
        .map(|(token, is_usable)| {
            format!("{} ({})", name(token), if is_usable { "ready" } else { "from the next turn" })
        })
        .collect();
    let later = all().filter(|(token, _)| !words::is_for_play(*token));
    let later: Vec<String> = later.map(|(token, _)| name(token)).collect();
    let later = (!later.is_empty()).then(|| format!("at the end {}", later.join(", ")));
    let parts: Vec<String> =
        (!in_play.is_empty()).then(|| in_play.join(", ")).into_iter().chain(later).collect();
    (!parts.is_empty()).then(|| format!("       tokens: {}", parts.join("; ")))
}

/// Returns the events that would occur if the game ended now: points, and tokens used for them.
pub(crate) fn ending(game: &AnyGame) -> Vec<Event> {
    let mut events = Vec::new();
    match game {
        AnyGame::Land(land) => {
            land.prospects(|scoring| events.push(Event::Scored(scoring)));
            land.prospective_awards(|award| events.push(Event::Awarded(award)));
        }
        AnyGame::Stronghold(stronghold) => stronghold.ending(|event| events.push(event)),
    }
    events
}

/// Returns everything that would score if the game ended now.
pub(crate) fn prospects(game: &AnyGame) -> Vec<Scoring> {
    let mut all = Vec::new();
    game.prospects(|scoring| all.push(scoring));
    all
}

/// Returns the points of all players if the game ended now.
pub(crate) fn if_ended_now(game: &AnyGame) -> BySeat<i32> {
    let mut scores = *game.scores();
    for event in ending(game) {
        match event {
            Event::Scored(scoring) => {
                scoring.winners.iter().for_each(|seat| scores[seat] += scoring.tally.total());
            }
            Event::Awarded(award) => scores[award.seat] += award.tally.total(),
            _ => {}
        }
    }
    scores
}

/// Lists the remaining tiles, one line per kind with its name and contents: "4 × V    road".
pub(crate) fn tiles_left(game: &AnyGame) -> Vec<String> {
    let tiles = game.board().tiles();
    let kinds = tiles.iter().filter(|(id, _)| game.bag().count(*id) > 0);
    let line = |(id, kind): (TileId, &TileKind)| {
        format!("{:>3} × {:<5} {}", game.bag().count(id), kind.name, words::tile_brief(kind))
    };
    kinds.map(line).collect()
}

/// Describes the pieces in the common supply and the state of the expansions, if any. In the Stronghold family, describes the tokens on
/// the wall and the largest gap, which the larger keep would score.
pub(crate) fn common(game: &AnyGame) -> Option<String> {
    if let Some(stronghold) = family::stronghold(game) {
        let tokens = words::count(stronghold.tokens_on_wall(), "token");
        let gap = words::count(stronghold.largest_gap(), "empty cell");
        return Some(format!("{tokens} on the wall; the largest gap has {gap}"));
    }
    let supplies: Vec<String> = family::supplies(game)
        .map(|(kind, left)| words::count(u32::from(left), kind.name()))
        .collect();
    let supplies = (!supplies.is_empty()).then(|| format!("in supply: {}", supplies.join(", ")));
    let parts: Vec<String> = [supplies, expansions::status(game)].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}

/// Returns the legend of the board.
pub(crate) fn legend(game: &AnyGame, names: &Names, style: Style) -> String {
    let seats: Vec<String> = Seat::all(game.seats())
        .map(|seat| format!("{} {}", words::initial(style.seats[seat]), names.of(seat)))
        .collect();
    if family::stronghold(game).is_some() {
        let roles = "h herald, k knight, s squire, m merchant";
        let signs = [('♜', 'K', "keep"), ('■', 'o', "square"), ('○', '@', "well")];
        let more = [('¤', '$', "market"), ('●', '*', "token")];
        let plain = [('▓', '#', "tower"), ('░', ':', "house")];
        let plain = plain.into_iter().filter(|_| style.colour.is_none());
        let signs: Vec<String> = plain
            .chain(signs)
            .chain(more)
            .map(|(sign, ascii, name)| format!("{} {name}", style.pick(sign, ascii)))
            .collect();
        return format!("{}; {roles}; {}", seats.join(", "), signs.join(", "));
    }
    let pieces: Vec<PieceKind> = family::land(game)
        .into_iter()
        .flat_map(|land| land.rules().expansions.iter())
        .flat_map(|expansion| expansion.spec().pieces.iter().copied())
        .collect();
    let roles = roles(game, &pieces);
    let mut signs = vec![format!("{} shield", style.pick('◆', '*'))];
    let kinds = &game.board().tiles().kinds;
    let has_garden = kinds.iter().any(|k| k.segments.iter().any(|s| s.terrain == Terrain::Garden));
    signs.extend(has_garden.then(|| format!("{} garden", style.pick('✿', '%'))));
    let has = |mark| kinds.iter().any(|k| k.segments.iter().any(|s| s.marks.contains(mark)));
    let marks = expansions::MARKS.into_iter().filter(|&(mark, ..)| has(mark));
    signs.extend(
        marks.map(|(mark, sign, ascii, _)| format!("{} {}", style.pick(sign, ascii), mark.name())),
    );
    signs.extend(pieces.into_iter().map(expansions::piece).map(|piece| {
        format!("{} {}", if style.ascii { piece.ascii } else { piece.sign }, piece.name)
    }));
    format!("{}; {}; {}", seats.join(", "), roles.join(", "), signs.join(", "))
}

/// Returns the roles of figures in a land game, each with its letter on the board.
fn roles(game: &AnyGame, pieces: &[PieceKind]) -> Vec<String> {
    let terrains = [Terrain::City, Terrain::Road, Terrain::Field, Terrain::Monastery];
    let allows = |terrain: &Terrain| {
        family::land(game).is_some_and(|land| land.allows(FigureKind::MEEPLE, *terrain))
    };
    let on_terrains = terrains.into_iter().filter(allows);
    let of_figures = FigureKind::ALL.into_iter().filter(|&kind| game.has_kind(kind));
    let has_large = FigureKind::ALL.iter().any(|&kind| game.has_kind(kind) && kind.strength() > 1);
    let all = on_terrains
        .map(|terrain| (FigureKind::MEEPLE, terrain.role()))
        .chain(
            of_figures
                .filter(|kind| kind.spec().role.is_some())
                .map(|kind| (kind, expansions::figure(kind))),
        )
        .chain(pieces.iter().filter_map(|kind| Some((FigureKind::MEEPLE, kind.spec().role?))));
    let mut roles: Vec<String> = Vec::new();
    for (kind, role) in all {
        let entry = format!("{} {role}", words::role_letter(kind, role));
        if !roles.contains(&entry) {
            roles.push(entry);
        }
    }
    roles.extend(has_large.then(|| "capitals: large meeples".to_owned()));
    roles
}
