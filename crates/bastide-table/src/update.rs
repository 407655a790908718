//! Messages to clients: the first one of a connection, and updates after changes.

use std::sync::Arc;

use bastide_protocol::{
    CachedJson, Moderated, PROTOCOL, Problem, ProblemCode, ServerMsg, TableEvent, TableEventKind,
    shown_tiles,
};

use crate::table::closed;
use crate::{HolderId, Identity, Millis, Presence, Table, problem};

/// Updates about the same events for all clients of a table. What all of them see is computed and
/// serialised once.
pub struct Updates<'a> {
    table: &'a Table,
    presence: Presence,
    now: Millis,
    events: CachedJson<Vec<TableEvent>>,
    /// Number of tiles that a client may know: all on the board, or none after an undo.
    laid: usize,
    /// Messages by the number of tiles that a client knows; usually all know the same.
    messages: Vec<ServerMsg>,
}

impl Updates<'_> {
    /// Creates the updates about `events`, the last of which led to the current state of `table`.
    pub fn new(
        table: &Table,
        presence: Presence,
        events: Vec<TableEvent>,
        now: Millis,
    ) -> Updates<'_> {
        let is_undo = |event: &TableEvent| matches!(event.what, TableEventKind::TookBack { .. });
        let laid = if events.iter().any(is_undo) { 0 } else { shown_tiles(table.game()) };
        let events = CachedJson::new(events);
        Updates { table, presence, now, events, laid, messages: Vec::new() }
    }

    /// Returns the events.
    pub fn events(&self) -> &[TableEvent] {
        &self.events
    }

    /// Returns how many tiles of the board need not be sent to a client that was sent `laid` tiles:
    /// none of them after an undo.
    pub fn known(&self, laid: usize) -> usize {
        laid.min(self.laid)
    }

    /// Returns the update for a client that knows the first `known` tiles.
    pub fn message(&mut self, who: &Identity, known: usize) -> &ServerMsg {
        let is_meant = |message: &ServerMsg| match message {
            ServerMsg::Update { laid_from, .. } => *laid_from == known,
            _ => false,
        };
        let at = self.messages.iter().position(is_meant).unwrap_or_else(|| {
            self.messages.push(ServerMsg::Update {
                events: self.events.clone(),
                table: Box::new(self.table.common_view(&self.presence, known, self.now)),
                laid_from: known,
                offers: None,
            });
            self.messages.len() - 1
        });
        if let ServerMsg::Update { table, offers, .. } = &mut self.messages[at] {
            self.table.personalize(table, who);
            *offers = self.table.offers(who);
        }
        &self.messages[at]
    }

    /// Returns true if the seats of this client have moved to another device.
    pub fn has_moved(&self, who: &Identity) -> bool {
        let Some(holder) = who.holder else { return false };
        self.events.iter().any(|event| match &event.what {
            TableEventKind::MovedSeat { seats } => *seats == self.table.seats_of(holder),
            _ => false,
        })
    }

    /// Returns the reason to disconnect a client after these events: the creator of the table
    /// removed its player, or the operator closed the table.
    pub fn dismissal(&self, who: &Identity) -> Option<Problem> {
        self.events.iter().find_map(|event| match &event.what {
            TableEventKind::Closed { reason } => Some(closed(reason)),
            TableEventKind::Moderated { what: Moderated::Kicked { .. } } => {
                let is_seatless =
                    |holder| holder != HolderId::CREATOR && self.table.seats_of(holder).is_empty();
                let text = "the creator of the table has removed you";
                who.holder.is_some_and(is_seatless).then(|| problem(ProblemCode::Removed, text))
            }
            _ => None,
        })
    }
}

impl Table {
    /// Returns the first message to a client. `server` is the version of the host, `events` are the
    /// last events of the table, and `seen` is the last event that the client knows.
    pub fn welcome(
        &self,
        who: &Identity,
        presence: &Presence,
        events: &[Arc<TableEvent>],
        seen: Option<u64>,
        server: &str,
        now: Millis,
    ) -> ServerMsg {
        ServerMsg::Welcome {
            protocol: PROTOCOL,
            server: server.to_owned(),
            now,
            table: Box::new(self.view(who, presence, events, now)),
            offers: self.offers(who),
            unseen: seen.map(|seen| seen.saturating_add(1)),
        }
    }
}
