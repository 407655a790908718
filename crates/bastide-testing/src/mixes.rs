//! Selection of mixes that covers all pairs of expansions.

use std::collections::BTreeSet;

use bastide::{Expansion, LandRules};

/// The choices of two expansions in a mix. There are three choices for the river: its two printings
/// count as different, and two for all others.
type Pair = [(Expansion, u16); 2];

/// Returns a few of all mixes: every two expansions occur together, each without the other, and
/// both not at all, if the rules allow it.
///
/// The number of mixes grows with the logarithm of the number of expansions, whereas the number of
/// all mixes doubles with each expansion.
pub fn pairwise_mixes() -> Vec<LandRules> {
    let mixes: Vec<_> = LandRules::every_mix().map(|rules| (rules, pairs(&rules))).collect();
    let mut missing: BTreeSet<Pair> = mixes.iter().flat_map(|(_, pairs)| pairs).copied().collect();
    let mut selected = Vec::new();
    while !missing.is_empty() {
        // `max_by_key` returns the last maximum.
        let (rules, pairs) = mixes
            .iter()
            .max_by_key(|(_, pairs)| pairs.intersection(&missing).count())
            .expect("the base game is a mix");
        missing.retain(|pair| !pairs.contains(pair));
        selected.push(*rules);
    }
    selected
}

/// Returns [`LandRules::all_mixes`], and of the other mixes those of [`pairwise_mixes`].
pub fn broad_mixes() -> Vec<LandRules> {
    let mut mixes: Vec<_> = LandRules::all_mixes().collect();
    let others = pairwise_mixes().into_iter().filter(|rules| !mixes.contains(rules));
    let others: Vec<_> = others.collect();
    mixes.extend(others);
    mixes
}

/// Returns the choices of all pairs of expansions in a mix.
fn pairs(rules: &LandRules) -> BTreeSet<Pair> {
    let choice = |expansion| match expansion {
        _ if !rules.has(expansion) => 0,
        Expansion::River => rules.river_ends.year(),
        _ => 1,
    };
    let choices = Expansion::ALL.map(|expansion| (expansion, choice(expansion)));
    let others = |at: usize| choices[..at].iter().map(move |&other| [other, choices[at]]);
    (0..choices.len()).flat_map(others).collect()
}

#[cfg(test)]
mod tests {
    use bastide::RiverEnds;

    use super::*;

    #[test]
    fn all_pairs_that_the_rules_allow_are_covered() {
        let selected = pairwise_mixes();
        // Without `pairs`: the definition of the selection, for every combination of two expansions.
        for one in Expansion::ALL {
            for other in Expansion::ALL.into_iter().filter(|&other| other != one) {
                for (has_one, has_other) in [(true, true), (true, false), (false, false)] {
                    let is_such =
                        |mix: &LandRules| mix.has(one) == has_one && mix.has(other) == has_other;
                    assert_eq!(
                        selected.iter().any(is_such),
                        LandRules::every_mix().any(|mix| is_such(&mix)),
                        "{one:?} {has_one}, {other:?} {has_other}"
                    );
                }
            }
            // Both printings of the river, with and without each expansion.
            for river_ends in [RiverEnds::Of2014, RiverEnds::Of2021] {
                for has_one in [true, false] {
                    let is_such = |mix: &LandRules| {
                        mix.has(Expansion::River)
                            && mix.river_ends == river_ends
                            && mix.has(one) == has_one
                    };
                    assert_eq!(
                        selected.iter().any(is_such),
                        LandRules::every_mix().any(|mix| is_such(&mix)),
                        "river of {}, {one:?} {has_one}",
                        river_ends.year()
                    );
                }
            }
        }
    }

    #[test]
    fn selected_mixes_are_few_and_valid() {
        let selected = pairwise_mixes();
        for (at, mix) in selected.iter().enumerate() {
            assert_eq!(mix.check_new(), Ok(()), "{mix}");
            assert!(!selected[..at].contains(mix), "{mix} only once");
        }
        // At least 4 mixes for any two expansions without conflicts.
        assert!((4..=16).contains(&selected.len()), "{} mixes", selected.len());
    }
}
