//! Runs an external program that implements the protocol, as a player.

mod process;

use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use bastide::{Action, AnyGame, Game, Illegality, Seat, Setup};
use bastide_bots::{Budget, TimeControl};
use bastide_host::Record;

use crate::answer::{Answer, Info, Want};
use crate::command::{Command, Go};
use crate::lines::Line;
use crate::server::legal;
use crate::{VERSION, clip};

use process::Process;

/// Timeouts of an engine. An engine that exceeds one is ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Time until the engine is ready.
    pub handshake: Duration,
    /// Time for a command that needs no search.
    pub reply: Duration,
    /// Time for a move beyond its time budget.
    pub overrun: Duration,
    /// Time for a move with a node budget, or for an evaluation.
    pub nodes: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            handshake: Duration::from_secs(10),
            reply: Duration::from_secs(5),
            overrun: Duration::from_secs(1),
            nodes: Duration::from_secs(120),
        }
    }
}

/// Self-description of an engine.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Profile {
    /// Name and version; empty if not reported.
    pub name: String,
    /// The games it plays.
    pub plays: Vec<Answer>,
    /// Its options: names and values.
    pub options: Vec<(String, String)>,
    /// True if the engine requested the legal actions with every `go`.
    pub wants_legal: bool,
}

impl Profile {
    /// Returns true if the engine plays this game.
    pub fn covers(&self, setup: &Setup) -> bool {
        self.plays.iter().any(|plays| plays.covers(setup))
    }

    /// Returns true if the engine plays this game and divides the time of a whole game itself: it
    /// understands `go clock`.
    pub fn knows_clock(&self, setup: &Setup) -> bool {
        let knows_clock = |plays: &Answer| matches!(plays, Answer::Plays { knows_clock: true, .. });
        self.plays.iter().any(|plays| knows_clock(plays) && plays.covers(setup))
    }

    /// Adds the contents of a line of the greeting; other answers are ignored.
    ///
    /// ```
    /// use bastide_engine::{Answer, Profile};
    ///
    /// let mut profile = Profile::default();
    /// profile.note(Answer::parse("name mine 1.0")?);
    /// assert_eq!(profile.name, "mine 1.0");
    /// # Ok::<(), bastide_engine::BadAnswer>(())
    /// ```
    pub fn note(&mut self, answer: Answer) {
        match answer {
            Answer::Name(name) => self.name = name,
            Answer::Plays { .. } => self.plays.push(answer),
            Answer::Option { name, value } => self.options.push((name, value)),
            Answer::Wants(Want::Legal) => self.wants_legal = true,
            Answer::Info(_)
            | Answer::Help(_)
            | Answer::Ready(_)
            | Answer::Move(_)
            | Answer::Eval(_)
            | Answer::Legal(_)
            | Answer::Chances(_)
            | Answer::State(_)
            | Answer::Score(_)
            | Answer::Ok
            | Answer::Bye
            | Answer::Error(_) => {}
        }
    }
}

/// A running engine. Its process is ended on drop.
///
/// ```no_run
/// use bastide::{AnyGame, Game, Rules, Seat, Setup};
/// use bastide_bots::Budget;
/// use bastide_engine::{ExternalEngine, Patience};
///
/// let mut engine = ExternalEngine::start("python3 my_engine.py", Patience::default())?;
/// let setup = Setup::new(Rules::Land("base,fields".parse()?), 2);
/// let mut game = AnyGame::new(&setup)?;
/// engine.begin(&setup, Seat::FIRST)?;
/// let drawn = game.notation().parse("DV")?;
/// game.play(drawn)?;
/// engine.played(drawn)?;
/// let action = engine.choose(&game, Budget::Nodes(1000))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ExternalEngine {
    process: Process,
    patience: Patience,
    profile: Profile,
    /// The current game, used for its notation.
    game: Option<AnyGame>,
    info: Option<Info>,
}

impl ExternalEngine {
    /// Starts a program and performs the handshake. The command is split into words as a shell
    /// does, including quotes, but no shell is started.
    ///
    /// # Errors
    /// Returns [`EngineError::CannotStart`] if the program cannot be started, and
    /// [`EngineError::NoHandshake`] if it does not report that it is ready.
    pub fn start(command: &str, patience: Patience) -> Result<ExternalEngine, EngineError> {
        let words = words(command).ok_or_else(|| EngineError::CannotStart {
            command: clip(command),
            why: io::Error::new(
                io::ErrorKind::InvalidInput,
                "the command is empty or has an unclosed quote",
            ),
        })?;
        let process = Process::start(&words)
            .map_err(|why| EngineError::CannotStart { command: clip(command), why })?;
        let (profile, game, info) = (Profile::default(), None, None);
        let mut engine = ExternalEngine { process, patience, profile, game, info };
        engine.greet().map_err(|error| EngineError::NoHandshake(Box::new(error)))?;
        Ok(engine)
    }

