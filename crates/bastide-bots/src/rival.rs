//! An aggressive opponent, as a yardstick for the other bots: one-ply search that joins its figures
//! with the features of its opponents. It does not use the evaluator, so that it can find what the
//! evaluator overlooks.

use bastide::{
    Actor, AnyGame, Board, BySeat, Edge, Feature, FigureKind, Game, Land, Port, SHIELD, Seat,
    SegmentId, Stronghold, Terrain, WELL,
};
use bastide_host::Dice;

use crate::turns::Turns;
use crate::{Bot, Budget, Greedy, Turn};

/// Plays the turn with the most points, prospects and threats to take over features.
pub struct Rival {
    turns: Turns,
    /// Breaks ties.
    dice: Dice,
    /// Plays Stronghold, where it counts threats too.
    greedy: Greedy,
}

impl Rival {
    /// Creates a rival; `seed` determines how ties are broken.
    pub fn new(seed: u64) -> Rival {
        let greedy = Greedy::contesting(seed, CASTLE_ATTACK);
        Rival { turns: Turns::default(), dice: Dice::new(seed, 4), greedy }
    }
}

impl Bot for Rival {
    fn choose_turn(&mut self, game: &AnyGame, budget: Budget) -> Turn {
        let (AnyGame::Land(_), Actor::Seat(seat)) = (game, game.to_act()) else {
            return self.greedy.choose_turn(game, budget);
        };
        let (mut best, mut plan, mut ties) = (i32::MIN, Turn::new(), 0);
        let dice = &mut self.dice;
        self.turns.each(game, |after| {
            let AnyGame::Land(land) = after.game else { return };
            let worth = worth(land, seat);
            if worth > best {
                (best, ties) = (worth, 0);
            }
            if worth == best {
                // Reservoir sampling: each of n ties is chosen with probability 1/n.
                ties += 1;
                if dice.below(ties) == 0 {
                    plan = after.actions.iter().copied().collect();
                }
            }
        });
        plan
    }

    fn reseed(&mut self, dice: Dice) -> bool {
        self.greedy.reseed(dice.clone());
        self.dice = dice;
        true
    }
}

/// Value of the n-th free meeple in hundredths of a point, while the game is long.
const SUPPLY: [i32; 8] = [0, 400, 250, 180, 120, 90, 70, 50];
/// Percentage of the value of free meeples that counts; found, like the numbers below, by playing
/// against `normal`.
const SUPPLY_SHARE: i32 = 240;
/// Probability in per cent that an open side of a road or city is closed in a long game.
const CLOSED: i32 = 64;
/// Value of an empty cell next to a monastery in a long game, in hundredths of a point.
const RING_CELL: i32 = 75;
/// Value of a field per ten own turns to come: negative, because a farmer never returns.
const FARMER: i32 = -60;
/// Percentage of the gain from a join that counts for a threat of its own.
const ATTACK: i32 = 30;
/// The same for a threat of an opponent.
const DEFENCE: i32 = 5;

/// Percentage of the gain from a threatened join that counts in Stronghold: the largest one tried
/// that did not make it weaker than `greedy`.
const CASTLE_ATTACK: i32 = 60;

/// Returns the value of a state for `seat` in hundredths of a point.
fn worth(game: &Land, seat: Seat) -> i32 {
    let mut points = BySeat::splat(0);
    for (seat, points) in Seat::all(game.seats()).zip(&mut points.0) {
        *points = 100 * game.scores()[seat] + supply(game, seat);
    }
    game.prospects(|scoring| {
        let total = 100 * scoring.tally.total();
        scoring.winners.iter().for_each(|winner| points[winner] += total);
    });
    let board = game.board();
    if game.bag().left() > 0 {
        let turns = game.bag().left() as i32 / i32::from(game.seats());
        add_completions(board, turns, &mut points);
    }
    let opponents = |points: &BySeat<i32>| {
        let others = Seat::all(game.seats()).filter(|&other| other != seat);
        others.map(|other| points[other]).max().unwrap_or(0)
    };
    let mut worth = points[seat] - opponents(&points);
    // Threats lose their value with the tiles that could carry them out.
    let late = game.bag().left().min(20) as i32;
    each_join(board, &[Terrain::Road, Terrain::City, Terrain::Field], |a, b| {
        let swing = join(board, a, b);
        let gain = swing[seat] - opponents(&swing);
        worth += gain * if gain > 0 { ATTACK } else { DEFENCE } / 100 * late / 20;
    });
    worth
}

