//! Translation of cells, rotations and ports of a source whose start tile lies elsewhere or rotated.

use bastide::{AnyGame, Cell, Edge, Game, Port, PortSet, Rotation, Terrain};

use crate::error::{ImportError, ImportErrorKind as Kind};
use crate::sheet::Start;

/// The position of the source's board relative to Bastide's, on which the start tile lies unrotated
/// at the origin.
#[derive(Clone, Copy, Default)]
pub(super) struct Frame {
    /// Cell of the start tile.
    origin: (i32, i32),
    /// Rotation that makes the start tile unrotated.
    turn: Rotation,
}

impl Frame {
    /// Creates the frame in which `start` is the start tile of the game.
    ///
    /// # Errors
    /// Returns an error if the game has another start tile.
    pub(super) fn new(start: Option<&Start>, game: &AnyGame) -> Result<Frame, ImportError> {
        let Some(start) = start else { return Ok(Frame::default()) };
        let own = game.board().laid().first().map(|laid| &game.board().kind_of(laid).name);
        if own.is_none_or(|own| **own != *start.tile.plain.name) {
            let value = start.tile.plain.name.to_owned();
            return Err(Kind::BadValue { what: "start tile", value }.at("setup.start[0].tile"));
        }
        let rotation = start.rotation.then(start.tile.plain.turn);
        Ok(Frame { origin: start.cell, turn: Rotation::new(4 - rotation.quarter_turns()) })
    }

    /// Translates a cell; `None` if it is too far away for a board.
    pub(super) fn cell(&self, (x, y): (i32, i32)) -> Option<Cell> {
        const FARTHEST: i32 = 127;
        let (x, y) = (x.checked_sub(self.origin.0)?, y.checked_sub(self.origin.1)?);
        let is_near = |n: i32| (-FARTHEST..=FARTHEST).contains(&n);
        if !is_near(x) || !is_near(y) {
            return None;
        }
        let cell = Cell::new(i8::try_from(x).ok()?, i8::try_from(y).ok()?);
        Some(cell.turned(self.turn))
    }

    /// Translates a rotation.
    pub(super) fn rotation(&self, rotation: Rotation) -> Rotation {
        rotation.then(self.turn)
    }

    /// Translates ports.
    pub(super) fn ports(&self, ports: PortSet) -> PortSet {
        ports.turned(self.turn)
    }
}

/// Returns true if a segment with the ports `own` is the one that other programs describe by
/// `ports`: the sides of a road or city as middle ports, the half sides of a field as outer ports.
pub(super) fn leaves_through(terrain: Terrain, own: PortSet, ports: PortSet) -> bool {
    let middle: PortSet = Edge::ALL.into_iter().map(Port::middle).collect();
    match terrain {
        Terrain::Road | Terrain::City => own.intersection(middle) == ports,
        Terrain::Field => {
            let outer: PortSet = own.iter().filter(|&port| !middle.contains(port)).collect();
            outer == ports
        }
        _ => false,
    }
}
