//! Tests of whole games with piped input.

use bastide_protocol::{Offers, Prompt};
use serde_json::Value;

use crate::{Scratch, bastide, bastide_with, read};

/// Two players and two tiles: all output can be verified by hand.
const SHORT: [&str; 6] = ["play", "--people", "2", "--deck", "E,B", "--names"];

fn short(typed: &str, more: &[&str]) -> String {
    let args = [&SHORT[..], &["Ann,Ben"], more].concat();
    bastide_with(&args, typed).fine()
}

#[test]
fn a_scripted_game_to_its_final_score() {
    let scratch = Scratch::new("scripted");
    let file = scratch.path("game");
    let out = short("P0,-1r2\nM0\nP0,1r0\nM0\n", &["--save", &file]);
    for wanted in [
        "Ann draws E (city)",
        "Ann lays E at 0,-1, turned 180°",
        "Ann places a knight",
        // CITY-4: a city of two tiles scores like any other.
        "Ann completes a city: 2 tiles × 2 = 4 (Ann 1 knight)",
        "Ann's knight returns from 0,-1",
        "Ben places a monk",
        "The last tile is laid. Final scoring:",
        // END-3: its own tile and the start tile.
        "unfinished monastery: 2 tiles = 2 for Ben (Ben 1)",
        "Ann wins with 4 points",
    ] {
        assert!(out.lines().any(|line| line.trim() == wanted), "'{wanted}' is missing:\n{out}");
    }
    let record = read(&file);
    let tail = "DE P0,-1r2 M0\nDB P0,1r0 M0\nend 4 2\n";
    assert!(record.ends_with(tail), "{record}");
    assert!(record.contains("players=Ann,Ben"), "{record}");
}

#[test]
fn numbers_do_the_same_as_tokens() {
    let scratch = Scratch::new("numbers");
    let (by_token, by_number) = (scratch.path("a"), scratch.path("b"));
    short("P0,-1r2\nM0\nP0,1r0\nM0\n", &["--save", &by_token]);
    // Spots are numbered by rows from the north: 1 is 0,-1, then 4 is 0,1.
    let out = short("1\n1\n4\n1\n", &["--save", &by_number]);
    assert!(out.contains("a knight in the city   scores 4 now"), "{out}");
    assert!(out.contains("a monk in the monastery  the game ends and gives you 2 more"), "{out}");
    assert_eq!(read(by_token), read(by_number));
}

#[test]
fn a_placement_can_be_undone_until_the_turn_is_over() {
    let scratch = Scratch::new("undo");
    let (straight, crooked) = (scratch.path("a"), scratch.path("b"));
    short("P0,-1r2\nM0\nP0,1r0\nM0\n", &["--save", &straight]);
    let typed = "u\nP0,1r0\nu\nP0,-1r2\n?\ns\nt\nb\nu\nP0,-1r2\nM0\nP0,1r0\nM0\n";
    let out = short(typed, &["--save", &crooked]);
    assert!(out.contains("there is nothing to take back: a draw cannot be taken back"), "{out}");
    assert!(out.contains("1 × B     monastery"), "{out}");
    assert_eq!(read(straight), read(crooked));
}

/// Checks that lines end with these sentences, in this order.
#[track_caller]
fn assert_said(out: &str, wanted: &[&str]) {
    let mut lines = out.lines().map(str::trim);
    for sentence in wanted {
        // The order ensures that each sentence has its own cause.
        assert!(lines.any(|line| line.ends_with(sentence)), "'{sentence}' is missing:\n{out}");
    }
}

const BUILDINGS: [&str; 8] = [
    "play",
    "--people",
    "2",
    "--names",
    "Ann,Ben",
    "--rules",
    "base,fields,bridges,castles,barns",
    "--deck",
];

