//! Input of commands: rules, records, files.

use std::fs;
use std::io::{self, Read as _};

use anyhow::Result;
use bastide::sets::{OwnSets, OwnSetsError, Sets};
use bastide::{
    LandRules, Rules, Seat, Setup, SetupError, SetupProblem, StrongholdRules, TileSet, Wall,
};
use bastide_host::{
    HeaderProblem, PositionError, Record, RecordError, RecordErrorKind, position as positions,
};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};

use crate::console::Fault;
use crate::expansions::{self, PRESETS, Preset};
use crate::words::Names;

/// Maximum size of an input file in bytes.
const MOST: u64 = 32 << 20;

/// Custom tiles.
#[derive(Args, Clone, Default)]
pub(crate) struct TileArgs {
    /// Use the tiles or the wall of this file instead; may be repeated
    #[arg(long, value_name = "FILE")]
    tiles: Vec<String>,
}

impl TileArgs {
    /// Reads the custom sets, if any; errors name the file and line.
    pub(crate) fn read(&self) -> Result<Option<OwnSets>> {
        if self.tiles.is_empty() {
            return Ok(None);
        }
        let hint = "--tiles takes tile or wall files (docs/tiles.md), as in crates/bastide/tiles";
        let texts = self.tiles.iter().map(|file| text(file, hint));
        let texts: Vec<String> = texts.collect::<Result<_>>()?;
        for (file, text) in self.tiles.iter().zip(&texts) {
            // Parsed one by one, so that an error can name its file.
            OwnSets::parse([text.as_str()]).map_err(|error| bad_tiles(file, &error))?;
        }
        let all = OwnSets::parse(texts.iter().map(String::as_str));
        let all = all.map_err(|error| bad_tiles(&self.tiles.join(" and "), &error))?;
        Ok(Some(all))
    }
}

/// Creates the failure for an invalid tile file, with a hint.
fn bad_tiles(file: &str, error: &OwnSetsError) -> Fault {
    let fault = Fault::input(match error {
        OwnSetsError::File { .. } | OwnSetsError::WallFile { .. } => {
            format!("{}, {error}", name(file))
        }
        _ => format!("{}: {error}", name(file)),
    });
    match error {
        OwnSetsError::SetTwice(_) => fault.hint("give only one file for each set"),
        _ => fault.hint(
            "docs/tiles.md describes tile and wall files; start with a copy of a built-in one",
        ),
    }
}

/// Returns all tile sets and the wall: custom ones where given, otherwise the built-in ones.
pub(crate) fn sets(own: Option<&OwnSets>) -> (Vec<&TileSet>, &Wall) {
    let sets = match own {
        Some(own) => own.sets(),
        None => Sets::default(),
    };
    (sets.tiles().to_vec(), sets.wall)
}

/// The families of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Family {
    /// A landscape that grows from a start, for two or more
    Land,
    /// The Castle: tiles inside a wall, for two
    Stronghold,
}

/// Returns the help of `--preset`.
fn preset_help() -> String {
    let [names @ .., last] = PRESETS.map(|preset| preset.name);
    format!("A preset game: {} or {last}", names.join(", "))
}

/// Game and rules.
#[derive(Args, Clone)]
pub(crate) struct RuleArgs {
    #[arg(long, value_name = "NAME", hide_possible_values = true, help = preset_help())]
    #[arg(value_parser = PossibleValuesParser::new(PRESETS.map(|preset| preset.name)))]
    #[arg(conflicts_with_all = ["game", "rules"])]
    pub(crate) preset: Option<String>,
    /// The game: land, or stronghold (The Castle, for two)
    #[arg(long, value_name = "GAME", default_value = "land", hide_possible_values = true)]
    pub(crate) game: Family,
    /// The tiles and expansions of the land game, separated by commas [default: base,fields]
    #[arg(long, value_name = "LIST", long_help = expansions::rules_help())]
    pub(crate) rules: Option<String>,
}

impl RuleArgs {
    /// Parses the rules. Returns them with the problems found.
    fn read(&self) -> Result<(Rules, Vec<SetupProblem>)> {
        let preset = self.preset.as_deref();
        let preset = preset.and_then(|name| PRESETS.iter().find(|preset| preset.name == name));
        let (game, list) = match preset {
            Some(Preset { rules: Some(rules), .. }) => (Family::Land, Some(*rules)),
            Some(Preset { rules: None, .. }) => (Family::Stronghold, None),
            None => (self.game, self.rules.as_deref()),
        };
        match (game, list) {
            (Family::Stronghold, Some(_)) => {
                Err(Fault::input("--game stronghold has no expansions for --rules")
                    .hint("omit --rules, or use --game land")
                    .into())
            }
            (Family::Stronghold, None) => Ok((Rules::Stronghold(StrongholdRules), Vec::new())),
            (Family::Land, list) => {
                let (rules, problems) = LandRules::read(list.unwrap_or("base,fields"));
                Ok((Rules::Land(rules), problems))
            }
        }
    }
}

/// Returns the help of `--players`.
pub(crate) fn players_help() -> String {
    let (fewest, most) = LandRules::all_seats().into_inner();
    format!("Number of players: {fewest} to {most}, for stronghold 2")
}

/// Game, rules and number of players.
#[derive(Args, Clone)]
pub(crate) struct GameArgs {
    #[command(flatten)]
    pub(crate) rules: RuleArgs,
    #[arg(long, value_name = "N", default_value_t = 2, help = players_help())]
    pub(crate) players: u8,
    #[command(flatten)]
    pub(crate) tiles: TileArgs,
}

