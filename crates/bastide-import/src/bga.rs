//! Logs of Board Game Arena, as its page for the review of a game loads them.

use core::fmt;

use bastide::{FigureKind, LandRules, Rotation, Terrain};
use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::bga_tiles as tiles;
use crate::error::{ImportError, ImportErrorKind as Kind};
use crate::json::{self, Entries, Scalar};
use crate::names;
use crate::note::Note;
use crate::sheet::{MOST_TURNS, Player, Sheet, Spot, Step, Tile, Turn};

/// Maximum number of events that are kept. A game has up to five per turn.
const MOST_EVENTS: usize = 8 * MOST_TURNS;

/// Maximum number of players that are counted, more than can play.
const MOST_PLAYERS: usize = 16;

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    error: Scalar,
    #[serde(default)]
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    #[serde(default)]
    logs: Option<Events>,
    /// The name of `logs` in older files.
    #[serde(default)]
    data: Option<Events>,
    #[serde(default)]
    players: Entries<MOST_PLAYERS>,
}

/// The events of all packets that matter.
#[derive(Default)]
struct Events {
    events: Vec<Event>,
    is_cut: bool,
}

struct Event {
    kind: EventKind,
    args: Args,
    packet: usize,
    /// Index in its packet, unless the packet consists of one event.
    index: Option<usize>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum EventKind {
    Draw,
    Place,
    Figure,
    Discard,
    Points,
}

impl EventKind {
    fn of(name: &Scalar) -> Option<EventKind> {
        match name.text()? {
            "pickTile" => Some(EventKind::Draw),
            "playTile" => Some(EventKind::Place),
            "playPartisan" => Some(EventKind::Figure),
            "cantPlay" => Some(EventKind::Discard),
            "winPoints" => Some(EventKind::Points),
            _ => None,
        }
    }
}

/// Arguments of an event.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Fields {
    id: Scalar,
    #[serde(rename = "type")]
    of_type: Scalar,
    x: Scalar,
    y: Scalar,
    ori: Scalar,
    pos: Scalar,
    target: Scalar,
    tile_id: Scalar,
    player_id: Scalar,
    player_name: Scalar,
    points: Scalar,
}

/// Arguments of an event, or the first object in a list of them.
#[derive(Default)]
struct Args(Fields);

impl<'de> Deserialize<'de> for Args {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Args, D::Error> {
        struct Any;

        impl<'de> Visitor<'de> for Any {
            type Value = Args;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("arguments")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Args, A::Error> {
                Fields::deserialize(MapAccessDeserializer::new(map)).map(Args)
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Args, A::Error> {
                let first = list.next_element()?;
                while list.next_element::<IgnoredAny>()?.is_some() {}
                Ok(first.unwrap_or_default())
            }

            fn visit_unit<E: Error>(self) -> Result<Args, E> {
                Ok(Args::default())
            }

            fn visit_bool<E: Error>(self, _: bool) -> Result<Args, E> {
                Ok(Args::default())
            }

            fn visit_i64<E: Error>(self, _: i64) -> Result<Args, E> {
                Ok(Args::default())
            }

            fn visit_u64<E: Error>(self, _: u64) -> Result<Args, E> {
                Ok(Args::default())
            }

            fn visit_f64<E: Error>(self, _: f64) -> Result<Args, E> {
                Ok(Args::default())
            }

            fn visit_str<E: Error>(self, _: &str) -> Result<Args, E> {
                Ok(Args::default())
            }
        }

        deserializer.deserialize_any(Any)
    }
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Packet {
    data: Batch,
}

/// The events of a packet: a list, or one event.
#[derive(Default)]
struct Batch(Vec<(Option<usize>, EventKind, Args)>);

#[derive(Deserialize)]
struct RawEvent {
    #[serde(rename = "type", default)]
    kind: Scalar,
    #[serde(default)]
    args: Args,
}

impl<'de> Deserialize<'de> for Batch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Batch, D::Error> {
        struct OneOrMany;

