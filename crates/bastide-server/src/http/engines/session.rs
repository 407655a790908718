//! The connection of an engine: one task, which asks one question after another.
//!
//! A message has one or several lines of the engine protocol. Lines of the server that begin with
//! `#` are comments for the author of the engine, among them the reason for every failure.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use bastide::{Action, Game as _};
use bastide_engine::{Answer, Profile, VERSION};
use bastide_host::is_invisible;
use bastide_table::sanitize;
use hyper::upgrade::OnUpgrade;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, sleep_until, timeout, timeout_at};
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;

use super::super::Shared;
use super::super::socket::line::{Heard, Line, SendError};
use super::super::socket::{ConnectionPermit, SILENCE};
use crate::Bans;
use crate::engines::{Accounts, Ask, Dialogue, Failure, Job, Login, Registration, greeting};

/// Maximum length of a message in bytes, as in the protocol.
const LONGEST: usize = 64 << 10;

/// Maximum number of lines and bytes in the answers to one request, with all lines about the search.
/// A ping, a pong or an empty message counts as a line.
const LINES: u32 = 1_000;
const BYTES: usize = 256 << 10;

/// Maximum number of characters of a line in a message, and of the name of a program.
const LONGEST_NAME: usize = 60;

/// Number of lines without a question after which a connection is closed.
const UNASKED: u8 = 5;

/// Interval at which the validity of the token is checked.
const CHECK_EVERY: Duration = Duration::from_secs(2);

/// Reason for the end of a connection.
struct End {
    /// Code of the reason; `None` if the engine has disconnected.
    told: Option<(&'static str, String)>,
    close: CloseCode,
    failure: Failure,
}

impl End {
    fn gone() -> End {
        End { told: None, close: CloseCode::Normal, failure: Failure::Gone }
    }

    fn new(code: &'static str, text: impl Into<String>, close: u16, failure: Failure) -> End {
        End { told: Some((code, text.into())), close: close.into(), failure }
    }

    fn unreadable(line: &str) -> End {
        let text = format!("'{}' is not an answer of the engine protocol", clipped(line));
        End::new("unreadable", text, 4400, Failure::Unreadable)
    }

    fn flood() -> End {
        let text = format!("more than {LINES} lines or pings, or {BYTES} bytes, for one request");
        End::new("flood", text, 4429, Failure::Flood)
    }

    fn revoked() -> End {
        let text = "the token was revoked or has expired: ask the operator";
        End::new("revoked", text, 4401, Failure::Revoked)
    }
}

impl From<SendError> for End {
    fn from(_: SendError) -> End {
        End::gone()
    }
}

/// Shortens a line of an engine for a message, and replaces all characters that are not visible.
fn clipped(line: &str) -> String {
    let visible = |c: char| if c != ' ' && is_invisible(c) { '?' } else { c };
    line.chars().take(LONGEST_NAME).map(visible).collect()
}

/// Returns what a program calls itself as people see it, under the same conditions as the name of a
/// player; empty if it cannot be shown.
fn program_name(name: &str) -> String {
    let start: String = name.chars().take(LONGEST_NAME).collect();
    let known = sanitize(&start, LONGEST_NAME);
    known.or_else(|_| sanitize(&clipped(name), LONGEST_NAME)).unwrap_or_default()
}

/// Serves a connection from its upgrade to its end.
pub(super) async fn serve(app: Shared, upgrade: OnUpgrade, place: ConnectionPermit, login: Login) {
    let Ok(Ok(upgraded)) = timeout(app.config.hello, upgrade).await else { return };
    let mut talk = Talk {
        line: Line::with_longest(upgraded, LONGEST).await,
        inbox: VecDeque::new(),
        lines: 0,
        bytes: 0,
        dialogue: Dialogue::default(),
        profile: Profile::default(),
        unasked: 0,
    };
    let name = login.name.clone();
    let mut signals = Signals::new(&app, login, place.address);
    let end = match talk.greet(&app, &mut signals).await {
        Ok(()) => {
            let registration = app.hub.engines().connect(&name, talk.profile.clone());
            tracing::info!(program = talk.profile.name, "engine connected");
            talk.run(&app, &mut signals, registration).await
        }
        Err(end) => end,
    };
    let Some((code, text)) = end.told else {
        tracing::info!("engine disconnected");
        return;
    };
    tracing::info!(code, text, "engine disconnected by the server");
    if talk.line.tell(&format!("# error {code}: {text}")).await.is_ok() {
        let reason: String = format!("{code}: {text}").chars().take(100).collect();
        let reason = if reason.len() > 120 { code } else { &reason };
        talk.line.close_with(end.close, reason).await;
    }
}

/// Everything that ends a connection from outside.
struct Signals {
    app: Shared,
    login: Login,
    address: IpAddr,
    accounts: watch::Receiver<Arc<Accounts>>,
    bans: watch::Receiver<Arc<Bans>>,
    closing: watch::Receiver<bool>,
}

impl Signals {
    fn new(app: &Shared, login: Login, address: IpAddr) -> Signals {
        let hub = app.hub();
        Signals {
            accounts: hub.engine_accounts(),
            bans: hub.bans(),
            closing: hub.closing(),
            app: app.clone(),
            login,
            address,
        }
    }

