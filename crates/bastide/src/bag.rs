//! The stack of face-down tiles, stored as counts.
//!
//! A game does not store the order of the stack: a draw is a chance action, so the order cannot
//! leak. Some games draw from several piles in sequence (RIVER-2).

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use arrayvec::ArrayVec;

use crate::error::SetupProblem;
use crate::tile::{TileId, TileSet};

/// The tiles not yet drawn: a multiset per pile.
///
/// ```
/// use bastide::{Game, Land, LandRules, Setup};
/// let mut game = Land::new(&Setup::new(LandRules::default(), 2).with_deck(["E", "V", "V"]))?;
/// let bend = game.board().tiles().find("V").expect("a tile");
/// assert_eq!((game.bag().left(), game.bag().count(bend)), (3, 2));
/// game.play(bastide::Action::Draw(bend))?;
/// assert_eq!(game.bag().count(bend), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Bag {
    counts: Box<[u8]>,
    /// The kinds of a pile have consecutive ids. Tiles are drawn from the first pile that is not
    /// empty.
    piles: ArrayVec<Pile, 4>,
}

#[derive(Clone, Copy, Debug)]
struct Pile {
    first: u8,
    end: u8,
    left: u16,
}

impl Bag {
    /// Creates a bag with the given count of each kind and the given piles of kind ids.
    pub(crate) fn new(counts: Box<[u8]>, piles: &[Range<u8>]) -> Bag {
        let piles = piles
            .iter()
            .map(|ids| {
                let here = &counts[usize::from(ids.start)..usize::from(ids.end)];
                Pile {
                    first: ids.start,
                    end: ids.end,
                    left: here.iter().copied().map(u16::from).sum(),
                }
            })
            .collect();
        Bag { counts, piles }
    }

    /// Returns the number of tiles of each kind: all `available` ones, or those of `deck`, which
    /// must contain only `known` kinds. Appends problems to `problems`.
    pub(crate) fn stock(
        tiles: &TileSet,
        available: Box<[u8]>,
        known: impl Fn(TileId) -> bool,
        deck: Option<&[Box<str>]>,
        problems: &mut Vec<SetupProblem>,
    ) -> Box<[u8]> {
        if deck.map_or(available.iter().all(|&n| n == 0), <[_]>::is_empty) {
            problems.push(SetupProblem::EmptyDeck);
        }
        let Some(deck) = deck else { return available };
        let mut counts: Box<[u8]> = vec![0; available.len()].into();
        for name in deck {
            let Some(id) = tiles.find(name).filter(|&id| known(id)) else {
                problems.push(SetupProblem::UnknownTile(name.to_string()));
                continue;
            };
            let (count, available) = (&mut counts[usize::from(id.0)], available[usize::from(id.0)]);
            if *count < available {
                *count += 1;
            } else {
                let problem = SetupProblem::TooManyCopies { tile: name.to_string(), available };
                if !problems.contains(&problem) {
                    problems.push(problem);
                }
            }
        }
        counts
    }

    /// Returns the number of tiles left in all piles.
    #[inline]
    pub fn left(&self) -> u32 {
        self.piles.iter().map(|p| u32::from(p.left)).sum()
    }

    /// Returns the number of tiles left of each kind, indexed by [`TileId`].
    #[inline]
    pub fn counts(&self) -> &[u8] {
        &self.counts
    }

    /// Returns the number of tiles left of a kind.
    #[inline]
    pub fn count(&self, tile: TileId) -> u8 {
        self.counts.get(usize::from(tile.0)).copied().unwrap_or(0)
    }

    /// Iterates over the kinds that can be drawn next, with their counts.
    #[inline]
    pub fn next(&self) -> impl Iterator<Item = (TileId, u8)> {
        let kinds = self.pile().map_or(0..0, |p| p.first..p.end);
        kinds.map(|id| (TileId(id), self.counts[usize::from(id)])).filter(|&(_, n)| n > 0)
    }