/// Returns the value of the free figures of `seat`, which drops to zero with the last tile.
fn supply(game: &Land, seat: Seat) -> i32 {
    let hand = game.hands()[seat];
    let meeples = usize::from(hand[FigureKind::MEEPLE]).min(SUPPLY.len() - 1);
    let others = hand.total() as i32 - i32::from(hand[FigureKind::MEEPLE]);
    let all = SUPPLY[..=meeples].iter().sum::<i32>() * SUPPLY_SHARE / 100 + 60 * others;
    all * game.bag().left().min(30) as i32 / 30
}

/// Adds the expected points of claimed features besides their present ones; `turns` is the number of
/// own turns to come.
fn add_completions(board: &Board, turns: i32, points: &mut BySeat<i32>) {
    let mut seen: Vec<SegmentId> = Vec::new();
    for root in board.figures().iter().filter_map(|figure| board.root_of(figure)) {
        let feature = board.feature(root);
        if seen.contains(&root) || feature.is_complete() {
            continue;
        }
        seen.push(root);
        let open = match feature.terrain {
            Terrain::City => i32::from(feature.open.div_ceil(3)),
            _ => i32::from(feature.open),
        };
        let chance = (0..open).fold(100, |chance, _| chance * CLOSED / 100);
        let more = match feature.terrain {
            Terrain::City => (now(feature) + 100 * open) * chance / 100,
            Terrain::Road => open * chance,
            Terrain::Monastery | Terrain::Garden => open * RING_CELL,
            Terrain::Field => FARMER * turns / 10,
            _ => continue,
        };
        let more = if feature.terrain == Terrain::Field { more } else { more * turns.min(15) / 15 };
        let most = feature.strength.0.iter().copied().max().unwrap_or(0);
        for (points, &strength) in points.0.iter_mut().zip(&feature.strength.0) {
            if strength == most {
                *points += more;
            }
        }
    }
}

/// Returns the points of an open road or city at the end of the game, in hundredths.
fn now(feature: &Feature) -> i32 {
    100 * (feature.size() + feature.count(SHIELD)) as i32
}

/// Returns the change in hundredths of a point that a join of two claimed features makes for each
/// seat.
fn join(board: &Board, a: &Feature, b: &Feature) -> BySeat<i32> {
    let most = |strength: &BySeat<u8>| strength.0.iter().copied().max().unwrap_or(0);
    let both = sum_of(a, b);
    // Cities count as if they were completed.
    let points = |feature: &Feature| match feature.terrain {
        Terrain::City => 2 * now(feature),
        Terrain::Field => 300 * board.complete_cities(feature) as i32,
        _ => now(feature),
    };
    let (of_a, of_b) = (points(a), points(b));
    let of_both = of_a + of_b - 300 * shared_cities(board, a, b);
    let (most_a, most_b, most_both) = (most(&a.strength), most(&b.strength), most(&both));
    let mut swing = BySeat::splat(0);
    for (at, swing) in swing.0.iter_mut().enumerate() {
        let share = |is_winner: bool, points: i32| if is_winner { points } else { 0 };
        *swing = share(both.0[at] == most_both, of_both)
            - share(a.strength.0[at] == most_a, of_a)
            - share(b.strength.0[at] == most_b, of_b);
    }
    swing
}

