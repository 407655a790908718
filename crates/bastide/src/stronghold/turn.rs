//! The steps of a turn (S-TURN-1): draw, lay a tile, place a follower, score in the chosen order,
//! take the tokens the marker reaches, and optionally take another turn.

use alloc::vec::Vec;
use arrayvec::ArrayVec;

use super::scoring::{Completed, MOST_COMPLETED};
use super::{SEATS, Stronghold, tokens};
use crate::action::{Action, Target, WallToken};
use crate::board::{Figure, FigureSpot};
use crate::error::Illegality;
use crate::event::{Event, EventSink};
use crate::figure::FigureKind;
use crate::geometry::{Axis, Cell, Rotation};
use crate::insertion_sort::insertion_sort_by;
use crate::seat::Seat;
use crate::tile::{SegmentIndex, SegmentRef, Terrain, TileId};

/// The next step of the turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Phase {
    /// Chance draws a tile.
    Draw,
    /// The player lays the drawn tile.
    Place(TileId),
    /// The player can place a follower; skipped if there is no legal choice.
    Deploy,
    /// The player chooses the feature to score next, and whether a token doubles it; skipped if
    /// there is no choice.
    Settle(Settled),
    /// Chance reveals the token that a player has just taken.
    Reveal {
        /// The player who took it.
        seat: Seat,
        /// The features scored so far.
        settled: Settled,
    },
    /// The player can take another turn (S-TOKEN-K1); skipped if there is no choice.
    Encore,
    /// The game is over.
    Over,
}

/// The completed features that have been scored: a bit for each entry of [`Stronghold::completed`],
/// whose order does not change before the next tile is laid.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Settled(u8);

/// The features that can be scored next, with their indices in [`Stronghold::completed`].
type Group = ArrayVec<(u8, Completed), MOST_COMPLETED>;

impl Stronghold {
    // --- Step 1: draw and place --------------------------------------------

