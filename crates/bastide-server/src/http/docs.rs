//! API documentation: as OpenAPI, and as an HTML page generated from it.

mod complete;
mod page;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use bastide_protocol::Problem;
use utoipa::openapi::OpenApi as Description;
use utoipa::openapi::security::{Http, HttpAuthScheme, SecurityScheme};
use utoipa::{Modify, OpenApi};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Shared;
use super::asset::{Asset, CachePolicy, kind};

/// The documentation in both formats.
#[derive(Debug)]
pub(super) struct Docs {
    json: Asset,
    page: Asset,
}

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Bastide",
        description = "Tables, games and records of a Bastide server. Request and response \
            bodies are JSON unless stated otherwise; a request body has at most 64 KiB. Failed \
            requests return a `Problem` with a stable code. Updates of live tables are sent over \
            a WebSocket at `/ws`; the types of its messages are in `crates/bastide-protocol`.",
        license(name = "MIT OR Apache-2.0"),
    ),
    components(schemas(Problem)),
    tags(
        (name = "tables", description = "Create tables, take seats, send commands and queries"),
        (name = "records", description = "Download, inspect and verify records of games"),
        (name = "positions", description = "Positions encoded as short strings"),
        (name = "bots", description = "Available bots"),
        (name = "pictures", description = "Sprites, backdrops, postcards"),
        (name = "operations", description = "Health checks and metrics for operators"),
        (name = "documents", description = "This documentation"),
    ),
    modifiers(&Tokens),
)]
struct Api;

/// Security schemes: tokens of seats and of engines.
struct Tokens;

impl Modify for Tokens {
    fn modify(&self, api: &mut Description) {
        let mut scheme = Http::new(HttpAuthScheme::Bearer);
        scheme.description =
            Some("The token returned when a table is created or a seat is taken".to_owned());
        let components = api.components.get_or_insert_default();
        components.add_security_scheme("seat", SecurityScheme::Http(scheme));
        let mut scheme = Http::new(HttpAuthScheme::Bearer);
        scheme.description =
            Some("The token of an engine, issued by the operator of the server".to_owned());
        components.add_security_scheme("engine", SecurityScheme::Http(scheme));
    }
}

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(see_openapi))
        .routes(routes!(see_page))
}

impl Docs {
    pub(super) fn new(api: &Description) -> Docs {
        let mut value = serde_json::to_value(api).unwrap_or_default();
        complete::complete(&mut value);
        let text = serde_json::to_string_pretty(&value).unwrap_or_default();
        let page = page::html(&value);
        Docs {
            json: Asset::new("application/json", CachePolicy::Never, text).packed(),
            page: Asset::new(kind("api.html"), CachePolicy::Never, page).packed(),
        }
    }
}

/// Get this description as OpenAPI JSON
#[utoipa::path(
    get, path = "/api/openapi.json", tag = "documents",
    responses(
        (status = 200, description = "OpenAPI 3.1", body = Object),
        (status = 304, description = "Not modified"),
    )
)]
async fn see_openapi(State(app): State<Shared>, headers: HeaderMap) -> Response {
    app.docs.json.respond(&headers)
}

/// Get this description as an HTML page
#[utoipa::path(
    get, path = "/api", tag = "documents",
    responses(
        (status = 200, content_type = "text/html", body = String),
        (status = 304, description = "Not modified"),
    )
)]
async fn see_page(State(app): State<Shared>, headers: HeaderMap) -> Response {
    app.docs.page.respond(&headers)
}
