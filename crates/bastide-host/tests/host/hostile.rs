//! Tests that malformed records give a typed error with a line number, quickly and without panics.

use bastide::{Edge, Game, Illegality, LandRules, SetupError, SetupProblem};
use bastide_host::{BadKey, Dice, HeaderProblem, Record, RecordErrorKind as Kind};

use crate::play::{plain_setup, rich_record};

const HEADER: &str = "bastide 1\ngame land rules=base,fields seats=2 deck=V,E,U\n";

#[track_caller]
fn check(text: &str, line: usize, kind: &Kind) {
    let error = Record::read(text).expect_err("it must be refused");
    assert_eq!((error.line, &error.kind), (line, kind), "{text:?}: {error}");
}

#[track_caller]
fn check_turns(turns: &str, line: usize, kind: &Kind) {
    check(&format!("{HEADER}{turns}"), line, kind);
}

#[track_caller]
fn check_header(header: &str, problem: HeaderProblem) {
    check(&format!("bastide 1\n{header}\n"), 2, &Kind::BadHeader(problem));
}

fn illegal(token: &str, why: Illegality) -> Kind {
    Kind::Illegal { token: token.into(), why }
}

#[test]
fn invalid_records_are_refused() {
    for text in
        ["", "\n\n# nothing\n", "hello", "bastide", "bastide 1 2", "BASTIDE 1", "\u{feff}", "[]"]
    {
        let line = text.split('\n').position(|line| !line.is_empty() && !line.starts_with('#'));
        check(text, line.map_or(1, |index| index + 1), &Kind::NotARecord);
    }
    check("bastide 2\nwhatever comes then", 1, &Kind::UnknownVersion("2".into()));
    check("bastide 01\n", 1, &Kind::UnknownVersion("01".into()));
    check("bastide 1\n", 2, &Kind::NoHeader);
    check("bastide 1\0\n", 1, &Kind::NotText);
    check_turns("DV P1,0r0 \0", 3, &Kind::NotText);
    check("bastide 1\ngame land rules=base seats=2 place=a\u{1b}[31mb", 2, &Kind::NotText);
}

#[test]
fn bytes_that_are_not_utf8_are_refused() {
    let error = Record::read(b"bastide 1\n\xff\xfe\n").expect_err("not UTF-8");
    assert_eq!((error.line, error.kind), (2, Kind::NotText));
}

#[test]
fn bad_headers_are_refused() {
    check_header("land rules=base seats=2", HeaderProblem::NotAHeader);
    check_header("game", HeaderProblem::NotAHeader);
    check_header("game chess rules=base seats=2", HeaderProblem::UnknownGame("chess".into()));
    check_header("game land seats=2", HeaderProblem::MissingKey("rules"));
    check_header("game land rules=base", HeaderProblem::MissingKey("seats"));
    check_header("game land rules=base seats", HeaderProblem::NotKeyValue("seats".into()));
    check_header(
        "game land rules=base seats=2 seats=3",
        HeaderProblem::RepeatedKey("seats".into()),
    );
    check_header("game land rules=base seats=2 a=1 a=1", HeaderProblem::RepeatedKey("a".into()));
    for (word, key) in [("=1", ""), ("Q=1", "Q"), ("turns=1", "turns"), ("seed=00", "seed")] {
        let problem = HeaderProblem::BadKey(BadKey(key.into()));
        check_header(&format!("game land rules=base seats=2 {word}"), problem);
    }
    for (key, value) in [
        ("seats", "two"),
        ("seats", "-1"),
        ("seats", "300"),
        ("first", ""),
        ("commit", "abc"),
        ("salt", "%zz"),
        ("players", "100%"),
        ("deck", "%ff"),
    ] {
        let others = "rules=base seats=2".split(' ').filter(|word| !word.starts_with(key));
        let others: Vec<_> = others.collect();
        let header = format!("game land {} {key}={value}", others.join(" "));
        check_header(&header, HeaderProblem::BadValue { key: key.into(), value: value.into() });
    }
}

