//! Live tables over WebSockets, one task per connection.
//!
//! *Invariant:* no data of a table is sent before the token in the hello message was verified. A
//! wrong token is an error; it does not make the client a watcher. Test:
//! `nothing_is_sent_before_the_token_is_verified`.

pub(super) mod line;

use std::net::IpAddr;
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
use bastide_protocol::{ClientMsg, PROTOCOL, Problem, ProblemCode, Question, ServerMsg};
use hyper::upgrade::OnUpgrade;
use serde_json::Value;
use tokio::sync::watch;
use tokio::time::{sleep_until, timeout};
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tracing::{Instrument as _, Span};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::address::Client;
use super::error::{Error, Result};
use super::extract::ClientAddr;
use super::guard::{self, RequestId};
use super::limits::{Act, SeatKey};
use super::{Shared, to_the_end};
use crate::Bans;
use crate::hub::{Credentials, Watch};
use crate::store::TableId;
use line::{Heard, Line, SendError};

/// Number of malformed messages after which a connection is closed.
const FAULTS: u8 = 5;

/// Maximum number of pings and pongs of a client between two pings of the server. Other messages have
/// rate limits.
const PINGS: u16 = 1_000;

/// Heartbeat intervals without any message after which a connection is closed; with the default
/// interval of 25 s this happens after 60 to 75 s.
pub(super) const SILENCE: f32 = 2.4;

/// Timeout of a command or question.
const PATIENCE: Duration = Duration::from_secs(30);

pub(super) fn router() -> OpenApiRouter<Shared> {
    OpenApiRouter::new().routes(routes!(open_socket))
}

/// Follow a table live
///
/// A WebSocket. Messages are JSON text of at most 4 KiB; the first must be a hello message, sent
/// within 10 seconds. Pages of other origins are rejected.
#[utoipa::path(
    get, path = "/ws", tag = "tables",
    params(("table" = Option<String>, Query, description = "Id of the table, by which a proxy may \
        choose a process; the server itself ignores it")),
    responses(
        (status = 101, description = "Switching to the WebSocket protocol"),
        (status = 426, description = "Not a WebSocket request", body = Problem),
    )
)]
async fn open_socket(
    State(app): State<Shared>,
    client_addr: ClientAddr,
    mut request: Request,
) -> Result<Response> {
    let headers = request.headers();
    guard::check_origin(headers, &app.config).inspect_err(|_| app.metrics.count_wrong_origin())?;
    let key = key(headers).ok_or(Error::NoUpgrade)?;
    client_addr.count(&app, Act::Connect)?;
    let upgrade = request.extensions_mut().remove::<OnUpgrade>().ok_or(Error::NoUpgrade)?;
    let place = ConnectionPermit::take(&app, client_addr)?;
    let id = request.extensions_mut().remove::<RequestId>();
    let span = tracing::error_span!(
        parent: None,
        "socket",
        id = id.as_ref().and_then(|RequestId(id)| id.to_str().ok()).unwrap_or_default(),
        peer = %client_addr.0,
        table = tracing::field::Empty,
    );
    tokio::spawn(serve(app, upgrade, place).instrument(span));
    switching(&key)
}

/// Returns the response that begins a WebSocket.
pub(super) fn switching(key: &str) -> Result<Response> {
    let accept = derive_accept_key(key.as_bytes());
    let response = Response::builder()
        .status(StatusCode::SWITCHING_PROTOCOLS)
        .header(CONNECTION, "upgrade")
        .header(UPGRADE, "websocket")
        .header(SEC_WEBSOCKET_ACCEPT, accept)
        .body(Body::empty());
    response.map_err(|_| Error::Internal)
}

