//! Decisions: converts commands to facts, or to the reason for a refusal, without changing
//! anything.

use bastide::{Action, Actor, AnyGame, Game, Seat};
use bastide_bots::Spec;
use bastide_host::{MatchError, Record};
use bastide_protocol::{Command, DealStage, Ending, Problem, ProblemCode, Proposal, UndoPolicy};

use super::fact::{Fact, Taken};
use super::{Advance, Damage, HolderId, Pending, Play, Table, new, seats, texts};
use crate::log::Millis;
use crate::sanitize::{MAX_LINE, sanitize};
use crate::{Entropy, problem};

/// Maximum number of actions per message; no turn has more.
const ACTIONS: usize = 64;

/// Identity of the sender of a command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Identity {
    /// Holder of the token, if any.
    pub holder: Option<HolderId>,
    /// Name of a watcher.
    pub name: Option<String>,
    /// Mark of the client's address at this table.
    pub mark: Option<String>,
}

/// Circumstances of a command: its time, the players connected at that time, and random bytes.
#[derive(Clone, Debug)]
pub struct Moment {
    /// Time of the command. Never before the last fact.
    pub now: Millis,
    /// Holders with a client connected to this process.
    pub here: Vec<HolderId>,
    /// Source of seeds.
    pub entropy: Entropy,
    /// Names of the engines that can take a seat at this table.
    pub engines: Vec<String>,
}

/// Reason why a command is refused, and facts to save nevertheless, such as an expired clock or the
/// start of an absence.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The reason, for the client.
    pub problem: Problem,
    /// Facts to save.
    pub facts: Vec<Fact>,
    /// The reason for the host: a fact that was decided cannot be applied, which is a bug.
    pub damage: Option<Damage>,
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Refusal {
        Refusal { problem, facts: Vec::new(), damage: None }
    }
}

impl From<Damage> for Refusal {
    fn from(damage: Damage) -> Refusal {
        let problem = problem(ProblemCode::Internal, "internal server error: try again");
        Refusal { problem, facts: Vec::new(), damage: Some(damage) }
    }
}

/// Facts of a command, or its refusal.
pub(super) type Decided = Result<Vec<Fact>, Refusal>;

impl Table {
    /// Returns the facts of a command.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the command is not possible now or not allowed for this client.
    pub fn decide(&self, who: &Identity, command: &Command, moment: &Moment) -> Decided {
        self.check_not_closed()?;
        match command {
            Command::Play { seat, revision, actions } => {
                self.check_seat(who, *seat)?;
                self.check_flag(moment.now)?;
                self.decide_play(*seat, *revision, actions)
            }
            Command::Say { text } => self.decide_say(who, text),
            Command::Propose { seat, what } => {
                self.check_seat(who, *seat)?;
                self.check_flag(moment.now)?;
                self.decide_propose(*seat, what, moment)
            }
            Command::Reply { seat, agree } => {
                self.check_seat(who, *seat)?;
                self.check_flag(moment.now)?;
                self.decide_reply(*seat, *agree, moment)
            }
            Command::Resign { seat } => {
                self.check_seat(who, *seat)?;
                self.check_playing()?;
                self.check_flag(moment.now)?;
                if self.seats[usize::from(*seat)].is_out {
                    return Err(wrong_phase("you have resigned already").into());
                }
                Ok(self.going_out(*seat, Fact::Resigned { seat: *seat }, Ending::Resigned))
            }
            Command::Leave { seat } => {
                self.check_seat(who, *seat)?;
                self.check_open()?;
                Ok(vec![Fact::Left { seat: *seat }])
            }
            Command::Rename { seat, name } => {
                self.check_seat(who, *seat)?;
                self.check_open()?;
                let name = new::person(name)?;
                self.check_new_name(&name, who.holder)?;
                Ok(vec![Fact::Renamed { seat: *seat, name }])
            }
            Command::SetBot { seat, level } => {
                self.decide_set_bot(who, *seat, level.as_deref(), moment)
            }
            Command::ComeBack { seat } => {
                self.check_seat(who, *seat)?;
                self.check_playing()?;
                let chair = &self.seats[usize::from(*seat)];
                if chair.is_out || self.bot_at(*seat).is_none() {
                    return Err(wrong_phase("no bot plays for you").into());
                }
                Ok(vec![Fact::CameBack { seat: *seat }])
            }
            Command::CommitSalt { seat, commitment } => {
                self.check_seat(who, *seat)?;
                self.decide_commit(*seat, commitment, &moment.entropy)
            }
            Command::RevealSalt { seat, salt } => {
                self.check_seat(who, *seat)?;
                self.decide_reveal(*seat, salt, &moment.entropy)
            }
            Command::Moderate { what } => Ok(self.decide_moderate(who, what)?),
        }
    }

