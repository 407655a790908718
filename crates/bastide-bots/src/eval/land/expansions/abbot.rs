//! The abbot (ABBOT-*): its value in supply and on the map, and its recall.

use bastide::{ABBOT, Action, BySeat, FigureSpot, Game, SegmentRef};

use crate::eval::land::Weights;
use crate::eval::land::delta::{Delta, Eye, Span};
use crate::eval::land::odds::Odds;

use super::ExpansionWeights;

/// Weights of the abbot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AbbotWeights {
    /// Value of an abbot in supply.
    pub supply: f32,
    /// Fraction of `supply` that an abbot on the map retains, since it can be recalled.
    pub back: f32,
}

impl Default for AbbotWeights {
    fn default() -> AbbotWeights {
        AbbotWeights { supply: 4.5, back: 0.6 }
    }
}

impl AbbotWeights {
    pub(super) fn named(&mut self) -> [(&'static str, &mut f32); 2] {
        [("abbot", &mut self.supply), ("abbot_back", &mut self.back)]
    }
}

/// Returns the weights tuned for games with the abbot and without fields and wheel, except those of
/// other expansions.
pub(super) fn tuned() -> Weights {
    let usual = Weights::default();
    let abbot = AbbotWeights { supply: 5.5, back: 0.73 };
    Weights {
        free: [-28.5, 1.1, 3.1, 4.1, 4.6, 5.1, 5.3, 5.4],
        horizon: 18.0,
        road_draws: 0.020,
        city_draws: 0.053,
        ring_draws: 0.0095,
        road_joins: 0.1,
        city_joins: 0.2,
        patience: 0.77,
        comes_back: -0.36,
        far_cell: 0.3,
        expansions: ExpansionWeights { abbot, ..usual.expansions },
        ..usual
    }
}

impl Weights {
    /// Returns the value of an abbot in supply.
    #[inline]
    pub(super) fn abbot(&self, odds: &Odds) -> f32 {
        self.expansions.abbot.supply * odds.urgency + odds.bonus.supply
    }

    /// ABBOT-6: returns the value of an abbot on the map, since its owner can recall it in any turn.
    #[inline]
    pub(super) fn abbot_on_map(&self, odds: &Odds) -> f32 {
        self.expansions.abbot.back * self.abbot(odds)
    }
}

impl<S: Span> Delta<S> {
    /// ABBOT-6: a recalled abbot scores the tiles around it.
    pub(super) fn each_abbot_home(
        &self,
        eye: &Eye<'_>,
        found: &mut dyn FnMut(Action, &BySeat<f32>),
    ) {
        let seat = eye.game.turn();
        let is_own_abbot = |kind, owner| kind == ABBOT && owner == seat;
        for monk in eye.analysis.monks.iter().filter(|monk| is_own_abbot(monk.kind, monk.seat)) {
            let laid = self.laid_around(monk);
            let Some(figure) = eye.board.figures().iter().find(|figure| {
                is_own_abbot(figure.kind, figure.seat)
                    && matches!(figure.spot, FigureSpot::Segment(SegmentRef { cell, .. }) if cell == monk.cell)
            }) else {
                continue;
            };
            let mut values = self.values;
            // If it is surrounded, it returns and scores anyway.
            if laid < 8 {
                let cells = monk.cell.ring();
                let fills = core::array::from_fn(|at| self.fill(eye, cells[at], monk.ring[at]));
                let hope = eye.weights.ring(eye.odds, fills, monk.terrain, monk.kind);
                let now = 1.0 + laid as f32;
                values[seat] += now + eye.weights.abbot(eye.odds) - hope.worth - hope.back;
            }
            found(Action::Recall(figure.spot), &values);
        }
    }
}
