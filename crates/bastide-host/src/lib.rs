//! Everything a host needs beyond the rules: recording games ([`Record`]), replaying them
//! ([`Replay`]), dealing fairly ([`Dealer`], [`verify`]), running matches between people
//! ([`Match`]) and linking to positions ([`position`]).
//!
//! ```
//! use bastide::{Actor, Game, LandRules, Setup};
//! use bastide_host::{Dealer, Match, Record, Seed};
//!
//! let dealer = Dealer::seeded(Seed::from_number(7), "table 1");
//! let mut current = Match::new(Setup::new(LandRules::default(), 2), dealer)?;
//! while let Actor::Seat(seat) = current.game().to_act() {
//!     let mut actions = Vec::new();
//!     current.game().legal_actions(&mut actions);
//!     current.play(seat, actions[0])?;
//! }
//! let text = current.record().to_text();
//! assert_eq!(Record::parse(&text).as_ref(), Ok(current.record()));
//! assert!(bastide_host::verify(current.record()).is_ok());
//! # Ok::<(), bastide_host::MatchError>(())
//! ```

mod characters;
mod dealer;
mod dice;
pub mod position;
mod record;
mod referee;
mod replay;
mod salt;
mod seed;
mod verify;

pub use characters::is_invisible;
pub use dealer::{Dealer, Deck, Seeded};
pub use dice::Dice;
pub use position::PositionError;
pub use record::{
    AnnotatedRecord, BadKey, HeaderProblem, Node, Record, RecordError, RecordErrorKind, Recorder,
};
pub use referee::{Match, MatchError};
pub use replay::{Replay, Step};
pub use salt::{Salt, SaltCommitment, Salts};
pub use seed::{BadHex, Commitment, Reseed, Seed};
pub use verify::{DrawDiffers, Verified, VerifyError, verify};
