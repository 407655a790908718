//! The abbot.

use crate::pose::{Body, PoseSpec, ROBE_AREA};

/// A figure in a wide robe, with a mitre.
const BODY: Body = Body {
    id: "ab",
    path: "M0-17L4-11.6V-7C8-5.6 10-3 10.4 0 11 4 12.4 8 12.6 11.4H-12.6C-12.4 8-11 4-10.4 0-10-3-8-5.6-4-7V-11.6Z",
};

pub(super) const POSE: PoseSpec = PoseSpec {
    name: "abbot",
    drawing: "m1",
    body: &BODY,
    more: "<path class='mk' d='M0-16V-9.4M-2.4-12.4H2.4'/>",
    discs: [ROBE_AREA, &[]],
    is_lying: false,
    is_double: false,
};
