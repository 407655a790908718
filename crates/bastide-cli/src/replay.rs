//! `bastide replay`: a recorded game told event by event.

use anyhow::Result;
use bastide::{AnyGame, Event, Game};
use clap::Args;
use serde_json::{Value, json};

use crate::board::View;
use crate::console::Console;
use crate::input::{self, TileArgs};
use crate::json;
use crate::status;
use crate::words::Teller;

/// Tell a recorded game, event by event, to its final scores
///
/// JSON, one object a line: {turn, action, events: [...]} for each action,
/// then {turns, over, scores, winners}. Events are named tile-drawn,
/// tile-discarded, tile-placed, castle-built, barn-built, figure-placed,
/// figure-moved, figure-returned, pig-moved, scored, awarded, token-taken,
/// token-revealed, token-used, keep-moved, turn-began and game-ended; scored and
/// awarded have their terms {item, count, each}.
#[derive(Args)]
pub(crate) struct Replay {
    /// A record; - reads standard input
    file: String,
    #[command(flatten)]
    tiles: TileArgs,
    /// Draw the board after every turn
    #[arg(long)]
    boards: bool,
}

/// Runs the command.
pub(crate) fn run(args: &Replay, console: &mut Console) -> Result<()> {
    let record = input::record(&args.file, &args.tiles)?;
    let mut teller = Teller::new(input::names(&record));
    let mut replay = record.replay();
    let mut turn = 0;
    while let Some(step) = replay.next() {
        let game = replay.game();
        if console.json {
            let token = game.notation().show(step.action).to_string();
            let events: Vec<Value> = step.events.iter().map(|e| json::event(e, game)).collect();
            console.line(json!({ "turn": step.turn, "action": token, "events": events }))?;
            continue;
        }
        if step.turn != turn {
            if args.boards && turn > 0 {
                console.lines(View::new(game).lines(console.style))?;
            }
            turn = step.turn;
            console.line(console.style.strong(&format!("turn {turn}")))?;
        }
        tell(&step.events, game, &mut teller, console)?;
    }
    let game = replay.game();
    let turns = record.full_turns();
    if console.json {
        let winners: Option<Vec<String>> = game
            .outcome()
            .map(|outcome| outcome.winners.iter().map(|seat| seat.to_string()).collect());
        let scores = json::by_seat(game.scores(), game.seats());
        let over = game.is_over();
        return console
            .line(json!({ "turns": turns, "over": over, "scores": scores, "winners": winners }));
    }
    console.line("")?;
    console.lines(status::scoreboard(game, teller.names(), console.style))?;
    if !game.is_over() {
        let left = game.bag().left();
        console.line(format_args!("not over: {turns} turns played, {left} tiles left"))?;
    }
    Ok(())
}

/// Tells what came of one action.
pub(crate) fn tell(
    events: &[Event],
    game: &AnyGame,
    teller: &mut Teller,
    console: &mut Console,
) -> Result<()> {
    for event in events {
        if let Some(sentence) = teller.tell(event, game) {
            console.line(format_args!("  {sentence}"))?;
        }
    }
    Ok(())
}
