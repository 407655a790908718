//! Games written down: at tables, and brought by somebody. Downloaded, looked
//! at moment by moment, checked, drawn.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use bastide::Game;
use bastide_host::{Record, verify};
use bastide_protocol::{BagView, Moment, Problem, ProblemCode, Scene, Scenes, Stretch, Verdict};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Shared;
use super::asset::{Asset, Keep};
use super::error::{Error, Result};
use super::extract::{Asker, Json as Body, Path, Query, Text};
use super::limits::Act;
use super::scene;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(see_record))
        .routes(routes!(see_scene))
        .routes(routes!(see_scenes))
        .routes(routes!(verify_table))
        .routes(routes!(verify_record))
        .routes(routes!(see_scene_of_record))
        .routes(routes!(see_scenes_of_record))
}

/// How a record is written.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Format {
    /// As text.
    #[default]
    Text,
    /// The same as JSON.
    Json,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Form {
    /// How it is written.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

/// Which scenes.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Span {
    /// The first: after so many actions, chance included.
    #[serde(default)]
    #[param(minimum = 0, maximum = 10000, default = 0)]
    from: usize,
    /// The last; at most 63 later. What is beyond the end is left out.
    #[serde(default)]
    #[param(minimum = 0, maximum = 10000)]
    to: Option<usize>,
}

/// No game has more actions; also in the description of `Span`.
const MOST_ACTIONS: usize = 10_000;

/// How many scenes are sent at once.
const MOST_SCENES: usize = 64;

/// Download the record of a table
///
/// It has every action and every draw. The seed is in it once the game is
/// over.
#[utoipa::path(
    get, path = "/api/tables/{table}/record", tag = "records",
    params(("table" = String, Path, description = "Its name in links"), Form),
    responses(
        (status = 200, content(
            (String = "text/plain; charset=utf-8"),
            (Object = "application/json"),
        )),
        (status = 304, description = "As it was"),
        (status = 400, body = Problem),
        (status = 404, description = "There is no such table", body = Problem),
    )
)]
async fn see_record(
    State(app): State<Shared>,
    asker: Asker,
    Path(table): Path<String>,
    Query(form): Query<Form>,
    headers: HeaderMap,
) -> Result<Response> {
    asker.count(&app, Act::Record)?;
    let record = app.hub.record(&table).await?;
    let (kind, text) = match form.format {
        Format::Text => ("text/plain; charset=utf-8", record.to_text()),
        Format::Json => ("application/json", record.to_json()),
    };
    Ok(Asset::new(kind, Keep::Never, text).packed().respond(&headers))
}

/// Look at a moment of a table's game
#[utoipa::path(
    get, path = "/api/tables/{table}/scenes/{actions}", tag = "records",
    params(
        ("table" = String, Path, description = "Its name in links"),
        ("actions" = usize, Path, description = "After so many actions, chance included",
            maximum = 10000),
    ),
    responses(
        (status = 200, body = Scene),
        (status = 304, description = "As it was"),
        (status = 400, body = Problem),
        (status = 404, description = "There is no such table, or not so many actions",
            body = Problem),
    )
)]
async fn see_scene(
    State(app): State<Shared>,
    asker: Asker,
    Path((table, actions)): Path<(String, usize)>,
    headers: HeaderMap,
) -> Result<Response> {
    asker.count(&app, Act::Read)?;
    let record = app.hub.record(&table).await?;
    if actions > record.actions().len() {
        return Err(Error::refused(
            ProblemCode::NotFound,
            format!("the game has only {} actions so far", record.actions().len()),
        ));
    }
    let scene = app.work(asker, move || scene::at(&record, actions)).await?;
    Ok(json(&scene)?.respond(&headers))
}

/// Look at moments of a table's game in a row
#[utoipa::path(
    get, path = "/api/tables/{table}/scenes", tag = "records",
    params(("table" = String, Path, description = "Its name in links"), Span),
    responses(
        (status = 200, body = Scenes),
        (status = 304, description = "As it was"),
        (status = 400, body = Problem),
        (status = 404, description = "There is no such table", body = Problem),
    )
)]
async fn see_scenes(
    State(app): State<Shared>,
    asker: Asker,
    Path(table): Path<String>,
    Query(span): Query<Span>,
    headers: HeaderMap,
) -> Result<Response> {
    asker.count(&app, Act::Record)?;
    check(span.from.max(span.to.unwrap_or(0)))?;
    let record = app.hub.record(&table).await?;
    // Packing is part of the work: it is most of it.
    let to = span.to.unwrap_or(MOST_ACTIONS);
    let packed = app.work(asker, move || scenes(&record, span.from, to)).await??;
    Ok(packed.respond(&headers))
}

/// Refuses numbers of actions that no game has.
fn check(actions: usize) -> Result<()> {
    if actions > MOST_ACTIONS {
        return Err(Error::Malformed(format!("no game has more than {MOST_ACTIONS} actions")));
    }
    Ok(())
}

