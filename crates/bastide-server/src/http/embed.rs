//! Pages that other sites may show in a frame, and their oEmbed description.
//!
//! `/embed/POSITION` shows a game, for reading only, and `/embed#z=…` an analysis with variations. A
//! site that knows oEmbed asks `/api/oembed` how to show a link to it; the `Link` header of the first
//! page says where. The server never sees the analysis otherwise, and cannot read it: the page does.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderValue;
use bastide_host::position;
use bastide_protocol::{Problem, ProblemCode};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Shared;
use super::error::{Error, Result};
use super::extract::{Base, ClientAddr, Query};
use super::limits::Act;

/// Path of the pages.
const PATH: &str = "/embed";
/// What precedes a compressed analysis in the address of a page.
const ANALYSIS: &str = "#z=";
/// Maximum length of a compressed analysis: many times that of a long game with comments.
const LONGEST_ANALYSIS: usize = 32_768;
/// Size of a frame if the site does not limit it, in pixels.
const SIZE: (u32, u32) = (640, 480);
/// Smallest usable size of a frame, in pixels.
const SMALLEST: (u32, u32) = (240, 200);

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(oembed))
}

/// Returns true if other sites may show the page with this path in a frame.
pub(super) fn is_page(path: &str) -> bool {
    path.strip_prefix(PATH).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// Returns the `Link` header of an embedded position: where its description is.
pub(super) fn discovery(base: &str, path: &str) -> Option<HeaderValue> {
    let position = path.strip_prefix(PATH)?.strip_prefix('/').filter(|rest| is_plain(rest))?;
    let page = format!("{base}{PATH}/{position}").replace(':', "%3A").replace('/', "%2F");
    let link = format!(
        "<{base}/api/oembed?url={page}>; rel=\"alternate\"; type=\"application/json+oembed\""
    );
    HeaderValue::try_from(link).ok()
}

/// Returns true for the characters of a position string or a compressed analysis.
fn is_plain(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_'))
}

/// A request of a site that embeds pages.
#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// Link to an embedded position or analysis of this server.
    url: String,
    /// Largest width, in pixels.
    maxwidth: Option<u32>,
    /// Largest height, in pixels.
    maxheight: Option<u32>,
    /// `json`, the default.
    format: Option<String>,
}

/// How to show a link in a page, by the oEmbed specification.
#[derive(Serialize, ToSchema)]
struct Embedding {
    /// Version of oEmbed: `1.0`.
    version: &'static str,
    /// `rich`: HTML to insert.
    r#type: &'static str,
    /// Name of the provider.
    provider_name: &'static str,
    /// Address of this server.
    provider_url: String,
    /// Title of the frame.
    title: &'static str,
    /// The frame.
    html: String,
    /// Its width, in pixels.
    width: u32,
    /// Its height, in pixels.
    height: u32,
}

/// Describe how to embed a position or an analysis (oEmbed)
#[utoipa::path(
    get, path = "/api/oembed", tag = "positions", params(Wanted),
    responses(
        (status = 200, body = Embedding),
        (status = 400, description = "Another format than JSON is requested", body = Problem),
        (status = 404, description = "Not a link to an embedded position or analysis", body = Problem),
    )
)]
async fn oembed(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Base(base): Base,
    Query(wanted): Query<Wanted>,
) -> Result<Json<Embedding>> {
    client_addr.count(&app, Act::Record)?;
    if wanted.format.is_some_and(|format| format != "json") {
        return Err(Error::refused(ProblemCode::Malformed, "unknown format: write json"));
    }
    let rest = wanted.url.strip_prefix(&base).and_then(|path| path.strip_prefix(PATH));
    let rest = rest.ok_or(Error::NotFound)?.to_owned();
    let is_known = match (rest.strip_prefix(ANALYSIS), rest.strip_prefix('/')) {
        (Some(analysis), _) => is_plain(analysis) && analysis.len() <= LONGEST_ANALYSIS,
        (None, Some(position)) if is_plain(position) => {
            let position = position.to_owned();
            app.work(client_addr, move || position::decode(&position).is_ok()).await?
        }
        (None, _) => false,
    };
    if !is_known {
        return Err(Error::NotFound);
    }
    let width = wanted.maxwidth.unwrap_or(SIZE.0).clamp(SMALLEST.0, SIZE.0);
    let height = wanted.maxheight.unwrap_or(SIZE.1).clamp(SMALLEST.1, SIZE.1);
    // Neither the address nor the rest of the link can contain a quotation mark.
    let html = format!(
        "<iframe src=\"{base}{PATH}{rest}\" width=\"{width}\" height=\"{height}\" \
         title=\"Bastide\" style=\"border:0\" loading=\"lazy\" allowfullscreen></iframe>"
    );
    Ok(Json(Embedding {
        version: "1.0",
        r#type: "rich",
        provider_name: "Bastide",
        provider_url: base,
        title: "Bastide",
        html,
        width,
        height,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_positions_have_a_description() {
        let link = discovery("https://a.example", "/embed/1a-_Z").expect("a header");
        assert_eq!(
            link,
            "<https://a.example/api/oembed?url=https%3A%2F%2Fa.example%2Fembed%2F1a-_Z>; \
             rel=\"alternate\"; type=\"application/json+oembed\""
        );
        for path in ["/embed", "/embed/", "/embed/a\"b", "/embed/a/b", "/embedded/1", "/t/abc"] {
            assert!(discovery("https://a.example", path).is_none(), "{path}");
        }
    }
}
