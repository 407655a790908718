//! Bots by name, as used on the command line, in stored tables and in arena output.

use core::fmt;
use core::str::FromStr;
use std::time::Duration;

use crate::{
    Bot, Budget, Character, Greedy, Mistakes, Noisy, Novice, OnePly, Options, Quick, Random, Rival,
    Strong,
};

/// Kind of bot.
///
/// ```
/// use bastide_bots::Kind;
/// let levels: Vec<&str> = Kind::LEVELS.iter().map(|kind| kind.name()).collect();
/// assert_eq!(levels, ["beginner", "easy", "normal", "hard", "master"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Kind {
    /// Plays random legal actions.
    Random,
    /// Maximises visible points without looking ahead.
    Greedy,
    /// Like greedy, and joins its figures with the features of its opponents.
    Rival,
    /// Plays the turn with the best evaluation.
    OnePly,
    /// Considers the next player's best replies.
    Quick,
    /// Rollout search that uses its full budget.
    Strong,
    /// Level 1: one-ply with many mistakes of people.
    Beginner,
    /// Level 2: one-ply with some mistakes of people.
    Easy,
    /// Level 3: one-ply with a little noise.
    Normal,
    /// Level 4: rollout search with a small budget.
    Hard,
    /// Level 5: rollout search for one second.
    Master,
    /// Personality that prefers cities.
    Builder,
    /// Personality that prefers fields.
    Farmer,
    /// Personality that prefers roads.
    Robber,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 14] = [
        Kind::Random,
        Kind::Greedy,
        Kind::Rival,
        Kind::OnePly,
        Kind::Quick,
        Kind::Strong,
        Kind::Beginner,
        Kind::Easy,
        Kind::Normal,
        Kind::Hard,
        Kind::Master,
        Kind::Builder,
        Kind::Farmer,
        Kind::Robber,
    ];

    /// Difficulty levels offered to players, easiest first.
    pub const LEVELS: [Kind; 5] =
        [Kind::Beginner, Kind::Easy, Kind::Normal, Kind::Hard, Kind::Master];

    /// Personalities offered to players.
    pub const PERSONALITIES: [Kind; 3] = [Kind::Builder, Kind::Farmer, Kind::Robber];

    /// Returns the bots offered to players: the levels, easiest first, then the personalities.
    pub fn opponents() -> impl Iterator<Item = Kind> + Clone {
        Kind::LEVELS.into_iter().chain(Kind::PERSONALITIES)
    }

    /// Returns the name used on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Random => "random",
            Kind::Greedy => "greedy",
            Kind::Rival => "rival",
            Kind::OnePly => "oneply",
            Kind::Quick => "quick",
            Kind::Strong => "strong",
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

    /// Returns the default budget. Levels below the highest use nodes, so that their strength does
    /// not depend on the machine.
    pub const fn usual_budget(self) -> Budget {
        match self {
            Kind::Random | Kind::Greedy | Kind::Rival | Kind::OnePly => Budget::Nodes(1),
            Kind::Beginner | Kind::Easy | Kind::Normal => Budget::Nodes(1),
            Kind::Quick => Budget::Time(Duration::from_millis(50)),
            Kind::Hard => Budget::Nodes(30_000),
            Kind::Builder | Kind::Farmer | Kind::Robber => Budget::Nodes(30_000),
            Kind::Strong | Kind::Master => Budget::Time(Duration::from_secs(1)),
        }
    }
}

/// A bot and its budget: `greedy`, `quick@50ms`, `strong@1s`, `strong@20000n` (nodes, for
/// reproducible runs).
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
    /// Kind of bot.
    pub kind: Kind,
    /// Budget for each decision.
    pub budget: Budget,
}

impl Spec {
    /// Creates the bot, with its random generator seeded by `seed`.
    ///
    /// ```
    /// use bastide::{AnyGame, Game, LandRules, Setup};
    /// use bastide_bots::Spec;
    /// let mut game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
    /// game.play(game.notation().parse("DV")?)?;
    /// let spec: Spec = "greedy".parse()?;
    /// let turn = spec.build(1).choose_turn(&game, spec.budget);
    /// assert_eq!(game.check(turn[0]), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn build(&self, seed: u64) -> Box<dyn Bot + Send> {
        let strong = |character| Box::new(Strong::new(seed, character, Options::default()));
        let noisy = |noise| Box::new(Noisy::new(seed, Character::Plain, noise));
        match self.kind {
            Kind::Random => Box::new(Random::new(seed)),
            Kind::Greedy => Box::new(Greedy::new(seed)),
            Kind::Rival => Box::new(Rival::new(seed)),
            Kind::OnePly => Box::new(OnePly::default()),
            Kind::Quick => Box::new(Quick::default()),
            Kind::Beginner => Box::new(Novice::new(seed, BEGINNER)),
            Kind::Easy => Box::new(Novice::new(seed, EASY)),
            Kind::Normal => noisy(NORMAL_NOISE),
            Kind::Strong | Kind::Hard | Kind::Master => strong(Character::Plain),
            Kind::Builder => strong(Character::Builder),
            Kind::Farmer => strong(Character::Farmer),
            Kind::Robber => strong(Character::Robber),
        }
    }
}

/// Mistakes of the weak levels; `docs/bots.md` has the resulting strengths.
const BEGINNER: Mistakes = Mistakes { overlooked: 46, greed: 0.7, eagerness: 2.3, caution: 0.1 };
const EASY: Mistakes = Mistakes { overlooked: 30, greed: 0.4, eagerness: 1.4, caution: 0.35 };

/// Standard deviation of the evaluation noise of `normal`, in points.
const NORMAL_NOISE: f32 = 0.5;

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name())?;
        if self.budget == self.kind.usual_budget() {
            return Ok(());
        }
        write!(f, "@{}", self.budget)
    }
}

/// Error of parsing a [`Spec`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SpecError {
    /// No bot has this name.
    UnknownBot(String),
    /// The budget is neither a time nor a number of nodes.
    BadBudget(String),
}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::UnknownBot(name) => {
                let known = Kind::ALL.map(Kind::name).join(", ");
                write!(f, "there is no bot `{name}`; the bots are {known}")
            }
            SpecError::BadBudget(text) => write!(
                f,
                "`{text}` is not a budget: write a time (`50ms`, `1s`) or a number of nodes (`20000n`)"
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
        // `ms` is tested first because it also ends in `s`.
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
    fn errors_state_the_problem() {
        let error = |text: &str| text.parse::<Spec>().expect_err("no bot").to_string();
        assert!(error("deep").contains("random, greedy"));
        for text in ["quick@", "quick@50", "quick@0ms", "quick@-1s", "quick@1h", "quick@5s@5s"] {
            assert!(error(text).contains("is not a budget"), "{text}");
        }
    }
}
