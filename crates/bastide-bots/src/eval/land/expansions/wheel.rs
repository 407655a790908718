//! The wheel (WHEEL-*): expected stops of the pig, and their value for figures on crown spaces and
//! on the map.

use bastide::{Action, BySeat, CROWN, FigureKind, FigureSpot, Game, Land, Seat, Sector, Target};

use super::{AbbotWeights, Bonus, ExpansionWeights, SpaceSteps};
use crate::eval::land::Weights;
use crate::eval::land::odds::Odds;

/// Weights of the wheel.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct WheelWeights {
    /// Fraction of a crown space's points it is expected to score.
    pub crown: f32,
    /// Multiplier of the expected tax stops of the pig, for a knight.
    pub tax: f32,
    /// The same for famine stops, for a farmer.
    pub famine: f32,
    /// The same for storm stops, for a free figure.
    pub storm: f32,
    /// The same for inquisition stops, for a monk.
    pub inquisition: f32,
}

impl Default for WheelWeights {
    fn default() -> WheelWeights {
        WheelWeights { crown: 0.8, tax: 1.0, famine: 1.0, storm: 1.0, inquisition: 1.0 }
    }
}

impl WheelWeights {
    pub(super) fn named(&mut self) -> [(&'static str, &mut f32); 5] {
        [
            ("crown", &mut self.crown),
            ("tax", &mut self.tax),
            ("famine", &mut self.famine),
            ("storm", &mut self.storm),
            ("inquisition", &mut self.inquisition),
        ]
    }
}

/// Returns the weights tuned for games with the wheel and without fields.
pub(super) fn tuned() -> Weights {
    let usual = Weights::default();
    let wheel = WheelWeights { crown: 0.19, tax: 1.6, famine: 1.0, storm: 0.42, inquisition: 0.8 };
    let abbot = AbbotWeights { supply: 5.1, back: 0.67 };
    Weights {
        free: [-18.8, -0.6, 1.7, 2.8, 3.6, 4.9, 5.0, 4.1],
        horizon: 12.8,
        road_draws: 0.001,
        city_draws: 0.034,
        ring_draws: 0.018,
        road_joins: 0.1,
        city_joins: 0.2,
        patience: 0.8,
        comes_back: 3.2,
        far_cell: 0.48,
        expansions: ExpansionWeights { abbot, wheel, ..usual.expansions },
        ..usual
    }
}

const SECTORS: usize = Sector::ALL.len();

/// Expected stops of the pig, by distance in sectors ahead of it; a full round is distance 0.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
struct Stops {
    /// Probability that it ever stops there, discounted by the number of moves until then.
    reach: [f32; SECTORS],
    /// Expected number of stops there.
    visits: [f32; SECTORS],
    /// Expected number of stops there, discounted by the number of moves until then.
    soon: [f32; SECTORS],
}

impl Stops {
    /// Discount per move for a figure that stays until the pig stops.
    const PATIENCE: f32 = 0.95;
    /// Discount per move for a figure that may have left by then.
    const STAY: f32 = 0.75;

