//! Reusable drawings of upright objects: houses, trees, towers, a church. Each stands on its
//! origin, seen from the south and lit from the north-west.
//!
//! Roofs and treetops have no colour of their own: they inherit the `fill` of the using element.

use std::fmt::Write as _;

use crate::expansions;
use crate::pieces::Drawing;
use crate::theme::Palette;

/// Returns the style sheet shared by all drawings. Class names are short because they are repeated
/// often.
pub(crate) fn style(p: &Palette) -> String {
    let mut css = String::with_capacity(2600);
    let [grass, grass_light, grass_dark, blade, tint] = p.grass;
    let [road_edge, road, rut] = p.road;
    let [bank, deep, shallow, foam] = p.river;
    let [city, cobble] = p.city;
    let [stone, stone_mid, stone_dark] = p.stone;
    let [plaster, plaster_dark] = p.plaster;
    let [slate, slate_dark] = p.slate;
    let [yard, pebble] = p.yard;
    let [pave, joint] = p.paving;
    let (ink, gold, blue, shade, pink, berry) = (p.ink, p.gold, p.blue, p.shade, p.pink, p.berry);
    let _ = write!(
        css,
        ".k{{fill:none;stroke:{ink};stroke-width:.6;stroke-linejoin:round;stroke-linecap:round}}\
         .kk{{stroke-width:.9}}.i{{fill:{ink}}}.sh{{fill:{ink};opacity:{shade}}}\
         .gr{{fill:{grass}}}.gl{{fill:{grass_light}}}.gd{{fill:{grass_dark}}}\
         .gb{{fill:none;stroke:{blade};stroke-width:.6;stroke-linecap:round}}\
         .gt{{fill:none;stroke:{tint};opacity:.22}}\
         .l0,.l1,.l2,.l3{{fill:none}}.l0{{stroke:{ink};stroke-width:11}}\
         .l1{{stroke:{road_edge};stroke-width:9.5}}.l2{{stroke:{road};stroke-width:6.6}}\
         .l3{{stroke:{rut};stroke-width:.7;stroke-dasharray:3 2.2 1 3;opacity:.8}}\
         .rf{{fill:{road}}}.re{{fill:{road_edge}}}\
         .rl{{fill:none;stroke:{stone};stroke-width:2.8;stroke-linecap:round}}\
         .v0,.v1,.v2,.v3,.v4{{fill:none}}.v0{{stroke:{ink};stroke-width:23;opacity:.75}}\
         .v1{{stroke:{bank};stroke-width:21.6}}.v2{{stroke:{deep};stroke-width:18}}\
         .v3{{stroke:{shallow};stroke-width:12.4}}\
         .v4{{stroke:{foam};stroke-width:.9;stroke-dasharray:5 4 2 9;opacity:.85}}\
         .vb{{fill:{bank}}}.vd{{fill:{deep}}}.vs{{fill:{shallow}}}\
         .vf{{fill:none;stroke:{foam};stroke-width:.9;stroke-linecap:round}}\
         .cg{{fill:{city}}}.cc{{fill:none;stroke:{cobble};stroke-width:.6}}\
         .w0,.w1,.w2,.w3,.w4,.w5{{fill:none}}.w0{{stroke:{ink};stroke-width:9;opacity:{shade}}}\
         .w1{{stroke:{ink};stroke-width:6.8}}.w2{{stroke:{stone_dark};stroke-width:5.4}}\
         .w3{{stroke:{stone_mid};stroke-width:5.4}}\
         .w4{{stroke:{stone};stroke-width:5.4;stroke-dasharray:2.7 1.9}}\
         .w5{{stroke:{stone_dark};stroke-width:.7}}\
         .s1{{fill:{stone}}}.s2{{fill:{stone_mid}}}.s3{{fill:{stone_dark}}}\
         .p1{{fill:{plaster}}}.p2{{fill:{plaster_dark}}}\
         .a1{{fill:{slate}}}.a2{{fill:{slate_dark}}}.go{{fill:{gold}}}.bl{{fill:{blue}}}\
         .pg{{fill:{pink}}}.wi{{fill:{berry}}}.gs{{fill:none;stroke:{gold};stroke-width:1.5}}\
         .wh{{fill:#fff;opacity:.17}}.dk{{fill:{ink};opacity:.16}}\
         .yg{{fill:{yard}}}.yp{{fill:none;stroke:{pebble};stroke-width:.6;opacity:.7}}\
         .b0,.b1,.b2,.b3{{fill:none}}.b0{{stroke:{ink};stroke-width:14}}\
         .b1{{stroke:{joint};stroke-width:12.6}}.b2{{stroke:{pave};stroke-width:12.6;\
         stroke-dasharray:4.4 .7}}.b3{{stroke:{joint};stroke-width:.7}}.pv{{fill:{pave}}}\
         .pj{{fill:none;stroke:{joint};stroke-width:.6}}\
         .h1{{fill:none;stroke:{stone_dark};stroke-width:5.4}}"
    );
    for (n, crop) in p.crops.iter().enumerate() {
        let _ = write!(css, ".c{n}{{fill:{crop}}}");
    }
    for (n, roof) in p.roofs.iter().enumerate() {
        let _ = write!(css, ".r{n}{{fill:{roof}}}");
    }
    for (n, tree) in p.trees.iter().enumerate() {
        let _ = write!(css, ".t{n}{{fill:{tree}}}");
    }
    css
}

