//! Tests of the built-in tile sets against the contents of the boxes. The parser checks the general
//! constraints for each file (each port has one owner, fields are divided as drawn, lists of
//! cities); see `src/tile/parse.rs` and `src/tile/planar.rs`.

use bastide::{
    CATHEDRAL, Edge, Good, INN, MarkKind, Port, SHIELD, Terrain, TileKind, TileSet, TileUse, sets,
};

fn copies(set: &TileSet, is_counted: impl Fn(&TileKind) -> bool) -> u32 {
    set.kinds.iter().filter(|k| is_counted(k)).map(|k| u32::from(k.count)).sum()
}

fn has(terrain: Terrain) -> impl Fn(&TileKind) -> bool {
    move |kind| kind.segments.iter().any(|s| s.terrain == terrain)
}

#[test]
fn every_port_of_every_tile_has_one_owner() {
    let kinds = sets::all().into_iter().flat_map(|set| &set.kinds);
    for kind in kinds.filter(|kind| kind.usage != TileUse::Patch) {
        for port in Port::all() {
            let owners = kind.segments.iter().filter(|s| s.ports.contains(port)).count();
            assert_eq!(owners, 1, "tile {}, port {port}", kind.name);
        }
    }
}

#[test]
fn the_base_game_has_its_72_tiles() {
    // SETUP-3: 72 tiles, including the start tile.
    let base = sets::base();
    assert_eq!(base.total(), 72);
    let letters = "A2 B4 C1 D4 E5 F2 G1 H3 I2 J3 K3 L3 M2 N3 O2 P3 Q1 R3 S2 T1 U8 V9 W4 X1";
    for word in letters.split(' ') {
        let (letter, count) = word.split_at(1);
        let found = copies(base, |k| k.name.trim_end_matches('g') == letter);
        assert_eq!(found.to_string(), count, "letter {letter}");
    }
    let starts: Vec<_> = base.kinds.iter().filter(|k| k.is_start).map(|k| &*k.name).collect();
    assert_eq!(starts, ["D"]);
    let shields = |k: &TileKind| k.segments.iter().any(|s| s.marks.contains(SHIELD));
    assert_eq!(copies(base, shields), 10);
    assert_eq!(copies(base, has(Terrain::Monastery)), 6);
}

#[test]
fn eight_base_tiles_show_a_garden() {
    // ABBOT-2: one copy of each of these letters, and one river tile.
    let is_garden = has(Terrain::Garden);
    let gardens: String = sets::base()
        .kinds
        .iter()
        .filter(|k| is_garden(k))
        .map(|k| {
            assert_eq!(k.count, 1, "{}", k.name);
            k.name.trim_end_matches('g')
        })
        .collect();
    assert_eq!(gardens, "EHIMNRUV");
    assert_eq!(copies(sets::river(), is_garden), 1);
}

#[test]
fn a_garden_copy_is_otherwise_its_letter() {
    let base = sets::base();
    for kind in base.kinds.iter().filter(|k| k.name.ends_with('g')) {
        let plain = base.find(kind.name.trim_end_matches('g')).expect("the letter without garden");
        let plain = &base.kind(plain).segments;
        assert_eq!(kind.segments[..plain.len()], plain[..], "{}", kind.name);
        assert_eq!(kind.segments.len(), plain.len() + 1);
    }
}

#[test]
fn the_river_has_twelve_tiles_in_either_printing() {
    // RIVER-1, RIVER-7: ten streams, and a spring and a lake for each year.
    let river = sets::river();
    assert_eq!(copies(river, |k| k.usage == TileUse::Stream), 10);
    for year in [2014, 2021] {
        for role in [TileUse::Spring, TileUse::Lake] {
            let ends = copies(river, |k| k.usage == role && k.printing == Some(year));
            assert_eq!(ends, 1, "{role:?} of {year}");
        }
    }
    let is_extra = |role, terrain: Terrain| {
        river.kinds.iter().any(|k| k.usage == role && k.printing == Some(2021) && has(terrain)(k))
    };
    assert!(
        is_extra(TileUse::Spring, Terrain::Road) && is_extra(TileUse::Lake, Terrain::Monastery)
    );
    for kind in &river.kinds {
        let sides = kind.segments.iter().filter(|s| s.terrain == Terrain::River);
        let outlets: u16 = sides.map(|s| s.ports.len()).sum();
        let wanted = if kind.usage == TileUse::Stream { 2 } else { 1 };
        assert_eq!(outlets, wanted, "{}", kind.name);
    }
    let is_straight = |k: &TileKind| {
        k.segments.iter().any(|s| {
            let at = |edge| s.ports.contains(Port::middle(edge));
            let pairs = [(Edge::North, Edge::South), (Edge::East, Edge::West)];
            s.terrain == Terrain::River && pairs.iter().any(|&(a, b)| at(a) && at(b))
        })
    };
    assert_eq!(copies(river, is_straight), 6);
}

