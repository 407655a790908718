//! Writes the sheets and sprites of all tile sets to a folder.

use std::error::Error;
use std::path::PathBuf;

use bastide_art::Theme;

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let folder = PathBuf::from(args.next().unwrap_or_else(|| ".".to_owned()));
    let theme: Theme = args.next().as_deref().unwrap_or("light").parse()?;
    let pieces = bastide_art::pieces_sprite(theme);
    std::fs::write(folder.join(format!("pieces-{theme}-sprite.svg")), pieces)?;
    for set in bastide::sets::all() {
        let sprite = bastide_art::sprite(set, theme);
        std::fs::write(folder.join(format!("{}-{theme}-sprite.svg", set.name)), sprite)?;
        let svg = bastide_art::sheet(set, theme);
        std::fs::write(folder.join(format!("{}-{theme}.svg", set.name)), &svg)?;
        std::fs::write(
            folder.join(format!("{}-{theme}.png", set.name)),
            bastide_art::png(&svg, 1800)?,
        )?;
    }
    Ok(())
}
