//! A game written down: the set-up and every action, chance included.
//!
//! `docs/notation.md` describes the text form and the JSON form. A record is
//! always legal: whoever holds one can replay it without asking.

mod error;
mod header;
mod json;
mod lenient;
mod text;

use core::fmt;
use std::collections::BTreeMap;

use bastide::{
    Action, AnyGame, Event, EventSink, Game, IllegalAction, Notation, OwnSets, Seat, SeatColours,
    Setup, SetupError,
};

use crate::replay::Replay;
use crate::salt::Salts;
use crate::seed::{Commitment, Reseed, Seed};

pub use error::{RecordError, RecordErrorKind};
pub use header::{BadKey, HeaderProblem};
pub(crate) use header::{deal_header, encode};

/// A game written down, from its set-up to its last action so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    setup: Setup,
    start: Start,
    extra: BTreeMap<String, String>,
    commitment: Option<Commitment>,
    salts: Salts,
    actions: Vec<Action>,
    /// How many actions there are up to the end of each turn that has ended.
    turn_ends: Vec<usize>,
    result: Option<Vec<i32>>,
    seed: Option<Seed>,
    reseeds: Vec<Reseed>,
    /// The seeds of `reseeds`, once they are revealed.
    later_seeds: Vec<Seed>,
}

/// The game before its first action, kept because making one is far dearer
/// than copying it.
#[derive(Clone, PartialEq, Eq)]
struct Start(AnyGame);

impl fmt::Debug for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..") // it follows from the set-up
    }
}

impl Record {
    /// The record of a game that has not begun.
    ///
    /// # Errors
    /// Lists everything that is wrong with the set-up.
    pub fn new(setup: Setup) -> Result<Record, SetupError> {
        Recorder::new(setup).map(Recorder::into_record)
    }

