//! Tests of tokens and the players they belong to.

use std::collections::BTreeMap;

use bastide_protocol::NewSeat;
use bastide_testing::Random;

use super::*;
use crate::table::holders::MOST_HOLDERS;

/// Seats a new player and returns the token.
fn sit(test: &mut TestTable, name: &str) -> Result<Token, Problem> {
    let token = Token::random();
    let seat = NewSeat { seat: None, name: name.to_owned(), salt: None, salt_commitment: None };
    let (_, facts) = test
        .table
        .decide_sit(&seat, token.hash(), None, &Entropy::fresh())
        .map_err(|no| no.problem)?;
    test.take(facts);
    Ok(token)
}

fn leave(test: &mut TestTable, token: &Token, seat: u8) -> Result<Vec<TableEventKind>, Problem> {
    let who = Identity { holder: Some(test.table.holder(&token.0)?), ..Identity::default() };
    let facts = test.table.decide(&who, &Command::Leave { seat }, &moment(0));
    let facts = facts.map_err(|no| no.problem)?;
    Ok(test.take(facts))
}

#[test]
fn the_256th_person_to_sit_and_leave_is_not_the_creator() {
    let mut test = TestTable::new(plan("base,fields", &["Anna", "open", "open"]));
    for number in 1..=300 {
        let token = sit(&mut test, "Guest").expect("a free seat");
        let holder = test.table.holder(&token.0).expect("a seat");
        assert_eq!(test.table.seats_of(holder), [1], "person {number} has one seat only");
        let who = Identity { holder: Some(holder), ..Identity::default() };
        assert!(!test.table.view(&who, &Presence::default(), &[], 0).is_creator, "person {number}");
        leave(&mut test, &token, 1).expect("the game has not begun");
        let dead = test.table.holder(&token.0);
        assert_eq!(code(&dead), Some(ProblemCode::BadToken), "person {number} has left");
    }
    assert_eq!(test.table.seats_of(HolderId::CREATOR), [0]);
}

#[test]
fn the_number_of_sits_is_bounded() {
    let mut test = TestTable::new(plan("base,fields", &["Anna", "open", "open"]));
    for _ in 1..MOST_HOLDERS {
        let token = sit(&mut test, "Guest").expect("below the cap");
        leave(&mut test, &token, 1).expect("the game has not begun");
    }
    let before = test.table.seq();
    assert_eq!(code(&sit(&mut test, "Guest")), Some(ProblemCode::TooManySits));
    assert_eq!(test.table.seq(), before, "nothing is stored");
    let (again, _) = Table::load(&test.table.id, &test.log).expect("such a log is read");
    assert_eq!(again.holders, test.table.holders);
}

#[test]
fn a_code_of_a_person_who_left_is_refused() {
    let mut test = TestTable::new(plan("base,fields", &["Anna", "open", "open"]));
    let token = sit(&mut test, "Guest").expect("a free seat");
    let holder = test.table.holder(&token.0).expect("a seat");
    let link = Token::random();
    test.take(vec![Fact::HandoverOffered { holder, code: link.hash(), expires: 10_000 }]);
    assert_eq!(test.table.handed_over(&link.0, 2000), Some(holder));
    leave(&mut test, &token, 1).expect("the game has not begun");
    assert_eq!(test.table.handed_over(&link.0, 2000), None);
}

#[test]
fn a_seat_without_a_token_is_reported_as_damage() {
    let mut made = Made::new(
        plan("base,fields", &["Anna", "open"]),
        Token::random().hash(),
        &Entropy::fresh(),
    )
    .expect("possible");
    let number = serde_json::from_str("1").expect("a holder");
    made.seats[0] = Taken::Person { name: "Anna".to_owned(), holder: number, bot: None };
    let first = Entry { id: None, fact: Fact::Made(Box::new(made)) }.stored(1, 1000);
    let id = TableId("abcdefghjkmn".into());
    assert!(Table::load(&id, &[first]).is_err(), "the next person to sit would be number 1");
}

/// A player in the model.
struct Person {
    /// The valid token; earlier ones are in `revoked`.
    token: Option<Token>,
    revoked: Vec<Token>,
    /// Number that the table assigned when the player sat down.
    holder: HolderId,
}

/// Reference model: each token identifies the player it was issued to, or is invalid.
struct Model {
    test: TestTable,
    people: Vec<Person>,
    /// Offered codes, with the index of their player.
    codes: Vec<(Token, usize)>,
    random: Random,
}

impl Model {
    fn new(seed: u64) -> Model {
        let creator = Token::random();
        let plan = plan("base,fields", &["Anna", "open", "open", "open", "open"]);
        let made = Made::new(plan, creator.hash(), &Entropy::fresh());
        let mut model = Model {
            test: TestTable::of(made.expect("possible")),
            people: Vec::new(),
            codes: Vec::new(),
            random: Random::new(seed),
        };
        let holder = model.test.table.holder(&creator.0).expect("the creator");
        model.people.push(Person { token: Some(creator), revoked: Vec::new(), holder });
        model
    }

    /// Returns the index of a random player with a valid token.
    fn some_person(&mut self) -> usize {
        let valid = |at: &usize| self.people[*at].token.is_some();
        let valid: Vec<usize> = (0..self.people.len()).filter(valid).collect();
        *self.random.one_of(&valid)
    }

