//! Contests: two roads, cities or fields at the same opening. One tile can join them, and the
//! majority in the joined feature then takes the points of both.

use bastide::{Board, BySeat, Code, Edge, Seat, SegmentId};

use super::analysis::Hope;
use super::odds::Odds;

/// Maximum number of contests of a board; only large boards could have more.
const MOST: usize = 128;

/// Two sides of an opening, as an index into tables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair(u8);

impl Pair {
    /// All pairs of different sides, in the order of their indices.
    pub(super) const ALL: [(Edge, Edge); 6] = [
        (Edge::ALL[0], Edge::ALL[1]),
        (Edge::ALL[0], Edge::ALL[2]),
        (Edge::ALL[0], Edge::ALL[3]),
        (Edge::ALL[1], Edge::ALL[2]),
        (Edge::ALL[1], Edge::ALL[3]),
        (Edge::ALL[2], Edge::ALL[3]),
    ];

    /// Returns the pair of two different sides.
    #[inline]
    pub(super) fn of(a: Edge, b: Edge) -> Pair {
        const INDEX: [[u8; 4]; 4] = [[0, 0, 1, 2], [0, 0, 3, 4], [1, 3, 0, 5], [2, 4, 5, 0]];
        Pair(INDEX[a as usize][b as usize])
    }

    #[inline]
    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Two features that end at the same opening.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contest {
    pub(super) roots: [SegmentId; 2],
    /// Bit of the opening.
    pub(super) gap: u128,
    pub(super) pair: Pair,
    pub(super) odds: JoinOdds,
    /// True if both features are claimed.
    pub(super) is_live: bool,
    /// Expected change for each seat, included in the values if it is live.
    pub(super) swing: BySeat<f32>,
}

/// Probabilities of an opening between two features.
#[derive(Clone, Copy, Debug)]
pub(super) struct JoinOdds {
    /// That a tile joins them.
    pub(super) join: f32,
    /// That the opening is filled, as assumed in the expected values of both; 0 for fields, which
    /// are not completed.
    pub(super) fill: f32,
}

/// Figures on a feature and the points they compete for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim {
    pub(super) strength: BySeat<u8>,
    pub(super) hope: Hope,
}

impl Claim {
    /// Returns true if there are figures on the feature.
    #[inline]
    pub(super) fn is_made(&self) -> bool {
        self.strength != BySeat::splat(0)
    }

    /// Adds the expected change that the join of two claimed features makes for each seat.
    #[inline]
    pub(super) fn contest(&self, other: &Claim, odds: JoinOdds, values: &mut BySeat<f32>) {
        if odds.join == 0.0 {
            return;
        }
        let (a, b) = (&self.strength.0, &other.strength.0);
        let both: [u8; Seat::MOST] = core::array::from_fn(|at| a[at] + b[at]);
        let most = |of: &[u8; Seat::MOST]| of.iter().copied().max().unwrap_or(0);
        let (most_a, most_b, most_both) = (most(a), most(b), most(&both));
        let of_both = odds.join * self.hope.joined(&other.hope, odds.fill);
        let (of_a, of_b) = (odds.join * self.hope.worth, odds.join * other.hope.worth);
        for (at, value) in values.0.iter_mut().enumerate() {
            if both[at] == 0 {
                continue;
            }
            let mut swing = if both[at] == most_both { of_both } else { 0.0 };
            if a[at] == most_a {
                swing -= of_a;
            }
            if b[at] == most_b {
                swing -= of_b;
            }
            *value += swing;
        }
    }
}

/// Two claimed fields with whole sides at the same opening.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldContest {
    /// Indices of the two farms, and their bits.
    pub(super) farms: [u8; 2],
    pub(super) bits: u64,
    pub(super) odds: JoinOdds,
    /// Expected change for each seat, included in the values.
    pub(super) swing: BySeat<f32>,
}

