//! Incremental evaluation of placements, without playing them.
//!
//! A placement affects only features the tile joins, features that end at neighbouring openings,
//! nearby monasteries, and fields adjacent to affected cities. The result equals the evaluation of
//! the state after the turn (a test checks this) and takes about a sixtieth of the instructions.

mod buildings;
mod rivals;
mod steps;

use arrayvec::ArrayVec;
use bastide::{
    Action, Axis, Board, BySeat, Cell, Code, Edge, FigureKind, Game, Land, MarkKind, Marks, Port,
    Rotation, Seat, SegmentId, SegmentIndex, Terrain, TileKind,
};

use super::LandEval;
use super::analysis::{Analysis, Around, Hope, MOST_FARMS, Monk, Size, credit, free};
use super::expansions::SpaceSteps;
use super::odds::{Fill, Odds};
use super::weights::Weights;

pub(super) use buildings::Built;
use rivals::{Rivalry, is_line};

impl LandEval {
    /// Calls `found` with the actions of every turn that places the drawn tile, and with the
    /// expected points of each seat after it. The trailing [`Action::Pass`] may be redundant
    /// because the turn has already ended. Of equivalent actions, only the first is reported. The
    /// position must be [incremental](LandEval::is_incremental).
    pub(crate) fn each_turn(
        &mut self,
        game: &Land,
        places: &[Action],
        found: &mut (impl FnMut(&[Action], &BySeat<f32>) + ?Sized),
    ) {
        let Some(tile) = game.drawn() else { return };
        self.analysis.take(&self.weights, &self.odds, game);
        let kind = game.board().tiles().kind(tile);
        let analysis = &self.analysis;
        let eye = Eye {
            weights: &self.weights,
            odds: &self.odds,
            analysis: &self.analysis,
            game,
            board: game.board(),
            kind,
            spaces: analysis.expansions.space_steps(&self.weights, &self.odds, game.turn()),
            can_enter: game.hands()[game.turn()]
                .iter()
                .any(|(kind, count)| count > 0 && kind.is_meeple()),
        };
        let can_build = analysis.expansions.can_build();
        for &place in places {
            let Action::Place { cell, rotation, bridge } = place else { continue };
            // only one building per turn, and a bridge is one.
            if let Some(axis) = bridge {
                let mut delta = Delta::new(&eye, cell, axis);
                delta.lay(&eye, rotation);
                delta.each_step(&eye, Built::default(), |step, values| {
                    found(&[place, step], values);
                });
                continue;
            }
            let mut delta = Delta::new(&eye, cell, Unbridged);
            delta.lay(&eye, rotation);
            if can_build {
                delta.each_building(&eye, rotation, place, found);
            } else {
                delta.each_step(&eye, Built::default(), |step, values| {
                    found(&[place, step], values);
                });
            }
        }
    }
}

/// Context shared by all deltas of a position.
pub(super) struct Eye<'a> {
    pub(super) weights: &'a Weights,
    pub(super) odds: &'a Odds,
    pub(super) analysis: &'a Analysis,
    pub(super) game: &'a Land,
    pub(super) board: &'a Board,
    pub(super) kind: &'a TileKind,
    spaces: SpaceSteps,
    /// True if the seat to act has a figure that can enter contests.
    can_enter: bool,
}

/// The feature that a segment of the new tile becomes part of.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    pub(super) terrain: Terrain,
    /// Bit set of the other tiles that show it.
    tiles: u128,
    /// 1 if the new tile shows it, or 0 for a bridge (BRIDGE-8).
    own: u8,
    pub(super) marks: Marks,
    pub(super) open: i32,
    pub(super) figures: BySeat<u8>,
    pub(super) gaps: u128,
    /// For a field, the adjacent cities; for a city, the first parts of the cities it consists of.
    cities: u128,
    /// Bit set of the tile's sides through which it continues to an empty cell.
    pub(super) sides: u8,
    pub(super) hope: Hope,
}

