//! Cross-origin requests: pages of the origins configured with `--allow-origin` may use the API,
//! the images and the WebSocket; pages of other origins may not.

use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN,
    ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE, ACCESS_CONTROL_REQUEST_METHOD,
    HeaderMap, HeaderName, HeaderValue, ORIGIN, VARY,
};
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Response};

use super::HttpConfig;
use crate::metrics::Area;

/// Methods of the API.
const METHODS: &str = "GET, HEAD, POST";

/// Request headers of the API that browsers send cross-origin only if allowed.
const SENT: &str = "authorization, content-type, if-none-match";

/// Response headers that pages may read.
const READ: &str = "etag, retry-after, x-request-id";

/// Cache lifetime of a preflight response, in seconds.
const REMEMBERED: &str = "600";

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Returns the origin of a request if it was configured with `--allow-origin`.
pub(super) fn named(headers: &HeaderMap, config: &HttpConfig) -> Option<HeaderValue> {
    let origin = headers.get(ORIGIN)?;
    let is_named =
        config.origins.iter().any(|named| named.origin().as_bytes() == origin.as_bytes());
    is_named.then(|| origin.clone())
}

/// Returns the response to a preflight request of an allowed origin.
pub(super) fn preflight(
    method: &Method,
    headers: &HeaderMap,
    origin: Option<&HeaderValue>,
) -> Option<Response> {
    let is_preflight =
        method == Method::OPTIONS && headers.contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    origin.filter(|_| is_preflight)?;
    let answer = [
        (ACCESS_CONTROL_ALLOW_METHODS, METHODS),
        (ACCESS_CONTROL_ALLOW_HEADERS, SENT),
        (ACCESS_CONTROL_MAX_AGE, REMEMBERED),
    ];
    Some((StatusCode::NO_CONTENT, answer).into_response())
}

/// Adds the headers that let a page of `origin` read the response.
pub(super) fn put(
    headers: &mut HeaderMap,
    origin: Option<HeaderValue>,
    area: Area,
    config: &HttpConfig,
) {
    if config.origins.is_empty() {
        return;
    }
    // Even for requests without an `Origin` header: the response depends on it, so caches have to
    // distinguish origins.
    headers.append(VARY, HeaderValue::from_static("origin"));
    let cross = HeaderValue::from_static("cross-origin");
    if let Some(origin) = origin {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(READ));
        headers.insert(RESOURCE_POLICY, cross);
    } else if area == Area::Art {
        // Image elements of other origins do not send `Origin`. Sprites are public, so this reveals
        // nothing.
        headers.insert(RESOURCE_POLICY, cross);
    }
}
