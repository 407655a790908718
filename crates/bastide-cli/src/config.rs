//! The configuration of commands that concern a server: flags, environment and the configuration
//! file.
//!
//! Arguments are parsed twice. The first time finds the file; the second time its values are the
//! defaults of the flags, so that flags and environment variables take precedence.

use anyhow::Result;
use bastide_server::config::{ConfigFile, FileError, Setting, Source, settings};
use clap::parser::ValueSource;
use clap::{ArgMatches, CommandFactory as _, FromArgMatches as _};
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
    let file = ConfigFile::load(
        first.get_one::<std::path::PathBuf>("config").map(std::path::PathBuf::as_path),
    );
    let Ok(Some(read)) = &file else {
        let settings = listed(name, first, None, &[]);
        return (cli(&matches), Configuration { file, settings });
    };
    let ignored = ignored(first);
    let matches = command.mut_subcommand(name, |sub| read.apply(sub, ignored)).get_matches();
    let settings = matches
        .subcommand()
        .map_or(Vec::new(), |(name, again)| listed(name, again, Some(read), ignored));
    (cli(&matches), Configuration { file, settings })
}

fn cli(matches: &ArgMatches) -> Cli {
    Cli::from_arg_matches(matches).unwrap_or_else(|error| error.exit())
}

/// Returns the options of the file that have no effect. A data directory and a database exclude
/// each other, so that one from the command line or the environment replaces both of the file.
fn ignored(matches: &ArgMatches) -> &'static [&'static str] {
    let is_told = |id: &str| {
        matches!(matches.try_contains_id(id), Ok(true))
            && matches!(
                matches.value_source(id),
                Some(ValueSource::CommandLine | ValueSource::EnvVariable)
            )
    };
    if is_told("data_dir") || is_told("database") {
        return &["data_dir", "database"];
    }
    &[]
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