/// A city whose completion probability has changed.
#[derive(Clone, Copy, Debug)]
struct Changed {
    /// First parts of the cities it consists of.
    cities: u128,
    /// Index of its group, or `NO_GROUP` if the new tile is not part of it.
    group: u8,
    chance: f32,
}

const NO_GROUP: u8 = u8::MAX;

/// A cell next to the new tile.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Beside {
    is_empty: bool,
    /// Bit of the existing opening there; 0 if the opening is new.
    gap: u128,
    /// Code of the opening after the placement.
    code: Code,
    pub(super) fill: Fill,
}

/// A possible bridge on the new tile. A type parameter rather than a value, so that the common case
/// without a bridge has no run-time cost.
pub(super) trait Span: Copy {
    /// True if there is a bridge.
    const IS_BRIDGE: bool;

    /// Returns true if the bridge ends at side `edge`.
    fn ends_at(self, edge: Edge) -> bool;
}

/// No bridge.
#[derive(Clone, Copy)]
struct Unbridged;

impl Span for Unbridged {
    const IS_BRIDGE: bool = false;

    #[inline]
    fn ends_at(self, _: Edge) -> bool {
        false
    }
}

impl Span for Axis {
    const IS_BRIDGE: bool = true;

    #[inline]
    fn ends_at(self, edge: Edge) -> bool {
        edge.axis() == self
    }
}

/// Evaluation of one placement.
pub(super) struct Delta<S> {
    pub(super) cell: Cell,
    span: S,
    pub(super) gap: u128,
    code: Code,
    pub(super) beside: [Beside; 4],
    /// Bit set of all existing openings next to the tile.
    pub(super) near: u128,
    pub(super) groups: ArrayVec<Group, 16>,
    /// Group of each slot, given by its lowest slot.
    pub(super) group_of: [u8; 16],
    pub(super) met: ArrayVec<(SegmentId, u8), 12>,
    changed: ArrayVec<Changed, 24>,
    /// Features that end at neighbouring openings, and their new values.
    touched: ArrayVec<(SegmentId, Hope), 12>,
    /// Bit sets of the farms that the tile joins, and of others whose value changes.
    met_farms: u64,
    touched_farms: u64,
    /// Indices of the others, and the points by which their values change.
    farm_more: ArrayVec<(u8, f32), MOST_FARMS>,
    /// Bit set of the contests that the placement affects.
    contests: u128,
    /// Slot of the road or city through each side that faces an empty cell, or `NO_GROUP`.
    side_slots: [u8; 4],
    /// True if the seat to act has a figure that can enter contests.
    can_enter: bool,
    rivals: ArrayVec<Rivalry, 24>,
    pub(super) values: BySeat<f32>,
    /// Figures that are returned to the supply, by kind.
    pub(super) home: BySeat<[u8; FigureKind::COUNT]>,
    /// Number of them that were knights.
    pub(super) knights: u8,
}

impl<S: Span> Delta<S> {
    #[inline]
    fn new(eye: &Eye<'_>, cell: Cell, span: S) -> Delta<S> {
        let at = eye.analysis.gap_at(cell);
        Delta {
            cell,
            span,
            gap: at.map_or(0, |at| 1 << at),
            code: at.map_or(Code::default(), |at| eye.analysis.gaps[usize::from(at)].code),
            beside: [Beside::default(); 4],
            near: 0,
            groups: ArrayVec::new(),
            group_of: core::array::from_fn(|slot| slot as u8),
            met: ArrayVec::new(),
            changed: ArrayVec::new(),
            touched: ArrayVec::new(),
            met_farms: 0,
            touched_farms: 0,
            farm_more: ArrayVec::new(),
            contests: 0,
            side_slots: [NO_GROUP; 4],
            can_enter: eye.can_enter,
            rivals: ArrayVec::new(),
            values: eye.analysis.values,
            home: BySeat::splat([0; FigureKind::COUNT]),
            knights: 0,
        }
    }