/// Returns the `Sec-WebSocket-Key` of a valid upgrade request.
pub(super) fn key(headers: &HeaderMap) -> Option<String> {
    let value = |name: HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
    let has = |name: HeaderName, word: &str| {
        let mut parts = value(name).unwrap_or_default().split(',');
        parts.any(|part| part.trim().eq_ignore_ascii_case(word))
    };
    let is_asked = has(CONNECTION, "upgrade") && has(UPGRADE, "websocket");
    let is_known = value(SEC_WEBSOCKET_VERSION) == Some("13");
    value(SEC_WEBSOCKET_KEY).filter(|_| is_asked && is_known).map(str::to_owned)
}

/// A counted connection, released when dropped.
pub(super) struct ConnectionPermit {
    app: Shared,
    pub(super) address: IpAddr,
    client: Client,
    is_counted: bool,
}

impl ConnectionPermit {
    pub(super) fn take(app: &Shared, ClientAddr(address): ClientAddr) -> Result<ConnectionPermit> {
        if app.metrics.sockets() >= i64::from(app.config.max_sockets) {
            return Err(Error::refused(ProblemCode::Busy, "too many open sockets"));
        }
        let client = Client::of(address);
        // Local processes do not need to be limited.
        let is_counted = !address.is_loopback();
        if is_counted && !app.sockets.enter(client) {
            return Err(app.too_many(Duration::from_secs(5)));
        }
        app.metrics.count_socket(1);
        Ok(ConnectionPermit { app: app.clone(), address, client, is_counted })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        self.app.metrics.count_socket(-1);
        if self.is_counted {
            self.app.sockets.leave(self.client);
        }
    }
}

/// Serves a connection from its upgrade to its end.
async fn serve(app: Shared, upgrade: OnUpgrade, place: ConnectionPermit) {
    let Ok(Ok(upgraded)) = timeout(app.config.hello, upgrade).await else { return };
    let mut line = Line::new(upgraded).await;
    // Boxed separately, so that the state of the greeting is not part of the future for as long as
    // the connection is open.
    let ending = match Box::pin(greet(&app, &mut line, place.client)).await {
        Ok(session) => Box::pin(Talk::new(app, session, &place).go_on(&mut line)).await,
        Err(ending) => ending,
    };
    let why = match &ending {
        Ending::Gone => "the client disconnected",
        Ending::Told(_) => "the client was notified",
        Ending::Tell(problem) => &problem.message,
    };
    tracing::debug!(why, "socket closed");
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

/// Reason for the end of a connection.
enum Ending {
    /// The client has disconnected.
    Gone,
    /// The client already knows the reason.
    Told(CloseCode),
    /// The reason has to be sent to the client.
    Tell(Problem),
}

impl From<SendError> for Ending {
    fn from(_: SendError) -> Ending {
        Ending::Gone
    }
}

fn end(code: ProblemCode, message: &str) -> Ending {
    Ending::Tell(Problem::new(code, message))
}

/// A client after a valid hello message.
struct Session {
    who: Arc<ClientIdentity>,
    watch: Watch,
}

/// Identity of the client, from the hello message.
struct ClientIdentity {
    table: String,
    token: Option<String>,
    name: Option<String>,
    /// Address, as used by rate limits.
    from: String,
    /// Id that distinguishes watchers.
    client: String,
}

impl ClientIdentity {
    fn credentials(&self) -> Credentials<'_> {
        Credentials {
            token: self.token.as_deref(),
            name: self.name.as_deref(),
            from: Some(&self.from),
            client: Some(&self.client),
        }
    }
}

