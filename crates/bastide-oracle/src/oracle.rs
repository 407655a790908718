//! A whole game, played by looking at the table.

use bastide::{
    Action, Actor, AnyGame, Berth, BySeat, Cell, FigureKind, LandRules, Module, Role, Rotation,
    Rules, Seat, SeatSet, Setup, Site, Slot, Spot, Terrain, TileId,
};

use crate::landscape::Landscape;
use crate::river::Course;
use crate::survey::{Feature, Survey};

/// A figure on the table.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Standing {
    /// Where it stands.
    pub site: Site,
    /// Whose it is.
    pub seat: Seat,
    /// What it is.
    pub kind: FigureKind,
}

/// What is to be done next (TURN-1).
#[derive(Clone, Debug)]
enum Step {
    /// A tile is drawn.
    Draw,
    /// This tile is laid in one of these places.
    Place(TileId, Vec<(Cell, Rotation)>),
    /// A figure may be placed on the tile in this cell.
    Deploy(Cell),
    /// Nothing: the game is over.
    Over,
}

/// A game of the Land family, as anybody could referee it with the rules in
/// one hand.
#[derive(Clone, Debug)]
pub struct Oracle {
    rules: LandRules,
    seats: u8,
    turn: Seat,
    step: Step,
    land: Landscape,
    /// What a look at the landscape shows; everything is looked at again when
    /// a tile is laid.
    survey: Survey,
    figures: Vec<Standing>,
    bag: Vec<u8>,
    scores: BySeat<i32>,
}

impl Oracle {
    /// A new game. The kinds of tile, and how many of each are in the bag, are
    /// those the engine starts with: they are data, not judgement.
    ///
    /// # Panics
    /// If no game can be set up so.
    pub fn new(setup: &Setup) -> Oracle {
        let game = AnyGame::new(setup).expect("a set-up that can be played");
        let Rules::Land(rules) = setup.rules;
        let mut land = Landscape::new(game.board().tiles().clone());
        // SETUP-3, RIVER-1
        let start = if rules.has(Module::River) {
            land.set().kinds.iter().position(|kind| kind.role == Role::Spring)
        } else {
            land.set().kinds.iter().position(|kind| kind.is_start)
        };
        let start = TileId(start.expect("every game has a start tile") as u8);
        land.lay(Cell::ORIGIN, start, Rotation::NONE);
        Oracle {
            rules,
            seats: setup.seats,
            turn: Seat::new(setup.first).expect("a seat at the table"),
            step: Step::Draw,
            survey: Survey::of(&land),
            land,
            figures: Vec::new(),
            bag: game.bag().counts().to_vec(),
            scores: BySeat::splat(0),
        }
    }

    // --- What anybody can see ------------------------------------------------

    /// The tiles on the table.
    pub fn landscape(&self) -> &Landscape {
        &self.land
    }

    /// All features, with the figures on them.
    pub fn features(&self) -> &[Feature] {
        self.survey.features()
    }

    /// The figures on the table, by where they stand.
    pub fn figures(&self) -> Vec<Standing> {
        let mut figures = self.figures.clone();
        figures.sort();
        figures
    }

    /// How many tiles of each kind are left.
    pub fn bag(&self) -> &[u8] {
        &self.bag
    }

