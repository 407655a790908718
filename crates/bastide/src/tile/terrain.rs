//! Terrains of segments, their names and properties.

use core::fmt;

/// Terrain of a segment, for all game families.
///
/// ```
/// use bastide::Terrain;
/// assert_eq!(Terrain::from_name("monastery"), Some(Terrain::Monastery));
/// assert!(Terrain::Monastery.is_ringed() && !Terrain::City.is_ringed());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Terrain {
    /// A field.
    Field,
    /// A road.
    Road,
    /// A city.
    City,
    /// A river: bounds fields and takes no figure.
    River,
    /// A monastery: has no ports and scores its eight neighbouring cells.
    Monastery,
    /// A garden: scores like a monastery and takes only figures that name it as theirs.
    Garden,
    /// A path (stronghold).
    Path,
    /// A tower (stronghold).
    Tower,
    /// A house (stronghold).
    House,
    /// A courtyard (stronghold).
    Courtyard,
}

impl Terrain {
    /// All terrains.
    pub const ALL: [Terrain; 10] = [
        Terrain::Field,
        Terrain::Road,
        Terrain::City,
        Terrain::River,
        Terrain::Monastery,
        Terrain::Garden,
        Terrain::Path,
        Terrain::Tower,
        Terrain::House,
        Terrain::Courtyard,
    ];

    /// Returns the lower-case name used in tile files, records and events.
    pub const fn name(self) -> &'static str {
        match self {
            Terrain::Field => "field",
            Terrain::Road => "road",
            Terrain::City => "city",
            Terrain::River => "river",
            Terrain::Monastery => "monastery",
            Terrain::Garden => "garden",
            Terrain::Path => "path",
            Terrain::Tower => "tower",
            Terrain::House => "house",
            Terrain::Courtyard => "courtyard",
        }
    }

    /// Returns the role of an ordinary figure on this terrain.
    pub const fn role(self) -> &'static str {
        match self {
            Terrain::Road => "highwayman",
            Terrain::City | Terrain::Tower => "knight",
            Terrain::Field => "farmer",
            Terrain::Monastery => "monk",
            Terrain::Path => "herald",
            Terrain::House => "squire",
            Terrain::Courtyard => "merchant",
            Terrain::River | Terrain::Garden => "meeple",
        }
    }

    /// Returns the terrain with this [`name`](Terrain::name).
    pub fn from_name(name: &str) -> Option<Terrain> {
        Terrain::ALL.into_iter().find(|t| t.name() == name)
    }

    /// Returns true if the terrain scores its eight neighbouring cells instead of using ports.
    #[inline]
    pub const fn is_ringed(self) -> bool {
        matches!(self, Terrain::Monastery | Terrain::Garden)
    }

    /// For linear terrains (road, river, path), returns the terrain to the left and right of the
    /// line on a side it crosses; `None` for all others.
    pub(crate) const fn flank(self) -> Option<Terrain> {
        match self {
            Terrain::Road | Terrain::River => Some(Terrain::Field),
            Terrain::Path => Some(Terrain::Courtyard),
            Terrain::Field
            | Terrain::City
            | Terrain::Monastery
            | Terrain::Garden
            | Terrain::Tower
            | Terrain::House
            | Terrain::Courtyard => None,
        }
    }

    /// Returns the class of a side whose middle port has this terrain, from 0 to 3: each family has
    /// four classes of side.
    pub(crate) const fn class(self) -> Option<u8> {
        match self {
            Terrain::Field | Terrain::Courtyard => Some(0),
            Terrain::Road | Terrain::Path => Some(1),
            Terrain::City | Terrain::Tower => Some(2),
            Terrain::River | Terrain::House => Some(3),
            Terrain::Monastery | Terrain::Garden => None,
        }
    }
}

impl fmt::Display for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
