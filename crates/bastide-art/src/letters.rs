//! Lettering as strokes of a broad pen: Latin and Cyrillic capitals, small capitals and digits, so
//! that no drawing depends on installed fonts.
//!
//! The nib is a slanted ellipse. Path data is written in a space where the nib is a circle, and a
//! transform maps it back.

use crate::geom::{Point, coordinates, pt, short};

/// Height of a capital in the tables below.
const CAP: f64 = 10.0;
/// Scale of small capitals.
const SMALL: f64 = 0.78;
/// Angle of the nib in degrees, and the ratio of its axes.
const SLANT: f64 = -28.0;
const FLAT: f64 = 0.42;

/// Glyphs: character, width and strokes. `M`, `L` and `C` are as in path data; y grows downwards
/// and the baseline is at 10.
const GLYPHS: &[(char, f64, &str)] = &[
    ('A', 8.0, "M0 10L4 0L8 10M1.4 6.6L6.6 6.6"),
    ('B', 6.2, "M.4 0L.4 10M.4 0L3 0C6.2 0 6.2 4.8 3 4.8L.4 4.8M3 4.8C7.2 4.8 7.2 10 3 10L.4 10"),
    ('C', 7.2, "M7 1.9C5.4 -.6 0 -.9 0 5C0 10.9 5.4 10.6 7 8.1"),
    ('D', 7.6, "M.4 0L.4 10L2.6 10C9.2 10 9.2 0 2.6 0L.4 0"),
    ('E', 5.6, "M5.4 0L.4 0L.4 10L5.6 10M.4 4.9L4.4 4.9"),
    ('F', 5.2, "M5.2 0L.4 0L.4 10M.4 4.9L4.2 4.9"),
    ('G', 7.6, "M7 1.9C5.4 -.6 0 -.9 0 5C0 10.9 5.6 10.6 7.2 8.4L7.2 5.6L4.8 5.6"),
    ('H', 7.0, "M.4 0L.4 10M6.8 0L6.8 10M.4 4.9L6.8 4.9"),
    ('I', 0.8, "M.4 0L.4 10"),
    ('J', 4.0, "M3.6 0L3.6 7C3.6 10.6 .4 10.6 0 8.6"),
    ('K', 6.6, "M.4 0L.4 10M6.2 0L.4 5.9M2.4 4L6.6 10"),
    ('L', 5.2, "M.4 0L.4 10L5.2 10"),
    ('M', 8.8, "M0 10L.9 0L4.4 7.2L7.9 0L8.8 10"),
    ('N', 7.2, "M.2 10L.2 0L7 10L7 0"),
    ('O', 8.0, "M4 0C-1.3 0 -1.3 10 4 10C9.3 10 9.3 0 4 0"),
    ('P', 6.0, "M.4 10L.4 0L3 0C7 0 7 5.4 3 5.4L.4 5.4"),
    ('Q', 8.2, "M4 0C-1.3 0 -1.3 10 4 10C9.3 10 9.3 0 4 0M4.8 7.4L8.2 11.2"),
    ('R', 6.6, "M.4 10L.4 0L3 0C7 0 7 5.2 3 5.2L.4 5.2M3.2 5.2L6.6 10"),
    ('S', 5.8, "M5.4 1.6C4.4 -.6 .4 -.5 .4 2.4C.4 5.4 5.8 4.4 5.8 7.5C5.8 10.6 1 10.8 0 8.2"),
    ('T', 7.0, "M0 0L7 0M3.5 0L3.5 10"),
    ('U', 7.0, "M.2 0L.2 6C.2 11.4 6.8 11.4 6.8 6L6.8 0"),
    ('V', 7.6, "M0 0L3.8 10L7.6 0"),
    ('W', 10.6, "M0 0L2.6 10L5.3 1.6L8 10L10.6 0"),
    ('X', 7.0, "M0 0L7 10M7 0L0 10"),
    ('Y', 7.0, "M0 0L3.5 5L7 0M3.5 5L3.5 10"),
    ('Z', 6.6, "M.2 0L6.4 0L0 10L6.6 10"),
    ('0', 6.0, "M3 0C-1 0 -1 10 3 10C7 10 7 0 3 0"),
    ('1', 3.4, "M.2 1.9L2.4 0L2.4 10"),
    ('2', 5.6, "M.2 2.4C.6 -.8 5.4 -.8 5.2 2.8C5 5 1.6 7 0 10L5.6 10"),
    (
        '3',
        5.6,
        "M.2 1.4C1.6 -.8 5 -.4 5 2.3C5 4.2 3.4 4.8 2 4.8C4 4.8 5.6 5.8 5.6 7.4C5.6 10.6 1.2 10.8 0 8.4",
    ),
    ('4', 6.0, "M4.4 10L4.4 0L0 7L6 7"),
    ('5', 5.6, "M5 0L1 0L.6 4.4C2.6 3.2 5.6 4 5.6 6.8C5.6 10.4 1.2 10.8 0 8.6"),
    ('6', 5.8, "M4.9 .5C2 -.6 0 3 0 6.6C0 11.2 5.8 11 5.8 6.8C5.8 3.4 1 3.4 0 6.4"),
    ('7', 5.4, "M0 0L5.4 0L1.6 10"),
    (
        '8',
        5.8,
        "M2.9 4.7C-.5 4.7 -.3 0 2.9 0C6.1 0 6.3 4.7 2.9 4.7C-.9 4.7 -.9 10 2.9 10C6.7 10 6.7 4.7 2.9 4.7",
    ),
    ('9', 5.8, "M.9 9.5C3.8 10.6 5.8 7 5.8 3.4C5.8 -1.2 0 -1 0 3.2C0 6.6 4.8 6.6 5.8 3.6"),
    ('Æ', 10.6, "M0 10L5.4 0L10.4 0M5.4 0L5.4 10L10.6 10M5.4 4.9L9.4 4.9M2 6.6L5.4 6.6"),
    ('Œ', 11.0, "M6 0C-1.8 0 -1.8 10 6 10L11 10M6 0L10.8 0M6 0L6 10M6 4.9L9.8 4.9"),
    ('Ø', 8.0, "M4 0C-1.3 0 -1.3 10 4 10C9.3 10 9.3 0 4 0M.4 11L7.6 -1"),
    ('Đ', 7.6, "M.4 0L.4 10L2.6 10C9.2 10 9.2 0 2.6 0L.4 0M-1 4.9L3.2 4.9"),
    ('Ł', 5.2, "M.4 0L.4 10L5.2 10M-1 6.4L2.8 3.8"),
    ('Þ', 6.0, "M.4 0L.4 10M.4 2.2L3 2.2C7 2.2 7 7.6 3 7.6L.4 7.6"),
    // With serifs, for use next to a 1.
    ('Ɪ', 3.0, "M0 0L3 0M1.5 0L1.5 10M0 10L3 10"),
    ('…', 4.4, "M.2 9.8L.6 9.8M2 9.8L2.4 9.8M3.8 9.8L4.2 9.8"),
    ('.', 0.8, "M.2 9.8L.6 9.8"),
    (',', 1.0, "M.6 9.4L0 11.6"),
    (':', 0.8, "M.2 4L.6 4M.2 9.8L.6 9.8"),
    (';', 1.0, "M.4 4L.8 4M.6 9.4L0 11.6"),
    ('-', 3.2, "M0 5.6L3.2 5.6"),
    ('–', 5.0, "M0 5.6L5 5.6"),
    ('_', 5.0, "M0 11L5 11"),
    ('\'', 0.8, "M.4 0L.4 2.6"),
    ('"', 2.4, "M.4 0L.4 2.6M2 0L2 2.6"),
    ('!', 0.8, "M.4 0L.4 6.8M.2 9.8L.6 9.8"),
    ('?', 5.0, "M0 2C.6 -.8 5 -.8 4.8 2.4C4.6 4.4 2.4 4.6 2.4 7M2.2 9.8L2.6 9.8"),
    (
        '&',
        7.4,
        "M7.4 10C5 8.6 1.4 4.4 1.4 2.2C1.4 -.6 5 -.6 5 2C5 4.6 0 4.6 0 7.6C0 11 5.8 11 6.8 5.4",
    ),
    ('(', 2.4, "M2.4 -.6C-.6 2 -.6 8.6 2.4 11.2"),
    (')', 2.4, "M0 -.6C3 2 3 8.6 0 11.2"),
    ('/', 4.4, "M0 11L4.4 -.6"),
    ('+', 5.4, "M0 5.4L5.4 5.4M2.7 2.7L2.7 8.1"),
    ('×', 4.6, "M0 3.4L4.6 8M4.6 3.4L0 8"),
    ('·', 0.8, "M.2 5.4L.6 5.4"),
    ('#', 6.0, "M2 1L1 10M5 1L4 10M.2 3.8L6 3.8M0 7.2L5.8 7.2"),
    ('=', 5.0, "M0 4.2L5 4.2M0 7L5 7"),
    ('<', 5.0, "M5 2.4L0 5.6L5 8.8"),
    ('>', 5.0, "M0 2.4L5 5.6L0 8.8"),
    (
        '@',
        8.6,
        "M6 3.4L5.6 6.6C5.8 8 8.2 7.4 8.2 4.6C8.2 -1.4 0 -1.4 0 5.2C0 10.8 5 10.8 7 9.4M6 4.6C5.4 2.6 2.4 3 2.4 5.6C2.4 7.8 5 7.6 5.7 5.8",
    ),
    ('Б', 6.2, "M5.6 0L.4 0L.4 10L3 10C7.2 10 7.2 4.7 3 4.7L.4 4.7"),
    ('Г', 5.0, "M5 0L.4 0L.4 10"),
    ('Ґ', 5.0, "M4.8 -1.8L4.8 0L.4 0L.4 10"),
    ('Д', 8.0, "M0 11.2L0 9L8 9L8 11.2M1.4 9C2.4 6.4 2.6 3 2.6 0L6.6 0L6.6 9"),
    ('Є', 7.2, "M7 1.9C5.4 -.6 0 -.9 0 5C0 10.9 5.4 10.6 7 8.1M0 5L4.6 5"),
    ('Ж', 9.6, "M4.8 0L4.8 10M0 0L4.8 5.2L9.6 0M0 10L4.8 4.8L9.6 10"),
    ('И', 7.2, "M.2 0L.2 10L7 0L7 10"),
    ('Й', 7.2, "M.2 0L.2 10L7 0L7 10M2.2 -2.6C2.6 -1.4 4.6 -1.4 5 -2.6"),
    ('Л', 7.2, "M0 10C1.8 10 2.2 6 2.2 0L7 0L7 10"),
    ('П', 7.0, "M.4 10L.4 0L6.8 0L6.8 10"),
    ('У', 7.0, "M0 0L3.8 6.2M7 0L3.2 8.4C2.6 9.8 1.6 10.2 .6 9.8"),
    ('Ф', 8.6, "M4.3 -.6L4.3 10.6M4.3 1.6C-1.3 1.6 -1.3 8.2 4.3 8.2C9.9 8.2 9.9 1.6 4.3 1.6"),
    ('Ц', 7.8, "M.4 0L.4 10L7.8 10L7.8 11.8M6.6 0L6.6 10"),
    ('Ч', 6.2, "M.2 0C.2 5.8 1.4 6.2 6 4.8M6 0L6 10"),
    ('Ш', 9.2, "M.4 0L.4 10L9 10L9 0M4.7 0L4.7 10"),
    ('Щ', 10.2, "M.4 0L.4 10L10.2 10L10.2 11.8M9 0L9 10M4.7 0L4.7 10"),
    ('Ъ', 7.6, "M0 0L1.8 0L1.8 10L4.4 10C8 10 8 5 4.4 5L1.8 5"),
    ('Ы', 8.2, "M.4 0L.4 10L3 10C6.6 10 6.6 5 3 5L.4 5M7.8 0L7.8 10"),
    ('Ь', 5.8, "M.4 0L.4 10L3 10C6.6 10 6.6 5 3 5L.4 5"),
    ('Э', 7.2, "M.2 1.9C1.8 -.6 7.2 -.9 7.2 5C7.2 10.9 1.8 10.6 .2 8.1M2.6 5L7.2 5"),
    ('Ю', 10.4, "M.4 0L.4 10M.4 5L3 5M6.8 0C1.7 0 1.7 10 6.8 10C11.9 10 11.9 0 6.8 0"),
    ('Я', 6.4, "M6 10L6 0L3.4 0C-.6 0 -.6 5.2 3.4 5.2L6 5.2M3.2 5.2L0 10"),
    ('Ї', 1.8, "M.9 0L.9 10M0 -2L.3 -2M1.6 -2L1.9 -2"),
    ('Ё', 5.6, "M5.4 0L.4 0L.4 10L5.6 10M.4 4.9L4.4 4.9M1.6 -2L2 -2M4 -2L4.4 -2"),
];

