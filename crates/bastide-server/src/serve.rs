//! Life cycle of a server: start, listening, and shutdown without losing data.

mod listen;
mod logs;
#[cfg(feature = "otel")]
mod otel;
mod port;
mod secure;
mod signals;
mod write_timeout;

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, timeout, timeout_at};

use crate::admin::Admin;
#[cfg(unix)]
use crate::admin::AdminSocket;
use crate::config::{ConfigError, ServeArgs};
use crate::http::{self, App};
use crate::hub::{Hub, HubOptions};
use crate::store::{self, Location, OpenError, Store, StoreError};
use crate::system;
use crate::tls::{Keeper, TlsError};
use listen::Door;
pub use logs::{Logs, start as start_logs, warn as warn_at_start};
pub use port::{Holder, holder};
use secure::Secure;
use signals::ReloadSignal;
pub use signals::StopSignals;

/// Part of the time of a shutdown that is reserved for notifying clients and for saving.
const LAST_ORDERS: Duration = Duration::from_secs(3);

/// Part of the time of a shutdown that is left for the end of the process.
const MARGIN: Duration = Duration::from_millis(500);

/// Errors of starting or running a server, with advice.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The configuration is invalid.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The certificate pair cannot be used.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The address is in use by another process.
    #[error("{address} is in use{}: stop that process, or use --listen {}", by(.holder.as_ref()), another(*.address))]
    InUse {
        /// The address.
        address: SocketAddr,
        /// The process that uses it, if it could be determined.
        holder: Option<Holder>,
    },
    /// Listening requires privileges.
    #[error("no permission to listen at {0}: ports below 1024 are privileged; try --listen {1}", address, another(*.address))]
    Forbidden {
        /// The address.
        address: SocketAddr,
    },
    /// Listening failed for another reason.
    #[error("cannot listen at {address}: {error}; check that it is an address of this machine")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// Error of the operating system.
        error: io::Error,
    },
    /// The data directory cannot be created.
    #[error("cannot create the directory {}: {error}; use another --data-dir", .path.display())]
    DataDir {
        /// The directory.
        path: PathBuf,
        /// Error of the operating system.
        error: io::Error,
    },
    /// The store cannot be opened.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The tables cannot be read.
    #[error("the tables cannot be read: {0}")]
    Tables(#[from] StoreError),
    /// The server stopped because continuing would risk saved data.
    #[error(
        "stopped to protect the stored data: {0}; no acknowledged change is lost; restart the server"
    )]
    Fatal(String),
}

fn by(holder: Option<&Holder>) -> String {
    holder.map_or(String::new(), |holder| format!(" by {holder}"))
}

/// Returns another port at the same address, as a suggestion.
fn another(address: SocketAddr) -> SocketAddr {
    let port = match address.port() {
        0..1024 => 8080,
        port => port.checked_add(1).unwrap_or(8080),
    };
    SocketAddr::new(address.ip(), port)
}

/// A running server.
pub struct Running {
    args: ServeArgs,
    bound: Vec<SocketAddr>,
    metrics: Option<SocketAddr>,
    app: Arc<App>,
    store: Arc<dyn Store>,
    closing: watch::Sender<bool>,
    doors: JoinSet<()>,
}

/// Opens the store and starts to listen.
///
/// # Errors
/// Returns a [`ServeError`] if the configuration is invalid, an address cannot be bound, or the
/// store cannot be opened.
pub async fn start(args: ServeArgs) -> Result<Running, ServeError> {
    // Without a handler the signal would end the process while the store is being opened.
    let reload = ReloadSignal::register();
    // Each connection is an open file.
    if !system::raise_file_limit() {
        tracing::warn!("raising the limit of open files failed");
    }
    let keeper = match args.tls()? {
        Some((cert, key)) => Some(Arc::new(Keeper::new(cert, key)?)),
        None => None,
    };
    // Binds first, so that a start that fails on an address in use has changed nothing.
    let mut listeners = Vec::new();
    for &address in &args.listen {
        listeners.push(bind(address).await?);
    }
    let metrics = match args.metrics_listen {
        Some(address) => Some(bind(address).await?),
        None => None,
    };
    let location = args.location()?;
    let push = args.push()?;
    if let Location::Sqlite(path) = &location {
        make_data_dir(path.parent().unwrap_or(Path::new(".")))?;
    }
    let store = store::open_with(&location, args.postgres()).await?;
    tracing::info!(store = store.describe(), %location, "tables opened");
    let hub = Hub::start(store.clone(), HubOptions { push, ..args.hub() }).await?;
    let admin = Admin::new(hub.clone());
    let (router, app) = http::app(hub, args.http());

    let closing = watch::Sender::new(false);
    let secure = match &keeper {
        Some(keeper) => {
            let config =
                keeper.server_config().map_err(|error| ServeError::Fatal(error.to_string()))?;
            Some(Secure::new(config, args.public_url.clone()))
        }
        None => None,
    };
    let door = Arc::new(Door::new(&args, app.clone(), secure));
    let mut doors = JoinSet::new();
    doors.spawn(reload_on_signal(reload, keeper, closing.subscribe()));
    #[cfg(unix)]
    if let Location::Sqlite(path) = &location {
        let folder = path.parent().unwrap_or(Path::new("."));
        match AdminSocket::bind(folder) {
            Ok(socket) => {
                doors.spawn(socket.serve(admin, closing.subscribe()));
            }
            Err(error) => tracing::warn!(
                folder = %folder.display(), %error,
                "cannot create admin.sock: 'bastide admin' is not available while this server runs"
            ),
        }
    }
    let mut bound = Vec::new();
    for listener in listeners {
        bound.extend(listener.local_addr());
        doors.spawn(door.clone().open(listener, router.clone(), closing.subscribe()));
    }
    let shown = metrics.as_ref().and_then(|listener| listener.local_addr().ok());
    if let Some(listener) = metrics {
        let router = http::metrics_router(&app);
        let door = Arc::new(Door::for_metrics(&args, app.clone()));
        doors.spawn(door.open(listener, router, closing.subscribe()));
    }
    Ok(Running { args, bound, metrics: shown, app, store, closing, doors })
}

