//! A game in both implementations, and the strategies of its players.

use bastide::{
    Action, Actor, AnyGame, BySeat, Cell, Edge, Event, Game, OwnSets, Reason, Rules, Scoring, Seat,
    Setup, Stronghold, StrongholdRules, Terrain, TileUse, sets,
};
use bastide_host::Dice;
use bastide_oracle::stronghold::Oracle;

use super::compare::compare;
use super::coverage::{Before, Case, EXPECTED};
use crate::coverage::Coverage;
use crate::harness::{self, Expected};
use crate::played::{Played, best, draw};

/// Number of strategies in a round; one occurs twice.
const STYLES: u64 = 6;

/// Number of walls in a round; the built-in one occurs twice.
const GROUNDS: u64 = 4;

/// Strategy of the players of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// All legal actions are equally likely.
    Uniform,
    /// Tiles are laid where they have the most neighbours, followers are placed whenever possible,
    /// and tokens are used: many joins, ties and large features.
    Crowded,
    /// Like `Crowded`, with a small bag of arbitrary tiles: games that end early and tiles that fit
    /// nowhere.
    Scarce,
    /// Tiles are laid where they join occupied features.
    Joining,
    /// Players look one action ahead for tokens, points and choices.
    Hunting,
}

/// The wall of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ground {
    /// The built-in wall.
    Wall,
    /// The same outline with a track short enough for several laps, and corner towers almost
    /// everywhere on it.
    Laps,
    /// Few cells around a pillar, adjacent start areas and two that face the same cell, and more
    /// houses and towers: tiles soon fit nowhere.
    Nook,
}

const LAPS_TRACK: &str = "track 50
corner 0,2 0 1 bare
corner 2,2 4 5
corner 2,0 7 8
corner 5,0 10 11
corner 5,2 14 15
corner 9,2 17 18
corner 9,3 20 21
corner 10,3 24 25
corner 10,7 27 28
corner 9,7 30 31
corner 9,10 34 35
corner 3,10 37 38
corner 3,8 41 42
corner 0,8 48 49
";

const NOOK_WALL: &str = "wall nook
row ######
row ##.###
row ######
row .####.
track 12
corner 0,0 11 0 bare
corner 6,0 2 3
corner 6,3 5 6
corner 0,3 8 9
";

const NOOK_STARTS: &str = "
patch
  cell -1,0 SW r3
  cell 0,-1 SM
  cell 3,-1 ST
  cell 4,-1 SH
  cell 6,2 SP r1
  cell 2,4 ST r2
";

/// Tiles of a single terrain, so that large houses and towers with holes arise, and a path with a
/// well that ends at the wall.
const NOOK_TILES: &str = "
tile AH x9
  house N E S W
tile AT x6
  tower N E S W
tile AY x4
  courtyard N E S W +market
tile SW x0 patch
  path      S2 +well
  courtyard S1
  courtyard S3
";

impl Ground {
    /// Returns the wall of the game with this number.
    fn of(number: u64) -> Ground {
        match number / STYLES % GROUNDS {
            0 | 1 => Ground::Wall,
            2 => Ground::Laps,
            _ => Ground::Nook,
        }
    }

    /// Returns the files that replace the built-in ones.
    fn sets(self) -> Option<OwnSets> {
        let texts = match self {
            Ground::Wall => return None,
            Ground::Laps => {
                let wall = include_str!("../../../../bastide/tiles/stronghold.wall");
                let outline = wall.split("\ntrack").next().unwrap_or_default();
                vec![format!("{outline}\n{LAPS_TRACK}")]
            }
            Ground::Nook => {
                let text = sets::stronghold().to_string();
                let (tiles, _) = text.split_once("patch\n  cell").expect("start areas");
                vec![NOOK_WALL.to_owned(), format!("{tiles}{NOOK_TILES}{NOOK_STARTS}")]
            }
        };
        Some(OwnSets::parse(texts.iter().map(String::as_str)).expect("good files"))
    }
}

/// The same game in the engine and in the oracle.
pub(crate) struct Comparison {
    played: Played,
    oracle: Oracle,
    style: Style,
    ground: Ground,
    dice: Dice,
    /// True if this turn is an additional one by a token.
    is_encore: bool,
}

