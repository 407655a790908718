//! `bastide render`: draws a game as a picture or an animation.

use std::fs;
use std::io::IsTerminal as _;
use std::path::Path;

use anyhow::Result;
use bastide::{AnyGame, Colour, Game, Rules, SeatSet, TileSet, TileUse};
use bastide_art::{Atlas, Card, Layer, Look, RasterError, Theme};
use bastide_host::Record;
use clap::Args;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use crate::console::{Console, Fault};
use crate::input::{self, TileArgs};
use crate::show;
use crate::words::{self, Names};

/// Draw a picture of a game: SVG, PNG or an animation
///
/// The map with a title, the players and their points. The extension of the
/// output file selects the format: .svg scales to any size, .png is as wide as
/// --size, and .apng is an animated PNG of the whole game, turn by turn.
///
/// JSON: {file, bytes, turns, frames, theme}; frames only for an animation.
#[derive(Args)]
pub(crate) struct Render {
    /// A record; - reads standard input
    file: String,
    /// The file to write: .svg, .png or .apng
    #[arg(short, long, value_name = "FILE")]
    output: String,
    /// Draw the game after this number of turns instead of the last
    #[arg(long, value_name = "TURNS")]
    at: Option<usize>,
    /// Tint every field and label it with its value
    #[arg(long)]
    fields: bool,
    /// Outline every claimed feature in the colour of its owner
    #[arg(long)]
    owners: bool,
    /// Draw the map only, without title and players
    #[arg(long)]
    bare: bool,
    /// The title [default: names the winner]
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    #[command(flatten)]
    look: PictureArgs,
    #[command(flatten)]
    tiles: TileArgs,
}

/// Picture options.
#[derive(Args)]
pub(crate) struct PictureArgs {
    /// Width of the picture in pixels [default: 2000, for an animation 900]
    #[arg(long, value_name = "PX")]
    size: Option<u32>,
    /// The colours of a picture: light, dark, contrast or print
    #[arg(long, value_name = "THEME", default_value = "light")]
    theme: Theme,
}

/// Format of an output file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
    Film,
}

/// Determines the format from the file name.
fn format(file: &str, hint: &str) -> Result<Format> {
    let ending = Path::new(file).extension().and_then(|ending| ending.to_str());
    match ending.map(str::to_lowercase).as_deref() {
        Some("svg") => Ok(Format::Svg),
        Some("png") => Ok(Format::Png),
        Some("apng") => Ok(Format::Film),
        Some(other) => {
            Err(Fault::input(format!("pictures cannot be written as .{other}")).hint(hint).into())
        }
        None => {
            let message = format!("the name '{file}' has no extension that selects a format");
            Err(Fault::input(message).hint(hint).into())
        }
    }
}

/// Runs the command.
pub(crate) fn run(args: &Render, console: &mut Console) -> Result<()> {
    let hint = "end its name with .svg, .png, or .apng for an animation";
    let format = format(&args.output, hint)?;
    let record = input::record(&args.file, &args.tiles)?;
    let turns = show::turns(&record, args.at)?;
    let (bytes, frames) = match format {
        Format::Film => film(args, &record, turns)?,
        Format::Svg | Format::Png => {
            let game = match args.at {
                Some(at) => record.state_at(at),
                None => record.game(),
            };
            let atlas = Atlas::new(game.board().tiles());
            let svg = picture(args, &record, &atlas, &game, &game, turns);
            (packed(svg, format, &args.look)?, 1)
        }
    };
    write(&args.output, &bytes)?;
    if console.json {
        let mut value = json!({
            "file": args.output,
            "bytes": bytes.len(),
            "turns": turns,
            "theme": args.look.theme.name(),
        });
        if format == Format::Film {
            value["frames"] = json!(frames);
        }
        return console.value(&value);
    }
    let what = match format {
        Format::Film => format!("{}, ", words::count(frames, "frame")),
        Format::Svg | Format::Png => String::new(),
    };
    told(&args.output, &what, bytes.len(), console)
}

/// Draws the tiles of a set into a file.
pub(crate) fn sheet(
    set: &TileSet,
    file: &str,
    look: &PictureArgs,
    console: &mut Console,
) -> Result<()> {
    let hint = "end its name with .svg or .png";
    let format = format(file, hint)?;
    if format == Format::Film {
        return Err(Fault::input("a sheet of tiles is not an animation").hint(hint).into());
    }
    let bytes = packed(bastide_art::sheet(set, look.theme), format, look)?;
    write(file, &bytes)?;
    if console.json {
        return console.value(&json!({ "file": file, "bytes": bytes.len() }));
    }
    let kinds = set.kinds.iter().filter(|kind| kind.usage != TileUse::Patch).count();
    told(file, &format!("{}, ", words::count(kinds as u32, "kind")), bytes.len(), console)
}

fn told(file: &str, what: &str, bytes: usize, console: &mut Console) -> Result<()> {
    console.line(format_args!("wrote {file}: {what}{} kB", bytes.div_ceil(1000)))
}

fn write(file: &str, bytes: &[u8]) -> Result<()> {
    fs::write(file, bytes).map_err(|error| {
        Fault::input(format!("cannot write {file}: {error}"))
            .hint("set -o to a file in an existing, writable folder")
            .into()
    })
}

/// Encodes a picture in the format of the file.
fn packed(svg: String, format: Format, look: &PictureArgs) -> Result<Vec<u8>> {
    match format {
        Format::Svg => Ok(svg.into_bytes()),
        Format::Png | Format::Film => {
            bastide_art::png(&svg, look.size.unwrap_or(2000)).map_err(|error| bad_picture(&error))
        }
    }
}

