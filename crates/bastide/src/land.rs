//! The Land family: a landscape that grows from a start tile, for 2 to 5 players, or more
//! with an expansion.
//!
//! `land/turn.rs` contains the steps of a turn, `land/scoring.rs` the scoring, and each optional
//! expansion has its own file under `land/expansions/`, called from `land/expansions.rs`.

mod expansion;
mod expansions;
mod rules;
mod scoring;
mod stock;
mod track;
mod turn;

use alloc::boxed::Box;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::hash::Hash;
use core::ops::RangeInclusive;

use arrayvec::ArrayVec;

use crate::action::Action;
use crate::bag::Bag;
use crate::board::Board;
use crate::capacity::Capacity;
use crate::error::{Illegality, SetupError, SetupProblem};
use crate::event::EventSink;
use crate::figure::{FigureKind, Hand};
use crate::fingerprint::fingerprint;
use crate::game::{Actor, Game};
use crate::geometry::{Cell, Rotation};
use crate::grid;
use crate::joints::{Fits, Joint, Joints};
use crate::piece::{Piece, PieceKind};
use crate::seat::{BySeat, Seat};
use crate::setup::LandSetup;
use crate::tile::{SegmentSet, Terrain, TileId, TileKind, TileSet, slots_of};

pub use expansion::{Expansion, ExpansionSet, ExpansionSpec, FigureSupply};
pub use expansions::SHIELD;
pub(crate) use expansions::kinds;
pub(crate) use expansions::{FIGURES, MARKS, PIECES};
pub use rules::LandRules;
pub use track::track_space;

use expansions::{Built, ExpansionState};
use stock::Stock;
use turn::Phase;

/// Maximum number of figures of all players.
const MOST_FIGURES: usize = Seat::MOST * expansions::MOST_FIGURES_OF_A_PLAYER;

/// Terrains of this family.
const TERRAINS: [Terrain; 6] = [
    Terrain::Field,
    Terrain::Road,
    Terrain::City,
    Terrain::River,
    Terrain::Monastery,
    Terrain::Garden,
];

/// TILE-2: equal terrains join, all others clash.
fn joint(a: Terrain, b: Terrain) -> Joint {
    if a == b { Joint::Join } else { Joint::Clash }
}

/// Immutable data shared by all states of a game.
#[derive(Debug)]
struct GameConstants {
    rules: LandRules,
    seats: u8,
    /// True if nothing can be built and figures are only placed on tiles, so that the hooks of the
    /// other expansions can be skipped.
    is_plain: bool,
    /// Kinds of figures in this game other than meeples that claim features, and those that accompany
    /// others.
    other_claimants: Kinds,
    companions: Kinds,
    /// Terrains on which each kind of figure can be placed.
    grounds: [Grounds; FigureKind::COUNT],
    /// For each tile kind, the slots on which each kind of figure can be placed.
    homes: Box<[Homes]>,
    /// For each kind, the rotations in which a bridge makes it fit; empty without bridges.
    spans: Box<[Fits]>,
}

/// Some kinds of figures, in the order of their table.
type Kinds = ArrayVec<FigureKind, { FigureKind::COUNT }>;

/// Returns the kinds in a hand other than meeples that claim features, and those that accompany
/// others.
fn kinds_in(hand: &Hand) -> (Kinds, Kinds) {
    let others = hand.iter().filter(|&(kind, count)| count > 0 && kind != FigureKind::MEEPLE);
    others.map(|(kind, _)| kind).partition(|kind| kind.claims())
}

/// A set of terrains.
#[derive(Clone, Copy, Debug, Default)]
struct Grounds(u16);

impl Grounds {
    fn of<'a>(terrains: impl IntoIterator<Item = &'a Terrain>) -> Grounds {
        Grounds(terrains.into_iter().fold(0, |set, &terrain| set | 1 << terrain as u16))
    }

    #[inline]
    fn contains(self, terrain: Terrain) -> bool {
        self.0 >> terrain as u16 & 1 == 1
    }
}

/// Places of a tile kind for figures.
#[derive(Debug)]
struct Homes {
    /// Slots on which each kind of figure can be placed.
    slots: [SegmentSet; FigureKind::COUNT],
    /// True if one of the `other_claimants` may have a place, on the tile or elsewhere.
    has_others: bool,
}

