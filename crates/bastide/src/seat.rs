//! Seats, their colours, and small maps keyed by seat.

use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Index, IndexMut};

/// A player's seat, numbered clockwise from 0.
///
/// ```
/// use bastide::Seat;
/// let last = Seat::new(2).expect("fewer than six");
/// assert_eq!(last.next(3), Seat::FIRST); // in a game for three
/// assert_eq!(Seat::FIRST.to_string(), "red");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Seat(u8);

impl Seat {
    /// Maximum number of players that the kernel supports. The rules of a game may allow fewer
    /// ([`LandRules::seats`](crate::LandRules::seats)).
    pub const MOST: usize = 6;
    /// The first seat.
    pub const FIRST: Seat = Seat(0);

    /// Returns the seat with this index, or `None` if it is out of range.
    pub const fn new(index: u8) -> Option<Seat> {
        if (index as usize) < Seat::MOST { Some(Seat(index)) } else { None }
    }

    /// Returns the index of the seat, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the next seat clockwise in a game with `seats` players.
    #[inline]
    #[must_use]
    pub const fn next(self, seats: u8) -> Seat {
        let next = self.0 + 1;
        Seat(if next >= seats { 0 } else { next })
    }

    /// Iterates over the seats of a game with `seats` players, in order.
    #[inline]
    pub fn all(seats: u8) -> impl DoubleEndedIterator<Item = Seat> + ExactSizeIterator {
        (0..seats.min(Seat::MOST as u8)).map(Seat)
    }

    /// Returns the default colour of the seat.
    pub const fn colour(self) -> Colour {
        Colour::ALL[self.0 as usize]
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.colour().name())
    }
}

/// Colours of figures: the five of SETUP-1, and white, which Stronghold adds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs)]
pub enum Colour {
    Red,
    Blue,
    Green,
    Yellow,
    Black,
    White,
}

impl Colour {
    /// All colours, in the order in which they are assigned to seats.
    pub const ALL: [Colour; 6] =
        [Colour::Red, Colour::Blue, Colour::Green, Colour::Yellow, Colour::Black, Colour::White];

    /// Returns the colour called `name`.
    pub fn from_name(name: &str) -> Option<Colour> {
        Colour::ALL.into_iter().find(|colour| colour.name() == name)
    }

    /// Returns its position in [`Colour::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the lower-case name.
    pub const fn name(self) -> &'static str {
        match self {
            Colour::Red => "red",
            Colour::Blue => "blue",
            Colour::Green => "green",
            Colour::Yellow => "yellow",
            Colour::Black => "black",
            Colour::White => "white",
        }
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Colours assigned to the seats of a game, without duplicates.
///
/// ```
/// use bastide::{Colour, Seat, SeatColours};
/// let colours: SeatColours = "white,black".parse()?;
/// assert_eq!(colours[Seat::FIRST], Colour::White);
/// assert_eq!(SeatColours::default()[Seat::FIRST], Colour::Red);
/// assert!("white,white".parse::<SeatColours>().is_err());
/// # Ok::<(), bastide::BadColours>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SeatColours([Colour; Seat::MOST]);

impl SeatColours {
    /// The default colours.
    pub const USUAL: SeatColours = SeatColours(Colour::ALL);

    /// Assigns the colours in `chosen` to the first seats and the remaining colours to the others,
    /// in the order of [`Colour::ALL`].
    ///
    /// # Errors
    /// Returns [`BadColours`] if a colour occurs twice or there are more colours than seats.
    pub fn new(chosen: &[Colour]) -> Result<SeatColours, BadColours> {
        if chosen.len() > Seat::MOST {
            return Err(BadColours::TooMany);
        }
        let twice = |(n, colour): (usize, &Colour)| chosen[..n].contains(colour).then_some(*colour);
        if let Some(colour) = chosen.iter().enumerate().find_map(twice) {
            return Err(BadColours::Twice(colour));
        }
        let rest = Colour::ALL.into_iter().filter(|colour| !chosen.contains(colour));
        let mut colours = [Colour::Red; Seat::MOST];
        for (slot, colour) in colours.iter_mut().zip(chosen.iter().copied().chain(rest)) {
            *slot = colour;
        }
        Ok(SeatColours(colours))
    }
}

impl Default for SeatColours {
    fn default() -> SeatColours {
        SeatColours::USUAL
    }
}

impl Index<Seat> for SeatColours {
    type Output = Colour;