    #[inline]
    fn lay(&mut self, eye: &Eye<'_>, rotation: Rotation) {
        self.look_around(eye, rotation);
        self.join(eye, rotation);
        self.gather(eye);
        self.judge_lines(eye);
        self.judge_touched(eye);
        self.judge_contests(eye);
        self.judge_fields(eye);
        self.judge_field_contests(eye);
        self.judge_monks(eye);
        self.judge_specials(eye);
        self.bring_home(eye);
    }

    /// Finds the empty neighbouring cells and the probability that each is filled.
    fn look_around(&mut self, eye: &Eye<'_>, rotation: Rotation) {
        for edge in Edge::ALL {
            let cell = self.cell.step(edge);
            if self.code.class(edge).is_some() || eye.board.index_at(cell).is_some() {
                continue;
            }
            let mut class = eye.kind.class(rotation, edge);
            if self.span.ends_at(edge) {
                // BRIDGE-6: its ends are road sides, class 1 of a code.
                class = Some(1);
            }
            let at = eye.analysis.gap_at(cell);
            let code = at.map_or(Code::default(), |at| eye.analysis.gaps[usize::from(at)].code);
            let code = code.with(edge.opposite(), class);
            let fill = eye.odds.of(code);
            let gap = at.map_or(0, |at| 1 << at);
            self.near |= gap;
            self.beside[edge as usize] = Beside { is_empty: true, gap, code, fill };
        }
    }

    /// Joins the segments of the tile with the features they meet.
    fn join(&mut self, eye: &Eye<'_>, rotation: Rotation) {
        for segment in &eye.kind.segments {
            self.groups.push(Group {
                terrain: segment.terrain,
                tiles: 0,
                own: 1,
                marks: Marks::of(segment.marks),
                open: i32::from(segment.ports.len()),
                figures: BySeat::splat(0),
                gaps: 0,
                cities: 0,
                sides: 0,
                hope: Hope::default(),
            });
        }
        if S::IS_BRIDGE {
            self.groups.push(Group {
                terrain: Terrain::Road,
                tiles: 0,
                own: 0,
                marks: Marks::one(MarkKind::OVERLAY),
                open: 2,
                figures: BySeat::splat(0),
                gaps: 0,
                cities: 0,
                sides: 0,
                hope: Hope::default(),
            });
        }
        for edge in Edge::ALL {
            if self.beside[edge as usize].is_empty {
                if let Some(slot) = self.owner(eye, rotation, Port::middle(edge)) {
                    let group = &mut self.groups[usize::from(slot.0)];
                    group.sides |= 1 << edge as u8;
                    if is_line(group.terrain) {
                        self.side_slots[edge as usize] = slot.0;
                    }
                }
                continue;
            }
            let Some(other) = eye.board.tile_at(self.cell.step(edge)) else { continue };
            let mut last = None;
            for third in 0..3 {
                let port = Port::new(edge, third);
                let Some(slot) = self.owner(eye, rotation, port) else { continue };
                let Some(segment) = eye.board.owner(other, port.facing()) else { continue };
                self.groups[usize::from(slot.0)].open -= 2;
                // A whole side is the same segment three times.
                if last.replace((slot, segment)) != Some((slot, segment)) {
                    self.meet(eye.board.root(segment), slot);
                }
            }
        }
    }

    /// Returns the slot that owns a port. BRIDGE-9: a bridge takes the middle ports of its axis
    /// from the field below; open ports of fields are never used.
    #[inline]
    fn owner(&self, eye: &Eye<'_>, rotation: Rotation, port: Port) -> Option<SegmentIndex> {
        if port.third() == 1 && self.span.ends_at(port.edge()) {
            return Some(SegmentIndex(eye.kind.segments.len() as u8));
        }
        eye.kind.owner(rotation, port)
    }

