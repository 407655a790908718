//! English for what happens. The rules know only codes; every sentence the
//! program says about a game is made here.

use bastide::{
    AnyGame, Event, FigureKind, Game, Item, Reason, Scoring, Seat, SeatSet, Spot, Tally, Terrain,
    TileKind,
};

/// What the players are called.
#[derive(Clone, Debug)]
pub(crate) struct Names(Vec<String>);

impl Names {
    /// Given names in the order of seats; the rest go by their colours.
    pub(crate) fn new(given: &[String]) -> Names {
        let name = |seat: Seat| match given.get(seat.index()) {
            Some(name) if !name.is_empty() => name.clone(),
            Some(_) | None => seat.to_string(),
        };
        Names(Seat::all(Seat::MOST as u8).map(name).collect())
    }

    /// What the player in a seat is called.
    pub(crate) fn of(&self, seat: Seat) -> &str {
        &self.0[seat.index()]
    }

    /// Several names: "red, blue and green".
    pub(crate) fn list(&self, seats: SeatSet) -> String {
        let names: Vec<&str> = seats.iter().map(|seat| self.of(seat)).collect();
        join(&names)
    }
}

/// "a", "a and b", "a, b and c".
pub(crate) fn join(parts: &[&str]) -> String {
    match parts {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// A number of things.
pub(crate) fn count(number: u32, one: &str) -> String {
    let plural = match one.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        Some(_) | None if one == "highwayman" => "highwaymen".to_owned(),
        Some(_) | None => format!("{one}s"),
    };
    format!("{number} {}", if number == 1 { one } else { &plural })
}

/// The letter a seat's figures carry.
pub(crate) fn initial(seat: Seat) -> char {
    // Blue is B, so black is K, as printers have it.
    ['R', 'B', 'G', 'Y', 'K'][seat.index()]
}

/// What a figure is called where it stands.
pub(crate) fn role(figure: FigureKind, terrain: Terrain) -> &'static str {
    match (figure, terrain) {
        (FigureKind::Abbot, _) => "abbot",
        (FigureKind::Meeple, Terrain::Road) => "highwayman",
        (FigureKind::Meeple, Terrain::City | Terrain::Tower) => "knight",
        (FigureKind::Meeple, Terrain::Field) => "farmer",
        (FigureKind::Meeple, Terrain::Monastery) => "monk",
        (FigureKind::Meeple, Terrain::Path) => "herald",
        (FigureKind::Meeple, Terrain::House) => "squire",
        (FigureKind::Meeple, Terrain::Courtyard) => "merchant",
        (FigureKind::Meeple, Terrain::River | Terrain::Garden) => "meeple",
    }
}

/// The terrain under a spot of the board.
pub(crate) fn terrain_at(game: &AnyGame, spot: Spot) -> Option<Terrain> {
    let Spot::Segment(site) = spot else { return None };
    game.board().segment_at(site).map(|segment| game.board().feature(segment).terrain)
}

/// A figure with its article: "a knight", "an abbot".
fn a_role(game: &AnyGame, kind: FigureKind, spot: Spot) -> String {
    let role = terrain_at(game, spot).map_or("figure", |terrain| role(kind, terrain));
    article(role)
}

/// A word with its article.
pub(crate) fn article(word: &str) -> String {
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {word}", if vowel { "an" } else { "a" })
}

/// What is printed on a tile, in a few words: "city with shield, road".
pub(crate) fn tile_brief(kind: &TileKind) -> String {
    let mut parts: Vec<(String, u32)> = Vec::new();
    for segment in kind.segments.iter().filter(|s| s.terrain != Terrain::Field) {
        let name = match segment.mark {
            Some(mark) => format!("{} with {}", segment.terrain, mark.name()),
            None => segment.terrain.to_string(),
        };
        match parts.iter_mut().find(|(known, _)| *known == name) {
            Some((_, number)) => *number += 1,
            None => parts.push((name, 1)),
        }
    }
    let show = |(name, number): &(String, u32)| match number {
        1 => name.clone(),
        _ => count(*number, name),
    };
    let parts: Vec<String> = parts.iter().map(show).collect();
    if parts.is_empty() { "field".to_owned() } else { parts.join(", ") }
}

