//! Checks that answers to queries agree with the scoring of the rules.

use bastide::{AnyGame, BySeat, FigureSpot, Game, Seat, Setup, Terrain};
use bastide_host::{Dice, Recorder};
use bastide_protocol::{
    AdviceView, Aid, Answer, FeatureView, PreviewView, Problem, ProblemCode, Question,
    StandingView, Standpoint, ViewBuilder, Xy,
};

use crate::{MIXES, rules, seen, walk};

fn feature(from: &Standpoint<'_>, question: &Question) -> Option<FeatureView> {
    match ViewBuilder::of(from.game).answer(from, question) {
        Ok(Answer::Feature { feature }) => feature.map(|feature| *feature),
        other => panic!("{other:?} is not a feature"),
    }
}

fn standing(game: &AnyGame) -> Vec<StandingView> {
    let from = Standpoint { game, actions: 0, turns: 0, aid: Aid::Standard, seat: None };
    match ViewBuilder::of(game).answer(&from, &Question::Standing) {
        Ok(Answer::Standing { seats }) => seats,
        other => panic!("{other:?} is not a standing"),
    }
}

#[test]
fn features_are_worth_what_the_rules_say() {
    let mut seen_large = 0;
    for (name, seats) in MIXES {
        let (mut step, mut seen_some) = (0, 0);
        walk(Setup::new(rules(name), seats), 3, |recorder| {
            step += 1;
            if step % 15 != 0 {
                return;
            }
            let from = seen(recorder, Aid::Standard);
            from.game.prospects(|scoring| {
                let asked = Question::Feature { site: scoring.site.to_string() };
                let view = feature(&from, &asked).expect("it has a figure");
                assert_eq!(view.feature.get(), scoring.terrain);
                let per_seat = |numbers: &BySeat<u8>| -> Vec<u8> {
                    numbers.iter(seats).map(|(_, &number)| number).collect()
                };
                // INN-3: a large meeple is one figure with a strength of 2.
                assert_eq!(view.figures, per_seat(&scoring.figures));
                let strength = view.strength.clone().unwrap_or_else(|| view.figures.clone());
                assert_eq!(strength, per_seat(&scoring.strength));
                seen_large += usize::from(view.strength.is_some());
                let board = from.game.board();
                let root = board.root(board.segment_at(scoring.site).expect("it was laid"));
                let there = board
                    .figures()
                    .iter()
                    .filter(|figure| board.root_of(figure) == Some(root) && figure.kind.claims());
                assert_eq!(view.figures.iter().sum::<u8>() as usize, there.count(), "{name}");
                let winners: Vec<u8> = scoring.winners.iter().map(|s| s.index() as u8).collect();
                // HOG-3: in a tied field, players with a pig score apart from the others.
                let is_shared = scoring.terrain == Terrain::Field && name.contains("traders");
                if is_shared {
                    assert!(winners.iter().all(|seat| view.leaders.contains(seat)), "{name}");
                } else {
                    assert_eq!(view.leaders, winners, "{name}");
                }
                // Tokens score features that otherwise would not count (S-TOKEN-K4).
                if scoring.reason == bastide::Reason::GameEnd
                    && !scoring.tally.terms().any(|term| term.each == 4)
                {
                    assert_eq!(view.points_now, scoring.tally.total(), "{name} {}", view.site);
                }
                assert_eq!(view.is_complete, view.open.is_empty() && !waits(&view), "{name}");
                if let Some(points) = view.points_finished {
                    assert!(points >= view.points_now, "{name}: {view:?}");
                }
                seen_some += 1;
            });
        });
        assert!(seen_some > 10 || name == "wheel,bridges", "{name}: {seen_some}");
    }
    assert!(seen_large > 0, "large meeples");
}

fn waits(view: &FeatureView) -> bool {
    matches!(view.feature.get(), Terrain::Field | Terrain::Courtyard | Terrain::River)
}

