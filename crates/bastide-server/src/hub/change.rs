//! The only code path that changes a table: decide, apply to a copy, save, replace the table by the
//! copy, notify.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use bastide_protocol::{Problem, ProblemCode};
use bastide_table::{Change, Fact, Host, Moment, Planned, Refusal, Saved, Table, problem};
use tokio::time::Instant;

use super::live::{Live, not_saved};
use super::{Hub, loaded, refused};
use crate::store::{Append, Lease, Stage, StoreError};

/// Maximum number of attempts at a change that conflicts with other writers.
const TRIES: usize = 5;

impl Hub {
    /// Decides and saves a change; replaces the table and notifies clients only after it is durable.
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
            let host = Host { epoch: &self.0.epoch, restarted: self.0.restarted };
            let plan = state.guarded(&live.id, |state| {
                let entropy = self.0.options.entropy.clone();
                let table = loaded(state)?;
                let engines = self.engines_for(table);
                let moment = Moment { now, here: state.here(), entropy, engines };
                let plan = table.plan(host, id, moment, &decide);
                plan.map_err(|refusal| refused(&live.id, refusal))
            });
            let Change { next, facts, events, refusal } = match plan {
                Ok(Planned::Done(saved)) => return Ok(saved),
                Ok(Planned::Change(change)) => *change,
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
                    if stage == Stage::Over {
                        self.engines_leave(&live.id);
                    }
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
