//! Classification of SQLite errors: transient ones, and those after which the state of the file is
//! unknown.

use std::sync::Arc;

use rusqlite::{ErrorCode, ffi};
use tokio::sync::watch;

use crate::store::StoreError;

/// Class of an error.
pub(super) enum Trouble {
    /// Transient: the operation may be retried.
    Passing(StoreError),
    /// Fatal: the process has to restart and recover the file.
    Fatal(StoreError),
}

impl Trouble {
    pub(super) fn into_error(self) -> StoreError {
        match self {
            Trouble::Passing(error) | Trouble::Fatal(error) => error,
        }
    }
}

impl From<rusqlite::Error> for Trouble {
    fn from(error: rusqlite::Error) -> Trouble {
        let text = error.to_string();
        let rusqlite::Error::SqliteFailure(failure, _) = error else {
            // A column contains a value of the wrong type.
            return Trouble::Passing(StoreError::Damaged(text));
        };
        match failure.code {
            ErrorCode::DiskFull => Trouble::Passing(StoreError::Full),
            // A full disk also causes this error when the shared index grows. The transaction was
            // rolled back, and the next one overwrites it.
            ErrorCode::SystemIoFailure if failure.extended_code == ffi::SQLITE_IOERR_SHMSIZE => {
                Trouble::Passing(StoreError::Unavailable(text))
            }
            // After a failed fsync the kernel discards the unwritten data: a retry would falsely
            // succeed.
            ErrorCode::SystemIoFailure => Trouble::Fatal(StoreError::Unavailable(text)),
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => {
                Trouble::Fatal(StoreError::Damaged(text))
            }
            _ => Trouble::Passing(StoreError::Unavailable(text)),
        }
    }
}

/// Health of the store: the reason of the first fatal error, if any.
#[derive(Clone)]
pub(super) struct WriterHealth(Arc<watch::Sender<Option<String>>>);

impl WriterHealth {
    pub(super) fn new() -> WriterHealth {
        WriterHealth(Arc::new(watch::Sender::new(None)))
    }

    /// Marks the store as failed permanently. The first reason is kept.
    pub(super) fn seal(&self, error: &StoreError) {
        self.seal_because(error.to_string());
    }

    fn seal_because(&self, reason: String) {
        tracing::error!(%reason, "the store must be reopened");
        self.0.send_if_modified(|health| {
            let is_first = health.is_none();
            health.get_or_insert(reason);
            is_first
        });
    }

    /// Checks that the store has not failed.
    ///
    /// # Errors
    /// Returns [`StoreError::Unavailable`] after a fatal error.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        match &*self.0.borrow() {
            Some(reason) => Err(StoreError::Unavailable(reason.clone())),
            None => Ok(()),
        }
    }

    /// Completes with the reason once the store has failed.
    pub(super) async fn sealed(&self) -> String {
        let mut watch = self.0.subscribe();
        let health = watch.wait_for(Option::is_some).await;
        health.ok().and_then(|health| health.clone()).unwrap_or_default()
    }

    /// Returns a guard that marks the store as failed if its thread panics.
    pub(super) fn guard(&self) -> Guard {
        Guard(self.clone())
    }
}

/// Guard returned by [`WriterHealth::guard`].
pub(super) struct Guard(WriterHealth);

impl Drop for Guard {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.seal_because("a thread of the store has panicked".to_owned());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trouble(code: i32) -> Trouble {
        Trouble::from(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None))
    }

    #[test]
    fn a_full_disk_is_transient_and_a_failed_fsync_is_fatal() {
        assert!(matches!(trouble(ffi::SQLITE_FULL), Trouble::Passing(StoreError::Full)));
        assert!(matches!(trouble(ffi::SQLITE_BUSY), Trouble::Passing(StoreError::Unavailable(_))));
        for code in [ffi::SQLITE_IOERR_FSYNC, ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR] {
            assert!(matches!(trouble(code), Trouble::Fatal(StoreError::Unavailable(_))));
        }
        assert!(matches!(trouble(ffi::SQLITE_CORRUPT), Trouble::Fatal(StoreError::Damaged(_))));
    }

    #[test]
    fn the_first_fatal_error_is_kept() {
        let health = WriterHealth::new();
        assert_eq!(health.check(), Ok(()));
        health.seal(&StoreError::Unavailable("fsync".to_owned()));
        health.seal(&StoreError::Full);
        let Err(StoreError::Unavailable(reason)) = health.check() else { panic!("it is sealed") };
        assert!(reason.contains("fsync"), "{reason}");
    }

    #[test]
    fn a_panic_seals_the_writer() {
        let health = WriterHealth::new();
        let guard = health.guard();
        let thread = std::thread::spawn(move || {
            let _guard = guard;
            panic!("on purpose");
        });
        assert!(thread.join().is_err());
        assert!(health.check().is_err());
    }
}
