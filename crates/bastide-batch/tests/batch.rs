//! Numbered actions and batches, in games of all mixes.

use std::collections::BTreeSet;

use bastide::{
    Action, Actor, AnyGame, Cell, FigureKind, FigureSpot, Game, Good, LandRules, Piece, PieceKind,
    PieceLocation, Rules, Seat, Setup, StrongholdRules,
};
use bastide_batch::{
    Batch, BatchError, Encoding, Family, Layout, Observer, Options, Outputs, Reward, Sampling,
    Saved, Writing,
};
use bastide_host::Dice;

fn setups() -> impl Iterator<Item = Setup> {
    let land = LandRules::all_mixes().enumerate().map(|(n, rules)| {
        let seats = rules.seats();
        let count = u8::try_from(seats.clone().count()).expect("few seats");
        let seats = seats.start() + n as u8 % count;
        Setup::new(Rules::Land(rules), seats)
    });
    land.chain([Setup::new(Rules::Stronghold(StrongholdRules), 2)])
}

fn plain() -> Setup {
    Setup::new(Rules::Land(LandRules::default()), 2)
}

#[test]
fn legal_actions_have_distinct_numbers_that_decode_to_them() {
    let mut outside = 0;
    for (n, setup) in setups().enumerate() {
        let mut game = AnyGame::new(&setup).expect("the mix is possible");
        let encoding = Encoding::of(&game).expect("the game has numbers");
        let (mut dice, mut legal, mut numbers) = (Dice::new(5, n as u64), Vec::new(), Vec::new());
        while let Some(action) = dice.act(&game, &mut legal) {
            if matches!(game.to_act(), Actor::Seat(_)) {
                let all = legal.clone();
                encoding.encode_all(&game, &mut legal, &mut numbers);
                assert_eq!(legal, all, "{}: an action has no number", setup.rules);
                let mut sorted = numbers.clone();
                sorted.sort_unstable();
                sorted.dedup();
                assert_eq!(sorted.len(), legal.len(), "{}: two have the same", setup.rules);
                for (&action, &number) in legal.iter().zip(&numbers) {
                    assert!((0..encoding.size() as i32).contains(&number));
                    let decoded = encoding.decode(&game, number);
                    assert_eq!(decoded, Some(action), "{}: {number}", setup.rules);
                    if let Action::Place { cell, .. } = action {
                        outside += usize::from(encoding.family().cell_index(cell).is_none());
                    }
                }
            }
            game.play_unchecked(action);
        }
    }
    println!("{outside} placements outside the window");
}

#[test]
fn placements_outside_the_window_have_numbers() {
    // Every tile as far to the east as possible.
    let mut game = AnyGame::new(&plain()).expect("a game");
    let (encoding, mut seen) = (Encoding::of(&game).expect("Land has numbers"), 0);
    while let Some(&first) = game.actions().first() {
        if game.to_act() == Actor::Chance {
            game.play(first).expect("legal");
            continue;
        }
        let (mut legal, mut numbers) = (game.actions(), Vec::new());
        encoding.encode_all(&game, &mut legal, &mut numbers);
        assert_eq!(legal.len(), numbers.len());
        let outside = Family::Land.blocks()[3];
        assert_eq!(outside.name, "place-outside");
        for (&action, &number) in legal.iter().zip(&numbers) {
            assert_eq!(encoding.decode(&game, number), Some(action));
            seen += usize::from(
                (outside.start..outside.start + outside.len).contains(&(number as usize)),
            );
        }
        let far = |action: &Action| match action {
            Action::Place { cell, .. } => i32::from(cell.x),
            _ => 0,
        };
        let action = legal.into_iter().max_by_key(far).expect("not over");
        game.play(action).expect("legal");
    }
    assert!(seen > 0, "the road does not leave the window");
}

#[test]
fn numbers_without_an_action_are_refused() {
    let mut game = AnyGame::new(&plain()).expect("a game");
    game.play(game.notation().parse("DV").expect("a draw")).expect("legal");
    let encoding = Encoding::of(&game).expect("Land has numbers");
    for number in [-1, i32::MIN, i32::MAX, encoding.size() as i32] {
        assert_eq!(encoding.decode(&game, number), None);
    }
    for number in 0..encoding.size() as i32 {
        if let Some(action) = encoding.decode(&game, number) {
            let is_legal = game.check(action).is_ok();
            assert_eq!(is_legal, encoding.encode(&game, action) == Some(number), "{number}");
        }
    }
}

