//! Baseline bot: maximises visible points without looking ahead.

mod expansions;
mod stronghold;

use bastide::{Action, Actor, AnyGame, BySeat, FigureKind, Game, Seat};
use bastide_host::Dice;

use crate::rival::threats;
use crate::{Bot, Budget, Turn};

use expansions::ExpansionOutlook;

/// Plays the turn with the most visible points. Reuses its buffers between decisions.
pub struct Greedy {
    /// Breaks ties.
    dice: Dice,
    actions: Vec<Action>,
    scratch: Vec<Scratch>,
    /// Percentage of possible takeovers that counts in Stronghold.
    attack: i32,
}

/// Buffers of one recursion level: a scratch game and its legal actions.
#[derive(Default)]
struct Scratch {
    game: Option<AnyGame>,
    actions: Vec<Action>,
}

impl Bot for Greedy {
    /// Returns one action. The rest of the turn, with which it is valued, is decided again.
    fn choose_turn(&mut self, game: &AnyGame, _: Budget) -> Turn {
        self.actions.clear();
        game.legal_actions(&mut self.actions);
        Turn::from_iter([self.greedy(game)])
    }

    fn reseed(&mut self, dice: Dice) -> bool {
        self.dice = dice;
        true
    }
}

impl Greedy {
    /// Creates a greedy bot; `seed` determines how ties are broken.
    pub fn new(seed: u64) -> Greedy {
        Greedy::contesting(seed, 0)
    }

    /// Creates a greedy bot that also counts `attack` per cent of the takeovers in Stronghold that
    /// it threatens.
    pub(crate) fn contesting(seed: u64, attack: i32) -> Greedy {
        let (dice, actions) = (Dice::new(seed, 1), Vec::with_capacity(256));
        Greedy { dice, actions, scratch: Vec::new(), attack }
    }

    fn greedy(&mut self, game: &AnyGame) -> Action {
        let Actor::Seat(seat) = game.to_act() else { return self.actions[0] };
        let mut actions = std::mem::take(&mut self.actions);
        expansions::drop_twins(&mut actions);
        let judge = Judge { seat, expansions: ExpansionOutlook::of(game), attack: self.attack };
        let mut scratch = self.scratch.pop().unwrap_or_default();
        let delta = scratch.game.get_or_insert_with(|| game.clone());
        let mut best = (i32::MIN, actions[0]);
        let mut ties = 0;
        for &action in &actions {
            delta.clone_from(game);
            delta.play_unchecked(action);
            let worth = self.outlook(delta, &judge);
            if worth > best.0 {
                (best, ties) = ((worth, action), 1);
            } else if worth == best.0 {
                // Reservoir sampling: each of n ties is chosen with probability 1/n.
                ties += 1;
                if self.dice.below(ties) == 0 {
                    best.1 = action;
                }
            }
        }
        self.scratch.push(scratch);
        self.actions = actions;
        best.1
    }

    /// Returns the value of a state if the same player continues optimally: after a tile is placed,
    /// there may be something to build and a figure to deploy.
    fn outlook(&mut self, game: &AnyGame, judge: &Judge) -> i32 {
        if let Some(token) = typical_token(game) {
            return self.guess(game, token, judge);
        }
        if game.to_act() != Actor::Seat(judge.seat) {
            return judge.worth(game);
        }
        let mut scratch = self.scratch.pop().unwrap_or_default();
        scratch.actions.clear();
        game.legal_actions(&mut scratch.actions);
        expansions::drop_twins(&mut scratch.actions);
        let delta = scratch.game.get_or_insert_with(|| game.clone());
        let mut best = i32::MIN;
        for &action in &scratch.actions {
            delta.clone_from(game);
            delta.play_unchecked(action);
            best = best.max(self.outlook(delta, judge));
        }
        self.scratch.push(scratch);
        best
    }

    /// Returns the value of a state before a token is revealed, assuming it is `token`.
    fn guess(&mut self, game: &AnyGame, token: Action, judge: &Judge) -> i32 {
        let mut scratch = self.scratch.pop().unwrap_or_default();
        let delta = scratch.game.get_or_insert_with(|| game.clone());
        delta.clone_from(game);
        delta.play_unchecked(token);
        let worth = self.outlook(delta, judge);
        self.scratch.push(scratch);
        worth
    }
}

/// Returns a token of median kind if one is about to be revealed. Its kind is unknown, but scoring
/// continues.
fn typical_token(game: &AnyGame) -> Option<Action> {
    let AnyGame::Stronghold(stronghold) = game else { return None };
    stronghold.revealing()?;
    let kinds = stronghold.unseen_tokens().count();
    stronghold.unseen_tokens().nth(kinds / 2).map(|(token, _)| Action::Reveal(token))
}

