//! Deterministic random games for tests.

use bastide::{Action, Actor, Game, LandRules, Rules, Setup, StrongholdRules};
use bastide_host::{Dealer, Dice, Match, Record, Seed};
use bastide_testing::broad_mixes;

/// Returns all combinations of options for all numbers of players.
pub(crate) fn all_setups() -> impl Iterator<Item = Setup> {
    let land = broad_mixes().into_iter().flat_map(|rules| {
        rules.seats().map(move |seats| {
            let mut setup = Setup::new(Rules::Land(rules), seats);
            setup.first = (seats - 1).min(rules.to_string().len() as u8 % seats);
            setup
        })
    });
    land.chain([0, 1].map(|first| Setup { first, ..stronghold_setup() }))
}

/// Returns a set-up of Stronghold.
pub(crate) fn stronghold_setup() -> Setup {
    Setup::new(Rules::Stronghold(StrongholdRules), 2)
}

/// Returns a set-up of the base game for two.
pub(crate) fn plain_setup() -> Setup {
    Setup::new(Rules::Land(LandRules::default()), 2)
}

/// Plays randomly until the game is over or `decisions` decisions were made.
pub(crate) fn play_on(current: &mut Match, dice: &mut Dice, decisions: usize) {
    let mut legal = Vec::new();
    for _ in 0..decisions {
        let Actor::Seat(seat) = current.game().to_act() else { return };
        legal.clear();
        current.game().legal_actions(&mut legal);
        current
            .play(seat, legal[dice.below(legal.len())])
            .expect("what is listed as legal is legal");
    }
}

/// Plays a whole random game.
pub(crate) fn whole_game(setup: &Setup, number: u64) -> Match {
    let dealer = Dealer::seeded(Seed::from_number(number), "a salt");
    let mut current = Match::new(setup.clone(), dealer).expect("a possible set-up");
    play_on(&mut current, &mut Dice::new(number, 0), usize::MAX);
    assert!(current.game().is_over());
    current
}

/// Returns the record of a whole game with additional header values.
pub(crate) fn rich_record(setup: &Setup, number: u64) -> Record {
    let mut current = whole_game(setup, number);
    current.set_extra("players", "Ann B,Одарка = 100 %").expect("a free key");
    current.set_extra("aid", "coach").expect("a free key");
    current.record().clone()
}

/// Returns the names of the tiles drawn in a record.
pub(crate) fn draws(record: &Record) -> Vec<String> {
    let drawn = record.actions().iter().filter(|action| matches!(action, Action::Draw(_)));
    drawn.map(|&action| record.notation().show(action).to_string()).collect()
}