/// Steps a batch randomly and returns all that it wrote.
fn run(
    setup: &Setup,
    options: Options,
    games: usize,
    steps: usize,
) -> (Vec<i32>, Vec<u8>, Vec<f32>) {
    let mut batch = Batch::new(setup, games, options).expect("a batch");
    let mut planes = vec![0; games * batch.layout().plane_values()];
    let mut scalars = vec![0.0; games * batch.layout().scalars];
    let mut actions = vec![0; games];
    let mut all = Vec::new();
    for _ in 0..steps {
        batch.sample(&mut actions).expect("legal");
        all.extend_from_slice(&actions);
        let out = Outputs {
            planes: Some(&mut planes),
            scalars: Some(&mut scalars),
            ..Outputs::default()
        };
        batch.step(&actions, out).expect("sampled actions are legal");
    }
    (all, planes, scalars)
}

#[test]
fn batches_do_not_depend_on_threads() {
    for threads in [2, 3] {
        let one = run(&plain(), Options { seed: 4, ..Options::default() }, 7, 200);
        let many = run(&plain(), Options { seed: 4, threads, ..Options::default() }, 7, 200);
        assert!(one == many, "{threads} threads");
    }
    let other = run(&plain(), Options { seed: 5, ..Options::default() }, 7, 200);
    let one = run(&plain(), Options { seed: 4, ..Options::default() }, 7, 200);
    assert_ne!(one.0, other.0, "seeds differ");
}

#[test]
fn differences_add_up_to_whole_arrays() {
    for setup in bastide_testing::pairwise_mixes()
        .into_iter()
        .map(|rules| Setup::new(Rules::Land(rules), 3))
        .chain([Setup::new(Rules::Stronghold(StrongholdRules), 2)])
    {
        let mut batch = Batch::new(&setup, 3, Options::default()).expect("a batch");
        let (size, values) = (batch.layout().encoding.size(), batch.layout().plane_values());
        let (mut planes, mut mask) = (vec![9; 3 * values], vec![true; 3 * size]);
        let (mut whole, mut whole_mask) = (vec![7; 3 * values], vec![true; 3 * size]);
        let mut actions = [0; 3];
        let first = Outputs {
            planes: Some(&mut planes),
            mask: Some(&mut mask),
            writing: Writing::First,
            ..Outputs::default()
        };
        batch.write(first).expect("the right lengths");
        for step in 0..260 {
            batch.sample(&mut actions).expect("the right length");
            let out = Outputs {
                planes: Some(&mut planes),
                mask: Some(&mut mask),
                writing: Writing::Differences,
                ..Outputs::default()
            };
            batch.step(&actions, out).expect("legal");
            let out = Outputs {
                planes: Some(&mut whole),
                mask: Some(&mut whole_mask),
                ..Outputs::default()
            };
            batch.write(out).expect("the right lengths");
            assert!(planes == whole && mask == whole_mask, "{} step {step}", setup.rules);
        }
    }
}

#[test]
fn an_illegal_action_changes_no_game() {
    for is_listed in [false, true] {
        let mut batch = Batch::new(&plain(), 4, Options::default()).expect("a batch");
        let mut actions = [0; 4];
        batch.sample(&mut actions).expect("the right length");
        if !is_listed {
            batch = Batch::new(&plain(), 4, Options::default()).expect("a batch");
        }
        let before: Vec<u64> =
            (0..4).map(|n| batch.game(n).expect("a game").fingerprint()).collect();
        actions[2] = 3000;
        let error = batch.step(&actions, Outputs::default()).expect_err("not legal");
        assert_eq!(error, BatchError::Illegal { game: 2, action: 3000 });
        let after: Vec<u64> =
            (0..4).map(|n| batch.game(n).expect("a game").fingerprint()).collect();
        assert_eq!(before, after);
    }
}