    /// Points so far.
    pub fn scores(&self) -> &BySeat<i32> {
        &self.scores
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Seat {
        self.turn
    }

    /// Who is to act.
    pub fn to_act(&self) -> Actor {
        match self.step {
            Step::Draw => Actor::Chance,
            Step::Place(..) | Step::Deploy(_) => Actor::Seat(self.turn),
            Step::Over => Actor::Nobody,
        }
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        matches!(self.step, Step::Over)
    }

    /// Everybody with the most points (END-5).
    pub fn winners(&self) -> SeatSet {
        let nobody_has_more = |&seat: &Seat| {
            Seat::all(self.seats).all(|other| self.scores[other] <= self.scores[seat])
        };
        Seat::all(self.seats).filter(nobody_has_more).collect()
    }

    /// How many figures of a kind a player has off the table: all they own
    /// but those that stand on it.
    pub fn supply(&self, seat: Seat, kind: FigureKind) -> u8 {
        if seat.index() >= usize::from(self.seats) {
            return 0;
        }
        let owned = match kind {
            // SETUP-2
            FigureKind::Meeple => 7,
            // ABBOT-1
            FigureKind::Abbot => u8::from(self.rules.has(Module::Abbot)),
        };
        let standing = self.figures.iter().filter(|f| f.seat == seat && f.kind == kind);
        owned - standing.count() as u8
    }

    // --- What is legal -------------------------------------------------------

    /// Everything that can be done now, ascending.
    pub fn legal_actions(&self) -> Vec<Action> {
        let mut actions = match &self.step {
            Step::Draw => self.next_tiles().into_iter().map(Action::Draw).collect(),
            Step::Place(_, places) => {
                let place = |&(cell, rotation)| Action::Place { cell, rotation, bridge: None };
                places.iter().map(place).collect()
            }
            Step::Deploy(cell) => {
                let mut actions = self.figure_actions(*cell);
                actions.push(Action::Pass);
                actions
            }
            Step::Over => Vec::new(),
        };
        actions.sort();
        actions
    }

    /// RIVER-2: streams come first, then the lake, then everything else.
    fn next_tiles(&self) -> Vec<TileId> {
        for role in [Role::Stream, Role::Lake, Role::Stack] {
            let kinds = self.land.set().iter();
            let here =
                kinds.filter(|(tile, kind)| kind.role == role && self.bag[usize::from(tile.0)] > 0);
            let tiles: Vec<TileId> = here.map(|(tile, _)| tile).collect();
            if !tiles.is_empty() {
                return tiles;
            }
        }
        Vec::new()
    }

    /// Everywhere the tile may be laid.
    fn places(&self, tile: TileId) -> Vec<(Cell, Rotation)> {
        let mut places = self.land.places(tile);
        if matches!(self.land.set().kind(tile).role, Role::Stream | Role::Lake) {
            let course = Course::from_spring(&self.land, Cell::ORIGIN);
            places.retain(|&(cell, rotation)| {
                course.is_some_and(|course| course.allows(&self.land, tile, cell, rotation))
            });
        }
        places
    }

    /// Everything a player may do with figures after laying a tile here.
    fn figure_actions(&self, cell: Cell) -> Vec<Action> {
        let mut actions = Vec::new();
        let (tile, _) = self.land.laid()[&cell];
        for (slot, segment) in self.land.set().kind(tile).slots() {
            // MEEPLE-4
            if self.survey.feature_at(Site { cell, slot }).is_occupied() {
                continue;
            }
            for figure in FigureKind::ALL {
                // TURN-4, MEEPLE-2
                let has_one = self.supply(self.turn, figure) > 0;
                if has_one && self.may_stand(figure, segment.terrain) {
                    actions.push(Action::Deploy { figure, berth: Berth::Slot(slot) });
                }
            }
        }
        // ABBOT-6
        for figure in &self.figures {
            if figure.seat == self.turn && figure.kind == FigureKind::Abbot {
                actions.push(Action::Recall(Spot::Segment(figure.site)));
            }
        }
        actions
    }

    /// MEEPLE-3, RIVER-5, ABBOT-3, ABBOT-4.
    fn may_stand(&self, figure: FigureKind, terrain: Terrain) -> bool {
        match (figure, terrain) {
            (FigureKind::Meeple, Terrain::Road | Terrain::City | Terrain::Monastery) => true,
            (FigureKind::Meeple, Terrain::Field) => self.rules.has(Module::Fields),
            (FigureKind::Abbot, Terrain::Monastery | Terrain::Garden) => true,
            (FigureKind::Meeple | FigureKind::Abbot, _) => false,
        }
    }

    // --- A turn --------------------------------------------------------------

    /// Plays a legal action.
    ///
    /// # Panics
    /// Perhaps, if it is not legal.
    pub fn play(&mut self, action: Action) {
        match action {
            Action::Draw(tile) => self.draw(tile),
            Action::Place { cell, rotation, bridge: None } => self.place(cell, rotation),
            Action::Deploy { figure, berth: Berth::Slot(slot) } => self.deploy(figure, slot),
            Action::Recall(Spot::Segment(site)) => self.recall(site),
            Action::Pass => self.end_turn(),
            Action::Place { .. }
            | Action::Deploy { .. }
            | Action::Recall(_)
            | Action::Reveal(_)
            | Action::BuildCastle(_)
            | Action::BuildBarn { .. }
            | Action::Settle(_)
            | Action::UseToken { .. } => panic!("{action:?} is unknown here"),
        }
    }

    fn draw(&mut self, tile: TileId) {
        self.bag[usize::from(tile.0)] -= 1;
        let places = self.places(tile);
        if !places.is_empty() {
            self.step = Step::Place(tile, places);
        } else if self.bag_is_empty() {
            // TURN-5: the last tile fits nowhere.
            self.end_game();
        } else {
            // TURN-3: the same player draws another.
            self.step = Step::Draw;
        }
    }

    fn place(&mut self, cell: Cell, rotation: Rotation) {
        let Step::Place(tile, _) = self.step else { panic!("no tile to lay") };
        self.land.lay(cell, tile, rotation);
        self.survey = Survey::of(&self.land);
        self.count_figures();
        if self.figure_actions(cell).is_empty() {
            self.end_turn();
        } else {
            self.step = Step::Deploy(cell);
        }
    }

    fn deploy(&mut self, kind: FigureKind, slot: Slot) {
        let Step::Deploy(cell) = self.step else { panic!("no tile to stand on") };
        self.figures.push(Standing { site: Site { cell, slot }, seat: self.turn, kind });
        self.count_figures();
        self.end_turn();
    }

    /// ABBOT-6: he scores what his monastery or garden is worth now.
    fn recall(&mut self, site: Site) {
        self.scores[self.turn] += points(self.survey.feature_at(site));
        self.figures.retain(|figure| figure.site != site);
        self.count_figures();
        self.end_turn();
    }

    fn end_turn(&mut self) {
        self.score_completed();
        if self.bag_is_empty() {
            // TURN-5
            self.end_game();
        } else {
            // SETUP-4
            let next = (self.turn.index() as u8 + 1) % self.seats;
            self.turn = Seat::new(next).expect("a seat at the table");
            self.step = Step::Draw;
        }
    }

    fn bag_is_empty(&self) -> bool {
        self.bag.iter().all(|&count| count == 0)
    }

    // --- Points --------------------------------------------------------------

    /// Everything complete with figures on it was completed just now, since
    /// figures never stay on what is complete; only farmers do (FIELD-2).
    fn score_completed(&mut self) {
        let is_done = |f: &Feature| f.is_complete() && f.terrain != Terrain::Field;
        // SCORE-1: first all the points,
        self.pay(is_done);
        // then all the figures, winners or not (MAJ-3).
        self.figures.retain(|figure| !is_done(self.survey.feature_at(figure.site)));
        self.count_figures();
    }

    /// END-1 to END-4. The figures stay for all to see.
    fn end_game(&mut self) {
        self.pay(|_| true);
        self.step = Step::Over;
    }

    /// MAJ-1, MAJ-2, MAJ-4: each of these features, in full, to everybody who
    /// has the most figures on it.
    fn pay(&mut self, is_paid: impl Fn(&Feature) -> bool) {
        for feature in self.survey.features().iter().filter(|f| is_paid(f)) {
            let most = feature.figures.0.into_iter().max().unwrap_or(0);
            for seat in Seat::all(self.seats) {
                if most > 0 && feature.figures[seat] == most {
                    self.scores[seat] += points(feature);
                }
            }
        }
    }

    fn count_figures(&mut self) {
        self.survey.count_figures(self.figures.iter().map(|f| (f.site, f.seat)));
    }
}

/// What a feature is worth to whoever has the most figures on it.
fn points(feature: &Feature) -> i32 {
    let tiles = feature.tiles as i32;
    let shields = feature.marks as i32;
    let neighbours = 8 - feature.open as i32;
    match feature.terrain {
        // ROAD-3, END-1
        Terrain::Road => tiles,
        // CITY-2, CITY-3, END-2
        Terrain::City if feature.is_complete() => 2 * tiles + 2 * shields,
        Terrain::City => tiles + shields,
        // MONA-1, ABBOT-5, END-3
        Terrain::Monastery | Terrain::Garden => 1 + neighbours,
        // FIELD-3
        Terrain::Field => 3 * feature.complete_cities as i32,
        Terrain::River | Terrain::Path | Terrain::Tower | Terrain::House | Terrain::Courtyard => 0,
    }
}

#[cfg(test)]
mod tests {
    use bastide::{LandRules, Notation};

