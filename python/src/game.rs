//! Single games.

use std::sync::Arc;

use bastide::{Action, Actor, AnyGame, Event, Game as _, LandRules, Rules, Seat, Setup};
use bastide_art::{Atlas, Layer, Look, map};
use bastide_batch::Observer;
use bastide_host::{Dealer, Record, Recorder, Seed, position};
use numpy::{PyArray1, PyArray3, PyArrayMethods, ToPyArray};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use serde_json::json;

use crate::convert::{self, tile_name};
use crate::error::{illegal, value};

/// The actor if chance acts.
pub(crate) const CHANCE: i32 = -1;
/// The actor if the game is over.
pub(crate) const OVER: i32 = -2;

/// Salt of the draws of seeded games.
const SALT: &str = "python";

/// A game in progress.
///
/// ``rules`` is a list such as ``"base,fields,river"`` or ``"stronghold"``. With the default
/// ``chance="dealt"`` tiles are drawn from ``seed`` or in the given ``order`` of names, and only
/// players act. With ``chance="explicit"`` draws are played like other actions. ``deck`` limits the
/// bag to these tiles; ``first`` is the first player, drawn from the seed if not given.
#[pyclass(module = "bastide", from_py_object)]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) game: AnyGame,
    setup: Setup,
    actions: Vec<Action>,
    /// Deals tiles; without one, chance is played like a seat.
    dealer: Option<Dealer>,
    seed: Option<u64>,
    order: Option<Vec<String>>,
    observer: Arc<Observer>,
}

/// Returns the set-up of a game, from the arguments that games and batches share.
pub(crate) fn setup(
    rules: &str,
    players: u8,
    first: u8,
    deck: Option<Vec<String>>,
) -> PyResult<Setup> {
    let rules: Rules = rules.parse().map_err(value)?;
    let setup = Setup::new(rules, players).with_first(first);
    Ok(match deck {
        Some(deck) => setup.with_deck(deck),
        None => setup,
    })
}

impl Game {
    fn start(
        setup: Setup,
        seed: Option<u64>,
        order: Option<Vec<String>>,
        dealer: Option<Dealer>,
    ) -> PyResult<Game> {
        let game = AnyGame::new(&setup).map_err(value)?;
        let observer = Arc::new(Observer::new(&game).map_err(value)?);
        Ok(Game { game, setup, actions: Vec::new(), dealer, seed, order, observer })
    }

    /// Returns a game after these actions, in which chance is explicit.
    pub(crate) fn after(setup: Setup, actions: &[Action]) -> PyResult<Game> {
        let mut game = Game::start(setup, None, None, None)?;
        for &action in actions {
            game.apply(action, &mut Vec::new())?;
        }
        Ok(game)
    }

    fn apply(&mut self, action: Action, events: &mut Vec<Event>) -> PyResult<()> {
        if let Err(error) = self.game.play_with(action, events) {
            let token = self.token(action);
            return Err(illegal(format!("'{token}' is not legal: {}", error.why)));
        }
        self.actions.push(action);
        Ok(())
    }

    /// Plays a legal action of another source.
    pub(crate) fn follow(&mut self, action: Action) -> PyResult<()> {
        self.apply(action, &mut Vec::new())
    }

    /// Deals as long as chance has to act, if tiles are dealt.
    fn deal_all(&mut self, events: &mut Vec<Event>) -> PyResult<()> {
        while self.game.to_act() == Actor::Chance
            && let Some(dealer) = &mut self.dealer
        {
            let Some(action) = dealer.deal(&self.game) else {
                let reason = "no tile of 'order' is left that can be drawn now";
                return Err(PyValueError::new_err(reason));
            };
            self.apply(action, events)?;
        }
        Ok(())
    }

    pub(crate) fn token(&self, action: Action) -> String {
        self.game.notation().show(action).to_string()
    }

    pub(crate) fn tokens(&self, actions: &[Action]) -> Vec<String> {
        actions.iter().map(|&action| self.token(action)).collect()
    }

    /// Returns the action that a string or a number stands for.
    pub(crate) fn action(&self, action: &Bound<'_, PyAny>) -> PyResult<Action> {
        if let Ok(token) = action.extract::<String>() {
            return self.game.notation().parse(&token).map_err(illegal);
        }
        let Ok(number) = action.extract::<i64>() else {
            return Err(PyTypeError::new_err("an action is a string such as 'P1,0r0' or a number"));
        };
        let known = i32::try_from(number).ok();
        let known = known.and_then(|n| self.observer.layout().encoding.decode(&self.game, n));
        known.ok_or_else(|| illegal(format!("no action of this position has the number {number}")))
    }

