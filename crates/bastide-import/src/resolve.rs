//! Resolution of a sheet against the rules: which legal actions it describes.
//!
//! Most moves have one interpretation. Where there are several, such as a figure whose place the
//! source describes imprecisely, they are tried in order: the search continues with the first, and
//! returns to the last choice if the rest of the game is then illegal. The number of actions played
//! is bounded.

mod discards;
mod frame;

use bastide::{
    Action, Actor, AnyGame, FigureKind, FigureSpot, Game, Illegality, Rotation, SegmentIndex,
    Setup, Target, Terrain, TileKind,
};
use bastide_host::{Record, Recorder};

use crate::bga_tiles;
use crate::error::{ImportError, ImportErrorKind as Kind};
use crate::names;
use crate::note::Note;
use crate::sheet::{Drawing, Sheet, Spot, Step, Tile, Turn};
use frame::Frame;

/// Maximum number of actions the search plays. A game has about 250.
const MOST_STEPS: usize = 20_000;

/// The legal part of a game, notes on it, and the first error after it.
pub(crate) struct Resolved {
    pub(crate) record: Record,
    pub(crate) notes: Vec<Note>,
    pub(crate) error: Option<ImportError>,
}

/// Finds the legal game that a sheet describes.
///
/// # Errors
/// Returns an error if no game can be created.
pub(crate) fn resolve(sheet: &Sheet) -> Result<Resolved, ImportError> {
    resolve_within(sheet, MOST_STEPS)
}

fn resolve_within(sheet: &Sheet, most_steps: usize) -> Result<Resolved, ImportError> {
    let seats = u8::try_from(sheet.players.len()).unwrap_or(u8::MAX);
    let setup = Setup::new(sheet.rules, seats).with_first(sheet.first);
    let recorder = Recorder::new(setup).map_err(|error| Kind::Setup(error).anywhere())?;
    let mut notes = sheet.notes.clone();
    let mut search = Search::new(sheet, recorder.game())?;
    let error = search.run(most_steps).err();
    let mut actions = match &error {
        None => core::mem::take(&mut search.state.actions),
        Some(_) => core::mem::take(&mut search.furthest.1),
    };
    if error.is_none() {
        notes.extend(search.choices.iter().filter_map(|choice| choice.note(recorder.game())));
        if sheet.stack.is_none() && sheet.rest.is_empty() {
            notes.extend(discards::infer(recorder.game(), &mut actions));
        }
    }
    if search.has_unknown_copies() {
        notes.push(Note::Gardens);
    }
    let mut record = play(recorder, &actions, error.is_some())?;
    if error.is_some() {
        notes.push(Note::LegalPart { turns: record.full_turns() });
    }
    describe(sheet, &mut record, &mut notes);
    Ok(Resolved { record, notes, error })
}

/// Plays the actions, or only those of completed turns.
fn play(
    recorder: Recorder,
    actions: &[Action],
    only_whole_turns: bool,
) -> Result<Record, ImportError> {
    let play_all = |mut recorder: Recorder, actions: &[Action]| {
        for &action in actions {
            recorder.play(action).map_err(|illegal| {
                let action = recorder.game().notation().show(action).to_string();
                Kind::Illegal { action, why: illegal.why }.anywhere()
            })?;
        }
        Ok(recorder.into_record())
    };
    let record = play_all(recorder.clone(), actions)?;
    let whole = record.turn_ends().last().copied().unwrap_or(0);
    if only_whole_turns && whole < actions.len() {
        return play_all(recorder, &actions[..whole]);
    }
    Ok(record)
}

/// Adds names and colours to the record, and compares its result with that of the source.
fn describe(sheet: &Sheet, record: &mut Record, notes: &mut Vec<Note>) {
    for (index, (seat, player)) in
        bastide::Seat::all(record.setup().seats).zip(&sheet.players).enumerate()
    {
        let (name, is_changed) = names::clean(&player.name);
        if is_changed {
            notes.push(Note::Renamed { player: index + 1 });
        }
        if let Some(name) = name {
            // The key is well-formed.
            let _ = record.set_extra(&Record::player_key(seat), name);
        }
    }
    if let Some(colours) = &sheet.colours {
        match colours.parse::<bastide::SeatColours>() {
            Ok(_) if colours.split(',').count() == sheet.players.len() => {
                let _ = record.set_extra(Record::COLOURS, colours.as_str());
            }
            _ => notes.push(Note::Colours),
        }
    }
    let _ = record.set_extra("source", sheet.source);
    let game = record.game();
    match (record.result(), &sheet.scores) {
        (Some(actual), Some(written)) if actual != written => {
            notes.push(Note::OtherScores { written: written.clone(), actual: actual.to_vec() });
        }
        (Some(_), _) => {}
        (None, _) => notes.push(Note::Unfinished { left: game.bag().left() }),
    }
}

