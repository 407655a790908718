//! The ladder: which engines and bots meet, and how a result changes their ratings.

use std::collections::BTreeMap;

use bastide_bots::Kind;
use bastide_protocol::{ENGINE, EngineStanding};
use bastide_study::Rating;

use crate::store::StoredStanding;

/// Bots that play on the ladder. The master is left out, since it would compute for minutes.
pub(crate) const BOTS: [Kind; 4] = [Kind::Beginner, Kind::Easy, Kind::Normal, Kind::Hard];

/// Rules of the games.
pub(crate) const RULES: &str = "base,fields";

/// Number of standard deviations of an interval that contains the true rating with a probability
/// of 95 %.
const WIDTH: f64 = 1.96;

/// Returns the level of an engine.
pub(crate) fn level_of(engine: &str) -> String {
    format!("{ENGINE}{engine}")
}

/// Returns the standing of a player before the first game.
fn newcomer(player: &str) -> StoredStanding {
    let Rating { rating, deviation, volatility } = Rating::default();
    let (games, wins, draws, losses) = (0, 0, 0, 0);
    let player = player.to_owned();
    StoredStanding { player, rating, deviation, volatility, games, wins, draws, losses }
}

/// Returns the standing of `player` among `standings`.
pub(crate) fn standing_of(player: &str, standings: &[StoredStanding]) -> StoredStanding {
    let known = standings.iter().find(|standing| standing.player == player);
    known.cloned().unwrap_or_else(|| newcomer(player))
}

fn rating(standing: &StoredStanding) -> Rating {
    let StoredStanding { rating, deviation, volatility, .. } = *standing;
    Rating { rating, deviation, volatility }
}

/// Returns the standings after a game in which the first player has scored 1, 0.5 or 0.
pub(crate) fn rated(pair: [StoredStanding; 2], score: f64) -> [StoredStanding; 2] {
    let ratings = [rating(&pair[0]), rating(&pair[1])];
    let after = |standing: StoredStanding, own: Rating, other: Rating, score: f64| {
        let Rating { rating, deviation, volatility } = own.after(&other, score);
        StoredStanding {
            rating,
            deviation,
            volatility,
            games: standing.games + 1,
            wins: standing.wins + u32::from(score > 0.5),
            draws: standing.draws + u32::from((score - 0.5).abs() < 0.25),
            losses: standing.losses + u32::from(score < 0.5),
            ..standing
        }
    };
    let [first, second] = pair;
    [
        after(first, ratings[0], ratings[1], score),
        after(second, ratings[1], ratings[0], 1.0 - score),
    ]
}

/// Returns a standing as clients see it.
#[allow(clippy::cast_possible_truncation)]
pub(crate) fn shown(standing: &StoredStanding) -> EngineStanding {
    EngineStanding {
        rating: standing.rating.round() as i32,
        margin: (WIDTH * standing.deviation).round() as i32,
        games: standing.games,
        wins: standing.wins,
        draws: standing.draws,
        losses: standing.losses,
    }
}

/// How often two players have met since the start of the process.
#[derive(Default)]
pub(crate) struct Meetings(BTreeMap<[String; 2], u32>);

impl Meetings {
    fn key(one: &str, other: &str) -> [String; 2] {
        let mut key = [one.to_owned(), other.to_owned()];
        key.sort();
        key
    }

    fn count(&self, one: &str, other: &str) -> u32 {
        self.0.get(&Meetings::key(one, other)).copied().unwrap_or(0)
    }

    /// Chooses the players of the next game, by seat: the engine with the fewest games, and the
    /// opponent that it has met least, of those the one with the most similar rating. The same
    /// players change seats with every game.
    pub(crate) fn pair(
        &mut self,
        engines: &[String],
        standings: &[StoredStanding],
    ) -> Option<[String; 2]> {
        let of = |player: &str| standing_of(player, standings);
        let engine = engines.iter().min_by_key(|engine| (of(engine).games, *engine))?;
        let own = of(engine).rating;
        let bots = BOTS.iter().map(|kind| kind.name());
        let others = engines.iter().map(String::as_str).filter(|other| other != engine);
        let opponent = others.chain(bots).min_by(|a, b| {
            let distance = |other: &str| (of(other).rating - own).abs();
            let met = self.count(engine, a).cmp(&self.count(engine, b));
            met.then(distance(a).total_cmp(&distance(b)))
        })?;
        let met = self.0.entry(Meetings::key(engine, opponent)).or_default();
        *met += 1;
        let pair = [engine.clone(), opponent.to_owned()];
        let [engine, opponent] = pair;
        Some(if *met % 2 == 1 { [engine, opponent] } else { [opponent, engine] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_changes_both_ratings() {
        let pair = [newcomer("engine:Rook"), newcomer("normal")];
        let [winner, loser] = rated(pair.clone(), 1.0);
        assert!(winner.rating > 1600.0 && loser.rating < 1400.0, "{winner:?} {loser:?}");
        assert!(winner.deviation < 350.0 && loser.deviation < 350.0);
        assert_eq!((winner.games, winner.wins, winner.losses), (1, 1, 0));
        assert_eq!((loser.games, loser.wins, loser.losses), (1, 0, 1));
        let [a, b] = rated(pair, 0.5);
        assert_eq!((a.draws, b.draws, a.wins + b.losses), (1, 1, 0));
        assert_eq!(shown(&a).rating, 1500);
        assert!(shown(&a).margin < shown(&newcomer("x")).margin);
    }

    #[test]
    fn all_pairs_meet_and_change_seats() {
        let engines = ["engine:A".to_owned(), "engine:B".to_owned()];
        let (mut meetings, mut standings) = (Meetings::default(), Vec::new());
        let mut seen = BTreeMap::<[String; 2], u32>::new();
        for _ in 0..40 {
            let pair = meetings.pair(&engines, &standings).expect("a pair");
            assert_ne!(pair[0], pair[1]);
            let both = [standing_of(&pair[0], &standings), standing_of(&pair[1], &standings)];
            let after = rated(both, 0.5);
            standings.retain(|standing: &StoredStanding| !pair.contains(&standing.player));
            standings.extend(after);
            *seen.entry(pair).or_default() += 1;
        }
        // Two engines and four bots: nine pairs with an engine, each with both orders of seats.
        assert_eq!(seen.len(), 18, "{seen:?}");
        let games = |player: &str| standing_of(player, &standings).games;
        assert!(games("engine:A").abs_diff(games("engine:B")) <= 1);
        assert_eq!(meetings.pair(&[], &standings), None, "bots alone do not play");
    }
}
