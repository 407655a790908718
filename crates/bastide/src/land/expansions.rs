//! The optional expansions of the Land family, and the only place that knows all of them: each
//! function here is a hook that calls the expansions concerned, in rulebook order.

mod abbot;
mod barns;
mod bridges;
mod castles;
mod fields;
mod inns;
mod river;
mod traders;
mod wheel;

use core::hash::{Hash, Hasher};

use super::expansion::{ExpansionSpec, FigureSupply};
use super::rules::LandRules;
use super::stock::Stock;
use super::{Grounds, Land};
use crate::action::{Action, Target};
use crate::board::{Board, FigureSpot, Laid};
use crate::error::Illegality;
use crate::event::{Award, Event, EventSink, Item, Scoring, Tally};
use crate::features::{Feature, SegmentId};
use crate::figure::{FigureKind, FigureSpec, Hand};
use crate::frontier::Opening;
use crate::geometry::{Axis, Cell, Rotation};
use crate::joints::Fits;
use crate::mark::{MarkKind, MarkSpec};
use crate::piece::{BuildSite, Piece, PieceKind, PieceLocation, PieceSpec};
use crate::seat::Seat;
use crate::sets::Sets;
use crate::tile::{SegmentIndex, SegmentRef, Terrain, TileId, TileKind, TileUse};
use alloc::boxed::Box;

use barns::Barns;
use bridges::Bridges;
use castles::Castles;
use kinds::{BARN, BRIDGE, BRIDGE_MARK, CASTLE, CROWN};
use river::River;
use traders::Traders;
use wheel::Wheel;

/// Kinds of figures and pieces, and the state of expansions that other crates can query.
pub(crate) mod kinds {
    pub use super::SpecialEvent;
    pub use super::abbot::ABBOT;
    pub use super::barns::{BARN, Barns};
    pub use super::bridges::{BRIDGE, BRIDGE_MARK, Bridges};
    pub use super::castles::{CASTLE, Castles};
    pub use super::inns::{CATHEDRAL, INN, LARGE};
    pub use super::river::RiverEnds;
    pub use super::traders::{BUILDER, CLOTH, GRAIN, Good, Goods, HOG, Traders, WINE};
    pub use super::wheel::{CROWN, Sector, Wheel};
}

/// Rows of figure kinds; the position of a row is the value of its kind.
pub(crate) const FIGURES: [&FigureSpec; 5] =
    [&MEEPLE, &abbot::FIGURE, &inns::FIGURE, &traders::BUILDER_FIGURE, &traders::HOG_FIGURE];

/// Rows of piece kinds; the position of a row is the value of its kind.
pub(crate) const PIECES: [&PieceSpec; 4] =
    [&bridges::PIECE, &castles::PIECE, &barns::PIECE, &wheel::PIECE];

/// Rows of mark kinds; the position of a row is the value of its kind.
pub(crate) const MARKS: [&MarkSpec; 7] = [
    &SHIELDS,
    &bridges::MARK,
    &inns::INN_MARK,
    &inns::CATHEDRAL_MARK,
    &traders::WINE_MARK,
    &traders::GRAIN_MARK,
    &traders::CLOTH_MARK,
];

/// The mark of cities in the base game: its row in the table of mark kinds.
pub const SHIELD: MarkKind = MarkKind::at(0);

const SHIELDS: MarkSpec =
    MarkSpec { name: "shield", terrain: Terrain::City, is_printed: true, bits: 8 };

const MEEPLE: FigureSpec = FigureSpec {
    name: "meeple",
    letter: 'M',
    strength: 1,
    is_meeple: true,
    role: None,
    own_terrains: &[],
};

