//! Options and custom tiles: the valid mixes (SETUP-6), and the sets of tiles that cannot
//! be played with (SETUP-3, WHEEL-1, S-START-1).

use bastide::{
    AnyGame, Expansion, ExpansionSet, LandRules, OwnSets, Rules, Setup, SetupProblem,
    StrongholdRules, sets,
};

/// Codes of the problems of a set-up for two players with these files.
fn problems(rules: Rules, files: &[&str]) -> Vec<&'static str> {
    let own = OwnSets::parse(files.iter().copied()).expect("each tile is good");
    let setup = Setup { sets: Some(own), ..Setup::new(rules, 2) };
    let refused = AnyGame::new(&setup).err();
    refused.map_or_else(Vec::new, |error| error.0.iter().map(SetupProblem::code).collect())
}

fn land_problems(rules: &str, file: &str) -> Vec<&'static str> {
    problems(Rules::Land(rules.parse().expect("known options")), &[file])
}

fn walled_problems(tiles: &str, wall: &str) -> Vec<&'static str> {
    problems(Rules::Stronghold(StrongholdRules), &[tiles, wall])
}

#[test]
fn there_are_88_mixes_for_new_games() {
    // SETUP-6: with the wheel there are always fields.
    let mixes: Vec<LandRules> = LandRules::all_mixes().collect();
    assert_eq!(mixes.len(), 88);
    for (at, mix) in mixes.iter().enumerate() {
        assert!(!mixes[..at].contains(mix), "{mix} only once");
        assert_eq!(mix.check_new(), Ok(()), "{mix}");
    }
    let refused = |text: &str| {
        let rules: LandRules = text.parse().expect("known options");
        rules
            .check_new()
            .map_or_else(|error| error.0.iter().map(SetupProblem::code).collect(), |()| vec![])
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
fn fields_are_on_unless_told_otherwise() {
    // SETUP-6
    assert_eq!(LandRules::default().to_string(), "base,fields");
    let twice = ExpansionSet::of(&[Expansion::Abbot, Expansion::Fields, Expansion::Abbot]);
    for module in Expansion::ALL {
        let is_named = matches!(module, Expansion::Abbot | Expansion::Fields);
        assert_eq!(twice.contains(module), is_named, "{}", module.name());
    }
}

#[test]
fn a_set_has_a_start() {
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
    assert_eq!(walled_problems(&tiles, &wall), [""; 0]);
    let foreign = tiles.replacen("patch\n", "tile Z x1\n  city N E S W\n\npatch\n", 1);
    assert_eq!(walled_problems(&foreign, &wall), ["foreign-tile"]);
}

#[test]
fn no_game_has_more_than_127_tiles() {
    let (base, tiles) = (sets::base().to_string(), sets::stronghold().to_string());
    let wall = sets::stronghold_wall().to_string();
    let many = format!("{base}\ntile Z x99\n  field N E S W\n");
    assert_eq!(land_problems("base", &many), ["board-too-large"]);
    let with = |more: &str| tiles.replacen("\npatch\n", &format!("\n{more}\npatch\n"), 1);
    let many = with("tile Z x99\n  courtyard N E S W\n");
    assert_eq!(walled_problems(&many, &wall), ["board-too-large"]);
}

#[test]
fn the_block_hangs_together_and_matches_inside() {
    // WHEEL-1
    let block = |cells: &str| {
        let text = format!(
            "set wheel\n\ntile F x9\n  field N E S W\n\ntile BF x0 patch\n  field N E S W\n\n\
             tile BC x0 patch\n  city N E S W\n\npatch\n{cells}"
        );
        land_problems("wheel,fields", &text)
    };
    assert_eq!(block("  cell 0,0 BF\n"), [""; 0]);
    assert_eq!(block("  cell 0,0 BF\n  cell 1,0 BF\n  cell 1,1 BF\n"), [""; 0]);
    assert_eq!(block("  cell 0,0 BF\n  cell 1,0 BC\n"), ["bad-block"], "field against city");
    assert_eq!(block("  cell 0,0 BF\n  cell 1,1 BF\n"), ["bad-block"], "corner to corner");
    assert_eq!(block("  cell 1,0 BF\n"), ["bad-block"], "without the origin");
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
        walled_problems(&text, wall)
    };
    assert_eq!(area("E", "-1,0"), [""; 0]);
    assert_eq!(area("N", "0,2"), [""; 0]);
    assert_eq!(area("N", "-1,0"), ["start-area"], "it shows something elsewhere");
    assert_eq!(area("N E", "-1,0"), ["start-area"], "it shows too much");
    assert_eq!(area("N W", "1,1"), ["start-area"], "it faces two cells");
    assert_eq!(area("W", "1,0"), ["start-area"], "it lies inside");
    assert_eq!(area("E", "-2,0"), ["start-area"], "it faces nothing");
    let none = "set stronghold\n\ntile H x9\n  house N E S W\n";
    assert_eq!(walled_problems(none, wall), ["no-start"]);
}
