//! The text form: a version line, a header line, a line per turn, and after the game its score and
//! seed.

use core::fmt;

use bastide::{Action, AnyGame, Game, Illegality, OwnSets};

use super::header::{self, Fields};
use super::lenient::{self, Lenient};
use super::{Partial, Record, RecordError, RecordErrorKind, Recorder, clip};
use crate::seed::Seed;

/// Version of the format.
pub(super) const VERSION: u32 = 1;

/// Maximum size of a record, far above that of any game.
const MOST_BYTES: usize = 1 << 20;

pub(super) fn check_size(bytes: usize) -> Result<(), RecordError> {
    if bytes <= MOST_BYTES {
        return Ok(());
    }
    Err(RecordErrorKind::TooLong { bytes, most: MOST_BYTES }.at(1))
}

pub(super) fn parse(text: &str, own: Option<&OwnSets>) -> Result<Partial, RecordError> {
    check_size(text.len())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let mut lines = text
        .split('\n')
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .filter(|(_, line)| words(line).next().is_some());

    let (at, line) = lines.next().ok_or_else(|| RecordErrorKind::NotARecord.at(1))?;
    check_text(line).map_err(|kind| kind.at(at))?;
    let mut version = words(line);
    match (version.next(), version.next(), version.next()) {
        (Some("bastide"), Some(number), None) if *number == *VERSION.to_string() => {}
        (Some("bastide"), Some(other), None) => {
            return Err(RecordErrorKind::UnknownVersion(clip(other)).at(at));
        }
        _ => return Err(RecordErrorKind::NotARecord.at(at)),
    }

    let (at, line) = lines.next().ok_or_else(|| RecordErrorKind::NoHeader.at(at + 1))?;
    let mut reader = check_text(line)
        .and_then(|()| Ok(Fields::parse(words(line))?))
        .and_then(|fields| Reader::new(fields, own))
        .map_err(|kind| kind.at(at))?;
    let body = lines.into_iter().try_for_each(|(at, line)| {
        check_text(line).map_err(|kind| kind.at(at))?;
        let mut tokens = words(line);
        match tokens.next() {
            Some("end") => reader.end(at, tokens),
            Some("seed") => reader.seed(at, tokens),
            Some(_) | None => reader.turn(at, words(line)),
        }
    });
    Ok((reader.finish(), body.err()))
}

/// Iterates over the tokens of a line, up to a comment.
pub(super) fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split_ascii_whitespace().take_while(|word| !word.starts_with('#'))
}

pub(super) fn check_text(line: &str) -> Result<(), RecordErrorKind> {
    let is_text = line.chars().all(|c| !c.is_control() || matches!(c, '\t' | '\r'));
    if is_text { Ok(()) } else { Err(RecordErrorKind::NotText) }
}

/// Reads the part of a record after its header, line by line, for both forms. Actions are played as
/// they are read.
#[derive(Clone)]
pub(super) struct Reader {
    recorder: Recorder,
    lenient: Lenient,
    /// Line number of a turn that has not ended.
    unfinished: Option<usize>,
    has_end: bool,
    seeds: Vec<Seed>,
}

/// Progress of the turn on a line.
#[derive(Default)]
struct Turn {
    has_begun: bool,
    is_over: bool,
    /// Index of the action that laid the tile.
    placement: Option<usize>,
    /// True if that was the last action.
    follows_placement: bool,
}

impl Reader {
    pub(super) fn new(header: Fields, own: Option<&OwnSets>) -> Result<Reader, RecordErrorKind> {
        let recorder = Recorder::resume(header.into_record(own)?);
        let lenient = Lenient::default();
        Ok(Reader { recorder, lenient, unfinished: None, has_end: false, seeds: Vec::new() })
    }

    /// Returns the game so far.
    pub(super) fn game(&self) -> &AnyGame {
        self.recorder.game()
    }

    /// Returns true if the last turn has only begun.
    pub(super) fn is_unfinished(&self) -> bool {
        self.unfinished.is_some()
    }

    /// Returns the actions so far.
    pub(super) fn actions(&self) -> &[Action] {
        &self.recorder.record().actions
    }

