//! Checks that listing and playing actions do not allocate once the vectors have grown.

use bastide::{Action, Actor, Game, Land, LandRules, Setup, Stronghold, StrongholdRules};

/// Plays a game by selecting pseudo-random legal actions, starting with the one with index `pick`.
fn play(game: &mut impl Game, actions: &mut Vec<Action>, mut pick: usize) {
    while game.to_act() != Actor::Nobody {
        actions.clear();
        game.legal_actions(actions);
        game.play_unchecked(actions[pick % actions.len()]);
        pick = pick.wrapping_mul(31).wrapping_add(7);
    }
}

#[test]
fn a_whole_game_allocates_nothing() {
    for rules in LandRules::every_mix() {
        let fresh = Land::new(&Setup::new(rules, *rules.seats().end())).expect("a set-up");
        let mut actions = Vec::with_capacity(1024);
        let mut game = fresh.clone();
        let info = allocation_counter::measure(|| {
            for pick in 0..20 {
                game.clone_from(&fresh);
                play(&mut game, &mut actions, pick);
            }
        });
        assert_eq!(info.count_total, 0, "{rules}");
        assert!(game.is_over());
    }
}

#[test]
fn states_are_small() {
    for rules in LandRules::every_mix() {
        let game = Land::new(&Setup::new(rules, *rules.seats().end())).expect("a set-up");
        // A state grows with the tiles of its expansions.
        let most = if LandRules::all_mixes().any(|mix| mix == rules) { 24 } else { 48 };
        assert!(game.footprint() <= most * 1024, "{rules}: {} bytes", game.footprint());
    }
}

#[test]
fn the_footprint_equals_the_allocation_of_a_copy() {
    let rules = LandRules::default();
    let game = Land::new(&Setup::new(rules, 2)).expect("a set-up");
    let info = allocation_counter::measure(|| {
        std::hint::black_box(game.clone());
    });
    let inline = size_of::<Land>() as u64;
    assert_eq!(info.bytes_total + inline, game.footprint() as u64);
}

fn stronghold() -> Stronghold {
    Stronghold::new(&Setup::new(StrongholdRules, 2)).expect("the built-in game")
}

#[test]
fn a_whole_stronghold_allocates_nothing() {
    let fresh = stronghold();
    let mut actions = Vec::with_capacity(1024);
    let mut game = fresh.clone();
    let info = allocation_counter::measure(|| {
        for pick in 0..50 {
            game.clone_from(&fresh);
            play(&mut game, &mut actions, pick);
        }
    });
    assert_eq!(info.count_total, 0);
    assert!(game.is_over());
}

#[test]
fn strongholds_are_small() {
    let game = stronghold();
    assert!(game.footprint() <= 24 * 1024, "{} bytes", game.footprint());
    let info = allocation_counter::measure(|| {
        std::hint::black_box(game.clone());
    });
    assert_eq!(info.bytes_total + size_of::<Stronghold>() as u64, game.footprint() as u64);
}
