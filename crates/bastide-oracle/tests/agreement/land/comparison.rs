//! A game in both implementations, and the strategies of its players.

use std::sync::OnceLock;

use bastide::{
    Action, Actor, Axis, BARN, BRIDGE, BUILDER, CASTLE, CROWN, Cell, Edge, FigureSpot, Game, HOG,
    LARGE, LandRules, Port, Rotation, Rules, SegmentIndex, SegmentRef, Setup, Target, Terrain,
    TileKind,
};
use bastide_host::Dice;
use bastide_oracle::{Lying, Oracle, Standing};
use bastide_testing::pairwise_mixes;

use super::compare::compare;
use super::coverage::{Case, EXPECTED};
use crate::coverage::Coverage;
use crate::harness::{self, Expected};
use crate::played::{Played, best, draw};

/// Strategy of the players of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// All legal actions are equally likely.
    Uniform,
    /// Tiles are laid where they have the most neighbours, and figures are placed whenever
    /// possible: many joins, ties and large features.
    Crowded,
    /// The bag contains cities and icons, and only knights are placed: large cities shared by many.
    Courtly,
    /// Figures that accompany others are placed whenever possible, and the roads and cities of
    /// builders are extended: second turns, goods and pigs.
    Trading,
    /// Bridges, castles and barns are built whenever possible, ladies are recalled, and the plague
    /// removes figures it rarely removes otherwise.
    Building,
    /// A small bag of arbitrary tiles: games that end early and tiles that fit nowhere. Tiles are
    /// laid where they leave the fewest open sides of this terrain, otherwise where they have the
    /// most neighbours.
    Scarce(Option<Terrain>),
}

/// Number of possible numbers of seats: 2 to 6. Mixes for at most five players have more games of
/// two.
const SEATS: u64 = 5;

/// Number of strategies in a round; some occur more than once.
const STYLES: u64 = 8;

/// Position of `Style::Scarce` in a round: its games are short.
const SCARCE: u64 = 4;

/// Number of further rounds, in which only the pairwise mixes are played.
const ROUNDS: u64 = 12;

/// Number of further rounds in the sample.
const SAMPLE: u64 = 2;

/// Parts of the number of a game. A round has all numbers of seats with all strategies: numbers
/// iterate over the mixes, then the numbers of seats, then the strategies. The first round has all
/// mixes, each of the others the pairwise mixes.
struct Numbered {
    rules: LandRules,
    /// The index of the mix, for the first round.
    mix: u64,
    seats: u64,
    style: u64,
    /// 0 for the first round.
    round: u64,
}

impl Numbered {
    fn new(number: u64, mixes: &Mixes) -> Numbered {
        let first = mixes.all.len() as u64 * SEATS * STYLES;
        let (mixes, number, start) = match number.checked_sub(first) {
            None => (&mixes.all, number, 0),
            Some(number) => (&mixes.pairwise, number, 1),
        };
        let (rest, mix) = (number / mixes.len() as u64, number % mixes.len() as u64);
        let (rest, seats) = (rest / SEATS, rest % SEATS);
        let (rules, round) = (mixes[mix as usize], start + rest / STYLES);
        Numbered { rules, mix, seats, style: rest % STYLES, round }
    }
}

/// The mixes of expansions.
struct Mixes {
    all: Vec<LandRules>,
    pairwise: Vec<LandRules>,
}

impl Mixes {
    /// Returns the mixes, which take a while to select.
    fn get() -> &'static Mixes {
        static MIXES: OnceLock<Mixes> = OnceLock::new();
        MIXES.get_or_init(|| Mixes {
            all: LandRules::every_mix().collect(),
            pairwise: pairwise_mixes(),
        })
    }

    /// Returns the number of games in the first round and `more` others.
    fn games(&self, more: u64) -> u64 {
        (self.all.len() as u64 + more * self.pairwise.len() as u64) * SEATS * STYLES
    }
}

/// The same game in the engine and in the oracle.
pub(crate) struct Comparison {
    played: Played,
    oracle: Oracle,
    style: Style,
    dice: Dice,
}

