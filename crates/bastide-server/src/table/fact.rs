//! Facts, the elements of the log of a table. They must stay readable permanently: fields with a
//! default may be added, but the meaning of existing ones must not change.

use bastide::{BadColours, SeatColours};
use bastide_protocol::{
    Aid, ClockPlan, Colour, Ending, FirstSeat, GoOn, Proposal, UndoPolicy, Visibility, Whom,
    usual_stand_in,
};
use serde::{Deserialize, Serialize};

use super::HolderId;
use crate::store::{Millis, Seq, Stored};
use crate::token::TokenHash;

/// Version of the format of facts. A process reads this version and all older ones.
pub(crate) const SCHEMA: u16 = 1;

/// Version of the rules of the game.
pub(crate) const RULES: u16 = 1;

/// A fact with the id of the command that caused it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// Id assigned by the client, so that a repeated command gets the same response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The fact.
    pub fact: Fact,
}

/// A change of a table that has happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Fact {
    /// The table was created.
    Made(Box<Made>),
    /// A player took a seat.
    Sat {
        seat: u8,
        name: String,
        token: TokenHash,
        #[serde(default)]
        salt: String,
        /// Commitment to a salt that is revealed later.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt_commitment: Option<String>,
        /// Keyed hash of the player's address; see `moderation.rs`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mark: Option<String>,
    },
    /// A player gave up a seat.
    Left { seat: u8 },
    /// A player changed the name of a seat before the game.
    Renamed { seat: u8, name: String },
    /// A bot was placed on a free seat, or removed.
    BotSet { seat: u8, level: Option<String> },
    /// The client of a seat has committed to a salt.
    SaltCommitted { seat: u8, commitment: String },
    /// All seats are taken and all salts committed: the server has generated its seed and committed
    /// to it.
    Sealed { deal: Deal, commitment: String },
    /// The client of a seat has revealed its salt.
    SaltRevealed { seat: u8, salt: String },
    /// Salts were not revealed in time: these seats are free again, and the sealed seed is never
    /// used.
    DealDiscarded { seats: Vec<u8> },
    /// The game started: all seats are taken and all salts revealed.
    Began { first: u8, salt: String },
    /// The server was restored from a backup: all further draws use a new seed. Contains its
    /// commitment if the game has started and its draws can be verified.
    Reseeded {
        epoch: String,
        deal: Deal,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<String>,
    },
    /// A seat acted, followed by chance draws.
    Played {
        seat: u8,
        actions: Vec<String>,
        draws: Vec<String>,
        /// The bot that chose the actions, if it was weaker than that of the seat because the
        /// server was busy.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weaker: Option<String>,
    },
    /// The game was truncated to the first `keep` actions.
    TookBack { seat: u8, keep: usize },
    /// A seat made a proposal to the others.
    Proposed { seat: u8, what: Proposal },
    /// A seat agreed to the proposal.
    Agreed { seat: u8 },
    /// A seat declined or withdrew the proposal.
    Declined { seat: u8 },
    /// A player or watcher wrote in the chat.
    Said {
        seat: Option<u8>,
        name: String,
        text: String,
        /// Mark of a watcher.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        watcher: Option<String>,
    },
    /// The creator of the table removed a player from a seat.
    Kicked { seat: u8 },
    /// The creator allowed a removed player to sit again.
    Readmitted { mark: String },
    /// The creator muted or unmuted a player or watcher.
    Muted { whom: Whom, is_muted: bool },
    /// The creator closed or reopened the chat for watchers.
    WatcherChatSet { is_open: bool },
    /// The operator erased a person from earlier facts: the table in memory is out of date.
    PersonErased,
    /// The operator closed the table. A running game ends with the next fact.
    Closed { reason: String },
    /// A bot took over a seat.
    BotTookOver { seat: u8, level: String },
    /// The player of the seat took it back.
    CameBack { seat: u8 },
    /// The last client of a player disconnected. Recorded while a game with several players is
    /// running, so that all processes agree on it.
    WentAway { holder: HolderId, since: Millis },
    /// A client of that player has connected again or sent a request.
    Returned { holder: HolderId },
    /// A player resigned.
    Resigned { seat: u8 },
    /// The time of a player ran out.
    TimedOut { seat: u8 },
    /// The seats of a holder may be moved with this code.
    HandoverOffered { holder: HolderId, code: TokenHash, expires: Millis },
    /// The seats were moved: the holder now has another token.
    HandedOver { holder: HolderId, token: TokenHash },
    /// The running clock continues from now with `left` milliseconds: the server was restarted, and
    /// the time since the previous fact is unknown.
    ClockResumed { left: Millis },
    /// The table of the rematch was created.
    RematchMade { table: String },
    /// The game is over.
    Over { ending: Ending, scores: Vec<i32>, winners: Vec<u8> },
    /// A fact from which names or chat were removed. `digest` is that of the original, so the hash
    /// chain remains valid; `now` is the replacement.
    Erased { digest: String, now: Box<Fact> },
}

