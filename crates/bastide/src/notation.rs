//! Notation of actions: a text token for each action, as used in records (`docs/notation.md`).
//!
//! Tile names are only unique within a tile set, so formatting and parsing require a [`Notation`]
//! for that set.

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use core::fmt;

use crate::action::{Action, Target, WallToken};
use crate::board::FigureSpot;
use crate::geometry::{Axis, Cell, Corner, Rotation};
use crate::seat::FigureKind;
use crate::tile::{SegmentIndex, SegmentRef, TileSet};

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
            "C" => slot(rest).map(Action::BuildCastle),
            "B" => {
                let (corner, farmer) = rest.split_once(':')?;
                let corner = Corner::from_letters(corner)?;
                Some(Action::BuildBarn { corner, farmer: site(farmer)? })
            }
            "M" => Some(Action::Deploy { figure: FigureKind::Meeple, target: target(rest)? }),
            "A" => Some(Action::Deploy { figure: FigureKind::Abbot, target: target(rest)? }),
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
            _ => None,
        }
    }
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
    match text {
        "b" => Some(Target::Bridge),
        "c" => Some(Target::Castle),
        _ => match text.strip_prefix('k') {
            Some(crown) => crown.parse().ok().map(Target::Crown),
            None => slot(text).map(Target::Segment),
        },
    }
}

fn spot(text: &str) -> Option<FigureSpot> {
    let number = |rest: &str| rest.parse().ok();
    match text.split_at_checked(1)? {
        ("c", rest) => number(rest).map(FigureSpot::Castle),
        ("b", rest) => number(rest).map(FigureSpot::Barn),
        ("k", rest) => number(rest).map(FigureSpot::Crown),
        _ => site(text).map(FigureSpot::Segment),
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Target::Segment(slot) => write!(f, "{}", slot.0),
            Target::Bridge => f.write_str("b"),
            Target::Castle => f.write_str("c"),
            Target::Crown(space) => write!(f, "k{space}"),
        }
    }
}

impl fmt::Display for FigureSpot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FigureSpot::Segment(site) => site.fmt(f),
            FigureSpot::Castle(n) => write!(f, "c{n}"),
            FigureSpot::Barn(n) => write!(f, "b{n}"),
            FigureSpot::Crown(n) => write!(f, "k{n}"),
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
            // A tile of another set has no name here; `?` is not a valid token.
            Action::Draw(tile) => {
                write!(f, "D{}", self.tiles.get(tile).map_or("?", |kind| &kind.name))
            }
            Action::Reveal(token) => write!(f, "T{}", token.kind()),
            Action::Place { cell, rotation, bridge } => {
                write!(f, "P{cell}{rotation}")?;
                bridge.map_or(Ok(()), |axis| write!(f, "{}", axis.symbol()))
            }
            Action::BuildCastle(slot) => write!(f, "C{}", slot.0),
            Action::BuildBarn { corner, farmer } => write!(f, "B{}:{farmer}", corner.letters()),
            Action::Deploy { figure: FigureKind::Meeple, target } => write!(f, "M{target}"),
            Action::Deploy { figure: FigureKind::Abbot, target } => write!(f, "A{target}"),
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
    fn what_is_not_written_so_is_refused() {
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
