//! Tests of tables without a store, built from their logs.

mod deal;

use bastide_bots::Kind;
use bastide_protocol::{
    Aid, ClockPlan, Command, DealPlan, Ending, EventView, Family, FirstSeat, NewTable, Phase,
    Problem, ProblemCode, Proposal, SeatPlan, TableEventKind, UndoPolicy,
};

mod absence;
mod colours;
mod holders;

use super::*;
use crate::Entropy;
use crate::token::Token;

/// A table with its log and its clock.
struct TestTable {
    table: Table,
    log: Vec<Stored>,
    /// Events of the facts as they were decided, without those of the first fact.
    events: Vec<Arc<TableEvent>>,
    now: Millis,
}

fn plan(rules: &str, seats: &[&str]) -> NewTable {
    let seat = |text: &&str| match *text {
        "open" => SeatPlan::Open,
        name if Kind::LEVELS.iter().any(|kind| kind.name() == name) => {
            SeatPlan::Bot { level: name.to_owned() }
        }
        name => SeatPlan::Me { name: name.to_owned() },
    };
    NewTable {
        first: FirstSeat::Seat { seat: 0 },
        deal: DealPlan::Seed { seed: "a table".to_owned() },
        stand_in: "easy".to_owned(),
        ..NewTable::new(rules, seats.iter().map(seat).collect())
    }
}

impl TestTable {
    fn new(plan: NewTable) -> TestTable {
        TestTable::of(Made::new(plan, Token::random().hash(), &Entropy::fresh()).expect("possible"))
    }

    fn of(made: Made) -> TestTable {
        let id = TableId("abcdefghjkmn".into());
        let first = Entry { id: None, fact: Fact::Made(Box::new(made)) }.stored(1, 1000);
        let (table, _) = Table::load(&id, std::slice::from_ref(&first)).expect("sound");
        let mut test = TestTable { table, log: vec![first], events: Vec::new(), now: 1000 };
        let facts = test.table.begins_at_once(&Entropy::fresh()).expect("it can begin");
        test.take(facts);
        test
    }

    fn take(&mut self, facts: Vec<Fact>) -> Vec<TableEventKind> {
        let mut events = Vec::new();
        for fact in facts {
            let entry = Entry { id: None, fact };
            let stored = entry.stored(self.table.seq() + 1, self.now);
            let event = self.table.apply_entry(entry, &stored).expect("decided here");
            events.push(event.what.clone());
            self.events.push(event);
            self.log.push(stored);
        }
        events
    }

    fn run(&mut self, command: &Command) -> Result<Vec<TableEventKind>, Problem> {
        let moment = moment(self.now);
        let facts = self.table.decide(&creator(), command, &moment).map_err(|no| no.problem)?;
        Ok(self.take(facts))
    }

    /// Plays one legal action, the middle one of the list, for the seat to act.
    fn turn(&mut self) {
        let seat = self.table.to_act().expect("a player is to act");
        let mut legal = Vec::new();
        self.table.game().legal_actions(&mut legal);
        let action = self.table.game().notation().show(legal[legal.len() / 2]).to_string();
        let revision = self.table.revision();
        self.run(&Command::Play { seat, revision, actions: vec![action] }).expect("legal");
    }
}

fn game_events(what: &TableEventKind) -> &[EventView] {
    match what {
        TableEventKind::Began { events, .. } | TableEventKind::Moved { events, .. } => events,
        _ => &[],
    }
}

fn moment(now: Millis) -> Moment {
    Moment { now, here: Vec::new(), entropy: Entropy::fresh(), engines: Vec::new() }
}

fn creator() -> Identity {
    Identity { holder: Some(HolderId::CREATOR), ..Identity::default() }
}

fn code<T>(result: &Result<T, Problem>) -> Option<ProblemCode> {
    result.as_ref().err().map(|problem| problem.code)
}