        impl<'de> Visitor<'de> for OneOrMany {
            type Value = Batch;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of events")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Batch, A::Error> {
                let mut found = Vec::new();
                let mut index = 0;
                while let Some(event) = list.next_element::<RawEvent>()? {
                    // One more than allowed, so that the limit is noticed.
                    if let Some(kind) = EventKind::of(&event.kind)
                        && found.len() <= MOST_EVENTS
                    {
                        found.push((Some(index), kind, event.args));
                    }
                    index += 1;
                }
                Ok(Batch(found))
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Batch, A::Error> {
                let event = RawEvent::deserialize(MapAccessDeserializer::new(map))?;
                let found = EventKind::of(&event.kind).map(|kind| (None, kind, event.args));
                Ok(Batch(found.into_iter().collect()))
            }

            fn visit_unit<E: Error>(self) -> Result<Batch, E> {
                Ok(Batch::default())
            }
        }

        deserializer.deserialize_any(OneOrMany)
    }
}

impl<'de> Deserialize<'de> for Events {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Events, D::Error> {
        struct Packets;

        impl<'de> Visitor<'de> for Packets {
            type Value = Events;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list of packets")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Events, A::Error> {
                let mut found = Events::default();
                let mut packet = 0;
                while let Some(Packet { data: Batch(events) }) = list.next_element()? {
                    for (index, kind, args) in events {
                        if found.events.len() < MOST_EVENTS {
                            found.events.push(Event { kind, args, packet, index });
                        } else {
                            found.is_cut = true;
                        }
                    }
                    packet += 1;
                }
                Ok(found)
            }
        }

        deserializer.deserialize_seq(Packets)
    }
}

/// Reads a log.
///
/// # Errors
/// Returns an error if it is not a log of the base game.
pub(crate) fn read(text: &str) -> Result<Sheet, ImportError> {
    let file: File = json::parse(text)?;
    let message = || file.error.text().map(|text| Kind::NoLog(names::quote_long(text)).anywhere());
    let Some(data) = file.data else {
        return Err(message().unwrap_or_else(|| Kind::Missing("data").anywhere()));
    };
    let (key, events) = match (data.logs, data.data) {
        (Some(events), _) => ("logs", events),
        (None, Some(events)) => ("data", events),
        (None, None) => {
            return Err(message().unwrap_or_else(|| Kind::Missing("logs").at("data")));
        }
    };
    if events.is_cut {
        return Err(Kind::TooManyMoves(MOST_EVENTS).at(format!("data.{key}")));
    }
    let mut reader = Reader { key, ..Reader::default() };
    for event in &events.events {
        reader.read(event).map_err(|error| match reader.turns.len() {
            0 => error,
            turns => error.in_turn(turns + usize::from(event.kind != EventKind::Figure)),
        })?;
    }
    reader.finish(&data.players)
}

/// The game so far.
#[derive(Default)]
struct Reader {
    key: &'static str,
    turns: Vec<Turn>,
    /// Number and type of the tile of each turn.
    placed: Vec<(Option<i64>, i64)>,
    /// Tiles drawn since the last placement, with their numbers and types.
    drawn: Vec<(Option<i64>, i64)>,
    /// Ids and names of players in the order of their first turns.
    players: Vec<(String, String)>,
    /// Points by id of the player.
    points: Vec<(String, i64)>,
}

