//! English texts for the reasons for and against a turn.

use bastide::{AnyGame, FigureKind, FigureSpot, Game, Seat, SeatSet, Terrain};
use bastide_bots::{Reason, Worth};

use crate::expansions;

use super::{Names, article, count, figure_at, join, stronghold};

/// Maximum number of reasons in a phrase.
const MOST: usize = 4;

/// Formats the reasons for a turn of `seat`, then those against it, as one phrase: "closes red's
/// city for 14, frees 1 meeple, but adds 2 to blue's road (6)". `game` is the state before the
/// turn.
pub(crate) fn phrase(reasons: &[Reason], seat: Seat, game: &AnyGame, names: &Names) -> String {
    let (mut against, mut fors): (Vec<&Reason>, Vec<&Reason>) =
        reasons.iter().partition(|reason| reason.is_against(seat));
    fors.truncate(MOST);
    against.truncate(MOST.saturating_sub(fors.len()).max(1));
    let say = |reason: &&Reason| say(reason, seat, game, names);
    let fors: Vec<String> = fors.iter().map(say).collect();
    let against: Vec<String> = against.iter().map(say).collect();
    let against: Vec<&str> = against.iter().map(String::as_str).collect();
    match (fors.is_empty(), against.is_empty()) {
        (false, true) => fors.join(", "),
        (true, _) => join(&against),
        (false, false) => format!("{}, but {}", fors.join(", "), join(&against)),
    }
}

/// Formats one reason.
pub(crate) fn say(reason: &Reason, seat: Seat, game: &AnyGame, names: &Names) -> String {
    let noun = match game {
        AnyGame::Land(_) => "meeple",
        AnyGame::Stronghold(_) => "follower",
    };
    match *reason {
        Reason::Closes { terrain, points, winners, .. } => {
            if winners.is_empty() {
                // S-MAJ-2
                return format!("closes a tied {terrain}: no player gets the {points}");
            }
            let (whose, who) = (owners(winners, names), names.list(winners));
            let each = if winners.len() > 1 { " each" } else { "" };
            match winners.contains(seat) {
                true => format!("closes {whose} {terrain} for {points}{each}"),
                false => format!("closes {whose} {terrain}: {points}{each} for {who}"),
            }
        }
        Reason::CallsHome { terrain, points } => {
            format!("calls {} home from its {terrain} for {points}", expansions::RECALLED)
        }
        Reason::Earns { seat: who, why, points } => expansions::earns(why, points)
            .unwrap_or_else(|| format!("{} for {}: {points}", why.name(), names.of(who))),
        Reason::Frees { seat: whose, figure, figures } => {
            let figures = match figure {
                FigureKind::MEEPLE => count(u32::from(figures), noun),
                other => format!("the {}", expansions::figure(other)),
            };
            match whose == seat {
                true => format!("frees {figures}"),
                false => format!("{} gets {figures} back", names.of(whose)),
            }
        }
        Reason::Starts { terrain, points, worth, .. } => {
            let figure = article(FigureKind::MEEPLE.role_on(terrain));
            match (worth, points) {
                (Worth::Final, _) => format!("{figure} who scores {points}"),
                (Worth::Now, 0) => format!("starts {} worth nothing yet", article(terrain.name())),
                (Worth::Now, _) => format!("starts {} worth {points} now", article(terrain.name())),
                (Worth::Completed, _) => {
                    format!("starts {} worth {points} so far", article(terrain.name()))
                }
            }
        }
        Reason::Occupies { piece, number } => (expansions::piece(piece).occupies)(number),
        Reason::Builds { piece, seat: whose } => {
            expansions::builds(piece, whose.map(|seat| names.of(seat)))
        }
        Reason::Joins { terrain, owners: had, winners, points, .. } => {
            joined(terrain, had, winners, points, seat, names)
        }
        Reason::Grows { terrain, winners, gain, points, .. } => {
            let whose = match winners.is_empty() {
                true => "the tied".to_owned(),
                false => owners(winners, names),
            };
            format!("adds {gain} to {whose} {terrain} ({points})")
        }
        Reason::Blocks { terrain, winners, fitting, .. } => {
            let whose = match winners.is_empty() {
                true => "the tied".to_owned(),
                false => owners(winners, names),
            };
            match fitting {
                0 => format!("leaves no tile to finish {whose} {terrain}"),
                1 => format!("leaves 1 tile to finish {whose} {terrain}"),
                _ => format!("leaves {fitting} tiles to finish {whose} {terrain}"),
            }
        }
        Reason::GivesUp { spot, points, .. } => {
            let kind = game.board().figure_at(spot).map_or(FigureKind::MEEPLE, |f| f.kind);
            let figure = article(&figure_at(game, kind, spot));
            let at = match spot {
                FigureSpot::Segment(site) => format!(" at {}", site.cell),
                FigureSpot::Piece(..) => String::new(),
            };
            match points {
                0 => format!("gives up {figure}{at}, worth nothing now"),
                _ => format!("gives up {figure}{at}, worth {points} now"),
            }
        }
        Reason::TakesToken { seat: whose } if whose == seat => "takes a wall token".to_owned(),
        Reason::TakesToken { seat: whose } => format!("{} takes a wall token", names.of(whose)),
        Reason::UsesToken { token } => {
            format!("uses token {}: {}", token.kind(), stronghold::token(token))
        }
        Reason::MovesKeep { seat: whose, size } => {
            let house = format!("a house of {}", count(u32::from(size), "tile"));
            match whose == seat {
                true => format!("moves the keep to {house}"),
                false => format!("{} moves the keep to {house}", names.of(whose)),
            }
        }
        Reason::Supports { figure, terrain, .. } => {
            format!("adds the {} to the {terrain}", expansions::figure(figure))
        }
        Reason::Special(event) => expansions::reason(event),
        Reason::Waits { figures: 0 } => "changes nothing for any player".to_owned(),
        Reason::Waits { figures } => format!("keeps {} at hand", count(u32::from(figures), noun)),
    }
}

