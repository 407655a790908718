//! A refereed game: players act, chance is dealt, and everything is recorded.

use bastide::{Action, Actor, AnyGame, Event, Game, Illegality, Seat, Setup, SetupError};

use crate::dealer::{Dealer, Seeded};
use crate::record::{BadKey, Record, Recorder};
use crate::seed::{Commitment, Reseed, Seed};
use crate::verify::{DrawDiffers, deal_again, deal_again_from};

/// A game in progress with its record and its dealer.
///
/// Chance actions are dealt immediately, so between calls either a seat is to act or the game is
/// over.
///
/// ```
/// use bastide::{Action, Actor, Game, LandRules, Seat, Setup};
/// use bastide_host::{Dealer, Match, Seed};
/// let dealer = Dealer::seeded(Seed::from_number(7), "table 1");
/// let mut current = Match::new(Setup::new(LandRules::default(), 2), dealer)?;
/// assert_eq!(current.game().to_act(), Actor::Seat(Seat::FIRST));
/// let place = current.game().actions()[0];
/// current.play(Seat::FIRST, place)?;
/// assert!(current.play(Seat::FIRST.next(2), Action::Pass).is_err(), "another seat is to act");
/// # Ok::<(), bastide_host::MatchError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Match {
    recorder: Recorder,
    dealer: Dealer,
    opening: Vec<Event>,
    /// Number of actions that precede the first draw of the dealer.
    given: usize,
    is_abandoned: bool,
}

