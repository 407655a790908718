//! Bastide's pictures, drawn from the tile data alone.

mod atlas;
mod cells;
mod figures;
mod geom;
mod ground;
mod letters;
mod map;
mod overlay;
mod pieces;
mod plan;
mod postcard;
#[cfg(feature = "raster")]
mod raster;
mod region;
mod scenery;
mod sheet;
mod spots;
mod stronghold;
mod svg;
mod symbols;
mod theme;
mod wheel;

pub use atlas::{Atlas, origin};
pub use cells::{dead_cells, legal_cells};
pub use figures::Pose;
pub use geom::{Curve, Point, TILE};
pub use map::{Layer, Look, bounds, map, pose, spot_point};
pub use plan::{Area, Line, Plan};
pub use postcard::{Card, postcard, postcard_within};
#[cfg(feature = "raster")]
pub use raster::{Pixels, RasterError, pixels, png};
pub use region::Shape;
pub use sheet::sheet;
pub use spots::ELBOW;
pub use svg::Frame;
pub use theme::{Theme, UnknownTheme};
