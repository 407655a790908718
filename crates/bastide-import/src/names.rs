//! Names and other texts of unknown origin.

use bastide_host::is_invisible;

/// Maximum number of characters in a name, as at online tables.
const MOST_IN_NAME: usize = 24;

/// Maximum number of characters of the input in an error message.
const MOST_IN_ERROR: usize = 40;

/// Returns a name without invisible characters, with single spaces and a bounded length, or `None`
/// if nothing is left. The second value is true if anything was removed.
pub(crate) fn clean(text: &str) -> (Option<String>, bool) {
    let (name, is_cut) = visible(text, MOST_IN_NAME);
    let is_changed = is_cut || name != text;
    ((!name.is_empty()).then_some(name), is_changed)
}

/// Returns a piece of input for an error message: visible characters only, and not too many.
pub(crate) fn quote(text: &str) -> String {
    let (mut text, is_cut) = visible(text, MOST_IN_ERROR);
    if is_cut {
        text.push_str("...");
    }
    text
}

/// Returns a whole message for an error, with visible characters only.
pub(crate) fn quote_long(text: &str) -> String {
    visible(text, 4 * MOST_IN_ERROR).0
}

/// Returns the first `most` visible characters with single spaces. The second value is true if there
/// are more. Looks only at as much of the text as it needs.
fn visible(text: &str, most: usize) -> (String, bool) {
    let mut kept = String::new();
    let (mut count, mut is_gap) = (0, false);
    // A bound on characters that are dropped, so that megabytes of them take no time.
    for c in text.chars().take(64 * most) {
        if c.is_whitespace() {
            is_gap = count > 0;
        } else if !is_invisible(c) {
            let wanted = 1 + usize::from(is_gap);
            if count + wanted > most {
                return (kept, true);
            }
            if is_gap {
                kept.push(' ');
            }
            kept.push(c);
            count += wanted;
            is_gap = false;
        }
    }
    let is_cut = text.chars().nth(64 * most).is_some();
    (kept, is_cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_keep_visible_characters_only() {
        for (text, name, is_changed) in [
            ("Ann", Some("Ann"), false),
            ("Ann B", Some("Ann B"), false),
            (" Ann \t B ", Some("Ann B"), true),
            ("Одарка", Some("Одарка"), false),
            ("a\u{202e}b\u{0}c\u{1b}[31m", Some("abc[31m"), true),
            ("\u{200b}\u{feff}", None, true),
            ("", None, false),
            ("123456789012345678901234", Some("123456789012345678901234"), false),
            ("1234567890123456789012345", Some("123456789012345678901234"), true),
        ] {
            assert_eq!(clean(text), (name.map(str::to_owned), is_changed), "{text:?}");
        }
        let long = "x".repeat(1 << 20);
        assert_eq!(clean(&long).0.map(|name| name.len()), Some(24));
        assert_eq!(clean(&"\u{200b}".repeat(1 << 20)), (None, true));
        assert_eq!(quote(&long), format!("{}...", "x".repeat(40)));
    }
}
