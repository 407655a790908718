//! Walking over the landscape to see what hangs together.

use std::collections::{BTreeMap, BTreeSet};

use bastide::{BySeat, Cell, Edge, PortSet, Rotation, Seat, Segment, Site, Terrain};

use crate::landscape::Landscape;

/// A road, city, field, river, monastery or garden in its whole extent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Feature {
    /// What it is made of.
    pub terrain: Terrain,
    /// Its segments, by cell and slot.
    pub sites: Vec<Site>,
    /// How many tiles show it, each counted once (ROAD-3, CITY-2).
    pub tiles: u32,
    /// How many of its ports lead to an empty cell; for a monastery or garden
    /// how many of the eight cells around it are empty.
    pub open: u32,
    /// Shields printed on it.
    pub marks: u32,
    /// For a field: how many different complete cities it borders (FIELD-5,
    /// FIELD-6).
    pub complete_cities: u32,
    /// Figures standing on it, by owner.
    pub figures: BySeat<u8>,
}

impl Feature {
    /// Whether nothing is missing any more (ROAD-1, ROAD-2, CITY-1, MONA-1).
    pub fn is_complete(&self) -> bool {
        self.open == 0
    }

    /// Whether anybody stands on it.
    pub fn is_occupied(&self) -> bool {
        self.figures.0.iter().any(|&count| count > 0)
    }
}

/// All features of a landscape.
#[derive(Clone, Debug)]
pub struct Survey {
    features: Vec<Feature>,
    /// For each segment, the number of its feature in that list.
    home: BTreeMap<Site, usize>,
}

impl Survey {
    /// Finds all features of a landscape, with nobody on them.
    pub fn of(land: &Landscape) -> Survey {
        let mut survey = Survey { features: Vec::new(), home: BTreeMap::new() };
        for (&cell, &(tile, _)) in land.laid() {
            for (slot, _) in land.set().kind(tile).slots() {
                let site = Site { cell, slot };
                if !survey.home.contains_key(&site) {
                    survey.explore(land, site);
                }
            }
        }
        survey.count_cities(land);
        survey
    }

    /// The features, in the order of their first segments.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// The feature a segment belongs to.
    ///
    /// # Panics
    /// If there is no such segment.
    pub fn feature_at(&self, site: Site) -> &Feature {
        &self.features[self.home[&site]]
    }

    /// Puts figures on the features, after taking all others off.
    pub fn count_figures(&mut self, figures: impl Iterator<Item = (Site, Seat)>) {
        for feature in &mut self.features {
            feature.figures = BySeat::splat(0);
        }
        for (site, seat) in figures {
            self.features[self.home[&site]].figures[seat] += 1;
        }
    }

    /// Flood fill: from one segment through its ports to the next, until
    /// nothing new is reached.
    fn explore(&mut self, land: &Landscape, start: Site) {
        let number = self.features.len();
        let terrain = segment(land, start).0.terrain;
        let mut feature = Feature {
            terrain,
            sites: Vec::new(),
            tiles: 0,
            open: 0,
            marks: 0,
            complete_cities: 0,
            figures: BySeat::splat(0),
        };
        self.home.insert(start, number);
        let mut to_visit = vec![start];
        while let Some(site) = to_visit.pop() {
            let (segment, rotation) = segment(land, site);
            feature.sites.push(site);
            feature.marks += u32::from(segment.mark.is_some());
            let ports = segment.ports.turned(rotation);
            for edge in Edge::ALL {
                let here = ports.intersection(PortSet::of_edge(edge));
                if here.is_empty() {
                    continue;
                }
                let cell = site.cell.step(edge);
                let Some(&(tile, rotation)) = land.laid().get(&cell) else {
                    feature.open += u32::from(here.len());
                    continue;
                };
                for port in here.iter() {
                    let slot = land.slot_at(tile, rotation, port.facing());
                    let next = Site { cell, slot: slot.expect("every port has an owner") };
                    let is_new = self.home.insert(next, number).is_none();
                    if is_new {
                        to_visit.push(next);
                    }
                }
            }
        }
        if matches!(terrain, Terrain::Monastery | Terrain::Garden) {
            feature.open = 8 - land.tiles_around(start.cell);
        }
        feature.sites.sort();
        let cells: BTreeSet<Cell> = feature.sites.iter().map(|site| site.cell).collect();
        feature.tiles = cells.len() as u32;
        self.features.push(feature);
    }

    /// Looks, along every field, which cities lie against it.
    fn count_cities(&mut self, land: &Landscape) {
        for number in 0..self.features.len() {
            let mut cities = BTreeSet::new();
            for &site in &self.features[number].sites {
                for slot in segment(land, site).0.borders.iter() {
                    cities.insert(self.home[&Site { cell: site.cell, slot }]);
                }
            }
            let complete = cities.into_iter().filter(|&city| self.features[city].is_complete());
            self.features[number].complete_cities = complete.count() as u32;
        }
    }
}

/// The segment at a site as printed, and how its tile is turned.
fn segment(land: &Landscape, site: Site) -> (&Segment, Rotation) {
    let (tile, rotation) = land.laid()[&site.cell];
    (land.set().kind(tile).segment(site.slot), rotation)
}

#[cfg(test)]
mod tests {
    use bastide::{Slot, sets};

