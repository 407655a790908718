//! Near-ties: turns that short rollouts do not separate are compared by longer ones.
//!
//! A short rollout has little variance, but the evaluation after it has errors that more rollouts do
//! not reduce. A longer one has smaller errors and a larger variance. Both estimates of the distance
//! to the leader are weighted by their precision.

use bastide::Seat;

use super::{Arm, Strong, deficit, sort};
use crate::clock::Clock;
use crate::math;

/// Number of long rollouts between two comparisons.
const BATCH: u64 = 16;

/// Number of long rollouts of each candidate without which the leader of the short ones is chosen:
/// the noise of fewer is larger than the error of short rollouts, and not well known.
const LEAST: u64 = 96;

impl Strong {
    /// Returns the best of all candidates after spending the rest of the budget on near-ties. The
    /// first one is the leader of the short rollouts.
    pub(super) fn settle(&mut self, mut arms: Vec<Arm>, seat: Seat, clock: &Clock) -> Arm {
        let mut near = arms.split_off(1);
        let mut leader = arms.swap_remove(0);
        let bias = self.options.bias;
        near.retain(|arm| {
            let (mean, error) = deficit(&leader.results, &arm.results);
            arm.results.len() > 1 && mean < 2.0 * (error * error + bias * bias).sqrt()
        });
        sort(&mut near, self.options.trust);
        near.truncate(self.options.finals.saturating_sub(1));
        let seed = self.dice.below_u64(u64::MAX);
        if near.is_empty() || clock.spent(self.planner.effort()) >= 1.0 {
            return leader;
        }
        // The first long rollout shows how many candidates the rest of the budget can compare.
        let before = clock.spent(self.planner.effort());
        let (value, _) = self.rollout(&leader.start, seat, self.options.long, seed, 0);
        leader.ends.push(value);
        let cost = clock.spent(self.planner.effort()) - before;
        // A negative quotient becomes zero, an infinite one the largest number.
        let most = ((1.0 - before) / (LEAST as f32 * cost)) as usize;
        near.truncate(most.saturating_sub(1));
        let mut number = 0;
        'search: while !near.is_empty() {
            for arm in core::iter::once(&mut leader).chain(&mut near) {
                if arm.ends.len() as u64 > number {
                    continue;
                }
                if clock.spent(self.planner.effort()) >= 1.0 {
                    // Comparisons ignore the results of an incomplete round.
                    break 'search;
                }
                let (value, _) = self.rollout(&arm.start, seat, self.options.long, seed, number);
                arm.ends.push(value);
            }
            number += 1;
            if number.is_multiple_of(BATCH) {
                let options = &self.options;
                near.retain(|arm| {
                    let (mean, error) = distance(&leader, arm, bias);
                    mean <= options.clear * error && 2.0 * error - mean > options.enough
                });
                // A single candidate that is clearly better has won.
                if let ([arm], LEAST..) = (&near[..], number) {
                    let (mean, error) = distance(&leader, arm, bias);
                    if -mean > options.clear * error {
                        break;
                    }
                }
            }
        }
        if number < LEAST {
            return leader;
        }
        let behind = |arm: &Arm| distance(&leader, arm, bias).0;
        let best = near.into_iter().min_by(|a, b| math::compare(behind(a), behind(b)));
        match best {
            Some(best) if behind(&best) < 0.0 => best,
            Some(_) | None => leader,
        }
    }
}

/// Returns the estimated distance of a candidate behind the leader, and its standard error.
fn distance(leader: &Arm, arm: &Arm, bias: f32) -> (f32, f32) {
    let (short, error) = deficit(&leader.results, &arm.results);
    let (long, noise) = deficit(&leader.ends, &arm.ends);
    let short_weight = 1.0 / (error * error + bias * bias).max(0.0001);
    let long_weight = 1.0 / (noise * noise).max(0.0001);
    let weight = short_weight + long_weight;
    ((short_weight * short + long_weight * long) / weight, 1.0 / weight.sqrt())
}
