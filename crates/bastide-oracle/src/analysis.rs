//! Computation of features by flood fill.

use bastide::{
    BySeat, Cell, Edge, FigureKind, MarkKind, Port, PortSet, Seat, Segment, SegmentIndex,
    SegmentRef, Terrain, TileUse,
};

use crate::landscape::{Landscape, Lying};
use crate::oracle::expansions::{claims, strength};

/// A whole road, city, field, river, monastery or garden.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// Terrain of the feature.
    pub terrain: Terrain,
    /// Its segments, sorted by cell and slot.
    pub sites: Vec<SegmentRef>,
    /// Number of tiles on which it is printed, each counted once (ROAD-3, CITY-2, BRIDGE-8).
    pub tiles: u32,
    /// Number of ports that lead to an empty cell; for a monastery or garden, number of empty cells
    /// around it.
    pub open: u32,
    /// Number of marks of each kind printed on it, and of its bridges, by index of the kind.
    pub marks: [u32; MarkKind::COUNT],
    /// For a field: number of different complete cities it borders (FIELD-5, FIELD-6, CASTLE-9).
    pub complete_cities: u32,
    /// Number of figures on it that claim it, by owner.
    pub figures: BySeat<u8>,
    /// Sum of their strengths, by owner.
    pub strength: BySeat<u8>,
}

impl Feature {
    /// Returns true if the feature is complete (ROAD-1, ROAD-2, CITY-1, MONA-1).
    pub fn is_complete(&self) -> bool {
        self.open == 0
    }

    /// Returns the number of marks of this kind.
    pub fn count(&self, mark: MarkKind) -> u32 {
        self.marks[mark.index()]
    }

    /// Returns true if there is a figure on it that claims it.
    pub fn is_occupied(&self) -> bool {
        self.figures.0.iter().any(|&count| count > 0)
    }
}

/// All features of a landscape.
#[derive(Clone, Debug)]
pub struct Analysis {
    features: Vec<Feature>,
    /// For each tile, by index, and each of its slots: the index of the feature in `features`.
    home: Vec<Vec<Option<usize>>>,
}

impl Analysis {
    /// Computes all features of a landscape, without figures.
    pub fn of(land: &Landscape) -> Analysis {
        let mut analysis = Analysis { features: Vec::new(), home: Vec::new() };
        for &(_, lying) in land.laid() {
            analysis.home.push(vec![None; slots(land, lying)]);
        }
        for (number, &(cell, lying)) in land.laid().iter().enumerate() {
            for slot in 0..slots(land, lying) {
                if analysis.home[number][slot].is_none() {
                    analysis.explore(land, SegmentRef { cell, slot: SegmentIndex(slot as u8) });
                }
            }
        }
        analysis.count_cities(land);
        analysis
    }

    /// Returns the features, in the order their first segments were laid.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// Returns the index of the feature a segment belongs to.
    ///
    /// # Panics
    /// Panics if there is no such segment, or the landscape is a different one.
    pub fn number_at(&self, land: &Landscape, site: SegmentRef) -> usize {
        let tile = land.number_at(site.cell).expect("a tile lies there");
        self.home[tile][usize::from(site.slot.0)].expect("every segment was visited")
    }

    /// Returns the feature a segment belongs to.
    ///
    /// # Panics
    /// Panics if there is no such segment, or the landscape is a different one.
    pub fn feature_at(&self, land: &Landscape, site: SegmentRef) -> &Feature {
        &self.features[self.number_at(land, site)]
    }

    /// Replaces the figures on all features.
    pub fn count_figures(
        &mut self,
        land: &Landscape,
        figures: impl Iterator<Item = (SegmentRef, Seat, FigureKind)>,
    ) {
        for feature in &mut self.features {
            feature.figures = BySeat::splat(0);
            feature.strength = BySeat::splat(0);
        }
        for (site, seat, kind) in figures {
            let number = self.number_at(land, site);
            let feature = &mut self.features[number];
            feature.figures[seat] += u8::from(claims(kind));
            feature.strength[seat] += strength(kind);
        }
    }

