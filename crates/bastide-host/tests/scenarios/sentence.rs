//! The assertions that can follow `expect` in a scenario.

use bastide::{
    ABBOT, Action, Actor, AnyGame, Award, BARN, Barns, Bridges, BySeat, CASTLE, Castles, Cell,
    Event, FigureKind, FigureSpot, Game, Good, Illegality, Item, Land, MarkKind, Piece, Scoring,
    Seat, SegmentId, SegmentIndex, SegmentRef, SetupProblem, SpecialEvent, Tally,
};

use crate::{Scene, stronghold};

pub(crate) type Verdict = Result<(), String>;

/// Checks an assertion about a game and the line last played.
pub(crate) fn check(scene: &mut Scene, words: &[&str]) -> Verdict {
    let points = words.iter().position(|&word| word == "scored" || word == "awarded");
    if let Some(at) = points.filter(|_| words[0] != "sequence") {
        return check_points(scene, words, at);
    }
    let game = &scene.game;
    match *words {
        // Turns.
        ["over"] => same("over", &true, &game.is_over()),
        ["not", "over"] => same("over", &false, &game.is_over()),
        ["turn", seat] => same("turn", &seat_named(game, seat)?, &game.turn()),
        ["to-act", who] => same("to act", &who.to_owned(), &actor(game)),
        ["winners", ref seats @ ..] => {
            let outcome = game.outcome().ok_or("the game is not over")?;
            same("winners", &seats_named(game, seats)?, &outcome.winners.iter().collect())
        }
        // Tiles.
        ["drawn", name] => same("drawn", &name.to_owned(), &drawn(game)),
        ["discarded", ref names @ ..] => same("discarded", &owned(names), &discarded(scene)),
        ["tile", cell, name, turn] => check_tile(game, cell, name, turn),
        ["bag", count] => same("tiles in the bag", &number(count)?, &game.bag().left()),
        ["bag", name, count] => {
            let tile = game.board().tiles().find(name).ok_or_else(|| no("tile", name))?;
            same("copies in the bag", &number(count)?, &u32::from(game.bag().count(tile)))
        }
        // Legal actions.
        ["legal", ref tokens @ ..] => {
            same("legal", &sorted(owned(tokens)), &sorted(legal_tokens(game)))
        }
        ["can", ref tokens @ ..] => {
            tokens.iter().try_for_each(|token| check_legal(game, action(game, token)?))
        }
        ["cannot", token, ref why @ ..] => check_refusal(game, token, why),
        ["after", placement, figure, why] => check_figure_after(game, placement, figure, why),
        ["chance", token, ways] => {
            same("chance", &number(ways)?, &chance_of(game, action(game, token)?))
        }
        // Figures.
        ["figures", count] => {
            same("figures on the board", &number(count)?, &(game.board().figures().len() as u32))
        }
        ["figure", spot, seat, kind] => check_figure(game, spot, seat, kind),
        ["empty", spot] => same(
            "a figure there",
            &false,
            &game.board().figure_at(spot_named(game, spot)?).is_some(),
        ),
        ["moved", seat, from, to] => check_moved(scene, seat, from, to),
        ["returned", ref seats @ ..] => {
            let mut returned: Vec<_> = scene.events.iter().filter_map(owner_of_returned).collect();
            returned.sort_unstable();
            same("returned", &seats_named(game, seats)?, &returned)
        }
        ["sequence", ref kinds @ ..] => {
            let happened: Vec<_> = scene.events.iter().filter_map(kind_of_event).collect();
            same("sequence", &owned(kinds), &owned(&happened))
        }
        ["order", ref terrains @ ..] => {
            let scored: Vec<_> = scene.events.iter().filter_map(terrain_of_scored).collect();
            same("order", &owned(terrains), &owned(&scored))
        }
        ["if-over", seat, terrain, points] => {
            let said = (seat_named(game, seat)?, terrain.to_owned(), number(points)?);
            let all = prospects(game);
            if all.contains(&said) { Ok(()) } else { Err(format!("no such points; are: {all:?}")) }
        }
        ["if-over", "nothing"] => same("counted if over", &Vec::new(), &prospects(game)),
        // Features.
        ["feature", site, terrain, ref facts @ ..] => check_feature(game, site, terrain, facts),
        ["same", a, b] => same("one feature", &true, &are_one(game, a, b)?),
        ["apart", a, b] => same("one feature", &false, &are_one(game, a, b)?),
        // Buildings and the wheel.
        ["supply", what, count] => {
            same(what, &count.to_owned(), &common_supply(land(game)?, what)?)
        }
        ["castle", number, "at", city] => check_castle(game, number, city),
        ["barn", number, "at", cell, corner] => check_barn(land(game)?, number, cell, corner),
        ["pig", sector] => {
            let wheel = land(game)?.wheel().ok_or("there is no wheel")?;
            same("pig", &sector, &wheel.pig().name())
        }
        // Players.
        [seat, "has", points] => {
            let seat = seat_named(game, seat)?;
            same("points", &number(points)?, &game.scores()[seat])
        }
        [seat, "supply", count] => check_supply(game, seat, FigureKind::MEEPLE, count),
        [seat, "abbots", count] => check_supply(game, seat, ABBOT, count),
        [seat, "hand", kind, count] => {
            let kind = FigureKind::from_name(kind).ok_or_else(|| no("figure", kind))?;
            check_supply(game, seat, kind, count)
        }
        [seat, "goods", ref counts @ ..] => {
            let traders = land(game)?.traders().ok_or("there are no goods")?;
            let goods = traders.goods(seat_named(game, seat)?);
            let found = Good::ALL.map(|good| goods.count(good).to_string());
            same("goods", &owned(counts), &found.to_vec())
        }
        ["second-turn", state] => {
            let traders = land(game)?.traders().ok_or("there are no builders")?;
            let found = match (traders.earns_second_turn(), traders.is_second_turn()) {
                (false, false) => "none",
                (true, false) => "earned",
                (false, true) => "running",
                (true, true) => "both",
            };
            same("second turn", &state, &found)
        }
        _ => stronghold::check(game, words),
    }
}

