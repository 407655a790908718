//! Live tables over a WebSocket: one task for each socket.
//!
//! *Invariant:* nothing about a table is sent before the token in the hello
//! was found right. A wrong token is an error, never somebody who watches.

mod line;

use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, SEC_WEBSOCKET_VERSION, UPGRADE,
};
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::response::Response;
use bastide_protocol::{ClientMsg, PROTOCOL, Problem, ProblemCode, ServerMsg};
use hyper::upgrade::OnUpgrade;
use serde_json::Value;
use tokio::time::{sleep_until, timeout};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::address::Client;
use super::error::{Error, Result};
use super::extract::Asker;
use super::guard;
use super::limits::{Act, Bucket, Whose};
use super::{Shared, to_the_end};
use crate::hub::{Caller, Watch};
use line::{Heard, Line, Lost};

/// After so many messages that cannot be read a socket is closed.
const FAULTS: u8 = 5;

/// So many heartbeats without a sign of life, and a socket is given up; with
/// the usual 25 s that is after 60 to 75 s.
const SILENCE: f32 = 2.4;

/// How long a command or question may take.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(open_socket))
}

/// Follow a table live
///
/// A WebSocket. Messages are JSON text of at most 4 KiB; the first says hello
/// within 10 seconds. Pages of other origins are refused.
#[utoipa::path(
    get, path = "/ws", tag = "tables",
    responses(
        (status = 101, description = "Go on with messages"),
        (status = 426, description = "This is no request for a WebSocket", body = Problem),
    )
)]
async fn open_socket(
    State(app): State<Shared>,
    asker: Asker,
    mut request: Request,
) -> Result<Response> {
    let headers = request.headers();
    guard::check_origin(headers, &app.config).inspect_err(|_| app.metrics.count_wrong_origin())?;
    let key = key(headers).ok_or(Error::NoUpgrade)?;
    asker.count(&app, Act::Connect)?;
    let upgrade = request.extensions_mut().remove::<OnUpgrade>().ok_or(Error::NoUpgrade)?;
    let place = Place::take(&app, asker)?;
    tokio::spawn(serve(app, upgrade, place));

    let accept = derive_accept_key(key.as_bytes());
    let response = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(CONNECTION, "upgrade")
        .header(UPGRADE, "websocket")
        .header(SEC_WEBSOCKET_ACCEPT, accept)
        .body(Body::empty());
    response.map_err(|_| Error::Internal)
}

/// The key of a request for a WebSocket.
fn key(headers: &HeaderMap) -> Option<String> {
    let value = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let has = |name: HeaderName, word: &str| {
        let mut parts = value(name).unwrap_or_default().split(',');
        parts.any(|part| part.trim().eq_ignore_ascii_case(word))
    };
    let is_asked = has(CONNECTION, "upgrade") && has(UPGRADE, "websocket");
    let is_known = value(SEC_WEBSOCKET_VERSION) == Some("13");
    value(SEC_WEBSOCKET_KEY).filter(|_| is_asked && is_known).map(str::to_owned)
}

/// One of the sockets that an address may have.
struct Place {
    app: Shared,
    client: Client,
    is_counted: bool,
}

impl Place {
    fn take(app: &Shared, Asker(address): Asker) -> Result<Place> {
        if app.metrics.sockets() >= i64::from(app.config.max_sockets) {
            return Err(Error::refused(ProblemCode::Busy, "there is no room for more sockets"));
        }
        let client = Client::of(address);
        // Whoever is on the same machine could take it down more easily.
        let is_counted = !address.is_loopback();
        if is_counted && !app.sockets.enter(client) {
            return Err(app.too_many(Duration::from_secs(5)));
        }
        app.metrics.count_socket(1);
        Ok(Place { app: app.clone(), client, is_counted })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.app.metrics.count_socket(-1);
        if self.is_counted {
            self.app.sockets.leave(self.client);
        }
    }
}