    /// Reads the text form.
    ///
    /// # Errors
    /// Names the first line that cannot be read or is not legal, and why.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        complete(text::parse(text, None)?)
    }

    /// Reads the JSON form.
    ///
    /// # Errors
    /// As [`Record::parse`]; where the JSON itself is sound, lines are those
    /// of the text form, so turn `n` is in line `n + 2`.
    pub fn from_json(text: &str) -> Result<Record, RecordError> {
        complete(json::parse(text, None)?)
    }

    /// Reads either form, as found in a file.
    ///
    /// # Errors
    /// As [`Record::parse`] and [`Record::from_json`]; also if it is not
    /// UTF-8.
    pub fn read(bytes: impl AsRef<[u8]>) -> Result<Record, RecordError> {
        Record::read_with(bytes, None)
    }

    /// Reads either form of a game that may have been played with `own` tiles
    /// instead of the built-in ones.
    ///
    /// # Errors
    /// As [`Record::read`].
    pub fn read_with(
        bytes: impl AsRef<[u8]>,
        own: Option<&OwnSets>,
    ) -> Result<Record, RecordError> {
        complete(read(bytes.as_ref(), own)?)
    }

    /// Reads a record up to the first line that is wrong: its legal part, and
    /// the error of that line if there is one.
    ///
    /// # Errors
    /// As [`Record::read`] for what comes before the first turn.
    pub fn read_legal_part(
        bytes: impl AsRef<[u8]>,
        own: Option<&OwnSets>,
    ) -> Result<(Record, Option<RecordError>), RecordError> {
        read(bytes.as_ref(), own)
    }

    /// The text form, with one spelling for each record; also by `Display`.
    pub fn to_text(&self) -> String {
        self.to_string()
    }

    /// The JSON form.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("a record is plain strings and numbers")
    }

    /// What the game was told before it began.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Header values that mean nothing to the game, by key: names of the
    /// players, a date, a place.
    pub fn extra(&self) -> &BTreeMap<String, String> {
        &self.extra
    }

    /// The header key for what all players are called, with commas between.
    pub const PLAYERS: &'static str = "players";

    /// The header key for what the player in a seat is called.
    pub fn player_key(seat: Seat) -> String {
        format!("player{}", seat.index() + 1)
    }

    /// What the player in a seat is called, if the header says it: under a key
    /// for each (`player1=Ann`), or under one for all (`players=Ann,Bob`).
    pub fn player(&self, seat: Seat) -> Option<&str> {
        let alone = self.extra.get(&Record::player_key(seat)).map(String::as_str);
        let together = || self.extra.get(Record::PLAYERS)?.split(',').nth(seat.index());
        alone.or_else(together).filter(|name| !name.is_empty())
    }

    /// The header key for the colours of the seats, with commas between.
    pub const COLOURS: &'static str = "colours";

    /// Returns the colours of the seats: those the header names
    /// (`colours=white,black`), otherwise the usual ones.
    pub fn colours(&self) -> SeatColours {
        let named = self.extra.get(Record::COLOURS).and_then(|names| names.parse().ok());
        named.unwrap_or_default()
    }

    /// Keeps a header value that means nothing to the game.
    ///
    /// # Errors
    /// If the key is not a plain word or means something already.
    pub fn set_extra(&mut self, key: &str, value: impl Into<String>) -> Result<(), BadKey> {
        header::check_key(key)?;
        self.extra.insert(key.to_owned(), value.into());
        Ok(())
    }

    /// What the host promised before the first draw.
    pub fn commitment(&self) -> Option<Commitment> {
        self.commitment
    }

    /// The public text mixed into the draws; empty if there was none.
    pub fn salt(&self) -> &str {
        &self.salts.text
    }

    /// Everything public that is mixed into the draws: the text, and the
    /// salts that players committed to and revealed.
    pub fn salts(&self) -> &Salts {
        &self.salts
    }

    /// The secret all draws came from, once it is revealed.
    pub fn seed(&self) -> Option<&Seed> {
        self.seed.as_ref()
    }

    /// Seeds that replaced the first while the game was on.
    pub fn reseeds(&self) -> &[Reseed] {
        &self.reseeds
    }

    /// Those seeds, once they are revealed.
    pub fn later_seeds(&self) -> &[Seed] {
        &self.later_seeds
    }

    /// How many draws there were.
    pub fn draws(&self) -> usize {
        self.actions.iter().filter(|action| action.is_chance()).count()
    }

    /// All actions, chance included.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// The actions turn by turn. The last turn may not have ended yet.
    pub fn turns(&self) -> impl Iterator<Item = &[Action]> {
        let starts = core::iter::once(0).chain(self.turn_ends.iter().copied());
        let ends = self.turn_ends.iter().copied().chain([self.actions.len()]);
        starts
            .zip(ends)
            .map(|(start, end)| &self.actions[start..end])
            .filter(|turn| !turn.is_empty())
    }

    /// How many turns have ended.
    pub fn full_turns(&self) -> usize {
        self.turn_ends.len()
    }

    /// How many actions there are up to the end of each turn that has ended.
    pub fn turn_ends(&self) -> &[usize] {
        &self.turn_ends
    }

    /// Everybody's final points, by seat, if the game is over.
    pub fn result(&self) -> Option<&[i32]> {
        self.result.as_deref()
    }

    /// Plays it again from the start.
    pub fn replay(&self) -> Replay<'_> {
        Replay::new(self)
    }

    /// How this game's actions are written.
    pub fn notation(&self) -> Notation<'_> {
        self.start.0.notation()
    }

    /// The game before its first action.
    pub fn start(&self) -> AnyGame {
        self.start.0.clone()
    }

    /// The game after the last action.
    pub fn game(&self) -> AnyGame {
        self.state_after(self.actions.len())
    }

    /// The game after so many turns; after the last action if there are
    /// fewer.
    pub fn state_at(&self, turns: usize) -> AnyGame {
        let actions = match turns.checked_sub(1) {
            None => 0,
            Some(last) => self.turn_ends.get(last).copied().unwrap_or(self.actions.len()),
        };
        self.state_after(actions)
    }

    /// The game after so many actions; after the last one if there are
    /// fewer.
    pub fn state_after(&self, actions: usize) -> AnyGame {
        let mut game = self.start();
        for &action in self.actions.iter().take(actions) {
            game.play_unchecked(action, &mut ());
        }
        game
    }

    /// Whether a turn ends with the action of this number, counted from 1.
    pub(crate) fn ends_turn(&self, action: usize) -> bool {
        self.turn_ends.binary_search(&action).is_ok()
    }

    pub(crate) fn commit(&mut self, commitment: Commitment, salts: &Salts) {
        self.commitment = Some(commitment);
        salts.clone_into(&mut self.salts);
    }

    pub(crate) fn reveal(&mut self, seed: Seed, later: Vec<Seed>) {
        self.seed = Some(seed);
        self.later_seeds = later;
    }

    pub(crate) fn reseed(&mut self, reseed: Reseed) {
        self.reseeds.push(reseed);
    }

    /// Forgets all but the first actions, and how it ended.
    pub(crate) fn truncate(&mut self, actions: usize) {
        if actions < self.actions.len() {
            self.actions.truncate(actions);
            self.turn_ends.retain(|&end| end <= actions);
            (self.result, self.seed) = (None, None);
            self.later_seeds.clear();
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write(self, f)
    }
}

