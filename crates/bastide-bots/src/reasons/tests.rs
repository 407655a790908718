//! Positions in which the reasons for a turn are unambiguous.

use bastide_host::Record;

use super::*;

/// Checks the reasons for the last `actions` actions of a record, in short form.
#[track_caller]
fn check(text: &str, actions: usize, wanted: &[&str]) {
    let record = Record::parse(&format!("bastide 1\ngame {text}\n")).expect("a record");
    let from = record.actions().len() - actions;
    let found = reasons(&record.state_after(from), &record.actions()[from..]);
    let found: Vec<String> = found.iter().map(brief).collect();
    assert_eq!(found, wanted);
}

fn names(seats: SeatSet) -> String {
    seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join("+")
}

fn brief(reason: &Reason) -> String {
    match *reason {
        Reason::Closes { terrain, points, winners, .. } => {
            format!("closes {terrain} {points} {}", names(winners))
        }
        Reason::CallsHome { terrain, points } => format!("calls home {terrain} {points}"),
        Reason::Earns { seat, why, points } => format!("{seat} earns {} {points}", why.name()),
        Reason::Frees { seat, figure, figures } => {
            format!("frees {seat} {figures} {}", figure.name())
        }
        Reason::Starts { terrain, points, worth, .. } => {
            format!("starts {terrain} {points} {worth:?}")
        }
        Reason::Occupies { piece, number } => format!("occupies {} {number}", piece.name()),
        Reason::Builds { piece, seat } => {
            let whose = seat.map_or("empty".to_owned(), |seat| seat.to_string());
            format!("builds {} {whose}", piece.name())
        }
        Reason::Joins { terrain, owners, winners, points, .. } => {
            format!("joins {terrain} of {}: {points} {}", names(owners), names(winners))
        }
        Reason::Grows { terrain, winners, gain, points, .. } => {
            format!("grows {terrain} +{gain} {points} {}", names(winners))
        }
        Reason::Blocks { terrain, winners, fitting, .. } => {
            format!("blocks {terrain} {fitting} {}", names(winners))
        }
        Reason::GivesUp { terrain, points, .. } => {
            format!("gives up {} {points}", terrain.map_or("nothing", Terrain::name))
        }
        Reason::TakesToken { seat } => format!("{seat} takes token"),
        Reason::UsesToken { token } => format!("uses {}", token.kind()),
        Reason::MovesKeep { seat, size } => format!("{seat} keep {size}"),
        Reason::Supports { figure, terrain, .. } => format!("supports {terrain} {}", figure.name()),
        Reason::Special(SpecialEvent::GoodsTaken { goods, .. }) => {
            format!("takes {} wine {} grain {} cloth", goods.wine, goods.grain, goods.cloth)
        }
        Reason::Special(SpecialEvent::SecondTurn { .. }) => "earns a turn".to_owned(),
        Reason::Special(SpecialEvent::PigMoved { .. }) => "moves the pig".to_owned(),
        Reason::Waits { figures } => format!("waits {figures}"),
    }
}

#[test]
fn a_figure_that_returns_at_once_is_not_freed() {
    // EX-9
    let text = "land rules=base,fields seats=2\nDE P0,-1r2 M0";
    check(text, 2, &["closes city 4 red"]);
    check("land rules=base,fields seats=2\nDE P0,-1r2 .", 2, &["waits 7"]);
}

#[test]
fn a_started_feature_is_reported_with_its_current_value() {
    check("land rules=base,fields seats=2\nDU P1,0r1 M0", 2, &["starts road 2 Now"]);
    check("land rules=base,fields seats=2\nDB P0,1r0 M0", 2, &["starts monastery 2 Now"]);
    // S-START-1: the start area counts.
    check("stronghold seats=2\nDA6 P9,5r1 M0", 2, &["starts tower 4 Completed"]);
    // After the last tile the value is final.
    let last = "land rules=base,fields seats=2 deck=U\nDU P1,0r1 M0";
    check(last, 2, &["starts road 2 Final"]);
}

