//! The Wheel of Fortune.

use bastide::{CROWN, Expansion, FigureKind, FigureSpot, SHIELD, Seat, Sector, Terrain, TileId};

use super::claims;
use crate::oracle::{Oracle, Step};

/// WHEEL-3: the sectors clockwise, with their numbers of crown spaces. The spaces are numbered in
/// the same order.
const SECTORS: [(Sector, u8); 6] = [
    (Sector::Fortune, 1),
    (Sector::Tax, 2),
    (Sector::Famine, 1),
    (Sector::Storm, 2),
    (Sector::Inquisition, 1),
    (Sector::Plague, 2),
];

/// Total number of crown spaces.
const CROWN_SPACES: u8 = 9;

impl Oracle {
    /// Returns the sector the pig is on, or `None` if the game is played without the wheel.
    pub fn pig(&self) -> Option<Sector> {
        self.rules.has(Expansion::Wheel).then_some(self.expansions.pig)
    }

    /// WHEEL-CROWN-1, WHEEL-X-3: the crown spaces without a meeple.
    pub(super) fn free_crowns(&self) -> impl Iterator<Item = u8> {
        let spaces = if self.rules.has(Expansion::Wheel) { CROWN_SPACES } else { 0 };
        (0..spaces).filter(|&space| self.figure_on(FigureSpot::Piece(CROWN, space)).is_none())
    }

    /// WHEEL-4: the pig moves, the effect of its sector is applied, its crown spaces are scored,
    /// and then the game continues with that tile.
    pub(in crate::oracle) fn after_draw(&mut self, tile: TileId, steps: u8) {
        for _ in 0..steps {
            self.expansions.pig = next_sector(self.expansions.pig);
        }
        match self.expansions.pig {
            // WHEEL-FORTUNE
            Sector::Fortune => self.scores[self.turn] += 3,
            Sector::Tax => self.pay_everyone(Oracle::tax),
            Sector::Famine => self.pay_everyone(Oracle::famine),
            Sector::Storm => self.pay_everyone(Oracle::storm),
            Sector::Inquisition => self.pay_everyone(Oracle::inquisition),
            Sector::Plague => {}
        }
        // WHEEL-PLAGUE-2: clockwise from the player whose turn it is, all players with a figure on
        // the land.
        let mut waiting = Vec::new();
        if self.expansions.pig == Sector::Plague {
            let mut seat = self.turn;
            for _ in 0..self.seats {
                if !self.on_the_land(seat).is_empty() {
                    waiting.push(seat);
                }
                seat = self.next_seat(seat);
            }
        }
        self.see_to_plague(tile, waiting);
    }

    /// Lets the waiting players take a figure back; when all have, the crown spaces are scored.
    fn see_to_plague(&mut self, tile: TileId, waiting: Vec<Seat>) {
        if waiting.is_empty() {
            self.score_crowns();
            self.go_place(tile);
        } else {
            self.step = Step::Respond(tile, waiting);
        }
    }

    /// WHEEL-PLAGUE-1: the first waiting player takes this figure back.
    pub(in crate::oracle) fn respond(&mut self, spot: FigureSpot) {
        let Step::Respond(tile, waiting) = &self.step else {
            panic!("no plague is being resolved")
        };
        let (tile, waiting) = (*tile, waiting[1..].to_vec());
        self.take_off(spot);
        self.see_to_plague(tile, waiting);
    }

    /// Returns the spots of a player's figures that the plague can affect: all except those on the
    /// wheel (WHEEL-PLAGUE-1, WHEEL-X-2), builders and pigs (BUILDER-5, HOG-2).
    pub(in crate::oracle) fn on_the_land(&self, seat: Seat) -> Vec<FigureSpot> {
        let own = self.figures.iter().filter(|f| f.seat == seat && claims(f.kind));
        let spots = own.map(|figure| figure.spot);
        spots.filter(|spot| !matches!(spot, FigureSpot::Piece(CROWN, _))).collect()
    }

    fn pay_everyone(&mut self, points: impl Fn(&Oracle, Seat) -> i32) {
        for seat in Seat::all(self.seats) {
            self.scores[seat] += points(self, seat);
        }
    }

    /// WHEEL-TAX: for each knight, the shields of its city and the player's own knights there.
    /// Ladies are not knights (WHEEL-X-1).
    fn tax(&self, seat: Seat) -> i32 {
        let mut points = 0;
        for figure in self.figures.iter().filter(|f| f.seat == seat && claims(f.kind)) {
            if let Some(city) = self.feature_under(figure).filter(|f| f.terrain == Terrain::City) {
                points += city.count(SHIELD) as i32 + i32::from(city.figures[seat]);
            }
        }
        points
    }

    /// WHEEL-FAMINE: for each farmer, the complete cities its field borders.
    fn famine(&self, seat: Seat) -> i32 {
        let mut points = 0;
        for figure in self.figures.iter().filter(|f| f.seat == seat && claims(f.kind)) {
            if let Some(field) = self.feature_under(figure).filter(|f| f.terrain == Terrain::Field)
            {
                points += field.complete_cities as i32;
            }
        }
        points
    }

    /// WHEEL-STORM, WHEEL-X-3: the figures in the player's supply.
    fn storm(&self, seat: Seat) -> i32 {
        FigureKind::ALL.into_iter().map(|kind| i32::from(self.supply(seat, kind))).sum()
    }

    /// WHEEL-INQUISITION, WHEEL-X-3: the player's figures on monasteries.
    fn inquisition(&self, seat: Seat) -> i32 {
        let own = self.figures.iter().filter(|figure| figure.seat == seat);
        let monks = own.filter(|figure| self.terrain_under(figure) == Some(Terrain::Monastery));
        2 * monks.count() as i32
    }

    /// WHEEL-CROWN-2 to WHEEL-CROWN-4, for the sector the pig is on.
    fn score_crowns(&mut self) {
        let spaces = crown_spaces(self.expansions.pig);
        let mut meeples = Vec::new();
        for &space in &spaces {
            meeples.extend(self.figure_on(FigureSpot::Piece(CROWN, space)).copied());
        }
        for meeple in &meeples {
            let has_two_spaces_alone = spaces.len() == 2 && meeples.len() == 1;
            self.scores[meeple.seat] += if has_two_spaces_alone { 6 } else { 3 };
            self.take_off(meeple.spot);
        }
    }
}

/// Returns the next sector, clockwise.
fn next_sector(sector: Sector) -> Sector {
    let at = SECTORS.iter().position(|&(here, _)| here == sector).expect("one of the six");
    SECTORS[(at + 1) % SECTORS.len()].0
}

/// Returns the crown spaces of a sector.
fn crown_spaces(sector: Sector) -> Vec<u8> {
    let mut number = 0;
    let mut spaces = Vec::new();
    for (here, count) in SECTORS {
        for _ in 0..count {
            if here == sector {
                spaces.push(number);
            }
            number += 1;
        }
    }
    spaces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_crown_spaces_lie_round_the_wheel() {
        // WHEEL-3
        let all: Vec<u8> = SECTORS.into_iter().flat_map(|(s, _)| crown_spaces(s)).collect();
        assert_eq!(all, (0..CROWN_SPACES).collect::<Vec<_>>());
        assert_eq!(crown_spaces(Sector::Storm), [4, 5]);
        assert_eq!(next_sector(Sector::Plague), Sector::Fortune);
    }
}
