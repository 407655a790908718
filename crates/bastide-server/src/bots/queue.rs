//! Queue of jobs for the bot threads: one queue per table creator, served round-robin.
//!
//! *Invariant:* the backlog of one creator delays a job of another creator by at most one round
//! over the creators with waiting jobs, and never displaces jobs of a creator with fewer jobs.
//! Tests: `creators_are_served_in_turn`, `a_full_queue_takes_from_the_longest`,
//! `a_creator_with_a_thousand_jobs_neither_blocks_nor_weakens_another`.

use std::collections::{BTreeMap, VecDeque};

use bastide_table::{Table, TableId};
use sha2::{Digest, Sha256};

/// Maximum number of jobs of one creator that run in parallel.
const RUNNING: usize = 2;

/// Capacities of a queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bounds {
    /// Maximum number of waiting jobs of one creator.
    pub(super) own: usize,
    /// Maximum number of waiting jobs in total.
    pub(super) all: usize,
}

/// Key of a table's creator, for sharing bot threads fairly.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Creator(pub(crate) u64);

impl Creator {
    /// Returns the key of the creator of a table. A table without a known creator has a key of its
    /// own.
    pub(crate) fn of(table: &Table) -> Creator {
        Creator::new(table.creator(), &table.id)
    }

    fn new(number: Option<u32>, id: &TableId) -> Creator {
        if let Some(number) = number {
            return Creator(u64::from(number));
        }
        let digest = Sha256::digest(id.0.as_bytes());
        let hash = digest.iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte));
        // Outside the range of creator numbers, which have 32 bits.
        Creator(hash | 1 << 63)
    }
}

/// Waiting and running jobs.
#[derive(Debug)]
pub(super) struct Queue<T> {
    bounds: Bounds,
    lanes: BTreeMap<Creator, Lane<T>>,
    /// Creators with waiting jobs, in the order in which they are served.
    order: VecDeque<Creator>,
    waiting: usize,
}

#[derive(Debug)]
struct Lane<T> {
    jobs: VecDeque<T>,
    running: usize,
}

/// Outcome of adding a job.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Pushed<T> {
    /// The job was queued.
    Waits,
    /// The job was queued in place of the contained one, the last job of the longest queue.
    Instead(T),
    /// The job was rejected because the queue is full.
    Refused,
}

impl<T> Queue<T> {
    pub(super) fn new(bounds: Bounds) -> Queue<T> {
        Queue { bounds, lanes: BTreeMap::new(), order: VecDeque::new(), waiting: 0 }
    }

    /// Adds a job of `creator`. If the queue is full, evicts the last job of the creator with the
    /// longest queue, provided that it stays at least as long as the one of `creator`.
    pub(super) fn push(&mut self, creator: Creator, job: T) -> Pushed<T> {
        let own = self.of(creator);
        if own >= self.bounds.own {
            return Pushed::Refused;
        }
        let mut evicted = None;
        if self.waiting >= self.bounds.all {
            let longest = self.lanes.iter().max_by_key(|(_, lane)| lane.jobs.len());
            let longest = longest.map(|(&creator, lane)| (creator, lane.jobs.len()));
            let Some((longest, _)) = longest.filter(|&(_, length)| length > own + 1) else {
                return Pushed::Refused;
            };
            evicted = self.lanes.get_mut(&longest).and_then(|lane| lane.jobs.pop_back());
            self.waiting -= usize::from(evicted.is_some());
        }
        let lane = self.lanes.entry(creator).or_insert_with(Lane::new);
        if lane.jobs.is_empty() {
            self.order.push_back(creator);
        }
        lane.jobs.push_back(job);
        self.waiting += 1;
        evicted.map_or(Pushed::Waits, Pushed::Instead)
    }

    /// Removes the next job: the oldest job of the next creator with fewer than [`RUNNING`] running
    /// jobs.
    pub(super) fn next(&mut self) -> Option<(Creator, T)> {
        let is_free =
            |creator: &Creator| self.lanes.get(creator).is_some_and(|l| l.running < RUNNING);
        let at = self.order.iter().position(is_free)?;
        let creator = self.order.remove(at)?;
        let lane = self.lanes.get_mut(&creator)?;
        let job = lane.jobs.pop_front()?;
        lane.running += 1;
        self.waiting -= 1;
        if !lane.jobs.is_empty() {
            self.order.push_back(creator);
        }
        Some((creator, job))
    }

    /// Marks a job returned by [`Queue::next`] as finished.
    pub(super) fn finish(&mut self, creator: Creator) {
        let Some(lane) = self.lanes.get_mut(&creator) else { return };
        lane.running -= 1;
        if lane.running == 0 && lane.jobs.is_empty() {
            self.lanes.remove(&creator);
        }
    }

    /// Returns the number of waiting jobs.
    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Returns true if no job is waiting or running.
    pub(super) fn is_idle(&self) -> bool {
        self.lanes.is_empty()
    }

    /// Returns the number of waiting jobs that are served before a new job of `creator`. Jobs of
    /// another creator count only as far as they alternate with the jobs of `creator`.
    pub(super) fn ahead(&self, creator: Creator) -> usize {
        let own = self.of(creator);
        let before = |(&other, lane): (&Creator, &Lane<T>)| match other == creator {
            true => own,
            false => lane.jobs.len().min(own + 1),
        };
        self.lanes.iter().map(before).sum()
    }

    /// Removes all waiting jobs.
    pub(super) fn clear(&mut self) {
        self.order.clear();
        self.waiting = 0;
        self.lanes.retain(|_, lane| {
            lane.jobs.clear();
            lane.running > 0
        });
    }

    fn of(&self, creator: Creator) -> usize {
        self.lanes.get(&creator).map_or(0, |lane| lane.jobs.len())
    }
}

