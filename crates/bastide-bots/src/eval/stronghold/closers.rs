//! Tile kinds that close the features next to an empty cell.
//!
//! Most tiles fit almost everywhere in Stronghold, so the relevant question is not whether a cell
//! can be filled, but whether that closes the adjacent path, tower or house. The answer depends
//! only on the four sides of the cell and is cached for each sort of cell as a bit set of tile
//! kinds.

use bastide::{Code, Edge, Game, Opening, Port, Rotation, Stronghold, Terrain, TileId, TileKind};

use crate::math;

/// Number of states of a side: empty, one of four classes, or the wall.
const SIDES: usize = 6;
const WALL: u16 = 5;
const SORTS: usize = SIDES * SIDES * SIDES * SIDES;
const WEIGHTS: [u16; 4] = [1, 6, 36, 216];
/// Upper bound on the rows and columns of a wall.
const ROW: usize = 32;
/// Maximum number of tile kinds considered.
const KINDS: usize = 128;
/// Number of bits used for the copies of a kind.
const PLANES: usize = 3;
const UNKNOWN: u16 = u16::MAX;

/// Cached data of one sort of cell.
#[derive(Clone, Copy, Debug, Default)]
struct Sort {
    /// For each side, the tile kinds that close the feature there.
    closes: [u128; 4],
    /// Generation of the bag that the probabilities are valid for; 0 if none.
    bag: u32,
    is_known: bool,
    /// Class of the feature at each side, as in [`Code::class`].
    classes: [Option<u8>; 4],
    /// For each side, the probability that the feature there is closed by this cell: for the seat
    /// that draws next, and for the other.
    chances: [[f32; 2]; 4],
    /// For each side, the fraction of the remaining tiles that close it.
    shares: [f32; 4],
}

/// Probabilities that the feature at one side of an opening is closed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Closing {
    /// Probability that it is closed here before the game ends: for the seat that draws next, and
    /// for the other.
    pub(super) chances: [f32; 2],
    /// Probability that the next tile closes it.
    pub(super) share: f32,
}

#[derive(Clone, Debug)]
pub(super) struct Closers {
    sorts: Box<[Sort]>,
    /// Index of the sort by code, without the wall.
    sort_of: Box<[u16]>,
    /// Amount the wall adds to that index, by cell.
    walls: Box<[u16]>,
    /// Bit planes of the bag: bit `n` of the number of remaining tiles of each kind.
    planes: [u128; PLANES],
    bag: u32,
    /// Probability that a side is closed, by the number of remaining tiles that close it: for the
    /// seat that draws next, and for the other.
    filled: [[f32; 2]; 128],
    left: f32,
}

impl Default for Closers {
    fn default() -> Closers {
        Closers {
            sorts: vec![Sort::default(); SORTS].into(),
            sort_of: vec![UNKNOWN; Code::COUNT].into(),
            walls: vec![0; ROW * ROW].into(),
            planes: [0; PLANES],
            bag: 0,
            filled: [[0.0; 2]; 128],
            left: 1.0,
        }
    }
}

impl Closers {
    /// Discards the cache. Must be called for a game with another tile set or wall.
    pub(super) fn reset(&mut self, game: &Stronghold) {
        self.sorts.fill(Sort::default());
        self.bag = 0;
        for cell in game.wall().cells() {
            let is_wall = |edge: &Edge| {
                let beyond = cell.step(*edge);
                !game.wall().contains(beyond) && game.board().index_at(beyond).is_none()
            };
            let sides = Edge::ALL.into_iter().filter(is_wall);
            self.walls[cell.y as usize * ROW + cell.x as usize] =
                sides.map(|edge| WALL * WEIGHTS[edge as usize]).sum();
        }
    }

    /// Updates the probabilities. Must be called when tiles have been drawn; `tries` are the
    /// attempts to close something of the seat that draws next, and of the other.
    pub(super) fn prepare(&mut self, game: &Stronghold, tries: [f32; 2]) {
        self.bag += 1;
        self.planes = [0; PLANES];
        for (kind, &count) in game.bag().counts().iter().enumerate().take(KINDS) {
            let count = count.min((1 << PLANES) - 1);
            for (bit, plane) in self.planes.iter_mut().enumerate() {
                *plane |= u128::from(count >> bit & 1) << kind;
            }
        }
        self.left = game.bag().left().max(1) as f32;
        for (count, filled) in self.filled.iter_mut().enumerate() {
            let share = (count as f32 / self.left).min(1.0);
            *filled = tries.map(|tries| 1.0 - math::pow(1.0 - share, tries));
        }
    }

