//! Live tables over real WebSockets.

use std::time::{Duration, Instant};

use bastide_protocol::{
    ClientMsg, Command, PROTOCOL, Problem, ProblemCode, Question, Seated, ServerMsg,
};
use bastide_server::http::{HttpConfig, RateLimits};
use bastide_testing::{PATIENCE, until};
use futures_util::{SinkExt as _, StreamExt as _};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::support::Site;

/// A listening server and its port.
pub(crate) struct Open {
    pub(crate) site: Site,
    port: u16,
}

impl Open {
    async fn new() -> Open {
        Open::with(HttpConfig::default()).await
    }

    async fn with(config: HttpConfig) -> Open {
        Open::limited(HttpConfig { rate_limits: RateLimits::Off, ..config }).await
    }

    /// Starts a server with rate limits as configured.
    pub(crate) async fn limited(config: HttpConfig) -> Open {
        let site = Site::with(config).await;
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let router = site.router.clone();
        tokio::spawn(async move { axum::serve(listener, router).await });
        Open { site, port }
    }

    async fn connect(&self, origin: Option<&str>) -> Result<Socket, Error> {
        let url = format!("ws://127.0.0.1:{}/ws", self.port);
        let mut request = url.into_client_request().expect("a request");
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().expect("a header"));
        }
        connect_async(request).await.map(|(socket, _)| Socket(socket))
    }

    /// Opens a WebSocket as a client of the local proxy, and sends the hello message.
    pub(crate) async fn socket_from(&self, address: &str, hello: &ClientMsg) -> Socket {
        self.socket_with(&[("x-forwarded-for", address)], hello).await
    }

    /// Opens a WebSocket with these headers, and sends the hello message.
    pub(crate) async fn socket_with(
        &self,
        headers: &[(&'static str, &str)],
        hello: &ClientMsg,
    ) -> Socket {
        let url = format!("ws://127.0.0.1:{}/ws", self.port);
        let mut request = url.into_client_request().expect("a request");
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().expect("a header"));
        }
        let (socket, _) = connect_async(request).await.expect("a socket");
        let mut socket = Socket(socket);
        socket.say(hello).await;
        assert!(matches!(socket.hear().await, ServerMsg::Welcome { .. }));
        socket
    }

    async fn socket(&self) -> Socket {
        self.connect(None).await.expect("a socket")
    }

    async fn player(&self, table: &Seated) -> (Socket, ServerMsg) {
        let mut socket = self.socket().await;
        socket.say(&hello(&table.table, Some(&table.token))).await;
        let welcome = socket.hear().await;
        (socket, welcome)
    }
}

/// A WebSocket client.
pub(crate) struct Socket(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(crate) async fn say(&mut self, message: &ClientMsg) {
        self.send(Message::text(json!(message).to_string())).await;
    }

    async fn send(&mut self, message: Message) {
        self.0.send(message).await.expect("the server reads");
    }

    async fn next(&mut self) -> Message {
        loop {
            let next = timeout(PATIENCE, self.0.next()).await;
            let message = next.expect("an answer in time").expect("no end").expect("no error");
            if !message.is_ping() && !message.is_pong() {
                return message;
            }
        }
    }

    pub(crate) async fn hear(&mut self) -> ServerMsg {
        let message = self.next().await;
        let text = message.to_text().expect("text");
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
    }

    /// Checks that the next message announces the end of the connection, and that it is closed.
    async fn closes(&mut self, code: ProblemCode, expected: CloseCode) -> Problem {
        let message = self.hear().await;
        let ServerMsg::Closing { problem, .. } = message else { panic!("{message:?}") };
        assert_eq!(problem.code, code, "{}", problem.message);
        let Message::Close(Some(frame)) = self.next().await else { panic!("no goodbye") };
        assert_eq!(frame.code, expected);
        problem
    }
}

pub(crate) fn hello(table: &str, token: Option<&str>) -> ClientMsg {
    let token = token.map(str::to_owned);
    let (name, client, seen) = (None, None, None);
    ClientMsg::Hello { protocol: PROTOCOL, table: table.to_owned(), token, name, client, seen }
}

