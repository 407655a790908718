//! A move that is played once: by its decision, which passes the result on to its application.

use std::fmt;
use std::sync::Arc;

use bastide::{Action, Seat};
use bastide_host::{Match, MatchError};
use bastide_protocol::{EventView, ViewBuilder};

/// A match after the actions of a seat and the draws that follow them, with all events.
///
/// It is not part of the log: a table that is loaded plays the actions of the log again.
#[derive(Clone)]
pub struct Advance {
    /// The match before the actions.
    from: Arc<Match>,
    next: Match,
    events: Vec<EventView>,
    views: &'static ViewBuilder,
}

impl Advance {
    /// Creates an advance without actions.
    pub(super) fn new(from: &Arc<Match>, views: &'static ViewBuilder) -> Advance {
        Advance { from: Arc::clone(from), next: Match::clone(from), events: Vec::new(), views }
    }

    /// Plays an action and the draws after it.
    ///
    /// # Errors
    /// Returns a [`MatchError`] if the action is illegal; nothing is changed.
    pub(super) fn play(&mut self, seat: Seat, action: Action) -> Result<(), MatchError> {
        play(&mut self.next, seat, action, self.views, &mut self.events)
    }

    /// Returns the match after the actions so far.
    pub(super) fn next(&self) -> &Match {
        &self.next
    }

    /// Returns the actions and draws so far.
    pub(super) fn actions(&self) -> &[Action] {
        &self.next.record().actions()[self.from.record().actions().len()..]
    }

    /// Returns the match and the events, if `current` is the match from which it was computed.
    pub(super) fn applied_to(self, current: &Arc<Match>) -> Option<(Match, Vec<EventView>)> {
        Arc::ptr_eq(&self.from, current).then_some((self.next, self.events))
    }
}

/// Prints no contents, so that program logs do not reveal tiles.
impl fmt::Debug for Advance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Advance(..)")
    }
}

#[cfg(test)]
thread_local! {
    /// Number of actions that tables have played in this thread.
    pub(super) static PLAYED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// Plays an action and the draws after it, and appends their events. All moves of a table, decided or
/// loaded, are played here.
pub(super) fn play(
    current: &mut Match,
    seat: Seat,
    action: Action,
    views: &ViewBuilder,
    told: &mut Vec<EventView>,
) -> Result<(), MatchError> {
    #[cfg(test)]
    PLAYED.set(PLAYED.get() + 1);
    let events = current.play(seat, action)?;
    // Tiles and pieces are never removed, so the state after the action and the draws still contains
    // every spot that the events mention.
    told.extend(events.iter().filter_map(|event| views.event(current.game(), event)));
    Ok(())
}
