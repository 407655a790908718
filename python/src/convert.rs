//! Values of the libraries as Python objects.

use bastide::{AnyGame, Event, Game, Scoring, TileId};
use pyo3::prelude::*;
use pyo3::types::PyList;
use serde::Serialize;
use serde_json::{Map, Value, json};

use crate::error::value;

/// Returns a value as dictionaries, lists, numbers and strings.
pub(crate) fn to_python(py: Python<'_>, data: &impl Serialize) -> PyResult<Py<PyAny>> {
    let text = serde_json::to_string(data).map_err(value)?;
    Ok(py.import("json")?.call_method1("loads", (text,))?.unbind())
}

/// Returns events as dictionaries: the name of the event under `event`, and its data.
pub(crate) fn events(py: Python<'_>, game: &AnyGame, events: &[Event]) -> PyResult<Py<PyAny>> {
    if events.is_empty() {
        return Ok(PyList::empty(py).into_any().unbind());
    }
    let flat: Vec<Value> = events.iter().map(|event| flat(game, event)).collect();
    to_python(py, &flat)
}

/// Returns a score of a feature.
pub(crate) fn scoring(scoring: &Scoring) -> Value {
    let mut data = json!(scoring);
    data["points"] = json!(scoring.tally.total());
    data
}

fn flat(game: &AnyGame, event: &Event) -> Value {
    let mut flat = Map::new();
    if let Value::Object(tagged) = json!(event)
        && let Some((name, data)) = tagged.into_iter().next()
    {
        flat.insert("event".to_owned(), Value::String(name));
        match data {
            Value::Object(fields) => flat.extend(fields),
            other => drop(flat.insert("value".to_owned(), other)),
        }
    }
    match event {
        Event::TileDrawn { tile, .. }
        | Event::TileDiscarded { tile }
        | Event::TilePlaced { tile, .. } => {
            flat.insert("tile".to_owned(), json!(tile_name(game, *tile)));
        }
        Event::Scored(scoring) => {
            drop(flat.insert("points".to_owned(), json!(scoring.tally.total())))
        }
        Event::Awarded(award) => drop(flat.insert("points".to_owned(), json!(award.tally.total()))),
        _ => {}
    }
    Value::Object(flat)
}

/// Returns the name of a tile.
pub(crate) fn tile_name(game: &AnyGame, tile: TileId) -> String {
    game.board().tiles().get(tile).map_or_else(String::new, |kind| kind.name.to_string())
}
