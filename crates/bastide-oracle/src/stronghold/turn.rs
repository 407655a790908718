//! Legal actions and their effects.

use bastide::{Action, Edge, FigureKind, Port, Seat, SegmentRef, Target, Terrain, WallToken};

use super::{Held, Oracle, Pending, SEATS, Step, token};

impl Oracle {
    /// Returns all legal actions, in ascending order; empty once the game is over.
    pub fn legal_actions(&self) -> Vec<Action> {
        let mut actions = match &self.step {
            Step::Draw | Step::Reveal(_) => {
                self.chances().into_iter().map(|(action, _)| action).collect()
            }
            Step::Place(_, places) => {
                let place = |&(cell, lying): &(_, super::Lying)| Action::Place {
                    cell,
                    rotation: lying.rotation,
                    bridge: None,
                };
                places.iter().map(place).collect()
            }
            Step::Deploy => {
                let mut actions = self.deployments();
                actions.push(Action::Pass);
                actions
            }
            Step::Settle => self.settlements(),
            // S-TOKEN-K1
            Step::Encore => vec![Action::UseToken { token: token(1), on: None }, Action::Pass],
            Step::Over => Vec::new(),
        };
        actions.sort();
        actions
    }

    /// Returns the possible chance actions, each with the number of equally likely cases that lead
    /// to it; empty if a player is to act.
    pub fn chances(&self) -> Vec<(Action, u32)> {
        let mut chances = Vec::new();
        match self.step {
            Step::Draw => {
                for (id, _) in self.precinct.set().iter() {
                    chances.push((Action::Draw(id), u32::from(self.bag[usize::from(id.0)])));
                }
            }
            // S-SETUP-4: includes the tokens that were left out of the game unseen.
            Step::Reveal(_) => {
                for (&token, &count) in &self.unseen {
                    chances.push((Action::Reveal(token), u32::from(count)));
                }
            }
            Step::Place(..) | Step::Deploy | Step::Settle | Step::Encore | Step::Over => {}
        }
        chances.retain(|&(_, count)| count > 0);
        chances
    }

    /// Plays an action.
    ///
    /// # Panics
    /// Panics if the action is illegal.
    pub fn play(&mut self, action: Action) {
        assert!(self.legal_actions().contains(&action), "{action:?} is not legal");
        match action {
            Action::Draw(tile) => {
                self.bag[usize::from(tile.0)] -= 1;
                let places = self.precinct.places(tile);
                if !places.is_empty() {
                    self.step = Step::Place(tile, places);
                } else if self.is_bag_empty() {
                    // S-TURN-2: the last tile fits nowhere.
                    self.finish();
                } else {
                    self.step = Step::Draw;
                }
            }
            Action::Place { cell, rotation, .. } => {
                let tile = self.drawn().expect("a tile was drawn");
                self.precinct.lay(cell, super::Lying { tile, rotation });
                self.last = Some(cell);
                self.analysis = super::Analysis::of(&self.precinct);
                self.analysis.count_figures(&self.figures);
                if self.deployments().is_empty() {
                    self.begin_scoring();
                } else {
                    self.step = Step::Deploy;
                }
            }
            Action::Deploy { target, .. } => {
                let (Target::Segment(slot), Some(cell)) = (target, self.last) else {
                    panic!("followers go on the tile just laid");
                };
                self.figures.insert(SegmentRef { cell, slot }, self.turn);
                self.analysis.count_figures(&self.figures);
                self.begin_scoring();
            }
            Action::Settle(site) => {
                self.settle(site, 1);
                self.go_on();
            }
            Action::UseToken { token, on: Some(site) } => {
                // S-TOKEN-K2, S-TOKEN-K3: a single move by the whole sum.
                self.spend(self.turn, token);
                self.settle(site, 2);
                self.go_on();
            }
            Action::Reveal(token) => {
                let seat = self.revealing().expect("a token was taken");
                *self.unseen.get_mut(&token).expect("all kinds are listed") -= 1;
                self.held[seat].push(Held { token, since: self.turns[seat] });
                self.step = Step::Settle;
                self.go_on();
            }
            Action::UseToken { token, on: None } => {
                self.spend(self.turn, token);
                self.begin_turn(self.turn);
            }
            Action::Pass if self.step == Step::Encore => self.begin_turn(self.turn.next(SEATS)),
            Action::Pass => self.begin_scoring(),
            Action::Build { .. } | Action::Recall(_) => {
                panic!("not in this game")
            }
        }
    }

    /// Returns the deployments of a follower: on unoccupied features of the tile just laid
    /// (S-MEEPLE-1, S-MEEPLE-2).
    fn deployments(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        let Some(cell) = self.last.filter(|_| self.reserve(self.turn) > 0) else { return actions };
        let lying = self.precinct.at(cell).expect("the tile just laid");
        for (slot, _) in self.precinct.set().kind(lying.tile).slots() {
            if !self.feature_at(SegmentRef { cell, slot }).is_occupied() {
                let target = Target::Segment(slot);
                actions.push(Action::Deploy { figure: FigureKind::MEEPLE, target });
            }
        }
        actions
    }

