//! Banned addresses, reports, and removed persons over HTTP.

use axum::http::{Method, StatusCode};
use bastide_protocol::{Problem, ProblemCode, ReportTaken, Seated};
use bastide_server::admin::{Admin, AdminAnswer, AdminRequest};
use bastide_server::http::{HttpConfig, RateLimits};
use serde_json::{Value, json};

use crate::support::Site;

impl Site {
    async fn admin(&self, request: AdminRequest) -> Result<AdminAnswer, Problem> {
        Admin::new(self.app.hub().clone()).run(request).await
    }

    async fn ban(&self, net: &str) -> Result<AdminAnswer, Problem> {
        let reason = "spam".to_owned();
        self.admin(AdminRequest::Ban { net: net.to_owned(), lasts: None, reason }).await
    }

    async fn status_from(&self, path: &str, peer: &str) -> StatusCode {
        self.ask(Method::GET, path).from(peer).send().await.status
    }

    async fn report(&self, table: &Seated, body: &Value) -> crate::support::Answer {
        self.post(&format!("/api/tables/{}/reports", table.table), body).await
    }
}

#[tokio::test]
async fn only_the_banned_network_is_refused() {
    let site = Site::new().await;
    let path = "/api/bots";
    let (near, far, v6, v6_far) =
        ("198.51.100.7:1", "198.51.101.7:1", "[2001:db8:1:2::3]:1", "[2001:db8:2::3]:1");
    for peer in [near, far, v6, v6_far] {
        assert_eq!(site.status_from(path, peer).await, StatusCode::OK, "{peer}");
    }
    site.ban("198.51.100.0/24").await.expect("a ban");
    site.ban("2001:db8:1::/48").await.expect("a ban");
    for peer in [near, v6, "[::ffff:198.51.100.9]:1"] {
        let answer = site.ask(Method::GET, path).from(peer).send().await;
        let problem = answer.problem(StatusCode::FORBIDDEN, ProblemCode::Banned);
        assert!(problem.message.ends_with(": spam"), "{}", problem.message);
        assert_eq!(site.status_from("/", peer).await, StatusCode::FORBIDDEN, "pages too");
    }
    for peer in [far, v6_far] {
        assert_eq!(site.status_from(path, peer).await, StatusCode::OK, "{peer}");
    }
    let unban = |net: &str| AdminRequest::Unban { net: net.to_owned() };
    site.admin(unban("198.51.100.7/24")).await.expect("the same network");
    assert_eq!(site.status_from(path, near).await, StatusCode::OK);
    let again = site.admin(unban("198.51.100.0/24")).await.expect_err("not banned");
    assert_eq!(again.code, ProblemCode::NotFound);
    for wrong in ["0.0.0.0/0", "::/0", "nonsense", ""] {
        let refused = site.ban(wrong).await.expect_err(wrong);
        assert_eq!(refused.code, ProblemCode::Malformed);
    }
}

#[tokio::test]
async fn a_ban_expires() {
    let site = Site::new().await;
    let ban = |lasts| AdminRequest::Ban {
        net: "198.51.100.7".to_owned(),
        lasts: Some(lasts),
        reason: String::new(),
    };
    assert!(site.admin(ban(0)).await.is_err(), "for no time");
    site.admin(ban(1)).await.expect("for a millisecond");
    while site.status_from("/api/bots", "198.51.100.7:1").await != StatusCode::OK {
        tokio::task::yield_now().await;
    }
    let bans = site.admin(AdminRequest::Bans).await.expect("bans");
    assert_eq!(bans, AdminAnswer::Bans { bans: Vec::new() }, "one that has ended is not listed");
}

#[tokio::test]
async fn a_report_is_stored_with_the_chat_for_the_operator() {
    let site = Site::new().await;
    let table = site.table().await;
    let act = format!("/api/tables/{}/do", table.table);
    let deed = json!({ "id": "1", "command": { "kind": "say", "text": "you cheat" } });
    let said = site.ask(Method::POST, &act).token(&table.token).json(&deed).send().await;
    let seq = said.ok().read::<Value>()["seq"].clone();
    let whom = json!({ "kind": "seat", "seat": 0 });
    let report = json!({ "whom": whom, "seq": seq, "reason": "insults" });
    let taken: ReportTaken = site.report(&table, &report).await.is(StatusCode::CREATED).read();

    let all = AdminRequest::Reports { table: None, limit: 10 };
    let Ok(AdminAnswer::Reports { reports }) = site.admin(all.clone()).await else {
        panic!("reports are answered with reports");
    };
    let [kept] = &reports[..] else { panic!("one report: {reports:?}") };
    assert_eq!((kept.id, &kept.table), (taken.id, &table.table));
    assert_eq!(kept.report.line.as_deref(), Some("you cheat"));
    assert_eq!((kept.report.name.as_str(), kept.report.by), ("Ann", None));
    assert_eq!(kept.report.chat.len(), 1);
    site.admin(AdminRequest::Resolve { report: taken.id }).await.expect("it was there");
    let again = site.admin(AdminRequest::Resolve { report: taken.id }).await;
    assert_eq!(again.expect_err("it is gone").code, ProblemCode::NotFound);
}

