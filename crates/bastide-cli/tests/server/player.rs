//! A client that makes random legal moves, chats occasionally, reconnects when necessary, and
//! records every answer.

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use bastide_protocol::{
    ClientMsg, Command, Done, NewSeat, NewTable, Offers, Phase, Problem, ProblemCode, Seated,
    ServerMsg, TableEvent, TableView,
};
use bastide_testing::{Dial, PATIENCE, Random, Socket, hello, http};
use tokio::sync::watch;

/// Quality of the connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Quality {
    /// The connection may break, but loses no other messages.
    Sound,
    /// Messages in both directions are lost, repeated or delayed.
    Faulty,
}

/// A command and its answer.
#[derive(Clone, Debug)]
pub(crate) struct Acked {
    pub(crate) command: Command,
    pub(crate) done: Done,
}

/// A command without an answer so far.
#[derive(Clone, Debug)]
struct Sent {
    id: String,
    command: Command,
    at: Instant,
}

/// Counts of some players together, while they play.
#[derive(Default, Debug)]
pub(crate) struct Progress {
    moves: AtomicU32,
    repeats: AtomicU32,
    connections: AtomicU32,
}

impl Progress {
    /// Returns true if there were more acknowledged moves, repeated answers and connections.
    pub(crate) fn is_beyond(&self, moves: u32, repeats: u32, connections: u32) -> bool {
        let count = |counter: &AtomicU32| counter.load(Ordering::Relaxed);
        count(&self.moves) > moves
            && count(&self.repeats) > repeats
            && count(&self.connections) > connections
    }

    /// Returns the number of acknowledged moves.
    pub(crate) fn moves(&self) -> u32 {
        self.moves.load(Ordering::Relaxed)
    }
}

/// A client with a seat.
pub(crate) struct Player {
    pub(crate) table: String,
    token: String,
    quality: Quality,
    random: Random,
    /// Maximum thinking time.
    pause: Duration,
    /// All events received so far.
    pub(crate) seen: BTreeMap<u64, TableEvent>,
    unanswered: Vec<Sent>,
    pub(crate) answered: BTreeMap<String, Acked>,
    /// Sequence number of the newest event in an answer.
    promised: Option<u64>,
    ids: u32,
    /// Number of connections.
    pub(crate) connections: u32,
    /// Number of repeated answers.
    pub(crate) repeats: u32,
    /// Number of commands that were stored although the connection broke before the answer arrived.
    pub(crate) rescued: u32,
    pub(crate) progress: Arc<Progress>,
}

/// The latest state sent by the server.
struct Situation {
    /// Sequence number at the start of this connection.
    first: u64,
    seq: u64,
    revision: u32,
    offers: Option<Offers>,
    is_over: bool,
    /// Time since when this state has been older than the state known to the client.
    behind: Option<Instant>,
}

impl Player {
    pub(crate) fn new(seated: &Seated, quality: Quality, seed: u64) -> Player {
        Player {
            table: seated.table.clone(),
            token: seated.token.clone(),
            quality,
            random: Random::new(seed),
            pause: match quality {
                Quality::Sound => Duration::from_millis(12),
                Quality::Faulty => Duration::ZERO,
            },
            seen: BTreeMap::new(),
            unanswered: Vec::new(),
            answered: BTreeMap::new(),
            promised: None,
            ids: 0,
            connections: 0,
            repeats: 0,
            rescued: 0,
            progress: Arc::default(),
        }
    }

    /// Creates a table, with one player for all seats or one per seat.
    pub(crate) async fn at_new_table(
        server: SocketAddr,
        new: &NewTable,
        quality: Quality,
        seed: u64,
    ) -> io::Result<Vec<Player>> {
        let seated: Seated = http::post(server, "/api/tables", None, new).await?;
        let mut players = vec![Player::new(&seated, quality, seed)];
        for at in seated.seats.len()..new.seats.len() {
            let seat = NewSeat {
                seat: None,
                name: format!("Guest {at}"),
                salt: None,
                salt_commitment: None,
            };
            let path = format!("/api/tables/{}/seats", seated.table);
            let seated: Seated = http::post(server, &path, None, &seat).await?;
            players.push(Player::new(&seated, quality, seed ^ at as u64));
        }
        Ok(players)
    }

    /// Plays until the game is over or all players are stopped, and then until all commands are
    /// answered.
    pub(crate) async fn play(
        mut self,
        servers: &[SocketAddr],
        stop: &watch::Receiver<bool>,
    ) -> Player {
        let (mut since, mut answered) = (Instant::now(), self.answered.len());
        loop {
            let server = *self.random.one_of(servers);
            let error = match self.stay(server, stop).await {
                Ok(()) => return self,
                Err(error) => error,
            };
            if self.answered.len() > answered {
                (since, answered) = (Instant::now(), self.answered.len());
            }
            assert!(
                since.elapsed() < PATIENCE,
                "table {} does not go on: {error}, unanswered {:?}",
                self.table,
                self.unanswered
            );
            tokio::time::sleep(Duration::from_millis(5 + self.random.below(20) as u64)).await;
        }
    }

