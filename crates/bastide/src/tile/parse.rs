//! Parser for tile files: one tile kind per paragraph, one segment per line.
//!
//! ```text
//! set base
//! tile D x4 start        # a city cap over a straight road
//!   city  N
//!   road  E2 W2
//!   field E1 W3          borders 0
//!   field E3 S W1
//! ```
//!
//! The full grammar is in `docs/tiles.md`.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::SplitWhitespace;

use super::planar::{self, FieldProblem};
use super::{
    Certainty, Patch, Print, Segment, SegmentIndex, SegmentRef, SegmentSet, Terrain, TileKind,
    TileSet, TileUse,
};
use crate::geometry::{Cell, Corner, Edge, Port, PortSet, Rotation};
use crate::mark::{MarkKind, MarkSet};

/// An error in a tile file and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TileFileError {
    /// Line number, starting at 1. For problems of a whole tile, the line that opens it.
    pub line: usize,
    /// Description of the problem.
    pub problem: TileProblem,
}

/// The reason a tile file was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TileProblem {
    /// The first line is not `set NAME`.
    NoSetName,
    /// A line starts with an unknown keyword.
    UnknownWord(String),
    /// A segment or `touch` line precedes the first `tile` line.
    OutsideTile,
    /// A name contains characters other than letters and digits.
    BadName(String),
    /// Two kinds have the same name.
    NameTaken(String),
    /// A count such as `x4` is missing or malformed.
    BadCount(String),
    /// A token is not a port, a side or a corner.
    BadPort(String),
    /// A token is not the index of a segment of this tile.
    BadSlot(String),
    /// A number or a cell could not be parsed.
    BadNumber(String),
    /// A port belongs to two segments.
    PortTaken(Port),
    /// A port belongs to no segment.
    PortFree(Port),
    /// A side is neither a single segment nor a line between its two flanks.
    BadSide(Edge),
    /// A segment that requires ports has none, or a segment that must not have ports has some.
    PortsOf(Terrain),
    /// A mark is on a terrain it does not belong on.
    BadMark(MarkKind, Terrain),
    /// `borders` is on a segment that is not a field, or names a segment that is not a city.
    BadBorder,
    /// A tile has no segments, or more than the maximum.
    SegmentCount(usize),
    /// The set has more kinds than the maximum.
    TooManyKinds,
    /// The fields cross an obstacle, or list the wrong cities.
    Fields(FieldProblem),
    /// A patch cell or link refers to something that does not exist.
    BadPatch(String),
}

impl fmt::Display for TileFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl core::error::Error for TileFileError {}

impl fmt::Display for TileProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TileProblem::NoSetName => f.write_str("the file must begin with 'set NAME'"),
            TileProblem::UnknownWord(word) => write!(
                f,
                "unknown keyword '{word}'; expected 'tile', 'touch', 'patch', 'cell', 'link' or a terrain"
            ),
            TileProblem::OutsideTile => f.write_str("this line belongs under a 'tile' line"),
            TileProblem::BadName(name) => {
                write!(f, "'{name}' is not a valid tile name; use up to 8 letters and digits")
            }
            TileProblem::NameTaken(name) => write!(f, "a tile named '{name}' already exists"),
            TileProblem::BadCount(word) => {
                write!(f, "'{word}' is not a number of copies; write x1 to x99")
            }
            TileProblem::BadPort(word) => {
                write!(
                    f,
                    "'{word}' is not a port; write N, N1, N2 or N3, or the same for E, S or W"
                )
            }
            TileProblem::BadSlot(word) => write!(f, "'{word}' is not a segment of this tile"),
            TileProblem::BadNumber(word) => write!(f, "'{word}' is not a number"),
            TileProblem::PortTaken(port) => write!(f, "port {port} belongs to two segments"),
            TileProblem::PortFree(port) => write!(f, "port {port} belongs to no segment"),
            TileProblem::BadSide(edge) => write!(
                f,
                "side {} is neither a single segment nor a line between two flanks",
                edge.letter()
            ),
            TileProblem::PortsOf(terrain) if terrain.is_ringed() => {
                write!(f, "a {terrain} has no ports")
            }
            TileProblem::PortsOf(terrain) => write!(f, "this {terrain} has no ports"),
            TileProblem::BadMark(mark, terrain) => {
                write!(f, "a {} cannot be on a {terrain}", mark.name())
            }
            TileProblem::BadBorder => {
                f.write_str("'borders' is valid only on a field and lists cities")
            }
            TileProblem::SegmentCount(n) => {
                write!(f, "a tile has 1 to {} segments, not {n}", SegmentSet::CAPACITY - 1)
            }
            TileProblem::TooManyKinds => f.write_str("more than 200 kinds of tile"),
            TileProblem::Fields(problem) => problem.fmt(f),
            TileProblem::BadPatch(word) => write!(f, "'{word}' is not part of the patch"),
        }
    }
}

