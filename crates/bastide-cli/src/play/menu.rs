//! Menus for building, placing or recalling a figure, and responding to a drawn tile: a list
//! of options with their expected results.

use anyhow::Result;
use bastide::{
    Action, Actor, AnyGame, Award, BuildSite, Event, FigureKind, FigureSpot, Game, PieceKind, Seat,
    SegmentRef, Target,
};

use super::aside::{aside, read};
use super::prompt::{Answer, Answers};
use super::session::Session;
use super::settle;
use super::turn::Decision;
use super::whose;
use crate::board::{LabelAnchor, View};
use crate::console::Console;
use crate::{expansions, family, status, words};

/// A question and its options.
struct Menu {
    /// The question, for example "a figure?"; the player's name precedes it.
    question: &'static str,
    /// The noun for the numbered options.
    noun: &'static str,
    /// Name of the option to do nothing, if that is allowed.
    nothing: Option<&'static str>,
    /// Effect of 'u', if any.
    undo: Option<&'static str>,
    choices: Vec<Choice>,
}

/// An option of a menu: an action, or several that differ only in the figure that moves in.
struct Choice {
    place: Option<LabelAnchor>,
    name: String,
    promise: String,
    actions: Vec<Action>,
}

/// Asks for any action other than placing the tile.
pub(super) fn decide(
    session: &mut Session,
    seat: Seat,
    actions: &[Action],
    answers: &mut Answers,
    console: &mut Console,
) -> Result<Decision> {
    let menu = menu(session, seat, actions);
    show(session, &menu, console)?;
    loop {
        let who = whose(&session.teller, seat);
        let answer = answers.ask(&format!("{who}, {} ", prompt(&menu)), console)?;
        let chosen = match answer {
            Answer::Number(0) if menu.nothing.is_some() => {
                return Ok(Decision::Act(Action::Pass));
            }
            Answer::Number(n) if (1..=menu.choices.len()).contains(&n) => &menu.choices[n - 1],
            Answer::Nothing if menu.nothing.is_none() && menu.choices.len() == 1 => {
                &menu.choices[0]
            }
            Answer::Token(token) => match read(session.current.game(), &token, actions) {
                Ok(action) => return Ok(Decision::Act(action)),
                Err(why) => {
                    console.line(format_args!("  {why}"))?;
                    continue;
                }
            },
            Answer::Undo if session.current.can_take_back(seat) => {
                session.current.take_back(seat)?;
                return Ok(Decision::Again);
            }
            Answer::Quit => return Ok(Decision::Quit),
            Answer::Board => {
                show(session, &menu, console)?;
                continue;
            }
            other => {
                let first = if menu.nothing.is_some() { 0 } else { 1 };
                let (noun, last) = (menu.noun, menu.choices.len());
                let usual = format!("enter the number of a {noun}, {first} to {last}; ? for help");
                aside(&other, session, &usual, console)?;
                continue;
            }
        };
        if let [action] = *chosen.actions.as_slice() {
            return Ok(Decision::Act(action));
        }
        match figure(session, seat, &chosen.actions, answers, console)? {
            Some(decision) => return Ok(decision),
            None => show(session, &menu, console)?,
        }
    }
}

/// Formats the prompt: "build? (0-2, u takes the tile back)".
fn prompt(menu: &Menu) -> String {
    let first = if menu.nothing.is_some() { 0 } else { 1 };
    let undo = menu.undo.map(|what| format!(", u {what}")).unwrap_or_default();
    format!("{} ({first}-{}{undo})", menu.question, menu.choices.len())
}

fn menu(session: &Session, seat: Seat, actions: &[Action]) -> Menu {
    let game = session.current.game();
    let can_pass = actions.contains(&Action::Pass);
    let is_building = |a: &Action| matches!(a, Action::Build { .. });
    let (question, noun, nothing) = match actions.iter().any(is_building) {
        true => ("build?", "building", "nothing"),
        false if settle::is_settling(actions) => (settle::question(actions), "scoring", ""),
        false if settle::is_encore(actions) => ("another turn?", "answer", "no"),
        false if can_pass => ("a figure?", "figure", "no figure"),
        false => (expansions::RESPONSE, "figure", ""),
    };
    let mut choices: Vec<Choice> = Vec::new();
    for &action in actions.iter().filter(|&&a| a != Action::Pass) {
        let place = place(game, action);
        match (action, choices.last_mut()) {
            // They differ only in the figure that moves in.
            (Action::Build { .. }, Some(last)) if last.place == place => {
                last.actions.push(action);
            }
            (_, Some(last)) if expansions::is_twin(last.actions[0], action) => {}
            _ => choices.push(Choice {
                place,
                name: name(game, action),
                promise: promise(session, action, seat),
                actions: vec![action],
            }),
        }
    }
    let undo = session.current.can_take_back(seat).then_some("takes the tile back");
    Menu { question, noun, nothing: can_pass.then_some(nothing), undo, choices }
}

