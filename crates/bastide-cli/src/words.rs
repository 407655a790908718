//! English texts about games. The rules only use codes; all sentences about a game are generated
//! here.

pub(crate) mod reasons;
mod stronghold;

use bastide::{
    AnyGame, Award, Axis, Colour, Corner, Event, FigureKind, FigureSpot, Game, Item, LandRules,
    MarkKind, PieceLocation, Reason, Scoring, Seat, SeatColours, SeatSet, Segment, SegmentRef,
    SpecialEvent, Tally, Term, Terrain, TileKind,
};

use crate::expansions;

pub(crate) use stronghold::{is_for_play, token};

/// Names of the players.
#[derive(Clone, Debug)]
pub(crate) struct Names(Vec<String>);

impl Names {
    /// Takes the given names in the order of seats; the other players are named by their colours.
    pub(crate) fn new(given: &[String], colours: &SeatColours) -> Names {
        let name = |seat: Seat| match given.get(seat.index()) {
            Some(name) if !name.is_empty() => name.clone(),
            Some(_) | None => colours[seat].to_string(),
        };
        Names(Seat::all(Seat::MOST as u8).map(name).collect())
    }

    /// Returns the name of the player in a seat.
    pub(crate) fn of(&self, seat: Seat) -> &str {
        &self.0[seat.index()]
    }

    /// Lists several names: "red, blue and green".
    pub(crate) fn list(&self, seats: SeatSet) -> String {
        let names: Vec<&str> = seats.iter().map(|seat| self.of(seat)).collect();
        join(&names)
    }
}

/// Describes the rules of a land game: "base game with fields and the River".
pub(crate) fn rules(rules: LandRules) -> String {
    let title = |expansion| expansions::texts(expansion).title;
    let game = rules.game().map_or("base game", title);
    let added = rules.expansions.iter().filter(|&expansion| Some(expansion) != rules.game());
    let added: Vec<&str> = added.map(title).collect();
    if added.is_empty() { game.to_owned() } else { format!("{game} with {}", join(&added)) }
}

/// Capitalises the first letter.
pub(crate) fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(chars).collect()
}

/// Joins a list: "a", "a and b", "a, b and c".
pub(crate) fn join(parts: &[&str]) -> String {
    match parts {
        [] => String::new(),
        [only] => (*only).to_owned(),
        [rest @ .., last] => format!("{} and {last}", rest.join(", ")),
    }
}

/// Formats a number with a noun in singular or plural.
pub(crate) fn count(number: u32, one: &str) -> String {
    let plural = match one.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        Some(_) | None if one == "highwayman" => "highwaymen".to_owned(),
        Some(_) | None => format!("{one}s"),
    };
    format!("{number} {}", if number == 1 { one } else { &plural })
}

/// Returns the letter of a figure colour.
pub(crate) fn initial(colour: Colour) -> char {
    match colour {
        Colour::Red => 'R',
        Colour::Blue => 'B',
        Colour::Green => 'G',
        Colour::Yellow => 'Y',
        // Blue is B, so black is K, as in CMYK.
        Colour::Black => 'K',
        Colour::White => 'W',
    }
}

/// Returns the terrain of a spot.
pub(crate) fn terrain_at(game: &AnyGame, spot: FigureSpot) -> Option<Terrain> {
    let FigureSpot::Segment(site) = spot else { return None };
    game.board().segment_at(site).map(|segment| game.board().feature(segment).terrain)
}

/// Returns the name of a figure on a spot: "knight", "large knight", "pig".
pub(crate) fn figure_at(game: &AnyGame, kind: FigureKind, spot: FigureSpot) -> String {
    expansions::in_role(kind, role_at(game, kind, spot))
}

/// Returns the role of a figure on a spot.
pub(crate) fn role_at(game: &AnyGame, kind: FigureKind, spot: FigureSpot) -> &'static str {
    game.board().role_at(kind, spot)
}