/// Checks that a set-up was rejected for exactly these reasons.
pub(crate) fn check_setup_error(problems: &[SetupProblem], kinds: &[&str]) -> Verdict {
    let found: Vec<_> = problems.iter().map(SetupProblem::code).collect();
    same("setup-error", &kinds.to_vec(), &found)
}

/// Checks that an action is legal.
pub(crate) fn check_legal(game: &AnyGame, action: Action) -> Verdict {
    legality(game, action)?.map_err(|why| {
        let token = game.notation().show(action);
        format!("{token}: {why}; legal are {}", legal_tokens(game).join(" "))
    })
}

/// Returns the legal actions as tokens.
pub(crate) fn legal_tokens(game: &AnyGame) -> Vec<String> {
    let mut actions = Vec::new();
    game.legal_actions(&mut actions);
    actions.iter().map(|&action| game.notation().show(action).to_string()).collect()
}

/// Returns the assertion for a scoring event.
pub(crate) fn points_sentence(event: &Event) -> String {
    match event {
        Event::Scored(Scoring { winners, terrain, reason, tally, figures, .. }) => {
            let who: Vec<_> = winners.iter().map(|seat| seat.to_string()).collect();
            let who = if who.is_empty() { "nobody".into() } else { who.join(" ") };
            let (reason, words) = (reason.name(), tally_words(tally));
            let there = Seat::all(Seat::MOST as u8).filter(|&seat| figures[seat] > 0);
            let there: Vec<_> = there.map(|seat| format!("{seat} {}", figures[seat])).collect();
            let (points, by) = (tally.total(), there.join(" "));
            format!("{who} scored {terrain} {points} {reason} = {words} by {by}")
        }
        Event::Awarded(Award { seat, reason, tally }) => {
            let (reason, words) = (reason.name(), tally_words(tally));
            format!("{seat} awarded {reason} {} = {words}", tally.total())
        }
        _ => "an event without points".into(),
    }
}

// --- Points -------------------------------------------------------------------