#[tokio::test]
async fn invalid_reports_are_refused_and_not_stored() {
    let site = Site::new().await;
    let table = site.table().await;
    let seat = |seat: u8| json!({ "kind": "seat", "seat": seat });
    let not_found = (StatusCode::NOT_FOUND, ProblemCode::NoSuchWatcher);
    let bad_text = (StatusCode::UNPROCESSABLE_ENTITY, ProblemCode::BadText);
    for (body, (status, code)) in [
        (json!({ "whom": seat(7), "reason": "x" }), not_found),
        (json!({ "whom": { "kind": "watcher", "id": "0" }, "reason": "x" }), not_found),
        (json!({ "whom": seat(0), "reason": "x", "seq": 1 }), not_found),
        (json!({ "whom": seat(0), "reason": " " }), bad_text),
        (json!({ "whom": seat(0), "reason": "\u{202e}" }), bad_text),
        (json!({ "whom": seat(0), "reason": "x".repeat(301) }), bad_text),
    ] {
        site.report(&table, &body).await.problem(status, code);
    }
    let body = json!({ "whom": seat(0), "reason": "x", "more": 1 });
    assert_eq!(site.report(&table, &body).await.status, StatusCode::UNPROCESSABLE_ENTITY);
    let reports = AdminRequest::Reports { table: Some(table.table.clone()), limit: 10 };
    let none = AdminAnswer::Reports { reports: Vec::new() };
    assert_eq!(site.admin(reports).await, Ok(none));
}

#[tokio::test]
async fn reports_are_limited_per_table_and_address() {
    let site = Site::new().await;
    let (table, other) = (site.table().await, site.table().await);
    let body = json!({ "whom": { "kind": "seat", "seat": 0 }, "reason": "x" });
    for _ in 0..50 {
        site.report(&table, &body).await.is(StatusCode::CREATED);
    }
    let full = site.report(&table, &body).await;
    full.problem(StatusCode::TOO_MANY_REQUESTS, ProblemCode::TooMany);
    site.report(&other, &body).await.is(StatusCode::CREATED);

    let limited =
        Site::with(HttpConfig { rate_limits: RateLimits::On, ..HttpConfig::default() }).await;
    let table = limited.table().await;
    for _ in 0..5 {
        limited.report(&table, &body).await.is(StatusCode::CREATED);
    }
    let many = limited.report(&table, &body).await;
    many.problem(StatusCode::TOO_MANY_REQUESTS, ProblemCode::TooMany);
}

#[tokio::test]
async fn a_kicked_address_cannot_sit_again_and_others_can() {
    let site = Site::new().await;
    // With a third seat, so that the game does not start.
    let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "open" }, { "kind": "open" }]);
    let new = json!({ "game": "land", "rules": "base", "seats": seats });
    let ann: Seated = site.post("/api/tables", &new).await.is(StatusCode::CREATED).read();
    let path = format!("/api/tables/{}/seats", ann.table);
    let body = json!({ "name": "Ben" });
    let sit = async |peer: &str| site.ask(Method::POST, &path).json(&body).from(peer).send().await;
    sit("198.51.100.7:1").await.is(StatusCode::CREATED);
    let act = format!("/api/tables/{}/do", ann.table);
    let kick = json!({ "kind": "moderate", "what": { "kind": "kick", "seat": 1 } });
    let deed = json!({ "id": "1", "command": kick });
    site.ask(Method::POST, &act).token(&ann.token).json(&deed).send().await.ok();
    sit("198.51.100.7:2").await.problem(StatusCode::FORBIDDEN, ProblemCode::Removed);
    sit("198.51.100.8:1").await.is(StatusCode::CREATED);
}
