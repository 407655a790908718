//! Checks that the evaluator does not allocate after the first position of a game.

use bastide::{AnyGame, Game, LandRules, Rules, Setup};
use bastide_bots::{Character, Evaluator, Judge};
use bastide_host::Dice;

/// Plays a random game and calls `look` before every action.
fn play(setup: &Setup, number: u64, mut look: impl FnMut(&AnyGame)) {
    let mut game = AnyGame::new(setup).expect("the mix is possible");
    let (mut dice, mut legal) = (Dice::new(number, 8), Vec::new());
    while let Some(action) = dice.act(&game, &mut legal) {
        look(&game);
        game.play_unchecked(action);
    }
}

const MIXES: [(&str, u8); 6] = [
    ("base,fields", 2),
    ("base,fields,river,abbot", 5),
    ("base,fields,bridges,castles,barns", 2),
    ("base,fields,river,abbot,bridges,castles,barns", 3),
    ("wheel,fields", 2),
    ("wheel,fields,abbot,bridges,castles,barns", 4),
];

fn setup(mix: &str, seats: u8) -> Setup {
    Setup::new(Rules::Land(mix.parse::<LandRules>().expect("a mix")), seats)
}

#[test]
fn valuing_positions_allocates_nothing() {
    for (mix, seats) in MIXES {
        let setup = setup(mix, seats);
        let mut evaluator = Evaluator::default();
        let mut seen = 0;
        play(&setup, 2, |game| {
            let info = allocation_counter::measure(|| {
                evaluator.prepare(game);
                std::hint::black_box(evaluator.values(game));
            });
            // Buffers are sized by the first position.
            assert!(info.count_total == 0 || seen == 0, "{mix}, position {seen}: {info:?}");
            seen += 1;
        });
        assert!(seen > 140, "{mix}: {seen} positions");
    }
}

#[test]
fn judging_whole_turns_allocates_nothing() {
    for (mix, seats) in MIXES {
        let setup = setup(mix, seats);
        let (mut judge, mut turns) = (Judge::new(Character::Plain), 0_u32);
        // WHEEL-PLAGUE-2: decisions that are searched by playing them need scratch states, and it
        // takes a whole game to encounter one of each.
        play(&setup, 1, |game| judge.each_turn(game, |_, _| {}));
        let mut is_first = true;
        play(&setup, 3, |game| {
            let info = allocation_counter::measure(|| {
                judge.each_turn(game, |_, _| turns += 1);
            });
            assert!(info.count_total == 0 || is_first, "{mix}, {info:?}");
            is_first = false;
        });
        assert!(turns > 2000, "{mix}: {turns} turns");
    }
}
