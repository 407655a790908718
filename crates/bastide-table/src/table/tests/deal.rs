//! Tests of the commitments to the draws: their order, and missing ones.

use bastide_host::{Salt, verify};
use bastide_protocol::{ClockPlan, DealStage, NewSeat};

use super::*;

fn salt(byte: u8) -> Salt {
    Salt::from_bytes([byte; 32])
}

fn secret(seats: &[&str], creator: Option<u8>) -> NewTable {
    NewTable {
        deal: DealPlan::Secret,
        salt_commitment: creator.map(|byte| salt(byte).commitment().to_string()),
        ..plan("base,fields", seats)
    }
}

fn sit(test: &mut TestTable, commitment: Option<u8>) -> Result<Vec<TableEventKind>, Problem> {
    let salt_commitment = commitment.map(|byte| salt(byte).commitment().to_string());
    let new = NewSeat { seat: None, name: "Boris".to_owned(), salt: None, salt_commitment };
    let (_, facts) = test
        .table
        .decide_sit(&new, Token::random().hash(), None, &Entropy::fresh())
        .map_err(|no| no.problem)?;
    Ok(test.take(facts))
}

/// Executes a command of the player at a seat.
fn run(test: &mut TestTable, seat: u8, command: &Command) -> Result<Vec<TableEventKind>, Problem> {
    let who = Identity { holder: test.table.holder_of(seat), ..Identity::default() };
    let facts = test.table.decide(&who, command, &moment(0)).map_err(|no| no.problem)?;
    Ok(test.take(facts))
}

fn reveal(seat: u8, byte: u8) -> Command {
    Command::RevealSalt { seat, salt: salt(byte).to_string() }
}

fn commit(seat: u8, byte: u8) -> Command {
    Command::CommitSalt { seat, commitment: salt(byte).commitment().to_string() }
}

fn stage(test: &TestTable) -> DealStage {
    test.table.deal_view().stage
}

/// Plays to the end, and returns the published record.
fn finished(test: &mut TestTable) -> bastide_host::Record {
    while test.table.over.is_none() {
        test.turn();
    }
    let (again, _) = Table::load(&test.table.id, &test.log).expect("sound");
    assert_eq!(again.record(), test.table.record());
    test.table.public_record().expect("it was played")
}

#[test]
fn the_seed_is_committed_to_after_the_salts_and_before_they_are_revealed() {
    let mut test = TestTable::new(secret(&["Anna", "open"], Some(1)));
    assert_eq!(test.table.commitment(), None, "nothing is fixed while salts can come");
    assert_eq!(code(&run(&mut test, 0, &reveal(0, 1))), Some(ProblemCode::WrongPhase));
    let told = sit(&mut test, Some(2)).expect("free");
    let [TableEventKind::Sat { .. }, TableEventKind::Sealed { commitment }] = &told[..] else {
        panic!("{told:?}");
    };
    assert_eq!(stage(&test), DealStage::Revealing);
    assert_eq!(test.table.commitment().as_ref(), Some(commitment));
    assert_eq!(code(&run(&mut test, 1, &commit(1, 3))), Some(ProblemCode::WrongPhase));
    run(&mut test, 1, &reveal(1, 2)).expect("its salt");
    assert_eq!(stage(&test), DealStage::Revealing, "one is missing");
    let told = run(&mut test, 0, &reveal(0, 1)).expect("its salt");
    assert!(matches!(told[..], [TableEventKind::Noted, TableEventKind::Began { .. }]), "{told:?}");
    assert!(run(&mut test, 0, &reveal(0, 1)).expect("a second tab").is_empty());

    // The seed is in the log only from the seal on.
    let sealed = test.log.iter().position(|fact| fact.body.contains("\"sealed\"")).expect("sealed");
    let first = test.log.iter().position(|fact| fact.body.contains("salt_revealed"));
    assert!(first.expect("revealed") > sealed);
    let seats =
        |test: &TestTable| test.table.deal_view().salts.iter().map(|s| s.seat).collect::<Vec<_>>();
    assert_eq!(seats(&test), [0, 1]);
    let commitment = commitment.clone();
    let Some(TableEventKind::Over { .. }) =
        run(&mut test, 0, &Command::Resign { seat: 0 }).expect("it is on").last().cloned()
    else {
        panic!("two play");
    };
    let record = test.table.public_record().expect("played");
    assert_eq!(record.commitment().map(|c| c.to_string()), Some(commitment));
    assert_eq!(verify(&record).expect("honest").contributors, [0, 1]);
    assert!(
        test.log[..sealed]
            .iter()
            .all(|fact| { !fact.body.contains(&record.seed().expect("revealed").to_string()) })
    );
}

