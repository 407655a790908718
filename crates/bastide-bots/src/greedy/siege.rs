//! How good a state of a game within a wall is.

use bastide::{Actor, BySeat, Feature, Game, Seat, SegmentId, Stronghold, Terrain, WallToken};

/// What a player of this family goes by, in hundredths of a point.
///
/// An incomplete feature gives nothing at the end, so it is worth what it
/// would give times the chance to complete it, which falls with every side
/// that is open.
const CHANCE: [i32; 7] = [100, 74, 54, 40, 30, 22, 16];
/// What a courtyard may still gain while it is open.
const OPEN_COURTYARD: i32 = 40;
/// What a token is worth that is held, by kind, in the middle of a game.
const TOKENS: [i32; 9] = [260, 300, 220, 150, 200, 120, 120, 160, 500];
/// Another turn.
const TURN: i32 = 320;
/// The most empty cells to hope for, and tiles by which a keep leads safely.
const GAP: u32 = 9;
const SAFE: i32 = 4;
/// All tiles of a game, about.
const TILES: i32 = 60;

/// What everybody may hope for besides the points there are, in hundredths.
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

/// Who has the majority on a feature, and what it may come to.
fn prospect(game: &Stronghold, segment: SegmentId, left: i32) -> (Option<Seat>, i32) {
    let feature = game.board().feature(segment);
    let leaders = feature.figures.leaders();
    // S-MAJ-2
    let owner = if leaders.len() == 1 { leaders.iter().next() } else { None };
    let worth = match feature.terrain {
        // S-END-3
        Terrain::Courtyard => {
            let hope = if feature.is_complete() { 0 } else { OPEN_COURTYARD * left / TILES };
            300 * i32::from(feature.marks) + hope
        }
        // S-PATH-2, S-PATH-3
        Terrain::Path => open_worth(feature, 1 + i32::from(feature.marks > 0), 1, left),
        // S-TOWER-1, S-HOUSE-1: three ports a side.
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
    // What is complete has given its points already.
    if feature.is_complete() {
        return 0;
    }
    let sides = usize::from(feature.open.div_ceil(ports));
    let chance = CHANCE[sides.min(CHANCE.len() - 1)];
    let needed = 3 * sides as i32;
    feature.size() as i32 * each * chance * left.min(needed) / needed
}

/// What a player's tokens are worth: those for use in play less and less.
fn tokens(game: &Stronghold, seat: Seat, left: i32) -> i32 {
    let worth = |(token, count): (WallToken, u8)| {
        let full = TOKENS[usize::from(token.kind() - 1)];
        let now = if token.kind() <= 3 { full * left.min(12) / 12 } else { full };
        now * i32::from(count)
    };
    game.purse(seat).iter().map(worth).sum()
}

/// S-END-2: the larger keep, surer the more it leads by and the later it is.
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
