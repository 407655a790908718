//! Tests of whole contests: reproducibility, interruption, and faulty players.

use std::ops::ControlFlow;
use std::path::Path;

use bastide::{
    Action, Actor, AnyGame, CROWN, Game, LandRules, Rules, Seat, Setup, StrongholdRules,
};
use bastide_arena::{
    Arena, Entrant, GameId, GameResult, Log, LogError, Played, Player, PlayerError, Report,
    Scaling, ScalingError, ScalingReport, Sprt, SprtUnit, Verdict, read_log,
};
use bastide_bots::{Budget, Kind, Spec};
use bastide_host::Record;
use bastide_testing::Scratch;

fn land(rules: &str, players: u8) -> Setup {
    Setup::new(Rules::Land(rules.parse().expect("rules")), players)
}

fn bots(names: &[&str]) -> Vec<Spec> {
    names.iter().map(|name| name.parse().expect("a bot")).collect()
}

fn arena(setup: Setup, bots: &[Spec], seed: u64) -> Arena<'_> {
    let entrants = bots.iter().map(|bot| bot as &dyn Entrant).collect();
    Arena::new(setup, entrants, seed).expect("a contest")
}

fn run(arena: &Arena<'_>, games: &[GameId], threads: usize) -> Vec<Played> {
    let mut all = Vec::new();
    let keep = |played| {
        all.push(played);
        Ok::<_, ()>(ControlFlow::Continue(()))
    };
    arena.run(games, threads, keep).expect("nothing fails");
    all
}

/// Results and records without the thinking times, sorted.
fn timeless(played: &[Played]) -> Vec<(GameResult, String)> {
    let mut all: Vec<_> = played
        .iter()
        .map(|played| {
            let micros = Vec::new();
            (GameResult { micros, ..played.game.clone() }, played.record.to_text())
        })
        .collect();
    all.sort_by_key(|(game, _)| (game.deck, game.seats.clone()));
    all
}

#[test]
fn games_do_not_depend_on_threads() {
    let bots = bots(&["greedy", "random", "greedy"]);
    for setup in [
        land("base,fields,river", 2),
        land("wheel,fields,castles", 3),
        Setup::new(Rules::Stronghold(StrongholdRules), 2),
    ] {
        let arena = arena(setup, &bots, 7);
        let games = arena.contest.games(2..6);
        let one = timeless(&run(&arena, &games, 1));
        assert_eq!(one, timeless(&run(&arena, &games, 4)));
        assert_eq!(one.len(), games.len());
    }
}

#[test]
fn all_games_of_a_deck_have_its_tiles_in_one_order() {
    let draws = |record: &Record, wanted: fn(&Action) -> bool| {
        record.actions().iter().copied().filter(wanted).collect::<Vec<_>>()
    };
    let is_draw = |action: &Action| matches!(action, Action::Draw(_));
    let is_token = |action: &Action| matches!(action, Action::Reveal(_));
    for setup in [land("base,fields", 3), Setup::new(Rules::Stronghold(StrongholdRules), 2)] {
        let bots = bots(&["greedy", "random"]);
        let arena = arena(setup, &bots, 1);
        let played = run(&arena, &arena.contest.games(0..2), 2);
        let of = |deck: u64| played.iter().filter(move |played| played.game.deck == deck);
        let first = &of(0).next().expect("a game").record;
        for other in of(0) {
            assert_eq!(draws(first, is_draw), draws(&other.record, is_draw));
            let (some, more) = (draws(first, is_token), draws(&other.record, is_token));
            // The number of revealed tokens depends on play, but not their order.
            let shorter = some.len().min(more.len());
            assert_eq!(some[..shorter], more[..shorter]);
        }
        let other = &of(1).next().expect("a game").record;
        assert_ne!(draws(first, is_draw), draws(other, is_draw));
    }
}

#[test]
fn game_records_are_valid_and_name_the_players() {
    let bots = bots(&["greedy", "random"]);
    let arena = arena(land("base,fields", 2), &bots, 1);
    for played in run(&arena, &arena.contest.games(0..2), 1) {
        let record = Record::parse(&played.record.to_text()).expect("a record");
        assert_eq!(record.result(), Some(&played.game.scores[..]));
        assert!(bastide_host::verify(&record).is_ok(), "the draws can be checked");
        let names = if played.game.seats == [0, 1] { "greedy,random" } else { "random,greedy" };
        assert_eq!(record.extra()["players"], names);
        let decisions: usize = played.game.micros.iter().map(Vec::len).sum();
        assert!(decisions > 71, "a decision for each tile at least");
    }
}

