//! Notation of actions: a text token for each action, as used in records (`docs/notation.md`).
//!
//! Tile names are only unique within a tile set, so formatting and parsing require a [`Notation`]
//! for that set.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use core::fmt;

use crate::action::{Action, Target, WallToken};
use crate::board::FigureSpot;
use crate::figure::FigureKind;
use crate::geometry::{Axis, Cell, Corner, Rotation};
use crate::piece::{BuildSite, PieceKind, TargetForm};
use crate::tile::{SegmentIndex, SegmentRef, TileSet};

/// Stands for a part of an action that has no notation, such as a tile of another set. It makes the
/// token invalid.
const UNKNOWN: char = '?';

/// Formats and parses actions of games played with a given tile set.
///
/// ```
/// use bastide::{Action, Notation, TileSet};
/// let set = TileSet::parse("set tiny\ntile B x4\n  monastery\n  field N E S W\n")?;
/// let notation = Notation::new(&set);
/// let action = notation.parse("P1,-2r3").expect("a placement");
/// assert_eq!(notation.show(action).to_string(), "P1,-2r3");
/// # Ok::<(), bastide::TileFileError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Notation<'a> {
    tiles: &'a TileSet,
}

/// A token that is not a valid action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadToken(pub String);

impl fmt::Display for BadToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not an action", self.0)
    }
}

impl core::error::Error for BadToken {}

impl<'a> Notation<'a> {
    /// Creates the notation for games with these tiles.
    pub const fn new(tiles: &'a TileSet) -> Notation<'a> {
        Notation { tiles }
    }

    /// Returns a formatter of an action as its token.
    pub fn show(self, action: Action) -> impl fmt::Display + 'a {
        Shown { tiles: self.tiles, action }
    }

    /// Parses a token.
    ///
    /// ```
    /// use bastide::{Notation, sets};
    /// let notation = Notation::new(sets::base());
    /// assert!(notation.parse("P1,0r3").is_ok());
    /// let error = notation.parse("P01,0r3").expect_err("a superfluous zero");
    /// assert_eq!(error.to_string(), "'P01,0r3' is not an action");
    /// ```
    ///
    /// # Errors
    /// Returns [`BadToken`] if the token is not an action, or is not in the canonical form written
    /// by [`Notation::show`].
    pub fn parse(self, token: &str) -> Result<Action, BadToken> {
        self.read(token)
            .filter(|&action| self.show(action).to_string() == token)
            .ok_or_else(|| BadToken(token.to_owned()))
    }

    fn read(self, token: &str) -> Option<Action> {
        if token == "." {
            return Some(Action::Pass);
        }
        let (head, rest) = token.split_at_checked(1)?;
        match head {
            "D" => self.tiles.find(rest).map(Action::Draw),
            "T" => rest.parse().ok().and_then(WallToken::new).map(Action::Reveal),
            "P" => placement(rest),
            "R" => spot(rest).map(Action::Recall),
            "S" => site(rest).map(Action::Settle),
            "U" => {
                let (token, on) = match rest.split_once('@') {
                    Some((token, on)) => (token, Some(site(on)?)),
                    None => (rest, None),
                };
                let token = token.parse().ok().and_then(WallToken::new)?;
                Some(Action::UseToken { token, on })
            }
            _ => of_table(head.chars().next()?, rest),
        }
    }
}

/// Parses a token whose first letter is in the table of figures or pieces.
fn of_table(letter: char, rest: &str) -> Option<Action> {
    if let Some(figure) = FigureKind::from_letter(letter) {
        return Some(Action::Deploy { figure, target: target(rest)? });
    }
    let is_built = |kind: &PieceKind| kind.spec().build == Some(letter);
    let piece = PieceKind::ALL.into_iter().find(is_built)?;
    let site = match rest.split_once(':') {
        Some((corner, figure)) => {
            BuildSite::Corner { corner: Corner::from_letters(corner)?, figure: site(figure)? }
        }
        None => BuildSite::Segment(slot(rest)?),
    };
    Some(Action::Build { piece, site })
}

fn placement(text: &str) -> Option<Action> {
    let (text, bridge) = match Axis::ALL.into_iter().find(|a| text.ends_with(a.symbol())) {
        Some(axis) => (&text[..text.len() - 1], Some(axis)),
        None => (text, None),
    };
    let (at, turns) = text.split_once('r')?;
    let turns = turns.parse::<u8>().ok().filter(|&n| n < 4)?;
    Some(Action::Place { cell: cell(at)?, rotation: Rotation::new(turns), bridge })
}

fn cell(text: &str) -> Option<Cell> {
    let (x, y) = text.split_once(',')?;
    Some(Cell::new(x.parse().ok()?, y.parse().ok()?))
}

