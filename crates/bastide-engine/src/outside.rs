//! A program of somebody else's that speaks the protocol, as a player.

mod process;

use std::io;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use bastide::{Action, AnyGame, Game, Illegality, Seat, Setup};
use bastide_bots::Budget;
use bastide_host::Record;

use crate::answer::{Answer, Info, Want};
use crate::command::{Command, Go};
use crate::lines::Line;
use crate::server::legal;
use crate::{VERSION, clip};

use process::Process;

/// How long an engine may take. Whoever is too slow is ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Patience {
    /// Until it is ready.
    pub handshake: Duration,
    /// For what needs no thought.
    pub reply: Duration,
    /// For a move, beyond the time it was given.
    pub overrun: Duration,
    /// For a move by number of nodes.
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

/// What an engine says of itself.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Profile {
    /// Its name and version; empty if it gives none.
    pub name: String,
    /// The games it plays.
    pub plays: Vec<Answer>,
    /// Its options, by name, with their values.
    pub options: Vec<(String, String)>,
    /// Whether it is to be told what is legal.
    pub wants_legal: bool,
}

impl Profile {
    /// Whether it plays this game.
    pub fn covers(&self, setup: &Setup) -> bool {
        self.plays.iter().any(|plays| plays.covers(setup))
    }
}

/// A running engine. It is ended when this is dropped.
///
/// ```no_run
/// use bastide::{AnyGame, Game, Rules, Seat, Setup};
/// use bastide_bots::Budget;
/// use bastide_engine::{Outside, Patience};
///
/// let mut engine = Outside::start("python3 my_engine.py", Patience::default())?;
/// let setup = Setup::new(Rules::Land("base,fields".parse()?), 2);
/// let mut game = AnyGame::new(&setup)?;
/// engine.begin(&setup, Seat::FIRST)?;
/// let drawn = game.notation().parse("DV")?;
/// game.play(drawn, &mut ())?;
/// engine.played(drawn)?;
/// let action = engine.choose(&game, Budget::Nodes(1000))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Outside {
    process: Process,
    patience: Patience,
    profile: Profile,
    /// The game that was begun, for its notation.
    game: Option<AnyGame>,
    info: Option<Info>,
}

impl Outside {
    /// Starts a program and shakes hands. The command is split into words as
    /// a shell would, quotes and all, but no shell is started.
    ///
    /// # Errors
    /// If it cannot be started or does not say that it is ready.
    pub fn start(command: &str, patience: Patience) -> Result<Outside, EngineError> {
        let words = words(command).ok_or_else(|| EngineError::CannotStart {
            command: clip(command),
            why: io::Error::new(io::ErrorKind::InvalidInput, "no program, or a quote left open"),
        })?;
        let process = Process::start(&words)
            .map_err(|why| EngineError::CannotStart { command: clip(command), why })?;
        let (profile, game, info) = (Profile::default(), None, None);
        let mut engine = Outside { process, patience, profile, game, info };
        engine.greet().map_err(|error| EngineError::NoHandshake(Box::new(error)))?;
        Ok(engine)
    }

    /// What it says of itself.
    pub fn profile(&self) -> &Profile {
        &self.profile
    }

    /// What it last told of its thoughts before it chose.
    pub fn info(&self) -> Option<&Info> {
        self.info.as_ref()
    }

