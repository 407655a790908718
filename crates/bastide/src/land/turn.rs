//! The steps of a turn (TURN-1): draw, place a tile, place a figure, score, and pass to the next
//! player.

use alloc::vec::Vec;

use super::expansions::Permit;
use super::{Homes, Land, expansions};
use crate::action::{Action, Target};
use crate::board::{Figure, FigureSpot, Laid};
use crate::error::Illegality;
use crate::event::{Event, EventSink};
use crate::figure::FigureKind;
use crate::geometry::{Axis, Cell, Rotation};
use crate::joints::Fits;
use crate::piece::PieceKind;
use crate::seat::Seat;
use crate::tile::{SegmentRef, Terrain, TileId};

/// The next step of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Phase {
    /// Chance draws a tile.
    Draw,
    /// The drawn tile requires a choice of every player before it is laid: `left` players still
    /// have to choose, starting with `seat`.
    Respond { tile: TileId, seat: Seat, left: u8 },
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
            Permit::Course(course) => board.each_fit(tile, |cell, rotation| {
                !expansions::follows(course, kind, cell, rotation) || found(plain(cell, rotation))
            }),
            Permit::Spans(spans) => self.each_span(tile, spans, found),
        }
    }

    /// Appends each legal placement to `out`, in order. Not inlined, so that the loop has enough
    /// registers.
    #[inline(never)]
    pub(super) fn list_placements(&self, tile: TileId, out: &mut Vec<Action>) {
        self.each_placement(tile, |action| {
            out.push(action);
            true
        });
    }

    /// Like `each_placement`, for a tile that can be laid with a bridge.
    #[inline]
    fn each_span(&self, tile: TileId, spans: &Fits, mut found: impl FnMut(Action) -> bool) -> bool {
        let board = &self.position.board;
        let fits = board.fits(tile);
        board.frontier().iter().all(|opening| {
            let (cell, plain) = (opening.cell, fits[opening.code.index()]);
            let bridged = expansions::bridged(spans, opening);
            if bridged.all == 0 {
                return Rotation::all_in(plain, |rotation| {
                    found(Action::Place { cell, rotation, bridge: None })
                });
            }
            Rotation::all_in(plain | bridged.all, |rotation| {
                let is_plain = plain >> rotation.quarter_turns() & 1 == 1;
                let bridge = if is_plain { None } else { Some(bridged.axis(rotation)) };
                found(Action::Place { cell, rotation, bridge })
            })
        })
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
        let Some(tile) = self.position.board.laid().last() else { return true };
        self.each_claim(tile, FigureKind::MEEPLE, &mut found)
            && (!self.homes(tile).has_others || self.each_other_claim(tile, &mut found))
            && (self.constants.companions.is_empty() || self.each_company(tile, &mut found))
            && expansions::each_recall(self, &mut found)
    }

    /// Appends each legal action of step 2 to `out`, in order. Not inlined, like `list_placements`.
    #[inline(never)]
    pub(super) fn list_deployments(&self, out: &mut Vec<Action>) {
        self.each_deployment(|action| {
            out.push(action);
            true
        });
        out.push(Action::Pass);
    }

    /// Returns the places for figures on the kind of a tile.
    #[inline]
    fn homes(&self, tile: &Laid) -> &Homes {
        &self.constants.homes[usize::from(tile.kind.0)]
    }

    /// Like `each_deployment`, for a kind that claims a feature.
    #[inline(always)]
    fn each_claim(
        &self,
        tile: &Laid,
        figure: FigureKind,
        found: &mut impl FnMut(Action) -> bool,
    ) -> bool {
        // TURN-4, MEEPLE-2: figures are only placed from the supply.
        if self.position.hands[self.seat][figure] == 0 {
            return true;
        }
        let board = &self.position.board;
        for slot in self.homes(tile).slots[figure.index()].iter() {
            let is_free = !board.feature(board.segment(tile, slot)).is_occupied()
                && !expansions::is_closed(self, slot);
            if is_free && !found(Action::Deploy { figure, target: Target::Segment(slot) }) {
                return false;
            }
        }
        self.constants.is_plain || self.each_target(tile, figure, found)
    }

    /// Like `each_deployment`, for the other kinds that claim a feature. Not inlined, so that games
    /// with meeples only do not pay for them.
    #[inline(never)]
    fn each_other_claim(&self, tile: &Laid, found: &mut impl FnMut(Action) -> bool) -> bool {
        self.constants.other_claimants.iter().all(|&kind| self.each_claim(tile, kind, found))
    }

    /// Like `each_deployment`, for kinds that are placed where their owner already has a figure. Not
    /// inlined, so that games without such kinds do not pay for them.
    #[inline(never)]
    fn each_company(&self, tile: &Laid, found: &mut impl FnMut(Action) -> bool) -> bool {
        let board = &self.position.board;
        let hand = &self.position.hands[self.seat];
        self.constants.companions.iter().filter(|&&figure| hand[figure] > 0).all(|&figure| {
            self.homes(tile).slots[figure.index()].iter().all(|slot| {
                let is_alone = board.feature(board.segment(tile, slot)).strength[self.seat] == 0;
                is_alone
                    || expansions::is_closed(self, slot)
                    || found(Action::Deploy { figure, target: Target::Segment(slot) })
            }) && tile.bridge.is_none_or(|_| {
                let target = Target::Built(PieceKind::OVERLAY);
                self.check_deploy(figure, target).is_err()
                    || found(Action::Deploy { figure, target })
            })
        })
    }

    /// Like `each_deployment`, for targets that are not printed on the tile. Not inlined, so that
    /// games without such targets do not pay for them.
    #[inline(never)]
    fn each_target(
        &self,
        tile: &Laid,
        figure: FigureKind,
        found: &mut impl FnMut(Action) -> bool,
    ) -> bool {
        // BRIDGE-10: a bridge can be occupied like any road.
        if tile.bridge.is_some() && self.allows(figure, Terrain::Road) {
            let board = &self.position.board;
            let bridge = board.segment(tile, board.bridge_slot(tile));
            let is_free = !board.feature(bridge).is_occupied();
            if is_free
                && !found(Action::Deploy { figure, target: Target::Built(PieceKind::OVERLAY) })
            {
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
            Target::Built(PieceKind::OVERLAY) if tile.bridge.is_some() => board.bridge_slot(tile),
            Target::Segment(_) | Target::Built(_) | Target::Space(..) => {
                let spot = expansions::check_target(self, figure, target)?;
                return if is_left { Ok(spot) } else { Err(Illegality::NoneLeft) };
            }
        };
        let terrain = board.kind_of(tile).segments.get(usize::from(slot.0)).map(|s| s.terrain);
        let segment = board.segment(tile, slot);
        if !self.allows(figure, terrain.unwrap_or(Terrain::Road)) {
            return Err(Illegality::WrongTerrain);
        }
        if !is_left {
            return Err(Illegality::NoneLeft);
        }
        let feature = board.feature(segment);
        if !figure.claims() && feature.strength[self.seat] == 0 {
            return Err(Illegality::NoCompany);
        }
        // MEEPLE-4: figures of any player, anywhere on the feature.
        if (figure.claims() && feature.is_occupied()) || expansions::is_closed(self, slot) {
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
            Target::Built(PieceKind::OVERLAY) => {
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
        if self.position.board.has_completed() {
            self.score_completed(sink);
        }
        expansions::after_scoring(self, sink);
        self.built = None;
        if self.position.bag.left() == 0 {
            // TURN-5
            self.finish(sink);
            return;
        }
        self.seat = expansions::next_seat(self, sink);
        self.phase = Phase::Draw;
        sink.event(Event::TurnBegan { seat: self.seat });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;
    use crate::land::{Grounds, LandRules, homes, kinds_in};
    use crate::registry::for_tests::{GIANT, GUEST};
    use crate::seat::{BySeat, SeatSet};
    use crate::setup::LandSetup;
    use crate::tile::SegmentIndex;
    use alloc::sync::Arc;

    /// Returns a game for two in which each player also has a giant and a guest for roads and
    /// cities.
    fn game() -> Land {
        let mut land = Land::new(&LandSetup::new(LandRules::default(), 2)).expect("a set-up");
        let constants = Arc::get_mut(&mut land.constants).expect("the only copy");
        for kind in [GIANT, GUEST] {
            constants.grounds[kind.index()] = Grounds::of(&[Terrain::Road, Terrain::City]);
            Seat::all(2).for_each(|seat| land.position.hands[seat][kind] = 1);
        }
        (constants.other_claimants, constants.companions) =
            kinds_in(&land.position.hands[Seat::FIRST]);
        constants.homes =
            homes(&constants.grounds, &constants.other_claimants, land.position.board.tiles());
        land
    }

    fn play(land: &mut Land, tokens: &str) {
        for token in tokens.split_whitespace() {
            let action = land.notation().parse(token).expect(token);
            land.play(action).unwrap_or_else(|error| panic!("{token}: {error}"));
        }
    }

    fn offers(land: &Land, kind: FigureKind) -> Vec<Target> {
        let target = |action| match action {
            Action::Deploy { figure, target } if figure == kind => Some(target),
            _ => None,
        };
        land.actions().into_iter().filter_map(target).collect()
    }

    /// Returns the strength of each player on the road of the start tile.
    fn on_road(land: &Land) -> BySeat<u8> {
        let start = SegmentRef { cell: Cell::ORIGIN, slot: SegmentIndex(1) };
        let road = land.board().segment_at(start).expect("the road of the start");
        land.board().feature(road).strength
    }

    #[test]
    fn figures_count_with_their_strength() {
        let mut land = game();
        let [red, blue] = [Seat::FIRST, Seat::FIRST.next(2)];
        play(&mut land, "DU P1,0r1 20");
        let spot = FigureSpot::Segment(SegmentRef { cell: Cell::ORIGIN, slot: SegmentIndex(1) });
        land.position.board.put_figure(Figure { seat: blue, kind: FigureKind::MEEPLE, spot });
        land.position.hands[blue][FigureKind::MEEPLE] -= 1;
        assert_eq!((on_road(&land)[red], on_road(&land)[blue]), (2, 1));
        assert_eq!(on_road(&land).leaders(), SeatSet::of(red));

        // A crossing ends the road in the east. The guest joins blue's meeple and claims nothing.
        play(&mut land, "DW P2,0r0");
        assert_eq!(offers(&land, GUEST), [Target::Segment(SegmentIndex(2))]);
        let elsewhere = land.check_deploy(GUEST, Target::Segment(SegmentIndex(0)));
        assert_eq!(elsewhere, Err(Illegality::NoCompany));
        assert!(!offers(&land, GIANT).contains(&Target::Segment(SegmentIndex(2))), "occupied");
        play(&mut land, "02");
        assert_eq!((on_road(&land)[red], on_road(&land)[blue]), (2, 1));
        assert_eq!(land.count_on(Terrain::Road), 2, "each counts once, the guest not at all");

        // Another crossing completes it: four tiles for red alone, and all three figures return.
        play(&mut land, "DW P-1,0r0 .");
        assert_eq!((land.scores()[red], land.scores()[blue]), (4, 0));
        assert!(land.board().figures().is_empty() && on_road(&land) == BySeat::splat(0));
        assert_eq!((land.hands()[red][GIANT], land.hands()[blue][GUEST]), (1, 1));
    }

    #[test]
    fn a_figure_that_does_not_count_leaves_the_feature_free() {
        let mut land = game();
        let spot = FigureSpot::Segment(SegmentRef { cell: Cell::ORIGIN, slot: SegmentIndex(1) });
        land.position.board.put_figure(Figure { seat: Seat::FIRST, kind: GUEST, spot });
        let mut scored = 0;
        land.prospects(|_| scored += 1);
        assert_eq!(scored, 0, "an unclaimed road is worth nothing");
        play(&mut land, "DU P1,0r1");
        assert!(offers(&land, FigureKind::MEEPLE).contains(&Target::Segment(SegmentIndex(0))));
        play(&mut land, "M0");
        assert_eq!(on_road(&land)[Seat::FIRST], 1);
    }
}
