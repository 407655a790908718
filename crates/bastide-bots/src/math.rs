//! Elementary functions that give the same bits on every machine.
//!
//! IEEE 754 prescribes the results of `+`, `-`, `*`, `/`, the square root and conversions, but not of
//! the functions below, and those of the standard library call the C library of the platform. Here
//! they are evaluated in `f64` with operations of the first kind only, and rounded to `f32` at the
//! end. The intermediate relative error is below 10⁻¹², so the result is the `f32` next to the exact
//! value except when that lies almost halfway between two.
//!
//! `clippy.toml` of this crate keeps the functions of the standard library out.

use core::cmp::Ordering;
use core::f64::consts::{FRAC_1_SQRT_2, LN_2, LOG2_E};

/// Returns `base` to the power of `exponent`, or NaN if `base` is negative.
#[inline]
pub(crate) fn pow(base: f32, exponent: f32) -> f32 {
    if base > 0.0 {
        return exp2(f64::from(exponent) * log2(f64::from(base))) as f32;
    }
    match exponent.partial_cmp(&0.0) {
        Some(Ordering::Equal) => 1.0,
        Some(Ordering::Greater) if base == 0.0 => 0.0,
        Some(Ordering::Less) if base == 0.0 => f32::INFINITY,
        _ => f32::NAN,
    }
}

/// Returns e to the power of `x`.
#[inline]
pub(crate) fn exp(x: f32) -> f32 {
    exp2(f64::from(x) * LOG2_E) as f32
}

/// Returns the hyperbolic tangent of `x`, with an absolute error of at most 2⁻²⁵: the relative error
/// grows below 10⁻⁹.
#[inline]
pub(crate) fn tanh(x: f32) -> f32 {
    let power = exp2(f64::from(x) * (2.0 * LOG2_E));
    ((power - 1.0) / (power + 1.0)) as f32
}

/// Compares values that are not NaN, as the standard `total_cmp` does, except that the two zeros are
/// equal: `max` and `min` may return either of them.
#[inline]
#[expect(clippy::disallowed_methods, reason = "after the zeros are made equal")]
pub(crate) fn compare(a: f32, b: f32) -> Ordering {
    // The sum of both zeros is the positive one.
    (a + 0.0).total_cmp(&(b + 0.0))
}

/// Bits of the mantissa of an `f64`.
const MANTISSA: u32 = f64::MANTISSA_DIGITS - 1;

/// Returns the binary logarithm of a positive normal number.
#[inline]
fn log2(x: f64) -> f64 {
    // ln m = 2 (s + s³/3 + s⁵/5 + …) for s = (m - 1) / (m + 1). With m from √½ to √2, s² is at most
    // 0.03, so that the first omitted term is below 10⁻¹³ of the sum.
    const TERMS: [f64; 9] = {
        let (mut terms, mut k) = ([0.0; 9], 0);
        while k < terms.len() {
            terms[k] = 2.0 / LN_2 / (2 * k + 1) as f64;
            k += 1;
        }
        terms
    };
    let bits = x.to_bits();
    let exponent = bits.wrapping_sub(FRAC_1_SQRT_2.to_bits()) as i64 >> MANTISSA;
    let m = f64::from_bits(bits.wrapping_sub((exponent as u64) << MANTISSA));
    let s = (m - 1.0) / (m + 1.0);
    f64::from(exponent as i32) + s * polynomial(&TERMS, s * s)
}

