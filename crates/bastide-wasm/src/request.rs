//! Requests and their execution.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

#[cfg(feature = "tables")]
use bastide_protocol::LoggedFact;
use bastide_protocol::{Problem, ProblemCode};

#[cfg(feature = "art")]
use crate::art;
#[cfg(feature = "tables")]
use crate::{study, tables};

/// A request of the page.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "call", rename_all = "snake_case", deny_unknown_fields)]
pub enum Request {
    /// Returns the versions of the protocol and of the engine.
    #[cfg(feature = "tables")]
    Version,
    /// Creates a table. It is then open.
    #[cfg(feature = "tables")]
    Make(tables::Make),
    /// Opens a stored table.
    #[cfg(feature = "tables")]
    Open(tables::Open),
    /// Closes a table.
    #[cfg(feature = "tables")]
    Close {
        /// Id of the table.
        id: String,
    },
    /// Passes on a message of a client.
    #[cfg(feature = "tables")]
    Message(tables::Message),
    /// Plays one turn of a bot, or lets a clock expire.
    #[cfg(feature = "tables")]
    Run {
        /// Id of the table.
        id: String,
        /// Current time, in milliseconds since 1970.
        now: i64,
    },
    /// Applies facts that another tab has stored.
    #[cfg(feature = "tables")]
    Apply {
        /// Id of the table.
        id: String,
        /// The facts.
        facts: Vec<LoggedFact>,
        /// Current time, in milliseconds since 1970.
        now: i64,
    },
    /// Returns the table as its players see it.
    #[cfg(feature = "tables")]
    View {
        /// Id of the table.
        id: String,
        /// Token of the player; without it the view is that of a watcher.
        #[serde(default)]
        token: Option<String>,
        /// Current time, in milliseconds since 1970.
        now: i64,
    },
    /// Returns all facts of a table.
    #[cfg(feature = "tables")]
    Log {
        /// Id of the table.
        id: String,
    },
    /// Returns the record of a table's game.
    #[cfg(feature = "tables")]
    Record {
        /// Id of the table.
        id: String,
    },
    /// Returns a range of states of a game.
    #[cfg(feature = "tables")]
    Scenes {
        /// Id of the table, or a record.
        #[serde(flatten)]
        of: study::GameRef,
        /// First state, as a number of actions.
        from: usize,
        /// Last state.
        to: usize,
    },
    /// Verifies the draws of a game.
    #[cfg(feature = "tables")]
    Verify {
        /// Id of the table, or a record.
        #[serde(flatten)]
        of: study::GameRef,
    },
    /// Returns the actions that a bot chooses.
    #[cfg(feature = "tables")]
    Choose {
        /// The game so far, as a record.
        record: String,
        /// The bot with its budget, such as `strong@30000n`.
        bot: String,
        /// Seed of the bot's random numbers.
        seed: u64,
    },
    /// Plays random games and returns the sum of all final points, to measure speed.
    #[cfg(feature = "tables")]
    RandomGames {
        /// Rules as in a record, or `stronghold`.
        rules: String,
        /// Number of games.
        games: u32,
        /// Seed of the random numbers.
        seed: u64,
    },
    /// Plays a game of the golden file of bot moves.
    #[cfg(feature = "tables")]
    Golden {
        /// Name of the game; without it, the names of all games are returned.
        #[serde(default)]
        name: Option<String>,
    },
    /// Draws the tiles of a set.
    #[cfg(feature = "art")]
    Sprite {
        /// Name of the set, as in views.
        set: String,
        /// Colour theme.
        theme: String,
    },
    /// Draws the pieces.
    #[cfg(feature = "art")]
    Pieces {
        /// Colour theme.
        theme: String,
    },
    /// Draws what lies below the tiles.
    #[cfg(feature = "art")]
    Backdrop {
        /// Rules as in a record, or `stronghold`.
        rules: String,
        /// Colour theme.
        theme: String,
    },
    /// Draws a postcard of a game.
    #[cfg(feature = "art")]
    Postcard {
        /// The record of the game.
        record: String,
        /// Colour theme.
        theme: String,
        /// Language of names: `en`, `uk` or `ru`.
        language: String,
    },
}

/// A response, as JSON.
pub(crate) type Response = Result<Box<RawValue>, Problem>;

/// Serializes the value of a response.
pub(crate) fn ok(value: &impl Serialize) -> Response {
    serde_json::value::to_raw_value(value)
        .map_err(|error| Problem::new(ProblemCode::Internal, error.to_string()))
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Ok(Box<RawValue>),
    Problem(Problem),
}

/// Executes a request. Returns `{"ok": …}` or `{"problem": …}`.
pub fn answer(request: &[u8]) -> String {
    let parsed = serde_json::from_slice(request)
        .map_err(|error| Problem::new(ProblemCode::Malformed, error.to_string()));
    let outcome = match parsed.and_then(run) {
        Ok(value) => Outcome::Ok(value),
        Err(problem) => Outcome::Problem(problem),
    };
    serde_json::to_string(&outcome).expect("texts and raw values can be serialized")
}

fn run(request: Request) -> Response {
    match request {
        #[cfg(feature = "tables")]
        Request::Version => ok(&study::version()),
        #[cfg(feature = "tables")]
        Request::Make(make) => tables::make(make),
        #[cfg(feature = "tables")]
        Request::Open(open) => tables::open(open),
        #[cfg(feature = "tables")]
        Request::Close { id } => tables::close(&id),
        #[cfg(feature = "tables")]
        Request::Message(message) => tables::message(message),
        #[cfg(feature = "tables")]
        Request::Run { id, now } => tables::run(&id, now),
        #[cfg(feature = "tables")]
        Request::Apply { id, facts, now } => tables::apply(&id, facts, now),
        #[cfg(feature = "tables")]
        Request::View { id, token, now } => tables::view(&id, token.as_deref(), now),
        #[cfg(feature = "tables")]
        Request::Log { id } => tables::log(&id),
        #[cfg(feature = "tables")]
        Request::Record { id } => ok(&tables::record(&id)?.to_text()),
        #[cfg(feature = "tables")]
        Request::Scenes { of, from, to } => study::scenes(&of, from, to),
        #[cfg(feature = "tables")]
        Request::Verify { of } => study::verify(&of),
        #[cfg(feature = "tables")]
        Request::Choose { record, bot, seed } => study::choose(&record, &bot, seed),
        #[cfg(feature = "tables")]
        Request::RandomGames { rules, games, seed } => study::random_games(&rules, games, seed),
        #[cfg(feature = "tables")]
        Request::Golden { name } => study::golden(name.as_deref()),
        #[cfg(feature = "art")]
        Request::Sprite { set, theme } => art::sprite(&set, &theme),
        #[cfg(feature = "art")]
        Request::Pieces { theme } => art::pieces(&theme),
        #[cfg(feature = "art")]
        Request::Backdrop { rules, theme } => art::backdrop(&rules, &theme),
        #[cfg(feature = "art")]
        Request::Postcard { record, theme, language } => art::postcard(&record, &theme, &language),
    }
}