/// Declares the expansions in rulebook order, each with its slice.
macro_rules! expansions {
    ($($(#[doc = $doc:literal])+ $Name:ident = $slice:ident;)+) => {
        /// An optional expansion of the rules.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[repr(u8)]
        pub enum Expansion {
            $($(#[doc = $doc])+ $Name,)+
        }

        impl Expansion {
            /// All expansions, in rulebook order.
            pub const ALL: [Expansion; EXPANSIONS.len()] = [$(Expansion::$Name),+];
        }

        /// Rows of the expansions; the position of a row is the value of its expansion.
        pub(super) const EXPANSIONS: [&ExpansionSpec; [$(stringify!($Name)),+].len()] =
            [$(&$slice::EXPANSION),+];
    };
}

expansions! {
    /// Fields and farmers (FIELD-*).
    Fields = fields;
    /// The River (RIVER-*).
    River = river;
    /// The abbot (ABBOT-*).
    Abbot = abbot;
    /// Bridges (BRIDGE-*).
    Bridges = bridges;
    /// Castles and ladies (CASTLE-*).
    Castles = castles;
    /// Barns (BARN-*).
    Barns = barns;
    /// Wheel of Fortune with its own tiles (WHEEL-*).
    Wheel = wheel;
    /// Inns and cathedrals (INN-*, CATH-*).
    Inns = inns;
    /// Traders and builders (TRADE-*, BUILDER-*, HOG-*).
    Traders = traders;
}

/// An event that a single expansion has. Events of the base game and of several expansions are
/// variants of [`Event`](crate::Event) itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum SpecialEvent {
    /// The pig moved on the wheel; the effect of its sector follows (WHEEL-4).
    PigMoved {
        /// The sector it stopped on.
        sector: wheel::Sector,
    },
    /// The player who completed a city took the goods shown in it (TRADE-2).
    GoodsTaken {
        /// The player.
        seat: Seat,
        /// A segment of the city.
        site: SegmentRef,
        /// The tokens taken.
        goods: traders::Goods,
    },
    /// The next turn belongs to the same player again, because the tile extended the road or city
    /// of the player's builder (BUILDER-3).
    SecondTurn {
        /// The player.
        seat: Seat,
    },
}

/// State of the expansions during a game; `None` for expansions that are off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ExpansionState {
    pub(super) river: Option<River>,
    pub(super) bridges: Option<Bridges>,
    pub(super) castles: Option<Castles>,
    pub(super) barns: Option<Barns>,
    pub(super) wheel: Option<Wheel>,
    pub(super) traders: Option<Traders>,
}

/// Hashes five expansions whether they are on or off: all that had a state when the first
/// fingerprints of states were recorded. An expansion added later hashes its state only if it is
/// on, so that the fingerprints of other games stay the same.
impl Hash for ExpansionState {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let ExpansionState { river, bridges, castles, barns, wheel, traders } = self;
        (river, bridges, castles, barns, wheel).hash(state);
        if let Some(traders) = traders {
            traders.hash(state);
        }
    }
}

/// The piece built this turn: at most one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Built {
    kind: PieceKind,
    /// Number of the piece among those of its kind; 0 for kinds that are not counted.
    number: u8,
}

/// Hashes like a variant of an enum that has one variant for each kind of piece, with the number if
/// its pieces hold figures: buildings were such an enum when the first fingerprints of states were
/// recorded.
impl Hash for Built {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_isize(self.kind.index() as isize);
        if self.kind.spec().spot.is_some() {
            self.number.hash(state);
        }
    }
}

// --- Set-up -------------------------------------------------------------------

/// Adds the piles and the start of a game to `stock`.
pub(super) fn piles(rules: &LandRules, sets: Sets<'_>, stock: &mut Stock) {
    // the tiles of the expansion are included as soon as one of its buildings is enabled.
    let more = if has_buildings(rules) { &*sets.bridges.kinds } else { &[] };
    if rules.has(Expansion::River) {
        river::piles(sets.river, more, rules.river_ends, stock);
    }
    let land = if rules.has(Expansion::Wheel) { sets.wheel } else { sets.base };
    let own = [(Expansion::Inns, sets.inns), (Expansion::Traders, sets.traders)];
    let own = own.into_iter().filter(|&(expansion, _)| rules.has(expansion));
    let kinds = land.kinds.iter().chain(more).chain(own.flat_map(|(_, set)| &*set.kinds));
    stock.add_pile(kinds.filter(|kind| kind.usage == TileUse::Stack));
    if rules.has(Expansion::Wheel) {
        stock.start_with_patch(sets.wheel);
    } else {
        // RIVER-1: the base start tile is removed from the game even if the start is the spring.
        stock.start_from_stack();
    }
    if rules.has(Expansion::River) {
        river::start(sets.river, rules.river_ends, stock);
    }
}

