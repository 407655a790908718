//! Prospects in Stronghold for the greedy bot.

use bastide::{
    Actor, BySeat, Feature, Game, MARKET, Seat, SegmentId, Stronghold, Terrain, WELL, WallToken,
};

/// Percentage counted of an open feature's points, by its number of open sides.
///
/// An incomplete feature scores nothing at the end, so its points are weighted by the probability
/// of completing it, which falls with every open side.
const CHANCE: [i32; 7] = [100, 74, 54, 40, 30, 22, 16];
/// Value of an open courtyard's growth, in hundredths of a point.
const OPEN_COURTYARD: i32 = 40;
/// Value of a held token by kind in mid-game, in hundredths of a point.
const TOKENS: [i32; 9] = [260, 300, 220, 150, 200, 120, 120, 160, 500];
/// Value of an extra turn, in hundredths of a point.
const TURN: i32 = 320;
/// Cap on the expected gap in cells, and the lead in tiles at which a keep is safe.
const GAP: u32 = 9;
const SAFE: i32 = 4;
/// Approximate number of tiles of a game.
const TILES: i32 = 60;

/// Returns the prospects of all seats beyond their points, in hundredths of a point.
pub(super) fn hopes(game: &Stronghold) -> BySeat<i32> {
    let mut hopes = BySeat::splat(0);
    if game.is_over() {
        return hopes;
    }
    let board = game.board();
    let left = game.bag().left() as i32;
    let figures = board.figures();
    let root = |at: usize| board.root_of(&figures[at]);
    for at in 0..figures.len() {
        let Some(segment) = root(at).filter(|&r| (0..at).all(|other| root(other) != Some(r)))
        else {
            continue;
        };
        let (owner, worth) = prospect(game, segment, left);
        if let Some(seat) = owner {
            hopes[seat] += worth;
        }
    }
    for seat in Seat::all(game.seats()) {
        hopes[seat] += tokens(game, seat, left);
    }
    add_keeps(game, left, &mut hopes);
    // S-TOKEN-K1
    if game.to_act() == Actor::Chance && game.revealing().is_none() {
        hopes[game.turn()] += TURN * left.min(10) / 10;
    }
    hopes
}

/// Returns the seat with the majority on a feature, and the feature's prospect.
fn prospect(game: &Stronghold, segment: SegmentId, left: i32) -> (Option<Seat>, i32) {
    let feature = game.board().feature(segment);
    let leaders = feature.strength.leaders();
    // S-MAJ-2
    let owner = if leaders.len() == 1 { leaders.iter().next() } else { None };
    let worth = match feature.terrain {
        // S-END-3
        Terrain::Courtyard => {
            let hope = if feature.is_complete() { 0 } else { OPEN_COURTYARD * left / TILES };
            300 * feature.count(MARKET) as i32 + hope
        }
        // S-PATH-2, S-PATH-3
        Terrain::Path => open_worth(feature, 1 + i32::from(feature.count(WELL) > 0), 1, left),
        // S-TOWER-1, S-HOUSE-1: three ports per side.
        Terrain::Tower => open_worth(feature, 2, 3, left),
        Terrain::House => open_worth(feature, 1, 3, left),
        Terrain::Field
        | Terrain::Road
        | Terrain::City
        | Terrain::River
        | Terrain::Monastery
        | Terrain::Garden => 0,
    };
    (owner, worth)
}

fn open_worth(feature: &Feature, each: i32, ports: u16, left: i32) -> i32 {
    // A complete feature has already scored.
    if feature.is_complete() {
        return 0;
    }
    let sides = usize::from(feature.open.div_ceil(ports));
    let chance = CHANCE[sides.min(CHANCE.len() - 1)];
    let needed = 3 * sides as i32;
    feature.size() as i32 * each * chance * left.min(needed) / needed
}

/// Returns the value of a seat's tokens; those used during play lose value over time.
fn tokens(game: &Stronghold, seat: Seat, left: i32) -> i32 {
    let worth = |(token, count): (WallToken, u8)| {
        let full = TOKENS[usize::from(token.kind() - 1)];
        let now = if token.kind() <= 3 { full * left.min(12) / 12 } else { full };
        now * i32::from(count)
    };
    game.purse(seat).iter().map(worth).sum()
}

/// S-END-2: adds the value of the larger keep, weighted higher with a larger lead and fewer tiles
/// left.
fn add_keeps(game: &Stronghold, left: i32, hopes: &mut BySeat<i32>) {
    let [a, b] = [Seat::FIRST, Seat::FIRST.next(2)];
    let size = |seat: Seat| game.keep(seat).map_or(0, |keep| i32::from(keep.size));
    let lead = (size(a) - size(b)).clamp(-SAFE, SAFE);
    let gap = game.largest_gap().min(GAP) as i32;
    let (early, late) = (lead * 100 / SAFE, lead.signum() * 100);
    let sure = (early * left + late * (TILES - left).max(0)) / TILES;
    let leader = if lead > 0 { a } else { b };
    hopes[leader] += gap * sure.abs();
}
