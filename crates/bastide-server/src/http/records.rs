//! Game records, of tables and uploaded: download, scenes at given points, verification of draws,
//! reviews.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use bastide::Rules;
use bastide_host::Record;
use bastide_protocol::{
    Moment, OutlookView, Problem, ProblemCode, ReviewRecord, ReviewStepView, ReviewView, Scene,
    Scenes, Stretch, Verdict,
};
use bastide_study::{Reviewer, decisions};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Shared;
use super::asset::{Asset, CachePolicy};
use super::error::{Error, Result};
use super::extract::{ClientAddr, Json as Body, Path, Query, Text};
use super::limits::Act;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(see_record))
        .routes(routes!(see_scene))
        .routes(routes!(see_scenes))
        .routes(routes!(verify_table))
        .routes(routes!(verify_record))
        .routes(routes!(see_scene_of_record))
        .routes(routes!(see_scenes_of_record))
        .routes(routes!(review_record))
}

/// Format of a record.
#[derive(Clone, Copy, Default, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Format {
    /// Plain text.
    #[default]
    Text,
    /// The same content as JSON.
    Json,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Form {
    /// Format of the record.
    #[serde(default)]
    #[param(inline)]
    format: Format,
}

/// Range of scenes.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Span {
    /// The first scene, as the number of actions before it, chance included.
    #[serde(default)]
    #[param(minimum = 0, maximum = 10000, default = 0)]
    from: usize,
    /// The last scene, at most 63 after the first. Scenes beyond the end are omitted.
    #[serde(default)]
    #[param(minimum = 0, maximum = 10000)]
    to: Option<usize>,
}

/// Maximum number of actions; also in the OpenAPI description of `Span`.
const MOST_ACTIONS: usize = 10_000;

/// Download the record of a table
///
/// It contains all actions and all draws, and the seed once the game is over.
#[utoipa::path(
    get, path = "/api/tables/{table}/record", tag = "records",
    params(("table" = String, Path, description = "Table id, as in links"), Form),
    responses(
        (status = 200, content(
            (String = "text/plain; charset=utf-8"),
            (Object = "application/json"),
        )),
        (status = 304, description = "Not modified"),
        (status = 400, body = Problem),
        (status = 404, description = "No such table", body = Problem),
    )
)]
async fn see_record(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(table): Path<String>,
    Query(form): Query<Form>,
    headers: HeaderMap,
) -> Result<Response> {
    client_addr.count(&app, Act::Record)?;
    let record = app.hub.record(&table).await?;
    let (kind, text) = match form.format {
        Format::Text => ("text/plain; charset=utf-8", record.to_text()),
        Format::Json => ("application/json", record.to_json()),
    };
    Ok(Asset::new(kind, CachePolicy::Never, text).packed().respond(&headers))
}

/// Get a scene of a table's game
#[utoipa::path(
    get, path = "/api/tables/{table}/scenes/{actions}", tag = "records",
    params(
        ("table" = String, Path, description = "Table id, as in links"),
        ("actions" = usize, Path, description = "Number of preceding actions, including chance",
            maximum = 10000),
    ),
    responses(
        (status = 200, body = Scene),
        (status = 304, description = "Not modified"),
        (status = 400, body = Problem),
        (status = 404, description = "No such table, or the game has fewer actions",
            body = Problem),
    )
)]
async fn see_scene(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path((table, actions)): Path<(String, usize)>,
    headers: HeaderMap,
) -> Result<Response> {
    client_addr.count(&app, Act::Read)?;
    let record = app.hub.record(&table).await?;
    if actions > record.actions().len() {
        return Err(Error::refused(
            ProblemCode::NotFound,
            format!("the game has only {} actions so far", record.actions().len()),
        ));
    }
    let scene = app.work(client_addr, move || Scene::at(&record, actions)).await?;
    Ok(json(&scene)?.respond(&headers))
}

/// Get a range of scenes of a table's game
#[utoipa::path(
    get, path = "/api/tables/{table}/scenes", tag = "records",
    params(("table" = String, Path, description = "Table id, as in links"), Span),
    responses(
        (status = 200, body = Scenes),
        (status = 304, description = "Not modified"),
        (status = 400, body = Problem),
        (status = 404, description = "No such table", body = Problem),
    )
)]
async fn see_scenes(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(table): Path<String>,
    Query(span): Query<Span>,
    headers: HeaderMap,
) -> Result<Response> {
    client_addr.count(&app, Act::Record)?;
    check(span.from.max(span.to.unwrap_or(0)))?;
    let record = app.hub.record(&table).await?;
    // Compression is part of the job, since it takes most of the time.
    let to = span.to.unwrap_or(MOST_ACTIONS);
    let packed =
        app.work(client_addr, move || json(&Scenes::between(&record, span.from, to))).await??;
    Ok(packed.respond(&headers))
}

/// Rejects numbers of actions that exceed the maximum.
fn check(actions: usize) -> Result<()> {
    if actions > MOST_ACTIONS {
        return Err(Error::Malformed(format!(
            "the number of actions must be at most {MOST_ACTIONS}"
        )));
    }
    Ok(())
}

/// Verify the draws of a table's game
///
/// Checks that they follow from the seed that the server committed to before the first draw.
#[utoipa::path(
    post, path = "/api/tables/{table}/verify", tag = "records",
    params(("table" = String, Path, description = "Table id, as in links")),
    responses(
        (status = 200, body = Verdict),
        (status = 404, description = "No such table", body = Problem),
    )
)]
async fn verify_table(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(table): Path<String>,
) -> Result<Json<Verdict>> {
    client_addr.count(&app, Act::Record)?;
    let record = app.hub.record(&table).await?;
    Ok(Json(app.work(client_addr, move || Verdict::of(&record)).await?))
}