#[test]
fn greedy_beats_random() {
    let bots = bots(&["random", "greedy"]);
    let arena = arena(land("base,fields", 2), &bots, 1);
    let played = run(&arena, &arena.contest.games(0..8), 2);
    let games: Vec<GameResult> = played.into_iter().map(|played| played.game).collect();
    let report = Report::new(&arena.contest, &games);
    let pair = &report.pairs[0];
    assert!(pair.lost >= 15 && pair.score.high < 0.5 && pair.elo.high < 0.0, "{pair:?}");
    assert!(pair.margin.high < -20.0, "{pair:?}");
    assert_eq!(report.bots[0].seats_taken, 16);
    assert!(report.bots[1].seats.iter().all(|seat| seat.games == 8 && seat.wins > 0.8));
}

/// Plays legal actions for a number of decisions, then fails.
struct Broken {
    /// Number of decisions before the fault.
    after: usize,
    how: How,
}

#[derive(Clone, Copy)]
enum How {
    Illegal,
    Error,
    Panic,
    NoStart,
}

struct BrokenPlayer {
    left: usize,
    how: How,
    told: usize,
    seat: Option<Seat>,
}

impl Entrant for Broken {
    fn name(&self) -> String {
        "broken, by design".to_owned()
    }

    fn budget(&self) -> Budget {
        Budget::Nodes(1)
    }

    fn player(&self, _: u64) -> Result<Box<dyn Player>, PlayerError> {
        let Broken { after, how } = *self;
        match how {
            How::NoStart => Err(PlayerError("no such program".to_owned())),
            How::Illegal | How::Error => {
                Ok(Box::new(BrokenPlayer { left: after, how, told: 0, seat: None }))
            }
            How::Panic => {
                Ok(Box::new(bastide_arena::BotPlayer::new(Box::new(Panicking { left: after }))))
            }
        }
    }
}

impl Player for BrokenPlayer {
    fn begin(&mut self, setup: &Setup, seat: Seat) -> Result<(), PlayerError> {
        assert_eq!(setup.seats, 2);
        self.seat = Some(seat);
        Ok(())
    }

    fn played(&mut self, _: Action) -> Result<(), PlayerError> {
        self.told += 1;
        Ok(())
    }

    fn choose(&mut self, game: &AnyGame, _: Budget) -> Result<Action, PlayerError> {
        assert_eq!(Some(game.to_act()), self.seat.map(Actor::Seat));
        let laid = game.board().laid().len();
        assert!(self.told >= laid, "told of {} actions with {laid} tiles laid", self.told);
        let mut legal = Vec::new();
        game.legal_actions(&mut legal);
        if self.left == 0 {
            return match self.how {
                How::Illegal => Ok(Action::Recall(bastide::FigureSpot::Piece(CROWN, 9))),
                How::Error | How::Panic | How::NoStart => Err(PlayerError("out of ideas".into())),
            };
        }
        self.left -= 1;
        Ok(legal[0])
    }
}

struct Panicking {
    left: usize,
}

impl bastide_bots::Bot for Panicking {
    fn choose_turn(&mut self, game: &AnyGame, _: Budget) -> bastide_bots::Turn {
        assert!(self.left > 0, "thought too hard");
        self.left -= 1;
        game.actions().into_iter().take(1).collect()
    }
}