/// Six houses: body, shaded side, uncoloured roof, ink.
const HOUSES: &[&str] = &[
    // A gable to the west, ridge to the east.
    "<path class='sh' d='M-5 0H5.2L8.4 1.9H-1.6Z'/><path class='p1' d='M-5 0V-4.2L-2.4-7.8.2-4.2V0Z'/>\
     <path class='p2' d='M.2 0V-4.2H5.2V0Z'/><path d='M-2.4-8H2.8L5.8-3.8H.5Z'/>\
     <path class='wh' d='M-2.4-8H2.8L3.6-6.9H-1.6Z'/>\
     <path class='k' d='M-5 0V-4.2M5.2-3.8V0H-5M.2-4V0M-5.5-3.6L-2.4-8 .5-3.8H5.8L2.8-8H-2.4'/>\
     <path class='i' d='M-3.1 0v-2.3h1.4V0zM2-2.9h1.1v1.3H2z'/>",
    // The same to the east.
    "<path class='sh' d='M-5.2 0H5L8.2 1.9H-2Z'/><path class='p1' d='M-5.2 0V-4.2H-.2V0Z'/>\
     <path class='p2' d='M-.2 0V-4.2L2.4-7.8 5-4.2V0Z'/><path d='M2.4-8H-2.8L-5.8-3.8H-.5Z'/>\
     <path class='wh' d='M2.4-8H-2.8L-3.6-6.9H1.6Z'/>\
     <path class='k' d='M5 0V-4.2M-5.2-3.8V0H5M-.2-4V0M5.5-3.6L2.4-8-.5-3.8H-5.8L-2.8-8H2.4'/>\
     <path class='i' d='M1.7 0v-2.3h1.4V0zM-3.1-2.9H-2v1.3h-1.1z'/>",
    // A hipped roof.
    "<path class='sh' d='M-5 0H5L8 1.9H-2Z'/><path class='p1' d='M-5 0V-4H1.5V0Z'/>\
     <path class='p2' d='M1.5 0V-4H5V0Z'/><path d='M-5.8-3.6L-2.8-7.6H2.6L5.8-3.6Z'/>\
     <path class='wh' d='M-5.8-3.6L-2.8-7.6H-.4L-2-3.6Z'/>\
     <path class='k' d='M-5-3.6V0H5V-3.6M-5.8-3.6L-2.8-7.6H2.6L5.8-3.6Z'/>\
     <path class='i' d='M-.7 0v-2.4H.8V0zM-3.6-2.7h1.1v1.2h-1.1zM2.6-2.7h1.1v1.2H2.6z'/>",
    // Tall and narrow.
    "<path class='sh' d='M-3.4 0H3.4L6.4 1.9H-.6Z'/><path class='p1' d='M-3.4 0V-6.2L0-10.4 3.4-6.2V0Z'/>\
     <path class='dk' d='M.4 0V-10L3.4-6.2V0Z'/><path d='M-4.1-5.6L0-10.8 4.1-5.6 3.3-5.1 0-9.3-3.3-5.1Z'/>\
     <path class='k' d='M-3.4-5.4V0H3.4V-5.4M-4.1-5.6L0-10.8 4.1-5.6 3.3-5.1 0-9.3-3.3-5.1Z'/>\
     <path class='i' d='M-.8 0v-2.4H.8V0zM-1.9-5.2h1.1v1.4h-1.1zM.8-5.2h1.1v1.4H.8z'/>",
    // Long and low, with a chimney.
    "<path class='sh' d='M-6.4 0H6.4L9.4 1.8H-3Z'/><path class='p1' d='M-6.4 0V-3.4H6.4V0Z'/>\
     <path class='s2' d='M2.6-8.8h1.6v3H2.6z'/><path d='M-7-3.1L-5-6.9H5L7-3.1Z'/>\
     <path class='wh' d='M-7-3.1L-5-6.9H5L5.6-5.9H-4Z'/>\
     <path class='k' d='M-6.4-3.1V0H6.4V-3.1M-7-3.1L-5-6.9H5L7-3.1ZM2.6-6.9V-8.8h1.6v1.9'/>\
     <path class='i' d='M-4.4-2.4h1v1.1h-1zM-1.6 0v-2.2h1.4V0zM2.4-2.4h1v1.1h-1z'/>",
    // A chapel with a turret.
    "<path class='sh' d='M-5 0H5L8.4 2H-1.6Z'/><path class='p1' d='M-5.2 0V-4.4H1V0Z'/>\
     <path class='p2' d='M1 0V-7.6H4.8V0Z'/><path d='M-5.9-4L-4-7.6H1V-4ZM.4-7.4L2.9-13.4 5.4-7.4Z'/>\
     <path class='k' d='M-5.2-4V0H4.8V-7.4M1 0V-7.4M-5.9-4L-4-7.6H1V-4ZM.4-7.4L2.9-13.4 5.4-7.4ZM2.9-13.4v-2M2.1-14.7h1.6'/>\
     <path class='i' d='M-3.4-.6v-1.6q.6-1 1.2 0v1.6zM2.3-4.4V-6q.6-1 1.2 0v1.6z'/>",
];

