//! Barns (BARN-*): farmers that may still move into a barn, and corners where one can be built.

use arrayvec::ArrayVec;
use bastide::{
    Action, BARN, Board, BuildSite, BySeat, Cell, Corner, FigureSpot, Game, Laid, Land, Rotation,
    SegmentId, SegmentRef, Terrain,
};

use crate::eval::land::Weights;
use crate::eval::land::delta::{Built, Delta, Eye, Span};
use crate::eval::land::odds::Odds;

/// Weights of barns.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BarnWeights {
    /// Value of a farmer that may still move into a barn.
    pub hope: f32,
}

impl Default for BarnWeights {
    fn default() -> BarnWeights {
        BarnWeights { hope: 1.5 }
    }
}

impl BarnWeights {
    pub(super) fn named(&mut self) -> [(&'static str, &mut f32); 1] {
        [("barn", &mut self.hope)]
    }
}

/// The farmers on the map; empty if the game is played without barns.
#[derive(Clone, Debug, Default)]
pub(super) struct Barnyard {
    /// Barns in supply.
    pub(super) left: u8,
    /// Number of farmers on the map, including those in barns (BARN-5).
    pub(super) farmers: u8,
    /// Number of farmers not in a barn, by owner.
    pub(super) loose: BySeat<u8>,
    /// Sites and fields of those farmers of the current player, sorted.
    pub(super) own: ArrayVec<(SegmentRef, SegmentId), 8>,
}

impl Barnyard {
    #[inline]
    pub(super) fn of(game: &Land) -> Barnyard {
        let mut yard = Barnyard::default();
        if let Some(barns) = game.barns() {
            yard.left = barns.left();
            let (board, seat) = (game.board(), game.turn());
            for figure in board.figures() {
                let Some(root) = board.root_of(figure) else { continue };
                if board.feature(root).terrain != Terrain::Field {
                    continue;
                }
                yard.farmers += 1;
                if let FigureSpot::Segment(site) = figure.spot {
                    yard.loose[figure.seat] += 1;
                    if figure.seat == seat && !yard.own.is_full() {
                        yard.own.push((site, root));
                    }
                }
            }
            yard.own.sort_unstable();
        }
        yard
    }

    /// Returns the expected gain of a farmer not in a barn if `left` barns are left.
    #[inline]
    pub(super) fn hope(&self, weights: &Weights, odds: &Odds, left: u8) -> f32 {
        if left == 0 { 0.0 } else { weights.expansions.barns.hope * odds.urgency }
    }

    /// Adds the expected gain of all farmers from barns.
    #[inline]
    pub(super) fn credit(&self, weights: &Weights, odds: &Odds, values: &mut BySeat<f32>) {
        if self.left > 0 {
            self.change(self.hope(weights, odds, self.left), values);
        }
    }

    /// Adds `each` for every farmer not in a barn.
    #[inline]
    pub(super) fn change(&self, each: f32, values: &mut BySeat<f32>) {
        for (value, &loose) in values.0.iter_mut().zip(&self.loose.0) {
            *value += f32::from(loose) * each;
        }
    }
}

impl<S: Span> Delta<S> {
    /// Returns the value a new farmer has because of barns: it may move into one later, and scores
    /// in one that is built now (BARN-3, BARN-5).
    #[inline]
    pub(super) fn new_farmer(eye: &Eye<'_>, built: Built) -> f32 {
        let yard = &eye.analysis.expansions.barnyard;
        match built.piece {
            Some(BARN) => 1.0 + yard.hope(eye.weights, eye.odds, yard.left - 1),
            Some(_) | None => yard.hope(eye.weights, eye.odds, yard.left),
        }
    }

    /// Returns a legal barn action, if any: all corners and farmers are equivalent.
    pub(super) fn barn(&self, eye: &Eye<'_>, rotation: Rotation) -> Option<(Action, Built)> {
        let yard = &eye.analysis.expansions.barnyard;
        if yard.left == 0 || yard.own.is_empty() {
            return None;
        }
        Corner::ALL.into_iter().find_map(|corner| {
            let [a, b] = corner.ports().map(|port| eye.kind.owner(rotation, port));
            let slot = usize::from(a.filter(|_| a == b)?.0);
            if eye.kind.segments[slot].terrain != Terrain::Field
                || !is_open(eye.board, self.cell, corner)
            {
                return None;
            }
            // BARN-3: requires an own farmer on that field that is not in a barn.
            let is_beside = |root| {
                let met = self.met.iter().find(|&&(met, _)| met == root);
                met.is_some_and(|&(_, of)| self.group_of[usize::from(of)] == self.group_of[slot])
            };
            let (farmer, _) = *yard.own.iter().find(|&&(_, root)| is_beside(root))?;
            let site = BuildSite::Corner { corner, figure: farmer };
            let built = Built { piece: Some(BARN), slot: slot as u8, seat: None };
            Some((Action::Build { piece: BARN, site }, built))
        })
    }

