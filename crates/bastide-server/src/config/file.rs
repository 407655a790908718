//! The configuration file.
//!
//! A key of the file is the name of a flag that has an environment variable. The file has no
//! definitions of its own: names, values and their checks are those of the flags, and a value of the
//! file replaces the default of its flag. Flags and environment variables therefore take precedence.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, Args as _, Command};
use toml::de::{DeTable, DeValue};

use super::ServeArgs;

/// The file that is read if it exists and no other is named.
const USUAL: &str = "/etc/bastide/bastide.toml";

/// In place of a path: no file is read.
const NONE: &str = "none";

/// Maximum size of a configuration file, in bytes.
const MAX_BYTES: u64 = 256 << 10;

/// A configuration file whose keys and values are valid.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigFile {
    path: PathBuf,
    entries: Vec<Entry>,
}

/// An option that the file sets.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    /// Id of the flag.
    id: String,
    /// Number of its line in the file.
    line: usize,
    values: Vec<String>,
}

/// Reasons why a configuration file cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be read.
    #[error("the configuration file {} cannot be read: {reason}", .path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// Error of the operating system, or the reason why it is not a text.
        reason: String,
    },
    /// The file is not TOML.
    #[error("{}, line {line}: {reason}", .path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// The cause.
        reason: String,
    },
    /// An option does not exist.
    #[error("{}, line {line}: unknown option '{key}'{}", .path.display(), instead(.similar.as_deref()))]
    Unknown {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// The key.
        key: String,
        /// An option with a similar name.
        similar: Option<String>,
    },
    /// A value does not suit its option.
    #[error("{}, line {line}: {key}: {reason}", .path.display())]
    Value {
        /// The file.
        path: PathBuf,
        /// Number of the line, from 1.
        line: usize,
        /// The option.
        key: String,
        /// The cause.
        reason: String,
    },
}

fn instead(similar: Option<&str>) -> String {
    match similar {
        Some(similar) => format!("; did you mean '{similar}'?"),
        None => "; the options are the flags of 'bastide serve --help', without dashes in front"
            .to_owned(),
    }
}

impl FileError {
    /// Returns the number of the line with the problem.
    pub fn line(&self) -> Option<usize> {
        match self {
            FileError::Unreadable { .. } => None,
            FileError::Syntax { line, .. }
            | FileError::Unknown { line, .. }
            | FileError::Value { line, .. } => Some(*line),
        }
    }
}

impl ConfigFile {
    /// Reads the file named by `--config` or its environment variable, or the usual file if it
    /// exists. Returns `None` if there is no file to read.
    ///
    /// # Errors
    /// Returns a [`FileError`] if the file cannot be read, is not TOML, or contains an unknown
    /// option or an invalid value.
    pub fn load(named: Option<&Path>) -> Result<Option<ConfigFile>, FileError> {
        let path = match named {
            Some(path) if path == Path::new(NONE) => return Ok(None),
            Some(path) => path,
            None => Path::new(USUAL),
        };
        let failed = |reason| FileError::Unreadable { path: path.to_owned(), reason };
        match read(path) {
            Ok(text) => ConfigFile::parse(path, &text).map(Some),
            Err(error) if named.is_none() && error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) if named.is_none() => {
                Err(failed(format!("{error}; name another with --config, or use --config none")))
            }
            Err(error) => Err(failed(error.to_string())),
        }
    }

    /// Parses the text of a configuration file; `path` is for messages.
    ///
    /// # Errors
    /// Returns a [`FileError`] as [`ConfigFile::load`] does.
    pub fn parse(path: &Path, text: &str) -> Result<ConfigFile, FileError> {
        let line = |at: usize| {
            1 + text.as_bytes()[..at.min(text.len())].iter().filter(|b| **b == b'\n').count()
        };
        let table = DeTable::parse(text).map_err(|error| FileError::Syntax {
            path: path.to_owned(),
            line: line(error.span().map_or(0, |span| span.start)),
            reason: error.message().trim().replace('\n', "; "),
        })?;
        let options = options();
        let mut entries = Vec::new();
        for (key, value) in table.get_ref() {
            let (line, name) = (line(key.span().start), key.get_ref());
            let found = options.iter().find(|option| option.get_long() == Some(name));
            let Some(option) = found else {
                let (path, key) = (path.to_owned(), name.to_string());
                return Err(FileError::Unknown {
                    path,
                    line,
                    similar: similar(&key, &options),
                    key,
                });
            };
            let values = values(option, value.get_ref()).and_then(|values| {
                check(option, &values)?;
                Ok(values)
            });
            let values = values.map_err(|reason| FileError::Value {
                path: path.to_owned(),
                line,
                key: name.to_string(),
                reason,
            })?;
            entries.push(Entry { id: option.get_id().to_string(), line, values });
        }
        entries.sort_by_key(|entry| entry.line);
        Ok(ConfigFile { path: path.to_owned(), entries })
    }

    /// Returns the path of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of options that it sets.
    pub fn count(&self) -> usize {
        self.entries.len()
    }

    /// Returns the number of the line that sets an option, by the id of the option.
    pub fn line(&self, id: &str) -> Option<usize> {
        self.entries.iter().find(|entry| entry.id == id).map(|entry| entry.line)
    }

    /// Makes the values of the file the defaults of a command's flags, except of those in
    /// `ignored`.
    #[must_use]
    pub fn apply(&self, mut command: Command, ignored: &[&str]) -> Command {
        for entry in &self.entries {
            let has_flag = command.get_arguments().any(|arg| arg.get_id() == entry.id.as_str());
            if has_flag && !ignored.contains(&entry.id.as_str()) {
                command = command
                    .mut_arg(&entry.id, |flag| flag.default_values(entry.values.iter().cloned()));
            }
        }
        command
    }
}

