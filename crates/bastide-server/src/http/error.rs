//! Error responses: a [`Problem`] as JSON with the matching status. Internal details are logged,
//! never sent.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection};
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bastide_protocol::{Problem, ProblemCode};

use crate::fair::Full;

/// Errors of a request.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// Rejected by a table, a game or a record.
    #[error("{}", .0.message)]
    Refused(Problem),
    /// The request cannot be parsed.
    #[error("{0}")]
    Malformed(String),
    /// The request can be parsed, but its content is invalid.
    #[error("{0}")]
    Unsuitable(String),
    /// The content type of the body is not supported.
    #[error("unsupported content type: send the body as {0} and set content-type")]
    WrongType(&'static str),
    /// The body is too large.
    #[error("the body is longer than 64 KiB")]
    TooLarge,
    /// The client exceeded a rate limit. Contains the time until the next attempt.
    #[error("too many requests; try again in {} s", seconds(.0))]
    TooMany(Duration),
    /// All clients together exceed the server's capacity. Contains the time until the next attempt.
    #[error("the server is too busy for this; try again in {} s", seconds(.0))]
    Overloaded(Duration),
    /// The limit of unfinished tables is reached, for this address or in total.
    #[error("{}", many_tables(.0))]
    TooManyTables(Full),
    /// The request requires a token.
    #[error("missing token: send the header authorization: Bearer TOKEN")]
    NoToken,
    /// The origin of the page is not allowed.
    #[error("this origin is not allowed; see --allow-origin and --public-url")]
    WrongOrigin,
    /// No resource exists at this path.
    #[error("not found; /api lists all paths")]
    NotFound,
    /// The resource does not support this method.
    #[error("method not allowed; see the header allow")]
    WrongMethod,
    /// The request is not a valid WebSocket upgrade.
    #[error("this path accepts only WebSocket connections")]
    NoUpgrade,
    /// Reading or answering the request exceeded the timeout.
    #[error("the request timed out; try again")]
    TooLate,
    /// An unexpected internal failure.
    #[error("internal server error; see the server log")]
    Internal,
}

