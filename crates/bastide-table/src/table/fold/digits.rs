//! Mixed-radix coding: symbols of different ranges in one large number, so that a choice among `n`
//! costs log2(n) bits instead of a whole byte.

/// Range of the symbol that gives the bit length of a number.
const BITS: u64 = 48;

/// Symbols in the order in which they will be read.
#[derive(Clone, Debug, Default)]
pub(super) struct Symbols(Vec<(u64, u64)>);

impl Symbols {
    /// Adds one of `count` choices.
    pub(super) fn choice(&mut self, index: usize, count: usize) {
        self.0.push((index as u64, count as u64));
    }

    pub(super) fn flag(&mut self, flag: bool) {
        self.0.push((u64::from(flag), 2));
    }

    /// Adds a number below 2^47; small numbers take few bits.
    pub(super) fn number(&mut self, number: u64) {
        let number = number.min((1 << (BITS - 1)) - 1);
        let bits = u64::from(u64::BITS - number.leading_zeros());
        self.0.push((bits, BITS));
        // The highest bit is always one and omitted. Two symbols, because ranges are below 2^32.
        let rest = number & !(number.checked_ilog2().map_or(0, |high| 1 << high));
        let low_bits = bits.saturating_sub(1).min(24);
        let high_bits = bits.saturating_sub(1) - low_bits;
        self.0.push((rest & ((1 << low_bits) - 1), 1 << low_bits));
        self.0.push((rest >> low_bits, 1 << high_bits));
    }

    pub(super) fn extend(&mut self, others: Symbols) {
        self.0.extend(others.0);
    }

    pub(super) fn into_digits(self) -> Digits {
        let mut digits = Digits::default();
        for (value, range) in self.0.into_iter().rev() {
            digits.push(value, range);
        }
        digits
    }
}

/// The large number, in limbs of 32 bits, lowest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Digits(Vec<u64>);

impl Digits {
    fn push(&mut self, value: u64, range: u64) {
        let mut carry = value;
        for part in &mut self.0 {
            let product = *part * range + carry;
            *part = product & 0xffff_ffff;
            carry = product >> 32;
        }
        if carry > 0 {
            self.0.push(carry);
        }
    }

    fn pop(&mut self, range: u64) -> u64 {
        let mut rest = 0;
        for part in self.0.iter_mut().rev() {
            let value = rest << 32 | *part;
            *part = value / range;
            rest = value % range;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
        rest
    }

    /// Reads a choice among `count`; `None` if `count` is 0.
    pub(super) fn choice(&mut self, count: usize) -> Option<usize> {
        let range = u64::try_from(count).ok().filter(|&range| range > 0)?;
        usize::try_from(self.pop(range)).ok()
    }

    pub(super) fn flag(&mut self) -> bool {
        self.pop(2) == 1
    }

    pub(super) fn number(&mut self) -> u64 {
        let bits = self.pop(BITS);
        let low_bits = bits.saturating_sub(1).min(24);
        let high_bits = bits.saturating_sub(1) - low_bits;
        let low = self.pop(1 << low_bits);
        let high = self.pop(1 << high_bits);
        let top = if bits == 0 { 0 } else { 1 << (bits - 1) };
        top | high << low_bits | low
    }

    pub(super) fn into_bytes(self) -> Vec<u8> {
        let mut bytes: Vec<u8> =
            self.0.iter().flat_map(|part| part.to_le_bytes().into_iter().take(4)).collect();
        while bytes.last() == Some(&0) {
            bytes.pop();
        }
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Digits {
        let part =
            |chunk: &[u8]| chunk.iter().rev().fold(0, |part, &byte| part << 8 | u64::from(byte));
        Digits(bytes.chunks(4).map(part).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_decoded_in_order() {
        let mut symbols = Symbols::default();
        let numbers: Vec<u64> =
            (0..47).flat_map(|bit| [(1 << bit) - 1, 1 << bit, (1 << bit) + 1]).collect();
        for (at, &number) in numbers.iter().enumerate() {
            symbols.choice(at, 200);
            symbols.number(number);
            symbols.flag(at % 3 == 0);
        }
        let bytes = symbols.into_digits().into_bytes();
        let mut digits = Digits::from_bytes(&bytes);
        for (at, &number) in numbers.iter().enumerate() {
            assert_eq!(digits.choice(200), Some(at));
            assert_eq!(digits.number(), number);
            assert_eq!(digits.flag(), at % 3 == 0);
        }
        assert_eq!((digits.choice(0), digits.choice(7)), (None, Some(0)), "nothing is left");
    }

    #[test]
    fn a_hundred_choices_of_ten_cost_42_bytes() {
        let mut symbols = Symbols::default();
        (0..100).for_each(|at| symbols.choice(at % 10, 10));
        assert_eq!(symbols.into_digits().into_bytes().len(), 42);
    }
}
