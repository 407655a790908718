//! Scoring: the value of a feature, the players who receive it, and the return of figures.

use arrayvec::ArrayVec;

use super::turn::Phase;
use super::{Land, MOST_FIGURES, expansions};
use crate::board::{Board, Figure, FigureSpot};
use crate::event::{Award, Event, EventSink, Item, Reason, Scoring, Tally};
use crate::features::{Feature, SegmentId};
use crate::figure::FigureKind;
use crate::game::winners;
use crate::seat::SeatSet;
use crate::tile::Terrain;

/// Returns the current value of a feature.
fn value(board: &Board, feature: &Feature) -> Tally {
    value_with(board, feature, 0, feature.is_complete())
}

/// Returns the value of a feature if it had `more` tiles than now and were complete or not.
#[inline]
fn value_with(board: &Board, feature: &Feature, more: u32, is_complete: bool) -> Tally {
    match feature.terrain {
        // ROAD-3, END-1
        Terrain::Road => expansions::road_value(feature, feature.size() + more, is_complete),
        // CITY-2 and CITY-3, without an exception for two tiles (CITY-4); END-2
        Terrain::City => expansions::city_value(feature, feature.size() + more, is_complete),
        // MONA-1, ABBOT-5, END-3: its own tile and those around it.
        Terrain::Monastery | Terrain::Garden => {
            let open = if is_complete { 0 } else { u32::from(feature.open) };
            Tally::new().with(Item::Tile, 9 - open, 1)
        }
        Terrain::Field => expansions::field_value(board, feature),
        Terrain::River | Terrain::Path | Terrain::Tower | Terrain::House | Terrain::Courtyard => {
            Tally::new()
        }
    }
}

impl Land {
    /// Scores a feature for the players with the most figures on it.
    #[inline]
    pub(super) fn score(&mut self, root: SegmentId, reason: Reason, sink: &mut impl EventSink) {
        let scoring = self.appraise(root, reason);
        self.give(scoring, sink);
    }

    /// Scores a feature for `winners`, regardless of the majority.
    pub(super) fn grant(
        &mut self,
        root: SegmentId,
        reason: Reason,
        tally: Tally,
        winners: SeatSet,
        sink: &mut impl EventSink,
    ) {
        let scoring = Scoring { tally, winners, ..self.appraise(root, reason) };
        self.give(scoring, sink);
    }

    #[inline]
    fn give(&mut self, scoring: Scoring, sink: &mut impl EventSink) {
        let points = scoring.tally.total();
        for seat in scoring.winners.iter() {
            self.position.scores[seat] += points;
        }
        let scoring = if sink.ignores_events() { scoring } else { self.counted(scoring) };
        sink.event(Event::Scored(scoring));
    }

    /// Returns a scoring with the number of figures, which [`appraise`](Self::appraise) takes to be
    /// their strength: that is faster, and differs only if some figures count as more than one.
    fn counted(&self, scoring: Scoring) -> Scoring {
        let is_counted = |&kind: &FigureKind| kind.strength() == 1;
        if self.constants.other_claimants.iter().all(is_counted) {
            return scoring;
        }
        let board = &self.position.board;
        let root = board.segment_at(scoring.site).map(|segment| board.root(segment));
        let figures = root.map_or(scoring.figures, |root| board.claimants(root));
        Scoring { figures, ..scoring }
    }

    /// Awards points that do not belong to a feature.
    pub(super) fn award(&mut self, award: Award, sink: &mut impl EventSink) {
        self.position.scores[award.seat] += award.tally.total();
        sink.event(Event::Awarded(award));
    }

    /// Returns the number of figures that claim features of this terrain, each counted once.
    pub(super) fn count_on(&self, terrain: Terrain) -> u32 {
        let board = &self.position.board;
        let claimants = board.figures().iter().filter(|figure| figure.kind.claims());
        let roots = claimants.filter_map(|figure| board.root_of(figure));
        roots.filter(|&root| board.feature(root).terrain == terrain).count() as u32
    }

