//! What tests of the server need around them: scratch directories, and a
//! PostgreSQL of their own.

mod cluster;
mod scratch;

pub use cluster::{Cluster, ClusterError};
pub use scratch::Scratch;
