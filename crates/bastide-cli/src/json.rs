//! Games as JSON: the views of the protocol (`docs/protocol.md`). Seats are numbers from 0, and lists
//! by seat are in this order.

use bastide::{AnyGame, Event, Game};
use bastide_protocol::{Aid, EventView, GameView, ViewBuilder};

use crate::status;

/// Returns the view of a game after `actions` actions and `turns` turns.
pub(crate) fn game(game: &AnyGame, actions: usize, turns: usize) -> GameView {
    ViewBuilder::of(game).game(game, actions, turns, Aid::Standard)
}

/// Returns the events of an action. `game` is the state after it, and `views` are those of its
/// tiles.
pub(crate) fn events(views: &ViewBuilder, game: &AnyGame, events: &[Event]) -> Vec<EventView> {
    events.iter().filter_map(|event| views.event(game, event)).collect()
}

/// Returns the scoring of each feature if the game ended now.
pub(crate) fn prospects(game: &AnyGame) -> Vec<EventView> {
    let scorings: Vec<Event> =
        status::prospects(game).iter().map(|scoring| Event::Scored(*scoring)).collect();
    events(ViewBuilder::of(game), game, &scorings)
}

/// Returns the points of each seat.
pub(crate) fn scores(game: &AnyGame) -> Vec<i32> {
    game.scores().iter(game.seats()).map(|(_, &points)| points).collect()
}

/// Returns the seats that have won, if the game is over.
pub(crate) fn winners(game: &AnyGame) -> Option<Vec<usize>> {
    let outcome = game.outcome()?;
    Some(outcome.winners.iter().map(bastide::Seat::index).collect())
}