    /// Sets one of its options.
    ///
    /// # Errors
    /// If it refuses, or fails in any other way.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), EngineError> {
        self.tell(&Command::Set { option: option.to_owned(), value: value.to_owned() })
    }

    /// Begins a game in which it plays this seat.
    ///
    /// # Errors
    /// If it does not play such games, or fails in any other way.
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

    /// Tells it what was played, by itself, another or chance.
    ///
    /// # Errors
    /// If it thinks that was not legal, or fails in any other way.
    ///
    /// # Panics
    /// If no game was begun.
    pub fn played(&mut self, action: Action) -> Result<(), EngineError> {
        let game = self.game.as_ref().expect("a game is begun before anything is played");
        let token = game.notation().show(action).to_string();
        self.tell(&Command::Play(vec![token]))
    }

    /// What it does now. It has been told everything played so far, and its
    /// seat is to act in `game`.
    ///
    /// # Errors
    /// If it says nothing in time, nothing legal, or fails in any other way.
    pub fn choose(&mut self, game: &AnyGame, budget: Budget) -> Result<Action, EngineError> {
        let legal = self.profile.wants_legal.then(|| legal(game));
        let time = match budget {
            Budget::Nodes(_) => self.patience.nodes,
            Budget::Time(time) => time + self.patience.overrun,
        };
        self.info = None;
        let command = Command::Go(Go { budget: Some(budget), legal });
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

    /// How many points it expects each seat to have in the end.
    ///
    /// # Errors
    /// If it does not tell.
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

    /// Says something and waits for the line that ends the answer.
    fn ask(&mut self, command: &Command, time: Duration) -> Result<Answer, EngineError> {
        let until = Instant::now() + time;
        if self.process.say(&command.to_string()).is_err() {
            return Err(self.died());
        }
        loop {
            let line = match self.process.hear(until) {
                Some(Line::Text(line)) => line,
                Some(Line::NotText) => return Err(self.babble("bytes that are no text", command)),
                Some(Line::TooLong) => return Err(self.babble("a line without end", command)),
                Some(Line::End) => return Err(self.died()),
                None => {
                    // Whatever it says later would answer another question.
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

    /// Remembers what leads up to an answer.
    fn note(&mut self, answer: Answer) {
        match answer {
            Answer::Name(name) => self.profile.name = name,
            Answer::Plays { .. } => self.profile.plays.push(answer),
            Answer::Option { name, value } => self.profile.options.push((name, value)),
            Answer::Wants(Want::Legal) => self.profile.wants_legal = true,
            Answer::Info(info) => self.info = Some(info),
            Answer::Help(_)
            | Answer::Ready(_)
            | Answer::Move(_)
            | Answer::Eval(_)
            | Answer::Legal(_)
            | Answer::Ok
            | Answer::Bye
            | Answer::Error(_) => {}
        }
    }

    /// Whoever talks nonsense once cannot be understood any more.
    fn babble(&mut self, said: &str, command: &Command) -> EngineError {
        self.process.end();
        EngineError::Nonsense { said: clip(said), to: word(command) }
    }

    fn died(&mut self) -> EngineError {
        let (status, last_words) = self.process.obituary();
        EngineError::Died { status, last_words }
    }
}

/// The word a command begins with.
fn word(command: &Command) -> String {
    command.to_string().split(' ').next().unwrap_or_default().to_owned()
}

/// The words of a command line; quotes keep spaces, a backslash outside of
/// single quotes keeps any character. Nothing if there is none, or a quote
/// has no end.
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

/// What an engine did wrong. After [`EngineError::Timeout`],
/// [`EngineError::Died`] and [`EngineError::Nonsense`] start another.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EngineError {
    /// There is no such program, or it may not be run.
    #[error("cannot start '{command}': {why}")]
    CannotStart {
        /// As it was given.
        command: String,
        /// What the system says.
        #[source]
        why: io::Error,
    },
    /// It did not answer `hello` with `ready`.
    #[error("no handshake: {0}")]
    NoHandshake(#[source] Box<EngineError>),
    /// It does not play this game: its rules and for how many.
    #[error("it does not play {0} for {1}")]
    DoesNotPlay(String, u8),
    /// Nobody can play this game.
    #[error("impossible set-up: {0}")]
    Setup(bastide::SetupError),
    /// It said nothing in time and was ended.
    #[error("no answer to '{to}' after {after:?}")]
    Timeout {
        /// To which command.
        to: String,
        /// How long it had.
        after: Duration,
    },
    /// It ended by itself.
    #[error("it ended{}{}", described(*status), quoted(last_words))]
    Died {
        /// How, if that is known.
        status: Option<ExitStatus>,
        /// What it last wrote to standard error.
        last_words: Vec<String>,
    },
    /// It answered with an error.
    #[error("it refuses '{to}': {text}")]
    Refused {
        /// Which command.
        to: String,
        /// Why, as it says.
        text: String,
    },
    /// It chose something that is not legal.
    #[error("it plays '{token}', which is not legal: {why}")]
    Illegal {
        /// What it chose.
        token: String,
        /// Why that is not legal.
        why: Illegality,
    },
    /// It said something that is no answer to the command.
    #[error("it answers '{to}' with '{said}'")]
    Nonsense {
        /// What it said.
        said: String,
        /// To which command.
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
