//! SVG documents: the parts that all drawings share.

use crate::geom::{Point, short};
use crate::ground;
use crate::symbols;
use crate::theme::Theme;

/// A rectangular area of the plane.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Frame {
    /// Western border.
    pub x: f64,
    /// Northern border.
    pub y: f64,
    /// Width.
    pub width: f64,
    /// Height.
    pub height: f64,
}

impl Frame {
    /// Returns the frame enlarged by `by` on every side.
    #[must_use]
    pub(crate) fn grown(self, by: f64) -> Frame {
        Frame {
            x: self.x - by,
            y: self.y - by,
            width: self.width + 2.0 * by,
            height: self.height + 2.0 * by,
        }
    }

    /// Returns the smallest frame that also contains a point.
    #[must_use]
    pub(crate) fn with(self, p: Point) -> Frame {
        let (x, y) = (self.x.min(p.x), self.y.min(p.y));
        let (right, low) = ((self.x + self.width).max(p.x), (self.y + self.height).max(p.y));
        Frame { x, y, width: right - x, height: low - y }
    }

    /// Returns it as path data.
    pub(crate) fn path(self) -> String {
        let Frame { x, y, width, height } = self;
        format!("M{} {}h{}v{}h{}z", short(x), short(y), short(width), short(height), short(-width))
    }
}

/// Escapes text for use between tags or in an attribute. Characters that XML forbids are removed.
pub(crate) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\t' | '\n' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if sign.is_control() => {}
            _ => out.push(sign),
        }
    }
    out
}

/// Set of definitions a document needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Definitions {
    /// All definitions.
    Whole,
    /// Definitions for tiles.
    Tiles,
    /// Definitions for pieces on tiles. Their ids are disjoint from those for tiles.
    Pieces,
}

/// Opens a document with all definitions.
pub(crate) fn open(out: &mut String, frame: Frame, title: &str, theme: Theme) {
    open_with(out, frame, title, theme, Definitions::Whole);
}

/// Opens a document with a set of definitions.
pub(crate) fn open_with(
    out: &mut String,
    frame: Frame,
    title: &str,
    theme: Theme,
    definitions: Definitions,
) {
    let palette = theme.palette();
    let numbers = [frame.x, frame.y, frame.width, frame.height].map(short);
    out.push_str(&format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='{}' role='img'><title>{}</title>",
        numbers.join(" "),
        escape(title)
    ));
    out.push_str("<style>");
    out.push_str(&symbols::style(palette));
    if definitions != Definitions::Tiles {
        out.push_str(&crate::figures::style());
    }
    out.push_str("</style><defs>");
    if definitions != Definitions::Pieces {
        symbols::defs(out);
        ground::patterns(out, palette);
    }
    if definitions != Definitions::Tiles {
        symbols::piece_defs(out);
        crate::figures::defs(out);
    }
    out.push_str("</defs>");
}

/// Closes a document.
pub(crate) fn close(out: &mut String) {
    out.push_str("</svg>\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_characters_are_escaped() {
        assert_eq!(escape("<a b='c'>&\u{0}\u{7}\n"), "&lt;a b=&#39;c&#39;&gt;&amp; ");
    }
}
