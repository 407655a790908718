//! Locations of the stores under test, and helpers for creating their content.

use std::sync::Arc;

use bastide_server::store::postgres::PostgresOptions;
use bastide_server::store::{
    Append, Lease, Location, Millis, Row, Seq, Stage, Store, Stored, TableId, open_with,
};
use bastide_table::Digest;
use bastide_testing::{Cluster, Scratch};

/// Location at which a store can be opened repeatedly.
pub(crate) enum Backend {
    /// A file in a separate directory.
    File(Scratch),
    /// A separate database.
    Database(String, PostgresOptions),
}

impl Backend {
    pub(crate) fn file() -> Backend {
        Backend::File(Scratch::new("store").expect("a directory"))
    }

    pub(crate) async fn database() -> Backend {
        Backend::on(Cluster::shared(), PostgresOptions::default()).await
    }

    /// Returns a database that is divided into hash partitions by table id.
    pub(crate) async fn partitioned() -> Backend {
        let options = PostgresOptions { partitions: Some(4), ..PostgresOptions::default() };
        Backend::on(Cluster::shared(), options).await
    }

    pub(crate) async fn on(cluster: &Cluster, options: PostgresOptions) -> Backend {
        Backend::Database(cluster.database().await.expect("a database"), options)
    }

    pub(crate) fn location(&self) -> Location {
        match self {
            Backend::File(scratch) => Location::Sqlite(scratch.join("tables.db")),
            Backend::Database(url, _) => Location::Postgres(url.clone()),
        }
    }

    pub(crate) async fn open(&self) -> Arc<dyn Store> {
        let options = match self {
            Backend::File(_) => PostgresOptions::default(),
            Backend::Database(_, options) => options.clone(),
        };
        open_with(&self.location(), options).await.expect("it opens")
    }

    /// Opens the store twice if it can be shared, otherwise once and returns it twice.
    pub(crate) async fn open_two(&self) -> [Arc<dyn Store>; 2] {
        let one = self.open().await;
        let other = match self {
            Backend::File(_) => Arc::clone(&one),
            Backend::Database(..) => self.open().await,
        };
        [one, other]
    }
}

pub(crate) fn table(name: &str) -> TableId {
    TableId(name.into())
}

/// Returns a table id of the given shard.
pub(crate) fn table_in(shard: u16) -> TableId {
    (0..).map(|n| table(&format!("t{n}"))).find(|id| id.shard() == shard).expect("one of them")
}

pub(crate) fn fact(seq: Seq, body: &str) -> Stored {
    Stored { seq, schema: 3, rules: 2, at: 1_000 + seq as Millis, body: body.to_owned() }
}

pub(crate) fn row(id: &TableId, last: Seq) -> Row {
    Row {
        id: id.clone(),
        last,
        created: 1_000,
        updated: 1_000 + last as Millis,
        stage: Stage::Open,
        is_listed: true,
        due: None,
        summary: r#"{"name":"Замок 'n' \"castle\""}"#.to_owned(),
        head: Some(Digest([last as u8; 32])),
    }
}

/// Returns an append of one fact per body after `after`.
pub(crate) fn append(id: &TableId, after: Seq, bodies: &[&str]) -> Append {
    let facts: Vec<Stored> = (after + 1..).zip(bodies).map(|(seq, body)| fact(seq, body)).collect();
    let last = after + bodies.len() as Seq;
    Append { facts, row: row(id, last), fence: None }
}

pub(crate) fn fenced(append: Append, fence: Lease) -> Append {
    Append { fence: Some(fence), ..append }
}

pub(crate) async fn bodies(store: &dyn Store, id: &TableId) -> Vec<String> {
    let facts = store.read(id, 0).await.expect("it reads");
    facts.into_iter().map(|fact| fact.body).collect()
}
