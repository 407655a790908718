//! Inns, cathedrals and large meeples.

use bastide::{CATHEDRAL, INN};

use crate::marks::MarkArt;
use crate::pose::{Body, PoseSpec, meeple};

/// A meeple with broad shoulders, as high and wide as others, so that it fits wherever they do.
const BODY: Body = Body {
    id: "la",
    path: "M0-13.2C3.8-13.2 5.8-10 4.8-5.8 6.6-5.2 8-5.2 9.6-5.3 12.4-5 14-3 14-1 14 1.6 11.8 3.2 8.6 3.4 9.4 5 10.4 6.6 10.6 8.4 10.6 10.4 9.6 11.4 8.4 11.4H3.6L0 8.2-3.6 11.4H-8.4C-9.6 11.4-10.6 10.4-10.6 8.4-10.4 6.6-9.4 5-8.6 3.4-11.8 3.2-14 1.6-14-1-14-3-12.4-5-9.6-5.3-8-5.2-6.6-5.2-4.8-5.8-5.8-10-3.8-13.2 0-13.2Z",
};

/// Standing, and lying as a farmer. Two glyphs show that it counts as two (INN-3).
pub(super) const POSES: [PoseSpec; 2] = [
    PoseSpec { body: &BODY, is_double: true, ..meeple("large", "m7", "", &[]) },
    PoseSpec {
        body: &BODY,
        is_double: true,
        is_lying: true,
        ..meeple("large-farmer", "m7", "", &[])
    },
];

pub(super) const MARKS: &[MarkArt] = &[
    // A house with a sign, and its pond.
    MarkArt {
        kind: INN,
        id: "in",
        radius: 11.5,
        down: 0.5,
        definition: "<path class='sh' d='M-10 3.6H7L13 8H-3Z'/><path class='p1' d='M-10 3.6V-3.6H6V3.6Z'/><path class='p2' d='M0 3.6V-3.6H6V3.6Z'/>\
      <path class='r0' d='M-11.6-3L-8.6-10.4H4.6L7.6-3Z'/><path class='wh' d='M-11.6-3L-8.6-10.4H-2L-3.6-3Z'/>\
      <path class='i' d='M-7 3.6V-.8h3v4.4zM-1.4 1V-1.4H.8V1zM2.8 1V-1.4H5V1z'/><path class='s2' d='M.6-13h2.6v4.4H.6z'/>\
      <path class='k kk' d='M-10-3V3.6H6V-3M-11.6-3L-8.6-10.4H4.6L7.6-3ZM.6-10.4V-13h2.6v2.6M6-1.4h4.4M9 0V-1.4'/>\
      <path class='go' d='M7.2-.4h3.6v3.4H7.2z'/><path class='k' d='M7.2-.4h3.6v3.4H7.2z'/>\
      <path class='vd' d='M-4.6 7.2C-3 3.4 10 3 11.6 7 12 11-3.4 12.4-4.6 7.2Z'/><path class='vs' d='M-1.8 7.4C0 5.4 8 5 9.2 7.2 8.6 9.2-.6 10-1.8 7.4Z'/>\
      <path class='k kk' d='M-4.6 7.2C-3 3.4 10 3 11.6 7 12 11-3.4 12.4-4.6 7.2Z'/><path class='vf' d='M1.4 7.6q1.4-1 2.8 0t2.8 0'/>",
    },
    // A front with two towers and a rose window.
    MarkArt {
        kind: CATHEDRAL,
        id: "cd",
        radius: 21.0,
        down: 6.0,
        definition: "<path class='sh' d='M-15 15.6H15L24 20H-6Z'/><path class='s2' d='M-6 15.6V-9.6L0-17 6-9.6V15.6Z'/>\
      <path class='s1' d='M-15 15.6V-11H-6V15.6ZM6 15.6V-11H15V15.6Z'/><path class='dk' d='M-9.6 15.6V-11H-6V15.6ZM11 15.6V-11H15V15.6Z'/>\
      <path class='a1' d='M-16.2-10.6L-10.5-29-4.8-10.6ZM4.8-10.6L10.5-29 16.2-10.6ZM-5.4-10.4L0-17 5.4-10.4 0-13Z'/>\
      <path class='dk' d='M-10.5-29L-4.8-10.6H-10.5ZM10.5-29L16.2-10.6H10.5Z'/><circle class='go' cy='-3' r='4.2'/>\
      <path class='i' d='M-3.6 15.6V9Q-3.2 5.6 0 3.6 3.2 5.6 3.6 9V15.6ZM-11.8-1V-6.4q1.3-2.6 2.6 0v5.4zM9.2-1V-6.4q1.3-2.6 2.6 0v5.4zM-11.8 11.4V6q1.3-2.6 2.6 0v5.4zM9.2 11.4V6q1.3-2.6 2.6 0v5.4z'/>\
      <path class='k kk' d='M-6-9.6L0-17 6-9.6M-15-10.6V15.6H15V-10.6M-6-10.6V15.6M6-10.6V15.6M-16.2-10.6L-10.5-29-4.8-10.6ZM4.8-10.6L10.5-29 16.2-10.6ZM0-17V-23.6M-2-21.4H2M-4.2-3a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0'/>\
      <path class='k' d='M0-7.2V1.2M-4.2-3H4.2M-3-6L3 0M-3 0L3-6M-15 2.4H-6M6 2.4H15'/>",
    },
];