    /// Computes the stops for the numbers of remaining icons of 1, 2 and 3 (WHEEL-3).
    fn of(icons: [u8; 3]) -> Stops {
        let all: f32 = icons.iter().map(|&count| f32::from(count)).sum();
        let moved = |places: [f32; SECTORS]| {
            let mut next = [0.0; SECTORS];
            for (at, share) in places.iter().enumerate() {
                for (icon, &count) in icons.iter().enumerate() {
                    next[(at + icon + 1) % SECTORS] += share * f32::from(count) / all;
                }
            }
            next
        };
        let start = core::array::from_fn(|at| if at == 0 { 1.0 } else { 0.0 });
        let (mut stops, mut places) = (Stops::default(), start);
        let mut ways = [start; SECTORS];
        let (mut patience, mut stay) = (1.0, 1.0);
        for _ in 0..all as u32 {
            places = moved(places);
            patience *= Stops::PATIENCE;
            stay *= Stops::STAY;
            for (target, way) in ways.iter_mut().enumerate() {
                stops.visits[target] += places[target];
                stops.soon[target] += stay * places[target];
                *way = moved(*way);
                // The first stop returns the figure to its supply.
                let stop = core::mem::take(&mut way[target]);
                stops.reach[target] += patience * stop;
            }
        }
        stops
    }
}

/// The pig and the expected gain from its stops.
#[derive(Clone, Debug, Default)]
pub(super) struct Pig {
    /// Number of icons of 1, 2 and 3 in the bag.
    icons: [u8; 3],
    /// Direct-mapped cache of computed stops, indexed by [`Pig::slot`]; empty until the first game
    /// with a wheel.
    known: Vec<([u8; 3], Stops)>,
    /// Discounted probability that it stops on each sector.
    reach: [f32; SECTORS],
}

impl Pig {
    /// Adds `more` tiles with this icon, with wrapping arithmetic.
    #[inline]
    pub(super) fn count(&mut self, icon: u8, more: u8) {
        if let Some(count) = usize::from(icon).checked_sub(1).and_then(|at| self.icons.get_mut(at))
        {
            *count = count.wrapping_add(more);
        }
    }

    /// Size of the cache.
    const SLOTS: usize = 512;

    /// Returns the cache slot for `icons`. Eight consecutive counts of each icon, more than a
    /// search encounters, map to distinct slots.
    fn slot(icons: [u8; 3]) -> usize {
        icons.iter().fold(0, |slot, &count| slot << 3 | usize::from(count & 7))
    }

    /// Returns the expected stops, from the cache if possible.
    fn stops(&mut self) -> Stops {
        if self.known.is_empty() {
            // The initial entries are valid: without icons there are no stops.
            self.known.resize(Pig::SLOTS, ([0; 3], Stops::default()));
        }
        let (icons, stops) = &mut self.known[Pig::slot(self.icons)];
        if *icons != self.icons {
            (*icons, *stops) = (self.icons, Stops::of(self.icons));
        }
        *stops
    }

    /// Computes the expected gains for the current position of the pig.
    #[inline]
    pub(super) fn prepare(&mut self, weights: &Weights, game: &Land) -> Bonus {
        let Some(wheel) = game.wheel() else { return Bonus::default() };
        let weights = &weights.expansions.wheel;
        let stops = self.stops();
        let ahead = |sector: Sector| (sector as usize + SECTORS - wheel.pig() as usize) % SECTORS;
        self.reach = Sector::ALL.map(|sector| stops.reach[ahead(sector)]);
        Bonus {
            // WHEEL-TAX
            knight: weights.tax * stops.soon[ahead(Sector::Tax)],
            // WHEEL-FAMINE
            farmer: weights.famine * stops.visits[ahead(Sector::Famine)],
            // WHEEL-STORM
            supply: weights.storm * stops.soon[ahead(Sector::Storm)],
            // WHEEL-INQUISITION
            monk: 2.0 * weights.inquisition * stops.soon[ahead(Sector::Inquisition)],
        }
    }
}

/// Meeples on the crown spaces.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Crowns {
    is_there: bool,
    /// Bit set of the occupied spaces.
    taken: u16,
    /// Meeples on each sector, by owner.
    figures: [BySeat<u8>; SECTORS],
}

impl Crowns {
    #[inline]
    pub(super) fn of(game: &Land) -> Crowns {
        let mut crowns = Crowns::default();
        if game.wheel().is_some() {
            crowns.is_there = true;
            for figure in game.board().figures() {
                if let FigureSpot::Piece(CROWN, space) = figure.spot
                    && let Some(sector) = Sector::of_space(space)
                {
                    crowns.taken |= 1 << space;
                    crowns.figures[sector as usize][figure.seat] += 1;
                }
            }
        }
        crowns
    }

