//! Figure actions after a placement, and their effect on the evaluation.

use bastide::{Action, BySeat, FigureKind, Game, PieceKind, Seat, SegmentIndex, Target, Terrain};

use super::buildings::Built;
use super::{Delta, Eye, Span};
use crate::eval::land::analysis::{Around, Hope, free};

impl<S: Span> Delta<S> {
    /// Calls `found` with every figure action.
    pub(super) fn each_step(
        &self,
        eye: &Eye<'_>,
        built: Built,
        mut found: impl FnMut(Action, &BySeat<f32>),
    ) {
        found(Action::Pass, &self.values);
        let seat = eye.game.turn();
        let meeple_cost = self.meeple_cost(eye, seat);
        self.each_on_tile(eye, built, meeple_cost, &mut found);
        if let Some(cost) = meeple_cost {
            for &(step, change) in &eye.spaces {
                let mut values = self.values;
                values.0.iter_mut().zip(change.0).for_each(|(value, more)| *value += more);
                values[seat] -= cost;
                found(step, &values);
            }
        }
        self.each_special_step(eye, built, meeple_cost, &mut found);
    }

    /// Returns the cost of using a free meeple, or `None` if there is none. MEEPLE-8: meeples
    /// returned this turn can only be used later.
    #[inline]
    fn meeple_cost(&self, eye: &Eye<'_>, seat: Seat) -> Option<f32> {
        let hand = eye.game.hands()[seat][FigureKind::MEEPLE];
        let after = hand + self.home[seat][0];
        let free = |meeples| free(eye.weights, eye.odds, meeples);
        (hand > 0).then(|| free(after) - free(after - 1))
    }

    /// Reports deployments to the tile just placed.
    #[inline]
    fn each_on_tile(
        &self,
        eye: &Eye<'_>,
        built: Built,
        meeple_cost: Option<f32>,
        found: &mut impl FnMut(Action, &BySeat<f32>),
    ) {
        let (game, seat) = (eye.game, eye.game.turn());
        let has_fields = game.allows(FigureKind::MEEPLE, Terrain::Field);
        let costs = FigureKind::ALL.map(|kind| match kind {
            FigureKind::MEEPLE => meeple_cost,
            _ => (game.hands()[seat][kind] > 0).then(|| eye.weights.special(eye.odds, kind)),
        });
        for slot in 0..self.groups.len() as u8 {
            let group = &self.groups[usize::from(self.group_of[usize::from(slot)])];
            let is_ringed = group.terrain.is_ringed();
            let is_complete = match group.terrain {
                Terrain::Road | Terrain::City => group.open == 0,
                Terrain::Field if has_fields => false,
                Terrain::Monastery | Terrain::Garden => self.is_surrounded(eye),
                Terrain::Field
                | Terrain::River
                | Terrain::Path
                | Terrain::Tower
                | Terrain::House
                | Terrain::Courtyard => continue,
            };
            if built.is_beneath(slot) {
                continue;
            }
            // BRIDGE-10: a bridge is claimed like any road.
            let target = match usize::from(slot) < eye.kind.segments.len() {
                true => Target::Segment(SegmentIndex(slot)),
                false => Target::Built(PieceKind::OVERLAY),
            };
            if group.figures != BySeat::splat(0) {
                self.each_joining_figure(eye, group, target, found);
                continue;
            }
            for (figure, cost) in FigureKind::ALL.into_iter().zip(costs) {
                let may_stand = game.allows(figure, group.terrain);
                // A figure without strength joins others.
                let Some(cost) = cost.filter(|_| may_stand && figure.claims()) else { continue };
                let strength = figure.strength();
                let hope = match is_ringed {
                    true => self.new_monk(eye, group.terrain, figure, is_complete),
                    false => group.hope,
                };
                let mut values = self.values;
                let cost = if is_complete { 0.0 } else { cost };
                values[seat] += hope.worth + f32::from(strength) * hope.back - cost;
                if !is_complete {
                    let of = self.group_of[usize::from(slot)];
                    self.enter_contests(of, (seat, strength), &mut values);
                    self.add_figure(eye, built, group.terrain, &mut values);
                }
                found(Action::Deploy { figure, target }, &values);
            }
        }
    }

    /// Returns true if all cells around the tile are occupied.
    fn is_surrounded(&self, eye: &Eye<'_>) -> bool {
        self.cell.ring().iter().all(|&cell| eye.board.index_at(cell).is_some())
    }

    /// Returns the expected value of a figure on the tile's own monastery or garden.
    fn new_monk(
        &self,
        eye: &Eye<'_>,
        terrain: Terrain,
        figure: FigureKind,
        is_complete: bool,
    ) -> Hope {
        let ring = self.cell.ring();
        let around: [Around; 8] = ring.map(|cell| eye.analysis.around(eye.board, cell));
        let fills = core::array::from_fn(|at| self.fill(eye, ring[at], around[at]));
        let hope = eye.weights.ring(eye.odds, fills, terrain, figure);
        if is_complete { Hope { worth: 9.0, ..Hope::default() } } else { hope }
    }
}
