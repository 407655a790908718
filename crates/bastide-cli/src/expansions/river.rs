//! Texts of the River (RIVER-*).

use super::{Preset, Texts};

pub(super) const TEXTS: Texts = Texts {
    title: "the River",
    help: "the River as the start; river=2021 has the ends of that printing",
};

pub(super) const PRESET: Preset = Preset { name: "river", rules: Some("base,fields,river") };
