//! The effective configuration, and where each value comes from.

use clap::ArgMatches;
use clap::parser::ValueSource;

use super::file::{ConfigFile, is_list, options};
use crate::store::Location;
use crate::store::postgres::HintsVia;

/// Origin of a value. A later one takes precedence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Source {
    /// The value is built in.
    Default,
    /// The value is in the configuration file, in this line.
    File {
        /// Number of the line, from 1.
        line: usize,
    },
    /// The value is an environment variable.
    Environment,
    /// The value is a flag of the command line.
    Flag,
}

impl Source {
    /// Returns the name of the source.
    pub const fn name(self) -> &'static str {
        match self {
            Source::Default => "default",
            Source::File { .. } => "file",
            Source::Environment => "environment",
            Source::Flag => "flag",
        }
    }
}

/// An option with its value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    /// Name of the option in the file, and of the flag without dashes.
    pub name: String,
    /// Name of the environment variable.
    pub variable: String,
    /// The values, without secrets; none if the option is not set.
    pub values: Vec<String>,
    /// True if the option can have several values.
    pub is_list: bool,
    /// Origin of the values.
    pub source: Source,
}

/// Returns all options of a server with their values in `matches`, the parsed flags of `bastide
/// serve` or `bastide doctor`, to which `file` was applied except for the options in `ignored`.
pub fn settings(matches: &ArgMatches, file: Option<&ConfigFile>, ignored: &[&str]) -> Vec<Setting> {
    let setting = |option: clap::Arg| {
        let id = option.get_id().as_str();
        let line = file.and_then(|file| file.line(id)).filter(|_| !ignored.contains(&id));
        let source = match (matches.value_source(id), line) {
            (Some(ValueSource::CommandLine), _) => Source::Flag,
            (Some(ValueSource::EnvVariable), _) => Source::Environment,
            (Some(_), Some(line)) => Source::File { line },
            (Some(_) | None, _) => Source::Default,
        };
        let values = matches.get_raw(id).into_iter().flatten();
        let is_secret = option.is_hide_env_values_set();
        Setting {
            name: option.get_long().unwrap_or_default().to_owned(),
            variable: option.get_env().unwrap_or_default().to_string_lossy().into_owned(),
            values: values.map(|value| shown(&value.to_string_lossy(), is_secret)).collect(),
            is_list: is_list(&option),
            source,
        }
    };
    options().into_iter().map(setting).collect()
}

/// Returns a value without passwords.
fn shown(value: &str, is_secret: bool) -> String {
    if !is_secret {
        return value.to_owned();
    }
    if let Ok(hints) = value.parse::<HintsVia>() {
        return hints.to_string();
    }
    match value.parse().unwrap_or_else(|never| match never {}) {
        location @ Location::Postgres(_) => location.to_string(),
        Location::Sqlite(_) => "(hidden)".to_owned(),
    }
}
