//! A WebSocket client of the server.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use bastide_protocol::{ClientMsg, Command, PROTOCOL, ServerMsg};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Error, Message, Utf8Bytes};

use crate::http::connect_with;
use crate::timing::PATIENCE;

/// An open socket.
#[derive(Debug)]
pub struct Socket(WebSocketStream<TcpStream>);

/// Options of a connection.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dial<'a> {
    /// Source address.
    pub from: Option<SocketAddr>,
    /// `Origin` header; not sent if absent.
    pub origin: Option<&'a str>,
    /// Size of the receive buffer in bytes.
    pub waiting: Option<u32>,
    /// Table in the query of the URL, by which a proxy chooses a process.
    pub table: Option<&'a str>,
}

impl Socket {
    /// Opens a socket.
    ///
    /// # Errors
    /// Returns an error if the server does not accept the connection, or refuses the handshake: the
    /// message then contains the status.
    pub async fn open(to: SocketAddr, dial: Dial<'_>) -> io::Result<Socket> {
        let opened = async {
            let stream = connect_with(to, dial.from, dial.waiting).await?;
            let query = dial.table.map_or(String::new(), |table| format!("?table={table}"));
            let url = format!("ws://{to}/ws{query}");
            let mut request = url.into_client_request().map_err(io::Error::other)?;
            if let Some(origin) = dial.origin {
                let origin = HeaderValue::from_str(origin).map_err(io::Error::other)?;
                request.headers_mut().insert("origin", origin);
            }
            // Small buffers, so that ten thousand sockets fit into the memory of one test.
            let config = WebSocketConfig::default()
                .read_buffer_size(4 << 10)
                .write_buffer_size(0)
                .max_write_buffer_size(1 << 20)
                .max_message_size(Some(4 << 20))
                .max_frame_size(Some(4 << 20));
            let config = Some(config);
            let opened = tokio_tungstenite::client_async_with_config(request, stream, config).await;
            let (socket, _) = opened.map_err(|error| match error {
                Error::Http(response) => io::Error::other(response.status().to_string()),
                other => io::Error::other(other),
            })?;
            Ok(Socket(socket))
        };
        tokio::time::timeout(PATIENCE, opened).await?
    }

    /// Opens a socket and sends `hello`, without reading the answer.
    ///
    /// # Errors
    /// Returns an error if the socket cannot be opened.
    pub async fn hello(
        to: SocketAddr,
        table: &str,
        token: Option<&str>,
        seen: Option<u64>,
    ) -> io::Result<Socket> {
        let mut socket = Socket::open(to, Dial::default()).await?;
        socket.say(&hello(table, token, seen)).await?;
        Ok(socket)
    }

    /// Sends a message.
    ///
    /// # Errors
    /// Returns an error if the socket is closed.
    pub async fn say(&mut self, message: &ClientMsg) -> io::Result<()> {
        let text = serde_json::to_string(message)?;
        self.send(Message::text(text)).await
    }

    /// Sends a command.
    ///
    /// # Errors
    /// Returns an error if the socket is closed.
    pub async fn command(&mut self, id: &str, command: Command) -> io::Result<()> {
        self.say(&ClientMsg::Do { id: id.to_owned(), command }).await
    }

    /// Sends any WebSocket message.
    ///
    /// # Errors
    /// Returns an error if the socket is closed.
    pub async fn send(&mut self, message: Message) -> io::Result<()> {
        self.0.send(message).await.map_err(io::Error::other)
    }

    /// Receives the next message.
    ///
    /// # Errors
    /// Returns an error if the socket is closed or the message is invalid.
    pub async fn hear(&mut self) -> io::Result<ServerMsg> {
        let text = self.hear_text().await?;
        serde_json::from_str(&text)
            .map_err(|error| io::Error::other(format!("{error}: {}", text.as_str())))
    }

    /// Receives the next message as text.
    ///
    /// # Errors
    /// Returns an error if the socket is closed.
    pub async fn hear_text(&mut self) -> io::Result<Utf8Bytes> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => return Ok(text),
                Some(Ok(Message::Close(_))) | None => {
                    return Err(io::ErrorKind::ConnectionAborted.into());
                }
                // Pings are answered automatically.
                Some(Ok(_)) => {}
                Some(Err(error)) => return Err(io::Error::other(error)),
            }
        }
    }

    /// Receives the next message within `patience`.
    ///
    /// # Errors
    /// Returns an error if the socket is closed, or [`io::ErrorKind::TimedOut`] if no message
    /// arrives.
    pub async fn hear_within(&mut self, patience: Duration) -> io::Result<ServerMsg> {
        tokio::time::timeout(patience, self.hear()).await?
    }

    /// Receives messages until `wanted` returns a value, for at most [`PATIENCE`].
    ///
    /// # Errors
    /// Returns an error if the socket is closed first, or on timeout.
    pub async fn await_msg<T>(
        &mut self,
        mut wanted: impl FnMut(ServerMsg) -> Option<T>,
    ) -> io::Result<T> {
        let waited = async {
            loop {
                if let Some(found) = wanted(self.hear().await?) {
                    return Ok(found);
                }
            }
        };
        tokio::time::timeout(PATIENCE, waited).await?
    }

    /// Returns the underlying stream.
    pub fn stream(&mut self) -> &mut TcpStream {
        self.0.get_mut()
    }

    /// Closes the socket.
    pub async fn close(mut self) {
        // The connection may be closed already.
        let _ = self.0.close(None).await;
    }
}

/// Returns the first message of a socket.
pub fn hello(table: &str, token: Option<&str>, seen: Option<u64>) -> ClientMsg {
    ClientMsg::Hello {
        protocol: PROTOCOL,
        table: table.to_owned(),
        token: token.map(str::to_owned),
        name: None,
        client: None,
        seen,
    }
}
