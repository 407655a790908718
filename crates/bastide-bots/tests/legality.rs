//! Checks that bots only play legal actions, in all mixes and with all numbers of players.

use bastide::{Actor, AnyGame, Game, LandRules, Rules, Setup};
use bastide_bots::{Bot, Budget, Character, OnePly, Options, Stepwise, Strong};
use bastide_host::Dice;
use bastide_testing::broad_mixes;

/// Lets one bot play all seats with checked moves and returns the number of decisions.
fn play(bot: impl Bot, rules: LandRules, seats: u8, budget: Budget) -> usize {
    let mut bot = Stepwise::new(bot);
    let setup = Setup::new(Rules::Land(rules), seats);
    let mut game = AnyGame::new(&setup).expect("the mix is possible");
    let (mut dice, mut legal, mut decisions) = (Dice::new(5, u64::from(seats)), Vec::new(), 0);
    while let Some(drawn) = dice.act(&game, &mut legal) {
        let action = match game.to_act() {
            Actor::Seat(_) => bot.choose(&game, budget),
            Actor::Chance | Actor::Nobody => drawn,
        };
        decisions += usize::from(!action.is_chance());
        if let Err(error) = game.play(action) {
            panic!("{rules} for {seats}: {error}");
        }
    }
    decisions
}

#[test]
fn one_ply_plays_only_legal_moves_in_every_mix() {
    for rules in broad_mixes() {
        for seats in rules.seats() {
            let decisions = play(OnePly::default(), rules, seats, Budget::Nodes(1));
            assert!(decisions > 70, "{rules} for {seats}: {decisions} decisions");
        }
    }
}

#[test]
fn strong_plays_only_legal_moves_in_every_mix() {
    for (number, rules) in broad_mixes().into_iter().enumerate() {
        let seats = rules.seats().nth(number % rules.seats().count()).expect("at least one number");
        // Short rollouts exercise the same actions as long ones.
        let options = Options { kept: 4, depth: 2, ..Options::default() };
        let bot = Strong::new(1, Character::Plain, options);
        let decisions = play(bot, rules, seats, Budget::Nodes(300));
        assert!(decisions > 70, "{rules} for {seats}: {decisions} decisions");
    }
}
