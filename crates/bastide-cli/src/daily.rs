//! `bastide daily`: the deck of the day, and the games of bots on it.

use std::io::IsTerminal as _;

use anyhow::Result;
use bastide_host::Record;
use bastide_study::daily::{self, DailyDeck, DailyGame, Level, share_below};
use clap::Args;
use indicatif::ProgressDrawTarget;
use serde_json::{Value, json};

use crate::bar::{self, Lines};
use crate::console::{Console, Fault};
use crate::date;
use crate::input;

/// Maximum number of games of each level.
const MOST: u32 = 10_000;
/// Width of a chart.
const WIDTH: usize = 41;

/// Compare a result on the deck of the day with games of bots
///
/// Each game has one deck a day, the same for all players, against the same bot.
/// Bots of each level take the place of the player on this deck, several times with
/// other random numbers. docs/daily.md describes the decks; the page /daily plays them.
///
/// Without --game, all games and no bots: a list of the decks.
///
/// JSON: a list of {game, date, day, rules, seed, table, first, opponent}. With --game
/// one of these with 'levels': [{level, bot, games, mean, margins, below}]. 'margins'
/// are the points of the bot minus those of the opponent, and 'below' the share of
/// games, in thousandths, that are worse than --margin or the game of --record.
#[derive(Args)]
pub(crate) struct Daily {
    /// The date, as YYYY-MM-DD [default: today, in UTC]
    #[arg(long, value_name = "DATE")]
    date: Option<String>,
    /// The game: fields, wheel, everything or castle
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Number of games of each level [default: 40, hard 20, master 10]
    #[arg(long, value_name = "N", requires = "game")]
    games: Option<u32>,
    /// Only this level: beginner, easy, normal, hard or master; may be repeated
    #[arg(long, value_name = "LEVEL", requires = "game")]
    level: Vec<String>,
    /// Compare this result: points of the player minus those of the opponent
    #[arg(long, value_name = "POINTS", requires = "game", allow_negative_numbers = true)]
    margin: Option<i64>,
    /// Compare the result of this record, which must be a finished game on the deck
    #[arg(long, value_name = "FILE", requires = "game", conflicts_with = "margin")]
    record: Option<String>,
}

/// Runs the command.
pub(crate) fn run(args: &Daily, console: &mut Console) -> Result<()> {
    let day = date::day(args.date.as_deref())?;
    let Some(name) = &args.game else { return list(day, console) };
    let game = DailyGame::from_name(name).ok_or_else(|| {
        let known: Vec<&str> = daily::games().map(|game| game.name).collect();
        Fault::input(format!("there is no daily game '{name}'"))
            .hint(format!("games: {}", known.join(", ")))
    })?;
    let deck = deck(game, day)?;
    let levels = levels(args)?;
    let margin = match &args.record {
        Some(file) => Some(margin_of(&deck, file)?),
        None => args.margin,
    };
    let is_seen = std::io::stderr().is_terminal() && !console.json;
    let target = if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let count = levels.iter().map(|level| u64::from(level.games)).sum();
    let bar = bar::games(count, Lines::Bar, target);
    let mut results: Vec<(Level, Vec<i64>)> = Vec::new();
    for level in levels {
        let play = |number| {
            bar.inc(1);
            deck.margin(level.bot, number)
        };
        let mut margins: Vec<i64> = (0..level.games).map(play).collect();
        margins.sort_unstable();
        results.push((level, margins));
    }
    bar.finish_and_clear();
    if console.json {
        let mut value = as_json(&deck);
        value["levels"] = results.iter().map(|(one, all)| level_json(*one, all, margin)).collect();
        return console.value(&value);
    }
    print(&deck, &results, margin, console)
}

fn list(day: u64, console: &mut Console) -> Result<()> {
    let decks = daily::games().map(|game| deck(game, day)).collect::<Result<Vec<_>>>()?;
    if console.json {
        return console.value(&decks.iter().map(as_json).collect::<Value>());
    }
    console.line(console.style.strong(&format!("Decks of {}", date::text(day))))?;
    for deck in &decks {
        let first = if usize::from(deck.first()) == daily::PLAYER { "you" } else { "the bot" };
        let DailyGame { name, rules, .. } = deck.game;
        console.line(format_args!("{name:<11} {first:>7} first   {rules}"))?;
    }
    Ok(())
}

fn deck(game: DailyGame, day: u64) -> Result<DailyDeck> {
    DailyDeck::new(game, day).ok_or_else(|| Fault::input("there are no decks for this date").into())
}

