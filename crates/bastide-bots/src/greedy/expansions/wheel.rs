//! The wheel (WHEEL-*): expected stops of the pig, and the value of a meeple on a crown space.

use bastide::{AnyGame, CROWN, FigureSpot, Game, Sector};

/// For each sector, the probability in percent that the pig will stop there, discounted by the
/// number of moves until then.
pub(super) type Odds = [i32; Sector::ALL.len()];

/// WHEEL-CROWN-2, WHEEL-CROWN-3: a single meeple on a sector with two spaces scores double.
pub(super) fn crown(game: &AnyGame, odds: &Odds, space: u8) -> i32 {
    let Some(sector) = Sector::of_space(space) else { return 0 };
    let is_taken = |n: &u8| game.board().figure_at(FigureSpot::Piece(CROWN, *n)).is_some();
    let is_alone = sector.crowns().filter(is_taken).count() == 1;
    let points = if is_alone && sector.crowns().len() == 2 { 6 } else { 3 };
    points * odds[sector as usize]
}

/// Computes where the pig will stop from the icons still to be drawn.
pub(super) fn odds(game: &AnyGame) -> Odds {
    /// Discount per move.
    const PATIENCE: f64 = 0.93;
    let AnyGame::Land(land) = game else { return Odds::default() };
    let Some(pig) = land.wheel().map(bastide::Wheel::pig) else { return Odds::default() };
    let mut icons = [0.0; 4];
    for (id, kind) in game.board().tiles().iter().filter(|(_, kind)| kind.icon > 0) {
        icons[usize::from(kind.icon).min(3)] += f64::from(game.bag().count(id));
    }
    let all: f64 = icons.iter().sum();
    Sector::ALL.map(|target| {
        let mut places = [0.0; Sector::ALL.len()];
        places[pig as usize] = 1.0;
        let (mut chance, mut weight) = (0.0, 1.0);
        for _ in 0..all as u32 {
            let mut next = [0.0; Sector::ALL.len()];
            for (at, share) in places.iter().enumerate() {
                for (steps, number) in icons.iter().enumerate().skip(1) {
                    next[(at + steps) % next.len()] += share * number / all;
                }
            }
            weight *= PATIENCE;
            // The first stop returns the figure to its supply.
            chance += weight * std::mem::take(&mut next[target as usize]);
            places = next;
        }
        (100.0 * chance) as i32
    })
}

#[cfg(test)]
mod tests {
    use bastide::{Rules, Setup};

    use super::*;

    #[test]
    fn odds_are_those_of_the_icons_left() {
        // WHEEL-4: one icon of 2 is left, and the pig is on Fortune: it will stop on Famine and
        // nowhere else.
        let mut setup = Setup::new(Rules::Land("wheel".parse().expect("rules")), 2);
        setup.deck = Some(vec!["W26".into(), "W31i2".into()]);
        let game = AnyGame::new(&setup).expect("a set-up");
        assert_eq!(odds(&game), [0, 0, 93, 0, 0, 0]);
    }
}