    #[inline]
    pub(super) fn draw(&mut self, tile: TileId, sink: &mut impl EventSink) {
        self.bag.take(tile);
        sink.event(Event::TileDrawn { seat: self.seat, tile });
        if !self.each_placement(tile, |_| false) {
            self.phase = Phase::Place(tile);
            return;
        }
        // S-TURN-2: the tile leaves the game and another is drawn; if it was the last one, the turn
        // and the game end immediately.
        sink.event(Event::TileDiscarded { tile });
        if self.bag.left() == 0 {
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
        self.board
            .each_fit(tile, |cell, rotation| found(Action::Place { cell, rotation, bridge: None }))
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

    pub(super) fn check_placement(
        &self,
        tile: TileId,
        cell: Cell,
        rotation: Rotation,
        bridge: Option<Axis>,
    ) -> Result<(), Illegality> {
        if bridge.is_some() {
            return Err(Illegality::NoBridge);
        }
        // S-TILE-1
        if !self.constants.wall.contains(cell) {
            return Err(Illegality::OutsideWall);
        }
        let kind = self.board.tiles().kind(tile);
        self.board.check_fit(cell, kind, rotation)?;
        if !kind.is_distinct(rotation) {
            return Err(Illegality::SameAs(kind.canonical(rotation)));
        }
        Ok(())
    }

    #[inline]
    pub(super) fn place(&mut self, cell: Cell, rotation: Rotation, sink: &mut impl EventSink) {
        let Phase::Place(tile) = self.phase else { return };
        self.board.lay(cell, tile, rotation, None);
        sink.event(Event::TilePlaced { seat: self.seat, tile, cell, rotation, bridge: None });
        if self.each_deployment(|_| false) {
            self.begin_scoring(sink);
        } else {
            self.phase = Phase::Deploy;
        }
    }

    // --- Step 2: place a follower --------------------------------------------

    /// Calls `found` with each legal deployment of a follower, in order, until it returns `false`.
    /// Returns true if all were visited.
    #[inline]
    pub(super) fn each_deployment(&self, mut found: impl FnMut(Action) -> bool) -> bool {
        let figure = FigureKind::MEEPLE;
        let Some(tile) = self.board.laid().last() else { return true };
        if self.hands[self.seat][figure] == 0 {
            return true;
        }
        for slot in (0..self.board.slots(tile)).map(SegmentIndex) {
            let is_free = !self.board.feature(self.board.segment(tile, slot)).is_occupied();
            if is_free && !found(Action::Deploy { figure, target: Target::Segment(slot) }) {
                return false;
            }
        }
        true
    }

    pub(super) fn check_deploy(
        &self,
        figure: FigureKind,
        target: Target,
    ) -> Result<(), Illegality> {
        let (Target::Segment(slot), FigureKind::MEEPLE) = (target, figure) else {
            return Err(Illegality::NotInThisGame);
        };
        let Some(tile) = self.board.laid().last() else { return Err(Illegality::WrongPhase) };
        if slot.0 >= self.board.slots(tile) {
            return Err(Illegality::NoSuchSlot);
        }
        if self.hands[self.seat][figure] == 0 {
            return Err(Illegality::NoneLeft);
        }
        // S-MEEPLE-2: followers of either player, anywhere on the feature.
        if self.board.feature(self.board.segment(tile, slot)).is_occupied() {
            return Err(Illegality::Occupied);
        }
        Ok(())
    }

    /// Checks that a follower could be deployed after laying the drawn tile by `placement`.
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
        after.board.lay(cell, tile, rotation, bridge);
        after.check_deploy(figure, target)
    }

    #[inline]
    pub(super) fn deploy(&mut self, kind: FigureKind, target: Target, sink: &mut impl EventSink) {
        let (Target::Segment(slot), Some(tile)) = (target, self.board.laid().last()) else {
            return;
        };
        let spot = FigureSpot::Segment(SegmentRef { cell: tile.cell, slot });
        self.hands[self.seat][kind] -= 1;
        self.board.put_figure(Figure { seat: self.seat, kind, spot });
        sink.event(Event::FigurePlaced { seat: self.seat, figure: kind, spot });
        self.begin_scoring(sink);
    }

    // --- Step 3: score ---------------------------------------------------------

    #[inline]
    pub(super) fn begin_scoring(&mut self, sink: &mut impl EventSink) {
        let completed = self.completed();
        for tied in completed.iter().filter(|c| c.winner.is_none()) {
            self.deny(tied, sink);
        }
        self.go_on_scoring(Settled::default(), &completed, sink);
    }

    /// Scores features until there is a choice, a token to reveal, or nothing left.
    fn go_on_scoring(
        &mut self,
        mut settled: Settled,
        completed: &[Completed],
        sink: &mut impl EventSink,
    ) {
        loop {
            let group = self.group(settled, completed);
            match *group {
                [] => return self.end_turn(!completed.is_empty(), sink),
                [(at, only)] if self.doubling(&only).is_none() => {
                    settled = settled.with(at);
                    if self.settle(&only, false, settled, sink) {
                        return;
                    }
                }
                [..] => {
                    self.phase = Phase::Settle(settled);
                    return;
                }
            }
        }
    }

    /// Returns the features that can be scored next (S-ORDER-1): those of the player who laid the
    /// tile, and after them those of the opponent.
    fn group(&self, settled: Settled, completed: &[Completed]) -> Group {
        let other = self.seat.next(SEATS);
        for winner in [self.seat, other] {
            let group: Group = (0..)
                .zip(completed.iter().copied())
                .filter(|&(at, c)| c.winner == Some(winner) && !settled.contains(at))
                .collect();
            if !group.is_empty() {
                return group;
            }
        }
        Group::new()
    }

    /// Returns the token that could double a feature now: the player whose turn it is must have won
    /// the feature and taken the token before this turn (S-TOKEN-3, S-TOKEN-4).
    fn doubling(&self, completed: &Completed) -> Option<WallToken> {
        let token = doubling_kind(completed.terrain)?;
        let is_usable = self.tokens.purse(self.seat).usable(token) > 0;
        (is_usable && completed.winner == Some(self.seat)).then_some(token)
    }

    /// Calls `found` with each legal choice of the next scoring, in order.
    pub(super) fn each_settlement(&self, settled: Settled, mut found: impl FnMut(Action)) {
        let mut group = self.group(settled, &self.completed());
        insertion_sort_by(&mut group, |(_, a), (_, b)| a.site < b.site);
        group.iter().for_each(|(_, c)| found(Action::Settle(c.site)));
        for token in [tokens::TOWER, tokens::HOUSE] {
            for (_, completed) in &group {
                if self.doubling(completed) == Some(token) {
                    found(Action::UseToken { token, on: Some(completed.site) });
                }
            }
        }
    }

    pub(super) fn check_settle(
        &self,
        settled: Settled,
        site: SegmentRef,
    ) -> Result<(), Illegality> {
        self.choose(settled, site).map(|_| ()).ok_or(Illegality::NotPending)
    }

    pub(super) fn check_double(
        &self,
        settled: Settled,
        token: WallToken,
        on: Option<SegmentRef>,
    ) -> Result<(), Illegality> {
        if self.tokens.purse(self.seat).usable(token) == 0 {
            return Err(Illegality::NoToken);
        }
        let site = on.ok_or(Illegality::WrongToken)?;
        let (_, completed) = self.choose(settled, site).ok_or(Illegality::NotPending)?;
        if self.doubling(&completed) == Some(token) { Ok(()) } else { Err(Illegality::WrongToken) }
    }

    /// Returns the feature that an action refers to.
    fn choose(&self, settled: Settled, site: SegmentRef) -> Option<(u8, Completed)> {
        self.group(settled, &self.completed()).into_iter().find(|(_, c)| c.site == site)
    }

    /// Applies a player's choice of the next scoring.
    pub(super) fn settle_chosen(
        &mut self,
        site: SegmentRef,
        token: Option<WallToken>,
        sink: &mut impl EventSink,
    ) {
        let Phase::Settle(settled) = self.phase else { return };
        let Some((at, chosen)) = self.choose(settled, site) else { return };
        if let Some(token) = token {
            self.tokens.spend(self.seat, token);
            sink.event(Event::TokenUsed { seat: self.seat, token, on: Some(site) });
        }
        let settled = settled.with(at);
        if !self.settle(&chosen, token.is_some(), settled, sink) {
            self.go_on_scoring(settled, &self.completed(), sink);
        }
    }

    /// Scores a feature and takes the token of the corner tower where the marker stops. Returns
    /// true if a token was taken, which chance reveals next.
    fn settle(
        &mut self,
        completed: &Completed,
        is_doubled: bool,
        settled: Settled,
        sink: &mut impl EventSink,
    ) -> bool {
        let Some(seat) = completed.winner else { return false };
        self.score(completed, is_doubled, sink);
        // S-TOKEN-1, S-TOKEN-2: in the turn of either player, in any lap.
        let Some(corner) = self.constants.wall.corner_at(self.space(seat)) else { return false };
        if !self.tokens.is_at(corner) {
            return false;
        }
        self.tokens.take(corner);
        sink.event(Event::TokenTaken { seat, corner });
        self.phase = Phase::Reveal { seat, settled };
        true
    }

    /// Reveals the token just taken.
    pub(super) fn reveal(&mut self, token: WallToken, sink: &mut impl EventSink) {
        let Phase::Reveal { seat, settled } = self.phase else { return };
        self.tokens.reveal(seat, token);
        sink.event(Event::TokenRevealed { seat, token });
        self.go_on_scoring(settled, &self.completed(), sink);
    }

    // --- The next turn -----------------------------------------------------------

    fn end_turn(&mut self, has_completed: bool, sink: &mut impl EventSink) {
        if has_completed {
            self.return_followers(sink);
        }
        if self.bag.left() == 0 {
            // S-END-1; S-TOKEN-K1: without tiles there is no additional turn.
            self.finish(sink);
        } else if self.tokens.purse(self.seat).usable(tokens::ENCORE) > 0 {
            self.phase = Phase::Encore;
        } else {
            self.begin_turn(self.seat.next(SEATS), sink);
        }
    }

    pub(super) fn check_encore(
        &self,
        token: WallToken,
        on: Option<SegmentRef>,
    ) -> Result<(), Illegality> {
        if self.tokens.purse(self.seat).usable(token) == 0 {
            return Err(Illegality::NoToken);
        }
        if token == tokens::ENCORE && on.is_none() { Ok(()) } else { Err(Illegality::WrongToken) }
    }

    /// Starts another turn of the same player if a token is used, otherwise the opponent's turn.
    pub(super) fn go_again(&mut self, token: Option<WallToken>, sink: &mut impl EventSink) {
        let Some(token) = token else { return self.begin_turn(self.seat.next(SEATS), sink) };
        self.tokens.spend(self.seat, token);
        sink.event(Event::TokenUsed { seat: self.seat, token, on: None });
        self.begin_turn(self.seat, sink);
    }

    fn begin_turn(&mut self, seat: Seat, sink: &mut impl EventSink) {
        self.seat = seat;
        self.tokens.begin_turn(seat);
        self.phase = Phase::Draw;
        sink.event(Event::TurnBegan { seat });
    }
}

/// Returns the kind of token that doubles a complete feature (S-TOKEN-K2, S-TOKEN-K3).
fn doubling_kind(terrain: Terrain) -> Option<WallToken> {
    match terrain {
        Terrain::Tower => Some(tokens::TOWER),
        Terrain::House => Some(tokens::HOUSE),
        Terrain::Path
        | Terrain::Courtyard
        | Terrain::Field
        | Terrain::Road
        | Terrain::City
        | Terrain::River
        | Terrain::Monastery
        | Terrain::Garden => None,
    }
}

impl Settled {
    fn contains(self, at: u8) -> bool {
        self.0 >> at & 1 == 1
    }

    #[must_use]
    fn with(self, at: u8) -> Settled {
        Settled(self.0 | 1 << at)
    }
}