#[test]
fn the_feature_beneath_a_figure_is_the_one_it_stands_on() {
    for (name, seats) in MIXES {
        let mut step = 0;
        walk(Setup::new(rules(name), seats), 12, |recorder| {
            step += 1;
            if step % 30 != 0 {
                return;
            }
            let from = seen(recorder, Aid::Standard);
            let views = ViewBuilder::of(from.game);
            let shown = views.game(from.game, 0, 0, from.aid);
            for (figure, view) in from.game.board().figures().iter().zip(shown.figures) {
                let FigureSpot::Segment(site) = figure.spot else { continue };
                // A bridge may cover the point.
                let tile = from.game.board().tile_at(site.cell).expect("it stands on a tile");
                if tile.bridge.is_some() {
                    continue;
                }
                let beneath = feature(&from, &Question::At { x: view.at.x, y: view.at.y });
                let named = feature(&from, &Question::Feature { site: site.to_string() });
                assert_eq!(beneath, named, "{name}: {site}");
                assert!(named.is_some_and(|feature| feature.outline.starts_with('M')));
            }
        });
    }
}

#[test]
fn a_tile_lists_all_its_features() {
    for (name, seats) in MIXES {
        let mut step = 0;
        walk(Setup::new(rules(name), seats), 13, |recorder| {
            step += 1;
            if step % 40 != 0 {
                return;
            }
            let from = seen(recorder, Aid::Standard);
            let board = from.game.board();
            for laid in board.laid() {
                let cell = Xy { x: laid.cell.x.into(), y: laid.cell.y.into() };
                let features = features(&from, cell);
                let mut roots: Vec<_> = (0..board.slots(laid))
                    .map(|slot| board.root(board.segment(laid, bastide::SegmentIndex(slot))))
                    .map(|root| board.site(root).to_string())
                    .collect();
                roots.sort();
                roots.dedup();
                let mut sites: Vec<_> = features.iter().map(|one| one.site.clone()).collect();
                sites.sort();
                assert_eq!(sites, roots, "{name}: {}", laid.cell);
                assert!(features.iter().all(|one| one.is_endless == waits(one)));
                assert!(features.is_sorted_by_key(|one| one.is_endless), "what is claimed first");
            }
            assert_eq!(features(&from, Xy { x: 300, y: -300 }), [], "nothing lies there");
        });
    }
}

fn features(from: &Standpoint<'_>, cell: Xy) -> Vec<FeatureView> {
    match ViewBuilder::of(from.game).answer(from, &Question::Tile { cell }) {
        Ok(Answer::Features { features }) => features,
        other => panic!("{other:?} are no features"),
    }
}

#[test]
fn after_the_game_all_questions_are_allowed() {
    let mut was_refused = false;
    let ended = walk(Setup::new(rules("base,fields"), 2), 2, |recorder| {
        let from = seen(recorder, Aid::None);
        if from.game.is_over() {
            return;
        }
        let answer = ViewBuilder::of(from.game).answer(&from, &Question::Fields);
        was_refused = answer.is_err_and(|problem| problem.code == ProblemCode::AidNotAllowed);
        assert!(was_refused, "not while it is played");
    });
    let from = seen(&ended, Aid::None);
    let fields = ViewBuilder::of(from.game).answer(&from, &Question::Fields);
    assert!(was_refused && matches!(fields, Ok(Answer::Fields { fields }) if !fields.is_empty()));
    assert!(!features(&from, Xy { x: 0, y: 0 }).is_empty());
}

#[test]
fn the_standing_predicts_the_scores_of_a_game_that_ends_now() {
    // Plays the same actions with fewer tiles in the bag: the final scores of that game must equal
    // the projected points of this one.
    for name in
        ["base,fields", "base,fields,abbot,bridges,castles,barns", "wheel,fields", "stronghold"]
    {
        for (seed, tiles) in [(1, 18), (2, 30), (3, 24), (4, 40)] {
            let whole = Setup::new(rules(name), 2);
            let mut full = AnyGame::new(&whole).expect("a set-up");
            let mut dice = Dice::new(seed, 5);
            let setup = Setup { deck: Some(deck(&full, tiles, &mut dice)), ..whole };
            let short = walk(setup, seed, |_| ());
            for &action in short.record().actions() {
                full.play(action).expect("what a small bag gives, a large one can");
            }
            let ended: Vec<i32> = standing(&full).iter().map(|seat| seat.ended_now).collect();
            assert_eq!(Some(&*ended), short.record().result(), "{name} {seed}");
            assert!(!full.is_over() && short.game().is_over());
            // A finished game has no open points.
            for (seat, line) in Seat::all(2).zip(standing(short.game())) {
                let points = short.game().scores()[seat];
                assert_eq!((line.banked, line.ended_now, line.contested), (points, points, 0));
            }
        }
    }
}

