//! Hubs over a database without faults, for tests that set the wall clock.

use std::sync::Arc;

use bastide_host::Dice;
use bastide_server::store::{Millis, Row, StoreError};
use bastide_server::{Entropy, Hub, HubOptions};

use crate::connection::{Connection, Faults, Network, SimStore};
use crate::disk::Disk;

/// A database without faults. Requires a runtime whose time is paused.
pub struct Sandbox {
    network: Arc<Network>,
    entropy: Entropy,
}

/// A process of a sandbox.
pub struct SandboxProcess {
    /// The hub of the process.
    pub hub: Hub,
    connection: Arc<Connection>,
}

impl Sandbox {
    /// Creates an empty database.
    pub fn new() -> Sandbox {
        let network = Network::new(Disk::new(None), Faults::NONE);
        Sandbox { network, entropy: Entropy::seeded(1) }
    }

    /// Starts a process.
    ///
    /// # Errors
    /// Returns a [`StoreError`] if the hub does not start.
    pub async fn start(&self) -> Result<SandboxProcess, StoreError> {
        let connection = self.network.connect(Dice::new(1, 1));
        let options =
            HubOptions { bot_threads: 0, entropy: self.entropy.clone(), ..HubOptions::default() };
        let hub = Hub::start(Arc::new(SimStore(Arc::clone(&connection))), options).await?;
        Ok(SandboxProcess { hub, connection })
    }

    /// Steps the wall clock by `by` milliseconds.
    pub fn step(&self, by: Millis) {
        self.network.disk().stepped += by;
    }

    /// Returns the wall-clock time.
    pub fn wall(&self) -> Millis {
        self.network.disk().wall()
    }

    /// Returns the row of a table.
    pub fn row(&self, table: &str) -> Option<Row> {
        let disk = self.network.disk();
        let found = disk.tables.iter().find(|(id, _)| *id.0 == *table);
        found.map(|(_, logged)| logged.row.clone())
    }
}

impl Default for Sandbox {
    fn default() -> Sandbox {
        Sandbox::new()
    }
}

impl SandboxProcess {
    /// Kills the process immediately.
    pub fn kill(&self) {
        self.connection.kill();
    }
}
