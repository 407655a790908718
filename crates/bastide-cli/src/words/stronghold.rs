//! English texts for tokens and keeps of the Stronghold family.

use bastide::{AnyGame, Award, AwardReason, FigureSpot, Seat, SegmentRef, WallToken};

use super::{Names, count, terrain_at};
use crate::family;

/// Describes the effect of a kind of token.
pub(crate) const fn token(token: WallToken) -> &'static str {
    match token.kind() {
        1 => "another turn",
        2 => "a tower counts double",
        3 => "a house counts double",
        4 => "an unfinished path counts",
        5 => "an unfinished tower counts",
        6 => "an unfinished house counts",
        7 => "a market counts 4",
        8 => "the keep counts 2 larger",
        _ => "five points",
    }
}

/// Returns true if a kind of token is used during play and not at the end (S-TOKEN-3).
pub(crate) const fn is_for_play(token: WallToken) -> bool {
    token.kind() <= 3
}

/// Formats an award: `points` for the larger keep, or those of a token.
pub(super) fn awarded(award: &Award, who: &str, points: &str) -> String {
    if award.reason == AwardReason::Keep {
        return format!("{who} has the larger keep: {points}");
    }
    format!("{who} gets {}", count(award.tally.total().max(0) as u32, "point"))
}

/// Formats the taking of a token.
pub(super) fn taken(seat: Seat, corner: u8, game: &AnyGame, names: &Names) -> String {
    let wall = family::stronghold(game).map(bastide::Stronghold::wall);
    let tower = wall.and_then(|wall| wall.corners().get(usize::from(corner)));
    let at = tower.map(|tower| format!(" {}/{}", tower.spaces[0], tower.spaces[1]));
    format!(
        "{}'s marker rests on corner tower{} and takes its token",
        names.of(seat),
        at.unwrap_or_default()
    )
}

/// Formats the revealing of a token.
pub(super) fn revealed(seat: Seat, kind: WallToken, names: &Names) -> String {
    format!("{}'s token is kind {}: {}", names.of(seat), kind.kind(), token(kind))
}

/// Formats the use of a token.
pub(super) fn used(
    seat: Seat,
    kind: WallToken,
    on: Option<SegmentRef>,
    game: &AnyGame,
    names: &Names,
) -> String {
    let at = on.map(|site| {
        let terrain = terrain_at(game, FigureSpot::Segment(site));
        format!(" on the {} at {}", terrain.map_or("feature", |t| t.name()), site.cell)
    });
    let at = at.unwrap_or_default();
    format!("{} uses token {}{at}: {}", names.of(seat), kind.kind(), token(kind))
}

/// Formats the placement of a keep on a house.
pub(super) fn keep(seat: Seat, site: SegmentRef, size: u8, names: &Names) -> String {
    let tiles = count(u32::from(size), "tile");
    format!("{}'s keep stands on a house of {tiles} at {}", names.of(seat), site.cell)
}
