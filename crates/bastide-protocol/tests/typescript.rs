//! Checks that the TypeScript types of the client match the Rust types.
//!
//! `BLESS=1` regenerates them.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fs;

use bastide_bots::Kind;
use bastide_protocol::{
    BotList, Chain, ClientMsg, Deed, ForgetPush, GameKind, Handover, Moment, NewPush, NewReport,
    NewSeat, NewTable, PROTOCOL, PositionView, Problem, PublicKey, PushCount, PushKey, Redeem,
    ReportTaken, Scene, Scenes, Seated, ServerMsg, Stretch, TableLine, TableList, TurnPush,
    Verdict, games,
};
use bastide_testing::golden;
use ts_rs::{Config, TS, TypeVisitor};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/wire/wire.ts");
const SOURCES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src");

/// All transitively referenced types, by name.
struct Declarations {
    config: Config,
    seen: Vec<TypeId>,
    found: BTreeMap<String, String>,
}

impl TypeVisitor for Declarations {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        if self.seen.contains(&TypeId::of::<T>()) {
            return;
        }
        self.seen.push(TypeId::of::<T>());
        if T::output_path().is_some() {
            let docs = T::docs().unwrap_or_default();
            let declaration = format!("{docs}export {}\n", T::decl(&self.config));
            self.found.insert(T::ident(&self.config), declaration);
        }
        T::visit_dependencies(self);
        T::visit_generics(self);
    }
}

fn declarations() -> BTreeMap<String, String> {
    let mut all = Declarations { config: Config::new(), seen: Vec::new(), found: BTreeMap::new() };
    all.visit::<ClientMsg>();
    all.visit::<ServerMsg>();
    all.visit::<NewTable>();
    all.visit::<NewSeat>();
    all.visit::<Seated>();
    all.visit::<Handover>();
    all.visit::<TableLine>();
    all.visit::<Problem>();
    all.visit::<Scene>();
    all.visit::<Scenes>();
    all.visit::<TableList>();
    all.visit::<Redeem>();
    all.visit::<Deed>();
    all.visit::<Moment>();
    all.visit::<Stretch>();
    all.visit::<PositionView>();
    all.visit::<Verdict>();
    all.visit::<BotList>();
    all.visit::<GameKind>();
    all.visit::<Chain>();
    all.visit::<PublicKey>();
    all.visit::<NewReport>();
    all.visit::<ReportTaken>();
    all.visit::<PushKey>();
    all.visit::<NewPush>();
    all.visit::<ForgetPush>();
    all.visit::<PushCount>();
    all.visit::<TurnPush>();
    all.found
}

#[test]
fn the_clients_types_are_those_of_the_server() {
    let types: Vec<String> = declarations().into_values().collect();
    let games = serde_json::to_string_pretty(&games()).expect("it is plain data");
    let bots: Vec<&str> = Kind::opponents().map(Kind::name).collect();
    let bots = serde_json::to_string(&bots).expect("they are words");
    let text = format!(
        "// Made from crates/bastide-protocol by its test `typescript`. Do not edit.\n\n\
         /**\n * The version both sides name first.\n */\n\
         export const PROTOCOL = {PROTOCOL};\n\n\
         /**\n * What can be played.\n */\n\
         export const GAMES: readonly GameKind[] = {games};\n\n\
         /**\n * The bots to play against: levels, easiest first, then personalities.\n */\n\
         export const BOTS: readonly string[] = {bots};\n\n{}",
        types.join("\n")
    );
    golden::check(FILE, &text);
}

#[test]
fn every_type_of_the_wire_is_told_to_the_client() {
    let known = declarations();
    let mut count = 0;
    for entry in fs::read_dir(SOURCES).expect("the sources are there") {
        let text = fs::read_to_string(entry.expect("an entry").path()).unwrap_or_default();
        let mut is_wire = false;
        for line in text.lines() {
            is_wire |= line.starts_with("#[derive(") && line.contains("TS");
            let name = line.strip_prefix("pub struct ").or(line.strip_prefix("pub enum "));
            if let Some(name) = name.filter(|_| core::mem::take(&mut is_wire)) {
                let name = name.trim_end_matches([' ', '{']);
                assert!(known.contains_key(name), "{name} is used by no message");
                count += 1;
            }
        }
    }
    assert!(count > 60, "only {count} types were found");
}

#[test]
fn numbers_and_what_may_be_missing_suit_javascript() {
    let known = declarations();
    assert!(known.values().all(|text| !text.contains("bigint")));
    // Optional fields of requests have a question mark; absent fields of responses are null.
    assert!(known["NewTable"].contains("aid?: Aid,"), "{}", known["NewTable"]);
    assert!(known["NewTable"].contains("clock?: ClockPlan | null,"));
    assert!(known["GameView"].contains("to_act: number | null,"));
    let may_miss = [
        "ClientMsg",
        "Done",
        "TableEventKind",
        "Moment",
        "NewReport",
        "NewSeat",
        "NewTable",
        "Proposal",
        "SeatView",
    ];
    for (name, _) in known.iter().filter(|(_, text)| text.contains("?: ")) {
        assert!(may_miss.contains(&name.as_str()), "{name}");
    }
}
