//! Saved games of JCloisterZone, version 5: files with the ending `.jcz`.

mod location;
mod tiles;

use bastide::{Expansion, FigureKind, LandRules, Rotation, Terrain};
use serde::Deserialize;

use crate::error::{ImportError, ImportErrorKind as Kind};
use crate::json::{self, Entries, List, Scalar};
use crate::names;
use crate::note::Note;
use crate::sheet::{MOST_TURNS, Player, Sheet, Spot, Start, Step, Turn};

/// Maximum number of messages. A turn has three.
const MOST_MESSAGES: usize = 8 * MOST_TURNS;

/// Maximum number of players that are read, more than can play.
const MOST_PLAYERS: usize = 16;

/// Maximum number of sets, elements and rules that are read.
const MOST_OPTIONS: usize = 256;

#[derive(Deserialize)]
struct File {
    #[serde(rename = "appVersion", default)]
    version: Scalar,
    #[serde(default)]
    setup: Setup,
    #[serde(default)]
    players: List<PlayerEntry, MOST_PLAYERS>,
    #[serde(default)]
    replay: List<Message, MOST_MESSAGES>,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Setup {
    sets: Entries<MOST_OPTIONS>,
    elements: Entries<MOST_OPTIONS>,
    rules: Entries<MOST_OPTIONS>,
    start: List<StartEntry, 32>,
    /// Present in files of version 4.
    expansions: Scalar,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct StartEntry {
    tile: Scalar,
    x: Scalar,
    y: Scalar,
    rotation: Scalar,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct PlayerEntry {
    name: Scalar,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Message {
    #[serde(rename = "type")]
    kind: Scalar,
    payload: Payload,
    player: Scalar,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct Payload {
    #[serde(rename = "tileId")]
    tile: Scalar,
    rotation: Scalar,
    position: Option<List<Scalar, 2>>,
    #[serde(rename = "meepleId")]
    figure: Scalar,
    pointer: Option<Pointer>,
    source: Scalar,
}

/// A place on the board, or a figure on it.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Pointer {
    position: Option<List<Scalar, 2>>,
    location: Scalar,
    #[serde(rename = "featurePointer")]
    place: Option<Box<Pointer>>,
    #[serde(rename = "meepleId")]
    figure: Scalar,
}

/// Reads a saved game.
///
/// # Errors
/// Returns an error if the game has other expansions than those that can be imported, or a value is
/// malformed.
pub(crate) fn read(text: &str) -> Result<Sheet, ImportError> {
    let file: File = json::parse(text)?;
    if file.setup.expansions != Scalar::None {
        return Err(Kind::Version(names::quote(&file.version.to_string())).at("appVersion"));
    }
    let options = Options::read(&file.setup)?;
    let mut notes = options.notes();
    let start = read_start(&file.setup.start, &options)?;
    if file.replay.is_cut {
        return Err(Kind::TooManyMoves(MOST_MESSAGES).at("replay"));
    }
    let mut reader = Reader { options: &options, turns: Vec::new(), first: None };
    for (index, message) in file.replay.items.iter().enumerate() {
        reader.read(index, message).map_err(|error| error.in_turn(reader.turns.len().max(1)))?;
    }
    let Reader { turns, first, .. } = reader;
    if turns.is_empty() {
        return Err(Kind::NoTurns.at("replay"));
    }
    let name = |player: &PlayerEntry| player.name.text().unwrap_or_default().to_owned();
    let mut players: Vec<Player> =
        file.players.items.iter().map(|player| Player { name: name(player) }).collect();
    if players.is_empty() {
        let highest = turns.iter().filter_map(|turn| turn.seat).max();
        let assumed = highest.map_or(2, |seat| usize::from(seat) + 1).max(2);
        notes.push(Note::NoPlayers { assumed });
        players = vec![Player::default(); assumed.min(MOST_PLAYERS)];
    }
    Ok(Sheet {
        source: "jcloisterzone",
        rules: options.rules,
        players,
        colours: None,
        first: first.unwrap_or(0),
        start,
        turns,
        stack: None,
        rest: Vec::new(),
        scores: None,
        shuffles_start: true,
        notes,
    })
}

/// The options of a game.
struct Options {
    rules: LandRules,
    /// True if the tiles are those of the second edition, where copies with gardens have names.
    has_gardens: bool,
    /// True if a city of two tiles counts less.
    has_tiny_cities: bool,
    has_other_supply: bool,
}

impl Options {
    fn read(setup: &Setup) -> Result<Options, ImportError> {
        let has = |name: &str| setup.elements.get(name).is_some_and(Scalar::is_set);
        let mut words = Vec::new();
        let mut has_gardens = has("garden");
        for (key, value) in setup.sets.0.iter().filter(|(_, value)| value.is_set()) {
            let (name, edition) = key.split_once(':').unwrap_or((key, ""));
            let is_once = value.int() == Some(1) || *value == Scalar::Bool(true);
            let is_base = name == "basic";
            let word = if is_base { Some("base") } else { tiles::expansion(name) };
            let word = word.filter(|_| is_once);
            words.push(word.ok_or_else(|| other_set(key).at("setup.sets"))?);
            if is_base && !edition.is_empty() {
                has_gardens = edition == "2";
            }
        }
        if !words.contains(&"base") {
            return Err(Kind::Missing("basic").at("setup.sets"));
        }
        let known = ["small-follower", "farmers", "abbot", "garden"];
        let is_other = |(key, value): &&(String, Scalar)| {
            let key = key.as_str();
            value.is_set() && !known.contains(&key) && !words.contains(&key)
        };
        if let Some((key, _)) = setup.elements.0.iter().find(is_other) {
            return Err(Kind::Expansion(names::quote(key)).at("setup.elements"));
        }
        words.extend(has("farmers").then_some("fields"));
        words.extend(has("abbot").then_some("abbot"));
        // A file may name both editions of a set.
        words.sort_unstable();
        words.dedup();
        let rules = words.join(",").parse().map_err(|error| Kind::Setup(error).anywhere())?;
        let followers = setup.elements.get("small-follower").and_then(Scalar::int);
        let tiny = setup.rules.get("tiny-city-scoring").and_then(Scalar::int);
        Ok(Options {
            rules,
            has_gardens,
            has_tiny_cities: tiny.is_some_and(|points| points != 4),
            has_other_supply: followers.is_some_and(|count| count != 7),
        })
    }

    fn notes(&self) -> Vec<Note> {
        let tiny = "a city of two tiles gives 2 points (CITY-4: 4)";
        let supply = "players do not have 7 meeples (SETUP-2)";
        let notes = [(self.has_tiny_cities, tiny), (self.has_other_supply, supply)];
        notes.into_iter().filter(|&(is_on, _)| is_on).map(|(_, s)| Note::OtherScoring(s)).collect()
    }
}

/// Reads the start tile. A start of several tiles belongs to other expansions.
fn read_start(
    start: &List<StartEntry, 32>,
    options: &Options,
) -> Result<Option<Start>, ImportError> {
    let [entry] = start.items.as_slice() else {
        return match start.items.len() {
            0 => Ok(None),
            count => Err(Kind::Expansion(format!("{count} start tiles")).at("setup.start")),
        };
    };
    let path = |field: &str| format!("setup.start[0].{field}");
    let name = entry.tile.require_text("tile", || path("tile"))?;
    let tile = tiles::find(name, options.has_gardens)
        .ok_or_else(|| Kind::UnknownTile(names::quote(name)).at(path("tile")))?;
    let int = |value: &Scalar, what, field: &str| match value {
        Scalar::None => Ok(0),
        value => small(value.require_int(what, || path(field))?, what, || path(field)),
    };
    let cell = (int(&entry.x, "column", "x")?, int(&entry.y, "row", "y")?);
    let quarter_turns = int(&entry.rotation, "rotation", "rotation")?.rem_euclid(4);
    Ok(Some(Start { tile, cell, rotation: Rotation::new(quarter_turns as u8) }))
}

fn small(number: i64, what: &'static str, path: impl Fn() -> String) -> Result<i32, ImportError> {
    i32::try_from(number).map_err(|_| Kind::BadValue { what, value: number.to_string() }.at(path()))
}

fn cell(position: Option<&List<Scalar, 2>>, path: &str) -> Result<(i32, i32), ImportError> {
    let at = || path.to_owned();
    match position.map(|list| list.items.as_slice()) {
        Some([x, y]) => Ok((
            small(x.require_int("column", at)?, "column", at)?,
            small(y.require_int("row", at)?, "row", at)?,
        )),
        Some(_) => Err(Kind::BadValue { what: "position", value: String::new() }.at(path)),
        None => Err(Kind::Missing("position").at(path)),
    }
}

struct Reader<'a> {
    options: &'a Options,
    turns: Vec<Turn>,
    /// The player of the first turn.
    first: Option<u8>,
}

impl Reader<'_> {
    fn read(&mut self, index: usize, message: &Message) -> Result<(), ImportError> {
        let path = format!("replay[{index}]");
        let kind = message.kind.require_text("type", || format!("{path}.type"))?;
        match kind {
            "PLACE_TILE" => self.place(path, message),
            "DEPLOY_MEEPLE" => self.deploy(path, &message.payload),
            "RETURN_MEEPLE" => self.recall(path, &message.payload),
            "PASS" | "COMMIT" => {
                if let Some(turn) = self.turns.last_mut().filter(|turn| turn.step == Step::Open) {
                    turn.step = Step::Pass;
                }
                Ok(())
            }
            "TILE_CONFIRM" => Ok(()),
            other => Err(Kind::Expansion(names::quote(other)).at(format!("{path}.type"))),
        }
    }

    fn place(&mut self, path: String, message: &Message) -> Result<(), ImportError> {
        let payload = &message.payload;
        let at = |field: &str| format!("{path}.payload.{field}");
        let name = payload.tile.require_text("tileId", || at("tileId"))?;
        let tile = tiles::find(name, self.options.has_gardens)
            .ok_or_else(|| Kind::UnknownTile(names::quote(name)).at(at("tileId")))?;
        let rotation = payload.rotation.require_text("rotation", || at("rotation"))?;
        let quarter_turns = ["R0", "R90", "R180", "R270"].iter().position(|own| *own == rotation);
        let quarter_turns = quarter_turns.ok_or_else(|| {
            let value = names::quote(rotation);
            Kind::BadValue { what: "rotation", value }.at(at("rotation"))
        })?;
        let cell = cell(payload.position.as_ref(), &at("position"))?;
        let seat = match &message.player {
            Scalar::None => None,
            player => {
                let at = || format!("{path}.player");
                let number = player.require_int("player", at)?;
                let seat = u8::try_from(number).map_err(|_| {
                    Kind::BadValue { what: "player", value: number.to_string() }.at(at())
                })?;
                Some(seat)
            }
        };
        if self.turns.len() == MOST_TURNS {
            return Err(Kind::TooManyMoves(MOST_TURNS).at(path));
        }
        if self.turns.is_empty() {
            self.first = seat;
        }
        self.turns.push(Turn {
            path,
            seat,
            discards: Vec::new(),
            tile: Some(tile),
            cell,
            rotation: Rotation::new(quarter_turns as u8),
            step: Step::Open,
        });
        Ok(())
    }

    /// Returns the last turn if no figure has been placed in it.
    fn open_turn(&mut self, path: &str) -> Result<&mut Turn, ImportError> {
        let turn = self.turns.last_mut().filter(|turn| turn.step == Step::Open);
        turn.ok_or_else(|| Kind::StrayFigure.at(path))
    }

    fn deploy(&mut self, path: String, payload: &Payload) -> Result<(), ImportError> {
        let at = |field: &str| format!("{path}.payload.{field}");
        let figure = figure(&payload.figure, &at("meepleId"))?;
        let pointer = payload.pointer.as_ref();
        let pointer = pointer.ok_or_else(|| Kind::Missing("pointer").at(at("pointer")))?;
        let cell = cell(pointer.position.as_ref(), &at("pointer.position"))?;
        let place = || at("pointer.location");
        let text = pointer.location.require_text("location", place)?;
        let spot = match location::parse(text) {
            Some(ports) if ports.is_empty() => Spot::Inner,
            Some(ports) => Spot::Ports { ports, text: names::quote(text) },
            None => {
                let value = names::quote(text);
                return Err(Kind::BadValue { what: "location", value }.at(place()));
            }
        };
        let turn = self.open_turn(&path)?;
        if turn.cell != cell {
            return Err(Kind::StrayFigure.at(path));
        }
        turn.step = Step::Deploy { figure, spot, path };
        Ok(())
    }

    fn recall(&mut self, path: String, payload: &Payload) -> Result<(), ImportError> {
        let at = |field: &str| format!("{path}.payload.{field}");
        if let Some(source) = payload.source.text().filter(|source| *source != "ABBOT_RETURN") {
            return Err(Kind::Expansion(names::quote(source)).at(at("source")));
        }
        let pointer = payload.pointer.as_ref();
        let pointer = pointer.ok_or_else(|| Kind::Missing("pointer").at(at("pointer")))?;
        if pointer.figure != Scalar::None {
            figure(&pointer.figure, &at("pointer.meepleId"))?;
        }
        let place = pointer.place.as_deref().unwrap_or(pointer);
        let cell = cell(place.position.as_ref(), &at("pointer.position"))?;
        let turn = self.open_turn(&path)?;
        turn.step = Step::Recall { cell, path };
        Ok(())
    }
}

/// Returns the error for a set that is not read. Sets of expansions that are printed together, such
/// as `inns-and-cathedrals`, begin with the name of Bastide's expansion.
fn other_set(name: &str) -> Kind {
    let is_own = |expansion: &Expansion| {
        name.strip_prefix(expansion.name()).is_some_and(|rest| rest.starts_with("-and-"))
    };
    let quoted = names::quote(name);
    match Expansion::ALL.into_iter().find(is_own) {
        Some(own) => Kind::UnreadExpansion { name: quoted, expansion: own.name() },
        None => Kind::Expansion(quoted),
    }
}

/// Reads the kind of a figure such as `0.small.1`.
fn figure(id: &Scalar, path: &str) -> Result<FigureKind, ImportError> {
    let text = id.require_text("meepleId", || path.to_owned())?;
    match text.split('.').nth(1) {
        Some("small") => Ok(FigureKind::MEEPLE),
        Some("abbot") => Ok(FigureKind::claiming(Terrain::Garden)),
        _ => Err(Kind::Expansion(names::quote(text)).at(path)),
    }
}
