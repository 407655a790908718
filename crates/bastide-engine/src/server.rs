//! The built-in engine: executes commands and produces answers.

use core::fmt;
use std::io::{self, BufRead, Write};

use bastide::{Action, Actor, AnyGame, Event, Game, Illegality, OwnSets, Seat};
use bastide_bots::{Bot, Evaluator, Insight, Spec, SpecError, Stepwise};
use bastide_host::{Dice, PositionError, position};

use crate::answer::{Answer, Info};
use crate::command::{BadCommand, Command, Go, Start};
use crate::lines::{self, Line};
use crate::state::State;
use crate::{VERSION, clip};

/// The default bot.
const BOT: &str = "quick";

/// Control flow after a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Wait for the next command.
    Continue,
    /// End the session.
    Quit,
}

/// An engine that plays with a built-in bot. It holds the state set by the commands so far;
/// [`serve`] connects it to input and output.
pub struct Server {
    own: Option<OwnSets>,
    spec: Spec,
    seed: u64,
    bot: Stepwise<Box<dyn Bot + Send>>,
    evaluator: Evaluator,
    seat: Option<Seat>,
    current: Option<CurrentGame>,
}

/// A game in progress.
struct CurrentGame {
    start: AnyGame,
    game: AnyGame,
    /// Number of actions played, from which random numbers are derived.
    played: u64,
    /// Tiles that the last `play` removed because they fit nowhere.
    discarded: Vec<String>,
}

impl Default for Server {
    fn default() -> Server {
        Server::new(BOT.parse().expect("the default is a valid bot"))
    }
}