/// A castle, a bridge and a barn, with all points computed by hand.
#[test]
fn a_game_with_buildings_to_its_final_score() {
    let scratch = Scratch::new("buildings");
    let file = scratch.path("game");
    // Ann completes a city of two segments, builds a castle on it and places a lady. Ben needs a
    // bridge and places a figure on it. Ann places a farmer. Ben extends the road. Ann builds a
    // barn for her farmer and takes the lady back.
    let typed = "1\n1\n2\nP1,0r0-\nMb\nP0,1r0\nM1\nP-1,0r1\n\nP1,1r0\n1\n2\n";
    let args = [&BUILDINGS[..], &["E,B,B,U,B", "--save", &file]].concat();
    let out = bastide_with(&args, typed).fine();
    assert_said(
        &out,
        &[
            "Ann lays E at 0,-1, turned 180°",
            "1  a castle on the city  you may place a lady on it",
            "Ann builds a castle on the city at 0,-1",
            "Ann places a lady on the castle",
            "Ben lays B at 1,0, with a bridge from west to east",
            "3  a highwayman on the bridge  worth 1 tile + 1 bridge = 2 so far",
            "Ben places a highwayman on the bridge",
            "Ann places a farmer",
            "Ben lays U at -1,0, turned 90°",
            "Ann builds a barn at the north-west corner of 1,1",
            "Ann's farmer at 0,1 moves in",
            "2  take the lady back from her castle  the game ends and gives you 5 more",
            // CASTLE-7: the lady herself counts.
            "Ann takes a lady back: 1 lady = 1",
            // BARN-5
            "Ann's barn counts all farmers: 1 farmer = 1",
            "The last tile is laid. Final scoring:",
            // BRIDGE-8: the road is incomplete, so the bridge gives 1.
            "unfinished road: 2 tiles + 1 bridge = 3 for Ben (Ben 1 highwayman)",
            // BRIDGE-9: under the bridge the field continues to the castle's city, which is
            // complete (CASTLE-9).
            "field: 1 city × 3 = 3 for Ann (Ann 1 farmer)",
            "Ann wins with 5 points",
        ],
    );
    let record = read(&file);
    let turns = "DE P0,-1r2 C0 Mc\nDB P1,0r0- Mb\nDB P0,1r0 M1\nDU P-1,0r1\n\
                 DB P1,1r0 Bnw:0,1.1 Rc0\nend 5 3\n";
    assert!(record.ends_with(turns), "{record}");
}

/// Undoing the placement of a tile also undoes its bridge and buildings.
#[test]
fn buildings_can_be_undone() {
    let args = [&BUILDINGS[..], &["B,E,E"]].concat();
    let typed = "P1,0r0-\nu\nP1,0r0-\nu\nP0,1r0\nM1\nP0,-1r2\nC0\nu\nP0,-1r2\n0\n.\nq\n";
    let scratch = Scratch::new("unbuilt");
    let file = scratch.path("game");
    let out = bastide_with(&[&args[..], &["--save", &file]].concat(), typed).fine();
    let laid = out.lines().filter(|line| line.contains("with a bridge")).count();
    assert_eq!(laid, 2, "{out}");
    let castle = out.find("Ben builds a castle").expect("a castle, for a while");
    // Whenever the tile is offered again, all buildings are in supply.
    let supplies = "in supply: 12 bridges, 6 castles, 6 barns";
    assert!(out[castle..].contains(supplies), "{out}");
    assert_eq!(out.matches("in supply: ").count(), out.matches(supplies).count(), "{out}");
    assert!(read(&file).contains("DB P0,1r0 M1\nDE P0,-1r2 . .\nDE\n"), "{}", read(&file));
}

/// BARN-4: the builder chooses which farmer moves in.
#[test]
fn the_player_chooses_the_farmer_for_a_barn() {
    let scratch = Scratch::new("farmers");
    let file = scratch.path("game");
    // Ann's farmers are in the south and in the north-east; her bridge joins their fields
    // (BRIDGE-9), and it is all she may build in that turn. Her last tile closes a point
    // where four corners meet.
    let typed = "P0,1r0\nM1\nP0,-1r2\n0\n.\nP1,-1r0\nM1\nP1,1r0\n.\nP1,0r0-\n.\nP0,2r0\n.\n\
                 P1,2r0\n1\nu\n1\n7\n2\n";
    let args = [&BUILDINGS[..], &["B,E,B,B,B,V,XA", "--save", &file]].concat();
    let out = bastide_with(&args, typed).fine();
    assert_said(
        &out,
        &[
            "Ann lays B at 1,0, with a bridge from west to east",
            "1  a barn at the north-west corner  the game ends and gives you 5 more",
            "1  the farmer at 1,-1",
            "2  the farmer at 0,1",
            "Ann (red), which farmer moves in? (1-2, u goes back) u",
            "Ann (red), build? (0-1, u takes the tile back) 1",
            "Ann (red), which farmer moves in? (1-2, u goes back) 7",
            "enter the number of a farmer, 1 to 2",
            "Ann (red), which farmer moves in? (1-2, u goes back) 2",
            "Ann's farmer at 0,1 moves in",
            "Ann's barn counts all farmers: 2 farmers = 2",
            "field: 1 city × 3 = 3 for Ann (Ann 2 farmers)",
            "Ann wins with 5 points",
        ],
    );
    assert!(read(&file).contains("DXA P1,2r0 Bnw:0,1.1\n"), "{}", read(&file));
}

