//! Connections that detect an unreachable server, and the conversion of errors.

use std::error::Error as _;
use std::time::Duration;

use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Object, Pool, PoolError, RecyclingMethod, Runtime,
};
use tokio_postgres::config::Host;
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Config, Connection, Socket};

use super::tls::{Encrypted, Settings, SslMode, Tls};
use crate::store::{OpenError, StoreError};

/// Timeout for connecting.
const CONNECT: Duration = Duration::from_secs(5);

/// Timeout for a response.
pub(super) const ANSWER: Duration = Duration::from_secs(10);

/// Settings of every connection. Enables `synchronous_commit` if it is off; stricter values, which
/// wait for standbys, are kept.
const GREETING: &str = "
    set statement_timeout = '8s';
    set lock_timeout = '5s';
    set idle_in_transaction_session_timeout = '10s';
    select set_config('synchronous_commit', 'on', false)
    where current_setting('synchronous_commit') = 'off'";

/// A database and its connection settings.
#[derive(Clone)]
pub(super) struct Target {
    pub(super) config: Config,
    pub(super) mode: SslMode,
    tls: Tls,
}

impl Target {
    /// Parses a URL.
    pub(super) fn new(url: &str) -> Result<Target, OpenError> {
        let (url, settings) = Settings::split(url)?;
        let mut config = config(&url)?;
        let is_local = config.get_hosts().iter().all(is_unix);
        // As in libpq, a Unix socket is never encrypted, whatever the requested mode.
        let mode = if is_local { SslMode::Disable } else { settings.mode };
        config.ssl_mode(match mode {
            SslMode::Disable => tokio_postgres::config::SslMode::Disable,
            SslMode::Prefer => tokio_postgres::config::SslMode::Prefer,
            SslMode::Require | SslMode::VerifyCa | SslMode::VerifyFull => {
                tokio_postgres::config::SslMode::Require
            }
        });
        Ok(Target { config, mode, tls: settings.connector()? })
    }

    /// Connects outside a pool.
    pub(super) async fn connect(
        &self,
    ) -> Result<(Client, Connection<Socket, Encrypted<Socket>>), tokio_postgres::Error> {
        self.config.connect(self.tls.clone()).await
    }

    /// Returns true if the database is on this machine.
    pub(super) fn is_local(&self) -> bool {
        self.config.get_hosts().iter().all(|host| match host {
            Host::Tcp(name) => {
                let address: Option<std::net::IpAddr> = name.parse().ok();
                name == "localhost" || address.is_some_and(|address| address.is_loopback())
            }
            #[cfg(unix)]
            Host::Unix(_) => true,
        })
    }
}

