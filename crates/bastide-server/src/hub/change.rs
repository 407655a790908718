//! The only code path that changes a table: decide, save, apply, notify.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bastide_protocol::{Problem, ProblemCode, TableEvent};
use tokio::time::Instant;

use super::live::{Live, not_saved};
use super::{Hub, loaded};
use crate::problem;
use crate::store::{Append, Lease, Millis, StoreError, Stored};
use crate::table::{Entry, Fact, Moment, Refusal, Saved, Table};

/// Maximum number of attempts at a change that conflicts with other writers.
const TRIES: usize = 5;

impl Hub {
    /// Decides and saves a change; applies it and notifies clients only after it is durable.
    pub(super) async fn change(
        &self,
        live: &Arc<Live>,
        id: Option<&str>,
        fence: Option<Lease>,
        decide: impl Fn(&Table, Moment) -> Result<Vec<Fact>, Refusal>,
    ) -> Result<Saved, Problem> {
        self.check_open()?;
        // Bots and clocks write with a fence; all other changes are made by people.
        let _people = fence.is_none().then(|| self.0.gate.close());
        let mut state = live.state.lock().await;
        let mut has_looked = false;
        for _ in 0..TRIES {
            self.ensure(live, &mut state).await?;
            let now = self.now();
            let (epoch, restarted) = (&self.0.epoch, self.0.restarted);
            let plan = state.guarded(&live.id, |state| {
                let moment = Moment { now, here: state.here() };
                plan(loaded(state)?, epoch, id, moment, restarted, &decide)
            });
            let Plan { next, facts, events, refusal } = match plan {
                Ok(Planned::Done(saved)) => return Ok(saved),
                Ok(Planned::Change(plan)) => *plan,
                Err(refused) => {
                    // Another process may have appended facts that are not applied here yet.
                    let known = state.table().map(Table::seq);
                    if !has_looked {
                        has_looked = true;
                        self.catch_up(live, &mut state).await?;
                        if state.table().map(Table::seq) != known {
                            continue;
                        }
                    }
                    self.0.counters.refused.fetch_add(1, Ordering::Relaxed);
                    return Err(refused);
                }
            };
            let append = Append { facts, row: next.row(), fence };
            let stage = append.row.stage;
            match self.save(append).await {
                Ok(()) => {
                    self.note_stage(&live.id, stage);
                    let saved = next.saved();
                    live.last.store(next.seq(), Ordering::Release);
                    let before = state.table().and_then(Table::push_state);
                    state.take(next, events);
                    self.tell(live, &mut state);
                    self.follow_change(live, before.as_ref(), &state);
                    self.0.counters.changes.fetch_add(1, Ordering::Relaxed);
                    self.0.backoffs.clear(&live.id);
                    self.schedule_bot(live, &state);
                    if let Some(refused) = refusal {
                        self.0.counters.refused.fetch_add(1, Ordering::Relaxed);
                        return Err(refused);
                    }
                    return Ok(saved);
                }
                Err(StoreError::Conflict) => {
                    self.0.counters.conflicts.fetch_add(1, Ordering::Relaxed);
                    self.catch_up(live, &mut state).await?;
                }
                Err(error) => {
                    if matches!(error, StoreError::Unavailable(_)) {
                        // The outcome is unknown: only the log shows whether it was saved.
                        state.table = None;
                    }
                    return Err(not_saved(&error));
                }
            }
        }
        Err(problem(ProblemCode::Busy, "too many concurrent changes of the table: try again"))
    }

    /// Appends to the store. A failure of the store as a whole immediately affects readiness;
    /// damage affects only its table.
    pub(super) async fn save(&self, append: Append) -> Result<(), StoreError> {
        let id = append.row.id.clone();
        let began = Instant::now();
        let saved = self.0.store.append(append).await;
        if saved.is_ok() {
            self.0.counters.times.commit.observe(began.elapsed());
        }
        match &saved {
            Ok(()) | Err(StoreError::Conflict | StoreError::Fenced) => {}
            Err(StoreError::Damaged(why)) => {
                self.0.counters.store_errors.fetch_add(1, Ordering::Relaxed);
                self.report_damage(&id, why);
            }
            Err(error @ (StoreError::Full | StoreError::Unavailable(_))) => {
                self.0.counters.store_errors.fetch_add(1, Ordering::Relaxed);
                self.0.health.not_saved(&error.to_string());
                if *error == StoreError::Full {
                    self.0.space.full(Instant::now());
                }
            }
        }
        saved
    }
}

/// A change that has been decided and applied to a copy, but not saved.
struct Plan {
    next: Table,
    facts: Vec<Stored>,
    events: Vec<Arc<TableEvent>>,
    /// The reason if the command is refused although there are facts to save.
    refusal: Option<Problem>,
}

enum Planned {
    /// Nothing has to be saved.
    Done(Saved),
    Change(Box<Plan>),
}

fn plan(
    table: &Table,
    epoch: &str,
    id: Option<&str>,
    moment: Moment,
    restarted: Millis,
    decide: &impl Fn(&Table, Moment) -> Result<Vec<Fact>, Refusal>,
) -> Result<Planned, Problem> {
    if let Some(saved) = id.and_then(|id| table.saved_before(id)) {
        return Ok(Planned::Done(saved));
    }
    let now = moment.now;
    // After a restart or a restore the table is brought up to date first.
    let mut begun = None;
    for fact in [table.resumption(restarted, now), table.reseeded(epoch)].into_iter().flatten() {
        begun.get_or_insert_with(|| Plan::of(table)).add(&Entry { id: None, fact }, now)?;
    }
    let current = begun.as_ref().map_or(table, |plan| &plan.next);
    let (decided, refusal) = match decide(current, Moment { now: current.stamp(now), ..moment }) {
        Ok(facts) => (facts, None),
        Err(Refusal { problem, facts }) if facts.is_empty() => return Err(problem),
        Err(Refusal { problem, facts }) => (facts, Some(problem)),
    };
    // Only executed commands are stored with their id.
    let id = id.filter(|_| refusal.is_none());
    table.check_bounds(&decided)?;
    if decided.is_empty() && begun.is_none() {
        return Ok(Planned::Done(table.saved()));
    }
    let mut plan = begun.unwrap_or_else(|| Plan::of(table));
    plan.refusal = refusal;
    let count = decided.len();
    for (at, fact) in decided.into_iter().enumerate() {
        // The id goes to the last fact: the command is complete only with all of its facts.
        let id = id.filter(|_| at + 1 == count).map(str::to_owned);
        plan.add(&Entry { id, fact }, now)?;
    }
    Ok(Planned::Change(Box::new(plan)))
}

impl Plan {
    fn of(table: &Table) -> Plan {
        Plan { next: table.clone(), facts: Vec::new(), events: Vec::new(), refusal: None }
    }

    /// Appends a fact and applies it.
    fn add(&mut self, entry: &Entry, now: Millis) -> Result<(), Problem> {
        let stored = entry.stored(self.next.seq() + 1, self.next.stamp(now));
        let event = self.next.apply(&stored).map_err(|error| {
            tracing::error!(table = %self.next.id, %error, "applying a decision failed");
            problem(ProblemCode::Internal, "internal server error: try again")
        })?;
        self.events.push(event);
        self.facts.push(stored);
        Ok(())
    }
}