    fn check_seat(&self, who: &Identity, seat: u8) -> Result<(), Problem> {
        let holder = self.holder_of(seat);
        if holder.is_some() && holder == who.holder {
            return Ok(());
        }
        Err(problem(ProblemCode::NotYours, "that seat is not yours"))
    }

    /// Checks that no clock has expired by `now`. Does not rely on the background task, which may
    /// be late or run in another process.
    ///
    /// # Errors
    /// Returns a [`Refusal`] with the facts of the timeout.
    fn check_flag(&self, now: Millis) -> Result<(), Refusal> {
        let Some(seat) = self.clock.as_ref().and_then(|clock| clock.expired(now)) else {
            return Ok(());
        };
        let facts = self.going_out(seat, Fact::TimedOut { seat }, Ending::TimedOut);
        let text = "the time of the player to act has run out";
        Err(Refusal { facts, ..problem(ProblemCode::OutOfTime, text).into() })
    }

    fn check_playing(&self) -> Result<(), Problem> {
        match (&self.play, &self.over) {
            (_, Some(_)) => Err(wrong_phase("the game is over")),
            (Play::Waiting(_), None) => Err(wrong_phase("the game has not begun: a seat is free")),
            (Play::On(_), None) => Ok(()),
        }
    }

    pub(super) fn check_open(&self) -> Result<(), Problem> {
        if matches!(self.play, Play::Waiting(_)) {
            return Ok(());
        }
        Err(wrong_phase("the game has begun"))
    }

    fn decide_play(&self, seat: u8, revision: u32, actions: &[String]) -> Decided {
        self.check_playing()?;
        if revision != self.revision {
            return Err(problem(
                ProblemCode::StaleRevision,
                format!(
                    "the revision {revision} is outdated; the table is at revision {}",
                    self.revision
                ),
            )
            .into());
        }
        if self.to_act() != Some(seat) {
            return Err(problem(ProblemCode::NotYourTurn, "it is not your turn").into());
        }
        if actions.is_empty() || actions.len() > ACTIONS {
            return Err(problem(
                ProblemCode::Unreadable,
                format!("a message must have 1 to {ACTIONS} actions"),
            )
            .into());
        }
        let Play::On(current) = &self.play else { return Err(wrong_phase("no game").into()) };
        let seat_of = Seat::new(seat).ok_or_else(|| wrong_phase("no such seat"))?;
        let mut advance = Advance::new(current, self.views);
        for (at, text) in actions.iter().enumerate() {
            let action = advance.next().game().notation().parse(text);
            let action =
                action.map_err(|error| problem(ProblemCode::Unreadable, error.to_string()))?;
            // A tile was drawn, so the player did not know the position for the remaining actions.
            if at > 0 && advance.actions().last().is_some_and(|last| last.is_chance()) {
                return Err(problem(
                    ProblemCode::Illegal,
                    "a tile or token was drawn after the first of these actions: send the others \
                     after the draw",
                )
                .into());
            }
            advance.play(seat_of, action).map_err(|error| not_legal(&error))?;
        }
        Ok(self.played(seat, advance, None))
    }

    /// Returns the facts of a match that one seat has advanced.
    fn played(&self, seat: u8, advance: Advance, weaker: Option<Spec>) -> Vec<Fact> {
        let new = advance.actions();
        // Draws come last: a seat that acts after a draw sends another message.
        let split = new.iter().rposition(|action| !action.is_chance()).map_or(0, |last| last + 1);
        let texts = |actions: &[Action]| texts(self.game(), actions);
        let (actions, draws) = (texts(&new[..split]), texts(&new[split..]));
        let weaker = weaker.map(|spec| spec.to_string());
        let game = advance.next().game();
        let over = game.is_over().then(|| self.ended(game, Ending::Played, None));
        let advance = Some(Box::new(advance));
        let mut facts = vec![Fact::Played { seat, actions, draws, weaker, advance }];
        if self.proposal.as_ref().is_some_and(|pending| pending.what == Proposal::Undo) {
            // The game was continued instead, by the proposer or another player.
            facts.insert(0, Fact::Declined { seat });
        }
        facts.extend(over);
        facts
    }

