//! One WebSocket, with little memory.
//!
//! What is sent goes out in pieces, since the library keeps a buffer as large
//! as the largest piece for as long as the socket is open, and a welcome is
//! large. Pieces of a message are put together again by every client.

use std::time::Duration;

use bytes::Bytes;
use futures_util::{SinkExt as _, StreamExt as _};
use hyper::upgrade::Upgraded;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::error::{CapacityError, Error as WsError};
use tokio_tungstenite::tungstenite::protocol::frame::coding::{CloseCode, Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::frame::{CloseFrame, Frame};
use tokio_tungstenite::tungstenite::protocol::{Message, Role, WebSocketConfig};

/// The longest message that is read.
pub(super) const LONGEST: usize = 4096;

/// How much is sent at once.
const PIECE: usize = 4000;

/// How long a client may take to read a piece.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long a client may take to say goodbye.
const GOODBYE: Duration = Duration::from_secs(2);

/// What came in.
pub(super) enum Heard {
    /// A message.
    Text(String),
    /// Something that is no text.
    Binary,
    /// A sign of life.
    Alive,
    /// A message that is too long. Nothing after it can be read.
    TooLong,
    /// Something against the rules of sockets. Nothing after it can be read.
    Rubbish,
    /// Nothing more: the client has gone.
    Gone,
}

/// Why something was not sent: the client has gone, or does not read.
#[derive(Debug)]
pub(super) struct Lost {
    pub(super) is_slow: bool,
}

/// A socket.
pub(super) struct Line(WebSocketStream<TokioIo<Upgraded>>);

impl Line {
    /// The server's end of it.
    pub(super) async fn new(upgraded: Upgraded) -> Line {
        let config = WebSocketConfig::default()
            .read_buffer_size(LONGEST)
            .write_buffer_size(0)
            .max_write_buffer_size(4 * PIECE)
            .max_message_size(Some(LONGEST))
            .max_frame_size(Some(LONGEST));
        let io = TokioIo::new(upgraded);
        Line(WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await)
    }

    /// The next that comes in. Nothing is lost if it is not waited for.
    pub(super) async fn hear(&mut self) -> Heard {
        match self.0.next().await {
            Some(Ok(Message::Text(text))) => Heard::Text(text.as_str().to_owned()),
            Some(Ok(Message::Binary(_) | Message::Frame(_))) => Heard::Binary,
            Some(Ok(Message::Ping(_) | Message::Pong(_))) => Heard::Alive,
            Some(Err(WsError::Capacity(CapacityError::MessageTooLong { .. }))) => Heard::TooLong,
            Some(Err(WsError::Utf8(_) | WsError::Protocol(_))) => Heard::Rubbish,
            Some(Ok(Message::Close(_)) | Err(_)) | None => Heard::Gone,
        }
    }

    /// Sends a message.
    pub(super) async fn tell(&mut self, text: &str) -> Result<(), Lost> {
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

    /// Asks for a sign of life.
    pub(super) async fn ping(&mut self) -> Result<(), Lost> {
        self.send(Message::Ping(Bytes::new())).await
    }

    /// Says goodbye, and waits a little for the answer.
    pub(super) async fn close(mut self, code: CloseCode) {
        let frame = CloseFrame { code, reason: "".into() };
        let goodbye = async {
            if self.0.close(Some(frame)).await.is_ok() {
                while let Some(Ok(_)) = self.0.next().await {}
            }
            // What was not read would make the system throw away what was
            // said.
            let stream = self.0.get_mut();
            if stream.shutdown().await.is_ok() {
                while stream.read(&mut [0; 512]).await.is_ok_and(|read| read > 0) {}
            }
        };
        // Whoever does not answer has gone already.
        let _ = timeout(GOODBYE, goodbye).await;
    }

    async fn send(&mut self, message: Message) -> Result<(), Lost> {
        match timeout(PATIENCE, self.0.send(message)).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(_)) => Err(Lost { is_slow: false }),
            Err(_) => Err(Lost { is_slow: true }),
        }
    }
}
