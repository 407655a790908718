//! Calls about daily decks (`docs/daily.md`).

use bastide_bots::Spec;
use bastide_protocol::{Family, Problem};
use bastide_study::daily::{self, DailyDeck, DailyGame, Level};
use serde::Serialize;

use crate::request::{Response, bad_setup, malformed, ok};

/// A daily deck: everything that a page needs to play it and to compare the result.
#[derive(Serialize)]
struct DeckView {
    game: &'static str,
    family: Family,
    /// Rules as in requests for tables: empty for Stronghold.
    rules: &'static str,
    /// Name of the table, without its prefix.
    table: String,
    /// Text of the seed.
    seed: String,
    /// The seat that begins; the player has seat 0.
    first: u8,
    /// Level of the opponent.
    opponent: &'static str,
    levels: Vec<LevelView>,
}

/// A level with which the result is compared.
#[derive(Serialize)]
struct LevelView {
    level: &'static str,
    /// The bot with its budget, for `daily_game`.
    bot: String,
    games: u32,
}

/// Returns the decks of all games on a day.
pub(crate) fn decks(day: u64) -> Response {
    let decks = daily::games().map(|game| deck(game, day).map(|deck| view(&deck)));
    ok(&decks.collect::<Result<Vec<_>, Problem>>()?)
}

/// Plays one game of a bot on a deck. Returns its margin.
pub(crate) fn game(name: &str, day: u64, bot: &str, number: u32) -> Response {
    let game = DailyGame::from_name(name);
    let game = game.ok_or_else(|| bad_setup(&format!("no daily game `{name}`")))?;
    let bot: Spec = bot.parse().map_err(|error| bad_setup(&error))?;
    ok(&deck(game, day)?.margin(bot, number))
}

fn deck(game: DailyGame, day: u64) -> Result<DailyDeck, Problem> {
    DailyDeck::new(game, day).ok_or_else(|| malformed(&"no deck for this day"))
}

fn view(deck: &DailyDeck) -> DeckView {
    let family = Family::of(&deck.setup().rules);
    let level =
        |Level { bot, games }| LevelView { level: bot.kind.name(), bot: bot.to_string(), games };
    DeckView {
        game: deck.game.name,
        family,
        rules: if family == Family::Land { deck.game.rules } else { "" },
        table: deck.table(),
        seed: deck.seed_text(),
        first: deck.first(),
        opponent: daily::OPPONENT.name(),
        levels: daily::levels().map(level).collect(),
    }
}
