//! Texts of traders and builders (TRADE-*, BUILDER-*, HOG-*).

use bastide::{AnyGame, Game as _, Good, Goods, Seat, Traders};

use super::{Preset, Texts};
use crate::family;

pub(super) const TEXTS: Texts = Texts {
    title: "traders and builders",
    help: "traders and builders: 24 tiles, goods, a builder and, with fields, a pig for each player",
};

/// The expansions that most players own.
pub(super) const PRESET: Preset =
    Preset { name: "bigbox", rules: Some("base,fields,river,abbot,inns,traders") };

fn traders(game: &AnyGame) -> Option<Traders> {
    family::land(game).and_then(bastide::Land::traders)
}

/// Lists the goods of a player, if there are any, and those of which no other player has more
/// (TRADE-4): "2 wine (most), 1 cloth".
pub(crate) fn holding(game: &AnyGame, seat: Seat) -> Option<String> {
    let traders = traders(game)?;
    let held = |good| {
        let count = traders.goods(seat).count(good);
        let is_most =
            Seat::all(game.seats()).all(|other| traders.goods(other).count(good) <= count);
        let most = if is_most { " (most)" } else { "" };
        (count > 0).then(|| format!("{count} {}{most}", good.name()))
    };
    let goods: Vec<String> = Good::ALL.into_iter().filter_map(held).collect();
    (!goods.is_empty()).then(|| goods.join(", "))
}

/// Says that the turn is the second in a row, or that another one follows (BUILDER-3).
pub(super) fn status(game: &AnyGame) -> Option<String> {
    let traders = traders(game)?;
    if traders.is_second_turn() {
        Some("this is a second turn, which the builder earned".to_owned())
    } else {
        traders.earns_second_turn().then(|| "the builder earns a second turn".to_owned())
    }
}

/// Lists goods: "2 wine and 1 cloth".
pub(super) fn goods(goods: Goods) -> String {
    let counts = Good::ALL.map(|good| (goods.count(good), good.name()));
    let some = counts.into_iter().filter(|&(count, _)| count > 0);
    let words: Vec<String> = some.map(|(count, name)| format!("{count} {name}")).collect();
    match &words[..] {
        [] => "no goods".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Tells who took goods (TRADE-2).
pub(super) fn taken(who: &str, taken: Goods) -> String {
    format!("{who} takes {}", goods(taken))
}

/// Tells who has a second turn, and why (BUILDER-3).
pub(super) fn second_turn(who: &str) -> String {
    format!("{who}'s builder earns a second turn")
}

/// Tells who has the most tokens of a kind at the end (TRADE-4).
pub(super) fn awarded(good: Good, who: &str, points: &str) -> String {
    format!("{who} has the most {}: {points}", good.name())
}