fn slot(text: &str) -> Option<SegmentIndex> {
    text.parse().ok().map(SegmentIndex)
}

fn site(text: &str) -> Option<SegmentRef> {
    let (at, number) = text.split_once('.')?;
    Some(SegmentRef { cell: cell(at)?, slot: slot(number)? })
}

fn target(text: &str) -> Option<Target> {
    let of_piece = |kind: PieceKind| match kind.spec().target? {
        TargetForm::Built(letter) => {
            text.strip_prefix(letter)?.is_empty().then_some(Target::Built(kind))
        }
        TargetForm::Space(letter) => {
            Some(Target::Space(kind, text.strip_prefix(letter)?.parse().ok()?))
        }
    };
    let piece = PieceKind::ALL.into_iter().find_map(of_piece);
    piece.or_else(|| slot(text).map(Target::Segment))
}

fn spot(text: &str) -> Option<FigureSpot> {
    let of_piece = |kind: PieceKind| {
        let number = text.strip_prefix(kind.spec().spot?)?;
        Some(FigureSpot::Piece(kind, number.parse().ok()?))
    };
    let piece = PieceKind::ALL.into_iter().find_map(of_piece);
    piece.or_else(|| site(text).map(FigureSpot::Segment))
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = |kind: PieceKind| match kind.spec().target {
            Some(TargetForm::Built(letter) | TargetForm::Space(letter)) => letter,
            None => UNKNOWN,
        };
        match *self {
            Target::Segment(slot) => write!(f, "{}", slot.0),
            Target::Built(kind) => write!(f, "{}", letter(kind)),
            Target::Space(kind, number) => write!(f, "{}{number}", letter(kind)),
        }
    }
}

impl fmt::Display for FigureSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FigureSpot::Segment(site) => site.fmt(f),
            FigureSpot::Piece(kind, number) => {
                write!(f, "{}{number}", kind.spec().spot.unwrap_or(UNKNOWN))
            }
        }
    }
}

struct Shown<'a> {
    tiles: &'a TileSet,
    action: Action,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.action {
            Action::Draw(tile) => match self.tiles.get(tile) {
                Some(kind) => write!(f, "D{}", kind.name),
                None => write!(f, "D{UNKNOWN}"),
            },
            Action::Reveal(token) => write!(f, "T{}", token.kind()),
            Action::Place { cell, rotation, bridge } => {
                write!(f, "P{cell}{rotation}")?;
                bridge.map_or(Ok(()), |axis| write!(f, "{}", axis.symbol()))
            }
            Action::Build { piece, site } => {
                write!(f, "{}", piece.spec().build.unwrap_or(UNKNOWN))?;
                match site {
                    BuildSite::Segment(slot) => write!(f, "{}", slot.0),
                    BuildSite::Corner { corner, figure } => {
                        write!(f, "{}:{figure}", corner.letters())
                    }
                }
            }
            Action::Deploy { figure, target } => write!(f, "{}{target}", figure.spec().letter),
            Action::Recall(spot) => write!(f, "R{spot}"),
            Action::Settle(site) => write!(f, "S{site}"),
            Action::UseToken { token, on: None } => write!(f, "U{}", token.kind()),
            Action::UseToken { token, on: Some(site) } => write!(f, "U{}@{site}", token.kind()),
            Action::Pass => f.write_str("."),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_token_reads_back_as_written() {
        let set = TileSet::parse("set t\ntile B x4\n field N E S W\n").expect("one plain kind");
        let notation = Notation::new(&set);
        for token in [
            "DB",
            "T5",
            "P1,-2r3",
            "P-12,0r0|",
            "P0,7r2-",
            "C1",
            "Bse:4,1.2",
            "M2",
            "Mb",
            "Mc",
            "Mk4",
            "A0",
            "R-3,4.1",
            "Rc2",
            "Rb0",
            "S1,7.2",
            "U1",
            "U3@1,7.2",
            ".",
        ] {
            let action = notation.parse(token).expect(token);
            assert_eq!(notation.show(action).to_string(), token);
        }
    }

    #[test]
    fn invalid_notation_is_refused() {
        let set = TileSet::parse("set t\ntile B x4\n field N E S W\n").expect("one plain kind");
        for token in [
            "",
            "D",
            "DQ",
            "T0",
            "T10",
            "P1,-2",
            "P+1,0r0",
            "P01,0r0",
            "P1,0r4",
            "P200,0r0",
            "M",
            "M+1",
            "M300",
            "Mk",
            "R",
            "R1,1",
            "U",
            "U3@",
            "..",
            "é",
            "Pé",
            "X9",
            "B",
            "Bxx:1,1.1",
        ] {
            assert_eq!(Notation::new(&set).parse(token), Err(BadToken(token.to_owned())));
        }
    }
}
