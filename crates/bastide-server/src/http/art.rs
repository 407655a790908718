//! Images: sprites for pages, backdrops of boards, and postcards.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use bastide::{AnyGame, LandRules, Rules, Setup, StrongholdRules, TileSet, sets};
use bastide_art::Theme;
use bastide_protocol::{Family, Language, Problem, ProblemCode, ViewBuilder};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Shared;
use super::asset::{Asset, CachePolicy, kind};
use super::error::{Error, Result};
use super::extract::{ClientAddr, Path, Query};
use super::gallery::{Shelf, picture};
use super::limits::Act;
use crate::hub::Credentials;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(see_sprite))
        .routes(routes!(see_backdrop))
        .routes(routes!(see_postcard))
        .routes(routes!(see_postcard_in_pixels))
}

/// Colour themes of images.
#[derive(Clone, Copy, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum Colours {
    /// A tinted map on warm paper.
    #[default]
    Light,
    /// The same on a dark table.
    Dark,
    /// Few flat colours and strong lines.
    Contrast,
    /// Black on white, for printing.
    Print,
}

impl Colours {
    const fn theme(self) -> Theme {
        match self {
            Colours::Light => Theme::Light,
            Colours::Dark => Theme::Dark,
            Colours::Contrast => Theme::Contrast,
            Colours::Print => Theme::Print,
        }
    }
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct InColours {
    /// Colour theme of the image.
    #[serde(default)]
    #[param(inline)]
    theme: Colours,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct InLanguage {
    /// Language of names: those of bots, and colours of players without a name.
    #[serde(default)]
    #[param(inline)]
    lang: Language,
}

/// File format of a postcard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Svg,
    Png,
}

/// Rendering options of a postcard.
#[derive(Clone, Copy)]
struct Style {
    theme: Theme,
    language: Language,
    form: Form,
}

/// Width of PNG postcards, in pixels.
const WIDE: u32 = 1600;

/// Get a sprite sheet for pages
///
/// `pieces.svg` contains everything that is placed on tiles. The others contain the tiles of a
/// game, by the value of its `set` field: `base`, `wheel`, `base,river`, `stronghold` and so on.
#[utoipa::path(
    get, path = "/art/{file}", tag = "pictures",
    params(
        ("file" = String, Path, description = "Names of the sets, followed by `.svg`",
            example = "base.svg"),
        InColours,
    ),
    responses(
        (status = 200, content_type = "image/svg+xml", body = String),
        (status = 304, description = "Not modified"),
        (status = 400, body = Problem),
        (status = 404, description = "No such set", body = Problem),
    )
)]
async fn see_sprite(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(file): Path<String>,
    Query(InColours { theme }): Query<InColours>,
    headers: HeaderMap,
) -> Result<Response> {
    client_addr.count(&app, Act::Read)?;
    let theme = theme.theme();
    let name = svg(&file)?;
    if name == "pieces" {
        let key = format!("pieces {}", theme.name());
        let drawn = picture(&app, client_addr, Shelf::Lasting, key, move || {
            Ok(lasting(bastide_art::pieces_sprite(theme)))
        });
        return Ok(drawn.await?.respond(&headers));
    }
    let key = format!("set {name} {}", theme.name());
    let name = name.to_owned();
    let drawn = picture(&app, client_addr, Shelf::Lasting, key, move || {
        let tiles = tiles(&name).ok_or_else(|| no_such_set(&name))?;
        Ok(lasting(bastide_art::sprite(tiles, theme)))
    });
    Ok(drawn.await?.respond(&headers))
}

/// Returns the tiles by name: all tiles of a game, or those of one set.
fn tiles(name: &str) -> Option<&'static TileSet> {
    let of_set = || sets::all().into_iter().find(|set| set.name == name);
    ViewBuilder::named(name).map(ViewBuilder::tiles).or_else(of_set)
}

