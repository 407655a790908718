//! Extractors for handlers, whose rejections are [`Error`]s.

use std::convert::Infallible;
use std::net::IpAddr;

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, HOST};
use axum::http::request::Parts;
use bastide_protocol::ProblemCode;
use serde::de::DeserializeOwned;

use super::address::{self, Client};
use super::error::{Error, Result};
use super::guard::{self, ResolvedAddr};
use super::limits::{Act, SeatKey};
use super::{App, Shared};

/// A JSON body.
pub(super) struct Json<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequest<Shared> for Json<T> {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Shared) -> Result<Json<T>> {
        let axum::Json(value) = axum::Json::from_request(request, app).await?;
        Ok(Json(value))
    }
}

/// A text body of any content type.
pub(super) struct Text(pub(super) String);

impl FromRequest<Shared> for Text {
    type Rejection = Error;

    async fn from_request(request: Request, app: &Shared) -> Result<Text> {
        let bytes = Bytes::from_request(request, app).await?;
        let text = String::from_utf8(bytes.into());
        text.map(Text).map_err(|_| Error::Malformed("the body is not UTF-8 text".to_owned()))
    }
}

/// Path parameters.
pub(super) struct Path<T>(pub(super) T);

impl<T: DeserializeOwned + Send> FromRequestParts<Shared> for Path<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Path<T>> {
        let axum::extract::Path(value) =
            axum::extract::Path::from_request_parts(parts, app).await?;
        Ok(Path(value))
    }
}

/// Query parameters.
pub(super) struct Query<T>(pub(super) T);

impl<T: DeserializeOwned> FromRequestParts<Shared> for Query<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Query<T>> {
        let axum::extract::Query(value) =
            axum::extract::Query::from_request_parts(parts, app).await?;
        Ok(Query(value))
    }
}

/// Seat token from the `Authorization` header, if present.
pub(super) struct MaybeToken(pub(super) Option<String>);

impl FromRequestParts<Shared> for MaybeToken {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &Shared) -> Result<MaybeToken> {
        let Some(value) = parts.headers.get(AUTHORIZATION) else { return Ok(MaybeToken(None)) };
        // A malformed header is an error rather than a missing token.
        let token = value.to_str().ok().and_then(|value| value.split_once(' '));
        match token {
            Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => {
                Ok(MaybeToken(Some(token.trim().to_owned())))
            }
            _ => Err(Error::refused(
                ProblemCode::BadToken,
                "invalid header authorization: write Bearer TOKEN",
            )),
        }
    }
}

/// Seat token from the `Authorization` header, required.
pub(super) struct Token(pub(super) String);

impl FromRequestParts<Shared> for Token {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Token> {
        let MaybeToken(token) = MaybeToken::from_request_parts(parts, app).await?;
        token.map(Token).ok_or(Error::NoToken)
    }
}

/// Address of the client.
#[derive(Clone, Copy)]
pub(super) struct ClientAddr(pub(super) IpAddr);

impl FromRequestParts<Shared> for ClientAddr {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<ClientAddr, Infallible> {
        let known = parts.extensions.get::<ResolvedAddr>().map(|ResolvedAddr(address)| *address);
        Ok(ClientAddr(known.unwrap_or_else(|| {
            // The metrics listener has no guard middleware.
            let peer = guard::peer(&parts.extensions);
            address::client(peer, &parts.headers, &app.config.proxies)
        })))
    }
}

impl ClientAddr {
    /// Returns the address as rate limits use it.
    pub(super) fn client(self) -> Client {
        Client::of(self.0)
    }

    /// Counts a request against the rate limits of this address.
    pub(super) fn count(self, app: &App, what: Act) -> Result<()> {
        app.count(what, self.client(), None)
    }

    /// Counts a request against the rate limits of this address, and of the seat of `token` if
    /// present.
    pub(super) fn count_for(self, app: &App, what: Act, token: Option<&str>) -> Result<()> {
        app.count(what, self.client(), token.map(SeatKey::of))
    }
}

/// Base URL of the server: the configured public URL, or derived from the `Host` header.
pub(super) struct Base(pub(super) String);

impl FromRequestParts<Shared> for Base {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Shared) -> Result<Base, Infallible> {
        Ok(Base(match &app.config.public_url {
            Some(url) => url.origin().to_owned(),
            None => {
                let host = host(&parts.headers).unwrap_or("localhost");
                format!("{}://{host}", app.config.scheme())
            }
        }))
    }
}

/// Returns the `Host` header if it is well-formed.
pub(crate) fn host(headers: &HeaderMap) -> Option<&str> {
    let host = headers.get(HOST)?.to_str().ok()?;
    let is_plain =
        |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']');
    (!host.is_empty() && host.len() <= 255 && host.chars().all(is_plain)).then_some(host)
}
