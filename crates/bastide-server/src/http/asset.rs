//! Static responses, compressed in advance and with an entity tag for conditional requests.

use std::io::Write as _;

use axum::body::Body;
use axum::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use super::encoding::{self, Encoding};

/// How long clients may cache a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CachePolicy {
    /// Unlimited: the file name changes with the content.
    Forever,
    /// One hour: the file changes at most with the server version.
    Hour,
    /// None: clients have to revalidate.
    Never,
}

impl CachePolicy {
    const fn header(self) -> &'static str {
        match self {
            CachePolicy::Forever => "public, max-age=31536000, immutable",
            CachePolicy::Hour => "public, max-age=3600",
            CachePolicy::Never => "no-cache",
        }
    }
}

/// A file ready to be sent.
#[derive(Clone, Debug)]
pub struct Asset {
    kind: HeaderValue,
    tag: HeaderValue,
    cache: CachePolicy,
    /// The content in all available encodings, preferred first.
    forms: Vec<(Encoding, Bytes)>,
}

impl Asset {
    /// Creates an uncompressed file of MIME type `kind`.
    pub fn new(kind: &'static str, cache: CachePolicy, content: impl Into<Bytes>) -> Asset {
        let plain = content.into();
        let digest = Sha256::digest(&plain);
        let hex: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        // Weak, since all encodings share the tag.
        let tag = HeaderValue::try_from(format!("W/\"{hex}\"")).expect("digits make a header");
        let kind = HeaderValue::from_static(kind);
        Asset { kind, tag, cache, forms: vec![(Encoding::Identity, plain)] }
    }

    /// Adds a gzip encoding if the content is compressible. For content generated at run time;
    /// static files come with better encodings.
    #[must_use]
    pub fn packed(self) -> Asset {
        let is_text = ["text/", "json", "javascript", "svg", "manifest"];
        let kind = self.kind.to_str().unwrap_or_default();
        let [(Encoding::Identity, plain)] = &self.forms[..] else { return self };
        if !is_text.iter().any(|word| kind.contains(word)) {
            return self;
        }
        let packed = gzip(plain).filter(|packed| packed.len() < plain.len());
        self.with(Encoding::Gzip, packed)
    }

    /// Adds a precompressed encoding, if there is one.
    #[must_use]
    pub(super) fn with(mut self, encoding: Encoding, content: Option<Bytes>) -> Asset {
        self.forms.extend(content.map(|content| (encoding, content)));
        self.forms.sort_by_key(|(encoding, _)| *encoding);
        self
    }

    /// Returns the size in bytes of all encodings together.
    pub(super) fn size(&self) -> usize {
        self.forms.iter().map(|(_, content)| content.len()).sum()
    }

    /// Returns the response to a request with the headers `request`.
    pub fn respond(&self, request: &HeaderMap) -> Response {
        let mut headers = HeaderMap::with_capacity(8);
        headers.insert(ETAG, self.tag.clone());
        headers.insert(CACHE_CONTROL, HeaderValue::from_static(self.cache.header()));
        headers.insert(VARY, HeaderValue::from_static("accept-encoding"));
        if self.is_known(request) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        let Some((encoding, content)) = encoding::choose(request, &self.forms) else {
            // Without the caching headers of the file, so that the error response is not cached.
            return (StatusCode::NOT_ACCEPTABLE, [(VARY, "accept-encoding")]).into_response();
        };
        headers.insert(CONTENT_TYPE, self.kind.clone());
        if *encoding != Encoding::Identity {
            headers.insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
        }
        (headers, Body::from(content.clone())).into_response()
    }

    /// Returns true if the client has the current version, by its `If-None-Match` header.
    fn is_known(&self, request: &HeaderMap) -> bool {
        let tag = self.tag.to_str().unwrap_or_default();
        let same = |known: &str| known == "*" || known == tag || Some(known) == tag.get(2..);
        let known = request.get_all(IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        known.flat_map(|value| value.split(',')).any(|known| same(known.trim()))
    }
}

/// Compresses `content` with gzip.
fn gzip(content: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::with_capacity(content.len() / 4), Compression::new(6));
    encoder.write_all(content).ok()?;
    encoder.finish().ok().map(Bytes::from)
}

/// Returns the MIME type of a file by its extension.
pub(super) fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, ending)| ending) {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header::ACCEPT_ENCODING;

    use super::*;

    fn with(name: axum::http::HeaderName, value: &str) -> HeaderMap {
        HeaderMap::from_iter([(name, value.parse().expect("a header"))])
    }

    #[test]
    fn encodings_are_chosen_by_the_client() {
        let text = "the same over and over, ".repeat(100);
        let asset = Asset::new(kind("a.html"), CachePolicy::Never, text).packed();
        let encoding = |asset: &Asset, value: &str| {
            let answer = asset.respond(&with(ACCEPT_ENCODING, value));
            assert_eq!(answer.headers()[VARY], "accept-encoding");
            assert_eq!(answer.status(), StatusCode::OK, "{value}");
            answer.headers().get(CONTENT_ENCODING).map(|v| v.to_str().expect("text").to_owned())
        };
        assert_eq!(encoding(&asset, "gzip, br").as_deref(), Some("gzip"));
        assert_eq!(encoding(&asset, "gzip;q=0"), None);
        assert_eq!(encoding(&asset, "identity"), None);
        let both = asset.with(Encoding::Brotli, Some(Bytes::from_static(b"packed")));
        assert_eq!(encoding(&both, "gzip, br;q=0.9").as_deref(), Some("gzip"));
        assert_eq!(encoding(&both, "gzip, br").as_deref(), Some("br"));
        assert_eq!(both.respond(&HeaderMap::new()).headers().get(CONTENT_ENCODING), None);
    }

    #[test]
    fn refusing_every_encoding_is_not_acceptable() {
        let asset = Asset::new(kind("a.png"), CachePolicy::Never, "picture").packed();
        let answer = asset.respond(&with(ACCEPT_ENCODING, "gzip, identity;q=0"));
        assert_eq!(answer.status(), StatusCode::NOT_ACCEPTABLE);
        assert_eq!(answer.headers()[VARY], "accept-encoding");
        assert!(!answer.headers().contains_key(CACHE_CONTROL));
    }

    #[test]
    fn a_matching_etag_is_not_modified() {
        let asset = Asset::new(kind("a.js"), CachePolicy::Forever, "x");
        let first = asset.respond(&HeaderMap::new());
        assert_eq!(first.status(), StatusCode::OK);
        let tag = first.headers()[ETAG].to_str().expect("text").to_owned();
        let again = asset.respond(&with(IF_NONE_MATCH, &format!("\"other\", {tag}")));
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        let changed = Asset::new(kind("a.js"), CachePolicy::Forever, "y");
        assert_eq!(changed.respond(&with(IF_NONE_MATCH, &tag)).status(), StatusCode::OK);
    }
}
