//! What commands are given: rules, records, files.

use std::fs;
use std::io::{self, Read as _};

use anyhow::Result;
use bastide::{AnyGame, LandRules, Rules, Setup, SetupError};
use bastide_host::{Record, RecordError, RecordErrorKind, position as positions};
use clap::Args;

use crate::console::Fault;
use crate::words::Names;

/// The header key for what the players are called, with commas between.
pub(crate) const PLAYERS: &str = "players";

/// Larger files are no records; reading stops here.
const MOST: u64 = 32 << 20;

/// Which game, for how many.
#[derive(Args, Clone)]
pub(crate) struct GameArgs {
    /// The rules: base, and any of fields, river (or river=2021) and abbot
    #[arg(long, value_name = "LIST", default_value = "base,fields")]
    pub(crate) rules: String,
    /// How many players: 2 to 5
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub(crate) players: u8,
}

impl GameArgs {
    /// The set-up, with everything that is wrong with it told at once.
    pub(crate) fn setup(&self) -> Result<Setup> {
        let (rules, mut problems) = match self.rules.parse::<LandRules>() {
            Ok(rules) => (rules, Vec::new()),
            Err(SetupError(problems)) => (LandRules::default(), problems),
        };
        let setup = Setup::new(Rules::Land(rules), self.players);
        if let Err(SetupError(more)) = AnyGame::new(&setup) {
            // Who begins is not asked for, so it is nothing to complain of.
            let is_asked =
                |p: &bastide::SetupProblem| !matches!(p, bastide::SetupProblem::FirstSeat(_));
            problems.extend(more.into_iter().filter(is_asked));
        }
        if problems.is_empty() { Ok(setup) } else { Err(bad_setup(SetupError(problems))) }
    }
}

/// A set-up nobody can play, problem by problem.
pub(crate) fn bad_setup(SetupError(problems): SetupError) -> anyhow::Error {
    let list: Vec<String> = problems.iter().map(|p| format!("\n  - {p}")).collect();
    Fault::input(format!("no game can be set up like this:{}", list.concat()))
        .hint("for example --rules base,fields,river,abbot --players 3")
        .into()
}

/// The bytes of a file, or of standard input for `-`.
pub(crate) fn bytes(file: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = if file == "-" {
        io::stdin().lock().take(MOST + 1).read_to_end(&mut bytes)
    } else {
        fs::File::open(file).and_then(|open| open.take(MOST + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| {
        Fault::input(format!("cannot read {file}: {error}"))
            .hint("give the name of a record, or - for standard input")
    })?;
    if bytes.len() as u64 > MOST {
        return Err(Fault::input(format!("{file} is far too large for a record")).into());
    }
    Ok(bytes)
}

/// The text of a file.
pub(crate) fn text(file: &str) -> Result<String> {
    String::from_utf8(bytes(file)?).map_err(|_| Fault::input(format!("{file} is no text")).into())
}

/// A record, in text or JSON.
pub(crate) fn record(file: &str) -> Result<Record> {
    Record::read(bytes(file)?).map_err(|error| bad_record(file, &error).into())
}

/// A record that cannot be used: where, why, and what to do about it.
pub(crate) fn bad_record(file: &str, error: &RecordError) -> Fault {
    let fault = Fault::input(format!("{}, {error}", name(file)));
    match &error.kind {
        RecordErrorKind::NotARecord
        | RecordErrorKind::NotText
        | RecordErrorKind::TooLong { .. } => fault.hint(
            "a record begins with the line 'bastide 1'; 'bastide play --save FILE' writes one",
        ),
        RecordErrorKind::UnknownVersion(_) => fault.hint("a newer bastide may read it"),
        RecordErrorKind::Illegal { .. } => fault.hint(format!(
            "'bastide show {file} --at N' draws the board after N turns, up to there"
        )),
        _ => fault,
    }
}

/// The record of how a position came about.
pub(crate) fn position(text: &str) -> Result<Record> {
    positions::decode(text.trim()).map_err(|error| {
        Fault::input(format!("this names no position: {error}"))
            .hint("'bastide position FILE' prints the string of a record's position")
            .into()
    })
}

/// What a file is called in messages.
pub(crate) fn name(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}

/// What the players of a record are called.
pub(crate) fn names(record: &Record) -> Names {
    let given = record.extra().get(PLAYERS).map_or("", String::as_str);
    Names::new(&given.split(',').map(str::to_owned).collect::<Vec<_>>())
}
