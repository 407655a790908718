//! Changes: commands that have been decided and applied to a copy of the table, but not saved.

use std::sync::Arc;

use bastide_protocol::{Problem, TableEvent};

use crate::table::{Entry, Fact, Made, Moment, Refusal, Saved, Table};
use crate::{Entropy, Millis, Stored, TableId};

/// A change that has been decided and applied to a copy, but not saved. The host saves `facts`;
/// afterwards `next` replaces the table, and clients are sent `events`.
pub struct Change {
    /// The table after the change.
    pub next: Table,
    /// The facts to save, which follow the last fact of the table.
    pub facts: Vec<Stored>,
    /// The events of the facts, for clients.
    pub events: Vec<Arc<TableEvent>>,
    /// The reason if the command is refused although there are facts to save.
    pub refusal: Option<Problem>,
}

/// Outcome of planning a command that is not refused.
pub enum Planned {
    /// Nothing has to be saved: the command was executed before, or changes nothing.
    Done(Saved),
    /// There are facts to save.
    Change(Box<Change>),
}

/// The host of a table, as far as it determines whether the table has to be brought up to date.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Host<'a> {
    /// Seed epoch: the remaining tiles of tables with another one are drawn from a new seed.
    pub epoch: &'a str,
    /// Time at which the first process started after none had been running. A clock that seems to
    /// have expired before gets some time.
    pub restarted: Millis,
}

impl Table {
    /// Decides a command and applies its facts to a copy of the table. A repeated command, with the
    /// same `id`, changes nothing.
    ///
    /// # Errors
    /// Returns a [`Refusal`] without facts if the command is not possible or not allowed.
    pub fn plan(
        &self,
        host: Host<'_>,
        id: Option<&str>,
        moment: Moment,
        decide: impl Fn(&Table, Moment) -> Result<Vec<Fact>, Refusal>,
    ) -> Result<Planned, Refusal> {
        if let Some(saved) = id.and_then(|id| self.saved_before(id)) {
            return Ok(Planned::Done(saved));
        }
        let now = moment.now;
        // After a restart or a restore the table is brought up to date first.
        let mut begun = None;
        let overdue =
            [self.resumption(host.restarted, now), self.reseeded(host.epoch, &moment.entropy)];
        for fact in overdue.into_iter().flatten() {
            begun.get_or_insert_with(|| Change::of(self)).add(Entry { id: None, fact }, now)?;
        }
        let current = begun.as_ref().map_or(self, |change| &change.next);
        let moment = Moment { now: current.stamp(now), ..moment };
        let (decided, refusal) = match decide(current, moment) {
            Ok(facts) => (facts, None),
            Err(refusal) if refusal.facts.is_empty() => return Err(refusal),
            Err(Refusal { problem, facts, .. }) => (facts, Some(problem)),
        };
        // Only executed commands are stored with their id.
        let id = id.filter(|_| refusal.is_none());
        self.check_bounds(&decided)?;
        if decided.is_empty() && begun.is_none() {
            return Ok(Planned::Done(self.saved()));
        }
        let mut change = begun.unwrap_or_else(|| Change::of(self));
        change.refusal = refusal;
        let count = decided.len();
        for (at, fact) in decided.into_iter().enumerate() {
            // The id goes to the last fact: the command is complete only with all of its facts.
            let id = id.filter(|_| at + 1 == count).map(str::to_owned);
            change.add(Entry { id, fact }, now)?;
        }
        Ok(Planned::Change(Box::new(change)))
    }
}

impl Change {
    /// Creates a table, whose game starts at once if all seats are taken.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if `made` does not describe a possible table.
    pub fn founding(
        id: &TableId,
        made: Made,
        at: Millis,
        entropy: &Entropy,
    ) -> Result<Change, Refusal> {
        let entry = Entry { id: None, fact: Fact::Made(Box::new(made)) };
        let facts = vec![entry.stored(1, at)];
        let (next, events) = Table::load(id, &facts)?;
        let mut change = Change { next, facts, events, refusal: None };
        for fact in change.next.begins_at_once(entropy)? {
            change.add(Entry { id: None, fact }, at)?;
        }
        Ok(change)
    }

