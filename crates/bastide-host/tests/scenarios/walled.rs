//! The assertions about games of Stronghold.

use bastide::{AnyGame, Seat, Stronghold, WallToken};

use crate::sentence::{Verdict, are_one, means_nothing, number, same, seat_named};

/// Checks an assertion about a game of Stronghold.
pub(crate) fn check(game: &AnyGame, words: &[&str]) -> Verdict {
    let AnyGame::Stronghold(walled) = game else { return Err(means_nothing(words)) };
    match *words {
        ["cells", count] => {
            same("cells inside", &number(count)?, &(walled.wall().cells().count() as u32))
        }
        ["track", spaces] => same("spaces", &number(spaces)?, &walled.wall().track()),
        ["revealing", seat] => {
            same("revealing", &Some(seat_named(game, seat)?), &walled.revealing())
        }
        ["gap", count] => same("largest gap", &number(count)?, &walled.largest_gap()),
        ["corner", space, has] => check_corner(walled, number(space)?, has),
        ["wall-tokens", count] => {
            same("tokens on the wall", &number(count)?, &walled.tokens_on_wall())
        }
        ["unseen", count] => {
            let unseen: u32 = walled.unseen_tokens().map(|(_, n)| u32::from(n)).sum();
            same("unseen tokens", &number(count)?, &unseen)
        }
        ["unseen", kind, count] => {
            let kind: u8 = number(kind)?;
            let unseen = walled.unseen_tokens().find(|(token, _)| token.kind() == kind);
            same("unseen tokens", &number(count)?, &unseen.map_or(0, |(_, n)| n))
        }
        [seat, "space", space] => {
            let seat = seat_named(game, seat)?;
            same("space", &number(space)?, &walled.space(seat))
        }
        [seat, "tokens", ref kinds @ ..] => {
            let purse = walled.purse(seat_named(game, seat)?);
            same("tokens", &kinds.join(" "), &kinds_of(purse.iter()))
        }
        [seat, "usable", ref kinds @ ..] => {
            let purse = walled.purse(seat_named(game, seat)?);
            let tokens = (1..=9).filter_map(WallToken::new);
            let usable = tokens.map(|token| (token, purse.usable(token))).filter(|&(_, n)| n > 0);
            same("usable", &kinds.join(" "), &kinds_of(usable))
        }
        [seat, "keep", "none"] => {
            same("keep", &None, &walled.keep(seat_named(game, seat)?).map(|keep| keep.size))
        }
        [seat, "keep", at, size] => check_keep(game, walled, seat_named(game, seat)?, at, size),
        _ => Err(means_nothing(words)),
    }
}

/// `corner 33 token`, `corner 33 empty`: the tower still has its token, or not.
fn check_corner(walled: &Stronghold, space: u16, has: &str) -> Verdict {
    let corner = walled.wall().corner_at(space).ok_or("there is no corner tower")?;
    let is = if walled.has_token(corner) { "token" } else { "empty" };
    same("corner", &has, &is)
}

/// Checks that the keep stands on the house at a site and has the given size.
fn check_keep(game: &AnyGame, walled: &Stronghold, seat: Seat, at: &str, size: &str) -> Verdict {
    let keep = walled.keep(seat).ok_or("the keep is not on the board")?;
    same("keep", &number(size)?, &keep.size)?;
    same("one house", &true, &are_one(game, at, &keep.site.to_string())?)
}

/// Returns the kinds in order, repeated by their count; `none` if there are none, and `no 3` for a
/// kind that is listed although it is absent.
fn kinds_of(tokens: impl Iterator<Item = (WallToken, u8)>) -> String {
    let kinds = tokens.flat_map(|(token, count)| match count {
        0 => vec![format!("no {}", token.kind())],
        _ => vec![token.kind().to_string(); count.into()],
    });
    let kinds: Vec<_> = kinds.collect();
    if kinds.is_empty() { "none".into() } else { kinds.join(" ") }
}