#[test]
fn whole_games_with_salts_are_verified_and_load_again() {
    let mut alone = TestTable::new(secret(&["Anna", "Boris"], Some(1)));
    assert_eq!(stage(&alone), DealStage::Revealing, "hot-seat: all seats are taken at once");
    run(&mut alone, 0, &reveal(1, 1)).expect("any seat of the client's speaks for it");
    let record = finished(&mut alone);
    assert_eq!(verify(&record).expect("honest").contributors, [0], "the lowest seat of a client");
}

#[test]
fn programs_without_a_salt_play_as_before() {
    let mut test = TestTable::new(secret(&["Anna", "open"], None));
    let promised = test.table.commitment();
    assert!(promised.is_some(), "nothing is awaited");
    let told = sit(&mut test, None).expect("free");
    assert!(matches!(told[..], [TableEventKind::Sat { .. }, TableEventKind::Began { .. }]));
    assert_eq!(test.table.commitment(), promised);
    // One of two players contributes: the record states which.
    let mut mixed = TestTable::new(secret(&["Anna", "open"], None));
    sit(&mut mixed, Some(2)).expect("free");
    run(&mut mixed, 1, &reveal(1, 2)).expect("its salt");
    run(&mut mixed, 1, &Command::Resign { seat: 1 }).expect("it is on");
    let record = mixed.table.public_record().expect("played");
    assert_eq!(verify(&record).expect("honest").contributors, [1]);
}

#[test]
fn bad_salts_are_refused_and_change_nothing() {
    let mut test = TestTable::new(secret(&["Anna", "open"], Some(1)));
    let facts = test.log.len();
    assert_eq!(code(&sit(&mut test, Some(1))), Some(ProblemCode::BadSalt), "a copy");
    for bad in ["", "00", &"g".repeat(64), &"A".repeat(64), &"é".repeat(32)] {
        let command = Command::CommitSalt { seat: 0, commitment: bad.to_owned() };
        assert_eq!(code(&run(&mut test, 0, &command)), Some(ProblemCode::BadSalt), "{bad}");
        let plan =
            NewTable { salt_commitment: Some(bad.to_owned()), ..secret(&["Anna", "open"], None) };
        assert_eq!(
            code(&Made::new(plan, Token::random().hash(), &Entropy::fresh())),
            Some(ProblemCode::BadSalt),
            "{bad}"
        );
    }
    assert_eq!(code(&run(&mut test, 0, &commit(1, 5))), Some(ProblemCode::NotYours));
    assert_eq!(test.log.len(), facts);
    sit(&mut test, Some(2)).expect("free");
    let facts = test.log.len();
    assert_eq!(code(&run(&mut test, 0, &reveal(0, 2))), Some(ProblemCode::BadSalt), "another's");
    assert_eq!(code(&run(&mut test, 1, &reveal(0, 1))), Some(ProblemCode::NotYours));
    let garbage = Command::RevealSalt { seat: 0, salt: "x".to_owned() };
    assert_eq!(code(&run(&mut test, 0, &garbage)), Some(ProblemCode::BadSalt));
    let bot = Command::SetBot { seat: 1, level: None };
    assert!(run(&mut test, 0, &bot).is_err(), "all seats are settled");
    assert_eq!(test.log.len(), facts);
}

#[test]
fn a_commitment_can_be_replaced_until_the_seal() {
    let mut test = TestTable::new(secret(&["Anna", "open"], Some(1)));
    run(&mut test, 0, &commit(0, 7)).expect("another device, say");
    assert!(run(&mut test, 0, &commit(0, 7)).expect("the same again").is_empty());
    sit(&mut test, Some(1)).expect("free again");
    assert_eq!(code(&run(&mut test, 0, &reveal(0, 1))), Some(ProblemCode::BadSalt));
    run(&mut test, 0, &reveal(0, 7)).expect("the last it committed to");
}