/// Returns the names of a random subset of a game's tiles.
fn deck(game: &AnyGame, tiles: usize, dice: &mut Dice) -> Vec<Box<str>> {
    let kinds = game.board().tiles().iter();
    let mut all: Vec<Box<str>> = kinds
        .flat_map(|(id, kind)| vec![kind.name.clone(); usize::from(game.bag().count(id))])
        .collect();
    (0..tiles).map(|_| all.swap_remove(dice.below(all.len()))).collect()
}

#[test]
fn the_standing_is_the_sum_of_claimed_features() {
    // MAJ-2: contested points come from features with figures of other seats too, and never exceed
    // the unbanked points.
    let mut shared = 0;
    for (name, seats) in MIXES {
        for seed in 0..3 {
            walk(Setup::new(rules(name), seats), seed, |recorder| {
                for line in standing(recorder.game()) {
                    let open = line.ended_now - line.banked;
                    assert!((0..=open.max(0)).contains(&line.contested), "{name}: {line:?}");
                    shared += line.contested;
                }
            });
        }
    }
    assert!(shared > 0);
}

#[test]
fn fields_are_credited_to_their_owners() {
    // FIELD-5, FIELD-6
    let Some(Ok(Answer::Fields { fields })) = Some(fields_of("base,fields,river", 3)) else {
        panic!("fields are asked for")
    };
    assert!(fields.len() > 3);
    assert!(fields.iter().all(|field| field.points == 3 * field.cities as i32));
    assert!(fields.iter().all(|field| field.outline.starts_with('M')));
    assert!(fields.iter().any(|field| !field.leaders.is_empty() && field.cities > 0));
    // FIELD-1: a game without farmers has no fields to report.
    assert_eq!(fields_of("base,river", 3), Ok(Answer::Fields { fields: Vec::new() }));
    assert_eq!(fields_of("stronghold", 2), Ok(Answer::Fields { fields: Vec::new() }));
}

fn fields_of(name: &str, seats: u8) -> Result<Answer, Problem> {
    let recorder = walk(Setup::new(rules(name), seats), 2, |_| ());
    let from = seen(&recorder, Aid::Standard);
    ViewBuilder::of(from.game).answer(&from, &Question::Fields)
}

/// Returns a game in progress with a tile drawn.
fn midway(name: &str, seats: u8) -> Recorder {
    let mut recorder = Recorder::new(Setup::new(rules(name), seats)).expect("a set-up");
    let (mut dice, mut legal) = (Dice::new(21, 8), Vec::new());
    while recorder.record().full_turns() < 14 || recorder.game().drawn().is_none() {
        let action = dice.act(recorder.game(), &mut legal).expect("it is not over yet");
        recorder.play(action).expect("legal");
    }
    recorder
}

#[test]
fn hints_are_legal_turns() {
    for (name, seats) in MIXES {
        let recorder = midway(name, seats);
        let from = seen(&recorder, Aid::Coach);
        let views = ViewBuilder::of(from.game);
        let Ok(Answer::Hint { advice }) = views.answer(&from, &Question::Hint) else {
            panic!("{name}: a coach gives advice")
        };
        assert!(!advice.is_empty() && advice.is_sorted_by(|a, b| a.value >= b.value));
        for (n, turn) in advice.iter().enumerate() {
            let same = |other: &AdviceView| other.reasons == turn.reasons;
            assert!(!advice[..n].iter().any(same), "{name}: each says something else");
        }
        for turn in advice {
            assert!(!turn.reasons.is_empty());
            let asked = Question::Preview { actions: turn.actions };
            let Ok(Answer::Preview { offers, .. }) = views.answer(&from, &asked) else {
                panic!("{name}: {asked:?} is not a turn")
            };
            assert_eq!(offers, None, "{name}: advice is a whole turn");
        }
    }
}

