//! How much anybody may ask for: a leaky bucket for each address and kind of
//! request, and for each seat. All of it in bounded memory.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::address::Client;

/// What is asked for, by what it costs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Act {
    /// Make a table.
    Create,
    /// Take a seat, or move one to another device.
    Join,
    /// Change a table.
    Do,
    /// Ask about a game.
    Ask,
    /// Read something.
    Read,
    /// Have a record read, checked or shown.
    Record,
    /// Have a picture drawn.
    Picture,
    /// Open a socket.
    Connect,
}

/// So many at once, and so many a minute in the long run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rate {
    burst: u32,
    a_minute: u32,
}

impl Act {
    /// Generous for people, and for a household behind one address.
    const fn rate(self) -> Rate {
        match self {
            Act::Create => Rate { burst: 20, a_minute: 10 },
            Act::Join => Rate { burst: 30, a_minute: 30 },
            Act::Do => Rate { burst: 40, a_minute: 300 },
            Act::Ask => Rate { burst: 100, a_minute: 1200 },
            Act::Read => Rate { burst: 300, a_minute: 1800 },
            Act::Record => Rate { burst: 60, a_minute: 240 },
            Act::Picture => Rate { burst: 40, a_minute: 60 },
            Act::Connect => Rate { burst: 60, a_minute: 120 },
        }
    }
}

/// Whose bucket it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Whose {
    /// An address.
    Address(Client),
    /// A seat, by the hash of its token.
    Seat(u64),
}

impl Whose {
    /// The seat a token is for.
    pub(super) fn seat(token: &str) -> Whose {
        let mut hasher = DefaultHasher::new();
        token.hash(&mut hasher);
        Whose::Seat(hasher.finish())
    }
}

/// A bucket: when it will be empty again, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Bucket(u64);

impl Bucket {
    /// Adds one drop, unless it would run over; then how long to wait.
    pub(super) fn pour(&mut self, what: Act, now: Duration) -> Result<(), Duration> {
        let Rate { burst, a_minute } = what.rate();
        let drop = 60_000_000 / u64::from(a_minute);
        let now = u64::try_from(now.as_micros()).unwrap_or(u64::MAX / 2);
        let empty = self.0.max(now) + drop;
        let most = drop * u64::from(burst);
        match (empty - now).checked_sub(most) {
            None | Some(0) => {
                self.0 = empty;
                Ok(())
            }
            Some(over) => Err(Duration::from_micros(over)),
        }
    }
}

/// Whether limits are kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum RateLimits {
    /// For servers that strangers can reach.
    #[default]
    On,
    /// For measuring.
    Off,
}

/// All buckets.
#[derive(Debug)]
pub(super) struct Limits {
    mode: RateLimits,
    start: Instant,
    generations: Mutex<Generations>,
}

/// Buckets in use, and those used before. When the young ones are too many
/// they become the old, and the old are forgotten: whoever was not seen for so
/// long has an empty bucket anyway, or is one of a crowd.
#[derive(Debug, Default)]
struct Generations {
    young: BTreeMap<(Act, Whose), Bucket>,
    old: BTreeMap<(Act, Whose), Bucket>,
}

/// How many buckets a generation has at most: about 2 MB.
const MOST: usize = 50_000;

impl Limits {
    /// No bucket has anything in it.
    pub(super) fn new(mode: RateLimits) -> Limits {
        Limits { mode, start: Instant::now(), generations: Mutex::default() }
    }

    /// Counts a request.
    ///
    /// # Errors
    /// If it is one too many: how long to wait.
    pub(super) fn count(&self, what: Act, whose: Whose) -> Result<(), Duration> {
        match self.mode {
            RateLimits::Off => Ok(()),
            RateLimits::On => self.lock().pour(what, whose, self.now(), MOST),
        }
    }

    /// Counts a request in a bucket that somebody else keeps.
    ///
    /// # Errors
    /// If it is one too many: how long to wait.
    pub(super) fn count_in(&self, bucket: &mut Bucket, what: Act) -> Result<(), Duration> {
        match self.mode {
            RateLimits::Off => Ok(()),
            RateLimits::On => bucket.pour(what, self.now()),
        }
    }

