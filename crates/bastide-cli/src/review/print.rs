//! The review of a game as text.

use anyhow::Result;
use bastide::{Action, AnyGame, Game as _};
use bastide_bots::reasons;
use bastide_study::{Decision, Review, Reviewer, Step, Value, Verdict};

use crate::console::Console;
use crate::hint::wrap;
use crate::words::{self, Names};

/// Prints a review: the turns, the totals, the turning points and a chart.
pub(super) fn print(
    reviewer: &Reviewer,
    review: &Review,
    names: &Names,
    all: bool,
    console: &mut Console,
) -> Result<()> {
    let is_shown = |step: &&Step| all || step.verdict.is_loss();
    let shown = review.steps.iter().filter(is_shown).count();
    let losses = review.steps.iter().filter(|step| step.verdict.is_loss()).count();
    let heading = format!(
        "{}, {}",
        words::count(review.steps.len() as u32, "turn"),
        match losses {
            0 => "none of which lost points for certain".to_owned(),
            _ => format!("{losses} of which lost points"),
        }
    );
    console.line(console.style.strong(&heading))?;
    if shown > 0 {
        console.line("")?;
        console.line("turn  player     draw    luck    lost  win %  judgement")?;
        console.line("      turn (its value: expected margin, chance of winning): reasons")?;
    }
    for (at, step) in review.steps.iter().enumerate() {
        if let (true, Some(decision)) = (is_shown(&step), reviewer.decision(at)) {
            turn(review, at, decision, names, console)?;
        }
    }
    totals(review, names, console)?;
    if !reviewer.is_calibrated() {
        console.line(format_args!(
            "Chances of winning are rough estimates: they have the parameters of the nearest group,\n\
             '{}', and were not compared with results of games with exactly these expansions and\n\
             this number of players.",
            reviewer.group().name(),
        ))?;
    }
    turning_points(review, names, console)?;
    chart(review, names, console)
}

/// Prints the line of a turn, and the better turn below it.
fn turn(
    review: &Review,
    at: usize,
    decision: &Decision,
    names: &Names,
    console: &mut Console,
) -> Result<()> {
    let (step, game) = (&review.steps[at], &decision.game);
    let luck = points(review.ledger.luck(at)[step.seat.index()]);
    let judgement = match step.verdict {
        Verdict::Best if step.count == 1 => "the only turn",
        Verdict::Best => "best",
        Verdict::Equal => "as good as the best",
        Verdict::Inaccuracy => "inaccuracy",
        Verdict::Mistake => "mistake",
        Verdict::Blunder => "blunder",
    };
    let (lost, win) = match step.verdict.is_loss() {
        true => (
            format!("{:.1}", step.lost() as f64 / 1000.0),
            format!("{:.1}", step.win_lost() as f64 / 10.0),
        ),
        false => (String::new(), String::new()),
    };
    let exact = if step.is_exact { ", exact" } else { "" };
    console.line(format_args!(
        "{:>4}  {:<9}  {:<6} {luck:>5}  {lost:>6} {win:>6}  {judgement}{exact}",
        step.turn,
        short(names.of(step.seat), 9),
        tokens(game, &step.draws),
    ))?;
    explain("played", &step.played, &step.values.played, decision, names, console)?;
    if step.verdict.is_loss() {
        let better: Vec<_> = step.turns.iter().filter(|turn| turn.is_equal).collect();
        if let Some(best) = better.first() {
            explain("better", &best.actions, &step.values.best, decision, names, console)?;
        }
        let equal = better.iter().skip(1).map(|turn| tokens(game, &turn.actions));
        let equal: Vec<String> = equal.collect();
        if !equal.is_empty() {
            console.line(format_args!("      equal:  {}", equal.join("; ")))?;
        }
    }
    Ok(())
}

/// Prints a turn with its value for the player and its reasons.
fn explain(
    label: &str,
    actions: &[Action],
    value: &Value,
    decision: &Decision,
    names: &Names,
    console: &mut Console,
) -> Result<()> {
    let (game, seat) = (&decision.game, decision.seat);
    let why = words::reasons::phrase(&reasons(game, actions), seat, game, names);
    let margin = points(value.margin[seat.index()]);
    let win = value.win[seat.index()] as f64 / 10.0;
    let text = format!("{} ({margin}, {win:.1} %): {why}", tokens(game, actions));
    let width = console.style.width.saturating_sub(14).max(40);
    for (at, line) in wrap(&text, width).iter().enumerate() {
        match at {
            0 => console.line(format_args!("      {label}: {line}"))?,
            _ => console.line(format_args!("              {line}"))?,
        }
    }
    Ok(())
}

