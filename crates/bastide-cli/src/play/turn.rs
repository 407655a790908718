//! Asks a player for the next action, in particular for the position and rotation of the tile.

use anyhow::Result;
use bastide::{Action, Actor, AnyGame, Axis, Cell, Game, Rotation, Seat};
use bastide_protocol::{Aid, ViewBuilder};
use serde_json::json;

use super::aside::{aside, read};
use super::menu;
use super::prompt::{Answer, Answers};
use super::session::Session;
use super::{heading, whose};
use crate::board::{Lie, Offer, View, tile_lines};
use crate::console::Console;
use crate::words;

/// Result of asking.
pub(crate) enum Decision {
    /// Perform this action.
    Act(Action),
    /// An action was undone: ask again.
    Again,
    /// Stop playing.
    Quit,
}

/// Asks the person in a seat for the next action.
pub(crate) fn decide(
    session: &mut Session,
    seat: Seat,
    answers: &mut Answers,
    console: &mut Console,
) -> Result<Decision> {
    let mut actions = Vec::new();
    session.current.game().legal_actions(&mut actions);
    if console.json {
        return decide_by_token(session, seat, &actions, answers, console);
    }
    if matches!(actions[0], Action::Place { .. }) {
        place(session, seat, &actions, answers, console)
    } else {
        menu::decide(session, seat, &actions, answers, console)
    }
}

/// JSON mode: prints all offers and reads the action of one of them.
fn decide_by_token(
    session: &mut Session,
    seat: Seat,
    actions: &[Action],
    answers: &mut Answers,
    console: &mut Console,
) -> Result<Decision> {
    let game = session.current.game();
    let notation = game.notation();
    let tokens: Vec<String> = actions.iter().map(|&a| notation.show(a).to_string()).collect();
    let offers = ViewBuilder::of(game).offers(game, Aid::Standard);
    loop {
        console.line(json!({ "offers": offers }))?;
        match answers.ask("", console)? {
            Answer::Quit => return Ok(Decision::Quit),
            Answer::Undo if session.current.can_take_back(seat) => {
                session.current.take_back(seat)?;
                return Ok(Decision::Again);
            }
            Answer::Token(token) => {
                let chosen = tokens.iter().position(|legal| *legal == token);
                if let Some(at) = chosen {
                    return Ok(Decision::Act(actions[at]));
                }
                console
                    .line(json!({ "error": format!("'{token}' is not the action of an offer") }))?;
            }
            _ => {
                console
                    .line(json!({ "error": "answer with the action of an offer, undo or quit" }))?;
            }
        }
    }
}

// --- Placing the tile ----------------------------------------------------------

/// Rotation of a tile in a cell, with the bridge that it needs.
type Turned = (Rotation, Option<Axis>);

fn place(
    session: &mut Session,
    seat: Seat,
    actions: &[Action],
    answers: &mut Answers,
    console: &mut Console,
) -> Result<Decision> {
    let mut spots: Vec<(Cell, Vec<Turned>)> = Vec::new();
    for &action in actions {
        let Action::Place { cell, rotation, bridge } = action else { continue };
        match spots.last_mut() {
            Some((last, turns)) if *last == cell => turns.push((rotation, bridge)),
            _ => spots.push((cell, vec![(rotation, bridge)])),
        }
    }
    show_spots(session, seat, &spots, console)?;
    let who = whose(&session.teller, seat);
    loop {
        let question = format!("{who}, where? (1-{}) ", spots.len());
        let spot = match answers.ask(&question, console)? {
            Answer::Number(n) if (1..=spots.len()).contains(&n) => &spots[n - 1],
            Answer::Nothing if spots.len() == 1 => &spots[0],
            Answer::Token(token) => match read(session.current.game(), &token, actions) {
                Ok(action) => return Ok(Decision::Act(action)),
                Err(why) => {
                    console.line(format_args!("  {why}"))?;
                    continue;
                }
            },
            Answer::Quit => return Ok(Decision::Quit),
            // The figure chosen for the plague can be changed until another player has chosen.
            Answer::Undo if session.current.can_take_back(seat) => {
                session.current.take_back(seat)?;
                return Ok(Decision::Again);
            }
            Answer::Board => {
                show_spots(session, seat, &spots, console)?;
                continue;
            }
            other => {
                let usual = format!("enter the number of a spot, 1 to {}; ? for help", spots.len());
                aside(&other, session, &usual, console)?;
                continue;
            }
        };
        let (rotation, bridge) = match turn(session, &spot.1, answers, console)? {
            Turn::So(turned) => turned,
            Turn::Elsewhere => continue,
            Turn::Quit => return Ok(Decision::Quit),
        };
        let action = Action::Place { cell: spot.0, rotation, bridge };
        if !ends_turn(session.current.game(), action, seat) {
            return Ok(Decision::Act(action));
        }
        // No other action can follow in this turn, so this is the last opportunity to undo.
        let answer =
            answers.ask("no figure can be placed: Enter places the tile, u goes back ", console)?;
        match answer {
            Answer::Nothing | Answer::Number(_) => return Ok(Decision::Act(action)),
            Answer::Quit => return Ok(Decision::Quit),
            _ => {}
        }
    }
}

