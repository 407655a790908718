//! Recipients of push messages: players at tables with a correspondence clock, when they are to
//! act.

use std::collections::BTreeMap;

use bastide_protocol::ClockPlan;

use super::{Chair, Erasure, HolderId, Table, Taken};
use crate::log::Millis;
use crate::token::TokenHash;

/// State that determines push messages.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushState {
    /// The player to act, if it is a person.
    pub awaited: Option<HolderId>,
    /// Players who may subscribe, with their current token: another token means another device.
    pub people: BTreeMap<HolderId, TokenHash>,
}

impl Table {
    /// Returns the state that determines push messages; `None` at tables without a correspondence
    /// clock.
    pub fn push_state(&self) -> Option<PushState> {
        if !matches!(self.made.clock, Some(ClockPlan::Days { .. })) {
            return None;
        }
        let mut people = BTreeMap::new();
        if self.over.is_none() && self.check_not_closed().is_ok() {
            for holder in self.seats.iter().filter(|chair| !chair.is_out).filter_map(Chair::holder)
            {
                if let Some(token) = self.holders.token(holder) {
                    people.insert(holder, token.clone());
                }
            }
        }
        Some(PushState { awaited: self.awaited_person(), people })
    }

    /// Returns the player whose correspondence clock is running.
    pub fn awaited_person(&self) -> Option<HolderId> {
        let is_days = matches!(self.made.clock, Some(ClockPlan::Days { .. }));
        let chair = self.seats.get(usize::from(self.to_act().filter(|_| is_days)?))?;
        match chair.taken {
            Taken::Person { holder, bot: None, .. } if !chair.is_out => Some(holder),
            Taken::Person { .. } | Taken::Bot { .. } | Taken::Nobody => None,
        }
    }

    /// Returns the time that the running clock has run by `now`, and the remaining time.
    pub fn running_clock(&self, now: Millis) -> Option<(Millis, Millis)> {
        let clock = self.clock.as_ref()?;
        Some((now - clock.since(), clock.due()? - now))
    }

    /// Returns the names of the players at the table other than `holder`.
    pub fn names_beside(&self, holder: HolderId) -> Vec<String> {
        let name = |chair: &Chair| match &chair.taken {
            Taken::Person { name, holder: other, .. } if *other != holder && !name.is_empty() => {
                Some(name.clone())
            }
            Taken::Person { .. } | Taken::Bot { .. } | Taken::Nobody => None,
        };
        self.seats.iter().filter_map(name).collect()
    }

    /// Returns the players at the table to whom an erasure applies.
    pub fn erased_people(&self, whom: &Erasure) -> Vec<HolderId> {
        let seats = (0..).zip(&self.seats);
        let is_meant = |(seat, chair): (u8, &Chair)| match &chair.taken {
            Taken::Person { name, holder, .. } if whom.is_about(name, Some(seat)) => Some(*holder),
            Taken::Person { .. } | Taken::Bot { .. } | Taken::Nobody => None,
        };
        seats.filter_map(is_meant).collect()
    }
}
