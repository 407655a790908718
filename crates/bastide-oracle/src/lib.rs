//! A second opinion on both families of games.
//!
//! The engine in `bastide` keeps features, openings and counts up to date as
//! the game goes on, and is quick because of it. This crate keeps nothing but
//! what a camera above the table would see: which tile lies where and what is
//! built on it, which figure stands where, what is left in the bag and what was
//! scored. Whatever else it is asked, it works out again from there, in the
//! plainest way.
//!
//! It borrows the engine's words (cells, ports, tiles as printed, actions) and
//! none of its bookkeeping. [`Oracle`] referees the Land family and
//! [`stronghold::Oracle`] The Castle; each has its own idea of what lies where
//! and what hangs together. `tests/agreement` plays 14,080 games of the land
//! over all 88 mixes of rules and 4,000 strongholds, in the engine and here, and
//! compares everything after every action.
//!
//! ```
//! use bastide::{LandRules, Rules, Setup};
//! use bastide_oracle::Oracle;
//! let mut oracle = Oracle::new(&Setup::new(Rules::Land(LandRules::default()), 2));
//! while let Some(&action) = oracle.legal_actions().first() {
//!     oracle.play(action);
//! }
//! assert!(oracle.is_over());
//! ```

mod barn;
mod bridge;
mod landscape;
mod oracle;
mod printed;
mod river;
pub mod stronghold;
mod survey;

pub use barn::{field_corner, meeting};
pub use landscape::{Landscape, Lying};
pub use oracle::{Oracle, Standing};
pub use river::Course;
pub use survey::{Feature, Survey};

/// Compiles the code of the project's README. It is here, in a crate that is
/// not published, because a packaged crate does not have the file.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Compiles the code of the guide to pictures.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/art.md")]
struct ArtGuide;
