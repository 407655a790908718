//! Texts of the abbot (ABBOT-*).

use super::Texts;

pub(super) const TEXTS: Texts = Texts { title: "the abbot", help: "an abbot for each player" };

/// The figure that is recalled and scored at once (ABBOT-6).
pub(crate) const RECALLED: &str = "the abbot";
