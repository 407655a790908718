//! Creation of tables: new ones, and those that were played in a browser.

use std::sync::atomic::Ordering;

use bastide_protocol::{NewTable, Problem, ProblemCode, Seated};
use bastide_table::{Change, HolderId, Made, Publication, Token, problem};
use sha2::{Digest, Sha256};

use super::live::not_saved;
use super::{Hub, refused};
use crate::store::{Append, Stored, TableId};

/// Number of table names among which one is chosen whose shard this process holds.
const SHARD_TRIES: usize = 1_000;

impl Hub {
    /// Creates a table. `Seated::url` is left empty.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the options are invalid or the table cannot be saved.
    pub async fn create(&self, new: NewTable) -> Result<Seated, Problem> {
        self.create_for(new, None).await
    }

    /// Creates a table for `creator`, such as a client address. Creators share the bot threads
    /// fairly. Only a number derived from `creator` with a key of this process is stored, never the
    /// text itself.
    ///
    /// # Errors
    /// Same as [`Hub::create`].
    pub async fn create_for(
        &self,
        new: NewTable,
        creator: Option<String>,
    ) -> Result<Seated, Problem> {
        self.check_open()?;
        let token = self.0.options.entropy.token();
        let entropy = &self.0.options.entropy;
        let engines = self.engine_names();
        let mut made = Made::with_engines(new, token.hash(), entropy, &engines)?;
        made.creator = creator.map(|creator| maker_number(&self.0.maker_key, &creator));
        let mut id = TableId(entropy.table_name().into());
        let engines = self.engines_of(&made)?;
        if !engines.is_empty() {
            // This process has to run the bots of the table, since the engine is connected to it.
            for _ in 0..SHARD_TRIES {
                if self.lease(id.shard()).is_some() {
                    break;
                }
                id = TableId(entropy.table_name().into());
            }
            self.invite_engines(&engines, &id)?;
        }
        self.found(&id, made).await.inspect_err(|_| self.engines_leave(&id))?;
        self.seated(&id, token).await
    }

    /// Creates a table from the log of one that was played in a browser. `creator` is as in
    /// [`Hub::create_for`].
    ///
    /// # Errors
    /// Returns a [`Problem`] if the log is invalid, contains anything but a game without other
    /// people, or cannot be saved.
    pub async fn publish_for(
        &self,
        log: Vec<Stored>,
        creator: Option<String>,
    ) -> Result<Seated, Problem> {
        self.check_open()?;
        self.0.space.check()?;
        let entropy = self.0.options.entropy.clone();
        let (token, id) = (entropy.token(), TableId(entropy.table_name().into()));
        let (hash, epoch, now) = (token.hash(), self.0.epoch.clone(), self.now());
        let creator = creator.map(|creator| maker_number(&self.0.maker_key, &creator));
        let published = id.clone();
        // Replaying a game takes milliseconds, which would delay other tables.
        let change = tokio::task::spawn_blocking(move || {
            let (token, epoch, entropy) = (&hash, &*epoch, &entropy);
            let publication = Publication { log: &log, token, epoch, creator, entropy, now };
            Change::published(&published, &publication)
        });
        let internal = |_| problem(ProblemCode::Internal, "the log cannot be published");
        let change = change.await.map_err(internal)??;
        self.save_new(change).await?;
        self.seated(&id, token).await
    }

    /// Returns the seats of the creator of a new table, and starts its bots.
    async fn seated(&self, id: &TableId, token: Token) -> Result<Seated, Problem> {
        self.0.counters.tables_made.fetch_add(1, Ordering::Relaxed);
        let live = self.live(id)?;
        let mut state = live.state.lock().await;
        self.ensure(&live, &mut state).await?;
        self.schedule_bot(&live, &state);
        let seats = state.table().map_or_else(Vec::new, |table| table.seats_of(HolderId::CREATOR));
        Ok(Seated { table: id.to_string(), url: String::new(), seats, token: token.0 })
    }

    /// Saves the first facts of a table.
    pub(super) async fn found(&self, id: &TableId, mut made: Made) -> Result<(), Problem> {
        self.0.space.check()?;
        made.epoch.clone_from(&self.0.epoch);
        let founding = Change::founding(id, made, self.now(), &self.0.options.entropy);
        self.save_new(founding.map_err(|refusal| refused(id, refusal))?).await
    }

    /// Saves the facts of a new table.
    async fn save_new(&self, Change { next, facts, .. }: Change) -> Result<(), Problem> {
        let append = Append { facts, row: next.row(), fence: None };
        self.save(append).await.map_err(|error| not_saved(&error))
    }
}

/// Returns the number that identifies a creator of tables: a keyed hash, truncated so that it does
/// not identify a person, whose key is lost when the process ends. The number is stored with the
/// table, so tables share the bot threads in the same way after a restart.
fn maker_number(key: &[u8; 32], creator: &str) -> u32 {
    let digest = Sha256::new().chain_update(key).chain_update(creator).finalize();
    digest.iter().take(4).fold(0, |number, &byte| number << 8 | u32::from(byte))
}
