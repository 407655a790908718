//! Commitments to the draws: clients commit to salts, the server generates a seed and commits to
//! it, clients reveal their salts, and the game starts.
//!
//! *Invariant:* the seed is generated after the last salt commitment, and its commitment is
//! published before the first salt is revealed. A deal whose salts are not all revealed is never
//! played (`docs/fair-play.md`). Tests:
//! `the_seed_is_committed_to_after_the_salts_and_before_they_are_revealed`,
//! `a_client_that_withholds_its_salt_loses_its_seat_and_the_deal`.

use std::collections::BTreeMap;

use bastide_host::{Commitment, Dealer, Reseed, Salt, SaltCommitment, Salts, Seed};
use bastide_protocol::{ClockPlan, DealStage, DealView, Problem, ProblemCode, SaltView};

use super::decide::Decided;
use super::fact::{Deal, Fact, SaltOffer};
use super::{Damage, Play, Table};
use crate::log::Millis;
use crate::{Entropy, problem};

const SECOND: Millis = 1000;
const DAY: Millis = 24 * 60 * 60 * SECOND;

/// Time for which a full table waits for new commitments of clients that contributed before.
/// Without a new commitment they do not contribute.
const GATHER: Millis = 30 * SECOND;

/// State of the salt of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Share {
    /// The client contributed before, and its new commitment is awaited.
    Awaited,
    /// The client has committed to a salt.
    Committed(SaltCommitment),
    /// The salt is known.
    Revealed(Salt),
}

impl Share {
    fn commitment(&self) -> Option<SaltCommitment> {
        match self {
            Share::Awaited => None,
            Share::Committed(commitment) => Some(*commitment),
            Share::Revealed(salt) => Some(salt.commitment()),
        }
    }
}

/// The seed that the server has committed to.
#[derive(Clone, Debug)]
struct Seal {
    seed: Seed,
    commitment: Commitment,
    since: Millis,
}

/// State of the commitments of a table.
#[derive(Clone, Debug, Default)]
pub(super) struct Commitments {
    /// By the lowest seat of each contributing client.
    shares: BTreeMap<u8, Share>,
    seal: Option<Seal>,
    /// Time at which all seats were taken, until the game starts.
    full_since: Option<Millis>,
    /// Seed epoch of future draws.
    epoch: String,
    /// Seeds that replaced the first one during the game.
    later: Vec<(Seed, Reseed)>,
}

impl Commitments {
    /// Creates the commitments of a new table.
    pub(super) fn new(offers: &[SaltOffer], epoch: &str) -> Result<Commitments, Damage> {
        let mut commitments = Commitments { epoch: epoch.to_owned(), ..Commitments::default() };
        for SaltOffer { seat, commitment } in offers {
            let share = match commitment {
                None => Share::Awaited,
                Some(commitment) => Share::Committed(parsed(commitment)?),
            };
            commitments.shares.insert(*seat, share);
        }
        Ok(commitments)
    }

    fn has(&self, is_meant: impl Fn(&Share) -> bool) -> bool {
        self.shares.values().any(is_meant)
    }

    /// Returns to the stage before the seal, where all clients have to commit again.
    fn discard(&mut self) {
        self.seal = None;
        self.full_since = None;
        self.shares.values_mut().for_each(|share| *share = Share::Awaited);
    }
}

/// Parses a salt commitment sent by a client.
///
/// # Errors
/// Returns a [`Problem`] if it is not 64 hexadecimal digits.
pub(super) fn salt_commitment(text: &str) -> Result<SaltCommitment, Problem> {
    text.parse().map_err(|_| {
        bad_salt("a commitment to a salt must be its SHA-256 as 64 lower-case hexadecimal digits")
    })
}

impl Table {
    /// Returns true if clients can contribute salts: the draws are neither known to the creator nor
    /// taken from another game.
    pub(super) fn takes_salts(&self) -> bool {
        self.made.go_on.is_none() && matches!(self.made.deal, Deal::Seed { is_known: false, .. })
    }

