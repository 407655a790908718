//! Properties of characters that need large tables, and approximations without the feature
//! `confusables`.

#[cfg(feature = "confusables")]
mod exact {
    use unicode_normalization::UnicodeNormalization;
    pub(crate) use unicode_normalization::char::is_combining_mark;

    /// Returns the canonical composition of `text` (NFC).
    pub(crate) fn composed(text: &str) -> String {
        text.nfc().collect()
    }

    /// Returns a form of `text` that is equal for texts that look alike (Unicode TS #39).
    pub(crate) fn skeleton(text: &str) -> String {
        unicode_security::skeleton(text).collect()
    }
}

#[cfg(not(feature = "confusables"))]
mod approximate {
    /// Returns `text`, which is not composed.
    pub(crate) fn composed(text: &str) -> String {
        text.to_owned()
    }

    /// Returns `text`, which looks only like itself.
    pub(crate) fn skeleton(text: &str) -> String {
        text.to_owned()
    }

    /// Returns true for characters of the blocks that consist of combining marks.
    pub(crate) fn is_combining_mark(c: char) -> bool {
        matches!(c,
            '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}'
            | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
    }
}

#[cfg(not(feature = "confusables"))]
pub(crate) use approximate::{composed, is_combining_mark, skeleton};
#[cfg(feature = "confusables")]
pub(crate) use exact::{composed, is_combining_mark, skeleton};