/// Accented letters, their base letters, and the strokes of the accent relative to the centre of
/// the letter.
const ACCENTED: &[(&str, &str, &str)] = &[
    ("ÁĆÉÍĹŃÓŔŚÚÝŹ", "ACEILNORSUYZ", "M-.8 -1.5L1 -3.2"),
    ("ÀÈÌÒÙ", "AEIOU", "M.8 -1.5L-1 -3.2"),
    ("ÂĈÊĜĤÎĴÔŜÛŴŶ", "ACEGHIJOSUWY", "M-1.7 -1.5L0 -3.2L1.7 -1.5"),
    ("ČĎĚĽŇŘŠŤŽ", "CDELNRSTZ", "M-1.7 -3.2L0 -1.5L1.7 -3.2"),
    ("ÄËÏÖÜŸ", "AEIOUY", "M-1.6 -2L-1.2 -2M1.2 -2L1.6 -2"),
    ("ÃĨÑÕŨ", "AINOU", "M-2 -1.6C-1.2 -3.4 .8 -.8 2 -2.6"),
    ("ÅŮ", "AU", "M0 -.8C-1.8 -.8 -1.8 -3.4 0 -3.4C1.8 -3.4 1.8 -.8 0 -.8"),
    ("ĂĞŬЎ", "AGUУ", "M-1.6 -3C-1.1 -1.4 1.1 -1.4 1.6 -3"),
    ("ĊĖĠİŻ", "CEGIZ", "M-.2 -2.2L.2 -2.2"),
    ("ĀĒĪŌŪ", "AEIOU", "M-1.8 -2L1.8 -2"),
    ("ŐŰ", "OU", "M-1.6 -1.5L-.4 -3.2M.8 -1.5L2 -3.2"),
    ("ÇŞŢ", "CST", "M.3 10L0 11.2C1.6 11.2 1.4 13.2 -.8 12.8"),
    ("ĢĶĻŅȘȚ", "GKLNST", "M.3 11.6L-.3 13.2"),
    ("ĄĘĮŲ", "AEIU", "M1.4 10C0 11.4 .4 13 2.2 12.4"),
];

