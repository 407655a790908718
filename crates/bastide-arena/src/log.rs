//! Log file of a contest with one line per game, so that an interrupted run can be resumed.
//!
//! The first line identifies the contest. Each line is written with a single write; an incomplete
//! last line is dropped on opening, and its game is played again. Lines are synced to disk at most
//! [`SYNC_EVERY`] after they were written if more lines follow, and by [`Log::finish`].

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::contest::{Contest, GameId};
use crate::play::{GameResult, Played};

/// Interval between syncs. Syncing every line would limit contests of fast bots to the speed of the
/// disk; a power failure loses at most the games of this interval, which are then played again.
const SYNC_EVERY: Duration = Duration::from_secs(1);

/// The first line of a log, which identifies the contest.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// Version of the format.
    pub arena: u32,
    /// Names of the bots.
    pub bots: Vec<String>,
    /// The rules, and the fingerprint of the tiles if they are custom.
    pub rules: String,
    /// Number of seats at a table.
    pub players: usize,
    /// Seed of all decks and of the players' random numbers.
    pub seed: u64,
}

impl Header {
    /// Format version that is read and written.
    const VERSION: u32 = 1;

    /// Returns the header of a contest.
    pub fn of(contest: &Contest) -> Header {
        Header {
            arena: Header::VERSION,
            bots: contest.names.clone(),
            rules: contest.rules.clone(),
            players: contest.players,
            seed: contest.seed,
        }
    }

    /// Describes the differences between this run and the header of a log.
    fn differences(&self, log: &Header) -> String {
        let mut list = Vec::new();
        let mut compare = |what: &str, ours: String, theirs: String| {
            if ours != theirs {
                list.push(format!("{what} {theirs}, not {ours}"));
            }
        };
        compare("bots", self.bots.join(" "), log.bots.join(" "));
        compare("rules", self.rules.clone(), log.rules.clone());
        compare("players", self.players.to_string(), log.players.to_string());
        compare("seed", self.seed.to_string(), log.seed.to_string());
        list.join("; ")
    }
}

/// Error returned if a log cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another process holds the lock of the file.
    #[error("another run is writing to the log")]
    Busy,
    /// The file is not an arena log.
    #[error("not an arena log: the first line must describe the contest")]
    NotALog,
    /// The file has an unsupported format version.
    #[error("unknown format version {0}; version 1 is supported")]
    Version(u32),
    /// The log belongs to another contest.
    #[error("the log contains another contest: {0}")]
    OtherContest(String),
    /// A line is not a game of the contest.
    #[error("line {line}: {why}")]
    Line {
        /// Number of the line, from 1.
        line: usize,
        /// Description of the problem.
        why: String,
    },
}

/// A log that is open and locked for a run.
#[derive(Debug)]
pub struct Log {
    lines: Lines<File>,
    path: PathBuf,
    games: Vec<GameResult>,
}

/// Parsed contents of a log.
struct Contents {
    header: Header,
    games: Vec<GameResult>,
    /// Length in bytes of the valid prefix.
    sound: usize,
}

impl Log {
    /// Opens the log of a contest, or creates it.
    ///
    /// # Errors
    /// Returns a [`LogError`] if the file is locked, cannot be read or written, or holds anything
    /// other than this contest. The file is not changed in the last case.
    pub fn open(path: &Path, contest: &Contest) -> Result<Log, LogError> {
        let mut file =
            OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => LogError::Busy,
            TryLockError::Error(error) => LogError::Io(error),
        })?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let header = Header::of(contest);
        let mut first = serde_json::to_string(&header).map_err(io::Error::from)?;
        first.push('\n');
        let mut games = Vec::new();
        let mut sound = 0;
        // The header itself may be incomplete.
        if bytes.len() >= first.len() || !first.as_bytes().starts_with(&bytes) {
            let contents = read(&bytes)?;
            if contents.header != header {
                return Err(LogError::OtherContest(header.differences(&contents.header)));
            }
            check(contest, &contents.games)?;
            (games, sound) = (contents.games, contents.sound);
        }
        file.set_len(sound as u64)?;
        file.seek(SeekFrom::End(0))?;
        let mut lines = Lines::new(file, SYNC_EVERY);
        if sound == 0 {
            lines.append(first.as_bytes())?;
        } else if bytes[sound - 1] != b'\n' {
            lines.append(b"\n")?;
        }
        lines.sync()?;
        Ok(Log { lines, path: path.to_owned(), games })
    }

    /// Returns the path of the log.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the games that the log contained when it was opened.
    pub fn games(&self) -> &[GameResult] {
        &self.games
    }

    /// Returns those of the `wanted` games that are not in the log yet.
    pub fn missing(&self, contest: &Contest, wanted: &[GameId]) -> Vec<GameId> {
        let seatings = contest.seatings();
        let mut there: Vec<GameId> = Vec::with_capacity(self.games.len());
        for game in &self.games {
            let seating = seatings.iter().position(|seats| *seats == game.seats);
            there.extend(seating.map(|seating| GameId { deck: game.deck, seating }));
        }
        there.sort_unstable();
        wanted.iter().filter(|id| there.binary_search(id).is_err()).copied().collect()
    }

    /// Appends a game. The line survives a crash of this process at once, and a power failure after
    /// the next sync.
    ///
    /// # Errors
    /// Returns an error if the line cannot be written or synced.
    pub fn append(&mut self, played: &Played) -> io::Result<()> {
        #[derive(Serialize)]
        struct Line<'a> {
            #[serde(flatten)]
            game: &'a GameResult,
            record: String,
        }
        let line = Line { game: &played.game, record: played.record.to_text() };
        let mut line = serde_json::to_string(&line)?;
        line.push('\n');
        self.lines.append(line.as_bytes())
    }

    /// Syncs all games to disk and closes the log.
    ///
    /// # Errors
    /// Returns an error if the file cannot be synced.
    pub fn finish(mut self) -> io::Result<()> {
        self.lines.sync()
    }
}

