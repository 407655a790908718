//! The tile sets that come with Bastide.

use std::sync::LazyLock;

use crate::stronghold::Wall;
use crate::tile::TileSet;

macro_rules! built_in {
    ($($(#[$doc:meta])* $name:ident = $file:literal;)*) => {
        $(
            $(#[$doc])*
            pub fn $name() -> &'static TileSet {
                static SET: LazyLock<TileSet> = LazyLock::new(|| {
                    TileSet::parse(include_str!(concat!("../tiles/", $file)))
                        .expect("the tests read every built-in tile file")
                });
                &SET
            }
        )*
    };
}

built_in! {
    /// The 72 tiles of the base game (SETUP-3).
    base = "base.tiles";
    /// The River with the ends of both printings (RIVER-7).
    river = "river.tiles";
    /// The 72 tiles of Wheel of Fortune and its block (WHEEL-1).
    wheel = "wheel.tiles";
    /// The tiles of castles and bridges.
    bridges = "bridges.tiles";
    /// The 60 tiles and the start areas of The Castle (S-SETUP-3), a
    /// reconstruction.
    stronghold = "stronghold.tiles";
}

/// The sets a game takes its tiles from.
#[derive(Clone, Copy, Debug)]
pub struct Sets<'a> {
    /// The land tiles.
    pub base: &'a TileSet,
    /// The river tiles.
    pub river: &'a TileSet,
    /// The land tiles and the block of the wheel.
    pub wheel: &'a TileSet,
    /// The tiles that come with castles, bridges and barns.
    pub bridges: &'a TileSet,
}

impl Default for Sets<'static> {
    fn default() -> Sets<'static> {
        Sets { base: base(), river: river(), wheel: wheel(), bridges: bridges() }
    }
}

/// All built-in sets of the Land family. [`stronghold`] stands apart: it needs
/// its wall.
pub fn all() -> [&'static TileSet; 4] {
    [base(), river(), wheel(), bridges()]
}

/// The wall of The Castle (S-SETUP-2), a reconstruction.
pub fn stronghold_wall() -> &'static Wall {
    static WALL: LazyLock<Wall> = LazyLock::new(|| {
        Wall::parse(include_str!("../tiles/stronghold.wall"))
            .expect("the tests read the built-in wall")
    });
    &WALL
}
