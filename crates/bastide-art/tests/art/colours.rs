//! Checks that the six players' figures are told apart, with colour blindness as well.

use std::collections::BTreeSet;

use bastide::Colour;
use bastide_art::{Theme, pieces_sprite};

type Matrix = [[f64; 3]; 3];

/// Kinds of vision: how each changes linear RGB. The three kinds of colour blindness are complete
/// ones, after Machado, Oliveira and Fernandes (2009).
const VISIONS: [(&str, Matrix); 4] = [
    ("full", [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]),
    (
        "protanopia",
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ],
    ),
    (
        "deuteranopia",
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ],
    ),
    (
        "tritanopia",
        [
            [1.255528, -0.076749, -0.178779],
            [-0.078411, 0.930809, 0.147602],
            [0.004733, 0.691367, 0.303900],
        ],
    ),
];

/// Linear sRGB to XYZ, relative to the white point.
const XYZ: Matrix = [
    [0.433_953, 0.376_219, 0.189_828],
    [0.212_673, 0.715_152, 0.072_175],
    [0.017_757, 0.109_469, 0.872_774],
];

fn times(matrix: &Matrix, v: [f64; 3]) -> [f64; 3] {
    matrix.map(|row| row.iter().zip(v).map(|(a, b)| a * b).sum())
}

/// Returns the linear RGB of a colour such as `#fff` or `#0072b2`.
fn linear(colour: &str) -> [f64; 3] {
    let digits = colour.strip_prefix('#').expect("a colour in hexadecimal digits");
    let wide = digits.len() / 3;
    [0, 1, 2].map(|n| {
        let part = &digits[n * wide..(n + 1) * wide];
        let part = if wide == 1 { part.repeat(2) } else { part.to_owned() };
        let value = f64::from(u8::from_str_radix(&part, 16).expect("hexadecimal digits")) / 255.0;
        if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

/// Returns a colour in CIELAB as it looks with a kind of vision.
fn seen(colour: &str, vision: &Matrix) -> [f64; 3] {
    let rgb = times(vision, linear(colour)).map(|n| n.clamp(0.0, 1.0));
    let [x, y, z] = times(&XYZ, rgb).map(|n| {
        if n > 216.0 / 24_389.0 { n.cbrt() } else { (n * 24_389.0 / 27.0 + 16.0) / 116.0 }
    });
    [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
}

/// Returns the distance of two colours in CIELAB.
fn difference(a: &str, b: &str, vision: &Matrix) -> f64 {
    let (a, b) = (seen(a, vision), seen(b, vision));
    a.iter().zip(b).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt()
}

/// Returns what follows `before` in a sprite, up to `after`.
fn between<'a>(text: &'a str, before: &str, after: char) -> &'a str {
    let start = text.find(before).unwrap_or_else(|| panic!("{before} is defined")) + before.len();
    text[start..].split(after).next().expect("some text")
}

/// Checks that all these colours differ with every kind of vision.
#[track_caller]
fn check_differences(colours: &[&str], place: impl core::fmt::Display) {
    for (name, vision) in &VISIONS {
        for (n, a) in colours.iter().enumerate() {
            for b in &colours[..n] {
                // A difference of 2.3 is just noticeable.
                let difference = difference(a, b, vision);
                assert!(difference > 15.0, "{a} and {b}, {name}, {place}: {difference:.1}");
            }
        }
    }
}

#[test]
fn six_colours_differ_with_every_kind_of_vision() {
    for theme in Theme::ALL {
        let sprite = pieces_sprite(theme);
        let fills: Vec<&str> = Colour::ALL
            .into_iter()
            .map(|colour| between(&sprite, &format!(".u{}{{fill:", colour.index()), '}'))
            .collect();
        check_differences(&fills, theme);
    }
    let nearly = difference("#777", "#787878", &VISIONS[0].1);
    assert!(nearly < 2.3, "{nearly}");
}

/// The client marks seats in the same colours outside the pictures, in all themes alike.
#[test]
fn colours_of_seats_in_the_client_differ_with_every_kind_of_vision() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../web/src/tokens.css");
    let tokens = std::fs::read_to_string(file).expect("the tokens are there");
    let seats = Colour::ALL.map(|colour| {
        let variable = format!("--seat-{colour}: ");
        assert_eq!(tokens.matches(&variable).count(), 1, "{variable}");
        between(&tokens, &variable, ';')
    });
    check_differences(&seats, "the client");
}

#[test]
fn six_colours_have_different_glyphs_and_patterns() {
    let sprite = pieces_sprite(Theme::Print);
    for what in ["<path id='y", "<pattern id='q"] {
        let all: BTreeSet<&str> = (0..Colour::ALL.len())
            .map(|n| between(&sprite, &format!("{what}{n}'"), '/'))
            .map(|text| text.split(" d='").nth(1).expect("a path"))
            .collect();
        assert_eq!(all.len(), 6, "{what}");
    }
}

#[test]
fn goods_differ_in_shape_and_with_every_kind_of_vision() {
    // The plates of goods, in the order of their rows; print has no colours.
    for theme in [Theme::Light, Theme::Dark, Theme::Contrast] {
        let sprite = pieces_sprite(theme);
        let plates =
            ["wi", "go", "bl"].map(|class| between(&sprite, &format!(".{class}{{fill:"), '}'));
        check_differences(&plates, theme);
    }
    let sprite = pieces_sprite(Theme::Print);
    let shapes: BTreeSet<&str> = ["wine", "grain", "cloth"]
        .map(|name| between(&sprite, &format!("<symbol id='{name}'"), 'Z'))
        .into_iter()
        .map(|symbol| symbol.split(" d='").nth(1).expect("a plate"))
        .collect();
    assert_eq!(shapes.len(), 3);
}
