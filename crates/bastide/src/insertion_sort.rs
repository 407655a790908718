//! Sorting of short lists.
//!
//! The sorts of the standard library take several kilobytes for each type of element, which every
//! page with the WebAssembly build loads. Lists of a few elements do not need them.

/// Sorts a list of a few elements.
pub(crate) fn insertion_sort<T: Ord>(items: &mut [T]) {
    insertion_sort_by(items, |a, b| a < b);
}

/// Sorts a list of a few elements with `is_less`. The order of equal elements is kept.
pub(crate) fn insertion_sort_by<T>(items: &mut [T], is_less: impl Fn(&T, &T) -> bool) {
    for end in 1..items.len() {
        let mut at = end;
        while at > 0 && is_less(&items[at], &items[at - 1]) {
            items.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_all_orders_are_sorted_and_equal_elements_keep_theirs() {
        for number in 0..4_u32.pow(5) {
            let digits = (0..5).map(|place| (number / 4_u32.pow(place) % 4, place));
            let mut items: Vec<(u32, u32)> = digits.collect();
            insertion_sort_by(&mut items, |a, b| a.0 < b.0);
            // The second component is the original place.
            assert!(items.is_sorted(), "{items:?}");
        }
        insertion_sort::<u8>(&mut []);
    }
}