/// Returns the letter of a figure in a role on the board: the initial of the role, or of the name
/// of a figure with a role of its own. It is a capital if the figure counts more than once.
pub(crate) fn role_letter(kind: FigureKind, role: &str) -> char {
    let name = if kind.spec().role.is_some() { expansions::figure(kind) } else { role };
    let letter = name.chars().next().unwrap_or('?');
    if kind.strength() > 1 { letter.to_ascii_uppercase() } else { letter }
}

/// Returns true if a site is a bridge.
fn is_bridge(game: &AnyGame, site: SegmentRef) -> bool {
    let tile = game.board().tile_at(site.cell);
    tile.is_some_and(|tile| tile.bridge.is_some() && game.board().bridge_slot(tile) == site.slot)
}

/// Describes the feature below a spot: "on the city".
pub(crate) fn on(game: &AnyGame, spot: FigureSpot) -> String {
    terrain_at(game, spot).map_or("on the board".to_owned(), |terrain| format!("on the {terrain}"))
}

/// Describes a spot: "on the road", "in the city".
pub(crate) fn place(game: &AnyGame, spot: FigureSpot) -> String {
    match spot {
        FigureSpot::Segment(site) if is_bridge(game, site) => "on the bridge".to_owned(),
        FigureSpot::Segment(_) => match terrain_at(game, spot) {
            Some(terrain @ (Terrain::Road | Terrain::Field | Terrain::Path)) => {
                format!("on the {terrain}")
            }
            Some(terrain) => format!("in the {terrain}"),
            None => "on the board".to_owned(),
        },
        FigureSpot::Piece(piece, number) => (expansions::piece(piece).place)(number),
    }
}

/// Returns the name of a corner.
pub(crate) const fn corner(corner: Corner) -> &'static str {
    match corner {
        Corner::NorthEast => "north-east",
        Corner::SouthEast => "south-east",
        Corner::SouthWest => "south-west",
        Corner::NorthWest => "north-west",
    }
}

/// Describes the direction of a bridge.
pub(crate) const fn axis(axis: Axis) -> &'static str {
    match axis {
        Axis::NorthSouth => "from north to south",
        Axis::EastWest => "from west to east",
    }
}

/// Prefixes a word with its article.
pub(crate) fn article(word: &str) -> String {
    let vowel = word.starts_with(['a', 'e', 'i', 'o', 'u']);
    format!("{} {word}", if vowel { "an" } else { "a" })
}

