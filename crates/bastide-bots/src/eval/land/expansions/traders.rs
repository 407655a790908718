//! Traders and builders (TRADE-*, BUILDER-*, HOG-*): the majorities of goods, the second turns that
//! a builder earns, and pigs on fields.

use bastide::{
    Action, BUILDER, BySeat, Game, Good, Goods, HOG, Land, Seat, Target, Terrain, TileKind,
};

use crate::eval::land::Weights;
use crate::eval::land::analysis::Analysis;
use crate::eval::land::delta::{Delta, Eye, Group, Span};
use crate::eval::land::odds::{Fill, Odds};

use super::SpecialFigure;

/// Weights of traders and builders.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TraderWeights {
    /// Factor of the expected points for a majority of goods while goods are left.
    pub goods: f32,
    /// Tokens by which a lead in goods is uncertain, per square root of the tokens to come.
    pub spread: f32,
    /// Value of a second turn.
    pub tempo: f32,
    /// Value of a builder in supply.
    pub builder: f32,
    /// Value of a builder on the map.
    pub builder_on: f32,
    /// Second turns that a builder is expected to earn for each opening of its feature, weighted by
    /// the probability that it is filled.
    pub extends: f32,
    /// Value of a pig in supply.
    pub hog: f32,
}

impl Default for TraderWeights {
    fn default() -> TraderWeights {
        TraderWeights {
            goods: 1.23,
            spread: 0.61,
            tempo: 4.33,
            builder: 1.74,
            builder_on: 1.54,
            extends: 0.7,
            hog: 1.9,
        }
    }
}

impl TraderWeights {
    pub(super) fn named(&mut self) -> [(&'static str, &mut f32); 7] {
        [
            ("goods", &mut self.goods),
            ("spread", &mut self.spread),
            ("tempo", &mut self.tempo),
            ("builder", &mut self.builder),
            ("builder_on", &mut self.builder_on),
            ("extends", &mut self.extends),
            ("hog", &mut self.hog),
        ]
    }
}

/// Number of goods of each kind on the remaining tiles.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct GoodsLeft([u8; Good::ALL.len()]);

impl GoodsLeft {
    /// Adds `more` remaining tiles of a kind, with wrapping arithmetic.
    #[inline]
    pub(super) fn count(&mut self, kind: &TileKind, more: u8) {
        for segment in &kind.segments {
            for (left, good) in self.0.iter_mut().zip(Good::ALL) {
                if segment.marks.contains(good.mark()) {
                    *left = left.wrapping_add(more);
                }
            }
        }
    }
}

/// The goods of the players; `None` if the game is played without traders.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Market {
    goods: Option<BySeat<[u8; Good::ALL.len()]>>,
    /// True in the second turn of a player.
    is_second_turn: bool,
}

impl Market {
    pub(super) fn of(game: &Land) -> Market {
        let Some(traders) = game.traders() else { return Market::default() };
        let mut goods = BySeat::splat([0; Good::ALL.len()]);
        for seat in Seat::all(game.seats()) {
            goods[seat] = counts(traders.goods(seat));
        }
        Market { goods: Some(goods), is_second_turn: traders.is_second_turn() }
    }

    /// Adds the expected points for goods and, in a second turn, the value of that turn for `seat`.
    pub(super) fn credit(
        &self,
        weights: &Weights,
        odds: &Odds,
        (seats, seat): (u8, Seat),
        values: &mut BySeat<f32>,
    ) {
        self.change(weights, odds, seats, 1.0, values);
        if self.is_second_turn {
            values[seat] += weights.tempo(odds);
        }
    }

    /// Adds the expected points for goods, multiplied by `sign` (TRADE-4).
    fn change(
        &self,
        weights: &Weights,
        odds: &Odds,
        seats: u8,
        sign: f32,
        values: &mut BySeat<f32>,
    ) {
        let Some(goods) = &self.goods else { return };
        for (good, &left) in odds.expansions.goods.0.iter().enumerate() {
            for seat in Seat::all(seats) {
                let own = goods[seat][good];
                let others = Seat::all(seats).filter(|&other| other != seat);
                let best = others.map(|other| goods[other][good]).max().unwrap_or(0);
                values[seat] += sign * weights.majority(own, best, left);
            }
        }
    }
}

fn counts(goods: Goods) -> [u8; Good::ALL.len()] {
    Good::ALL.map(|good| goods.count(good))
}

