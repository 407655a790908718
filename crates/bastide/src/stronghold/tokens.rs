//! Wall tokens (S-TOKEN-*): those on the wall, the unseen ones, and those the players hold.
//!
//! Unseen tokens are exchangeable, including those left out of the game, so a token has no kind
//! before it is revealed: taking one leads to a chance node.

use super::wall::Wall;
use crate::action::WallToken;
use crate::seat::{BySeat, Seat};

/// Number of tokens of each of the nine kinds (S-SETUP-4).
const COPIES: u8 = 2;
const KINDS: usize = 9;
pub(super) const TOKENS: u8 = COPIES * KINDS as u8;

/// S-TOKEN-K1: an additional turn.
pub(super) const ENCORE: WallToken = kind(1);
/// S-TOKEN-K2: double points for a tower.
pub(super) const TOWER: WallToken = kind(2);
/// S-TOKEN-K3: double points for a house.
pub(super) const HOUSE: WallToken = kind(3);
/// S-TOKEN-K4: scores an incomplete path.
pub(super) const OPEN_PATH: WallToken = kind(4);
/// S-TOKEN-K5: scores an incomplete tower.
pub(super) const OPEN_TOWER: WallToken = kind(5);
/// S-TOKEN-K6: scores an incomplete house.
pub(super) const OPEN_HOUSE: WallToken = kind(6);
/// S-TOKEN-K7: increases the points per market of a courtyard.
pub(super) const MARKETS: WallToken = kind(7);
/// S-TOKEN-K8: increases the size of the player's keep.
pub(super) const KEEP: WallToken = kind(8);
/// S-TOKEN-K9: five points.
pub(super) const FIVE: WallToken = kind(9);

const fn kind(number: u8) -> WallToken {
    WallToken::new(number).expect("kinds are 1 to 9")
}

/// Number of tokens of each kind.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Counts([u8; KINDS]);

impl Counts {
    #[inline]
    fn of(&self, token: WallToken) -> u8 {
        self.0[usize::from(token.kind() - 1)]
    }

    #[inline]
    fn of_mut(&mut self, token: WallToken) -> &mut u8 {
        &mut self.0[usize::from(token.kind() - 1)]
    }
}

/// The tokens a player holds. They are public.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Purse {
    ripe: Counts,
    /// Tokens taken since the player's last turn began.
    fresh: Counts,
}

impl Purse {
    /// Returns the number of tokens of a kind the player holds.
    #[inline]
    pub fn held(&self, token: WallToken) -> u8 {
        self.ripe.of(token) + self.fresh.of(token)
    }

    /// Returns the number of tokens of a kind that can be used: those taken before the player's
    /// turn began (S-TOKEN-3). Kinds 4 to 9 are nevertheless only used at the end of the game.
    #[inline]
    pub fn usable(&self, token: WallToken) -> u8 {
        self.ripe.of(token)
    }

    /// Iterates over the kinds the player holds, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (WallToken, u8)> {
        let kinds = (1..=KINDS as u8).filter_map(WallToken::new);
        kinds.map(|token| (token, self.held(token))).filter(|&(_, count)| count > 0)
    }
}

/// All tokens of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Tokens {
    /// Bit set of the corner towers that still have their token.
    wall: u32,
    /// Tokens that have not been revealed.
    unseen: Counts,
    purses: BySeat<Purse>,
}

impl Tokens {
    /// S-SETUP-4: a token on each corner tower except the bare ones.
    pub(super) fn new(wall: &Wall) -> Tokens {
        let corners = wall.corners().iter().rev();
        Tokens {
            wall: corners.fold(0, |bits, corner| bits << 1 | u32::from(corner.has_token)),
            unseen: Counts([COPIES; KINDS]),
            purses: BySeat::default(),
        }
    }

    /// Returns true if a corner tower still has its token.
    #[inline]
    pub(super) fn is_at(&self, corner: u8) -> bool {
        self.wall.checked_shr(u32::from(corner)).is_some_and(|bits| bits & 1 == 1)
    }

    /// Removes the token of a corner tower from the wall.
    pub(super) fn take(&mut self, corner: u8) {
        self.wall &= !(1 << corner);
    }

    /// Returns the number of tokens on the wall.
    pub(super) fn on_wall(&self) -> u32 {
        self.wall.count_ones()
    }

    /// S-END-1: removes the tokens left on the wall.
    pub(super) fn clear_wall(&mut self) {
        self.wall = 0;
    }

    /// Iterates over the kinds a revealed token can have, with their counts.
    pub(super) fn unseen(&self) -> impl Iterator<Item = (WallToken, u8)> {
        let kinds = (1..=KINDS as u8).filter_map(WallToken::new);
        kinds.map(|token| (token, self.unseen.of(token))).filter(|&(_, count)| count > 0)
    }

    pub(super) fn is_unseen(&self, token: WallToken) -> bool {
        self.unseen.of(token) > 0
    }

    /// Reveals the token just taken and gives it to a player.
    pub(super) fn reveal(&mut self, seat: Seat, token: WallToken) {
        *self.unseen.of_mut(token) -= 1;
        *self.purses[seat].fresh.of_mut(token) += 1;
    }

    /// S-TOKEN-3: a new turn makes the tokens taken before it usable.
    #[inline]
    pub(super) fn begin_turn(&mut self, seat: Seat) {
        let Purse { ripe, fresh } = &mut self.purses[seat];
        for (ripe, fresh) in ripe.0.iter_mut().zip(core::mem::take(&mut fresh.0)) {
            *ripe += fresh;
        }
    }

    /// S-TOKEN-3: removes a used token. At the end of the game, recently taken ones can be used
    /// too.
    pub(super) fn spend(&mut self, seat: Seat, token: WallToken) {
        let Purse { ripe, fresh } = &mut self.purses[seat];
        let from = if ripe.of(token) > 0 { ripe } else { fresh };
        *from.of_mut(token) -= 1;
    }

    #[inline]
    pub(super) fn purse(&self, seat: Seat) -> &Purse {
        &self.purses[seat]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_usable_once_from_the_next_turn_on() {
        // S-TOKEN-3, S-SETUP-4
        let wall = Wall::parse("wall t\nrow #\ntrack 9\ncorner 0,0 0 1 bare\ncorner 1,0 3 4\n")
            .expect("two corners");
        let mut tokens = Tokens::new(&wall);
        assert_eq!((tokens.is_at(0), tokens.is_at(1), tokens.on_wall()), (false, true, 1));
        tokens.take(1);
        assert!(!tokens.is_at(1) && !tokens.is_at(200));
        assert_eq!(tokens.unseen().map(|(_, n)| n).sum::<u8>(), TOKENS);
        let seat = Seat::FIRST;
        tokens.reveal(seat, TOWER);
        assert_eq!((tokens.purse(seat).held(TOWER), tokens.purse(seat).usable(TOWER)), (1, 0));
        tokens.begin_turn(seat.next(2));
        assert_eq!(tokens.purse(seat).usable(TOWER), 0, "not by the other's turn");
        tokens.begin_turn(seat);
        assert_eq!(tokens.purse(seat).usable(TOWER), 1);
        tokens.reveal(seat, TOWER);
        assert!(!tokens.is_unseen(TOWER), "there are only two");
        tokens.spend(seat, TOWER);
        assert_eq!((tokens.purse(seat).held(TOWER), tokens.purse(seat).usable(TOWER)), (1, 0));
        tokens.spend(seat, TOWER);
        assert_eq!(tokens.purse(seat).iter().count(), 0);
    }
}