/// Returns the places of each tile kind for figures with these `grounds`.
fn homes(
    grounds: &[Grounds; FigureKind::COUNT],
    other_claimants: &[FigureKind],
    tiles: &TileSet,
) -> Box<[Homes]> {
    let homes = |kind: &TileKind| {
        let slots =
            grounds.map(|grounds| slots_of(&kind.segments, |terrain| grounds.contains(terrain)));
        let has_others = other_claimants.iter().any(|other| {
            let at = other.index();
            // Places outside the printed tile are bridges and those of meeples, which take roads.
            !slots[at].is_empty() || grounds[at].contains(Terrain::Road)
        });
        Homes { slots, has_others }
    };
    tiles.kinds.iter().map(homes).collect()
}

/// The physical state of the game.
#[derive(Debug)]
struct Position {
    board: Board,
    bag: Bag,
    hands: BySeat<Hand>,
    scores: BySeat<i32>,
}

/// A game of the Land family in progress.
///
/// ```
/// use bastide::{Actor, Game, Land, LandSetup};
/// let game = Land::new(&LandSetup::new("base,fields,river".parse()?, 3))?;
/// assert_eq!(game.to_act(), Actor::Chance);
/// # Ok::<(), bastide::SetupError>(())
/// ```
#[derive(Debug)]
pub struct Land {
    constants: Arc<GameConstants>,
    position: Position,
    /// The player whose turn it is.
    seat: Seat,
    phase: Phase,
    /// The building built this turn.
    built: Option<Built>,
    expansions: ExpansionState,
}

impl Land {
    /// Creates a game with the start laid and no tile drawn.
    ///
    /// # Errors
    /// Returns a [`SetupError`] that lists all problems of the set-up.
    pub fn new(setup: &LandSetup) -> Result<Land, SetupError> {
        Land::for_seats(setup, setup.rules.seats())
    }

    /// Creates a game that takes any of these numbers of players, whatever the rules say. For tests
    /// of more players than the rules of any expansion allow yet.
    ///
    /// # Errors
    /// Returns a [`SetupError`] that lists all problems of the set-up.
    #[doc(hidden)]
    pub fn for_seats(setup: &LandSetup, seats: RangeInclusive<u8>) -> Result<Land, SetupError> {
        let rules = &setup.rules;
        let mut problems = rules.problems();
        let (fewest, most) = seats.into_inner();
        if !(fewest..=most).contains(&setup.seats) {
            problems.push(SetupProblem::Seats { asked: setup.seats, fewest, most });
        }
        if setup.first >= setup.seats {
            problems.push(SetupProblem::FirstSeat(setup.first));
        }
        let stock = Stock::new(rules, setup.tile_sets());
        let counts = stock.counts(setup.deck.as_deref(), &mut problems);
        let capacity = Capacity::of(&stock.tiles, expansions::overlays(rules), MOST_FIGURES);
        if !capacity.is_possible() {
            problems.push(SetupProblem::BoardTooLarge);
        }
        let mut block = stock.tiles.patch.iter().flat_map(|patch| patch.cells.iter());
        if capacity.is_large() && block.any(|&(cell, ..)| !grid::is_on_large_board(cell)) {
            problems.push(SetupProblem::BadBlock);
        }
        stock.check(&mut problems);
        let Some(seat) = Seat::new(setup.first).filter(|_| problems.is_empty()) else {
            return Err(SetupError(problems));
        };

        let bag = Bag::new(counts, &stock.piles);
        let mut board = Board::new(stock.tiles, Joints::new(&TERRAINS, joint), &capacity);
        if let Some(patch) = board.tiles().patch.clone() {
            board.lay_patch(&patch);
        }
        if let Some(start) = stock.start {
            board.lay(Cell::ORIGIN, start, Rotation::NONE, None);
        }
        let mut hands = BySeat::splat(Hand::default());
        for seat in Seat::all(setup.seats) {
            hands[seat] = expansions::hand(rules);
        }
        let grounds = expansions::grounds(rules);
        let (other_claimants, companions) = kinds_in(&expansions::hand(rules));
        let constants = GameConstants {
            rules: *rules,
            seats: setup.seats,
            is_plain: rules.is_plain(),
            homes: homes(&grounds, &other_claimants, board.tiles()),
            other_claimants,
            companions,
            grounds,
            spans: expansions::spans(rules, &board),
        };
        Ok(Land {
            expansions: expansions::initial_state(rules, &board),
            constants: Arc::new(constants),
            position: Position { board, bag, hands, scores: BySeat::splat(0) },
            seat,
            phase: Phase::Draw,
            built: None,
        })
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &LandRules {
        &self.constants.rules
    }

    /// Returns true if figures of this kind can be placed on this terrain.
    #[inline]
    pub fn allows(&self, kind: FigureKind, terrain: Terrain) -> bool {
        self.constants.grounds[kind.index()].contains(terrain)
    }

    /// Returns true if the players have figures of this kind.
    pub fn has_kind(&self, kind: FigureKind) -> bool {
        self.rules().has_kind(kind)
    }

    /// Iterates over the pieces on the board, by kind and number. A bridge is part of its tile.
    pub fn pieces(&self) -> impl Iterator<Item = Piece> {
        expansions::pieces(&self.expansions)
    }

    /// Iterates over the kinds of pieces with a common supply and the number left of each.
    pub fn supplies(&self) -> impl Iterator<Item = (PieceKind, u8)> {
        expansions::supplies(&self.expansions)
    }

    /// Returns the size of this state in bytes, including the heap but not the data shared by all
    /// copies of a game.
    pub fn footprint(&self) -> usize {
        size_of::<Land>() + self.position.board.heap() + self.position.bag.heap()
    }

    /// Returns the data that determines the state; everything else is derived from it.
    fn essence(&self) -> impl Eq + Hash {
        let Position { board, bag, hands, scores } = &self.position;
        let lying = (board.laid(), board.figures(), bag.counts());
        (lying, hands, scores, self.seat, self.phase, self.built, self.expansions)
    }
}

impl PartialEq for Land {
    fn eq(&self, other: &Land) -> bool {
        self.essence() == other.essence()
    }
}

impl Eq for Land {}

impl Clone for Land {
    fn clone(&self) -> Land {
        let Position { board, bag, hands, scores } = &self.position;
        Land {
            constants: Arc::clone(&self.constants),
            position: Position {
                board: board.clone(),
                bag: bag.clone(),
                hands: *hands,
                scores: *scores,
            },
            ..*self
        }
    }

