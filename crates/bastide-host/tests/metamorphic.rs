//! Metamorphic tests: transformations that must not change the result, such as rotating or
//! mirroring the whole game, renaming the seats, or adding an option whose pieces are never used.

use bastide::{
    ABBOT, Action, AnyGame, BUILDER, BuildSite, BySeat, Cell, Expansion, FigureKind, FigureSpot,
    Game, Good, HOG, LARGE, Laid, LandRules, OwnSets, Port, PortSet, Rotation, Rules, Seat,
    SegmentIndex, SegmentRef, Setup, Stronghold, StrongholdRules, Target, TileSet, Traders, sets,
};
use bastide_host::Dice;
use bastide_testing::pairwise_mixes;

/// Number of games of each of the pairwise mixes; of the others there is one.
const GAMES: u64 = 4;

/// Plays a random game and returns its actions and final scores.
fn random_game(setup: &Setup, number: u64) -> (Vec<Action>, BySeat<i32>) {
    let mut game = AnyGame::new(setup).expect("the mix is possible");
    let (mut dice, mut actions, mut played) = (Dice::new(number, 3), Vec::new(), Vec::new());
    while let Some(action) = dice.act(&game, &mut actions) {
        game.play_unchecked(action);
        played.push(action);
    }
    (played, *game.scores())
}

/// Returns set-ups of all mixes, each with its number of games. The numbers of players take turns.
fn setups() -> impl Iterator<Item = (LandRules, Setup, u64)> {
    let pairwise = pairwise_mixes();
    LandRules::every_mix().enumerate().map(move |(at, rules)| {
        let seats: Vec<u8> = rules.seats().collect();
        let setup = Setup::new(Rules::Land(rules), seats[at % seats.len()]);
        (rules, setup, if pairwise.contains(&rules) { GAMES } else { 1 })
    })
}

/// Returns an action after rotating the whole board.
fn turned(action: Action, by: Rotation) -> Action {
    let site = |s: SegmentRef| SegmentRef { cell: s.cell.turned(by), slot: s.slot };
    match action {
        Action::Place { cell, rotation, bridge } => Action::Place {
            cell: cell.turned(by),
            rotation,
            bridge: bridge.map(|axis| axis.turned(by)),
        },
        Action::Recall(FigureSpot::Segment(s)) => Action::Recall(FigureSpot::Segment(site(s))),
        Action::Settle(s) => Action::Settle(site(s)),
        Action::Build { piece, site: BuildSite::Corner { corner, figure } } => Action::Build {
            piece,
            site: BuildSite::Corner { corner: corner.turned(by), figure: site(figure) },
        },
        Action::UseToken { token, on } => Action::UseToken { token, on: on.map(site) },
        Action::Draw(_)
        | Action::Reveal(_)
        | Action::Build { site: BuildSite::Segment(_), .. }
        | Action::Deploy { .. }
        | Action::Recall(_)
        | Action::Pass => action,
    }
}

#[test]
fn rotating_the_board_changes_nothing() {
    for by in [1, 2, 3].map(Rotation::new) {
        let own =
            OwnSets::new(sets::land().map(|set| set.turned(by)), None).expect("the built-in sets");
        for (rules, setup, games) in setups() {
            for number in 0..games {
                let (actions, scores) = random_game(&setup, number);
                let turned_setup = setup.clone().with_sets(own.clone());
                let mut game = AnyGame::new(&turned_setup).expect("the same mix");
                for action in actions {
                    let action = turned(action, by);
                    game.play(action).unwrap_or_else(|e| panic!("{rules}: {action:?} {e}"));
                }
                assert_eq!(*game.scores(), scores, "{rules}, game {number}, turned {by}");
                assert!(game.is_over());
            }
        }
    }
}