#[test]
fn loading_a_log_restores_the_table() {
    for rules in [
        "base,fields",
        "base,fields,river,abbot,bridges,castles,barns",
        "wheel,fields,abbot,bridges,castles,barns",
        "",
    ] {
        let mut test = TestTable::new(plan(rules, &["Anna", "Boris"]));
        while test.table.over.is_none() {
            test.turn();
        }
        let (again, events) = Table::load(&test.table.id, &test.log).expect("sound");
        assert_eq!(again.record(), test.table.record());
        assert_eq!(again.row(), test.table.row());
        assert_eq!(events.len() as u64, again.seq());
        assert_eq!(events[1..], test.events, "a move is told as it was decided");
        let record = again.record().expect("played");
        let told: Vec<_> = events.iter().flat_map(|event| game_events(&event.what)).collect();
        let step_by_step = again.views().play(&mut record.start(), record.actions());
        assert_eq!(told, step_by_step.iter().collect::<Vec<_>>(), "{rules}");
        assert!(events.iter().zip(1..).all(|(event, seq)| event.seq == seq), "no gaps");
        let Some(TableEventKind::Over { ending, seed, .. }) =
            events.last().map(|event| &event.what)
        else {
            panic!("it ended");
        };
        assert_eq!(*ending, Ending::Played);
        assert!(seed.is_some(), "the secret is told in the end");
        assert!(bastide_host::verify(again.record().expect("played")).is_ok());
    }
}

#[test]
fn a_changed_log_is_detected() {
    let mut test = TestTable::new(plan("base,fields", &["Anna", "Boris"]));
    for _ in 0..12 {
        test.turn();
    }
    let load = |log: &[Stored]| Table::load(&test.table.id, log).map(|_| ());
    assert!(load(&test.log).is_ok());
    let mut gap = test.log.clone();
    gap.remove(4);
    assert!(load(&gap).is_err());
    // A draw that does not follow from the seed.
    let mut other = test.log.clone();
    let drawn = other.iter_mut().find(|stored| stored.body.contains("\"draws\":[\"D"));
    let drawn = drawn.expect("something was drawn");
    let at = drawn.body.find("\"draws\":[\"D").expect("found just now") + 11;
    let letter = if drawn.body.as_bytes()[at] == b'E' { "F" } else { "E" };
    drawn.body.replace_range(at..=at, letter);
    assert!(load(&other).is_err());
    let mut newer = test.log.clone();
    newer[3].schema += 1;
    let error = load(&newer).expect_err("it cannot be read").0;
    assert!(error.contains("newer version"), "{error}");
}

#[test]
fn hidden_tiles_affect_neither_views_nor_choices() {
    // The same start of a deck, with the rest in another order.
    let start = bastide::AnyGame::new(&Setup::new(
        bastide::Rules::Land("base,fields".parse().expect("rules")),
        2,
    ))
    .expect("possible");
    let tiles = start.board().tiles();
    let mut deck: Vec<String> = Vec::new();
    for (kind, count) in start.bag().next() {
        deck.extend(std::iter::repeat_n(tiles.kind(kind).name.to_string(), usize::from(count)));
    }
    let known = 9;
    deck.rotate_left(20);
    let mut other = deck.clone();
    other[known..].reverse();
    assert_ne!(deck, other);

    let sent = |deck: &[String]| {
        let mut new = plan("base,fields", &["Anna", "hard"]);
        new.deal = DealPlan::Deck { tiles: deck.to_vec() };
        new.aid = Aid::Coach;
        let mut test = TestTable::new(new);
        let (mut sent, mut choices) = (Vec::new(), Vec::new());
        // Until all known tiles are drawn, but not the next one.
        while test
            .table
            .record()
            .map_or(0, |record| record.actions().iter().filter(|a| a.is_chance()).count())
            < known
        {
            if let Some(spec) = test.table.bot_to_act().map(|bot| bot.spec) {
                let mut bot = spec.build(7);
                let action = bot.choose_turn(test.table.game(), spec.budget)[0];
                choices.push(action);
                let facts = test.table.decide_bot(test.table.revision(), &[action], None);
                test.take(facts.expect("legal"));
            } else {
                test.turn();
            }
            for who in [creator(), Identity::default()] {
                let view = test.table.view(&who, &Presence::default(), &[], test.now);
                sent.push(serde_json::to_string(&view).expect("plain"));
                let offers = test.table.offers(&who);
                sent.push(serde_json::to_string(&offers).expect("plain"));
            }
        }
        let from = bastide_protocol::Standpoint {
            game: test.table.game(),
            actions: test.table.actions(),
            turns: test.table.turns(),
            aid: Aid::Coach,
            seat: Some(0),
        };
        let hint = test.table.views().answer(&from, &bastide_protocol::Question::Hint);
        sent.push(serde_json::to_string(&hint.ok()).expect("plain"));
        (sent, choices)
    };
    let (ours, theirs) = (sent(&deck), sent(&other));
    assert!(ours.0.len() > 20 && !ours.1.is_empty());
    assert_eq!(ours, theirs);
}

