//! The abbot and gardens (ABBOT-*).

use crate::action::Action;
use crate::board::{Figure, FigureSpot};
use crate::error::Illegality;
use crate::event::{EventSink, Reason};
use crate::figure::{FigureKind, FigureSpec};
use crate::land::Land;
use crate::land::expansion::{ExpansionSpec, FigureSupply};
use crate::tile::Terrain;

pub(super) const EXPANSION: ExpansionSpec = ExpansionSpec {
    figures: &[FigureSupply {
        kind: ABBOT,
        // ABBOT-1: each player has one abbot.
        count: 1,
        // ABBOT-3: the abbot is only placed on monasteries and gardens.
        terrains: &[Terrain::Monastery, Terrain::Garden],
        with: None,
    }],
    ..ExpansionSpec::named("abbot", 2)
};

/// The kind of the abbot: its row in the table of figure kinds.
pub const ABBOT: FigureKind = FigureKind::at(1);

pub(super) const FIGURE: FigureSpec = FigureSpec {
    name: "abbot",
    letter: 'A',
    strength: 1,
    is_meeple: false,
    role: Some("abbot"),
    // ABBOT-4: no other figure can be placed on a garden.
    own_terrains: &[Terrain::Garden],
};

/// ABBOT-6: players can recall their own abbot instead of placing a figure.
#[inline]
pub(super) fn each_recall(land: &Land, found: &mut impl FnMut(Action) -> bool) -> bool {
    land.position
        .board
        .figures()
        .iter()
        .all(|figure| !is_own(land, figure) || found(Action::Recall(figure.spot)))
}

pub(super) fn check_recall(land: &Land, spot: FigureSpot) -> Result<(), Illegality> {
    match land.position.board.figure_at(spot) {
        Some(figure) if is_own(land, figure) => Ok(()),
        Some(_) | None => Err(Illegality::NotYours),
    }
}

fn is_own(land: &Land, figure: &Figure) -> bool {
    figure.seat == land.seat && figure.kind == ABBOT
}

/// ABBOT-6: recalling the abbot immediately scores the current value of its monastery or garden.
pub(super) fn recall(land: &mut Land, spot: FigureSpot, sink: &mut impl EventSink) {
    let board = &land.position.board;
    let Some(at) = board.figures().iter().position(|f| f.spot == spot) else { return };
    if let Some(root) = board.root_of(&board.figures()[at]) {
        land.score(root, Reason::Recalled, sink);
    }
    land.return_figure(at, sink);
}
