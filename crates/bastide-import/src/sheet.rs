//! The intermediate form of an imported game: the moves of the source in terms of Bastide's tiles,
//! before they are checked against the rules.

use bastide::{FigureKind, LandRules, PortSet, Rotation, Terrain};

use crate::note::Note;

/// Maximum number of turns of a sheet, above that of any game that can be imported.
pub(crate) const MOST_TURNS: usize = 256;

/// A game as the source describes it.
pub(crate) struct Sheet {
    /// The format, as written in the record.
    pub(crate) source: &'static str,
    /// The rules.
    pub(crate) rules: LandRules,
    /// The players by seat.
    pub(crate) players: Vec<Player>,
    /// Colours by seat, if the source has them.
    pub(crate) colours: Option<String>,
    /// The seat that begins.
    pub(crate) first: u8,
    /// The start tile, if the source lays it elsewhere or rotated.
    pub(crate) start: Option<Start>,
    /// The turns in order.
    pub(crate) turns: Vec<Turn>,
    /// All tiles in the order they are drawn, if the source lists them instead of naming the tile of
    /// each turn.
    pub(crate) stack: Option<Vec<Tile>>,
    /// Tiles drawn after the last turn.
    pub(crate) rest: Vec<Tile>,
    /// Points by seat, if the source has them.
    pub(crate) scores: Option<Vec<i32>>,
    /// True if the source shuffles the start tile of the base game into a stack with another start.
    pub(crate) shuffles_start: bool,
    /// Notes on the source.
    pub(crate) notes: Vec<Note>,
}

/// A player.
#[derive(Clone, Default)]
pub(crate) struct Player {
    /// The name as written.
    pub(crate) name: String,
}

/// The start tile as the source lays it.
pub(crate) struct Start {
    pub(crate) tile: Tile,
    pub(crate) cell: (i32, i32),
    pub(crate) rotation: Rotation,
}

/// A tile of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Tile {
    /// The drawing without a garden.
    pub(crate) plain: Drawing,
    /// The same drawing with a garden, if there is one.
    pub(crate) garden: Option<Drawing>,
    /// True if the source names the copy with the garden, false if it names one without, `None` if
    /// it does not distinguish them.
    pub(crate) has_garden: Option<bool>,
}

/// A tile kind of Bastide, and the rotation in which it looks like the unrotated tile of the source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Drawing {
    pub(crate) name: &'static str,
    pub(crate) turn: Rotation,
}

/// A turn of the source.
pub(crate) struct Turn {
    /// Path of the placement in the input.
    pub(crate) path: String,
    /// The seat that moves, if the source says so.
    pub(crate) seat: Option<u8>,
    /// Tiles that were drawn before and could not be placed.
    pub(crate) discards: Vec<Tile>,
    /// The tile that is placed, `None` for the next one of the stack.
    pub(crate) tile: Option<Tile>,
    /// Column and row of the source.
    pub(crate) cell: (i32, i32),
    /// Rotation of the source's tile.
    pub(crate) rotation: Rotation,
    /// What happens after the placement.
    pub(crate) step: Step,
}

/// The end of a turn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Step {
    /// The source does not mention a figure. The turn is unfinished if it is the last one.
    Open,
    /// No figure is placed.
    Pass,
    /// A figure is placed on the tile.
    Deploy { figure: FigureKind, spot: Spot, path: String },
    /// A figure in a cell of the source is taken back.
    Recall { cell: (i32, i32), path: String },
}

/// A place for a figure on a tile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// The position with this number, as Board Game Arena numbers them on each tile. If it is
    /// unknown, any segment of the terrain.
    Position { number: i64, terrain: Option<Terrain> },
    /// The road or city that leaves through these middle ports, or the field that leaves through
    /// these outer ports, in the orientation of the source's board.
    Ports { ports: PortSet, text: String },
    /// The monastery or garden in the middle.
    Inner,
}
