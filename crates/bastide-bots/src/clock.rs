//! Budgets as they are spent.

use std::time::Instant;

use crate::Budget;

/// How much of a budget is spent.
pub(crate) struct Clock {
    budget: Budget,
    start: Instant,
    nodes: u64,
}

impl Clock {
    /// Starts now, with so many nodes looked at before.
    pub(crate) fn new(budget: Budget, nodes: u64) -> Clock {
        Clock { budget, start: Instant::now(), nodes }
    }

    /// The share that is spent once so many nodes have been looked at in all.
    pub(crate) fn spent(&self, nodes: u64) -> f32 {
        match self.budget {
            Budget::Nodes(most) => (nodes - self.nodes) as f32 / most as f32,
            Budget::Time(most) => self.start.elapsed().as_secs_f32() / most.as_secs_f32(),
        }
    }

    /// Whether time is up. Never for a budget in nodes: where this is asked,
    /// such a budget lets what was begun be finished.
    pub(crate) fn is_late(&self) -> bool {
        match self.budget {
            Budget::Nodes(_) => false,
            Budget::Time(most) => self.start.elapsed() >= most,
        }
    }
}
