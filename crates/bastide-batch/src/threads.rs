//! Division of the work of a batch among threads.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::batch::BatchError;
use crate::env::Env;

/// Number of games up to which one thread chooses all listed actions sooner than several.
const FEW_GAMES: usize = 1024;

/// The threads of a batch, apart from the calling one. They do not exist in a process that was forked
/// from the one that started them.
pub(crate) struct Threads {
    pool: Option<ThreadPool>,
    process: u32,
}

impl Threads {
    /// Starts threads, so that there are `count` with the calling one, unless they run in this
    /// process already.
    pub(crate) fn start(threads: &mut Option<Threads>, count: usize) -> Result<(), BatchError> {
        let process = std::process::id();
        let is_started = threads.as_ref().is_some_and(|threads| threads.process == process);
        if count == 1 || is_started {
            return Ok(());
        }
        let pool = ThreadPoolBuilder::new().num_threads(count - 1).build();
        let pool = pool.map_err(|error| BatchError::Threads(error.to_string()))?;
        *threads = Some(Threads { pool: Some(pool), process });
        Ok(())
    }

    fn pool(threads: &Option<Threads>) -> Option<&ThreadPool> {
        threads.as_ref()?.pool.as_ref()
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            // Dropping the pool of another process would wait for threads that do not exist here.
            std::mem::forget(self.pool.take());
        }
    }
}

/// Returns the number of threads that share the work.
pub(crate) fn parts(threads: &Option<Threads>) -> usize {
    Threads::pool(threads).map_or(1, |pool| pool.current_num_threads() + 1)
}

/// Returns true if choosing an action in each game takes less time than starting other threads:
/// their legal actions are listed already, and there are not many games.
pub(crate) fn is_brief(envs: &[Env]) -> bool {
    envs.len() <= FEW_GAMES && envs.iter().all(Env::is_listed)
}

/// Calls `act` for each item: the first on this thread, the others on the other threads, unless the
/// work is so brief that these need not be started.
pub(crate) fn each<T: Send>(
    threads: &Option<Threads>,
    is_brief: bool,
    items: &mut [T],
    act: impl Fn(&mut T) + Sync + Send,
) {
    let Some(pool) = Threads::pool(threads).filter(|_| !is_brief) else {
        return items.iter_mut().for_each(act);
    };
    let Some((first, others)) = items.split_first_mut() else { return };
    let act = &act;
    pool.in_place_scope(|scope| {
        others.iter_mut().for_each(|item| scope.spawn(move |_| act(item)));
        act(first);
    });
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use super::*;

    /// Returns the number of threads that work on as many items, and whether this is one of them.
    fn working(count: usize, is_brief: bool) -> (usize, bool) {
        let mut threads = None;
        Threads::start(&mut threads, count).expect("threads");
        let mut items = vec![None; parts(&threads)];
        assert_eq!(items.len(), count);
        each(&threads, is_brief, &mut items, |item| {
            // Long enough for another thread to begin.
            thread::sleep(Duration::from_millis(20));
            *item = Some(thread::current().id());
        });
        let is_here = items[0] == Some(thread::current().id());
        let mut ids: Vec<_> = items.into_iter().map(|id| id.expect("all items")).collect();
        ids.sort_by_key(|id| format!("{id:?}"));
        ids.dedup();
        (ids.len(), is_here)
    }

    #[test]
    fn work_is_divided_among_all_threads() {
        assert_eq!(working(1, false), (1, true));
        assert_eq!(working(2, false), (2, true));
        assert_eq!(working(2, true), (1, true), "brief work is not");
    }
}