/// `red blue scored road 4 [REASON] [= 4 tiles x 1] [by red 1 blue 1]`, with the number of all
/// figures there, `red awarded lady 5 [= 3 knights x 1 + 2 ladies x 1]`: points that have not been
/// asserted yet. `scored nothing`: there are no such points left.
fn check_points(scene: &mut Scene, words: &[&str], at: usize) -> Verdict {
    let (who, verb, rest) = (&words[..at], words[at], &words[at + 1..]);
    if words == ["scored", "nothing"] {
        return scene.close();
    }
    let (rest, figures) = match rest.iter().position(|&word| word == "by") {
        Some(by) => (&rest[..by], Some(figures_named(&scene.game, &rest[by + 1..])?)),
        None => (rest, None),
    };
    let (rest, tally) = match rest.iter().position(|&word| word == "=") {
        Some(equals) => (&rest[..equals], Some(rest[equals + 1..].join(" "))),
        None => (rest, None),
    };
    let (what, points, reason) = match *rest {
        [what, points] => (what, points, None),
        [what, points, reason] if verb == "scored" => (what, points, Some(reason)),
        _ => return Err(means_nothing(words)),
    };
    let who = seats_named(&scene.game, who)?;
    let points: i32 = number(points)?;
    let is_worth = |worth: &Tally| {
        worth.total() == points && tally.as_ref().is_none_or(|tally| *tally == tally_words(worth))
    };
    let spoken_of = scene.unspoken.iter().position(|event| match event {
        Event::Scored(scoring) => {
            verb == "scored"
                && scoring.winners.iter().collect::<Vec<_>>() == who
                && scoring.terrain.name() == what
                && reason.is_none_or(|reason| reason == scoring.reason.name())
                && is_worth(&scoring.tally)
                && figures.is_none_or(|figures| figures == scoring.figures)
        }
        Event::Awarded(award) => {
            verb == "awarded"
                && who == [award.seat]
                && award.reason.name() == what
                && is_worth(&award.tally)
        }
        _ => false,
    });
    match spoken_of {
        Some(at) => {
            scene.unspoken.remove(at);
            Ok(())
        }
        None => {
            let said: Vec<_> = scene.unspoken.iter().map(points_sentence).collect();
            Err(format!("no such points; there are: [{}]", said.join(", ")))
        }
    }
}

/// Reads the number of figures of some players.
fn figures_named(game: &AnyGame, words: &[&str]) -> Result<BySeat<u8>, String> {
    let mut figures = BySeat::splat(0);
    for pair in words.chunks(2) {
        let [colour, count] = *pair else { return Err(means_nothing(words)) };
        figures[seat_named(game, colour)?] = number(count)?;
    }
    Ok(figures)
}

fn tally_words(tally: &Tally) -> String {
    let terms: Vec<_> = tally
        .terms()
        .map(|term| {
            let plural = match (term.count, term.item) {
                (1, item) => item.name(),
                (_, Item::City) => "cities",
                (_, Item::Shield) => "shields",
                (_, Item::Tile) => "tiles",
                (_, Item::Market) => "markets",
                (_, Item::EmptyCell) => "empty-cells",
                (_, Item::Bridge) => "bridges",
                (_, Item::Knight) => "knights",
                (_, Item::Lady) => "ladies",
                (_, Item::Farmer) => "farmers",
                (_, Item::Monk) => "monks",
                (_, item) => item.name(),
            };
            format!("{} {plural} x {}", term.count, term.each)
        })
        .collect();
    if terms.is_empty() { "nothing".into() } else { terms.join(" + ") }
}

// --- Tiles and turns ------------------------------------------------------------

fn actor(game: &AnyGame) -> String {
    match game.to_act() {
        Actor::Seat(seat) => seat.to_string(),
        Actor::Chance => "chance".into(),
        Actor::Nobody => "nobody".into(),
    }
}

fn drawn(game: &AnyGame) -> String {
    game.drawn().map_or("nothing".into(), |tile| game.board().tiles().kind(tile).name.to_string())
}

fn discarded(scene: &Scene) -> Vec<String> {
    let tiles = scene.game.board().tiles();
    let name = |event: &Event| match event {
        Event::TileDiscarded { tile } => Some(tiles.kind(*tile).name.to_string()),
        _ => None,
    };
    let names: Vec<_> = scene.events.iter().filter_map(name).collect();
    if names.is_empty() { vec!["nothing".into()] } else { names }
}

