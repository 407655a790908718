//! The `bastide` command-line program.
//!
//! Each command has its own module. They share `console` (output and error reporting), `input`
//! (reading of records and files), `board` and `words` (pictures and sentences), and `json` (JSON
//! output).

mod admin;
mod arena;
mod backup;
mod bar;
mod benchmark;
mod board;
mod calibrate;
mod canvas;
mod check;
mod config;
mod console;
mod daily;
mod date;
mod doctor;
mod engine;
mod expansions;
mod family;
mod forecast;
mod fsck;
mod generate;
mod health;
mod hint;
mod import;
mod input;
mod json;
mod perft;
mod play;
mod position;
mod puzzles;
mod records;
mod render;
mod replay;
mod review;
mod serve;
mod show;
mod simulate;
mod status;
mod thinking;
mod tiles;
mod verify;
mod words;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};

use canvas::{ColorChoice, Style};
use config::Configuration;
use console::Console;

const ABOUT: &str = "A family of tile-laying games, exact and fast, in your terminal.
The rules are compatible with Carcassonne.";

const COMMANDS: &str = "\
Play:
  play       Play a whole game against bots, or with several people at one keyboard
  puzzles    Solve positions with one best turn
  daily      Compare a result on the deck of the day with games of bots
  serve      Play online: serve tables to browsers
  engine     Run the engine protocol, for use by other programs

Inspect a game (FILE is a record, '-' reads standard input):
  show       Draw the board of a record or of a position
  render     Draw a picture of a game: SVG, PNG or an animation
  replay     Print a recorded game event by event, up to its final scores
  hint       List the best turns in a position, with their values and reasons
  forecast   Forecast the final margin and the chance of winning of every player
  review     Explain a game: turns that lost points, and the luck of the draws
  position   Encode a position as a short string
  tiles      Draw and list the tile sets
  import     Turn a game of another program into a record

Check:
  check      Check that every action of a record is legal
  verify     Check that the draws are those to which the host committed

Measure:
  arena      Let bots play each other and estimate which is stronger
  benchmark  Compare the turns of a bot with the best turns of known positions
  calibrate  Compare forecasts with the results of games
  simulate   Let bots play many games and print averages
  perft      Count all positions a number of turns deep

Run a server:
  doctor     Check the configuration of a server and report problems
  backup     Copy all tables into a file, even while a server is running
  admin      List, close and delete tables, ban addresses, read reports
  fsck       Replay the logs of all tables and check the stored data
  health     Ask a running server on this machine whether it works

Examples:
  bastide play --rules base,fields --bot greedy
  bastide play --preset stronghold
  bastide play --people 2 --names Ann,Ben --save evening.bastide
  bastide play --rules base,fields --players 3
  bastide show evening.bastide --at 12
  bastide render evening.bastide -o evening.png
  bastide hint evening.bastide --at 36
  bastide forecast evening.bastide --at 36
  bastide review evening.bastide
  bastide import table.json -o mine.bastide
  bastide simulate --rules base,fields --players 3 --games 10000 --seed 1
  bastide arena quick greedy --decks 50 --log quick.log
  bastide benchmark run hard
  bastide verify evening.bastide
  bastide serve --open

Exit codes of all commands:
  0  success
  1  the input was read, but a check failed: a record that breaks a rule or has
     wrong final scores, draws that do not match the commitment, a damaged log,
     an invalid configuration of a server
  2  the input cannot be used: an invalid option, a missing file, not a record

'bastide COMMAND --help' prints details, including the output of --json. With
--json a failure is {error: {code, message, line, hint}}; codes are stable.";

const TEMPLATE: &str = "\
{about}

Usage: {usage}{after-help}

Options:
{options}";

/// Command-line arguments.
#[derive(Parser)]
#[command(name = "bastide", version, about = ABOUT, after_help = COMMANDS)]
#[command(help_template = TEMPLATE, disable_help_subcommand = true, max_term_width = 100)]
struct Cli {
    #[command(flatten)]
    look: Look,
    #[command(subcommand)]
    command: Command,
}

/// Output options of all commands.
#[derive(Args)]
struct Look {
    /// Print JSON instead of text
    #[arg(long, global = true, display_order = 100)]
    json: bool,
    /// Use colours: auto, always or never; NO_COLOR is honoured
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", display_order = 101)]
    #[arg(hide_possible_values = true)]
    color: ColorChoice,
    /// Use nothing but ASCII characters
    #[arg(long, global = true, display_order = 102)]
    ascii: bool,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Play),
    Puzzles(puzzles::Puzzles),
    Daily(daily::Daily),
    Serve(Box<serve::Serve>),
    Engine(engine::Engine),
    Show(show::Show),
    Render(render::Render),
    Replay(replay::Replay),
    Hint(hint::Hint),
    Forecast(forecast::Forecast),
    Review(review::Review),
    Position(position::Position),
    Import(import::Import),
    Check(check::Check),
    Verify(verify::Verify),
    Arena(arena::ArenaArgs),
    Benchmark(benchmark::Benchmark),
    Calibrate(calibrate::Calibrate),
    Simulate(simulate::Simulate),
    Perft(perft::Perft),
    Tiles(tiles::Tiles),
    Doctor(Box<doctor::Doctor>),
    Backup(backup::Backup),
    Admin(admin::Admin),
    Fsck(fsck::Fsck),
    Health(Box<health::Health>),
    #[command(hide = true)]
    Generate(generate::Generate),
}

fn main() -> ExitCode {
    let (cli, configuration) = config::parse();
    let style = Style::detect(cli.look.color, cli.look.ascii);
    let mut console = Console::new(style, cli.look.json);
    let done = run(&cli.command, &configuration, &mut console);
    // Output that precedes a failure is printed before it.
    let finished = console.finish();
    console::exit(done.and(finished), cli.look.json)
}

fn run(command: &Command, configuration: &Configuration, console: &mut Console) -> Result<()> {
    match &configuration.file {
        Err(error) if !matches!(command, Command::Doctor(_)) => return Err(config::fault(error)),
        Ok(_) | Err(_) => {}
    }
    match command {
        Command::Play(args) => play::run(args, console),
        Command::Puzzles(args) => puzzles::run(args, console),
        Command::Daily(args) => daily::run(args, console),
        Command::Serve(args) => serve::run(args, configuration, console),
        Command::Engine(args) => engine::run(args, console),
        Command::Show(args) => show::run(args, console),
        Command::Render(args) => render::run(args, console),
        Command::Replay(args) => replay::run(args, console),
        Command::Hint(args) => hint::run(args, console),
        Command::Forecast(args) => forecast::run(args, console),
        Command::Review(args) => review::run(args, console),
        Command::Position(args) => position::run(args, console),
        Command::Import(args) => import::run(args, console),
        Command::Check(args) => check::run(args, console),
        Command::Verify(args) => verify::run(args, console),
        Command::Arena(args) => arena::run(args, console),
        Command::Benchmark(args) => benchmark::run(args, console),
        Command::Calibrate(args) => calibrate::run(args, console),
        Command::Simulate(args) => simulate::run(args, console),
        Command::Perft(args) => perft::run(args, console),
        Command::Tiles(args) => tiles::run(args, console),
        Command::Doctor(args) => doctor::run(args, configuration, console),
        Command::Backup(args) => backup::run(args, console),
        Command::Admin(args) => admin::run(args, console),
        Command::Fsck(args) => fsck::run(args, console),
        Command::Health(args) => health::run(args, console),
        Command::Generate(args) => generate::run(args, console),
    }
}
