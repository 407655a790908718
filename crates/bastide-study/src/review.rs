//! Review of a game: the loss of every turn, the luck of every draw, and their totals.
//!
//! The identity `start + luck + skill = margin` of each player holds exactly, because all three are
//! differences of the same integers (ADR 24): the value before the draws of a decision is the value
//! after the previous one.

mod ledger;

use bastide::{Action, Actor, AnyGame, Game, Seat};
use bastide_bots::draw_stratified;
use bastide_host::{Dice, Record};

use crate::decision::{Decision, decisions};
use crate::games::Group;
use crate::policy::Policy;
use crate::search::{Alternative, assess};
use crate::value::{Value, final_value, margins};
use crate::winning::win_chances;

pub use ledger::{Ledger, Player, StepValues};

/// Judgement of a played turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Verdict {
    /// No other turn is better.
    Best,
    /// A better turn exists by the estimate, but within its noise.
    Equal,
    /// Loses less than 2 points.
    Inaccuracy,
    /// Loses 2 to 5 points.
    Mistake,
    /// Loses 5 points or more.
    Blunder,
}

impl Verdict {
    fn of(lost: i64, is_first: bool) -> Verdict {
        match lost {
            ..=0 if is_first => Verdict::Best,
            ..=0 => Verdict::Equal,
            1..2_000 => Verdict::Inaccuracy,
            2_000..5_000 => Verdict::Mistake,
            5_000.. => Verdict::Blunder,
        }
    }

    /// Returns true if the turn loses points for certain.
    pub fn is_loss(self) -> bool {
        self > Verdict::Equal
    }
}

/// The review of one decision.
#[derive(Clone, PartialEq, Debug)]
pub struct Step {
    /// Number of actions of the record before the decision.
    pub at: usize,
    /// Number of the turn it belongs to, from 1.
    pub turn: usize,
    /// The seat that decided.
    pub seat: Seat,
    /// Chance actions since the previous decision.
    pub draws: Vec<Action>,
    /// The actions that were played.
    pub played: Vec<Action>,
    /// Values after the best turn and after the played one.
    pub values: StepValues,
    /// Standard error of the points lost, in thousandths.
    pub error: i64,
    /// The best turns, best first, and the played turn.
    pub turns: Vec<Alternative>,
    /// Number of legal turns.
    pub count: usize,
    /// True if the values are exact.
    pub is_exact: bool,
    /// The judgement.
    pub verdict: Verdict,
}

impl Step {
    /// Returns the margin lost by the played turn, in thousandths of a point. Negative if an exact
    /// best turn gives up points for a higher chance of winning.
    pub fn lost(&self) -> i64 {
        self.values.lost()
    }

    /// Returns the chance of winning lost by the played turn, in thousandths.
    pub fn win_lost(&self) -> i64 {
        self.values.win_lost()
    }
}

/// Reviews the decisions of a record one by one. The result of a step does not depend on the others,
/// so they can be computed in any order.
pub struct Reviewer {
    decisions: Vec<Decision>,
    start: AnyGame,
    end: AnyGame,
    nodes: u64,
}

impl Reviewer {
    /// Number of states evaluated for each decision by default.
    pub const NODES: u64 = 300_000;

    /// Prepares the review of `record` with about `nodes` evaluated states for each decision.
    pub fn new(record: &Record, nodes: u64) -> Reviewer {
        let decisions: Vec<Decision> = decisions(record).collect();
        Reviewer { decisions, start: record.start(), end: record.game(), nodes }
    }

    /// Returns the number of players.
    pub fn seats(&self) -> u8 {
        self.start.seats()
    }

    /// Returns true if chances of winning in such games were compared with their results
    /// ([`Group::is_calibrated`]).
    pub fn is_calibrated(&self) -> bool {
        Group::is_calibrated(&self.start)
    }

    /// Returns the group whose parameters the chances of winning have.
    pub fn group(&self) -> Group {
        Group::of(&self.start)
    }

    /// Returns the number of steps.
    pub fn steps(&self) -> usize {
        self.decisions.len()
    }

