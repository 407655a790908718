//! Endpoints of push subscriptions. They are URLs supplied by untrusted clients, to which the
//! server sends requests, so only known push services are accepted.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// Hosts of the push services of common browsers.
pub const KNOWN_HOSTS: [&str; 5] = [
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "*.push.services.mozilla.com",
    "*.notify.windows.com",
    "web.push.apple.com",
];

/// Maximum length of an endpoint.
const MAX_LENGTH: usize = 2048;

/// A host to which push messages may be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushHost {
    scheme: Scheme,
    /// Host name; for a wildcard, the suffix after the `*`, starting with a dot.
    name: String,
    is_suffix: bool,
    port: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Scheme {
    Http,
    Https,
}

impl PushHost {
    /// Returns the hosts of the push services of common browsers.
    pub fn known() -> Vec<PushHost> {
        KNOWN_HOSTS.iter().filter_map(|host| host.parse().ok()).collect()
    }

    /// Returns true if the addresses of the host may be private, because the operator named this
    /// very host.
    fn may_be_private(&self) -> bool {
        !self.is_suffix && !KNOWN_HOSTS.contains(&self.name.as_str())
    }

    fn matches(&self, endpoint: &Endpoint) -> bool {
        let is_name = match self.is_suffix {
            true => endpoint.host.len() > self.name.len() && endpoint.host.ends_with(&self.name),
            false => endpoint.host == self.name,
        };
        is_name && endpoint.port == self.port && endpoint.scheme == self.scheme
    }
}

impl FromStr for PushHost {
    type Err = String;

    fn from_str(text: &str) -> Result<PushHost, String> {
        let text = text.trim().to_ascii_lowercase();
        let bad = || {
            "write a host such as push.example, push.example:8443, *.push.example, or, for a push \
             service on this machine, http://127.0.0.1:9000"
                .to_owned()
        };
        let (scheme, rest) = match text.strip_prefix("http://") {
            Some(rest) => (Scheme::Http, rest),
            None => (Scheme::Https, text.strip_prefix("https://").unwrap_or(&text)),
        };
        let (host, port) = split_port(rest).ok_or_else(bad)?;
        let (is_suffix, name, is_sound) = match host.strip_prefix("*.") {
            Some(below) => (true, &host[1..], is_host(below)),
            None => (false, host, is_host(host) || host.parse::<Ipv4Addr>().is_ok()),
        };
        if !is_sound {
            return Err(bad());
        }
        if scheme == Scheme::Http && !is_loopback(name) {
            return Err(
                "http:// is allowed only for this machine: 127.0.0.1 or localhost".to_owned()
            );
        }
        let usual = scheme.port();
        Ok(PushHost { scheme, name: name.to_owned(), is_suffix, port: port.unwrap_or(usual) })
    }
}

impl fmt::Display for PushHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = if self.is_suffix { "*" } else { "" };
        match (self.scheme, self.port) {
            (Scheme::Https, 443) => write!(f, "{star}{}", self.name),
            (Scheme::Https, port) => write!(f, "{star}{}:{port}", self.name),
            (Scheme::Http, port) => write!(f, "http://{}:{port}", self.name),
        }
    }
}

impl Scheme {
    const fn port(self) -> u16 {
        match self {
            Scheme::Http => 80,
            Scheme::Https => 443,
        }
    }
}

/// An endpoint at an allowed push service.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Endpoint {
    pub(crate) scheme: Scheme,
    pub(crate) host: String,
    pub(crate) port: u16,
    /// Path with query.
    pub(crate) path: String,
    /// True if the host may have private addresses.
    pub(crate) may_be_private: bool,
}

impl Endpoint {
    /// Parses an endpoint and checks it against the allowed hosts. Deliberately stricter than the
    /// URL syntax: forms that browsers never produce are rejected.
    ///
    /// # Errors
    /// Returns a description of the error if the endpoint is not acceptable.
    pub(crate) fn read(text: &str, hosts: &[PushHost]) -> Result<Endpoint, &'static str> {
        if text.len() > MAX_LENGTH {
            return Err("the endpoint is too long");
        }
        // Excludes spaces, which could break the request line, and non-ASCII characters.
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) || text.contains(['\\', '#']) {
            return Err("the endpoint contains invalid characters");
        }
        let (scheme, rest) = match (text.strip_prefix("https://"), text.strip_prefix("http://")) {
            (Some(rest), _) => (Scheme::Https, rest),
            (None, Some(rest)) => (Scheme::Http, rest),
            (None, None) => return Err("the endpoint does not begin with https://"),
        };
        let slash = rest.find(['/', '?']).ok_or("the endpoint has no path")?;
        let (authority, path) = rest.split_at(slash);
        if !path.starts_with('/') {
            return Err("the endpoint has no path");
        }
        if authority.contains('@') {
            return Err("the endpoint has credentials");
        }
        let (host, port) = split_port(authority).ok_or("the endpoint has no valid port")?;
        if !is_host(host) && host.parse::<Ipv4Addr>().is_err() {
            return Err("the endpoint has no valid host");
        }
        let mut endpoint = Endpoint {
            scheme,
            host: host.to_owned(),
            port: port.unwrap_or(scheme.port()),
            path: path.to_owned(),
            may_be_private: false,
        };
        let allowed = hosts.iter().find(|host| host.matches(&endpoint));
        let allowed = allowed.ok_or("the endpoint does not belong to an allowed push service")?;
        endpoint.may_be_private = allowed.may_be_private();
        Ok(endpoint)
    }

    /// Returns the host, with the port if it is not the default one.
    pub(crate) fn authority(&self) -> String {
        match self.port == self.scheme.port() {
            true => self.host.clone(),
            false => format!("{}:{}", self.host, self.port),
        }
    }

    /// Returns the origin, which is the audience of signatures.
    pub(crate) fn origin(&self) -> String {
        let scheme = match self.scheme {
            Scheme::Http => "http",
            Scheme::Https => "https",
        };
        format!("{scheme}://{}", self.authority())
    }

    /// Returns true if connecting to this resolved address of the host is allowed.
    pub(crate) fn admits(&self, address: IpAddr) -> bool {
        self.may_be_private || is_public(address)
    }
}