    /// Returns the self-description of the engine.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// Returns the last search information sent before its choice.
    pub fn info(&self) -> Option<&Info> {
        self.info.as_ref()
    }

    /// Sets an option.
    ///
    /// # Errors
    /// Returns an [`EngineError`] if the engine refuses or fails.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), EngineError> {
        self.tell(&Command::Set { option: option.to_owned(), value: value.to_owned() })
    }

    /// Begins a game in which the engine plays `seat`.
    ///
    /// # Errors
    /// Returns [`EngineError::DoesNotPlay`] if the engine does not support `setup`, or another
    /// error if it fails.
    pub fn begin(&mut self, setup: &Setup, seat: Seat) -> Result<(), EngineError> {
        if !self.profile.covers(setup) {
            return Err(EngineError::DoesNotPlay(setup.rules.to_string(), setup.seats));
        }
        let record = Record::new(setup.clone()).map_err(EngineError::Setup)?;
        let game = record.start();
        self.tell(&Command::Game(Box::new(record)))?;
        self.tell(&Command::NewGame)?;
        self.tell(&Command::Seat(seat.index() as u8))?;
        self.game = Some(game);
        Ok(())
    }

    /// Reports an action played by the engine, by another player or by chance.
    ///
    /// # Errors
    /// Returns an [`EngineError`] if the engine considers the action illegal, or fails.
    ///
    /// # Panics
    /// Panics if no game was begun.
    pub fn played(&mut self, action: Action) -> Result<(), EngineError> {
        let game = self.game.as_ref().expect("a game is set up before actions are played");
        let token = game.notation().show(action).to_string();
        self.tell(&Command::Play(vec![token]))
    }

    /// Requests an action. All actions so far must have been reported, and the engine's seat must
    /// be to act in `game`.
    ///
    /// # Errors
    /// Returns an [`EngineError`] if the engine does not answer in time, chooses an illegal action,
    /// or fails.
    pub fn choose(&mut self, game: &AnyGame, budget: Budget) -> Result<Action, EngineError> {
        let time = match budget {
            Budget::Nodes(_) => self.patience.nodes,
            Budget::Time(time) => time + self.patience.overrun,
        };
        self.go(game, Go { budget: Some(budget), ..Go::default() }, time)
    }

    /// Requests an action from an engine that divides the time of the game itself
    /// ([`Profile::knows_clock`]). Otherwise like [`ExternalEngine::choose`].
    ///
    /// # Errors
    /// Returns the same errors as [`ExternalEngine::choose`].
    pub fn choose_by_clock(
        &mut self,
        game: &AnyGame,
        clock: TimeControl,
    ) -> Result<Action, EngineError> {
        let time = clock.left.saturating_add(self.patience.overrun);
        self.go(game, Go::by_clock(clock), time)
    }

    fn go(&mut self, game: &AnyGame, mut go: Go, time: Duration) -> Result<Action, EngineError> {
        self.info = None;
        go.legal = self.profile.wants_legal.then(|| legal(game));
        let command = Command::Go(go);
        match self.ask(&command, time)? {
            Answer::Move(token) => {
                let Ok(action) = game.notation().parse(&token) else {
                    return Err(self.babble(&token, &command));
                };
                let illegal = |why| EngineError::Illegal { token, why };
                game.check(action).map(|()| action).map_err(illegal)
            }
            other => Err(self.babble(&other.to_string(), &command)),
        }
    }

    /// Requests the expected final points of each seat.
    ///
    /// # Errors
    /// Returns an [`EngineError`] if the engine refuses or fails.
    pub fn eval(&mut self) -> Result<Vec<f32>, EngineError> {
        match self.ask(&Command::Eval, self.patience.nodes)? {
            Answer::Eval(values) => Ok(values),
            other => Err(self.babble(&other.to_string(), &Command::Eval)),
        }
    }

    fn greet(&mut self) -> Result<(), EngineError> {
        let hello = Command::Hello(VERSION);
        match self.ask(&hello, self.patience.handshake)? {
            Answer::Ready(VERSION) => Ok(()),
            other => Err(self.babble(&other.to_string(), &hello)),
        }
    }

    fn tell(&mut self, command: &Command) -> Result<(), EngineError> {
        match self.ask(command, self.patience.reply)? {
            Answer::Ok => Ok(()),
            other => Err(self.babble(&other.to_string(), command)),
        }
    }

    /// Sends a command and waits for the final line of its answer.
    fn ask(&mut self, command: &Command, time: Duration) -> Result<Answer, EngineError> {
        let until = Instant::now() + time;
        if self.process.say(&command.to_string()).is_err() {
            return Err(self.died());
        }
        loop {
            let line = match self.process.hear(until) {
                Some(Line::Text(line)) => line,
                Some(Line::NotText) => return Err(self.babble("bytes that are not UTF-8", command)),
                Some(Line::TooLong) => return Err(self.babble("a line that is too long", command)),
                Some(Line::End) => return Err(self.died()),
                None => {
                    // A late answer would be taken for the answer to another command.
                    self.process.end();
                    return Err(EngineError::Timeout { to: word(command), after: time });
                }
            };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            match Answer::parse(&line) {
                Ok(Answer::Error(text)) => {
                    return Err(EngineError::Refused { to: word(command), text: clip(&text) });
                }
                Ok(answer) if answer.is_last() => return Ok(answer),
                Ok(answer) => self.note(answer),
                Err(_) => return Err(self.babble(&line, command)),
            }
        }
    }

    /// Stores the contents of an intermediate line.
    fn note(&mut self, answer: Answer) {
        match answer {
            Answer::Info(info) => self.info = Some(info),
            answer => self.profile.note(answer),
        }
    }

    /// Ends the process after an invalid answer, because later answers could not be assigned to
    /// commands.
    fn babble(&mut self, said: &str, command: &Command) -> EngineError {
        self.process.end();
        EngineError::Nonsense { said: clip(said), to: word(command) }
    }

    fn died(&mut self) -> EngineError {
        let (status, last_words) = self.process.obituary();
        EngineError::Died { status, last_words }
    }
}

