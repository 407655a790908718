//! The wall: the cells it encloses, the score track along it and the corner towers on that track.
//! Parsed from text, so that custom walls are possible.
//!
//! ```text
//! wall tiny
//! row    .##           # cells inside are #, others . ; from the north-west
//! row    ###
//! track  20            # spaces 0 to 19
//! corner 1,0  0 1 bare # a corner tower: where, its two spaces; no token
//! corner 3,0  4 5      # the north-east corner of cell 2,0
//! ```
//!
//! The full grammar is in `docs/tiles.md`.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::geometry::{Cell, Edge};
use crate::tile::Certainty;

use super::tokens::TOKENS;

/// A corner tower: two spaces of the score track and, on most towers, a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CornerTower {
    /// Corner of the outline on which the tower stands, given as the cell whose north-west corner
    /// it is. That cell can be inside or outside.
    pub vertex: Cell,
    /// Its two consecutive spaces.
    pub spaces: [u16; 2],
    /// True if the tower starts with a token; false for bare towers (S-SETUP-4).
    pub has_token: bool,
}

/// A wall: the cells it encloses and the score track printed on it.
///
/// ```
/// use bastide::{Cell, sets};
/// let wall = sets::stronghold_wall();
/// assert_eq!((wall.track(), wall.corners().len()), (100, 14));
/// assert!(!wall.contains(Cell::new(-1, 0)));
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Wall {
    name: String,
    certainty: Certainty,
    width: u8,
    /// The cells inside: a bit set of columns for each row.
    rows: Vec<u32>,
    track: u16,
    corners: Vec<CornerTower>,
}

impl Wall {
    /// Maximum number of rows, and of columns.
    pub const MOST_ROWS: usize = 32;
    /// Maximum length of the track.
    pub const LONGEST_TRACK: u16 = 1000;

    /// Parses a wall file.
    ///
    /// ```
    /// let wall = bastide::Wall::parse("wall tiny\nrow ##\ntrack 9\ncorner 0,0 0 1 bare\n")?;
    /// assert_eq!(wall.cells().count(), 2);
    /// # Ok::<(), bastide::WallFileError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`WallFileError`] with the line number and the problem if the file is malformed.
    pub fn parse(text: &str) -> Result<Wall, WallFileError> {
        parse(text)
    }

    /// Returns the name of the wall.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the confidence that the wall matches the printed one.
    pub fn certainty(&self) -> Certainty {
        self.certainty
    }

    /// Returns the number of columns.
    pub fn width(&self) -> u8 {
        self.width
    }

    /// Returns the number of rows.
    pub fn height(&self) -> u8 {
        self.rows.len() as u8
    }

    /// Returns true if a cell is inside.
    #[inline]
    pub fn contains(&self, cell: Cell) -> bool {
        let row = usize::try_from(cell.y).ok().and_then(|y| self.rows.get(y));
        row.is_some_and(|row| (0..32).contains(&cell.x) && row >> cell.x & 1 == 1)
    }