#[test]
fn moves_need_the_right_seat_revision_and_turn() {
    let mut test = TestTable::new(plan("base,fields", &["Anna", "open"]));
    let play = |seat, revision: u32, action: &str| Command::Play {
        seat,
        revision,
        actions: vec![action.to_owned()],
    };
    let early = test.run(&play(0, 0, "P1,0r0"));
    assert_eq!(code(&early), Some(ProblemCode::WrongPhase));
    let seat = bastide_protocol::NewSeat {
        seat: None,
        name: "Boris".to_owned(),
        salt: None,
        salt_commitment: None,
    };
    let (at, facts) = test
        .table
        .decide_sit(&seat, Token::random().hash(), None, &Entropy::fresh())
        .expect("free");
    assert_eq!(at, 1);
    test.take(facts);
    assert_eq!(test.table.phase_name(), "playing");
    let again = test.table.decide_sit(&seat, Token::random().hash(), None, &Entropy::fresh());
    assert_eq!(code(&again.map_err(|no| no.problem)), Some(ProblemCode::WrongPhase));
    let now = test.table.revision();
    assert_eq!(code(&test.run(&play(1, now, "."))), Some(ProblemCode::NotYours));
    assert_eq!(code(&test.run(&play(0, now + 1, "."))), Some(ProblemCode::StaleRevision));
    assert_eq!(code(&test.run(&play(0, now, "?!"))), Some(ProblemCode::Unreadable));
    assert_eq!(code(&test.run(&play(0, now, "P90,90r0"))), Some(ProblemCode::Illegal));
    assert_eq!(code(&test.run(&play(7, now, "."))), Some(ProblemCode::NotYours));
    let boris = Identity { holder: test.table.holder_of(1), ..Identity::default() };
    let result = test.table.decide(&boris, &play(1, now, "."), &moment(0));
    assert_eq!(result.expect_err("Anna's turn").problem.code, ProblemCode::NotYourTurn);
    test.turn();
}

#[test]
fn undo_at_one_screen_takes_back_the_last_move_of_any_seat() {
    let mut new = plan("base,fields", &["Anna", "Boris"]);
    new.undo = UndoPolicy::PastDraws;
    let mut test = TestTable::new(new);
    while test.table.to_act() != Some(1) {
        test.turn();
    }
    let before = test.table.record().cloned();
    while test.table.to_act() == Some(1) {
        test.turn();
    }
    let undo = Command::Propose { seat: 0, what: Proposal::Undo };
    test.run(&undo).expect("one person has both seats");
    assert_eq!(test.table.record().cloned(), before, "the turn of the first seat stays");
}

