//! Calibration: parameters that turn raw estimates into forecasts.
//!
//! They are fitted to games of several levels by `bastide calibrate --fit` (`docs/analysis.md`).

use bastide::{AnyGame, Expansion, Game, LandRules, Rules};

/// Rules of puzzles with buildings.
pub(crate) const SOME_BUILDINGS: &str = "base,fields,bridges,castles";

/// Games that share parameters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Group {
    /// The base game, with or without fields, river and abbot.
    Base,
    /// Games with buildings.
    Buildings,
    /// Games with the Wheel of Fortune.
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

    /// Returns the name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Group::Base => "base",
            Group::Buildings => "everything",
            Group::Wheel => "wheel",
            Group::Castle => "castle",
        }
    }

    /// Returns the rules of the games with which the group is calibrated.
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

/// Parameters of a group.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Calibration {
    /// By phase: weight of the mean margin of rollouts, weight of the evaluated margin, and points
    /// added to the margin of the player to move.
    pub margin: [[f64; 3]; PHASES],
    /// Scale of the logistic function for forecasts, in points: the first number plus the second
    /// times the square root of the tiles left.
    pub scale: [f64; 2],
    /// The same for evaluated margins, as in reviews.
    pub evaluated: [f64; 2],
}

/// Number of phases of a game.
pub(crate) const PHASES: usize = 3;

/// Returns the phase of a game with `left` tiles left.
pub(crate) fn phase(left: f64) -> usize {
    if left > 45.0 {
        0
    } else if left > 18.0 {
        1
    } else {
        2
    }
}

/// Returns the number of tiles that are still to be laid.
pub(crate) fn tiles_left(game: &AnyGame) -> f64 {
    f64::from(game.bag().left()) + if game.drawn().is_some() { 1.0 } else { 0.0 }
}

impl Calibration {
    /// Parameters that change nothing, for fitting.
    pub const RAW: Calibration =
        Calibration { margin: [[1.0, 0.0, 0.0]; PHASES], scale: [1.0, 1.2], evaluated: [1.0, 1.2] };

    /// Returns the parameters of a group.
    pub const fn of(group: Group) -> Calibration {
        match group {
            Group::Base => Calibration {
                margin: [[0.404, 0.659, 1.529], [0.59, 0.426, 0.39], [0.903, 0.128, -0.208]],
                scale: [0.0, 1.559],
                evaluated: [0.609, 1.567],
            },
            Group::Wheel => Calibration {
                margin: [[0.275, 0.385, 1.405], [0.4, 0.521, 0.615], [0.745, 0.237, 0.274]],
                scale: [0.0, 1.919],
                evaluated: [0.0, 2.442],
            },
            // Not fitted yet: the parameters of the base game.
            Group::Buildings | Group::Castle => Calibration::of(Group::Base),
        }
    }

    /// Returns the forecast margin of the player to move, in points.
    pub(crate) fn forecast(&self, rolled: f64, evaluated: f64, left: f64) -> f64 {
        let [of_rolled, of_evaluated, to_move] = self.margin[phase(left)];
        of_rolled * rolled + of_evaluated * evaluated + to_move
    }

    /// Returns the scale of a logistic function with parameters `scale`.
    pub(crate) fn at(scale: [f64; 2], left: f64) -> f64 {
        (scale[0] + scale[1] * left.max(0.0).sqrt()).max(0.05)
    }
}

/// Returns the logistic function of `x`.
pub(crate) fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}