/// `tile CELL NAME TURN`, with the axis of its bridge if it has one: `r0-`.
fn check_tile(game: &AnyGame, cell: &str, name: &str, turn: &str) -> Verdict {
    let site = site(&format!("{cell}.0"))?;
    let tile = game.board().tile_at(site.cell).ok_or_else(|| format!("{cell} is empty"))?;
    let bridge = tile.bridge.map_or(String::new(), |axis| axis.symbol().to_string());
    let lies = format!("{} {}{bridge}", game.board().kind_of(tile).name, tile.rotation);
    same("tile", &format!("{name} {turn}"), &lies)
}

/// Returns whether an action is legal, according to `check` and to the list of legal actions, which
/// must agree.
fn legality(game: &AnyGame, action: Action) -> Result<Result<(), Illegality>, String> {
    let answer = game.check(action);
    let mut legal = Vec::new();
    game.legal_actions(&mut legal);
    if answer.is_ok() == legal.contains(&action) {
        return Ok(answer);
    }
    let token = game.notation().show(action);
    Err(format!("{token}: asked, it says {answer:?}; listed are {}", legal_tokens(game).join(" ")))
}

/// `cannot TOKEN CODE`; for a side that clashes also `cannot TOKEN edge-clash N`, for an equivalent
/// rotation `cannot TOKEN same-as r0`.
fn check_refusal(game: &AnyGame, token: &str, why: &[&str]) -> Verdict {
    let Err(refusal) = legality(game, action(game, token)?)? else {
        return Err(format!("{token} is legal"));
    };
    let detail = match refusal {
        Illegality::EdgeClash(edge) => edge.letter().to_string(),
        Illegality::SameAs(rotation) => rotation.to_string(),
        _ => String::new(),
    };
    match *why {
        [code] => same("refusal", &code, &refusal.code()),
        [code, more] => same("refusal", &(code, more), &(refusal.code(), detail.as_str())),
        _ => Err("a refusal has one reason".into()),
    }
}

/// `after PLACEMENT FIGURE CODE`: why a figure could not be placed once the drawn tile is laid
/// so; `fine` if it could.
fn check_figure_after(game: &AnyGame, placement: &str, figure: &str, why: &str) -> Verdict {
    let Action::Deploy { figure, target } = action(game, figure)? else {
        return Err(no("figure", figure));
    };
    let refusal = game.figure_refusal(action(game, placement)?, figure, target);
    same("refusal", &why, &refusal.map_or("fine", Illegality::code))
}

/// Number of equally likely ways that lead to an action of chance.
fn chance_of(game: &AnyGame, action: Action) -> u32 {
    game.chances().filter(|(other, _)| *other == action).map(|(_, ways)| ways).sum()
}

// --- Figures and features ---------------------------------------------------------

fn check_supply(game: &AnyGame, seat: &str, kind: FigureKind, count: &str) -> Verdict {
    let hand = game.hands()[seat_named(game, seat)?];
    same(kind.name(), &number(count)?, &u32::from(hand[kind]))
}

fn check_figure(game: &AnyGame, at: &str, seat: &str, kind: &str) -> Verdict {
    let spot = spot_named(game, at)?;
    let figure =
        game.board().figure_at(spot).ok_or_else(|| format!("there is no figure on {at}"))?;
    let (owner, name) = (figure.seat.to_string(), figure.kind.name());
    same("figure", &(seat, kind), &(owner.as_str(), name))
}

/// `moved SEAT FROM TO`: exactly one figure moved.
fn check_moved(scene: &Scene, seat: &str, from: &str, to: &str) -> Verdict {
    let moves = scene.events.iter().filter_map(|event| match event {
        Event::FigureMoved { seat, from, to, .. } => Some(format!("{seat} {from} {to}")),
        _ => None,
    });
    same("moved", &vec![format!("{seat} {from} {to}")], &moves.collect())
}

fn owner_of_returned(event: &Event) -> Option<Seat> {
    if let Event::FigureReturned { seat, .. } = event { Some(*seat) } else { None }
}

