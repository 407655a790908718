//! The Stronghold family: tiles laid inside a wall, for exactly two players.
//!
//! `stronghold/turn.rs` contains the steps of a turn, `stronghold/scoring.rs` the scoring during
//! and at the end of the game; keeps and tokens have their own files. The wall is data
//! (`stronghold/wall.rs`).

mod keep;
mod scoring;
mod tokens;
mod turn;
mod wall;

use alloc::boxed::Box;
use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use crate::action::{Action, WallToken};
use crate::bag::Bag;
use crate::board::{Board, Figure, Laid};
use crate::capacity::Capacity;
use crate::error::{Illegality, SetupError, SetupProblem};
use crate::event::EventSink;
use crate::figure::{FigureKind, Hand};
use crate::fingerprint::fingerprint;
use crate::game::{Actor, Game};
use crate::geometry::{Cell, Edge};
use crate::joints::{Joint, Joints};
use crate::mark::{MarkKind, MarkSpec};
use crate::registry;
use crate::seat::{BySeat, Seat};
use crate::sets::Sets;
use crate::setup::StrongholdSetup;
use crate::tile::{Terrain, TileId, TileKind, TileSet, TileUse};

pub use keep::Keep;
pub use tokens::Purse;
pub use wall::{CornerTower, Wall, WallFileError, WallProblem};

use tokens::Tokens;
use turn::Phase;

/// Number of players (S-SETUP-1).
const SEATS: u8 = 2;
/// Number of followers in each supply (S-SETUP-1); the seventh is the score marker.
const FOLLOWERS: u8 = 6;
const MOST_FIGURES: usize = SEATS as usize * FOLLOWERS as usize;

/// Rows of mark kinds; they follow those of Land in the table.
pub(crate) const MARKS: [&MarkSpec; 2] = [&WELLS, &MARKETS];

/// The mark of paths: its row in the table of mark kinds.
pub const WELL: MarkKind = MarkKind::at(registry::FIRST_STRONGHOLD_MARK);

/// The mark of courtyards: its row in the table of mark kinds.
pub const MARKET: MarkKind = MarkKind::at(registry::FIRST_STRONGHOLD_MARK + 1);

const WELLS: MarkSpec =
    MarkSpec { name: "well", terrain: Terrain::Path, is_printed: true, bits: 8 };

const MARKETS: MarkSpec =
    MarkSpec { name: "market", terrain: Terrain::Courtyard, is_printed: true, bits: 8 };

/// Terrains of this family.
const TERRAINS: [Terrain; 4] = [Terrain::Path, Terrain::Tower, Terrain::House, Terrain::Courtyard];

/// Only paths have to match (S-TILE-3, S-TILE-4, S-TILE-5).
fn joint(a: Terrain, b: Terrain) -> Joint {
    match (a, b) {
        (Terrain::Path, Terrain::Path) => Joint::Join,
        (Terrain::Path, _) | (_, Terrain::Path) => Joint::Clash,
        _ if a == b => Joint::Join,
        _ => Joint::Close,
    }
}

/// Rules of a game of the Stronghold family. There are no options.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StrongholdRules;

impl StrongholdRules {
    /// The text form of the rules.
    pub const NAME: &'static str = "stronghold";
}

impl FromStr for StrongholdRules {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<StrongholdRules, SetupError> {
        if text == StrongholdRules::NAME {
            return Ok(StrongholdRules);
        }
        let (word, known) = (text.to_string(), StrongholdRules::NAME.to_string());
        Err(SetupError(vec![SetupProblem::UnknownRule { word, known }]))
    }
}

impl fmt::Display for StrongholdRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(StrongholdRules::NAME)
    }
}

/// Immutable data shared by all states of a game.
#[derive(Debug)]
struct GameConstants {
    rules: StrongholdRules,
    wall: Wall,
}

/// A game of the Stronghold family in progress.
///
/// ```
/// use bastide::{Actor, Game, Stronghold, StrongholdRules, StrongholdSetup};
/// let game = Stronghold::new(&StrongholdSetup::new(StrongholdRules, 2))?;
/// assert_eq!(game.to_act(), Actor::Chance);
/// assert_eq!(game.wall().cells().count(), 76);
/// # Ok::<(), bastide::SetupError>(())
/// ```
#[derive(Debug)]
pub struct Stronghold {
    constants: Arc<GameConstants>,
    board: Board,
    bag: Bag,
    hands: BySeat<Hand>,
    scores: BySeat<i32>,
    /// The player whose turn it is.
    seat: Seat,
    phase: Phase,
    tokens: Tokens,
    keeps: BySeat<Option<Keep>>,
}

