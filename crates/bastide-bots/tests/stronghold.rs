//! Checks the evaluation of Stronghold positions.

use bastide::{
    Action, Actor, AnyGame, BySeat, Cell, FigureKind, Game, OwnSets, Rotation, Seat, SegmentIndex,
    Setup, StrongholdRules, Target,
};
use bastide_bots::{Budget, Evaluator, Greedy, OnePly, Stepwise, StrongholdWeights};
use bastide_host::{Dealer, Dice, Seed};

const A: Seat = Seat::FIRST;
const B: Seat = Seat::FIRST.next(2);

fn fresh(first: u8) -> AnyGame {
    let setup = Setup::new(StrongholdRules, 2).with_first(first);
    AnyGame::new(&setup).expect("the built-in game")
}

/// Evaluates a position with a new evaluator.
fn values(game: &AnyGame, weights: StrongholdWeights) -> [f32; 2] {
    let mut evaluator = Evaluator::default().with_stronghold(weights);
    evaluator.prepare(game);
    let values = evaluator.values(game);
    [values[A], values[B]]
}

/// Weights that count only the claims on the board.
fn claims_only() -> StrongholdWeights {
    StrongholdWeights {
        free: [0.0; 7],
        tokens: [0.0; 9],
        token_use: 0.0,
        prize: 0.0,
        landing: 0.0,
        tempo: 0.0,
        gap: 0.0,
        gap_horizon: 0.01,
        ..StrongholdWeights::default()
    }
}

/// Creates a game on a single row of cells, with start areas at the first and the third.
fn corridor(deck: &[&str]) -> AnyGame {
    let tiles = "set stronghold
        tile T x9
          tower N E S W
        tile P x9
          path E2 W2
          courtyard N E1 W3
          courtyard E3 S W1
        tile E x9
          path W2
          courtyard N E S W1 W3
        tile C x9
          courtyard N E S W
        tile SM x0 patch
          courtyard S
        patch
          cell 0,-1 SM
          cell 2,-1 SM";
    let own = OwnSets::parse([tiles, "wall t\nrow #####\ntrack 90\n"]).expect("good files");
    let setup = Setup::new(StrongholdRules, 2).with_deck(deck.iter().copied()).with_sets(own);
    AnyGame::new(&setup).expect("a small game")
}

/// Draws a tile, places it in a column and deploys a follower to its first segment, if that is
/// free.
#[track_caller]
fn lay(game: &mut AnyGame, name: &str, column: i8) {
    let tile = game.board().tiles().find(name).expect("a tile");
    let (cell, rotation) = (Cell::new(column, 0), Rotation::NONE);
    let deploy =
        Action::Deploy { figure: FigureKind::MEEPLE, target: Target::Segment(SegmentIndex(0)) };
    game.play(Action::Draw(tile)).expect("it is in the bag");
    game.play(Action::Place { cell, rotation, bridge: None }).expect("it fits");
    if game.to_act() != Actor::Chance && game.play(deploy).is_err() {
        game.play(Action::Pass).expect("passing is legal");
    }
}

#[test]
fn values_are_scores_once_the_game_is_over() {
    for seed in 0..5 {
        let (mut game, mut dice, mut legal) = (fresh(0), Dice::new(seed, 3), Vec::new());
        while let Some(action) = dice.act(&game, &mut legal) {
            game.play_unchecked(action);
        }
        let scores = [A, B].map(|seat| game.scores()[seat] as f32);
        assert_eq!(values(&game, StrongholdWeights::default()), scores);
    }
}

#[test]
fn a_tie_scores_nothing() {
    // S-MAJ-2
    let mut game = corridor(&["T", "T", "T", "C", "C"]);
    lay(&mut game, "T", 0);
    lay(&mut game, "T", 2);
    let [a, b] = values(&game, claims_only());
    assert!(a > 0.2 && b > 0.2, "two towers with a knight each: {a} and {b}");
    lay(&mut game, "T", 1);
    assert_eq!(values(&game, claims_only()), [0.0, 0.0], "one tower with two knights");
}

#[test]
fn features_that_no_remaining_tile_extends_are_worth_less() {
    // S-TILE-3: only a path can be placed next to a path.
    let worth = |deck: &[&str], weights| {
        let mut game = corridor(deck);
        lay(&mut game, "P", 0);
        values(&game, weights)[0]
    };
    let (alive, dead) = (["P", "E", "E", "E", "E"], ["P", "C", "C", "C", "C"]);
    let weights = StrongholdWeights::default();
    assert!(worth(&alive, weights) > worth(&dead, weights) + 0.1);
    assert_eq!(worth(&dead, claims_only()), 0.0);
}

