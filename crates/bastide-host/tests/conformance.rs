//! Conformance tests for all games and combinations of options, by random play: the listed actions
//! are exactly the legal ones, no tile or piece is lost, each change is reported as an event, and
//! the same actions give the same state.

use std::collections::BTreeSet;

use bastide::{
    ABBOT, Action, Actor, AnyGame, Axis, BARN, BRIDGE, BUILDER, BuildSite, CASTLE, CROWN, Cell,
    Corner, Edge, Event, Expansion, FigureKind, FigureSpot, Game, Good, HOG, Keep, LARGE, Land,
    LandRules, Piece, Rotation, Rules, Seat, Sector, SegmentIndex, SegmentRef, Setup, SpecialEvent,
    Stronghold, StrongholdRules, Target, TileId, WallToken,
};
use bastide_host::Dice;
use bastide_testing::pairwise_mixes;

/// Number of games for each pairwise mix and number of players; of the other mixes there is one.
const GAMES: u64 = 2;
/// Number of actions played in mixes that are not in the pairwise selection.
const SHORT: usize = 60;
/// Tokens are rare in random play: it takes a large number of games to see them used.
const WALLED_GAMES: u64 = 240;

fn stronghold() -> Setup {
    Setup::new(Rules::Stronghold(StrongholdRules), 2)
}

/// Plays whole games of the pairwise mixes with all numbers of players, and the beginning of a game
/// of each other mix. `BASTIDE_GAMES=all` plays whole games of all mixes (`cargo xtask agree`).
#[test]
fn land_games_conform() {
    let is_complete = std::env::var("BASTIDE_GAMES").is_ok_and(|games| games == "all");
    let pairwise = pairwise_mixes();
    for (at, rules) in LandRules::every_mix().enumerate() {
        let is_pairwise = pairwise.contains(&rules);
        let is_whole = is_complete || is_pairwise;
        let games = if is_pairwise { GAMES } else { 1 };
        for seats in rules.seats() {
            if is_whole {
                for number in 0..games {
                    let first = (number % u64::from(seats)) as u8;
                    let setup = Setup { first, ..Setup::new(Rules::Land(rules), seats) };
                    conform(&setup, &mut Dice::new(number, u64::from(seats)), usize::MAX);
                }
            } else if at % rules.seats().count() == usize::from(seats - 2) {
                let setup = Setup::new(Rules::Land(rules), seats);
                conform(&setup, &mut Dice::new(0, u64::from(seats)), SHORT);
            }
        }
    }
}

#[test]
fn strongholds_conform() {
    let mut used = BTreeSet::new();
    for number in 0..WALLED_GAMES {
        let setup = Setup { first: (number % 2) as u8, ..stronghold() };
        for action in conform(&setup, &mut Dice::new(number, 2), usize::MAX) {
            match action {
                Action::Settle(_) => used.insert(0),
                Action::UseToken { token, .. } => used.insert(token.kind()),
                _ => false,
            };
        }
    }
    assert!(used.into_iter().eq(0..=3), "an order was chosen, and tokens 1 to 3 were used");
}

/// Plays a game, or its first `limit` actions, and returns the actions.
fn conform(setup: &Setup, dice: &mut Dice, limit: usize) -> Vec<Action> {
    let fresh = AnyGame::new(setup).expect("the mix is possible");
    let mut game = fresh.clone();
    let mut mirror = Mirror::new(&fresh);
    let mut played = Vec::new();
    let mut actions = Vec::new();
    let mut events = Vec::new();
    while played.len() < limit
        && let Some(action) = dice.act(&game, &mut actions)
    {
        assert_listed_is_legal(&game, &actions, dice, setup);
        assert_chances_are_listed(&game, &actions);
        let before = *game.scores();
        events.clear();
        game.play_with(action, &mut events).expect("it is listed");
        played.push(action);
        for event in &events {
            mirror.follow(event);
        }
        mirror.assert_same(&game, setup);
        for seat in Seat::all(setup.seats) {
            assert!(game.scores()[seat] >= before[seat], "{}: scores never fall", setup.rules);
        }
    }
    if played.len() < limit {
        assert!(game.is_over() && game.outcome().is_some());
        assert!(matches!(events.last(), Some(Event::GameEnded { .. })));
    }

    let mut again = fresh;
    for &action in &played {
        again.play(action).expect("it was legal the first time");
    }
    assert_eq!(again, game, "{}: the same actions give the same state", setup.rules);
    assert_eq!(again.fingerprint(), game.fingerprint());
    played
}

