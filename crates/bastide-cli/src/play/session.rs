//! A match with its players and the file to which it is saved.

use std::fs;

use anyhow::{Context as _, Result};
use bastide::{Action, Seat, SeatColours};
use bastide_bots::{Bot, Spec, Stepwise};
use bastide_host::{Dealer, Deck, Dice, Match, Record, Seed};

use super::Play;
use crate::board::Size;
use crate::console::Fault;
use crate::input::{self, GameArgs, TileArgs};
use crate::words::{Names, Teller};

/// Header key of the comma-separated list of players by seat.
const SEATS: &str = "seats-by";
/// Prefix of the last line of an unfinished saved game. It is a comment and not a part of the
/// record, because the seed of a running game is secret.
const SECRET: &str = "# resume with seed ";

/// The player of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Sitter {
    /// A person at the keyboard.
    Person,
    /// A bot.
    Bot(Spec),
}

impl Sitter {
    fn name(self) -> String {
        match self {
            Sitter::Person => "person".to_owned(),
            Sitter::Bot(spec) => spec.to_string(),
        }
    }

    fn from_name(name: &str) -> Option<Sitter> {
        match name {
            "person" => Some(Sitter::Person),
            name => name.parse().ok().map(Sitter::Bot),
        }
    }
}

/// A game in progress.
pub(crate) struct Session {
    /// The game, its record and its dealer.
    pub(crate) current: Match,
    /// Formats events as sentences.
    pub(crate) teller: Teller,
    /// Size of a tile, or `None` to adapt it to the terminal.
    pub(crate) size: Option<Size>,
    sitters: Vec<Sitter>,
    bots: Vec<Option<Stepwise<Box<dyn Bot + Send>>>>,
    file: Option<String>,
}

impl Session {
    /// Creates a new game from the arguments.
    pub(crate) fn new(args: &Play) -> Result<Session> {
        let people = args.people.unwrap_or(1);
        let players = args.players.unwrap_or(people.max(2));
        if let Some(file) = &args.save {
            check_new(file)?;
        }
        let (rules, tiles) = (args.rules.clone(), args.tiles.clone());
        let mut setup = GameArgs { rules, players, tiles }.setup()?;
        let sitters = sitters(args, players)?;
        let dealer = match &args.deck {
            Some(names) => {
                setup.deck = Some(names.iter().map(|name| name.trim().into()).collect());
                Dealer::forced(setup.deck.iter().flatten().cloned())
            }
            None => Dealer::seeded(seed(args.seed.as_deref())?, ""),
        };
        // SETUP-4: drawn from the seed, unless the players choose.
        setup.first = match args.first {
            None => dealer.first(players),
            Some(seat) if (1..=players).contains(&seat) => seat - 1,
            Some(seat) => {
                return Err(Fault::input(format!("seat {seat} cannot begin"))
                    .hint(format!("--first takes 1 to {players}"))
                    .code("first-seat")
                    .into());
            }
        };
        let mut current = Match::new(setup, dealer).map_err(|error| match error {
            bastide_host::MatchError::Setup(error) => input::bad_setup(error),
            other => Fault::input(other).into(),
        })?;
        if args.names.len() > usize::from(players) {
            let message = format!("{} names for {players} players", args.names.len());
            return Err(Fault::input(message).into());
        }
        let names: Vec<String> = sitters.iter().map(|sitter| sitter.name()).collect();
        current.set_extra(SEATS, names.join(",")).context("a plain key")?;
        if !args.names.is_empty() {
            current.set_extra(Record::PLAYERS, args.names.join(",")).context("a plain key")?;
        }
        if let Some(names) = &args.colours {
            check_colours(names, players)?;
            current.set_extra(Record::COLOURS, names.as_str()).context("a plain key")?;
        }
        Ok(Session::of(current, sitters, args.save.clone()))
    }

