//! Tests of `--tiles FILE`: custom sets in place of the built-in ones.

use bastide::sets;

use crate::{Scratch, bastide, bastide_with, read};

/// A base set with monasteries only, and one start tile.
const PLAIN: &str = "set base
tile D x1 start
  city  N
  road  E2 W2
  field E1 W3   borders 0
  field E3 S W1
tile B x9
  monastery
  field N E S W
";

#[test]
fn custom_tiles_can_be_played() {
    let scratch = Scratch::new("own-tiles");
    let (tiles, file) = (scratch.write("plain.tiles", PLAIN), scratch.path("game"));
    let args = ["play", "--people", "0", "--bot", "random", "--seed", "1", "--tiles", &tiles];
    let out = bastide(&[&args[..], &["--save", &file]].concat()).fine();
    assert!(out.contains("2 players, 8 tiles to draw"), "{out}");
    let draws = out.lines().filter(|line| line.trim().ends_with("draws B (monastery)")).count();
    assert_eq!(draws, 9, "and nothing else");
    // The record names the fingerprint of the custom tiles.
    assert!(read(&file).contains(" tiles="), "{}", read(&file));
    for command in ["show", "replay", "check", "verify", "position"] {
        let without = bastide(&[command, &file]);
        assert_eq!(without.code, 2, "{command}");
        assert!(without.err.contains("was played with other tiles"), "{}", without.err);
        assert!(without.err.contains("hint: give with --tiles FILE"), "{}", without.err);
        bastide(&[command, &file, "--tiles", &tiles]).fine();
    }
    let name = bastide(&["position", &file, "--tiles", &tiles]).fine();
    let shown = bastide(&["show", "--position", name.trim(), "--tiles", &tiles]).fine();
    let again = bastide(&["show", &file, "--tiles", &tiles]).fine();
    // A position contains no names or results, only the board.
    assert_eq!(shown.lines().next(), again.lines().next());
    let run = bastide(&["show", "--position", name.trim()]);
    assert!(run.err.contains("other tiles") && run.err.contains("--tiles FILE"), "{}", run.err);
}

#[test]
fn simulate_perft_and_tiles_accept_custom_tiles() {
    let scratch = Scratch::new("own-counts");
    let tiles = scratch.write("plain.tiles", PLAIN);
    let run = bastide(&["simulate", "--games", "5", "--tiles", &tiles, "--json"]).json();
    assert_eq!(run["turns"], 9.0);
    // The monastery fits to the south of the start tile, with a monk, a farmer or no figure.
    let run = bastide(&["perft", "--depth", "1", "--tiles", &tiles, "--json"]).json();
    assert_eq!(run["depths"][0]["leaves"], 3);
    let sets = bastide(&["tiles", "base", "--tiles", &tiles, "--json"]).json();
    assert_eq!(sets[0]["total"], 10);
    // The other sets are unchanged.
    let sets = bastide(&["tiles", "river", "--tiles", &tiles, "--json"]).json();
    assert_eq!(sets[0]["total"], sets::river().total());
}

#[test]
fn a_game_with_custom_tiles_can_be_resumed() {
    let scratch = Scratch::new("own-resume");
    let tiles = scratch.write("plain.tiles", PLAIN);
    let (whole, broken) = (scratch.path("whole"), scratch.path("broken"));
    let args = ["play", "--seed", "9", "--tiles", &tiles, "--save"];
    bastide_with(&[&args[..], &[&whole]].concat(), &"1\n".repeat(40)).fine();
    bastide_with(&[&args[..], &[&broken]].concat(), "1\n1\n").fine();
    assert_eq!(bastide(&["play", "--resume", &broken]).code, 2);
    let resume = ["play", "--resume", &broken, "--tiles", &tiles];
    bastide_with(&resume, &"1\n".repeat(40)).fine();
    assert_eq!(read(whole), read(broken));
}

/// Several files, one per set, in any order.
#[test]
fn several_sets_can_be_replaced() {
    let scratch = Scratch::new("own-several");
    let base = scratch.write("base.tiles", PLAIN);
    let bridges = scratch.write("x.tiles", "set bridges\ntile XA x2\n  field N E S W\n");
    let run = |first: &str, second: &str| {
        let args = ["simulate", "--games", "3", "--rules", "base,fields,barns", "--json"];
        let mut run = bastide(&[&args[..], &["--tiles", first, "--tiles", second]].concat()).json();
        let fields = run.as_object_mut().expect("an object");
        fields.retain(|key, _| !key.contains("second"));
        run
    };
    let one = run(&base, &bridges);
    assert_eq!(one["turns"], 11.0, "nine monasteries and two fields");
    assert_eq!(one, run(&bridges, &base));
}