impl harness::Comparison for Comparison {
    type Case = Case;
    const NAME: &str = "land";
    const EXPECTED: &[Expected<Case>] = &EXPECTED;

    /// A round of all mixes, and further ones of the pairwise mixes.
    fn games() -> u64 {
        Mixes::get().games(ROUNDS)
    }

    /// A short game of each mix, and a few rounds of the pairwise mixes.
    fn sample() -> Vec<u64> {
        let mixes = Mixes::get();
        let is_in_sample = |&number: &u64| {
            let Numbered { mix, seats, style, round, .. } = Numbered::new(number, mixes);
            round > 0 || (style == SCARCE && seats == mix % SEATS)
        };
        (0..mixes.games(SAMPLE)).filter(is_in_sample).collect()
    }

    /// Creates the game with this number.
    fn new(number: u64) -> Comparison {
        let Numbered { rules, seats, style, .. } = Numbered::new(number, Mixes::get());
        let allowed: Vec<u8> = rules.seats().collect();
        let seats = allowed[seats as usize % allowed.len()];
        let mut dice = Dice::new(number, 0);
        let style = match style {
            1 => Style::Courtly,
            2 => Style::Crowded,
            3 | 6 => Style::Building,
            5 => Style::Trading,
            SCARCE | 7 => {
                Style::Scarce(dice.pick(&[None, Some(Terrain::Road), Some(Terrain::Field)]))
            }
            _ => Style::Uniform,
        };
        let mut setup = Setup::new(Rules::Land(rules), seats);
        setup.first = dice.below(usize::from(seats)) as u8;
        setup.deck = match style {
            Style::Scarce(shunned) => Some(scarce_deck(&setup, shunned, &mut dice)),
            Style::Courtly => Some(courtly_deck(&setup)),
            Style::Uniform | Style::Crowded | Style::Building | Style::Trading => None,
        };
        let oracle = Oracle::new(&setup);
        Comparison { played: Played::new(number, setup), oracle, style, dice }
    }

    fn compare(&self, coverage: &mut Coverage<Case>) -> Result<Vec<Action>, String> {
        compare(&self.played.game, &self.oracle, coverage)
    }

    /// Chooses the next action by the state of the oracle, or returns `None` if the game is over.
    fn choose(&mut self, legal: &[Action]) -> Option<Action> {
        if self.oracle.to_act() == Actor::Chance {
            return Some(draw(&self.oracle.chances(), &mut self.dice));
        }
        let favoured = match self.style {
            Style::Uniform => legal.to_vec(),
            Style::Crowded => best(legal, |action| self.crowding(action)),
            Style::Courtly => best(legal, |action| self.courting(action)),
            Style::Trading => best(legal, |action| self.trading(action)),
            Style::Building => {
                let mood = self.dice.below(4);
                best(legal, |action| self.building(action, mood))
            }
            Style::Scarce(shunned) => best(legal, |action| self.shunning(action, shunned)),
        };
        (!favoured.is_empty()).then(|| self.dice.pick(&favoured))
    }

    fn play(
        &mut self,
        action: Action,
        legal: &[Action],
        coverage: &mut Coverage<Case>,
    ) -> Result<(), String> {
        coverage.note_before(action, legal, &self.oracle);
        self.played.play(action)?;
        let has_goods = self.oracle.goods(self.oracle.turn()).is_some();
        let before = has_goods.then(|| self.oracle.clone());
        self.oracle.play(action);
        coverage.note_after(action, before.as_ref(), &self.oracle);
        Ok(())
    }

    fn report(&self, what: &str) -> String {
        self.played.report(what, &format!("{:?}", self.style))
    }
}

impl Comparison {
    /// Rates placements by their number of neighbours, and other actions higher than passing. Crown
    /// spaces are a last resort, since there are many of them and they keep figures off the land.
    fn crowding(&self, action: Action) -> i32 {
        match action {
            Action::Place { cell, .. } => self.count_sides(cell, |_, there| there.is_some()),
            Action::Pass => 0,
            Action::Deploy { target: Target::Space(CROWN, _), .. } => 1,
            _ => 2,
        }
    }