    fn meet(&mut self, root: SegmentId, slot: SegmentIndex) {
        let Some(&(_, other)) = self.met.iter().find(|&&(met, _)| met == root) else {
            self.met.push((root, slot.0));
            return;
        };
        // Two segments of the tile meet the same feature.
        let (a, b) = (self.group_of[usize::from(slot.0)], self.group_of[usize::from(other)]);
        if a != b {
            let (low, high) = (a.min(b), a.max(b));
            for group in &mut self.group_of[..self.groups.len()] {
                if *group == high {
                    *group = low;
                }
            }
        }
    }

    /// Sums up the parts of each group, and subtracts the previous expected values of the features
    /// it absorbs.
    fn gather(&mut self, eye: &Eye<'_>) {
        for slot in 0..self.groups.len() {
            let of = usize::from(self.group_of[slot]);
            if of != slot {
                let joined = self.groups[slot];
                let whole = &mut self.groups[of];
                whole.own |= joined.own;
                whole.marks += joined.marks;
                whole.open += joined.open;
                whole.sides |= joined.sides;
            }
        }
        for at in 0..self.met.len() {
            let (root, slot) = self.met[at];
            let (feature, note) = (eye.board.feature(root), eye.analysis.note(root));
            let group = &mut self.groups[usize::from(self.group_of[usize::from(slot)])];
            group.open += i32::from(feature.open);
            self.contests |= note.contests;
            if feature.terrain == Terrain::Field {
                group.cities |= eye.analysis.cities(feature);
                group.gaps |= note.gaps;
            } else {
                group.tiles |= feature.shown_on();
                group.marks += feature.marks;
                group.gaps |= note.gaps;
                if feature.terrain == Terrain::City {
                    group.cities |= 1 << note.city;
                }
            }
            if note.is_counted {
                for (mine, theirs) in group.figures.0.iter_mut().zip(feature.strength.0) {
                    *mine += theirs;
                }
                credit(&mut self.values, &feature.strength, note.hope, -1.0);
            }
        }
    }

    /// Returns the probability that all openings are filled, with the changed openings next to the
    /// tile taken into account, and their number.
    #[inline]
    fn chance(
        &self,
        eye: &Eye<'_>,
        gaps: u128,
        sides: u8,
        of: impl Fn(&Fill) -> f32,
    ) -> (f32, u32) {
        let far = gaps & !self.near & !self.gap;
        let mut chance = eye.analysis.product(far, &of);
        let mut sides = self.sides_at(gaps, sides);
        let cells = far.count_ones() + sides.count_ones();
        while sides != 0 {
            chance *= of(&self.beside[sides.trailing_zeros() as usize & 3].fill);
            sides &= sides - 1;
        }
        (chance, cells)
    }

    /// Adds the sides of the tile that face one of these openings to a bit set of sides.
    #[inline]
    pub(super) fn sides_at(&self, gaps: u128, sides: u8) -> u32 {
        let mut sides = u32::from(sides);
        if gaps & self.near != 0 {
            for (side, beside) in self.beside.iter().enumerate() {
                sides |= u32::from(beside.gap & gaps != 0) << side;
            }
        }
        sides
    }

