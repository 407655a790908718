//! Endpoints for operators: liveness, readiness and metrics.

use std::net::IpAddr;
use std::sync::atomic::Ordering;

use axum::Extension;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use bastide_protocol::{Problem, ProblemCode};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::error::{Error, Result};
use super::extract::ClientAddr;
use super::{MetricsAccess, Shared, is_forwarded};

pub(super) fn router() -> OpenApiRouter<Shared> {
    health().routes(routes!(see_metrics))
}

/// Returns the routes without metrics.
pub(super) fn health() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(see_health)).routes(routes!(see_readiness))
}

/// Check that the server is alive
#[utoipa::path(
    get, path = "/healthz", tag = "operations",
    responses((status = 200, content_type = "text/plain", body = String))
)]
async fn see_health() -> Response {
    plain("ok\n".to_owned())
}

/// Check that the server is ready
///
/// It is not ready during shutdown, and while the database cannot be read or written, which is
/// checked every few seconds. Lines that start with `degraded:` name parts that do not work while
/// the rest does, such as damaged tables.
#[utoipa::path(
    get, path = "/readyz", tag = "operations",
    responses(
        (status = 200, content_type = "text/plain", body = String),
        (status = 503, description = "Not ready, with the reason", body = Problem),
    )
)]
async fn see_readiness(State(app): State<Shared>) -> Result<Response> {
    if app.is_closing() {
        return Err(Error::refused(ProblemCode::Restarting, "the server is shutting down"));
    }
    let readiness = app.hub.readiness();
    if let Some(why) = readiness.refusal {
        return Err(Error::refused(ProblemCode::NotSaved, why));
    }
    let mut text = "ok\n".to_owned();
    for line in readiness.degraded {
        text.push_str(&format!("degraded: {line}\n"));
    }
    Ok(plain(text))
}

/// Get metrics for Prometheus
///
/// Available only to clients on the same machine, unless the server has a separate metrics
/// listener. Not available if an untrusted local proxy makes remote clients look like local ones.
#[utoipa::path(
    get, path = "/metrics", tag = "operations",
    responses(
        (status = 200, content_type = "text/plain; version=0.0.4", body = String),
        (status = 404, description = "Not available to remote clients", body = Problem),
    )
)]
async fn see_metrics(
    State(app): State<Shared>,
    ClientAddr(address): ClientAddr,
    access: Option<Extension<MetricsAccess>>,
    headers: HeaderMap,
) -> Result<Response> {
    let access = access.map_or(app.config.metrics, |Extension(access)| access);
    let is_doubtful = is_forwarded(&headers) || app.has_local_proxy.load(Ordering::Relaxed);
    if !may_read(access, address, is_doubtful) {
        return Err(Error::NotFound);
    }
    let (stats, times) = (app.hub.stats(), app.hub.times());
    let mut text = app.metrics.to_text(&stats, times, app.limits.kept());
    text.push_str(&app.queues());
    Ok(plain(text))
}

fn may_read(access: MetricsAccess, address: IpAddr, is_doubtful: bool) -> bool {
    match access {
        MetricsAccess::Public => true,
        MetricsAccess::Loopback => address.is_loopback() && !is_doubtful,
        MetricsAccess::Disabled => false,
    }
}

fn plain(text: String) -> Response {
    let kind = "text/plain; version=0.0.4; charset=utf-8";
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, "no-store")], text).into_response()
}
