//! The tiles of the base game as Board Game Arena numbers them, which CarcassonneLab does too.

use bastide::{Rotation, sets};

use crate::sheet::{Drawing, Tile};

/// A tile type, with the places for figures.
struct TileType {
    /// The name of Bastide's tile.
    name: &'static str,
    /// The rotation in which Bastide's tile looks like the unrotated one.
    turn: u8,
    /// Pairs of a position for figures and the slot of Bastide's tile.
    places: &'static [(u8, u8)],
}

const fn tile(name: &'static str, turn: u8, places: &'static [(u8, u8)]) -> TileType {
    TileType { name, turn, places }
}

/// All types, from 1. `docs/import.md` has the same table.
const TYPES: [TileType; 24] = [
    tile("T", 0, &[(1, 1), (2, 0), (3, 3), (4, 2)]),
    tile("S", 0, &[(1, 1), (2, 0), (3, 3), (4, 2)]),
    tile("N", 3, &[(1, 0), (2, 1)]),
    tile("M", 3, &[(1, 0), (2, 1)]),
    tile("P", 0, &[(1, 1), (2, 0), (3, 2), (4, 3)]),
    tile("O", 0, &[(1, 1), (2, 0), (3, 2), (4, 3)]),
    tile("G", 0, &[(1, 0), (2, 1), (3, 2)]),
    tile("F", 0, &[(1, 0), (2, 1), (3, 2)]),
    tile("I", 3, &[(1, 1), (2, 0), (3, 2)]),
    tile("H", 0, &[(1, 0), (2, 1), (3, 2)]),
    tile("E", 0, &[(1, 0), (2, 1)]),
    tile("K", 0, &[(1, 1), (2, 0), (3, 2), (4, 3)]),
    tile("J", 0, &[(1, 1), (2, 0), (3, 2), (4, 3)]),
    tile("L", 0, &[(1, 3), (2, 1), (3, 2), (4, 0), (5, 4), (6, 6), (7, 5)]),
    tile("D", 0, &[(1, 1), (2, 0), (3, 2), (4, 3)]),
    tile("U", 0, &[(1, 0), (3, 2), (4, 1)]),
    tile("V", 0, &[(1, 0), (2, 1), (3, 2)]),
    tile("W", 0, &[(1, 2), (2, 0), (3, 1), (4, 3), (5, 5), (6, 4)]),
    tile("X", 0, &[(1, 3), (2, 1), (3, 2), (4, 0), (5, 7), (6, 4), (7, 5), (8, 6)]),
    tile("B", 0, &[(1, 0), (2, 1)]),
    tile("A", 0, &[(1, 0), (2, 1), (3, 2)]),
    tile("C", 0, &[(1, 0)]),
    tile("R", 0, &[(1, 0), (2, 1)]),
    tile("Q", 0, &[(1, 0), (2, 1)]),
];

/// The type of the start tile.
pub(crate) const START: i64 = 15;

/// Number of types.
pub(crate) const COUNT: usize = TYPES.len();

/// Returns the tile of a type, from 1. The types do not distinguish copies with a garden.
pub(crate) fn of_type(number: i64) -> Option<Tile> {
    let TileType { name, turn, .. } = entry(number)?;
    let turn = Rotation::new(*turn);
    let garden = garden_twin(name).map(|name| Drawing { name, turn });
    Some(Tile { plain: Drawing { name, turn }, garden, has_garden: None })
}

/// Returns the type of the tile with this number, from 1 to 72: tiles are numbered by type.
pub(crate) fn type_of_number(number: i64) -> Option<i64> {
    let mut last = 0;
    (1_i64..).zip(&TYPES).find_map(|(of_type, entry)| {
        let copies = [Some(entry.name), garden_twin(entry.name)].into_iter().flatten();
        let kinds = copies.filter_map(|name| sets::base().find(name));
        last += kinds.map(|id| i64::from(sets::base().kind(id).count)).sum::<i64>();
        (1..=last).contains(&number).then_some(of_type)
    })
}