/// Returns the flags that can be set in the file.
pub(super) fn options() -> Vec<Arg> {
    let command = ServeArgs::augment_args(Command::new("serve"));
    let is_option = |flag: &&Arg| {
        flag.get_env().is_some() && flag.get_long().is_some_and(|name| name != "config")
    };
    command.get_arguments().filter(is_option).cloned().collect()
}

/// Reads a small text.
fn read(path: &Path) -> io::Result<String> {
    let mut bytes = Vec::new();
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(io::Error::other(format!("it has more than {MAX_BYTES} bytes")));
    }
    String::from_utf8(bytes).map_err(|_| io::Error::other("it is not UTF-8 text"))
}

/// Returns the values of a key as they would be written on the command line.
fn values(option: &Arg, value: &DeValue<'_>) -> Result<Vec<String>, String> {
    let is_list = is_list(option);
    match value {
        DeValue::Array(_) if !is_list => Err("it takes one value, not a list".to_owned()),
        DeValue::Array(list) if list.is_empty() => {
            Err("the list is empty: leave the option out for its default".to_owned())
        }
        DeValue::Array(list) => list.iter().map(|value| scalar(value.get_ref())).collect(),
        one => Ok(vec![scalar(one)?]),
    }
}

fn scalar(value: &DeValue<'_>) -> Result<String, String> {
    match value {
        DeValue::String(text) => Ok(text.to_string()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .map(|number| number.to_string())
            .map_err(|_| "the number is too large".to_owned()),
        DeValue::Boolean(is_on) => Ok(if *is_on { "on" } else { "off" }.to_owned()),
        DeValue::Float(_) => Err("write a whole number, or a text in quotes".to_owned()),
        DeValue::Datetime(_) => {
            Err("a date is not a value here; write a text in quotes".to_owned())
        }
        DeValue::Array(_) => Err("a list cannot contain lists".to_owned()),
        DeValue::Table(_) => {
            Err("options have no sections: write NAME = VALUE without headers in brackets"
                .to_owned())
        }
    }
}

/// Returns true if a flag can be repeated.
pub(super) fn is_list(option: &Arg) -> bool {
    matches!(option.get_action(), ArgAction::Append)
}

/// Checks values with the parser of the flag.
fn check(option: &Arg, values: &[String]) -> Result<(), String> {
    let name = option.get_long().unwrap_or_default();
    let words = values.iter().map(|value| format!("--{name}={value}"));
    let command = Command::new("bastide").no_binary_name(true).arg(option.clone());
    let Err(error) = command.try_get_matches_from(words) else { return Ok(()) };
    let names: Vec<String> =
        option.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
    let cause = std::error::Error::source(&error).map(ToString::to_string);
    let text = || error.to_string().lines().next().unwrap_or_default().to_owned();
    Err(match cause {
        _ if !names.is_empty() => format!("write one of {}", names.join(", ")),
        Some(cause) => cause,
        None => text().trim_start_matches("error: ").to_owned(),
    })
}

/// Returns the name of an option that may have been meant.
fn similar(key: &str, options: &[Arg]) -> Option<String> {
    let plain = key.to_ascii_lowercase().replace('_', "-");
    let names = options.iter().filter_map(Arg::get_long);
    let rated = names.map(|name| (strsim::jaro_winkler(&plain, name), name));
    let best = rated.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    (best.0 > 0.8).then(|| best.1.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<ConfigFile, FileError> {
        ConfigFile::parse(Path::new("bastide.toml"), text)
    }

    #[test]
    fn every_option_can_be_in_the_file() {
        let names: Vec<String> =
            options().iter().filter_map(|option| option.get_long().map(str::to_owned)).collect();
        assert!(names.len() > 25, "{names:?}");
        assert!(names.contains(&"listen".to_owned()) && !names.contains(&"config".to_owned()));
        for option in options() {
            let name = option.get_long().expect("a name");
            let variable = option.get_env().and_then(|name| name.to_str()).expect("a variable");
            let expected = format!("BASTIDE_{}", name.to_ascii_uppercase().replace('-', "_"));
            assert_eq!(variable, expected, "one name, in three spellings");
        }
    }

    #[test]
    fn values_are_texts_numbers_switches_and_lists() {
        let text = "listen = [\"127.0.0.1:1\", \"8080\"]\n# a comment\nmax-connections = 1_000\n\
                    rate-limits = false\nfold-after = \"7d\"\ntrusted-proxy = \"10.0.0.0/8,::1\"\n";
        let file = parse(text).expect("sound");
        assert_eq!(file.count(), 5);
        assert_eq!(file.line("max_connections"), Some(3));
        assert_eq!(file.line("push"), None);
        let command = file.apply(ServeArgs::augment_args(Command::new("serve")), &[]);
        let matches = command.try_get_matches_from(["serve"]).expect("sound");
        let args = <ServeArgs as clap::FromArgMatches>::from_arg_matches(&matches).expect("sound");
        assert_eq!(args.listen.len(), 2);
        assert_eq!(args.max_connections, 1_000);
        assert_eq!(args.rate_limits, crate::http::RateLimits::Off);
        assert_eq!(args.trusted_proxy.len(), 2);
        assert_eq!(args.db_readers, 6, "the default");
    }

    #[test]
    fn flags_replace_values_of_the_file() {
        let file =
            parse("listen = [\"127.0.0.1:1\", \"8080\"]\nmax-connections = 5\n").expect("sound");
        let command =
            file.apply(ServeArgs::augment_args(Command::new("serve")), &["max_connections"]);
        let matches = command.try_get_matches_from(["serve", "--listen", "9"]).expect("sound");
        let args = <ServeArgs as clap::FromArgMatches>::from_arg_matches(&matches).expect("sound");
        assert_eq!(args.listen, ["127.0.0.1:9".parse().expect("an address")]);
        assert_eq!(args.max_connections, 20_000, "ignored");
    }

    /// Expects an error in a line whose text contains `part`.
    #[track_caller]
    fn refused(text: &str, line: usize, part: &str) {
        let error = parse(text).expect_err("refused");
        assert_eq!(error.line(), Some(line), "{error}");
        assert!(error.to_string().contains(part), "{error}");
    }

    #[test]
    fn mistakes_are_reported_with_their_line() {
        refused(
            "log = \"info\"\npublc-url = \"https://a.example\"\n",
            2,
            "did you mean 'public-url'?",
        );
        refused("public_url = \"https://a.example\"", 1, "did you mean 'public-url'?");
        refused("zzz = 1", 1, "unknown option 'zzz'; the options are");
        refused("config = \"other.toml\"", 1, "unknown option 'config'");
        refused("after-restore = true", 1, "unknown option 'after-restore'");
        refused("\n\nlisten = \"example.org\"", 3, "listen: write an address and a port");
        refused("log = \"loud\"", 1, "log: write one of error, warn, info, debug, trace");
        refused("max-connections = 0", 1, "max-connections: 0 is not in 1..");
        refused("max-connections = 99999999999999999999", 1, "the number is too large");
        refused("max-connections = 1.5", 1, "write a whole number");
        refused("log = [\"info\"]", 1, "one value, not a list");
        refused("listen = []", 1, "the list is empty");
        refused("listen = [[\"8080\"]]", 1, "a list cannot contain lists");
        refused("[server]\nlisten = \"8080\"", 1, "unknown option 'server'");
        refused("[log]\nlevel = \"info\"", 1, "options have no sections");
        refused("fold-after = 2026-01-01", 1, "a date is not a value");
        refused("listen = \"8080\"\nlisten = \"8081\"", 2, "duplicate key");
        refused("listen = \"8080\"\nlog = info", 2, "");
        refused("listen", 1, "");
    }

    #[test]
    fn files_that_are_no_texts_are_refused() {
        let scratch = bastide_testing::Scratch::new("config").expect("a folder");
        let load = |path: &Path| ConfigFile::load(Some(path));
        let reason = |path: &Path| load(path).expect_err("refused").to_string();
        assert!(reason(&scratch.join("missing")).contains("cannot be read"));
        assert!(reason(scratch.path()).contains("not a file"));
        let path = scratch.join("file");
        std::fs::write(&path, [0xff, 0xfe]).expect("written");
        assert!(reason(&path).contains("not UTF-8"));
        std::fs::write(&path, vec![b'#'; 300 << 10]).expect("written");
        assert!(reason(&path).contains("more than"));
        std::fs::write(&path, "").expect("written");
        assert_eq!(load(&path).expect("sound").map(|file| file.count()), Some(0));
        assert_eq!(load(Path::new("none")), Ok(None));
    }
}
