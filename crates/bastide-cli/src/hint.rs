//! `bastide hint`: the best turns of a position, with reasons.

use anyhow::Result;
use bastide::{Action, Actor, AnyGame, Game, Seat};
use bastide_bots::{Budget, Look, Ranked, Reason, Spec, rank, reasons};
use bastide_host::Record;
use bastide_protocol::{AdviceView, reason_view};
use clap::Args;
use serde_json::{Value, json};

use crate::console::{Console, Fault};
use crate::input::{self, TileArgs};
use crate::show;
use crate::thinking::while_thinking;
use crate::words::{self, Names};

/// Search budget: enough for a few dozen turns, in a fraction of a second.
const BUDGET: Budget = Budget::Nodes(100_000);

/// List the best turns in a position, with their values and reasons
///
/// Values are points. 'lead' is the expected final margin over the best other
/// player, and 'loss' the difference in lead to the best turn. Turns are written
/// as in records (docs/notation.md).
///
/// --at counts turns, as in show, render and position: --at 36 selects the first
/// decision after 36 turns, with the recorded draw. --after counts single actions,
/// including draws, to select a decision within a turn.
///
/// JSON: {after, turn, seat, drawn, count, turns: [{actions, value, reasons, rank,
/// loss, points, look, played, bots, texts}]}. 'count' is the number of legal
/// turns. A turn has the advice of a server (AdviceView in docs/protocol.md), where
/// 'value' is the lead, and in addition: 'points' are the expected final points by
/// seat, 'look' is the search depth, reply or afterstate, 'played' is true for the
/// recorded turn, and 'texts' are those of the reasons. Seats are numbers from 0.
#[derive(Args)]
pub(crate) struct Hint {
    /// A record; - reads standard input
    #[arg(required_unless_present = "position")]
    file: Option<String>,
    /// Analyse the first decision after this number of turns instead of the last
    #[arg(long, value_name = "TURNS", conflicts_with = "after")]
    at: Option<usize>,
    /// Analyse the position after this number of actions, including draws
    #[arg(long, value_name = "ACTIONS")]
    after: Option<usize>,
    /// Analyse the position encoded by this string
    #[arg(long, value_name = "STRING", conflicts_with = "file")]
    position: Option<String>,
    /// Assume that this tile is drawn, or this token revealed (T5)
    #[arg(long, value_name = "TILE")]
    draw: Option<String>,
    /// Also show the choice of this bot; may be repeated
    #[arg(long, value_name = "BOT", value_delimiter = ',', long_help = format!("Also show the choice of this bot; may be repeated. {}", crate::play::bots()))]
    bot: Vec<Spec>,
    /// Number of turns to list
    #[arg(long, value_name = "K", default_value_t = 5)]
    top: usize,
    #[command(flatten)]
    tiles: TileArgs,
}

/// A position to be analysed.
struct Question<'a> {
    record: &'a Record,
    /// Number of actions before the position.
    at: usize,
    game: AnyGame,
    seat: Seat,
    /// Actions that were played from this position.
    played: &'a [Action],
}

/// A turn with its reasons.
struct Hinted {
    number: usize,
    turn: Ranked,
    reasons: Vec<Reason>,
    is_played: bool,
    bots: Vec<Spec>,
}

/// Runs the command.
pub(crate) fn run(args: &Hint, console: &mut Console) -> Result<()> {
    let record = match (&args.position, &args.file) {
        (Some(text), _) => input::position(text, &args.tiles)?,
        (None, Some(file)) => input::record(file, &args.tiles)?,
        (None, None) => return Err(Fault::input("no record or position given").into()),
    };
    let question = ask(&record, args)?;
    let (ranked, chosen) = while_thinking("thinking", console, || {
        let choose = |spec: &Spec| (*spec, choice(*spec, &question));
        (rank(&question.game, BUDGET), args.bot.iter().map(choose).collect::<Vec<_>>())
    })?;
    let count = ranked.len();
    let hints = pick(ranked, &chosen, &question, args.top);
    console.style.seats = record.colours();
    let names = input::names(&record);
    if console.json {
        return console.value(&as_json(&question, &hints, count, &names));
    }
    print(&question, &hints, count, &names, console)
}

/// Returns the position, or an error if there is no choice in it.
fn ask<'a>(record: &'a Record, args: &Hint) -> Result<Question<'a>> {
    let at = moment(record, args)?;
    let (mut game, mut played) = (record.state_after(at), &record.actions()[at..]);
    if let Some(name) = &args.draw {
        let action = drawn(&game, name, at)?;
        game.play_unchecked(action);
        played = match played.split_first() {
            Some((&first, rest)) if first == action => rest,
            Some(_) | None => &[],
        };
    }
    match game.to_act() {
        Actor::Seat(seat) => Ok(Question { record, at, game, seat, played }),
        Actor::Chance => Err(chance(record, at, args).into()),
        Actor::Nobody => {
            let last = record.full_turns().saturating_sub(1);
            let fault = Fault::input("the game is over at this point");
            Err(fault.hint(format!("--at takes an earlier turn, 0 to {last}")).into())
        }
    }
}

