//! Barns (BARN-*): farmers who may still move into one, and where one can be
//! built.

use arrayvec::ArrayVec;
use bastide::{
    Board, BySeat, Cell, Corner, Game, Laid, Land, Rotation, SegmentId, Site, Spot, Terrain,
};

use super::Weights;
use super::odds::Odds;

/// The farmers on the map. Nobody without barns.
#[derive(Clone, Debug, Default)]
pub(super) struct Barnyard {
    /// Barns in supply.
    pub(super) left: u8,
    /// All farmers on the map, those in barns too (BARN-5).
    pub(super) farmers: u8,
    /// How many of them are not in a barn yet, by owner.
    pub(super) loose: BySeat<u8>,
    /// Those of the seat whose turn it is, with their fields; in order.
    pub(super) own: ArrayVec<(Site, SegmentId), 8>,
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
                if let Spot::Segment(site) = figure.spot {
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

    /// What a farmer hopes for who is not in a barn, with so many barns left.
    #[inline]
    pub(super) fn hope(&self, weights: &Weights, odds: &Odds, left: u8) -> f32 {
        if left == 0 { 0.0 } else { weights.barn * odds.urgency }
    }

    /// Adds what farmers can hope for of barns.
    #[inline]
    pub(super) fn credit(&self, weights: &Weights, odds: &Odds, values: &mut BySeat<f32>) {
        if self.left > 0 {
            self.change(self.hope(weights, odds, self.left), values);
        }
    }

    /// Adds so much for each farmer who is not in a barn.
    #[inline]
    pub(super) fn change(&self, each: f32, values: &mut BySeat<f32>) {
        for (value, &loose) in values.0.iter_mut().zip(&self.loose.0) {
            *value += f32::from(loose) * each;
        }
    }
}

/// Whether three laid tiles meet this corner of a cell with nothing but field
/// (BARN-1, BARN-2).
#[inline]
pub(super) fn is_open(board: &Board, cell: Cell, corner: Corner) -> bool {
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
    // The cell across is empty most often, so it is asked first.
    is_pasture(dx, dy, across)
        && is_pasture(dx, 0, corner.mirrored())
        && is_pasture(0, dy, across.mirrored())
}

/// Whether a field alone fills a corner of a laid tile. The blind side of a
/// block says nothing; what is drawn beside it counts.
fn is_pasture(board: &Board, tile: &Laid, corner: Corner) -> bool {
    let [a, b] = corner.ports().map(|port| board.owner(tile, port));
    let Some(field) = a.or(b) else { return false };
    let is_alone = a.is_none_or(|a| a == field) && b.is_none_or(|b| b == field);
    is_alone && board.feature(field).terrain == Terrain::Field
}

#[cfg(test)]
mod tests {
    use bastide::{Action, AnyGame, LandRules, Rules, Seat, Setup};
    use bastide_host::Dice;

    use super::*;

    #[test]
    fn farmers_hope_only_while_barns_are_left() {
        // BARN-1, BARN-6: the one in a barn hopes for no other.
        let (weights, mut odds) = (Weights::default(), Odds::default());
        odds.urgency = 1.0;
        let mut yard = Barnyard { left: 1, farmers: 3, ..Barnyard::default() };
        yard.loose[Seat::FIRST] = 2;
        let hope = |yard: &Barnyard| {
            let mut values = BySeat::splat(0.0);
            yard.credit(&weights, &odds, &mut values);
            values[Seat::FIRST]
        };
        assert_eq!(hope(&yard), 2.0 * weights.barn);
        yard.left = 0;
        assert_eq!(hope(&yard), 0.0);
    }

    #[test]
    fn a_barn_stands_only_where_three_pastures_wait() {
        // BARN-1, BARN-2: wherever the rules let one be built, its corner was
        // open before the tile was laid.
        let rules: LandRules = "base,fields,river,barns".parse().expect("rules");
        let (mut built, mut legal) = (0, Vec::new());
        for number in 0..6 {
            let setup = Setup::new(Rules::Land(rules), 2);
            let mut game = AnyGame::new(&setup).expect("the mix is possible");
            let mut dice = Dice::new(4, number);
            let mut before = game.clone();
            while let Some(action) = dice.act(&game, &mut legal) {
                for &action in &legal {
                    if let Action::BuildBarn { corner, .. } = action {
                        let cell = game.board().laid().last().expect("it was just laid").cell;
                        assert!(is_open(before.board(), cell, corner));
                        built += 1;
                    }
                }
                before.clone_from(&game);
                game.play_unchecked(action, &mut ());
            }
        }
        assert!(built > 10, "{built} barns");
    }
}
