//! The text format of a suite. `docs/benchmark.md` specifies it.

use core::fmt;
use core::str::FromStr;

use bastide_host::PositionError;

use super::number::{read, show};
use super::{ExactLoss, Finalist, Puzzle, SampledLoss, Suite, SuiteGame, SuiteKind, Values};

/// Format version that is read and written.
const VERSION: u32 = 1;

/// Maximum number of turns of a position, which limits repetitions.
const MOST_TURNS: usize = 100_000;

/// Error of reading a suite.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BenchmarkError {
    /// The first line is not that of a suite.
    #[error("not a benchmark file: it does not begin with 'bastide-benchmark'")]
    NotABenchmark,
    /// The version is not supported.
    #[error("version {0} is not supported; this program reads version {VERSION}")]
    Version(String),
    /// The last line is missing, or does not match the number of positions.
    #[error("the file is truncated: it does not end with its number of games and positions")]
    Truncated,
    /// A line is invalid.
    #[error("line {0}: {1}")]
    Line(usize, Problem),
}

/// The reason a line is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The keyword is unknown.
    #[error("expected 'game', 'at' or 'end', found '{0}'")]
    Word(String),
    /// A number is missing or invalid.
    #[error("'{0}' is not a value")]
    Value(String),
    /// A position comes before any game.
    #[error("a position without a game")]
    NoGame,
    /// The string of the game is not a position.
    #[error("{0}")]
    Position(PositionError),
    /// The position is not one in which a tile is laid.
    #[error("no tile is to be laid after these actions")]
    NoDecision,
    /// The position has another number of turns.
    #[error("{found} values for {expected} turns")]
    Count {
        /// Number of values.
        found: usize,
        /// Number of turns.
        expected: usize,
    },
}

impl fmt::Display for Suite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "bastide-benchmark {VERSION} {}", self.kind.name())?;
        for game in &self.games {
            writeln!(f, "game {}", game.position)?;
            for puzzle in &game.puzzles {
                write!(f, "at {}", puzzle.at)?;
                match &puzzle.values {
                    Values::Exact(losses) => write_exact(f, losses)?,
                    Values::Sampled { turns, finals } => write_sampled(f, turns, finals)?,
                }
                writeln!(f)?;
            }
        }
        writeln!(f, "end {} {}", self.games.len(), self.positions())
    }
}

/// Writes the lost points of all turns, then the lost shares of the win unless all are 0.
fn write_exact(f: &mut fmt::Formatter<'_>, losses: &[ExactLoss]) -> fmt::Result {
    write_runs(f, losses.iter().map(|loss| loss.points))?;
    if losses.iter().all(|loss| loss.win == 0) {
        return Ok(());
    }
    f.write_str(" win")?;
    write_runs(f, losses.iter().map(|loss| loss.win))
}

/// Writes numbers, with repetitions as `3*1.5`.
fn write_runs(f: &mut fmt::Formatter<'_>, numbers: impl Iterator<Item = i32>) -> fmt::Result {
    let numbers: Vec<i32> = numbers.collect();
    numbers.chunk_by(|a, b| a == b).try_for_each(|run| match run.len() {
        1 => write!(f, " {}", show(run[0])),
        count => write!(f, " {count}*{}", show(run[0])),
    })
}

fn write_sampled(
    f: &mut fmt::Formatter<'_>,
    turns: &[SampledLoss],
    finals: &[Finalist],
) -> fmt::Result {
    for SampledLoss { points, error } in turns {
        write!(f, " {}/{}", show(*points), show(*error as i32))?;
    }
    f.write_str(" finals")?;
    finals.iter().try_for_each(|Finalist { turn, halves: [one, other] }| {
        write!(f, " {turn}:{}/{}", show(*one), show(*other))
    })
}

impl FromStr for Suite {
    type Err = BenchmarkError;

