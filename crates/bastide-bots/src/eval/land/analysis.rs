//! Analysis of a whole board: openings with their probabilities, features with their open ends, and
//! the expected value of every figure.

use bastide::{
    Board, BySeat, Cell, Code, Edge, Expansion, Feature, Figure, FigureKind, Game, Land, MarkKind,
    Marks, Port, SHIELD, Seat, SegmentId, Terrain,
};

use super::contests::{self, Claim, Contest, FieldContest};
use super::expansions::{ExpansionAnalysis, each, is_grand};
use super::odds::{Fill, Odds};
use super::weights::Weights;

/// Maximum number of openings analysed. Only large boards have more; there, openings at which no
/// road or city ends are left out first.
const MOST_GAPS: usize = 128;

/// Number of different [places](place).
const PLACES: usize = 1 << 13;

/// An opening and the features that end there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gap {
    pub(super) cell: Cell,
    pub(super) code: Code,
    /// Root of the road or city that ends at each side.
    pub(super) lines: [Option<SegmentId>; 4],
    pub(super) fill: Fill,
}

/// Cached data of a root in this analysis.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Note {
    generation: u32,
    /// Bit set of the openings it ends at; for a field, of those it has a whole side at.
    pub(super) gaps: u128,
    /// Bit set of its contests.
    pub(super) contests: u128,
    /// Index of the first part of a city, which represents it in the bit sets of fields.
    pub(super) city: u16,
    /// True if the expected value of its figures is included in `values`.
    pub(super) is_counted: bool,
    pub(super) hope: Hope,
}

/// Expected value of a feature for its figures.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Hope {
    /// Expected points of each winner.
    pub(super) worth: f32,
    /// Additional value of each figure on it for its return.
    pub(super) back: f32,
    /// For a road or city, the probability that it is completed.
    pub(super) chance: f32,
    /// For a road or city, the points that completion adds, and no return.
    pub(super) more: f32,
}

impl Hope {
    /// Returns the expected points of the feature that a tile makes of two by filling an opening of
    /// both, which was filled with probability `fill`.
    #[inline]
    pub(super) fn joined(&self, other: &Hope, fill: f32) -> f32 {
        if fill == 0.0 {
            // Fields often have cities in common.
            return self.worth.max(other.worth) + 0.5 * self.worth.min(other.worth).max(0.0);
        }
        let now = self.worth - self.chance * self.more + other.worth - other.chance * other.more;
        let filled = |chance: f32| (chance / fill).min(1.0);
        now + filled(self.chance) * filled(other.chance) * (self.more + other.more)
    }
}

/// A figure on a monastery or garden, with its eight neighbouring cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Monk {
    pub(super) seat: Seat,
    pub(super) kind: FigureKind,
    pub(super) terrain: Terrain,
    pub(super) cell: Cell,
    pub(super) ring: [Around; 8],
    pub(super) hope: Hope,
}

/// State of a neighbouring cell of a monastery.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Around {
    Laid,
    Gap(u16),
    Far,
}

/// A field with figures.
#[derive(Clone, Copy, Debug)]
pub(super) struct Farm {
    pub(super) root: SegmentId,
    pub(super) cities: u128,
    /// Bit set of the openings it has a whole side at.
    pub(super) gaps: u128,
    pub(super) claim: Claim,
}

/// Maximum number of fields with figures: each player has seven meeples and two other figures that
/// claim a feature.
pub(super) const MOST_FARMS: usize = 9 * Seat::MOST;

/// Result of the analysis of a board.
#[derive(Clone, Debug)]
pub(super) struct Analysis {
    generation: u32,
    pub(super) gaps: Vec<Gap>,
    /// Index of the opening at each [`place`].
    places: Box<[u8; PLACES]>,
    pub(super) contests: Vec<Contest>,
    pub(super) field_contests: Vec<FieldContest>,
    notes: Vec<Note>,
    /// Index of the first part of the city that each part belongs to.
    firsts: Vec<u16>,
    /// Probability that each city is completed, as farmers see it, by its first part.
    pub(super) chances: Vec<f32>,
    pub(super) monks: Vec<Monk>,
    pub(super) farms: Vec<Farm>,
    /// Openings at which any of them has a whole side.
    pub(super) farm_gaps: u128,
    pub(super) expansions: ExpansionAnalysis,
    pub(super) values: BySeat<f32>,
}

