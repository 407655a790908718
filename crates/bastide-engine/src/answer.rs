//! What an engine says to its controller, one line each.

use core::fmt;
use core::ops::RangeInclusive;

use bastide::{LandRules, Module, Rules, Setup};

use crate::clip;

/// A line from the engine.
///
/// Every command is answered, in order, by any number of lines that lead up to
/// the answer and then one that [ends](Answer::is_last) it.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// What the engine is called, with its version.
    Name(String),
    /// A family of games it plays.
    Plays {
        /// The family.
        family: Family,
        /// For how many.
        seats: RangeInclusive<u8>,
        /// The words of `rules=` it knows; none for a family without.
        rules: Vec<String>,
    },
    /// An option that can be set, and its value so far.
    Option {
        /// Its name.
        name: String,
        /// Its value.
        value: String,
    },
    /// Something the controller is asked to do.
    Wants(Want),
    /// Answers `hello`: the version of the protocol it speaks.
    Ready(u32),
    /// What it thinks while it chooses.
    Info(Info),
    /// Answers `go`: the action it chooses.
    Move(String),
    /// Answers `eval`: expected points in the end, seat by seat.
    Eval(Vec<f32>),
    /// Answers `legal`.
    Legal(Vec<String>),
    /// A line of help.
    Help(String),
    /// Answers whatever asks for nothing.
    Ok,
    /// Answers `quit`.
    Bye,
    /// The command could not be carried out, and changed nothing.
    Error(String),
}

/// A family of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// A landscape that grows from a start.
    Land,
    /// Tiles inside a wall, for two.
    Stronghold,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 2] = [Family::Land, Family::Stronghold];

    /// The name in headers.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Land => "land",
            Family::Stronghold => "stronghold",
        }
    }

    /// The family of these rules.
    pub const fn of(rules: &Rules) -> Family {
        match rules {
            Rules::Land(_) => Family::Land,
            Rules::Stronghold(_) => Family::Stronghold,
        }
    }
}

/// Something an engine asks its controller to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// Say with every `go` what is legal.
    Legal,
}

/// What an engine thinks.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// How many states it has looked at.
    pub nodes: Option<u64>,
    /// What it expects: the points of its seat less the best other's.
    pub value: Option<f32>,
    /// What it thinks will be played.
    pub line: Vec<String>,
}

impl Answer {
    /// Whether it is the last line of the answer to a command.
    pub const fn is_last(&self) -> bool {
        match self {
            Answer::Name(_)
            | Answer::Plays { .. }
            | Answer::Option { .. }
            | Answer::Wants(_)
            | Answer::Info(_)
            | Answer::Help(_) => false,
            Answer::Ready(_)
            | Answer::Move(_)
            | Answer::Eval(_)
            | Answer::Legal(_)
            | Answer::Ok
            | Answer::Bye
            | Answer::Error(_) => true,
        }
    }

    /// Reads a line.
    ///
    /// # Errors
    /// If it is none of these.
    pub fn parse(line: &str) -> Result<Answer, BadAnswer> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let answer = match word {
            "name" if !rest.is_empty() => Some(Answer::Name(rest.to_owned())),
            "plays" => plays(rest),
            "option" => {
                let (name, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                let (name, value) = (name.to_owned(), value.trim().to_owned());
                (!name.is_empty()).then_some(Answer::Option { name, value })
            }
            "wants" if rest == "legal" => Some(Answer::Wants(Want::Legal)),
            "ready" => rest.parse().ok().map(Answer::Ready),
            "info" => Some(Answer::Info(info(rest))),
            "move" if !rest.is_empty() && !rest.contains(char::is_whitespace) => {
                Some(Answer::Move(rest.to_owned()))
            }
            "eval" => {
                let values = rest.split_ascii_whitespace().map(|word| word.parse::<f32>().ok());
                let values = values.map(|value| value.filter(|v| v.is_finite()));
                values.collect::<Option<Vec<f32>>>().map(Answer::Eval)
            }
            "legal" => {
                Some(Answer::Legal(rest.split_ascii_whitespace().map(str::to_owned).collect()))
            }
            "help" => Some(Answer::Help(rest.to_owned())),
            "ok" if rest.is_empty() => Some(Answer::Ok),
            "bye" if rest.is_empty() => Some(Answer::Bye),
            "error" => Some(Answer::Error(rest.to_owned())),
            _ => None,
        };
        answer.ok_or_else(|| BadAnswer(clip(line)))
    }

    /// Whether an engine that says this of what it plays can play this game.
    pub fn covers(&self, setup: &Setup) -> bool {
        let Answer::Plays { family, seats, rules } = self else { return false };
        let is_known = |word: &str| rules.iter().any(|known| known == word);
        let knows_rules = match &setup.rules {
            Rules::Land(rules) => rules.to_string().split(',').all(is_known),
            Rules::Stronghold(_) => true,
        };
        *family == Family::of(&setup.rules) && seats.contains(&setup.seats) && knows_rules
    }

    /// What we play: every family, every option, every number of players.
    pub fn everything() -> Vec<Answer> {
        let mut rules: Vec<String> = vec!["base".to_owned()];
        for module in Module::ALL {
            rules.push(module.name().to_owned());
            if module == Module::River {
                rules.push("river=2021".to_owned());
            }
        }
        debug_assert!(LandRules::all_mixes().all(|mix| {
            mix.to_string().split(',').all(|word| rules.iter().any(|known| known == word))
        }));
        let land = Answer::Plays { family: Family::Land, seats: 2..=5, rules };
        let stronghold =
            Answer::Plays { family: Family::Stronghold, seats: 2..=2, rules: Vec::new() };
        vec![land, stronghold]
    }
}

