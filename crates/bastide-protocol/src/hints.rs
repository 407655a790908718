//! Conversion of a bot's advice into its wire form.

use bastide::{Action, Actor, AnyGame, FigureSpot, Game, Seat, SeatSet, Terrain};
use bastide_bots::{Budget, Ranked, Reason, Worth, rank, reasons};

use crate::aid::{AdviceView, PointsWhen, ReasonKind, ReasonView};
use crate::events::numbers;
use crate::expansions;
use crate::expansions::types::{SpaceView, TakenView};
use crate::names::TerrainName;
use crate::view::number;

/// Enough to search a dozen turns within a fraction of a second.
const BUDGET: Budget = Budget::Nodes(20_000);
/// Maximum number of turns returned.
const MOST: usize = 3;
/// Number of best-ranked turns they are selected from.
const BEST: usize = 12;

/// Returns the best turns of the seat to act, best first. Turns with identical reasons are
/// deduplicated: only the best of them is returned.
pub(crate) fn advice(game: &AnyGame) -> Vec<AdviceView> {
    let Actor::Seat(seat) = game.to_act() else { return Vec::new() };
    let view = |Ranked { actions, value, .. }: Ranked| AdviceView {
        actions: texts(game, &actions),
        value,
        reasons: reasons(game, &actions).iter().map(|reason| reason_view(reason, seat)).collect(),
    };
    let mut advice: Vec<AdviceView> = Vec::with_capacity(MOST);
    for one in rank(game, BUDGET).into_iter().take(BEST).map(view) {
        if advice.len() < MOST && advice.iter().all(|other| other.reasons != one.reasons) {
            advice.push(one);
        }
    }
    advice
}

fn texts(game: &AnyGame, actions: &[Action]) -> Vec<String> {
    actions.iter().map(|&action| game.notation().show(action).to_string()).collect()
}

/// Returns a reason with only `kind` set.
fn plain(kind: ReasonKind) -> ReasonView {
    ReasonView {
        kind,
        feature: None,
        seat: None,
        number: None,
        seats: Vec::new(),
        owners: Vec::new(),
        figure: None,
        piece: None,
        space: SpaceView::default(),
        award: None,
        taken: TakenView::default(),
        when: None,
        is_against: false,
    }
}

/// Returns a reason about a feature and the seats that receive its points.
fn about(kind: ReasonKind, terrain: Terrain, winners: SeatSet, count: i32) -> ReasonView {
    let only = winners.iter().next().filter(|_| winners.len() == 1);
    ReasonView {
        feature: Some(terrain.into()),
        seat: only.map(number),
        number: Some(count),
        seats: numbers(winners),
        ..plain(kind)
    }
}

/// Returns a reason about a seat.
fn of(kind: ReasonKind, whose: Seat, count: Option<i32>) -> ReasonView {
    ReasonView { seat: Some(number(whose)), number: count, ..plain(kind) }
}

fn when(worth: Worth) -> Option<PointsWhen> {
    Some(match worth {
        Worth::Now => PointsWhen::Now,
        Worth::Completed => PointsWhen::Completed,
        Worth::Final => PointsWhen::Final,
    })
}

/// Converts a reason for or against a turn of `seat`.
pub fn reason_view(reason: &Reason, seat: Seat) -> ReasonView {
    let view = match *reason {
        Reason::Closes { terrain, points, winners, .. } => {
            about(ReasonKind::Closes, terrain, winners, points)
        }
        Reason::CallsHome { terrain, points } => {
            about(ReasonKind::CallsHome, terrain, SeatSet::of(seat), points)
        }
        Reason::Earns { seat: whose, why, points } => ReasonView {
            award: Some(why.into()),
            seats: vec![number(whose)],
            ..of(ReasonKind::Earns, whose, Some(points))
        },
        Reason::Frees { seat: whose, figure, figures } => ReasonView {
            figure: Some(figure.into()),
            ..of(ReasonKind::Frees, whose, Some(i32::from(figures)))
        },
        Reason::Starts { terrain, points, worth, .. } => ReasonView {
            when: when(worth),
            ..about(ReasonKind::Starts, terrain, SeatSet::of(seat), points)
        },
        Reason::Occupies { piece, number } => ReasonView {
            piece: Some(piece.into()),
            space: SpaceView::of(FigureSpot::Piece(piece, number)),
            ..plain(ReasonKind::Occupies)
        },
        Reason::Builds { piece, seat } => ReasonView {
            piece: Some(piece.into()),
            seat: seat.map(number),
            ..plain(ReasonKind::Builds)
        },
        Reason::Joins { terrain, owners, winners, points, worth, .. } => ReasonView {
            owners: numbers(owners),
            when: when(worth),
            ..about(ReasonKind::Joins, terrain, winners, points)
        },
        Reason::Grows { terrain, winners, gain, worth, .. } => {
            ReasonView { when: when(worth), ..about(ReasonKind::Grows, terrain, winners, gain) }
        }
        Reason::Blocks { terrain, winners, fitting, .. } => {
            about(ReasonKind::Blocks, terrain, winners, i32::try_from(fitting).unwrap_or(i32::MAX))
        }
        Reason::GivesUp { terrain, points, .. } => ReasonView {
            feature: terrain.map(TerrainName::from),
            number: Some(points),
            ..plain(ReasonKind::GivesUp)
        },
        Reason::TakesToken { seat: whose } => of(ReasonKind::TakesToken, whose, None),
        Reason::UsesToken { token } => {
            of(ReasonKind::UsesToken, seat, Some(i32::from(token.kind())))
        }
        Reason::MovesKeep { seat: whose, size } => {
            of(ReasonKind::MovesKeep, whose, Some(i32::from(size)))
        }
        Reason::Supports { figure, terrain, .. } => ReasonView {
            feature: Some(terrain.into()),
            figure: Some(figure.into()),
            seats: vec![number(seat)],
            ..of(ReasonKind::Supports, seat, None)
        },
        Reason::Special(event) => {
            let (kind, taken) = expansions::reason(event);
            ReasonView { taken, ..of(kind, seat, None) }
        }
        Reason::Waits { figures } => of(ReasonKind::Waits, seat, Some(i32::from(figures))),
    };
    ReasonView { is_against: reason.is_against(seat), ..view }
}
