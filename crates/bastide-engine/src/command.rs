//! Messages of a controller to an engine, one per line.

use core::fmt;
use core::str::FromStr;
use std::time::Duration;

use bastide::OwnSets;
use bastide_bots::{Budget, TimeControl};
use bastide_host::{Record, RecordErrorKind};

use crate::clip;

/// A line sent by the controller. Actions are tokens, because their meaning depends on the game.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// The first line, with the protocol version of the controller.
    Hello(u32),
    /// Sets an option of the engine.
    Set {
        /// Name of the option.
        option: String,
        /// Value of the option, which may contain spaces.
        value: String,
    },
    /// The game to play, as an empty record made from the header line.
    Game(Box<Record>),
    /// Restarts the same game and clears the memory of the bot.
    NewGame,
    /// The seat that the engine plays, from 0.
    Seat(u8),
    /// Goes to another position.
    Position(Start),
    /// Actions that were played by any player or by chance; drawn tiles and revealed tokens are
    /// actions too.
    Play(Vec<String>),
    /// Requests an action.
    Go(Go),
    /// Requests the legal actions.
    Legal,
    /// Requests the possible actions of chance with their weights.
    Chances,
    /// Requests the phase of the turn.
    State,
    /// Requests the points of each seat.
    Score,
    /// Requests the expected final points of each seat.
    Eval,
    /// Requests the list of commands.
    Help,
    /// Ends the session.
    Quit,
}

/// The position to go to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Start {
    /// The position before the first action.
    Beginning,
    /// The position described by this string, including its set-up.
    Named(String),
}

/// Parameters of `go`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Search budget; the engine's default if absent.
    pub budget: Option<Budget>,
    /// The engine's clock for the whole game, in place of a budget.
    pub clock: Option<TimeControl>,
    /// All legal actions, for engines that requested them.
    pub legal: Option<Vec<String>>,
}

impl Go {
    /// Returns a request with this clock, rounded to times that the protocol can express.
    pub(crate) fn by_clock(clock: TimeControl) -> Go {
        let [least, most] = [1, MOST_MILLIS].map(Duration::from_millis);
        let increment = clock.increment.min(most);
        let increment = if increment < least { Duration::ZERO } else { increment };
        let clock = TimeControl { left: clock.left.clamp(least, most), increment };
        Go { clock: Some(clock), ..Go::default() }
    }
}

/// Upper limits that keep sums from overflowing.
const MOST_NODES: u64 = 1_000_000_000_000;
const MOST_MILLIS: u64 = 24 * 60 * 60 * 1000;

impl Command {
    /// Syntax and description of every command.
    pub const HELP: [(&'static str, &'static str); 15] = [
        ("hello 1", "start: the engine sends its name and the games it plays, then ready"),
        ("set OPTION VALUE", "set an option of the engine"),
        ("game FAMILY key=value ...", "set up a game, as in the header line of a record"),
        ("newgame", "restart the same game"),
        ("seat N", "the seat of the engine, from 0"),
        ("position start|STRING", "go to the start, or to an encoded position"),
        ("play ACTION ...", "apply these actions, including draws"),
        (
            "go [nodes N|movetime MS|clock MS [increment MS]] [legal ACTION ...]",
            "choose one action",
        ),
        ("legal", "list the legal actions"),
        ("chances", "list the possible draws with their weights"),
        ("state", "print the phase of the turn and the seat to act"),
        ("score", "print the points of each seat"),
        ("eval", "print the expected final points of each seat"),
        ("help", "list the commands"),
        ("quit", "end the session, as does the end of input"),
    ];

