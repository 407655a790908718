//! Texts for choosing the order of scoring, doubling by a token, and another turn (S-ORDER-2,
//! S-TOKEN-3).

use bastide::{
    Action, AnyGame, Event, FigureSpot, Game, Item, Scoring, SegmentRef, Tally, Terrain, WELL,
};

use super::session::Session;
use crate::{family, words};

/// Returns true if these actions choose the next feature to score.
pub(super) fn is_settling(actions: &[Action]) -> bool {
    actions.iter().any(|action| matches!(action, Action::Settle(_)))
}

/// Returns true if these actions decide about another turn.
pub(super) fn is_encore(actions: &[Action]) -> bool {
    actions.iter().any(|action| matches!(action, Action::UseToken { on: None, .. }))
}

/// Returns the question asked before a feature is scored.
pub(super) fn question(actions: &[Action]) -> &'static str {
    let number = actions.iter().filter(|action| matches!(action, Action::Settle(_))).count();
    if number > 1 { "what is scored next?" } else { "how is it scored?" }
}

/// Returns the name of an option.
pub(super) fn name(game: &AnyGame, action: Action) -> Option<String> {
    let feature = |site: SegmentRef| {
        let terrain = words::terrain_at(game, FigureSpot::Segment(site));
        format!("the {} at {}", terrain.map_or("feature", |t| t.name()), site.cell)
    };
    match action {
        Action::Settle(site) => Some(feature(site)),
        Action::UseToken { token, on: Some(site) } => {
            Some(format!("{} with token {}", feature(site), token.kind()))
        }
        Action::UseToken { token, on: None } => {
            Some(format!("use token {}: {}", token.kind(), words::token(token)))
        }
        Action::Draw(_)
        | Action::Reveal(_)
        | Action::Place { .. }
        | Action::Build { .. }
        | Action::Deploy { .. }
        | Action::Recall(_)
        | Action::Pass => None,
    }
}

/// Describes the result of scoring a feature next: the points, the new space of the marker, and
/// whether a token lies there.
pub(super) fn promise(session: &Session, action: Action) -> Option<String> {
    let game = session.current.game();
    let stronghold = family::stronghold(game)?;
    let mut events = Vec::new();
    game.clone().play_unchecked_with(action, &mut events);
    // Only the first scoring is the result of this choice; others follow automatically.
    let scoring: Scoring = events.iter().find_map(|event| match event {
        Event::Scored(scoring) => Some(*scoring),
        _ => None,
    })?;
    let seat = scoring.winners.iter().next()?;
    let space = stronghold.wall().space(stronghold.scores()[seat] + scoring.tally.total());
    let corner = stronghold.wall().corner_at(space);
    let token = match corner.is_some_and(|corner| stronghold.has_token(corner)) {
        true => ", where a token lies",
        false => "",
    };
    let name = session.teller.names().of(seat);
    Some(format!("{} for {name}, to space {space}{token}", words::sum(&scoring.tally)))
}

/// Describes the current value of a path, tower or house, which it only gives once completed
/// (S-END-4).
pub(super) fn open_promise(game: &AnyGame, site: SegmentRef) -> Option<String> {
    let board = family::stronghold(game)?.board();
    let feature = board.feature(board.segment_at(site)?);
    let each = match feature.terrain {
        // S-PATH-2, S-PATH-3
        Terrain::Path => 1 + u8::from(feature.count(WELL) > 0),
        // S-TOWER-1, S-HOUSE-1
        Terrain::Tower => 2,
        Terrain::House => 1,
        Terrain::Courtyard
        | Terrain::Field
        | Terrain::Road
        | Terrain::City
        | Terrain::River
        | Terrain::Monastery
        | Terrain::Garden => return None,
    };
    let tally = Tally::new().with(Item::Tile, feature.size(), each);
    let when = if feature.is_complete() { "at once" } else { "once it is complete" };
    Some(format!("{} {when}", words::sum(&tally)))
}
