//! Statistical report of a contest.

use serde::Serialize;

use crate::contest::Contest;
use crate::decks::Decks;
use crate::play::GameResult;
use crate::ratings::{Meetings, ratings};
use crate::sprt::{Sprt, SprtReport, Verdict};
use crate::stats::{
    ELO_MOST, Estimate, Part, ROUNDS, bootstrap, elo, middle, percentile, resample, widen,
};

/// All statistics of a contest, computed from complete decks only.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The rules.
    pub rules: String,
    /// Number of seats at a table.
    pub players: usize,
    /// Seed of all decks and of the players' random numbers.
    pub seed: u64,
    /// Number of complete decks.
    pub decks: usize,
    /// Number of games in the complete decks.
    pub games: usize,
    /// Number of games in incomplete decks, which are ignored.
    pub left_out: usize,
    /// Statistics of each bot.
    pub bots: Vec<BotReport>,
    /// Statistics of each pair of bots that met.
    pub pairs: Vec<PairReport>,
    /// Elo ratings on a common scale, for three or more bots, strongest first.
    pub ratings: Vec<RatingReport>,
    /// Results of the requested tests.
    pub sprt: Vec<SprtReport>,
}

/// Statistics of a bot.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BotReport {
    /// Name of the bot.
    pub bot: String,
    /// Number of seats it took, summed over all games.
    pub seats_taken: usize,
    /// Share of wins per seat taken; a shared win is divided.
    pub wins: Estimate,
    /// Mean points.
    pub points: Estimate,
    /// Statistics by seat.
    pub seats: Vec<SeatReport>,
    /// Number of forfeited games.
    pub forfeits: usize,
    /// Reason of the first forfeit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_forfeit: Option<String>,
    /// Thinking time.
    pub cost: CostReport,
}

/// Statistics of a bot in one seat.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SeatReport {
    /// Number of games in this seat.
    pub games: usize,
    /// Share of wins in this seat.
    pub wins: f64,
    /// Mean points in this seat.
    pub points: f64,
}

/// Thinking time of a bot per decision, in microseconds.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct CostReport {
    /// Number of decisions.
    pub moves: usize,
    /// Mean.
    pub mean: f64,
    /// 99th percentile.
    pub p99: u64,
    /// Maximum.
    pub most: u64,
}

/// Statistics of one bot against another at the same table.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PairReport {
    /// Name of the first bot.
    pub bot: String,
    /// Name of the second bot.
    pub against: String,
    /// Number of times the first bot was ahead.
    pub won: usize,
    /// Number of times they were level.
    pub drawn: usize,
    /// Number of times the first bot was behind.
    pub lost: usize,
    /// Mean score of the first bot; a draw counts half.
    pub score: Estimate,
    /// `score` as an Elo difference, limited to ±800.
    pub elo: Estimate,
    /// Mean difference in points, over games played to their end.
    pub margin: Estimate,
}

/// Rating of a bot among three or more.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct RatingReport {
    /// Name of the bot.
    pub bot: String,
    /// Elo rating; the mean of all bots, or the anchor, is 0.
    pub elo: Estimate,
    /// Set if the bot won or lost all its games: its Elo is then only a bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<Sweep>,
}

/// A bot that won or lost all its games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sweep {
    /// Won all games.
    Won,
    /// Lost all games.
    Lost,
}

impl Report {
    /// Creates the report of these games.
    pub fn new(contest: &Contest, games: &[GameResult]) -> Report {
        Report::with(contest, games, &[], None)
    }

    /// Creates a report with tests and an optional anchor.
    ///
    /// The tests must be new. They process decks in numerical order, and decks after the last
    /// verdict are ignored, so that the report does not depend on how many decks were in progress
    /// at that time. The `anchor` has rating 0.
    pub fn with(
        contest: &Contest,
        games: &[GameResult],
        tests: &[Sprt],
        anchor: Option<usize>,
    ) -> Report {
        let mut decks = Decks::new(contest, games);
        let mut tests = tests.to_vec();
        if let Some(end) = judge(&mut tests, &decks) {
            decks.left_out +=
                decks.whole.split_off(&(end + 1)).values().map(Vec::len).sum::<usize>();
        }
        let decks_in_order: Vec<&[&GameResult]> = decks.whole.values().map(Vec::as_slice).collect();
        Report {
            rules: contest.rules.clone(),
            players: contest.players,
            seed: contest.seed,
            decks: decks_in_order.len(),
            games: decks_in_order.iter().map(|deck| deck.len()).sum(),
            left_out: decks.left_out,
            bots: bots(contest, &decks_in_order),
            pairs: pairs(contest, &decks_in_order),
            ratings: rate(contest, &decks_in_order, anchor),
            sprt: tests.iter().map(Sprt::report).collect(),
        }
    }
}

