//! The options of the Land family, and the one place that knows all of them:
//! for each moment of the game, who has a say in it, in rulebook order.

pub(super) mod abbot;
mod fields;
pub(super) mod river;

use super::rules::LandRules;
use super::stock::Stock;
use super::{Grounds, Land};
use crate::action::Action;
use crate::board::{Board, Laid, Spot};
use crate::error::Illegality;
use crate::event::{EventSink, Tally};
use crate::features::Feature;
use crate::geometry::{Cell, Rotation};
use crate::seat::FigureKind;
use crate::sets::Sets;
use crate::tile::{Role, Terrain, TileKind};

/// An option of the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Module {
    /// Fields and farmers (FIELD-*).
    Fields,
    /// The River (RIVER-*).
    River,
    /// The abbot (ABBOT-*).
    Abbot,
}

impl Module {
    /// All options, in rulebook order.
    pub const ALL: [Module; 3] = [Module::Fields, Module::River, Module::Abbot];

    /// The lower-case name used in rules and records.
    pub const fn name(self) -> &'static str {
        match self {
            Module::Fields => "fields",
            Module::River => "river",
            Module::Abbot => "abbot",
        }
    }
}

/// A set of options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ModuleSet(u8);

impl ModuleSet {
    /// The set of these options.
    pub const fn of(modules: &[Module]) -> ModuleSet {
        let mut set = ModuleSet(0);
        let mut at = 0;
        while at < modules.len() {
            set = set.with(modules[at]);
            at += 1;
        }
        set
    }

    /// The set with one more option.
    #[must_use]
    pub const fn with(self, module: Module) -> ModuleSet {
        ModuleSet(self.0 | 1 << module as u8)
    }

    /// Whether the option is in it.
    #[inline]
    pub const fn contains(self, module: Module) -> bool {
        self.0 >> module as u8 & 1 == 1
    }

    /// Every set there is.
    pub fn all_subsets() -> impl Iterator<Item = ModuleSet> {
        (0..1 << Module::ALL.len()).map(ModuleSet)
    }
}

// --- Set-up -------------------------------------------------------------------

/// The tiles that are played with, and what is laid first.
pub(super) fn piles(rules: &LandRules, sets: Sets<'_>, stock: &mut Stock) {
    if rules.has(Module::River) {
        river::piles(sets.river, rules.river_ends, stock);
    }
    stock.add_pile(&sets.base.kinds);
    // RIVER-1: the base start tile leaves the game, wherever the start is.
    stock.start_from_stack();
    if rules.has(Module::River) {
        river::start(sets.river, rules.river_ends, stock);
    }
}

/// Where each kind of figure may stand (MEEPLE-3, ABBOT-3, ABBOT-4).
pub(super) fn grounds(rules: &LandRules) -> [Grounds; FigureKind::ALL.len()] {
    let mut meeple = vec![Terrain::Road, Terrain::City, Terrain::Monastery];
    if rules.has(Module::Fields) {
        meeple.push(Terrain::Field);
    }
    let abbot = if rules.has(Module::Abbot) { abbot::GROUNDS } else { &[] };
    FigureKind::ALL.map(|kind| match kind {
        FigureKind::Meeple => Grounds::of(&meeple),
        FigureKind::Abbot => Grounds::of(abbot),
    })
}

/// How many abbots each player has.
pub(super) fn abbots(rules: &LandRules) -> u8 {
    if rules.has(Module::Abbot) { abbot::SUPPLY } else { 0 }
}

/// Where the river will go on, if there is one.
pub(super) fn river(rules: &LandRules, board: &Board) -> Option<river::River> {
    rules.has(Module::River).then(|| river::River::from_spring(board)).flatten()
}

// --- Placing a tile -------------------------------------------------------------

/// What a placement of one tile needs beyond fitting; asked for once a tile.
#[derive(Clone, Copy)]
pub(super) struct Permit<'a> {
    river: Option<&'a river::River>,
}

/// What has a say in placing tiles of this kind.
#[inline]
pub(super) fn permit<'a>(land: &'a Land, kind: &TileKind) -> Permit<'a> {
    let is_river = matches!(kind.role, Role::Stream | Role::Lake);
    Permit { river: land.river.as_ref().filter(|_| is_river) }
}

impl Permit<'_> {
    /// Whether fitting is all that is asked for.
    #[inline]
    pub(super) fn is_free(self) -> bool {
        self.river.is_none()
    }

    /// Whether a placement that fits is also allowed.
    #[inline]
    pub(super) fn check(
        self,
        kind: &TileKind,
        cell: Cell,
        rotation: Rotation,
    ) -> Result<(), Illegality> {
        self.river.map_or(Ok(()), |river| river.permits(kind, cell, rotation))
    }
}

/// A tile has just been laid.
#[inline]
pub(super) fn after_place(land: &mut Land, tile: &Laid) {
    if let Some(river) = &mut land.river {
        river.follow(land.table.board.tiles().kind(tile.kind), tile);
    }
}

// --- Placing a figure -----------------------------------------------------------

/// What may be done in step 2 besides placing a figure; ends early when
/// `found` says so.
#[inline]
pub(super) fn each_recall(land: &Land, found: &mut impl FnMut(Action) -> bool) -> bool {
    !land.kit.rules.has(Module::Abbot) || abbot::each_recall(land, found)
}

/// Whether a figure may be taken back.
pub(super) fn check_recall(land: &Land, spot: Spot) -> Result<(), Illegality> {
    if land.kit.rules.has(Module::Abbot) {
        abbot::check_recall(land, spot)
    } else {
        Err(Illegality::NotInThisGame)
    }
}

/// Takes a figure back.
pub(super) fn recall(land: &mut Land, spot: Spot, sink: &mut impl EventSink) {
    abbot::recall(land, spot, sink);
}

// --- Scoring --------------------------------------------------------------------

/// What a field is worth at the end of the game.
pub(super) fn field_value(board: &Board, field: &Feature) -> Tally {
    fields::value(board, field)
}
