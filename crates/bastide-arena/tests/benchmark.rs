//! Tests of the benchmark: correct values, reproducible files, and faulty input and players.

use bastide::{Action, Actor, AnyGame, Game, Seat, Setup};
use bastide_arena::benchmark::{
    BenchmarkError, Making, Measured, Problem, Puzzle, Suite, SuiteGame, SuiteKind, SuiteReport,
    Values, make, measure,
};
use bastide_arena::{Entrant, Player, PlayerError, Program};
use bastide_bots::{Budget, Spec, solve_turns};
use bastide_engine::Patience;

fn built_in(kind: SuiteKind) -> Suite {
    Suite::built_in(kind).expect("the built-in file is valid")
}

/// Share of the win and lead of each seat.
type Worth = Vec<(f64, f64)>;

/// Returns the values under best play by plain recursion over single actions: each seat maximises
/// its share of the win first, then its lead.
fn brute(game: &AnyGame) -> Worth {
    let after = |action: Action| {
        let mut after = game.clone();
        after.play_unchecked(action);
        brute(&after)
    };
    match game.to_act() {
        Actor::Nobody => Seat::all(game.seats()).map(|seat| settled(game, seat)).collect(),
        Actor::Chance => {
            let mut sum = vec![(0.0, 0.0); game.seats().into()];
            for (action, weight) in game.chances() {
                let share = f64::from(weight) / f64::from(game.chance_count());
                for (sum, (win, lead)) in sum.iter_mut().zip(after(action)) {
                    *sum = (sum.0 + share * win, sum.1 + share * lead);
                }
            }
            sum
        }
        Actor::Seat(seat) => {
            let utility = |worth: &Worth| 1000.0 * worth[seat.index()].0 + worth[seat.index()].1;
            let mut best: Option<Worth> = None;
            for worth in game.actions().into_iter().map(after) {
                if best.as_ref().is_none_or(|best| utility(&worth) > utility(best)) {
                    best = Some(worth);
                }
            }
            best.expect("a seat to act has an action")
        }
    }
}

fn settled(game: &AnyGame, seat: Seat) -> (f64, f64) {
    let scores: Vec<i32> = game.scores().iter(game.seats()).map(|(_, &points)| points).collect();
    let own = scores[seat.index()];
    let others = scores.iter().enumerate().filter(|&(at, _)| at != seat.index());
    let best = others.map(|(_, &points)| points).max().expect("several seats");
    let winners = scores.iter().filter(|&&points| points == own).count();
    let win = if own < best { 0.0 } else { 1.0 / winners as f64 };
    (win, f64::from(own - best))
}

#[test]
fn exact_values_agree_with_plain_recursion() {
    let suite = built_in(SuiteKind::Endgames);
    let mut checked = [0; 3];
    for game in suite.sample(45).games {
        let record = game.record().expect("a position");
        for puzzle in &game.puzzles {
            let question = puzzle.open(&record).expect("values of this position");
            let left = question.game.bag().left() as usize;
            // The cost grows a hundredfold with each tile.
            if left > 2 || left == 2 && (question.turns.len() > 25 || checked[2] == 2) {
                continue;
            }
            let Values::Exact(losses) = &puzzle.values else { panic!("endgames are exact") };
            let worth = |turn: &Vec<Action>| {
                let mut after = question.game.clone();
                turn.iter().for_each(|&action| after.play_unchecked(action));
                brute(&after)[question.seat.index()]
            };
            let worths: Vec<(f64, f64)> = question.turns.iter().map(worth).collect();
            let utility = |worth: &(f64, f64)| 1000.0 * worth.0 + worth.1;
            let best = worths.iter().copied().reduce(|best, other| {
                if utility(&other) > utility(&best) + 1e-6 { other } else { best }
            });
            let best = best.expect("several turns");
            for (worth, loss) in worths.iter().zip(losses) {
                let points = f64::from(loss.points) / 100.0;
                let win = f64::from(loss.win) / 10_000.0;
                let message = format!("line {}: {worth:?}, best {best:?}, {loss:?}", puzzle.line);
                assert!((best.1 - worth.1 - points).abs() < 0.0051, "{message}");
                assert!((best.0 - worth.0 - win).abs() < 0.000_051, "{message}");
            }
            checked[left] += 1;
        }
    }
    assert!(checked[0] > 10 && checked[1] > 10 && checked[2] > 0, "{checked:?}");
}

