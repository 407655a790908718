//! Games of Bastide in the formats of other programs, with the tables in `docs/import.md`.

use bastide::{
    Action, Actor, AnyGame, Cell, Edge, FigureKind, FigureSpot, Game, Port, PortSet, Rotation,
    Seat, SegmentIndex, Target, Terrain, TileId, TileKind,
};
use bastide_host::{Dice, Record};
use serde_json::{Value, json};

const DOCUMENT: &str = include_str!("../../../../docs/import.md");

/// Returns the cells of the rows of the table with these headings.
fn table(headings: &str) -> Vec<Vec<&'static str>> {
    let (_, rest) = DOCUMENT.split_once(headings).expect("a table");
    let rows = rest.lines().skip(2).take_while(|line| line.starts_with('|'));
    rows.map(|row| row.trim_matches('|').split('|').map(str::trim).collect()).collect()
}

/// A row of the table of Board Game Arena.
struct ArenaTile {
    tile: &'static str,
    turn: u8,
    /// Position and slot.
    places: Vec<(u8, u8)>,
}

fn arena_tiles() -> Vec<ArenaTile> {
    let number = |text: &str| text.parse().expect("a number");
    let rows = table("| type | tile | turn | position of a figure → slot |");
    assert_eq!(rows.len(), 24);
    let read = |row: Vec<&'static str>| {
        let place = |pair: &str| {
            let (position, slot) = pair.split_once('→').expect("a pair");
            (number(position), number(slot))
        };
        let places = row[3].split(' ').map(place).collect();
        ArenaTile { tile: row[1], turn: number(row[2]), places }
    };
    rows.into_iter().map(read).collect()
}

/// Returns the name of a tile without its garden.
fn plain(kind: &TileKind) -> &str {
    kind.name.trim_end_matches('g')
}

/// Returns a random rotation in which a tile looks the same.
fn equivalent(kind: &TileKind, rotation: Rotation, dice: &mut Dice) -> Rotation {
    let same = |other: &Rotation| kind.canonical(*other) == rotation;
    dice.pick(&Rotation::ALL.into_iter().filter(same).collect::<Vec<_>>())
}

fn minus(a: Rotation, b: u8) -> u8 {
    (a.quarter_turns() + 4 - b % 4) % 4
}

/// A turn of a record: all tiles drawn, the last of which is placed, and the figure.
struct Turn {
    seat: Seat,
    discards: Vec<TileId>,
    placed: Option<(TileId, Cell, Rotation)>,
    step: Option<Action>,
}

fn turns(record: &Record) -> (AnyGame, Vec<Turn>) {
    let mut game = record.start();
    let start = game.clone();
    let new =
        |game: &AnyGame| Turn { seat: game.turn(), discards: Vec::new(), placed: None, step: None };
    let mut all = Vec::new();
    let mut turn = new(&game);
    for &action in record.actions() {
        match action {
            Action::Draw(tile) => turn.discards.push(tile),
            Action::Place { cell, rotation, .. } => {
                let tile = turn.discards.pop().expect("a tile was drawn");
                turn.placed = Some((tile, cell, rotation));
            }
            other => turn.step = Some(other),
        }
        game.play_unchecked(action);
        let is_over = turn.placed.is_some() && !matches!(game.to_act(), Actor::Seat(_));
        if is_over {
            all.push(core::mem::replace(&mut turn, new(&game)));
        }
    }
    if !turn.discards.is_empty() || turn.placed.is_some() {
        all.push(turn);
    }
    (start, all)
}