    /// Validates a commitment sent together with a request for a seat; returns `None` if the table
    /// takes no salts.
    ///
    /// # Errors
    /// Returns a [`Problem`] if it cannot be parsed or is a copy of another one.
    pub(super) fn offered_salt(&self, text: Option<&str>) -> Result<Option<String>, Problem> {
        let Some(text) = text.filter(|_| self.takes_salts()) else { return Ok(None) };
        let commitment = salt_commitment(text)?;
        self.check_distinct(None, commitment)?;
        Ok(Some(commitment.to_string()))
    }

    /// Rejects a commitment that another seat has made: a copy contributes nothing, because it is
    /// revealed only after the original.
    fn check_distinct(&self, own: Option<u8>, commitment: SaltCommitment) -> Result<(), Problem> {
        let others = self.commitments.shares.iter().filter(|(seat, _)| Some(**seat) != own);
        let is_copy = others.map(|(_, share)| share.commitment()).any(|c| c == Some(commitment));
        if is_copy {
            return Err(bad_salt("another seat has made the same commitment: choose another salt"));
        }
        Ok(())
    }

    /// Returns the seat under which the client of `seat` contributes.
    fn share_seat(&self, seat: u8) -> u8 {
        let held = self.holder_of(seat).map(|holder| self.seats_of(holder));
        held.and_then(|seats| seats.first().copied()).unwrap_or(seat)
    }

    pub(super) fn decide_commit(&self, seat: u8, text: &str, entropy: &Entropy) -> Decided {
        if !matches!(self.play, Play::Waiting(_)) || self.commitments.seal.is_some() {
            return Err(problem(
                ProblemCode::WrongPhase,
                "the server has committed to its seed: salts can now only be revealed",
            )
            .into());
        }
        if !self.takes_salts() {
            return Err(bad_salt(
                "this table has a fixed order of tiles and does not accept salts",
            )
            .into());
        }
        let seat = self.share_seat(seat);
        let commitment = salt_commitment(text)?;
        self.check_distinct(Some(seat), commitment)?;
        let known = self.commitments.shares.get(&seat).and_then(Share::commitment);
        if known == Some(commitment) {
            return Ok(Vec::new());
        }
        let fact = Fact::SaltCommitted { seat, commitment: commitment.to_string() };
        self.with_next_step(vec![fact], entropy)
    }

    pub(super) fn decide_reveal(&self, seat: u8, text: &str, entropy: &Entropy) -> Decided {
        let seat = self.share_seat(seat);
        let salt: Salt = text
            .parse()
            .map_err(|_| bad_salt("a salt must be 64 lower-case hexadecimal digits"))?;
        let share = self.commitments.shares.get(&seat);
        if share == Some(&Share::Revealed(salt.clone())) {
            return Ok(Vec::new()); // another tab of the same browser sent it first
        }
        if !matches!(self.play, Play::Waiting(_)) || self.commitments.seal.is_none() {
            return Err(problem(
                ProblemCode::WrongPhase,
                "salts can be revealed only between the commitment of the server and the first \
                 draw: keep yours secret until then",
            )
            .into());
        }
        if share.and_then(Share::commitment) != Some(salt.commitment()) {
            return Err(bad_salt("the salt does not match the commitment of this seat").into());
        }
        self.with_next_step(vec![Fact::SaltRevealed { seat, salt: salt.to_string() }], entropy)
    }

    /// Returns `facts` followed by the fact they trigger, if any: the seal or the start of the
    /// game.
    pub(super) fn with_next_step(&self, mut facts: Vec<Fact>, entropy: &Entropy) -> Decided {
        let mut next = self.clone();
        for fact in &facts {
            next = next.with(fact.clone(), self.updated)?;
        }
        facts.extend(next.next_step(false, entropy)?);
        Ok(facts)
    }