impl Weights {
    /// Returns the expected points of a player with `own` tokens of a kind, if the best opponent has
    /// `best` and `left` are on the remaining tiles.
    #[inline]
    fn majority(&self, own: u8, best: u8, left: u8) -> f32 {
        const POINTS: f32 = 10.0;
        let weights = &self.expansions.traders;
        if left == 0 {
            return if own > 0 && own >= best { POINTS } else { 0.0 };
        }
        let lead = f32::from(own) - f32::from(best);
        let sure = lead / (1.0 + weights.spread * f32::from(left).sqrt());
        weights.goods * POINTS * (0.5 + 0.5 * sure.clamp(-1.0, 1.0))
    }

    /// Returns the value of a second turn.
    #[inline]
    fn tempo(&self, odds: &Odds) -> f32 {
        self.expansions.traders.tempo * odds.urgency
    }

    /// Returns the value of a builder in supply.
    #[inline]
    pub(super) fn builder(&self, odds: &Odds) -> f32 {
        self.expansions.traders.builder * odds.urgency
    }

    /// Returns the value of a pig in supply.
    #[inline]
    pub(super) fn hog(&self, odds: &Odds) -> f32 {
        self.expansions.traders.hog * odds.urgency
    }

    /// Returns the value of a builder on a feature; `fills` is the sum of the probabilities that its
    /// openings are filled.
    #[inline]
    fn builder_on(&self, odds: &Odds, fills: f32) -> f32 {
        let weights = &self.expansions.traders;
        (weights.builder_on + weights.extends * weights.tempo * fills) * odds.urgency
    }

    /// Returns the value of a pig for a player who gets the points of its field (HOG-3).
    #[inline]
    fn hog_on(&self, odds: &Odds, chances: f32) -> f32 {
        odds.taste.field * chances
    }
}

/// Returns the probability that an opening is filled, for features of a terrain.
#[inline]
fn fill_of(terrain: Terrain) -> impl Fn(&Fill) -> f32 {
    move |fill| if terrain == Terrain::City { fill.city } else { fill.road }
}

impl Analysis {
    /// Values a builder or pig on the map.
    pub(super) fn value_special(
        &self,
        weights: &Weights,
        odds: &Odds,
        game: &Land,
        figure: &SpecialFigure,
    ) -> f32 {
        let board = game.board();
        let feature = board.feature(figure.root);
        match figure.kind {
            BUILDER => {
                let fills = self.fills(self.note(figure.root).gaps, fill_of(feature.terrain));
                weights.builder_on(odds, fills)
            }
            HOG if feature.strength.leaders().contains(figure.seat) => {
                let mut chances = 0.0;
                if board.is_large() {
                    board.each_city(feature, |city| {
                        chances += self.chances[usize::from(self.note(city).city)];
                    });
                } else {
                    chances = self.sum(self.cities(feature));
                }
                weights.hog_on(odds, chances)
            }
            _ => 0.0,
        }
    }

    /// Returns the sum of the probabilities that `gaps` are filled.
    fn fills(&self, mut gaps: u128, of: impl Fn(&Fill) -> f32) -> f32 {
        let mut sum = 0.0;
        while gaps != 0 {
            sum += of(&self.gaps[gaps.trailing_zeros() as usize].fill);
            gaps &= gaps - 1;
        }
        sum
    }
}

impl<S: Span> Delta<S> {
    /// Adds the goods of completed cities, and removes the value of a second turn in progress.
    pub(super) fn take_goods(&mut self, eye: &Eye<'_>) {
        let market = &eye.analysis.expansions.market;
        let Some(mut goods) = market.goods else { return };
        let (seats, seat) = (eye.game.seats(), eye.game.turn());
        if market.is_second_turn {
            self.values[seat] -= eye.weights.tempo(eye.odds);
        }
        let mut has_taken = false;
        for (slot, group) in self.groups.iter().enumerate() {
            // TRADE-2: a city that the tile completes.
            let is_city =
                group.terrain == Terrain::City && usize::from(self.group_of[slot]) == slot;
            if is_city && group.open == 0 {
                for (count, good) in goods[seat].iter_mut().zip(Good::ALL) {
                    let more = group.marks.count(good.mark()) as u8;
                    *count += more;
                    has_taken |= more > 0;
                }
            }
        }
        if has_taken {
            market.change(eye.weights, eye.odds, seats, -1.0, &mut self.values);
            let after = Market { goods: Some(goods), ..*market };
            after.change(eye.weights, eye.odds, seats, 1.0, &mut self.values);
        }
    }

