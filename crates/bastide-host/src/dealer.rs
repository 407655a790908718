//! Sources of chance actions: a seed, or a predefined order.
//!
//! `docs/fair-play.md` specifies the method so that it can be reproduced independently. It is
//! implemented here instead of using a random number library, because records must stay verifiable
//! permanently.

use core::fmt;

use bastide::{Action, Actor, AnyGame, Game, WallToken};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::salt::Salts;
use crate::seed::{Commitment, Seed, reseed_lines, text_line};

/// A source of chance actions.
///
/// ```
/// use bastide::{AnyGame, LandRules, Setup};
/// use bastide_host::{Dealer, Seed};
/// let game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
/// let draw = |number| Dealer::seeded(Seed::from_number(number), "table 1").deal(&game);
/// assert!(draw(7).is_some() && draw(7) == draw(7));
/// # Ok::<(), bastide::SetupError>(())
/// ```
#[derive(Clone, Debug)]
pub enum Dealer {
    /// Draws are derived from a secret seed.
    Seeded(Box<Seeded>),
    /// Tiles, and optionally tokens, come in a predefined order.
    Forced(Deck),
}

impl Dealer {
    /// Creates a dealer that draws from a seed and a public salt.
    pub fn seeded(seed: Seed, salt: &str) -> Dealer {
        Dealer::salted(seed, Salts::text(salt))
    }

    /// Creates a dealer that draws from a seed and public salts.
    pub fn salted(seed: Seed, salts: Salts) -> Dealer {
        Dealer::Seeded(Box::new(Seeded::new(seed, salts)))
    }

    /// Creates a dealer that deals tiles in the given order.
    pub fn forced<N: Into<Box<str>>>(names: impl IntoIterator<Item = N>) -> Dealer {
        Dealer::Forced(Deck::new(names))
    }

    /// Returns the dealer with another seed for all draws after the first `after`. The seed is
    /// bound to `before`, the commitment to the previous seed. Has no effect on a forced deck.
    #[must_use]
    pub fn reseeded(mut self, seed: Seed, after: usize, before: Option<Commitment>) -> Dealer {
        if let Dealer::Seeded(seeded) = &mut self {
            seeded.reseed(seed, after, before);
        }
        self
    }

    /// Adds draws that were made before the first draw of this dealer.
    pub(crate) fn skip(&mut self, draws: usize) {
        if let Dealer::Seeded(seeded) = self {
            seeded.drawn += draws;
        }
    }

    /// Returns the index of the first player (SETUP-4): drawn from the seed, or 0 with a forced
    /// deck. The other draws are independent of this one.
    pub fn first(&self, seats: u8) -> u8 {
        match self {
            Dealer::Seeded(seeded) => seeded.first(seats),
            Dealer::Forced(_) => 0,
        }
    }

    /// Returns the next chance action. Returns `None` if chance is not to act, or if a forced deck
    /// does not contain a suitable tile.
    pub fn deal(&mut self, game: &AnyGame) -> Option<Action> {
        if game.to_act() != Actor::Chance {
            return None;
        }
        match self {
            Dealer::Seeded(seeded) => seeded.deal(game),
            Dealer::Forced(deck) => deck.deal(game),
        }
    }
}

/// Draws derived from a secret seed: the same seed, salt and bag always give the same tiles,
/// regardless of the players' actions.
#[derive(Clone)]
pub struct Seeded {
    seed: Seed,
    salts: Salts,
    tiles: Stream,
    tokens: Stream,
    /// Number of draws made.
    drawn: usize,
    /// Seeds that replace the first one.
    later: Vec<Later>,
    /// The seed in use: 0 for the first, `n` for `later[n - 1]`.
    current: usize,
}

/// A seed for all draws after the first `after`.
#[derive(Clone)]
struct Later {
    seed: Seed,
    after: usize,
    key: [u8; 32],
}

impl Seeded {
    /// Creates a generator from a seed and public salts.
    pub fn new(seed: Seed, salts: Salts) -> Seeded {
        let key = key(&seed, &salts);
        let (tiles, tokens) = (Stream::new(key, "tiles"), Stream::new(key, "tokens"));
        Seeded { seed, salts, tiles, tokens, drawn: 0, later: Vec::new(), current: 0 }
    }

    pub(crate) fn reseed(&mut self, seed: Seed, after: usize, before: Option<Commitment>) {
        let key = hmac(seed.bytes(), &reseed_lines(after, before));
        self.later.push(Later { seed, after, key });
    }

    /// Iterates over the seeds that replaced the first, in order.
    pub fn later_seeds(&self) -> impl Iterator<Item = &Seed> {
        self.later.iter().map(|later| &later.seed)
    }

