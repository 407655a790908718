//! A vector with a fixed capacity.
//!
//! The set-up of a game limits the number of its tiles, segments and figures, so all memory is
//! allocated when the game is created. A clone has the same capacity, and `clone_from` reuses the
//! existing allocation, so that search does not allocate.

use core::ops::{Deref, DerefMut};

#[derive(Debug)]
pub(crate) struct Flat<T> {
    items: Box<[T]>,
    len: u16,
}

impl<T: Copy + Default> Flat<T> {
    pub(crate) fn with_capacity(capacity: usize) -> Flat<T> {
        Flat { items: vec![T::default(); capacity].into(), len: 0 }
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

    /// Returns the number of bytes on the heap.
    pub(crate) fn heap(&self) -> usize {
        size_of_val(&*self.items)
    }
}

impl<T> Deref for Flat<T> {
    type Target = [T];
    #[inline]
    fn deref(&self) -> &[T] {
        &self.items[..usize::from(self.len)]
    }
}

impl<T> DerefMut for Flat<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.items[..usize::from(self.len)]
    }
}

impl<T: Copy> Clone for Flat<T> {
    fn clone(&self) -> Flat<T> {
        Flat { items: self.items.clone(), len: self.len }
    }

    fn clone_from(&mut self, source: &Flat<T>) {
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

impl<T: PartialEq> PartialEq for Flat<T> {
    fn eq(&self, other: &Flat<T>) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Flat<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inserting_and_removing_keep_the_order() {
        let mut flat = Flat::with_capacity(4);
        for (at, item) in [(0, 2), (0, 1), (2, 4), (2, 3)] {
            flat.insert(at, item);
        }
        assert_eq!(*flat, [1, 2, 3, 4]);
        assert_eq!(flat.remove(1), 2);
        assert_eq!(*flat, [1, 3, 4]);
    }

    #[test]
    fn copies_take_over_length_and_room() {
        let mut full = Flat::with_capacity(3);
        (0..3).for_each(|i| full.push(i));
        let mut copy = Flat::with_capacity(3);
        copy.push(9);
        copy.clone_from(&full);
        assert_eq!(copy, full);
        let short = {
            let mut short = Flat::with_capacity(3);
            short.push(7);
            short
        };
        full.clone_from(&short);
        assert_eq!(*full, [7]);
        full.push(8);
    }
}
