//! Two simple opponents that use nothing but the public contract of a game.

use bastide::{Action, Actor, AnyGame, BySeat, FigureKind, Game, Seat};
use bastide_host::Dice;
use clap::ValueEnum;

/// The opponents there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum BotKind {
    /// Any legal action, all equally likely
    Random,
    /// The best turn as far as one can see without looking ahead
    Greedy,
}

impl BotKind {
    /// The name on the command line.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            BotKind::Random => "random",
            BotKind::Greedy => "greedy",
        }
    }
}

/// A bot at the table, with room to think that it uses again and again.
pub(crate) struct Bot {
    kind: BotKind,
    dice: Dice,
    actions: Vec<Action>,
    replies: Vec<Action>,
    trial: Option<[AnyGame; 2]>,
}

impl Bot {
    /// A bot; its dice decide between what seems equally good.
    pub(crate) fn new(kind: BotKind, dice: Dice) -> Bot {
        let room = || Vec::with_capacity(256);
        Bot { kind, dice, actions: room(), replies: room(), trial: None }
    }

    /// Starts another game with other dice, keeping the room.
    pub(crate) fn reseat(&mut self, dice: Dice) {
        self.dice = dice;
    }

    /// What it does. Only asked when a player is to act.
    #[inline]
    pub(crate) fn choose(&mut self, game: &AnyGame) -> Action {
        self.actions.clear();
        game.legal_actions(&mut self.actions);
        match self.kind {
            BotKind::Random => self.actions[self.dice.below(self.actions.len())],
            BotKind::Greedy => self.greedy(game),
        }
    }

    fn greedy(&mut self, game: &AnyGame) -> Action {
        let Actor::Seat(seat) = game.to_act() else { return self.actions[0] };
        let [placed, played] = self.trial.get_or_insert_with(|| [game.clone(), game.clone()]);
        let mut best = (i32::MIN, self.actions[0]);
        let mut ties = 0;
        for &action in &self.actions {
            placed.clone_from(game);
            placed.play_unchecked(action, &mut ());
            // A tile laid may leave a figure to place in the same turn.
            let worth = if placed.to_act() == Actor::Seat(seat) {
                self.replies.clear();
                placed.legal_actions(&mut self.replies);
                let after = self.replies.iter().map(|&reply| {
                    played.clone_from(placed);
                    played.play_unchecked(reply, &mut ());
                    worth(played, seat)
                });
                after.max().unwrap_or(i32::MIN)
            } else {
                worth(placed, seat)
            };
            if worth > best.0 {
                (best, ties) = ((worth, action), 1);
            } else if worth == best.0 {
                // Each of n equals is kept with a chance of 1 in n.
                ties += 1;
                if self.dice.below(ties) == 0 {
                    best.1 = action;
                }
            }
        }
        best.1
    }
}

/// What the n-th meeple left in supply is worth in the middle of a game, in
/// hundredths of a point: the last ones are dear.
const SUPPLY: [i32; 8] = [0, 420, 260, 180, 120, 80, 60, 40];
/// The abbot is easily called back, so he is cheap.
const ABBOT: i32 = 60;
/// Points not yet certain count a little less.
const PROSPECT: i32 = 92;

/// How good a state is for a seat, in hundredths of a point: own points and
/// prospects less the best rival's, and figures still at hand.
fn worth(game: &AnyGame, seat: Seat) -> i32 {
    let mut hopes = BySeat::splat(0);
    game.prospects(|scoring| {
        let points = scoring.tally.total();
        scoring.winners.iter().for_each(|winner| hopes[winner] += points);
    });
    let standing = |seat: Seat| 100 * game.scores()[seat] + PROSPECT * hopes[seat];
    let rivals = Seat::all(game.seats()).filter(|&other| other != seat);
    let rival = rivals.map(standing).max().unwrap_or(0);
    standing(seat) - rival + supply(game, seat)
}

/// What the figures at hand are worth: nothing any more when no tile is left.
fn supply(game: &AnyGame, seat: Seat) -> i32 {
    let hand = game.hands()[seat];
    let meeples = usize::from(hand[FigureKind::Meeple]).min(SUPPLY.len() - 1);
    let at_hand: i32 = SUPPLY[..=meeples].iter().sum::<i32>();
    let all = at_hand + ABBOT * i32::from(hand[FigureKind::Abbot]);
    let turns_left = game.bag().left().div_ceil(u32::from(game.seats())).min(16) as i32;
    all * turns_left / 16
}

#[cfg(test)]
mod tests {
    use super::*;
    use bastide::{LandRules, Rules, Setup};

    fn play(kinds: [BotKind; 2], seed: u64) -> BySeat<i32> {
        let setup = Setup::new(Rules::Land(LandRules::default()), 2);
        let mut game = AnyGame::new(&setup).expect("a set-up");
        let mut dice = Dice::new(seed, 0);
        let mut bots = [1, 2].map(|n| Bot::new(kinds[n - 1], Dice::new(seed, n as u64)));
        loop {
            let action = match game.to_act() {
                Actor::Nobody => return *game.scores(),
                Actor::Chance => {
                    let at = dice.below(game.bag().next_left() as usize) as u32;
                    Action::Draw(game.bag().nth(at).expect("the bag is not empty"))
                }
                Actor::Seat(seat) => bots[seat.index()].choose(&game),
            };
            game.play(action, &mut ()).expect("bots play by the rules");
        }
    }

    #[test]
    fn greedy_beats_random_nearly_always() {
        use BotKind::{Greedy, Random};
        let mut wins = 0;
        for seed in 0..20 {
            // Both sit first in turn.
            let (a, b) = (play([Greedy, Random], seed), play([Random, Greedy], seed));
            wins += u32::from(a.0[0] > a.0[1]) + u32::from(b.0[1] > b.0[0]);
        }
        assert!(wins >= 38, "greedy won {wins} of 40");
    }

    #[test]
    fn a_bot_repeats_itself_with_the_same_dice() {
        let kinds = [BotKind::Greedy, BotKind::Greedy];
        assert_eq!(play(kinds, 3), play(kinds, 3));
        assert_ne!(play(kinds, 3), play(kinds, 4));
    }
}
