//! The built-in tile sets, and custom sets that replace them.

use core::fmt;
use std::sync::{Arc, LazyLock};

use crate::fingerprint::fingerprint;
use crate::stronghold::{Wall, WallFileError};
use crate::tile::{TileFileError, TileSet};

macro_rules! built_in {
    ($($(#[$doc:meta])* $name:ident = $file:literal;)*) => {
        $(
            $(#[$doc])*
            pub fn $name() -> &'static TileSet {
                static SET: LazyLock<TileSet> = LazyLock::new(|| {
                    TileSet::parse(include_str!(concat!("../tiles/", $file)))
                        .expect("built-in tile files are valid")
                });
                &SET
            }
        )*
    };
}

built_in! {
    /// The 72 tiles of the base game (SETUP-3).
    base = "base.tiles";
    /// The River, with the end tiles of both printings (RIVER-7).
    river = "river.tiles";
    /// The 72 tiles of Wheel of Fortune and the wheel itself (WHEEL-1).
    wheel = "wheel.tiles";
    /// The tiles of the castles and bridges expansion (X-1, X-2).
    bridges = "bridges.tiles";
    /// The 60 tiles and the start areas of The Castle (S-SETUP-3), a reconstruction.
    stronghold = "stronghold.tiles";
}

/// The tile sets a game uses.
#[derive(Clone, Copy, Debug)]
pub struct Sets<'a> {
    /// The land tiles.
    pub base: &'a TileSet,
    /// The river tiles.
    pub river: &'a TileSet,
    /// The land tiles and the patch of Wheel of Fortune.
    pub wheel: &'a TileSet,
    /// The tiles of castles, bridges and barns.
    pub bridges: &'a TileSet,
    /// The tiles and start areas of The Castle.
    pub stronghold: &'a TileSet,
    /// The wall of The Castle.
    pub wall: &'a Wall,
}

impl Default for Sets<'static> {
    fn default() -> Sets<'static> {
        Sets {
            base: base(),
            river: river(),
            wheel: wheel(),
            bridges: bridges(),
            stronghold: stronghold(),
            wall: stronghold_wall(),
        }
    }
}

/// Returns all built-in sets of the Land family.
pub fn land() -> [&'static TileSet; 4] {
    [base(), river(), wheel(), bridges()]
}

/// Returns all built-in sets.
pub fn all() -> [&'static TileSet; 5] {
    [base(), river(), wheel(), bridges(), stronghold()]
}

/// Returns the wall of The Castle (S-SETUP-2), a reconstruction.
pub fn stronghold_wall() -> &'static Wall {
    static WALL: LazyLock<Wall> = LazyLock::new(|| {
        Wall::parse(include_str!("../tiles/stronghold.wall")).expect("the built-in wall is valid")
    });
    &WALL
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
                if wall.replace(Arc::new(read)).is_some() {
                    return Err(OwnSetsError::SetTwice("wall".to_owned()));
                }
                continue;
            }
            let set = TileSet::parse(text).map_err(|error| OwnSetsError::File { index, error })?;
            if !all().iter().any(|known| known.name == set.name) {
                return Err(OwnSetsError::UnknownSet(set.name));
            }
            if sets.iter().any(|other| other.name == set.name) {
                return Err(OwnSetsError::SetTwice(set.name));
            }
            sets.push(set);
        }
        sets.sort_by(|a, b| a.name.cmp(&b.name));
        let printed: Vec<String> = sets.iter().map(ToString::to_string).collect();
        let fingerprint = fingerprint(&(printed, &wall));
        Ok(OwnSets { sets: sets.into(), wall, fingerprint })
    }

    /// Returns a hash of the content of the sets, independent of the formatting of their files.
    pub fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// Returns all sets, with the built-in ones replaced where a custom one exists.
    pub fn sets(&self) -> Sets<'_> {
        let own = |built_in: &'static TileSet| {
            self.sets.iter().find(|set| set.name == built_in.name).unwrap_or(built_in)
        };
        let Sets { base, river, wheel, bridges, stronghold, wall } = Sets::default();
        Sets {
            base: own(base),
            river: own(river),
            wheel: own(wheel),
            bridges: own(bridges),
            stronghold: own(stronghold),
            wall: self.wall.as_deref().unwrap_or(wall),
        }
    }
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