    /// How many buckets are kept.
    pub(super) fn kept(&self) -> usize {
        let generations = self.lock();
        generations.young.len() + generations.old.len()
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn lock(&self) -> MutexGuard<'_, Generations> {
        // A panic here leaves at worst a drop too few.
        self.generations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Generations {
    fn pour(
        &mut self,
        what: Act,
        whose: Whose,
        now: Duration,
        most: usize,
    ) -> Result<(), Duration> {
        let key = (what, whose);
        if !self.young.contains_key(&key) && self.young.len() >= most {
            self.old = core::mem::take(&mut self.young);
        }
        let old = &mut self.old;
        self.young
            .entry(key)
            .or_insert_with(|| old.remove(&key).unwrap_or_default())
            .pour(what, now)
    }
}

/// How many connections or sockets each address has open.
#[derive(Debug)]
pub struct Counts {
    most: u32,
    open: Mutex<BTreeMap<Client, u32>>,
}

impl Counts {
    /// At most so many each.
    pub fn new(most: u32) -> Counts {
        Counts { most, open: Mutex::default() }
    }

    /// One more, if there may be one more.
    pub fn enter(&self, client: Client) -> bool {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(client).or_default();
        if *count >= self.most {
            return false;
        }
        *count += 1;
        true
    }

    /// One less.
    pub fn leave(&self, client: Client) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&client) {
            *count -= 1;
            if *count == 0 {
                open.remove(&client);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whose(n: u64) -> Whose {
        Whose::Seat(n)
    }

    #[test]
    fn a_burst_is_allowed_and_then_so_many_a_minute() {
        let mut bucket = Bucket::default();
        let now = Duration::from_secs(100);
        for _ in 0..20 {
            assert_eq!(bucket.pour(Act::Create, now), Ok(()));
        }
        let wait = bucket.pour(Act::Create, now).expect_err("one too many");
        assert_eq!(wait, Duration::from_secs(6), "ten a minute");
        assert!(bucket.pour(Act::Create, now + wait - Duration::from_millis(1)).is_err());
        assert_eq!(bucket.pour(Act::Create, now + wait), Ok(()));
        assert!(bucket.pour(Act::Create, now + wait).is_err());
        let hours_later = now + Duration::from_secs(36_000);
        assert_eq!((0..100).filter(|_| bucket.pour(Act::Create, hours_later).is_ok()).count(), 20);
    }

    #[test]
    fn buckets_do_not_mix() {
        let limits = Limits::new(RateLimits::On);
        while limits.count(Act::Create, whose(1)).is_ok() {}
        assert_eq!(limits.count(Act::Create, whose(2)), Ok(()));
        assert_eq!(limits.count(Act::Join, whose(1)), Ok(()));
        let off = Limits::new(RateLimits::Off);
        assert!((0..1000).all(|_| off.count(Act::Create, whose(1)).is_ok()));
    }

    #[test]
    fn a_crowd_takes_bounded_memory_and_forgets_nobody_who_keeps_coming() {
        let mut generations = Generations::default();
        let now = Duration::from_secs(1);
        while generations.pour(Act::Create, whose(0), now, 10).is_ok() {}
        for n in 1..1000 {
            let _ = generations.pour(Act::Create, whose(n), now, 10);
            assert!(generations.pour(Act::Create, whose(0), now, 10).is_err(), "{n}");
            assert!(generations.young.len() <= 10 && generations.old.len() <= 10);
        }
    }

    #[test]
    fn each_address_has_its_own_places() {
        let counts = Counts::new(2);
        let client = |text: &str| Client::of(text.parse().expect("an address"));
        let (one, other) = (client("192.0.2.1"), client("192.0.2.2"));
        assert!(counts.enter(one) && counts.enter(one) && !counts.enter(one));
        assert!(counts.enter(other));
        counts.leave(one);
        assert!(counts.enter(one) && !counts.enter(one));
    }
}
