//! Tests of absences, and of bots that replace absent players.

use super::*;
use bastide_protocol::NewSeat;

const MINUTE: Millis = 60_000;

/// Creates a game of Anna, the creator of the table, and others.
fn game(clock: Option<ClockPlan>, others: &[&str]) -> TestTable {
    let seats = std::iter::once("Anna").chain(others.iter().map(|_| "open"));
    let mut new = plan("base,fields", &seats.collect::<Vec<_>>());
    new.clock = clock;
    let mut test = TestTable::new(new);
    for name in others {
        let name = (*name).to_owned();
        let seat = NewSeat { seat: None, name, salt: None, salt_commitment: None };
        let (_, facts) = test
            .table
            .decide_sit(&seat, Token::random().hash(), None, &Entropy::fresh())
            .expect("free");
        test.take(facts);
    }
    assert_eq!(test.table.phase_name(), "playing");
    test
}

fn live() -> Option<ClockPlan> {
    Some(ClockPlan::Live { seconds: 3600, increment: 0 })
}

impl TestTable {
    fn holder_at(&self, seat: u8) -> HolderId {
        self.table.holder_of(seat).expect("a person")
    }

    /// Executes a command of the player at a seat while `here` are connected; facts of a refusal
    /// are applied too, as in the hub.
    fn act(
        &mut self,
        seat: u8,
        command: &Command,
        here: &[u8],
    ) -> Result<Vec<TableEventKind>, Problem> {
        let who = Identity { holder: Some(self.holder_at(seat)), ..Identity::default() };
        let here = here.iter().map(|&seat| self.holder_at(seat)).collect();
        let moment = Moment { here, ..moment(self.now) };
        match self.table.decide(&who, command, &moment) {
            Ok(facts) => Ok(self.take(facts)),
            Err(Refusal { problem, facts, .. }) => {
                self.take(facts);
                Err(problem)
            }
        }
    }

    fn ask_bot(&mut self, by: u8, seat: u8, here: &[u8]) -> Result<Vec<TableEventKind>, Problem> {
        let what = Proposal::Bot { seat, level: "beginner".to_owned() };
        self.act(by, &Command::Propose { seat: by, what }, here)
    }

    fn go_away(&mut self, seat: u8) {
        let facts = self.table.decide_away(self.holder_at(seat), self.now, self.now);
        assert_eq!(facts.len(), 1, "recorded");
        self.take(facts);
    }

    fn away(&self, seat: u8) -> Option<bastide_protocol::AwayView> {
        let view = self.table.view(&creator(), &Presence::default(), &[], self.now);
        view.seats[usize::from(seat)].away
    }
}

#[test]
fn no_bot_plays_for_a_person_who_is_connected() {
    for clock in [None, live(), Some(ClockPlan::Days { days: 2 })] {
        let mut test = game(clock, &["Boris"]);
        for _ in 0..20 {
            let before = test.table.seq();
            let refused = test.ask_bot(0, 1, &[0, 1]);
            assert_eq!(code(&refused), Some(ProblemCode::NotAway));
            assert_eq!(test.table.seq(), before, "nothing is stored");
            test.now += MINUTE;
        }
        // Even if another process has wrongly recorded an absence.
        test.go_away(1);
        test.now += 30 * 24 * 60 * MINUTE;
        if clock.is_none() {
            assert_eq!(code(&test.ask_bot(0, 1, &[0, 1])), Some(ProblemCode::NotAway));
        }
        assert!(test.table.bot_at(1).is_none());
    }
}

#[test]
fn an_absence_lasts_as_long_as_the_clock_asks_for() {
    let day = 24 * 60 * MINUTE;
    let days = Some(ClockPlan::Days { days: 14 });
    for (clock, needed) in [(live(), MINUTE), (None, 5 * MINUTE), (days, 3 * day)] {
        let mut test = game(clock, &["Boris"]);
        test.go_away(1);
        let away = test.away(1).expect("recorded");
        assert_eq!((away.since, away.bot_from), (test.now, test.now + needed));
        test.now += needed - 1;
        assert_eq!(code(&test.ask_bot(0, 1, &[0])), Some(ProblemCode::NotAway));
        test.now += 1;
        let told = test.ask_bot(0, 1, &[0]).expect("away for long enough");
        let Some(TableEventKind::BotTookOver { seat: 1, level }) = told.last() else {
            panic!("{told:?}")
        };
        assert_eq!(level, "easy", "the table's level, not the proposer's");
        assert_eq!(test.away(1), None, "a bot plays there");
        // The player can take the seat back at any time, and is then not absent.
        test.act(1, &Command::ComeBack { seat: 1 }, &[0, 1]).expect("the seat is hers");
        assert!(test.table.bot_at(1).is_none());
        assert_eq!(code(&test.ask_bot(0, 1, &[0])), Some(ProblemCode::NotAway));
    }
}

#[test]
fn an_unrecorded_absence_begins_with_the_question() {
    let mut test = game(None, &["Boris"]);
    // The process of Boris has crashed, so he is not connected anywhere.
    let refused = test.ask_bot(0, 1, &[0]).expect_err("not away for long enough");
    assert_eq!(refused.code, ProblemCode::NotAway);
    assert!(refused.message.contains("300 s"), "{}", refused.message);
    assert_eq!(test.away(1).map(|away| away.since), Some(test.now));
    let seq = test.table.seq();
    test.now += MINUTE;
    let again = test.ask_bot(0, 1, &[0]).expect_err("still not");
    assert!(again.message.contains("240 s"), "{}", again.message);
    assert_eq!(test.table.seq(), seq, "recorded once");
    test.now += 4 * MINUTE;
    test.ask_bot(0, 1, &[0]).expect("away for long enough");
}

