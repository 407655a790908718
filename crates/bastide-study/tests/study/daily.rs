//! Daily decks: the same on every machine, fair, and independent of the players.

use bastide::{Action, Game as _};
use bastide_bots::Spec;
use bastide_host::{Dice, Match, Record, verify};
use bastide_study::daily::{self, DailyDeck, DailyGame, OPPONENT};

fn decks(day: u64) -> impl Iterator<Item = DailyDeck> {
    daily::games().filter_map(move |game| DailyDeck::new(game, day))
}

/// Plays a deck with random actions.
fn random_game(deck: &DailyDeck, seed: u64) -> Record {
    let mut current = Match::new(deck.setup(), deck.dealer()).expect("a valid set-up");
    let (mut dice, mut actions) = (Dice::new(seed, deck.day), Vec::new());
    while let bastide::Actor::Seat(seat) = current.game().to_act() {
        let action = dice.act(current.game(), &mut actions).expect("the game is not over");
        current.play(seat, action).expect("a legal action");
    }
    current.record().clone()
}

/// Returns the drawn tiles, in notation.
fn tiles(record: &Record) -> Vec<String> {
    let game = record.game();
    let draws = record.actions().iter().filter(|action| matches!(action, Action::Draw(_)));
    draws.map(|&draw| game.notation().show(draw).to_string()).collect()
}

/// Days of the golden file: the first one, the last day of a leap February, and two in a row.
const DAYS: [u64; 4] = [0, 11_016, 20_775, 20_776];

#[test]
fn daily_decks_match_their_golden_file() {
    let mut text = String::new();
    for deck in DAYS.into_iter().flat_map(decks) {
        let DailyDeck { game, day } = deck;
        let order = tiles(&random_game(&deck, 1)).join(" ");
        let (table, first) = (deck.table(), deck.first());
        text += &format!("deck {} {day} {table} first={first} {order}\n", game.name);
    }
    // Bots may change; then only these lines differ.
    for deck in decks(20_775) {
        for bot in ["beginner", "normal"] {
            let spec: Spec = bot.parse().expect("a bot");
            let margins = [0, 1].map(|number| deck.margin(spec, number));
            text += &format!("margins {} {} {bot} {margins:?}\n", deck.game.name, deck.day);
        }
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/daily.txt");
    bastide_testing::golden::check(path, &text);
}

#[test]
fn the_order_of_the_tiles_does_not_depend_on_the_players() {
    for deck in (20_775..20_780).flat_map(decks) {
        let [one, other] = [1, 2].map(|seed| tiles(&random_game(&deck, seed)));
        // A game may end with tiles left, but never with other ones.
        let both = one.len().min(other.len());
        assert!(both > 30, "{deck:?}: {both} tiles");
        assert_eq!(one[..both], other[..both], "{deck:?}");
    }
}

#[test]
fn days_and_games_have_different_decks() {
    let all: Vec<_> = (20_775..20_785).flat_map(decks).collect();
    for (n, deck) in all.iter().enumerate() {
        for other in &all[..n] {
            assert_ne!(deck.table(), other.table());
            assert_ne!(deck.seed_text(), other.seed_text());
            if deck.game == other.game {
                assert_ne!(tiles(&random_game(deck, 1)), tiles(&random_game(other, 1)));
            }
        }
    }
}

#[test]
fn each_player_begins_every_other_day() {
    for game in daily::games() {
        let first = |day| DailyDeck::new(game, day).expect("a deck").first();
        assert!((0..50).all(|day| first(day) + first(day + 1) == 1));
    }
}

#[test]
fn draws_can_be_verified() {
    for deck in decks(20_775) {
        assert!(verify(&random_game(&deck, 3)).is_ok(), "{deck:?}");
    }
}

#[test]
fn table_names_have_twelve_characters() {
    let game = DailyGame::from_name("castle").expect("a game");
    for day in [0, 20_775, 999_999] {
        let name = DailyDeck::new(game, day).expect("a deck").table();
        assert!(name.len() == 12 && name.bytes().all(|b| b.is_ascii_alphanumeric()), "{name}");
    }
    assert_eq!(DailyDeck::new(game, 1_000_000), None);
    assert_eq!(DailyDeck::new(game, u64::MAX), None);
    assert_eq!(DailyGame::from_name("chess"), None);
}

#[test]
fn all_levels_have_a_budget_in_nodes() {
    let is_exact = |spec: Spec| matches!(spec.budget, bastide_bots::Budget::Nodes(_));
    assert!(daily::levels().all(|level| is_exact(level.bot) && level.games > 0));
    assert!(matches!(OPPONENT.usual_budget(), bastide_bots::Budget::Nodes(_)));
}

#[test]
fn shares_count_equal_games_half() {
    assert_eq!(daily::share_below(&[], 5), 0);
    assert_eq!(daily::share_below(&[1, 2, 3, 4], 0), 0);
    assert_eq!(daily::share_below(&[1, 2, 3, 4], 9), 1000);
    assert_eq!(daily::share_below(&[2, 2, 2, 2], 2), 500);
}
