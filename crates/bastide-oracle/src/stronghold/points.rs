//! The value of features, and the final scoring.

use bastide::{BySeat, MARKET, Seat, Terrain, WELL, WallToken};

use super::analysis::Feature;
use super::{Oracle, SEATS, token};

/// The effects of the final scoring for each player.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ending {
    /// Additional points.
    pub points: BySeat<i32>,
    /// The tokens used for them, by kind.
    pub used: BySeat<Vec<WallToken>>,
}

/// Returns the current value of a feature.
pub(super) fn worth(feature: &Feature) -> i32 {
    let tiles = feature.tiles as i32;
    match feature.terrain {
        // S-PATH-2, S-PATH-3
        Terrain::Path if feature.count(WELL) > 0 => 2 * tiles,
        Terrain::Path => tiles,
        // S-TOWER-1
        Terrain::Tower => 2 * tiles,
        // S-HOUSE-1
        Terrain::House => tiles,
        // S-END-3
        Terrain::Courtyard => 3 * feature.count(MARKET) as i32,
        Terrain::Field
        | Terrain::Road
        | Terrain::City
        | Terrain::River
        | Terrain::Monastery
        | Terrain::Garden => panic!("no {} inside the wall", feature.terrain),
    }
}

/// Returns the maximum number of points that `tokens` tokens can score, each used on one of the
/// `chances` or on none, and no two on the same (S-TOKEN-4), and the minimum number of tokens for
/// it. Tries all assignments.
pub(super) fn best_use(tokens: usize, chances: &[i32]) -> (i32, usize) {
    let mut best = (0, 0);
    if tokens == 0 {
        return best;
    }
    for (at, &points) in chances.iter().enumerate() {
        let mut others = chances.to_vec();
        others.remove(at);
        let (more, used) = best_use(tokens - 1, &others);
        let (sum, used) = (points + more, used + 1);
        if sum > best.0 || (sum == best.0 && used < best.1) {
            best = (sum, used);
        }
    }
    best
}

impl Oracle {
    /// Returns the effects of the final scoring if the game ended now (S-END-2 to S-END-4).
    pub fn ending(&self) -> Ending {
        let mut ending = Ending::default();
        self.count_keeps(&mut ending);
        for seat in Seat::all(SEATS) {
            for feature in self.features() {
                // S-END-3
                if feature.terrain == Terrain::Courtyard && feature.majority() == Some(seat) {
                    ending.points[seat] += worth(feature);
                }
            }
            // S-TOKEN-K4, S-TOKEN-K5, S-TOKEN-K6: an incomplete feature has the value of a complete
            // one.
            for (kind, terrain) in [(4, Terrain::Path), (5, Terrain::Tower), (6, Terrain::House)] {
                let is_open = |feature: &Feature| !feature.is_complete();
                self.use_well(seat, kind, terrain, is_open, worth, &mut ending);
            }
            // S-TOKEN-K7: one more point for each market.
            let markets = |feature: &Feature| feature.count(MARKET) as i32;
            self.use_well(seat, 7, Terrain::Courtyard, |_| true, markets, &mut ending);
            // S-TOKEN-K9
            for _ in 0..self.held(seat, token(9)) {
                ending.points[seat] += 5;
                ending.used[seat].push(token(9));
            }
        }
        ending
    }

    /// Uses a player's tokens of a kind where they score the most: on features of `terrain` on
    /// which the player has strictly more followers.
    fn use_well(
        &self,
        seat: Seat,
        kind: u8,
        terrain: Terrain,
        is_chance: impl Fn(&Feature) -> bool,
        gain: impl Fn(&Feature) -> i32,
        ending: &mut Ending,
    ) {
        let mut chances = Vec::new();
        for feature in self.features() {
            let is_own = feature.terrain == terrain && feature.majority() == Some(seat);
            if is_own && is_chance(feature) {
                chances.push(gain(feature));
            }
        }
        let (points, used) = best_use(self.held(seat, token(kind)), &chances);
        ending.points[seat] += points;
        ending.used[seat].extend(vec![token(kind); used]);
    }

    /// S-END-2: the owner of the larger keep scores the largest gap. Each token of kind 8 makes a
    /// keep 2 tiles larger, which never hurts its owner (S-TOKEN-K8).
    fn count_keeps(&self, ending: &mut Ending) {
        let mut sizes = BySeat::splat(0);
        for seat in Seat::all(SEATS) {
            let Some(keep) = self.keep(seat) else { continue };
            let tokens = self.held(seat, token(8));
            sizes[seat] = usize::from(keep.size) + 2 * tokens;
            ending.used[seat].extend(vec![token(8); tokens]);
        }
        for seat in Seat::all(SEATS) {
            if sizes[seat] > sizes[seat.next(SEATS)] {
                ending.points[seat] += self.precinct().largest_gap() as i32;
            }
        }
    }
}