fn has_buildings(rules: &LandRules) -> bool {
    rules.expansions.iter().any(|expansion| expansion.spec().tiles == Some(Expansion::Bridges))
}

/// Returns the number of bridges the board must have capacity for.
pub(super) fn overlays(rules: &LandRules) -> usize {
    if rules.has(Expansion::Bridges) { usize::from(bridges::SUPPLY) } else { 0 }
}

/// Figures of each player in the base game (SETUP-2, MEEPLE-3).
const BASE_FIGURES: FigureSupply = FigureSupply {
    kind: FigureKind::MEEPLE,
    count: 7,
    terrains: &[Terrain::Road, Terrain::City, Terrain::Monastery],
    with: None,
};

/// Iterates over the figures of each player and the terrains on which they can be placed.
fn figure_supplies(rules: &LandRules) -> impl Iterator<Item = &'static FigureSupply> {
    let added = rules.expansions.iter().flat_map(|expansion| expansion.spec().figures);
    let added = added.filter(|supply| supply.with.is_none_or(|other| rules.has(other)));
    [&BASE_FIGURES].into_iter().chain(added)
}

/// Returns the terrains on which each kind of figure can be placed.
pub(super) fn grounds(rules: &LandRules) -> [Grounds; FigureKind::COUNT] {
    let hand = hand(rules);
    FigureKind::ALL.map(|kind| {
        let supplies = figure_supplies(rules).filter(|supply| {
            supply.kind == kind || (kind.is_meeple() && supply.kind == FigureKind::MEEPLE)
        });
        let terrains = supplies.filter(|_| hand[kind] > 0).flat_map(|supply| supply.terrains);
        Grounds::of(terrains)
    })
}

/// Returns the supply of a player at the start of the game.
pub(super) fn hand(rules: &LandRules) -> Hand {
    let mut hand = Hand::default();
    for supply in figure_supplies(rules) {
        hand[supply.kind] += supply.count;
    }
    hand
}

/// Maximum number of figures of a player in any game.
pub(super) const MOST_FIGURES_OF_A_PLAYER: usize = {
    let (mut sum, mut row) = (BASE_FIGURES.count as usize, 0);
    while row < EXPANSIONS.len() {
        let mut at = 0;
        while at < EXPANSIONS[row].figures.len() {
            sum += EXPANSIONS[row].figures[at].count as usize;
            at += 1;
        }
        row += 1;
    }
    sum
};

/// Returns the initial state of the expansions.
pub(super) fn initial_state(rules: &LandRules, board: &Board) -> ExpansionState {
    ExpansionState {
        river: rules.has(Expansion::River).then(|| River::from_spring(board)).flatten(),
        bridges: rules.has(Expansion::Bridges).then(Bridges::new),
        castles: rules.has(Expansion::Castles).then(Castles::new),
        barns: rules.has(Expansion::Barns).then(Barns::new),
        wheel: rules.has(Expansion::Wheel).then(Wheel::new),
        traders: rules.has(Expansion::Traders).then(Traders::new),
    }
}

/// Returns, for each tile kind and opening, the rotations in which a bridge makes the tile fit.
pub(super) fn spans(rules: &LandRules, board: &Board) -> Box<[Fits]> {
    if rules.has(Expansion::Bridges) { bridges::spans(board) } else { [].into() }
}

// --- Drawing a tile ---------------------------------------------------------------

/// Called after a tile was drawn. Returns true if the turn continues with that tile immediately,
/// and false if a player has to make a decision first.
#[inline]
pub(super) fn after_draw(land: &mut Land, tile: TileId, sink: &mut impl EventSink) -> bool {
    land.expansions.wheel.is_none() || wheel::after_draw(land, tile, sink)
}

/// Calls `found` with each choice of a player who has to respond to the drawn tile.
pub(super) fn each_response(
    land: &Land,
    seat: Seat,
    found: &mut impl FnMut(Action) -> bool,
) -> bool {
    wheel::each_victim(land, seat, found)
}

