//! The catalogue of games and the compatible combinations of their expansions.

use bastide::{AnyGame, Expansion, LandRules, Rules, Setup, StrongholdRules};
use serde::Serialize;
use ts_rs::TS;

use crate::game::Family;
use crate::names::{BaseName, ExpansionName, bases};

/// A game that can be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct GameKind {
    /// Its family.
    pub game: Family,
    /// First keyword of its rules; none for Stronghold.
    pub base: Option<BaseName>,
    /// Minimum number of players.
    pub fewest_seats: u8,
    /// Maximum number of players.
    pub most_seats: u8,
    /// Expansions that can be added.
    pub expansions: Vec<ExpansionKind>,
}

/// An expansion of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
pub struct ExpansionKind {
    /// Its keyword in the rules.
    pub name: ExpansionName,
    /// True if the game is always played with it.
    pub is_required: bool,
    /// Other expansions it depends on, excluding required ones.
    pub needs: Vec<ExpansionName>,
    /// Maximum number of players with it, if it raises that of the game.
    pub most_seats: Option<u8>,
}

/// Returns all games, derived from the combinations the rules allow.
pub fn games() -> Vec<GameKind> {
    let mixes: Vec<LandRules> = LandRules::every_mix().collect();
    let land = |game: Option<Expansion>| {
        let own: Vec<&LandRules> = mixes.iter().filter(|rules| rules.game() == game).collect();
        let extra = Expansion::ALL.into_iter().filter(|expansion| !expansion.spec().replaces_base);
        let kind = |expansion: Expansion| {
            let with: Vec<_> = own.iter().filter(|rules| rules.has(expansion)).collect();
            let is_required = |expansion: Expansion| own.iter().all(|rules| rules.has(expansion));
            let is_needed = |other: &Expansion| {
                *other != expansion
                    && !is_required(*other)
                    && with.iter().all(|rules| rules.has(*other))
            };
            let needs = Expansion::ALL.into_iter().filter(is_needed).map(ExpansionName::from);
            (!with.is_empty()).then(|| ExpansionKind {
                name: expansion.into(),
                is_required: is_required(expansion),
                needs: needs.collect(),
                most_seats: expansion.spec().seats,
            })
        };
        let plain = own[0];
        let (fewest_seats, most_seats) = seats(&Rules::Land(*plain));
        GameKind {
            game: Family::Land,
            base: Some(game.into()),
            fewest_seats,
            most_seats,
            expansions: extra.filter_map(kind).collect(),
        }
    };
    let (fewest_seats, most_seats) = seats(&Rules::Stronghold(StrongholdRules));
    let stronghold = GameKind {
        game: Family::Stronghold,
        base: None,
        fewest_seats,
        most_seats,
        expansions: Vec::new(),
    };
    let mut all: Vec<GameKind> = bases().map(land).collect();
    all.push(stronghold);
    all
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
    fn expansions_combine_as_in_the_rules() {
        let [base, wheel, stronghold] = &games()[..] else { panic!("three games") };
        let names = |kind: &GameKind| {
            kind.expansions.iter().map(|one| one.name.as_str()).collect::<Vec<_>>()
        };
        assert_eq!(
            names(base),
            ["fields", "river", "abbot", "bridges", "castles", "barns", "inns", "traders"]
        );
        // RIVER-1 and WHEEL-1 both define the start of the map, so they exclude each other.
        let with_wheel = ["fields", "abbot", "bridges", "castles", "barns", "inns", "traders"];
        assert_eq!(names(wheel), with_wheel);
        assert_eq!(names(stronghold), [""; 0]);
        for expansion in &base.expansions {
            // BARN-1: a barn stands on a field.
            let name = expansion.name.get();
            let needs =
                if name == Expansion::Barns { vec![Expansion::Fields.into()] } else { vec![] };
            assert_eq!((expansion.is_required, &expansion.needs), (false, &needs), "{name:?}");
        }
        for expansion in &wheel.expansions {
            // SETUP-6: the Wheel always has farmers.
            let name = expansion.name.get();
            let is_required = name == Expansion::Fields;
            assert_eq!(
                (expansion.is_required, &expansion.needs),
                (is_required, &vec![]),
                "{name:?}"
            );
        }
        // SETUP-1, S-SETUP-1
        assert_eq!((base.fewest_seats, base.most_seats), (2, 5));
        assert_eq!((wheel.fewest_seats, wheel.most_seats), (2, 5));
        assert_eq!((stronghold.fewest_seats, stronghold.most_seats), (2, 2));
    }
}