/// Appends the contests of an opening and returns the bits of those of each side.
pub(super) fn find(
    contests: &mut Vec<Contest>,
    odds: &Odds,
    board: &Board,
    code: Code,
    lines: &[Option<SegmentId>; 4],
    gap: u128,
) -> [u128; 4] {
    let mut of_side = [0; 4];
    for (first, second) in Pair::ALL {
        let [a, b] = [first, second].map(|edge| lines[edge as usize]);
        let (Some(a), Some(b)) = (a, b) else { continue };
        if a == b || code.class(first) != code.class(second) || contests.len() == MOST {
            continue;
        }
        let bit = 1 << contests.len();
        of_side[first as usize] |= bit;
        of_side[second as usize] |= bit;
        let pair = Pair::of(first, second);
        let odds = odds.joining(board, code, pair);
        let (is_live, swing) = (false, BySeat::splat(0.0));
        contests.push(Contest { roots: [a, b], gap, pair, odds, is_live, swing });
    }
    of_side
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_numbered_in_order() {
        for (index, (a, b)) in Pair::ALL.into_iter().enumerate() {
            assert_eq!(Pair::of(a, b).index(), index);
            assert_eq!(Pair::of(b, a).index(), index);
        }
    }

    #[test]
    fn a_contest_is_won_by_the_majority() {
        let claim = |first, second, worth| {
            let mut strength = BySeat::splat(0);
            strength.0[..2].copy_from_slice(&[first, second]);
            Claim { strength, hope: Hope { worth, ..Hope::default() } }
        };
        let swing = |a: Claim, b: Claim, fill| {
            let mut values = BySeat::splat(0.0);
            a.contest(&b, JoinOdds { join: 0.5, fill }, &mut values);
            [values.0[0], values.0[1]]
        };
        // A share: each seat gains the feature of the other.
        assert_eq!(swing(claim(1, 0, 10.0), claim(0, 1, 4.0), 1.0), [2.0, 5.0]);
        // A takeover of a shared feature.
        assert_eq!(swing(claim(1, 1, 10.0), claim(0, 1, 4.0), 1.0), [-5.0, 0.0]);
        // A figure that is outnumbered anyway.
        assert_eq!(swing(claim(2, 0, 10.0), claim(0, 1, 4.0), 1.0), [2.0, -2.0]);
        // Fields: a share, and a second farmer that turns it into a takeover.
        assert_eq!(swing(claim(1, 0, 9.0), claim(0, 1, 6.0), 0.0), [1.5, 3.0]);
        assert_eq!(swing(claim(2, 0, 9.0), claim(0, 1, 6.0), 0.0), [1.5, -3.0]);
        // Both features have the same owner.
        assert_eq!(swing(claim(1, 0, 10.0), claim(1, 0, 4.0), 1.0), [0.0, 0.0]);
    }

    /// With more players a contest between two of them changes nothing for the others, and a third
    /// player may take a feature that two share.
    #[test]
    fn threats_come_from_every_seat() {
        let claim = |figures: [u8; 4], worth| {
            let mut strength = BySeat::splat(0);
            strength.0[..4].copy_from_slice(&figures);
            Claim { strength, hope: Hope { worth, ..Hope::default() } }
        };
        let swing = |a: Claim, b: Claim| {
            let mut values = BySeat::splat(0.0);
            a.contest(&b, JoinOdds { join: 0.5, fill: 1.0 }, &mut values);
            [values.0[0], values.0[1], values.0[2], values.0[3]]
        };
        let shared = claim([0, 1, 1, 0], 10.0);
        assert_eq!(swing(shared, claim([0, 0, 0, 2], 4.0)), [0.0, -5.0, -5.0, 5.0]);
        assert_eq!(swing(shared, claim([0, 0, 0, 1], 4.0)), [0.0, 2.0, 2.0, 5.0]);
        assert_eq!(swing(shared, claim([0, 0, 1, 0], 4.0)), [0.0, -5.0, 0.0, 0.0]);
    }
}