/// Checks that a player who has to respond to the drawn tile can recall the figure on `spot`.
pub(super) fn check_response(land: &Land, seat: Seat, spot: FigureSpot) -> Result<(), Illegality> {
    wheel::check_victim(land, seat, spot)
}

/// Applies the response of a player, who recalls the figure on `spot`. Not inlined, like `build`.
#[inline(never)]
pub(super) fn respond(land: &mut Land, spot: FigureSpot, sink: &mut impl EventSink) {
    wheel::take_victim(land, spot, sink);
}

// --- Placing a tile -------------------------------------------------------------

/// Additional or alternative conditions for laying a tile, determined once per tile.
#[derive(Clone, Copy)]
pub(super) enum Permit<'a> {
    /// The tile must fit.
    Free,
    /// The tile must fit and continue the river.
    Course(&'a River),
    /// The tile must fit or be laid with a bridge.
    Spans(&'a Fits),
}

/// Returns the conditions for laying a tile of this kind. A river tile never needs a bridge,
/// because it is only adjacent to the river (RIVER-4).
#[inline]
pub(super) fn permit<'a>(land: &'a Land, tile: TileId, kind: &TileKind) -> Permit<'a> {
    match (&land.expansions.river, land.constants.spans.get(usize::from(tile.0))) {
        (Some(river), _) if kind.usage.is_course() => Permit::Course(river),
        (_, Some(spans)) if land.has_overlays() => Permit::Spans(spans),
        (_, _) => Permit::Free,
    }
}

/// Checks the additional conditions for a tile that fits.
pub(super) fn permits(
    land: &Land,
    tile: TileId,
    cell: Cell,
    rotation: Rotation,
) -> Result<(), Illegality> {
    let kind = land.position.board.tiles().kind(tile);
    match permit(land, tile, kind) {
        Permit::Course(river) => river.permits(kind, cell, rotation),
        Permit::Free | Permit::Spans(_) => Ok(()),
    }
}

/// Returns true if a river tile that fits continues the river.
pub(super) fn follows(river: &River, kind: &TileKind, cell: Cell, rotation: Rotation) -> bool {
    river.permits(kind, cell, rotation).is_ok()
}

/// Returns the rotations in which a tile that does not fit can be laid with a bridge.
#[inline]
pub(super) fn bridged(spans: &Fits, opening: &Opening) -> bridges::Turns {
    bridges::turns(spans, opening)
}

/// Checks that a tile can be laid with a bridge on `axis`.
pub(super) fn check_bridge(
    land: &Land,
    tile: TileId,
    cell: Cell,
    rotation: Rotation,
    axis: Axis,
) -> Result<(), Illegality> {
    bridges::check(land, tile, cell, rotation, axis)
}

/// Called after a tile was laid.
#[inline]
pub(super) fn after_place(land: &mut Land, tile: &Laid) {
    if let Some(river) = &mut land.expansions.river {
        river.follow(land.position.board.tiles().kind(tile.kind), tile);
    }
    if let (Some(bridges), Some(_)) = (&mut land.expansions.bridges, tile.bridge) {
        bridges.take();
        land.built = Some(Built { kind: BRIDGE, number: 0 });
    }
    if land.expansions.traders.is_some() {
        traders::after_place(land);
    }
}

// --- Building ---------------------------------------------------------------------

/// Calls `found` with each building that can be built on the tile just laid, in order, until it
/// returns `false`. Returns true if all were visited.
#[inline]
pub(super) fn each_building(land: &Land, found: &mut impl FnMut(Action) -> bool) -> bool {
    // a bridge counts as the only building of the turn.
    land.built.is_some() || (castles::each(land, found) && barns::each(land, found))
}

/// Checks that a piece can be built.
pub(super) fn check_building(
    land: &Land,
    piece: PieceKind,
    site: BuildSite,
) -> Result<(), Illegality> {
    match (piece, site) {
        (CASTLE, BuildSite::Segment(slot)) => castles::check(land, slot),
        (BARN, BuildSite::Corner { corner, figure }) => barns::check(land, corner, figure),
        (_, BuildSite::Segment(_) | BuildSite::Corner { .. }) => Err(Illegality::NotInThisGame),
    }
}

