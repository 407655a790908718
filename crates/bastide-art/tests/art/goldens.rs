//! Checks that drawings do not change unintentionally.
//!
//! Review the sheets before blessing new fingerprints: `cargo run -p bastide-art --example sheets --
//! FOLDER`.

use std::fmt::Write as _;

use bastide::{Game, sets};
use bastide_art::{Atlas, Card, Look, Theme, pieces_sprite, postcard, sheet, sprite};
use bastide_testing::golden;

use crate::{MIXES, played};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/pictures.txt");

/// FNV-1a hash, so that a large drawing takes one line in the golden file.
fn fingerprint(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[test]
fn pictures_match_their_golden_fingerprints() {
    let mut lines = String::new();
    for set in sets::all() {
        for theme in Theme::ALL {
            let svg = sheet(set, theme);
            let _ = writeln!(lines, "sheet {} {theme} {:016x}", set.name, fingerprint(&svg));
        }
        let svg = sprite(set, Theme::Light);
        let _ = writeln!(lines, "sprite {} {:016x}", set.name, fingerprint(&svg));
    }
    let svg = pieces_sprite(Theme::Light);
    let _ = writeln!(lines, "sprite pieces {:016x}", fingerprint(&svg));
    for (rules, seats) in MIXES {
        let game = played(rules, seats, 9);
        let atlas = Atlas::new(game.board().tiles());
        let svg = postcard(&game, &atlas, &Look::default(), &Card::default());
        let _ = writeln!(lines, "postcard {rules} {:016x}", fingerprint(&svg));
    }
    golden::check(FILE, &lines);
}

#[test]
fn a_picture_is_the_same_every_time() {
    let game = played("base,fields", 2, 1);
    let draw = || {
        let atlas = Atlas::new(game.board().tiles());
        postcard(&game, &atlas, &Look::default(), &Card::default())
    };
    assert_eq!(draw(), draw());
}