/// Trees: two round ones, a fir, a poplar, a bush.
const TREES: &[&str] = &[
    "<ellipse class='sh' cx='1.7' cy='.4' rx='4.2' ry='1.5'/><path class='k kk' d='M0 0V-2'/>\
     <path d='M-.1-1.2C-3-.8-4.4-3-3.6-4.8-3.6-7-1.6-8.2.2-7.8 2.4-8 4-6.2 3.6-4.4 4.2-2.4 2.2-.9-.1-1.2Z'/>\
     <path class='wh' d='M-3-4.6C-2.8-6.4-1.2-7.4.2-7.2-.6-6-1.8-5-3-4.6Z'/>\
     <path class='k' d='M-.1-1.2C-3-.8-4.4-3-3.6-4.8-3.6-7-1.6-8.2.2-7.8 2.4-8 4-6.2 3.6-4.4 4.2-2.4 2.2-.9-.1-1.2ZM.4-3.2q1 .3 1.6-.6'/>",
    "<ellipse class='sh' cx='1.4' cy='.3' rx='3.4' ry='1.2'/><path class='k kk' d='M0 0V-1.6'/>\
     <path d='M0-1C-2.4-.8-3.4-2.6-2.8-4-2.6-6-.8-6.6.4-6.2 2.2-6 3.2-4.4 2.8-3 2.6-1.6 1.4-.9 0-1Z'/>\
     <path class='wh' d='M-2.3-3.8Q-2-5.5.2-5.7-.6-4.4-2.3-3.8Z'/>\
     <path class='k' d='M0-1C-2.4-.8-3.4-2.6-2.8-4-2.6-6-.8-6.6.4-6.2 2.2-6 3.2-4.4 2.8-3 2.6-1.6 1.4-.9 0-1Z'/>",
    "<ellipse class='sh' cx='1.4' cy='.3' rx='3.2' ry='1.1'/><path class='k kk' d='M0 0V-1.4'/>\
     <path d='M-2.9-1.2L-1.7-3.6H-2.3L-1-6H-1.5L0-9.2 1.5-6H1L2.3-3.6H1.7L2.9-1.2Z'/>\
     <path class='dk' d='M0-9.2L1.5-6H1L2.3-3.6H1.7L2.9-1.2H.5Z'/>\
     <path class='k' d='M-2.9-1.2L-1.7-3.6H-2.3L-1-6H-1.5L0-9.2 1.5-6H1L2.3-3.6H1.7L2.9-1.2Z'/>",
    "<ellipse class='sh' cx='1.3' cy='.3' rx='2.6' ry='1'/><path class='k kk' d='M0 0V-1.4'/>\
     <path d='M0-1C-2-1-2.2-3.6-1.7-6-1.3-8.6-.4-10.4 0-10.8.4-10.4 1.3-8.6 1.7-6 2.2-3.6 2-1 0-1Z'/>\
     <path class='dk' d='M0-10.8C.4-10.4 1.3-8.6 1.7-6 2.2-3.6 2-1 0-1 1-3.4 1-7 0-10.8Z'/>\
     <path class='k' d='M0-1C-2-1-2.2-3.6-1.7-6-1.3-8.6-.4-10.4 0-10.8.4-10.4 1.3-8.6 1.7-6 2.2-3.6 2-1 0-1Z'/>",
    "<ellipse class='sh' cx='1' cy='.2' rx='2.6' ry='.9'/>\
     <path d='M-2.4 0C-3.4-1.4-2-2.9-.9-2.4 0-3.6 1.8-3 1.7-1.9 2.8-1.7 2.7-.2 1.9 0Z'/>\
     <path class='k' d='M-2.4 0C-3.4-1.4-2-2.9-.9-2.4 0-3.6 1.8-3 1.7-1.9 2.8-1.7 2.7-.2 1.9 0Z'/>",
];

