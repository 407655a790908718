use bastide::{
    Actor, AnyGame, BARN, BUILDER, CASTLE, CROWN, FigureSpot, HOG, LARGE, LandRules, Rules, Sector,
    Setup, Target,
};
use bastide_host::Dice;

use super::*;
use crate::Character;
use crate::turns::Turns;

/// Number of turns compared, and how many of them had a special action.
#[derive(Default, Debug)]
struct Seen {
    turns: usize,
    bridges: usize,
    castles: usize,
    barns: usize,
    crowns: usize,
    ladies_home: usize,
    abbots_home: usize,
    large: usize,
    builders: usize,
    builders_on_bridges: usize,
    hogs: usize,
    second_turns: usize,
}

impl Seen {
    fn note(&mut self, actions: &[Action]) {
        self.turns += 1;
        for action in actions {
            match action {
                Action::Place { bridge: Some(_), .. } => self.bridges += 1,
                Action::Build { piece: CASTLE, .. } => self.castles += 1,
                Action::Build { piece: BARN, .. } => self.barns += 1,
                Action::Deploy { target: Target::Space(CROWN, _), .. } => self.crowns += 1,
                Action::Recall(FigureSpot::Piece(CASTLE, _)) => self.ladies_home += 1,
                Action::Recall(_) => self.abbots_home += 1,
                Action::Deploy { figure: LARGE, .. } => self.large += 1,
                Action::Deploy { figure: BUILDER, .. } => self.builders += 1,
                Action::Deploy { figure: HOG, .. } => self.hogs += 1,
                _ => {}
            }
        }
    }
}

/// Incremental evaluation of a turn equals playing it and evaluating the state.
#[test]
fn incremental_values_equal_full_evaluations() {
    let mut seen = Seen::default();
    for (number, rules) in [
        "base",
        "base,fields",
        "base,fields,river",
        "base,fields,abbot,river",
        // BRIDGE-8, BRIDGE-9, BRIDGE-10
        "base,fields,bridges",
        // CASTLE-2, CASTLE-4, CASTLE-5, CASTLE-7
        "base,castles",
        // BARN-3, BARN-5
        "base,fields,barns",
        "wheel",
        "wheel,fields,abbot",
        "base,fields,abbot,river,bridges,castles,barns",
        "wheel,fields,abbot,bridges,castles,barns",
        // INN-3, INN-6, CATH-1
        "base,inns",
        "base,fields,abbot,bridges,inns",
        // TRADE-2, BUILDER-1, BUILDER-3
        "base,traders",
        // HOG-1, HOG-3
        "base,fields,river,traders",
        "base,fields,inns,traders",
        // BUILDER-1 with BRIDGE-10: a builder on a bridge
        "base,fields,bridges,traders",
        "base,bridges,traders",
        "base,fields,river,abbot,inns,traders",
    ]
    .into_iter()
    .enumerate()
    {
        let rules: LandRules = rules.parse().expect("rules");
        // INN-1: inns add a sixth player.
        let most = rules.seats().filter(|&seats| seats == 6);
        for seats in (2..=3).chain(most) {
            compare(rules, seats, number as u64, &mut seen);
        }
    }
    assert!(seen.turns > 40_000, "{seen:?}");
    let rare = [seen.bridges, seen.castles, seen.barns, seen.ladies_home, seen.abbots_home];
    let new = [seen.large, seen.builders, seen.hogs, seen.second_turns];
    assert!(new.iter().all(|&count| count > 100) && seen.builders_on_bridges > 0, "{seen:?}");
    assert!(rare.iter().all(|&count| count > 100) && seen.crowns > 1000, "{seen:?}");
}

