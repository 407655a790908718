//! Moderation by the creator of a table, and closing by the operator.

use bastide_protocol::{
    Command, Ending, FirstSeat, Moderate, Moderated, NewSeat, NewTable, Occupant, Phase, Problem,
    ProblemCode, SeatPlan, Seated, ServerMsg, TableEventKind, TableView, Visibility, Whom,
};
use bastide_server::store::{Location, open};
use bastide_server::{Credentials, Hub, HubOptions, Watch};
use bastide_testing::{PATIENCE, Scratch};

/// Addresses as used by rate limits.
const BEN: &str = "192.0.2.2";
const WES: &str = "192.0.2.3";

struct House {
    hub: Hub,
    scratch: Scratch,
}

impl House {
    async fn new() -> House {
        let scratch = Scratch::new("moderation").expect("a folder");
        let hub = start(&scratch).await;
        House { hub, scratch }
    }

    /// Restarts the hub with the same tables.
    async fn restart(self) -> House {
        self.hub.shutdown().await;
        House { hub: start(&self.scratch).await, scratch: self.scratch }
    }

    async fn table(&self, seats: Vec<SeatPlan>) -> Seated {
        let new = NewTable {
            visibility: Visibility::Listed,
            first: FirstSeat::Seat { seat: 0 },
            ..NewTable::new("base", seats)
        };
        self.hub.create(new).await.expect("a table")
    }

    /// Creates a table of Ann with two free seats.
    async fn waiting(&self) -> Seated {
        let me = SeatPlan::Me { name: "Ann".to_owned() };
        self.table(vec![me, SeatPlan::Open, SeatPlan::Open]).await
    }

    async fn sit(&self, table: &Seated, name: &str, from: &str) -> Result<Seated, Problem> {
        let seat = NewSeat { seat: None, name: name.to_owned(), salt: None, salt_commitment: None };
        self.hub.sit_from(&table.table, seat, Some(from)).await
    }

    async fn moderate(&self, by: &Seated, id: &str, what: Moderate) -> Result<(), Problem> {
        self.run(by_seat(by), &by.table, id, Command::Moderate { what }).await
    }

    async fn say(
        &self,
        credentials: Credentials<'_>,
        table: &Seated,
        id: &str,
    ) -> Result<(), Problem> {
        self.run(credentials, &table.table, id, Command::Say { text: "hello".to_owned() }).await
    }

    async fn run(
        &self,
        credentials: Credentials<'_>,
        table: &str,
        id: &str,
        command: Command,
    ) -> Result<(), Problem> {
        self.hub.act(table, credentials, id, command).await.map(drop)
    }

    async fn view(&self, seated: &Seated) -> TableView {
        self.hub.view(&seated.table, by_seat(seated)).await.expect("a view")
    }

    /// Returns the id of the watcher who sent the last chat message.
    async fn speaker(&self, seated: &Seated) -> String {
        let said = self.view(seated).await.events.into_iter().rev().find_map(|event| {
            let TableEventKind::Said { watcher, .. } = event.what else { return None };
            watcher
        });
        said.expect("a watcher said something")
    }
}

async fn start(scratch: &Scratch) -> Hub {
    let store = open(&Location::Sqlite(scratch.join("bastide.db"))).await.expect("a store");
    Hub::start(store, HubOptions::default()).await.expect("a hub")
}

fn by_seat(seated: &Seated) -> Credentials<'_> {
    Credentials { token: Some(&seated.token), ..Credentials::default() }
}

fn watcher<'a>(name: &'a str, from: &'a str) -> Credentials<'a> {
    Credentials { name: Some(name), from: Some(from), ..Credentials::default() }
}

#[track_caller]
fn refused<T>(result: Result<T, Problem>, code: ProblemCode) {
    let Err(problem) = result else { panic!("it was not refused with {code:?}") };
    assert_eq!(problem.code, code, "{}", problem.message);
}

