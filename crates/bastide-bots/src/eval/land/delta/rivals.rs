//! Contests after a placement: those it changes, those it begins, and those that a new figure enters.

use bastide::{BySeat, Edge, Seat, SegmentId, Terrain};

use super::{Delta, Eye, NO_GROUP, Span};
use crate::eval::land::contests::{Claim, JoinOdds, Pair};

/// A claimed feature that one tile would join with an unclaimed feature of the placed tile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rivalry {
    /// Index of the group of the unclaimed feature.
    group: u8,
    other: Claim,
    odds: JoinOdds,
}

impl<S: Span> Delta<S> {
    /// Updates the contests of all features that the placement affects.
    pub(super) fn judge_contests(&mut self, eye: &Eye<'_>) {
        let mut left = self.contests;
        while left != 0 {
            let contest = &eye.analysis.contests[left.trailing_zeros() as usize];
            left &= left - 1;
            if contest.is_live {
                for (value, less) in self.values.0.iter_mut().zip(contest.swing.0) {
                    *value -= less;
                }
            }
            if contest.gap == self.gap {
                continue;
            }
            let mut odds = contest.odds;
            if contest.gap & self.near != 0 {
                for beside in &self.beside {
                    if beside.gap == contest.gap {
                        odds = eye.odds.joining(eye.board, beside.code, contest.pair);
                    }
                }
            }
            let [a, b] = contest.roots.map(|root| self.claim(eye, root));
            self.settle(a, b, odds);
        }
        if self.near != 0 {
            self.find_contests(eye);
        }
    }

    /// Adds the contests between features of the tile and others at neighbouring openings.
    fn find_contests(&mut self, eye: &Eye<'_>) {
        for edge in Edge::ALL {
            let beside = self.beside[edge as usize];
            let slot = self.side_slots[edge as usize];
            if beside.gap == 0 || slot == NO_GROUP {
                continue;
            }
            let own = self.group_of[usize::from(slot)];
            let gap = &eye.analysis.gaps[beside.gap.trailing_zeros() as usize];
            let back = edge.opposite();
            for other in Edge::ALL {
                let Some(root) = gap.lines[other as usize] else { continue };
                if beside.code.class(other) != beside.code.class(back) {
                    continue;
                }
                let odds = eye.odds.joining(eye.board, beside.code, Pair::of(back, other));
                let (of_other, claim) = self.claim(eye, root);
                self.settle((own, self.claim_of_group(own)), (of_other, claim), odds);
            }
        }
    }

    /// Updates the contests of fields.
    pub(super) fn judge_field_contests(&mut self, eye: &Eye<'_>) {
        for contest in &eye.analysis.field_contests {
            if contest.bits & (self.met_farms | self.touched_farms) == 0 {
                continue;
            }
            for (value, less) in self.values.0.iter_mut().zip(contest.swing.0) {
                *value -= less;
            }
            if contest.bits & self.met_farms == 0 {
                let [a, b] = contest.farms.map(|at| self.farm_claim(eye, usize::from(at)));
                a.contest(&b, contest.odds, &mut self.values);
            }
        }
        if eye.analysis.farms.is_empty() {
            return;
        }
        for slot in 0..self.groups.len() as u8 {
            if self.is_field(slot) {
                let group = &self.groups[usize::from(slot)];
                // The openings it can be next to: most placements are far from all farms.
                let all = group.gaps | if group.sides == 0 { 0 } else { self.near };
                if all & eye.analysis.farm_gaps != 0 {
                    self.meet_farms(eye, slot, self.field_gaps(slot));
                }
                if self.met_farms != 0 && slot > 0 && all != 0 {
                    self.meet_fields(eye, slot, self.field_gaps(slot));
                }
            }
        }
    }

    /// Adds the contests of the field in `slot` with farms that the tile does not join.
    #[inline]
    fn meet_farms(&mut self, eye: &Eye<'_>, slot: u8, gaps: u128) {
        for (at, farm) in eye.analysis.farms.iter().enumerate() {
            let shared = farm.gaps & gaps;
            if shared != 0 && self.met_farms >> at & 1 == 0 {
                let (own, other) = (self.claim_of_group(slot), self.farm_claim(eye, at));
                let odds = eye.odds.joining_fields(shared);
                self.settle((slot, own), (NO_GROUP, other), odds);
            }
        }
    }