    /// Returns the fact that follows automatically: the seal once all clients have committed, the
    /// start of the game once all have revealed. With `is_late`, awaited commitments are ignored.
    pub(super) fn next_step(
        &self,
        is_late: bool,
        entropy: &Entropy,
    ) -> Result<Option<Fact>, Problem> {
        let Commitments { seal, .. } = &self.commitments;
        if !matches!(self.play, Play::Waiting(_)) || !self.is_full() {
            return Ok(None);
        }
        let is_committed = |share: &Share| matches!(share, Share::Committed(_));
        let is_awaited = |share: &Share| matches!(share, Share::Awaited);
        if seal.is_some() {
            let is_complete = !self.commitments.has(is_committed);
            return if is_complete { self.beginning().map(Some) } else { Ok(None) };
        }
        if self.commitments.has(is_awaited) && !is_late {
            return Ok(None);
        }
        if !self.commitments.has(is_committed) {
            return self.beginning().map(Some);
        }
        let seed = entropy.seed();
        let commitment = self.commitment_to(&seed).to_string();
        let deal = Deal::Seed { seed: seed.to_string(), is_known: false };
        Ok(Some(Fact::Sealed { deal, commitment }))
    }

    /// Returns the facts of an expired deadline: awaited commitments are ignored, and a client that
    /// has not revealed its salt loses its seats, which discards the deal.
    pub(super) fn decide_deal(&self, now: Millis, entropy: &Entropy) -> Vec<Fact> {
        if self.deal_due().is_none_or(|due| due > now) {
            return Vec::new();
        }
        if self.commitments.seal.is_none() {
            return self.next_step(true, entropy).ok().flatten().into_iter().collect();
        }
        let shares = self.commitments.shares.iter();
        let missing = shares.filter(|(_, share)| matches!(share, Share::Committed(_)));
        let holders: Vec<_> = missing.filter_map(|(seat, _)| self.holder_of(*seat)).collect();
        let mut seats: Vec<u8> = holders.iter().flat_map(|&h| self.seats_of(h)).collect();
        seats.sort_unstable();
        vec![Fact::DealDiscarded { seats }]
    }

    /// Returns the deadline for awaited commitments or salts.
    pub(super) fn deal_due(&self) -> Option<Millis> {
        if !matches!(self.play, Play::Waiting(_)) {
            return None;
        }
        match &self.commitments.seal {
            Some(seal) => Some(seal.since + reveal_within(self.made.clock)),
            None => self.commitments.full_since.map(|since| since + GATHER),
        }
    }

    /// Applies a salt commitment.
    pub(super) fn take_commitment(&mut self, seat: u8, text: &str) -> Result<(), Damage> {
        self.commitments.shares.insert(seat, Share::Committed(parsed(text)?));
        Ok(())
    }

    /// Applies the server's commitment. Clients whose commitment is still awaited do not
    /// contribute.
    pub(super) fn take_seal(
        &mut self,
        deal: &Deal,
        commitment: &str,
        at: Millis,
    ) -> Result<(), Damage> {
        let Deal::Seed { seed, .. } = deal else {
            return Err(Damage("a seal without a seed".to_owned()));
        };
        let seed: Seed = seed.parse().map_err(|_| Damage("no seed".to_owned()))?;
        self.commitments.shares.retain(|_, share| *share != Share::Awaited);
        let own = self.commitment_to(&seed);
        if own.to_string() != commitment {
            return Err(Damage("the commitment to the seed differs".to_owned()));
        }
        self.commitments.seal = Some(Seal { seed, commitment: own, since: at });
        Ok(())
    }

    /// Applies a revealed salt.
    pub(super) fn take_salt(&mut self, seat: u8, text: &str) -> Result<(), Damage> {
        let salt: Salt = text.parse().map_err(|_| Damage("no salt".to_owned()))?;
        match self.commitments.shares.get_mut(&seat) {
            Some(share) if share.commitment() == Some(salt.commitment()) => {
                *share = Share::Revealed(salt);
                Ok(())
            }
            Some(_) | None => Err(Damage(format!("seat {seat} has not committed to this salt"))),
        }
    }

    /// Frees seats whose salts are missing, and discards the deal.
    pub(super) fn take_discard(&mut self, seats: &[u8]) -> Result<(), Damage> {
        for &seat in seats {
            let holder = self.holder_of(seat);
            self.chair_mut(seat)?.taken = super::Taken::Nobody;
            if let Some(holder) = holder {
                self.retire(holder);
            }
        }
        self.commitments.discard();
        Ok(())
    }

