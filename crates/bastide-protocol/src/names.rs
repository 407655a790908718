//! Names on the wire. Each carries a value of the rules and is written as its name, one of a closed
//! list: Rust can match on the value, TypeScript knows all names, and clients translate them into
//! text.

use bastide::{
    AnyGame, AwardReason, Axis, Expansion, FigureKind, FigureSpot, Game, Item, PieceKind, Reason,
    SegmentRef, Terrain,
};

/// Declares a type that is written as a name out of a list: a string on the wire, a union of literals
/// in TypeScript and an enumeration in OpenAPI. `$Value` is the value of the rules it carries, `$all`
/// all values, and `$name` the function that names them. Files of expansions use the macro too, so it
/// brings its imports.
macro_rules! names {
    ($($(#[doc = $doc:literal])* $Name:ident($Value:ty) = $all:expr, $name:expr;)+) => {$(
        $(#[doc = $doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct $Name($Value);

        const _: () = {
            use std::borrow::Cow;

            use serde::de::Error as _;
            use serde::{Deserialize, Deserializer, Serialize, Serializer};
            use ts_rs::{Config, TS};
            use utoipa::openapi::RefOr;
            use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
            use utoipa::{PartialSchema, ToSchema};

            impl $Name {
                /// Returns all names, without duplicates.
                pub fn all() -> Vec<$Name> {
                    let mut all: Vec<$Name> = Vec::new();
                    for name in $all.into_iter().map($Name) {
                        if all.iter().all(|known| known.as_str() != name.as_str()) {
                            all.push(name);
                        }
                    }
                    all
                }

                /// Returns the value of the rules, which code can match on.
                pub const fn get(self) -> $Value {
                    self.0
                }

                /// Returns the name.
                pub fn as_str(self) -> &'static str {
                    $name(self.0)
                }
            }

            impl Serialize for $Name {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    serializer.serialize_str(self.as_str())
                }
            }

            impl<'de> Deserialize<'de> for $Name {
                fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$Name, D::Error> {
                    let text = Cow::<'de, str>::deserialize(deserializer)?;
                    let known = $Name::all().into_iter().find(|name| name.as_str() == text);
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
                    let quoted = $Name::all().into_iter().map(|name| format!("\"{}\"", name.as_str()));
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
        };
    )+};
}

pub(crate) use names;

/// Ground under a figure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ground {
    /// A feature of this terrain.
    Terrain(Terrain),
    /// A piece that holds figures.
    Piece(PieceKind),
}

impl Ground {
    /// Iterates over all kinds of ground.
    pub fn all() -> impl Iterator<Item = Ground> {
        let terrains = Terrain::ALL.into_iter().map(Ground::Terrain);
        terrains.chain(PieceKind::ALL.into_iter().map(Ground::Piece))
    }

    /// Returns the name of the terrain or piece.
    pub const fn name(self) -> &'static str {
        match self {
            Ground::Terrain(terrain) => terrain.name(),
            Ground::Piece(piece) => piece.name(),
        }
    }
}

names! {
    /// Kind of a figure.
    FigureName(FigureKind) = FigureKind::ALL, FigureKind::name;
    /// Kind of a piece other than a tile or figure.
    PieceName(PieceKind) = PieceKind::ALL, PieceKind::name;
    /// Kind of a piece that is built by an action of its own.
    BuildingName(PieceKind) = buildings(), PieceKind::name;
    /// Terrain of a feature.
    TerrainName(Terrain) = Terrain::ALL, Terrain::name;
    /// Kind of ground under a figure: a terrain, or a piece that holds figures.
    GroundName(Ground) = Ground::all(), Ground::name;
    /// Role of a figure, which depends on its kind and its spot.
    RoleName(&'static str) = bastide::roles(), core::convert::identity;
    /// Item counted in a score.
    ItemName(Item) = Item::ALL, Item::name;
    /// Reason why a feature was scored.
    ScoringReason(Reason) = Reason::ALL, Reason::name;
    /// Reason why points were awarded that do not depend on a majority.
    AwardName(AwardReason) = AwardReason::ALL, AwardReason::name;
    /// Axis of a bridge: `ns` runs north to south, `ew` east to west.
    AxisName(Axis) = Axis::ALL, Axis::name;
    /// An expansion of the Land family, as in rules.
    ExpansionName(Expansion) = Expansion::ALL, Expansion::name;
    /// First keyword of the rules of a land game: the base game, or the expansion that replaces it.
    BaseName(Option<Expansion>) = bases(), base_name;
}

/// Iterates over the kinds of pieces that are built by an action of their own.
fn buildings() -> impl Iterator<Item = PieceKind> {
    PieceKind::ALL.into_iter().filter(|kind| kind.spec().build.is_some())
}

/// Iterates over the games of the Land family: the base game, and those that replace it.
pub(crate) fn bases() -> impl Iterator<Item = Option<Expansion>> {
    let others = Expansion::ALL.into_iter().filter(|expansion| expansion.spec().replaces_base);
    [None].into_iter().chain(others.map(Some))
}

/// Returns the first keyword of the rules of a land game.
const fn base_name(base: Option<Expansion>) -> &'static str {
    match base {
        None => "base",
        Some(expansion) => expansion.name(),
    }
}

/// Implements the conversion from the type of the rules. A role has none: it is text in the tables
/// of the rules.
macro_rules! from {
    ($($Of:ty => $Name:ident),+ $(,)?) => {$(
        impl From<$Of> for $Name {
            fn from(value: $Of) -> $Name {
                $Name(value)
            }
        }
    )+};
}

pub(crate) use from;

from! {
    FigureKind => FigureName,
    PieceKind => PieceName,
    PieceKind => BuildingName,
    Terrain => TerrainName,
    Ground => GroundName,
    Item => ItemName,
    Reason => ScoringReason,
    AwardReason => AwardName,
    Axis => AxisName,
    Expansion => ExpansionName,
    Option<Expansion> => BaseName,
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
    let ground = match spot {
        FigureSpot::Segment(site) if is_bridge(game, site) => Ground::Piece(PieceKind::OVERLAY),
        FigureSpot::Segment(site) => Ground::Terrain(terrain_at(game, site)?),
        FigureSpot::Piece(kind, _) => Ground::Piece(kind),
    };
    Some(ground.into())
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
