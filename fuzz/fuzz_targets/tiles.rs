//! Any text is a tile set or an error with a line, and a set that is accepted
//! can be played with.
#![no_main]

use bastide::sets::Sets;
use bastide::{Game, Land, LandRules, Rules, Setup, TileSet};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match TileSet::parse(text) {
        Err(error) => assert!(error.line >= 1 && error.line <= text.lines().count().max(1)),
        Ok(set) => {
            let rules = LandRules::default();
            let setup = Setup::new(Rules::Land(rules), 2);
            let sets = Sets { base: &set, ..Sets::default() };
            let Ok(mut game) = Land::with_sets(&rules, &setup, sets) else { return };
            let mut legal = Vec::new();
            while !game.is_over() {
                legal.clear();
                game.legal_actions(&mut legal);
                game.play_unchecked(legal[legal.len() / 2], &mut ());
            }
        }
    }
});
