//! Reports about persons at a table, for the operator.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use bastide_protocol::{NewReport, Problem, ReportTaken};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::Result;
use super::extract::{ClientAddr, Json as Body, MaybeToken, Path};
use super::limits::Act;
use super::{Shared, to_the_end};
use crate::hub::Credentials;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(report_person))
}

/// Report a person at a table to the operator
///
/// Stored with the latest chat messages, visible to the operator only. Players send their token,
/// watchers none.
#[utoipa::path(
    post, path = "/api/tables/{table}/reports", tag = "tables", request_body = NewReport,
    params(("table" = String, Path, description = "Table id, as in links")),
    security((), ("seat" = [])),
    responses(
        (status = 201, body = ReportTaken),
        (status = 400, description = "The body is not JSON", body = Problem),
        (status = 401, description = "The token is wrong", body = Problem),
        (status = 404, description = "No such table, person or message", body = Problem),
        (status = 422, description = "The reason is invalid", body = Problem),
        (status = 429, description = "Too many reports from this address or about this table",
            body = Problem),
    )
)]
async fn report_person(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(table): Path<String>,
    MaybeToken(token): MaybeToken,
    Body(report): Body<NewReport>,
) -> Result<(StatusCode, Json<ReportTaken>)> {
    client_addr.count(&app, Act::Report)?;
    let hub = app.hub.clone();
    let report = async move {
        let credentials = Credentials { token: token.as_deref(), ..Credentials::default() };
        hub.report(&table, credentials, report).await
    };
    Ok((StatusCode::CREATED, Json(to_the_end(report).await?)))
}
