//! Land positions: what is banked, what each feature can be expected to
//! bring, and what free figures are worth.

use bastide::{
    Board, BySeat, Code, Edge, Feature, FigureKind, Game, Land, Port, Seat, SegmentId, Terrain,
};

/// What the evaluator believes, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Weights {
    /// What 0 to 7 free meeples are worth.
    pub free: [f32; 8],
    /// How many own turns ahead a free meeple keeps its full worth.
    pub horizon: f32,
    /// How much of a seat's draws really go where they would fit.
    pub use_of_draws: f32,
    /// What a figure that will probably come back adds.
    pub comes_back: f32,
    /// How likely a neighbour of a monastery that nothing touches is filled.
    pub far_cell: f32,
    /// What a field brings for each ten own turns to come.
    pub growth: f32,
    /// What an abbot in hand is worth.
    pub abbot: f32,
    /// What a lady is worth.
    pub lady: f32,
    /// What a crown space is worth.
    pub crown: f32,
}

impl Default for Weights {
    fn default() -> Weights {
        Weights {
            free: [-10.0, -5.0, -1.25, 0.0, 2.5, 3.75, 5.0, 6.25],
            horizon: 6.0,
            use_of_draws: 0.05,
            comes_back: 5.0,
            far_cell: 0.4,
            growth: 0.2,
            abbot: 1.5,
            lady: 2.0,
            crown: 2.0,
        }
    }
}

/// What is known of the open ends of a feature.
#[derive(Clone, Copy, Debug, Default)]
struct Ends {
    generation: u32,
    /// The chance that all its open cells are filled.
    chance: f32,
    cells: u8,
    last: u16,
}

#[derive(Clone, Debug)]
pub(super) struct LandEval {
    weights: Weights,
    /// How many tiles left fit a code; worked out when asked for.
    counts: Box<[(u32, u8)]>,
    bag: u32,
    /// The chance that a cell with so many fitting tiles is filled.
    filled: [f32; 128],
    ends: Vec<Ends>,
    generation: u32,
    /// Own turns to come.
    turns: f32,
}

impl LandEval {
    pub(super) fn new(weights: Weights) -> LandEval {
        LandEval {
            weights,
            counts: vec![(0, 0); Code::COUNT].into(),
            bag: 0,
            filled: [0.0; 128],
            ends: vec![Ends::default(); 2048],
            generation: 0,
            turns: 0.0,
        }
    }

    pub(super) fn prepare(&mut self, game: &Land) {
        self.bag += 1;
        let left = game.bag().left() as f32;
        self.turns = left / f32::from(game.seats());
        let draws = self.turns * self.weights.use_of_draws;
        for (count, filled) in self.filled.iter_mut().enumerate() {
            let share = (count as f32 / left.max(1.0)).min(1.0);
            *filled = 1.0 - (1.0 - share).powf(draws);
        }
    }

    /// How many tiles left fit an opening.
    #[inline]
    fn count(&mut self, game: &Land, code: Code) -> u8 {
        let entry = &mut self.counts[code.index()];
        if entry.0 != self.bag {
            let (board, bag) = (game.board(), game.bag());
            let fitting = board.tiles().iter().filter(|&(id, _)| board.fits(id)[code.index()] != 0);
            let count: u32 = fitting.map(|(id, _)| u32::from(bag.count(id))).sum();
            *entry = (self.bag, count.min(127) as u8);
        }
        entry.1
    }

    /// Gathers the open ends of roads and cities.
    fn survey(&mut self, game: &Land) {
        self.generation += 1;
        let board = game.board();
        for (number, opening) in board.frontier().iter().enumerate() {
            let count = self.count(game, opening.code);
            let chance = self.filled[usize::from(count)];
            for edge in Edge::ALL {
                if !matches!(opening.code.class(edge), Some(1 | 2)) {
                    continue;
                }
                let Some(tile) = board.tile_at(opening.cell.step(edge)) else { continue };
                let Some(segment) = board.owner(tile, Port::middle(edge.opposite())) else {
                    continue;
                };
                let ends = &mut self.ends[board.root(segment).index()];
                if ends.generation != self.generation {
                    *ends =
                        Ends { generation: self.generation, chance: 1.0, cells: 0, last: u16::MAX };
                }
                if ends.last != number as u16 {
                    ends.last = number as u16;
                    ends.cells += 1;
                    ends.chance *= chance;
                }
            }
        }
    }

