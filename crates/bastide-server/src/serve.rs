//! A running server: opened, listening, and closed again without losing
//! anything.

mod listen;
mod logs;
mod patient;
mod port;
mod signals;

use std::fs;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
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
use listen::Door;
pub use logs::start as start_logs;
pub use port::{Holder, holder};
pub use signals::StopSignals;

/// Everything is over by then, whoever is still talking.
const LAST_ORDERS: Duration = Duration::from_millis(4500);

/// How long requests that are under way may take.
const REQUESTS: Duration = Duration::from_millis(1500);

/// Why a server does not run, and what to do about it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// What it was told cannot be meant.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// Somebody else listens there.
    #[error("{address} is in use{}: stop that, or listen elsewhere with --listen {}", by(.holder.as_ref()), another(*.address))]
    InUse {
        /// Where.
        address: SocketAddr,
        /// Who, if that can be found out.
        holder: Option<Holder>,
    },
    /// It may not listen there.
    #[error("may not listen at {0}: ports below 1024 are for the system; try --listen {1}", address, another(*.address))]
    Forbidden {
        /// Where.
        address: SocketAddr,
    },
    /// It cannot listen there.
    #[error("cannot listen at {address}: {error}; is that an address of this machine?")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
    /// There is no place for tables.
    #[error("cannot make the directory {}: {error}; give another with --data-dir", .path.display())]
    DataDir {
        /// Which.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// The tables cannot be opened.
    #[error(transparent)]
    Store(#[from] OpenError),
    /// The tables cannot be read.
    #[error("the tables cannot be read: {0}")]
    Tables(#[from] StoreError),
    /// Going on would risk what is saved.
    #[error("stopped to keep the tables safe: {0}; nothing acknowledged is lost, start again")]
    Fatal(String),
}

fn by(holder: Option<&Holder>) -> String {
    holder.map_or(String::new(), |holder| format!(" by {holder}"))
}

/// Another port at the same address.
fn another(address: SocketAddr) -> SocketAddr {
    let port = match address.port() {
        0..1024 => 8080,
        port => port.checked_add(1).unwrap_or(8080),
    };
    SocketAddr::new(address.ip(), port)
}

/// A server that runs.
pub struct Running {
    args: ServeArgs,
    bound: Vec<SocketAddr>,
    figures: Option<SocketAddr>,
    app: Arc<App>,
    store: Arc<dyn Store>,
    closing: watch::Sender<bool>,
    doors: JoinSet<()>,
}

/// Opens the tables and begins to listen.
///
/// # Errors
/// Says what is wrong and what to do.
pub async fn start(args: ServeArgs) -> Result<Running, ServeError> {
    raise_file_limit();
    // First the doors: whoever finds them taken has touched nothing yet.
    let mut listeners = Vec::new();
    for &address in &args.listen {
        listeners.push(bind(address).await?);
    }
    let figures = match args.metrics_listen {
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
    let door = Arc::new(Door::new(&args, app.clone()));
    let mut doors = JoinSet::new();
    #[cfg(unix)]
    if let Location::Sqlite(path) = &location {
        let folder = path.parent().unwrap_or(Path::new("."));
        match AdminSocket::bind(folder) {
            Ok(socket) => {
                doors.spawn(socket.serve(admin, closing.subscribe()));
            }
            Err(error) => tracing::warn!(
                folder = %folder.display(), %error,
                "no admin.sock: 'bastide admin' cannot be used while this server runs"
            ),
        }
    }
    let mut bound = Vec::new();
    for listener in listeners {
        bound.extend(listener.local_addr());
        doors.spawn(door.clone().open(listener, router.clone(), closing.subscribe()));
    }
    let shown = figures.as_ref().and_then(|listener| listener.local_addr().ok());
    if let Some(listener) = figures {
        let router = http::figures(&app);
        let door = Arc::new(Door::for_metrics(&args, app.clone()));
        doors.spawn(door.open(listener, router, closing.subscribe()));
    }
    Ok(Running { args, bound, figures: shown, app, store, closing, doors })
}

async fn bind(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => ServeError::InUse { address, holder: holder(address) },
        io::ErrorKind::PermissionDenied => ServeError::Forbidden { address },
        _ => ServeError::Listen { address, error },
    })
}

/// Each connection is an open file, so as many as may be.
fn raise_file_limit() {
    let limit = getrlimit(Resource::Nofile);
    let most = Rlimit { current: limit.maximum, ..limit };
    if limit.current != most.current && setrlimit(Resource::Nofile, most).is_err() {
        tracing::warn!("the limit of open files cannot be raised");
    }
}

/// Makes the directory of the tables, for nobody else to look into.
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
    /// Where people open it.
    pub fn url(&self) -> String {
        let bound = self.bound.first().copied().unwrap_or(self.args.listen[0]);
        self.args.url(bound)
    }

    /// Where it listens.
    pub fn addresses(&self) -> &[SocketAddr] {
        &self.bound
    }

    /// Where figures are told, if at an address of their own.
    pub fn figures(&self) -> Option<SocketAddr> {
        self.figures
    }

    /// What requests share.
    pub fn app(&self) -> &Arc<App> {
        &self.app
    }

    /// Serves until the process is told to stop, then closes.
    ///
    /// # Errors
    /// If it had to stop by itself.
    pub async fn until_told(self, mut signals: StopSignals) -> Result<(), ServeError> {
        let fatal = tokio::select! {
            () = signals.next() => None,
            why = self.store.fatal() => Some(why),
        };
        self.close().await;
        match fatal {
            Some(why) => Err(ServeError::Fatal(why)),
            None => Ok(()),
        }
    }

    /// Lets nobody in any more, finishes what is under way, tells everybody,
    /// saves, and is done within five seconds.
    pub async fn close(mut self) {
        tracing::info!("going down");
        let end = Instant::now() + LAST_ORDERS;
        self.app.begin_closing();
        self.closing.send_replace(true);
        let requests = async { while self.doors.join_next().await.is_some() {} };
        if timeout(REQUESTS, requests).await.is_err() {
            tracing::warn!("some requests were not finished");
        }
        if timeout_at(end, self.app.hub().shutdown()).await.is_err() {
            tracing::error!("the tables took too long to close");
        }
        // Sockets were told; what is still in their buffers gets a moment.
        let quiet = async {
            while self.app.metrics().sockets() > 0 {
                sleep(Duration::from_millis(20)).await;
            }
        };
        let _ = timeout_at(end, quiet).await;
        tracing::info!("down");
    }
}
