//! Cross-origin requests: pages of the origins named with `--allow-origin` may
//! use the API, the pictures and the socket; pages of any other origin may not.

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

/// Request headers that the API understands and browsers do not send by
/// themselves.
const SENT: &str = "authorization, content-type, if-none-match";

/// Response headers that pages may read.
const READ: &str = "etag, retry-after, x-request-id";

/// How long a browser may remember a preflight, in seconds.
const REMEMBERED: &str = "600";

const RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// The origin of a request, if it was named with `--allow-origin`.
pub(super) fn named(headers: &HeaderMap, config: &HttpConfig) -> Option<HeaderValue> {
    let origin = headers.get(ORIGIN)?;
    let is_named =
        config.origins.iter().any(|named| named.origin().as_bytes() == origin.as_bytes());
    is_named.then(|| origin.clone())
}

/// The answer to a preflight of a named origin.
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

/// Adds what browsers need to see to hand an answer to a page of `origin`.
pub(super) fn put(
    headers: &mut HeaderMap,
    origin: Option<HeaderValue>,
    area: Area,
    config: &HttpConfig,
) {
    if config.origins.is_empty() {
        return;
    }
    // With or without the header: the answer depends on it, so caches have to
    // tell origins apart.
    headers.append(VARY, HeaderValue::from_static("origin"));
    let cross = HeaderValue::from_static("cross-origin");
    if let Some(origin) = origin {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin);
        headers.insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(READ));
        headers.insert(RESOURCE_POLICY, cross);
    } else if area == Area::Art {
        // An image element of another origin sends no `Origin`. The sprites are
        // the same for everyone, so nothing is given away.
        headers.insert(RESOURCE_POLICY, cross);
    }
}
