//! Tests of the examples in the documentation.

use std::io::Write;
use std::process::{Command, Stdio};

use bastide::Game;
use bastide_host::{AnnotatedRecord, Record, position, verify};

use crate::play::{plain_setup, whole_game};

const NOTATION: &str = include_str!("../../../../docs/notation.md");
const FAIR_PLAY: &str = include_str!("../../../../docs/fair-play.md");

/// Returns the fenced code blocks of a document in a language.
fn blocks<'a>(document: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("\n```{language}\n");
    let starts = document.split(&*fence).skip(1);
    starts.map(|rest| rest.split("\n```").next().unwrap_or(rest)).collect()
}

#[test]
fn records_in_the_documents_are_legal_and_canonical() {
    let records = [blocks(NOTATION, "bastide"), blocks(FAIR_PLAY, "bastide")].concat();
    assert!(records.len() >= 3);
    for text in records {
        let record = Record::parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let without_comments: Vec<_> = text
            .lines()
            .map(|line| line.split('#').next().unwrap_or("").trim_end())
            .filter(|line| !line.is_empty())
            .collect();
        assert_eq!(record.to_text().lines().collect::<Vec<_>>(), without_comments);
    }
}

#[test]
fn annotations_in_the_documents_are_legal_and_canonical() {
    let records = blocks(NOTATION, "annotated");
    assert_eq!(records.len(), 1);
    for text in records {
        let record = AnnotatedRecord::read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(record.to_string().trim_end(), text);
    }
}

#[test]
fn the_json_in_the_documents_is_the_first_record() {
    let json = blocks(NOTATION, "json");
    let record = Record::parse(blocks(NOTATION, "bastide")[0]).expect("checked elsewhere");
    assert_eq!(json.len(), 1);
    assert_eq!(Record::from_json(json[0]), Ok(record.clone()));
    let shown: serde_json::Value = serde_json::from_str(json[0]).expect("it is JSON");
    let written: serde_json::Value = serde_json::from_str(&record.to_json()).expect("it is JSON");
    assert_eq!(shown, written);
}

#[test]
fn the_position_in_the_documents_is_the_first_record() {
    let record = Record::parse(blocks(NOTATION, "bastide")[0]).expect("checked elsewhere");
    let shown = blocks(NOTATION, "position");
    assert_eq!(shown, [position::encode(&record)]);
}

#[test]
fn the_tokens_in_the_documents_are_valid() {
    let record = Record::new(plain_setup()).expect("a possible set-up");
    let game = record.start();
    let rows = NOTATION.lines().filter_map(|line| line.strip_prefix("| `"));
    // A `|` is escaped in Markdown tables.
    let tokens =
        rows.filter_map(|row| row.split('`').next()).map(|token| token.replace("\\|", "|"));
    let tokens: Vec<_> = tokens.collect();
    assert!(tokens.len() >= 19, "{tokens:?}");
    for token in tokens {
        let action = game.notation().parse(&token).expect(&token);
        assert_eq!(game.notation().show(action).to_string(), token);
    }
}

#[test]
fn the_games_in_the_documents_are_fair() {
    let games = blocks(FAIR_PLAY, "bastide");
    assert_eq!(games.len(), 3, "with salts, reseeded, and of version 1");
    for game in games {
        let record = Record::parse(game).expect("checked elsewhere");
        let verified = verify(&record).expect("an honest game");
        assert!(verified.draws >= 3 && verified.is_first_drawn);
        let salts = record.salts();
        let numbers = [record.commitment().expect("committed").to_string()]
            .into_iter()
            .chain(record.seed().map(ToString::to_string))
            .chain(record.later_seeds().iter().map(ToString::to_string))
            .chain(record.reseeds().iter().map(|reseed| reseed.commitment.to_string()))
            .chain(salts.revealed.iter().map(|(_, salt)| salt.to_string()))
            .chain(salts.commitments().into_iter().map(|(_, hash)| hash.to_string()));
        for number in numbers {
            assert!(FAIR_PLAY.matches(&*number).count() >= 2, "{number} is worked out in the text");
        }
    }
}

/// Requires `openssl`; prints a message and passes if it is not installed.
#[test]
fn openssl_gives_the_numbers_of_the_documents() {
    if Command::new("openssl").arg("version").output().is_err() {
        eprintln!("skipped: there is no openssl here");
        return;
    }
    let lines: Vec<_> = FAIR_PLAY.lines().collect();
    let mut run = 0;
    for pair in lines.windows(2) {
        let Some(command) = pair[0].strip_prefix("$ ").filter(|text| text.contains("openssl"))
        else {
            continue;
        };
        let output = Command::new("sh").args(["-c", command]).output().expect("a shell");
        let said = String::from_utf8_lossy(&output.stdout);
        assert_eq!(pair[1].len(), 64, "{}", pair[1]);
        assert!(said.contains(pair[1]), "{command}\n{said}");
        run += 1;
    }
    assert!(run >= 9, "only {run} commands");
}

/// Runs the Python program of `docs/fair-play.md` on a record. Returns its success and its output,
/// or `None` if Python is not installed.
fn check_with_python(record: &str) -> Option<(bool, String)> {
    let program = blocks(FAIR_PLAY, "python");
    let mut child = Command::new("python3")
        .args(["-c", program[0], "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .ok()?;
    // A program that stops early does not read all of its input.
    let _ = child.stdin.take().expect("it is piped").write_all(record.as_bytes());
    let output = child.wait_with_output().expect("it runs to its end");
    Some((output.status.success(), String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// Requires `python3`; skipped if it is not installed.
#[test]
fn an_independent_program_confirms_honest_games_only() {
    let shown = Record::parse(blocks(FAIR_PLAY, "bastide")[0]).expect("checked elsewhere");
    let Some((is_good, said)) = check_with_python(&shown.to_text()) else {
        bastide_testing::skip(
            "the independent check of draws needs python3",
            "apt-get install python3",
        );
        return;
    };
    assert!(is_good, "{said}");
    for number in 20..25 {
        let current = whole_game(&plain_setup(), number);
        assert!(current.game().is_over());
        let (is_good, said) =
            check_with_python(&current.record().to_text()).expect("python3 was there before");
        assert!(is_good && said.contains("71 draws as committed"), "{said}");
    }
    let shown = blocks(FAIR_PLAY, "bastide");
    let change = |at: usize, from: &str| {
        let to = if from.ends_with('0') { "1" } else { "0" };
        shown[at].replacen(from, &format!("{}{to}", &from[..from.len() - 1]), 1)
    };
    let record = |at: usize| Record::parse(shown[at]).expect("checked elsewhere");
    let later = record(1).later_seeds()[0].to_string();
    let doctored = [
        change(0, &record(0).salts().revealed[1].1.to_string()),
        change(0, &record(0).seed().expect("revealed").to_string()),
        change(1, &later),
        shown[1].replacen("reseed=2:", "reseed=1:", 1),
        shown[2].replacen("salt=table%201", "salt=x", 1),
    ];
    for text in doctored {
        assert!(!shown.contains(&&*text));
        let (is_good, said) = check_with_python(&text).expect("python3 was there before");
        assert!(!is_good, "{said}");
    }
}