#[test]
fn renaming_the_seats_renames_the_scores() {
    for (rules, setup, games) in setups() {
        for number in 0..games {
            let (actions, scores) = random_game(&setup, number);
            let first = 1 + (number % u64::from(setup.seats - 1)) as u8;
            let mut game = AnyGame::new(&Setup { first, ..setup.clone() }).expect("the same mix");
            for action in actions {
                game.play(action).expect("legal for the player to act");
            }
            for seat in Seat::all(setup.seats) {
                let renamed = (0..first).fold(seat, |s, _| s.next(setup.seats));
                assert_eq!(game.scores()[renamed], scores[seat], "{rules}, game {number}");
            }
        }
    }
}

fn stronghold() -> Setup {
    Setup::new(Rules::Stronghold(StrongholdRules), 2)
}

#[test]
fn swapping_the_seats_swaps_the_scores() {
    for number in 0..20 * GAMES {
        let (actions, scores) = random_game(&stronghold(), number);
        let mut game = AnyGame::new(&Setup { first: 1, ..stronghold() }).expect("the same game");
        for action in actions {
            game.play(action).expect("legal for the player to act");
        }
        assert!(game.is_over());
        for seat in Seat::all(2) {
            assert_eq!(game.scores()[seat.next(2)], scores[seat], "game {number}");
        }
    }
}

/// A game of Stronghold in its mirror image.
struct Mirrored {
    game: Stronghold,
    /// The column to which the westernmost column is mirrored.
    east: i8,
}

impl Mirrored {
    fn new() -> Mirrored {
        let wall = sets::stronghold_wall();
        let east = wall.width() as i8 - 1;
        let mut tiles: TileSet = sets::stronghold().mirrored();
        for (cell, _, rotation) in &mut tiles.patch.as_mut().expect("start areas").cells {
            *cell = Cell::new(east - cell.x, cell.y);
            *rotation = back(*rotation);
        }
        let own = OwnSets::new([tiles], Some(wall.mirrored())).expect("a set and a wall");
        let game = Stronghold::new(&Setup::new(StrongholdRules, 2).with_sets(own));
        Mirrored { game: game.expect("a mirrored board"), east }
    }

    fn cell(&self, cell: Cell) -> Cell {
        Cell::new(self.east - cell.x, cell.y)
    }

    /// Returns the mirror image of a segment of a laid tile. A tile that looks the same in two
    /// rotations may have the other one there, with different slots.
    fn site(&self, plain: &AnyGame, tile: &Laid, slot: SegmentIndex) -> SegmentRef {
        let cell = self.cell(tile.cell);
        let seen = self.game.board().tile_at(cell).expect("the same tiles lie there");
        let ports = plain.board().kind_of(tile).segment(slot).ports.turned(tile.rotation);
        let ports: PortSet = ports.iter().map(Port::mirrored).collect();
        let mut slots = self.game.board().kind_of(seen).slots();
        let (slot, _) = slots
            .find(|(_, segment)| segment.ports.turned(seen.rotation) == ports)
            .expect("the same segments");
        SegmentRef { cell, slot }
    }

    /// Returns the site by which actions refer to a completed feature here.
    fn feature(&self, plain: &AnyGame, site: SegmentRef) -> SegmentRef {
        let tile = plain.board().tile_at(site.cell).expect("a tile lies there");
        let board = self.game.board();
        let root = |site| board.root(board.segment_at(site).expect("a segment lies there"));
        let wanted = root(self.site(plain, tile, site.slot));
        let mut legal = Vec::new();
        self.game.legal_actions(&mut legal);
        let named = legal.iter().filter_map(|action| match action {
            Action::Settle(site) => Some(*site),
            _ => None,
        });
        let found: Vec<_> = named.filter(|&site| root(site) == wanted).collect();
        assert_eq!(found.len(), 1, "a feature has one name");
        found[0]
    }