/// A file whose contents can be made durable.
trait Durable: Write {
    fn sync(&mut self) -> io::Result<()>;
}

impl Durable for File {
    fn sync(&mut self) -> io::Result<()> {
        self.sync_data()
    }
}

/// Appends lines to a file and syncs them in intervals.
#[derive(Debug)]
struct Lines<F> {
    file: F,
    interval: Duration,
    /// Time of the oldest write that has not been synced.
    unsynced: Option<Instant>,
}

impl<F: Durable> Lines<F> {
    fn new(file: F, interval: Duration) -> Lines<F> {
        Lines { file, interval, unsynced: None }
    }

    fn append(&mut self, line: &[u8]) -> io::Result<()> {
        // A single write per line: an interruption can only damage the last line.
        self.file.write_all(line)?;
        let since = *self.unsynced.get_or_insert_with(Instant::now);
        if since.elapsed() >= self.interval { self.sync() } else { Ok(()) }
    }

    fn sync(&mut self) -> io::Result<()> {
        self.file.sync()?;
        self.unsynced = None;
        Ok(())
    }
}

/// Reads a log, which another process may still be writing.
///
/// # Errors
/// Returns a [`LogError`] if the file cannot be read or is not a valid log.
pub fn read_log(path: &Path) -> Result<(Contest, Vec<GameResult>), LogError> {
    let Contents { header, games, .. } = read(&std::fs::read(path)?)?;
    let Header { bots, rules, players, seed, .. } = header;
    let contest = Contest::new(bots, rules, players, seed).map_err(|_| LogError::NotALog)?;
    check(&contest, &games)?;
    Ok((contest, games))
}

/// Checks that all games belong to the contest.
fn check(contest: &Contest, games: &[GameResult]) -> Result<(), LogError> {
    let is_one = |game: &GameResult| contest.seatings().contains(&game.seats);
    match games.iter().position(|game| !is_one(game)) {
        None => Ok(()),
        Some(at) => Err(LogError::Line { line: at + 2, why: "no such seating".to_owned() }),
    }
}

fn read(bytes: &[u8]) -> Result<Contents, LogError> {
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let first = lines.next().unwrap_or_default();
    #[derive(Deserialize)]
    struct Version {
        arena: u32,
    }
    let version: Version = serde_json::from_slice(first).map_err(|_| LogError::NotALog)?;
    if version.arena != Header::VERSION {
        return Err(LogError::Version(version.arena));
    }
    let header: Header = serde_json::from_slice(first).map_err(|_| LogError::NotALog)?;
    let mut contents = Contents { header, games: Vec::new(), sound: first.len() };
    for (line, number) in lines.zip(2..) {
        match game(line, &contents.header) {
            Ok(game) => contents.games.push(game),
            // An incomplete line; only the last one can lack its line feed.
            Err(_) if !line.ends_with(b"\n") => break,
            Err(why) => return Err(LogError::Line { line: number, why }),
        }
        contents.sound += line.len();
    }
    Ok(contents)
}

/// Parses a line of the log and checks that it is consistent with `header`.
fn game(line: &[u8], header: &Header) -> Result<GameResult, String> {
    let game: GameResult = serde_json::from_slice(line).map_err(|error| error.to_string())?;
    let players = header.players;
    let is_sound = game.seats.len() == players
        && game.scores.len() == players
        && game.micros.len() == players
        && game.seats.iter().all(|&who| who < header.bots.len())
        && game.forfeit.as_ref().is_none_or(|forfeit| forfeit.seat < players);
    if is_sound { Ok(game) } else { Err("not a game of this contest".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records what is written and synced; syncing may fail.
    #[derive(Default)]
    struct Traced {
        trace: Vec<String>,
        is_broken: bool,
    }

    impl Write for Traced {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.trace.push(String::from_utf8_lossy(bytes).into_owned());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    impl Durable for Traced {
        fn sync(&mut self) -> io::Result<()> {
            self.trace.push("sync".to_owned());
            if self.is_broken { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        }
    }

    #[test]
    fn lines_are_synced_after_the_interval_and_at_the_end() {
        let mut lines = Lines::new(Traced::default(), Duration::ZERO);
        lines.append(b"a\n").expect("written");
        lines.append(b"b\n").expect("written");
        assert_eq!(lines.file.trace, ["a\n", "sync", "b\n", "sync"]);

        let mut lines = Lines::new(Traced::default(), Duration::MAX);
        lines.append(b"a\n").expect("written");
        lines.append(b"b\n").expect("written");
        assert_eq!(lines.file.trace, ["a\n", "b\n"]);
        // The interval counts from the first line that is not synced.
        lines.interval = Duration::ZERO;
        lines.append(b"c\n").expect("written");
        lines.sync().expect("synced");
        assert_eq!(lines.file.trace, ["a\n", "b\n", "c\n", "sync", "sync"]);
    }

    #[test]
    fn a_failed_sync_is_an_error_of_the_line_and_tried_again() {
        let mut lines = Lines::new(Traced::default(), Duration::ZERO);
        lines.file.is_broken = true;
        assert!(lines.append(b"a\n").is_err());
        lines.file.is_broken = false;
        lines.interval = Duration::MAX;
        assert!(lines.unsynced.is_some());
        lines.sync().expect("synced");
        assert!(lines.unsynced.is_none());
    }
}