    use super::*;

    /// Plays tokens with a bag of exactly the tiles they draw, plus `rest`.
    fn play(rules: &str, seats: u8, tokens: &str, rest: &str) -> Oracle {
        let draws = tokens.split_whitespace().filter_map(|token| token.strip_prefix('D'));
        let deck = draws.chain(rest.split_whitespace()).map(Box::from).collect();
        let rules: LandRules = rules.parse().expect("rules");
        let setup = Setup { deck: Some(deck), ..Setup::new(Rules::Land(rules), seats) };
        let mut oracle = Oracle::new(&setup);
        let set = oracle.landscape().set().clone();
        for token in tokens.split_whitespace() {
            let action = Notation::new(&set).parse(token).expect(token);
            assert!(oracle.legal_actions().contains(&action), "{token} is not legal");
            oracle.play(action);
        }
        oracle
    }

    fn legal(oracle: &Oracle) -> String {
        let notation = Notation::new(oracle.landscape().set());
        let tokens = oracle.legal_actions();
        let tokens: Vec<_> = tokens.iter().map(|&a| notation.show(a).to_string()).collect();
        tokens.join(" ")
    }

    fn meeples(oracle: &Oracle) -> Vec<u8> {
        Seat::all(oracle.seats).map(|seat| oracle.supply(seat, FigureKind::Meeple)).collect()
    }

