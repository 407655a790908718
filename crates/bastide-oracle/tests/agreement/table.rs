//! One game on two boards, and how its players choose.

use bastide::{
    Action, Actor, AnyGame, Cell, Edge, Game, LandRules, Rotation, Rules, Setup, Terrain, TileId,
};
use bastide_oracle::Oracle;

/// A small generator of our own (SplitMix64), so that games never change.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((u128::from(z ^ z >> 31) * n as u128) >> 64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// How the players of a game play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// Everything legal is as likely.
    Uniform,
    /// Tiles go where they touch the most others, figures always go out: many
    /// joins, ties and large features.
    Crowded,
    /// As crowded, but from a small bag that may hold anything: games that
    /// end early and tiles that fit nowhere.
    Scarce,
}

/// The same game in the engine and in the oracle.
pub(crate) struct Table {
    pub(crate) game: AnyGame,
    pub(crate) oracle: Oracle,
    number: u64,
    style: Style,
    setup: Setup,
    dice: Dice,
    tokens: Vec<String>,
}

impl Table {
    /// The game of this number. Numbers go through all mixes of rules, then
    /// through all numbers of seats, then through styles.
    pub(crate) fn new(number: u64) -> Table {
        let mixes: Vec<_> = LandRules::all_mixes().take(12).collect();
        let (round, mix) = (number / mixes.len() as u64, number % mixes.len() as u64);
        let (round, seats) = (round / 4, 2 + (round % 4) as u8);
        let style = match round % 8 {
            5 | 6 => Style::Crowded,
            7 => Style::Scarce,
            _ => Style::Uniform,
        };
        let mut dice = Dice(number);
        let mut setup = Setup::new(Rules::Land(mixes[mix as usize]), seats);
        setup.first = dice.below(usize::from(seats)) as u8;
        if style == Style::Scarce {
            setup.deck = Some(scarce_deck(&setup, &mut dice));
        }
        Table {
            game: AnyGame::new(&setup).expect("a set-up that can be played"),
            oracle: Oracle::new(&setup),
            number,
            style,
            setup,
            dice,
            tokens: Vec::new(),
        }
    }

    /// What is done next, by the oracle's lights; nothing when it is over.
    pub(crate) fn choose(&mut self) -> Option<Action> {
        let legal = self.oracle.legal_actions();
        if self.oracle.to_act() == Actor::Chance {
            // Each copy of a tile is as likely as any other.
            let bag = self.oracle.bag();
            let copies: Vec<Action> = legal
                .iter()
                .flat_map(|&action| std::iter::repeat_n(action, copies(bag, action)))
                .collect();
            return Some(self.dice.pick(&copies));
        }
        let favoured = match self.style {
            Style::Uniform => legal,
            Style::Crowded | Style::Scarce => self.crowding(legal),
        };
        (!favoured.is_empty()).then(|| self.dice.pick(&favoured))
    }

    /// Of placements those with the most neighbours, of anything else all but
    /// passing.
    fn crowding(&self, legal: Vec<Action>) -> Vec<Action> {
        let worth = |action: &Action| match *action {
            Action::Place { cell, .. } => self.neighbours(cell),
            Action::Pass => 0,
            _ => 1,
        };
        let best = legal.iter().map(worth).max();
        legal.into_iter().filter(|action| Some(worth(action)) == best).collect()
    }

    fn neighbours(&self, cell: Cell) -> usize {
        let laid = self.oracle.landscape().laid();
        Edge::ALL.into_iter().filter(|&edge| laid.contains_key(&cell.step(edge))).count()
    }

    /// Plays an action on both boards.
    pub(crate) fn play(&mut self, action: Action) -> Result<(), String> {
        self.tokens.push(self.game.notation().show(action).to_string());
        self.game.play(action, &mut ()).map_err(|error| format!("the engine refuses: {error}"))?;
        self.oracle.play(action);
        Ok(())
    }

    /// Everything needed to look into a disagreement.
    pub(crate) fn report(&self, what: &str) -> String {
        let Table { number, style, setup, tokens, .. } = self;
        let deck = match &setup.deck {
            Some(names) => names.join(" "),
            None => "all tiles".to_owned(),
        };
        format!(
            "engine and oracle disagree\n  {what}\n  game:  {number} ({style:?})\n  rules: {}\n  \
             seats: {}, seat {} first\n  bag:   {deck}\n  after: {}\n",
            setup.rules,
            setup.seats,
            setup.first,
            tokens.join(" "),
        )
    }
}

/// How many copies of the tile an action draws are in the bag.
fn copies(bag: &[u8], action: Action) -> usize {
    match action {
        Action::Draw(TileId(id)) => usize::from(bag[usize::from(id)]),
        other => panic!("chance does not play {other:?}"),
    }
}

/// A few tiles of the whole bag; half of the time those with nothing but city
/// or nothing but roads are among them, since they soon fit nowhere.
fn scarce_deck(setup: &Setup, dice: &mut Dice) -> Vec<Box<str>> {
    let oracle = Oracle::new(setup);
    let is_awkward = dice.below(2) == 0;
    let mut deck = Vec::new();
    let mut others = Vec::new();
    for (id, kind) in oracle.landscape().set().iter() {
        let sides = Edge::ALL.map(|edge| kind.side(Rotation::NONE, edge));
        let is_plain = sides == [sides[0]; 4] && sides[0] != Some(Terrain::Field);
        let names = if is_awkward && is_plain { &mut deck } else { &mut others };
        let count = oracle.bag()[usize::from(id.0)];
        names.extend(std::iter::repeat_n(kind.name.clone(), usize::from(count)));
    }
    let more = if is_awkward { dice.below(4) } else { 1 + dice.below(20) };
    deck.extend((0..more).map(|_| others.swap_remove(dice.below(others.len()))));
    deck
}
