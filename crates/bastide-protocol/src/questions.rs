//! Answers to questions about a game as it stands.

use bastide::{Action, Actor, AnyGame, Game};

use crate::aid::{Answer, Question};
use crate::lens::Lens;
use crate::message::{Problem, ProblemCode};
use crate::offers::read_action;
use crate::table::Aid;

/// No turn has more actions, nor anything else done before chance has its
/// say.
const MOST_ACTIONS: usize = 64;

/// A game, how far it is, and who asks about it.
#[derive(Clone, Copy, Debug)]
pub struct Standpoint<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// How many actions were taken, chance included.
    pub actions: usize,
    /// How many turns have ended.
    pub turns: usize,
    /// What may be told.
    pub aid: Aid,
    /// The seat that asks; nobody's, if a watcher does. Of several seats of
    /// one person, the one to act.
    pub seat: Option<u8>,
}

impl Lens {
    /// The answer to a question. Nothing changes by it.
    ///
    /// # Errors
    /// If the table does not have this aid, or the question makes no sense.
    pub fn answer(&self, from: &Standpoint<'_>, question: &Question) -> Result<Answer, Problem> {
        if let Question::Preview { actions } = question {
            return self.preview(from, actions);
        }
        match from.aid {
            Aid::None => Err(not_allowed("this table plays without aids")),
            Aid::Standard | Aid::Coach => Err(not_allowed("not yet")),
        }
    }

    /// What would be if these actions were taken.
    fn preview(&self, from: &Standpoint<'_>, texts: &[String]) -> Result<Answer, Problem> {
        if texts.len() > MOST_ACTIONS {
            let message = format!("{} actions are more than any turn has", texts.len());
            return Err(Problem::new(ProblemCode::TooLarge, message));
        }
        let (mut game, mut events) = (from.game.clone(), Vec::new());
        for text in texts {
            let action: Action = read_action(&game, text)?;
            events.extend(self.play(&mut game, &[action]));
        }
        let ended = |event: &&crate::GameEvent| {
            matches!(event, crate::GameEvent::TurnBegan { .. } | crate::GameEvent::GameEnded { .. })
        };
        let turns = from.turns + events.iter().filter(ended).count();
        let mut view = self.sketch(&game, from.actions + texts.len(), turns, from.aid);
        view.laid = self.laid_from(&game, from.game.board().laid().len());
        let goes_on =
            matches!(game.to_act(), Actor::Seat(_)) && game.to_act() == from.game.to_act();
        Ok(Answer::Preview {
            actions: texts.to_vec(),
            events,
            game: Box::new(view),
            offers: if goes_on { self.offers(&game, from.aid) } else { None },
        })
    }
}

/// The table has agreed not to have this.
fn not_allowed(message: &str) -> Problem {
    Problem::new(ProblemCode::AidNotAllowed, message)
}
