//! Tiles that a source does not mention because they could not be placed.

use bastide::{Action, Actor, AnyGame, Game, TileId};

use crate::note::Note;

/// Adds the draws of tiles that are left at the end of a game because they fitted nowhere (TURN-3).
///
/// A discarded tile changes nothing but the bag, so it can be inserted before any turn in which it
/// fitted nowhere, independently of the others; the first such turn is taken. If this does not
/// explain all tiles that are left, the game is unfinished, and nothing is inserted.
pub(super) fn infer(start: &AnyGame, actions: &mut Vec<Action>) -> Vec<Note> {
    let mut game = start.clone();
    // Tiles that fitted nowhere, with the turn and the index of the draw before which they are
    // inserted. Counts of copies are those at the end.
    let mut found: Vec<(TileId, usize, usize)> = Vec::new();
    let end = {
        let mut end = start.clone();
        actions.iter().for_each(|&action| end.play_unchecked(action));
        end
    };
    if end.to_act() != Actor::Chance {
        return Vec::new();
    }
    let ids = |game: &AnyGame| -> Vec<TileId> {
        let tiles = game.board().tiles().iter();
        tiles.map(|(id, _)| id).filter(|&id| game.bag().count(id) > 0).collect()
    };
    let left = ids(&end);
    let mut turn = 1;
    for at in 0..=actions.len() {
        if game.to_act() == Actor::Chance {
            for &id in &left {
                let is_known = found.iter().any(|&(other, ..)| other == id);
                if !is_known && fits_nowhere(&game, id) {
                    found.push((id, turn, at));
                }
            }
        }
        if let Some(&action) = actions.get(at) {
            game.play_unchecked(action);
            turn += usize::from(matches!(action, Action::Place { .. }));
        }
    }
    if found.len() < left.len() {
        return Vec::new();
    }
    let mut notes = Vec::new();
    for &(id, turn, at) in found.iter().rev() {
        for _ in 0..end.bag().count(id) {
            actions.insert(at, Action::Draw(id));
            let tile = end.board().tiles().kind(id).name.to_string();
            notes.push(Note::Discarded { tile, turn });
        }
    }
    notes.reverse();
    notes
}

/// Returns true if a tile can be drawn now but not placed.
pub(super) fn fits_nowhere(game: &AnyGame, id: TileId) -> bool {
    let mut probe = game.clone();
    probe.play(Action::Draw(id)).is_ok() && probe.drawn().is_none()
}