    /// Adds the feature of `start` by flood fill through the ports of its segments.
    fn explore(&mut self, land: &Landscape, start: SegmentRef) {
        let lying = land.at(start.cell).expect("a laid tile");
        let terrain = land.terrain(lying.tile, start.slot);
        let mut feature = Feature {
            terrain,
            sites: Vec::new(),
            tiles: 0,
            open: 0,
            marks: [0; MarkKind::COUNT],
            complete_cities: 0,
            figures: BySeat::splat(0),
            strength: BySeat::splat(0),
        };
        let mut to_visit = vec![start];
        while let Some(site) = to_visit.pop() {
            let number = land.number_at(site.cell).expect("a laid tile");
            let home = &mut self.home[number][usize::from(site.slot.0)];
            if home.is_some() {
                continue;
            }
            *home = Some(self.features.len());
            feature.sites.push(site);
            let (_, lying) = land.laid()[number];
            for mark in marks(land, lying, site.slot) {
                feature.marks[mark.index()] += 1;
            }
            let ports = ports(land, lying, site.slot);
            for edge in Edge::ALL {
                let here = ports.intersection(PortSet::of_edge(edge));
                if here.is_empty() {
                    continue;
                }
                let cell = site.cell.step(edge);
                let Some(there) = land.at(cell) else {
                    feature.open += u32::from(here.len());
                    continue;
                };
                for port in here.iter() {
                    let slot = land.slot_at(there, port.facing());
                    to_visit
                        .push(SegmentRef { cell, slot: slot.expect("every port has an owner") });
                }
            }
            to_visit.extend(links(land, lying, site));
        }
        if matches!(terrain, Terrain::Monastery | Terrain::Garden) {
            feature.open = 8 - land.tiles_around(start.cell);
        }
        feature.sites.sort();
        feature.tiles = tiles(land, &feature.sites);
        self.features.push(feature);
    }

    /// Counts the complete cities that each field borders.
    fn count_cities(&mut self, land: &Landscape) {
        for number in 0..self.features.len() {
            let mut cities = Vec::new();
            for &site in &self.features[number].sites {
                if let Some(segment) = segment(land, site) {
                    for slot in segment.borders.iter() {
                        cities.push(self.number_at(land, SegmentRef { cell: site.cell, slot }));
                    }
                }
            }
            cities.sort();
            cities.dedup();
            cities.retain(|&city| self.features[city].is_complete());
            self.features[number].complete_cities = cities.len() as u32;
        }
    }
}

/// Returns the number of segments of a tile, including its bridge.
fn slots(land: &Landscape, lying: Lying) -> usize {
    let printed = land.set().kind(lying.tile).segments.len();
    if lying.bridge.is_some() { printed + 1 } else { printed }
}

/// Returns the printed segment at a site; `None` for a bridge.
fn segment(land: &Landscape, site: SegmentRef) -> Option<&Segment> {
    let lying = land.at(site.cell)?;
    land.set().kind(lying.tile).segments.get(usize::from(site.slot.0))
}

/// Returns the ports through which a segment leaves its laid tile.
fn ports(land: &Landscape, lying: Lying, slot: SegmentIndex) -> PortSet {
    Port::all().filter(|&port| land.slot_at(lying, port) == Some(slot)).collect()
}

/// Returns the marks printed on a segment; a bridge, which is not a segment of its tile, is a mark.
fn marks(land: &Landscape, lying: Lying, slot: SegmentIndex) -> Vec<MarkKind> {
    match land.set().kind(lying.tile).segments.get(usize::from(slot.0)) {
        Some(segment) => segment.marks.iter().collect(),
        None => vec![MarkKind::OVERLAY],
    }
}

/// Returns the segments of the patch that belong to the same feature without a connection by ports
/// (WHEEL-2).
fn links(land: &Landscape, lying: Lying, site: SegmentRef) -> Vec<SegmentRef> {
    let mut others = Vec::new();
    let block = land.set().patch.as_ref();
    if let Some(block) = block.filter(|_| land.set().kind(lying.tile).usage == TileUse::Patch) {
        for &(one, other) in &block.links {
            if one == site {
                others.push(other);
            }
            if other == site {
                others.push(one);
            }
        }
    }
    others
}

