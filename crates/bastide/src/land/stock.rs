//! The tiles of a game: which kinds, in which piles, how many of each.

use core::ops::Range;

use super::modules;
use super::rules::LandRules;
use crate::error::SetupProblem;
use crate::tile::{TileId, TileKind, TileSet};

/// The kinds of tile a game uses, pile by pile.
pub(super) struct Stock {
    pub(super) tiles: TileSet,
    /// Kinds of one pile stand together; piles are drawn in this order.
    pub(super) piles: Vec<Range<u8>>,
    /// What is laid first.
    pub(super) start: TileId,
    /// Copies that never enter the bag: the start tile (SETUP-3, RIVER-1).
    withheld: Vec<TileId>,
}

impl Stock {
    pub(super) fn new(rules: &LandRules) -> Stock {
        let mut stock = Stock {
            tiles: TileSet { name: rules.to_string(), ..TileSet::default() },
            piles: Vec::new(),
            start: TileId(0),
            withheld: Vec::new(),
        };
        modules::piles(rules, &mut stock);
        stock
    }

    /// Adds a pile, drawn after those that are there.
    pub(super) fn add_pile<'a>(&mut self, kinds: impl IntoIterator<Item = &'a TileKind>) {
        let first = self.tiles.kinds.len() as u8;
        self.tiles.kinds.extend(kinds.into_iter().cloned());
        self.piles.push(first..self.tiles.kinds.len() as u8);
    }

    /// The start tile is one of the stack's own copies.
    pub(super) fn start_from_stack(&mut self) {
        for (id, kind) in self.tiles.iter().filter(|(_, kind)| kind.is_start) {
            self.withheld.push(id);
            debug_assert!(kind.count > 0);
            self.start = id;
        }
    }

    /// The start is a tile of its own, in no pile.
    pub(super) fn start_with(&mut self, kind: &TileKind) {
        self.start = TileId(self.tiles.kinds.len() as u8);
        self.tiles.kinds.push(kind.clone());
        self.withheld.push(self.start);
    }

    /// How many of each kind are in the bag: all, or those of a given deck.
    pub(super) fn counts(
        &self,
        deck: Option<&[Box<str>]>,
        problems: &mut Vec<SetupProblem>,
    ) -> Box<[u8]> {
        let mut available: Box<[u8]> = self.tiles.kinds.iter().map(|k| k.count).collect();
        for id in &self.withheld {
            available[usize::from(id.0)] -= 1;
        }
        let Some(deck) = deck else { return available };
        if deck.is_empty() {
            problems.push(SetupProblem::EmptyDeck);
        }
        let mut counts: Box<[u8]> = vec![0; available.len()].into();
        for name in deck {
            let in_pile = |id: &TileId| self.piles.iter().any(|pile| pile.contains(&id.0));
            let Some(id) = self.tiles.find(name).filter(in_pile) else {
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
}