impl Stronghold {
    /// Creates a game with the start areas laid and no tile drawn. The start areas are the patch of
    /// the tile set.
    ///
    /// # Errors
    /// Returns a [`SetupError`] that lists all problems of the set-up.
    pub fn new(setup: &StrongholdSetup) -> Result<Stronghold, SetupError> {
        let Sets { stronghold: tiles, wall, .. } = setup.tile_sets();
        let mut problems = Vec::new();
        if setup.seats != SEATS {
            let (fewest, most) = (SEATS, SEATS);
            problems.push(SetupProblem::Seats { asked: setup.seats, fewest, most });
        }
        if setup.first >= setup.seats {
            problems.push(SetupProblem::FirstSeat(setup.first));
        }
        check_tiles(tiles, wall, &mut problems);
        let copies = |kind: &TileKind| if kind.usage == TileUse::Stack { kind.count } else { 0 };
        let available: Box<[u8]> = tiles.kinds.iter().map(copies).collect();
        let in_stack = |id: TileId| tiles.kind(id).usage == TileUse::Stack;
        let deck = setup.deck.as_deref();
        let counts = Bag::stock(tiles, available, in_stack, deck, &mut problems);
        let capacity = Capacity::of(tiles, 0, MOST_FIGURES);
        if !capacity.is_possible()
            || capacity.is_large()
            || tiles.kinds.len() > usize::from(u8::MAX)
        {
            problems.push(SetupProblem::BoardTooLarge);
        }
        let (Some(seat), true) = (Seat::new(setup.first), problems.is_empty()) else {
            return Err(SetupError(problems));
        };

        let pile = 0..tiles.kinds.len() as u8;
        let mut board = Board::new(tiles.clone(), Joints::new(&TERRAINS, joint), &capacity);
        raise_wall(&mut board, wall);
        let mut hands = BySeat::splat(Hand::default());
        Seat::all(SEATS).for_each(|seat| hands[seat][FigureKind::MEEPLE] = FOLLOWERS);
        Ok(Stronghold {
            constants: Arc::new(GameConstants { rules: setup.rules, wall: wall.clone() }),
            board,
            bag: Bag::new(counts, core::slice::from_ref(&pile)),
            hands,
            scores: BySeat::splat(0),
            seat,
            phase: Phase::Draw,
            tokens: Tokens::new(wall),
            keeps: BySeat::splat(None),
        })
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> &StrongholdRules {
        &self.constants.rules
    }

    /// Returns the wall of the game.
    #[inline]
    pub fn wall(&self) -> &Wall {
        &self.constants.wall
    }

    /// Returns the space of the score track on which a player's marker stands.
    #[inline]
    pub fn space(&self, seat: Seat) -> u16 {
        self.constants.wall.space(self.scores[seat])
    }

    /// Returns true if the corner tower with this index in [`Wall::corners`] still has its token.
    pub fn has_token(&self, corner: u8) -> bool {
        self.tokens.is_at(corner)
    }

    /// Returns the number of tokens on the wall.
    pub fn tokens_on_wall(&self) -> u32 {
        self.tokens.on_wall()
    }

    /// Iterates over the kinds the next revealed token can have, with the number of unseen tokens
    /// of each. Tokens left out of the game are included, because they were never revealed.
    ///
    /// ```
    /// use bastide::{Setup, Stronghold, StrongholdRules};
    /// let game = Stronghold::new(&Setup::new(StrongholdRules, 2))?;
    /// assert_eq!(game.unseen_tokens().map(|(_, count)| count).sum::<u8>(), 18);
    /// assert_eq!(game.tokens_on_wall(), 13);
    /// # Ok::<(), bastide::SetupError>(())
    /// ```
    pub fn unseen_tokens(&self) -> impl Iterator<Item = (WallToken, u8)> {
        self.tokens.unseen()
    }

    /// Returns the tokens of a player.
    pub fn purse(&self, seat: Seat) -> &Purse {
        self.tokens.purse(seat)
    }

    /// Returns the player who has just taken a token that is about to be revealed.
    pub fn revealing(&self) -> Option<Seat> {
        if let Phase::Reveal { seat, .. } = self.phase { Some(seat) } else { None }
    }

    /// Returns a player's keep, or `None` if it is not on the board.
    pub fn keep(&self, seat: Seat) -> Option<Keep> {
        self.keeps[seat]
    }

    /// Returns the size of the largest connected group of empty cells (S-END-2).
    pub fn largest_gap(&self) -> u32 {
        keep::largest_gap(&self.constants.wall, self.board.laid())
    }

    /// Returns the size of this state in bytes, including the heap but not the data shared by all
    /// copies of a game.
    pub fn footprint(&self) -> usize {
        size_of::<Stronghold>() + self.board.heap() + self.bag.heap()
    }

    /// Returns the data that determines the state; everything else is derived from it.
    #[allow(clippy::type_complexity)]
    fn essence(
        &self,
    ) -> (
        (&[Laid], &[Figure], &[u8], &BySeat<Hand>, &BySeat<i32>),
        (Seat, Phase, &Tokens, &BySeat<Option<Keep>>),
    ) {
        let Stronghold { constants: _, board, bag, hands, scores, seat, phase, tokens, keeps } =
            self;
        let table = (board.laid(), board.figures(), bag.counts(), hands, scores);
        (table, (*seat, *phase, tokens, keeps))
    }
}

/// Checks for errors that custom tile sets can contain.
fn check_tiles(tiles: &TileSet, wall: &Wall, problems: &mut Vec<SetupProblem>) {
    for (at, kind) in tiles.kinds.iter().enumerate() {
        if !kind.segments.iter().all(|s| TERRAINS.contains(&s.terrain)) {
            problems.push(SetupProblem::ForeignTile(kind.name.to_string()));
        }
        if tiles.kinds[..at].iter().any(|other| other.name == kind.name) {
            problems.push(SetupProblem::TileTwice(kind.name.to_string()));
        }
    }
    let areas = tiles.patch.as_ref().map_or(&[][..], |patch| &patch.cells);
    if areas.is_empty() {
        problems.push(SetupProblem::NoStart);
    }
    for &(cell, id, rotation) in areas {
        // A start area faces exactly one cell inside and has ports on that side only.
        let kind = tiles.get(id);
        let shown = |edge| kind.is_some_and(|kind| kind.side(rotation, edge).is_some());
        let faces = |edge| wall.contains(cell.step(edge));
        let is_fine = !wall.contains(cell)
            && Edge::ALL.into_iter().filter(|&edge| faces(edge)).count() == 1
            && Edge::ALL.into_iter().all(|edge| faces(edge) == shown(edge));
        if !is_fine {
            problems.push(SetupProblem::StartArea(cell));
        }
    }
}

/// Marks all cells outside as wall, except for the start areas, and lays the start areas.
fn raise_wall(board: &mut Board, wall: &Wall) {
    // A start area is one step outside, and the cells around it another.
    let (columns, rows) = (-2..wall.width() as i8 + 2, -2..wall.height() as i8 + 2);
    let patch = board.tiles().patch.clone().unwrap_or_default();
    for cell in rows.flat_map(|y| columns.clone().map(move |x| Cell::new(x, y))) {
        let is_start = patch.cells.iter().any(|&(start, ..)| start == cell);
        if !wall.contains(cell) && !is_start {
            board.wall_off(cell);
        }
    }
    board.lay_patch(&patch);
}

impl PartialEq for Stronghold {
    fn eq(&self, other: &Stronghold) -> bool {
        self.essence() == other.essence()
    }
}

impl Eq for Stronghold {}

impl Clone for Stronghold {
    fn clone(&self) -> Stronghold {
        Stronghold {
            constants: Arc::clone(&self.constants),
            board: self.board.clone(),
            bag: self.bag.clone(),
            ..*self
        }
    }