/// Returns the number of actions before the requested position.
fn moment(record: &Record, args: &Hint) -> Result<usize> {
    let actions = record.actions();
    let most = record.full_turns();
    match (args.at, args.after) {
        // Possibly a number of actions, which --at of hint once counted.
        (Some(at), _) if at > most && at <= actions.len() => Err(show::too_few(at)
            .hint(format!("--at takes 0 to {most}; --after {at} is after {at} actions"))
            .into()),
        (Some(_), _) => {
            let turns = show::turns(record, args.at)?;
            let begin = turns.checked_sub(1).map_or(0, |last| record.turn_ends()[last]);
            // An assumed draw replaces the recorded one.
            let is_drawn = |action: &&Action| action.is_chance() && args.draw.is_none();
            Ok(begin + actions[begin..].iter().take_while(is_drawn).count())
        }
        (None, Some(after)) if after > actions.len() => {
            Err(Fault::input(format!("the record has fewer than {after} actions"))
                .hint(format!("--after takes 0 to {}", actions.len()))
                .into())
        }
        (None, after) => Ok(after.unwrap_or(actions.len())),
    }
}

/// Returns the error for a position in which chance acts.
fn chance(record: &Record, at: usize, args: &Hint) -> Fault {
    let game = record.state_after(at);
    let what = match game.drawn() {
        _ if args.draw.is_some() => "chance acts again after this draw",
        _ if crate::family::stronghold(&game).is_some_and(|s| s.revealing().is_some()) => {
            "a wall token is to be revealed"
        }
        _ => "a tile is to be drawn",
    };
    let fault = Fault::input(format!("after {at} actions {what}: no player has a choice"));
    match record.actions().get(at) {
        Some(&action) if args.draw.is_none() => {
            let token = record.notation().show(action);
            fault.hint(format!("--after {} is after {token}; --draw TILE assumes another", at + 1))
        }
        Some(_) | None => {
            fault.hint("--draw TILE assumes a draw, --at TURNS selects an earlier turn")
        }
    }
}

/// Parses an assumed chance action and checks that it is legal.
fn drawn(game: &AnyGame, name: &str, at: usize) -> Result<Action> {
    let notation = game.notation();
    let action = notation.parse(&format!("D{name}")).or_else(|_| notation.parse(name));
    let action = action.ok().filter(|action| action.is_chance());
    let action = action.ok_or_else(|| {
        Fault::input(format!("'{name}' is not a tile of this game"))
            .hint("'bastide tiles' lists the tiles")
    })?;
    if game.to_act() != Actor::Chance {
        return Err(Fault::input(format!("after {at} actions no draw is due"))
            .hint("omit --draw, or select the beginning of a turn with --at TURNS")
            .into());
    }
    game.check(action)
        .map_err(|why| Fault::input(format!("{name} cannot be drawn here: {why}")))?;
    Ok(action)
}

/// Returns the whole turn that a bot would play.
fn choice(spec: Spec, question: &Question<'_>) -> Vec<Action> {
    let Question { seat, .. } = *question;
    let (mut game, mut actions, mut bot) = (question.game.clone(), Vec::new(), spec.build(0));
    loop {
        for action in bot.choose_turn(&game, spec.budget) {
            actions.push(action);
            game.play_unchecked(action);
        }
        // A turn ends when chance or another player acts.
        if game.to_act() != Actor::Seat(seat) || game.turn() != seat {
            return actions;
        }
    }
}

/// Selects the best turns, the played turn, and the turns chosen by bots.
fn pick(
    ranked: Vec<Ranked>,
    chosen: &[(Spec, Vec<Action>)],
    question: &Question<'_>,
    top: usize,
) -> Vec<Hinted> {
    let hinted = |(at, turn): (usize, Ranked)| {
        let bots = chosen.iter().filter(|(_, actions)| *actions == turn.actions);
        let bots: Vec<Spec> = bots.map(|(spec, _)| *spec).collect();
        let is_played = question.played.starts_with(&turn.actions);
        (at < top.max(1) || is_played || !bots.is_empty()).then(|| Hinted {
            number: at + 1,
            reasons: reasons(&question.game, &turn.actions),
            turn,
            is_played,
            bots,
        })
    };
    ranked.into_iter().enumerate().filter_map(hinted).collect()
}

fn tokens(game: &AnyGame, actions: &[Action]) -> Vec<String> {
    actions.iter().map(|&action| game.notation().show(action).to_string()).collect()
}

/// Returns the number of the turn to which a position belongs, from 1.
fn turn_number(question: &Question<'_>) -> usize {
    let mut ends = question.record.turns().scan(0, |end, turn| {
        *end += turn.len();
        Some(*end)
    });
    let full = question.record.full_turns();
    1 + ends.by_ref().take(full).take_while(|&end| end <= question.at).count()
}

