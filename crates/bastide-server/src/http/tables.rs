//! Tables: create, list, take seats, execute commands, answer questions.

use axum::Json;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use bastide_protocol::{
    Answer, Chain, Deed, Done, Handover, NewSeat, NewTable, Problem, PublicKey, PublishTable,
    Question, Redeem, Seated, TableList, TableView,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::{Error, Result};
use super::extract::{Base, ClientAddr, Json as Body, MaybeToken, Path, Query, Token};
use super::limits::Act;
use super::{Shared, to_the_end};
use crate::hub::{Credentials, Hub};
use crate::store::{Mark, Stage, Stored, TableId};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(list_tables, make_table))
        .merge(publishing())
        .routes(routes!(see_table))
        .routes(routes!(take_seat))
        .routes(routes!(offer_handover))
        .routes(routes!(redeem_handover))
        .routes(routes!(change_table))
        .routes(routes!(ask_table))
        .routes(routes!(table_chain))
        .routes(routes!(receipt_key))
}

/// Returns the route for logs, which are larger than other requests.
fn publishing() -> OpenApiRouter<Shared> {
    let router = OpenApiRouter::new().routes(routes!(publish_table));
    router.layer(DefaultBodyLimit::max(LOG))
}

/// Maximum size of a log in bytes. A game of 72 turns takes about 20 KB.
const LOG: usize = 512 << 10;

/// Stage of the listed tables.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Doing {
    /// Seats are free.
    Open,
    /// The game is running.
    Playing,
    /// The game is over.
    Over,
}

/// Filter and page of a list of tables.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields)]
struct Lobby {
    /// Stage of the tables.
    #[param(inline)]
    stage: Doing,
    /// Only tables that changed before this time, in milliseconds since 1970: `updated` of the last
    /// entry gives the next page.
    #[serde(default)]
    before: Option<i64>,
    /// With `before`, also tables of exactly that time that sort after this table: `id` of the last
    /// entry, so that no table of the same millisecond is skipped.
    #[serde(default)]
    #[param(pattern = "^[0-9A-Za-z]{12}$")]
    before_table: Option<String>,
    /// Maximum number of tables.
    #[serde(default = "page")]
    #[param(minimum = 1, maximum = 100, default = 50)]
    limit: u16,
}

const fn page() -> u16 {
    50
}

/// List tables
///
/// Only public ones, most recently changed first.
#[utoipa::path(
    get, path = "/api/tables", tag = "tables", params(Lobby),
    responses((status = 200, body = TableList), (status = 400, body = Problem))
)]
async fn list_tables(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Query(lobby): Query<Lobby>,
) -> Result<Json<TableList>> {
    client_addr.count(&app, Act::Read)?;
    if !(1..=100).contains(&lobby.limit) {
        return Err(super::Error::Malformed("limit must be 1 to 100".to_owned()));
    }
    let stage = match lobby.stage {
        Doing::Open => Stage::Open,
        Doing::Playing => Stage::Playing,
        Doing::Over => Stage::Over,
    };
    let name = lobby.before_table.as_deref();
    let no_table = || super::Error::Malformed("before_table is not a table id".to_owned());
    let id = name.map(|name| TableId::from_name(name).ok_or_else(no_table)).transpose()?;
    let behind = lobby.before.map(|updated| Mark { updated, id: id.unwrap_or_default() });
    let tables = app.hub.list(stage, behind, lobby.limit).await?;
    Ok(Json(TableList { tables }))
}

/// Create a table
///
/// The token is sent only in this response. It grants control of the seats, so store it.
#[utoipa::path(
    post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses(
        (status = 201, body = Seated),
        (status = 400, description = "The body is not JSON", body = Problem),
        (status = 422, description = "The settings of the table are invalid", body = Problem),
        (status = 429, description = "Too many requests, or too many unfinished tables from this \
            address (table/too_many)", body = Problem),
        (status = 503, description = "Unavailable: too busy, too many unfinished tables in \
            total (table/too_many), or the database cannot be written", body = Problem),
        (status = 507, description = "The disk is almost full: running games continue, but \
            new tables are refused", body = Problem),
    )
)]
async fn make_table(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Base(base): Base,
    Body(new): Body<NewTable>,
) -> Result<(StatusCode, Json<Seated>)> {
    add_table(&app, &client_addr, &base, |hub, creator| async move {
        hub.create_for(new, Some(creator)).await
    })
    .await
}

