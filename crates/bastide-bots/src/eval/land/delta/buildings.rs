//! Buildings that a placement allows (CASTLE-*, BARN-*), and their effect on the evaluation.

use arrayvec::ArrayVec;
use bastide::{
    Action, BARN, BuildSite, BySeat, CASTLE, Corner, FigureKind, FigureSpot, Game, Rotation, Seat,
    SegmentIndex, Target, Terrain,
};

use super::{Delta, Eye, Span};
use crate::eval::land::analysis::{credit, free};
use crate::eval::land::barns::is_open;
use crate::eval::land::castles::Court;

/// Building of a turn, other than a bridge.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Built {
    Nothing,
    /// A castle on the city in slot `slot`; `lady` is the seat whose knight became its lady.
    Castle {
        slot: u8,
        lady: Option<Seat>,
    },
    Barn,
}

impl Built {
    /// CASTLE-4: no figure can be placed in the city below a castle.
    #[inline]
    pub(super) fn is_beneath(self, slot: u8) -> bool {
        matches!(self, Built::Castle { slot: beneath, .. } if beneath == slot)
    }

    /// Returns the value a new farmer has because of barns: it may move into one later, and scores
    /// in one that is built now (BARN-3, BARN-5).
    #[inline]
    pub(super) fn new_farmer(self, eye: &Eye<'_>) -> f32 {
        let yard = &eye.analysis.barnyard;
        match self {
            Built::Barn => 1.0 + yard.hope(eye.weights, eye.odds, yard.left - 1),
            Built::Nothing | Built::Castle { .. } => yard.hope(eye.weights, eye.odds, yard.left),
        }
    }
}

impl<S: Span> Delta<S> {
    /// Calls `found` with every turn of this placement, with and without a building.
    pub(super) fn each_building(
        &mut self,
        eye: &Eye<'_>,
        rotation: Rotation,
        place: Action,
        found: &mut impl FnMut(&[Action], &BySeat<f32>),
    ) {
        let (castles, barn) = (self.castles(eye), self.barn(eye, rotation));
        if castles.is_empty() && barn.is_none() {
            self.each_step(eye, Built::Nothing, |step, values| found(&[place, step], values));
            return;
        }
        let mut go_on = |delta: &Delta<S>, build, built| {
            delta.each_step(eye, built, |step, values| found(&[place, build, step], values));
        };
        go_on(self, Action::Pass, Built::Nothing);
        let was = (self.values, self.home);
        for slot in castles {
            let built = self.build_castle(eye, slot);
            go_on(
                self,
                Action::Build { piece: CASTLE, site: BuildSite::Segment(SegmentIndex(slot)) },
                built,
            );
            (self.values, self.home) = was;
        }
        if let Some(build) = barn {
            self.build_barn(eye);
            go_on(self, build, Built::Barn);
            (self.values, self.home) = was;
        }
    }

    // --- Castles --------------------------------------------------------------

    /// CASTLE-1: returns the slots of cities that are now complete and have two parts.
    fn castles(&self, eye: &Eye<'_>) -> ArrayVec<u8, 4> {
        let mut slots = ArrayVec::new();
        for slot in 0..self.groups.len().min(usize::from(eye.analysis.court.left) * 16) {
            let group = &self.groups[slot];
            if group.terrain != Terrain::City
                || group.open != 0
                || usize::from(self.group_of[slot]) != slot
            {
                continue;
            }
            let is_in = |of: u8| usize::from(self.group_of[usize::from(of)]) == slot;
            let own = (0..self.groups.len() as u8).filter(|&of| is_in(of)).count();
            let met = self.met.iter().filter(|&&(_, of)| is_in(of));
            let parts = met.map(|&(root, _)| usize::from(eye.board.feature(root).parts));
            if own + parts.sum::<usize>() == 2 && !slots.is_full() {
                slots.push(slot as u8);
            }
        }
        slots
    }

    /// CASTLE-2, CASTLE-5: the knight becomes a lady, and the city is not scored.
    fn build_castle(&mut self, eye: &Eye<'_>, slot: u8) -> Built {
        let group = self.groups[usize::from(slot)];
        credit(&mut self.values, &group.figures, group.hope, -1.0);
        let lady = group.figures.leaders().iter().next();
        if let Some(seat) = lady {
            let [home, _] = &mut self.home[seat];
            let after = eye.game.hands()[seat][FigureKind::MEEPLE] + *home;
            *home -= 1;
            let free = |meeples| free(eye.weights, eye.odds, meeples);
            self.values[seat] -= free(after) - free(after - 1);
            let was = self.court(eye);
            let court = was.with_lady(seat);
            court.credit_since(&was, eye.weights, eye.odds, &mut self.values);
        }
        Built::Castle { slot, lady }
    }

