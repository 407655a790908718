//! A second opinion on the Stronghold family: The Castle, played by looking
//! at the table.
//!
//! Here is what lies on the table and what anybody can see there. The tiles
//! are in `stronghold/ward.rs`, what hangs together in `stronghold/survey.rs`,
//! how a turn goes in `stronghold/turn.rs` and the points in
//! `stronghold/points.rs`.
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

mod points;
mod survey;
#[cfg(test)]
mod tests;
mod turn;
mod ward;

use std::collections::{BTreeMap, BTreeSet};

use bastide::{
    Actor, BySeat, Cell, Keep, Role, Rules, Seat, SeatSet, Setup, Site, TileId, WallToken,
    sets::Sets,
};

pub use points::Ending;
pub use survey::{Feature, Survey};
pub use ward::{Lying, Ward};

/// Exactly two players (S-SETUP-1).
pub const SEATS: u8 = 2;

/// Followers in reserve at the beginning (S-SETUP-1).
const FOLLOWERS: u8 = 6;

/// Two tokens of each kind (S-SETUP-4).
const COPIES: u8 = 2;

/// What is to be done next (S-TURN-1).
#[derive(Clone, PartialEq, Eq, Debug)]
enum Step {
    /// A tile is drawn.
    Draw,
    /// This tile is laid in one of these places.
    Place(TileId, Vec<(Cell, Lying)>),
    /// A follower may be placed on the tile laid last.
    Deploy,
    /// It is chosen what is scored next.
    Settle,
    /// The token that this player took is turned up.
    Reveal(Seat),
    /// A token for another turn may be used (S-TOKEN-K1).
    Encore,
    /// Nothing: the game is over.
    Over,
}

/// A token in front of a player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Held {
    token: WallToken,
    /// How many turns its owner had begun when it was taken.
    since: u32,
}

/// A completed feature that is yet to be scored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pending {
    /// How actions name it: its first part on the tile just laid; if it has
    /// none there, the first of the parts that lie against that tile.
    pub site: Site,
    /// Its number among the features.
    pub feature: usize,
    /// Who gets the points.
    pub winner: Seat,
}

/// A game of the Stronghold family, as anybody could referee it with the
/// rules in one hand.
#[derive(Clone, Debug)]
pub struct Oracle {
    ward: Ward,
    /// What a look at the tiles shows; everything is looked at again when a
    /// tile is laid.
    survey: Survey,
    /// The followers on the table.
    figures: BTreeMap<Site, Seat>,
    /// How many tiles of each kind are left.
    bag: Vec<u8>,
    scores: BySeat<i32>,
    keeps: BySeat<Option<Keep>>,
    /// The corner towers that have their tokens still, by number.
    corners: BTreeSet<u8>,
    /// How many tokens of each kind nobody has seen yet.
    unseen: BTreeMap<WallToken, u8>,
    held: BySeat<Vec<Held>>,
    /// How many turns each player has begun.
    turns: BySeat<u32>,
    /// Whose turn it is.
    turn: Seat,
    step: Step,
    /// The cell of the tile laid last.
    last: Option<Cell>,
    /// What this tile completed and is not scored yet.
    pending: Vec<Pending>,
}

impl Oracle {
    /// A new game.
    ///
    /// # Panics
    /// If no game can be set up so.
    pub fn new(setup: &Setup) -> Oracle {
        let Rules::Stronghold(_) = setup.rules else {
            panic!("this oracle knows the Stronghold family only");
        };
        let sets = setup.sets.as_ref().map_or(Sets::default(), |own| own.sets());
        let ward = Ward::new(sets.wall.clone(), sets.stronghold.clone());
        let first = Seat::new(setup.first).expect("a seat at the table");
        let mut turns = BySeat::splat(0);
        turns[first] = 1;
        // S-SETUP-4: a token on every corner tower but the bare one.
        let corners = (0..).zip(ward.wall().corners()).filter(|(_, corner)| corner.has_token);
        Oracle {
            survey: Survey::of(&ward),
            figures: BTreeMap::new(),
            bag: bag(&ward, setup),
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
            ward,
        }
    }

    /// The tiles on the table and the wall around them.
    pub fn ward(&self) -> &Ward {
        &self.ward
    }

