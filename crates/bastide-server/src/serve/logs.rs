//! Logs: for people or for machines, to standard error.

use std::io;

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::{Layer, Registry, fmt};

use crate::config::{LogFormat, LogLevel};

/// Writes logs from now on. A second start changes nothing.
pub fn start(level: LogLevel, format: LogFormat) {
    let level = match level {
        LogLevel::Error => LevelFilter::ERROR,
        LogLevel::Warn => LevelFilter::WARN,
        LogLevel::Info => LevelFilter::INFO,
        LogLevel::Debug => LevelFilter::DEBUG,
        LogLevel::Trace => LevelFilter::TRACE,
    };
    // What libraries tell would hide what we tell.
    let ours =
        Targets::new().with_default(LevelFilter::WARN.min(level)).with_target("bastide", level);
    let registry = Registry::default();
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
}
