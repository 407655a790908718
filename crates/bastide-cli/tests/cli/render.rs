//! Tests of `bastide render` and `bastide tiles --sheet`.

use std::fs;

use crate::{Scratch, all, bastide, read, river, stronghold, wheel};

#[test]
fn a_postcard_has_title_players_and_points() {
    let scratch = Scratch::new("postcard");
    let file = scratch.path("map.svg");
    let out = bastide(&["render", &all(), "-o", &file]).fine();
    assert!(out.starts_with(&format!("wrote {file}: ")), "{out}");
    let svg = read(&file);
    let title = svg.split_once("<title>").and_then(|(_, rest)| rest.split_once("</title>"));
    let title = title.expect("a title").0;
    for wanted in ["The Land of Cy", "98 turns", "Ann 39", "Ben 35", "Cy 43"] {
        assert!(title.contains(wanted), "{wanted} is missing from {title}");
    }
    let asked = bastide(&["render", &all(), "-o", &file, "--at", "0", "--title", "Ours & <mine>"]);
    asked.fine();
    assert!(read(&file).contains("<title>Ours &amp; &lt;mine&gt;. after 0 turns, "));
}

#[test]
fn every_option_changes_the_picture() {
    let scratch = Scratch::new("looks");
    let mut seen = Vec::new();
    let looks: [&[&str]; 8] = [
        &[],
        &["--fields"],
        &["--owners"],
        &["--bare"],
        &["--at", "20"],
        &["--theme", "dark"],
        &["--theme", "contrast"],
        &["--theme", "print"],
    ];
    for look in looks {
        let file = scratch.path("map.svg");
        bastide(&[&["render", &all(), "-o", &file][..], look].concat()).fine();
        let svg = read(&file);
        assert!(!seen.contains(&svg), "{look:?} changes nothing");
        seen.push(svg);
    }
}

#[test]
fn all_games_become_png_files_of_the_size_asked_for() {
    let scratch = Scratch::new("png");
    for record in [river(), wheel(), stronghold()] {
        let file = scratch.path("map.png");
        let args = ["render", &record, "-o", &file, "--size", "120", "--json"];
        let told = bastide(&args).json();
        let bytes = fs::read(&file).expect("the file is there");
        assert_eq!(told["bytes"], bytes.len());
        assert_eq!(&bytes[..8], b"\x89PNG\r\n\x1a\n");
        assert_eq!(bytes[16..20], 120u32.to_be_bytes(), "the width");
    }
}

#[test]
fn a_film_has_a_frame_for_every_turn() {
    let scratch = Scratch::new("film");
    let file = scratch.path("game.apng");
    let told = bastide(&["render", &river(), "-o", &file, "--at", "5", "--size", "64", "--json"]);
    assert_eq!(told.json()["frames"], 6, "the start and five turns");
    let bytes = fs::read(&file).expect("the file is there");
    let frames = bytes.windows(4).filter(|word| word == b"fcTL").count();
    assert_eq!(frames, 6);
}

#[test]
fn a_sheet_shows_every_kind() {
    let scratch = Scratch::new("sheet");
    let file = scratch.path("river.svg");
    let out = bastide(&["tiles", "river", "--sheet", &file]).fine();
    assert!(out.contains(": 13 kinds, "), "{out}");
    assert!(read(&file).contains("The tiles of the set river"));
}

#[test]
fn inputs_that_cannot_be_drawn_are_refused() {
    let scratch = Scratch::new("bad-pictures");
    let good = scratch.path("map.png");
    let cases: [(&[&str], &str); 6] = [
        (&["-o", "map.gif"], "hint: end its name with .svg, .png, or .apng"),
        (&["-o", "map"], "has no extension that selects a format"),
        (&["-o", "/nowhere/at/all/map.svg"], "cannot write /nowhere/at/all/map.svg"),
        (&["-o", &good, "--size", "3"], "width of 3 pixels"),
        (&["-o", &good, "--size", "4000000"], "width of 4000000 pixels"),
        (&["-o", &good, "--at", "1000"], "hint: --at takes 0 to"),
    ];
    for (args, wanted) in cases {
        let run = bastide(&[&["render", &river()][..], args].concat());
        assert_eq!(run.code, 2, "{args:?}");
        assert!(run.err.contains(wanted), "{args:?}: {}", run.err);
    }
    let run = bastide(&["render", &river(), "-o", &good, "--theme", "pink"]);
    assert!(run.err.contains("the themes are light, dark, contrast and print"), "{}", run.err);
    let run = bastide(&["tiles", "base", "--sheet", "base.apng"]);
    assert!(run.err.contains("is not an animation"), "{}", run.err);
    assert!(!fs::exists(&good).expect("a folder that can be read"), "nothing was written");
}
