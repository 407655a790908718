//! The controller's side of the engine protocol, without its transport: which lines an engine is
//! sent, and what its answers mean.

use bastide::{Action, Actor, AnyGame, Game as _};
use bastide_bots::Budget;
use bastide_engine::{Answer, Command, Go, Profile, VERSION, legal};
use bastide_host::Record;

use super::{Ask, Failure};

/// Maximum number of actions in one line, which keeps lines below the limit of the protocol.
const ACTIONS: usize = 500;

/// State of the dialogue with one engine.
#[derive(Default)]
pub(crate) struct Dialogue {
    /// The game that the engine has been told, its seat and the actions so far.
    told: Option<(String, u8, Vec<String>)>,
}

/// The command that begins a connection.
pub(crate) fn greeting() -> String {
    Command::Hello(VERSION).to_string()
}

impl Dialogue {
    /// Returns the lines that bring the engine to the position of a request. Each is answered with
    /// `ok`. Until [`Dialogue::reached`] is called, the engine's position counts as unknown.
    pub(crate) fn approach(&mut self, ask: &Ask) -> Result<Vec<String>, Failure> {
        let mut lines = Vec::new();
        let known = match self.told.take() {
            Some((game, seat, told))
                if game == ask.game_id && seat == ask.seat && ask.played.starts_with(&told) =>
            {
                told.len()
            }
            _ => {
                let record = Record::new(ask.setup.clone()).map_err(|_| Failure::DoesNotPlay)?;
                lines.push(Command::Game(Box::new(record)).to_string());
                lines.push(Command::Seat(ask.seat).to_string());
                0
            }
        };
        let played = ask.played[known..].chunks(ACTIONS);
        lines.extend(played.map(|actions| Command::Play(actions.to_vec()).to_string()));
        Ok(lines)
    }

    /// Records that the engine has accepted all lines of a request, and then these actions of its
    /// own.
    pub(crate) fn reached(&mut self, ask: &Ask, own: &[String]) {
        let played = ask.played.iter().chain(own).cloned().collect();
        self.told = Some((ask.game_id.clone(), ask.seat, played));
    }

    /// Returns the line that requests an action in `game`.
    pub(crate) fn request(profile: &Profile, ask: &Ask, game: &AnyGame) -> String {
        let legal = profile.wants_legal.then(|| legal(game));
        let budget = Some(Budget::Time(ask.time));
        Command::Go(Go { budget, clock: None, legal }).to_string()
    }

    /// Returns the line that confirms an action.
    pub(crate) fn confirm(token: &str) -> String {
        Command::Play(vec![token.to_owned()]).to_string()
    }

    /// Returns the legal action that an answer to [`Dialogue::request`] names.
    pub(crate) fn chosen(answer: Answer, game: &AnyGame) -> Result<(Action, String), Failure> {
        match answer {
            Answer::Move(token) => {
                let action = game.notation().parse(&token).map_err(|_| Failure::Illegal)?;
                game.check(action).map_err(|_| Failure::Illegal)?;
                Ok((action, token))
            }
            Answer::Error(_) => Err(Failure::Refused),
            _ => Err(Failure::Unreadable),
        }
    }

    /// Returns true if `seat` is to act.
    pub(crate) fn is_due(game: &AnyGame, seat: u8) -> bool {
        matches!(game.to_act(), Actor::Seat(acting) if acting.index() == usize::from(seat))
    }
}
