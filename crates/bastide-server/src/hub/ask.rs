//! Questions, answered away from the table so that nothing waits for them.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;

use bastide::AnyGame;
use bastide_protocol::{Aid, Answer, Lens, Problem, ProblemCode, Question, Standpoint};

use super::{Caller, Hub, loaded};
use crate::problem;
use crate::table::{Identity, Table};

impl Hub {
    /// Answers a question.
    ///
    /// # Errors
    /// If the table does not want it answered, or it means nothing.
    pub async fn ask(
        &self,
        table: &str,
        caller: Caller<'_>,
        question: &Question,
    ) -> Result<Answer, Problem> {
        let live = self.find(table)?;
        let asked = {
            let mut state = live.state.lock().await;
            self.ensure(&live, &mut state).await?;
            let who = self.identify(&live, &mut state, caller).await?;
            Asked::new(loaded(&state)?, &who, question)
        };
        self.0.counters.questions.fetch_add(1, Ordering::Relaxed);
        match question {
            Question::Preview { .. } | Question::DeadCells | Question::Standing => asked.answer(),
            Question::Hint
            | Question::Fields
            | Question::Feature { .. }
            | Question::At { .. }
            | Question::Tile { .. } => {
                // Heavy ones wait for each other, so that moves never wait for them.
                let closed = |_| problem(ProblemCode::Restarting, "the server is going down");
                let _permit = self.0.thinkers.acquire().await.map_err(closed)?;
                let answer = tokio::task::spawn_blocking(move || asked.answer()).await;
                answer.unwrap_or_else(|_| {
                    Err(problem(ProblemCode::Internal, "the question could not be answered"))
                })
            }
        }
    }
}

/// A question and all that is needed to answer it, away from the table.
struct Asked {
    lens: &'static Lens,
    game: AnyGame,
    actions: usize,
    turns: usize,
    aid: Aid,
    seat: Option<u8>,
    question: Question,
}

impl Asked {
    fn new(table: &Table, who: &Identity, question: &Question) -> Asked {
        Asked {
            lens: table.lens(),
            game: table.game().clone(),
            actions: table.actions(),
            turns: table.turns(),
            aid: table.aid(),
            seat: table.asking_seat(who),
            question: question.clone(),
        }
    }

    fn answer(&self) -> Result<Answer, Problem> {
        let Asked { game, actions, turns, aid, seat, .. } = self;
        let from = Standpoint { game, actions: *actions, turns: *turns, aid: *aid, seat: *seat };
        // Whatever goes wrong here concerns a copy, so the table need not know.
        let answer = || self.lens.answer(&from, &self.question);
        catch_unwind(AssertUnwindSafe(answer)).unwrap_or_else(|_| {
            tracing::error!(question = ?self.question, "a question panicked");
            Err(problem(ProblemCode::Internal, "the question could not be answered"))
        })
    }
}
