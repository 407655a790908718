//! The wheel (WHEEL-*): its pig and its sectors.

use bastide::{AnyGame, Land, Sector, Wheel};
use bastide_art::pig_point;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::game::{BoardPoint, EventView};
use crate::names::{from, names};
use crate::view_builder::place;

names! {
    /// Sector of the wheel.
    SectorName(Sector) = Sector::ALL, Sector::name;
}

from! {
    Sector => SectorName,
}

/// The pig of the wheel.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PigView {
    /// Sector it is on.
    pub sector: SectorName,
    /// Point it stands on.
    pub at: BoardPoint,
}

/// Returns the pig; `None` without a wheel, or if the wheel is too small to have a picture.
pub(super) fn pig(game: &AnyGame, land: &Land) -> Option<PigView> {
    pig_on(game, land.wheel().map(Wheel::pig)?)
}

fn pig_on(game: &AnyGame, sector: Sector) -> Option<PigView> {
    Some(PigView { sector: sector.into(), at: place(pig_point(game, sector)?) })
}

/// Converts a move of the pig.
pub(super) fn pig_moved(game: &AnyGame, sector: Sector) -> Option<EventView> {
    let PigView { sector, at } = pig_on(game, sector)?;
    Some(EventView::PigMoved { sector, at })
}

/// Returns the sector of a crown space.
pub(super) fn sector(space: u8) -> Option<SectorName> {
    Sector::of_space(space).map(SectorName::from)
}
