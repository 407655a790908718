//! The oracle for the Stronghold family (The Castle): a whole game, evaluated from its visible
//! state.
//!
//! This file contains the state and its queries. The tiles are in `stronghold/precinct.rs`, the
//! features in `stronghold/analysis.rs`, the steps of a turn in `stronghold/turn.rs` and the scoring
//! in `stronghold/points.rs`.
//!
//! ```
//! use bastide::{Rules, Setup, StrongholdRules};
//! use bastide_oracle::stronghold::Oracle;
//! let mut oracle = Oracle::new(&Setup::new(Rules::Stronghold(StrongholdRules), 2));
//! while let Some(&action) = oracle.legal_actions().first() {
//!     oracle.play(action);
//! }
//! assert!(oracle.is_over());
//! ```

mod analysis;
mod points;
mod precinct;
#[cfg(test)]
mod tests;
mod turn;

use std::collections::{BTreeMap, BTreeSet};

use bastide::{
    Actor, BySeat, Cell, Keep, Rules, Seat, SeatSet, SegmentRef, Setup, TileId, TileUse, WallToken,
    sets::Sets,
};

pub use analysis::{Analysis, Feature};
pub use points::Ending;
pub use precinct::{Lying, Precinct};

/// Number of players (S-SETUP-1).
pub const SEATS: u8 = 2;

/// Number of followers in each supply at the start (S-SETUP-1).
const FOLLOWERS: u8 = 6;

/// Number of tokens of each kind (S-SETUP-4).
const COPIES: u8 = 2;

/// The next step of the turn (S-TURN-1).
#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    /// A tile is drawn.
    Draw,
    /// This tile is laid in one of these placements.
    Place(TileId, Vec<(Cell, Lying)>),
    /// A follower can be placed on the tile laid last.
    Deploy,
    /// The feature to score next is chosen.
    Settle,
    /// The token taken by this player is revealed.
    Reveal(Seat),
    /// A token for an additional turn can be used (S-TOKEN-K1).
    Encore,
    /// The game is over.
    Over,
}

/// A token a player holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Held {
    token: WallToken,
    /// Number of turns its owner had begun when it was taken.
    since: u32,
}

/// A completed feature that has not been scored yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pending {
    /// The site by which actions refer to it: its first segment on the tile just laid, or else its
    /// first segment adjacent to that tile.
    pub site: SegmentRef,
    /// Index of the feature.
    pub feature: usize,
    /// The player who receives the points.
    pub winner: Seat,
}

/// A game of the Stronghold family, implemented directly from the rules.
#[derive(Clone, Debug)]
pub struct Oracle {
    precinct: Precinct,
    /// Features of the board, recomputed whenever a tile is laid.
    analysis: Analysis,
    /// The followers on the board.
    figures: BTreeMap<SegmentRef, Seat>,
    /// Number of tiles left of each kind.
    bag: Vec<u8>,
    scores: BySeat<i32>,
    keeps: BySeat<Option<Keep>>,
    /// The corner towers that still have their tokens.
    corners: BTreeSet<u8>,
    /// Number of unseen tokens of each kind.
    unseen: BTreeMap<WallToken, u8>,
    held: BySeat<Vec<Held>>,
    /// Number of turns each player has begun.
    turns: BySeat<u32>,
    /// The player whose turn it is.
    turn: Seat,
    step: Step,
    /// The cell of the tile laid last.
    last: Option<Cell>,
    /// The features completed by this tile that have not been scored yet.
    pending: Vec<Pending>,
}

impl Oracle {
    /// Creates a game.
    ///
    /// # Panics
    /// Panics if the set-up is invalid or of another family.
    pub fn new(setup: &Setup) -> Oracle {
        let Rules::Stronghold(_) = setup.rules else {
            panic!("this oracle knows the Stronghold family only");
        };
        let sets = setup.sets.as_ref().map_or(Sets::default(), |own| own.sets());
        let precinct = Precinct::new(sets.wall.clone(), sets.stronghold.clone());
        let first = Seat::new(setup.first).expect("a seat at the table");
        let mut turns = BySeat::splat(0);
        turns[first] = 1;
        // S-SETUP-4: a token on each corner tower except the bare one.
        let corners = (0..).zip(precinct.wall().corners()).filter(|(_, corner)| corner.has_token);
        Oracle {
            analysis: Analysis::of(&precinct),
            figures: BTreeMap::new(),
            bag: bag(&precinct, setup),
            scores: BySeat::splat(0),
            keeps: BySeat::splat(None),
            corners: corners.map(|(number, _)| number).collect(),
            unseen: (1..=9).map(|kind| (token(kind), COPIES)).collect(),
            held: BySeat::default(),
            turns,
            turn: first,
            step: Step::Draw,
            last: None,
            pending: Vec::new(),
            precinct,
        }
    }

