//! Hundredths as short decimal numbers: `150` is `1.5`.

/// Largest number that is read, in hundredths: far more than the points of any game.
const MOST: i32 = 1_000_000;

/// Writes a number of hundredths with as few digits as possible.
pub(super) fn show(hundredths: i32) -> String {
    let sign = if hundredths < 0 { "-" } else { "" };
    let (whole, rest) = (hundredths.unsigned_abs() / 100, hundredths.unsigned_abs() % 100);
    match rest {
        0 => format!("{sign}{whole}"),
        _ if rest.is_multiple_of(10) => format!("{sign}{whole}.{}", rest / 10),
        _ => format!("{sign}{whole}.{rest:02}"),
    }
}

/// Reads a number with at most two decimal places.
pub(super) fn read(text: &str) -> Option<i32> {
    let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
    let (whole, rest) = digits.split_once('.').unwrap_or((digits, "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    if !is_number(whole) || !is_number(rest) || rest.len() > 2 {
        return None;
    }
    let scale = if rest.len() == 1 { 10 } else { 1 };
    let whole: i32 = whole.parse().ok().filter(|&whole| whole <= MOST / 100)?;
    Some(sign * (whole * 100 + scale * rest.parse::<i32>().ok()?))
}

/// Rounds to hundredths.
pub(super) fn hundredths(value: f64) -> i32 {
    (value * 100.0).round() as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for (number, text) in
            [(0, "0"), (5, "0.05"), (50, "0.5"), (-33, "-0.33"), (1200, "12"), (-250, "-2.5")]
        {
            assert_eq!((show(number).as_str(), read(text)), (text, Some(number)));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "-", ".", "1.", ".5", "1.234", "+1", "1e3", "--1", "99999999999", "1 "] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