    /// Prefers placements that extend the road or city of the player's builder, then those beside
    /// cities; of other actions, figures that accompany others, then large meeples.
    fn trading(&self, action: Action) -> i32 {
        match action {
            Action::Place { cell, .. } => {
                let is_city = |_, there| there == Some(Terrain::City);
                20 * i32::from(self.extends_builder(cell)) + 2 * self.count_sides(cell, is_city)
            }
            Action::Deploy { figure: BUILDER | HOG, .. } => 4,
            Action::Deploy { figure: LARGE, target: Target::Segment(_) } => 3,
            _ => self.crowding(action),
        }
    }

    /// Returns true if a road or city with the builder of the player leads into this empty cell.
    fn extends_builder(&self, cell: Cell) -> bool {
        let (oracle, land) = (&self.oracle, self.oracle.landscape());
        let is_own = |f: &&Standing| f.seat == oracle.turn() && f.kind == BUILDER;
        let figures = oracle.figures();
        let Some(FigureSpot::Segment(site)) = figures.iter().find(is_own).map(|f| f.spot) else {
            return false;
        };
        let feature = oracle.feature_at(site);
        Edge::ALL.into_iter().any(|edge| {
            let beside = cell.step(edge);
            let slot =
                land.at(beside).and_then(|there| land.slot_at(there, Port::middle(edge).facing()));
            slot.is_some_and(|slot| feature.sites.contains(&SegmentRef { cell: beside, slot }))
        })
    }

    /// Rates actions by the preference of a builder, which depends on `mood`: bridges, cities or
    /// corners. In the last mood all actions are equal.
    fn building(&self, action: Action, mood: usize) -> i32 {
        match action {
            _ if mood == 3 => 0,
            Action::Place { bridge, .. } if mood == 0 => i32::from(bridge.is_some()),
            Action::Place { cell, .. } if mood == 1 => {
                self.count_sides(cell, |_, there| there == Some(Terrain::City))
            }
            Action::Recall(FigureSpot::Piece(CASTLE, _) | FigureSpot::Piece(BARN, _)) => 3,
            Action::Deploy { target: Target::Built(CASTLE) | Target::Built(BRIDGE), .. } => 3,
            Action::Deploy { target: Target::Segment(slot), .. } if mood == 1 => {
                2 + i32::from(self.is_city(slot))
            }
            _ => self.crowding(action),
        }
    }

    /// Prefers placements that join cities, then those that start new ones; of other actions, those
    /// that create knights.
    fn courting(&self, action: Action) -> i32 {
        match action {
            Action::Place { cell, rotation, bridge } => {
                let (closed, opened) = self.sides_of(Terrain::City, cell, rotation, bridge);
                match closed {
                    0 => 4 + opened,
                    1 => opened,
                    _ => 10 + opened,
                }
            }
            Action::Deploy { target: Target::Segment(slot), .. } if self.is_city(slot) => 2,
            Action::Pass => 1,
            _ => 0,
        }
    }

    /// Like `crowding`, but prefers the fewest open sides of a terrain.
    fn shunning(&self, action: Action, shunned: Option<Terrain>) -> i32 {
        match (shunned, action) {
            (Some(terrain), Action::Place { cell, rotation, bridge }) => {
                let (closed, opened) = self.sides_of(terrain, cell, rotation, bridge);
                4 * (closed - opened) + self.crowding(action)
            }
            _ => self.crowding(action),
        }
    }

    /// Returns true if a slot of the tile just laid is city.
    fn is_city(&self, slot: SegmentIndex) -> bool {
        let land = self.oracle.landscape();
        let (_, lying) = land.laid().last().expect("a start at least");
        land.terrain(lying.tile, slot) == Terrain::City
    }

