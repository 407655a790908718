//! Simulated players: random legal moves, chat, proposals, handovers, and attempts at forbidden
//! commands.

use std::sync::Arc;
use std::time::Duration;

use bastide_host::Dice;
use bastide_protocol::{
    Command, Done, Offers, Phase, Problem, ProblemCode, Seated, ServerMsg, TableView,
};
use bastide_server::{Credentials, Watch};
use serde_json::{Value, from_value, json};
use tokio::time::sleep;

use crate::connection::lock;
use crate::ledger::{Ack, Made};
use crate::world::{NoAnswer, World};

/// Maximum number of attempts to send a command.
const TRIES: usize = 12;

/// Tiles of short games; there are two or more of each.
const TILES: [&str; 8] = ["D", "E", "V", "U", "K", "J", "L", "W"];

/// Creates a table and plays at it; other players join.
pub(crate) async fn host(world: Arc<World>, number: u64) {
    let mut dice = Dice::new(world.plan.seed, 10_000 + number * 100);
    let kind = dice.below(5);
    let clock = (dice.below(2) == 0).then(|| dice.pick(&[10_u32, 15, 60, 600]));
    let bot = json!({ "kind": "bot", "level": "beginner" });
    let me = json!({ "kind": "me", "name": "Ann" });
    let open = json!({ "kind": "open" });
    let (seats, others) = match kind {
        0 => (json!([me, bot]), 0),
        1 => (json!([bot, bot]), 0),
        2 => (json!([me, open, bot]), 1),
        _ => (json!([me, open]), 1),
    };
    let mut bag = [TILES, TILES].concat();
    let tiles: Vec<&str> =
        (0..4 + dice.below(6)).map(|_| bag.swap_remove(dice.below(bag.len()))).collect();
    let mut new = json!({
        "game": "land", "rules": "base", "seats": seats, "undo": "past_draws",
        "visibility": "listed", "deal": { "kind": "deck", "tiles": tiles },
    });
    if let Some(seconds) = clock {
        new["clock"] = json!({ "kind": "live", "seconds": seconds, "increment": 0 });
    }
    if dice.below(8) == 0 {
        new["deal"] = json!({ "kind": "secret" });
    }
    let new: bastide_protocol::NewTable = from_value(new).expect("a table can be made like this");
    for _ in 0..TRIES {
        let plan = new.clone();
        let made = world.call(&mut dice, |hub| async move { hub.create(plan).await }).await;
        match made {
            Ok(Ok(seated)) => {
                world.note(&format!("table {number} is made"));
                let made = Made { table: seated.table.clone(), clock };
                lock(&world.ledger).made.push(made);
                for other in 0..others {
                    let dice = Dice::new(world.plan.seed, 10_001 + number * 100 + other);
                    let table = seated.table.clone();
                    tokio::spawn(join(Arc::clone(&world), dice, table, number * 100 + other + 1));
                }
                let player = Player::new(world, dice, seated, number * 100);
                player.play().await;
                return;
            }
            Ok(Err(problem)) if is_passing(&problem) => {}
            Ok(Err(problem)) => {
                lock(&world.ledger).violation(format!("a table was refused: {}", problem.message));
                return;
            }
            Err(NoAnswer) => {}
        }
        sleep(Duration::from_millis(200)).await;
    }
}

/// Takes a seat, sometimes leaves it again, and plays.
async fn join(world: Arc<World>, mut dice: Dice, table: String, number: u64) {
    let mut leaves = dice.below(3);
    for _ in 0..2 * TRIES {
        sleep(Duration::from_millis(dice.below(400) as u64)).await;
        let (name, wanted) = (table.clone(), json!({ "name": "Bob" }));
        let seat = from_value(wanted).expect("a seat can be asked for like this");
        let sat = world.call(&mut dice, |hub| async move { hub.sit(&name, seat).await }).await;
        match sat {
            Ok(Ok(seated)) => {
                world.note(&format!("player {number} sits"));
                let seat = seated.seats.first().copied();
                let mut player = Player::new(Arc::clone(&world), dice.clone(), seated, number);
                let Some(seat) = seat.filter(|_| leaves > 0) else {
                    player.play().await;
                    return;
                };
                leaves -= 1;
                let left = player.send(Command::Leave { seat }).await;
                dice = player.dice.clone();
                if !matches!(left, Some(Ok(_))) {
                    player.play().await;
                    return;
                }
                // A seat that was given up has no owner.
                player.must_fail(Command::Leave { seat }).await;
            }
            Ok(Err(problem)) if is_passing(&problem) => {}
            // The answer to an earlier attempt was lost, and the seat with it.
            Ok(Err(_)) => return,
            Err(NoAnswer) => {}
        }
    }
}

