//! Signals that stop the server.

/// Handlers of SIGINT and SIGTERM. Register them before the server reports that it listens: a
/// signal that arrives right afterwards would otherwise end the process without saving.
pub struct StopSignals {
    #[cfg(unix)]
    signals: Vec<tokio::signal::unix::Signal>,
}

impl StopSignals {
    /// Registers the handlers; from now on the signals no longer end the process. Must be called
    /// within a Tokio runtime.
    #[cfg(unix)]
    pub fn register() -> StopSignals {
        use tokio::signal::unix::{SignalKind, signal};
        let kinds = [SignalKind::interrupt(), SignalKind::terminate()];
        StopSignals { signals: kinds.into_iter().filter_map(|kind| signal(kind).ok()).collect() }
    }

    /// Does nothing on platforms without Unix signals; [`next`](Self::next) registers the handler.
    #[cfg(not(unix))]
    pub fn register() -> StopSignals {
        StopSignals {}
    }

    /// Waits for one of the signals.
    #[cfg(unix)]
    pub(super) async fn next(&mut self) {
        std::future::poll_fn(|context| {
            let is_ready = self.signals.iter_mut().any(|one| one.poll_recv(context).is_ready());
            if is_ready { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
        })
        .await;
    }

    /// Waits for Ctrl-C.
    #[cfg(not(unix))]
    pub(super) async fn next(&mut self) {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}
