//! No edge shows: along every side that two tiles share, each drawn alone,
//! the colours are the same.

use bastide::{AnyGame, Axis, Edge, sets};
use bastide_art::{Atlas, Parts, Theme, pixels, sprite, tile};

use crate::{MIXES, played};

/// Pixels a tile is wide.
const SIDE: usize = 100;
/// Pixels of a side that a tower in its corner covers.
const CORNER: usize = 14;

#[test]
fn colours_agree_along_shared_sides() {
    for (rules, seats) in MIXES {
        check(rules, seats, Parts::Ground);
    }
    // Inside a wall towers are higher than a tile's northern part is deep, so only land has
    // nothing that reaches over a side.
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
            // A bridge is no part of the tile, and walls inside a wall may close each other.
            let is_bridged = |axis: Axis| laid.bridge == Some(axis) || other.bridge == Some(axis);
            if is_bridged(edge.axis()) {
                continue;
            }
            let side = board.kind_of(laid).side(laid.rotation, edge);
            let facing = board.kind_of(other).side(other.rotation, edge.opposite());
            if side != facing || side.is_none() {
                continue;
            }
            // Where a wall ends in a corner its tower stands, on all tiles that meet there.
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
fn sprites_draw_what_tiles_draw() {
    // Tile E, a city in the north: turned once it lies in the east.
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