    fn decide_say(&self, who: &Identity, text: &str) -> Decided {
        let text = sanitize(text, MAX_LINE)
            .map_err(|bad| problem(ProblemCode::BadText, bad.to_string()))?;
        let seat = who.holder.and_then(|holder| self.seats_of(holder).first().copied());
        let name = match (seat, &who.name) {
            (Some(seat), _) => self.names().swap_remove(usize::from(seat)),
            (None, Some(name)) => {
                let name = new::person(name)?;
                self.check_name(&name)?;
                name
            }
            (None, None) => {
                let text = "watchers need a name to chat";
                return Err(problem(ProblemCode::BadName, text).into());
            }
        };
        let watcher = if seat.is_none() { who.mark.clone() } else { None };
        self.check_may_say(who, seat)?;
        Ok(vec![Fact::Said { seat, name, text, watcher }])
    }

    fn decide_set_bot(
        &self,
        who: &Identity,
        seat: u8,
        level: Option<&str>,
        moment: &Moment,
    ) -> Decided {
        self.check_open()?;
        if who.holder != Some(HolderId::CREATOR) {
            let text = "only the creator of the table can seat bots";
            return Err(problem(ProblemCode::NotYours, text).into());
        }
        let level = level.map(|level| seats::occupant(level, &moment.engines)).transpose()?;
        match self.seats.get(usize::from(seat)).map(|chair| &chair.taken) {
            Some(Taken::Nobody | Taken::Bot { .. }) => {}
            Some(Taken::Person { .. }) | None => {
                return Err(problem(ProblemCode::SeatTaken, "a person sits there").into());
            }
        }
        if self.deal_view().stage == DealStage::Revealing {
            let text = "the game is about to begin: seats can no longer be changed";
            return Err(wrong_phase(text).into());
        }
        self.with_next_step(vec![Fact::BotSet { seat, level }], &moment.entropy)
    }

    fn decide_propose(&self, seat: u8, what: &Proposal, moment: &Moment) -> Decided {
        if self.proposal.is_some() {
            let text = "another proposal is pending";
            return Err(problem(ProblemCode::ProposalPending, text).into());
        }
        let what = match what {
            Proposal::Undo => {
                self.check_playing()?;
                self.undo_point(seat)?;
                Proposal::Undo
            }
            Proposal::Bot { seat: absent, .. } => {
                self.check_playing()?;
                let is_there = self.persons().any(|person| person == *absent);
                if !is_there || self.holder_of(*absent) == self.holder_of(seat) {
                    return Err(wrong_phase("a bot can only play on for another person").into());
                }
                self.check_absent(*absent, moment)?;
                // The level is that of the table, not that of the proposal.
                Proposal::Bot { seat: *absent, level: self.made.stand_in.clone() }
            }
            Proposal::Rematch => {
                if self.over.is_none() {
                    return Err(wrong_phase("the game is not over yet").into());
                }
                if let Some(table) = &self.rematch {
                    return Err(wrong_phase(&format!("there is a rematch already: {table}")).into());
                }
                Proposal::Rematch
            }
        };
        let pending = Pending { what, by: seat, agreed: Vec::new() };
        let mut facts = vec![Fact::Proposed { seat, what: pending.what.clone() }];
        if self.awaited(&pending).is_empty() {
            facts.extend(self.carried(&pending, moment)?);
        }
        Ok(facts)
    }

    /// Checks that a bot may replace the player at a seat now.
    fn check_absent(&self, seat: u8, moment: &Moment) -> Result<(), Refusal> {
        let holder =
            self.holder_of(seat).ok_or_else(|| wrong_phase("there is no person at that seat"))?;
        self.check_replaceable(holder, moment.here.contains(&holder), moment.now)
    }

