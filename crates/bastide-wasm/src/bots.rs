//! Calls about bots: their moves in recorded games, and games for tests and measurements.

use bastide::{Actor, AnyGame, Game, Rules, Setup, StrongholdRules};
use bastide_bots::{Spec, golden as moves};
use bastide_host::{Dice, Record};
use bastide_protocol::{PROTOCOL, Problem, ProblemCode};
use serde::Serialize;

use crate::request::{Response, bad_setup, ok};

/// Maximum number of games of one call, so that a call ends.
const MOST_GAMES: u32 = 100_000;

/// Versions of the engine.
#[derive(Serialize)]
pub(crate) struct Version {
    protocol: u32,
    engine: &'static str,
}

/// Returns the versions of the engine.
pub(crate) fn version() -> Version {
    Version { protocol: PROTOCOL, engine: env!("CARGO_PKG_VERSION") }
}

/// Returns the actions that `bot` chooses after the last action of `record`, in notation.
pub(crate) fn choose(record: &str, bot: &str, seed: u64) -> Response {
    let record = read(record)?;
    let spec: Spec = bot.parse().map_err(|error| bad_setup(&error))?;
    let game = record.game();
    if !matches!(game.to_act(), Actor::Seat(_)) {
        return Err(Problem::new(ProblemCode::WrongPhase, "no player is to act"));
    }
    let turn = spec.build(seed).choose_turn(&game, spec.budget);
    let actions = turn.iter().map(|&action| game.notation().show(action).to_string());
    ok(&actions.collect::<Vec<_>>())
}

/// Plays random games and returns the sum of all final points.
pub(crate) fn random_games(rules: &str, games: u32, seed: u64) -> Response {
    let rules = match rules {
        "stronghold" => Rules::Stronghold(StrongholdRules),
        land => Rules::Land(land.parse().map_err(|error| bad_setup(&error))?),
    };
    let start = AnyGame::new(&Setup::new(rules, 2)).map_err(|error| bad_setup(&error))?;
    let (mut game, mut actions, mut points) = (start.clone(), Vec::with_capacity(256), 0_i64);
    for number in 0..games.min(MOST_GAMES) {
        let mut dice = Dice::new(seed, u64::from(number));
        game.clone_from(&start);
        while let Some(action) = dice.act(&game, &mut actions) {
            game.play_unchecked(action);
        }
        points += game.scores().iter(game.seats()).map(|(_, &n)| i64::from(n)).sum::<i64>();
    }
    ok(&points)
}

/// Plays a game of the golden file of bot moves, or returns the names of all of them.
pub(crate) fn golden(name: Option<&str>) -> Response {
    let cases = moves::cases();
    match name {
        None => ok(&cases),
        Some(name) if cases.iter().any(|case| case == name) => ok(&moves::play(name)),
        Some(name) => Err(bad_setup(&format!("no such game: {name}"))),
    }
}

/// Parses a record.
pub(crate) fn read(text: &str) -> Result<Record, Problem> {
    Record::read(text).map_err(|error| Problem::new(ProblemCode::BadRecord, error.to_string()))
}
