//! Baseline bot: maximises visible points without looking ahead.

mod stronghold;

use bastide::{
    Action, Actor, AnyGame, BySeat, CASTLE, CROWN, Figure, FigureKind, FigureSpot, Game, Seat,
    Sector, Target, Terrain,
};
use bastide_host::Dice;

use crate::{Bot, Budget};

/// Plays the turn with the most visible points. Reuses its buffers between decisions.
pub struct Greedy {
    /// Breaks ties.
    dice: Dice,
    actions: Vec<Action>,
    rooms: Vec<Room>,
}

/// Buffers of one recursion level: a scratch game and its legal actions.
#[derive(Default)]
struct Room {
    game: Option<AnyGame>,
    actions: Vec<Action>,
}

impl Bot for Greedy {
    fn choose(&mut self, game: &AnyGame, _: Budget) -> Action {
        self.actions.clear();
        game.legal_actions(&mut self.actions);
        self.greedy(game)
    }

    fn reseed(&mut self, dice: Dice) {
        self.dice = dice;
    }
}

impl Greedy {
    /// Creates a greedy bot; `seed` determines how ties are broken.
    pub fn new(seed: u64) -> Greedy {
        Greedy { dice: Dice::new(seed, 1), actions: Vec::with_capacity(256), rooms: Vec::new() }
    }

    fn greedy(&mut self, game: &AnyGame) -> Action {
        let Actor::Seat(seat) = game.to_act() else { return self.actions[0] };
        let mut actions = std::mem::take(&mut self.actions);
        drop_twins(&mut actions);
        let judge = Judge { seat, odds: odds(game) };
        let mut room = self.rooms.pop().unwrap_or_default();
        let delta = room.game.get_or_insert_with(|| game.clone());
        let mut best = (i32::MIN, actions[0]);
        let mut ties = 0;
        for &action in &actions {
            delta.clone_from(game);
            delta.play_unchecked(action);
            let worth = self.outlook(delta, &judge);
            if worth > best.0 {
                (best, ties) = ((worth, action), 1);
            } else if worth == best.0 {
                // Reservoir sampling: each of n ties is chosen with probability 1/n.
                ties += 1;
                if self.dice.below(ties) == 0 {
                    best.1 = action;
                }
            }
        }
        self.rooms.push(room);
        self.actions = actions;
        best.1
    }

    /// Returns the value of a state if the same player continues optimally: after a tile is placed,
    /// there may be something to build and a figure to deploy.
    fn outlook(&mut self, game: &AnyGame, judge: &Judge) -> i32 {
        if let Some(token) = typical_token(game) {
            return self.guess(game, token, judge);
        }
        if game.to_act() != Actor::Seat(judge.seat) {
            return judge.worth(game);
        }
        let mut room = self.rooms.pop().unwrap_or_default();
        room.actions.clear();
        game.legal_actions(&mut room.actions);
        drop_twins(&mut room.actions);
        let delta = room.game.get_or_insert_with(|| game.clone());
        let mut best = i32::MIN;
        for &action in &room.actions {
            delta.clone_from(game);
            delta.play_unchecked(action);
            best = best.max(self.outlook(delta, judge));
        }
        self.rooms.push(room);
        best
    }

    /// Returns the value of a state before a token is revealed, assuming it is `token`.
    fn guess(&mut self, game: &AnyGame, token: Action, judge: &Judge) -> i32 {
        let mut room = self.rooms.pop().unwrap_or_default();
        let delta = room.game.get_or_insert_with(|| game.clone());
        delta.clone_from(game);
        delta.play_unchecked(token);
        let worth = self.outlook(delta, judge);
        self.rooms.push(room);
        worth
    }
}

/// Returns a token of median kind if one is about to be revealed. Its kind is unknown, but scoring
/// continues.
fn typical_token(game: &AnyGame) -> Option<Action> {
    let AnyGame::Stronghold(stronghold) = game else { return None };
    stronghold.revealing()?;
    let kinds = stronghold.unseen_tokens().count();
    stronghold.unseen_tokens().nth(kinds / 2).map(|(token, _)| Action::Reveal(token))
}

/// Removes duplicates: two free crown spaces of one sector are equivalent.
fn drop_twins(actions: &mut Vec<Action>) {
    let sector = |action: &Action| match action {
        Action::Deploy { target: Target::Space(CROWN, space), .. } => sector_of(*space),
        _ => None,
    };
    actions.dedup_by(|a, b| sector(a).is_some() && sector(a) == sector(b));
}

/// Value of the n-th meeple in supply in mid-game, in hundredths of a point: the last ones are the
/// most valuable.
const SUPPLY: [i32; 8] = [0, 420, 260, 180, 120, 80, 60, 40];
/// Value of an abbot in supply; low because it is easily recalled.
const ABBOT: i32 = 60;
/// Percentage counted of points that are not certain yet.
const PROSPECT: i32 = 92;
/// Percentage counted of a lady's points, which cost a placement to collect.
const LADY: i32 = 60;

/// Evaluates states for one seat.
struct Judge {
    seat: Seat,
    odds: Odds,
}

/// For each sector, the probability in percent that the pig will stop there, discounted by the
/// number of moves until then.
type Odds = [i32; Sector::ALL.len()];

impl Judge {
    /// Returns the value of a state in hundredths of a point: own points and prospects minus those
    /// of the best opponent, plus figures in supply.
    fn worth(&self, game: &AnyGame) -> i32 {
        let hopes = match game {
            AnyGame::Land(_) => self.land_hopes(game),
            AnyGame::Stronghold(game) => stronghold::hopes(game),
        };
        let standing = |seat: Seat| 100 * game.scores()[seat] + hopes[seat];
        let rivals = Seat::all(game.seats()).filter(|&other| other != self.seat);
        let rival = rivals.map(standing).max().unwrap_or(0);
        standing(self.seat) - rival + supply(game, self.seat)
    }

