//! Memory use of idle sockets.

use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use serde::Serialize;

use crate::machine::resident;
use crate::{Line, Plan, crowd};

/// Number of sockets per table, for example two players and two spectators.
const AT_A_TABLE: usize = 4;

/// Maximum memory per socket in bytes.
const MOST: u64 = 16 * 1024;

/// Result of the measurement.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct IdleReport {
    /// Number of sockets.
    pub sockets: usize,
    /// Number of tables they watch.
    pub tables: usize,
    /// Memory of the server with the tables loaded, in bytes.
    pub before: u64,
    /// Memory of the server with the sockets, in bytes.
    pub after: u64,
    /// Memory per socket, in bytes.
    pub bytes_each: u64,
    /// Time until all sockets were connected.
    pub seconds: f64,
}

impl IdleReport {
    pub(crate) fn line(&self) -> Line {
        Line {
            found: format!(
                "{} idle sockets at {} tables: {:.1} KB each, the server has {:.0} MB",
                self.sockets,
                self.tables,
                self.bytes_each as f64 / 1024.0,
                self.after as f64 / 1048576.0
            ),
            promised: "at most 16 KB each".to_owned(),
            is_kept: self.bytes_each <= MOST,
        }
    }
}

pub(crate) async fn run(plan: &Plan) -> Result<IdleReport> {
    let (server, _data) = plan.server().await?;
    let process = server.process().context("the server runs")?;
    let count = plan.idle_sockets.div_ceil(AT_A_TABLE);
    let tables = crowd::make(server.address(), &crowd::hot_seat(), count).await?;
    // One client per table stays connected during the measurement: loading a table is not part of
    // the cost of a socket, and memory freed by unloading it would hide a part of that cost.
    let looking = crowd::seat(server.address(), &tables, tables.len()).await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    let before = resident(process)?;
    let begun = Instant::now();
    let clients = crowd::seat(server.address(), &tables, plan.idle_sockets).await?;
    let seconds = begun.elapsed().as_secs_f64();
    tokio::time::sleep(Duration::from_secs(2)).await;
    let after = resident(process)?;
    let sockets = clients.len();
    drop((looking, clients));
    let bytes_each = after.saturating_sub(before) / sockets.max(1) as u64;
    Ok(IdleReport { sockets, tables: tables.len(), before, after, bytes_each, seconds })
}
