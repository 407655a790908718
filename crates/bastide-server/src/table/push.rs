//! Who gets push messages: people at tables with a correspondence clock, when
//! they are to act.

use std::collections::BTreeMap;

use bastide_protocol::ClockPlan;

use super::{Chair, Erasure, HolderId, Table, Taken};
use crate::store::Millis;
use crate::token::TokenHash;

/// What push messages depend on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PushState {
    /// The person who is to act, if it is one.
    pub(crate) awaited: Option<HolderId>,
    /// Everybody who may subscribe, with the token that counts: another token
    /// means another device.
    pub(crate) people: BTreeMap<HolderId, TokenHash>,
}

impl Table {
    /// What push messages depend on; none at tables without a correspondence
    /// clock.
    pub(crate) fn push_state(&self) -> Option<PushState> {
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

    /// The person whose correspondence clock runs.
    pub(crate) fn awaited_person(&self) -> Option<HolderId> {
        let is_days = matches!(self.made.clock, Some(ClockPlan::Days { .. }));
        let chair = self.seats.get(usize::from(self.to_act().filter(|_| is_days)?))?;
        match chair.taken {
            Taken::Person { holder, bot: None, .. } if !chair.is_out => Some(holder),
            Taken::Person { .. } | Taken::Bot { .. } | Taken::Nobody => None,
        }
    }

    /// How long the running clock has run by now, and what it has left.
    pub(crate) fn running_clock(&self, now: Millis) -> Option<(Millis, Millis)> {
        let clock = self.clock.as_ref()?;
        Some((now - clock.since(), clock.due()? - now))
    }

    /// The names of the people at the table other than `holder`.
    pub(crate) fn names_beside(&self, holder: HolderId) -> Vec<String> {
        let name = |chair: &Chair| match &chair.taken {
            Taken::Person { name, holder: other, .. } if *other != holder && !name.is_empty() => {
                Some(name.clone())
            }
            Taken::Person { .. } | Taken::Bot { .. } | Taken::Nobody => None,
        };
        self.seats.iter().filter_map(name).collect()
    }

    /// The people at the table whom an erasure is about.
    pub(crate) fn erased_people(&self, whom: &Erasure) -> Vec<HolderId> {
        let seats = (0..).zip(&self.seats);
        let is_meant = |(seat, chair): (u8, &Chair)| match &chair.taken {
            Taken::Person { name, holder, .. } if whom.is_about(name, Some(seat)) => Some(*holder),
            Taken::Person { .. } | Taken::Bot { .. } | Taken::Nobody => None,
        };
        seats.filter_map(is_meant).collect()
    }
}