/// The moments from one on, no more than are sent at once.
fn scenes(record: &Record, from: usize, to: usize) -> Result<Asset> {
    json(&scene::between(record, from, to.min(from + MOST_SCENES - 1)))
}

/// Check the draws of a table's game
///
/// Whether they are those that the server promised before the first one.
#[utoipa::path(
    post, path = "/api/tables/{table}/verify", tag = "records",
    params(("table" = String, Path, description = "Its name in links")),
    responses(
        (status = 200, body = Verdict),
        (status = 404, description = "There is no such table", body = Problem),
    )
)]
async fn verify_table(
    State(app): State<Shared>,
    asker: Asker,
    Path(table): Path<String>,
) -> Result<Json<Verdict>> {
    asker.count(&app, Act::Record)?;
    let record = app.hub.record(&table).await?;
    Ok(Json(app.work(asker, move || verdict(&record)).await?))
}

/// Check the draws of a record
///
/// Whether they are those that its host promised before the first one. The
/// body is the record, as text or as JSON.
#[utoipa::path(
    post, path = "/api/verify", tag = "records",
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 200, body = Verdict),
        (status = 400, description = "The body is no text", body = Problem),
        (status = 422, description = "The record cannot be read, or is not legal", body = Problem),
    )
)]
async fn verify_record(
    State(app): State<Shared>,
    asker: Asker,
    Text(text): Text,
) -> Result<Json<Verdict>> {
    asker.count(&app, Act::Record)?;
    let verdict = app.work(asker, move || read(&text).map(|record| verdict(&record))).await??;
    Ok(Json(verdict))
}

/// Look at a moment of a record
#[utoipa::path(
    post, path = "/api/records/scene", tag = "records", request_body = Moment,
    responses(
        (status = 200, body = Scene),
        (status = 400, description = "The body is no JSON", body = Problem),
        (status = 422, description = "The record cannot be read, or is not legal, or has not so \
            many actions", body = Problem),
    )
)]
async fn see_scene_of_record(
    State(app): State<Shared>,
    asker: Asker,
    Body(moment): Body<Moment>,
) -> Result<Json<Scene>> {
    asker.count(&app, Act::Record)?;
    let scene = app.work(asker, move || {
        let record = read(&moment.record)?;
        let actions = actions(&record, moment.actions)?;
        Ok::<_, Error>(scene::at(&record, actions))
    });
    Ok(Json(scene.await??))
}

/// Look at moments of a record in a row
#[utoipa::path(
    post, path = "/api/records/scenes", tag = "records", request_body = Stretch,
    responses(
        (status = 200, body = Scenes),
        (status = 400, description = "The body is no JSON, or no game has so many actions",
            body = Problem),
        (status = 422, description = "The record cannot be read, or is not legal", body = Problem),
    )
)]
async fn see_scenes_of_record(
    State(app): State<Shared>,
    asker: Asker,
    headers: HeaderMap,
    Body(stretch): Body<Stretch>,
) -> Result<Response> {
    asker.count(&app, Act::Record)?;
    check(stretch.from.max(stretch.to))?;
    let packed = app
        .work(asker, move || scenes(&read(&stretch.record)?, stretch.from, stretch.to))
        .await??;
    Ok(packed.respond(&headers))
}

/// A record that somebody brought.
pub(super) fn read(text: &str) -> Result<Record> {
    Record::read(text).map_err(|error| Error::refused(ProblemCode::BadRecord, error.to_string()))
}

/// How many actions of a record are meant: all, unless it is said.
pub(super) fn actions(record: &Record, asked: Option<usize>) -> Result<usize> {
    let all = record.actions().len();
    let actions = asked.unwrap_or(all);
    if actions > all {
        let message = format!("the record has only {all} actions");
        return Err(Error::refused(ProblemCode::BadRecord, message));
    }
    Ok(actions)
}

/// Whether the draws are as promised.
fn verdict(record: &Record) -> Verdict {
    let checked = verify(record);
    Verdict {
        is_verified: checked.is_ok(),
        reason: checked.as_ref().err().map(ToString::to_string),
        commitment: record.commitment().map(|commitment| commitment.to_string()),
        seed: record.seed().map(ToString::to_string),
        draws: checked.as_ref().map_or(0, |verified| verified.draws),
        is_first_drawn: checked.as_ref().is_ok_and(|verified| verified.is_first_drawn),
        is_finished: record.game().is_over(),
        contributors: record.salts().seats(),
        bag: BagView::of(&record.start()),
    }
}

/// An answer that may be large, packed.
fn json(value: &impl serde::Serialize) -> Result<Asset> {
    let text = serde_json::to_vec(value).map_err(|error| {
        tracing::error!(%error, "an answer cannot be written");
        Error::Internal
    })?;
    Ok(Asset::new("application/json", Keep::Never, text).packed())
}
