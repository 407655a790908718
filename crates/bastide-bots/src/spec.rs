//! Bots by name: what a person types, a table stores and an arena prints.

use core::fmt;
use core::str::FromStr;
use std::time::Duration;

use crate::{
    Bot, Budget, Casual, Character, Greedy, OnePly, Options, Puct, PuctOptions, Quick, Random,
    Strong,
};

/// Who there is to play against.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Any legal action.
    Random,
    /// The most points it can see without looking ahead.
    Greedy,
    /// The best afterstate by the evaluator.
    OnePly,
    /// A look at the next player's best replies.
    Quick,
    /// A search that fills the time it is given.
    Strong,
    /// The other design for that: trees over tile orders.
    Puct,
    /// Level 1: misjudges turns badly.
    Beginner,
    /// Level 2: misjudges turns.
    Easy,
    /// Level 3: sees what a turn is worth.
    Normal,
    /// Level 4: looks ahead a little.
    Hard,
    /// Level 5: thinks for a second.
    Master,
    /// Lives for cities.
    Builder,
    /// Lies in the fields early and often.
    Farmer,
    /// Lies in wait on the roads.
    Robber,
}

impl Kind {
    /// Everybody.
    pub const ALL: [Kind; 14] = [
        Kind::Random,
        Kind::Greedy,
        Kind::OnePly,
        Kind::Quick,
        Kind::Strong,
        Kind::Puct,
        Kind::Beginner,
        Kind::Easy,
        Kind::Normal,
        Kind::Hard,
        Kind::Master,
        Kind::Builder,
        Kind::Farmer,
        Kind::Robber,
    ];

    /// The levels for people to choose from, easiest first.
    pub const LEVELS: [Kind; 5] =
        [Kind::Beginner, Kind::Easy, Kind::Normal, Kind::Hard, Kind::Master];

    /// Opponents with a character.
    pub const PERSONALITIES: [Kind; 3] = [Kind::Builder, Kind::Farmer, Kind::Robber];

    /// Whom people may choose to play against: the levels, easiest first, then
    /// the personalities.
    pub fn opponents() -> impl Iterator<Item = Kind> + Clone {
        Kind::LEVELS.into_iter().chain(Kind::PERSONALITIES)
    }

    /// The name on command lines and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::Greedy => "greedy",
            Kind::OnePly => "oneply",
            Kind::Quick => "quick",
            Kind::Strong => "strong",
            Kind::Puct => "puct",
            Kind::Beginner => "beginner",
            Kind::Easy => "easy",
            Kind::Normal => "normal",
            Kind::Hard => "hard",
            Kind::Master => "master",
            Kind::Builder => "builder",
            Kind::Farmer => "farmer",
            Kind::Robber => "robber",
        }
    }

    /// How long it thinks unless told otherwise. Levels below the highest
    /// count nodes, so that they are as strong on every machine.
    pub const fn usual_budget(self) -> Budget {
        match self {
            Kind::Random | Kind::Greedy | Kind::OnePly => Budget::Nodes(1),
            Kind::Beginner | Kind::Easy | Kind::Normal => Budget::Nodes(1),
            Kind::Quick => Budget::Time(Duration::from_millis(50)),
            Kind::Hard => Budget::Nodes(30_000),
            Kind::Builder | Kind::Farmer | Kind::Robber => Budget::Nodes(30_000),
            Kind::Strong | Kind::Puct | Kind::Master => Budget::Time(Duration::from_secs(1)),
        }
    }
}

/// A bot and how much it may think: `greedy`, `quick@50ms`, `strong@1s`,
/// `strong@20000n` (nodes, for runs that can be repeated exactly).
///
/// ```
/// use bastide_bots::{Budget, Kind, Spec};
///
/// let spec: Spec = "strong@20000n".parse()?;
/// assert_eq!((spec.kind, spec.budget), (Kind::Strong, Budget::Nodes(20_000)));
/// assert_eq!(spec.to_string(), "strong@20000n");
/// # Ok::<(), bastide_bots::SpecError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The design.
    pub kind: Kind,
    /// How much it may think about each decision.
    pub budget: Budget,
}

