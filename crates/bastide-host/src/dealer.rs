//! Where chance comes from: a seed, or an order given in advance.
//!
//! `docs/fair-play.md` describes the method so that anybody can repeat it.
//! It is written out here and not left to a library of random numbers,
//! because records have to be checkable for ever.

use core::fmt;

use bastide::{Action, Actor, AnyGame, Game, WallToken};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use crate::salt::Salts;
use crate::seed::{Commitment, Seed, reseed_lines, text_line};

/// Takes the actions of chance.
#[derive(Clone, Debug)]
pub enum Dealer {
    /// Draws come from a secret seed.
    Seeded(Box<Seeded>),
    /// Tiles, and tokens if they are, come in an order given in advance.
    Forced(Deck),
}

impl Dealer {
    /// Draws from a seed and a public salt.
    pub fn seeded(seed: Seed, salt: &str) -> Dealer {
        Dealer::salted(seed, Salts::text(salt))
    }

    /// Draws from a seed and everything public that is mixed in.
    pub fn salted(seed: Seed, salts: Salts) -> Dealer {
        Dealer::Seeded(Box::new(Seeded::new(seed, salts)))
    }

    /// Tiles in this order.
    pub fn forced<N: Into<Box<str>>>(names: impl IntoIterator<Item = N>) -> Dealer {
        Dealer::Forced(Deck::new(names))
    }

    /// The same with another seed for all draws after the first `after`; the
    /// seed is bound to `before`, the commitment to the seed before it. Given
    /// tiles stay as they are.
    #[must_use]
    pub fn reseeded(mut self, seed: Seed, after: usize, before: Option<Commitment>) -> Dealer {
        if let Dealer::Seeded(seeded) = &mut self {
            seeded.reseed(seed, after, before);
        }
        self
    }

    /// Counts draws that were made before this dealer's first.
    pub(crate) fn skip(&mut self, draws: usize) {
        if let Dealer::Seeded(seeded) = self {
            seeded.drawn += draws;
        }
    }

    /// Who begins (SETUP-4): drawn from the seed; with a forced deck, the
    /// first seat. Other draws do not depend on whether this one is used.
    pub fn first(&self, seats: u8) -> u8 {
        match self {
            Dealer::Seeded(seeded) => seeded.first(seats),
            Dealer::Forced(_) => 0,
        }
    }

    /// What chance does now. Nothing if it is not chance's turn, or if a
    /// forced deck does not hold the tiles of the game.
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

/// Draws from a secret seed: the same seed, salt and bag always give the
/// same tiles, whatever is played in between.
#[derive(Clone)]
pub struct Seeded {
    seed: Seed,
    salts: Salts,
    tiles: Stream,
    tokens: Stream,
    /// How many draws were made.
    drawn: usize,
    /// Seeds that replace the first.
    later: Vec<Later>,
    /// Which of them is drawn from, counted from 1; 0 is the first seed.
    current: usize,
}

/// A seed for the draws from some number on.
#[derive(Clone)]
struct Later {
    seed: Seed,
    after: usize,
    key: [u8; 32],
}

impl Seeded {
    /// Draws from a seed and everything public that is mixed in.
    pub fn new(seed: Seed, salts: Salts) -> Seeded {
        let key = key(&seed, &salts);
        let (tiles, tokens) = (Stream::new(key, "tiles"), Stream::new(key, "tokens"));
        Seeded { seed, salts, tiles, tokens, drawn: 0, later: Vec::new(), current: 0 }
    }

    pub(crate) fn reseed(&mut self, seed: Seed, after: usize, before: Option<Commitment>) {
        let key = hmac(seed.bytes(), &reseed_lines(after, before));
        self.later.push(Later { seed, after, key });
    }

    /// The seeds that replaced the first, in order.
    pub fn later_seeds(&self) -> impl Iterator<Item = &Seed> {
        self.later.iter().map(|later| &later.seed)
    }

    /// Turns to the last seed that is meant for the next draw.
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

    /// The secret.
    pub fn seed(&self) -> &Seed {
        &self.seed
    }

    /// Everything public that is mixed into the draws.
    pub fn salts(&self) -> &Salts {
        &self.salts
    }

    fn first(&self, seats: u8) -> u8 {
        let mut stream = Stream::new(key(&self.seed, &self.salts), "first");
        stream.below(u32::from(seats.max(1))) as u8
    }