#[test]
fn the_built_in_positions_are_of_all_families_and_phases() {
    for kind in SuiteKind::ALL {
        let suite = built_in(kind);
        let measured = measure(&spec("random"), &suite, 1, |_| {}).expect("all positions open");
        assert_eq!(measured.choices.len(), suite.positions());
        let report = SuiteReport::new(&suite, &measured);
        let groups: Vec<&str> = report.rows.iter().map(|row| row.group.as_str()).collect();
        let phases: &[&str] = match kind {
            SuiteKind::Endgames => {
                &["0 tiles left", "1 tile left", "2 tiles left", "3 tiles left", "4 tiles left"]
            }
            SuiteKind::Middles => &["early", "middle", "late"],
        };
        let games = ["base", "base, buildings", "wheel", "stronghold", "2 players"];
        for wanted in phases.iter().chain(&games) {
            assert!(groups.contains(wanted), "{wanted} is missing: {groups:?}");
        }
        let least = match kind {
            SuiteKind::Endgames => 4000,
            SuiteKind::Middles => 200,
        };
        assert!(suite.positions() >= least, "{} positions", suite.positions());
        let total = report.total().expect("a row");
        assert_eq!((total.group.as_str(), total.positions), ("all", suite.positions()));
        assert!(total.points.mean > 1.0 && total.points.low < total.points.high, "{total:?}");
    }
}

#[test]
fn the_built_in_endgames_can_be_made_again() {
    let mut games = 0;
    let usual = Making::usual(SuiteKind::Endgames);
    let made = make(&Making { games: 5, ..usual }, |_| {
        games += 1;
        Ok::<_, ()>(())
    });
    let made = made.expect("nothing fails");
    assert_eq!(games, 5);
    let built_in = built_in(SuiteKind::Endgames);
    let strip = |suite: &Suite| {
        let games = suite.games.iter().take(made.games.len());
        let games = games.map(|game| {
            let puzzles = game.puzzles.iter().map(|puzzle| (puzzle.at, puzzle.values.clone()));
            (game.position.clone(), puzzles.collect::<Vec<_>>())
        });
        games.collect::<Vec<_>>()
    };
    assert!(!made.games.is_empty());
    assert_eq!(strip(&made), strip(&built_in));
}

fn spec(name: &str) -> Spec {
    name.parse().expect("a bot")
}

fn total(suite: &Suite, measured: &Measured) -> (f64, f64) {
    let report = SuiteReport::new(suite, measured);
    let row = report.total().expect("a row");
    (row.points.mean, row.win.expect("exact values").mean)
}

/// Plays by the rules of the endgame search, without a limit.
struct Perfect;

impl Entrant for Perfect {
    fn name(&self) -> String {
        "perfect".to_owned()
    }

    fn budget(&self) -> Budget {
        Budget::Nodes(1)
    }

    fn player(&self, _: u64) -> Result<Box<dyn Player>, PlayerError> {
        Ok(Box::new(PerfectPlayer(Vec::new())))
    }
}

/// The rest of the turn that has been chosen.
struct PerfectPlayer(Vec<Action>);

impl Player for PerfectPlayer {
    fn choose(&mut self, game: &AnyGame, _: Budget) -> Result<Action, PlayerError> {
        if self.0.is_empty() {
            let turns = solve_turns(game, u64::MAX).expect("a seat has to act");
            let utility = |win: f64, lead: f64| 1000.0 * win + lead;
            let best = turns
                .into_iter()
                .max_by(|a, b| utility(a.win, a.lead).total_cmp(&utility(b.win, b.lead)));
            self.0 = best.expect("a turn").actions;
        }
        Ok(self.0.remove(0))
    }
}

#[test]
fn perfect_play_loses_nothing_and_random_play_much() {
    let mut suite = built_in(SuiteKind::Endgames).sample(25);
    for game in &mut suite.games {
        // Two tiles and more take seconds without a limit.
        let record = game.record().expect("a position");
        game.puzzles.retain(|puzzle| puzzle.open(&record).expect("a puzzle").game.bag().left() < 2);
    }
    let perfect = measure(&Perfect, &suite, 1, |_| {}).expect("a valid suite");
    assert_eq!(total(&suite, &perfect), (0.0, 0.0));
    assert!(perfect.choices.iter().all(|choice| choice.nodes.is_none()));
    let random = measure(&spec("random"), &suite, 1, |_| {}).expect("a valid suite");
    assert!(total(&suite, &random).0 > 1.0);
    let strong = measure(&spec("strong@300n"), &suite, 1, |_| {}).expect("a valid suite");
    assert!(strong.choices.iter().all(|choice| choice.nodes.is_some_and(|nodes| nodes > 0)));
}

