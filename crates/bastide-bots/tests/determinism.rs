//! Checks that a bot with a node budget depends on its seed and the game only, and that search pays.

use bastide::{Action, Actor, AnyGame, Game, Rules, Seat, Setup, StrongholdRules};
use bastide_bots::{Bot, Budget, Kind, OnePly, Spec, Stepwise};
use bastide_host::Dice;

fn land(mix: &str) -> Rules {
    Rules::Land(mix.parse().expect("a mix"))
}

/// Lets bots play at most `most` actions and returns the actions and the scores. `bots` has one bot
/// for each seat; `deck` determines the draws.
fn play(
    rules: Rules,
    bots: Vec<Box<dyn Bot + Send>>,
    nodes: u64,
    deck: u64,
    most: usize,
) -> (Vec<Action>, Vec<i32>) {
    let seats = u8::try_from(bots.len()).expect("few seats");
    let mut game = AnyGame::new(&Setup::new(rules, seats)).expect("the mix is possible");
    let mut bots: Vec<_> = bots.into_iter().map(Stepwise::new).collect();
    let (mut dice, mut actions) = (Dice::new(deck, 1), Vec::new());
    while actions.len() < most {
        let action = match game.to_act() {
            Actor::Nobody => break,
            Actor::Chance => dice.chance(&game),
            Actor::Seat(seat) => bots[seat.index()].choose(&game, Budget::Nodes(nodes)),
        };
        game.play(action).expect("bots play by the rules");
        actions.push(action);
    }
    (actions, Seat::all(seats).map(|seat| game.scores()[seat]).collect())
}

#[test]
fn the_same_seed_and_nodes_give_the_same_actions() {
    const NODES: u64 = 200;
    for rules in [land("wheel,fields,abbot"), Rules::Stronghold(StrongholdRules)] {
        for kind in Kind::ALL {
            let spec = Spec { kind, budget: Budget::Nodes(NODES) };
            let run = |seed: u64| {
                let bots = vec![spec.build(seed), spec.build(seed + 1)];
                play(rules.clone(), bots, NODES, 1, 40)
            };
            assert!(run(1) == run(1), "{spec} plays {rules} differently");
            if matches!(kind, Kind::Random | Kind::Beginner) {
                assert!(run(1) != run(3), "{spec} ignores its seed");
            }
        }
    }
}

/// The lead in one game varies by some 30 points, so a dozen decks are played from both seats.
#[test]
fn looking_ahead_beats_one_ply() {
    const NODES: u64 = 6000;
    let strong = Spec { kind: Kind::Strong, budget: Budget::Nodes(NODES) };
    let ahead = |deck: u64| {
        let bots = || -> Vec<Box<dyn Bot + Send>> {
            vec![strong.build(deck), Box::new(OnePly::default())]
        };
        let (_, first) = play(land("base,fields"), bots(), NODES, deck, usize::MAX);
        let turned = bots().into_iter().rev().collect();
        let (_, second) = play(land("base,fields"), turned, NODES, deck, usize::MAX);
        first[0] - first[1] + second[1] - second[0]
    };
    let leads: i32 = (0..12).map(ahead).sum();
    assert!(leads > 24, "ahead by {leads} in 24 games");
}