/// Runs a session until the input ends or contains `quit`. Flushes the output after every line.
///
/// # Errors
/// Returns an error if reading or writing fails; no input can cause one.
pub fn serve(
    server: &mut Server,
    mut input: impl BufRead,
    mut output: impl Write,
) -> io::Result<()> {
    loop {
        let mut answers = Vec::new();
        let flow = match lines::read(&mut input)? {
            Line::End => return Ok(()),
            Line::Text(line) => server.hear(&line, &mut answers),
            Line::NotText => {
                answers.push(Answer::Error("this line is not UTF-8 text".to_owned()));
                Flow::Continue
            }
            Line::TooLong => {
                let most = lines::MOST;
                answers.push(Answer::Error(format!("this line is longer than {most} bytes")));
                Flow::Continue
            }
        };
        for answer in answers {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
        if flow == Flow::Quit {
            return Ok(());
        }
    }
}

impl Server {
    /// Creates an engine that plays with this bot until another is selected.
    pub fn new(spec: Spec) -> Server {
        Server {
            own: None,
            spec,
            seed: 0,
            bot: Stepwise::new(spec.build(0)),
            evaluator: Evaluator::default(),
            seat: None,
            current: None,
        }
    }

    /// Adds custom tiles, for games that use them.
    #[must_use]
    pub fn with_tiles(mut self, own: Option<OwnSets>) -> Server {
        self.own = own;
        self
    }

    /// Executes a line and appends the answers. Blank lines and lines that begin with `#` have no
    /// answer.
    pub fn hear(&mut self, line: &str, answers: &mut Vec<Answer>) -> Flow {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Flow::Continue;
        }
        let command = Command::parse(line, self.own.as_ref()).map_err(Complaint::from);
        let is_quit = command == Ok(Command::Quit);
        match command.and_then(|command| self.obey(command, answers)) {
            Ok(last) => answers.push(last),
            Err(complaint) => answers.push(Answer::Error(complaint.to_string())),
        }
        if is_quit { Flow::Quit } else { Flow::Continue }
    }

    fn obey(&mut self, command: Command, answers: &mut Vec<Answer>) -> Result<Answer, Complaint> {
        match command {
            Command::Hello(VERSION) => {
                answers.push(Answer::Name(format!("bastide {}", env!("CARGO_PKG_VERSION"))));
                answers.extend(Answer::everything());
                let option =
                    |name: &str, value: String| Answer::Option { name: name.into(), value };
                answers.push(option("bot", self.spec.to_string()));
                answers.push(option("seed", self.seed.to_string()));
                return Ok(Answer::Ready(VERSION));
            }
            Command::Hello(other) => return Err(Complaint::Version(other)),
            Command::Set { option, value } => self.set(&option, &value)?,
            Command::Game(record) => {
                let start = record.start();
                self.current = Some(CurrentGame::new(start.clone(), start, 0));
                self.forget();
            }
            Command::NewGame => {
                self.current()?.restart();
                self.forget();
            }
            Command::Seat(number) => {
                let seats = self.current()?.game.seats();
                let seat = Seat::new(number).filter(|seat| seat.index() < usize::from(seats));
                self.seat = Some(seat.ok_or(Complaint::NoSeat { number, seats })?);
            }
            Command::Position(Start::Beginning) => self.current()?.restart(),
            Command::Position(Start::Named(name)) => {
                let record = position::decode_with(&name, self.own.as_ref())?;
                let played = record.actions().len() as u64;
                self.current = Some(CurrentGame::new(record.start(), record.game(), played));
            }
            Command::Play(tokens) => self.current()?.play(&tokens)?,
            Command::Go(go) => return self.go(&go, answers),
            Command::Legal => return Ok(Answer::Legal(self.current()?.legal())),
            Command::Chances => return Ok(Answer::Chances(self.current()?.chances())),
            Command::State => return Ok(Answer::State(self.current()?.state())),
            Command::Score => return Ok(Answer::Score(self.current()?.score())),
            Command::Eval => return self.eval(),
            Command::Help => {
                let line = |(form, what)| Answer::Help(format!("{form}: {what}"));
                answers.extend(Command::HELP.map(line));
            }
            Command::Quit => return Ok(Answer::Bye),
        }
        Ok(Answer::Ok)
    }

    fn current(&mut self) -> Result<&mut CurrentGame, Complaint> {
        self.current.as_mut().ok_or(Complaint::NoGame)
    }

    /// Clears the memory of the bot and the seat.
    fn forget(&mut self) {
        self.bot = Stepwise::new(self.spec.build(self.seed));
        self.seat = None;
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), Complaint> {
        match option {
            "bot" => self.spec = value.parse()?,
            "seed" => self.seed = value.parse().map_err(|_| Complaint::BadSeed(clip(value)))?,
            _ => return Err(Complaint::NoOption(clip(option))),
        }
        self.bot = Stepwise::new(self.spec.build(self.seed));
        Ok(())
    }

    fn go(&mut self, go: &Go, answers: &mut Vec<Answer>) -> Result<Answer, Complaint> {
        let Server { current, bot, spec, seed, seat, .. } = self;
        let CurrentGame { game, played, .. } = current.as_ref().ok_or(Complaint::NoGame)?;
        let actor = match game.to_act() {
            Actor::Seat(actor) => actor,
            Actor::Chance => return Err(Complaint::ChanceActs),
            Actor::Nobody => return Err(Complaint::GameOver),
        };
        if let Some(own) = *seat
            && own != actor
        {
            return Err(Complaint::NotOurs { own, actor });
        }
        if let Some(told) = &go.legal {
            agree(game, told)?;
        }
        // A turn is searched once. Otherwise the choice depends only on the position and the seed,
        // not on earlier requests.
        let is_decided = bot.has_decided(game);
        if !is_decided {
            bot.reseed(Dice::new(*seed, *played));
        }
        let timed = go.clock.map(|clock| clock.budget(game));
        let action = bot.choose(game, go.budget.or(timed).unwrap_or(spec.budget));
        game.check(action).map_err(|why| Complaint::Illegal { token: show(game, action), why })?;
        if let Some(mut insight) = bot.bot().insight() {
            if is_decided {
                insight.nodes = 0;
                insight.line = [action].into_iter().chain(bot.rest().iter().copied()).collect();
            }
            answers.push(Answer::Info(info(game, &insight)));
        }
        Ok(Answer::Move(show(game, action)))
    }

    fn eval(&mut self) -> Result<Answer, Complaint> {
        let Server { current, evaluator, .. } = self;
        let game = &current.as_ref().ok_or(Complaint::NoGame)?.game;
        evaluator.prepare(game);
        let values = evaluator.values(game);
        Ok(Answer::Eval(values.iter(game.seats()).map(|(_, &value)| value).collect()))
    }
}

impl CurrentGame {
    fn new(start: AnyGame, game: AnyGame, played: u64) -> CurrentGame {
        CurrentGame { start, game, played, discarded: Vec::new() }
    }

    fn restart(&mut self) {
        self.game.clone_from(&self.start);
        self.played = 0;
        self.discarded.clear();
    }

