//! Rules as executable scenarios: each `scenarios/*.scn` file is a record with assertions between
//! the turns, titled with the ids of the rules it tests.
//!
//! ```text
//! title ROAD-1 MAJ-1: a road between two crossings    # at least one rule id
//! game land rules=base,fields seats=2 deck=W,W        # a record's header line
//! DW P1,0r0 M2                                        # actions to play
//! expect red has 0                                    # an assertion
//! ```
//!
//! A further `game` line starts a new game. With `board=NAME` it is played with the tiles of
//! `scenarios/NAME.tiles` and, for Stronghold, inside `scenarios/NAME.wall`, for cases that the built-in ones do not have.
//!
//! A scenario fails at the first assertion that is false, malformed or missing: all points scored
//! in a line must be asserted before the next line is played. The assertions are in
//! `scenarios/sentence.rs`, those for Stronghold in `scenarios/stronghold.rs`. Some tests are written in
//! Rust: the tiles as printed (`scenarios/printed.rs`), tile and wall files that are refused
//! (`scenarios/sets.rs`, `scenarios/walls.rs`), and checks after every action
//! (`scenarios/states.rs`).

#[path = "scenarios/printed.rs"]
mod printed;
#[path = "scenarios/sentence.rs"]
mod sentence;
#[path = "scenarios/sets.rs"]
mod sets;
#[path = "scenarios/states.rs"]
mod states;
#[path = "scenarios/stronghold.rs"]
mod stronghold;
#[path = "scenarios/walls.rs"]
mod walls;

use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::{fs, panic};

use bastide::{AnyGame, Event, Game, OwnSets, Setup, SetupError};
use bastide_host::{Record, RecordErrorKind};

/// The failure of a scenario and its line number (from 1).
#[derive(PartialEq, Eq, Debug)]
struct Failure {
    line: usize,
    what: String,
}

/// A game in the middle of a scenario.
struct Scene {
    game: AnyGame,
    /// Events of the last line that was played.
    events: Vec<Event>,
    /// Scoring events that have not been asserted yet.
    unspoken: Vec<Event>,
    /// Another game, which becomes a copy of this one after each action.
    copy: AnyGame,
}

impl Scene {
    fn new(game: AnyGame, copy: AnyGame) -> Scene {
        Scene { game, events: Vec::new(), unspoken: Vec::new(), copy }
    }

    /// Plays the tokens of a line.
    fn play(&mut self, line: &str) -> Result<(), String> {
        self.events.clear();
        for token in line.split_whitespace() {
            let action = self.game.notation().parse(token).map_err(|bad| bad.to_string())?;
            sentence::check_legal(&self.game, action)?;
            let before = self.game.clone();
            self.game.play_with(action, &mut self.events).map_err(|illegal| illegal.to_string())?;
            self.copy.clone_from(&self.game);
            states::check(&before, &self.game, &self.copy)
                .map_err(|what| format!("{token}: {what}"))?;
        }
        self.unspoken = self.events.iter().filter(|event| gives_points(event)).copied().collect();
        Ok(())
    }

    /// Checks that all points have been asserted.
    fn close(&self) -> Result<(), String> {
        match self.unspoken.first() {
            None => Ok(()),
            Some(event) => Err(format!("not a word about: {}", sentence::points_sentence(event))),
        }
    }
}

fn gives_points(event: &Event) -> bool {
    matches!(event, Event::Scored(_) | Event::Awarded(_))
}