/// Returns a log of Board Game Arena.
pub(crate) fn arena(record: &Record, dice: &mut Dice) -> Value {
    let tiles = arena_tiles();
    let (game, turns) = turns(record);
    let set = game.board().tiles();
    let of_type = |id: TileId| {
        let name = plain(set.kind(id));
        1 + tiles.iter().position(|row| row.tile == name).expect("a base tile")
    };
    // Tiles are numbered by type; the first of type 15 is the start tile.
    let count = |row: &ArenaTile| -> usize {
        let kinds = set.kinds.iter().filter(|kind| plain(kind) == row.tile);
        kinds.map(|kind| usize::from(kind.count)).sum()
    };
    let mut next: Vec<usize> = Vec::new();
    let mut first = 1;
    for row in &tiles {
        next.push(first + usize::from(row.tile == "D"));
        first += count(row);
    }
    let mut number = |of_type: usize| {
        next[of_type - 1] += 1;
        next[of_type - 1] - 1
    };
    // Numbers are written as numbers or as texts.
    let int = |value: i64, dice: &mut Dice| match dice.below(2) {
        0 => json!(value),
        _ => json!(value.to_string()),
    };
    let player = |seat: Seat| json!((100 + seat.index()).to_string());
    let name = |seat: Seat| json!(record.player(seat).unwrap_or_default());
    let mut packets = vec![json!({ "data": [{ "type": "gameStateChange", "args": [] }] })];
    for turn in &turns {
        let mut events = vec![json!({
            "type": "newActivePlayer", "args": { "player_id": player(turn.seat) },
        })];
        let draw = |id: TileId, number: usize| {
            let args = json!({ "id": number.to_string(), "type": of_type(id).to_string() });
            json!({ "type": "pickTile", "args": args })
        };
        for &id in &turn.discards {
            let number = number(of_type(id));
            events.push(draw(id, number));
            // The last tile drawn may still be in play.
            if turn.placed.is_some() || record.game().drawn() != Some(id) {
                events.push(json!({ "type": "cantPlay", "args": { "tile_id": number } }));
            }
        }
        if let Some((id, cell, rotation)) = turn.placed {
            let (kind, of_type) = (set.kind(id), of_type(id));
            let (row, number) = (&tiles[of_type - 1], number(of_type));
            let written = equivalent(kind, rotation, dice);
            events.push(draw(id, number));
            let args = json!({
                "id": number,
                "type": int(of_type as i64, dice),
                "x": int(cell.x.into(), dice),
                "y": int(cell.y.into(), dice),
                "ori": int(i64::from(minus(written, row.turn)) + 1, dice),
                "player_id": player(turn.seat),
                "player_name": name(turn.seat),
            });
            let args = if dice.below(4) == 0 { json!([args]) } else { args };
            events.push(json!({ "type": "playTile", "args": args }));
            if let Some(Action::Deploy { target: Target::Segment(slot), .. }) = turn.step {
                let slot = kind.slot_as_turned(slot, rotation, written).expect("the same tile");
                let place = row.places.iter().find(|(_, own)| *own == slot.0);
                let pos = place.expect("a place for every segment").0;
                let args = json!({ "id": number, "pos": int(pos.into(), dice) });
                events.push(json!({ "type": "playPartisan", "args": args }));
            }
        }
        packets.push(json!({ "data": events }));
    }
    if let Some(scores) = record.result() {
        let win = |(index, points): (usize, &i32)| {
            let args = json!({ "player_id": (100 + index).to_string(), "points": points });
            json!({ "type": "winPoints", "args": args })
        };
        let events: Vec<Value> = scores.iter().enumerate().map(win).collect();
        packets.push(json!({ "data": events }));
    }
    let key = if dice.below(2) == 0 { "logs" } else { "data" };
    json!({ "status": 1, "data": { key: packets } })
}

