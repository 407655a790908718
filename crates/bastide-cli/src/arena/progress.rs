//! Progress of a running contest.

use std::io::IsTerminal as _;
use std::time::Duration;

use bastide_arena::{Contest, GameId, GameResult, Sprt, SprtUnit, Watch, elo};
use indicatif::{ProgressBar, ProgressDrawTarget};

use super::print;
use crate::bar::{self, Lines};

/// Collects games, feeds them to tests, and draws a progress bar if standard error is a terminal.
pub(super) struct Progress {
    games: Vec<GameResult>,
    watch: Watch,
    tally: Tally,
    bar: Option<ProgressBar>,
}

/// Score of the first bot so far.
struct Tally {
    name: String,
    players: usize,
    score: f64,
    seats: usize,
}

impl Tally {
    fn put(&mut self, game: &GameResult) {
        if let Some(seat) = game.seats.iter().position(|&who| who == 0) {
            self.score += game.share(seat);
            self.seats += 1;
        }
    }

    fn text(&self, tests: &[Sprt]) -> String {
        if self.seats == 0 {
            return String::new();
        }
        let share = self.score / self.seats as f64;
        let mut text = format!("{} {:.1} %", self.name, 100.0 * share);
        if self.players == 2 {
            text += &format!(", Elo {}", print::elo(elo(share)));
        }
        for report in tests.iter().map(Sprt::report) {
            let unit = match report.unit {
                SprtUnit::Elo => "LLR",
                SprtUnit::Margin => "LLR of points",
            };
            text += &format!(", {unit} {:.2} of ±{:.2}", report.llr, report.bound);
        }
        text
    }
}

impl Progress {
    /// Creates the progress of a run that starts with the `games` of its log and plays `more`.
    pub(super) fn new(
        contest: &Contest,
        games: Vec<GameResult>,
        tests: &[Sprt],
        more: &[GameId],
    ) -> Progress {
        let name = contest.names[0].clone();
        let mut tally = Tally { name, players: contest.players, score: 0.0, seats: 0 };
        games.iter().for_each(|game| tally.put(game));
        let watch = Watch::new(contest, tests, &games, more);
        let is_seen = std::io::stderr().is_terminal() && !more.is_empty();
        let bar = is_seen.then(|| new_bar(more.len() as u64, ProgressDrawTarget::stderr()));
        Progress { games, watch, tally, bar }
    }

    /// Adds a finished game.
    pub(super) fn put(&mut self, game: GameResult) {
        self.watch.put(&game);
        self.tally.put(&game);
        self.games.push(game);
        if let Some(bar) = &self.bar {
            bar.set_message(self.tally.text(self.watch.tests()));
            bar.inc(1);
        }
    }

    /// Returns true if all tests have a verdict.
    pub(super) fn is_settled(&self) -> bool {
        self.watch.is_settled()
    }

    /// Removes the bar and returns all games.
    pub(super) fn finish(self) -> Vec<GameResult> {
        if let Some(bar) = self.bar {
            bar.finish_and_clear();
        }
        self.games
    }
}

fn new_bar(games: u64, target: ProgressDrawTarget) -> ProgressBar {
    let bar = bar::games(games, Lines::BarAndMessage, target);
    // A game may take minutes.
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

#[cfg(test)]
mod tests {
    use bastide_bots::Spec;

    use super::*;
    use crate::bar::screen::Screen;

    #[test]
    fn the_bar_shows_games_and_the_score_of_the_first_bot() {
        let bots: Vec<Spec> = ["greedy", "random"].map(|name| name.parse().expect("a bot")).into();
        let names = bots.iter().map(Spec::to_string).collect();
        let contest = Contest::new(names, "base".to_owned(), 2, 1).expect("two bots");
        let more = contest.games(0..1);
        let screen = Screen::default();
        let mut progress = Progress::new(&contest, Vec::new(), &[], &more);
        progress.bar = Some(new_bar(2, screen.target()));
        let game = GameResult {
            deck: 0,
            seats: vec![0, 1],
            scores: vec![40, 10],
            micros: vec![Vec::new(); 2],
            forfeit: None,
        };
        progress.put(game.clone());
        progress.put(GameResult { seats: vec![1, 0], ..game });
        progress.bar.as_ref().expect("a bar").force_draw();
        let lines = screen.lines();
        assert!(lines[0].contains("2 of 2 games"), "{lines:?}");
        assert!(lines[1].starts_with("greedy 50.0 %, Elo "), "{lines:?}");
        assert_eq!(progress.finish().len(), 2);
        assert_eq!(screen.lines(), [""; 0]);
    }
}