/// A socket from its first message to its last.
async fn serve(app: Shared, upgrade: OnUpgrade, place: Place) {
    let Ok(Ok(upgraded)) = timeout(app.config.hello, upgrade).await else { return };
    let mut line = Line::new(upgraded).await;
    // Apart, so that what a greeting needs is not kept for as long as the
    // socket is open.
    let ending = match Box::pin(greet(&app, &mut line)).await {
        Ok(guest) => Box::pin(Talk::new(app, guest, place.client).go_on(&mut line)).await,
        Err(ending) => ending,
    };
    let (problem, code) = match ending {
        Ending::Gone => return,
        Ending::Told(code) => return line.close(code).await,
        Ending::Tell(problem) => (problem.clone(), close_code(problem.code)),
    };
    let retry_after = retry_after(problem.code);
    if line.tell(&json(&ServerMsg::Closing { problem, retry_after })).await.is_ok() {
        line.close(code).await;
    }
}

/// How a socket ends.
enum Ending {
    /// Nobody is there any more.
    Gone,
    /// The client knows why.
    Told(CloseCode),
    /// The client has to be told why.
    Tell(Problem),
}

impl From<Lost> for Ending {
    fn from(_: Lost) -> Ending {
        Ending::Gone
    }
}

fn end(code: ProblemCode, message: &str) -> Ending {
    Ending::Tell(Problem { code, message: message.to_owned() })
}

/// Somebody who said hello properly.
struct Guest {
    who: Arc<Who>,
    watch: Watch,
}

/// What was said about the client.
struct Who {
    table: String,
    token: Option<String>,
    name: Option<String>,
}

impl Who {
    fn caller(&self) -> Caller<'_> {
        Caller { token: self.token.as_deref(), name: self.name.as_deref() }
    }
}

/// Waits for hello and answers it.
async fn greet(app: &Shared, line: &mut Line) -> Result<Guest, Ending> {
    let first = timeout(app.config.hello, async {
        loop {
            match line.hear().await {
                Heard::Alive => {}
                other => return other,
            }
        }
    });
    let text = match first.await {
        Ok(Heard::Text(text)) => text,
        Ok(Heard::Gone | Heard::Alive) => return Err(Ending::Gone),
        Ok(Heard::TooLong) => return Err(too_long()),
        Ok(Heard::Rubbish) => return Err(rubbish()),
        Ok(Heard::Binary) => return Err(end(ProblemCode::Malformed, BINARY)),
        Err(_) => return Err(end(ProblemCode::Malformed, "nobody said hello")),
    };
    app.metrics.count_frame_in();
    let hello = serde_json::from_str(&text);
    let Ok(ClientMsg::Hello { protocol, table, token, name, seen }) = hello else {
        app.metrics.count_bad_frame();
        return Err(end(ProblemCode::Malformed, "the first message has to be a hello"));
    };
    if protocol != PROTOCOL {
        return Err(end(ProblemCode::WrongProtocol, "another version is spoken here: reload"));
    }
    let who = Who { table, token, name };
    let mut watch = app.hub.watch(&who.table, who.caller(), seen).await.map_err(Ending::Tell)?;
    // The welcome is large; nothing of it stays behind.
    let nothing = ServerMsg::Presence { here: Vec::new(), watchers: 0 };
    let welcome = json(&std::mem::replace(&mut watch.welcome, nothing));
    line.tell(&welcome).await?;
    app.metrics.count_frame_out();
    Ok(Guest { who: Arc::new(who), watch })
}

/// A question or command that is being answered.
type Pending = Pin<Box<dyn Future<Output = ServerMsg> + Send>>;

/// What is going on over a socket.
struct Talk {
    app: Shared,
    who: Arc<Who>,
    watch: Watch,
    whose: Whose,
    acts: Bucket,
    questions: Bucket,
    faults: u8,
    heard: Instant,
    /// When to ask for a sign of life again.
    beat: Instant,
    pending: Option<Pending>,
}

/// What happened next.
enum Next {
    Frame(Option<Arc<str>>),
    Heard(Heard),
    Answer(ServerMsg),
    Beat,
}

impl Talk {
    fn new(app: Shared, guest: Guest, client: Client) -> Talk {
        let Guest { who, watch } = guest;
        let whose = who.token.as_deref().map_or(Whose::Address(client), Whose::seat);
        let heard = Instant::now();
        let beat = heard + app.config.heartbeat;
        let (acts, questions) = (Bucket::default(), Bucket::default());
        Talk { app, who, watch, whose, acts, questions, faults: 0, heard, beat, pending: None }
    }