/// Returns a link of CarcassonneLab.
pub(crate) fn lab(record: &Record, dice: &mut Dice) -> String {
    const STACK: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const MOVES: &[u8] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    let tiles = arena_tiles();
    let (game, turns) = turns(record);
    let set = game.board().tiles();
    let of_type = |id: TileId| {
        let name = plain(set.kind(id));
        tiles.iter().position(|row| row.tile == name).expect("a base tile")
    };
    let (mut stack, mut moves, mut cursor) = (vec![14], String::new(), "0".to_owned());
    for (index, turn) in turns.iter().enumerate() {
        for &id in &turn.discards {
            stack.push(of_type(id));
            cursor += &format!(".{index}");
        }
        let Some((id, cell, rotation)) = turn.placed else { continue };
        stack.push(of_type(id));
        let (kind, row) = (set.kind(id), &tiles[of_type(id)]);
        let written = equivalent(kind, rotation, dice);
        let pos = match turn.step {
            Some(Action::Deploy { target: Target::Segment(slot), .. }) => {
                let slot = kind.slot_as_turned(slot, rotation, written).expect("the same tile");
                row.places.iter().find(|(_, own)| *own == slot.0).expect("a place").0
            }
            _ => 0,
        };
        let turned = usize::from(minus(written, row.turn))
            + if cell.x < 0 { 16 } else { 0 }
            + if cell.y < 0 { 32 } else { 0 };
        let sizes = [cell.x.unsigned_abs().into(), cell.y.unsigned_abs().into(), turned];
        moves.extend(sizes.map(|at: usize| char::from(MOVES[at])));
        moves += &pos.to_string();
    }
    let end = record.game();
    for (id, _) in set.iter() {
        stack.extend((0..end.bag().count(id)).map(|_| of_type(id)));
    }
    // From base 24 to base 64.
    let mut digits = Vec::new();
    while stack.iter().any(|&digit| digit > 0) {
        let mut rest = 0;
        for digit in &mut stack {
            (*digit, rest) = ((rest * 24 + *digit) / 64, (rest * 24 + *digit) % 64);
        }
        digits.push(char::from(STACK[rest]));
    }
    let stack: String = digits.iter().rev().collect();
    let names = Seat::all(record.setup().seats)
        .map(|seat| record.player(seat).unwrap_or_default().replace(' ', "%20"));
    let names = names.collect::<Vec<_>>().join(",");
    format!("https://www.carcassonnelab.com/#/0/{cursor}/{stack}/{moves}?players={names}")
}

