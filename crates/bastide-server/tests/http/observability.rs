//! Names of metrics, and the dashboard and alert rules in `deploy` that use them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use axum::http::Method;
use bastide_server::HubStats;
use bastide_server::http::{HttpConfig, RateLimits};
use bastide_server::store::ReplicaStats;
use serde_json::{Value, json};

use crate::support::Site;

/// Returns the types of the metrics of a server that has been used, by name. They include those of a
/// read replica.
async fn metrics() -> (BTreeMap<String, String>, String) {
    let config = HttpConfig { rate_limits: RateLimits::Off, ..HttpConfig::default() };
    let site = Site::with(config).await;
    let seated = site.table().await;
    let path = format!("/api/tables/{}", seated.table);
    let say = json!({ "id": "1", "command": { "kind": "say", "text": "hello" } });
    site.ask(Method::POST, &format!("{path}/do")).token(&seated.token).json(&say).send().await.ok();
    let text = site.ask(Method::GET, "/metrics").from("127.0.0.1:9").send().await.ok().text();
    assert!(!text.contains("replica"), "a server without a replica has no metrics of one");
    let hub = site.app.hub();
    let stats = HubStats { replica: Some(ReplicaStats::default()), ..hub.stats() };
    let text = text + &site.app.metrics().to_text(&stats, hub.times(), 0);
    let types = text.lines().filter_map(|line| {
        let (name, kind) = line.strip_prefix("# TYPE ")?.split_once(' ')?;
        Some((name.to_owned(), kind.to_owned()))
    });
    (types.collect(), text)
}

/// Returns the name of a sample without labels and value.
fn sample(line: &str) -> &str {
    line.split(['{', ' ']).next().unwrap_or_default()
}

#[tokio::test]
async fn metrics_are_named_by_the_conventions_of_prometheus() {
    let (types, text) = metrics().await;
    assert!(types.len() > 40, "only {} metrics", types.len());
    for (name, kind) in &types {
        assert!(["bastide_", "process_"].iter().any(|start| name.starts_with(start)), "{name}");
        assert_eq!(name.ends_with("_total"), kind == "counter", "{name} is a {kind}");
        assert!(kind != "histogram" || name.ends_with("_seconds"), "{name} has no unit");
        assert!(text.contains(&format!("# HELP {name} ")), "{name} has no description");
        for unit in ["_ms", "_millis", "_micros", "_kb", "_mb", "_percent"] {
            assert!(!name.contains(unit), "{name}: seconds, bytes and ratios are the base units");
        }
    }
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let name = sample(line);
        let parts = ["_bucket", "_sum", "_count"];
        let family = parts.iter().find_map(|part| {
            name.strip_suffix(part)
                .filter(|name| types.get(*name).is_some_and(|t| t == "histogram"))
        });
        let family = family.unwrap_or(name);
        assert!(types.contains_key(family), "{name} has no type");
        assert_ne!(types[family] == "histogram", family == name, "{line}");
    }
}

/// Returns the metrics that a text names.
fn named(text: &str) -> BTreeSet<String> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == ':';
    let words = text.split(|c: char| !is_part(c));
    let is_metric = |word: &&str| word.starts_with("bastide_") || word.starts_with("process_");
    words.filter(is_metric).map(str::to_owned).collect()
}

fn deployed(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(name);
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[tokio::test]
async fn the_dashboard_and_the_alerts_use_existing_metrics() {
    let (types, _) = metrics().await;
    let mut used = BTreeSet::new();
    for name in ["grafana/bastide.json", "prometheus/alerts.yml", "prometheus/alerts.test.yml"] {
        let names = named(&deployed(name));
        assert!(names.len() > 5, "{name} names only {names:?}");
        for metric in names {
            let parts = ["_bucket", "_sum", "_count"];
            let family = parts.iter().find_map(|part| metric.strip_suffix(part));
            let is_there = match types.get(&metric) {
                Some(kind) => kind != "histogram",
                None => family.and_then(|name| types.get(name)).is_some_and(|t| t == "histogram"),
            };
            assert!(is_there, "{name} uses {metric}, which the server does not have");
            used.insert(metric);
        }
    }
    assert!(used.len() > 25, "only {} metrics are shown", used.len());
    let dashboard = named(&deployed("grafana/bastide.json"));
    let of_replica = |name: &&String| name.contains("replica") || name.contains("store_reads");
    for metric in types.keys().filter(of_replica) {
        assert!(dashboard.contains(metric), "the dashboard lacks {metric}");
    }
}

#[test]
fn the_dashboard_has_a_query_and_a_unit_for_every_panel() {
    let dashboard: Value = serde_json::from_str(&deployed("grafana/bastide.json")).expect("JSON");
    let panels = dashboard["panels"].as_array().expect("panels");
    let mut ids = BTreeSet::new();
    for panel in panels.iter().filter(|panel| panel["type"] != "row") {
        let title = panel["title"].as_str().expect("a title");
        assert!(ids.insert(panel["id"].as_u64().expect("an id")), "{title}: its id is taken");
        let targets = panel["targets"].as_array().expect("queries");
        assert!(!targets.is_empty(), "{title}");
        for target in targets {
            let query = target["expr"].as_str().expect("a query");
            assert!(query.contains("$instance"), "{title}: {query} is not of the chosen processes");
        }
        assert!(panel["fieldConfig"]["defaults"]["unit"].is_string(), "{title} has no unit");
        assert!(panel["description"].as_str().is_some_and(|text| text.len() > 20), "{title}");
    }
    assert!(ids.len() >= 15, "only {} panels", ids.len());
}

#[test]
fn every_alert_says_what_to_do() {
    let rules = deployed("prometheus/alerts.yml");
    let alerts = rules.matches("- alert: ").count();
    assert!(alerts >= 10, "only {alerts} alerts");
    for part in ["severity: ", "summary: ", "description: ", "expr: "] {
        assert_eq!(rules.matches(part).count(), alerts, "every alert has {part:?}");
    }
    // Alerts that are not tried by a rule test may never fire.
    let tests = deployed("prometheus/alerts.test.yml");
    for line in rules.lines().filter_map(|line| line.trim().strip_prefix("- alert: ")) {
        assert!(tests.contains(&format!("alertname: {line}")), "{line} is not tested");
    }
}
