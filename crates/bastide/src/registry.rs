//! Tables of figure, piece and mark kinds, to which all families and expansions contribute.
//!
//! The kernel reads these tables and names no row but the first figure kind. The position of a row is the value of its kind, so rows are only ever appended.

use crate::figure::FigureSpec;
use crate::land::Expansion;
use crate::mark::MarkSpec;
use crate::{land, stronghold};

pub(crate) use crate::land::PIECES;

/// Rows of figure kinds: those of Land, and in unit tests those of [`for_tests`].
pub(crate) const FIGURES: [&FigureSpec; land::FIGURES.len() + for_tests::FIGURES.len()] =
    concat(&land::FIGURES, &for_tests::FIGURES);

/// Rows of mark kinds: those of Land, then those of Stronghold. Nothing that is stored depends on
/// their order.
pub(crate) const MARKS: [&MarkSpec; land::MARKS.len() + stronghold::MARKS.len()] =
    concat(&land::MARKS, &stronghold::MARKS);

/// Row of the first mark kind of Stronghold.
pub(crate) const FIRST_STRONGHOLD_MARK: usize = land::MARKS.len();

/// Returns the rows of two tables in one; `ALL` must be the sum of their lengths.
const fn concat<T, const ALL: usize>(
    first: &[&'static T],
    second: &[&'static T],
) -> [&'static T; ALL] {
    let (mut all, mut at) = ([first[0]; ALL], 0);
    while at < ALL {
        all[at] = if at < first.len() { first[at] } else { second[at - first.len()] };
        at += 1;
    }
    all
}

/// Returns the name of the first expansion with which `seats` players can play.
pub(crate) fn raising_seats_to(seats: u8) -> Option<&'static str> {
    let raises = |it: &Expansion| it.spec().seats.is_some_and(|most| most >= seats);
    Expansion::ALL.into_iter().find(raises).map(Expansion::name)
}

#[cfg(not(test))]
mod for_tests {
    use crate::figure::FigureSpec;

    pub(super) const FIGURES: [&FigureSpec; 0] = [];
}

/// Figure kinds that exist only in unit tests, with letters of their own.
#[cfg(test)]
pub(crate) mod for_tests {
    use crate::figure::{FigureKind, FigureSpec};
    use crate::land;

    pub(super) const FIGURES: [&FigureSpec; 2] = [&row("giant", '2', 2), &row("guest", '0', 0)];

    /// A figure that counts twice.
    pub(crate) const GIANT: FigureKind = FigureKind::at(land::FIGURES.len());
    /// A figure that does not count.
    pub(crate) const GUEST: FigureKind = FigureKind::at(land::FIGURES.len() + 1);

    const fn row(name: &'static str, letter: char, strength: u8) -> FigureSpec {
        FigureSpec { name, letter, strength, is_meeple: false, role: None, own_terrains: &[] }
    }
}