/// Small objects on grass: tufts, flowers, sheep, a haystack.
const TRIFLES: &[&str] = &[
    "<path class='gb' d='M-1.8 0q.3-1.6-.3-2.4M-.6 0q.2-1.8.4-2.9M.8 0q.2-1.6 1-2.2'/>",
    "<path class='gb' d='M-3.4.4q.3-1.4-.2-2M-2.2.4q.2-1.4.5-2.2M1.6-.8q.3-1.4-.2-2M2.8-.8q.2-1.4.6-2.1'/>",
    "<path class='gb' d='M-1 0v-1.6M1 .6v-1.7M2.4-.6V-2'/><path class='go' d='M-1.6-2.2h1.2v1.1h-1.2zM1.9-2.7h1v1h-1z'/>\
     <path class='p1' d='M.5-1.8h1v1h-1z'/>",
    "<path class='sh' d='M-2 0h4l1.4.8h-4z'/><path class='i' d='M-1.5-.6h.5V.3h-.5zM.8-.6h.5V.3H.8zM1.6-2.4l1.4-.2.1 1.2-1.3.3z'/>\
     <path class='p1' d='M-2-1.6C-2.4-2.8-.8-3.2-.4-2.7.2-3.3 2-3 1.8-1.7 2-.6.6-.4.2-.7-.6-.1-2-.4-2-1.6Z'/>\
     <path class='k' d='M-2-1.6C-2.4-2.8-.8-3.2-.4-2.7.2-3.3 2-3 1.8-1.7 2-.6.6-.4.2-.7-.6-.1-2-.4-2-1.6Z'/>",
    "<ellipse class='sh' cx='1.4' cy='.2' rx='3.4' ry='1.1'/><path class='go' d='M-2.8 0Q-2.6-4.6 0-5.2 2.6-4.6 2.8 0Z'/>\
     <path class='dk' d='M.4-5Q2.6-4.4 2.8 0H1Q1.4-3.4.4-5Z'/><path class='k' d='M-2.8 0Q-2.6-4.6 0-5.2 2.6-4.6 2.8 0ZM-1.2-1.4V-3.4M.2-.8v-2'/>",
];