    /// Opens a connection and plays until it breaks.
    async fn stay(&mut self, server: SocketAddr, stop: &watch::Receiver<bool>) -> io::Result<()> {
        self.connections += 1;
        self.progress.connections.fetch_add(1, Ordering::Relaxed);
        let mut line = Line {
            socket: Socket::open(server, Dial::default()).await?,
            quality: self.quality,
            random: Random::new(self.random.number()),
            late: None,
            again: VecDeque::new(),
        };
        let last = self.seen.keys().next_back().copied();
        line.say(hello(&self.table, Some(&self.token), last)).await?;
        let patience = match self.quality {
            Quality::Sound => Duration::from_secs(10),
            Quality::Faulty => Duration::from_millis(700),
        };
        let mut now = match line.hear(patience).await? {
            ServerMsg::Welcome { table, offers, unseen, .. } => {
                assert_eq!(unseen, last.map(|last| last + 1), "it resumes where we are");
                self.situation(&table, offers, table.events.clone())
            }
            ServerMsg::Closing { problem, .. } => return Err(closing(&problem)),
            other if self.quality == Quality::Faulty => {
                return Err(io::Error::other(format!("no welcome but {other:?}")));
            }
            other => panic!("no welcome but {other:?}"),
        };
        // Unanswered commands are repeated unchanged.
        for sent in &mut self.unanswered {
            sent.at = Instant::now();
            line.say(say(sent)).await?;
        }
        loop {
            let is_stopping = *stop.borrow();
            if (is_stopping || now.is_over) && self.unanswered.is_empty() {
                return Ok(());
            }
            if !is_stopping {
                self.act(&now, &mut line).await?;
            }
            match line.hear(Duration::from_millis(20)).await {
                Ok(message) => self.take(message, &mut now)?,
                Err(error) if error.kind() == io::ErrorKind::TimedOut => {}
                Err(error) => return Err(error),
            }
            self.remind(&mut line).await?;
            self.compare(&mut now)?;
        }
    }

    /// Returns the sequence number of the newest known event, received or part of an answer.
    fn newest(&self) -> u64 {
        let told = self.seen.keys().next_back().copied();
        told.max(self.promised).unwrap_or(0)
    }

    /// Waits for missing events if the client knows newer ones, and reconnects if they do not
    /// arrive.
    fn compare(&self, now: &mut Situation) -> io::Result<()> {
        if now.seq >= self.newest() {
            now.behind = None;
            return Ok(());
        }
        let since = now.behind.get_or_insert_with(Instant::now);
        if since.elapsed() < self.patience() {
            return Ok(());
        }
        assert_eq!(self.quality, Quality::Faulty, "news after {} never came", now.seq);
        Err(io::Error::other("news was lost: connect again"))
    }

    /// Returns the timeout for messages that should arrive immediately.
    fn patience(&self) -> Duration {
        match self.quality {
            Quality::Sound => Duration::from_secs(10),
            Quality::Faulty => Duration::from_millis(150),
        }
    }

    /// Makes a move if possible, and chats occasionally.
    async fn act(&mut self, now: &Situation, line: &mut Line) -> io::Result<()> {
        if now.is_over {
            return Ok(());
        }
        let has = |wanted: fn(&Command) -> bool, all: &[Sent]| {
            all.iter().any(|sent| wanted(&sent.command))
        };
        let is_talk = |command: &Command| matches!(command, Command::Say { .. });
        let is_move = |command: &Command| matches!(command, Command::Play { .. });
        let mut next = Vec::new();
        // An answer may precede the update, and another process may be behind: then the offers are
        // outdated.
        let is_news = now.seq >= self.newest();
        if let Some(offers) = now.offers.as_ref().filter(|_| is_news)
            && !has(is_move, &self.unanswered)
        {
            let action = self.random.one_of(&offers.offers).action.clone();
            let (seat, revision) = (offers.seat, now.revision);
            next.push(Command::Play { seat, revision, actions: vec![action] });
        }
        if self.random.once_in(10) && !has(is_talk, &self.unanswered) {
            next.push(Command::Say { text: String::new() });
        }
        for mut command in next {
            self.ids += 1;
            let id = format!("{:.8}-{}", self.token, self.ids);
            if let Command::Say { text } = &mut command {
                text.clone_from(&id);
            }
            let pause = self.random.below(self.pause.as_millis() as usize + 1);
            tokio::time::sleep(Duration::from_millis(pause as u64)).await;
            self.unanswered.push(Sent { id, command, at: Instant::now() });
            line.say(say(&self.unanswered[self.unanswered.len() - 1])).await?;
        }
        Ok(())
    }

