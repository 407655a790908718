//! Bytes as lower-case hexadecimal digits.

/// Returns `bytes` as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(|digit| char::from(DIGITS[usize::from(digit)])).collect()
}

/// Parses exactly `N` bytes of hexadecimal digits; `None` if `text` is anything else.
pub fn unhex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let nibble = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        _ => None,
    };
    if text.len() != 2 * N {
        return None;
    }
    let mut bytes = [0; N];
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_lower_case_digits_of_the_right_length_are_bytes() {
        assert_eq!(hex(&[0, 9, 0xaf, 0xff]), "0009afff");
        assert_eq!(unhex("0009afff"), Some([0, 9, 0xaf, 0xff]));
        for wrong in ["", "0009aff", "0009afff00", "0009AFFF", "0009afg0", "0009af\u{e9}"] {
            assert_eq!(unhex::<4>(wrong), None, "{wrong}");
        }
    }
}