#[test]
fn reasons_name_the_owner_instead_of_the_mover() {
    // MAJ-1: blue places the tile, red receives the points.
    let text = "land rules=base,fields seats=2\nDU P1,0r1 M0\nDU P2,0r1 .";
    check(text, 2, &["grows road +1 3 red"]);
    // EX-4: the seat without the majority joins all three.
    let text = "land rules=base,fields seats=2\nDE P0,1r2 M0\nDB P1,1r0 .\nDB P-1,1r0 .\n\
                DE P1,2r3 M0\nDE P-1,2r1 M0\nDQ P0,2r0 .";
    check(text, 2, &["closes city 10 red", "frees red 2 meeple", "frees blue 1 meeple"]);
    // EX-2: both seats score.
    let text = "land rules=base,fields seats=2\nDB P0,1r0 .\nDB P1,1r0 .\nDB P2,1r0 .\n\
                DW P2,0r2 M0\nDW P-1,0r0 M0\nDU P1,0r1 .";
    check(text, 2, &["closes road 4 red+blue", "frees red 1 meeple", "frees blue 1 meeple"]);
    // S-MAJ-2: neither seat scores.
    let text = "stronghold seats=2\nDA6 P9,5r1 M0\nDC10 P9,4r2 M0\nDE3 P3,0r0 .\nDA4 P8,4r1 .\n\
                DC3 P8,5r0 .";
    check(text, 2, &["closes tower 10 ", "frees red 1 meeple", "frees blue 1 meeple"]);
}

#[test]
fn joining_reports_previous_and_new_owners() {
    // MEEPLE-5: a city that stays open, one knight each.
    let text = "land rules=base,fields seats=2\nDE P0,1r2 M0\nDB P1,1r0 .\nDB P-1,1r0 .\n\
                DE P1,2r3 M0\nDC P0,2r0";
    check(text, 1, &["joins city of red+blue: 4 red+blue"]);
}

#[test]
fn buildings_and_recalled_figures_are_reported() {
    // CASTLE-4
    let castles = "land rules=base,fields,castles seats=2\nDE P0,-1r2 C0 Mc";
    check(castles, 3, &["builds castle empty", "occupies castle 0"]);
    // CASTLE-2
    let castles = format!("{castles}\nDE P0,1r2 M0\nDE P0,2r0 C0 .");
    check(&castles, 3, &["builds castle blue"]);
    // X-EX-3
    let castles = format!("{castles}\nDE P0,3r1 M0\nDF P-1,1r1 M0\nDI P-1,3r2 M0\nDU P1,0r1 Rc0");
    check(&castles, 2, &["red earns lady 5"]);
    // ABBOT-6
    let abbot = "land rules=base,fields,abbot seats=2\nDEg P0,1r2 A2\nDB P1,1r0 M0\n\
                 DB P-1,1r0 R0,1.2";
    check(abbot, 2, &["calls home garden 4"]);
}

#[test]
fn the_plague_removes_the_least_valuable_figure() {
    // WHEEL-PLAGUE-1; awards for crowns afterwards are not the player's choice.
    let wheel = "land rules=wheel,fields seats=3\nDW26 P1,-1r0 Mk8\nDW26 P3,-1r0 M1\n\
                 DW26 P4,1r0 Mk7\nDW31i3 P4,2r0 M0\nDW31i2 R3,-1.1";
    check(wheel, 1, &["gives up field 0"]);
    // WHEEL-2: a cell of the block counts as a tile.
    check(&format!("{wheel} R4,2.0"), 1, &["gives up road 2"]);
    // WHEEL-CROWN-1
    let crown = "land rules=wheel,fields seats=3\nDW26 P1,-1r0 Mk8";
    check(crown, 2, &["occupies crown 8"]);
}

#[test]
fn tokens_and_keeps_are_reported() {
    // S-TOKEN-1, S-KEEP-1, from the record in docs/notation.md.
    let game = "stronghold seats=2 deck=C10,E3,A9,E3,C9m\nDC10 P0,4r2 M0\nDE3 P3,0r0 .\n\
                DA9 P9,5r1 M0";
    check(game, 2, &["red takes token", "closes house 1 red", "red keep 1"]);
    // S-TOKEN-K2
    let game = format!("{game} T2\nDE3 P4,0r2 .\nDC9m P8,8r1 M0 U2@8,8.0");
    check(&game, 3, &["closes tower 4 red", "uses 2"]);
}

