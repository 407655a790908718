//! A canvas of coloured characters, and its output to a terminal.
//!
//! Pictures are drawn on a [`Canvas`] independently of their destination; a [`Style`] describes the
//! capabilities of the output.

use std::fmt::Write as _;
use std::io::IsTerminal as _;

use bastide::SeatColours;
use clap::ValueEnum;

/// A colour as red, green and blue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Rgb(pub(crate) u8, pub(crate) u8, pub(crate) u8);

impl Rgb {
    /// Returns the nearest colour of the 6×6×6 cube of a 256-colour terminal.
    fn of_256(self) -> u8 {
        let step = |v: u8| if v < 48 { 0 } else { (u16::from(v) - 35).min(220) / 40 };
        let level = |v: u8| u8::try_from(step(v)).expect("six steps at most");
        16 + 36 * level(self.0) + 6 * level(self.1) + level(self.2)
    }
}

/// When to use colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum ColorChoice {
    /// If standard output is a terminal and NO_COLOR is not set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// Colour depth of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Depth {
    /// The xterm 256-colour palette.
    Palette,
    /// 24-bit colour.
    True,
}

/// Capabilities of the output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Style {
    /// Colour depth, or `None` without colour.
    pub(crate) colour: Option<Depth>,
    /// True if only ASCII characters are allowed.
    pub(crate) ascii: bool,
    /// Maximum number of columns.
    pub(crate) width: usize,
    /// Colours of the players' figures.
    pub(crate) seats: SeatColours,
}

impl Style {
    /// Text without colours, for tests.
    #[cfg(test)]
    pub(crate) const PLAIN: Style =
        Style { colour: None, ascii: false, width: 80, seats: SeatColours::USUAL };

    /// Detects the style of standard output.
    pub(crate) fn detect(choice: ColorChoice, ascii: bool) -> Style {
        let set = |name: &str| std::env::var_os(name).filter(|v| !v.is_empty());
        let is_terminal = std::io::stdout().is_terminal();
        let wanted = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                is_terminal && set("NO_COLOR").is_none() && set("TERM").is_none_or(|t| t != "dumb")
            }
        };
        let is_true = set("COLORTERM").is_some_and(|v| v == "truecolor" || v == "24bit");
        let depth = if is_true { Depth::True } else { Depth::Palette };
        let asked = set("COLUMNS").and_then(|v| v.to_str()?.parse().ok());
        let measured =
            || is_terminal.then(terminal_size::terminal_size).flatten().map(|(w, _)| w.0.into());
        // Files and pipes have no maximum width.
        let boundless = if is_terminal { 80 } else { usize::MAX };
        let width = asked.or_else(measured).unwrap_or(boundless);
        Style { colour: wanted.then_some(depth), ascii, width, seats: SeatColours::default() }
    }

    /// Returns `sign`, or `ascii` if only ASCII is allowed.
    pub(crate) fn pick(self, sign: char, ascii: char) -> char {
        if self.ascii { ascii } else { sign }
    }

    /// Returns text with a foreground colour and a background colour.
    pub(crate) fn paint(self, text: &str, ink: Option<Rgb>, paper: Option<Rgb>) -> String {
        let mut out = String::new();
        self.set(&mut out, ink, paper, false);
        out.push_str(text);
        self.reset(&mut out);
        out
    }

    /// Returns bold text.
    pub(crate) fn strong(self, text: &str) -> String {
        if self.colour.is_some() { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }

    fn set(self, out: &mut String, ink: Option<Rgb>, paper: Option<Rgb>, bold: bool) {
        let Some(depth) = self.colour else { return };
        out.push_str(if bold { "\x1b[0;1" } else { "\x1b[0" });
        for (what, colour) in [(38, ink), (48, paper)] {
            let Some(rgb @ Rgb(r, g, b)) = colour else { continue };
            match depth {
                Depth::True => write!(out, ";{what};2;{r};{g};{b}"),
                Depth::Palette => write!(out, ";{what};5;{}", rgb.of_256()),
            }
            .expect("writing to a string succeeds");
        }
        out.push('m');
    }

    fn reset(self, out: &mut String) {
        if self.colour.is_some() {
            out.push_str("\x1b[0m");
        }
    }
}