/// A part of a turn that is resolved to one action.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Discard(usize),
    Draw,
    Place,
    Figure,
    /// A tile drawn after the last turn.
    Rest(usize),
    /// Tiles of the stack after the last turn that fit nowhere.
    Tail,
}

/// A part and the index of its turn.
#[derive(Clone, Copy)]
struct Move {
    turn: usize,
    part: Part,
}

/// The state of the search.
#[derive(Clone)]
struct State {
    game: AnyGame,
    actions: Vec<Action>,
    /// Number of tiles taken from the stack.
    drawn: usize,
    /// Index of the next move.
    at: usize,
}

/// A choice between several legal actions.
struct Choice {
    before: State,
    next: Move,
    options: Vec<Action>,
    /// Index of the chosen option.
    chosen: usize,
}

impl Choice {
    /// Returns a note on a place that the source does not determine. Copies of a tile have a note of
    /// their own.
    fn note(&self, start: &AnyGame) -> Option<Note> {
        let action = self.options[self.chosen];
        let is_place = matches!(action, Action::Deploy { .. } | Action::Recall(_));
        is_place.then(|| Note::Ambiguous {
            turn: self.next.turn + 1,
            chosen: start.notation().show(action).to_string(),
            of: self.options.len(),
        })
    }
}

struct Search<'a> {
    sheet: &'a Sheet,
    frame: Frame,
    moves: Vec<Move>,
    state: State,
    choices: Vec<Choice>,
    /// Index of the furthest move that failed, and the actions before it.
    furthest: (usize, Vec<Action>),
    steps: usize,
}

