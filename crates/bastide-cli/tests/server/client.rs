//! A client at a table that is controlled step by step.

use std::io;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bastide_protocol::{
    ClientMsg, Command, Done, Offers, Problem, Seated, ServerMsg, TableEvent, TableView,
};
use bastide_testing::{Dial, Socket, hello};

/// Timeout of a message, even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(20);

/// A client at a table.
pub(crate) struct TestClient {
    pub(crate) socket: Socket,
    pub(crate) seq: u64,
    pub(crate) revision: u32,
    pub(crate) offers: Option<Offers>,
    pub(crate) events: Vec<TableEvent>,
    ids: u32,
}

impl TestClient {
    /// Connects with the token of a seat.
    pub(crate) async fn connect_seated(server: SocketAddr, seated: &Seated) -> TestClient {
        TestClient::connect(server, &seated.table, Some(&seated.token), None)
            .await
            .expect("a welcome")
    }

    /// Connects to a table, possibly again after `seen`.
    pub(crate) async fn connect(
        server: SocketAddr,
        table: &str,
        token: Option<&str>,
        seen: Option<u64>,
    ) -> Result<TestClient, Problem> {
        TestClient::connect_with(server, Dial::default(), table, token, seen).await
    }

    /// Connects with the given connection options.
    pub(crate) async fn connect_with(
        server: SocketAddr,
        dial: Dial<'_>,
        table: &str,
        token: Option<&str>,
        seen: Option<u64>,
    ) -> Result<TestClient, Problem> {
        let mut socket = Socket::open(server, dial).await.expect("a socket");
        socket.say(&hello(table, token, seen)).await.expect("sent");
        let mut client =
            TestClient { socket, seq: 0, revision: 0, offers: None, events: Vec::new(), ids: 0 };
        match client.receive().await.expect("a first message") {
            ServerMsg::Welcome { table, offers, unseen, .. } => {
                assert_eq!(unseen, seen.map(|seen| seen + 1));
                client.apply(&table, offers, table.events.clone());
                Ok(client)
            }
            ServerMsg::Closing { problem, .. } => Err(problem),
            other => panic!("no welcome but {other:?}"),
        }
    }

    /// Receives the next message.
    pub(crate) async fn receive(&mut self) -> io::Result<ServerMsg> {
        self.socket.hear_within(PATIENCE).await
    }

    /// Sends a command and waits for its answer and for all preceding updates.
    pub(crate) async fn act(&mut self, command: Command) -> Result<Done, Problem> {
        self.ids += 1;
        let wanted = format!("g{}", self.ids);
        let say = ClientMsg::Do { id: wanted.clone(), command };
        self.socket.say(&say).await.expect("the socket is open");
        let mut answer = None;
        loop {
            if let Some(Ok(Done { seq, .. })) = answer
                && self.seq < seq
            {
                // The resulting update has not arrived yet.
            } else if let Some(answer) = answer {
                return answer;
            }
            match self.receive().await.expect("the socket stays open") {
                ServerMsg::Done { id, done } if id == wanted => answer = Some(Ok(done)),
                ServerMsg::Refused { id, problem } if id == wanted => answer = Some(Err(problem)),
                ServerMsg::Update { events, table, offers, .. } => {
                    self.apply(&table, offers, events.into_inner());
                }
                ServerMsg::Presence { .. } => {}
                other => panic!("instead of an answer: {other:?}"),
            }
        }
    }

    /// Returns the `number`th legal move, if it is this client's turn.
    pub(crate) fn nth_move(&self, number: usize) -> Option<Command> {
        let offers = self.offers.as_ref()?;
        let offer = &offers.offers[number % offers.offers.len()];
        let actions = vec![offer.action.clone()];
        Some(Command::Play { seat: offers.seat, revision: self.revision, actions })
    }

    /// Waits until a condition holds, for example that it is this client's turn.
    pub(crate) async fn wait(&mut self, condition: impl Fn(&TestClient) -> bool) -> Duration {
        let begun = Instant::now();
        while !condition(self) {
            match self.receive().await.expect("the socket stays open") {
                ServerMsg::Update { events, table, offers, .. } => {
                    self.apply(&table, offers, events.into_inner());
                }
                ServerMsg::Presence { .. } => {}
                other => panic!("instead of an update: {other:?}"),
            }
        }
        begun.elapsed()
    }

    fn apply(&mut self, table: &TableView, offers: Option<Offers>, events: Vec<TableEvent>) {
        (self.seq, self.revision, self.offers) = (table.seq, table.revision, offers);
        self.events.extend(events);
    }
}