#[test]
fn rewards_add_up_to_the_final_scores() {
    for reward in [Reward::Points, Reward::Margin, Reward::Win] {
        let options = Options { auto_reset: false, reward, ..Options::default() };
        let mut batch = Batch::new(&plain(), 2, options).expect("a batch");
        let (mut sums, mut rewards) = ([0.0; 4], [0.0; 4]);
        let (mut done, mut finals, mut actions) = ([false; 2], [0; 4], [0; 2]);
        let mut ended = 0;
        for _ in 0..300 {
            batch.sample(&mut actions).expect("the right length");
            let out = Outputs {
                rewards: Some(&mut rewards),
                done: Some(&mut done),
                final_scores: Some(&mut finals),
                ..Outputs::default()
            };
            batch.step(&actions, out).expect("legal");
            ended += done.iter().filter(|&&done| done).count();
            sums.iter_mut().zip(rewards).for_each(|(sum, reward)| *sum += reward);
        }
        assert_eq!(ended, 2, "each game ends once");
        for game in 0..2 {
            let (sums, finals) = (&sums[game * 2..][..2], &finals[game * 2..][..2]);
            let lead = (finals[0] - finals[1]) as f32;
            let expected = match reward {
                Reward::Points => [finals[0] as f32, finals[1] as f32],
                Reward::Margin => [lead, -lead],
                Reward::Win if lead == 0.0 => [0.0, 0.0],
                Reward::Win => [lead.signum(), -lead.signum()],
            };
            assert_eq!(*sums, expected, "{reward:?}");
        }
    }
}

#[test]
fn saved_batches_continue_in_the_same_way() {
    let options = Options { seed: 9, ..Options::default() };
    let mut batch = Batch::new(&plain(), 3, options).expect("a batch");
    let mut actions = [0; 3];
    let mut step = |batch: &mut Batch| {
        batch.sample(&mut actions).expect("the right length");
        batch.step(&actions, Outputs::default()).expect("legal");
        actions
    };
    (0..200).for_each(|_| {
        step(&mut batch);
    });
    let saved = batch.save();
    let mut copy = Batch::restore(&plain(), options, &saved).expect("the same batch");
    for _ in 0..300 {
        assert_eq!(step(&mut batch), step(&mut copy));
    }
    assert_eq!(batch.history(1), copy.history(1));
    // Each game is restored before the next one is taken, so that long work can end in between.
    let stops = |at: &(usize, &Saved)| assert!(at.0 < 2, "stopped");
    let broken = [&saved[..1], &[Saved { episode: 99, ..saved[1].clone() }], &saved[2..]].concat();
    let one = broken.iter().enumerate().inspect(stops).map(|(_, one)| one);
    let found = Batch::restore(&plain(), options, one);
    assert_eq!(found.err(), Some(BatchError::Saved(1)), "the third game was not taken");
    // Saving has not changed the batch, and older files have seeds.
    let mut twin = Batch::new(&plain(), 3, options).expect("a batch");
    (0..500).for_each(|_| {
        step(&mut twin);
    });
    assert_eq!(step(&mut batch), step(&mut twin));
    let seeded = saved.iter().map(|one| Saved { sampling: Sampling::Seed(5), ..one.clone() });
    let old = Batch::restore(&plain(), options, &seeded.collect::<Vec<_>>()).expect("the same");
    let state = Sampling::State(Dice::new(5, 0).state());
    assert!(old.save().iter().zip(&saved).all(|(old, saved)| {
        old.sampling == state && (old.episode, &old.actions) == (saved.episode, &saved.actions)
    }));
    let other = Options { seed: 10, ..options };
    assert_eq!(Batch::restore(&plain(), other, &saved).err(), Some(BatchError::Saved(0)));
}

#[test]
fn arrays_of_the_wrong_length_are_refused() {
    let mut batch = Batch::new(&plain(), 2, Options::default()).expect("a batch");
    let mut short = [0.0; 3];
    let out = Outputs { rewards: Some(&mut short), ..Outputs::default() };
    let error = batch.write(out).expect_err("three instead of four");
    assert_eq!(error.to_string(), "'rewards' has 3 values instead of 4");
    assert!(matches!(batch.step(&[0], Outputs::default()), Err(BatchError::Length { .. })));
    for (games, threads) in [(0, 1), (1, 0), (usize::MAX, 1), (1, usize::MAX)] {
        let options = Options { threads, ..Options::default() };
        assert_eq!(Batch::new(&plain(), games, options).err(), Some(BatchError::Size));
    }
    let options = Options { random_first: false, ..Options::default() };
    let last = Batch::new(&plain().with_first(u8::MAX), 1, options);
    assert!(matches!(last, Err(BatchError::Setup(_))));
    let crowd = Setup::new(Rules::Land(LandRules::default()), 9);
    assert!(matches!(Batch::new(&crowd, 1, Options::default()), Err(BatchError::Setup(_))));
}

