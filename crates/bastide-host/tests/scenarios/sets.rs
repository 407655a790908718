//! Options and custom tiles: the valid mixes (SETUP-6), and the sets of tiles that cannot
//! be played with (SETUP-3, WHEEL-1, S-START-1).

use bastide::{
    AnyGame, Expansion, ExpansionSet, Game as _, LandRules, OwnSets, Rules, Setup, SetupError,
    StrongholdRules, sets,
};

fn codes(error: &SetupError) -> Vec<String> {
    error.0.iter().map(|problem| problem.code().to_owned()).collect()
}

/// Codes of the problems of a set-up for two players with these files.
fn problems(rules: Rules, files: &[&str]) -> Vec<String> {
    let own = OwnSets::parse(files.iter().copied()).expect("each tile is good");
    let setup = Setup { sets: Some(own), ..Setup::new(rules, 2) };
    let refused = AnyGame::new(&setup).err();
    refused.map_or_else(Vec::new, |error| codes(&error))
}

fn land_problems(rules: &str, file: &str) -> Vec<String> {
    problems(Rules::Land(rules.parse().expect("known expansions")), &[file])
}

fn stronghold_problems(tiles: &str, wall: &str) -> Vec<String> {
    problems(Rules::Stronghold(StrongholdRules), &[tiles, wall])
}

#[test]
fn mixes_for_new_games_are_distinct_and_valid() {
    // SETUP-6: with the wheel there are always fields.
    let mixes: Vec<LandRules> = LandRules::all_mixes().collect();
    assert_eq!(mixes.len(), 88);
    for (at, mix) in mixes.iter().enumerate() {
        assert!(!mixes[..at].contains(mix), "{mix} only once");
        assert_eq!(mix.check_new(), Ok(()), "{mix}");
    }
    let refused = |text: &str| {
        let rules: LandRules = text.parse().expect("known expansions");
        rules.check_new().map_or_else(|error| codes(&error), |()| vec![])
    };
    assert_eq!(refused("wheel"), ["wheel-without-fields"]);
    assert_eq!(refused("wheel,fields"), [""; 0]);
    assert_eq!(refused("base"), [""; 0]);
    assert_eq!(
        refused("wheel,river,barns"),
        ["river-and-wheel", "barns-without-fields", "wheel-without-fields"]
    );
}

#[test]
fn fields_are_on_by_default() {
    // SETUP-6
    assert_eq!(LandRules::default().to_string(), "base,fields");
    let twice = ExpansionSet::of(&[Expansion::Abbot, Expansion::Fields, Expansion::Abbot]);
    for expansion in Expansion::ALL {
        let is_named = matches!(expansion, Expansion::Abbot | Expansion::Fields);
        assert_eq!(twice.contains(expansion), is_named, "{}", expansion.name());
    }
}

#[test]
fn expansions_with_tiles_change_the_tiles_of_a_game() {
    // RIVER-1, X-1, WHEEL-1
    let tiles = |expansions: &[Expansion]| {
        let expansions = ExpansionSet::of(expansions);
        let rules = LandRules { expansions, ..LandRules::default() };
        let game = AnyGame::new(&Setup::new(Rules::Land(rules), 2)).expect("a possible mix");
        let names = game.board().tiles().kinds.iter().map(|kind| kind.name.to_string());
        names.collect::<Vec<_>>()
    };
    for expansion in Expansion::ALL {
        assert_eq!(
            tiles(&[Expansion::Fields, expansion]) != tiles(&[Expansion::Fields]),
            expansion.spec().tiles.is_some(),
            "{}",
            expansion.name()
        );
    }
}

#[test]
fn a_set_has_a_start_tile() {
    // SETUP-3
    let base = sets::base().to_string();
    assert_eq!(land_problems("base", &base), [""; 0]);
    let none = base.replace("tile D x4 start", "tile D x4");
    assert_eq!(land_problems("base", &none), ["no-start"]);
}

#[test]
fn tiles_belong_to_their_family_and_have_one_name() {
    let more = sets::bridges().to_string();
    assert_eq!(land_problems("base,castles", &more), [""; 0]);
    let twice = more.replacen("tile XA ", "tile U ", 1);
    assert_eq!(land_problems("base,castles", &twice), ["tile-twice"]);
    let foreign = format!("{more}\ntile XZ x1\n  tower N\n  field E S W\n");
    assert_eq!(land_problems("base,castles", &foreign), ["foreign-tile"]);

    let (tiles, wall) = (sets::stronghold().to_string(), sets::stronghold_wall().to_string());
    assert_eq!(stronghold_problems(&tiles, &wall), [""; 0]);
    let foreign = tiles.replacen("patch\n", "tile Z x1\n  city N E S W\n\npatch\n", 1);
    assert_eq!(stronghold_problems(&foreign, &wall), ["foreign-tile"]);
}

