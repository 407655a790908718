//! Reviews and forecasts of games, and their conversion into wire types. All values are in
//! thousandths: of a point for margins, of a win for chances of winning.

use bastide::{Action, AnyGame, Game as _, Seat};
use bastide_bots::reasons;
use bastide_study::{Alternative, Decision, Ledger, Reviewer, Step, StepValues, Value, Verdict};
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use crate::aid::ReasonView;
use crate::hints::reason_view;
use crate::view::number;

/// Expected result of a game, by seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct OutlookView {
    /// Expected final margin of each seat: its points minus the mean of the others' points.
    pub margin: Vec<i32>,
    /// Chance of winning of each seat.
    pub win: Vec<i32>,
}

/// Judgement of a played turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum VerdictName {
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

/// A turn of a decision that is reviewed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewTurnView {
    /// The actions, in record notation.
    pub actions: Vec<String>,
    /// Margin lost against the best turn.
    pub lost: i32,
    /// Standard error of `lost`; 0 if it is exact.
    pub error: i32,
    /// True if the turn is as good as the best one, as far as is known.
    pub is_equal: bool,
    /// True for the turn that was played.
    pub is_played: bool,
    /// Reasons for and against the turn.
    pub reasons: Vec<ReasonView>,
}

/// The review of one decision.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewStepView {
    /// Number of actions of the record before the decision.
    pub at: usize,
    /// Number of the turn it belongs to, from 1.
    pub turn: usize,
    /// The seat that decided.
    pub seat: u8,
    /// Draws and reveals since the previous decision, in record notation.
    pub draws: Vec<String>,
    /// The actions that were played, in record notation.
    pub played: Vec<String>,
    /// Outlook after the best turn.
    pub best: OutlookView,
    /// Outlook after the played turn.
    pub after: OutlookView,
    /// Margin lost by the played turn; 0 within the noise.
    pub lost: i32,
    /// Standard error of the loss; 0 if it is exact.
    pub error: i32,
    /// Chance of winning lost by the played turn.
    pub win_lost: i32,
    /// The judgement.
    pub verdict: VerdictName,
    /// Number of legal turns.
    pub count: usize,
    /// True if the values are exact: the game was searched to its end.
    pub is_exact: bool,
    /// The best turns and the played one, best first.
    pub turns: Vec<ReviewTurnView>,
    /// Luck of the draws in margin, by seat. Empty until the review is complete.
    #[serde(default)]
    pub luck: Vec<i32>,
    /// Luck of the draws in chance of winning, by seat. Empty until the review is complete.
    #[serde(default)]
    pub win_luck: Vec<i32>,
}

/// Totals of a player. `start + luck + skill` is exactly `margin`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewPlayerView {
    /// The seat.
    pub seat: u8,
    /// Expected margin before the first draw.
    pub start: i32,
    /// Luck of all draws, those of opponents included.
    pub luck: i32,
    /// Effect of all errors on this player's margin, those of opponents included.
    pub skill: i32,
    /// Final margin.
    pub margin: i32,
    /// Part of `luck` from draws before own decisions.
    pub own_luck: i32,
    /// Margin lost by own turns.
    pub lost: i32,
    /// Chance of winning lost by own turns.
    pub win_lost: i32,
    /// Number of own decisions.
    pub turns: usize,
    /// Margin lost a turn: the performance rating. Lower is better.
    pub rate: i32,
    /// Number of inaccuracies.
    pub inaccuracies: usize,
    /// Number of mistakes.
    pub mistakes: usize,
    /// Number of blunders.
    pub blunders: usize,
}

/// The review of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewView {
    /// True if the game is over; otherwise `end` is the outlook after the last decision.
    pub is_over: bool,
    /// True if chances of winning of such games were compared with their results.
    pub is_calibrated: bool,
    /// Outlook before the first draw.
    pub start: OutlookView,
    /// The result.
    pub end: OutlookView,
    /// The decisions, in order.
    pub steps: Vec<ReviewStepView>,
    /// Totals by seat.
    pub players: Vec<ReviewPlayerView>,
    /// Numbers of the steps with the largest changes in chances of winning, at most three.
    pub turning_points: Vec<usize>,
}

/// Request to review a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReviewRecord {
    /// A record, as text or JSON.
    pub record: String,
}

/// The beginning of a review.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct ReviewStartView {
    /// Number of steps.
    pub steps: usize,
    /// Outlook before the first draw.
    pub start: OutlookView,
}

/// Error of [`ReviewView::assemble`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("the steps are not those of this record")]
pub struct ReviewMismatch;

/// Converts thousandths. Values of games are far below the limits.
pub(crate) fn milli(value: i64) -> i32 {
    i32::try_from(value).unwrap_or(if value < 0 { i32::MIN } else { i32::MAX })
}

pub(crate) fn all_milli(values: &[i64]) -> Vec<i32> {
    values.iter().map(|&value| milli(value)).collect()
}

