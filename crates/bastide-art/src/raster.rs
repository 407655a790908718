//! Rendering of SVG to pixels.

use resvg::{tiny_skia, usvg};

/// Error of rendering a drawing.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RasterError {
    /// The SVG cannot be parsed.
    #[error("the picture could not be read: {0}")]
    Svg(#[from] usvg::Error),
    /// The requested width is out of range.
    #[error("invalid width of {0} pixels; use 16 to 12000")]
    Size(u32),
    /// The file cannot be encoded.
    #[error("the picture could not be encoded: {0}")]
    Pack(String),
}

/// Pixels of four bytes each: red, green, blue and alpha, not premultiplied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pixels {
    /// Number of columns.
    pub width: u32,
    /// Number of rows.
    pub height: u32,
    /// The pixels, row by row.
    pub data: Vec<u8>,
}

/// Renders an SVG with a width of `width` pixels.
///
/// # Errors
/// Returns a [`RasterError`] if the SVG cannot be parsed or `width` is out of range.
pub fn pixels(svg: &str, width: u32) -> Result<Pixels, RasterError> {
    if !(16..=12_000).contains(&width) {
        return Err(RasterError::Size(width));
    }
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default())?;
    let scale = f64::from(width) / f64::from(tree.size().width());
    let height = (f64::from(tree.size().height()) * scale).round().max(1.0) as u32;
    let mut map = tiny_skia::Pixmap::new(width, height).ok_or(RasterError::Size(width))?;
    let transform = tiny_skia::Transform::from_scale(scale as f32, scale as f32);
    resvg::render(&tree, transform, &mut map.as_mut());
    let data = map.take_demultiplied();
    Ok(Pixels { width, height, data })
}

/// Renders an SVG to a PNG file with a width of `width` pixels.
///
/// # Errors
/// Returns a [`RasterError`] if the SVG cannot be parsed or `width` is out of range.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, RasterError> {
    let pixels = pixels(svg, width)?;
    let mut file = Vec::new();
    let pack = |error: png::EncodingError| RasterError::Pack(error.to_string());
    let mut encoder = png::Encoder::new(&mut file, pixels.width, pixels.height);
    // Drawings are opaque; files without an alpha channel are smaller.
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    let mut writer = encoder.write_header().map_err(pack)?;
    writer.write_image_data(&opaque(&pixels.data)).map_err(pack)?;
    writer.finish().map_err(pack)?;
    Ok(file)
}

/// Removes the alpha channel by blending with white.
pub(crate) fn opaque(data: &[u8]) -> Vec<u8> {
    let on_white = |part: u8, alpha: u8| {
        let (part, alpha) = (u32::from(part), u32::from(alpha));
        ((part * alpha + 255 * (255 - alpha) + 127) / 255) as u8
    };
    data.chunks_exact(4).flat_map(|p| [0, 1, 2].map(|n| on_white(p[n], p[3]))).collect()
}