/// Replacement for characters without a glyph.
const UNKNOWN: (f64, &str) = (4.4, "M2.2 2.4L4.4 5.6L2.2 8.8L0 5.6L2.2 2.4");

/// A line of text.
#[derive(Clone, Debug)]
pub(crate) struct Text<'a> {
    text: &'a str,
    size: f64,
    anchor: f64,
    colour: Option<&'a str>,
    weight: f64,
    spacing: f64,
}

impl<'a> Text<'a> {
    /// Creates a text with capitals of height `size`.
    pub(crate) fn new(text: &'a str, size: f64) -> Text<'a> {
        Text { text, size, anchor: 0.0, colour: None, weight: 1.0, spacing: 2.2 }
    }

    /// Centres the text at the point it is written at.
    pub(crate) fn centred(mut self) -> Text<'a> {
        self.anchor = 0.5;
        self
    }

    /// Aligns the end of the text with the point it is written at.
    pub(crate) fn flush_right(mut self) -> Text<'a> {
        self.anchor = 1.0;
        self
    }

    /// Sets a colour other than ink.
    pub(crate) fn colour(mut self, colour: &'a str) -> Text<'a> {
        self.colour = Some(colour);
        self
    }

    /// Multiplies the stroke width by `weight`.
    pub(crate) fn weight(mut self, weight: f64) -> Text<'a> {
        self.weight = weight;
        self
    }

    /// Sets the space between letters, in tenths of the height of a capital.
    pub(crate) fn spacing(mut self, spacing: f64) -> Text<'a> {
        self.spacing = spacing;
        self
    }

    /// Returns the width of the text.
    pub(crate) fn width(&self) -> f64 {
        let mut width = 0.0;
        for Glyph { advance, scale, .. } in glyphs(self.text) {
            width += (advance * scale + self.spacing) * self.size / CAP;
        }
        (width - self.spacing * self.size / CAP).max(0.0)
    }

    /// Writes the text with its baseline at a point.
    pub(crate) fn write(&self, out: &mut String, at: Point) {
        let colour = self.colour.map_or(String::new(), |c| format!(";stroke:{c}"));
        let pen = short_2(self.size * 0.125 * self.weight);
        out.push_str(&format!(
            "<g transform='translate({} {})rotate({SLANT})scale(1 {FLAT})'><path class='k' \
             style='stroke-width:{pen}{colour}' d='",
            short(at.x - self.width() * self.anchor),
            short(at.y)
        ));
        let unit = self.size / CAP;
        let mut x = 0.0;
        for Glyph { advance, strokes, mark, scale } in glyphs(self.text) {
            let map = |p: Point| pt(x + p.x * scale * unit, (p.y - CAP) * scale * unit);
            write_strokes(out, strokes, map);
            write_strokes(out, mark, |p| map(p.plus(pt(advance / 2.0, 0.0))));
            x += (advance * scale + self.spacing) * unit;
        }
        out.push_str("'/></g>");
    }
}