    fn action(&self, plain: &AnyGame, action: Action) -> Action {
        match action {
            Action::Place { cell, rotation, bridge } => {
                let tile = plain.drawn().expect("a tile is in hand");
                let kind = self.game.board().tiles().kind(tile);
                let rotation = kind.canonical(back(rotation));
                Action::Place { cell: self.cell(cell), rotation, bridge }
            }
            Action::Deploy { figure, target: Target::Segment(slot) } => {
                let tile = plain.board().laid().last().expect("a tile was laid");
                let target = Target::Segment(self.site(plain, tile, slot).slot);
                Action::Deploy { figure, target }
            }
            Action::Settle(site) => Action::Settle(self.feature(plain, site)),
            Action::UseToken { token, on } => {
                Action::UseToken { token, on: on.map(|site| self.feature(plain, site)) }
            }
            _ => action,
        }
    }
}

fn back(rotation: Rotation) -> Rotation {
    Rotation::new(4 - rotation.quarter_turns())
}

#[test]
fn mirroring_the_board_changes_nothing() {
    for number in 0..20 * GAMES {
        let (actions, scores) = random_game(&stronghold(), number);
        let mut plain = AnyGame::new(&stronghold()).expect("the built-in game");
        let mut mirrored = Mirrored::new();
        for action in actions {
            let seen = mirrored.action(&plain, action);
            mirrored.game.play(seen).unwrap_or_else(|e| panic!("{action:?}: {e}"));
            plain.play(action).expect("it was legal the first time");
            let (mut here, mut there) = (Vec::new(), Vec::new());
            plain.legal_actions(&mut here);
            mirrored.game.legal_actions(&mut there);
            assert_eq!(here.len(), there.len(), "game {number}");
        }
        assert!(mirrored.game.is_over());
        assert_eq!(*mirrored.game.scores(), scores, "game {number}");
    }
}

/// Plays at random without ever using the figures of `added`, with the draws of a game without this
/// expansion, and compares the scores.
fn unused_figures_change_nothing(added: Expansion, figures: &[FigureKind]) {
    // With the wheel, figures in the supply count for the storm (WHEEL-STORM, WHEEL-X-3).
    let is_apt = |rules: &LandRules| !rules.has(added) && !rules.has(Expansion::Wheel);
    for (rules, setup, games) in setups().filter(|(rules, ..)| is_apt(rules)) {
        let with = LandRules { expansions: rules.expansions.with(added), ..rules };
        // Only tiles of the game without the expansion.
        let tiles = bag(&AnyGame::new(&setup).expect("a mix"));
        let deck = Some(tiles);
        let with = Setup { rules: Rules::Land(with), deck, ..setup.clone() };
        for number in 0..games {
            let mut plain = AnyGame::new(&setup).expect("a mix");
            let mut other = AnyGame::new(&with).expect("the mix with the expansion");
            let (mut dice, mut actions) = (Dice::new(number, 4), Vec::new());
            while let Some(action) = dice.act(&plain, &mut actions) {
                decline(&mut other, figures, &actions);
                let same = match action {
                    Action::Draw(tile) => {
                        let name = &plain.board().tiles().kind(tile).name;
                        Action::Draw(other.board().tiles().find(name).expect("the same tiles"))
                    }
                    _ => action,
                };
                plain.play(action).expect("it was listed");
                other.play(same).unwrap_or_else(|error| panic!("{rules}: {same:?}: {error}"));
            }
            if !other.is_over() {
                other.play(Action::Pass).expect("the last figure is declined");
            }
            assert_eq!(other.scores(), plain.scores(), "{rules}, game {number}");
            assert!(other.is_over());
        }
    }
}

/// Declines choices that only involve these figures; `actions` are those of the other game.
fn decline(game: &mut AnyGame, figures: &[FigureKind], actions: &[Action]) {
    let mut choices = Vec::new();
    game.legal_actions(&mut choices);
    let is_unused = |a: &Action| match a {
        Action::Deploy { figure, .. } => figures.contains(figure),
        other => *other == Action::Pass,
    };
    if choices != actions && choices.iter().all(is_unused) {
        game.play(Action::Pass).expect("passing is legal");
    }
}

/// Returns the names of all tiles in the bag.
fn bag(game: &AnyGame) -> Vec<Box<str>> {
    let kinds = game.board().tiles().iter().zip(game.bag().counts());
    let copies = kinds
        .flat_map(|((_, kind), &count)| std::iter::repeat_n(kind.name.clone(), usize::from(count)));
    copies.collect()
}