/// Creates the game of a header line, or returns the problems of its set-up.
fn open(header: &str) -> Result<Result<AnyGame, SetupError>, String> {
    let value = |key: &str| header.split_whitespace().find_map(|word| word.strip_prefix(key));
    let own = value("board=").map(board).transpose()?;
    // The tiles of such a deck only exist on the custom board.
    let deck = if own.is_some() { value("deck=") } else { None };
    let words = header.split_whitespace().filter(|w| deck.is_none() || !w.starts_with("deck="));
    match Record::parse(&format!("bastide 1\n{}\n", words.collect::<Vec<_>>().join(" "))) {
        Ok(record) => {
            let mut setup = Setup { sets: own, ..record.setup().clone() };
            if let Some(names) = deck {
                setup.deck = Some(names.split(',').map(Into::into).collect());
            }
            let game = AnyGame::new(&setup);
            game.as_ref().map_or(Ok(()), |game| states::check_rules(game, &setup))?;
            Ok(game)
        }
        Err(error) => match error.kind {
            RecordErrorKind::Setup(problems) => Ok(Err(problems)),
            _ => Err(error.to_string()),
        },
    }
}

/// Reads a board from the folder of the scenarios.
fn board(name: &str) -> Result<OwnSets, String> {
    let read = |ending: &str| {
        fs::read_to_string(folder().join(format!("{name}.{ending}")))
            .map_err(|error| format!("board {name}: {error}"))
    };
    // Only Stronghold is played inside a wall.
    let files: Vec<String> = [read("tiles")?].into_iter().chain(read("wall").ok()).collect();
    OwnSets::parse(files.iter().map(String::as_str))
        .map_err(|error| format!("board {name}: {error}"))
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/scenarios")
}

/// The effect of the last `game` line.
enum Stage {
    /// There was none yet, or it has been handled.
    Empty,
    Playing(Box<Scene>),
    /// The set-up was rejected, and no assertion has mentioned it yet.
    Refused(SetupError),
}

impl Stage {
    /// Checks that nothing is left to be asserted.
    fn close(&self) -> Result<(), String> {
        match self {
            Stage::Empty => Ok(()),
            Stage::Playing(scene) => scene.close(),
            Stage::Refused(problems) => Err(format!("the set-up was refused: {problems}")),
        }
    }

    /// Processes a line.
    fn read(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<_> = line.split_whitespace().collect();
        match (words.as_slice(), &mut *self) {
            (["game", ..], _) => {
                self.close()?;
                let before = match std::mem::replace(self, Stage::Empty) {
                    Stage::Playing(scene) => Some(scene.game),
                    Stage::Empty | Stage::Refused(_) => None,
                };
                *self = open(line)?.map_or_else(Stage::Refused, |game| {
                    let copy = before.unwrap_or_else(|| game.clone());
                    Stage::Playing(Scene::new(game, copy).into())
                });
                Ok(())
            }
            (["expect", "setup-error", kinds @ ..], Stage::Refused(SetupError(problems))) => {
                sentence::check_setup_error(problems, kinds)?;
                *self = Stage::Empty;
                Ok(())
            }
            (["expect", sentence @ ..], Stage::Playing(scene)) => sentence::check(scene, sentence),
            (_, Stage::Playing(scene)) => {
                scene.close()?;
                scene.play(line)
            }
            (_, Stage::Empty) => Err("there is no game".into()),
            (_, Stage::Refused(_)) => self.close(),
        }
    }
}

/// Runs a whole scenario.
fn run(text: &str) -> Result<(), Failure> {
    let mut stage = Stage::Empty;
    let lines = text.lines().map(|raw| raw.split('#').next().unwrap_or_default().trim());
    let mut lines = lines.enumerate().filter(|(_, line)| !line.is_empty());
    let (mut last, title) = lines.next().unwrap_or_default();
    let fail = |at: usize, what: String| Failure { line: at + 1, what };
    match title.split_once(' ') {
        Some(("title", title)) => check_title(title).map_err(|what| fail(last, what))?,
        _ => return Err(fail(last, "a scenario begins with its title".into())),
    }
    for (at, line) in lines {
        last = at;
        stage.read(line).map_err(|what| fail(at, what))?;
    }
    stage.close().map_err(|what| fail(last, what))
}