impl<T> Lane<T> {
    fn new() -> Lane<T> {
        Lane { jobs: VecDeque::new(), running: 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: Creator = Creator(1);
    const B: Creator = Creator(2);
    const C: Creator = Creator(3);

    fn queue() -> Queue<u32> {
        Queue::new(Bounds { own: 8, all: 12 })
    }

    /// Takes a job from the queue and finishes it.
    fn serve(queue: &mut Queue<u32>) -> Option<(Creator, u32)> {
        let (creator, job) = queue.next()?;
        queue.finish(creator);
        Some((creator, job))
    }

    #[test]
    fn a_table_without_a_creator_has_its_own_key() {
        let (one, other) = (TableId("aaaaaaaaaaaa".into()), TableId("bbbbbbbbbbbb".into()));
        let first = Creator::new(None, &one);
        assert_eq!(first, Creator::new(None, &one));
        assert_ne!(first, Creator::new(None, &other));
        let second = Creator::new(Some(u32::MAX), &one);
        assert_eq!(second, Creator::new(Some(u32::MAX), &other));
        assert!(second < first, "no table is taken for a creator");
    }

    #[test]
    fn creators_are_served_in_turn() {
        let mut queue = queue();
        (0..8).for_each(|job| assert_eq!(queue.push(A, job), Pushed::Waits));
        assert_eq!(queue.push(A, 8), Pushed::Refused, "its own queue is full");
        assert_eq!(queue.push(B, 20), Pushed::Waits, "others have room");
        assert_eq!(queue.push(B, 21), Pushed::Waits);
        assert_eq!(queue.push(C, 30), Pushed::Waits);
        let served: Vec<_> = std::iter::from_fn(|| serve(&mut queue)).map(|(_, job)| job).collect();
        assert_eq!(served, [0, 20, 30, 1, 21, 2, 3, 4, 5, 6, 7]);
        assert!(queue.lanes.is_empty() && queue.order.is_empty(), "nothing is left behind");
    }

    #[test]
    fn a_full_queue_takes_from_the_longest() {
        let mut queue = queue();
        (0..8).for_each(|job| assert_eq!(queue.push(A, job), Pushed::Waits));
        (20..24).for_each(|job| assert_eq!(queue.push(B, job), Pushed::Waits));
        assert_eq!(queue.push(C, 30), Pushed::Instead(7));
        assert_eq!(queue.push(C, 31), Pushed::Instead(6));
        assert_eq!(queue.push(C, 32), Pushed::Instead(5));
        assert_eq!(queue.push(A, 9), Pushed::Refused, "the longest gets no more");
        assert_eq!(queue.push(C, 33), Pushed::Instead(4));
        assert_eq!(queue.push(C, 34), Pushed::Refused, "all have the same share now");
        assert_eq!(queue.waiting(), 12);
        let (mut served, mut last) = ([0; 4], Vec::new());
        while let Some((creator, job)) = serve(&mut queue) {
            served[usize::try_from(creator.0).expect("small")] += 1;
            last.push(job);
        }
        assert_eq!(served, [0, 4, 4, 4]);
        assert_eq!(last, [0, 20, 30, 1, 21, 31, 2, 22, 32, 3, 23, 33]);
    }

    #[test]
    fn one_creator_never_has_all_threads() {
        let mut queue = queue();
        (0..4).for_each(|job| assert_eq!(queue.push(A, job), Pushed::Waits));
        assert_eq!(queue.next(), Some((A, 0)));
        assert_eq!(queue.next(), Some((A, 1)));
        assert_eq!(queue.next(), None, "two run");
        assert_eq!(queue.push(B, 20), Pushed::Waits);
        assert_eq!(queue.next(), Some((B, 20)));
        queue.finish(A);
        assert_eq!(queue.next(), Some((A, 2)));
    }

    #[test]
    fn the_backlog_of_another_creator_does_not_count() {
        let mut queue = queue();
        (0..8).for_each(|job| assert_eq!(queue.push(A, job), Pushed::Waits));
        assert_eq!((queue.ahead(A), queue.ahead(B)), (8, 1));
        assert_eq!(queue.push(B, 20), Pushed::Waits);
        assert_eq!((queue.ahead(A), queue.ahead(B), queue.ahead(C)), (9, 3, 2));
        queue.clear();
        assert_eq!((queue.waiting(), queue.ahead(A)), (0, 0));
        assert_eq!(queue.push(A, 1), Pushed::Waits);
        assert_eq!(queue.next(), Some((A, 1)));
    }

    /// Random pushes and turns keep the bounds, and every job ends exactly once.
    #[test]
    fn bounds_hold_for_random_operations() {
        let mut queue = queue();
        let (mut state, mut inside, mut running) = (7_u64, 0_usize, Vec::new());
        for job in 0..20_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let creator = Creator((state >> 33) % 6);
            match (state >> 50) % 3 {
                0 | 1 => match queue.push(creator, job) {
                    Pushed::Waits => inside += 1,
                    Pushed::Instead(_) | Pushed::Refused => {}
                },
                _ => {
                    if running.len() > 3 {
                        queue.finish(running.remove(0));
                    }
                    if let Some((creator, _)) = queue.next() {
                        inside -= 1;
                        running.push(creator);
                    }
                }
            }
            assert_eq!(queue.waiting(), inside);
            assert!(queue.waiting() <= 12);
            assert!(queue.lanes.values().all(|l| l.jobs.len() <= 8 && l.running <= RUNNING));
            let lined = queue.lanes.values().filter(|lane| !lane.jobs.is_empty()).count();
            assert_eq!(queue.order.len(), lined, "each creator with jobs is in the order once");
        }
    }
}