    /// Returns the roots of the occupied features, without duplicates.
    pub(super) fn occupied_roots(&self) -> ArrayVec<SegmentId, MOST_FIGURES> {
        let board = &self.position.board;
        let mut roots = ArrayVec::new();
        let claimants = board.figures().iter().filter(|figure| figure.kind.claims());
        for root in claimants.filter_map(|figure| board.root_of(figure)) {
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        roots
    }

    /// Returns the current value of a feature and the players who would receive it, with the strength
    /// of the figures as their number.
    #[inline]
    fn appraise(&self, root: SegmentId, reason: Reason) -> Scoring {
        let board = &self.position.board;
        let feature = board.feature(root);
        Scoring {
            terrain: feature.terrain,
            site: board.site(root),
            reason,
            tally: value(board, feature),
            figures: feature.strength,
            strength: feature.strength,
            // MAJ-1, MAJ-2: all players with the most figures receive all the points.
            winners: feature.strength.leaders(),
        }
    }

    /// Step 3: scores all features completed by the tile, regardless of their owners. Not inlined,
    /// because few tiles complete an occupied feature.
    #[inline(never)]
    pub(super) fn score_completed(&mut self, sink: &mut impl EventSink) {
        // FIELD-2: farmers stay until the end of the game. MAJ-4: unoccupied features score
        // nothing.
        let completed = self.position.board.completed();
        // SCORE-1: everything is evaluated before any figure returns.
        for &root in &completed {
            self.score(root, Reason::Completed, sink);
        }
        // MAJ-3: all figures return, including those that won nothing.
        for at in (0..self.position.board.figures().len()).rev() {
            let board = &self.position.board;
            let root = board.root_of(&board.figures()[at]);
            if root.is_some_and(|root| completed.contains(&root)) {
                self.return_figure(at, sink);
            }
        }
    }

    /// Returns a figure to its owner's supply.
    pub(super) fn return_figure(&mut self, at: usize, sink: &mut impl EventSink) {
        let figure = self.position.board.take_figure(at);
        self.position.hands[figure.seat][figure.kind] += 1;
        let (seat, spot) = (figure.seat, figure.spot);
        sink.event(Event::FigureReturned { seat, figure: figure.kind, spot });
    }

    /// Calls `found` with the score each occupied feature would give if the game ended now: END-1
    /// to END-3, then fields (END-4). A field whose winners do not all get the same points has
    /// several scores (HOG-3). Does nothing once the game is over.
    pub fn prospects(&self, mut found: impl FnMut(Scoring)) {
        self.each_prospect(|scoring| found(self.counted(scoring)));
    }

    /// As [`prospects`](Self::prospects), but with the strength of the figures as their number.
    #[inline]
    fn each_prospect(&self, mut found: impl FnMut(Scoring)) {
        if self.phase == Phase::Over {
            return;
        }
        let board = &self.position.board;
        let roots = self.occupied_roots();
        for fields in [false, true] {
            for &root in &roots {
                if (board.feature(root).terrain == Terrain::Field) == fields {
                    let scoring = self.appraise(root, Reason::GameEnd);
                    if fields {
                        expansions::each_field_share(self, root, scoring, &mut found);
                    } else {
                        found(scoring);
                    }
                }
            }
        }
    }

    /// Calls `found` with the points besides those for features that players would receive if the
    /// game ended now, such as those for goods (TRADE-4). Does nothing once the game is over.
    pub fn prospective_awards(&self, mut found: impl FnMut(Award)) {
        if self.phase != Phase::Over {
            expansions::each_final_award(self, &mut found);
        }
    }

    /// Returns the current value of a feature, complete or not, regardless of its figures.
    pub fn worth(&self, segment: SegmentId) -> Tally {
        value(&self.position.board, self.position.board.feature(segment))
    }

    /// Returns the value of a feature once `more` further tiles complete it, regardless of its
    /// figures. Returns `None` for terrains that are not scored on completion.
    pub fn worth_complete(&self, segment: SegmentId, more: u32) -> Option<Tally> {
        let board = &self.position.board;
        let feature = board.feature(segment);
        match feature.terrain {
            Terrain::Road | Terrain::City | Terrain::Monastery | Terrain::Garden => {
                Some(value_with(board, feature, more, true))
            }
            Terrain::Field
            | Terrain::River
            | Terrain::Path
            | Terrain::Tower
            | Terrain::House
            | Terrain::Courtyard => None,
        }
    }

    /// Moves a figure to another spot.
    pub(super) fn move_figure(&mut self, at: usize, to: FigureSpot, sink: &mut impl EventSink) {
        let Figure { seat, kind, spot: from } = self.position.board.figures()[at];
        self.position.board.move_figure(at, to);
        sink.event(Event::FigureMoved { seat, figure: kind, from, to });
    }

    /// Ends the game. Figures stay on the board, so that the final scores can be explained.
    pub(super) fn finish(&mut self, sink: &mut impl EventSink) {
        let mut scores = self.position.scores;
        self.each_prospect(|scoring| {
            let points = scoring.tally.total();
            scoring.winners.iter().for_each(|seat| scores[seat] += points);
            let scoring = if sink.ignores_events() { scoring } else { self.counted(scoring) };
            sink.event(Event::Scored(scoring));
        });
        self.prospective_awards(|award| {
            scores[award.seat] += award.tally.total();
            sink.event(Event::Awarded(award));
        });
        self.position.scores = scores;
        self.phase = Phase::Over;
        let winners = winners(&self.position.scores, self.constants.seats);
        sink.event(Event::GameEnded { winners });
    }
}
