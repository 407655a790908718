//! Turns that bots played below their level.

use std::fmt::Write as _;

/// Turns of a game played by a bot weaker than that of the seat, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Weakened {
    /// Number of preceding actions, and number of the turn, starting at 1.
    turns: Vec<(usize, usize)>,
}

impl Weakened {
    /// Adds a move after `actions` actions, in turn `turn`.
    pub(super) fn add(&mut self, actions: usize, turn: usize) {
        self.turns.push((actions, turn));
    }

    /// Removes moves that were taken back; the game now has `actions` actions.
    pub(super) fn truncate(&mut self, actions: usize) {
        self.turns.retain(|&(before, _)| before < actions);
    }

    /// Returns the turns in the format of records, such as `2,4-7`; `None` if there are none.
    pub(super) fn to_text(&self) -> Option<String> {
        let mut text = String::new();
        let mut turns = self.turns.iter().map(|&(_, turn)| turn).peekable();
        while let Some(first) = turns.next() {
            let mut last = first;
            while let Some(next) = turns.next_if(|&next| next <= last + 1) {
                last = next;
            }
            let comma = if text.is_empty() { "" } else { "," };
            // Writing to a string cannot fail.
            let _ = match first == last {
                true => write!(text, "{comma}{first}"),
                false => write!(text, "{comma}{first}-{last}"),
            };
        }
        (!text.is_empty()).then_some(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_written_as_ranges_and_forgotten_with_their_actions() {
        let mut weakened = Weakened::default();
        assert_eq!(weakened.to_text(), None);
        for (actions, turn) in [(1, 1), (7, 3), (9, 3), (13, 4), (19, 5), (30, 9)] {
            weakened.add(actions, turn);
        }
        assert_eq!(weakened.to_text().as_deref(), Some("1,3-5,9"));
        weakened.truncate(19);
        assert_eq!(weakened.to_text().as_deref(), Some("1,3-4"));
        weakened.truncate(1);
        assert_eq!(weakened.to_text(), None);
    }
}
