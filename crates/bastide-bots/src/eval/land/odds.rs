//! Probabilities derived from the remaining tiles: how many fit an opening, and how likely it is to
//! be filled.

use bastide::{Board, Code, Edge, Game, Land, Port, Rotation, TileKind};

use super::contests::{JoinOdds, Pair};
use super::expansions::{Bonus, ExpansionOdds};
use super::{Taste, Weights};
use crate::math;

/// Probability that an opening is filled, for four purposes.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fill {
    /// For a road that ends there.
    pub(super) road: f32,
    /// For a city that ends there.
    pub(super) city: f32,
    /// For a farmer next to that city.
    pub(super) farm: f32,
    /// For a monastery next to it.
    pub(super) ring: f32,
}

/// Probability that an opening is filled by a tile that joins two features. Kept apart from [`Fill`],
/// which is copied often.
#[derive(Clone, Copy, Debug, Default)]
struct Join {
    road: f32,
    city: f32,
}

/// Cap on the number of fitting tiles that is distinguished.
const MOST: usize = 128;

/// Number of codes that occur, 5⁴, rounded up to whole vectors of the processor.
const CODES: usize = 640;

/// Statistics of the remaining tiles.
#[derive(Clone, Debug)]
pub(super) struct Odds {
    /// Remaining tiles of each kind at the last update.
    bag: Vec<u8>,
    /// Address of the tile kinds; identifies the tile set together with `name`.
    kinds: usize,
    name: String,
    /// Number of remaining tiles that fit each code.
    counts: Box<[u8; Code::COUNT]>,
    /// For each kind of tile and [pair](Pair) of sides, the rotations in which it joins them, as in
    /// [`Board::fits`].
    joins: Vec<[u8; 6]>,
    /// One row for each number of remaining tiles. Allocated in full at the first position of a
    /// game, so that later updates do not allocate.
    fills: Vec<[Fill; MOST]>,
    /// The same for joins.
    join_fills: Vec<[Join; MOST]>,
    /// The same for two fields at the same opening, whichever tiles fit.
    field_joins: Vec<f32>,
    /// True for the rows computed so far, valid for `seats` seats.
    known: Vec<bool>,
    seats: u8,
    left: usize,
    /// Expected number of own turns to come.
    pub(super) turns: f32,
    /// Fraction of its value a free figure retains this late in the game.
    pub(super) urgency: f32,
    /// Statistics for the expansions in the game.
    pub(super) expansions: ExpansionOdds,
    /// Expected points that expansions add.
    pub(super) bonus: Bonus,
    /// Preferences of the personality; neutral once no tiles are left.
    pub(super) taste: Taste,
}

impl Default for Odds {
    fn default() -> Odds {
        Odds {
            bag: Vec::new(),
            kinds: 0,
            name: String::new(),
            counts: Box::new([0; Code::COUNT]),
            joins: Vec::new(),
            fills: Vec::new(),
            join_fills: Vec::new(),
            field_joins: Vec::new(),
            known: Vec::new(),
            seats: 0,
            left: 0,
            turns: 0.0,
            urgency: 0.0,
            expansions: ExpansionOdds::default(),
            bonus: Bonus::default(),
            taste: Taste::default(),
        }
    }
}

impl Odds {
    /// Discards the cached rows. Must be called when the weights change.
    pub(super) fn forget(&mut self) {
        self.known.fill(false);
    }

