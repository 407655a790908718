//! Signals that stop the server, or make it read its certificate again.

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

/// Handler of SIGHUP, which asks the server to read its certificate again.
pub(super) struct ReloadSignal {
    #[cfg(unix)]
    signal: Option<tokio::signal::unix::Signal>,
}

impl ReloadSignal {
    /// Registers the handler. In a terminal the signal still ends the process, because there it
    /// means that the terminal was closed.
    #[cfg(unix)]
    pub(super) fn register() -> ReloadSignal {
        use std::io::IsTerminal as _;
        use tokio::signal::unix::{SignalKind, signal};
        let is_terminal = std::io::stdin().is_terminal();
        ReloadSignal { signal: (!is_terminal).then(|| signal(SignalKind::hangup()).ok()).flatten() }
    }

    /// Does nothing on platforms without Unix signals.
    #[cfg(not(unix))]
    pub(super) fn register() -> ReloadSignal {
        ReloadSignal {}
    }

    /// Waits for the signal.
    pub(super) async fn next(&mut self) {
        #[cfg(unix)]
        if let Some(signal) = &mut self.signal
            && signal.recv().await.is_some()
        {
            return;
        }
        std::future::pending::<()>().await;
    }
}
