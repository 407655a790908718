//! Comparisons common to both game families.

use std::fmt::Debug;

use bastide::{Action, AnyGame, Board, Game, SegmentId, SegmentRef};

/// Returns an error that describes the difference, unless both values are equal.
pub(crate) fn same<T: PartialEq + Debug>(what: &str, engine: &T, oracle: &T) -> Result<(), String> {
    if engine == oracle {
        return Ok(());
    }
    Err(format!("{what}\n    engine: {engine:?}\n    oracle: {oracle:?}"))
}

/// Compares the legal actions and the chance actions of the engine with those of the oracle.
pub(crate) fn compare_actions(
    game: &AnyGame,
    legal: &[Action],
    chances: &[(Action, u32)],
) -> Result<(), String> {
    let (listed, weighed) = (game.actions(), game.chances().collect::<Vec<_>>());
    if listed != legal {
        let notation = game.notation();
        let show = |actions: &[Action]| -> Vec<String> {
            actions.iter().map(|&action| notation.show(action).to_string()).collect()
        };
        same("legal actions", &show(&listed), &show(legal))?;
    }
    same("cases", &game.chance_count(), &chances.iter().map(|&(_, weight)| weight).sum())?;
    same("what chance may do", &&weighed[..], &chances)
}

/// Returns the engine's features in the order of the oracle's, which are given by their segments.
/// Both partitions are equal if all segments of a feature have the same root, no two features share
/// a root, and no segment is left over.
pub(crate) fn roots<'a>(
    board: &Board,
    features: impl Iterator<Item = &'a [SegmentRef]>,
) -> Result<Vec<SegmentId>, String> {
    let root_at = |site| board.segment_at(site).map(|segment| board.root(segment));
    let mut roots = Vec::new();
    let mut segments = 0;
    for sites in features {
        segments += sites.len();
        let root = root_at(sites[0]);
        let Some(root) = root.filter(|_| sites.iter().all(|&site| root_at(site) == root)) else {
            let roots: Vec<_> = sites.iter().map(|&site| root_at(site)).collect();
            return Err(format!("the engine cuts up a feature: {sites:?}\n    roots: {roots:?}"));
        };
        roots.push(root);
    }
    same("how many segments there are", &board.segments().count(), &segments)?;
    let mut different = roots.clone();
    different.sort();
    different.dedup();
    same("how many features there are", &different.len(), &roots.len())?;
    Ok(roots)
}
