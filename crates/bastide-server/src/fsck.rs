//! Consistency check of all tables in a database: replays each log and compares the hash chain, the
//! row, the record and the final state. Changes nothing.

use bastide_host::{Record, VerifyError, verify};
use bastide_table::{Table, chain};
use serde::Serialize;

use crate::store::{Inspector, Location, OpenError, Row, StoreError, Stored, TableId};

/// Number of rows read per page.
const PAGE: u16 = 200;

/// An inconsistency of a table.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Finding {
    /// Table id.
    pub table: String,
    /// Inconsistent part of the table.
    pub part: Part,
    /// Description of the problem.
    pub text: String,
}

/// Parts of a table that are checked.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// Log of facts: readable, without gaps, and replayable as a game.
    Log,
    /// Hash chain: its head matches the row.
    Chain,
    /// Row: it agrees with the log.
    Row,
    /// Record: readable, and its draws follow from the committed seed.
    Record,
    /// Final state: points and winners match the replay.
    State,
}

impl Part {
    /// Returns the name of the part.
    pub const fn name(self) -> &'static str {
        match self {
            Part::Log => "log",
            Part::Chain => "chain",
            Part::Row => "row",
            Part::Record => "record",
            Part::State => "state",
        }
    }
}

/// Totals of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Summary {
    /// Number of tables checked.
    pub tables: u64,
    /// Number of facts replayed.
    pub facts: u64,
    /// Number of problems found.
    pub problems: u64,
}

/// Reasons why a database cannot be checked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FsckError {
    /// The database cannot be opened.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The database cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Checks all tables and calls `tell` for each problem as it is found.
///
/// # Errors
/// Returns [`FsckError`] if the database cannot be opened or read.
pub async fn check(
    location: &Location,
    mut tell: impl FnMut(&Finding),
) -> Result<Summary, FsckError> {
    let inspector = Inspector::open(location).await?;
    let mut summary = Summary::default();
    let mut behind = TableId::default();
    loop {
        let rows = inspector.rows(&behind, PAGE).await?;
        let Some(last) = rows.last() else { return Ok(summary) };
        let next = last.id.clone();
        for row in rows {
            let (findings, facts) = check_twice(&inspector, &behind, row.clone()).await?;
            summary.tables += 1;
            summary.facts += facts;
            summary.problems += findings.len() as u64;
            findings.iter().for_each(&mut tell);
            behind = row.id;
        }
        behind = next;
    }
}

/// Checks a table, and rereads and rechecks it if a problem is found, since a server may have
/// changed it between two reads.
async fn check_twice(
    inspector: &Inspector,
    behind: &TableId,
    row: Row,
) -> Result<(Vec<Finding>, u64), StoreError> {
    let first = check_one(inspector, &row).await?;
    if first.0.is_empty() {
        return Ok(first);
    }
    let again = inspector.rows(behind, 1).await?.into_iter().next();
    match again.filter(|again| again.id == row.id) {
        Some(again) => check_one(inspector, &again).await,
        None => Ok((Vec::new(), 0)),
    }
}

async fn check_one(inspector: &Inspector, row: &Row) -> Result<(Vec<Finding>, u64), StoreError> {
    match inspector.read(&row.id).await {
        Ok(log) => {
            let count = log.len() as u64;
            Ok((check_table(row, &log), count))
        }
        Err(StoreError::Damaged(text)) => Ok((vec![finding(row, Part::Log, text)], 0)),
        Err(error) => Err(error),
    }
}

fn finding(row: &Row, part: Part, text: impl Into<String>) -> Finding {
    Finding { table: row.id.to_string(), part, text: text.into() }
}

/// Checks a log against its row. Ignores facts that were appended after the row was read.
fn check_table(row: &Row, log: &[Stored]) -> Vec<Finding> {
    let count = usize::try_from(row.last).unwrap_or(usize::MAX);
    let Some(log) = log.get(..count) else {
        let text = format!("the row has {} facts, but the log has {}", row.last, log.len());
        return vec![finding(row, Part::Log, text)];
    };
    let mut findings = Vec::new();
    if row.head.is_some_and(|head| head != chain::head(&row.id, log)) {
        let text = "the head of the log does not match the stored head: a fact was changed";
        findings.push(finding(row, Part::Chain, text));
    }
    match std::panic::catch_unwind(|| Table::load(&row.id, log)) {
        Ok(Ok((table, _))) => check_loaded(row, &table, &mut findings),
        Ok(Err(damage)) => findings.push(finding(row, Part::Log, damage.to_string())),
        Err(_) => findings.push(finding(row, Part::Log, "replaying the log panicked")),
    }
    findings
}

fn check_loaded(row: &Row, table: &Table, findings: &mut Vec<Finding>) {
    let expected = table.row();
    let differs = [
        ("created", row.created != expected.created),
        ("updated", row.updated != expected.updated),
        ("stage", row.stage != expected.stage),
        ("is_listed", row.is_listed != expected.is_listed),
    ];
    for (column, _) in differs.into_iter().filter(|(_, differs)| *differs) {
        let text = format!("the column {column} does not match the log");
        findings.push(finding(row, Part::Row, text));
    }
    if bastide_table::line_of(row).is_none() {
        findings.push(finding(row, Part::Row, "the summary cannot be read"));
    }
    if let Some(text) = table.wrong_end() {
        findings.push(finding(row, Part::State, text));
    }
    if let Ok(record) = table.public_record()
        && let Some(text) = wrong_record(&record)
    {
        findings.push(finding(row, Part::Record, text));
    }
}

/// Returns the problem of a record, if any: it does not round-trip through its text, or its draws
/// do not follow from its seed.
fn wrong_record(record: &Record) -> Option<String> {
    match Record::read(record.to_text()) {
        Ok(again) if again.actions() == record.actions() => {}
        Ok(_) => return Some("the record cannot be restored from its text".to_owned()),
        Err(error) => return Some(error.to_string()),
    }
    match verify(record) {
        Ok(_) | Err(VerifyError::NoCommitment | VerifyError::NoSeed) => None,
        Err(error) => Some(error.to_string()),
    }
}