/// Returns the keyword of a command.
fn word(command: &Command) -> String {
    command.to_string().split(' ').next().unwrap_or_default().to_owned()
}

/// Splits a command line into words. Quotes preserve spaces; a backslash outside of single quotes
/// escapes any character. Returns `None` if there is no word or a quote is not closed.
fn words(text: &str) -> Option<Vec<String>> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None | Some('"'), '\\') => word.get_or_insert_default().push(chars.next()?),
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    (quote.is_none() && !words.is_empty()).then_some(words)
}

/// Failure of an engine. After [`EngineError::Timeout`], [`EngineError::Died`] and
/// [`EngineError::Nonsense`] the process has ended and a new one must be started.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// The program does not exist or cannot be executed.
    #[error("cannot start '{command}': {why}")]
    CannotStart {
        /// The command line.
        command: String,
        /// Error of the operating system.
        #[source]
        why: io::Error,
    },
    /// The engine did not answer `hello` with `ready`.
    #[error("the handshake failed: {0}")]
    NoHandshake(#[source] Box<EngineError>),
    /// The engine does not play this game: rules and number of players.
    #[error("the program does not play {0} for {1}")]
    DoesNotPlay(String, u8),
    /// The set-up is invalid.
    #[error("impossible set-up: {0}")]
    Setup(bastide::SetupError),
    /// The engine did not answer in time and was ended.
    #[error("no answer to '{to}' after {after:?}")]
    Timeout {
        /// Keyword of the command.
        to: String,
        /// The timeout.
        after: Duration,
    },
    /// The process ended unexpectedly.
    #[error("the program ended{}{}", described(*status), quoted(last_words))]
    Died {
        /// Exit status, if known.
        status: Option<ExitStatus>,
        /// Last lines that it wrote to standard error.
        last_words: Vec<String>,
    },
    /// The engine answered with an error.
    #[error("the program rejects '{to}': {text}")]
    Refused {
        /// Keyword of the command.
        to: String,
        /// Message of the engine.
        text: String,
    },
    /// The engine chose an illegal action.
    #[error("the program plays '{token}', which is not legal: {why}")]
    Illegal {
        /// The chosen action.
        token: String,
        /// Reason why it is illegal.
        why: Illegality,
    },
    /// The engine sent a line that does not answer the command.
    #[error("the program answers '{to}' with '{said}'")]
    Nonsense {
        /// The line.
        said: String,
        /// Keyword of the command.
        to: String,
    },
}

fn described(status: Option<ExitStatus>) -> String {
    status.map(|status| format!(" ({status})")).unwrap_or_default()
}

fn quoted(lines: &[String]) -> String {
    if lines.is_empty() { String::new() } else { format!(", saying: {}", lines.join(" | ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_as_a_shell_would() {
        let split = |text: &str| words(text).unwrap_or_default();
        assert_eq!(split("python3  a.py\t-v"), ["python3", "a.py", "-v"]);
        assert_eq!(split("sh -c 'echo \"a b\"; cat'"), ["sh", "-c", "echo \"a b\"; cat"]);
        assert_eq!(split(r#""my engine"/x\ y '' "a\"b""#), ["my engine/x y", "", "a\"b"]);
        for bad in ["", "  ", "'open", "\"open", "end\\"] {
            assert_eq!(words(bad), None, "{bad}");
        }
    }
}
