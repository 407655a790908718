//! Texts of the wheel (WHEEL-*).

use bastide::{AnyGame, CROWN, FigureSpot, Game, Sector, SpecialEvent, TileKind};

mod disc;

use super::{PieceTexts, Preset, Texts};
use crate::family;

pub(crate) use disc::{draw_block, draw_empty_block};

pub(super) const TEXTS: Texts = Texts {
    title: "Wheel of Fortune",
    help: "Wheel of Fortune instead of the base game: its 72 tiles, the wheel and the pig",
};

pub(super) const PRESET: Preset = Preset { name: "wheel", rules: Some("wheel,fields") };

pub(super) const PIECE: PieceTexts = PieceTexts {
    name: "crown space",
    sign: "♔",
    ascii: "^",
    place: |space| format!("on a crown space of {}", of_space(space)),
    origin: |space| of_space(space).to_owned(),
    home: "the wheel",
    occupies: |space| format!("waits on a crown space of {}", of_space(space)),
    ..PieceTexts::NONE
};

/// Question for the figure to take back (WHEEL-PLAGUE-1).
pub(crate) const RESPONSE: &str = "the plague takes one of your figures: which?";

/// Returns the printed name of a sector.
pub(crate) const fn sector(sector: Sector) -> &'static str {
    match sector {
        Sector::Fortune => "Fortune",
        Sector::Tax => "Tax",
        Sector::Famine => "Famine",
        Sector::Storm => "Storm",
        Sector::Inquisition => "Inquisition",
        Sector::Plague => "Plague",
    }
}

fn of_space(space: u8) -> &'static str {
    Sector::of_space(space).map_or("the wheel", sector)
}

/// Returns the sector of the pig, if there is a wheel.
pub(crate) fn pig(game: &AnyGame) -> Option<Sector> {
    family::land(game)?.wheel().map(bastide::Wheel::pig)
}

/// Describes where the pig stands.
pub(super) fn status(game: &AnyGame) -> Option<String> {
    pig(game).map(|at| format!("the pig stands on {}", sector(at)))
}

/// Describes the icon of a tile (WHEEL-3), if it has one.
pub(crate) fn icon(kind: &TileKind) -> Option<String> {
    (kind.icon > 0).then(|| format!("moves the pig {}", kind.icon))
}

/// Describes a stop of the pig.
pub(super) fn stopped(at: Sector) -> String {
    let more = match at {
        Sector::Plague => ": each player loses a figure from the land",
        Sector::Fortune | Sector::Tax | Sector::Famine | Sector::Storm | Sector::Inquisition => "",
    };
    format!("the pig stops on {}{more}", sector(at))
}

/// Formats the points of a sector that pays each player on their own.
pub(super) fn paid(by: Sector, who: &str, points: &str) -> String {
    format!("{}: {points} for {who}", sector(by))
}

pub(super) fn awarded(who: &str, points: &str, cause: Option<SpecialEvent>) -> String {
    let of = match cause {
        Some(SpecialEvent::PigMoved { sector: at }) => sector(at),
        _ => "the wheel",
    };
    format!("crown space of {of}: {points} for {who}")
}

/// WHEEL-CROWN-2, WHEEL-CROWN-3
pub(super) fn crown_promise(game: &AnyGame, space: u8) -> Option<String> {
    if game.bag().left() == 0 {
        return None;
    }
    let sector = Sector::of_space(space)?;
    let is_free = |n: &u8| game.board().figure_at(FigureSpot::Piece(CROWN, *n)).is_none();
    let is_alone = sector.crowns().all(|n| is_free(&n));
    let text = match (sector.crowns().len(), is_alone) {
        (2, true) => "gives 6 when the pig stops there, 3 if another player joins",
        (2, false) => "gives 3 when the pig stops there, and only 3 to the other",
        _ => "gives 3 when the pig stops there",
    };
    Some(text.to_owned())
}
