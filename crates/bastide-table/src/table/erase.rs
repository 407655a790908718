//! Erasure of a person from the log of a table. Names, chat and marks are removed, while the game
//! and its draws stay, so the log can still be replayed. Each replacement keeps the digest of the
//! original fact, so the hash chain and receipts remain valid.

use bastide::Seat;
use bastide_host::Record;
use bastide_protocol::GoOn;

use super::Damage;
use super::fact::{Entry, Fact, Taken};
use crate::chain;
use crate::log::{Stored, TableId};

/// Replacement for an erased name or text.
pub const ERASED: &str = "—";

/// Selection of the person whose names and chat are erased.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Erasure {
    /// All players and watchers with this name.
    Name(String),
    /// All players who ever had this seat.
    Seat(u8),
}

impl Erasure {
    /// Returns true if the erasure applies to a person with this name and seat.
    pub fn is_about(&self, name: &str, seat: Option<u8>) -> bool {
        match self {
            Erasure::Name(erased) => erased == name,
            Erasure::Seat(erased) => seat == Some(*erased),
        }
    }
}

/// Returns the changed facts of a log, in their new form.
///
/// # Errors
/// Returns [`Damage`] if the log cannot be read.
pub fn erase(table: &TableId, log: &[Stored], whom: &Erasure) -> Result<Vec<Stored>, Damage> {
    let mut changed = Vec::new();
    for stored in log {
        let mut fact = match Entry::read(stored).map_err(Damage)?.fact {
            Fact::Erased { now, .. } => *now,
            fact => fact,
        };
        if erase_fact(&mut fact, whom) {
            let now = serde_json::to_string(&fact).expect("facts can be serialized");
            changed.push(chain::erased(table, stored, &now));
        }
    }
    Ok(changed)
}

/// Erases a person from a fact. Returns true if the fact has changed.
fn erase_fact(fact: &mut Fact, whom: &Erasure) -> bool {
    match fact {
        Fact::Made(made) => {
            let mut is_changed = false;
            for (seat, taken) in (0..).zip(&mut made.seats) {
                if let Taken::Person { name, .. } = taken
                    && name != ERASED
                    && whom.is_about(name, Some(seat))
                {
                    *name = ERASED.to_owned();
                    is_changed = true;
                }
            }
            let record = made.go_on.as_mut().is_some_and(|go_on| erase_record(go_on, whom));
            is_changed || record
        }
        Fact::Sat { seat, name, mark, .. } if whom.is_about(name, Some(*seat)) => {
            *mark = None;
            std::mem::replace(name, ERASED.to_owned()) != ERASED
        }
        Fact::Renamed { seat, name } if whom.is_about(name, Some(*seat)) => {
            std::mem::replace(name, ERASED.to_owned()) != ERASED
        }
        Fact::Said { seat, name, text, watcher } if whom.is_about(name, *seat) => {
            *watcher = None;
            *text = ERASED.to_owned();
            std::mem::replace(name, ERASED.to_owned()) != ERASED
        }
        _ => false,
    }
}

/// Erases a name from the header of the record that a game continues. Seats are not compared,
/// because they belong to another table.
fn erase_record(go_on: &mut GoOn, whom: &Erasure) -> bool {
    let (Erasure::Name(name), Ok(mut record)) = (whom, Record::read(&go_on.record)) else {
        return false;
    };
    let seats: Vec<Seat> = Seat::all(record.setup().seats).collect();
    if !seats.iter().any(|&seat| record.player(seat) == Some(name)) {
        return false;
    }
    let names: Vec<Option<String>> =
        seats.iter().map(|&seat| record.player(seat).map(str::to_owned)).collect();
    for (&seat, known) in seats.iter().zip(&names) {
        let shown = match known.as_deref() {
            Some(known) if known == name => ERASED,
            Some(known) => known,
            None => continue,
        };
        // The key is defined by the record format.
        let _ = record.set_extra(&Record::player_key(seat), shown);
    }
    if record.extra().contains_key(Record::PLAYERS) {
        let shown = |name: &Option<String>, erased: &str| match name.as_deref() {
            Some(name) if name == erased => ERASED.to_owned(),
            Some(name) => name.to_owned(),
            None => String::new(),
        };
        let all: Vec<String> = names.iter().map(|known| shown(known, name)).collect();
        let _ = record.set_extra(Record::PLAYERS, all.join(","));
    }
    go_on.record = record.to_string();
    true
}