    pub(crate) fn to_record(&self) -> PyResult<Record> {
        let mut recorder = Recorder::new(self.setup.clone()).map_err(value)?;
        for &action in &self.actions {
            recorder.play(action).map_err(value)?;
        }
        Ok(recorder.into_record())
    }

    fn of_record(
        record: &Record,
        seed: Option<u64>,
        order: Option<Vec<String>>,
        is_dealt: bool,
    ) -> PyResult<Game> {
        let mut dealer = is_dealt.then(|| dealer(seed, order.as_deref()));
        let mut game = AnyGame::new(record.setup()).map_err(value)?;
        // The dealer has made the draws of the record.
        for &action in record.actions() {
            if let (Actor::Chance, Some(dealer)) = (game.to_act(), &mut dealer) {
                let _ = dealer.deal(&game);
            }
            game.play(action).map_err(value)?;
        }
        let mut whole = Game::start(record.setup().clone(), seed, order, dealer)?;
        whole.game = game;
        whole.actions = record.actions().to_vec();
        Ok(whole)
    }

    /// Returns the seat with an index.
    fn seat(&self, index: Option<u8>) -> PyResult<Option<Seat>> {
        let Some(index) = index else { return Ok(None) };
        let seat = Seat::new(index).filter(|_| index < self.game.seats());
        seat.map(Some).ok_or_else(|| value(format!("there is no seat {index}")))
    }

    /// Returns the legal actions of a seat and their numbers.
    fn numbered(&self) -> (Vec<Action>, Vec<i32>) {
        let (mut legal, mut numbers) = (self.game.actions(), Vec::new());
        self.observer.layout().encoding.encode_all(&self.game, &mut legal, &mut numbers);
        (legal, numbers)
    }
}