fn print(
    question: &Question<'_>,
    hints: &[Hinted],
    count: usize,
    names: &Names,
    console: &mut Console,
) -> Result<()> {
    let Question { game, seat, .. } = question;
    let describe = |tile| {
        let kind = game.board().tiles().kind(tile);
        format!("{} ({})", kind.name, words::tile_brief(kind))
    };
    let drawn = match (game.drawn(), game.board().laid().last()) {
        (Some(tile), _) => Some(format!(" with {}", describe(tile))),
        (None, Some(laid)) => Some(format!(", {} laid at {}", describe(laid.kind), laid.cell)),
        (None, None) => None,
    };
    let heading =
        format!("turn {}: {}{}", turn_number(question), names.of(*seat), drawn.unwrap_or_default());
    let left = words::count(game.bag().left(), "tile");
    let ways = words::count(count as u32, "way");
    console.line(format_args!("{}; {left} left", console.style.strong(&heading)))?;
    let Some(best) = hints.first() else { return Ok(()) };
    let points = best.turn.points.iter(game.seats());
    let points: Vec<String> = points.map(|(s, p)| format!("{} {p:.0}", names.of(s))).collect();
    console.line(format_args!("{ways} to play; after the best, expect {}", points.join(", ")))?;
    console.line("")?;

    let shown: Vec<String> =
        hints.iter().map(|hint| tokens(game, &hint.turn.actions).join(" ")).collect();
    let widest = shown.iter().map(String::len).max().unwrap_or(0).max("turn".len());
    let widest = widest.min(34);
    console.line(format_args!("  #   lead   loss  {:<widest$}  why", "turn"))?;
    for (hint, shown) in hints.iter().zip(shown) {
        let mut why = words::reasons::phrase(&hint.reasons, *seat, game, names);
        let mut marks: Vec<String> = hint.bots.iter().map(ToString::to_string).collect();
        if hint.is_played {
            marks.insert(0, "played".to_owned());
        }
        if !marks.is_empty() {
            why = format!("[{}] {why}", marks.join(", "));
        }
        let lead = hint.turn.value;
        let loss = match hint.number {
            1 => String::new(),
            _ => format!("{:.1}", (best.turn.value - lead).max(0.0)),
        };
        let start = format!("{:>3} {:>6} {loss:>6}  {shown:<widest$}  ", hint.number, signed(lead));
        let indent = start.chars().count();
        for (at, line) in
            wrap(&why, console.style.width.saturating_sub(indent).max(24)).iter().enumerate()
        {
            match at {
                0 => console.line(format_args!("{start}{line}"))?,
                _ => console.line(format_args!("{:indent$}{line}", ""))?,
            }
        }
    }
    Ok(())
}

/// Formats a number with its sign; never "-0.0".
fn signed(value: f32) -> String {
    let text = format!("{value:+.1}");
    if text == "-0.0" { "+0.0".to_owned() } else { text }
}

/// Wraps text at spaces into lines of at most `width` characters.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always one");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= width {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

fn as_json(question: &Question<'_>, hints: &[Hinted], count: usize, names: &Names) -> Value {
    let Question { game, seat, at, .. } = question;
    let best = hints.first().map_or(0.0, |hint| hint.turn.value);
    let turns: Vec<Value> = hints
        .iter()
        .map(|hint| {
            let Ranked { actions, value, points, look } = &hint.turn;
            let reasons = hint.reasons.iter();
            let advice = AdviceView {
                actions: tokens(game, actions),
                value: *value,
                reasons: reasons.clone().map(|reason| reason_view(reason, *seat)).collect(),
            };
            let texts = reasons.map(|reason| words::reasons::say(reason, *seat, game, names));
            let points = points.iter(game.seats()).map(|(_, &points)| rounded(points));
            let mut turn = json!(advice);
            turn["value"] = json!(rounded(*value));
            turn["rank"] = json!(hint.number);
            turn["loss"] = json!(rounded((best - value).max(0.0)));
            turn["points"] = points.collect();
            turn["look"] = json!(match look {
                Look::Reply => "reply",
                Look::Afterstate => "afterstate",
            });
            turn["played"] = json!(hint.is_played);
            turn["bots"] = hint.bots.iter().map(ToString::to_string).collect();
            turn["texts"] = texts.collect();
            turn
        })
        .collect();
    json!({
        "after": at,
        "turn": turn_number(question),
        "seat": seat.index(),
        "drawn": game.drawn().map(|tile| &game.board().tiles().kind(tile).name),
        "count": count,
        "turns": turns,
    })
}

/// Rounds to two decimal places.
fn rounded(value: f32) -> f64 {
    (f64::from(value) * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_at_spaces() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("immeasurable", 3), ["immeasurable"]);
        assert_eq!(wrap("", 3), [""]);
    }

    #[test]
    fn zero_is_shown_with_a_plus_sign() {
        assert_eq!([3.12, -0.01, 0.0, -2.0].map(signed), ["+3.1", "+0.0", "+0.0", "-2.0"]);
    }
}