impl Spec {
    /// A bot of this sort, its dice thrown from the seed.
    pub fn build(&self, seed: u64) -> Box<dyn Bot + Send> {
        let strong = |character| Box::new(Strong::new(seed, character, Options::default()));
        let casual = |blur| Box::new(Casual::new(seed, Character::Plain, blur));
        match self.kind {
            Kind::Random => Box::new(Random::new(seed)),
            Kind::Greedy => Box::new(Greedy::new(seed)),
            Kind::OnePly => Box::new(OnePly::default()),
            Kind::Quick => Box::new(Quick::default()),
            Kind::Puct => Box::new(Puct::new(seed, Character::Plain, PuctOptions::default())),
            Kind::Beginner => casual(BEGINNER_BLUR),
            Kind::Easy => casual(EASY_BLUR),
            Kind::Normal => casual(NORMAL_BLUR),
            Kind::Strong | Kind::Hard | Kind::Master => strong(Character::Plain),
            Kind::Builder => strong(Character::Builder),
            Kind::Farmer => strong(Character::Farmer),
            Kind::Robber => strong(Character::Robber),
        }
    }
}

/// By how many points the levels misjudge a turn; see `docs/bots.md` for what
/// that makes of them.
const BEGINNER_BLUR: f32 = 3.2;
const EASY_BLUR: f32 = 1.7;
const NORMAL_BLUR: f32 = 0.5;

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        if self.budget == self.kind.usual_budget() {
            return Ok(());
        }
        write!(f, "@{}", self.budget)
    }
}

/// Why a text names no bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// No bot has this name.
    UnknownBot(String),
    /// This is no time and no number of nodes.
    BadBudget(String),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::UnknownBot(name) => {
                let known = Kind::ALL.map(Kind::name).join(", ");
                write!(f, "there is no bot `{name}`; there are {known}")
            }
            SpecError::BadBudget(text) => write!(
                f,
                "`{text}` is no budget: write a time (`50ms`, `1s`) or a number of nodes (`20000n`)"
            ),
        }
    }
}

impl core::error::Error for SpecError {}

impl FromStr for Spec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Spec, SpecError> {
        let (name, budget) = match text.split_once('@') {
            Some((name, budget)) => (name, Some(budget)),
            None => (text, None),
        };
        let kind = Kind::ALL.into_iter().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| SpecError::UnknownBot(name.to_owned()))?;
        let budget = budget.map_or(Ok(kind.usual_budget()), Budget::from_str)?;
        Ok(Spec { kind, budget })
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Budget::Nodes(nodes) => write!(f, "{nodes}n"),
            Budget::Time(time) if time.subsec_millis() == 0 => write!(f, "{}s", time.as_secs()),
            Budget::Time(time) => write!(f, "{}ms", time.as_millis()),
        }
    }
}

impl FromStr for Budget {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Budget, SpecError> {
        let number = |digits: &str| digits.parse::<u64>().ok().filter(|&n| n > 0);
        // `ms` before `s`: the longer unit ends in the shorter one.
        let budget = if let Some(digits) = text.strip_suffix("ms") {
            number(digits).map(|n| Budget::Time(Duration::from_millis(n)))
        } else if let Some(digits) = text.strip_suffix('s') {
            number(digits).map(|n| Budget::Time(Duration::from_secs(n)))
        } else if let Some(digits) = text.strip_suffix('n') {
            number(digits).map(Budget::Nodes)
        } else {
            None
        };
        budget.ok_or_else(|| SpecError::BadBudget(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_they_are_written() {
        for text in ["random", "hard", "quick", "quick@20ms", "strong@2s", "strong@700n"] {
            let spec: Spec = text.parse().expect("a bot");
            assert_eq!(spec.to_string(), text);
        }
        assert_eq!("strong@1s".parse::<Spec>().expect("a bot").to_string(), "strong");
    }

    #[test]
    fn what_is_wrong_is_said() {
        let error = |text: &str| text.parse::<Spec>().expect_err("no bot").to_string();
        assert!(error("deep").contains("random, greedy"));
        for text in ["quick@", "quick@50", "quick@0ms", "quick@-1s", "quick@1h", "quick@5s@5s"] {
            assert!(error(text).contains("is no budget"), "{text}");
        }
    }
}