/// Asserts that the list is sorted, unique and not empty, and that `check` agrees with it on all
/// attempted actions.
fn assert_listed_is_legal(game: &AnyGame, listed: &[Action], dice: &mut Dice, setup: &Setup) {
    assert!(!listed.is_empty());
    assert!(listed.is_sorted_by(|a, b| a < b), "{}: sorted, without repeats", setup.rules);
    let listed: BTreeSet<_> = listed.iter().copied().collect();
    for &action in &listed {
        assert_eq!(game.check(action), Ok(()), "{}: {action:?} is listed", setup.rules);
    }
    for action in attempts(game, dice) {
        let is_legal = game.check(action).is_ok();
        assert_eq!(is_legal, listed.contains(&action), "{}: {action:?}", setup.rules);
        // Cloning for each attempt would take most of the time.
        if !is_legal && dice.below(32) == 0 {
            let mut copy = game.clone();
            copy.play(action).expect_err("it is not legal");
            assert_eq!(copy, *game, "a refused action changes nothing");
        }
    }
}

/// Asserts that chance has exactly the listed actions as its cases, each as often as its weight, and
/// no case if a seat is to act.
fn assert_chances_are_listed(game: &AnyGame, listed: &[Action]) {
    let is_chance = game.to_act() == Actor::Chance;
    let cases: Vec<_> = (0..game.chance_count()).map_while(|n| game.nth_chance(n)).collect();
    assert_eq!(cases.len(), game.chance_count() as usize);
    assert_eq!(game.nth_chance(game.chance_count()), None);
    assert_eq!(game.nth_chance(u32::MAX), None);
    let outcomes = cases.chunk_by(|a, b| a == b).map(|same| {
        let (action, weight) = same[0];
        assert_eq!(same.len(), weight as usize, "{action:?}");
        (action, weight)
    });
    assert!(outcomes.eq(game.chances()));
    let actions = game.chances().map(|(action, _)| action);
    assert!(actions.eq(listed.iter().copied().filter(|_| is_chance)));
}

/// Returns actions to attempt: all small actions, and placements in and around the board.
fn attempts(game: &AnyGame, dice: &mut Dice) -> Vec<Action> {
    let mut out = vec![Action::Pass];
    out.extend((0..=u8::MAX).map(|n| Action::Draw(TileId(n))));
    out.extend((1..=9).filter_map(WallToken::new).map(Action::Reveal));
    let laid = game.board().laid();
    let corner = laid[dice.below(laid.len())].cell;
    for (dx, dy) in (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy))) {
        let cell = corner.offset(dx, dy);
        let bridge = [None, None, Some(Axis::NorthSouth), Some(Axis::EastWest)][dice.below(4)];
        out.extend(Rotation::ALL.map(|rotation| Action::Place { cell, rotation, bridge }));
        let site = SegmentRef { cell, slot: SegmentIndex(dice.below(10) as u8) };
        out.extend([Action::Recall(FigureSpot::Segment(site)), Action::Settle(site)]);
        out.push(Action::Build {
            piece: BARN,
            site: BuildSite::Corner { corner: Corner::SouthEast, figure: site },
        });
    }
    let last = laid[laid.len() - 1].cell;
    let near = [last, last.step(Edge::North), last.step(Edge::East), last.step(Edge::South)];
    for cell in near.into_iter().chain([last.step(Edge::West)]) {
        for site in (0..8).map(|slot| SegmentRef { cell, slot: SegmentIndex(slot) }) {
            out.push(Action::Settle(site));
            let tokens = (1..=9).filter_map(WallToken::new);
            out.extend(tokens.map(|token| Action::UseToken { token, on: Some(site) }));
        }
    }
    let tokens = (1..=9).filter_map(WallToken::new);
    out.extend(tokens.map(|token| Action::UseToken { token, on: None }));
    let far = Cell::new(dice.below(256) as u8 as i8, dice.below(256) as u8 as i8);
    out.push(Action::Place { cell: far, rotation: Rotation::NONE, bridge: None });
    for slot in (0..12).chain([u8::MAX]) {
        for figure in FigureKind::ALL {
            out.push(Action::Deploy { figure, target: Target::Segment(SegmentIndex(slot)) });
            out.push(Action::Deploy { figure, target: Target::Space(CROWN, slot) });
        }
        out.push(Action::Build { piece: CASTLE, site: BuildSite::Segment(SegmentIndex(slot)) });
        out.extend(
            [
                FigureSpot::Piece(CASTLE, slot),
                FigureSpot::Piece(BARN, slot),
                FigureSpot::Piece(CROWN, slot),
            ]
            .map(Action::Recall),
        );
    }
    for figure in FigureKind::ALL {
        out.push(Action::Deploy { figure, target: Target::Built(BRIDGE) });
        out.push(Action::Deploy { figure, target: Target::Built(CASTLE) });
    }
    out
}