/// Splits an authority into host and optional port.
fn split_port(authority: &str) -> Option<(&str, Option<u16>)> {
    match authority.split_once(':') {
        None => Some((authority, None)),
        Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => {
            let port = port.parse().ok().filter(|&port| port > 0)?;
            Some((host, Some(port)))
        }
        Some(_) => None,
    }
}

/// Returns true if this is a lower-case host name, not an address.
fn is_host(name: &str) -> bool {
    let is_label = |label: &str| {
        let is_plain =
            |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
        !label.is_empty()
            && label.len() <= 63
            && label.bytes().all(is_plain)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    // Some resolvers interpret `0x7f.1` and `2130706433` as addresses: the last label of a name
    // must begin with a letter.
    let ends_in_word = name
        .rsplit('.')
        .next()
        .is_some_and(|label| label.starts_with(|c: char| c.is_ascii_lowercase()));
    name.len() <= 253 && name.split('.').all(is_label) && ends_in_word
}

fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse::<Ipv4Addr>().is_ok_and(|address| address.is_loopback())
}

/// Returns true if an address belongs to the public Internet.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => is_public_v4(v4),
        IpAddr::V6(v6) => is_public_v6(v6),
    }
}

fn is_public_v4(v4: Ipv4Addr) -> bool {
    let [a, b, c, _] = v4.octets();
    let is_special = v4.is_private()
        || v4.is_loopback()
        || v4.is_link_local()
        || v4.is_documentation()
        || v4.is_multicast()
        || a == 0
        || a >= 240
        // Shared address space of carrier-grade NAT.
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        // Benchmarking.
        || (a == 198 && (18..20).contains(&b));
    !is_special
}