    /// All features, with the followers on them.
    pub fn features(&self) -> &[Feature] {
        self.survey.features()
    }

    /// The feature a segment belongs to.
    ///
    /// # Panics
    /// If there is no such segment.
    pub fn feature_at(&self, site: Site) -> &Feature {
        &self.survey.features()[self.survey.number_at(site)]
    }

    /// The followers on the table, by where they stand.
    pub fn figures(&self) -> &BTreeMap<Site, Seat> {
        &self.figures
    }

    /// How many followers a player has in reserve: all but those on the table.
    pub fn reserve(&self, seat: Seat) -> u8 {
        FOLLOWERS - self.figures.values().filter(|&&owner| owner == seat).count() as u8
    }

    /// How many tiles of each kind are left.
    pub fn bag(&self) -> &[u8] {
        &self.bag
    }

    /// The tile drawn and not yet laid.
    pub fn drawn(&self) -> Option<TileId> {
        if let Step::Place(tile, _) = self.step { Some(tile) } else { None }
    }

    /// The cell of the tile laid last.
    pub fn last_cell(&self) -> Option<Cell> {
        self.last
    }

    /// Points so far.
    pub fn scores(&self) -> &BySeat<i32> {
        &self.scores
    }

    /// The space of the track on which a player's marker stands: after the
    /// last one it goes round again (S-SETUP-2).
    pub fn space(&self, seat: Seat) -> u16 {
        let mut space = self.scores[seat];
        while space >= i32::from(self.ward.wall().track()) {
            space -= i32::from(self.ward.wall().track());
        }
        space as u16
    }

    /// A player's keep, once it is on the board.
    pub fn keep(&self, seat: Seat) -> Option<Keep> {
        self.keeps[seat]
    }

    /// Whether a corner tower, by number, has its token still.
    pub fn has_token(&self, corner: u8) -> bool {
        self.corners.contains(&corner)
    }

    /// How many tokens of a kind nobody has seen yet.
    pub fn unseen(&self, token: WallToken) -> u8 {
        self.unseen[&token]
    }

    /// How many tokens of a kind a player holds.
    pub fn held(&self, seat: Seat, token: WallToken) -> usize {
        self.held[seat].iter().filter(|held| held.token == token).count()
    }

    /// How many of them were taken before the player's turn began
    /// (S-TOKEN-3).
    pub fn usable(&self, seat: Seat, token: WallToken) -> usize {
        let is_usable = |held: &&Held| held.token == token && held.since < self.turns[seat];
        self.held[seat].iter().filter(is_usable).count()
    }

    /// What was completed and is yet to be scored.
    pub fn pending(&self) -> &[Pending] {
        &self.pending
    }

    /// Who has taken the token that is to be turned up.
    pub fn revealing(&self) -> Option<Seat> {
        if let Step::Reveal(seat) = self.step { Some(seat) } else { None }
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Who is to act.
    pub fn to_act(&self) -> Actor {
        match self.step {
            Step::Draw | Step::Reveal(_) => Actor::Chance,
            // S-ORDER-2: whoever laid the tile chooses, for the other too.
            Step::Place(..) | Step::Deploy | Step::Settle | Step::Encore => Actor::Seat(self.turn),
            Step::Over => Actor::Nobody,
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.step == Step::Over
    }

    /// Everybody with the most points: both, if it is a draw (S-END-5).
    pub fn winners(&self) -> SeatSet {
        let nobody_has_more =
            |&seat: &Seat| Seat::all(SEATS).all(|other| self.scores[other] <= self.scores[seat]);
        Seat::all(SEATS).filter(nobody_has_more).collect()
    }
}

/// The tiles of the bag: all of the stack (S-SETUP-3), or those of the deck.
fn bag(ward: &Ward, setup: &Setup) -> Vec<u8> {
    let mut bag = Vec::new();
    for kind in &ward.set().kinds {
        let copies = match &setup.deck {
            Some(names) => names.iter().filter(|&name| *name == kind.name).count() as u8,
            None if kind.role == Role::Stack => kind.count,
            None => 0,
        };
        bag.push(copies);
    }
    bag
}

/// The token of a kind, 1 to 9.
fn token(kind: u8) -> WallToken {
    WallToken::new(kind).expect("kinds are 1 to 9")
}