    /// Lists the features to be scored. Complete features with followers were completed by the last
    /// tile, since followers leave at the end of the turn (S-MEEPLE-4). Courtyards are scored at
    /// the end of the game (S-YARD-1), and a tie scores nothing (S-MAJ-2).
    fn begin_scoring(&mut self) {
        self.pending.clear();
        for (number, feature) in self.analysis.features().iter().enumerate() {
            if feature.terrain == Terrain::Courtyard || !feature.is_complete() {
                continue;
            }
            if let Some(winner) = feature.majority() {
                let site = self.name_of(number);
                self.pending.push(Pending { site, feature: number, winner });
            }
        }
        self.step = Step::Settle;
        self.go_on();
    }

    /// Returns the site by which actions refer to a feature just completed; see [`Pending`].
    fn name_of(&self, feature: usize) -> SegmentRef {
        let last = self.last.expect("a tile completed it");
        let sites = &self.analysis.features()[feature].sites;
        let on_tile = sites.iter().find(|site| site.cell == last);
        let beside = sites.iter().find(|&&site| self.lies_against(site, last));
        *on_tile.or(beside).expect("what is completed lies on the tile or against it")
    }

    /// Returns true if a segment reaches the side that its tile shares with a cell.
    fn lies_against(&self, site: SegmentRef, cell: bastide::Cell) -> bool {
        let lying = self.precinct.at(site.cell).expect("a laid tile");
        Edge::ALL.into_iter().any(|edge| {
            site.cell.step(edge) == cell
                && (0..3).any(|third| {
                    self.precinct.slot_at(lying, Port::new(edge, third)) == Some(site.slot)
                })
        })
    }

    /// Returns the features that can be scored next: those of the player who laid the tile, then
    /// those of the opponent (S-ORDER-1).
    fn next_group(&self) -> Vec<Pending> {
        let of = |seat| -> Vec<Pending> {
            self.pending.iter().copied().filter(|pending| pending.winner == seat).collect()
        };
        let own = of(self.turn);
        if own.is_empty() { of(self.turn.next(SEATS)) } else { own }
    }

    /// Returns the legal choices of the next scoring: each feature as it is, or doubled if it
    /// belongs to the player whose turn it is and there is a token for it (S-ORDER-2, S-TOKEN-3,
    /// S-TOKEN-K2, S-TOKEN-K3).
    fn settlements(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        for pending in self.next_group() {
            actions.push(Action::Settle(pending.site));
            let terrain = self.analysis.features()[pending.feature].terrain;
            for (kind, doubled) in [(2, Terrain::Tower), (3, Terrain::House)] {
                let is_own = pending.winner == self.turn && terrain == doubled;
                if is_own && self.usable(self.turn, token(kind)) > 0 {
                    let on = Some(pending.site);
                    actions.push(Action::UseToken { token: token(kind), on });
                }
            }
        }
        actions
    }

    /// Continues until a player has a choice.
    fn go_on(&mut self) {
        while self.step == Step::Settle {
            match self.settlements()[..] {
                [] => self.end_turn(),
                [Action::Settle(site)] => self.settle(site, 1),
                _ => return,
            }
        }
    }

    /// Scores `times` times the value of a feature, and takes the token where the marker stops
    /// (S-TOKEN-1).
    fn settle(&mut self, site: SegmentRef, times: i32) {
        let at = self.pending.iter().position(|pending| pending.site == site);
        let Pending { feature, winner, .. } = self.pending.remove(at.expect("it is to be scored"));
        let feature = &self.analysis.features()[feature];
        self.scores[winner] += times * super::points::worth(feature);
        if feature.terrain == Terrain::House {
            // S-KEEP-1, S-KEEP-2
            let size = feature.tiles as u8;
            if self.keeps[winner].is_none_or(|keep| size > keep.size) {
                self.keeps[winner] = Some(bastide::Keep { site, size });
            }
        }
        let space = self.space(winner);
        for (number, corner) in (0..).zip(self.precinct.wall().corners()) {
            if corner.spaces.contains(&space) && self.corners.remove(&number) {
                self.step = Step::Reveal(winner);
            }
        }
    }

    /// Removes a used token from its owner.
    pub(super) fn spend(&mut self, seat: Seat, token: WallToken) {
        // The oldest of its kind, which is usable if any is.
        let at = self.held[seat].iter().position(|held| held.token == token);
        self.held[seat].remove(at.expect("the player has it"));
    }

    fn end_turn(&mut self) {
        // S-MEEPLE-4: all followers return, including those that won nothing; merchants stay.
        let analysis = &self.analysis;
        self.figures.retain(|&site, _| {
            let feature = &analysis.features()[analysis.number_at(site)];
            !feature.is_complete() || feature.terrain == Terrain::Courtyard
        });
        self.analysis.count_figures(&self.figures);
        if self.is_bag_empty() {
            // S-END-1
            self.finish();
        } else if self.usable(self.turn, token(1)) > 0 {
            self.step = Step::Encore;
        } else {
            self.begin_turn(self.turn.next(SEATS));
        }
    }

    fn begin_turn(&mut self, seat: Seat) {
        self.turn = seat;
        self.turns[seat] += 1;
        self.step = Step::Draw;
    }

    fn is_bag_empty(&self) -> bool {
        self.bag.iter().all(|&count| count == 0)
    }

    /// Ends the game (S-END-1).
    fn finish(&mut self) {
        let ending = self.ending();
        for seat in Seat::all(SEATS) {
            self.scores[seat] += ending.points[seat];
            for &token in &ending.used[seat] {
                self.spend(seat, token);
            }
        }
        self.corners.clear();
        self.step = Step::Over;
    }
}
