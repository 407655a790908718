//! Facts, the elements of the log of a table. They must stay readable permanently: fields with a
//! default may be added, but the meaning of existing ones must not change.

use bastide::{BadColours, SeatColours};
use bastide_protocol::{
    Aid, ClockPlan, Colour, Ending, Family, FirstSeat, GoOn, Proposal, UndoPolicy, Visibility,
    Whom, usual_stand_in,
};
use serde::{Deserialize, Serialize};

use super::{Advance, HolderId};
use crate::log::{Millis, Seq, Stored};
use crate::token::TokenHash;

/// Version of the format of facts. A process reads this version and all older ones.
const SCHEMA: u16 = 1;

/// Version of the rules of the game.
const RULES: u16 = 1;

/// A fact with the id of the command that caused it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Id assigned by the client, so that a repeated command gets the same response.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The fact.
    pub fact: Fact,
}

/// A change of a table that has happened.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Fact {
    /// The table was created.
    Made(Box<Made>),
    /// A player took a seat.
    Sat {
        /// The seat.
        seat: u8,
        /// Name of the player.
        name: String,
        /// Hash of the player's token.
        token: TokenHash,
        /// Public text that the player contributes to the draws.
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
    Left {
        /// The seat.
        seat: u8,
    },
    /// A player changed the name of a seat before the game.
    Renamed {
        /// The seat.
        seat: u8,
        /// The new name.
        name: String,
    },
    /// A bot was placed on a free seat, or removed.
    BotSet {
        /// The seat.
        seat: u8,
        /// Level of the bot; `None` if the seat is free.
        level: Option<String>,
    },
    /// The client of a seat has committed to a salt.
    SaltCommitted {
        /// Lowest seat of the client.
        seat: u8,
        /// The commitment, in hexadecimal.
        commitment: String,
    },
    /// All seats are taken and all salts committed: the server has generated its seed and committed
    /// to it.
    Sealed {
        /// The seed.
        deal: Deal,
        /// The commitment to it, in hexadecimal.
        commitment: String,
    },
    /// The client of a seat has revealed its salt.
    SaltRevealed {
        /// Lowest seat of the client.
        seat: u8,
        /// The salt, in hexadecimal.
        salt: String,
    },
    /// Salts were not revealed in time: these seats are free again, and the sealed seed is never
    /// used.
    DealDiscarded {
        /// Seats of the clients that did not reveal their salts.
        seats: Vec<u8>,
    },
    /// The game started: all seats are taken and all salts revealed.
    Began {
        /// The first seat to act.
        first: u8,
        /// Text that players contributed to the draws.
        salt: String,
    },
    /// The server was restored from a backup: all further draws use a new seed.
    Reseeded {
        /// The new seed epoch.
        epoch: String,
        /// The new seed.
        deal: Deal,
        /// The commitment to it, if the game has started and its draws can be verified.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<String>,
    },
    /// A seat acted, followed by chance draws.
    Played {
        /// The seat.
        seat: u8,
        /// Its actions, in record notation.
        actions: Vec<String>,
        /// The draws after them.
        draws: Vec<String>,
        /// The bot that chose the actions, if it was weaker than that of the seat because the
        /// server was busy.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weaker: Option<String>,
        /// The result, known to the process that has just decided this. Never stored.
        #[serde(skip)]
        advance: Option<Box<Advance>>,
    },
    /// The game was truncated.
    TookBack {
        /// The seat that asked for it.
        seat: u8,
        /// Number of actions that are left, including chance.
        keep: usize,
    },
    /// A seat made a proposal to the others.
    Proposed {
        /// The seat.
        seat: u8,
        /// The proposal.
        what: Proposal,
    },
    /// A seat agreed to the proposal.
    Agreed {
        /// The seat.
        seat: u8,
    },
    /// A seat declined or withdrew the proposal.
    Declined {
        /// The seat.
        seat: u8,
    },
    /// A player or watcher wrote in the chat.
    Said {
        /// Seat of the author; `None` for a watcher.
        seat: Option<u8>,
        /// Name of the author.
        name: String,
        /// The line.
        text: String,
        /// Mark of a watcher.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        watcher: Option<String>,
    },
    /// The creator of the table removed a player from a seat.
    Kicked {
        /// The seat.
        seat: u8,
    },
    /// The creator allowed a removed player to sit again.
    Readmitted {
        /// Mark of the player.
        mark: String,
    },
    /// The creator muted or unmuted a player or watcher.
    Muted {
        /// The player or watcher.
        whom: Whom,
        /// True if muted.
        is_muted: bool,
    },
    /// The creator closed or reopened the chat for watchers.
    WatcherChatSet {
        /// True if watchers can chat.
        is_open: bool,
    },
    /// The operator erased a person from earlier facts: the table in memory is out of date.
    PersonErased,
    /// The operator closed the table. A running game ends with the next fact.
    Closed {
        /// The reason, for players.
        reason: String,
    },
    /// A bot took over a seat.
    BotTookOver {
        /// The seat.
        seat: u8,
        /// Level of the bot.
        level: String,
    },
    /// The player of the seat took it back.
    CameBack {
        /// The seat.
        seat: u8,
    },
    /// The last client of a player disconnected. Recorded while a game with several players is
    /// running, so that all processes agree on it.
    WentAway {
        /// The player.
        holder: HolderId,
        /// Time of the disconnection.
        since: Millis,
    },
    /// A client of that player has connected again or sent a request.
    Returned {
        /// The player.
        holder: HolderId,
    },
    /// A player resigned.
    Resigned {
        /// The seat.
        seat: u8,
    },
    /// The time of a player ran out.
    TimedOut {
        /// The seat.
        seat: u8,
    },
    /// The seats of a holder may be moved with this code.
    HandoverOffered {
        /// The player.
        holder: HolderId,
        /// Hash of the code.
        code: TokenHash,
        /// Time until which the code is valid.
        expires: Millis,
    },
    /// The seats were moved: the holder now has another token.
    HandedOver {
        /// The player.
        holder: HolderId,
        /// Hash of the new token.
        token: TokenHash,
    },
    /// The running clock continues from now: the server was restarted, and the time since the
    /// previous fact is unknown.
    ClockResumed {
        /// Remaining time in milliseconds.
        left: Millis,
    },
    /// The table of the rematch was created.
    RematchMade {
        /// Name of that table.
        table: String,
    },
    /// The game is over.
    Over {
        /// How it ended.
        ending: Ending,
        /// Points by seat.
        scores: Vec<i32>,
        /// Seats of the winners.
        winners: Vec<u8>,
    },
    /// A fact from which names or chat were removed.
    Erased {
        /// Digest of the original, so that the hash chain remains valid.
        digest: String,
        /// The replacement.
        now: Box<Fact>,
    },
}

