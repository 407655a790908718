//! Scoring: the value of a feature, the player who receives it, and the final scoring.

use core::cmp::Reverse;

use arrayvec::ArrayVec;

use super::turn::Phase;
use super::{MARKET, MOST_FIGURES, SEATS, Stronghold, WELL, keep, tokens};
use crate::action::WallToken;
use crate::event::{Award, AwardReason, Event, EventSink, Item, Reason, Scoring, Tally};
use crate::features::{Feature, SegmentId};
use crate::game::winners;
use crate::insertion_sort::insertion_sort;
use crate::seat::{BySeat, Seat, SeatSet};
use crate::tile::{SegmentRef, Terrain};

/// Points per market of a courtyard (S-END-3), without and with S-TOKEN-K7.
const MARKET_POINTS: u8 = 3;
const MARKET_POINTS_WITH_TOKEN: u8 = 4;
/// S-TOKEN-K9.
const FIVE_POINTS: u8 = 5;

/// Maximum number of features a tile completes: each side belongs to a single path, tower or house,
/// so a tile has at most four of them and bounds four more.
pub(super) const MOST_COMPLETED: usize = 8;

/// An occupied path, tower or house completed by the tile just laid.
#[derive(Clone, Copy)]
pub(super) struct Completed {
    pub(super) root: SegmentId,
    /// The site by which actions refer to it: its first segment on the tile just laid, or else its
    /// first segment bounded by that tile.
    pub(super) site: SegmentRef,
    pub(super) terrain: Terrain,
    /// The player who receives the points, or `None` on a tie.
    pub(super) winner: Option<Seat>,
}

/// Roots of occupied features.
type Roots = ArrayVec<SegmentId, MOST_FIGURES>;

/// S-MAJ-1, S-MAJ-2: the player with strictly more followers, or `None`.
#[inline]
fn majority(figures: &BySeat<u8>) -> Option<Seat> {
    let leaders = figures.leaders();
    if leaders.len() == 1 { leaders.iter().next() } else { None }
}

/// Returns the current value of a feature, complete or not, doubled if `is_doubled`.
fn value(feature: &Feature, is_doubled: bool) -> Tally {
    value_with(feature, 0, is_doubled)
}

/// Returns the value of a feature if it had `more` tiles than now, doubled if `is_doubled`.
#[inline]
fn value_with(feature: &Feature, more: u32, is_doubled: bool) -> Tally {
    let each = match feature.terrain {
        // S-PATH-2; S-PATH-3: additional wells have no effect.
        Terrain::Path => 1 + u8::from(feature.count(WELL) > 0),
        // S-TOWER-1, S-HOUSE-1
        Terrain::Tower => 2,
        Terrain::House => 1,
        Terrain::Courtyard => {
            return Tally::new().with(Item::Market, feature.count(MARKET), MARKET_POINTS);
        }
        Terrain::Field
        | Terrain::Road
        | Terrain::City
        | Terrain::River
        | Terrain::Monastery
        | Terrain::Garden => return Tally::new(),
    };
    let each = if is_doubled { 2 * each } else { each };
    Tally::new().with(Item::Tile, feature.size() + more, each)
}

impl Stronghold {
    /// Returns the occupied paths, towers and houses completed by the last tile, in a stable order.
    #[inline]
    pub(super) fn completed(&self) -> ArrayVec<Completed, MOST_COMPLETED> {
        let board = &self.board;
        let mut out = ArrayVec::<Completed, MOST_COMPLETED>::new();
        let Some(tile) = board.laid().last() else { return out };
        for segment in board.touched() {
            let root = board.root(segment);
            let feature = board.feature(root);
            // S-YARD-1: courtyards are only scored at the end of the game.
            let is_scored = feature.is_complete()
                && feature.terrain != Terrain::Courtyard
                && feature.is_occupied();
            if !is_scored {
                continue;
            }
            let site = board.site(segment);
            match out.iter_mut().find(|c| c.root == root) {
                Some(known) if known.site.cell == tile.cell => {}
                Some(known) => known.site = known.site.min(site),
                None => out.push(Completed {
                    root,
                    site,
                    terrain: feature.terrain,
                    winner: majority(&feature.strength),
                }),
            }
        }
        out
    }

    /// Emits an event for a tied feature, which scores nothing (S-MAJ-2).
    pub(super) fn deny(&self, completed: &Completed, sink: &mut impl EventSink) {
        sink.event(Event::Scored(self.appraise(completed, false)));
    }