/// WHEEL-PLAGUE-2: players choose in turn order, even if it is not their turn.
#[test]
fn a_wheel_game_to_its_final_score() {
    let scratch = Scratch::new("plague");
    let file = scratch.path("game");
    let args = ["play", "--people", "2", "--names", "Ann,Ben", "--rules", "wheel,fields"];
    let deck = ["--deck", "W26,W26,W31i2,W31i3", "--save", &file];
    // Ann's monk; Ben's farmer; Ann's meeple on Plague; then the plague itself: Ben has no choice,
    // Ann has one.
    let typed = "P1,-1r0\nM0\nP1,-2r0\nM1\nP1,-3r0\nu\nP1,-3r0\n8\n\ns\n1\nP1,-4r0\nM0\n";
    let out = bastide_with(&[&args[..], &deck].concat(), typed).fine();
    assert_said(
        &out,
        &[
            "the pig stands on Fortune",
            "Ann draws W31i2 (road, moves the pig 2)",
            "the pig stops on Famine",
            "8  a meeple on a crown space of Plague       gives 6 when the pig stops there, 3 if another player joins",
            "Ann places a meeple on a crown space of Plague",
            "Ben draws W31i3 (road, moves the pig 3)",
            "the pig stops on Plague: each player loses a figure from the land",
            "1  take the farmer back from 1,-2  gives up nothing so far",
            "Ben (blue), the plague takes one of your figures: which? (1-1)",
            "Ben's farmer returns from 1,-2",
            // WHEEL-PLAGUE-1: not the meeple on the crown space. There are five tiles: the
            // monastery itself, one of Ben's and three of the block.
            "1  take the monk back from 1,-1  gives up 5 tiles = 5 so far",
            "Ann (red), the plague takes one of your figures: which? (1-1) s",
            "Ann (red), the plague takes one of your figures: which? (1-1) 1",
            "Ann's monk returns from 1,-1",
            // WHEEL-CROWN-3: alone on one of two spaces.
            "crown space of Plague: 6 for Ann",
            "Ann's meeple returns from Plague",
            "Ben lays W31i3 at 1,-4",
            "unfinished road: 1 tile = 1 for Ben (Ben 1 highwayman)",
            "Ann wins with 6 points",
        ],
    );
    let record = read(&file);
    let turns = "DW26 P1,-1r0 M0\nDW26 P1,-2r0 M1\nDW31i2 P1,-3r0 Mk7\n\
                 DW31i3 R1,-2.1 R1,-1.0 P1,-4r0 M0\nend 6 1\n";
    assert!(record.ends_with(turns), "{record}");
}

/// Whole games by option numbers only, against both bots, with all expansions.
#[test]
fn every_question_can_be_answered_by_number() {
    for rules in [
        "base,fields,river,abbot,bridges,castles,barns",
        "wheel,fields,abbot,bridges,castles,barns",
    ] {
        for number in ["1\n", "2\n1\n"] {
            let scratch = Scratch::new("numbered");
            let file = scratch.path("game");
            let args = ["play", "--rules", rules, "--players", "3", "--seed", "3", "--save", &file];
            let bots = ["--bot", "random,greedy"];
            let out = bastide_with(&[&args[..], &bots].concat(), &number.repeat(900)).fine();
            assert!(out.contains("wins with") || out.contains("share the win"), "{rules}");
            assert!(bastide(&["verify", &file]).fine().starts_with("verified"));
            assert!(bastide(&["check", &file]).fine().contains("finished"));
        }
    }
}

