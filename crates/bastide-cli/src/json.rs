//! Games and events as JSON. Names are those of the rules; actions and places are written as in
//! records.

use bastide::{
    Actor, AnyGame, Axis, BySeat, Event, Figure, FigureKind, FigureSpot, Game, Piece,
    PieceLocation, Scoring, Seat, SeatSet, Stronghold, Tally,
};
use serde_json::{Map, Value, json};

use crate::{family, words};

/// Returns the state of a game, without a picture of its board.
pub(crate) fn state(game: &AnyGame) -> Value {
    let tiles = game.board().tiles();
    let laid: Vec<Value> = game
        .board()
        .laid()
        .iter()
        .map(|laid| {
            json!({
                "tile": tiles.kind(laid.kind).name,
                "cell": laid.cell.to_string(),
                "rotation": laid.rotation.quarter_turns(),
                "bridge": bridge(laid.bridge),
            })
        })
        .collect();
    let figures: Vec<Value> = game.board().figures().iter().map(|f| figure(f, game)).collect();
    let mut value = json!({
        "turn": game.turn().to_string(),
        "to_act": actor(game.to_act()),
        "drawn": game.drawn().map(|tile| &tiles.kind(tile).name),
        "tiles_left": game.bag().left(),
        "scores": by_seat(game.scores(), game.seats()),
        "supplies": supplies(game),
        "laid": laid,
        "figures": figures,
    });
    add_extras(game, &mut value);
    value
}

/// Adds the parts that only some games have.
fn add_extras(game: &AnyGame, value: &mut Value) {
    if let Some(stronghold) = family::stronghold(game) {
        add_siege(stronghold, value);
    }
    let Some(land) = family::land(game) else { return };
    if let Some(bridges) = land.bridges() {
        value["bridges"] = json!({ "left": bridges.left() });
    }
    if let Some(castles) = land.castles() {
        let built: Vec<String> = castles.sites().map(|site| site.to_string()).collect();
        value["castles"] = json!({ "left": castles.left(), "built": built });
    }
    if let Some(barns) = land.barns() {
        let built = barns
            .points()
            .map(|(cell, corner)| json!({ "cell": cell.to_string(), "corner": corner.letters() }));
        value["barns"] = json!({ "left": barns.left(), "built": built.collect::<Vec<_>>() });
    }
    if let Some(pig) = family::pig(game) {
        value["pig"] = json!(pig.name());
    }
}

/// Adds the wall, tokens and keeps.
fn add_siege(game: &Stronghold, value: &mut Value) {
    let corners = game.wall().corners().iter().enumerate().map(|(at, corner)| {
        json!({
            "at": corner.vertex.to_string(),
            "spaces": corner.spaces,
            "token": game.has_token(at as u8),
        })
    });
    value["corners"] = corners.collect();
    let each = |of: &dyn Fn(Seat) -> Value| {
        Value::Object(Seat::all(game.seats()).map(|seat| (seat.to_string(), of(seat))).collect())
    };
    value["spaces"] = each(&|seat| json!(game.space(seat)));
    value["tokens"] = each(&|seat| {
        let purse = game.purse(seat);
        let tokens = purse.iter().map(|(token, held)| {
            json!({ "token": token.kind(), "held": held, "usable": purse.usable(token) })
        });
        tokens.collect()
    });
    value["keeps"] = each(&|seat| match game.keep(seat) {
        Some(keep) => json!({ "site": keep.site.to_string(), "size": keep.size }),
        None => Value::Null,
    });
    value["largest_gap"] = json!(game.largest_gap());
    value["revealing"] = json!(game.revealing().map(|seat| seat.to_string()));
}

fn bridge(axis: Option<Axis>) -> Value {
    axis.map_or(Value::Null, |axis| json!(axis.symbol()))
}

/// Returns the actor to move.
pub(crate) fn actor(actor: Actor) -> Value {
    match actor {
        Actor::Seat(seat) => json!(seat.to_string()),
        Actor::Chance => json!("chance"),
        Actor::Nobody => Value::Null,
    }
}

/// Returns a number for each seat, by colour.
pub(crate) fn by_seat(numbers: &BySeat<i32>, seats: u8) -> Value {
    let entry = |(seat, number): (Seat, &i32)| (seat.to_string(), json!(number));
    Value::Object(numbers.iter(seats).map(entry).collect())
}

fn supplies(game: &AnyGame) -> Value {
    let hands = game.hands().iter(game.seats()).map(|(seat, hand)| {
        let kinds = FigureKind::ALL.into_iter().map(|kind| (kind.name().into(), json!(hand[kind])));
        (seat.to_string(), Value::Object(kinds.collect()))
    });
    Value::Object(hands.collect())
}

