//! Figures in six colours. Each colour also has a glyph and a pattern, for colour-blind readers.

use std::fmt::Write as _;
use std::sync::LazyLock;

use bastide::{Colour, FigureKind, Terrain};

use crate::geom::{Point, pt, short};

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

/// A standing figure, with feet at 11.4 and head at -13.
const MEEPLE: &str = "M0-13a5 5 0 0 1 4.6 7C10-5 14-2.5 14 0c0 2-4 2.4-7 2.4C8 6 10 8 10 10c0 1-.6 1.4-1.6 1.4H2.4L0 7-2.4 11.4H-8.4c-1 0-1.6-.4-1.6-1.4c0-2 2-4 3-7.6c-3 0-7-.4-7-2.4c0-2.5 4-5 9.4-6A5 5 0 0 1 0-13Z";
/// A figure in a wide robe, with a mitre.
const ABBOT: &str = "M0-17L4-11.6V-7C8-5.6 10-3 10.4 0 11 4 12.4 8 12.6 11.4H-12.6C-12.4 8-11 4-10.4 0-10-3-8-5.6-4-7V-11.6Z";
/// A figure in a long dress, with a pointed hat.
const LADY: &str = "M3.4-19L4.6-9.4C5.4-7.6 4.6-6 3.6-5.2 7-4 8.6-1.6 9.4 1L6.2 2.2C7.4 5 9.6 8 10.4 11.4H-10.4C-9.6 8-7.4 5-6.2 2.2L-9.4 1C-8.6-1.6-7-4-3.6-5.2-5-6.6-5-9.6-2.4-11.2Z";

/// Appearance of a figure, by its role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pose {
    /// Standing, on a road, in a city or in a monastery.
    Standing,
    /// Lying, in a field.
    Lying,
    /// The abbot.
    Abbot,
    /// The lady of a castle.
    Lady,
    /// On a path, with a trumpet.
    Herald,
    /// In a tower, with a lance.
    Knight,
    /// In a house, with a sword.
    Squire,
    /// In a courtyard, with a sack.
    Merchant,
}

impl Pose {
    /// All poses.
    pub const ALL: [Pose; 8] = [
        Pose::Standing,
        Pose::Lying,
        Pose::Abbot,
        Pose::Lady,
        Pose::Herald,
        Pose::Knight,
        Pose::Squire,
        Pose::Merchant,
    ];

    /// Returns the lower-case name of the role.
    pub const fn name(self) -> &'static str {
        match self {
            Pose::Standing => "meeple",
            Pose::Lying => "farmer",
            Pose::Abbot => "abbot",
            Pose::Lady => "lady",
            Pose::Herald => "herald",
            Pose::Knight => "knight",
            Pose::Squire => "squire",
            Pose::Merchant => "merchant",
        }
    }

    /// Returns the pose of a figure on a terrain.
    pub fn on(kind: FigureKind, terrain: Terrain) -> Pose {
        match (kind, terrain) {
            (bastide::ABBOT, _) => Pose::Abbot,
            (_, Terrain::Field) => Pose::Lying,
            (_, Terrain::Path) => Pose::Herald,
            (_, Terrain::Tower) => Pose::Knight,
            (_, Terrain::House) => Pose::Squire,
            (_, Terrain::Courtyard) => Pose::Merchant,
            (
                _,
                Terrain::Road
                | Terrain::City
                | Terrain::River
                | Terrain::Monastery
                | Terrain::Garden,
            ) => Pose::Standing,
        }
    }

    /// Returns the pose of a figure in a player's supply.
    pub fn in_supply(kind: FigureKind) -> Pose {
        Pose::on(kind, Terrain::Road)
    }

    /// Returns the id of its drawing.
    const fn drawing(self) -> &'static str {
        match self {
            Pose::Standing | Pose::Lying => "m0",
            Pose::Abbot => "m1",
            Pose::Lady => "m2",
            Pose::Herald => "m3",
            Pose::Knight => "m4",
            Pose::Squire => "m5",
            Pose::Merchant => "m6",
        }
    }
}

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
    for (name, body) in [("mb", MEEPLE), ("ab", ABBOT), ("lb", LADY)] {
        let _ = write!(out, "<path id='{name}' d='{body}'/>");
    }
    // Bodies inherit the fill of the using element; attributes they carry are drawn in ink.
    let extras = [
        ("m0", "mb", ""),
        ("m1", "ab", "<path class='mk' d='M0-16V-9.4M-2.4-12.4H2.4'/>"),
        ("m2", "lb", "<path class='mk' d='M-2.2-11L4-9.6'/>"),
        (
            "m3",
            "mb",
            "<path class='mk' d='M11 0L15.4-10.4'/><path class='go' d='M15.4-10.4l-2.4-4.4 6.2 1.8z'/>\
             <path class='mk' d='M15.4-10.4l-2.4-4.4 6.2 1.8z'/>",
        ),
        (
            "m4",
            "mb",
            "<path class='mk' style='stroke-width:1.8' d='M13 11V-16'/><path class='p1' d='M13-16l5.4 2.2-5.4 2.2z'/>\
             <path class='mk' d='M13-16l5.4 2.2-5.4 2.2z'/>",
        ),
        (
            "m5",
            "mb",
            "<path class='mk' style='stroke-width:2.6' d='M12.6 1V-13'/><path d='M12.6 0V-12.4' \
             stroke='#e8e8ea' stroke-width='1.2'/><path class='mk' style='stroke-width:1.6' d='M9.8-1.4h5.6'/>",
        ),
        (
            "m6",
            "mb",
            "<path class='p2' d='M7.4 3.4C5 9.6 9 11.8 11.8 11.4 16 11.6 16.8 7.6 14 4L12.8 2H9.2Z'/>\
             <path class='mk' d='M7.4 3.4C5 9.6 9 11.8 11.8 11.4 16 11.6 16.8 7.6 14 4L12.8 2H9.2ZM9 3h4.4'/>",
        ),
    ];
    for (name, body, more) in extras {
        let _ = write!(
            out,
            "<g id='{name}'><ellipse class='ms' cx='1.6' cy='11.6' rx='11' ry='3'/><use href='#{body}' class='mh'/>\
             <use href='#{body}'/></g><g id='{name}k'><use href='#{body}' class='mk'/>{more}</g>"
        );
    }
}

