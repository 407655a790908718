//! Seats, their occupants, and the permissions of holders.

use bastide_bots::{Kind, Spec};
use bastide_protocol::{Problem, ProblemCode, Proposal, engine_of};

use super::{Chair, Damage, HolderId, Pending, Table, Taken};
use crate::log::Millis;
use crate::problem;

impl Chair {
    /// Returns the player who has the seat, even while a bot plays there.
    pub(super) fn holder(&self) -> Option<HolderId> {
        match self.taken {
            Taken::Person { holder, .. } => Some(holder),
            Taken::Nobody | Taken::Bot { .. } => None,
        }
    }
}

impl Table {
    pub(super) fn chair_mut(&mut self, seat: u8) -> Result<&mut Chair, Damage> {
        let chair = self.seats.get_mut(usize::from(seat));
        chair.ok_or_else(|| Damage(format!("there is no seat {seat}")))
    }

    pub(super) fn salt_mut(&mut self, seat: u8) -> Result<&mut String, Damage> {
        let salt = self.salts.get_mut(usize::from(seat));
        salt.ok_or_else(|| Damage(format!("there is no seat {seat}")))
    }

    /// Sets or removes the bot that plays at a player's seat.
    pub(super) fn set_substitute(&mut self, seat: u8, level: Option<String>) -> Result<(), Damage> {
        match &mut self.chair_mut(seat)?.taken {
            Taken::Person { bot, .. } => {
                *bot = level;
                Ok(())
            }
            Taken::Nobody | Taken::Bot { .. } => {
                Err(Damage(format!("there is no person at seat {seat}")))
            }
        }
    }

    /// Returns the seats of a holder.
    pub fn seats_of(&self, holder: HolderId) -> Vec<u8> {
        let seats = (0..).zip(&self.seats);
        seats.filter(|(_, chair)| chair.holder() == Some(holder)).map(|(seat, _)| seat).collect()
    }

    /// Returns the holder of a seat.
    pub(super) fn holder_of(&self, seat: u8) -> Option<HolderId> {
        self.seats.get(usize::from(seat)).and_then(Chair::holder)
    }

    /// Drops a proposal to replace this holder, who has returned, by a bot.
    pub(super) fn drop_replacement(&mut self, holder: HolderId) {
        let is_about = |pending: &Pending| match pending.what {
            Proposal::Bot { seat, .. } => self.holder_of(seat) == Some(holder),
            Proposal::Undo | Proposal::Rematch => false,
        };
        if self.proposal.as_ref().is_some_and(is_about) {
            self.proposal = None;
        }
    }

    /// Returns true if a holder may act: it has a seat or created the table.
    fn is_active(&self, holder: HolderId) -> bool {
        holder == HolderId::CREATOR || !self.seats_of(holder).is_empty()
    }

    /// Revokes the token of a holder without seats, and all codes that would issue a new one.
    pub(super) fn retire(&mut self, holder: HolderId) {
        if !self.is_active(holder) {
            self.holders.retire(holder);
            self.handovers.retain(|offered| offered.holder != holder);
        }
    }

    /// Returns the holder of a token.
    ///
    /// # Errors
    /// Returns a [`Problem`] if the token is not valid: a wrong token is not treated like a missing
    /// one.
    pub fn holder(&self, token: &str) -> Result<HolderId, Problem> {
        self.holders.find(token).filter(|&holder| self.is_active(holder)).ok_or_else(|| {
            problem(
                ProblemCode::BadToken,
                "this token holds no seat at this table: the seat was transferred or left",
            )
        })
    }

    /// Returns the holder who may move to another device with this code.
    pub fn handed_over(&self, code: &str, now: Millis) -> Option<HolderId> {
        let valid = self.handovers.iter().filter(|offered| offered.expires > now);
        valid.fold(
            None,
            |found, offered| {
                if offered.code.is_of(code) { Some(offered.holder) } else { found }
            },
        )
    }

