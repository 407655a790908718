//! Recent changes, which a replica may lack.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tokio::time::Instant;

use crate::store::{Hint, Row, Seq, Stage, TableId};

/// Time for which a change is remembered. A replica that is used has every older change: it is at
/// most [`super::MAX_LAG`] behind at a check, and checks are at most some seconds apart.
const REMEMBER: Duration = Duration::from_secs(30);

/// Requirement on a table in the replica.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Needed {
    /// None: the table has not changed recently.
    Nothing,
    /// The table has facts up to this number.
    Last(Seq),
    /// The table was deleted.
    Absence,
    /// The log was replaced, which its numbers do not show: the primary is read.
    Primary,
}

impl Needed {
    /// Returns true if a replica in which the last fact has number `last` suffices; `None` if it
    /// does not have the table.
    pub(super) fn is_met(self, last: Option<Seq>) -> bool {
        match (self, last) {
            (Needed::Nothing, _) | (Needed::Absence, None) => true,
            (Needed::Last(needed), Some(last)) => last >= needed,
            (Needed::Last(_), None) | (Needed::Absence, Some(_)) | (Needed::Primary, _) => false,
        }
    }
}

/// Last known change of a table.
struct Change {
    needed: Needed,
    /// Where lists show the table, if that is known.
    shown: Option<(Stage, bool)>,
    at: Instant,
}

/// Changes known to this process: its own, and those of which others have notified it.
#[derive(Default)]
pub(super) struct Recent {
    changes: BTreeMap<TableId, Change>,
    /// Tables that this process has added to a list or removed from one, until the replica is known
    /// to have the change.
    awaited: BTreeSet<TableId>,
}

impl Recent {
    /// Records that a table has facts up to number `last`.
    pub(super) fn note(&mut self, table: &TableId, last: Seq, now: Instant) {
        match self.changes.get_mut(table) {
            Some(Change { needed: Needed::Last(known), at, .. }) if *known < last => {
                (*known, *at) = (last, now);
            }
            // A notification may arrive late, or after the deletion.
            Some(_) => {}
            None => {
                let change = Change { needed: Needed::Last(last), shown: None, at: now };
                self.changes.insert(table.clone(), change);
            }
        }
    }

    /// Records the row of a change of this process.
    pub(super) fn note_row(&mut self, row: &Row, now: Instant) {
        let shown = Some((row.stage, row.is_listed));
        let change = Change { needed: Needed::Last(row.last), shown, at: now };
        let before = self.changes.insert(row.id.clone(), change);
        if before.is_none_or(|before| before.shown != shown) {
            self.awaited.insert(row.id.clone());
        }
    }

    /// Records that a table was deleted.
    pub(super) fn note_deleted(&mut self, table: &TableId, now: Instant) {
        let change = Change { needed: Needed::Absence, shown: None, at: now };
        self.changes.insert(table.clone(), change);
        self.awaited.insert(table.clone());
    }

    /// Records that the log of a table was replaced.
    pub(super) fn note_rewritten(&mut self, table: &TableId, now: Instant) {
        let change = Change { needed: Needed::Primary, shown: None, at: now };
        self.changes.insert(table.clone(), change);
    }

    /// Returns the requirement on a table.
    pub(super) fn needed(&self, table: &TableId) -> Needed {
        self.changes.get(table).map_or(Needed::Nothing, |change| change.needed)
    }

    /// Returns the tables whose changes a list has to contain.
    pub(super) fn awaited(&self) -> Vec<TableId> {
        self.awaited.iter().cloned().collect()
    }

    /// Returns true if a list has to contain the change of a table.
    pub(super) fn is_awaited(&self, table: &TableId) -> bool {
        self.awaited.contains(table)
    }

    /// Stops waiting for those of `tables` whose changes the replica has: `found` are the last facts
    /// that it returned for them.
    pub(super) fn confirm(&mut self, tables: &[TableId], found: &[Hint]) {
        let lasts: BTreeMap<&TableId, Seq> =
            found.iter().map(|hint| (&hint.table, hint.last)).collect();
        for table in tables {
            if self.needed(table).is_met(lasts.get(table).copied()) {
                self.awaited.remove(table);
            }
        }
    }

