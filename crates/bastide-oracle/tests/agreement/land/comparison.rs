//! A game in both implementations, and the strategies of its players.

use bastide::{
    Action, Actor, Axis, BARN, BRIDGE, CASTLE, CROWN, Cell, Edge, FigureSpot, Game, LandRules,
    Port, Rotation, Rules, SegmentIndex, Setup, Target, Terrain, TileKind,
};
use bastide_host::Dice;
use bastide_oracle::{Lying, Oracle};
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
    /// Bridges, castles and barns are built whenever possible, ladies are recalled, and the plague
    /// removes figures it rarely removes otherwise.
    Building,
    /// A small bag of arbitrary tiles: games that end early and tiles that fit nowhere. Tiles are
    /// laid where they leave the fewest open sides of this terrain, otherwise where they have the
    /// most neighbours.
    Scarce(Option<Terrain>),
}

/// Number of possible numbers of seats: 2 to 5.
const SEATS: u64 = 4;

/// Number of strategies in a round; some occur more than once.
const STYLES: u64 = 8;

/// Position of `Style::Scarce` in a round: its games are short.
const SCARCE: u64 = 4;

/// Parts of the number of a game. Numbers iterate over all mixes, then all numbers of seats, then
/// the strategies.
struct Numbered {
    mix: u64,
    seats: u64,
    style: u64,
    round: u64,
}

impl Numbered {
    fn new(number: u64, mixes: u64) -> Numbered {
        let (rest, mix) = (number / mixes, number % mixes);
        let (rest, seats) = (rest / SEATS, rest % SEATS);
        Numbered { mix, seats, style: rest % STYLES, round: rest / STYLES }
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

    /// Five rounds of all mixes, numbers of seats and strategies.
    fn games() -> u64 {
        5 * LandRules::all_mixes().count() as u64 * SEATS * STYLES
    }

    /// Four rounds of the pairwise mixes with all numbers of seats and strategies, and a short game
    /// of each mix.
    fn sample() -> Vec<u64> {
        let mixes: Vec<_> = LandRules::all_mixes().collect();
        let pairwise = pairwise_mixes();
        let is_in_sample = |&number: &u64| {
            let numbered = Numbered::new(number, mixes.len() as u64);
            let is_short = numbered.style == SCARCE && numbered.seats == numbered.mix % SEATS;
            match numbered.round {
                0 if is_short => true,
                round => round < 4 && pairwise.contains(&mixes[numbered.mix as usize]),
            }
        };
        (0..Comparison::games()).filter(is_in_sample).collect()
    }

    /// Creates the game with this number.
    fn new(number: u64) -> Comparison {
        let mixes: Vec<_> = LandRules::all_mixes().collect();
        let Numbered { mix, seats, style, .. } = Numbered::new(number, mixes.len() as u64);
        let seats = 2 + seats as u8;
        let mut dice = Dice::new(number, 0);
        let style = match style {
            1 => Style::Courtly,
            2 => Style::Crowded,
            3 | 5 | 6 => Style::Building,
            SCARCE | 7 => {
                Style::Scarce(dice.pick(&[None, Some(Terrain::Road), Some(Terrain::Field)]))
            }
            _ => Style::Uniform,
        };
        let mut setup = Setup::new(Rules::Land(mixes[mix as usize]), seats);
        setup.first = dice.below(usize::from(seats)) as u8;
        setup.deck = match style {
            Style::Scarce(shunned) => Some(scarce_deck(&setup, shunned, &mut dice)),
            Style::Courtly => Some(courtly_deck(&setup)),
            Style::Uniform | Style::Crowded | Style::Building => None,
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
        self.oracle.play(action);
        coverage.note_after(action, &self.oracle);
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