/// A tally as a sum: "5 tiles × 2 + 1 shield × 2 = 12".
pub(crate) fn sum(tally: &Tally) -> String {
    let name = |item: Item| item.name();
    let terms: Vec<String> = tally
        .terms()
        .map(|term| {
            let counted = count(u32::from(term.count), name(term.item));
            if term.each == 1 { counted } else { format!("{counted} × {}", term.each) }
        })
        .collect();
    if terms.is_empty() {
        "0".to_owned()
    } else {
        format!("{} = {}", terms.join(" + "), tally.total())
    }
}

/// Who had how many figures on a feature: "red 2 knights, blue 1".
fn figures(scoring: &Scoring, names: &Names) -> String {
    let mut parts = Vec::new();
    // The most first, so that one sees at once why.
    let mut seats: Vec<Seat> = Seat::all(Seat::MOST as u8).collect();
    seats.sort_by_key(|&seat| std::cmp::Reverse(scoring.figures[seat]));
    for seat in seats {
        let number = scoring.figures[seat];
        if number == 0 {
            continue;
        }
        // On a monastery or garden the one figure needs no name.
        let noun = role(FigureKind::Meeple, scoring.terrain);
        parts.push(if !parts.is_empty() || scoring.terrain.is_ringed() {
            format!("{} {number}", names.of(seat))
        } else {
            format!("{} {}", names.of(seat), count(u32::from(number), noun))
        });
    }
    parts.join(", ")
}

/// Tells a game's events, one sentence each.
///
/// Who laid the tile is not part of a scoring; the teller remembers.
#[derive(Clone, Debug)]
pub(crate) struct Teller {
    names: Names,
    builder: Option<Seat>,
}

impl Teller {
    /// A teller who calls the players so.
    pub(crate) fn new(names: Names) -> Teller {
        Teller { names, builder: None }
    }

    /// What the players are called.
    pub(crate) fn names(&self) -> &Names {
        &self.names
    }

    /// The sentence for an event; some need none. `game` is the state after
    /// the action it belongs to.
    pub(crate) fn tell(&mut self, event: &Event, game: &AnyGame) -> Option<String> {
        let names = &self.names;
        let kind = |tile| game.board().tiles().kind(tile);
        Some(match *event {
            Event::TileDrawn { seat, tile } => {
                let kind = kind(tile);
                format!("{} draws {} ({})", names.of(seat), kind.name, tile_brief(kind))
            }
            Event::TileDiscarded { tile } => {
                format!("{} fits nowhere and leaves the game", kind(tile).name)
            }
            Event::TilePlaced { seat, tile, cell, rotation, .. } => {
                self.builder = Some(seat);
                let turned = match rotation.quarter_turns() {
                    0 => String::new(),
                    n => format!(", turned {}°", u32::from(n) * 90),
                };
                format!("{} lays {} at {cell}{turned}", names.of(seat), kind(tile).name)
            }
            Event::FigurePlaced { seat, figure, spot } => {
                format!("{} places {}", names.of(seat), a_role(game, figure, spot))
            }
            Event::FigureReturned { seat, figure, spot } => {
                let role = terrain_at(game, spot).map_or("figure", |t| role(figure, t));
                let from = match spot {
                    Spot::Segment(site) => format!(" from {}", site.cell),
                    Spot::Castle(_) | Spot::Barn(_) | Spot::Crown(_) => String::new(),
                };
                format!("{}'s {role} returns{from}", names.of(seat))
            }
            Event::Scored(scoring) => scored(&scoring, self.builder, names),
            Event::TurnBegan { .. } => return None,
            Event::GameEnded { winners } => ending(winners, game, names),
            // Events of later games have no words here yet.
            _ => return None,
        })
    }
}