fn is_unix(host: &Host) -> bool {
    match host {
        Host::Tcp(_) => false,
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

/// Parses a URL, and sets timeouts and keepalives so that an unreachable database is detected.
fn config(url: &str) -> Result<Config, OpenError> {
    let bad = |reason: String| OpenError::BadUrl { reason };
    let mut config: Config = url.parse().map_err(|error| bad(reason(&error)))?;
    if config.get_hosts().is_empty() {
        return Err(bad("the host is missing".to_owned()));
    }
    if config.get_application_name().is_none() {
        config.application_name("bastide");
    }
    // As in libpq; in a variable of its own a password needs no escapes.
    let password = std::env::var_os("PGPASSWORD").filter(|password| !password.is_empty());
    if let Some(password) = password.filter(|_| config.get_password().is_none()) {
        config.password(password.as_encoded_bytes());
    }
    config.connect_timeout(*config.get_connect_timeout().unwrap_or(&CONNECT));
    config.tcp_user_timeout(*config.get_tcp_user_timeout().unwrap_or(&ANSWER));
    config.keepalives(true);
    config.keepalives_idle(Duration::from_secs(10));
    config.keepalives_interval(Duration::from_secs(3));
    config.keepalives_retries(3);
    Ok(config)
}

/// Returns a description of hosts, user and database, without the password.
pub(super) fn place(config: &Config) -> String {
    let mut place = String::new();
    for (number, host) in config.get_hosts().iter().enumerate() {
        let ports = config.get_ports();
        let port = ports.get(number).or(ports.first()).copied().unwrap_or(5_432);
        let host = match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(path) => path.display().to_string(),
        };
        let comma = if number == 0 { "" } else { "," };
        place.push_str(&format!("{comma}{host}:{port}"));
    }
    let user = config.get_user().unwrap_or("(the user of this process)");
    let database = config.get_dbname().unwrap_or(user);
    format!("{place}, database {database}, user {user}")
}

/// Creates a pool of at most `size` connections, opened on demand.
pub(super) fn pool(target: &Target, size: usize) -> Result<Pool, OpenError> {
    build(target, size, [ANSWER, CONNECT * 2, CONNECT])
}

/// Creates a pool as [`pool`] does, in which waiting for a connection takes at most `patience`.
pub(super) fn pool_with(
    target: &Target,
    size: usize,
    patience: Duration,
) -> Result<Pool, OpenError> {
    build(target, size, [patience; 3])
}

fn build(
    target: &Target,
    size: usize,
    [wait, create, recycle]: [Duration; 3],
) -> Result<Pool, OpenError> {
    let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = Manager::from_config(target.config.clone(), target.tls.clone(), recycling);
    let greet = Hook::async_fn(|client: &mut deadpool_postgres::ClientWrapper, _| {
        Box::pin(async move { greet(client).await.map_err(HookError::Backend) })
    });
    Pool::builder(manager)
        .max_size(size.max(1))
        .runtime(Runtime::Tokio1)
        .wait_timeout(Some(wait))
        .create_timeout(Some(create))
        .recycle_timeout(Some(recycle))
        .post_create(greet)
        .build()
        .map_err(|error| OpenError::BadUrl { reason: error.to_string() })
}

/// Applies the settings of a new connection.
pub(super) async fn greet(client: &Client) -> Result<(), tokio_postgres::Error> {
    client.batch_execute(GREETING).await
}

/// Returns a connection of a pool.
pub(super) async fn connection(pool: &Pool) -> Result<Object, StoreError> {
    pool.get().await.map_err(|error| match error {
        PoolError::Backend(error) => store_error(&error),
        PoolError::Timeout(_)
        | PoolError::Closed
        | PoolError::NoRuntimeSpecified
        | PoolError::PostCreateHook(_) => StoreError::Unavailable(error.to_string()),
    })
}

/// Runs a query with a timeout. After a timeout the connection is discarded: the query may still be
/// running.
pub(super) async fn answer<T>(
    client: Object,
    asked: impl AsyncFnOnce(&mut Object) -> Result<T, tokio_postgres::Error>,
) -> Result<T, Refusal> {
    answer_within(ANSWER, client, asked).await
}

/// Runs a query as [`answer`] does, with the timeout `patience`.
pub(super) async fn answer_within<T>(
    patience: Duration,
    client: Object,
    asked: impl AsyncFnOnce(&mut Object) -> Result<T, tokio_postgres::Error>,
) -> Result<T, Refusal> {
    let mut client = client;
    match tokio::time::timeout(patience, asked(&mut client)).await {
        Ok(Err(error)) if error.code() == Some(&SqlState::READ_ONLY_SQL_TRANSACTION) => {
            // The former primary is now a standby: the next connection reaches the new primary.
            drop(Object::take(client));
            Err(Refusal::from(error))
        }
        Ok(answer) => answer.map_err(Refusal::from),
        Err(_elapsed) => {
            drop(Object::take(client));
            let text = format!("no answer within {} s", patience.as_secs());
            Err(Refusal { error: StoreError::Unavailable(text), is_about_the_question: false })
        }
    }
}

/// Reason why a query failed.
pub(super) struct Refusal {
    /// The error to return to the caller.
    pub(super) error: StoreError,
    /// True if the query itself caused the error: nothing was written, and other queries may
    /// succeed.
    pub(super) is_about_the_question: bool,
}

impl From<tokio_postgres::Error> for Refusal {
    fn from(error: tokio_postgres::Error) -> Refusal {
        let is_about_the_question = match error.code() {
            // Error classes: data, constraints, deadlocks, syntax.
            Some(code) => {
                ["22", "23", "40", "42"].iter().any(|class| code.code().starts_with(class))
            }
            None => false,
        };
        Refusal { error: store_error(&error), is_about_the_question }
    }
}

/// Converts a PostgreSQL error to a store error.
pub(super) fn store_error(error: &tokio_postgres::Error) -> StoreError {
    match error.code() {
        Some(code) if *code == SqlState::DISK_FULL => StoreError::Full,
        Some(code) if *code == SqlState::UNIQUE_VIOLATION || *code == SqlState::CHECK_VIOLATION => {
            StoreError::Damaged(reason(error))
        }
        Some(code) if *code == SqlState::DATA_CORRUPTED || *code == SqlState::INDEX_CORRUPTED => {
            StoreError::Damaged(reason(error))
        }
        Some(_) | None => StoreError::Unavailable(reason(error)),
    }
}

/// Returns the full text of an error, including its sources, which the error itself does not print.
pub(super) fn reason(error: &tokio_postgres::Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(cause) = source {
        text.push_str(": ");
        text.push_str(&cause.to_string());
        source = cause.source();
    }
    text
}

/// Converts a connection error, adding advice to the operator.
pub(super) fn open_error(target: &Target, error: &tokio_postgres::Error) -> OpenError {
    let reason = reason(error);
    let advice = match error.code() {
        Some(code) if *code == SqlState::INVALID_PASSWORD => {
            "check the password in the URL, or in the variable PGPASSWORD"
        }
        Some(code) if *code == SqlState::INVALID_AUTHORIZATION_SPECIFICATION => {
            "check the user in the URL and pg_hba.conf; if encryption is required, see sslmode"
        }
        Some(code) if *code == SqlState::INVALID_CATALOG_NAME => {
            "create the database, or use another one in the URL"
        }
        Some(code) if *code == SqlState::INSUFFICIENT_PRIVILEGE => {
            "allow the user to create tables: grant all on schema public to that user"
        }
        Some(code) if *code == SqlState::TOO_MANY_CONNECTIONS => {
            "raise max_connections, or lower --db-readers and --db-writers"
        }
        Some(_) => "see the log of the database",
        None if reason.contains("does not support TLS") => {
            "set ssl = on in postgresql.conf, or sslmode=disable in the URL if the network is safe"
        }
        None if reason.contains("certificate") => {
            "the certificate of the server is not valid for the host, or not issued by sslrootcert"
        }
        None => "check that the database is running, and its host and port",
    };
    let at = place(&target.config);
    OpenError::CannotConnect { at, reason: format!("{reason} ({advice})") }
}