#[test]
fn a_client_that_withholds_its_salt_loses_its_seat_and_the_deal() {
    let clock = Some(ClockPlan::Live { seconds: 120, increment: 0 });
    let mut test = TestTable::new(NewTable { clock, ..secret(&["Anna", "open"], Some(1)) });
    sit(&mut test, Some(2)).expect("free");
    let sealed = test.table.commitment().expect("sealed");
    let gone = Identity { holder: test.table.holder_of(1), ..Identity::default() };
    run(&mut test, 0, &reveal(0, 1)).expect("its salt");
    let due = test.table.due().expect("a deadline");
    assert_eq!(due, test.now + 120_000, "as long as the clock gives");
    assert!(test.table.decide_time(&moment(due - 1)).is_empty());
    test.now = due;
    let told = test.take(test.table.decide_time(&moment(due)));
    assert_eq!(told, [TableEventKind::DealDiscarded { seats: vec![1] }]);
    assert_eq!(test.table.commitment(), None, "the seed is never used");
    assert_eq!(stage(&test), DealStage::Open);
    assert!(test.table.due().is_none());
    let late = test.table.decide(&gone, &reveal(1, 2), &moment(0)).map_err(|no| no.problem);
    assert_eq!(code(&late), Some(ProblemCode::NotYours));

    // With a new player and new salts there is a new seed.
    sit(&mut test, Some(3)).expect("free again");
    assert_eq!(stage(&test), DealStage::Gathering, "the creator is awaited");
    let told = run(&mut test, 0, &commit(0, 4)).expect("a new salt");
    assert!(matches!(told[..], [TableEventKind::Noted, TableEventKind::Sealed { .. }]), "{told:?}");
    assert_ne!(test.table.commitment(), Some(sealed));
    run(&mut test, 0, &reveal(0, 4)).expect("its salt");
    run(&mut test, 1, &reveal(1, 3)).expect("its salt");
    assert_eq!(stage(&test), DealStage::Dealt);
    let (again, _) = Table::load(&test.table.id, &test.log).expect("sound");
    assert_eq!(again.record(), test.table.record());
}

#[test]
fn leaving_counts_as_withholding_the_salt() {
    let mut test = TestTable::new(secret(&["Anna", "open"], Some(1)));
    sit(&mut test, Some(2)).expect("free");
    run(&mut test, 0, &reveal(0, 1)).expect("its salt");
    run(&mut test, 1, &Command::Leave { seat: 1 }).expect("before the game");
    assert_eq!((stage(&test), test.table.commitment()), (DealStage::Open, None));
    sit(&mut test, Some(3)).expect("free again");
    assert_eq!(stage(&test), DealStage::Gathering);
    // A client that does not commit again in time does not contribute.
    test.now = test.table.due().expect("a deadline");
    let told = test.take(test.table.decide_time(&moment(test.now)));
    assert!(matches!(told[..], [TableEventKind::Sealed { .. }]), "{told:?}");
    let told = run(&mut test, 1, &reveal(1, 3)).expect("its salt");
    assert!(matches!(told[..], [TableEventKind::Noted, TableEventKind::Began { .. }]), "{told:?}");
}

#[test]
fn games_with_a_public_seed_take_no_salts() {
    let known = NewTable {
        deal: DealPlan::Seed { seed: "x".to_owned() },
        ..secret(&["Anna", "Boris"], Some(1))
    };
    let mut test = TestTable::new(known);
    assert_eq!(stage(&test), DealStage::Dealt);
    assert!(test.table.deal_view().salts.is_empty() && !test.table.deal_view().takes_salts);
    assert_eq!(code(&run(&mut test, 0, &commit(0, 1))), Some(ProblemCode::WrongPhase));
}

