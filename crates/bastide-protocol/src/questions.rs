//! Answers to queries about the current state of a game.

use bastide::{Action, Actor, AnyGame, Cell, Game, SegmentRef};
use bastide_art::dead_cells;

use crate::aid::{Answer, PreviewView, Question};
use crate::game::EventView;
use crate::hints::advice;
use crate::message::{Problem, ProblemCode};
use crate::new_table::Aid;
use crate::offers::read_action;
use crate::standing::standing;
use crate::view::{number, xy};
use crate::view_builder::ViewBuilder;

/// Maximum number of actions of a preview. No turn has more before the next chance event.
const MOST_ACTIONS: usize = 64;

/// Maximum number of turns of a query. A cell has no more ways to place a tile: four rotations,
/// each with a bridge along either axis or none. Also bounds the cost of a query.
const MOST_TURNS: usize = 16;

/// A game, its progress and the client that sends a query.
#[derive(Clone, Copy, Debug)]
pub struct Standpoint<'a> {
    /// The game.
    pub game: &'a AnyGame,
    /// Number of actions taken, including draws and reveals.
    pub actions: usize,
    /// Number of turns that have ended.
    pub turns: usize,
    /// Aid level of the table.
    pub aid: Aid,
    /// Seat of the client; `None` for a watcher. If the client has several seats, the one that has
    /// to act.
    pub seat: Option<u8>,
}

impl ViewBuilder {
    /// Answers a query without changing the game.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the aid level of the table does not allow the query, or if the
    /// query is malformed, too large, illegal or not for this seat.
    pub fn answer(&self, from: &Standpoint<'_>, question: &Question) -> Result<Answer, Problem> {
        let game = from.game;
        // Once a game is over, no answer can give an advantage.
        let is_free = match question {
            Question::Preview { .. } | Question::Previews { .. } => true,
            // The scoring event has already disclosed everything about it.
            Question::Feature { site } => self.is_complete(game, site),
            _ => false,
        };
        if from.aid == Aid::None && !is_free && !game.is_over() {
            return Err(not_allowed("aids are disabled at this table"));
        }
        Ok(match question {
            Question::Preview { actions } => self.preview(from, actions)?,
            Question::Previews { turns } if turns.len() > MOST_TURNS => {
                let message = format!("too many turns for one question: {}", turns.len());
                return Err(Problem::new(ProblemCode::TooLarge, message));
            }
            Question::Previews { turns } => {
                let previews = turns.iter().map(|turn| Ok(self.look_ahead(from, turn)?.1));
                Answer::Previews { previews: previews.collect::<Result<_, _>>()? }
            }
            Question::Feature { site } => {
                let segment = game.board().segment_at(read_site(game, site)?);
                let feature = segment.map(|segment| Box::new(self.feature(game, segment)));
                Answer::Feature { feature }
            }
            &Question::At { x, y } => {
                let segment = self.segment_at(game, x, y);
                let feature = segment.map(|segment| Box::new(self.feature(game, segment)));
                Answer::Feature { feature }
            }
            Question::Tile { cell } => {
                let features = match (i8::try_from(cell.x), i8::try_from(cell.y)) {
                    (Ok(x), Ok(y)) => self.features_on(game, Cell::new(x, y)),
                    _ => Vec::new(),
                };
                Answer::Features { features }
            }
            Question::Fields => Answer::Fields { fields: self.fields(game) },
            Question::DeadCells => {
                Answer::DeadCells { cells: dead_cells(game).into_iter().map(xy).collect() }
            }
            Question::Standing => Answer::Standing { seats: standing(game) },
            Question::Hint => match (from.aid, game.to_act()) {
                (Aid::None | Aid::Standard, _) => {
                    return Err(not_allowed("the coach is disabled at this table"));
                }
                (Aid::Coach, Actor::Seat(seat)) if from.seat == Some(number(seat)) => {
                    Answer::Hint { advice: advice(game) }
                }
                (Aid::Coach, _) => {
                    let message = "advice is available only to the player to act";
                    return Err(Problem::new(ProblemCode::NotYourTurn, message));
                }
            },
        })
    }

    /// Returns true if `site` belongs to a complete feature.
    fn is_complete(&self, game: &AnyGame, site: &str) -> bool {
        let segment = read_site(game, site).ok().and_then(|site| game.board().segment_at(site));
        segment.is_some_and(|segment| self.feature(game, segment).is_complete)
    }

    /// Returns the result of the actions, with the game view after them.
    fn preview(&self, from: &Standpoint<'_>, texts: &[String]) -> Result<Answer, Problem> {
        let (game, PreviewView { actions, events, offers }) = self.look_ahead(from, texts)?;
        let ended = |event: &&EventView| {
            matches!(event, EventView::TurnBegan { .. } | EventView::GameEnded { .. })
        };
        let turns = from.turns + events.iter().filter(ended).count();
        let mut view = self.sketch(&game, from.actions + texts.len(), turns, from.aid);
        view.laid = self.laid_from(&game, from.game.board().laid().len());
        Ok(Answer::Preview { actions, events, game: Box::new(view), offers })
    }

    /// Plays actions on a copy of the game.
    fn look_ahead(
        &self,
        from: &Standpoint<'_>,
        texts: &[String],
    ) -> Result<(AnyGame, PreviewView), Problem> {
        if texts.len() > MOST_ACTIONS {
            let message = format!("too many actions for one turn: {}", texts.len());
            return Err(Problem::new(ProblemCode::TooLarge, message));
        }
        let (mut game, mut events) = (from.game.clone(), Vec::new());
        for text in texts {
            let action = read_action(&game, text)?;
            events.extend(self.play(&mut game, &[action]));
        }
        let goes_on =
            matches!(game.to_act(), Actor::Seat(_)) && game.to_act() == from.game.to_act();
        let offers = if goes_on { self.offers(&game, from.aid) } else { None };
        Ok((game, PreviewView { actions: texts.to_vec(), events, offers }))
    }
}

/// Parses a site in record notation.
fn read_site(game: &AnyGame, text: &str) -> Result<SegmentRef, Problem> {
    // A `Settle` action is `S` followed by a site, so its parser is reused.
    match game.notation().parse(&format!("S{text}")) {
        Ok(Action::Settle(site)) => Ok(site),
        Ok(_) | Err(_) => {
            let message = "invalid site; write a cell and a slot, such as 1,-2.0";
            Err(Problem::new(ProblemCode::Unreadable, message))
        }
    }
}

/// Returns the error for a query the aid level does not allow.
fn not_allowed(message: &str) -> Problem {
    Problem::new(ProblemCode::AidNotAllowed, message)
}
