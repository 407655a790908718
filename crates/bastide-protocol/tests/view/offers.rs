//! Checks that every legal action is offered exactly once and has the previewed effect.

use std::collections::{BTreeMap, BTreeSet};

use bastide::{Actor, AnyGame, AwardReason, Game, Reason, Rules, Setup, StrongholdRules};
use bastide_protocol::{
    Aid, Answer, EventView, OfferKind, Offers, Prompt, Question, ViewBuilder, read_action,
};

use crate::{MIXES, all_mixes, rules, seen, view, walk};

fn legal(game: &AnyGame) -> Vec<String> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions.iter().map(|&action| game.notation().show(action).to_string()).collect()
}

fn kind(what: &OfferKind) -> &'static str {
    match what {
        OfferKind::Place { .. } => "place",
        OfferKind::Deploy { .. } => "deploy",
        OfferKind::Recall { .. } => "recall",
        OfferKind::Build { piece, .. } => piece.as_str(),
        OfferKind::Settle { .. } => "settle",
        OfferKind::UseToken { .. } => "token",
        OfferKind::Pass => "pass",
    }
}

/// Returns the kinds of offers a prompt may have; at least one of the first few must occur.
fn answers(prompt: Prompt) -> &'static [&'static str] {
    match prompt {
        Prompt::LayTile => &["place"],
        Prompt::AfterTile => &["deploy", "castle", "barn", "recall", "pass"],
        Prompt::Plague => &["recall"],
        Prompt::ScoringOrder => &["settle", "token"],
        Prompt::UseToken => &["token", "settle", "pass"],
    }
}

#[test]
fn all_legal_actions_are_offered_and_nothing_else() {
    let mut seen: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    let mut look = |game: &AnyGame| {
        let offers = ViewBuilder::of(game).offers(game, Aid::Standard);
        let Actor::Seat(seat) = game.to_act() else {
            assert_eq!(offers, None, "chance is offered nothing");
            return;
        };
        let Offers { seat: asked, prompt, offers } = offers.expect("a player is to act");
        assert_eq!(usize::from(asked), seat.index());
        let told = ViewBuilder::of(game).game(game, 0, 0, Aid::None).asked;
        assert_eq!(told, Some(prompt), "the prompt is public");
        let texts: Vec<&str> = offers.iter().map(|offer| offer.action.as_str()).collect();
        assert_eq!(texts, legal(game), "sorted and each once, as the rules list them");
        let kinds: BTreeSet<&str> = offers.iter().map(|offer| kind(&offer.what)).collect();
        assert!(kinds.iter().all(|kind| answers(prompt).contains(kind)), "{prompt:?} {kinds:?}");
        for offer in &offers {
            assert!(read_action(game, &offer.action).is_ok(), "{}", offer.action);
        }
        seen.entry(format!("{prompt:?}")).or_default().extend(kinds);
    };
    for (rules, seats) in all_mixes() {
        walk(Setup::new(rules, seats), 11, |recorder| look(recorder.game()));
    }
    for seed in 0..30 {
        let setup = Setup::new(Rules::Stronghold(StrongholdRules), 2);
        walk(setup, seed, |recorder| look(recorder.game()));
    }
    // Every kind of prompt occurred.
    let kinds = |prompt: &str| seen[prompt].iter().copied().collect::<Vec<_>>();
    assert_eq!(kinds("LayTile"), ["place"]);
    assert_eq!(kinds("AfterTile"), ["barn", "castle", "deploy", "pass", "recall"]);
    assert_eq!(kinds("Plague"), ["recall"]);
    // A token offer together with several complete features is too rare to be required.
    assert!(kinds("ScoringOrder").contains(&"settle"));
    assert_eq!(kinds("UseToken"), ["pass", "settle", "token"]);
}