/// A client with a token.
struct Player {
    world: Arc<World>,
    dice: Dice,
    table: String,
    token: String,
    seats: Vec<u8>,
    number: u64,
    sent: usize,
    /// Sequence number of the last event it was sent.
    seen: u64,
    watch: Option<Watch>,
}

/// A player's view of the table.
struct Snapshot {
    view: Box<TableView>,
    offers: Option<Offers>,
}

impl Player {
    fn new(world: Arc<World>, dice: Dice, seated: Seated, number: u64) -> Player {
        let Seated { table, seats, token, .. } = seated;
        Player { world, dice, table, token, seats, number, sent: 0, seen: 0, watch: None }
    }

    async fn play(mut self) {
        let mut late = 0;
        while !self.world.is_over() {
            sleep(Duration::from_millis(5 + self.dice.below(400) as u64)).await;
            let Some(Snapshot { view, offers }) = self.look().await else { continue };
            if matches!(view.phase, Phase::Over { .. }) {
                late += 1;
                if late > 3 {
                    return;
                }
            }
            match self.dice.below(100) {
                0..3 if !self.seats.is_empty() && !self.hand_over().await => return,
                3..6 => self.trespass(&view).await,
                _ => {
                    if let Some(command) = self.choose(&view, offers) {
                        self.send(command).await;
                    }
                }
            }
        }
    }

    /// Chooses a command, if there is one.
    fn choose(&mut self, view: &TableView, offers: Option<Offers>) -> Option<Command> {
        let mine = self.seats.first().copied();
        let roll = self.dice.below(100);
        if roll < 10 {
            return Some(Command::Say { text: format!("line {}", self.sent) })
                .filter(|_| mine.is_some());
        }
        let seat = mine?;
        if let Some(proposal) = &view.proposal
            && proposal.awaited.contains(&seat)
            && roll < 70
        {
            return Some(Command::Reply { seat, agree: roll < 50 });
        }
        let propose =
            |what: Value| from_value(json!({ "kind": "propose", "seat": seat, "what": what })).ok();
        match (&view.phase, roll) {
            (Phase::Over { .. }, 10..60) => return propose(json!({ "kind": "rematch" })),
            (Phase::Playing, 10..14) => return propose(json!({ "kind": "undo" })),
            (Phase::Playing, 14) => return Some(Command::Resign { seat }),
            _ => {}
        }
        let offers = offers?;
        let stale = u32::from(roll == 15);
        let at = self.dice.below(offers.offers.len().max(1));
        Some(Command::Play {
            seat: offers.seat,
            revision: view.revision.wrapping_sub(stale),
            actions: vec![offers.offers.get(at)?.action.clone()],
        })
    }

    /// Reads the table, checks everything that is sent, and sometimes keeps the subscription.
    async fn look(&mut self) -> Option<Snapshot> {
        if let Some(mut watch) = self.watch.take() {
            while let Ok(frame) = watch.frames.try_recv() {
                match serde_json::from_str::<ServerMsg>(&frame) {
                    Ok(ServerMsg::Update { events, .. }) => self.told(&events),
                    Ok(_) => {}
                    Err(error) => self.violation(&format!("a frame cannot be parsed: {error}")),
                }
            }
        }
        let (table, token) = (self.table.clone(), self.token.clone());
        let watched = self
            .world
            .call(&mut self.dice, |hub| async move {
                hub.watch(
                    &table,
                    Credentials { token: Some(&token), ..Credentials::default() },
                    None,
                )
                .await
            })
            .await;
        let watch = match watched {
            Ok(Ok(watch)) => watch,
            Ok(Err(problem)) => {
                self.check_problem(&problem, true);
                return None;
            }
            Err(NoAnswer) => return None,
        };
        let Watch { welcome, .. } = &watch;
        let ServerMsg::Welcome { table: view, offers, .. } = welcome else {
            self.violation("the first message is not a welcome message");
            return None;
        };
        // Occasionally all events, otherwise only new ones.
        let from = if self.dice.below(8) == 0 { 0 } else { self.seen };
        let first = view.events.partition_point(|event| event.seq <= from);
        self.told(&view.events[first..]);
        self.seen = view.seq;
        let snapshot = Snapshot { view: view.clone(), offers: offers.clone() };
        if self.dice.below(4) == 0 {
            self.watch = Some(watch);
        }
        Some(snapshot)
    }

    fn told(&self, events: &[bastide_protocol::TableEvent]) {
        let last = {
            let disk = self.world.network.disk();
            let known = disk.tables.iter().find(|(id, _)| *id.0 == *self.table);
            known.map_or(0, |(_, logged)| logged.row.last)
        };
        let mut ledger = lock(&self.world.ledger);
        for event in events {
            ledger.event(&self.table, event, last);
        }
    }

