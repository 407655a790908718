//! The text format of puzzles. `docs/analysis.md` specifies it.

use core::fmt::Write as _;
use std::collections::BTreeSet;

use super::{Proof, Puzzle, PuzzleGame, Theme, Wrong};

/// Format version that is read and written.
const VERSION: &str = "1";

/// Error of reading a file of puzzles.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The first line is not that of a file of puzzles.
    #[error("not a file of puzzles: it does not begin with 'bastide-puzzles'")]
    NotPuzzles,
    /// The version is not supported.
    #[error("version {0} is not supported; this program reads version {VERSION}")]
    Version(String),
    /// The last line is missing, or does not match the number of puzzles.
    #[error("the file is truncated: it does not end with its number of puzzles")]
    Truncated,
    /// A line is invalid.
    #[error("line {0}: {1}")]
    Line(usize, LineProblem),
}

/// The reason a line is invalid.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LineProblem {
    /// The keyword is unknown, or not expected here.
    #[error("expected 'puzzle', 'turn', 'wrong' or 'end', found '{0}'")]
    Word(String),
    /// A value is missing.
    #[error("a value is missing")]
    Missing,
    /// A value is invalid.
    #[error("'{0}' is not a valid value")]
    Value(String),
    /// Two puzzles have the same id.
    #[error("another puzzle is called '{0}'")]
    Twice(String),
}

/// Writes puzzles.
pub fn write(puzzles: &[Puzzle]) -> String {
    let mut text = format!("bastide-puzzles {VERSION}\n");
    for puzzle in puzzles {
        let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
        let proof = match puzzle.proof {
            Proof::Exact => "exact".to_owned(),
            Proof::Rollouts(nodes) => format!("{nodes}n"),
        };
        let Puzzle { id, game, rating, position, .. } = puzzle;
        let themes = themes.join(",");
        // Writing to a string cannot fail.
        let _ = writeln!(text, "puzzle {id} {game} {themes} {proof} {rating} {position}");
        let _ = writeln!(text, "turn {}", puzzle.solution.join(" "));
        for Wrong { lost, error, actions } in &puzzle.wrong {
            let _ = writeln!(text, "wrong {lost} {error} {}", actions.join(" "));
        }
    }
    let _ = writeln!(text, "end {}", puzzles.len());
    text
}

/// Parses puzzles. Positions and turns are not decoded; [`Puzzle::position`] does that.
///
/// # Errors
/// Returns an error with the number of the first invalid line.
pub fn parse(text: &str) -> Result<Vec<Puzzle>, FileError> {
    let mut lines = text.lines().enumerate();
    let first = lines.next().map_or("", |(_, line)| line);
    match first.split_once(' ') {
        Some(("bastide-puzzles", VERSION)) => {}
        Some(("bastide-puzzles", other)) => return Err(FileError::Version(other.to_owned())),
        _ => return Err(FileError::NotPuzzles),
    }
    let mut puzzles: Vec<Puzzle> = Vec::new();
    let mut ids = BTreeSet::new();
    for (at, line) in lines {
        let wrong = |problem: LineProblem| FileError::Line(at + 1, problem);
        let mut words = line.split_whitespace();
        match (words.next(), puzzles.last_mut()) {
            (None, _) => {}
            (Some("puzzle"), _) => {
                let puzzle = puzzle(&mut words).map_err(wrong)?;
                if !ids.insert(puzzle.id.clone()) {
                    return Err(wrong(LineProblem::Twice(puzzle.id)));
                }
                puzzles.push(puzzle);
            }
            (Some("turn"), Some(puzzle)) if puzzle.solution.is_empty() => {
                puzzle.solution = words.map(str::to_owned).collect();
            }
            (Some("wrong"), Some(puzzle)) => {
                let lost = number(words.next()).map_err(wrong)?;
                let error = number(words.next()).map_err(wrong)?;
                let actions = words.map(str::to_owned).collect();
                puzzle.wrong.push(Wrong { lost, error, actions });
            }
            (Some("end"), _) => {
                let count: i64 = number(words.next()).map_err(wrong)?;
                let is_whole = puzzles.iter().all(|puzzle| !puzzle.solution.is_empty());
                let is_right = usize::try_from(count) == Ok(puzzles.len()) && is_whole;
                return if is_right { Ok(puzzles) } else { Err(FileError::Truncated) };
            }
            (Some(word), _) => return Err(wrong(LineProblem::Word(word.to_owned()))),
        }
    }
    Err(FileError::Truncated)
}

fn puzzle<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Puzzle, LineProblem> {
    let mut next = || words.next().ok_or(LineProblem::Missing);
    let bad = |word: &str| LineProblem::Value(word.to_owned());
    let (id, game, themes) = (next()?, next()?, next()?);
    let (proof, rating, position) = (next()?, next()?, next()?);
    let theme = |name: &str| Theme::from_name(name).ok_or_else(|| bad(name));
    let proof = match (proof, proof.strip_suffix('n')) {
        ("exact", _) => Proof::Exact,
        (_, Some(nodes)) => Proof::Rollouts(nodes.parse().map_err(|_| bad(proof))?),
        (other, None) => return Err(bad(other)),
    };
    Ok(Puzzle {
        id: id.to_owned(),
        game: PuzzleGame::from_name(game).ok_or_else(|| bad(game))?,
        themes: themes.split(',').map(theme).collect::<Result<_, _>>()?,
        proof,
        rating: rating.parse().map_err(|_| bad(rating))?,
        position: position.to_owned(),
        solution: Vec::new(),
        wrong: Vec::new(),
    })
}

fn number(word: Option<&str>) -> Result<i64, LineProblem> {
    let word = word.ok_or(LineProblem::Missing)?;
    word.parse().map_err(|_| LineProblem::Value(word.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "bastide-puzzles 1\npuzzle base-1 base block,save 2000n 1500 1abc\n\
        turn P1,0r0 M0\nwrong 1500 200 P1,0r1 .\nend 1\n";

    #[test]
    fn puzzles_are_read_as_they_are_written() {
        let puzzles = parse(TEXT).expect("a file");
        assert_eq!(puzzles[0].themes, [Theme::Block, Theme::Save]);
        assert_eq!(puzzles[0].wrong[0].actions, ["P1,0r1", "."]);
        assert_eq!(write(&puzzles), TEXT);
    }

    #[test]
    fn errors_name_the_line() {
        let error = |from: &str, to: &str| {
            parse(&TEXT.replace(from, to)).expect_err("an invalid file").to_string()
        };
        assert!(error("bastide-puzzles", "bastide").contains("not a file of puzzles"));
        assert!(error("puzzles 1", "puzzles 2").contains("version 2"));
        assert!(error("block", "blck").starts_with("line 2: 'blck'"));
        assert!(error("wrong", "right").starts_with("line 4: expected"));
        assert!(error("1500 200", "x 200").starts_with("line 4: 'x'"));
        assert!(error("end 1\n", "").contains("truncated"));
        assert!(error("end 1", "end 2").contains("truncated"));
        assert!(error("turn P1,0r0 M0\n", "").contains("truncated"));
        assert!(parse("").is_err());
    }
}
