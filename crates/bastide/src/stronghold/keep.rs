//! Keeps and the gaps they score (S-KEEP-*, S-END-2).

use super::wall::Wall;
use crate::board::Laid;
use crate::seat::{BySeat, Seat};
use crate::tile::SegmentRef;

/// S-TOKEN-K8: number of tiles a token adds to the size of a keep.
const TOKEN_TILES: u32 = 2;

/// A player's keep on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Keep {
    /// A segment of the house it stands on.
    pub site: SegmentRef,
    /// Number of tiles of that house (S-KEEP-2), not affected by doubled points.
    pub size: u8,
}

/// Returns the new keep of a player who scored a house: it is placed on the first house and moves
/// to larger ones, not to equal ones (S-KEEP-1, S-KEEP-2). Returns `None` if it does not move.
#[inline]
pub(super) fn moved(keep: Option<Keep>, site: SegmentRef, size: u32) -> Option<Keep> {
    let is_larger = keep.is_none_or(|keep| size > u32::from(keep.size));
    is_larger.then_some(Keep { site, size: size as u8 })
}

/// Returns the player with the larger keep, counting `tokens`, or `None` if they are equal or none
/// exists (S-END-2, S-MAJ-2).
pub(super) fn largest(keeps: &BySeat<Option<Keep>>, tokens: &BySeat<u8>) -> Option<Seat> {
    let [a, b] = [Seat::FIRST, Seat::FIRST.next(2)];
    let size = |seat: Seat| {
        keeps[seat].map(|keep| u32::from(keep.size) + TOKEN_TILES * u32::from(tokens[seat]))
    };
    // `None`, a missing keep, is less than any size.
    match size(a).cmp(&size(b)) {
        core::cmp::Ordering::Less => Some(b),
        core::cmp::Ordering::Equal => None,
        core::cmp::Ordering::Greater => Some(a),
    }
}

/// Returns the size of the largest group of empty cells connected by sides.
pub(super) fn largest_gap(wall: &Wall, laid: &[Laid]) -> u32 {
    // A row of zeros at either end, so that each row has two neighbours.
    let mut empty = [0_u32; Wall::MOST_ROWS + 2];
    empty[1..=wall.rows().len()].copy_from_slice(wall.rows());
    for tile in laid.iter().filter(|tile| wall.contains(tile.cell)) {
        empty[tile.cell.y as usize + 1] &= !(1 << tile.cell.x);
    }
    let rows = 1..=wall.rows().len();
    let mut largest = 0;
    while let Some(first) = rows.clone().find(|&y| empty[y] != 0) {
        let mut group = [0_u32; Wall::MOST_ROWS + 2];
        group[first] = empty[first] & empty[first].wrapping_neg();
        loop {
            let mut has_grown = false;
            for y in rows.clone() {
                let here = group[y];
                let wider = here | here << 1 | here >> 1 | group[y - 1] | group[y + 1];
                group[y] = wider & empty[y];
                has_grown |= group[y] != here;
            }
            if !has_grown {
                break;
            }
        }
        largest = largest.max(group.iter().map(|row| row.count_ones()).sum());
        rows.clone().for_each(|y| empty[y] &= !group[y]);
    }
    largest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Cell;
    use crate::tile::SegmentIndex;

    const SITE: SegmentRef = SegmentRef { cell: Cell::ORIGIN, slot: SegmentIndex(0) };

    #[test]
    fn a_keep_moves_to_larger_houses_only() {
        // S-KEEP-1, S-KEEP-2
        let first = moved(None, SITE, 2).expect("a first house");
        assert_eq!(moved(Some(first), SITE, 2), None, "an equal size moves nothing");
        assert_eq!(moved(Some(first), SITE, 1), None);
        assert_eq!(moved(Some(first), SITE, 3).map(|keep| keep.size), Some(3));
    }

    #[test]
    fn the_larger_keep_wins_and_equal_ones_do_not() {
        // S-END-2, S-TOKEN-K8, S-EX-4: with K8 a keep of 5 counts 7.
        let [a, b] = [Seat::FIRST, Seat::FIRST.next(2)];
        let winner = |x: Option<u8>, y: Option<u8>, tokens: [u8; 2]| {
            let (mut keeps, mut more) = (BySeat::splat(None), BySeat::splat(0));
            keeps[a] = x.map(|size| Keep { site: SITE, size });
            keeps[b] = y.map(|size| Keep { site: SITE, size });
            (more[a], more[b]) = (tokens[0], tokens[1]);
            largest(&keeps, &more)
        };
        assert_eq!(winner(None, None, [0, 0]), None);
        assert_eq!(winner(None, Some(1), [0, 0]), Some(b), "only one keep on the board");
        assert_eq!(winner(Some(3), Some(3), [0, 0]), None);
        assert_eq!(winner(Some(5), Some(6), [1, 0]), Some(a));
        assert_eq!(winner(Some(5), Some(7), [1, 0]), None);
        assert_eq!(winner(Some(5), Some(7), [2, 1]), None, "9 and 9");
        assert_eq!(winner(None, Some(1), [2, 0]), Some(b), "a token needs a keep");
    }

    #[test]
    fn gaps_are_joined_by_sides_only() {
        // S-END-2, S-JOIN-1
        let wall = Wall::parse("wall t\nrow .####\nrow #####\nrow ###..\ntrack 9\n").expect("rows");
        let gap = |cells: &[(i8, i8)]| {
            let tile = |&(x, y): &(i8, i8)| {
                let mut tile = Laid::default();
                tile.cell = Cell::new(x, y);
                tile
            };
            largest_gap(&wall, &cells.iter().map(tile).collect::<Vec<_>>())
        };
        assert_eq!(gap(&[]), 12);
        assert_eq!(gap(&[(0, 0), (9, 9), (-1, 1)]), 12, "outside nothing counts");
        // The cells on both sides of a full column: 4 in the east, 5 in the west.
        assert_eq!(gap(&[(2, 0), (2, 1), (2, 2)]), 5);
        // Diagonals do not connect: 4 cells in the south-west, 3 in the north-east.
        assert_eq!(gap(&[(1, 0), (2, 1), (0, 1), (3, 1), (4, 1)]), 4);
        let all: Vec<_> = wall.cells().map(|cell| (cell.x, cell.y)).collect();
        assert_eq!(gap(&all), 0);
    }
}