/// The state of a game as reconstructed from its events alone.
struct Mirror {
    turn: Seat,
    scores: Vec<i32>,
    tiles: Vec<(Cell, TileId, Rotation)>,
    figures: BTreeSet<(FigureSpot, Seat, FigureKind)>,
    supplies: Vec<[u8; FigureKind::COUNT]>,
    bag: Vec<u8>,
    in_hand: Option<TileId>,
    discarded: u32,
    total: u32,
    bridges: u8,
    castles: u8,
    barns: u8,
    pig: Option<Sector>,
    /// Number of tokens of each good of each seat.
    goods: Vec<[u8; 3]>,
    /// The player who has the next turn again.
    second_turn: Option<Seat>,
    is_second: bool,
    /// True in a game with wall tokens, one of which gives another turn.
    is_walled: bool,
    /// Number of wall tokens of each seat, by kind, and total number taken.
    purses: Vec<[u8; 10]>,
    tokens_taken: u32,
    tokens_on_wall: u32,
    to_reveal: Option<Seat>,
    keeps: Vec<Option<Keep>>,
}

impl Mirror {
    fn new(game: &AnyGame) -> Mirror {
        let tiles: Vec<_> =
            game.board().laid().iter().map(|t| (t.cell, t.kind, t.rotation)).collect();
        Mirror {
            turn: game.turn(),
            scores: vec![0; game.seats().into()],
            total: game.bag().left() + tiles.len() as u32,
            tiles,
            figures: BTreeSet::new(),
            supplies: Seat::all(game.seats())
                .map(|seat| FigureKind::ALL.map(|kind| game.hands()[seat][kind]))
                .collect(),
            bag: game.bag().counts().to_vec(),
            in_hand: None,
            discarded: 0,
            bridges: 0,
            castles: 0,
            barns: 0,
            pig: None,
            goods: vec![[0; 3]; game.seats().into()],
            second_turn: None,
            is_second: false,
            is_walled: matches!(game, AnyGame::Stronghold(_)),
            purses: vec![[0; 10]; game.seats().into()],
            tokens_taken: 0,
            tokens_on_wall: match game {
                AnyGame::Land(_) => 0,
                AnyGame::Stronghold(game) => game.tokens_on_wall(),
            },
            to_reveal: None,
            keeps: vec![None; game.seats().into()],
        }
    }