impl Reader {
    fn read(&mut self, event: &Event) -> Result<(), ImportError> {
        let Args(args) = &event.args;
        let key = self.key;
        let path = |field: &str| {
            let list = format!("data.{key}[{}].data", event.packet);
            match event.index {
                Some(index) => format!("{list}[{index}].args{field}"),
                None => format!("{list}.args{field}"),
            }
        };
        match event.kind {
            EventKind::Draw => {
                let number = args.id.int();
                let of_type = args.of_type.require_int("tile type", || path(".type"))?;
                tile(of_type).map_err(|kind| kind.at(path(".type")))?;
                // Notifications can be repeated for several receivers.
                let is_repeated = number.is_some()
                    && self.drawn.iter().chain(&self.placed).any(|&(other, _)| other == number);
                if !is_repeated {
                    self.drawn.push((number, of_type));
                }
                Ok(())
            }
            EventKind::Discard => {
                let number = args.tile_id.require_int("tile number", || path(".tile_id"))?;
                if self.drawn.iter().any(|&(other, _)| other == Some(number)) {
                    return Ok(());
                }
                let of_type = tiles::type_of_number(number);
                let of_type = of_type.ok_or_else(|| other_tile(number).at(path(".tile_id")))?;
                // A tile without its number may be the same one.
                let is_named = self.drawn.last() == Some(&(None, of_type));
                if !is_named {
                    self.drawn.push((Some(number), of_type));
                }
                Ok(())
            }
            EventKind::Place => self.place(args, path),
            EventKind::Figure => self.figure(args, path),
            EventKind::Points => {
                if let (Some(player), Some(points)) = (args.player_id.word(), args.points.int()) {
                    let has_room = self.points.len() < MOST_PLAYERS;
                    match self.points.iter_mut().find(|(id, _)| *id == player) {
                        Some((_, total)) => *total = total.saturating_add(points),
                        None if has_room => self.points.push((player, points)),
                        None => {}
                    }
                }
                Ok(())
            }
        }
    }

    fn place(&mut self, args: &Fields, path: impl Fn(&str) -> String) -> Result<(), ImportError> {
        let of_type = args.of_type.require_int("tile type", || path(".type"))?;
        let tile = tile(of_type).map_err(|kind| kind.at(path(".type")))?;
        let number = args.id.int();
        let int = |value: &Scalar, what, field: &str| {
            let number = value.require_int(what, || path(field))?;
            i32::try_from(number)
                .map_err(|_| Kind::BadValue { what, value: number.to_string() }.at(path(field)))
        };
        let cell = (int(&args.x, "column", ".x")?, int(&args.y, "row", ".y")?);
        let ori = args.ori.require_int("orientation", || path(".ori"))?;
        if !(1..=4).contains(&ori) {
            let value = ori.to_string();
            return Err(Kind::BadValue { what: "orientation", value }.at(path(".ori")));
        }
        let rotation = Rotation::new(ori as u8 - 1);
        // Some logs contain the start tile.
        let is_start = self.turns.is_empty() && of_type == tiles::START && cell == (0, 0);
        let is_repeated = number.is_some()
            && self.placed.last() == Some(&(number, of_type))
            && self.turns.last().is_some_and(|turn| turn.cell == cell);
        if is_start || is_repeated {
            self.drawn.retain(|&drawn| drawn != (number, of_type));
            return Ok(());
        }
        if self.turns.len() == MOST_TURNS {
            return Err(Kind::TooManyMoves(MOST_TURNS).at(path("")));
        }
        if self.drawn.last().is_some_and(|&(_, drawn)| drawn == of_type) {
            self.drawn.pop();
        }
        let discards = self.drawn.drain(..).filter_map(|(_, of_type)| tiles::of_type(of_type));
        self.turns.push(Turn {
            path: path(""),
            seat: None,
            discards: discards.collect(),
            tile: Some(tile),
            cell,
            rotation,
            step: Step::Open,
        });
        self.placed.push((number, of_type));
        let seat = self.seat(args, path)?;
        if let Some(turn) = self.turns.last_mut() {
            turn.seat = seat;
        }
        Ok(())
    }