/// The reason an operation on a match failed. The match is then unchanged.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum MatchError {
    /// No game can be created with this set-up.
    #[error("impossible set-up: {0}")]
    Setup(#[from] SetupError),
    /// The deck of the set-up differs from that of the dealer.
    #[error("the dealer's deck does not contain the tiles of the set-up")]
    DeckDiffers,
    /// The seed of the dealer does not match the commitment in the record.
    #[error("the seed does not match the commitment")]
    WrongSeed,
    /// The record contains a draw that differs from that of the dealer.
    #[error(transparent)]
    DrawDiffers(#[from] DrawDiffers),
    /// The action is illegal.
    #[error(transparent)]
    Illegal(#[from] Illegality),
    /// This seat has no action that can be taken back.
    #[error("nothing to take back: a draw cannot be taken back")]
    NothingToTakeBack,
    /// The match was abandoned and its seed revealed.
    #[error("the match was abandoned")]
    Abandoned,
}

impl Match {
    /// Creates a match and draws its first tile.
    ///
    /// With a forced deck the set-up does not have to list the tiles again.
    ///
    /// # Errors
    /// Returns [`MatchError`] if no game can be created with this set-up, or if its deck differs
    /// from that of the dealer.
    pub fn new(setup: impl Into<Setup>, dealer: Dealer) -> Result<Match, MatchError> {
        let mut setup = setup.into();
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
        let mut current =
            Match { recorder, dealer, opening: Vec::new(), given: 0, is_abandoned: false };
        let mut opening = Vec::new();
        current.deal(&mut opening);
        current.opening = opening;
        Ok(current)
    }

    /// Resumes an interrupted match, with a dealer in its initial state.
    ///
    /// # Errors
    /// Returns [`MatchError`] if the draws of the dealer differ from those of the record, or if the
    /// record was closed by revealing its seed.
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
        let mut current =
            Match { recorder, dealer, opening: Vec::new(), given: 0, is_abandoned: false };
        current.deal(&mut Vec::new());
        Ok(current)
    }

    /// Continues another game after its first `actions` actions, with separate draws. There is no
    /// commitment to the earlier draws, so the record cannot be verified and has no commitment.
    ///
    /// # Errors
    /// Returns [`MatchError`] if the record cannot be played with this dealer.
    pub fn go_on(record: &Record, actions: usize, dealer: Dealer) -> Result<Match, MatchError> {
        let mut recorder = Recorder::new(record.setup().clone())?;
        for &action in record.actions().iter().take(actions) {
            recorder.play(action).map_err(|illegal| illegal.why)?;
        }
        let given = recorder.record().actions().len();
        let mut dealer = dealer;
        dealer.skip(recorder.record().draws());
        let mut current =
            Match { recorder, dealer, opening: Vec::new(), given, is_abandoned: false };
        let mut opening = Vec::new();
        current.deal(&mut opening);
        current.opening = opening;
        Ok(current)
    }

    /// Returns the current state of the game.
    pub fn game(&self) -> &AnyGame {
        self.recorder.game()
    }

    /// Returns the record so far. Once the game is over, it contains the result, and the seed if
    /// there is one.
    pub fn record(&self) -> &Record {
        self.recorder.record()
    }

    /// Returns a copy of the record that caches the current game, see [`Record::game`].
    pub fn to_record(&self) -> Record {
        self.recorder.to_record()
    }

    /// Returns the events before the first player's action: the first draw.
    pub fn opening(&self) -> &[Event] {
        &self.opening
    }

    /// Sets a header value in the record that does not affect the game.
    ///
    /// # Errors
    /// Returns [`BadKey`] if the key is malformed or reserved.
    pub fn set_extra(&mut self, key: &str, value: impl Into<String>) -> Result<(), BadKey> {
        self.recorder.record_mut().set_extra(key, value)
    }

    /// Plays an action of a seat, then deals chance actions until a seat is to act again. Returns
    /// all events.
    ///
    /// # Errors
    /// Returns [`MatchError`] if another seat is to act, the action is illegal, or the match was
    /// abandoned.
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
        self.recorder.play_with(action, &mut events).map_err(|illegal| illegal.why)?;
        self.deal(&mut events);
        Ok(events)
    }

    /// Returns true if the seat is to act and has acted since the last draw, so that it can take
    /// back actions.
    pub fn can_take_back(&self, seat: Seat) -> bool {
        self.keepable(seat).is_some()
    }

    /// Takes back all actions of the seat to act since the last draw and since another seat acted.
    /// Draws are never taken back.
    ///
    /// ```
    /// use bastide::{Game, LandRules, Seat, Setup};
    /// use bastide_host::{Dealer, Match};
    /// let mut current = Match::new(Setup::new(LandRules::default(), 2), Dealer::forced(["V", "E"]))?;
    /// let start = current.game().clone();
    /// current.play(Seat::FIRST, current.game().actions()[0])?;
    /// current.take_back(Seat::FIRST)?;
    /// assert_eq!(*current.game(), start);
    /// # Ok::<(), bastide_host::MatchError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`MatchError::NothingToTakeBack`] if there is nothing to take back, or
    /// [`MatchError::Abandoned`] if the match was abandoned.
    pub fn take_back(&mut self, seat: Seat) -> Result<(), MatchError> {
        if self.is_abandoned {
            return Err(MatchError::Abandoned);
        }
        let keep = self.keepable(seat).ok_or(MatchError::NothingToTakeBack)?;
        self.recorder.rewind(keep);
        Ok(())
    }

    /// Truncates to the first `actions` actions, undoing draws as needed, with a dealer in its
    /// initial state. The same tiles are drawn again.
    ///
    /// # Errors
    /// Returns [`MatchError`] if the match was abandoned, or the draws of the dealer differ from
    /// the record.
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

    /// Returns the number of actions that remain if this seat takes back all it can.
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

    /// Uses another seed for all following draws, because the remaining draws might be known.
    /// Returns the new commitment and its position, or `None` with a forced deck, which is
    /// unchanged.
    ///
    /// # Errors
    /// Returns [`MatchError::Abandoned`] if the match was abandoned.
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
        // A record without a commitment cannot be verified, so there is nothing to add to it.
        if record.commitment().is_some() {
            record.reseed(reseed);
        }
        Ok(Some(reseed))
    }

    /// Abandons the match: no more actions can be played, and the record reveals its seed, so that
    /// its draws can be verified.
    pub fn abandon(&mut self) {
        if !self.game().is_over() {
            self.is_abandoned = true;
            self.reveal();
        }
    }

    /// Returns true if the match was abandoned.
    pub fn is_abandoned(&self) -> bool {
        self.is_abandoned
    }

    /// Returns the secret seed, for a host that stores it across restarts.
    pub fn seed(&self) -> Option<&Seed> {
        match &self.dealer {
            Dealer::Seeded(seeded) => Some(seeded.seed()),
            Dealer::Forced(_) => None,
        }
    }

    fn deal(&mut self, events: &mut Vec<Event>) {
        while let Some(action) = self.dealer.deal(self.recorder.game()) {
            self.recorder.play_with(action, events).expect("a dealer takes from what can be drawn");
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

/// Returns the commitment that the host of a dealer published before the first draw.
fn commitment(seeded: &Seeded, setup: &Setup) -> Commitment {
    let salts = seeded.salts();
    Commitment::with_salts(seeded.seed(), setup, &salts.text, &salts.commitments())
}

fn sorted(names: &[Box<str>]) -> Vec<&str> {
    let mut names: Vec<_> = names.iter().map(|name| &**name).collect();
    names.sort_unstable();
    names
}