/// Publish a table that was played in a browser
///
/// The game continues at the new table if it is not over. Every event of the log is checked by
/// playing it again. The token is sent only in this response.
#[utoipa::path(
    post, path = "/api/tables/publish", tag = "tables", request_body = PublishTable,
    responses(
        (status = 201, body = Seated),
        (status = 400, description = "The body is not JSON", body = Problem),
        (status = 413, description = "The log is too large", body = Problem),
        (status = 422, description = "The log is damaged or is not that of a game without other \
            people", body = Problem),
        (status = 429, description = "Too many requests, or too many unfinished tables from this \
            address (table/too_many)", body = Problem),
        (status = 503, description = "Unavailable", body = Problem),
        (status = 507, description = "The disk is almost full", body = Problem),
    )
)]
async fn publish_table(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Base(base): Base,
    Body(PublishTable { facts }): Body<PublishTable>,
) -> Result<(StatusCode, Json<Seated>)> {
    let log = facts.into_iter().map(Stored::from).collect();
    add_table(&app, &client_addr, &base, |hub, creator| async move {
        hub.publish_for(log, Some(creator)).await
    })
    .await
}

/// Adds a table of a client to the hub, within the limits for new tables.
async fn add_table<F>(
    app: &Shared,
    client_addr: &ClientAddr,
    base: &str,
    make: impl FnOnce(Hub, String) -> F,
) -> Result<(StatusCode, Json<Seated>)>
where
    F: Future<Output = std::result::Result<Seated, Problem>> + Send + 'static,
{
    client_addr.count(app, Act::Create)?;
    let reserved = app.hub.reserve(client_addr.client()).await.map_err(Error::TooManyTables)?;
    let hub = app.hub.clone();
    let making = make(hub.clone(), client_addr.client().to_string());
    let made = to_the_end(async move {
        let seated = making.await?;
        hub.keep_reserved(reserved, &seated.table).await;
        Ok(seated)
    });
    let mut seated = made.await?;
    seated.url = link(base, &seated.table);
    Ok((StatusCode::CREATED, Json(seated)))
}

/// Get a table
///
/// As watchers see it, or with a token as its seats do.
#[utoipa::path(
    get, path = "/api/tables/{table}", tag = "tables",
    params(("table" = String, Path, description = "Table id, as in links")),
    security((), ("seat" = [])),
    responses(
        (status = 200, body = TableView),
        (status = 401, description = "The token is wrong", body = Problem),
        (status = 404, description = "No such table", body = Problem),
    )
)]
async fn see_table(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(table): Path<String>,
    MaybeToken(token): MaybeToken,
) -> Result<Json<TableView>> {
    client_addr.count(&app, Act::Read)?;
    let credentials = Credentials { token: token.as_deref(), ..Credentials::default() };
    Ok(Json(app.hub.view(&table, credentials).await?))
}

/// Take a seat
///
/// The seat must be free. The token is sent only in this response.
#[utoipa::path(
    post, path = "/api/tables/{table}/seats", tag = "tables", request_body = NewSeat,
    params(("table" = String, Path, description = "Table id, as in links")),
    responses(
        (status = 201, body = Seated),
        (status = 400, description = "The body is not JSON", body = Problem),
        (status = 403, description = "The creator of the table has removed this person",
            body = Problem),
        (status = 404, description = "No such table", body = Problem),
        (status = 409, description = "The seat is taken, or no seat is free", body = Problem),
        (status = 422, description = "The name is invalid or taken", body = Problem),
    )
)]
async fn take_seat(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Base(base): Base,
    Path(table): Path<String>,
    Body(seat): Body<NewSeat>,
) -> Result<(StatusCode, Json<Seated>)> {
    client_addr.count(&app, Act::Join)?;
    let (hub, from) = (app.hub.clone(), client_addr.client().to_string());
    let sit = async move { hub.sit_from(&table, seat, Some(&from)).await };
    let mut seated = to_the_end(sit).await?;
    seated.url = link(&base, &seated.table);
    Ok((StatusCode::CREATED, Json(seated)))
}

/// Get a link that transfers seats to another device
#[utoipa::path(
    post, path = "/api/tables/{table}/handover", tag = "tables",
    params(("table" = String, Path, description = "Table id, as in links")),
    security(("seat" = [])),
    responses(
        (status = 201, body = Handover),
        (status = 401, description = "The token is missing or wrong", body = Problem),
        (status = 404, description = "No such table", body = Problem),
        (status = 409, description = "No seat can be transferred", body = Problem),
    )
)]
async fn offer_handover(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Base(base): Base,
    Path(table): Path<String>,
    Token(token): Token,
) -> Result<(StatusCode, Json<Handover>)> {
    client_addr.count(&app, Act::Join)?;
    let (hub, link) = (app.hub.clone(), link(&base, &table));
    let mut handover = to_the_end(async move { hub.handover(&table, &token).await }).await?;
    handover.url = format!("{link}#handover={}", handover.code);
    Ok((StatusCode::CREATED, Json(handover)))
}

