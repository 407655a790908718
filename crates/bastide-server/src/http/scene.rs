//! Moments of a record as viewers see them.

use bastide::{Action, AnyGame, Seat};
use bastide_bots::Kind;
use bastide_host::{Record, Recorder};
use bastide_protocol::{Aid, GameEvent, Lens, Outline, Scene, Scenes, SeatView, Who};

/// The game after so many actions.
pub(super) fn at(record: &Record, actions: usize) -> Scene {
    let game = record.state_after(actions);
    view(Lens::of(&game), record, &game, actions)
}

/// The game after each of these numbers of actions, as far as there are so
/// many.
pub(super) fn between(record: &Record, first: usize, last: usize) -> Scenes {
    let all = record.actions().len();
    let (mut scenes, mut events, outline) = (Vec::new(), Vec::new(), outline(record));
    if first > all {
        return Scenes { scenes, events, outline };
    }
    let mut game = record.state_after(first.saturating_sub(1));
    let lens = Lens::of(&game);
    for actions in first..=last.min(all) {
        let step: &[Action] = match actions.checked_sub(1) {
            Some(before) => &record.actions()[before..actions],
            None => &[],
        };
        let happened: Vec<GameEvent> = lens.play(&mut game, step);
        events.push(happened);
        scenes.push(view(lens, record, &game, actions));
    }
    Scenes { scenes, events, outline }
}

/// What a viewer knows of the game before looking at its moments.
fn outline(record: &Record) -> Outline {
    let (all, is_over) = (record.actions().len(), record.result().is_some());
    let mut stops: Vec<usize> = [0].into_iter().chain(record.turn_ends().iter().copied()).collect();
    let begun = &record.actions()[stops[stops.len() - 1]..];
    // Of a turn that has only begun there is nothing to be seen yet.
    if is_over && !begun.is_empty() || begun.iter().any(|a| matches!(a, Action::Place { .. })) {
        stops.push(all);
    }
    let colours = record.colours();
    let seats = Seat::all(record.setup().seats).map(|seat| SeatView {
        colour: colours[seat].into(),
        who: record.player(seat).map_or(Who::Nobody, who),
        is_out: false,
        is_weaker: false,
        away: None,
    });
    Outline { stops, is_over, seats: seats.collect() }
}

/// Whoever goes by this name. A record says no more of anybody: who is called as
/// a bot is taken for one.
fn who(name: &str) -> Who {
    if Kind::opponents().any(|kind| kind.name() == name) {
        Who::Bot { level: name.to_owned(), instead_of: None }
    } else {
        Who::Person { name: name.to_owned(), is_here: true }
    }
}

/// The record up to there.
pub(super) fn cut(record: &Record, actions: usize) -> Record {
    let mut recorder = Recorder::new(record.setup().clone()).expect("a record's set-up is sound");
    for &action in record.actions().iter().take(actions) {
        recorder.play(action, &mut ()).expect("a record is legal");
    }
    recorder.into_record()
}

fn view(lens: &Lens, record: &Record, game: &AnyGame, actions: usize) -> Scene {
    let turns = record.turn_ends().partition_point(|&end| end <= actions);
    let game = lens.game(game, actions, turns, aid(record));
    Scene { actions, of: record.actions().len(), game }
}

/// The hints that the table agreed on.
fn aid(record: &Record) -> Aid {
    match record.extra().get("aid").map(String::as_str) {
        Some("none") => Aid::None,
        Some("coach") => Aid::Coach,
        Some(_) | None => Aid::Standard,
    }
}
