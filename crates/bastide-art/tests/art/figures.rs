//! Checks that drawn figures never overlap walls or each other.

use bastide::{ABBOT, Axis, BUILDER, FigureKind, HOG, LARGE, Rotation, Terrain, TileUse};
use bastide_art::{Anchor, Atlas, Point, Pose, Theme, pieces_sprite, pixels};

use crate::geometry::kinds;

/// Half the thickness of a wall.
const WALL: f64 = 3.3;
/// Resolution of figures and of tiles, in pixels per unit.
const FINE: f64 = 8.0;
const GRAIN: usize = 3;

/// Pixels covered by a figure at full scale, relative to its centre, in board units.
struct Mask {
    points: Vec<Point>,
}

impl Mask {
    /// Renders the mask from the sprite used by web pages. Its shadow is not included.
    fn of(pose: Pose) -> Mask {
        let svg = pieces_sprite(Theme::Light);
        let uses = format!("<use href='#{}0' width='100' height='100'/></svg>", pose.name());
        let wide = 42.0 * FINE;
        let picture = pixels(&svg.replace("</svg>", &uses), wide as u32).expect("a small picture");
        let side = picture.width as usize;
        let number = |n: usize| (n as f64 + 0.5) / FINE - 21.0;
        let solid = |n: &usize| picture.data[n * 4 + 3] > 140;
        let at = |n: usize| Point { x: number(n % side), y: number(n / side) };
        let points: Vec<Point> = (0..side * side).filter(solid).map(at).collect();
        assert!(points.len() > 10_000, "{pose:?} is drawn");
        Mask { points }
    }
}

/// Returns the poses of all figures that can stand on a terrain.
fn poses(terrain: Terrain) -> Vec<Pose> {
    let others: &[FigureKind] = match terrain {
        Terrain::Road | Terrain::City => &[LARGE, BUILDER],
        Terrain::Field => &[LARGE, HOG],
        Terrain::Monastery | Terrain::Garden => &[LARGE, ABBOT],
        _ => &[],
    };
    let kinds = [FigureKind::MEEPLE].iter().chain(others);
    kinds.map(|&kind| Pose::on(kind, terrain)).collect()
}

/// Occupancy of a tile: for each pixel a slot number starting at 1, or 0 if it is free.
struct Floor {
    owners: Vec<u8>,
}

const SIDE: usize = 100 * GRAIN;

impl Floor {
    /// Creates a floor with the walls of a rotated tile.
    fn walled(atlas: &Atlas<'_>, id: bastide::TileId, rotation: Rotation) -> Floor {
        let mut owners = vec![0; SIDE * SIDE];
        for wall in atlas.plan(id, rotation, 0).areas.iter().flat_map(|area| &area.walls) {
            for pair in wall.flatten().windows(2) {
                stroke(&mut owners, pair[0], pair[1]);
            }
        }
        Floor { owners }
    }

    /// Places a figure and returns a description of the first overlap, if any.
    fn put(&mut self, slot: u8, mask: &Mask, anchor: Anchor) -> Option<String> {
        for p in &mask.points {
            let (x, y) = (anchor.at.x + p.x * anchor.scale, anchor.at.y + p.y * anchor.scale);
            if !(0.0..100.0).contains(&x) || !(0.0..100.0).contains(&y) {
                return Some(format!("the side at {x:.1} {y:.1}"));
            }
            let index = (y * GRAIN as f64) as usize * SIDE + (x * GRAIN as f64) as usize;
            match self.owners[index] {
                0 => self.owners[index] = slot,
                WALLED => return Some(format!("a wall at {x:.1} {y:.1}")),
                other if other != slot => {
                    return Some(format!("slot {} at {x:.1} {y:.1}", other - 1));
                }
                _ => {}
            }
        }
        None
    }
}

const WALLED: u8 = u8::MAX;

fn stroke(owners: &mut [u8], a: Point, b: Point) {
    let grain = GRAIN as f64;
    let low = |a: f64, b: f64| ((a.min(b) - WALL).max(0.0) * grain) as usize;
    let high = |a: f64, b: f64| (((a.max(b) + WALL) * grain) as usize).min(SIDE - 1);
    for row in low(a.y, b.y)..=high(a.y, b.y) {
        for column in low(a.x, b.x)..=high(a.x, b.x) {
            let p = Point { x: (column as f64 + 0.5) / grain, y: (row as f64 + 0.5) / grain };
            let (dx, dy) = (b.x - a.x, b.y - a.y);
            let t = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy).max(1e-9);
            let t = t.clamp(0.0, 1.0);
            let foot = Point { x: a.x + dx * t, y: a.y + dy * t };
            if foot.distance(p) < WALL {
                owners[row * SIDE + column] = WALLED;
            }
        }
    }
}

/// Places figures on all segments of a tile and returns the faults.
fn faults(
    atlas: &Atlas<'_>,
    masks: &[Mask],
    id: bastide::TileId,
    rotation: Rotation,
    bridge: Option<Axis>,
) -> Vec<String> {
    let kind = atlas.tiles().kind(id);
    let mut wrong = Vec::new();
    let mut floor = Floor::walled(atlas, id, rotation);
    let hits = atlas.hit_areas(id, rotation);
    let anchors = match bridge {
        Some(axis) => atlas.bridged_anchors(id, rotation, axis),
        None => atlas.anchors(id, rotation),
    };
    let terrains = kind.segments.iter().map(|segment| segment.terrain);
    let terrains = terrains.chain(bridge.map(|_| Terrain::Road));
    for (n, (terrain, anchor)) in terrains.zip(&anchors).enumerate() {
        if terrain == Terrain::River {
            continue;
        }
        let turns = rotation.quarter_turns();
        let name = format!("{} turned {turns} ({bridge:?}), slot {n}, {terrain}", kind.name);
        if hits.get(n).is_some_and(|hit| !hit.holds(anchor.at)) {
            wrong.push(format!("{name} is not in its own area"));
        }
        if !(0.6..=1.0).contains(&anchor.scale) {
            wrong.push(format!("{name} is {} times as large", anchor.scale));
        }
        for pose in poses(terrain) {
            let mask = &masks[pose.index()];
            if let Some(what) = floor.put(n as u8 + 1, mask, *anchor) {
                wrong.push(format!("{name}, {pose:?} overlaps {what}"));
            }
        }
    }
    assert_eq!(anchors.len(), kind.segments.len() + usize::from(bridge.is_some()));
    wrong
}

#[test]
fn figures_overlap_no_wall_no_side_and_no_other_figure() {
    let masks = Pose::ALL.map(Mask::of);
    let mut wrong = Vec::new();
    for (atlas, id, _) in kinds().filter(|(_, _, kind)| kind.usage != TileUse::Patch) {
        for rotation in Rotation::ALL {
            wrong.extend(faults(&atlas, &masks, id, rotation, None));
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn figures_on_and_under_bridges_do_not_overlap() {
    let masks = Pose::ALL.map(Mask::of);
    let (mut wrong, mut bridged) = (Vec::new(), 0);
    for (atlas, id, kind) in kinds().filter(|(_, _, kind)| kind.usage != TileUse::Patch) {
        for rotation in Rotation::ALL {
            for axis in [Axis::EastWest, Axis::NorthSouth] {
                // BRIDGE-1
                let is_field = |edge| kind.side(rotation, edge) == Some(Terrain::Field);
                if axis.edges().into_iter().all(is_field) {
                    wrong.extend(faults(&atlas, &masks, id, rotation, Some(axis)));
                    bridged += 1;
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}\n{}", wrong.len(), wrong.join("\n"));
    assert!(bridged > 100, "{bridged}");
}