/// Ploughed land: patches of strips, drawn flat on the ground.
const STRIPS: &[&str] = &[
    "<path class='c0' d='M-12 3L-8-6.4 9-7.6 12 3.6-6 6.6Z'/><path class='gb' d='M-10.6 2.9L-7-6M-7.8 4.6L-3.8-6.6M-4.6 6L-.6-6.8M-.6 5.8L2.6-7M3.8 5L5.9-7.2M8 4.3L8.6-7.4'/>\
     <path class='k' opacity='.55' stroke-dasharray='2.4 1' d='M-12 3L-8-6.4 9-7.6 12 3.6-6 6.6Z'/>",
    "<path class='c1' d='M-11-5L10-7 12 5-9 7Z'/><path class='gb' d='M-10.7-2.7L10.4-4.8M-10.3-.3L10.8-2.4M-9.9 2L11.2-.1M-9.4 4.5L11.6 2.5'/>\
     <path class='k' opacity='.55' stroke-dasharray='2.4 1' d='M-11-5L10-7 12 5-9 7Z'/>",
    "<path class='c2' d='M-9 6L-12-3 0-8 11-4 8 6.6Z'/><path class='gb' stroke-dasharray='1 1.3' d='M-9.6 3.4L10-2M-10.4.9L8.6-4.6M-11.2-1.6L5-6M-8.6 5.6L9.6.6M-4 6L9 2.8'/>\
     <path class='k' opacity='.55' stroke-dasharray='2.4 1' d='M-9 6L-12-3 0-8 11-4 8 6.6Z'/>",
];

