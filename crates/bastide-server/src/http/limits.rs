//! Rate limits: leaky buckets per seat, per address and its networks, and for the server as a
//! whole, in bounded memory.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bastide_protocol::{Command, Question};

use super::address::{Client, Network};

/// Kinds of requests, by cost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Act {
    /// Create a table.
    Create,
    /// Take a seat, or transfer one to another device.
    Join,
    /// Play an action in a game.
    Play,
    /// Send a chat message.
    Say,
    /// Any other command: proposals and replies, resigning, leaving, bots.
    Arrange,
    /// Query a game.
    Ask,
    /// Request a hint, which takes as long as a move of a bot.
    Hint,
    /// Read a resource.
    Read,
    /// Parse, verify or show a record.
    Record,
    /// Render an image.
    Picture,
    /// Open a WebSocket.
    Connect,
    /// Report a person to the operator.
    Report,
}

/// Burst size and long-term rate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rate {
    burst: u32,
    a_minute: u32,
}

const fn rate(burst: u32, a_minute: u32) -> Rate {
    Rate { burst, a_minute }
}

impl Rate {
    /// Multiplies burst and rate by `factor`.
    const fn times(self, factor: u32) -> Rate {
        rate(self.burst.saturating_mul(factor), self.a_minute.saturating_mul(factor))
    }
}

impl Act {
    /// Returns the kind of a command. All commands are stored.
    pub(super) fn of_command(command: &Command) -> Act {
        match command {
            Command::Play { .. } => Act::Play,
            Command::Say { .. } => Act::Say,
            _ => Act::Arrange,
        }
    }

    /// Returns the kind of a question.
    pub(super) fn of_question(question: &Question) -> Act {
        match question {
            Question::Hint => Act::Hint,
            _ => Act::Ask,
        }
    }

    /// Returns the allowance of one address, sufficient for a household or a school class that
    /// shares it. Documented in docs/hosting.md.
    const fn per_address(self) -> Rate {
        match self {
            Act::Create => rate(20, 10),
            Act::Join => rate(30, 30),
            Act::Play => rate(120, 900),
            Act::Say => rate(30, 90),
            Act::Arrange => rate(45, 180),
            Act::Ask => rate(300, 3600),
            Act::Hint => rate(30, 180),
            Act::Read => rate(300, 1800),
            Act::Record => rate(60, 240),
            Act::Picture => rate(40, 60),
            Act::Connect => rate(60, 120),
            Act::Report => rate(5, 1),
        }
    }

    /// Returns the allowance of one seat, independent of the addresses it is played from.
    const fn per_seat(self) -> Option<Rate> {
        match self {
            Act::Play => Some(rate(40, 300)),
            Act::Say => Some(rate(10, 30)),
            Act::Arrange => Some(rate(15, 60)),
            Act::Ask => Some(rate(100, 1200)),
            Act::Hint => Some(rate(10, 60)),
            Act::Create
            | Act::Join
            | Act::Read
            | Act::Record
            | Act::Picture
            | Act::Connect
            | Act::Report => None,
        }
    }
}

/// A seat, by the hash of its token.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct SeatKey(u64);

impl SeatKey {
    /// Returns the key of the seat that `token` belongs to.
    pub(super) fn of(token: &str) -> SeatKey {
        let mut hasher = DefaultHasher::new();
        token.hash(&mut hasher);
        SeatKey(hasher.finish())
    }
}

/// Owner of a bucket.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Owner {
    All,
    Network(Network),
    Seat(SeatKey),
}

/// Error for a request that exceeds a limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Over {
    /// The limit of this client is exceeded. Contains the time until the next attempt.
    Own(Duration),
    /// The limit of all clients together is exceeded. Contains the time until the next attempt.
    All(Duration),
}

/// A bucket, stored as the time at which it will be empty, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Bucket(u64);

impl Bucket {
    /// Returns the bucket after adding a request, or the time to wait if it would overflow.
    fn with_drop(self, rate: Rate, now: Duration) -> Result<Bucket, Duration> {
        let drop = 60_000_000 / u64::from(rate.a_minute.max(1));
        let now = u64::try_from(now.as_micros()).unwrap_or(u64::MAX / 2);
        let empty = self.0.max(now) + drop;
        let most = drop * u64::from(rate.burst.max(1));
        match (empty - now).checked_sub(most) {
            None | Some(0) => Ok(Bucket(empty)),
            Some(over) => Err(Duration::from_micros(over)),
        }
    }
}

/// Rate limit mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum RateLimits {
    /// For servers reachable from the internet.
    #[default]
    On,
    /// For benchmarks.
    Off,
}

/// All buckets.
#[derive(Debug)]
pub(super) struct Limits {
    mode: RateLimits,
    /// Limit of tables created by all clients together.
    creates: Rate,
    start: Instant,
    generations: Mutex<Generations>,
}