#[test]
fn impossible_setups_are_refused_with_all_their_problems() {
    check(
        "bastide 1\ngame land rules=base seats=7 first=9 deck=C,C,Zz",
        2,
        &Kind::Setup(SetupError(vec![
            SetupProblem::Seats { asked: 7, fewest: 2, most: 5 }, // SETUP-1
            SetupProblem::FirstSeat(9),
            SetupProblem::TooManyCopies { tile: "C".into(), available: 1 },
            SetupProblem::UnknownTile("Zz".into()),
        ])),
    );
    check(
        "bastide 1\ngame land rules=base,dragons seats=2",
        2,
        &Kind::Setup("dragons".parse::<LandRules>().expect_err("no such rule")),
    );
    check(
        "bastide 1\ngame land rules=base seats=2 deck=V,,V",
        2,
        &Kind::Setup(SetupError(vec![SetupProblem::UnknownTile(String::new())])),
    );
    check(
        "bastide 1\ngame land rules=base seats=2 deck=",
        2,
        &Kind::Setup(SetupError(vec![SetupProblem::EmptyDeck])),
    );
}

#[test]
fn bad_tokens_are_refused() {
    for token in ["X", "D", "DZz", "P1,0", "P1,0r9", "P999,0r0", "é", "END", "..", "M-1"] {
        check_turns(&format!("DV P1,0r0 .\n{token}"), 4, &Kind::BadToken(token.into()));
    }
    let long = "D".repeat(5000);
    check_turns(&long, 3, &Kind::BadToken(format!("{}...", "D".repeat(40))));
}

#[test]
fn illegal_actions_are_refused_with_their_reason() {
    check_turns("P1,0r0", 3, &illegal("P1,0r0", Illegality::ChanceActs));
    check_turns("DC", 3, &illegal("DC", Illegality::NotInBag));
    check_turns("DV P0,0r0", 3, &illegal("P0,0r0", Illegality::CellTaken)); // TILE-1
    check_turns("DV P5,5r0", 3, &illegal("P5,5r0", Illegality::NotAdjacent)); // TILE-1
    // TILE-2: V without rotation has no road in the north, and a city is there.
    check_turns("DV P0,-1r0", 3, &illegal("P0,-1r0", Illegality::EdgeClash(Edge::South)));
    check_turns("DV DE", 3, &illegal("DE", Illegality::WrongPhase));
    check_turns("DV P1,0r0 M9", 3, &illegal("M9", Illegality::NoSuchSlot));
    check_turns("DV P1,0r0 A0", 3, &illegal("A0", Illegality::WrongTerrain));
    check_turns("DV P1,0r0 M0\nDV", 4, &illegal("DV", Illegality::NotInBag));
}

#[test]
fn two_turns_on_a_line_are_refused() {
    check_turns("DV P1,0r0 . DE", 3, &Kind::TurnOver { token: "DE".into() });
    check_turns("DV\nP1,0r0 .", 3, &Kind::TruncatedTurn);
    check_turns("DV P1,0r0\n\nDE", 3, &Kind::TruncatedTurn);
}

