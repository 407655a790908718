//! What a placement changes, worked out without playing it.
//!
//! Only what lies beside the new tile can change: features that it joins,
//! features that end at openings beside it, monasteries near it, and fields
//! whose cities are among these. The result is the same as evaluating the
//! state after the turn, about fifteen times as fast (there is a test).

mod buildings;
mod steps;

use arrayvec::ArrayVec;
use bastide::{
    Action, Axis, Board, BySeat, Cell, Code, Edge, FigureKind, Game, Land, Port, Rotation, Seat,
    SegmentId, Slot, Terrain, TileKind,
};

use super::LandEval;
use super::castles::Court;
use super::odds::{Fill, Odds};
use super::survey::{Around, Hope, Monk, Survey, credit, free};
use super::weights::Weights;

use buildings::Built;

impl LandEval {
    /// Calls `found` with the actions of every turn that lays the drawn tile,
    /// and with the points each seat can expect after it. A last
    /// [`Action::Pass`] may be one that nobody asks for any more. Of things
    /// that are the same twice, such as two free crown spaces of one sector,
    /// the first is named.
    pub(crate) fn each_turn(
        &mut self,
        game: &Land,
        places: &[Action],
        mut found: impl FnMut(&[Action], &BySeat<f32>),
    ) {
        let Some(tile) = game.drawn() else { return };
        self.survey.take(&self.weights, &self.odds, game);
        let kind = game.board().tiles().kind(tile);
        let survey = &self.survey;
        let eye = Eye {
            weights: &self.weights,
            odds: &self.odds,
            survey: &self.survey,
            game,
            board: game.board(),
            kind,
            crowns: survey.crowns.steps(&self.weights, &self.odds, game.turn()),
        };
        let can_build = survey.court.left > 0 || survey.barnyard.left > 0;
        for &place in places {
            let Action::Place { cell, rotation, bridge } = place else { continue };
            // a bridge is the turn's one building.
            if let Some(axis) = bridge {
                let mut trial = Trial::new(&eye, cell, axis);
                trial.lay(&eye, rotation);
                trial.each_step(&eye, Built::Nothing, |step, values| found(&[place, step], values));
                continue;
            }
            let mut trial = Trial::new(&eye, cell, Unbridged);
            trial.lay(&eye, rotation);
            if can_build {
                trial.each_building(&eye, rotation, place, &mut found);
            } else {
                trial.each_step(&eye, Built::Nothing, |step, values| found(&[place, step], values));
            }
        }
    }
}

/// What stays the same while placements are tried.
struct Eye<'a> {
    weights: &'a Weights,
    odds: &'a Odds,
    survey: &'a Survey,
    game: &'a Land,
    board: &'a Board,
    kind: &'a TileKind,
    /// Placements on the wheel and what each changes.
    crowns: ArrayVec<(Action, BySeat<f32>), 6>,
}

/// What the new tile's segment becomes part of.
#[derive(Clone, Copy, Debug)]
struct Group {
    terrain: Terrain,
    /// The other tiles that show it.
    tiles: u128,
    /// Whether the new tile shows it: 1, or 0 for a bridge (BRIDGE-8).
    own: u8,
    marks: u8,
    open: i32,
    figures: BySeat<u8>,
    gaps: u128,
    /// Cities a field borders, or the first parts of what a city is made of.
    cities: u128,
    /// Sides of the tile through which it leaves to an empty cell.
    sides: u8,
    hope: Hope,
}

/// A city whose chance is another now.
#[derive(Clone, Copy, Debug)]
struct Changed {
    /// The first parts of the cities it is made of.
    cities: u128,
    /// The group, if the new tile is part of it.
    group: u8,
    chance: f32,
}

const NO_GROUP: u8 = u8::MAX;

/// A cell beside the new tile.
#[derive(Clone, Copy, Debug, Default)]
struct Beside {
    is_empty: bool,
    /// The opening there already was, as a bit; 0 if it is new.
    gap: u128,
    fill: Fill,
}

/// Whether a bridge crosses the new tile, known before anything is worked
/// out: few do, and the others need not ask.
trait Span: Copy {
    /// Whether one is there at all.
    const IS_BRIDGE: bool;

