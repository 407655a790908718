//! Views of a table: the complete view for a client, and the entry in lists.

use std::sync::Arc;

use bastide::{Game, Seat, SeatColours};
use bastide_protocol::{
    Aid, CachedJson, Colour, Occupant, Offers, Phase, ProposalView, SeatView, TableEvent,
    TableLine, TableView, Visibility, standing,
};

use serde_json::{Value, json};

use super::{Chair, Deal, HolderId, Identity, Play, Table, Taken};
use crate::log::{Millis, Row, Stage};

/// Maximum number of events in a view.
const EVENTS: usize = 500;

/// Connected clients, which are not part of the log.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Presence {
    /// Holders with a client connected to this process.
    pub holders: Vec<HolderId>,
    /// Number of watchers.
    pub watchers: u32,
}

impl Table {
    /// Returns the table as seen by one client.
    pub fn view(
        &self,
        who: &Identity,
        presence: &Presence,
        events: &[Arc<TableEvent>],
        now: Millis,
    ) -> TableView {
        let skip = events.len().saturating_sub(EVENTS);
        let mut view = self.common_view(presence, 0, now);
        view.events = events[skip..].iter().map(|event| TableEvent::clone(event)).collect();
        self.personalize(&mut view, who);
        view
    }

    /// Returns the parts of the view that are the same for all clients, without events and without
    /// the first `known` tiles of the board.
    pub(crate) fn common_view(&self, presence: &Presence, known: usize, now: Millis) -> TableView {
        let (actions, turns, aid) = (self.actions(), self.turns(), self.made.aid);
        let game = self.views.game_from(self.game(), actions, turns, aid, known);
        TableView {
            id: self.id.to_string(),
            seq: self.seq,
            revision: self.revision,
            phase: self.phase(),
            seats: (0..).zip(&self.seats).map(|(at, c)| self.seat(at, c, presence)).collect(),
            yours: Vec::new(),
            is_creator: false,
            watchers: presence.watchers,
            visibility: self.made.visibility,
            aid,
            undo: self.made.undo,
            stand_in: self.made.stand_in.clone(),
            is_deal_known: !matches!(self.made.deal, Deal::Seed { is_known: false, .. }),
            commitment: self.commitment(),
            deal: self.deal_view(),
            clock: self.clock.as_ref().map(|clock| clock.view(now)),
            proposal: self.proposal.as_ref().map(|pending| ProposalView {
                what: pending.what.clone(),
                by: pending.by,
                agreed: pending.agreed.clone(),
                awaited: self.awaited(pending),
            }),
            rematch: self.rematch.clone(),
            moderation: self.moderation_view(&Identity::default()),
            game: CachedJson::new(game),
            standing: (aid != Aid::None).then(|| standing(self.game())),
            events: Vec::new(),
        }
    }

    /// Sets the parts of the view that depend on the client.
    pub(crate) fn personalize(&self, view: &mut TableView, who: &Identity) {
        view.yours = who.holder.map_or_else(Vec::new, |holder| self.seats_of(holder));
        view.is_creator = who.holder == Some(HolderId::CREATOR);
        view.moderation = self.moderation_view(who);
    }

    /// Returns the actions that this client can take now.
    pub fn offers(&self, who: &Identity) -> Option<Offers> {
        let seat = self.to_act()?;
        let is_mine = who.holder.is_some() && self.holder_of(seat) == who.holder;
        if !is_mine || self.bot_at(seat).is_some() {
            return None;
        }
        self.views.offers(self.game(), self.made.aid)
    }

    /// Returns the seat from which a client asks: of several, the one to act.
    pub(crate) fn asking_seat(&self, who: &Identity) -> Option<u8> {
        let seats = self.seats_of(who.holder?);
        let to_act = self.to_act().filter(|seat| seats.contains(seat));
        to_act.or_else(|| seats.first().copied())
    }

    /// Returns the kind of hints that the table allows.
    pub fn aid(&self) -> Aid {
        self.made.aid
    }

    fn phase(&self) -> Phase {
        match (&self.over, &self.play) {
            (Some(verdict), _) => Phase::Over {
                ending: verdict.ending,
                scores: verdict.scores.clone(),
                winners: verdict.winners.clone(),
            },
            (None, Play::Waiting(_)) => Phase::Open,
            (None, Play::On(_)) => Phase::Playing,
        }
    }