/// Reads all messages until the client is disconnected, and returns the last one.
async fn last_message(watch: &mut Watch) -> ServerMsg {
    let mut last = None;
    let all = async {
        while let Some(frame) = watch.frames.recv().await {
            last = Some(serde_json::from_str(&frame).expect("a message"));
        }
    };
    tokio::time::timeout(PATIENCE, all).await.expect("it is let go");
    last.expect("a message")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kicked_person_loses_seat_and_token_and_needs_the_creator_to_sit_again() {
    let house = House::new().await;
    let ann = house.waiting().await;
    let ben = house.sit(&ann, "Ben", BEN).await.expect("a free seat");
    let mut bens = house.hub.watch(&ann.table, by_seat(&ben), None).await.expect("his");
    let kick = |seat| Moderate::Kick { seat };
    refused(house.moderate(&ben, "k1", kick(0)).await, ProblemCode::NotYours);
    refused(house.moderate(&ann, "k2", kick(0)).await, ProblemCode::NotYours);
    refused(house.moderate(&ann, "k3", kick(2)).await, ProblemCode::WrongPhase);
    refused(house.moderate(&ann, "k4", kick(9)).await, ProblemCode::WrongPhase);
    house.moderate(&ann, "k5", kick(1)).await.expect("she may");

    let view = house.view(&ann).await;
    assert_eq!(view.seats[1].who, Occupant::Nobody);
    let event = view.events.last().map(|event| event.what.clone());
    let kicked = Moderated::Kicked { seat: 1, name: "Ben".to_owned() };
    assert_eq!(event, Some(TableEventKind::Moderated { what: kicked }));
    let ServerMsg::Closing { problem, retry_after } = last_message(&mut bens).await else {
        panic!("he is told at last");
    };
    assert_eq!((problem.code, retry_after), (ProblemCode::Removed, None));
    refused(house.hub.view(&ann.table, by_seat(&ben)).await, ProblemCode::BadToken);
    refused(house.sit(&ann, "Benny", BEN).await, ProblemCode::Removed);
    assert_eq!(house.view(&ann).await.seq, view.seq, "a refusal stores nothing");

    // The removal persists over a restart, is shown only to the creator, and can be lifted.
    let house = house.restart().await;
    refused(house.sit(&ann, "Benny", BEN).await, ProblemCode::Removed);
    let wes = house.sit(&ann, "Wes", WES).await.expect("others may sit");
    assert!(house.view(&wes).await.moderation.removed.is_empty());
    let removed = house.view(&ann).await.moderation.removed;
    let [ben] = &removed[..] else { panic!("one person is removed: {removed:?}") };
    assert_eq!(ben.name, "Ben");
    assert!(!ben.id.contains(BEN), "an id tells no address");
    refused(
        house.moderate(&ann, "r1", Moderate::Readmit { id: "nobody".to_owned() }).await,
        ProblemCode::NoSuchWatcher,
    );
    house.moderate(&ann, "r2", Moderate::Readmit { id: ben.id.clone() }).await.expect("again");
    house.sit(&ann, "Ben", BEN).await.expect("he may sit again");
    let view = house.view(&ann).await;
    assert_eq!(view.phase, Phase::Playing, "the table was full");
    refused(house.moderate(&ann, "k6", kick(2)).await, ProblemCode::WrongPhase);
    assert_eq!(house.view(&ann).await.seq, view.seq);
}

#[tokio::test(flavor = "multi_thread")]
async fn muted_people_cannot_chat_and_a_new_name_or_window_does_not_help() {
    let house = House::new().await;
    let ann = house.waiting().await;
    let ben = house.sit(&ann, "Ben", BEN).await.expect("a free seat");
    let wes = watcher("Wes", WES);
    house.say(wes, &ann, "s1").await.expect("watchers may chat");
    house.say(watcher("Walt", "192.0.2.4"), &ann, "s2").await.expect("watchers may chat");
    house.say(wes, &ann, "s3").await.expect("watchers may chat");
    let id = house.speaker(&ann).await;
    let mute = |whom: &Whom, is_muted| Moderate::Mute { whom: whom.clone(), is_muted };
    let (wes_id, seat) = (Whom::Watcher { id }, Whom::Seat { seat: 1 });
    refused(house.moderate(&ben, "m1", mute(&wes_id, true)).await, ProblemCode::NotYours);
    let moderate = Command::Moderate { what: mute(&wes_id, true) };
    refused(house.run(wes, &ann.table, "m2", moderate).await, ProblemCode::NotYours);
    let unknown = Whom::Watcher { id: "0000".to_owned() };
    refused(house.moderate(&ann, "m3", mute(&unknown, true)).await, ProblemCode::NoSuchWatcher);
    let own = Whom::Seat { seat: 0 };
    refused(house.moderate(&ann, "m4", mute(&own, true)).await, ProblemCode::NotYours);

    house.moderate(&ann, "m5", mute(&wes_id, true)).await.expect("she may");
    refused(house.say(wes, &ann, "s4").await, ProblemCode::Muted);
    refused(house.say(watcher("Other", WES), &ann, "s5").await, ProblemCode::Muted);
    house.say(watcher("Walt", "192.0.2.4"), &ann, "s6").await.expect("others may");
    house.moderate(&ann, "m6", mute(&seat, true)).await.expect("she may");
    refused(house.say(by_seat(&ben), &ann, "s7").await, ProblemCode::Muted);
    refused(house.say(watcher("Ghost", BEN), &ann, "s8").await, ProblemCode::Muted);
    let view = house.view(&ann).await;
    assert_eq!(view.moderation.muted_seats, [1]);
    assert_eq!(view.moderation.muted_watchers[0].name, "Wes");
    house.moderate(&ann, "m7", mute(&seat, true)).await.expect("no change");
    assert_eq!(house.view(&ann).await.seq, view.seq, "the same again stores nothing");

    let house = house.restart().await;
    refused(house.say(wes, &ann, "s9").await, ProblemCode::Muted);
    house.moderate(&ann, "m8", mute(&wes_id, false)).await.expect("lifted");
    house.moderate(&ann, "m9", mute(&seat, false)).await.expect("lifted");
    house.say(wes, &ann, "s10").await.expect("he may again");
    house.say(by_seat(&ben), &ann, "s11").await.expect("he may again");
}

#[tokio::test(flavor = "multi_thread")]
async fn chat_can_be_closed_and_reopened_for_watchers() {
    let house = House::new().await;
    let ann = house.waiting().await;
    let ben = house.sit(&ann, "Ben", BEN).await.expect("a free seat");
    let chat = |is_open| Moderate::WatcherChat { is_open };
    refused(house.moderate(&ben, "c1", chat(false)).await, ProblemCode::NotYours);
    house.moderate(&ann, "c2", chat(false)).await.expect("she may");
    assert!(!house.view(&ben).await.moderation.is_watcher_chat_open);
    refused(house.say(watcher("Wes", WES), &ann, "s1").await, ProblemCode::ChatClosed);
    house.say(by_seat(&ben), &ann, "s2").await.expect("players may");
    house.moderate(&ann, "c3", chat(true)).await.expect("she may");
    house.say(watcher("Wes", WES), &ann, "s3").await.expect("they may again");
}

#[tokio::test(flavor = "multi_thread")]
async fn marks_differ_between_tables_and_addresses() {
    let house = House::new().await;
    let (one, two) = (house.waiting().await, house.waiting().await);
    let mut marks = Vec::new();
    for (table, from) in [(&one, WES), (&one, BEN), (&two, WES), (&one, WES)] {
        let id = format!("s{}", marks.len());
        house.say(watcher("Wes", from), table, &id).await.expect("watchers may chat");
        marks.push(house.speaker(table).await);
    }
    assert_eq!(marks[0], marks[3], "the same address at the same table");
    assert!(marks[0] != marks[1] && marks[0] != marks[2], "{marks:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_closed_table_ends_for_all_clients_with_the_reason() {
    let house = House::new().await;
    let me = |name: &str| SeatPlan::Me { name: name.to_owned() };
    let ann = house.table(vec![me("Ann"), me("Ben")]).await;
    let mut watch = house.hub.watch(&ann.table, watcher("Wes", WES), None).await.expect("his");
    refused(house.hub.close_table(&ann.table, " ").await, ProblemCode::BadText);
    refused(house.hub.close_table("aaaaaaaaaaaa", "why").await, ProblemCode::NoSuchTable);
    house.hub.close_table(&ann.table, "abuse in the chat").await.expect("closed");
    let ServerMsg::Closing { problem, retry_after: None } = last_message(&mut watch).await else {
        panic!("all clients are notified in the end");
    };
    assert_eq!(problem.code, ProblemCode::TableClosed);
    assert!(problem.message.contains("abuse in the chat"));
    let view = house.view(&ann).await;
    let Phase::Over { ending: Ending::Closed, winners, .. } = &view.phase else {
        panic!("it is over: {:?}", view.phase);
    };
    assert!(winners.is_empty(), "a game cut short has no winner");
    assert_eq!(view.moderation.closed.as_deref(), Some("abuse in the chat"));
    refused(house.say(by_seat(&ann), &ann, "s1").await, ProblemCode::TableClosed);
    let done = house.hub.close_table(&ann.table, "again").await.expect("no change");
    assert_eq!(done.seq, view.seq);

    let open = house.waiting().await;
    house.hub.close_table(&open.table, "spam").await.expect("closed");
    refused(house.sit(&open, "Ben", BEN).await, ProblemCode::TableClosed);
    let house = house.restart().await;
    refused(house.sit(&open, "Ben", BEN).await, ProblemCode::TableClosed);
}
