//! The rules of a game of the Land family and their text form.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;
use core::str::FromStr;

use super::expansion::{Expansion, ExpansionSet};
use super::expansions;
use super::kinds::RiverEnds;
use crate::error::{SetupError, SetupProblem};
use crate::figure::FigureKind;

/// Rules of a game of the Land family, written as a list such as `base,fields,river`.
///
/// ```
/// use bastide::{Expansion, LandRules};
/// let rules: LandRules = "base,fields,river=2021".parse()?;
/// assert!(rules.has(Expansion::River) && !rules.has(Expansion::Barns));
/// assert_eq!(rules.to_string(), "base,fields,river=2021");
/// # Ok::<(), bastide::SetupError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LandRules {
    /// The enabled expansions.
    pub expansions: ExpansionSet,
    /// Printing of the river's end tiles; only relevant with the river.
    pub river_ends: RiverEnds,
}

/// Expansions that [`LandRules::all_mixes`] leaves out, since they multiply the number of mixes by
/// four: tests that go through all mixes in several crates stay short. Engine and oracle are compared
/// over [`LandRules::every_mix`].
const LEFT_OUT: ExpansionSet = ExpansionSet::of(&[Expansion::Inns, Expansion::Traders]);

impl Default for LandRules {
    /// Returns the base game with fields (SETUP-6).
    fn default() -> LandRules {
        LandRules {
            expansions: ExpansionSet::of(&[Expansion::Fields]),
            river_ends: RiverEnds::Of2014,
        }
    }
}

impl LandRules {
    /// Returns true if an expansion is enabled.
    #[inline]
    pub const fn has(&self, expansion: Expansion) -> bool {
        self.expansions.contains(expansion)
    }

    /// Returns the expansion whose tiles replace those of the base game, if any.
    pub fn game(&self) -> Option<Expansion> {
        self.expansions.iter().find(|expansion| expansion.spec().replaces_base)
    }

    /// Returns the numbers of players that can play: 2 to 5 (SETUP-1), or more if an expansion says
    /// so.
    ///
    /// ```
    /// assert_eq!(bastide::LandRules::default().seats(), 2..=5);
    /// ```
    pub fn seats(&self) -> RangeInclusive<u8> {
        let raised = self.expansions.iter().filter_map(|expansion| expansion.spec().seats);
        2..=raised.fold(5, u8::max)
    }

    /// Returns the numbers of players that can play some mix of expansions.
    pub fn all_seats() -> RangeInclusive<u8> {
        let raised = Expansion::ALL.into_iter().filter_map(|expansion| expansion.spec().seats);
        2..=raised.fold(5, u8::max)
    }

    /// Returns the year of the printing of tiles that exist in several printings.
    pub const fn printing(&self) -> u16 {
        self.river_ends.year()
    }

    /// Returns true if there are only tiles and figures: nothing can be built, and figures are only
    /// placed on tiles.
    pub fn is_plain(&self) -> bool {
        self.expansions.iter().all(|expansion| expansion.spec().pieces.is_empty())
    }

    /// Returns true if the players have figures of this kind.
    pub fn has_kind(&self, kind: FigureKind) -> bool {
        expansions::hand(self)[kind] > 0
    }

    /// Reads the text form and returns the problems found in it, with the rules that its other words
    /// name, so that their problems can be reported at once ([`Setup::check`](crate::Setup::check)).
    ///
    /// ```
    /// let (rules, problems) = bastide::LandRules::read("base,feilds,inns");
    /// assert_eq!((rules.to_string().as_str(), problems[0].code()), ("base,inns", "unknown-rule"));
    /// ```
    pub fn read(text: &str) -> (LandRules, Vec<SetupProblem>) {
        let mut rules =
            LandRules { expansions: ExpansionSet::default(), river_ends: RiverEnds::default() };
        let mut problems = Vec::new();
        let words = || text.split(',').map(str::trim);
        for word in words().filter(|w| !w.is_empty() && *w != "base") {
            let (name, river_ends) = match word {
                "river=2014" => ("river", RiverEnds::Of2014),
                "river=2021" => ("river", RiverEnds::Of2021),
                _ => (word, rules.river_ends),
            };
            match Expansion::from_name(name) {
                None => problems.push(unknown(word)),
                Some(expansion) if rules.has(expansion) => {
                    problems.push(SetupProblem::RuleTwice(name.to_owned()));
                }
                Some(expansion) => rules.expansions = rules.expansions.with(expansion),
            }
            rules.river_ends = river_ends;
        }
        if let Some(game) = rules.game().filter(|_| words().any(|w| w == "base")) {
            problems.push((game.spec().base_conflict)());
        }
        (rules, problems)
    }

    /// Checks that a new game can be set up with these rules.
    ///
    /// [`Land::new`](crate::Land::new) accepts more: there are records of games with the wheel but
    /// without fields, which must stay readable.
    ///
    /// # Errors
    /// Returns a [`SetupError`] that lists all problems.
    ///
    /// ```
    /// let rules: bastide::LandRules = "wheel,bridges".parse()?;
    /// assert!(rules.check_new().is_err()); // SETUP-6: always with fields
    /// # Ok::<(), bastide::SetupError>(())
    /// ```
    pub fn check_new(&self) -> Result<(), SetupError> {
        let mut problems = self.problems();
        problems.extend(self.expansions.iter().filter_map(|it| (it.spec().new_conflict)(self)));
        if problems.is_empty() { Ok(()) } else { Err(SetupError(problems)) }
    }