/// Drawings on tiles, by id.
const SINGLES: &[(&str, &str)] = &[
    // A tower where walls meet.
    (
        "tw",
        "<ellipse class='sh' cx='3' cy='1.6' rx='7' ry='2.6'/><path class='s1' d='M-4.8-7.4V.4A4.8 1.9 0 0 0 4.8.4V-7.4Z'/>\
      <path class='dk' d='M1-7.4V2.2Q4.8 1.8 4.8.4V-7.4Z'/><path class='s1' d='M-5.9-7V-10.8h2.3v1.4h2.4v-1.4h2.4v1.4h2.4v-1.4h2.3V-7Q0-4.6-5.9-7Z'/>\
      <path class='dk' d='M1.2-10.8v5.1Q4-5.8 5.9-7V-10.8H3.6v1.4H1.2Z'/>\
      <path class='k' d='M-4.8-6.4V.4A4.8 1.9 0 0 0 4.8.4V-6.4M-5.9-7V-10.8h2.3v1.4h2.4v-1.4h2.4v1.4h2.4v-1.4h2.3V-7Q0-4.6-5.9-7Z'/><path class='i' d='M-1.6-1.4v-2.2h.9v2.2z'/>",
    ),
    // A gatehouse.
    (
        "gt",
        "<path class='sh' d='M-8 1H8L12 3.6H-4Z'/><path class='s1' d='M-8 1.4V-9.4h2v1.3h1.6v-1.3h2V-6H2.4v-3.4h2v1.3H6v-1.3h2V1.4Z'/><path class='dk' d='M2.4-6v7.4H8V-9.4H6v1.3H4.4v-1.3h-2Z'/>\
      <path class='i' d='M-2.4 1.4V-2.2A2.4 2.6 0 0 1 2.4-2.2V1.4Z'/><path class='k' d='M-8 1.4V-9.4h2v1.3h1.6v-1.3h2V-6H2.4v-3.4h2v1.3H6v-1.3h2V1.4ZM-2.4-6V-3.4M2.4-6V-3.4'/><path class='i' d='M-5.7-3.4v-2h.9v2zM4.8-3.4v-2h.9v2z'/>",
    ),
    // A monastery with its yard.
    (
        "mo",
        "<path class='sh' d='M-16 11H17L24 14H-8Z'/><path class='p2' opacity='.55' d='M-18 11.4L-15-1.6H17.4L20 11.4Z'/>\
      <path class='p1' d='M-14.5 8.8V-1.4H9V8.8Z'/><path class='p2' d='M9 8.8V-10H17V8.8Z'/><path class='dk' d='M13 8.8V-10H17V8.8Z'/>\
      <path class='r2' d='M-16.4-.6L-12-10.4H8L9.2-.6Z'/><path class='wh' d='M-16.4-.6L-12-10.4H-3.4L-6-.6Z'/><path class='r0' d='M7.6-9.6L13-23.6 18.4-9.6Z'/><path class='dk' d='M13-23.6L18.4-9.6H13Z'/>\
      <path class='p1' d='M-9.8 8.8V1.6L-6.6-3-3.4 1.6V8.8Z'/><path class='r3' d='M-10.8 1.8L-6.6-4.2-2.4 1.8-3.4 2.4-6.6-2.3-9.8 2.4Z'/>\
      <path class='i' d='M-8 8.8V5.2A1.4 1.6 0 0 1-5.2 5.2V8.8ZM-.8 5V2.6a1.1 1.2 0 0 1 2.2 0V5zM4 5V2.6a1.1 1.2 0 0 1 2.2 0V5zM-13.2 5V2.8a.9 1 0 0 1 1.8 0V5zM12-2.4V-5a1.1 1.2 0 0 1 2.2 0v2.6zM12.1 8.8V5.6a1 1.1 0 0 1 2 0V8.8Z'/>\
      <path class='k kk' d='M-14.5-.6V8.8H17V-9.6M9-.6V8.8M9-9.6V-.6M-16.4-.6L-12-10.4H8M-16.4-.6H-9.2M-4-.6H9M7.6-9.6L13-23.6 18.4-9.6ZM13-23.6V-28M11.4-26.4h3.2M-10.8 1.8L-6.6-4.2-2.4 1.8-3.4 2.4-6.6-2.3-9.8 2.4ZM-9.8 2.4V8.8M-3.4 2.4V8.8'/>\
      <path class='k' d='M-18 11.4L-17 7.4M-18 11.4H-9.4M-3.8 11.4H20L19 7.4'/>",
    ),
    // A garden: hedges, beds, a fountain.
    (
        "ga",
        "<path class='sh' d='M-10 7H11.6L14 9H-7Z'/><path class='gl' d='M-11.4 7L-9.4-8H9.4L11.4 7Z'/><path class='rf' d='M-1.6 7L-1.3-8H1.3L1.6 7ZM-10.5.6L-10.2-1.8H10.2L10.5.6Z'/><circle class='rf' r='4.2' cy='-.6'/>\
      <path class='t1' d='M-9 5.4L-8.4 1.8H-3.4L-2.9 5.4ZM9 5.4L8.4 1.8H3.4L2.9 5.4ZM-7.9-3L-7.5-6.6H-2.4L-2.7-3ZM7.9-3L7.5-6.6H2.4L2.7-3Z'/>\
      <path class='go' d='M-7.2 4.2h1v1h-1zM-4.8 3h1v1h-1zM5 4h1v1H5zM7 2.9h1v1H7zM-6.2-4.6h1v1h-1zM3.8-5.6h1v1h-1zM5.8-4.4h1v1h-1z'/><path class='r1' d='M-6 2.6h1v1h-1zM3.8 2.6h1v1h-1zM6 4.4h1v1H6zM-4.2-5.8h1v1h-1zM-6.8-6h1v1h-1z'/>\
      <ellipse class='vs' cy='-.4' rx='2.7' ry='1.7'/><path class='k' d='M-2.7-.4a2.7 1.7 0 1 0 5.4 0a2.7 1.7 0 1 0-5.4 0M0-.4V-4M0-4q-1.2.4-1.4 2M0-4q1.2.4 1.4 2'/>\
      <path class='k' d='M-9 5.4L-8.4 1.8H-3.4L-2.9 5.4ZM9 5.4L8.4 1.8H3.4L2.9 5.4ZM-7.9-3L-7.5-6.6H-2.4L-2.7-3ZM7.9-3L7.5-6.6H2.4L2.7-3Z'/><path class='k kk' d='M-1.8 7H-11.4L-9.4-8H9.4L11.4 7H1.8'/>",
    ),
    // A shield.
    (
        "sd",
        "<path class='sh' d='M-4-5.6H7V1Q6 6 1.6 8.4-4 5.6-4 .4Z'/><path class='p1' d='M-6.4-7.4H6.4V.4Q6 6 0 8.6-6 6-6.4.4Z'/><path class='bl' d='M-5.2-6.2H5.2V.2Q5 5 0 7.2-5 5-5.2.2Z'/>\
      <path class='gs' d='M0-6.2V7.2M-5.2-.8H5.2'/><path class='wh' d='M-5.2-6.2H0V-.8H-5.2Z'/><path class='k kk' d='M-6.4-7.4H6.4V.4Q6 6 0 8.6-6 6-6.4.4Z'/><path class='k' d='M-5.2-6.2H5.2V.2Q5 5 0 7.2-5 5-5.2.2Z'/>",
    ),
    // A well.
    (
        "we",
        "<ellipse class='sh' cx='1.6' cy='2.4' rx='5' ry='1.8'/><path class='s1' d='M-4-.4V2A4 1.6 0 0 0 4 2V-.4Z'/><path class='dk' d='M1-.4V3.6Q4 3 4 2V-.4Z'/><ellipse class='vd' cy='-.4' rx='4' ry='1.6'/>\
      <path class='k' d='M-4-.4V2A4 1.6 0 0 0 4 2V-.4M-4-.4a4 1.6 0 1 0 8 0a4 1.6 0 1 0-8 0M-3.4-.4V-6M3.4-.4V-6M0-5.6V-1.4'/><path class='r1' d='M-5.2-5.6L0-9.4 5.2-5.6Z'/><path class='k' d='M-5.2-5.6L0-9.4 5.2-5.6Z'/>",
    ),
    // A market: stalls with striped awnings.
    (
        "ma",
        "<path class='sh' d='M-8.6 5H8.8L11.4 6.8H-5Z'/><path class='p2' d='M-8 5V1.2H-.6V5ZM1.4 5.4V2H8.4V5.4Z'/><path class='p1' d='M-9 1.4L-7.6-3.6H-1L.2 1.4Z'/><path class='r0' d='M-9 1.4L-7.6-3.6H-6L-6.7 1.4ZM-4.6 1.4L-4.4-3.6H-2.7L-2.2 1.4Z'/>\
      <path class='p1' d='M.8 2.2L2.2-2.8H7.8L9.4 2.2Z'/><path class='bl' d='M.8 2.2L2.2-2.8H3.6L2.9 2.2ZM5-2.8H6.4L7.2 2.2H5.1Z'/><path class='k' d='M-9 1.4L-7.6-3.6H-1L.2 1.4ZM.8 2.2L2.2-2.8H7.8L9.4 2.2ZM-8 1.4V5H-.6V1.4M1.4 2.2V5.4H8.4V2.2'/>\
      <circle class='go' cx='-6' cy='3.2' r='.9'/><circle class='t1' cx='-4' cy='3.2' r='.9'/><circle class='r1' cx='-2.2' cy='3.2' r='.9'/><circle class='go' cx='3.4' cy='3.8' r='.9'/><circle class='r0' cx='5.4' cy='3.8' r='.9'/>",
    ),
    // A great round tower of the stronghold.
    (
        "to",
        "<ellipse class='sh' cx='5' cy='3' rx='12' ry='4.4'/><path class='s1' d='M-8-10V2A8 3.2 0 0 0 8 2V-10Z'/><path class='dk' d='M2-10V5Q8 4.4 8 2V-10Z'/><path class='a1' d='M-9.8-9.4L0-25 9.8-9.4Q0-5.4-9.8-9.4Z'/><path class='wh' d='M-9.8-9.4L0-25-2.6-7.6Q-7-8-9.8-9.4Z'/><path class='dk' d='M0-25L9.8-9.4Q6-7.6 2-7.4Z'/>\
      <path class='k kk' d='M-8-8.6V2A8 3.2 0 0 0 8 2V-8.6M-9.8-9.4L0-25 9.8-9.4Q0-5.4-9.8-9.4Z'/><path class='k' opacity='.6' d='M-6.4-1.6h3M.6.4h3M-3-4.4h3M3.4-3.6h3M-5.6 2h2.4'/><path class='i' d='M-1-1.4v-3.4a1 1 0 0 1 2 0v3.4zM-5.2-4v-2a.7.8 0 0 1 1.4 0v2z'/>",
    ),
    // A town house of the stronghold; its roof inherits the fill.
    (
        "ho",
        "<path class='sh' d='M-8 2H8.4L13 5H-3Z'/><path class='p1' d='M-8 2V-5.6L-4-12 0-5.6V2Z'/><path class='p2' d='M0 2V-5.6H8.4V2Z'/><path d='M-4-12.6H4.2L9.4-5H.6Z'/><path class='wh' d='M-4-12.6H4.2L5.6-10.6H-2.6Z'/>\
      <path class='s2' d='M3-15.6h2.2v4.4H3z'/><path class='k' d='M3-12.6v-3h2.2v4.4'/><path class='k kk' d='M-8 2V-5.4M8.4-5V2H-8M0-5.4V2M-8.9-4.4L-4-12.6 .6-5H9.4L4.2-12.6H-4'/>\
      <path class='k' opacity='.6' d='M-8-2.4H0M-4-12V-2.4'/><path class='i' d='M-5.4 2v-3.2h2.2V2zM-6.4-3.4v-2h1.4v2zM-3-3.4v-2h1.4v2zM2-2v-2h1.4v2zM5-2v-2h1.4v2zM3.4 2v-2.4h1.6V2z'/>",
    ),
    // A wheel with spokes, below the number of an icon.
    (
        "ic",
        "<circle class='sh' r='7.6' cx='.9' cy='1.2'/><circle class='p1' r='7.4'/><path class='gs' d='M0-7V7M-6.1-3.5L6.1 3.5M-6.1 3.5L6.1-3.5'/><circle class='p1' r='4.9'/><circle class='k kk' r='7.4'/><circle class='k' r='4.9'/>",
    ),
];

