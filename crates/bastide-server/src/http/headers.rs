//! Security headers of responses.

use std::sync::Arc;

use axum::http::header::{
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, REFERRER_POLICY,
    STRICT_TRANSPORT_SECURITY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};

use super::HttpConfig;
use crate::config::Origin;

/// Headers added to responses.
#[derive(Clone, Debug)]
pub(super) struct Headers {
    /// Of every response.
    all: Arc<[(HeaderName, HeaderValue)]>,
    /// Of documents and scripts.
    active: Arc<[(HeaderName, HeaderValue)]>,
    /// Content-Security-Policy of pages that other sites may embed.
    embeddable: Option<HeaderValue>,
}

impl Headers {
    pub(super) fn new(config: &HttpConfig) -> Headers {
        let fixed = [
            (X_CONTENT_TYPE_OPTIONS, "nosniff"),
            // Links to tables are secret, so they must not leak through `Referer`.
            (REFERRER_POLICY, "no-referrer"),
            (X_FRAME_OPTIONS, "DENY"),
            (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
            (CONTENT_SECURITY_POLICY, "default-src 'none'; frame-ancestors 'none'"),
        ];
        let mut all: Vec<_> =
            fixed.map(|(name, value)| (name, HeaderValue::from_static(value))).into();
        if config.public_url.as_ref().is_some_and(Origin::is_secure) {
            all.push((STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000")));
        }
        let fixed = [
            (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
            (
                HeaderName::from_static("permissions-policy"),
                "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
            ),
        ];
        let mut active: Vec<_> =
            fixed.map(|(name, value)| (name, HeaderValue::from_static(value))).into();
        if let Ok(policy) = HeaderValue::try_from(policy(config, "'none'")) {
            active.push((CONTENT_SECURITY_POLICY, policy));
        }
        Headers {
            all: all.into(),
            active: active.into(),
            embeddable: HeaderValue::try_from(policy(config, "*")).ok(),
        }
    }

    /// Adds the headers that the kind of the response needs.
    pub(super) fn put(&self, headers: &mut HeaderMap) {
        let active: &[_] = if is_passive(headers) { &[] } else { &self.active };
        for (name, value) in self.all.iter().chain(active) {
            headers.insert(name, value.clone());
        }
    }

    /// Allows other sites to show the response in a frame. Nothing in it can be used by them: these
    /// pages have no seats and no buttons that change anything on a server.
    pub(super) fn allow_frames(&self, headers: &mut HeaderMap) {
        if let Some(policy) = &self.embeddable {
            headers.insert(CONTENT_SECURITY_POLICY, policy.clone());
            headers.remove(X_FRAME_OPTIONS);
        }
    }
}

/// Returns true if browsers neither run the response nor show it as a document with contents of its
/// own. Such responses have a short policy, since a first visit loads a dozen of them and the other
/// headers are longer than some of their bodies.
fn is_passive(headers: &HeaderMap) -> bool {
    const KINDS: [&[u8]; 6] =
        [b"application/json", b"font/", b"image/png", b"image/webp", b"image/gif", b"text/css"];
    let kind = headers.get(CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    KINDS.iter().any(|passive| kind.starts_with(passive))
}

/// Returns the Content-Security-Policy: resources of this server only, and no inline scripts.
/// WebAssembly may be compiled, for games without a server, but not `eval`. Inline styles are allowed,
/// since sprites contain them. `frames` are the sites that may show the page in a frame.
fn policy(config: &HttpConfig, frames: &str) -> String {
    // Older browsers do not treat a WebSocket of the same origin as `self`.
    let socket = config
        .public_url
        .as_ref()
        .map_or(String::new(), |url| format!(" {}", url.origin().replacen("http", "ws", 1)));
    format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; font-src 'self'; media-src 'self' data: blob:; \
         connect-src 'self'{socket}; manifest-src 'self'; worker-src 'self'; \
         base-uri 'none'; form-action 'self'; frame-ancestors {frames}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_of_the_public_url_are_allowed() {
        let config = HttpConfig {
            public_url: Some("https://games.example".parse().expect("a URL")),
            ..HttpConfig::default()
        };
        assert!(policy(&config, "'none'").contains("connect-src 'self' wss://games.example;"));
    }

    #[test]
    fn only_known_data_has_the_short_policy() {
        let headers = Headers::new(&HttpConfig::default());
        let is_short = |kind: Option<&'static str>| {
            let mut map = HeaderMap::new();
            map.extend(kind.map(|kind| (CONTENT_TYPE, HeaderValue::from_static(kind))));
            headers.put(&mut map);
            !map[CONTENT_SECURITY_POLICY].to_str().expect("text").contains("script-src")
        };
        for kind in ["application/json", "font/woff2", "image/webp", "text/css; charset=utf-8"] {
            assert!(is_short(Some(kind)), "{kind}");
        }
        // Pictures in SVG can contain scripts, and workers have the policy of their script.
        for kind in ["text/html; charset=utf-8", "image/svg+xml", "text/javascript", "text/plain"] {
            assert!(!is_short(Some(kind)), "{kind}");
        }
        assert!(!is_short(None));
    }
}
