//! Game records: the set-up and all actions, including chance.
//!
//! `docs/notation.md` specifies the text form and the JSON form. A `Record` is always legal, so it
//! can be replayed without further checks.

mod annotated;
mod error;
mod header;
mod json;
mod lenient;
mod text;

use core::fmt;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::collections::BTreeMap;
use std::sync::Arc;

use bastide::{
    Action, AnyGame, Event, EventSink, Game, IllegalAction, Notation, OwnSets, Seat, SeatColours,
    Setup, SetupError,
};

use crate::replay::Replay;
use crate::salt::Salts;
use crate::seed::{Commitment, Reseed, Seed};

pub use annotated::{AnnotatedRecord, Node};
pub use error::{RecordError, RecordErrorKind};
pub use header::{BadKey, HeaderProblem};
pub(crate) use header::{deal_header, encode};

/// The record of a game, from its set-up to its latest action.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Record {
    setup: Setup,
    start: Start,
    extra: BTreeMap<String, String>,
    commitment: Option<Commitment>,
    salts: Salts,
    actions: Vec<Action>,
    /// Number of actions up to the end of each completed turn.
    turn_ends: Vec<usize>,
    result: Option<Vec<i32>>,
    seed: Option<Seed>,
    reseeds: Vec<Reseed>,
    /// The seeds of `reseeds`, once they are revealed.
    later_seeds: Vec<Seed>,
    end: End,
    replayed: Replayed,
}

/// The game before its first action, cached because cloning it is much cheaper than creating it.
/// Copies of the record share it.
#[derive(Clone, PartialEq, Eq)]
struct Start(Arc<AnyGame>);

impl fmt::Debug for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..") // derived from the set-up
    }
}

/// The game after the last action, if it was known when the record was made. It follows from the
/// other fields, so it does not take part in comparisons.
#[derive(Clone, Default)]
struct End(Option<Arc<AnyGame>>);

impl PartialEq for End {
    fn eq(&self, _: &End) -> bool {
        true
    }
}

impl Eq for End {}

impl fmt::Debug for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("..") // derived from the actions
    }
}

/// Number of actions that were replayed. A copy starts at 0.
#[derive(Default, Debug)]
pub(crate) struct Replayed(AtomicUsize);

impl Replayed {
    pub(crate) fn add(&self, actions: usize) {
        self.0.fetch_add(actions, Ordering::Relaxed);
    }
}

impl Clone for Replayed {
    fn clone(&self) -> Replayed {
        Replayed::default()
    }
}

impl PartialEq for Replayed {
    fn eq(&self, _: &Replayed) -> bool {
        true
    }
}

impl Eq for Replayed {}

impl Record {
    /// Creates the record of a game without actions.
    ///
    /// # Errors
    /// Returns a [`SetupError`] that lists all problems of the set-up.
    pub fn new(setup: impl Into<Setup>) -> Result<Record, SetupError> {
        Recorder::new(setup).map(Recorder::into_record)
    }

