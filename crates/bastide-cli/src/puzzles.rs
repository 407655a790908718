//! `bastide puzzles`: positions with one best turn.

mod solve;

use std::fs;
use std::io::IsTerminal as _;
use std::path::PathBuf;

use anyhow::Result;
use bastide::Game as _;
use bastide_study::puzzles::{self, BUILT_IN, Mining, Proof, Puzzle, PuzzleGame, Theme, mine_game};
use clap::{Args, Subcommand};
use indicatif::ProgressDrawTarget;
use serde_json::{Value, json};

use crate::bar::{self, Lines};
use crate::console::{Console, Fault};
use crate::date;
use crate::json;
use crate::show::{self, SizeChoice};
use crate::words::Names;

/// Solve positions with one best turn
///
/// The solution was found by an exact search of the last tiles, or by rollouts: then
/// it beats the best rivals by far more than the standard error. docs/analysis.md
/// describes how puzzles are found.
///
/// JSON: list prints [{id, game, themes, proof, rating, position, turn}]; show and
/// daily print one of these with the 'game' view in addition; solve prints
/// {id, is_right, lost, error, solution, refutation} (thousandths of a point); mine
/// prints {file, games, puzzles}. The turn of a puzzle is its solution.
#[derive(Args)]
pub(crate) struct Puzzles {
    #[command(subcommand)]
    what: What,
    /// Use the puzzles of this file instead of the built-in ones
    #[arg(long, value_name = "FILE", global = true)]
    file: Option<PathBuf>,
}

#[derive(Subcommand)]
enum What {
    /// List puzzles
    List(List),
    /// Draw the position of a puzzle
    Show {
        /// Id of the puzzle, as listed
        id: String,
    },
    /// Solve a puzzle: enter a turn as in records
    Solve(Solve),
    /// Draw the puzzle of the day
    Daily {
        /// The date, as YYYY-MM-DD [default: today, in UTC]
        #[arg(long, value_name = "DATE")]
        date: Option<String>,
    },
    /// Find puzzles in games between bots
    ///
    /// The same options give the same puzzles, unless the bots have changed. The file
    /// is complete after each game, so that the command can be interrupted.
    Mine(Mine),
}

#[derive(Args)]
struct List {
    /// Only puzzles with this theme: block, steal, share, close, save, farm, last-tiles
    #[arg(long, value_name = "THEME")]
    theme: Option<String>,
    /// Only puzzles of this game: base, fields, wheel, buildings, castle
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
}

#[derive(Args)]
struct Solve {
    /// Id of the puzzle, as listed [default: the puzzle of the day]
    id: Option<String>,
    /// The answer, as in records: "P1,0r0 M0"; otherwise the program asks for it
    #[arg(long, value_name = "TURN")]
    answer: Option<String>,
}

#[derive(Args)]
struct Mine {
    /// The file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Number of games to play
    #[arg(long, value_name = "N", default_value_t = 330)]
    games: u64,
    /// Seed of all random numbers
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Number of states evaluated for a proof
    #[arg(long, value_name = "N", default_value_t = 1_000_000)]
    nodes: u64,
}

/// Runs the command.
pub(crate) fn run(args: &Puzzles, console: &mut Console) -> Result<()> {
    match &args.what {
        What::List(list) => print_list(&read(args)?, list, console),
        What::Show { id } => show_puzzle(find(&read(args)?, id)?, console),
        What::Daily { date } => {
            let puzzles = read(args)?;
            show_puzzle(daily(&puzzles, date.as_deref())?, console)
        }
        What::Solve(solve) => {
            let puzzles = read(args)?;
            let puzzle = match &solve.id {
                Some(id) => find(&puzzles, id)?,
                None => daily(&puzzles, None)?,
            };
            solve::solve(puzzle, solve.answer.as_deref(), console)
        }
        What::Mine(mine) => run_mine(mine, console),
    }
}

/// Reads the puzzles of the file, or the built-in ones.
fn read(args: &Puzzles) -> Result<Vec<Puzzle>> {
    let (name, text) = match &args.file {
        None => ("the built-in file".to_owned(), BUILT_IN.to_owned()),
        Some(file) => {
            let name = file.display().to_string();
            let text = fs::read_to_string(file)
                .map_err(|error| Fault::input(format!("cannot read {name}: {error}")))?;
            (name, text)
        }
    };
    let puzzles = puzzles::parse(&text).map_err(|error| {
        Fault::input(format!("{name}: {error}")).hint("'bastide puzzles mine' writes such a file")
    })?;
    if puzzles.is_empty() {
        return Err(Fault::input(format!("{name} has no puzzles"))
            .hint("'bastide puzzles mine' finds some")
            .into());
    }
    Ok(puzzles)
}