#[test]
fn any_action_of_a_person_ends_the_absence() {
    let say = Command::Say { text: "here".to_owned() };
    let mut test = game(None, &["Boris"]);
    test.go_away(1);
    test.act(1, &say, &[0]).expect("said by a plain request, without a socket");
    assert_eq!(test.away(1), None);

    test.go_away(0);
    test.turn();
    assert_eq!(test.away(0), None, "played");

    test.go_away(1);
    let facts = test.table.decide_return(test.holder_at(1));
    test.take(facts);
    assert_eq!(test.away(1), None, "connected");
    assert!(test.table.decide_return(test.holder_at(1)).is_empty(), "once");
}

#[test]
fn a_return_withdraws_the_question_to_the_others() {
    let mut test = game(None, &["Boris", "Clara"]);
    test.go_away(2);
    test.now += 5 * MINUTE;
    test.ask_bot(0, 2, &[0, 1]).expect("Boris has to agree");
    assert!(test.table.proposal.is_some());
    let agree = Command::Reply { seat: 1, agree: true };
    // Clara is connected by now, but no process has recorded it yet.
    assert_eq!(code(&test.act(1, &agree, &[0, 1, 2])), Some(ProblemCode::NotAway));
    let facts = test.table.decide_return(test.holder_at(2));
    test.take(facts);
    assert!(test.table.proposal.is_none());
    assert_eq!(code(&test.act(1, &agree, &[0, 1])), Some(ProblemCode::NoProposal));
    assert!(test.table.bot_at(2).is_none());
}

#[test]
fn an_unstable_connection_does_not_fill_the_log() {
    let mut test = game(None, &["Boris"]);
    let (begun, holder) = (test.table.seq(), test.holder_at(1));
    for _ in 0..2000 {
        let facts = test.table.decide_away(holder, test.now, test.now);
        test.take(facts);
        test.now += 1000;
        let facts = test.table.decide_return(holder);
        test.take(facts);
        // The opponent also asks repeatedly.
        let _ = test.ask_bot(0, 1, &[0]);
        let facts = test.table.decide_return(holder);
        test.take(facts);
    }
    let facts = test.table.seq() - begun;
    assert!(facts <= 40 + 2 * (2000 / 300 + 1), "{facts} facts in 2,000 s");
    // A real absence is still recorded later.
    test.now += 5 * MINUTE;
    test.go_away(1);
    test.now += 5 * MINUTE;
    test.ask_bot(0, 1, &[0]).expect("away for long enough");
}

#[test]
fn a_process_that_was_stopped_records_no_long_absence() {
    let mut test = game(live(), &["Boris"]);
    let since = test.now;
    test.now += 10 * MINUTE;
    let facts = test.table.decide_away(test.holder_at(1), since, test.now);
    test.take(facts);
    assert_eq!(code(&test.ask_bot(0, 1, &[0])), Some(ProblemCode::NotAway));
}

#[test]
fn absences_concern_games_of_several_people_only() {
    let mut alone = TestTable::new(plan("base,fields", &["Anna", "normal"]));
    assert!(alone.table.decide_away(HolderId::CREATOR, alone.now, alone.now).is_empty());
    alone.run(&Command::Resign { seat: 0 }).expect("possible");
    let open = TestTable::new(plan("base,fields", &["Anna", "open"]));
    assert!(open.table.decide_away(HolderId::CREATOR, open.now, open.now).is_empty());
}

#[test]
fn a_log_with_absences_can_be_loaded() {
    let mut test = game(None, &["Boris"]);
    test.go_away(1);
    let (again, _) = Table::load(&test.table.id, &test.log).expect("sound");
    assert_eq!(again.absences, test.table.absences);
    assert!(again.is_away(test.holder_at(1)));
}

#[test]
fn a_move_after_the_flag_fell_is_refused_and_the_game_is_over() {
    let mut test = game(Some(ClockPlan::Live { seconds: 60, increment: 0 }), &["Boris"]);
    let mut legal = Vec::new();
    test.table.game().legal_actions(&mut legal);
    let action = test.table.game().notation().show(legal[0]).to_string();
    let revision = test.table.revision();
    let play = Command::Play { seat: 0, revision, actions: vec![action] };
    let mut early = TestTable {
        table: test.table.clone(),
        log: Vec::new(),
        events: Vec::new(),
        now: test.now + 59_999,
    };
    early.act(0, &play, &[0, 1]).expect("in time");
    test.now += 60_000;
    assert_eq!(code(&test.act(0, &play, &[0, 1])), Some(ProblemCode::OutOfTime));
    let verdict = test.table.over.clone().expect("over in the same decision");
    assert_eq!((verdict.ending, verdict.winners), (Ending::TimedOut, vec![1]));
    assert_eq!(code(&test.act(0, &play, &[0, 1])), Some(ProblemCode::WrongPhase));
}

#[test]
fn with_three_people_a_bot_of_the_tables_level_plays_on_after_the_flag() {
    let clock = Some(ClockPlan::Live { seconds: 60, increment: 0 });
    let mut test = game(clock, &["Boris", "Clara"]);
    test.now += 61_000;
    let undo = Command::Propose { seat: 1, what: Proposal::Undo };
    assert_eq!(code(&test.act(1, &undo, &[0, 1, 2])), Some(ProblemCode::OutOfTime));
    assert!(test.table.over.is_none());
    assert_eq!(test.table.bot_at(0), Some("easy"));
    let back = test.act(0, &Command::ComeBack { seat: 0 }, &[0, 1, 2]);
    assert_eq!(code(&back), Some(ProblemCode::WrongPhase), "out is out");
}
