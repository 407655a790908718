//! Client addresses of requests.
//!
//! Behind a proxy all requests come from the address of the proxy, so its `X-Forwarded-For` header
//! is used instead, but only for proxies configured as trusted: other clients could forge the
//! header.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;
use ipnet::IpNet;

/// Remote end of a connection, added to every request by the listener.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Peer(pub SocketAddr);

/// Address as used by rate limits: one customer of an internet provider.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Client(u64);

/// A network that a client belongs to. Limits apply to each of them, so that an attacker with many
/// adjacent addresses gains little.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Network {
    /// The first `length` bits, the rest zero: of 32 for IPv4, of 64 for IPv6.
    bits: u64,
    /// Prefix length: 24 and 32 are IPv4; 48, 56 and 64 are IPv6.
    length: u8,
}

/// Prefix lengths of IPv4 networks, widest first, each with the multiple of one address's allowance
/// that the whole network may use.
const IPV4: &[(u8, u32)] = &[(24, 8), (32, 1)];

/// The same for IPv6, where providers assign a /64, a /56 or a /48 to one customer.
const IPV6: &[(u8, u32)] = &[(48, 16), (56, 4), (64, 1)];

impl Client {
    /// Returns the client of an address: the whole IPv4 address, or the first 64 bits of an IPv6
    /// address, since a customer can choose the remaining bits.
    pub fn of(address: IpAddr) -> Client {
        match plain(address) {
            IpAddr::V4(v4) => Client(u64::from(v4.to_bits())),
            // No IPv6 address in use starts with 32 zero bits, so the ranges do not overlap.
            IpAddr::V6(v6) => {
                let [a, b, c, d, e, f, g, h, ..] = v6.octets();
                Client(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
            }
        }
    }
}

impl Client {
    /// Returns the networks that this client belongs to, widest first, each with the multiple of
    /// one client's allowance that the whole network may use.
    pub fn networks(self) -> impl Iterator<Item = (Network, u32)> {
        let (width, lengths) = match u32::try_from(self.0) {
            Ok(_) => (32, IPV4),
            Err(_) => (64, IPV6),
        };
        lengths.iter().map(move |&(length, factor)| {
            let rest = width - u32::from(length);
            (Network { bits: self.0 >> rest << rest, length }, factor)
        })
    }

    /// Returns the key of this client in fair queues: an IPv4 address, or an IPv6 network of 48
    /// bits, so that a network counts as one client in the rotation.
    pub fn queue_key(self) -> u64 {
        match u32::try_from(self.0) {
            Ok(_) => self.0,
            Err(_) => self.0 >> 16 << 16,
        }
    }
}

impl fmt::Display for Client {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match u32::try_from(self.0) {
            Ok(bits) => write!(f, "{}", Ipv4Addr::from_bits(bits)),
            Err(_) => write!(f, "{}/64", Ipv6Addr::from_bits(u128::from(self.0) << 64)),
        }
    }
}

/// Converts IPv4-mapped IPv6 addresses to IPv4.
fn plain(address: IpAddr) -> IpAddr {
    address.to_canonical()
}

/// Returns true if `address` belongs to a trusted proxy.
pub fn is_trusted(address: IpAddr, proxies: &[IpNet]) -> bool {
    let address = plain(address);
    proxies.iter().any(|net| net.contains(&address))
}

/// Returns the address of the client: the last in the forwarding chain that is not a trusted proxy.
pub(super) fn client(peer: IpAddr, headers: &HeaderMap, proxies: &[IpNet]) -> IpAddr {
    let mut known = plain(peer);
    if !is_trusted(known, proxies) {
        return known;
    }
    // Each proxy appends the address of its peer, so the entries are read from the end, and only as
    // far as they were added by trusted proxies.
    for value in headers.get_all("x-forwarded-for").iter().rev() {
        let Ok(value) = value.to_str() else { return known };
        for part in value.rsplit(',') {
            let Some(address) = read(part.trim()) else { return known };
            known = plain(address);
            if !is_trusted(known, proxies) {
                return known;
            }
        }
    }
    known
}

/// Parses an address as written by proxies: plain, with a port, or in brackets.
fn read(text: &str) -> Option<IpAddr> {
    let alone = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    alone.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(values: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("x-forwarded-for", value.parse().expect("a header"));
        }
        headers
    }

    #[track_caller]
    fn check(peer: &str, forwarded: &[&str], expected: &str) {
        let proxies: Vec<IpNet> =
            ["127.0.0.1/32", "10.0.0.0/8"].map(|net| net.parse().expect("a net")).to_vec();
        let found = client(peer.parse().expect("an address"), &headers(forwarded), &proxies);
        assert_eq!(found.to_string(), expected);
    }

    #[test]
    fn only_trusted_proxies_set_the_client_address() {
        check("203.0.113.9", &["198.51.100.1"], "203.0.113.9");
        check("127.0.0.1", &["198.51.100.1"], "198.51.100.1");
        check("::ffff:127.0.0.1", &["198.51.100.1"], "198.51.100.1");
        check("127.0.0.1", &[], "127.0.0.1");
    }

    #[test]
    fn forwarded_addresses_from_clients_are_ignored() {
        check("127.0.0.1", &["1.1.1.1, 198.51.100.1"], "198.51.100.1");
        check("127.0.0.1", &["1.1.1.1", "198.51.100.1, 10.1.2.3"], "198.51.100.1");
        check("127.0.0.1", &["rubbish, 10.1.2.3"], "10.1.2.3");
        check("127.0.0.1", &["[2001:db8::7]:443"], "2001:db8::7");
    }

    #[test]
    fn ipv6_clients_are_distinguished_by_64_bits() {
        let of = |text: &str| Client::of(text.parse().expect("an address"));
        assert_eq!(of("2001:db8:1:2::1"), of("2001:db8:1:2:ffff::2"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_eq!(of("2001:db8:1:2::1").to_string(), "2001:db8:1:2::/64");
        assert_eq!(of("192.0.2.1").to_string(), "192.0.2.1");
    }

    #[test]
    fn neighbours_share_wider_networks() {
        let networks = |text: &str| -> Vec<_> {
            let client = Client::of(text.parse().expect("an address"));
            client.networks().map(|(network, factor)| (network.length, factor, network)).collect()
        };
        let (one, other) = (networks("2001:db8:1:200::1"), networks("2001:db8:1:2ff::1"));
        assert_eq!(
            one.iter().map(|n| (n.0, n.1)).collect::<Vec<_>>(),
            [(48, 16), (56, 4), (64, 1)]
        );
        assert_eq!(one[..2], other[..2], "the same /56");
        assert_ne!(one[2], other[2], "another /64");
        let (one, other) = (networks("192.0.2.1"), networks("192.0.2.2"));
        assert_eq!(one.iter().map(|n| (n.0, n.1)).collect::<Vec<_>>(), [(24, 8), (32, 1)]);
        assert_eq!(one[0], other[0]);
        assert_ne!(one[1], other[1]);
        assert_ne!(networks("2001:db8:1::1")[0], networks("2001:db8:2::1")[0], "another /48");
    }
}
