//! A small fast generator for bots, simulations and tests. Never for dealing
//! a real game: fair draws come from a [`Dealer`](crate::Dealer).

use bastide::{Action, Actor, AnyGame, Game, WallToken};

/// SplitMix64: tiny, quick, and every stream of every seed is different.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// The dice of a stream: game number, seat, whatever must not be alike.
    pub fn new(seed: u64, stream: u64) -> Dice {
        Dice(Dice(seed).roll() ^ Dice(stream).roll())
    }

    fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n`. The bias is below `n` in 2⁶⁴: nothing one could
    /// ever measure.
    #[inline]
    pub fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.roll()) * n as u128) >> 64) as usize
    }

    /// One of these.
    ///
    /// # Panics
    /// If there are none.
    #[inline]
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// What chance does now: a token that turns up or a tile that is drawn,
    /// each of the ways equally likely. Nothing is allocated.
    ///
    /// # Panics
    /// If chance is not to act.
    #[inline]
    pub fn chance(&mut self, game: &AnyGame) -> Action {
        if let AnyGame::Stronghold(stronghold) = game
            && stronghold.revealing().is_some()
        {
            let ways = |(_, ways): (WallToken, u8)| usize::from(ways);
            let mut at = self.below(stronghold.unseen_tokens().map(ways).sum());
            for (token, ways) in stronghold.unseen_tokens() {
                match at.checked_sub(usize::from(ways)) {
                    Some(rest) => at = rest,
                    None => return Action::Reveal(token),
                }
            }
        }
        let at = self.below(game.bag().next_left() as usize) as u32;
        Action::Draw(game.bag().nth(at).expect("chance acts only while tiles are left"))
    }

    /// What happens next in a game of chance and random play: a uniform draw
    /// or a uniform legal action; nothing once it is over. `actions` is left
    /// holding what was legal.
    pub fn act(&mut self, game: &AnyGame, actions: &mut Vec<Action>) -> Option<Action> {
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
    fn every_face_comes_up_about_as_often() {
        let mut dice = Dice::new(1, 1);
        let mut faces = [0u32; 6];
        (0..60_000).for_each(|_| faces[dice.below(6)] += 1);
        assert!(faces.iter().all(|n| (9_500..10_500).contains(n)), "{faces:?}");
    }
}