fn short_2(value: f64) -> String {
    format!("{}", (value * 100.0).round() / 100.0)
}

/// Maps a point to the space in which the nib is a circle.
fn to_pen_space(p: Point) -> Point {
    let (sin, cos) = (-SLANT).to_radians().sin_cos();
    pt(p.x * cos - p.y * sin, (p.x * sin + p.y * cos) / FLAT)
}

fn write_strokes(out: &mut String, strokes: &str, map: impl Fn(Point) -> Point) {
    let mut rest = strokes;
    while let Some(command) = rest.chars().next() {
        let end = rest[1..].find(|c: char| c.is_ascii_uppercase()).map_or(rest.len(), |n| n + 1);
        let numbers: Vec<f64> =
            rest[1..end].split_whitespace().filter_map(|n| n.parse().ok()).collect();
        out.push(command);
        for (n, pair) in numbers.chunks_exact(2).enumerate() {
            if n > 0 {
                out.push(' ');
            }
            coordinates(out, to_pen_space(map(pt(pair[0], pair[1]))));
        }
        rest = &rest[end..];
    }
}

/// A character to be written.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Glyph {
    /// Its width.
    advance: f64,
    strokes: &'static str,
    /// Strokes of its accent; may be empty.
    mark: &'static str,
    scale: f64,
}

