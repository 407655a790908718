//! Wheel of Fortune (WHEEL-*): the pig, its sectors and the crown spaces.
//!
//! The interactions with other expansions (WHEEL-X-*) follow from the definitions: a figure on a city
//! segment is a knight and a lady is not, a figure on a field or in a barn is a farmer, and a city
//! with a castle is a complete city.

use arrayvec::ArrayVec;

use super::{MOST_FIGURES_OF_A_PLAYER, SpecialEvent, after_removal};
use crate::action::{Action, Target};
use crate::board::{Figure, FigureSpot};
use crate::error::{Illegality, SetupProblem};
use crate::event::{Award, AwardReason, Event, EventSink, Item, Reason, Tally};
use crate::features::Feature;
use crate::figure::FigureKind;
use crate::insertion_sort::insertion_sort;
use crate::land::expansion::{Expansion, ExpansionSpec};
use crate::land::turn::Phase;
use crate::land::{Land, SHIELD};
use crate::piece::{PieceKind, PieceSpec, TargetForm};
use crate::seat::{Seat, SeatSet};
use crate::tile::{Terrain, TileId};

pub(super) const EXPANSION: ExpansionSpec = ExpansionSpec {
    tiles: Some(Expansion::Wheel),
    replaces_base: true,
    replaces_start: true,
    base_conflict: || {
        let message = "base and wheel are both sets of 72 tiles; choose one of them";
        SetupProblem::mix("base-and-wheel", message)
    },
    pieces: &[CROWN],
    // SETUP-6
    new_conflict: |rules| {
        (!rules.has(Expansion::Fields)).then_some(SetupProblem::mix(
            "wheel-without-fields",
            "the wheel is always played with farmers; add fields",
        ))
    },
    ..ExpansionSpec::named("wheel", 7)
};

/// Total number of crown spaces of the wheel (WHEEL-3).
const CROWNS: u8 = 9;

/// The kind of crown spaces: their row in the table of piece kinds.
pub const CROWN: PieceKind = PieceKind::at(3);

pub(super) const PIECE: PieceSpec = PieceSpec {
    name: "crown",
    plural: "crowns",
    supply: CROWNS,
    build: None,
    target: Some(TargetForm::Space('k')),
    spot: Some('k'),
    role: None,
};

/// A sector of the wheel (WHEEL-3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[allow(missing_docs)]
pub enum Sector {
    Fortune,
    Tax,
    Famine,
    Storm,
    Inquisition,
    Plague,
}

impl Sector {
    /// All sectors, clockwise.
    pub const ALL: [Sector; 6] = [
        Sector::Fortune,
        Sector::Tax,
        Sector::Famine,
        Sector::Storm,
        Sector::Inquisition,
        Sector::Plague,
    ];

    /// Returns the lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Sector::Fortune => "fortune",
            Sector::Tax => "tax",
            Sector::Famine => "famine",
            Sector::Storm => "storm",
            Sector::Inquisition => "inquisition",
            Sector::Plague => "plague",
        }
    }

    /// Returns the sector `steps` steps further clockwise.
    pub const fn ahead(self, steps: u8) -> Sector {
        Sector::ALL[(self as usize + steps as usize) % Sector::ALL.len()]
    }

    /// Returns the sector that contains crown space `space`.
    pub fn of_space(space: u8) -> Option<Sector> {
        Sector::ALL.into_iter().find(|sector| sector.crowns().contains(&space))
    }

    /// Returns the crown spaces of this sector, numbered clockwise over the whole wheel.
    pub const fn crowns(self) -> core::ops::Range<u8> {
        match self {
            Sector::Fortune => 0..1,
            Sector::Tax => 1..3,
            Sector::Famine => 3..4,
            Sector::Storm => 4..6,
            Sector::Inquisition => 6..7,
            Sector::Plague => 7..9,
        }
    }
}

/// State of the wheel: the position of the pig.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Wheel {
    pig: Sector,
}

impl Land {
    /// Returns the wheel, or `None` if the game is played without it.
    pub fn wheel(&self) -> Option<Wheel> {
        self.expansions.wheel
    }
}

impl Wheel {
    pub(super) fn new() -> Wheel {
        Wheel { pig: Sector::Fortune }
    }

    /// Returns the sector the pig is on.
    pub fn pig(self) -> Sector {
        self.pig
    }
}

