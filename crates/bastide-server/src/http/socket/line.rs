//! A WebSocket connection with low memory use.
//!
//! Messages are sent in fragments, since the library retains a write buffer as large as the largest
//! frame for as long as the connection is open, and welcome messages are large. All clients
//! reassemble fragmented messages.

use std::time::Duration;

use bytes::Bytes;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{CapacityError, Error as WsError, ProtocolError};
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame};
use tokio_tungstenite::tungstenite::protocol::{Message, Role, WebSocketConfig};

/// Maximum length of a received message, in bytes.
pub(in crate::http) const LONGEST: usize = 4096;

/// Maximum length of a sent fragment, in bytes.
const PIECE: usize = 4000;

/// Timeout for sending a fragment.
const PATIENCE: Duration = Duration::from_secs(20);

/// Timeout of the closing handshake.
const GOODBYE: Duration = Duration::from_secs(2);

/// A received event.
pub(in crate::http) enum Heard {
    /// A text message.
    Text(String),
    /// A binary message.
    Binary,
    /// A ping or pong.
    Alive,
    /// A message that is too long. No further messages can be read.
    TooLong,
    /// A violation of the WebSocket protocol. No further messages can be read.
    Rubbish,
    /// The connection was closed.
    Gone,
}

/// Error for a failed send: the client has disconnected, or does not read.
#[derive(Debug)]
pub(in crate::http) struct SendError {
    pub(in crate::http) is_slow: bool,
}

/// A WebSocket connection.
pub(in crate::http) struct Line(WebSocketStream<TokioIo<Upgraded>>);

impl Line {
    /// Creates the server side of the connection.
    pub(in crate::http) async fn new(upgraded: Upgraded) -> Line {
        Line::with_longest(upgraded, LONGEST).await
    }

    /// Does the same with another maximum length of received messages.
    pub(in crate::http) async fn with_longest(upgraded: Upgraded, longest: usize) -> Line {
        let config = WebSocketConfig::default()
            .read_buffer_size(LONGEST)
            .write_buffer_size(0)
            .max_write_buffer_size(4 * PIECE)
            .max_message_size(Some(longest))
            .max_frame_size(Some(longest));
        let io = TokioIo::new(upgraded);
        Line(WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await)
    }

    /// Receives the next event. Cancel safe.
    pub(in crate::http) async fn hear(&mut self) -> Heard {
        match self.0.next().await {
            Some(Ok(Message::Text(text))) => Heard::Text(text.as_str().to_owned()),
            Some(Ok(Message::Binary(_) | Message::Frame(_))) => Heard::Binary,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Heard::Alive,
            Some(Err(WsError::Capacity(CapacityError::MessageTooLong { .. }))) => Heard::TooLong,
            Some(Err(WsError::Protocol(ProtocolError::ResetWithoutClosingHandshake))) => {
                Heard::Gone
            }
            Some(Err(WsError::Utf8(_) | WsError::Protocol(_))) => Heard::Rubbish,
            Some(Ok(Message::Close(_)) | Err(_)) | None => Heard::Gone,
        }
    }

    /// Sends a text message.
    pub(in crate::http) async fn tell(&mut self, text: &str) -> Result<(), SendError> {
        let mut pieces = text.as_bytes().chunks(PIECE).peekable();
        let mut kind = Data::Text;
        while let Some(piece) = pieces.next() {
            let is_last = pieces.peek().is_none();
            let piece = Bytes::copy_from_slice(piece);
            let frame = Frame::message(piece, OpCode::Data(kind), is_last);
            self.send(Message::Frame(frame)).await?;
            kind = Data::Continue;
        }
        Ok(())
    }

    /// Sends a ping.
    pub(in crate::http) async fn ping(&mut self) -> Result<(), SendError> {
        self.send(Message::Ping(Bytes::new())).await
    }

    /// Performs the closing handshake, with a timeout.
    pub(in crate::http) async fn close(self, code: CloseCode) {
        self.close_with(code, "").await;
    }

    /// Does the same with a reason of at most 123 bytes.
    pub(in crate::http) async fn close_with(mut self, code: CloseCode, reason: &str) {
        let frame = CloseFrame { code, reason: reason.into() };
        let goodbye = async {
            if self.0.close(Some(frame)).await.is_ok() {
                while let Some(Ok(_)) = self.0.next().await {}
            }
            // With unread input, closing would reset the connection and discard the sent data.
            let stream = self.0.get_mut();
            if stream.shutdown().await.is_ok() {
                while stream.read(&mut [0; 512]).await.is_ok_and(|read| read > 0) {}
            }
        };
        // After a timeout the client is treated as disconnected.
        let _ = timeout(GOODBYE, goodbye).await;
    }

    async fn send(&mut self, message: Message) -> Result<(), SendError> {
        match timeout(PATIENCE, self.0.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(SendError { is_slow: false }),
            Err(_) => Err(SendError { is_slow: true }),
        }
    }
}