    /// BARN-5: 1 point per farmer. The farmer that moves in cannot move again (BARN-6), and after
    /// the last barn no farmer can.
    pub(super) fn build_barn(&mut self, eye: &Eye<'_>, built: Built) -> Built {
        let (yard, seat) = (&eye.analysis.expansions.barnyard, eye.game.turn());
        self.values[seat] += f32::from(yard.farmers);
        let [before, after] =
            [yard.left, yard.left - 1].map(|left| yard.hope(eye.weights, eye.odds, left));
        yard.change(after - before, &mut self.values);
        self.values[seat] -= after;
        built
    }
}

/// Returns true if three placed tiles meet at this corner of the cell, each showing only field
/// there (BARN-1, BARN-2).
#[inline]
fn is_open(board: &Board, cell: Cell, corner: Corner) -> bool {
    let (dx, dy) = match corner {
        Corner::NorthEast => (1, -1),
        Corner::SouthEast => (1, 1),
        Corner::SouthWest => (-1, 1),
        Corner::NorthWest => (-1, -1),
    };
    let is_pasture = |dx, dy, corner| {
        board.tile_at(cell.offset(dx, dy)).is_some_and(|tile| is_pasture(board, tile, corner))
    };
    let across = corner.turned(Rotation::new(2));
    // Tested first because the diagonal cell is most often empty.
    is_pasture(dx, dy, across)
        && is_pasture(dx, 0, corner.mirrored())
        && is_pasture(0, dy, across.mirrored())
}

/// Returns true if only field touches this corner of a placed tile. A blind side of the wheel's
/// block has no owner and is ignored.
fn is_pasture(board: &Board, tile: &Laid, corner: Corner) -> bool {
    let [a, b] = corner.ports().map(|port| board.owner(tile, port));
    let Some(field) = a.or(b) else { return false };
    let is_alone = a.is_none_or(|a| a == field) && b.is_none_or(|b| b == field);
    is_alone && board.feature(field).terrain == Terrain::Field
}

#[cfg(test)]
mod tests {
    use bastide::{AnyGame, LandRules, Rules, Seat, Setup};
    use bastide_host::Dice;

    use super::*;

    #[test]
    fn farmers_expect_barns_only_while_some_are_left() {
        // BARN-1, BARN-6: a farmer in a barn cannot move into another one.
        let (weights, mut odds) = (Weights::default(), Odds::default());
        odds.urgency = 1.0;
        let mut yard = Barnyard { left: 1, farmers: 3, ..Barnyard::default() };
        yard.loose[Seat::FIRST] = 2;
        let hope = |yard: &Barnyard| {
            let mut values = BySeat::splat(0.0);
            yard.credit(&weights, &odds, &mut values);
            values[Seat::FIRST]
        };
        assert_eq!(hope(&yard), 2.0 * weights.expansions.barns.hope);
        yard.left = 0;
        assert_eq!(hope(&yard), 0.0);
    }

    #[test]
    fn a_corner_is_open_before_a_barn_is_built_there() {
        // BARN-1, BARN-2: wherever the rules allow a barn, its corner was open before the tile was
        // placed.
        let rules: LandRules = "base,fields,river,barns".parse().expect("rules");
        let (mut built, mut legal) = (0, Vec::new());
        for number in 0..6 {
            let setup = Setup::new(Rules::Land(rules), 2);
            let mut game = AnyGame::new(&setup).expect("the mix is possible");
            let mut dice = Dice::new(4, number);
            let mut before = game.clone();
            while let Some(action) = dice.act(&game, &mut legal) {
                for &action in &legal {
                    if let Action::Build { site: BuildSite::Corner { corner, .. }, .. } = action {
                        let cell = game.board().laid().last().expect("it was just laid").cell;
                        assert!(is_open(before.board(), cell, corner));
                        built += 1;
                    }
                }
                before.clone_from(&game);
                game.play_unchecked(action);
            }
        }
        assert!(built > 10, "{built} barns");
    }
}