/// Returns the texts of all rules: one file, and one for each later expansion.
fn rules() -> &'static str {
    static RULES: OnceLock<String> = OnceLock::new();
    RULES.get_or_init(|| {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let mut rules = fs::read_to_string(docs.join("rules.md")).expect("the rules are there");
        for entry in fs::read_dir(docs.join("rules")).into_iter().flatten() {
            let path = entry.expect("a readable folder").path();
            rules += &fs::read_to_string(path).expect("rules are text");
        }
        rules
    })
}

/// Checks that the title contains at least one rule id, and only existing ones.
fn check_title(title: &str) -> Result<(), String> {
    let rules = rules();
    let is_id = |word: &&str| {
        let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
        word.contains('-') && word.chars().all(is_part)
    };
    let mut ids = title.split([' ', ':', ',']).filter(is_id).peekable();
    if ids.peek().is_none() {
        return Err("the title names no rule".into());
    }
    match ids.find(|id| !rules.contains(&format!("\n- **{id}** "))) {
        Some(unknown) => Err(format!("there is no rule {unknown}")),
        None => Ok(()),
    }
}

/// Returns the scenario files, sorted by name.
fn files() -> Vec<PathBuf> {
    let mut files: Vec<_> = fs::read_dir(folder())
        .expect("the folder of scenarios is there")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.extension().is_some_and(|ext| ext == "scn"))
        .collect();
    files.sort();
    files
}

#[test]
fn every_scenario_holds() {
    let files = files();
    assert!(!files.is_empty(), "no scenarios found");
    let failures: Vec<_> = files
        .iter()
        .filter_map(|path| {
            let text = fs::read_to_string(path).expect("a scenario is text");
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            match panic::catch_unwind(|| run(&text)) {
                Ok(Ok(())) => None,
                Ok(Err(Failure { line, what })) => Some(format!("{name}:{line}: {what}")),
                Err(_) => Some(format!("{name}: the engine panics, see above")),
            }
        })
        .collect();
    let (failed, all) = (failures.len(), files.len());
    assert!(failures.is_empty(), "{failed} of {all} scenarios fail\n{}", failures.join("\n"));
}

// --- The runner itself ----------------------------------------------------------

/// Returns the line number and the message of a scenario that must fail.
#[track_caller]
fn failure(body: &str) -> (usize, String) {
    let text = format!("title ROAD-1: a trial\n{body}");
    let Failure { line, what } = run(&text).expect_err(&text);
    (line, what)
}

#[test]
fn a_scenario_needs_a_title_that_names_a_rule() {
    let body = "game land rules=base,fields seats=2\nexpect red has 0\n";
    assert_eq!(run(&format!("title ROAD-1: good\n{body}")), Ok(()));
    for title in ["", "title\n", "title just so\n", "title a-1 A- -1\n", "title ROAD-1 ROAD-99\n"] {
        assert_eq!(run(&format!("{title}{body}")).map_err(|failure| failure.line), Err(1));
    }
}

