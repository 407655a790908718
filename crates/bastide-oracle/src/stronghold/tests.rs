//! Tests with small hand-made situations: a few simple tiles, a small wall, a short record.

use bastide::{
    Action, Actor, Cell, Notation, OwnSets, Rules, Seat, SeatSet, SegmentIndex, SegmentRef, Setup,
    StrongholdRules,
};

use super::points::best_use;
use super::{Held, Oracle, token};

const TILES: &str = "set stronghold
tile H x9
  house N E S W
tile T x9
  tower N E S W
tile Y x9
  courtyard N E S W +market
tile Z x9
  courtyard N E S W
tile P x9
  path N2 S2
  courtyard N1 S3 W
  courtyard N3 S1 E
tile W x9
  path N2 S2 +well
  courtyard N1 S3 W
  courtyard N3 S1 E
tile C x9
  path S2 W2
  courtyard N E S1 W3
  courtyard S3 W1
tile X x9
  path N2
  path E2
  path S2
  path W2
  courtyard N3 E1
  courtyard E3 S1
  courtyard S3 W1
  courtyard W3 N1
  touch 0 1 2 3
tile SY x0 patch
  courtyard S +market
tile SP x0 patch
  path S2
  courtyard S1
  courtyard S3
tile ST x0 patch
  tower S
";

/// Eight cells in a row, a start area above every other one, and a token on the spaces 2 and 3.
const ROW: (&str, &str) =
    ("row ########\ntrack 20\ncorner 0,0 2 3\n", "0,-1 SY, 2,-1 SY, 4,-1 SY, 6,-1 SY");

const RED: Seat = Seat::FIRST;
const BLUE: Seat = Seat::FIRST.next(2);

/// Plays a record. The bag contains the tiles the record draws, and those listed after a `+`.
#[track_caller]
fn play((wall, starts): (&str, &str), record: &str) -> Oracle {
    let (played, left) = record.split_once('+').unwrap_or((record, ""));
    let drawn = played.split_whitespace().filter_map(|word| word.strip_prefix('D'));
    let cells: String = starts.split(", ").map(|start| format!("  cell {start}\n")).collect();
    let (tiles, wall) = (format!("{TILES}patch\n{cells}"), format!("wall w\n{wall}"));
    let mut setup = Setup::new(Rules::Stronghold(StrongholdRules), 2);
    setup.deck = Some(drawn.chain(left.split_whitespace()).map(Box::from).collect());
    setup.sets = Some(OwnSets::parse([tiles.as_str(), &wall]).expect("good files"));
    let mut oracle = Oracle::new(&setup);
    for word in played.split_whitespace() {
        let action = Notation::new(oracle.precinct().set()).parse(word).expect(word);
        oracle.play(action);
    }
    oracle
}

/// Returns the legal actions, in notation.
fn legal(oracle: &Oracle) -> String {
    let notation = Notation::new(oracle.precinct().set());
    let words = oracle.legal_actions().into_iter().map(|a| notation.show(a).to_string());
    words.collect::<Vec<_>>().join(" ")
}

fn scores(oracle: &Oracle) -> [i32; 2] {
    [oracle.scores()[RED], oracle.scores()[BLUE]]
}

fn site(x: i8, y: i8, slot: u8) -> SegmentRef {
    SegmentRef { cell: Cell::new(x, y), slot: SegmentIndex(slot) }
}

#[test]
fn only_paths_must_match() {
    // S-TILE-1, S-TILE-2, S-TILE-3, S-TILE-4, S-TILE-5
    let wall = ("row ###\nrow ###\ntrack 9\n", "0,-1 SP, 2,-1 SY");
    assert_eq!(legal(&play(wall, "DH + H")), "P2,0r0");
    assert_eq!(legal(&play(wall, "DP + H")), "P0,0r0 P2,0r1");
    // Beside the tile with the path, a path would meet a courtyard.
    assert_eq!(legal(&play(wall, "DP P0,0r0 . DP + H")), "P1,0r0 P2,0r1 P0,1r0");
    // A house can be adjacent to a tower, and any terrain to the wall.
    assert_eq!(legal(&play(wall, "DT P2,0r0 . DH + H")), "P1,0r0 P2,1r0");
}