fn show(session: &Session, menu: &Menu, console: &mut Console) -> Result<()> {
    let game = session.current.game();
    let labels = menu.choices.iter().zip(1..);
    let labels = labels.filter_map(|(c, n): (_, usize)| Some((c.place?, n.to_string())));
    let view = View { labels: merged(labels.collect()), size: session.size, ..View::new(game) };
    console.line("")?;
    console.lines(view.lines(console.style))?;
    let nothing = menu.nothing.map(|name| (0, name, ""));
    let choices = menu.choices.iter().zip(1..);
    let choices = choices.map(|(c, n)| (n, c.name.as_str(), c.promise.as_str()));
    let lines: Vec<(usize, &str, &str)> = nothing.into_iter().chain(choices).collect();
    let widest = lines.iter().map(|(_, name, _)| name.chars().count()).max().unwrap_or(0);
    for (n, name, promise) in lines {
        console.line(format!("  {n:<2} {name:<widest$}  {promise}").trim_end())?;
    }
    Ok(())
}

/// Merges the labels of a place: 1 and 2 become "1/2" if two figures can be placed on a segment.
fn merged(labels: Vec<(LabelAnchor, String)>) -> Vec<(LabelAnchor, String)> {
    let mut out: Vec<(LabelAnchor, String)> = Vec::new();
    for (place, text) in labels {
        match out.iter_mut().find(|(known, _)| *known == place) {
            Some((_, known)) => *known += &format!("/{text}"),
            None => out.push((place, text)),
        }
    }
    out
}

/// Asks which figure moves into a building. Returns `None` to choose another building.
fn figure(
    session: &Session,
    seat: Seat,
    actions: &[Action],
    answers: &mut Answers,
    console: &mut Console,
) -> Result<Option<Decision>> {
    let game = session.current.game();
    let figures = actions.iter().filter_map(|action| match action {
        Action::Build { site: BuildSite::Corner { figure, .. }, .. } => Some(*figure),
        _ => None,
    });
    let figures: Vec<SegmentRef> = figures.collect();
    let role = figures.first().map_or("figure", |&site| {
        words::role_at(game, FigureKind::MEEPLE, FigureSpot::Segment(site))
    });
    let label = |(site, n): (&SegmentRef, usize)| {
        (LabelAnchor::FigureSpot(FigureSpot::Segment(*site)), n.to_string())
    };
    let labels = figures.iter().zip(1..).map(label).collect();
    let view = View { labels, size: session.size, ..View::new(game) };
    console.line("")?;
    console.lines(view.lines(console.style))?;
    for (site, n) in figures.iter().zip(1..) {
        console.line(format_args!("  {n:<2} the {role} at {}", site.cell))?;
    }
    let who = whose(&session.teller, seat);
    loop {
        let question = format!("{who}, which {role} moves in? (1-{}, u goes back) ", figures.len());
        match answers.ask(&question, console)? {
            Answer::Number(n) if (1..=actions.len()).contains(&n) => {
                return Ok(Some(Decision::Act(actions[n - 1])));
            }
            Answer::Undo => return Ok(None),
            Answer::Quit => return Ok(Some(Decision::Quit)),
            other => {
                let usual = format!("enter the number of a {role}, 1 to {}", figures.len());
                aside(&other, session, &usual, console)?;
            }
        }
    }
}

// --- Names and results of options --------------------------------------------------

/// Returns the place on the board to which an option refers.
fn place(game: &AnyGame, action: Action) -> Option<LabelAnchor> {
    let tile = game.board().laid().last()?;
    let here =
        |slot| LabelAnchor::FigureSpot(FigureSpot::Segment(SegmentRef { cell: tile.cell, slot }));
    match action {
        Action::Build { site: BuildSite::Segment(slot), .. }
        | Action::Deploy { target: Target::Segment(slot), .. } => Some(here(slot)),
        Action::Deploy { target: Target::Built(PieceKind::OVERLAY), .. } => {
            Some(here(game.board().bridge_slot(tile)))
        }
        Action::Deploy { target: Target::Built(kind), .. } => {
            let built = family::land(game)?.pieces().filter(|piece| piece.kind == kind).last()?;
            Some(LabelAnchor::FigureSpot(FigureSpot::Piece(kind, built.number)))
        }
        Action::Deploy { target: Target::Space(kind, number), .. } => {
            Some(LabelAnchor::FigureSpot(FigureSpot::Piece(kind, number)))
        }
        Action::Build { site: BuildSite::Corner { corner, .. }, .. } => {
            Some(LabelAnchor::Point(tile.cell, corner))
        }
        Action::Recall(spot) => Some(LabelAnchor::FigureSpot(spot)),
        Action::Settle(site) | Action::UseToken { on: Some(site), .. } => {
            Some(LabelAnchor::FigureSpot(FigureSpot::Segment(site)))
        }
        Action::Draw(_)
        | Action::Reveal(_)
        | Action::Place { .. }
        | Action::UseToken { on: None, .. }
        | Action::Pass => None,
    }
}