    #[inline]
    fn index(&self, seat: Seat) -> &Colour {
        &self.0[seat.index()]
    }
}

impl core::str::FromStr for SeatColours {
    type Err = BadColours;

    /// Parses comma-separated colour names, assigned to the first seats.
    fn from_str(text: &str) -> Result<SeatColours, BadColours> {
        let colour = |name: &str| Colour::from_name(name.trim()).ok_or(BadColours::Unknown);
        let chosen = text.split(',').map(colour).collect::<Result<Vec<_>, _>>()?;
        SeatColours::new(&chosen)
    }
}

/// The reason a list of colours is invalid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadColours {
    /// A name is not a colour.
    Unknown,
    /// Two seats have this colour.
    Twice(Colour),
    /// There are more colours than seats.
    TooMany,
}

impl fmt::Display for BadColours {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadColours::Unknown => {
                f.write_str("the colours are")?;
                for (n, colour) in Colour::ALL.into_iter().enumerate() {
                    let before = match n {
                        0 => " ",
                        _ if n + 1 == Colour::ALL.len() => " and ",
                        _ => ", ",
                    };
                    write!(f, "{before}{colour}")?;
                }
                Ok(())
            }
            BadColours::Twice(colour) => write!(f, "two seats cannot both be {colour}"),
            BadColours::TooMany => f.write_str("there are more colours than seats"),
        }
    }
}

impl core::error::Error for BadColours {}

/// A value for each seat.
///
/// ```
/// use bastide::{BySeat, Seat};
/// let mut scores = BySeat::splat(0);
/// scores[Seat::FIRST] += 4;
/// let listed: Vec<i32> = scores.iter(2).map(|(_, &points)| points).collect();
/// assert_eq!(listed, [4, 0]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct BySeat<T>(pub [T; Seat::MOST]);

impl<T: Default + PartialEq> BySeat<T> {
    /// Returns the values without that of the sixth seat if it is the default, as in all games with
    /// fewer players. Hashes and serialized values had five elements when the first ones were
    /// stored.
    pub(crate) fn stored(&self) -> &[T] {
        match &self.0 {
            [first @ .., last] if *last == T::default() => first,
            all => all,
        }
    }
}

impl<T: Hash + Default + PartialEq> Hash for BySeat<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.stored().hash(state);
    }
}

impl<T: Copy> BySeat<T> {
    /// Creates a map with the same value for all seats.
    #[inline]
    pub const fn splat(value: T) -> BySeat<T> {
        BySeat([value; Seat::MOST])
    }
}

impl<T> BySeat<T> {
    /// Iterates over the first `seats` seats and their values.
    pub fn iter(&self, seats: u8) -> impl Iterator<Item = (Seat, &T)> {
        Seat::all(seats).zip(&self.0)
    }
}

impl BySeat<u8> {
    #[inline]
    pub(crate) fn add(&mut self, other: &BySeat<u8>) {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine += theirs;
        }
    }

    /// Returns the seats with the highest count, or the empty set if all are 0 (MAJ-1, MAJ-2).
    ///
    /// ```
    /// use bastide::{BySeat, Seat};
    /// let knights = BySeat([2, 1, 2, 0, 0, 0]);
    /// let leaders: Vec<usize> = knights.leaders().iter().map(Seat::index).collect();
    /// assert_eq!(leaders, [0, 2]);
    /// ```
    #[inline]
    pub fn leaders(&self) -> SeatSet {
        let most = self.0.iter().copied().max().unwrap_or(0);
        let mut leaders = SeatSet::default();
        for (index, &count) in self.0.iter().enumerate() {
            if count == most && most > 0 {
                leaders.0 |= 1 << index;
            }
        }
        leaders
    }
}

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    #[inline]
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    #[inline]
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// A set of seats.
///
/// ```
/// use bastide::{Seat, SeatSet};
/// let set: SeatSet = Seat::all(3).filter(|seat| seat.index() != 1).collect();
/// assert!(set.contains(Seat::FIRST));
/// assert_eq!(set.len(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct SeatSet(u8);

