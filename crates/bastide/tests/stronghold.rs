//! Tests of the built-in wall and its tiles against the contents of the box, of the validation of
//! custom walls and tiles, and of a complete game.

use bastide::{
    Action, Actor, Cell, Certainty, Edge, Event, FigureKind, Game, Illegality, MARKET, OwnSets,
    Seat, SetupProblem, Stronghold, StrongholdRules, StrongholdSetup, Terrain, TileUse, WELL,
    WallToken, sets,
};

fn setup() -> StrongholdSetup {
    StrongholdSetup::new(StrongholdRules, 2)
}

fn with_board(tiles: &str, wall: &str) -> Result<Stronghold, Vec<SetupProblem>> {
    let (tiles, wall) = (format!("set stronghold\n{tiles}"), format!("wall t\n{wall}"));
    let own = OwnSets::parse([tiles.as_str(), wall.as_str()]).expect("good files");
    Stronghold::new(&setup().with_sets(own)).map_err(|error| error.0)
}

#[test]
fn the_wall_matches_the_known_facts() {
    // S-SETUP-2, S-SETUP-4, S-TOKEN-2, S-EX-3
    let wall = sets::stronghold_wall();
    assert_eq!(wall.cells().count(), 76);
    assert_eq!(wall.track(), 100);
    assert_eq!(wall.corners().len(), 14);
    let bare: Vec<_> = wall.corners().iter().filter(|c| !c.has_token).collect();
    assert_eq!(bare.iter().map(|c| c.spaces).collect::<Vec<_>>(), [[0, 1]]);
    assert!(wall.corner_at(33).is_some(), "the example's corner");
    assert_eq!(wall.certainty(), Certainty::Reconstructed);
    // The wall is straight where two of its pieces meet.
    for piece_end in [27, 47, 69, 91] {
        assert_eq!([wall.corner_at(piece_end), wall.corner_at(piece_end + 1)], [None, None]);
    }
    // Nine outer and five inner corners, all of them towers.
    let inside = |vertex: Cell| {
        let around = [(-1, -1), (0, -1), (-1, 0), (0, 0)];
        around.iter().filter(|&&(x, y)| wall.contains(vertex.offset(x, y))).count()
    };
    let turns: Vec<_> = wall.corners().iter().map(|c| inside(c.vertex)).collect();
    assert_eq!(turns.iter().filter(|&&n| n == 1).count(), 9);
    assert_eq!(turns.iter().filter(|&&n| n == 3).count(), 5);
    assert_eq!(wall.space(99), 99);
    assert_eq!(wall.space(100), 0, "passing 99 marks 100");
}

#[test]
fn the_box_has_sixty_tiles_and_seven_start_areas() {
    // S-SETUP-3
    let set = sets::stronghold();
    assert_eq!(set.total(), 60);
    let marks = |mark| {
        let on = |s: &&bastide::Segment| s.marks.contains(mark);
        set.kinds.iter().map(|k| usize::from(k.count) * k.segments.iter().filter(on).count()).sum()
    };
    assert_eq!((marks(MARKET), marks(WELL)), (18_usize, 8_usize));
    assert!(set.kinds.iter().all(|k| k.certainty == Certainty::Reconstructed));
    let sides = |terrain| {
        let stack = set.kinds.iter().filter(|k| k.usage == TileUse::Stack);
        let shown = |edge: &Edge, k: &bastide::TileKind| {
            k.side(bastide::Rotation::NONE, *edge) == Some(terrain)
        };
        stack
            .map(|k| usize::from(k.count) * Edge::ALL.iter().filter(|e| shown(e, k)).count())
            .sum::<usize>()
    };
    let kinds = [Terrain::Path, Terrain::House, Terrain::Tower, Terrain::Courtyard];
    assert_eq!(kinds.map(sides), [108, 46, 42, 44]);
    let patch = set.patch.as_ref().expect("start areas");
    let shown = |&(_, id, _): &(_, bastide::TileId, _)| set.kind(id).segments[0].terrain;
    let mut areas: Vec<_> = patch.cells.iter().map(shown).collect();
    areas.sort_unstable();
    use Terrain::{Courtyard, House, Path, Tower};
    assert_eq!(areas, [Path, Path, Tower, Tower, House, House, Courtyard]);
}

#[test]
fn a_game_begins_with_the_start_areas() {
    // S-SETUP-1, S-SETUP-4, S-TILE-1
    let game = Stronghold::new(&setup()).expect("the built-in game");
    assert_eq!(game.board().laid().len(), 7);
    assert_eq!(game.bag().left(), 60);
    let openings: Vec<_> = game.board().frontier().iter().map(|o| (o.cell.x, o.cell.y)).collect();
    assert_eq!(openings, [(3, 0), (7, 2), (0, 4), (9, 5), (1, 7), (8, 8), (5, 9)]);
    for seat in Seat::all(2) {
        assert_eq!(game.hands()[seat][FigureKind::MEEPLE], 6);
        assert_eq!((game.keep(seat), game.purse(seat).iter().count()), (None, 0));
    }
    assert_eq!(game.tokens_on_wall(), 13);
    assert_eq!(game.unseen_tokens().map(|(_, n)| n).collect::<Vec<_>>(), [2; 9]);
    assert_eq!(game.largest_gap(), 76);
}

