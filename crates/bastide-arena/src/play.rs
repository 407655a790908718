//! Plays a single game of a contest.

use bastide::{Action, Actor, Game, Seat};
use bastide_bots::TimeControl;
use bastide_host::{Dealer, Dice, Match, Record, Seed};
use serde::{Deserialize, Serialize};

use crate::contest::GameId;
use crate::player::{Player, PlayerError};
use crate::run::Arena;

/// Result of a game, reduced to what the statistics need.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameResult {
    /// Number of the deck.
    pub deck: u64,
    /// Index of the bot in each seat.
    pub seats: Vec<usize>,
    /// Points of each seat, at the end of the game or at the forfeit.
    pub scores: Vec<i32>,
    /// The forfeit, if the game was not finished.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeit>,
    /// For each seat, the thinking time of each decision in microseconds.
    pub micros: Vec<Vec<u64>>,
}

/// A game lost by forfeit.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Forfeit {
    /// The seat that lost, from 0.
    pub seat: usize,
    /// Description of the fault.
    pub why: String,
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct Played {
    /// The result.
    pub game: GameResult,
    /// All actions, up to the forfeit if there was one.
    pub record: Record,
}

impl GameResult {
    /// Returns the share of the win of `seat`: 1, a fraction of a shared win, or 0. After a forfeit
    /// all other seats share the win.
    pub fn share(&self, seat: usize) -> f64 {
        let winners: Vec<usize> =
            (0..self.seats.len()).filter(|&seat| self.has_won(seat)).collect();
        if winners.contains(&seat) { 1.0 / winners.len() as f64 } else { 0.0 }
    }

    fn has_won(&self, seat: usize) -> bool {
        match &self.forfeit {
            Some(forfeit) => forfeit.seat != seat,
            None => self.scores.iter().all(|&other| other <= self.scores[seat]),
        }
    }

    /// Returns the result of `seat` against `other`: 1 if it has more points at the end, ½ if
    /// equal, otherwise 0. A seat that forfeits loses against all others.
    pub fn versus(&self, seat: usize, other: usize) -> f64 {
        let rank = |seat: usize| match &self.forfeit {
            Some(forfeit) => i32::from(forfeit.seat != seat),
            None => self.scores[seat],
        };
        match rank(seat).cmp(&rank(other)) {
            std::cmp::Ordering::Less => 0.0,
            std::cmp::Ordering::Equal => 0.5,
            std::cmp::Ordering::Greater => 1.0,
        }
    }
}

/// Derives the seed of the player in `seat`; independent of the bot that plays it.
fn seed_of(run_seed: u64, deck: u64, seats: u8, seat: Seat) -> u64 {
    // Up to five seats always had five streams per deck, and runs can be repeated.
    let streams = u64::from(seats.max(5));
    let stream = deck.wrapping_mul(streams).wrapping_add(seat.index() as u64);
    let mut dice = Dice::new(run_seed, stream);
    (0..4).fold(0, |seed, _| seed << 16 | dice.below(1 << 16) as u64)
}

/// Plays a game to its end, or to the first fault of a player.
pub(crate) fn play(arena: &Arena<'_>, id: GameId) -> Played {
    let contest = &arena.contest;
    let seats = &contest.seatings()[id.seating];
    let dealer =
        Dealer::seeded(Seed::from_number(contest.seed), &format!("arena deck {}", id.deck));
    let mut current = Match::new(arena.setup.clone(), dealer)
        .expect("the set-up of a contest was played with before");
    // A comma separates the names in the record.
    let name = |&who: &usize| contest.names[who].replace([',', ' '], "_");
    let names: Vec<String> = seats.iter().map(name).collect();
    current.set_extra(Record::PLAYERS, names.join(",")).expect("the key is a plain word");
    let mut hall = Hall {
        players: Vec::new(),
        told: 0,
        micros: vec![Vec::new(); seats.len()],
        clocks: vec![arena.clock; seats.len()].into_iter().flatten().collect(),
    };
    let forfeit = hall.play(arena, id, &mut current).err();
    if forfeit.is_some() {
        current.abandon();
    }
    let all = Seat::all(arena.setup.seats);
    let scores = all.map(|seat| current.game().scores()[seat]).collect();
    let seats = seats.clone();
    let game = GameResult { deck: id.deck, seats, scores, forfeit, micros: hall.micros };
    Played { game, record: current.record().clone() }
}

