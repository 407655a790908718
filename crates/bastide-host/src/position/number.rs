//! Arbitrary-precision integers as sequences of mixed-radix digits.

/// An arbitrary-precision unsigned integer: least significant limb first, without trailing zero
/// limbs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Number {
    limbs: Vec<u32>,
}

impl Number {
    /// Multiplies by `radix` and adds `digit`.
    pub(super) fn push(&mut self, digit: u32, radix: u32) {
        let mut carry = u64::from(digit);
        for limb in &mut self.limbs {
            carry += u64::from(*limb) * u64::from(radix);
            *limb = carry as u32;
            carry >>= 32;
        }
        if carry > 0 {
            self.limbs.push(carry as u32);
        }
    }

    /// Divides by `radix` and returns the remainder, which is the digit pushed last.
    pub(super) fn pop(&mut self, radix: u32) -> u32 {
        let mut rest = 0;
        for limb in self.limbs.iter_mut().rev() {
            let here = rest << 32 | u64::from(*limb);
            *limb = (here / u64::from(radix)) as u32;
            rest = here % u64::from(radix);
        }
        while self.limbs.pop_if(|limb| *limb == 0).is_some() {}
        rest as u32
    }

    pub(super) fn is_zero(&self) -> bool {
        self.limbs.is_empty()
    }

    /// Creates a number from its big-endian bytes.
    pub(super) fn from_bytes(bytes: &[u8]) -> Number {
        let limb = |chunk: &[u8]| chunk.iter().fold(0, |limb, &byte| limb << 8 | u32::from(byte));
        let mut limbs: Vec<_> = bytes.rchunks(4).map(limb).collect();
        while limbs.pop_if(|limb| *limb == 0).is_some() {}
        Number { limbs }
    }

    /// Returns the big-endian bytes, without leading zeros.
    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let bytes = self.limbs.iter().rev().flat_map(|limb| limb.to_be_bytes());
        bytes.skip_while(|&byte| byte == 0).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_popped_in_reverse_order() {
        let digits = [(3, 7), (0, 1), (70, 71), (0, 9), (4095, 4096), (0, 2), (1, 2), (0, 5)];
        let mut number = Number::default();
        for _ in 0..20 {
            digits.iter().for_each(|&(digit, radix)| number.push(digit, radix));
        }
        let mut number = Number::from_bytes(&number.to_bytes());
        for _ in 0..20 {
            for &(digit, radix) in digits.iter().rev() {
                assert_eq!(number.pop(radix), digit);
            }
        }
        assert!(number.is_zero());
    }

    #[test]
    fn bytes_are_the_number_in_base_256() {
        let mut number = Number::default();
        number.push(1, 2);
        for _ in 0..40 {
            number.push(0, 2);
        }
        assert_eq!(number.to_bytes(), [1, 0, 0, 0, 0, 0], "two to the fortieth");
        assert_eq!(Number::from_bytes(&[0, 0, 0]), Number::default());
        assert!(Number::default().to_bytes().is_empty());
    }
}