#[test]
fn a_faulty_player_forfeits_and_the_run_continues() {
    for (how, after, why) in [
        (How::Illegal, 9, "played R"),
        (How::Error, 0, "out of ideas"),
        (How::Panic, 3, "thought too hard"),
        (How::NoStart, 0, "no such program"),
    ] {
        let (broken, random) = (Broken { after, how }, bots(&["random"]));
        let arena = Arena::new(land("base,fields", 2), vec![&broken, &random[0]], 1);
        let arena = arena.expect("a contest");
        let played = run(&arena, &arena.contest.games(0..3), 2);
        assert_eq!(played.len(), 6);
        for Played { game, record } in &played {
            let forfeit = game.forfeit.as_ref().expect("a forfeit");
            assert_eq!(game.seats[forfeit.seat], 0);
            assert!(forfeit.why.contains(why), "{}", forfeit.why);
            assert_eq!((game.share(forfeit.seat), game.share(1 - forfeit.seat)), (0.0, 1.0));
            assert_eq!(record.extra()["players"].split(',').count(), 2);
            Record::parse(&record.to_text()).expect("a record of what was played");
        }
        let games: Vec<GameResult> = played.into_iter().map(|played| played.game).collect();
        let report = Report::new(&arena.contest, &games);
        assert_eq!((report.pairs[0].lost, report.bots[0].forfeits), (6, 6));
        assert!(report.pairs[0].margin.mean.is_nan(), "no game was finished");
        assert!(report.bots[0].first_forfeit.as_ref().is_some_and(|text| text.contains(why)));
    }
}

#[test]
fn a_player_whose_clock_runs_out_forfeits() {
    // A search of this many nodes takes far longer than a millisecond on any machine.
    let bots = bots(&["strong@200000n", "random"]);
    let mut arena = arena(land("base,fields", 2), &bots, 1);
    arena.clock = Some("1ms".parse().expect("a clock"));
    for played in run(&arena, &arena.contest.games(0..1), 1) {
        let forfeit = played.game.forfeit.expect("a forfeit");
        assert_eq!((played.game.seats[forfeit.seat], &*forfeit.why), (0, "exceeded its time"));
    }
}

#[test]
fn a_truncated_log_is_resumed_at_any_length() {
    let scratch = Scratch::new("cut").expect("a directory");
    let bots = bots(&["random", "random"]);
    // Two tiles make short lines, so that every cut position can be tested.
    let setup = Setup { deck: Some(vec!["B".into(), "V".into()]), ..land("base", 2) };
    let arena = arena(setup, &bots, 3);
    let contest = &arena.contest;
    let wanted = contest.games(0..2);
    let path = scratch.join("log");
    let mut log = Log::open(&path, contest).expect("a new log");
    let played = run(&arena, &wanted, 1);
    played.iter().for_each(|played| log.append(played).expect("room on the disk"));
    drop(log);
    let whole = std::fs::read(&path).expect("the log");
    let mut ends: Vec<usize> = (0..whole.len()).filter(|&at| whole[at] == b'\n').collect();
    assert_eq!(ends.len(), 5, "a header and four games");
    let header_end = ends.remove(0);
    for cut in 0..=whole.len() {
        std::fs::write(&path, &whole[..cut]).expect("the file can be written");
        let log = Log::open(&path, contest).expect("only its end is missing");
        // A line counts as present even if only its line feed is missing.
        let there = ends.iter().filter(|&&end| cut >= end).count();
        assert_eq!(log.games().len(), there, "cut at {cut}");
        let missing = log.missing(contest, &wanted);
        assert_eq!(missing, wanted[there..], "cut at {cut}");
        drop(log);
        let kept = std::fs::read(&path).expect("the log");
        let expected = if there == 0 { header_end } else { ends[there - 1] };
        assert_eq!(kept, whole[..=expected], "cut at {cut}");
    }
    // Resuming after a cut in the middle yields the same games.
    std::fs::write(&path, &whole[..ends[1] + 40]).expect("the file can be written");
    let mut log = Log::open(&path, contest).expect("a log");
    let missing = log.missing(contest, &wanted);
    run(&arena, &missing, 1).iter().for_each(|played| log.append(played).expect("room"));
    let (again, games) = read_log(&path).expect("a log");
    assert_eq!(&again, contest);
    let scores = |games: &[GameResult]| {
        games.iter().map(|game| (game.deck, game.scores.clone())).collect::<Vec<_>>()
    };
    let first: Vec<GameResult> = played.into_iter().map(|played| played.game).collect();
    assert_eq!(scores(&games), scores(&first));
}