    /// Returns the seats that still have to agree.
    pub(super) fn awaited(&self, pending: &Pending) -> Vec<u8> {
        let mut others = self.others(pending.by);
        if let Proposal::Bot { seat, .. } = pending.what {
            let absent = self.holder_of(seat);
            others.retain(|&other| self.holder_of(other) != absent);
        }
        // One reply counts for all seats of the same player.
        let has_agreed = |seat: u8| {
            pending.agreed.iter().any(|&agreed| self.holder_of(agreed) == self.holder_of(seat))
        };
        others.retain(|&other| !has_agreed(other));
        others
    }

    fn decide_reply(&self, seat: u8, agree: bool, moment: &Moment) -> Decided {
        let Some(pending) = &self.proposal else {
            return Err(problem(ProblemCode::NoProposal, "no proposal is pending").into());
        };
        if !agree {
            return Ok(vec![Fact::Declined { seat }]);
        }
        let awaited = self.awaited(pending);
        if !awaited.contains(&seat) {
            return Err(problem(ProblemCode::NoProposal, "your agreement is not needed").into());
        }
        let mut agreed = pending.clone();
        agreed.agreed.push(seat);
        let mut facts = vec![Fact::Agreed { seat }];
        if self.awaited(&agreed).is_empty() {
            facts.extend(self.carried(&agreed, moment)?);
        }
        Ok(facts)
    }

    /// Returns the facts of a proposal that all players have agreed to. A rematch needs a new
    /// table, which the hub creates.
    fn carried(&self, pending: &Pending, moment: &Moment) -> Decided {
        Ok(match &pending.what {
            Proposal::Undo => {
                vec![Fact::TookBack { seat: pending.by, keep: self.undo_point(pending.by)? }]
            }
            Proposal::Bot { seat, .. } => {
                // The player may have returned while others were asked.
                self.check_absent(*seat, moment)?;
                vec![Fact::BotTookOver { seat: *seat, level: self.made.stand_in.clone() }]
            }
            Proposal::Rematch => Vec::new(),
        })
    }

    /// Returns true if all players want a rematch and it has not been created.
    pub fn wants_rematch(&self) -> bool {
        self.rematch.is_none()
            && self.proposal.as_ref().is_some_and(|pending| {
                pending.what == Proposal::Rematch && self.awaited(pending).is_empty()
            })
    }

    /// Returns the number of actions left after an undo: those before the last turn in which the
    /// player of this seat acted, and the draw of that turn. A player who has several seats, at one
    /// screen, takes back the last move of any of them.
    fn undo_point(&self, seat: u8) -> Result<usize, Problem> {
        let none = |text: &str| problem(ProblemCode::NoProposal, text);
        let record = self.record().ok_or_else(|| wrong_phase("the game has not begun"))?;
        let steps: Vec<_> = record.replay().map(|step| (step.actor, step.turn)).collect();
        let holder = self.holder_of(seat);
        let own: Vec<Actor> = (0..)
            .zip(&self.seats)
            .filter(|(n, chair)| *n == seat || (holder.is_some() && chair.holder() == holder))
            .filter_map(|(n, _)| Seat::new(n).map(Actor::Seat))
            .collect();
        let last = steps.iter().rev().find(|(actor, _)| own.contains(actor));
        let &(last, turn) = last.ok_or_else(|| none("you have not made a move yet"))?;
        let given = self.made.go_on.as_ref().map_or(0, |go_on| go_on.actions);
        let keep = steps.iter().position(|&(actor, t)| t == turn && actor == last);
        let keep = keep.unwrap_or(0).max(given);
        if keep >= steps.len() {
            return Err(none("no move can be taken back"));
        }
        let passes_draw = steps[keep..].iter().any(|(actor, _)| *actor == Actor::Chance);
        if passes_draw && self.made.undo == UndoPolicy::WithinTurn {
            return Err(none("moves before a draw cannot be taken back at this table"));
        }
        Ok(keep)
    }

    /// Returns the facts of a seat that leaves the game: the game ends if too few are left,
    /// otherwise a bot takes over.
    fn going_out(&self, seat: u8, fact: Fact, ending: Ending) -> Vec<Fact> {
        let chairs = (0..).zip(&self.seats);
        let left: Vec<u8> = chairs
            .filter(|(other, chair)| *other != seat && !chair.is_out)
            .map(|(s, _)| s)
            .collect();
        let has_person = self.persons().any(|person| person != seat);
        let mut facts = vec![fact];
        if left.len() < 2 || !has_person {
            facts.push(self.ended(self.game(), ending, Some(seat)));
        } else {
            facts.push(Fact::BotTookOver { seat, level: self.made.stand_in.clone() });
        }
        facts
    }

