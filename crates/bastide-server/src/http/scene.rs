//! Moments of a record as viewers see them.

use bastide::{Action, AnyGame};
use bastide_host::{Record, Recorder};
use bastide_protocol::{Aid, GameEvent, Lens, Scene, Scenes};

/// The game after so many actions.
pub(super) fn at(record: &Record, actions: usize) -> Scene {
    let game = record.state_after(actions);
    view(Lens::of(&game), record, &game, actions)
}

/// The game after each of these numbers of actions, as far as there are so
/// many.
pub(super) fn between(record: &Record, first: usize, last: usize) -> Scenes {
    let all = record.actions().len();
    let (mut scenes, mut events) = (Vec::new(), Vec::new());
    if first > all {
        return Scenes { scenes, events };
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
    Scenes { scenes, events }
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
    let turns = record.turns().scan(0, |end, turn| {
        *end += turn.len();
        Some(*end)
    });
    let turns = turns.take(record.full_turns()).filter(|&end| end <= actions).count();
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