    /// Waits until the connection has to end.
    async fn end(&mut self) -> End {
        loop {
            if !self.app.hub().is_login_valid(&self.login) {
                return End::revoked();
            }
            if let Err(error) = self.app.admit(self.address) {
                return End::new("banned", error.problem().message, 4403, Failure::Gone);
            }
            if *self.closing.borrow() || self.app.is_closing() {
                let text = "the server is restarting: reconnect";
                return End::new("restarting", text, 1012, Failure::Gone);
            }
            tokio::select! {
                _ = self.accounts.changed() => {}
                _ = self.bans.changed() => {}
                _ = self.closing.changed() => {}
                () = sleep(CHECK_EVERY) => {}
            }
        }
    }
}

/// Waits until another connection has replaced this one.
async fn replaced(is_replaced: &mut watch::Receiver<bool>) -> End {
    // The sender is dropped only together with the registration.
    let _ = is_replaced.wait_for(|is_replaced| *is_replaced).await;
    End::new("replaced", "another connection uses the same token", 4409, Failure::Gone)
}

/// State of the dialogue with an engine.
struct Talk {
    line: Line,
    /// Lines that were received but not read.
    inbox: VecDeque<String>,
    /// Number of lines and bytes since the last request.
    lines: u32,
    bytes: usize,
    dialogue: Dialogue,
    profile: Profile,
    unasked: u8,
}

impl Talk {
    /// Asks the engine to introduce itself.
    async fn greet(&mut self, app: &Shared, signals: &mut Signals) -> Result<(), End> {
        let greet = async {
            let mut profile = Profile::default();
            match self.ask(&greeting(), |answer| profile.note(answer)).await? {
                Answer::Ready(VERSION) => {}
                other => return Err(End::unreadable(&other.to_string())),
            }
            profile.name = program_name(&profile.name);
            self.profile = profile;
            Ok(())
        };
        tokio::select! {
            biased;
            end = signals.end() => Err(end),
            greeted = timeout(app.config.hello, greet) => greeted.unwrap_or_else(|_| {
                let text = "no 'ready 1' was received in time";
                Err(End::new("timeout", text, 4408, Failure::Timeout))
            }),
        }
    }

    /// Plays turns until the connection ends.
    async fn run(
        &mut self,
        app: &Shared,
        signals: &mut Signals,
        mut registration: Registration,
    ) -> End {
        let Registration { jobs, is_replaced, .. } = &mut registration;
        let heartbeat = app.config.heartbeat;
        let (mut heard, mut beat) = (Instant::now(), Instant::now() + heartbeat);
        loop {
            tokio::select! {
                biased;
                end = signals.end() => return end,
                end = replaced(is_replaced) => return end,
                Some(Job { ask, reply }) = jobs.next() => {
                    let turn = tokio::select! {
                        biased;
                        end = signals.end() => Err(end),
                        end = replaced(is_replaced) => Err(end),
                        turn = timeout_at(ask.begin(), self.turn(&ask)) => turn.unwrap_or_else(|_| {
                            let text = format!("no turn within {} ms", ask.limit.as_millis());
                            Err(End::new("timeout", text, 4408, Failure::Timeout))
                        }),
                    };
                    // The receiver may have given up.
                    match turn {
                        Ok(Ok(actions)) => {
                            self.unasked = 0;
                            let _ = reply.send(Ok(actions));
                        }
                        Ok(Err((failure, text))) => {
                            let _ = reply.send(Err(failure));
                            let text = format!("# error {}: {text}", failure.code());
                            if self.line.tell(&text).await.is_err() {
                                return End::gone();
                            }
                        }
                        Err(end) => {
                            let _ = reply.send(Err(end.failure));
                            return end;
                        }
                    }
                    heard = Instant::now();
                }
                line = self.hear() => {
                    heard = Instant::now();
                    if let Err(end) = self.unasked(line).await {
                        return end;
                    }
                }
                () = sleep_until(beat) => {
                    if heard.elapsed() > heartbeat.mul_f32(SILENCE) {
                        return End::gone();
                    }
                    beat = Instant::now() + heartbeat;
                    (self.lines, self.bytes) = (0, 0);
                    if self.line.ping().await.is_err() {
                        return End::gone();
                    }
                }
            }
        }
    }