#[test]
fn answers_do_not_depend_on_threads() {
    let suite = built_in(SuiteKind::Endgames).sample(12);
    let run = |threads| {
        let mut positions = 0;
        let mut measured = measure(&spec("strong@500n"), &suite, threads, |n| positions += n)
            .expect("a valid suite");
        measured.choices.iter_mut().for_each(|choice| choice.micros = 0);
        assert_eq!(positions, suite.positions());
        measured
    };
    assert_eq!(run(1), run(3));
}

/// Answers with an action that is illegal, or fails.
struct Faulty(Option<Action>);

impl Entrant for Faulty {
    fn name(&self) -> String {
        "faulty".to_owned()
    }

    fn budget(&self) -> Budget {
        Budget::Nodes(1)
    }

    fn plays(&self, setup: &Setup) -> Result<bool, PlayerError> {
        Ok(setup.seats == 2)
    }

    fn player(&self, _: u64) -> Result<Box<dyn Player>, PlayerError> {
        Ok(Box::new(FaultyPlayer(self.0)))
    }
}

struct FaultyPlayer(Option<Action>);

impl Player for FaultyPlayer {
    fn choose(&mut self, _: &AnyGame, _: Budget) -> Result<Action, PlayerError> {
        self.0.ok_or_else(|| PlayerError("no idea".to_owned()))
    }
}

#[test]
fn failures_and_unknown_games_are_counted() {
    let suite = built_in(SuiteKind::Endgames).sample(40);
    for (entrant, wanted) in [(Faulty(None), "no idea"), (Faulty(Some(Action::Pass)), "")] {
        let measured = measure(&entrant, &suite, 1, |_| {}).expect("a valid suite");
        assert!(measured.choices.is_empty());
        assert!(measured.skipped > 0 && !measured.failures.is_empty());
        assert_eq!(measured.skipped + measured.failures.len(), suite.positions());
        let report = SuiteReport::new(&suite, &measured);
        assert_eq!((report.failed, report.rows.len()), (measured.failures.len(), 0));
        let why = report.first_failure.expect("a reason");
        assert!(why.starts_with("line ") && why.contains(wanted), "{why}");
    }
}

#[test]
fn external_programs_are_measured() {
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/engines/random_engine.py");
    let command = format!("python3 '{example}'");
    let program = Program::new(command, Budget::Nodes(1), Patience::default());
    let suite = built_in(SuiteKind::Endgames).sample(4);
    let measured = measure(&program, &suite, 1, |_| {}).expect("a valid suite");
    assert_eq!((measured.choices.len(), measured.skipped), (suite.positions(), 0));
    let missing = Program::new("/no/such/program", Budget::Nodes(1), Patience::default());
    let measured = measure(&missing, &suite, 1, |_| {}).expect("a valid suite");
    assert_eq!(measured.failures.len(), suite.positions());
}

#[test]
fn damaged_files_are_refused() {
    let whole = built_in(SuiteKind::Endgames).sample(2).to_string();
    for end in 0..whole.len() - 1 {
        assert!(whole[..end].parse::<Suite>().is_err(), "cut after {end} bytes");
    }
    let suite: Suite = whole.parse().expect("a suite");
    let (game, puzzle) = (&suite.games[0], &suite.games[0].puzzles[0]);
    let record = game.record().expect("a position");

    let mut other = game.clone();
    other.position.truncate(20);
    assert!(matches!(other.record(), Err(BenchmarkError::Line(2, Problem::Position(_)))));

    for at in [0, puzzle.at + 1, usize::MAX] {
        let moved = Puzzle { at, ..puzzle.clone() };
        let error = moved.open(&record).expect_err("another decision");
        assert!(matches!(error, BenchmarkError::Line(3, Problem::NoDecision)), "{error}");
    }
    let mut short = puzzle.clone();
    let Values::Exact(losses) = &mut short.values else { panic!("endgames are exact") };
    losses.pop();
    let error = short.open(&record).expect_err("a value is missing");
    assert!(matches!(error, BenchmarkError::Line(3, Problem::Count { .. })), "{error}");
    let damaged =
        Suite { games: vec![SuiteGame { puzzles: vec![short], ..game.clone() }], ..suite.clone() };
    assert!(measure(&spec("random"), &damaged, 2, |_| {}).is_err());
}