    pub(super) fn turn<'a>(
        &mut self,
        line: usize,
        tokens: impl Iterator<Item = &'a str>,
    ) -> Result<(), RecordError> {
        if let Some(line) = self.unfinished {
            return Err(RecordErrorKind::TruncatedTurn.at(line));
        }
        let mut turn = Turn::default();
        for token in tokens {
            if self.has_end || !self.seeds.is_empty() {
                return Err(RecordErrorKind::AfterEnd(clip(token)).at(line));
            }
            self.play(token, &mut turn).map_err(|kind| kind.at(line))?;
        }
        self.unfinished = (turn.has_begun && !turn.is_over).then_some(line);
        Ok(())
    }

    /// Plays a token of a turn.
    fn play(&mut self, token: &str, turn: &mut Turn) -> Result<(), RecordErrorKind> {
        let game = self.recorder.game();
        let action = match game.notation().parse(token) {
            Ok(action) => self.lenient.normalise(game, &self.recorder.record().setup, action),
            Err(_) if turn.is_over && !game.is_over() => {
                return Err(RecordErrorKind::TurnOver { token: clip(token) });
            }
            Err(_) => return Err(lenient::unknown_token(token)),
        };
        // The canonical form omits a pass where there is no choice, but many programs write it.
        let is_superfluous = |turn: &Turn, why| {
            action == Action::Pass
                && turn.placement.is_some()
                && matches!(
                    why,
                    Illegality::WrongPhase | Illegality::ChanceActs | Illegality::GameOver
                )
        };
        if turn.is_over && !game.is_over() {
            if is_superfluous(turn, Illegality::ChanceActs) {
                return Ok(());
            }
            return Err(match self.figure_refusal(action, turn) {
                Some(why) => RecordErrorKind::Illegal { token: clip(token), why },
                None => RecordErrorKind::TurnOver { token: clip(token) },
            });
        }
        turn.has_begun = true;
        match self.recorder.play(action) {
            Ok(has_ended) => {
                turn.is_over = has_ended;
                turn.follows_placement = matches!(action, Action::Place { .. });
                if turn.follows_placement {
                    turn.placement = Some(self.recorder.record().actions.len() - 1);
                }
                Ok(())
            }
            Err(illegal) if is_superfluous(turn, illegal.why) => Ok(()),
            Err(illegal) => {
                let why = self.figure_refusal(action, turn).unwrap_or(illegal.why);
                Err(RecordErrorKind::Illegal { token: clip(token), why })
            }
        }
    }

    /// Returns why a figure could not be placed, if the game skipped the deployment step because no
    /// deployment was legal.
    fn figure_refusal(&self, action: Action, turn: &Turn) -> Option<Illegality> {
        let Action::Deploy { figure, target } = action else { return None };
        let at = turn.placement.filter(|_| turn.follows_placement)?;
        let record = self.recorder.record();
        record.state_after(at).figure_refusal(record.actions[at], figure, target)
    }

    pub(super) fn end<'a>(
        &mut self,
        line: usize,
        scores: impl Iterator<Item = &'a str>,
    ) -> Result<(), RecordError> {
        let mut written = Vec::new();
        for score in scores {
            let score = score.parse::<i32>();
            let score = score.map_err(|_| RecordErrorKind::BadTrailer("end".into()).at(line))?;
            // Store at most 16 scores, more than any game has seats, even if the line is longer.
            if written.len() < 16 {
                written.push(score);
            }
        }
        if self.has_end {
            return Err(RecordErrorKind::AfterEnd("end".into()).at(line));
        }
        self.has_end = true;
        match self.recorder.record().result() {
            None => Err(RecordErrorKind::NotOver.at(line)),
            Some(actual) if actual == written => Ok(()),
            Some(actual) => {
                Err(RecordErrorKind::WrongResult { written, actual: actual.to_vec() }.at(line))
            }
        }
    }

    pub(super) fn seed<'a>(
        &mut self,
        line: usize,
        words: impl Iterator<Item = &'a str>,
    ) -> Result<(), RecordError> {
        if !self.seeds.is_empty() {
            return Err(RecordErrorKind::AfterEnd("seed".into()).at(line));
        }
        // One seed for the deal, and one for each replacement.
        let all = 1 + self.recorder.record().reseeds().len();
        let seeds: Result<Vec<Seed>, _> = words.take(all + 1).map(str::parse).collect();
        match seeds {
            Ok(seeds) if seeds.len() == all => {
                self.seeds = seeds;
                Ok(())
            }
            _ => Err(RecordErrorKind::BadTrailer("seed".into()).at(line)),
        }
    }

    pub(super) fn finish(self) -> Record {
        let mut record = self.recorder.into_record();
        let mut seeds = self.seeds.into_iter();
        record.seed = seeds.next();
        record.later_seeds = seeds.collect();
        record
    }
}

/// Returns the tokens of each turn, one line per turn.
pub(super) fn turn_lines(record: &Record) -> Vec<String> {
    let notation = record.notation();
    let line = |turn: &[_]| {
        let tokens: Vec<_> = turn.iter().map(|&action| notation.show(action).to_string()).collect();
        tokens.join(" ")
    };
    record.turns().map(line).collect()
}

/// Returns all revealed seeds, separated by spaces.
pub(super) fn seeds(record: &Record) -> String {
    let seeds = record.seed.iter().chain(&record.later_seeds);
    seeds.map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

pub(super) fn write(record: &Record, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write_with(record, f, |_, _| Ok(()))
}

/// Writes the record, and calls `notes` after the header, with 0, and after each turn, with its
/// number from 1.
pub(super) fn write_with(
    record: &Record,
    f: &mut fmt::Formatter<'_>,
    notes: impl Fn(&mut fmt::Formatter<'_>, usize) -> fmt::Result,
) -> fmt::Result {
    writeln!(f, "bastide {VERSION}")?;
    write!(f, "game {}", header::family(&record.setup.rules))?;
    for (key, value) in header::fields(record) {
        write!(f, " {key}={value}")?;
    }
    writeln!(f)?;
    notes(f, 0)?;
    for (index, line) in turn_lines(record).iter().enumerate() {
        writeln!(f, "{line}")?;
        notes(f, index + 1)?;
    }
    if let Some(scores) = &record.result {
        f.write_str("end")?;
        for score in scores {
            write!(f, " {score}")?;
        }
        writeln!(f)?;
    }
    match &record.seed {
        Some(_) => writeln!(f, "seed {}", seeds(record)),
        None => Ok(()),
    }
}
