//! Scoring.

use bastide::{SHIELD, Seat, Terrain};

use super::Oracle;
use super::expansions::{added_points, replaced_points};
use crate::analysis::Feature;

impl Oracle {
    /// Scores the completed features. Complete features with figures were completed by the last
    /// tile, since figures never stay on complete features, except for farmers (FIELD-2). The city
    /// below a castle is unoccupied and scores nothing (CASTLE-5).
    pub(super) fn score_completed(&mut self) {
        // SCORE-1: first all points are scored.
        self.pay(is_done);
        // Then all figures return, including those that won nothing (MAJ-3).
        let mut done = Vec::new();
        for figure in &self.figures {
            if self.feature_under(figure).is_some_and(is_done) {
                done.push(figure.spot);
            }
        }
        self.figures.retain(|figure| !done.contains(&figure.spot));
        self.count_figures();
    }

    /// END-1 to END-4. Ladies and meeples on crown spaces are not on a feature and score nothing
    /// (CASTLE-10, WHEEL-CROWN-4).
    pub(super) fn score_the_end(&mut self) {
        self.pay(|_| true);
        self.score_last();
    }

    /// MAJ-1, MAJ-2, MAJ-4: scores each of these features, in full, for all players with the most
    /// figures on it.
    fn pay(&mut self, is_paid: impl Fn(&Feature) -> bool) {
        let mut scores = self.scores;
        for feature in self.analysis.features().iter().filter(|f| is_paid(f)) {
            let most = feature.strength.0.into_iter().max().unwrap_or(0);
            for seat in Seat::all(self.seats) {
                if most > 0 && feature.strength[seat] == most {
                    scores[seat] += points(feature) + self.own_points(feature, seat);
                }
            }
        }
        self.scores = scores;
    }
}

/// Returns true if a feature is complete and of a terrain that is scored on completion.
fn is_done(feature: &Feature) -> bool {
    feature.is_complete() && feature.terrain != Terrain::Field
}

/// Returns the value of a feature for the players with the most figures on it.
pub(super) fn points(feature: &Feature) -> i32 {
    let tiles = feature.tiles as i32;
    let shields = feature.count(SHIELD) as i32;
    let neighbours = 8 - feature.open as i32;
    let printed = match feature.terrain {
        // ROAD-3, END-1
        Terrain::Road => tiles,
        // CITY-2, CITY-3, END-2
        Terrain::City if feature.is_complete() => 2 * tiles + 2 * shields,
        Terrain::City => tiles + shields,
        // MONA-1, ABBOT-5, END-3
        Terrain::Monastery | Terrain::Garden => 1 + neighbours,
        // FIELD-3
        Terrain::Field => 3 * feature.complete_cities as i32,
        Terrain::River | Terrain::Path | Terrain::Tower | Terrain::House | Terrain::Courtyard => 0,
    };
    replaced_points(feature).unwrap_or(printed + added_points(feature))
}
