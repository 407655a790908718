//! The groups of games that share the parameters of forecasts, and the games of puzzles.
//!
//! Only this file of the crate names expansions.

use core::fmt;

use bastide::{AnyGame, Expansion, Game as _, LandRules, Rules};

/// Games that share parameters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// The base game, with any expansions that have only tiles and figures.
    Base,
    /// Games with buildings.
    Buildings,
    /// Games with the Wheel of Fortune, and any other expansions.
    Wheel,
    /// The Castle.
    Castle,
}

impl Group {
    /// All groups.
    pub const ALL: [Group; 4] = [Group::Base, Group::Buildings, Group::Wheel, Group::Castle];

    /// Returns the group of a game.
    pub fn of(game: &AnyGame) -> Group {
        match game {
            AnyGame::Stronghold(_) => Group::Castle,
            AnyGame::Land(land) if land.rules().has(Expansion::Wheel) => Group::Wheel,
            AnyGame::Land(land) if land.rules().is_plain() => Group::Base,
            AnyGame::Land(_) => Group::Buildings,
        }
    }

    /// Returns true if forecasts of such games were compared with their results: games for two with
    /// exactly the [rules](Group::rules) of their group. Others use the parameters of the nearest
    /// group, and their forecasts are estimates whose error is unknown. Only the rules count, not the
    /// tiles of a set-up.
    ///
    /// ```
    /// use bastide::{AnyGame, LandRules, Setup};
    /// use bastide_study::Group;
    /// let game = |rules: &str, seats| {
    ///     let rules: LandRules = rules.parse()?;
    ///     AnyGame::new(&Setup::new(rules, seats))
    /// };
    /// assert!(Group::is_calibrated(&game("base,fields", 2)?));
    /// assert!(!Group::is_calibrated(&game("base,fields", 3)?));
    /// assert!(!Group::is_calibrated(&game("base,fields,river", 2)?));
    /// # Ok::<(), bastide::SetupError>(())
    /// ```
    pub fn is_calibrated(game: &AnyGame) -> bool {
        let is_measured = match (game, Group::of(game).rules()) {
            (AnyGame::Land(land), Rules::Land(rules)) => *land.rules() == rules,
            (AnyGame::Stronghold(castle), Rules::Stronghold(rules)) => *castle.rules() == rules,
            (AnyGame::Land(_), Rules::Stronghold(_)) | (AnyGame::Stronghold(_), Rules::Land(_)) => {
                false
            }
        };
        game.seats() == 2 && is_measured
    }

    /// Returns the name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Base => "base",
            Group::Buildings => "everything",
            Group::Wheel => "wheel",
            Group::Castle => "castle",
        }
    }

    /// Returns the rules of the games with which the group is calibrated. It has other mixes too,
    /// which share its parameters.
    pub fn rules(self) -> Rules {
        let text = match self {
            Group::Base => "base,fields",
            Group::Buildings => {
                // The largest mix with the tiles of the base game.
                let mixes = LandRules::all_mixes().filter(|mix| !mix.has(Expansion::Wheel));
                let largest = mixes.max_by_key(|mix| mix.expansions.iter().count());
                return Rules::Land(largest.unwrap_or_default());
            }
            Group::Wheel => "wheel,fields",
            Group::Castle => "stronghold",
        };
        text.parse().expect("the rules of a group are a mix")
    }

    /// Returns the number of rollouts of a forecast, for which the group is calibrated.
    pub const fn rollouts(self) -> u32 {
        match self {
            Group::Base => 12,
            Group::Buildings | Group::Wheel => 8,
            Group::Castle => 4,
        }
    }
}

/// Games of puzzles.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum PuzzleGame {
    /// The base game without fields.
    Base,
    /// The base game with fields.
    Fields,
    /// The Wheel of Fortune.
    Wheel,
    /// Games with buildings.
    Buildings,
    /// The Castle.
    Castle,
}

impl PuzzleGame {
    /// All games.
    pub const ALL: [PuzzleGame; 5] = [
        PuzzleGame::Base,
        PuzzleGame::Fields,
        PuzzleGame::Wheel,
        PuzzleGame::Buildings,
        PuzzleGame::Castle,
    ];

    /// The games in the order in which they are mined. The Castle is rarer because its games take
    /// longer.
    pub(crate) const CYCLE: [PuzzleGame; 9] = [
        PuzzleGame::Base,
        PuzzleGame::Fields,
        PuzzleGame::Wheel,
        PuzzleGame::Buildings,
        PuzzleGame::Base,
        PuzzleGame::Fields,
        PuzzleGame::Wheel,
        PuzzleGame::Buildings,
        PuzzleGame::Castle,
    ];

    /// Returns the name in files.
    pub const fn name(self) -> &'static str {
        match self {
            PuzzleGame::Base => "base",
            PuzzleGame::Fields => "fields",
            PuzzleGame::Wheel => "wheel",
            PuzzleGame::Buildings => "buildings",
            PuzzleGame::Castle => "castle",
        }
    }

    /// Returns the rules.
    pub const fn rules(self) -> &'static str {
        match self {
            PuzzleGame::Base => "base",
            PuzzleGame::Fields => "base,fields",
            PuzzleGame::Wheel => "wheel,fields",
            PuzzleGame::Buildings => "base,fields,bridges,castles",
            PuzzleGame::Castle => "stronghold",
        }
    }

    pub(crate) fn from_name(name: &str) -> Option<PuzzleGame> {
        PuzzleGame::ALL.into_iter().find(|game| game.name() == name)
    }
}

impl fmt::Display for PuzzleGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
