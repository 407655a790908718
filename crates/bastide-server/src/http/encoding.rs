//! Negotiation of the content encoding of a response.

use axum::http::HeaderMap;
use axum::http::header::ACCEPT_ENCODING;

/// Content encodings, in the server's order of preference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Encoding {
    Brotli,
    Gzip,
    /// No compression.
    Identity,
}

impl Encoding {
    /// Returns the name used in headers.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Encoding::Brotli => "br",
            Encoding::Gzip => "gzip",
            Encoding::Identity => "identity",
        }
    }
}

/// Returns the offer that the client prefers, and the first of equally preferred ones. Returns
/// `None` if the client accepts none of them.
pub(super) fn choose<'a, T>(
    request: &HeaderMap,
    offers: &'a [(Encoding, T)],
) -> Option<&'a (Encoding, T)> {
    let rated = offers.iter().map(|offer| (quality(request, offer.0), offer));
    let liked = rated.filter(|(quality, _)| *quality > 0);
    // `max_by_key` returns the last maximum, hence the reversal.
    liked.rev().max_by_key(|(quality, _)| *quality).map(|(_, offer)| offer)
}

/// Returns the quality value of an encoding in thousandths.
fn quality(request: &HeaderMap, encoding: Encoding) -> u16 {
    let wishes = || {
        let values = request.get_all(ACCEPT_ENCODING).iter();
        let values = values.filter_map(|value| value.to_str().ok());
        values.flat_map(|value| value.split(',')).filter_map(read)
    };
    let rated = |name: &str| {
        let mut same = wishes().filter(|(wish, _)| wish.eq_ignore_ascii_case(name));
        same.next().map(|(_, quality)| quality)
    };
    // Without a header only uncompressed responses are acceptable: the client may not support any
    // compression. They are excluded only by an explicit `identity;q=0` or `*;q=0`.
    let unsaid = if encoding == Encoding::Identity { 1 } else { 0 };
    rated(encoding.name()).or_else(|| rated("*")).unwrap_or(unsaid)
}

/// Parses one element of `Accept-Encoding`, such as `br;q=0.5`; `None` if it is malformed.
fn read(wish: &str) -> Option<(&str, u16)> {
    let mut parts = wish.split(';').map(str::trim);
    let name = parts.next()?;
    let quality = parts.find_map(|part| part.strip_prefix("q=").or(part.strip_prefix("Q=")));
    let quality: f32 = quality.map_or(Some(1.0), |text| text.parse().ok())?;
    #[allow(clippy::cast_possible_truncation)] // 0 to 1,000
    let thousandths = || (quality * 1_000.0).round() as u16;
    (0.0..=1.0).contains(&quality).then(|| (name, thousandths()))
}

#[cfg(test)]
mod tests {
    use super::Encoding::{Brotli, Gzip, Identity};
    use super::*;

    #[track_caller]
    fn check(wishes: &str, offers: &[Encoding], chosen: Option<Encoding>) {
        let line = wishes.parse().expect("a header's text");
        let request = HeaderMap::from_iter([(ACCEPT_ENCODING, line)]);
        assert_eq!(chosen_of(&request, offers), chosen, "'{wishes}' of {offers:?}");
    }

    fn chosen_of(request: &HeaderMap, offers: &[Encoding]) -> Option<Encoding> {
        let offers: Vec<_> = offers.iter().map(|&encoding| (encoding, ())).collect();
        choose(request, &offers).map(|(encoding, ())| *encoding)
    }

    #[test]
    fn the_preferred_encoding_is_chosen() {
        const ALL: &[Encoding] = &[Brotli, Gzip, Identity];
        for (wishes, chosen) in [
            ("gzip, deflate, br, zstd", Some(Brotli)),
            ("gzip", Some(Gzip)),
            ("GZIP", Some(Gzip)),
            ("deflate", Some(Identity)),
            ("", Some(Identity)),
            ("br;q=0.5, gzip;q=0.8", Some(Gzip)),
            ("br;q=0.5, gzip;q=0.5", Some(Brotli)),
            ("br ; q=0.2 , identity;q=0.7", Some(Identity)),
            ("gzip;q=0.001", Some(Gzip)),
            ("br;q=0, gzip;q=0.0", Some(Identity)),
            ("*", Some(Brotli)),
            ("br;q=0, *", Some(Gzip)),
            ("br;q=0.3, *;q=0.1", Some(Brotli)),
            ("identity;q=0", None),
            ("*;q=0", None),
            ("gzip, *;q=0", Some(Gzip)),
            ("identity;q=0.5, *;q=0", Some(Identity)),
            ("br;q=much, gzip;q=7", Some(Identity)),
        ] {
            check(wishes, ALL, chosen);
        }
    }

    #[test]
    fn an_absent_encoding_is_not_chosen() {
        check("br, gzip;q=0.1", &[Gzip, Identity], Some(Gzip));
        check("br", &[Gzip, Identity], Some(Identity));
        check("br, gzip", &[Identity], Some(Identity));
        check("br, identity;q=0", &[Gzip, Identity], None);
        check("br, *;q=0", &[Identity], None);
    }

    #[test]
    fn all_lines_of_a_header_count() {
        let lines = ["gzip;q=0.5", "br"].map(|line| line.parse().expect("a header's text"));
        let request = HeaderMap::from_iter(lines.map(|line| (ACCEPT_ENCODING, line)));
        assert_eq!(chosen_of(&request, &[Gzip, Identity]), Some(Gzip));
        assert_eq!(chosen_of(&HeaderMap::new(), &[Brotli, Gzip, Identity]), Some(Identity));
    }
}