#[test]
fn a_log_of_another_contest_is_not_modified() {
    let scratch = Scratch::new("other").expect("a directory");
    let bots = bots(&["random", "greedy"]);
    let ours = arena(land("base", 2), &bots, 3);
    let path = scratch.join("log");
    drop(Log::open(&path, &ours.contest).expect("a new log"));
    let text = std::fs::read(&path).expect("the log");
    let refused = |setup: Setup, bots: &[Spec], seed: u64| {
        let error = Log::open(&path, &arena(setup, bots, seed).contest).expect_err("another");
        assert_eq!(std::fs::read(&path).expect("the log"), text);
        assert!(matches!(error, LogError::OtherContest(_)), "{error}");
        error.to_string()
    };
    assert!(refused(land("base", 2), &bots, 4).contains("seed 3, not 4"));
    assert!(refused(land("base,fields", 2), &bots, 3).contains("rules base, not base,fields"));
    let swapped = [bots[1], bots[0]];
    assert!(refused(land("base", 2), &swapped, 3).contains("bots random greedy, not greedy"));
    for (bytes, why) in [
        ("dear diary\n", "not an arena log"),
        ("{\"are", ""),
        ("{\"arena\":9}\n", "version 9"),
        ("{\"arena\":1}\n", "not an arena log"),
    ] {
        std::fs::write(&path, bytes).expect("the file can be written");
        match Log::open(&path, &ours.contest) {
            Ok(_) => assert_eq!(why, "", "{bytes} was taken"),
            Err(error) => assert!(error.to_string().contains(why) && !why.is_empty(), "{error}"),
        }
    }
    let bad = [&text[..], b"{\"deck\":0}\n{}\n"].concat();
    std::fs::write(&path, bad).expect("the file can be written");
    let error = Log::open(&path, &ours.contest).expect_err("a bad line");
    assert!(matches!(error, LogError::Line { line: 2, .. }), "{error}");
}

/// The log was written by a version with the bot `puct`, which no longer exists.
#[test]
fn logs_and_records_of_a_removed_bot_are_read() {
    assert!("puct@40n".parse::<Spec>().is_err(), "the bot exists");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/puct.arena");
    let (contest, games) = read_log(&path).expect("a log");
    assert_eq!(contest.names, ["puct@40n", "random"]);
    let scores: Vec<_> = games.iter().map(|game| game.scores.clone()).collect();
    assert_eq!(scores, [[179, 11], [6, 129]]);
    let report = Report::new(&contest, &games);
    assert_eq!((report.bots[0].bot.as_str(), report.pairs[0].won), ("puct@40n", 2));

    let text = std::fs::read_to_string(&path).expect("the log");
    let players = ["puct@40n,random", "random,puct@40n"];
    for ((line, players), game) in text.lines().skip(1).zip(players).zip(games) {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        let record = Record::parse(line["record"].as_str().expect("text")).expect("a record");
        assert_eq!(record.extra()["players"], players);
        let replayed = record.game();
        assert_eq!(
            Seat::all(2).map(|seat| replayed.scores()[seat]).collect::<Vec<_>>(),
            game.scores
        );
    }
}

#[test]
fn two_runs_do_not_share_a_log() {
    let scratch = Scratch::new("busy").expect("a directory");
    let bots = bots(&["random", "greedy"]);
    let arena = arena(land("base", 2), &bots, 3);
    let path = scratch.join("log");
    let first = Log::open(&path, &arena.contest).expect("a new log");
    assert!(matches!(Log::open(&path, &arena.contest), Err(LogError::Busy)));
    drop(first);
    Log::open(&path, &arena.contest).expect("free again");
}

#[test]
fn a_test_ends_at_the_same_deck_with_any_number_of_threads() {
    let bots = bots(&["greedy", "random"]);
    let arena = arena(land("base", 2), &bots, 3);
    let played = run(&arena, &arena.contest.games(0..30), 2);
    let mut games: Vec<GameResult> = played.into_iter().map(|played| played.game).collect();
    let test = [Sprt::new(SprtUnit::Margin, 0.0, 5.0).expect("a test")];
    let long = Report::with(&arena.contest, &games, &test, None);
    let end = long.sprt[0].decks;
    assert_eq!(long.sprt[0].verdict, Verdict::Passed);
    assert!((8..30).contains(&end), "{end}");
    assert_eq!((long.decks as u64, long.left_out as u64), (end, 2 * (30 - end)));
    // In reverse order, and without the last decks.
    games.reverse();
    games.retain(|game| game.deck < end + 1);
    let short = Report::with(&arena.contest, &games, &test, None);
    assert_eq!((&short.pairs, &short.sprt), (&long.pairs, &long.sprt));
}