#[test]
fn questions_are_limited_to_the_aids_of_the_table() {
    let recorder = midway("base,fields", 2);
    let start = Question::Tile { cell: Xy { x: 0, y: 0 } };
    let from = seen(&recorder, Aid::Standard);
    let Ok(Answer::Features { features }) = ViewBuilder::of(from.game).answer(&from, &start) else {
        panic!("the first tile has features")
    };
    let field = features.into_iter().find(|one| one.is_endless).expect("a field is never complete");
    let questions = [
        Question::Feature { site: field.site },
        Question::At { x: 50.0, y: 50.0 },
        Question::Tile { cell: Xy { x: 0, y: 0 } },
        Question::Fields,
        Question::DeadCells,
        Question::Standing,
        Question::Hint,
    ];
    let ask = |aid, question: &Question, seat: Option<u8>| {
        let from = Standpoint { seat, ..seen(&recorder, aid) };
        ViewBuilder::of(from.game).answer(&from, question).map_err(|problem| problem.code)
    };
    let own = seen(&recorder, Aid::None).seat;
    for question in &questions {
        assert_eq!(ask(Aid::None, question, own), Err(ProblemCode::AidNotAllowed));
    }
    let nothing = Question::Preview { actions: Vec::new() };
    assert!(ask(Aid::None, &nothing, None).is_ok(), "looking ahead is not an aid");
    let (hint, others) = questions.split_last().expect("seven questions");
    for question in others {
        assert!(ask(Aid::Standard, question, None).is_ok(), "{question:?}");
    }
    assert_eq!(ask(Aid::Standard, hint, own), Err(ProblemCode::AidNotAllowed));
    let other = own.map(|seat| 1 - seat);
    assert_eq!(ask(Aid::Coach, hint, other), Err(ProblemCode::NotYourTurn));
    assert_eq!(ask(Aid::Coach, hint, None), Err(ProblemCode::NotYourTurn));
}

#[test]
fn one_question_previews_several_turns() {
    let recorder = midway("base,fields", 2);
    let from = seen(&recorder, Aid::None);
    let views = ViewBuilder::of(from.game);
    let offers = views.offers(from.game, from.aid).expect("a turn is to be played").offers;
    let turns: Vec<_> = offers.into_iter().take(4).map(|offer| vec![offer.action]).collect();
    let single = |turn: &Vec<String>| match views
        .answer(&from, &Question::Preview { actions: turn.clone() })
    {
        Ok(Answer::Preview { actions, events, offers, .. }) => {
            PreviewView { actions, events, offers }
        }
        other => panic!("{other:?} is not a preview"),
    };
    let wanted: Vec<PreviewView> = turns.iter().map(single).collect();
    let answer = views.answer(&from, &Question::Previews { turns: turns.clone() });
    assert_eq!(answer, Ok(Answer::Previews { previews: wanted }));

    let code = |turns| views.answer(&from, &Question::Previews { turns }).map_err(|no| no.code);
    assert_eq!(code(vec![turns[0].clone(); 17]), Err(ProblemCode::TooLarge));
    assert!(code(vec![turns[0].clone(), vec!["P99,99r0".into()]]).is_err(), "one is illegal");
}

#[test]
fn complete_features_are_shown_without_aids() {
    let recorder = midway("base,fields", 2);
    let (strict, open) = (seen(&recorder, Aid::None), seen(&recorder, Aid::Standard));
    let views = ViewBuilder::of(open.game);
    let mut complete = 0;
    for laid in open.game.board().laid() {
        let cell = Xy { x: laid.cell.x.into(), y: laid.cell.y.into() };
        let Ok(Answer::Features { features }) = views.answer(&open, &Question::Tile { cell })
        else {
            panic!("a tile has features")
        };
        for FeatureView { site, is_complete, .. } in features {
            complete += usize::from(is_complete);
            let told = views.answer(&strict, &Question::Feature { site });
            assert_eq!(told.is_ok(), is_complete);
        }
    }
    assert!(complete > 0, "something is complete by then");
}