#[test]
fn the_wheel_has_its_72_tiles_and_19_icons() {
    // WHEEL-1, WHEEL-3: eleven 1s, five 2s and three 3s.
    let wheel = sets::wheel();
    assert_eq!(wheel.total(), 72);
    let icons = |n| copies(wheel, |k| k.icon == n);
    assert_eq!([1, 2, 3].map(icons), [11, 5, 3]);
    let shields = |k: &TileKind| k.segments.iter().any(|s| s.marks.contains(SHIELD));
    assert_eq!(copies(wheel, shields), 10);
    assert_eq!(copies(wheel, has(Terrain::Monastery)), 7);
    assert!(wheel.kinds.iter().all(|k| !k.is_start), "the block is the only start");
}

#[test]
fn the_block_of_the_wheel_is_four_by_four() {
    // WHEEL-2: the terrain of its sixteen sides, clockwise from the top left corner.
    let wheel = sets::wheel();
    let patch = wheel.patch.as_ref().expect("the block");
    assert_eq!(patch.cells.len(), 16);
    let side = |x, y, edge| {
        let cell = bastide::Cell::new(x, y);
        let (_, id, rotation) = patch.cells.iter().find(|c| c.0 == cell).expect("a cell");
        wheel.kind(*id).side(*rotation, edge).map_or("blind", Terrain::name)
    };
    let north = (0..4).map(|x| side(x, 0, Edge::North));
    let east = (0..4).map(|y| side(3, y, Edge::East));
    let south = (0..4).rev().map(|x| side(x, 3, Edge::South));
    let west = (0..4).rev().map(|y| side(0, y, Edge::West));
    let sides: Vec<_> = north.chain(east).chain(south).chain(west).collect();
    assert_eq!(
        sides.join(" "),
        "city field road field city field road field field field city field road field field city"
    );
}

#[test]
fn castles_and_bridges_add_fifteen_tiles_and_a_river_tile() {
    // ABBOT-2: one of the tiles has a garden; only one is certain.
    let set = sets::bridges();
    assert_eq!(copies(set, |k| k.usage == TileUse::Stack), 15);
    assert_eq!(copies(set, |k| k.usage == TileUse::Stream), 1);
    assert_eq!(copies(set, has(Terrain::Garden)), 1);
    let certain: Vec<_> = set
        .kinds
        .iter()
        .filter(|k| k.certainty == bastide::Certainty::Certain)
        .map(|k| &*k.name)
        .collect();
    assert_eq!(certain, ["XL"]);
}

#[test]
fn only_distinct_rotations_are_offered() {
    let turns = |name: &str| {
        let base = sets::base();
        let kind = base.kind(base.find(name).expect("a base tile"));
        bastide::Rotation::ALL.into_iter().filter(|&r| kind.is_distinct(r)).count()
    };
    for (name, count) in [("B", 1), ("C", 1), ("X", 1), ("U", 2), ("F", 2), ("H", 2), ("D", 4)] {
        assert_eq!(turns(name), count, "{name}");
    }
}

fn marks(set: &TileSet, mark: MarkKind) -> u32 {
    copies(set, |kind| kind.segments.iter().any(|segment| segment.marks.contains(mark)))
}

#[test]
fn inns_add_18_tiles_with_6_inns_and_2_cathedrals() {
    // INN-1
    let inns = sets::inns();
    assert_eq!((inns.total(), inns.kinds.len()), (18, 17));
    assert_eq!((marks(inns, INN), marks(inns, CATHEDRAL), marks(inns, SHIELD)), (6, 2, 3));
    assert_eq!(copies(inns, has(Terrain::Garden)), 2);
    assert_eq!(copies(inns, has(Terrain::Monastery)), 1);
    // INN-5: the inn of the crossing belongs to the road to the east.
    let crossing = inns.kind(inns.find("IN").expect("the crossing"));
    let at_inn = crossing.segments.iter().find(|s| s.marks.contains(INN)).expect("an inn");
    assert!(at_inn.ports.contains(Port::middle(Edge::East)) && at_inn.ports.len() == 1);
}

#[test]
fn traders_add_24_tiles_with_20_goods() {
    // TRADE-1: 9 wine, 6 grain, 5 cloth.
    let traders = sets::traders();
    assert_eq!((traders.total(), traders.kinds.len()), (24, 24));
    assert_eq!(Good::ALL.map(|good| marks(traders, good.mark())), [9, 6, 5]);
    let is_single = |kind: &TileKind| {
        let goods =
            |s: &bastide::Segment| Good::ALL.iter().filter(|g| s.marks.contains(g.mark())).count();
        kind.segments.iter().map(goods).sum::<usize>() <= 1
    };
    assert!(traders.kinds.iter().all(is_single), "at most one good on a tile");
    assert_eq!(copies(traders, has(Terrain::Garden)), 2);
    assert_eq!(marks(traders, SHIELD), 0);
}

#[test]
fn fields_that_cities_enclose_have_no_ports() {
    let is_enclosed = |kind: &&TileKind| {
        let mut fields = kind.segments.iter().filter(|s| s.terrain == Terrain::Field);
        fields.any(|field| field.ports.is_empty())
    };
    let names = |set: &TileSet| -> String {
        set.kinds.iter().filter(is_enclosed).map(|kind| format!("{} ", kind.name)).collect()
    };
    assert_eq!(
        (names(sets::inns()), names(sets::traders())),
        ("IC ".into(), "TC TD TF TN ".into())
    );
}
