//! Whole games at local tables, through the requests of the page.

use bastide_wasm::answer;
use serde_json::{Value, json};

const ID: &str = "local-abcdefghijkm";

/// Sends a request and returns the value of its response.
#[track_caller]
fn ask(request: &Value) -> Value {
    let mut response = respond(request);
    assert!(response.get("problem").is_none(), "{request}: {response}");
    response["ok"].take()
}

/// Sends a request that is refused, and returns the code of the problem.
#[track_caller]
fn refused(request: &Value) -> String {
    let response = respond(request);
    response["problem"]["code"].as_str().unwrap_or_else(|| panic!("{response}")).to_owned()
}

fn respond(request: &Value) -> Value {
    serde_json::from_str(&answer(request.to_string().as_bytes())).expect("JSON")
}

fn entropy(n: u8) -> String {
    format!("{n:02x}").repeat(32)
}

/// A player against a bot.
fn new_table(game: &str, rules: &str, bot: &str) -> Value {
    json!({
        "game": game,
        "rules": rules,
        "seats": [{ "kind": "me", "name": "Anna" }, { "kind": "bot", "level": bot }],
        "undo": "past_draws",
        "aid": "coach",
    })
}

/// A page at a local table that stores facts and plays the first offer.
struct Page {
    id: String,
    token: String,
    facts: Vec<Value>,
    table: Value,
    offers: Value,
    now: i64,
    commands: u32,
    due: Option<i64>,
}

impl Page {
    fn start(id: &str, new: &Value) -> Page {
        let made = ask(
            &json!({ "call": "make", "id": id, "new": new, "now": 1000, "entropy": entropy(7) }),
        );
        let mut page = Page {
            id: id.to_owned(),
            token: made["seated"]["token"].as_str().expect("a token").to_owned(),
            facts: made["facts"].as_array().expect("facts").clone(),
            table: Value::Null,
            offers: Value::Null,
            now: 1000,
            commands: 0,
            due: made["due"].as_i64(),
        };
        page.hello();
        page
    }

    fn hello(&mut self) {
        let changed = self.send(&json!({ "type": "hello", "protocol": 1, "table": self.id }));
        assert_eq!(changed["messages"][0]["type"], "welcome");
    }

    fn send(&mut self, message: &Value) -> Value {
        self.now += 10;
        let changed = ask(&json!({
            "call": "message", "id": self.id, "token": self.token, "now": self.now, "message": message
        }));
        self.take(&changed);
        changed
    }

    fn take(&mut self, changed: &Value) {
        self.facts.extend(changed["facts"].as_array().expect("facts").iter().cloned());
        self.due = changed["due"].as_i64();
        for message in changed["messages"].as_array().expect("messages") {
            if message["table"].is_object() {
                self.table = message["table"].clone();
                self.offers = message["offers"].clone();
            }
        }
    }

    fn command(&mut self, command: &Value) -> Value {
        self.commands += 1;
        let id = format!("c{}", self.commands);
        let changed = self.send(&json!({ "type": "do", "id": id, "command": command }));
        changed["messages"].as_array().expect("messages").last().expect("an answer").clone()
    }

    /// Plays the first turn that is offered.
    fn play(&mut self) {
        let seat = self.offers["seat"].clone();
        let mut actions: Vec<Value> = Vec::new();
        loop {
            let preview = self.question(&json!({ "kind": "preview", "actions": actions }));
            let offers = &preview["offers"];
            if !actions.is_empty() && offers.is_null() {
                break;
            }
            actions.push(offers["offers"][0]["action"].clone());
        }
        let revision = self.table["revision"].clone();
        let done = self.command(
            &json!({ "kind": "play", "seat": seat, "revision": revision, "actions": actions }),
        );
        assert_eq!(done["type"], "done", "{done}");
    }

    fn question(&mut self, question: &Value) -> Value {
        let changed = self.send(&json!({ "type": "ask", "id": 1, "question": question }));
        let answer = &changed["messages"][0];
        assert_eq!(answer["type"], "answer", "{answer}");
        answer["answer"].clone()
    }