fn is_public_v6(v6: Ipv6Addr) -> bool {
    if let Some(v4) = v6.to_ipv4_mapped() {
        return is_public_v4(v4);
    }
    match v6.segments() {
        // NAT64: translated to an IPv4 address by a gateway.
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => {
            let [a, b] = high.to_be_bytes();
            let [c, d] = low.to_be_bytes();
            is_public_v4(Ipv4Addr::new(a, b, c, d))
        }
        // Protocol assignments, tunnels, documentation.
        [0x2001, 0..0x200, ..] | [0x2001, 0xdb8, ..] | [0x2002, ..] => false,
        [0x3fff, 0..0x1000, ..] => false,
        // Global unicast; all other addresses are local or reserved.
        [first, ..] => (0x2000..0x4000).contains(&first),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Endpoint, &'static str> {
        Endpoint::read(text, &PushHost::known())
    }

    #[test]
    fn endpoints_of_browsers_are_accepted() {
        for (text, origin) in [
            ("https://fcm.googleapis.com/fcm/send/c0:APA91b-x_Y", "https://fcm.googleapis.com"),
            (
                "https://updates.push.services.mozilla.com/wpush/v2/gAAA",
                "https://updates.push.services.mozilla.com",
            ),
            (
                "https://autopush.push.services.mozilla.com/w?a=b",
                "https://autopush.push.services.mozilla.com",
            ),
            (
                "https://wns2-par02p.notify.windows.com/w/?token=BQYAAA%3d",
                "https://wns2-par02p.notify.windows.com",
            ),
            ("https://web.push.apple.com/QOgc", "https://web.push.apple.com"),
            ("https://web.push.apple.com:443/QOgc", "https://web.push.apple.com"),
        ] {
            let endpoint = read(text).unwrap_or_else(|why| panic!("{text}: {why}"));
            assert_eq!(endpoint.origin(), origin);
            assert!(!endpoint.may_be_private, "{text}");
            assert!(text.ends_with(&endpoint.path), "{text}");
        }
    }

    #[test]
    fn hostile_endpoints_are_refused() {
        let long = format!("https://fcm.googleapis.com/{}", "x".repeat(MAX_LENGTH));
        for text in [
            "",
            "fcm.googleapis.com/x",
            "//fcm.googleapis.com/x",
            "http://fcm.googleapis.com/x",
            "HTTPS://fcm.googleapis.com/x",
            "ftp://fcm.googleapis.com/x",
            "file:///etc/passwd",
            "gopher://fcm.googleapis.com/x",
            "https://fcm.googleapis.com",
            "https://fcm.googleapis.com?x",
            "https:///x",
            "https://user:secret@fcm.googleapis.com/x",
            "https://fcm.googleapis.com@evil.example/x",
            "https://evil.example\\@fcm.googleapis.com/x",
            "https://fcm.googleapis.com:22/x",
            "https://fcm.googleapis.com:0/x",
            "https://fcm.googleapis.com:65536/x",
            "https://fcm.googleapis.com:/x",
            "https://fcm.googleapis.com:443:443/x",
            "https://fcm.googleapis.com./x",
            "https://FCM.googleapis.com/x",
            "https://fcm.googleapis.com.evil.example/x",
            "https://evil-fcm.googleapis.com/x",
            "https://xfcm.googleapis.com/x",
            "https://evilpush.services.mozilla.com/x",
            "https://push.services.mozilla.com/x",
            "https://.push.services.mozilla.com/x",
            "https://a..push.services.mozilla.com/x",
            "https://a/.push.services.mozilla.com/x",
            "https://evil.example/x",
            "https://localhost/x",
            "https://127.0.0.1/x",
            "https://2130706433/x",
            "https://0x7f.1/x",
            "https://0177.0.0.1/x",
            "https://[::1]/x",
            "https://[::ffff:127.0.0.1]/x",
            "https://169.254.169.254/latest/meta-data",
            "https://10.0.0.1/x",
            "https://fcm.googleapis.com/x y",
            "https://fcm.googleapis.com/x\r\nHost: evil.example",
            "https://fcm.googleapis.com/x\tz",
            "https://fcm.googleapis.com/x#y",
            "https://fcm.googleapis.com\0/x",
            "https://fсm.googleapis.com/x",
            "https://xn--fm-lmc.googleapis.com/x",
            "https://fcm。googleapis。com/x",
            "https://fcm.googleapis.com/\u{202e}x",
            &long,
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn an_operator_can_allow_other_hosts() {
        let hosts = |list: &[&str]| -> Vec<PushHost> {
            list.iter().map(|host| host.parse().expect("a host")).collect()
        };
        let own = hosts(&["push.example", "http://127.0.0.1:9000", "*.inside.example:8443"]);
        let endpoint = Endpoint::read("https://push.example/x", &own).expect("named");
        assert!(endpoint.may_be_private && endpoint.admits(Ipv4Addr::LOCALHOST.into()));
        let local = Endpoint::read("http://127.0.0.1:9000/x", &own).expect("named");
        assert_eq!(local.origin(), "http://127.0.0.1:9000");
        let below = Endpoint::read("https://a.inside.example:8443/x", &own).expect("named");
        assert!(!below.admits(Ipv4Addr::LOCALHOST.into()), "a pattern names no host");
        for text in [
            "https://127.0.0.1:9000/x",
            "http://127.0.0.1:9001/x",
            "http://127.0.0.1/x",
            "http://localhost:9000/x",
            "http://push.example/x",
            "https://fcm.googleapis.com/x",
            "https://a.inside.example/x",
        ] {
            assert!(Endpoint::read(text, &own).is_err(), "{text}");
        }
        // Naming a known service does not allow it to have private addresses.
        let known = hosts(&["fcm.googleapis.com"]);
        let endpoint = Endpoint::read("https://fcm.googleapis.com/x", &known).expect("named");
        assert!(!endpoint.may_be_private);
        for text in ["", "*", "*.", "a b", "http://push.example", "https://push.example/x", "x:0"] {
            assert!(text.parse::<PushHost>().is_err(), "{text}");
        }
        for text in KNOWN_HOSTS.iter().chain(&["http://127.0.0.1:9000", "push.example:8443"]) {
            assert_eq!(text.parse::<PushHost>().expect("a host").to_string(), **text);
        }
    }

    #[test]
    fn only_globally_routable_addresses_are_public() {
        for text in ["8.8.8.8", "172.32.0.1", "100.128.0.1", "2a00:1450::1", "64:ff9b::808:808"] {
            assert!(is_public(text.parse().expect("an address")), "{text}");
        }
        for text in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.8",
            "192.0.2.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "fc00::1",
            "fd00::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:7f00:1::",
            "3fff::1",
            "100::1",
        ] {
            assert!(!is_public(text.parse().expect("an address")), "{text}");
        }
    }
}
