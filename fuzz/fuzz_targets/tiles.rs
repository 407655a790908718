//! Parses arbitrary text as a tile set or a wall: errors have a valid line number, and accepted
//! input can be played.
#![no_main]

use bastide::sets::{self, Sets};
use bastide::{Game, Land, LandRules, Rules, Setup, Stronghold, StrongholdRules, TileSet, Wall};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let is_line = |line: usize| line >= 1 && line <= text.lines().count().max(1);
    match TileSet::parse(text) {
        Err(error) => assert!(is_line(error.line)),
        Ok(set) => {
            let rules = LandRules::default();
            let setup = Setup::new(Rules::Land(rules), 2);
            let sets = Sets { base: &set, ..Sets::default() };
            play(Land::with_sets(&rules, &setup, sets).ok());
            within(&set, sets::stronghold_wall());
        }
    }
    match Wall::parse(text) {
        Err(error) => assert!(is_line(error.line)),
        Ok(wall) => {
            assert_eq!(Wall::parse(&wall.to_string()).as_ref(), Ok(&wall));
            within(sets::stronghold(), &wall);
        }
    }
});

fn within(tiles: &TileSet, wall: &Wall) {
    let setup = Setup::new(Rules::Stronghold(StrongholdRules), 2);
    play(Stronghold::with_board(&StrongholdRules, &setup, tiles, wall).ok());
}

fn play(game: Option<impl Game>) {
    let Some(mut game) = game else { return };
    let mut legal = Vec::new();
    while !game.is_over() {
        legal.clear();
        game.legal_actions(&mut legal);
        game.play_unchecked(legal[legal.len() / 2], &mut ());
    }
}