    /// Returns the laid tiles and the wall around them.
    pub fn precinct(&self) -> &Precinct {
        &self.precinct
    }

    /// Returns all features, with the followers on them.
    pub fn features(&self) -> &[Feature] {
        self.analysis.features()
    }

    /// Returns the feature a segment belongs to.
    ///
    /// # Panics
    /// Panics if there is no such segment.
    pub fn feature_at(&self, site: SegmentRef) -> &Feature {
        &self.analysis.features()[self.analysis.number_at(site)]
    }

    /// Returns the followers on the board, by position.
    pub fn figures(&self) -> &BTreeMap<SegmentRef, Seat> {
        &self.figures
    }

    /// Returns the number of followers in a player's supply: all that are not on the board.
    pub fn reserve(&self, seat: Seat) -> u8 {
        FOLLOWERS - self.figures.values().filter(|&&owner| owner == seat).count() as u8
    }

    /// Returns the number of tiles left of each kind.
    pub fn bag(&self) -> &[u8] {
        &self.bag
    }

    /// Returns the tile that has been drawn but not yet laid.
    pub fn drawn(&self) -> Option<TileId> {
        if let Step::Place(tile, _) = self.step { Some(tile) } else { None }
    }

    /// Returns the cell of the tile laid last.
    pub fn last_cell(&self) -> Option<Cell> {
        self.last
    }

    /// Returns the current scores.
    pub fn scores(&self) -> &BySeat<i32> {
        &self.scores
    }

    /// Returns the space of the score track on which a player's marker stands. After the last
    /// space, the track continues at 0 (S-SETUP-2).
    pub fn space(&self, seat: Seat) -> u16 {
        let mut space = self.scores[seat];
        while space >= i32::from(self.precinct.wall().track()) {
            space -= i32::from(self.precinct.wall().track());
        }
        space as u16
    }

    /// Returns a player's keep, or `None` if it is not on the board.
    pub fn keep(&self, seat: Seat) -> Option<Keep> {
        self.keeps[seat]
    }

    /// Returns true if a corner tower still has its token.
    pub fn has_token(&self, corner: u8) -> bool {
        self.corners.contains(&corner)
    }

    /// Returns the number of unseen tokens of a kind.
    pub fn unseen(&self, token: WallToken) -> u8 {
        self.unseen[&token]
    }

    /// Returns the number of tokens of a kind a player holds.
    pub fn held(&self, seat: Seat, token: WallToken) -> usize {
        self.held[seat].iter().filter(|held| held.token == token).count()
    }

    /// Returns the number of tokens of a kind a player holds that were taken before the player's
    /// turn began (S-TOKEN-3).
    pub fn usable(&self, seat: Seat, token: WallToken) -> usize {
        let is_usable = |held: &&Held| held.token == token && held.since < self.turns[seat];
        self.held[seat].iter().filter(is_usable).count()
    }

    /// Returns the completed features that have not been scored yet.
    pub fn pending(&self) -> &[Pending] {
        &self.pending
    }

    /// Returns the player who has taken the token that is about to be revealed.
    pub fn revealing(&self) -> Option<Seat> {
        if let Step::Reveal(seat) = self.step { Some(seat) } else { None }
    }

    /// Returns the player whose turn it is.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Returns the party to act next.
    pub fn to_act(&self) -> Actor {
        match self.step {
            Step::Draw | Step::Reveal(_) => Actor::Chance,
            // S-ORDER-2: the player who laid the tile chooses, also for the opponent.
            Step::Place(..) | Step::Deploy | Step::Settle | Step::Encore => Actor::Seat(self.turn),
            Step::Over => Actor::Nobody,
        }
    }

    /// Returns true if the game is over.
    pub fn is_over(&self) -> bool {
        self.step == Step::Over
    }

    /// Returns the players with the most points: both, if it is a draw (S-END-5).
    pub fn winners(&self) -> SeatSet {
        let nobody_has_more =
            |&seat: &Seat| Seat::all(SEATS).all(|other| self.scores[other] <= self.scores[seat]);
        Seat::all(SEATS).filter(nobody_has_more).collect()
    }
}

/// Returns the contents of the bag: the whole stack (S-SETUP-3), or the tiles of the deck.
fn bag(precinct: &Precinct, setup: &Setup) -> Vec<u8> {
    let mut bag = Vec::new();
    for kind in &precinct.set().kinds {
        let copies = match &setup.deck {
            Some(names) => names.iter().filter(|&name| *name == kind.name).count() as u8,
            None if kind.usage == TileUse::Stack => kind.count,
            None => 0,
        };
        bag.push(copies);
    }
    bag
}

/// Returns the token of a kind, 1 to 9.
fn token(kind: u8) -> WallToken {
    WallToken::new(kind).expect("kinds are 1 to 9")
}