    /// Evaluates the roads and cities of the tile.
    fn judge_lines(&mut self, eye: &Eye<'_>) {
        for slot in 0..self.groups.len() {
            let group = self.groups[slot];
            if usize::from(self.group_of[slot]) != slot || !is_line(group.terrain) {
                continue;
            }
            let is_city = group.terrain == Terrain::City;
            let of = |fill: &Fill| if is_city { fill.city } else { fill.road };
            let is_complete = group.open == 0;
            let (chance, cells) = match is_complete {
                true => (1.0, 0),
                false => self.chance(eye, group.gaps, group.sides, of),
            };
            if is_city {
                let chance = match is_complete {
                    true => 1.0,
                    false => self.chance(eye, group.gaps, group.sides, |fill| fill.farm).0,
                };
                self.changed.push(Changed { cities: group.cities, group: slot as u8, chance });
            }
            let tiles = group.tiles.count_ones() + u32::from(group.own);
            let size = Size::of(tiles, group.marks, group.terrain);
            let mut hope = eye.weights.line(eye.odds, size, cells, chance, group.terrain);
            if is_complete {
                hope = eye.weights.done(eye.odds, size, group.terrain);
                for (home, figures) in self.home.0.iter_mut().zip(group.figures.0) {
                    home[0] += figures;
                }
                if is_city {
                    self.knights += group.figures.0.iter().sum::<u8>();
                }
            }
            credit(&mut self.values, &group.figures, hope, 1.0);
            self.groups[slot].hope = hope;
        }
    }

    /// Evaluates features that end at openings next to the tile.
    fn judge_touched(&mut self, eye: &Eye<'_>) {
        let mut near = self.near;
        while near != 0 {
            let gap = &eye.analysis.gaps[near.trailing_zeros() as usize];
            near &= near - 1;
            for root in gap.lines.into_iter().flatten() {
                let is_known =
                    self.met.iter().any(|&(met, _)| met == root) || self.has_touched(root);
                if !is_known {
                    let hope = self.judge_one_touched(eye, root);
                    self.touched.push((root, hope));
                }
            }
        }
    }

    #[inline]
    fn has_touched(&self, root: SegmentId) -> bool {
        self.touched.iter().any(|&(touched, _)| touched == root)
    }

    /// Evaluates a feature that the tile does not join, and returns its new value.
    fn judge_one_touched(&mut self, eye: &Eye<'_>, root: SegmentId) -> Hope {
        let (feature, note) = (eye.board.feature(root), eye.analysis.note(root));
        self.contests |= note.contests;
        let is_city = feature.terrain == Terrain::City;
        if is_city {
            let (chance, _) = self.chance(eye, note.gaps, 0, |fill| fill.farm);
            self.changed.push(Changed { cities: 1 << note.city, group: NO_GROUP, chance });
        }
        if !note.is_counted {
            return Hope::default();
        }
        let of = |fill: &Fill| if is_city { fill.city } else { fill.road };
        let (chance, cells) = self.chance(eye, note.gaps, 0, of);
        let size = Size::of(feature.size(), feature.marks, feature.terrain);
        let hope = eye.weights.line(eye.odds, size, cells, chance, feature.terrain);
        credit(&mut self.values, &feature.strength, note.hope, -1.0);
        credit(&mut self.values, &feature.strength, hope, 1.0);
        hope
    }

    /// Returns the change in the sum of the completion probabilities of `cities`.
    #[inline]
    pub(super) fn chances_gained(&self, eye: &Eye<'_>, cities: u128) -> f32 {
        let mut more = 0.0;
        for changed in &self.changed {
            let hit = cities & changed.cities;
            if hit != 0 {
                more += changed.chance - eye.analysis.sum(hit);
            }
        }
        more
    }

    /// Returns the group that a feature has become part of.
    #[inline]
    pub(super) fn group_with(&self, root: SegmentId) -> Option<u8> {
        let met = self.met.iter().find(|&&(met, _)| met == root);
        met.map(|&(_, slot)| self.group_of[usize::from(slot)])
    }