/// Returns the slot at a position for figures of one of Bastide's tiles. Copies with a garden have
/// the same slots, and one more for the garden.
pub(crate) fn slot(name: &str, position: i64) -> Option<u8> {
    let is_this = |own: &str| own == name || garden_twin(own) == Some(name);
    let places = TYPES.iter().find(|entry| is_this(entry.name))?.places;
    places.iter().find(|&&(own, _)| i64::from(own) == position).map(|&(_, slot)| slot)
}

fn entry(number: i64) -> Option<&'static TileType> {
    TYPES.get(usize::try_from(number).ok()?.checked_sub(1)?)
}

/// Returns the copy of a base tile that has a garden.
pub(crate) fn garden_twin(name: &str) -> Option<&'static str> {
    let twins = [
        ("E", "Eg"),
        ("H", "Hg"),
        ("I", "Ig"),
        ("M", "Mg"),
        ("N", "Ng"),
        ("R", "Rg"),
        ("U", "Ug"),
        ("V", "Vg"),
    ];
    twins.iter().find(|(plain, _)| *plain == name).map(|&(_, garden)| garden)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bastide::{Rotation, SegmentIndex, Terrain};

    #[test]
    fn every_tile_has_a_type_and_every_place_a_segment() {
        let base = sets::base();
        let mut total = 0;
        for number in 1..=COUNT as i64 {
            let tile = of_type(number).expect("a type");
            for drawing in [Some(tile.plain), tile.garden].into_iter().flatten() {
                let kind = base.kind(base.find(drawing.name).expect("a tile"));
                total += usize::from(kind.count);
                let mut slots: Vec<u8> =
                    (1..=9).filter_map(|position| slot(drawing.name, position)).collect();
                slots.sort_unstable();
                let inner = |at: &u8| kind.segment(SegmentIndex(*at)).terrain != Terrain::Garden;
                let all: Vec<u8> = (0..kind.segments.len() as u8).filter(inner).collect();
                assert_eq!(slots, all, "{}", drawing.name);
            }
        }
        assert_eq!(total, 72);
        assert_eq!(of_type(0).or(of_type(25)).or(of_type(-1)), None);
        assert!(base.kinds.iter().filter(|kind| kind.name.ends_with('g')).all(|kind| {
            let plain = kind.name.trim_end_matches('g');
            garden_twin(plain) == Some(&*kind.name)
        }));
    }

    /// On tiles with several fields, positions name roads from the west, then the east, the south
    /// and the north, and fields from the north-west clockwise or from the north.
    #[test]
    fn positions_of_fields_follow_one_order() {
        let base = sets::base();
        let ports = |number: i64, position: i64| {
            let tile = of_type(number).expect("a type").plain;
            let slot = SegmentIndex(slot(tile.name, position).expect("a place"));
            let kind = base.kind(base.find(tile.name).expect("a tile"));
            kind.segment(slot).ports.turned(Rotation::NONE).to_string()
        };
        assert_eq!([1, 2, 3, 4].map(|at| ports(19, at)), ["W2", "E2", "S2", "N2"]);
        assert_eq!([5, 6, 7, 8].map(|at| ports(19, at)), ["N1 W3", "N3 E1", "E3 S1", "S3 W1"]);
        assert_eq!([1, 2, 3].map(|at| ports(18, at)), ["W2", "E2", "S2"]);
        assert_eq!([4, 5, 6].map(|at| ports(18, at)), ["N E1 W3", "S3 W1", "E3 S1"]);
        assert_eq!([1, 2, 3, 4].map(|at| ports(14, at)), ["W2", "E2", "S2", "N"]);
        assert_eq!([5, 6, 7].map(|at| ports(14, at)), ["E1 W3", "S3 W1", "E3 S1"]);
    }

    #[test]
    fn numbers_of_tiles_follow_their_types() {
        let types = [(1, 1), (2, 2), (3, 2), (26, 11), (36, 15), (39, 15), (47, 16), (72, 24)];
        for (number, of) in types {
            assert_eq!(type_of_number(number), Some(of), "{number}");
        }
        assert_eq!(type_of_number(0).or(type_of_number(73)), None);
    }
}