    /// Lets bots and clocks act while they are due.
    fn run(&mut self) {
        while self.due.is_some_and(|due| due <= self.now) {
            let changed = ask(&json!({ "call": "run", "id": self.id, "now": self.now }));
            self.take(&changed);
        }
    }

    fn is_over(&self) -> bool {
        self.table["phase"]["kind"] == "over"
    }

    fn finish(&mut self) {
        while !self.is_over() {
            self.run();
            if !self.is_over() {
                self.play();
            }
        }
    }
}

#[test]
fn games_of_both_families_are_played_stored_and_verified() {
    for (n, (game, rules)) in [
        ("land", "base"),
        ("land", "base,fields,river,abbot"),
        ("land", "base,fields,bridges,castles,barns"),
        ("land", "wheel,fields"),
        ("stronghold", ""),
    ]
    .into_iter()
    .enumerate()
    {
        let id = format!("local-game{n}aaaaaaa");
        let mut page = Page::start(&id, &new_table(game, rules, "normal"));
        assert!(page.table["commitment"].is_string(), "published before the first draw");
        page.finish();
        let verdict = ask(&json!({ "call": "verify", "id": id }));
        assert_eq!(verdict["is_verified"], true, "{verdict}");
        let record = ask(&json!({ "call": "record", "id": id }));
        let again = ask(&json!({ "call": "verify", "record": record }));
        assert_eq!(verdict, again);
        let scenes = ask(&json!({ "call": "scenes", "id": id, "from": 0, "to": 3 }));
        assert_eq!(scenes["scenes"].as_array().map(Vec::len), Some(4));
        assert_eq!(ask(&json!({ "call": "log", "id": id })), Value::from(page.facts.clone()));
    }
}

#[test]
fn a_table_continues_after_it_is_closed() {
    let id = "local-closedaaaaaa";
    let mut page = Page::start(id, &new_table("land", "base,fields", "easy"));
    for _ in 0..5 {
        page.run();
        page.play();
    }
    let before = ask(&json!({ "call": "view", "id": id, "token": page.token, "now": 5000 }));
    ask(&json!({ "call": "close", "id": id }));
    assert_eq!(refused(&json!({ "call": "run", "id": id, "now": 1 })), "table/not_found");
    let open = json!({ "call": "open", "id": id, "facts": page.facts, "now": 5000, "entropy": entropy(9) });
    ask(&open);
    let after = ask(&json!({ "call": "view", "id": id, "token": page.token, "now": 5000 }));
    assert_eq!(before, after);
    page.hello();
    page.finish();
    assert_eq!(ask(&json!({ "call": "verify", "id": id }))["is_verified"], true);
}

#[test]
fn undo_hints_and_repeated_commands_work_as_on_a_server() {
    let mut page = Page::start("local-undoaaaaaaaa", &new_table("land", "base,fields", "easy"));
    page.run();
    let hint = page.question(&json!({ "kind": "hint" }));
    assert!(!hint["advice"].as_array().expect("advice").is_empty());
    page.play();
    page.run();
    let seat = page.offers["seat"].clone();
    let facts = page.facts.len();
    let propose = json!({ "kind": "propose", "seat": seat, "what": { "kind": "undo" } });
    assert_eq!(page.command(&propose)["type"], "done");
    assert!(page.facts.len() > facts);
    let stale = json!({ "kind": "play", "seat": seat, "revision": 0, "actions": ["."] });
    assert_eq!(page.command(&stale)["problem"]["code"], "action/stale_revision");
    // The same id again changes nothing.
    let (count, last) = (page.facts.len(), page.commands - 1);
    let again = page.send(&json!({ "type": "do", "id": format!("c{last}"), "command": propose }));
    assert_eq!(again["messages"][0]["type"], "done");
    assert_eq!(page.facts.len(), count);
}