impl SeatSet {
    /// Creates a set with a single seat.
    #[inline]
    pub const fn of(seat: Seat) -> SeatSet {
        SeatSet(1 << seat.0)
    }

    /// Returns true if the set contains `seat`.
    #[inline]
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.0 & 1 == 1
    }

    /// Returns the number of seats in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns true if the set is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the seats in order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::all(Seat::MOST as u8).filter(move |&seat| self.contains(seat))
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        seats.into_iter().fold(SeatSet::default(), |set, seat| SeatSet(set.0 | 1 << seat.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fingerprint::fingerprint;

    #[test]
    fn leaders_are_all_who_tie_for_most() {
        let leaders = |counts| BySeat(counts).leaders().iter().map(Seat::index).collect::<Vec<_>>();
        assert_eq!(leaders([0, 0, 0, 0, 0, 0]), Vec::<usize>::new());
        assert_eq!(leaders([2, 1, 0, 0, 0, 0]), [0]);
        assert_eq!(leaders([1, 0, 1, 0, 1, 0]), [0, 2, 4]);
        assert_eq!(leaders([1, 0, 1, 0, 1, 2]), [5]);
    }

    #[test]
    fn seats_follow_each_other_cyclically() {
        let last = Seat::new(2).expect("a seat");
        assert_eq!(last.next(3), Seat::FIRST);
        assert_eq!(last.next(5).index(), 3);
        assert_eq!(last.next(6).index(), 3);
        assert_eq!(Seat::new(5).map(|seat| seat.next(6)), Some(Seat::FIRST));
        assert_eq!(Seat::new(6), None);
    }

    #[test]
    fn hashes_of_up_to_five_seats_are_those_of_five_values() {
        let mut scores = BySeat([3, -1, 4, 1, 5, 0]);
        assert_eq!(fingerprint(&scores), fingerprint(&[3, -1, 4, 1, 5]));
        scores.0[5] = 9;
        assert_eq!(fingerprint(&scores), fingerprint(&[3, -1, 4, 1, 5, 9]));
    }

    #[test]
    fn default_colours_match_the_box() {
        // SETUP-1
        let mut names: Vec<_> = Colour::ALL.iter().map(|c| c.name()).collect();
        names.sort_unstable();
        assert_eq!(names, ["black", "blue", "green", "red", "white", "yellow"]);
        for colour in Colour::ALL {
            assert_eq!(Colour::from_name(colour.name()), Some(colour));
            assert_eq!(Colour::ALL[colour.index()], colour);
        }
    }

    #[test]
    fn seats_without_a_chosen_colour_take_what_is_left() {
        let colours = |text: &str| text.parse::<SeatColours>();
        let seats = |chosen: SeatColours| Seat::all(6).map(|seat| chosen[seat].name()).collect();
        let all: Vec<_> = seats(colours("white, red").expect("two colours"));
        assert_eq!(all, ["white", "red", "blue", "green", "yellow", "black"]);
        for seat in Seat::all(6) {
            assert_eq!(SeatColours::default()[seat], seat.colour());
        }
        let refused = |text| colours(text).expect_err("no colours of a table").to_string();
        assert_eq!(
            refused("red,pink"),
            "the colours are red, blue, green, yellow, black and white"
        );
        assert_eq!(refused("red,blue,red"), "two seats cannot both be red");
        assert_eq!(
            refused("red,blue,green,yellow,black,white,red"),
            "there are more colours than seats"
        );
    }
}
