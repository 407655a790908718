//! The phase of a turn, for controllers that do not know the rules.

use core::fmt;
use core::str::FromStr;

use bastide::{Action, Actor, AnyGame, Game};

/// The kind of decision that is due.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Chance draws a tile.
    Draw,
    /// Chance reveals a wall token.
    Reveal,
    /// A seat lays the drawn tile.
    Place,
    /// A seat can build a piece.
    Build,
    /// A seat can place a figure, or take one back.
    Figure,
    /// A seat must take a figure back before the drawn tile is laid.
    Return,
    /// A seat chooses the feature that is scored next.
    Settle,
    /// A seat can take another turn.
    Again,
    /// The game is over.
    Over,
}

impl Phase {
    /// All phases.
    pub const ALL: [Phase; 9] = [
        Phase::Draw,
        Phase::Reveal,
        Phase::Place,
        Phase::Build,
        Phase::Figure,
        Phase::Return,
        Phase::Settle,
        Phase::Again,
        Phase::Over,
    ];

    /// Returns the keyword of the protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Phase::Draw => "draw",
            Phase::Reveal => "reveal",
            Phase::Place => "place",
            Phase::Build => "build",
            Phase::Figure => "figure",
            Phase::Return => "return",
            Phase::Settle => "settle",
            Phase::Again => "again",
            Phase::Over => "over",
        }
    }

    /// Returns the phase of a game.
    pub fn of(game: &AnyGame) -> Phase {
        // Passing comes last, so the first legal action shows the kind of the decision.
        match game.actions().first() {
            None => Phase::Over,
            Some(Action::Draw(_)) => Phase::Draw,
            Some(Action::Reveal(_)) => Phase::Reveal,
            Some(Action::Place { .. }) => Phase::Place,
            Some(Action::Build { .. }) => Phase::Build,
            Some(Action::Settle(_) | Action::UseToken { on: Some(_), .. }) => Phase::Settle,
            Some(Action::UseToken { on: None, .. }) => Phase::Again,
            Some(Action::Deploy { .. } | Action::Recall(_) | Action::Pass) => {
                if game.drawn().is_some() { Phase::Return } else { Phase::Figure }
            }
        }
    }
}

/// Answer to `state`.
///
/// ```
/// use bastide_engine::{Phase, State};
/// let state: State = "place seat=0 turn=0 tile=V left=70 discarded=W".parse()?;
/// assert_eq!((state.phase, state.seat), (Phase::Place, Some(0)));
/// assert_eq!(state.discarded, ["W"]);
/// # Ok::<(), bastide_engine::BadState>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    /// The decision that is due.
    pub phase: Phase,
    /// The seat to act, from 0; none for chance and after the end.
    pub seat: Option<u8>,
    /// The seat whose turn it is, from 0.
    pub turn: u8,
    /// The tile that is drawn but not laid yet.
    pub tile: Option<String>,
    /// Number of tiles in the bag.
    pub left: u32,
    /// Tiles that the last `play` removed from the game because they fit nowhere.
    pub discarded: Vec<String>,
}

impl State {
    /// Returns the state of a game, without discarded tiles.
    pub fn of(game: &AnyGame) -> State {
        let seat = match game.to_act() {
            Actor::Seat(seat) => Some(seat.index() as u8),
            Actor::Chance | Actor::Nobody => None,
        };
        State {
            phase: Phase::of(game),
            seat,
            turn: game.turn().index() as u8,
            tile: game.drawn().map(|tile| game.board().tiles().kind(tile).name.to_string()),
            left: game.bag().left(),
            discarded: Vec::new(),
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let State { phase, seat, turn, tile, left, discarded } = self;
        f.write_str(phase.name())?;
        seat.map_or(Ok(()), |seat| write!(f, " seat={seat}"))?;
        write!(f, " turn={turn}")?;
        tile.as_ref().map_or(Ok(()), |tile| write!(f, " tile={tile}"))?;
        write!(f, " left={left}")?;
        if discarded.is_empty() { Ok(()) } else { write!(f, " discarded={}", discarded.join(",")) }
    }
}

impl FromStr for State {
    type Err = BadState;

    /// Parses the phase and its keys, in any order; ignores unknown keys.
    fn from_str(text: &str) -> Result<State, BadState> {
        let mut words = text.split_ascii_whitespace();
        let phase = words.next().and_then(|name| Phase::ALL.into_iter().find(|p| p.name() == name));
        let phase = phase.ok_or(BadState)?;
        let (mut seat, mut turn, mut tile, mut left) = (None, None, None, None);
        let mut discarded = Vec::new();
        for word in words {
            let (key, value) = word.split_once('=').ok_or(BadState)?;
            match key {
                "seat" => seat = Some(value.parse().map_err(|_| BadState)?),
                "turn" => turn = Some(value.parse().map_err(|_| BadState)?),
                "tile" => tile = Some(value.to_owned()),
                "left" => left = Some(value.parse().map_err(|_| BadState)?),
                "discarded" => discarded = value.split(',').map(str::to_owned).collect(),
                _ => {}
            }
        }
        let (turn, left) = (turn.ok_or(BadState)?, left.ok_or(BadState)?);
        Ok(State { phase, seat, turn, tile, left, discarded })
    }
}

/// Error returned if a text is not a [`State`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("expected a phase, turn=N and left=N")]
pub struct BadState;
