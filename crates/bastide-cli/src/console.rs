//! Where output goes, and how failures are told.

use std::fmt;
use std::io::{self, BufWriter, Stdout, Write};
use std::process::ExitCode;

use anyhow::Result;
use serde_json::Value;

use crate::canvas::Style;

/// Standard output and what its reader can see.
pub(crate) struct Console {
    /// How to draw.
    pub(crate) style: Style,
    /// Whether machines read it.
    pub(crate) json: bool,
    out: BufWriter<Stdout>,
}

impl Console {
    /// Standard output, drawn to in this style.
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

    /// Prints a value over several lines, for people who look at JSON.
    pub(crate) fn value(&mut self, value: &Value) -> Result<()> {
        self.line(format_args!("{value:#}"))
    }

    /// Prints without ending the line, and shows it at once.
    pub(crate) fn ask(&mut self, text: &str) -> Result<()> {
        write!(self.out, "{text}")?;
        Ok(self.out.flush()?)
    }

    /// Shows everything printed so far.
    pub(crate) fn finish(&mut self) -> Result<()> {
        Ok(self.out.flush()?)
    }
}

/// A failure that the user can do something about.
#[derive(Debug)]
pub(crate) struct Fault {
    message: String,
    hint: Option<String>,
    code: u8,
}

impl Fault {
    /// Input that cannot be used: exit code 2.
    pub(crate) fn input(message: impl fmt::Display) -> Fault {
        Fault { message: message.to_string(), hint: None, code: 2 }
    }

    /// Input that was checked and found wrong: exit code 1.
    pub(crate) fn wrong(message: impl fmt::Display) -> Fault {
        Fault { message: message.to_string(), hint: None, code: 1 }
    }

    /// What to do about it.
    pub(crate) fn hint(mut self, hint: impl fmt::Display) -> Fault {
        self.hint = Some(hint.to_string());
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

/// Tells a failure, if there is one, and gives the exit code.
pub(crate) fn exit(done: Result<()>) -> ExitCode {
    let Err(error) = done else { return ExitCode::SUCCESS };
    let io = error.downcast_ref::<io::Error>().map(io::Error::kind);
    if io == Some(io::ErrorKind::BrokenPipe) {
        // The reader has seen enough: `bastide replay game | head`.
        return ExitCode::SUCCESS;
    }
    // Nothing can be done if standard error is gone too.
    let mut err = io::stderr().lock();
    let _ = writeln!(err, "error: {error:#}");
    let fault = error.downcast_ref::<Fault>();
    if let Some(hint) = fault.and_then(|fault| fault.hint.as_ref()) {
        let _ = writeln!(err, "hint: {hint}");
    }
    ExitCode::from(fault.map_or(2, |fault| fault.code))
}