#[tokio::test]
async fn a_move_is_answered_and_sent_to_all_clients() {
    let open = Open::new().await;
    let table = open.site.table().await;
    let (mut player, welcome) = open.player(&table).await;
    let ServerMsg::Welcome { table: view, offers: Some(offers), .. } = welcome else {
        panic!("{welcome:?}")
    };
    assert_eq!(view.yours, [0, 1]);
    let mut watcher = open.socket().await;
    watcher.say(&hello(&table.table, None)).await;
    let ServerMsg::Welcome { table: seen, offers: None, .. } = watcher.hear().await else {
        panic!("watchers are offered nothing")
    };
    assert!(seen.yours.is_empty());

    let actions = vec![offers.offers[0].action.clone()];
    let command = Command::Play { seat: offers.seat, revision: view.revision, actions };
    player.say(&ClientMsg::Do { id: "a".to_owned(), command }).await;
    let mut told = Vec::new();
    while !told.iter().any(|message| matches!(message, ServerMsg::Done { .. }))
        || !told.iter().any(|message| matches!(message, ServerMsg::Update { .. }))
    {
        told.push(player.hear().await);
        assert!(told.len() < 5, "{told:?}");
    }
    loop {
        match watcher.hear().await {
            ServerMsg::Update { events, offers, .. } => {
                assert_eq!(events[0].seq, view.seq + 1);
                assert!(offers.is_none());
                break;
            }
            ServerMsg::Presence { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    player.say(&ClientMsg::Ask { id: 9, question: Question::Standing }).await;
    loop {
        match player.hear().await {
            ServerMsg::Answer { id, .. } => break assert_eq!(id, 9),
            ServerMsg::Presence { .. } | ServerMsg::Update { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn an_update_precedes_the_acknowledgement() {
    let open = Open::new().await;
    let table = open.site.table().await;
    let (mut player, _) = open.player(&table).await;
    let mut seen = 0;
    for number in 0..40 {
        let command = Command::Say { text: format!("line {number}") };
        player.say(&ClientMsg::Do { id: format!("id {number}"), command }).await;
        let done = loop {
            match player.hear().await {
                ServerMsg::Update { table, .. } => seen = table.seq,
                ServerMsg::Done { done, .. } => break done,
                ServerMsg::Presence { .. } => {}
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(seen, done.seq, "line {number}");
    }
}

#[tokio::test]
async fn nothing_is_sent_before_the_token_is_verified() {
    let open = Open::new().await;
    let table = open.site.table().await;
    let other = open.site.table().await;
    for token in ["", "wrong", &other.token] {
        let mut socket = open.socket().await;
        socket.say(&hello(&table.table, Some(token))).await;
        socket.closes(ProblemCode::BadToken, CloseCode::Policy).await;
    }
    let mut socket = open.socket().await;
    socket.say(&hello("nowhere", None)).await;
    socket.closes(ProblemCode::NoSuchTable, CloseCode::Policy).await;
}

#[tokio::test]
async fn the_first_message_is_hello() {
    let hello_time = Duration::from_millis(300);
    let open = Open::with(HttpConfig { hello: hello_time, ..HttpConfig::default() }).await;
    let mut silent = open.socket().await;
    silent.closes(ProblemCode::Malformed, CloseCode::Policy).await;

    let ask = ClientMsg::Ask { id: 1, question: Question::Standing };
    let mut rude = open.socket().await;
    rude.say(&ask).await;
    rude.closes(ProblemCode::Malformed, CloseCode::Policy).await;
    let mut binary = open.socket().await;
    binary.send(Message::binary(vec![1, 2, 3])).await;
    binary.closes(ProblemCode::Malformed, CloseCode::Policy).await;
    let mut old = open.socket().await;
    let ClientMsg::Hello { table, token, name, client, seen, .. } = hello("t", None) else {
        return;
    };
    old.say(&ClientMsg::Hello { protocol: PROTOCOL + 1, table, token, name, client, seen }).await;
    old.closes(ProblemCode::WrongProtocol, CloseCode::Policy).await;
}

#[tokio::test]
async fn sockets_from_other_origins_are_refused() {
    let open = Open::new().await;
    let own = format!("http://127.0.0.1:{}", open.port);
    assert!(open.connect(Some(&own)).await.is_ok());
    let localhost = format!("http://localhost:{}", open.port);
    for origin in ["http://evil.example", "null", &localhost, &own.replace("http", "https")] {
        match open.connect(Some(origin)).await {
            Err(Error::Http(answer)) => assert_eq!(answer.status(), 403, "{origin}"),
            Ok(_) => panic!("{origin} got a socket"),
            Err(other) => panic!("{other}"),
        }
    }
}

#[tokio::test]
async fn repeated_malformed_messages_close_the_socket() {
    let open = Open::new().await;
    let table = open.site.table().await;
    let (mut player, _) = open.player(&table).await;
    player.send(Message::text("rubbish")).await;
    let ServerMsg::Refused { id, problem } = player.hear().await else { panic!("no refusal") };
    assert_eq!((id.as_str(), problem.code), ("", ProblemCode::Malformed));
    player.send(Message::text(r#"{"type":"do","id":"x","command":{"kind":"cheat"}}"#)).await;
    let ServerMsg::Refused { id, .. } = player.hear().await else { panic!("no refusal") };
    assert_eq!(id, "x");
    player.send(Message::text(r#"{"type":"ask","id":3,"question":{"kind":"deck"}}"#)).await;
    assert!(matches!(player.hear().await, ServerMsg::NoAnswer { id: 3, .. }));
    player.say(&hello(&table.table, None)).await;
    assert!(matches!(player.hear().await, ServerMsg::Refused { .. }));
    player.send(Message::binary(vec![0])).await;
    player.closes(ProblemCode::Malformed, CloseCode::Policy).await;

    let (mut player, _) = open.player(&table).await;
    player.send(Message::text("x".repeat(4097))).await;
    player.closes(ProblemCode::TooLarge, CloseCode::Size).await;
    let (mut player, _) = open.player(&table).await;
    player.send(Message::text(" ".repeat(4096))).await;
    assert!(matches!(player.hear().await, ServerMsg::Refused { .. }), "4096 is not too long");
}

#[tokio::test]
async fn a_flood_of_pings_closes_the_socket() {
    let open = Open::new().await;
    let table = open.site.table().await;
    let greeted = open.player(&table).await.0;
    for mut socket in [greeted, open.socket().await] {
        for _ in 0..=1_000 {
            socket.send(Message::Ping(Vec::new().into())).await;
        }
        socket.closes(ProblemCode::TooMany, CloseCode::Policy).await;
    }
}

#[tokio::test]
async fn a_client_that_does_not_answer_pings_is_disconnected() {
    // Long enough that a busy machine answers in time.
    let heartbeat = Duration::from_secs(1);
    let open = Open::with(HttpConfig { heartbeat, ..HttpConfig::default() }).await;
    let table = open.site.table().await;
    let (mut alive, _) = open.player(&table).await;
    let (dead, _) = open.player(&table).await;
    assert_eq!(open.site.app.metrics().sockets(), 2);
    // A client that does not read does not answer pings either.
    let end = Instant::now() + PATIENCE;
    while open.site.app.metrics().sockets() > 1 {
        assert!(Instant::now() < end, "no client was disconnected");
        let _ = timeout(Duration::from_millis(20), alive.0.next()).await;
    }
    drop(dead);
    alive.say(&ClientMsg::Ask { id: 1, question: Question::Standing }).await;
    loop {
        match alive.hear().await {
            ServerMsg::Answer { .. } => break,
            ServerMsg::Presence { .. } => {}
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn the_number_of_sockets_is_limited_and_closed_ones_are_freed() {
    let open = Open::with(HttpConfig { max_sockets: 2, ..HttpConfig::default() }).await;
    let table = open.site.table().await;
    let (first, _) = open.player(&table).await;
    let (_second, _) = open.player(&table).await;
    match open.connect(None).await {
        Err(Error::Http(answer)) => assert_eq!(answer.status(), 503),
        Ok(_) | Err(_) => panic!("there is no room for a third"),
    }
    drop(first);
    until("the place is given back", async || open.connect(None).await.is_ok()).await;
}

#[tokio::test]
async fn all_clients_are_told_when_the_server_shuts_down() {
    let open = Open::new().await;
    let table = open.site.table().await;
    let (mut player, _) = open.player(&table).await;
    open.site.app.begin_closing();
    open.site.app.hub().shutdown().await;
    player.closes(ProblemCode::Restarting, CloseCode::Restart).await;
}
