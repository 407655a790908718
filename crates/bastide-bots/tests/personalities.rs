//! Checks that personalities differ in style and play legally.

use bastide::{
    Actor, AnyGame, Event, EventSink, FigureSpot, Game, LandRules, Rules, Seat, Setup, Terrain,
};
use bastide_bots::{Budget, Character, OnePly, Stepwise};
use bastide_host::{Dealer, Seed};

/// Statistics of one player over several games.
#[derive(Debug, Default)]
struct Habits {
    farmers: u32,
    knights: u32,
    highwaymen: u32,
    /// Events since they were last processed.
    events: Vec<Event>,
}

impl EventSink for Habits {
    fn event(&mut self, event: Event) {
        self.events.push(event);
    }
}

/// Lets a personality in the first seat play decks against a plain bot.
fn habits(character: Character) -> Habits {
    let mut habits = Habits::default();
    for deck in 0..30 {
        let rules: LandRules = "base,fields".parse().expect("rules");
        let mut game = AnyGame::new(&Setup::new(Rules::Land(rules), 2)).expect("a set-up");
        let mut dealer = Dealer::seeded(Seed::from_number(deck), "personalities");
        let mut bots = [OnePly::new(character), OnePly::default()].map(Stepwise::new);
        loop {
            let action = match game.to_act() {
                Actor::Nobody => break,
                Actor::Chance => dealer.deal(&game).expect("tiles are left"),
                Actor::Seat(seat) => bots[seat.index()].choose(&game, Budget::Nodes(1)),
            };
            game.play_with(action, &mut habits).expect("bots play by the rules");
            for event in std::mem::take(&mut habits.events) {
                habits.note(&game, &event);
            }
        }
    }
    habits
}

impl Habits {
    fn note(&mut self, game: &AnyGame, event: &Event) {
        if let Event::FigurePlaced { seat: Seat::FIRST, spot: FigureSpot::Segment(site), .. } =
            *event
        {
            let segment = game.board().segment_at(site).expect("a figure stands somewhere");
            match game.board().feature(segment).terrain {
                Terrain::Field => self.farmers += 1,
                Terrain::City => self.knights += 1,
                Terrain::Road => self.highwaymen += 1,
                _ => {}
            }
        }
    }
}

#[test]
fn personalities_differ_visibly() {
    let [builder, farmer, robber, plain] =
        [Character::Builder, Character::Farmer, Character::Robber, Character::Plain].map(habits);
    assert!(2 * farmer.farmers > 3 * plain.farmers, "{farmer:?} {plain:?}");
    assert!(10 * builder.knights > 11 * plain.knights, "{builder:?} {plain:?}");
    assert!(builder.farmers < plain.farmers, "{builder:?} {plain:?}");
    assert!(10 * robber.highwaymen > 12 * plain.highwaymen, "{robber:?} {plain:?}");
}