#[test]
fn an_abbot_that_is_never_placed_changes_nothing() {
    unused_figures_change_nothing(Expansion::Abbot, &[ABBOT]);
}

#[test]
fn inns_whose_pieces_never_appear_change_nothing() {
    unused_figures_change_nothing(Expansion::Inns, &[LARGE]);
}

#[test]
fn traders_whose_pieces_never_appear_change_nothing() {
    unused_figures_change_nothing(Expansion::Traders, &[BUILDER, HOG]);
}

/// Returns all tile sets with changed texts.
fn changed_sets(change: impl Fn(String) -> String) -> OwnSets {
    let sets = sets::land()
        .map(|set| TileSet::parse(&change(set.to_string())).expect("a tile set with other marks"));
    OwnSets::new(sets, None).expect("the built-in sets")
}

/// TRADE-4: every good is worth the same.
#[test]
fn renaming_the_goods_renames_the_tokens() {
    let own = changed_sets(|text| {
        let text = text.replace("+wine", "+?").replace("+grain", "+wine");
        text.replace("+cloth", "+grain").replace("+?", "+cloth")
    });
    let mut seen = [0; 3];
    for (rules, setup, games) in setups().filter(|(rules, ..)| rules.has(Expansion::Traders)) {
        for number in 0..games {
            let (actions, scores) = random_game(&setup, number);
            let play = |setup: &Setup| {
                let mut game = AnyGame::new(setup).expect("a mix");
                for &action in &actions {
                    game.play(action).unwrap_or_else(|e| panic!("{rules}: {action:?} {e}"));
                }
                assert_eq!(*game.scores(), scores, "{rules}, game {number}");
                let AnyGame::Land(land) = game else { panic!("a game of the Land family") };
                land.traders().expect("the game has goods")
            };
            let (plain, renamed) = (play(&setup), play(&setup.clone().with_sets(own.clone())));
            for seat in Seat::all(setup.seats) {
                let count = |traders: &Traders, good| traders.goods(seat).count(good);
                let wanted = [Good::Grain, Good::Cloth, Good::Wine].map(|g| count(&plain, g));
                assert_eq!(Good::ALL.map(|g| count(&renamed, g)), wanted, "{rules}, {number}");
                for (seen, count) in seen.iter_mut().zip(wanted) {
                    *seen += u32::from(count);
                }
            }
        }
    }
    assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
}

/// INN-6, INN-7, CATH-1, CATH-2: inns and cathedrals change points and nothing else, so that the
/// same actions stay legal. The points of a complete feature grow, those of an incomplete one
/// vanish.
#[test]
fn inns_and_cathedrals_change_points_only() {
    let own = changed_sets(|text| text.replace("+inn", "").replace("+cathedral", ""));
    let (mut more, mut less) = (0, 0);
    for (rules, setup, games) in setups().filter(|(rules, ..)| rules.has(Expansion::Inns)) {
        for number in 0..games {
            let (actions, _) = random_game(&setup, number);
            let mut plain = AnyGame::new(&setup).expect("a mix");
            let mut bare = AnyGame::new(&setup.clone().with_sets(own.clone())).expect("the mix");
            for action in actions {
                let before = [*plain.scores(), *bare.scores()];
                plain.play(action).expect("it was legal");
                bare.play(action).unwrap_or_else(|e| panic!("{rules}: {action:?} {e}"));
                for seat in Seat::all(setup.seats) {
                    let gained = plain.scores()[seat] - before[0][seat];
                    let bare_gain = bare.scores()[seat] - before[1][seat];
                    if plain.is_over() {
                        less += usize::from(gained < bare_gain);
                    } else {
                        assert!(gained >= bare_gain, "{rules}: {action:?}");
                        more += usize::from(gained > bare_gain);
                    }
                }
            }
        }
    }
    assert!(more > 20 && less > 100, "{more} more, {less} less");
}