    #[test]
    fn the_bag_holds_all_but_the_start() {
        for (rules, left) in [("base", 71), ("base,fields,river", 71 + 11)] {
            let rules: LandRules = rules.parse().expect("rules");
            let oracle = Oracle::new(&Setup::new(Rules::Land(rules), 5));
            // SETUP-3, RIVER-1
            assert_eq!(oracle.bag().iter().map(|&n| u32::from(n)).sum::<u32>(), left);
            assert_eq!(oracle.landscape().laid().len(), 1);
        }
    }

    #[test]
    fn a_knight_closes_his_city_and_comes_home() {
        // MEEPLE-7, CITY-4
        let oracle = play("base,fields", 2, "DE P0,-1r2 M0", "B");
        assert_eq!(oracle.scores().0[..2], [4, 0]);
        assert_eq!(meeples(&oracle), [7, 7]);
        assert_eq!(oracle.turn().index(), 1);
        assert!(oracle.figures().is_empty());
    }

    #[test]
    fn a_joined_road_belongs_to_its_first_highwayman() {
        // MEEPLE-4, EX-7: blue's curve joins red's road over the start. Without
        // fields there is nothing else to stand on, so the turn has ended.
        let tokens = "DV P1,0r0 M0 DV P-1,0r3";
        let oracle = play("base", 2, tokens, "B");
        assert_eq!((oracle.to_act(), oracle.turn()), (Actor::Chance, Seat::FIRST));
        // ROAD-2, MAJ-3: closed into a loop of six tiles.
        let oracle = play("base", 2, &format!("{tokens} DV P-1,1r2 DU P0,1r1 DV P1,1r1"), "B");
        assert_eq!(oracle.scores().0[..2], [6, 0]);
        assert_eq!(meeples(&oracle), [7, 7]);
    }