    /// Resumes a saved game.
    pub(crate) fn resume(file: &str, tiles: &TileArgs) -> Result<Session> {
        if file == "-" {
            return Err(Fault::input("a game cannot be resumed from standard input")
                .hint("your answers are read from there; save the record to a file first")
                .into());
        }
        let text = input::text(file, "give the file that 'bastide play --save FILE' wrote")?;
        let record = Record::read_with(&text, tiles.read()?.as_ref())
            .map_err(|error| input::bad_record(file, &error))?;
        if record.result().is_some() {
            return Err(Fault::input(format!("the game in {file} is over"))
                .hint(format!("show it with: bastide show {file}"))
                .into());
        }
        let seed = text.lines().rev().find_map(|line| line.trim().strip_prefix(SECRET));
        let dealer = match (seed, &record.setup().deck) {
            (Some(seed), _) => Dealer::salted(self::seed(Some(seed))?, record.salts().clone()),
            (None, Some(deck)) if record.commitment().is_none() => {
                // A deck does not contain wall tokens: the recorded ones are repeated.
                let seen = record.actions().iter().filter_map(|action| match action {
                    Action::Reveal(token) => Some(*token),
                    _ => None,
                });
                Dealer::Forced(Deck::new(deck.iter().cloned()).with_tokens(seen))
            }
            (None, _) => {
                return Err(Fault::input(format!(
                    "{file} does not contain the state of the draws"
                ))
                .hint("only games saved by 'bastide play' can be resumed")
                .into());
            }
        };
        let named = record.extra().get(SEATS).map(String::as_str);
        let sitters: Option<Vec<Sitter>> = match named {
            Some(list) => list.split(',').map(Sitter::from_name).collect(),
            None => Some(vec![Sitter::Person; usize::from(record.setup().seats)]),
        };
        let sitters = sitters.filter(|s| s.len() == usize::from(record.setup().seats));
        let sitters = sitters.ok_or_else(|| {
            Fault::input(format!("{file} does not name the players of the seats")).hint(format!(
                "its header needs one entry for each seat, such as {SEATS}=person,greedy"
            ))
        })?;
        let current = Match::resume(record, dealer)
            .map_err(|error| Fault::input(format!("{file} cannot be resumed: {error}")))?;
        Ok(Session::of(current, sitters, Some(file.to_owned())))
    }

    fn of(current: Match, sitters: Vec<Sitter>, file: Option<String>) -> Session {
        let teller = Teller::new(input::names(current.record()));
        let bot = |sitter: &Sitter| match sitter {
            Sitter::Person => None,
            Sitter::Bot(spec) => Some(Stepwise::new(spec.build(0))),
        };
        let bots = sitters.iter().map(bot).collect();
        Session { current, teller, size: None, sitters, bots, file }
    }

    /// Returns the player of a seat.
    pub(crate) fn sitter(&self, seat: Seat) -> Sitter {
        self.sitters[seat.index()]
    }

    /// Returns true if a person plays at the keyboard.
    pub(crate) fn has_people(&self) -> bool {
        self.sitters.contains(&Sitter::Person)
    }

    /// Returns names that identify bots.
    pub(crate) fn labels(&self) -> Names {
        let label = |(sitter, seat): (&Sitter, Seat)| {
            let name = self.teller.names().of(seat);
            match sitter {
                Sitter::Person => name.to_owned(),
                Sitter::Bot(spec) => format!("{name} ({spec})"),
            }
        };
        let seats = Seat::all(Seat::MOST as u8);
        let labels: Vec<_> = self.sitters.iter().zip(seats).map(label).collect();
        Names::new(&labels, &self.current.record().colours())
    }

    /// Returns the action of a bot. It depends only on the game, so that a resumed game continues
    /// as an uninterrupted one.
    pub(crate) fn ask_bot(&mut self, seat: Seat) -> Action {
        let record = self.current.record();
        let seed = record.commitment().map_or(0, |c| {
            u64::from_str_radix(&c.to_string()[..16], 16).expect("a commitment is hexadecimal")
        });
        let (Some(bot), Sitter::Bot(spec)) =
            (&mut self.bots[seat.index()], self.sitters[seat.index()])
        else {
            unreachable!("only bots compute moves");
        };
        bot.reseed(Dice::new(seed, record.actions().len() as u64));
        bot.choose(self.current.game(), spec.budget)
    }

    /// Returns the file to which the game is saved, if any.
    pub(crate) fn file(&self) -> Option<&str> {
        self.file.as_deref()
    }