/// `FAMILY seats=2..5 rules=base,fields`, keys in any order; unknown keys are
/// passed over.
fn plays(text: &str) -> Option<Answer> {
    let mut words = text.split_ascii_whitespace();
    let name = words.next()?;
    let family = Family::ALL.into_iter().find(|family| family.name() == name)?;
    let (mut seats, mut rules) = (None, Vec::new());
    for word in words {
        match word.split_once('=')? {
            ("seats", value) => {
                let (fewest, most) = value.split_once("..").unwrap_or((value, value));
                seats = Some(fewest.parse().ok()?..=most.parse().ok()?);
            }
            ("rules", value) => rules = value.split(',').map(str::to_owned).collect(),
            _ => {}
        }
    }
    Some(Answer::Plays { family, seats: seats?, rules })
}

/// `nodes N value V line ACTION ...`, each of them optional. What cannot be
/// read is passed over: nothing depends on it.
fn info(text: &str) -> Info {
    let (mut info, mut words) = (Info::default(), text.split_ascii_whitespace());
    while let Some(word) = words.next() {
        match word {
            "nodes" => info.nodes = words.next().and_then(|n| n.parse().ok()),
            "value" => info.value = words.next().and_then(|v| v.parse().ok()),
            "line" => info.line = words.by_ref().map(str::to_owned).collect(),
            _ => {}
        }
    }
    info
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Answer::Name(name) => write!(f, "name {name}"),
            Answer::Plays { family, seats, rules } => {
                write!(f, "plays {} seats={}", family.name(), seats.start())?;
                if seats.end() != seats.start() {
                    write!(f, "..{}", seats.end())?;
                }
                if rules.is_empty() { Ok(()) } else { write!(f, " rules={}", rules.join(",")) }
            }
            Answer::Option { name, value } => write!(f, "option {name} {value}"),
            Answer::Wants(Want::Legal) => f.write_str("wants legal"),
            Answer::Ready(version) => write!(f, "ready {version}"),
            Answer::Info(info) => {
                f.write_str("info")?;
                info.nodes.map_or(Ok(()), |nodes| write!(f, " nodes {nodes}"))?;
                info.value.map_or(Ok(()), |value| write!(f, " value {value:.2}"))?;
                if info.line.is_empty() {
                    Ok(())
                } else {
                    write!(f, " line {}", info.line.join(" "))
                }
            }
            Answer::Move(action) => write!(f, "move {action}"),
            Answer::Eval(values) => {
                f.write_str("eval")?;
                values.iter().try_for_each(|value| write!(f, " {value:.2}"))
            }
            Answer::Legal(actions) => {
                f.write_str("legal")?;
                actions.iter().try_for_each(|action| write!(f, " {action}"))
            }
            Answer::Help(text) => write!(f, "help {text}"),
            Answer::Ok => f.write_str("ok"),
            Answer::Bye => f.write_str("bye"),
            Answer::Error(text) => {
                f.write_str("error ")?;
                // A line break in a message must not become a line of its own.
                let plain = |c: char| if c.is_control() { ' ' } else { c };
                text.chars().try_for_each(|c| write!(f, "{}", plain(c)))
            }
        }
    }
}

/// A line that no engine should say.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is no answer")]
pub struct BadAnswer(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_they_are_written() {
        for line in [
            "name bastide 0.1.0",
            "plays land seats=2..5 rules=base,fields",
            "plays stronghold seats=2",
            "option bot greedy",
            "wants legal",
            "ready 1",
            "info nodes 5000 value -1.25 line P1,0r0 M0",
            "info value 3.00",
            "move P1,0r0",
            "eval 12.50 -3.00",
            "legal",
            "legal P1,0r0 .",
            "help go: think",
            "ok",
            "bye",
            "error no game yet",
        ] {
            let answer = Answer::parse(line).expect(line);
            assert_eq!(answer.to_string(), line);
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for line in [
            "",
            "hi",
            "OK",
            "ok then",
            "move",
            "move P1,0r0 M0",
            "ready",
            "ready one",
            "plays",
            "plays go seats=2",
            "plays land",
            "plays land seats=x",
            "wants money",
            "eval x",
            "eval nan",
            "name",
            "option",
        ] {
            assert_eq!(Answer::parse(line), Err(BadAnswer(line.into())));
        }
    }

    #[test]
    fn an_error_stays_on_its_line() {
        let answer = Answer::Error("two\nlines\r".into());
        assert_eq!(answer.to_string(), "error two lines ");
    }

    #[test]
    fn an_engine_plays_what_it_says() {
        let setup =
            |rules: &str, seats| Setup::new(Rules::Land(rules.parse().expect("rules")), seats);
        let few = Answer::parse("plays land seats=2..3 rules=base,fields").expect("an answer");
        assert!(few.covers(&setup("base,fields", 2)));
        assert!(few.covers(&setup("base", 3)));
        assert!(!few.covers(&setup("base", 4)));
        assert!(!few.covers(&setup("base,abbot", 2)));
        assert!(!few.covers(&Setup::new(Rules::Stronghold(bastide::StrongholdRules), 2)));
        for mix in LandRules::all_mixes() {
            let setup = Setup::new(Rules::Land(mix), 5);
            assert!(Answer::everything().iter().any(|plays| plays.covers(&setup)), "{mix}");
        }
    }
}
