//! The score track (SETUP-5). Scores have no upper bound; the marker on the printed track starts a
//! new lap after the last space.

/// Number of spaces in a lap; space 0 is only used at the start of the game.
const SPACES: u32 = 50;

/// Returns the space of the score track for a score, and the number of completed laps (SETUP-5).
///
/// ```
/// assert_eq!(bastide::track_space(50), (50, 0));
/// assert_eq!(bastide::track_space(51), (1, 1));
/// ```
///
/// ```
/// assert_eq!(bastide::track_space(57), (7, 1)); // seven spaces after one lap
/// ```
pub fn track_space(total: i32) -> (u32, u32) {
    match u32::try_from(total) {
        Ok(total @ 1..) => ((total - 1) % SPACES + 1, (total - 1) / SPACES),
        Ok(0) | Err(_) => (0, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_marker_wraps_after_fifty() {
        // SETUP-5
        for (total, place) in [
            (0, (0, 0)),
            (1, (1, 0)),
            (49, (49, 0)),
            (50, (50, 0)),
            (51, (1, 1)),
            (100, (50, 1)),
            (101, (1, 2)),
            (237, (37, 4)),
        ] {
            assert_eq!(track_space(total), place, "a total of {total}");
        }
    }

    #[test]
    fn the_track_handles_the_largest_total() {
        // SETUP-5: the score can be computed from space and laps.
        for total in (1..1000).chain([i32::MAX - 1, i32::MAX]) {
            let (space, laps) = track_space(total);
            assert!((1..=50).contains(&space));
            assert_eq!(i64::from(laps) * 50 + i64::from(space), i64::from(total));
        }
    }
}
