//! The built-in tile sets, and custom sets that replace them.

use alloc::borrow::ToOwned;
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt;

use once_cell::race::OnceBox;

use crate::fingerprint::fingerprint;
use crate::insertion_sort::insertion_sort_by;
use crate::stronghold::{Wall, WallFileError};
use crate::tile::{TileFileError, TileSet};

/// Declares the built-in sets, first those of the Land family. A new set is one line here.
macro_rules! built_in {
    (
        land { $($(#[$doc:meta])* $land:ident = $land_file:literal;)* }
        $($(#[$other_doc:meta])* $other:ident = $other_file:literal;)*
    ) => {
        $(built_in!(@set $(#[$doc])* $land = $land_file);)*
        $(built_in!(@set $(#[$other_doc])* $other = $other_file);)*

        /// The tile sets a game uses.
        ///
        /// ```
        /// use bastide::sets::{Sets, base, land};
        /// assert_eq!(Sets::default().base.total(), base().total());
        /// let tiles: u32 = land().iter().map(|set| set.total()).sum();
        /// assert!(tiles > 150);
        /// ```
        #[derive(Clone, Copy, Debug)]
        pub struct Sets<'a> {
            $($(#[$doc])* pub $land: &'a TileSet,)*
            $($(#[$other_doc])* pub $other: &'a TileSet,)*
            /// The wall of The Castle.
            pub wall: &'a Wall,
        }

        impl Default for Sets<'static> {
            fn default() -> Sets<'static> {
                Sets { $($land: $land(),)* $($other: $other(),)* wall: stronghold_wall() }
            }
        }

        impl<'a> Sets<'a> {
            /// Returns all tile sets.
            pub fn tiles(&self) -> [&'a TileSet; ALL] {
                [$(self.$land,)* $(self.$other,)*]
            }

            /// Replaces each tile set.
            fn map(self, replace: impl Fn(&'a TileSet) -> &'a TileSet) -> Sets<'a> {
                Sets {
                    $($land: replace(self.$land),)*
                    $($other: replace(self.$other),)*
                    ..self
                }
            }
        }

        const LAND: usize = [$(stringify!($land)),*].len();
        const ALL: usize = LAND + [$(stringify!($other)),*].len();

        /// Returns all built-in sets of the Land family.
        pub fn land() -> [&'static TileSet; LAND] {
            [$($land()),*]
        }
    };
    (@set $(#[$doc:meta])* $name:ident = $file:literal) => {
        $(#[$doc])*
        pub fn $name() -> &'static TileSet {
            static SET: OnceBox<TileSet> = OnceBox::new();
            SET.get_or_init(|| {
                let set = TileSet::parse(include_str!(concat!("../tiles/", $file)));
                Box::new(set.expect("built-in tile files are valid"))
            })
        }
    };
}

built_in! {
    land {
        /// The 72 tiles of the base game (SETUP-3).
        base = "base.tiles";
        /// The River, with the end tiles of both printings (RIVER-7).
        river = "river.tiles";
        /// The 72 tiles of Wheel of Fortune and the wheel itself (WHEEL-1).
        wheel = "wheel.tiles";
        /// The tiles of the castles and bridges expansion (X-1, X-2).
        bridges = "bridges.tiles";
        /// The 18 tiles of inns and cathedrals (INN-1).
        inns = "inns.tiles";
        /// The 24 tiles of traders and builders (TRADE-1).
        traders = "traders.tiles";
    }
    /// The 60 tiles and the start areas of The Castle (S-SETUP-3), a reconstruction.
    stronghold = "stronghold.tiles";
}

/// Returns all built-in sets.
pub fn all() -> [&'static TileSet; ALL] {
    Sets::default().tiles()
}

/// Returns the wall of The Castle (S-SETUP-2), a reconstruction.
pub fn stronghold_wall() -> &'static Wall {
    static WALL: OnceBox<Wall> = OnceBox::new();
    WALL.get_or_init(|| {
        let wall = Wall::parse(include_str!("../tiles/stronghold.wall"));
        Box::new(wall.expect("the built-in wall is valid"))
    })
}

/// Custom tile sets: each replaces the built-in set of the same name. A wall file replaces the wall
/// of The Castle.
///
/// ```
/// use bastide::sets::{self, OwnSets};
/// let text = sets::base().to_string().replace("tile X x1", "tile X x3");
/// let own = OwnSets::parse([text.as_str()])?;
/// assert_eq!(own.sets().base.total(), 74);
/// assert_eq!(own.sets().river.total(), sets::river().total());
/// # Ok::<(), sets::OwnSetsError>(())
/// ```
#[derive(Clone, Debug)]
pub struct OwnSets {
    sets: Arc<[TileSet]>,
    wall: Option<Arc<Wall>>,
    fingerprint: u64,
}

/// The reason files cannot be used as [`OwnSets`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum OwnSetsError {
    /// A tile file is malformed.
    File {
        /// Index of the file, from 0.
        index: usize,
        /// The error in the file.
        error: TileFileError,
    },
    /// A wall file is malformed.
    WallFile {
        /// Index of the file, from 0.
        index: usize,
        /// The error in the file.
        error: WallFileError,
    },
    /// The name of a set is not that of a built-in one.
    UnknownSet(String),
    /// Two sets have the same name.
    SetTwice(String),
}

impl fmt::Display for OwnSetsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OwnSetsError::File { error, .. } => error.fmt(f),
            OwnSetsError::WallFile { error, .. } => error.fmt(f),
            OwnSetsError::UnknownSet(name) => {
                let known: Vec<_> = all().iter().map(|set| set.name.as_str()).collect();
                write!(
                    f,
                    "no built-in set is named '{name}'; the built-in sets are {}",
                    known.join(", ")
                )
            }
            OwnSetsError::SetTwice(name) => write!(f, "two files define the set '{name}'"),
        }
    }
}

impl core::error::Error for OwnSetsError {}

impl OwnSets {
    /// Parses tile files and wall files.
    ///
    /// # Errors
    /// Returns [`OwnSetsError`] if a file is malformed, has the name of no built-in set, or
    /// replaces a set twice.
    pub fn parse<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<OwnSets, OwnSetsError> {
        let (mut sets, mut wall): (Vec<TileSet>, _) = (Vec::new(), None);
        for (index, text) in texts.into_iter().enumerate() {
            if is_wall(text) {
                let read = Wall::parse(text);
                let read = read.map_err(|error| OwnSetsError::WallFile { index, error })?;
                if wall.replace(read).is_some() {
                    return Err(OwnSetsError::SetTwice("wall".to_owned()));
                }
                continue;
            }
            let set = TileSet::parse(text).map_err(|error| OwnSetsError::File { index, error })?;
            add(&mut sets, set)?;
        }
        Ok(OwnSets::of(sets, wall))
    }

    /// Combines tile sets and optionally a wall that are already in memory.
    ///
    /// ```
    /// use bastide::{OwnSets, Rotation, sets};
    /// let own = OwnSets::new([sets::base().turned(Rotation::new(1))], None)?;
    /// assert_eq!(own.sets().base.total(), 72);
    /// # Ok::<(), sets::OwnSetsError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`OwnSetsError`] if a set has the name of no built-in set, or two have the same.
    pub fn new(
        sets: impl IntoIterator<Item = TileSet>,
        wall: Option<Wall>,
    ) -> Result<OwnSets, OwnSetsError> {
        let mut own = Vec::new();
        sets.into_iter().try_for_each(|set| add(&mut own, set))?;
        Ok(OwnSets::of(own, wall))
    }

    fn of(mut sets: Vec<TileSet>, wall: Option<Wall>) -> OwnSets {
        insertion_sort_by(&mut sets, |a, b| a.name < b.name);
        let printed: Vec<String> = sets.iter().map(ToString::to_string).collect();
        let wall = wall.map(Arc::new);
        let fingerprint = fingerprint(&(printed, &wall));
        OwnSets { sets: sets.into(), wall, fingerprint }
    }

    /// Returns a hash of the content of the sets, independent of the formatting of their files.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns only the custom sets.
    pub fn own_sets(&self) -> &[TileSet] {
        &self.sets
    }

    /// Returns the custom wall, if there is one.
    pub fn own_wall(&self) -> Option<&Wall> {
        self.wall.as_deref()
    }

    /// Returns all sets, with the built-in ones replaced where a custom one exists.
    pub fn sets(&self) -> Sets<'_> {
        let built_in: Sets<'_> = Sets::default();
        let wall = self.wall.as_deref().unwrap_or(built_in.wall);
        let own = |set: &TileSet| self.sets.iter().find(|own| own.name == set.name);
        Sets { wall, ..built_in.map(|set| own(set).unwrap_or(set)) }
    }
}

/// Adds a set to those with other names.
fn add(sets: &mut Vec<TileSet>, set: TileSet) -> Result<(), OwnSetsError> {
    if !all().iter().any(|known| known.name == set.name) {
        return Err(OwnSetsError::UnknownSet(set.name));
    }
    if sets.iter().any(|other| other.name == set.name) {
        return Err(OwnSetsError::SetTwice(set.name));
    }
    sets.push(set);
    Ok(())
}

/// Returns true if a text is a wall file, that is, if its first keyword is `wall`.
fn is_wall(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'));
    first.is_some_and(|line| line.split_whitespace().next() == Some("wall"))
}

impl PartialEq for OwnSets {
    fn eq(&self, other: &OwnSets) -> bool {
        self.fingerprint == other.fingerprint
    }
}

impl Eq for OwnSets {}
