//! Requests for information at a prompt: help, the board, scores, tiles.

use anyhow::Result;
use bastide::{Action, AnyGame, Game, Seat};

use super::board;
use super::prompt::{Answer, HELP};
use super::session::Session;
use crate::canvas::Style;
use crate::console::Console;
use crate::status;
use crate::words;

/// Parses an action in record notation and checks that it is one of `actions`.
pub(super) fn read(
    game: &AnyGame,
    token: &str,
    actions: &[Action],
) -> std::result::Result<Action, String> {
    let action = game.notation().parse(token).map_err(|bad| bad.to_string())?;
    if actions.contains(&action) {
        return Ok(action);
    }
    Err(game.check(action).map_or_else(|why| why.to_string(), |()| "not now".to_owned()))
}

/// Handles a request for information; prints `usual` for any other answer.
pub(super) fn aside(
    answer: &Answer,
    session: &Session,
    usual: &str,
    console: &mut Console,
) -> Result<()> {
    let game = session.current.game();
    match answer {
        Answer::Help => console.line(HELP),
        Answer::Board => console.lines(board(session, console)),
        Answer::Tiles => {
            console.line(format_args!("  {} left", words::count(game.bag().left(), "tile")))?;
            console.lines(status::tiles_left(game))
        }
        Answer::Scores => console.lines(scores(session, console.style)),
        Answer::Undo => {
            console.line("  there is nothing to take back: a draw cannot be taken back")
        }
        Answer::Number(_) | Answer::Token(_) | Answer::Nothing | Answer::Quit => {
            console.line(format_args!("  {usual}"))
        }
    }
}

fn scores(session: &Session, style: Style) -> Vec<String> {
    let game = session.current.game();
    let names = session.teller.names();
    let mut lines = status::scoreboard(game, &session.labels(), style);
    let ending = status::ending(game);
    if !ending.is_empty() {
        lines.push("if the game ended now:".to_owned());
        let mut teller = session.teller.clone();
        let said = ending.iter().filter_map(|event| teller.tell(event, game));
        lines.extend(said.map(|sentence| format!("  {sentence}")));
        let ended = status::if_ended_now(game);
        let totals: Vec<String> = Seat::all(game.seats())
            .map(|seat| format!("{} {}", names.of(seat), ended[seat]))
            .collect();
        lines.push(format!("  {}", totals.join(", ")));
    }
    lines
}
