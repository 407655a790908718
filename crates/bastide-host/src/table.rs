//! A game that people play: seats act, chance is dealt, all is recorded.

use bastide::{Action, Actor, AnyGame, Event, Game, Illegality, Seat, Setup, SetupError};

use crate::dealer::{Dealer, Seeded};
use crate::record::{BadKey, Record, Recorder};
use crate::seed::{Commitment, Reseed, Seed};
use crate::verify::{DrawDiffers, deal_again, deal_again_from};

/// A game in play together with its record and whatever deals its tiles.
///
/// Chance never waits: whenever it is to act, it has acted already. So a
/// seat is to act, or the game is over.
#[derive(Clone, Debug)]
pub struct Match {
    recorder: Recorder,
    dealer: Dealer,
    opening: Vec<Event>,
    /// How many actions came from elsewhere, before the dealer's first.
    given: usize,
    is_abandoned: bool,
}

/// Why a match could not do something. Nothing has changed then.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// No game can be played with this set-up.
    #[error("impossible set-up: {0}")]
    Setup(#[from] SetupError),
    /// The set-up names a deck, and the dealer has another.
    #[error("the dealer's deck does not hold the tiles of the set-up")]
    DeckDiffers,
    /// The dealer's seed is not the one the record's host committed to.
    #[error("the seed is not the one committed to")]
    WrongSeed,
    /// The record has a draw that the dealer does not give.
    #[error(transparent)]
    DrawDiffers(#[from] DrawDiffers),
    /// The action is not legal.
    #[error(transparent)]
    Illegal(#[from] Illegality),
    /// There is nothing that this seat could take back.
    #[error("nothing to take back: a drawn tile stays drawn")]
    NothingToTakeBack,
    /// The match was given up and its seed revealed.
    #[error("the match was given up")]
    Abandoned,
}

impl Match {
    /// A new match; its first tile is drawn at once.
    ///
    /// With a forced deck the set-up need not name the tiles again.
    ///
    /// # Errors
    /// If no game can be played with this set-up.
    pub fn new(mut setup: Setup, dealer: Dealer) -> Result<Match, MatchError> {
        if let Dealer::Forced(deck) = &dealer {
            let names = setup.deck.get_or_insert_with(|| deck.names().to_vec());
            if sorted(names) != sorted(deck.names()) {
                return Err(MatchError::DeckDiffers);
            }
        }
        let mut recorder = Recorder::new(setup)?;
        if let Dealer::Seeded(seeded) = &dealer {
            let record = recorder.record_mut();
            let commitment = commitment(seeded, record.setup());
            record.commit(commitment, seeded.salts());
        }
        let mut table =
            Match { recorder, dealer, opening: Vec::new(), given: 0, is_abandoned: false };
        let mut opening = Vec::new();
        table.deal(&mut opening);
        table.opening = opening;
        Ok(table)
    }

    /// A match that was interrupted, with a dealer as it was at the start.
    ///
    /// # Errors
    /// If the dealer does not give the draws of the record, or the record
    /// has been closed by revealing its seed.
    pub fn resume(record: Record, mut dealer: Dealer) -> Result<Match, MatchError> {
        if record.seed().is_some() && record.result().is_none() {
            return Err(MatchError::Abandoned);
        }
        if let (Dealer::Seeded(seeded), Some(committed)) = (&dealer, record.commitment())
            && commitment(seeded, record.setup()) != committed
        {
            return Err(MatchError::WrongSeed);
        }
        if let Dealer::Forced(deck) = &dealer
            && record.setup().deck.as_deref().map(sorted) != Some(sorted(deck.names()))
        {
            return Err(MatchError::DeckDiffers);
        }
        deal_again(&record, &mut dealer)?;
        let recorder = Recorder::resume(record);
        let mut table =
            Match { recorder, dealer, opening: Vec::new(), given: 0, is_abandoned: false };
        table.deal(&mut Vec::new());
        Ok(table)
    }

    /// A match that goes on from somewhere in another game, with draws of its
    /// own. Nothing is promised about the draws before, so nothing can be
    /// proved about it: its record has no commitment.
    ///
    /// # Errors
    /// If the record cannot be played with this dealer.
    pub fn go_on(record: &Record, actions: usize, dealer: Dealer) -> Result<Match, MatchError> {
        let mut recorder = Recorder::new(record.setup().clone())?;
        for &action in record.actions().iter().take(actions) {
            recorder.play(action, &mut ()).map_err(|illegal| illegal.why)?;
        }
        let given = recorder.record().actions().len();
        let mut dealer = dealer;
        dealer.skip(recorder.record().draws());
        let mut table = Match { recorder, dealer, opening: Vec::new(), given, is_abandoned: false };
        let mut opening = Vec::new();
        table.deal(&mut opening);
        table.opening = opening;
        Ok(table)
    }

    /// The game as it stands.
    pub fn game(&self) -> &AnyGame {
        self.recorder.game()
    }

    /// The record so far. Once the game is over it has its result, and its
    /// seed if it has one.
    pub fn record(&self) -> &Record {
        self.recorder.record()
    }

    /// What happened before anybody could act: the first draw.
    pub fn opening(&self) -> &[Event] {
        &self.opening
    }

    /// Keeps a header value in the record that means nothing to the game.
    ///
    /// # Errors
    /// If the key is not a plain word or means something already.
    pub fn set_extra(&mut self, key: &str, value: impl Into<String>) -> Result<(), BadKey> {
        self.recorder.record_mut().set_extra(key, value)
    }

    /// A seat acts; then chance does, until a seat is to act again. What
    /// happened, all of it.
    ///
    /// # Errors
    /// If another seat is to act, or the action is not legal.
    pub fn play(&mut self, seat: Seat, action: Action) -> Result<Vec<Event>, MatchError> {
        if self.is_abandoned {
            return Err(MatchError::Abandoned);
        }
        match self.game().to_act() {
            Actor::Seat(actor) if actor == seat => {}
            Actor::Seat(_) | Actor::Chance => return Err(Illegality::NotYourTurn.into()),
            Actor::Nobody => return Err(Illegality::GameOver.into()),
        }
        let mut events = Vec::new();
        self.recorder.play(action, &mut events).map_err(|illegal| illegal.why)?;
        self.deal(&mut events);
        Ok(events)
    }

    /// Whether the seat to act has done something since the last draw that
    /// it can take back.
    pub fn can_take_back(&self, seat: Seat) -> bool {
        self.keepable(seat).is_some()
    }

    /// The seat to act takes back everything it has done since the last
    /// draw and since anybody else acted. What has been drawn stays drawn.
    ///
    /// # Errors
    /// If there is nothing to take back.
    pub fn take_back(&mut self, seat: Seat) -> Result<(), MatchError> {
        if self.is_abandoned {
            return Err(MatchError::Abandoned);
        }
        let keep = self.keepable(seat).ok_or(MatchError::NothingToTakeBack)?;
        self.recorder.rewind(keep);
        Ok(())
    }

    /// Goes back to where there were so many actions, past draws if need be,
    /// with a dealer as it was at the start. The same tiles come again.
    ///
    /// # Errors
    /// If the match was given up, or the dealer is not the one that dealt.
    pub fn rewind(&mut self, actions: usize, mut dealer: Dealer) -> Result<(), MatchError> {
        if self.is_abandoned {
            return Err(MatchError::Abandoned);
        }
        let mut record = self.record().clone();
        record.truncate(actions.max(self.given));
        deal_again_from(&record, self.given, &mut dealer)?;
        self.recorder = Recorder::resume(record);
        self.dealer = dealer;
        self.deal(&mut Vec::new());
        Ok(())
    }

    /// How many actions would be left if this seat took back what it can.
    fn keepable(&self, seat: Seat) -> Option<usize> {
        if self.is_abandoned || self.game().to_act() != Actor::Seat(seat) {
            return None;
        }
        let actors: Vec<_> = self.record().replay().map(|step| (step.actor, step.turn)).collect();
        let turn = self.record().full_turns() + 1;
        let own = actors.iter().rev().take_while(|&&step| step == (Actor::Seat(seat), turn));
        let keep = actors.len() - own.count();
        (keep < actors.len()).then_some(keep)
    }

    /// Draws everything from now on from another seed: what would have come
    /// is known. Returns the new commitment and its place; none where tiles
    /// are given, which stay as they are.
    ///
    /// # Errors
    /// If the match was given up.
    pub fn reseed(&mut self, seed: Seed) -> Result<Option<Reseed>, MatchError> {
        if self.is_abandoned {
            return Err(MatchError::Abandoned);
        }
        let Dealer::Seeded(seeded) = &mut self.dealer else { return Ok(None) };
        let record = self.recorder.record_mut();
        let before = record.reseeds().last().map(|last| last.commitment);
        let before = before.or(record.commitment());
        let reseed = Reseed::new(&seed, record.draws(), before);
        seeded.reseed(seed, reseed.after, before);
        // A record without a commitment proves nothing, now as before.
        if record.commitment().is_some() {
            record.reseed(reseed);
        }
        Ok(Some(reseed))
    }

    /// Gives the match up: nothing more can be played, and the record
    /// reveals its seed, so that its draws can be checked.
    pub fn abandon(&mut self) {
        if !self.game().is_over() {
            self.is_abandoned = true;
            self.reveal();
        }
    }

    /// Whether the match was given up.
    pub fn is_abandoned(&self) -> bool {
        self.is_abandoned
    }

    /// The secret of the draws, for a host that keeps it over a restart.
    pub fn seed(&self) -> Option<&Seed> {
        match &self.dealer {
            Dealer::Seeded(seeded) => Some(seeded.seed()),
            Dealer::Forced(_) => None,
        }
    }

    fn deal(&mut self, events: &mut Vec<Event>) {
        while let Some(action) = self.dealer.deal(self.recorder.game()) {
            self.recorder.play(action, events).expect("a dealer takes from what can be drawn");
        }
        debug_assert_ne!(self.game().to_act(), Actor::Chance, "the deck is that of the set-up");
        if self.game().is_over() {
            self.reveal();
        }
    }

    fn reveal(&mut self) {
        if self.given == 0
            && let Dealer::Seeded(seeded) = &self.dealer
        {
            let later = seeded.later_seeds().cloned().collect();
            self.recorder.record_mut().reveal(seeded.seed().clone(), later);
        }
    }
}

/// The commitment that a dealer's host made before the first draw.
fn commitment(seeded: &Seeded, setup: &Setup) -> Commitment {
    let salts = seeded.salts();
    Commitment::with_salts(seeded.seed(), setup, &salts.text, &salts.commitments())
}

fn sorted(names: &[Box<str>]) -> Vec<&str> {
    let mut names: Vec<_> = names.iter().map(|name| &**name).collect();
    names.sort_unstable();
    names
}
