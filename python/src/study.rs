//! Reviews and forecasts.

use bastide_study::{MILLI, Review, Reviewer, Value, Verdict, forecast as forecast_game};
use pyo3::prelude::*;
use serde_json::{Value as Json, json};

use crate::convert::to_python;
use crate::game::Game;
use crate::interrupt;

fn real(thousandths: i64) -> f64 {
    thousandths as f64 / MILLI
}

fn both(value: &Value) -> Json {
    let real = |values: &[i64]| values.iter().map(|&value| real(value)).collect::<Vec<f64>>();
    json!({ "margin": real(&value.margin), "win": real(&value.win) })
}

/// The default is written out, because Python shows it.
const _: () = assert!(Reviewer::NODES == 300_000);

/// Reviews all decisions of a game with ``nodes`` evaluated states each.
#[pyfunction]
#[pyo3(signature = (game, *, nodes = 300000))]
pub(crate) fn review(py: Python<'_>, game: &Game, nodes: u64) -> PyResult<Py<PyAny>> {
    let record = game.to_record()?;
    let review = interrupt::run_stoppable(py, || Review::of(&record, nodes, |_| {}))?;
    let steps: Vec<Json> = review
        .steps
        .iter()
        .map(|step| {
            let turn = |turn: &bastide_study::Alternative| {
                json!({
                    "actions": game.tokens(&turn.actions),
                    "lost": real(turn.lost),
                    "error": real(turn.error),
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
                "lost": real(player.lost),
                "turns": player.turns,
            })
        })
        .collect();
    to_python(py, &json!({ "steps": steps, "players": players, "over": review.is_over }))
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

/// Returns the expected margin and the chance of winning of each seat.
#[pyfunction]
#[pyo3(signature = (game, *, rollouts = 32, seed = 0))]
pub(crate) fn forecast(
    py: Python<'_>,
    game: &Game,
    rollouts: u32,
    seed: u64,
) -> PyResult<Py<PyAny>> {
    let state = &game.game;
    let found = interrupt::run_stoppable(py, || forecast_game(state, rollouts, seed))?;
    let mut data = both(&found.value);
    let errors: Vec<f64> = found.margin_error.iter().map(|&error| real(error)).collect();
    data["margin_error"] = json!(errors);
    data["rollouts"] = json!(found.rollouts);
    to_python(py, &data)
}
