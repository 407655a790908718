//! Printed tiles, and their appearance when rotated.

use bastide::{MarkSet, Port, PortSet, Rotation, SegmentIndex, Terrain, TileId, TileSet};

/// A tile set, with the segment of each tile at each port.
#[derive(Clone, Debug)]
pub(crate) struct Printed {
    set: TileSet,
    /// For each kind, rotation and port, the segment at that port.
    shown: Vec<[[Option<SegmentIndex>; Port::COUNT]; 4]>,
}

/// The appearance of a tile at a port: the terrain, its mark, the other ports of the same segment,
/// and the ports of the cities it borders.
type Glimpse = Option<(Terrain, MarkSet, PortSet, PortSet)>;

impl Printed {
    /// Precomputes the appearance of all tiles of a set.
    pub(crate) fn new(set: TileSet) -> Printed {
        let ways = |id| Rotation::ALL.map(|rotation| shown(&set, id, rotation));
        let shown = set.iter().map(|(id, _)| ways(id)).collect();
        Printed { set, shown }
    }

    /// Returns the tile kinds.
    pub(crate) fn set(&self) -> &TileSet {
        &self.set
    }

    /// Returns the segment of a rotated tile at a port.
    pub(crate) fn slot_at(
        &self,
        tile: TileId,
        rotation: Rotation,
        port: Port,
    ) -> Option<SegmentIndex> {
        let ways = &self.shown[usize::from(tile.0)];
        ways[usize::from(rotation.quarter_turns())][port.index()]
    }

    /// Returns the rotations of a tile that look different (TILE-3).
    pub(crate) fn different_rotations(&self, tile: TileId) -> Vec<Rotation> {
        let mut different = Vec::new();
        let mut pictures = Vec::new();
        for rotation in Rotation::ALL {
            let picture = self.picture(tile, rotation);
            if !pictures.contains(&picture) {
                pictures.push(picture);
                different.push(rotation);
            }
        }
        different
    }

    /// Returns the appearance of a rotated tile, port by port. Monasteries and gardens are in the
    /// middle and look the same in all rotations.
    fn picture(&self, tile: TileId, rotation: Rotation) -> Vec<Glimpse> {
        let kind = self.set.kind(tile);
        let glimpse = |port| {
            let segment = kind.segment(self.slot_at(tile, rotation, port)?);
            let mut cities = PortSet::EMPTY;
            for city in segment.borders.iter() {
                cities = cities.union(kind.segment(city).ports.turned(rotation));
            }
            Some((segment.terrain, segment.marks, segment.ports.turned(rotation), cities))
        };
        Port::all().map(glimpse).collect()
    }
}

/// Returns the segments of a rotated tile at its ports: each printed port is moved by the rotation.
fn shown(set: &TileSet, id: TileId, rotation: Rotation) -> [Option<SegmentIndex>; Port::COUNT] {
    let mut slots = [None; Port::COUNT];
    for (slot, segment) in set.kind(id).slots() {
        for printed in segment.ports.iter() {
            slots[printed.turned(rotation).index()] = Some(slot);
        }
    }
    slots
}

#[cfg(test)]
mod tests {
    use bastide::sets;

    use super::*;

    #[test]
    fn rotations_that_look_the_same_are_listed_once() {
        let printed = Printed::new(sets::base().clone());
        // TILE-3
        for (name, ways) in [("B", 1), ("C", 1), ("X", 1), ("F", 2), ("H", 2), ("U", 2)] {
            let tile = printed.set().find(name).expect(name);
            assert_eq!(printed.different_rotations(tile).len(), ways, "{name}");
        }
        for name in ["A", "D", "E", "I", "J", "K", "L", "M", "O", "Q", "S", "V", "W"] {
            let tile = printed.set().find(name).expect(name);
            assert_eq!(printed.different_rotations(tile).len(), 4, "{name}");
        }
    }
}
