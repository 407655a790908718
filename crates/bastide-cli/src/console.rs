//! Standard output and error reporting.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, BufWriter, Stdout, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde_json::Value;

use crate::canvas::Style;

/// Standard output and its capabilities.
pub(crate) struct Console {
    /// The style of pictures.
    pub(crate) style: Style,
    /// True if the output is JSON.
    pub(crate) json: bool,
    out: BufWriter<Stdout>,
}

impl Console {
    /// Creates a console that writes to standard output.
    pub(crate) fn new(style: Style, json: bool) -> Console {
        Console { style, json, out: BufWriter::new(io::stdout()) }
    }

    /// Prints a line.
    pub(crate) fn line(&mut self, text: impl fmt::Display) -> Result<()> {
        if self.style.ascii {
            let text =
                text.to_string().replace('×', "x").replace('±', "+-").replace('°', " degrees");
            return Ok(writeln!(self.out, "{text}")?);
        }
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Prints lines.
    pub(crate) fn lines<T: fmt::Display>(
        &mut self,
        lines: impl IntoIterator<Item = T>,
    ) -> Result<()> {
        lines.into_iter().try_for_each(|line| self.line(line))
    }

    /// Prints an indented JSON value.
    pub(crate) fn value(&mut self, value: &Value) -> Result<()> {
        self.line(format_args!("{value:#}"))
    }

    /// Prints without a line feed and flushes.
    pub(crate) fn ask(&mut self, text: &str) -> Result<()> {
        write!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }

    /// Flushes the output.
    pub(crate) fn finish(&mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }
}

/// A failure that the user can fix.
#[derive(Debug)]
pub(crate) struct Fault {
    message: String,
    hint: Option<String>,
    exit: u8,
    /// Stable identifier for programs.
    code: Cow<'static, str>,
    /// Number of the faulty input line.
    line: Option<usize>,
    /// Number of the faulty turn of an imported game.
    turn: Option<usize>,
    /// Path of the faulty value in a JSON file.
    path: Option<String>,
    is_told: bool,
}

impl Fault {
    /// Creates a failure for unusable input: exit code 2.
    pub(crate) fn input(message: impl fmt::Display) -> Fault {
        Fault::new(message, 2, "bad-input")
    }

    /// Creates a failure for input that was checked and is wrong: exit code 1.
    pub(crate) fn wrong(message: impl fmt::Display) -> Fault {
        Fault::new(message, 1, "wrong")
    }

    fn new(message: impl fmt::Display, exit: u8, code: &'static str) -> Fault {
        let (message, code) = (message.to_string(), Cow::Borrowed(code));
        let (hint, line, turn, path) = (None, None, None, None);
        Fault { message, hint, exit, code, line, turn, path, is_told: false }
    }

    /// Adds a hint about the solution.
    pub(crate) fn hint(mut self, hint: impl fmt::Display) -> Fault {
        self.hint = Some(hint.to_string());
        self
    }

    /// Sets the stable identifier.
    pub(crate) fn code(mut self, code: impl Into<String>) -> Fault {
        self.code = Cow::Owned(code.into());
        self
    }

    /// Sets the number of the faulty input line.
    pub(crate) fn line(mut self, line: usize) -> Fault {
        self.line = Some(line);
        self
    }

    /// Sets the place in an input that is not a record, as far as it is known.
    pub(crate) fn place(
        self,
        line: Option<usize>,
        turn: Option<usize>,
        path: Option<String>,
    ) -> Fault {
        Fault { line, turn, path, ..self }
    }

    /// Records whether the command has already printed the failure as JSON.
    pub(crate) fn told_in_json(mut self, is_told: bool) -> Fault {
        self.is_told = is_told;
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// Reports a failure, if there is one, and returns the exit code. With `--json` the failure is also
/// printed as an object on standard output.
pub(crate) fn exit(done: Result<()>, is_json: bool) -> ExitCode {
    let Err(error) = done else { return ExitCode::SUCCESS };
    let io = error.downcast_ref::<io::Error>().map(io::Error::kind);
    if io == Some(io::ErrorKind::BrokenPipe) {
        // The reader has closed the pipe: `bastide replay game | head`.
        return ExitCode::SUCCESS;
    }
    let fault = error.downcast_ref::<Fault>();
    let hint = fault.and_then(|fault| fault.hint.as_ref());
    if is_json && !fault.is_some_and(|fault| fault.is_told) {
        let mut value = serde_json::json!({
            "code": fault.map_or("failed", |fault| &fault.code),
            "message": format!("{error:#}"),
        });
        if let Some(line) = fault.and_then(|fault| fault.line) {
            value["line"] = line.into();
        }
        if let Some(turn) = fault.and_then(|fault| fault.turn) {
            value["turn"] = turn.into();
        }
        if let Some(path) = fault.and_then(|fault| fault.path.as_deref()) {
            value["path"] = path.into();
        }
        if let Some(hint) = hint {
            value["hint"] = hint.as_str().into();
        }
        let _ = writeln!(io::stdout().lock(), "{}", serde_json::json!({ "error": value }));
    }
    // A failure to write to standard error cannot be reported.
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "error: {error:#}");
    if let Some(hint) = hint {
        let _ = writeln!(err, "hint: {hint}");
    }
    ExitCode::from(fault.map_or(2, |fault| fault.exit))
}