    /// Returns the decision of a step.
    pub fn decision(&self, step: usize) -> Option<&Decision> {
        self.decisions.get(step)
    }

    /// Reviews a decision. Returns `None` if there is no such step.
    pub fn step(&self, step: usize) -> Option<Step> {
        let decision = self.decisions.get(step)?;
        let Decision { game, seat, at, turn, draws, played, .. } = decision;
        let found = assess(game, Some(played), self.nodes, step as u64)?;
        let mut values = StepValues { seat: *seat, best: found.best, played: found.played };
        // The last value is the result itself.
        if let Some(end) = final_value(&decision.after) {
            if values.best == values.played {
                values.best = end.clone();
            }
            values.played = end;
        }
        let is_first = found.turns.first().is_some_and(|turn| turn.is_played);
        let is_worse = values.lost() > 0 || values.win_lost() > 0 && found.is_exact;
        let lost = if is_worse { values.lost().max(1) } else { 0 };
        Some(Step {
            at: *at,
            turn: *turn,
            seat: *seat,
            draws: draws.clone(),
            played: played.clone(),
            values,
            error: found.error,
            turns: found.turns,
            count: found.count,
            is_exact: found.is_exact,
            verdict: Verdict::of(lost, is_first),
        })
    }

    /// Returns the value before the first draw, from rollouts to the end of the game.
    pub fn start(&self) -> Value {
        start_value(&self.start, self.nodes)
    }

    /// Returns the result of the game, or `None` if it is not over.
    pub fn result(&self) -> Option<Value> {
        final_value(&self.end)
    }

    /// Adds up the steps. Precondition: `steps` are all steps, in order.
    pub fn finish(&self, start: Value, steps: Vec<Step>) -> Review {
        let values: Vec<StepValues> = steps.iter().map(|step| step.values.clone()).collect();
        let ledger = Ledger::new(start, values, self.result());
        Review { steps, ledger, is_over: self.end.is_over() }
    }
}

/// Returns the value of a position in which chance acts first.
fn start_value(game: &AnyGame, nodes: u64) -> Value {
    if let Some(value) = final_value(game) {
        return value;
    }
    let (mut policy, mut room) = (Policy::default(), game.clone());
    let (mut total, mut number, seed) = (bastide::BySeat::splat(0.0), 0, 0);
    while number < 4 || policy.nodes() < nodes {
        room.clone_from(game);
        if game.to_act() == Actor::Chance {
            draw_stratified(&mut room, seed, number);
        }
        policy.play_on(&mut room, u32::MAX, &mut Dice::new(seed, number));
        policy.count_rollout();
        let points = policy.points(&room);
        total.0.iter_mut().zip(points.0).for_each(|(total, points)| *total += points);
        number += 1;
    }
    let points = bastide::BySeat(total.0.map(|total| total / number as f64));
    let margin = margins(&points, game.seats());
    let win = win_chances(game, &margin);
    Value { margin, win }
}

/// The review of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Review {
    /// The decisions, in order.
    pub steps: Vec<Step>,
    /// Luck and skill.
    pub ledger: Ledger,
    /// True if the game is over. Otherwise the expected margin takes the place of the final one.
    pub is_over: bool,
}

impl Review {
    /// Reviews a whole record, and calls `done` with the number of finished steps after each.
    ///
    /// ```
    /// let record = bastide_host::Record::parse(
    ///     "bastide 1\ngame land rules=base seats=2 deck=V,E\nDV P1,0r0 M0\nDE P0,-1r2 .\n",
    /// )?;
    /// let review = bastide_study::Review::of(&record, 1_000, |_| {});
    /// for player in review.ledger.players() {
    ///     assert_eq!(player.start + player.luck + player.skill, player.margin);
    /// }
    /// # Ok::<(), bastide_host::RecordError>(())
    /// ```
    pub fn of(record: &Record, nodes: u64, mut done: impl FnMut(usize)) -> Review {
        let reviewer = Reviewer::new(record, nodes);
        let mut steps = Vec::new();
        while let Some(step) = reviewer.step(steps.len()) {
            steps.push(step);
            done(steps.len());
        }
        reviewer.finish(reviewer.start(), steps)
    }
}
