//! Castles between two tiles, and their ladies.

use crate::geom::pt;
use crate::pieces::{Drawing, Icon, PieceArt};
use crate::pose::{Body, PoseSpec, ROBE_AREA};

/// A figure in a long dress, with a pointed hat.
const BODY: Body = Body {
    id: "lb",
    path: "M3.4-19L4.6-9.4C5.4-7.6 4.6-6 3.6-5.2 7-4 8.6-1.6 9.4 1L6.2 2.2C7.4 5 9.6 8 10.4 11.4H-10.4C-9.6 8-7.4 5-6.2 2.2L-9.4 1C-8.6-1.6-7-4-3.6-5.2-5-6.6-5-9.6-2.4-11.2Z",
};

pub(super) const POSE: PoseSpec = PoseSpec {
    name: "lady",
    drawing: "m2",
    body: &BODY,
    more: "<path class='mk' d='M-2.2-11L4-9.6'/>",
    discs: [ROBE_AREA, &[]],
    is_lying: false,
    is_double: false,
};

pub(super) const PIECE: PieceArt = PieceArt {
    icon: Icon { symbol: "castle", size: 50, view_box: "3 3 44 44" },
    figure: pt(0.0, -6.0),
};

pub(super) const DRAWINGS: &[Drawing] = &[Drawing {
    name: "castle",
    id: "ca",
    definition: "<path class='sh' d='M-15 8H15L22 12H-6Z'/><path class='s1' d='M-12 8V-5h2.4v2h2.4v-2h2.4v2h2.4v-2h2.4v2h2.4v-2h2.4v2h2.4v-2h2.4v2H12V8Z'/><path class='dk' d='M3-5h2v2h2.4v-2h2.4v2H12V8H3Z'/>\
      <path class='s1' d='M-5-4V-15h2v2h2v-2h2v2h2v-2h2V-4Z'/><path class='dk' d='M1-13v9H5V-15H3v2Z'/><path class='s1' d='M-16 9V-9h8V9ZM8 9V-9h8V9Z'/><path class='dk' d='M-11 9V-9h3V9ZM12 9V-9h4V9Z'/>\
      <path class='a1' d='M-17.4-8.6L-12-18-6.6-8.6ZM6.6-8.6L12-18 17.4-8.6Z'/><path class='dk' d='M-12-18L-6.6-8.6H-12ZM12-18L17.4-8.6H12Z'/><path class='i' d='M-3 8V2.4a3 3.2 0 0 1 6 0V8ZM-12.6-2v-3h1.2v3zM11.4-2v-3h1.2v3zM-.6-7v-3H.6v3z'/>\
      <path class='k kk' d='M-8-4.8V8H8V-4.8M-5-5V-15h2v2h2v-2h2v2h2v-2h2V-5M-16-8.6V9h8V-8.6M8-8.6V9h8V-8.6M-17.4-8.6L-12-18-6.6-8.6ZM6.6-8.6L12-18 17.4-8.6ZM0-15v-6'/><path class='go' d='M0-21l5 1.6L0-17.6Z'/><path class='k' d='M0-21l5 1.6L0-17.6'/>",
}];
