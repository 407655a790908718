//! The time in which a certificate is valid, read from its DER encoding (RFC 5280).

/// The time in which a certificate is valid, in seconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Validity {
    /// First second.
    pub since: u64,
    /// Last second.
    pub until: u64,
}

const SEQUENCE: u8 = 0x30;
const UTC_TIME: u8 = 0x17;
const GENERALIZED_TIME: u8 = 0x18;
/// The optional version of a certificate.
const VERSION: u8 = 0xa0;

impl Validity {
    /// Returns the validity of a certificate, or `None` if it is not a certificate.
    pub fn of(der: &[u8]) -> Option<Validity> {
        let (certificate, _) = of_kind(der, SEQUENCE)?;
        let (mut rest, _) = of_kind(certificate, SEQUENCE)?;
        if rest.first() == Some(&VERSION) {
            (_, _, rest) = element(rest)?;
        }
        // Serial number, signature algorithm, issuer.
        for _ in 0..3 {
            (_, _, rest) = element(rest)?;
        }
        let (validity, _) = of_kind(rest, SEQUENCE)?;
        let (kind, since, rest) = element(validity)?;
        let since = time(kind, since)?;
        let (kind, until, _) = element(rest)?;
        Some(Validity { since, until: time(kind, until)? })
    }

    /// Returns the number of whole days until the end, 0 if it has passed.
    pub fn days_left(&self, now: u64) -> u64 {
        self.until.saturating_sub(now) / 86_400
    }
}

/// Splits off the first element: its tag, its content, and what follows.
fn element(der: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&tag, rest) = der.split_first()?;
    let (&first, rest) = rest.split_first()?;
    let (length, rest) = match first {
        0..=0x7f => (usize::from(first), rest),
        // The length follows in up to four bytes.
        0x81..=0x84 => {
            let (bytes, rest) = rest.split_at_checked(usize::from(first & 0x7f))?;
            (bytes.iter().fold(0, |sum, &byte| sum << 8 | usize::from(byte)), rest)
        }
        _ => return None,
    };
    let (content, rest) = rest.split_at_checked(length)?;
    Some((tag, content, rest))
}

fn of_kind(der: &[u8], kind: u8) -> Option<(&[u8], &[u8])> {
    let (tag, content, rest) = element(der)?;
    (tag == kind).then_some((content, rest))
}

/// Parses `YYMMDDHHMMSSZ` or `YYYYMMDDHHMMSSZ`.
fn time(kind: u8, text: &[u8]) -> Option<u64> {
    let digits = text.strip_suffix(b"Z")?;
    let width = match kind {
        UTC_TIME => 2,
        GENERALIZED_TIME => 4,
        _ => return None,
    };
    if digits.len() != width + 10 || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let number =
        |part: &[u8]| part.iter().fold(0, |sum: u64, digit| sum * 10 + u64::from(digit - b'0'));
    let (year, rest) = digits.split_at(width);
    let year = match (kind, number(year)) {
        (UTC_TIME, year @ 0..50) => 2000 + year,
        (UTC_TIME, year) => 1900 + year,
        (_, year) => year,
    };
    let mut parts = rest.chunks(2).map(number);
    let mut next = || parts.next();
    let (month, day) = (next()?, next()?);
    let (hour, minute, second) = (next()?, next()?, next()?);
    let is_sound = (1..=12).contains(&month) && (1..=31).contains(&day) && hour < 24;
    if !is_sound || minute >= 60 || second > 60 || year < 1970 {
        return None;
    }
    // Years that begin in March have the leap day at their end: 146,097 days in 400 years.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let days = 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1;
    Some(days.checked_sub(719_468)? * 86_400 + hour * 3600 + minute * 60 + second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_match_the_calendar() {
        for (kind, text, seconds) in [
            (UTC_TIME, "700101000000Z", 0),
            (UTC_TIME, "000228235959Z", 951_782_399),
            (UTC_TIME, "000229000000Z", 951_782_400),
            (GENERALIZED_TIME, "20251115000000Z", 1_763_164_800),
            (GENERALIZED_TIME, "21000301000000Z", 4_107_542_400),
        ] {
            assert_eq!(time(kind, text.as_bytes()), Some(seconds), "{text}");
        }
        for bad in [
            "",
            "Z",
            "7001010000Z",
            "701301000000Z",
            "700100000000Z",
            "7001010000000",
            "70010100000aZ",
        ] {
            assert_eq!(time(UTC_TIME, bad.as_bytes()), None, "{bad}");
        }
    }

    #[test]
    fn damaged_certificates_are_no_certificates() {
        // A certificate as far as it is read: version, serial number, algorithm, issuer, validity.
        let times = [&[0x17, 13][..], b"200101000000Z", &[0x17, 13], b"300101000000Z"].concat();
        let body = [&[0xa0, 3, 2, 1, 2, 2, 1, 7, 0x30, 0, 0x30, 0, 0x30, 30][..], &times].concat();
        let length = u8::try_from(body.len()).expect("short");
        let whole = [&[0x30, 0x81, length + 2, 0x30, length][..], &body].concat();
        let validity = Validity::of(&whole).expect("a certificate");
        assert_eq!(validity, Validity { since: 1_577_836_800, until: 1_893_456_000 });
        assert_eq!(validity.days_left(1_893_456_000 - 86_400), 1);
        assert_eq!(validity.days_left(1_893_456_001), 0);
        for end in 0..whole.len() {
            assert_eq!(Validity::of(&whole[..end]), None, "{end} bytes");
        }
        for at in 0..whole.len() {
            // Must not panic.
            let mut other = whole.clone();
            other[at] ^= 0xff;
            let _ = Validity::of(&other);
        }
    }
}