    /// Parses a line that is neither blank nor a comment. A game may use the custom tiles `own`.
    ///
    /// # Errors
    /// Returns a [`BadCommand`] that describes the problem and the expected form.
    pub fn parse(line: &str, own: Option<&OwnSets>) -> Result<Command, BadCommand> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let command = match word {
            "hello" => Command::Hello(number(rest, word)?),
            "set" => {
                let (option, value) =
                    rest.split_once(char::is_whitespace).ok_or(BadCommand::form("set"))?;
                Command::Set { option: option.to_owned(), value: value.trim().to_owned() }
            }
            "game" => Command::Game(Box::new(header(line, own)?)),
            "newgame" => alone(Command::NewGame, word, rest)?,
            "seat" => Command::Seat(number(rest, word)?),
            "position" => Command::Position(match rest {
                "start" => Start::Beginning,
                "" => return Err(BadCommand::form("position")),
                name if name.contains(char::is_whitespace) => {
                    return Err(BadCommand::form("position"));
                }
                name => Start::Named(name.to_owned()),
            }),
            "play" => Command::Play(match tokens(rest.split_ascii_whitespace()) {
                actions if actions.is_empty() => return Err(BadCommand::form("play")),
                actions => actions,
            }),
            "go" => Command::Go(rest.parse()?),
            "legal" => alone(Command::Legal, word, rest)?,
            "chances" => alone(Command::Chances, word, rest)?,
            "state" => alone(Command::State, word, rest)?,
            "score" => alone(Command::Score, word, rest)?,
            "eval" => alone(Command::Eval, word, rest)?,
            "help" => alone(Command::Help, word, rest)?,
            "quit" => alone(Command::Quit, word, rest)?,
            _ => return Err(BadCommand::Unknown(clip(word))),
        };
        Ok(command)
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Command::Hello(version) => write!(f, "hello {version}"),
            Command::Set { option, value } => write!(f, "set {option} {value}"),
            Command::Game(record) => {
                f.write_str(record.to_text().lines().nth(1).unwrap_or_default())
            }
            Command::NewGame => f.write_str("newgame"),
            Command::Seat(seat) => write!(f, "seat {seat}"),
            Command::Position(Start::Beginning) => f.write_str("position start"),
            Command::Position(Start::Named(name)) => write!(f, "position {name}"),
            Command::Play(actions) => write!(f, "play {}", actions.join(" ")),
            Command::Go(go) => {
                f.write_str("go")?;
                match go.budget {
                    None => {}
                    Some(Budget::Nodes(nodes)) => write!(f, " nodes {nodes}")?,
                    Some(Budget::Time(time)) => write!(f, " movetime {}", time.as_millis())?,
                }
                if let Some(TimeControl { left, increment }) = go.clock {
                    write!(f, " clock {}", left.as_millis())?;
                    if !increment.is_zero() {
                        write!(f, " increment {}", increment.as_millis())?;
                    }
                }
                match &go.legal {
                    None => Ok(()),
                    Some(actions) => write!(f, " legal {}", actions.join(" ")),
                }
            }
            Command::Legal => f.write_str("legal"),
            Command::Chances => f.write_str("chances"),
            Command::State => f.write_str("state"),
            Command::Score => f.write_str("score"),
            Command::Eval => f.write_str("eval"),
            Command::Help => f.write_str("help"),
            Command::Quit => f.write_str("quit"),
        }
    }
}

impl FromStr for Go {
    type Err = BadCommand;

    /// Parses the arguments of `go`.
    fn from_str(text: &str) -> Result<Go, BadCommand> {
        let (mut words, mut go) = (text.split_ascii_whitespace(), Go::default());
        while let Some(word) = words.next() {
            let mut limit = |most: u64| {
                let number = words.next().and_then(|digits| digits.parse().ok());
                number
                    .filter(|n| (1..=most).contains(n))
                    .ok_or(BadCommand::Limit { word: clip(word), most })
            };
            let budget = match word {
                "nodes" => Budget::Nodes(limit(MOST_NODES)?),
                "movetime" => Budget::Time(Duration::from_millis(limit(MOST_MILLIS)?)),
                "clock" if go.clock.is_none() => {
                    let left = Duration::from_millis(limit(MOST_MILLIS)?);
                    go.clock = Some(TimeControl { left, increment: Duration::ZERO });
                    continue;
                }
                "increment" => {
                    let clock = go.clock.as_mut().ok_or(BadCommand::form("go"))?;
                    clock.increment = Duration::from_millis(limit(MOST_MILLIS)?);
                    continue;
                }
                "legal" => {
                    go.legal = Some(tokens(words));
                    break;
                }
                _ => return Err(BadCommand::form("go")),
            };
            if go.budget.replace(budget).is_some() {
                return Err(BadCommand::form("go"));
            }
        }
        if go.budget.is_some() && go.clock.is_some() {
            return Err(BadCommand::form("go"));
        }
        Ok(go)
    }
}

fn tokens<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    words.map(str::to_owned).collect()
}

/// Parses a header line into an empty record.
fn header(line: &str, own: Option<&OwnSets>) -> Result<Record, BadCommand> {
    let record = Record::read_with(format!("bastide 1\n{line}\n"), own);
    record.map_err(|error| BadCommand::Game(error.kind))
}

fn number<T: FromStr>(text: &str, command: &str) -> Result<T, BadCommand> {
    text.parse().map_err(|_| BadCommand::form(command))
}

fn alone(command: Command, word: &str, rest: &str) -> Result<Command, BadCommand> {
    if rest.is_empty() { Ok(command) } else { Err(BadCommand::form(word)) }
}