    /// Adds the expected value of the meeples on crown spaces.
    #[inline]
    pub(super) fn credit(&self, weights: &Weights, odds: &Odds, values: &mut BySeat<f32>) {
        if self.taken != 0 {
            for sector in Sector::ALL {
                let figures = &self.figures[sector as usize];
                self.credit_sector(weights, odds, sector, figures, 1.0, values);
            }
        }
    }

    /// WHEEL-CROWN-2, WHEEL-CROWN-3: a single meeple on a sector with two spaces scores double.
    fn credit_sector(
        &self,
        weights: &Weights,
        odds: &Odds,
        sector: Sector,
        figures: &BySeat<u8>,
        sign: f32,
        values: &mut BySeat<f32>,
    ) {
        let all: u8 = figures.0.iter().sum();
        let points = if all == 1 && sector.crowns().len() == 2 { 6.0 } else { 3.0 };
        // WHEEL-CROWN-4: the meeple then returns to the supply.
        let each = odds.expansions.wheel.reach[sector as usize]
            * (weights.expansions.wheel.crown * points + weights.comes_back * odds.urgency);
        for (value, &count) in values.0.iter_mut().zip(&figures.0) {
            *value += sign * f32::from(count) * each;
        }
    }

    /// Returns the deployment to a free space of each sector (WHEEL-CROWN-1) and the change each
    /// makes, without the cost of the meeple.
    pub(super) fn steps(&self, weights: &Weights, odds: &Odds, seat: Seat) -> SpaceSteps {
        let mut steps = SpaceSteps::new();
        for sector in Sector::ALL.into_iter().filter(|_| self.is_there) {
            let Some(space) = sector.crowns().find(|space| self.taken >> space & 1 == 0) else {
                continue;
            };
            let (mut change, mut figures) = (BySeat::splat(0.0), self.figures[sector as usize]);
            self.credit_sector(weights, odds, sector, &figures, -1.0, &mut change);
            figures[seat] += 1;
            self.credit_sector(weights, odds, sector, &figures, 1.0, &mut change);
            let (figure, target) = (FigureKind::MEEPLE, Target::Space(CROWN, space));
            steps.push((Action::Deploy { figure, target }, change));
        }
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pig_stops_where_the_icons_send_it() {
        // WHEEL-4: a single icon of 2 moves it two sectors ahead.
        let stops = Stops::of([0, 1, 0]);
        assert_eq!(stops.visits, [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
        assert_eq!(stops.reach[2], Stops::PATIENCE);
        // Three of them: a full round, so that the third stop is its own sector.
        let stops = Stops::of([0, 3, 0]);
        assert_eq!(stops.visits, [1.0, 0.0, 1.0, 0.0, 1.0, 0.0]);
        let stops = Stops::of([7, 6, 6]);
        let all: f32 = stops.visits.iter().sum();
        assert!((all - 19.0).abs() < 1e-3, "{all} stops");
        assert!(stops.reach.iter().all(|&chance| chance < 1.0));
        // WHEEL-4: without icons it does not move.
        assert_eq!(Stops::of([0; 3]), Stops::default());
    }

    #[test]
    fn a_second_crown_meeple_halves_the_first() {
        // WHEEL-CROWN-3
        let mut weights = Weights::default();
        weights.expansions.wheel.crown = 1.0;
        let mut odds = Odds::default();
        odds.expansions.wheel.reach = [1.0; SECTORS];
        let mut crowns = Crowns { is_there: true, ..Crowns::default() };
        let [first, second] = [Seat::FIRST, Seat::FIRST.next(2)];
        let tax =
            |crowns: &Crowns, seat| crowns.steps(&weights, &odds, seat)[Sector::Tax as usize].1;
        assert_eq!(tax(&crowns, first)[first], 6.0);
        crowns.figures[Sector::Tax as usize][first] = 1;
        crowns.taken = 1 << 1;
        assert_eq!(tax(&crowns, second)[first], -3.0);
        assert_eq!(tax(&crowns, second)[second], 3.0);
        assert_eq!(tax(&crowns, first)[first], 0.0, "also when both are one player's");
    }
}