/// Plays a random game and calls `look` in every position in which a seat is to act.
fn each_position(setup: &Setup, seed: u64, mut look: impl FnMut(&AnyGame, Seat)) {
    let mut game = AnyGame::new(setup).expect("the mix is possible");
    let (mut dice, mut legal) = (Dice::new(8, seed), Vec::new());
    while let Some(action) = dice.act(&game, &mut legal) {
        if let Actor::Seat(seat) = game.to_act() {
            look(&game, seat);
        }
        game.play_unchecked(action);
    }
}

fn named(names: &[String], values: &[f32], name: &str) -> f32 {
    let at = names.iter().position(|known| known == name);
    values[at.unwrap_or_else(|| panic!("there is no scalar '{name}'"))]
}

#[test]
fn goods_and_second_turns_are_scalars() {
    let (mut goods_seen, mut seconds, mut followed) = (0, 0, 0);
    for seats in 2..=6 {
        let setup = Setup::new("base,fields,inns,traders".parse::<Rules>().expect("rules"), seats);
        let observer = Observer::new(&AnyGame::new(&setup).expect("a game")).expect("numbers");
        let mut scalars = vec![f32::NAN; observer.layout().scalars];
        each_position(&setup, u64::from(seats), |game, seat| {
            let AnyGame::Land(land) = game else { panic!("a game of Land") };
            let traders = land.traders().expect("a game with traders");
            let names = observer.layout().scalar_names(game.board().tiles());
            scalars.fill(f32::NAN);
            observer.scalars(game, None, &mut scalars);
            assert_eq!(names.len(), scalars.len());
            assert!(scalars.iter().all(|value| value.is_finite()), "all values are written");
            let value = |name: &str| named(&names, &scalars, name);
            for other in Seat::all(seats) {
                let distance =
                    (other.index() + usize::from(seats) - seat.index()) % usize::from(seats);
                for good in Good::ALL {
                    let count = traders.goods(other).count(good);
                    let shown = value(&format!("{} of seat +{distance}", good.name()));
                    assert_eq!(shown, f32::from(count));
                    goods_seen += u32::from(count);
                }
                for (kind, count) in game.hands()[other].iter() {
                    let shown = value(&format!("supply {} of seat +{distance}", kind.index()));
                    assert_eq!(shown, f32::from(count));
                }
            }
            assert_eq!(value("second turn") == 1.0, traders.is_second_turn());
            assert_eq!(value("another turn follows") == 1.0, traders.earns_second_turn());
            seconds += u32::from(traders.is_second_turn());
            followed += u32::from(traders.earns_second_turn());
        });
    }
    assert!(goods_seen > 0 && seconds > 0 && followed > 0, "{goods_seen} {seconds} {followed}");
}

#[test]
fn the_sector_of_the_pig_is_a_scalar() {
    let setup = Setup::new("wheel,fields".parse::<Rules>().expect("rules"), 2);
    let observer = Observer::new(&AnyGame::new(&setup).expect("a game")).expect("numbers");
    let mut scalars = vec![0.0; observer.layout().scalars];
    let mut seen = BTreeSet::new();
    each_position(&setup, 1, |game, _| {
        let AnyGame::Land(land) = game else { panic!("a game of Land") };
        let names = observer.layout().scalar_names(game.board().tiles());
        observer.scalars(game, None, &mut scalars);
        let sector = land.wheel().expect("a wheel").pig() as u8;
        assert_eq!(named(&names, &scalars, "sector of the pig"), f32::from(sector) + 1.0);
        seen.insert(sector);
    });
    assert!(seen.len() > 2, "{seen:?}");
    let plain = Observer::new(&AnyGame::new(&plain()).expect("a game")).expect("numbers");
    let tiles = AnyGame::new(&self::plain()).expect("a game").board().tiles().clone();
    let names = plain.layout().scalar_names(&tiles);
    assert!(!names.iter().any(|name| name.contains("pig")), "only games with the wheel have it");
}

/// Returns the FNV-1a hash.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

