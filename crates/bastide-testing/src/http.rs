//! A minimal HTTP client, one connection per request, with which a test controls every byte it
//! sends.

use std::io;
use std::net::SocketAddr;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use crate::timing::PATIENCE;

/// A response.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status code.
    pub status: u16,
    /// The headers, with lower-case names.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Reply {
    /// Returns the value of a header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// Returns the body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Parses the body as JSON.
    ///
    /// # Errors
    /// Returns an error with the beginning of the body if it is not JSON or does not match `T`.
    pub fn json<T: DeserializeOwned>(&self) -> io::Result<T> {
        serde_json::from_slice(&self.body).map_err(|error| {
            let text = self.text();
            let start: String = text.chars().take(300).collect();
            io::Error::other(format!("{}: {error}: {start}", self.status))
        })
    }

    /// Reads a response to its end.
    ///
    /// # Errors
    /// Returns an error if the connection breaks or the response is not HTTP.
    pub async fn read(stream: &mut TcpStream) -> io::Result<Reply> {
        let mut bytes = Vec::with_capacity(4096);
        let end = loop {
            if let Some(at) = find(&bytes, b"\r\n\r\n") {
                break at;
            }
            if stream.read_buf(&mut bytes).await? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        };
        let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
        let mut lines = head.split("\r\n");
        let status = lines.next().and_then(|line| line.split(' ').nth(1)?.parse().ok());
        let status = status.ok_or_else(|| io::Error::other(format!("not HTTP: {head:?}")))?;
        let header = |line: &str| {
            let (name, value) = line.split_once(':')?;
            Some((name.to_ascii_lowercase(), value.trim().to_owned()))
        };
        let headers = lines.filter_map(header).collect();
        let mut reply = Reply { status, headers, body: bytes.split_off(end + 4) };
        let length = reply.header("content-length").and_then(|length| length.parse().ok());
        match length {
            Some(length) => {
                while reply.body.len() < length {
                    if stream.read_buf(&mut reply.body).await? == 0 {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                reply.body.truncate(length);
            }
            None if (100..200).contains(&status) || status == 204 || status == 304 => {}
            None => {
                stream.read_to_end(&mut reply.body).await?;
                if reply.header("transfer-encoding") == Some("chunked") {
                    reply.body = unchunked(&reply.body)?;
                }
            }
        }
        Ok(reply)
    }
}

/// A request.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The method, for example `GET`.
    pub method: &'a str,
    /// The path, including the query string.
    pub path: &'a str,
    /// The token of a seat, sent as a bearer token.
    pub token: Option<&'a str>,
    /// Additional headers.
    pub headers: &'a [(&'a str, &'a str)],
    /// The content type and the body.
    pub body: Option<(&'a str, &'a [u8])>,
}

impl<'a> Request<'a> {
    /// Creates a `GET` request.
    pub fn get(path: &'a str) -> Request<'a> {
        Request { method: "GET", path, token: None, headers: &[], body: None }
    }

    /// Creates a `POST` request with a JSON body.
    pub fn post(path: &'a str, body: &'a [u8]) -> Request<'a> {
        let body = Some(("application/json", body));
        Request { method: "POST", path, token: None, headers: &[], body }
    }

