//! Points at which a search yields to more urgent work.

use std::time::Duration;

/// Callback invoked by bots between slices of a search: once for each state whose turns are listed,
/// at most some hundred microseconds apart. May block the thread.
///
/// A pause does not change the decisions of a bot with a budget in nodes, and its duration does not
/// count against a budget in time.
pub trait Pause: Send {
    /// Blocks while more urgent work is in progress and returns the time blocked.
    fn pause(&mut self) -> Duration;
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};

    use bastide::{Actor, AnyGame, Game, LandRules, Rules, Setup, StrongholdRules};
    use bastide_host::Dice;

    use super::*;
    use crate::{Budget, Kind, Spec};

    /// Counts its calls and reports a duration of one hour for each.
    struct Counted(Arc<AtomicU64>);

    impl Pause for Counted {
        fn pause(&mut self) -> Duration {
            self.0.fetch_add(1, Ordering::Relaxed);
            Duration::from_secs(3600)
        }
    }

    /// Returns positions of a game, some turns apart.
    fn positions(rules: &Rules) -> Vec<AnyGame> {
        let mut game = AnyGame::new(&Setup::new(rules.clone(), 2)).expect("the mix is possible");
        let (mut dice, mut legal, mut found) = (Dice::new(3, 1), Vec::new(), Vec::new());
        let mut steps = 0;
        while let Some(action) = dice.act(&game, &mut legal) {
            steps += 1;
            if steps % 41 == 0 && matches!(game.to_act(), Actor::Seat(_)) {
                found.push(game.clone());
            }
            game.play(action).expect("dice play by the rules");
        }
        found
    }

    /// Pauses do not change decisions, and the interval between them is short: at most a few
    /// hundred evaluations on average, about 100 µs.
    #[test]
    fn bots_pause_often_without_changing_their_moves() {
        let mix = |text: &str| Rules::Land(text.parse::<LandRules>().expect("a mix"));
        let games = [
            mix("base,fields"),
            mix("wheel,fields,abbot,bridges,castles,barns"),
            Rules::Stronghold(StrongholdRules),
        ];
        let kinds = [Kind::Strong, Kind::Quick, Kind::OnePly, Kind::Easy];
        for rules in games {
            for game in positions(&rules) {
                for kind in kinds {
                    let spec = Spec { kind, budget: Budget::Nodes(6000) };
                    let (mut plain, mut paused) = (spec.build(5), spec.build(5));
                    let calls = Arc::new(AtomicU64::new(0));
                    paused.pause_with(Box::new(Counted(Arc::clone(&calls))));
                    let choice = plain.choose_turn(&game, spec.budget);
                    assert_eq!(choice, paused.choose_turn(&game, spec.budget), "{rules} {spec}");
                    assert_eq!(plain.insight(), paused.insight());
                    let calls = calls.load(Ordering::Relaxed);
                    assert!(calls > 0, "{rules} {spec}: no pause");
                    let nodes = plain.insight().map_or(0, |insight| insight.nodes);
                    assert!(nodes <= 600 * calls, "{rules} {spec}: {nodes} in {calls} slices");
                }
            }
        }
    }
}
