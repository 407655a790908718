//! What every table has, and how choices are made at it.

use bastide::{Action, AnyGame, Event, Game, Setup};
use bastide_host::Dice;

/// A game of the engine, known by its number, and what was played in it.
pub(crate) struct Played {
    pub(crate) game: AnyGame,
    number: u64,
    setup: Setup,
    tokens: Vec<String>,
}

impl Played {
    /// A game that begins.
    pub(crate) fn new(number: u64, setup: Setup) -> Played {
        let game = AnyGame::new(&setup).expect("a set-up that can be played");
        Played { game, number, setup, tokens: Vec::new() }
    }

    /// Plays an action; what the engine says of it.
    pub(crate) fn play(&mut self, action: Action) -> Result<Vec<Event>, String> {
        self.tokens.push(self.game.notation().show(action).to_string());
        let mut events = Vec::new();
        let played = self.game.play(action, &mut events);
        played.map_err(|error| format!("the engine refuses: {error}"))?;
        Ok(events)
    }

    /// Everything needed to look into a disagreement, and how it was played.
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

/// One of the things chance may do; each copy of a tile or token is as likely
/// as any other.
pub(crate) fn draw(chances: &[(Action, u32)], dice: &mut Dice) -> Action {
    let copies = |&(action, n): &(Action, u32)| std::iter::repeat_n(action, n as usize);
    dice.pick(&chances.iter().flat_map(copies).collect::<Vec<_>>())
}

/// The actions that are worth the most.
pub(crate) fn best(legal: &[Action], worth: impl Fn(Action) -> i32) -> Vec<Action> {
    let worths: Vec<_> = legal.iter().map(|&action| worth(action)).collect();
    let most = worths.iter().max();
    legal.iter().zip(&worths).filter(|(_, w)| Some(*w) == most).map(|(&action, _)| action).collect()
}
