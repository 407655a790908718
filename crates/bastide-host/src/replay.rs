//! A record played again, action by action.

use bastide::{Action, Actor, AnyGame, Event, Game};

use crate::record::Record;

/// One action of a record and what came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// What was done.
    pub action: Action,
    /// Who did it.
    pub actor: Actor,
    /// The turn it belongs to, from 1.
    pub turn: usize,
    /// What happened.
    pub events: Vec<Event>,
}

/// Plays a record again. Between the steps, [`Replay::game`] is the game
/// after the last one.
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
    /// A record from its start.
    pub fn new(record: &'a Record) -> Replay<'a> {
        Replay { record, game: record.start(), next: 0, turn: 1 }
    }

    /// The game after the last step.
    pub fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The game alone.
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
        self.game.play_unchecked(action, &mut events);
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
