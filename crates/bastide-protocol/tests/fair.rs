//! Generates the games that the web client's verification of draws is tested with.
//!
//! `BLESS=1` regenerates them.

use std::fs;
use std::path::Path;

use bastide::{Actor, Game, LandRules, Rules, Setup, StrongholdRules};
use bastide_host::{Dealer, Dice, Match, Salt, Salts, Seed, verify};
use bastide_protocol::BagView;
use bastide_testing::golden;
use serde_json::{Value, json};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/tests/fair.json");

fn play(current: &mut Match, dice: &mut Dice, decisions: usize) {
    let mut legal = Vec::new();
    for _ in 0..decisions {
        let Actor::Seat(seat) = current.game().to_act() else { return };
        legal.clear();
        current.game().legal_actions(&mut legal);
        current.play(seat, dice.pick(&legal)).expect("listed as legal");
    }
}

/// Plays a whole game with the given salts, switching to a new seed after some decisions if
/// `reseeds` is not empty.
fn game(rules: Rules, text: &str, salts: &[(u8, u8)], reseeds: &[u64]) -> serde_json::Value {
    let revealed = salts.iter().map(|&(seat, byte)| (seat, Salt::from_bytes([byte; 32])));
    let salts = Salts { text: text.to_owned(), revealed: revealed.collect() };
    let dealer = Dealer::salted(Seed::from_number(7), salts);
    let mut setup = Setup::new(rules, 2);
    setup.first = dealer.first(2);
    let mut current = Match::new(setup, dealer).expect("a possible set-up");
    let mut dice = Dice::new(1, 1);
    for &number in reseeds {
        play(&mut current, &mut dice, 25);
        current.reseed(Seed::from_number(number)).expect("it is on");
    }
    play(&mut current, &mut dice, usize::MAX);
    assert!(current.game().is_over());
    let verified = verify(current.record()).expect("an honest game");
    json!({
        "record": current.record().to_text(),
        "bag": BagView::of(&current.record().start()),
        "draws": verified.draws,
        "contributors": verified.contributors,
        "reseeds": verified.reseeds,
    })
}

#[test]
fn the_games_for_the_clients_verification_are_current() {
    let land = |rules: &str| Rules::Land(rules.parse::<LandRules>().expect("rules"));
    let games = json!({
        "plain": game(land("base,fields"), "table 1", &[], &[]),
        "salted": game(land("base,fields"), "", &[(0, 1), (1, 2)], &[]),
        "river": game(land("base,fields,river,abbot"), "a b %", &[(1, 2)], &[]),
        "stronghold": game(Rules::Stronghold(StrongholdRules), "", &[(0, 1), (1, 2)], &[]),
        "reseeded": game(land("base,fields"), "", &[(0, 1)], &[8, 9]),
    });
    let tokens = games["stronghold"]["record"].as_str().expect("text").matches(" T").count();
    assert!(tokens > 0, "wall tokens are drawn too");
    if golden::is_blessed() {
        golden::write(FILE, &format!("{games:#}\n"));
    }
    let current = fs::read_to_string(Path::new(FILE)).unwrap_or_default();
    // Compared as values: the order of keys depends on the features of serde_json.
    let current: Value = serde_json::from_str(&current).unwrap_or_default();
    assert!(current == games, "not current: run this test with BLESS=1");
}
