//! Engines: outside programs that play over a WebSocket.

mod session;

use axum::Json;
use axum::extract::{Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use bastide_protocol::{EngineList, Problem, ProblemCode};
use hyper::upgrade::OnUpgrade;
use tracing::Instrument as _;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Shared;
use super::asset::{Asset, CachePolicy};
use super::error::{Error, Result};
use super::extract::{ClientAddr, Path, Token};
use super::guard;
use super::limits::Act;
use super::socket::{ConnectionPermit, key, switching};

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(open_engine))
        .routes(routes!(list_engines))
        .routes(routes!(see_engine_game))
}

/// List all engines
///
/// Engines are outside programs. Those that are connected can be invited to tables like bots, and
/// play for ratings while people do not.
#[utoipa::path(
    get, path = "/api/engines", tag = "bots",
    responses((status = 200, body = EngineList), (status = 503, body = Problem))
)]
async fn list_engines(
    State(app): State<Shared>,
    client_addr: ClientAddr,
) -> Result<Json<EngineList>> {
    client_addr.count(&app, Act::Read)?;
    Ok(Json(app.hub.engine_list().await?))
}

/// Download the record of a game between engines
#[utoipa::path(
    get, path = "/api/engines/games/{id}", tag = "bots",
    params(("id" = i64, Path, description = "Number of the game", minimum = 0)),
    responses(
        (status = 200, content((String = "text/plain; charset=utf-8"))),
        (status = 304, description = "Not modified"),
        (status = 400, body = Problem),
        (status = 404, description = "No such game", body = Problem),
    )
)]
async fn see_engine_game(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(id): Path<i64>,
    headers: HeaderMap,
) -> Result<Response> {
    client_addr.count(&app, Act::Record)?;
    let record = app.hub.engine_game(id).await?;
    let kind = "text/plain; charset=utf-8";
    Ok(Asset::new(kind, CachePolicy::Never, record).packed().respond(&headers))
}

/// Play as an engine
///
/// A WebSocket for programs that play. The header `authorization` has the token that the operator
/// has issued with `bastide admin add-engine`. Messages are lines of the engine protocol
/// (docs/engine-protocol.md), of which the server is the controller.
#[utoipa::path(
    get, path = "/engine", tag = "bots",
    security(("engine" = [])),
    responses(
        (status = 101, description = "Switching to the WebSocket protocol"),
        (status = 401, description = "The token is missing, wrong, expired or revoked", body = Problem),
        (status = 426, description = "Not a WebSocket request", body = Problem),
    )
)]
async fn open_engine(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Token(token): Token,
    mut request: Request,
) -> Result<Response> {
    let headers = request.headers();
    guard::check_origin(headers, &app.config).inspect_err(|_| app.metrics.count_wrong_origin())?;
    client_addr.count(&app, Act::Connect)?;
    let login = app.hub.engine_with(&token).ok_or_else(|| {
        let text = "this token of an engine is wrong, expired or revoked: ask the operator";
        Error::refused(ProblemCode::BadToken, text)
    })?;
    let key = key(headers).ok_or(Error::NoUpgrade)?;
    let upgrade = request.extensions_mut().remove::<OnUpgrade>().ok_or(Error::NoUpgrade)?;
    let place = ConnectionPermit::take(&app, client_addr)?;
    let span =
        tracing::error_span!(parent: None, "engine", name = login.name, peer = %client_addr.0);
    tokio::spawn(session::serve(app, upgrade, place, login).instrument(span));
    switching(&key)
}
