//! Requests to a server, one connection each, over a plain stream: so little
//! that a test sees every byte that it sends.

use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

/// Nothing a test asks for takes longer.
const PATIENCE: Duration = Duration::from_secs(20);

/// What a server answered.
#[derive(Clone, Debug)]
pub struct Reply {
    /// The status.
    pub status: u16,
    /// The headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Reply {
    /// A header.
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The body as JSON.
    ///
    /// # Errors
    /// If it is none, or not of this shape; says what it is instead.
    pub fn json<T: DeserializeOwned>(&self) -> io::Result<T> {
        serde_json::from_slice(&self.body).map_err(|error| {
            let text = self.text();
            let start: String = text.chars().take(300).collect();
            io::Error::other(format!("{}: {error}: {start}", self.status))
        })
    }

    /// Reads an answer to its end.
    ///
    /// # Errors
    /// If the connection breaks or this is not HTTP.
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
    /// `GET` or another.
    pub method: &'a str,
    /// With what stands behind the question mark.
    pub path: &'a str,
    /// The secret of a seat.
    pub token: Option<&'a str>,
    /// More headers.
    pub headers: &'a [(&'a str, &'a str)],
    /// The body, and what it is.
    pub body: Option<(&'a str, &'a [u8])>,
}

impl<'a> Request<'a> {
    /// One that reads.
    pub fn get(path: &'a str) -> Request<'a> {
        Request { method: "GET", path, token: None, headers: &[], body: None }
    }

    /// One with a body of JSON.
    pub fn post(path: &'a str, body: &'a [u8]) -> Request<'a> {
        let body = Some(("application/json", body));
        Request { method: "POST", path, token: None, headers: &[], body }
    }

    /// The same, by somebody with a seat.
    #[must_use]
    pub fn with_token(self, token: &'a str) -> Request<'a> {
        Request { token: Some(token), ..self }
    }

    /// The same, with more headers.
    #[must_use]
    pub fn with_headers(self, headers: &'a [(&'a str, &'a str)]) -> Request<'a> {
        Request { headers, ..self }
    }

    /// As it goes over the line.
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

    /// Asks, and waits for the answer.
    ///
    /// # Errors
    /// If there is none, or it takes too long.
    pub async fn send(&self, to: SocketAddr) -> io::Result<Reply> {
        self.send_from(to, None).await
    }

    /// The same, from an address of one's own.
    ///
    /// # Errors
    /// If there is no answer, or it takes too long.
    pub async fn send_from(&self, to: SocketAddr, from: Option<SocketAddr>) -> io::Result<Reply> {
        let asked = async {
            let mut stream = connect(to, from).await?;
            stream.write_all(&self.bytes(to)).await?;
            Reply::read(&mut stream).await
        };
        tokio::time::timeout(PATIENCE, asked).await?
    }
}

/// Reads JSON from a path.
///
/// # Errors
/// If there is no answer or another one.
pub async fn get<T: DeserializeOwned>(
    to: SocketAddr,
    path: &str,
    token: Option<&str>,
) -> io::Result<T> {
    expect(&Request { token, ..Request::get(path) }.send(to).await?)
}

/// Posts JSON and reads the answer.
///
/// # Errors
/// If there is no answer or another one.
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

/// A connection, from an address of one's own if need be: 28,000 ports are few
/// when sockets are many, and each address of the loopback has as many again.
///
/// # Errors
/// If there is nobody.
pub async fn connect(to: SocketAddr, from: Option<SocketAddr>) -> io::Result<TcpStream> {
    connect_with(to, from, None).await
}

/// The same, with room for so many bytes that we have not read.
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
