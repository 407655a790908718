//! Validation of fields and courtyards against the drawing of the tile. In this module "field"
//! includes courtyards: both fill the area between all other segments.
//!
//! The border of a tile, traversed clockwise, has sixteen places: three ports per side and a corner
//! after each side. Segments that touch form a single obstacle. Two ports belong to the same field
//! exactly if no obstacle separates them on the border, and a field borders a city exactly if
//! nothing lies between them. Both the partition and the lists of cities are derived from this and
//! compared with the file.

use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use super::{Segment, SegmentIndex, SegmentSet, Terrain};
use crate::geometry::{Port, PortSet};

/// A contradiction between the fields of a tile and its drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FieldProblem {
    /// Two ports of the same field are separated by an obstacle.
    Cut(Port, Port),
    /// Two ports of different fields are not separated.
    Whole(Port, Port),
    /// A field borders this city but does not list it.
    BordersToo(SegmentIndex, SegmentIndex),
    /// A field lists this city but does not border it.
    BordersNot(SegmentIndex, SegmentIndex),
}

impl fmt::Display for FieldProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            FieldProblem::Cut(a, b) => {
                write!(f, "ports {a} and {b} are separated, but belong to one segment")
            }
            FieldProblem::Whole(a, b) => {
                write!(f, "nothing separates ports {a} and {b}, but they belong to two segments")
            }
            FieldProblem::BordersToo(field, city) => {
                write!(f, "the field in slot {} must list the city in slot {}", field.0, city.0)
            }
            FieldProblem::BordersNot(field, city) => write!(
                f,
                "the field in slot {} does not border the city in slot {}",
                field.0, city.0
            ),
        }
    }
}

const PLACES: u32 = 16;

/// A set of the sixteen border places.
type Places = u16;

fn place(port: Port) -> u32 {
    4 * port.edge() as u32 + u32::from(port.third())
}

fn places(segment: &Segment) -> Places {
    let corner = segment.corner.map_or(0, |c| 1 << (4 * c as u32 + 3));
    segment.ports.iter().fold(corner, |set, port| set | 1 << place(port))
}

/// A connected obstacle: its segments and the border places it occupies.
struct Obstacle {
    slots: SegmentSet,
    places: Places,
}

impl Obstacle {
    /// Returns the stretch of free border that contains `at` and is bounded by this obstacle, and
    /// the one or two places of the obstacle that bound it.
    fn arc(&self, at: u32) -> (Places, Places) {
        let (mut arc, mut ends) = (0, 0);
        for forward in [1, PLACES - 1] {
            let mut here = at;
            while self.places >> here & 1 == 0 && (arc >> here & 1 == 0 || here == at) {
                arc |= 1 << here;
                here = (here + forward) % PLACES;
            }
            ends |= self.places & 1 << here;
        }
        (arc, ends)
    }
}

/// Returns true for terrains that fill the area between all other segments.
fn is_ground(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Field | Terrain::Courtyard)
}

fn obstacles(segments: &[Segment], touches: &[(SegmentIndex, SegmentIndex)]) -> Vec<Obstacle> {
    let is_obstacle = |s: &Segment| !is_ground(s.terrain);
    let mut group: Vec<usize> = (0..segments.len()).collect();
    for &(a, b) in touches {
        let (from, to) = (group[usize::from(a.0)], group[usize::from(b.0)]);
        group.iter_mut().filter(|g| **g == from).for_each(|g| *g = to);
    }
    (0..segments.len())
        .map(|root| {
            let members = segments.iter().enumerate();
            members.filter(|&(i, s)| group[i] == root && is_obstacle(s)).fold(
                Obstacle { slots: SegmentSet::EMPTY, places: 0 },
                |all, (i, s)| Obstacle {
                    slots: all.slots.with(SegmentIndex(i as u8)),
                    places: all.places | places(s),
                },
            )
        })
        .filter(|obstacle| obstacle.places != 0)
        .collect()
}

/// Returns true if the city in slot `city` lies between the two segments in `ends`, one of which
/// touches the next: a field between two roads that leave a city by different gates borders it.
fn is_between(
    city: usize,
    ends: &[usize],
    segments: usize,
    touches: &[(SegmentIndex, SegmentIndex)],
) -> bool {
    let &[from, to] = ends else { return false };
    let mut reached = vec![false; segments];
    reached[from] = true;
    // Without the city, the other end cannot be reached.
    for _ in 0..segments {
        for &(a, b) in touches {
            let (a, b) = (usize::from(a.0), usize::from(b.0));
            if a != city && b != city && (reached[a] || reached[b]) {
                (reached[a], reached[b]) = (true, true);
            }
        }
    }
    !reached[to]
}

