//! Goods, builders and pigs of players.

use bastide::{CLOTH, GRAIN, WINE};

use crate::marks::MarkArt;
use crate::pose::{Body, Disc, PoseSpec, disc, meeple};

/// A figure with a hat.
const BUILDER_BODY: Body = Body {
    id: "bu",
    path: "M-5-9L-2.4-12.8H2.4L5-9 3-8C3-7.2 2.8-6.6 2.2-6 6-5.4 7.4-4 8.4-1.6L12-1.6V2L6 2.4 7.2 11.4H4L0 9.4-4 11.4H-7.2L-6 2.4-10 1-9.6-1.6C-8.6-4.2-6-5.2-2.2-6-2.8-6.6-3-7.2-3-8Z",
};

/// A builder with a hammer, within the area of a meeple.
pub(super) const BUILDER: PoseSpec = PoseSpec {
    body: &BUILDER_BODY,
    ..meeple(
        "builder",
        "m8",
        "<path class='mk' style='stroke-width:2' d='M10 10V-4'/><path class='s1' d='M6.4-5.4H13V-2H6.4z'/>\
      <path class='mk' d='M6.4-5.4H13V-2H6.4zM-3.8-8.6H3.8'/>",
        &[],
    )
};

/// A pig, seen from the side.
const HOG_BODY: Body = Body {
    id: "hg",
    path: "M-13-1.6C-13-4.4-10.6-6.4-7.8-6.4L-4-7-3-10.4-.4-9.6C3-11 6-9.4 9-8.8 12.4-8 14.2-4.6 11.6-1.4 10 .6 9.4 3 9.6 5L9.2 11.2H5L4.4 5.8C3 6.4.6 6.4-1.2 5.8L-1.6 12H-6L-6.4 3.6C-10 4-13 1.6-13-1.6Z",
};

/// It stays within the area of a lying meeple.
const HOG_AREA: &[Disc] = &[
    disc(-8.0, -1.7, 6.7),
    disc(1.0, -3.6, 9.4),
    disc(8.0, -3.0, 7.4),
    disc(-4.6, 8.4, 5.6),
    disc(7.4, 8.4, 5.6),
];

pub(super) const HOG: PoseSpec = PoseSpec {
    body: &HOG_BODY,
    discs: [HOG_AREA, &[]],
    ..meeple(
        "hog",
        "m9",
        "<path class='mk' d='M12.4-5q1.8-.6 1.2-2.4M-13 0h2'/><circle class='p1' cx='-8' cy='-2.8' r='1.2'/><circle class='i' cx='-8.2' cy='-2.8' r='.7'/>",
        &[],
    )
};

/// Goods on plates: the shapes of the plates differ as well, for small pictures and for
/// colour-blind readers.
pub(super) const MARKS: &[MarkArt] = &[
    MarkArt {
        kind: WINE,
        id: "gw",
        radius: 9.0,
        down: 0.0,
        definition: "<path class='sh' transform='translate(2.4 2.8)' d='M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0'/><path class='rl' d='M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0'/>\
      <path class='wi' d='M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0'/>\
      <path class='k kk' d='M-9 0a9 9 0 1 0 18 0a9 9 0 1 0-18 0'/>\
      <path class='p1' d='M-6.3-1.8a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0-4.2 0M-2.1-1.8a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0-4.2 0M2.1-1.8a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0-4.2 0M-4.2 1.8a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0-4.2 0M0 1.8a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0-4.2 0M-2.1 5.4a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0-4.2 0M-.6-4V-7l4-.8-2.8 1.6V-4Z'/>",
    },
    MarkArt {
        kind: GRAIN,
        id: "gg",
        radius: 9.5,
        down: 0.0,
        definition: "<path class='sh' transform='translate(2.4 2.8)' d='M0-11L11 0 0 11-11 0Z'/><path class='rl' d='M0-11L11 0 0 11-11 0Z'/>\
      <path class='go' d='M0-11L11 0 0 11-11 0Z'/>\
      <path class='k kk' d='M0-11L11 0 0 11-11 0Z'/>\
      <path class='i' d='M-.6 8V-1H.6V8ZM0-8.4q2.4 2.6 0 5.2q-2.4-2.6 0-5.2M-.8-2.6q-4-.6-4-4 4 .4 4 4M.8-2.6q4-.6 4-4-4 .4-4 4M-.8 1.6q-4-.6-4-4 4 .4 4 4M.8 1.6q4-.6 4-4-4 .4-4 4'/>",
    },
    MarkArt {
        kind: CLOTH,
        id: "gc",
        radius: 9.5,
        down: 0.0,
        definition: "<path class='sh' transform='translate(2.4 2.8)' d='M-8.4-8.4H8.4V8.4H-8.4Z'/><path class='rl' d='M-8.4-8.4H8.4V8.4H-8.4Z'/>\
      <path class='bl' d='M-8.4-8.4H8.4V8.4H-8.4Z'/>\
      <path class='k kk' d='M-8.4-8.4H8.4V8.4H-8.4Z'/><path class='p1' d='M-6.4-6.4H6.4V-2.8H-6.4ZM-4.8-1.8H4.8V6.4L2.4 4.8 0 6.4-2.4 4.8-4.8 6.4Z'/>\
      <path class='bl' d='M-4.8.6H4.8V2H-4.8Z'/>",
    },
];
