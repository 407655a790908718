//! Traders and builders: goods, second turns and pigs.

use bastide::{
    BUILDER, BySeat, CLOTH, Cell, Expansion, FigureKind, FigureSpot, GRAIN, HOG, MarkKind, Seat,
    Terrain, WINE,
};

use crate::analysis::Feature;
use crate::oracle::{Oracle, Standing};

/// The goods that cities show (TRADE-1).
const GOODS: [MarkKind; 3] = [WINE, GRAIN, CLOTH];

/// The tokens of all players, and the turns in a row.
#[derive(Clone, Debug)]
pub(super) struct Traders {
    /// For each player, the tokens of wine, grain and cloth.
    tokens: BySeat<[u32; 3]>,
    /// True if another turn of the same player follows the turn in progress (BUILDER-3).
    has_extended: bool,
    /// True if the turn in progress is the second in a row.
    is_second: bool,
}

impl Default for Traders {
    fn default() -> Traders {
        Traders { tokens: BySeat::splat([0; 3]), has_extended: false, is_second: false }
    }
}

/// Returns true for figures that accompany others: they claim nothing and count for nothing
/// (BUILDER-2, HOG-2).
pub(super) fn is_companion(kind: FigureKind) -> bool {
    kind == BUILDER || kind == HOG
}

/// BUILDER-1, HOG-1
pub(super) fn may_stand(kind: FigureKind, terrain: Terrain) -> bool {
    match terrain {
        Terrain::Road | Terrain::City => kind == BUILDER,
        Terrain::Field => kind == HOG,
        _ => false,
    }
}

impl Oracle {
    /// Returns a player's tokens of wine, grain and cloth, or `None` if the game is played without
    /// traders.
    pub fn goods(&self, seat: Seat) -> Option<[u32; 3]> {
        self.rules.has(Expansion::Traders).then(|| self.expansions.traders.tokens[seat])
    }

    /// Returns true if the turn in progress is the second in a row of the player.
    pub fn is_second_turn(&self) -> bool {
        self.expansions.traders.is_second && !self.is_over()
    }

    /// Returns true if the player has another turn after this one.
    pub fn earns_second_turn(&self) -> bool {
        let has_tiles = self.bag().iter().any(|&count| count > 0);
        self.expansions.traders.has_extended && has_tiles && !self.is_over()
    }

    /// BUILDER-1
    pub(super) fn builders(&self) -> u8 {
        u8::from(self.rules.has(Expansion::Traders))
    }

    /// HOG-1, HOG-6
    pub(super) fn hogs(&self) -> u8 {
        let has_hogs = self.rules.has(Expansion::Traders) && self.rules.has(Expansion::Fields);
        u8::from(has_hogs)
    }

    /// BUILDER-3, BUILDER-4: called when a tile was laid in this cell, before any figure is placed.
    pub(super) fn watch_builder(&mut self, cell: Cell) {
        let is_own = |f: &&Standing| f.seat == self.turn && f.kind == BUILDER;
        let builder = self.figures.iter().find(is_own);
        let extends = builder
            .and_then(|builder| self.feature_under(builder))
            .is_some_and(|feature| feature.sites.iter().any(|site| site.cell == cell));
        self.expansions.traders.has_extended = extends && !self.expansions.traders.is_second;
    }

    /// BUILDER-3: ends a turn; returns true if the same player has the next one.
    pub(super) fn begin_second_turn(&mut self) -> bool {
        let is_second = self.expansions.traders.has_extended;
        self.expansions.traders.is_second = is_second;
        self.expansions.traders.has_extended = false;
        is_second
    }

    /// TRADE-2, TRADE-3: the player takes the goods of all cities that the tile in this cell
    /// completed. A complete city with a part in that cell was completed by it.
    pub(super) fn take_goods(&mut self, cell: Cell) {
        if !self.rules.has(Expansion::Traders) {
            return;
        }
        for feature in self.analysis.features() {
            let is_completed = feature.terrain == Terrain::City
                && feature.is_complete()
                && feature.sites.iter().any(|site| site.cell == cell);
            if is_completed {
                for (number, good) in GOODS.into_iter().enumerate() {
                    self.expansions.traders.tokens[self.turn][number] += feature.count(good);
                }
            }
        }
    }

    /// TRADE-4
    pub(super) fn score_goods(&mut self) {
        for number in 0..GOODS.len() {
            let held = |seat: Seat| self.expansions.traders.tokens[seat][number];
            let most = Seat::all(self.seats).map(held).max().unwrap_or(0);
            let leaders: Vec<Seat> =
                Seat::all(self.seats).filter(|&seat| most > 0 && held(seat) == most).collect();
            for seat in leaders {
                self.scores[seat] += 10;
            }
        }
    }

    /// HOG-3, HOG-4: the points that the player's own pig adds to a field.
    pub(super) fn hog_points(&self, field: &Feature, seat: Seat) -> i32 {
        let is_here = |figure: &Standing| {
            let is_in = |part| figure.spot == FigureSpot::Segment(part);
            figure.kind == HOG && figure.seat == seat && field.sites.iter().any(|&s| is_in(s))
        };
        if self.figures.iter().any(is_here) { field.complete_cities as i32 } else { 0 }
    }

    /// BUILDER-5, HOG-5: builders and pigs without another figure of their owner go home.
    pub(super) fn send_companions_home(&mut self) {
        let mut alone = Vec::new();
        for figure in self.figures.iter().filter(|figure| is_companion(figure.kind)) {
            if self.feature_under(figure).is_some_and(|f| f.figures[figure.seat] == 0) {
                alone.push(figure.spot);
            }
        }
        self.figures.retain(|figure| !alone.contains(&figure.spot));
    }
}
