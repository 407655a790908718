//! A vector with a fixed capacity.
//!
//! The set-up of a game limits the number of its tiles, segments and figures, so all memory is
//! allocated when the game is created. A clone has the same capacity, and `clone_from` reuses the
//! existing allocation, so that search does not allocate.

use alloc::boxed::Box;
use alloc::vec;
use core::ops::{Deref, DerefMut};

#[derive(Debug)]
pub(crate) struct FixedVec<T> {
    items: Box<[T]>,
    len: u16,
}

impl<T: Copy + Default> FixedVec<T> {
    pub(crate) fn with_capacity(capacity: usize) -> FixedVec<T> {
        FixedVec { items: vec![T::default(); capacity].into(), len: 0 }
    }

    /// # Panics
    /// Panics if the vector is full, which the set-up rules out.
    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        self.items[usize::from(self.len)] = item;
        self.len += 1;
    }

    #[inline]
    pub(crate) fn insert(&mut self, at: usize, item: T) {
        let len = usize::from(self.len);
        self.items.copy_within(at..len, at + 1);
        self.items[at] = item;
        self.len += 1;
    }

    #[inline]
    pub(crate) fn remove(&mut self, at: usize) -> T {
        let item = self[at];
        let len = usize::from(self.len);
        self.items.copy_within(at + 1..len, at);
        self.len -= 1;
        item
    }

    /// Removes the elements for which `is_kept` returns false.
    pub(crate) fn retain(&mut self, is_kept: impl Fn(&T) -> bool) {
        let mut kept = 0;
        for at in 0..usize::from(self.len) {
            if is_kept(&self.items[at]) {
                self.items[kept] = self.items[at];
                kept += 1;
            }
        }
        self.len = kept as u16;
    }

    /// Replaces the `old` elements from `at` by `new` ones, which the caller must set.
    #[inline]
    pub(crate) fn resize_gap(&mut self, at: usize, old: usize, new: usize) {
        if old != new {
            let len = usize::from(self.len);
            self.items.copy_within(at + old..len, at + new);
            self.len = (len - old + new) as u16;
        }
    }

    /// Returns the number of bytes on the heap.
    pub(crate) fn heap(&self) -> usize {
        size_of_val(&*self.items)
    }
}

impl<T> Deref for FixedVec<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T> DerefMut for FixedVec<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl<T: Copy> Clone for FixedVec<T> {
    fn clone(&self) -> FixedVec<T> {
        FixedVec { items: self.items.clone(), len: self.len }
    }

    fn clone_from(&mut self, source: &FixedVec<T>) {
        if self.items.len() == source.items.len() {
            // Elements beyond `len` are never read.
            let len = usize::from(source.len);
            self.items[..len].copy_from_slice(&source.items[..len]);
        } else {
            self.items = source.items.clone();
        }
        self.len = source.len;
    }
}

impl<T: PartialEq> PartialEq for FixedVec<T> {
    fn eq(&self, other: &FixedVec<T>) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for FixedVec<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserting_and_removing_keep_the_order() {
        let mut flat = FixedVec::with_capacity(4);
        for (at, item) in [(0, 2), (0, 1), (2, 4), (2, 3)] {
            flat.insert(at, item);
        }
        assert_eq!(*flat, [1, 2, 3, 4]);
        assert_eq!(flat.remove(1), 2);
        assert_eq!(*flat, [1, 3, 4]);
    }

    #[test]
    fn copies_have_the_same_length_and_capacity() {
        let mut full = FixedVec::with_capacity(3);
        (0..3).for_each(|i| full.push(i));
        let mut copy = FixedVec::with_capacity(3);
        copy.push(9);
        copy.clone_from(&full);
        assert_eq!(copy, full);
        let short = {
            let mut short = FixedVec::with_capacity(3);
            short.push(7);
            short
        };
        full.clone_from(&short);
        assert_eq!(*full, [7]);
        full.push(8);
    }
}