/// Builds a piece. Not inlined, so that the other actions do not pay for its many variables.
#[inline(never)]
pub(super) fn build(land: &mut Land, piece: PieceKind, site: BuildSite, sink: &mut impl EventSink) {
    match (piece, site) {
        (CASTLE, BuildSite::Segment(slot)) => castles::build(land, slot, sink),
        (BARN, BuildSite::Corner { corner, figure }) => barns::build(land, corner, figure, sink),
        (_, BuildSite::Segment(_) | BuildSite::Corner { .. }) => {}
    }
}

/// Iterates over the pieces on the board, by kind and number. A bridge is part of its tile.
pub(super) fn pieces(state: &ExpansionState) -> impl Iterator<Item = Piece> {
    let castles = state.castles.into_iter().flat_map(|castles| castles.sites().zip(0..));
    let castles = castles.map(|(site, number)| Piece {
        kind: CASTLE,
        number,
        location: PieceLocation::Segment(site),
    });
    let barns = state.barns.into_iter().flat_map(|barns| barns.points().zip(0..));
    let barns = barns.map(|((cell, corner), number)| Piece {
        kind: BARN,
        number,
        location: PieceLocation::Corner(cell, corner),
    });
    castles.chain(barns)
}

/// Iterates over the kinds of pieces with a common supply and the number left of each.
pub(super) fn supplies(state: &ExpansionState) -> impl Iterator<Item = (PieceKind, u8)> {
    let bridges = state.bridges.map(|bridges| (BRIDGE, bridges.left()));
    let castles = state.castles.map(|castles| (CASTLE, castles.left()));
    let barns = state.barns.map(|barns| (BARN, barns.left()));
    [bridges, castles, barns].into_iter().flatten()
}

// --- Placing a figure -----------------------------------------------------------

/// Returns true if no figure can be placed on this segment of the tile just laid.
#[inline]
pub(super) fn is_closed(land: &Land, slot: SegmentIndex) -> bool {
    land.built.is_some_and(|built| built.kind == CASTLE) && castles::is_beneath(land, slot)
}

/// Calls `found` with each deployment outside the tile just laid, in order.
#[inline]
pub(super) fn each_target(
    land: &Land,
    figure: FigureKind,
    found: &mut impl FnMut(Action) -> bool,
) -> bool {
    !figure.is_meeple()
        || ((figure != FigureKind::MEEPLE || castles::each_target(land, found))
            && (land.expansions.wheel.is_none() || wheel::each_target(land, figure, found)))
}

/// Checks that a figure can be deployed outside the tile just laid and returns its spot.
pub(super) fn check_target(
    land: &Land,
    figure: FigureKind,
    target: Target,
) -> Result<FigureSpot, Illegality> {
    let spot = match target {
        Target::Built(CASTLE) => castles::target(land)?,
        Target::Space(CROWN, space) => wheel::target(land, space)?,
        Target::Segment(_) | Target::Built(_) | Target::Space(..) => {
            return Err(Illegality::NoSuchSlot);
        }
    };
    // CASTLE-4, INN-9: ordinary meeples only. WHEEL-CROWN-1, WHEEL-X-3, INN-10: any meeple.
    let is_meeple =
        figure == FigureKind::MEEPLE || (figure.is_meeple() && matches!(target, Target::Space(..)));
    if is_meeple { Ok(spot) } else { Err(Illegality::WrongTerrain) }
}

/// Calls `found` with each recall that is an alternative to placing a figure in step 2, in order.
#[inline]
pub(super) fn each_recall(land: &Land, found: &mut impl FnMut(Action) -> bool) -> bool {
    (!land.constants.rules.has(Expansion::Abbot) || abbot::each_recall(land, found))
        && castles::each_recall(land, found)
}

