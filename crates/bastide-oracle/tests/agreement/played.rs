//! The part common to both families: the engine's game, and the selection of actions.

use bastide::{Action, AnyGame, Event, Game, Setup};
use bastide_host::Dice;

/// A game of the engine, identified by its number, and its actions.
pub(crate) struct Played {
    pub(crate) game: AnyGame,
    number: u64,
    setup: Setup,
    tokens: Vec<String>,
}

impl Played {
    /// Creates a game.
    pub(crate) fn new(number: u64, setup: Setup) -> Played {
        let game = AnyGame::new(&setup).expect("a set-up that can be played");
        Played { game, number, setup, tokens: Vec::new() }
    }

    /// Plays an action and returns the events of the engine.
    pub(crate) fn play(&mut self, action: Action) -> Result<Vec<Event>, String> {
        self.tokens.push(self.game.notation().show(action).to_string());
        let mut events = Vec::new();
        let played = self.game.play_with(action, &mut events);
        played.map_err(|error| format!("the engine refuses: {error}"))?;
        Ok(events)
    }

    /// Returns all information needed to investigate a disagreement, including the strategy.
    pub(crate) fn report(&self, what: &str, style: &str) -> String {
        let Played { number, setup, tokens, .. } = self;
        let deck = match &setup.deck {
            Some(names) => names.join(" "),
            None => "all tiles".to_owned(),
        };
        format!(
            "engine and oracle disagree\n  {what}\n  game:  {number} ({style})\n  rules: {}\n  \
             seats: {}, seat {} first\n  bag:   {deck}\n  after: {}\n",
            setup.rules,
            setup.seats,
            setup.first,
            tokens.join(" "),
        )
    }
}

/// Selects a chance action; all copies of a tile or token are equally likely.
pub(crate) fn draw(chances: &[(Action, u32)], dice: &mut Dice) -> Action {
    let copies = |&(action, n): &(Action, u32)| std::iter::repeat_n(action, n as usize);
    dice.pick(&chances.iter().flat_map(copies).collect::<Vec<_>>())
}

/// Returns the actions with the highest rating.
pub(crate) fn best(legal: &[Action], worth: impl Fn(Action) -> i32) -> Vec<Action> {
    let worths: Vec<_> = legal.iter().map(|&action| worth(action)).collect();
    let most = worths.iter().max();
    legal.iter().zip(&worths).filter(|(_, w)| Some(*w) == most).map(|(&action, _)| action).collect()
}