/// Returns the engine's game as a `Stronghold`.
pub(crate) fn stronghold(game: &AnyGame) -> &Stronghold {
    match game {
        AnyGame::Stronghold(stronghold) => stronghold,
        AnyGame::Land(_) => panic!("all these games are strongholds"),
    }
}

impl harness::Comparison for Comparison {
    type Case = Case;
    const NAME: &str = "strongholds";
    const EXPECTED: &[Expected<Case>] = &EXPECTED;

    fn games() -> u64 {
        4_000
    }

    /// More games with the walls on which rare situations occur; games with `Ground::Nook` are also
    /// short.
    fn sample() -> Vec<u64> {
        let is_in_sample = |&number: &u64| {
            let rounds = match Ground::of(number) {
                Ground::Wall => 15,
                Ground::Laps => 60,
                Ground::Nook => 120,
            };
            number / (STYLES * GROUNDS) < rounds
        };
        (0..Comparison::games()).filter(is_in_sample).collect()
    }

    /// Creates the game with this number. Numbers iterate over all strategies, then all walls.
    fn new(number: u64) -> Comparison {
        let style = match number % STYLES {
            0 => Style::Uniform,
            1 => Style::Crowded,
            2 => Style::Scarce,
            3 => Style::Joining,
            _ => Style::Hunting,
        };
        let ground = Ground::of(number);
        let mut dice = Dice::new(number, 0);
        let mut setup = Setup::new(Rules::Stronghold(StrongholdRules), 2);
        setup.first = dice.below(2) as u8;
        setup.sets = ground.sets();
        if style == Style::Scarce {
            setup.deck = Some(scarce_deck(&setup, &mut dice));
        } else if ground == Ground::Nook {
            let is_plain = dice.below(2) == 0;
            let is_wanted = |name: &str| !is_plain || matches!(name, "AH" | "AT" | "AY");
            setup.deck = Some(some_deck(&setup, is_wanted, 30, &mut dice));
        }
        let oracle = Oracle::new(&setup);
        let played = Played::new(number, setup);
        Comparison { played, oracle, style, ground, dice, is_encore: false }
    }

    fn compare(&self, _: &mut Coverage<Case>) -> Result<Vec<Action>, String> {
        compare(&self.played.game, &self.oracle)
    }

    /// Chooses the next action by the state of the oracle, or returns `None` if the game is over.
    fn choose(&mut self, legal: &[Action]) -> Option<Action> {
        let favoured = match (self.oracle.to_act(), self.style) {
            (Actor::Nobody, _) => return None,
            (Actor::Chance, _) => return Some(draw(&self.oracle.chances(), &mut self.dice)),
            (Actor::Seat(_), Style::Uniform) => legal.to_vec(),
            (Actor::Seat(_), Style::Crowded | Style::Scarce) => {
                best(legal, |action| self.crowding(action))
            }
            (Actor::Seat(_), Style::Joining) => {
                best(legal, |action| company(&self.played.game, action))
            }
            (Actor::Seat(seat), Style::Hunting) => {
                // Of many placements, a sample is sufficient.
                let few: Vec<_> = (0..12).map(|_| self.dice.pick(legal)).collect();
                let legal = if legal.len() > few.len() { &few } else { legal };
                best(legal, |action| prey(seat, &self.played.game, action))
            }
        };
        Some(self.dice.pick(&favoured))
    }

    fn play(
        &mut self,
        action: Action,
        legal: &[Action],
        coverage: &mut Coverage<Case>,
    ) -> Result<(), String> {
        let before = Before::of(&self.oracle, self.is_encore);
        let events = self.played.play(action)?;
        self.oracle.play(action);
        coverage.note(action, legal, &events, &before, &self.oracle);
        let is_another = matches!(action, Action::UseToken { on: None, .. });
        self.is_encore = (self.is_encore || is_another) && self.oracle.turn() == before.turn;
        Ok(())
    }

    fn report(&self, what: &str) -> String {
        self.played.report(what, &format!("{:?}, {:?}", self.style, self.ground))
    }
}

