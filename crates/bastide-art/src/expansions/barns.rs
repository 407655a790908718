//! Barns where four tiles meet.

use crate::geom::pt;
use crate::pieces::{Drawing, Icon, PieceArt};

pub(super) const PIECE: PieceArt = PieceArt {
    icon: Icon { symbol: "barn", size: 50, view_box: "11 11 28 28" },
    figure: pt(3.0, 4.0),
};

pub(super) const DRAWINGS: &[Drawing] = &[Drawing {
    name: "barn",
    id: "ba",
    definition: "<path class='sh' d='M-11 7H11.4L16.4 10H-5Z'/><path class='r2' d='M-11 7V-1.4L-7-7.6-3-1.4V7Z'/><path class='r0' d='M-3 7V-1.4H11V7Z'/><path class='dk' d='M-3 7V-1.4H11V7Z'/><path class='r3' d='M-7-8.4H7L12-1H-2.6Z'/><path class='wh' d='M-7-8.4H7L8.4-6.3H-5.6Z'/>\
      <path class='p1' d='M-9.2 7V1.4H-4.8V7ZM.6 4.6V1h3v3.6zM5.6 4.6V1h3v3.6z'/><path class='k kk' d='M-11 7V-1.4M-3-1V7M11-1V7H-11M-12-.2L-7-8.4-2.6-1H12L7-8.4H-7M-9.2 7V1.4H-4.8V7M-9.2 1.4L-4.8 7M-4.8 1.4L-9.2 7M.6 4.6V1h3v3.6zM5.6 4.6V1h3v3.6z'/>",
}];
