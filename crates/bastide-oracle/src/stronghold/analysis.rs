//! Computation of features by flood fill.

use std::collections::BTreeMap;

use bastide::{BySeat, MarkKind, Seat, SegmentRef, Terrain};

use super::precinct::Precinct;

/// A whole path, tower, house or courtyard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Terrain of the feature.
    pub terrain: Terrain,
    /// Its segments, sorted by cell and slot.
    pub sites: Vec<SegmentRef>,
    /// Number of tiles it is on, each counted once; a start area counts as one (S-PATH-2,
    /// S-TOWER-1, S-HOUSE-1, S-START-1).
    pub tiles: u32,
    /// Number of ports that lead to an empty cell.
    pub open: u32,
    /// Number of marks of each kind printed on it, by index of the kind.
    pub marks: [u32; MarkKind::COUNT],
    /// Number of followers on it, by owner.
    pub figures: BySeat<u8>,
}

impl Feature {
    /// Returns true if the feature is complete: all its ends and sides meet other features or the
    /// wall (S-PATH-1, S-TOWER-1, S-HOUSE-1).
    pub fn is_complete(&self) -> bool {
        self.open == 0
    }

    /// Returns the number of marks of this kind.
    pub fn count(&self, mark: MarkKind) -> u32 {
        self.marks[mark.index()]
    }

    /// Returns true if there is a follower on it.
    pub fn is_occupied(&self) -> bool {
        self.figures.0.iter().any(|&count| count > 0)
    }

    /// Returns the player with strictly more followers on it (S-MAJ-1), or `None` on a tie
    /// (S-MAJ-2).
    pub fn majority(&self) -> Option<Seat> {
        let first = Seat::FIRST;
        let second = first.next(super::SEATS);
        if self.figures[first] > self.figures[second] {
            Some(first)
        } else if self.figures[second] > self.figures[first] {
            Some(second)
        } else {
            None
        }
    }
}

/// All features of a board.
#[derive(Clone, Debug)]
pub struct Analysis {
    features: Vec<Feature>,
    /// Index of the feature of each segment.
    home: BTreeMap<SegmentRef, usize>,
}

impl Analysis {
    /// Computes all features, without followers.
    pub fn of(precinct: &Precinct) -> Analysis {
        let mut analysis = Analysis { features: Vec::new(), home: BTreeMap::new() };
        for (&cell, lying) in precinct.tiles() {
            for (slot, _) in precinct.set().kind(lying.tile).slots() {
                let site = SegmentRef { cell, slot };
                if !analysis.home.contains_key(&site) {
                    analysis.explore(precinct, site);
                }
            }
        }
        analysis
    }

    /// Returns the features, ordered by their first segments.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// Returns the index of the feature a segment belongs to.
    ///
    /// # Panics
    /// Panics if there is no such segment.
    pub fn number_at(&self, site: SegmentRef) -> usize {
        self.home[&site]
    }

    /// Replaces the followers on all features.
    pub fn count_figures(&mut self, figures: &BTreeMap<SegmentRef, Seat>) {
        for feature in &mut self.features {
            feature.figures = BySeat::splat(0);
        }
        for (site, &seat) in figures {
            self.features[self.home[site]].figures[seat] += 1;
        }
    }

    /// Adds the feature of `start` by flood fill through the ports of its segments. Equal terrains
    /// join; any other terrain, and the wall, closes (S-TILE-4, S-PATH-1, S-TOWER-1, S-START-1).
    fn explore(&mut self, precinct: &Precinct, start: SegmentRef) {
        let number = self.features.len();
        let lying = precinct.at(start.cell).expect("a laid tile");
        let terrain = precinct.set().kind(lying.tile).segment(start.slot).terrain;
        let (mut sites, mut open, mut marks) = (Vec::new(), 0, [0; MarkKind::COUNT]);
        let mut to_visit = vec![start];
        while let Some(site) = to_visit.pop() {
            if self.home.insert(site, number).is_some() {
                continue;
            }
            sites.push(site);
            let lying = precinct.at(site.cell).expect("a laid tile");
            let segment = precinct.set().kind(lying.tile).segment(site.slot);
            segment.marks.iter().for_each(|mark| marks[mark.index()] += 1);
            for port in segment.ports.turned(lying.rotation).iter() {
                let cell = site.cell.step(port.edge());
                if precinct.is_empty(cell) {
                    open += 1;
                }
                let Some(there) = precinct.at(cell) else { continue };
                if precinct.terrain_at(there, port.facing()) == Some(terrain) {
                    let slot =
                        precinct.slot_at(there, port.facing()).expect("terrain is on a slot");
                    to_visit.push(SegmentRef { cell, slot });
                }
            }
        }
        sites.sort();
        let mut cells: Vec<_> = sites.iter().map(|site| site.cell).collect();
        cells.dedup();
        let tiles = cells.len() as u32;
        let figures = BySeat::splat(0);
        self.features.push(Feature { terrain, sites, tiles, open, marks, figures });
    }
}