/// Waits for the hello message and answers it.
async fn greet(app: &Shared, line: &mut Line, client: Client) -> Result<Session, Ending> {
    let first = timeout(app.config.hello, async {
        for _ in 0..=PINGS {
            match line.hear().await {
                Heard::Alive => {}
                other => return other,
            }
        }
        Heard::Alive
    });
    let text = match first.await {
        Ok(Heard::Text(text)) => text,
        Ok(Heard::Gone) => return Err(Ending::Gone),
        Ok(Heard::Alive) => return Err(flood()),
        Ok(Heard::TooLong) => return Err(too_long()),
        Ok(Heard::Rubbish) => return Err(rubbish()),
        Ok(Heard::Binary) => return Err(end(ProblemCode::Malformed, BINARY)),
        Err(_) => return Err(end(ProblemCode::Malformed, "no hello message was received in time")),
    };
    app.metrics.count_frame_in();
    let hello = serde_json::from_str(&text);
    let Ok(ClientMsg::Hello { protocol, table, token, name, client: watcher, seen }) = hello else {
        app.metrics.count_bad_frame();
        return Err(end(ProblemCode::Malformed, "the first message must be a hello message"));
    };
    if protocol != PROTOCOL {
        return Err(end(ProblemCode::WrongProtocol, "protocol version mismatch: reload the page"));
    }
    if let Some(table) = TableId::from_name(&table) {
        Span::current().record("table", tracing::field::display(table));
    }
    let watcher = watcher.unwrap_or_else(|| app.hub.new_client());
    let who = ClientIdentity { table, token, name, from: client.to_string(), client: watcher };
    let mut watch =
        app.hub.watch(&who.table, who.credentials(), seen).await.map_err(Ending::Tell)?;
    // The welcome message is large, so it is dropped after sending.
    let nothing = ServerMsg::Presence { here: Vec::new(), watchers: 0 };
    let welcome = json(&std::mem::replace(&mut watch.welcome, nothing));
    line.tell(&welcome).await?;
    app.metrics.count_frame_out();
    Ok(Session { who: Arc::new(who), watch })
}

/// Answer to a question or command that is being computed.
type Pending = Pin<Box<dyn Future<Output = ServerMsg> + Send>>;

/// State of an established connection.
struct Talk {
    app: Shared,
    who: Arc<ClientIdentity>,
    watch: Watch,
    client: Client,
    address: IpAddr,
    /// Changes when addresses are banned, possibly the one of this client.
    bans: watch::Receiver<Arc<Bans>>,
    seat: Option<SeatKey>,
    faults: u8,
    /// Number of pings and pongs since the last ping of the server.
    pings: u16,
    heard: Instant,
    /// Time of the next ping.
    beat: Instant,
    /// A command, or a question other than a hint. No further message is read until it is finished,
    /// so that commands are executed in order.
    pending: Option<Pending>,
    /// A hint being computed, concurrently with everything else.
    hint: Option<Pending>,
    /// Id of a second hint. No further message is read until the first one is finished.
    held: Option<u32>,
}

/// The next event of a connection.
enum Next {
    Frame(Option<Arc<str>>),
    Heard(Heard),
    Answer(ServerMsg),
    Hint(ServerMsg),
    Beat,
    Bans,
}

impl Talk {
    fn new(app: Shared, session: Session, place: &ConnectionPermit) -> Talk {
        let Session { who, watch } = session;
        let seat = who.token.as_deref().map(SeatKey::of);
        let bans = app.hub.bans();
        let heard = Instant::now();
        let beat = heard + app.config.heartbeat;
        Talk {
            app,
            who,
            watch,
            client: place.client,
            address: place.address,
            bans,
            seat,
            faults: 0,
            pings: 0,
            heard,
            beat,
            pending: None,
            hint: None,
            held: None,
        }
    }

    /// Processes events until the connection ends.
    async fn go_on(mut self, line: &mut Line) -> Ending {
        loop {
            match self.step(line).await {
                Ok(()) => {}
                Err(ending) => return ending,
            }
        }
    }

