//! Requests and their execution.

use std::collections::BTreeMap;

use bastide_protocol::{Problem, ProblemCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

#[cfg(feature = "art")]
use crate::art;
#[cfg(feature = "bots")]
use crate::bots;
#[cfg(feature = "postcards")]
use crate::postcards;
#[cfg(feature = "tables")]
use crate::{analysis, daily, import, puzzles, review, study, tables};

/// Names of the fields of all requests.
const FIELDS: [&str; 33] = [
    "actions", "bot", "call", "day", "entropy", "facts", "from", "games", "id", "language", "line",
    "message", "most", "name", "new", "nodes", "now", "puzzle", "question", "record", "rollouts",
    "rules", "score", "seed", "set", "solver", "start", "step", "steps", "text", "theme", "to",
    "token",
];

/// The fields of a request. Values stay JSON until the call reads them: a type for each call would
/// be a large part of the code of the module.
struct Fields(BTreeMap<String, Box<RawValue>>);

impl Fields {
    /// Parses a request.
    fn read(request: &[u8]) -> Result<Fields, Problem> {
        let fields: BTreeMap<String, Box<RawValue>> =
            serde_json::from_slice(request).map_err(|error| malformed(&error))?;
        match fields.keys().find(|name| !FIELDS.contains(&name.as_str())) {
            Some(name) => Err(malformed(&format!("unknown field `{name}`"))),
            None => Ok(Fields(fields)),
        }
    }

    /// Returns the value of a field, or `None` if it is missing or null.
    fn optional<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, Problem> {
        match self.0.get(name).map(|value| value.get()) {
            None | Some("null") => Ok(None),
            Some(text) => serde_json::from_str(text)
                .map(Some)
                .map_err(|error| malformed(&format!("`{name}`: {error}"))),
        }
    }

    /// Returns the value of a field that must be there.
    fn get<T: DeserializeOwned>(&self, name: &str) -> Result<T, Problem> {
        self.optional(name)?.ok_or_else(|| malformed(&format!("missing field `{name}`")))
    }

    fn text(&self, name: &str) -> Result<String, Problem> {
        self.get(name)
    }

    #[cfg(feature = "tables")]
    fn game(&self) -> Result<study::GameRef, Problem> {
        Ok(match self.optional("id")? {
            Some(id) => study::GameRef::Id(id),
            None => study::GameRef::Record(self.text("record")?),
        })
    }
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
    let outcome = match Fields::read(request).and_then(|fields| run(&fields)) {
        Ok(value) => Outcome::Ok(value),
        Err(problem) => Outcome::Problem(problem),
    };
    serde_json::to_string(&outcome).expect("texts and raw values can be serialized")
}

fn run(fields: &Fields) -> Response {
    let text = |name: &str| fields.text(name);
    match text("call")?.as_str() {
        #[cfg(feature = "bots")]
        "version" => ok(&bots::version()),
        #[cfg(feature = "bots")]
        "choose" => bots::choose(&text("record")?, &text("bot")?, fields.get("seed")?),
        #[cfg(feature = "bots")]
        "random_games" => {
            bots::random_games(&text("rules")?, fields.get("games")?, fields.get("seed")?)
        }
        #[cfg(feature = "bots")]
        "golden" => bots::golden(fields.optional::<String>("name")?.as_deref()),
        #[cfg(feature = "tables")]
        "make" => {
            tables::make(&text("id")?, fields.get("new")?, fields.get("now")?, &text("entropy")?)
        }
        #[cfg(feature = "tables")]
        "open" => {
            tables::open(&text("id")?, fields.get("facts")?, fields.get("now")?, &text("entropy")?)
        }
        #[cfg(feature = "tables")]
        "close" => tables::close(&text("id")?),
        #[cfg(feature = "tables")]
        "message" => {
            let token: Option<String> = fields.optional("token")?;
            let message = fields.get("message")?;
            tables::message(&text("id")?, token.as_deref(), fields.get("now")?, message)
        }
        #[cfg(feature = "tables")]
        "run" => tables::run(&text("id")?, fields.get("now")?),
        #[cfg(feature = "tables")]
        "apply" => tables::apply(&text("id")?, fields.get("facts")?, fields.get("now")?),
        #[cfg(feature = "tables")]
        "view" => {
            let token: Option<String> = fields.optional("token")?;
            tables::view(&text("id")?, token.as_deref(), fields.get("now")?)
        }
        #[cfg(feature = "tables")]
        "log" => tables::log(&text("id")?),
        #[cfg(feature = "tables")]
        "record" => ok(&tables::record(&text("id")?)?.to_text()),
        #[cfg(feature = "tables")]
        "scenes" => study::scenes(&fields.game()?, fields.get("from")?, fields.get("to")?),
        #[cfg(feature = "tables")]
        "verify" => study::verify(&fields.game()?),
        #[cfg(feature = "tables")]
        "review_start" => review::start(&fields.game()?, fields.optional("nodes")?),
        #[cfg(feature = "tables")]
        "review_step" => {
            review::step(&fields.game()?, fields.optional("nodes")?, fields.get("step")?)
        }
        #[cfg(feature = "tables")]
        "review" => review::finish(&fields.game()?, fields.get("start")?, fields.get("steps")?),
        #[cfg(feature = "tables")]
        "forecast" => puzzles::forecast(
            &fields.game()?,
            fields.optional("rollouts")?,
            fields.optional("seed")?,
        ),
        #[cfg(feature = "tables")]
        "puzzles" => puzzles::list(&text("text")?),
        #[cfg(feature = "tables")]
        "puzzle_daily" => puzzles::daily(&text("text")?, fields.get("day")?),
        #[cfg(feature = "tables")]
        "puzzle" => puzzles::show(&text("text")?),
        #[cfg(feature = "tables")]
        "puzzle_answer" => puzzles::answer(&text("text")?, &fields.get::<Vec<String>>("actions")?),
        #[cfg(feature = "tables")]
        "puzzle_rate" => {
            puzzles::rate(fields.get("solver")?, fields.get("puzzle")?, fields.get("score")?)
        }
        #[cfg(feature = "tables")]
        "daily" => daily::decks(fields.get("day")?),
        #[cfg(feature = "tables")]
        "daily_game" => {
            let (day, number) = (fields.get("day")?, fields.get("step")?);
            daily::game(&text("name")?, day, &text("bot")?, number)
        }
        #[cfg(feature = "tables")]
        "import" => import::import(&text("text")?),
        #[cfg(feature = "tables")]
        "position" => analysis::position(&text("record")?, &text("line")?),
        #[cfg(feature = "tables")]
        "ask" => analysis::ask(&text("record")?, &text("line")?, &fields.get("question")?),
        #[cfg(feature = "tables")]
        "rank" => {
            let (nodes, most) = (fields.get("nodes")?, fields.get("most")?);
            analysis::rank(&text("record")?, &text("line")?, nodes, most)
        }
        #[cfg(feature = "art")]
        "sprite" => art::sprite(&text("set")?, &text("theme")?),
        #[cfg(feature = "art")]
        "pieces" => art::pieces(&text("theme")?),
        #[cfg(feature = "art")]
        "backdrop" => art::backdrop(&text("rules")?, &text("theme")?),
        #[cfg(feature = "postcards")]
        "postcard" => postcards::postcard(&text("record")?, &text("theme")?, &text("language")?),
        call => Err(malformed(&format!("unknown call `{call}`"))),
    }
}

pub(crate) fn malformed(error: &impl ToString) -> Problem {
    Problem::new(ProblemCode::Malformed, error.to_string())
}

/// Returns the problem of an unknown name, or of a game that cannot be set up.
#[cfg(any(feature = "art", feature = "bots", feature = "postcards"))]
pub(crate) fn bad_setup(error: &impl ToString) -> Problem {
    Problem::new(ProblemCode::BadSetup, error.to_string())
}