    fn seat(&self, at: u8, chair: &Chair, presence: &Presence) -> SeatView {
        let seat = Seat::new(at).unwrap_or(Seat::FIRST);
        SeatView {
            colour: self.made.seat_colours()[seat].into(),
            who: who(chair, presence),
            is_out: chair.is_out,
            is_weaker: chair.is_weaker,
            away: self.away_view(chair),
        }
    }

    /// Returns, for each seat, true if its player is connected.
    pub fn here(&self, presence: &Presence) -> Vec<bool> {
        let is_here = |chair: &Chair| matches!(chair.taken, Taken::Person { holder, .. } if presence.holders.contains(&holder));
        self.seats.iter().map(is_here).collect()
    }

    /// Returns the row for the store, including the list entry.
    pub fn row(&self) -> Row {
        let stage = match self.phase() {
            // Full and about to start: it has no free seat to be listed for.
            Phase::Open if self.is_full() => Stage::Playing,
            Phase::Open => Stage::Open,
            Phase::Playing => Stage::Playing,
            Phase::Over { .. } => Stage::Over,
        };
        let summary = serde_json::to_string(&self.line()).expect("messages can be serialized");
        Row {
            id: self.id.clone(),
            last: self.seq,
            created: self.created,
            updated: self.updated,
            stage,
            is_listed: self.made.visibility == Visibility::Listed,
            due: self.due(),
            summary,
            head: Some(self.head),
        }
    }

    /// Returns the short form of the list entry, for folded tables.
    pub fn brief(&self) -> String {
        brief(&self.line())
    }

    /// Returns the entry in lists.
    pub fn line(&self) -> TableLine {
        let nobody_here = Presence::default();
        let game = self.game();
        TableLine {
            id: self.id.to_string(),
            game: self.made.game,
            rules: self.made.rules.clone(),
            seats: self.seats.iter().map(|chair| who(chair, &nobody_here)).collect(),
            colours: colours(self.made.seat_colours(), self.seats.len()),
            clock: self.made.clock,
            aid: self.made.aid,
            scores: game.scores().iter(game.seats()).map(|(_, &points)| points).collect(),
            tiles_left: game.bag().left(),
            updated: self.updated,
        }
    }
}

fn who(chair: &Chair, presence: &Presence) -> Occupant {
    match &chair.taken {
        Taken::Nobody => Occupant::Nobody,
        Taken::Bot { level } => Occupant::Bot { level: level.clone(), instead_of: None },
        Taken::Person { name, bot: Some(level), .. } => {
            Occupant::Bot { level: level.clone(), instead_of: Some(name.clone()) }
        }
        Taken::Person { name, holder, bot: None } => {
            Occupant::Person { name: name.clone(), is_here: presence.holders.contains(holder) }
        }
    }
}

/// Serializes a list entry without the fields that the row contains, and with players as plain
/// names.
fn brief(line: &TableLine) -> String {
    let mut value = serde_json::to_value(line).expect("messages can be serialized");
    if let Some(line) = value.as_object_mut() {
        line.remove("id");
        line.remove("updated");
        line.retain(|_, value| !value.is_null());
        for seat in line.get_mut("seats").and_then(Value::as_array_mut).into_iter().flatten() {
            if seat["kind"] == "person" {
                *seat = seat["name"].take();
            }
        }
    }
    value.to_string()
}

/// Parses the list entry of a row, in either form.
pub fn line_of(row: &Row) -> Option<TableLine> {
    let mut value: Value = serde_json::from_str(&row.summary).ok()?;
    let line = value.as_object_mut()?;
    line.entry("id").or_insert_with(|| row.id.to_string().into());
    line.entry("updated").or_insert(row.updated.into());
    for seat in line.get_mut("seats").and_then(Value::as_array_mut).into_iter().flatten() {
        if seat.is_string() {
            *seat = json!({ "kind": "person", "name": seat.take(), "is_here": false });
        }
    }
    let mut line: TableLine = serde_json::from_value(value).ok()?;
    if line.colours.is_empty() {
        line.colours = colours(SeatColours::default(), line.seats.len());
    }
    Some(line)
}

fn colours(of: SeatColours, seats: usize) -> Vec<Colour> {
    (0..).map_while(Seat::new).take(seats).map(|seat| of[seat].into()).collect()
}