impl GameArgs {
    /// Returns the set-up, or an error that lists all problems.
    pub(crate) fn setup(&self) -> Result<Setup> {
        let (rules, found) = self.rules.read()?;
        let mut setup = Setup::new(rules, self.players);
        setup.sets = self.tiles.read()?;
        setup.check_new(found).map_err(|SetupError(mut problems)| {
            // The first seat was not specified by the user, so it cannot be at fault.
            problems.retain(|problem| !matches!(problem, SetupProblem::FirstSeat(_)));
            bad_setup(SetupError(problems))
        })?;
        Ok(setup)
    }
}

/// Creates the failure for an invalid set-up, with one line per problem.
pub(crate) fn bad_setup(SetupError(problems): SetupError) -> anyhow::Error {
    let list: Vec<String> = problems.iter().map(|p| format!("\n  - {p}")).collect();
    Fault::input(format!("invalid set-up:{}", list.concat()))
        .code(problems.first().map_or("bad-setup", SetupProblem::code))
        .hint("for example --rules base,fields --players 3, or --game stronghold")
        .into()
}

/// Reads a record, or standard input for `-`.
pub(crate) fn bytes(file: &str) -> Result<Vec<u8>> {
    bytes_of(file, "give the name of a record, or - for standard input")
}

/// Reads a file; `hint` is shown if it cannot be read.
pub(crate) fn bytes_of(file: &str, hint: &str) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = if file == "-" {
        io::stdin().lock().take(MOST + 1).read_to_end(&mut bytes)
    } else {
        fs::File::open(file).and_then(|open| open.take(MOST + 1).read_to_end(&mut bytes))
    };
    read.map_err(|error| Fault::input(format!("cannot read {}: {error}", name(file))).hint(hint))?;
    if bytes.len() as u64 > MOST {
        let most = MOST >> 20;
        return Err(Fault::input(format!("{} is larger than {most} MiB", name(file))).into());
    }
    Ok(bytes)
}

/// Reads a UTF-8 file; `hint` is shown if it cannot be read.
pub(crate) fn text(file: &str, hint: &str) -> Result<String> {
    String::from_utf8(bytes_of(file, hint)?)
        .map_err(|_| Fault::input(format!("{} is not UTF-8 text", name(file))).hint(hint).into())
}

/// Reads a record, in text or JSON, with built-in or custom tiles.
pub(crate) fn record(file: &str, tiles: &TileArgs) -> Result<Record> {
    let own = tiles.read()?;
    Record::read_with(bytes(file)?, own.as_ref()).map_err(|error| bad_record(file, &error).into())
}

/// Reads the legal prefix of a record, and the error that follows it, if any.
pub(crate) fn legal_part(file: &str, tiles: &TileArgs) -> Result<(Record, Option<RecordError>)> {
    let own = tiles.read()?;
    Record::read_legal_part(bytes(file)?, own.as_ref())
        .map_err(|error| bad_record(file, &error).into())
}

/// Creates the failure for an invalid record, with a hint.
pub(crate) fn bad_record(file: &str, error: &RecordError) -> Fault {
    let text = format!("{}, {error}", name(file));
    let fault = if error.kind.breaks_a_rule() { Fault::wrong(text) } else { Fault::input(text) };
    let fault = fault.code(error.kind.code()).line(error.line);
    match &error.kind {
        RecordErrorKind::NotARecord
        | RecordErrorKind::NotText
        | RecordErrorKind::TooLong { .. } => fault.hint(
            "a record begins with the line 'bastide 1'; 'bastide play --save FILE' writes one",
        ),
        RecordErrorKind::BadHeader(HeaderProblem::OtherTiles(_)) => fault.hint(OTHER_TILES),
        RecordErrorKind::UnknownVersion(_) => {
            fault.hint("a newer version of bastide may support it")
        }
        RecordErrorKind::BadHeader(HeaderProblem::UnusedTiles) => {
            fault.hint("omit --tiles; a record of a game with custom tiles names them")
        }
        RecordErrorKind::Illegal { .. } if file != "-" => fault.hint(format!(
            "'bastide show {file} --at N' draws the board after N turns, up to that point"
        )),
        _ => fault,
    }
}

/// Decodes a position string into the record that leads to it.
pub(crate) fn position(text: &str, tiles: &TileArgs) -> Result<Record> {
    let own = tiles.read()?;
    positions::decode_with(text.trim(), own.as_ref()).map_err(|error| {
        let fault = Fault::input(format!("invalid position: {error}")).code(error.code());
        let hint = match error {
            PositionError::OtherTiles => OTHER_TILES,
            PositionError::UnusedTiles => "omit --tiles",
            _ => "'bastide position FILE' prints the string of a record's position",
        };
        fault.hint(hint).into()
    })
}

const OTHER_TILES: &str = "give with --tiles FILE all tile files with which the game was started";

/// Returns the name of a file for messages.
pub(crate) fn name(file: &str) -> &str {
    if file == "-" { "standard input" } else { file }
}

/// Returns the names of the players of a record.
pub(crate) fn names(record: &Record) -> Names {
    let name = |seat| record.player(seat).unwrap_or_default().to_owned();
    let names: Vec<_> = Seat::all(record.setup().seats).map(name).collect();
    Names::new(&names, &record.colours())
}