fn bad_picture(error: &RasterError) -> anyhow::Error {
    let fault = Fault::input(error);
    match error {
        RasterError::Size(_) => fault.hint("use --size 2000 for a screen, 4000 for paper"),
        _ => fault,
    }
    .into()
}

/// Draws a game on a card that has room for the `whole` game.
fn picture(
    args: &Render,
    record: &Record,
    atlas: &Atlas<'_>,
    game: &AnyGame,
    whole: &AnyGame,
    turns: usize,
) -> String {
    let shown = |is_asked: bool| if is_asked { Layer::Shown } else { Layer::Hidden };
    let look = Look {
        theme: args.look.theme,
        seats: record.colours(),
        fields: shown(args.fields),
        owners: shown(args.owners),
        ..Look::default()
    };
    if args.bare {
        return bastide_art::map_within(game, whole, atlas, &look);
    }
    let names = input::names(record);
    let card = card(args, game, &names, turns);
    bastide_art::postcard_within(game, whole, atlas, &look, &card)
}

/// Returns the texts on the card.
fn card(args: &Render, game: &AnyGame, names: &Names, turns: usize) -> Card {
    let (thing, rules) = match game {
        AnyGame::Land(land) => ("The Land", Rules::Land(*land.rules())),
        AnyGame::Stronghold(_) => ("The Castle", Rules::Stronghold(bastide::StrongholdRules)),
    };
    let title = match (&args.title, game.outcome()) {
        (Some(title), _) => title.clone(),
        (None, Some(outcome)) => headline(thing, names, outcome.winners),
        (None, None) => thing.to_owned(),
    };
    let left = game.bag().left();
    let state = match game.is_over() {
        true => format!("{turns} turns"),
        false => format!("after {turns} turns, {} left", words::count(left, "tile")),
    };
    let rules = match rules {
        Rules::Land(rules) => words::rules(rules),
        Rules::Stronghold(_) => "for two".to_owned(),
    };
    let seats = bastide::Seat::all(game.seats());
    let names = seats.map(|seat| names.of(seat).to_owned()).collect();
    Card { title, subtitle: format!("{state} · {rules}"), names }
}

/// Returns the title: "The Land of Ann", or "Red wins the Land" if the winner has no name.
fn headline(thing: &str, names: &Names, winners: SeatSet) -> String {
    let is_named = winners.iter().all(|seat| Colour::from_name(names.of(seat)).is_none());
    if is_named {
        return format!("{thing} of {}", names.list(winners));
    }
    let list = words::capitalised(&names.list(winners));
    let thing = thing.replacen("The", "the", 1);
    match winners.iter().count() {
        1 => format!("{list} wins {thing}"),
        _ => format!("{list} share {thing}"),
    }
}

/// Draws the game after each turn, from none to `turns`. The record is replayed once for all frames,
/// and once more up to the last frame unless that is the end of the record.
fn frames(args: &Render, record: &Record, turns: usize) -> Vec<String> {
    let whole = record.state_at(turns);
    let atlas = Atlas::new(whole.board().tiles());
    let mut replay = record.replay();
    let mut draw = |turn| picture(args, record, &atlas, replay.play_to(turn), &whole, turn);
    (0..=turns).map(&mut draw).collect()
}

/// Draws the whole game with one frame per turn.
fn film(args: &Render, record: &Record, turns: usize) -> Result<(Vec<u8>, u32)> {
    let frames = frames(args, record, turns);
    let bar = progress(frames.len() as u64);
    let size = args.look.size.unwrap_or(900);
    let file = bastide_art::film(&frames, size, || bar.inc(1));
    bar.finish_and_clear();
    let file = file.map_err(|error| bad_picture(&error))?;
    Ok((file, frames.len() as u32))
}

/// Creates a progress bar on standard error, hidden unless that is a terminal.
fn progress(frames: u64) -> ProgressBar {
    let target = match std::io::stderr().is_terminal() {
        true => ProgressDrawTarget::stderr(),
        false => ProgressDrawTarget::hidden(),
    };
    let bar = ProgressBar::with_draw_target(Some(frames), target);
    let template = "{bar:40} {pos} of {len} frames, {eta} left";
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Command {
        #[command(flatten)]
        render: Render,
    }

    /// The work for a film is proportional to the length of the game, not to its square.
    #[test]
    fn a_film_replays_its_record_once() {
        let Command { render } =
            Command::parse_from(["render", "game.bastide", "-o", "game.apng", "--bare"]);
        let text = "bastide 1\ngame land rules=base,fields seats=2 first=0 deck=V,E,U\n\
                    DV P1,0r0 .\nDE P0,-1r2 M0\nDU P-1,0r1 .\n";
        let read = || Record::read(text).expect("a legal record");
        let (record, actions) = (read(), read().actions().len());
        assert_eq!(record.full_turns(), 3);
        let all = frames(&render, &record, 3);
        assert_eq!(all.len(), 4, "the start and three turns");
        assert_eq!(record.replayed(), actions, "the last state was known from reading");
        let alone = |turn| {
            let (record, whole) = (read(), read().game());
            let atlas = Atlas::new(whole.board().tiles());
            picture(&render, &record, &atlas, &record.state_at(turn), &whole, turn)
        };
        for (turn, frame) in all.iter().enumerate() {
            assert!(*frame == alone(turn), "frame {turn} differs");
        }

        let record = read();
        assert_eq!(frames(&render, &record, 2).len(), 3);
        assert_eq!(record.replayed(), 2 * record.turn_ends()[1]);
    }
}
