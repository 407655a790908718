//! Messages of an engine to its controller, one per line.

use core::fmt;
use core::ops::RangeInclusive;
use std::collections::BTreeSet;

use bastide::{Expansion, LandRules, Rules, Setup};

use crate::clip;
use crate::state::State;

/// A line sent by the engine.
///
/// Every command is answered, in order, by any number of intermediate lines and one
/// [final](Answer::is_last) line.
#[derive(Clone, PartialEq, Debug)]
pub enum Answer {
    /// Name and version of the engine.
    Name(String),
    /// A family of games that the engine plays.
    Plays {
        /// The family.
        family: Family,
        /// Supported numbers of players.
        seats: RangeInclusive<u8>,
        /// Supported keywords of `rules=`; empty for a family without rules.
        rules: Vec<String>,
        /// True if the engine divides the time of a game itself: it understands `go clock`.
        knows_clock: bool,
    },
    /// An option that can be set, and its current value.
    Option {
        /// Name of the option.
        name: String,
        /// Value of the option.
        value: String,
    },
    /// A request to the controller.
    Wants(Want),
    /// Answers `hello` with the protocol version of the engine.
    Ready(u32),
    /// Search information sent while the engine is choosing.
    Info(Info),
    /// Answers `go` with the chosen action.
    Move(String),
    /// Answers `eval` with the expected final points of each seat.
    Eval(Vec<f32>),
    /// Answers `legal` with the legal actions.
    Legal(Vec<String>),
    /// Answers `chances` with the possible actions of chance and their weights.
    Chances(Vec<(String, u32)>),
    /// Answers `state` with the phase of the turn.
    State(State),
    /// Answers `score` with the points of each seat.
    Score(Vec<i32>),
    /// A line of help.
    Help(String),
    /// Acknowledges a command that returns nothing.
    Ok,
    /// Answers `quit`.
    Bye,
    /// The command failed and changed nothing.
    Error(String),
}

/// A family of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// A landscape that grows from a start tile.
    Land,
    /// Tiles inside a wall, for two players.
    Stronghold,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 2] = [Family::Land, Family::Stronghold];

    /// Returns the name used in record headers.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Land => "land",
            Family::Stronghold => "stronghold",
        }
    }

    /// Returns the family of these rules.
    pub const fn of(rules: &Rules) -> Family {
        match rules {
            Rules::Land(_) => Family::Land,
            Rules::Stronghold(_) => Family::Stronghold,
        }
    }
}

/// A request of an engine to its controller.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Want {
    /// List the legal actions with every `go`.
    Legal,
}

/// Search information of an engine.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Info {
    /// Number of states searched.
    pub nodes: Option<u64>,
    /// Evaluation: the expected points of its seat minus those of the best other seat.
    pub value: Option<f32>,
    /// Principal variation: the expected actions.
    pub line: Vec<String>,
}

impl Answer {
    /// Returns true if this is the last line of the answer to a command.
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
            | Answer::Chances(_)
            | Answer::State(_)
            | Answer::Score(_)
            | Answer::Ok
            | Answer::Bye
            | Answer::Error(_) => true,
        }
    }

    /// Parses a line.
    ///
    /// # Errors
    /// Returns [`BadAnswer`] if the line is not a valid answer.
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
            "chances" => chances(rest).map(Answer::Chances),
            "state" => rest.parse().ok().map(Answer::State),
            "score" => {
                let points = rest.split_ascii_whitespace().map(|word| word.parse().ok());
                points.collect::<Option<Vec<i32>>>().map(Answer::Score)
            }
            "help" => Some(Answer::Help(rest.to_owned())),
            "ok" if rest.is_empty() => Some(Answer::Ok),
            "bye" if rest.is_empty() => Some(Answer::Bye),
            "error" => Some(Answer::Error(rest.to_owned())),
            _ => None,
        };
        answer.ok_or_else(|| BadAnswer(clip(line)))
    }

    /// Returns true if this is an [`Answer::Plays`] that covers `setup`.
    pub fn covers(&self, setup: &Setup) -> bool {
        let Answer::Plays { family, seats, rules, .. } = self else { return false };
        let is_known = |word: &str| rules.iter().any(|known| known == word);
        let knows_rules = match &setup.rules {
            Rules::Land(rules) => rules.to_string().split(',').all(is_known),
            Rules::Stronghold(_) => true,
        };
        *family == Family::of(&setup.rules) && seats.contains(&setup.seats) && knows_rules
    }

    /// Returns the capabilities of the built-in engine: all families, rules and numbers of players.
    pub fn everything() -> Vec<Answer> {
        let mut rules: Vec<String> = vec!["base".to_owned()];
        let words: BTreeSet<String> = LandRules::every_mix()
            .flat_map(|mix| mix.to_string().split(',').map(str::to_owned).collect::<Vec<_>>())
            .collect();
        for expansion in Expansion::ALL {
            // The name of the expansion, then its variants, such as `river=2021`.
            let is_own = |word: &&String| word.split('=').next() == Some(expansion.name());
            rules.extend(words.iter().filter(is_own).cloned());
        }
        let plays =
            |family, seats, rules| Answer::Plays { family, seats, rules, knows_clock: true };
        let land = plays(Family::Land, LandRules::all_seats(), rules);
        vec![land, plays(Family::Stronghold, 2..=2, Vec::new())]
    }
}