/// Value of the n-th meeple in supply in mid-game, in hundredths of a point: the last ones are the
/// most valuable.
const SUPPLY: [i32; 8] = [0, 420, 260, 180, 120, 80, 60, 40];
/// Value of another figure in supply; low because such figures are easily recalled.
const OTHER_FIGURE: i32 = 60;
/// Percentage counted of points that are not certain yet.
const PROSPECT: i32 = 92;
/// Evaluates states for one seat.
struct Judge {
    seat: Seat,
    expansions: ExpansionOutlook,
    attack: i32,
}

impl Judge {
    /// Returns the value of a state in hundredths of a point: own points and prospects minus those
    /// of the best opponent, plus figures in supply.
    fn worth(&self, game: &AnyGame) -> i32 {
        let hopes = match game {
            AnyGame::Land(_) => self.land_hopes(game),
            AnyGame::Stronghold(game) => stronghold::hopes(game),
        };
        let standing = |seat: Seat| 100 * game.scores()[seat] + hopes[seat];
        let rivals = Seat::all(game.seats()).filter(|&other| other != self.seat);
        let rival = rivals.map(standing).max().unwrap_or(0);
        let threats = match game {
            AnyGame::Stronghold(game) if self.attack > 0 => threats(game, self.seat),
            AnyGame::Land(_) | AnyGame::Stronghold(_) => 0,
        };
        standing(self.seat) - rival + supply(game, self.seat) + self.attack * threats / 100
    }

    /// Returns the prospects of all seats in the land game.
    fn land_hopes(&self, game: &AnyGame) -> BySeat<i32> {
        let mut hopes = BySeat::splat(0);
        game.prospects(|scoring| {
            let points = PROSPECT * scoring.tally.total();
            scoring.winners.iter().for_each(|winner| hopes[winner] += points);
        });
        self.expansions.add(game, &mut hopes);
        hopes
    }
}

/// Returns the value of the figures in supply, which drops to zero with the last tile.
fn supply(game: &AnyGame, seat: Seat) -> i32 {
    let hand = game.hands()[seat];
    let meeples = usize::from(hand[FigureKind::MEEPLE]).min(SUPPLY.len() - 1);
    let at_hand: i32 = SUPPLY[..=meeples].iter().sum::<i32>();
    let others = hand.total() as i32 - i32::from(hand[FigureKind::MEEPLE]);
    let all = at_hand + OTHER_FIGURE * others;
    let turns_left = game.bag().left().div_ceil(u32::from(game.seats())).min(16) as i32;
    all * turns_left / 16
}

#[cfg(test)]
mod tests {
    use bastide::{Rules, Setup, StrongholdRules};

    use super::*;
    use crate::{Random, Stepwise};

    fn play(rules: &str, bots: [Box<dyn Bot>; 2], seed: u64) -> BySeat<i32> {
        let mut bots = bots.map(Stepwise::new);
        let rules = match rules {
            "stronghold" => Rules::Stronghold(StrongholdRules),
            list => Rules::Land(list.parse().expect("rules")),
        };
        let mut game = AnyGame::new(&Setup::new(rules, 2)).expect("a set-up");
        let (mut dice, mut legal) = (Dice::new(seed, 0), Vec::new());
        while let Some(chance) = dice.act(&game, &mut legal) {
            let action = match game.to_act() {
                Actor::Nobody | Actor::Chance => chance,
                Actor::Seat(seat) => bots[seat.index()].choose(&game, Budget::Nodes(1)),
            };
            game.play(action).expect("bots play by the rules");
        }
        *game.scores()
    }

    fn greedy(seed: u64) -> Box<dyn Bot> {
        Box::new(Greedy::new(seed))
    }

    fn random(seed: u64) -> Box<dyn Bot> {
        Box::new(Random::new(seed))
    }

    #[test]
    fn greedy_beats_random_nearly_always() {
        for rules in [
            "base,fields",
            "wheel,fields",
            "base,fields,river,abbot,bridges,castles,barns",
            "wheel,fields,abbot,bridges,castles,barns",
            "stronghold",
        ] {
            let mut wins = 0;
            for seed in 0..10 {
                // Each bot plays once in the first seat.
                let a = play(rules, [greedy(seed), random(seed)], seed);
                let b = play(rules, [random(seed), greedy(seed)], seed);
                wins += u32::from(a.0[0] > a.0[1]) + u32::from(b.0[1] > b.0[0]);
            }
            assert!(wins >= 19, "{rules}: greedy won {wins} of 20");
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_moves() {
        for rules in ["base,fields", "wheel,fields,castles", "stronghold"] {
            let game = |seed| play(rules, [greedy(seed), greedy(seed + 9)], 3);
            assert_eq!(game(3), game(3));
            assert_ne!(game(3), game(4));
        }
    }
}