/// Returns the number of tiles with one of these segments, which must be sorted by cell. A bridge
/// is not printed on its tile, so it does not count (BRIDGE-8).
fn tiles(land: &Landscape, sites: &[SegmentRef]) -> u32 {
    let printed = sites.iter().filter(|&&site| segment(land, site).is_some());
    let mut cells: Vec<Cell> = printed.map(|site| site.cell).collect();
    cells.dedup();
    cells.len() as u32
}

#[cfg(test)]
mod tests {
    use bastide::{BRIDGE_MARK, SHIELD, TileSet, sets};

    use super::*;
    use crate::landscape::tests::landscape;

    /// A landscape with its features.
    struct Seen(Landscape, Analysis);

    impl Seen {
        fn new(set: &TileSet, text: &str) -> Seen {
            let land = landscape(set, text);
            let analysis = Analysis::of(&land);
            Seen(land, analysis)
        }

        fn at(&self, x: i8, y: i8, slot: u8) -> &Feature {
            self.1.feature_at(&self.0, site(x, y, slot))
        }
    }

    fn site(x: i8, y: i8, slot: u8) -> SegmentRef {
        SegmentRef { cell: Cell::new(x, y), slot: SegmentIndex(slot) }
    }

    #[test]
    fn a_city_of_two_tiles_closes() {
        let seen = Seen::new(
            sets::base(),
            "D 0,0 r0
             E 0,-1 r2",
        );
        let city = seen.at(0, 0, 0);
        // CITY-1, CITY-4
        assert_eq!((city.tiles, city.open, city.count(SHIELD)), (2, 0, 0));
        assert_eq!(city.sites, [site(0, -1, 0), site(0, 0, 0)]);
        // ROAD-1: both ends of the road are open.
        let road = seen.at(0, 0, 1);
        assert_eq!((road.tiles, road.open), (1, 2));
        // FIELD-3, FIELD-4: both fields above the road border the city, the field below it does
        // not.
        let cities = |slot| seen.at(0, 0, slot).complete_cities;
        assert_eq!((cities(2), cities(3)), (1, 0));
        assert_eq!(seen.at(0, -1, 1).complete_cities, 1);
        assert_eq!(seen.1.features().len(), 5);
    }

    #[test]
    fn a_road_back_to_its_own_crossing_counts_that_tile_once() {
        // X has four arms that end on it; three curves lead from its eastern arm to its southern
        // one.
        let seen = Seen::new(
            sets::base(),
            "X 0,0 r0
             V 1,0 r0
             V 1,1 r1
             V 0,1 r2",
        );
        let (east, south) = (seen.at(0, 0, 1), seen.at(0, 0, 2));
        assert_eq!(east, south);
        // ROAD-2, ROAD-3: five segments, four tiles.
        assert_eq!((east.sites.len(), east.tiles, east.open), (5, 4, 0));
        // FIELD-1: the road encloses a field of one corner per tile.
        let inside = seen.at(0, 0, 5);
        assert_eq!((inside.sites.len(), inside.tiles, inside.open), (4, 4, 0));
        // The field outside surrounds the curves; the north-eastern corner of X belongs to it, its
        // north-western corner does not.
        let outside = seen.at(1, 1, 1);
        let corners = [4, 6].map(|slot| outside.sites.contains(&site(0, 0, slot)));
        assert_eq!(corners, [true, true]);
        assert!(!outside.sites.contains(&site(0, 0, 7)));
        assert_eq!(seen.at(0, 0, 0).open, 1);
    }

    #[test]
    fn a_city_that_meets_a_field_twice_counts_once() {
        // The two caps of H, joined in the west by three city tiles: a single city, with the field
        // of H between its arms.
        let seen = Seen::new(
            sets::base(),
            "H 0,0 r0
             N 0,-1 r2
             F -1,0 r1
             N -1,-1 r1
             N -1,1 r0
             N 0,1 r3",
        );
        let city = seen.at(0, 0, 0);
        assert_eq!(city, seen.at(0, 0, 1));
        // CITY-2, CITY-3: seven segments on six tiles, one with a shield.
        assert_eq!((city.sites.len(), city.tiles, city.count(SHIELD)), (7, 6, 1));
        assert!(city.is_complete());
        // FIELD-5: bordered on both sides, and once more at F.
        let field = seen.at(0, 0, 2);
        assert!(field.sites.len() > 1);
        assert_eq!(field.complete_cities, 1);
    }

