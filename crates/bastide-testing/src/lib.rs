//! Test support: scratch directories, golden files and a selection of mixes; with the feature
//! `server` also a temporary PostgreSQL server, servers that can be killed, and clients.

#[cfg(feature = "server")]
mod cluster;
pub mod golden;
#[cfg(feature = "server")]
pub mod http;
mod mixes;
#[cfg(feature = "server")]
mod nats;
mod random;
mod scratch;
#[cfg(feature = "server")]
mod server;
mod skip;
#[cfg(feature = "server")]
mod socket;
mod timing;

pub use mixes::{broad_mixes, pairwise_mixes};
pub use random::Random;
pub use scratch::Scratch;
pub use skip::skip;
pub use timing::{PATIENCE, check_time};

#[cfg(feature = "server")]
pub use cluster::{Cluster, ClusterError, ClusterOptions, Paused};
#[cfg(feature = "server")]
pub use nats::NatsServer;
#[cfg(feature = "server")]
pub use server::Server;
#[cfg(feature = "server")]
pub use socket::{Dial, Socket, hello};
#[cfg(feature = "server")]
pub use timing::until;
#[cfg(feature = "server")]
pub use tokio_tungstenite::tungstenite::Message;