    /// Sends a command until it is answered, always with the same id.
    async fn send(&mut self, command: Command) -> Option<Result<Done, Problem>> {
        self.sent += 1;
        let id = format!("p{}-{}", self.number, self.sent);
        for _ in 0..TRIES {
            match self.attempt(&id, command.clone()).await {
                Ok(Ok(done)) => {
                    let ack = Ack {
                        table: self.table.clone(),
                        id: id.clone(),
                        done: done.clone(),
                        seat: seat_of(&command),
                        answers: match command {
                            Command::Play { revision, .. } => Some(revision),
                            _ => None,
                        },
                    };
                    self.world.note(&format!("{id} is done: {done:?}"));
                    lock(&self.world.ledger).ack(ack);
                    return Some(Ok(done));
                }
                Ok(Err(problem)) if is_passing(&problem) => {}
                Ok(Err(problem)) => {
                    self.check_problem(&problem, true);
                    self.world.note(&format!("{id} is refused: {:?}", problem.code));
                    lock(&self.world.ledger).refused.push((self.table.clone(), id));
                    return Some(Err(problem));
                }
                Err(NoAnswer) => {}
            }
            if self.world.is_over() {
                return None;
            }
            sleep(Duration::from_millis(50 + self.dice.below(400) as u64)).await;
        }
        None
    }

    async fn attempt(
        &mut self,
        id: &str,
        command: Command,
    ) -> Result<Result<Done, Problem>, NoAnswer> {
        let (table, token, id) = (self.table.clone(), self.token.clone(), id.to_owned());
        self.world
            .call(&mut self.dice, |hub| async move {
                hub.act(
                    &table,
                    Credentials { token: Some(&token), ..Credentials::default() },
                    &id,
                    command,
                )
                .await
            })
            .await
    }

    /// Sends a command that must be refused.
    async fn must_fail(&mut self, command: Command) {
        self.sent += 1;
        let id = format!("p{}-{}", self.number, self.sent);
        if let Ok(Ok(_)) = self.attempt(&id, command.clone()).await {
            self.violation(&format!("{command:?} was accepted from a token without that seat"));
        }
        lock(&self.world.ledger).refused.push((self.table.clone(), id));
    }

    /// Acts for a seat of another player.
    async fn trespass(&mut self, view: &TableView) {
        let others = (0..).zip(&view.seats).map(|(seat, _)| seat);
        let others: Vec<u8> = others.filter(|seat| !self.seats.contains(seat)).collect();
        if others.is_empty() {
            return;
        }
        let seat = self.dice.pick(&others);
        self.must_fail(Command::Resign { seat }).await;
    }

    /// Moves the seats to another token. Returns false if the token is lost.
    async fn hand_over(&mut self) -> bool {
        let (table, token) = (self.table.clone(), self.token.clone());
        let offered = self
            .world
            .call(&mut self.dice, |hub| async move { hub.handover(&table, &token).await })
            .await;
        let Ok(Ok(handover)) = offered else { return true };
        let table = self.table.clone();
        let redeemed = self
            .world
            .call(&mut self.dice, |hub| async move { hub.redeem(&table, &handover.code).await })
            .await;
        match redeemed {
            Ok(Ok(seated)) => {
                self.must_keep_seats(&seated);
                // The old token must be invalid.
                self.must_fail(Command::Say { text: "from the old device".to_owned() }).await;
                self.token = seated.token;
                self.watch = None;
                true
            }
            // The new token may be in an answer that was lost.
            Ok(Err(_)) | Err(NoAnswer) => false,
        }
    }

    fn must_keep_seats(&self, seated: &Seated) {
        if seated.seats != self.seats {
            self.violation(&format!("{:?} became {:?} by a handover", self.seats, seated.seats));
        }
    }

    /// Reports problems that must never occur.
    fn check_problem(&self, problem: &Problem, has_token: bool) {
        let is_wrong = match problem.code {
            ProblemCode::Internal | ProblemCode::Quarantined | ProblemCode::NoSuchTable => true,
            ProblemCode::BadToken => has_token,
            _ => false,
        };
        if is_wrong {
            self.violation(&format!("{:?}: {}", problem.code, problem.message));
        }
    }

    fn violation(&self, text: &str) {
        lock(&self.world.ledger)
            .violation(format!("table {}, player {}: {text}", self.table, self.number));
    }
}

/// Returns true if the command should be retried.
fn is_passing(problem: &Problem) -> bool {
    matches!(problem.code, ProblemCode::NotSaved | ProblemCode::Busy | ProblemCode::Restarting)
}

fn seat_of(command: &Command) -> Option<u8> {
    serde_json::to_value(command).ok()?.get("seat")?.as_u64()?.try_into().ok()
}