/// A new table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Made {
    /// Family of the game.
    pub game: Family,
    /// Rules, as in requests.
    pub rules: String,
    /// Occupants of the seats.
    pub seats: Vec<Taken>,
    /// Token hashes of the holders; the first is the creator's.
    pub holders: Vec<TokenHash>,
    /// Whether the table is listed.
    pub visibility: Visibility,
    /// Clock of the players.
    pub clock: Option<ClockPlan>,
    /// Hints that players get.
    pub aid: Aid,
    /// Turns that can be taken back.
    pub undo: UndoPolicy,
    /// The first seat to act.
    pub first: FirstSeat,
    /// Source of the tiles.
    pub deal: Deal,
    /// The game that this one continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub go_on: Option<GoOn>,
    /// Number that identifies the creator, for sharing bot threads fairly.
    #[serde(rename = "maker", default, skip_serializing_if = "Option::is_none")]
    pub creator: Option<u32>,
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
    pub(super) fn seat_colours(&self) -> SeatColours {
        self.checked_colours().unwrap_or_default()
    }

    /// Returns the colours of all seats, or why the chosen ones are impossible.
    pub(super) fn checked_colours(&self) -> Result<SeatColours, BadColours> {
        let chosen: Vec<_> = self.colours.iter().map(|&colour| colour.into()).collect();
        SeatColours::new(&chosen)
    }
}

/// A salt that a client contributes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SaltOffer {
    /// Lowest seat of the client.
    pub seat: u8,
    /// The commitment; `None` if it is awaited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
}

/// Occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Taken {
    /// The seat is free.
    Nobody,
    /// A player.
    Person {
        /// Name of the player; empty if identified by colour.
        name: String,
        /// Number of the player, whose token controls the seat.
        holder: HolderId,
        /// Bot that plays for an absent player.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
    },
    /// A bot.
    Bot {
        /// Its level.
        level: String,
    },
}

/// Source of the tiles, which is secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Deal {
    /// A seed in hexadecimal.
    Seed {
        /// The seed.
        seed: String,
        /// True if the creator of the table chose it.
        is_known: bool,
    },
    /// Tiles in order.
    Deck {
        /// Names of the tiles.
        tiles: Vec<String>,
    },
}

/// Prints no contents, so that program logs do not reveal tiles.
impl std::fmt::Debug for Deal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Deal(..)")
    }
}

impl Entry {
    /// Serializes the entry for the store.
    pub fn stored(&self, seq: Seq, at: Millis) -> Stored {
        let body = serde_json::to_string(self).expect("facts can be serialized");
        Stored { seq, schema: SCHEMA, rules: RULES, at, body }
    }

    /// Parses a stored entry.
    ///
    /// # Errors
    /// Returns a description of the error if the entry is invalid or was written by a newer
    /// version.
    pub fn read(stored: &Stored) -> Result<Entry, String> {
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