    /// Returns the knights and ladies after building.
    #[inline]
    fn court_after(&self, eye: &Eye<'_>, built: Built) -> Court {
        let court = self.court(eye);
        match built {
            Built::Castle { lady: Some(seat), .. } => court.with_lady(seat),
            Built::Castle { lady: None, .. } | Built::Nothing | Built::Barn => court,
        }
    }

    /// Adds the value of a new knight for all ladies (CASTLE-7).
    #[inline]
    pub(super) fn add_knight(&self, eye: &Eye<'_>, built: Built, values: &mut BySeat<f32>) {
        if eye.analysis.court.is_there {
            let was = self.court_after(eye, built);
            was.with_knight().credit_since(&was, eye.weights, eye.odds, values);
        }
    }

    /// Reports deploying a meeple to the castle just built, and recalling a lady.
    pub(super) fn each_lady(
        &self,
        eye: &Eye<'_>,
        built: Built,
        meeple_cost: Option<f32>,
        found: &mut impl FnMut(Action, &BySeat<f32>),
    ) {
        let (seat, court) = (eye.game.turn(), self.court_after(eye, built));
        if let (Built::Castle { lady: None, .. }, Some(cost)) = (built, meeple_cost) {
            // CASTLE-4
            let mut values = self.values;
            values[seat] -= cost;
            court.with_lady(seat).credit_since(&court, eye.weights, eye.odds, &mut values);
            let (figure, target) = (FigureKind::MEEPLE, Target::Built(CASTLE));
            found(Action::Deploy { figure, target }, &values);
        }
        let ladies = eye.board.figures().iter().filter(|figure| figure.seat == seat);
        let spots = ladies
            .map(|lady| lady.spot)
            .filter(|spot| matches!(spot, FigureSpot::Piece(CASTLE, _)));
        // CASTLE-6, CASTLE-8: any lady except the new one. All others are equivalent.
        if let Some(spot) = spots.min() {
            let after = eye.game.hands()[seat][FigureKind::MEEPLE] + self.home[seat][0];
            let free = |meeples| free(eye.weights, eye.odds, meeples);
            let mut values = self.values;
            // CASTLE-7: knights of cities completed this turn still count.
            values[seat] += eye.analysis.court.points() + free(after + 1) - free(after);
            court.without_lady(seat).credit_since(&court, eye.weights, eye.odds, &mut values);
            found(Action::Recall(spot), &values);
        }
    }

    // --- Barns ----------------------------------------------------------------

    /// Returns a legal barn action, if any: all corners and farmers are equivalent.
    fn barn(&self, eye: &Eye<'_>, rotation: Rotation) -> Option<Action> {
        let yard = &eye.analysis.barnyard;
        if yard.left == 0 || yard.own.is_empty() {
            return None;
        }
        Corner::ALL.into_iter().find_map(|corner| {
            let [a, b] = corner.ports().map(|port| eye.kind.owner(rotation, port));
            let slot = usize::from(a.filter(|_| a == b)?.0);
            if eye.kind.segments[slot].terrain != Terrain::Field
                || !is_open(eye.board, self.cell, corner)
            {
                return None;
            }
            // BARN-3: requires an own farmer on that field that is not in a barn.
            let is_beside = |root| {
                let met = self.met.iter().find(|&&(met, _)| met == root);
                met.is_some_and(|&(_, of)| self.group_of[usize::from(of)] == self.group_of[slot])
            };
            let (farmer, _) = *yard.own.iter().find(|&&(_, root)| is_beside(root))?;
            Some(Action::Build { piece: BARN, site: BuildSite::Corner { corner, figure: farmer } })
        })
    }

    /// BARN-5: 1 point per farmer. The farmer that moves in cannot move again (BARN-6), and after
    /// the last barn no farmer can.
    fn build_barn(&mut self, eye: &Eye<'_>) {
        let (yard, seat) = (&eye.analysis.barnyard, eye.game.turn());
        self.values[seat] += f32::from(yard.farmers);
        let [before, after] =
            [yard.left, yard.left - 1].map(|left| yard.hope(eye.weights, eye.odds, left));
        yard.change(after - before, &mut self.values);
        self.values[seat] -= after;
    }
}
