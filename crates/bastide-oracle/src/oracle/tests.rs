//! Tests with games of a few turns.

use bastide::{ABBOT, BUILDER, CASTLE, HOG, LARGE, LandRules, Notation};

use bastide::{Corner, Sector};

use super::*;

/// Plays tokens with a bag of exactly the tiles they draw, plus `rest`.
fn play(rules: &str, seats: u8, tokens: &str, rest: &str) -> Oracle {
    let draws = tokens.split_whitespace().filter_map(|token| token.strip_prefix('D'));
    let deck = draws.chain(rest.split_whitespace()).map(Box::from).collect();
    let rules: LandRules = rules.parse().expect("rules");
    let setup = Setup { deck: Some(deck), ..Setup::new(Rules::Land(rules), seats) };
    let mut oracle = Oracle::new(&setup);
    let set = oracle.landscape().set().clone();
    for token in tokens.split_whitespace() {
        let action = Notation::new(&set).parse(token).expect(token);
        assert!(oracle.legal_actions().contains(&action), "{token} is not legal");
        oracle.play(action);
    }
    oracle
}

fn legal(oracle: &Oracle) -> String {
    let notation = Notation::new(oracle.landscape().set());
    let tokens = oracle.legal_actions();
    let tokens: Vec<_> = tokens.iter().map(|&a| notation.show(a).to_string()).collect();
    tokens.join(" ")
}

fn meeples(oracle: &Oracle) -> Vec<u8> {
    Seat::all(oracle.seats).map(|seat| oracle.supply(seat, FigureKind::MEEPLE)).collect()
}

#[test]
fn the_bag_holds_all_tiles_except_the_start_tile() {
    let laid = |rules: &str, left: u32| {
        let rules: LandRules = rules.parse().expect("rules");
        let oracle = Oracle::new(&Setup::new(Rules::Land(rules), 5));
        assert_eq!(oracle.bag().iter().map(|&n| u32::from(n)).sum::<u32>(), left, "{rules}");
        oracle.landscape().laid().len()
    };
    // SETUP-3, RIVER-1
    assert_eq!(laid("base", 71), 1);
    assert_eq!(laid("base,fields,river", 71 + 11), 1);
    // for any of the three buildings.
    assert_eq!(laid("base,bridges", 71 + 15), 1);
    assert_eq!(laid("base,castles", 71 + 15), 1);
    assert_eq!(laid("base,fields,river,barns", 71 + 11 + 16), 1);
    // WHEEL-1
    assert_eq!(laid("wheel", 72), 16);
    assert_eq!(laid("wheel,bridges", 72 + 15), 16);
}

#[test]
fn a_knight_returns_when_his_city_is_completed() {
    // MEEPLE-7, CITY-4
    let oracle = play("base,fields", 2, "DE P0,-1r2 M0", "B");
    assert_eq!(oracle.scores().0[..2], [4, 0]);
    assert_eq!(meeples(&oracle), [7, 7]);
    assert_eq!(oracle.turn().index(), 1);
    assert!(oracle.figures().is_empty());
}

#[test]
fn a_joined_road_belongs_to_its_first_highwayman() {
    // MEEPLE-4, EX-7: blue's curve joins red's road across the start. Without fields no other
    // segment can be occupied, so the turn has ended.
    let tokens = "DV P1,0r0 M0 DV P-1,0r3";
    let oracle = play("base", 2, tokens, "B");
    assert_eq!((oracle.to_act(), oracle.turn()), (Actor::Chance, Seat::FIRST));
    // ROAD-2, MAJ-3: closed into a loop of six tiles.
    let oracle = play("base", 2, &format!("{tokens} DV P-1,1r2 DU P0,1r1 DV P1,1r1"), "B");
    assert_eq!(oracle.scores().0[..2], [6, 0]);
    assert_eq!(meeples(&oracle), [7, 7]);
}

#[test]
fn ties_pay_in_full_and_a_majority_takes_all() {
    // Red's road across the start and blue's road south of it are joined in the west, and the loop
    // of eight tiles closes in the south-east.
    let joined = "DV P1,0r0 M0 DV P0,1r0 M0 DV P-1,0r3 DV P-1,1r2";
    let tokens = format!("{joined} DU P1,1r0 DV P1,2r1 DV P0,2r2");
    // MAJ-2, EX-2
    let oracle = play("base", 2, &tokens, "B");
    assert_eq!(oracle.scores().0[..2], [8, 8]);
    assert_eq!(meeples(&oracle), [7, 7]);
    // Monasteries lead to a cell where blue lays the last curve separately and adds a second
    // highwayman.
    let around = "DB P2,0r0 . DB P2,1r0 . DB P2,2r0 .";
    let tokens = format!("{joined} {around} DV P1,2r1 M0 DU P1,1r0 DV P0,2r2");
    // MAJ-1, MAJ-3
    let oracle = play("base", 2, &tokens, "B");
    assert_eq!(oracle.scores().0[..2], [0, 8]);
    assert_eq!(meeples(&oracle), [7, 7]);
}