/// Buckets in use, and those of the previous generation. When the young generation is full, it
/// replaces the old one, whose buckets are dropped. A bucket that is used in every generation is
/// never dropped, and a rejected request does not create a bucket, so a flood from one network
/// cannot evict the buckets of others.
#[derive(Debug, Default)]
struct Generations {
    young: BTreeMap<(Act, Owner), Bucket>,
    old: BTreeMap<(Act, Owner), Bucket>,
}

/// Maximum number of buckets per generation: about 3 MB.
const MOST: usize = 50_000;

/// Maximum number of buckets per request: all clients, three networks, a seat.
const AT_ONCE: usize = 5;

impl Limits {
    /// Creates empty buckets; all clients together may create `tables_per_minute` tables.
    pub(super) fn new(mode: RateLimits, tables_per_minute: u32) -> Limits {
        let creates = rate(tables_per_minute.div_ceil(4), tables_per_minute);
        Limits { mode, creates, start: Instant::now(), generations: Mutex::default() }
    }

    /// Counts a request of a client, and of a seat if given: in all buckets that it belongs to, or
    /// in none of them if any would overflow.
    ///
    /// # Errors
    /// Returns [`Over`] if a limit is exceeded.
    pub(super) fn count(
        &self,
        what: Act,
        client: Client,
        seat: Option<SeatKey>,
    ) -> Result<(), Over> {
        if self.mode == RateLimits::Off {
            return Ok(());
        }
        let mut owners = Vec::with_capacity(AT_ONCE);
        if what == Act::Create {
            owners.push((Owner::All, self.creates));
        }
        for (network, factor) in client.networks() {
            owners.push((Owner::Network(network), what.per_address().times(factor)));
        }
        if let (Some(seat), Some(rate)) = (seat, what.per_seat()) {
            owners.push((Owner::Seat(seat), rate));
        }
        self.lock().count(what, &owners, self.now(), MOST)
    }

    /// Returns the number of stored buckets.
    pub(super) fn kept(&self) -> usize {
        let generations = self.lock();
        generations.young.len() + generations.old.len()
    }

    fn now(&self) -> Duration {
        self.start.elapsed()
    }

    fn lock(&self) -> MutexGuard<'_, Generations> {
        // After a panic, at worst a request is not counted.
        self.generations.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Generations {
    fn count(
        &mut self,
        what: Act,
        owners: &[(Owner, Rate)],
        now: Duration,
        most: usize,
    ) -> Result<(), Over> {
        let mut filled = Vec::with_capacity(AT_ONCE);
        let mut over = None;
        for &(owner, rate) in owners {
            let key = (what, owner);
            match self.find(key, most).unwrap_or_default().with_drop(rate, now) {
                Ok(bucket) => filled.push((key, bucket)),
                // If both limits are exceeded, the client's own one is reported.
                Err(wait) => match (owner, &mut over) {
                    (Owner::All, _) => over = Some(Over::All(wait)),
                    (_, Some(Over::Own(longest))) => *longest = wait.max(*longest),
                    (_, over) => *over = Some(Over::Own(wait)),
                },
            }
        }
        if let Some(over) = over {
            return Err(over);
        }
        for (key, bucket) in filled {
            self.keep(key, bucket, most);
        }
        Ok(())
    }

    /// Returns the bucket of `key`, if there is one, and moves it to the young generation.
    fn find(&mut self, key: (Act, Owner), most: usize) -> Option<Bucket> {
        if let Some(bucket) = self.old.remove(&key) {
            self.keep(key, bucket, most);
        }
        self.young.get(&key).copied()
    }

    fn keep(&mut self, key: (Act, Owner), bucket: Bucket, most: usize) {
        if !self.young.contains_key(&key) && self.young.len() >= most {
            self.old = core::mem::take(&mut self.young);
        }
        self.young.insert(key, bucket);
    }
}

/// Number of open connections or WebSockets per address and network.
#[derive(Debug)]
pub struct Counts {
    most: u32,
    open: Mutex<BTreeMap<Network, u32>>,
}

impl Counts {
    /// Allows `most` per address, and a multiple of it per network.
    pub fn new(most: u32) -> Counts {
        Counts { most, open: Mutex::default() }
    }

    /// Counts an opened connection. Returns false, without counting it, if the limit is reached.
    pub fn enter(&self, client: Client) -> bool {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let is_full = client.networks().any(|(network, factor)| {
            let count = open.get(&network).copied().unwrap_or(0);
            count >= self.most.saturating_mul(factor)
        });
        if !is_full {
            for (network, _) in client.networks() {
                *open.entry(network).or_default() += 1;
            }
        }
        !is_full
    }

    /// Counts a closed connection.
    pub fn leave(&self, client: Client) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        for (network, _) in client.networks() {
            if let Some(count) = open.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    open.remove(&network);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