fn dealer(seed: Option<u64>, order: Option<&[String]>) -> Dealer {
    match (seed, order) {
        (_, Some(order)) => Dealer::forced(order.iter().map(String::as_str)),
        (Some(seed), None) => Dealer::seeded(Seed::from_number(seed), SALT),
        (None, None) => Dealer::seeded(Seed::random(), SALT),
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (rules = "base,fields", players = 2, *, seed = None, first = None,
                        deck = None, order = None, chance = "dealt"))]
    fn new(
        rules: &str,
        players: u8,
        seed: Option<u64>,
        first: Option<u8>,
        deck: Option<Vec<String>>,
        order: Option<Vec<String>>,
        chance: &str,
    ) -> PyResult<Game> {
        let is_dealt = match chance {
            "dealt" => true,
            "explicit" => false,
            other => {
                let reason = format!("chance is 'dealt' or 'explicit', not '{other}'");
                return Err(PyValueError::new_err(reason));
            }
        };
        if !is_dealt && (seed.is_some() || order.is_some()) {
            let reason = "with explicit chance there is neither a seed nor an order";
            return Err(PyValueError::new_err(reason));
        }
        // A random seed is a number too, so that the game can be pickled.
        let seed = match (is_dealt, seed, &order) {
            (true, None, None) => {
                let bytes = Seed::random();
                let mut number = [0; 8];
                number.copy_from_slice(&bytes.bytes()[..8]);
                Some(u64::from_le_bytes(number))
            }
            _ => seed,
        };
        let dealer = is_dealt.then(|| dealer(seed, order.as_deref()));
        let drawn = dealer.as_ref().map_or(0, |dealer| dealer.first(players.max(1)));
        let setup = setup(rules, players, first.unwrap_or(drawn), deck)?;
        let mut game = Game::start(setup, seed, order, dealer)?;
        game.deal_all(&mut Vec::new())?;
        Ok(game)
    }

    /// Reads a record, as text or JSON. Chance is explicit.
    #[staticmethod]
    fn from_record(text: &str) -> PyResult<Game> {
        let record = Record::read(text).map_err(value)?;
        Game::of_record(&record, None, None, false)
    }

    /// Reads a position string. Chance is explicit.
    #[staticmethod]
    fn from_position(text: &str) -> PyResult<Game> {
        let record = position::decode(text).map_err(value)?;
        Game::of_record(&record, None, None, false)
    }

    #[staticmethod]
    fn _restore(
        text: &str,
        seed: Option<u64>,
        order: Option<Vec<String>>,
        is_dealt: bool,
    ) -> PyResult<Game> {
        Game::of_record(&Record::read(text).map_err(value)?, seed, order, is_dealt)
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        let (py, game) = (slf.py(), slf.borrow());
        let restore = slf.get_type().getattr("_restore")?;
        let text = game.to_record()?.to_text();
        let arguments = (text, game.seed, game.order.clone(), game.dealer.is_some());
        Ok((restore, arguments.into_pyobject(py)?))
    }

    /// Returns an independent copy with the same further draws.
    fn copy(&self) -> Game {
        self.clone()
    }

    fn __copy__(&self) -> Game {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Game {
        self.clone()
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.game == other.game
    }

    fn __hash__(&self) -> u64 {
        self.game.fingerprint()
    }

    fn __repr__(&self) -> String {
        let points: Vec<String> = self.scores().iter().map(i32::to_string).collect();
        let actor = match self.to_act() {
            CHANCE => "chance to act".to_owned(),
            OVER => "over".to_owned(),
            seat => format!("seat {seat} to act"),
        };
        let (rules, points) = (&self.setup.rules, points.join(":"));
        format!("<bastide.Game {rules}, {points}, {} tiles left, {actor}>", self.game.bag().left())
    }

    /// The rules, in canonical form.
    #[getter]
    fn rules(&self) -> String {
        self.setup.rules.to_string()
    }

    /// Number of players.
    #[getter]
    fn players(&self) -> u8 {
        self.game.seats()
    }

    /// Seat to act, ``CHANCE`` or ``OVER``.
    #[getter]
    fn to_act(&self) -> i32 {
        match self.game.to_act() {
            Actor::Seat(seat) => seat.index() as i32,
            Actor::Chance => CHANCE,
            Actor::Nobody => OVER,
        }
    }

    /// Seat whose turn it is.
    #[getter]
    fn turn(&self) -> usize {
        self.game.turn().index()
    }

    /// True once the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.game.is_over()
    }

    /// Points of each seat.
    #[getter]
    fn scores(&self) -> Vec<i32> {
        self.game.scores().iter(self.game.seats()).map(|(_, &points)| points).collect()
    }

    /// Seats with the most points, or ``None`` if the game is not over.
    #[getter]
    fn winners(&self) -> Option<Vec<usize>> {
        self.game.outcome().map(|outcome| outcome.winners.iter().map(Seat::index).collect())
    }

    /// Tile that is drawn but not laid.
    #[getter]
    fn drawn(&self) -> Option<String> {
        self.game.drawn().map(|tile| tile_name(&self.game, tile))
    }

    /// Number of tiles in the bag.
    #[getter]
    fn tiles_left(&self) -> u32 {
        self.game.bag().left()
    }

    /// Number of tiles in the bag by name.
    #[getter]
    fn bag<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let bag = PyDict::new(py);
        for (id, kind) in self.game.board().tiles().iter() {
            let count = self.game.bag().count(id);
            if count > 0 {
                bag.set_item(&*kind.name, count)?;
            }
        }
        Ok(bag)
    }

    /// Figures in the supply of each seat by kind.
    #[getter]
    fn supplies<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let hand = |seat: Seat| {
            let supply = PyDict::new(py);
            for (kind, count) in self.game.hands()[seat].iter() {
                if self.game.has_kind(kind) {
                    supply.set_item(kind.name(), count)?;
                }
            }
            Ok(supply)
        };
        Seat::all(self.game.seats()).map(hand).collect()
    }

    /// All actions so far, draws included.
    #[getter]
    fn actions(&self) -> Vec<String> {
        self.tokens(&self.actions)
    }

    /// Number of numbers of actions with these rules.
    #[getter]
    fn num_actions(&self) -> usize {
        self.observer.layout().encoding.size()
    }

    /// Returns the legal actions in ascending order; empty once the game is over.
    fn legal_actions(&self) -> Vec<String> {
        self.tokens(&self.game.actions())
    }

    /// Returns the numbers of the legal actions of a player, ascending.
    fn legal_numbers(&self) -> Vec<i32> {
        let mut numbers = self.numbered().1;
        numbers.sort_unstable();
        numbers
    }

    /// Returns true if an action is legal.
    fn is_legal(&self, action: &Bound<'_, PyAny>) -> PyResult<bool> {
        match self.action(action) {
            Ok(action) => Ok(self.game.check(action).is_ok()),
            Err(error) if error.is_instance_of::<PyTypeError>(action.py()) => Err(error),
            Err(_) => Ok(false),
        }
    }

    /// Returns the number of a legal action.
    fn encode(&self, action: &str) -> PyResult<i32> {
        let parsed = self.game.notation().parse(action).map_err(illegal)?;
        let number = self.observer.layout().encoding.encode(&self.game, parsed);
        number.ok_or_else(|| illegal(format!("'{action}' is not a legal action of a player")))
    }

    /// Returns the action with a number. It may be illegal.
    fn decode(&self, number: i32) -> PyResult<String> {
        let action = self.observer.layout().encoding.decode(&self.game, number);
        let action = action.ok_or_else(|| {
            illegal(format!("no action of this position has the number {number}"))
        })?;
        Ok(self.token(action))
    }

    /// Plays an action, and deals if chance acts next. Returns the events.
    fn play(&mut self, py: Python<'_>, action: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        let action = self.action(action)?;
        let mut events = Vec::new();
        self.apply(action, &mut events)?;
        self.deal_all(&mut events)?;
        convert::events(py, &self.game, &events)
    }

    /// Returns the actions of chance with their weights; empty if chance is not to act.
    fn chances(&self) -> Vec<(String, u32)> {
        self.game.chances().map(|(action, weight)| (self.token(action), weight)).collect()
    }

    /// Returns the tiles on the board in the order they were laid.
    fn board(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let board = self.game.board();
        let tiles: Vec<_> = board
            .laid()
            .iter()
            .map(|laid| {
                json!({
                    "cell": [laid.cell.x, laid.cell.y],
                    "tile": board.kind_of(laid).name,
                    "rotation": laid.rotation.quarter_turns(),
                    "bridge": laid.bridge.map(|axis| axis.symbol().to_string()),
                })
            })
            .collect();
        convert::to_python(py, &tiles)
    }

    /// Returns the figures on the board.
    fn figures(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let figures: Vec<_> = self
            .game
            .board()
            .figures()
            .iter()
            .map(|figure| {
                let spot = figure.spot.to_string();
                json!({ "seat": figure.seat, "figure": figure.kind.name(), "spot": spot })
            })
            .collect();
        convert::to_python(py, &figures)
    }

    /// Returns the tallies of all occupied features, as if the game ended now.
    fn prospects(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let mut found = Vec::new();
        self.game.prospects(|scoring| found.push(convert::scoring(&scoring)));
        convert::to_python(py, &found)
    }

    /// Returns a hash of the state that is the same on every machine.
    fn fingerprint(&self) -> u64 {
        self.game.fingerprint()
    }

    /// Returns the game as a record.
    fn record(&self) -> PyResult<String> {
        Ok(self.to_record()?.to_text())
    }

    /// Returns the game as a position string.
    fn position(&self) -> PyResult<String> {
        Ok(position::encode(&self.to_record()?))
    }

    /// Draws the board. Themes are light, dark, contrast and print.
    #[pyo3(signature = (theme = "light", *, owners = false, fields = false))]
    fn svg(&self, theme: &str, owners: bool, fields: bool) -> PyResult<String> {
        let layer = |is_shown| if is_shown { Layer::Shown } else { Layer::Hidden };
        let last = self.game.board().laid().last().map(|laid| laid.cell);
        let theme = theme.parse().map_err(value)?;
        let look =
            Look { theme, owners: layer(owners), fields: layer(fields), last, ..Look::default() };
        let atlas = Atlas::new(self.game.board().tiles());
        Ok(map(&self.game, &atlas, &look))
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg("light", false, false)
    }

    /// Returns the planes of the position as a new array, as ``seat`` or the seat to act sees it.
    #[pyo3(signature = (seat = None))]
    fn planes<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let layout = self.observer.layout();
        let mut planes = vec![0; layout.plane_values()];
        self.observer.planes(&self.game, self.seat(seat)?, &mut planes);
        planes.to_pyarray(py).reshape([layout.side, layout.side, layout.planes])
    }

    /// Returns the scalars of the position as a new array, as ``seat`` or the seat to act sees it.
    #[pyo3(signature = (seat = None))]
    fn scalars<'py>(
        &self,
        py: Python<'py>,
        seat: Option<u8>,
    ) -> PyResult<Bound<'py, PyArray1<f32>>> {
        let mut scalars = vec![0.0; self.observer.layout().scalars];
        self.observer.scalars(&self.game, self.seat(seat)?, &mut scalars);
        Ok(scalars.to_pyarray(py))
    }

    /// Returns an array that is true for the number of each legal action.
    fn legal_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let mut mask = vec![false; self.num_actions()];
        for number in self.numbered().1 {
            mask[number as usize] = true;
        }
        mask.to_pyarray(py)
    }

    /// Returns the names of the scalars.
    fn scalar_names(&self) -> Vec<String> {
        self.observer.layout().scalar_names(self.game.board().tiles())
    }
}

/// Returns the rules of all games: all mixes of expansions, and Stronghold.
#[pyfunction]
pub(crate) fn mixes() -> Vec<String> {
    let land = LandRules::all_mixes().map(|rules| rules.to_string());
    land.chain([bastide::StrongholdRules::NAME.to_owned()]).collect()
}

/// Returns the lines in which an engine lists the games that it plays.
#[pyfunction]
pub(crate) fn engine_rules() -> Vec<String> {
    bastide_engine::Answer::everything().iter().map(ToString::to_string).collect()
}