/// Result of handling a request.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// Creates an [`Error::Refused`] from a code and a message.
    pub fn refused(code: ProblemCode, message: impl Into<String>) -> Error {
        Error::Refused(Problem::new(code, message))
    }

    /// Returns the status of the response.
    pub fn status(&self) -> StatusCode {
        match self {
            Error::Refused(problem) => status(problem.code),
            Error::Malformed(_) => StatusCode::BAD_REQUEST,
            Error::Unsuitable(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Error::WrongType(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Error::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Error::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Error::Overloaded(_) => StatusCode::SERVICE_UNAVAILABLE,
            Error::TooManyTables(Full::Own) => StatusCode::TOO_MANY_REQUESTS,
            Error::TooManyTables(Full::All) => StatusCode::SERVICE_UNAVAILABLE,
            Error::NoToken => StatusCode::UNAUTHORIZED,
            Error::WrongOrigin => StatusCode::FORBIDDEN,
            Error::NotFound => StatusCode::NOT_FOUND,
            Error::WrongMethod => StatusCode::METHOD_NOT_ALLOWED,
            Error::NoUpgrade => StatusCode::UPGRADE_REQUIRED,
            Error::TooLate => StatusCode::REQUEST_TIMEOUT,
            Error::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// Returns the machine-readable code.
    pub fn code(&self) -> ProblemCode {
        match self {
            Error::Refused(problem) => problem.code,
            Error::Malformed(_)
            | Error::Unsuitable(_)
            | Error::WrongType(_)
            | Error::WrongMethod
            | Error::NoUpgrade => ProblemCode::Malformed,
            Error::TooLarge => ProblemCode::TooLarge,
            Error::TooMany(_) => ProblemCode::TooMany,
            Error::TooManyTables(_) => ProblemCode::TooManyTables,
            Error::NoToken => ProblemCode::BadToken,
            Error::WrongOrigin => ProblemCode::NotYours,
            Error::NotFound => ProblemCode::NotFound,
            Error::TooLate | Error::Overloaded(_) => ProblemCode::Busy,
            Error::Internal => ProblemCode::Internal,
        }
    }

    /// Returns the body of the response.
    pub fn problem(&self) -> Problem {
        match self {
            Error::Refused(problem) => problem.clone(),
            other => Problem::new(other.code(), other.to_string()),
        }
    }
}

/// Returns the status that corresponds to a problem code.
pub(super) fn status(code: ProblemCode) -> StatusCode {
    match code {
        ProblemCode::Malformed | ProblemCode::WrongProtocol => StatusCode::BAD_REQUEST,
        ProblemCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ProblemCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
        ProblemCode::NoSuchTable | ProblemCode::NotFound | ProblemCode::NoSuchWatcher => {
            StatusCode::NOT_FOUND
        }
        ProblemCode::BadToken => StatusCode::UNAUTHORIZED,
        ProblemCode::NotYours
        | ProblemCode::AidNotAllowed
        | ProblemCode::Removed
        | ProblemCode::Muted
        | ProblemCode::ChatClosed
        | ProblemCode::Banned => StatusCode::FORBIDDEN,
        ProblemCode::WrongPhase
        | ProblemCode::TableClosed
        | ProblemCode::TableFull
        | ProblemCode::SeatTaken
        | ProblemCode::TooManySits
        | ProblemCode::NameTaken
        | ProblemCode::NotAway
        | ProblemCode::OutOfTime
        | ProblemCode::StaleRevision
        | ProblemCode::NotYourTurn
        | ProblemCode::NoProposal
        | ProblemCode::PushOff
        | ProblemCode::ProposalPending => StatusCode::CONFLICT,
        ProblemCode::BadSetup
        | ProblemCode::BadName
        | ProblemCode::Unreadable
        | ProblemCode::Illegal
        | ProblemCode::BadText
        | ProblemCode::BadSalt
        | ProblemCode::BadPush
        | ProblemCode::BadRecord
        | ProblemCode::NotVerified => StatusCode::UNPROCESSABLE_ENTITY,
        ProblemCode::TooManyTables
        | ProblemCode::NotSaved
        | ProblemCode::Restarting
        | ProblemCode::TooSlow
        | ProblemCode::Busy => StatusCode::SERVICE_UNAVAILABLE,
        // Not 503: proxies would treat the whole server as down, or retry.
        ProblemCode::LowSpace => StatusCode::INSUFFICIENT_STORAGE,
        // Not 503, since a retry does not help.
        ProblemCode::Internal | ProblemCode::Quarantined => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

fn many_tables(full: &Full) -> &'static str {
    match full {
        Full::Own => {
            "too many unfinished tables from this address: finish or leave some of them first"
        }
        Full::All => "the server has too many unfinished tables: try again later",
    }
}

/// `Retry-After` of [`Error::TooManyTables`], in seconds.
const TABLES_LATER: u32 = 60;

/// Rounds up to whole seconds, at least one.
fn seconds(wait: &Duration) -> u64 {
    wait.as_secs().saturating_add(u64::from(wait.subsec_nanos() > 0)).max(1)
}

impl From<Problem> for Error {
    fn from(problem: Problem) -> Error {
        Error::Refused(problem)
    }
}

impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Error {
        match rejection {
            JsonRejection::JsonDataError(error) => Error::Unsuitable(error.body_text()),
            JsonRejection::JsonSyntaxError(error) => Error::Malformed(error.body_text()),
            JsonRejection::MissingJsonContentType(_) => Error::WrongType("application/json"),
            JsonRejection::BytesRejection(error) => error.into(),
            other => Error::Malformed(other.body_text()),
        }
    }
}

impl From<BytesRejection> for Error {
    fn from(rejection: BytesRejection) -> Error {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge,
            _ => Error::Malformed(rejection.body_text()),
        }
    }
}

impl From<QueryRejection> for Error {
    fn from(rejection: QueryRejection) -> Error {
        Error::Malformed(rejection.body_text())
    }
}

impl From<PathRejection> for Error {
    fn from(rejection: PathRejection) -> Error {
        Error::Malformed(rejection.body_text())
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let mut response = (self.status(), Json(self.problem())).into_response();
        let headers = response.headers_mut();
        if let Error::TooMany(wait) | Error::Overloaded(wait) = &self {
            headers.insert(RETRY_AFTER, seconds(wait).into());
        } else if let Error::TooManyTables(_) = &self {
            headers.insert(RETRY_AFTER, TABLES_LATER.into());
        } else if matches!(
            self.status(),
            StatusCode::SERVICE_UNAVAILABLE | StatusCode::TOO_MANY_REQUESTS
        ) {
            headers.insert(RETRY_AFTER, HeaderValue::from_static("2"));
        }
        match self.status() {
            StatusCode::UNAUTHORIZED => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            StatusCode::UPGRADE_REQUIRED => {
                headers.insert("upgrade", HeaderValue::from_static("websocket"));
            }
            _ => {}
        }
        response
    }
}