/// Take over seats from another device
///
/// Requires the code of the link, which is valid once. The token of the other device becomes
/// invalid.
#[utoipa::path(
    post, path = "/api/tables/{table}/handover/redeem", tag = "tables", request_body = Redeem,
    params(("table" = String, Path, description = "Table id, as in links")),
    responses(
        (status = 200, body = Seated),
        (status = 400, description = "The body is not JSON", body = Problem),
        (status = 401, description = "The code is wrong, used or expired", body = Problem),
        (status = 404, description = "No such table", body = Problem),
        (status = 422, description = "The content of the body is invalid", body = Problem),
    )
)]
async fn redeem_handover(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Base(base): Base,
    Path(table): Path<String>,
    Body(Redeem { code }): Body<Redeem>,
) -> Result<Json<Seated>> {
    client_addr.count(&app, Act::Join)?;
    let hub = app.hub.clone();
    let mut seated = to_the_end(async move { hub.redeem(&table, &code).await }).await?;
    seated.url = link(&base, &seated.table);
    Ok(Json(seated))
}

/// Execute a command at a table
///
/// Play, chat, propose, reply, resign, leave. A successful response means that the change is saved.
/// Repeating a request with the same id returns the same response and changes nothing.
#[utoipa::path(
    post, path = "/api/tables/{table}/do", tag = "tables", request_body = Deed,
    params(("table" = String, Path, description = "Table id, as in links")),
    security(("seat" = [])),
    responses(
        (status = 200, body = Done),
        (status = 400, description = "The body is not JSON", body = Problem),
        (status = 401, description = "The token is missing or wrong", body = Problem),
        (status = 403, description = "The seat belongs to another player", body = Problem),
        (status = 404, description = "No such table", body = Problem),
        (status = 409, description = "Conflict: the revision is outdated, the game has not \
            begun, or another player is to act", body = Problem),
        (status = 422, description = "The action is invalid or illegal",
            body = Problem),
        (status = 507, description = "The disk is almost full: moves are saved, but chat is \
            refused", body = Problem),
    )
)]
async fn change_table(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(table): Path<String>,
    Token(token): Token,
    Body(Deed { id, command }): Body<Deed>,
) -> Result<Json<Done>> {
    client_addr.count_for(&app, Act::of_command(&command), Some(&token))?;
    let hub = app.hub.clone();
    let done = to_the_end(async move {
        let credentials = Credentials { token: Some(&token), ..Credentials::default() };
        hub.act(&table, credentials, &id, command).await
    });
    Ok(Json(done.await?))
}

/// Query the game at a table
///
/// Consequences of a move, value of a feature, owners of fields, advice of a bot: as far as the
/// table has agreed to such aids.
#[utoipa::path(
    post, path = "/api/tables/{table}/ask", tag = "tables", request_body = Question,
    params(("table" = String, Path, description = "Table id, as in links")),
    security((), ("seat" = [])),
    responses(
        (status = 200, body = Answer),
        (status = 400, description = "The body is not JSON", body = Problem),
        (status = 401, description = "The token is wrong", body = Problem),
        (status = 403, description = "This aid is disabled at the table", body = Problem),
        (status = 404, description = "No such table", body = Problem),
        (status = 409, description = "The game has not begun, or is over",
            body = Problem),
        (status = 422, description = "The action is invalid or illegal",
            body = Problem),
    )
)]
async fn ask_table(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(table): Path<String>,
    MaybeToken(token): MaybeToken,
    Body(question): Body<Question>,
) -> Result<Json<Answer>> {
    client_addr.count_for(&app, Act::of_question(&question), token.as_deref())?;
    let credentials = Credentials { token: token.as_deref(), ..Credentials::default() };
    let client = client_addr.client().queue_key();
    Ok(Json(app.hub.ask_for(&table, credentials, &question, client).await?))
}

/// Get the hash chain of a table
///
/// The digests of all its facts and, once the game is over, the facts themselves. They serve to
/// check a receipt, as specified in `docs/fair-play.md`.
#[utoipa::path(
    get, path = "/api/tables/{table}/chain", tag = "tables",
    params(("table" = String, Path, description = "Table id, as in links")),
    responses(
        (status = 200, body = Chain),
        (status = 404, description = "No such table", body = Problem),
    )
)]
async fn table_chain(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(table): Path<String>,
) -> Result<Json<Chain>> {
    client_addr.count(&app, Act::Read)?;
    Ok(Json(app.hub.chain(&table).await?))
}

/// Get the public key of receipts
#[utoipa::path(
    get, path = "/api/key", tag = "tables",
    responses((status = 200, body = PublicKey))
)]
async fn receipt_key(
    State(app): State<Shared>,
    client_addr: ClientAddr,
) -> Result<Json<PublicKey>> {
    client_addr.count(&app, Act::Read)?;
    Ok(Json(app.hub.key()))
}

/// Returns the link of a table.
fn link(base: &str, table: &str) -> String {
    format!("{base}/t/{table}")
}
