//! The games of a contest: pairings, seatings and decks.

use std::ops::Range;

use bastide::Setup;

/// A contest: its bots, its rules, and the seed of its decks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contest {
    /// Unique names of the bots.
    pub names: Vec<String>,
    /// The rules, and the fingerprint of the tiles if they are custom.
    pub rules: String,
    /// Number of seats at a table.
    pub players: usize,
    /// Seed of all decks and of the players' random numbers.
    pub seed: u64,
    seatings: Vec<Vec<usize>>,
}

/// Identifies a game of a contest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GameId {
    /// Number of the deck.
    pub deck: u64,
    /// Index into [`Contest::seatings`].
    pub seating: usize,
}

/// Error returned if a contest cannot be set up.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ContestError {
    /// Fewer than two bots.
    #[error("a contest needs at least two bots")]
    TooFew,
    /// No rule says how to seat this number of bots at a larger table.
    #[error("{bots} bots cannot share a table for {players}")]
    Seats {
        /// Number of bots.
        bots: usize,
        /// Number of seats in a game.
        players: usize,
    },
}

impl Contest {
    /// Creates a contest of bots with these unique names.
    ///
    /// If there are at least as many bots as seats, every combination of bots that fills a table
    /// plays once per rotation of the seats. If there are two bots and more seats, the first bot
    /// takes each seat in turn and copies of the second bot take the others.
    ///
    /// # Errors
    /// Returns [`ContestError::TooFew`] for fewer than two bots and [`ContestError::Seats`] for
    /// three or more bots at a larger table.
    pub fn new(
        names: Vec<String>,
        rules: String,
        players: usize,
        seed: u64,
    ) -> Result<Contest, ContestError> {
        let bots = names.len();
        let tables = match bots {
            0 | 1 => return Err(ContestError::TooFew),
            _ if bots >= players => choices(bots, players),
            2 => vec![(0..players).map(|seat| usize::from(seat > 0)).collect()],
            _ => return Err(ContestError::Seats { bots, players }),
        };
        let turned = |table: Vec<usize>| {
            (0..players).map(move |by| {
                let mut table = table.clone();
                table.rotate_right(by);
                table
            })
        };
        let seatings = tables.into_iter().flat_map(turned).collect();
        Ok(Contest { names, rules, players, seed, seatings })
    }

    /// Returns the seatings of each deck: for each game, the index of the bot in each seat.
    pub fn seatings(&self) -> &[Vec<usize>] {
        &self.seatings
    }

    /// Returns all games of these decks, deck by deck.
    pub fn games(&self, decks: Range<u64>) -> Vec<GameId> {
        let seatings = 0..self.seatings.len();
        decks
            .flat_map(|deck| seatings.clone().map(move |seating| GameId { deck, seating }))
            .collect()
    }
}

/// Formats the rules for logs and reports.
pub(crate) fn rules(setup: &Setup) -> String {
    match &setup.sets {
        None => setup.rules.to_string(),
        Some(sets) => format!("{} (tiles {:016x})", setup.rules, sets.fingerprint()),
    }
}

/// Makes names unique by appending a number: the second `greedy` becomes `greedy#2`.
pub(crate) fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut taken: Vec<String> = Vec::new();
    for name in names {
        let spelling = |n: usize| if n == 1 { name.clone() } else { format!("{name}#{n}") };
        let free = (1..).map(spelling).find(|text| !taken.contains(text));
        taken.extend(free);
    }
    taken
}

/// Returns all combinations of `some` out of `all` indices, each in ascending order.
fn choices(all: usize, some: usize) -> Vec<Vec<usize>> {
    if some == 0 {
        return vec![Vec::new()];
    }
    let mut found = Vec::new();
    for last in some - 1..all {
        for mut rest in choices(last, some - 1) {
            rest.push(last);
            found.push(rest);
        }
    }
    found.sort();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seatings(bots: usize, players: usize) -> Result<Vec<Vec<usize>>, ContestError> {
        let names = (0..bots).map(|n| n.to_string()).collect();
        Contest::new(names, "base".to_owned(), players, 1).map(|contest| contest.seatings)
    }

    #[test]
    fn two_bots_play_each_deck_in_both_seats() {
        assert_eq!(seatings(2, 2), Ok(vec![vec![0, 1], vec![1, 0]]));
    }

    #[test]
    fn every_ordered_pair_of_bots_meets_once() {
        let all = seatings(4, 2).expect("a contest");
        assert_eq!(all.len(), 4 * 3, "every ordered pair once");
        for (first, second) in [(0, 3), (3, 0), (1, 2), (2, 1)] {
            assert!(all.contains(&vec![first, second]));
        }
    }

    #[test]
    fn with_copies_each_bot_takes_every_seat() {
        let all = seatings(2, 3).expect("a contest");
        assert_eq!(all, [[0, 1, 1], [1, 0, 1], [1, 1, 0]]);
    }

    #[test]
    fn a_full_table_rotates_through_the_seats() {
        assert_eq!(seatings(3, 3).expect("a contest"), [[0, 1, 2], [2, 0, 1], [1, 2, 0]]);
        assert_eq!(seatings(4, 3).expect("a contest").len(), 4 * 3);
    }

    #[test]
    fn impossible_numbers_of_bots_are_refused() {
        assert_eq!(seatings(1, 2), Err(ContestError::TooFew));
        assert_eq!(seatings(3, 5), Err(ContestError::Seats { bots: 3, players: 5 }));
    }

    #[test]
    fn bots_with_equal_names_get_distinct_names() {
        let names = ["a", "b", "a", "a#2", "a"].map(str::to_owned);
        assert_eq!(distinct(names.into_iter()), ["a", "b", "a#2", "a#2#2", "a#3"]);
    }
}