    /// Switches to the last seed that applies to the next draw.
    fn turn_to_seed(&mut self) {
        let meant = self.later.iter().rposition(|later| later.after <= self.drawn);
        let meant = meant.map_or(0, |index| index + 1);
        if meant != self.current
            && let Some(later) = meant.checked_sub(1).map(|index| &self.later[index])
        {
            (self.tiles, self.tokens) =
                (Stream::new(later.key, "tiles"), Stream::new(later.key, "tokens"));
            self.current = meant;
        }
    }

    /// Returns the secret seed.
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Returns the public salts that are mixed into the draws.
    pub fn salts(&self) -> &Salts {
        &self.salts
    }

    fn first(&self, seats: u8) -> u8 {
        let mut stream = Stream::new(key(&self.seed, &self.salts), "first");
        stream.below(u32::from(seats.max(1))) as u8
    }

    fn deal(&mut self, game: &AnyGame) -> Option<Action> {
        let (first, _) = game.nth_chance(0)?;
        self.turn_to_seed();
        self.drawn += 1;
        let stream = match first {
            Action::Reveal(_) => &mut self.tokens,
            _ => &mut self.tiles,
        };
        let (action, _) = game.nth_chance(stream.below(game.chance_count()))?;
        Some(action)
    }
}

/// Omits the seed and everything it could be derived from.
impl fmt::Debug for Seeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seeded").field("salts", &self.salts).finish_non_exhaustive()
    }
}

/// A predefined order of tiles, by name, and of wall tokens.
///
/// ```
/// use bastide::{AnyGame, Game, LandRules, Setup};
/// use bastide_host::{Dealer, Match};
/// // The tiles come in this order.
/// let current = Match::new(Setup::new(LandRules::default(), 2), Dealer::forced(["V", "E"]))?;
/// let drawn = current.game().drawn().expect("a tile to lay");
/// assert_eq!(&*current.game().board().tiles().kind(drawn).name, "V");
/// # Ok::<(), bastide_host::MatchError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    names: Vec<Box<str>>,
    is_dealt: Vec<bool>,
    tokens: Vec<WallToken>,
}

impl Deck {
    /// Creates a deck of tiles in the given order.
    pub fn new<N: Into<Box<str>>>(names: impl IntoIterator<Item = N>) -> Deck {
        let names: Vec<_> = names.into_iter().map(Into::into).collect();
        Deck { is_dealt: vec![false; names.len()], names, tokens: Vec::new() }
    }

    /// Returns the deck with an order of the first wall tokens to be revealed. For later tokens,
    /// and for listed ones that are not available, the smallest available kind is used.
    #[must_use]
    pub fn with_tokens(mut self, tokens: impl IntoIterator<Item = WallToken>) -> Deck {
        self.tokens = tokens.into_iter().collect();
        self.tokens.reverse();
        self
    }

    /// Returns all tiles in order, including those already dealt.
    pub fn names(&self) -> &[Box<str>] {
        &self.names
    }

    /// Deals the first remaining tile that belongs to the current pile: river tiles come first,
    /// regardless of their position in the deck (RIVER-2).
    fn deal(&mut self, game: &AnyGame) -> Option<Action> {
        if let Some((smallest @ Action::Reveal(_), _)) = game.nth_chance(0) {
            let next = self.tokens.pop().map(Action::Reveal);
            return next.filter(|&next| game.check(next).is_ok()).or(Some(smallest));
        }
        let tiles = game.board().tiles();
        for (name, is_dealt) in self.names.iter().zip(&mut self.is_dealt) {
            if *is_dealt {
                continue;
            }
            let action = tiles.find(name).map(Action::Draw);
            if let Some(action) = action.filter(|&action| game.check(action).is_ok()) {
                *is_dealt = true;
                return Some(action);
            }
        }
        None
    }
}

type HmacSha256 = Hmac<Sha256>;

fn hmac(key: &[u8; 32], message: &str) -> [u8; 32] {
    let mut mac = HmacSha256::new_from_slice(key).expect("HMAC takes keys of any length");
    mac.update(message.as_bytes());
    mac.finalize().into_bytes().into()
}

/// Returns the key of a game.
fn key(seed: &Seed, salts: &Salts) -> [u8; 32] {
    let Salts { text, revealed } = salts;
    if revealed.is_empty() {
        return hmac(seed.bytes(), &format!("bastide deal 1\n{text}"));
    }
    let lines: String =
        revealed.iter().map(|(seat, salt)| format!("salt {seat} {salt}\n")).collect();
    hmac(seed.bytes(), &format!("bastide deal 2\n{lines}{}", text_line(text)))
}

/// A stream of pseudo-random numbers. Streams with different labels are independent.
#[derive(Clone)]
struct Stream {
    key: [u8; 32],
    label: &'static str,
    /// Index of the next block.
    block: u64,
    words: [u32; 8],
    used: usize,
}