    /// Updates, after each fact before the game, whether all seats are taken. A seat that becomes
    /// free discards its salt and the sealed deal.
    pub(super) fn notice_seats(&mut self, at: Millis) {
        if !matches!(self.play, Play::Waiting(_)) {
            return;
        }
        let contributors: Vec<u8> =
            (0u8..).zip(&self.seats).map(|(seat, _)| self.share_seat(seat)).collect();
        let is_held = |seat: u8| self.holder_of(seat).is_some() && contributors.contains(&seat);
        let gone: Vec<u8> =
            self.commitments.shares.keys().copied().filter(|&seat| !is_held(seat)).collect();
        for seat in gone {
            self.commitments.shares.remove(&seat);
        }
        if !self.is_full() {
            if self.commitments.seal.is_some() {
                self.commitments.discard();
            }
            self.commitments.full_since = None;
        } else if self.commitments.full_since.is_none() {
            self.commitments.full_since = Some(at);
        }
    }

    /// Returns the text that seats without a committed salt have contributed, in seat order.
    pub(super) fn public_text(&self) -> String {
        let salts: Vec<_> =
            self.salts.iter().map(String::as_str).filter(|salt| !salt.is_empty()).collect();
        salts.join("+")
    }

    /// Returns the server's commitment to a seed, bound to the salt commitments.
    fn commitment_to(&self, seed: &Seed) -> Commitment {
        let shares = self.commitments.shares.iter();
        let salts: Vec<_> =
            shares.filter_map(|(seat, share)| Some((*seat, share.commitment()?))).collect();
        Commitment::with_salts(seed, &self.setup, &self.public_text(), &salts)
    }

    /// Returns the fact that gives a table of another seed epoch a new seed; `None` if its tiles
    /// are not secret or the game is over.
    pub(crate) fn reseeded(&self, epoch: &str, entropy: &Entropy) -> Option<Fact> {
        let is_secret = matches!(self.made.deal, Deal::Seed { is_known: false, .. });
        if !is_secret || self.over.is_some() || self.commitments.epoch == epoch {
            return None;
        }
        let seed = entropy.seed();
        let commitment = match &self.play {
            Play::Waiting(_) => None,
            Play::On(game) => {
                // A game that continues another one has no commitment.
                let before = self.last_commitment();
                let reseed = Reseed::new(&seed, game.record().draws(), before);
                before.map(|_| reseed.commitment.to_string())
            }
        };
        let deal = Deal::Seed { seed: seed.to_string(), is_known: false };
        Some(Fact::Reseeded { epoch: epoch.to_owned(), deal, commitment })
    }

    /// Returns the commitment to the seed of the next draw.
    fn last_commitment(&self) -> Option<Commitment> {
        let record = self.record()?;
        record.reseeds().last().map(|last| last.commitment).or(record.commitment())
    }

    /// Applies a new seed: for all draws, or for future ones if the game has started. A deal that
    /// was sealed but not started is discarded, because it may have been seen.
    pub(super) fn take_reseed(
        &mut self,
        epoch: String,
        deal: Deal,
        commitment: Option<&str>,
    ) -> Result<(), Damage> {
        let Deal::Seed { seed, .. } = &deal else {
            return Err(Damage("a new deal without a seed".to_owned()));
        };
        self.commitments.epoch = epoch;
        match &mut self.play {
            Play::Waiting(_) => {
                std::sync::Arc::make_mut(&mut self.made).deal = deal;
                if self.commitments.seal.is_some() {
                    self.commitments.discard();
                }
            }
            Play::On(game) => {
                let seed: Seed = seed.parse().map_err(|_| Damage("no seed".to_owned()))?;
                let reseed = std::sync::Arc::make_mut(game).reseed(seed.clone());
                let reseed = reseed.map_err(|error| Damage(error.to_string()))?;
                let reseed = reseed
                    .ok_or_else(|| Damage("a fixed order of tiles is never reseeded".to_owned()))?;
                let own = reseed.commitment.to_string();
                if commitment.is_some_and(|commitment| commitment != own) {
                    return Err(Damage("the commitment to the new seed differs".to_owned()));
                }
                self.commitments.later.push((seed, reseed));
            }
        }
        Ok(())
    }

    /// Returns the table after a fact that is not saved yet.
    ///
    /// # Errors
    /// Returns [`Damage`] if the fact cannot be applied.
    fn with(&self, fact: Fact, at: Millis) -> Result<Table, Damage> {
        let mut next = self.clone();
        next.take(fact, at)?;
        Ok(next)
    }

