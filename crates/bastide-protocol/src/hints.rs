//! Conversion of a bot's advice into its wire form.

use bastide::{Action, Actor, AnyGame, Game, Seat, SeatSet, Terrain};
use bastide_bots::{Budget, Ranked, Reason, Worth, rank, reasons};

use crate::aid::{AdviceView, ReasonView};
use crate::events::numbers;
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
fn plain(kind: &str) -> ReasonView {
    ReasonView {
        kind: kind.to_owned(),
        feature: None,
        seat: None,
        number: None,
        seats: Vec::new(),
        owners: Vec::new(),
        detail: None,
        is_against: false,
    }
}

/// Returns a reason about a feature and the seats that receive its points.
fn about(kind: &str, terrain: Terrain, winners: SeatSet, count: i32) -> ReasonView {
    let only = winners.iter().next().filter(|_| winners.len() == 1);
    ReasonView {
        feature: Some(terrain.name().to_owned()),
        seat: only.map(number),
        number: Some(count),
        seats: numbers(winners),
        ..plain(kind)
    }
}

/// Returns a reason about a seat.
fn of(kind: &str, whose: Seat, count: Option<i32>) -> ReasonView {
    ReasonView { seat: Some(number(whose)), number: count, ..plain(kind) }
}

fn when(worth: Worth) -> Option<String> {
    let word = match worth {
        Worth::Now => "now",
        Worth::Completed => "completed",
        Worth::Final => "final",
    };
    Some(word.to_owned())
}

/// Converts a reason for or against a turn of `seat`.
pub fn reason_view(reason: &Reason, seat: Seat) -> ReasonView {
    let view = match *reason {
        Reason::Closes { terrain, points, winners, .. } => {
            about("closes", terrain, winners, points)
        }
        Reason::CallsHome { terrain, points } => {
            about("calls_home", terrain, SeatSet::of(seat), points)
        }
        Reason::Earns { seat: whose, why, points } => ReasonView {
            detail: Some(why.name().to_owned()),
            seats: vec![number(whose)],
            ..of("earns", whose, Some(points))
        },
        Reason::Frees { seat: whose, figure, figures } => ReasonView {
            detail: Some(figure.name().to_owned()),
            ..of("frees", whose, Some(i32::from(figures)))
        },
        Reason::Starts { terrain, points, worth, .. } => ReasonView {
            detail: when(worth),
            ..about("starts", terrain, SeatSet::of(seat), points)
        },
        Reason::Awaits { sector } => {
            ReasonView { detail: Some(sector.name().to_owned()), ..plain("awaits") }
        }
        Reason::Ennobles => plain("ennobles"),
        Reason::BuildsCastle { lady } => {
            ReasonView { seat: lady.map(number), ..plain("builds_castle") }
        }
        Reason::Joins { terrain, owners, winners, points, worth, .. } => ReasonView {
            owners: numbers(owners),
            detail: when(worth),
            ..about("joins", terrain, winners, points)
        },
        Reason::Grows { terrain, winners, gain, worth, .. } => {
            ReasonView { detail: when(worth), ..about("grows", terrain, winners, gain) }
        }
        Reason::Blocks { terrain, winners, fitting, .. } => {
            about("blocks", terrain, winners, i32::try_from(fitting).unwrap_or(i32::MAX))
        }
        Reason::GivesUp { terrain, points, .. } => ReasonView {
            feature: terrain.map(|terrain| terrain.name().to_owned()),
            number: Some(points),
            ..plain("gives_up")
        },
        Reason::TakesToken { seat: whose } => of("takes_token", whose, None),
        Reason::UsesToken { token } => of("uses_token", seat, Some(i32::from(token.kind()))),
        Reason::MovesKeep { seat: whose, size } => of("moves_keep", whose, Some(i32::from(size))),
        Reason::Waits { figures } => of("waits", seat, Some(i32::from(figures))),
    };
    ReasonView { is_against: reason.is_against(seat), ..view }
}
