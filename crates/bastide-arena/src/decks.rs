//! Results of games grouped by deck.

use std::collections::BTreeMap;

use crate::contest::Contest;
use crate::play::GameResult;

/// Results of a contest grouped by deck, with the games of each complete deck in the order of its
/// seatings, independent of the order of play.
pub(crate) struct Decks<'a> {
    pub(crate) whole: BTreeMap<u64, Vec<&'a GameResult>>,
    /// Number of games that belong to incomplete decks.
    pub(crate) left_out: usize,
}

impl<'a> Decks<'a> {
    pub(crate) fn new(contest: &Contest, games: &'a [GameResult]) -> Decks<'a> {
        let mut decks: BTreeMap<u64, Vec<Option<&GameResult>>> = BTreeMap::new();
        let seatings = contest.seatings();
        for game in games {
            let places = decks.entry(game.deck).or_insert_with(|| vec![None; seatings.len()]);
            if let Some(at) = seatings.iter().position(|seats| *seats == game.seats) {
                places[at].get_or_insert(game);
            }
        }
        let mut whole = BTreeMap::new();
        let mut left_out = 0;
        for (deck, places) in decks {
            let there: Vec<&GameResult> = places.iter().copied().flatten().collect();
            if there.len() == seatings.len() {
                whole.insert(deck, there);
            } else {
                left_out += there.len();
            }
        }
        Decks { whole, left_out }
    }
}
