//! The configuration of commands that concern a server: flags, environment and the configuration
//! file.
//!
//! Arguments are parsed twice. The first time finds the file; the second time its values are the
//! defaults of the flags, so that flags and environment variables take precedence.

use anyhow::Result;
use bastide_server::config::{ConfigFile, FileError, Setting, Source, settings};
use clap::parser::ValueSource;
use clap::{ArgMatches, Command, CommandFactory as _, FromArgMatches as _};
use serde_json::{Value, json};

use crate::Cli;
use crate::console::{Console, Fault};

/// What was configured, besides the parsed arguments.
pub(crate) struct Configuration {
    /// The configuration file, if there is one. Only `bastide doctor` continues after an error.
    pub(crate) file: Result<Option<ConfigFile>, FileError>,
    /// All options of a server with their sources; empty for other commands.
    pub(crate) settings: Vec<Setting>,
}

/// Parses the command line and the configuration file. Exits with a message if the arguments are
/// invalid.
pub(crate) fn parse() -> (Cli, Configuration) {
    let command = Cli::command();
    let matches = command.clone().get_matches();
    let none = Configuration { file: Ok(None), settings: Vec::new() };
    let Some((name, first)) = matches.subcommand() else { return (cli(&matches), none) };
    if first.try_contains_id("config").is_err() {
        return (cli(&matches), none);
    }
    let named = first.get_one::<std::path::PathBuf>("config").map(std::path::PathBuf::as_path);
    let tables = Tables::of(first);
    let file = ConfigFile::load(named).and_then(|file| match &file {
        Some(read) => tables.check(read).map(|()| file),
        None => Ok(None),
    });
    let read = file.as_ref().ok().and_then(Option::as_ref);
    let ignored = tables.ignored();
    let apply = |sub: Command| {
        let sub = tables.apply(sub);
        match read {
            Some(read) => read.apply(sub, ignored),
            None => sub,
        }
    };
    let matches = command.mut_subcommand(name, apply).get_matches();
    let settings =
        matches.subcommand().map_or(Vec::new(), |(name, again)| listed(name, again, read, ignored));
    (cli(&matches), Configuration { file, settings })
}

fn cli(matches: &ArgMatches) -> Cli {
    Cli::from_arg_matches(matches).unwrap_or_else(|error| error.exit())
}

/// The place of the tables as far as flags and environment name it. A data directory and a database
/// exclude each other: the strongest source that names one of them decides, and if it names both, the
/// database.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tables {
    /// A flag names a data directory, which precedes a database of the environment and of the file.
    DirectoryByFlag,
    /// A variable names a data directory, and the command could use a database.
    DirectoryByVariable,
    /// A flag or a variable names a database, or the only place that the command uses.
    Decided,
    /// Neither names a place: the file decides.
    Open,
}

impl Tables {
    fn of(matches: &ArgMatches) -> Tables {
        let source = |id: &str| match matches.try_contains_id(id) {
            Ok(true) => matches.value_source(id),
            Ok(false) | Err(_) => None,
        };
        let takes_database = matches.try_contains_id("database").is_ok();
        let (flag, variable) = (Some(ValueSource::CommandLine), Some(ValueSource::EnvVariable));
        match (source("database"), source("data_dir")) {
            (database, _) if database == flag => Tables::Decided,
            (_, directory) if directory == flag => Tables::DirectoryByFlag,
            (database, _) if database == variable => Tables::Decided,
            (_, directory) if directory == variable && takes_database => {
                Tables::DirectoryByVariable
            }
            (_, directory) if directory == variable => Tables::Decided,
            _ => Tables::Open,
        }
    }

    /// Refuses a file whose database a variable would replace by a directory. Variables are set far
    /// from the file, such as in an image, and a server that silently starts with other tables than
    /// those of its database loses games.
    fn check(self, file: &ConfigFile) -> Result<(), FileError> {
        let Some(line) = file.line("database").filter(|_| self == Tables::DirectoryByVariable)
        else {
            return Ok(());
        };
        let reason = "the variable BASTIDE_DATA_DIR names a directory for the tables instead: unset it \
                      or remove this line; --data-dir or --database precedes both";
        let (path, key) = (file.path().to_owned(), "database".to_owned());
        Err(FileError::Value { path, line, key, reason: reason.to_owned() })
    }

