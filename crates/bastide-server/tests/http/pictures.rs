//! Tests of sprites, backdrops and postcards.

use axum::http::{Method, StatusCode};
use bastide_protocol::{ProblemCode, Seated, TableView};
use serde_json::json;

use crate::support::Site;

#[tokio::test]
async fn every_game_has_a_sprite() {
    let site = Site::new().await;
    for (game, rules, tile) in [
        ("land", "base,fields", "id='D-0'"),
        ("land", "base,river,castles", "id='D-0'"),
        ("land", "wheel,fields", "<symbol"),
        ("stronghold", "", "<symbol"),
    ] {
        let seats = json!([{ "kind": "me", "name": "A" }, { "kind": "me", "name": "B" }]);
        let new = json!({ "game": game, "rules": rules, "seats": seats });
        let table = site.post("/api/tables", &new).await.is(StatusCode::CREATED);
        let table: Seated = table.read();
        let path = format!("/api/tables/{}", table.table);
        let view: TableView = site.get(&path).await.ok().read();
        let sprite = site.get(&format!("/art/{}.svg?theme=dark", view.game.set)).await.ok();
        assert_eq!(sprite.header("content-type"), "image/svg+xml");
        assert!(sprite.text().contains(tile), "{rules}");
        for laid in &view.game.laid {
            let symbol = format!("id='{}'", laid.symbol);
            assert!(sprite.text().contains(&symbol), "{symbol} for {rules}");
        }
        let backdrop = site.get(&format!("/art/backdrop/{}.svg", table.table)).await.ok().text();
        let is_empty = game == "land" && !rules.contains("wheel");
        assert!(backdrop.starts_with("<svg "), "{rules}");
        assert_eq!(backdrop.len() < 200, is_empty, "{rules}: {} bytes", backdrop.len());
        if !is_empty {
            let name = if game == "land" { "wheel" } else { game };
            let named = site.get(&format!("/art/backdrop/{name}.svg")).await.ok().text();
            assert_eq!(named, backdrop, "{name} without a table");
        }
    }
    let pieces = site.get("/art/pieces.svg").await.ok().text();
    assert!(pieces.contains("id='meeple0'"));
    let nowhere = site.get("/art/backdrop/nowhere.svg").await;
    nowhere.problem(StatusCode::NOT_FOUND, ProblemCode::NoSuchTable);
}

#[tokio::test]
async fn pictures_are_compressed_and_cached() {
    let site = Site::new().await;
    let plain = site.get("/art/pieces.svg").await.ok();
    assert!(plain.header("cache-control").contains("max-age="));
    let tag = plain.header("etag").to_owned();
    let packed =
        site.ask(Method::GET, "/art/pieces.svg").header("accept-encoding", "br, gzip").send().await;
    assert_eq!(packed.header("content-encoding"), "gzip");
    assert!(packed.body.len() * 3 < plain.body.len());
    let again = site.ask(Method::GET, "/art/pieces.svg").header("if-none-match", &tag).send().await;
    assert_eq!(again.status, StatusCode::NOT_MODIFIED);
    assert!(again.body.is_empty());
    let dark = site
        .ask(Method::GET, "/art/pieces.svg?theme=dark")
        .header("if-none-match", &tag)
        .send()
        .await;
    assert_eq!(dark.status, StatusCode::OK, "another theme is another picture");
}

#[tokio::test]
async fn a_postcard_shows_the_game_and_its_players() {
    let site = Site::new().await;
    let table = site.table().await;
    let path = format!("/api/tables/{}/postcard", table.table);
    let svg = site.get(&format!("{path}.svg")).await.ok();
    assert_eq!(svg.header("content-type"), "image/svg+xml");
    assert!(svg.text().contains("Ann") || svg.text().contains("<svg"));
    let png = site.get(&format!("{path}.png")).await.ok();
    assert_eq!(png.header("content-type"), "image/png");
    assert!(png.body.starts_with(b"\x89PNG"));
}