    /// Waits for the next event and processes it.
    async fn step(&mut self, line: &mut Line) -> Result<(), Ending> {
        match self.next(line).await {
            Next::Frame(Some(frame)) => self.pass_on(line, &frame).await,
            Next::Frame(None) => Err(self.cut_off()),
            Next::Heard(heard) => self.take(heard, line).await,
            Next::Answer(answer) => {
                self.pending = None;
                self.answer(line, &answer).await
            }
            Next::Hint(answer) => {
                self.hint = self.held.take().map(|id| self.asked(id, Question::Hint));
                self.answer(line, &answer).await
            }
            Next::Bans => {
                self.app.admit(self.address).map_err(|error| Ending::Tell(error.problem()))
            }
            Next::Beat => {
                let silence = self.heard.elapsed();
                if silence > self.app.config.heartbeat.mul_f32(SILENCE) && self.is_hearing() {
                    return Err(Ending::Gone);
                }
                self.beat = Instant::now() + self.app.config.heartbeat;
                self.pings = 0;
                Ok(line.ping().await?)
            }
        }
    }

    async fn next(&mut self, line: &mut Line) -> Next {
        let beat = sleep_until(self.beat.into());
        let is_hearing = self.is_hearing();
        tokio::select! {
            frame = self.watch.frames.recv() => Next::Frame(frame),
            answer = of(&mut self.pending) => Next::Answer(answer),
            answer = of(&mut self.hint) => Next::Hint(answer),
            heard = line.hear(), if is_hearing => Next::Heard(heard),
            () = beat => Next::Beat,
            Ok(()) = self.bans.changed() => Next::Bans,
        }
    }

    /// Returns true if the next message may be read.
    fn is_hearing(&self) -> bool {
        self.pending.is_none() && self.held.is_none()
    }

    /// Sends an answer after all queued updates of the table, so that the client receives the
    /// changes of a command before its confirmation.
    async fn answer(&mut self, line: &mut Line, answer: &ServerMsg) -> Result<(), Ending> {
        for _ in 0..self.watch.frames.len() {
            let Ok(frame) = self.watch.frames.try_recv() else { break };
            self.pass_on(line, &frame).await?;
        }
        self.tell(line, answer).await
    }

    /// Forwards a message of the table.
    async fn pass_on(&mut self, line: &mut Line, frame: &str) -> Result<(), Ending> {
        let told = line.tell(frame).await;
        if let Err(SendError { is_slow: true }) = told {
            self.app.metrics.count_too_slow();
        }
        told?;
        self.app.metrics.count_frame_out();
        match closing_code(frame) {
            Some(code) => Err(Ending::Told(code)),
            None => Ok(()),
        }
    }

    /// Returns the reason why the table sends no more messages.
    fn cut_off(&self) -> Ending {
        if self.app.is_closing() {
            return end(ProblemCode::Restarting, "the server is restarting: reconnect");
        }
        self.app.metrics.count_too_slow();
        end(ProblemCode::TooSlow, "the client is too slow, or was replaced by another connection")
    }

