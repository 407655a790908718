//! Contests between bots, and statistics about their strength.
//!
//! The unit of a contest is a deck: one order of tiles, played once for every rotation of the
//! seats, so that neither luck nor the first turn favours a player. A [`Contest`] lists the games,
//! an [`Arena`] plays them on several threads, a [`Log`] stores them, and a [`Report`] summarises
//! them.
//!
//! ```
//! use std::ops::ControlFlow;
//!
//! use bastide::{LandRules, Rules, Setup};
//! use bastide_arena::{Arena, Entrant, Report};
//! use bastide_bots::Spec;
//!
//! let bots: Vec<Spec> = vec!["greedy".parse()?, "random".parse()?];
//! let setup = Setup::new(Rules::Land(LandRules::default()), 2);
//! let entrants = bots.iter().map(|bot| bot as &dyn Entrant).collect();
//! let arena = Arena::new(setup, entrants, 1)?;
//! let mut games = Vec::new();
//! arena.run(&arena.contest.games(0..3), 1, |played| {
//!     games.push(played.game);
//!     Ok::<_, std::io::Error>(ControlFlow::Continue(()))
//! })?;
//! let report = Report::new(&arena.contest, &games);
//! assert_eq!(report.pairs[0].won, 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod benchmark;
mod clock;
mod contest;
mod decks;
mod duplicate;
mod log;
mod play;
mod player;
mod program;
mod ratings;
mod report;
mod run;
mod scaling;
mod sprt;
mod stats;
mod watch;

pub use clock::Clock;
pub use contest::{Contest, ContestError, GameId};
pub use duplicate::DuplicateReport;
pub use log::{Header, Log, LogError, read_log};
pub use play::{Forfeit, GameResult, Played};
pub use player::{BotPlayer, Entrant, Player, PlayerError};
pub use program::Program;
pub use ratings::{Meetings, ratings};
pub use report::{BotReport, CostReport, PairReport, RatingReport, Report, SeatReport, Sweep};
pub use run::Arena;
pub use scaling::{Scaling, ScalingError, ScalingReport, ScalingStep, Trend};
pub use sprt::{Sprt, SprtReport, SprtUnit, Verdict};
pub use stats::{ELO_MOST, Estimate, elo, expected_score};
pub use watch::Watch;
