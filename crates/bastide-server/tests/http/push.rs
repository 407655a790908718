//! Push messages, sent to a push service on this machine.

mod service;

use std::time::{Duration, SystemTime};

use axum::http::{Method, StatusCode};
use bastide::{Actor, Game as _};
use bastide_host::Record;
use bastide_protocol::{ProblemCode, PushCount, PushKey, PushLanguage, Seated};
use bastide_server::admin::{Admin, AdminRequest, EraseWhom};
use bastide_server::http::{HttpConfig, RateLimits};
use bastide_server::push::PushOptions;
use bastide_server::store::{Location, StoredPush, TableId};
use bastide_server::{Credentials, HubOptions, Watch};
use bastide_testing::{Cluster, until};
use serde_json::{Value, json};

use crate::support::{Answer, Site};
use service::{Browser, Reply, Service};

const DAYS: &str = r#"{ "kind": "days", "days": 3 }"#;

fn config() -> HttpConfig {
    HttpConfig { rate_limits: RateLimits::Off, ..HttpConfig::default() }
}

fn options(service: &Service) -> PushOptions {
    PushOptions {
        contact: Some("mailto:host@games.example".to_owned()),
        hosts: vec![service.url.parse().expect("a host")],
        settle: Duration::ZERO,
        quiet: Duration::ZERO,
        retry: Duration::from_millis(1),
        ..PushOptions::default()
    }
}

async fn site(push: PushOptions) -> Site {
    Site::with_hub(config(), HubOptions { push: Some(push), ..HubOptions::default() }).await
}