    #[test]
    fn ties_pay_in_full_and_a_majority_takes_all() {
        // Red's road over the start and blue's south of it are joined in the
        // west, and in the south-east the loop of eight tiles closes.
        let joined = "DV P1,0r0 M0 DV P0,1r0 M0 DV P-1,0r3 DV P-1,1r2";
        let tokens = format!("{joined} DU P1,1r0 DV P1,2r1 DV P0,2r2");
        // MAJ-2, EX-2
        let oracle = play("base", 2, &tokens, "B");
        assert_eq!(oracle.scores().0[..2], [8, 8]);
        assert_eq!(meeples(&oracle), [7, 7]);
        // Monasteries lead round to a cell where blue starts the last curve
        // apart and brings a second highwayman in.
        let around = "DB P2,0r0 . DB P2,1r0 . DB P2,2r0 .";
        let tokens = format!("{joined} {around} DV P1,2r1 M0 DU P1,1r0 DV P0,2r2");
        // MAJ-1, MAJ-3
        let oracle = play("base", 2, &tokens, "B");
        assert_eq!(oracle.scores().0[..2], [0, 8]);
        assert_eq!(meeples(&oracle), [7, 7]);
    }

    #[test]
    fn the_end_pays_for_what_is_left() {
        // END-3: red's monastery touches the start and blue's curve. END-1:
        // blue's road has two tiles. Figures stay where they are.
        let tokens = "DE P0,-1r2 . DV P1,0r0 M0 DB P0,1r0 M0";
        let oracle = play("base,fields", 2, tokens, "");
        assert!(oracle.is_over());
        assert_eq!(oracle.scores().0[..2], [3, 2]);
        assert_eq!(meeples(&oracle), [6, 6]);
        assert_eq!(oracle.winners().iter().map(Seat::index).collect::<Vec<_>>(), [0]);
        // FIELD-3: a farmer above the cap, beside its complete city.
        let oracle = play("base,fields", 2, "DE P0,-1r2 M1", "");
        assert_eq!(oracle.scores().0[..2], [3, 0]);
        // FIELD-6: turned the other way, the city stays open.
        let oracle = play("base,fields", 2, "DE P0,1r2 M1", "");
        assert_eq!(oracle.scores().0[..2], [0, 0]);
    }

    #[test]
    fn a_tile_that_fits_nowhere_leaves_the_game() {
        // Closing the only city leaves C nowhere to go.
        let oracle = play("base", 2, "DE P0,-1r2 . DC", "B");
        // TURN-3: blue draws again.
        assert_eq!((oracle.to_act(), oracle.turn().index()), (Actor::Chance, 1));
        assert_eq!(legal(&oracle), "DB");
        // TURN-5: with nothing to draw, the game ends at once.
        let oracle = play("base", 2, "DE P0,-1r2 . DC", "");
        assert!(oracle.is_over());
    }

    #[test]
    fn the_abbot_comes_back_with_what_there_is() {
        // ABBOT-3, ABBOT-4: on the garden only the abbot.
        let oracle = play("base,abbot", 2, "DUg P1,0r1", "B B B");
        assert_eq!(legal(&oracle), "M0 A3 .");
        // ABBOT-6: garden, start, and blue's and red's monasteries.
        let oracle = play("base,abbot", 2, "DUg P1,0r1 A3 DB P1,1r0 . DB P0,1r0 R1,0.3", "B");
        assert_eq!(oracle.scores().0[..2], [4, 0]);
        assert_eq!(oracle.supply(Seat::FIRST, FigureKind::Abbot), 1);
    }
}