#[test]
fn every_problem_of_a_setup_is_named() {
    // S-SETUP-1: exactly two players.
    let setup = StrongholdSetup { seats: 3, ..setup() };
    let setup = setup.with_first(3).with_deck(["A1", "A1", "SH", "Nope"]);
    let error = Stronghold::new(&setup).expect_err("almost everything is wrong");
    assert_eq!(
        error.0,
        [
            SetupProblem::Seats { asked: 3, fewest: 2, most: 2 },
            SetupProblem::FirstSeat(3),
            SetupProblem::TooManyCopies { tile: "A1".into(), available: 1 },
            SetupProblem::UnknownTile("SH".into()),
            SetupProblem::UnknownTile("Nope".into()),
        ]
    );
    assert!(error.to_string().starts_with("3 players, but the game is for 2; "), "{error}");
}

const AREA: &str = "tile S x0 patch\n house S\n";
const TOWERS: &str = "tile T x3\n tower N E S W\n";
const WALL: &str = "row ##\nrow ##\ntrack 9\ncorner 0,0 0 1\n";

#[test]
fn custom_walls_and_tiles_are_validated() {
    let areas = |cells: &str| with_board(&format!("{TOWERS}{AREA}patch\n{cells}"), WALL);
    assert!(areas("cell 0,-1 S").is_ok());
    for bad in ["cell 0,0 S", "cell 0,-2 S", "cell 2,2 S", "cell 0,-1 S r1", "cell -1,0 S"] {
        let at = areas(bad).expect_err(bad);
        assert!(matches!(at[..], [SetupProblem::StartArea(_)]), "{bad}: {at:?}");
    }
    assert_eq!(with_board(TOWERS, WALL).expect_err("no start"), [SetupProblem::NoStart]);
    let nook = "row #.#\nrow ###\ntrack 9\n";
    let in_nook = with_board(&format!("{TOWERS}{AREA}patch\ncell 1,0 S"), nook);
    let problem = SetupProblem::StartArea(Cell::new(1, 0));
    assert_eq!(in_nook.expect_err("it touches three cells"), [problem]);
    let foreign = with_board(&format!("tile F x1\n field N E S W\n{AREA}patch\ncell 0,-1 S"), WALL);
    assert_eq!(foreign.expect_err("a field"), [SetupProblem::ForeignTile("F".into())]);
    let none = with_board(&format!("{AREA}patch\ncell 0,-1 S"), WALL);
    assert_eq!(none.expect_err("no tile"), [SetupProblem::EmptyDeck]);
    let many: String = (0..2).map(|n| format!("tile T{n} x99\n tower N E S W\n")).collect();
    let large = with_board(&format!("{many}{AREA}patch\ncell 0,-1 S"), WALL);
    assert_eq!(large.expect_err("198 tiles"), [SetupProblem::BoardTooLarge]);
}

#[test]
fn a_small_custom_wall_can_be_played() {
    // Three towers in an area of four cells.
    let wall = "row ##\nrow ##\ntrack 9\ncorner 0,0 0 1 bare\ncorner 2,0 6 7\n";
    let mut game =
        with_board(&format!("{TOWERS}{AREA}patch\ncell 0,-1 S"), wall).expect("a good board");
    let mut events = Vec::new();
    let notation = |game: &Stronghold, token: &str| game.notation().parse(token).expect(token);
    let mut play = |game: &mut Stronghold, token: &str| {
        game.play_with(notation(game, token), &mut events).expect(token);
    };
    play(&mut game, "DT");
    let outside =
        Action::Place { cell: Cell::new(2, 0), rotation: Default::default(), bridge: None };
    assert_eq!(game.check(outside), Err(Illegality::OutsideWall));
    for token in ["P0,0r0", "M0", "DT", "P1,0r0", "DT"] {
        play(&mut game, token);
    }
    assert_eq!(game.hands()[Seat::FIRST][FigureKind::MEEPLE], 5);
    let mut listed = Vec::new();
    game.legal_actions(&mut listed);
    let cells: Vec<_> = ["P0,1r0", "P1,1r0"].map(|token| notation(&game, token)).into();
    assert_eq!(listed, cells, "blue could not place: the only tower is red's");
    play(&mut game, "P0,1r0");
    // The last tile is laid and one cell is empty, so the tower is not complete.
    assert!(game.is_over());
    assert_eq!(game.scores().0[..2], [0, 0]);
    let ended = events.last().expect("something happened");
    assert!(matches!(ended, Event::GameEnded { winners } if winners.len() == 2), "S-END-5");
}

#[test]
fn tokens_are_revealed_in_proportion_to_those_unseen() {
    // S-SETUP-4: a tower of one cell scores 2, and space 2 has a token.
    let wall = "row #\ntrack 9\ncorner 0,0 2 3\n";
    let tiles = "tile T x2\n tower N E S W\ntile S x0 patch\n house S\npatch\ncell 0,-1 S";
    let mut game = with_board(tiles, wall).expect("a good board");
    for token in ["DT", "P0,0r0", "M0"] {
        game.play(game.notation().parse(token).expect(token)).expect(token);
    }
    assert_eq!(game.revealing(), Some(Seat::FIRST));
    assert_eq!((game.to_act(), game.space(Seat::FIRST)), (Actor::Chance, 2));
    let token = |kind| WallToken::new(kind).expect("1 to 9");
    let all: Vec<_> = (1..=9).map(|kind| (Action::Reveal(token(kind)), 2)).collect();
    assert_eq!(game.chances().collect::<Vec<_>>(), all);
    assert_eq!(game.chance_count(), 18);
    assert_eq!((game.nth_chance(5), game.nth_chance(18)), (Some(all[2]), None));
    let draw = Action::Draw(bastide::TileId(0));
    assert_eq!(game.check(draw), Err(Illegality::ChanceActs));
    game.play(Action::Reveal(token(9))).expect("the token is face down");
    assert_eq!(game.unseen_tokens().map(|(_, n)| n).sum::<u8>(), 17);
    assert_eq!((game.purse(Seat::FIRST).held(token(9)), game.has_token(0)), (1, false));
}