/// Part of the area covered by a figure, relative to its centre.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Disc {
    pub(crate) at: Point,
    pub(crate) radius: f64,
}

const fn disc(x: f64, y: f64, radius: f64) -> Disc {
    Disc { at: pt(x, y), radius }
}

/// Body of a standing figure, including its pale rim.
const BODY: [Disc; 7] = [
    disc(0.0, -8.2, 6.7),
    disc(0.0, -1.5, 7.4),
    disc(-9.6, -1.0, 6.0),
    disc(9.6, -1.0, 6.0),
    disc(0.0, 4.4, 7.6),
    disc(-6.4, 7.8, 6.1),
    disc(6.4, 7.8, 6.1),
];
const ABBOT_BODY: [Disc; 8] = [
    disc(0.0, -12.6, 5.8),
    disc(0.0, -5.4, 7.6),
    disc(-3.4, 2.0, 9.6),
    disc(3.4, 2.0, 9.6),
    disc(-8.2, 7.8, 6.3),
    disc(8.2, 7.8, 6.3),
    disc(-11.0, 9.8, 4.2),
    disc(11.0, 9.8, 4.2),
];
/// Attributes carried by figures.
const TRUMPET: [Disc; 2] = [disc(13.6, -6.6, 3.0), disc(15.8, -12.6, 4.0)];
const LANCE: [Disc; 4] =
    [disc(13.0, 8.6, 3.2), disc(12.4, 4.4, 3.0), disc(13.2, -8.4, 3.0), disc(14.6, -13.6, 4.0)];
const SWORD: [Disc; 2] = [disc(12.6, -7.4, 2.6), disc(12.6, -11.4, 2.9)];
const SACK: [Disc; 1] = [disc(11.4, 7.0, 5.4)];

/// Returns the area covered by a figure.
pub(crate) fn discs(pose: Pose) -> &'static [Disc] {
    static ALL: LazyLock<[Vec<Disc>; Pose::ALL.len()]> = LazyLock::new(|| {
        let (sin, cos) = (-78.0f64).to_radians().sin_cos();
        let lie =
            |d: &Disc| disc(d.at.x * cos - d.at.y * sin, d.at.x * sin + d.at.y * cos, d.radius);
        Pose::ALL.map(|pose| match pose {
            Pose::Standing => BODY.to_vec(),
            Pose::Lying => BODY.iter().map(lie).collect(),
            Pose::Abbot | Pose::Lady => ABBOT_BODY.to_vec(),
            Pose::Herald => [&BODY[..], &TRUMPET].concat(),
            Pose::Knight => [&BODY[..], &LANCE].concat(),
            Pose::Squire => [&BODY[..], &SWORD].concat(),
            Pose::Merchant => [&BODY[..], &SACK].concat(),
        })
    });
    &ALL[pose as usize]
}

/// Default scale of a figure on a map; at scale 1 a figure is 28 units wide.
pub(crate) const SCALE: f64 = 0.84;

/// Draws a figure centred at a point.
pub(crate) fn write(out: &mut String, colour: Colour, pose: Pose, at: Point, scale: f64) {
    let n = colour.index();
    let turn = if pose == Pose::Lying { "rotate(-78)" } else { "" };
    let body = match pose {
        Pose::Abbot => "ab",
        Pose::Lady => "lb",
        _ => "mb",
    };
    let name = pose.drawing();
    let size = (scale * 100.0).round() / 100.0;
    let upright = if pose == Pose::Lying { "rotate(78)" } else { "" };
    // The rim is pale as well, so white needs a dark outline on pale ground.
    let rim = match colour {
        Colour::White => format!("<use href='#{body}' class='mw'/>"),
        _ => String::new(),
    };
    let _ = write!(
        out,
        "<g transform='translate({} {})scale({size}){turn}'><use href='#{name}' class='u{n}'/>\
         <use href='#{body}' class='q{n}'/>{rim}<use href='#{name}k'/>\
         <g transform='translate(0 -.4){upright}scale(1.25)'><use href='#y{n}' class='y{n}'/></g></g>",
        short(at.x),
        short(at.y)
    );
}