#[test]
fn games_have_as_many_tiles_as_the_board_holds() {
    let (base, tiles) = (sets::base().to_string(), sets::stronghold().to_string());
    let wall = sets::stronghold_wall().to_string();
    let field = |name: &str, copies: u8| format!("\ntile {name} x{copies}\n  field N E S W\n");
    let with_more =
        |copies| format!("{base}{}{}{}", field("Y", 99), field("Z", 99), field("ZZ", copies));
    assert_eq!(land_problems("base", &with_more(50)), [""; 0], "320 tiles");
    assert_eq!(land_problems("base", &with_more(51)), ["board-too-large"]);
    let with = |more: &str| tiles.replacen("\npatch\n", &format!("\n{more}\npatch\n"), 1);
    let many = with("tile Z x99\n  courtyard N E S W\n");
    assert_eq!(stronghold_problems(&many, &wall), ["board-too-large"]);
}

#[test]
fn the_block_is_connected_and_matches_inside() {
    // WHEEL-1
    let with_tiles = |copies: u8, cells: &str| {
        let text = format!(
            "set wheel\n\ntile F x{copies}\n  field N E S W\n\ntile BF x0 patch\n  field N E S W\n\n\
             tile BC x0 patch\n  city N E S W\n\npatch\n{cells}"
        );
        land_problems("wheel,fields", &text)
    };
    let block = |cells: &str| with_tiles(9, cells);
    assert_eq!(block("  cell 0,0 BF\n"), [""; 0]);
    assert_eq!(block("  cell 0,0 BF\n  cell 1,0 BF\n  cell 1,1 BF\n"), [""; 0]);
    assert_eq!(block("  cell 0,0 BF\n  cell 1,0 BC\n"), ["bad-block"], "field against city");
    assert_eq!(block("  cell 0,0 BF\n  cell 1,1 BF\n"), ["bad-block"], "corner to corner");
    assert_eq!(block("  cell 1,0 BF\n"), ["bad-block"], "without the origin");
    // Boards for more than 127 tiles have an edge.
    let row = |length: i8| (0..length).map(|x| format!("  cell {x},0 BF\n")).collect::<String>();
    assert_eq!(block(&row(40)), [""; 0]);
    assert_eq!(block(&row(125)), ["bad-block"], "past the edge");
    assert_eq!(with_tiles(99, &row(32)), [""; 0], "up to the edge");
    assert_eq!(with_tiles(99, &row(33)), ["bad-block"], "one cell past the edge");
}

#[test]
fn the_state_of_an_expansion_is_part_of_the_fingerprint() {
    // CASTLE-1, CASTLE-4: an empty castle changes neither board nor figures nor scores.
    let after = |tokens: &str| {
        let rules = Rules::Land("base,castles".parse().expect("known expansions"));
        let mut game = AnyGame::new(&Setup::new(rules, 2)).expect("a good set-up");
        for token in tokens.split_whitespace() {
            let action = game.notation().parse(token).expect(token);
            game.play(action).expect(token);
        }
        game
    };
    let (built, plain) = (after("DE P0,-1r2 C0 ."), after("DE P0,-1r2 . ."));
    assert_eq!(
        (built.to_act(), built.hands(), built.scores()),
        (plain.to_act(), plain.hands(), plain.scores())
    );
    assert_ne!(built.fingerprint(), plain.fingerprint());
}

#[test]
fn a_start_area_faces_one_cell() {
    // S-START-1, S-TILE-1: it lies outside and shows something to one cell inside, nowhere else.
    let wall = "wall stronghold\nrow ##\nrow #.\ntrack 20\n";
    let area = |shown: &str, cell: &str| {
        let text = format!(
            "set stronghold\n\ntile H x9\n  house N E S W\n\ntile SH x0 patch\n  house {shown}\n\n\
             patch\n  cell {cell} SH\n"
        );
        stronghold_problems(&text, wall)
    };
    assert_eq!(area("E", "-1,0"), [""; 0]);
    assert_eq!(area("N", "0,2"), [""; 0]);
    assert_eq!(area("N", "-1,0"), ["start-area"], "it shows something elsewhere");
    assert_eq!(area("N E", "-1,0"), ["start-area"], "it shows too much");
    assert_eq!(area("N W", "1,1"), ["start-area"], "it faces two cells");
    assert_eq!(area("W", "1,0"), ["start-area"], "it lies inside");
    assert_eq!(area("E", "-2,0"), ["start-area"], "it faces nothing");
    let none = "set stronghold\n\ntile H x9\n  house N E S W\n";
    assert_eq!(stronghold_problems(none, wall), ["no-start"]);
}