fn levels(args: &Daily) -> Result<Vec<Level>> {
    if args.games.is_some_and(|games| !(1..=MOST).contains(&games)) {
        return Err(Fault::input(format!("--games must be 1 to {MOST}")).into());
    }
    let all: Vec<Level> = daily::levels().collect();
    let name = |level: &Level| level.bot.kind.name();
    if let Some(unknown) = args.level.iter().find(|one| !all.iter().any(|l| name(l) == *one)) {
        let known: Vec<&str> = all.iter().map(name).collect();
        return Err(Fault::input(format!("there is no level '{unknown}'"))
            .hint(format!("levels: {}", known.join(", ")))
            .into());
    }
    let is_meant =
        |level: &Level| args.level.is_empty() || args.level.iter().any(|one| one == name(level));
    let games = |level: Level| Level { games: args.games.unwrap_or(level.games), ..level };
    Ok(all.into_iter().filter(is_meant).map(games).collect())
}

/// Returns the margin of a record, which must be a finished game on the deck.
fn margin_of(deck: &DailyDeck, file: &str) -> Result<i64> {
    let record = Record::read(&input::bytes(file)?)
        .map_err(|error| Fault::input(format!("{file}: {error}")))?;
    let (setup, wanted) = (record.setup(), deck.setup());
    let is_same = setup.rules == wanted.rules && setup.seats == 2 && setup.first == wanted.first;
    if !is_same || !deck.has_dealt(&record) {
        let message = format!("{file} is not a game on this deck");
        return Err(Fault::input(message).hint("check --game and --date").into());
    }
    if !bastide::Game::is_over(&record.game()) {
        return Err(Fault::input(format!("{file}: the game is not over")).into());
    }
    Ok(daily::margin(&record))
}

fn print(
    deck: &DailyDeck,
    results: &[(Level, Vec<i64>)],
    margin: Option<i64>,
    console: &mut Console,
) -> Result<()> {
    let heading = format!("{}, {}", deck.game.name, date::text(deck.day));
    let opponent = daily::OPPONENT.name();
    console.line(console.style.strong(&heading))?;
    console.line(format_args!("games of bots against {opponent}, by final margin"))?;
    let all = || results.iter().flat_map(|(_, margins)| margins).copied().chain(margin);
    let (least, most) = (all().min().unwrap_or(0).min(0), all().max().unwrap_or(0).max(0));
    let column = |margin: i64| {
        let share = (margin - least) as f64 / ((most - least).max(1)) as f64;
        (share * (WIDTH - 1) as f64).round() as usize
    };
    let (dot, many, own) =
        (console.style.pick('·', '.'), console.style.pick('●', 'o'), console.style.pick('◆', '#'));
    for (level, margins) in results {
        let mut chart = vec![' '; WIDTH];
        for &margin in margins {
            let place = &mut chart[column(margin)];
            *place = if *place == ' ' { dot } else { many };
        }
        if let Some(margin) = margin {
            chart[column(margin)] = own;
        }
        let chart: String = chart.into_iter().collect();
        let mean = mean(margins);
        let below = margin.map_or_else(String::new, |margin| {
            format!("  better than {:.0} %", f64::from(share_below(margins, margin)) / 10.0)
        });
        let name = level.bot.kind.name();
        console.line(format_args!("{name:<9}{mean:>+6.1}  {chart}{below}"))?;
    }
    let scale = format!("{least:<+width$}{most:+}", width = WIDTH - 4);
    console.line(format_args!("{:17}{}", "", scale))
}

fn mean(margins: &[i64]) -> f64 {
    margins.iter().sum::<i64>() as f64 / margins.len().max(1) as f64
}

fn as_json(deck: &DailyDeck) -> Value {
    json!({
        "game": deck.game.name,
        "date": date::text(deck.day),
        "day": deck.day,
        "rules": deck.game.rules,
        "seed": deck.seed_text(),
        "table": deck.table(),
        "first": deck.first(),
        "opponent": daily::OPPONENT.name(),
    })
}

fn level_json(level: Level, margins: &[i64], margin: Option<i64>) -> Value {
    json!({
        "level": level.bot.kind.name(),
        "bot": level.bot.to_string(),
        "games": margins.len(),
        "mean": mean(margins),
        "margins": margins,
        "below": margin.map(|margin| share_below(margins, margin)),
    })
}
