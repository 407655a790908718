//! One game on two boards, and how its players choose.

use bastide::{
    Action, Actor, AnyGame, Axis, Berth, Cell, Edge, Game, LandRules, Port, Rotation, Rules, Setup,
    Slot, Spot, Terrain, TileId, TileKind,
};
use bastide_oracle::{Lying, Oracle};

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
    /// A bag of cities and icons, and nothing but knights: large cities that
    /// many share.
    Courtly,
    /// Bridges, castles and barns are built wherever they can be, ladies come
    /// back, and the plague takes whom it seldom takes.
    Building,
    /// A small bag that may hold anything: games that end early and tiles
    /// that fit nowhere. Tiles go where they leave the least of this terrain
    /// to lay others against, else where they touch the most others.
    Scarce(Option<Terrain>),
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
        let mixes: Vec<_> = LandRules::all_mixes().collect();
        let (round, mix) = (number / mixes.len() as u64, number % mixes.len() as u64);
        let (round, seats) = (round / 4, 2 + (round % 4) as u8);
        let mut dice = Dice(number);
        let style = match round % 8 {
            1 => Style::Courtly,
            2 => Style::Crowded,
            3 | 5 | 6 => Style::Building,
            4 | 7 => Style::Scarce(dice.pick(&[None, Some(Terrain::Road), Some(Terrain::Field)])),
            _ => Style::Uniform,
        };
        let mut setup = Setup::new(Rules::Land(mixes[mix as usize]), seats);
        setup.first = dice.below(usize::from(seats)) as u8;
        setup.deck = match style {
            Style::Scarce(shunned) => Some(scarce_deck(&setup, shunned, &mut dice)),
            Style::Courtly => Some(courtly_deck(&setup)),
            Style::Uniform | Style::Crowded | Style::Building => None,
        };
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
    pub(crate) fn choose(&mut self, legal: &[Action]) -> Option<Action> {
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
            Style::Uniform => legal.to_vec(),
            Style::Crowded => best(legal, |action| self.crowding(action)),
            Style::Courtly => best(legal, |action| self.courting(action)),
            Style::Building => {
                let mood = self.dice.below(4);
                best(legal, |action| self.building(action, mood))
            }
            Style::Scarce(shunned) => best(legal, |action| self.shunning(action, shunned)),
        };
        (!favoured.is_empty()).then(|| self.dice.pick(&favoured))
    }

    /// Of placements those with the most neighbours, of anything else all but
    /// passing; crown spaces only if there is nothing else, since there are
    /// many of them and they keep figures off the land.
    fn crowding(&self, action: Action) -> i32 {
        match action {
            Action::Place { cell, .. } => self.count_sides(cell, |_, there| there.is_some()),
            Action::Pass => 0,
            Action::Deploy { berth: Berth::Crown(_), .. } => 1,
            _ => 2,
        }
    }

    /// What a builder likes, which depends on the mood: bridges, cities or
    /// corners. In the last mood anything goes.
    fn building(&self, action: Action, mood: usize) -> i32 {
        match action {
            _ if mood == 3 => 0,
            Action::Place { bridge, .. } if mood == 0 => i32::from(bridge.is_some()),
            Action::Place { cell, .. } if mood == 1 => {
                self.count_sides(cell, |_, there| there == Some(Terrain::City))
            }
            Action::Recall(Spot::Castle(_) | Spot::Barn(_)) => 3,
            Action::Deploy { berth: Berth::Castle | Berth::Bridge, .. } => 3,
            Action::Deploy { berth: Berth::Slot(slot), .. } if mood == 1 => {
                2 + i32::from(self.is_city(slot))
            }
            _ => self.crowding(action),
        }
    }

    /// Of placements those that join cities, or else begin new ones; of
    /// anything else what makes knights.
    fn courting(&self, action: Action) -> i32 {
        match action {
            Action::Place { cell, rotation, bridge } => {
                let (closed, opened) = self.sides_of(Terrain::City, cell, rotation, bridge);
                match closed {
                    0 => 4 + opened,
                    1 => opened,
                    _ => 10 + opened,
                }
            }
            Action::Deploy { berth: Berth::Slot(slot), .. } if self.is_city(slot) => 2,
            Action::Pass => 1,
            _ => 0,
        }
    }

    /// As crowding, but before all else the fewest open sides of a terrain.
    fn shunning(&self, action: Action, shunned: Option<Terrain>) -> i32 {
        match (shunned, action) {
            (Some(terrain), Action::Place { cell, rotation, bridge }) => {
                let (closed, opened) = self.sides_of(terrain, cell, rotation, bridge);
                4 * (closed - opened) + self.crowding(action)
            }
            _ => self.crowding(action),
        }
    }

    /// Whether a slot of the tile just laid is city.
    fn is_city(&self, slot: Slot) -> bool {
        let land = self.oracle.landscape();
        let (_, lying) = land.laid().last().expect("a start at least");
        land.terrain(lying.tile, slot) == Terrain::City
    }

    /// How many open sides of a terrain there will be less and how many more
    /// after laying the drawn tile so.
    fn sides_of(
        &self,
        terrain: Terrain,
        cell: Cell,
        rotation: Rotation,
        bridge: Option<Axis>,
    ) -> (i32, i32) {
        let tile = self.game.drawn().expect("a tile is to be laid");
        let lying = Lying { tile, rotation, bridge };
        let land = self.oracle.landscape();
        let closed = self.count_sides(cell, |_, there| there == Some(terrain));
        let opened = self.count_sides(cell, |edge, there| {
            there.is_none() && land.terrain_at(lying, Port::middle(edge)) == Some(terrain)
        });
        (closed, opened)
    }

    /// How many sides of a cell are such, given the terrain in the middle of
    /// what lies against them.
    fn count_sides(&self, cell: Cell, is_such: impl Fn(Edge, Option<Terrain>) -> bool) -> i32 {
        let land = self.oracle.landscape();
        let is_counted = |&edge: &Edge| {
            let there = land.at(cell.step(edge));
            let terrain = there.and_then(|t| land.terrain_at(t, Port::middle(edge).facing()));
            is_such(edge, terrain)
        };
        Edge::ALL.into_iter().filter(is_counted).count() as i32
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

/// The actions that are worth the most.
fn best(legal: &[Action], worth: impl Fn(Action) -> i32) -> Vec<Action> {
    let most = legal.iter().map(|&action| worth(action)).max();
    legal.iter().copied().filter(|&action| Some(worth(action)) == most).collect()
}

/// All tiles that show city on two sides or more, and all with an icon.
fn courtly_deck(setup: &Setup) -> Vec<Box<str>> {
    let oracle = Oracle::new(setup);
    let mut deck = Vec::new();
    for (id, kind) in oracle.landscape().set().iter() {
        let count = oracle.bag()[usize::from(id.0)];
        if kind.icon > 0 || count_sides(kind, Terrain::City) > 1 {
            deck.extend(std::iter::repeat_n(kind.name.clone(), usize::from(count)));
        }
    }
    deck
}

/// How many sides of a kind of tile show this terrain in the middle.
fn count_sides(kind: &TileKind, terrain: Terrain) -> usize {
    let is_side = |&edge: &Edge| kind.side(Rotation::NONE, edge) == Some(terrain);
    Edge::ALL.into_iter().filter(is_side).count()
}

/// A few tiles of the whole bag. To run out of open roads, those that end one
/// and a crossing that needs one; to run out of open fields, those with roads
/// and cities all round and some that only a bridge could save. Else any, and
/// half of the time all with nothing but city or nothing but roads, since they
/// soon fit nowhere.
fn scarce_deck(setup: &Setup, shunned: Option<Terrain>, dice: &mut Dice) -> Vec<Box<str>> {
    let oracle = Oracle::new(setup);
    let is_awkward = shunned.is_some() || dice.below(2) == 0;
    let is_open = |kind: &TileKind| {
        Axis::ALL.into_iter().any(|axis| kind.is_open_field(Rotation::NONE, axis))
    };
    let (mut deck, mut wanted, mut saved, mut others) = Default::default();
    for (id, kind) in oracle.landscape().set().iter() {
        let [fields, roads, cities] =
            [Terrain::Field, Terrain::Road, Terrain::City].map(|t| count_sides(kind, t));
        let is_plain = roads == 4 || cities == 4;
        let names: &mut Vec<Box<str>> = match shunned {
            _ if is_awkward && is_plain => &mut deck,
            Some(Terrain::Road) if roads == 1 => &mut wanted,
            Some(Terrain::Field) if fields <= 1 => &mut wanted,
            Some(Terrain::Field) if is_open(kind) => &mut saved,
            _ => &mut others,
        };
        let count = oracle.bag()[usize::from(id.0)];
        names.extend(std::iter::repeat_n(kind.name.clone(), usize::from(count)));
    }
    let mut take = |pool: &mut Vec<Box<str>>, count: usize| {
        for _ in 0..count.min(pool.len()) {
            deck.push(pool.swap_remove(dice.below(pool.len())));
        }
    };
    match shunned {
        Some(_) => {
            take(&mut wanted, 8);
            take(&mut saved, 5);
        }
        None if is_awkward => take(&mut others, 2),
        None => take(&mut others, 8),
    }
    deck
}
