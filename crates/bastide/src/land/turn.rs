//! A turn from top to bottom (TURN-1): draw, place a tile, place a figure,
//! score, and the next player's turn begins.

use super::{Land, modules};
use crate::action::{Action, Berth};
use crate::board::{Figure, Spot};
use crate::error::Illegality;
use crate::event::{Event, EventSink};
use crate::geometry::{Axis, Cell, Rotation};
use crate::seat::FigureKind;
use crate::tile::{Site, Slot, TileId};

/// What is to be done next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Phase {
    /// Chance draws a tile.
    Draw,
    /// The drawn tile is laid.
    Place(TileId),
    /// A figure is placed or not; entered only if there is a choice.
    Deploy,
    /// The game is over.
    Over,
}

impl Land {
    // --- Step 1: draw and place -------------------------------------------

    #[inline]
    pub(super) fn draw(&mut self, tile: TileId, sink: &mut impl EventSink) {
        self.table.bag.take(tile);
        sink.event(Event::TileDrawn { seat: self.seat, tile });
        if !self.each_placement(tile, |_| false) {
            self.phase = Phase::Place(tile);
            return;
        }
        // TURN-3: it leaves the game and the same player draws another.
        // TURN-5: without another, the turn and the game end at once.
        sink.event(Event::TileDiscarded { tile });
        if self.table.bag.left() == 0 {
            self.finish(sink);
        } else {
            self.phase = Phase::Draw;
        }
    }

    /// Calls `found` with each legal placement in order until it returns
    /// `false`. Whether all were seen.
    #[inline]
    pub(super) fn each_placement(
        &self,
        tile: TileId,
        mut found: impl FnMut(Action) -> bool,
    ) -> bool {
        let kind = self.table.board.tiles().kind(tile);
        let permit = modules::permit(self, kind);
        if permit.is_free() {
            return self.each_fit(tile, |cell, rotation| {
                found(Action::Place { cell, rotation, bridge: None })
            });
        }
        self.each_fit(tile, |cell, rotation| {
            permit.check(kind, cell, rotation).is_err()
                || found(Action::Place { cell, rotation, bridge: None })
        })
    }

    /// The same for all places where the tile fits.
    #[inline]
    fn each_fit(&self, tile: TileId, mut found: impl FnMut(Cell, Rotation) -> bool) -> bool {
        let board = &self.table.board;
        let fits = board.fits(tile);
        for opening in board.frontier() {
            let mut turns = fits[opening.code.index()];
            while turns != 0 {
                let rotation = Rotation::new(turns.trailing_zeros() as u8);
                turns &= turns - 1;
                if !found(opening.cell, rotation) {
                    return false;
                }
            }
        }
        true
    }

    pub(super) fn check_placement(
        &self,
        tile: TileId,
        cell: Cell,
        rotation: Rotation,
        bridge: Option<Axis>,
    ) -> Result<(), Illegality> {
        let board = &self.table.board;
        let kind = board.tiles().kind(tile);
        if bridge.is_some() {
            return Err(Illegality::NoBridge);
        }
        board.check_fit(cell, kind, rotation)?;
        if !kind.is_distinct(rotation) {
            return Err(Illegality::SameAs(kind.canonical(rotation)));
        }
        modules::permit(self, kind).check(kind, cell, rotation)
    }

    #[inline]
    pub(super) fn place(
        &mut self,
        cell: Cell,
        rotation: Rotation,
        bridge: Option<Axis>,
        sink: &mut impl EventSink,
    ) {
        let Phase::Place(tile) = self.phase else { return };
        let index = self.table.board.lay(cell, tile, rotation, bridge);
        sink.event(Event::TilePlaced { seat: self.seat, tile, cell, rotation, bridge });
        let laid = *self.table.board.tile(index);
        modules::after_place(self, &laid);
        if self.each_deployment(|_| false) {
            self.end_turn(sink);
        } else {
            self.phase = Phase::Deploy;
        }
    }

    // --- Step 2: place a figure ----------------------------------------------

    /// Calls `found` with each thing that may be done in step 2, in order,
    /// until it returns `false`. Whether all were seen.
    #[inline]
    pub(super) fn each_deployment(&self, mut found: impl FnMut(Action) -> bool) -> bool {
        let board = &self.table.board;
        let Some(tile) = board.laid().last() else { return true };
        for figure in FigureKind::ALL {
            // TURN-4, MEEPLE-2: from the supply or not at all.
            if self.table.hands[self.seat][figure] == 0 {
                continue;
            }
            let grounds = self.kit.grounds[figure as usize];
            for (slot, segment) in board.kind_of(tile).slots() {
                let is_free = grounds.contains(segment.terrain)
                    && !board.feature(board.segment(tile, slot)).is_occupied();
                if is_free && !found(Action::Deploy { figure, berth: Berth::Slot(slot) }) {
                    return false;
                }
            }
        }
        modules::each_recall(self, &mut found)
    }

    pub(super) fn check_deploy(&self, figure: FigureKind, berth: Berth) -> Result<(), Illegality> {
        let Berth::Slot(slot) = berth else { return Err(Illegality::NotInThisGame) };
        let board = &self.table.board;
        let Some(tile) = board.laid().last() else { return Err(Illegality::WrongPhase) };
        let Some(segment) = board.kind_of(tile).segments.get(usize::from(slot.0)) else {
            return Err(Illegality::NoSuchSlot);
        };
        if !self.kit.grounds[figure as usize].contains(segment.terrain) {
            return Err(Illegality::WrongTerrain);
        }
        if self.table.hands[self.seat][figure] == 0 {
            return Err(Illegality::NoneLeft);
        }
        // MEEPLE-4: own or other, however far away.
        if board.feature(board.segment(tile, slot)).is_occupied() {
            return Err(Illegality::Occupied);
        }
        Ok(())
    }

    #[inline]
    pub(super) fn deploy(&mut self, kind: FigureKind, berth: Berth, sink: &mut impl EventSink) {
        let (Berth::Slot(slot), Some(tile)) = (berth, self.table.board.laid().last()) else {
            return;
        };
        let spot = Spot::Segment(Site { cell: tile.cell, slot: Slot(slot.0) });
        self.table.hands[self.seat][kind] -= 1;
        self.table.board.put_figure(Figure { seat: self.seat, kind, spot });
        sink.event(Event::FigurePlaced { seat: self.seat, figure: kind, spot });
        self.end_turn(sink);
    }

    // --- Step 3: score, and on to the next -------------------------------------

    #[inline]
    pub(super) fn end_turn(&mut self, sink: &mut impl EventSink) {
        self.score_completed(sink);
        if self.table.bag.left() == 0 {
            // TURN-5
            self.finish(sink);
            return;
        }
        self.seat = self.seat.next(self.kit.seats);
        self.phase = Phase::Draw;
        sink.event(Event::TurnBegan { seat: self.seat });
    }
}
