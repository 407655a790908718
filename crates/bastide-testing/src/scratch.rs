//! A temporary directory for a test.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A unique directory, removed with its contents on drop.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// Creates a directory below the system's temporary directory.
    ///
    /// # Errors
    /// Returns an error if it cannot be created.
    pub fn new(purpose: &str) -> io::Result<Scratch> {
        Scratch::within(&std::env::temp_dir(), purpose)
    }

    /// Creates a directory below `parent`.
    ///
    /// # Errors
    /// Returns an error if it cannot be created.
    pub fn within(parent: &Path, purpose: &str) -> io::Result<Scratch> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("bastide-{purpose}-{}-{number}", std::process::id());
            let path = parent.join(name);
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Scratch(path)),
                // Left behind by a process with the same id.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Returns the path of the directory.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the path of a file in the directory.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