fn figure(figure: &Figure, game: &AnyGame) -> Value {
    let role = words::role_at(game, figure.kind, figure.spot);
    json!({
        "seat": figure.seat.to_string(),
        "figure": figure.kind.name(),
        "role": role,
        "spot": spot(figure.spot),
    })
}

fn spot(spot: FigureSpot) -> Value {
    json!(spot.to_string())
}

fn seats(seats: SeatSet) -> Vec<String> {
    seats.iter().map(|seat| seat.to_string()).collect()
}

/// Returns an event. `game` is the state after the action that caused it.
pub(crate) fn event(event: &Event, game: &AnyGame) -> Value {
    let name = |tile| &game.board().tiles().kind(tile).name;
    match *event {
        Event::TileDrawn { seat, tile } => {
            json!({ "event": "tile-drawn", "seat": seat.to_string(), "tile": name(tile) })
        }
        Event::TileDiscarded { tile } => {
            json!({ "event": "tile-discarded", "tile": name(tile) })
        }
        Event::TilePlaced { seat, tile, cell, rotation, bridge: axis } => json!({
            "event": "tile-placed",
            "seat": seat.to_string(),
            "tile": name(tile),
            "cell": cell.to_string(),
            "rotation": rotation.quarter_turns(),
            "bridge": bridge(axis),
        }),
        Event::FigurePlaced { seat, figure, spot: at } => json!({
            "event": "figure-placed",
            "seat": seat.to_string(),
            "figure": figure.name(),
            "spot": spot(at),
        }),
        Event::FigureReturned { seat, figure, spot: at } => json!({
            "event": "figure-returned",
            "seat": seat.to_string(),
            "figure": figure.name(),
            "spot": spot(at),
        }),
        Event::FigureMoved { seat, figure, from, to } => json!({
            "event": "figure-moved",
            "seat": seat.to_string(),
            "figure": figure.name(),
            "from": spot(from),
            "to": spot(to),
        }),
        Event::PieceBuilt { seat, piece: Piece { kind, number, location } } => {
            let mut built = json!({
                "event": format!("{}-built", kind.name()),
                "seat": seat.to_string(),
                kind.name(): number,
            });
            match location {
                PieceLocation::Segment(site) => built["site"] = site.to_string().into(),
                PieceLocation::Corner(cell, corner) => {
                    built["cell"] = cell.to_string().into();
                    built["corner"] = corner.letters().into();
                }
            }
            built
        }
        Event::PigMoved { sector } => json!({ "event": "pig-moved", "sector": sector.name() }),
        Event::Awarded(award) => json!({
            "event": "awarded",
            "seat": award.seat.to_string(),
            "reason": award.reason.name(),
            "points": award.tally.total(),
            "terms": terms(&award.tally),
        }),
        Event::Scored(ref scoring) => {
            let mut value = self::scoring(scoring);
            value["event"] = json!("scored");
            value
        }
        Event::TurnBegan { seat } => json!({ "event": "turn-began", "seat": seat.to_string() }),
        Event::GameEnded { winners } => {
            json!({ "event": "game-ended", "winners": seats(winners) })
        }
        Event::TokenTaken { seat, corner } => json!({
            "event": "token-taken",
            "seat": seat.to_string(),
            "corner": corner,
        }),
        Event::TokenRevealed { seat, token } => json!({
            "event": "token-revealed",
            "seat": seat.to_string(),
            "token": token.kind(),
        }),
        Event::TokenUsed { seat, token, on } => json!({
            "event": "token-used",
            "seat": seat.to_string(),
            "token": token.kind(),
            "on": on.map(|site| site.to_string()),
        }),
        Event::KeepMoved { seat, site, size } => json!({
            "event": "keep-moved",
            "seat": seat.to_string(),
            "site": site.to_string(),
            "size": size,
        }),
        // Events of future games have no name yet.
        _ => json!({ "event": "unknown" }),
    }
}

fn terms(tally: &Tally) -> Vec<Value> {
    let term = |term: bastide::Term| json!({ "item": term.item.name(), "count": term.count, "each": term.each });
    tally.terms().map(term).collect()
}

/// Returns a scoring: points and reason.
pub(crate) fn scoring(scoring: &Scoring) -> Value {
    let figures: Map<String, Value> = Seat::all(Seat::MOST as u8)
        .filter(|&seat| scoring.figures[seat] > 0)
        .map(|seat| (seat.to_string(), json!(scoring.figures[seat])))
        .collect();
    json!({
        "terrain": scoring.terrain.name(),
        "site": scoring.site.to_string(),
        "reason": scoring.reason.name(),
        "points": scoring.tally.total(),
        "terms": terms(&scoring.tally),
        "figures": figures,
        "winners": seats(scoring.winners),
    })
}