    /// Returns the names of all seats, for the record.
    pub(super) fn names(&self) -> Vec<String> {
        let name = |chair: &Chair| match &chair.taken {
            Taken::Nobody => String::new(),
            Taken::Person { name, .. } => name.clone(),
            Taken::Bot { level } => level.clone(),
        };
        self.seats.iter().map(name).collect()
    }

    /// Returns the level of the bot that plays at a seat.
    pub(super) fn bot_at(&self, seat: u8) -> Option<&str> {
        match &self.seats.get(usize::from(seat))?.taken {
            Taken::Bot { level } | Taken::Person { bot: Some(level), .. } => Some(level),
            Taken::Nobody | Taken::Person { bot: None, .. } => None,
        }
    }

    /// Returns the bot to act.
    pub fn bot_to_act(&self) -> Option<BotToAct> {
        let seat = self.to_act()?;
        let level = self.bot_at(seat)?;
        if let Some(engine) = engine_of(level) {
            let spec = self.made.stand_in.parse().unwrap_or_else(|_| usual_bot());
            return Some(BotToAct { seat, spec, is_replaced: false, engine: Some(engine.into()) });
        }
        let spec = level.parse::<Spec>();
        let is_replaced = spec.is_err();
        let spec = spec.unwrap_or_else(|_| usual_bot());
        Some(BotToAct { seat, spec, is_replaced, engine: None })
    }

    /// Returns true if a person is still playing.
    pub fn has_people(&self) -> bool {
        self.persons().next().is_some()
    }

    /// Returns the seats of persons who are still playing.
    pub(super) fn persons(&self) -> impl Iterator<Item = u8> {
        let plays =
            |chair: &Chair| !chair.is_out && matches!(chair.taken, Taken::Person { bot: None, .. });
        (0..).zip(&self.seats).filter(move |(_, chair)| plays(chair)).map(|(seat, _)| seat)
    }

    /// Returns the seats whose agreement a proposal of this seat needs: those of all other persons
    /// who are still playing.
    pub(super) fn others(&self, seat: u8) -> Vec<u8> {
        let mine = self.holder_of(seat);
        self.persons().filter(|&other| self.holder_of(other) != mine).collect()
    }

    pub(super) fn is_full(&self) -> bool {
        self.seats.iter().all(|chair| chair.taken != Taken::Nobody)
    }
}

/// A bot that is to act.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotToAct {
    /// Number of its seat.
    pub seat: u8,
    /// The bot that plays; at the seat of an engine, the one that plays if the engine does not.
    pub spec: Spec,
    /// True if the stored level does not exist in this version. `spec` plays instead, and its turns
    /// are recorded like those of a weakened bot.
    pub is_replaced: bool,
    /// Name of the engine that has the seat. Turns of `spec` at its seat are recorded like those of
    /// a weakened bot.
    pub engine: Option<Box<str>>,
}

/// Returns the bot that is used if a stored level cannot be parsed.
fn usual_bot() -> Spec {
    Spec { kind: Kind::Normal, budget: Kind::Normal.usual_budget() }
}

/// Validates the level of a bot at a seat: a level that players may choose, or one of the engines
/// that are available to the table.
///
/// # Errors
/// Returns a [`Problem`] with the valid names.
pub(super) fn occupant(name: &str, engines: &[String]) -> Result<String, Problem> {
    match engine_of(name) {
        Some(engine) if engines.iter().any(|known| known == engine) => Ok(name.to_owned()),
        Some(engine) => {
            let text = format!(
                "the engine {engine} is not connected, does not play this game, or plays at too \
                 many tables"
            );
            Err(problem(ProblemCode::BadSetup, text))
        }
        None => level(name),
    }
}

/// Validates the name of a level that players may choose.
///
/// # Errors
/// Returns a [`Problem`] with the valid names.
pub(super) fn level(name: &str) -> Result<String, Problem> {
    let known: Vec<_> = Kind::opponents().map(Kind::name).collect();
    if known.contains(&name) {
        return Ok(name.to_owned());
    }
    Err(problem(ProblemCode::BadSetup, format!("unknown bot; the bots are {}", known.join(", "))))
}
