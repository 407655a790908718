//! Bastide's pictures, drawn from the tile data alone.

mod atlas;
mod figures;
mod geom;
mod ground;
mod letters;
mod plan;
mod postcard;
#[cfg(feature = "raster")]
mod raster;
mod region;
mod scenery;
mod sheet;
mod svg;
mod symbols;
mod theme;

pub use atlas::Atlas;
pub use figures::Pose;
pub use geom::{Curve, Point, TILE};
pub use plan::{Area, Line, Plan};
#[cfg(feature = "raster")]
pub use raster::{Pixels, RasterError, pixels, png};
pub use region::Shape;
pub use sheet::sheet;
pub use svg::Frame;
pub use theme::{Theme, UnknownTheme};
