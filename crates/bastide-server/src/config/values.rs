//! Values of options, and their notation.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::str::FromStr;
use std::time::Duration;

use clap::ValueEnum;
use ipnet::IpNet;

/// Time without changes after which a finished table is folded; `None` disables folding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FoldAfter(pub Option<Duration>);

impl FromStr for FoldAfter {
    type Err = String;

    fn from_str(text: &str) -> Result<FoldAfter, String> {
        let bad = || "write hours or days, such as 12h or 7d, or off".to_owned();
        if text == "off" {
            return Ok(FoldAfter(None));
        }
        let (number, hours) = match (text.strip_suffix('h'), text.strip_suffix('d')) {
            (Some(number), _) => (number, 1),
            (None, Some(number)) => (number, 24),
            (None, None) => return Err(bad()),
        };
        let number: u32 = number.parse().map_err(|_| bad())?;
        let hours = u64::from(number).checked_mul(hours).filter(|hours| *hours <= 24 * 36_500);
        Ok(FoldAfter(Some(Duration::from_secs(hours.ok_or_else(bad)? * 60 * 60))))
    }
}

/// When push messages are sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum PushMode {
    /// On if the public URL uses `https`, which browsers require for push messages.
    Auto,
    /// Always on.
    On,
    /// Always off.
    Off,
}

/// Minimum severity of logged messages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LogLevel {
    /// Failures only.
    Error,
    /// Also warnings: conditions that may need attention.
    Warn,
    /// Also events that affect the server as a whole.
    Info,
    /// Also each request.
    Debug,
    /// Also all other messages.
    Trace,
}

/// Output format of the log.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum LogFormat {
    /// Human-readable text.
    Text,
    /// One JSON object per line.
    Json,
}

/// Parses a number of bytes, such as `0`, `500MB` or `2GiB`.
pub(super) fn read_size(text: &str) -> Result<u64, String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let factor: u64 = match unit.trim().to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1_000,
        "mb" => 1_000_000,
        "gb" => 1_000_000_000,
        "k" | "kib" => 1 << 10,
        "m" | "mib" => 1 << 20,
        "g" | "gib" => 1 << 30,
        _ => return Err("write a size such as 256MiB or 1GB".to_owned()),
    };
    let number: u64 =
        number.parse().map_err(|_| "write a size such as 256MiB or 1GB".to_owned())?;
    number.checked_mul(factor).ok_or_else(|| "the size is too large".to_owned())
}

/// Parses a time from a second to an hour, such as `5s` or `2m`.
pub(super) fn read_seconds(text: &str) -> Result<Duration, String> {
    let bad = || "write seconds or minutes from 1s to 60m, such as 5s or 2m".to_owned();
    let (number, seconds) = match (text.strip_suffix('s'), text.strip_suffix('m')) {
        (Some(number), _) => (number, 1),
        (None, Some(number)) => (number, 60),
        (None, None) => return Err(bad()),
    };
    let number: u32 = number.parse().map_err(|_| bad())?;
    let seconds = u64::from(number) * seconds;
    if !(1..=3600).contains(&seconds) {
        return Err(bad());
    }
    Ok(Duration::from_secs(seconds))
}

/// Parses a listen address: `127.0.0.1:8080`, `localhost:8080`, `8080`.
pub(super) fn read_address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(port) = text.parse::<u16>() {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    let named = text.strip_prefix("localhost:").and_then(|port| port.parse::<u16>().ok());
    if let Some(port) = named {
        return Ok((Ipv4Addr::LOCALHOST, port).into());
    }
    text.parse().map_err(|_| {
        "write an address and a port: 127.0.0.1:8080 for this machine only, 0.0.0.0:8080 or \
         [::]:8080 for all interfaces"
            .to_owned()
    })
}

/// Validates a contact address: a `mailto:` or `https:` URL.
pub(super) fn read_contact(text: &str) -> Result<String, String> {
    let rest = text.strip_prefix("mailto:").or(text.strip_prefix("https://"));
    let is_sound = rest.is_some_and(|rest| rest.len() > 2 && rest.len() < 300);
    if is_sound && text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Ok(text.to_owned());
    }
    Err("write mailto:you@games.example or https://games.example/contact".to_owned())
}

/// Parses a network or a single address.
pub(super) fn read_net(text: &str) -> Result<IpNet, String> {
    let alone = text.parse::<IpAddr>().map(IpNet::from);
    alone.or_else(|_| text.parse()).map_err(|_| {
        "write the address or network of the proxy: 127.0.0.1, 10.0.0.0/8, fd00::/8".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_with_their_units() {
        for (text, bytes) in [
            ("0", 0),
            ("1024", 1_024),
            ("256MiB", 256 << 20),
            ("256 mib", 256 << 20),
            ("2G", 2 << 30),
            ("500MB", 500_000_000),
        ] {
            assert_eq!(read_size(text), Ok(bytes), "{text}");
        }
        for text in ["", "MiB", "-1", "1.5G", "12 parsecs", "99999999999G"] {
            assert!(read_size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn times_are_read_in_seconds_or_minutes() {
        assert_eq!(read_seconds("5s"), Ok(Duration::from_secs(5)));
        assert_eq!(read_seconds("2m"), Ok(Duration::from_secs(120)));
        for bad in ["", "5", "0s", "s", "-1s", "1h", "61m", "3601s", "99999999999s"] {
            assert!(read_seconds(bad).is_err(), "{bad}");
        }
    }
}
