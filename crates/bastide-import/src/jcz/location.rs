//! Names of places on a tile: sides of roads and cities, and half sides of fields, as they lie on
//! the board.

use bastide::{Edge, Port, PortSet};

/// Returns the ports of a place: the middle ports of a road or city, the outer ports of a field,
/// none for the monastery or garden in the middle.
pub(super) fn parse(text: &str) -> Option<PortSet> {
    if matches!(text, "I" | "CLOISTER" | "MONASTERY" | "GARDEN") {
        return Some(PortSet::EMPTY);
    }
    let mut ports = PortSet::EMPTY;
    for part in text.split('.') {
        ports = ports.union(sides(part).or_else(|| half_side(part))?);
    }
    // A field has no sides, and a road no half sides.
    let middle: PortSet = Edge::ALL.into_iter().map(Port::middle).collect();
    let sides = ports.intersection(middle);
    (!ports.is_empty() && (sides.is_empty() || sides == ports)).then_some(ports)
}

/// Parses sides: `N`, `NW`, `NWSE`, or `_N` for all but the north.
fn sides(text: &str) -> Option<PortSet> {
    let (letters, is_inverse) = match text.strip_prefix('_') {
        Some(letters) => (letters, true),
        None => (text, false),
    };
    if letters.is_empty() || letters.len() > 4 {
        return None;
    }
    let edges: Vec<Edge> = letters.chars().map(Edge::from_letter).collect::<Option<_>>()?;
    let is_in = |edge: &Edge| edges.contains(edge) != is_inverse;
    Some(Edge::ALL.into_iter().filter(is_in).map(Port::middle).collect())
}

/// Parses half a side: `NL` is the first when going clockwise, `NR` the last.
fn half_side(text: &str) -> Option<PortSet> {
    let mut letters = text.chars();
    let (edge, half) = (Edge::from_letter(letters.next()?)?, letters.next()?);
    let third = match half {
        'L' => 0,
        'R' => 2,
        _ => return None,
    };
    letters.next().is_none().then(|| PortSet::EMPTY.with(Port::new(edge, third)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_sets_of_ports() {
        for (text, ports) in [
            ("N", "N2"),
            ("NW", "N2 W2"),
            ("WE", "E2 W2"),
            ("NWSE", "N2 E2 S2 W2"),
            ("_N", "E2 S2 W2"),
            ("N.E", "N2 E2"),
            ("NL.NR.EL", "N1 N3 E1"),
            ("WR", "W3"),
            ("I", ""),
            ("CLOISTER", ""),
        ] {
            assert_eq!(parse(text).expect(text).to_string(), ports, "{text}");
        }
        for text in ["", "_", "X", "N.NL", "NX", "NLL", "N..E", "INNER_FARM", "TOWER", "_NWSE"] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
