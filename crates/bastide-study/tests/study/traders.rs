//! A review of a game with large meeples, builders, pigs, goods and second turns.

use bastide::{Action, BUILDER, HOG, LARGE, LandRules, Rules, Setup, SpecialEvent};
use bastide_bots::{Reason, Spec, reasons};
use bastide_study::{Group, Review, Reviewer, forecast};

use crate::play;

#[test]
fn games_with_inns_and_traders_are_reviewed() {
    let rules: LandRules = "base,fields,inns,traders".parse().expect("a mix");
    let specs: [Spec; 2] = ["easy", "greedy"].map(|spec| spec.parse().expect("a bot"));
    let record = play(&Setup::new(Rules::Land(rules), 2), &specs, 7);
    let reviewer = Reviewer::new(&record, 300);
    let review = Review::of(&record, 300, |_| {});
    for player in review.ledger.players() {
        assert_eq!(player.start + player.luck + player.skill, player.margin, "{}", player.seat);
        // Each player has two in three turns or fewer.
        assert!(
            player.turns * 3 > review.steps.len(),
            "{} of {}",
            player.turns,
            review.steps.len()
        );
    }
    let (mut exact, mut second, mut found) = (0, 0, [0; 4]);
    for (at, step) in review.steps.iter().enumerate() {
        let played: Vec<_> = step.turns.iter().filter(|turn| turn.is_played).collect();
        assert_eq!(played.len(), 1, "turn {}", step.turn);
        assert!(!step.is_exact || step.turns.len() >= step.count.min(4), "turn {}", step.turn);
        exact += usize::from(step.is_exact);
        second += usize::from(at > 0 && review.steps[at - 1].seat == step.seat);
        let decision = reviewer.decision(at).expect("a decision");
        let deploys = |kind| {
            let is_own = |action: &Action| matches!(action, Action::Deploy { figure, .. } if *figure == kind);
            usize::from(step.played.iter().any(is_own))
        };
        [LARGE, BUILDER, HOG].iter().zip(&mut found).for_each(|(&kind, sum)| *sum += deploys(kind));
        let why = reasons(&decision.game, &step.played);
        found[3] += why
            .iter()
            .filter(|why| matches!(why, Reason::Special(SpecialEvent::GoodsTaken { .. })))
            .count();
        // A turn with a figure does not wait.
        let is_idle = why.iter().any(|why| matches!(why, Reason::Waits { .. }));
        let has_figure = step.played.iter().any(|action| matches!(action, Action::Deploy { .. }));
        assert!(!(is_idle && has_figure), "turn {}: {:?}", step.turn, step.played);
        let earns = why.contains(&Reason::Special(SpecialEvent::SecondTurn { seat: step.seat }));
        let again = review.steps.get(at + 1).is_some_and(|next| next.seat == step.seat);
        assert_eq!(earns, again, "turn {}", step.turn);
    }
    assert!(
        exact > 0 && second > 0 && found.iter().all(|&count| count > 0),
        "{exact}, {second}, {found:?}"
    );
}

/// Forecasts are calibrated for the four mixes that were compared with results, not for others with
/// the same expansions.
#[test]
fn forecasts_say_whether_they_are_calibrated() {
    for (text, seats, is_calibrated) in [
        ("base,fields", 2, true),
        ("base,fields,river=2021,abbot,bridges,castles,barns", 2, true),
        ("wheel,fields", 2, true),
        ("stronghold", 2, true),
        ("base", 2, false),
        ("base,fields", 3, false),
        ("base,fields,river", 2, false),
        ("base,fields,abbot", 2, false),
        ("base,fields,bridges,castles", 2, false),
        ("base,fields,river,abbot,bridges,castles,barns", 2, false),
        ("wheel,fields,abbot", 2, false),
        ("base,fields,inns", 2, false),
        ("base,fields,traders", 2, false),
    ] {
        let rules: Rules = text.parse().expect("a mix");
        let game = bastide::AnyGame::new(&Setup::new(rules, seats)).expect("a possible set-up");
        assert_eq!(Group::is_calibrated(&game), is_calibrated, "{text} for {seats}");
        let rollouts = Group::of(&game).rollouts();
        let found = forecast(&game, rollouts, 1);
        assert_eq!(found.is_calibrated, is_calibrated, "{text} for {seats}");
        // The weights hold for one number of rollouts.
        assert!(!forecast(&game, rollouts / 2, 1).is_calibrated, "{text} for {seats}");
    }
}