/// Returns the name of an option.
fn name(game: &AnyGame, action: Action) -> String {
    match (action, place(game, action)) {
        (Action::Build { piece, site: BuildSite::Corner { corner, .. } }, _) => {
            format!("{} at the {} corner", words::article(piece.name()), words::corner(corner))
        }
        (Action::Build { piece, .. }, Some(LabelAnchor::FigureSpot(spot))) => {
            format!("{} {}", words::article(piece.name()), words::on(game, spot))
        }
        (Action::Deploy { figure, .. }, Some(LabelAnchor::FigureSpot(spot))) => {
            // On a tile with several such segments, the number on the board identifies it.
            let role = words::article(&words::figure_at(game, figure, spot));
            format!("{role} {}", words::place(game, spot))
        }
        (Action::Recall(spot), _) => {
            let kind = game.board().figure_at(spot).map(|figure| figure.kind);
            let role = kind.map_or("figure".to_owned(), |kind| words::figure_at(game, kind, spot));
            let from = match spot {
                FigureSpot::Segment(site) => site.cell.to_string(),
                FigureSpot::Piece(piece, _) => expansions::piece(piece).home.to_owned(),
            };
            format!("take the {role} back from {from}")
        }
        (action, _) => {
            settle::name(game, action).unwrap_or_else(|| game.notation().show(action).to_string())
        }
    }
}

/// Returns the result of an option: points scored now, or the current value of its feature.
fn promise(session: &Session, action: Action, seat: Seat) -> String {
    let game = session.current.game();
    match action {
        Action::Settle(_) | Action::UseToken { .. } => {
            return settle::promise(session, action).unwrap_or_default();
        }
        _ => {}
    }
    if let Some(promise) = expansions::promise(game, action, session.teller.names()) {
        return promise;
    }
    let mut after = game.clone();
    let mut events = Vec::new();
    after.play_unchecked_with(action, &mut events);
    // A building is scored at the end of the turn.
    if matches!(action, Action::Build { .. }) && after.to_act() == Actor::Seat(seat) {
        after.play_unchecked_with(Action::Pass, &mut events);
    }
    // Points of the wheel after all players have chosen do not depend on this choice.
    let is_response = game.check(Action::Pass).is_err();
    let gained = match is_response {
        true => 0,
        false => events.iter().map(|event| gain(event, seat)).sum::<i32>(),
    };
    if after.is_over() && !is_response {
        return format!("the game ends and gives you {gained} more");
    }
    if gained > 0 {
        return format!("scores {gained} now");
    }
    // For a recalled figure, the value that is given up.
    let (state, verb) = match action {
        Action::Recall(_) => (game, "gives up"),
        _ => (&after, "worth"),
    };
    let root = |site: SegmentRef| state.board().segment_at(site).map(|s| state.board().root(s));
    let target = match place(game, action) {
        Some(LabelAnchor::FigureSpot(FigureSpot::Segment(site))) => root(site),
        Some(LabelAnchor::FigureSpot(spot @ FigureSpot::Piece(..))) => {
            state.board().figure_at(spot).and_then(|figure| state.board().root_of(figure))
        }
        Some(LabelAnchor::Point(..)) | None => None,
    };
    if target.is_none() {
        return String::new();
    }
    match status::prospects(state).iter().find(|scoring| root(scoring.site) == target) {
        Some(scoring) if scoring.tally.total() == 0 => format!("{verb} nothing so far"),
        Some(scoring) if !scoring.winners.contains(seat) => "outnumbered so far".to_owned(),
        Some(scoring) => format!("{verb} {} so far", words::sum(&scoring.tally)),
        None => match place(game, action) {
            Some(LabelAnchor::FigureSpot(FigureSpot::Segment(site))) => {
                settle::open_promise(state, site).unwrap_or_default()
            }
            Some(LabelAnchor::FigureSpot(_) | LabelAnchor::Point(..)) | None => String::new(),
        },
    }
}

/// Returns the points that an event gives to a seat.
fn gain(event: &Event, seat: Seat) -> i32 {
    match event {
        Event::Scored(scoring) if scoring.winners.contains(seat) => scoring.tally.total(),
        Event::Awarded(Award { seat: to, tally, .. }) if *to == seat => tally.total(),
        _ => 0,
    }
}