/// Networks are trained with these numbers, so one that gets another meaning needs a new version.
/// A new kind, block or mix changes the hashes too, but not the version.
#[test]
fn numbers_of_actions_belong_to_a_version() {
    let mut names = Vec::new();
    for family in [Family::Land, Family::Stronghold] {
        let blocks = family.blocks().iter();
        names.extend(blocks.map(|block| format!("{} {} {}", block.name, block.start, block.len)));
    }
    names.extend(FigureKind::ALL.map(|kind| kind.name().to_owned()));
    names.extend(PieceKind::ALL.map(|kind| kind.name().to_owned()));
    let mut numbers = Vec::new();
    for (n, setup) in setups().enumerate() {
        let game = AnyGame::new(&setup).expect("the mix is possible");
        let encoding = Encoding::of(&game).expect("the game has numbers");
        let (mut legal, mut list) = (Vec::new(), Vec::new());
        numbers.extend((encoding.size() as u64).to_le_bytes());
        each_position(&setup, n as u64, |game, _| {
            legal.clear();
            game.legal_actions(&mut legal);
            encoding.encode_all(game, &mut legal, &mut list);
            numbers.extend(list.iter().flat_map(|number| number.to_le_bytes()));
        });
    }
    assert_eq!(
        (Encoding::VERSION, fnv(names.join("\n").as_bytes()), fnv(&numbers)),
        (1, 0xf5b1_d81f_22fa_bed1, 0x57c0_0f15_654d_3322),
        "if a number has got another meaning, change the version too, and docs/python.md"
    );
}

/// Networks are trained with these arrays, so a plane or scalar that moves needs a new version.
#[test]
fn names_of_planes_and_scalars_belong_to_a_version() {
    let mut names = Layout::plane_names();
    for rules in ["base,fields", "base,fields,inns,traders", "wheel,fields", "stronghold"] {
        let game = AnyGame::new(&Setup::new(rules.parse::<Rules>().expect("rules"), 2));
        let game = game.expect("a game");
        let observer = Observer::new(&game).expect("numbers");
        names.extend(observer.layout().scalar_names(game.board().tiles()));
    }
    assert_eq!(
        (Layout::VERSION, fnv(names.join("\n").as_bytes())),
        (2, 0xe2e5_bb61_31ef_43eb),
        "change both, and docs/python.md"
    );
}

#[test]
fn planes_show_every_figure_and_piece_in_the_window() {
    let names = Layout::plane_names();
    let plane = |name: &str| names.iter().position(|known| known == name).expect("a plane");
    let (mut figures, mut pieces) = (0, 0);
    for (n, setup) in setups().enumerate() {
        let observer = Observer::new(&AnyGame::new(&setup).expect("a game")).expect("numbers");
        let (count, family) = (observer.layout().planes, observer.layout().encoding.family());
        assert_eq!(count, names.len());
        let mut planes = vec![0; observer.layout().plane_values()];
        each_position(&setup, n as u64, |game, seat| {
            observer.planes(game, None, &mut planes);
            let mut taken = BTreeSet::new();
            let mut expect = |cell: Cell, name: &str, value: usize| {
                let Some(at) = family.cell_index(cell) else { return };
                assert!(taken.insert((at, plane(name))), "{}: two values", setup.rules);
                let shown = planes[at * count + plane(name)];
                assert_eq!(usize::from(shown), value, "{}: {name} at {cell:?}", setup.rules);
            };
            let built: Vec<Piece> = match game {
                AnyGame::Land(land) => land.pieces().collect(),
                AnyGame::Stronghold(_) => Vec::new(),
            };
            for piece in &built {
                let kind = piece.kind.index();
                match piece.location {
                    PieceLocation::Segment(site) => expect(site.cell, "piece", kind + 1),
                    PieceLocation::Corner(cell, corner) => {
                        expect(cell, "corner piece", kind * 4 + corner as usize + 1);
                    }
                }
                pieces += 1;
            }
            for figure in game.board().figures() {
                let (seats, kind) = (usize::from(game.seats()), figure.kind.index());
                let relative = (figure.seat.index() + seats - seat.index()) % seats;
                match figure.spot {
                    FigureSpot::Segment(site) => {
                        expect(site.cell, &format!("figure of seat +{relative}"), kind + 1);
                        expect(site.cell, "slot of figure", usize::from(site.slot.0) + 1);
                    }
                    // Scalars show the spaces.
                    FigureSpot::Piece(of, _) if of.is_space() => {}
                    FigureSpot::Piece(of, number) => {
                        let mut built = built.iter();
                        let piece = built.find(|it| it.kind == of && it.number == number);
                        let value = kind * Seat::MOST + relative + 1;
                        match piece.expect("figures stand on pieces").location {
                            PieceLocation::Segment(site) => {
                                expect(site.cell, "figure on piece", value);
                            }
                            PieceLocation::Corner(cell, _) => {
                                expect(cell, "figure on corner piece", value);
                            }
                        }
                    }
                }
                figures += 1;
            }
        });
    }
    assert!(figures > 1000 && pieces > 100, "{figures} figures, {pieces} pieces");
}
