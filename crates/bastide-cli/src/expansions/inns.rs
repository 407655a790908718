//! Texts of inns and cathedrals (INN-*, CATH-*).

use super::Texts;

pub(super) const TEXTS: Texts = Texts {
    title: "inns and cathedrals",
    help: "inns and cathedrals: 18 tiles, a large meeple for each player, up to six players",
};
