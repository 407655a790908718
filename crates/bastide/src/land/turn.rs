//! The steps of a turn (TURN-1): draw, place a tile, place a figure, score, and pass to the next
//! player.

use super::expansions::{BRIDGE, Permit};
use super::{Land, expansions};
use crate::action::{Action, Target};
use crate::board::{Figure, FigureSpot, Laid};
use crate::error::Illegality;
use crate::event::{Event, EventSink};
use crate::figure::FigureKind;
use crate::geometry::{Axis, Cell, Rotation};
use crate::joints::Fits;
use crate::seat::Seat;
use crate::tile::{SegmentRef, Terrain, TileId};

/// The next step of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Phase {
    /// Chance draws a tile.
    Draw,
    /// The icon on the drawn tile triggered the plague: `left` players still have to choose,
    /// starting with `seat`.
    Plague { tile: TileId, seat: Seat, left: u8 },
    /// The player lays the drawn tile.
    Place(TileId),
    /// The player can build; skipped if nothing can be built.
    Build,
    /// The player can place or recall a figure; skipped if there is no legal choice.
    Deploy,
    /// The game is over.
    Over,
}

impl Land {
    // --- Step 1: draw and place -------------------------------------------

    #[inline]
    pub(super) fn draw(&mut self, tile: TileId, sink: &mut impl EventSink) {
        self.position.bag.take(tile);
        sink.event(Event::TileDrawn { seat: self.seat, tile });
        if expansions::after_draw(self, tile, sink) {
            self.consider(tile, sink);
        }
    }

    /// Continues with a drawn tile.
    #[inline]
    pub(super) fn consider(&mut self, tile: TileId, sink: &mut impl EventSink) {
        if !self.each_placement(tile, |_| false) {
            self.phase = Phase::Place(tile);
            return;
        }
        // TURN-3: the tile leaves the game and the same player draws another. TURN-5: without
        // another tile, the turn and the game end immediately.
        sink.event(Event::TileDiscarded { tile });
        if self.position.bag.left() == 0 {
            self.finish(sink);
        } else {
            self.phase = Phase::Draw;
        }
    }

    /// Calls `found` with each legal placement, in order, until it returns `false`. Returns true if
    /// all were visited.
    #[inline]
    pub(super) fn each_placement(
        &self,
        tile: TileId,
        mut found: impl FnMut(Action) -> bool,
    ) -> bool {
        let board = &self.position.board;
        let kind = board.tiles().kind(tile);
        let plain = |cell, rotation| Action::Place { cell, rotation, bridge: None };
        match expansions::permit(self, tile, kind) {
            Permit::Free => board.each_fit(tile, |cell, rotation| found(plain(cell, rotation))),
            Permit::Course(river) => board.each_fit(tile, |cell, rotation| {
                !expansions::follows(river, kind, cell, rotation) || found(plain(cell, rotation))
            }),
            Permit::Spans(spans) => self.each_span(tile, spans, found),
        }
    }

