//! Evaluation of positions, in expected final points of each seat.

mod land;
mod stronghold;

use bastide::{AnyGame, BySeat, Game, Seat};

pub use land::*;
pub use stronghold::StrongholdWeights;

/// Evaluates positions; caches data shared by many positions.
///
/// ```
/// use bastide::{AnyGame, Game, LandRules, Seat, Setup};
/// use bastide_bots::Evaluator;
/// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// for token in ["DV", "P1,0r0", "M0"] {
///     game.play(game.notation().parse(token)?)?;
/// }
/// let mut evaluator = Evaluator::default();
/// evaluator.prepare(&game);
/// let [first, second] = [Seat::FIRST, Seat::FIRST.next(2)].map(|seat| evaluator.lead(&game, seat));
/// assert_eq!(first, -second);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Evaluator {
    land: land::LandEval,
    stronghold: stronghold::StrongholdEval,
}

impl Default for Evaluator {
    fn default() -> Evaluator {
        Evaluator::new(Character::default())
    }
}

impl Evaluator {
    /// Creates an evaluator with the weights of `character`.
    pub fn new(character: Character) -> Evaluator {
        Evaluator {
            land: land::LandEval::new(character),
            stronghold: stronghold::StrongholdEval::new(StrongholdWeights::default()),
        }
    }

    /// Replaces the weights for Stronghold.
    #[must_use]
    pub fn with_stronghold(self, weights: StrongholdWeights) -> Evaluator {
        Evaluator { stronghold: stronghold::StrongholdEval::new(weights), ..self }
    }

    /// Updates the cached data. Must be called when tiles have been drawn since the last position.
    pub fn prepare(&mut self, game: &AnyGame) {
        // All searches come here for every few positions.
        crate::stop::check();
        match game {
            AnyGame::Land(land) => self.land.prepare(land),
            AnyGame::Stronghold(game) => self.stronghold.prepare(game),
        }
    }

    /// Returns true if the turns of this position are evaluated by the changes they make, without
    /// playing them, which is many times as fast. Must be called after [`Evaluator::prepare`].
    pub fn is_incremental(&self, game: &AnyGame) -> bool {
        match game {
            AnyGame::Land(land) => self.land.is_incremental(land),
            AnyGame::Stronghold(_) => false,
        }
    }

    pub(crate) fn land(&mut self) -> &mut land::LandEval {
        &mut self.land
    }

    /// Returns the expected final points of each seat.
    pub fn values(&mut self, game: &AnyGame) -> BySeat<f32> {
        match game {
            AnyGame::Land(land) => self.land.values(land),
            AnyGame::Stronghold(game) => self.stronghold.values(game),
        }
    }

    /// Returns the expected lead of `seat`: its points minus those of the best opponent.
    pub fn lead(&mut self, game: &AnyGame, seat: Seat) -> f32 {
        lead(&self.values(game), game.seats(), seat)
    }
}

/// Returns the points of `seat` minus those of the best opponent.
pub fn lead(values: &BySeat<f32>, seats: u8, seat: Seat) -> f32 {
    values[seat] - best_opponent(values, seats, seat)
}

/// Returns the points of the best opponent of `seat`.
pub(crate) fn best_opponent(values: &BySeat<f32>, seats: u8, seat: Seat) -> f32 {
    let others = values.iter(seats).filter(|&(other, _)| other != seat);
    others.map(|(_, &value)| value).fold(f32::MIN, f32::max)
}
