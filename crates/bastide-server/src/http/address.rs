//! Who a request comes from.
//!
//! Behind a proxy everybody would seem to be the proxy, so what it says about
//! its clients is believed, but only of proxies that were named as trusted:
//! anybody else could claim to be anybody.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::HeaderMap;
use ipnet::IpNet;

/// The other end of a connection, put into every request by the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Peer(pub SocketAddr);

/// An address as limits see it: one customer of an internet provider.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Client(u64);

/// A network that a client belongs to. Limits count each of them, so that an
/// attacker who owns many addresses next to each other gains little.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Network {
    /// The first `length` bits, the rest zero: of 32 for IPv4, of 64 for IPv6.
    bits: u64,
    /// 24 and 32 are IPv4, 48, 56 and 64 are IPv6.
    length: u8,
}

/// Prefix lengths of IPv4 networks, widest first, with the multiple of one
/// address's allowance that all of the network may use together.
const IPV4: &[(u8, u32)] = &[(24, 8), (32, 1)];

/// The same for IPv6: providers assign a /64, a /56 or a /48 to one customer.
const IPV6: &[(u8, u32)] = &[(48, 16), (56, 4), (64, 1)];

impl Client {
    /// Of an IPv4 address all of it; of an IPv6 address the first 64 bits,
    /// since customers are given as many as that and can change the rest.
    pub fn of(address: IpAddr) -> Client {
        match plain(address) {
            IpAddr::V4(v4) => Client(u64::from(v4.to_bits())),
            // No IPv6 address anybody has begins with 32 zeros.
            IpAddr::V6(v6) => {
                let [a, b, c, d, e, f, g, h, ..] = v6.octets();
                Client(u64::from_be_bytes([a, b, c, d, e, f, g, h]))
            }
        }
    }
}

impl Client {
    /// The networks that this client belongs to, widest first, each with the
    /// multiple of one client's allowance that all of it may use together.
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

    /// The key of this client in fair queues: an IPv4 address, or an IPv6
    /// network of 48 bits, so that owning one gives a single place in the
    /// rotation.
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

/// IPv4 addresses that came in over IPv6, as what they are.
fn plain(address: IpAddr) -> IpAddr {
    address.to_canonical()
}

/// Whether an address is that of a trusted proxy.
pub fn is_trusted(address: IpAddr, proxies: &[IpNet]) -> bool {
    let address = plain(address);
    proxies.iter().any(|net| net.contains(&address))
}

/// Whose request it is: the last in the chain that is no trusted proxy.
pub(super) fn client(peer: IpAddr, headers: &HeaderMap, proxies: &[IpNet]) -> IpAddr {
    let mut known = plain(peer);
    if !is_trusted(known, proxies) {
        return known;
    }
    // Each proxy adds the address it was called from at the end, so only what
    // trusted ones added is looked at, from the end.
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

/// An address as proxies write it: alone, with a port, or in brackets.
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
    fn only_trusted_proxies_are_believed() {
        check("203.0.113.9", &["198.51.100.1"], "203.0.113.9");
        check("127.0.0.1", &["198.51.100.1"], "198.51.100.1");
        check("::ffff:127.0.0.1", &["198.51.100.1"], "198.51.100.1");
        check("127.0.0.1", &[], "127.0.0.1");
    }

    #[test]
    fn what_clients_claim_themselves_is_not_looked_at() {
        check("127.0.0.1", &["1.1.1.1, 198.51.100.1"], "198.51.100.1");
        check("127.0.0.1", &["1.1.1.1", "198.51.100.1, 10.1.2.3"], "198.51.100.1");
        check("127.0.0.1", &["rubbish, 10.1.2.3"], "10.1.2.3");
        check("127.0.0.1", &["[2001:db8::7]:443"], "2001:db8::7");
    }

    #[test]
    fn ipv6_customers_are_told_apart_by_64_bits() {
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
