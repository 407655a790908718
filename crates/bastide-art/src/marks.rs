//! Pictures of the marks that expansions print on tiles.

use bastide::MarkKind;

/// Picture of a mark.
pub(crate) struct MarkArt {
    /// The mark.
    pub(crate) kind: MarkKind,
    /// Id of the drawing.
    pub(crate) id: &'static str,
    /// Radius of the disc that contains it, whichever way its tile is turned.
    pub(crate) radius: f64,
    /// Distance from the middle of the disc to the origin of the drawing, to the south.
    pub(crate) down: f64,
    /// The drawing.
    pub(crate) definition: &'static str,
}