#[test]
fn undo_stops_at_draws_unless_the_table_allows_it() {
    let undo = Command::Propose { seat: 0, what: Proposal::Undo };
    let mut strict = TestTable::new(plan("base,fields", &["Anna", "Boris"]));
    assert_eq!(code(&strict.run(&undo)), Some(ProblemCode::NoProposal), "nothing done yet");
    let before = strict.table.record().cloned();
    strict.turn(); // places the tile; a figure may follow
    assert_eq!(strict.table.to_act(), Some(0));
    let told = strict.run(&undo).expect("no other player has to agree");
    assert!(matches!(
        told[..],
        [TableEventKind::Proposed { .. }, TableEventKind::TookBack { seat: 0, .. }]
    ));
    assert_eq!(strict.table.record().cloned(), before);
    while strict.table.to_act() == Some(0) {
        strict.turn();
    }
    assert_eq!(code(&strict.run(&undo)), Some(ProblemCode::NoProposal));

    let mut new = plan("base,fields", &["Anna", "Boris"]);
    new.undo = UndoPolicy::PastDraws;
    let mut free = TestTable::new(new);
    let before = free.table.record().cloned();
    for _ in 0..5 {
        free.turn();
    }
    while free.table.to_act() != Some(1) {
        free.turn();
    }
    let draws = free.table.record().cloned().expect("played");
    while free.run(&undo).is_ok() {}
    assert_eq!(free.table.record().cloned(), before, "back to the beginning, turn by turn");
    while free.table.record().is_some_and(|record| record.actions().len() < draws.actions().len()) {
        free.turn();
    }
    assert_eq!(free.table.record(), Some(&draws), "the same tiles come again");
}

#[test]
fn clocks_end_games() {
    let mut new = plan("base,fields", &["Anna", "open"]);
    new.clock = Some(ClockPlan::Live { seconds: 60, increment: 2 });
    let mut test = TestTable::new(new);
    let seat = bastide_protocol::NewSeat {
        seat: None,
        name: "Boris".to_owned(),
        salt: None,
        salt_commitment: None,
    };
    let (_, facts) = test
        .table
        .decide_sit(&seat, Token::random().hash(), None, &Entropy::fresh())
        .expect("free");
    test.take(facts);
    assert_eq!(test.table.due(), Some(61_000));
    test.now = 31_000;
    while test.table.to_act() == Some(0) {
        test.turn();
    }
    assert_eq!(test.table.due(), Some(91_000), "the other clock runs");
    let view = test.table.view(&creator(), &Presence::default(), &[], 41_000).clock.expect("one");
    assert_eq!(view.left, [32_000, 50_000]);
    assert!(test.table.decide_time(&moment(90_999)).is_empty());
    test.now = 91_000;
    let facts = test.table.decide_time(&moment(test.now));
    test.take(facts);
    let verdict = test.table.over.clone().expect("over");
    assert_eq!((verdict.ending, verdict.winners), (Ending::TimedOut, vec![0]));
    assert_eq!(test.table.due(), None);
}

#[test]
fn a_player_who_resigns_does_not_win() {
    let mut test = TestTable::new(plan("base,fields", &["Anna", "normal", "easy"]));
    let told = test.run(&Command::Resign { seat: 0 }).expect("possible");
    assert!(matches!(
        told[..],
        [TableEventKind::Resigned { seat: 0 }, TableEventKind::Over { .. }]
    ));
    assert_eq!(
        test.table.over.clone().expect("over").winners,
        [1, 2],
        "no other player had points"
    );
    let again = test.run(&Command::Resign { seat: 0 });
    assert_eq!(code(&again), Some(ProblemCode::WrongPhase));

    let mut test = TestTable::new(plan("base,fields", &["Anna", "Boris", "normal"]));
    let told = test.run(&Command::Resign { seat: 1 }).expect("possible");
    assert!(matches!(told[1], TableEventKind::BotTookOver { seat: 1, .. }), "a bot plays on");
    assert!(test.table.over.is_none());
    let back = test.run(&Command::ComeBack { seat: 1 });
    assert_eq!(code(&back), Some(ProblemCode::WrongPhase), "out is out");
}

