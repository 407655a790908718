//! Server configuration: command-line flags, environment variables, a configuration file, and the
//! options derived from them.

mod file;
mod origin;
mod otlp;
mod scale;
mod settings;
mod values;

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use ipnet::IpNet;

use crate::http::{HttpConfig, MetricsAccess, Pages, RateLimits};
use crate::push::{KNOWN_HOSTS, PushHost, PushOptions, PushSecret};
use crate::store::Location;
use crate::store::postgres::{HintsVia, PostgresOptions};
use crate::{EngineOptions, Expiry, HubOptions, TableLimits};
pub use file::{ConfigFile, FileError};
pub use origin::{BadOrigin, Origin};
pub use otlp::OtlpUrl;
pub use scale::ScaleArgs;
pub use settings::{Setting, Source, settings};
pub use values::{FoldAfter, LogFormat, LogLevel, PushMode};
use values::{read_address, read_contact, read_net, read_seconds, read_size};

/// Name of the SQLite database file in the data directory.
pub const FILE: &str = "bastide.db";

/// Command-line flags of the server. Those with an environment variable can also be set in the
/// configuration file, by the name of the flag.
#[derive(Args, Clone, Debug)]
pub struct ServeArgs {
    /// Read options from this file; none reads no file [default: /etc/bastide/bastide.toml, if it
    /// exists]
    #[arg(long, env = "BASTIDE_CONFIG", value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Address and port, or port, to listen on; repeatable
    #[arg(long, env = "BASTIDE_LISTEN", value_name = "ADDRESS", value_delimiter = ',')]
    #[arg(default_value = "127.0.0.1:8080", value_parser = read_address)]
    pub listen: Vec<SocketAddr>,
    /// Public URL, if it differs from the listen address: `https://games.example`
    #[arg(long, env = "BASTIDE_PUBLIC_URL", value_name = "URL")]
    pub public_url: Option<Origin>,
    /// Serve HTTPS with the certificate chain in this PEM file; needs --tls-key
    #[arg(long, env = "BASTIDE_TLS_CERT", value_name = "FILE")]
    pub tls_cert: Option<PathBuf>,
    /// Private key of the certificate, a PEM file
    #[arg(long, env = "BASTIDE_TLS_KEY", value_name = "FILE")]
    pub tls_key: Option<PathBuf>,
    /// Directory for the database file [default: the user's data directory]
    #[arg(long, env = "BASTIDE_DATA_DIR", value_name = "DIR")]
    pub data_dir: Option<PathBuf>,
    /// Use this PostgreSQL database instead of a file: postgres://user@host/name
    #[arg(long, env = "BASTIDE_DATABASE", value_name = "URL", hide_env_values = true)]
    pub database: Option<String>,
    /// Number of PostgreSQL connections for reading
    #[arg(long, env = "BASTIDE_DB_READERS", value_name = "N", default_value_t = 6)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=200))]
    pub db_readers: u16,
    /// Number of PostgreSQL connections for writing; each process uses one more for LISTEN
    #[arg(long, env = "BASTIDE_DB_WRITERS", value_name = "N", default_value_t = 4)]
    #[arg(value_parser = clap::value_parser!(u16).range(1..=200))]
    pub db_writers: u16,
    /// Flags for large installations.
    #[command(flatten)]
    pub scale: ScaleArgs,
    /// Disk space reserved for running games: below it, new tables and chat are rejected; 0
    /// disables the check
    #[arg(long, env = "BASTIDE_MIN_FREE_SPACE", value_name = "SIZE", default_value = "256MiB")]
    #[arg(value_parser = read_size)]
    pub min_free_space: u64,
    /// Reseed the remaining tile draws of all games: for the first start after restoring a database
    /// by other means than `bastide backup`
    #[arg(long)]
    pub after_restore: bool,
    /// Trust the forwarding headers of this proxy: an address or a network; repeatable
    #[arg(long, env = "BASTIDE_TRUSTED_PROXY", value_name = "CIDR", value_delimiter = ',')]
    #[arg(value_parser = read_net)]
    pub trusted_proxy: Vec<IpNet>,
    /// Allow cross-origin requests from this origin; repeatable
    #[arg(long, env = "BASTIDE_ALLOW_ORIGIN", value_name = "URL", value_delimiter = ',')]
    pub allow_origin: Vec<Origin>,
    /// Maximum number of open connections, and of open WebSockets
    #[arg(long, env = "BASTIDE_MAX_CONNECTIONS", value_name = "N", default_value_t = 20_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub max_connections: u32,
    /// Maximum number of open connections, and of open WebSockets, per address
    #[arg(long, env = "BASTIDE_MAX_PER_ADDRESS", value_name = "N", default_value_t = 100)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub max_per_address: u32,
    /// Maximum number of tables created per minute by all addresses together
    #[arg(long, env = "BASTIDE_MAX_TABLES_PER_MINUTE", value_name = "N", default_value_t = 600)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub max_tables_per_minute: u32,
    /// Maximum number of unstarted tables created from one address
    #[arg(long, env = "BASTIDE_MAX_OPEN_PER_ADDRESS", value_name = "N", default_value_t = 50)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub max_open_per_address: u32,
    /// Maximum number of running tables created from one address
    #[arg(long, env = "BASTIDE_MAX_RUNNING_PER_ADDRESS", value_name = "N", default_value_t = 200)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub max_running_per_address: u32,
    /// Maximum number of unstarted tables in total
    #[arg(long, env = "BASTIDE_MAX_OPEN_TABLES", value_name = "N", default_value_t = 20_000)]
    pub max_open_tables: u64,
    /// Maximum number of running tables in total
    #[arg(long, env = "BASTIDE_MAX_RUNNING_TABLES", value_name = "N", default_value_t = 100_000)]
    pub max_running_tables: u64,
    /// Maximum number of postcards rendered in parallel [default: half of the cores]
    #[arg(long, env = "BASTIDE_PICTURE_THREADS", value_name = "N")]
    pub picture_threads: Option<usize>,
    /// Number of tables cached in memory while no client is connected to them
    #[arg(long, env = "BASTIDE_TABLES_IN_MEMORY", value_name = "N", default_value_t = 4096)]
    pub tables_in_memory: usize,
    /// Delete unstarted tables after this many days without a change; 0: never
    #[arg(long, env = "BASTIDE_EXPIRE_OPEN", value_name = "DAYS", default_value_t = 30)]
    pub expire_open: u32,
    /// End games without a clock after this many days without a move; 0: never
    #[arg(long, env = "BASTIDE_EXPIRE_IDLE", value_name = "DAYS", default_value_t = 90)]
    pub expire_idle: u32,
    /// Number of bots that may compute in parallel [default: number of cores minus one]
    #[arg(long, env = "BASTIDE_BOT_THREADS", value_name = "N")]
    pub bot_threads: Option<usize>,
    /// Time of an engine for one action at a table, in milliseconds
    #[arg(long, env = "BASTIDE_ENGINE_TIME", value_name = "MS", default_value_t = 2_000)]
    #[arg(value_parser = clap::value_parser!(u32).range(10..=60_000))]
    pub engine_time: u32,
    /// Games that connected engines play for ratings at a time, while people do not play; 0: none
    #[arg(long, env = "BASTIDE_LADDER_GAMES", value_name = "N", default_value_t = 1)]
    #[arg(value_parser = clap::value_parser!(u16).range(0..=16))]
    pub ladder_games: u16,
    /// Time of an engine for one action in such a game, in milliseconds
    #[arg(long, env = "BASTIDE_LADDER_TIME", value_name = "MS", default_value_t = 500)]
    #[arg(value_parser = clap::value_parser!(u32).range(10..=60_000))]
    pub ladder_time: u32,
    /// Rate limits per address: on, or off for benchmarks
    #[arg(long, env = "BASTIDE_RATE_LIMITS", value_name = "WHETHER", default_value = "on")]
    #[arg(hide_possible_values = true)]
    pub rate_limits: RateLimits,
    /// Serve Prometheus metrics at this address instead of at /metrics
    #[arg(long, env = "BASTIDE_METRICS_LISTEN", value_name = "ADDRESS")]
    #[arg(value_parser = read_address)]
    pub metrics_listen: Option<SocketAddr>,
    /// Fold finished tables into one row after this time without a change: 12h, 7d, or off
    #[arg(long, env = "BASTIDE_FOLD_AFTER", value_name = "TIME", default_value = "1d")]
    pub fold_after: FoldAfter,
    /// Push messages to players whose turn it is in a correspondence game: on, off, or auto, which
    /// is on with an https:// public URL
    #[arg(long, env = "BASTIDE_PUSH", value_name = "WHETHER", default_value = "auto")]
    #[arg(hide_possible_values = true)]
    pub push: PushMode,
    /// Contact address for operators of push services: a mailto: or https: URL [default: the public
    /// URL]
    #[arg(long, env = "BASTIDE_PUSH_CONTACT", value_name = "URL", value_parser = read_contact)]
    pub push_contact: Option<String>,
    /// Sign push messages with the private key (P-256, PKCS#8) in this PEM file [default: a key
    /// stored in the database]
    #[arg(long, env = "BASTIDE_PUSH_KEY", value_name = "FILE")]
    pub push_key: Option<PathBuf>,
    /// Allow push messages to this host: push.example or *.push.example; repeatable [default: the
    /// push services of the common browsers]
    #[arg(long, env = "BASTIDE_PUSH_HOST", value_name = "HOST", value_delimiter = ',')]
    #[arg(default_values = KNOWN_HOSTS, hide_default_value = true)]
    pub push_host: Vec<PushHost>,
    /// Maximum time of a shutdown, in which running requests finish and clients are told to
    /// reconnect: 5s, 2m
    #[arg(long, env = "BASTIDE_DRAIN_TIMEOUT", value_name = "TIME", default_value = "5s")]
    #[arg(value_parser = read_seconds)]
    pub drain_timeout: Duration,
    /// Log level: error, warn, info, debug or trace
    #[arg(long, env = "BASTIDE_LOG", value_name = "LEVEL", default_value = "warn")]
    #[arg(hide_possible_values = true)]
    pub log: LogLevel,
    /// Log format: text, or json for machine processing
    #[arg(long, env = "BASTIDE_LOG_FORMAT", value_name = "FORMAT", default_value = "text")]
    #[arg(hide_possible_values = true)]
    pub log_format: LogFormat,
    /// Serve the web client from this directory instead of the embedded one
    #[arg(long, env = "BASTIDE_PAGES", value_name = "DIR", hide = true)]
    pub pages: Option<PathBuf>,
}

