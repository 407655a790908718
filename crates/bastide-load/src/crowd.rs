//! Many tables and clients with little client-side work: only the parts of a message that the next
//! move needs are parsed.

use std::borrow::Cow;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use bastide_protocol::{ClientMsg, Command, Done, NewTable, SeatPlan, Seated};
use bastide_testing::http::Request;
use bastide_testing::{Dial, Random, Socket, hello};
use serde::Deserialize;
use tokio::sync::Semaphore;
use tokio::task::JoinSet;

/// Maximum number of concurrent requests.
const AT_ONCE: usize = 64;

/// Number of sockets per source address, which has 28,000 ports.
const PER_ADDRESS: usize = 5_000;

/// Returns a new table of the base game with these seats.
pub(crate) fn table(seats: Vec<SeatPlan>) -> NewTable {
    let plain = serde_json::json!({ "game": "land", "rules": "base,fields", "seats": [] });
    let plain: NewTable = serde_json::from_value(plain).expect("a table");
    NewTable { seats, ..plain }
}

/// Returns a new table for two players who share one client.
pub(crate) fn hot_seat() -> NewTable {
    let me = |name: &str| SeatPlan::Me { name: name.to_owned() };
    table(vec![me("Ann"), me("Ben")])
}

/// Returns the source address of client `number`.
pub(crate) fn source(number: usize) -> SocketAddr {
    let host = 2 + (number / PER_ADDRESS) as u8;
    SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 0, host)), 0)
}

/// Creates `count` tables.
pub(crate) async fn make(server: SocketAddr, new: &NewTable, count: usize) -> Result<Vec<Seated>> {
    let body: Arc<[u8]> = serde_json::to_vec(new)?.into();
    let room = Arc::new(Semaphore::new(AT_ONCE));
    let mut tasks = JoinSet::new();
    for number in 0..count {
        let place = Arc::clone(&room).acquire_owned().await?;
        let body = Arc::clone(&body);
        tasks.spawn(async move {
            let _place = place;
            let request = Request::post("/api/tables", &body);
            let reply = request.send_from(server, Some(source(number))).await?;
            if reply.status != 201 {
                bail!("creating a table failed: {} {}", reply.status, reply.text());
            }
            Ok(reply.json::<Seated>()?)
        });
    }
    let mut tables = Vec::with_capacity(count);
    while let Some(made) = tasks.join_next().await {
        tables.push(made??);
    }
    Ok(tables)
}

/// A client connected to a table.
pub(crate) struct Client {
    socket: Socket,
    revision: u32,
    next: Option<(u8, String)>,
    random: Random,
    ids: u32,
}

/// The parts of a message that a client parses.
#[derive(Deserialize)]
struct Received<'a> {
    #[serde(borrow, rename = "type")]
    kind: Cow<'a, str>,
    #[serde(default)]
    id: Option<MessageId>,
    #[serde(default)]
    done: Option<Done>,
    #[serde(default)]
    table: Option<TableRevision>,
    #[serde(default, borrow)]
    offers: Option<ReceivedOffers<'a>>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum MessageId {
    Text(String),
    Number(#[allow(dead_code)] u32),
}

#[derive(Deserialize)]
struct TableRevision {
    revision: u32,
}

#[derive(Deserialize)]
struct ReceivedOffers<'a> {
    seat: u8,
    #[serde(borrow)]
    offers: Vec<ReceivedOffer<'a>>,
}

#[derive(Deserialize)]
struct ReceivedOffer<'a> {
    #[serde(borrow)]
    action: Cow<'a, str>,
}

impl Client {
    /// Connects to a table and reads the welcome message.
    pub(crate) async fn come(server: SocketAddr, seated: &Seated, number: usize) -> Result<Client> {
        let dial = Dial { from: Some(source(number)), ..Dial::default() };
        let mut socket = Socket::open(server, dial).await?;
        socket.say(&hello(&seated.table, Some(&seated.token), None)).await?;
        let random = Random::new(number as u64);
        let mut client = Client { socket, revision: 0, next: None, random, ids: 0 };
        client.hear().await?;
        Ok(client)
    }

    /// Connects to a table as a watcher and reads the welcome message.
    pub(crate) async fn watch(server: SocketAddr, table: &str, number: usize) -> Result<Client> {
        let dial = Dial { from: Some(source(number)), ..Dial::default() };
        let mut socket = Socket::open(server, dial).await?;
        socket.say(&hello(table, None, None)).await?;
        let random = Random::new(number as u64);
        let mut client = Client { socket, revision: 0, next: None, random, ids: 0 };
        client.hear().await?;
        Ok(client)
    }

    /// Returns the revision of the table that the client knows.
    pub(crate) fn revision(&self) -> u32 {
        self.revision
    }

    /// Reads a message. Returns the id of the command if it is an answer.
    pub(crate) async fn hear(&mut self) -> Result<Option<String>> {
        let text = self.socket.hear_text().await?;
        let heard: Received<'_> = serde_json::from_str(&text)?;
        match &*heard.kind {
            "welcome" | "update" => {
                self.revision = heard.table.context("a table")?.revision;
                let random = &mut self.random;
                self.next = heard.offers.filter(|offers| !offers.offers.is_empty()).map(|offers| {
                    (offers.seat, random.one_of(&offers.offers).action.clone().into_owned())
                });
                Ok(None)
            }
            "done" => {
                heard.done.context("what was done")?;
                match heard.id {
                    Some(MessageId::Text(id)) => Ok(Some(id)),
                    Some(MessageId::Number(_)) | None => bail!("an answer without a request"),
                }
            }
            "presence" => Ok(None),
            other => bail!("the server answered {other}: {}", text.as_str()),
        }
    }

    /// Makes a move and waits for the answer and the next position. Returns false if there was no
    /// move to make.
    pub(crate) async fn play(&mut self) -> Result<bool> {
        let Some((seat, action)) = self.next.take() else { return Ok(false) };
        let before = self.revision;
        self.ids += 1;
        let id = self.ids.to_string();
        let command = Command::Play { seat, revision: before, actions: vec![action] };
        self.socket.say(&ClientMsg::Do { id: id.clone(), command }).await?;
        // The update may arrive before or after the answer.
        let mut is_answered = false;
        while !is_answered || self.revision == before {
            is_answered |= self.hear().await?.is_some_and(|answered| answered == id);
        }
        Ok(true)
    }

    /// Returns the next command to send: a chat message or a move.
    pub(crate) fn planned(&self, is_chat: bool) -> Option<Command> {
        let (seat, action) = self.next.clone()?;
        Some(if is_chat {
            Command::Say { text: "hello".to_owned() }
        } else {
            Command::Play { seat, revision: self.revision, actions: vec![action] }
        })
    }

    /// Returns true if there is a move to make.
    pub(crate) fn can_play(&self) -> bool {
        self.next.is_some()
    }
}

/// Connects `count` clients, distributed over these tables.
pub(crate) async fn seat(
    server: SocketAddr,
    tables: &[Seated],
    count: usize,
) -> Result<Vec<Client>> {
    let room = Arc::new(Semaphore::new(AT_ONCE));
    let mut tasks = JoinSet::new();
    for number in 0..count {
        let place = Arc::clone(&room).acquire_owned().await?;
        let seated = tables[number % tables.len()].clone();
        tasks.spawn(async move {
            let _place = place;
            Client::come(server, &seated, number).await
        });
    }
    let mut clients = Vec::with_capacity(count);
    while let Some(client) = tasks.join_next().await {
        clients.push(client??);
    }
    Ok(clients)
}