impl Default for Analysis {
    /// Creates an analysis with capacity for the largest board, so that analysis does not allocate.
    fn default() -> Analysis {
        // Figures of each player that claim a feature: seven meeples and two others.
        const FIGURES: usize = MOST_FARMS;
        const CITIES: usize = 128;
        const SEGMENTS: usize = 2048;
        Analysis {
            generation: 0,
            gaps: Vec::with_capacity(MOST_GAPS),
            places: Box::new([0; PLACES]),
            contests: Vec::with_capacity(128),
            field_contests: Vec::with_capacity(FIGURES * FIGURES / 2),
            notes: Vec::with_capacity(SEGMENTS),
            firsts: Vec::with_capacity(CITIES),
            chances: Vec::with_capacity(CITIES),
            monks: Vec::with_capacity(FIGURES),
            farms: Vec::with_capacity(FIGURES),
            farm_gaps: 0,
            expansions: ExpansionAnalysis::default(),
            values: BySeat::default(),
        }
    }
}

impl Analysis {
    /// Analyses a board.
    pub(super) fn take(&mut self, weights: &Weights, odds: &Odds, game: &Land) {
        self.generation += 1;
        self.monks.clear();
        self.farms.clear();
        for (seat, value) in Seat::all(game.seats()).zip(&mut self.values.0) {
            *value = game.scores()[seat] as f32;
        }
        if game.is_over() {
            return;
        }
        let board = game.board();
        self.find_gaps(odds, board, game.rules().has(Expansion::Fields));
        self.find_cities(board);
        for figure in board.figures() {
            self.count_figure(weights, odds, game, figure);
        }
        self.count_contests(board);
        self.count_field_contests(odds);
        for seat in Seat::all(game.seats()) {
            let hand = game.hands()[seat];
            self.values[seat] += free(weights, odds, hand[FigureKind::MEEPLE]);
            for (kind, count) in hand.iter().filter(|&(kind, _)| kind != FigureKind::MEEPLE) {
                self.values[seat] += f32::from(count) * weights.special(odds, kind);
            }
        }
        self.find_specials(weights, odds, game);
        self.expansions.take(weights, odds, game, &mut self.values);
    }

    fn find_gaps(&mut self, odds: &Odds, board: &Board, has_fields: bool) {
        self.gaps.clear();
        self.contests.clear();
        let is_crowded = board.frontier().len() > MOST_GAPS;
        for opening in board.frontier() {
            if is_crowded && (self.gaps.len() == MOST_GAPS || !has_line(opening.code)) {
                continue;
            }
            let bit = 1 << self.gaps.len();
            let (mut lines, mut count) = ([None; 4], 0);
            for edge in Edge::ALL {
                let is_line = match opening.code.class(edge) {
                    Some(0) if has_fields => false,
                    Some(1 | 2) => true,
                    _ => continue,
                };
                let Some(tile) = board.tile_at(opening.cell.step(edge)) else { continue };
                let Some(end) = board.owner(tile, Port::middle(edge.opposite())) else { continue };
                let root = board.root(end);
                self.note_mut(root).gaps |= bit;
                if is_line {
                    lines[edge as usize] = Some(root);
                    count += 1;
                }
            }
            if count > 1 {
                let found =
                    contests::find(&mut self.contests, odds, board, opening.code, &lines, bit);
                for (root, contests) in lines.into_iter().zip(found) {
                    if let Some(root) = root
                        && contests != 0
                    {
                        self.note_mut(root).contests |= contests;
                    }
                }
            }
            let fill = odds.of(opening.code);
            self.places[place(opening.cell)] = self.gaps.len() as u8;
            self.gaps.push(Gap { cell: opening.cell, code: opening.code, lines, fill });
        }
    }

