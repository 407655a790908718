//! Checks that views are complete, public and independent of how a game was reached.

use std::collections::BTreeSet;

use bastide::{Actor, AnyGame, FigureKind, Game, Land, LandRules, LandSetup, Sector, Setup};
use bastide_art::{Theme, sprite};
use bastide_host::{Dealer, Dice, Match, Record, Seed};
use bastide_protocol::{
    Aid, Answer, BoardPoint, EventView, ExpansionViews, Family, GameView, LandView, Offers,
    PigView, Question, ViewBuilder,
};

use crate::{MIXES, all_mixes, rules, seen, to_act, view, walk};

#[test]
fn views_round_trip_through_json() {
    fn again<T>(told: &T) -> T
    where
        T: serde::Serialize + serde::de::DeserializeOwned,
    {
        let text = serde_json::to_string(told).expect("plain data");
        serde_json::from_str(&text).expect("what was written can be read")
    }
    for (name, seats) in MIXES {
        let mut step = 0;
        walk(Setup::new(rules(name), seats), 2, |recorder| {
            step += 1;
            let from = seen(recorder, Aid::Standard);
            let views = ViewBuilder::of(from.game);
            let shown: GameView = view(views, &from);
            assert_eq!(again(&shown), shown, "{name}");
            let offers: Option<Offers> = views.offers(from.game, from.aid);
            assert_eq!(again(&offers), offers, "{name}");
            if step % 40 == 0 {
                for question in [Question::Fields, Question::DeadCells, Question::Standing] {
                    let answer: Answer = views.answer(&from, &question).expect("an answer");
                    assert_eq!(again(&answer), answer, "{name}");
                    assert_eq!(again(&question), question);
                }
            }
        });
    }
}

