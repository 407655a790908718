//! Ends and deletes abandoned tables.
//!
//! All tables are traversed in the order of their names, one page at a time. This needs no
//! additional index, and each page is a bounded amount of work. A table is changed only by the
//! process that holds the lease of its shard.

use std::time::{Duration, Instant};

use bastide_protocol::Problem;
use bastide_table::Table;

use super::Hub;
use crate::store::{Millis, Row, Stage, TableId};

/// Interval between two pages.
const PAGE_EVERY: Duration = Duration::from_secs(10);

/// Number of tables per page.
const PAGE: u16 = 500;

/// Retention time of reports and of expired bans.
const REPORTS_KEPT: Millis = 90 * DAY;

const DAY: Millis = 24 * 60 * 60 * 1000;

/// Time limits after which tables count as abandoned.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Expiry {
    /// Time without a change after which a table whose game has not started is deleted; `None`
    /// disables this.
    pub open: Option<Duration>,
    /// Time without a change after which a game without a clock ends; `None` disables this.
    pub idle: Option<Duration>,
}

impl Expiry {
    /// Creates limits from numbers of days; 0 disables a limit.
    pub fn days(open: u32, idle: u32) -> Expiry {
        let days =
            |days: u32| (days > 0).then(|| Duration::from_secs(u64::from(days) * 24 * 60 * 60));
        Expiry { open: days(open), idle: days(idle) }
    }
}

/// Position of the traversal.
pub(super) struct Walk {
    after: TableId,
    looked: Instant,
}

impl Walk {
    pub(super) fn new() -> Walk {
        Walk { after: TableId::default(), looked: Instant::now() }
    }
}

impl Hub {
    /// Processes the next page if it is due.
    pub(super) async fn expire(&self, walk: &mut Walk) {
        if walk.looked.elapsed() < PAGE_EVERY {
            return;
        }
        walk.looked = Instant::now();
        walk.after = match self.expire_page(self.0.options.expiry, &walk.after).await {
            Ok(next) => next,
            Err(problem) => {
                tracing::warn!(problem = problem.message, "looking up abandoned tables failed");
                return;
            }
        };
    }

    /// Ends and deletes the abandoned tables of one page. Returns the start of the next page: the
    /// beginning, after the last one.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the store cannot be read.
    pub(crate) async fn expire_page(
        &self,
        expiry: Expiry,
        after: &TableId,
    ) -> Result<TableId, Problem> {
        let Ok(store) = self.admin_store() else { return Ok(TableId::default()) };
        let rows =
            self.0.store.rows(after, PAGE).await.map_err(|error| super::not_saved(&error))?;
        for row in &rows {
            if let Err(problem) = self.expire_table(expiry, row).await {
                let problem = problem.message;
                tracing::warn!(table = %row.id, problem, "expiring a table failed");
            }
        }
        match rows.last() {
            Some(last) if rows.len() == usize::from(PAGE) => Ok(last.id.clone()),
            Some(_) | None => {
                let before = self.now() - REPORTS_KEPT;
                if self.lease(0).is_some()
                    && let Err(error) = store.forget_before(before).await
                {
                    tracing::warn!(%error, "deleting old reports failed");
                }
                if self.lease(0).is_some()
                    && let Some(store) = self.0.store.push()
                    && let Err(error) = store.remove_stray_pushes().await
                {
                    tracing::warn!(%error, "deleting stray push subscriptions failed");
                }
                Ok(TableId::default())
            }
        }
    }