    /// Goes on until somebody has had enough.
    async fn go_on(mut self, line: &mut Line) -> Ending {
        loop {
            match self.step(line).await {
                Ok(()) => {}
                Err(ending) => return ending,
            }
        }
    }

    /// Waits for something to happen, and does what it asks for.
    async fn step(&mut self, line: &mut Line) -> Result<(), Ending> {
        match self.next(line).await {
            Next::Frame(Some(frame)) => self.pass_on(line, &frame).await,
            Next::Frame(None) => Err(self.cut_off()),
            Next::Heard(heard) => self.take(heard, line).await,
            Next::Answer(answer) => {
                self.pending = None;
                // What a command has changed was told before it was done, and
                // is to be heard before, too.
                for _ in 0..self.watch.frames.len() {
                    let Ok(frame) = self.watch.frames.try_recv() else { break };
                    self.pass_on(line, &frame).await?;
                }
                self.tell(line, &answer).await
            }
            Next::Beat => {
                let silence = self.heard.elapsed();
                if silence > self.app.config.heartbeat.mul_f32(SILENCE) && self.pending.is_none() {
                    return Err(Ending::Gone);
                }
                self.beat = Instant::now() + self.app.config.heartbeat;
                Ok(line.ping().await?)
            }
        }
    }

    async fn next(&mut self, line: &mut Line) -> Next {
        let beat = sleep_until(self.beat.into());
        match &mut self.pending {
            // One thing at a time: what comes next waits until this is done.
            Some(pending) => tokio::select! {
                frame = self.watch.frames.recv() => Next::Frame(frame),
                answer = pending => Next::Answer(answer),
                () = beat => Next::Beat,
            },
            None => tokio::select! {
                frame = self.watch.frames.recv() => Next::Frame(frame),
                heard = line.hear() => Next::Heard(heard),
                () = beat => Next::Beat,
            },
        }
    }

    /// Passes on what the table says.
    async fn pass_on(&mut self, line: &mut Line, frame: &str) -> Result<(), Ending> {
        let told = line.tell(frame).await;
        if let Err(Lost { is_slow: true }) = told {
            self.app.metrics.count_too_slow();
        }
        told?;
        self.app.metrics.count_frame_out();
        match is_closing(frame) {
            true => Err(Ending::Told(CloseCode::Restart)),
            false => Ok(()),
        }
    }

    /// Why the table says no more.
    fn cut_off(&self) -> Ending {
        if self.app.is_closing() {
            return end(ProblemCode::Restarting, "the server restarts: connect again");
        }
        self.app.metrics.count_too_slow();
        end(ProblemCode::TooSlow, "this client does not keep up, or plays on elsewhere")
    }