    /// Whether it ends at a side.
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

/// One placement being tried.
struct Trial<S> {
    cell: Cell,
    span: S,
    gap: u128,
    code: Code,
    beside: [Beside; 4],
    /// All openings beside it, as bits.
    near: u128,
    groups: ArrayVec<Group, 16>,
    /// The group each slot belongs to, by its lowest slot.
    group_of: [u8; 16],
    met: ArrayVec<(SegmentId, u8), 12>,
    changed: ArrayVec<Changed, 24>,
    touched: ArrayVec<SegmentId, 12>,
    values: BySeat<f32>,
    /// Meeples and abbots that come home.
    home: BySeat<[u8; 2]>,
    /// How many of them were knights.
    knights: u8,
}

impl<S: Span> Trial<S> {
    #[inline]
    fn new(eye: &Eye<'_>, cell: Cell, span: S) -> Trial<S> {
        let at = eye.survey.gap_at(cell);
        Trial {
            cell,
            span,
            gap: at.map_or(0, |at| 1 << at),
            code: at.map_or(Code::default(), |at| eye.survey.gaps[usize::from(at)].code),
            beside: [Beside::default(); 4],
            near: 0,
            groups: ArrayVec::new(),
            group_of: core::array::from_fn(|slot| slot as u8),
            met: ArrayVec::new(),
            changed: ArrayVec::new(),
            touched: ArrayVec::new(),
            values: eye.survey.values,
            home: BySeat::splat([0; 2]),
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
        self.judge_fields(eye);
        self.judge_monks(eye);
        self.bring_home(eye);
    }

    /// The cells beside it, and how likely each is filled now.
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
            let at = eye.survey.gap_at(cell);
            let code = at.map_or(Code::default(), |at| eye.survey.gaps[usize::from(at)].code);
            let fill = eye.odds.of(code.with(edge.opposite(), class));
            let gap = at.map_or(0, |at| 1 << at);
            self.near |= gap;
            self.beside[edge as usize] = Beside { is_empty: true, gap, fill };
        }
    }

    /// Joins the tile's segments with what they meet.
    fn join(&mut self, eye: &Eye<'_>, rotation: Rotation) {
        for segment in &eye.kind.segments {
            self.groups.push(Group {
                terrain: segment.terrain,
                tiles: 0,
                own: 1,
                marks: u8::from(segment.mark.is_some()),
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
                marks: 1,
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
                    self.groups[usize::from(slot.0)].sides |= 1 << edge as u8;
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
                // A whole side is one segment three times.
                if last.replace((slot, segment)) != Some((slot, segment)) {
                    self.meet(eye.board.root(segment), slot);
                }
            }
        }
    }

    /// What leaves the tile through a port. BRIDGE-9: a bridge takes the
    /// middle ones of its axis from the field beneath; whether a field is
    /// open nobody asks.
    #[inline]
    fn owner(&self, eye: &Eye<'_>, rotation: Rotation, port: Port) -> Option<Slot> {
        if port.third() == 1 && self.span.ends_at(port.edge()) {
            return Some(Slot(eye.kind.segments.len() as u8));
        }
        eye.kind.owner(rotation, port)
    }

    fn meet(&mut self, root: SegmentId, slot: Slot) {
        let Some(&(_, other)) = self.met.iter().find(|&&(met, _)| met == root) else {
            self.met.push((root, slot.0));
            return;
        };
        // Two of the tile's segments meet the same feature.
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

    /// Adds up what each group is made of, and takes what was hoped for of
    /// the features it swallows out of the values.
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
            let (feature, note) = (eye.board.feature(root), eye.survey.note(root));
            let group = &mut self.groups[usize::from(self.group_of[usize::from(slot)])];
            group.open += i32::from(feature.open);
            if feature.terrain == Terrain::Field {
                group.cities |= eye.survey.cities(feature);
            } else {
                group.tiles |= feature.shown_on();
                group.marks += feature.marks;
                group.gaps |= note.gaps;
                if feature.terrain == Terrain::City {
                    group.cities |= 1 << note.city;
                }
            }
            if note.is_counted {
                for (mine, theirs) in group.figures.0.iter_mut().zip(feature.figures.0) {
                    *mine += theirs;
                }
                credit(&mut self.values, &feature.figures, note.hope, -1.0);
            }
        }
    }

    /// The chance that openings are filled, some of which have changed, and
    /// how many there are.
    #[inline]
    fn chance(
        &self,
        eye: &Eye<'_>,
        gaps: u128,
        sides: u8,
        of: impl Fn(&Fill) -> f32,
    ) -> (f32, u32) {
        let far = gaps & !self.near & !self.gap;
        let (mut chance, mut cells) = (eye.survey.product(far, &of), far.count_ones());
        for (side, beside) in self.beside.iter().enumerate() {
            if beside.gap & gaps != 0 || sides >> side & 1 == 1 {
                chance *= of(&beside.fill);
                cells += 1;
            }
        }
        (chance, cells)
    }