fn find<'a>(puzzles: &'a [Puzzle], id: &str) -> Result<&'a Puzzle> {
    puzzles.iter().find(|puzzle| puzzle.id == id).ok_or_else(|| {
        Fault::input(format!("there is no puzzle '{id}'"))
            .hint("'bastide puzzles list' lists all ids")
            .into()
    })
}

/// Returns the puzzle of a date, or of today.
fn daily<'a>(puzzles: &'a [Puzzle], date: Option<&str>) -> Result<&'a Puzzle> {
    let day = date::day(date)?;
    puzzles::daily(puzzles, day).ok_or_else(|| Fault::input("there are no puzzles").into())
}

fn print_list(puzzles: &[Puzzle], list: &List, console: &mut Console) -> Result<()> {
    if let Some(theme) = &list.theme
        && Theme::from_name(theme).is_none()
    {
        let known: Vec<&str> = Theme::ALL.iter().map(|theme| theme.name()).collect();
        return Err(Fault::input(format!("there is no theme '{theme}'"))
            .hint(format!("themes: {}", known.join(", ")))
            .into());
    }
    if let Some(game) = &list.game
        && PuzzleGame::ALL.iter().all(|known| known.name() != game)
    {
        let known = PuzzleGame::ALL.map(PuzzleGame::name).join(", ");
        return Err(Fault::input(format!("there is no game '{game}'"))
            .hint(format!("games: {known}"))
            .into());
    }
    let is_listed = |puzzle: &&Puzzle| {
        let has_theme = |name: &String| puzzle.themes.iter().any(|theme| theme.name() == name);
        list.theme.as_ref().is_none_or(has_theme)
            && list.game.as_ref().is_none_or(|game| puzzle.game.name() == game)
    };
    let found: Vec<&Puzzle> = puzzles.iter().filter(is_listed).collect();
    if console.json {
        return console.value(&found.iter().map(|puzzle| as_json(puzzle)).collect());
    }
    console.line("id              rating  proof     themes")?;
    for puzzle in &found {
        let line = format!("{:<15} {:>6}  {:<8}  ", puzzle.id, puzzle.rating, proof(puzzle));
        console.line(format_args!("{line}{}", themes(puzzle)))?;
    }
    console.line(format_args!("{} of {} puzzles", found.len(), puzzles.len()))
}

fn proof(puzzle: &Puzzle) -> &'static str {
    match puzzle.proof {
        Proof::Exact => "exact",
        Proof::Rollouts(_) => "rollouts",
    }
}

fn themes(puzzle: &Puzzle) -> String {
    puzzle.themes.iter().map(|theme| theme.name()).collect::<Vec<_>>().join(", ")
}

fn as_json(puzzle: &Puzzle) -> Value {
    json!({
        "id": puzzle.id,
        "game": puzzle.game.name(),
        "themes": puzzle.themes.iter().map(|theme| theme.name()).collect::<Vec<_>>(),
        "proof": proof(puzzle),
        "rating": puzzle.rating,
        "position": puzzle.position,
        "turn": puzzle.solution,
    })
}

/// Draws the position of a puzzle.
fn show_puzzle(puzzle: &Puzzle, console: &mut Console) -> Result<()> {
    let game = puzzle.position().map_err(Fault::input)?;
    if console.json {
        let mut value = as_json(puzzle);
        value["view"] = json!(json::game(&game, 0, 0));
        return console.value(&value);
    }
    let names = Names::new(&[], &console.style.seats);
    let heading = format!("{}: {} to move, rating {}", puzzle.id, game.turn(), puzzle.rating);
    show::print(&game, &names, game.board().laid().len(), SizeChoice::Auto, console)?;
    console.line("")?;
    console.line(console.style.strong(&heading))
}

fn run_mine(args: &Mine, console: &mut Console) -> Result<()> {
    const MOST: u64 = 1_000_000;
    if !(1..=MOST).contains(&args.games) || args.nodes < 1_000 {
        let message = format!("--games must be 1 to {MOST}, and --nodes at least 1000");
        return Err(Fault::input(message).into());
    }
    let is_seen = std::io::stderr().is_terminal() && !console.json;
    let target = if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let bar = bar::games(args.games, Lines::BarAndMessage, target);
    let (mining, mut found) = (Mining { seed: args.seed, nodes: args.nodes }, Vec::new());
    let file = args.output.display();
    for number in 0..args.games {
        found.extend(mine_game(&mining, number));
        bar.inc(1);
        bar.set_message(format!("{} puzzles", found.len()));
        fs::write(&args.output, puzzles::write(&found))
            .map_err(|error| Fault::input(format!("cannot write {file}: {error}")))?;
    }
    bar.finish_and_clear();
    if console.json {
        let (file, games) = (file.to_string(), args.games);
        let value = json!({ "file": file, "games": games, "puzzles": found.len() });
        return console.value(&value);
    }
    console.line(format_args!("{file}: {} puzzles of {} games", found.len(), args.games))
}
