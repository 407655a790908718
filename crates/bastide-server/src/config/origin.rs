//! Origins of web pages, as in the `Origin` header.

use std::fmt;
use std::str::FromStr;

/// Origin of a web page: scheme, host and port.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Origin(String);

/// Reasons why a text is not an origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BadOrigin {
    /// The scheme is neither `http` nor `https`.
    #[error("the URL must begin with https:// or http://")]
    Scheme,
    /// The host is missing or contains invalid characters.
    #[error("the URL needs a host, such as https://games.example")]
    Host,
    /// The port is not a number from 1 to 65535.
    #[error("the port must be a number from 1 to 65535")]
    Port,
    /// The text contains a path, query or fragment.
    #[error("the URL must not have a path: Bastide must be at the root of its host")]
    Path,
}

impl Origin {
    /// Returns the serialized origin, as in the `Origin` header.
    pub fn origin(&self) -> &str {
        &self.0
    }

    /// Returns true if the scheme is `https`.
    pub fn is_secure(&self) -> bool {
        self.0.starts_with("https://")
    }

    /// Returns the host without the port.
    pub fn host(&self) -> &str {
        let authority = self.0.split_once("://").map_or("", |(_, rest)| rest);
        match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            Some(_) | None => authority,
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Origin {
    type Err = BadOrigin;

    fn from_str(text: &str) -> Result<Origin, BadOrigin> {
        let text = text.trim().to_ascii_lowercase();
        let (scheme, rest) = text.split_once("://").ok_or(BadOrigin::Scheme)?;
        let usual = match scheme {
            "http" => 80,
            "https" => 443,
            _ => return Err(BadOrigin::Scheme),
        };
        let rest = rest.strip_suffix('/').unwrap_or(rest);
        if rest.contains(['/', '?', '#']) {
            return Err(BadOrigin::Path);
        }
        let (host, port) = match rest.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (host, Some(port)),
            Some(_) | None => (rest, None),
        };
        let is_ipv6 = host
            .strip_prefix('[')
            .and_then(|host| host.strip_suffix(']'))
            .is_some_and(|host| host.parse::<std::net::Ipv6Addr>().is_ok());
        let is_name = !host.is_empty()
            && host.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_'));
        if !is_ipv6 && !is_name {
            return Err(BadOrigin::Host);
        }
        let port = match port {
            None => None,
            Some(port) => match port.parse::<u16>() {
                Ok(0) | Err(_) => return Err(BadOrigin::Port),
                Ok(port) => Some(port).filter(|&port| port != usual),
            },
        };
        let port = port.map_or(String::new(), |port| format!(":{port}"));
        Ok(Origin(format!("{scheme}://{host}{port}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_written_as_browsers_do() {
        let read = |text: &str| text.parse::<Origin>().map(|origin| origin.0);
        let ok = |text: &str| Ok(text.to_owned());
        assert_eq!(read("https://Games.Example/"), ok("https://games.example"));
        assert_eq!(read("https://games.example:443"), ok("https://games.example"));
        assert_eq!(read("http://games.example:8080"), ok("http://games.example:8080"));
        assert_eq!(read("http://[::1]:8080"), ok("http://[::1]:8080"));
        assert_eq!(read("games.example"), Err(BadOrigin::Scheme));
        assert_eq!(read("ftp://games.example"), Err(BadOrigin::Scheme));
        assert_eq!(read("https://games.example/bastide"), Err(BadOrigin::Path));
        assert_eq!(read("https://"), Err(BadOrigin::Host));
        assert_eq!(read("https://user@host"), Err(BadOrigin::Host));
        assert_eq!(read("https://host:0"), Err(BadOrigin::Port));
        assert_eq!("https://[::1]:8080".parse::<Origin>().expect("one").host(), "[::1]");
    }
}
