//! Figures in six colours. Each colour also has a glyph and a pattern, for colour-blind readers.

use std::fmt::Write as _;
use std::sync::LazyLock;

use bastide::Colour;

use crate::geom::{Point, short};
use crate::pose::{Body, Disc, Pose, PoseSpec, disc};

/// Fill and contrast colours in the order of [`Colour`]: the Okabe-Ito palette, with the vermilion
/// shifted towards red because players call it red.
pub(crate) const COLOURS: [(&str, &str); Colour::ALL.len()] = [
    ("#cf3f1a", "#fff"),
    ("#0072b2", "#fff"),
    ("#009e73", "#fff"),
    ("#f0e442", "#222"),
    ("#2b2622", "#fff"),
    ("#fff", "#222"),
];

/// Glyph of each colour: square, disc, diamond, triangle, star, cross.
const GLYPHS: [&str; Colour::ALL.len()] = [
    "M-2.1-2.1h4.2v4.2h-4.2z",
    "M-2.4 0a2.4 2.4 0 1 0 4.8 0a2.4 2.4 0 1 0-4.8 0",
    "M0-3L2.5 0 0 3-2.5 0Z",
    "M0-2.8L2.8 2.2H-2.8Z",
    "M0-3.2L.8-1H3L1.2.4 1.9 2.7 0 1.3-1.9 2.7-1.2.4-3-1H-.8Z",
    "M-1-2.8H1V-1H2.8V1H1V2.8H-1V1H-2.8V-1H-1Z",
];

/// Pattern of each colour: lines and dots, 4 units apart.
const PATTERNS: [&str; Colour::ALL.len()] = [
    "M0 2h4",
    "M-1 1L1-1M0 4L4 0M3 5L5 3",
    "M2 0v4",
    "M1 1h.1M3 3h.1",
    "M-1 3L1 5M0 0L4 4M3-1L5 1",
    "M2 1v2M1 2h2",
];

/// Returns the style sheet. Classes are numbered by colour: `u0` to `u5` fill a figure, `q0` to
/// `q5` its pattern, `y0` to `y5` its glyph.
pub(crate) fn style() -> String {
    let mut css = ".mh{fill:#fffaf0;stroke:#fffaf0;stroke-width:3;stroke-linejoin:round}\
                   .ms{fill:#000;opacity:.28}.mk{fill:none;stroke:#241a12;stroke-width:1.2;stroke-linejoin:round}\
                   .mw{fill:none;stroke:#241a12;stroke-width:2.4;stroke-linejoin:round}\
                   .mp{fill:none;stroke-width:.7;opacity:.34;stroke-linecap:round}"
        .to_owned();
    for (n, (colour, on)) in COLOURS.iter().enumerate() {
        let _ = write!(css, ".u{n}{{fill:{colour}}}.y{n}{{fill:{on}}}.q{n}{{fill:url(#q{n})}}");
        let _ = write!(css, ".z{n}{{stroke:{on}}}.e{n}{{stroke:{colour}}}");
    }
    css
}

/// Writes the definitions of the drawings.
pub(crate) fn defs(out: &mut String) {
    for (n, pattern) in PATTERNS.iter().enumerate() {
        let _ = write!(
            out,
            "<pattern id='q{n}' width='4' height='4' patternUnits='userSpaceOnUse'>\
             <path class='mp z{n}' d='{pattern}'/></pattern>"
        );
    }
    for (n, glyph) in GLYPHS.iter().enumerate() {
        let _ = write!(out, "<path id='y{n}' d='{glyph}'/>");
    }
    for (n, pose) in Pose::ALL.into_iter().enumerate() {
        let Body { id, path } = pose.spec().body;
        let is_first = |other: &Pose| other.spec().body.id != *id;
        if Pose::ALL[..n].iter().all(is_first) {
            let _ = write!(out, "<path id='{id}' d='{path}'/>");
        }
    }
    // Bodies inherit the fill of the using element; attributes they carry are drawn in ink.
    for pose in Pose::ALL.into_iter().filter(|pose| !pose.spec().is_lying) {
        let PoseSpec { drawing: name, body: Body { id: body, .. }, more, .. } = pose.spec();
        let _ = write!(
            out,
            "<g id='{name}'><ellipse class='ms' cx='1.6' cy='11.6' rx='11' ry='3'/><use href='#{body}' class='mh'/>\
             <use href='#{body}'/></g><g id='{name}k'><use href='#{body}' class='mk'/>{more}</g>"
        );
    }
}

/// Returns the area covered by a figure.
pub(crate) fn discs(pose: Pose) -> &'static [Disc] {
    static ALL: LazyLock<[Vec<Disc>; Pose::ALL.len()]> = LazyLock::new(|| {
        let (sin, cos) = (-78.0f64).to_radians().sin_cos();
        let lie =
            |d: &Disc| disc(d.at.x * cos - d.at.y * sin, d.at.x * sin + d.at.y * cos, d.radius);
        Pose::ALL.map(|pose| {
            let area = pose.spec().discs.concat();
            if pose.spec().is_lying { area.iter().map(lie).collect() } else { area }
        })
    });
    &ALL[pose.index()]
}

/// Default scale of a figure on a map; at scale 1 a figure is 28 units wide.
pub(crate) const SCALE: f64 = 0.84;

/// Draws a figure centred at a point.
pub(crate) fn write(out: &mut String, colour: Colour, pose: Pose, at: Point, scale: f64) {
    let n = colour.index();
    let PoseSpec { drawing: name, body: Body { id: body, .. }, is_lying, is_double, .. } =
        pose.spec();
    let turn = if *is_lying { "rotate(-78)" } else { "" };
    let size = (scale * 100.0).round() / 100.0;
    let upright = if *is_lying { "rotate(78)" } else { "" };
    // The rim is pale as well, so white needs a dark outline on pale ground.
    let rim = match colour {
        Colour::White => format!("<use href='#{body}' class='mw'/>"),
        _ => String::new(),
    };
    let _ = write!(
        out,
        "<g transform='translate({} {})scale({size}){turn}'><use href='#{name}' class='u{n}'/>\
         <use href='#{body}' class='q{n}'/>{rim}<use href='#{name}k'/>",
        short(at.x),
        short(at.y)
    );
    let glyphs: &[(&str, &str)] =
        if *is_double { &[("-3.6", "1"), ("3.6", "1")] } else { &[("0", "1.25")] };
    for (x, size) in glyphs {
        let _ = write!(
            out,
            "<g transform='translate({x} -.4){upright}scale({size})'><use href='#y{n}' class='y{n}'/></g>"
        );
    }
    out.push_str("</g>");
}