/// Describes a tile briefly: "city with shield, road".
pub(crate) fn tile_brief(kind: &TileKind) -> String {
    let mut parts: Vec<(String, u32)> = Vec::new();
    let is_ground = |s: &Segment| matches!(s.terrain, Terrain::Field | Terrain::Courtyard);
    for segment in kind.segments.iter().filter(|s| !is_ground(s) || !s.marks.is_empty()) {
        let marks: Vec<&str> = segment.marks.iter().map(MarkKind::name).collect();
        let name = match marks[..] {
            [] => segment.terrain.to_string(),
            _ => format!("{} with {}", segment.terrain, marks.join(" and ")),
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
    let mut parts: Vec<String> = parts.iter().map(show).collect();
    if parts.is_empty() {
        parts.extend(kind.segments.first().map(|segment| segment.terrain.to_string()));
    }
    parts.extend(expansions::icon(kind));
    parts.join(", ")
}

/// Formats the count of a term with its noun.
fn counted(term: &Term) -> String {
    let number = u32::from(term.count);
    match term.item {
        Item::Supply => format!("{} in supply", count(number, "figure")),
        Item::EmptyCell => count(number, "empty cell"),
        item => count(number, item.name()),
    }
}

/// Formats a tally as a sum: "5 tiles × 2 + 1 shield × 2 = 12".
pub(crate) fn sum(tally: &Tally) -> String {
    let terms: Vec<Term> = tally.terms().collect();
    let parts: Vec<String> = terms
        .iter()
        .map(|term| match (term.item, term.each) {
            (item, _) if expansions::is_unnamed(item) => String::new(),
            (_, 1) => counted(term),
            (_, each) => format!("{} × {each}", counted(term)),
        })
        .filter(|part| !part.is_empty())
        .collect();
    match parts.is_empty() {
        true => tally.total().to_string(),
        false => format!("{} = {}", parts.join(" + "), tally.total()),
    }
}

/// Formats the points for several figures as a product (WHEEL-TAX, WHEEL-FAMINE): "2 knights × (2
/// shields + 2 knights) = 8".
fn share(scoring: &Scoring) -> String {
    let figures = scoring.winners.iter().map(|seat| u16::from(scoring.figures[seat])).max();
    let figures = figures.unwrap_or(0);
    if figures < 2 || scoring.tally.terms().any(|term| term.count % figures != 0) {
        return sum(&scoring.tally);
    }
    let terms = scoring.tally.terms();
    let parts: Vec<String> =
        terms.map(|term| counted(&Term { count: term.count / figures, ..term })).collect();
    let noun = count(u32::from(figures), FigureKind::MEEPLE.role_on(scoring.terrain));
    let each = if parts.len() == 1 { parts.concat() } else { format!("({})", parts.join(" + ")) };
    format!("{noun} × {each} = {}", scoring.tally.total())
}

/// Lists the figures on a feature: "red 2 knights, blue 1". If some count as more than one (INN-3):
/// "red 1 knight counting as 2".
fn figures(scoring: &Scoring, names: &Names) -> String {
    let mut parts = Vec::new();
    // Sorted by strength, so that the reason is obvious.
    let mut seats: Vec<Seat> = Seat::all(Seat::MOST as u8).collect();
    seats.sort_by_key(|&seat| std::cmp::Reverse(scoring.strength[seat]));
    for seat in seats {
        let (number, strength) = (scoring.figures[seat], scoring.strength[seat]);
        if number == 0 {
            continue;
        }
        // On a monastery or garden there is only one figure, which needs no name.
        let noun = FigureKind::MEEPLE.role_on(scoring.terrain);
        let there = if !parts.is_empty() || scoring.terrain.is_ringed() {
            number.to_string()
        } else {
            count(u32::from(number), noun)
        };
        let as_many = match strength == number {
            true => String::new(),
            false => format!(" counting as {strength}"),
        };
        parts.push(format!("{} {there}{as_many}", names.of(seat)));
    }
    parts.join(", ")
}

/// Formats the events of a game, one sentence each.
///
/// The player who placed the tile is not part of a scoring, so the teller remembers it.
#[derive(Clone, Debug)]
pub(crate) struct Teller {
    names: Names,
    builder: Option<Seat>,
    /// The last event that only an expansion has, to which later ones refer.
    special: Option<SpecialEvent>,
}

impl Teller {
    /// Creates a teller with these names.
    pub(crate) fn new(names: Names) -> Teller {
        Teller { names, builder: None, special: None }
    }

    /// Returns the names of the players.
    pub(crate) fn names(&self) -> &Names {
        &self.names
    }

    /// Returns the sentence for an event, or `None` if it needs none. `game` is the state after the
    /// action that caused it.
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
            Event::TilePlaced { seat, tile, cell, rotation, bridge } => {
                self.builder = Some(seat);
                let turned = match rotation.quarter_turns() {
                    0 => String::new(),
                    n => format!(", turned {}°", u32::from(n) * 90),
                };
                let bridge = bridge.map(|a| format!(", with a bridge {}", axis(a)));
                let bridge = bridge.unwrap_or_default();
                format!("{} lays {} at {cell}{turned}{bridge}", names.of(seat), kind(tile).name)
            }
            Event::FigurePlaced { seat, figure, spot } => {
                let role = article(&figure_at(game, figure, spot));
                let where_to = match spot {
                    FigureSpot::Segment(site) if !is_bridge(game, site) => String::new(),
                    FigureSpot::Segment(_) | FigureSpot::Piece(..) => {
                        format!(" {}", place(game, spot))
                    }
                };
                format!("{} places {role}{where_to}", names.of(seat))
            }
            Event::FigureReturned { seat, figure, spot } => {
                let role = figure_at(game, figure, spot);
                let from = match spot {
                    FigureSpot::Segment(site) => site.cell.to_string(),
                    FigureSpot::Piece(piece, number) => (expansions::piece(piece).origin)(number),
                };
                format!("{}'s {role} returns from {from}", names.of(seat))
            }
            Event::FigureMoved { seat, figure, from, to } => {
                let was = figure_at(game, figure, from);
                let becomes = match to {
                    FigureSpot::Piece(piece, _) => expansions::piece(piece).becomes,
                    FigureSpot::Segment(_) => None,
                };
                match (becomes, from) {
                    (Some(becomes), _) => format!("{}'s {was} {becomes}", names.of(seat)),
                    (None, FigureSpot::Segment(site)) => {
                        format!("{}'s {was} at {} moves in", names.of(seat), site.cell)
                    }
                    (None, FigureSpot::Piece(..)) => format!("{}'s {was} moves in", names.of(seat)),
                }
            }
            Event::PieceBuilt { seat, piece } => {
                let what = article(piece.kind.name());
                let at = match piece.location {
                    PieceLocation::Segment(site) => {
                        match terrain_at(game, FigureSpot::Segment(site)) {
                            Some(terrain) => format!("on the {terrain} at {}", site.cell),
                            None => format!("at {}", site.cell),
                        }
                    }
                    PieceLocation::Corner(cell, at) => {
                        format!("at the {} corner of {cell}", corner(at))
                    }
                };
                format!("{} builds {what} {at}", names.of(seat))
            }
            Event::Special(event) => {
                self.special = Some(event);
                expansions::happened(event, names)
            }
            Event::Awarded(award) => awarded(&award, self.special, names),
            Event::Scored(scoring) => scored(&scoring, self.builder, names),
            Event::TokenTaken { seat, corner } => stronghold::taken(seat, corner, game, names),
            Event::TokenRevealed { seat, token } => stronghold::revealed(seat, token, names),
            Event::TokenUsed { seat, token, on } => stronghold::used(seat, token, on, game, names),
            Event::KeepMoved { seat, site, size } => stronghold::keep(seat, site, size, names),
            Event::TurnBegan { .. } => return None,
            Event::GameEnded { winners } => ending(winners, game, names),
        })
    }
}

