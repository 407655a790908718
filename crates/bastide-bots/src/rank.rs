//! Ranking of all whole turns with their values, for hints and analysis.

use bastide::{Action, Actor, AnyGame, BySeat, Game, Seat};

use crate::Budget;
use crate::clock::{Clock, Effort};
use crate::eval::{Evaluator, lead};
use crate::math;
use crate::turns::Turns;

/// A whole turn and its value.
#[derive(Clone, PartialEq, Debug)]
pub struct Ranked {
    /// The actions in order, until another seat or chance has to act.
    pub actions: Vec<Action>,
    /// Expected final lead: the seat's points minus those of the best opponent.
    pub value: f32,
    /// Expected final points of each seat.
    pub points: BySeat<f32>,
    /// Depth of its search.
    pub look: Look,
}

/// Depth of the search of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Look {
    /// All possible draws were searched, with the best reply to each.
    Reply,
    /// Only the resulting state was evaluated. The value is lowered by the average effect of
    /// replies on searched turns, so that both are comparable.
    Afterstate,
}

/// Ranks the whole turns of the seat to act, best first: those searched within the budget, followed
/// by the others. Returns an empty vector if no seat has to act.
///
/// ```
/// use bastide::{AnyGame, Game, Rules, Setup};
/// use bastide_bots::{Budget, rank};
///
/// let setup = Setup::new(Rules::Land("base,fields".parse()?), 2);
/// let mut game = AnyGame::new(&setup)?;
/// assert!(rank(&game, Budget::Nodes(1)).is_empty(), "chance is to act");
/// game.play(game.notation().parse("DE")?)?;
/// let turns = rank(&game, Budget::Nodes(20_000));
/// assert!(turns.is_sorted_by(|a, b| a.value >= b.value));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn rank(game: &AnyGame, budget: Budget) -> Vec<Ranked> {
    let Actor::Seat(seat) = game.to_act() else { return Vec::new() };
    let mut search = Search::default();
    let clock = Clock::new(budget, Effort::default());
    let mut found = search.afterstates(game, seat);
    let (mut state, mut fall, mut looked) = (game.clone(), Worth::default(), 0);
    for turn in &mut found {
        if looked > 0 && clock.spent(search.effort()) >= 1.0 {
            break;
        }
        state.clone_from(game);
        turn.actions.iter().for_each(|&action| state.play_unchecked(action));
        let worth = search.expect(&state, seat, Search::DEEPEST);
        fall.add(&Worth { lead: turn.value, points: turn.points }, -1.0);
        fall.add(&worth, 1.0);
        (turn.value, turn.points, turn.look) = (worth.lead, worth.points, Look::Reply);
        looked += 1;
    }
    let (searched, rest) = found.split_at_mut(looked);
    searched.sort_by(|a, b| math::compare(b.value, a.value));
    // An unsearched turn is never ranked above a searched one.
    let ceiling = searched.last().map_or(f32::MAX, |turn| turn.value);
    for turn in rest {
        let mut worth = Worth { lead: turn.value, points: turn.points };
        worth.add(&fall, 1.0 / looked as f32);
        (turn.value, turn.points) = (worth.lead.min(ceiling), worth.points);
    }
    found
}

/// Value of a state: the lead of one seat, and the points of all seats.
#[derive(Clone, Copy, Default)]
struct Worth {
    lead: f32,
    points: BySeat<f32>,
}

impl Worth {
    fn add(&mut self, other: &Worth, weight: f32) {
        self.lead += weight * other.lead;
        for (mine, theirs) in self.points.0.iter_mut().zip(other.points.0) {
            *mine += weight * theirs;
        }
    }
}

/// The evaluator and the number of its evaluations.
#[derive(Default)]
struct Search {
    evaluator: Evaluator,
    turns: Turns,
    nodes: u64,
}

impl Search {
    /// Maximum number of chance layers searched: token reveals and a draw.
    const DEEPEST: u8 = 3;
    /// Maximum number of consecutive plans without a chance event: the plague requires a decision
    /// of every seat before the turn continues.
    const PLANS: usize = Seat::MOST + 1;

    /// Returns the work done so far.
    fn effort(&self) -> Effort {
        Effort { nodes: self.nodes, ..Effort::default() }
    }

    fn worth(&mut self, game: &AnyGame, seat: Seat) -> Worth {
        self.nodes += 1;
        let points = self.evaluator.values(game);
        Worth { lead: lead(&points, game.seats(), seat), points }
    }

    /// Returns all whole turns, best first by the states they lead to.
    fn afterstates(&mut self, game: &AnyGame, seat: Seat) -> Vec<Ranked> {
        self.evaluator.prepare(game);
        let (mut found, mut turns) = (Vec::new(), core::mem::take(&mut self.turns));
        turns.each(game, |after| {
            let Worth { lead, points } = self.worth(after.game, seat);
            let actions = after.actions.to_vec();
            found.push(Ranked { actions, value: lead, points, look: Look::Afterstate });
        });
        self.turns = turns;
        // A stable sort, so that ties stay in the order of actions.
        found.sort_by(|a, b| math::compare(b.value, a.value));
        found
    }

