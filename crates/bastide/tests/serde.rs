//! Checks the serialized forms: values survive a round trip through JSON, and values that a type
//! cannot hold are refused.

use core::fmt::Debug;

use bastide::{
    Action, AnyGame, BySeat, Cell, Colour, Event, FigureKind, Game, Hand, IllegalAction, LandRules,
    LandSetup, OwnSets, Rotation, Rules, Seat, SeatColours, SeatSet, Sector, Setup, SpecialEvent,
    StrongholdRules, Tally, Terrain, TileSet, Wall, WallToken, sets,
};
use serde_json::{from_str, from_value, json, to_string, to_value};

/// Asserts that a value is the same after a round trip.
#[track_caller]
fn survives<T: serde::Serialize + for<'de> serde::Deserialize<'de> + PartialEq + Debug>(value: &T) {
    let text = to_string(value).expect("everything can be written");
    assert_eq!(from_str::<T>(&text).as_ref().ok(), Some(value), "{text}");
}

/// Asserts that JSON is not a value of a type.
#[track_caller]
fn refused<T: for<'de> serde::Deserialize<'de> + Debug>(json: serde_json::Value) {
    from_value::<T>(json).expect_err("the type cannot hold this value");
}

#[test]
fn whole_games_round_trip() {
    let land = LandRules::every_mix().step_by(7).map(Rules::Land);
    let mut seen = 0;
    for (number, rules) in (1..).zip(land.chain([Rules::Stronghold(StrongholdRules)])) {
        let mut game = AnyGame::new(&Setup::new(rules, 2)).expect("a possible mix");
        let mut dice: u64 = number;
        while !game.is_over() {
            let actions = game.actions();
            dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(number);
            let mut events: Vec<Event> = Vec::new();
            let action = actions[(dice >> 33) as usize % actions.len()];
            game.play_with(action, &mut events).expect("it is listed");
            survives(&action);
            survives(&events);
            survives(&game.to_act());
            survives(game.hands());
            seen += events.len();
        }
        survives(&game.outcome().expect("the game is over"));
        survives(&game.board().figures().to_vec());
        let error: IllegalAction = game.play(Action::Pass).expect_err("the game is over");
        survives(&error);
    }
    assert!(seen > 5000, "{seen} events");
}

#[test]
fn serialised_forms_are_stable() {
    let action = Action::Place { cell: Cell::new(1, -2), rotation: Rotation::new(3), bridge: None };
    let form = json!({"place": {"cell": {"x": 1, "y": -2}, "rotation": 3, "bridge": null}});
    assert_eq!(to_value(action).expect("an action"), form);
    assert_eq!(to_value(Action::Pass).expect("an action"), json!("pass"));
    // Events of an expansion are not nested.
    let event = Event::Special(SpecialEvent::PigMoved { sector: Sector::Tax });
    assert_eq!(to_value(event).expect("an event"), json!({"pig-moved": {"sector": "tax"}}));
    let setup = LandSetup::new("base,river".parse().expect("rules"), 3);
    let form = json!({
        "rules": "base,river", "seats": 3, "first": 0, "deck": null, "sets": null,
    });
    assert_eq!(to_value(&setup).expect("a set-up"), form);
    let short = from_value(json!({"rules": "base,river", "seats": 3}));
    assert_eq!(short.ok(), Some(setup));
    let seats = SeatSet::from_iter(Seat::all(2));
    assert_eq!(to_value(seats).expect("a set"), json!([0, 1]));
    let scores = BySeat([1, 2, 3, 4, 5, 0]);
    assert_eq!(to_value(scores).expect("scores"), json!([1, 2, 3, 4, 5]));
    survives(&scores);
    survives(&BySeat([1, 2, 3, 4, 5, 6]));
    let mut hand = Hand::default();
    hand[FigureKind::MEEPLE] = 7;
    assert_eq!(to_value(hand).expect("a hand")["meeple"], json!(7));
}

#[test]
fn setups_round_trip_with_their_tiles() {
    let own = sets::base().to_string().replace("tile X x1", "tile X x3");
    let wall = "wall small\nrow ###\ntrack 20\ncorner 0,0 0 1\n";
    let own = OwnSets::parse([own.as_str(), wall]).expect("a set and a wall");
    survives(&Setup::new(LandRules::default(), 2).with_first(1).with_sets(own));
    survives(&Setup::new(StrongholdRules, 2).with_deck(["A1", "A2"]));
    survives(&Setup::new(Rules::Stronghold(StrongholdRules), 2));
    survives(sets::stronghold_wall());
    let set: TileSet = from_value(to_value(sets::river()).expect("a set")).expect("the same set");
    assert_eq!(set.to_string(), sets::river().to_string());
    survives(&"white,black".parse::<SeatColours>().expect("two colours"));
    let error = AnyGame::new(&Setup::new(LandRules::default(), 9).with_deck(["Nope"]));
    survives(&error.expect_err("two problems"));
}

#[test]
fn impossible_values_are_refused() {
    refused::<Seat>(json!(Seat::MOST));
    refused::<SeatSet>(json!([0, 200]));
    refused::<BySeat<i32>>(json!([1, 2]));
    refused::<BySeat<i32>>(json!([1, 2, 3, 4, 5, 6, 7]));
    refused::<Rotation>(json!(4));
    refused::<WallToken>(json!(0));
    refused::<Terrain>(json!("sea"));
    refused::<FigureKind>(json!("dragon"));
    refused::<Hand>(json!({"dragon": 1}));
    refused::<SeatColours>(json!([Colour::Red, Colour::Red]));
    let term = json!({"item": "tile", "count": 1, "each": 1});
    assert!(from_value::<Tally>(json!([term, term, term])).is_ok());
    refused::<Tally>(json!([term, term, term, term]));
    refused::<Tally>(json!([{"item": "tile", "count": 0, "each": 1}]));
    refused::<LandRules>(json!("base,feilds"));
    refused::<StrongholdRules>(json!("base"));
    refused::<LandSetup>(json!({"rules": "base", "seats": 2, "frist": 1}));
    refused::<TileSet>(json!("set t\ntile A x1\n  road N2\n"));
    refused::<Wall>(json!("wall"));
    refused::<OwnSets>(json!(["set unheard-of\n"]));
    refused::<Action>(json!({"fly": {}}));
}