/// A character of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Ch {
    /// The character.
    pub(crate) sign: char,
    /// Foreground colour.
    pub(crate) ink: Option<Rgb>,
    /// Background colour.
    pub(crate) paper: Option<Rgb>,
    /// True if bold.
    pub(crate) bold: bool,
}

impl Ch {
    /// A blank without colours.
    pub(crate) const BLANK: Ch = Ch { sign: ' ', ink: None, paper: None, bold: false };
}

/// A grid of characters.
#[derive(Clone, Debug)]
pub(crate) struct Canvas {
    width: usize,
    chars: Vec<Ch>,
}

impl Canvas {
    /// Creates an empty canvas.
    pub(crate) fn new(width: usize, height: usize) -> Canvas {
        Canvas { width, chars: vec![Ch::BLANK; width * height] }
    }

    /// Returns the character in a column and row, or `None` outside the canvas.
    pub(crate) fn at(&mut self, x: usize, y: usize) -> Option<&mut Ch> {
        if x < self.width { self.chars.get_mut(y * self.width + x) } else { None }
    }

    /// Writes text; `None` keeps the existing background colour.
    pub(crate) fn write(
        &mut self,
        x: usize,
        y: usize,
        text: &str,
        ink: Option<Rgb>,
        paper: Option<Rgb>,
    ) {
        for (i, sign) in text.chars().enumerate() {
            if let Some(ch) = self.at(x + i, y) {
                *ch = Ch { sign, ink, paper: paper.or(ch.paper), bold: true };
            }
        }
    }

    /// Copies another canvas onto this one.
    pub(crate) fn stamp(&mut self, x: usize, y: usize, other: &Canvas) {
        for (row, line) in other.chars.chunks(other.width.max(1)).enumerate() {
            for (column, &from) in line.iter().enumerate() {
                if let Some(ch) = self.at(x + column, y + row) {
                    *ch = from;
                }
            }
        }
    }

    /// Returns the lines as text, without trailing blanks.
    pub(crate) fn lines(&self, style: Style) -> Vec<String> {
        self.chars.chunks(self.width.max(1)).map(|line| show(line, style)).collect()
    }
}

fn show(line: &[Ch], style: Style) -> String {
    let is_seen = |ch: &Ch| ch.sign != ' ' || style.colour.is_some() && ch.paper.is_some();
    let end = line.iter().rposition(is_seen).map_or(0, |last| last + 1);
    let mut out = String::new();
    let mut now = (None, None, false);
    for ch in &line[..end] {
        let wanted = (ch.ink, ch.paper, ch.bold);
        if wanted != now {
            style.set(&mut out, ch.ink, ch.paper, ch.bold);
            now = wanted;
        }
        out.push(ch.sign);
    }
    if now != (None, None, false) {
        style.reset(&mut out);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_colour_the_output_is_plain_text() {
        let mut canvas = Canvas::new(6, 2);
        canvas.write(1, 0, "ab", Some(Rgb(255, 0, 0)), Some(Rgb(0, 0, 0)));
        canvas.write(5, 1, "long", None, None);
        assert_eq!(canvas.lines(Style::PLAIN), [" ab", "     l"], "and what runs over is cut");
    }

    #[test]
    fn colours_are_set_once_for_a_run_and_reset_at_the_end() {
        let mut canvas = Canvas::new(4, 1);
        canvas.write(0, 0, "ab", Some(Rgb(255, 0, 95)), None);
        let style = Style { colour: Some(Depth::Palette), ..Style::PLAIN };
        assert_eq!(canvas.lines(style), ["\x1b[0;1;38;5;197mab\x1b[0m"]);
        let style = Style { colour: Some(Depth::True), ..Style::PLAIN };
        assert_eq!(canvas.lines(style), ["\x1b[0;1;38;2;255;0;95mab\x1b[0m"]);
    }
}