impl ServeArgs {
    /// Returns the location of the database.
    ///
    /// # Errors
    /// Returns [`ConfigError::NotPostgres`] if `--database` is not a PostgreSQL URL, and
    /// [`ConfigError::NoDataDir`] if neither the flags nor the environment determine a data
    /// directory.
    pub fn location(&self) -> Result<Location, ConfigError> {
        match &self.database {
            Some(url) => {
                let location = url.parse().unwrap_or_else(|never| match never {});
                match &location {
                    Location::Postgres(_) => Ok(location),
                    Location::Sqlite(_) => Err(ConfigError::NotPostgres),
                }
            }
            None if self.scale.db_replica.is_some() => Err(ConfigError::ReplicaWithoutDatabase),
            None if self.scale.hints != HintsVia::Notify => Err(ConfigError::HintsWithoutDatabase),
            None => Ok(Location::Sqlite(self.data_dir()?.join(FILE))),
        }
    }

    /// Returns the options of the PostgreSQL connections.
    pub fn postgres(&self) -> PostgresOptions {
        self.scale.postgres(self.db_readers, self.db_writers)
    }

    /// Returns the data directory.
    ///
    /// # Errors
    /// Returns [`ConfigError::NoDataDir`] if neither the flags nor the environment determine it.
    pub fn data_dir(&self) -> Result<PathBuf, ConfigError> {
        data_dir(self.data_dir.as_deref())
    }