    /// Parses a file. Positions are only decoded when they are opened.
    fn from_str(text: &str) -> Result<Suite, BenchmarkError> {
        let mut lines = text.lines().zip(1..);
        let (head, _) = lines.next().ok_or(BenchmarkError::NotABenchmark)?;
        let head = head.strip_prefix("bastide-benchmark ").ok_or(BenchmarkError::NotABenchmark)?;
        let (version, kind) = head.split_once(' ').unwrap_or((head, ""));
        if version != VERSION.to_string() {
            return Err(BenchmarkError::Version(clip(version)));
        }
        let kind = SuiteKind::ALL.into_iter().find(|known| known.name() == kind.trim());
        let mut suite =
            Suite { kind: kind.ok_or(BenchmarkError::NotABenchmark)?, games: Vec::new() };
        for (content, line) in lines.by_ref() {
            let fail = |problem| BenchmarkError::Line(line, problem);
            let (word, rest) = content.split_once(' ').unwrap_or((content, ""));
            match word {
                "" | "#" => {}
                "game" => {
                    let (position, puzzles) = (rest.trim().to_owned(), Vec::new());
                    suite.games.push(SuiteGame { position, line, puzzles });
                }
                "at" => {
                    let game = suite.games.last_mut().ok_or(fail(Problem::NoGame))?;
                    game.puzzles.push(puzzle(suite.kind, line, rest).map_err(fail)?);
                }
                "end" => {
                    let wanted = format!("{} {}", suite.games.len(), suite.positions());
                    let is_last = lines.next().is_none();
                    return if rest == wanted && is_last {
                        Ok(suite)
                    } else {
                        Err(BenchmarkError::Truncated)
                    };
                }
                _ => return Err(fail(Problem::Word(clip(word)))),
            }
        }
        Err(BenchmarkError::Truncated)
    }
}

fn puzzle(kind: SuiteKind, line: usize, text: &str) -> Result<Puzzle, Problem> {
    let (at, rest) = text.split_once(' ').unwrap_or((text, ""));
    let at = at.parse().map_err(|_| Problem::Value(clip(at)))?;
    let values = match kind {
        SuiteKind::Endgames => exact(rest)?,
        SuiteKind::Middles => sampled(rest)?,
    };
    Ok(Puzzle { at, line, values })
}

fn exact(text: &str) -> Result<Values, Problem> {
    let (points, wins) = text.split_once(" win").unwrap_or((text, ""));
    let (points, mut wins) = (runs(points)?, runs(wins)?);
    if wins.is_empty() {
        wins.resize(points.len(), 0);
    }
    if wins.len() != points.len() {
        return Err(Problem::Count { found: wins.len(), expected: points.len() });
    }
    let losses = points.into_iter().zip(wins).map(|(points, win)| ExactLoss { points, win });
    Ok(Values::Exact(losses.collect()))
}

/// Reads numbers with repetitions.
fn runs(text: &str) -> Result<Vec<i32>, Problem> {
    let mut numbers = Vec::new();
    for word in text.split_ascii_whitespace() {
        let fail = || Problem::Value(clip(word));
        let (count, number) = match word.split_once('*') {
            Some((count, number)) => (count.parse().map_err(|_| fail())?, number),
            None => (1, word),
        };
        let number = read(number).ok_or_else(fail)?;
        if count > MOST_TURNS - numbers.len() {
            return Err(fail());
        }
        numbers.resize(numbers.len() + count, number);
    }
    Ok(numbers)
}

fn sampled(text: &str) -> Result<Values, Problem> {
    let (losses, finals) = text.split_once(" finals").unwrap_or((text, ""));
    let pair = |word: &str| word.split_once('/').and_then(|(a, b)| Some([read(a)?, read(b)?]));
    let loss = |word: &str| {
        let [points, error] = pair(word)?;
        Some(SampledLoss { points, error: error.try_into().ok()? })
    };
    let finalist = |word: &str| {
        let (turn, halves) = word.split_once(':')?;
        Some(Finalist { turn: turn.parse().ok()?, halves: pair(halves)? })
    };
    let turns = each(losses, loss)?;
    let finals = each(finals, finalist)?;
    match finals.iter().find(|finalist| finalist.turn >= turns.len()) {
        Some(finalist) => Err(Problem::Value(finalist.turn.to_string())),
        None if finals.is_empty() => Err(Problem::Value("finals".to_owned())),
        None => Ok(Values::Sampled { turns, finals }),
    }
}

