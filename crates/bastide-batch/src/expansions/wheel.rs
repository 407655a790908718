//! The position of the pig.

use super::ExtraScalars;

pub(super) const SCALARS: ExtraScalars = ExtraScalars {
    is_on: |land| land.wheel().is_some(),
    len: 1,
    name: |names| names.push("sector of the pig".to_owned()),
    write: |land, _, out| {
        out[0] = land.wheel().map_or(0.0, |wheel| wheel.pig() as u8 as f32 + 1.0);
    },
};
