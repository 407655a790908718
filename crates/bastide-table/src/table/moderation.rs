//! Moderation by the creator of a table, and closing by the operator.
//!
//! People without a seat are identified by their *mark*: a hash of the table, their address and a
//! key of the server. The key is never logged or sent, so a mark reveals nothing about an address
//! and cannot be compared between tables. Removed players and muted watchers are restricted by
//! their mark: a new browser window does not circumvent that, and the creator can lift either
//! restriction at any time.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use bastide_protocol::{
    Ending, Moderate, Moderated, ModerationView, PersonRef, Problem, ProblemCode, TableEventKind,
    Whom,
};

use super::decide::Identity;
use super::fact::{Fact, Taken};
use super::{Damage, HolderId, Table};
use crate::problem;

/// Number of recent chatting watchers that are remembered, so that they can be muted.
const SPEAKERS: usize = 100;

/// Maximum number of people that are muted or removed at a table at the same time.
const RESTRICTED: usize = 100;

/// Restrictions of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Moderation {
    /// Marks of players, by holder.
    marks: BTreeMap<HolderId, String>,
    /// Mark and name of watchers who chatted, most recent last.
    speakers: VecDeque<(String, String)>,
    muted_holders: BTreeSet<HolderId>,
    /// Names by mark.
    muted_watchers: BTreeMap<String, String>,
    /// Names by mark.
    removed: BTreeMap<String, String>,
    is_watcher_chat_closed: bool,
    closed: Option<String>,
}

impl Moderation {
    pub(super) fn sat(&mut self, holder: HolderId, mark: Option<String>) {
        self.marks.extend(mark.map(|mark| (holder, mark)));
    }

    pub(super) fn said(&mut self, watcher: Option<&str>, name: &str) {
        let Some(mark) = watcher else { return };
        self.speakers.retain(|(known, _)| known != mark);
        if self.speakers.len() == SPEAKERS {
            self.speakers.pop_front();
        }
        self.speakers.push_back((mark.to_owned(), name.to_owned()));
    }

    pub(super) fn readmitted(&mut self, mark: &str) -> TableEventKind {
        let name = self.removed.remove(mark).unwrap_or_default();
        TableEventKind::Moderated { what: Moderated::Readmitted { name } }
    }

    pub(super) fn watcher_chat(&mut self, is_open: bool) -> TableEventKind {
        self.is_watcher_chat_closed = !is_open;
        TableEventKind::Moderated { what: Moderated::WatcherChat { is_open } }
    }

    pub(super) fn close(&mut self, reason: &str) {
        self.closed = Some(reason.to_owned());
    }

    fn speaker(&self, mark: &str) -> Option<&str> {
        let known = self.speakers.iter().find(|(known, _)| known == mark);
        known.map(|(_, name)| name.as_str()).or_else(|| Some(self.muted_watchers.get(mark)?))
    }
}

impl Table {
    /// Returns the facts of a moderation command.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the sender is not the creator or the command is not possible.
    pub(super) fn decide_moderate(
        &self,
        who: &Identity,
        what: &Moderate,
    ) -> Result<Vec<Fact>, Problem> {
        if who.holder != Some(HolderId::CREATOR) {
            return Err(problem(
                ProblemCode::NotYours,
                "only the creator of the table can moderate it",
            ));
        }
        let fact = match what {
            Moderate::Kick { seat } => self.decide_kick(*seat)?,
            Moderate::Readmit { id } => {
                if !self.moderation.removed.contains_key(id) {
                    return Err(no_such_person());
                }
                Some(Fact::Readmitted { mark: id.clone() })
            }
            Moderate::Mute { whom, is_muted } => self.decide_mute(whom, *is_muted)?,
            Moderate::WatcherChat { is_open } => (*is_open
                == self.moderation.is_watcher_chat_closed)
                .then_some(Fact::WatcherChatSet { is_open: *is_open }),
        };
        Ok(fact.into_iter().collect())
    }

    fn decide_kick(&self, seat: u8) -> Result<Option<Fact>, Problem> {
        self.check_open()?;
        match self.holder_of(seat) {
            None => Err(problem(ProblemCode::WrongPhase, "no person sits there")),
            Some(HolderId::CREATOR) => {
                Err(problem(ProblemCode::NotYours, "this is your own seat: leave it instead"))
            }
            Some(_) if self.moderation.removed.len() >= RESTRICTED => Err(too_many()),
            Some(_) => Ok(Some(Fact::Kicked { seat })),
        }
    }

    fn decide_mute(&self, whom: &Whom, is_muted: bool) -> Result<Option<Fact>, Problem> {
        let moderation = &self.moderation;
        let is_so = match whom {
            Whom::Seat { seat } => match self.holder_of(*seat) {
                None => return Err(problem(ProblemCode::WrongPhase, "no person sits there")),
                Some(HolderId::CREATOR) => {
                    return Err(problem(ProblemCode::NotYours, "you cannot mute yourself"));
                }
                Some(holder) => moderation.muted_holders.contains(&holder),
            },
            Whom::Watcher { id } => {
                if moderation.speaker(id).is_none() {
                    return Err(no_such_person());
                }
                moderation.muted_watchers.contains_key(id)
            }
        };
        let restricted = moderation.muted_holders.len() + moderation.muted_watchers.len();
        if is_muted && !is_so && restricted >= RESTRICTED {
            return Err(too_many());
        }
        Ok((is_so != is_muted).then(|| Fact::Muted { whom: whom.clone(), is_muted }))
    }

