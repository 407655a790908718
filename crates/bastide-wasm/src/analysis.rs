//! Calls of the analysis board: any position of any line of a game, with its offers, its draws and
//! its best turns.
//!
//! A position is a record and the actions after it, in notation. Nothing is kept between calls: a
//! line of a game has a few hundred actions, which are played in less than a millisecond.

use bastide::{Action, Actor, AnyGame, Game, Seat};
use bastide_bots::{Budget, Look, Ranked, rank as ranked, reasons};
use bastide_host::{Recorder, position as positions};
use bastide_protocol::{
    Aid, EventView, GameView, Offers, OpenCell, Outline, Problem, ProblemCode, Question,
    ReasonView, SeatView, StandingView, Standpoint, ViewBuilder, reason_view, standing,
};
use serde::Serialize;

use crate::bots::read;
use crate::request::{Response, ok};

/// Maximum length of a line in bytes, far above that of any game.
const MOST_BYTES: usize = 1 << 16;
/// Maximum budget of a ranking, so that a call ends.
const MOST_NODES: u64 = 1_000_000;
/// Maximum number of turns in a ranking.
const MOST_TURNS: usize = 16;

/// A position on the analysis board.
#[derive(Serialize)]
struct Position {
    game: GameView,
    seats: Vec<SeatView>,
    /// Legal actions of the seat to act.
    offers: Option<Offers>,
    /// Events of the last turn, which may be unfinished.
    events: Vec<EventView>,
    standing: Vec<StandingView>,
    /// Possible draws if chance is to act.
    draws: Vec<Draw>,
    /// Empty cells next to tiles, with the number of tiles that fit.
    openings: Vec<OpenCell>,
    /// The position as a short string.
    position: String,
    /// True if the last action ended a turn, and at the start.
    is_between_turns: bool,
    is_over: bool,
}

/// A possible draw.
#[derive(Serialize)]
struct Draw {
    /// The action in notation.
    action: String,
    /// Name of the tile; `None` for a wall token.
    tile: Option<String>,
    /// Number of equal ones that are left.
    left: u32,
}

/// A turn with its value.
#[derive(Serialize)]
struct Turn {
    actions: Vec<String>,
    /// Expected final lead of the seat to act.
    value: f32,
    /// Expected final points of each seat.
    points: Vec<f32>,
    /// True if all draws and replies after the turn were searched.
    is_searched: bool,
    reasons: Vec<ReasonView>,
}

/// The best turns of a position.
#[derive(Serialize)]
struct Ranking {
    /// The seat to act, or `None` if there is none.
    seat: Option<usize>,
    /// Number of legal turns.
    of: usize,
    /// The best of them, best first.
    turns: Vec<Turn>,
}

/// Returns the position after `line`.
pub(crate) fn position(record: &str, line: &str) -> Response {
    let recorder = play(record, line)?;
    let (game, record) = (recorder.game(), recorder.record());
    let (actions, ends) = (record.actions(), record.turn_ends());
    let is_between_turns = ends.last().copied().unwrap_or(0) == actions.len();
    let views = ViewBuilder::of(game);
    let draws = game.chances().map(|(action, left)| Draw {
        action: game.notation().show(action).to_string(),
        tile: match action {
            Action::Draw(tile) => game.board().tiles().get(tile).map(|kind| kind.name.to_string()),
            _ => None,
        },
        left,
    });
    ok(&Position {
        game: views.game(game, actions.len(), ends.len(), Aid::Coach),
        seats: Outline::of(record).seats,
        offers: views.offers(game, Aid::Coach),
        events: {
            let last = ends.len() - usize::from(is_between_turns && !ends.is_empty());
            let begin = last.checked_sub(1).map_or(0, |before| ends[before]);
            views.play(&mut record.state_after(begin), &actions[begin..])
        },
        standing: standing(game),
        draws: if game.to_act() == Actor::Chance { draws.collect() } else { Vec::new() },
        openings: views.openings(game),
        position: positions::encode(record),
        is_between_turns,
        is_over: game.is_over(),
    })
}

/// Answers a question about the position after `line`.
pub(crate) fn ask(record: &str, line: &str, question: &Question) -> Response {
    let recorder = play(record, line)?;
    let (game, record) = (recorder.game(), recorder.record());
    let from = Standpoint {
        game,
        actions: record.actions().len(),
        turns: record.full_turns(),
        aid: Aid::Coach,
        seat: to_act(game).and_then(|seat| u8::try_from(seat.index()).ok()),
    };
    ok(&ViewBuilder::of(game).answer(&from, question)?)
}

/// Returns the best turns of the position after `line`, within a budget of `nodes` evaluated states.
pub(crate) fn rank(record: &str, line: &str, nodes: u64, most: usize) -> Response {
    let recorder = play(record, line)?;
    let game = recorder.game();
    let Some(seat) = to_act(game) else {
        return ok(&Ranking { seat: None, of: 0, turns: Vec::new() });
    };
    let found = ranked(game, Budget::Nodes(nodes.clamp(1, MOST_NODES)));
    let of = found.len();
    let view = |Ranked { actions, value, points, look }: Ranked| Turn {
        value,
        points: points.iter(game.seats()).map(|(_, &points)| points).collect(),
        is_searched: look == Look::Reply,
        reasons: reasons(game, &actions).iter().map(|one| reason_view(one, seat)).collect(),
        actions: actions.iter().map(|&one| game.notation().show(one).to_string()).collect(),
    };
    let turns = found.into_iter().take(most.min(MOST_TURNS)).map(view).collect();
    ok(&Ranking { seat: Some(seat.index()), of, turns })
}

fn to_act(game: &AnyGame) -> Option<Seat> {
    match game.to_act() {
        Actor::Seat(seat) => Some(seat),
        Actor::Chance | Actor::Nobody => None,
    }
}

/// Plays the actions of `line` after the last one of `record`.
fn play(record: &str, line: &str) -> Result<Recorder, Problem> {
    if line.len() > MOST_BYTES {
        return Err(Problem::new(ProblemCode::TooLarge, "the line is too long"));
    }
    let mut recorder = Recorder::resume(read(record)?);
    for token in line.split_ascii_whitespace() {
        let action = recorder.game().notation().parse(token);
        let action =
            action.map_err(|error| Problem::new(ProblemCode::Unreadable, error.to_string()))?;
        let played = recorder.play(action);
        played.map_err(|error| Problem::new(ProblemCode::Illegal, error.to_string()))?;
    }
    Ok(recorder)
}