#[test]
fn incomplete_features_are_scored_at_the_end() {
    // END-3: red's monastery is adjacent to the start and to blue's curve. END-1: blue's road has
    // two tiles. Figures stay on the board.
    let tokens = "DE P0,-1r2 . DV P1,0r0 M0 DB P0,1r0 M0";
    let oracle = play("base,fields", 2, tokens, "");
    assert!(oracle.is_over());
    assert_eq!(oracle.scores().0[..2], [3, 2]);
    assert_eq!(meeples(&oracle), [6, 6]);
    assert_eq!(oracle.winners().iter().map(Seat::index).collect::<Vec<_>>(), [0]);
    // FIELD-3: a farmer above the cap, bordering its complete city.
    let oracle = play("base,fields", 2, "DE P0,-1r2 M1", "");
    assert_eq!(oracle.scores().0[..2], [3, 0]);
    // FIELD-6: in the other rotation, the city stays incomplete.
    let oracle = play("base,fields", 2, "DE P0,1r2 M1", "");
    assert_eq!(oracle.scores().0[..2], [0, 0]);
}

#[test]
fn a_tile_that_fits_nowhere_leaves_the_game() {
    // Once the only city is complete, C fits nowhere.
    let oracle = play("base", 2, "DE P0,-1r2 . DC", "B");
    // TURN-3: blue draws again.
    assert_eq!((oracle.to_act(), oracle.turn().index()), (Actor::Chance, 1));
    assert_eq!(legal(&oracle), "DB");
    // TURN-5: without tiles to draw, the game ends immediately.
    let oracle = play("base", 2, "DE P0,-1r2 . DC", "");
    assert!(oracle.is_over());
}

#[test]
fn the_abbot_returns_with_the_current_points() {
    // ABBOT-3, ABBOT-4: only the abbot can be placed on the garden.
    let oracle = play("base,abbot", 2, "DUg P1,0r1", "B B B");
    assert_eq!(legal(&oracle), "M0 A3 .");
    // ABBOT-6: garden, start, and blue's and red's monasteries.
    let oracle = play("base,abbot", 2, "DUg P1,0r1 A3 DB P1,1r0 . DB P0,1r0 R1,0.3", "B");
    assert_eq!(oracle.scores().0[..2], [4, 0]);
    assert_eq!(oracle.supply(Seat::FIRST, ABBOT), 1);
}

#[test]
fn a_bridge_gives_three_in_a_complete_road() {
    // X-EX-1, BRIDGE-10: red is on the bridge, both ends are closed.
    let tokens = "DB P1,0r0- Mb DA P2,0r1 . DA P-1,0r3 .";
    let oracle = play("base,bridges", 2, tokens, "B");
    assert_eq!(oracle.scores().0[..2], [6, 0]);
    assert_eq!((oracle.bridges_left(), oracle.castles_left()), (Some(11), None));
    // BRIDGE-8: in an incomplete road it scores 1, like the start tile.
    let oracle = play("base,bridges", 2, "DB P1,0r0- Mb", "");
    assert_eq!(oracle.scores().0[..2], [2, 0]);
    // BRIDGE-10: the monastery below is free too.
    let oracle = play("base,bridges", 2, "DB P1,0r0-", "B");
    assert_eq!(legal(&oracle), "M0 Mb .");
}

#[test]
fn a_lady_returns_before_the_city_is_scored() {
    // CASTLE-1, CASTLE-4: onto an empty castle, not into the city below.
    let oracle = play("base,castles", 2, "DE P0,-1r2", "B");
    assert_eq!(legal(&oracle), "C0 .");
    let oracle = play("base,castles", 2, "DE P0,-1r2 C0", "B");
    assert_eq!(legal(&oracle), "Mc .");
    // CASTLE-7: the lady herself and blue's knight, whose city is complete by now.
    let tokens = "DE P0,-1r2 C0 Mc DE P0,1r2 M0 DE P0,2r0";
    let oracle = play("base,castles", 2, &format!("{tokens} . Rc0"), "B");
    assert_eq!(oracle.scores().0[..2], [2, 4]);
    assert_eq!(meeples(&oracle), [7, 7]);
    // CASTLE-2, CASTLE-5: blue's knight becomes a lady and counts too.
    let oracle = play("base,castles", 2, &format!("{tokens} C0"), "B");
    assert_eq!(legal(&oracle), "Rc0 .");
    let oracle = play("base,castles", 2, &format!("{tokens} C0 Rc0"), "B");
    assert_eq!(oracle.scores().0[..2], [2, 0]);
    assert_eq!(meeples(&oracle), [7, 6]);
}