    /// Adds the token of a seat.
    #[must_use]
    pub fn with_token(self, token: &'a str) -> Request<'a> {
        Request { token: Some(token), ..self }
    }

    /// Replaces the additional headers.
    #[must_use]
    pub fn with_headers(self, headers: &'a [(&'a str, &'a str)]) -> Request<'a> {
        Request { headers, ..self }
    }

    /// Serialises the request.
    pub fn bytes(&self, host: SocketAddr) -> Vec<u8> {
        let mut head = format!("{} {} HTTP/1.1\r\nconnection: close\r\n", self.method, self.path);
        if !self.headers.iter().any(|(name, _)| *name == "host") {
            head += &format!("host: {host}\r\n");
        }
        if let Some(token) = self.token {
            head += &format!("authorization: Bearer {token}\r\n");
        }
        for (name, value) in self.headers {
            head += &format!("{name}: {value}\r\n");
        }
        if let Some((kind, body)) = self.body {
            head += &format!("content-type: {kind}\r\ncontent-length: {}\r\n", body.len());
        }
        let mut bytes = (head + "\r\n").into_bytes();
        bytes.extend_from_slice(self.body.map_or(&[], |(_, body)| body));
        bytes
    }

    /// Sends the request and waits for the response.
    ///
    /// # Errors
    /// Returns an error if there is no response within the timeout.
    pub async fn send(&self, to: SocketAddr) -> io::Result<Reply> {
        self.send_from(to, None).await
    }

    /// Sends the request from the source address `from`, if given, and waits for the response.
    ///
    /// # Errors
    /// Returns an error if there is no response within the timeout.
    pub async fn send_from(&self, to: SocketAddr, from: Option<SocketAddr>) -> io::Result<Reply> {
        let asked = async {
            let mut stream = connect(to, from).await?;
            stream.write_all(&self.bytes(to)).await?;
            Reply::read(&mut stream).await
        };
        tokio::time::timeout(PATIENCE, asked).await?
    }
}

/// Sends a `GET` request and parses the JSON response.
///
/// # Errors
/// Returns an error if there is no response, or not the expected one.
pub async fn get<T: DeserializeOwned>(
    to: SocketAddr,
    path: &str,
    token: Option<&str>,
) -> io::Result<T> {
    expect(&Request { token, ..Request::get(path) }.send(to).await?)
}

/// Sends a `POST` request with a JSON body and parses the JSON response.
///
/// # Errors
/// Returns an error if there is no response, or not the expected one.
pub async fn post<T: DeserializeOwned>(
    to: SocketAddr,
    path: &str,
    token: Option<&str>,
    body: &impl Serialize,
) -> io::Result<T> {
    let body = serde_json::to_vec(body)?;
    expect(&Request { token, ..Request::post(path, &body) }.send(to).await?)
}

fn expect<T: DeserializeOwned>(reply: &Reply) -> io::Result<T> {
    if (200..300).contains(&reply.status) {
        return reply.json();
    }
    Err(io::Error::other(format!("{}: {}", reply.status, reply.text())))
}

/// Opens a connection, optionally from a given source address: each loopback address has only
/// 28,000 ports, too few for tests with many sockets.
///
/// # Errors
/// Returns an error if the server does not accept the connection.
pub async fn connect(to: SocketAddr, from: Option<SocketAddr>) -> io::Result<TcpStream> {
    connect_with(to, from, None).await
}

/// Opens a connection with an optional receive buffer size of `waiting` bytes.
pub(crate) async fn connect_with(
    to: SocketAddr,
    from: Option<SocketAddr>,
    waiting: Option<u32>,
) -> io::Result<TcpStream> {
    let socket = if to.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
    if let Some(waiting) = waiting {
        socket.set_recv_buffer_size(waiting)?;
    }
    if let Some(from) = from {
        socket.bind(from)?;
    }
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

fn find(bytes: &[u8], what: &[u8]) -> Option<usize> {
    bytes.windows(what.len()).position(|window| window == what)
}

fn unchunked(mut bytes: &[u8]) -> io::Result<Vec<u8>> {
    let bad = || io::Error::other("chunks that are none");
    let mut whole = Vec::new();
    loop {
        let line = find(bytes, b"\r\n").ok_or_else(bad)?;
        let size = std::str::from_utf8(&bytes[..line]).map_err(|_| bad())?;
        let size = usize::from_str_radix(size.trim(), 16).map_err(|_| bad())?;
        bytes = &bytes[line + 2..];
        if size == 0 {
            return Ok(whole);
        }
        whole.extend_from_slice(bytes.get(..size).ok_or_else(bad)?);
        bytes = bytes.get(size + 2..).ok_or_else(bad)?;
    }
}