const MOST_KINDS: usize = 200;

pub(super) fn tile_set(text: &str) -> Result<TileSet, TileFileError> {
    let mut reader = Reader::default();
    let mut last = 0;
    for (index, raw) in text.lines().enumerate() {
        last = index + 1;
        let line = raw.split('#').next().unwrap_or_default();
        let mut words = line.split_whitespace();
        let Some(word) = words.next() else { continue };
        if matches!(word, "tile" | "patch") {
            reader.close_tile()?;
        }
        reader.line(last, word, words).map_err(|problem| TileFileError { line: last, problem })?;
    }
    reader.close_tile()?;
    if reader.set.name.is_empty() {
        return Err(TileFileError { line: last.max(1), problem: TileProblem::NoSetName });
    }
    Ok(reader.set)
}

#[derive(Default)]
struct Reader {
    set: TileSet,
    /// The tile being read and the line number that opened it.
    tile: Option<(usize, Print)>,
}

impl Reader {
    fn line(
        &mut self,
        line: usize,
        word: &str,
        words: SplitWhitespace<'_>,
    ) -> Result<(), TileProblem> {
        if word == "set" {
            self.set.name = words.collect::<Vec<_>>().join(" ");
            return Ok(());
        }
        if self.set.name.is_empty() {
            return Err(TileProblem::NoSetName);
        }
        match word {
            "tile" => self.tile = Some((line, self.tile_line(words)?)),
            "patch" => self.set.patch = Some(Patch::default()),
            "cell" => self.cell_line(words)?,
            "link" => self.link_line(words)?,
            "touch" => self.touch_line(words)?,
            _ => {
                let terrain = Terrain::from_name(word)
                    .ok_or_else(|| TileProblem::UnknownWord(word.to_owned()))?;
                let (_, tile) = self.tile.as_mut().ok_or(TileProblem::OutsideTile)?;
                tile.segments.push(segment_line(terrain, words)?);
            }
        }
        Ok(())
    }

    /// Validates and stores the open tile. Errors are reported at the line that opened it.
    fn close_tile(&mut self) -> Result<(), TileFileError> {
        if let Some((line, print)) = self.tile.take() {
            check(&print).map_err(|problem| TileFileError { line, problem })?;
            self.set.kinds.push(TileKind::new(print));
        }
        Ok(())
    }

    fn tile_line(&self, mut words: SplitWhitespace<'_>) -> Result<Print, TileProblem> {
        let name = words.next().unwrap_or_default();
        let is_name = (1..=8).contains(&name.len())
            && name.bytes().all(|b| b.is_ascii_alphanumeric())
            && name.starts_with(|c: char| c.is_ascii_alphabetic());
        if !is_name {
            return Err(TileProblem::BadName(name.to_owned()));
        }
        if self.set.find(name).is_some() {
            return Err(TileProblem::NameTaken(name.to_owned()));
        }
        if self.set.kinds.len() >= MOST_KINDS {
            return Err(TileProblem::TooManyKinds);
        }
        let count = words.next().unwrap_or_default();
        let mut tile = Print {
            name: name.into(),
            count: count
                .strip_prefix('x')
                .and_then(|n| n.parse().ok())
                .filter(|n| *n < 100)
                .ok_or_else(|| TileProblem::BadCount(count.to_owned()))?,
            ..Print::default()
        };
        for word in words {
            match word.split_once('=') {
                None if word == "start" => tile.is_start = true,
                None if word == "village" => tile.has_village = true,
                None => {
                    tile.usage = TileUse::NAMED
                        .into_iter()
                        .find_map(|(role, name)| (name == word).then_some(role))
                        .ok_or_else(|| TileProblem::UnknownWord(word.to_owned()))?;
                }
                Some(("printing", year)) => tile.printing = Some(number(year)?),
                Some(("icon", steps)) => tile.icon = number(steps)?,
                Some(("certainty", name)) => {
                    tile.certainty = Certainty::ALL
                        .into_iter()
                        .find(|c| c.name() == name)
                        .ok_or_else(|| TileProblem::UnknownWord(word.to_owned()))?;
                }
                Some(_) => return Err(TileProblem::UnknownWord(word.to_owned())),
            }
        }
        if (tile.count == 0) != (tile.usage == TileUse::Patch) {
            return Err(TileProblem::BadCount(count.to_owned()));
        }
        Ok(tile)
    }