/// Formats a scoring with its reason.
pub(crate) fn scored(scoring: &Scoring, builder: Option<Seat>, names: &Names) -> String {
    let Scoring { terrain, reason, tally, winners, .. } = scoring;
    let to = names.list(*winners);
    let each = if winners.len() > 1 { " each" } else { "" };
    let who = figures(scoring, names);
    if let Some(title) = expansions::shared_out(*reason) {
        return format!("{title}: {} for {to} ({who})", share(scoring));
    }
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
        Reason::Recalled => {
            format!("{to} calls {} home from {}", expansions::RECALLED, article(terrain.name()))
        }
        Reason::GameEnd if matches!(terrain, Terrain::Field | Terrain::Courtyard) => {
            terrain.to_string()
        }
        _ => format!("unfinished {terrain}"),
    };
    match tally.total() {
        // S-MAJ-2
        points if winners.is_empty() => {
            format!("{what}: no player gets the {} ({who})", count(points.max(0) as u32, "point"))
        }
        0 => format!("{what}: nothing for {to} ({who})"),
        _ => format!("{what}: {} for {to}{each} ({who})", sum(tally)),
    }
}

/// Formats an award, which does not depend on a majority, with its reason. `cause` is the last event
/// that only an expansion has.
fn awarded(award: &Award, cause: Option<SpecialEvent>, names: &Names) -> String {
    let (who, points) = (names.of(award.seat), sum(&award.tally));
    let of_expansion = expansions::awarded(award.reason, who, &points, cause);
    of_expansion.unwrap_or_else(|| stronghold::awarded(award, who, &points))
}