#[test]
fn expansions_add_flat_fields() {
    let at = BoardPoint { x: 1.5, y: 2.0 };
    let pig = PigView { sector: Sector::Tax.into(), at };
    let others = ExpansionViews { pig: Some(pig), ..ExpansionViews::default() };
    let land = LandView { others, ..LandView::default() };
    let text = serde_json::to_string(&land).expect("plain data");
    let pig = r#"{"sector":"tax","at":{"x":1.5,"y":2.0}}"#;
    assert_eq!(text, format!(r#"{{"supplies":[],"pieces":[],"pig":{pig}}}"#));
    let none = serde_json::to_string(&LandView::default()).expect("plain data");
    assert_eq!(none, r#"{"supplies":[],"pieces":[]}"#);

    let event = EventView::PigMoved { sector: Sector::Plague.into(), at };
    let text = serde_json::to_string(&event).expect("plain data");
    assert_eq!(text, r#"{"kind":"pig_moved","sector":"plague","at":{"x":1.5,"y":2.0}}"#);

    // A field keeps its place among the others.
    let mut game = AnyGame::new(&Setup::new(rules("wheel,fields"), 2)).expect("a possible mix");
    let mut offers = String::new();
    while !offers.contains(r#""kind":"deploy""#) {
        let action = game.actions()[0];
        game.play(action).expect("legal");
        let found = ViewBuilder::of(&game).offers(&game, Aid::Standard);
        offers = serde_json::to_string(&found).expect("plain data");
    }
    assert!(offers.contains(r#""feature":"crown","sector":"fortune","site":null,"#), "{offers}");
    assert!(offers.contains(r#","sector":null,"site":""#), "{offers}");
}

#[test]
fn six_players_are_shown() {
    let rules: LandRules = "base,fields,abbot".parse().expect("rules");
    let land = Land::for_seats(&LandSetup::new(rules, 6), 2..=6).expect("six seats");
    let (mut game, mut dice, mut legal) = (AnyGame::Land(land), Dice::new(9, 6), Vec::new());
    let mut seen = BTreeSet::new();
    loop {
        let views = ViewBuilder::of(&game);
        let view = views.game(&game, 0, 3, Aid::Standard);
        assert_eq!((view.scores.len(), view.hands.len()), (6, 6));
        seen.extend(views.offers(&game, Aid::Standard).map(|offers| offers.seat));
        let Some(action) = dice.act(&game, &mut legal) else { break };
        game.play(action).expect("legal");
    }
    assert_eq!(seen, (0..6).collect());
}

#[test]
fn a_view_is_public() {
    // The record of a game contains everything its players are shown.
    for (name, seats) in MIXES {
        let seed = Seed::from_number(77);
        let dealer = Dealer::seeded(seed.clone(), "protocol");
        let mut current = Match::new(Setup::new(rules(name), seats), dealer).expect("a set-up");
        let (mut dice, mut legal, mut step) = (Dice::new(9, 1), Vec::new(), 0);
        while let Actor::Seat(seat) = current.game().to_act() {
            let action = dice.act(current.game(), &mut legal).expect("a seat is to act");
            current.play(seat, action).expect("legal");
            step += 1;
            if step % 25 != 0 || current.game().is_over() {
                continue;
            }
            let text = current.record().to_text();
            assert!(!text.contains(&seed.to_string()), "the seed is still a secret");
            let game = Record::parse(&text).expect("a sound record").game();
            let views = ViewBuilder::of(current.game());
            assert!(
                core::ptr::eq(views, ViewBuilder::of(&game)),
                "one view builder for all tables of a set"
            );
            let shown = views.game(current.game(), step, 3, Aid::Standard);
            assert_eq!(shown, views.game(&game, step, 3, Aid::Standard), "{name}");
            assert_eq!(
                views.offers(current.game(), Aid::Standard),
                views.offers(&game, Aid::Standard),
                "{name}"
            );
        }
        assert!(current.game().is_over());
    }
}

#[test]
fn a_view_matches_the_game() {
    for (rules, seats) in all_mixes() {
        let name = rules.to_string();
        let mut step = 0;
        walk(Setup::new(rules, seats), 4, |recorder| {
            step += 1;
            if step % 10 != 0 {
                return;
            }
            let from = seen(recorder, Aid::Standard);
            let (game, views) = (from.game, ViewBuilder::of(from.game));
            let shown = view(views, &from);
            assert_eq!(shown.to_act, to_act(game));
            assert_eq!(shown.scores.len(), usize::from(game.seats()));
            let counted: u32 = shown.bag.iter().map(|kind| u32::from(kind.left)).sum();
            assert_eq!(counted, shown.tiles_left, "{name}");
            assert_eq!(shown.laid.len(), bastide_protocol::shown_tiles(game));
            assert_eq!(shown.figures.len(), game.board().figures().len());
            // Meeples are on the board or in supply: 7 in the land game (SETUP-2), 6 in Stronghold
            // (S-SETUP-1).
            let all = if shown.family == Family::Land { 7 } else { 6 };
            for (seat, hand) in shown.hands.iter().enumerate() {
                let out = shown.figures.iter().filter(|figure| {
                    usize::from(figure.seat) == seat && figure.figure.get() == FigureKind::MEEPLE
                });
                assert_eq!(usize::from(hand[0].count) + out.count(), all, "{name}");
            }
            // No two figures are drawn at the same point.
            for (at, figure) in shown.figures.iter().enumerate() {
                for other in &shown.figures[..at] {
                    assert_ne!(figure.at, other.at, "{name}: {} {}", figure.spot, other.spot);
                }
            }
            assert!(views.game(game, 0, 0, Aid::None).bag.is_empty());
        });
    }
}

#[test]
fn every_symbol_is_in_the_sprite_that_is_named() {
    let pieces = bastide_art::pieces_sprite(Theme::Light);
    let has = |sprite: &str, symbol: &str| sprite.contains(&format!("<symbol id='{symbol}'"));
    for (name, seats) in MIXES {
        let (mut symbols, mut poses, mut set) = (BTreeSet::new(), BTreeSet::new(), String::new());
        walk(Setup::new(rules(name), seats), 6, |recorder| {
            let shown = view(ViewBuilder::of(recorder.game()), &seen(recorder, Aid::None));
            symbols.extend(shown.laid.into_iter().map(|laid| laid.symbol));
            poses.extend(shown.figures.into_iter().map(|figure| figure.pose));
            set = shown.set;
        });
        let views = ViewBuilder::named(&set).expect("a set of built-in tiles");
        assert_eq!(views.set(), set);
        let tiles = sprite(views.tiles(), Theme::Light);
        assert!(symbols.len() > 10 && symbols.iter().all(|symbol| has(&tiles, symbol)), "{name}");
        assert!(poses.len() >= 4 && poses.iter().all(|pose| has(&pieces, pose)), "{name}");
    }
}

#[test]
fn mixes_with_the_same_tiles_share_a_view_builder() {
    let of = |name: &str| {
        let game = bastide::AnyGame::new(&Setup::new(rules(name), 2)).expect("a set-up");
        ViewBuilder::of(&game)
    };
    assert!(core::ptr::eq(of("base"), of("base,fields,abbot")));
    // X-1: each building expansion adds the tiles of all of them.
    assert!(core::ptr::eq(of("base,castles"), of("base,fields,bridges,barns")));
    assert!(!core::ptr::eq(of("base,river"), of("base,river=2021")));
    assert!(core::ptr::eq(of("wheel"), ViewBuilder::named("wheel").expect("a set")));
    for name in ["", "base,fields", "base,castles", "nothing", "stronghold,base", "river,wheel"] {
        assert!(ViewBuilder::named(name).is_none(), "'{name}' names no set");
    }
}

#[test]
fn events_describe_every_change_of_the_view() {
    let mut kinds = BTreeSet::new();
    for (name, seats) in MIXES {
        for seed in 0..6 {
            let recorder = walk(Setup::new(rules(name), seats), seed, |_| ());
            let mut game = recorder.record().start();
            let views = ViewBuilder::of(&game);
            let mut scores = vec![0; usize::from(game.seats())];
            let mut before = views.game(&game, 0, 0, Aid::None);
            for &action in recorder.record().actions() {
                let (mut copy, mut all) = (game.clone(), Vec::new());
                copy.play_with(action, &mut all).expect("a recorded action");
                let events = views.play(&mut game, &[action]);
                assert_eq!(events.len(), all.len(), "{name}: every event is told");
                let after = views.game(&game, 0, 0, Aid::None);
                let mut figures = before.figures.clone();
                let mut laid = before.laid.clone();
                for event in events {
                    match &event {
                        EventView::TilePlaced { laid: tile, .. } => laid.push(tile.clone()),
                        EventView::FigurePlaced { figure } => figures.push(figure.clone()),
                        EventView::FigureReturned { figure } => {
                            let stood = figures.iter().position(|other| other == figure);
                            figures.remove(stood.expect("it stood where it came from"));
                        }
                        EventView::FigureMoved { figure, from } => {
                            let stood = figures.iter().position(|other| other.at == *from);
                            figures[stood.expect("it stood there")] = figure.clone();
                        }
                        EventView::Scored { points, winners, .. } => {
                            winners.iter().for_each(|&seat| scores[usize::from(seat)] += points);
                        }
                        EventView::Awarded { points, seat, .. } => {
                            scores[usize::from(*seat)] += points;
                        }
                        _ => {}
                    }
                    let told = serde_json::to_value(&event).expect("plain data");
                    kinds.insert(told["kind"].as_str().expect("a tag").to_owned());
                }
                // A client that only receives events ends up with the same board.
                assert_eq!(figures, after.figures, "{name}");
                assert_eq!(laid, after.laid, "{name}");
                assert_eq!(scores, after.scores, "{name}");
                before = after;
            }
            assert!(game.is_over());
        }
    }
    // Tiles that fit nowhere are too rare to be required.
    kinds.remove("tile_discarded");
    let kinds: Vec<&str> = kinds.iter().map(String::as_str).collect();
    let wanted = [
        "awarded",
        "figure_moved",
        "figure_placed",
        "figure_returned",
        "game_ended",
        "goods_taken",
        "keep_moved",
        "piece_built",
        "pig_moved",
        "scored",
        "second_turn",
        "tile_drawn",
        "tile_placed",
        "token_revealed",
        "token_taken",
        "token_used",
        "turn_began",
    ];
    assert_eq!(kinds, wanted, "everything else that can happen did");
}
