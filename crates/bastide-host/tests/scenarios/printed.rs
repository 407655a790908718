//! Tests of the printed tiles, as far as the rules specify their numbers.

use bastide::{
    AnyGame, Game, LandRules, OwnSets, RiverEnds, Rules, Sector, Setup, Terrain, TileKind, TileSet,
    TileUse, sets, track_space,
};
use bastide_host::{Dealer, Dice, Seed};

fn has(kind: &TileKind, terrain: Terrain) -> bool {
    kind.segments.iter().any(|segment| segment.terrain == terrain)
}

/// Returns the number of tiles with a terrain, counting copies.
fn tiles_with(set: &TileSet, terrain: Terrain) -> u32 {
    set.kinds.iter().filter(|kind| has(kind, terrain)).map(|kind| u32::from(kind.count)).sum()
}

fn names<'a>(kinds: impl Iterator<Item = &'a TileKind>) -> Vec<&'a str> {
    kinds.map(|kind| &*kind.name).collect()
}

#[test]
fn the_base_game_has_72_tiles_and_one_of_them_starts() {
    // SETUP-3
    assert_eq!(sets::base().total(), 72);
    let starts: Vec<_> = sets::base().kinds.iter().filter(|kind| kind.is_start).collect();
    assert_eq!(names(starts.iter().copied()), ["D"]);
    assert_eq!(starts[0].count, 4, "three more copies are in the stack");
}

#[test]
fn eight_base_tiles_and_two_others_show_a_garden() {
    // ABBOT-2
    assert_eq!(tiles_with(sets::base(), Terrain::Garden), 8);
    assert_eq!(tiles_with(sets::river(), Terrain::Garden), 1);
    assert_eq!(tiles_with(sets::bridges(), Terrain::Garden), 1);
    assert_eq!(tiles_with(sets::wheel(), Terrain::Garden), 0);
    assert_eq!(tiles_with(sets::base(), Terrain::Monastery), 6);
}

#[test]
fn a_garden_is_the_only_difference_from_the_plain_tile() {
    // TILE-4: apart from the garden, the drawings are equivalent.
    let set = sets::base();
    for kind in set.kinds.iter().filter(|kind| has(kind, Terrain::Garden)) {
        let plain = kind.name.strip_suffix('g').expect("garden tiles are named so");
        let plain = set.kind(set.find(plain).expect("there is one without a garden"));
        let rest = kind.segments.iter().filter(|segment| segment.terrain != Terrain::Garden);
        assert!(rest.eq(plain.segments.iter()), "{} and {}", kind.name, plain.name);
    }
}

#[test]
fn villages_change_nothing() {
    // TILE-4: the same games with and without villages have the same result.
    let set = sets::bridges();
    let with = set.to_string();
    assert!(with.contains(" village"), "there are villages to leave out");
    let without = with.replace(" village", "");
    for seed in 0..20 {
        let scores = |text: &str| {
            let own = OwnSets::parse([text]).expect("a tile file");
            let rules: LandRules = "base,fields,bridges,castles,barns".parse().expect("rules");
            let setup = Setup { sets: Some(own), ..Setup::new(Rules::Land(rules), 3) };
            let mut game = AnyGame::new(&setup).expect("a game");
            let (mut dice, mut actions) = (Dice::new(seed, 4), Vec::new());
            let mut played = Vec::new();
            while let Some(action) = dice.act(&game, &mut actions) {
                game.play(action).expect("it is legal");
                played.push(action);
            }
            (played, *game.scores())
        };
        assert_eq!(scores(&with), scores(&without), "game {seed}");
    }
}

#[test]
fn chance_decides_who_begins() {
    // SETUP-4, S-SETUP-1: all seats are equally likely.
    const DEALS: u64 = 4_000;
    for seats in 2..=5_u8 {
        let mut begins = [0_u64; 5];
        for number in 0..DEALS {
            let dealer = Dealer::seeded(Seed::from_number(number), "who begins");
            begins[usize::from(dealer.first(seats))] += 1;
        }
        let fair = DEALS / u64::from(seats);
        for (seat, &times) in begins.iter().enumerate().take(usize::from(seats)) {
            // Six standard deviations of a fair draw. Seeds are fixed, so the test is
            // deterministic.
            let most = 6 * (fair as f64).sqrt() as u64;
            assert!(times.abs_diff(fair) < most, "seat {seat} of {seats} began {times} times");
        }
        assert!(begins[usize::from(seats)..].iter().all(|&times| times == 0), "{begins:?}");
    }
}

