//! Scenes of a record: the game after a number of actions, as viewers see it.

use bastide::{Action, AnyGame, Seat};
use bastide_bots::Kind;
use bastide_host::{Record, Recorder};
use bastide_protocol::{Aid, EventView, Occupant, Outline, Scene, Scenes, SeatView, ViewBuilder};

/// Returns the game after `actions` actions.
pub(super) fn at(record: &Record, actions: usize) -> Scene {
    let game = record.state_after(actions);
    view(ViewBuilder::of(&game), record, &game, actions)
}

/// Returns the game after each number of actions from `first` to `last`, as far as the record has
/// that many.
pub(super) fn between(record: &Record, first: usize, last: usize) -> Scenes {
    let all = record.actions().len();
    let (mut scenes, mut events, outline) = (Vec::new(), Vec::new(), outline(record));
    if first > all {
        return Scenes { scenes, events, outline };
    }
    let mut game = record.state_after(first.saturating_sub(1));
    let views = ViewBuilder::of(&game);
    for actions in first..=last.min(all) {
        let step: &[Action] = match actions.checked_sub(1) {
            Some(before) => &record.actions()[before..actions],
            None => &[],
        };
        let happened: Vec<EventView> = views.play(&mut game, step);
        events.push(happened);
        scenes.push(view(views, record, &game, actions));
    }
    Scenes { scenes, events, outline }
}

/// Returns the summary of the game that a viewer needs before its scenes.
fn outline(record: &Record) -> Outline {
    let (all, is_over) = (record.actions().len(), record.result().is_some());
    let mut stops: Vec<usize> = [0].into_iter().chain(record.turn_ends().iter().copied()).collect();
    let begun = &record.actions()[stops[stops.len() - 1]..];
    // A turn that has only begun is not shown.
    if is_over && !begun.is_empty() || begun.iter().any(|a| matches!(a, Action::Place { .. })) {
        stops.push(all);
    }
    let colours = record.colours();
    let seats = Seat::all(record.setup().seats).map(|seat| SeatView {
        colour: colours[seat].into(),
        who: record.player(seat).map_or(Occupant::Nobody, who),
        is_out: false,
        is_weaker: false,
        away: None,
    });
    Outline { stops, is_over, seats: seats.collect() }
}

/// Returns the player with this name. A record contains only names, so a player with the name of a
/// bot is shown as one.
fn who(name: &str) -> Occupant {
    if Kind::opponents().any(|kind| kind.name() == name) {
        Occupant::Bot { level: name.to_owned(), instead_of: None }
    } else {
        Occupant::Person { name: name.to_owned(), is_here: true }
    }
}

/// Returns the record truncated to the first `actions` actions.
pub(super) fn cut(record: &Record, actions: usize) -> Record {
    let mut recorder = Recorder::new(record.setup().clone()).expect("a record's set-up is sound");
    for &action in record.actions().iter().take(actions) {
        recorder.play(action).expect("a record is legal");
    }
    recorder.into_record()
}

fn view(views: &ViewBuilder, record: &Record, game: &AnyGame, actions: usize) -> Scene {
    let turns = record.turn_ends().partition_point(|&end| end <= actions);
    let game = views.game(game, actions, turns, aid(record));
    Scene { actions, of: record.actions().len(), game }
}

/// Returns the aid that the table agreed on.
fn aid(record: &Record) -> Aid {
    match record.extra().get("aid").map(String::as_str) {
        Some("none") => Aid::None,
        Some("coach") => Aid::Coach,
        Some(_) | None => Aid::Standard,
    }
}