    /// Returns the options of the file that have no effect.
    fn ignored(self) -> &'static [&'static str] {
        match self {
            Tables::DirectoryByFlag | Tables::DirectoryByVariable | Tables::Decided => {
                &["data_dir", "database"]
            }
            Tables::Open => &[],
        }
    }

    /// Takes the variable of the database away if a flag precedes it.
    fn apply(self, command: Command) -> Command {
        let has_database = command.get_arguments().any(|arg| arg.get_id() == "database");
        match self {
            Tables::DirectoryByFlag if has_database => {
                command.mut_arg("database", |flag| flag.env(None::<&str>))
            }
            Tables::DirectoryByFlag
            | Tables::DirectoryByVariable
            | Tables::Decided
            | Tables::Open => command,
        }
    }
}

fn listed(
    command: &str,
    matches: &ArgMatches,
    file: Option<&ConfigFile>,
    ignored: &[&str],
) -> Vec<Setting> {
    match command {
        "serve" | "doctor" => settings(matches, file, ignored),
        _ => Vec::new(),
    }
}

/// Turns a problem with the configuration file into a failure of the command.
pub(crate) fn fault(error: &FileError) -> anyhow::Error {
    let fault =
        Fault::input(error).code("config").hint("'bastide doctor' checks the configuration");
    match error.line() {
        Some(line) => fault.line(line).into(),
        None => fault.into(),
    }
}

/// Prints the effective configuration as a configuration file with the source of each value.
pub(crate) fn print(configuration: &Configuration, console: &mut Console) -> Result<()> {
    let file = match &configuration.file {
        Ok(file) => file.as_ref().map(|file| file.path().display().to_string()),
        Err(error) => return Err(fault(error)),
    };
    if console.json {
        let options: Vec<Value> = configuration.settings.iter().map(value).collect();
        return console.value(&json!({ "file": file, "options": options }));
    }
    match &file {
        Some(path) => console.line(format_args!("# configuration file: {path}"))?,
        None => console.line("# configuration file: none")?,
    }
    let lines: Vec<String> = configuration.settings.iter().map(line).collect();
    let width = lines.iter().map(|line| line.chars().count()).filter(|w| *w <= 44).max();
    for (line, setting) in lines.iter().zip(&configuration.settings) {
        let source = source(setting);
        console.line(format_args!("{line:<0$}  # {source}", width.unwrap_or(0)))?;
    }
    Ok(())
}

/// Formats an option as in a configuration file; as a comment if it is not set.
fn line(setting: &Setting) -> String {
    let name = &setting.name;
    match setting.values.as_slice() {
        [] => format!("# {name} ="),
        [one] if !setting.is_list => format!("{name} = {}", literal(one)),
        many => {
            let list: Vec<String> = many.iter().map(|value| literal(value)).collect();
            format!("{name} = [{}]", list.join(", "))
        }
    }
}

/// Formats a value as TOML: a number, or a text. Texts of JSON are texts of TOML.
fn literal(value: &str) -> String {
    match value.parse::<i64>() {
        Ok(number) if number.to_string() == value => value.to_owned(),
        Ok(_) | Err(_) => json!(value).to_string(),
    }
}

fn source(setting: &Setting) -> String {
    match setting.source {
        Source::Default if setting.values.is_empty() => "not set".to_owned(),
        Source::Default => "default".to_owned(),
        Source::File { line } => format!("file, line {line}"),
        Source::Environment => format!("environment, {}", setting.variable),
        Source::Flag => format!("flag, --{}", setting.name),
    }
}

fn value(setting: &Setting) -> Value {
    let value = match setting.values.as_slice() {
        many if setting.is_list => json!(many),
        [one] => json!(one),
        _ => Value::Null,
    };
    let line = match setting.source {
        Source::File { line } => Some(line),
        Source::Default | Source::Environment | Source::Flag => None,
    };
    json!({
        "name": setting.name,
        "value": value,
        "source": setting.source.name(),
        "line": line,
        "variable": setting.variable,
    })
}
