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
    let is_leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let february = if is_leap(year) { 29 } else { 28 };
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let length = *months.get(usize::try_from(month).ok()?.checked_sub(1)?)?;
    if !(1970..=9999).contains(&year) || !(1..=length).contains(&day) {
        return None;
    }
    let years: u64 = (1970..year).map(|year| if is_leap(year) { 366 } else { 365 }).sum();
    let before: u64 = months.iter().take(month as usize - 1).sum();
    Some(years + before + day - 1)
}

/// Writes a day as YYYY-MM-DD.
pub(crate) fn text(day: u64) -> String {
    // The calendar repeats after 400 years; March comes first, so that leap days are last.
    let days = day + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let march = (5 * of_year + 2) / 153;
    let day = of_year - (153 * march + 2) / 5 + 1;
    let month = if march < 10 { march + 3 } else { march - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
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
