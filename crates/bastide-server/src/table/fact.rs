//! What the log of a table is made of. Read for ever: a field may be added
//! with a default, none may change its meaning.

use bastide::{BadColours, SeatColours};
use bastide_protocol::{
    Aid, ClockPlan, Colour, Ending, FirstSeat, GoOn, Proposal, UndoPolicy, Visibility, Whom,
    usual_stand_in,
};
use serde::{Deserialize, Serialize};

use super::HolderId;
use crate::store::{Millis, Seq, Stored};
use crate::token::TokenHash;

/// The version of the form of facts. A process reads its own and all before.
pub(crate) const SCHEMA: u16 = 1;

/// The version of the rules games are played by.
pub(crate) const RULES: u16 = 1;

/// A fact with the id of the command that made it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Entry {
    /// The id the client gave the command, so that the same again can be
    /// answered the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// What happened.
    pub fact: Fact,
}

/// Something that is true from now on.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Fact {
    /// The table was made.
    Made(Box<Made>),
    /// Somebody took a seat.
    Sat {
        seat: u8,
        name: String,
        token: TokenHash,
        #[serde(default)]
        salt: String,
        /// The commitment to a salt that is revealed later.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        salt_commitment: Option<String>,
        /// The keyed hash of the person's address; see `moderation.rs`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mark: Option<String>,
    },
    /// Somebody gave a seat up.
    Left { seat: u8 },
    /// A player changed the name of a seat before the game.
    Renamed { seat: u8, name: String },
    /// A bot was put on a free seat, or taken off.
    BotSet { seat: u8, level: Option<String> },
    /// The client of a seat has committed to a salt.
    SaltCommitted { seat: u8, commitment: String },
    /// All seats are taken and all salts committed to: the server has made
    /// its seed and committed to it.
    Sealed { deal: Deal, commitment: String },
    /// The client of a seat has revealed its salt.
    SaltRevealed { seat: u8, salt: String },
    /// Salts were not revealed in time: these seats are free again, and the
    /// sealed seed is never used.
    DealDiscarded { seats: Vec<u8> },
    /// All seats are taken and all salts revealed.
    Began { first: u8, salt: String },
    /// The server was restored from a backup: everything drawn from now on
    /// comes from a new seed. With the commitment, if the game has begun and
    /// its draws can be checked.
    Reseeded {
        epoch: String,
        deal: Deal,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        commitment: Option<String>,
    },
    /// A seat acted; then chance drew.
    Played {
        seat: u8,
        actions: Vec<String>,
        draws: Vec<String>,
        /// The bot that chose the actions, if it was a weaker one than the
        /// seat's because the server was busy.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        weaker: Option<String>,
    },
    /// The game went back to so many actions.
    TookBack { seat: u8, keep: usize },
    /// All others are asked something.
    Proposed { seat: u8, what: Proposal },
    /// A seat agreed to what is proposed.
    Agreed { seat: u8 },
    /// A seat declined, or withdrew.
    Declined { seat: u8 },
    /// Somebody talked.
    Said {
        seat: Option<u8>,
        name: String,
        text: String,
        /// The mark of a watcher.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        watcher: Option<String>,
    },
    /// The maker removed a person from a seat.
    Kicked { seat: u8 },
    /// The maker lets a removed person sit again.
    Readmitted { mark: String },
    /// The maker muted a person, or no longer.
    Muted { whom: Whom, is_muted: bool },
    /// The maker closed the chat for watchers, or opened it again.
    WatcherChatSet { is_open: bool },
    /// The operator erased a person from facts before this one: what is in
    /// memory is out of date.
    PersonErased,
    /// The operator closed the table. A running game ends with the next fact.
    Closed { reason: String },
    /// A bot plays on at a seat.
    BotTookOver { seat: u8, level: String },
    /// Its person is back.
    CameBack { seat: u8 },
    /// The last client of a person disconnected. Recorded while a game is on
    /// with others, so that all processes agree on it.
    WentAway { holder: HolderId, since: Millis },
    /// A client of that person is connected again, or has asked something.
    Returned { holder: HolderId },
    /// Somebody resigned.
    Resigned { seat: u8 },
    /// Somebody's time ran out.
    TimedOut { seat: u8 },
    /// The seats of a holder may be moved with this code.
    HandoverOffered { holder: HolderId, code: TokenHash, expires: Millis },
    /// They were: another token is the holder's now.
    HandedOver { holder: HolderId, token: TokenHash },
    /// The running clock goes on from now with `left` milliseconds: the server
    /// was restarted, and the time since the fact before is not known.
    ClockResumed { left: Millis },
    /// There is a table for the rematch.
    RematchMade { table: String },
    /// The game is over.
    Over { ending: Ending, scores: Vec<i32>, winners: Vec<u8> },
    /// A fact from which names or chat were removed. `digest` is that of the
    /// original, so the hash chain still holds; `now` takes its place.
    Erased { digest: String, now: Box<Fact> },
}

/// A new table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Made {
    pub game: String,
    pub rules: String,
    pub seats: Vec<Taken>,
    /// The tokens of those who sit; the first is the maker's.
    pub holders: Vec<TokenHash>,
    pub visibility: Visibility,
    pub clock: Option<ClockPlan>,
    pub aid: Aid,
    pub undo: UndoPolicy,
    pub first: FirstSeat,
    pub deal: Deal,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub go_on: Option<GoOn>,
    /// Number of the table's maker, for sharing bot threads fairly.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub maker: Option<u32>,
    /// The seed epoch of the server then.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub epoch: String,
    /// Who contributes a salt from the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub salts: Vec<SaltOffer>,
    /// The level of bots that play on for people.
    #[serde(default = "usual_stand_in")]
    pub stand_in: String,
    /// The chosen colours of the seats; empty for the usual ones.
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
    /// The lowest seat of the client.
    pub seat: u8,
    /// The commitment; none if it is awaited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<String>,
}

/// Who has a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Taken {
    Nobody,
    Person {
        name: String,
        /// Whose token counts, by number.
        holder: HolderId,
        /// The bot that plays on meanwhile.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        bot: Option<String>,
    },
    Bot {
        level: String,
    },
}

/// Where the tiles come from: the secrets of the table.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Deal {
    /// A seed in hexadecimal.
    Seed { seed: String, is_known: bool },
    /// Tiles in order.
    Deck { tiles: Vec<String> },
}

/// Hidden, so that no log gives a game away.
impl std::fmt::Debug for Deal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Deal(..)")
    }
}

impl Entry {
    /// As it is stored.
    pub(crate) fn stored(&self, seq: Seq, at: Millis) -> Stored {
        let body = serde_json::to_string(self).expect("facts are plain strings and numbers");
        Stored { seq, schema: SCHEMA, rules: RULES, at, body }
    }

    /// As it was stored.
    ///
    /// # Errors
    /// Says what cannot be understood.
    pub(crate) fn read(stored: &Stored) -> Result<Entry, String> {
        if stored.schema > SCHEMA || stored.rules > RULES {
            return Err(format!(
                "fact {} was written by a newer version of Bastide (form {}, rules {}): update \
                 this one",
                stored.seq, stored.schema, stored.rules
            ));
        }
        serde_json::from_str(&stored.body).map_err(|error| format!("fact {}: {error}", stored.seq))
    }
}
