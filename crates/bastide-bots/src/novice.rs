//! Weak bots with the mistakes of people: overlooked openings, greed for points at once, figures
//! placed too readily, and little attention to the opponents.

use bastide::{Action, AnyGame, Cell, Edge, Game};
use bastide_host::Dice;

use crate::eval::best_opponent;
use crate::planner::{Planner, perform, playable, seat_to_act};
use crate::{Bot, Budget, Character, Pause, Turn};

/// Extent of the mistakes of a [`Novice`].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Mistakes {
    /// Percentage of openings that are overlooked. Openings between several tiles, where features
    /// are joined, are overlooked half as often again.
    pub overlooked: u8,
    /// Value of a point that the turn scores, in addition to its part in the expected result.
    pub greed: f32,
    /// Value of placing a figure, in addition to its expected result: figures get stuck.
    pub eagerness: f32,
    /// Value of a point that the best opponent is expected to score.
    pub caution: f32,
}

/// Plays the turn that looks best to an inattentive player.
pub struct Novice {
    planner: Planner,
    dice: Dice,
    mistakes: Mistakes,
    room: Option<AnyGame>,
}

impl Novice {
    /// Creates a bot that makes these mistakes.
    pub fn new(seed: u64, mistakes: Mistakes) -> Novice {
        let planner = Planner::new(Character::Plain);
        Novice { planner, dice: Dice::new(seed, 3), mistakes, room: None }
    }
}

impl Bot for Novice {
    fn choose_turn(&mut self, game: &AnyGame, _: Budget) -> Turn {
        let Some(seat) = seat_to_act(game) else { return Turn::new() };
        let (mistakes, dice) = (self.mistakes, &mut self.dice);
        let after = self.room.get_or_insert_with(|| game.clone());
        // Turns are compared by attention first: an overlooked one is played only if all were
        // overlooked.
        let (mut best, mut plan) = ((false, f32::MIN), Turn::new());
        let (mut last, mut is_seen) = (None, true);
        self.planner.each(game, |actions, values| {
            let cell = actions.first().and_then(cell_of);
            if cell != last {
                last = cell;
                is_seen = cell.is_none_or(|cell| dice.below(100) >= mistakes.blindness(game, cell));
            }
            if best.0 && !is_seen {
                return;
            }
            after.clone_from(game);
            perform(after, actions);
            let scored = after.scores()[seat] - game.scores()[seat];
            let is_deployed = actions.iter().any(|action| matches!(action, Action::Deploy { .. }));
            let value = mistakes.caution * -best_opponent(values, game.seats(), seat)
                + values[seat]
                + mistakes.greed * scored as f32
                + if is_deployed { mistakes.eagerness } else { 0.0 };
            if (is_seen, value) > best {
                best = (is_seen, value);
                plan.clear();
                plan.extend(actions.iter().copied());
            }
        });
        playable(game, plan)
    }

    fn pause_with(&mut self, pause: Box<dyn Pause>) {
        self.planner.pause_with(pause);
    }

    fn reseed(&mut self, dice: Dice) -> bool {
        self.dice = dice;
        true
    }
}

impl Mistakes {
    /// Returns the probability that an opening is overlooked, in percent.
    fn blindness(self, game: &AnyGame, cell: Cell) -> usize {
        let tiles =
            Edge::ALL.into_iter().filter(|&edge| game.board().index_at(cell.step(edge)).is_some());
        let overlooked = usize::from(self.overlooked);
        if tiles.count() > 1 { overlooked * 3 / 2 } else { overlooked }
    }
}

/// Returns the cell of a placement.
fn cell_of(action: &Action) -> Option<Cell> {
    match action {
        Action::Place { cell, .. } => Some(*cell),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use bastide::{Actor, FigureKind, LandRules, Setup};

    use super::*;

    const NONE: Mistakes = Mistakes { overlooked: 0, greed: 0.0, eagerness: 0.0, caution: 1.0 };

    /// Plays games of a bot against itself. Returns the mean number of figures in supply before a
    /// turn, and the share of turns that are those of a bot without mistakes.
    fn play(mistakes: Mistakes) -> (f32, f32) {
        let (mut free, mut equal, mut turns) = (0, 0, 0);
        for seed in 0..4 {
            let setup = Setup::new("base,fields".parse::<LandRules>().expect("rules"), 2);
            let mut game = AnyGame::new(&setup).expect("the rules are possible");
            let mut bot = Novice::new(seed, mistakes);
            let mut sound = Novice::new(seed, NONE);
            let mut dice = Dice::new(seed, 9);
            while !game.is_over() {
                let Actor::Seat(seat) = game.to_act() else {
                    let draw = dice.chance(&game);
                    game.play(draw).expect("chance plays by the rules");
                    continue;
                };
                free += u32::from(game.hands()[seat][FigureKind::MEEPLE]);
                turns += 1;
                let turn = bot.choose_turn(&game, Budget::Nodes(1));
                equal += u32::from(turn == sound.choose_turn(&game, Budget::Nodes(1)));
                for action in turn {
                    game.play(action).expect("bots play by the rules");
                }
            }
        }
        (free as f32 / turns as f32, equal as f32 / turns as f32)
    }

    #[test]
    fn each_mistake_has_its_effect() {
        let (free, equal) = play(NONE);
        assert!(equal > 0.99, "{equal}");
        let (stuck, _) = play(Mistakes { eagerness: 3.0, ..NONE });
        assert!(stuck < free - 1.0, "figures get stuck: {stuck} in supply instead of {free}");
        let (_, seen) = play(Mistakes { overlooked: 50, ..NONE });
        assert!((0.2..0.7).contains(&seen), "half of the openings are seen: {seen}");
        let (_, greedy) = play(Mistakes { greed: 2.0, ..NONE });
        assert!(greedy < 0.95, "{greedy} of the turns are not greedy");
        let (_, careless) = play(Mistakes { caution: 0.0, ..NONE });
        assert!(careless < 0.95, "{careless} of the turns consider the opponent");
    }
}
