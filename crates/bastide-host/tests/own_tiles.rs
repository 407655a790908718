//! Tests of games with custom tiles: their records and positions identify the tiles, and replaying
//! them with other tiles is an error.

use bastide::sets::OwnSetsError;
use bastide::{Actor, Game};
use bastide::{AnyGame, LandRules, OwnSets, Rules, Setup, SetupProblem, StrongholdRules, sets};
use bastide_host::{
    Dealer, Dice, HeaderProblem, Match, PositionError, Record, RecordErrorKind, Seed,
};
use bastide_host::{position, verify};

fn own(change: (&str, &str)) -> OwnSets {
    let text = sets::bridges().to_string().replace(change.0, change.1);
    OwnSets::parse([text.as_str()]).expect("a good set")
}

fn played(own: &OwnSets) -> Record {
    let rules: LandRules = "base,fields,bridges".parse().expect("known rules");
    let setup = Setup { sets: Some(own.clone()), ..Setup::new(Rules::Land(rules), 2) };
    let dealer = Dealer::seeded(Seed::from_number(1), "own");
    let mut current = Match::new(setup, dealer).expect("a good set-up");
    let (mut dice, mut legal) = (Dice::new(1, 1), Vec::new());
    while let Actor::Seat(seat) = current.game().to_act() {
        let action = dice.act(current.game(), &mut legal).expect("not over yet");
        current.play(seat, action).expect("it is legal");
    }
    current.record().clone()
}

#[test]
fn records_with_custom_tiles_need_their_tiles() {
    let own = own(("tile XA x1", "tile XA x4"));
    let record = played(&own);
    assert!(verify(&record).is_ok());
    let text = record.to_text();
    assert!(text.contains(&format!(" tiles={:016x} ", own.fingerprint())), "{text}");
    assert_eq!(Record::read_with(&text, Some(&own)).as_ref(), Ok(&record));
    assert_eq!(Record::read_with(record.to_json(), Some(&own)).as_ref(), Ok(&record));

    let other = self::own(("tile XA x1", "tile XA x5"));
    for wrong in [None, Some(&other)] {
        let error = Record::read_with(&text, wrong).expect_err("not these tiles");
        let is_told =
            matches!(&error.kind, RecordErrorKind::BadHeader(HeaderProblem::OtherTiles(_)));
        assert!(is_told && error.line == 2, "{error}");
    }
}

#[test]
fn positions_with_custom_tiles_need_their_tiles() {
    let own = own(("tile XK x1", "tile XK x2"));
    let record = played(&own);
    let name = position::encode(&record);
    let again = position::decode_with(&name, Some(&own)).expect("the same tiles");
    assert_eq!(again.actions(), record.actions());
    assert_eq!(position::decode(&name), Err(PositionError::OtherTiles));
}

/// Returns a smaller version of The Castle: its last row is removed, and the start area there is
/// moved up.
fn small_castle() -> OwnSets {
    let wall = sets::stronghold_wall().to_string();
    let wall = wall.replacen("row ...######.\n", "", 1).replace("9,10 ", "9,9 ");
    let wall = wall.replace("3,10 ", "3,9 ");
    let tiles = sets::stronghold().to_string().replace("cell 5,10 ", "cell 5,9 ");
    OwnSets::parse([wall.as_str(), tiles.as_str()]).expect("good files")
}