impl Site {
    /// Starts a game of Ann, who moves first, and Ben.
    async fn game(&self, clock: &str) -> (Seated, Seated) {
        let clock: Value = serde_json::from_str(clock).expect("JSON");
        let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "open" }]);
        let new = json!({ "game": "land", "rules": "base", "seats": seats, "clock": clock,
            "first": { "kind": "seat", "seat": 0 } });
        let ann: Seated = self.post("/api/tables", &new).await.is(StatusCode::CREATED).read();
        let path = format!("/api/tables/{}/seats", ann.table);
        let ben = self.post(&path, &json!({ "name": "Ben" })).await;
        (ann, ben.is(StatusCode::CREATED).read())
    }

    async fn with_token(&self, seated: &Seated, path: &str, body: &Value) -> Answer {
        let path = format!("/api/tables/{}/{path}", seated.table);
        self.ask(Method::POST, &path).token(&seated.token).json(body).send().await
    }

    async fn subscribe(&self, seated: &Seated, browser: &Browser) -> u8 {
        let answer = self.with_token(seated, "push", &browser.subscription()).await;
        answer.is(StatusCode::CREATED).read::<PushCount>().subscriptions
    }

    /// Returns the number of subscriptions of a token.
    async fn subscriptions(&self, seated: &Seated) -> u8 {
        let other = json!({ "endpoint": "https://unknown.example/x" });
        let answer = self.with_token(seated, "push/forget", &other).await;
        answer.ok().read::<PushCount>().subscriptions
    }

    /// Returns the number of subscriptions in the store of a person, given by number.
    async fn stored(&self, table: &str, holder: u16) -> usize {
        let id = TableId::from_name(table).expect("a name");
        let store = self.store.push().expect("subscriptions are kept");
        store.pushes(&id, holder).await.expect("they can be read").len()
    }

    async fn command(&self, seated: &Seated, id: &str, command: &Value) -> Answer {
        self.with_token(seated, "do", &json!({ "id": id, "command": command })).await
    }

    /// Plays a whole turn; returns the revision after it.
    async fn play(&self, seated: &Seated) -> u32 {
        let record = self.get(&format!("/api/tables/{}/record", seated.table)).await.ok();
        let mut game = Record::parse(&record.text()).expect("a record").game();
        let Actor::Seat(seat) = game.to_act() else { panic!("a seat is to act") };
        assert_eq!(seated.seats, [seat.index() as u8]);
        let (mut actions, mut legal) = (Vec::new(), Vec::new());
        while game.to_act() == Actor::Seat(seat) {
            legal.clear();
            game.legal_actions(&mut legal);
            actions.push(game.notation().show(legal[0]).to_string());
            game.play(legal[0]).expect("legal");
        }
        let view: Value = self.get(&format!("/api/tables/{}", seated.table)).await.ok().read();
        let revision = view["revision"].as_u64().expect("a number");
        let play = json!({ "kind": "play", "seat": seated.seats[0], "revision": revision,
            "actions": actions });
        let done = self.command(seated, &format!("play-{revision}"), &play).await;
        let revision = done.ok().read::<Value>()["revision"].as_u64().expect("a number");
        u32::try_from(revision).expect("small")
    }

    async fn connect(&self, seated: &Seated) -> Watch {
        let credentials = Credentials { token: Some(&seated.token), ..Credentials::default() };
        self.app.hub().watch(&seated.table, credentials, None).await.expect("a client")
    }

    /// Waits until the message counters have the expected values: sent, failed, forgotten.
    async fn counted(&self, expected: [u64; 3]) {
        let counted = || {
            let stats = self.app.hub().stats();
            [stats.push_sent, stats.push_failed, stats.push_forgotten]
        };
        for _ in 0..12_000 {
            if counted() == expected {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{:?} instead of {expected:?}", counted());
    }

    /// Waits until the store has no subscription of a person.
    async fn forgotten(&self, table: &str, holder: u16, why: &str) {
        for _ in 0..12_000 {
            if self.stored(table, holder).await == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("not forgotten: {why}");
    }
}

#[tokio::test]
async fn an_absent_player_is_notified_of_their_turn() {
    let mut service = Service::new().await;
    let site = site(options(&service)).await;
    let (ann, ben) = site.game(DAYS).await;
    let browser = Browser::at(&service, "ben");
    assert_eq!(site.subscribe(&ben, &browser).await, 1);
    assert_eq!(site.subscribe(&ben, &browser).await, 1, "the same once more");
    let revision = site.play(&ann).await;
    let received = service.next().await;
    assert_eq!(received.path, "/send/ben");
    let key: PushKey = site.get("/api/push").await.ok().read();
    let claims = received.claims(&key.key.expect("push is on"), &service.url);
    assert_eq!(claims["sub"], "mailto:host@games.example");
    assert_eq!(received.header("content-encoding"), "aes128gcm");
    assert_eq!(received.header("urgency"), "normal");
    let ttl: u64 = received.header("ttl").parse().expect("seconds");
    assert!((3 * 86_400 - 600..=3 * 86_400).contains(&ttl), "as long as the clock runs: {ttl}");
    let topic = received.header("topic").to_owned();
    assert_eq!(topic.len(), 32);
    assert!(topic.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
    assert!(!topic.contains(&ann.table), "the link of a table is a secret");
    let head = format!("{:?}", received.headers);
    assert!(!head.contains(&ann.table) && !head.contains(&ben.token));
    let message = browser.read(&received.body);
    assert_eq!((message.table.as_str(), message.revision), (ann.table.as_str(), revision));
    assert_eq!((message.names, message.language), (vec!["Ann".to_owned()], PushLanguage::Uk));
    site.counted([1, 0, 0]).await;

    // Another turn causes another message of the same topic.
    site.play(&ben).await;
    site.play(&ann).await;
    assert_eq!(service.next().await.header("topic"), topic);
    site.counted([2, 0, 0]).await;
    let metrics = site.ask(Method::GET, "/metrics").from("127.0.0.1:1").send().await.ok().text();
    assert!(metrics.contains("bastide_push_sent_total 2"), "{metrics}");
    assert_eq!(service.rest(), 0, "one for each turn");
}

#[tokio::test]
async fn a_connected_player_is_notified_only_after_disconnecting() {
    let mut service = Service::new().await;
    let site = site(options(&service)).await;
    let (ann, ben) = site.game(DAYS).await;
    site.subscribe(&ann, &Browser::at(&service, "ann")).await;
    site.subscribe(&ben, &Browser::at(&service, "ben")).await;
    // Messages of another table arrive after those that were sent before.
    let (eve, dan) = site.game(DAYS).await;
    site.subscribe(&eve, &Browser::at(&service, "eve")).await;
    site.subscribe(&dan, &Browser::at(&service, "dan")).await;
    let client = site.connect(&ben).await;
    for _ in 0..2 {
        site.play(&ann).await;
        site.play(&eve).await;
        assert_eq!(service.next().await.path, "/send/dan", "Ben is connected");
        site.play(&ben).await;
        assert_eq!(service.next().await.path, "/send/ann");
        site.play(&dan).await;
        assert_eq!(service.next().await.path, "/send/eve");
    }
    // A second client of the same person disconnects: the person is still connected.
    let second = site.connect(&ben).await;
    site.play(&ann).await;
    drop(second);
    site.play(&eve).await;
    assert_eq!(service.next().await.path, "/send/dan");
    // The device was asleep when the turn began, which is detected only now.
    drop(client);
    assert_eq!(service.next().await.path, "/send/ben");
    site.counted([8, 0, 0]).await;
    drop(site.connect(&ben).await);
    site.play(&dan).await;
    assert_eq!(service.next().await.path, "/send/eve", "Ben was told once");
    site.counted([9, 0, 0]).await;
    assert_eq!(service.rest(), 0);
}

#[tokio::test]
async fn only_players_of_correspondence_games_subscribe() {
    let service = Service::new().await;
    let site = site(options(&service)).await;
    let browser = Browser::at(&service, "x");
    let (conflict, off) = (StatusCode::CONFLICT, ProblemCode::PushOff);
    for clock in ["null", r#"{ "kind": "live", "seconds": 600, "increment": 5 }"#] {
        let (ann, ben) = site.game(clock).await;
        for seated in [&ann, &ben] {
            let answer = site.with_token(seated, "push", &browser.subscription()).await;
            answer.problem(conflict, off);
        }
        site.play(&ann).await;
        assert_eq!(site.stored(&ann.table, 0).await, 0);
    }
    let (ann, ben) = site.game(DAYS).await;
    let path = format!("/api/tables/{}/push", ann.table);
    let body = browser.subscription();
    let unauthorized = (StatusCode::UNAUTHORIZED, ProblemCode::BadToken);
    site.post(&path, &body).await.problem(unauthorized.0, unauthorized.1);
    let wrong = Seated { token: "wrong".to_owned(), ..ben.clone() };
    let answer = site.with_token(&wrong, "push", &body).await;
    answer.problem(unauthorized.0, unauthorized.1);
    let nowhere = Seated { table: "abcdefghjkmn".to_owned(), ..ben.clone() };
    let answer = site.with_token(&nowhere, "push", &body).await;
    answer.problem(StatusCode::NOT_FOUND, ProblemCode::NoSuchTable);
    // Other players cannot delete the subscription, the owner can.
    site.subscribe(&ben, &browser).await;
    let forget = json!({ "endpoint": browser.endpoint });
    site.with_token(&ann, "push/forget", &forget).await.ok();
    assert_eq!(site.subscriptions(&ben).await, 1);
    site.with_token(&ben, "push/forget", &forget).await.ok();
    assert_eq!(site.subscriptions(&ben).await, 0);
    site.command(&ann, "r", &json!({ "kind": "resign", "seat": 0 })).await.ok();
    site.with_token(&ben, "push", &body).await.problem(conflict, off);

    let without = Site::new().await;
    assert_eq!(without.get("/api/push").await.ok().read::<PushKey>().key, None);
    let (ann, _) = without.game(DAYS).await;
    without.with_token(&ann, "push", &body).await.problem(conflict, off);
}

#[tokio::test]
async fn subscriptions_unknown_to_the_push_service_are_removed() {
    let mut service = Service::new().await;
    let site = site(options(&service)).await;
    let (ann, ben) = site.game(DAYS).await;
    for (round, gone) in [404, 410].into_iter().enumerate() {
        site.subscribe(&ben, &Browser::at(&service, "ben")).await;
        service.reply(&[Reply::Status(gone)]);
        site.play(&ann).await;
        service.next().await;
        site.counted([0, 0, round as u64 + 1]).await;
        site.forgotten(&ben.table, 1, "the service does not know it").await;
        site.play(&ben).await;
    }
    assert_eq!(service.rest(), 0);
}

#[tokio::test]
async fn a_subscription_that_cannot_be_parsed_is_removed() {
    let mut service = Service::new().await;
    let site = site(options(&service)).await;
    let (ann, ben) = site.game(DAYS).await;
    site.subscribe(&ben, &Browser::at(&service, "ben")).await;
    let store = site.store.push().expect("subscriptions are kept");
    let id = TableId::from_name(&ben.table).expect("a name");
    let sound = store.pushes(&id, 1).await.expect("they can be read").remove(0);
    let broken = StoredPush { id: "broken".to_owned(), body: "{".to_owned(), ..sound };
    store.add_push(broken, 4).await.expect("it is stored");
    assert_eq!(site.stored(&ben.table, 1).await, 2);
    site.play(&ann).await;
    service.next().await;
    site.counted([1, 0, 1]).await;
    let left = store.pushes(&id, 1).await.expect("they can be read");
    assert_eq!(left.len(), 1, "only the sound one is left");
    assert_ne!(left[0].id, "broken");
}

#[tokio::test]
async fn subscriptions_end_with_the_seat_and_with_the_game() {
    let service = Service::new().await;
    let site = site(options(&service)).await;
    let admin = Admin::new(site.app.hub().clone());
    let subscribed = async || {
        let (ann, ben) = site.game(DAYS).await;
        site.subscribe(&ann, &Browser::at(&service, "ann")).await;
        site.subscribe(&ben, &Browser::at(&service, "ben")).await;
        assert_eq!([site.stored(&ann.table, 0).await, site.stored(&ann.table, 1).await], [1, 1]);
        (ann, ben)
    };
    let (ann, ben) = subscribed().await;
    site.command(&ben, "r", &json!({ "kind": "resign", "seat": 1 })).await.ok();
    for holder in [0, 1] {
        site.forgotten(&ann.table, holder, "the game is over").await;
    }

    let (ann, ben) = subscribed().await;
    let answer = site.with_token(&ben, "handover", &json!({})).await;
    let code = answer.is(StatusCode::CREATED).read::<Value>()["code"].clone();
    let path = format!("/api/tables/{}/handover/redeem", ben.table);
    let moved: Seated = site.post(&path, &json!({ "code": code })).await.ok().read();
    site.forgotten(&ben.table, 1, "played from another device").await;
    assert_eq!(site.subscribe(&moved, &Browser::at(&service, "new")).await, 1);
    assert_eq!(site.stored(&ann.table, 0).await, 1, "Ann has moved nowhere");

    let reason = "closed".to_owned();
    let close = AdminRequest::Close { table: ann.table.clone(), reason };
    admin.run(close).await.expect("it can be closed");
    for holder in [0, 1] {
        site.forgotten(&ann.table, holder, "the operator closed the table").await;
    }

    let (ann, _) = subscribed().await;
    let delete = AdminRequest::Delete { table: ann.table.clone() };
    admin.run(delete).await.expect("it can be deleted");
    for holder in [0, 1] {
        assert_eq!(site.stored(&ann.table, holder).await, 0, "deleted with the table");
    }

    let (ann, _) = subscribed().await;
    let whom = EraseWhom::Seat { table: ann.table.clone(), seat: 1 };
    admin.run(AdminRequest::Erase(whom)).await.expect("a person can be erased");
    site.forgotten(&ann.table, 1, "the person was erased").await;
    assert_eq!(site.stored(&ann.table, 0).await, 1, "the other was not");

    // Before the game: a player leaves, another is removed.
    let seats = json!([{ "kind": "me", "name": "Ann" }, { "kind": "open" }, { "kind": "open" }]);
    let new = json!({ "game": "land", "rules": "base", "seats": seats,
        "clock": serde_json::from_str::<Value>(DAYS).expect("JSON") });
    let ann: Seated = site.post("/api/tables", &new).await.is(StatusCode::CREATED).read();
    let seats = format!("/api/tables/{}/seats", ann.table);
    for (holder, name) in [(1, "Ben"), (2, "Eve")] {
        let seated = site.post(&seats, &json!({ "name": name })).await;
        let seated: Seated = seated.is(StatusCode::CREATED).read();
        assert_eq!(site.subscribe(&seated, &Browser::at(&service, name)).await, 1);
        let seat = seated.seats[0];
        match name {
            "Ben" => site.command(&seated, "l", &json!({ "kind": "leave", "seat": seat })).await,
            _ => {
                let kick = json!({ "kind": "moderate", "what": { "kind": "kick", "seat": seat } });
                site.command(&ann, "k", &kick).await
            }
        }
        .ok();
        site.forgotten(&ann.table, holder, name).await;
    }
}

#[tokio::test]
async fn hostile_subscriptions_are_refused_and_nothing_is_stored() {
    let service = Service::new().await;
    let site = site(PushOptions { hosts: PushOptions::default().hosts, ..options(&service) }).await;
    let (_, ben) = site.game(DAYS).await;
    let browser = Browser::at(&service, "x");
    let long = format!("https://fcm.googleapis.com/{}", "x".repeat(2100));
    let unprocessable = StatusCode::UNPROCESSABLE_ENTITY;
    for endpoint in [
        browser.endpoint.as_str(),
        "http://fcm.googleapis.com/fcm/send/x",
        "https://user:pass@fcm.googleapis.com/fcm/send/x",
        "https://fcm.googleapis.com:8443/fcm/send/x",
        "https://127.0.0.1/x",
        "https://[::1]/x",
        "https://localhost/x",
        "https://169.254.169.254/latest/meta-data/",
        "https://metadata.google.internal/x",
        "https://fcm.googleapis.com.evil.example/x",
        "https://fсm.googleapis.com/x",
        "https://fcm.googleapis.com/x\r\nx-evil: 1",
        "file:///etc/passwd",
        "",
        &long,
    ] {
        let mut body = browser.subscription();
        body["endpoint"] = json!(endpoint);
        let answer = site.with_token(&ben, "push", &body).await;
        answer.problem(unprocessable, ProblemCode::BadPush);
    }
    let fine = "https://fcm.googleapis.com/fcm/send/x";
    let off_curve = {
        let text = browser.subscription()["p256dh"].as_str().expect("text").to_owned();
        let last = if text.ends_with('A') { "E" } else { "A" };
        format!("{}{last}", &text[..text.len() - 1])
    };
    for (key, value) in [
        ("p256dh", ""),
        ("p256dh", "AAAA"),
        ("p256dh", "not base64!"),
        ("p256dh", &off_curve),
        ("auth", ""),
        ("auth", "AAAA"),
    ] {
        let mut body = browser.subscription();
        body["endpoint"] = json!(fine);
        body[key] = json!(value);
        let answer = site.with_token(&ben, "push", &body).await;
        answer.problem(unprocessable, ProblemCode::BadPush);
    }
    for (key, value) in [("language", json!("xx")), ("auth", json!(7)), ("more", json!(1))] {
        let mut body = browser.subscription();
        body["endpoint"] = json!(fine);
        body[key] = value;
        assert_eq!(site.with_token(&ben, "push", &body).await.status, unprocessable);
    }
    assert_eq!(site.stored(&ben.table, 1).await, 0);
}

#[tokio::test]
async fn a_seat_has_a_bounded_number_of_subscriptions() {
    let mut service = Service::new().await;
    let site = site(options(&service)).await;
    let (ann, ben) = site.game(DAYS).await;
    for number in 0..7_u8 {
        let browser = Browser::at(&service, &number.to_string());
        assert_eq!(site.subscribe(&ben, &browser).await, (number + 1).min(4));
        // The next subscription must have a later creation time.
        let begun = SystemTime::now();
        until("a millisecond passes", async || {
            begun.elapsed().is_ok_and(|passed| passed.as_millis() > 1)
        })
        .await;
    }
    site.play(&ann).await;
    let mut paths = Vec::new();
    for _ in 0..4 {
        paths.push(service.next().await.path);
    }
    paths.sort();
    assert_eq!(paths, ["/send/3", "/send/4", "/send/5", "/send/6"]);
    site.counted([4, 0, 0]).await;
    assert_eq!(service.rest(), 0);
}

#[tokio::test]
async fn redirects_are_not_followed_and_refusals_not_repeated() {
    let mut service = Service::new().await;
    let site = site(options(&service)).await;
    let (ann, ben) = site.game(DAYS).await;
    site.subscribe(&ben, &Browser::at(&service, "ben")).await;
    for (round, reply) in [Reply::Redirect, Reply::Status(403)].into_iter().enumerate() {
        service.reply(&[reply]);
        site.play(&ann).await;
        assert_eq!(service.next().await.path, "/send/ben");
        site.counted([0, round as u64 + 1, 0]).await;
        site.play(&ben).await;
    }
    assert_eq!(service.rest(), 0, "nothing went elsewhere");
    assert_eq!(site.subscriptions(&ben).await, 1, "it may be a fault of ours");
}

#[tokio::test]
async fn a_busy_push_service_is_retried_a_few_times() {
    let mut service = Service::new().await;
    let site = site(options(&service)).await;
    let (ann, ben) = site.game(DAYS).await;
    site.subscribe(&ben, &Browser::at(&service, "ben")).await;
    service.reply(&[Reply::Status(503), Reply::Status(429)]);
    site.play(&ann).await;
    site.counted([1, 0, 0]).await;
    for _ in 0..3 {
        service.next().await;
    }
    site.play(&ben).await;
    service.reply(&[Reply::Status(500); 3]);
    site.play(&ann).await;
    site.counted([1, 1, 0]).await;
    for _ in 0..3 {
        service.next().await;
    }
    assert_eq!(service.rest(), 0, "three tries in all");
}

#[tokio::test]
async fn turns_that_follow_each_other_quickly_send_one_message() {
    let mut service = Service::new().await;
    let hour = Duration::from_secs(60 * 60);
    let site = site(PushOptions { quiet: hour, ..options(&service) }).await;
    let (ann, ben) = site.game(DAYS).await;
    site.subscribe(&ann, &Browser::at(&service, "ann")).await;
    site.subscribe(&ben, &Browser::at(&service, "ben")).await;
    site.play(&ann).await;
    assert_eq!(service.next().await.path, "/send/ben");
    site.play(&ben).await;
    assert_eq!(service.next().await.path, "/send/ann");
    for _ in 0..10 {
        site.play(&ann).await;
        site.play(&ben).await;
    }
    // Messages of another table are sent immediately, and none arrived before.
    let (eve, dan) = site.game(DAYS).await;
    site.subscribe(&dan, &Browser::at(&service, "dan")).await;
    site.play(&eve).await;
    assert_eq!(service.next().await.path, "/send/dan");
    site.counted([3, 0, 0]).await;
    assert_eq!(service.rest(), 0);
}

#[tokio::test]
async fn a_turn_that_is_over_before_it_settles_sends_nothing() {
    let mut service = Service::new().await;
    let push = PushOptions { settle: Duration::from_secs(3), ..options(&service) };
    let site = site(push).await;
    let (ann, ben) = site.game(DAYS).await;
    site.subscribe(&ben, &Browser::at(&service, "ben")).await;
    let browser = Browser::at(&service, "ann");
    site.subscribe(&ann, &browser).await;
    site.play(&ann).await;
    let revision = site.play(&ben).await;
    let received = service.next().await;
    assert_eq!(received.path, "/send/ann", "the turn of Ben took no time");
    assert_eq!(browser.read(&received.body).revision, revision);
    site.counted([1, 0, 0]).await;
}

#[tokio::test]
async fn a_silent_push_service_does_not_delay_others() {
    let mut service = Service::new().await;
    let site = site(options(&service)).await;
    let (ann, ben) = site.game(DAYS).await;
    site.subscribe(&ben, &Browser::at(&service, "ben")).await;
    site.subscribe(&ann, &Browser::at(&service, "ann")).await;
    service.reply(&[Reply::Silence; 6]);
    for _ in 0..3 {
        site.play(&ann).await;
        service.next().await;
        site.play(&ben).await;
        service.next().await;
    }
    let stats = site.app.hub().stats();
    assert_eq!((stats.push_sent, stats.push_failed), (0, 0), "none was answered yet");
}

#[tokio::test]
async fn more_turns_than_may_wait_are_dropped_and_counted() {
    let mut service = Service::new().await;
    let site = site(PushOptions { waiting: 1, ..options(&service) }).await;
    let (ann, ben) = site.game(DAYS).await;
    let (eve, dan) = site.game(DAYS).await;
    site.subscribe(&ben, &Browser::at(&service, "ben")).await;
    site.subscribe(&dan, &Browser::at(&service, "dan")).await;
    service.reply(&[Reply::Silence]);
    site.play(&ann).await;
    assert_eq!(service.next().await.path, "/send/ben");
    site.play(&eve).await;
    let stats = site.app.hub().stats();
    assert_eq!((stats.push_dropped, stats.push_sent), (1, 0));
    // Another turn of the same person replaces the waiting message.
    site.play(&ben).await;
    site.play(&ann).await;
    assert_eq!(service.next().await.path, "/send/ben");
    site.counted([1, 0, 0]).await;
    assert_eq!(service.rest(), 0);
}

/// Two processes share the key, the subscriptions, and the presence of players.
#[tokio::test(flavor = "multi_thread")]
async fn a_player_connected_to_another_process_is_not_notified() {
    let mut service = Service::new().await;
    let url = Cluster::shared().database().await.expect("a database");
    let location = Location::Postgres(url);
    // Time for the other process to see the turn.
    let settle = Duration::from_secs(6);
    let push = Some(PushOptions { settle, ..options(&service) });
    let hub = || HubOptions { push: push.clone(), ..HubOptions::default() };
    let one = Site::over(&location, config(), hub()).await;
    let two = Site::over(&location, config(), hub()).await;
    let key = |site: &Site| site.app.hub().push_key();
    assert!(key(&one).key.is_some());
    assert_eq!(key(&one), key(&two), "one key for all processes");
    let (ann, ben) = one.game(DAYS).await;
    two.subscribe(&ben, &Browser::at(&service, "ben")).await;
    two.subscribe(&ann, &Browser::at(&service, "ann")).await;
    let _client = two.connect(&ben).await;
    let revision = one.play(&ann).await;
    let id = TableId::from_name(&ben.table).expect("a name");
    let store = one.store.push().expect("subscriptions are kept");
    until("the other process saves that the turn was seen", async || {
        store.pushes(&id, 1).await.expect("they can be read")[0].seen >= revision
    })
    .await;
    until("the turn has settled", async || one.app.hub().stats().push_waiting == 0).await;
    assert_eq!(service.rest(), 0, "Ben has seen the turn");
    one.play(&ben).await;
    assert_eq!(service.next().await.path, "/send/ann", "Ben was connected to the other process");
    assert_eq!(service.rest(), 0);
    one.app.hub().shutdown().await;
    two.app.hub().shutdown().await;
}