    /// Iterates over the cells inside, by row and column.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let columns = self.width as i8;
        let all = (0..self.height() as i8).flat_map(move |y| (0..columns).map(move |x| (x, y)));
        all.map(|(x, y)| Cell::new(x, y)).filter(|&cell| self.contains(cell))
    }

    /// Returns the cells inside, as a bit set of columns for each row.
    pub(super) fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Returns the number of spaces of the track (S-SETUP-2).
    #[inline]
    pub fn track(&self) -> u16 {
        self.track
    }

    /// Returns the space of the marker for a score. After the last space, the track continues at 0.
    #[inline]
    pub fn space(&self, total: i32) -> u16 {
        total.rem_euclid(i32::from(self.track)) as u16
    }

    /// Returns the corner towers, in file order.
    #[inline]
    pub fn corners(&self) -> &[CornerTower] {
        &self.corners
    }

    /// Returns the index of the corner tower that has this space.
    #[inline]
    pub fn corner_at(&self, space: u16) -> Option<u8> {
        self.corners.iter().position(|c| c.spaces.contains(&space)).map(|at| at as u8)
    }

    /// Returns the wall mirrored, with west and east swapped. The track is unchanged.
    #[must_use]
    pub fn mirrored(&self) -> Wall {
        let mirror = |row: &u32| row.reverse_bits() >> (32 - u32::from(self.width));
        let width = self.width as i8;
        let corner = |c: &CornerTower| CornerTower {
            vertex: Cell::new(width - c.vertex.x, c.vertex.y),
            ..*c
        };
        Wall {
            rows: self.rows.iter().map(mirror).collect(),
            corners: self.corners.iter().map(corner).collect(),
            ..self.clone()
        }
    }

    /// Returns true if the outline turns at a vertex: one or three of the four cells around it are
    /// inside, or two that only touch diagonally.
    fn turns_at(&self, vertex: Cell) -> bool {
        let [nw, ne, sw, se] = [(-1, -1), (0, -1), (-1, 0), (0, 0)]
            .map(|(dx, dy)| self.contains(vertex.offset(dx, dy)));
        let inside = [nw, ne, sw, se].into_iter().filter(|&is_inside| is_inside).count();
        inside % 2 == 1 || (inside == 2 && nw == se)
    }

    /// Returns true if all cells inside are connected by sides.
    fn is_connected(&self) -> bool {
        let mut todo: Vec<Cell> = self.cells().take(1).collect();
        let mut seen = todo.clone();
        while let Some(cell) = todo.pop() {
            for next in Edge::ALL.map(|edge| cell.step(edge)) {
                if self.contains(next) && !seen.contains(&next) {
                    seen.push(next);
                    todo.push(next);
                }
            }
        }
        seen.len() == self.cells().count()
    }
}

/// Formats the wall as a wall file.
impl fmt::Display for Wall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "wall {}", self.name)?;
        if self.certainty != Certainty::default() {
            write!(f, " certainty={}", self.certainty.name())?;
        }
        writeln!(f)?;
        for row in &self.rows {
            let drawn = (0..self.width).map(|x| if row >> x & 1 == 1 { '#' } else { '.' });
            writeln!(f, "row {}", drawn.collect::<String>())?;
        }
        writeln!(f, "track {}", self.track)?;
        for CornerTower { vertex, spaces: [a, b], has_token } in &self.corners {
            let bare = if *has_token { "" } else { " bare" };
            writeln!(f, "corner {vertex} {a} {b}{bare}")?;
        }
        Ok(())
    }
}

/// An error in a wall file and its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WallFileError {
    /// Line number, starting at 1. For problems of the whole wall, the line that names it.
    pub line: usize,
    /// Description of the problem.
    pub problem: WallProblem,
}

/// The reason a wall file was rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum WallProblem {
    /// The first line is not `wall NAME`.
    NoName,
    /// An unknown or misplaced line or keyword.
    UnknownWord(String),
    /// A row contains characters other than `#` and `.`, or has a different width.
    BadRow(String),
    /// There are more rows, columns or corner towers than the maximum.
    TooLarge,
    /// No cell is inside.
    NothingInside,
    /// The cells inside are not connected.
    Apart,
    /// The `track` line is missing, duplicated, or its length is out of range.
    BadTrack,
    /// A number or a position could not be parsed.
    BadNumber(String),
    /// The outline does not turn at the position of a corner tower.
    NoCorner(Cell),
    /// Two corner towers have the same position.
    CornerTaken(Cell),
    /// A corner tower uses a space that the track does not have.
    NoSuchSpace(u16),
    /// Two corner towers use the same space.
    SpaceTaken(u16),
    /// The two spaces of a corner tower are not consecutive.
    SpacesApart(u16, u16),
    /// More corner towers have a token than there are tokens.
    TooManyTokens(usize),
}

impl fmt::Display for WallFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl core::error::Error for WallFileError {}