fn ending(winners: SeatSet, game: &AnyGame, names: &Names) -> String {
    let points = winners.iter().next().map_or(0, |seat| game.scores()[seat]);
    let verb = match (winners.len(), game) {
        (..=1, _) => "wins",
        (_, AnyGame::Land(_)) => "share the win",
        // S-END-5
        (_, AnyGame::Stronghold(_)) => "draw",
    };
    format!("{} {verb} with {}", names.list(winners), count(points.max(0) as u32, "point"))
}

#[cfg(test)]
mod tests {
    use bastide::AwardReason;

    use super::*;
    use bastide::{BySeat, Cell, Sector, SegmentIndex, SegmentRef};

    fn seat(index: u8) -> Seat {
        Seat::new(index).expect("a seat")
    }

    fn city(reason: Reason, figures: [u8; 6], each: u8) -> Scoring {
        let figures = BySeat(figures);
        Scoring {
            terrain: Terrain::City,
            site: SegmentRef { cell: Cell::ORIGIN, slot: SegmentIndex(0) },
            reason,
            tally: Tally::new().with(Item::Tile, 5, each).with(Item::Shield, 1, each),
            figures,
            strength: figures,
            winners: figures.leaders(),
        }
    }

    #[test]
    fn a_scoring_is_explained() {
        let names = Names::new(&[], &SeatColours::default());
        let say = |scoring: &Scoring, builder| scored(scoring, Some(seat(builder)), &names);
        assert_eq!(
            say(&city(Reason::Completed, [2, 1, 0, 0, 0, 0], 2), 0),
            "red completes a city: 5 tiles × 2 + 1 shield × 2 = 12 (red 2 knights, blue 1)"
        );
        // MAJ-1: the points may go to another player.
        assert_eq!(
            say(&city(Reason::Completed, [0, 1, 0, 0, 0, 0], 2), 0),
            "red completes a city: 5 tiles × 2 + 1 shield × 2 = 12 for blue (blue 1 knight)"
        );
        // MAJ-2
        assert_eq!(
            say(&city(Reason::GameEnd, [1, 0, 1, 0, 0, 0], 1), 0),
            "unfinished city: 5 tiles + 1 shield = 6 for red and green each (red 1 knight, green 1)"
        );
    }

    #[test]
    fn a_large_meeple_is_one_figure_that_counts_as_two() {
        // INN-3
        let names = Names::new(&[], &SeatColours::default());
        let mut scoring = city(Reason::Completed, [2, 1, 1, 0, 0, 0], 2);
        scoring.strength = BySeat([3, 2, 1, 0, 0, 0]);
        assert_eq!(
            figures(&scoring, &names),
            "red 2 knights counting as 3, blue 1 counting as 2, green 1"
        );
        (scoring.figures, scoring.strength) =
            (BySeat([0, 1, 0, 0, 0, 0]), BySeat([0, 2, 0, 0, 0, 0]));
        assert_eq!(figures(&scoring, &names), "blue 1 knight counting as 2");
        // WHEEL-FAMINE: it is paid once.
        (scoring.terrain, scoring.reason) = (Terrain::Field, Reason::Famine);
        (scoring.winners, scoring.tally) =
            (SeatSet::of(seat(1)), Tally::new().with(Item::City, 2, 1));
        assert_eq!(
            scored(&scoring, None, &names),
            "Famine: 2 cities = 2 for blue (blue 1 farmer counting as 2)"
        );
    }

    #[test]
    fn bridges_are_counted_apart() {
        // X-EX-1
        let tally = Tally::new().with(Item::Tile, 7, 1).with(Item::Bridge, 2, 3);
        assert_eq!(sum(&tally), "7 tiles + 2 bridges × 3 = 13");
        // BRIDGE-8: a road that consists of a bridge only.
        assert_eq!(sum(&Tally::new().with(Item::Bridge, 1, 1)), "1 bridge = 1");
    }

