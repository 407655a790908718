//! Dates of daily puzzles and decks.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::Result;

use crate::console::Fault;

/// Returns the number of days since 1970-01-01 of a date, or of today in UTC.
pub(crate) fn day(date: Option<&str>) -> Result<u64> {
    match date {
        None => {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            Ok(now.as_secs() / 86_400)
        }
        Some(text) => read(text).ok_or_else(|| {
            Fault::input(format!("'{text}' is not a date")).hint("write it as 2027-03-14").into()
        }),
    }
}

/// Returns the days from 1970-01-01 to a date, which must not be earlier.
fn read(text: &str) -> Option<u64> {
    let parts: Vec<u64> = text.split('-').map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let &[year, month, day] = &parts[..] else { return None };
    if !(1970..=9999).contains(&year) {
        return None;
    }
    let months = months(year);
    let month = usize::try_from(month).ok()?.checked_sub(1)?;
    if !(1..=*months.get(month)?).contains(&day) {
        return None;
    }
    let years: u64 = (1970..year).map(days).sum();
    Some(years + months.iter().take(month).sum::<u64>() + day - 1)
}

/// Writes a day as YYYY-MM-DD.
pub(crate) fn text(day: u64) -> String {
    let (mut year, mut left) = (1970, day);
    while left >= days(year) {
        left -= days(year);
        year += 1;
    }
    let mut month = 1;
    for length in months(year) {
        if left < length {
            break;
        }
        left -= length;
        month += 1;
    }
    format!("{year:04}-{month:02}-{:02}", left + 1)
}

/// Returns the lengths of the months of a year.
const fn months(year: u64) -> [u64; 12] {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    [31, if is_leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
}

/// Returns the number of days of a year.
fn days(year: u64) -> u64 {
    months(year).iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_days_since_1970() {
        for (date, days) in [
            ("1970-01-01", Some(0)),
            ("1970-12-31", Some(364)),
            ("2000-02-29", Some(11_016)),
            ("2001-02-29", None),
            ("2026-13-01", None),
            ("2026-00-01", None),
            ("2026-01-00", None),
            ("1969-12-31", None),
            ("today", None),
            ("2026-01", None),
        ] {
            assert_eq!(read(date), days, "{date}");
        }
    }

    #[test]
    fn days_are_written_as_dates() {
        for day in (0..100_000).step_by(7).chain(0..1000) {
            assert_eq!(read(&text(day)), Some(day), "{}", text(day));
        }
    }
}