/// Get the backdrop below a table's tiles
///
/// The wall with its towers, score track and start areas, or the block of the wheel; empty in other
/// games. For a page that has loaded both sprites.
#[utoipa::path(
    get, path = "/art/backdrop/{file}", tag = "pictures",
    params(
        ("file" = String, Path,
            description = "Table id, or rules, or `stronghold`, followed by `.svg`"),
        InColours,
    ),
    responses(
        (status = 200, content_type = "image/svg+xml", body = String),
        (status = 304, description = "Not modified"),
        (status = 400, body = Problem),
        (status = 404, description = "No such table", body = Problem),
    )
)]
async fn see_backdrop(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(file): Path<String>,
    Query(InColours { theme }): Query<InColours>,
    headers: HeaderMap,
) -> Result<Response> {
    client_addr.count(&app, Act::Read)?;
    let theme = theme.theme();
    // No table id is a name of rules.
    let (family, rules) = match svg(&file)? {
        "stronghold" => (Family::Stronghold, String::new()),
        rules if rules.parse::<LandRules>().is_ok() => (Family::Land, rules.to_owned()),
        table => {
            let game = app.hub.view(table, Credentials::default()).await?.game.into_inner();
            (game.family, game.rules)
        }
    };
    // The backdrop depends only on the rules, so tables with the same rules share a cache entry.
    let key = format!("backdrop {family:?} {rules} {}", theme.name());
    let drawn = picture(&app, client_addr, Shelf::Lasting, key, move || {
        let rules = match family {
            Family::Stronghold => Rules::Stronghold(StrongholdRules),
            Family::Land => Rules::Land(rules.parse().map_err(|_| Error::Internal)?),
        };
        let game = AnyGame::new(&Setup::new(rules, 2)).map_err(|_| Error::Internal)?;
        Ok(lasting(bastide_table::backdrop(&game, theme)))
    });
    Ok(drawn.await?.respond(&headers))
}

/// Get a postcard of a table's game as SVG
#[utoipa::path(
    get, path = "/api/tables/{table}/postcard.svg", tag = "pictures",
    params(("table" = String, Path, description = "Table id, as in links"), InColours, InLanguage),
    responses(
        (status = 200, content_type = "image/svg+xml", body = String),
        (status = 304, description = "Not modified"),
        (status = 400, body = Problem),
        (status = 404, description = "No such table", body = Problem),
    )
)]
async fn see_postcard(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(table): Path<String>,
    Query(colours): Query<InColours>,
    Query(InLanguage { lang }): Query<InLanguage>,
    headers: HeaderMap,
) -> Result<Response> {
    let style = Style { theme: colours.theme.theme(), language: lang, form: Form::Svg };
    postcard(&app, client_addr, &table, style, &headers).await
}

/// Get a postcard of a table's game as PNG
#[utoipa::path(
    get, path = "/api/tables/{table}/postcard.png", tag = "pictures",
    params(("table" = String, Path, description = "Table id, as in links"), InColours, InLanguage),
    responses(
        (status = 200, content_type = "image/png", body = Vec<u8>),
        (status = 304, description = "Not modified"),
        (status = 400, body = Problem),
        (status = 404, description = "No such table", body = Problem),
    )
)]
async fn see_postcard_in_pixels(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    Path(table): Path<String>,
    Query(colours): Query<InColours>,
    Query(InLanguage { lang }): Query<InLanguage>,
    headers: HeaderMap,
) -> Result<Response> {
    let style = Style { theme: colours.theme.theme(), language: lang, form: Form::Png };
    postcard(&app, client_addr, &table, style, &headers).await
}

async fn postcard(
    app: &Shared,
    client_addr: ClientAddr,
    table: &str,
    Style { theme, language, form }: Style,
    headers: &HeaderMap,
) -> Result<Response> {
    client_addr.count(app, Act::Read)?;
    let record = app.hub.record(table).await?;
    let actions = record.actions().len();
    let (colours, code) = (theme.name(), language.code());
    let key = format!("postcard {table} {actions} {colours} {code} {form:?}");
    let drawn = picture(app, client_addr, Shelf::Postcards, key, move || {
        let svg = bastide_table::postcard(&record, theme, language);
        match form {
            Form::Svg => Ok(Asset::new(kind("a.svg"), CachePolicy::Never, svg)),
            Form::Png => match bastide_art::png(&svg, WIDE) {
                Ok(png) => Ok(Asset::new(kind("a.png"), CachePolicy::Never, png)),
                Err(error) => {
                    tracing::error!(%error, "a postcard cannot be drawn");
                    Err(Error::Internal)
                }
            },
        }
    });
    Ok(drawn.await?.respond(headers))
}

/// Creates an asset for an image that changes only with the server version.
fn lasting(svg: String) -> Asset {
    Asset::new(kind("a.svg"), CachePolicy::Hour, svg)
}

/// Strips the `.svg` suffix from a file name.
fn svg(file: &str) -> Result<&str> {
    file.strip_suffix(".svg").ok_or_else(|| no_such_set(file))
}

fn no_such_set(name: &str) -> Error {
    let known = sets::all().map(|set| set.name.as_str()).join(".svg, ");
    let name: String = name.chars().take(40).collect();
    Error::refused(
        ProblemCode::NotFound,
        format!("there is no picture '{name}'; the pictures are pieces.svg, {known}.svg"),
    )
}
