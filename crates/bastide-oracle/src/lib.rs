//! An independent implementation of both game families, used as a test oracle.
//!
//! The engine in `bastide` updates features, openings and counts incrementally, which makes it
//! fast. This crate stores only the visible state of a game: the laid tiles and buildings, the
//! figures, the contents of the bag and the scores. Everything else is recomputed from them in the
//! simplest possible way.
//!
//! It shares the engine's data types (cells, ports, printed tiles, actions) but none of its
//! incremental state. [`Oracle`] implements the Land family and [`stronghold::Oracle`] The Castle;
//! each has its own representation of the board and its features. `tests/agreement` plays more
//! than a thousand games of each family with the engine and the oracle, and compares the complete
//! state after each action. `cargo xtask agree` plays many more, in all combinations of rules.
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
mod landscape;
mod oracle;
mod printed;
pub mod stronghold;

pub use analysis::{Analysis, Feature};
pub use landscape::{Landscape, Lying};
pub use oracle::expansions::{Course, field_corner, meeting};
pub use oracle::{Oracle, Standing};

/// Compiles the code of the guide to the libraries. It is part of this unpublished crate because
/// packaged crates do not contain the file.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/library.md")]
struct LibraryGuide;

/// Compiles the code of the guide to pictures.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/art.md")]
struct ArtGuide;