    /// Reuses the existing memory: copying between states of the same game does not allocate.
    fn clone_from(&mut self, source: &Stronghold) {
        // Destructured, so that adding a field without copying it is a compile error.
        let Stronghold { constants, board, bag, hands, scores, seat, phase, tokens, keeps } =
            source;
        if !Arc::ptr_eq(&self.constants, constants) {
            self.constants = Arc::clone(constants);
        }
        self.board.clone_from(board);
        self.bag.clone_from(bag);
        self.hands = *hands;
        self.scores = *scores;
        self.seat = *seat;
        self.phase = *phase;
        self.tokens = *tokens;
        self.keeps = *keeps;
    }
}

impl Game for Stronghold {
    #[inline]
    fn to_act(&self) -> Actor {
        match self.phase {
            Phase::Draw | Phase::Reveal { .. } => Actor::Chance,
            // S-ORDER-2: the player who laid the tile chooses, also for the opponent.
            Phase::Place(_) | Phase::Deploy | Phase::Settle(_) | Phase::Encore => {
                Actor::Seat(self.seat)
            }
            Phase::Over => Actor::Nobody,
        }
    }

    #[inline]
    fn turn(&self) -> Seat {
        self.seat
    }

    #[inline]
    fn seats(&self) -> u8 {
        SEATS
    }

    #[inline]
    fn scores(&self) -> &BySeat<i32> {
        &self.scores
    }

    /// The start areas are the first tiles of the board, just outside the wall.
    #[inline]
    fn board(&self) -> &Board {
        &self.board
    }

