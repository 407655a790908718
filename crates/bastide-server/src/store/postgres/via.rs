//! Selection of the way in which processes notify each other.

use std::fmt;
use std::str::FromStr;

/// How processes that share a database notify each other of changes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum HintsVia {
    /// `NOTIFY` of the database.
    #[default]
    Notify,
    /// A NATS server.
    Nats(NatsUrl),
}

impl FromStr for HintsVia {
    type Err = String;

    fn from_str(text: &str) -> Result<HintsVia, String> {
        match text {
            "notify" => Ok(HintsVia::Notify),
            _ => Ok(HintsVia::Nats(text.parse()?)),
        }
    }
}

/// Omits credentials.
impl fmt::Display for HintsVia {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HintsVia::Notify => f.write_str("notify"),
            HintsVia::Nats(url) => url.fmt(f),
        }
    }
}

/// URL of a NATS server: `nats://user:password@host:4222/subject` or `tls://token@host`.
#[derive(Clone, PartialEq, Eq)]
pub struct NatsUrl {
    /// Scheme, host and port, without credentials.
    pub(super) server: String,
    /// Credentials, if any.
    pub(super) login: Option<NatsLogin>,
    /// The subject of the messages.
    pub(super) subject: String,
}

/// Credentials of a NATS server.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum NatsLogin {
    /// A token.
    Token(String),
    /// A user and a password.
    User(String, String),
}

/// Default subject.
const SUBJECT: &str = "bastide";

impl FromStr for NatsUrl {
    type Err = String;

    fn from_str(text: &str) -> Result<NatsUrl, String> {
        let bad = || "write notify, nats://user:password@host:4222 or tls://token@host".to_owned();
        let (scheme, rest) = text.split_once("://").ok_or_else(bad)?;
        if !matches!(scheme, "nats" | "tls") {
            return Err(bad());
        }
        if !cfg!(feature = "nats") {
            let advice = "build it with 'cargo build --release -p bastide-cli --features nats'";
            return Err(format!("this program was built without NATS: {advice}"));
        }
        // A password may contain an unescaped `@` or `/`: the last `@` counts.
        let (login, rest) = match rest.rsplit_once('@') {
            Some((login, rest)) => (Some(login), rest),
            None => (None, rest),
        };
        let (host, subject) = rest.split_once('/').unwrap_or((rest, ""));
        let is_host =
            |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_' | ':' | '[' | ']');
        let name = host.split(':').next().unwrap_or_default();
        if name.is_empty() || !host.chars().all(is_host) {
            return Err(bad());
        }
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
        if !subject.chars().all(is_plain) || subject.starts_with('.') || subject.ends_with('.') {
            return Err(
                "the subject after the host has letters, digits, dots and dashes".to_owned()
            );
        }
        let decode = |text: &str| {
            percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
        };
        let login = login.map(|login| match login.split_once(':') {
            Some((user, password)) => NatsLogin::User(decode(user), decode(password)),
            None => NatsLogin::Token(decode(login)),
        });
        let subject = if subject.is_empty() { SUBJECT } else { subject };
        Ok(NatsUrl { server: format!("{scheme}://{host}"), login, subject: subject.to_owned() })
    }
}

/// Omits credentials.
impl fmt::Display for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.server, self.subject)
    }
}

/// Omits credentials.
impl fmt::Debug for NatsUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "NatsUrl({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_are_refused_with_advice() {
        for bad in ["", "nats", "nats://", "http://host", "nats://ho st", "redis://host:6379"] {
            let error = bad.parse::<HintsVia>().expect_err(bad);
            assert!(error.contains("nats://") || error.contains("--features nats"), "{error}");
        }
        assert_eq!("notify".parse(), Ok(HintsVia::Notify));
        assert_eq!(HintsVia::default().to_string(), "notify");
    }

    #[cfg(feature = "nats")]
    #[test]
    fn credentials_are_never_shown() {
        for (text, shown) in [
            ("nats://host", "nats://host/bastide"),
            ("nats://ann:se@cret@host:4222/games.one", "nats://host:4222/games.one"),
            ("tls://se/cret@host", "tls://host/bastide"),
            ("nats://[::1]:4222", "nats://[::1]:4222/bastide"),
        ] {
            let via: HintsVia = text.parse().expect(text);
            assert_eq!(via.to_string(), shown);
            assert!(!format!("{via:?}").contains("cret"), "{via:?}");
        }
        let url: NatsUrl = "nats://ann:p%40ss@host".parse().expect("a URL");
        assert!(url.login == Some(NatsLogin::User("ann".to_owned(), "p@ss".to_owned())));
        assert!("nats://host/two words".parse::<NatsUrl>().is_err());
        assert!("nats://host/a.>".parse::<NatsUrl>().is_err());
    }
}