    /// Iterates over the piles in drawing order, each as a list of its kinds with their counts.
    pub fn piles(&self) -> impl Iterator<Item = Vec<(TileId, u8)>> + '_ {
        let left = |id: u8| (TileId(id), self.counts[usize::from(id)]);
        self.piles.iter().map(move |p| (p.first..p.end).map(left).filter(|&(_, n)| n > 0).collect())
    }

    /// Returns true if this kind can be drawn next.
    pub fn can_draw(&self, tile: TileId) -> bool {
        self.count(tile) > 0 && self.pile().is_some_and(|p| (p.first..p.end).contains(&tile.0))
    }

    /// Returns the number of tiles in the current pile.
    #[inline]
    pub fn next_left(&self) -> u32 {
        self.pile().map_or(0, |p| u32::from(p.left))
    }

    /// Returns the tile at position `at` of the current pile when its tiles are sorted by kind.
    #[inline]
    pub fn nth(&self, mut at: u32) -> Option<TileId> {
        let pile = self.pile()?;
        let counts = &self.counts[usize::from(pile.first)..usize::from(pile.end)];
        // Skips eight kinds at a time as long as the tile is after them.
        let mut first = 0;
        for eight in counts.as_chunks().0 {
            let Some(rest) = at.checked_sub(sum(*eight)) else { break };
            at = rest;
            first += eight.len();
        }
        for (place, &count) in (first..).zip(&counts[first..]) {
            let Some(rest) = at.checked_sub(u32::from(count)) else {
                return Some(TileId(pile.first + place as u8));
            };
            at = rest;
        }
        None
    }

    /// Removes a tile. It must be drawable.
    #[inline]
    pub(crate) fn take(&mut self, tile: TileId) {
        self.counts[usize::from(tile.0)] -= 1;
        let pile = self.piles.iter_mut().find(|p| (p.first..p.end).contains(&tile.0));
        pile.expect("the tile is in a pile").left -= 1;
    }

    #[inline]
    fn pile(&self) -> Option<&Pile> {
        self.piles.iter().find(|p| p.left > 0)
    }

    pub(crate) fn heap(&self) -> usize {
        self.counts.len()
    }
}

/// Adds eight numbers at once: first in four pairs, then the pairs, all in one word.
#[inline]
fn sum(numbers: [u8; 8]) -> u32 {
    const EVERY_OTHER: u64 = 0x00ff_00ff_00ff_00ff;
    let bytes = u64::from_le_bytes(numbers);
    let pairs = (bytes & EVERY_OTHER) + (bytes >> 8 & EVERY_OTHER);
    (pairs.wrapping_mul(0x0001_0001_0001_0001) >> 48) as u32
}

impl Clone for Bag {
    fn clone(&self) -> Bag {
        Bag { counts: self.counts.clone(), piles: self.piles.clone() }
    }

    fn clone_from(&mut self, source: &Bag) {
        self.counts.clone_from(&source.counts);
        self.piles.clone_from(&source.piles);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_exact() {
        for numbers in [[0; 8], [255; 8], [1, 2, 3, 4, 5, 6, 7, 8], [200, 0, 0, 0, 0, 0, 0, 99]] {
            assert_eq!(sum(numbers), numbers.iter().copied().map(u32::from).sum());
        }
    }

    #[test]
    fn each_tile_of_a_pile_is_found() {
        let counts: Vec<u8> = (0..30).map(|kind| kind % 4).collect();
        let pile = (3..30_u8).flat_map(|kind| core::iter::repeat_n(kind, usize::from(kind % 4)));
        let mut bag = Bag::new(counts.into(), &[0..3, 3..30]);
        for kind in [1, 2, 2] {
            bag.take(TileId(kind));
        }
        let wanted: Vec<_> = pile.map(|kind| Some(TileId(kind))).chain([None]).collect();
        assert_eq!((0..).map(|at| bag.nth(at)).take(wanted.len()).collect::<Vec<_>>(), wanted);
    }

    #[test]
    fn piles_are_drawn_one_after_the_other() {
        let (a, b, c) = (TileId(0), TileId(1), TileId(2));
        let mut bag = Bag::new([1, 2, 1].into(), &[1..2, 0..1, 2..3]);
        assert_eq!((bag.left(), bag.next_left()), (4, 2));
        assert_eq!(bag.next().collect::<Vec<_>>(), [(b, 2)]);
        assert!(!bag.can_draw(a));
        bag.take(b);
        bag.take(b);
        assert!(bag.can_draw(a) && !bag.can_draw(c));
        bag.take(a);
        assert_eq!(bag.nth(0), Some(c));
        assert_eq!(bag.nth(1), None);
        bag.take(c);
        assert_eq!((bag.left(), bag.nth(0)), (0, None));
    }
}