#[test]
fn every_assertion_can_fail() {
    // Each pair is a true and a false assertion.
    for (right, wrong) in [
        ("red has 0", "red has 1"),
        ("red supply 7", "red supply 6"),
        ("blue supply 6", "blue supply 7"),
        ("red abbots 0", "red abbots 1"),
        ("not over", "over"),
        ("turn red", "turn blue"),
        ("to-act red", "to-act chance"),
        ("drawn V", "drawn U"),
        ("discarded nothing", "discarded V"),
        ("tile 1,0 W r0", "tile 1,0 W r1"),
        ("bag 68", "bag 69"),
        ("bag V 7", "bag V 8"),
        (
            "legal P-2,0r2 P-2,0r3 P-1,-1r1 P-1,-1r2 P-1,1r0 P-1,1r3 P0,1r0 P0,1r3 \
             P1,-1r1 P1,-1r2 P1,1r1 P1,1r2 P2,0r0 P2,0r1",
            "legal P0,1r0 P0,1r3",
        ),
        ("can P0,1r0", "can P0,1r1"),
        ("cannot P0,1r1 edge-clash N", "cannot P0,1r0 edge-clash N"),
        ("cannot P0,1r1 edge-clash", "cannot P0,1r1 edge-clash S"),
        ("cannot P9,9r1 not-adjacent", "cannot P9,9r1 cell-taken"),
        ("figures 1", "figures 0"),
        ("figure -1,0.0 blue meeple", "figure -1,0.0 red meeple"),
        ("figure -1,0.0 blue meeple", "figure 1,0.0 blue meeple"),
        ("returned nobody", "returned blue"),
        ("sequence drawn", "sequence drawn laid"),
        ("feature 0,0.1 road tiles 3 open red 0 blue 1", "feature 0,0.1 road tiles 2"),
        ("feature 0,0.1 road open", "feature 0,0.1 road complete"),
        ("feature 0,0.1 road blue 1", "feature 0,0.1 road blue 0"),
        ("feature 0,0.0 city shields 0", "feature 0,0.0 city shields 1"),
        ("feature 0,0.2 field cities 0", "feature 0,0.2 field cities 1"),
        ("same 0,0.1 1,0.2", "same 0,0.1 1,0.1"),
        ("apart 0,0.1 1,0.1", "apart 0,0.1 1,0.2"),
        ("feature 0,0.1 road worth 3", "feature 0,0.1 road worth 2"),
        ("after P0,1r0 M0 fine", "after P0,1r0 M0 occupied"),
        ("after P0,1r1 M0 edge-clash", "after P0,1r1 M0 fine"),
        ("chance DV 0", "chance DV 7"),
        ("if-over blue road 3", "if-over blue road 2"),
        ("if-over blue road 3", "if-over red road 3"),
        ("if-over blue road 3", "if-over nothing"),
        ("order", "order road"),
        ("scored nothing", "red scored road 0"),
    ] {
        let played = "game land rules=base,fields seats=2\nDW P1,0r0 .\nDU P-1,0r1 M0\nDV\n";
        assert_eq!(run(&format!("title ROAD-1\n{played}expect {right}\n")), Ok(()), "{right}");
        assert_eq!(failure(&format!("{played}expect {wrong}\n")).0, 6, "{wrong}");
    }
}

/// A game with buildings and the wheel; in the last line the pig returns to its first sector.
const BUILT: &str = "game land rules=wheel,fields,bridges,castles seats=2
DW17 P4,0r3 C0 Mc
DW26 P2,-1r0| Mb
DW31i3 P2,-2r1 .
expect red awarded storm 6
expect blue awarded storm 6
DW26 P3,-1r0 Mk1
DW31i3
";

#[test]
fn every_award_must_be_expected_exactly() {
    for right in ["red awarded fortune 3", "red awarded fortune 3 = 1 fortune x 3"] {
        let told = format!("{BUILT}expect {right}\n");
        assert_eq!(run(&format!("title ROAD-1\n{told}")), Ok(()), "{right}");
        assert_eq!(failure(&format!("{told}expect {right}\n")).0, 11, "{right}, but only once");
    }
    for wrong in [
        "blue awarded fortune 3",
        "red blue awarded fortune 3",
        "red awarded storm 3",
        "red awarded fortune 4",
        "red awarded fortune 3 = 3 fortune x 1",
        "red awarded fortune 3 completed",
        "red scored fortune 3",
        "scored nothing",
        "red has 9",
    ] {
        assert_eq!(failure(&format!("{BUILT}expect {wrong}\n")).0, 10, "{wrong}");
    }
}