    async fn expire_table(&self, expiry: Expiry, row: &Row) -> Result<(), Problem> {
        let Expiry { open, idle } = expiry;
        let is_older = |limit: Option<Duration>| {
            let age = self.now().saturating_sub(row.updated);
            limit.is_some_and(|limit| u128::try_from(age).is_ok_and(|age| age > limit.as_millis()))
        };
        let Some(lease) = self.lease(row.id.shard()) else { return Ok(()) };
        match row.stage {
            Stage::Open if is_older(open) => {
                if self.delete_table(&row.id, Some(row.last)).await? {
                    tracing::info!(table = %row.id, "table deleted: its game never started");
                }
            }
            // A table with a running clock or a bot to act has a due time.
            Stage::Playing if row.due.is_none() && is_older(idle) => {
                let live = self.live(&row.id)?;
                let last = row.last;
                let decide = |table: &Table, _| {
                    Ok(if table.seq() == last { table.decide_abandoned() } else { Vec::new() })
                };
                self.change(&live, None, Some(lease), decide).await?;
                tracing::info!(table = %row.id, "game ended: inactive for too long");
            }
            Stage::Open | Stage::Playing | Stage::Over => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use bastide_protocol::{ClockPlan, Ending, FirstSeat, NewTable, Phase, ProblemCode, SeatPlan};
    use bastide_testing::{Cluster, Scratch};

    use super::*;
    use crate::store::{Location, Store, open};
    use crate::{Credentials, HubOptions};

    fn new(seats: &[&str], clock: Option<ClockPlan>) -> NewTable {
        let seat = |name: &&str| match *name {
            "" => SeatPlan::Open,
            name => SeatPlan::Me { name: name.to_owned() },
        };
        NewTable {
            clock,
            first: FirstSeat::Seat { seat: 0 },
            ..NewTable::new("base", seats.iter().map(seat).collect())
        }
    }

    async fn hub(store: &Arc<dyn Store>, runs_background: bool) -> Hub {
        let options = HubOptions { runs_background, ..HubOptions::default() };
        Hub::start(Arc::clone(store), options).await.expect("a hub")
    }

    async fn phase(hub: &Hub, table: &str) -> Option<Phase> {
        hub.view(table, Credentials::default()).await.ok().map(|view| view.phase)
    }

    async fn check(location: &Location) {
        let store = open(location).await.expect("a store");
        let (hub, without_leases) = (hub(&store, true).await, hub(&store, false).await);
        let open = hub.create(new(&["Ann", ""], None)).await.expect("a table").table;
        let idle = hub.create(new(&["Ann", "Ben"], None)).await.expect("a table").table;
        let days = Some(ClockPlan::Days { days: 7 });
        let by_mail = hub.create(new(&["Ann", "Ben"], days)).await.expect("a table").table;
        // Waits until the clock of the store has advanced by a millisecond.
        let made = hub.now();
        while hub.now() <= made + 1 {
            tokio::task::yield_now().await;
        }
        let start = TableId::default();
        let at_once = Expiry { open: Some(Duration::ZERO), idle: Some(Duration::ZERO) };
        for (by, expiry, why) in [
            (&hub, Expiry::days(0, 0), "0 is never"),
            (&hub, Expiry::days(1, 1), "not yet"),
            (&without_leases, at_once, "another process has the leases"),
        ] {
            assert_eq!(by.expire_page(expiry, &start).await, Ok(start.clone()));
            assert_eq!(phase(&hub, &open).await, Some(Phase::Open), "{why}");
            assert_eq!(phase(&hub, &idle).await, Some(Phase::Playing), "{why}");
        }
        hub.expire_page(at_once, &start).await.expect("a page");
        let view = hub.view(&open, Credentials::default()).await;
        assert_eq!(view.expect_err("deleted").code, ProblemCode::NoSuchTable);
        let Some(Phase::Over { ending, winners, .. }) = phase(&hub, &idle).await else {
            panic!("it is over");
        };
        assert_eq!((ending, winners), (Ending::GivenUp, Vec::new()));
        assert_eq!(phase(&hub, &by_mail).await, Some(Phase::Playing), "its clock decides");
        hub.shutdown().await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn abandoned_tables_of_a_file_end_and_others_do_not() {
        let scratch = Scratch::new("expiry").expect("a folder");
        check(&Location::Sqlite(scratch.join("bastide.db"))).await;
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn abandoned_tables_of_a_database_end_and_others_do_not() {
        let url = Cluster::shared().database().await.expect("a database");
        check(&Location::Postgres(url)).await;
    }
}
