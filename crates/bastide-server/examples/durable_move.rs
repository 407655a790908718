//! The workload of the server's instruction benchmark (`cargo xtask bench`): confirmed moves at
//! tables of two players and a watcher, in the middle of games of base + fields.
//!
//! Usage: `durable_move COUNT`. A move is everything that the server does for a whole turn: it reads
//! the message of the client, decides, stores and applies the turn and the next draw, and sends the
//! update to all three clients and the receipt to the player. Clients need not ask anything
//! afterwards. Facts are stored in memory, since the costs of a database are not those of the
//! server, and there is no network.
//!
//! The same tables are prepared for every count, so that the difference between two counts is the
//! cost of the moves alone. They offer [`MOST`] moves; a larger count makes no more.

use std::error::Error;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Instant;

use bastide::{Action, Actor, Game};
use bastide_host::Dice;
use bastide_protocol::{
    ClientMsg, Command, DealPlan, FirstSeat, NewSeat, NewTable, Problem, SeatPlan, Seated,
    ServerMsg,
};
use bastide_server::store::MemoryStore;
use bastide_server::{Credentials, Entropy, Hub, HubOptions, Watch};

/// Number of tables, each with other tiles and moves.
const TABLES: u32 = 8;

/// Number of turns played at each table before the measurement.
const BEFORE: usize = 20;

/// Number of turns that can be measured at each table.
const TURNS: usize = 30;

/// Maximum number of moves.
const MOST: usize = TABLES as usize * TURNS;

type Outcome<T> = Result<T, Box<dyn Error>>;

fn main() -> Outcome<()> {
    let count = std::env::args().nth(1).and_then(|count| count.parse().ok()).unwrap_or(MOST);
    // Time stands still, so that no background work runs between the moves.
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().start_paused(true).build()?;
    runtime.block_on(measure(count.min(MOST)))
}

async fn measure(count: usize) -> Outcome<()> {
    let options =
        HubOptions { bot_threads: 0, entropy: Entropy::seeded(1), ..HubOptions::default() };
    let hub = Hub::start(Arc::new(MemoryStore::default()), options).await?;
    let mut tables = Vec::new();
    for number in 0..TABLES {
        tables.push(Clients::prepare(&hub, number).await?);
    }
    let began = Instant::now();
    for made in 0..count {
        tables[made % TABLES as usize].turn(&hub).await?;
    }
    let nanos = began.elapsed().as_nanos() / u128::try_from(count.max(1))?;
    println!("{count} moves, {nanos} ns each");
    Ok(())
}

/// A seat and the actions of its turn.
type Turn = (u8, Vec<String>);

/// The clients of a table.
struct Clients {
    table: String,
    /// Tokens of the players; none for the watcher.
    tokens: [Option<String>; 3],
    watches: Vec<Watch>,
    turns: Vec<Turn>,
    played: u32,
}

impl Clients {
    /// Opens a table and plays its first turns.
    async fn prepare(hub: &Hub, number: u32) -> Outcome<Clients> {
        // The turns are found at another table with the same tiles.
        let turns = rehearse(hub, number).await?;
        let mut clients = Clients::sit(hub, number, turns).await?;
        for _ in 0..BEFORE {
            clients.turn(hub).await?;
        }
        Ok(clients)
    }

    async fn sit(hub: &Hub, number: u32, turns: Vec<Turn>) -> Outcome<Clients> {
        let players = sit(hub, number).await?;
        let table = players[0].table.clone();
        let [first, second] = players;
        let tokens = [Some(first.token), Some(second.token), None];
        let mut watches = Vec::new();
        for token in &tokens {
            let watch = hub.watch(&table, credentials(token.as_deref()), None).await;
            watches.push(watch.map_err(refused)?);
        }
        Ok(Clients { table, tokens, watches, turns, played: 0 })
    }

    /// Plays the next turn.
    async fn turn(&mut self, hub: &Hub) -> Outcome<()> {
        let (seat, actions) = &self.turns[self.played as usize];
        let revision = self.played + 1;
        let play = Command::Play { seat: *seat, revision, actions: actions.clone() };
        self.played += 1;
        let sent = ClientMsg::Do { id: format!("move-{revision}"), command: play };
        let ClientMsg::Do { id, command } = serde_json::from_str(&serde_json::to_string(&sent)?)?
        else {
            return Err("another message".into());
        };
        let who = credentials(self.tokens[usize::from(*seat)].as_deref());
        let done = hub.act(&self.table, who, &id, command).await.map_err(refused)?;
        black_box(serde_json::to_string(&ServerMsg::Done { id, done })?);
        for watch in &mut self.watches {
            let mut is_told = false;
            while let Ok(frame) = watch.frames.try_recv() {
                is_told |= frame.starts_with("{\"type\":\"update\"");
                // Otherwise each client would ask for the standing.
                if self.played == 1 && is_told && !frame.contains("\"standing\":[") {
                    return Err("an update without the standing".into());
                }
                black_box(frame);
            }
            if !is_told {
                return Err("a client was not told of the move".into());
            }
        }
        Ok(())
    }
}

/// Takes both seats of a new table.
async fn sit(hub: &Hub, number: u32) -> Outcome<[Seated; 2]> {
    let seats = vec![SeatPlan::Me { name: "Anna".to_owned() }, SeatPlan::Open];
    let new = NewTable {
        deal: DealPlan::Seed { seed: format!("game {number}") },
        first: FirstSeat::Seat { seat: 0 },
        ..NewTable::new("base,fields", seats)
    };
    let first = hub.create(new).await.map_err(refused)?;
    let boris = NewSeat { seat: None, name: "Boris".to_owned(), salt: None, salt_commitment: None };
    let second = hub.sit(&first.table, boris).await.map_err(refused)?;
    Ok([first, second])
}

/// Returns turns with random actions.
async fn rehearse(hub: &Hub, number: u32) -> Outcome<Vec<Turn>> {
    let players = sit(hub, number).await?;
    let mut dice = Dice::new(u64::from(number), 0);
    let mut turns: Vec<Turn> = Vec::new();
    for revision in 1.. {
        if turns.len() == BEFORE + TURNS {
            break;
        }
        let mut game = hub.record(&players[0].table).await.map_err(refused)?.game();
        let Actor::Seat(mover) = game.to_act() else { return Err("the game is too short".into()) };
        let mut actions = Vec::new();
        let mut legal: Vec<Action> = Vec::new();
        while game.to_act() == Actor::Seat(mover) {
            legal.clear();
            game.legal_actions(&mut legal);
            let action = dice.pick(&legal);
            actions.push(game.notation().show(action).to_string());
            game.play_unchecked(action);
        }
        let seat = u8::try_from(mover.index())?;
        let who = credentials(Some(&players[mover.index()].token));
        let command = Command::Play { seat, revision, actions: actions.clone() };
        hub.act(&players[0].table, who, &revision.to_string(), command).await.map_err(refused)?;
        turns.push((seat, actions));
    }
    Ok(turns)
}

fn credentials(token: Option<&str>) -> Credentials<'_> {
    Credentials { token, ..Credentials::default() }
}

fn refused(Problem { code, message, .. }: Problem) -> Box<dyn Error> {
    format!("{code:?}: {message}").into()
}