/// Points that were given, and why.
pub(crate) fn scored(scoring: &Scoring, builder: Option<Seat>, names: &Names) -> String {
    let Scoring { terrain, reason, tally, winners, .. } = scoring;
    let to = names.list(*winners);
    let each = if winners.len() > 1 { " each" } else { "" };
    let who = figures(scoring, names);
    let what = match *reason {
        Reason::Completed => match builder {
            Some(seat) if *winners == SeatSet::of(seat) => {
                return format!(
                    "{to} completes {}: {} ({who})",
                    article(terrain.name()),
                    sum(tally)
                );
            }
            Some(seat) => format!("{} completes {}", names.of(seat), article(terrain.name())),
            None => format!("{} is complete", article(terrain.name())),
        },
        Reason::Recalled => format!("{to} calls the abbot home from {}", article(terrain.name())),
        Reason::GameEnd => match terrain {
            Terrain::Field | Terrain::Courtyard => terrain.to_string(),
            _ => format!("unfinished {terrain}"),
        },
        _ => terrain.to_string(),
    };
    match tally.total() {
        0 => format!("{what}: nothing for {to} ({who})"),
        _ => format!("{what}: {} for {to}{each} ({who})", sum(tally)),
    }
}

fn ending(winners: SeatSet, game: &AnyGame, names: &Names) -> String {
    let points = winners.iter().next().map_or(0, |seat| game.scores()[seat]);
    let verb = if winners.len() > 1 { "share the win" } else { "wins" };
    format!("{} {verb} with {}", names.list(winners), count(points.max(0) as u32, "point"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use bastide::{BySeat, Cell, Site, Slot};

    fn seat(index: u8) -> Seat {
        Seat::new(index).expect("a seat")
    }

    fn city(reason: Reason, figures: [u8; 5], each: u8) -> Scoring {
        let figures = BySeat(figures);
        Scoring {
            terrain: Terrain::City,
            site: Site { cell: Cell::ORIGIN, slot: Slot(0) },
            reason,
            tally: Tally::new().with(Item::Tile, 5, each).with(Item::Shield, 1, each),
            figures,
            winners: figures.leaders(),
        }
    }

    #[test]
    fn a_scoring_explains_itself() {
        let names = Names::new(&[]);
        let say = |scoring: &Scoring, builder| scored(scoring, Some(seat(builder)), &names);
        assert_eq!(
            say(&city(Reason::Completed, [2, 1, 0, 0, 0], 2), 0),
            "red completes a city: 5 tiles × 2 + 1 shield × 2 = 12 (red 2 knights, blue 1)"
        );
        // MAJ-1: it may be another's.
        assert_eq!(
            say(&city(Reason::Completed, [0, 1, 0, 0, 0], 2), 0),
            "red completes a city: 5 tiles × 2 + 1 shield × 2 = 12 for blue (blue 1 knight)"
        );
        // MAJ-2
        assert_eq!(
            say(&city(Reason::GameEnd, [1, 0, 1, 0, 0], 1), 0),
            "unfinished city: 5 tiles + 1 shield = 6 for red and green each (red 1 knight, green 1)"
        );
    }

    #[test]
    fn a_field_without_a_city_gives_nothing() {
        // FIELD-4
        let mut scoring = city(Reason::GameEnd, [0, 0, 0, 2, 0], 1);
        (scoring.terrain, scoring.tally) = (Terrain::Field, Tally::new());
        let names = Names::new(&["".into(), "".into(), "".into(), "Zoë".into()]);
        assert_eq!(scored(&scoring, None, &names), "field: nothing for Zoë (Zoë 2 farmers)");
    }

    #[test]
    fn numbers_of_things_read_well() {
        let said: Vec<String> =
            [(1, "tile"), (2, "tile"), (1, "city"), (3, "city"), (2, "highwayman")]
                .map(|(n, one)| count(n, one))
                .into();
        assert_eq!(said, ["1 tile", "2 tiles", "1 city", "3 cities", "2 highwaymen"]);
        assert_eq!(join(&["red", "blue", "green"]), "red, blue and green");
    }
}
