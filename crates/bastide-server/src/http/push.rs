//! Push subscriptions: public key, subscribe, unsubscribe.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bastide_protocol::{ForgetPush, NewPush, Problem, PushCount, PushKey};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Result;
use super::extract::{ClientAddr, Json as Body, Path, Token};
use super::limits::Act;
use super::{Shared, to_the_end};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(see_push_key))
        .routes(routes!(subscribe_push))
        .routes(routes!(forget_push))
}

/// Get the public key of push messages
///
/// Browsers need it to subscribe. Null if this server does not send push messages.
#[utoipa::path(
    get, path = "/api/push", tag = "tables",
    responses((status = 200, body = PushKey))
)]
async fn see_push_key(State(app): State<Shared>, client_addr: ClientAddr) -> Result<Json<PushKey>> {
    client_addr.count(&app, Act::Read)?;
    Ok(Json(app.hub.push_key()))
}

/// Subscribe a browser to the turns of a seat
///
/// At a table with days for each turn: a push message is sent when the seats of the token are to
/// act and no client of theirs is connected. A seat has at most four subscriptions; a fifth
/// replaces the oldest. They are deleted when the seat is left or transferred to another device,
/// and when the game ends.
#[utoipa::path(
    post, path = "/api/tables/{table}/push", tag = "tables", request_body = NewPush,
    params(("table" = String, Path, description = "Table id, as in links")),
    security(("seat" = [])),
    responses(
        (status = 201, body = PushCount),
        (status = 400, description = "The body is not JSON", body = Problem),
        (status = 401, description = "The token is missing or wrong", body = Problem),
        (status = 404, description = "No such table", body = Problem),
        (status = 409, description = "Push messages are disabled on the server or for this table",
            body = Problem),
        (status = 422, description = "The endpoint is not at a known push service, or the keys \
            are wrong", body = Problem),
        (status = 507, description = "The disk is almost full: moves are saved, but new \
            subscriptions are refused", body = Problem),
    )
)]
async fn subscribe_push(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(table): Path<String>,
    Token(token): Token,
    Body(new): Body<NewPush>,
) -> Result<(StatusCode, Json<PushCount>)> {
    client_addr.count_for(&app, Act::Arrange, Some(&token))?;
    let hub = app.hub.clone();
    let count = to_the_end(async move { hub.subscribe(&table, &token, new).await }).await?;
    Ok((StatusCode::CREATED, Json(count)))
}

/// Unsubscribe a browser from the turns of a seat
#[utoipa::path(
    post, path = "/api/tables/{table}/push/forget", tag = "tables", request_body = ForgetPush,
    params(("table" = String, Path, description = "Table id, as in links")),
    security(("seat" = [])),
    responses(
        (status = 200, body = PushCount),
        (status = 400, description = "The body is not JSON", body = Problem),
        (status = 401, description = "The token is missing or wrong", body = Problem),
        (status = 404, description = "No such table", body = Problem),
        (status = 422, description = "The content of the body is invalid", body = Problem),
    )
)]
async fn forget_push(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(table): Path<String>,
    Token(token): Token,
    Body(ForgetPush { endpoint }): Body<ForgetPush>,
) -> Result<Json<PushCount>> {
    client_addr.count_for(&app, Act::Arrange, Some(&token))?;
    let hub = app.hub.clone();
    let forgotten = async move { hub.unsubscribe(&table, &token, &endpoint).await };
    Ok(Json(to_the_end(forgotten).await?))
}
