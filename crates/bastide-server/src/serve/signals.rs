//! Signals that stop the server.

/// SIGINT and SIGTERM. Registered before the server says that it listens: a
/// signal that arrives right after would end the process without saving.
pub struct StopSignals {
    #[cfg(unix)]
    signals: Vec<tokio::signal::unix::Signal>,
}

impl StopSignals {
    /// Registers them; from now on they no longer end the process. Called
    /// within a Tokio runtime.
    #[cfg(unix)]
    pub fn register() -> StopSignals {
        use tokio::signal::unix::{SignalKind, signal};
        let kinds = [SignalKind::interrupt(), SignalKind::terminate()];
        StopSignals { signals: kinds.into_iter().filter_map(|kind| signal(kind).ok()).collect() }
    }

    /// Nothing is registered before [`next`](Self::next) where there are no
    /// Unix signals.
    #[cfg(not(unix))]
    pub fn register() -> StopSignals {
        StopSignals {}
    }

    /// Waits for one of them.
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