#[test]
fn a_custom_wall_is_part_of_the_record() {
    let own = small_castle();
    assert_eq!(own.sets().wall.cells().count(), 70);
    let setup =
        Setup { sets: Some(own.clone()), ..Setup::new(Rules::Stronghold(StrongholdRules), 2) };
    let dealer = Dealer::seeded(Seed::from_number(2), "own");
    let mut current = Match::new(setup.clone(), dealer).expect("a good set-up");
    let (mut dice, mut legal) = (Dice::new(2, 1), Vec::new());
    while let Actor::Seat(seat) = current.game().to_act() {
        let action = dice.act(current.game(), &mut legal).expect("not over yet");
        current.play(seat, action).expect("it is legal");
    }
    let record = current.record();
    assert!(verify(record).is_ok());
    let text = record.to_text();
    assert!(text.contains(&format!("first=0 tiles={:016x} ", own.fingerprint())), "{text}");
    assert_eq!(Record::read_with(&text, Some(&own)).as_ref(), Ok(record));
    assert!(Record::read_with(&text, None).is_err());
    let name = position::encode(record);
    let again = position::decode_with(&name, Some(&own)).expect("the same wall");
    assert_eq!(again.actions(), record.actions());
    assert_eq!(position::decode(&name), Err(PositionError::OtherTiles));

    // Without the start area at the changed wall, the set-up is invalid.
    let wall = own.sets().wall.to_string();
    let half = OwnSets::parse([wall.as_str()]).expect("a good file");
    assert_ne!(half, own);
    let error = AnyGame::new(&Setup { sets: Some(half), ..setup }).expect_err("no such place");
    assert!(error.to_string().contains("start area at 5,10"), "{error}");
    let twice = OwnSets::parse([wall.as_str(), wall.as_str()]).expect_err("two walls");
    assert_eq!(twice.to_string(), "two files define the set 'wall'");
    let broken = OwnSets::parse(["# mine\nwall stronghold\nrow #?\n"]).expect_err("no row");
    assert!(broken.to_string().starts_with("line 3: "), "{broken}");
}

#[test]
fn custom_sets_are_compared_by_content() {
    let with_comment = format!("# mine\n{}", sets::bridges());
    let same = OwnSets::parse([with_comment.as_str()]).expect("a comment changes nothing");
    assert_eq!(same, own(("tile XA x1", "tile XA x1")));
    assert_ne!(same, own(("tile XA x1", "tile XA x2")));
}

#[test]
fn a_set_without_a_start_tile_is_refused() {
    let text = sets::base().to_string().replace("tile D x4 start", "tile D x4");
    let own = OwnSets::parse([text.as_str()]).expect("each tile is good");
    let setup = Setup { sets: Some(own), ..Setup::new(Rules::Land(LandRules::default()), 2) };
    let error = AnyGame::new(&setup).expect_err("nothing to begin with");
    assert!(error.to_string().contains("start"), "{error}");
    assert!(OwnSets::parse(["set moon\ntile A x1\n field N E S W\n"]).is_err());
    let twice = sets::river().to_string();
    assert!(OwnSets::parse([twice.as_str(), twice.as_str()]).is_err());
}

#[test]
fn the_castle_can_have_another_wall() {
    let text = include_str!("../../bastide/tiles/stronghold.wall").replace("86 87", "87 88");
    let own = OwnSets::parse([text.as_str()]).expect("a good wall");
    let setup = Setup { sets: Some(own), ..Setup::new(Rules::Stronghold(StrongholdRules), 2) };
    assert!(AnyGame::new(&setup).is_ok());
    let broken = text.replace("row", "raw");
    assert!(matches!(OwnSets::parse([broken.as_str()]), Err(OwnSetsError::WallFile { .. })));
}

#[test]
fn a_river_without_a_spring_and_a_disconnected_block_are_refused() {
    let refusal = |rules: &str, text: String| {
        let own = OwnSets::parse([text.as_str()]).expect("each tile is good");
        let rules: LandRules = rules.parse().expect("known rules");
        let setup = Setup { sets: Some(own), ..Setup::new(Rules::Land(rules), 2) };
        AnyGame::new(&setup).expect_err("nothing to begin with").0
    };
    let dry = sets::river().to_string().replace(" spring", " stream");
    assert_eq!(refusal("base,river", dry), [SetupProblem::NoStart]);
    let wheel = sets::wheel().to_string();
    let torn = wheel.replace("cell 3,3", "cell 9,9").replace("link 3,2.2 3,3.0\n", "");
    let torn = torn.replace("link 3,3.0 2,3.0\n", "");
    assert_eq!(refusal("wheel", torn), [SetupProblem::BadBlock]);
    // The road on the north side, rotated to face the city of its neighbour.
    let clash = wheel.replace("cell 1,0 Bb r0", "cell 1,0 Bb r3");
    assert_eq!(
        refusal("wheel", clash.replace("cell 0,0 Ba r0", "cell 0,0 Ba r1")),
        [SetupProblem::BadBlock]
    );
}