/// Prints luck and skill of the players.
fn totals(review: &Review, names: &Names, console: &mut Console) -> Result<()> {
    let end = if review.is_over { "margin" } else { "expected" };
    console.line("")?;
    console.line(console.style.strong("Totals in points"))?;
    console.line(format_args!(
        "{:<12} {:>7} {:>7} {:>7} {end:>9}   {:>8} {:>6} {:>6}",
        "player", "start", "luck", "skill", "own luck", "lost", "a turn"
    ))?;
    for player in review.ledger.players() {
        console.line(format_args!(
            "{:<12} {:>7} {:>7} {:>7} {:>9}   {:>8} {:>6.1} {:>6.2}",
            short(names.of(player.seat), 12),
            points(player.start),
            points(player.luck),
            points(player.skill),
            points(player.margin),
            points(player.own_luck),
            player.lost as f64 / 1000.0,
            player.rate() as f64 / 1000.0,
        ))?;
    }
    console
        .line("start + luck + skill = margin; luck and skill include those of the opponents.")?;
    console.line("Own luck is above zero on average: compare it between players only.")
}

fn turning_points(review: &Review, names: &Names, console: &mut Console) -> Result<()> {
    let steps = review.ledger.turning_points();
    if steps.is_empty() {
        return Ok(());
    }
    console.line("")?;
    console.line(console.style.strong("Turning points"))?;
    for at in steps {
        let (step, seat) = (&review.steps[at], review.steps[at].seat.index());
        let before = review.ledger.before(at).win[seat];
        let after = step.values.played.win[seat];
        let luck = review.ledger.win_luck(at)[seat];
        console.line(format_args!(
            "turn {:>2}: {} from {:.0} % to {:.0} % (draw {:+.0}, turn {:+.0})",
            step.turn,
            names.of(step.seat),
            before as f64 / 10.0,
            after as f64 / 10.0,
            luck as f64 / 10.0,
            -step.win_lost() as f64 / 10.0,
        ))?;
    }
    Ok(())
}

/// Prints the chance of winning by turn: bars for the first player, and the changes by luck and by
/// error.
fn chart(review: &Review, names: &Names, console: &mut Console) -> Result<()> {
    const WIDTH: usize = 40;
    /// Maximum number of rows.
    const ROWS: usize = 24;
    let Some(first) = review.steps.first().map(|_| bastide::Seat::FIRST) else { return Ok(()) };
    let at = first.index();
    console.line("")?;
    let title = format!("Chance of winning of {}", names.of(first));
    console.line(console.style.strong(&title))?;
    console.line("turn      %   luck  error")?;
    let every = review.steps.len().div_ceil(ROWS);
    let (full, empty) = (console.style.pick('█', '#'), console.style.pick('·', '.'));
    for (number, steps) in review.steps.chunks(every).enumerate() {
        let from = number * every;
        let luck: i64 = (from..from + steps.len()).map(|n| review.ledger.win_luck(n)[at]).sum();
        let error: i64 =
            steps.iter().map(|step| step.values.played.win[at] - step.values.best.win[at]).sum();
        let Some(last) = steps.last() else { continue };
        let win = last.values.played.win[at];
        let filled = (win.clamp(0, 1000) as usize * WIDTH + 500) / 1000;
        let bar: String =
            (0..WIDTH).map(|column| if column < filled { full } else { empty }).collect();
        console.line(format_args!(
            "{:>4} {:>6.0} {:>6} {:>6}  {bar}",
            last.turn,
            win as f64 / 10.0,
            percent(luck),
            percent(error),
        ))?;
    }
    Ok(())
}

fn tokens(game: &AnyGame, actions: &[Action]) -> String {
    let tokens = actions.iter().map(|&action| game.notation().show(action).to_string());
    tokens.collect::<Vec<_>>().join(" ")
}

/// Formats thousandths of a point with a sign; never "-0.0".
fn points(value: i64) -> String {
    let text = format!("{:+.1}", value as f64 / 1000.0);
    if text == "-0.0" { "+0.0".to_owned() } else { text }
}

/// Formats thousandths of a win as percent with a sign; nothing if it is less than half a percent.
fn percent(value: i64) -> String {
    let text = format!("{:+.0}", value as f64 / 10.0);
    if ["+0", "-0"].contains(&text.as_str()) { String::new() } else { text }
}

/// Truncates a name to `width` characters.
fn short(name: &str, width: usize) -> String {
    name.chars().take(width).collect()
}
