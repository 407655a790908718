//! List of available bots.

use axum::Json;
use bastide_protocol::BotList;
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
    Json(BotList::all())
}
