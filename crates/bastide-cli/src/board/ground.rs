//! Colours of terrains, and textures for output without colour.

use bastide::Terrain;

use crate::canvas::{Ch, Rgb, Style};

/// Two shades per terrain, so that adjacent tiles can be told apart.
const FIELD: [Rgb; 2] = [Rgb(104, 150, 70), Rgb(116, 162, 80)];
const CITY: [Rgb; 2] = [Rgb(190, 146, 98), Rgb(202, 158, 108)];
const RIVER: [Rgb; 2] = [Rgb(62, 118, 172), Rgb(68, 126, 182)];
const TOWER: [Rgb; 2] = [Rgb(108, 120, 150), Rgb(118, 130, 160)];
const HOUSE: [Rgb; 2] = [Rgb(178, 82, 58), Rgb(190, 92, 66)];
const COURTYARD: [Rgb; 2] = [Rgb(140, 124, 82), Rgb(150, 134, 90)];
const FOAM: Rgb = Rgb(150, 196, 230);

/// Returns the character of a terrain. Without colour, dots at the corners mark the extent of a
/// tile that is all field.
pub(super) fn texture(ground: Terrain, style: Style, shade: usize, is_corner: bool) -> Ch {
    let is_plain = style.colour.is_none();
    let sign = match ground {
        Terrain::City if is_plain => style.pick('░', '#'),
        Terrain::Tower if is_plain => style.pick('▓', '#'),
        Terrain::House if is_plain => style.pick('░', ':'),
        Terrain::River => style.pick('≈', '~'),
        _ if is_plain && is_corner => style.pick('·', '.'),
        _ => ' ',
    };
    Ch { sign, ink: Some(FOAM), paper: Some(colour(ground, shade)), bold: false }
}

/// Returns the colour of a terrain, in one of two shades.
pub(super) fn colour(ground: Terrain, shade: usize) -> Rgb {
    match ground {
        Terrain::City => CITY[shade],
        Terrain::River => RIVER[shade],
        Terrain::Tower => TOWER[shade],
        Terrain::House => HOUSE[shade],
        Terrain::Courtyard | Terrain::Path => COURTYARD[shade],
        Terrain::Field | Terrain::Road | Terrain::Monastery | Terrain::Garden => FIELD[shade],
    }
}
