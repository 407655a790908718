//! Checks hit areas, anchors, outlines and cells.

use bastide::{AnyGame, Edge, Game, Port, Rotation, Terrain, TileId, TileKind, TileUse, sets};
use bastide_art::{Atlas, Point, Shape};

use crate::{MIXES, played};

pub(crate) fn kinds() -> impl Iterator<Item = (Atlas<'static>, TileId, &'static TileKind)> {
    let sets = sets::all().into_iter();
    sets.flat_map(|set| set.iter().map(move |(id, kind)| (Atlas::new(set), id, kind)))
}

fn grid() -> impl Iterator<Item = Point> {
    // Off the diagonals, where two areas may meet.
    let number = |n: i32, by: f64| f64::from(n) * 2.0 + by;
    (0..50)
        .flat_map(move |y| (0..50).map(move |x| Point { x: number(x, 0.37), y: number(y, 0.91) }))
}

/// Returns a point just inside the tile at a port.
fn port_point(port: Port) -> Point {
    let along = 50.0 + [-27.0, 0.0, 27.0][usize::from(port.third())];
    match port.edge() {
        Edge::North => Point { x: along, y: 1.0 },
        Edge::East => Point { x: 99.0, y: along },
        Edge::South => Point { x: 100.0 - along, y: 99.0 },
        Edge::West => Point { x: 1.0, y: 100.0 - along },
    }
}

#[test]
fn hit_areas_cover_the_tile_and_do_not_overlap() {
    for (atlas, id, kind) in kinds().filter(|(_, _, kind)| kind.usage != TileUse::Patch) {
        let hits = atlas.hit_areas(id, Rotation::NONE);
        assert_eq!(hits.len(), kind.segments.len(), "{}", kind.name);
        for p in grid() {
            let number = hits.iter().filter(|hit| hit.holds(p)).count();
            assert_eq!(number, 1, "segments of {} at {p:?}", kind.name);
        }
        let sum: f64 = hits.iter().map(Shape::size).sum();
        assert!((sum - 10_000.0).abs() < 2.0, "{} covers {sum}", kind.name);
        for (slot, hit) in kind.slots().map(|(slot, _)| slot).zip(&hits) {
            assert!(hit.size() > 150.0, "{} slot {} is hard to hit", kind.name, slot.0);
        }
    }
}

#[test]
fn every_port_lies_in_the_area_of_its_segment() {
    for (atlas, id, kind) in kinds() {
        for rotation in Rotation::ALL {
            let hits = atlas.hit_areas(id, rotation);
            for port in Port::all() {
                let Some(owner) = kind.owner(rotation, port) else { continue };
                let hit = &hits[usize::from(owner.0)];
                assert!(
                    hit.holds(port_point(port)),
                    "{} turned {rotation:?}: {port} is not where slot {} is",
                    kind.name,
                    owner.0
                );
            }
        }
    }
}

#[test]
fn roads_and_rivers_cross_sides_in_the_middle_at_right_angles() {
    for (atlas, id, kind) in kinds() {
        for variant in 0..4 {
            for line in &atlas.plan(id, Rotation::NONE, variant).lines {
                let flat = line.curve.flatten();
                for (end, next) in
                    [(flat[0], flat[1]), (flat[flat.len() - 1], flat[flat.len() - 2])]
                {
                    let is_side = [end.x, end.y].iter().any(|n| !(0.01..=99.99).contains(n));
                    if !is_side {
                        continue;
                    }
                    let (dx, dy) = ((next.x - end.x).abs(), (next.y - end.y).abs());
                    let is_middle = (end.x - 50.0).abs() < 0.01 || (end.y - 50.0).abs() < 0.01;
                    let slope = dx.min(dy) / dx.max(dy);
                    assert!(is_middle && slope < 0.12, "{} variant {variant}: {end:?}", kind.name);
                }
            }
        }
    }
}

#[test]
fn outlines_contain_the_anchors_of_their_own_segments_only() {
    for (rules, seats) in MIXES {
        let game = played(rules, seats, 3);
        let board = game.board();
        let atlas = Atlas::new(board.tiles());
        for terrain in [Terrain::City, Terrain::Field, Terrain::House, Terrain::Courtyard] {
            let shapes = atlas.features(board, terrain);
            for (root, shape) in &shapes {
                for segment in board.segments() {
                    let site = board.site(segment);
                    let tile = board.tile_at(site.cell).expect("a laid tile");
                    if board.kind_of(tile).usage == TileUse::Patch || tile.bridge.is_some() {
                        continue;
                    }
                    let at = atlas.anchor(board, site).expect("an anchor").at;
                    let is_part = board.root(segment) == *root;
                    assert_eq!(shape.holds(at), is_part, "{rules}: {terrain} at {site:?}");
                }
            }
        }
    }
}

#[test]
fn outlines_have_no_inner_lines() {
    // Parts that meet along a side are joined: no stretch of an outline has the feature on both
    // sides.
    for (rules, seats) in MIXES {
        let game = played(rules, seats, 3);
        let board = game.board();
        let atlas = Atlas::new(board.tiles());
        for terrain in [Terrain::City, Terrain::Field, Terrain::Tower, Terrain::Courtyard] {
            for (root, shape) in atlas.features(board, terrain) {
                for ring in shape.rings() {
                    for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                        let long = a.distance(*b);
                        if long < 6.0 {
                            continue;
                        }
                        let (x, y) = ((a.x + b.x) / 2.0, (a.y + b.y) / 2.0);
                        let (dx, dy) = ((b.y - a.y) / long * 0.3, (a.x - b.x) / long * 0.3);
                        let sides = [(x + dx, y + dy), (x - dx, y - dy)];
                        let is_both = sides.iter().all(|&(x, y)| shape.holds(Point { x, y }));
                        let site = board.site(root);
                        assert!(!is_both, "{rules}: {terrain} of {site:?} near {x} {y}");
                    }
                }
            }
        }
    }
}

#[test]
fn legal_cells_are_those_of_the_legal_actions_and_dead_cells_are_none_of_them() {
    let setup = bastide::Setup::new(bastide::Rules::Land("base".parse().expect("rules")), 2);
    let mut game = AnyGame::new(&setup).expect("a good set-up");
    let mut actions = Vec::new();
    let mut dead_seen = 0;
    let mut step = 0usize;
    while !game.is_over() {
        let legal = bastide_art::legal_cells(&game);
        let dead = bastide_art::dead_cells(&game);
        assert!(legal.iter().all(|cell| !dead.contains(cell)));
        assert_eq!(
            legal.is_empty(),
            !matches!(game.to_act(), bastide::Actor::Seat(_)) || game.drawn().is_none()
        );
        dead_seen = dead_seen.max(dead.len());
        actions.clear();
        game.legal_actions(&mut actions);
        step = step.wrapping_mul(31).wrapping_add(17);
        game.play(actions[step % actions.len()]).expect("a legal action");
    }
    assert!(dead_seen > 0, "a whole random game has openings that nothing fits");
}
