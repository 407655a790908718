//! Scoring.

use bastide::{CASTLE, FigureSpot, Seat, SegmentRef, Terrain};

use super::Oracle;
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
    }

    /// MAJ-1, MAJ-2, MAJ-4: scores each of these features, in full, for all players with the most
    /// figures on it.
    fn pay(&mut self, is_paid: impl Fn(&Feature) -> bool) {
        for feature in self.analysis.features().iter().filter(|f| is_paid(f)) {
            let most = feature.figures.0.into_iter().max().unwrap_or(0);
            for seat in Seat::all(self.seats) {
                if most > 0 && feature.figures[seat] == most {
                    self.scores[seat] += points(feature);
                }
            }
        }
    }

    /// ABBOT-6: the current value of the abbot's monastery or garden.
    pub(super) fn abbots_points(&self, site: SegmentRef) -> i32 {
        points(self.feature_at(site))
    }

    /// CASTLE-7: 1 point for each knight and each lady on the board, of any player.
    pub(super) fn knights_and_ladies(&self) -> i32 {
        let mut count = 0;
        for figure in &self.figures {
            let is_lady = matches!(figure.spot, FigureSpot::Piece(CASTLE, _));
            let is_knight = self.terrain_under(figure) == Some(Terrain::City);
            if is_lady || is_knight {
                count += 1;
            }
        }
        count
    }

    /// BARN-5: 1 point for each farmer on the board, of any player, including those in barns.
    pub(super) fn farmers(&self) -> i32 {
        let is_farmer = |f: &&_| self.terrain_under(f) == Some(Terrain::Field);
        self.figures.iter().filter(is_farmer).count() as i32
    }
}

/// Returns true if a feature is complete and of a terrain that is scored on completion.
fn is_done(feature: &Feature) -> bool {
    feature.is_complete() && feature.terrain != Terrain::Field
}

/// Returns the value of a feature for the players with the most figures on it.
fn points(feature: &Feature) -> i32 {
    let tiles = feature.tiles as i32;
    let marks = feature.marks as i32;
    let neighbours = 8 - feature.open as i32;
    match feature.terrain {
        // ROAD-3, END-1, BRIDGE-8
        Terrain::Road if feature.is_complete() => tiles + 3 * marks,
        Terrain::Road => tiles + marks,
        // CITY-2, CITY-3, END-2
        Terrain::City if feature.is_complete() => 2 * tiles + 2 * marks,
        Terrain::City => tiles + marks,
        // MONA-1, ABBOT-5, END-3
        Terrain::Monastery | Terrain::Garden => 1 + neighbours,
        // FIELD-3
        Terrain::Field => 3 * feature.complete_cities as i32,
        Terrain::River | Terrain::Path | Terrain::Tower | Terrain::House | Terrain::Courtyard => 0,
    }
}
