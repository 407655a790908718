//! Implements a simple bot and lets it play against random moves.
//!
//! Usage: `cargo run -p bastide-bots --example own_bot [GAMES]`.

use bastide::{Actor, AnyGame, Game, LandRules, Seat, Setup};
use bastide_bots::{Bot, Budget, Random, Turn, Turns};
use bastide_host::{Dealer, Match, Seed};

/// Maximises the points it has after its turn, then the value of the features it occupies.
#[derive(Default)]
struct Collector {
    turns: Turns,
}

impl Bot for Collector {
    fn choose_turn(&mut self, game: &AnyGame, _: Budget) -> Turn {
        let Actor::Seat(seat) = game.to_act() else { return Turn::new() };
        let mut best = (i32::MIN, Turn::new());
        self.turns.each(game, |after| {
            let mut points = 2 * after.game.scores()[seat];
            // What each feature would score if the game ended now.
            after.game.prospects(|scoring| {
                if scoring.winners.contains(seat) {
                    points += scoring.tally.total();
                }
            });
            if points > best.0 {
                best = (points, after.actions.iter().copied().collect());
            }
        });
        best.1
    }
}

/// Plays a game and returns the points of the collector and of its random opponent.
fn play(number: u64) -> Result<[i32; 2], bastide_host::MatchError> {
    let mut bots: [Box<dyn Bot>; 2] =
        [Box::new(Collector::default()), Box::new(Random::new(number))];
    let dealer = Dealer::seeded(Seed::from_number(number), "example");
    let mut current = Match::new(Setup::new(LandRules::default(), 2), dealer)?;
    while let Actor::Seat(seat) = current.game().to_act() {
        for action in bots[seat.index()].choose_turn(current.game(), Budget::Nodes(1)) {
            current.play(seat, action)?;
        }
    }
    let scores = current.game().scores();
    Ok([scores[Seat::FIRST], scores[Seat::FIRST.next(2)]])
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let games: u64 = std::env::args().nth(1).map_or(Ok(10), |games| games.parse())?;
    for number in 0..games {
        let [collector, random] = play(number)?;
        println!("game {number}: {collector} to {random}");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_bot_beats_random_moves() {
        let wins = (0..4).filter(|&number| {
            let [collector, random] = play(number).expect("legal actions");
            collector > random
        });
        assert_eq!(wins.count(), 4);
    }
}