    /// Compares the stored result of the game with the replay, and returns a description of the
    /// first difference.
    pub fn wrong_end(&self) -> Option<String> {
        let verdict = self.over.as_ref()?;
        let going = None;
        let Fact::Over { scores, winners, .. } = self.ended(self.game(), verdict.ending, going)
        else {
            return None;
        };
        if verdict.scores != scores {
            return Some(format!("the points are {scores:?}, but {:?} were saved", verdict.scores));
        }
        let is_wrong = verdict.ending == Ending::Played && verdict.winners != winners;
        is_wrong
            .then(|| format!("the winners are {winners:?}, but {:?} were saved", verdict.winners))
    }

    /// Returns the fact that ends the game. Seats that are out do not win.
    pub(super) fn ended(&self, game: &AnyGame, ending: Ending, going: Option<u8>) -> Fact {
        let scores: Vec<i32> =
            game.scores().iter(game.seats()).map(|(_, &points)| points).collect();
        let is_in = |seat: u8| Some(seat) != going && !self.seats[usize::from(seat)].is_out;
        let seats = || (0..).zip(&scores).filter(|&(seat, _)| is_in(seat));
        let best = seats().map(|(_, points)| points).max();
        let winners = seats().filter(|&(_, points)| Some(points) == best).map(|(seat, _)| seat);
        let winners = winners.collect();
        Fact::Over { ending, scores, winners }
    }
}

impl Table {
    /// Returns the facts of a bot's turn if the revision is still current. `weaker` is the bot that
    /// chose, if it was weaker than the level of the seat.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the game has changed or an action is illegal.
    pub fn decide_bot(
        &self,
        revision: u32,
        actions: &[Action],
        weaker: Option<Spec>,
    ) -> Result<Vec<Fact>, Problem> {
        let Some(bot) = self.bot_to_act().filter(|_| self.revision == revision) else {
            return Err(problem(ProblemCode::StaleRevision, "the game has continued"));
        };
        let (seat, weaker) = (bot.seat, weaker.or(bot.is_replaced.then_some(bot.spec)));
        let Play::On(current) = &self.play else { return Err(wrong_phase("no game")) };
        let mut advance = Advance::new(current, self.views);
        let seat_of = Seat::new(seat).ok_or_else(|| wrong_phase("no such seat"))?;
        for &action in actions {
            advance.play(seat_of, action).map_err(|error| not_legal(&error))?;
        }
        Ok(self.played(seat, advance, weaker))
    }

    /// Returns the facts of a clock or deadline that has expired.
    pub fn decide_time(&self, moment: &Moment) -> Vec<Fact> {
        let expired = self.clock.as_ref().and_then(|clock| clock.expired(moment.now));
        match expired {
            Some(seat) => self.going_out(seat, Fact::TimedOut { seat }, Ending::TimedOut),
            None => self.decide_deal(moment.now, &moment.entropy),
        }
    }

    /// Returns the next wake-up time: now for a bot or a rematch, otherwise the next deadline or
    /// flag time.
    pub fn due(&self) -> Option<Millis> {
        if self.bot_to_act().is_some() || self.wants_rematch() {
            return Some(self.updated);
        }
        self.deal_due().or_else(|| self.clock.as_ref().and_then(super::Clock::due))
    }

    /// Returns the public record, with the turns that bots played below their level. It contains
    /// the seed only once the game is over.
    pub fn public_record(&self) -> Result<Record, Problem> {
        let record = match &self.play {
            Play::Waiting(_) => None,
            Play::On(current) => Some(current.to_record()),
        };
        let mut record = record.ok_or_else(|| wrong_phase("the game has not begun"))?;
        if let Some(turns) = self.weakened.to_text() {
            // The key is a valid one.
            let _ = record.set_extra("weaker", turns);
        }
        Ok(record)
    }
}

fn wrong_phase(text: &str) -> Problem {
    problem(ProblemCode::WrongPhase, text)
}

fn not_legal(error: &MatchError) -> Problem {
    problem(ProblemCode::Illegal, error.to_string())
}
