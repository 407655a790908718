//! Games between bots that must be the same on every machine. `tests/golden/moves.txt` has them;
//! builds for other targets play them with the same functions and compare.

use core::fmt::Write as _;

use bastide::{Actor, AnyGame, Game, Rules, Setup};
use bastide_host::Dice;

use crate::{Spec, math};

/// Name of the case that compares elementary functions instead of a game.
const ARITHMETIC: &str = "arithmetic";

/// Games, one a line: the rules, the seed and the bots. `quick` has few of them, because it searches
/// long regardless of its budget.
const GAMES: &str = include_str!("golden/cases.txt");

/// Returns the names of all cases, in the order of the file.
pub fn cases() -> Vec<String> {
    core::iter::once(ARITHMETIC).chain(GAMES.lines()).map(str::to_owned).collect()
}

/// Returns the line of a case: its name, a colon, all actions in the notation of records, draws
/// included, and after `=` the fingerprint of the final state.
///
/// # Panics
/// Panics if `name` is not the name of a case.
pub fn play(name: &str) -> String {
    if name == ARITHMETIC {
        return arithmetic();
    }
    let mut words = name.split(' ');
    let mut word = || words.next().expect("a case has rules, a seed and bots");
    let rules: Rules = word().parse().expect("rules");
    let seed: u64 = word().trim_start_matches('#').parse().expect("a seed");
    let specs: Vec<Spec> = words.map(|word| word.parse().expect("a bot")).collect();
    let mut bots: Vec<_> = (seed..).zip(&specs).map(|(seed, spec)| spec.build(seed)).collect();
    let setup = Setup::new(rules, u8::try_from(specs.len()).expect("few bots"));
    let mut game = AnyGame::new(&setup).expect("the mix is possible");
    let (mut dice, mut line) = (Dice::new(seed, 1), format!("{name}:"));
    loop {
        let turn = match game.to_act() {
            Actor::Nobody => break,
            Actor::Chance => [dice.chance(&game)].into_iter().collect(),
            Actor::Seat(seat) => bots[seat.index()].choose_turn(&game, specs[seat.index()].budget),
        };
        for action in turn {
            write!(line, " {}", game.notation().show(action)).expect("a string takes any text");
            game.play(action).expect("bots play by the rules");
        }
    }
    write!(line, " = {:016x}", game.fingerprint()).expect("a string takes any text");
    line
}

/// Returns the bits of some results of [`math`], and a checksum of many.
fn arithmetic() -> String {
    let (mut line, mut sum) = (format!("{ARITHMETIC}:"), 0xcbf2_9ce4_8422_2325_u64);
    for n in 0..4000_u16 {
        let x = f32::from(n) / 4000.0;
        for bits in [
            math::pow(1.0 - x, 7.0 * x),
            math::pow(40.0 * x, 0.8),
            math::exp(20.0 * x - 10.0),
            math::tanh(8.0 * x - 4.0),
        ]
        .map(f32::to_bits)
        {
            sum = (sum ^ u64::from(bits)).wrapping_mul(0x0100_0000_01b3);
            if n % 500 == 1 {
                write!(line, " {bits:08x}").expect("a string takes any text");
            }
        }
    }
    write!(line, " = {sum:016x}").expect("a string takes any text");
    line
}