    /// Frees the seat of a removed player, whose token is revoked.
    pub(super) fn kicked(&mut self, seat: u8) -> Result<TableEventKind, Damage> {
        let taken = std::mem::replace(&mut self.chair_mut(seat)?.taken, Taken::Nobody);
        let Taken::Person { name, holder, .. } = taken else {
            return Err(Damage("a person is removed from an empty seat".to_owned()));
        };
        self.salt_mut(seat)?.clear();
        self.retire(holder);
        if let Some(mark) = self.moderation.marks.get(&holder) {
            self.moderation.removed.insert(mark.clone(), name.clone());
        }
        Ok(TableEventKind::Moderated { what: Moderated::Kicked { seat, name } })
    }

    pub(super) fn muted(&mut self, whom: Whom, is_muted: bool) -> Result<TableEventKind, Damage> {
        let name = match &whom {
            Whom::Seat { seat } => {
                let Some(holder) = self.holder_of(*seat) else {
                    return Err(Damage("a person is muted at an empty seat".to_owned()));
                };
                match is_muted {
                    true => self.moderation.muted_holders.insert(holder),
                    false => self.moderation.muted_holders.remove(&holder),
                };
                self.names().swap_remove(usize::from(*seat))
            }
            Whom::Watcher { id } => {
                let name = self.moderation.speaker(id).unwrap_or_default().to_owned();
                match is_muted {
                    true => self.moderation.muted_watchers.insert(id.clone(), name.clone()),
                    false => self.moderation.muted_watchers.remove(id),
                };
                name
            }
        };
        Ok(TableEventKind::Moderated { what: Moderated::Muted { whom, name, is_muted } })
    }

    /// Checks that a person may chat. A muted player is also muted as a watcher.
    pub(super) fn check_may_say(&self, who: &Identity, seat: Option<u8>) -> Result<(), Problem> {
        let moderation = &self.moderation;
        if who.holder == Some(HolderId::CREATOR) {
            return Ok(());
        }
        let is_muted = match (seat.and(who.holder), &who.mark) {
            (Some(holder), _) => moderation.muted_holders.contains(&holder),
            (None, Some(mark)) => {
                let is_muted_player = |holder| moderation.marks.get(holder) == Some(mark);
                moderation.muted_watchers.contains_key(mark)
                    || moderation.muted_holders.iter().any(is_muted_player)
            }
            (None, None) => false,
        };
        if is_muted {
            return Err(problem(
                ProblemCode::Muted,
                "the creator of the table has muted you: you can play and watch, but not chat",
            ));
        }
        if seat.is_none() && moderation.is_watcher_chat_closed {
            return Err(problem(
                ProblemCode::ChatClosed,
                "the creator of the table has closed the chat for watchers",
            ));
        }
        Ok(())
    }

    /// Checks that a person with this mark may take a seat.
    pub(super) fn check_admitted(&self, mark: Option<&str>) -> Result<(), Problem> {
        if mark.is_some_and(|mark| self.moderation.removed.contains_key(mark)) {
            return Err(problem(
                ProblemCode::Removed,
                "the creator of the table has removed you: you can watch, but cannot take a seat \
                 until the owner readmits you",
            ));
        }
        Ok(())
    }

    /// Checks that the operator has not closed the table.
    pub(super) fn check_not_closed(&self) -> Result<(), Problem> {
        match &self.moderation.closed {
            Some(reason) => Err(closed(reason)),
            None => Ok(()),
        }
    }

    pub(super) fn moderation_view(&self, who: &Identity) -> ModerationView {
        let moderation = &self.moderation;
        let person =
            |(id, name): (&String, &String)| PersonRef { id: id.clone(), name: name.clone() };
        let removed = match who.holder {
            Some(HolderId::CREATOR) => moderation.removed.iter().map(person).collect(),
            Some(_) | None => Vec::new(),
        };
        let muted = moderation.muted_holders.iter().flat_map(|&holder| self.seats_of(holder));
        ModerationView {
            is_watcher_chat_open: !moderation.is_watcher_chat_closed,
            muted_seats: muted.collect::<BTreeSet<_>>().into_iter().collect(),
            muted_watchers: moderation.muted_watchers.iter().map(person).collect(),
            removed,
            closed: moderation.closed.clone(),
        }
    }

    /// Returns the facts of a table that the operator closes; empty if it is already closed.
    pub fn decide_close(&self, reason: &str) -> Vec<Fact> {
        if self.moderation.closed.is_some() {
            return Vec::new();
        }
        let mut facts = vec![Fact::Closed { reason: reason.to_owned() }];
        if self.over.is_none() {
            facts.push(self.ended_without_winner(Ending::Closed));
        }
        facts
    }

    /// Returns the facts of an abandoned game without a clock.
    pub fn decide_abandoned(&self) -> Vec<Fact> {
        if !self.is_playing() || self.clock.is_some() {
            return Vec::new();
        }
        vec![self.ended_without_winner(Ending::GivenUp)]
    }

    /// Returns the fact that ends an interrupted game.
    fn ended_without_winner(&self, ending: Ending) -> Fact {
        let mut over = self.ended(self.game(), ending, None);
        if let Fact::Over { winners, .. } = &mut over {
            winners.clear();
        }
        over
    }
}

/// Returns the problem sent for a table that the operator has closed.
pub(crate) fn closed(reason: &str) -> Problem {
    problem(ProblemCode::TableClosed, format!("the operator has closed this table: {reason}"))
}

fn no_such_person() -> Problem {
    problem(ProblemCode::NoSuchWatcher, "no such person: reload the table")
}

fn too_many() -> Problem {
    problem(ProblemCode::TooMany, format!("at most {RESTRICTED} people can be restricted"))
}
