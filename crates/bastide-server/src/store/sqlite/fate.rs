//! What errors mean: those that pass, and those after which nothing the
//! process believes about its file can be trusted.

use std::sync::Arc;

use rusqlite::{ErrorCode, ffi};
use tokio::sync::watch;

use crate::store::StoreError;

/// Why a batch failed.
pub(super) enum Trouble {
    /// It may be tried again.
    Passing(StoreError),
    /// The process has to end, and recover what is in the file.
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
            // A column holds what it cannot hold.
            return Trouble::Passing(StoreError::Damaged(text));
        };
        match failure.code {
            ErrorCode::DiskFull => Trouble::Passing(StoreError::Full),
            // Where the shared index grows, a full disk looks like this; the
            // transaction is gone, and the next one overwrites it.
            ErrorCode::SystemIoFailure if failure.extended_code == ffi::SQLITE_IOERR_SHMSIZE => {
                Trouble::Passing(StoreError::Unavailable(text))
            }
            // After a failed fsync the kernel forgets what was not written:
            // trying again would succeed and lie.
            ErrorCode::SystemIoFailure => Trouble::Fatal(StoreError::Unavailable(text)),
            ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase => {
                Trouble::Fatal(StoreError::Damaged(text))
            }
            _ => Trouble::Passing(StoreError::Unavailable(text)),
        }
    }
}

/// Whether the store can go on, and why not.
#[derive(Clone)]
pub(super) struct Fate(Arc<watch::Sender<Option<String>>>);

impl Fate {
    pub(super) fn new() -> Fate {
        Fate(Arc::new(watch::Sender::new(None)))
    }

    /// Nothing goes on from here. The first reason stays.
    pub(super) fn seal(&self, error: &StoreError) {
        self.seal_because(error.to_string());
    }

    fn seal_because(&self, reason: String) {
        tracing::error!(%reason, "the store has to be opened anew");
        self.0.send_if_modified(|fate| {
            let is_first = fate.is_none();
            fate.get_or_insert(reason);
            is_first
        });
    }

    /// # Errors
    /// If nothing goes on.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        match &*self.0.borrow() {
            Some(reason) => Err(StoreError::Unavailable(reason.clone())),
            None => Ok(()),
        }
    }

    /// Returns once nothing goes on, and says why.
    pub(super) async fn sealed(&self) -> String {
        let mut watch = self.0.subscribe();
        let fate = watch.wait_for(Option::is_some).await;
        fate.ok().and_then(|fate| fate.clone()).unwrap_or_default()
    }

    /// Seals when the thread that holds the guard panics.
    pub(super) fn guard(&self) -> Guard {
        Guard(self.clone())
    }
}

/// See [`Fate::guard`].
pub(super) struct Guard(Fate);

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
    fn a_full_disk_passes_and_a_failed_fsync_does_not() {
        assert!(matches!(trouble(ffi::SQLITE_FULL), Trouble::Passing(StoreError::Full)));
        assert!(matches!(trouble(ffi::SQLITE_BUSY), Trouble::Passing(StoreError::Unavailable(_))));
        for code in [ffi::SQLITE_IOERR_FSYNC, ffi::SQLITE_IOERR_WRITE, ffi::SQLITE_IOERR] {
            assert!(matches!(trouble(code), Trouble::Fatal(StoreError::Unavailable(_))));
        }
        assert!(matches!(trouble(ffi::SQLITE_CORRUPT), Trouble::Fatal(StoreError::Damaged(_))));
    }

    #[test]
    fn the_first_reason_stays() {
        let fate = Fate::new();
        assert_eq!(fate.check(), Ok(()));
        fate.seal(&StoreError::Unavailable("fsync".to_owned()));
        fate.seal(&StoreError::Full);
        let Err(StoreError::Unavailable(reason)) = fate.check() else { panic!("it is sealed") };
        assert!(reason.contains("fsync"), "{reason}");
    }

    #[test]
    fn a_thread_that_panics_seals() {
        let fate = Fate::new();
        let guard = fate.guard();
        let thread = std::thread::spawn(move || {
            let _guard = guard;
            panic!("on purpose");
        });
        assert!(thread.join().is_err());
        assert!(fate.check().is_err());
    }
}