#[test]
fn facts_of_another_tab_are_applied_once() {
    let id = "local-twotabsaaaaa";
    let mut page = Page::start(id, &new_table("land", "base", "easy"));
    let stored = page.facts.clone();
    page.run();
    page.play();
    let all = page.facts.clone();
    // The other tab knows only the first facts.
    ask(&json!({ "call": "open", "id": id, "facts": stored, "now": 1, "entropy": entropy(1) }));
    let apply = json!({ "call": "apply", "id": id, "facts": all, "now": 2 });
    let changed = ask(&apply);
    assert_eq!(changed["messages"][0]["type"], "update");
    assert_eq!(changed["facts"], json!([]), "they are stored already");
    assert_eq!(ask(&apply)["messages"], json!([]));
    assert_eq!(ask(&json!({ "call": "log", "id": id })), Value::from(all));
}

#[test]
fn a_rematch_is_another_local_table() {
    let mut page = Page::start("local-rematchaaaaa", &new_table("stronghold", "", "easy"));
    page.finish();
    let seat = page.table["yours"][0].clone();
    let propose = json!({ "kind": "propose", "seat": seat, "what": { "kind": "rematch" } });
    page.commands += 1;
    let changed = page.send(&json!({ "type": "do", "id": "again", "command": propose }));
    let id = changed["made"]["id"].as_str().expect("a rematch").to_owned();
    assert!(id.starts_with("local-"), "{id}");
    assert_eq!(page.table["rematch"], Value::from(id.clone()));
    let facts = changed["made"]["facts"].clone();
    ask(&json!({ "call": "open", "id": id, "facts": facts, "now": 9000, "entropy": entropy(3) }));
    let view = ask(&json!({ "call": "view", "id": id, "token": page.token, "now": 9000 }));
    assert_eq!(view["yours"].as_array().map(Vec::len), Some(1), "the same token is valid");
}

#[test]
fn a_clock_expires_but_not_while_the_table_is_closed() {
    let id = "local-clockaaaaaaa";
    let mut new = new_table("land", "base", "easy");
    new["clock"] = json!({ "kind": "live", "seconds": 60, "increment": 0 });
    new["first"] = json!({ "kind": "seat", "seat": 0 });
    let mut page = Page::start(id, &new);
    page.run();
    let day = 86_400_000;
    ask(&json!({ "call": "close", "id": id }));
    ask(
        &json!({ "call": "open", "id": id, "facts": page.facts, "now": day, "entropy": entropy(2) }),
    );
    page.now = day;
    page.hello();
    page.play();
    assert!(!page.is_over(), "the day did not count");
    page.run();
    page.now += 120_000;
    page.run();
    assert!(page.is_over(), "the minute did");
}

#[test]
fn bad_requests_are_refused_with_a_reason() {
    assert_eq!(refused(&json!({ "call": "nonsense" })), "message/malformed");
    assert_eq!(refused(&json!([1, 2])), "message/malformed");
    let new = new_table("land", "base", "easy");
    let make = |id: &str, entropy: &str| json!({ "call": "make", "id": id, "new": new, "now": 1, "entropy": entropy });
    assert_eq!(refused(&make("abcdefghijkm", &entropy(1))), "message/malformed", "not local");
    assert_eq!(refused(&make(ID, "00")), "message/malformed", "too few random bytes");
    let odd = json!({ "call": "make", "id": ID, "new": new_table("land", "barns", "easy"), "now": 1, "entropy": entropy(1) });
    assert_eq!(refused(&odd), "table/bad_setup");
    let damaged = json!([{ "seq": 1, "schema": 1, "rules": 1, "at": 5, "body": "{" }]);
    for facts in [json!([]), damaged] {
        let open =
            json!({ "call": "open", "id": ID, "facts": facts, "now": 1, "entropy": entropy(1) });
        assert_eq!(refused(&open), "table/quarantined");
    }
    let mut page = Page::start(ID, &new);
    let token = json!({ "call": "view", "id": ID, "token": "nonsense", "now": 1 });
    assert_eq!(refused(&token), "seat/bad_token");
    // A fact that was changed is found: draws follow from the seed.
    page.run();
    page.play();
    let mut facts = page.facts.clone();
    let played = facts
        .iter()
        .position(|fact| fact["body"].as_str().is_some_and(|b| b.contains("\"played\"")))
        .expect("a move");
    facts.remove(played);
    let open = json!({ "call": "open", "id": ID, "facts": facts, "now": 1, "entropy": entropy(1) });
    assert_eq!(refused(&open), "table/quarantined");
}
