//! List of available bots.

use axum::Json;
use bastide_bots::Kind;
use bastide_protocol::{BotLine, BotList, BotSort};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Shared;

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(list_bots))
}

/// List all bots
///
/// Levels, easiest first, then personalities.
#[utoipa::path(get, path = "/api/bots", tag = "bots", responses((status = 200, body = BotList)))]
async fn list_bots() -> Json<BotList> {
    let line = |kind: Kind, sort| BotLine { level: kind.name().to_owned(), sort };
    let levels = Kind::LEVELS.map(|kind| line(kind, BotSort::Level));
    let others = Kind::PERSONALITIES.map(|kind| line(kind, BotSort::Personality));
    Json(BotList { bots: levels.into_iter().chain(others).collect() })
}
