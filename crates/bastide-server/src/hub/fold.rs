//! Folds finished tables in the background, in small batches.

use std::sync::atomic::Ordering;
use std::time::Duration;

use bastide_table::{FoldError, Table};

use super::{Hub, lock};
use crate::store::{Fold, Mark, Millis, StoreError, TableId};

/// Interval between two searches for finished tables.
const FOLD_EVERY: Duration = Duration::from_secs(10);

/// Maximum number of tables folded per batch.
const BATCH: u16 = 16;

impl Hub {
    /// Periodically folds all tables that can be folded.
    pub(super) async fn fold_rounds(self) {
        let Some(age) = self.0.options.fold_after else { return };
        let age = Millis::try_from(age.as_millis()).unwrap_or(Millis::MAX);
        let mut closing = self.0.closing.subscribe();
        // Each table is visited once, oldest first: a table that cannot be folded does not block
        // the ones after it.
        let start = Mark { updated: Millis::MIN, id: TableId::default() };
        let (mut behind, mut shards) = (start.clone(), Vec::new());
        let mut failures = Failures::default();
        loop {
            let held: Vec<u16> = lock(&self.0.leases).leases.keys().copied().collect();
            if held != shards {
                // Tables of other shards were skipped: start again.
                (behind, shards) = (start.clone(), held);
            }
            loop {
                let folded = self.fold_some(&shards, &mut behind, age).await;
                if let Some(error) = failures.note(folded.as_ref().err()) {
                    tracing::warn!(%error, "folding finished tables failed; it is tried again");
                }
                if !matches!(folded, Ok(true)) {
                    break;
                }
            }
            tokio::select! {
                () = tokio::time::sleep(FOLD_EVERY) => {}
                _ = closing.changed() => return,
            }
        }
    }

    /// Folds a batch of tables after `behind` and advances `behind`. Returns true if there may be
    /// more.
    async fn fold_some(
        &self,
        shards: &[u16],
        behind: &mut Mark,
        age: Millis,
    ) -> Result<bool, StoreError> {
        if shards.is_empty() {
            return Ok(false);
        }
        let before = self.now().saturating_sub(age);
        let found = self.0.store.foldable(shards, behind, before, BATCH).await?;
        let is_full = found.len() == usize::from(BATCH);
        for mark in found {
            match self.fold_one(&mark.id).await {
                Ok(()) => {
                    self.0.counters.folded.fetch_add(1, Ordering::Relaxed);
                }
                // The table has changed and will be found again, with a later time.
                Err(NotFolded::Store(StoreError::Conflict)) => {}
                Err(NotFolded::Store(error @ StoreError::Damaged(_))) => {
                    self.0.counters.not_folded.fetch_add(1, Ordering::Relaxed);
                    tracing::error!(table = %mark.id, %error, "folding a finished table failed");
                }
                Err(NotFolded::Store(error)) => return Err(error),
                Err(NotFolded::Log(error)) => {
                    self.0.counters.not_folded.fetch_add(1, Ordering::Relaxed);
                    tracing::error!(table = %mark.id, %error, "folding a finished table failed");
                }
            }
            *behind = mark;
        }
        Ok(is_full)
    }

    async fn fold_one(&self, id: &TableId) -> Result<(), NotFolded> {
        let fence = self.lease(id.shard()).ok_or(StoreError::Fenced)?;
        let log = self.0.store.read(id, 0).await?;
        let last = log.last().map_or(0, |stored| stored.seq);
        let named = id.clone();
        let folding = tokio::task::spawn_blocking(move || {
            let body = bastide_table::fold(&named, &log)?;
            let summary = Table::load(&named, &log)?.0.brief();
            Ok::<_, FoldError>((body, summary))
        });
        // A panic is a bug in this program: the table is left unchanged.
        let folded = folding.await.map_err(|error| StoreError::Damaged(error.to_string()))?;
        let (body, summary) = folded.map_err(NotFolded::Log)?;
        let fold = Fold { id: id.clone(), last, body, summary, fence: Some(fence) };
        Ok(self.0.store.fold(fold).await?)
    }
}

/// Errors of consecutive rounds, so that a lasting error is reported once.
#[derive(Default)]
struct Failures(Option<String>);

impl Failures {
    /// Notes the result of a round. Returns an error that was not returned before it last worked.
    fn note(&mut self, error: Option<&StoreError>) -> Option<String> {
        let text = error.map(ToString::to_string);
        let is_new = text != self.0;
        self.0.clone_from(&text);
        text.filter(|_| is_new)
    }
}

/// Reason why a table was not folded.
enum NotFolded {
    Store(StoreError),
    Log(FoldError),
}

impl From<StoreError> for NotFolded {
    fn from(error: StoreError) -> NotFolded {
        NotFolded::Store(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lasting_error_is_reported_once_and_again_after_a_success() {
        let mut failures = Failures::default();
        let gone = StoreError::Unavailable("the database is gone".to_owned());
        let text = gone.to_string();
        assert_eq!(failures.note(None), None);
        assert_eq!(failures.note(Some(&gone)), Some(text.clone()));
        assert_eq!(failures.note(Some(&gone)), None);
        assert!(failures.note(Some(&StoreError::Fenced)).is_some_and(|other| other != text));
        assert_eq!(failures.note(None), None);
        assert_eq!(failures.note(Some(&gone)), Some(text));
    }
}
