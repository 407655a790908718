//! Test support for the server: scratch directories, a temporary PostgreSQL server, servers that
//! can be killed, and clients.

mod cluster;
pub mod http;
mod random;
mod scratch;
mod server;
mod skip;
mod socket;

pub use cluster::{Cluster, ClusterError, ClusterOptions, Paused};
pub use random::Random;
pub use scratch::Scratch;
pub use server::Server;
pub use skip::skip;
pub use socket::{Dial, Socket, hello};
pub use tokio_tungstenite::tungstenite::Message;
