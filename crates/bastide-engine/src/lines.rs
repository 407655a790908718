//! Lines from somebody who may send anything, without end and not as text.

use std::io::{self, BufRead};

/// Longer lines say nothing in this protocol. The longest honest one lists
/// the legal actions, a few thousand characters.
pub(crate) const MOST: usize = 64 << 10;

/// What was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// A line without its end.
    Text(String),
    /// A line that is not UTF-8.
    NotText,
    /// A line that is too long; all of it was read and thrown away.
    TooLong,
    /// Nothing more comes.
    End,
}

/// Reads one line and keeps no more than [`MOST`] bytes of it.
///
/// # Errors
/// If reading fails.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Line> {
    let (mut bytes, mut is_long, mut is_any) = (Vec::new(), false, false);
    loop {
        let chunk = match input.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            break;
        }
        is_any = true;
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let part = &chunk[..end.unwrap_or(chunk.len())];
        is_long |= bytes.len() + part.len() > MOST;
        if !is_long {
            bytes.extend_from_slice(part);
        }
        let used = part.len() + usize::from(end.is_some());
        input.consume(used);
        if end.is_some() {
            break;
        }
    }
    Ok(match (is_any, is_long) {
        (false, _) => Line::End,
        (true, true) => Line::TooLong,
        (true, false) => match String::from_utf8(bytes) {
            Ok(text) => Line::Text(text.trim().to_owned()),
            Err(_) => Line::NotText,
        },
    })
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn lines_come_one_by_one_whatever_they_hold() {
        let long = vec![b'x'; MOST + 1];
        let exact = vec![b'y'; MOST];
        let input = [&b"one\r\n\n\xff\xfe\n"[..], &long, b"\n", &exact, b"\nlast"].concat();
        // A small buffer, so that lines come in pieces.
        let mut input = BufReader::with_capacity(7, &input[..]);
        let mut next = || read(&mut input).expect("memory can be read");
        assert_eq!(next(), Line::Text("one".into()));
        assert_eq!(next(), Line::Text(String::new()));
        assert_eq!(next(), Line::NotText);
        assert_eq!(next(), Line::TooLong);
        assert_eq!(next(), Line::Text("y".repeat(MOST)));
        assert_eq!(next(), Line::Text("last".into()), "without a line feed");
        assert_eq!(next(), Line::End);
    }
}
