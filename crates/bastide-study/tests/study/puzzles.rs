//! The built-in puzzles: every one can be decoded, and a sample is proven again.

use std::collections::BTreeSet;

use bastide::Game as _;
use bastide_bots::{SolvedTurn, solve_turns};
use bastide_study::assess;
use bastide_study::puzzles::{self, BUILT_IN, Proof, Puzzle, PuzzleGame, Theme, check};

fn built_in() -> Vec<Puzzle> {
    puzzles::parse(BUILT_IN).expect("the built-in file is valid")
}

/// The built-in file has at least 300 puzzles, and every game and theme.
#[test]
fn there_are_puzzles_of_all_games_and_themes() {
    let all = built_in();
    assert!(all.len() >= 300, "{} puzzles", all.len());
    let ids: BTreeSet<&str> = all.iter().map(|puzzle| puzzle.id.as_str()).collect();
    assert_eq!(ids.len(), all.len(), "ids are unique");
    for game in PuzzleGame::ALL {
        let count = all.iter().filter(|puzzle| puzzle.game == game).count();
        assert!(count > 0, "no puzzle of {game}");
    }
    for theme in Theme::ALL {
        let count = all.iter().filter(|puzzle| puzzle.themes.contains(&theme)).count();
        assert!(count > 0, "no puzzle with {theme:?}");
    }
}

#[test]
fn every_puzzle_has_legal_turns() {
    for puzzle in built_in() {
        let game = puzzle.position().expect("a position");
        let solution = puzzle.actions(&game, &puzzle.solution).expect("a legal solution");
        assert!(!puzzle.wrong.is_empty() && !puzzle.themes.is_empty(), "{}", puzzle.id);
        for wrong in &puzzle.wrong {
            let actions = puzzle.actions(&game, &wrong.actions).expect("a legal turn");
            assert_ne!(actions, solution, "{}", puzzle.id);
            assert!(wrong.lost >= 1_000 && wrong.lost > 3 * wrong.error, "{}", puzzle.id);
        }
        // Exact proofs are of the last tiles only.
        assert!(puzzle.proof != Proof::Exact || game.bag().left() <= 3, "{}", puzzle.id);
    }
}

/// Puzzles are proven again with other random numbers: no turn is better than the solution beyond
/// the noise. Exact losses are the same; estimated ones depend on the evaluator, so that a few of
/// the second-best turns may come out equal.
#[test]
fn a_sample_of_puzzles_is_proven_again() {
    let all = built_in();
    let every = (all.len() / crate::games(12).len()).max(1);
    let (mut worse, mut sampled) = (0, 0);
    for puzzle in all.iter().step_by(every) {
        let game = puzzle.position().expect("a position");
        let solution = puzzle.actions(&game, &puzzle.solution).expect("a legal solution");
        let nodes = match puzzle.proof {
            Proof::Exact => 5_000_000,
            Proof::Rollouts(nodes) => nodes / 2,
        };
        let found = assess(&game, Some(&solution), nodes, 77).expect("a seat has to act");
        let seat = game.turn().index();
        let lost = found.best.margin[seat] - found.played.margin[seat];
        assert_eq!(lost, 0, "{}: another turn is better", puzzle.id);
        let second = puzzle.actions(&game, &puzzle.wrong[0].actions).expect("a legal turn");
        let found = assess(&game, Some(&second), nodes, 78).expect("a seat has to act");
        let lost = found.best.margin[seat] - found.played.margin[seat];
        if puzzle.proof == Proof::Exact {
            assert!(found.is_exact, "{}", puzzle.id);
            assert_eq!(lost, puzzle.wrong[0].lost, "{}", puzzle.id);
        }
        worse += usize::from(lost > 0);
        sampled += 1;
    }
    println!("{worse} of {sampled}");
    assert!(worse * 10 >= sampled * 9, "{worse} of {sampled}");
}

#[test]
fn answers_are_judged() {
    let all = built_in();
    let Some(puzzle) = all.iter().find(|puzzle| puzzle.wrong[0].lost > 2_000) else { return };
    let right = check(puzzle, &puzzle.solution).expect("legal");
    assert!(right.is_right && right.lost == 0 && right.refutation.is_none());
    let wrong = check(puzzle, &puzzle.wrong[0].actions).expect("legal");
    assert!(!wrong.is_right && wrong.lost == puzzle.wrong[0].lost);
    let part = &puzzle.solution[..puzzle.solution.len() - 1];
    assert!(check(puzzle, part).is_err(), "part of a turn");
    assert!(check(puzzle, &["nonsense".to_owned()]).is_err());
}

/// Turns that an exact puzzle does not list lose at least as much as the listed ones, whether the
/// budget for answers suffices to search the puzzle to the end of the game or not.
#[test]
fn other_turns_lose_more_than_the_listed_ones_in_exact_puzzles() {
    let all = built_in();
    let mut checked = 0;
    for puzzle in all.iter().filter(|puzzle| puzzle.proof == Proof::Exact).step_by(7) {
        let game = puzzle.position().expect("a position");
        let least = puzzle.wrong.last().expect("a wrong turn").lost;
        let turns = solve_turns(&game, u64::MAX).expect("an exact puzzle");
        let tokens = |turn: &SolvedTurn| -> Vec<String> {
            turn.actions.iter().map(|&action| game.notation().show(action).to_string()).collect()
        };
        let is_listed = |turn: &Vec<String>| {
            puzzle.solution == *turn || puzzle.wrong.iter().any(|wrong| wrong.actions == *turn)
        };
        for turn in turns.iter().map(tokens).filter(|turn| !is_listed(turn)).step_by(11) {
            let answer = check(puzzle, &turn).expect("legal");
            assert!(!answer.is_right, "{}: {turn:?} {answer:?}", puzzle.id);
            assert!(answer.lost >= least, "{}: {turn:?} {answer:?}", puzzle.id);
            checked += 1;
        }
    }
    assert!(checked > 10, "{checked} turns");
}

#[test]
fn every_puzzle_has_its_day() {
    let all = built_in();
    let days = 20_000..20_000 + all.len() as u64;
    let mut ids: Vec<_> =
        days.filter_map(|day| puzzles::daily(&all, day)).map(|puzzle| &puzzle.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all.len());
}
