//! A small fast generator for bots and simulations. Never for dealing in a
//! real game: fair draws come from `bastide-host`.

/// SplitMix64: tiny, quick, and every stream of every seed is different.
#[derive(Clone, Debug)]
pub(crate) struct Dice(u64);

impl Dice {
    /// The dice of a stream: game number, seat, whatever must not be alike.
    pub(crate) fn new(seed: u64, stream: u64) -> Dice {
        let mut outer = Dice(seed);
        let base = outer.next();
        Dice(base ^ Dice(stream).next())
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `n`. The bias is below `n` in 2⁶⁴: nothing one could
    /// ever measure.
    #[inline]
    pub(crate) fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
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