    /// Updates the values of fields for the changed cities.
    fn judge_fields(&mut self, eye: &Eye<'_>) {
        for (at, farm) in eye.analysis.farms.iter().enumerate() {
            let root = farm.root;
            if self.met.iter().any(|&(met, _)| met == root) {
                self.met_farms |= 1 << at;
                continue;
            }
            let more = self.chances_gained(eye, farm.cities);
            if more != 0.0 {
                let worth = eye.odds.taste.field * 3.0 * more;
                let back = eye.odds.bonus.farmer * more;
                let hope = Hope { worth, back, ..Hope::default() };
                credit(&mut self.values, &eye.board.feature(root).strength, hope, 1.0);
                if farm.gaps != 0 {
                    self.touched_farms |= 1 << at;
                    self.farm_more.push((at as u8, worth));
                }
            }
        }
        let all = self.changed.iter().fold(0, |all, changed| all | changed.cities);
        for slot in 0..self.groups.len() {
            let group = self.groups[slot];
            if usize::from(self.group_of[slot]) != slot || group.terrain != Terrain::Field {
                continue;
            }
            let mut own = 0_u16;
            for (at, segment) in eye.kind.segments.iter().enumerate() {
                if usize::from(self.group_of[at]) == slot {
                    for city in segment.borders.iter() {
                        own |= 1 << self.group_of[usize::from(city.0)];
                    }
                }
            }
            let mut sum = eye.analysis.sum(group.cities & !all);
            for changed in &self.changed {
                let is_own = changed.group != NO_GROUP && own >> changed.group & 1 == 1;
                if is_own || group.cities & changed.cities != 0 {
                    sum += changed.chance;
                }
            }
            let hope = eye.weights.field(eye.odds, sum);
            credit(&mut self.values, &group.figures, hope, 1.0);
            self.groups[slot].hope = hope;
        }
    }

    /// Returns the probability that a neighbouring cell of a monastery is filled after this
    /// placement.
    pub(super) fn fill(&self, eye: &Eye<'_>, cell: Cell, around: Around) -> f32 {
        if cell == self.cell {
            return 1.0;
        }
        if around != Around::Laid {
            for edge in Edge::ALL {
                if self.cell.step(edge) == cell {
                    return self.beside[edge as usize].fill.ring;
                }
            }
        }
        eye.analysis.fill_of(eye.weights, eye.odds, around)
    }

    /// Updates the values of monasteries and gardens near the tile.
    fn judge_monks(&mut self, eye: &Eye<'_>) {
        for monk in &eye.analysis.monks {
            let (dx, dy) = (monk.cell.x.abs_diff(self.cell.x), monk.cell.y.abs_diff(self.cell.y));
            if dx > 2 || dy > 2 {
                continue;
            }
            let cells = monk.cell.ring();
            let fills = core::array::from_fn(|at| self.fill(eye, cells[at], monk.ring[at]));
            let mut hope = eye.weights.ring(eye.odds, fills, monk.terrain, monk.kind);
            if self.laid_around(monk) == 8 {
                hope = Hope { worth: 9.0, ..Hope::default() };
                self.home[monk.seat][monk.kind.index()] += 1;
            }
            let back = f32::from(monk.kind.strength()) * (hope.back - monk.hope.back);
            self.values[monk.seat] += hope.worth - monk.hope.worth + back;
        }
    }

    /// Returns the number of tiles around a monastery after this placement.
    pub(super) fn laid_around(&self, monk: &Monk) -> u32 {
        let laid = monk.ring.iter().filter(|&&around| around == Around::Laid).count() as u32;
        laid + u32::from(monk.cell.is_beside(self.cell))
    }

    /// Adds the value of returned figures as free figures.
    fn bring_home(&mut self, eye: &Eye<'_>) {
        for seat in Seat::all(eye.game.seats()) {
            let [meeples, others @ ..] = self.home[seat];
            if meeples > 0 {
                let had = eye.game.hands()[seat][FigureKind::MEEPLE];
                self.values[seat] +=
                    free(eye.weights, eye.odds, had + meeples) - free(eye.weights, eye.odds, had);
            }
            for (kind, count) in FigureKind::ALL[1..].iter().zip(others) {
                if count > 0 {
                    self.values[seat] += f32::from(count) * eye.weights.special(eye.odds, *kind);
                }
            }
        }
        self.after_return(eye);
    }
}

#[cfg(test)]
mod tests;