    /// Returns the expected value of a state for `seat`, after chance has acted and the next seat
    /// has played its best turn.
    fn expect(&mut self, game: &AnyGame, seat: Seat, depth: u8) -> Worth {
        let ways = game.chance_count();
        if depth == 0 || ways == 0 {
            self.evaluator.prepare(game);
            return self.worth(game, seat);
        }
        let (mut total, mut state) = (Worth::default(), game.clone());
        for (action, weight) in game.chances() {
            state.clone_from(game);
            state.play_unchecked(action);
            self.play_best(&mut state);
            // A token reveal is not a reply; the following draw is.
            let deeper = if matches!(action, Action::Reveal(_)) { depth - 1 } else { 0 };
            let worth = self.expect(&state, seat, deeper);
            total.add(&worth, weight as f32 / ways as f32);
        }
        total
    }

    /// Plays the turn with the best resulting state for each seat, until chance has to act.
    fn play_best(&mut self, state: &mut AnyGame) {
        let (mut turns, mut plan) = (core::mem::take(&mut self.turns), Vec::new());
        for _ in 0..Search::PLANS {
            let Actor::Seat(seat) = state.to_act() else { break };
            self.evaluator.prepare(state);
            let mut best = f32::MIN;
            turns.each(state, |after| {
                let lead = self.worth(after.game, seat).lead;
                if lead > best || plan.is_empty() {
                    best = lead;
                    plan.clear();
                    plan.extend_from_slice(after.actions);
                }
            });
            plan.drain(..).for_each(|action| state.play_unchecked(action));
        }
        self.turns = turns;
    }
}

#[cfg(test)]
mod tests {
    use bastide::{LandRules, Rules, Setup, StrongholdRules};
    use bastide_host::{Dice, Record};

    use super::*;

    fn record(text: &str) -> AnyGame {
        Record::parse(&format!("bastide 1\n{text}\n")).expect("a record").game()
    }

    fn shown(game: &AnyGame, turn: &Ranked) -> String {
        let tokens = turn.actions.iter().map(|&action| game.notation().show(action).to_string());
        tokens.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn every_whole_turn_is_ranked_once() {
        let setups = [
            Setup::new(Rules::Land(LandRules::default()), 2),
            Setup::new(Rules::Land("wheel,fields,abbot,castles,barns".parse().expect("rules")), 3),
            Setup::new(Rules::Stronghold(StrongholdRules), 2),
        ];
        for setup in setups {
            let mut game = AnyGame::new(&setup).expect("a set-up");
            let (mut dice, mut legal) = (Dice::new(2, 7), Vec::new());
            let (mut turns, mut steps) = (Turns::default(), 0);
            while let Some(action) = dice.act(&game, &mut legal) {
                steps += 1;
                if steps % 20 == 0 {
                    let mut wanted = Vec::new();
                    turns.each(&game, |after| wanted.push(after.actions.to_vec()));
                    let ranked = rank(&game, Budget::Nodes(500));
                    assert!(ranked.is_sorted_by(|a, b| a.value >= b.value), "{}", setup.rules);
                    assert!(ranked.is_sorted_by_key(|turn| turn.look));
                    let mut found: Vec<_> = ranked.into_iter().map(|turn| turn.actions).collect();
                    found.sort_unstable();
                    wanted.sort_unstable();
                    assert_eq!(found, wanted, "{}", setup.rules);
                }
                game.play_unchecked(action);
            }
        }
    }

    #[test]
    fn the_last_turn_is_ranked_by_the_final_score() {
        // The last tile: EX-9, a city of two tiles for 4 points with its knight returned; every
        // other placement scores less.
        let game = record("game land rules=base,fields seats=2 first=0 deck=E\nDE");
        let turns = rank(&game, Budget::Nodes(1_000_000));
        assert_eq!(shown(&game, &turns[0]), "P0,-1r2 M0");
        assert_eq!((turns[0].value, turns[0].points.0[0]), (4.0, 4.0));
        assert!(turns.iter().all(|turn| turn.look == Look::Reply));
    }

    #[test]
    fn a_larger_budget_ranks_with_deeper_search() {
        let game = record("game land rules=base,fields seats=2 first=0\nDV");
        let looked = |nodes| {
            let turns = rank(&game, Budget::Nodes(nodes));
            turns.iter().filter(|turn| turn.look == Look::Reply).count()
        };
        assert_eq!(looked(1), 1, "there is always one");
        assert!(looked(10_000) > 1);
        assert_eq!(looked(u64::MAX), rank(&game, Budget::Nodes(1)).len());
    }
}