/// Checks that the fields or courtyards of a tile agree with its drawing.
pub(super) fn check(
    segments: &[Segment],
    touches: &[(SegmentIndex, SegmentIndex)],
) -> Result<(), FieldProblem> {
    let obstacles = obstacles(segments, touches);
    let fields = || {
        let all = segments.iter().enumerate().map(|(i, s)| (SegmentIndex(i as u8), s));
        all.filter(|(_, s)| is_ground(s.terrain))
    };
    let green: PortSet = fields().fold(PortSet::EMPTY, |all, (_, s)| all.union(s.ports));
    let together =
        |a: Port, b: Port| obstacles.iter().all(|o| o.arc(place(a)).0 >> place(b) & 1 == 1);

    for (field, segment) in fields() {
        for a in segment.ports.iter() {
            for b in green.iter() {
                match (together(a, b), segment.ports.contains(b)) {
                    (false, true) => return Err(FieldProblem::Cut(a, b)),
                    (true, false) => return Err(FieldProblem::Whole(a, b)),
                    (true, true) | (false, false) => {}
                }
            }
        }
        let Some(at) = segment.ports.iter().next().map(place) else { continue };
        for (i, city) in segments.iter().enumerate().filter(|(_, s)| s.terrain == Terrain::City) {
            let slot = SegmentIndex(i as u8);
            let touches = obstacles.iter().all(|o| {
                let (arc, ends) = o.arc(at);
                if o.slots.contains(slot) {
                    let is_end = |n: &usize| {
                        o.slots.contains(SegmentIndex(*n as u8))
                            && ends & places(&segments[*n]) != 0
                    };
                    let at_ends: Vec<usize> = (0..segments.len()).filter(is_end).collect();
                    ends & places(city) != 0 || is_between(i, &at_ends, segments.len(), touches)
                } else {
                    places(city) & !arc == 0
                }
            });
            match (touches, segment.borders.contains(slot)) {
                (true, false) => return Err(FieldProblem::BordersToo(field, slot)),
                (false, true) => return Err(FieldProblem::BordersNot(field, slot)),
                (true, true) | (false, false) => {}
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::SegmentIndex;
    use super::super::{TileProblem, TileSet};
    use super::FieldProblem;

    #[track_caller]
    fn check(segments: &str, wanted: Result<(), FieldProblem>) {
        let found = TileSet::parse(&format!("set t\ntile A x1\n{segments}"));
        match wanted {
            Ok(()) => assert!(found.is_ok(), "{found:?}"),
            Err(why) => {
                assert_eq!(found.expect_err(segments).problem, TileProblem::Fields(why));
            }
        }
    }

    #[test]
    fn fields_are_separated_by_roads_between_them() {
        check("city N\nroad E2 W2\nfield E1 W3 borders 0\nfield E3 S W1", Ok(()));
        let one =
            TileSet::parse("set t\ntile A x1\ncity N\nroad E2 W2\nfield E1 W3 E3 S W1 borders 0");
        let error = one.expect_err("the road cuts this field");
        assert!(matches!(error.problem, TileProblem::Fields(FieldProblem::Cut(..))));
    }

    #[test]
    fn fields_do_not_border_cities_behind_other_segments() {
        let far = Err(FieldProblem::BordersNot(SegmentIndex(3), SegmentIndex(0)));
        check("city N\nroad E2 W2\nfield E1 W3 borders 0\nfield E3 S W1 borders 0", far);
        let near = Err(FieldProblem::BordersToo(SegmentIndex(2), SegmentIndex(0)));
        check("city N\nroad E2 W2\nfield E1 W3\nfield E3 S W1", near);
    }

    #[test]
    fn fields_border_the_city_between_two_gates() {
        let tile = "city N W\nroad S2\nroad E2\nfield S3 borders 0\nfield E1 borders 0\n";
        check(&format!("{tile}field E3 S1 borders 0\ntouch 0 1\ntouch 0 2"), Ok(()));
        // Roads that meet before they reach the city.
        let apart = Err(FieldProblem::BordersNot(SegmentIndex(5), SegmentIndex(0)));
        check(&format!("{tile}field E3 S1 borders 0\ntouch 0 1 2"), apart);
        check(&format!("{tile}field E3 S1\ntouch 0 1 2"), Ok(()));
    }

    #[test]
    fn courtyards_are_separated_like_fields() {
        // S-YARD-1: a path that ends at a house divides the courtyard; a path that ends elsewhere
        // does not.
        let tile = "house N\npath S2\n";
        check(&format!("{tile}courtyard E S1\ncourtyard S3 W\ntouch 0 1"), Ok(()));
        check(&format!("{tile}courtyard E S1 S3 W"), Ok(()));
        let error =
            TileSet::parse(&format!("set t\ntile A x1\n{tile}courtyard E S1 S3 W\ntouch 0 1"));
        let problem = error.expect_err("house and path cut it").problem;
        assert!(matches!(problem, TileProblem::Fields(FieldProblem::Cut(..))));
    }

    #[test]
    fn touching_segments_are_one_obstacle() {
        let arms = "road E2\nroad S2\nroad W2\n";
        check(&format!("{arms}field N E1 W3\nfield E3 S1\nfield S3 W1\ntouch 0 1 2"), Ok(()));
        let error = TileSet::parse(&format!(
            "set t\ntile A x1\n{arms}field N E1 W3\nfield E3 S1\nfield S3 W1"
        ));
        let problem = error.expect_err("nothing joins the arms").problem;
        assert!(matches!(problem, TileProblem::Fields(FieldProblem::Whole(..))));
    }
}