#[test]
fn invalid_input_is_answered_and_changes_nothing() {
    let out = short("99\nfoo\nP5,5r0\nP0,-1r2\nM7\n9\nM0\nP0,1r0\n.\n", &[]);
    for wanted in [
        "enter the number of a spot, 1 to",
        "'foo' is not an action",
        "that cell is not adjacent to any tile",
        "the tile has no such slot",
        "enter the number of a figure, 0 to",
        "Ann wins with 4 points",
    ] {
        assert!(out.contains(wanted), "'{wanted}' is missing:\n{out}");
    }
}

#[test]
fn a_game_against_bots_is_fair_and_its_scores_are_right() {
    let scratch = Scratch::new("bots");
    let file = scratch.path("game");
    let rules = "base,fields,river=2021,abbot";
    let args =
        ["play", "--rules", rules, "--players", "3", "--seed", "11", "--bot", "random,greedy"];
    let typed = "1\n".repeat(400);
    let out = bastide_with(&[&args[..], &["--save", &file]].concat(), &typed).fine();
    assert!(bastide(&["verify", &file]).fine().contains("verified"));
    let record = read(&file);
    let end = record.lines().find_map(|line| line.strip_prefix("end ")).expect("final scores");
    let shown: Vec<&str> = out
        .lines()
        .rev()
        .filter(|line| ["  R  ", "  B  ", "  G  "].iter().any(|badge| line.starts_with(badge)))
        .take(3)
        .collect();
    for (line, points) in shown.iter().rev().zip(end.split(' ')) {
        assert!(line.split_whitespace().any(|word| word == points), "{points} in {line}");
    }
    let seed = record.lines().find_map(|line| line.strip_prefix("seed ")).expect("the seed");
    assert!(out.contains(&format!("seed       {seed}")), "the seed is revealed at the end");
}

#[test]
fn an_interrupted_game_resumes_unchanged() {
    let scratch = Scratch::new("resume");
    let (whole, broken) = (scratch.path("whole"), scratch.path("broken"));
    let args = ["play", "--seed", "9", "--save"];
    let whole_out = bastide_with(&[&args[..], &[&whole]].concat(), &"1\n".repeat(400)).fine();
    assert!(whole_out.contains("wins with"));

    // The input ends in the middle of the game; everything up to there is saved.
    let out = bastide_with(&[&args[..], &[&broken]].concat(), &"1\n".repeat(20)).fine();
    assert!(out.contains(&format!("bastide play --resume {broken}")), "{out}");
    let saved = read(&broken);
    assert!(!saved.contains("\nend "), "{saved}");
    bastide(&["check", &broken]).fine();
    // The seed of an unfinished game is not revealed, so the draws cannot be verified.
    assert_eq!(bastide(&["verify", &broken]).code, 2);

    bastide_with(&["play", "--resume", &broken], &"1\n".repeat(400)).fine();
    assert_eq!(read(&broken), read(&whole));
    let again = bastide(&["play", "--resume", &broken]);
    assert_eq!(again.code, 2);
    assert!(again.err.contains("is over"), "{}", again.err);
}

#[test]
fn a_game_can_be_played_through_json() {
    let args = [&SHORT[..], &["Ann,Ben", "--json"]].concat();
    let out = bastide_with(&args, "P0,-1r2\nundo\nP0,-1r2\nM9\nM0\nP0,1r0\nM0\n").fine();
    let lines: Vec<Value> =
        out.lines().map(|line| serde_json::from_str(line).expect("a JSON object a line")).collect();
    assert_eq!(lines[1]["events"][0]["tile"], "E", "the first draw is told too");
    let asks: Vec<&Value> = lines.iter().filter(|line| line["offers"].is_object()).collect();
    let offers: Offers = serde_json::from_value(asks[0]["offers"].clone()).expect("offers");
    assert_eq!((offers.seat, offers.prompt), (0, Prompt::LayTile));
    assert!(offers.offers.iter().any(|offer| offer.action == "P0,-1r2"));
    assert_eq!(lines.iter().filter(|line| line["error"].is_string()).count(), 1, "{out}");
    let last = lines.last().expect("an end");
    assert_eq!(last["over"], true);
    assert_eq!(last["scores"], serde_json::json!([4, 2]));
    assert_eq!(last["winners"], serde_json::json!([0]));
}