    /// What the tile's roads and cities have become.
    fn judge_lines(&mut self, eye: &Eye<'_>) {
        for slot in 0..self.groups.len() {
            let group = self.groups[slot];
            if usize::from(self.group_of[slot]) != slot
                || !matches!(group.terrain, Terrain::Road | Terrain::City)
            {
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
            let tiles = (group.tiles.count_ones() + u32::from(group.own)) as f32;
            let marks = f32::from(group.marks);
            let mut hope = eye.weights.line(eye.odds, tiles, marks, cells, chance, group.terrain);
            if is_complete {
                hope = eye.weights.done(eye.odds, tiles, marks, group.terrain);
                for (home, figures) in self.home.0.iter_mut().zip(group.figures.0) {
                    home[0] += figures;
                }
                if is_city && eye.survey.court.is_there {
                    self.knights += group.figures.0.iter().sum::<u8>();
                }
            }
            credit(&mut self.values, &group.figures, hope, 1.0);
            self.groups[slot].hope = hope;
        }
    }

    /// What becomes of features that end at openings beside the tile.
    fn judge_touched(&mut self, eye: &Eye<'_>) {
        let mut near = self.near;
        while near != 0 {
            let gap = &eye.survey.gaps[near.trailing_zeros() as usize];
            near &= near - 1;
            for root in gap.lines.into_iter().flatten() {
                let is_known =
                    self.met.iter().any(|&(met, _)| met == root) || self.touched.contains(&root);
                if !is_known {
                    self.touched.push(root);
                    self.judge_one_touched(eye, root);
                }
            }
        }
    }

    fn judge_one_touched(&mut self, eye: &Eye<'_>, root: SegmentId) {
        let (feature, note) = (eye.board.feature(root), eye.survey.note(root));
        let is_city = feature.terrain == Terrain::City;
        if is_city {
            let (chance, _) = self.chance(eye, note.gaps, 0, |fill| fill.farm);
            self.changed.push(Changed { cities: 1 << note.city, group: NO_GROUP, chance });
        }
        if note.is_counted {
            let of = |fill: &Fill| if is_city { fill.city } else { fill.road };
            let (chance, cells) = self.chance(eye, note.gaps, 0, of);
            let (tiles, marks) = (feature.size() as f32, f32::from(feature.marks));
            let hope = eye.weights.line(eye.odds, tiles, marks, cells, chance, feature.terrain);
            credit(&mut self.values, &feature.figures, note.hope, -1.0);
            credit(&mut self.values, &feature.figures, hope, 1.0);
        }
    }

    /// What fields are worth now that cities have changed.
    fn judge_fields(&mut self, eye: &Eye<'_>) {
        for farm in &eye.survey.farms {
            let root = farm.root;
            if self.met.iter().any(|&(met, _)| met == root) {
                continue;
            }
            let mut more = 0.0;
            for changed in &self.changed {
                let hit = farm.cities & changed.cities;
                if hit != 0 {
                    more += changed.chance - eye.survey.sum(hit);
                }
            }
            if more != 0.0 {
                let worth = eye.odds.taste.field * 3.0 * more;
                let back = eye.odds.pig.famine * more;
                let hope = Hope { worth, back };
                credit(&mut self.values, &eye.board.feature(root).figures, hope, 1.0);
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
            let mut sum = eye.survey.sum(group.cities & !all);
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

    /// How likely a neighbour of a monastery is filled after this placement.
    fn fill(&self, eye: &Eye<'_>, cell: Cell, around: Around) -> f32 {
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
        eye.survey.fill_of(eye.weights, eye.odds, around)
    }

    /// What monasteries and gardens near the tile are worth now.
    fn judge_monks(&mut self, eye: &Eye<'_>) {
        for monk in &eye.survey.monks {
            let (dx, dy) = (monk.cell.x.abs_diff(self.cell.x), monk.cell.y.abs_diff(self.cell.y));
            if dx > 2 || dy > 2 {
                continue;
            }
            let cells = monk.cell.ring();
            let fills = core::array::from_fn(|at| self.fill(eye, cells[at], monk.ring[at]));
            let mut hope = eye.weights.ring(eye.odds, fills, monk.terrain, monk.kind);
            if self.laid_around(monk) == 8 {
                hope = Hope { worth: 9.0, ..Hope::default() };
                self.home[monk.seat][monk.kind as usize] += 1;
            }
            self.values[monk.seat] += hope.worth + hope.back - monk.hope.worth - monk.hope.back;
        }
    }

    /// How many neighbours a monastery has after this placement.
    fn laid_around(&self, monk: &Monk) -> u32 {
        let laid = monk.ring.iter().filter(|&&around| around == Around::Laid).count() as u32;
        laid + u32::from(monk.cell.is_beside(self.cell))
    }

    /// Figures that come home are free again.
    fn bring_home(&mut self, eye: &Eye<'_>) {
        for seat in Seat::all(eye.game.seats()) {
            let [meeples, abbots] = self.home[seat];
            if meeples > 0 {
                let had = eye.game.hands()[seat][FigureKind::Meeple];
                self.values[seat] +=
                    free(eye.weights, eye.odds, had + meeples) - free(eye.weights, eye.odds, had);
            }
            self.values[seat] += f32::from(abbots) * eye.weights.abbot(eye.odds);
        }
        if self.knights > 0 {
            let was = &eye.survey.court;
            self.court(eye).credit_since(was, eye.weights, eye.odds, &mut self.values);
        }
    }

    /// Who is left of the knights and ladies.
    #[inline]
    fn court(&self, eye: &Eye<'_>) -> Court {
        eye.survey.court.without_knights(self.knights)
    }
}

#[cfg(test)]
mod tests;
