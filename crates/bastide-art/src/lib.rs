//! SVG drawings of tiles, boards and games, generated from tile data alone.
//!
//! [`Atlas`] holds the geometry of a tile set: plans, hit areas, anchors and outlines of features.
//! [`map`], [`postcard`], [`sheet`], [`tile`], [`sprite`] and [`pieces_sprite`] return complete SVG
//! documents; with the feature `raster`, `png` and `film` render them to pixels. The same game
//! gives the same bytes on every machine.
//!
//! ```
//! use bastide::{AnyGame, Game, LandRules, Setup};
//! use bastide_art::{Atlas, Card, Look, Theme, postcard};
//!
//! let game = AnyGame::new(&Setup::new(LandRules::default(), 2))?;
//! let atlas = Atlas::new(game.board().tiles());
//! let look = Look { theme: Theme::Dark, ..Look::default() };
//! let card = Card { title: "A beginning".to_owned(), ..Card::default() };
//! assert!(postcard(&game, &atlas, &look, &card).contains("A beginning"));
//! # Ok::<(), bastide::SetupError>(())
//! ```

mod atlas;
mod cells;
mod expansions;
mod figures;
#[cfg(feature = "raster")]
mod film;
mod geom;
mod ground;
mod letters;
mod map;
mod marks;
mod overlay;
mod pieces;
mod places;
mod plan;
mod pose;
mod postcard;
#[cfg(feature = "raster")]
mod raster;
mod region;
mod scenery;
mod sheet;
mod spots;
mod sprite;
mod stronghold;
mod svg;
mod symbols;
mod theme;
mod track;
mod web;

pub use atlas::{Atlas, origin};
pub use cells::{dead_cells, legal_cells};
pub use expansions::points::*;
#[cfg(feature = "raster")]
pub use film::film;
pub use geom::{Curve, Point, TILE};
pub use map::{Layer, Look, bounds, map, map_within, pose, spot_anchor};
pub use pieces::{Icon, piece_icon};
pub use places::{field_outlines, marker_points, piece_point, tower_points};
pub use plan::{Area, Line, Plan};
pub use pose::Pose;
pub use postcard::{Card, postcard, postcard_within};
#[cfg(feature = "raster")]
pub use raster::{Pixels, RasterError, pixels, png};
pub use region::Shape;
pub use sheet::{Parts, sheet, tile};
pub use spots::Anchor;
pub use sprite::sprite;
pub use svg::Frame;
pub use theme::{Theme, UnknownTheme};
pub use web::{Level, Piece, backdrop, closing_walls, pieces, pieces_sprite};
