//! A small, fast random number generator for bots, simulations and tests. Not for dealing real
//! games: fair draws come from a [`Dealer`](crate::Dealer).

use bastide::{Action, Actor, Game};

/// A SplitMix64 generator. Different seeds and streams give different sequences.
///
/// ```
/// use bastide::{AnyGame, Game, LandRules, Setup};
/// use bastide_host::Dice;
/// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// let (mut dice, mut actions) = (Dice::new(1, 0), Vec::new());
/// while let Some(action) = dice.act(&game, &mut actions) {
///     game.play_unchecked(action);
/// }
/// assert!(game.is_over());
/// # Ok::<(), bastide::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Creates the generator for a seed and a stream, such as a game number or a seat.
    pub fn new(seed: u64, stream: u64) -> Dice {
        Dice(Dice(seed).roll() ^ Dice(stream).roll())
    }

    /// Returns the state, from which [`Dice::from_state`] continues the sequence.
    pub fn state(&self) -> u64 {
        self.0
    }

    /// Continues the sequence of a generator that had this state.
    pub fn from_state(state: u64) -> Dice {
        Dice(state)
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a number less than `n`. The bias is less than `n` in 2⁶⁴, which is negligible.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        self.below_u64(n as u64) as usize
    }

    /// Returns a number less than `n`, like [`Dice::below`], for limits that may exceed `usize`.
    #[inline]
    pub fn below_u64(&mut self, n: u64) -> u64 {
        ((u128::from(self.roll()) * u128::from(n)) >> 64) as u64
    }

    /// Returns a random element of `from`.
    ///
    /// # Panics
    /// Panics if `from` is empty.
    #[inline]
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Returns a random chance action: a token to be revealed or a tile to be drawn, with all cases
    /// equally likely. Does not allocate.
    ///
    /// # Panics
    /// Panics if chance is not to act.
    #[inline]
    pub fn chance(&mut self, game: &impl Game) -> Action {
        let n = self.below(game.chance_count() as usize) as u32;
        game.nth_chance(n).expect("chance is to act").0
    }

    /// Returns the next action of random play: a uniform draw or a uniform legal action, or `None`
    /// if the game is over. On return, `actions` contains the legal actions.
    pub fn act(&mut self, game: &impl Game, actions: &mut Vec<Action>) -> Option<Action> {
        actions.clear();
        match game.to_act() {
            Actor::Nobody => None,
            Actor::Chance => {
                game.legal_actions(actions);
                Some(self.chance(game))
            }
            Actor::Seat(_) => {
                game.legal_actions(actions);
                Some(self.pick(actions))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_differ_and_repeat() {
        let roll = |seed, stream| {
            let mut dice = Dice::new(seed, stream);
            (0..8).map(|_| dice.below(1000)).collect::<Vec<_>>()
        };
        assert_eq!(roll(7, 0), roll(7, 0));
        assert_ne!(roll(7, 0), roll(7, 1));
        assert_ne!(roll(7, 0), roll(8, 0));
    }

    #[test]
    fn a_state_continues_the_sequence() {
        let mut dice = Dice::new(7, 3);
        dice.below(1000);
        let mut copy = Dice::from_state(dice.state());
        let roll = |dice: &mut Dice| (0..8).map(|_| dice.below(1000)).collect::<Vec<_>>();
        assert_eq!(roll(&mut dice), roll(&mut copy));
        assert_eq!(dice.state(), copy.state());
    }

    #[test]
    fn all_faces_are_equally_likely() {
        let mut dice = Dice::new(1, 1);
        let mut faces = [0u32; 6];
        (0..60_000).for_each(|_| faces[dice.below(6)] += 1);
        assert!(faces.iter().all(|n| (9_500..10_500).contains(n)), "{faces:?}");
    }
}