#[test]
fn an_unplaceable_tile_leaves_the_game() {
    // S-TURN-2
    let wall = ("row #\ntrack 9\n", "0,-1 SP");
    let oracle = play(wall, "DH + P");
    assert_eq!((oracle.turn(), legal(&oracle).as_str()), (RED, "DP"));
    assert!(play(wall, "DH").is_over(), "the last one");
}

#[test]
fn towers_count_their_tiles() {
    // S-EX-1, S-MEEPLE-3, S-TOWER-1
    let four = "DT P0,0r0 M0 DT P1,0r0 DT P2,0r0 DT P3,0r0 DZ P4,0r0 . + Z";
    let oracle = play(ROW, four);
    assert_eq!(scores(&oracle), [8, 0]);
    assert_eq!((oracle.reserve(RED), oracle.keep(RED)), (6, None));
    let at_once = "DT P0,0r0 . DZ P2,0r0 . DT P1,0r0 M0 + Z";
    assert_eq!(scores(&play(("row ###\ntrack 9\n", ROW.1), at_once)), [4, 0]);
    // S-START-1: two tiles, including the start area.
    assert_eq!(scores(&play(("row #\ntrack 9\n", "0,-1 ST"), "DT P0,0r0 M0 + Z")), [4, 0]);
}

#[test]
fn a_marker_goes_round_and_takes_tokens_on_later_laps() {
    // S-SETUP-2, S-TOKEN-1, S-TOKEN-2: 8 points are space 3 on a track of 5.
    let row = "row ####\ntrack 5\ncorner 0,0 0 1 bare\ncorner 4,0 2 3\n";
    let oracle = play((row, "0,-1 SY"), "DT P0,0r0 M0 DT P1,0r0 DT P2,0r0 DT P3,0r0 + Z");
    assert_eq!((oracle.space(RED), oracle.revealing()), (3, Some(RED)));
    assert!(!oracle.has_token(1));
    let weights: Vec<u32> = oracle.chances().into_iter().map(|(_, weight)| weight).collect();
    assert_eq!(weights, [2; 9]);
    // Passing a tower takes nothing, nor does a corner without a token.
    let row = row.replace("2 3", "3 4").replace("track 5", "track 7");
    let oracle = play((&row, "0,-1 SY"), "DT P0,0r0 M0 DT P1,0r0 DT P2,0r0 DT P3,0r0 + Z");
    assert_eq!((oracle.space(RED), oracle.revealing()), (1, None));
}

#[test]
fn a_marker_on_31_that_scores_2_rests_on_33() {
    // S-EX-3
    let wall = (ROW.0.replace("20", "100").replace("2 3", "33 34"), ROW.1);
    let mut oracle = play((&wall.0, wall.1), "DT P0,0r0 M0 DZ P1,0r0 + Z");
    oracle.scores[RED] = 31;
    oracle.play(Action::Pass);
    assert_eq!((oracle.space(RED), oracle.revealing()), (33, Some(RED)));
}

#[test]
fn paths_end_at_squares_and_walls_and_may_close_into_a_loop() {
    // S-PATH-1, S-PATH-2, S-PATH-3, S-START-1
    let column = ("row #\nrow #\nrow #\ntrack 50\n", "0,-1 SP");
    assert_eq!(scores(&play(column, "DP P0,0r0 M0 DX P0,1r0 . + Z")), [3, 0], "a square");
    assert_eq!(scores(&play(column, "DW P0,0r0 M0 DX P0,1r0 . + Z")), [6, 0], "a well");
    let all = "DP P0,0r0 M0 DW P0,1r0 . DW P0,2r0 . + Z";
    assert_eq!(scores(&play(column, all)), [8, 0], "the wall; two wells are as good as one");
    assert_eq!(scores(&play(column, "DX P0,0r0 M2 DX P0,1r0 . + Z")), [2, 0]);
    assert_eq!(scores(&play(column, "DX P0,0r0 M3 + Z")), [1, 0], "S-EX-1: one tile");
    let square = ("row ##\nrow ##\nrow ##\ntrack 50\n", "0,-1 SY");
    let ring = "DC P0,0r3 M0 DC P1,0r0 . DC P1,1r1 . DC P0,1r2 . + Z";
    assert_eq!(scores(&play(square, ring)), [4, 0], "a loop");
}

