//! Unix socket in the data directory for administration requests, accessible only to the user who
//! runs the server. Each connection carries one request, as a line of JSON.

use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bastide_protocol::{Problem, ProblemCode};
use bastide_table::problem;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{UnixListener, UnixStream};
use tokio::sync::watch;
use tokio::time::timeout;

use super::{Admin, AdminAnswer, AdminRequest};

/// File name of the socket in the data directory.
pub const SOCKET: &str = "admin.sock";

/// Maximum length of a request, in bytes.
const LONGEST: u64 = 64 << 10;

/// Timeout for receiving a request.
const ARRIVAL: Duration = Duration::from_secs(5);

/// A listening administration socket. Dropping it deletes its file.
pub struct AdminSocket {
    listener: UnixListener,
    path: PathBuf,
}

impl AdminSocket {
    /// Listens in the data directory `folder`. Replaces a socket file left behind by a killed
    /// server: the caller holds the lock of the store, so no other server uses the directory.
    ///
    /// # Errors
    /// Returns an error if the socket cannot be created or its permissions cannot be set.
    pub fn bind(folder: &Path) -> io::Result<AdminSocket> {
        let path = folder.join(SOCKET);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            Ok(()) | Err(_) => {}
        }
        let listener = UnixListener::bind(&path)?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600))?;
        Ok(AdminSocket { listener, path })
    }

    /// Answers requests until `closing` changes.
    pub async fn serve(self, admin: Admin, mut closing: watch::Receiver<bool>) {
        loop {
            let stream = tokio::select! {
                accepted = self.listener.accept() => accepted,
                _ = closing.changed() => return,
            };
            match stream {
                Ok((stream, _)) if is_allowed(&stream) => {
                    tokio::spawn(answer(stream, admin.clone()));
                }
                Ok(_) => tracing::warn!("another user tried to use admin.sock"),
                Err(error) => {
                    tracing::warn!(%error, "accepting a connection on admin.sock failed");
                    tokio::time::sleep(Duration::from_millis(200)).await;
                }
            }
        }
    }
}

impl Drop for AdminSocket {
    fn drop(&mut self) {
        // The file may have been deleted manually.
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns true if the peer is the user who runs the server, or root. The file mode alone is not
/// sufficient, since it is set only after the file exists.
fn is_allowed(stream: &UnixStream) -> bool {
    let own = rustix::process::geteuid().as_raw();
    stream.peer_cred().is_ok_and(|peer| peer.uid() == own || peer.uid() == 0)
}

async fn answer(stream: UnixStream, admin: Admin) {
    let (read, mut write) = stream.into_split();
    let mut line = String::new();
    let mut read = BufReader::new(read.take(LONGEST));
    let arrived = timeout(ARRIVAL, read.read_line(&mut line)).await;
    if !matches!(arrived, Ok(Ok(length)) if length > 0) {
        return;
    }
    let answer = match serde_json::from_str(&line) {
        Ok(request) => admin.run(request).await,
        Err(error) => {
            let text = format!(
                "invalid request: {error}; check that client and server have the same version"
            );
            Err(problem(ProblemCode::Malformed, text))
        }
    };
    let mut text = serde_json::to_string(&answer).expect("answers can be serialized");
    text.push('\n');
    // The peer may have disconnected.
    let _ = write.write_all(text.as_bytes()).await;
}

/// Sends `request` to the server of the data directory `folder`. Returns `None` if no server
/// listens.
///
/// # Errors
/// Returns an error if a server listens but does not answer.
pub async fn ask(
    folder: &Path,
    request: &AdminRequest,
) -> io::Result<Option<Result<AdminAnswer, Problem>>> {
    let stream = match UnixStream::connect(folder.join(SOCKET)).await {
        Ok(stream) => stream,
        Err(error) => {
            return match error.kind() {
                io::ErrorKind::NotFound | io::ErrorKind::ConnectionRefused => Ok(None),
                _ => Err(error),
            };
        }
    };
    let (read, mut write) = stream.into_split();
    let mut text = serde_json::to_string(request).expect("requests can be serialized");
    text.push('\n');
    write.write_all(text.as_bytes()).await?;
    let mut line = String::new();
    BufReader::new(read).read_line(&mut line).await?;
    let answer = serde_json::from_str(&line).map_err(io::Error::other)?;
    Ok(Some(answer))
}
