//! Calls that review a game, in steps, so that a page can show progress.

use bastide_protocol::{OutlookView, Problem, ReviewStartView, ReviewStepView, ReviewView};
use bastide_study::Reviewer;

use crate::request::{Response, malformed, ok};
use crate::study::GameRef;

/// Maximum number of states evaluated for a decision, so that a call ends.
const MOST_NODES: u64 = 50_000_000;

fn reviewer(of: &GameRef, nodes: Option<u64>) -> Result<Reviewer, Problem> {
    let nodes = nodes.unwrap_or(Reviewer::NODES).min(MOST_NODES);
    Ok(Reviewer::new(&of.record()?, nodes))
}

/// Returns the number of steps and the outlook before the first draw.
pub(crate) fn start(of: &GameRef, nodes: Option<u64>) -> Response {
    let reviewer = reviewer(of, nodes)?;
    let start = OutlookView::new(&reviewer.start());
    ok(&ReviewStartView { steps: reviewer.steps(), start })
}

/// Reviews one decision.
pub(crate) fn step(of: &GameRef, nodes: Option<u64>, step: usize) -> Response {
    let reviewer = reviewer(of, nodes)?;
    match (reviewer.decision(step), reviewer.step(step)) {
        (Some(decision), Some(found)) => ok(&ReviewStepView::new(decision, &found)),
        _ => Err(malformed(&format!("the record has {} steps", reviewer.steps()))),
    }
}

/// Adds up all steps.
pub(crate) fn finish(of: &GameRef, start: OutlookView, steps: Vec<ReviewStepView>) -> Response {
    let reviewer = reviewer(of, None)?;
    ok(&ReviewView::assemble(&reviewer, start, steps).map_err(|error| malformed(&error))?)
}