    fn follow(&mut self, event: &Event) {
        match *event {
            Event::TileDrawn { seat, tile } => {
                assert_eq!(seat, self.turn);
                self.bag[usize::from(tile.0)] -= 1;
                self.in_hand = Some(tile);
            }
            Event::TileDiscarded { tile } => {
                assert_eq!(self.in_hand.take(), Some(tile));
                self.discarded += 1;
            }
            Event::TilePlaced { tile, cell, rotation, bridge, .. } => {
                self.bridges += u8::from(bridge.is_some());
                assert_eq!(self.in_hand.take(), Some(tile));
                self.tiles.push((cell, tile, rotation));
            }
            Event::FigurePlaced { seat, figure, spot } => {
                self.supplies[seat.index()][figure.index()] -= 1;
                assert!(self.figures.insert((spot, seat, figure)));
            }
            Event::FigureReturned { seat, figure, spot } => {
                self.supplies[seat.index()][figure.index()] += 1;
                assert!(self.figures.remove(&(spot, seat, figure)));
            }
            Event::Scored(scoring) => {
                for seat in scoring.winners.iter() {
                    assert!(scoring.figures[seat] > 0);
                    assert!(scoring.strength[seat] >= scoring.figures[seat]);
                    self.scores[seat.index()] += scoring.tally.total();
                }
            }
            Event::FigureMoved { seat, figure, from, to } => {
                assert!(self.figures.remove(&(from, seat, figure)));
                assert!(self.figures.insert((to, seat, figure)));
            }
            Event::PieceBuilt { seat, piece: Piece { kind, number, .. } } => {
                let built = match kind {
                    CASTLE => &mut self.castles,
                    BARN => &mut self.barns,
                    _ => panic!("{kind:?} is not built by an event"),
                };
                assert_eq!((seat, number), (self.turn, *built));
                *built += 1;
            }
            Event::Special(SpecialEvent::PigMoved { sector }) => self.pig = Some(sector),
            Event::Special(SpecialEvent::GoodsTaken { seat, goods, .. }) => {
                assert_eq!(seat, self.turn, "TRADE-2");
                assert!(!goods.is_empty());
                for good in Good::ALL {
                    self.goods[seat.index()][good as usize] += goods.count(good);
                }
            }
            Event::Special(SpecialEvent::SecondTurn { seat }) => {
                assert_eq!(seat, self.turn, "BUILDER-3");
                assert!(!self.is_second, "BUILDER-4");
                self.second_turn = Some(seat);
            }
            Event::Awarded(award) => {
                self.scores[award.seat.index()] += award.tally.total();
                let good = Good::ALL.into_iter().find(|good| good.award() == award.reason);
                if let Some(good) = good {
                    let held = |goods: &[u8; 3]| goods[good as usize];
                    let most = self.goods.iter().map(held).max();
                    let own = held(&self.goods[award.seat.index()]);
                    assert!(own > 0 && Some(own) == most, "TRADE-4");
                }
            }
            Event::TokenTaken { seat, .. } => {
                assert_eq!(self.to_reveal.replace(seat), None);
                self.tokens_taken += 1;
            }
            Event::TokenRevealed { seat, token } => {
                assert_eq!(self.to_reveal.take(), Some(seat));
                self.purses[seat.index()][usize::from(token.kind())] += 1;
            }
            Event::TokenUsed { seat, token, .. } => {
                self.purses[seat.index()][usize::from(token.kind())] -= 1;
            }
            Event::KeepMoved { seat, site, size } => {
                let keep = &mut self.keeps[seat.index()];
                assert!(keep.is_none_or(|keep| keep.size < size), "S-KEEP-2");
                *keep = Some(Keep { site, size });
            }
            Event::TurnBegan { seat } => {
                // SETUP-4: clockwise, apart from second turns.
                let next = self.turn.next(self.scores.len() as u8);
                let second = self.second_turn.take();
                assert!(self.is_walled || seat == second.unwrap_or(next), "{seat} has the turn");
                self.is_second = second.is_some();
                self.turn = seat;
            }
            Event::GameEnded { winners } => {
                let best = self.scores.iter().max();
                for seat in Seat::all(self.scores.len() as u8) {
                    let is_best = Some(&self.scores[seat.index()]) == best;
                    assert_eq!(winners.contains(seat), is_best, "END-5");
                }
            }
        }
    }

