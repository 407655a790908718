//! Parses arbitrary text as a tile set or a wall: errors have a valid line number, and accepted
//! input can be played.
#![no_main]

use bastide::{Game, Land, LandRules, OwnSets, Setup, Stronghold, StrongholdRules, TileSet, Wall};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let is_line = |line: usize| line >= 1 && line <= text.lines().count().max(1);
    match TileSet::parse(text) {
        Err(error) => assert!(is_line(error.line)),
        Ok(set) => {
            let named = |name: &str| TileSet { name: name.into(), ..set.clone() };
            let own = OwnSets::new([named("base")], None).expect("a built-in name");
            play(Land::new(&Setup::new(LandRules::default(), 2).with_sets(own)).ok());
            within([named("stronghold")], None);
        }
    }
    match Wall::parse(text) {
        Err(error) => assert!(is_line(error.line)),
        Ok(wall) => {
            assert_eq!(Wall::parse(&wall.to_string()).as_ref(), Ok(&wall));
            within([], Some(wall));
        }
    }
});

fn within<const N: usize>(tiles: [TileSet; N], wall: Option<Wall>) {
    let own = OwnSets::new(tiles, wall).expect("a built-in name");
    play(Stronghold::new(&Setup::new(StrongholdRules, 2).with_sets(own)).ok());
}

fn play(game: Option<impl Game>) {
    let Some(mut game) = game else { return };
    let mut legal = Vec::new();
    while !game.is_over() {
        legal.clear();
        game.legal_actions(&mut legal);
        game.play_unchecked(legal[legal.len() / 2]);
    }
}