    /// Returns the seat of the player who places a tile.
    fn seat(
        &mut self,
        args: &Fields,
        path: impl Fn(&str) -> String,
    ) -> Result<Option<u8>, ImportError> {
        let name = args.player_name.text().unwrap_or_default();
        let Some(id) = args.player_id.word().or_else(|| args.player_name.word()) else {
            return Ok(None);
        };
        let known = self.players.iter().position(|(other, _)| *other == id);
        let seat = known.unwrap_or(self.players.len());
        if known.is_none() {
            if seat == MOST_PLAYERS {
                let value = names::quote(&id);
                return Err(Kind::BadValue { what: "player", value }.at(path(".player_id")));
            }
            self.players.push((id, name.to_owned()));
        }
        Ok(u8::try_from(seat).ok())
    }

    fn figure(&mut self, args: &Fields, path: impl Fn(&str) -> String) -> Result<(), ImportError> {
        let position = args.pos.require_int("position of a figure", || path(".pos"))?;
        let (Some(turn), Some(&(number, _))) = (self.turns.last_mut(), self.placed.last()) else {
            return Err(Kind::StrayFigure.at(path("")));
        };
        let is_here = args.id.int().is_none_or(|id| number.is_none_or(|number| number == id));
        let terrain = args.target.text().and_then(terrain);
        let spot = Spot::Position { number: position, terrain };
        let step = Step::Deploy { figure: FigureKind::MEEPLE, spot, path: path("") };
        match &turn.step {
            Step::Open if is_here => turn.step = step,
            // The same notification for another receiver.
            Step::Deploy { spot: old, .. }
                if is_here && matches!(&step, Step::Deploy { spot, .. } if spot == old) => {}
            _ => return Err(Kind::StrayFigure.at(path(""))),
        }
        Ok(())
    }

    fn finish(mut self, listed: &Entries<MOST_PLAYERS>) -> Result<Sheet, ImportError> {
        if self.turns.is_empty() {
            return Err(Kind::NoTurns.at(format!("data.{}", self.key)));
        }
        let mut notes = Vec::new();
        let is_new = |players: &[(String, String)], id: &str| {
            players.len() < MOST_PLAYERS && !players.iter().any(|(other, _)| other == id)
        };
        for (id, _) in &listed.0 {
            if is_new(&self.players, id) {
                self.players.push((id.clone(), String::new()));
                notes.push(Note::PlayerOrder);
            }
        }
        notes.dedup();
        if self.players.is_empty() {
            let assumed = 2;
            notes.push(Note::NoPlayers { assumed });
            self.players = vec![Default::default(); assumed];
        }
        let scores: Option<Vec<i32>> = (!self.points.is_empty()).then(|| {
            let total = |id: &String| {
                let found = self.points.iter().find(|(other, _)| other == id);
                found.map_or(0, |&(_, points)| i32::try_from(points).unwrap_or(i32::MAX))
            };
            self.players.iter().map(|(id, _)| total(id)).collect()
        });
        let rest: Vec<Tile> =
            self.drawn.iter().filter_map(|&(_, of_type)| tiles::of_type(of_type)).collect();
        Ok(Sheet {
            source: "board-game-arena",
            rules: LandRules::default(),
            players: self.players.into_iter().map(|(_, name)| Player { name }).collect(),
            colours: None,
            first: 0,
            start: None,
            turns: self.turns,
            stack: None,
            rest,
            scores,
            shuffles_start: false,
            notes,
        })
    }
}

fn tile(of_type: i64) -> Result<Tile, Kind> {
    tiles::of_type(of_type).ok_or_else(|| other_tile(of_type))
}

/// Returns the error for a number that is not that of a tile or a type of the base game. Larger
/// numbers belong to expansions; which ones is not known.
fn other_tile(number: i64) -> Kind {
    match number {
        1.. => Kind::NotBaseGame(number),
        _ => Kind::UnknownTile(number.to_string()),
    }
}

/// Returns the terrain of a figure's target.
fn terrain(word: &str) -> Option<Terrain> {
    match word {
        "abbey" | "cloister" => Some(Terrain::Monastery),
        "farm" => Some(Terrain::Field),
        other => Terrain::from_name(other),
    }
}