/// Returns 2 to the power of `y`, where `y` is limited to ±1000.
#[inline]
fn exp2(y: f64) -> f64 {
    // 2^t = Σ (t ln 2)^k / k!. With t from -½ to ½, the first omitted term is below 10⁻¹².
    const TERMS: [f64; 11] = {
        let (mut terms, mut k) = ([1.0; 11], 1);
        while k < terms.len() {
            terms[k] = terms[k - 1] * LN_2 / k as f64;
            k += 1;
        }
        terms
    };
    // Adding 1.5 · 2⁵² rounds to an integer, which is then in the low bits.
    const ROUND: f64 = (3_u64 << (MANTISSA - 1)) as f64;
    let y = y.clamp(-1000.0, 1000.0);
    let rounded = y + ROUND;
    let t = y - (rounded - ROUND);
    let power = f64::from_bits((rounded.to_bits() << MANTISSA).wrapping_add(1_f64.to_bits()));
    power * polynomial(&TERMS, t)
}

/// Returns `terms[0] + terms[1] x + terms[2] x² + …`.
#[inline]
fn polynomial<const N: usize>(terms: &[f64; N], x: f64) -> f64 {
    terms.iter().rev().fold(0.0, |sum, term| sum * x + term)
}

#[cfg(test)]
#[expect(clippy::disallowed_methods, reason = "compared with the functions of the platform")]
mod tests {
    use super::*;

    /// Returns the difference of two numbers, in units in the last place of `exact` as an `f32`.
    fn units(actual: f32, exact: f64) -> f64 {
        let unit = f64::from((exact as f32).abs().next_up()) - f64::from((exact as f32).abs());
        (f64::from(actual) - exact).abs() / unit
    }

    /// Returns `count` numbers from `from` to `to`.
    fn range(from: f32, to: f32, count: u16) -> impl Iterator<Item = f32> + Clone {
        (0..=count).map(move |n| from + (to - from) * f32::from(n) / f32::from(count))
    }

    #[test]
    fn results_are_rounded_from_nearly_exact_ones() {
        let mut worst = [0.0_f64; 4];
        for x in range(-80.0, 80.0, 60_000) {
            worst[0] = worst[0].max(units(exp(x), f64::from(x).exp()));
            worst[1] = worst[1].max(units(tanh(x / 8.0), f64::from(x / 8.0).tanh()));
            let small = x * 1e-12;
            worst[2] = worst[2].max((f64::from(tanh(small)) - f64::from(small).tanh()).abs());
        }
        for base in range(0.0, 1.0, 300).chain(range(0.0, 50.0, 300)) {
            for exponent in range(0.0, 40.0, 300).chain(range(-5.0, 1.0, 100)) {
                let exact = f64::from(base).powf(f64::from(exponent));
                if exact < f64::from(f32::MAX) && exact > f64::from(f32::MIN_POSITIVE) {
                    worst[3] = worst[3].max(units(pow(base, exponent), exact));
                }
            }
        }
        assert!(worst[0] < 0.50001 && worst[1] < 0.501 && worst[3] < 0.50001, "{worst:?}");
        assert!(worst[2] < 1e-15, "{worst:?}");
    }

    #[test]
    fn limits_are_those_of_the_standard_library() {
        let values = [0.0, 0.3, 1.0, 7.5, f32::MIN_POSITIVE, 1e-42, f32::MAX];
        for base in values {
            for exponent in values.into_iter().chain([-2.5, f32::MIN]) {
                assert_eq!(pow(base, exponent), base.powf(exponent), "{base}, {exponent}");
            }
        }
        for x in [0.0, 1e30, f32::MIN, f32::INFINITY, f32::NEG_INFINITY] {
            assert_eq!([exp(x), tanh(x)], [x.exp(), x.tanh()], "{x}");
        }
        let undefined = [pow(-1.5, 2.5), pow(f32::NAN, 1.0), exp(f32::NAN), tanh(f32::NAN)];
        assert!(undefined.iter().all(|x| x.is_nan()), "{undefined:?}");
    }

    #[test]
    fn both_zeros_are_equal() {
        assert_eq!(compare(0.0, -0.0), Ordering::Equal);
        assert_eq!(compare(-1.0, 1.0), Ordering::Less);
        assert_eq!(compare(f32::INFINITY, f32::MAX), Ordering::Greater);
    }
}
