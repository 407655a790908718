//! Comparison of the complete state of the engine with that of the oracle.

use std::collections::BTreeMap;

use bastide::{
    Action, AnyGame, BySeat, Event, FigureKind, FigureSpot, Game, MarkKind, Seat, SegmentId,
    Stronghold, WallToken,
};
use bastide_oracle::stronghold::{Ending, Feature, Lying, Oracle, SEATS};

use super::comparison::stronghold;
use crate::same::{compare_actions, roots, same};

/// Compares the complete state and returns the legal actions.
pub(crate) fn compare(game: &AnyGame, oracle: &Oracle) -> Result<Vec<Action>, String> {
    same("who is to act", &game.to_act(), &oracle.to_act())?;
    same("whose turn it is", &game.turn(), &oracle.turn())?;
    same("scores", game.scores(), oracle.scores())?;
    same("the bag", &game.bag().counts(), &oracle.bag())?;
    same("the drawn tile", &game.drawn(), &oracle.drawn())?;
    let legal = oracle.legal_actions();
    compare_actions(game, &legal, &oracle.chances())?;
    let engine = stronghold(game);
    compare_tiles(engine, oracle)?;
    compare_tokens(engine, oracle)?;
    compare_figures(engine, oracle)?;
    compare_features(engine, oracle)?;
    let winners = oracle.is_over().then(|| oracle.winners());
    same("winners", &game.outcome().map(|outcome| outcome.winners), &winners)?;
    if !oracle.is_over() {
        compare_ending(engine, oracle)?;
    }
    Ok(legal)
}

fn compare_tiles(engine: &Stronghold, oracle: &Oracle) -> Result<(), String> {
    let mut laid = BTreeMap::new();
    for tile in engine.board().laid() {
        laid.insert(tile.cell, Lying { tile: tile.kind, rotation: tile.rotation });
    }
    same("the tiles", &laid, oracle.precinct().tiles())?;
    same("how many tiles there are", &engine.board().laid().len(), &laid.len())?;
    same("the largest gap", &engine.largest_gap(), &oracle.precinct().largest_gap())
}

/// Compares markers, tokens and keeps.
fn compare_tokens(engine: &Stronghold, oracle: &Oracle) -> Result<(), String> {
    let mut on_wall = 0;
    for corner in 0..engine.wall().corners().len() as u8 {
        let what = format!("the token on corner {corner}");
        same(&what, &engine.has_token(corner), &oracle.has_token(corner))?;
        on_wall += u32::from(oracle.has_token(corner));
    }
    same("tokens on the wall", &engine.tokens_on_wall(), &on_wall)?;
    same("who turns up a token", &engine.revealing(), &oracle.revealing())?;
    let unseen: BTreeMap<_, _> = engine.unseen_tokens().collect();
    for kind in (1..=9).filter_map(WallToken::new) {
        let count = unseen.get(&kind).copied().unwrap_or(0);
        same("unseen tokens", &(kind, count), &(kind, oracle.unseen(kind)))?;
    }
    for seat in Seat::all(SEATS) {
        let purse = engine.purse(seat);
        for kind in (1..=9).filter_map(WallToken::new) {
            let tokens = (usize::from(purse.held(kind)), usize::from(purse.usable(kind)));
            let expected = (oracle.held(seat, kind), oracle.usable(seat, kind));
            same(&format!("tokens {} of {seat}", kind.kind()), &tokens, &expected)?;
        }
        same(&format!("the marker of {seat}"), &engine.space(seat), &oracle.space(seat))?;
        same(&format!("the keep of {seat}"), &engine.keep(seat), &oracle.keep(seat))?;
    }
    Ok(())
}

fn compare_figures(engine: &Stronghold, oracle: &Oracle) -> Result<(), String> {
    let mut figures = BTreeMap::new();
    for figure in engine.board().figures() {
        let FigureSpot::Segment(site) = figure.spot else {
            return Err(format!("{:?} is not a place for a follower", figure.spot));
        };
        same("what stands there", &figure.kind, &FigureKind::MEEPLE)?;
        same("followers on one spot", &figures.insert(site, figure.seat), &None)?;
    }
    same("the followers", &figures, oracle.figures())?;
    for seat in Seat::all(SEATS) {
        let reserve = engine.hands()[seat][FigureKind::MEEPLE];
        same(&format!("the reserve of {seat}"), &reserve, &oracle.reserve(seat))?;
    }
    Ok(())
}

fn compare_features(engine: &Stronghold, oracle: &Oracle) -> Result<(), String> {
    let features = oracle.features();
    let roots = roots(engine.board(), features.iter().map(|feature| &feature.sites[..]))?;
    for (feature, root) in features.iter().zip(roots) {
        compare_feature(engine, root, feature)
            .map_err(|what| format!("{} at {}: {what}", feature.terrain, feature.sites[0]))?;
    }
    Ok(())
}

fn compare_feature(engine: &Stronghold, root: SegmentId, expected: &Feature) -> Result<(), String> {
    let feature = engine.board().feature(root);
    same("terrain", &feature.terrain, &expected.terrain)?;
    same("completeness", &feature.is_complete(), &expected.is_complete())?;
    same("open ports", &u32::from(feature.open), &expected.open)?;
    same("tiles", &feature.size(), &expected.tiles)?;
    for mark in MarkKind::ALL {
        same(mark.name(), &feature.count(mark), &expected.count(mark))?;
    }
    same::<BySeat<u8>>("figures", &feature.strength, &expected.figures)
}

/// Compares the final scoring if the game ended now, so that it is tested in many more than final
/// states.
fn compare_ending(engine: &Stronghold, oracle: &Oracle) -> Result<(), String> {
    let mut ending = Ending::default();
    engine.ending(|event| {
        if let Event::Scored(scoring) = event {
            for seat in scoring.winners.iter() {
                ending.points[seat] += scoring.tally.total();
            }
        } else if let Event::Awarded(award) = event {
            ending.points[award.seat] += award.tally.total();
        } else if let Event::TokenUsed { seat, token, .. } = event {
            ending.used[seat].push(token);
        }
    });
    let mut expected = oracle.ending();
    for seat in Seat::all(SEATS) {
        ending.used[seat].sort();
        expected.used[seat].sort();
    }
    same("what the end would bring", &ending, &expected)
}