    async fn take(&mut self, heard: Heard, line: &mut Line) -> Result<(), Ending> {
        self.heard = Instant::now();
        let text = match heard {
            Heard::Text(text) => text,
            Heard::Alive => {
                self.pings += 1;
                return if self.pings > PINGS { Err(flood()) } else { Ok(()) };
            }
            Heard::Gone => return Err(Ending::Gone),
            Heard::TooLong => return Err(too_long()),
            Heard::Rubbish => return Err(rubbish()),
            Heard::Binary => return self.fault(line, "", BINARY).await,
        };
        self.app.metrics.count_frame_in();
        match serde_json::from_str(&text) {
            Ok(ClientMsg::Do { id, command }) => {
                if let Err(error) = self.count(Act::of_command(&command)) {
                    let problem = error.problem();
                    return self.tell(line, &ServerMsg::Refused { id, problem }).await;
                }
                let (hub, who) = (self.app.hub.clone(), self.who.clone());
                self.begin(async move {
                    let named = id.clone();
                    let act = to_the_end(async move {
                        hub.act(&who.table, who.credentials(), &named, command).await
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
                if let Err(error) = self.count(Act::of_question(&question)) {
                    let problem = error.problem();
                    return self.tell(line, &ServerMsg::NoAnswer { id, problem }).await;
                }
                match (&question, &self.hint) {
                    (Question::Hint, Some(_)) => self.held = Some(id),
                    (Question::Hint, None) => self.hint = Some(self.asked(id, question)),
                    _ => self.pending = Some(self.asked(id, question)),
                }
                Ok(())
            }
            Ok(ClientMsg::Hello { .. }) => {
                self.fault(line, &text, "hello is allowed only as the first message").await
            }
            Err(error) => {
                let message = format!("invalid message: {error}");
                self.fault(line, &text, &message).await
            }
        }
    }

    /// Counts a message against the same rate limits as a request.
    fn count(&self, what: Act) -> Result<()> {
        self.app.count(what, self.client, self.seat)
    }

    fn begin(&mut self, work: impl Future<Output = ServerMsg> + Send + 'static) {
        self.pending = Some(Box::pin(work));
    }

    /// Returns the answer to a question, with a timeout.
    fn asked(&self, id: u32, question: Question) -> Pending {
        let (hub, who, client) = (self.app.hub.clone(), self.who.clone(), self.client);
        Box::pin(async move {
            let ask = hub.ask_for(&who.table, who.credentials(), &question, client.queue_key());
            match timeout(PATIENCE, ask).await {
                Ok(Ok(answer)) => ServerMsg::Answer { id, answer },
                Ok(Err(problem)) => ServerMsg::NoAnswer { id, problem },
                Err(_) => ServerMsg::NoAnswer { id, problem: Error::TooLate.problem() },
            }
        })
    }

    /// Reports a malformed message, and closes the connection after several of them.
    async fn fault(&mut self, line: &mut Line, text: &str, why: &str) -> Result<(), Ending> {
        self.app.metrics.count_bad_frame();
        self.faults += 1;
        if self.faults >= FAULTS {
            return Err(end(ProblemCode::Malformed, why));
        }
        let problem = Problem::new(ProblemCode::Malformed, why);
        self.tell(line, &refusal(text, problem)).await
    }

    async fn tell(&mut self, line: &mut Line, message: &ServerMsg) -> Result<(), Ending> {
        line.tell(&json(message)).await?;
        self.app.metrics.count_frame_out();
        Ok(())
    }
}

/// Waits for a pending answer; without one, never returns.
async fn of(pending: &mut Option<Pending>) -> ServerMsg {
    match pending {
        Some(pending) => pending.await,
        None => std::future::pending().await,
    }
}

/// Returns the rejection of a message that cannot be parsed, with its id if that is readable.
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

const BINARY: &str = "messages must be text";

fn too_long() -> Ending {
    end(ProblemCode::TooLarge, "a message must have at most 4 KiB")
}

fn flood() -> Ending {
    end(ProblemCode::TooMany, "too many pings: send one per 10 seconds at most")
}

fn rubbish() -> Ending {
    end(ProblemCode::Malformed, "invalid WebSocket frame (RFC 6455)")
}

/// Returns the close code for a message that announces the end of the connection.
fn closing_code(frame: &str) -> Option<CloseCode> {
    if !frame.starts_with("{\"type\":\"closing\"") {
        return None;
    }
    match serde_json::from_str(frame) {
        Ok(ServerMsg::Closing { problem, .. }) => Some(close_code(problem.code)),
        Ok(_) | Err(_) => Some(CloseCode::Restart),
    }
}

/// Returns the delay before a reconnect, in milliseconds.
fn retry_after(code: ProblemCode) -> Option<u32> {
    match code {
        ProblemCode::Restarting | ProblemCode::TooSlow => Some(500),
        ProblemCode::Busy | ProblemCode::NotSaved | ProblemCode::TooMany => Some(3000),
        _ => None,
    }
}

/// Returns the WebSocket close code of a problem, for clients that do not read the messages.
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
    serde_json::to_string(message).expect("messages can be serialized")
}