/// A new table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Made {
    pub game: String,
    pub rules: String,
    pub seats: Vec<Taken>,
    /// Token hashes of the holders; the first is the creator's.
    pub holders: Vec<TokenHash>,
    pub visibility: Visibility,
    pub clock: Option<ClockPlan>,
    pub aid: Aid,
    pub undo: UndoPolicy,
    pub first: FirstSeat,
    pub deal: Deal,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub go_on: Option<GoOn>,
    /// Number that identifies the creator, for sharing bot threads fairly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maker: Option<u32>,
    /// Seed epoch of the server at creation.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub epoch: String,
    /// Clients that contribute a salt from the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub salts: Vec<SaltOffer>,
    /// Level of bots that replace players.
    #[serde(default = "usual_stand_in")]
    pub stand_in: String,
    /// Chosen colours of the seats; empty for the default ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub colours: Vec<Colour>,
}

impl Made {
    /// Returns the colours of all seats.
    pub(crate) fn seat_colours(&self) -> SeatColours {
        self.checked_colours().unwrap_or_default()
    }

    /// Returns the colours of all seats, or why the chosen ones are impossible.
    pub(crate) fn checked_colours(&self) -> Result<SeatColours, BadColours> {
        let chosen: Vec<_> = self.colours.iter().map(|&colour| colour.into()).collect();
        SeatColours::new(&chosen)
    }
}

/// A salt that a client contributes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SaltOffer {
    /// Lowest seat of the client.
    pub seat: u8,
    /// The commitment; `None` if it is awaited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
}

/// Occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Taken {
    Nobody,
    Person {
        name: String,
        /// Number of the player, whose token controls the seat.
        holder: HolderId,
        /// Bot that plays for an absent player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
    },
    Bot {
        level: String,
    },
}

/// Source of the tiles, which is secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Deal {
    /// A seed in hexadecimal.
    Seed { seed: String, is_known: bool },
    /// Tiles in order.
    Deck { tiles: Vec<String> },
}

/// Prints no contents, so that program logs do not reveal tiles.
impl std::fmt::Debug for Deal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Deal(..)")
    }
}

impl Entry {
    /// Serializes the entry for the store.
    pub(crate) fn stored(&self, seq: Seq, at: Millis) -> Stored {
        let body = serde_json::to_string(self).expect("facts can be serialized");
        Stored { seq, schema: SCHEMA, rules: RULES, at, body }
    }

    /// Parses a stored entry.
    ///
    /// # Errors
    /// Returns a description of the error if the entry is invalid or was written by a newer
    /// version.
    pub(crate) fn read(stored: &Stored) -> Result<Entry, String> {
        if stored.schema > SCHEMA || stored.rules > RULES {
            return Err(format!(
                "fact {} was written by a newer version of Bastide (form {}, rules {}): update \
                 this server",
                stored.seq, stored.schema, stored.rules
            ));
        }
        serde_json::from_str(&stored.body).map_err(|error| format!("fact {}: {error}", stored.seq))
    }
}