#[test]
fn every_assertion_about_buildings_and_the_wheel_can_fail() {
    for (right, wrong) in [
        ("sequence drawn pig awarded", "sequence drawn pig"),
        ("pig fortune", "pig plague"),
        ("supply bridges 11", "supply bridges 12"),
        ("supply castles 5", "supply castles none"),
        ("supply barns none", "supply barns 6"),
        ("castle 0 at 3,0.0", "castle 0 at 1,3.0"),
        ("castle 0 at 4,0.0", "castle 1 at 4,0.0"),
        ("tile 2,-1 W26 r0|", "tile 2,-1 W26 r0"),
        ("tile 4,0 W17 r3", "tile 4,0 W17 r3-"),
        ("figure c0 red meeple", "figure c0 blue meeple"),
        ("figure k1 blue meeple", "figure k0 blue meeple"),
        ("figure 2,-1.2 blue meeple", "figure 2,-1.0 blue meeple"),
        ("empty k0", "empty k1"),
        ("empty 2,-1.0", "empty 2,-1.2"),
    ] {
        let told = format!("{BUILT}expect red awarded fortune 3\n");
        assert_eq!(run(&format!("title ROAD-1\n{told}expect {right}\n")), Ok(()), "{right}");
        assert_eq!(failure(&format!("{told}expect {wrong}\n")).0, 11, "{wrong}");
    }
    let barn = "game land rules=base,fields,barns seats=2\nDB P0,1r0 M1\nDB P1,1r0 .\n\
         DU P-1,0r1 .\nDB P0,2r0 .\nDB P1,2r0 Bnw:0,1.1\n";
    for (right, wrong) in [
        ("barn 0 at 1,2 nw", "barn 0 at 1,2 ne"),
        ("barn 0 at 1,2 nw", "barn 1 at 1,2 nw"),
        ("moved red 0,1.1 b0", "moved red 0,1.1 b1"),
        ("figure b0 red meeple", "figure 0,1.1 red meeple"),
    ] {
        assert_eq!(run(&format!("title ROAD-1\n{barn}expect {right}\n")), Ok(()), "{right}");
        assert_eq!(failure(&format!("{barn}expect {wrong}\n")).0, 8, "{wrong}");
    }
}

#[test]
fn every_assertion_about_the_castle_can_fail() {
    let played = "game stronghold seats=2\nDC10 P0,4r2 M0\nexpect red scored tower 4\n\
                  DE3 P3,0r0 .\nDA9 P9,5r1 M0 T2\nexpect red scored house 1\n";
    for (right, wrong) in [
        ("cells 76", "cells 75"),
        ("track 100", "track 99"),
        ("gap 73", "gap 76"),
        ("corner 5 empty", "corner 5 token"),
        ("corner 10 token", "corner 7 token"),
        ("wall-tokens 12", "wall-tokens 13"),
        ("unseen 17", "unseen 18"),
        ("unseen 2 1", "unseen 2 2"),
        ("red space 5", "red space 4"),
        ("red tokens 2", "red tokens 2 2"),
        ("blue tokens none", "blue tokens 2"),
        ("red usable none", "red usable 2"),
        ("red keep 9,5.0 1", "red keep 9,5.0 2"),
        ("red keep 9,5.0 1", "red keep 9,5.1 1"),
        ("blue keep none", "red keep none"),
        ("sequence drawn laid placed scored keep taken revealed returned turn", "sequence taken"),
        ("feature 9,5.1 courtyard markets 1", "feature 9,5.1 courtyard markets 0"),
    ] {
        assert_eq!(run(&format!("title ROAD-1\n{played}expect {right}\n")), Ok(()), "{right}");
        assert_eq!(failure(&format!("{played}expect {wrong}\n")).0, 8, "{wrong}");
    }
    let taken = "game stronghold seats=2\nDC10 P0,4r2 M0\nexpect red scored tower 4\n\
                 DE3 P3,0r0 .\nDA9 P9,5r1 M0\nexpect red scored house 1\n";
    for (right, wrong) in [("revealing red", "revealing blue"), ("chance T2 2", "chance T2 1")] {
        assert_eq!(run(&format!("title ROAD-1\n{taken}expect {right}\n")), Ok(()), "{right}");
        assert_eq!(failure(&format!("{taken}expect {wrong}\n")).0, 8, "{wrong}");
    }
    // They are invalid in other games, and the board must exist.
    assert_eq!(failure("game land rules=base seats=2\nexpect gap 3\n").0, 3);
    assert_eq!(failure("game stronghold seats=2\nexpect pig plague\n").0, 3);
    assert_eq!(failure("game stronghold seats=2 board=nowhere\n").0, 2);
}

