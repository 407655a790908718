//! Questions of clients about a game.

use bastide::AnyGame;
use bastide_protocol::{Aid, Answer, Problem, Question, Standpoint, ViewBuilder};

use crate::{Identity, Table};

/// A question with a copy of all state needed to answer it without the table.
pub struct Inquiry {
    views: &'static ViewBuilder,
    game: AnyGame,
    actions: usize,
    turns: usize,
    aid: Aid,
    seat: Option<u8>,
    question: Question,
}

impl Inquiry {
    /// Creates the inquiry of a client about the current state of `table`.
    pub fn new(table: &Table, who: &Identity, question: &Question) -> Inquiry {
        Inquiry {
            views: table.views(),
            game: table.game().clone(),
            actions: table.actions(),
            turns: table.turns(),
            aid: table.aid(),
            seat: table.asking_seat(who),
            question: question.clone(),
        }
    }

    /// Returns the question.
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Answers the question. A hint takes as long as a move of a bot.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the table does not allow the question or the question is invalid.
    pub fn answer(&self) -> Result<Answer, Problem> {
        let Inquiry { game, actions, turns, aid, seat, .. } = self;
        let from = Standpoint { game, actions: *actions, turns: *turns, aid: *aid, seat: *seat };
        self.views.answer(&from, &self.question)
    }
}
