//! Rate limits: leaky buckets for each seat, for each address and the networks
//! around it, and for the server as a whole. All of it in bounded memory.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bastide_protocol::{Command, Question};

use super::address::{Client, Network};

/// Kinds of requests, by cost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Act {
    /// Make a table.
    Create,
    /// Take a seat, or move one to another device.
    Join,
    /// Act in a game.
    Play,
    /// Write a line of chat.
    Say,
    /// Any other command: proposals and replies, resigning, leaving, bots.
    Arrange,
    /// Ask about a game.
    Ask,
    /// Ask for a hint, which takes as long as a move of a bot.
    Hint,
    /// Read something.
    Read,
    /// Have a record read, checked or shown.
    Record,
    /// Have a picture drawn.
    Picture,
    /// Open a socket.
    Connect,
    /// Report a person to the operator.
    Report,
}

/// A burst, and a rate in the long run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Rate {
    burst: u32,
    a_minute: u32,
}

const fn rate(burst: u32, a_minute: u32) -> Rate {
    Rate { burst, a_minute }
}

impl Rate {
    /// `factor` times as much.
    const fn times(self, factor: u32) -> Rate {
        rate(self.burst.saturating_mul(factor), self.a_minute.saturating_mul(factor))
    }
}

impl Act {
    /// The class of a command. All of them are stored.
    pub(super) fn of_command(command: &Command) -> Act {
        match command {
            Command::Play { .. } => Act::Play,
            Command::Say { .. } => Act::Say,
            _ => Act::Arrange,
        }
    }

    /// The class of a question.
    pub(super) fn of_question(question: &Question) -> Act {
        match question {
            Question::Hint => Act::Hint,
            _ => Act::Ask,
        }
    }

    /// The allowance of one address, generous for a household or a school
    /// class behind it. Also in docs/hosting.md.
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

    /// The allowance of one seat, whatever addresses it is played from.
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
    /// The seat that `token` gives.
    pub(super) fn of(token: &str) -> SeatKey {
        let mut hasher = DefaultHasher::new();
        token.hash(&mut hasher);
        SeatKey(hasher.finish())
    }
}

/// The owner of a bucket.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Owner {
    Everyone,
    Network(Network),
    Seat(SeatKey),
}

/// A request over the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Over {
    /// This client asks too much: how long it has to wait.
    Own(Duration),
    /// All clients together do.
    Everyone(Duration),
}

/// A bucket: when it will be empty again, in microseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Bucket(u64);

impl Bucket {
    /// Returns the bucket with one drop more, or how long to wait for room.
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
    /// Tables that all clients together may make.
    creates: Rate,
    start: Instant,
    generations: Mutex<Generations>,
}

/// Buckets in use, and those used before. When the young ones are too many
/// they become the old, and the old are forgotten. A bucket that is asked for
/// in every generation is never forgotten, and a refused request creates no
/// bucket, so a flood from one network cannot push out the others.
#[derive(Debug, Default)]
struct Generations {
    young: BTreeMap<(Act, Owner), Bucket>,
    old: BTreeMap<(Act, Owner), Bucket>,
}

/// The most buckets of a generation: about 3 MB.
const MOST: usize = 50_000;

/// The most buckets one request counts in: everyone, three networks, a seat.
const AT_ONCE: usize = 5;

impl Limits {
    /// Empty buckets; all clients together may make `tables_per_minute`.
    pub(super) fn new(mode: RateLimits, tables_per_minute: u32) -> Limits {
        let creates = rate(tables_per_minute.div_ceil(4), tables_per_minute);
        Limits { mode, creates, start: Instant::now(), generations: Mutex::default() }
    }

    /// Counts a request of a client, for a seat if it has one: in every bucket
    /// it belongs to, or in none if it is one too many for any of them.
    ///
    /// # Errors
    /// If it is one too many.
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
            owners.push((Owner::Everyone, self.creates));
        }
        for (network, factor) in client.networks() {
            owners.push((Owner::Network(network), what.per_address().times(factor)));
        }
        if let (Some(seat), Some(rate)) = (seat, what.per_seat()) {
            owners.push((Owner::Seat(seat), rate));
        }
        self.lock().count(what, &owners, self.now(), MOST)
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
                // The client's own excess is the one to tell it of.
                Err(wait) => match (owner, &mut over) {
                    (Owner::Everyone, _) => over = Some(Over::Everyone(wait)),
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

    /// The bucket of `key` if there is one, which is young again.
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

/// How many connections or sockets each address, and each network around it,
/// has open.
#[derive(Debug)]
pub struct Counts {
    most: u32,
    open: Mutex<BTreeMap<Network, u32>>,
}

impl Counts {
    /// At most `most` for each address, and a multiple for networks.
    pub fn new(most: u32) -> Counts {
        Counts { most, open: Mutex::default() }
    }

    /// Counts one more, unless that is too many.
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

    /// Counts one less.
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