/// Reads the certificate again on SIGHUP and when its files change, until the server shuts down.
async fn reload_on_signal(
    mut signal: ReloadSignal,
    keeper: Option<Arc<Keeper>>,
    mut closing: watch::Receiver<bool>,
) {
    let Some(keeper) = keeper else {
        while await_signal(&mut signal, &mut closing).await {
            tracing::info!("SIGHUP: there is nothing to read again without --tls-cert");
        }
        return;
    };
    let mut known = None;
    loop {
        tokio::select! {
            is_told = await_signal(&mut signal, &mut closing) => match is_told {
                true => known = keeper.refresh(None).err(),
                false => return,
            },
            is_changed = keeper.changed() => if is_changed {
                known = keeper.refresh(known.as_ref()).err();
            },
        }
    }
}

/// Waits for SIGHUP. Returns false if the server shuts down.
async fn await_signal(signal: &mut ReloadSignal, closing: &mut watch::Receiver<bool>) -> bool {
    tokio::select! {
        () = signal.next() => true,
        _ = closing.wait_for(|closing| *closing) => false,
    }
}

async fn bind(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => ServeError::InUse { address, holder: holder(address) },
        io::ErrorKind::PermissionDenied => ServeError::Forbidden { address },
        _ => ServeError::Listen { address, error },
    })
}

/// Creates the data directory, accessible only to the current user.
fn make_data_dir(path: &Path) -> Result<(), ServeError> {
    if path.is_dir() {
        return Ok(());
    }
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(|error| ServeError::DataDir { path: path.to_owned(), error })
}

impl Running {
    /// Returns the URL at which browsers open the server.
    pub fn url(&self) -> String {
        let bound = self.bound.first().copied().unwrap_or(self.args.listen[0]);
        self.args.url(bound)
    }

    /// Returns the addresses on which it listens.
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.bound
    }

    /// Returns the address of the metrics listener, if there is one.
    pub fn metrics(&self) -> Option<SocketAddr> {
        self.metrics
    }

    /// Returns the state shared by all requests.
    pub fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Serves until a stop signal arrives, then shuts down.
    ///
    /// # Errors
    /// Returns [`ServeError::Fatal`] if the store reported a fatal error.
    pub async fn until_told(self, mut signals: StopSignals) -> Result<(), ServeError> {
        let fatal = tokio::select! {
            () = signals.next() => None,
            why = self.store.fatal() => Some(why),
        };
        self.drain(signals.next()).await;
        match fatal {
            Some(why) => Err(ServeError::Fatal(why)),
            None => Ok(()),
        }
    }

    /// Shuts down within `--drain-timeout`: stops accepting connections, finishes running requests,
    /// tells all clients to reconnect, releases the leases of tables, and saves.
    pub async fn close(self) {
        self.drain(std::future::pending()).await;
    }

    /// Shuts down. Stops waiting for running requests when `hurry` completes.
    async fn drain(mut self, hurry: impl Future<Output = ()>) {
        let total = self.args.drain_timeout;
        tracing::info!(seconds = total.as_secs(), "shutting down");
        let all = total - MARGIN.min(total / 10);
        let (begun, patience) = (Instant::now(), all - LAST_ORDERS.min(all * 2 / 3));
        let end = begun + all;
        self.app.begin_closing();
        self.closing.send_replace(true);
        let requests = async { while self.doors.join_next().await.is_some() {} };
        tokio::select! {
            finished = timeout(patience, requests) => if finished.is_err() {
                tracing::warn!("some requests did not finish in time");
            },
            () = hurry => tracing::warn!("a second signal: not waiting for running requests"),
        }
        if timeout_at(end, self.app.hub().shutdown()).await.is_err() {
            tracing::error!("closing the tables timed out");
        }
        // Clients were notified; wait briefly until their buffers are written.
        let quiet = async {
            while self.app.metrics().sockets() > 0 {
                sleep(Duration::from_millis(20)).await;
            }
        };
        let _ = timeout_at(end, quiet).await;
        tracing::info!(milliseconds = begun.elapsed().as_millis(), "down");
    }
}
