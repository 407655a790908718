//! Expansions in the greedy evaluation: figures that do not stand on a feature.

mod castles;
mod wheel;

use bastide::{Action, AnyGame, BySeat, CASTLE, CROWN, FigureSpot, Game, Sector, Target};

/// Expectations that are the same for all turns of a position.
pub(super) struct ExpansionOutlook {
    wheel: wheel::Odds,
}

impl ExpansionOutlook {
    pub(super) fn of(game: &AnyGame) -> ExpansionOutlook {
        ExpansionOutlook { wheel: wheel::odds(game) }
    }

    /// Adds the prospects of figures on pieces, in hundredths of a point. They are zero when hardly
    /// any tiles are left.
    pub(super) fn add(&self, game: &AnyGame, hopes: &mut BySeat<i32>) {
        if game.bag().left() < u32::from(game.seats()) {
            return;
        }
        for figure in game.board().figures() {
            hopes[figure.seat] += match figure.spot {
                FigureSpot::Piece(CASTLE, _) => castles::lady(game),
                FigureSpot::Piece(CROWN, space) => wheel::crown(game, &self.wheel, space),
                FigureSpot::Segment(_) | FigureSpot::Piece(..) => 0,
            };
        }
    }
}

/// Removes all but the first of equivalent actions.
pub(super) fn drop_twins(actions: &mut Vec<Action>) {
    let group = |action: &Action| match action {
        Action::Deploy { target: Target::Space(CROWN, space), .. } => Sector::of_space(*space),
        _ => None,
    };
    actions.dedup_by(|a, b| group(a).is_some() && group(a) == group(b));
}
