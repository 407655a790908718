//! The steps of a turn, from the draw to the return of the figures.

use bastide::{
    Action, Axis, Cell, FigureKind, FigureSpot, Rotation, Seat, SegmentRef, Target, TileId,
};

use super::expansions::Building;
use super::{Oracle, Standing, Step};
use crate::analysis::Analysis;
use crate::landscape::Lying;

impl Oracle {
    /// Plays an action, which must be legal.
    ///
    /// # Panics
    /// May panic if the action is illegal.
    pub fn play(&mut self, action: Action) {
        match action {
            Action::Draw(tile) => self.draw(tile),
            Action::Place { cell, rotation, bridge } => self.place(cell, rotation, bridge),
            Action::Build { .. } => {
                let Step::Build(cell) = self.step else { panic!("no time to build") };
                self.build(cell, action);
                self.count_figures();
                self.go_deploy(cell);
            }
            Action::Deploy { figure, target } => self.deploy(figure, target),
            Action::Recall(spot) if matches!(self.step, Step::Respond(..)) => {
                self.respond(spot);
            }
            Action::Recall(spot) => self.recall(spot),
            Action::Pass => match self.step {
                Step::Build(cell) => self.go_deploy(cell),
                Step::Deploy(_) => self.end_turn(),
                Step::Draw | Step::Respond(..) | Step::Place(_) | Step::Over => {
                    panic!("there is nothing to decline")
                }
            },
            Action::Reveal(_) | Action::Settle(_) | Action::UseToken { .. } => {
                panic!("{action:?} is unknown here")
            }
        }
    }

    /// Step 1: draws a tile. An icon on it takes effect first (WHEEL-4), which may require choices
    /// of all players (WHEEL-PLAGUE-2).
    fn draw(&mut self, tile: TileId) {
        self.bag[usize::from(tile.0)] -= 1;
        let steps = self.land.set().kind(tile).icon;
        if steps > 0 {
            self.after_draw(tile, steps);
        } else {
            self.go_place(tile);
        }
    }

    /// Continues with laying the tile, if it fits anywhere.
    pub(super) fn go_place(&mut self, tile: TileId) {
        let places = self.places(tile);
        if !places.is_empty() {
            self.step = Step::Place(places);
        } else if self.bag_is_empty() {
            // TURN-5: the last tile fits nowhere.
            self.end_game();
        } else {
            // TURN-3, WHEEL-5: the same player draws another.
            self.step = Step::Draw;
        }
    }

    fn place(&mut self, cell: Cell, rotation: Rotation, bridge: Option<Axis>) {
        let Step::Place(places) = &self.step else { panic!("no tile to lay") };
        let is_meant = |(there, lying): &&(Cell, Lying)| {
            *there == cell && lying.rotation == rotation && lying.bridge == bridge
        };
        let &(_, lying) = places.iter().find(is_meant).expect("a place where it fits");
        self.land.lay(cell, lying);
        self.analysis = Analysis::of(&self.land);
        self.count_figures();
        self.after_place(cell);
        // BRIDGE-3, X-4
        if bridge.is_some() {
            self.built = Some(Building::Bridge);
        }
        if self.building_actions(cell).is_empty() {
            self.go_deploy(cell);
        } else {
            self.step = Step::Build(cell);
        }
    }

    /// Continues with step 2, or ends the turn if there is no legal choice.
    fn go_deploy(&mut self, cell: Cell) {
        if self.figure_actions(cell).is_empty() {
            self.end_turn();
        } else {
            self.step = Step::Deploy(cell);
        }
    }

    fn deploy(&mut self, kind: FigureKind, target: Target) {
        let Step::Deploy(cell) = self.step else { panic!("no tile to stand on") };
        let spot = match target {
            Target::Segment(slot) => FigureSpot::Segment(SegmentRef { cell, slot }),
            other => self.added_spot(cell, other),
        };
        self.figures.push(Standing { spot, seat: self.turn, kind });
        self.count_figures();
        self.end_turn();
    }

    /// Recalls a figure. The points are scored before it is removed, so that it counts itself
    /// (CASTLE-7).
    fn recall(&mut self, spot: FigureSpot) {
        self.scores[self.turn] += self.recall_points(spot);
        self.take_off(spot);
        self.end_turn();
    }

    /// Returns the figure on a spot to its owner's supply.
    pub(super) fn take_off(&mut self, spot: FigureSpot) {
        self.figures.retain(|figure| figure.spot != spot);
        self.count_figures();
        self.after_return();
    }

    /// Step 3: scores, and passes to the next player.
    fn end_turn(&mut self) {
        self.score_building();
        self.score_completed();
        let (cell, _) = *self.land.laid().last().expect("the tile just laid");
        self.after_scoring(cell);
        self.built = None;
        if self.bag_is_empty() {
            // TURN-5
            self.end_game();
        } else {
            self.turn = self.next_turn();
            self.turns += 1;
            self.step = Step::Draw;
        }
    }

    /// SETUP-4: clockwise.
    pub(super) fn next_seat(&self, seat: Seat) -> Seat {
        let next = (seat.index() as u8 + 1) % self.seats;
        Seat::new(next).expect("a seat at the table")
    }

    /// Ends the game. The figures stay on the board.
    fn end_game(&mut self) {
        self.score_the_end();
        self.step = Step::Over;
    }

    fn bag_is_empty(&self) -> bool {
        self.bag.iter().all(|&count| count == 0)
    }
}
