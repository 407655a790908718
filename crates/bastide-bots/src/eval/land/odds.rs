//! Chances from the tiles left: how many fit an opening, and how likely one
//! of them comes to lie there.

use bastide::{Code, Game, Land};

use super::wheel::Pig;
use super::{Taste, Weights};

/// How likely an opening is filled, as four different hopes see it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fill {
    /// For a road that ends there.
    pub(super) road: f32,
    /// For a city that ends there.
    pub(super) city: f32,
    /// For a farmer who hopes for that city.
    pub(super) farm: f32,
    /// For a monastery beside it.
    pub(super) ring: f32,
}

/// More fitting tiles than this are as good as this many.
const MOST: usize = 128;

/// What the tiles left say.
#[derive(Clone, Debug)]
pub(super) struct Odds {
    /// How many of each kind were left when the numbers below were true.
    bag: Vec<u8>,
    /// Whose tiles they are numbers of.
    kinds: usize,
    name: String,
    /// How many tiles left fit a code.
    counts: Box<[u8; Code::COUNT]>,
    /// A row for each number of tiles left. There is room for all from the
    /// first position of a game: nothing is allocated after that.
    fills: Vec<[Fill; MOST]>,
    /// Which rows have been worked out, for so many seats.
    known: Vec<bool>,
    seats: u8,
    left: usize,
    /// Own turns to come.
    pub(super) turns: f32,
    /// How much of its worth a free figure keeps this late.
    pub(super) urgency: f32,
    /// Where the pig will stop; nowhere without a wheel.
    pub(super) pig: Pig,
    /// In the end points are points.
    pub(super) taste: Taste,
}

impl Default for Odds {
    fn default() -> Odds {
        Odds {
            bag: Vec::new(),
            kinds: 0,
            name: String::new(),
            counts: Box::new([0; Code::COUNT]),
            fills: Vec::new(),
            known: Vec::new(),
            seats: 0,
            left: 0,
            turns: 0.0,
            urgency: 0.0,
            pig: Pig::default(),
            taste: Taste::default(),
        }
    }
}

impl Odds {
    /// To be called when the weights are others.
    pub(super) fn forget(&mut self) {
        self.known.fill(false);
    }

    pub(super) fn prepare(&mut self, weights: &Weights, game: &Land) {
        let (board, bag) = (game.board(), game.bag());
        // Another game may have other tiles: then nothing is known yet.
        // The name too, since room that was given back is used again.
        let kinds = board.tiles().kinds.as_ptr().addr();
        let is_same = self.kinds == kinds && self.name == board.tiles().name;
        if !is_same || self.seats != game.seats() {
            if self.seats != game.seats() {
                self.forget();
            }
            self.kinds = kinds;
            self.name.clone_from(&board.tiles().name);
            self.seats = game.seats();
            self.bag.clear();
            self.bag.resize(bag.counts().len(), 0);
            self.counts.fill(0);
            self.pig = Pig::default();
        }
        for ((tile, kind), (was, &is)) in
            board.tiles().iter().zip(self.bag.iter_mut().zip(bag.counts()))
        {
            // Wrapping: what is added first is taken away later.
            let more = is.wrapping_sub(core::mem::replace(was, is));
            if more != 0 {
                self.pig.count(kind.icon, more);
                for (count, &turns) in self.counts.iter_mut().zip(board.fits(tile)) {
                    *count = count.wrapping_add(if turns == 0 { 0 } else { more });
                }
            }
        }
        self.pig.prepare(weights, game);
        self.left = bag.left() as usize;
        self.turns = self.left as f32 / f32::from(self.seats);
        self.urgency = (self.turns / weights.horizon).min(1.0);
        self.taste = if self.left == 0 { Taste::default() } else { weights.taste };
        if self.fills.len() <= self.left {
            self.fills.resize(self.left + 1, [Fill::default(); MOST]);
            self.known.resize(self.left + 1, false);
        }
        let (left, turns) = (self.left, self.turns);
        if !core::mem::replace(&mut self.known[left], true) {
            let fill = |count: usize, draws: f32| {
                let share = (count as f32 / left.max(1) as f32).min(1.0);
                1.0 - (1.0 - share).powf(draws * turns.powf(weights.patience))
            };
            self.fills[left] = core::array::from_fn(|count| Fill {
                road: fill(count, weights.road_draws),
                city: fill(count, weights.city_draws),
                farm: fill(count, weights.farm_draws),
                ring: fill(count, weights.ring_draws),
            });
        }
    }

    /// How likely an opening is filled.
    #[inline]
    pub(super) fn of(&self, code: Code) -> Fill {
        let count = usize::from(self.counts[code.index()]).min(MOST - 1);
        self.fills[self.left][count]
    }
}