    fn assert_same(&self, game: &AnyGame, setup: &Setup) {
        let board = game.board();
        assert_eq!(game.turn(), self.turn);
        assert_eq!(game.scores().0[..self.scores.len()], self.scores[..]);
        assert!(
            board
                .laid()
                .iter()
                .map(|t| (t.cell, t.kind, t.rotation))
                .eq(self.tiles.iter().copied())
        );
        let figures: BTreeSet<_> =
            board.figures().iter().map(|f| (f.spot, f.seat, f.kind)).collect();
        assert_eq!(figures, self.figures);
        assert_eq!(game.bag().counts(), &self.bag[..]);
        // All tiles and pieces are accounted for.
        let in_hand = u32::from(self.in_hand.is_some());
        let tiles = board.laid().len() as u32 + game.bag().left() + in_hand + self.discarded;
        assert_eq!(tiles, self.total, "{}", setup.rules);
        for seat in Seat::all(setup.seats) {
            for kind in FigureKind::ALL {
                let supply = game.hands()[seat][kind];
                assert_eq!(supply, self.supplies[seat.index()][kind.index()]);
                let out = figures.iter().filter(|f| f.1 == seat && f.2 == kind).count();
                let owned = match (kind, &setup.rules) {
                    (FigureKind::MEEPLE, Rules::Land(_)) => 7,       // SETUP-2
                    (FigureKind::MEEPLE, Rules::Stronghold(_)) => 6, // S-SETUP-1
                    (ABBOT, Rules::Land(rules)) => {
                        u8::from(rules.has(Expansion::Abbot)) // ABBOT-1
                    }
                    (LARGE, Rules::Land(rules)) => {
                        u8::from(rules.has(Expansion::Inns)) // INN-2
                    }
                    (BUILDER, Rules::Land(rules)) => {
                        u8::from(rules.has(Expansion::Traders)) // BUILDER-1
                    }
                    (HOG, Rules::Land(rules)) => {
                        // HOG-1, HOG-6
                        u8::from(rules.has(Expansion::Traders) && rules.has(Expansion::Fields))
                    }
                    (_, Rules::Land(_) | Rules::Stronghold(_)) => 0,
                };
                assert_eq!(supply + out as u8, owned, "{}: {kind:?} of {seat}", setup.rules);
            }
        }
        if let Actor::Seat(seat) = game.to_act() {
            // WHEEL-PLAGUE-2: the only case in which another player acts.
            let has_plague = self.pig == Some(Sector::Plague) && self.in_hand.is_some();
            assert!(seat == self.turn || has_plague, "{}: {seat} acts", setup.rules);
        }
        match game {
            AnyGame::Land(land) => self.assert_same_buildings(land),
            AnyGame::Stronghold(stronghold) => self.assert_same_tokens(stronghold),
        }
    }

    fn assert_same_buildings(&self, land: &Land) {
        // buildings on the board have left the common supply.
        assert_eq!(land.bridges().map_or(0, |b| 12 - b.left()), self.bridges);
        assert_eq!(land.castles().map_or(0, |c| 6 - c.left()), self.castles);
        assert_eq!(land.barns().map_or(0, |b| 6 - b.left()), self.barns);
        if let (Some(wheel), Some(sector)) = (land.wheel(), self.pig) {
            assert_eq!(wheel.pig(), sector);
        }
        for (seat, held) in Seat::all(self.goods.len() as u8).zip(&self.goods) {
            let goods = land.traders().map(|t| Good::ALL.map(|good| t.goods(seat).count(good)));
            assert_eq!(goods.unwrap_or_default(), *held, "goods of {seat}");
        }
        // BUILDER-4: no turn follows the end of the game.
        let is_second = self.is_second && !land.is_over();
        assert_eq!(land.traders().is_some_and(|t| t.is_second_turn()), is_second);
        let earns = land.traders().is_some_and(|t| t.earns_second_turn());
        assert!(!earns || (land.bag().left() > 0 && !land.is_over()), "no turn follows");
    }

    fn assert_same_tokens(&self, game: &Stronghold) {
        for seat in Seat::all(game.seats()) {
            for token in (1..=9).filter_map(WallToken::new) {
                let held = self.purses[seat.index()][usize::from(token.kind())];
                assert_eq!(game.purse(seat).held(token), held);
                assert!(game.purse(seat).usable(token) <= held);
            }
            assert_eq!(game.keep(seat), self.keeps[seat.index()]);
        }
        assert_eq!(game.revealing(), self.to_reveal);
        // S-END-1: tokens left on the wall are removed at the end.
        let on_wall = if game.is_over() { 0 } else { self.tokens_on_wall - self.tokens_taken };
        assert_eq!(game.tokens_on_wall(), on_wall);
        // S-SETUP-4: 18 tokens; the others are unseen.
        let seen = self.tokens_taken - u32::from(self.to_reveal.is_some());
        assert_eq!(game.unseen_tokens().map(|(_, n)| u32::from(n)).sum::<u32>(), 18 - seen);
    }
}

#[test]
fn impossible_setups_name_every_problem() {
    let rules = Rules::Land(LandRules::default());
    let deck = ["V", "Q", "Q", "Nope", "RA"].map(Into::into).to_vec();
    let setup = Setup { first: 9, deck: Some(deck), ..Setup::new(rules, 9) };
    let error = AnyGame::new(&setup).expect_err("almost everything is wrong");
    let text = error.to_string();
    // Includes SETUP-1: 2 to 5 players.
    for wanted in ["9 players, but the game is for 2 to 5", "seat 9", "'Q'", "'Nope'", "'RA'"] {
        assert!(text.contains(wanted), "{wanted}: {text}");
    }
    assert_eq!(error.0.len(), 5, "{text}");
}