    /// Scores a completed feature; the marker moves once, by the whole sum.
    pub(super) fn score(
        &mut self,
        completed: &Completed,
        is_doubled: bool,
        sink: &mut impl EventSink,
    ) {
        let Some(seat) = completed.winner else { return };
        let scoring = self.appraise(completed, is_doubled);
        self.scores[seat] += scoring.tally.total();
        sink.event(Event::Scored(scoring));
        // S-KEEP-2: size is the number of tiles, not affected by doubled points.
        let size = self.board.feature(completed.root).size();
        if completed.terrain == Terrain::House
            && let Some(keep) = keep::moved(self.keeps[seat], completed.site, size)
        {
            self.keeps[seat] = Some(keep);
            sink.event(Event::KeepMoved { seat, site: keep.site, size: keep.size });
        }
    }

    #[inline]
    fn appraise(&self, completed: &Completed, is_doubled: bool) -> Scoring {
        let feature = self.board.feature(completed.root);
        Scoring {
            terrain: feature.terrain,
            site: completed.site,
            reason: Reason::Completed,
            tally: value(feature, is_doubled),
            figures: feature.strength,
            strength: feature.strength,
            winners: completed.winner.map_or(SeatSet::default(), SeatSet::of),
        }
    }

    /// S-MEEPLE-4: all followers on completed features return, including those that won nothing;
    /// merchants never return.
    #[inline]
    pub(super) fn return_followers(&mut self, sink: &mut impl EventSink) {
        for at in (0..self.board.figures().len()).rev() {
            let Some(root) = self.board.root_of(&self.board.figures()[at]) else { continue };
            let feature = self.board.feature(root);
            if feature.is_complete() && feature.terrain != Terrain::Courtyard {
                let figure = self.board.take_figure(at);
                self.hands[figure.seat][figure.kind] += 1;
                let (seat, spot) = (figure.seat, figure.spot);
                sink.event(Event::FigureReturned { seat, figure: figure.kind, spot });
            }
        }
    }

    // --- The end -----------------------------------------------------------

    /// Ends the game (S-END-1). Followers stay on the board, so that the final scores can be
    /// explained.
    pub(super) fn finish(&mut self, sink: &mut impl EventSink) {
        let (mut scores, mut tokens) = (self.scores, self.tokens);
        tokens.clear_wall();
        self.ending(|event| {
            if let Event::Scored(scoring) = event {
                let points = scoring.tally.total();
                scoring.winners.iter().for_each(|seat| scores[seat] += points);
            } else if let Event::Awarded(award) = event {
                scores[award.seat] += award.tally.total();
            } else if let Event::TokenUsed { seat, token, .. } = event {
                tokens.spend(seat, token);
            }
            sink.event(event);
        });
        (self.scores, self.tokens) = (scores, tokens);
        self.phase = Phase::Over;
        // S-END-5: equal is a draw.
        sink.event(Event::GameEnded { winners: winners(&self.scores, SEATS) });
    }

    /// Calls `found` with the score each occupied feature would give if the game ended now. Does
    /// nothing once the game is over.
    pub fn prospects(&self, mut found: impl FnMut(Scoring)) {
        self.ending(|event| {
            if let Event::Scored(scoring) = event {
                found(scoring);
            }
        });
    }

    /// Returns the value of a feature as if it were complete, regardless of its figures.
    pub fn worth(&self, segment: SegmentId) -> Tally {
        value(self.board.feature(segment), false)
    }

    /// Returns the value of a feature once its `more` open cells hold tiles and complete it,
    /// regardless of its figures. Returns `None` for courtyards, which are never completed.
    pub fn worth_complete(&self, segment: SegmentId, more: u32) -> Option<Tally> {
        let feature = self.board.feature(segment);
        match feature.terrain {
            Terrain::Path => Some(value_with(feature, more, false)),
            // S-TILE-4: another building can close it without adding to it.
            Terrain::Tower | Terrain::House => Some(value(feature, false)),
            Terrain::Courtyard
            | Terrain::Field
            | Terrain::Road
            | Terrain::City
            | Terrain::River
            | Terrain::Monastery
            | Terrain::Garden => None,
        }
    }