/// Returns a saved game of JCloisterZone, on a board that is rotated and shifted.
pub(crate) fn saved(record: &Record, dice: &mut Dice) -> Value {
    let rows = table("| name | sides | tile |");
    assert!(rows.len() > 40, "{}", rows.len());
    let (game, turns) = turns(record);
    let set = game.board().tiles();
    let rules = record.setup().rules.to_string();
    let has = |word| rules.split(',').any(|own| own == word);
    // The second edition has gardens.
    let has_gardens = has("abbot") || dice.below(2) == 0;
    let edition = if has_gardens { 2 } else { 1 };
    let by = dice.pick(&Rotation::ALL);
    let (dx, dy) = (dice.below(40) as i32 - 20, dice.below(40) as i32 - 20);
    let position = |cell: Cell| {
        let cell = cell.turned(by);
        json!([i32::from(cell.x) + dx, i32::from(cell.y) + dy])
    };
    let name = |kind: &TileKind| {
        let bend = if &*kind.name == "RJ" { "RG" } else { plain(kind) };
        let own = if has_gardens { &*kind.name } else { bend };
        let row = rows.iter().find(|row| row[2] == own).expect("a name");
        (row[0], turn(kind, row[1]))
    };
    let start = game.board().laid()[0];
    let (start_name, start_turn) = name(game.board().kind_of(&start));
    let Value::Array(at) = position(start.cell) else { unreachable!("a list") };
    let mut sets = json!({ format!("basic:{edition}"): 1 });
    if has("river") {
        sets[format!("river/1:{edition}")] = json!(1);
    }
    let mut elements = json!({ "small-follower": 7 });
    for (word, element) in [("fields", "farmers"), ("abbot", "abbot")] {
        if has(word) {
            elements[element] = json!(true);
        }
    }
    let mut replay = Vec::new();
    for turn in &turns {
        let player = turn.seat.index();
        let mut push = |kind: &str, payload: Value| {
            replay.push(json!({ "type": kind, "payload": payload, "player": player }));
        };
        let Some((id, cell, rotation)) = turn.placed else { continue };
        let kind = set.kind(id);
        let (name, offset) = name(kind);
        let written = equivalent(kind, rotation, dice).then(by);
        let quarter_turns = u32::from(minus(written, offset));
        push(
            "PLACE_TILE",
            json!({
                "tileId": name, "rotation": format!("R{}", 90 * quarter_turns), "position": position(cell),
            }),
        );
        let meeple = |figure: FigureKind| {
            let word = if figure == FigureKind::MEEPLE { "small" } else { "abbot" };
            format!("{player}.{word}.1")
        };
        match turn.step {
            Some(Action::Deploy { figure, target: Target::Segment(slot) }) => {
                let location = location(kind, slot, rotation.then(by));
                push(
                    "DEPLOY_MEEPLE",
                    json!({
                        "pointer": { "position": position(cell), "location": location },
                        "meepleId": meeple(figure),
                    }),
                );
            }
            Some(Action::Recall(FigureSpot::Segment(site))) => {
                let place = json!({ "position": position(site.cell), "location": "I" });
                let abbot = meeple(FigureKind::claiming(Terrain::Garden));
                push(
                    "RETURN_MEEPLE",
                    json!({
                        "pointer": { "featurePointer": place, "meepleId": abbot },
                        "source": "ABBOT_RETURN",
                    }),
                );
            }
            Some(Action::Pass) => push("PASS", json!({})),
            _ => {}
        }
        push("COMMIT", json!({ "random": 0.5 }));
    }
    let players: Vec<Value> = Seat::all(record.setup().seats)
        .map(|seat| json!({ "name": record.player(seat), "slot": seat.index() }))
        .collect();
    json!({
        "appVersion": "5.7.0",
        "initialRandom": 0.25,
        "setup": {
            "sets": sets,
            "elements": elements,
            "rules": { "tiny-city-scoring": "4" },
            "start": [{
                "tile": start_name,
                "x": at[0],
                "y": at[1],
                "rotation": minus(by, start_turn),
            }],
        },
        "players": players,
        "replay": replay,
        "gameAnnotations": {},
    })
}

/// Returns the quarter turns with which a tile has the given sides.
fn turn(kind: &TileKind, sides: &str) -> u8 {
    let letter = |terrain| match terrain {
        Some(Terrain::City) => 'C',
        Some(Terrain::Road) => 'R',
        Some(Terrain::Field) => 'F',
        _ => 'I',
    };
    let has = |turn: &Rotation| {
        Edge::ALL.into_iter().map(|edge| letter(kind.side(*turn, edge))).eq(sides.chars())
    };
    Rotation::ALL.into_iter().find(has).expect("a rotation with these sides").quarter_turns()
}

/// Returns the name of a segment as it lies on the board.
fn location(kind: &TileKind, slot: SegmentIndex, rotation: Rotation) -> String {
    let segment = kind.segment(slot);
    let ports: PortSet = segment.ports.turned(rotation);
    let middle = |edge: &Edge| ports.contains(Port::middle(*edge));
    match segment.terrain {
        Terrain::Road | Terrain::City => {
            let order = [Edge::North, Edge::West, Edge::South, Edge::East];
            let sides: String = order.into_iter().filter(middle).map(Edge::letter).collect();
            let missing = order.into_iter().find(|edge| !middle(edge)).map(Edge::letter);
            match (sides.len(), missing) {
                (3, Some(missing)) => format!("_{missing}"),
                _ => sides,
            }
        }
        Terrain::Field => {
            let half = |port: Port| match port.third() {
                0 => Some(format!("{}L", port.edge().letter())),
                2 => Some(format!("{}R", port.edge().letter())),
                _ => None,
            };
            ports.iter().filter_map(half).collect::<Vec<_>>().join(".")
        }
        _ => "I".to_owned(),
    }
}