/// Returns the number of complete cities that two fields border both. Other features share none.
fn shared_cities(board: &Board, a: &Feature, b: &Feature) -> i32 {
    if a.terrain != Terrain::Field {
        return 0;
    }
    let (mut of_a, mut shared) = (Vec::new(), 0);
    board.each_city(a, |city| of_a.push(city));
    board.each_city(b, |city| {
        shared += i32::from(of_a.contains(&city) && board.feature(city).is_complete());
    });
    shared
}

/// Returns the sum of what `seat` gains by joins of its features with those of the opponent in
/// Stronghold, in hundredths of a point. A tie is a gain too: it deprives the opponent (S-MAJ-2).
pub(crate) fn threats(game: &Stronghold, seat: Seat) -> i32 {
    let points = |feature: &Feature| {
        let each = match feature.terrain {
            Terrain::Tower => 200,
            Terrain::Path if feature.count(WELL) > 0 => 200,
            _ => 100,
        };
        each * feature.size() as i32
    };
    // Points for the only leader count for or against the seat.
    let held = |strength: &BySeat<u8>, points: i32| {
        let leaders = strength.leaders();
        let is_own = leaders.contains(seat);
        if leaders.len() != 1 {
            0
        } else if is_own {
            points
        } else {
            -points
        }
    };
    let late = game.bag().left().min(20) as i32;
    let mut sum = 0;
    each_join(game.board(), &[Terrain::Path, Terrain::Tower, Terrain::House], |a, b| {
        let (of_a, of_b) = (points(a), points(b));
        let before = held(&a.strength, of_a) + held(&b.strength, of_b);
        let gain = held(&sum_of(a, b), of_a + of_b) - before;
        sum += gain.max(0) * late / 20;
    });
    sum
}

/// Returns the strength of all seats in a join of two features.
fn sum_of(a: &Feature, b: &Feature) -> BySeat<u8> {
    let mut both = a.strength;
    both.0.iter_mut().zip(b.strength.0).for_each(|(both, more)| *both += more);
    both
}

