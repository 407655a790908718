//! Traders and builders (TRADE-*, BUILDER-*, HOG-*): goods for completed cities, a builder that
//! earns a second turn, and a pig that makes fields more valuable.

use super::SpecialEvent;
use crate::board::{Board, Figure};
use crate::event::{Award, AwardReason, Event, EventSink, Item, Scoring, Tally};
use crate::features::SegmentId;
use crate::figure::{FigureKind, FigureSpec};
use crate::land::expansion::{Expansion, ExpansionSpec, FigureSupply};
use crate::land::{Land, Phase};
use crate::mark::{MarkKind, MarkSpec};
use crate::seat::{BySeat, Seat, SeatSet};
use crate::tile::Terrain;

pub(super) const EXPANSION: ExpansionSpec = ExpansionSpec {
    tiles: Some(Expansion::Traders),
    figures: &[
        // BUILDER-1
        FigureSupply {
            kind: BUILDER,
            count: 1,
            terrains: &[Terrain::Road, Terrain::City],
            with: None,
        },
        // HOG-1, HOG-6
        FigureSupply {
            kind: HOG,
            count: 1,
            terrains: &[Terrain::Field],
            with: Some(Expansion::Fields),
        },
    ],
    ..ExpansionSpec::named("traders", 10)
};

/// The kind of the builder: its row in the table of figure kinds.
pub const BUILDER: FigureKind = FigureKind::at(3);

/// BUILDER-2: the builder counts for nothing and claims nothing.
pub(super) const BUILDER_FIGURE: FigureSpec = FigureSpec {
    name: "builder",
    // `B` begins the token that builds a barn.
    letter: 'W',
    strength: 0,
    is_meeple: false,
    role: Some("builder"),
    own_terrains: &[],
};

/// The kind of the pig that players own: its row in the table of figure kinds. `pig` is a piece of
/// the wheel.
pub const HOG: FigureKind = FigureKind::at(4);

/// HOG-2: the pig counts for nothing and claims nothing.
pub(super) const HOG_FIGURE: FigureSpec = FigureSpec {
    name: "hog",
    letter: 'H',
    strength: 0,
    is_meeple: false,
    role: Some("hog"),
    own_terrains: &[],
};

/// A kind of goods (TRADE-1).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[allow(missing_docs)]
pub enum Good {
    Wine,
    Grain,
    Cloth,
}

impl Good {
    /// All kinds of goods.
    pub const ALL: [Good; 3] = [Good::Wine, Good::Grain, Good::Cloth];

    /// Returns the lower-case name.
    pub const fn name(self) -> &'static str {
        self.mark().name()
    }

    /// Returns the mark of the city segments that show it.
    pub const fn mark(self) -> MarkKind {
        match self {
            Good::Wine => WINE,
            Good::Grain => GRAIN,
            Good::Cloth => CLOTH,
        }
    }

    /// Returns the reason of the award for the most tokens of this kind (TRADE-4).
    pub const fn award(self) -> AwardReason {
        match self {
            Good::Wine => AwardReason::Wine,
            Good::Grain => AwardReason::Grain,
            Good::Cloth => AwardReason::Cloth,
        }
    }
}

/// The mark of a city segment that shows wine.
pub const WINE: MarkKind = MarkKind::at(4);
/// The mark of a city segment that shows grain.
pub const GRAIN: MarkKind = MarkKind::at(5);
/// The mark of a city segment that shows cloth.
pub const CLOTH: MarkKind = MarkKind::at(6);

const fn goods_mark(name: &'static str) -> MarkSpec {
    MarkSpec { name, terrain: Terrain::City, is_printed: true, bits: 6 }
}

pub(super) const WINE_MARK: MarkSpec = goods_mark("wine");
pub(super) const GRAIN_MARK: MarkSpec = goods_mark("grain");
pub(super) const CLOTH_MARK: MarkSpec = goods_mark("cloth");

/// Number of tokens of each kind of goods.
///
/// ```
/// use bastide::{Good, Goods};
/// assert!(Goods::default().is_empty());
/// assert_eq!(Goods::default().count(Good::Wine), 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Goods {
    /// Tokens of wine.
    pub wine: u8,
    /// Tokens of grain.
    pub grain: u8,
    /// Tokens of cloth.
    pub cloth: u8,
}

impl Goods {
    /// Returns the number of tokens of a kind.
    pub const fn count(self, good: Good) -> u8 {
        match good {
            Good::Wine => self.wine,
            Good::Grain => self.grain,
            Good::Cloth => self.cloth,
        }
    }

    /// Returns true if there are no tokens.
    pub fn is_empty(self) -> bool {
        self == Goods::default()
    }

    /// Returns the goods shown in the city with this root.
    fn of(board: &Board, root: SegmentId) -> Goods {
        let city = board.feature(root);
        let [wine, grain, cloth] = Good::ALL.map(|good| city.count(good.mark()) as u8);
        Goods { wine, grain, cloth }
    }

    fn add(&mut self, other: Goods) {
        self.wine += other.wine;
        self.grain += other.grain;
        self.cloth += other.cloth;
    }
}

/// The turn in progress, as far as builders are concerned.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Turn {
    /// The player's only turn so far.
    Single,
    /// The tile extended the feature of the player's builder: another turn follows (BUILDER-3).
    Doubled,
    /// The second turn in a row; it earns no further one (BUILDER-4).
    Second,
}

/// The goods of the players and the second turns of their builders.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Traders {
    goods: BySeat<Goods>,
    turn: Turn,
}