#[test]
fn bad_tables_are_refused_with_a_reason() {
    let mut bad = Vec::new();
    let mut try_plan = |change: &dyn Fn(&mut NewTable)| {
        let mut new = plan("base,fields", &["Anna", "normal"]);
        change(&mut new);
        bad.push(
            Made::new(new, Token::random().hash(), &Entropy::fresh())
                .map(|_| ())
                .expect_err("bad")
                .code,
        );
    };
    try_plan(&|new| new.game = Family::Stronghold);
    try_plan(&|new| new.rules = "base,feilds".to_owned());
    try_plan(&|new| new.seats.clear());
    try_plan(&|new| new.seats.resize(6, SeatPlan::Open));
    try_plan(&|new| new.seats.resize(300, SeatPlan::Open));
    try_plan(&|new| new.clock = Some(ClockPlan::Live { seconds: 1, increment: 0 }));
    try_plan(&|new| new.clock = Some(ClockPlan::Days { days: 0 }));
    try_plan(&|new| new.first = FirstSeat::Seat { seat: 2 });
    try_plan(&|new| new.deal = DealPlan::Deck { tiles: vec!["nothing".to_owned()] });
    try_plan(&|new| new.deal = DealPlan::Deck { tiles: vec!["A".to_owned(); 201] });
    try_plan(&|new| new.deal = DealPlan::Seed { seed: String::new() });
    try_plan(&|new| new.seats[1] = SeatPlan::Bot { level: "deep".to_owned() });
    assert!(bad.iter().all(|&code| code == ProblemCode::BadSetup), "{bad:?}");
    let mut new = plan("base,fields", &["\u{202e}annA", "normal"]);
    let name = Made::new(new.clone(), Token::random().hash(), &Entropy::fresh()).map(|_| ());
    assert_eq!(code(&name), Some(ProblemCode::BadName));
    new.seats[0] = SeatPlan::Open;
    new.go_on = Some(bastide_protocol::GoOn { record: "nonsense".to_owned(), actions: 1 });
    let record = Made::new(new, Token::random().hash(), &Entropy::fresh()).map(|_| ());
    assert_eq!(code(&record), Some(ProblemCode::BadRecord));
}

#[test]
fn all_problems_of_the_rules_of_a_table_are_listed_at_once() {
    // INN-1, BARN-3
    let mut new = plan("base,inn,barns,river,river", &["Anna", "normal"]);
    new.seats.resize(6, SeatPlan::Open);
    new.deal = DealPlan::Deck { tiles: vec!["IA".to_owned(), "U".to_owned()] };
    let problem = Made::new(new, Token::random().hash(), &Entropy::fresh()).expect_err("bad");
    assert_eq!(problem.code, ProblemCode::BadSetup);
    let message = &problem.message;
    for part in ["unknown rule 'inn'", "'river' is named twice", "barns need farmers", "6 players"]
    {
        assert_eq!(message.matches(part).count(), 1, "{message}: {part}");
    }
    assert!(!message.contains("IA"), "the unknown expansion may have this tile: {message}");
    let wheel = plan("wheel,fromage", &["Anna", "normal"]);
    let problem = Made::new(wheel, Token::random().hash(), &Entropy::fresh()).expect_err("bad");
    for part in ["unknown rule 'fromage'", "wheel"] {
        assert!(problem.message.contains(part), "{}", problem.message);
    }
}

impl Table {
    fn phase_name(&self) -> &'static str {
        match self.view(&creator(), &Presence::default(), &[], 0).phase {
            Phase::Open => "open",
            Phase::Playing => "playing",
            Phase::Over { .. } => "over",
        }
    }
}

/// The result of a decision is applied, not computed again; loading plays each action once.
#[test]
fn a_confirmed_move_is_played_once() {
    let mut test = TestTable::new(plan("base,fields", &["Anna", "Ben"]));
    let mut actions = 0;
    let mut play = |test: &mut TestTable, played: &[Action]| {
        let game = test.table.game();
        let show = |&action: &Action| game.notation().show(action).to_string();
        let (seat, revision) = (test.table.to_act().expect("a seat"), test.table.revision());
        let command = Command::Play { seat, revision, actions: played.iter().map(show).collect() };
        let before = advance::PLAYED.get();
        test.run(&command).expect("legal");
        assert_eq!(advance::PLAYED.get() - before, played.len());
        actions += played.len();
    };
    for _ in 0..5 {
        // A whole turn as one command.
        let mut game = test.table.game().clone();
        let (seat, mut turn) = (game.to_act(), Vec::new());
        while game.to_act() == seat {
            let action = game.actions()[0];
            game.play(action).expect("legal");
            turn.push(action);
        }
        play(&mut test, &turn);
        // The same, action by action.
        let seat = test.table.to_act();
        while test.table.to_act() == seat {
            let action = test.table.game().actions()[0];
            play(&mut test, &[action]);
        }
    }
    let before = advance::PLAYED.get();
    Table::load(&test.table.id, &test.log).expect("sound");
    assert_eq!(advance::PLAYED.get() - before, actions);
}