/// WHEEL-4: an icon moves the pig; the effect of its sector is applied, then the crown spaces there
/// are scored. Returns true if all of that is done, and false if a player has to choose first. Not
/// inlined, because few tiles have an icon.
#[inline(never)]
pub(super) fn after_draw(land: &mut Land, tile: TileId, sink: &mut impl EventSink) -> bool {
    let steps = land.position.board.tiles().kind(tile).icon;
    let Some(wheel) = land.expansions.wheel.as_mut().filter(|_| steps > 0) else { return true };
    wheel.pig = wheel.pig.ahead(steps);
    let sector = wheel.pig;
    sink.event(Event::Special(SpecialEvent::PigMoved { sector }));
    match sector {
        Sector::Fortune => {
            let tally = Tally::new().with(Item::Fortune, 1, 3);
            land.award(Award { seat: land.seat, reason: AwardReason::Fortune, tally }, sink);
        }
        Sector::Tax => tax(land, sink),
        Sector::Famine => famine(land, sink),
        Sector::Storm => each_award(land, AwardReason::Storm, storm, sink),
        Sector::Inquisition => each_award(land, AwardReason::Inquisition, inquisition, sink),
        Sector::Plague => {
            let seats = land.constants.seats;
            return spread(land, tile, land.seat, seats, sink);
        }
    }
    score_crowns(land, sink);
    true
}

/// WHEEL-TAX: for each own knight, 1 point per shield in its city and 1 per own knight there. No
/// majority is required.
fn tax(land: &mut Land, sink: &mut impl EventSink) {
    let levy = |city: &Feature, knights: u32| {
        Tally::new().with(Item::Shield, knights * city.count(SHIELD), 1).with(
            Item::Knight,
            knights * knights,
            1,
        )
    };
    each_share(land, Terrain::City, Reason::Tax, |_, city, knights| levy(city, knights), sink);
}

/// WHEEL-FAMINE: for each own farmer, 1 point per complete city its field borders.
fn famine(land: &mut Land, sink: &mut impl EventSink) {
    let ration = |land: &Land, field: &Feature, farmers: u32| {
        let cities = land.position.board.complete_cities(field);
        Tally::new().with(Item::City, farmers * cities, 1)
    };
    each_share(land, Terrain::Field, Reason::Famine, ration, sink);
}

/// Scores each occupied feature of this terrain separately for each seat with figures on it.
fn each_share(
    land: &mut Land,
    terrain: Terrain,
    reason: Reason,
    share: impl Fn(&Land, &Feature, u32) -> Tally,
    sink: &mut impl EventSink,
) {
    for root in land.occupied_roots() {
        let feature = *land.position.board.feature(root);
        let counts = land.position.board.claimants(root);
        for seat in Seat::all(land.constants.seats).filter(|_| feature.terrain == terrain) {
            let figures = u32::from(counts[seat]);
            let tally = share(land, &feature, figures);
            if figures > 0 && tally.total() > 0 {
                land.grant(root, reason, tally, SeatSet::of(seat), sink);
            }
        }
    }
}

/// WHEEL-STORM: 1 point for each own figure in the supply, of any kind.
fn storm(land: &Land, seat: Seat) -> Tally {
    Tally::new().with(Item::Supply, land.position.hands[seat].total(), 1)
}

/// WHEEL-INQUISITION: 2 points for each own figure on a monastery, of any kind (WHEEL-X-3).
fn inquisition(land: &Land, seat: Seat) -> Tally {
    let board = &land.position.board;
    let is_monk = |figure: &&Figure| {
        let root = board.root_of(figure);
        figure.seat == seat
            && root.is_some_and(|root| board.feature(root).terrain == Terrain::Monastery)
    };
    Tally::new().with(Item::Monk, board.figures().iter().filter(is_monk).count() as u32, 2)
}

fn each_award(
    land: &mut Land,
    reason: AwardReason,
    value: impl Fn(&Land, Seat) -> Tally,
    sink: &mut impl EventSink,
) {
    for seat in Seat::all(land.constants.seats) {
        let tally = value(land, seat);
        if tally.total() > 0 {
            land.award(Award { seat, reason, tally }, sink);
        }
    }
}

// --- The plague -------------------------------------------------------------------

/// WHEEL-PLAGUE-2: lets the next `left` players choose, clockwise from `seat`, skipping those
/// without figures on the land. Returns true if all have chosen.
fn spread(
    land: &mut Land,
    tile: TileId,
    mut seat: Seat,
    mut left: u8,
    sink: &mut impl EventSink,
) -> bool {
    while left > 0 {
        if !each_victim(land, seat, &mut |_| false) {
            land.phase = Phase::Respond { tile, seat, left };
            return false;
        }
        seat = seat.next(land.constants.seats);
        left -= 1;
    }
    score_crowns(land, sink);
    true
}

