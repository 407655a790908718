//! Games on disk: one line each, so that a run can go on where it stopped.
//!
//! The first line says which contest it is. Lines are written whole and at
//! once; a last line that was torn is dropped, and its game played again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::contest::{Contest, GameId};
use crate::play::{GameResult, Played};

/// The first line of a log: which contest it is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Header {
    /// The version of the format.
    pub arena: u32,
    /// Who takes part.
    pub bots: Vec<String>,
    /// The rules, and the tiles if they are one's own.
    pub rules: String,
    /// How many sit at a table.
    pub players: usize,
    /// What decks and dice come from.
    pub seed: u64,
}

impl Header {
    /// The version this reads and writes.
    const VERSION: u32 = 1;

    /// The header of a contest.
    pub fn of(contest: &Contest) -> Header {
        Header {
            arena: Header::VERSION,
            bots: contest.names.clone(),
            rules: contest.rules.clone(),
            players: contest.players,
            seed: contest.seed,
        }
    }

    /// What of this run is not as in the log.
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

/// Why a log cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LogError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Another run writes to it.
    #[error("another run is writing to it")]
    Busy,
    /// It is something else.
    #[error("not an arena log: the first line must say which contest it is")]
    NotALog,
    /// It was written by another version.
    #[error("version {0} of the format; this reads version 1")]
    Version(u32),
    /// It belongs to another contest.
    #[error("it holds another contest: {0}")]
    OtherContest(String),
    /// A line that is no game of the contest.
    #[error("line {line}: {why}")]
    Line {
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

/// A log that is open for a run.
#[derive(Debug)]
pub struct Log {
    file: File,
    path: PathBuf,
    games: Vec<GameResult>,
}

/// What a log's bytes hold.
struct Contents {
    header: Header,
    games: Vec<GameResult>,
    /// How many bytes are sound.
    sound: usize,
}

impl Log {
    /// Opens the log of a contest, or begins one.
    ///
    /// # Errors
    /// If the file holds something else, even another contest; it is not
    /// touched then.
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
        // The very first line may have been torn too.
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
        if sound == 0 {
            file.write_all(first.as_bytes())?;
        } else if bytes[sound - 1] != b'\n' {
            file.write_all(b"\n")?;
        }
        file.flush()?;
        Ok(Log { file, path: path.to_owned(), games })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The games that were there when it was opened.
    pub fn games(&self) -> &[GameResult] {
        &self.games
    }

    /// Which of these games are not there yet.
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

    /// Adds a game, which is on disk when this returns.
    ///
    /// # Errors
    /// If it cannot be written.
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
        // One write a line: whatever is torn, it is only the last one.
        self.file.write_all(line.as_bytes())?;
        self.file.flush()
    }
}

/// Reads a log that may still be written to.
///
/// # Errors
/// If it is none.
pub fn read_log(path: &Path) -> Result<(Contest, Vec<GameResult>), LogError> {
    let Contents { header, games, .. } = read(&std::fs::read(path)?)?;
    let Header { bots, rules, players, seed, .. } = header;
    let contest = Contest::new(bots, rules, players, seed).map_err(|_| LogError::NotALog)?;
    check(&contest, &games)?;
    Ok((contest, games))
}

/// Whether all games belong to the contest.
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
            // Torn; only the last line can lack its end.
            Err(_) if !line.ends_with(b"\n") => break,
            Err(why) => return Err(LogError::Line { line: number, why }),
        }
        contents.sound += line.len();
    }
    Ok(contents)
}

/// A line of the log, if everything in it fits together.
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
