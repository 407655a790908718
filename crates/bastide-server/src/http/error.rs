//! What is answered instead: a [`Problem`] as JSON, with the status that
//! suits it. Internals are logged, never sent.

use std::time::Duration;

use axum::Json;
use axum::extract::rejection::{BytesRejection, JsonRejection, PathRejection, QueryRejection};
use axum::http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bastide_protocol::{Problem, ProblemCode};

use crate::fair::Full;

/// Why a request was not answered as asked.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// For a reason that has to do with tables, games or records.
    #[error("{}", .0.message)]
    Refused(Problem),
    /// The request cannot be read.
    #[error("{0}")]
    Malformed(String),
    /// It can be read, but does not say what it should.
    #[error("{0}")]
    Unsuitable(String),
    /// The body is of a kind that is not understood here.
    #[error("send the body as {0}, and say so in content-type")]
    WrongType(&'static str),
    /// The body is too long.
    #[error("the body is longer than 64 KiB")]
    TooLarge,
    /// Too much in too short a time.
    #[error("too many requests; try again in {} s", seconds(.0))]
    TooMany(Duration),
    /// Everyone together asks for more than the server can do.
    #[error("the server is too busy for this; try again in {} s", seconds(.0))]
    Overloaded(Duration),
    /// There is no room for another table: of this address, or in all.
    #[error("{}", many_tables(.0))]
    TooManyTables(Full),
    /// It has to be said who asks.
    #[error("say who you are: authorization: Bearer TOKEN")]
    NoToken,
    /// A page of somebody else's asks.
    #[error("pages of this origin may not use this server; see --allow-origin and --public-url")]
    WrongOrigin,
    /// There is nothing here.
    #[error("there is nothing at this address; /api lists what there is")]
    NotFound,
    /// What is here does not do this.
    #[error("this address does not know this method; see the header allow")]
    WrongMethod,
    /// A socket was not asked for properly.
    #[error("this address speaks WebSocket only")]
    NoUpgrade,
    /// It took too long to read the request or to answer it.
    #[error("that took too long; try again")]
    TooLate,
    /// Something went wrong that should not.
    #[error("something went wrong here; it is in the log")]
    Internal,
}

/// The answer, or why there is none.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// A problem with this text.
    pub fn refused(code: ProblemCode, message: impl Into<String>) -> Error {
        Error::Refused(Problem { code, message: message.into() })
    }

    /// The status it is answered with.
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

    /// What programs are told.
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

    /// The same, as it is told to clients.
    pub fn problem(&self) -> Problem {
        match self {
            Error::Refused(problem) => problem.clone(),
            other => Problem { code: other.code(), message: other.to_string() },
        }
    }
}

/// The status that suits a problem.
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
        // Not 503: proxies would take the whole server for down, or try again.
        ProblemCode::LowSpace => StatusCode::INSUFFICIENT_STORAGE,
        // Trying again does not help, so not 503.
        ProblemCode::Internal | ProblemCode::Quarantined => StatusCode::INTERNAL_SERVER_ERROR,
    }
}

fn many_tables(full: &Full) -> &'static str {
    match full {
        Full::Own => {
            "too many tables of this address are unfinished: finish or leave some of them first"
        }
        Full::All => "the server has no room for more tables: try again later",
    }
}

/// When to ask again for a table, in seconds.
const TABLES_LATER: u32 = 60;

/// Whole seconds, at least one.
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