    /// Forgets changes that every usable replica has.
    pub(super) fn prune(&mut self, now: Instant) {
        self.changes.retain(|_, change| now - change.at < REMEMBER);
        self.awaited.retain(|table| self.changes.contains_key(table));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn id(name: &str) -> TableId {
        TableId(name.into())
    }

    fn row(name: &str, last: Seq, stage: Stage) -> Row {
        Row {
            id: id(name),
            last,
            created: 0,
            updated: 0,
            stage,
            is_listed: true,
            due: None,
            summary: String::new(),
            head: None,
        }
    }

    fn hint(name: &str, last: Seq) -> Hint {
        Hint { table: id(name), last }
    }

    #[test]
    fn the_last_known_fact_is_needed() {
        let (mut recent, now) = (Recent::default(), Instant::now());
        assert_eq!(recent.needed(&id("a")), Needed::Nothing);
        recent.note(&id("a"), 7, now);
        recent.note(&id("a"), 5, now);
        assert_eq!(recent.needed(&id("a")), Needed::Last(7));
        assert!(!recent.needed(&id("a")).is_met(Some(6)));
        assert!(recent.needed(&id("a")).is_met(Some(7)));
        assert!(!recent.needed(&id("a")).is_met(None));
        recent.note_deleted(&id("a"), now);
        recent.note(&id("a"), 8, now);
        assert_eq!(recent.needed(&id("a")), Needed::Absence, "a late notification");
        assert!(!Needed::Absence.is_met(Some(8)) && Needed::Absence.is_met(None));
    }

    #[test]
    fn lists_wait_for_tables_that_move_between_lists() {
        let (mut recent, now) = (Recent::default(), Instant::now());
        recent.note(&id("other"), 3, now);
        assert_eq!(recent.awaited(), [], "changes of others are not waited for");
        recent.note_row(&row("a", 1, Stage::Playing), now);
        assert_eq!(recent.awaited(), [id("a")]);
        recent.confirm(&[id("a")], &[]);
        assert_eq!(recent.awaited(), [id("a")], "the replica does not have it");
        recent.confirm(&[id("a")], &[hint("a", 1)]);
        assert_eq!(recent.awaited(), []);
        recent.note_row(&row("a", 2, Stage::Playing), now);
        assert_eq!(recent.awaited(), [], "a move stays in the same list");
        recent.note_row(&row("a", 3, Stage::Over), now);
        recent.confirm(&[id("a")], &[hint("a", 2)]);
        assert_eq!(recent.awaited(), [id("a")], "the end of the game is missing");
        recent.note_deleted(&id("a"), now);
        recent.confirm(&[id("a")], &[hint("a", 3)]);
        assert!(recent.is_awaited(&id("a")), "the replica still has it");
        recent.confirm(&[id("a")], &[]);
        assert_eq!(recent.awaited(), []);
    }

    #[test]
    fn a_replaced_log_is_read_from_the_primary() {
        let (mut recent, now) = (Recent::default(), Instant::now());
        recent.note_rewritten(&id("a"), now);
        recent.note(&id("a"), 9, now);
        assert!(!recent.needed(&id("a")).is_met(Some(9)), "it may be the log of before");
        recent.note_row(&row("a", 10, Stage::Over), now);
        assert!(recent.needed(&id("a")).is_met(Some(10)), "a later change");
    }

    #[test]
    fn changes_are_forgotten_after_a_while() {
        let (mut recent, now) = (Recent::default(), Instant::now());
        recent.note_row(&row("a", 1, Stage::Open), now);
        recent.note(&id("b"), 1, now + Duration::from_secs(1));
        recent.prune(now + REMEMBER);
        assert_eq!(recent.needed(&id("a")), Needed::Nothing);
        assert_eq!(recent.awaited(), []);
        assert_eq!(recent.needed(&id("b")), Needed::Last(1));
        assert!(REMEMBER > super::super::MAX_LAG * 2, "a usable replica has older changes");
    }
}
