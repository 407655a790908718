//! Tests of the code both families share, on custom boards: joints that close, walls, patches,
//! bridges, tile sets.

use bastide::{
    Axis, BRIDGE_MARK, Board, Capacity, Cell, Edge, Feature, Joint, Joints, Misfit, Port, Rotation,
    SegmentIndex, SegmentRef, Terrain, TileSet,
};

/// Returns joints like those of Stronghold: paths only meet paths, equal buildings join, different
/// ones close each other.
fn walled() -> Joints {
    use Terrain::{Courtyard, House, Path, Tower};
    Joints::new(&[Courtyard, Path, Tower, House], |a, b| match (a, b) {
        (Path, Path) => Joint::Join,
        (Path, _) | (_, Path) => Joint::Clash,
        _ if a == b => Joint::Join,
        _ => Joint::Close,
    })
}

fn open_land() -> Joints {
    use Terrain::{City, Field, River, Road};
    Joints::new(&[Field, Road, City, River], |a, b| if a == b { Joint::Join } else { Joint::Clash })
}

fn board(joints: Joints, tiles: &str) -> Board {
    let set = TileSet::parse(&format!("set test\n{tiles}")).expect("a good tile file");
    let capacity = Capacity::of(&set, 4, 8);
    Board::new(set, joints, &capacity)
}

fn lay(board: &mut Board, name: &str, x: i8, y: i8, turns: u8) {
    let id = board.tiles().find(name).expect("the test names a tile");
    let (cell, rotation) = (Cell::new(x, y), Rotation::new(turns));
    if !board.laid().is_empty() {
        let kind = board.tiles().kind(id).clone();
        board.check_fit(cell, &kind, rotation).expect("it fits");
    }
    board.lay(cell, id, rotation, None);
}

fn feature(board: &Board, x: i8, y: i8, slot: u8) -> &Feature {
    let site = SegmentRef { cell: Cell::new(x, y), slot: SegmentIndex(slot) };
    board.feature(board.segment_at(site).expect("a segment lies there"))
}

#[test]
fn unequal_buildings_close_each_other() {
    let mut board = board(
        walled(),
        "tile H x4\n house N E S W\ntile T x4\n tower N E S W\ntile P x4\n path E2 W2\n courtyard N E1 W3\n courtyard E3 S W1",
    );
    lay(&mut board, "H", 0, 0, 0);
    lay(&mut board, "H", 1, 0, 0);
    assert_eq!((feature(&board, 0, 0, 0).size(), feature(&board, 0, 0, 0).open), (2, 18));
    for (x, y) in [(0, -1), (1, -1), (2, 0), (1, 1)] {
        lay(&mut board, "T", x, y, 0);
    }
    assert_eq!(feature(&board, 1, 0, 0).open, 6, "two sides still open");
    assert_eq!(feature(&board, 0, -1, 0).size(), 2, "neighbouring towers are one");
    // A path must not be adjacent to a house, a courtyard may.
    let path = board.tiles().kind(board.tiles().find("P").expect("a path")).clone();
    let west = Cell::new(-1, 0);
    let fit = board.check_fit(west, &path, Rotation::NONE);
    assert_eq!(fit, Err(Misfit::EdgeClash(Edge::East)));
    lay(&mut board, "P", -1, 0, 1);
    assert_eq!(feature(&board, 0, 0, 0).open, 3);
}

#[test]
fn a_wall_closes_whatever_lies_against_it() {
    let mut board = board(
        walled(),
        "tile H x4\n house N E S W\ntile P x4\n path E2 W2\n courtyard N E1 W3\n courtyard E3 S W1",
    );
    for (x, y) in [(-1, 0), (0, -1), (1, -1), (0, 1), (1, 1), (2, 0)] {
        board.wall_off(Cell::new(x, y));
    }
    lay(&mut board, "P", 0, 0, 0);
    assert_eq!(board.frontier().len(), 1, "only the inside is open");
    assert_eq!(feature(&board, 0, 0, 0).open, 1, "one end is at the wall");
    lay(&mut board, "P", 1, 0, 0);
    assert!(feature(&board, 0, 0, 0).is_complete());
    assert_eq!(feature(&board, 0, 0, 0).size(), 2);
    assert!(board.frontier().is_empty());
}