#[test]
fn a_new_lady_stays() {
    // CASTLE-8: red has no other option, so it is blue's turn.
    let oracle = play("base,castles", 2, "DE P0,1r2 M0 DB P1,1r0 . DE P0,2r0 C0", "B");
    assert_eq!((oracle.to_act(), oracle.turn().index()), (Actor::Chance, 1));
    assert_eq!(oracle.figures()[0].spot, FigureSpot::Piece(CASTLE, 0));
    // CASTLE-10: the lady scores nothing at the end.
    let oracle = play("base,castles", 2, "DE P0,1r2 M0 DB P1,1r0 . DE P0,2r0 C0", "");
    assert!(oracle.is_over());
    assert_eq!(oracle.scores().0[..2], [0, 0]);
}

#[test]
fn a_farmer_moves_into_a_barn() {
    // Four monasteries meet; red's farmer is on their field.
    let three = "DB P0,1r0 M1 DB P1,1r0 . DB P0,2r0 . DE P0,-1r2 . DB P1,2r0";
    let oracle = play("base,fields,barns", 2, three, "A");
    assert_eq!(legal(&oracle), "Bnw:0,1.1 .");
    // BARN-4, BARN-6: the field is still occupied, so only the monastery is free.
    let oracle = play("base,fields,barns", 2, &format!("{three} Bnw:0,1.1"), "A");
    assert_eq!(legal(&oracle), "M0 .");
    assert_eq!(oracle.barns(), [(Cell::new(1, 2), Corner::NorthWest)]);
    // BARN-5
    let oracle = play("base,fields,barns", 2, &format!("{three} Bnw:0,1.1 ."), "A");
    assert_eq!(oracle.scores().0[..2], [1, 0]);
    assert_eq!(oracle.barns_left(), Some(5));
    // BARN-3: blue has no farmer and cannot build.
    let three = "DB P0,1r0 M1 DB P1,1r0 . DB P0,2r0 . DB P1,2r0";
    let oracle = play("base,fields,barns", 2, three, "A");
    assert_eq!(legal(&oracle), "M0 .");
}

#[test]
fn the_pig_goes_round_the_wheel() {
    // WHEEL-STORM: seven points each. Then red is placed on one of its crown spaces. WHEEL-FORTUNE:
    // three points for blue.
    let tokens = "DW31i3 P1,-1r0 Mk4 DW31i3 P4,1r1";
    // WHEEL-CROWN-3: storm again, and red is alone there.
    let oracle = play("wheel,fields", 2, &format!("{tokens} . DW29i3"), "W26");
    assert_eq!(oracle.pig(), Some(Sector::Storm));
    assert_eq!(oracle.scores().0[..2], [7 + 6 + 6, 7 + 3 + 7]);
    assert_eq!(meeples(&oracle), [7, 7]);
    // With two meeples it is three points each.
    let oracle = play("wheel,fields", 2, &format!("{tokens} Mk5 DW29i3"), "W26");
    assert_eq!(oracle.scores().0[..2], [7 + 6 + 3, 7 + 3 + 6 + 3]);
    // WHEEL-TAX: a shield, and the player's own knight.
    let oracle = play("wheel,fields", 2, "DW15 P-1,0r1 M0 DW29i1", "W26");
    assert_eq!(oracle.scores().0[..2], [2, 0]);
}

#[test]
fn the_plague_requires_a_decision_of_every_player() {
    // WHEEL-PLAGUE-1: red chooses; blue's meeple on the wheel is not affected, so red continues.
    let tokens = "DW31i3 P1,-1r0 M0 DW26 P4,1r0 Mk0 DW31i2";
    let oracle = play("wheel,fields", 2, tokens, "W26");
    assert_eq!(legal(&oracle), "R1,-1.0");
    let oracle = play("wheel,fields", 2, &format!("{tokens} R1,-1.0"), "W26");
    assert_eq!(oracle.to_act(), Actor::Seat(Seat::FIRST));
    assert_eq!(meeples(&oracle), [7, 6]);
    // WHEEL-PLAGUE-2: in the turn of blue, who has no figure on the land, red acts.
    let tokens = "DW31i3 P1,-1r0 M0 DW31i2";
    let oracle = play("wheel,fields", 2, tokens, "W26");
    assert_eq!((oracle.to_act(), oracle.turn().index()), (Actor::Seat(Seat::FIRST), 1));
    let oracle = play("wheel,fields", 2, &format!("{tokens} R1,-1.0"), "W26");
    assert_eq!(oracle.to_act(), Actor::Seat(oracle.turn()));
    assert_eq!(meeples(&oracle), [7, 7]);
}