    /// Returns the configuration of the HTTP layer.
    pub fn http(&self) -> HttpConfig {
        let metrics = match self.metrics_listen {
            Some(_) => MetricsAccess::Disabled,
            None => MetricsAccess::Loopback,
        };
        let usual = HttpConfig::default();
        HttpConfig {
            is_tls: self.tls_cert.is_some(),
            public_url: self.public_url.clone(),
            origins: self.allow_origin.clone(),
            proxies: self.trusted_proxy.clone(),
            rate_limits: self.rate_limits,
            tables_per_minute: self.max_tables_per_minute,
            max_sockets: self.max_connections,
            sockets_per_address: self.max_per_address,
            picture_workers: self.picture_threads.unwrap_or(usual.picture_workers).max(1),
            metrics,
            pages: self.pages.clone().map_or_else(Pages::default, Pages::Live),
            ..usual
        }
    }

    /// Returns the options of the [`Hub`](crate::Hub).
    pub fn hub(&self) -> HubOptions {
        let usual = HubOptions::default();
        // Benchmarks send all requests from one address.
        let per_address = |most| match self.rate_limits {
            RateLimits::On => most,
            RateLimits::Off => u32::MAX,
        };
        HubOptions {
            tables: TableLimits {
                open_per_address: per_address(self.max_open_per_address),
                running_per_address: per_address(self.max_running_per_address),
                open: self.max_open_tables,
                running: self.max_running_tables,
            },
            max_tables_in_memory: self.tables_in_memory,
            min_free_space: self.min_free_space,
            fold_after: self.fold_after.0,
            after_restore: self.after_restore,
            bot_threads: self.bot_threads.unwrap_or(usual.bot_threads).max(1),
            expiry: Expiry::days(self.expire_open, self.expire_idle),
            engines: EngineOptions {
                move_time: Duration::from_millis(self.engine_time.into()),
                ladder_games: self.ladder_games,
                ladder_time: Duration::from_millis(self.ladder_time.into()),
                ..usual.engines
            },
            ..usual
        }
    }

