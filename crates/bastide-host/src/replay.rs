//! Replay of a record, action by action.

use bastide::{Action, Actor, AnyGame, Event, Game};

use crate::record::Record;

/// An action of a record and its effects.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// The action.
    pub action: Action,
    /// The party that acted.
    pub actor: Actor,
    /// Number of the turn it belongs to, starting at 1.
    pub turn: usize,
    /// The events it caused.
    pub events: Vec<Event>,
}

/// An iterator that replays a record. Between steps, [`Replay::game`] returns the game after the
/// last step.
///
/// ```
/// use bastide::Game;
/// let record = bastide_host::Record::parse(
///     "bastide 1\ngame land rules=base,fields seats=2 deck=V,E\nDV P1,0r0 M0\nDE P0,-1r2 M0\n",
/// )?;
/// let mut replay = record.replay();
/// while let Some(step) = replay.next() {
///     println!("turn {}: {:?}, {:?}", step.turn, step.events, replay.game().scores());
/// }
/// # Ok::<(), bastide_host::RecordError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    record: &'a Record,
    game: AnyGame,
    next: usize,
    turn: usize,
}

impl<'a> Replay<'a> {
    /// Creates a replay from the start of a record.
    pub fn new(record: &'a Record) -> Replay<'a> {
        Replay { record, game: record.start(), next: 0, turn: 1 }
    }

    /// Returns the game after the last step.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Plays on until `turns` turns have ended, or to the last action if there are fewer. Does not
    /// go back.
    pub fn play_to(&mut self, turns: usize) -> &AnyGame {
        while self.turn <= turns && self.next().is_some() {}
        &self.game
    }

    /// Consumes the replay and returns the game.
    pub fn into_game(self) -> AnyGame {
        self.game
    }
}

impl Iterator for Replay<'_> {
    type Item = Step;

    fn next(&mut self) -> Option<Step> {
        let action = *self.record.actions().get(self.next)?;
        let actor = self.game.to_act();
        let mut events = Vec::new();
        self.game.play_unchecked_with(action, &mut events);
        self.record.note_replayed(1);
        self.next += 1;
        let step = Step { action, actor, turn: self.turn, events };
        self.turn += usize::from(self.record.ends_turn(self.next));
        Some(step)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.record.actions().len() - self.next;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Replay<'_> {}