    /// The chance that a road or city is completed, and how many tiles that
    /// takes at least.
    #[inline]
    fn prospect(&self, root: SegmentId, feature: &Feature) -> (f32, f32) {
        let ends = &self.ends[root.index()];
        if feature.is_complete() {
            (1.0, 0.0)
        } else if ends.generation == self.generation {
            (ends.chance, f32::from(ends.cells))
        } else {
            (0.0, 0.0)
        }
    }

    pub(super) fn values(&mut self, game: &Land) -> BySeat<f32> {
        let mut values = BySeat::splat(0.0);
        let seats = game.seats();
        for seat in Seat::all(seats) {
            values[seat] = game.scores()[seat] as f32;
        }
        if game.is_over() {
            return values;
        }
        self.survey(game);
        let board = game.board();
        let urgency = (self.turns / self.weights.horizon).min(1.0);
        let mut seen = arrayvec::ArrayVec::<SegmentId, 64>::new();
        for figure in board.figures() {
            let Some(root) = board.root_of(figure) else {
                values[figure.seat] += match figure.spot {
                    bastide::Spot::Castle(_) => self.weights.lady * urgency,
                    _ => self.weights.crown * urgency,
                };
                continue;
            };
            if seen.contains(&root) {
                continue;
            }
            seen.push(root);
            let feature = board.feature(root);
            let (worth, back) = self.worth(game, board, root, feature);
            for seat in feature.figures.leaders().iter() {
                values[seat] += worth;
            }
            for (seat, &count) in feature.figures.iter(seats) {
                values[seat] += f32::from(count) * back * self.weights.comes_back * urgency;
            }
        }
        for seat in Seat::all(seats) {
            let hand = game.hands()[seat];
            let free = usize::from(hand[FigureKind::Meeple]).min(7);
            values[seat] += self.weights.free[free] * urgency;
            values[seat] += f32::from(hand[FigureKind::Abbot]) * self.weights.abbot * urgency;
        }
        values
    }

    /// What a feature can be expected to give its winners, and the chance
    /// that its figures come back.
    fn worth(
        &mut self,
        game: &Land,
        board: &Board,
        root: SegmentId,
        feature: &Feature,
    ) -> (f32, f32) {
        match feature.terrain {
            Terrain::Road => {
                let (chance, cells) = self.prospect(root, feature);
                let (tiles, bridges) = (feature.size() as f32, f32::from(feature.marks));
                let done = tiles + cells + 3.0 * bridges;
                (chance * done + (1.0 - chance) * (tiles + bridges), chance)
            }
            Terrain::City => {
                let (chance, cells) = self.prospect(root, feature);
                let (tiles, shields) = (feature.size() as f32, f32::from(feature.marks));
                let done = 2.0 * (tiles + cells + shields);
                (chance * done + (1.0 - chance) * (tiles + shields), chance)
            }
            Terrain::Monastery | Terrain::Garden => {
                let cell = board.site(root).cell;
                let (mut expected, mut all) = (1.0, 1.0);
                for around in cell.ring() {
                    let chance = if board.index_at(around).is_some() {
                        1.0
                    } else if let Ok(opening) = board.opening(around) {
                        let count = self.count(game, opening.code);
                        self.filled[usize::from(count)].max(self.weights.far_cell * 0.5)
                    } else {
                        self.weights.far_cell * (self.turns / 20.0).min(1.0)
                    };
                    expected += chance;
                    all *= chance;
                }
                (expected, all)
            }
            Terrain::Field => {
                let mut worth = 0.0;
                for city in board.cities(feature) {
                    worth += 3.0 * self.prospect(city, board.feature(city)).0;
                }
                (worth + self.weights.growth * self.turns / 10.0, 0.0)
            }
            Terrain::River
            | Terrain::Path
            | Terrain::Tower
            | Terrain::House
            | Terrain::Courtyard => (0.0, 0.0),
        }
    }
}
