//! Names on the wire. Each is one of a closed list taken from a table of the rules, so that Rust and
//! TypeScript know all of them; clients translate them into text.

use std::borrow::Cow;

use bastide::{
    AnyGame, AwardReason, Axis, FigureKind, FigureSpot, Game, Item, PieceKind, Reason, Sector,
    SegmentRef, Terrain,
};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use ts_rs::{Config, TS};
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// Declares a type that is a name out of a list: a string on the wire, a union of literals in
/// TypeScript and an enumeration in OpenAPI.
macro_rules! names {
    ($($(#[doc = $doc:literal])* $Name:ident = $all:expr;)+) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub struct $Name(&'static str);

        impl $Name {
            /// Returns all names, without duplicates.
            pub fn all() -> Vec<$Name> {
                let mut all: Vec<$Name> = Vec::new();
                for name in $all {
                    if !all.contains(&$Name(name)) {
                        all.push($Name(name));
                    }
                }
                all
            }

            /// Returns the name.
            pub const fn as_str(self) -> &'static str {
                self.0
            }
        }

        impl PartialEq<str> for $Name {
            fn eq(&self, other: &str) -> bool {
                self.0 == other
            }
        }

        impl PartialEq<&str> for $Name {
            fn eq(&self, other: &&str) -> bool {
                self.0 == *other
            }
        }

        impl Serialize for $Name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.0)
            }
        }

        impl<'de> Deserialize<'de> for $Name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Name, D::Error> {
                let text = Cow::<'de, str>::deserialize(deserializer)?;
                let known = $Name::all().into_iter().find(|name| name.0 == text);
                known.ok_or_else(|| {
                    D::Error::custom(format!("'{text}' is not one of {}", $Name::inline(&Config::new())))
                })
            }
        }

        impl TS for $Name {
            type WithoutGenerics = $Name;
            type OptionInnerType = $Name;

            fn docs() -> Option<String> {
                let lines = [$($doc),*].map(|line: &str| format!(" *{line}\n"));
                Some(format!("/**\n{} */\n", lines.concat()))
            }

            fn name(_: &Config) -> String {
                stringify!($Name).to_owned()
            }

            fn inline(_: &Config) -> String {
                let quoted = $Name::all().into_iter().map(|name| format!("\"{}\"", name.0));
                quoted.collect::<Vec<_>>().join(" | ")
            }

            fn decl(config: &Config) -> String {
                format!("type {} = {};", stringify!($Name), $Name::inline(config))
            }

            fn output_path() -> Option<std::path::PathBuf> {
                Some(concat!(stringify!($Name), ".ts").into())
            }
        }

        impl PartialSchema for $Name {
            fn schema() -> RefOr<Schema> {
                let names = $Name::all().into_iter().map($Name::as_str);
                ObjectBuilder::new().schema_type(Type::String).enum_values(Some(names)).build().into()
            }
        }

        impl ToSchema for $Name {
            fn name() -> Cow<'static, str> {
                Cow::Borrowed(stringify!($Name))
            }
        }
    )+};
}

names! {
    /// Kind of a figure.
    FigureName = FigureKind::ALL.map(FigureKind::name);
    /// Kind of a piece other than a tile or figure.
    PieceName = PieceKind::ALL.map(PieceKind::name);
    /// Terrain of a feature.
    TerrainName = Terrain::ALL.map(Terrain::name);
    /// Kind of ground under a figure: a terrain, or a piece that holds figures.
    GroundName = Terrain::ALL.map(Terrain::name).into_iter().chain(PieceKind::ALL.map(PieceKind::name));
    /// Role of a figure, which depends on its kind and its spot.
    RoleName = bastide::roles();
    /// Item counted in a score.
    ItemName = Item::ALL.map(Item::name);
    /// Reason why a feature was scored.
    ScoringReason = Reason::ALL.map(Reason::name);
    /// Reason why points were awarded that do not depend on a majority.
    AwardName = AwardReason::ALL.map(AwardReason::name);
    /// Sector of the wheel.
    SectorName = Sector::ALL.map(Sector::name);
    /// Axis of a bridge: `ns` runs north to south, `ew` east to west.
    AxisName = Axis::ALL.map(Axis::name);
}

/// Implements the conversion from the type of the rules.
macro_rules! from {
    ($($Of:ty => $Name:ident),+ $(,)?) => {$(
        impl From<$Of> for $Name {
            fn from(value: $Of) -> $Name {
                $Name(value.name())
            }
        }
    )+};
}

from! {
    FigureKind => FigureName,
    PieceKind => PieceName,
    Terrain => TerrainName,
    Item => ItemName,
    Reason => ScoringReason,
    AwardReason => AwardName,
    Sector => SectorName,
    Axis => AxisName,
}

/// Returns the role of the figures that claim a terrain.
pub(crate) fn owner(terrain: Terrain) -> RoleName {
    RoleName(FigureKind::claiming(terrain).role_on(terrain))
}

/// Returns the role of a figure on a spot.
pub(crate) fn role_at(game: &AnyGame, figure: FigureKind, spot: FigureSpot) -> RoleName {
    RoleName(game.board().role_at(figure, spot))
}

/// Returns the kind of ground at a spot.
pub(crate) fn ground(game: &AnyGame, spot: FigureSpot) -> Option<GroundName> {
    match spot {
        FigureSpot::Segment(site) if is_bridge(game, site) => {
            Some(GroundName(bastide::BRIDGE.name()))
        }
        FigureSpot::Segment(site) => {
            terrain_at(game, site).map(|terrain| GroundName(terrain.name()))
        }
        FigureSpot::Piece(kind, _) => Some(GroundName(kind.name())),
    }
}

/// Returns the terrain of a segment.
pub(crate) fn terrain_at(game: &AnyGame, site: SegmentRef) -> Option<Terrain> {
    let board = game.board();
    board.segment_at(site).map(|segment| board.feature(segment).terrain)
}

/// Returns true if the segment is a bridge.
fn is_bridge(game: &AnyGame, site: SegmentRef) -> bool {
    let tile = game.board().tile_at(site.cell);
    tile.is_some_and(|tile| tile.bridge.is_some() && game.board().bridge_slot(tile) == site.slot)
}
