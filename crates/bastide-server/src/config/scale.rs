//! Flags for large installations (`docs/scale.md`).

use clap::Args;

use super::OtlpUrl;
use crate::store::postgres::{HintsVia, PostgresOptions, ReplicaOptions, ReplicaUrl};

/// Flags for large installations on PostgreSQL.
#[derive(Args, Clone, Debug)]
pub struct ScaleArgs {
    /// Maximum number of tables written in one PostgreSQL transaction; 1 if the database is
    /// distributed by table id
    #[arg(long, env = "BASTIDE_DB_BATCH", value_name = "N", default_value_t = 256)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=4096))]
    pub db_batch: u16,
    /// Divide the PostgreSQL database into this many hash partitions by table id, if it has none
    #[arg(long, env = "BASTIDE_PARTITIONS", value_name = "N")]
    #[arg(value_parser = clap::value_parser!(u16).range(2..=1024))]
    pub partitions: Option<u16>,
    /// How processes notify each other of changes: notify (PostgreSQL), or a NATS server,
    /// nats://user:password@host:4222
    #[arg(long, env = "BASTIDE_HINTS", value_name = "VIA", default_value_t = HintsVia::Notify)]
    #[arg(hide_env_values = true)]
    pub hints: HintsVia,
    /// Read lists and finished games from this PostgreSQL standby of --database:
    /// postgres://user@host/name
    #[arg(long, env = "BASTIDE_DB_REPLICA", value_name = "URL", hide_env_values = true)]
    pub db_replica: Option<ReplicaUrl>,
    /// Number of connections to that standby
    #[arg(long, env = "BASTIDE_DB_REPLICA_READERS", value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=200))]
    pub db_replica_readers: u16,
    /// Send traces of requests and sockets to this OpenTelemetry collector: http://127.0.0.1:4318
    #[arg(long, env = "BASTIDE_OTLP", value_name = "URL")]
    pub otlp: Option<OtlpUrl>,
}

impl ScaleArgs {
    /// Returns the options of the PostgreSQL store with these numbers of connections.
    pub(super) fn postgres(&self, readers: u16, writers: u16) -> PostgresOptions {
        PostgresOptions {
            readers: usize::from(readers),
            writers: usize::from(writers),
            batch: usize::from(self.db_batch),
            partitions: self.partitions,
            hints: self.hints.clone(),
            replica: self
                .db_replica
                .clone()
                .map(|url| ReplicaOptions { url, readers: usize::from(self.db_replica_readers) }),
            ..PostgresOptions::default()
        }
    }
}