    /// Plays all tokens, or none if one of them is invalid.
    fn play(&mut self, tokens: &[String]) -> Result<(), Complaint> {
        let (mut game, mut events) = (self.game.clone(), Vec::new());
        for token in tokens {
            let action = game.notation().parse(token);
            let action = action.map_err(|_| Complaint::NoAction(clip(token)))?;
            game.play_with(action, &mut events)
                .map_err(|illegal| Complaint::Illegal { token: clip(token), why: illegal.why })?;
        }
        let kinds = game.board().tiles();
        let discarded = events.into_iter().filter_map(|event| match event {
            Event::TileDiscarded { tile } => Some(kinds.kind(tile).name.to_string()),
            _ => None,
        });
        self.discarded = discarded.collect();
        self.game = game;
        self.played += tokens.len() as u64;
        Ok(())
    }

    fn legal(&self) -> Vec<String> {
        legal(&self.game)
    }

    fn chances(&self) -> Vec<(String, u32)> {
        self.game.chances().map(|(action, weight)| (show(&self.game, action), weight)).collect()
    }

    fn state(&self) -> State {
        State { discarded: self.discarded.clone(), ..State::of(&self.game) }
    }

    fn score(&self) -> Vec<i32> {
        self.game.scores().iter(self.game.seats()).map(|(_, &points)| points).collect()
    }
}

fn show(game: &AnyGame, action: Action) -> String {
    game.notation().show(action).to_string()
}

/// Returns the legal actions as tokens, as in the commands `go` and `legal`.
///
/// ```
/// use bastide::{AnyGame, Game, Rules, Setup};
///
/// let mut game = AnyGame::new(&Setup::new(Rules::Land("base".parse()?), 2))?;
/// let drawn = game.notation().parse("DV")?;
/// game.play(drawn)?;
/// assert!(bastide_engine::legal(&game).contains(&"P-1,0r2".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn legal(game: &AnyGame) -> Vec<String> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions.into_iter().map(|action| show(game, action)).collect()
}

/// Checks that the controller's legal actions equal ours; otherwise the two play by different
/// rules.
fn agree(game: &AnyGame, told: &[String]) -> Result<(), Complaint> {
    let (mut told, mut known) = (told.to_vec(), legal(game));
    told.sort_unstable();
    known.sort_unstable();
    let missing = |from: &[String], other: &[String]| {
        from.iter().find(|token| other.binary_search(token).is_err()).map(|token| clip(token))
    };
    match (missing(&told, &known), missing(&known, &told)) {
        (None, None) => Ok(()),
        (Some(token), _) => Err(Complaint::NotLegalHere(token)),
        (None, Some(token)) => Err(Complaint::LegalHere(token)),
    }
}

fn info(game: &AnyGame, insight: &Insight) -> Info {
    let Insight { nodes, value, line } = insight;
    let line = line.iter().map(|&action| show(game, action)).collect();
    Info { nodes: Some(*nodes), value: Some(*value), line }
}

/// Error returned if a command was not executed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
enum Complaint {
    #[error(transparent)]
    Command(#[from] BadCommand),
    #[error("version {0} is not supported; this engine implements version {VERSION}")]
    Version(u32),
    #[error("unknown option '{0}'; the options are bot and seed")]
    NoOption(String),
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error("'{0}' is not a seed: write a number")]
    BadSeed(String),
    #[error("no game yet: send for example 'game land rules=base,fields seats=2'")]
    NoGame,
    #[error("there is no seat {number} in a game for {seats}; seats are numbered from 0")]
    NoSeat { number: u8, seats: u8 },
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("'{0}' is not an action of this game")]
    NoAction(String),
    #[error("'{token}' is not legal: {why}")]
    Illegal { token: String, why: Illegality },
    #[error("chance is to act: send the drawn or revealed item, as in 'play DV'")]
    ChanceActs,
    #[error("the game is over")]
    GameOver,
    #[error("{} is to act, and this engine plays {}", Numbered(*actor), Numbered(*own))]
    NotOurs { own: Seat, actor: Seat },
    #[error("'{0}' is not legal here; were all actions sent?")]
    NotLegalHere(String),
    #[error("'{0}' is legal here but not in the list; were all actions sent?")]
    LegalHere(String),
}

/// A seat displayed by its number, as in the protocol.
struct Numbered(Seat);

impl fmt::Display for Numbered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "seat {}", self.0.index())
    }
}
