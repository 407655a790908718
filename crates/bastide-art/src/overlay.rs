//! Overlays that show the owners and values of features.

use bastide::{Board, Colour, Seat, SeatColours, SegmentId, Terrain};

use crate::atlas::Atlas;
use crate::figures::COLOURS;
use crate::geom::{Curve, Point, pt};
use crate::letters::Text;
use crate::region::{REACH, Shape};

/// Tints of unclaimed fields.
const TINTS: [&str; 7] =
    ["#8fb7d6", "#e2a9a0", "#c9b6e4", "#f0cf7f", "#9fd0b4", "#d9b38c", "#b8c4cf"];

/// Tints every field in its owner's colour, or in a tint of its own if it is unclaimed.
pub(crate) fn fields(
    out: &mut String,
    board: &Board,
    atlas: &Atlas<'_>,
    lanes: &[Curve],
    colours: &SeatColours,
) {
    let mut fields = atlas.fields(board);
    lanes.iter().for_each(|lane| leave_lane(&mut fields, lane));
    for (n, (root, shape)) in fields.iter().enumerate() {
        let leaders = leaders(board, *root, colours);
        let (tint, opacity) = match leaders.first() {
            Some(colour) => (COLOURS[colour.index()].0, ".42"),
            None => (TINTS[n % TINTS.len()], ".55"),
        };
        let path = shape.path();
        out.push_str(&format!(
            "<path d='{path}' fill='{tint}' fill-opacity='{opacity}' fill-rule='evenodd' \
             stroke='#fffaf0' stroke-width='1.6' stroke-linejoin='round'/>"
        ));
        // The pattern identifies the owner for colour-blind readers.
        if let Some(colour) = leaders.first() {
            let n = colour.index();
            out.push_str(&format!("<path d='{path}' class='q{n}' fill-rule='evenodd'/>"));
        }
        // Further owners of a shared field are drawn as dashed outlines.
        for colour in leaders.iter().skip(1) {
            out.push_str(&format!(
                "<path d='{path}' class='e{}' fill='none' fill-rule='evenodd' stroke-width='4' \
                 stroke-dasharray='9 9'/>",
                colour.index()
            ));
        }
    }
}

/// Cuts a lane out of the fields where it bends while its patch runs straight: the ground between
/// the straight line, the lane and the wheel belongs to the field it bends away from.
fn leave_lane(fields: &mut [(SegmentId, Shape)], lane: &Curve) {
    let (start, ahead) = (lane.start(), lane.direction(0.0));
    let aside = ahead.right();
    let aside = aside.times(if lane.end().minus(start).dot(aside) > 0.0 { -1.0 } else { 1.0 });
    let outside = start.toward(ahead, 20.0).toward(aside, 12.0);
    let inside = outside.toward(aside, -32.0);
    // Extends slightly into the next cell to avoid a gap.
    let end = start.toward(ahead, 51.0);
    let bend = -lane.end().minus(start).dot(aside);
    let mut wedge = lane.flatten();
    wedge.extend([lane.end().toward(aside, -12.0), end.toward(aside, -bend - 12.0), end]);
    let wedge = if bend > 1.0 { Shape::ring(wedge) } else { Shape::default() };
    let straight = Shape::ring(vec![start, end, end.toward(aside, 8.0), start.toward(aside, 8.0)]);
    let before = Curve::from(start.toward(ahead, -1.0)).line(start);
    let free = Shape::stroke(&before.then(lane), REACH);
    for (_, shape) in fields {
        if shape.holds(outside) {
            let whole = [std::mem::take(shape), straight.clone(), wedge.clone()];
            *shape = Shape::union(&whole).minus(&free);
        } else if shape.holds(inside) {
            *shape = shape.minus(&wedge).minus(&free);
        }
    }
}

/// Labels each field with its value of three points per complete city (FIELD-3), except at points
/// where `is_taken` returns true.
pub(crate) fn field_values(
    out: &mut String,
    board: &Board,
    atlas: &Atlas<'_>,
    is_taken: impl Fn(Point) -> bool,
) {
    for (root, shape) in atlas.features(board, Terrain::Field) {
        let cities = board.complete_cities(board.feature(root));
        let Some(at) = label_point(&shape, &is_taken).filter(|_| cities > 0) else { continue };
        let value = (cities * 3).to_string();
        let round = [("cx", at.x), ("cy", at.y), ("r", 11.5)];
        for class in ["p1", "k kk"] {
            out.push_str(&format!("<circle class='{class}'"));
            crate::ground::attributes(out, &round);
            out.push_str("/>");
        }
        Text::new(&value, 10.0).weight(1.3).centred().write(out, at.plus(pt(0.0, 5.0)));
    }
}