    use super::*;
    use crate::landscape::tests::landscape;

    fn site(x: i8, y: i8, slot: u8) -> Site {
        Site { cell: Cell::new(x, y), slot: Slot(slot) }
    }

    #[test]
    fn a_city_of_two_tiles_closes() {
        let survey = Survey::of(&landscape(
            sets::base(),
            "D 0,0 r0
             E 0,-1 r2",
        ));
        let city = survey.feature_at(site(0, 0, 0));
        // CITY-1, CITY-4
        assert_eq!((city.tiles, city.open, city.marks), (2, 0, 0));
        assert_eq!(city.sites, [site(0, -1, 0), site(0, 0, 0)]);
        // ROAD-1: both ends of the road lead into the open.
        let road = survey.feature_at(site(0, 0, 1));
        assert_eq!((road.tiles, road.open), (1, 2));
        // FIELD-3, FIELD-4: above the road both fields border the city, below
        // it the field does not.
        let cities = |slot| survey.feature_at(site(0, 0, slot)).complete_cities;
        assert_eq!((cities(2), cities(3)), (1, 0));
        assert_eq!(survey.feature_at(site(0, -1, 1)).complete_cities, 1);
        assert_eq!(survey.features().len(), 5);
    }

    #[test]
    fn a_road_back_to_its_own_crossing_counts_that_tile_once() {
        // X has four arms that end on it; three curves lead from its eastern
        // arm round to its southern one.
        let survey = Survey::of(&landscape(
            sets::base(),
            "X 0,0 r0
             V 1,0 r0
             V 1,1 r1
             V 0,1 r2",
        ));
        let (east, south) = (survey.feature_at(site(0, 0, 1)), survey.feature_at(site(0, 0, 2)));
        assert_eq!(east, south);
        // ROAD-2, ROAD-3: five stretches, four tiles.
        assert_eq!((east.sites.len(), east.tiles, east.open), (5, 4, 0));
        // FIELD-1: the road shuts in a field of its own, one corner a tile.
        let inside = survey.feature_at(site(0, 0, 5));
        assert_eq!((inside.sites.len(), inside.tiles, inside.open), (4, 4, 0));
        // The field outside goes round the curves; X's north-eastern corner
        // reaches it, its north-western corner does not.
        let outside = survey.feature_at(site(1, 1, 1));
        let corners = [4, 6].map(|slot| outside.sites.contains(&site(0, 0, slot)));
        assert_eq!(corners, [true, true]);
        assert!(!outside.sites.contains(&site(0, 0, 7)));
        assert_eq!(survey.feature_at(site(0, 0, 0)).open, 1);
    }

    #[test]
    fn a_city_that_meets_a_field_twice_counts_once() {
        // Two caps of H, joined round the west by three tiles of city: one
        // city, with the field of H between its arms.
        let survey = Survey::of(&landscape(
            sets::base(),
            "H 0,0 r0
             N 0,-1 r2
             F -1,0 r1
             N -1,-1 r1
             N -1,1 r0
             N 0,1 r3",
        ));
        let city = survey.feature_at(site(0, 0, 0));
        assert_eq!(city, survey.feature_at(site(0, 0, 1)));
        // CITY-2, CITY-3: seven parts on six tiles, one with a shield.
        assert_eq!((city.sites.len(), city.tiles, city.marks), (7, 6, 1));
        assert!(city.is_complete());
        // FIELD-5: bordered from both sides, and once more at F.
        let field = survey.feature_at(site(0, 0, 2));
        assert!(field.sites.len() > 1);
        assert_eq!(field.complete_cities, 1);
    }

    #[test]
    fn monasteries_count_all_eight_around() {
        let row =
            "B 0,0 r0\nB 1,0 r0\nB 2,0 r0\nB 0,1 r0\nB 1,1 r0\nB 2,1 r0\nB 0,2 r0\nB 1,2 r0\n";
        let survey = Survey::of(&landscape(sets::base(), row));
        // MONA-1, END-3
        assert_eq!(survey.feature_at(site(1, 1, 0)).open, 1);
        assert_eq!(survey.feature_at(site(0, 0, 0)).open, 5);
        let full = format!("{row}Eg 2,2 r0");
        let survey = Survey::of(&landscape(sets::base(), &full));
        assert!(survey.feature_at(site(1, 1, 0)).is_complete());
        // ABBOT-5: a garden likewise.
        assert_eq!(survey.feature_at(site(2, 2, 2)).open, 5);
    }

    #[test]
    fn the_river_parts_the_fields() {
        // RIVER-6: the plain spring lets the field round, a straight stream
        // keeps east and west apart.
        let stream = "RD 0,1 r0";
        let survey = Survey::of(&landscape(sets::river(), stream));
        assert_ne!(survey.feature_at(site(0, 1, 1)), survey.feature_at(site(0, 1, 2)));
        let survey = Survey::of(&landscape(sets::river(), &format!("RA 0,0 r0\n{stream}")));
        assert_eq!(survey.feature_at(site(0, 1, 1)), survey.feature_at(site(0, 1, 2)));
        assert_eq!(survey.feature_at(site(0, 0, 0)).terrain, Terrain::River);
        assert_eq!(survey.feature_at(site(0, 0, 0)).sites.len(), 2);
    }
}