    fn touch_line(&mut self, words: SplitWhitespace<'_>) -> Result<(), TileProblem> {
        let (_, tile) = self.tile.as_mut().ok_or(TileProblem::OutsideTile)?;
        let slots =
            words.map(|w| slot_word(w, tile.segments.len())).collect::<Result<Vec<_>, _>>()?;
        tile.touches.extend(slots.windows(2).map(|pair| (pair[0], pair[1])));
        Ok(())
    }

    fn cell_line(&mut self, mut words: SplitWhitespace<'_>) -> Result<(), TileProblem> {
        let (cell, name) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let id = self.set.find(name).ok_or_else(|| TileProblem::BadPatch(name.to_owned()))?;
        let rotation = match words.next() {
            None => Rotation::NONE,
            Some(word) => word
                .strip_prefix('r')
                .and_then(|n| n.parse().ok())
                .filter(|n| *n < 4)
                .map(Rotation::new)
                .ok_or_else(|| TileProblem::BadNumber(word.to_owned()))?,
        };
        let at = cell_word(cell)?;
        let patch = self.set.patch.as_mut().ok_or(TileProblem::OutsideTile)?;
        if patch.cells.iter().any(|&(c, ..)| c == at) {
            return Err(TileProblem::BadPatch(cell.to_owned()));
        }
        patch.cells.push((at, id, rotation));
        Ok(())
    }

    fn link_line(&mut self, words: SplitWhitespace<'_>) -> Result<(), TileProblem> {
        let patch = self.set.patch.as_ref().ok_or(TileProblem::OutsideTile)?;
        let site = |word: &str| {
            let missing = || TileProblem::BadPatch(word.to_owned());
            let (cell, slot) = word.rsplit_once('.').ok_or_else(missing)?;
            let cell = cell_word(cell)?;
            let id = patch.cells.iter().find(|&&(c, ..)| c == cell).ok_or_else(missing)?.1;
            let slot = slot_word(slot, self.set.kind(id).segments.len())?;
            Ok((SegmentRef { cell, slot }, self.set.kind(id).segment(slot).terrain))
        };
        let sites = words
            .map(|word| site(word).map(|(site, terrain)| (word, site, terrain)))
            .collect::<Result<Vec<_>, TileProblem>>()?;
        if let Some(pair) = sites.windows(2).find(|pair| pair[0].2 != pair[1].2) {
            return Err(TileProblem::BadPatch(pair[1].0.to_owned()));
        }
        let links: Vec<_> = sites.windows(2).map(|pair| (pair[0].1, pair[1].1)).collect();
        self.set.patch.get_or_insert_default().links.extend(links);
        Ok(())
    }
}