    fn find_cities(&mut self, board: &Board) {
        self.firsts.clear();
        self.chances.clear();
        for part in 0..board.city_parts() {
            let root = board.city_of_part(part);
            self.note_mut(root);
            let note = &mut self.notes[root.index()];
            if usize::from(note.city) >= part {
                note.city = part as u16;
                let chance = if board.feature(root).is_complete() {
                    1.0
                } else {
                    let gaps = note.gaps;
                    self.product(gaps, |fill| fill.farm)
                };
                self.chances.push(chance);
            } else {
                self.chances.push(0.0);
            }
            self.firsts.push(self.notes[root.index()].city);
        }
    }

    /// Returns the cached data of a root.
    #[inline]
    pub(super) fn note(&self, root: SegmentId) -> Note {
        match self.notes.get(root.index()) {
            Some(note) if note.generation == self.generation => *note,
            Some(_) | None => Note { city: u16::MAX, ..Note::default() },
        }
    }

    #[inline]
    fn note_mut(&mut self, root: SegmentId) -> &mut Note {
        if self.notes.len() <= root.index() {
            self.notes.resize(root.index() + 1, Note::default());
        }
        let note = &mut self.notes[root.index()];
        if note.generation != self.generation {
            *note = Note { generation: self.generation, city: u16::MAX, ..Note::default() };
        }
        note
    }

    /// Returns the probability that all `gaps` are filled.
    #[inline]
    pub(super) fn product(&self, mut gaps: u128, of: impl Fn(&Fill) -> f32) -> f32 {
        let mut chance = 1.0;
        while gaps != 0 {
            chance *= of(&self.gaps[gaps.trailing_zeros() as usize].fill);
            gaps &= gaps - 1;
        }
        chance
    }

    /// Returns the cities adjacent to a field, as a bit set of their first parts. The board must not
    /// be large.
    #[inline]
    pub(super) fn cities(&self, field: &Feature) -> u128 {
        let (mut parts, mut cities) = (field.borders(), 0);
        while parts != 0 {
            cities |= 1 << self.firsts[parts.trailing_zeros() as usize];
            parts &= parts - 1;
        }
        cities
    }

    /// Returns the sum of the completion probabilities of `cities`.
    #[inline]
    pub(super) fn sum(&self, mut cities: u128) -> f32 {
        let mut sum = 0.0;
        while cities != 0 {
            sum += self.chances[cities.trailing_zeros() as usize];
            cities &= cities - 1;
        }
        sum
    }

    /// Adds the expected value of all figures on the feature of `figure`, once per feature.
    fn count_figure(&mut self, weights: &Weights, odds: &Odds, game: &Land, figure: &Figure) {
        let board = game.board();
        // A figure on a piece need not stand on a feature.
        let Some(root) = board.root_of(figure) else { return };
        if self.note(root).is_counted {
            return;
        }
        let feature = board.feature(root);
        let hope = match feature.terrain {
            terrain @ (Terrain::Road | Terrain::City) => {
                let gaps = self.note(root).gaps;
                let chance = self.product(gaps, |fill| match terrain {
                    Terrain::Road => fill.road,
                    _ => fill.city,
                });
                let size = Size::of(feature.size(), feature.marks, terrain);
                weights.line(odds, size, gaps.count_ones(), chance, terrain)
            }
            Terrain::Field => {
                if board.is_large() {
                    let mut chances = 0.0;
                    board.each_city(feature, |city| {
                        chances += self.chances[usize::from(self.note(city).city)];
                    });
                    weights.field(odds, chances)
                } else {
                    let (cities, gaps) = (self.cities(feature), self.note(root).gaps);
                    let hope = weights.field(odds, self.sum(cities));
                    let claim = Claim { strength: feature.strength, hope };
                    self.farms.push(Farm { root, cities, gaps, claim });
                    hope
                }
            }
            Terrain::Monastery | Terrain::Garden => {
                let cell = board.site(root).cell;
                let ring = cell.ring().map(|around| self.around(board, around));
                let fills = ring.map(|around| self.fill_of(weights, odds, around));
                let hope = weights.ring(odds, fills, feature.terrain, figure.kind);
                let Figure { seat, kind, .. } = *figure;
                self.monks.push(Monk { seat, kind, terrain: feature.terrain, cell, ring, hope });
                hope
            }
            Terrain::River
            | Terrain::Path
            | Terrain::Tower
            | Terrain::House
            | Terrain::Courtyard => Hope::default(),
        };
        let note = self.note_mut(root);
        note.is_counted = true;
        note.hope = hope;
        credit(&mut self.values, &feature.strength, hope, 1.0);
    }