    /// Calls `found` with each event of the final scoring if the game ended now: keeps, courtyards,
    /// tokens. Does nothing once the game is over.
    ///
    /// Tokens are assigned to their best use (S-END-4). It is unambiguous, because no further token
    /// can be taken and strict majorities separate the players' features.
    pub fn ending(&self, mut found: impl FnMut(Event)) {
        if self.phase == Phase::Over {
            return;
        }
        self.count_keeps(&mut found);
        let mut roots = Roots::new();
        for root in self.board.figures().iter().filter_map(|figure| self.board.root_of(figure)) {
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        self.count_courtyards(&roots, &mut found);
        for (token, terrain) in [
            (tokens::OPEN_PATH, Terrain::Path),
            (tokens::OPEN_TOWER, Terrain::Tower),
            (tokens::OPEN_HOUSE, Terrain::House),
        ] {
            for seat in Seat::all(SEATS) {
                self.count_incomplete(token, terrain, seat, &roots, &mut found);
            }
        }
        for seat in Seat::all(SEATS) {
            self.count_fives(seat, &mut found);
        }
    }

    /// S-END-2: the owner of the larger keep scores the largest gap.
    fn count_keeps(&self, found: &mut impl FnMut(Event)) {
        let mut larger = BySeat::splat(0);
        for seat in Seat::all(SEATS) {
            let Some(keep) = self.keeps[seat] else { continue };
            larger[seat] = self.tokens.purse(seat).held(tokens::KEEP);
            for _ in 0..larger[seat] {
                found(Event::TokenUsed { seat, token: tokens::KEEP, on: Some(keep.site) });
            }
        }
        let Some(seat) = keep::largest(&self.keeps, &larger) else { return };
        let gap = keep::largest_gap(&self.constants.wall, self.board.laid());
        if gap > 0 {
            let tally = Tally::new().with(Item::EmptyCell, gap, 1);
            found(Event::Awarded(Award { seat, reason: AwardReason::Keep, tally }));
        }
    }

    /// S-END-3, with S-TOKEN-K7 on the courtyards where it gives the most points.
    fn count_courtyards(&self, roots: &Roots, found: &mut impl FnMut(Event)) {
        let endowed = BySeat(core::array::from_fn(|index| match Seat::new(index as u8) {
            Some(seat) if index < usize::from(SEATS) => {
                self.best(tokens::MARKETS, Terrain::Courtyard, seat, roots)
            }
            Some(_) | None => ArrayVec::new(),
        }));
        for &root in roots {
            let feature = self.board.feature(root);
            if feature.terrain != Terrain::Courtyard {
                continue;
            }
            let mut scoring = self.count(root, Reason::GameEnd);
            if let Some(seat) = majority(&feature.strength)
                && endowed[seat].contains(&root)
            {
                let markets = feature.count(MARKET);
                scoring.tally = Tally::new().with(Item::Market, markets, MARKET_POINTS_WITH_TOKEN);
                let on = Some(scoring.site);
                found(Event::TokenUsed { seat, token: tokens::MARKETS, on });
            }
            found(Event::Scored(scoring));
        }
    }

    /// S-TOKEN-K4 to S-TOKEN-K6: incomplete features, best first.
    fn count_incomplete(
        &self,
        token: WallToken,
        terrain: Terrain,
        seat: Seat,
        roots: &Roots,
        found: &mut impl FnMut(Event),
    ) {
        for root in self.best(token, terrain, seat, roots) {
            let scoring = self.count(root, Reason::Token);
            found(Event::TokenUsed { seat, token, on: Some(scoring.site) });
            found(Event::Scored(scoring));
        }
    }

    /// S-TOKEN-K9.
    fn count_fives(&self, seat: Seat, found: &mut impl FnMut(Event)) {
        for _ in 0..self.tokens.purse(seat).held(tokens::FIVE) {
            found(Event::TokenUsed { seat, token: tokens::FIVE, on: None });
            let tally = Tally::new().with(Item::Token, 1, FIVE_POINTS);
            found(Event::Awarded(Award { seat, reason: AwardReason::FivePoints, tally }));
        }
    }

    /// Returns the features of a terrain on which the player's tokens of this kind give the most
    /// points: one token per feature, and a strict majority on each (S-TOKEN-4). There are at most
    /// two tokens of a kind.
    fn best(
        &self,
        token: WallToken,
        terrain: Terrain,
        seat: Seat,
        roots: &Roots,
    ) -> ArrayVec<SegmentId, 2> {
        let count = usize::from(self.tokens.purse(seat).held(token));
        let mut choices = ArrayVec::<(Reverse<i32>, SegmentRef, SegmentId), MOST_FIGURES>::new();
        for &root in roots.iter().filter(|_| count > 0) {
            let feature = self.board.feature(root);
            let is_incomplete = terrain == Terrain::Courtyard || !feature.is_complete();
            let points = value(feature, false).total();
            if feature.terrain == terrain
                && is_incomplete
                && points > 0
                && majority(&feature.strength) == Some(seat)
            {
                choices.push((Reverse(points), self.board.site(root), root));
            }
        }
        insertion_sort(&mut choices);
        choices.into_iter().take(count).map(|(_, _, root)| root).collect()
    }

    /// Returns the score of a feature in the final scoring.
    #[inline]
    fn count(&self, root: SegmentId, reason: Reason) -> Scoring {
        let feature = self.board.feature(root);
        Scoring {
            terrain: feature.terrain,
            site: self.board.site(root),
            reason,
            tally: value(feature, false),
            figures: feature.strength,
            strength: feature.strength,
            winners: majority(&feature.strength).map_or(SeatSet::default(), SeatSet::of),
        }
    }
}