fn terrain_of_scored(event: &Event) -> Option<&'static str> {
    if let Event::Scored(scoring) = event { Some(scoring.terrain.name()) } else { None }
}

/// Points of each player for each feature if the game ended now.
fn prospects(game: &AnyGame) -> Vec<(Seat, String, i32)> {
    let mut all = Vec::new();
    game.prospects(|scoring| {
        let entry = |seat| (seat, scoring.terrain.name().to_owned(), scoring.tally.total());
        all.extend(scoring.winners.iter().map(entry));
    });
    all
}

fn kind_of_event(event: &Event) -> Option<&'static str> {
    match event {
        Event::TileDrawn { .. } => Some("drawn"),
        Event::TileDiscarded { .. } => Some("discarded"),
        Event::TilePlaced { .. } => Some("laid"),
        Event::FigurePlaced { .. } => Some("placed"),
        Event::FigureReturned { .. } => Some("returned"),
        Event::FigureMoved { .. } => Some("moved"),
        Event::PieceBuilt { piece: Piece { kind: CASTLE, .. }, .. } => Some("castle"),
        Event::PieceBuilt { piece: Piece { kind: BARN, .. }, .. } => Some("barn"),
        Event::Special(SpecialEvent::PigMoved { .. }) => Some("pig"),
        Event::Special(SpecialEvent::GoodsTaken { .. }) => Some("goods"),
        Event::Special(SpecialEvent::SecondTurn { .. }) => Some("second"),
        Event::Scored(_) => Some("scored"),
        Event::Awarded(_) => Some("awarded"),
        Event::TokenTaken { .. } => Some("taken"),
        Event::TokenRevealed { .. } => Some("revealed"),
        Event::TokenUsed { .. } => Some("used"),
        Event::KeepMoved { .. } => Some("keep"),
        Event::TurnBegan { .. } => Some("turn"),
        Event::GameEnded { .. } => Some("end"),
        Event::PieceBuilt { .. } => None,
    }
}

/// Returns the kind of mark whose name in the plural is `word`.
fn mark_named(word: &str) -> Option<MarkKind> {
    word.strip_suffix('s').and_then(MarkKind::from_name)
}

/// `feature SITE TERRAIN` with any of `tiles N`, `shields N`, `wells N`, `markets N`, `cities N`,
/// `worth N` (points as it stands), `finished N` (points if one more tile completed it),
/// `COLOUR N` (figures), `open`, `complete`.
fn check_feature(game: &AnyGame, at: &str, terrain: &str, facts: &[&str]) -> Verdict {
    let (board, segment) = (game.board(), segment(game, at)?);
    let feature = board.feature(segment);
    same("terrain", &terrain, &feature.terrain.name())?;
    let mut facts = facts.iter();
    while let Some(&fact) = facts.next() {
        let mut count = || facts.next().map_or(Err(format!("{fact}: how many?")), |n| number(n));
        match fact {
            "open" => same("complete", &false, &feature.is_complete())?,
            "complete" => same("complete", &true, &feature.is_complete())?,
            "tiles" => same("tiles", &count()?, &feature.size())?,
            marks if mark_named(marks).is_some() => {
                let found = mark_named(marks).map_or(0, |mark| feature.count(mark));
                same(fact, &count()?, &found)?;
            }
            "cities" => same("cities", &count()?, &board.complete_cities(feature))?,
            "worth" => same("worth", &count()?, &(game.worth(segment).total() as u32))?,
            "finished" => {
                let tally = game.worth_complete(segment, 1).ok_or("it is never completed")?;
                same("finished", &count()?, &(tally.total() as u32))?;
            }
            colour => {
                let seat = seat_named(game, colour)?;
                same(colour, &count()?, &u32::from(feature.strength[seat]))?;
            }
        }
    }
    Ok(())
}

pub(crate) fn are_one(game: &AnyGame, a: &str, b: &str) -> Result<bool, String> {
    let board = game.board();
    Ok(board.root(segment(game, a)?) == board.root(segment(game, b)?))
}

// --- Buildings --------------------------------------------------------------------

