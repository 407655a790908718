//! Checks that the TypeScript types of the client match the Rust types.
//!
//! `BLESS=1` regenerates them.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bastide::{AwardReason, FigureKind, Terrain};
use bastide_bots::Kind;
use bastide_protocol::{
    BotList, Chain, ClientMsg, Deed, EngineList, ExpansionName, Family, ForecastView, ForgetPush,
    GameKind, Handover, Moment, NewPush, NewReport, NewSeat, NewTable, Occupant, PROTOCOL, Phase,
    PositionView, Problem, Prompt, PublicKey, PublishTable, PushCount, PushKey, PuzzleAnswerView,
    PuzzleLine, PuzzleView, RatedView, Redeem, ReportTaken, ReviewRecord, ReviewStartView,
    ReviewView, Scene, Scenes, Seated, ServerMsg, Stretch, TableEventKind, TableLine, TableList,
    TurnPush, Verdict, games,
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
    all.visit::<ForecastView>();
    all.visit::<PuzzleAnswerView>();
    all.visit::<PuzzleLine>();
    all.visit::<PuzzleView>();
    all.visit::<RatedView>();
    all.visit::<ReviewRecord>();
    all.visit::<ReviewStartView>();
    all.visit::<ReviewView>();
    all.visit::<TableList>();
    all.visit::<Redeem>();
    all.visit::<Deed>();
    all.visit::<Moment>();
    all.visit::<Stretch>();
    all.visit::<PositionView>();
    all.visit::<Verdict>();
    all.visit::<BotList>();
    all.visit::<EngineList>();
    all.visit::<GameKind>();
    all.visit::<Chain>();
    all.visit::<PublicKey>();
    all.visit::<NewReport>();
    all.visit::<ReportTaken>();
    all.visit::<PublishTable>();
    all.visit::<PushKey>();
    all.visit::<NewPush>();
    all.visit::<ForgetPush>();
    all.visit::<PushCount>();
    all.visit::<TurnPush>();
    all.found
}

/// Returns a constant with all names of a closed list: the values of a union of strings, or the kinds
/// of an enum with data. Clients check received values with it.
fn list<T: TS>(constant: &str, docs: &str) -> String {
    let config = Config::new();
    let (name, union) = (T::ident(&config), T::inline(&config));
    let (element, names): (String, Vec<&str>) = match union.split_once("\"kind\": ") {
        Some(_) => (
            format!("{name}['kind']"),
            union.split("\"kind\": ").skip(1).filter_map(|part| part.split('"').nth(1)).collect(),
        ),
        None => (name, union.split('"').skip(1).step_by(2).collect()),
    };
    let names = serde_json::to_string(&names).expect("they are words");
    format!("/**\n * {docs}\n */\nexport const {constant}: readonly {element}[] = {names};\n\n")
}

#[test]
fn the_types_of_the_client_are_current() {
    let types: Vec<String> = declarations().into_values().collect();
    let games = serde_json::to_string_pretty(&games()).expect("it is plain data");
    let bots: Vec<&str> = Kind::opponents().map(Kind::name).collect();
    let bots = serde_json::to_string(&bots).expect("they are words");
    let lists: String = [
        list::<Family>("FAMILIES", "Families of games."),
        list::<Phase>("PHASES", "Phases of a table."),
        list::<Occupant>("OCCUPANTS", "Kinds of occupants of a seat."),
        list::<TableEventKind>("TABLE_EVENTS", "Kinds of table events."),
        list::<Prompt>("PROMPTS", "Decisions of a player."),
        list::<ExpansionName>("EXPANSION_NAMES", "Expansions of the Land family."),
    ]
    .concat();
    let claimants: BTreeMap<&str, &str> = Terrain::ALL
        .into_iter()
        .map(|terrain| (terrain.name(), FigureKind::claiming(terrain).role_on(terrain)))
        .collect();
    let claimants = serde_json::to_string(&claimants).expect("they are words");
    let final_awards: Vec<&str> = AwardReason::ALL
        .into_iter()
        .filter(|reason| reason.is_final())
        .map(AwardReason::name)
        .collect();
    let final_awards = serde_json::to_string(&final_awards).expect("they are words");
    let text = format!(
        "// Made from crates/bastide-protocol by its test `typescript`. Do not edit.\n\n\
         /**\n * The version both sides name first.\n */\n\
         export const PROTOCOL = {PROTOCOL};\n\n\
         /**\n * What can be played.\n */\n\
         export const GAMES: readonly GameKind[] = {games};\n\n\
         /**\n * The bots to play against: levels, easiest first, then personalities.\n */\n\
         export const BOTS: readonly string[] = {bots};\n\n\
         /**\n * Role of the figures that claim a terrain.\n */\n\
         export const CLAIMANTS: Readonly<Record<TerrainName, RoleName>> = {claimants};\n\n\
         /**\n * Reasons of points that belong to the final scoring.\n */\n\
         export const FINAL_AWARDS: readonly AwardName[] = {final_awards};\n\n{lists}{}",
        types.join("\n")
    );
    golden::check(FILE, &text);
}

/// Returns the texts of all sources in a folder.
fn sources(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("the sources are there");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let texts = |path: PathBuf| match path.is_dir() {
        true => sources(&path),
        false => vec![fs::read_to_string(path).expect("a text")],
    };
    paths.flat_map(texts).collect()
}

/// Returns true if the fields of a type are exported as those of another one.
fn is_flattened(name: &str, sources: &[String]) -> bool {
    let is_field = |line: &str| line.ends_with(&format!(": {name},"));
    sources.iter().any(|text| {
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        lines.windows(2).any(|pair| pair[0] == "#[serde(flatten)]" && is_field(pair[1]))
    })
}

#[test]
fn every_wire_type_is_exported_to_the_client() {
    let known = declarations();
    let mut count = 0;
    let sources = sources(SOURCES.as_ref());
    for text in &sources {
        let mut is_wire = false;
        for line in text.lines() {
            is_wire |= line.starts_with("#[derive(") && line.contains("TS");
            let name = line.strip_prefix("pub struct ").or(line.strip_prefix("pub enum "));
            if let Some(name) = name.filter(|_| core::mem::take(&mut is_wire)) {
                let name = name.trim_end_matches([' ', '{']);
                let is_known = known.contains_key(name) || is_flattened(name, &sources);
                assert!(is_known, "{name} is used by no message");
                count += 1;
            }
        }
    }
    assert!(count > 60, "only {count} types were found");
}

#[test]
fn numbers_and_optional_fields_fit_javascript() {
    let known = declarations();
    assert!(known.values().all(|text| !text.contains("bigint")));
    // Optional fields of requests have a question mark; most absent fields of responses are null.
    assert!(known["NewTable"].contains("aid?: Aid,"), "{}", known["NewTable"]);
    assert!(known["NewTable"].contains("clock?: ClockPlan | null,"));
    assert!(known["GameView"].contains("to_act: number | null,"));
    let may_miss = [
        "ClientMsg",
        "Done",
        // `strength`, absent if it is the number of figures.
        "EventView",
        "FeatureView",
        "LandView",
        "TableEventKind",
        "Moment",
        "NewReport",
        "NewSeat",
        "NewTable",
        "Problem",
        "Proposal",
        "SeatView",
    ];
    for (name, _) in known.iter().filter(|(_, text)| text.contains("?: ")) {
        assert!(may_miss.contains(&name.as_str()), "{name}");
    }
}