    /// Adds the expected changes by joins of claimed features.
    fn count_contests(&mut self, board: &Board) {
        for at in 0..self.contests.len() {
            let roots = self.contests[at].roots;
            let notes = roots.map(|root| self.note(root));
            if !notes.iter().all(|note| note.is_counted) {
                continue;
            }
            let claim = |n: usize| {
                let strength = board.feature(roots[n]).strength;
                Claim { strength, hope: notes[n].hope }
            };
            let contest = &mut self.contests[at];
            contest.is_live = true;
            claim(0).contest(&claim(1), contest.odds, &mut contest.swing);
            for (value, more) in self.values.0.iter_mut().zip(contest.swing.0) {
                *value += more;
            }
        }
    }

    /// Adds the expected changes by joins of claimed fields.
    fn count_field_contests(&mut self, odds: &Odds) {
        self.field_contests.clear();
        self.farm_gaps = self.farms.iter().fold(0, |all, farm| all | farm.gaps);
        for at in 1..self.farms.len() {
            for before in 0..at {
                let farms = [self.farms[before], self.farms[at]];
                let shared = farms[0].gaps & farms[1].gaps;
                if shared == 0 {
                    continue;
                }
                let odds = odds.joining_fields(shared);
                let mut swing = BySeat::splat(0.0);
                farms[0].claim.contest(&farms[1].claim, odds, &mut swing);
                for (value, more) in self.values.0.iter_mut().zip(swing.0) {
                    *value += more;
                }
                let bits = 1 << at | 1 << before;
                self.field_contests.push(FieldContest {
                    farms: [before as u8, at as u8],
                    bits,
                    odds,
                    swing,
                });
            }
        }
    }

    /// Returns the state of a neighbouring cell of a monastery.
    pub(super) fn around(&self, board: &Board, cell: Cell) -> Around {
        if board.index_at(cell).is_some() {
            Around::Laid
        } else {
            self.gap_at(cell).map_or(Around::Far, Around::Gap)
        }
    }

    /// Returns the index of the opening at `cell`.
    #[inline]
    pub(super) fn gap_at(&self, cell: Cell) -> Option<u16> {
        let at = self.places[place(cell)];
        // Distant cells can have the same place, and places of earlier boards are not erased.
        let is_here = self.gaps.get(usize::from(at)).is_some_and(|gap| gap.cell == cell);
        is_here.then_some(u16::from(at))
    }

    /// Returns the probability that a neighbouring cell is filled.
    #[inline]
    pub(super) fn fill_of(&self, weights: &Weights, odds: &Odds, around: Around) -> f32 {
        match around {
            Around::Laid => 1.0,
            Around::Gap(gap) => self.gaps[usize::from(gap)].fill.ring,
            Around::Far => weights.far(odds),
        }
    }
}

/// Returns the index of a cell in a table of openings. Cells share an index only if they are at least
/// 128 steps apart, which the openings of a board are not.
#[inline]
fn place(cell: Cell) -> usize {
    (i32::from(cell.x) + 127 * i32::from(cell.y)) as usize % PLACES
}

/// Returns true if a road or city ends at an opening.
fn has_line(code: Code) -> bool {
    Edge::ALL.into_iter().any(|edge| matches!(code.class(edge), Some(1 | 2)))
}

/// What the points of a road or city are counted from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    tiles: f32,
    /// Marks that are worth points.
    marks: f32,
    /// True if a mark changes the points of all tiles.
    is_grand: bool,
}

impl Size {
    #[inline]
    pub(super) fn of(tiles: u32, marks: Marks, terrain: Terrain) -> Size {
        // Each branch has a constant kind, so that the compiler computes the shift.
        let count = if terrain == Terrain::Road {
            marks.count(MarkKind::OVERLAY)
        } else {
            marks.count(SHIELD)
        };
        Size { tiles: tiles as f32, marks: count as f32, is_grand: is_grand(marks, terrain) }
    }
}