    #[test]
    fn the_tax_is_explained_knight_by_knight() {
        // W-EX-1
        let names = Names::new(&[], &SeatColours::default());
        let mut scoring = city(Reason::Tax, [1, 2, 0, 0, 0, 0], 1);
        scoring.winners = SeatSet::of(seat(1));
        scoring.tally = Tally::new().with(Item::Shield, 4, 1).with(Item::Knight, 4, 1);
        assert_eq!(
            scored(&scoring, None, &names),
            "Tax: 2 knights × (2 shields + 2 knights) = 8 for blue (blue 2 knights, red 1)"
        );
        scoring.winners = SeatSet::of(seat(0));
        scoring.tally = Tally::new().with(Item::Shield, 2, 1).with(Item::Knight, 1, 1);
        assert_eq!(
            scored(&scoring, None, &names),
            "Tax: 2 shields + 1 knight = 3 for red (blue 2 knights, red 1)"
        );
        // WHEEL-FAMINE
        (scoring.terrain, scoring.reason) = (Terrain::Field, Reason::Famine);
        (scoring.figures, scoring.winners) = (BySeat([0, 2, 0, 0, 0, 0]), SeatSet::of(seat(1)));
        scoring.strength = scoring.figures;
        scoring.tally = Tally::new().with(Item::City, 6, 1);
        assert_eq!(
            scored(&scoring, None, &names),
            "Famine: 2 farmers × 3 cities = 6 for blue (blue 2 farmers)"
        );
    }

    #[test]
    fn awards_state_their_reason() {
        let names = Names::new(&["Ann".into()], &SeatColours::default());
        let say = |reason, tally| {
            let award = Award { seat: seat(0), reason, tally };
            awarded(&award, Some(SpecialEvent::PigMoved { sector: Sector::Tax }), &names)
        };
        let one = |item, number, each| Tally::new().with(item, number, each);
        // X-EX-3
        assert_eq!(
            say(AwardReason::Lady, one(Item::Knight, 3, 1).with(Item::Lady, 2, 1)),
            "Ann takes a lady back: 3 knights + 2 ladies = 5"
        );
        // X-EX-4
        assert_eq!(
            say(AwardReason::Barn, one(Item::Farmer, 4, 1)),
            "Ann's barn counts all farmers: 4 farmers = 4"
        );
        assert_eq!(say(AwardReason::Fortune, one(Item::Fortune, 1, 3)), "Fortune: 3 for Ann");
        assert_eq!(
            say(AwardReason::Storm, one(Item::Supply, 5, 1)),
            "Storm: 5 figures in supply = 5 for Ann"
        );
        assert_eq!(
            say(AwardReason::Inquisition, one(Item::Monk, 2, 2)),
            "Inquisition: 2 monks × 2 = 4 for Ann"
        );
        assert_eq!(
            say(AwardReason::Crown, one(Item::Crown, 1, 6)),
            "crown space of Tax: 6 for Ann"
        );
    }

    #[test]
    fn a_field_without_a_city_gives_nothing() {
        // FIELD-4
        let mut scoring = city(Reason::GameEnd, [0, 0, 0, 2, 0, 0], 1);
        (scoring.terrain, scoring.tally) = (Terrain::Field, Tally::new());
        let names =
            Names::new(&["".into(), "".into(), "".into(), "Zoë".into()], &SeatColours::default());
        assert_eq!(scored(&scoring, None, &names), "field: nothing for Zoë (Zoë 2 farmers)");
    }

    #[test]
    fn nouns_agree_with_their_number() {
        let said: Vec<String> =
            [(1, "tile"), (2, "tile"), (1, "city"), (3, "city"), (2, "highwayman")]
                .map(|(n, one)| count(n, one))
                .into();
        assert_eq!(said, ["1 tile", "2 tiles", "1 city", "3 cities", "2 highwaymen"]);
        assert_eq!(join(&["red", "blue", "green"]), "red, blue and green");
    }
}