impl Land {
    /// Returns goods and second turns, or `None` if the game is played without traders. No second
    /// turn follows the last tile, and none is in progress once the game is over.
    ///
    /// ```
    /// use bastide::{Good, Land, LandSetup, Seat};
    /// let game = Land::new(&LandSetup::new("base,fields,traders".parse()?, 2))?;
    /// let traders = game.traders().expect("a game with traders");
    /// assert_eq!(traders.goods(Seat::FIRST).count(Good::Cloth), 0);
    /// assert!(!traders.is_second_turn());
    /// # Ok::<(), bastide::SetupError>(())
    /// ```
    pub fn traders(&self) -> Option<Traders> {
        let mut traders = self.expansions.traders?;
        // BUILDER-4
        let is_last = self.position.bag.left() == 0;
        if self.phase == Phase::Over || (is_last && traders.turn == Turn::Doubled) {
            traders.turn = Turn::Single;
        }
        Some(traders)
    }
}

impl Traders {
    pub(super) fn new() -> Traders {
        Traders { goods: BySeat::splat(Goods::default()), turn: Turn::Single }
    }

    /// Returns the tokens of a player.
    pub fn goods(&self, seat: Seat) -> Goods {
        self.goods[seat]
    }

    /// Returns the players with the most tokens of a kind, or the empty set if no player has any
    /// (TRADE-4).
    pub fn leaders(&self, good: Good) -> SeatSet {
        BySeat(self.goods.0.map(|goods| goods.count(good))).leaders()
    }

    /// Returns true if the turn in progress is the second in a row, which the builder of the player
    /// earned (BUILDER-3).
    pub fn is_second_turn(&self) -> bool {
        self.turn == Turn::Second
    }

    /// Returns true if the player whose turn it is has another turn after this one (BUILDER-3,
    /// BUILDER-4). It is known as soon as the tile is laid.
    pub fn earns_second_turn(&self) -> bool {
        self.turn == Turn::Doubled
    }

    /// Begins the next turn. Returns true if it belongs to the same player.
    pub(super) fn next_turn(&mut self) -> bool {
        let is_second = self.turn == Turn::Doubled;
        self.turn = if is_second { Turn::Second } else { Turn::Single };
        is_second
    }
}

/// BUILDER-3: notes whether the tile just laid extends the feature of the player's builder. Not
/// inlined: most builders are in the supply.
#[inline(never)]
pub(super) fn after_place(land: &mut Land) {
    let board = &land.position.board;
    let is_own = |figure: &&Figure| figure.seat == land.seat && figure.kind == BUILDER;
    let Some(builder) = board.figures().iter().find(is_own) else { return };
    let root = board.root_of(builder);
    let extends = board.touched().any(|segment| Some(board.root(segment)) == root);
    if let Some(traders) = land.expansions.traders.as_mut().filter(|_| extends)
        && traders.turn == Turn::Single
    {
        traders.turn = Turn::Doubled;
    }
}

/// TRADE-2, TRADE-3: the player takes the goods of all cities that the tile completed, occupied or
/// not.
#[inline(never)]
pub(super) fn take_goods(land: &mut Land, sink: &mut impl EventSink) {
    let board = &land.position.board;
    let (Some(tile), Some(traders)) = (board.laid().last(), &mut land.expansions.traders) else {
        return;
    };
    let cities = board.kind_of(tile).cities();
    let root_in = |slot| board.root(board.segment(tile, slot));
    for slot in cities.iter() {
        let root = root_in(slot);
        let is_first = cities.iter().take_while(|&other| other < slot).all(|s| root_in(s) != root);
        let goods = Goods::of(board, root);
        if is_first && board.feature(root).is_complete() && !goods.is_empty() {
            traders.goods[land.seat].add(goods);
            let (seat, site) = (land.seat, board.site(root));
            sink.event(Event::Special(SpecialEvent::GoodsTaken { seat, site, goods }));
        }
    }
}

/// Points for the most tokens of a kind (TRADE-4).
const MOST_GOODS: u8 = 10;

/// TRADE-4: calls `found` with the awards for goods if the game ended now.
pub(super) fn each_award(traders: &Traders, found: &mut impl FnMut(Award)) {
    for good in Good::ALL {
        for seat in traders.leaders(good).iter() {
            let tally = Tally::new().with(Item::Goods, 1, MOST_GOODS);
            found(Award { seat, reason: good.award(), tally });
        }
    }
}

/// Points for each complete city of a field with the own pig (HOG-3).
const CITY: u8 = 4;

/// HOG-3, HOG-4: divides the score of a field between the winners without and with a pig there, and
/// calls `found` with each part that has winners.
pub(super) fn each_share(
    board: &Board,
    root: SegmentId,
    scoring: Scoring,
    found: &mut impl FnMut(Scoring),
) {
    let is_here = |figure: &&Figure| figure.kind == HOG && board.root_of(figure) == Some(root);
    let owners: SeatSet = board.figures().iter().filter(is_here).map(|hog| hog.seat).collect();
    let of = |has_hog: bool| -> SeatSet {
        scoring.winners.iter().filter(|&seat| owners.contains(seat) == has_hog).collect()
    };
    let (without, with) = (of(false), of(true));
    if !without.is_empty() {
        found(Scoring { winners: without, ..scoring });
    }
    if !with.is_empty() {
        let cities = board.complete_cities(board.feature(root));
        let tally = Tally::new().with(Item::City, cities, CITY);
        found(Scoring { winners: with, tally, ..scoring });
    }
}
