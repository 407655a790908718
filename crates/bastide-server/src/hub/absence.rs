//! Records the absence and return of players, as far as this process can observe them.

use std::sync::Arc;
use std::time::Duration;

use bastide_table::{HolderId, Moment, Table};

use super::Hub;
use super::live::{Live, State};

impl Hub {
    /// Records the absence of a player whose client has just disconnected, unless another of their
    /// clients connects to this process within the grace period.
    pub(super) fn note_gone(&self, live: &Arc<Live>, state: &State, holder: HolderId) {
        let Some(table) = state.table() else { return };
        let Some(grace) = table.absence_grace() else { return };
        if state.here().contains(&holder) || !table.is_missed(holder) {
            return;
        }
        let since = self.now();
        let grace = Duration::from_millis(u64::try_from(grace).unwrap_or(0));
        let grace = self.0.options.absence_grace.unwrap_or(grace);
        let (hub, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            let mut closing = hub.0.closing.subscribe();
            tokio::select! {
                () = tokio::time::sleep(grace) => {}
                // Clients of a process that shuts down reconnect to another one.
                _ = closing.changed() => return,
            }
            let decide = |table: &Table, moment: Moment| {
                if moment.here.contains(&holder) {
                    return Ok(Vec::new());
                }
                Ok(table.decide_away(holder, since, moment.now))
            };
            if let Err(problem) = hub.change(&live, None, None, decide).await {
                let problem = problem.message;
                tracing::debug!(table = %live.id, problem, "saving an absence failed");
            }
        });
    }

    /// Records the return of a player if an absence is recorded.
    pub(super) fn note_seen(&self, live: &Arc<Live>, state: &State, holder: Option<HolderId>) {
        let is_away = |holder: &HolderId| state.table().is_some_and(|table| table.is_away(*holder));
        let Some(holder) = holder.filter(is_away) else { return };
        let (hub, live) = (self.clone(), Arc::clone(live));
        tokio::spawn(async move {
            let decide = |table: &Table, _| Ok(table.decide_return(holder));
            if let Err(problem) = hub.change(&live, None, None, decide).await {
                let problem = problem.message;
                tracing::debug!(table = %live.id, problem, "saving a return failed");
            }
        });
    }

    /// Records the return of players who are connected here but absent according to facts that
    /// another process wrote.
    pub(super) fn correct_absences(&self, live: &Arc<Live>, state: &State) {
        let Some(table) = state.table() else { return };
        let away: Vec<HolderId> = table.away().collect();
        if away.is_empty() {
            return;
        }
        let here = state.here();
        for holder in away.into_iter().filter(|holder| here.contains(holder)) {
            self.note_seen(live, state, Some(holder));
        }
    }
}