    /// Creates a change of `table` without facts.
    fn of(table: &Table) -> Change {
        Change { next: table.clone(), facts: Vec::new(), events: Vec::new(), refusal: None }
    }

    /// Appends a fact and applies it.
    fn add(&mut self, entry: Entry, now: Millis) -> Result<(), Refusal> {
        let stored = entry.stored(self.next.seq() + 1, self.next.stamp(now));
        let event = self.next.apply_entry(entry, &stored)?;
        self.events.push(event);
        self.facts.push(stored);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bastide_protocol::{ClockPlan, Command, NewTable, Phase, ProblemCode, SeatPlan};

    use super::*;
    use crate::{HolderId, Identity, Presence, Token};

    /// Creates a table for three players on one screen, with a clock of 60 seconds.
    fn founded() -> Change {
        let me = |name: &str| SeatPlan::Me { name: name.to_owned() };
        let clock = Some(ClockPlan::Live { seconds: 60, increment: 0 });
        let new = NewTable {
            clock,
            ..NewTable::new("base,fields", vec![me("Anna"), me("Boris"), me("Clara")])
        };
        let made = Made::new(new, Token::random().hash(), &Entropy::fresh()).expect("possible");
        let id = TableId("abcdefghjkmn".into());
        Change::founding(&id, made, 1_000, &Entropy::fresh()).expect("sound")
    }

    /// Plans a command of the creator at `now`.
    fn plan(table: &Table, now: Millis, command: &Command) -> Result<Planned, Refusal> {
        let moment =
            Moment { now, here: Vec::new(), entropy: Entropy::fresh(), engines: Vec::new() };
        let who = Identity { holder: Some(HolderId::CREATOR), ..Identity::default() };
        let host = Host { epoch: "", restarted: 0 };
        let decide = |table: &Table, moment: Moment| table.decide(&who, command, &moment);
        table.plan(host, Some("1"), moment, decide)
    }

    fn changed(planned: Result<Planned, Refusal>) -> Change {
        match planned {
            Ok(Planned::Change(change)) => *change,
            Ok(Planned::Done(_)) => panic!("nothing has to be saved"),
            Err(refusal) => panic!("refused: {}", refusal.problem.message),
        }
    }

    fn say() -> Command {
        Command::Say { text: "hello".to_owned() }
    }

    #[test]
    fn a_full_table_begins_when_it_is_founded() {
        let Change { next, facts, events, refusal } = founded();
        let who = Identity::default();
        assert_eq!(next.view(&who, &Presence::default(), &[], 1_000).phase, Phase::Playing);
        assert_eq!((facts.len(), events.len(), refusal), (2, 2, None));
        let (again, _) = Table::load(&next.id, &facts).expect("a sound log");
        assert_eq!(again.row(), next.row());
    }

    #[test]
    fn a_repeated_command_changes_nothing() {
        let table = founded().next;
        let change = changed(plan(&table, 2_000, &say()));
        assert_eq!((change.facts.len(), table.seq()), (1, 2), "only the copy is changed");
        match plan(&change.next, 3_000, &say()) {
            Ok(Planned::Done(saved)) => assert_eq!(saved, change.next.saved()),
            Ok(Planned::Change(_)) | Err(_) => panic!("the command was executed before"),
        }
    }

    /// A command after the flag has fallen is refused, and may be sent again: its id is not stored.
    #[test]
    fn a_refused_command_can_have_facts() {
        let table = founded().next;
        let seat = table.seats_of(HolderId::CREATOR)[0];
        let late = Command::Propose { seat, what: bastide_protocol::Proposal::Undo };
        let change = changed(plan(&table, 100_000, &late));
        let code = change.refusal.as_ref().map(|problem| problem.code);
        assert_eq!(code, Some(ProblemCode::OutOfTime));
        assert!(!change.facts.is_empty());
        assert!(change.next.saved_before("1").is_none());
        let refusal = plan(&table, 2_000, &late).err().expect("no move was made");
        assert!(refusal.facts.is_empty() && refusal.damage.is_none());
    }
}