    /// Repeats commands that have been unanswered for too long.
    async fn remind(&mut self, line: &mut Line) -> io::Result<()> {
        let patience = self.patience();
        for sent in &mut self.unanswered {
            if sent.at.elapsed() < patience {
                continue;
            }
            if self.quality == Quality::Sound {
                return Err(io::ErrorKind::TimedOut.into());
            }
            sent.at = Instant::now();
            line.say(say(sent)).await?;
        }
        Ok(())
    }

    fn take(&mut self, message: ServerMsg, now: &mut Situation) -> io::Result<()> {
        match message {
            ServerMsg::Update { events, table, offers, .. } => {
                let first = events.first().map_or(0, |event| event.seq);
                if first > now.seq + 1 {
                    assert_eq!(self.quality, Quality::Faulty, "a gap after {}", now.seq);
                    return Err(io::Error::other("a gap: connect again"));
                }
                if table.seq > now.seq {
                    let first = now.first;
                    *now = self.situation(&table, offers, events.into_inner());
                    now.first = first;
                } else {
                    assert_eq!(self.quality, Quality::Faulty, "{} came twice", table.seq);
                }
            }
            ServerMsg::Done { id, done } => {
                let at = self.unanswered.iter().position(|sent| sent.id == id);
                match at.map(|at| self.unanswered.remove(at)) {
                    Some(sent) => {
                        self.promised = self.promised.max(Some(done.seq));
                        self.rescued += u32::from(done.seq <= now.first);
                        let is_move = matches!(sent.command, Command::Play { .. });
                        self.progress.moves.fetch_add(u32::from(is_move), Ordering::Relaxed);
                        let acked = Acked { command: sent.command, done };
                        self.answered.insert(id, acked);
                    }
                    None => {
                        let known = self.answered.get(&id).expect("an answer to a command of ours");
                        assert_eq!(known.done, done, "the same command, the same answer");
                        self.repeats += 1;
                        self.progress.repeats.fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
            ServerMsg::Refused { id, problem } => match problem.code {
                ProblemCode::NotSaved | ProblemCode::Restarting | ProblemCode::Busy => {
                    return Err(closing(&problem));
                }
                // A repeated `hello`.
                ProblemCode::Malformed if self.quality == Quality::Faulty && id.is_empty() => {}
                _ => panic!("table {}: {id} was refused: {problem:?}", self.table),
            },
            ServerMsg::Closing { problem, .. } => return Err(closing(&problem)),
            ServerMsg::Presence { .. } => {}
            // A repeated welcome.
            ServerMsg::Welcome { .. } => assert_eq!(self.quality, Quality::Faulty),
            ServerMsg::Answer { .. } | ServerMsg::NoAnswer { .. } => panic!("nothing was asked"),
        }
        Ok(())
    }

    fn situation(
        &mut self,
        table: &TableView,
        offers: Option<Offers>,
        events: Vec<TableEvent>,
    ) -> Situation {
        for event in events {
            // An event must never change once it was sent.
            if let Some(known) = self.seen.get(&event.seq) {
                assert_eq!(*known, event, "table {}", self.table);
            }
            self.seen.insert(event.seq, event);
        }
        let is_over = matches!(table.phase, Phase::Over { .. });
        let (seq, revision) = (table.seq, table.revision);
        Situation { first: seq, seq, revision, offers, is_over, behind: None }
    }
}

fn say(sent: &Sent) -> ClientMsg {
    ClientMsg::Do { id: sent.id.clone(), command: sent.command.clone() }
}

fn closing(problem: &Problem) -> io::Error {
    io::Error::other(format!("{problem:?}"))
}

/// A socket with simulated faults.
struct Line {
    socket: Socket,
    quality: Quality,
    random: Random,
    /// A message that is delayed until after the next one.
    late: Option<ClientMsg>,
    /// Received messages that will be delivered again.
    again: VecDeque<ServerMsg>,
}

impl Line {
    async fn say(&mut self, message: ClientMsg) -> io::Result<()> {
        let fate = match self.quality {
            Quality::Sound => 9,
            Quality::Faulty => self.random.below(10),
        };
        match fate {
            0 => {}
            1 => {
                self.socket.say(&message).await?;
                self.socket.say(&message).await?;
            }
            // The first message of a socket cannot be reordered.
            2 | 3 if self.late.is_none() && !matches!(message, ClientMsg::Hello { .. }) => {
                self.late = Some(message);
                return Ok(());
            }
            _ => self.socket.say(&message).await?,
        }
        if let Some(late) = self.late.take() {
            self.socket.say(&late).await?;
        }
        Ok(())
    }

    async fn hear(&mut self, patience: Duration) -> io::Result<ServerMsg> {
        if let Some(again) = self.again.pop_front() {
            return Ok(again);
        }
        let message = self.socket.hear_within(patience).await?;
        if self.quality == Quality::Faulty {
            match self.random.below(10) {
                0 => return Err(io::ErrorKind::TimedOut.into()),
                1 => self.again.push_back(message.clone()),
                _ => {}
            }
        }
        Ok(message)
    }
}