/// Verify the draws of a record
///
/// Checks that they follow from the seed that its host committed to before the first draw. The body
/// is the record, as text or as JSON.
#[utoipa::path(
    post, path = "/api/verify", tag = "records",
    request_body(content = String, content_type = "text/plain"),
    responses(
        (status = 200, body = Verdict),
        (status = 400, description = "The body is not text", body = Problem),
        (status = 422, description = "The record is invalid or illegal", body = Problem),
    )
)]
async fn verify_record(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Text(text): Text,
) -> Result<Json<Verdict>> {
    client_addr.count(&app, Act::Record)?;
    let verdict =
        app.work(client_addr, move || read(&text).map(|record| Verdict::of(&record))).await??;
    Ok(Json(verdict))
}

/// Get a scene of a record
#[utoipa::path(
    post, path = "/api/records/scene", tag = "records", request_body = Moment,
    responses(
        (status = 200, body = Scene),
        (status = 400, description = "The body is not JSON", body = Problem),
        (status = 422, description = "The record is invalid or illegal, or has fewer \
            actions", body = Problem),
    )
)]
async fn see_scene_of_record(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Body(moment): Body<Moment>,
) -> Result<Json<Scene>> {
    client_addr.count(&app, Act::Record)?;
    let scene = app.work(client_addr, move || {
        let record = read(&moment.record)?;
        let actions = actions(&record, moment.actions)?;
        Ok::<_, Error>(Scene::at(&record, actions))
    });
    Ok(Json(scene.await??))
}

/// Get a range of scenes of a record
#[utoipa::path(
    post, path = "/api/records/scenes", tag = "records", request_body = Stretch,
    responses(
        (status = 200, body = Scenes),
        (status = 400, description = "The body is not JSON, or a number is too large",
            body = Problem),
        (status = 422, description = "The record is invalid or illegal", body = Problem),
    )
)]
async fn see_scenes_of_record(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    headers: HeaderMap,
    Body(stretch): Body<Stretch>,
) -> Result<Response> {
    client_addr.count(&app, Act::Record)?;
    check(stretch.from.max(stretch.to))?;
    let packed = app
        .work(client_addr, move || {
            json(&Scenes::between(&read(&stretch.record)?, stretch.from, stretch.to))
        })
        .await??;
    Ok(packed.respond(&headers))
}

/// Number of states evaluated for a review, divided among its steps. A page with the engine reviews
/// with a larger budget.
const REVIEW_NODES: u64 = 1_500_000;

/// Divisor for The Castle, whose states take longer to evaluate.
const SLOW: u64 = 8;

/// Maximum number of decisions of a game that is reviewed; each takes a few rollouts at least.
const MOST_STEPS: usize = 300;

/// Review a record
///
/// Points lost by every turn, luck of every draw, and their totals, with a small budget.
#[utoipa::path(
    post, path = "/api/records/review", tag = "records", request_body = ReviewRecord,
    responses(
        (status = 200, body = ReviewView),
        (status = 400, description = "The body is not JSON", body = Problem),
        (status = 422, description = "The record is invalid or illegal, or too long",
            body = Problem),
    )
)]
async fn review_record(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    headers: HeaderMap,
    Body(request): Body<ReviewRecord>,
) -> Result<Response> {
    client_addr.count(&app, Act::Record)?;
    let packed = app.work(client_addr, move || json(&review(&read(&request.record)?)?)).await??;
    Ok(packed.respond(&headers))
}

/// Reviews a record within the budget of a request.
fn review(record: &Record) -> Result<ReviewView> {
    let steps = decisions(record).count();
    if steps > MOST_STEPS {
        let message =
            format!("the record has {steps} decisions; at most {MOST_STEPS} are reviewed");
        return Err(Error::refused(ProblemCode::BadRecord, message));
    }
    let slow = if matches!(record.setup().rules, Rules::Stronghold(_)) { SLOW } else { 1 };
    let nodes = REVIEW_NODES / slow / (steps as u64 + 1);
    let reviewer = Reviewer::new(record, nodes);
    let start = OutlookView::new(&reviewer.start());
    let view = |at: usize| Some(ReviewStepView::new(reviewer.decision(at)?, &reviewer.step(at)?));
    let views = (0..).map_while(view).collect();
    ReviewView::assemble(&reviewer, start, views).map_err(|error| {
        tracing::error!(%error, "a review is incomplete");
        Error::Internal
    })
}

/// Parses an uploaded record.
pub(super) fn read(text: &str) -> Result<Record> {
    Record::read(text).map_err(|error| {
        let problem = Problem::new(ProblemCode::BadRecord, error.to_string());
        Error::Refused(Problem { line: Some(error.line), ..problem })
    })
}

/// Returns the requested number of actions of a record, by default all of them.
pub(super) fn actions(record: &Record, asked: Option<usize>) -> Result<usize> {
    let all = record.actions().len();
    let actions = asked.unwrap_or(all);
    if actions > all {
        let message = format!("the record has only {all} actions");
        return Err(Error::refused(ProblemCode::BadRecord, message));
    }
    Ok(actions)
}

/// Serializes a potentially large response and compresses it.
fn json(value: &impl serde::Serialize) -> Result<Asset> {
    let text = serde_json::to_vec(value).map_err(|error| {
        tracing::error!(%error, "an answer cannot be written");
        Error::Internal
    })?;
    Ok(Asset::new("application/json", CachePolicy::Never, text).packed())
}