/// Calls `found` with every two claimed features of one of the `terrains` that end at the same empty
/// cell.
fn each_join(board: &Board, terrains: &[Terrain], mut found: impl FnMut(&Feature, &Feature)) {
    for opening in board.frontier() {
        let end = |edge: Edge| {
            let tile = board.tile_at(opening.cell.step(edge))?;
            let root = board.root(board.owner(tile, Port::middle(edge.opposite()))?);
            let feature = board.feature(root);
            (terrains.contains(&feature.terrain) && feature.is_occupied())
                .then_some((root, feature))
        };
        let ends = Edge::ALL.map(end);
        for (at, first) in ends.iter().enumerate() {
            for second in &ends[at + 1..] {
                let (Some((a, first)), Some((b, second))) = (first, second) else { continue };
                if a != b && first.terrain == second.terrain {
                    found(first, second);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use bastide::{LandRules, Rules, Setup};

    use super::*;

    /// Returns a game after the actions of a record.
    fn after(tokens: &str) -> AnyGame {
        let rules: LandRules = "base,fields".parse().expect("rules");
        let mut game = AnyGame::new(&Setup::new(Rules::Land(rules), 2)).expect("a set-up");
        for token in tokens.split(' ') {
            let action = game.notation().parse(token).expect("an action");
            game.play(action).expect("a legal action");
        }
        game
    }

    #[test]
    fn a_join_goes_to_the_majority() {
        let game = after("DE");
        let AnyGame::Land(land) = &game else { unreachable!("a Land game") };
        let board = land.board();
        let start = board.tile_at(bastide::Cell::ORIGIN).expect("the start tile");
        let city = |strength: [u8; 2]| {
            let mut city = *board.feature(board.segment(start, bastide::SegmentIndex(0)));
            assert_eq!(city.terrain, Terrain::City);
            city.strength.0[..2].copy_from_slice(&strength);
            city
        };
        let swing = |a, b| join(board, &city(a), &city(b)).0;
        // Both cities have one tile, two points each when complete.
        assert_eq!(swing([1, 0], [0, 1])[..2], [200, 200]);
        assert_eq!(swing([1, 1], [0, 1])[..2], [-200, 0]);
        assert_eq!(swing([1, 0], [1, 0])[..2], [0, 0]);
    }

    /// FIELD-6: a city that both fields border counts once in the joined field.
    #[test]
    fn a_join_of_fields_counts_each_city_once() {
        let game = after("DE P0,-1r2 .");
        let AnyGame::Land(land) = &game else { unreachable!("a Land game") };
        let board = land.board();
        let field = |cell: bastide::Cell, segment: u8, strength: [u8; 2]| {
            let tile = board.tile_at(cell).expect("a tile");
            let mut field = *board.feature(board.segment(tile, bastide::SegmentIndex(segment)));
            assert_eq!(field.terrain, Terrain::Field);
            field.strength.0[..2].copy_from_slice(&strength);
            field
        };
        let start = bastide::Cell::ORIGIN;
        let beyond = |strength| field(start.step(Edge::North), 1, strength);
        let beside = |strength| field(start, 2, strength);
        let apart = |strength| field(start, 3, strength);
        let swing = |a, b| join(board, &a, &b).0;
        assert_eq!(swing(beyond([1, 0]), beside([0, 1]))[..2], [0, 0]);
        assert_eq!(swing(beyond([2, 0]), beside([0, 1]))[..2], [0, -300]);
        assert_eq!(swing(beyond([1, 0]), apart([0, 2]))[..2], [-300, 300]);
    }

    /// In Stronghold a tie deprives the opponent, so a rival that counts threats faces features of
    /// its opponent more often than `greedy`.
    #[test]
    fn the_rival_seeks_joins_in_stronghold() {
        let faced = |attack: i32| {
            let mut sum = 0;
            for number in 0..12 {
                let setup = Setup::new(Rules::Stronghold(bastide::StrongholdRules), 2);
                let mut game = AnyGame::new(&setup).expect("a set-up");
                let (mut dice, mut legal) = (Dice::new(number, 2), Vec::new());
                let mut bots = [Greedy::contesting(number, attack), Greedy::new(number)];
                while let Some(chance) = dice.act(&game, &mut legal) {
                    let Actor::Seat(seat) = game.to_act() else {
                        game.play(chance).expect("chance plays by the rules");
                        continue;
                    };
                    for action in bots[seat.index()].choose_turn(&game, Budget::Nodes(1)) {
                        game.play(action).expect("bots play by the rules");
                    }
                    if let AnyGame::Stronghold(stronghold) = &game {
                        sum += threats(stronghold, Seat::FIRST);
                    }
                }
            }
            sum
        };
        let [plain, contesting] = [0, CASTLE_ATTACK].map(faced);
        assert!(2 * contesting > 3 * plain, "{contesting} and {plain} hundredths of a point");
    }

    #[test]
    fn a_knight_beside_a_shared_city_is_a_threat() {
        let record = include_str!("../tests/positions/lost-deck601-seat0.bastide");
        let turns = record.lines().skip(2).take(31).collect::<Vec<_>>().join(" ");
        // The best takeover for the second player, with and without a knight beside the hole 3,-1.
        let takeover = |turn: &str| {
            let game = after(&format!("{turns} DHg P3,-2r0 {turn}"));
            let AnyGame::Land(land) = &game else { unreachable!("a Land game") };
            let mut best = 0;
            each_join(land.board(), &[Terrain::Road, Terrain::City], |a, b| {
                let swing = join(land.board(), a, b);
                best = best.max(swing.0[1] - swing.0[0]);
            });
            best
        };
        assert!(takeover("M1") > takeover(".") + 1000, "{} {}", takeover("M1"), takeover("."));
    }
}