    /// Returns the claim of a farm that the tile does not join.
    #[inline]
    fn farm_claim(&self, eye: &Eye<'_>, at: usize) -> Claim {
        let mut claim = eye.analysis.farms[at].claim;
        if let Some(&(_, more)) = self.farm_more.iter().find(|&&(farm, _)| usize::from(farm) == at)
        {
            claim.hope.worth += more;
        }
        claim
    }

    /// Adds the contests of the field in `slot` with other fields of the tile.
    #[inline]
    fn meet_fields(&mut self, eye: &Eye<'_>, slot: u8, gaps: u128) {
        for other in 0..slot {
            if self.is_field(other) {
                let shared = self.field_gaps(other) & gaps;
                if shared != 0 {
                    let [a, b] = [slot, other].map(|slot| (slot, self.claim_of_group(slot)));
                    self.settle(a, b, eye.odds.joining_fields(shared));
                }
            }
        }
    }

    /// Returns true if `slot` represents a field.
    #[inline]
    fn is_field(&self, slot: u8) -> bool {
        let at = usize::from(slot);
        self.groups[at].terrain == Terrain::Field && self.group_of[at] == slot
    }

    /// Returns the openings at which the field in `slot` has a whole side.
    #[inline]
    fn field_gaps(&self, slot: u8) -> u128 {
        let group = &self.groups[usize::from(slot)];
        let mut gaps = group.gaps & !self.gap;
        for (side, beside) in self.beside.iter().enumerate() {
            if group.sides >> side & 1 == 1 {
                gaps |= beside.gap;
            }
        }
        gaps
    }

    /// Returns the group that a feature has become part of, or `NO_GROUP`, and its claim after the
    /// placement.
    #[inline]
    fn claim(&self, eye: &Eye<'_>, root: SegmentId) -> (u8, Claim) {
        if let Some(&(_, slot)) = self.met.iter().find(|&&(met, _)| met == root) {
            let group = self.group_of[usize::from(slot)];
            return (group, self.claim_of_group(group));
        }
        let touched = self.touched.iter().find(|&&(touched, _)| touched == root);
        let hope = touched.map_or_else(|| eye.analysis.note(root).hope, |&(_, hope)| hope);
        (NO_GROUP, Claim { strength: eye.board.feature(root).strength, hope })
    }

    #[inline]
    fn claim_of_group(&self, group: u8) -> Claim {
        let group = &self.groups[usize::from(group)];
        Claim { strength: group.figures, hope: group.hope }
    }

    /// Adds the expected change by a contest, or notes that a new figure can enter it.
    #[inline]
    fn settle(&mut self, (of_a, a): (u8, Claim), (of_b, b): (u8, Claim), odds: JoinOdds) {
        if of_a == of_b && of_a != NO_GROUP {
            return;
        }
        match (a.is_made(), b.is_made()) {
            (true, true) => a.contest(&b, odds, &mut self.values),
            _ if !self.can_enter => {}
            (false, true) if of_a != NO_GROUP => {
                let _ = self.rivals.try_push(Rivalry { group: of_a, other: b, odds });
            }
            (true, false) if of_b != NO_GROUP => {
                let _ = self.rivals.try_push(Rivalry { group: of_b, other: a, odds });
            }
            _ => {}
        }
    }

    /// Adds the expected changes by the contests that a new figure of a seat in `group` enters; it
    /// counts as `count` figures.
    #[inline]
    pub(super) fn enter_contests(
        &self,
        group: u8,
        (seat, count): (Seat, u8),
        values: &mut BySeat<f32>,
    ) {
        for rival in &self.rivals {
            if rival.group == group {
                let mut strength = BySeat::splat(0);
                strength[seat] = count;
                let hope = self.groups[usize::from(group)].hope;
                Claim { strength, hope }.contest(&rival.other, rival.odds, values);
            }
        }
    }
}

/// Returns true for terrains whose features are contested side by side.
#[inline]
pub(super) fn is_line(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Road | Terrain::City)
}