fn show_spots(
    session: &Session,
    seat: Seat,
    spots: &[(Cell, Vec<Turned>)],
    console: &mut Console,
) -> Result<()> {
    let game = session.current.game();
    let offer = |((cell, turns), n): (&(Cell, Vec<Turned>), usize)| Offer {
        cell: *cell,
        text: n.to_string(),
        needs_bridge: turns.iter().all(|(_, bridge)| bridge.is_some()),
    };
    let offers = spots.iter().zip(1..).map(offer).collect();
    let view = View { offers, size: session.size, ..View::new(game) };
    console.line("")?;
    console.lines(view.lines(console.style))?;
    if let Some(tile) = game.drawn() {
        let kind = game.board().tiles().kind(tile);
        let picture = tile_lines(Lie::plain(kind), &[], console.style);
        console.lines(heading(game, session, &picture, console.style))?;
        let who = whose(&session.teller, seat);
        console.line(format_args!("{who} has {}: {}", kind.name, words::tile_brief(kind)))?;
    }
    Ok(())
}

/// Result of asking for the rotation.
enum Turn {
    So(Turned),
    /// Choose another spot.
    Elsewhere,
    Quit,
}

fn turn(
    session: &Session,
    turns: &[Turned],
    answers: &mut Answers,
    console: &mut Console,
) -> Result<Turn> {
    if let [only] = turns {
        return Ok(Turn::So(*only));
    }
    let game = session.current.game();
    let Some(kind) = game.drawn().map(|tile| game.board().tiles().kind(tile)) else {
        return Ok(Turn::Elsewhere);
    };
    let picture = |&(rotation, bridge): &Turned| {
        tile_lines(Lie { kind, rotation, bridge }, &[], console.style)
    };
    let pictures: Vec<Vec<String>> = turns.iter().map(picture).collect();
    console.lines(side_by_side(&pictures))?;
    loop {
        let question = format!("which rotation? (1-{}, u goes back) ", turns.len());
        match answers.ask(&question, console)? {
            Answer::Number(n) if (1..=turns.len()).contains(&n) => {
                return Ok(Turn::So(turns[n - 1]));
            }
            Answer::Undo => return Ok(Turn::Elsewhere),
            Answer::Quit => return Ok(Turn::Quit),
            other => {
                let usual = format!("enter the number of a picture, 1 to {}", turns.len());
                aside(&other, session, &usual, console)?;
            }
        }
    }
}

/// Joins framed pictures horizontally, with numbers above.
fn side_by_side(pictures: &[Vec<String>]) -> Vec<String> {
    let width = crate::board::Size::LARGE.width + 2;
    let title: Vec<String> = (1..=pictures.len()).map(|n| format!("{n:^width$}")).collect();
    let mut lines = vec![title.join("  ").trim_end().to_owned()];
    let height = pictures.first().map_or(0, Vec::len);
    lines.extend((0..height).map(|row| {
        let parts: Vec<&str> = pictures.iter().map(|p| p[row].as_str()).collect();
        parts.join("  ")
    }));
    lines
}

/// Returns true if the turn would end with this action.
fn ends_turn(game: &AnyGame, action: Action, seat: Seat) -> bool {
    let mut after = game.clone();
    after.play_unchecked(action);
    after.to_act() != Actor::Seat(seat)
}
