//! Games for machine learning: actions as numbers ([`Encoding`]), positions as arrays ([`Layout`]),
//! and many games that are stepped together ([`Batch`]).
//!
//! `docs/python.md` describes the arrays; the Python package exposes them. The crate itself knows
//! nothing of Python: arrays are slices of the caller.
//!
//! ```
//! use bastide::{LandRules, Rules, Setup};
//! use bastide_batch::{Batch, Options, Outputs};
//!
//! let setup = Setup::new(Rules::Land(LandRules::default()), 2);
//! let mut batch = Batch::new(&setup, 8, Options::default())?;
//! let (mut actions, mut done) = ([0; 8], [false; 8]);
//! for _ in 0..100 {
//!     batch.sample(&mut actions)?;
//!     batch.step(&actions, Outputs { done: Some(&mut done), ..Outputs::default() })?;
//! }
//! # Ok::<(), bastide_batch::BatchError>(())
//! ```

mod batch;
mod encoding;
mod env;
mod expansions;
mod observation;
mod stamp;
mod threads;

pub use batch::{Batch, BatchError, Options, Outputs, Saved, Writing};
pub use encoding::{Block, Encoding, EncodingError, Family};
pub use env::{Reward, Sampling};
pub use observation::{Layout, Observer};
