//! Statistics of games of the Stronghold family, and integer variances.

use bastide::{AwardReason, Event, Game, Seat, Stronghold};
use serde_json::{Value, json};

/// Sum of integers and of their squares, which does not depend on the order of addition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Spread {
    sum: i64,
    squares: i64,
}

impl Spread {
    /// Adds a number.
    pub(super) fn put(&mut self, number: i64) {
        self.sum += number;
        self.squares += number * number;
    }

    /// Adds all numbers of another spread.
    pub(super) fn add(&mut self, other: &Spread) {
        self.sum += other.sum;
        self.squares += other.squares;
    }

    /// Returns the mean of `number` numbers.
    pub(super) fn mean(&self, number: u64) -> f64 {
        self.sum as f64 / number as f64
    }

    /// Returns the standard deviation of `number` numbers.
    pub(super) fn deviation(&self, number: u64) -> f64 {
        let (n, sum) = (number as f64, self.sum as f64);
        let spread = self.squares as f64 - sum * sum / n;
        (spread.max(0.0) / (n - 1.0).max(1.0)).sqrt()
    }

    /// Returns the mean and its standard error.
    fn known(&self, number: u64) -> (f64, f64) {
        (self.mean(number), self.deviation(number) / (number as f64).sqrt())
    }
}

/// Counts within a game.
#[derive(Default)]
pub(super) struct Counts {
    taken: i64,
    used: i64,
    keep_award: i64,
}

impl Counts {
    /// Counts an event if it is relevant.
    #[inline]
    pub(super) fn event(&mut self, event: &Event) {
        match event {
            Event::TokenTaken { .. } => self.taken += 1,
            Event::TokenUsed { .. } => self.used += 1,
            Event::Awarded(award) if award.reason == AwardReason::Keep => {
                self.keep_award += i64::from(award.tally.total());
            }
            _ => {}
        }
    }
}

/// Sums over games.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct StrongholdStats {
    /// Number of tokens on the wall at the start.
    tokens: u32,
    taken: Spread,
    used: Spread,
    /// Size of the larger keep.
    keep: Spread,
    largest_keep: u8,
    keep_award: Spread,
    /// Number of cells of the largest gap at the end.
    gap: Spread,
    /// Lead of the first player.
    lead: Spread,
    /// Per game 2 if the first player wins, 1 if it is a draw.
    wins: Spread,
}

impl StrongholdStats {
    /// Adds a finished game.
    pub(super) fn add_game(&mut self, game: &Stronghold, counts: &Counts) {
        // S-SETUP-4
        let corners = game.wall().corners();
        self.tokens = corners.iter().filter(|corner| corner.has_token).count() as u32;
        self.taken.put(counts.taken);
        self.used.put(counts.used);
        self.keep_award.put(counts.keep_award);
        self.gap.put(i64::from(game.largest_gap()));
        let sizes = Seat::all(game.seats()).filter_map(|seat| game.keep(seat));
        let larger = sizes.map(|keep| keep.size).max().unwrap_or(0);
        self.keep.put(i64::from(larger));
        self.largest_keep = self.largest_keep.max(larger);
        let [first, second] = [0, 1].map(|index| i64::from(game.scores().0[index]));
        self.lead.put(first - second);
        self.wins.put((first - second).signum() + 1);
    }

    /// Adds all games of another sum.
    pub(super) fn add(&mut self, other: &StrongholdStats) {
        let StrongholdStats {
            tokens,
            taken,
            used,
            keep,
            largest_keep,
            keep_award,
            gap,
            lead,
            wins,
        } = other;
        self.tokens = self.tokens.max(*tokens);
        self.largest_keep = self.largest_keep.max(*largest_keep);
        self.taken.add(taken);
        self.used.add(used);
        self.keep.add(keep);
        self.keep_award.add(keep_award);
        self.gap.add(gap);
        self.lead.add(lead);
        self.wins.add(wins);
    }

    /// Returns the share of the wall's tokens that were taken, and its standard error.
    fn token_share(&self, games: u64) -> (f64, f64) {
        let (mean, error) = self.taken.known(games);
        let all = f64::from(self.tokens.max(1));
        (mean / all, error / all)
    }

    /// Returns the share of games that the first player wins, and its standard error.
    fn first_wins(&self, games: u64) -> (f64, f64) {
        let (mean, error) = self.wins.known(games);
        (mean / 2.0, error / 2.0)
    }

    /// Formats the statistics as text.
    pub(super) fn lines(&self, games: u64) -> Vec<String> {
        let with_error = |(mean, error): (f64, f64)| format!("{mean:.2} ± {error:.2}");
        let percent =
            |(share, error): (f64, f64)| format!("{:.1} ± {:.1} %", 100.0 * share, 100.0 * error);
        vec![
            format!(
                "  {} of {} tokens taken ({}), {} used",
                with_error(self.taken.known(games)),
                self.tokens,
                percent(self.token_share(games)),
                with_error(self.used.known(games))
            ),
            format!(
                "  larger keep {} tiles, at most {}; it gives {} points of a gap of {} cells",
                with_error(self.keep.known(games)),
                self.largest_keep,
                with_error(self.keep_award.known(games)),
                with_error(self.gap.known(games))
            ),
            format!(
                "  the first player leads by {} and wins {}",
                with_error(self.lead.known(games)),
                percent(self.first_wins(games))
            ),
        ]
    }

    /// Adds the statistics to a JSON object.
    pub(super) fn add_json(&self, games: u64, value: &mut Value) {
        for (name, (mean, error)) in [
            ("tokens_taken", self.taken.known(games)),
            ("token_share", self.token_share(games)),
            ("tokens_used", self.used.known(games)),
            ("larger_keep", self.keep.known(games)),
            ("keep_award", self.keep_award.known(games)),
            ("empty_cells", self.gap.known(games)),
            ("lead", self.lead.known(games)),
            ("first_wins", self.first_wins(games)),
        ] {
            value[name] = json!({ "mean": mean, "standard_error": error });
        }
        value["largest_keep"] = json!(self.largest_keep);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_errors_match_the_textbook_formulas() {
        // Two games of thirteen tokens: 3 and 7 taken; one won, one drawn.
        let mut stronghold = StrongholdStats { tokens: 13, ..StrongholdStats::default() };
        for (taken, wins) in [(3, 2), (7, 1)] {
            stronghold.taken.put(taken);
            stronghold.wins.put(wins);
        }
        let (share, error) = stronghold.token_share(2);
        assert!((share - 5.0 / 13.0).abs() < 1e-9 && (error - 2.0 / 13.0).abs() < 1e-9);
        let (wins, error) = stronghold.first_wins(2);
        assert!((wins - 0.75).abs() < 1e-9 && (error - 0.25).abs() < 1e-9);
    }
}
