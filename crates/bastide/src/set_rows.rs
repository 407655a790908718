//! Sets of tiles or city parts on boards with more of them than [`TileBits`] holds.
//!
//! Few games need such a board. The sets of its features are rows of this table, one for each
//! segment; other boards do not have one.
//!
//! [`TileBits`]: crate::features::TileBits

use alloc::boxed::Box;
use alloc::vec;

/// One set for each segment of a large board.
#[derive(Debug)]
pub(crate) struct SetRows {
    /// Number of words in a row.
    words: usize,
    rows: Box<[u64]>,
}

impl SetRows {
    /// Creates empty sets for `segments` segments; members are less than `members`.
    pub(crate) fn new(segments: usize, members: usize) -> SetRows {
        let words = members.div_ceil(64);
        SetRows { words, rows: vec![0; segments * words].into() }
    }

    fn row(&self, segment: usize) -> &[u64] {
        &self.rows[segment * self.words..][..self.words]
    }

    fn row_mut(&mut self, segment: usize) -> &mut [u64] {
        &mut self.rows[segment * self.words..][..self.words]
    }

    /// Empties the set of a segment.
    pub(crate) fn clear(&mut self, segment: usize) {
        self.row_mut(segment).fill(0);
    }

    /// Adds a member to the set of a segment.
    pub(crate) fn insert(&mut self, segment: usize, member: usize) {
        self.row_mut(segment)[member / 64] |= 1 << (member % 64);
    }

    /// Adds the members of the set of `other` to the set of `segment`.
    pub(crate) fn unite(&mut self, segment: usize, other: usize) {
        for word in 0..self.words {
            self.rows[segment * self.words + word] |= self.rows[other * self.words + word];
        }
    }

    /// Returns the number of members of the set of a segment.
    pub(crate) fn len(&self, segment: usize) -> u32 {
        self.row(segment).iter().map(|word| word.count_ones()).sum()
    }

    /// Iterates over the members of the set of a segment.
    pub(crate) fn members(&self, segment: usize) -> impl Iterator<Item = usize> {
        self.row(segment).iter().enumerate().flat_map(|(at, &word)| {
            (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| 64 * at + bit)
        })
    }

    pub(crate) fn heap(&self) -> usize {
        size_of_val(&*self.rows)
    }
}

impl Clone for SetRows {
    fn clone(&self) -> SetRows {
        SetRows { words: self.words, rows: self.rows.clone() }
    }

    /// Reuses the memory; derived implementations would not.
    fn clone_from(&mut self, source: &SetRows) {
        self.words = source.words;
        self.rows.clone_from(&source.rows);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_union_has_the_members_of_both_sets() {
        let mut rows = SetRows::new(3, 320);
        for (segment, member) in [(0, 3), (0, 319), (1, 64), (1, 3), (2, 100)] {
            rows.insert(segment, member);
        }
        rows.unite(0, 1);
        assert_eq!(rows.members(0).collect::<Vec<_>>(), [3, 64, 319]);
        assert_eq!([0, 1, 2].map(|segment| rows.len(segment)), [3, 2, 1]);
        rows.clear(0);
        assert_eq!((rows.len(0), rows.len(1)), (0, 2));
    }
}
