//! The study of games: forecasts of positions, reviews of records, puzzles and daily decks.
//!
//! `docs/analysis.md` describes the results and how they are measured. The crate reads no clock and
//! starts no thread; long computations are divided into steps, so that a caller can show progress
//! and decide where they run. All of them are determined by their input, a budget in nodes (states
//! evaluated) and a seed.

mod calibrate;
mod calibration;
pub mod daily;
mod decision;
mod forecast;
mod games;
mod policy;
pub mod puzzles;
mod rating;
mod review;
mod search;
mod value;
mod winning;

pub use calibrate::{Bin, Calibrating, GroupReport, Reviewed, Sample, fit, report, sample};
pub use calibration::Calibration;
pub use decision::{Decision, decisions};
pub use forecast::{Forecast, forecast};
pub use games::Group;
pub use rating::Rating;
pub use review::{Ledger, Player, Review, Reviewer, Step, StepValues, Verdict};
pub use search::{Alternative, Assessment, assess};
pub use value::{MILLI, Value, final_value, margins};
pub use winning::win_chances;
