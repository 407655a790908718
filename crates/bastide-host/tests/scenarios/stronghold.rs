//! The assertions about games of Stronghold.

use bastide::{AnyGame, Seat, Stronghold, WallToken};

use crate::sentence::{Verdict, are_one, means_nothing, number, same, seat_named};

/// Checks an assertion about a game of Stronghold.
pub(crate) fn check(game: &AnyGame, words: &[&str]) -> Verdict {
    let AnyGame::Stronghold(stronghold) = game else { return Err(means_nothing(words)) };
    match *words {
        ["cells", count] => {
            same("cells inside", &number(count)?, &(stronghold.wall().cells().count() as u32))
        }
        ["track", spaces] => same("spaces", &number(spaces)?, &stronghold.wall().track()),
        ["revealing", seat] => {
            same("revealing", &Some(seat_named(game, seat)?), &stronghold.revealing())
        }
        ["gap", count] => same("largest gap", &number(count)?, &stronghold.largest_gap()),
        ["corner", space, has] => check_corner(stronghold, number(space)?, has),
        ["wall-tokens", count] => {
            same("tokens on the wall", &number(count)?, &stronghold.tokens_on_wall())
        }
        ["unseen", count] => {
            let unseen: u32 = stronghold.unseen_tokens().map(|(_, n)| u32::from(n)).sum();
            same("unseen tokens", &number(count)?, &unseen)
        }
        ["unseen", kind, count] => {
            let kind: u8 = number(kind)?;
            let unseen = stronghold.unseen_tokens().find(|(token, _)| token.kind() == kind);
            same("unseen tokens", &number(count)?, &unseen.map_or(0, |(_, n)| n))
        }
        [seat, "space", space] => {
            let seat = seat_named(game, seat)?;
            same("space", &number(space)?, &stronghold.space(seat))
        }
        [seat, "tokens", ref kinds @ ..] => {
            let purse = stronghold.purse(seat_named(game, seat)?);
            same("tokens", &kinds.join(" "), &kinds_of(purse.iter()))
        }
        [seat, "usable", ref kinds @ ..] => {
            let purse = stronghold.purse(seat_named(game, seat)?);
            let tokens = (1..=9).filter_map(WallToken::new);
            let usable = tokens.map(|token| (token, purse.usable(token))).filter(|&(_, n)| n > 0);
            same("usable", &kinds.join(" "), &kinds_of(usable))
        }
        [seat, "keep", "none"] => {
            same("keep", &None, &stronghold.keep(seat_named(game, seat)?).map(|keep| keep.size))
        }
        [seat, "keep", at, size] => check_keep(game, stronghold, seat_named(game, seat)?, at, size),
        _ => Err(means_nothing(words)),
    }
}

/// `corner 33 token`, `corner 33 empty`: the tower still has its token, or not.
fn check_corner(stronghold: &Stronghold, space: u16, has: &str) -> Verdict {
    let corner = stronghold.wall().corner_at(space).ok_or("there is no corner tower")?;
    let is = if stronghold.has_token(corner) { "token" } else { "empty" };
    same("corner", &has, &is)
}

/// Checks that the keep stands on the house at a site and has the given size.
fn check_keep(
    game: &AnyGame,
    stronghold: &Stronghold,
    seat: Seat,
    at: &str,
    size: &str,
) -> Verdict {
    let keep = stronghold.keep(seat).ok_or("the keep is not on the board")?;
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