/// Parses `FAMILY seats=2..5 rules=base,fields clock=yes`, with the keys in any order; ignores
/// unknown keys.
fn plays(text: &str) -> Option<Answer> {
    let mut words = text.split_ascii_whitespace();
    let name = words.next()?;
    let family = Family::ALL.into_iter().find(|family| family.name() == name)?;
    let (mut seats, mut rules, mut knows_clock) = (None, Vec::new(), false);
    for word in words {
        match word.split_once('=')? {
            ("seats", value) => {
                let (fewest, most) = value.split_once("..").unwrap_or((value, value));
                seats = Some(fewest.parse().ok()?..=most.parse().ok()?);
            }
            ("rules", value) => rules = value.split(',').map(str::to_owned).collect(),
            ("clock", value) => knows_clock = value == "yes",
            _ => {}
        }
    }
    Some(Answer::Plays { family, seats: seats?, rules, knows_clock })
}

/// Parses `ACTION:WEIGHT ...`.
fn chances(text: &str) -> Option<Vec<(String, u32)>> {
    let chance = |word: &str| {
        let (action, weight) = word.rsplit_once(':')?;
        let weight = weight.parse().ok().filter(|&weight| weight > 0)?;
        (!action.is_empty()).then(|| (action.to_owned(), weight))
    };
    text.split_ascii_whitespace().map(chance).collect()
}

/// Parses `nodes N value V line ACTION ...`, in which all parts are optional. Ignores invalid
/// parts, because nothing depends on them.
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
            Answer::Plays { family, seats, rules, knows_clock } => {
                write!(f, "plays {} seats={}", family.name(), seats.start())?;
                if seats.end() != seats.start() {
                    write!(f, "..{}", seats.end())?;
                }
                if !rules.is_empty() {
                    write!(f, " rules={}", rules.join(","))?;
                }
                f.write_str(if *knows_clock { " clock=yes" } else { "" })
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
            Answer::Chances(chances) => {
                f.write_str("chances")?;
                chances.iter().try_for_each(|(action, weight)| write!(f, " {action}:{weight}"))
            }
            Answer::State(state) => write!(f, "state {state}"),
            Answer::Score(points) => {
                f.write_str("score")?;
                points.iter().try_for_each(|points| write!(f, " {points}"))
            }
            Answer::Help(text) => write!(f, "help {text}"),
            Answer::Ok => f.write_str("ok"),
            Answer::Bye => f.write_str("bye"),
            Answer::Error(text) => {
                f.write_str("error ")?;
                // A line break in a message must not start a new protocol line.
                let plain = |c: char| if c.is_control() { ' ' } else { c };
                text.chars().try_for_each(|c| write!(f, "{}", plain(c)))
            }
        }
    }
}

/// A line that is not a valid answer.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{0}' is not an answer")]
pub struct BadAnswer(pub String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_as_they_are_written() {
        for line in [
            "name bastide 0.1.0",
            "plays land seats=2..5 rules=base,fields",
            "plays land seats=2..5 rules=base,fields clock=yes",
            "plays stronghold seats=2",
            "plays stronghold seats=2 clock=yes",
            "option bot greedy",
            "wants legal",
            "ready 1",
            "info nodes 5000 value -1.25 line P1,0r0 M0",
            "info value 3.00",
            "move P1,0r0",
            "eval 12.50 -3.00",
            "legal",
            "legal P1,0r0 .",
            "chances",
            "chances DV:8 DW:1",
            "state draw turn=1 left=70 discarded=V,W",
            "state place seat=0 turn=0 tile=Eg left=70",
            "state return seat=1 turn=0 tile=WA left=3",
            "state over turn=1 left=0",
            "score 12 -3",
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
    fn invalid_answers_are_refused() {
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
            "score x",
            "score 1.5",
            "chances DV",
            "chances DV:0",
            "chances :1",
            "state",
            "state asleep turn=0 left=1",
            "state place seat=0",
            "state place seat=zero turn=0 left=1",
            "name",
            "option",
        ] {
            assert_eq!(Answer::parse(line), Err(BadAnswer(line.into())));
        }
    }

    #[test]
    fn an_error_is_written_on_one_line() {
        let answer = Answer::Error("two\nlines\r".into());
        assert_eq!(answer.to_string(), "error two lines ");
    }

    #[test]
    fn an_engine_plays_only_the_games_it_declares() {
        let setup =
            |rules: &str, seats| Setup::new(Rules::Land(rules.parse().expect("rules")), seats);
        let few = Answer::parse("plays land seats=2..3 rules=base,fields").expect("an answer");
        assert!(few.covers(&setup("base,fields", 2)));
        assert!(few.covers(&setup("base", 3)));
        assert!(!few.covers(&setup("base", 4)));
        assert!(!few.covers(&setup("base,abbot", 2)));
        assert!(!few.covers(&Setup::new(Rules::Stronghold(bastide::StrongholdRules), 2)));
        for mix in LandRules::every_mix() {
            let setup = Setup::new(Rules::Land(mix), 5);
            assert!(Answer::everything().iter().any(|plays| plays.covers(&setup)), "{mix}");
        }
    }
}
