//! A directory that goes when the test is over.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// A directory of its own, removed with everything in it when dropped.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// A new directory below the one for temporary files.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn new(purpose: &str) -> io::Result<Scratch> {
        Scratch::within(&std::env::temp_dir(), purpose)
    }

    /// A new directory below another.
    ///
    /// # Errors
    /// If it cannot be created.
    pub fn within(parent: &Path, purpose: &str) -> io::Result<Scratch> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let name = format!("bastide-{purpose}-{}-{number}", std::process::id());
            let path = parent.join(name);
            match fs::create_dir(&path) {
                Ok(()) => return Ok(Scratch(path)),
                // Left behind by a process that had the same number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// A name in it.
    pub fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