    /// Saves the game if it has a file.
    pub(crate) fn keep(&self) -> Result<()> {
        match &self.file {
            Some(file) => self.write(file),
            None => Ok(()),
        }
    }

    /// Saves the game to be resumed later, and returns the file name.
    pub(crate) fn leave(&mut self) -> Result<String> {
        let file = self.file.clone().unwrap_or_else(|| {
            let name = self.current.record().commitment().map_or_else(
                || "deck".to_owned(),
                |commitment| commitment.to_string()[..8].to_owned(),
            );
            format!("bastide-{name}.bastide")
        });
        self.write(&file)?;
        Ok(file)
    }

    fn write(&self, file: &str) -> Result<()> {
        let record = self.current.record();
        let mut text = record.to_text();
        if let (None, Some(seed)) = (record.result(), self.current.seed()) {
            text += &format!("{SECRET}{seed}\n");
        }
        // Written to a temporary file first, so that a crash never leaves half a record.
        let draft = format!("{file}.part");
        fs::write(&draft, text).and_then(|()| fs::rename(&draft, file)).map_err(|error| {
            Fault::input(format!("cannot save to {file}: {error}"))
                .hint("choose another file with --save FILE")
                .into()
        })
    }
}

/// Checks that `names` are valid colours for this number of players.
fn check_colours(names: &str, players: u8) -> Result<()> {
    let fault = |text: String, hint: &str| Fault::input(text).hint(hint).code("colours");
    if names.split(',').count() > usize::from(players) {
        return Err(fault(
            format!("--colours {names}: there are more colours than seats"),
            "give at most one for each player",
        )
        .into());
    }
    if let Err(error) = names.parse::<SeatColours>() {
        let hint = "give different colours separated by commas: --colours white,black";
        return Err(fault(format!("--colours {names}: {error}"), hint).into());
    }
    Ok(())
}

/// Checks that a record can be saved to a new file of this name, before the game
/// and not after its last turn.
fn check_new(file: &str) -> Result<()> {
    match fs::OpenOptions::new().write(true).create_new(true).open(file) {
        Ok(_) => {
            // A game that is quit before its first turn leaves no file behind.
            let _ = fs::remove_file(file);
            Ok(())
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {
            Err(Fault::input(format!("{file} already exists"))
                .hint(format!(
                    "save to another file, or resume the game: bastide play --resume {file}"
                ))
                .into())
        }
        Err(error) => Err(Fault::input(format!("cannot save to {file}: {error}"))
            .hint("give a file in a writable directory")
            .into()),
    }
}

fn sitters(args: &Play, players: u8) -> Result<Vec<Sitter>> {
    let is_person = |seat: u8| match args.people {
        Some(people) => seat < people,
        None => seat + 1 == args.you,
    };
    if args.people.is_some_and(|people| people > players) {
        let message = format!("{} people for {players} seats", args.people.unwrap_or(0));
        return Err(Fault::input(message).hint("raise --players").into());
    }
    if args.people.is_none() && !(1..=players).contains(&args.you) {
        let message = format!("there is no seat {} among {players} players", args.you);
        let hint = format!("--you takes 1 to {players}; --players N adds seats");
        return Err(Fault::input(message).hint(hint).into());
    }
    let free = (0..players).filter(|&seat| !is_person(seat)).count();
    if args.bot.len() != 1 && args.bot.len() != free {
        let message = format!("{} bots for {free} free seats", args.bot.len());
        return Err(Fault::input(message).hint("give one --bot for all, or one for each").into());
    }
    let mut bots = args.bot.iter().copied().cycle();
    let sitter = |seat| match is_person(seat) {
        true => Some(Sitter::Person),
        false => bots.next().map(Sitter::Bot),
    };
    Ok((0..players).filter_map(sitter).collect())
}

fn seed(asked: Option<&str>) -> Result<Seed> {
    let Some(text) = asked else { return Ok(Seed::random()) };
    if let Ok(number) = text.parse() {
        return Ok(Seed::from_number(number));
    }
    text.parse().map_err(|error| {
        Fault::input(format!("'{text}' is not a seed: {error}"))
            .hint("a seed is a number, or the 64 digits printed by a finished game")
            .into()
    })
}
