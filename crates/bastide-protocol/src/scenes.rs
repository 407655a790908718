//! Views of a record: the game after a number of actions, its outline, and the verification of its
//! draws.

use bastide::{Action, AnyGame, Seat};
use bastide_bots::Kind;
use bastide_host::{Record, Recorder, position, verify};

use crate::message::Scene;
use crate::new_table::Aid;
use crate::rest::{Outline, PositionView, Scenes, Verdict};
use crate::table::{Occupant, SeatView, engine_of};
use crate::view_builder::ViewBuilder;

impl Scene {
    /// Returns the game after the first `actions` actions of `record`.
    pub fn at(record: &Record, actions: usize) -> Scene {
        let game = record.state_after(actions);
        view(ViewBuilder::of(&game), record, &game, actions)
    }
}

impl Scenes {
    /// Maximum number of scenes in a response.
    pub const MOST: usize = 64;

    /// Returns the game after each number of actions from `first` to `last`, as far as the record
    /// has that many, and at most [`Scenes::MOST`] scenes.
    pub fn between(record: &Record, first: usize, last: usize) -> Scenes {
        let all = record.actions().len();
        let (mut scenes, mut events, outline) = (Vec::new(), Vec::new(), Outline::of(record));
        if first > all {
            return Scenes { scenes, events, outline };
        }
        let mut game = record.state_after(first.saturating_sub(1));
        let views = ViewBuilder::of(&game);
        for actions in (first..=last.min(all)).take(Scenes::MOST) {
            let step: &[Action] = match actions.checked_sub(1) {
                Some(before) => &record.actions()[before..actions],
                None => &[],
            };
            events.push(views.play(&mut game, step));
            scenes.push(view(views, record, &game, actions));
        }
        Scenes { scenes, events, outline }
    }
}

impl Outline {
    /// Returns the summary of a game that a viewer needs before its scenes.
    pub fn of(record: &Record) -> Outline {
        let (all, is_over) = (record.actions().len(), record.result().is_some());
        let ends = record.turn_ends().iter().copied();
        let mut stops: Vec<usize> = [0].into_iter().chain(ends).collect();
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
}

impl Verdict {
    /// Verifies the draws of `record`.
    pub fn of(record: &Record) -> Verdict {
        Verdict::new(record, verify(record).as_ref())
    }
}

impl PositionView {
    /// Returns the position after the last action of `record`.
    pub fn of(record: &Record) -> PositionView {
        PositionView {
            position: position::encode(record),
            record: record.to_text(),
            scene: Scene::at(record, record.actions().len()),
        }
    }

    /// Returns the position after the first `actions` actions of `record`.
    pub fn at(record: &Record, actions: usize) -> PositionView {
        PositionView::of(&truncated(record, actions))
    }
}

/// Returns the player with this name. A record contains only names, so a player with the name of a
/// bot is shown as one.
fn who(name: &str) -> Occupant {
    if Kind::opponents().any(|kind| kind.name() == name) || engine_of(name).is_some() {
        Occupant::Bot { level: name.to_owned(), instead_of: None }
    } else {
        Occupant::Person { name: name.to_owned(), is_here: true }
    }
}

/// Returns the record truncated to the first `actions` actions.
fn truncated(record: &Record, actions: usize) -> Record {
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

#[cfg(test)]
mod tests {
    use bastide::{Actor, Game as _, Rules, Setup};
    use bastide_host::{Dealer, Dice, Match, Seed};

    use super::*;

    /// Plays a whole game with a committed seed.
    fn played() -> Match {
        let setup = Setup::new(Rules::Land("base,fields".parse().expect("rules")), 2);
        let dealer = Dealer::seeded(Seed::from_number(3), "");
        let mut game = Match::new(setup, dealer).expect("possible");
        let (mut dice, mut legal) = (Dice::new(3, 1), Vec::new());
        while let Actor::Seat(seat) = game.game().to_act() {
            let action = dice.act(game.game(), &mut legal).expect("a seat is to act");
            game.play(seat, action).expect("legal");
        }
        game
    }

    #[test]
    fn views_replay_a_record_at_most_once() {
        let game = played();
        let text = game.record().to_text();
        let all = game.record().actions().len();

        let record = Record::read(&text).expect("a legal record");
        let verdict = Verdict::of(&record);
        assert!(verdict.is_verified && verdict.is_finished, "{:?}", verdict.reason);
        assert_eq!(record.replayed(), all, "verifying the draws needs all states");

        // The last state is known from reading, or from the table.
        for record in [Record::read(&text).expect("a legal record"), game.to_record()] {
            assert!(Scene::at(&record, all).game.to_act.is_none());
            assert_eq!(record.replayed(), 0);
            assert_eq!(Scene::at(&record, 20).actions, 20);
            assert_eq!(record.replayed(), 20);
        }

        let record = Record::read(&text).expect("a legal record");
        let scenes = Scenes::between(&record, 10, 40);
        assert_eq!(scenes.scenes.len(), 31);
        assert_eq!(record.replayed(), 9, "one replay up to the first scene");
    }
}
