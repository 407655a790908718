//! Checks that client views agree with the rules.

mod answers;
mod hostile;
mod offers;
mod views;

use bastide::{AnyGame, Game, LandRules, Rules, Setup, StrongholdRules};
use bastide_host::{Dice, Recorder};
use bastide_protocol::{Aid, Standpoint, ViewBuilder};
use bastide_testing::broad_mixes;

/// Parses rules by name.
fn rules(name: &str) -> Rules {
    match name {
        "stronghold" => Rules::Stronghold(StrongholdRules),
        _ => Rules::Land(name.parse::<LandRules>().expect("known rules")),
    }
}

/// Mixes that together cover every kind of action and event.
const MIXES: [(&str, u8); 6] = [
    ("base,fields", 2),
    ("base,fields,river=2021,abbot,bridges,castles,barns", 3),
    ("wheel,fields,abbot,castles,barns", 4),
    ("wheel,bridges", 5),
    ("base,fields,inns,traders", 3),
    ("stronghold", 2),
];

/// All mixes of the land game, and Stronghold.
fn all_mixes() -> Vec<(Rules, u8)> {
    let lands = broad_mixes().into_iter().enumerate().map(|(number, rules)| {
        let seats = rules.seats().nth(number % rules.seats().count());
        (Rules::Land(rules), seats.expect("at least one number"))
    });
    lands.chain([(Rules::Stronghold(StrongholdRules), 2)]).collect()
}

/// Plays a random game and calls `look` before each action and at the end.
fn walk(setup: Setup, seed: u64, mut look: impl FnMut(&Recorder)) -> Recorder {
    let mut recorder = Recorder::new(setup).expect("a good set-up");
    let (mut dice, mut legal) = (Dice::new(seed, 3), Vec::new());
    loop {
        look(&recorder);
        let Some(action) = dice.act(recorder.game(), &mut legal) else { return recorder };
        recorder.play(action).expect("dice play by the rules");
    }
}

/// Returns the standpoint of the seat to act.
fn seen(recorder: &Recorder, aid: Aid) -> Standpoint<'_> {
    let game = recorder.game();
    Standpoint {
        game,
        actions: recorder.record().actions().len(),
        turns: recorder.record().full_turns(),
        aid,
        seat: to_act(game),
    }
}

fn to_act(game: &AnyGame) -> Option<u8> {
    match game.to_act() {
        bastide::Actor::Seat(seat) => Some(seat.index() as u8),
        bastide::Actor::Chance | bastide::Actor::Nobody => None,
    }
}

/// Returns the full view of a game.
fn view(views: &ViewBuilder, from: &Standpoint<'_>) -> bastide_protocol::GameView {
    views.game(from.game, from.actions, from.turns, from.aid)
}
