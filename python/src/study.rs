//! Reviews and forecasts.

use bastide_study::{Group, MILLI, Review, Reviewer, Value, Verdict, forecast as forecast_game};
use pyo3::prelude::*;
use serde_json::{Value as Json, json};

use crate::convert::to_python;
use crate::game::Game;
use crate::interrupt;

fn real(thousandths: i64) -> f64 {
    thousandths as f64 / MILLI
}

fn reals(values: &[i64]) -> Vec<f64> {
    values.iter().map(|&value| real(value)).collect()
}

fn both(value: &Value) -> Json {
    json!({ "margin": reals(&value.margin), "win": reals(&value.win) })
}

/// The default is written out, because Python shows it.
const _: () = assert!(Reviewer::NODES == 300_000);

/// Reviews all decisions of a game with ``nodes`` evaluated states each.
///
/// The dictionary has ``steps`` with the best turns and the ``luck`` and ``win_luck`` of the draws
/// by seat, ``players``, ``turning_points`` (numbers of steps), ``over`` and ``is_calibrated``: false
/// if chances of winning in games with exactly these rules were not compared with results.
#[pyfunction]
#[pyo3(signature = (game, *, nodes = 300000))]
pub(crate) fn review(py: Python<'_>, game: &Game, nodes: u64) -> PyResult<Py<PyAny>> {
    let record = game.to_record()?;
    let review = interrupt::run_stoppable(py, || Review::of(&record, nodes, |_| {}))?;
    let steps: Vec<Json> = review
        .steps
        .iter()
        .enumerate()
        .map(|(at, step)| {
            let turn = |turn: &bastide_study::Alternative| {
                json!({
                    "actions": game.tokens(&turn.actions),
                    "lost": real(turn.lost),
                    "error": real(turn.error),
                    "is_equal": turn.is_equal,
                    "is_played": turn.is_played,
                })
            };
            json!({
                "at": step.at,
                "turn": step.turn,
                "seat": step.seat,
                "draws": game.tokens(&step.draws),
                "played": game.tokens(&step.played),
                "lost": real(step.lost()),
                "win_lost": real(step.win_lost()),
                "error": real(step.error),
                "verdict": verdict(step.verdict),
                "exact": step.is_exact,
                "best": step.turns.iter().map(turn).collect::<Vec<_>>(),
                "luck": reals(&review.ledger.luck(at)),
                "win_luck": reals(&review.ledger.win_luck(at)),
            })
        })
        .collect();
    let players: Vec<Json> = review
        .ledger
        .players()
        .iter()
        .map(|player| {
            json!({
                "seat": player.seat,
                "start": real(player.start),
                "luck": real(player.luck),
                "skill": real(player.skill),
                "margin": real(player.margin),
                "own_luck": real(player.own_luck),
                "lost": real(player.lost),
                "turns": player.turns,
            })
        })
        .collect();
    let value = json!({
        "steps": steps,
        "players": players,
        "turning_points": review.ledger.turning_points(),
        "over": review.is_over,
        "is_calibrated": Group::is_calibrated(&record.start()),
    });
    to_python(py, &value)
}

fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Best => "best",
        Verdict::Equal => "equal",
        Verdict::Inaccuracy => "inaccuracy",
        Verdict::Mistake => "mistake",
        Verdict::Blunder => "blunder",
    }
}

/// Returns the expected margin and the chance of winning of each seat, with standard errors.
///
/// Without ``rollouts`` the calibrated number for this group of games is used. ``is_calibrated`` is
/// false with another number, and for games whose rules are not exactly those that were compared
/// with results: they have the parameters of the nearest group.
#[pyfunction]
#[pyo3(signature = (game, *, rollouts = None, seed = 0))]
pub(crate) fn forecast(
    py: Python<'_>,
    game: &Game,
    rollouts: Option<u32>,
    seed: u64,
) -> PyResult<Py<PyAny>> {
    let state = &game.game;
    let rollouts = rollouts.unwrap_or(Group::of(state).rollouts());
    let found = interrupt::run_stoppable(py, || forecast_game(state, rollouts, seed))?;
    let mut data = both(&found.value);
    data["margin_error"] = json!(reals(&found.margin_error));
    data["win_error"] = json!(reals(&found.win_error));
    data["rollouts"] = json!(found.rollouts);
    data["is_calibrated"] = json!(found.is_calibrated);
    to_python(py, &data)
}