/// Checks that the figure on `spot` can be recalled.
pub(super) fn check_recall(land: &Land, spot: FigureSpot) -> Result<(), Illegality> {
    let (has_abbot, has_ladies) =
        (land.constants.rules.has(Expansion::Abbot), land.expansions.castles.is_some());
    match spot {
        FigureSpot::Piece(CASTLE, castle) if has_ladies => castles::check_recall(land, castle),
        FigureSpot::Segment(_) if has_abbot => abbot::check_recall(land, spot),
        _ if has_abbot || has_ladies => Err(Illegality::NotYours),
        _ => Err(Illegality::NotInThisGame),
    }
}

/// Recalls a figure. Not inlined, like `build`.
#[inline(never)]
pub(super) fn recall(land: &mut Land, spot: FigureSpot, sink: &mut impl EventSink) {
    match spot {
        FigureSpot::Piece(CASTLE, castle) => castles::recall(land, castle, sink),
        FigureSpot::Segment(_) | FigureSpot::Piece(..) => abbot::recall(land, spot, sink),
    }
}

// --- Scoring --------------------------------------------------------------------

/// Scores the points that precede all others in step 3.
#[inline]
pub(super) fn before_scoring(land: &mut Land, sink: &mut impl EventSink) {
    if land.built.is_some_and(|built| built.kind == BARN) {
        barns::score(land, sink);
    }
}

/// Takes what the completed features give in addition to points, in step 3.
#[inline]
pub(super) fn after_scoring(land: &mut Land, sink: &mut impl EventSink) {
    if land.expansions.traders.is_some() {
        traders::take_goods(land, sink);
    }
}

/// Called after a player had to take a figure back from a feature that is not complete: figures
/// that accompany others leave with the last of them (BUILDER-5, HOG-5).
pub(super) fn after_removal(
    land: &mut Land,
    root: Option<SegmentId>,
    seat: Seat,
    sink: &mut impl EventSink,
) {
    let Some(root) = root else { return };
    if land.position.board.feature(root).strength[seat] > 0 {
        return;
    }
    for at in (0..land.position.board.figures().len()).rev() {
        let board = &land.position.board;
        let figure = &board.figures()[at];
        if figure.seat == seat && board.root_of(figure) == Some(root) {
            land.return_figure(at, sink);
        }
    }
}

/// Returns the value of a road with this number of tiles.
#[inline]
pub(super) fn road_value(road: &Feature, tiles: u32, is_complete: bool) -> Tally {
    let Some(each) = inns::each_of_road(road, is_complete) else { return Tally::new() };
    Tally::new().with(Item::Tile, tiles, each).with(
        Item::Bridge,
        road.count(BRIDGE_MARK),
        bridges::each(is_complete),
    )
}

/// Returns the value of a city with this number of tiles.
#[inline]
pub(super) fn city_value(city: &Feature, tiles: u32, is_complete: bool) -> Tally {
    inns::city_value(city, tiles, is_complete)
}

/// Returns the value of a field at the end of the game.
pub(super) fn field_value(board: &Board, field: &Feature) -> Tally {
    fields::value(board, field)
}

/// Calls `found` with the score of a field at the end of the game, in parts if not all winners get
/// the same points.
#[inline]
pub(super) fn each_field_share(
    land: &Land,
    root: SegmentId,
    scoring: Scoring,
    found: &mut impl FnMut(Scoring),
) {
    if land.expansions.traders.is_some() {
        traders::each_share(&land.position.board, root, scoring, found);
    } else {
        found(scoring);
    }
}

/// Calls `found` with each award of the end of the game.
pub(super) fn each_final_award(land: &Land, found: &mut impl FnMut(Award)) {
    if let Some(traders) = &land.expansions.traders {
        traders::each_award(traders, found);
    }
}

// --- The next turn ----------------------------------------------------------------

/// Returns the player whose turn is next.
#[inline]
pub(super) fn next_seat(land: &mut Land, sink: &mut impl EventSink) -> Seat {
    let seat = land.seat;
    if land.expansions.traders.as_mut().is_some_and(Traders::next_turn) {
        sink.event(Event::Special(SpecialEvent::SecondTurn { seat }));
        return seat;
    }
    seat.next(land.constants.seats)
}
