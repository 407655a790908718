//! An independent implementation of both game families, used as a test oracle.
//!
//! The engine in `bastide` updates features, openings and counts incrementally, which makes it
//! fast. This crate stores only the visible state of a game: the laid tiles and buildings, the
//! figures, the contents of the bag and the scores. Everything else is recomputed from them in the
//! simplest possible way.
//!
//! It shares the engine's data types (cells, ports, printed tiles, actions) but none of its
//! incremental state. [`Oracle`] implements the Land family and [`stronghold::Oracle`] The Castle;
//! each has its own representation of the board and its features. `tests/agreement` plays 14,080
//! games of the Land family over all 88 combinations of rules and 4,000 games of The Castle, with
//! the engine and the oracle, and compares the complete state after each action.
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

mod analysis;
mod barn;
mod bridge;
mod landscape;
mod oracle;
mod printed;
mod river;
pub mod stronghold;

pub use analysis::{Analysis, Feature};
pub use barn::{field_corner, meeting};
pub use landscape::{Landscape, Lying};
pub use oracle::{Oracle, Standing};
pub use river::Course;

/// Compiles the code of the project's README. It is part of this unpublished crate because packaged
/// crates do not contain the file.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Compiles the code of the guide to pictures.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/art.md")]
struct ArtGuide;
