//! In-memory set of banned addresses.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

use bastide_protocol::{Problem, ProblemCode};
use bastide_table::problem;
use ipnet::IpNet;

use crate::store::{Millis, StoredBan};

/// Shortest prefix lengths that can be banned, so that a mistake cannot ban most of the internet.
const WIDEST_V4: u8 = 8;
const WIDEST_V6: u8 = 16;

/// All bans that have not expired.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bans {
    /// Expiry time and reason of each ban.
    nets: BTreeMap<IpNet, (Option<Millis>, String)>,
    /// Prefix lengths in use, separately for IPv4 and IPv6: an address is found among thousands of
    /// networks with a few lookups.
    lengths: BTreeSet<(bool, u8)>,
}

impl Bans {
    /// Creates the set from stored bans. Bans that cannot be parsed are logged and skipped.
    pub(crate) fn new(stored: Vec<StoredBan>) -> Bans {
        let mut bans = Bans::default();
        for ban in stored {
            let Ok(net) = read_net(&ban.net) else {
                tracing::warn!(net = ban.net, "a stored ban is invalid");
                continue;
            };
            bans.lengths.insert((net.addr().is_ipv6(), net.prefix_len()));
            bans.nets.insert(net, (ban.until, ban.reason));
        }
        bans
    }

    /// Checks that `address` is not banned at time `now`.
    ///
    /// # Errors
    /// Returns a [`Problem`] with the reason of the ban if the address is banned.
    pub fn check(&self, address: IpAddr, now: Millis) -> Result<(), Problem> {
        let address = address.to_canonical();
        let mut found = None;
        for &(is_ipv6, length) in &self.lengths {
            if is_ipv6 != address.is_ipv6() {
                continue;
            }
            let net = IpNet::new(address, length).map(|net| net.trunc());
            let ban = net.ok().and_then(|net| self.nets.get(&net));
            found = found.or(ban.filter(|(until, _)| until.is_none_or(|until| until > now)));
        }
        let Some((_, reason)) = found else { return Ok(()) };
        let reason = if reason.is_empty() { String::new() } else { format!(": {reason}") };
        let text = format!("your address is banned from this server{reason}");
        Err(problem(ProblemCode::Banned, text))
    }
}

/// Parses an address or a network, and clears the host bits.
///
/// # Errors
/// Returns a message that describes the expected format.
pub(crate) fn read_net(text: &str) -> Result<IpNet, String> {
    let text = text.trim();
    let alone = text.parse::<IpAddr>().map(|address| IpNet::from(address.to_canonical()));
    let net = alone.or_else(|_| text.parse::<IpNet>()).map_err(|_| {
        format!(
            "'{text}' is not an address or a network: write for example 192.0.2.7, 192.0.2.0/24 or \
                 2001:db8::/48"
        )
    })?;
    let widest = if net.addr().is_ipv6() { WIDEST_V6 } else { WIDEST_V4 };
    if net.prefix_len() < widest {
        return Err(format!("{net} is too wide: the prefix must be /{widest} or longer"));
    }
    Ok(net.trunc())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bans(nets: &[(&str, Option<Millis>)]) -> Bans {
        let ban = |&(net, until): &(&str, Option<Millis>)| StoredBan {
            net: net.to_owned(),
            reason: "spam".to_owned(),
            created: 0,
            until,
        };
        Bans::new(nets.iter().map(ban).collect())
    }

    #[track_caller]
    fn check(bans: &Bans, address: &str, now: Millis, is_banned: bool) {
        let result = bans.check(address.parse().expect("an address"), now);
        assert_eq!(result.is_err(), is_banned, "{address} at {now}");
    }

    #[test]
    fn addresses_are_found_in_networks_of_their_family() {
        let bans = bans(&[
            ("192.0.2.7/32", None),
            ("198.51.100.0/24", Some(1000)),
            ("2001:db8:1::/48", None),
            ("nonsense", None),
        ]);
        check(&bans, "192.0.2.7", 0, true);
        check(&bans, "::ffff:192.0.2.7", 0, true);
        check(&bans, "192.0.2.8", 0, false);
        check(&bans, "198.51.100.200", 999, true);
        check(&bans, "198.51.100.200", 1000, false);
        check(&bans, "2001:db8:1:2::3", 0, true);
        check(&bans, "2001:db8:2::3", 0, false);
        check(&Bans::default(), "192.0.2.7", 0, false);
    }

    #[test]
    fn networks_are_read_in_several_ways_and_none_is_too_wide() {
        let read = |text: &str| read_net(text).map(|net| net.to_string());
        assert_eq!(read("192.0.2.7").as_deref(), Ok("192.0.2.7/32"));
        assert_eq!(read("::ffff:192.0.2.7").as_deref(), Ok("192.0.2.7/32"));
        assert_eq!(read("192.0.2.7/24").as_deref(), Ok("192.0.2.0/24"));
        assert_eq!(read("2001:db8::1/48").as_deref(), Ok("2001:db8::/48"));
        for wrong in ["", "0.0.0.0/0", "::/0", "10.0.0.0/7", "2001::/15", "192.0.2.7/33", "host"] {
            assert!(read_net(wrong).is_err(), "{wrong}");
        }
    }
}
