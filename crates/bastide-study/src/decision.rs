//! The decisions of a record: whole turns, with the draws that precede them.

use bastide::{Action, Actor, AnyGame, Game, Seat};
use bastide_host::Record;

/// A decision of a recorded game: the actions of one seat up to the point where chance or another
/// seat acts.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The state in which the seat decides.
    pub game: AnyGame,
    /// The seat.
    pub seat: Seat,
    /// Number of actions of the record before the decision.
    pub at: usize,
    /// Number of the turn it belongs to, from 1.
    pub turn: usize,
    /// Chance actions since the previous decision.
    pub draws: Vec<Action>,
    /// The actions that were played.
    pub played: Vec<Action>,
    /// The state after them.
    pub after: AnyGame,
}

/// Iterates over the decisions of a record. A last decision that is incomplete is left out.
///
/// ```
/// let record = bastide_host::Record::parse(
///     "bastide 1\ngame land rules=base,fields seats=2 deck=V,E\nDV P1,0r0 M0\nDE P0,-1r2 M0\n",
/// )?;
/// let all: Vec<_> = bastide_study::decisions(&record).collect();
/// assert_eq!(all.len(), 2);
/// assert_eq!((all[1].at, all[1].turn, all[1].draws.len(), all[1].played.len()), (4, 2, 1, 2));
/// # Ok::<(), bastide_host::RecordError>(())
/// ```
pub fn decisions(record: &Record) -> impl Iterator<Item = Decision> + '_ {
    let (actions, ends) = (record.actions(), record.turn_ends());
    let (mut game, mut at) = (record.start(), 0);
    core::iter::from_fn(move || {
        let mut draws = Vec::new();
        while game.to_act() == Actor::Chance {
            let &draw = actions.get(at)?;
            game.play_unchecked(draw);
            draws.push(draw);
            at += 1;
        }
        let Actor::Seat(seat) = game.to_act() else { return None };
        let (before, first) = (game.clone(), at);
        let is_single = is_single_step(&game);
        loop {
            game.play_unchecked(*actions.get(at)?);
            at += 1;
            if is_single || game.to_act() != Actor::Seat(seat) || game.turn() != seat {
                break;
            }
        }
        let turn = 1 + ends.partition_point(|&end| end <= first);
        let played = actions[first..at].to_vec();
        let after = game.clone();
        Some(Decision { game: before, seat, at: first, turn, draws, played, after })
    })
}

/// Returns true if the seat to act decides one action only, as bots do: the figure that is lost to
/// the plague is a separate decision (WHEEL-PLAGUE-2).
pub(crate) fn is_single_step(game: &AnyGame) -> bool {
    matches!(game, AnyGame::Land(_))
        && game.drawn().is_some()
        && !matches!(game.actions().first(), Some(Action::Place { .. }))
}