#[test]
fn errors_in_a_tile_file_are_reported_with_file_and_line() {
    let scratch = Scratch::new("own-faults");
    let cases = [
        ("torn", PLAIN.replace("  field E3 S W1\n", ""), "line 2"),
        ("twice", PLAIN.replace("tile B", "tile D"), "line 7"),
        ("word", PLAIN.replace("monastery", "monastry"), "line 8"),
        ("stranger", PLAIN.replace("set base", "set mine"), "no built-in set is named 'mine'"),
        ("prose", "dear diary\n".to_owned(), "line 1"),
    ];
    for (name, text, why) in cases {
        let file = scratch.write(name, &text);
        for command in [&["simulate"][..], &["perft"], &["play"], &["tiles"], &["show", "x"]] {
            let run = bastide(&[command, &["--tiles", &file]].concat());
            assert_eq!((run.code, run.out.as_str()), (2, ""), "{name} {command:?}");
            assert!(run.err.starts_with(&format!("error: {file}")), "{}", run.err);
            assert!(run.err.contains(why), "{name}: {} does not say: {why}", run.err);
            assert!(run.err.contains("hint: "), "{name}: {}", run.err);
        }
    }
    let (one, two) = (scratch.write("one", PLAIN), scratch.write("two", PLAIN));
    let run = bastide(&["tiles", "--tiles", &one, "--tiles", &two]);
    assert_eq!(run.code, 2);
    for wanted in [
        one.as_str(),
        two.as_str(),
        "two files define the set 'base'",
        "hint: give only one file for each set",
    ] {
        assert!(run.err.contains(wanted), "{} does not say: {wanted}", run.err);
    }
    let run = bastide(&["tiles", "--tiles", "no-such-file"]);
    assert!(run.code == 2 && run.err.contains("cannot read no-such-file"), "{}", run.err);
}

/// A valid set may still be unusable, for example without a start tile.
#[test]
fn tiles_without_a_possible_game_are_refused() {
    let scratch = Scratch::new("own-startless");
    let file = scratch.write("x.tiles", &PLAIN.replace(" start", ""));
    for command in ["simulate", "perft", "play"] {
        let run = bastide(&[command, "--tiles", &file, "--players", "7"]);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{command}");
        for problem in ["start", "7 players"] {
            assert!(run.err.contains(problem), "{} does not mention {problem}", run.err);
        }
    }
}

/// Generates a tile file from the JSON of its set.
fn rebuilt(set: &serde_json::Value) -> String {
    use std::fmt::Write as _;
    let text = |value: &serde_json::Value| value.as_str().map_or(value.to_string(), str::to_owned);
    let list = |value: &serde_json::Value| -> Vec<String> {
        value.as_array().expect("a list").iter().map(text).collect()
    };
    let mut file = format!("set {}\n", text(&set["name"]));
    for kind in set["kinds"].as_array().expect("kinds") {
        write!(file, "tile {} x{}", text(&kind["name"]), kind["count"]).expect("a string");
        for (key, word) in [("start", "start"), ("village", "village")] {
            if kind[key] == true {
                write!(file, " {word}").expect("a string");
            }
        }
        if kind["use"] != "stack" {
            write!(file, " {}", text(&kind["use"])).expect("a string");
        }
        if !kind["printing"].is_null() {
            write!(file, " printing={}", kind["printing"]).expect("a string");
        }
        if kind["icon"] != 0 {
            write!(file, " icon={}", kind["icon"]).expect("a string");
        }
        writeln!(file, " certainty={}", text(&kind["certainty"])).expect("a string");
        for slot in kind["slots"].as_array().expect("slots") {
            write!(file, "  {} {}", text(&slot["terrain"]), list(&slot["ports"]).join(" "))
                .expect("a string");
            if !slot["corner"].is_null() {
                write!(file, " corner={}", text(&slot["corner"])).expect("a string");
            }
            for mark in list(&slot["marks"]) {
                write!(file, " +{mark}").expect("a string");
            }
            let borders = list(&slot["borders"]);
            if !borders.is_empty() {
                write!(file, " borders {}", borders.join(" ")).expect("a string");
            }
            writeln!(file).expect("a string");
        }
        for pair in kind["touch"].as_array().expect("pairs") {
            writeln!(file, "  touch {} {}", pair[0], pair[1]).expect("a string");
        }
    }
    if let Some(patch) = set.get("patch") {
        writeln!(file, "patch").expect("a string");
        for cell in patch["cells"].as_array().expect("cells") {
            let (at, tile) = (text(&cell["cell"]), text(&cell["tile"]));
            writeln!(file, "  cell {at} {tile} r{}", cell["rotation"]).expect("a string");
        }
        for link in patch["links"].as_array().expect("links") {
            writeln!(file, "  link {} {}", text(&link[0]), text(&link[1])).expect("a string");
        }
    }
    file
}

#[test]
fn the_json_of_a_set_contains_its_whole_file() {
    let scratch = Scratch::new("rebuilt-tiles");
    let all = bastide(&["tiles", "--json"]).json();
    for set in all.as_array().expect("sets") {
        let name = set["name"].as_str().expect("a name");
        let tiles = scratch.write(&format!("{name}.tiles"), &rebuilt(set));
        let again = bastide(&["tiles", name, "--tiles", &tiles, "--json"]).json();
        assert_eq!(&again[0], set, "{name}");
        // The fingerprint is the one in the records.
        if name == "base" {
            let file = scratch.path("game");
            let args = ["play", "--people", "0", "--bot", "random", "--seed", "1", "--save", &file];
            bastide(&[&args[..], &["--tiles", &tiles]].concat()).fine();
            let print = set["fingerprint"].as_str().expect("a fingerprint");
            assert!(read(&file).contains(&format!(" tiles={print}")), "{print}: {}", read(&file));
        }
    }
}