    /// Rejects a line that answers nothing.
    async fn unasked(&mut self, line: Result<Option<String>, End>) -> Result<(), End> {
        let Some(line) = line? else { return Ok(()) };
        self.unasked += 1;
        let text = format!("'{}' answers nothing: there was no question", clipped(&line));
        if self.unasked >= UNASKED {
            return Err(End::new("unasked", text, 4400, Failure::Unreadable));
        }
        Ok(self.line.tell(&format!("# error unasked: {text}")).await?)
    }

    /// Has the engine choose its turn, action by action. The outer error ends the connection; after
    /// the inner one the dialogue can go on.
    async fn turn(&mut self, ask: &Ask) -> Result<Result<Vec<Action>, (Failure, String)>, End> {
        (self.lines, self.bytes) = (0, 0);
        // Lines that arrived before the question cannot answer it.
        while let Some(line) = self.inbox.pop_front() {
            self.unasked(Ok(Some(line))).await?;
        }
        let lines = match self.dialogue.approach(ask) {
            Ok(lines) => lines,
            Err(failure) => return Ok(Err((failure, "the game cannot be set up".to_owned()))),
        };
        for line in lines {
            if let Err(text) = self.tell(&line).await? {
                return Ok(Err((Failure::Refused, text)));
            }
        }
        let (mut game, mut actions, mut own) = (ask.game.clone(), Vec::new(), Vec::new());
        while Dialogue::is_due(&game, ask.seat) {
            let request = Dialogue::request(&self.profile, ask, &game);
            let answer = self.ask(&request, drop).await?;
            let said = answer.to_string();
            let (action, token) = match Dialogue::chosen(answer, &game) {
                Ok(chosen) => chosen,
                Err(Failure::Unreadable) => return Err(End::unreadable(&said)),
                Err(failure) => return Ok(Err((failure, format!("'{}'", clipped(&said))))),
            };
            if let Err(text) = self.tell(&Dialogue::confirm(&token)).await? {
                return Ok(Err((Failure::Refused, text)));
            }
            game.play_unchecked(action);
            actions.push(action);
            own.push(token);
        }
        self.dialogue.reached(ask, &own);
        Ok(Ok(actions))
    }

    /// Sends a line that the engine has to confirm. The inner error is its refusal.
    async fn tell(&mut self, line: &str) -> Result<Result<(), String>, End> {
        match self.ask(line, drop).await? {
            Answer::Ok => Ok(Ok(())),
            Answer::Error(text) => Ok(Err(format!("the engine refuses: {}", clipped(&text)))),
            other => Err(End::unreadable(&other.to_string())),
        }
    }

    /// Sends a line and waits for the final line of its answer.
    async fn ask(&mut self, line: &str, mut note: impl FnMut(Answer)) -> Result<Answer, End> {
        self.line.tell(line).await?;
        loop {
            let Some(line) = self.hear().await? else { continue };
            match Answer::parse(&line) {
                Ok(answer) if answer.is_last() => return Ok(answer),
                Ok(answer) => note(answer),
                Err(_) => return Err(End::unreadable(&line)),
            }
        }
    }

    /// Receives the next line; `None` for anything without a meaning. Cancel safe.
    async fn hear(&mut self) -> Result<Option<String>, End> {
        if let Some(line) = self.inbox.pop_front() {
            return Ok(Some(line));
        }
        let text = match self.line.hear().await {
            Heard::Text(text) => text,
            Heard::Alive => String::new(),
            Heard::Gone => return Err(End::gone()),
            Heard::TooLong => {
                let text = format!("a message must have at most {LONGEST} bytes");
                return Err(End::new("too_long", text, 1009, Failure::Flood));
            }
            Heard::Binary | Heard::Rubbish => {
                let text = "messages must be text";
                return Err(End::new("unreadable", text, 4400, Failure::Unreadable));
            }
        };
        self.bytes += text.len();
        // Every message costs, as the task does some work for each.
        self.lines += u32::from(text.is_empty());
        for line in text.lines() {
            self.lines += 1;
            let line = line.trim();
            if !line.is_empty() && !line.starts_with('#') {
                self.inbox.push_back(line.to_owned());
            }
        }
        if self.lines > LINES || self.bytes > BYTES {
            return Err(End::flood());
        }
        Ok(self.inbox.pop_front())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_programs_have_visible_characters_only() {
        assert_eq!(program_name("Miller 1.0 \u{2028} (Python)"), "Miller 1.0 (Python)");
        for hidden in ['\u{202e}', '\u{2066}', '\u{200b}', '\u{feff}', '\u{7}', '\u{e0100}'] {
            assert_eq!(program_name(&format!("Mil{hidden}ler")), "Mil?ler", "{hidden:?}");
        }
        assert_eq!(program_name(&"x".repeat(100)).len(), LONGEST_NAME);
        for bad in ["", " ", "\u{301}a", "Z\u{335}\u{336}\u{337}\u{338}"] {
            assert_eq!(program_name(bad), "", "{bad:?}");
        }
    }
}