    /// Updates the value of a builder. BUILDER-3: if the tile extends its feature, its owner has
    /// another turn.
    pub(super) fn judge_builder(&mut self, eye: &Eye<'_>, builder: &SpecialFigure) {
        let Some(group) = self.group_with(builder.root) else {
            let feature = eye.board.feature(builder.root);
            let gaps = eye.analysis.note(builder.root).gaps;
            if gaps & self.near != 0 {
                let fills = self.fills(eye, gaps, 0, feature.terrain);
                self.values[builder.seat] +=
                    eye.weights.builder_on(eye.odds, fills) - builder.worth;
            }
            return;
        };
        let group = self.groups[usize::from(group)];
        self.values[builder.seat] -= builder.worth;
        if group.open == 0 {
            // BUILDER-5
            self.home[builder.seat][BUILDER.index()] += 1;
        } else {
            self.values[builder.seat] += self.builder_on(eye, &group);
        }
        let is_own = builder.seat == eye.game.turn();
        // BUILDER-4
        if is_own && !eye.analysis.expansions.market.is_second_turn && eye.game.bag().left() > 0 {
            self.values[builder.seat] += eye.weights.tempo(eye.odds);
        }
    }

    /// Updates the value of a pig (HOG-3).
    pub(super) fn judge_hog(&mut self, eye: &Eye<'_>, hog: &SpecialFigure) {
        if let Some(group) = self.group_with(hog.root) {
            let is = self.hog_on(eye, &self.groups[usize::from(group)], hog.seat);
            self.values[hog.seat] += is - hog.worth;
        } else if eye.board.feature(hog.root).strength.leaders().contains(hog.seat) {
            let farm = eye.analysis.farms.iter().find(|farm| farm.root == hog.root);
            let more = farm.map_or(0.0, |farm| self.chances_gained(eye, farm.cities));
            self.values[hog.seat] += eye.weights.hog_on(eye.odds, more);
        }
    }

    /// Calls `found` with the deployments of builder and pig to a feature of the tile that holds a
    /// figure of the player (BUILDER-1, HOG-1).
    pub(super) fn each_companion(
        &self,
        eye: &Eye<'_>,
        group: &Group,
        target: Target,
        found: &mut impl FnMut(Action, &BySeat<f32>),
    ) {
        let seat = eye.game.turn();
        if group.figures[seat] == 0 {
            return;
        }
        for figure in [BUILDER, HOG] {
            if eye.game.hands()[seat][figure] == 0 || !eye.game.allows(figure, group.terrain) {
                continue;
            }
            let mut values = self.values;
            let is_field = group.terrain == Terrain::Field;
            if is_field || group.open > 0 {
                let worth = match is_field {
                    true => self.hog_on(eye, group, seat),
                    false => self.builder_on(eye, group),
                };
                values[seat] += worth - eye.weights.special(eye.odds, figure);
            }
            found(Action::Deploy { figure, target }, &values);
        }
    }

    /// Returns the value of a pig of `seat` on a field of the tile.
    fn hog_on(&self, eye: &Eye<'_>, field: &Group, seat: Seat) -> f32 {
        if !field.figures.leaders().contains(seat) {
            return 0.0;
        }
        eye.weights.hog_on(eye.odds, eye.weights.chances_of(eye.odds, field.hope))
    }

    /// Returns the value of a builder on an open road or city of the tile.
    fn builder_on(&self, eye: &Eye<'_>, line: &Group) -> f32 {
        let fills = self.fills(eye, line.gaps, line.sides, line.terrain);
        eye.weights.builder_on(eye.odds, fills)
    }

    /// Returns the sum of the probabilities that the openings of a road or city are filled, with the
    /// changed openings next to the tile taken into account.
    fn fills(&self, eye: &Eye<'_>, gaps: u128, sides: u8, terrain: Terrain) -> f32 {
        let of = fill_of(terrain);
        let mut sum = eye.analysis.fills(gaps & !self.near & !self.gap, &of);
        let mut sides = self.sides_at(gaps, sides);
        while sides != 0 {
            sum += of(&self.beside[sides.trailing_zeros() as usize & 3].fill);
            sides &= sides - 1;
        }
        sum
    }
}
