//! Solving of puzzles in the terminal.

use std::io::BufRead as _;

use anyhow::Result;
use bastide::{Action, AnyGame, Game as _, Seat};
use bastide_bots::reasons;
use bastide_study::puzzles::{Answer, Puzzle, PuzzleError, check};
use serde_json::json;

use crate::console::{Console, Fault};
use crate::words::{self, Names};

/// Asks for turns until the puzzle is solved or given up. With an `answer`, judges it only.
pub(super) fn solve(puzzle: &Puzzle, answer: Option<&str>, console: &mut Console) -> Result<()> {
    let game = puzzle.position().map_err(Fault::input)?;
    let seat = game.turn();
    if let Some(answer) = answer {
        let turn: Vec<String> = answer.split_whitespace().map(str::to_owned).collect();
        let judged = check(puzzle, &turn).map_err(not_a_turn)?;
        if console.json {
            return console.value(&as_json(puzzle, &judged));
        }
        return tell(puzzle, &game, seat, &turn, &judged, console);
    }
    if console.json {
        return Err(Fault::input("with --json, give the turn with --answer").into());
    }
    super::show_puzzle(puzzle, console)?;
    console
        .line("Enter the best turn as in records, such as P1,0r2 M1; ? lists all, q gives up.")?;
    let mut lines = std::io::stdin().lock();
    loop {
        console.ask("> ")?;
        let mut line = String::new();
        let read = lines.read_line(&mut line)?;
        let line = line.trim();
        match line {
            _ if read == 0 => return solution(puzzle, &game, seat, console),
            "q" => return solution(puzzle, &game, seat, console),
            "" => continue,
            "?" => {
                list(&game, console)?;
                continue;
            }
            _ => {}
        }
        let turn: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        match check(puzzle, &turn) {
            Err(error) => console.line(format_args!("{error}; ? lists the legal turns"))?,
            Ok(judged) => {
                tell(puzzle, &game, seat, &turn, &judged, console)?;
                if judged.is_right {
                    return Ok(());
                }
            }
        }
    }
}

fn not_a_turn(error: PuzzleError) -> Fault {
    Fault::input(error).hint("write a whole turn as in records: \"P1,0r2 M1\", or \"P1,0r2 .\"")
}

/// Lists all turns.
fn list(game: &AnyGame, console: &mut Console) -> Result<()> {
    let mut turns = Vec::new();
    bastide_bots::Turns::default().each(game, |after| turns.push(after.actions.to_vec()));
    console.lines(turns.iter().map(|turn| tokens(game, turn).join(" ")))
}

/// Prints the judgement of an answer.
fn tell(
    puzzle: &Puzzle,
    game: &AnyGame,
    seat: Seat,
    turn: &[String],
    judged: &Answer,
    console: &mut Console,
) -> Result<()> {
    if judged.is_right {
        console.line(console.style.strong("Right."))?;
        return solution(puzzle, game, seat, console);
    }
    let lost = judged.lost as f64 / 1000.0;
    let error = match judged.error {
        0 => String::new(),
        error => format!(" ± {:.1}", error as f64 / 1000.0),
    };
    console.line(format_args!("{} loses {lost:.1}{error} points.", turn.join(" ")))?;
    if let Some(reply) = &judged.refutation {
        console.line(format_args!(
            "The strongest reply: {} ({} of {} draws), {}",
            reply.draw,
            reply.weight,
            reply.of,
            reply.actions.join(" "),
        ))?;
    }
    Ok(())
}

/// Prints the solution with its reasons.
fn solution(puzzle: &Puzzle, game: &AnyGame, seat: Seat, console: &mut Console) -> Result<()> {
    let actions = puzzle.actions(game, &puzzle.solution).map_err(Fault::input)?;
    let names = Names::new(&[], &console.style.seats);
    let why = words::reasons::phrase(&reasons(game, &actions), seat, game, &names);
    console.line(format_args!("{}: {why}", puzzle.solution.join(" ")))?;
    if let Some(second) = puzzle.wrong.first() {
        let lost = second.lost as f64 / 1000.0;
        let turn = second.actions.join(" ");
        console.line(format_args!("The second-best turn, {turn}, loses {lost:.1} points."))?;
    }
    console.line(format_args!("Themes: {}", super::themes(puzzle)))
}

fn tokens(game: &AnyGame, actions: &[Action]) -> Vec<String> {
    actions.iter().map(|&action| game.notation().show(action).to_string()).collect()
}

fn as_json(puzzle: &Puzzle, judged: &Answer) -> serde_json::Value {
    let refutation = judged.refutation.as_ref().map(|reply| {
        json!({
            "draw": reply.draw,
            "weight": reply.weight,
            "of": reply.of,
            "actions": reply.actions,
        })
    });
    json!({
        "id": puzzle.id,
        "is_right": judged.is_right,
        "lost": judged.lost,
        "error": judged.error,
        "solution": puzzle.solution,
        "refutation": refutation,
    })
}