/// Error returned if a line is not a valid command.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadCommand {
    /// The keyword is unknown.
    #[error("unknown command '{0}'; 'help' lists all commands")]
    Unknown(String),
    /// The arguments are invalid.
    #[error("write: {0}")]
    Form(&'static str),
    /// A limit is out of range.
    #[error("'{word}' takes a number from 1 to {most}")]
    Limit {
        /// The keyword of the limit.
        word: String,
        /// The largest allowed number.
        most: u64,
    },
    /// The game cannot be set up.
    #[error("{0}")]
    Game(RecordErrorKind),
}

impl BadCommand {
    /// Creates an error that shows the syntax of the command called `name`.
    fn form(name: &str) -> BadCommand {
        let mut forms = Command::HELP.iter().map(|(form, _)| *form);
        let form = forms.find(|form| form.split(' ').next() == Some(name));
        BadCommand::Form(form.expect("every command has a line of help"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Command, BadCommand> {
        Command::parse(line, None)
    }

    #[test]
    fn commands_are_read_as_they_are_written() {
        for line in [
            "hello 1",
            "set bot quick@50ms",
            "set path /a folder/with spaces",
            "game land rules=base,fields,river=2021 seats=3 first=2",
            "game stronghold seats=2 first=0 deck=E3,E1",
            "newgame",
            "seat 4",
            "position start",
            "position 176IqNABOy9AwIAAQ",
            "play DV",
            "play DV P1,0r0 .",
            "go",
            "go nodes 5000",
            "go movetime 50",
            "go movetime 50 legal P1,0r0 P1,0r1",
            "go clock 60000",
            "go clock 60000 increment 500 legal .",
            "go legal .",
            "legal",
            "chances",
            "state",
            "score",
            "eval",
            "help",
            "quit",
        ] {
            let command = parse(line).expect(line);
            assert_eq!(command.to_string(), line);
            let spaced = format!("  {}\t", line.replacen(' ', " \t ", 1));
            assert_eq!(parse(&spaced), Ok(command), "{spaced:?}");
        }
    }

    #[test]
    fn any_clock_can_be_sent() {
        for (left, increment, wanted) in [
            (Duration::ZERO, Duration::ZERO, "go clock 1"),
            (Duration::from_micros(2900), Duration::from_micros(300), "go clock 2"),
            (Duration::from_secs(60), Duration::from_millis(5), "go clock 60000 increment 5"),
            (Duration::MAX, Duration::MAX, "go clock 86400000 increment 86400000"),
        ] {
            let sent = Command::Go(Go::by_clock(TimeControl { left, increment })).to_string();
            assert_eq!(sent, wanted);
            assert!(parse(&sent).is_ok(), "{sent}");
        }
    }

    #[test]
    fn errors_state_the_problem_and_the_expected_form() {
        for (line, wanted) in [
            ("fly", "unknown command 'fly'; 'help'"),
            ("HELLO 1", "unknown command 'HELLO'"),
            ("hello", "write: hello 1"),
            ("hello one", "write: hello 1"),
            ("set bot", "write: set OPTION VALUE"),
            ("seat -1", "write: seat N"),
            ("seat 256", "write: seat N"),
            ("position", "write: position start|STRING"),
            ("position 1abc 1def", "write: position start|STRING"),
            ("play", "write: play ACTION"),
            ("go fast", "write: go [nodes N|movetime MS|clock MS [increment MS]]"),
            ("go clock 0", "'clock' takes a number from 1 to"),
            ("go clock 5 clock 5", "write: go"),
            ("go increment 5", "write: go"),
            ("go clock 5 movetime 5", "write: go"),
            ("go nodes", "'nodes' takes a number from 1 to"),
            ("go nodes 0", "'nodes' takes a number from 1 to"),
            ("go nodes 5 movetime 5", "write: go"),
            ("go movetime 99999999999999", "to 86400000"),
            ("score 1", "write: score"),
            ("quit now", "write: quit"),
            ("game", "expected 'game FAMILY key=value ...'"),
            ("game chess", "unknown game 'chess'; the games are land and stronghold"),
            ("game land rules=base seats=9", "impossible set-up: "),
            ("game land rules=base seats=2 tiles=00", "other tiles"),
        ] {
            let error = parse(line).expect_err(line).to_string();
            assert!(error.contains(wanted), "{line}: {error}");
        }
    }

    #[test]
    fn help_lists_every_command() {
        for (form, _) in Command::HELP {
            let name = form.split(' ').next().expect("a word");
            assert_ne!(parse(name), Err(BadCommand::Unknown(name.into())), "{name}");
        }
    }
}
