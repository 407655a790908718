//! Checks that bots play well on boards for which turns are played to be evaluated.

use bastide::{Actor, AnyGame, Game, LandRules, OwnSets, Rules, Seat, Setup, sets};
use bastide_bots::{Bot, Budget, Character, OnePly, Options, Stepwise, Strong};
use bastide_host::Dice;

/// Returns a game with four copies of each base tile.
fn large_game(rules: LandRules) -> AnyGame {
    let mut set = sets::base().clone();
    set.kinds.iter_mut().for_each(|kind| kind.count *= 4);
    let own = OwnSets::new([set], None).expect("a set of tiles");
    let game = AnyGame::new(&Setup::new(Rules::Land(rules), 2).with_sets(own));
    let game = game.expect("a set-up that can be played");
    assert!(game.board().is_large());
    game
}

/// Plays a bot in the first seat against random actions, and returns its lead at the end.
fn lead_over_random(bot: impl Bot, rules: LandRules, budget: Budget) -> i32 {
    let (mut bot, mut game) = (Stepwise::new(bot), large_game(rules));
    let (mut dice, mut legal) = (Dice::new(3, 1), Vec::new());
    while let Some(random) = dice.act(&game, &mut legal) {
        let is_bot = game.to_act() == Actor::Seat(Seat::FIRST);
        let action = if is_bot { bot.choose(&game, budget) } else { random };
        game.play(action).unwrap_or_else(|error| panic!("{rules}: {error}"));
    }
    let [first, second] = [Seat::FIRST, Seat::FIRST.next(2)].map(|seat| game.scores()[seat]);
    first - second
}

#[test]
fn one_ply_beats_chance_on_large_boards() {
    for rules in ["base,fields", "base,fields,river,abbot,bridges,castles,barns"] {
        let rules = rules.parse().expect("rules");
        let lead = lead_over_random(OnePly::default(), rules, Budget::Nodes(1));
        assert!(lead > 100, "{rules}: {lead}");
    }
}

#[test]
fn strong_plays_only_legal_moves_on_large_boards() {
    let options = Options { kept: 4, depth: 2, ..Options::default() };
    let bot = Strong::new(1, Character::Plain, options);
    let lead = lead_over_random(bot, LandRules::default(), Budget::Nodes(300));
    assert!(lead > 100, "{lead}");
}
