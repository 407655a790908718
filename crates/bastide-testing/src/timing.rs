//! Waiting for states, and limits on wall-clock time.
//!
//! Tests wait for a state, not for a time: on a busy machine everything takes longer. Limits on
//! elapsed time are checked by `cargo xtask timing`, on a machine that does nothing else.

use std::time::Duration;

/// Time after which a test gives up waiting for a state. Only a defect takes as long.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// Checks that something took at most `limit`, if the variable `BASTIDE_TIMING` is `1`, as set by
/// `cargo xtask timing`.
///
/// # Panics
/// Panics if it took longer.
#[track_caller]
pub fn check_time(what: &str, took: Duration, limit: Duration) {
    println!("{what} took {took:?}, the limit is {limit:?}");
    let is_checked = std::env::var_os("BASTIDE_TIMING").is_some_and(|value| value == "1");
    assert!(!is_checked || took <= limit, "{what} took {took:?}, more than {limit:?}");
}

/// Waits until `is_so` returns true.
///
/// # Panics
/// Panics after [`PATIENCE`], with `what` was expected.
#[cfg(feature = "server")]
#[track_caller]
pub fn until<F: AsyncFnMut() -> bool>(what: &str, mut is_so: F) -> impl Future<Output = ()> {
    let place = std::panic::Location::caller();
    async move {
        let begun = std::time::Instant::now();
        while !is_so().await {
            assert!(begun.elapsed() < PATIENCE, "{place}: expected that {what}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