fn segment_line(terrain: Terrain, words: SplitWhitespace<'_>) -> Result<Segment, TileProblem> {
    let mut segment = Segment {
        terrain,
        ports: PortSet::EMPTY,
        marks: MarkSet::EMPTY,
        borders: SegmentSet::EMPTY,
        corner: None,
    };
    let mut in_borders = false;
    for word in words {
        if word == "borders" {
            in_borders = true;
        } else if in_borders {
            // The cities may be defined on later lines; `check` verifies that they exist.
            segment.borders = segment.borders.with(slot_word(word, SegmentSet::CAPACITY)?);
        } else if let Some(name) = word.strip_prefix('+') {
            let mark = MarkKind::from_name(name)
                .filter(|mark| mark.spec().is_printed)
                .ok_or_else(|| TileProblem::UnknownWord(word.to_owned()))?;
            segment.marks = segment.marks.with(mark);
        } else if let Some(letters) = word.strip_prefix("corner=") {
            let corner = Corner::from_letters(letters)
                .ok_or_else(|| TileProblem::BadPort(letters.to_owned()))?;
            segment.corner = Some(corner);
        } else {
            let ports = port_word(word).ok_or_else(|| TileProblem::BadPort(word.to_owned()))?;
            if let Some(twice) = segment.ports.intersection(ports).iter().next() {
                return Err(TileProblem::PortTaken(twice));
            }
            segment.ports = segment.ports.union(ports);
        }
    }
    Ok(segment)
}

fn port_word(word: &str) -> Option<PortSet> {
    let mut chars = word.chars();
    let edge = Edge::from_letter(chars.next()?)?;
    match chars.next() {
        None => Some(PortSet::of_edge(edge)),
        Some(third @ '1'..='3') if chars.next().is_none() => {
            Some(PortSet::EMPTY.with(Port::new(edge, third as u8 - b'1')))
        }
        Some(_) => None,
    }
}

fn slot_word(word: &str, segments: usize) -> Result<SegmentIndex, TileProblem> {
    word.parse::<u8>()
        .ok()
        .filter(|&slot| usize::from(slot) < segments)
        .map(SegmentIndex)
        .ok_or_else(|| TileProblem::BadSlot(word.to_owned()))
}

fn cell_word(word: &str) -> Result<Cell, TileProblem> {
    let (x, y) = word.split_once(',').ok_or_else(|| TileProblem::BadNumber(word.to_owned()))?;
    Ok(Cell::new(number(x)?, number(y)?))
}

fn number<T: core::str::FromStr>(word: &str) -> Result<T, TileProblem> {
    word.parse().map_err(|_| TileProblem::BadNumber(word.to_owned()))
}

/// Validates a whole kind: each port has exactly one owner, each side has a known class, marks and
/// borders are where they belong, and fields are divided correctly.
fn check(tile: &Print) -> Result<(), TileProblem> {
    let is_patch = tile.usage == TileUse::Patch;
    let segments = &tile.segments;
    // One slot stays free for a bridge.
    if segments.len() >= SegmentSet::CAPACITY || (segments.is_empty() && !is_patch) {
        return Err(TileProblem::SegmentCount(segments.len()));
    }
    let mut taken = PortSet::EMPTY;
    for segment in segments {
        if let Some(twice) = taken.intersection(segment.ports).iter().next() {
            return Err(TileProblem::PortTaken(twice));
        }
        taken = taken.union(segment.ports);
        // A field that cities enclose has no ports.
        let is_enclosed = segment.terrain == Terrain::Field && !segment.borders.is_empty();
        let has_no_ports = segment.ports.is_empty() && !is_enclosed;
        if has_no_ports != segment.terrain.is_ringed() && !is_patch {
            return Err(TileProblem::PortsOf(segment.terrain));
        }
        if let Some(mark) = segment.marks.iter().find(|m| m.terrain() != segment.terrain) {
            return Err(TileProblem::BadMark(mark, segment.terrain));
        }
        for city in segment.borders.iter() {
            let is_city =
                segments.get(usize::from(city.0)).map(|s| s.terrain) == Some(Terrain::City);
            if segment.terrain != Terrain::Field || !is_city {
                return Err(TileProblem::BadBorder);
            }
        }
    }
    for edge in Edge::ALL {
        check_side(segments, edge, is_patch)?;
    }
    if !is_patch {
        planar::check(segments, &tile.touches).map_err(TileProblem::Fields)?;
    }
    Ok(())
}