/// Number of house drawings.
pub(crate) const HOUSE_KINDS: usize = 6;

/// Writes the definitions of all drawings on tiles.
pub(crate) fn defs(out: &mut String) {
    let numbered: [(&str, &[&str]); 4] =
        [("h", HOUSES), ("t", TREES), ("g", TRIFLES), ("f", STRIPS)];
    for (letter, drawings) in numbered {
        for (n, drawing) in drawings.iter().enumerate() {
            define(out, &format!("{letter}{n}"), drawing);
        }
    }
    for (name, drawing) in singles() {
        define(out, name, drawing);
    }
}

/// Writes the definitions of all pieces.
pub(crate) fn piece_defs(out: &mut String) {
    for Drawing { id: name, definition: drawing, .. } in expansions::drawings() {
        define(out, name, drawing);
    }
}

/// Returns the content of a drawing, for use where its id is not defined.
pub(crate) fn drawing(name: &str) -> &'static str {
    let pieces = expansions::drawings().map(|drawing| (drawing.id, drawing.definition));
    let found = singles().chain(pieces).find(|(known, _)| *known == name);
    found.map_or("", |(_, drawing)| drawing)
}

/// Iterates over the drawings on tiles, by id.
fn singles() -> impl Iterator<Item = (&'static str, &'static str)> {
    let marks = expansions::marks().map(|art| (art.id, art.definition));
    SINGLES.iter().copied().chain(marks)
}

fn define(out: &mut String, name: &str, drawing: &str) {
    let _ = write!(out, "<g id='{name}'>{drawing}</g>");
}