#[test]
fn a_preview_equals_the_played_turn() {
    for (name, seats) in MIXES {
        let mut step = 0;
        walk(Setup::new(rules(name), seats), 5, |recorder| {
            step += 1;
            let from = seen(recorder, Aid::Standard);
            let views = ViewBuilder::of(from.game);
            let Some(Offers { offers, seat, .. }) = views.offers(from.game, from.aid) else {
                return;
            };
            if step % 9 != 0
                && offers.iter().all(|offer| matches!(offer.what, OfferKind::Place { .. }))
            {
                return;
            }
            for offer in offers {
                let asked = Question::Preview { actions: vec![offer.action.clone()] };
                let Ok(Answer::Preview { actions, events, game, offers: next }) =
                    views.answer(&from, &asked)
                else {
                    panic!("{name}: {} has no preview", offer.action)
                };
                let mut after = recorder.clone();
                let action = read_action(from.game, &offer.action).expect("it is offered");
                after.play(action).expect("it is legal");
                let mut real = view(views, &seen(&after, from.aid));
                let before = bastide_protocol::shown_tiles(from.game);
                real.laid.drain(..before);
                assert_eq!(*game, real, "{name}: {}", offer.action);
                assert_eq!(actions, std::slice::from_ref(&offer.action));
                assert_eq!(events, views.play(&mut from.game.clone(), &[action]));
                let goes_on = real.to_act == Some(seat);
                let wanted = views.offers(after.game(), from.aid).filter(|_| goes_on);
                assert_eq!(next, wanted, "{name}: {}", offer.action);
            }
        });
    }
}

#[test]
fn offered_points_are_scored() {
    // ABBOT-6, CASTLE-7, CITY-2, S-TOKEN-K2: the points of an offer for a complete feature or a
    // recall equal those of its event.
    let mut checked = BTreeSet::new();
    let mut look = |game: &AnyGame| {
        let views = ViewBuilder::of(game);
        let Some(Offers { offers, .. }) = views.offers(game, Aid::Standard) else { return };
        for offer in offers {
            let (site, promised) = match &offer.what {
                OfferKind::Deploy { site: Some(site), points, is_complete: true, .. } => {
                    (Some(site.clone()), *points)
                }
                OfferKind::Recall { points, .. } => (None, *points),
                OfferKind::Settle { site, points, .. }
                | OfferKind::UseToken { site: Some(site), points, .. } => {
                    (Some(site.clone()), *points)
                }
                _ => continue,
            };
            let action = read_action(game, &offer.action).expect("it is offered");
            let mut after = game.clone();
            let events = views.play(&mut after, &[action]);
            let same = |other: &str| {
                let root = |text: &str| {
                    let action = game.notation().parse(&format!("S{text}"));
                    let Ok(bastide::Action::Settle(site)) = action else { return None };
                    after.board().segment_at(site).map(|segment| after.board().root(segment))
                };
                site.as_deref().is_some_and(|site| root(site) == root(other))
            };
            let given = events.iter().find_map(|event| match event {
                EventView::Scored { points, reason, .. } if reason.get() == Reason::Recalled => {
                    Some(*points)
                }
                EventView::Scored { points, site, reason, .. }
                    if reason.get() == Reason::Completed && same(site) =>
                {
                    Some(*points)
                }
                EventView::Awarded { points, reason, .. } if reason.get() == AwardReason::Lady => {
                    Some(*points)
                }
                _ => None,
            });
            // In Stronghold the order of scoring may have to be chosen first.
            if promised.is_some() && (given.is_some() || !after_chooses(&after)) {
                assert_eq!(given, promised, "{}", offer.action);
                checked.insert(kind(&offer.what));
            }
        }
    };
    for (name, seats) in MIXES {
        for seed in 0..3 {
            walk(Setup::new(rules(name), seats), seed, |recorder| look(recorder.game()));
        }
    }
    for seed in 4..34 {
        let setup = Setup::new(rules("stronghold"), 2);
        walk(setup, seed, |recorder| look(recorder.game()));
    }
    assert_eq!(checked.into_iter().collect::<Vec<_>>(), ["deploy", "recall", "settle", "token"]);
}

/// Returns true if the order of scoring or the use of a token is being chosen.
fn after_chooses(game: &AnyGame) -> bool {
    let is_choice = |text: &String| text.starts_with('S') || text.starts_with('T');
    legal(game).iter().any(is_choice)
}

#[test]
fn without_aids_offers_have_no_points() {
    for (name, seats) in MIXES {
        walk(Setup::new(rules(name), seats), 8, |recorder| {
            let offers = ViewBuilder::of(recorder.game()).offers(recorder.game(), Aid::None);
            for offer in offers.into_iter().flat_map(|offers| offers.offers) {
                let points = match offer.what {
                    OfferKind::Deploy { points, .. }
                    | OfferKind::Recall { points, .. }
                    | OfferKind::Settle { points, .. }
                    | OfferKind::UseToken { points, .. } => points,
                    OfferKind::Place { .. } | OfferKind::Build { .. } | OfferKind::Pass => None,
                };
                assert_eq!(points, None, "{}", offer.action);
            }
        });
    }
}