#[test]
fn a_patch_is_joined_inside_and_open_outside() {
    let text = "tile Pa x0 patch\n city N\n field W\n\ntile Pb x0 patch\n city N\n\n\
                tile E x4\n city N\n field E S W borders 0\npatch\n cell 0,0 Pa\n cell 1,0 Pb\n link 0,0.0 1,0.0";
    let mut board = board(open_land(), text);
    let patch = board.tiles().patch.clone().expect("the set has a patch");
    board.lay_patch(&patch);
    assert_eq!(board.laid().len(), 2);
    let city = *feature(&board, 1, 0, 0);
    assert_eq!((city.size(), city.open, city.parts), (2, 6, 2), "two cells, one city");
    lay(&mut board, "E", 0, -1, 2);
    lay(&mut board, "E", 1, -1, 2);
    assert!(feature(&board, 0, 0, 0).is_complete());
    assert_eq!(feature(&board, 0, 0, 0).size(), 4);
    // The blind side in the south of the patch bounds nothing and accepts any terrain.
    lay(&mut board, "E", 0, 1, 0);
    assert!(feature(&board, 0, 1, 0).is_complete(), "a blind side closes like a wall");
}

#[test]
fn a_bridge_lies_over_a_field_that_stays_whole() {
    // BRIDGE-3, BRIDGE-9: the bridge takes the two middle ports.
    let text = "tile U x4\n road N2 S2\n field N3 E S1\n field N1 S3 W\ntile Z x4\n field N E S W";
    let mut board = board(open_land(), text);
    lay(&mut board, "U", 0, 0, 1);
    let plain = board.tiles().find("Z").expect("a plain field");
    board.lay(Cell::new(1, 0), plain, Rotation::NONE, Some(Axis::EastWest));
    let laid = *board.tile_at(Cell::new(1, 0)).expect("just laid");
    let east = board.owner(&laid, Port::middle(Edge::East)).expect("the bridge's far end");
    assert_eq!(board.feature(east).terrain, Terrain::Road);
    assert_eq!(board.site(east).slot, SegmentIndex(1), "the slot after the tile's own");
    let road = feature(&board, 0, 0, 0);
    assert_eq!(
        (road.size(), road.count(BRIDGE_MARK), road.open),
        (1, 1, 2),
        "one printed tile, one bridge"
    );
    // Both fields beside the road join the field below the bridge.
    let root = |x, slot| {
        let site = SegmentRef { cell: Cell::new(x, 0), slot: SegmentIndex(slot) };
        board.root(board.segment_at(site).expect("a field"))
    };
    assert_eq!(root(0, 1), root(0, 2));
    assert_eq!(root(0, 1), root(1, 0));
    // A later tile at the free end must have a road there.
    let opening = board.opening(Cell::new(2, 0)).expect("east of the bridge");
    let field = board.tiles().kind(plain).clone();
    let fit = board.check_fit(opening.cell, &field, Rotation::NONE);
    assert_eq!(fit, Err(Misfit::EdgeClash(Edge::West)));
}

#[test]
fn distant_cells_are_not_confused() {
    let mut board = board(open_land(), "tile Z x99\n field N E S W");
    for x in 0..99 {
        lay(&mut board, "Z", x, 0, 0);
    }
    assert_eq!(board.frontier().len(), 200);
    // The cell 64 east and 64 south has the same place in the grid as the origin.
    assert!(board.tile_at(Cell::new(64, 64)).is_none());
    assert!(board.tile_at(Cell::new(98, 0)).is_some());
    let kind = board.tiles().kinds[0].clone();
    let fit = board.check_fit(Cell::new(64, 64), &kind, Rotation::NONE);
    assert_eq!(fit, Err(Misfit::NotAdjacent));
}