    async fn take(&mut self, heard: Heard, line: &mut Line) -> Result<(), Ending> {
        self.heard = Instant::now();
        let text = match heard {
            Heard::Text(text) => text,
            Heard::Alive => return Ok(()),
            Heard::Gone => return Err(Ending::Gone),
            Heard::TooLong => return Err(too_long()),
            Heard::Rubbish => return Err(rubbish()),
            Heard::Binary => return self.fault(line, "", BINARY).await,
        };
        self.app.metrics.count_frame_in();
        match serde_json::from_str(&text) {
            Ok(ClientMsg::Do { id, command }) => {
                let app = &self.app;
                let many = app.limits.count_in(&mut self.acts, Act::Do);
                let many = many.and_then(|()| app.limits.count(Act::Do, self.whose));
                if let Err(wait) = many {
                    let problem = app.too_many(wait).problem();
                    return self.tell(line, &ServerMsg::Refused { id, problem }).await;
                }
                let (hub, who) = (self.app.hub.clone(), self.who.clone());
                self.begin(async move {
                    let named = id.clone();
                    let act = to_the_end(async move {
                        hub.act(&who.table, who.caller(), &named, command).await
                    });
                    match timeout(PATIENCE, act).await {
                        Ok(Ok(done)) => ServerMsg::Done { id, done },
                        Ok(Err(problem)) => ServerMsg::Refused { id, problem },
                        Err(_) => ServerMsg::Refused { id, problem: Error::TooLate.problem() },
                    }
                });
                Ok(())
            }
            Ok(ClientMsg::Ask { id, question }) => {
                if let Err(wait) = self.app.limits.count_in(&mut self.questions, Act::Ask) {
                    let problem = self.app.too_many(wait).problem();
                    return self.tell(line, &ServerMsg::NoAnswer { id, problem }).await;
                }
                let (hub, who) = (self.app.hub.clone(), self.who.clone());
                self.begin(async move {
                    let ask = hub.ask(&who.table, who.caller(), &question);
                    match timeout(PATIENCE, ask).await {
                        Ok(Ok(answer)) => ServerMsg::Answer { id, answer },
                        Ok(Err(problem)) => ServerMsg::NoAnswer { id, problem },
                        Err(_) => ServerMsg::NoAnswer { id, problem: Error::TooLate.problem() },
                    }
                });
                Ok(())
            }
            Ok(ClientMsg::Hello { .. }) => {
                self.fault(line, &text, "hello is the first message and only the first").await
            }
            Err(error) => {
                let message = format!("this message cannot be read: {error}");
                self.fault(line, &text, &message).await
            }
        }
    }

    fn begin(&mut self, work: impl Future<Output = ServerMsg> + Send + 'static) {
        self.pending = Some(Box::pin(work));
    }

    /// Says what is wrong with a message, a few times.
    async fn fault(&mut self, line: &mut Line, text: &str, why: &str) -> Result<(), Ending> {
        self.app.metrics.count_bad_frame();
        self.faults += 1;
        if self.faults >= FAULTS {
            return Err(end(ProblemCode::Malformed, why));
        }
        let problem = Problem { code: ProblemCode::Malformed, message: why.to_owned() };
        self.tell(line, &refusal(text, problem)).await
    }

    async fn tell(&mut self, line: &mut Line, message: &ServerMsg) -> Result<(), Ending> {
        line.tell(&json(message)).await?;
        self.app.metrics.count_frame_out();
        Ok(())
    }
}

/// The refusal of a message that cannot be read, with its id if that can.
fn refusal(text: &str, problem: Problem) -> ServerMsg {
    let value: Value = serde_json::from_str(text).unwrap_or_default();
    let number = value["id"].as_u64().and_then(|id| u32::try_from(id).ok());
    match (value["type"].as_str(), number) {
        (Some("ask"), Some(id)) => ServerMsg::NoAnswer { id, problem },
        _ => {
            let id = value["id"].as_str().unwrap_or_default();
            ServerMsg::Refused { id: id.chars().take(40).collect(), problem }
        }
    }
}

const BINARY: &str = "messages are text";

fn too_long() -> Ending {
    end(ProblemCode::TooLarge, "a message has at most 4 KiB")
}

fn rubbish() -> Ending {
    end(ProblemCode::Malformed, "this is no WebSocket as RFC 6455 has it")
}

/// Whether a message says that the socket will be closed.
fn is_closing(frame: &str) -> bool {
    frame.starts_with("{\"type\":\"closing\"")
}

/// When to try again, in milliseconds.
fn retry_after(code: ProblemCode) -> Option<u32> {
    match code {
        ProblemCode::Restarting | ProblemCode::TooSlow => Some(500),
        ProblemCode::Busy | ProblemCode::NotSaved | ProblemCode::TooMany => Some(3000),
        _ => None,
    }
}

/// What the socket itself says, for programs that look at nothing else.
fn close_code(code: ProblemCode) -> CloseCode {
    match code {
        ProblemCode::TooLarge => CloseCode::Size,
        ProblemCode::Restarting => CloseCode::Restart,
        ProblemCode::TooSlow | ProblemCode::Busy | ProblemCode::NotSaved => CloseCode::Again,
        ProblemCode::Internal | ProblemCode::Quarantined => CloseCode::Error,
        _ => CloseCode::Policy,
    }
}

fn json(message: &ServerMsg) -> String {
    serde_json::to_string(message).expect("messages are plain data")
}