impl fmt::Display for WallProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WallProblem::NoName => f.write_str("the file must begin with 'wall NAME'"),
            WallProblem::UnknownWord(word) => {
                write!(f, "unknown keyword '{word}'; expected 'row', 'track' or 'corner'")
            }
            WallProblem::BadRow(row) => {
                write!(
                    f,
                    "'{row}' is not a row; all rows have the same width and consist of # and ."
                )
            }
            WallProblem::TooLarge => {
                write!(f, "more than {} rows, columns or corner towers", Wall::MOST_ROWS)
            }
            WallProblem::NothingInside => f.write_str("no cell is inside the wall"),
            WallProblem::Apart => f.write_str("the cells inside the wall are not connected"),
            WallProblem::BadTrack => {
                write!(
                    f,
                    "expected exactly one 'track N', with N from 2 to {}",
                    Wall::LONGEST_TRACK
                )
            }
            WallProblem::BadNumber(word) => write!(f, "'{word}' is not a number"),
            WallProblem::NoCorner(at) => write!(f, "the wall has no corner at {at}"),
            WallProblem::CornerTaken(at) => write!(f, "two corner towers at {at}"),
            WallProblem::NoSuchSpace(space) => write!(f, "the track has no space {space}"),
            WallProblem::SpaceTaken(space) => {
                write!(f, "space {space} belongs to two corner towers")
            }
            WallProblem::SpacesApart(a, b) => {
                write!(f, "spaces {a} and {b} are not consecutive")
            }
            WallProblem::TooManyTokens(corners) => {
                write!(
                    f,
                    "{corners} corner towers with a token, but there are only {TOKENS} tokens"
                )
            }
        }
    }
}

fn parse(text: &str) -> Result<Wall, WallFileError> {
    let mut wall = Wall {
        name: String::new(),
        certainty: Certainty::default(),
        width: 0,
        rows: Vec::new(),
        track: 0,
        corners: Vec::new(),
    };
    let (mut named_in, mut corner_lines) = (1, Vec::new());
    for (index, raw) in text.lines().enumerate() {
        let line = index + 1;
        let at = |problem| WallFileError { line, problem };
        let mut words = raw.split_whitespace();
        let Some(word) = words.next().filter(|word| !word.starts_with('#')) else { continue };
        // The character of cells inside, `#`, also starts a comment.
        let is_row = |text: &str| text.len() > 1 && text.bytes().all(is_drawn);
        let row = if word == "row" { words.next() } else { None };
        let more = words.take_while(|word| !word.starts_with('#') || is_row(word));
        let rest: Vec<_> = row.into_iter().chain(more).collect();
        match (word, &*rest) {
            ("wall", [name, more @ ..]) if wall.name.is_empty() => {
                named_in = line;
                wall.name = (*name).to_owned();
                more.iter().try_for_each(|word| wall.read_fact(word)).map_err(at)?;
            }
            _ if wall.name.is_empty() => return Err(at(WallProblem::NoName)),
            ("row", [row]) => wall.read_row(row).map_err(at)?,
            ("row", rows) => return Err(at(WallProblem::BadRow(rows.join(" ")))),
            ("track", [spaces]) => wall.read_track(spaces).map_err(at)?,
            ("corner", words) => {
                corner_lines.push(line);
                wall.read_corner(words).map_err(at)?;
            }
            (word, _) => return Err(at(WallProblem::UnknownWord(word.to_owned()))),
        }
    }
    if wall.name.is_empty() {
        return Err(WallFileError { line: 1, problem: WallProblem::NoName });
    }
    wall.check().map_err(|problem| WallFileError { line: named_in, problem })?;
    for (at, &line) in corner_lines.iter().enumerate() {
        wall.check_corner(at).map_err(|problem| WallFileError { line, problem })?;
    }
    Ok(wall)
}

impl Wall {
    fn read_fact(&mut self, word: &str) -> Result<(), WallProblem> {
        let degree = word.strip_prefix("certainty=");
        self.certainty = degree
            .and_then(|name| Certainty::ALL.into_iter().find(|c| c.name() == name))
            .ok_or_else(|| WallProblem::UnknownWord(word.to_owned()))?;
        Ok(())
    }

    fn read_row(&mut self, row: &str) -> Result<(), WallProblem> {
        let is_as_wide = self.rows.is_empty() || row.len() == usize::from(self.width);
        if !row.bytes().all(is_drawn) || !is_as_wide {
            return Err(WallProblem::BadRow(row.chars().take(40).collect()));
        }
        if row.len() > Wall::MOST_ROWS || self.rows.len() == Wall::MOST_ROWS {
            return Err(WallProblem::TooLarge);
        }
        self.width = row.len() as u8;
        self.rows.push(row.bytes().rev().fold(0, |bits, b| bits << 1 | u32::from(b == b'#')));
        Ok(())
    }

