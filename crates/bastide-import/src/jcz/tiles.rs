//! Tile names of JCloisterZone.

use bastide::{Edge, Expansion, LandRules, Rotation, Terrain, TileKind, sets};

use crate::bga_tiles::garden_twin;
use crate::sheet::{Drawing, Tile};

/// Names of tiles, their sides from the north clockwise (C city, R road, F field, I water), and the
/// names of Bastide's tiles. `docs/import.md` has the same table.
const TILES: [(&str, &str, &str); 43] = [
    ("BA/L", "FFFF", "B"),
    ("BA/LR", "FFRF", "A"),
    ("BA/RCr", "CRFR", "D"),
    ("BA/Cccc+", "CCCC", "C"),
    ("BA/CccR+", "CCRC", "S"),
    ("BA/CccR", "CCRC", "T"),
    ("BA/CFc+", "FCFC", "F"),
    ("BA/CFc.1", "FCFC", "G"),
    ("BA/Cc.1", "CFFC", "N"),
    ("BA/CcG", "CFFC", "Ng"),
    ("BA/Cc+", "CFFC", "M"),
    ("BA/Cc+G", "CFFC", "Mg"),
    ("BA/CcRr", "CRRC", "P"),
    ("BA/CcRr+", "CRRC", "O"),
    ("BA/Ccc", "CCFC", "R"),
    ("BA/CccG", "CCFC", "Rg"),
    ("BA/Ccc+", "CCFC", "Q"),
    ("BA/CRr", "CRRF", "J"),
    ("BA/CRRR", "CRRR", "L"),
    ("BA/RrC", "CFRR", "K"),
    ("BA/C", "CFFF", "E"),
    ("BA/CG", "CFFF", "Eg"),
    ("BA/CFC.2", "CFCF", "H"),
    ("BA/CFCG", "CFCF", "Hg"),
    ("BA/CC.2", "CFFC", "I"),
    ("BA/CCG", "CFFC", "Ig"),
    ("BA/RRRR", "RRRR", "X"),
    ("BA/RRR", "FRRR", "W"),
    ("BA/Rr", "FFRR", "V"),
    ("BA/RrG", "FFRR", "Vg"),
    ("BA/RFr", "FRFR", "U"),
    ("BA/RFrG", "FRFR", "Ug"),
    ("RI/s", "FIFF", "RA"),
    ("RI.1/I.e", "FFFI", "RL"),
    ("RI.1/CICI", "CICI", "RC"),
    ("RI.1/CIRI", "CIRI", "RB"),
    ("RI.1/LIRI", "FIRI", "RH"),
    ("RI.1/RIrI", "IRIR", "RK"),
    ("RI.1/IFI", "FIFI", "RD"),
    ("RI.1/CcII", "CIIC", "RE"),
    ("RI.1/RrII", "RRII", "RI"),
    ("RI.1/II", "FFII", BEND),
    ("RI.1/IIG", "FFII", BEND_WITH_GARDEN),
];

/// The bends of the river, which are the same drawing without and with a garden.
const BEND: &str = "RG";
const BEND_WITH_GARDEN: &str = "RJ";

/// Returns the tile with a name. With `has_gardens` the names distinguish copies with a garden.
pub(super) fn find(name: &str, has_gardens: bool) -> Option<Tile> {
    let &(_, sides, own) = TILES.iter().find(|(known, ..)| *known == name)?;
    let twin = |name: &str| if name == BEND { Some(BEND_WITH_GARDEN) } else { garden_twin(name) };
    let plain = TILES.iter().map(|&(_, _, plain)| plain).find(|plain| twin(plain) == Some(own));
    let is_garden = plain.is_some();
    let plain = plain.unwrap_or(own);
    Some(Tile {
        plain: drawing(plain, sides)?,
        garden: twin(plain).and_then(|name| drawing(name, sides)),
        has_garden: (has_gardens || is_garden).then_some(is_garden),
    })
}

/// Returns the name of the expansion whose tiles are those of a set. The first set of an expansion
/// is called like it, with `/1`. All of its tiles must have a name here.
pub(super) fn expansion(set: &str) -> Option<&'static str> {
    let name = set.strip_suffix("/1")?;
    let expansion = Expansion::ALL.into_iter().find(|expansion| expansion.name() == name)?;
    let own = sets::all().into_iter().find(|set| set.name == name)?;
    let printing = LandRules::default().printing();
    let mut kinds = own.kinds.iter().filter(|kind| kind.printing.is_none_or(|p| p == printing));
    let has_name = |kind: &TileKind| TILES.iter().any(|(.., tile)| **tile == *kind.name);
    kinds.all(has_name).then(|| expansion.name())
}

/// Returns the rotation in which Bastide's tile has the given sides. Tiles with the same sides in
/// two rotations also look the same in both.
fn drawing(name: &'static str, sides: &str) -> Option<Drawing> {
    let mut kinds = sets::all().into_iter().flat_map(|set| &set.kinds);
    let kind = kinds.find(|kind| *kind.name == *name)?;
    let turn = Rotation::ALL.into_iter().find(|&turn| has_sides(kind, turn, sides))?;
    Some(Drawing { name, turn })
}

fn has_sides(kind: &TileKind, turn: Rotation, sides: &str) -> bool {
    let letter = |edge| match kind.side(turn, edge) {
        Some(Terrain::City) => 'C',
        Some(Terrain::Road) => 'R',
        Some(Terrain::Field) => 'F',
        _ => 'I',
    };
    Edge::ALL.into_iter().map(letter).eq(sides.chars())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_tile_with_these_sides() {
        for (name, ..) in TILES {
            let tile = find(name, true).expect(name);
            assert_eq!(tile.has_garden, Some(name.ends_with('G')), "{name}");
            assert_eq!(find(name, false).expect(name).garden, tile.garden, "{name}");
        }
        assert_eq!(find("BA/C", false).expect("a tile").has_garden, None);
        assert_eq!(find("IC/C", true), None);
        assert_eq!(expansion("river/1"), Some("river"));
        for other in ["river", "river/2", "bridges/1", "fields/1", "wheel/1", "/1"] {
            assert_eq!(expansion(other), None, "{other}");
        }
    }

    /// The same sides in two rotations are the same drawing, so that the first is right.
    #[test]
    fn sides_determine_the_rotation() {
        for (name, sides, own) in TILES {
            let kind = sets::all().into_iter().flat_map(|set| &set.kinds);
            let kind = kind.into_iter().find(|kind| *kind.name == *own).expect(own);
            let turns: Vec<Rotation> = Rotation::ALL
                .into_iter()
                .filter(|&turn| has_sides(kind, turn, sides))
                .map(|turn| kind.canonical(turn))
                .collect();
            assert!(turns.windows(2).all(|pair| pair[0] == pair[1]), "{name}: {turns:?}");
        }
    }

    /// All tiles of the base game and of the River of 2014 have a name.
    #[test]
    fn every_tile_has_a_name() {
        let kinds = sets::all().into_iter().filter(|set| ["base", "river"].contains(&&*set.name));
        for kind in kinds.flat_map(|set| &set.kinds).filter(|kind| kind.printing != Some(2021)) {
            assert!(TILES.iter().any(|(.., own)| **own == *kind.name), "{}", kind.name);
        }
    }
}