/// Reads all words, or fails with the first that is invalid.
fn each<T>(text: &str, read: impl Fn(&str) -> Option<T>) -> Result<Vec<T>, Problem> {
    let words = text.split_ascii_whitespace();
    words.map(|word| read(word).ok_or_else(|| Problem::Value(clip(word)))).collect()
}

/// Shortens untrusted input for a message.
fn clip(text: &str) -> String {
    text.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDGAMES: &str = "bastide-benchmark 1 endgames\n# c\ngame 1abc\nat 3 0 2*1.5 -0.33\nat 5 0 1 win 0 50\nend 1 2\n";
    const MIDDLES: &str = "bastide-benchmark 1 middles\ngame 1abc\nat 3 0/0 1.2/0.31 finals 0:0/0 1:0.7/1.7\nend 1 1\n";

    #[test]
    fn suites_are_read_as_they_are_written() {
        for text in [ENDGAMES, MIDDLES] {
            let suite: Suite = text.parse().expect("a suite");
            assert_eq!(suite.to_string(), text.replace("# c\n", ""));
        }
        let suite: Suite = ENDGAMES.parse().expect("a suite");
        let Values::Exact(losses) = &suite.games[0].puzzles[0].values else { panic!("exact") };
        assert_eq!(losses.iter().map(|l| l.points).collect::<Vec<_>>(), [0, 150, 150, -33]);
        assert_eq!((suite.games[0].puzzles[1].line, suite.positions()), (5, 2));
    }

    #[test]
    fn every_truncation_is_an_error() {
        for text in [ENDGAMES, MIDDLES] {
            for end in 0..text.len() - 1 {
                assert!(text[..end].parse::<Suite>().is_err(), "{:?}", &text[..end]);
            }
        }
    }

    #[test]
    fn errors_name_the_line_and_the_problem() {
        let head = "bastide-benchmark 1 endgames\n";
        for (text, wanted) in [
            ("", "not a benchmark file"),
            ("bastide 1\n", "not a benchmark file"),
            ("bastide-benchmark 1 openings\nend 0 0\n", "not a benchmark file"),
            ("bastide-benchmark 2 endgames\n", "version 2 is not supported"),
            (&format!("{head}at 3 0\n"), "line 2: a position without a game"),
            (&format!("{head}game x\nat x 0\n"), "line 3: 'x' is not a value"),
            (&format!("{head}game x\nat 3 0 y\n"), "line 3: 'y' is not a value"),
            (&format!("{head}game x\nat 3 9999999*0\n"), "line 3: '9999999*0' is not a value"),
            (&format!("{head}game x\nat 3 0 1 win 0\n"), "line 3: 1 values for 2 turns"),
            (&format!("{head}fly\n"), "line 2: expected 'game', 'at' or 'end', found 'fly'"),
            (&format!("{head}end 1 0\n"), "truncated"),
            (&format!("{head}end 0 0\ngame x\n"), "truncated"),
            ("bastide-benchmark 1 middles\ngame x\nat 3 0/0\n", "line 3: 'finals' is not a value"),
            ("bastide-benchmark 1 middles\ngame x\nat 3 0/0 finals 1:0/0\n", "'1' is not a value"),
            ("bastide-benchmark 1 middles\ngame x\nat 3 0/-1 finals 0:0/0\n", "'0/-1' is not a"),
        ] {
            let error = text.parse::<Suite>().expect_err(text).to_string();
            assert!(error.contains(wanted), "{text:?}: {error}");
        }
    }
}
