//! Verification of the draws in a record against the host's commitment.

use bastide::{Action, AnyGame, Game};

use crate::dealer::Dealer;
use crate::record::Record;
use crate::seed::{Commitment, Reseed};

/// Result of a successful verification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// Number of draws verified.
    pub draws: usize,
    /// True if the first player is the one given by the seed (SETUP-4). Can be false if the players
    /// chose the first player.
    pub is_first_drawn: bool,
    /// True if the game is finished.
    pub is_finished: bool,
    /// Seats whose salts are part of the draws. If there is at least one, the host could not choose
    /// the draws alone.
    pub contributors: Vec<u8>,
    /// Number of times a new seed replaced the remaining draws. The host chose those seeds alone.
    pub reseeds: usize,
}

/// A draw that differs from the one given by the seed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("in turn {turn} the record has {drawn} where the seed gives {expected}")]
pub struct DrawDiffers {
    /// Number of the turn, starting at 1.
    pub turn: usize,
    /// The recorded draw.
    pub drawn: String,
    /// The draw given by the seed.
    pub expected: String,
}

/// The reason the draws of a record could not be verified.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// The record has no commitment.
    #[error("the record has no commitment")]
    NoCommitment,
    /// The seed has not been revealed.
    #[error("the record does not reveal its seed")]
    NoSeed,
    /// The seed does not match the commitment.
    #[error(
        "the seed does not match the commitment: expected {committed}, but the seed gives {given}"
    )]
    WrongSeed {
        /// The commitment in the record.
        committed: Commitment,
        /// The commitment to the revealed seed.
        given: Commitment,
    },
    /// Two seats have the same salt, so one copied the other.
    #[error("seat {0} has the same salt as an earlier seat")]
    RepeatedSalt(u8),
    /// A draw differs from the one given by the seed.
    #[error(transparent)]
    DrawDiffers(#[from] DrawDiffers),
}

/// Verifies that the draws of a record are those its host committed to. The game does not have to
/// be finished, but its seed must be revealed.
///
/// ```
/// use bastide::{Game, LandRules, Setup};
/// use bastide_host::{Dealer, Match, Seed, VerifyError, verify};
/// let dealer = Dealer::seeded(Seed::random(), "table 1");
/// let mut current = Match::new(Setup::new(LandRules::default(), 2), dealer)?;
/// assert_eq!(verify(current.record()), Err(VerifyError::NoSeed));
/// current.abandon(); // reveals the seed
/// assert_eq!(verify(current.record()).map(|verified| verified.draws), Ok(1));
/// # Ok::<(), bastide_host::MatchError>(())
/// ```
///
/// # Errors
/// Returns [`VerifyError`] if the record lacks the necessary data, or for the first draw that
/// differs.
pub fn verify(record: &Record) -> Result<Verified, VerifyError> {
    let committed = record.commitment().ok_or(VerifyError::NoCommitment)?;
    let seed = record.seed().ok_or(VerifyError::NoSeed)?;
    let salts = record.salts();
    if let Some(seat) = salts.repeated() {
        return Err(VerifyError::RepeatedSalt(seat));
    }
    let given = Commitment::with_salts(seed, record.setup(), &salts.text, &salts.commitments());
    if given != committed {
        return Err(VerifyError::WrongSeed { committed, given });
    }
    let mut dealer = Dealer::salted(seed.clone(), salts.clone());
    let mut before = committed;
    for (reseed, later) in record.reseeds().iter().zip(record.later_seeds()) {
        let given = Reseed::new(later, reseed.after, Some(before)).commitment;
        if given != reseed.commitment {
            return Err(VerifyError::WrongSeed { committed: reseed.commitment, given });
        }
        dealer = dealer.reseeded(later.clone(), reseed.after, Some(before));
        before = reseed.commitment;
    }
    let game = deal_again(record, &mut dealer)?;
    Ok(Verified {
        draws: record.draws(),
        is_first_drawn: dealer.first(record.setup().seats) == record.setup().first,
        is_finished: game.is_over(),
        contributors: salts.seats(),
        reseeds: record.reseeds().len(),
    })
}

/// Replays a record with a dealer and checks that it gives the same draws.
pub(crate) fn deal_again(record: &Record, dealer: &mut Dealer) -> Result<AnyGame, DrawDiffers> {
    deal_again_from(record, 0, dealer)
}

/// Like `deal_again`, for a dealer that only dealt after the first `given` actions.
pub(crate) fn deal_again_from(
    record: &Record,
    given: usize,
    dealer: &mut Dealer,
) -> Result<AnyGame, DrawDiffers> {
    let mut game = record.start();
    let before = record.actions().iter().take(given);
    dealer.skip(before.filter(|action| action.is_chance()).count());
    let mut played = 0;
    for (index, turn) in record.turns().enumerate() {
        for &action in turn {
            played += 1;
            if action.is_chance() && played > given {
                let dealt = dealer.deal(&game);
                if dealt != Some(action) {
                    let show = |action: Action| game.notation().show(action).to_string();
                    return Err(DrawDiffers {
                        turn: index + 1,
                        drawn: show(action),
                        expected: dealt.map_or_else(|| "nothing".to_owned(), show),
                    });
                }
            }
            game.play_unchecked(action);
            record.note_replayed(1);
        }
    }
    Ok(game)
}
