//! Situations with inns, cathedrals and large meeples.

use bastide::{
    Action, BRIDGE_MARK, BuildSite, CATHEDRAL, CROWN, FigureSpot, INN, LARGE, Target, Terrain,
};
use bastide_oracle::{Feature, Oracle};

use super::{Case, last_cell};
use crate::coverage::Coverage;

impl Coverage<Case> {
    /// Records the situations of an action before it is played.
    pub(super) fn note_large(&mut self, action: Action, legal: &[Action], oracle: &Oracle) {
        let is_large =
            |spot: FigureSpot| oracle.figure_on(spot).is_some_and(|figure| figure.kind == LARGE);
        match action {
            Action::Place { .. } => {
                self.saw_if(oracle.supply(oracle.turn(), LARGE) == 0, Case::LargeOut);
            }
            Action::Deploy { figure: LARGE, target } => {
                self.saw(Case::Large);
                self.saw_if(matches!(target, Target::Space(..)), Case::LargeOnCrown);
                self.saw_if(matches!(target, Target::Built(_)), Case::LargeOnBridge);
            }
            Action::Build { site: BuildSite::Corner { figure, .. }, .. } => {
                self.saw_if(is_large(FigureSpot::Segment(figure)), Case::LargeInBarn);
            }
            // The plague cannot be declined.
            Action::Recall(spot) if !legal.contains(&Action::Pass) => {
                self.saw_if(is_large(spot), Case::PlagueLarge);
            }
            _ => {}
        }
    }

    /// Records the situations after a tile was laid.
    pub(super) fn note_large_after(&mut self, action: Action, oracle: &Oracle) {
        if !matches!(action, Action::Place { .. }) || oracle.castles_left().is_none_or(|n| n == 0) {
            return;
        }
        // INN-9: nothing but the large meeple prevents a castle.
        let cell = last_cell(oracle);
        let has_large = |city: &Feature| {
            let at = |&site| oracle.figure_on(FigureSpot::Segment(site));
            city.sites.iter().filter_map(at).any(|figure| figure.kind == LARGE)
        };
        for city in oracle.features().iter().filter(|f| f.terrain == Terrain::City) {
            let is_site = city.is_complete()
                && city.sites.len() == 2
                && city.sites.iter().any(|site| site.cell == cell);
            self.saw_if(is_site && has_large(city), Case::LargeInTheWay);
        }
    }

    /// Records the situations of an occupied feature.
    pub(super) fn note_strengths(&mut self, feature: &Feature) {
        let leaders = |counts: [u8; 6]| {
            let most = counts.into_iter().max();
            counts.map(|count| count > 0 && Some(count) == most)
        };
        let (by_strength, by_figures) = (leaders(feature.strength.0), leaders(feature.figures.0));
        let is_tied = by_strength.into_iter().filter(|&leads| leads).count() > 1;
        if feature.is_occupied() && by_strength != by_figures {
            self.saw(if is_tied { Case::LargeTies } else { Case::LargeWins });
        }
    }

    /// Records the situations of an occupied road.
    pub(super) fn note_inns(&mut self, road: &Feature, oracle: &Oracle) {
        let (inns, bridges) = (road.count(INN), road.count(BRIDGE_MARK));
        if inns == 0 || !road.is_occupied() {
            return;
        }
        self.saw_if(inns > 1, Case::InnsInARow);
        if road.is_complete() {
            self.saw(Case::InnPaid);
            self.saw_if(bridges > 0, Case::InnPaidWithBridge);
        } else if oracle.is_over() {
            self.saw(Case::InnUnpaid);
            self.saw_if(bridges > 0, Case::InnUnpaidWithBridge);
        }
    }

    /// Records the situations of an occupied city.
    pub(super) fn note_cathedrals(&mut self, city: &Feature, oracle: &Oracle) {
        let cathedrals = city.count(CATHEDRAL);
        if cathedrals == 0 || !city.is_occupied() {
            return;
        }
        self.saw_if(cathedrals > 1, Case::TwoCathedrals);
        self.saw_if(city.is_complete(), Case::CathedralPaid);
        self.saw_if(!city.is_complete() && oracle.is_over(), Case::CathedralUnpaid);
    }

    /// Records the large meeples on crown spaces that are about to be scored (INN-10).
    pub(super) fn note_large_crowns(&mut self, spaces: core::ops::Range<u8>, oracle: &Oracle) {
        for space in spaces {
            let figure = oracle.figure_on(FigureSpot::Piece(CROWN, space));
            self.saw_if(figure.is_some_and(|figure| figure.kind == LARGE), Case::CrownLarge);
        }
    }

    /// Records a city with a large meeple that is taxed (INN-10).
    pub(super) fn note_large_tax(&mut self, city: &Feature) {
        self.saw_if(city.strength != city.figures, Case::TaxedLarge);
    }
}