/// The players at a table and the state of their notifications.
struct Hall {
    players: Vec<Box<dyn Player>>,
    /// Number of actions already reported to all players.
    told: usize,
    micros: Vec<Vec<u64>>,
    /// Clocks of all seats, if the game has any.
    clocks: Vec<TimeControl>,
}

impl Hall {
    fn play(&mut self, arena: &Arena<'_>, id: GameId, current: &mut Match) -> Result<(), Forfeit> {
        let seats = &arena.contest.seatings()[id.seating];
        for (seat, &who) in Seat::all(arena.setup.seats).zip(seats) {
            let lost = blame(seat);
            let seed = seed_of(arena.contest.seed, id.deck, arena.setup.seats, seat);
            let player = arena.entrants[who].player(seed);
            let mut player = player.map_err(&lost)?;
            player.begin(&arena.setup, seat).map_err(&lost)?;
            self.players.push(player);
        }
        self.tell(current.record().actions())?;
        while let Actor::Seat(seat) = current.game().to_act() {
            let lost = blame(seat);
            let player = &mut self.players[seat.index()];
            let budget = arena.entrants[seats[seat.index()]].budget();
            let control = self.clocks.get(seat.index()).copied();
            let (time, choice) = player.clock().measure(|| match control {
                Some(control) => player.choose_by_clock(current.game(), budget, control),
                None => player.choose(current.game(), budget),
            });
            self.micros[seat.index()].push(time.as_micros().try_into().unwrap_or(u64::MAX));
            let action = choice.map_err(&lost)?;
            current.play(seat, action).map_err(|error| lost(illegal(current, action, &error)))?;
            let has_ended = current.game().to_act() != Actor::Seat(seat);
            if let Some(control) = self.clocks.get_mut(seat.index())
                && !control.charge(time, has_ended)
            {
                return Err(lost(PlayerError("exceeded its time".to_owned())));
            }
            self.tell(current.record().actions())?;
        }
        Ok(())
    }

    /// Reports all actions since the last call to all players.
    fn tell(&mut self, actions: &[Action]) -> Result<(), Forfeit> {
        for &action in &actions[self.told..] {
            for (index, player) in self.players.iter_mut().enumerate() {
                player
                    .played(action)
                    .map_err(|error| Forfeit { seat: index, why: error.to_string() })?;
            }
        }
        self.told = actions.len();
        Ok(())
    }
}

fn illegal(current: &Match, action: Action, why: &impl std::fmt::Display) -> PlayerError {
    PlayerError(format!("played {}: {why}", current.game().notation().show(action)))
}

fn blame(seat: Seat) -> impl Fn(PlayerError) -> Forfeit {
    move |error| Forfeit { seat: seat.index(), why: error.to_string() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_players_share_a_seed() {
        for seats in 2..=Seat::MOST as u8 {
            let players = (0..20).flat_map(|deck| Seat::all(seats).map(move |seat| (deck, seat)));
            let seeds: Vec<u64> =
                players.map(|(deck, seat)| seed_of(1, deck, seats, seat)).collect();
            let distinct: BTreeSet<&u64> = seeds.iter().collect();
            assert_eq!(distinct.len(), seeds.len(), "{seats} seats");
        }
    }

    fn game(scores: &[i32], forfeit: Option<usize>) -> GameResult {
        GameResult {
            deck: 0,
            seats: (0..scores.len()).collect(),
            scores: scores.to_vec(),
            forfeit: forfeit.map(|seat| Forfeit { seat, why: String::new() }),
            micros: Vec::new(),
        }
    }

    #[test]
    fn shared_wins_are_divided() {
        // END-5
        let shares = |game: &GameResult| [0, 1, 2].map(|seat| game.share(seat));
        assert_eq!(shares(&game(&[5, 9, 9], None)), [0.0, 0.5, 0.5]);
        assert_eq!(shares(&game(&[9, 5, 4], None)), [1.0, 0.0, 0.0]);
        assert_eq!(shares(&game(&[9, 5, 4], Some(0))), [0.0, 0.5, 0.5], "however far ahead");
    }

    #[test]
    fn pairwise_results_follow_scores_and_forfeits() {
        let level = game(&[5, 5, 9], None);
        assert_eq!((level.versus(0, 1), level.versus(0, 2), level.versus(2, 1)), (0.5, 0.0, 1.0));
        let lost = game(&[5, 5, 9], Some(2));
        assert_eq!((lost.versus(2, 0), lost.versus(0, 2), lost.versus(0, 1)), (0.0, 1.0, 0.5));
    }
}