    /// Returns how many open sides of a terrain the placement closes and how many it opens.
    fn sides_of(
        &self,
        terrain: Terrain,
        cell: Cell,
        rotation: Rotation,
        bridge: Option<Axis>,
    ) -> (i32, i32) {
        let tile = self.played.game.drawn().expect("a tile is to be laid");
        let lying = Lying { tile, rotation, bridge };
        let land = self.oracle.landscape();
        let closed = self.count_sides(cell, |_, there| there == Some(terrain));
        let opened = self.count_sides(cell, |edge, there| {
            there.is_none() && land.terrain_at(lying, Port::middle(edge)) == Some(terrain)
        });
        (closed, opened)
    }

    /// Counts the sides of a cell for which `is_such` returns true, given the edge and the terrain
    /// of the adjacent side.
    fn count_sides(&self, cell: Cell, is_such: impl Fn(Edge, Option<Terrain>) -> bool) -> i32 {
        let land = self.oracle.landscape();
        let is_counted = |&edge: &Edge| {
            let there = land.at(cell.step(edge));
            let terrain = there.and_then(|t| land.terrain_at(t, Port::middle(edge).facing()));
            is_such(edge, terrain)
        };
        Edge::ALL.into_iter().filter(is_counted).count() as i32
    }
}

/// Returns all tiles with at least two sides of city, and all with an icon.
fn courtly_deck(setup: &Setup) -> Vec<Box<str>> {
    let oracle = Oracle::new(setup);
    let mut deck = Vec::new();
    for (id, kind) in oracle.landscape().set().iter() {
        let count = oracle.bag()[usize::from(id.0)];
        if kind.icon > 0 || count_sides(kind, Terrain::City) > 1 {
            deck.extend(std::iter::repeat_n(kind.name.clone(), usize::from(count)));
        }
    }
    deck
}

/// Counts the sides of a tile kind with this terrain in the middle.
fn count_sides(kind: &TileKind, terrain: Terrain) -> usize {
    let is_side = |&edge: &Edge| kind.side(Rotation::NONE, edge) == Some(terrain);
    Edge::ALL.into_iter().filter(is_side).count()
}

/// Returns a few tiles of the bag. To exhaust open roads: tiles that end a road and a crossing that
/// needs one. To exhaust open fields: tiles with roads and cities on all sides, and some that only
/// fit with a bridge. Otherwise arbitrary tiles, and half of the time only those with nothing but
/// city or nothing but roads, since they soon fit nowhere.
fn scarce_deck(setup: &Setup, shunned: Option<Terrain>, dice: &mut Dice) -> Vec<Box<str>> {
    let oracle = Oracle::new(setup);
    let is_awkward = shunned.is_some() || dice.below(2) == 0;
    let is_open = |kind: &TileKind| {
        Axis::ALL.into_iter().any(|axis| kind.is_open_field(Rotation::NONE, axis))
    };
    let (mut deck, mut wanted, mut saved, mut others) = Default::default();
    for (id, kind) in oracle.landscape().set().iter() {
        let [fields, roads, cities] =
            [Terrain::Field, Terrain::Road, Terrain::City].map(|t| count_sides(kind, t));
        let is_plain = roads == 4 || cities == 4;
        let names: &mut Vec<Box<str>> = match shunned {
            _ if is_awkward && is_plain => &mut deck,
            Some(Terrain::Road) if roads == 1 => &mut wanted,
            Some(Terrain::Field) if fields <= 1 => &mut wanted,
            Some(Terrain::Field) if is_open(kind) => &mut saved,
            _ => &mut others,
        };
        let count = oracle.bag()[usize::from(id.0)];
        names.extend(std::iter::repeat_n(kind.name.clone(), usize::from(count)));
    }
    let mut take = |pool: &mut Vec<Box<str>>, count: usize| {
        for _ in 0..count.min(pool.len()) {
            deck.push(pool.swap_remove(dice.below(pool.len())));
        }
    };
    match shunned {
        Some(_) => {
            take(&mut wanted, 8);
            take(&mut saved, 5);
        }
        None if is_awkward => take(&mut others, 2),
        None => take(&mut others, 8),
    }
    deck
}