#[test]
fn a_large_meeple_counts_twice_in_majorities_only() {
    // INN-2: wherever a meeple can be placed.
    let oracle = play("base,fields,inns", 6, "DE P0,-1r2", "B");
    assert_eq!(legal(&oracle), "M0 M1 L0 L1 .");
    // INN-4
    let oracle = play("base,fields,inns", 2, "DE P0,-1r2 L0", "B");
    assert_eq!(oracle.scores().0[..2], [4, 0]);
    assert_eq!(oracle.supply(Seat::FIRST, LARGE), 1);
    // INN-9, CASTLE-4: only an ordinary meeple becomes a lady.
    let oracle = play("base,castles,inns", 2, "DE P0,-1r2 C0", "B");
    assert_eq!(legal(&oracle), "Mc .");
    let oracle = play("base,castles,inns", 2, "DE P0,1r2 L0 DE P0,2r0", "B");
    assert_eq!(oracle.castles_left(), Some(6), "no castle was offered");
    assert_eq!(oracle.scores().0[..2], [4, 0]);
}

#[test]
fn inns_and_cathedrals_pay_all_or_nothing() {
    // INN-6: the start, the inn and both ends.
    let tokens = "DA P-1,0r3 M1 DIO P1,0r0 DA P2,0r1 .";
    assert_eq!(play("base,inns", 2, tokens, "B").scores().0[..2], [8, 0]);
    // INN-7
    let oracle = play("base,inns", 2, "DA P-1,0r3 M1 DIO P1,0r0", "");
    assert_eq!(oracle.scores().0[..2], [0, 0]);
    // CATH-2
    let oracle = play("base,inns", 2, "DIA P0,-1r0 L0", "");
    assert_eq!(oracle.scores().0[..2], [0, 0]);
}

#[test]
fn the_player_who_completes_a_city_takes_its_goods() {
    // TRADE-2: red's knight, blue's wine; TRADE-4.
    let tokens = "DTO P0,-1r1 M0 DE P0,-2r2";
    let oracle = play("base,traders", 2, tokens, "B");
    assert_eq!(oracle.scores().0[..2], [6, 0]);
    assert_eq!(
        Seat::all(2).map(|seat| oracle.goods(seat)).collect::<Vec<_>>(),
        [Some([0, 0, 0]), Some([1, 0, 0])]
    );
    assert_eq!(play("base,traders", 2, tokens, "").scores().0[..2], [6, 10]);
}

#[test]
fn a_builder_earns_one_more_turn() {
    let placed = "DU P1,0r1 M0 DB P0,1r0 . DU P2,0r1";
    // BUILDER-1
    let oracle = play("base,traders", 2, placed, "B U U");
    assert_eq!(legal(&oracle), "W0 .");
    assert_eq!(oracle.supply(Seat::FIRST, HOG), 0, "HOG-6");
    // BUILDER-3, BUILDER-4: a second turn, but not a third.
    let second = format!("{placed} W0 DB P1,1r0 . DU P3,0r1");
    let oracle = play("base,traders", 2, &second, "U B");
    assert_eq!((oracle.turn().index(), oracle.is_second_turn()), (0, true));
    let oracle = play("base,traders", 2, &format!("{second} DU P4,0r1"), "B");
    assert_eq!((oracle.turn().index(), oracle.is_second_turn()), (1, false));
    // BUILDER-4: the last tile.
    assert!(play("base,traders", 2, &second, "").is_over());
    // BUILDER-5: the complete road sends all figures home.
    let done = format!("{placed} W0 DB P1,1r0 . DA P3,0r1 . DA P-1,0r3 .");
    let oracle = play("base,traders", 2, &done, "B");
    assert_eq!(oracle.supply(Seat::FIRST, BUILDER), 1);
    assert_eq!(oracle.scores().0[..2], [5, 0]);
}

#[test]
fn a_pig_is_for_its_owner() {
    // HOG-1: a farmer, then the pig in the same field; HOG-3: one complete city, 4 points.
    let tokens = "DE P0,-1r2 M1 DB P0,1r0 . DB P0,-2r0";
    let oracle = play("base,fields,traders", 2, tokens, "B");
    assert_eq!(legal(&oracle), "M0 H1 .");
    let oracle = play("base,fields,traders", 2, &format!("{tokens} H1"), "");
    assert_eq!(oracle.scores().0[..2], [4, 0]);
}