#[test]
fn a_weakened_bot_is_announced_and_recorded() {
    let mut test = TestTable::new(plan("base,fields", &["Anna", "hard"]));
    let plain: bastide_bots::Spec = "normal".parse().expect("a bot");
    let play = |test: &mut TestTable, weaker: Option<bastide_bots::Spec>| {
        while test.table.bot_to_act().is_none() {
            test.turn();
        }
        let spec = test.table.bot_to_act().expect("a bot").spec;
        let mut bot = plain.build(7);
        let mut game = test.table.game().clone();
        let (seat, mut actions) = (game.to_act(), Vec::new());
        while game.to_act() == seat {
            for action in bot.choose_turn(&game, spec.budget) {
                actions.push(action);
                game.play(action).expect("legal");
            }
        }
        let facts = test.table.decide_bot(test.table.revision(), &actions, weaker);
        let told = test.take(facts.expect("legal")).swap_remove(0);
        let TableEventKind::Moved { weaker, .. } = told else { panic!("{told:?}") };
        let view = test.table.view(&creator(), &Presence::default(), &[], test.now);
        let seats: Vec<bool> = view.seats.iter().map(|seat| seat.is_weaker).collect();
        (weaker, seats)
    };
    let header = |test: &TestTable| {
        let record = test.table.public_record().expect("it has begun");
        record.extra().get("weaker").cloned()
    };
    assert_eq!(play(&mut test, None), (None, vec![false, false]));
    assert_eq!(header(&test), None);
    assert_eq!(play(&mut test, Some(plain)), (Some("normal".to_owned()), vec![false, true]));
    test.turn();
    let view = test.table.view(&creator(), &Presence::default(), &[], test.now);
    assert!(view.seats[1].is_weaker, "until it moves again");
    assert_eq!(play(&mut test, Some(plain)).1, [false, true]);
    assert_eq!(header(&test).as_deref(), Some("4,6"));
    assert_eq!(play(&mut test, None), (None, vec![false, false]), "the server is quiet again");
    let (again, _) = Table::load(&test.table.id, &test.log).expect("sound");
    test.table = again;
    assert_eq!(header(&test).as_deref(), Some("4,6"), "the log keeps it");
}

/// A level that was removed, as `puct` was, does not stop a game, and the players are told that
/// another bot plays.
#[test]
fn a_bot_of_unknown_level_is_replaced_and_announced() {
    let mut test = TestTable::new(plan("base,fields", &["Anna", "hard"]));
    let known = test.log.iter().filter(|stored| stored.body.contains("\"hard\"")).count();
    assert!(known > 0, "the level is stored");
    for stored in &mut test.log {
        stored.body = stored.body.replace("\"hard\"", "\"deep\"");
    }
    test.table = Table::load(&test.table.id, &test.log).expect("it opens").0;
    while test.table.bot_to_act().is_none() {
        test.turn();
    }
    let bot = test.table.bot_to_act().expect("a bot");
    assert!(bot.is_replaced, "{bot:?}");
    let action = bot.spec.build(7).choose_turn(test.table.game(), bot.spec.budget)[0];
    let facts = test.table.decide_bot(test.table.revision(), &[action], None).expect("legal");
    let told = test.take(facts).swap_remove(0);
    let TableEventKind::Moved { weaker, .. } = told else { panic!("{told:?}") };
    assert_eq!(weaker, Some(bot.spec.to_string()));
}