#[test]
fn every_scoring_must_be_expected_exactly() {
    let played = "game land rules=base,fields seats=2 deck=E\nDE P0,-1r2 M0\n";
    for right in [
        "red scored city 4",
        "red scored city 4 completed",
        "red scored city 4 completed = 2 tiles x 2",
        "red scored city 4 = 2 tiles x 2",
    ] {
        let told = format!("{played}expect {right}\nexpect winners red\n");
        assert_eq!(run(&format!("title ROAD-1\n{told}")), Ok(()), "{right}");
        let twice = format!("{told}expect {right}\n");
        assert_eq!(failure(&twice).0, 6, "{right}, but only once");
        let too_many = format!("{told}expect winners red blue\n");
        assert_eq!(failure(&too_many).0, 6);
    }
    for wrong in [
        "blue scored city 4",
        "red blue scored city 4",
        "nobody scored city 4",
        "red scored city 3",
        "red scored road 4",
        "red scored city 4 game-end",
        "red scored city 4 = 1 tile x 4",
        "scored nothing",
        "red has 4",
    ] {
        assert_eq!(failure(&format!("{played}expect {wrong}\n")).0, 4, "{wrong}");
    }
    // A new game does not discard them.
    assert_eq!(failure(&format!("{played}game land rules=base seats=2\n")).0, 4);
}

#[test]
fn unknown_assertions_are_errors() {
    for (body, line) in [
        ("game land rules=base seats=2\nexpect sunshine\n", 3),
        ("game land rules=base seats=2\nexpect\n", 3),
        ("game land rules=base seats=2\nexpect green has 0\n", 3),
        ("game land rules=base seats=2\nexpect red has none\n", 3),
        ("game land rules=base seats=2\nexpect feature 0,0.9 road\n", 3),
        ("game land rules=base seats=2\nexpect feature 0,0.1 road tiles\n", 3),
        ("game land rules=base seats=2\nexpect setup-error\n", 3),
        ("game land rules=base seats=2\n\nDU P1,0r1 M7\n", 4),
        ("game land rules=base seats=2\nDU P1,0r9\n", 3),
        ("game land rules=base seats=two\n", 2),
        ("expect over\n", 2),
        ("DU\n", 2),
        // A rejected set-up must be expected, with the right reasons.
        ("game land rules=base seats=9\n", 2),
        ("game land rules=base seats=9\ngame land rules=base seats=2\n", 3),
        ("game land rules=base seats=9\nexpect setup-error first-seat\n", 3),
        ("game land rules=base seats=9\nexpect setup-error seats first-seat\n", 3),
    ] {
        let (at, what) = failure(body);
        assert_eq!(at, line, "{body}: {what}");
    }
}

#[test]
fn every_assertion_about_goods_and_second_turns_can_fail() {
    let played = "game land rules=base,fields,traders seats=2\nDU P1,0r1 M0\nDTO P0,-1r1 .\n\
                  DU P2,0r1 W0\nDE P0,-2r2 .\nDU P3,0r1\n";
    for (right, wrong) in [
        ("blue goods 1 0 0", "blue goods 0 0 0"),
        ("red goods 0 0 0", "red goods 1 0 0"),
        ("red hand builder 0", "red hand builder 1"),
        ("second-turn earned", "second-turn none"),
    ] {
        assert_eq!(run(&format!("title ROAD-1\n{played}expect {right}\n")), Ok(()), "{right}");
        assert_eq!(failure(&format!("{played}expect {wrong}\n")).0, 8, "{wrong}");
    }
    // There are no second turns without builders.
    assert_eq!(failure("game land rules=base seats=2\nexpect second-turn none\n").0, 3);
}