#[test]
fn a_rematch_awaits_new_salts_of_those_who_contributed() {
    let mut test = TestTable::new(secret(&["Anna", "Boris"], Some(1)));
    run(&mut test, 0, &reveal(0, 1)).expect("its salt");
    run(&mut test, 0, &Command::Resign { seat: 0 }).expect("it is on");
    let first =
        Entry { id: None, fact: Fact::Made(Box::new(test.table.rematch(&Entropy::fresh()))) }
            .stored(1, 9000);
    let id = TableId("abcdefghjkmp".into());
    let (table, _) = Table::load(&id, std::slice::from_ref(&first)).expect("sound");
    let mut next = TestTable { table, log: vec![first], events: Vec::new(), now: 9000 };
    assert!(next.table.begins_at_once(&Entropy::fresh()).expect("sound").is_empty());
    assert_eq!(stage(&next), DealStage::Gathering);
    run(&mut next, 0, &commit(0, 8)).expect("a new salt");
    run(&mut next, 0, &reveal(0, 8)).expect("its salt");
    assert_eq!(stage(&next), DealStage::Dealt);
}

#[test]
fn another_epoch_gives_new_tiles_and_the_record_proves_it() {
    let mut test = TestTable::new(NewTable {
        undo: UndoPolicy::PastDraws,
        ..secret(&["Anna", "Boris"], Some(1))
    });
    run(&mut test, 0, &reveal(0, 1)).expect("its salt");
    for _ in 0..20 {
        test.turn();
    }
    assert!(test.table.reseeded("", &Entropy::fresh()).is_none(), "the same epoch");
    // Two servers continue from the same backup.
    let go_on = |epoch: Option<&str>| {
        let (table, _) = Table::load(&test.table.id, &test.log).expect("sound");
        let mut test =
            TestTable { table, log: test.log.clone(), events: Vec::new(), now: test.now };
        if let Some(epoch) = epoch {
            let fact = test.table.reseeded(epoch, &Entropy::fresh()).expect("another epoch");
            let told = test.take(vec![fact]);
            assert!(matches!(&told[..], [TableEventKind::Reseeded { commitment: Some(_) }]));
            assert!(test.table.reseeded(epoch, &Entropy::fresh()).is_none(), "once");
        }
        let undo = Command::Propose { seat: 0, what: Proposal::Undo };
        test.run(&undo).expect("one person has both seats");
        finished(&mut test)
    };
    let draws = |record: &bastide_host::Record| {
        let chance = record.actions().iter().filter(|action| action.is_chance());
        chance.copied().collect::<Vec<_>>()
    };
    let seen = draws(test.table.record().expect("on")).len();
    let (old, new) = (go_on(None), go_on(Some("e1")));
    assert_eq!(draws(&old)[..seen], draws(&new)[..seen], "what was seen stays");
    assert_ne!(draws(&old)[seen..], draws(&new)[seen..], "what is known does not come again");
    assert_eq!(verify(&new).expect("honest").reseeds, 1);
    assert_eq!(verify(&old).expect("honest").reseeds, 0);
}

#[test]
fn another_epoch_discards_deals_that_have_not_begun() {
    let mut sealed = TestTable::new(secret(&["Anna", "Boris"], Some(1)));
    let promised = sealed.table.commitment();
    let fact = sealed.table.reseeded("e1", &Entropy::fresh()).expect("another epoch");
    sealed.take(vec![fact]);
    assert_eq!((stage(&sealed), sealed.table.commitment()), (DealStage::Gathering, None));
    run(&mut sealed, 0, &commit(0, 2)).expect("a new salt");
    assert_ne!(sealed.table.commitment(), promised);
    run(&mut sealed, 0, &reveal(0, 2)).expect("its salt");
    assert!(verify(&finished(&mut sealed)).is_ok());

    let mut open = TestTable::new(secret(&["Anna", "open"], None));
    let promised = open.table.commitment();
    let fact = open.table.reseeded("e1", &Entropy::fresh()).expect("another epoch");
    open.take(vec![fact]);
    assert_ne!(open.table.commitment(), promised);

    let known = NewTable {
        deal: DealPlan::Seed { seed: "x".to_owned() },
        ..secret(&["Anna", "Boris"], None)
    };
    assert!(
        TestTable::new(known).table.reseeded("e1", &Entropy::fresh()).is_none(),
        "those tiles are known anyway"
    );
}
