//! Checks that no seams are visible: along every side shared by two separately drawn tiles, the
//! colours are equal.

use bastide::{AnyGame, Axis, Edge, Game, Terrain, sets};
use bastide_art::{Atlas, Look, Parts, Theme, bounds, map, origin, pixels, sprite, tile};

use crate::{MIXES, played};

/// Width of a tile in pixels.
const SIDE: usize = 100;
/// Pixels of a side covered by a tower in its corner.
const CORNER: usize = 14;

#[test]
fn colours_agree_along_shared_sides() {
    for (rules, seats) in MIXES {
        check(rules, seats, Parts::Ground);
    }
    // In Stronghold, towers reach over the northern side of a tile, so this is checked only for the
    // land game.
    let (rules, seats) = MIXES[0];
    check(rules, seats, Parts::All);
}

fn check(rules: &str, seats: u8, parts: Parts) {
    let game = played(rules, seats, 11);
    let board = game.board();
    let atlas = Atlas::new(board.tiles());
    let inside = |cell| match &game {
        AnyGame::Land(_) => true,
        AnyGame::Stronghold(game) => game.wall().contains(cell),
    };
    let drawn: Vec<_> = board
        .laid()
        .iter()
        .filter(|laid| inside(laid.cell))
        .map(|laid| {
            let svg = tile(&atlas, laid.kind, laid.rotation, laid.cell, Theme::Light, parts);
            (laid, pixels(&svg, SIDE as u32).expect("a small picture"))
        })
        .collect();
    let mut compared = 0;
    for (laid, picture) in &drawn {
        for edge in [Edge::East, Edge::South] {
            let next = laid.cell.step(edge);
            let Some((other, beside)) = drawn.iter().find(|(o, _)| o.cell == next) else {
                continue;
            };
            // A bridge is not part of the tile. Buildings that close each other have a wall between
            // them.
            let is_bridged = |axis: Axis| laid.bridge == Some(axis) || other.bridge == Some(axis);
            if is_bridged(edge.axis()) {
                continue;
            }
            let side = board.kind_of(laid).side(laid.rotation, edge);
            let facing = board.kind_of(other).side(other.rotation, edge.opposite());
            if side != facing || side.is_none() {
                continue;
            }
            // Where a wall ends in a corner, all adjacent tiles have its tower.
            let wrong = (CORNER..SIDE - CORNER)
                .filter(|&n| {
                    let (a, b) = match edge {
                        Edge::East => ((SIDE - 1, n), (0, n)),
                        _ => ((n, SIDE - 1), (n, 0)),
                    };
                    let at = |data: &[u8], (x, y): (usize, usize)| {
                        let start = (y * SIDE + x) * 4;
                        [data[start], data[start + 1], data[start + 2]]
                    };
                    let (a, b) = (at(&picture.data, a), at(&beside.data, b));
                    a.iter().zip(b).any(|(a, b)| a.abs_diff(b) > 60)
                })
                .count();
            assert!(
                wrong <= 3,
                "{rules}: {} and {} differ in {wrong} of {SIDE} pixels to the {edge:?} of {}",
                board.kind_of(laid).name,
                board.kind_of(other).name,
                laid.cell
            );
            compared += 1;
        }
    }
    assert!(compared > 40, "{rules}: only {compared} sides were compared");
}

#[test]
fn between_different_buildings_a_wall_is_drawn() {
    // S-TILE-4. There is no wall where equal terrains meet.
    const WIDE: u32 = 2000;
    let game = played("stronghold", 2, 11);
    let board = game.board();
    let atlas = Atlas::new(board.tiles());
    let picture = pixels(&map(&game, &atlas, &Look::default()), WIDE).expect("a picture");
    let frame = bounds(&game);
    let scale = f64::from(WIDE) / (frame.width + 72.0);
    let pixel = |x: f64, y: f64| {
        let along = |n: f64, from: f64| ((n - from + 36.0) * scale) as usize;
        let start = (along(y, frame.y) * WIDE as usize + along(x, frame.x)) * 4;
        [0, 1, 2].map(|n| i32::from(picture.data[start + n]))
    };
    // Stone is nearly grey; roofs, slate, plaster and grass are not.
    let is_stone = |[r, g, b]: [i32; 3]| (0..45).contains(&(r - b)) && (0..24).contains(&(r - g));
    let is_building = |terrain| matches!(terrain, Terrain::Tower | Terrain::House);
    let (mut walled, mut open) = (Vec::new(), Vec::new());
    for laid in board.laid() {
        for edge in [Edge::East, Edge::South] {
            let Some(other) = board.tile_at(laid.cell.step(edge)) else { continue };
            let here = board.kind_of(laid).side(laid.rotation, edge);
            let there = board.kind_of(other).side(other.rotation, edge.opposite());
            let (Some(here), Some(there)) = (here, there) else { continue };
            if !is_building(here) && !is_building(there) {
                continue;
            }
            let at = origin(laid.cell);
            let stones = (20..80)
                .filter(|&n| {
                    let n = f64::from(n);
                    is_stone(match edge {
                        Edge::East => pixel(at.x + 100.0, at.y + n),
                        _ => pixel(at.x + n, at.y + 100.0),
                    })
                })
                .count();
            if here == there { open.push(stones) } else { walled.push(stones) }
        }
    }
    assert!(walled.len() > 10 && open.len() > 5, "{walled:?} {open:?}");
    let share = |all: &[usize]| all.iter().sum::<usize>() as f64 / (all.len() * 60) as f64;
    assert!(share(&walled) > 0.6, "{walled:?}");
    assert!(share(&open) < 0.3, "{open:?}");
}

#[test]
fn sprites_draw_what_tiles_draw() {
    // Tile E has a city in the north; rotated once, it is in the east.
    let svg = sprite(sets::base(), Theme::Print);
    let land = "<path fill='#fff' d='M0 0h100v100h-100z'/>";
    let page = |name: &str| {
        let uses = format!("{land}<use href='#{name}' width='100' height='100'/></svg>");
        pixels(&svg.replace("</svg>", &uses), 100).expect("a small picture")
    };
    let city = |name: &str| {
        let picture = page(name);
        let grey = |x: usize, y: usize| picture.data[(y * 100 + x) * 4] != 255;
        let count = |xs: std::ops::Range<usize>, ys: std::ops::Range<usize>| {
            ys.flat_map(|y| xs.clone().map(move |x| (x, y))).filter(|&(x, y)| grey(x, y)).count()
        };
        (count(30..70, 2..20), count(80..98, 30..70))
    };
    let ((north, _), (other, east)) = (city("E-0"), city("E-1"));
    assert!(north > 600 && east > 600 && other < 100, "{north} {east} {other}");
}
