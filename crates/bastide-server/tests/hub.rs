//! Tables over a real store, with people and bots.

use std::sync::Arc;
use std::time::Duration;

use bastide_host::verify;
use bastide_protocol::{
    Aid, Answer, Command, Ending, GoOn, NewSeat, NewTable, Occupant, OfferKind, Offers, Phase,
    Problem, ProblemCode, Proposal, Question, SeatPlan, Seated, ServerMsg, TableEventKind,
    TableView, UndoPolicy, Visibility,
};
use bastide_server::store::{Location, Stage, TableId, open};
use bastide_server::{Credentials, Hub, HubOptions, Watch};
use bastide_testing::{PATIENCE, Scratch};

/// A hub over a fresh SQLite file.
struct House {
    hub: Hub,
    scratch: Scratch,
}

impl House {
    async fn new() -> House {
        let scratch = Scratch::new("hub").expect("a folder for the test");
        let hub = House::open(&scratch).await;
        House { hub, scratch }
    }

    async fn open(scratch: &Scratch) -> Hub {
        let location = Location::Sqlite(scratch.join("bastide.db"));
        let store = open(&location).await.expect("a fresh store");
        Hub::start(store, HubOptions::default()).await.expect("a hub")
    }

    /// Shuts down and starts again.
    async fn restart(&mut self) {
        self.hub.shutdown().await;
        self.hub = House::open(&self.scratch).await;
    }

    async fn table(&self, rules: &str, seats: Vec<SeatPlan>) -> Seated {
        self.hub.create(plan(rules, seats)).await.expect("possible")
    }

    async fn join(&self, table: &Seated, name: &str) -> Seated {
        let seat = NewSeat {
            seat: None,
            name: name.to_owned(),
            salt: Some(name.to_owned()),
            salt_commitment: None,
        };
        self.hub.sit(&table.table, seat).await.expect("a free seat")
    }

    async fn view(&self, seated: &Seated) -> TableView {
        self.hub.view(&seated.table, credentials(seated)).await.expect("a view")
    }

