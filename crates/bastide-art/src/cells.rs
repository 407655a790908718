//! Cells where the drawn tile can be placed, and cells that can never be filled.

use bastide::{Action, AnyGame, Cell, Edge, Game};

/// Returns the cells where the drawn tile can be placed, by row and column. Empty if no tile is to
/// be placed.
pub fn legal_cells(game: &AnyGame) -> Vec<Cell> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    let mut cells: Vec<Cell> = actions
        .iter()
        .filter_map(|action| match action {
            Action::Place { cell, .. } => Some(*cell),
            _ => None,
        })
        .collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Returns the openings that no remaining tile fits, by row and column. While bridges are left, an
/// opening next to a road is never dead, since a bridge may fill it.
pub fn dead_cells(game: &AnyGame) -> Vec<Cell> {
    let board = game.board();
    let has_overlays = match game {
        AnyGame::Land(land) => land.has_overlays(),
        AnyGame::Stronghold(_) => false,
    };
    let left: Vec<_> = board
        .tiles()
        .iter()
        .map(|(id, _)| id)
        .filter(|&id| game.bag().count(id) > 0 || game.drawn() == Some(id))
        .collect();
    if left.is_empty() {
        return Vec::new();
    }
    let is_dead = |opening: &&bastide::Opening| {
        let code = opening.code;
        // Class 1 is a road.
        let may_bridge = has_overlays && Edge::ALL.into_iter().any(|e| code.class(e) == Some(1));
        !may_bridge && left.iter().all(|&id| board.fits(id)[code.index()] == 0)
    };
    board.frontier().iter().filter(is_dead).map(|opening| opening.cell).collect()
}