    /// Returns the prospects of all seats in the land game.
    fn land_hopes(&self, game: &AnyGame) -> BySeat<i32> {
        let mut hopes = BySeat::splat(0);
        game.prospects(|scoring| {
            let points = PROSPECT * scoring.tally.total();
            scoring.winners.iter().for_each(|winner| hopes[winner] += points);
        });
        self.add_ladies_and_crowns(game, &mut hopes);
        hopes
    }

    /// Adds the prospects of figures that do not stand on a feature. They are zero when hardly any
    /// tiles are left (CASTLE-10, WHEEL-CROWN-4).
    fn add_ladies_and_crowns(&self, game: &AnyGame, hopes: &mut BySeat<i32>) {
        let board = game.board();
        let is_afield =
            |figure: &&Figure| matches!(figure.spot, FigureSpot::Piece(CASTLE | CROWN, _));
        if game.bag().left() < u32::from(game.seats()) {
            return;
        }
        for figure in board.figures().iter().filter(is_afield) {
            hopes[figure.seat] += match figure.spot {
                // CASTLE-7
                FigureSpot::Piece(CASTLE, _) => LADY * courtiers(game),
                FigureSpot::Piece(CROWN, space) => self.crown(game, space),
                FigureSpot::Segment(_) | FigureSpot::Piece(..) => 0,
            };
        }
    }

    /// WHEEL-CROWN-2, WHEEL-CROWN-3: a single meeple on a sector with two spaces scores double.
    fn crown(&self, game: &AnyGame, space: u8) -> i32 {
        let Some(sector) = sector_of(space) else { return 0 };
        let is_taken = |n: &u8| game.board().figure_at(FigureSpot::Piece(CROWN, *n)).is_some();
        let is_alone = sector.crowns().filter(is_taken).count() == 1;
        let points = if is_alone && sector.crowns().len() == 2 { 6 } else { 3 };
        points * self.odds[sector as usize]
    }
}

/// Returns the sector that contains a crown space.
fn sector_of(space: u8) -> Option<Sector> {
    Sector::ALL.into_iter().find(|sector| sector.crowns().contains(&space))
}

/// Returns the number of knights and ladies on the map.
fn courtiers(game: &AnyGame) -> i32 {
    let board = game.board();
    let is_one = |figure: &&Figure| match figure.spot {
        FigureSpot::Piece(CASTLE, _) => true,
        FigureSpot::Segment(_) | FigureSpot::Piece(..) => {
            let root = board.root_of(figure);
            root.is_some_and(|root| board.feature(root).terrain == Terrain::City)
        }
    };
    board.figures().iter().filter(is_one).count() as i32
}

/// Computes where the pig will stop from the icons still to be drawn.
fn odds(game: &AnyGame) -> Odds {
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

/// Returns the value of the figures in supply, which drops to zero with the last tile.
fn supply(game: &AnyGame, seat: Seat) -> i32 {
    let hand = game.hands()[seat];
    let meeples = usize::from(hand[FigureKind::MEEPLE]).min(SUPPLY.len() - 1);
    let at_hand: i32 = SUPPLY[..=meeples].iter().sum::<i32>();
    let all = at_hand + ABBOT * i32::from(hand[bastide::ABBOT]);
    let turns_left = game.bag().left().div_ceil(u32::from(game.seats())).min(16) as i32;
    all * turns_left / 16
}

#[cfg(test)]
mod tests {
    use bastide::{Rules, Setup, StrongholdRules};

    use super::*;
    use crate::Random;

    fn play(rules: &str, mut bots: [Box<dyn Bot>; 2], seed: u64) -> BySeat<i32> {
        let rules = match rules {
            "stronghold" => Rules::Stronghold(StrongholdRules),
            list => Rules::Land(list.parse().expect("rules")),
        };
        let mut game = AnyGame::new(&Setup::new(rules, 2)).expect("a set-up");
        let (mut dice, mut legal) = (Dice::new(seed, 0), Vec::new());
        while let Some(chance) = dice.act(&game, &mut legal) {
            let action = match game.to_act() {
                Actor::Nobody | Actor::Chance => chance,
                Actor::Seat(seat) => bots[seat.index()].choose(&game, Budget::Nodes(1)),
            };
            game.play(action).expect("bots play by the rules");
        }
        *game.scores()
    }

    fn greedy(seed: u64) -> Box<dyn Bot> {
        Box::new(Greedy::new(seed))
    }

    fn random(seed: u64) -> Box<dyn Bot> {
        Box::new(Random::new(seed))
    }

    #[test]
    fn greedy_beats_random_nearly_always() {
        for rules in [
            "base,fields",
            "wheel,fields",
            "base,fields,river,abbot,bridges,castles,barns",
            "wheel,fields,abbot,bridges,castles,barns",
            "stronghold",
        ] {
            let mut wins = 0;
            for seed in 0..10 {
                // Each bot plays once in the first seat.
                let a = play(rules, [greedy(seed), random(seed)], seed);
                let b = play(rules, [random(seed), greedy(seed)], seed);
                wins += u32::from(a.0[0] > a.0[1]) + u32::from(b.0[1] > b.0[0]);
            }
            assert!(wins >= 19, "{rules}: greedy won {wins} of 20");
        }
    }

    #[test]
    fn a_bot_repeats_itself_with_the_same_seed() {
        for rules in ["base,fields", "wheel,fields,castles", "stronghold"] {
            let game = |seed| play(rules, [greedy(seed), greedy(seed + 9)], 3);
            assert_eq!(game(3), game(3));
            assert_ne!(game(3), game(4));
        }
    }

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