    fn step(&mut self) {
        match self.random.below(100) {
            // The last seat stays free, because otherwise the game would start.
            0..50 if self.free() > 1 => {
                let token = sit(&mut self.test, &format!("Guest {}", self.people.len()))
                    .expect("below the cap");
                let holder = self.test.table.holder(&token.0).expect("a seat");
                let is_new = self.people.iter().all(|person| person.holder != holder);
                assert!(is_new, "a number is given once");
                self.people.push(Person { token: Some(token), revoked: Vec::new(), holder });
            }
            0..85 => {
                let at = self.some_person();
                let Some(token) = &self.people[at].token else { return };
                let seats = self.test.table.seats_of(self.people[at].holder);
                let Some(&seat) = seats.first() else { return };
                if at > 0 && self.random.once_in(3) {
                    self.test.take(vec![Fact::Kicked { seat }]);
                } else {
                    leave(&mut self.test, token, seat).expect("the game has not begun");
                }
                if at > 0 {
                    let person = &mut self.people[at];
                    person.revoked.extend(person.token.take());
                }
            }
            85..93 => {
                let at = self.some_person();
                let Some(token) = &self.people[at].token else { return };
                let holder = self.test.table.holder(&token.0).expect("valid");
                let link = Token::random();
                let expires = self.test.now + 1000;
                let code = link.hash();
                self.test.take(vec![Fact::HandoverOffered { holder, code, expires }]);
                self.codes.push((link, at));
            }
            _ => {
                if self.codes.is_empty() {
                    return;
                }
                let at = self.random.below(self.codes.len());
                let (link, person) = self.codes.swap_remove(at);
                let Some(holder) = self.test.table.handed_over(&link.0, self.test.now) else {
                    return;
                };
                let person = &mut self.people[person];
                assert_eq!(holder, person.holder, "a code gives the person who asked for it");
                assert!(person.token.is_some(), "a code of a person who left gives no seat");
                let token = Token::random();
                self.test.take(vec![Fact::HandedOver { holder, token: token.hash() }]);
                person.revoked.extend(person.token.replace(token));
            }
        }
        self.test.now += 10;
    }

    fn free(&self) -> usize {
        self.test.table.seats.iter().filter(|chair| chair.taken == Taken::Nobody).count()
    }

    /// Checks every token ever issued, also after the log was reloaded.
    fn check(&self) {
        let (again, _) = Table::load(&self.test.table.id, &self.test.log).expect("sound");
        for table in [&self.test.table, &again] {
            let mut owners: BTreeMap<u8, HolderId> = BTreeMap::new();
            for person in &self.people {
                if let Some(token) = &person.token {
                    assert_eq!(table.holder(&token.0), Ok(person.holder));
                }
                for token in &person.revoked {
                    assert_eq!(code(&table.holder(&token.0)), Some(ProblemCode::BadToken));
                }
                for seat in table.seats_of(person.holder) {
                    assert_eq!(owners.insert(seat, person.holder), None, "a seat has one person");
                }
            }
        }
    }

    /// Fills the table, and checks the tokens of all players at the rematch.
    fn check_rematch(mut self) {
        while self.free() > 0 {
            let token = sit(&mut self.test, &format!("Guest {}", self.people.len()))
                .expect("below the cap");
            let holder = self.test.table.holder(&token.0).expect("a seat");
            self.people.push(Person { token: Some(token), revoked: Vec::new(), holder });
        }
        let next = TestTable::of(self.test.table.rematch(&Entropy::fresh())).table;
        for person in &self.people {
            for token in &person.revoked {
                assert_eq!(code(&next.holder(&token.0)), Some(ProblemCode::BadToken));
            }
            let Some(token) = &person.token else { continue };
            let holder = next.holder(&token.0).expect("the same token");
            assert_eq!(next.seats_of(holder), self.test.table.seats_of(person.holder));
            assert_eq!(holder == HolderId::CREATOR, person.holder == HolderId::CREATOR);
        }
        assert!(next.holders.count() <= 6, "only those who play come along");
    }
}

#[test]
fn no_token_ever_gives_another_person() {
    for seed in 0..4 {
        let mut model = Model::new(seed);
        for step in 1..=1500 {
            model.step();
            if step % 250 == 0 {
                model.check();
            }
        }
        assert!(model.people.len() > 300, "more people than a byte counts");
        model.check_rematch();
    }
}

#[test]
fn a_creator_without_a_name_chooses_one_before_the_game() {
    let mut test = TestTable::new(plan("base,fields", &["", "open"]));
    let rename = |name: &str| Command::Rename { seat: 0, name: name.to_owned() };
    assert_eq!(code(&test.run(&rename(" "))), Some(ProblemCode::BadName));
    let told = test.run(&rename("Anna")).expect("free to choose");
    assert_eq!(told, [TableEventKind::Renamed { seat: 0, name: "Anna".to_owned() }]);
    assert_eq!(code(&sit(&mut test, "Anna").map(|_| ())), Some(ProblemCode::NameTaken));
    sit(&mut test, "Boris").expect("a free seat");
    assert_eq!(code(&test.run(&rename("Vera"))), Some(ProblemCode::WrongPhase));
    let (again, _) = Table::load(&test.table.id, &test.log).expect("sound");
    assert_eq!(again.names(), ["Anna", "Boris"]);
}

#[test]
fn records_have_no_name_of_a_player_without_one() {
    let test = TestTable::new(plan("base,fields", &["", "normal"]));
    let record = test.table.record().expect("the game is on");
    let names = bastide::Seat::all(2).map(|seat| record.player(seat));
    assert_eq!(names.collect::<Vec<_>>(), [None, Some("normal")]);
    assert!(!record.to_string().contains("player1"), "no empty name is written");
}