/// Checks that a side is owned by a single segment, is a line between two flanks, or is the blind
/// side of a patch cell. The engine relies on this: it identifies a side by its middle port.
fn check_side(segments: &[Segment], edge: Edge, is_patch: bool) -> Result<(), TileProblem> {
    let owner = |third| {
        let port = Port::new(edge, third);
        segments.iter().find(|s| s.ports.contains(port)).ok_or(TileProblem::PortFree(port))
    };
    if is_patch && (0..3).all(|third| owner(third).is_err()) {
        return Ok(());
    }
    let (left, middle, right) = (owner(0)?, owner(1)?, owner(2)?);
    let is_fine = match middle.terrain.flank() {
        Some(flank) => left.terrain == flank && right.terrain == flank,
        None => core::ptr::eq(left, middle) && core::ptr::eq(middle, right),
    };
    if is_fine { Ok(()) } else { Err(TileProblem::BadSide(edge)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(text: &str) -> (usize, TileProblem) {
        let error = tile_set(text).expect_err("this file is wrong");
        (error.line, error.problem)
    }

    #[test]
    fn errors_name_the_line() {
        let tile = "set t\ntile A x1\n  monastery\n";
        let port = |edge, third| Port::new(edge, third);
        for (text, line, wanted) in [
            ("", 1, TileProblem::NoSetName),
            ("tile A x1", 1, TileProblem::NoSetName),
            ("set t\nfield N", 2, TileProblem::OutsideTile),
            ("set t\ntile A-1 x1", 2, TileProblem::BadName("A-1".into())),
            ("set t\ntile A 4", 2, TileProblem::BadCount("4".into())),
            ("set t\ntile A x0", 2, TileProblem::BadCount("x0".into())),
            ("set t\ntile A x1 blue", 2, TileProblem::UnknownWord("blue".into())),
            (&format!("{tile}  swamp N"), 4, TileProblem::UnknownWord("swamp".into())),
            (&format!("{tile}  field N4"), 4, TileProblem::BadPort("N4".into())),
            (&format!("{tile}  field N E S"), 2, TileProblem::PortFree(port(Edge::West, 0))),
            (&format!("{tile}  field N N2"), 4, TileProblem::PortTaken(port(Edge::North, 1))),
            (
                &format!("{tile}  field N E S W\n  city N"),
                2,
                TileProblem::PortTaken(port(Edge::North, 0)),
            ),
            (
                &format!("{tile}  city N1\n  field N2 N3 E S W"),
                2,
                TileProblem::BadSide(Edge::North),
            ),
            (&format!("{tile}  field N E S W\n  road"), 2, TileProblem::PortsOf(Terrain::Road)),
            (
                &format!("{tile}  field N E S W +shield"),
                2,
                TileProblem::BadMark(crate::SHIELD, Terrain::Field),
            ),
            (&format!("{tile}  road N2 S2 +bridge"), 4, TileProblem::UnknownWord("+bridge".into())),
            (&format!("{tile}  field N E S W borders 0"), 2, TileProblem::BadBorder),
            (&format!("{tile}  field N E S W\ntouch 0 7"), 5, TileProblem::BadSlot("7".into())),
            (&format!("{tile}  field N E S W\ntile A x1"), 5, TileProblem::NameTaken("A".into())),
            (
                "set t\ntile A x0 patch\n city N\n field S\npatch\ncell 0,0 A\ncell 1,0 A\nlink 0,0.0 1,0.1",
                8,
                TileProblem::BadPatch("1,0.1".into()),
            ),
        ] {
            assert_eq!(problem(text), (line, wanted), "{text}");
        }
    }

    #[test]
    fn a_parsed_tile_has_its_sides_and_rotations() {
        let set = tile_set("set t\ntile U x8\n road N2 S2\n field N3 E S1\n field N1 S3 W\n")
            .expect("a straight road");
        let kind = &set.kinds[0];
        let distinct = Rotation::ALL.map(|r| kind.is_distinct(r));
        assert_eq!(distinct, [true, true, false, false], "two turns look the same");
        assert_eq!(kind.canonical(Rotation::new(3)), Rotation::new(1));
        assert_eq!(kind.side(Rotation::new(1), Edge::East), Some(Terrain::Road));
        assert_eq!(kind.owner(Rotation::new(1), Port::new(Edge::East, 2)), Some(SegmentIndex(1)));
    }
}