    #[inline]
    fn bag(&self) -> &Bag {
        &self.bag
    }

    #[inline]
    fn hands(&self) -> &BySeat<Hand> {
        &self.hands
    }

    fn drawn(&self) -> Option<TileId> {
        if let Phase::Place(tile) = self.phase { Some(tile) } else { None }
    }

    fn fingerprint(&self) -> u64 {
        fingerprint(&self.essence())
    }

    #[inline]
    fn legal_actions(&self, out: &mut Vec<Action>) {
        match self.phase {
            Phase::Draw => out.extend(self.bag.next().map(|(tile, _)| Action::Draw(tile))),
            Phase::Place(tile) => self.list_placements(tile, out),
            Phase::Deploy => {
                self.each_deployment(|action| {
                    out.push(action);
                    true
                });
                out.push(Action::Pass);
            }
            Phase::Settle(settled) => self.each_settlement(settled, |action| out.push(action)),
            Phase::Reveal { .. } => {
                out.extend(self.tokens.unseen().map(|(token, _)| Action::Reveal(token)));
            }
            Phase::Encore => {
                out.extend([Action::UseToken { token: tokens::ENCORE, on: None }, Action::Pass]);
            }
            Phase::Over => {}
        }
    }

    fn check(&self, action: Action) -> Result<(), Illegality> {
        match (self.phase, action) {
            (Phase::Over, _) => Err(Illegality::GameOver),
            (Phase::Draw, Action::Draw(tile)) => {
                if self.bag.can_draw(tile) {
                    Ok(())
                } else {
                    Err(Illegality::NotInBag)
                }
            }
            (Phase::Reveal { .. }, Action::Reveal(token)) => {
                if self.tokens.is_unseen(token) {
                    Ok(())
                } else {
                    Err(Illegality::NoToken)
                }
            }
            (Phase::Draw | Phase::Reveal { .. }, _) => Err(Illegality::ChanceActs),
            (Phase::Place(tile), Action::Place { cell, rotation, bridge }) => {
                self.check_placement(tile, cell, rotation, bridge)
            }
            (Phase::Deploy, Action::Deploy { figure, target }) => self.check_deploy(figure, target),
            (Phase::Settle(settled), Action::Settle(site)) => self.check_settle(settled, site),
            (Phase::Settle(settled), Action::UseToken { token, on }) => {
                self.check_double(settled, token, on)
            }
            (Phase::Encore, Action::UseToken { token, on }) => self.check_encore(token, on),
            (Phase::Deploy | Phase::Encore, Action::Pass) => Ok(()),
            (Phase::Place(_) | Phase::Deploy | Phase::Settle(_) | Phase::Encore, _) => {
                Err(Illegality::WrongPhase)
            }
        }
    }

    #[inline]
    fn chance_count(&self) -> u32 {
        match self.phase {
            Phase::Draw => self.bag.next_left(),
            Phase::Reveal { .. } => self.tokens.unseen().map(|(_, count)| u32::from(count)).sum(),
            Phase::Place(_) | Phase::Deploy | Phase::Settle(_) | Phase::Encore | Phase::Over => 0,
        }
    }

    #[inline]
    fn nth_chance(&self, n: u32) -> Option<(Action, u32)> {
        match self.phase {
            Phase::Draw => {
                let tile = self.bag.nth(n)?;
                Some((Action::Draw(tile), u32::from(self.bag.count(tile))))
            }
            Phase::Reveal { .. } => {
                let mut before = 0;
                let mut unseen = self.tokens.unseen();
                let (token, count) = unseen.find(|&(_, count)| {
                    before += u32::from(count);
                    n < before
                })?;
                Some((Action::Reveal(token), u32::from(count)))
            }
            Phase::Place(_) | Phase::Deploy | Phase::Settle(_) | Phase::Encore | Phase::Over => {
                None
            }
        }
    }

    #[inline]
    fn play_unchecked_with(&mut self, action: Action, sink: &mut impl EventSink) {
        match action {
            Action::Draw(tile) => self.draw(tile, sink),
            Action::Reveal(token) => self.reveal(token, sink),
            Action::Place { cell, rotation, .. } => self.place(cell, rotation, sink),
            Action::Deploy { figure, target } => self.deploy(figure, target, sink),
            Action::Settle(site) => self.settle_chosen(site, None, sink),
            Action::UseToken { token, on: Some(site) } => {
                self.settle_chosen(site, Some(token), sink);
            }
            Action::UseToken { token, on: None } => self.go_again(Some(token), sink),
            Action::Pass if self.phase == Phase::Encore => self.go_again(None, sink),
            Action::Pass => self.begin_scoring(sink),
            Action::Build { .. } | Action::Recall(_) => {}
        }
    }
}
