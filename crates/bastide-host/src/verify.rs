//! Checks a record's draws against what its host promised.

use bastide::{Action, AnyGame, Game};

use crate::dealer::Dealer;
use crate::record::Record;
use crate::seed::{Commitment, Reseed};

/// What was found right.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// How many draws were checked.
    pub draws: usize,
    /// Whether the seed also says who began (SETUP-4). Where people choose
    /// that themselves it need not.
    pub is_first_drawn: bool,
    /// Whether the game was played to its end.
    pub is_finished: bool,
    /// The seats whose salts are part of the draws: the host could not
    /// choose the draws alone if there is one.
    pub contributors: Vec<u8>,
    /// How often the draws to come were replaced by those of a new seed. That
    /// one was chosen by the host alone.
    pub reseeds: usize,
}

/// A draw that the seed does not give.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("in turn {turn} the record has {drawn} where the seed gives {expected}")]
pub struct DrawDiffers {
    /// The turn, from 1.
    pub turn: usize,
    /// The draw as recorded.
    pub drawn: String,
    /// The draw as it should be.
    pub expected: String,
}

/// Why a record's draws could not be confirmed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum VerifyError {
    /// Nothing was promised.
    #[error("the record has no commitment to check against")]
    NoCommitment,
    /// The seed is still secret.
    #[error("the record does not reveal its seed")]
    NoSeed,
    /// The seed is not the one that was promised for this game.
    #[error("the seed is not the one committed to: that one gives {committed}, this one {given}")]
    WrongSeed {
        /// The commitment in the record.
        committed: Commitment,
        /// The commitment this seed would have.
        given: Commitment,
    },
    /// Two seats have the same salt: one has copied the other.
    #[error("seat {0} has the same salt as an earlier seat")]
    RepeatedSalt(u8),
    /// A draw that the seed does not give.
    #[error(transparent)]
    DrawDiffers(#[from] DrawDiffers),
}

/// Whether a record's draws are those its host committed to. The game need
/// not be finished, but its seed has to be revealed.
///
/// # Errors
/// Says what is missing, or which draw differs first.
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

/// Plays a record again with a dealer that should give the same draws.
pub(crate) fn deal_again(record: &Record, dealer: &mut Dealer) -> Result<AnyGame, DrawDiffers> {
    deal_again_from(record, 0, dealer)
}

/// The same for a dealer that dealt only after the first `given` actions.
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
            game.play_unchecked(action, &mut ());
        }
    }
    Ok(game)
}