#[test]
fn trailers_are_checked() {
    let (moves, scores) = ("DV P1,0r0 .\nDE P0,-1r2 .\nDU P2,-1r0 .\n", "0 0");
    let over = Record::parse(&format!("{HEADER}DV P1,0r0 .\nDE P0,-1r2 .\n"));
    assert_eq!(over.expect("legal so far").result(), None);
    // The last tile is laid at its first legal position.
    let record = Record::parse(&format!("{HEADER}DV P1,0r0 .\nDE P0,-1r2 .\nDU")).expect("legal");
    let mut legal = Vec::new();
    let game = record.game();
    bastide::Game::legal_actions(&game, &mut legal);
    let last = game.notation().show(legal[0]).to_string();
    let moves = moves.replace("P2,-1r0", &last);
    let end = 6;

    let sound = format!("{moves}end {scores}\n");
    assert!(Record::parse(&format!("{HEADER}{sound}")).is_ok());
    let wrong = |written: &[i32]| Kind::WrongResult { written: written.into(), actual: vec![0, 0] };
    check_turns(&format!("{moves}end 1 0"), end, &wrong(&[1, 0]));
    check_turns(&format!("{moves}end 0"), end, &wrong(&[0]));
    check_turns(&format!("{moves}end 0 0 0"), end, &wrong(&[0, 0, 0]));
    check_turns(&format!("{moves}end 0 x"), end, &Kind::BadTrailer("end".into()));
    check_turns(&format!("{moves}end 0 99999999999"), end, &Kind::BadTrailer("end".into()));
    check_turns("end 0 0", 3, &Kind::NotOver);
    check_turns("DV P1,0r0\nend 0 0", 4, &Kind::NotOver);
    check_turns(&format!("{sound}{sound}"), end + 1, &Kind::AfterEnd("DV".into()));
    check_turns(&format!("{sound}end 0 0"), end + 1, &Kind::AfterEnd("end".into()));
    check_turns(&format!("{moves}DV"), end, &illegal("DV", Illegality::GameOver));
    check_turns(&format!("{} DV", moves.trim_end()), end - 1, &illegal("DV", Illegality::GameOver));

    let seed = "0".repeat(64);
    check_turns("seed", 3, &Kind::BadTrailer("seed".into()));
    check_turns("seed 00", 3, &Kind::BadTrailer("seed".into()));
    check_turns(&format!("seed {seed} {seed}"), 3, &Kind::BadTrailer("seed".into()));
    check_turns(&format!("seed {seed}\nseed {seed}"), 4, &Kind::AfterEnd("seed".into()));
    check_turns(&format!("seed {seed}\nDV"), 4, &Kind::AfterEnd("DV".into()));
}