/// Returns the value of free meeples.
#[inline]
pub(super) fn free(weights: &Weights, odds: &Odds, meeples: u8) -> f32 {
    weights.free[usize::from(meeples).min(7)] * odds.urgency
        + f32::from(meeples) * odds.bonus.supply
}

/// Adds the expected value of a feature to all seats with figures on it.
#[inline]
pub(super) fn credit(values: &mut BySeat<f32>, figures: &BySeat<u8>, hope: Hope, sign: f32) {
    // Most features next to a tile are unoccupied.
    if *figures == BySeat::splat(0) {
        return;
    }
    let most = figures.0.iter().copied().max().unwrap_or(0);
    for (value, &count) in values.0.iter_mut().zip(&figures.0) {
        if count > 0 {
            let worth = if count == most { hope.worth } else { 0.0 };
            *value += sign * (worth + f32::from(count) * hope.back);
        }
    }
}

impl Weights {
    /// Returns the expected value of a road or city that needs `cells` more tiles and is completed
    /// with probability `chance`.
    #[inline]
    pub(super) fn line(
        &self,
        odds: &Odds,
        size: Size,
        cells: u32,
        chance: f32,
        terrain: Terrain,
    ) -> Hope {
        let Size { tiles, marks, is_grand } = size;
        let (cells, (each, each_open)) = (cells as f32, each(terrain, is_grand));
        let (done, taste) = if terrain == Terrain::Road {
            // BRIDGE-8: three more points per bridge when complete, one before.
            (each * (tiles + cells) + 3.0 * marks, odds.taste.road)
        } else {
            (each * (tiles + cells + marks), odds.taste.city)
        };
        let now = each_open * (tiles + marks);
        let worth = taste * (chance * done + (1.0 - chance) * now);
        let mut back = chance * self.comes_back * odds.urgency;
        if terrain == Terrain::City {
            // Assumes that each knight is the only one of its seat.
            back += odds.bonus.knight * (marks + 1.0);
        }
        Hope { worth, back, chance, more: taste * (done - now) }
    }

    /// Returns the value of a complete road or city, in points without preferences.
    #[inline]
    pub(super) fn done(&self, odds: &Odds, size: Size, terrain: Terrain) -> Hope {
        let taste = if terrain == Terrain::Road { odds.taste.road } else { odds.taste.city };
        let hope = self.line(odds, size, 0, 1.0, terrain);
        Hope { worth: hope.worth / taste, ..Hope::default() }
    }

    /// Returns the expected value of a field (FIELD-6); `chances` is the sum of the completion
    /// probabilities of its cities.
    #[inline]
    pub(super) fn field(&self, odds: &Odds, chances: f32) -> Hope {
        let worth = odds.taste.field * 3.0 * chances + self.growth * odds.turns / 10.0;
        // For every farmer, with or without the majority.
        Hope { worth, back: odds.bonus.farmer * chances, ..Hope::default() }
    }

    /// Returns the sum of the completion probabilities of the cities of a field with this value.
    #[inline]
    pub(super) fn chances_of(&self, odds: &Odds, field: Hope) -> f32 {
        (field.worth - self.growth * odds.turns / 10.0) / (odds.taste.field * 3.0)
    }

    /// Returns the expected value of a monastery or garden.
    #[inline]
    pub(super) fn ring(
        &self,
        odds: &Odds,
        fills: [f32; 8],
        terrain: Terrain,
        figure: FigureKind,
    ) -> Hope {
        let (mut worth, mut all) = (1.0, 1.0);
        for fill in fills {
            worth += fill;
            all *= fill;
        }
        let special = self.special_on_ring(odds, figure);
        let mut back = special.unwrap_or(all * self.comes_back * odds.urgency);
        if terrain == Terrain::Monastery {
            back += odds.bonus.monk;
        }
        Hope { worth: odds.taste.ring * worth, back, ..Hope::default() }
    }

    /// Returns the probability that a cell without neighbours is filled.
    #[inline]
    pub(super) fn far(&self, odds: &Odds) -> f32 {
        self.far_cell * (odds.turns / 20.0).min(1.0)
    }
}
