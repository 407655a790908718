//! Paper, frame, title and scores around a map.

use crate::svg::Frame;
use crate::theme::Palette;

/// The table a map lies on.
pub(crate) fn paper(out: &mut String, frame: Frame, palette: &Palette) {
    out.push_str(&format!("<path fill='{}' d='{}'/>", palette.table, frame.path()));
}