/// Returns a point well inside a shape.
fn label_point(shape: &Shape, is_taken: impl Fn(Point) -> bool) -> Option<Point> {
    let points = shape.rings().iter().flatten();
    let (mut low, mut high) = (pt(f64::MAX, f64::MAX), pt(f64::MIN, f64::MIN));
    for p in points {
        low = pt(low.x.min(p.x), low.y.min(p.y));
        high = pt(high.x.max(p.x), high.y.max(p.y));
    }
    let mut best: Option<(f64, Point)> = None;
    let steps = 24;
    for row in 1..steps {
        for column in 1..steps {
            let share = |n: i32| f64::from(n) / f64::from(steps);
            let p =
                pt(low.x + (high.x - low.x) * share(column), low.y + (high.y - low.y) * share(row));
            if shape.holds(p) && !is_taken(p) {
                let room = shape.edge_distance(p).min(24.0);
                if best.is_none_or(|(most, _)| room > most) {
                    best = Some((room, p));
                }
            }
        }
    }
    best.map(|(_, p)| p)
}

/// Outlines every claimed feature of `terrains` in the colours of its owners, clipped to `within`
/// if given.
pub(crate) fn owners(
    out: &mut String,
    board: &Board,
    atlas: &Atlas<'_>,
    terrains: &[Terrain],
    within: Option<&Shape>,
    colours: &SeatColours,
) {
    for &terrain in terrains {
        for (root, shape) in claimed(board, atlas, terrain) {
            let leaders = leaders(board, root, colours);
            let path = within.map_or_else(|| shape.path(), |within| shape.and(within).path());
            let share = leaders.len();
            for (n, colour) in leaders.iter().enumerate() {
                let (colour, _) = COLOURS[colour.index()];
                let fill = if n == 0 && share == 1 { colour } else { "none" };
                let dash = match share {
                    1 => String::new(),
                    _ => {
                        format!(
                            " stroke-dasharray='8 {}' stroke-dashoffset='{}'",
                            8 * (share - 1),
                            8 * n
                        )
                    }
                };
                out.push_str(&format!(
                    "<path d='{path}' fill='{fill}' fill-opacity='.26' fill-rule='evenodd' \
                     stroke='{colour}' stroke-width='3' stroke-linejoin='round'{dash}/>"
                ));
            }
        }
    }
}

/// Returns the colours of the players with the most figures in a feature.
fn leaders(board: &Board, root: SegmentId, colours: &SeatColours) -> Vec<Colour> {
    let colour = |seat: Seat| colours[seat];
    board.feature(root).strength.leaders().iter().map(colour).collect()
}

fn claimed(board: &Board, atlas: &Atlas<'_>, terrain: Terrain) -> Vec<(SegmentId, Shape)> {
    let all = board.segments().filter(|&s| board.root(s) == s);
    let held = all.filter(|&s| {
        let feature = board.feature(s);
        feature.terrain == terrain && feature.is_occupied()
    });
    held.map(|root| (root, atlas.feature(board, root))).collect()
}

#[cfg(test)]
mod tests {
    use bastide::{AnyGame, Game, LandRules, Rules, Setup};

    use super::*;
    use crate::expansions;

    #[test]
    fn outlines_of_fields_beside_the_wheel_have_no_inner_lines() {
        let rules: LandRules = "wheel,fields".parse().expect("known rules");
        let game = AnyGame::new(&Setup::new(Rules::Land(rules), 2)).expect("a good set-up");
        let lanes = expansions::lanes(&game);
        assert!(!lanes.is_empty(), "some roads bend to the wheel");
        let atlas = Atlas::new(game.board().tiles());
        let mut fields = atlas.fields(game.board());
        lanes.iter().for_each(|lane| leave_lane(&mut fields, lane));
        let is_covered = expansions::covers(&game);
        for (root, shape) in &fields {
            for ring in shape.rings() {
                for (a, b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
                    let middle = a.plus(*b).times(0.5);
                    let across = b.minus(*a).unit().right().times(0.4);
                    if a.distance(*b) < 4.0 || is_covered(middle) {
                        continue;
                    }
                    // One side belongs to this field; the other side does not belong to any field.
                    let sides = [middle.plus(across), middle.minus(across)];
                    let own = sides.iter().filter(|&&p| shape.holds(p)).count();
                    assert_eq!(own, 1, "{root:?} near {middle:?}");
                    let others = fields.iter().filter(|(other, _)| other != root);
                    let other = others.filter(|(_, s)| sides.iter().any(|&p| s.holds(p))).count();
                    assert_eq!(other, 0, "two fields meet near {middle:?}");
                }
            }
        }
    }
}