    fn read_track(&mut self, spaces: &str) -> Result<(), WallProblem> {
        let spaces = number(spaces)?;
        if self.track != 0 || !(2..=Wall::LONGEST_TRACK).contains(&spaces) {
            return Err(WallProblem::BadTrack);
        }
        self.track = spaces;
        Ok(())
    }

    fn read_corner(&mut self, words: &[&str]) -> Result<(), WallProblem> {
        let (vertex, a, b, has_token) = match *words {
            [vertex, a, b] => (vertex, a, b, true),
            [vertex, a, b, "bare"] => (vertex, a, b, false),
            _ => return Err(WallProblem::UnknownWord("corner".to_owned())),
        };
        if self.corners.len() == Wall::MOST_ROWS {
            return Err(WallProblem::TooLarge);
        }
        let bad = || WallProblem::BadNumber(vertex.to_owned());
        let (x, y) = vertex.split_once(',').ok_or_else(bad)?;
        let vertex = Cell::new(number(x)?, number(y)?);
        self.corners.push(CornerTower { vertex, spaces: [number(a)?, number(b)?], has_token });
        Ok(())
    }

    /// Validates the properties that require the whole file.
    fn check(&self) -> Result<(), WallProblem> {
        if self.cells().next().is_none() {
            return Err(WallProblem::NothingInside);
        }
        if !self.is_connected() {
            return Err(WallProblem::Apart);
        }
        if self.track == 0 {
            return Err(WallProblem::BadTrack);
        }
        let with_token = self.corners.iter().filter(|c| c.has_token).count();
        if with_token > usize::from(TOKENS) {
            return Err(WallProblem::TooManyTokens(with_token));
        }
        Ok(())
    }

    /// Validates a corner tower against the outline, the track and the preceding towers.
    fn check_corner(&self, at: usize) -> Result<(), WallProblem> {
        let CornerTower { vertex, spaces: [a, b], .. } = self.corners[at];
        if !self.turns_at(vertex) {
            return Err(WallProblem::NoCorner(vertex));
        }
        if let Some(&beyond) = [a, b].iter().find(|&&space| space >= self.track) {
            return Err(WallProblem::NoSuchSpace(beyond));
        }
        if (a + 1) % self.track != b {
            return Err(WallProblem::SpacesApart(a, b));
        }
        for other in &self.corners[..at] {
            if other.vertex == vertex {
                return Err(WallProblem::CornerTaken(vertex));
            }
            if let Some(&taken) = [a, b].iter().find(|space| other.spaces.contains(space)) {
                return Err(WallProblem::SpaceTaken(taken));
            }
        }
        Ok(())
    }
}

/// Returns true for the characters of a row.
fn is_drawn(byte: u8) -> bool {
    matches!(byte, b'#' | b'.')
}

