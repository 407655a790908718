//! The log of a table as it is stored, and the row that lists read instead of it.

use std::fmt;

use bastide_protocol::LoggedFact;

use crate::Digest;

/// Name of a table, as in its link. Public.
#[derive(Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TableId(pub Box<str>);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Number of a fact in the log of its table, starting at 1 and without gaps.
pub type Seq = u64;

/// Milliseconds since 1970 in hub time, which does not follow changes of the wall clock.
pub type Millis = i64;

/// Number of shards into which tables are divided for leases.
pub const SHARDS: u16 = 64;

impl TableId {
    /// Returns the id with this name; `None` if it is not a valid table name.
    pub fn from_name(name: &str) -> Option<TableId> {
        let is_name = name.len() == 12 && name.bytes().all(|b| b.is_ascii_alphanumeric());
        is_name.then(|| TableId(name.into()))
    }

    /// Returns the shard of the table, which is the same in every process.
    pub fn shard(&self) -> u16 {
        // FNV-1a: small, and stable across versions.
        let hash = self
            .0
            .bytes()
            .fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
        u16::try_from(hash % u32::from(SHARDS)).unwrap_or(0)
    }
}

/// A fact as it is stored. The store does not interpret `body`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// Number in the log of the table.
    pub seq: Seq,
    /// Version of the format of `body`.
    pub schema: u16,
    /// Version of the rules under which the fact was created.
    pub rules: u16,
    /// Time of the fact.
    pub at: Millis,
    /// The fact, as JSON.
    pub body: String,
}

impl From<Stored> for LoggedFact {
    fn from(Stored { seq, schema, rules, at, body }: Stored) -> LoggedFact {
        LoggedFact { seq, schema, rules, at, body }
    }
}

impl From<LoggedFact> for Stored {
    fn from(LoggedFact { seq, schema, rules, at, body }: LoggedFact) -> Stored {
        Stored { seq, schema, rules, at, body }
    }
}

/// Stage of a table, as used by lists.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Stage {
    /// A seat is free.
    Open,
    /// The game is running or about to start.
    Playing,
    /// The game is over or was abandoned.
    Over,
}

impl Stage {
    /// All stages.
    pub const ALL: [Stage; 3] = [Stage::Open, Stage::Playing, Stage::Over];

    /// Returns the name used in the store.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Open => "open",
            Stage::Playing => "playing",
            Stage::Over => "over",
        }
    }

    /// Returns the stage with this name.
    pub fn from_name(name: &str) -> Option<Stage> {
        Stage::ALL.into_iter().find(|stage| stage.name() == name)
    }
}

/// Index data of a table, available without reading its log. Written together with the facts that
/// change it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The table.
    pub id: TableId,
    /// Number of the last fact.
    pub last: Seq,
    /// Creation time.
    pub created: Millis,
    /// Time of the last fact.
    pub updated: Millis,
    /// Stage of the game.
    pub stage: Stage,
    /// True if the table appears in public lists.
    pub is_listed: bool,
    /// Next wake-up time: now if a bot is to act, the flag time of a running clock, otherwise
    /// `None`.
    pub due: Option<Millis>,
    /// Data shown in lists, as JSON. Public.
    pub summary: String,
    /// Head of the hash chain after the last fact; `None` in rows written before the chain was
    /// introduced.
    pub head: Option<Digest>,
}