    fn deal(&mut self, game: &AnyGame) -> Option<Action> {
        let mut chances = Vec::new();
        game.chances(&mut chances);
        let (first, _) = chances.first()?;
        self.turn_to_seed();
        self.drawn += 1;
        let stream = match first {
            Action::Reveal(_) => &mut self.tokens,
            _ => &mut self.tiles,
        };
        let mut at = stream.below(chances.iter().map(|&(_, ways)| ways).sum());
        for (action, ways) in chances {
            if at < ways {
                return Some(action);
            }
            at -= ways;
        }
        None
    }
}

/// Without the seed and what could be worked out from it.
impl fmt::Debug for Seeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Seeded").field("salts", &self.salts).finish_non_exhaustive()
    }
}

/// An order of tiles given in advance, by name, and one of wall tokens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deck {
    names: Vec<Box<str>>,
    is_dealt: Vec<bool>,
    tokens: Vec<WallToken>,
}

impl Deck {
    /// Tiles in this order.
    pub fn new<N: Into<Box<str>>>(names: impl IntoIterator<Item = N>) -> Deck {
        let names: Vec<_> = names.into_iter().map(Into::into).collect();
        Deck { is_dealt: vec![false; names.len()], names, tokens: Vec::new() }
    }

    /// The same with the wall tokens that are turned up first. Those after
    /// them, and any that cannot come, are the smallest kind there is left.
    #[must_use]
    pub fn with_tokens(mut self, tokens: impl IntoIterator<Item = WallToken>) -> Deck {
        self.tokens = tokens.into_iter().collect();
        self.tokens.reverse();
        self
    }

    /// All its tiles in order, those already dealt too.
    pub fn names(&self) -> &[Box<str>] {
        &self.names
    }

    /// The first tile left that is in the pile drawn from now: the river
    /// comes first wherever it stands in the deck (RIVER-2).
    fn deal(&mut self, game: &AnyGame) -> Option<Action> {
        let mut chances = Vec::new();
        game.chances(&mut chances);
        if let Some(&(smallest @ Action::Reveal(_), _)) = chances.first() {
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

/// The key of one game.
fn key(seed: &Seed, salts: &Salts) -> [u8; 32] {
    let Salts { text, revealed } = salts;
    if revealed.is_empty() {
        return hmac(seed.bytes(), &format!("bastide deal 1\n{text}"));
    }
    let lines: String =
        revealed.iter().map(|(seat, salt)| format!("salt {seat} {salt}\n")).collect();
    hmac(seed.bytes(), &format!("bastide deal 2\n{lines}{}", text_line(text)))
}

/// A row of random numbers. Streams with different labels do not depend on
/// each other.
#[derive(Clone)]
struct Stream {
    key: [u8; 32],
    label: &'static str,
    /// The number of the next block.
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

    /// A number from 0 to `n - 1`, all equally likely: words above the last
    /// full round of `n` are thrown away, or small numbers would come more
    /// often.
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
    fn the_method_is_the_one_of_the_documents() {
        // All computed with another tool. The seed is SHA-256 of `bastide seed 7`:
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
    fn words_beyond_the_last_full_round_are_thrown_away() {
        // 0xd2a636b0 and 0xf4efee01 lie beyond 3 << 30, 0xd5113ceb too;
        // 0xb745bdf0 is the first that counts.
        assert_eq!(stream("tiles").below(3 << 30), 0xb745_bdf0);
        assert_eq!(stream("tiles").below(71), 0xd2a6_36b0 % 71);
        assert_eq!(stream("tiles").below(1), 0);
    }

    /// How far counts are from all being equal; about as much as there are
    /// counts if chance is fair.
    fn chi_square(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|&n| (f64::from(n) - expected).powi(2) / expected).sum()
    }

    #[test]
    fn all_numbers_are_equally_likely() {
        // Beyond the limits fair numbers fall once in a thousand seeds.
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
        // Without rejection the first third would come twice as often.
        let mut stream = stream("tiles");
        let mut thirds = [0; 3];
        for _ in 0..30_000 {
            thirds[(stream.below(3 << 30) >> 30) as usize] += 1;
        }
        assert!(chi_square(&thirds) < 13.82, "{thirds:?}");
    }

    #[test]
    fn logs_do_not_give_the_draws_away() {
        let dealer = Dealer::seeded(Seed::from_number(7), "table 1");
        assert_eq!(
            format!("{dealer:?}"),
            "Seeded(Seeded { salts: Salts { text: \"table 1\", revealed: [] }, .. })"
        );
    }
}