impl Stream {
    fn new(key: [u8; 32], label: &'static str) -> Stream {
        Stream { key, label, block: 0, words: [0; 8], used: 8 }
    }

    fn word(&mut self) -> u32 {
        if self.used == self.words.len() {
            let block = hmac(&self.key, &format!("{} {}", self.label, self.block));
            for (word, bytes) in self.words.iter_mut().zip(block.chunks_exact(4)) {
                *word = bytes.iter().fold(0, |word, &byte| word << 8 | u32::from(byte));
            }
            self.block += 1;
            self.used = 0;
        }
        self.used += 1;
        self.words[self.used - 1]
    }

    /// Returns a uniformly distributed number from 0 to `n - 1`. Words beyond the last multiple of
    /// `n` are rejected, because they would make small numbers more likely.
    fn below(&mut self, n: u32) -> u32 {
        const WORDS: u64 = 1 << 32;
        let n = u64::from(n.max(1));
        let accepted = WORDS / n * n;
        loop {
            let word = u64::from(self.word());
            if word < accepted {
                return (word % n) as u32;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(label: &'static str) -> Stream {
        Stream::new(key(&Seed::from_number(7), &Salts::text("table 1")), label)
    }

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn draws_follow_the_documented_method() {
        // All values were computed with another tool. The seed is the SHA-256 of `bastide seed 7`:
        // printf 'bastide deal 1\ntable 1' | openssl dgst -sha256 -mac hmac -macopt hexkey:SEED
        let key = key(&Seed::from_number(7), &Salts::text("table 1"));
        assert_eq!(hex(&key), "98f44f6007dcc236c2d3f1e02d6e3e37abfa73eb43e6576598bd42c65dc65113");
        // printf 'tiles 0' | openssl dgst -sha256 -mac hmac -macopt hexkey:KEY
        for (message, block) in [
            ("tiles 0", "d2a636b0f4efee01d5113cebb745bdf0e7359e8ea5823d577535290b3f03a6a9"),
            ("tiles 1", "e17681acacf9c7119f67ee248a1409d9574e2621354cdcb5ba589cf234b7f829"),
            ("tokens 0", "b87ad159ad9e886359ea74d45ea88cadef1d2c025da762e8e33d900c4488b74c"),
            ("first 0", "c9c10a9be227be9ec388bcc814dd57528033c0bcc1d34f47d99f455521c7bf45"),
        ] {
            assert_eq!(hex(&hmac(&key, message)), block, "{message}");
        }
        let mut tiles = stream("tiles");
        let words: Vec<_> = (0..9).map(|_| tiles.word()).collect();
        assert_eq!(words[..2], [0xd2a6_36b0, 0xf4ef_ee01]);
        assert_eq!(words[7..], [0x3f03_a6a9, 0xe176_81ac], "from one block to the next");
    }

    #[test]
    fn biased_random_words_are_rejected() {
        // 0xd2a636b0, 0xf4efee01 and 0xd5113ceb are not less than 3 << 30 and are rejected;
        // 0xb745bdf0 is the first accepted word.
        assert_eq!(stream("tiles").below(3 << 30), 0xb745_bdf0);
        assert_eq!(stream("tiles").below(71), 0xd2a6_36b0 % 71);
        assert_eq!(stream("tiles").below(1), 0);
    }

    /// Returns the chi-square statistic of counts that should be equal. For a fair generator it is
    /// about as large as the number of counts.
    fn chi_square(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum()
    }

    #[test]
    fn all_numbers_are_equally_likely() {
        // For a fair generator, one seed in a thousand exceeds these limits.
        for (n, limit) in [(2, 10.83), (3, 13.82), (11, 29.59), (71, 112.3)] {
            let mut stream = stream("tiles");
            let mut counts = vec![0; n as usize];
            for _ in 0..n * 2000 {
                counts[stream.below(n) as usize] += 1;
            }
            let chi = chi_square(&counts);
            assert!(chi < limit, "{chi} for {n}");
        }
    }

    #[test]
    fn there_is_no_bias_towards_small_numbers() {
        // Without rejection, the first third would be twice as likely.
        let mut stream = stream("tiles");
        let mut thirds = [0; 3];
        for _ in 0..30_000 {
            thirds[(stream.below(3 << 30) >> 30) as usize] += 1;
        }
        assert!(chi_square(&thirds) < 13.82, "{thirds:?}");
    }

    #[test]
    fn debug_output_hides_the_draws() {
        let dealer = Dealer::seeded(Seed::from_number(7), "table 1");
        assert_eq!(
            format!("{dealer:?}"),
            "Seeded(Seeded { salts: Salts { text: \"table 1\", revealed: [] }, .. })"
        );
    }
}