    #[test]
    fn monasteries_count_all_eight_neighbours() {
        let row =
            "B 0,0 r0\nB 1,0 r0\nB 2,0 r0\nB 0,1 r0\nB 1,1 r0\nB 2,1 r0\nB 0,2 r0\nB 1,2 r0\n";
        let seen = Seen::new(sets::base(), row);
        // MONA-1, END-3
        assert_eq!(seen.at(1, 1, 0).open, 1);
        assert_eq!(seen.at(0, 0, 0).open, 5);
        let full = format!("{row}Eg 2,2 r0");
        let seen = Seen::new(sets::base(), &full);
        assert!(seen.at(1, 1, 0).is_complete());
        // ABBOT-5: the same for a garden.
        assert_eq!(seen.at(2, 2, 2).open, 5);
    }

    #[test]
    fn the_river_separates_the_fields() {
        // RIVER-6: the field surrounds the plain spring; a straight stream separates east and west.
        let stream = "RD 0,1 r0";
        let seen = Seen::new(sets::river(), stream);
        assert_ne!(seen.at(0, 1, 1), seen.at(0, 1, 2));
        let seen = Seen::new(sets::river(), &format!("RA 0,0 r0\n{stream}"));
        assert_eq!(seen.at(0, 1, 1), seen.at(0, 1, 2));
        assert_eq!(seen.at(0, 0, 0).terrain, Terrain::River);
        assert_eq!(seen.at(0, 0, 0).sites.len(), 2);
    }

    #[test]
    fn a_bridge_is_road_and_leaves_the_field_whole() {
        // The field of a monastery under a bridge between two straight roads.
        let seen = Seen::new(
            sets::base(),
            "U 0,0 r1
             B 1,0 r0-
             U 2,0 r1",
        );
        let road = seen.at(1, 0, 2);
        assert_eq!(road, seen.at(0, 0, 0));
        assert_eq!(road, seen.at(2, 0, 0));
        // BRIDGE-8: no road is printed on the tile under the bridge.
        assert_eq!((road.tiles, road.count(BRIDGE_MARK), road.open), (2, 1, 2));
        // BRIDGE-9: the field is on both sides of the road.
        let field = seen.at(1, 0, 1);
        for sites in [site(0, 0, 1), site(0, 0, 2), site(2, 0, 1), site(2, 0, 2)] {
            assert!(field.sites.contains(&sites), "{sites}");
        }
        // Each tile with a road has three open sides of three ports, minus the road itself; the
        // monastery has two.
        assert_eq!(field.open, 2 * (3 + 3 + 2) + 2 * 3);
    }

    #[test]
    fn a_road_under_its_own_bridge_counts_its_tile() {
        // X-EX-2: from the southern end of the straight tile along three curves and across it from
        // east to west.
        let seen = Seen::new(
            sets::base(),
            "U 0,0 r0-
             V 1,0 r0
             V 1,1 r1
             V 0,1 r2",
        );
        let road = seen.at(0, 0, 0);
        assert_eq!(road, seen.at(0, 0, 3), "the bridge");
        assert_eq!(
            (road.sites.len(), road.tiles, road.count(BRIDGE_MARK), road.open),
            (5, 4, 1, 2)
        );
    }

    #[test]
    fn the_fields_of_the_block_are_connected() {
        let mut land = landscape(sets::wheel(), "");
        land.lay_block();
        let analysis = Analysis::of(&land);
        let sorts = |terrain| analysis.features().iter().filter(|f| f.terrain == terrain).count();
        // WHEEL-2: three cities, three roads, three fields.
        let counts = [Terrain::City, Terrain::Road, Terrain::Field].map(sorts);
        assert_eq!(counts, [3, 3, 3]);
        let seen = Seen(land, analysis);
        assert_eq!(seen.at(2, 0, 2), seen.at(3, 2, 1));
        assert_ne!(seen.at(2, 0, 1), seen.at(2, 0, 2));
    }
}
