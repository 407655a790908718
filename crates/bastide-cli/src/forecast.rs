//! `bastide forecast`: the expected margin and the chance of winning of every player.

use anyhow::Result;
use bastide::{Actor, AnyGame, Game, Seat};
use bastide_protocol::ForecastView;
use bastide_study::{Group, MILLI, forecast};
use clap::Args;
use serde_json::json;

use crate::console::{Console, Fault};
use crate::input::{self, TileArgs};
use crate::show;
use crate::thinking::while_thinking;
use crate::words::{self, Names};

/// Maximum number of rollouts, which take hours.
const MOST_ROLLOUTS: u32 = 1_000_000;

/// Forecast the final margin and the chance of winning of every player
///
/// Bots of equal strength continue the game to its end. The margin is the expected
/// difference between the points of a player and the mean of the others. Standard
/// errors are those of the forecast, not of the result: a single game varies by far
/// more. docs/analysis.md shows how often forecasts come true.
///
/// --at counts turns, as in show: --at 36 is the position after 36 turns, before the
/// next draw. Without it, the position at the end of the record is forecast.
///
/// JSON: {turns, margin, win, margin_error, win_error, rollouts, is_calibrated}.
/// 'turns' is the number of turns played; the following four are lists by seat, in
/// thousandths of a point and of a win. 'is_calibrated' is false if forecasts of games
/// with exactly these rules, or with this number of rollouts, were not compared with
/// results.
#[derive(Args)]
pub(crate) struct Forecast {
    /// A record; - reads standard input
    #[arg(required_unless_present = "position")]
    file: Option<String>,
    /// Forecast the position after this number of turns instead of the last
    #[arg(long, value_name = "TURNS")]
    at: Option<usize>,
    /// Forecast the position encoded by this string
    #[arg(long, value_name = "STRING", conflicts_with = "file")]
    position: Option<String>,
    /// Number of rollouts [default: the number for this group of games, 4 to 12]
    #[arg(long, value_name = "N")]
    rollouts: Option<u32>,
    /// Seed of the draws
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    tiles: TileArgs,
}

/// Runs the command.
pub(crate) fn run(args: &Forecast, console: &mut Console) -> Result<()> {
    if args.rollouts.is_some_and(|count| !(2..=MOST_ROLLOUTS).contains(&count)) {
        return Err(Fault::input(format!("--rollouts must be 2 to {MOST_ROLLOUTS}")).into());
    }
    let record = match (&args.position, &args.file) {
        (Some(text), _) => input::position(text, &args.tiles)?,
        (None, Some(file)) => input::record(file, &args.tiles)?,
        (None, None) => return Err(Fault::input("no record or position given").into()),
    };
    let turns = show::turns(&record, args.at)?;
    let game = match args.at {
        Some(at) => record.state_at(at),
        None => record.game(),
    };
    let rollouts = args.rollouts.unwrap_or(Group::of(&game).rollouts());
    let view = while_thinking("forecasting", console, || {
        ForecastView::new(&forecast(&game, rollouts, args.seed))
    })?;
    if console.json {
        let mut value = json!(view);
        value["turns"] = json!(turns);
        return console.value(&value);
    }
    console.style.seats = record.colours();
    print(&game, turns, &view, &input::names(&record), console)
}

fn print(
    game: &AnyGame,
    turns: usize,
    view: &ForecastView,
    names: &Names,
    console: &mut Console,
) -> Result<()> {
    let turns = words::count(turns as u32, "turn");
    let heading = match game.to_act() {
        Actor::Nobody => format!("After {turns}: the game is over"),
        Actor::Chance | Actor::Seat(_) => {
            format!("After {turns}: {} to move", names.of(game.turn()))
        }
    };
    console.line(console.style.strong(&heading))?;
    console.line("")?;
    let sign = console.style.pick('±', '~');
    console.line("player           margin             wins")?;
    for seat in Seat::all(game.seats()) {
        let at = seat.index();
        let points = f64::from(view.outlook.margin[at]) / MILLI;
        let percent = |thousandths: i32| f64::from(thousandths) / 10.0;
        console.line(format_args!(
            "{:<12} {points:>+6.1} {sign} {:<4.1} {:>7.1} {sign} {:.1} %",
            names.of(seat).chars().take(12).collect::<String>(),
            f64::from(view.margin_error[at]) / MILLI,
            percent(view.outlook.win[at]),
            percent(view.win_error[at]),
        ))?;
    }
    if view.rollouts == 0 {
        return Ok(());
    }
    console.line("")?;
    let rollouts = words::count(view.rollouts, "rollout");
    console.line(format_args!("Margins in points, with standard errors, from {rollouts}"))?;
    let usual = Group::of(game).rollouts();
    match view.is_calibrated {
        true => Ok(()),
        false if Group::is_calibrated(game) => console.line(format_args!(
            "Not calibrated: forecasts were compared with results for {usual} rollouts only."
        )),
        false => console.line(format_args!(
            "Not calibrated: the forecast has the parameters of the nearest group, '{}', and such\n\
             forecasts were not compared with results of games with exactly these expansions and\n\
             this number of players.",
            Group::of(game).name(),
        )),
    }
}
