//! Updates as texts: clients with the same view are sent the same one.

use std::sync::Arc;

use bastide_table::{HolderId, Identity, Updates};

use super::live::frame;

/// Texts of the updates about the same events.
pub(super) struct Frames<'a> {
    pub(super) updates: Updates<'a>,
    frames: Vec<(Option<HolderId>, usize, Arc<str>)>,
}

impl Frames<'_> {
    pub(super) fn new(updates: Updates<'_>) -> Frames<'_> {
        Frames { updates, frames: Vec::new() }
    }

    /// Returns the update for a client that knows the first `known` tiles.
    pub(super) fn frame(&mut self, who: &Identity, known: usize) -> Arc<str> {
        let same = |(holder, from, _): &&_| (*holder, *from) == (who.holder, known);
        if let Some((_, _, frame)) = self.frames.iter().find(same) {
            return Arc::clone(frame);
        }
        let frame = frame(self.updates.message(who, known));
        self.frames.push((who.holder, known, Arc::clone(&frame)));
        frame
    }
}