/// Returns the glyphs of a text, without zero-width characters.
fn glyphs(text: &str) -> impl Iterator<Item = Glyph> {
    let is_seen = |sign: &char| {
        !matches!(sign, '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
            && (sign.is_whitespace() || !sign.is_control())
    };
    text.chars().filter(is_seen).map(glyph)
}

fn glyph(sign: char) -> Glyph {
    if sign.is_whitespace() {
        return Glyph { advance: 3.0, strokes: "", mark: "", scale: 1.0 };
    }
    let upper = sign.to_uppercase().next().unwrap_or(sign);
    let scale = if upper == sign { 1.0 } else { SMALL };
    let known = |sign: char| GLYPHS.iter().find(|(c, _, _)| *c == sign);
    let (letter, mark) = parted(upper);
    let found = known(upper).or_else(|| known(letter)).or_else(|| known(plain(letter)));
    let (advance, strokes) = found.map_or(UNKNOWN, |&(_, width, strokes)| (width, strokes));
    Glyph { advance, strokes, mark, scale }
}

/// Splits an accented letter into its base letter and accent.
fn parted(sign: char) -> (char, &'static str) {
    let found = ACCENTED.iter().find_map(|(signs, letters, mark)| {
        let place = signs.chars().position(|c| c == sign)?;
        letters.chars().nth(place).map(|letter| (letter, *mark))
    });
    found.unwrap_or((sign, ""))
}

/// Returns the letter with the same shape.
fn plain(sign: char) -> char {
    match sign {
        'А' => 'A',
        'В' => 'B',
        'С' => 'C',
        'Ð' => 'Đ',
        'Е' => 'E',
        'Н' => 'H',
        'І' => 'I',
        'К' => 'K',
        'М' => 'M',
        'О' => 'O',
        'Р' => 'P',
        'Т' => 'T',
        'Х' => 'X',
        'З' => '3',
        '’' | 'ʼ' | '‘' | '`' | '´' => '\'',
        '“' | '”' | '„' => '"',
        '—' | '−' => '–',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_three_languages_has_a_glyph() {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\
                       АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯЁЪЫЭ.,:;-!?'\"&()/+";
        for sign in letters.chars().chain(letters.to_lowercase().chars()) {
            assert_ne!(glyph(sign).strokes, UNKNOWN.1, "{sign}");
        }
        assert_eq!(glyph('漢').strokes, UNKNOWN.1);
    }

    #[test]
    fn accented_letters_are_composed_of_letter_and_accent() {
        for (signs, letters, mark) in ACCENTED {
            assert_eq!(signs.chars().count(), letters.chars().count(), "{signs}");
            for (sign, letter) in signs.chars().zip(letters.chars()) {
                let (whole, part) = (glyph(sign), glyph(letter));
                assert_ne!(whole.strokes, UNKNOWN.1, "{sign}");
                assert_eq!((whole.strokes, whole.mark), (part.strokes, *mark), "{sign}");
                let small = sign.to_lowercase().next().map(glyph);
                assert!(small.is_some_and(|small| small.scale < 1.0), "{sign}");
            }
        }
        // Zero-width characters add no width.
        let (bare, odd) = (Text::new("Ann", 9.0), Text::new("A\u{301}n\u{200d}n\u{7}", 9.0));
        assert!((bare.width() - odd.width()).abs() < 1e-9);
    }

    #[test]
    fn text_width_depends_on_letters_and_size() {
        let narrow = Text::new("III", 10.0).width();
        let wide = Text::new("WWW", 10.0).width();
        assert!(wide > 3.0 * narrow, "{narrow} {wide}");
        assert!((Text::new("WWW", 20.0).width() - 2.0 * wide).abs() < 1e-9);
        assert!(Text::new("", 10.0).width() < 1e-9);
    }

    #[test]
    fn hostile_text_becomes_strokes_only() {
        let mut out = String::new();
        Text::new("</g><script>&'\"", 8.0).write(&mut out, pt(0.0, 0.0));
        assert!(!out.contains("script") && out.matches("<g").count() == 1, "{out}");
    }
}
