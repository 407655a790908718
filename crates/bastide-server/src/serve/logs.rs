//! Logging to standard error, as text or JSON.

use std::io;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::{Layer, Registry, fmt};

use crate::config::{LogFormat, LogLevel, OtlpUrl};

/// The running logger. Dropping it sends traces that wait.
#[derive(Debug)]
pub struct Logs {
    #[cfg(feature = "otel")]
    _exporter: Option<super::otel::Exporter>,
}

/// Installs the logger, and sends traces to a collector if there is one. Further calls have no
/// effect.
pub fn start(level: LogLevel, format: LogFormat, otlp: Option<&OtlpUrl>) -> Logs {
    let level = match level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    // Limits libraries to warnings, so that they do not drown the server's own messages.
    let ours =
        Targets::new().with_default(LevelFilter::WARN.min(level)).with_target("bastide", level);
    let registry = Registry::default();
    #[cfg(feature = "otel")]
    let (layer, exporter) = match otlp.map(super::otel::start).transpose() {
        Ok(started) => started.unzip(),
        Err(error) => {
            eprintln!("warning: no traces: {error}");
            (None, None)
        }
    };
    // Traces contain each request, whatever the level of the log.
    #[cfg(feature = "otel")]
    let registry = registry.with(layer.with_filter(
        Targets::new().with_default(LevelFilter::WARN).with_target("bastide", LevelFilter::DEBUG),
    ));
    #[cfg(not(feature = "otel"))]
    let _no_traces = otlp;
    let _ = match format {
        LogFormat::Text => {
            let is_terminal = io::IsTerminal::is_terminal(&io::stderr());
            let layer = fmt::layer().with_writer(io::stderr).with_ansi(is_terminal);
            tracing::subscriber::set_global_default(registry.with(layer.with_filter(ours)))
        }
        LogFormat::Json => {
            let layer = fmt::layer().with_writer(io::stderr).json().flatten_event(true);
            tracing::subscriber::set_global_default(registry.with(layer.with_filter(ours)))
        }
    };
    Logs {
        #[cfg(feature = "otel")]
        _exporter: exporter,
    }
}

/// Prints a warning about the start of the server. In a log of JSON it is a message like others,
/// because its readers expect nothing else.
pub fn warn(format: LogFormat, warning: &str) {
    match format {
        LogFormat::Json => tracing::warn!("{warning}"),
        LogFormat::Text => eprintln!("warning: {warning}"),
    }
}
