//! The tiles of a game: its kinds, piles and counts.

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::ops::Range;

use super::TERRAINS;
use super::expansions;
use super::rules::LandRules;
use crate::bag::Bag;
use crate::error::SetupProblem;
use crate::geometry::{Cell, Edge};
use crate::insertion_sort::insertion_sort;
use crate::sets::Sets;
use crate::tile::{Patch, TileId, TileKind, TileSet};

/// Maximum number of kinds: a [`TileId`] is a byte.
const MOST_KINDS: usize = 255;

/// The tile kinds of a game, by pile.
pub(super) struct Stock {
    pub(super) tiles: TileSet,
    /// The kinds of a pile have consecutive ids; piles are drawn in this order.
    pub(super) piles: Vec<Range<u8>>,
    /// The tile laid first. `None` if the start is a patch.
    pub(super) start: Option<TileId>,
    /// Copies that never enter the bag, such as the start tile (SETUP-3, RIVER-1).
    withheld: Vec<TileId>,
}

impl Stock {
    pub(super) fn new(rules: &LandRules, sets: Sets<'_>) -> Stock {
        let mut stock = Stock {
            tiles: TileSet { name: rules.to_string(), ..TileSet::default() },
            piles: Vec::new(),
            start: None,
            withheld: Vec::new(),
        };
        expansions::piles(rules, sets, &mut stock);
        stock
    }

    /// Adds a pile that is drawn after the existing ones.
    pub(super) fn add_pile<'a>(&mut self, kinds: impl IntoIterator<Item = &'a TileKind>) {
        let first = self.tiles.kinds.len() as u8;
        self.tiles.kinds.extend(kinds.into_iter().cloned());
        self.piles.push(first..self.tiles.kinds.len() as u8);
    }

    /// Uses one of the copies in the stack as the start tile.
    pub(super) fn start_from_stack(&mut self) {
        self.start = self
            .tiles
            .iter()
            .find_map(|(id, kind)| (kind.is_start && kind.count > 0).then_some(id));
        self.withheld.extend(self.start);
    }

    /// Uses a tile that is not part of any pile as the start tile.
    pub(super) fn start_with(&mut self, kind: Option<&TileKind>) {
        self.start = kind.map(|_| TileId(self.tiles.kinds.len() as u8));
        self.tiles.kinds.extend(kind.cloned());
        self.withheld.extend(self.start);
    }

    /// Uses a patch as the start; its cells are not part of any pile.
    pub(super) fn start_with_patch(&mut self, set: &TileSet) {
        let Some(patch) = &set.patch else { return };
        let first = self.tiles.kinds.len();
        let mut used: Vec<TileId> = patch.cells.iter().map(|&(_, id, _)| id).collect();
        insertion_sort(&mut used);
        used.dedup();
        self.tiles.kinds.extend(used.iter().map(|&id| set.kind(id).clone()));
        let renumber = |id| {
            let at = used.binary_search(&id).unwrap_or_default();
            TileId((first + at) as u8)
        };
        let cells = patch.cells.iter().map(|&(cell, id, rotation)| (cell, renumber(id), rotation));
        self.tiles.patch = Some(Patch { cells: cells.collect(), links: patch.links.clone() });
    }

    /// Checks for errors that custom tile sets can contain.
    pub(super) fn check(&self, problems: &mut Vec<SetupProblem>) {
        if self.start.is_none() && self.tiles.patch.is_none() {
            problems.push(SetupProblem::NoStart);
        }
        if self.tiles.patch.as_ref().is_some_and(|patch| !self.is_sound(patch)) {
            problems.push(SetupProblem::BadBlock);
        }
        if self.tiles.kinds.len() > MOST_KINDS {
            problems.push(SetupProblem::BoardTooLarge);
        }
        for (at, kind) in self.tiles.kinds.iter().enumerate() {
            if !kind.segments.iter().all(|s| TERRAINS.contains(&s.terrain)) {
                problems.push(SetupProblem::ForeignTile(kind.name.to_string()));
            }
            if self.tiles.kinds[..at].iter().any(|other| other.name == kind.name) {
                problems.push(SetupProblem::TileTwice(kind.name.to_string()));
            }
        }
    }

    /// Returns true if a patch can be the start: it contains the origin and is connected, so that
    /// the board stays within the size limit of the grid, and adjacent sides inside it match.
    fn is_sound(&self, patch: &Patch) -> bool {
        let at = |cell: Cell| patch.cells.iter().position(|&(other, ..)| other == cell);
        let side = |index: usize, edge: Edge| {
            let (_, id, rotation) = patch.cells[index];
            self.tiles.get(id).and_then(|kind| kind.side(rotation, edge))
        };
        let mut reached: Vec<usize> = at(Cell::ORIGIN).into_iter().collect();
        let mut next = 0;
        while let Some(&index) = reached.get(next) {
            next += 1;
            for edge in Edge::ALL {
                let Some(other) = at(patch.cells[index].0.step(edge)) else { continue };
                match (side(index, edge), side(other, edge.opposite())) {
                    (Some(a), Some(b)) if a != b => return false,
                    _ if reached.contains(&other) => {}
                    _ => reached.push(other),
                }
            }
        }
        reached.len() == patch.cells.len()
    }

    /// Returns the number of tiles of each kind in the bag: all of them, or those of `deck`.
    pub(super) fn counts(
        &self,
        deck: Option<&[Box<str>]>,
        problems: &mut Vec<SetupProblem>,
    ) -> Box<[u8]> {
        let mut available: Box<[u8]> = self.tiles.kinds.iter().map(|k| k.count).collect();
        for id in &self.withheld {
            available[usize::from(id.0)] -= 1;
        }
        let in_pile = |id: TileId| self.piles.iter().any(|pile| pile.contains(&id.0));
        Bag::stock(&self.tiles, available, in_pile, deck, problems)
    }
}
