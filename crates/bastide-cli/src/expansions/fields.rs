//! Texts of fields (FIELD-*).

use super::Texts;

pub(super) const TEXTS: Texts = Texts { title: "fields", help: "fields and farmers" };