/// Feeds the decks to the tests. Returns the number of the deck at which all tests had a verdict.
fn judge(tests: &mut [Sprt], decks: &Decks<'_>) -> Option<u64> {
    if tests.is_empty() {
        return None;
    }
    for (&number, deck) in &decks.whole {
        let (score, margin) = of_first(deck);
        tests.iter_mut().for_each(|test| test.put(score, margin));
        if tests.iter().all(|test| test.verdict() != Verdict::Open) {
            return Some(number);
        }
    }
    None
}

/// Returns the total score of the first bot on a deck, and its mean margin in points over the
/// others if at least one game was finished.
pub(crate) fn of_first(deck: &[&GameResult]) -> (f64, Option<f64>) {
    let mut margins = Part::default();
    let mut score = 0.0;
    for game in deck {
        let Some(seat) = game.seats.iter().position(|&who| who == 0) else { continue };
        score += game.share(seat);
        meetings(game, 0, 1, |_, margin| margin.into_iter().for_each(|margin| margins.put(margin)));
    }
    (score, (margins.of > 0.0).then(|| margins.sum / margins.of))
}

/// Calls `each` for every pair of seats taken by `one` and `other`, with the score of `one` and its
/// margin if the game was finished.
fn meetings(game: &GameResult, one: usize, other: usize, mut each: impl FnMut(f64, Option<f64>)) {
    for (seat, _) in game.seats.iter().enumerate().filter(|(_, who)| **who == one) {
        for (rival, _) in game.seats.iter().enumerate().filter(|(_, who)| **who == other) {
            let margin = f64::from(game.scores[seat]) - f64::from(game.scores[rival]);
            each(game.versus(seat, rival), game.forfeit.is_none().then_some(margin));
        }
    }
}

fn pairs(contest: &Contest, decks: &[&[&GameResult]]) -> Vec<PairReport> {
    let bots = contest.names.len();
    let all: Vec<(usize, usize)> =
        (0..bots).flat_map(|one| (one + 1..bots).map(move |other| (one, other))).collect();
    let mut counts = vec![[0; 3]; all.len()];
    let mut parts = Vec::with_capacity(decks.len());
    for deck in decks {
        let mut of_deck = vec![Part::default(); 2 * all.len()];
        for game in *deck {
            for (at, &(one, other)) in all.iter().enumerate() {
                meetings(game, one, other, |score, margin| {
                    counts[at][(2.0 * score) as usize] += 1;
                    of_deck[2 * at].put(score);
                    margin.into_iter().for_each(|margin| of_deck[2 * at + 1].put(margin));
                });
            }
        }
        parts.push(of_deck);
    }
    let means = bootstrap(&parts);
    let counted = all.iter().zip(counts).zip(means.chunks_exact(2));
    let report = counted.map(|((&(one, other), [lost, drawn, won]), means)| {
        let score = widen(means[0], decks.len());
        PairReport {
            bot: contest.names[one].clone(),
            against: contest.names[other].clone(),
            won,
            drawn,
            lost,
            score,
            elo: score.map(elo),
            margin: means[1],
        }
    });
    report.collect()
}