/// WHEEL-PLAGUE-1, WHEEL-X-2: any own figure on a land tile, on a castle or in a barn, never one on
/// a crown space.
pub(super) fn each_victim(land: &Land, seat: Seat, found: &mut impl FnMut(Action) -> bool) -> bool {
    let figures = land.position.board.figures().iter();
    let mut spots: ArrayVec<FigureSpot, MOST_FIGURES_OF_A_PLAYER> =
        figures.filter(|f| is_victim(f, seat)).map(|f| f.spot).collect();
    insertion_sort(&mut spots);
    spots.into_iter().all(|spot| found(Action::Recall(spot)))
}

/// Figures that only accompany others are no meeples: they leave with them (BUILDER-5, HOG-5).
fn is_victim(figure: &Figure, seat: Seat) -> bool {
    let is_on_land = !matches!(figure.spot, FigureSpot::Piece(CROWN, _));
    figure.seat == seat && figure.kind.claims() && is_on_land
}

pub(super) fn check_victim(land: &Land, seat: Seat, spot: FigureSpot) -> Result<(), Illegality> {
    match land.position.board.figure_at(spot) {
        Some(figure) if is_victim(figure, seat) => Ok(()),
        Some(_) | None => Err(Illegality::NotYours),
    }
}

/// Applies a player's choice; then the next player chooses or the turn continues.
pub(super) fn take_victim(land: &mut Land, spot: FigureSpot, sink: &mut impl EventSink) {
    let Phase::Respond { tile, seat, left } = land.phase else { return };
    let board = &land.position.board;
    if let Some(at) = board.figures().iter().position(|f| f.spot == spot) {
        let has_companions = !land.constants.companions.is_empty();
        let root = has_companions.then(|| board.root_of(&board.figures()[at])).flatten();
        land.return_figure(at, sink);
        after_removal(land, root, seat, sink);
    }
    if spread(land, tile, seat.next(land.constants.seats), left - 1, sink) {
        land.consider(tile, sink);
    }
}

// --- Crown spaces -----------------------------------------------------------------

/// WHEEL-CROWN-1: any free crown space.
pub(super) fn each_target(
    land: &Land,
    figure: FigureKind,
    found: &mut impl FnMut(Action) -> bool,
) -> bool {
    let taken =
        land.position.board.figures().iter().fold(0u16, |taken, figure| match figure.spot {
            FigureSpot::Piece(CROWN, space) => taken | 1 << space,
            FigureSpot::Segment(_) | FigureSpot::Piece(..) => taken,
        });
    (0..CROWNS)
        .filter(|space| taken >> space & 1 == 0)
        .all(|space| found(Action::Deploy { figure, target: Target::Space(CROWN, space) }))
}

pub(super) fn target(land: &Land, space: u8) -> Result<FigureSpot, Illegality> {
    let spot = FigureSpot::Piece(CROWN, space);
    if land.expansions.wheel.is_none() {
        Err(Illegality::NotInThisGame)
    } else if space >= CROWNS {
        Err(Illegality::NoSuchSlot)
    } else if land.position.board.figure_at(spot).is_some() {
        Err(Illegality::Occupied)
    } else {
        Ok(spot)
    }
}

/// WHEEL-CROWN-2, WHEEL-CROWN-3: 3 points on a single space, 6 for a lone meeple on a double space,
/// 3 each for two meeples there. WHEEL-CROWN-4: then they return to their owners.
fn score_crowns(land: &mut Land, sink: &mut impl EventSink) {
    let Some(wheel) = land.expansions.wheel else { return };
    let spaces = wheel.pig.crowns();
    let is_here = |spot| matches!(spot, FigureSpot::Piece(CROWN, n) if spaces.contains(&n));
    let taken = land.position.board.figures().iter().filter(|f| is_here(f.spot)).count();
    let each = if spaces.len() == 2 && taken == 1 { 6 } else { 3 };
    for at in (0..land.position.board.figures().len()).rev() {
        let figure = land.position.board.figures()[at];
        if is_here(figure.spot) {
            let tally = Tally::new().with(Item::Crown, 1, each);
            land.award(Award { seat: figure.seat, reason: AwardReason::Crown, tally }, sink);
            land.return_figure(at, sink);
        }
    }
}
