//! Parses user input.

use std::io::{self, BufRead, IsTerminal as _};

use anyhow::Result;

use crate::console::Console;

/// An answer typed by the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// An option by its number.
    Number(usize),
    /// An action in record notation.
    Token(String),
    /// An empty line: the first or default option, if there is one.
    Nothing,
    /// Undo the placement of the tile.
    Undo,
    /// Draw the board again.
    Board,
    /// Show the remaining tiles.
    Tiles,
    /// Show the scores, and the scores if the game ended now.
    Scores,
    /// Show the help.
    Help,
    /// Quit. The end of input has the same effect.
    Quit,
}

impl Answer {
    /// Parses a line.
    fn of(line: &str) -> Answer {
        let word = line.trim();
        match word.to_ascii_lowercase().as_str() {
            "" => Answer::Nothing,
            "u" | "undo" => Answer::Undo,
            "b" | "board" => Answer::Board,
            "t" | "tiles" => Answer::Tiles,
            "s" | "scores" => Answer::Scores,
            "?" | "h" | "help" => Answer::Help,
            "q" | "quit" | "exit" => Answer::Quit,
            _ => word.parse().map_or_else(|_| Answer::Token(word.to_owned()), Answer::Number),
        }
    }
}

/// Help about the answers that are accepted at any prompt.
pub(crate) const HELP: &str = "  NUMBER  choose the spot, turn, building or figure with that number
  u       take the tile back and choose again, before the turn is over
  b       draw the board again
  t       list the remaining tiles
  s       scores, and the points of every feature if the game ended now
  q       save and quit
  ?       this list
Actions can also be entered as in records: P1,0r2  P1,0r0-  C0  M1  Mk4  S1,7.2  U1  .";

/// Source of answers.
pub(crate) struct Answers {
    lines: Box<dyn BufRead>,
    is_echoed: bool,
}

impl Answers {
    /// Reads from standard input.
    pub(crate) fn from_stdin() -> Answers {
        let stdin = io::stdin();
        // A terminal echoes the input; for a pipe it is echoed here.
        Answers { is_echoed: !stdin.is_terminal(), lines: Box::new(stdin.lock()) }
    }

    /// Prints a question and waits for the answer.
    pub(crate) fn ask(&mut self, question: &str, console: &mut Console) -> Result<Answer> {
        if !console.json {
            console.ask(question)?;
        } else {
            console.finish()?;
        }
        let mut line = Vec::new();
        let read = self.lines.read_until(b'\n', &mut line)?;
        let line = String::from_utf8_lossy(&line);
        if self.is_echoed && !console.json {
            console.line(line.trim())?;
        }
        Ok(if read == 0 { Answer::Quit } else { Answer::of(&line) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_answers_are_parsed() {
        for (typed, answer) in [
            (" 12 \r\n", Answer::Number(12)),
            ("U\n", Answer::Undo),
            ("quit\n", Answer::Quit),
            ("\n", Answer::Nothing),
            ("P1,0r2\n", Answer::Token("P1,0r2".into())),
            ("-1", Answer::Token("-1".into())),
        ] {
            assert_eq!(Answer::of(typed), answer, "{typed:?}");
        }
    }
}