/// Describes features that are joined into one, of one player or of several.
fn joined(
    terrain: Terrain,
    had: SeatSet,
    winners: SeatSet,
    points: i32,
    seat: Seat,
    names: &Names,
) -> String {
    let others: SeatSet = had.iter().filter(|&other| other != seat).collect();
    let several = || count(2, terrain.name()).split_off(2);
    // Several features of the same player.
    if had.len() == 1 {
        return match points {
            0 => format!("joins {} {}", owners(had, names), several()),
            _ => format!("joins {} {}: {points} now", owners(had, names), several()),
        };
    }
    let whose = owners(others, names);
    let what = if others.len() == 1 { terrain.to_string() } else { several() };
    if points == 0 {
        return format!("joins {whose} {what}, worth nothing yet");
    }
    match (winners.contains(seat), winners.len()) {
        (_, 0) => format!("joins {whose} {what}: a tie, no player gets the {points}"),
        (true, 1) => format!("takes over {whose} {what}: {points}"),
        (true, _) => format!("joins {whose} {what}: shares {points}"),
        (false, _) => format!("joins {whose} {what}: {points} for {}", names.list(winners)),
    }
}

/// Lists owners: "red's", "red's and blue's".
fn owners(seats: SeatSet, names: &Names) -> String {
    let owners: Vec<String> = seats.iter().map(|seat| format!("{}'s", names.of(seat))).collect();
    join(&owners.iter().map(String::as_str).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use bastide::SeatColours;
    use bastide_bots::reasons;
    use bastide_host::Record;

    use super::*;

    /// Returns the reasons for the last `actions` actions of a record.
    fn why(turns: &str, actions: usize) -> String {
        let text = format!("bastide 1\ngame land rules=base,fields,traders seats=2\n{turns}\n");
        let record = Record::parse(&text).expect("a record");
        let from = record.actions().len() - actions;
        let (game, names) = (record.state_after(from), Names::new(&[], &SeatColours::default()));
        phrase(&reasons(&game, &record.actions()[from..]), game.turn(), &game, &names)
    }

    #[test]
    fn goods_builders_and_pigs_have_words() {
        let goods = "DTO P0,-1r1 M0\nDTB P0,-2r2 .\nDTK P1,-2r0 .\nDE P1,-3r2 .";
        assert_eq!(
            why(goods, 2),
            "takes 2 wine and 1 cloth, but closes red's city: 10 for red and red gets 1 meeple back"
        );
        let builder = "DU P1,0r1 M0\nDB P0,1r0 .\nDU P2,0r1 W0";
        assert_eq!(why(builder, 2), "adds the builder to the road, adds 1 to red's road (3)");
        let second = format!("{builder}\nDB P1,1r0 .\nDU P3,0r1 .");
        assert_eq!(why(&second, 2), "earns a second turn, adds 1 to red's road (4)");
        let pig = "DB P0,1r0 M1\nDB P1,1r0 .\nDB P-1,1r0 H1";
        assert_eq!(why(pig, 2), "adds the pig to the field");
        let home = "DU P1,0r1 M0\nDB P0,1r0 .\nDU P2,0r1 W0\nDA P-1,0r3 .\nDA P3,0r1 .";
        assert!(why(home, 2).contains("frees the builder"), "{}", why(home, 2));
    }
}
