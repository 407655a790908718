//! Positions: conversion to and from a short string.

use axum::Json;
use axum::extract::State;
use bastide_host::position;
use bastide_protocol::{Moment, PositionView, Problem, ProblemCode};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Shared;
use super::error::{Error, Result};
use super::extract::{ClientAddr, Json as Body, Path};
use super::limits::Act;
use super::records;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(see_position)).routes(routes!(name_position))
}

/// Get the position that a string encodes
#[utoipa::path(
    get, path = "/api/positions/{position}", tag = "positions",
    params(("position" = String, Path, description = "The encoded position")),
    responses(
        (status = 200, body = PositionView),
        (status = 422, description = "The string is not a valid position", body = Problem),
    )
)]
async fn see_position(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(text): Path<String>,
) -> Result<Json<PositionView>> {
    client_addr.count(&app, Act::Record)?;
    let view = app.work(client_addr, move || {
        let record = position::decode(&text)
            .map_err(|error| Error::refused(ProblemCode::BadRecord, error.to_string()))?;
        Ok::<_, Error>(PositionView::of(&record))
    });
    Ok(Json(view.await??))
}

/// Encode the position of a record as a string
#[utoipa::path(
    post, path = "/api/positions", tag = "positions", request_body = Moment,
    responses(
        (status = 200, body = PositionView),
        (status = 400, description = "The body is not JSON", body = Problem),
        (status = 422, description = "The record is invalid or illegal, or has fewer \
            actions", body = Problem),
    )
)]
async fn name_position(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Body(moment): Body<Moment>,
) -> Result<Json<PositionView>> {
    client_addr.count(&app, Act::Record)?;
    let view = app.work(client_addr, move || {
        let record = records::read(&moment.record)?;
        let actions = records::actions(&record, moment.actions)?;
        Ok::<_, Error>(PositionView::at(&record, actions))
    });
    Ok(Json(view.await??))
}
