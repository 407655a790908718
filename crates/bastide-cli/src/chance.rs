//! What chance does in games that need no fair dealer.

use bastide::{Action, AnyGame, WallToken};
use bastide_host::Dice;

use crate::extras;

/// What chance does now; only asked when chance is to act.
#[inline]
pub(crate) fn roll(game: &AnyGame, dice: &mut Dice) -> Action {
    if let Some(token) = reveal(game, dice) {
        return Action::Reveal(token);
    }
    let bag = game.bag();
    let at = dice.below(bag.next_left() as usize) as u32;
    Action::Draw(bag.nth(at).expect("chance acts only while tiles are left"))
}

/// The token that turns up, if one does now.
fn reveal(game: &AnyGame, dice: &mut Dice) -> Option<WallToken> {
    let stronghold = extras::stronghold(game)?;
    stronghold.revealing()?;
    let ways = stronghold.unseen_tokens().map(|(_, ways)| usize::from(ways)).sum();
    let mut at = dice.below(ways);
    for (token, ways) in stronghold.unseen_tokens() {
        match at.checked_sub(usize::from(ways)) {
            Some(rest) => at = rest,
            None => return Some(token),
        }
    }
    None
}