    /// Returns true if push messages are sent. Browsers accept push subscriptions only on pages
    /// loaded over TLS or from the local machine.
    pub fn is_push_on(&self) -> bool {
        match self.push {
            PushMode::Auto => self.public_url.as_ref().is_some_and(Origin::is_secure),
            PushMode::On => true,
            PushMode::Off => false,
        }
    }

    /// Returns the paths of the certificate and of its key, or `None` without TLS.
    ///
    /// # Errors
    /// Returns [`ConfigError::HalfPair`] if only one of them is set.
    pub fn tls(&self) -> Result<Option<(&Path, &Path)>, ConfigError> {
        match (&self.tls_cert, &self.tls_key) {
            (Some(cert), Some(key)) => Ok(Some((cert, key))),
            (None, None) => Ok(None),
            (Some(_), None) => Err(ConfigError::HalfPair { missing: "tls-key" }),
            (None, Some(_)) => Err(ConfigError::HalfPair { missing: "tls-cert" }),
        }
    }

    /// Returns the options of push messages, or `None` if they are off.
    ///
    /// # Errors
    /// Returns [`ConfigError::PushKey`] if the key file cannot be read or does not contain a key.
    pub fn push(&self) -> Result<Option<PushOptions>, ConfigError> {
        if !self.is_push_on() {
            return Ok(None);
        }
        let read = |path: &PathBuf| {
            let bad = |reason: String| ConfigError::PushKey { path: path.clone(), reason };
            let pem = std::fs::read(path).map_err(|error| bad(error.to_string()))?;
            PushSecret::from_pem(&pem).map_err(bad)
        };
        let secure = self.public_url.as_ref().filter(|url| url.is_secure());
        Ok(Some(PushOptions {
            key: self.push_key.as_ref().map(read).transpose()?,
            contact: self.push_contact.clone().or(secure.map(ToString::to_string)),
            hosts: self.push_host.clone(),
            ..PushOptions::default()
        }))
    }

    /// Returns the URL at which browsers open the server that is bound to `bound`.
    pub fn url(&self, bound: SocketAddr) -> String {
        match &self.public_url {
            Some(url) => url.to_string(),
            None => {
                let address = if bound.ip().is_unspecified() || bound.ip().is_loopback() {
                    format!("localhost:{}", bound.port())
                } else {
                    bound.to_string()
                };
                let scheme = if self.tls_cert.is_some() { "https" } else { "http" };
                format!("{scheme}://{address}")
            }
        }
    }
}

/// Returns `told`, or the usual data directory of the current user.
///
/// # Errors
/// Returns [`ConfigError::NoDataDir`] if `told` is `None` and the environment does not determine a
/// directory.
pub fn data_dir(told: Option<&Path>) -> Result<PathBuf, ConfigError> {
    let from = |variable: &str| {
        std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute())
    };
    let usual = || {
        let shared = from("XDG_DATA_HOME");
        let home = || from("HOME").map(|home| home.join(".local/share"));
        shared.or_else(home).map(|data| data.join("bastide"))
    };
    told.map(Path::to_path_buf).or_else(usual).ok_or(ConfigError::NoDataDir)
}