#[test]
fn a_tie_scores_nothing() {
    // S-EX-2, S-MAJ-2, S-MEEPLE-2, S-MEEPLE-4
    let wall = ("row ###\nrow #..\ntrack 50\n", "0,-1 SY, 2,-1 SY");
    let joined = "DT P0,0r0 M0 DT P2,0r0 M0 DT P1,0r0";
    let oracle = play(wall, &format!("{joined} + Z"));
    assert_eq!((oracle.reserve(RED), oracle.reserve(BLUE)), (5, 5), "not complete yet");
    let oracle = play(wall, &format!("{joined} DZ P0,1r0 . + Z"));
    assert_eq!((scores(&oracle), oracle.reserve(RED), oracle.reserve(BLUE)), ([0, 0], 6, 6));
    // S-MAJ-1: two followers against one.
    let wall = ("row #####\ntrack 50\n", "0,-1 SY, 2,-1 SY, 4,-1 SY");
    let two = "DT P0,0r0 M0 DT P2,0r0 M0 DT P4,0r0 M0 DT P1,0r0 DT P3,0r0 + Z";
    assert_eq!(scores(&play(wall, two)), [10, 0]);
}

#[test]
fn keeps_go_to_larger_houses() {
    // S-HOUSE-1, S-KEEP-1, S-KEEP-2; the keep is identified by the segment that the tile bounds.
    let first = "DH P0,0r0 M0 DZ P1,0r0 .";
    let oracle = play(ROW, &format!("{first} + Z"));
    let keep = oracle.keep(RED).expect("a first house");
    assert_eq!((scores(&oracle), keep.site, keep.size), ([1, 0], site(0, 0, 0), 1));
    let equal = format!("{first} DH P2,0r0 M0 DZ P3,0r0 .");
    let oracle = play(ROW, &format!("{equal} T1 + Z"));
    assert_eq!((scores(&oracle), oracle.keep(RED)), ([2, 0], Some(keep)));
    let larger = format!("{equal} T1 DH P4,0r0 M0 . DZ P6,0r0 . DH P5,0r0 + Z");
    let oracle = play(ROW, &larger);
    let keep = oracle.keep(RED).expect("it moved");
    assert_eq!((scores(&oracle), keep.site, keep.size), ([4, 0], site(5, 0, 0), 2));
}

/// Four arms around a centre: red has the north and the east, blue the west and the south. Red lays
/// the centre.
const CROSS: (&str, &str) = (
    "row .#.\nrow ###\nrow .#.\ntrack 20\ncorner 1,0 0 1 bare\ncorner 2,0 3 4\n",
    "1,-1 SY, 3,1 SY r1, -1,1 SY r3, 1,3 SY r2",
);
const ARMS: &str = "DT P1,0r0 M0 DT P0,1r0 M0 DH P2,1r0 M0 DH P1,2r0 M0 DZ P1,1r0 .";

#[test]
fn the_player_who_places_the_tile_chooses_the_order() {
    // S-ORDER-1, S-ORDER-2
    let oracle = play(CROSS, &format!("{ARMS} + Z"));
    assert_eq!(oracle.to_act(), Actor::Seat(RED));
    assert_eq!(legal(&oracle), "S1,0.0 S2,1.0", "what is red's");
    // First the tower, then the house without a choice: 2, then 3 points and a token.
    let oracle = play(CROSS, &format!("{ARMS} S1,0.0 + Z"));
    assert_eq!((scores(&oracle), oracle.revealing()), ([3, 0], Some(RED)));
    let oracle = play(CROSS, &format!("{ARMS} S1,0.0 T9 + Z"));
    assert_eq!((oracle.to_act(), legal(&oracle).as_str()), (Actor::Seat(RED), "S0,1.0 S1,2.0"));
    assert_eq!(oracle.reserve(RED), 4, "followers stay until the turn is over");
    let oracle = play(CROSS, &format!("{ARMS} S1,0.0 T9 S1,2.0 + Z"));
    assert_eq!((scores(&oracle), oracle.turn()), ([3, 3], BLUE));
    assert_eq!((oracle.reserve(RED), oracle.reserve(BLUE)), (6, 6));
}