impl OutlookView {
    /// Converts a value.
    pub fn new(value: &Value) -> OutlookView {
        OutlookView { margin: all_milli(&value.margin), win: all_milli(&value.win) }
    }

    fn value(&self) -> Value {
        let wide = |values: &[i32]| values.iter().map(|&value| i64::from(value)).collect();
        Value { margin: wide(&self.margin), win: wide(&self.win) }
    }

    fn is_for(&self, seats: u8) -> bool {
        [&self.margin, &self.win].iter().all(|values| values.len() == usize::from(seats))
    }
}

impl From<Verdict> for VerdictName {
    fn from(verdict: Verdict) -> VerdictName {
        match verdict {
            Verdict::Best => VerdictName::Best,
            Verdict::Equal => VerdictName::Equal,
            Verdict::Inaccuracy => VerdictName::Inaccuracy,
            Verdict::Mistake => VerdictName::Mistake,
            Verdict::Blunder => VerdictName::Blunder,
        }
    }
}

pub(crate) fn tokens(game: &AnyGame, actions: &[Action]) -> Vec<String> {
    actions.iter().map(|&action| game.notation().show(action).to_string()).collect()
}

impl ReviewTurnView {
    /// Converts a turn of `seat` in the state `game`.
    pub fn new(game: &AnyGame, seat: Seat, turn: &Alternative) -> ReviewTurnView {
        let why = reasons(game, &turn.actions);
        ReviewTurnView {
            actions: tokens(game, &turn.actions),
            lost: milli(turn.lost),
            error: milli(turn.error),
            is_equal: turn.is_equal,
            is_played: turn.is_played,
            reasons: why.iter().map(|reason| reason_view(reason, seat)).collect(),
        }
    }
}

impl ReviewStepView {
    /// Converts the review of `decision`.
    pub fn new(decision: &Decision, step: &Step) -> ReviewStepView {
        let game = &decision.game;
        let turn = |turn: &Alternative| ReviewTurnView::new(game, step.seat, turn);
        ReviewStepView {
            at: step.at,
            turn: step.turn,
            seat: number(step.seat),
            draws: tokens(game, &step.draws),
            played: tokens(game, &step.played),
            best: OutlookView::new(&step.values.best),
            after: OutlookView::new(&step.values.played),
            lost: milli(step.lost()),
            error: milli(step.error),
            win_lost: milli(step.win_lost()),
            verdict: step.verdict.into(),
            count: step.count,
            is_exact: step.is_exact,
            turns: step.turns.iter().map(turn).collect(),
            luck: Vec::new(),
            win_luck: Vec::new(),
        }
    }
}

impl ReviewView {
    /// Adds up the steps of a review.
    ///
    /// # Errors
    /// Returns an error if `steps` or `start` do not belong to the record of `reviewer`.
    pub fn assemble(
        reviewer: &Reviewer,
        start: OutlookView,
        mut steps: Vec<ReviewStepView>,
    ) -> Result<ReviewView, ReviewMismatch> {
        let seats = reviewer.seats();
        let mut values = Vec::with_capacity(steps.len());
        for (at, step) in steps.iter().enumerate() {
            let decision = reviewer.decision(at).ok_or(ReviewMismatch)?;
            let is_same = step.at == decision.at && step.seat == number(decision.seat);
            if !(is_same && step.best.is_for(seats) && step.after.is_for(seats)) {
                return Err(ReviewMismatch);
            }
            let (best, played) = (step.best.value(), step.after.value());
            values.push(StepValues { seat: decision.seat, best, played });
        }
        if steps.len() != reviewer.steps() || !start.is_for(seats) {
            return Err(ReviewMismatch);
        }
        let ledger = Ledger::new(start.value(), values, reviewer.result());
        for (at, step) in steps.iter_mut().enumerate() {
            step.luck = all_milli(&ledger.luck(at));
            step.win_luck = all_milli(&ledger.win_luck(at));
        }
        let totals = ledger.players();
        let players = totals.iter().map(|player| {
            let seat = number(player.seat);
            let verdicts = |name: VerdictName| {
                steps.iter().filter(|step| step.seat == seat && step.verdict == name).count()
            };
            ReviewPlayerView {
                seat,
                start: milli(player.start),
                luck: milli(player.luck),
                skill: milli(player.skill),
                margin: milli(player.margin),
                own_luck: milli(player.own_luck),
                lost: milli(player.lost),
                win_lost: milli(player.win_lost),
                turns: player.turns,
                rate: milli(player.rate()),
                inaccuracies: verdicts(VerdictName::Inaccuracy),
                mistakes: verdicts(VerdictName::Mistake),
                blunders: verdicts(VerdictName::Blunder),
            }
        });
        Ok(ReviewView {
            is_over: reviewer.result().is_some(),
            is_calibrated: reviewer.is_calibrated(),
            start,
            end: OutlookView::new(ledger.end()),
            players: players.collect(),
            turning_points: ledger.turning_points(),
            steps,
        })
    }
}