    pub(super) fn prepare(&mut self, weights: &Weights, game: &Land) {
        let (board, bag) = (game.board(), game.bag());
        // The cached counts are valid only for the same tile set. Its address may be reused after
        // it is freed, so the name is compared as well.
        let kinds = board.tiles().kinds.as_ptr().addr();
        let is_same = self.kinds == kinds && self.name == board.tiles().name;
        if !is_same || self.seats != game.seats() {
            if self.seats != game.seats() {
                self.forget();
            }
            if !is_same {
                self.joins.clear();
                self.joins.extend(board.tiles().iter().map(|(_, kind)| joins(kind)));
            }
            self.kinds = kinds;
            self.name.clone_from(&board.tiles().name);
            self.seats = game.seats();
            self.bag.clear();
            self.bag.resize(bag.counts().len(), 0);
            self.counts.fill(0);
            self.expansions = ExpansionOdds::default();
        }
        for ((tile, kind), (was, &is)) in
            board.tiles().iter().zip(self.bag.iter_mut().zip(bag.counts()))
        {
            // Wrapping arithmetic, because the difference may be negative.
            let more = is.wrapping_sub(core::mem::replace(was, is));
            if more != 0 {
                self.expansions.count(kind, more);
                let (counts, fits) = (&mut self.counts[..CODES], &board.fits(tile)[..CODES]);
                for (count, &turns) in counts.iter_mut().zip(fits) {
                    *count = count.wrapping_add(if turns == 0 { 0 } else { more });
                }
            }
        }
        self.bonus = self.expansions.prepare(weights, game);
        self.left = bag.left() as usize;
        self.turns = self.left as f32 / f32::from(self.seats);
        self.urgency = (self.turns / weights.horizon).min(1.0);
        self.taste = if self.left == 0 { Taste::default() } else { weights.taste };
        if self.fills.len() <= self.left {
            self.fills.resize(self.left + 1, [Fill::default(); MOST]);
            self.join_fills.resize(self.left + 1, [Join::default(); MOST]);
            self.field_joins.resize(self.left + 1, 0.0);
            self.known.resize(self.left + 1, false);
        }
        let (left, turns) = (self.left, self.turns);
        if !core::mem::replace(&mut self.known[left], true) {
            let tries = math::pow(turns, weights.patience);
            let fill = |count: usize, draws: f32| {
                let share = (count as f32 / left.max(1) as f32).min(1.0);
                1.0 - math::pow(1.0 - share, draws * tries)
            };
            self.fills[left] = core::array::from_fn(|count| Fill {
                road: fill(count, weights.road_draws),
                city: fill(count, weights.city_draws),
                farm: fill(count, weights.farm_draws),
                ring: fill(count, weights.ring_draws),
            });
            self.join_fills[left] = core::array::from_fn(|count| Join {
                road: fill(count, weights.road_joins),
                city: fill(count, weights.city_joins),
            });
            self.field_joins[left] = (weights.field_joins * tries).min(0.5);
        }
    }

    /// Returns the probabilities that a tile joins the roads or cities at two sides of an opening with
    /// this code, and that it is filled.
    #[inline]
    pub(super) fn joining(&self, board: &Board, code: Code, pair: Pair) -> JoinOdds {
        let mut count = 0;
        for ((tile, _), (&left, joins)) in
            board.tiles().iter().zip(self.bag.iter().zip(&self.joins))
        {
            if left > 0 && board.fits(tile)[code.index()] & joins[pair.index()] != 0 {
                count += usize::from(left);
            }
        }
        let (join, fill) = (&self.join_fills[self.left][count.min(MOST - 1)], self.of(code));
        let (side, _) = Pair::ALL[pair.index()];
        if code.class(side) == Some(1) {
            JoinOdds { join: join.road, fill: fill.road }
        } else {
            JoinOdds { join: join.city, fill: fill.city }
        }
    }

    /// Returns the probabilities of two fields that share these openings, at least one.
    #[inline]
    pub(super) fn joining_fields(&self, openings: u128) -> JoinOdds {
        let join = self.field_joins[self.left];
        let is_one = openings & (openings - 1) == 0;
        JoinOdds { join: if is_one { join } else { 2.0 * join }, fill: 0.0 }
    }

    /// Returns the probability that an opening with this code is filled.
    #[inline]
    pub(super) fn of(&self, code: Code) -> Fill {
        let count = usize::from(self.counts[code.index()]).min(MOST - 1);
        self.fills[self.left][count]
    }
}

/// Returns the rotations in which the middle ports of each pair of sides belong to one segment.
fn joins(kind: &TileKind) -> [u8; 6] {
    let mut joins = [0; 6];
    for (turns, rotation) in Rotation::ALL.into_iter().enumerate() {
        let owners = Edge::ALL.map(|edge| kind.owner(rotation, Port::middle(edge)));
        for (rotations, (a, b)) in joins.iter_mut().zip(Pair::ALL) {
            let [a, b] = [a, b].map(|edge| owners[edge as usize]);
            *rotations |= u8::from(a.is_some() && a == b) << turns;
        }
    }
    joins
}
