//! The catalogue of games and the compatible combinations of their options.

use bastide::{AnyGame, Expansion, LandRules, Rules, Setup, StrongholdRules};
use serde::Serialize;
use ts_rs::TS;

/// A game that can be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct GameKind {
    /// Its family: `land` or `stronghold`.
    pub game: &'static str,
    /// First keyword of its rules; none for Stronghold.
    pub base: Option<&'static str>,
    /// Minimum number of players.
    pub fewest_seats: u8,
    /// Maximum number of players.
    pub most_seats: u8,
    /// Options that can be added.
    pub options: Vec<OptionKind>,
}

/// An option of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct OptionKind {
    /// Its keyword in the rules.
    pub name: &'static str,
    /// True if the game is always played with it.
    pub is_required: bool,
    /// Other options it depends on, excluding required ones.
    pub needs: Vec<&'static str>,
}

/// Returns all games, derived from the combinations the rules allow.
pub fn games() -> Vec<GameKind> {
    let mixes: Vec<LandRules> = LandRules::all_mixes().collect();
    let land = |is_wheel: bool| {
        let own: Vec<&LandRules> =
            mixes.iter().filter(|rules| rules.has(Expansion::Wheel) == is_wheel).collect();
        let extra = Expansion::ALL.into_iter().filter(|&expansion| expansion != Expansion::Wheel);
        let option = |expansion: Expansion| {
            let with: Vec<_> = own.iter().filter(|rules| rules.has(expansion)).collect();
            let is_required = |expansion: Expansion| own.iter().all(|rules| rules.has(expansion));
            let is_needed = |other: &Expansion| {
                *other != expansion
                    && !is_required(*other)
                    && with.iter().all(|rules| rules.has(*other))
            };
            let needs = Expansion::ALL.into_iter().filter(is_needed).map(Expansion::name);
            (!with.is_empty()).then(|| OptionKind {
                name: expansion.name(),
                is_required: is_required(expansion),
                needs: needs.collect(),
            })
        };
        let plain = own[0];
        let (fewest_seats, most_seats) = seats(&Rules::Land(*plain));
        GameKind {
            game: "land",
            base: Some(if is_wheel { "wheel" } else { "base" }),
            fewest_seats,
            most_seats,
            options: extra.filter_map(option).collect(),
        }
    };
    let (fewest_seats, most_seats) = seats(&Rules::Stronghold(StrongholdRules));
    let stronghold =
        GameKind { game: "stronghold", base: None, fewest_seats, most_seats, options: Vec::new() };
    vec![land(false), land(true), stronghold]
}

/// Returns the minimum and maximum number of players for `rules`.
fn seats(rules: &Rules) -> (u8, u8) {
    let can_play = |seats: &u8| AnyGame::new(&Setup::new(rules.clone(), *seats)).is_ok();
    let mut numbers = (1..=u8::MAX).skip_while(|seats| !can_play(seats)).take_while(can_play);
    let fewest = numbers.next().unwrap_or(0);
    (fewest, numbers.last().unwrap_or(fewest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_go_together_as_the_rules_say() {
        let [base, wheel, stronghold] = &games()[..] else { panic!("three games") };
        let names = |kind: &GameKind| kind.options.iter().map(|o| o.name).collect::<Vec<_>>();
        assert_eq!(names(base), ["fields", "river", "abbot", "bridges", "castles", "barns"]);
        // RIVER-1 and WHEEL-1 both define the start of the map, so they exclude each other.
        assert_eq!(names(wheel), ["fields", "abbot", "bridges", "castles", "barns"]);
        assert_eq!(names(stronghold), [""; 0]);
        for option in &base.options {
            // BARN-1: a barn stands on a field.
            let needs: &[&str] = if option.name == "barns" { &["fields"] } else { &[] };
            assert_eq!((option.is_required, &*option.needs), (false, needs), "{}", option.name);
        }
        for option in &wheel.options {
            // SETUP-6: the Wheel always has farmers.
            let is_required = option.name == "fields";
            assert_eq!(
                (option.is_required, &*option.needs),
                (is_required, &[][..]),
                "{}",
                option.name
            );
        }
        // SETUP-1, S-SETUP-1
        assert_eq!((base.fewest_seats, base.most_seats), (2, 5));
        assert_eq!((wheel.fewest_seats, wheel.most_seats), (2, 5));
        assert_eq!((stronghold.fewest_seats, stronghold.most_seats), (2, 2));
    }
}