/// Returns the representative of a turn among equivalent ones.
fn named(game: &Land, actions: &[Action], barn: Option<Action>) -> Vec<Action> {
    let is_taken = |space: &u8| game.board().figure_at(FigureSpot::Piece(CROWN, *space)).is_some();
    let ladies = game.board().figures().iter().filter(|figure| figure.seat == game.turn());
    let lady = ladies
        .map(|lady| lady.spot)
        .filter(|spot| matches!(spot, FigureSpot::Piece(CASTLE, _)))
        .min();
    let name = |&action: &Action| match action {
        Action::Deploy { figure, target: Target::Space(CROWN, space) } => {
            let sector = Sector::ALL.into_iter().find(|sector| sector.crowns().contains(&space));
            let first = sector.and_then(|sector| sector.crowns().find(|space| !is_taken(space)));
            Action::Deploy { figure, target: Target::Space(CROWN, first.expect("one is free")) }
        }
        Action::Recall(FigureSpot::Piece(CASTLE, _)) => {
            Action::Recall(lady.expect("there is a lady"))
        }
        Action::Build { piece: BARN, .. } => barn.expect("a barn was tried"),
        other => other,
    };
    let mut turn: Vec<_> = actions.iter().map(name).collect();
    // A turn in which no figure can be placed ends by itself.
    if !matches!(turn.last(), Some(Action::Deploy { .. } | Action::Recall(_))) {
        while turn.last() == Some(&Action::Pass) {
            turn.pop();
        }
    }
    turn
}

/// Returns true if a builder stands on a bridge (BUILDER-1, BRIDGE-10).
fn has_builder_on_bridge(game: &Land) -> bool {
    let board = game.board();
    board.figures().iter().filter(|figure| figure.kind == BUILDER).any(|figure| {
        let FigureSpot::Segment(site) = figure.spot else { return false };
        let tile = board.tile_at(site.cell).expect("it stands on a tile");
        tile.bridge.is_some() && board.bridge_slot(tile) == site.slot
    })
}

fn compare(rules: LandRules, seats: u8, number: u64, seen: &mut Seen) {
    let setup = Setup::new(Rules::Land(rules), seats);
    let mut game = AnyGame::new(&setup).expect("the mix is possible");
    let (mut dice, mut legal, mut turns) = (Dice::new(1, number), Vec::new(), Turns::default());
    let character = if number.is_multiple_of(2) { Character::Plain } else { Character::Robber };
    let character = if seats == 3 { Character::Builder } else { character };
    let (mut fast, mut full) = (LandEval::new(character), LandEval::new(character));
    while let Some(random) = dice.act(&game, &mut legal) {
        let AnyGame::Land(land) = &game else { unreachable!() };
        if matches!(legal[0], Action::Place { .. }) && matches!(game.to_act(), Actor::Seat(_)) {
            let mut tried = Vec::new();
            fast.prepare(land);
            assert!(fast.is_incremental(land), "{rules}: turns are played");
            fast.each_turn(land, &legal, &mut |turn, values| {
                tried.push((named(land, turn, turn.get(1).copied()), turn.to_vec(), *values));
            });
            for (_, turn, _) in &tried {
                let mut state = game.clone();
                for &action in turn {
                    if state.to_act() == game.to_act() {
                        state.play(action).expect("what is tried is legal");
                    }
                }
                assert_ne!(state.to_act(), game.to_act(), "{rules}: {turn:?} goes on");
            }
            full.prepare(land);
            turns.each(&game, |after| {
                let AnyGame::Land(state) = after.game else { unreachable!() };
                let is_barn =
                    |action: &&Action| matches!(action, Action::Build { piece: BARN, .. });
                let barn = tried
                    .iter()
                    .filter(|(_, tried, _)| tried[0] == after.actions[0])
                    .find_map(|(_, tried, _)| tried.iter().find(is_barn));
                let turn = named(land, after.actions, barn.copied());
                let values = full.values(state);
                let (_, _, guess) = tried
                    .iter()
                    .find(|(tried, _, _)| *tried == turn)
                    .unwrap_or_else(|| panic!("{rules}: {turn:?} was not tried"));
                for (seat, value) in values.iter(seats) {
                    let off = (value - guess[seat]).abs();
                    assert!(off < 0.01, "{rules}: {seat} {turn:?}: {value} but {}", guess[seat]);
                }
                seen.note(after.actions);
                seen.builders_on_bridges += usize::from(has_builder_on_bridge(state));
                seen.second_turns +=
                    usize::from(state.traders().is_some_and(|t| t.is_second_turn()));
            });
        }
        game.play_unchecked(random);
    }
}