impl Comparison {
    /// Rates placements by their number of neighbours, using a token highest among the other
    /// actions, and passing lowest.
    fn crowding(&self, action: Action) -> i32 {
        match action {
            Action::Place { cell, .. } => self.neighbours(cell),
            Action::UseToken { .. } => 2,
            Action::Pass => 0,
            Action::Draw(_)
            | Action::Reveal(_)
            | Action::Build { .. }
            | Action::Deploy { .. }
            | Action::Recall(_)
            | Action::Settle(_) => 1,
        }
    }

    fn neighbours(&self, cell: Cell) -> i32 {
        let precinct = self.oracle.precinct();
        Edge::ALL.into_iter().filter(|&edge| precinct.at(cell.step(edge)).is_some()).count() as i32
    }
}

/// Rates an action by the number of followers it brings together on paths, towers and houses, and
/// higher if there are several when the feature is scored.
fn company(game: &AnyGame, action: Action) -> i32 {
    let mut next = game.clone();
    let mut events = Vec::new();
    next.play_with(action, &mut events).expect("a legal action");
    let together = |figures: BySeat<u8>| figures.0.iter().map(|&n| i32::from(n)).sum::<i32>();
    let mut company = 0;
    for event in events {
        if let Event::Scored(Scoring { reason: Reason::Completed, figures, .. }) = event
            && together(figures) > 1
        {
            company += 1000;
        }
    }
    for root in next.board().figures().iter().filter_map(|figure| next.board().root_of(figure)) {
        let feature = next.board().feature(root);
        // A single follower on a complete feature is rated as low as a merchant.
        let is_waiting = feature.terrain != Terrain::Courtyard
            && (!feature.is_complete() || together(feature.strength) > 1);
        company += if is_waiting { 8 * together(feature.strength) } else { -8 };
    }
    company
}

/// Rates an action by the tokens, points and choices of order it leads to.
fn prey(seat: Seat, game: &AnyGame, action: Action) -> i32 {
    let mut next = game.clone();
    next.play(action).expect("a legal action");
    let mut actions = Vec::new();
    next.legal_actions(&mut actions);
    if matches!(action, Action::Place { .. })
        && matches!(actions.first(), Some(Action::Deploy { .. }))
    {
        let chances = actions.iter().map(|&deploy| prey(seat, &next, deploy));
        return chances.max().expect("one can always pass");
    }
    let points = next.scores()[seat] - game.scores()[seat];
    let token = match stronghold(&next).revealing() {
        Some(winner) if winner == seat => 20,
        Some(_) => 10,
        None => 0,
    };
    let choice = 8 * actions.iter().filter(|action| matches!(action, Action::Settle(_))).count();
    let follower = i32::from(matches!(action, Action::Deploy { .. }));
    let is_token_used = matches!(action, Action::UseToken { .. });
    points + token + choice as i32 + follower + 5 * i32::from(is_token_used)
}

/// Returns a few tiles; half of the time all have paths on three sides or on none, so that they
/// soon fit nowhere.
fn scarce_deck(setup: &Setup, dice: &mut Dice) -> Vec<Box<str>> {
    let is_awkward = dice.below(2) == 0;
    let few = 1 + dice.below(if is_awkward { 20 } else { 60 });
    // The first letter of a name indicates the directions of the paths.
    some_deck(setup, |name| !is_awkward || name.starts_with(['A', 'E']), few, dice)
}

/// Returns up to `most` of the wanted tiles in the bag.
fn some_deck(
    setup: &Setup,
    is_wanted: impl Fn(&str) -> bool,
    most: usize,
    dice: &mut Dice,
) -> Vec<Box<str>> {
    let sets = setup.sets.as_ref().map_or(sets::Sets::default(), OwnSets::sets);
    let mut all = Vec::new();
    for kind in sets.stronghold.kinds.iter().filter(|kind| kind.usage == TileUse::Stack) {
        if is_wanted(&kind.name) {
            all.extend(std::iter::repeat_n(kind.name.clone(), usize::from(kind.count)));
        }
    }
    let count = most.min(all.len());
    (0..count).map(|_| all.swap_remove(dice.below(all.len()))).collect()
}