#[test]
fn tokens_are_usable_from_the_next_turn_on() {
    // S-TOKEN-1, S-TOKEN-3, S-TOKEN-K2: taken in blue's turn.
    let taken = "DT P0,0r0 M0 DZ P1,0r0 .";
    let oracle = play(ROW, &format!("{taken} + Z"));
    assert_eq!((oracle.turn(), oracle.revealing()), (BLUE, Some(RED)));
    let oracle = play(ROW, &format!("{taken} T2 + Z"));
    assert_eq!((oracle.held(RED, token(2)), oracle.usable(RED, token(2))), (1, 1));
    let ready = format!("{taken} T2 DT P2,0r0 M0 DZ P4,0r0 . DZ P3,0r0 .");
    assert_eq!(legal(&play(ROW, &format!("{ready} + Z"))), "S2,0.0 U2@2,0.0");
    assert_eq!(scores(&play(ROW, &format!("{ready} S2,0.0 + Z"))), [4, 0]);
    let oracle = play(ROW, &format!("{ready} U2@2,0.0 + Z"));
    assert_eq!((scores(&oracle), oracle.held(RED, token(2))), ([6, 0], 0));
    // It cannot be used in blue's turn.
    let others = format!("{taken} T2 DT P2,0r0 M0 DZ P3,0r0 . + Z");
    assert_eq!(scores(&play(ROW, &others)), [4, 0]);
    // Nor in the turn in which it was taken.
    let wall = (CROSS.0.replace("corner 1,0 0 1 bare", "corner 1,0 1 2"), CROSS.1);
    let oracle = play((&wall.0, wall.1), &format!("{ARMS} S2,1.0 T2 + Z"));
    assert_eq!((scores(&oracle), oracle.revealing()), ([3, 0], Some(RED)));
}

#[test]
fn doubling_a_house_does_not_enlarge_its_keep() {
    // S-TOKEN-K3, S-KEEP-2
    let wall = (ROW.0.replace("2 3", "1 2"), ROW.1);
    let ready = "DH P0,0r0 M0 DZ P1,0r0 . T3 DH P2,0r0 M0 DZ P4,0r0 . DZ P3,0r0 .";
    let oracle = play((&wall.0, wall.1), &format!("{ready} U3@2,0.0 + Z"));
    assert_eq!(scores(&oracle), [3, 0]);
    assert_eq!(oracle.keep(RED).map(|keep| (keep.site, keep.size)), Some((site(0, 0, 0), 1)));
}

#[test]
fn the_extra_turn_token_gives_another_turn() {
    // S-TOKEN-K1: declared at the end of the player's own turn.
    let taken = "DT P0,0r0 M0 DZ P1,0r0 . T1 DZ P2,0r0 .";
    assert_eq!(legal(&play(ROW, &format!("{taken} + Z"))), "U1 .");
    assert_eq!(play(ROW, &format!("{taken} . + Z")).turn(), BLUE);
    let oracle = play(ROW, &format!("{taken} U1 + Z"));
    assert_eq!((oracle.turn(), oracle.held(RED, token(1))), (RED, 0));
    assert!(play(ROW, taken).is_over(), "with no tile left it gives nothing");
}

#[test]
fn tokens_are_used_where_they_score_most() {
    // S-END-4, S-TOKEN-4
    assert_eq!(best_use(1, &[3, 5, 4]), (5, 1));
    assert_eq!(best_use(2, &[3, 5, 4]), (9, 2));
    assert_eq!(best_use(3, &[0, 2]), (2, 1));
    assert_eq!(best_use(2, &[]), (0, 0));
}

#[test]
fn courtyards_score_their_markets() {
    // S-END-3, S-YARD-1, S-MEEPLE-4, S-EX-5: two markets, including the start area.
    let wall = ("row #\nrow #\nrow #\ntrack 9\n", "0,-1 SY");
    let yard = "DY P0,0r0 M0 DT P0,1r0";
    let oracle = play(wall, &format!("{yard} . + Z"));
    assert_eq!((scores(&oracle), oracle.reserve(RED)), ([0, 0], 5), "complete, and no points");
    assert_eq!(oracle.ending().points[RED], 6);
    // S-TOKEN-K7
    let mut oracle = play(wall, &format!("{yard} . + Z"));
    oracle.held[RED].push(Held { token: token(7), since: 0 });
    assert_eq!(oracle.ending().points[RED], 8);
    // S-MAJ-2
    let wall = ("row ###\ntrack 9\n", "0,-1 SY, 2,-1 SY");
    let tied = play(wall, "DY P0,0r0 M0 DY P2,0r0 M0 DZ P1,0r0");
    assert_eq!(scores(&tied), [0, 0]);
    assert!(tied.is_over() && tied.winners().len() == 2, "S-END-5: a draw");
}