    /// Returns the view once all watchers have disconnected, which takes a moment.
    async fn view_alone(&self, seated: &Seated) -> TableView {
        for _ in 0..24_000 {
            let view = self.view(seated).await;
            let is_here = |who: &Occupant| matches!(who, Occupant::Person { is_here: true, .. });
            if view.watchers == 0 && !view.seats.iter().any(|seat| is_here(&seat.who)) {
                return view;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        panic!("a client never leaves");
    }

    async fn act(&self, seated: &Seated, id: &str, command: Command) -> Result<(), Problem> {
        self.hub.act(&seated.table, credentials(seated), id, command).await.map(|_| ())
    }

    async fn offers(&self, seated: &Seated) -> Option<Offers> {
        let watch =
            self.hub.watch(&seated.table, credentials(seated), None).await.expect("a watch");
        let ServerMsg::Welcome { offers, .. } = watch.welcome else { panic!("welcome first") };
        offers
    }

    /// Plays for all of the given seats until the game is over.
    async fn play_out(&self, players: &[&Seated]) -> TableView {
        for number in 0..2000 {
            for seated in players {
                if let Some(offers) = self.offers(seated).await {
                    let revision = self.view(seated).await.revision;
                    let at = (number * 7) % offers.offers.len();
                    let actions = vec![offers.offers[at].action.clone()];
                    let play = Command::Play { seat: offers.seat, revision, actions };
                    // A bot may have acted in the meantime, but never for this seat.
                    self.act(seated, &format!("m{number}"), play).await.expect("offered");
                }
            }
            let view = self.view(players[0]).await;
            if matches!(view.phase, Phase::Over { .. }) {
                return view;
            }
            if view.game.to_act.is_some_and(|seat| !is_person(&view, seat)) {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        }
        panic!("the game does not end");
    }
}

fn is_person(view: &TableView, seat: u8) -> bool {
    matches!(view.seats[usize::from(seat)].who, Occupant::Person { .. })
}

fn credentials(seated: &Seated) -> Credentials<'_> {
    Credentials { token: Some(&seated.token), ..Credentials::default() }
}

fn plan(rules: &str, seats: Vec<SeatPlan>) -> NewTable {
    NewTable {
        visibility: Visibility::Listed,
        aid: Aid::Coach,
        undo: UndoPolicy::PastDraws,
        ..NewTable::new(rules, seats)
    }
}

fn me(name: &str) -> SeatPlan {
    SeatPlan::Me { name: name.to_owned() }
}

fn bot(level: &str) -> SeatPlan {
    SeatPlan::Bot { level: level.to_owned() }
}

/// Returns the next message, or `None` if the connection is closed.
async fn next(watch: &mut Watch) -> Option<ServerMsg> {
    let frame = tokio::time::timeout(PATIENCE, watch.frames.recv());
    let frame: Arc<str> = frame.await.expect("a message in time")?;
    Some(serde_json::from_str(&frame).expect("a message of ours"))
}

#[tokio::test(flavor = "multi_thread")]
async fn people_and_bots_play_every_game_to_its_end() {
    let house = House::new().await;
    let mixes = [
        "base,fields",
        "base,fields,river,abbot",
        "base,fields,bridges,castles,barns",
        "wheel,fields,abbot",
        "",
    ];
    for rules in mixes {
        let seated = house.table(rules, vec![me("Anna"), bot("normal")]).await;
        let view = house.play_out(&[&seated]).await;
        let Phase::Over { ending, scores, winners } = &view.phase else { panic!("over") };
        assert_eq!((*ending, scores), (Ending::Played, &view.game.scores), "{rules}");
        assert!(!winners.is_empty());
        let record = house.hub.record(&seated.table).await.expect("a record");
        assert!(verify(&record).expect("dealt as promised").is_finished, "{rules}");
        assert_eq!(record.commitment().map(|c| c.to_string()), view.commitment);
        assert_eq!(record.extra().get("aid").map(String::as_str), Some("coach"));
    }
    let over = house.hub.list(Stage::Over, None, 50).await.expect("a list");
    assert_eq!(over.len(), mixes.len());
    let only_bots = house.table("base,fields", vec![bot("easy"), bot("beginner")]).await;
    for _ in 0..12_000 {
        if matches!(house.view(&only_bots).await.phase, Phase::Over { .. }) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("bots alone do not come to an end");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_keeps_tables_and_seats() {
    let mut house = House::new().await;
    let anna = house.table("base,fields", vec![me("Anna"), SeatPlan::Open]).await;
    let boris = house.join(&anna, "Boris").await;
    assert_eq!(boris.seats, [1]);
    for number in 0..12 {
        for seated in [&anna, &boris] {
            if let Some(offers) = house.offers(seated).await {
                let revision = house.view(seated).await.revision;
                let actions = vec![offers.offers[0].action.clone()];
                let play = Command::Play { seat: offers.seat, revision, actions };
                house.act(seated, &format!("m{number}"), play).await.expect("offered");
            }
        }
    }
    let before = house.view_alone(&anna).await;
    house.restart().await;
    let after = house.view_alone(&anna).await;
    assert_eq!(before, after);
    let view = house.play_out(&[&anna, &boris]).await;
    assert_eq!(view.events.first().map(|event| event.seq), Some(1));
    assert!(view.events.windows(2).all(|pair| pair[1].seq == pair[0].seq + 1));
    let record = house.hub.record(&anna.table).await.expect("a record");
    assert_eq!(record.salt(), "Boris", "what players mix in is in the record");
    verify(&record).expect("dealt as promised");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_command_again_gets_the_same_answer() {
    let house = House::new().await;
    let anna = house.table("base,fields", vec![me("Anna"), me("Anna too")]).await;
    let offers = house.offers(&anna).await.expect("her turn");
    let revision = house.view(&anna).await.revision;
    let actions = vec![offers.offers[0].action.clone()];
    let play = Command::Play { seat: offers.seat, revision, actions };
    let hub = &house.hub;
    let act = |id: &'static str, command| hub.act(&anna.table, credentials(&anna), id, command);
    let first = act("one", play.clone()).await.expect("legal");
    assert_eq!(act("one", play.clone()).await.expect("known"), first);
    assert_eq!(house.view(&anna).await.seq, first.seq, "nothing more has happened");
    let stale = act("two", play.clone()).await.expect_err("it answers an old state");
    assert_eq!(stale.code, ProblemCode::StaleRevision);
    // Many concurrent commands: one succeeds, the others are rejected.
    let offers = house.offers(&anna).await.expect("her turn");
    let action = offers.offers[0].action.clone();
    let tries = (0..20).map(|number| {
        let (hub, table, token) = (hub.clone(), anna.table.clone(), anna.token.clone());
        let (seat, actions) = (offers.seat, vec![action.clone()]);
        tokio::spawn(async move {
            let credentials = Credentials { token: Some(&token), ..Credentials::default() };
            let play = Command::Play { seat, revision: first.revision, actions };
            hub.act(&table, credentials, &format!("r{number}"), play).await
        })
    });
    let mut won = 0;
    for task in tries.collect::<Vec<_>>() {
        match task.await.expect("no panic") {
            Ok(_) => won += 1,
            Err(problem) => assert_eq!(problem.code, ProblemCode::StaleRevision),
        }
    }
    assert_eq!(won, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn watchers_see_all_public_events_in_order() {
    let house = House::new().await;
    let anna = house.table("base,fields", vec![me("Anna"), SeatPlan::Open]).await;
    let visitor = Credentials { name: Some("Guest"), ..Credentials::default() };
    let mut watcher = house.hub.watch(&anna.table, visitor, None).await.expect("a watcher");
    let mut hers = house.hub.watch(&anna.table, credentials(&anna), None).await.expect("hers");
    assert!(matches!(next(&mut watcher).await, Some(ServerMsg::Presence { .. })));
    let boris = house.join(&anna, "Boris").await;
    let Some(ServerMsg::Update { events, table, offers, .. }) = next(&mut watcher).await else {
        panic!("an update");
    };
    assert!(matches!(events[0].what, TableEventKind::Sat { .. }));
    assert!(matches!(events[1].what, TableEventKind::Began { .. }));
    assert!(table.yours.is_empty() && offers.is_none(), "a watcher has no seat");
    let Some(ServerMsg::Update { table, offers, .. }) = next(&mut hers).await else {
        panic!("an update");
    };
    assert_eq!(table.yours, [0]);
    assert_eq!(offers.is_some(), table.game.to_act == Some(0));
    let wrong = Credentials { token: Some("0123"), ..Credentials::default() };
    for result in [
        house.hub.watch(&anna.table, wrong, None).await.map(|_| ()),
        house.hub.view(&anna.table, wrong).await.map(|_| ()),
    ] {
        assert_eq!(result.expect_err("no seat").code, ProblemCode::BadToken);
    }
    let say = |text: &str| Command::Say { text: text.to_owned() };
    house.hub.act(&anna.table, visitor, "c1", say("привіт")).await.expect("watchers may talk");
    let nameless = house.hub.act(&anna.table, Credentials::default(), "c2", say("hi")).await;
    assert_eq!(nameless.expect_err("no name").code, ProblemCode::BadName);
    let loud = house.act(&boris, "c3", say("\u{202e}")).await;
    assert_eq!(loud.expect_err("invisible").code, ProblemCode::BadText);
    let Some(ServerMsg::Update { events, .. }) = next(&mut watcher).await else { panic!("chat") };
    assert!(
        matches!(&events[0].what, TableEventKind::Said { seat: None, text, .. } if text == "привіт")
    );
    drop(watcher);
    let Some(ServerMsg::Update { .. }) = next(&mut hers).await else { panic!("chat first") };
    assert!(matches!(next(&mut hers).await, Some(ServerMsg::Presence { watchers: 0, .. })));
}

/// What all clients share is serialised once, and what differs is that of each client.
#[tokio::test(flavor = "multi_thread")]
async fn an_update_is_the_view_of_its_client() {
    let house = House::new().await;
    let anna = house.table("base,fields", vec![me("Anna"), SeatPlan::Open]).await;
    let boris = house.join(&anna, "Boris").await;
    let clients = [credentials(&anna), credentials(&boris), Credentials::default()];
    let mut watches = Vec::new();
    for client in clients {
        watches.push(house.hub.watch(&anna.table, client, None).await.expect("a client"));
    }
    let mut pending = 0;
    for number in 0..12 {
        let mover = if house.offers(&anna).await.is_some() { &anna } else { &boris };
        let offers = house.offers(mover).await.expect("one of them is to act");
        let revision = house.view(mover).await.revision;
        let actions = vec![offers.offers[(number * 5) % offers.offers.len()].action.clone()];
        let play = Command::Play { seat: offers.seat, revision, actions };
        house.act(mover, &format!("m{number}"), play).await.expect("offered");
        for (client, watch) in clients.into_iter().zip(&mut watches) {
            let (events, table, laid_from, offers) = loop {
                match next(watch).await.expect("an update") {
                    ServerMsg::Update { events, table, laid_from, offers } => {
                        break (events, table, laid_from, offers);
                    }
                    other => assert!(matches!(other, ServerMsg::Presence { .. }), "{other:?}"),
                }
            };
            let mut view = house.hub.view(&anna.table, client).await.expect("a view");
            assert_eq!(*events, view.events[view.events.len() - 1..]);
            view.events.clear();
            view.game.laid.drain(..laid_from);
            // Watches of `offers` come and go.
            view.watchers = table.watchers;
            assert_eq!(*table, view);
            let is_to_act = view.game.to_act.is_some_and(|seat| view.yours.contains(&seat));
            assert_eq!(offers.is_some(), is_to_act);
            let answer = house.hub.ask(&anna.table, client, &Question::Standing).await;
            let Ok(Answer::Standing { seats }) = answer else { panic!("{answer:?}") };
            pending += seats.iter().map(|seat| seat.ended_now).sum::<i32>();
            assert_eq!(table.standing, Some(seats));
        }
    }
    assert!(pending > 0, "some features are occupied");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_moves_to_another_device_once() {
    let house = House::new().await;
    let anna = house.table("base,fields", vec![me("Anna"), bot("normal")]).await;
    let mut old = house.hub.watch(&anna.table, credentials(&anna), None).await.expect("hers");
    let handover = house.hub.handover(&anna.table, &anna.token).await.expect("a link");
    let moved = house.hub.redeem(&anna.table, &handover.code).await.expect("once");
    assert_eq!(moved.seats, [0]);
    let again = house.hub.redeem(&anna.table, &handover.code).await;
    assert_eq!(again.expect_err("only once").code, ProblemCode::BadToken);
    let old_token = house.hub.view(&anna.table, credentials(&anna)).await;
    assert_eq!(old_token.expect_err("worth nothing").code, ProblemCode::BadToken);
    while next(&mut old).await.is_some() {}
    assert!(house.view(&moved).await.is_creator);
}

#[tokio::test(flavor = "multi_thread")]
async fn rematches_replacements_and_undo_need_every_player() {
    let house = House::new().await;
    let anna = house.table("base,fields", vec![me("Anna"), SeatPlan::Open, SeatPlan::Open]).await;
    let boris = house.join(&anna, "Boris").await;
    let clara = house.join(&anna, "Clara").await;
    let propose = |seat, what| Command::Propose { seat, what };
    let reply = |seat, agree| Command::Reply { seat, agree };

    // A bot for Clara is rejected until the server has seen her absent for long enough.
    let bot = Proposal::Bot { seat: 2, level: "easy".to_owned() };
    let refused = house.act(&anna, "p1", propose(0, bot)).await;
    assert_eq!(refused.expect_err("not away yet").code, ProblemCode::NotAway);
    let view = house.view(&anna).await;
    assert!(view.proposal.is_none() && is_person(&view, 2));
    assert!(view.seats[2].away.is_some(), "from now on she is");

    // Undo: requested by the last player to move, and declined if one player declines.
    let players = [&anna, &boris, &clara];
    let mover = loop {
        let view = house.view(&anna).await;
        let seat = view.game.to_act.expect("a seat to act");
        let who = players[usize::from(seat)];
        let offers = house.offers(who).await.expect("their turn");
        let actions = vec![offers.offers[0].action.clone()];
        let play = Command::Play { seat, revision: view.revision, actions };
        house.act(who, &format!("move{}", view.revision), play).await.expect("legal");
        if house.view(&anna).await.game.to_act != Some(seat) {
            break seat;
        }
    };
    let asks = players[usize::from(mover)];
    let seq = house.view(&anna).await.game.actions;
    house.act(asks, "u1", propose(mover, Proposal::Undo)).await.expect("possible");
    let others: Vec<u8> = (0..3).filter(|&seat| seat != mover).collect();
    let of = |seat: u8| players[usize::from(seat)];
    house.act(of(others[0]), "u2", reply(others[0], true)).await.expect("asked");
    assert!(house.view(&anna).await.proposal.is_some(), "one is still to answer");
    house.act(of(others[1]), "u3", reply(others[1], false)).await.expect("asked");
    assert_eq!(house.view(&anna).await.game.actions, seq);
    house.act(asks, "u4", propose(mover, Proposal::Undo)).await.expect("possible");
    house.act(of(others[0]), "u5", reply(others[0], true)).await.expect("asked");
    house.act(of(others[1]), "u6", reply(others[1], true)).await.expect("asked");
    let view = house.view(&anna).await;
    assert!(view.game.actions < seq && view.proposal.is_none());
    assert_eq!(view.game.to_act, Some(mover));

    house.play_out(&players).await;
    house.act(&anna, "r1", propose(0, Proposal::Rematch)).await.expect("over");
    house.act(&boris, "r2", reply(1, true)).await.expect("asked");
    house.act(&clara, "r3", reply(2, true)).await.expect("asked");
    for _ in 0..12_000 {
        if let Some(table) = house.view(&anna).await.rematch {
            let again = Seated { table, ..anna.clone() };
            let view = house.view(&again).await;
            assert_eq!(view.yours, [0], "the same token, the same seat");
            assert!(matches!(view.phase, Phase::Playing));
            return;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("no rematch");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_can_be_continued_from_any_position_against_a_bot() {
    let house = House::new().await;
    let first = house.table("base,fields,river", vec![me("Anna"), me("Boris")]).await;
    house.play_out(&[&first]).await;
    let record = house.hub.record(&first.table).await.expect("a record");
    let mut new = plan("", vec![me("Anna"), bot("easy")]);
    let actions = record.actions().len() / 2;
    new.go_on = Some(GoOn { record: record.to_text(), actions });
    let second = house.hub.create(new).await.expect("possible");
    let view = house.view(&second).await;
    assert!(view.game.actions >= actions && view.commitment.is_none());
    assert_eq!(view.game.rules, "base,fields,river");
    let over = house.play_out(&[&second]).await;
    assert!(over.game.actions > actions);
}

#[tokio::test(flavor = "multi_thread")]
async fn aids_are_what_the_table_agreed_on() {
    let house = House::new().await;
    let mut strict = plan("base,fields", vec![me("Anna"), me("Boris")]);
    strict.aid = Aid::None;
    let strict = house.hub.create(strict).await.expect("possible");
    let ask = async |seated: &Seated, question| {
        house.hub.ask(&seated.table, credentials(seated), &question).await
    };
    let refused = ask(&strict, Question::Fields).await.expect_err("no aids");
    assert_eq!(refused.code, ProblemCode::AidNotAllowed);
    let offers = house.offers(&strict).await.expect("her turn");
    let place = offers.offers.iter().find(|offer| matches!(offer.what, OfferKind::Place { .. }));
    let actions = vec![place.expect("a tile to lay").action.clone()];
    ask(&strict, Question::Preview { actions }).await.expect("always answered");
    let coached = house.table("base,fields", vec![me("Anna"), me("Boris")]).await;
    ask(&coached, Question::Hint).await.expect("a coach answers");
    ask(&coached, Question::Standing).await.expect("and counts");
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_tables_are_not_found() {
    let house = House::new().await;
    for name in ["", "short", "abcdefghjkmn", "../../../../x", "ABCDEFGHJKMN", &"a".repeat(5000)] {
        let view = house.hub.view(name, Credentials::default()).await;
        assert_eq!(view.expect_err("nothing").code, ProblemCode::NoSuchTable, "{name}");
    }
    assert_eq!(house.hub.stats().tables, 0, "asking leaves nothing behind");
}

/// Tables of one creator share a number that is stored in the log and therefore survives a restart;
/// the address of the creator is not stored.
#[tokio::test(flavor = "multi_thread")]
async fn creators_are_known_after_a_restart_but_not_their_addresses() {
    let mut house = House::new().await;
    let mut tables = Vec::new();
    for creator in [Some("192.0.2.7"), Some("192.0.2.7"), Some("198.51.100.1"), None] {
        let new = plan("base,fields", vec![me("Ann"), me("Ben")]);
        let made = house.hub.create_for(new, creator.map(str::to_owned)).await.expect("possible");
        tables.push(made.table);
    }
    house.restart().await;
    house.hub.shutdown().await;
    let location = Location::Sqlite(house.scratch.join("bastide.db"));
    let store = open(&location).await.expect("the same store");
    let mut numbers = Vec::new();
    for table in &tables {
        let id = TableId::from_name(table).expect("a name");
        let log = store.read(&id, 0).await.expect("a log");
        assert!(
            log.iter().all(|fact| !fact.body.contains("192.0.2") && !fact.body.contains("198."))
        );
        let first: serde_json::Value = serde_json::from_str(&log[0].body).expect("JSON");
        numbers.push(first["fact"]["maker"].as_u64());
    }
    store.close().await;
    assert!(numbers[0].is_some() && numbers[0] == numbers[1]);
    assert!(numbers[2].is_some() && numbers[2] != numbers[0]);
    assert_eq!(numbers[3], None);
}
