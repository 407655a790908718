//! What players ask a map: whose is it, and what is it worth.

use bastide::{Board, Seat, Terrain};

use crate::atlas::Atlas;
use crate::figures::COLOURS;
use crate::geom::{Point, pt};
use crate::letters::Text;
use crate::region::Shape;

/// Tints for fields that nobody has.
const TINTS: [&str; 7] =
    ["#8fb7d6", "#e2a9a0", "#c9b6e4", "#f0cf7f", "#9fd0b4", "#d9b38c", "#b8c4cf"];

/// Every field in a tint of its own, or in its owner's colour.
pub(crate) fn fields(out: &mut String, board: &Board, atlas: &Atlas<'_>) {
    for (n, (root, shape)) in atlas.features(board, Terrain::Field).iter().enumerate() {
        let leaders: Vec<Seat> = board.feature(*root).figures.leaders().iter().collect();
        let (tint, opacity) = match leaders.first() {
            Some(seat) => (COLOURS[seat.index()].0, ".42"),
            None => (TINTS[n % TINTS.len()], ".55"),
        };
        let path = shape.path();
        out.push_str(&format!(
            "<path d='{path}' fill='{tint}' fill-opacity='{opacity}' fill-rule='evenodd' \
             stroke='#fffaf0' stroke-width='1.6' stroke-linejoin='round'/>"
        ));
        // The pattern says whose it is to those who do not see the colour.
        if let Some(seat) = leaders.first() {
            let n = seat.index();
            out.push_str(&format!("<path d='{path}' class='q{n}' fill-rule='evenodd'/>"));
        }
        // Shared by several: the others show as stripes.
        for seat in leaders.iter().skip(1) {
            out.push_str(&format!(
                "<path d='{path}' class='e{}' fill='none' fill-rule='evenodd' stroke-width='4' \
                 stroke-dasharray='9 9'/>",
                seat.index()
            ));
        }
    }
}

/// What each field would give: three points for each complete city (FIELD-3).
pub(crate) fn field_values(out: &mut String, board: &Board, atlas: &Atlas<'_>) {
    for (root, shape) in atlas.features(board, Terrain::Field) {
        let cities = board.complete_cities(board.feature(root));
        let Some(at) = label_point(&shape).filter(|_| cities > 0) else { continue };
        let value = (cities * 3).to_string();
        out.push_str("<circle class='p1'");
        crate::ground::attributes(out, &[("cx", at.x), ("cy", at.y), ("r", 9.0)]);
        out.push_str("/><circle class='k kk'");
        crate::ground::attributes(out, &[("cx", at.x), ("cy", at.y), ("r", 9.0)]);
        out.push_str("/>");
        Text::new(&value, 8.0).weight(1.3).centred().write(out, at.plus(pt(0.0, 4.0)));
    }
}

/// A point well inside a shape.
fn label_point(shape: &Shape) -> Option<Point> {
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
            if shape.holds(p) {
                let room = shape.edge_distance(p).min(24.0);
                if best.is_none_or(|(most, _)| room > most) {
                    best = Some((room, p));
                }
            }
        }
    }
    best.map(|(_, p)| p)
}

/// Every feature of these terrains with figures, in the colours of those who
/// hold it.
pub(crate) fn owners(out: &mut String, board: &Board, atlas: &Atlas<'_>, terrains: &[Terrain]) {
    for &terrain in terrains {
        for (root, shape) in claimed(board, atlas, terrain) {
            let leaders: Vec<Seat> = board.feature(root).figures.leaders().iter().collect();
            let path = shape.path();
            let share = leaders.len();
            for (n, seat) in leaders.iter().enumerate() {
                let (colour, _) = COLOURS[seat.index()];
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

fn claimed(board: &Board, atlas: &Atlas<'_>, terrain: Terrain) -> Vec<(bastide::SegmentId, Shape)> {
    let all = board.segments().filter(|&s| board.root(s) == s);
    let held = all.filter(|&s| {
        let feature = board.feature(s);
        feature.terrain == terrain && feature.is_occupied()
    });
    held.map(|root| (root, atlas.feature(board, root))).collect()
}