#[test]
fn incomplete_features_need_a_token() {
    // S-TOKEN-K4, S-TOKEN-K5, S-TOKEN-K6, S-TOKEN-K9
    let mut oracle = play(ROW, "DT P0,0r0 M0 DT P1,0r0 DH P4,0r0 M0 DW P6,0r1 M0 + Z");
    assert_eq!(oracle.ending().points[RED], 0);
    for (kind, points) in [(4, 0), (5, 4), (6, 1), (9, 5)] {
        oracle.held[RED] = vec![Held { token: token(kind), since: 9 }];
        assert_eq!(oracle.ending().points[RED], points, "kind {kind}");
    }
    oracle.held[BLUE] = vec![Held { token: token(4), since: 9 }; 2];
    let ending = oracle.ending();
    assert_eq!((ending.points[BLUE], &ending.used[BLUE][..]), (2, &[token(4)][..]), "a well");
}

#[test]
fn the_larger_keep_gets_the_largest_gap() {
    // S-END-2, S-EX-4: 13 cells, two of them occupied.
    let wall = ("row #############\ntrack 90\n", "0,-1 SY");
    let oracle = play(wall, "DH P0,0r0 M0 DZ P1,0r0 .");
    assert_eq!((scores(&oracle), oracle.winners()), ([12, 0], SeatSet::of(RED)));
    // Equal keeps, and the effect of kind 8 on them (S-TOKEN-K8).
    let houses = "DH P0,0r0 M0 DH P2,0r0 M0 DZ P1,0r0 . DZ P3,0r0 .";
    let mut oracle = play(ROW, &format!("{houses} + Z"));
    assert_eq!(scores(&oracle), [1, 1]);
    assert_eq!(oracle.ending().points, Default::default(), "equal");
    oracle.held[BLUE].push(Held { token: token(8), since: 9 });
    assert_eq!((oracle.ending().points[RED], oracle.ending().points[BLUE]), (0, 4));
    oracle.keeps[BLUE] = None;
    assert_eq!((oracle.ending().points[RED], oracle.ending().points[BLUE]), (4, 0));
    assert!(oracle.ending().used[BLUE].is_empty(), "only with a keep");
}

#[test]
fn gaps_are_connected_by_their_sides() {
    // S-END-2, S-JOIN-1
    let wall = ("row ####\nrow ####\ntrack 9\n", "0,-1 SY");
    let oracle = play(wall, "DZ P0,0r0 . DZ P0,1r0 . DZ P1,1r0 . DZ P2,1r0 . + Z");
    assert_eq!(oracle.precinct().largest_gap(), 4);
    let oracle = play(wall, "DZ P0,0r0 . DZ P0,1r0 . DZ P1,1r0 . DZ P2,1r0 . DZ P2,0r0 . + Z");
    assert_eq!(oracle.precinct().largest_gap(), 2);
}

#[test]
fn a_follower_is_placed_on_an_unoccupied_feature() {
    // S-EX-6, S-MEEPLE-1, S-MEEPLE-2
    let wall = ("row ####\nrow ####\ntrack 9\n", "0,-1 SY");
    let oracle = play(wall, "DH P0,0r0 M0 DH P1,0r0 DP P2,0r0 + Z");
    assert_eq!(oracle.turn(), RED);
    assert_eq!(legal(&oracle), "M0 M1 M2 .");
    let oracle = play(wall, "DZ P0,0r0 M0 DP P1,0r0 + Z");
    assert_eq!(legal(&oracle), "M0 M2 .", "the western courtyard has a merchant");
    assert!(!oracle.legal_actions().contains(&Action::Settle(site(0, 0, 0))));
}
