//! Animated PNG of a game, with one frame per state.

use std::thread;

use crate::raster::{Pixels, RasterError, pixels};

/// Duration of a frame and of the last frame, in milliseconds.
const FRAME: u16 = 450;
const LAST: u16 = 4000;

/// Renders SVG documents of equal size to an animated PNG. Calls `on_frame` after each frame.
///
/// # Errors
/// Returns a [`RasterError`] if `frames` is empty, a document cannot be parsed, the frames differ
/// in size, or `width` is out of range.
pub fn film(
    frames: &[String],
    width: u32,
    mut on_frame: impl FnMut(),
) -> Result<Vec<u8>, RasterError> {
    let pack = |error: png::EncodingError| RasterError::Pack(error.to_string());
    let Some(first) = frames.first() else {
        return Err(RasterError::Pack("the animation has no frames".to_owned()));
    };
    let first = pixels(first, width)?;
    on_frame();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, first.width, first.height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Balanced);
    if frames.len() > 1 {
        encoder.set_animated(frames.len() as u32, 0).map_err(pack)?;
        encoder.set_frame_delay(FRAME, 1000).map_err(pack)?;
        encoder.set_blend_op(png::BlendOp::Over).map_err(pack)?;
        encoder.set_dispose_op(png::DisposeOp::None).map_err(pack)?;
    }
    let mut writer = encoder.write_header().map_err(pack)?;
    writer.write_image_data(&first.data).map_err(pack)?;
    let mut before = first;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut left = frames.len() - 1;
    // One batch per processor at a time, because frames are large.
    for batch in frames[1..].chunks(threads) {
        for frame in render(batch, width) {
            let frame = frame?;
            if (frame.width, frame.height) != (before.width, before.height) {
                return Err(RasterError::Pack("the frames differ in size".to_owned()));
            }
            left -= 1;
            if left == 0 {
                writer.set_frame_delay(LAST, 1000).map_err(pack)?;
            }
            writer.write_image_data(&changes(&before, &frame)).map_err(pack)?;
            before = frame;
            on_frame();
        }
    }
    writer.finish().map_err(pack)?;
    Ok(file)
}

fn render(batch: &[String], width: u32) -> Vec<Result<Pixels, RasterError>> {
    thread::scope(|scope| {
        let workers: Vec<_> =
            batch.iter().map(|svg| scope.spawn(move || pixels(svg, width))).collect();
        let lost = || RasterError::Pack("a frame could not be drawn".to_owned());
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|_| Err(lost()))).collect()
    })
}

/// Returns the pixels that differ; all others are transparent, so that the previous frame shows
/// through and files stay small.
fn changes(before: &Pixels, after: &Pixels) -> Vec<u8> {
    let mut data = vec![0; after.data.len()];
    let pixels = before.data.chunks_exact(4).zip(after.data.chunks_exact(4));
    for ((old, new), out) in pixels.zip(data.chunks_exact_mut(4)) {
        if old != new {
            out.copy_from_slice(new);
        }
    }
    data
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(colour: &str) -> String {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 2'><path fill='#fff' \
             d='M0 0h4v2h-4z'/><path fill='{colour}' d='M2 0h2v2h-2z'/></svg>"
        )
    }

    #[test]
    fn frames_contain_only_changed_pixels() {
        let frames = [frame("#f00"), frame("#00f"), frame("#00f")];
        let mut told = 0;
        let file = film(&frames, 32, || told += 1).expect("three small frames");
        assert_eq!(told, 3);
        let mut reader =
            png::Decoder::new(std::io::Cursor::new(file)).read_info().expect("a PNG file");
        assert_eq!(reader.info().animation_control.map(|c| c.num_frames), Some(3));
        let mut buffer = vec![0; reader.output_buffer_size().expect("a small picture")];
        reader.next_frame(&mut buffer).expect("the first frame");
        assert_eq!((&buffer[..4], &buffer[124..128]), (&[255; 4][..], &[255, 0, 0, 255][..]));
        reader.next_frame(&mut buffer).expect("the second frame");
        assert_eq!((&buffer[..4], &buffer[124..128]), (&[0; 4][..], &[0, 0, 255, 255][..]));
        reader.next_frame(&mut buffer).expect("the third frame");
        assert!(buffer.iter().all(|&byte| byte == 0), "nothing changed");
    }

    #[test]
    fn an_animation_needs_a_frame() {
        assert!(film(&[], 100, || ()).is_err());
        assert!(film(&[frame("red")], 3, || ()).is_err());
        let tall = frame("red").replace("4 2", "4 4");
        assert!(film(&[frame("red"), tall], 32, || ()).is_err());
    }
}