fn bots(contest: &Contest, decks: &[&[&GameResult]]) -> Vec<BotReport> {
    let bots = contest.names.len();
    let mut parts = Vec::with_capacity(decks.len());
    for deck in decks {
        let mut of_deck = vec![Part::default(); 2 * bots];
        for game in *deck {
            for (seat, &who) in game.seats.iter().enumerate() {
                of_deck[2 * who].put(game.share(seat));
                if game.forfeit.is_none() {
                    of_deck[2 * who + 1].put(f64::from(game.scores[seat]));
                }
            }
        }
        parts.push(of_deck);
    }
    let means = bootstrap(&parts);
    let all = || decks.iter().flat_map(|deck| deck.iter().copied());
    let report = |(who, means): (usize, &[Estimate])| {
        let lost = |game: &&GameResult| {
            game.forfeit.as_ref().is_some_and(|forfeit| game.seats[forfeit.seat] == who)
        };
        let why = |game: &GameResult| game.forfeit.as_ref().map(|forfeit| forfeit.why.clone());
        BotReport {
            bot: contest.names[who].clone(),
            seats_taken: all().map(|game| game.seats.iter().filter(|&&w| w == who).count()).sum(),
            wins: widen(means[0], decks.len()),
            points: means[1],
            seats: (0..contest.players).map(|seat| in_seat(all(), who, seat)).collect(),
            forfeits: all().filter(lost).count(),
            first_forfeit: all().find(lost).and_then(why),
            cost: cost(all(), who),
        }
    };
    (0..bots).zip(means.chunks_exact(2)).map(report).collect()
}

fn in_seat<'a>(games: impl Iterator<Item = &'a GameResult>, who: usize, seat: usize) -> SeatReport {
    let (mut wins, mut points) = (Part::default(), Part::default());
    for game in games.filter(|game| game.seats[seat] == who) {
        wins.put(game.share(seat));
        if game.forfeit.is_none() {
            points.put(f64::from(game.scores[seat]));
        }
    }
    SeatReport { games: wins.of as usize, wins: wins.sum / wins.of, points: points.sum / points.of }
}

fn cost<'a>(games: impl Iterator<Item = &'a GameResult>, who: usize) -> CostReport {
    let mut micros: Vec<u64> = Vec::new();
    for game in games {
        for (_, times) in game.seats.iter().zip(&game.micros).filter(|(seat, _)| **seat == who) {
            micros.extend(times);
        }
    }
    micros.sort_unstable();
    let sum: f64 = micros.iter().map(|&time| time as f64).sum();
    CostReport {
        moves: micros.len(),
        mean: sum / micros.len() as f64,
        p99: percentile(&micros, 0.99),
        most: micros.last().copied().unwrap_or(0),
    }
}

fn rate(contest: &Contest, decks: &[&[&GameResult]], anchor: Option<usize>) -> Vec<RatingReport> {
    let bots = contest.names.len();
    if bots < 3 || decks.is_empty() {
        return Vec::new();
    }
    let of_deck = |deck: &&[&GameResult]| {
        let mut sums = Meetings::new(bots);
        for game in *deck {
            for one in 0..bots {
                (one + 1..bots).for_each(|other| {
                    meetings(game, one, other, |score, _| sums.put(one, other, score));
                });
            }
        }
        sums
    };
    let of_decks: Vec<Meetings> = decks.iter().map(of_deck).collect();
    let mut all = Meetings::new(bots);
    of_decks.iter().for_each(|deck| all.add(deck));
    let mut sums = Meetings::new(bots);
    let mut rated = |sample: &mut dyn Iterator<Item = usize>| {
        sums.clear();
        sample.for_each(|deck| sums.add(&of_decks[deck]));
        let found = ratings(&sums);
        let zero = anchor.map_or(0.0, |anchor| found[anchor]);
        found.iter().map(|elo| (elo - zero).clamp(-ELO_MOST, ELO_MOST)).collect::<Vec<f64>>()
    };
    let best = rated(&mut (0..decks.len()));
    let mut drawn = vec![Vec::new(); bots];
    // Ratings are slower to compute than means, and a few hundred rounds are enough.
    resample(decks.len(), ROUNDS / 4, |sample| {
        let found = rated(&mut sample.iter().copied());
        drawn.iter_mut().zip(found).for_each(|(values, elo)| values.push(elo));
    });
    let estimate = |who: usize, values: &mut Vec<f64>| {
        let (low, high) = middle(values);
        let elo = Estimate { mean: best[who], low, high };
        let sweep = match all.share(who) {
            share if share <= 0.0 => Some(Sweep::Lost),
            share if share >= 1.0 => Some(Sweep::Won),
            _ => None,
        };
        RatingReport { bot: contest.names[who].clone(), elo, sweep }
    };
    let mut table: Vec<RatingReport> =
        drawn.iter_mut().enumerate().map(|(who, values)| estimate(who, values)).collect();
    table.sort_by(|a, b| b.elo.mean.total_cmp(&a.elo.mean));
    table
}
