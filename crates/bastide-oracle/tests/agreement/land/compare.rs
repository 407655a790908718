//! Comparison of the complete state of the engine with that of the oracle.

use bastide::{
    Action, AnyGame, Barns, Bridges, BySeat, Castles, Figure, FigureKind, Game, Good, Land,
    MarkKind, Seat, SegmentId, Terrain, Wheel,
};
use bastide_oracle::{Feature, Lying, Oracle, Standing};

use super::coverage::Case;
use crate::coverage::Coverage;
use crate::same::{compare_actions, roots, same};

/// Compares the complete state and returns the legal actions.
pub(crate) fn compare(
    game: &AnyGame,
    oracle: &Oracle,
    coverage: &mut Coverage<Case>,
) -> Result<Vec<Action>, String> {
    same("who is to act", &game.to_act(), &oracle.to_act())?;
    same("whose turn it is", &game.turn(), &oracle.turn())?;
    same("scores", game.scores(), oracle.scores())?;
    same("the bag", &game.bag().counts(), &oracle.bag())?;
    let legal = oracle.legal_actions();
    compare_actions(game, &legal, &oracle.chances())?;
    compare_tiles(game, oracle)?;
    compare_buildings(game, oracle)?;
    compare_figures(game, oracle)?;
    compare_features(game, oracle, coverage)?;
    let winners = oracle.is_over().then(|| oracle.winners());
    same("winners", &game.outcome().map(|outcome| outcome.winners), &winners)?;
    Ok(legal)
}

fn compare_tiles(game: &AnyGame, oracle: &Oracle) -> Result<(), String> {
    let mut laid = Vec::new();
    for tile in game.board().laid() {
        let (cell, bridge) = (tile.cell, tile.bridge);
        laid.push((cell, Lying { tile: tile.kind, rotation: tile.rotation, bridge }));
    }
    same("the tiles", &&laid[..], &oracle.landscape().laid())
}

/// Compares castles and barns with their positions, the supplies, the pig and the goods.
fn compare_buildings(game: &AnyGame, oracle: &Oracle) -> Result<(), String> {
    let AnyGame::Land(land) = game else { return Err("no game of the Land family".to_owned()) };
    let (castles, barns) = (land.castles(), land.barns());
    same("bridges left", &land.bridges().map(Bridges::left), &oracle.bridges_left())?;
    same("castles left", &castles.map(|c| c.left()), &oracle.castles_left())?;
    same("barns left", &barns.map(|b| b.left()), &oracle.barns_left())?;
    same("the pig", &land.wheel().map(Wheel::pig), &oracle.pig())?;
    let castles: Vec<_> = castles.into_iter().flat_map(Castles::sites).collect();
    same("castles", &&castles[..], &oracle.castles())?;
    let barns: Vec<_> = barns.into_iter().flat_map(Barns::points).collect();
    same("barns", &&barns[..], &oracle.barns())?;
    compare_traders(land, oracle)
}

/// Compares the goods of all players, and who has the next turn.
fn compare_traders(land: &Land, oracle: &Oracle) -> Result<(), String> {
    let traders = land.traders();
    for seat in Seat::all(Seat::MOST as u8) {
        let goods = traders.map(|t| Good::ALL.map(|good| u32::from(t.goods(seat).count(good))));
        same(&format!("goods of {seat}"), &goods, &oracle.goods(seat))?;
    }
    let is_second = traders.is_some_and(|traders| traders.is_second_turn());
    same("a second turn", &is_second, &oracle.is_second_turn())?;
    let earns = traders.is_some_and(|traders| traders.earns_second_turn());
    same("a second turn to come", &earns, &oracle.earns_second_turn())
}

fn compare_figures(game: &AnyGame, oracle: &Oracle) -> Result<(), String> {
    let mut figures = Vec::new();
    for &Figure { spot, seat, kind } in game.board().figures() {
        figures.push(Standing { spot, seat, kind });
    }
    figures.sort();
    same("the figures", &figures, &oracle.figures())?;
    for seat in Seat::all(Seat::MOST as u8) {
        for kind in FigureKind::ALL {
            let what = format!("{} supply of {seat}", kind.name());
            same(&what, &game.hands()[seat][kind], &oracle.supply(seat, kind))?;
        }
    }
    Ok(())
}

fn compare_features(
    game: &AnyGame,
    oracle: &Oracle,
    coverage: &mut Coverage<Case>,
) -> Result<(), String> {
    let features = oracle.features();
    let roots = roots(game.board(), features.iter().map(|feature| &feature.sites[..]))?;
    for (feature, root) in features.iter().zip(roots) {
        coverage.note_feature(feature, oracle);
        compare_feature(game, root, feature)
            .map_err(|what| format!("{} at {}: {what}", feature.terrain, feature.sites[0]))?;
    }
    Ok(())
}

fn compare_feature(game: &AnyGame, root: SegmentId, expected: &Feature) -> Result<(), String> {
    let board = game.board();
    let feature = board.feature(root);
    same("terrain", &feature.terrain, &expected.terrain)?;
    same("completeness", &feature.is_complete(), &expected.is_complete())?;
    same("open ports", &u32::from(feature.open), &expected.open)?;
    same("parts", &usize::from(feature.parts), &expected.sites.len().min(255))?;
    for mark in MarkKind::ALL {
        same(mark.name(), &feature.count(mark), &expected.count(mark))?;
    }
    same::<BySeat<u8>>("strength", &feature.strength, &expected.strength)?;
    if feature.terrain == Terrain::Field {
        // FIELD-7: the size of a field is not relevant.
        same("complete cities", &board.complete_cities(feature), &expected.complete_cities)
    } else {
        same("tiles", &feature.size(), &expected.tiles)
    }
}