#[test]
fn blocked_features_are_reported() {
    // Red's road leads east. Blue places a city edge above the next cell, so that no straight road
    // fits there any more.
    let game = |left: &str| {
        format!(
            "land rules=base,fields seats=2 deck=U,E,E,E,{left}\nDU P1,0r1 M0\nDE P1,-1r0 .\n\
             DE P0,-1r2 .\nDE P2,-1r2 ."
        )
    };
    check(&game("U,U"), 2, &["blocks road 0 red"]);
    // A tile with both a city edge and a road still fits.
    check(&game("U,U,U,U,D"), 2, &["blocks road 1 red"]);
    check(&game("U,U,D,D,D"), 2, &["waits 7"]);
}

#[test]
fn goods_are_a_reason_whoever_owns_the_city() {
    // TRADE-EX-1: blue completes red's city.
    let text = "land rules=base,fields,traders seats=2\nDTO P0,-1r1 M0\nDTB P0,-2r2 .\n\
                DTK P1,-2r0 .\nDE P1,-3r2 .";
    let wanted = ["closes city 10 red", "takes 2 wine 0 grain 1 cloth", "frees red 1 meeple"];
    check(text, 2, &wanted);
    // TRADE-2, TRADE-3: the goods of two cities without figures.
    let text = "land rules=base,fields,traders seats=2\nDTO P0,-1r1 .\nDB P1,-1r0 .\n\
                DB P1,-2r0 .\nDB P1,-3r0 .\nDTQ P0,-3r1 .\nDE P0,-4r2 .\nDH P0,-2r0 .";
    check(text, 2, &["takes 0 wine 1 grain 0 cloth", "takes 1 wine 0 grain 0 cloth"]);
}

#[test]
fn a_second_turn_is_a_reason() {
    // BUILDER-1, BUILDER-3
    let placed = "land rules=base,fields,traders seats=2\nDU P1,0r1 M0\nDB P0,1r0 .\nDU P2,0r1 W0";
    check(placed, 2, &["supports road builder", "grows road +1 3 red"]);
    let extended = format!("{placed}\nDB P1,1r0 .\nDU P3,0r1 .");
    check(&extended, 2, &["earns a turn", "grows road +1 4 red"]);
    // BUILDER-4: there is no third turn.
    check(&format!("{extended}\nDU P4,0r1 ."), 2, &["grows road +1 5 red"]);
    // BUILDER-3: the opponent gives none.
    check(&format!("{placed}\nDU P3,0r1 ."), 2, &["grows road +1 4 red"]);
    // BUILDER-1: a builder that comes home at once supports nothing.
    let closed = "land rules=base,fields,traders seats=2\nDU P1,0r1 M0\nDA P2,0r1 .\nDA P-1,0r3 W1";
    check(closed, 2, &["closes road 4 red", "frees red 1 meeple"]);
    // BUILDER-4: no tile is left.
    let last = "land rules=base,fields,traders seats=2 deck=U,B,U,B,U\nDU P1,0r1 M0\nDB P0,1r0 .\n\
                DU P2,0r1 W0\nDB P1,1r0 .\nDU P3,0r1 .";
    check(last, 2, &["grows road +1 4 red"]);
}

/// Three complete cities border a field with a farmer each of red and blue; red adds a pig.
const PIG: &str = "land rules=base,fields,traders seats=2\nDE P0,1r2 M1\nDH P0,2r0 .\nDH P0,3r0 .\n\
                   DE P0,4r0 M1\nDB P1,1r0 .\nDB P1,2r0 .\nDB P1,3r0 .\nDB P1,4r0 .\nDE P2,1r1 H1";

#[test]
fn a_field_with_a_pig_is_one_field() {
    // HOG-3: it gains three points, and red alone receives them.
    check(PIG, 2, &["grows field +3 12 red", "supports field hog"]);
    // Both players have points from this field, which does not change.
    let other = format!("{PIG}\nDEg P2,2r1 .");
    check(&other, 2, &["waits 6"]);
    // HOG-4: each gains points for a new city by the own measure.
    check(
        &format!("{other}\nDE P3,1r3 ."),
        2,
        &["grows field +4 16 red", "grows field +3 12 blue"],
    );
}

#[test]
fn a_pig_that_gains_nothing_yet_is_not_a_turn_without_a_figure() {
    let text = "land rules=base,fields,traders seats=2\nDB P0,1r0 M1\nDB P1,1r0 .\nDB P-1,1r0 H1";
    check(text, 2, &["supports field hog"]);
}
