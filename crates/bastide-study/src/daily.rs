//! The daily deck: one order of tiles a day for each game, the same for all players.
//!
//! A deck is a function of its game and its day. [`DailyDeck`] has everything that must be equal on
//! all machines: rules, tiles, opponent and first player. `docs/daily.md` specifies it; a change of
//! any of these needs a new [`VERSION`], so that results of different versions are never compared.

use bastide::{Actor, Game as _, Rules, Seat, Setup};
use bastide_bots::{Budget, Kind, Spec};
use bastide_host::{Dealer, Dice, Match, Record, Seed};

/// Version of the decks.
pub const VERSION: u32 = 1;

/// The opponent: people win against it about as often as they lose, and its turns take no time, so
/// that a page can play many games for comparison. Its budget is a number of nodes, so that it plays
/// the same on all machines.
pub const OPPONENT: Kind = Kind::Normal;

/// The seat of the player.
pub const PLAYER: usize = 0;

/// The last day that has a deck, in the year 4707.
const LAST_DAY: u64 = 999_999;

/// Names and rules of the games. In a file, because rules belong to a version of the decks: an
/// expansion that is added later changes no deck.
const GAMES: &str = include_str!("../daily/games.txt");

/// A game with a daily deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DailyGame {
    /// Name, as on the command line and in addresses.
    pub name: &'static str,
    /// Rules, as in records.
    pub rules: &'static str,
    /// Number, from 1.
    number: u64,
}

/// Returns all games, in order.
pub fn games() -> impl Iterator<Item = DailyGame> + Clone {
    GAMES.lines().zip(1..).filter_map(|(line, number)| {
        let (name, rules) = line.split_once(' ')?;
        Some(DailyGame { name, rules, number })
    })
}

impl DailyGame {
    /// Returns the game with a name.
    pub fn from_name(name: &str) -> Option<DailyGame> {
        games().find(|game| game.name == name)
    }
}

/// A level with which results are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The bot that takes the place of the player.
    pub bot: Spec,
    /// Number of its games.
    pub games: u32,
}

/// Nodes of `master`, whose usual budget is a time.
const MASTER_NODES: u64 = 100_000;

/// Returns the levels, fastest first.
pub fn levels() -> impl Iterator<Item = Level> {
    Kind::LEVELS.into_iter().map(|kind| {
        let (budget, games) = match kind {
            Kind::Master => (Budget::Nodes(MASTER_NODES), 10),
            Kind::Hard => (kind.usual_budget(), 20),
            _ => (kind.usual_budget(), 40),
        };
        Level { bot: Spec { kind, budget }, games }
    })
}

/// The deck of a game on a day.
///
/// ```
/// use bastide_study::daily::{DailyDeck, DailyGame};
///
/// let game = DailyGame::from_name("fields").expect("a game");
/// let deck = DailyDeck::new(game, 20_775).expect("a day with a deck");
/// assert_eq!(deck.seed_text(), "bastide daily 1 fields 20775");
/// assert_eq!(deck.table(), "deck11020775");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DailyDeck {
    /// The game.
    pub game: DailyGame,
    /// The day, as days since 1970-01-01 in UTC.
    pub day: u64,
}

impl DailyDeck {
    /// Returns the deck of a day, or `None` after the last one.
    pub fn new(game: DailyGame, day: u64) -> Option<DailyDeck> {
        (day <= LAST_DAY).then_some(DailyDeck { game, day })
    }

    /// Returns the text whose SHA-256 is the seed of the draws (`docs/fair-play.md`).
    pub fn seed_text(&self) -> String {
        format!("bastide daily {VERSION} {} {}", self.game.name, self.day)
    }

    /// Returns the name of the table in a browser. Random numbers of bots at a table depend on its
    /// name, so that the opponent answers the same turns in the same way everywhere.
    pub fn table(&self) -> String {
        format!("deck{VERSION}{}{:06}", self.game.number, self.day)
    }

    /// Returns the seat that begins: the player every other day.
    pub fn first(&self) -> u8 {
        u8::from((self.day + self.game.number) % 2 == 1)
    }

    /// Returns the set-up of the game.
    pub fn setup(&self) -> Setup {
        let rules: Rules = self.game.rules.parse().expect("the rules of a daily game are a mix");
        let mut setup = Setup::new(rules, 2);
        setup.first = self.first();
        setup
    }

    /// Returns the source of the tiles.
    pub fn dealer(&self) -> Dealer {
        Dealer::seeded(Seed::from_text(&self.seed_text()), "")
    }

    /// Returns true if all draws of a record come from the deck, in its order.
    pub fn has_dealt(&self, record: &Record) -> bool {
        let (mut game, mut dealer) = (record.state_after(0), self.dealer());
        record.actions().iter().all(|&action| {
            let is_dealt = game.to_act() != Actor::Chance || dealer.deal(&game) == Some(action);
            is_dealt && game.play(action).is_ok()
        })
    }

    /// Plays the deck with a bot in place of the player. Games with different numbers have
    /// different random numbers.
    pub fn play(&self, bot: Spec, number: u32) -> Record {
        let opponent = Spec { kind: OPPONENT, budget: OPPONENT.usual_budget() };
        let stream = self.day << 32 | u64::from(number) << 8 | self.game.number;
        let mut dice = Dice::new(u64::from(VERSION), stream);
        let mut players = [bot, opponent].map(|spec| {
            let seed = (0..4).fold(0, |seed, _| seed << 16 | dice.below_u64(1 << 16));
            (spec.build(seed), spec.budget)
        });
        let mut current =
            Match::new(self.setup(), self.dealer()).expect("the set-up of a daily game is valid");
        while let Actor::Seat(seat) = current.game().to_act() {
            let (bot, budget) = &mut players[seat.index()];
            for action in bot.choose_turn(current.game(), *budget) {
                current.play(seat, action).expect("bots choose legal actions");
            }
        }
        current.record().clone()
    }

    /// Plays the deck and returns the final points of the player minus those of the opponent.
    pub fn margin(&self, bot: Spec, number: u32) -> i64 {
        margin(&self.play(bot, number))
    }
}

/// Returns the final points of the player minus those of the opponent.
pub fn margin(record: &Record) -> i64 {
    let scores = *record.game().scores();
    let [player, opponent] = [0, 1].map(|seat| Seat::new(seat).map_or(0, |seat| scores[seat]));
    i64::from(player) - i64::from(opponent)
}

/// Returns the share of `games` with a smaller margin, in thousandths; equal ones count half.
///
/// ```
/// assert_eq!(bastide_study::daily::share_below(&[-5, 0, 3, 9], 3), 625);
/// ```
pub fn share_below(games: &[i64], margin: i64) -> u32 {
    let halves: usize = games
        .iter()
        .map(|other| match other.cmp(&margin) {
            core::cmp::Ordering::Less => 2,
            core::cmp::Ordering::Equal => 1,
            core::cmp::Ordering::Greater => 0,
        })
        .sum();
    (halves * 500 / games.len().max(1)) as u32
}