    /// Like `each_placement`, for a tile that can be laid with a bridge.
    #[inline]
    fn each_span(&self, tile: TileId, spans: &Fits, mut found: impl FnMut(Action) -> bool) -> bool {
        let board = &self.position.board;
        let fits = board.fits(tile);
        for opening in board.frontier() {
            let (cell, plain) = (opening.cell, fits[opening.code.index()]);
            let bridged = expansions::bridged(spans, opening);
            let mut turns = plain | bridged.all;
            while turns != 0 {
                let rotation = Rotation::new(turns.trailing_zeros() as u8);
                turns &= turns - 1;
                let is_plain = plain >> rotation.quarter_turns() & 1 == 1;
                let bridge = if is_plain { None } else { Some(bridged.axis(rotation)) };
                if !found(Action::Place { cell, rotation, bridge }) {
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
        let board = &self.position.board;
        let kind = board.tiles().kind(tile);
        if let Some(axis) = bridge {
            return expansions::check_bridge(self, tile, cell, rotation, axis);
        }
        board.check_fit(cell, kind, rotation)?;
        if !kind.is_distinct(rotation) {
            return Err(Illegality::SameAs(kind.canonical(rotation)));
        }
        expansions::permits(self, tile, cell, rotation)
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
        let index = self.position.board.lay(cell, tile, rotation, bridge);
        sink.event(Event::TilePlaced { seat: self.seat, tile, cell, rotation, bridge });
        let laid = *self.position.board.tile(index);
        expansions::after_place(self, &laid);
        if self.constants.is_plain || expansions::each_building(self, &mut |_| false) {
            self.go_deploy(sink);
        } else {
            self.phase = Phase::Build;
        }
    }

    /// Continues with step 2, or ends the turn if there is no legal choice.
    #[inline]
    pub(super) fn go_deploy(&mut self, sink: &mut impl EventSink) {
        if self.each_deployment(|_| false) {
            self.end_turn(sink);
        } else {
            self.phase = Phase::Deploy;
        }
    }

    // --- Step 2: place a figure ----------------------------------------------

    /// Calls `found` with each legal action of step 2, in order, until it returns `false`. Returns
    /// true if all were visited.
    #[inline]
    pub(super) fn each_deployment(&self, mut found: impl FnMut(Action) -> bool) -> bool {
        let board = &self.position.board;
        let Some(tile) = board.laid().last() else { return true };
        for figure in FigureKind::ALL {
            // TURN-4, MEEPLE-2: figures are only placed from the supply.
            if self.position.hands[self.seat][figure] == 0 {
                continue;
            }
            let grounds = self.constants.grounds[figure.index()];
            for (slot, segment) in board.kind_of(tile).slots() {
                let is_free = grounds.contains(segment.terrain)
                    && !board.feature(board.segment(tile, slot)).is_occupied()
                    && !expansions::is_closed(self, slot);
                if is_free && !found(Action::Deploy { figure, target: Target::Segment(slot) }) {
                    return false;
                }
            }
            if !self.constants.is_plain && !self.each_target(tile, figure, &mut found) {
                return false;
            }
        }
        expansions::each_recall(self, &mut found)
    }

    /// Like `each_deployment`, for targets that are not printed on the tile.
    fn each_target(
        &self,
        tile: &Laid,
        figure: FigureKind,
        found: &mut impl FnMut(Action) -> bool,
    ) -> bool {
        // BRIDGE-10: a bridge can be occupied like any road.
        if tile.bridge.is_some() && self.constants.grounds[figure.index()].contains(Terrain::Road) {
            let board = &self.position.board;
            let bridge = board.segment(tile, board.bridge_slot(tile));
            let is_free = !board.feature(bridge).is_occupied();
            if is_free && !found(Action::Deploy { figure, target: Target::Built(BRIDGE) }) {
                return false;
            }
        }
        expansions::each_target(self, figure, found)
    }

    /// Checks that a figure can be deployed to `target` and returns its spot.
    pub(super) fn check_deploy(
        &self,
        figure: FigureKind,
        target: Target,
    ) -> Result<FigureSpot, Illegality> {
        let board = &self.position.board;
        let Some(tile) = board.laid().last() else { return Err(Illegality::WrongPhase) };
        let is_left = self.position.hands[self.seat][figure] > 0;
        let slot = match target {
            Target::Segment(slot) if slot < board.bridge_slot(tile) => slot,
            Target::Built(BRIDGE) if tile.bridge.is_some() => board.bridge_slot(tile),
            Target::Segment(_) | Target::Built(_) | Target::Space(..) => {
                let spot = expansions::check_target(self, figure, target)?;
                return if is_left { Ok(spot) } else { Err(Illegality::NoneLeft) };
            }
        };
        let terrain = board.kind_of(tile).segments.get(usize::from(slot.0)).map(|s| s.terrain);
        let segment = board.segment(tile, slot);
        if !self.constants.grounds[figure.index()].contains(terrain.unwrap_or(Terrain::Road)) {
            return Err(Illegality::WrongTerrain);
        }
        if !is_left {
            return Err(Illegality::NoneLeft);
        }
        // MEEPLE-4: figures of any player, anywhere on the feature.
        if board.feature(segment).is_occupied() || expansions::is_closed(self, slot) {
            return Err(Illegality::Occupied);
        }
        Ok(FigureSpot::Segment(SegmentRef { cell: tile.cell, slot }))
    }

    /// Checks that a figure could be deployed after laying the drawn tile by `placement`.
    pub(crate) fn check_figure_after(
        &self,
        placement: Action,
        figure: FigureKind,
        target: Target,
    ) -> Result<(), Illegality> {
        let (Phase::Place(tile), Action::Place { cell, rotation, bridge }) =
            (self.phase, placement)
        else {
            return Err(Illegality::WrongPhase);
        };
        self.check_placement(tile, cell, rotation, bridge)?;
        let mut after = self.clone();
        let index = after.position.board.lay(cell, tile, rotation, bridge);
        let laid = *after.position.board.tile(index);
        expansions::after_place(&mut after, &laid);
        after.check_deploy(figure, target).map(|_| ())
    }

    #[inline]
    pub(super) fn deploy(&mut self, kind: FigureKind, target: Target, sink: &mut impl EventSink) {
        let board = &self.position.board;
        let Some(tile) = board.laid().last() else { return };
        let spot = match target {
            Target::Segment(slot) => FigureSpot::Segment(SegmentRef { cell: tile.cell, slot }),
            Target::Built(BRIDGE) => {
                FigureSpot::Segment(SegmentRef { cell: tile.cell, slot: board.bridge_slot(tile) })
            }
            Target::Built(_) | Target::Space(..) => {
                let Ok(spot) = expansions::check_target(self, kind, target) else { return };
                spot
            }
        };
        self.position.hands[self.seat][kind] -= 1;
        self.position.board.put_figure(Figure { seat: self.seat, kind, spot });
        sink.event(Event::FigurePlaced { seat: self.seat, figure: kind, spot });
        self.end_turn(sink);
    }

    // --- Step 3: score and end the turn ------------------------------------------

    #[inline]
    pub(super) fn end_turn(&mut self, sink: &mut impl EventSink) {
        expansions::before_scoring(self, sink);
        self.score_completed(sink);
        self.built = None;
        if self.position.bag.left() == 0 {
            // TURN-5
            self.finish(sink);
            return;
        }
        self.seat = self.seat.next(self.constants.seats);
        self.phase = Phase::Draw;
        sink.event(Event::TurnBegan { seat: self.seat });
    }
}