#[test]
fn the_river_has_twelve_tiles_in_either_printing() {
    // RIVER-1, RIVER-7
    for (ends, spring, lake) in
        [(RiverEnds::Of2014, "RA", "RL"), (RiverEnds::Of2021, "RA21", "RL21")]
    {
        let kinds = || {
            let is_ours = |kind: &&TileKind| kind.printing.is_none_or(|year| year == ends.year());
            sets::river().kinds.iter().filter(is_ours)
        };
        assert_eq!(kinds().map(|kind| kind.count).sum::<u8>(), 12);
        assert_eq!(names(kinds().filter(|kind| kind.usage == TileUse::Spring)), [spring]);
        assert_eq!(names(kinds().filter(|kind| kind.usage == TileUse::Lake)), [lake]);
        let streams = kinds().filter(|kind| kind.usage == TileUse::Stream);
        assert_eq!(streams.map(|kind| kind.count).sum::<u8>(), 10);
    }
    assert_eq!(RiverEnds::default(), RiverEnds::Of2014);
}

#[test]
fn springs_and_lakes_are_as_printed() {
    // RIVER-6, RIVER-7: the number of fields of each end tile, and its other terrains.
    let fields = |name: &str| {
        let set = sets::river();
        let kind = set.kind(set.find(name).expect("an end of the river"));
        let fields = kind.segments.iter().filter(|s| s.terrain == Terrain::Field).count();
        (fields, has(kind, Terrain::Road), has(kind, Terrain::Monastery))
    };
    assert_eq!(fields("RA"), (1, false, false));
    assert_eq!(fields("RL"), (1, false, false));
    assert_eq!(fields("RA21"), (3, true, false));
    assert_eq!(fields("RL21"), (1, false, true));
}

#[test]
fn castles_and_bridges_have_fifteen_land_tiles_and_a_river_tile() {
    //
    let of = |usage: TileUse| sets::bridges().kinds.iter().filter(move |kind| kind.usage == usage);
    assert_eq!(of(TileUse::Stack).map(|kind| kind.count).sum::<u8>(), 15);
    assert_eq!(names(of(TileUse::Stream)), ["XR"]);
    assert_eq!(sets::bridges().total(), 16);
}

#[test]
fn nineteen_of_the_72_wheel_tiles_carry_an_icon() {
    // WHEEL-1, WHEEL-3
    assert_eq!(sets::wheel().total(), 72);
    let with = |icon| {
        let kinds = sets::wheel().kinds.iter().filter(move |kind| kind.icon == icon);
        kinds.map(|kind| u32::from(kind.count)).sum::<u32>()
    };
    assert_eq!((0..=3).map(with).collect::<Vec<_>>(), [53, 11, 5, 3]);
    assert!(sets::wheel().kinds.iter().all(|kind| kind.icon <= 3));
    for set in [sets::base(), sets::river(), sets::bridges()] {
        assert!(set.kinds.iter().all(|kind| kind.icon == 0));
    }
}

#[test]
fn the_block_is_four_by_four_with_the_wheel_inside() {
    // WHEEL-1, WHEEL-2
    let set = sets::wheel();
    let patch = set.patch.as_ref().expect("the wheel has a block");
    let mut cells: Vec<_> = patch.cells.iter().map(|&(cell, ..)| (cell.x, cell.y)).collect();
    cells.sort_unstable();
    let all: Vec<_> = (0..4).flat_map(|x| (0..4).map(move |y| (x, y))).collect();
    assert_eq!(cells, all);
    for &(cell, kind, _) in &patch.cells {
        let is_inside = (1..3).contains(&cell.x) && (1..3).contains(&cell.y);
        assert_eq!(set.kind(kind).segments.is_empty(), is_inside, "{cell}");
    }
}

#[test]
fn the_wheel_has_six_sectors_and_nine_crown_spaces() {
    // WHEEL-3
    let spaces = Sector::ALL.map(|sector| (sector.name(), sector.crowns().len()));
    assert_eq!(
        spaces,
        [
            ("fortune", 1),
            ("tax", 2),
            ("famine", 1),
            ("storm", 2),
            ("inquisition", 1),
            ("plague", 2)
        ]
    );
    let numbers: Vec<_> = Sector::ALL.into_iter().flat_map(Sector::crowns).collect();
    assert_eq!(numbers, (0..9).collect::<Vec<_>>());
    assert_eq!(Sector::Plague.ahead(1), Sector::Fortune);
}

#[test]
fn the_score_track_wraps_after_fifty() {
    // SETUP-5: the space of the marker and the laps it has gone.
    for (total, place) in [
        (0, (0, 0)),
        (1, (1, 0)),
        (2, (2, 0)),
        (49, (49, 0)),
        (50, (50, 0)),
        (51, (1, 1)),
        (100, (50, 1)),
        (101, (1, 2)),
        (237, (37, 4)),
    ] {
        assert_eq!(track_space(total), place, "a total of {total}");
    }
}