    /// Parses the text form.
    ///
    /// ```
    /// use bastide_host::Record;
    /// let record = Record::parse(
    ///     "bastide 1\ngame land rules=base,fields seats=2 deck=V,E player1=Ann\nDV P1,0r0 M0\n",
    /// )?;
    /// assert_eq!((record.full_turns(), record.actions().len()), (1, 3));
    /// assert_eq!(record.player(bastide::Seat::FIRST), Some("Ann"));
    /// # Ok::<(), bastide_host::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// Returns a [`RecordError`] for the first line that is malformed or illegal.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        complete(text::parse(text, None)?)
    }

    /// Parses the JSON form.
    ///
    /// ```
    /// use bastide::{LandRules, Setup};
    /// use bastide_host::Record;
    /// let record = Record::new(Setup::new(LandRules::default(), 2)).expect("a possible set-up");
    /// assert_eq!(Record::from_json(&record.to_json()), Ok(record));
    /// ```
    ///
    /// # Errors
    /// Returns errors like [`Record::parse`]. If the JSON itself is valid, line numbers refer to
    /// the text form, so turn `n` is on line `n + 2`.
    pub fn from_json(text: &str) -> Result<Record, RecordError> {
        complete(json::parse(text, None)?)
    }

    /// Parses either form, for example the contents of a file.
    ///
    /// # Errors
    /// Returns errors like [`Record::parse`] and [`Record::from_json`], and also if the input is
    /// not UTF-8.
    pub fn read(bytes: impl AsRef<[u8]>) -> Result<Record, RecordError> {
        Record::read_with(bytes, None)
    }

    /// Parses either form of a game that may use the custom tiles `own` instead of the built-in
    /// ones.
    ///
    /// # Errors
    /// Returns errors like [`Record::read`].
    pub fn read_with(
        bytes: impl AsRef<[u8]>,
        own: Option<&OwnSets>,
    ) -> Result<Record, RecordError> {
        complete(read(bytes.as_ref(), own)?)
    }

    /// Parses a record up to the first invalid line. Returns the legal part, and the error of that
    /// line if there is one.
    ///
    /// ```
    /// use bastide_host::Record;
    /// let text = "bastide 1\ngame land rules=base seats=2\nDV P1,0r0 M0\nDV P9,9r0\n";
    /// let (record, error) = Record::read_legal_part(text, None)?;
    /// assert_eq!(record.full_turns(), 1);
    /// assert_eq!(error.expect("a tile far from all others").line, 4);
    /// # Ok::<(), bastide_host::RecordError>(())
    /// ```
    ///
    /// # Errors
    /// Returns errors like [`Record::read`] for the lines before the first turn.
    pub fn read_legal_part(
        bytes: impl AsRef<[u8]>,
        own: Option<&OwnSets>,
    ) -> Result<(Record, Option<RecordError>), RecordError> {
        read(bytes.as_ref(), own)
    }

    /// Returns the canonical text form; also available via `Display`.
    pub fn to_text(&self) -> String {
        self.to_string()
    }

    /// Returns the JSON form.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("records can be serialized")
    }

    /// Returns the set-up of the game.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Returns the header values that do not affect the game, by key, such as the names of the
    /// players, a date or a place.
    pub fn extra(&self) -> &BTreeMap<String, String> {
        &self.extra
    }

    /// Header key for the comma-separated names of all players.
    pub const PLAYERS: &'static str = "players";

    /// Returns the header key for the name of the player in a seat.
    pub fn player_key(seat: Seat) -> String {
        format!("player{}", seat.index() + 1)
    }

    /// Returns the name of the player in a seat, if the header contains it, either under a separate
    /// key (`player1=Ann`) or under the common one (`players=Ann,Bob`).
    pub fn player(&self, seat: Seat) -> Option<&str> {
        let alone = self.extra.get(&Record::player_key(seat)).map(String::as_str);
        let together = || self.extra.get(Record::PLAYERS)?.split(',').nth(seat.index());
        alone.or_else(together).filter(|name| !name.is_empty())
    }

    /// Header key for the comma-separated colours of the seats.
    pub const COLOURS: &'static str = "colours";

    /// Returns the colours of the seats: those in the header (`colours=white,black`), otherwise the
    /// default ones.
    pub fn colours(&self) -> SeatColours {
        let named = self.extra.get(Record::COLOURS).and_then(|names| names.parse().ok());
        named.unwrap_or_default()
    }

    /// Sets a header value that does not affect the game.
    ///
    /// # Errors
    /// Returns [`BadKey`] if the key is malformed or reserved.
    pub fn set_extra(&mut self, key: &str, value: impl Into<String>) -> Result<(), BadKey> {
        header::check_key(key)?;
        self.extra.insert(key.to_owned(), value.into());
        Ok(())
    }

    /// Returns the host's commitment to the seed, published before the first draw.
    pub fn commitment(&self) -> Option<Commitment> {
        self.commitment
    }

    /// Returns the public text mixed into the draws; empty if there is none.
    pub fn salt(&self) -> &str {
        &self.salts.text
    }

    /// Returns the public data mixed into the draws: the text, and the salts that players committed
    /// to and revealed.
    pub fn salts(&self) -> &Salts {
        &self.salts
    }

    /// Returns the secret seed, once it is revealed.
    pub fn seed(&self) -> Option<&Seed> {
        self.seed.as_ref()
    }

    /// Returns the seeds that replaced the first one during the game.
    pub fn reseeds(&self) -> &[Reseed] {
        &self.reseeds
    }

    /// Returns the secrets of [`Record::reseeds`], once they are revealed.
    pub fn later_seeds(&self) -> &[Seed] {
        &self.later_seeds
    }

    /// Returns the number of draws.
    pub fn draws(&self) -> usize {
        self.actions.iter().filter(|action| action.is_chance()).count()
    }

    /// Returns all actions, including chance.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// Iterates over the actions of each turn. The last turn may be incomplete.
    pub fn turns(&self) -> impl Iterator<Item = &[Action]> {
        let starts = core::iter::once(0).chain(self.turn_ends.iter().copied());
        let ends = self.turn_ends.iter().copied().chain([self.actions.len()]);
        starts
            .zip(ends)
            .map(|(start, end)| &self.actions[start..end])
            .filter(|turn| !turn.is_empty())
    }

    /// Returns the number of completed turns.
    pub fn full_turns(&self) -> usize {
        self.turn_ends.len()
    }

    /// Returns the number of actions up to the end of each completed turn.
    pub fn turn_ends(&self) -> &[usize] {
        &self.turn_ends
    }

    /// Returns the final scores by seat, if the game is over.
    pub fn result(&self) -> Option<&[i32]> {
        self.result.as_deref()
    }

    /// Replays the record from the start.
    pub fn replay(&self) -> Replay<'_> {
        Replay::new(self)
    }

    /// Returns the notation of the actions of this game.
    pub fn notation(&self) -> Notation<'_> {
        self.start.0.notation()
    }

    /// Returns the game before its first action.
    pub fn start(&self) -> AnyGame {
        AnyGame::clone(&self.start.0)
    }

    /// Returns the game after the last action. A record that was just read has it already;
    /// otherwise the record is replayed.
    pub fn game(&self) -> AnyGame {
        self.state_after(self.actions.len())
    }

    /// Returns the game after `turns` turns, or after the last action if there are fewer.
    pub fn state_at(&self, turns: usize) -> AnyGame {
        let actions = match turns.checked_sub(1) {
            None => 0,
            Some(last) => self.turn_ends.get(last).copied().unwrap_or(self.actions.len()),
        };
        self.state_after(actions)
    }

    /// Returns the game after `actions` actions, or after the last one if there are fewer.
    pub fn state_after(&self, actions: usize) -> AnyGame {
        if let Some(end) = self.end.0.as_ref().filter(|_| actions >= self.actions.len()) {
            return (**end).clone();
        }
        let mut game = self.start();
        for &action in self.actions.iter().take(actions) {
            game.play_unchecked(action);
        }
        self.replayed.add(actions.min(self.actions.len()));
        game
    }

    /// Returns the number of actions that were replayed from this record so far, to measure the
    /// work of a caller. Reading a record plays each of its actions once, which is not included.
    pub fn replayed(&self) -> usize {
        self.replayed.0.load(Ordering::Relaxed)
    }

    pub(crate) fn note_replayed(&self, actions: usize) {
        self.replayed.add(actions);
    }

    /// Returns true if the action with this number, counted from 1, ends a turn.
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

    /// Truncates to the first `actions` actions and removes the result and the seeds.
    pub(crate) fn truncate(&mut self, actions: usize) {
        if actions < self.actions.len() {
            self.end = End::default();
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

/// A game in progress that maintains its own record.
///
/// ```
/// use bastide::{Game, LandRules, Setup};
/// use bastide_host::Recorder;
/// let mut recorder = Recorder::new(Setup::new(LandRules::default(), 2).with_deck(["V", "E"]))?;
/// for token in ["DV", "P1,0r0", "M0"] {
///     recorder.play(recorder.game().notation().parse(token)?)?;
/// }
/// assert!(recorder.record().to_text().ends_with("\nDV P1,0r0 M0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Recorder {
    game: AnyGame,
    record: Record,
}

impl Recorder {
    /// Creates a game in which no tile has been drawn.
    ///
    /// # Errors
    /// Returns a [`SetupError`] that lists all problems of the set-up.
    pub fn new(setup: impl Into<Setup>) -> Result<Recorder, SetupError> {
        let mut setup = setup.into();
        header::plain(&mut setup.rules)?;
        let game = AnyGame::new(&setup)?;
        let record = Record {
            setup,
            start: Start(Arc::new(game.clone())),
            extra: BTreeMap::new(),
            commitment: None,
            salts: Salts::default(),
            actions: Vec::new(),
            turn_ends: Vec::new(),
            result: None,
            seed: None,
            reseeds: Vec::new(),
            later_seeds: Vec::new(),
            end: End::default(),
            replayed: Replayed::default(),
        };
        Ok(Recorder { game, record })
    }

    /// Continues a recorded game.
    pub fn resume(mut record: Record) -> Recorder {
        let game = record.game();
        record.end = End::default();
        Recorder { game, record }
    }

    /// Returns the current state of the game.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the record so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    pub(crate) fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }

    /// Consumes the recorder and returns its record.
    pub fn into_record(self) -> Record {
        let end = End(Some(Arc::new(self.game)));
        Record { end, ..self.record }
    }

    /// Returns a copy of the record that caches the current game, see [`Record::game`].
    pub fn to_record(&self) -> Record {
        Record { end: End(Some(Arc::new(self.game.clone()))), ..self.record.clone() }
    }

    /// Plays and records an action. Returns true if it ended its turn.
    ///
    /// # Errors
    /// Returns an [`IllegalAction`] if the action is illegal; the state is then unchanged.
    pub fn play(&mut self, action: Action) -> Result<bool, IllegalAction> {
        self.play_with(action, &mut ())
    }

    /// Plays and records an action and sends its events to `sink`. Returns true if it ended its
    /// turn.
    ///
    /// # Errors
    /// Returns an [`IllegalAction`] if the action is illegal; the state is then unchanged.
    pub fn play_with(
        &mut self,
        action: Action,
        sink: &mut impl EventSink,
    ) -> Result<bool, IllegalAction> {
        let mut watch = TurnWatch { sink, has_ended: false };
        self.game.play_with(action, &mut watch)?;
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

    /// Truncates to the first `actions` actions, which must not remove a completed turn.
    pub(crate) fn rewind(&mut self, actions: usize) {
        let turn_start = self.record.turn_ends.last().copied().unwrap_or(0);
        debug_assert!((turn_start..=self.record.actions.len()).contains(&actions));
        self.record.actions.truncate(actions);
        self.game = self.record.game();
    }
}

/// Forwards events and detects the end of a turn.
struct TurnWatch<'a, S> {
    sink: &'a mut S,
    has_ended: bool,
}

impl<S: EventSink> EventSink for TurnWatch<'_, S> {
    fn event(&mut self, event: Event) {
        self.has_ended |= matches!(event, Event::TurnBegan { .. } | Event::GameEnded { .. });
        self.sink.event(event);
    }

    fn ignores_events(&self) -> bool {
        self.sink.ignores_events()
    }
}

/// The legal part of a record, and the first error after it.
type Partial = (Record, Option<RecordError>);

/// Parses the legal part of either form.
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

/// Returns the error of a record that is only partially legal.
fn complete((record, error): Partial) -> Result<Record, RecordError> {
    match error {
        None => Ok(record),
        Some(error) => Err(error),
    }
}

/// Truncates a piece of input to its first few characters, for error messages.
fn clip(text: &str) -> String {
    const MOST: usize = 40;
    match text.char_indices().nth(MOST) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}...", &text[..at]),
    }
}