#[test]
fn features_that_more_remaining_tiles_close_are_worth_more() {
    // S-TILE-4: a courtyard closes a tower, another tower continues it.
    let worth = |deck: &[&str]| {
        let mut game = corridor(deck);
        lay(&mut game, "T", 0);
        values(&game, claims_only())[0]
    };
    let none = worth(&["T", "T", "T", "T", "T"]);
    let some = worth(&["T", "C", "T", "T", "T"]);
    let all = worth(&["T", "C", "C", "C", "C"]);
    assert!(none < some && some < all, "{none}, {some}, {all}");
}

#[test]
fn values_do_not_depend_on_seats() {
    for seed in 0..4 {
        let (mut game, mut other) = (fresh(0), fresh(1));
        let (mut dice, mut legal) = (Dice::new(seed, 5), Vec::new());
        while let Some(action) = dice.act(&game, &mut legal) {
            game.play_unchecked(action);
            other.play_unchecked(action);
            let [a, b] = values(&game, StrongholdWeights::default());
            assert_eq!(values(&other, StrongholdWeights::default()), [b, a]);
        }
    }
}

#[test]
fn an_unrevealed_token_is_worth_the_average() {
    let mut evaluator = Evaluator::default();
    let (mut bot, mut seen, mut furthest) = (Stepwise::new(OnePly::default()), 0, 0.0_f32);
    for number in 0..3 {
        let (mut game, mut dealer) = (fresh(0), Dealer::seeded(Seed::from_number(number), "t"));
        loop {
            let action = match game.to_act() {
                Actor::Nobody => break,
                Actor::Chance => dealer.deal(&game).expect("chance acts"),
                Actor::Seat(_) => bot.choose(&game, Budget::Nodes(1)),
            };
            game.play_unchecked(action);
            let AnyGame::Stronghold(stronghold) = &game else { continue };
            let Some(seat) = stronghold.revealing() else { continue };
            evaluator.prepare(&game);
            let guess = evaluator.lead(&game, seat);
            let (mut sum, mut ways) = (0.0, 0.0);
            for (action, weight) in game.chances() {
                let mut after = game.clone();
                after.play_unchecked(action);
                sum += weight as f32 * evaluator.lead(&after, seat);
                ways += weight as f32;
            }
            furthest = furthest.max((guess - sum / ways).abs());
            seen += 1;
        }
    }
    assert!(seen >= 15, "{seen} tokens were taken");
    assert!(furthest < 1.0, "off by {furthest}");
}

#[test]
fn valuing_allocates_nothing() {
    let (mut game, mut dice, mut legal) = (fresh(0), Dice::new(4, 4), Vec::new());
    let mut evaluator = Evaluator::default();
    evaluator.prepare(&game);
    let mut reveals = 0;
    while let Some(action) = dice.act(&game, &mut legal) {
        game.play_unchecked(action);
        if let AnyGame::Stronghold(stronghold) = &game {
            reveals += u32::from(stronghold.revealing().is_some());
        }
        let info = allocation_counter::measure(|| {
            evaluator.prepare(&game);
            std::hint::black_box(evaluator.values(&game));
        });
        assert_eq!(info.count_total, 0);
    }
    assert!(reveals > 0, "a turn was finished in thought");
}

/// Returns the points of one-ply and greedy play with the same tiles.
fn duel(number: u64, seat: Seat) -> [i32; 2] {
    let (mut game, mut dealer) = (fresh(0), Dealer::seeded(Seed::from_number(number), "duel"));
    let mut ours = Stepwise::new(OnePly::default());
    let mut theirs = Stepwise::new(Greedy::new(number));
    loop {
        let action = match game.to_act() {
            Actor::Nobody => break,
            Actor::Chance => dealer.deal(&game).expect("chance acts"),
            Actor::Seat(s) if s == seat => ours.choose(&game, Budget::Nodes(1)),
            Actor::Seat(_) => theirs.choose(&game, Budget::Nodes(1)),
        };
        game.play(action).expect("bots play by the rules");
    }
    let scores: &BySeat<i32> = game.scores();
    [scores[seat], scores[seat.next(2)]]
}

#[test]
fn one_ply_play_beats_greedy_play() {
    let games: Vec<_> = (0..12).flat_map(|deck| [duel(deck, A), duel(deck, B)]).collect();
    let wins = games.iter().filter(|[ours, theirs]| ours > theirs).count();
    let margin: i32 = games.iter().map(|[ours, theirs]| ours - theirs).sum();
    assert!(wins >= 18 && margin >= 24 * 15, "won {wins} of 24, by {margin} in all");
}