#[test]
fn bad_json_is_refused() {
    let kind = |text: &str| Record::from_json(text).expect_err("it must be refused").kind;
    assert!(matches!(kind("{"), Kind::Json(_)));
    assert!(matches!(kind("[1]"), Kind::Json(_)));
    assert!(matches!(kind(&"[".repeat(100_000)), Kind::Json(_)));
    let twice = kind("{\"bastide\":1,\n\"bastide\":1}");
    assert!(
        matches!(&twice, Kind::Json(why) if why.contains("'bastide' is given twice")),
        "{twice}"
    );
    assert_eq!(kind("{}"), Kind::NotARecord);
    assert_eq!(kind(r#"{"bastide":2}"#), Kind::UnknownVersion("2".into()));
    assert_eq!(kind(r#"{"bastide":1}"#), Kind::NoHeader);
    let with = |more: &str| {
        let text = format!(r#"{{"bastide":1,"game":"land","rules":"base","seats":2{more}}}"#);
        Record::from_json(&text).map_err(|error| (error.line, error.kind))
    };
    assert!(with("").is_ok());
    let bad = |line, kind| Err((line, kind));
    let not_list = |name| Kind::Json(format!("'{name}' is not a list of strings"));
    assert_eq!(with(r#","turns":"DV""#), bad(2, not_list("turns")));
    assert_eq!(with(r#","turns":[["DV"]]"#), bad(2, not_list("turns")));
    assert_eq!(with(r#","end":{}"#), bad(3, not_list("end")));
    assert_eq!(with(r#","seed":7"#), bad(3, Kind::BadTrailer("seed".into())));
    let value = HeaderProblem::BadValue { key: "players".into(), value: r#"["a"]"#.into() };
    assert_eq!(with(r#","players":["a"]"#), bad(2, Kind::BadHeader(value)));
    // Turn n is on line n + 2, as in the text form.
    let turns = r#","turns":["DV P1,0r0 .","DE P1,0r0"]"#;
    assert_eq!(with(turns), bad(4, illegal("P1,0r0", Illegality::CellTaken)));
    // A turn cannot contain a line of another type.
    assert_eq!(
        with(r#","turns":["DV P1,0r0 .\nend 0 0"]"#),
        bad(3, Kind::TurnOver { token: "end".into() })
    );
}

#[test]
fn inputs_over_the_size_limit_are_refused_unread() {
    let garbage = [
        "x".repeat(10 << 20),
        "\n".repeat(10 << 20),
        format!("{HEADER}{}", "# nothing\n".repeat(1 << 20)),
        format!("{{{}", " ".repeat(10 << 20)),
        format!("bastide 1\ngame land rules=base seats=2 x={}", "y".repeat(10 << 20)),
    ];
    for text in garbage {
        let (bytes, most) = (text.len(), 1 << 20);
        check(&text, 1, &Kind::TooLong { bytes, most });
    }
    // Input just below the limit is processed up to the first error.
    check(&"x ".repeat(1 << 19), 1, &Kind::NotARecord);
    check(&"\n".repeat(1 << 20), 1, &Kind::NotARecord);
    check_turns(&". ".repeat(1 << 18), 3, &illegal(".", Illegality::ChanceActs));
}

#[test]
fn endless_lists_are_refused_unread() {
    for key in ["deck", "rules"] {
        let value = "zz,".repeat(1 << 17) + &"V,".repeat(1 << 17);
        let others = if key == "deck" { "rules=base " } else { "" };
        let value_shown = format!("{}...", &value[..40]);
        check_header(
            &format!("game land {others}seats=2 {key}={value}"),
            HeaderProblem::BadValue { key: key.into(), value: value_shown },
        );
    }
}

#[test]
fn every_prefix_of_a_record_is_read_or_refused_with_its_line() {
    let record = rich_record(&plain_setup(), 5);
    let text = record.to_text();
    let lines = text.lines().count();
    let mut read = 0;
    for end in (0..text.len()).filter(|&end| text.is_char_boundary(end)) {
        match Record::parse(&text[..end]) {
            // A prefix of the same game. Only its last token may have been cut to another valid
            // one, such as `DEg` to `DE`.
            Ok(piece) => {
                read += 1;
                let whole = piece.actions().split_last().map_or(&[][..], |(_, whole)| whole);
                assert!(record.actions().starts_with(whole));
            }
            Err(error) => assert!((1..=lines + 1).contains(&error.line), "{error}"),
        }
    }
    assert!(read > record.actions().len(), "every whole token is a place to stop");
}

#[test]
fn damaged_records_are_read_literally_or_refused() {
    let record = rich_record(&plain_setup(), 6);
    let text = record.to_text().into_bytes();
    let mut dice = Dice::new(1, 0);
    let mut refused = 0;
    for _ in 0..3000 {
        let mut bytes = text.clone();
        for _ in 0..=dice.below(3) {
            let at = dice.below(bytes.len());
            match dice.below(3) {
                0 => bytes[at] = dice.below(256) as u8,
                1 => drop(bytes.remove(at)),
                _ => bytes.insert(at, b" \n\r\t.#%=rDPM0-9\0"[dice.below(16)]),
            }
        }
        match Record::read(&bytes) {
            // Accepted input is a game that survives a round trip.
            Ok(other) => assert_eq!(Record::parse(&other.to_text()), Ok(other)),
            Err(_) => refused += 1,
        }
    }
    assert!(refused > 1500, "only {refused}");
}

#[test]
fn six_players_need_the_expansion_with_the_sixth_colour() {
    // SETUP-1, INN-1
    for (rules, asked, most) in [
        ("base,fields,traders", 6, 5),
        ("wheel,fields", 6, 5),
        ("base,inns", 7, 6),
        ("wheel,fields,inns,traders", 1, 6),
        ("base,fields,inns", 255, 6),
    ] {
        let text = format!("bastide 1\ngame land rules={rules} seats={asked}");
        let error = Record::read(&text).expect_err("it must be refused");
        let Kind::Setup(SetupError(problems)) = &error.kind else { panic!("{error}") };
        assert!(
            matches!(problems[..], [SetupProblem::Seats { asked: a, fewest: 2, most: m, .. }]
                if (a, m) == (asked, most)),
            "{rules}: {problems:?}"
        );
    }
    assert!(Record::read("bastide 1\ngame land rules=base,inns seats=6 first=5\n").is_ok());
    // All problems of a set-up are listed at once, also with unknown names. Their tiles may be in the
    // deck, so tiles that the game does not have are then no problem of their own.
    let codes = |header: &str| {
        let error = Record::read(format!("bastide 1\ngame land {header}")).expect_err(header);
        let Kind::Setup(SetupError(problems)) = &error.kind else { panic!("{error}") };
        problems.iter().map(|problem| problem.code().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(
        codes("rules=base,barns,traders seats=6 first=6 deck=IA,TA,TA,Zz"),
        [
            "barns-without-fields",
            "seats",
            "first-seat",
            "unknown-tile",
            "too-many-copies",
            "unknown-tile"
        ]
    );
    assert_eq!(
        codes("rules=base,barns,inn,traders,cathedrals seats=6 first=6 deck=IA,TA,TA,Zz"),
        [
            "unknown-rule",
            "unknown-rule",
            "barns-without-fields",
            "seats",
            "first-seat",
            "too-many-copies"
        ]
    );
    assert_eq!(codes("rules=wheel,base,river seats=2"), ["base-and-wheel", "river-and-wheel"]);
}

#[test]
fn figures_and_tiles_of_other_expansions_are_refused() {
    let refuse = |rules: &str, turns: &str| {
        let turns = turns.replace(" D", "\nD");
        let text = format!("bastide 1\ngame land rules={rules} seats=2\n{turns}\n");
        Record::read(&text).expect_err("it must be refused").kind
    };
    for (rules, turns) in [
        ("base,fields", "DV P1,0r0 L0"),
        ("base,fields", "DV P1,0r0 W0"),
        ("base,fields,inns", "DV P1,0r0 H1"),
        // BUILDER-1, HOG-1: no meeple is there.
        ("base,fields,traders", "DV P1,0r0 W0"),
        ("base,fields,traders", "DV P1,0r0 H1"),
        // HOG-6
        ("base,traders", "DV P1,0r0 H1"),
        // The pig is not on roads, the builder is not in fields.
        ("base,fields,traders", "DV P1,0r0 M0 DB P0,1r0 . DU P-1,0r1 H0"),
        ("base,fields,traders", "DB P0,1r0 M1 DB P1,1r0 . DB P0,2r0 W1"),
        // Each player has one large meeple.
        ("base,fields,inns", "DV P1,0r0 L0 DB P0,1r0 . DB P0,2r0 L0"),
        // Neither builder nor pig can be taken back.
        ("base,traders", "DU P1,0r1 M0 DB P0,1r0 . DU P2,0r1 W0 DB P1,1r0 . DB P0,2r0 R2,0.0"),
        ("base,traders", "DU P1,0r1 M0 DB P0,1r0 . DU P2,0r1 Wc"),
    ] {
        let kind = refuse(rules, turns);
        let last = turns.rsplit(' ').next();
        assert!(
            matches!(&kind, Kind::Illegal { token, .. } if Some(token.as_str()) == last),
            "{rules}: {turns}: {kind:?}"
        );
    }
    for (rules, turns) in [
        ("base,fields", "DIA"),
        ("base,fields,inns", "DTA"),
        ("base,fields,inns", "DV P1,0r0 L"),
        ("base,fields,inns", "DV P1,0r0 L999999999999"),
        ("base,fields,traders", "DV P1,0r0 W-1"),
    ] {
        let kind = refuse(rules, turns);
        let text = format!("{kind:?}");
        assert!(!matches!(kind, Kind::Setup(_)), "{rules}: {turns}: {text}");
    }
}
