//! Scalars that only some expansions have: one file each.

mod traders;
mod wheel;

use bastide::{AnyGame, Land, Seat};

/// Scalars of an expansion. They follow the scalars that all games have, and games without the
/// expansion do not have them.
struct ExtraScalars {
    /// Returns true if the game is played with the expansion.
    is_on: fn(&Land) -> bool,
    /// Number of scalars.
    len: usize,
    /// Appends their names.
    name: fn(&mut Vec<String>),
    /// Writes them. The function returns the distance of a seat from the observing seat.
    write: fn(&Land, &dyn Fn(Seat) -> usize, &mut [f32]),
}

/// In order; new rows are appended.
const ALL: [ExtraScalars; 2] = [wheel::SCALARS, traders::SCALARS];

/// The expansions of a game that have scalars of their own: a bit for each row of [`ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Extras(u8);

impl Extras {
    pub(crate) fn of(game: &AnyGame) -> Extras {
        let AnyGame::Land(land) = game else { return Extras(0) };
        let bits = ALL.iter().enumerate().filter(|(_, row)| (row.is_on)(land));
        Extras(bits.fold(0, |bits, (at, _)| bits | 1 << at))
    }

    fn rows(self) -> impl Iterator<Item = &'static ExtraScalars> {
        ALL.iter().enumerate().filter(move |(at, _)| self.0 & 1 << at != 0).map(|(_, row)| row)
    }

    /// Returns the number of scalars.
    pub(crate) fn len(self) -> usize {
        self.rows().map(|row| row.len).sum()
    }

    /// Appends the names of the scalars.
    pub(crate) fn name(self, names: &mut Vec<String>) {
        self.rows().for_each(|row| (row.name)(names));
    }

    /// Writes the scalars. Precondition: `out` has [`Extras::len`] values.
    pub(crate) fn write(self, game: &AnyGame, relative: &dyn Fn(Seat) -> usize, out: &mut [f32]) {
        let AnyGame::Land(land) = game else { return };
        let mut rest = out;
        for row in self.rows() {
            let (own, others) = rest.split_at_mut(row.len);
            (row.write)(land, relative, own);
            rest = others;
        }
    }
}
