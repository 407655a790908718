//! Questions, answered outside the lock of the table so that they block nothing.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering;
use std::time::Duration;

use bastide_protocol::{Answer, Problem, ProblemCode, Question};
use bastide_table::{Inquiry, problem};

use super::{Credentials, Hub, loaded};
use crate::fair::{FairQueue, Full, Size};

/// Size of the hint queue; `running` is replaced by the number of bot threads.
pub(super) const HINTS: Size = Size { running: 1, own: 16, all: 128 };

/// Size of the queue of other slow questions.
pub(super) const LOOKUPS: Size = Size { running: 2, own: 64, all: 512 };

/// Maximum time that a question waits in its queue.
const WAIT: Duration = Duration::from_secs(8);

impl Hub {
    /// Answers a question.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the table does not allow the question or the question is invalid.
    pub async fn ask(
        &self,
        table: &str,
        credentials: Credentials<'_>,
        question: &Question,
    ) -> Result<Answer, Problem> {
        self.ask_for(table, credentials, question, 0).await
    }

    /// Answers a question; `client` is the key of the client in the fair queues.
    ///
    /// # Errors
    /// Same as [`Hub::ask`]; also if too many questions are waiting.
    pub async fn ask_for(
        &self,
        table: &str,
        credentials: Credentials<'_>,
        question: &Question,
        client: u64,
    ) -> Result<Answer, Problem> {
        let live = self.find(table)?;
        let inquiry = {
            let mut state = live.state.lock().await;
            self.ensure(&live, &mut state).await?;
            let who = self.identify(&live, &mut state, credentials).await?;
            Inquiry::new(loaded(&state)?, &who, question)
        };
        self.0.counters.questions.fetch_add(1, Ordering::Relaxed);
        match question {
            Question::Preview { .. }
            | Question::Previews { .. }
            | Question::DeadCells
            | Question::Standing => answer(&inquiry),
            Question::Hint => queued(&self.0.hints, client, inquiry).await,
            Question::Fields
            | Question::Feature { .. }
            | Question::At { .. }
            | Question::Tile { .. } => queued(&self.0.lookups, client, inquiry).await,
        }
    }

    /// Returns the number of running and waiting questions: first of hints, then of the others.
    pub fn questions(&self) -> [(usize, usize); 2] {
        [self.0.hints.load(), self.0.lookups.load()]
    }
}

/// Answers a question on a blocking thread once the queue admits it.
async fn queued(queue: &FairQueue, client: u64, inquiry: Inquiry) -> Result<Answer, Problem> {
    let turn = match tokio::time::timeout(WAIT, queue.enter(client)).await {
        Ok(Ok(turn)) => turn,
        Ok(Err(Full::Own)) => {
            let message = "too many pending queries from this address: try again in a moment";
            return Err(problem(ProblemCode::TooMany, message));
        }
        Ok(Err(Full::All)) | Err(_) => {
            let message = "too many pending queries: try again in a moment";
            return Err(problem(ProblemCode::Busy, message));
        }
    };
    let span = tracing::Span::current();
    let answer = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        span.in_scope(|| answer(&inquiry))
    });
    answer.await.unwrap_or_else(|_| Err(problem(ProblemCode::Internal, "the query failed")))
}

/// Answers a question. A panic affects only a copy, so the table is not quarantined.
fn answer(inquiry: &Inquiry) -> Result<Answer, Problem> {
    catch_unwind(AssertUnwindSafe(|| inquiry.answer())).unwrap_or_else(|_| {
        tracing::error!(question = ?inquiry.question(), "a query panicked");
        Err(problem(ProblemCode::Internal, "the query failed"))
    })
}