#[test]
fn facts_of_older_versions_have_no_creator_and_no_weaker_bot() {
    let body = r#"{"fact":{"kind":"played","seat":1,"actions":["P1,0r0"],"draws":[]}}"#;
    let stored = Stored { seq: 2, schema: 1, rules: 1, at: 0, body: body.to_owned() };
    let entry = Entry::read(&stored).expect("still read");
    assert!(matches!(entry.fact, Fact::Played { weaker: None, .. }));
    assert_eq!(entry.stored(2, 0).body, body, "and written as it was");

    let body = r#"{"fact":{"kind":"made","game":"land","rules":"base","seats":[],"holders":[],
        "visibility":"private","clock":null,"aid":"none","undo":"within_turn",
        "first":{"kind":"random"},"deal":{"kind":"deck","tiles":[]}}}"#;
    let stored = Stored { seq: 1, schema: 1, rules: 1, at: 0, body: body.to_owned() };
    let entry = Entry::read(&stored).expect("still read");
    assert!(matches!(entry.fact, Fact::Made(made) if made.creator.is_none()));
}

/// Fills a log up to the limits, and plays the game to its end.
fn longest() -> TestTable {
    let mut made = plan("base,fields", &["Anna", "Boris"]);
    made.undo = UndoPolicy::PastDraws;
    let mut test = TestTable::new(made);
    let say = |number: u32| Command::Say { text: format!("{number} {}", "x".repeat(280)) };
    for number in 0..bounds::SAID {
        test.run(&say(number)).expect("below the bound");
    }
    // Turns are taken back as late as possible, when the record is long.
    let mut left = bounds::TAKEN_BACK;
    while test.table.over.is_none() {
        let seat = test.table.to_act().expect("a player is to act");
        test.turn();
        if left > 0 && test.table.over.is_none() && test.table.game().bag().left() < 20 {
            test.run(&Command::Propose { seat, what: Proposal::Undo }).expect("one person");
            left -= 1;
        }
    }
    assert_eq!(left, 0, "all of them");
    test
}

#[test]
fn the_longest_log_is_loaded_without_replaying_it_for_every_undo() {
    let test = longest();
    let begun = std::time::Instant::now();
    let (again, events) = Table::load(&test.table.id, &test.log).expect("sound");
    println!("{} facts in {:?}", test.log.len(), begun.elapsed());
    assert_eq!(again.record(), test.table.record());
    assert_eq!(again.row(), test.table.row());
    assert_eq!(again.clock, test.table.clock);
    assert!(events.len() <= 2 * RECENT);
    assert_eq!(events.last().map(|event| event.seq), Some(again.seq()));
    // Loads it again, counting the replayed actions.
    let (mut table, _) = Table::load(&test.table.id, &test.log[..1]).expect("sound");
    table.past = Some(past::Past::default());
    for stored in &test.log[1..] {
        table.apply(stored).expect("sound");
    }
    let replayed = table.past.expect("kept").replayed;
    let bound = 32 * bounds::TAKEN_BACK as usize;
    assert!(replayed <= bound, "{replayed} actions were played again");
}

#[test]
fn bounds_are_reported_and_never_stop_a_game() {
    let mut test = longest();
    let code = |test: &TestTable, fact: Fact| {
        test.table.check_bounds(&[fact]).err().map(|problem| problem.code)
    };
    let said = |text: &str| Fact::Said {
        seat: Some(0),
        name: "Anna".to_owned(),
        text: text.to_owned(),
        watcher: None,
    };
    assert_eq!(code(&test, said("more")), Some(ProblemCode::TableFull));
    assert_eq!(code(&test, Fact::TookBack { seat: 0, keep: 3 }), Some(ProblemCode::TableFull));
    assert_eq!(code(&test, Fact::Resigned { seat: 0 }), None);
    let muted = Fact::WatcherChatSet { is_open: true };
    for _ in 0..bounds::MODERATED {
        assert_eq!(code(&test, muted.clone()), None);
        test.table.counts.count(&muted);
    }
    assert_eq!(code(&test, muted), Some(ProblemCode::TableFull));
    let erased = Fact::Erased { digest: String::new(), now: Box::new(said("")) };
    test.table.counts = bounds::Counts::default();
    test.table.counts.count(&erased);
    let mut other = bounds::Counts::default();
    other.count(&said("something"));
    assert_eq!(test.table.counts, other, "an erased line still counts");
}
