//! Reads lines from an untrusted source, which may be endless or not UTF-8.

use std::io::{self, BufRead};

/// Maximum length of a line in bytes. The longest valid lines list the legal actions and have a few
/// thousand characters.
pub(crate) const MOST: usize = 64 << 10;

/// Result of reading a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// A line without its line feed.
    Text(String),
    /// A line that is not valid UTF-8.
    NotText,
    /// A line that is too long; it was read completely and discarded.
    TooLong,
    /// End of input.
    End,
}

/// Reads one line and buffers at most [`MOST`] bytes of it.
///
/// # Errors
/// Returns an error if reading fails.
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
    fn lines_of_arbitrary_bytes_are_read_one_by_one() {
        let long = vec![b'x'; MOST + 1];
        let exact = vec![b'y'; MOST];
        let input = [&b"one\r\n\n\xff\xfe\n"[..], &long, b"\n", &exact, b"\nlast"].concat();
        // A small buffer, so that lines arrive in pieces.
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