impl<'a> Search<'a> {
    fn new(sheet: &'a Sheet, game: &AnyGame) -> Result<Search<'a>, ImportError> {
        let mut moves = Vec::new();
        for (turn, written) in sheet.turns.iter().enumerate() {
            let discards = (0..written.discards.len()).map(Part::Discard);
            let parts = discards.chain([Part::Draw, Part::Place, Part::Figure]);
            moves.extend(parts.map(|part| Move { turn, part }));
        }
        let turn = sheet.turns.len();
        moves.extend((0..sheet.rest.len()).map(|at| Move { turn, part: Part::Rest(at) }));
        moves.extend(sheet.stack.iter().map(|_| Move { turn, part: Part::Tail }));
        let state = State { game: game.clone(), actions: Vec::new(), drawn: 0, at: 0 };
        let frame = Frame::new(sheet.start.as_ref(), game)?;
        let furthest = (0, Vec::new());
        Ok(Search { sheet, frame, moves, state, choices: Vec::new(), furthest, steps: 0 })
    }

    /// Plays all moves, or returns the error of the furthest one.
    fn run(&mut self, most_steps: usize) -> Result<(), ImportError> {
        let mut furthest_error: Option<ImportError> = None;
        while let Some(&next) = self.moves.get(self.state.at) {
            let played = self.options(next).and_then(|options| self.take(next, options));
            let Err(kind) = played else { continue };
            if furthest_error.is_none() || self.state.at > self.furthest.0 {
                self.furthest = (self.state.at, self.state.actions.clone());
                furthest_error = Some(self.locate(kind, next));
            }
            let is_spent = self.steps > most_steps;
            if is_spent || !self.go_back() {
                let error = furthest_error.unwrap_or_else(|| Kind::NoTurns.anywhere());
                return Err(match is_spent {
                    true => ImportError { kind: Kind::TooAmbiguous(most_steps), ..error },
                    false => error,
                });
            }
        }
        Ok(())
    }

    /// Returns to the last choice with another option, and takes it.
    fn go_back(&mut self) -> bool {
        while let Some(choice) = self.choices.last_mut() {
            choice.chosen += 1;
            match choice.options.get(choice.chosen) {
                Some(&option) => {
                    self.state = choice.before.clone();
                    let next = choice.next;
                    if self.play(next, option).is_ok() {
                        return true;
                    }
                }
                None => drop(self.choices.pop()),
            }
        }
        false
    }

    /// Takes the first of several legal actions; without any, nothing is to be done.
    fn take(&mut self, next: Move, options: Vec<Action>) -> Result<(), Kind> {
        let Some(&first) = options.first() else {
            self.state.at += 1;
            return Ok(());
        };
        if options.len() > 1 {
            let before = self.state.clone();
            self.choices.push(Choice { before, next, options, chosen: 0 });
        }
        self.play(next, first)
    }

    /// Plays a legal action. A drawn tile must fit exactly if the source places it.
    fn play(&mut self, next: Move, action: Action) -> Result<(), Kind> {
        self.steps += 1;
        self.state.game.play_unchecked(action);
        self.state.actions.push(action);
        self.state.at += 1;
        let Action::Draw(id) = action else { return Ok(()) };
        let name = || self.state.game.board().tiles().kind(id).name.to_string();
        let fits = self.state.game.drawn().is_some();
        match next.part {
            Part::Discard(_) if fits => Err(Kind::Fits(name())),
            Part::Draw if !fits && self.sheet.stack.is_none() => Err(Kind::FitsNowhere(name())),
            Part::Draw if self.sheet.stack.is_some() => {
                self.state.drawn += 1;
                // TURN-3: the next tile of the stack is drawn instead.
                self.state.at -= usize::from(!fits);
                Ok(())
            }
            Part::Tail => {
                self.state.drawn += 1;
                self.state.at -= 1;
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Returns the legal actions that a move can mean, in order of preference. An empty list means
    /// that nothing is to be done.
    fn options(&self, next: Move) -> Result<Vec<Action>, Kind> {
        let turn = || &self.sheet.turns[next.turn];
        match next.part {
            Part::Discard(at) => self.draws(turn().discards[at]),
            Part::Draw => match (turn().tile, &self.sheet.stack) {
                (Some(tile), _) => self.draws(tile),
                (None, Some(stack)) => {
                    self.draws(*stack.get(self.state.drawn).ok_or(Kind::StackEmpty)?)
                }
                (None, None) => Err(Kind::StackEmpty),
            },
            Part::Place => self.placements(turn()),
            Part::Figure => self.figures(next.turn),
            Part::Rest(at) => match self.state.game.to_act() {
                Actor::Chance => self.draws(self.sheet.rest[at]),
                Actor::Seat(_) | Actor::Nobody => Ok(Vec::new()),
            },
            Part::Tail => {
                let stack = self.sheet.stack.as_ref();
                let tile = stack.and_then(|stack| stack.get(self.state.drawn));
                let draws = tile.and_then(|&tile| self.draws(tile).ok()).unwrap_or_default();
                let is_unfit = |action: &Action| match action {
                    Action::Draw(id) => discards::fits_nowhere(&self.state.game, *id),
                    _ => false,
                };
                Ok(draws.into_iter().filter(is_unfit).take(1).collect())
            }
        }
    }

    /// Returns true if copies with a garden are of use.
    fn uses_gardens(&self) -> bool {
        self.sheet.rules.has_kind(FigureKind::claiming(Terrain::Garden))
    }

    /// Returns true if the choice of a copy may have made a difference to players.
    fn has_unknown_copies(&self) -> bool {
        let tiles = self.sheet.turns.iter().filter_map(|turn| turn.tile);
        let mut tiles = tiles.chain(self.sheet.stack.iter().flatten().copied());
        self.uses_gardens() && tiles.any(|tile| tile.has_garden.is_none() && tile.garden.is_some())
    }

    /// Returns the draws of the copies that a tile of the source can be.
    fn draws(&self, tile: Tile) -> Result<Vec<Action>, Kind> {
        let game = &self.state.game;
        let any = tile.has_garden.is_none() || !self.uses_gardens();
        let (first, second) = match tile.has_garden {
            Some(true) => (tile.garden, Some(tile.plain)),
            Some(false) | None => (Some(tile.plain), tile.garden),
        };
        let copies = [first, second.filter(|_| any)].into_iter().flatten();
        let found: Vec<Action> = copies
            .filter_map(|copy| game.board().tiles().find(copy.name))
            .map(Action::Draw)
            .filter(|&draw| game.check(draw).is_ok())
            .collect();
        if found.is_empty() {
            let action = format!("D{}", first.unwrap_or(tile.plain).name);
            return Err(self.refused_draw(tile, action));
        }
        // Without a use for gardens both copies are equivalent.
        Ok(if self.uses_gardens() { found } else { found[..1].to_vec() })
    }

    fn refused_draw(&self, tile: Tile, action: String) -> Kind {
        let game = &self.state.game;
        let Some(id) = game.board().tiles().find(tile.plain.name) else {
            return Kind::Expansion(tile.plain.name.to_owned());
        };
        let kind = game.board().tiles().kind(id);
        let has_other_start = game.board().laid().first().is_some_and(|laid| laid.kind != id);
        let is_spare = has_other_start && kind.is_start && game.bag().count(id) == 0;
        if self.sheet.shuffles_start && is_spare {
            return Kind::SpareStart(kind.name.to_string());
        }
        let why = game.check(Action::Draw(id)).err().unwrap_or(Illegality::NotInBag);
        Kind::Illegal { action, why }
    }

    /// Returns the rotation in which the source lays a copy of its tile.
    fn rotation(&self, turn: &Turn, kind: &TileKind) -> Rotation {
        let stack = self.sheet.stack.as_ref();
        let next = || stack.and_then(|stack| stack.get(self.state.drawn.checked_sub(1)?));
        let tile = turn.tile.as_ref().or_else(next);
        let is_copy = |drawing: &Drawing| *drawing.name == *kind.name;
        let copies = tile.into_iter().flat_map(|tile| [Some(tile.plain), tile.garden]);
        let drawing = copies.flatten().find(is_copy);
        let by = drawing.map_or(Rotation::NONE, |drawing| drawing.turn);
        self.frame.rotation(turn.rotation.then(by))
    }

    fn placements(&self, turn: &Turn) -> Result<Vec<Action>, Kind> {
        let game = &self.state.game;
        let expected = game.turn().index();
        if let Some(actual) = turn.seat.map(usize::from).filter(|&actual| actual != expected) {
            return Err(Kind::WrongPlayer { expected: expected + 1, actual: actual + 1 });
        }
        let (x, y) = turn.cell;
        let cell = self.frame.cell(turn.cell).ok_or(Kind::FarAway { x, y })?;
        let Some(drawn) = game.drawn() else { return Err(Kind::StackEmpty) };
        let kind = game.board().tiles().kind(drawn);
        let rotation = kind.canonical(self.rotation(turn, kind));
        let action = Action::Place { cell, rotation, bridge: None };
        game.check(action).map_err(|why| self.illegal(action, why))?;
        Ok(vec![action])
    }

    fn illegal(&self, action: Action, why: Illegality) -> Kind {
        Kind::Illegal { action: self.state.game.notation().show(action).to_string(), why }
    }

    /// Returns true if the player can place or take back a figure, or pass.
    fn is_figure_phase(&self) -> bool {
        matches!(self.state.game.to_act(), Actor::Seat(_)) && self.state.game.drawn().is_none()
    }

    fn figures(&self, index: usize) -> Result<Vec<Action>, Kind> {
        let (game, turn) = (&self.state.game, &self.sheet.turns[index]);
        let pass = || if self.is_figure_phase() { vec![Action::Pass] } else { Vec::new() };
        match &turn.step {
            Step::Pass => Ok(pass()),
            Step::Open if index + 1 < self.sheet.turns.len() || !self.sheet.rest.is_empty() => {
                Ok(pass())
            }
            // The last turn of a log: passing ends the game if there are no tiles left.
            Step::Open if game.bag().left() == 0 => Ok(pass()),
            Step::Open => Ok(Vec::new()),
            Step::Deploy { figure, spot, .. } => self.deployments(turn, *figure, spot),
            Step::Recall { cell, .. } => {
                let (x, y) = *cell;
                let at = self.frame.cell(*cell).ok_or(Kind::FarAway { x, y })?;
                let is_there = |action: &Action| match action {
                    Action::Recall(FigureSpot::Segment(site)) => site.cell == at,
                    _ => false,
                };
                let found: Vec<Action> = game.actions().into_iter().filter(is_there).collect();
                let why = Illegality::NotYours;
                if found.is_empty() {
                    return Err(Kind::Illegal { action: format!("R{at}"), why });
                }
                Ok(found)
            }
        }
    }

    fn deployments(
        &self,
        turn: &Turn,
        figure: FigureKind,
        spot: &Spot,
    ) -> Result<Vec<Action>, Kind> {
        let game = &self.state.game;
        let Some(laid) = game.board().laid().last() else { return Err(Kind::StrayFigure) };
        let kind = game.board().kind_of(laid);
        let written = self.rotation(turn, kind);
        let targets: Vec<Action> = self
            .slots(kind, written, laid.rotation, spot)
            .into_iter()
            .map(|slot| Action::Deploy { figure, target: Target::Segment(slot) })
            .collect();
        let Some(&first) = targets.first() else {
            let place = match spot {
                Spot::Position { number, .. } => number.to_string(),
                Spot::Ports { text, .. } => text.clone(),
                Spot::Inner => Terrain::Monastery.name().to_owned(),
            };
            return Err(Kind::NoSuchPlace { tile: kind.name.to_string(), place });
        };
        let is_legal = |action: &Action| self.is_figure_phase() && game.check(*action).is_ok();
        let legal: Vec<Action> = targets.iter().copied().filter(is_legal).collect();
        if legal.is_empty() {
            return Err(self.illegal(first, self.figure_refusal(first)));
        }
        Ok(legal)
    }

    /// Returns why a figure cannot be placed, also if the game skipped the step because no figure
    /// could be placed.
    fn figure_refusal(&self, action: Action) -> Illegality {
        let game = &self.state.game;
        let why = game.check(action).err().unwrap_or(Illegality::WrongPhase);
        let (Action::Deploy { figure, target }, Some((&placement, before))) =
            (action, self.state.actions.split_last())
        else {
            return why;
        };
        if self.is_figure_phase() {
            return why;
        }
        // The set-up was possible before.
        let seats = u8::try_from(self.sheet.players.len()).unwrap_or(u8::MAX);
        let setup = Setup::new(self.sheet.rules, seats).with_first(self.sheet.first);
        let Ok(mut earlier) = AnyGame::new(&setup) else { return why };
        before.iter().for_each(|&action| earlier.play_unchecked(action));
        earlier.figure_refusal(placement, figure, target).unwrap_or(why)
    }

    /// Returns the segments that a spot can mean. The source lays the tile in rotation `written`,
    /// the game in `actual`.
    fn slots(
        &self,
        kind: &TileKind,
        written: Rotation,
        actual: Rotation,
        spot: &Spot,
    ) -> Vec<SegmentIndex> {
        match spot {
            Spot::Position { number, terrain } => match bga_tiles::slot(&kind.name, *number) {
                Some(slot) => {
                    let slot = kind.slot_as_turned(SegmentIndex(slot), written, actual);
                    slot.into_iter().collect()
                }
                None => of_terrains(kind, terrain.as_slice()),
            },
            Spot::Ports { ports, .. } => {
                let ports = self.frame.ports(*ports);
                let is_there = |terrain, own| frame::leaves_through(terrain, own, ports);
                let slots = kind.slots();
                let found = slots.filter(|(_, s)| is_there(s.terrain, s.ports.turned(actual)));
                found.map(|(slot, _)| slot).collect()
            }
            Spot::Inner => of_terrains(kind, &[Terrain::Monastery, Terrain::Garden]),
        }
    }

    /// Adds the place of a move to its error.
    fn locate(&self, kind: Kind, next: Move) -> ImportError {
        let turn = self.sheet.turns.get(next.turn);
        let path = match (turn, next.part) {
            (Some(Turn { step: Step::Deploy { path, .. }, .. }), Part::Figure)
            | (Some(Turn { step: Step::Recall { path, .. }, .. }), Part::Figure) => Some(path),
            (Some(turn), _) => Some(&turn.path),
            (None, _) => None,
        };
        match path {
            Some(path) => kind.at(path.as_str()),
            None => kind.anywhere(),
        }
        .in_turn(next.turn + 1)
    }
}

/// Returns the segments of some terrains.
fn of_terrains(kind: &TileKind, terrains: &[Terrain]) -> Vec<SegmentIndex> {
    let found = kind.slots().filter(|(_, segment)| terrains.contains(&segment.terrain));
    found.map(|(slot, _)| slot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bga;

    #[test]
    fn the_search_is_bounded() {
        let place = |player, of_type, x, y| {
            format!(
                r#"{{"type": "playTile", "args": {{"type": {of_type}, "x": {x}, "y": {y}, "ori": 1, "player_id": {player}}}}}"#
            )
        };
        let somewhere = r#"{"type": "playPartisan", "args": {"pos": 9, "target": "field"}}"#;
        let first = [place(1, 17, 1, 0), somewhere.to_owned(), place(2, 20, 2, 0)].join(",");
        let log = |last: String| {
            let events = [first.clone(), last].join(",");
            bga::read(&format!(r#"{{"data": {{"logs": [{{"data": [{events}]}}]}}}}"#))
                .expect("a log")
        };
        let error = |sheet: &Sheet, most_steps| {
            let resolved = resolve_within(sheet, most_steps).expect("a set-up");
            resolved.error.map(|error| error.kind.code().to_owned())
        };
        // Both choices of the first turn lead to an illegal third turn.
        let illegal = log(place(1, 20, 9, 9));
        assert_eq!(error(&illegal, 5).as_deref(), Some("too-ambiguous"));
        assert_eq!(error(&illegal, 100).as_deref(), Some("not-adjacent"));
        assert_eq!(error(&log(place(1, 20, 3, 0)), 1), None);
    }
}
