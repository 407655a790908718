//! Sanitization of names and chat messages: canonical normalization, and rejection of invisible and
//! bidirectional control characters.

use bastide_host::is_invisible;

use crate::unicode::{composed, is_combining_mark};

/// Maximum number of characters in a name.
pub const MAX_NAME: usize = 24;

/// Maximum number of characters in a chat message.
pub const MAX_LINE: usize = 300;

/// Reasons for rejecting a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadText {
    /// No visible character is left.
    #[error("the text has no visible characters")]
    Empty,
    /// The text is longer than the contained number of characters.
    #[error("too long: at most {0} characters")]
    TooLong(usize),
    /// The text contains invisible characters.
    #[error("the text contains control or direction characters; use visible characters only")]
    Invisible,
    /// Too many combining marks on one letter.
    #[error("too many combining marks on one letter")]
    Marks,
    /// A combining mark without a letter: it would be drawn over the preceding text.
    #[error("a combining mark must follow a letter")]
    LoneMark,
}

/// Returns the text in NFC with single spaces. Rejects it if it has more than `most` characters.
pub fn sanitize(text: &str, most: usize) -> Result<String, BadText> {
    // Cheap upper bound before normalizing, which changes the number of characters only by a small
    // factor.
    if text.len() > most * 16 {
        return Err(BadText::TooLong(most));
    }
    let text = composed(&without_emoji_style(text));
    if text.chars().any(|c| is_invisible(c) && !c.is_whitespace()) {
        return Err(BadText::Invisible);
    }
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.is_empty() {
        return Err(BadText::Empty);
    }
    if text.chars().count() > most {
        return Err(BadText::TooLong(most));
    }
    let marks = text.chars().map(is_combining_mark);
    let mut run = 0;
    if text.split(' ').any(|word| word.chars().next().is_some_and(is_combining_mark)) {
        return Err(BadText::LoneMark);
    }
    for is_mark in marks {
        run = if is_mark { run + 1 } else { 0 };
        if run > 3 {
            return Err(BadText::Marks);
        }
    }
    Ok(text)
}

/// Removes the variation selectors that keyboards append to emoji. After a letter, or at the start,
/// they are left in place, so that the text is rejected.
fn without_emoji_style(text: &str) -> String {
    let mut kept = String::with_capacity(text.len());
    for c in text.chars() {
        let is_style = matches!(c, '\u{fe0e}' | '\u{fe0f}');
        let is_on_symbol = kept
            .chars()
            .next_back()
            .is_some_and(|last| !last.is_alphabetic() && !last.is_whitespace());
        if !(is_style && is_on_symbol) {
            kept.push(c);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_are_collapsed() {
        assert_eq!(sanitize("  Софійка \t Ко  ", MAX_NAME).as_deref(), Ok("Софійка Ко"));
        assert_eq!(sanitize("👍 добре", MAX_NAME).as_deref(), Ok("👍 добре"));
    }

    #[test]
    #[cfg(feature = "confusables")]
    fn texts_are_composed() {
        let name = "  Софі\u{438}\u{306}ка \t Ко  ";
        assert_eq!(sanitize(name, MAX_NAME).as_deref(), Ok("Софійка Ко"));
        assert_eq!(sanitize("e\u{301}", MAX_NAME), sanitize("é", MAX_NAME));
    }

    #[test]
    fn invisible_characters_are_refused() {
        for hidden in
            ["a\u{202e}b", "a\u{200b}b", "a\u{0}b", "\u{1b}[31m", "a\u{2066}b", "\u{feff}a"]
        {
            assert_eq!(sanitize(hidden, MAX_NAME), Err(BadText::Invisible), "{hidden:?}");
        }
        for selected in ["Anna\u{fe00}", "Anna\u{fe0f}", "\u{fe0f}Anna", "A\u{e0100}nna"] {
            assert_eq!(sanitize(selected, MAX_NAME), Err(BadText::Invisible), "{selected:?}");
        }
        for lone in ["\u{301}", "\u{301}Anna", "Anna \u{308}", "\u{20e3}"] {
            assert_eq!(sanitize(lone, MAX_NAME), Err(BadText::LoneMark), "{lone:?}");
        }
        assert_eq!(sanitize("❤\u{fe0f} 1\u{fe0f}\u{20e3}", MAX_NAME).as_deref(), Ok("❤ 1\u{20e3}"));
        assert_eq!(sanitize(" \u{a0}\t ", MAX_NAME), Err(BadText::Empty));
        assert_eq!(sanitize(&"x".repeat(MAX_NAME + 1), MAX_NAME), Err(BadText::TooLong(MAX_NAME)));
        assert_eq!(sanitize(&"x".repeat(1 << 20), MAX_NAME), Err(BadText::TooLong(MAX_NAME)));
        assert_eq!(sanitize("Z\u{335}\u{336}\u{337}\u{338}", MAX_NAME), Err(BadText::Marks));
    }
}