/// A game in play that writes its own record.
#[derive(Clone, Debug)]
pub struct Recorder {
    game: AnyGame,
    record: Record,
}

impl Recorder {
    /// A new game, with nothing drawn yet.
    ///
    /// # Errors
    /// Lists everything that is wrong with the set-up.
    pub fn new(mut setup: Setup) -> Result<Recorder, SetupError> {
        header::plain(&mut setup.rules)?;
        let game = AnyGame::new(&setup)?;
        let record = Record {
            setup,
            start: Start(game.clone()),
            extra: BTreeMap::new(),
            commitment: None,
            salts: Salts::default(),
            actions: Vec::new(),
            turn_ends: Vec::new(),
            result: None,
            seed: None,
            reseeds: Vec::new(),
            later_seeds: Vec::new(),
        };
        Ok(Recorder { game, record })
    }

    /// A recorded game, to be played on.
    pub fn resume(record: Record) -> Recorder {
        Recorder { game: record.game(), record }
    }

    /// The game as it stands.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    pub(crate) fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// The record alone.
    pub fn into_record(self) -> Record {
        self.record
    }

    /// Plays an action and writes it down. Whether it ended its turn.
    ///
    /// # Errors
    /// If it is not legal; then nothing has changed.
    pub fn play(
        &mut self,
        action: Action,
        sink: &mut impl EventSink,
    ) -> Result<bool, IllegalAction> {
        let mut watch = TurnWatch { sink, has_ended: false };
        self.game.play(action, &mut watch)?;
        let has_ended = watch.has_ended;
        self.record.actions.push(action);
        if has_ended {
            self.record.turn_ends.push(self.record.actions.len());
        }
        if let Some(outcome) = self.game.outcome() {
            let seats = Seat::all(self.game.seats());
            self.record.result = Some(seats.map(|seat| outcome.scores[seat]).collect());
        }
        Ok(has_ended)
    }

    /// Forgets all but the first `actions` of the turn that is going on.
    pub(crate) fn rewind(&mut self, actions: usize) {
        let turn_start = self.record.turn_ends.last().copied().unwrap_or(0);
        debug_assert!((turn_start..=self.record.actions.len()).contains(&actions));
        self.record.actions.truncate(actions);
        self.game = self.record.game();
    }
}

/// Hands events on and notices the end of a turn.
struct TurnWatch<'a, S> {
    sink: &'a mut S,
    has_ended: bool,
}

impl<S: EventSink> EventSink for TurnWatch<'_, S> {
    fn event(&mut self, event: Event) {
        self.has_ended |= matches!(event, Event::TurnBegan { .. } | Event::GameEnded { .. });
        self.sink.event(event);
    }
}

/// A record as far as it is legal, and the first error after that.
type Partial = (Record, Option<RecordError>);

/// Reads either form as far as it is legal.
fn read(bytes: &[u8], own: Option<&OwnSets>) -> Result<Partial, RecordError> {
    text::check_size(bytes.len())?;
    let text = core::str::from_utf8(bytes).map_err(|error| {
        let sound = &bytes[..error.valid_up_to()];
        let line = 1 + sound.iter().filter(|&&byte| byte == b'\n').count();
        RecordErrorKind::NotText.at(line)
    })?;
    let is_json = text.trim_start_matches('\u{feff}').trim_start().starts_with('{');
    if is_json { json::parse(text, own) } else { text::parse(text, own) }
}

/// Refuses a record that is legal only in part.
fn complete((record, error): Partial) -> Result<Record, RecordError> {
    match error {
        None => Ok(record),
        Some(error) => Err(error),
    }
}

/// A piece of input for an error message: the first few characters of it.
fn clip(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}...", &text[..at]),
    }
}
