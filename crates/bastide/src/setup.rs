//! Set-ups: everything that determines a new game.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::any_game::AnyGame;
use crate::error::{SetupError, SetupProblem};
use crate::land::LandRules;
use crate::sets::{OwnSets, Sets};
use crate::stronghold::StrongholdRules;

/// Rules of a game: its family and expansions. The text form is that of the family's rules, for
/// example `base,fields,river` or `stronghold`.
///
/// ```
/// use bastide::Rules;
/// let rules: Rules = "base,fields".parse()?;
/// assert!(matches!(rules, Rules::Land(_)));
/// assert_eq!(rules.to_string(), "base,fields");
/// # Ok::<(), bastide::SetupError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rules {
    /// A landscape that grows from a start tile.
    Land(LandRules),
    /// Tiles laid inside a fixed wall, for two players.
    Stronghold(StrongholdRules),
}

impl From<LandRules> for Rules {
    fn from(rules: LandRules) -> Rules {
        Rules::Land(rules)
    }
}

impl From<StrongholdRules> for Rules {
    fn from(rules: StrongholdRules) -> Rules {
        Rules::Stronghold(rules)
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rules::Land(rules) => rules.fmt(f),
            Rules::Stronghold(rules) => rules.fmt(f),
        }
    }
}

impl FromStr for Rules {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Rules, SetupError> {
        if text == StrongholdRules::NAME {
            return Ok(Rules::Stronghold(StrongholdRules));
        }
        text.parse().map(Rules::Land)
    }
}

/// Configuration of a new game: the rules, and the choices that the rules leave open.
///
/// The rules determine the type, so that [`Land::new`](crate::Land::new) takes only a
/// [`LandSetup`] and [`Stronghold::new`](crate::Stronghold::new) only a [`StrongholdSetup`]. The
/// plain `Setup` is of any family, for [`AnyGame::new`](crate::AnyGame::new).
///
/// ```
/// use bastide::{Game, Land, LandRules, Setup};
/// let setup = Setup::new(LandRules::default(), 3).with_first(2).with_deck(["E", "V", "V"]);
/// let game = Land::new(&setup)?;
/// assert_eq!((game.seats(), game.turn().index(), game.bag().left()), (3, 2, 3));
/// # Ok::<(), bastide::SetupError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Setup<R = Rules> {
    /// The rules.
    pub rules: R,
    /// Number of players.
    pub seats: u8,
    /// Index of the first player, from 0 (SETUP-4: chosen at random by the host).
    #[cfg_attr(feature = "serde", serde(default))]
    pub first: u8,
    /// If present, the bag holds exactly these tiles, by name. The order of the list is ignored.
    #[cfg_attr(feature = "serde", serde(default))]
    pub deck: Option<Vec<Box<str>>>,
    /// Custom tile sets that replace the built-in ones.
    #[cfg_attr(feature = "serde", serde(default))]
    pub sets: Option<OwnSets>,
}

/// Set-up of a game of the Land family.
pub type LandSetup = Setup<LandRules>;

/// Set-up of a game of the Stronghold family.
pub type StrongholdSetup = Setup<StrongholdRules>;

impl<R> Setup<R> {
    /// Creates a set-up for `seats` players with all tiles of the rules, in which the first seat
    /// begins.
    pub const fn new(rules: R, seats: u8) -> Setup<R> {
        Setup { rules, seats, first: 0, deck: None, sets: None }
    }

    /// Returns the set-up with the first player at index `first`.
    #[must_use]
    pub fn with_first(self, first: u8) -> Setup<R> {
        Setup { first, ..self }
    }

    /// Returns the set-up with only the tiles called `names` in the bag, in any order.
    #[must_use]
    pub fn with_deck<N: Into<Box<str>>>(self, names: impl IntoIterator<Item = N>) -> Setup<R> {
        Setup { deck: Some(names.into_iter().map(Into::into).collect()), ..self }
    }

    /// Returns the set-up with custom tile sets.
    #[must_use]
    pub fn with_sets(self, sets: OwnSets) -> Setup<R> {
        Setup { sets: Some(sets), ..self }
    }

    /// Returns the tile sets of the game: the built-in ones, or the custom ones that replace them.
    pub fn tile_sets(&self) -> Sets<'_> {
        match &self.sets {
            Some(own) => own.sets(),
            None => Sets::default(),
        }
    }

    /// Returns the same set-up with other rules, for example those of one family.
    pub(crate) fn with_rules<S>(&self, rules: S) -> Setup<S> {
        let Setup { rules: _, seats, first, deck, sets } = self;
        Setup { rules, seats: *seats, first: *first, deck: deck.clone(), sets: sets.clone() }
    }
}

impl Setup {
    /// Checks that a game with this set-up can be played. `found` are the problems of the text that
    /// the rules were read from ([`LandRules::read`]).
    ///
    /// # Errors
    /// Returns a [`SetupError`] that lists all problems, each once.
    ///
    /// ```
    /// use bastide::{LandRules, Setup};
    /// let (rules, found) = LandRules::read("base,barns,inn");
    /// let error = Setup::new(rules.into(), 6).check(found).expect_err("three problems");
    /// let codes: Vec<_> = error.0.iter().map(|problem| problem.code()).collect();
    /// assert_eq!(codes, ["unknown-rule", "barns-without-fields", "seats"]);
    /// ```
    pub fn check(&self, found: Vec<SetupProblem>) -> Result<(), SetupError> {
        match SetupError::join(found, AnyGame::new(self).err()) {
            SetupError(problems) if problems.is_empty() => Ok(()),
            error => Err(error),
        }
    }

    /// Does the same for the set-up of a new game, whose rules are subject to more conditions
    /// ([`LandRules::check_new`]).
    ///
    /// # Errors
    /// Returns a [`SetupError`] that lists all problems, each once.
    pub fn check_new(&self, mut found: Vec<SetupProblem>) -> Result<(), SetupError> {
        let mut more = AnyGame::new(self).err();
        if let Rules::Land(rules) = &self.rules
            && let Err(SetupError(of_rules)) = rules.check_new()
        {
            if let Some(SetupError(more)) = &mut more {
                more.retain(|problem| !of_rules.contains(problem));
            }
            found.extend(of_rules);
        }
        match SetupError::join(found, more) {
            SetupError(problems) if problems.is_empty() => Ok(()),
            error => Err(error),
        }
    }
}

impl From<LandSetup> for Setup {
    fn from(setup: LandSetup) -> Setup {
        setup.with_rules(Rules::Land(setup.rules))
    }
}

impl From<StrongholdSetup> for Setup {
    fn from(setup: StrongholdSetup) -> Setup {
        setup.with_rules(Rules::Stronghold(setup.rules))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_of_both_families_read_back_as_written() {
        let land = LandRules::all_mixes().map(Rules::Land);
        for rules in land.chain([Rules::Stronghold(StrongholdRules)]) {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        assert!("fortress".parse::<Rules>().is_err());
    }
}