fn land(game: &AnyGame) -> Result<&Land, String> {
    match game {
        AnyGame::Land(land) => Ok(land),
        AnyGame::Stronghold(_) => Err("the sentence is about the Land family".into()),
    }
}

/// Returns the number left in the common supply, or `none` if the game does not have such pieces.
fn common_supply(land: &Land, what: &str) -> Result<String, String> {
    let left = match what {
        "bridges" => land.bridges().map(Bridges::left),
        "castles" => land.castles().map(|castles| castles.left()),
        "barns" => land.barns().map(|barns| barns.left()),
        _ => return Err(no("common supply of", what)),
    };
    Ok(left.map_or("none".into(), |left| left.to_string()))
}

/// `castle NUMBER at SITE`, where the site is any segment of its city.
fn check_castle(game: &AnyGame, castle: &str, city: &str) -> Verdict {
    let sites: Vec<_> = land(game)?.castles().into_iter().flat_map(Castles::sites).collect();
    let site = sites.get(number::<usize>(castle)?).ok_or_else(|| no("castle", castle))?;
    same("on that city", &true, &are_one(game, &site.to_string(), city)?)
}

/// `barn NUMBER at CELL CORNER`.
fn check_barn(land: &Land, barn: &str, cell: &str, corner: &str) -> Verdict {
    let points: Vec<_> = land.barns().into_iter().flat_map(Barns::points).collect();
    let (at, letters) = points.get(number::<usize>(barn)?).ok_or_else(|| no("barn", barn))?;
    same("barn", &format!("{cell} {corner}"), &format!("{at} {}", letters.letters()))
}

// --- Words ------------------------------------------------------------------------

pub(crate) fn same<T: PartialEq + std::fmt::Debug>(what: &str, said: &T, is: &T) -> Verdict {
    if said == is { Ok(()) } else { Err(format!("{what}: said {said:?}, is {is:?}")) }
}

pub(crate) fn means_nothing(words: &[&str]) -> String {
    format!("a sentence that means nothing: {}", words.join(" "))
}

fn no(what: &str, word: &str) -> String {
    format!("there is no {what} '{word}'")
}

pub(crate) fn number<N: std::str::FromStr>(word: &str) -> Result<N, String> {
    word.parse().map_err(|_| format!("'{word}' is not a number"))
}

fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|&word| word.to_owned()).collect()
}

fn sorted(mut words: Vec<String>) -> Vec<String> {
    words.sort_unstable();
    words
}

fn action(game: &AnyGame, token: &str) -> Result<Action, String> {
    game.notation().parse(token).map_err(|bad| bad.to_string())
}

pub(crate) fn seat_named(game: &AnyGame, colour: &str) -> Result<Seat, String> {
    let mut seats = Seat::all(game.seats());
    seats.find(|seat| seat.to_string() == colour).ok_or_else(|| no("player", colour))
}

/// Returns seats in table order; `nobody` is the empty list.
fn seats_named(game: &AnyGame, colours: &[&str]) -> Result<Vec<Seat>, String> {
    if colours == ["nobody"] {
        return Ok(Vec::new());
    }
    let mut seats = Vec::new();
    for colour in colours {
        seats.push(seat_named(game, colour)?);
    }
    seats.sort_unstable();
    Ok(seats)
}

/// Parses a site, or `c0`, `b0`, `k0` for a castle, a barn, a crown space.
fn spot_named(game: &AnyGame, word: &str) -> Result<FigureSpot, String> {
    match action(game, &format!("R{word}")) {
        Ok(Action::Recall(spot)) => Ok(spot),
        Ok(_) | Err(_) => Err(no("spot", word)),
    }
}

fn site(word: &str) -> Result<SegmentRef, String> {
    let read = || {
        let (cell, slot) = word.split_once('.')?;
        let (x, y) = cell.split_once(',')?;
        let cell = Cell::new(x.parse().ok()?, y.parse().ok()?);
        Some(SegmentRef { cell, slot: SegmentIndex(slot.parse().ok()?) })
    };
    read().ok_or_else(|| no("site", word))
}

fn segment(game: &AnyGame, word: &str) -> Result<SegmentId, String> {
    game.board().segment_at(site(word)?).ok_or_else(|| no("segment", word))
}
