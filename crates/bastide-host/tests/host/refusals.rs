//! A golden file of all errors with their codes and messages: codes are for programs and must not
//! change, messages are for people and may.

use std::fmt::{Display, Write as _};
use std::path::Path;

use bastide::{Cell, Edge, Illegality, LandRules, Rotation, SetupError, SetupProblem};
use bastide_host::{BadKey, HeaderProblem, PositionError, RecordErrorKind};
use bastide_testing::golden;

const ILLEGALITIES: [Illegality; 28] = [
    Illegality::GameOver,
    Illegality::WrongPhase,
    Illegality::NotYourTurn,
    Illegality::ChanceActs,
    Illegality::NotInBag,
    Illegality::CellTaken,
    Illegality::NotAdjacent,
    Illegality::EdgeClash(Edge::North),
    Illegality::SameAs(Rotation::new(1)),
    Illegality::NoBridge,
    Illegality::BridgesTouch,
    Illegality::NoCastle,
    Illegality::NoBarn,
    Illegality::NotAFarmer,
    Illegality::NewLady,
    Illegality::NotOnRiver,
    Illegality::RiverTurnsBack,
    Illegality::NoSuchSlot,
    Illegality::WrongTerrain,
    Illegality::Occupied,
    Illegality::NoneLeft,
    Illegality::NotYours,
    Illegality::NoCompany,
    Illegality::OutsideWall,
    Illegality::NotPending,
    Illegality::NoToken,
    Illegality::WrongToken,
    Illegality::NotInThisGame,
];

/// Returns all problems that expansions have with each other.
fn mix_problems() -> Vec<SetupProblem> {
    let sets = "base,wheel".parse::<LandRules>().expect_err("two sets of tiles").0;
    let all: LandRules = "wheel,river,barns".parse().expect("each word is known");
    sets.into_iter().chain(all.check_new().expect_err("no mix").0).collect()
}

fn setup_problems() -> Vec<SetupProblem> {
    let first = vec![
        SetupProblem::Seats { asked: 9, fewest: 2, most: 5 },
        SetupProblem::FirstSeat(7),
        SetupProblem::UnknownRule { word: "dragon".into(), known: "base, wheel".into() },
        SetupProblem::RuleTwice("river".into()),
    ];
    let last = vec![
        SetupProblem::EmptyDeck,
        SetupProblem::UnknownTile("Z9".into()),
        SetupProblem::TooManyCopies { tile: "X".into(), available: 1 },
        SetupProblem::NoStart,
        SetupProblem::BadBlock,
        SetupProblem::ForeignTile("A1".into()),
        SetupProblem::TileTwice("V".into()),
        SetupProblem::StartArea(Cell::new(1, 2)),
        SetupProblem::BoardTooLarge,
    ];
    first.into_iter().chain(mix_problems()).chain(last).collect()
}

fn header_problems() -> Vec<HeaderProblem> {
    vec![
        HeaderProblem::NotAHeader,
        HeaderProblem::UnknownGame("chess".into()),
        HeaderProblem::NotKeyValue("seats".into()),
        HeaderProblem::BadKey(BadKey("Ann".into())),
        HeaderProblem::RepeatedKey("seats".into()),
        HeaderProblem::MissingKey("seats"),
        HeaderProblem::OtherTiles("0123456789abcdef".into()),
        HeaderProblem::UnusedTiles,
        HeaderProblem::BadValue { key: "seats".into(), value: "many".into() },
    ]
}

fn record_problems() -> Vec<RecordErrorKind> {
    let token = || "M0".to_owned();
    vec![
        RecordErrorKind::TooLong { bytes: 1 << 21, most: 1 << 20 },
        RecordErrorKind::NotText,
        RecordErrorKind::NotARecord,
        RecordErrorKind::UnknownVersion("2".into()),
        RecordErrorKind::Json("expected value".into()),
        RecordErrorKind::NoHeader,
        RecordErrorKind::BadHeader(HeaderProblem::NotAHeader),
        RecordErrorKind::Setup(SetupError(vec![SetupProblem::EmptyDeck])),
        RecordErrorKind::BadToken("hello".into()),
        RecordErrorKind::ForeignTile { token: "DRD".into(), expansion: "river".into() },
        RecordErrorKind::Illegal { token: token(), why: Illegality::Occupied },
        RecordErrorKind::TurnOver { token: token() },
        RecordErrorKind::TruncatedTurn,
        RecordErrorKind::NotOver,
        RecordErrorKind::WrongResult { written: vec![1, 2], actual: vec![2, 1] },
        RecordErrorKind::BadTrailer("end".into()),
        RecordErrorKind::AfterEnd("seed".into()),
        RecordErrorKind::Annotation("no variation is open".into()),
    ]
}

fn position_problems() -> Vec<PositionError> {
    vec![
        PositionError::TooLong,
        PositionError::UnknownVersion,
        PositionError::BadCharacter('!'),
        PositionError::Damaged,
        PositionError::UnknownRules,
        PositionError::Setup(SetupError(vec![SetupProblem::EmptyDeck])),
        PositionError::OtherTiles,
        PositionError::UnusedTiles,
        PositionError::Impossible,
    ]
}

fn list<P: Display>(text: &mut String, title: &str, all: &[P], code: impl Fn(&P) -> &str) {
    writeln!(text, "# {title}").expect("a string");
    for problem in all {
        writeln!(text, "{:<22}{problem}", code(problem)).expect("a string");
    }
}

fn refusals() -> String {
    let mut text = String::new();
    list(&mut text, "actions", &ILLEGALITIES, |why| why.code());
    list(&mut text, "set-ups", &setup_problems(), SetupProblem::code);
    list(&mut text, "headers of records", &header_problems(), |problem| problem.code());
    list(&mut text, "records", &record_problems(), RecordErrorKind::code);
    list(&mut text, "positions", &position_problems(), PositionError::code);
    text
}

#[test]
fn refusals_keep_their_codes_and_texts() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/refusals.txt");
    golden::check(path, &refusals());
}

/// Checks that the lists above are complete: they contain all codes in the sources.
#[test]
fn every_code_of_the_sources_is_listed() {
    let text = refusals();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut codes = 0;
    for file in [
        "bastide/src/error.rs",
        "bastide-host/src/record/error.rs",
        "bastide-host/src/record/header.rs",
        "bastide-host/src/position.rs",
    ] {
        let source = std::fs::read_to_string(root.join(file)).expect("a source file");
        for function in source.split("fn code(").skip(1) {
            let body = function.split("\n    }\n").next().unwrap_or_default();
            for arm in body.lines().filter_map(|line| line.trim().split_once("=> \"")) {
                let code = arm.1.trim_end_matches("\",");
                let is_listed = text.lines().any(|line| line.split(' ').next() == Some(code));
                assert!(is_listed, "{code} of {file} is not in the list");
                codes += 1;
            }
        }
    }
    assert!(codes > 70, "only {codes} codes were found in the sources");
}