fn number<N: FromStr>(word: &str) -> Result<N, WallProblem> {
    word.parse().map_err(|_| WallProblem::BadNumber(word.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TINY: &str = "wall tiny # a comment\nrow .## # L-shaped\nrow ###\n\ntrack 20\n\
                        corner 1,0 0 1 bare\ncorner 3,0 4 5\n";

    #[test]
    fn a_wall_knows_its_cells_and_corners() {
        let wall = Wall::parse(TINY).expect("a good file");
        assert_eq!((wall.name(), wall.width(), wall.height()), ("tiny", 3, 2));
        let cells = [(1, 0), (2, 0), (0, 1), (1, 1), (2, 1)].map(|(x, y)| Cell::new(x, y));
        assert!(wall.cells().eq(cells));
        assert!(!wall.contains(Cell::new(-1, 1)) && !wall.contains(Cell::new(3, 0)));
        assert_eq!((wall.corner_at(5), wall.corner_at(6)), (Some(1), None));
        assert_eq!((wall.space(19), wall.space(20), wall.space(45)), (19, 0, 5));
        assert_eq!(wall.corners().iter().filter(|c| c.has_token).count(), 1);
    }

    #[test]
    fn a_wall_reads_back_as_it_prints() {
        for wall in [&Wall::parse(TINY).expect("a good file"), crate::sets::stronghold_wall()] {
            assert_eq!(Wall::parse(&wall.to_string()).as_ref(), Ok(wall));
        }
    }

    #[test]
    fn a_mirror_swaps_east_and_west() {
        let wall = Wall::parse(TINY).expect("a good file");
        let mirrored = wall.mirrored();
        let cells = [(0, 0), (1, 0), (0, 1), (1, 1), (2, 1)].map(|(x, y)| Cell::new(x, y));
        assert!(mirrored.cells().eq(cells));
        assert_eq!(mirrored.corners()[1].vertex, Cell::new(0, 0));
        assert!(mirrored.corners().iter().all(|c| mirrored.turns_at(c.vertex)));
        assert_eq!(mirrored.mirrored(), wall);
    }

    #[test]
    fn errors_name_the_line() {
        let lines = "wall t\nrow ##\ntrack 9\n";
        for (text, line, wanted) in [
            ("", 1, WallProblem::NoName),
            ("row ##", 1, WallProblem::NoName),
            ("wall t sure", 1, WallProblem::UnknownWord("sure".into())),
            ("wall t\nmoat 3", 2, WallProblem::UnknownWord("moat".into())),
            ("wall t\nrow ## ##", 2, WallProblem::BadRow("## ##".into())),
            ("wall t\nrow #x", 2, WallProblem::BadRow("#x".into())),
            ("wall t\nrow ##\nrow #", 3, WallProblem::BadRow("#".into())),
            (&format!("wall t\nrow {}", "#".repeat(33)), 2, WallProblem::TooLarge),
            (&format!("wall t\n{}", "row #\n".repeat(33)), 34, WallProblem::TooLarge),
            ("wall t\ntrack 9", 1, WallProblem::NothingInside),
            ("wall t\nrow #.#\ntrack 9", 1, WallProblem::Apart),
            ("wall t\nrow #.\nrow .#\ntrack 9", 1, WallProblem::Apart),
            ("wall t\nrow #", 1, WallProblem::BadTrack),
            (&format!("{lines}track 9"), 4, WallProblem::BadTrack),
            (&format!("{lines}track 1"), 4, WallProblem::BadTrack),
            (&format!("{lines}track long"), 4, WallProblem::BadNumber("long".into())),
            (&format!("{lines}corner 0,0 1"), 4, WallProblem::UnknownWord("corner".into())),
            (&format!("{lines}corner 00 1 2"), 4, WallProblem::BadNumber("00".into())),
            (&format!("{lines}corner 1,0 1 2"), 4, WallProblem::NoCorner(Cell::new(1, 0))),
            (&format!("{lines}corner 5,5 1 2"), 4, WallProblem::NoCorner(Cell::new(5, 5))),
            (&format!("{lines}corner 0,0 8 9"), 4, WallProblem::NoSuchSpace(9)),
            (&format!("{lines}corner 0,0 1 3"), 4, WallProblem::SpacesApart(1, 3)),
            (&format!("{lines}corner 0,0 1 2\ncorner 2,0 2 3"), 5, WallProblem::SpaceTaken(2)),
            (
                &format!("{lines}corner 0,0 1 2\ncorner 0,0 4 5"),
                5,
                WallProblem::CornerTaken(Cell::new(0, 0)),
            ),
        ] {
            let error = Wall::parse(text).expect_err(text);
            assert_eq!((error.line, error.problem), (line, wanted), "{text}");
        }
    }

    #[test]
    fn spaces_may_wrap_around_the_end_of_the_track() {
        let wall = Wall::parse("wall t\nrow ##\ntrack 9\ncorner 0,0 8 0\n").expect("8, then 0");
        assert_eq!(wall.corner_at(0), Some(0));
    }

    #[test]
    fn at_most_18_corners_have_tokens() {
        // S-SETUP-4: 18 tokens. A comb shape has many corners.
        let comb = format!("row {}\nrow {}\n", "#.".repeat(8), "#".repeat(16));
        let corner = |n: i32| format!("corner {},{} {} {}\n", n / 2 + 1, n % 2, 2 * n, 2 * n + 1);
        let corners = |n| (0..n).map(corner).collect::<String>();
        let wall = |n| Wall::parse(&format!("wall comb\n{comb}track 99\n{}", corners(n)));
        assert!(wall(18).is_ok(), "{:?}", wall(18));
        let error = wall(19).expect_err("one too many");
        assert_eq!((error.line, error.problem), (1, WallProblem::TooManyTokens(19)));
    }
}