    /// Returns the sort of cell of an opening.
    #[inline]
    pub(super) fn sort(&mut self, game: &Stronghold, opening: &Opening) -> usize {
        let code = opening.code;
        let mut open = self.sort_of[code.index()];
        if open == UNKNOWN {
            let digit = |edge: Edge| code.class(edge).map_or(0, |class| u16::from(class) + 1);
            open = Edge::ALL.into_iter().map(|e| digit(e) * WEIGHTS[e as usize]).sum();
            self.sort_of[code.index()] = open;
        }
        let cell = opening.cell;
        let wall = self.walls[(cell.y as usize * ROW + cell.x as usize) % (ROW * ROW)];
        let sort = usize::from(open + wall) % SORTS;
        if self.sorts[sort].bag != self.bag {
            self.work_out(game, sort, code);
        }
        sort
    }

    /// Returns the class of the feature at a side of such a cell.
    #[inline]
    pub(super) fn class(&self, sort: usize, edge: Edge) -> Option<u8> {
        self.sorts[sort].classes[edge as usize]
    }

    /// Returns the probabilities that the feature at a side of such a cell is closed.
    #[inline]
    pub(super) fn closing(&self, sort: usize, edge: Edge) -> Closing {
        let Sort { chances, shares, .. } = &self.sorts[sort];
        Closing { chances: chances[edge as usize], share: shares[edge as usize] }
    }

    #[inline(never)]
    fn work_out(&mut self, game: &Stronghold, at: usize, code: Code) {
        if !self.sorts[at].is_known {
            self.sorts[at].closes = closing_kinds(game, at as u16, code);
            self.sorts[at].classes = Edge::ALL.map(|edge| code.class(edge));
            self.sorts[at].is_known = true;
        }
        let Closers { sorts, planes, filled, left, .. } = self;
        let sort = &mut sorts[at];
        sort.bag = self.bag;
        for (side, closes) in sort.closes.iter().enumerate() {
            let copies = |(bit, plane): (usize, &u128)| (plane & closes).count_ones() << bit;
            let count = planes.iter().enumerate().map(copies).sum::<u32>();
            sort.chances[side] = filled[(count as usize).min(filled.len() - 1)];
            sort.shares[side] = count as f32 / *left;
        }
    }
}

/// Returns for each side of a cell the tile kinds that fit and close the feature there.
fn closing_kinds(game: &Stronghold, sort: u16, code: Code) -> [u128; 4] {
    let mut closes = [0; 4];
    let board = game.board();
    for (id, kind) in board.tiles().iter().take(KINDS) {
        let turns = board.fits(id)[code.index()];
        for turn in Rotation::ALL.into_iter().filter(|t| turns >> t.quarter_turns() & 1 == 1) {
            for edge in Edge::ALL {
                if code.class(edge).is_some_and(|class| is_closed(kind, turn, edge, class, sort)) {
                    closes[edge as usize] |= bit(id);
                }
            }
        }
    }
    closes
}

fn bit(id: TileId) -> u128 {
    1 << (id.0 % KINDS as u8)
}

/// Returns true if a tile closes the feature at one of its sides: it shows different terrain there
/// (S-TILE-4), or the same terrain that does not continue to an empty cell.
fn is_closed(kind: &TileKind, turn: Rotation, edge: Edge, class: u8, sort: u16) -> bool {
    let Some(slot) = kind.owner(turn, Port::middle(edge)) else { return true };
    if class_of(kind.segment(slot).terrain) != Some(class) {
        return true;
    }
    let goes_on = |other: Edge| {
        let is_empty = (sort / WEIGHTS[other as usize]).is_multiple_of(SIDES as u16);
        is_empty && kind.owner(turn, Port::middle(other)) == Some(slot)
    };
    !Edge::ALL.into_iter().any(goes_on)
}

/// Returns the class of a terrain in codes ([`Code::class`]).
const fn class_of(terrain: Terrain) -> Option<u8> {
    match terrain {
        Terrain::Courtyard => Some(0),
        Terrain::Path => Some(1),
        Terrain::Tower => Some(2),
        Terrain::House => Some(3),
        Terrain::Field
        | Terrain::Road
        | Terrain::City
        | Terrain::River
        | Terrain::Monastery
        | Terrain::Garden => None,
    }
}