    /// Returns the problems that make a game impossible, whether it is new or read from a record.
    pub(super) fn problems(&self) -> Vec<SetupProblem> {
        let mut starts = self.expansions.iter().filter(|it| it.spec().replaces_start);
        let two_starts = starts.next().zip(starts.next());
        let two_starts = two_starts.map(|(one, other)| two_starts_of(one.name(), other.name()));
        let conflicts = self.expansions.iter().filter_map(|it| (it.spec().conflict)(self));
        two_starts.into_iter().chain(conflicts).collect()
    }

    /// Iterates over all combinations of the expansions of the five rulebooks that a new game can
    /// have, without the two classic expansions.
    ///
    /// ```
    /// use bastide::{AnyGame, LandRules, Setup};
    /// assert!(LandRules::all_mixes().all(|rules| AnyGame::new(&Setup::new(rules, 5)).is_ok()));
    /// ```
    pub fn all_mixes() -> impl Iterator<Item = LandRules> {
        LandRules::every_mix().filter(|rules| !LEFT_OUT.iter().any(|it| rules.has(it)))
    }

    /// Iterates over all combinations of expansions that a new game can have, also those that are
    /// left out of [`LandRules::all_mixes`].
    #[doc(hidden)]
    pub fn every_mix() -> impl Iterator<Item = LandRules> {
        let ends = [RiverEnds::Of2014, RiverEnds::Of2021];
        let mixes = ExpansionSet::all_subsets().flat_map(move |expansions| {
            let printings = if expansions.contains(Expansion::River) { 2 } else { 1 };
            ends.into_iter()
                .take(printings)
                .map(move |river_ends| LandRules { expansions, river_ends })
        });
        mixes.filter(|rules| rules.check_new().is_ok())
    }
}

impl fmt::Display for LandRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.game().map_or("base", Expansion::name))?;
        for expansion in self.expansions.iter().filter(|&other| Some(other) != self.game()) {
            write!(f, ",{}", expansion.name())?;
            if expansion == Expansion::River && self.river_ends != RiverEnds::default() {
                write!(f, "={}", self.river_ends.year())?;
            }
        }
        Ok(())
    }
}

impl FromStr for LandRules {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<LandRules, SetupError> {
        let (rules, problems) = LandRules::read(text);
        if problems.is_empty() { Ok(rules) } else { Err(SetupError(problems)) }
    }
}

fn two_starts_of(one: &str, other: &str) -> SetupProblem {
    SetupProblem::Mix {
        code: format!("{one}-and-{other}").into(),
        message: format!("{one} and {other} both replace the start tile; choose one of them")
            .into(),
    }
}

fn unknown(word: &str) -> SetupProblem {
    let expansions: Vec<&str> = Expansion::ALL.iter().map(|expansion| expansion.name()).collect();
    let known = format!("base, {} and river=2021", expansions.join(", "));
    SetupProblem::UnknownRule { word: word.to_owned(), known }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_read_back_as_written() {
        for rules in LandRules::all_mixes() {
            assert_eq!(rules.to_string().parse(), Ok(rules));
        }
        // Base: 3 rivers × abbot × (fields: 8 combinations of buildings; without: no barns, 4).
        // Wheel: no river, and always fields.
        assert_eq!(LandRules::all_mixes().count(), 3 * 2 * (8 + 4) + 2 * 8);
        // SETUP-6: fields are enabled by default.
        assert_eq!(LandRules::default().to_string(), "base,fields");
    }

    fn codes(problems: &[SetupProblem]) -> Vec<&str> {
        problems.iter().map(SetupProblem::code).collect()
    }

    #[test]
    fn two_sets_or_two_starts_are_refused() {
        let error = "base,wheel".parse::<LandRules>().expect_err("two sets");
        assert_eq!(codes(&error.0), ["base-and-wheel"]);
        let both: LandRules = "wheel,river,barns".parse().expect("each word is known");
        assert_eq!(codes(&both.problems()), ["river-and-wheel", "barns-without-fields"]);
    }

    #[test]
    fn setup_6_the_wheel_is_set_up_with_fields_only() {
        let new = |text: &str| text.parse::<LandRules>().expect("known words").check_new();
        assert_eq!(new("wheel,fields"), Ok(()));
        assert_eq!(new("base"), Ok(()), "the base game can be played without fields");
        let problems = |text: &str| new(text).expect_err(text).0;
        assert_eq!(codes(&problems("wheel")), ["wheel-without-fields"]);
        assert_eq!(
            codes(&problems("wheel,river,barns")),
            ["river-and-wheel", "barns-without-fields", "wheel-without-fields"]
        );
        // Rules of existing records keep their meaning.
        let old: LandRules = "wheel".parse().expect("known words");
        assert!(!old.has(Expansion::Fields) && old.problems().is_empty());
    }

    #[test]
    fn all_unknown_words_are_named_at_once() {
        let error = "base,feilds,river,rivers,river".parse::<LandRules>().expect_err("two typos");
        assert_eq!(
            error.0,
            [unknown("feilds"), unknown("rivers"), SetupProblem::RuleTwice("river".into()),]
        );
    }
}