#[test]
fn unfinished_decks_do_not_count() {
    let bots = bots(&["greedy", "random"]);
    let arena = arena(Setup::new(Rules::Land(LandRules::default()), 3), &bots, 3);
    let wanted = arena.contest.games(0..2);
    let played = run(&arena, &wanted[..5], 1);
    let games: Vec<GameResult> = played.into_iter().map(|played| played.game).collect();
    let report = Report::new(&arena.contest, &games);
    assert_eq!((report.decks, report.games, report.left_out), (1, 3, 2));
    let wins = report.bots[0].wins.mean + 2.0 * report.bots[1].wins.mean;
    assert!((wins - 1.0).abs() < 1e-9, "shares of all seats make one");
}

#[test]
fn ratings_are_relative_to_the_anchor() {
    let bots = bots(&["random", "greedy", "random"]);
    let arena = arena(land("base", 2), &bots, 3);
    assert_eq!(arena.contest.names, ["random", "greedy", "random#2"]);
    let played = run(&arena, &arena.contest.games(0..6), 2);
    let games: Vec<GameResult> = played.into_iter().map(|played| played.game).collect();
    let report = Report::with(&arena.contest, &games, &[], Some(0));
    assert_eq!((report.pairs.len(), report.games), (3, 36));
    let rating =
        |name: &str| report.ratings.iter().find(|rating| rating.bot == name).expect("a rating").elo;
    assert_eq!(report.ratings[0].bot, "greedy");
    assert_eq!((rating("random").mean, rating("random").low), (0.0, 0.0));
    assert!(rating("greedy").low > 200.0 && rating("random#2").high < 400.0, "{report:?}");
}

#[test]
fn budgets_are_compared_on_the_same_decks() {
    let scratch = Scratch::new("scaling").expect("a directory");
    let scaling = Scaling {
        setup: land("base,fields", 2),
        kind: Kind::Strong,
        budgets: [20, 60, 200].map(Budget::Nodes).to_vec(),
        against: Some("greedy".parse().expect("a bot")),
        decks: 3,
        seed: 5,
        logs: Some(scratch.join("logs")),
    };
    let timeless = |mut report: ScalingReport| {
        report.steps.iter_mut().for_each(|step| step.micros = 0.0);
        report
    };
    let run = |scaling: &Scaling, threads| {
        let mut games = 0;
        let report = scaling.run(threads, |_| games += 1).expect("the games are played");
        assert_eq!(games, scaling.games().expect("steps"));
        timeless(report)
    };
    let report = run(&scaling, 1);
    assert_eq!(report.steps.len(), 3);
    assert_eq!(report.steps[0].gain, None);
    for pair in report.steps.windows(2) {
        let gain = pair[1].gain.expect("a budget before").mean;
        assert!((gain - (pair[1].margin.mean - pair[0].margin.mean)).abs() < 1e-9);
    }
    let no_logs = Scaling { logs: None, ..scaling.clone() };
    assert_eq!(run(&no_logs, 3), report, "neither logs nor threads matter");
    assert_eq!(run(&scaling, 2), report, "the logs contain all games");
    let fewer = run(&Scaling { decks: 2, ..scaling.clone() }, 1);
    assert!(fewer.steps.iter().all(|step| step.decks == 2), "{fewer:?}");

    // Each against the one before, with another game in the same folder.
    let pairs = Scaling { against: None, ..scaling.clone() };
    let report = run(&pairs, 1);
    let names: Vec<_> = report.steps.iter().map(|step| (&*step.bot, &*step.against)).collect();
    assert_eq!(names, [("strong@60n", "strong@20n"), ("strong@200n", "strong@60n")]);
    assert!(report.steps.iter().all(|step| step.gain == Some(step.margin)));
    let other = Scaling { seed: 6, ..pairs.clone() };
    let error = other.run(1, |_| {}).expect_err("logs of another seed");
    assert!(matches!(error, ScalingError::Log { error: LogError::OtherContest(_), .. }), "{error}");
    let single = Scaling { budgets: vec![Budget::Nodes(20)], ..pairs };
    assert!(matches!(single.run(1, |_| {}), Err(ScalingError::TooFew)));
}