/// An invalid combination of flags and environment.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConfigError {
    /// No data directory was specified, and `HOME` is not set.
    #[error("the data directory is unknown because HOME is not set: use --data-dir")]
    NoDataDir,
    /// `--hints` is given without `--database`.
    #[error(
        "--hints connects processes that share a PostgreSQL database: add --database, or leave it out"
    )]
    HintsWithoutDatabase,
    /// `--db-replica` is given without `--database`.
    #[error(
        "--db-replica is a standby of a PostgreSQL database, and a file has none: add --database, or \
         leave it out"
    )]
    ReplicaWithoutDatabase,
    /// `--database` is not a PostgreSQL URL.
    #[error(
        "--database takes a PostgreSQL URL: postgres://user:password@host/name; for a file use \
         --data-dir"
    )]
    NotPostgres,
    /// Only one file of a certificate pair is set.
    #[error(
        "--{missing} is missing: HTTPS needs a certificate (--tls-cert) and its key (--tls-key)"
    )]
    HalfPair {
        /// Name of the missing option.
        missing: &'static str,
    },
    /// The key file for push messages cannot be used.
    #[error(
        "--push-key {}: {reason}; create a key with 'openssl genpkey -algorithm EC -pkeyopt \
         ec_paramgen_curve:P-256'", .path.display()
    )]
    PushKey {
        /// The key file.
        path: PathBuf,
        /// The cause.
        reason: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use clap::Parser;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        serve: ServeArgs,
    }

    fn args(args: &[&str]) -> Result<ServeArgs, clap::Error> {
        let words = std::iter::once("serve").chain(args.iter().copied());
        Cli::try_parse_from(words).map(|cli| cli.serve)
    }

    #[test]
    fn every_option_has_a_default() {
        let usual = args(&[]).expect("defaults are sound");
        assert_eq!(usual.listen, ["127.0.0.1:8080".parse().expect("an address")]);
        assert_eq!(usual.url(usual.listen[0]), "http://localhost:8080");
        assert_eq!(usual.http().metrics, MetricsAccess::Loopback);
    }

    #[test]
    fn finished_tables_are_folded_after_hours_or_days_or_never() {
        let after = |text: &str| args(&["--fold-after", text]).map(|args| args.hub().fold_after);
        let hours = |hours: u64| Some(Duration::from_secs(hours * 60 * 60));
        assert_eq!(args(&[]).expect("defaults").hub().fold_after, hours(24));
        assert_eq!(after("12h").expect("hours"), hours(12));
        assert_eq!(after("7d").expect("days"), hours(7 * 24));
        assert_eq!(after("off").expect("never"), None);
        for bad in ["", "7", "d", "-1d", "1w", "99999999d"] {
            assert!(after(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn push_messages_need_a_secure_origin_or_an_explicit_option() {
        let push = |flags: &[&str]| args(flags).expect("flags").push().expect("no key file");
        assert!(push(&[]).is_none());
        assert!(push(&["--public-url", "http://games.example"]).is_none());
        assert!(push(&["--public-url", "https://games.example", "--push", "off"]).is_none());
        let usual = push(&["--public-url", "https://games.example"]).expect("on");
        assert_eq!(usual.contact.as_deref(), Some("https://games.example"));
        assert_eq!(usual.hosts, PushHost::known());
        assert!(usual.key.is_none());
        let own = push(&["--push", "on", "--push-contact", "mailto:a@b.example"]).expect("on");
        assert_eq!(own.contact.as_deref(), Some("mailto:a@b.example"));
        assert_eq!(push(&["--push", "on"]).expect("on").contact, None);
        let hosts = push(&["--push", "on", "--push-host", "a.example,*.b.example"]).expect("on");
        let hosts: Vec<String> = hosts.hosts.iter().map(ToString::to_string).collect();
        assert_eq!(hosts, ["a.example", "*.b.example"], "instead of the usual ones");
        for bad in ["me", "mailto:", "http://games.example", "mailto:a b@c"] {
            assert!(args(&["--push-contact", bad]).is_err(), "{bad}");
        }
        assert!(args(&["--push-host", "http://push.example"]).is_err());
    }

    #[test]
    fn the_key_of_push_messages_may_be_in_a_file() {
        let scratch = bastide_testing::Scratch::new("push-key").expect("a folder");
        let path = scratch.join("key.pem");
        let flags = ["--push", "on", "--push-key", path.to_str().expect("a path")];
        let push = || args(&flags).expect("flags").push();
        assert!(matches!(push(), Err(ConfigError::PushKey { .. })), "there is no file");
        std::fs::write(&path, "nonsense").expect("a file");
        assert!(matches!(push(), Err(ConfigError::PushKey { .. })), "it is not a key");
        let key = STANDARD.encode(PushSecret::generate().expect("a key").0);
        let pem = format!("-----BEGIN PRIVATE KEY-----\n{key}\n-----END PRIVATE KEY-----\n");
        std::fs::write(&path, pem).expect("a file");
        let options = push().expect("a key").expect("on");
        assert!(options.key.is_some());
        assert!(format!("{options:?}").contains("PushSecret(..)"), "never shown");
        let off = args(&["--push-key", "/nowhere"]).expect("flags").push();
        assert!(off.is_ok_and(|off| off.is_none()), "what is off needs no key");
    }

    #[test]
    fn addresses_are_read_in_several_ways() {
        let listen = |text: &str| args(&["--listen", text]).map(|args| args.listen);
        let expect = |text: &str| vec![text.parse::<SocketAddr>().expect("an address")];
        assert_eq!(listen("9000").expect("a port"), expect("127.0.0.1:9000"));
        assert_eq!(listen("localhost:9000").expect("a name"), expect("127.0.0.1:9000"));
        assert_eq!(listen("[::]:80").expect("IPv6"), expect("[::]:80"));
        assert_eq!(listen("127.0.0.1:1,127.0.0.2:2").expect("two").len(), 2);
        assert!(listen("example.org:80").is_err());
        let proxies = args(&["--trusted-proxy", "127.0.0.1,10.0.0.0/8"]).expect("proxies");
        assert_eq!(proxies.trusted_proxy.len(), 2);
        assert!(args(&["--trusted-proxy", "proxy"]).is_err());
    }

    #[test]
    fn tables_are_kept_in_a_file_or_in_postgresql() {
        let file = args(&["--data-dir", "/srv/b"]).expect("flags").location();
        assert_eq!(file, Ok(Location::Sqlite("/srv/b/bastide.db".into())));
        let url = args(&["--database", "postgres://u@h/d"]).expect("flags").location();
        assert_eq!(url, Ok(Location::Postgres("postgres://u@h/d".to_owned())));
        let other = args(&["--database", "mysql://u@h/d"]).expect("flags").location();
        assert_eq!(other, Err(ConfigError::NotPostgres));
    }

    #[test]
    fn a_replica_belongs_to_a_database() {
        let url = "postgres://ann:secret@db2/d";
        let alone = args(&["--db-replica", url]).expect("flags").location();
        assert_eq!(alone, Err(ConfigError::ReplicaWithoutDatabase));
        let both = ["--database", "postgres://ann@db1/d", "--db-replica", url];
        let both = args(&both).expect("flags");
        assert_eq!(both.location(), Ok(Location::Postgres("postgres://ann@db1/d".to_owned())));
        let replica = both.postgres().replica.expect("a replica");
        assert_eq!(
            (replica.url.to_string().as_str(), replica.readers),
            ("postgres://ann@db2/d", 4)
        );
        assert_eq!(args(&[]).expect("defaults").postgres().replica, None);
        let error = args(&["--db-replica", "bastide.db"]).expect_err("a file").to_string();
        assert!(error.contains("the URL of a standby"), "{error}");
        assert!(args(&["--db-replica-readers", "0"]).is_err());
    }

    #[test]
    fn a_database_is_distributed_on_request() {
        let usual = args(&[]).expect("defaults").postgres();
        assert_eq!((usual.batch, usual.partitions), (256, None));
        let own = args(&["--db-batch", "1", "--partitions", "16"]).expect("flags").postgres();
        assert_eq!((own.batch, own.partitions), (1, Some(16)));
        for bad in [["--db-batch", "0"], ["--partitions", "1"], ["--partitions", "2000"]] {
            assert!(args(&bad).is_err(), "{bad:?}");
        }
    }
}