    /// Reuses the existing memory: copying between states of the same game does not allocate.
    fn clone_from(&mut self, source: &Land) {
        // Destructured, so that adding a field without copying it is a compile error.
        let Land {
            constants,
            position: Position { board, bag, hands, scores },
            seat,
            phase,
            built,
            expansions,
        } = source;
        if !Arc::ptr_eq(&self.constants, constants) {
            self.constants = Arc::clone(constants);
        }
        self.position.board.clone_from(board);
        self.position.bag.clone_from(bag);
        self.position.hands = *hands;
        self.position.scores = *scores;
        self.seat = *seat;
        self.phase = *phase;
        self.built = *built;
        self.expansions = *expansions;
    }
}

impl Game for Land {
    #[inline]
    fn to_act(&self) -> Actor {
        match self.phase {
            Phase::Draw => Actor::Chance,
            Phase::Place(_) | Phase::Build | Phase::Deploy => Actor::Seat(self.seat),
            // WHEEL-PLAGUE-2: not always the player whose turn it is.
            Phase::Respond { seat, .. } => Actor::Seat(seat),
            Phase::Over => Actor::Nobody,
        }
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn seats(&self) -> u8 {
        self.constants.seats
    }

    #[inline]
    fn scores(&self) -> &BySeat<i32> {
        &self.position.scores
    }

    #[inline]
    fn board(&self) -> &Board {
        &self.position.board
    }

    #[inline]
    fn bag(&self) -> &Bag {
        &self.position.bag
    }

    #[inline]
    fn hands(&self) -> &BySeat<Hand> {
        &self.position.hands
    }

    fn drawn(&self) -> Option<TileId> {
        match self.phase {
            Phase::Place(tile) | Phase::Respond { tile, .. } => Some(tile),
            Phase::Draw | Phase::Build | Phase::Deploy | Phase::Over => None,
        }
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(&self.essence())
    }

    #[inline]
    fn legal_actions(&self, out: &mut Vec<Action>) {
        match self.phase {
            Phase::Draw => out.extend(self.position.bag.next().map(|(tile, _)| Action::Draw(tile))),
            Phase::Place(tile) => self.list_placements(tile, out),
            Phase::Respond { seat, .. } => {
                expansions::each_response(self, seat, &mut |action| {
                    out.push(action);
                    true
                });
            }
            Phase::Build => {
                expansions::each_building(self, &mut |action| {
                    out.push(action);
                    true
                });
                out.push(Action::Pass);
            }
            Phase::Deploy => self.list_deployments(out),
            Phase::Over => {}
        }
    }

    fn check(&self, action: Action) -> Result<(), Illegality> {
        match (self.phase, action) {
            (Phase::Over, _) => Err(Illegality::GameOver),
            (Phase::Draw, Action::Draw(tile)) => {
                if self.position.bag.can_draw(tile) {
                    Ok(())
                } else {
                    Err(Illegality::NotInBag)
                }
            }
            (Phase::Draw, _) => Err(Illegality::ChanceActs),
            (Phase::Place(tile), Action::Place { cell, rotation, bridge }) => {
                self.check_placement(tile, cell, rotation, bridge)
            }
            (Phase::Respond { seat, .. }, Action::Recall(spot)) => {
                expansions::check_response(self, seat, spot)
            }
            (Phase::Build, Action::Build { piece, site }) => {
                expansions::check_building(self, piece, site)
            }
            (Phase::Build, Action::Pass) => Ok(()),
            (Phase::Deploy, Action::Deploy { figure, target }) => {
                self.check_deploy(figure, target).map(|_| ())
            }
            (Phase::Deploy, Action::Recall(spot)) => expansions::check_recall(self, spot),
            (Phase::Deploy, Action::Pass) => Ok(()),
            (Phase::Respond { .. } | Phase::Place(_) | Phase::Build | Phase::Deploy, _) => {
                Err(Illegality::WrongPhase)
            }
        }
    }

    #[inline]
    fn chance_count(&self) -> u32 {
        if self.phase == Phase::Draw { self.position.bag.next_left() } else { 0 }
    }

    #[inline]
    fn nth_chance(&self, n: u32) -> Option<(Action, u32)> {
        if self.phase != Phase::Draw {
            return None;
        }
        let tile = self.position.bag.nth(n)?;
        Some((Action::Draw(tile), u32::from(self.position.bag.count(tile))))
    }

    #[inline]
    fn play_unchecked_with(&mut self, action: Action, sink: &mut impl EventSink) {
        match action {
            Action::Draw(tile) => self.draw(tile, sink),
            Action::Place { cell, rotation, bridge } => self.place(cell, rotation, bridge, sink),
            Action::Deploy { figure, target } => self.deploy(figure, target, sink),
            Action::Build { piece, site } => {
                expansions::build(self, piece, site, sink);
                self.go_deploy(sink);
            }
            Action::Recall(spot) if self.phase == Phase::Deploy => {
                expansions::recall(self, spot, sink);
                self.end_turn(sink);
            }
            Action::Recall(spot) => expansions::respond(self, spot, sink),
            Action::Pass if self.phase == Phase::Build => self.go_deploy(sink),
            Action::Pass => self.end_turn(sink),
            Action::Reveal(_) | Action::Settle(_) | Action::UseToken { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the action in the middle of the list until the game is over.
    fn play_to_the_end(land: &mut Land) {
        while let actions @ [_, ..] = &land.actions()[..] {
            let action = actions[actions.len() / 2];
            land.play(action).expect("a listed action");
        }
    }

    #[test]
    fn six_seats_are_possible_on_request() {
        for rules in ["base,fields,abbot", "wheel,fields,castles,barns"] {
            let setup = LandSetup::new(rules.parse().expect("rules"), 6);
            let problem = SetupProblem::Seats { asked: 6, fewest: 2, most: 5 };
            assert_eq!(Land::new(&setup).map(|_| ()), Err(SetupError([problem].into())));
            let mut land = Land::for_seats(&setup, 2..=6).expect("six seats");
            play_to_the_end(&mut land);
            let sixth = Seat::new(5).expect("a seat");
            assert!(land.is_over() && land.scores()[sixth] > 0, "{rules}: {:?}", land.scores());
        }
    }
}