    /// Returns the dealer of the start of the game, with all later seeds.
    pub(super) fn dealer(&self, text: &str) -> Result<Dealer, Damage> {
        let mut dealer = self.first_dealer(text)?;
        let mut before = self.record().and_then(bastide_host::Record::commitment);
        for (seed, reseed) in &self.commitments.later {
            dealer = dealer.reseeded(seed.clone(), reseed.after, before);
            before = before.map(|_| reseed.commitment);
        }
        Ok(dealer)
    }

    fn first_dealer(&self, text: &str) -> Result<Dealer, Damage> {
        if let Some(seal) = &self.commitments.seal {
            let shares = self.commitments.shares.iter();
            let revealed = shares.filter_map(|(seat, share)| match share {
                Share::Revealed(salt) => Some((*seat, salt.clone())),
                Share::Awaited | Share::Committed(_) => None,
            });
            let salts = Salts { text: text.to_owned(), revealed: revealed.collect() };
            return Ok(Dealer::salted(seal.seed.clone(), salts));
        }
        match &self.made.deal {
            Deal::Seed { seed, .. } => {
                let seed: Seed = seed.parse().map_err(|_| Damage("no seed".to_owned()))?;
                Ok(Dealer::seeded(seed, text))
            }
            Deal::Deck { tiles } => Ok(Dealer::forced(tiles.iter().map(String::as_str))),
        }
    }

    /// Returns the commitment to the seed of the table; `None` while a client may still commit to a
    /// salt.
    pub(super) fn commitment(&self) -> Option<String> {
        if let Some(seal) = &self.commitments.seal {
            return Some(seal.commitment.to_string());
        }
        let Deal::Seed { seed, .. } = &self.made.deal else { return None };
        let is_open = matches!(self.play, Play::Waiting(_)) && self.takes_salts();
        if self.made.go_on.is_some() || (is_open && !self.commitments.shares.is_empty()) {
            return None;
        }
        if let Play::On(table) = &self.play {
            return table.record().commitment().map(|commitment| commitment.to_string());
        }
        let seed: Seed = seed.parse().ok()?;
        Some(Commitment::of(&seed, &self.setup).to_string())
    }

    /// Returns the public view of the commitments.
    pub(super) fn deal_view(&self) -> DealView {
        let stage = match (&self.play, &self.commitments.seal) {
            (Play::On(_), _) => DealStage::Dealt,
            (Play::Waiting(_), Some(_)) => DealStage::Revealing,
            (Play::Waiting(_), None) if self.is_full() => DealStage::Gathering,
            (Play::Waiting(_), None) => DealStage::Open,
        };
        let shares = self.commitments.shares.iter();
        let salts = shares.map(|(seat, share)| SaltView {
            seat: *seat,
            commitment: share.commitment().map(|commitment| commitment.to_string()),
            is_revealed: matches!(share, Share::Revealed(_)),
        });
        DealView {
            stage,
            takes_salts: self.takes_salts(),
            salts: salts.collect(),
            until: self.deal_due(),
        }
    }

    /// Returns the salts that a rematch awaits: a new one of every contributor.
    pub(super) fn salts_again(&self) -> Vec<SaltOffer> {
        let seats = self.commitments.shares.keys();
        seats.map(|&seat| SaltOffer { seat, commitment: None }).collect()
    }
}

/// Returns the time that clients have to reveal their salts. In correspondence games players need
/// not be connected when the last seat is taken.
fn reveal_within(clock: Option<ClockPlan>) -> Millis {
    match clock {
        Some(ClockPlan::Live { seconds, .. }) => Millis::from(seconds.clamp(60, 600)) * SECOND,
        Some(ClockPlan::Days { days }) => Millis::from(days) * DAY,
        None => DAY,
    }
}

fn parsed(text: &str) -> Result<SaltCommitment, Damage> {
    text.parse().map_err(|_| Damage("no commitment to a salt".to_owned()))
}

fn bad_salt(text: &str) -> Problem {
    problem(ProblemCode::BadSalt, text)
}
